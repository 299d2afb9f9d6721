//! Characters to tokens.

use crate::span::Span;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tok {
    /// `%x`, `%x#1`
    Percent,
    /// `^bb0`
    Caret,
    /// `@f`, `@"f"`
    At,
    /// `#pto.pipe`, `#alias`
    Hash,
    /// `!pto.ptr`, `!alias`
    Bang,
    /// `pto.tadd`, `ins`, `f32`
    Ident,
    /// `16`, `0x10`
    Int,
    /// `1.5`, `1e3`
    Float,
    /// `"text"`
    Str,
    /// `(`
    LParen,
    /// `)`
    RParen,
    /// `{`
    LBrace,
    /// `}`
    RBrace,
    /// `[`
    LBracket,
    /// `]`
    RBracket,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// `=`
    Equal,
    /// `->`
    Arrow,
    /// `-`
    Minus,
    /// `?`
    Question,
    /// `*`
    Star,
    /// `+`
    Plus,
    /// `/`
    Slash,
    /// `|`
    Pipe,
    /// `!` alone
    Exclaim,
    /// A string that is not closed on its line.
    OpenStr,
    /// A character that starts no token.
    Bad,
    /// End of the text.
    Eof,
}

/// A token with its place.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub tok: Tok,
    /// Where it is.
    pub span: Span,
    /// Whether only blanks stand before it on its line; the end of a text always ends the last line.
    pub first_on_line: bool,
}

/// Reads tokens one by one.
#[derive(Clone)]
pub struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    fresh_line: bool,
}

/// Letters, digits and what else may stand inside a name.
const WORD: [bool; 256] = {
    let mut t = [false; 256];
    let mut i = 0;
    while i < 256 {
        let b = i as u8;
        t[i] = b.is_ascii_alphanumeric() || b == b'_' || b == b'$' || b == b'.';
        i += 1;
    }
    t
};

/// Bytes at which neither a line ends, nor a closing brace, a string or a comment starts.
const PLAIN: [bool; 256] = {
    let mut t = [true; 256];
    let stops = b"\n}\"/-#";
    let mut i = 0;
    while i < stops.len() {
        t[stops[i] as usize] = false;
        i += 1;
    }
    t
};

const fn word(b: u8) -> bool {
    WORD[b as usize]
}

/// Bytes of the byte order mark that some editors put before a text; it is no part of the program.
pub(crate) fn mark_bytes(text: &str) -> usize {
    if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

impl<'a> Lexer<'a> {
    /// Starts at the beginning of `text`, after a byte order mark.
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, bytes: text.as_bytes(), at: mark_bytes(text), fresh_line: true }
    }

    /// The whole text.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Goes on at `offset`, which must lie between tokens.
    pub fn seek(&mut self, offset: u32) {
        self.at = offset as usize;
        self.fresh_line = false;
    }

    /// Skips what cannot matter to a reader that looks for `}` or the next line.
    pub fn skip_plain(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|&b| !PLAIN[b as usize]).unwrap_or(rest.len());
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Whether a comment starts here: with `//`, with `--` before a blank, or with `#` before a blank
    /// or at the start of a line unless a name follows.
    fn at_comment(&self) -> bool {
        match self.byte(0) {
            b'/' => self.byte(1) == b'/',
            b'-' => self.byte(1) == b'-' && !word(self.byte(2)),
            b'#' => matches!(self.byte(1), b' ' | b'#' | b'!' | b'\n' | b'\r'),
            _ => false,
        }
    }

    fn skip_spaces(&mut self) {
        loop {
            match self.byte(0) {
                b' ' | b'\t' | b'\r' => {}
                b'\n' => self.fresh_line = true,
                _ => return,
            }
            self.at += 1;
        }
    }

    fn skip_blanks(&mut self) {
        self.skip_spaces();
        while self.at_comment() {
            self.skip_line();
            self.skip_spaces();
        }
    }

    /// The comment before the next token, if there is one: its place without trailing blanks, and
    /// whether it stands alone on its line. [`Lexer::next_token`] skips comments that were not asked for.
    pub fn next_comment(&mut self) -> Option<(Span, bool)> {
        self.skip_spaces();
        if !self.at_comment() {
            return None;
        }
        let start = self.at;
        self.skip_line();
        let len = self.text[start..self.at].trim_end().len();
        Some((Span::new(start as u32, (start + len) as u32), self.fresh_line))
    }

    fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
    }

    fn word_end(&self, mut at: usize) -> usize {
        while at < self.bytes.len() && word(self.bytes[at]) {
            at += 1;
        }
        at
    }

    /// The next token.
    pub fn next_token(&mut self) -> Token {
        self.skip_blanks();
        let first_on_line = std::mem::replace(&mut self.fresh_line, false);
        let start = self.at;
        let tok = self.scan();
        let first_on_line = first_on_line || tok == Tok::Eof;
        Token { tok, span: Span::new(start as u32, self.at as u32), first_on_line }
    }

    fn one(&mut self, tok: Tok) -> Tok {
        self.at += 1;
        tok
    }

    fn scan(&mut self) -> Tok {
        if self.at >= self.bytes.len() {
            return Tok::Eof;
        }
        let b = self.bytes[self.at];
        match b {
            b'%' => self.sigil(Tok::Percent),
            b'^' => self.sigil(Tok::Caret),
            b'#' => self.sigil(Tok::Hash),
            b'!' if word(self.byte(1)) => self.sigil(Tok::Bang),
            b'!' => self.one(Tok::Exclaim),
            b'@' if self.byte(1) == b'"' => {
                self.at += 1;
                match self.string() {
                    Tok::Str => Tok::At,
                    other => other,
                }
            }
            b'@' => self.sigil(Tok::At),
            b'"' => self.string(),
            b'0'..=b'9' => self.number(),
            b'(' => self.one(Tok::LParen),
            b')' => self.one(Tok::RParen),
            b'{' => self.one(Tok::LBrace),
            b'}' => self.one(Tok::RBrace),
            b'[' => self.one(Tok::LBracket),
            b']' => self.one(Tok::RBracket),
            b'<' => self.one(Tok::Less),
            b'>' => self.one(Tok::Greater),
            b',' => self.one(Tok::Comma),
            b':' => self.one(Tok::Colon),
            b'=' => self.one(Tok::Equal),
            b'?' => self.one(Tok::Question),
            b'*' => self.one(Tok::Star),
            b'+' => self.one(Tok::Plus),
            b'/' => self.one(Tok::Slash),
            b'|' => self.one(Tok::Pipe),
            b'-' if self.byte(1) == b'>' => {
                self.at += 2;
                Tok::Arrow
            }
            b'-' => self.one(Tok::Minus),
            _ if word(b) => {
                self.at = self.word_end(self.at);
                Tok::Ident
            }
            _ => {
                // Whole characters, so that spans stay on character boundaries.
                let len = self.text[self.at..].chars().next().map_or(1, char::len_utf8);
                self.at += len;
                Tok::Bad
            }
        }
    }

    fn sigil(&mut self, tok: Tok) -> Tok {
        let mut end = self.word_end(self.at + 1);
        // `-` may stand inside names of values and blocks.
        while tok == Tok::Percent
            && self.bytes.get(end) == Some(&b'-')
            && self.bytes.get(end + 1).is_some_and(|&b| word(b))
        {
            end = self.word_end(end + 1);
        }
        if end == self.at + 1 {
            return self.one(Tok::Bad);
        }
        if tok == Tok::Percent
            && self.bytes.get(end) == Some(&b'#')
            && self.bytes.get(end + 1).is_some_and(u8::is_ascii_digit)
        {
            end = self.word_end(end + 1);
        }
        self.at = end;
        tok
    }

    fn string(&mut self) -> Tok {
        let mut at = self.at + 1;
        loop {
            match self.bytes.get(at) {
                Some(b'"') => {
                    self.at = at + 1;
                    return Tok::Str;
                }
                Some(b'\\') if self.bytes.get(at + 1).is_some_and(|&b| b != b'\n') => {
                    at += 1;
                    at += self.text[at..].chars().next().map_or(1, char::len_utf8);
                }
                None | Some(b'\n') => {
                    self.at = at;
                    return Tok::OpenStr;
                }
                _ => at += 1,
            }
        }
    }

    fn number(&mut self) -> Tok {
        let digits = |mut at: usize, ok: fn(&u8) -> bool| {
            while self.bytes.get(at).is_some_and(ok) {
                at += 1;
            }
            at
        };
        if self.byte(0) == b'0' && self.byte(1) == b'x' && self.byte(2).is_ascii_hexdigit() {
            self.at = digits(self.at + 2, u8::is_ascii_hexdigit);
            return Tok::Int;
        }
        let mut end = digits(self.at, u8::is_ascii_digit);
        let mut tok = Tok::Int;
        if self.bytes.get(end) == Some(&b'.') {
            tok = Tok::Float;
            end = digits(end + 1, u8::is_ascii_digit);
        }
        if matches!(self.bytes.get(end), Some(b'e' | b'E')) {
            let mut exp = end + 1;
            if matches!(self.bytes.get(exp), Some(b'+' | b'-')) {
                exp += 1;
            }
            if self.bytes.get(exp).is_some_and(u8::is_ascii_digit) {
                tok = Tok::Float;
                end = digits(exp, u8::is_ascii_digit);
            }
        }
        self.at = end;
        tok
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn toks(text: &str) -> Vec<Tok> {
        let mut lexer = Lexer::new(text);
        std::iter::from_fn(|| Some(lexer.next_token().tok).filter(|t| *t != Tok::Eof)).collect()
    }

    #[test]
    fn names_numbers_and_comments() {
        use Tok::*;
        assert_eq!(
            toks("%a#1 = pto.tadd %b-c // x\n-> 0x1F 1.5e-3"),
            [Percent, Equal, Ident, Percent, Arrow, Int, Float]
        );
        assert_eq!(toks("# comment\n-- too\n#pto.pipe<PIPE_V>"), [Hash, Less, Ident, Greater]);
        assert_eq!(toks("\"a\\\"b\" \"open"), [Str, OpenStr]);
    }

    #[test]
    fn a_byte_order_mark_is_skipped_at_the_start_only() {
        assert_eq!(toks("\u{feff}# comment\nmodule"), [Tok::Ident]);
        assert_eq!(toks("module \u{feff}"), [Tok::Ident, Tok::Bad]);
        let token = Lexer::new("\u{feff}module").next_token();
        assert_eq!((token.span, token.first_on_line), (Span::new(3, 9), true));
    }

    #[test]
    fn the_last_line_needs_no_newline() {
        for text in ["return", "return  ", "return\n"] {
            let mut lexer = Lexer::new(text);
            lexer.next_token();
            let end = lexer.next_token();
            assert_eq!((end.tok, end.first_on_line), (Tok::Eof, true), "{text:?}");
        }
    }

    #[test]
    fn odd_characters_are_one_token_each() {
        assert_eq!(toks("é%"), [Tok::Bad, Tok::Bad]);
    }
}
