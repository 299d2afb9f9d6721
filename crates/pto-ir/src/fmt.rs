//! The formatter: every token and comment of a text, with canonical blanks between them.

mod blanks;

use crate::dialect::DialectOp;
use crate::lexer::{Lexer, Tok, mark_bytes};
use crate::span::Span;
use blanks::Gap;
use pto_isa::ops;

/// Deeper levels are not indented further, so that the output stays as long as the input.
const MAX_LEVEL: usize = 100;

/// Formats a program. Tokens, comments and line breaks stay; only blanks change.
///
/// A byte order mark is left out.
///
/// It works on tokens alone, so a text with mistakes is formatted too, and a second pass changes nothing.
///
/// ```
/// let text = "func.func @f( %a : f32 ) {\n// done\n      return\n}";
/// assert_eq!(pto_ir::format(text), "func.func @f(%a: f32) {\n  // done\n  return\n}\n");
/// ```
pub fn format(text: &str) -> String {
    let pieces = Pieces::read(text);
    let mut f = Formatter::new(text, &pieces);
    for i in 0..pieces.items.len() {
        f.item(i);
    }
    let mut out = f.out;
    if !out.is_empty() {
        out.push('\n');
    }
    // A stray `#` is a comment or a token depending on the blank after it. Such a text stays as it is.
    if same(text, &pieces, &out) { out } else { text[mark_bytes(text)..].to_string() }
}

/// A token with the comments before it.
#[derive(Clone, Copy)]
struct Item {
    tok: Tok,
    span: Span,
    /// Whether it starts a line.
    first: bool,
    /// Its comments end here; they start where those of the item before end.
    comments_end: usize,
}

struct Pieces {
    items: Vec<Item>,
    comments: Vec<(Span, bool)>,
}

impl Pieces {
    fn read(text: &str) -> Pieces {
        let mut lexer = Lexer::new(text);
        let (mut items, mut comments) = (Vec::new(), Vec::new());
        loop {
            comments.extend(std::iter::from_fn(|| lexer.next_comment()));
            let t = lexer.next_token();
            let first = t.first_on_line;
            items.push(Item { tok: t.tok, span: t.span, first, comments_end: comments.len() });
            if t.tok == Tok::Eof {
                return Pieces { items, comments };
            }
        }
    }
}

/// Whether `out` has the same tokens, comments and line breaks.
fn same(text: &str, pieces: &Pieces, out: &str) -> bool {
    let other = Pieces::read(out);
    let item = |a: &Item, b: &Item| {
        let place = a.tok == Tok::Eof || (a.first, a.comments_end) == (b.first, b.comments_end);
        a.tok == b.tok && a.span.of(text) == b.span.of(out) && place
    };
    let comment = |a: &(Span, bool), b: &(Span, bool)| a.0.of(text) == b.0.of(out);
    pieces.items.len() == other.items.len()
        && pieces.comments.len() == other.comments.len()
        && pieces.items.iter().zip(&other.items).all(|(a, b)| item(a, b))
        && pieces.comments.iter().zip(&other.comments).all(|(a, b)| comment(a, b))
}

/// What an open bracket holds.
#[derive(Clone, Copy, PartialEq)]
enum Open {
    /// `{` with statements.
    Region,
    /// `{` with attributes.
    Dict,
    /// `(` or `[`.
    Group,
    /// `(` of a function: `%a: T`.
    Signature,
    /// `(` of a label: `%a: T`, and a colon after it.
    Label,
    /// `<` of a tile type.
    Tile,
    /// `<{` of properties.
    Props,
    /// Any other `<`, and `loc(`: blanks may be part of what is read, so they are kept.
    Raw,
}

#[derive(Clone, Copy)]
struct Frame {
    open: Open,
    /// Opened by `<`.
    angle: bool,
    /// The bracket, or one around it, keeps its blanks.
    raw: bool,
    /// The bracket was the last token of its line.
    hangs: bool,
}

struct Formatter<'a> {
    text: &'a str,
    items: &'a [Item],
    comments: &'a [(Span, bool)],
    out: String,
    stack: Vec<Frame>,
    regions: usize,
    braces: usize,
    /// The last `)` or name that belongs to a label, and the last colon that ends one.
    label: Option<usize>,
    label_colon: Option<usize>,
}

impl<'a> Formatter<'a> {
    fn new(text: &'a str, pieces: &'a Pieces) -> Formatter<'a> {
        Formatter {
            text,
            items: &pieces.items,
            comments: &pieces.comments,
            out: String::with_capacity(text.len() + text.len() / 8),
            stack: Vec::new(),
            regions: 0,
            braces: 0,
            label: None,
            label_colon: None,
        }
    }

    fn tok(&self, i: usize) -> Tok {
        self.items.get(i).map_or(Tok::Eof, |t| t.tok)
    }

    fn word(&self, i: usize) -> &'a str {
        self.items[i].span.of(self.text)
    }

    fn before(&self, i: usize) -> Option<Tok> {
        i.checked_sub(1).map(|p| self.tok(p))
    }

    /// Whether nothing stands between this token and the one before.
    fn touches(&self, i: usize) -> bool {
        i > 0 && self.items[i - 1].span.end == self.items[i].span.start
    }

    fn top(&self) -> Option<Open> {
        self.stack.last().map(|f| f.open)
    }

    fn item(&mut self, i: usize) {
        let Item { tok, span, first, comments_end } = self.items[i];
        if first || tok == Tok::Eof {
            self.recover(i);
        }
        let from = i.checked_sub(1).map_or(0, |p| self.items[p].comments_end);
        let mut end = i.checked_sub(1).map_or(0, |p| self.items[p].span.end);
        let indent = if tok == Tok::Eof {
            Self::level(self.regions)
        } else if first {
            self.indent(i)
        } else {
            0
        };
        let inside = if tok == Tok::RBrace { self.inner_indent() } else { indent };
        for &(comment, alone) in &self.comments[from..comments_end] {
            if alone {
                self.new_line(Span::new(end, comment.start), inside);
            } else {
                self.out.push(' ');
            }
            self.out.push_str(comment.of(self.text));
            end = comment.end;
        }
        if tok == Tok::Eof {
            return;
        }
        if first {
            self.new_line(Span::new(end, span.start), indent);
        } else {
            match self.gap(i) {
                Gap::One => self.out.push(' '),
                Gap::Keep if !self.touches(i) && i > 0 => self.out.push(' '),
                _ => {}
            }
        }
        self.out.push_str(span.of(self.text));
        self.track(i);
    }

    /// Ends the line; of several empty lines one stays.
    fn new_line(&mut self, gap: Span, indent: usize) {
        if !self.out.is_empty() {
            let lines = gap.of(self.text).bytes().filter(|&b| b == b'\n').count();
            self.out.push_str(if lines > 1 { "\n\n" } else { "\n" });
        }
        self.out.extend(std::iter::repeat_n(' ', indent));
    }

    // -- lines --

    fn level(regions: usize) -> usize {
        2 * regions.min(MAX_LEVEL)
    }

    /// Where a line that starts with this token begins.
    fn indent(&self, i: usize) -> usize {
        let here = Self::level(self.regions);
        let frame = self.stack.last();
        let closes = match self.tok(i) {
            Tok::RBrace => frame.is_some_and(|f| matches!(f.open, Open::Region | Open::Dict)),
            Tok::RParen | Tok::RBracket => frame.is_some_and(|f| !f.angle),
            _ => false,
        };
        match frame {
            Some(f) if closes && f.open == Open::Region => {
                let line = &self.items[i + 1..];
                let more = line.iter().take_while(|t| t.tok == Tok::RBrace && !t.first).count();
                Self::level(self.regions.saturating_sub(1 + more))
            }
            Some(f) if closes && f.hangs => here,
            Some(f) if f.open != Open::Region => here + 4,
            _ if self.tok(i) == Tok::Caret => Self::level(self.regions.saturating_sub(1)),
            _ if self.starts_statement(i) => here,
            _ => here + 4,
        }
    }

    /// Where a comment at the end of the open bracket begins.
    fn inner_indent(&self) -> usize {
        Self::level(self.regions) + if self.top() == Some(Open::Dict) { 4 } else { 0 }
    }

    /// Whether the first token of a line, outside brackets, starts something new.
    fn starts_statement(&self, i: usize) -> bool {
        match self.before(i) {
            None => return true,
            Some(Tok::Comma | Tok::Equal | Tok::Arrow | Tok::Minus) => return false,
            Some(Tok::Colon) if self.label_colon != Some(i - 1) => return false,
            _ => {}
        }
        let next = self.tok(i + 1);
        match self.tok(i) {
            Tok::Percent => matches!(next, Tok::Equal | Tok::Comma | Tok::Colon),
            Tok::Str => next == Tok::LParen,
            Tok::Hash => next == Tok::Equal && !self.touches(i + 1),
            Tok::Bang => next == Tok::Equal,
            Tok::LBrace => !self.at_dict(i),
            Tok::RBrace | Tok::Eof => true,
            Tok::Ident => {
                let word = self.word(i);
                match next {
                    _ if matches!(word, "attributes" | "to" | "step" | "into" | "loc") => false,
                    Tok::LParen | Tok::LBracket => {
                        word.contains('.') || ops::find_id(word).is_some()
                    }
                    Tok::Equal => false,
                    _ => true,
                }
            }
            Tok::Bad | Tok::OpenStr => true,
            _ => false,
        }
    }

    /// A line that surely starts a statement ends brackets that were never closed.
    fn recover(&mut self, i: usize) {
        let open = matches!(
            self.before(i),
            Some(
                Tok::Comma
                    | Tok::Equal
                    | Tok::Arrow
                    | Tok::Colon
                    | Tok::LParen
                    | Tok::LBracket
                    | Tok::Less
            )
        );
        let next = self.tok(i + 1);
        let sure = match self.tok(i) {
            Tok::Percent => next == Tok::Equal,
            Tok::Ident => {
                self.word(i).contains('.')
                    && !matches!(next, Tok::Equal | Tok::Comma | Tok::RBrace | Tok::Less)
            }
            _ => false,
        };
        let brace = self.tok(i) == Tok::RBrace;
        if brace || (sure && !open && self.top() != Some(Open::Dict)) {
            while self.stack.last().is_some_and(|f| !is_brace(f.open)) {
                self.stack.pop();
            }
        }
    }

    // -- brackets --

    /// Whether `{` opens attributes rather than statements.
    fn at_dict(&self, i: usize) -> bool {
        let second = self.tok(i + 2);
        match self.tok(i + 1) {
            Tok::Str => matches!(second, Tok::Equal | Tok::Comma | Tok::RBrace),
            Tok::Ident => match second {
                Tok::Equal | Tok::Comma => true,
                Tok::RBrace => {
                    let word = self.word(i + 1);
                    let op = DialectOp::parse(word);
                    word != "pto.yield" && !op.is_some_and(DialectOp::is_terminator)
                }
                _ => false,
            },
            _ => false,
        }
    }

    fn push(&mut self, i: usize, open: Open) {
        let angle = self.tok(i) == Tok::Less;
        let around = self.stack.last().is_some_and(|f| f.raw && open != Open::Region);
        let hangs = self.items.get(i + 1).is_some_and(|n| n.first);
        self.stack.push(Frame { open, angle, raw: around || open == Open::Raw, hangs });
        self.regions += usize::from(open == Open::Region);
        self.braces += usize::from(is_brace(open));
    }

    /// Keeps track of brackets and labels after a token was written.
    fn track(&mut self, i: usize) {
        let owner = i.checked_sub(1);
        match self.tok(i) {
            Tok::LBrace if self.at_dict(i) => self.push(i, Open::Dict),
            Tok::LBrace => self.push(i, Open::Region),
            Tok::LBracket => self.push(i, Open::Group),
            Tok::LParen => {
                let open = match owner.map(|o| (self.tok(o), o)) {
                    Some((Tok::At, _)) => Open::Signature,
                    Some((Tok::Caret, o)) if self.is_label(o) => Open::Label,
                    Some((Tok::Ident, o)) if self.word(o) == "loc" => Open::Raw,
                    _ => Open::Group,
                };
                self.push(i, open);
            }
            Tok::Less => {
                let name = owner.filter(|_| self.touches(i)).map_or("", |o| self.word(o));
                let name = name.trim_start_matches('!').trim_start_matches("pto.");
                let open = match name {
                    "tile" | "tile_buf" | "multi_tile_buf" => Open::Tile,
                    _ if self.tok(i + 1) == Tok::LBrace => Open::Props,
                    _ => Open::Raw,
                };
                self.push(i, open);
            }
            Tok::Greater if self.stack.last().is_some_and(|f| f.angle) => {
                self.stack.pop();
            }
            Tok::RParen | Tok::RBracket => {
                while self.stack.last().is_some_and(|f| f.angle) {
                    self.stack.pop();
                }
                if self.stack.last().is_some_and(|f| !is_brace(f.open)) {
                    let frame = self.stack.pop();
                    if frame.is_some_and(|f| f.open == Open::Label) {
                        self.label = Some(i);
                    }
                }
            }
            Tok::RBrace if self.braces > 0 => {
                while let Some(f) = self.stack.pop() {
                    if is_brace(f.open) {
                        self.regions -= usize::from(f.open == Open::Region);
                        self.braces -= 1;
                        break;
                    }
                }
            }
            Tok::Caret if self.is_label(i) => self.label = Some(i),
            Tok::Colon => {
                let plain = |o: usize| self.tok(o) == Tok::Ident && self.items[o].first;
                if owner.is_some_and(|o| self.label == Some(o) || (plain(o) && self.touches(i))) {
                    self.label_colon = Some(i);
                }
            }
            _ => {}
        }
    }

    /// Whether `^bb0` names the block that starts here rather than a branch target.
    fn is_label(&self, i: usize) -> bool {
        self.items[i].first || self.before(i) == Some(Tok::LBrace)
    }
}

fn is_brace(open: Open) -> bool {
    matches!(open, Open::Region | Open::Dict)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, want: &str) {
        let got = format(text);
        assert_eq!(got, want);
        assert_eq!(format(&got), got, "a second pass changes nothing");
    }

    #[test]
    fn a_byte_order_mark_goes() {
        assert_eq!(format("\u{feff}module {}"), "module {}\n");
        assert_eq!(format(&format("\u{feff}module {}")), "module {}\n");
    }

    #[test]
    fn statements_are_indented_and_keep_their_breaks() {
        check(
            "module{\nfunc.func @f(%a : !t ,%b:!t)->index attributes { pto.entry }{\n\n\n\
             pto.tadd ins( %a,%b:!t , !t)\nouts(%a :!t){k=1}\n  ^bb1( %x : f32 ) :\n\
             cf.br ^bb1(%x:f32)   \n}\n}",
            "module {\n  func.func @f(%a: !t, %b: !t) -> index attributes {pto.entry} {\n\n    \
             pto.tadd ins(%a, %b : !t, !t)\n        outs(%a : !t) {k = 1}\n  ^bb1(%x: f32):\n    \
             cf.br ^bb1(%x : f32)\n  }\n}\n",
        );
    }

    #[test]
    fn dictionaries_and_groups_over_several_lines() {
        check(
            "module attributes{\n a=1,\n // last\n b = [2,3]\n} {\nfunc.call @f(\n%a ,\n%b\n):(f32,f32)->()\n}",
            "module attributes {\n    a = 1,\n    // last\n    b = [2, 3]\n} {\n  func.call @f(\n      \
             %a,\n      %b\n  ) : (f32, f32) -> ()\n}\n",
        );
    }

    #[test]
    fn comments_stay_where_they_are() {
        check(
            "// a\n\n\n# b\n{ -- c\nreturn  // d\n      // e\n}\n-- f",
            "// a\n\n# b\n{ -- c\n  return // d\n  // e\n}\n-- f\n",
        );
    }

    #[test]
    fn odd_tokens_survive() {
        let text = "pto.launch @k<<<32, 1, 1>>>(%x#1) : () -> ()\n\
                    %a:2 = pto.x -1, 1.0e-5 {s = \"a \\\" {b\", p = #pto<cmp eq>} : !pto.vreg<64xf32>\n\
                    %t = tcmp %a, %b : !pto.tile<f32, 16, 16> #cmpMode=#pto.cmp<EQ> loc(\"f\":1:2)\n";
        check(text, text);
        check(
            "!t=!pto.tile_buf< loc = vec,dtype=f32,valid = ?x16 >\n%m = x : memref<16xf32,strided<[1]>>",
            "!t = !pto.tile_buf<loc=vec, dtype=f32, valid=?x16>\n%m = x : memref<16xf32,strided<[1]>>\n",
        );
    }

    #[test]
    fn mistakes_and_strange_texts_keep_their_tokens() {
        check("pto.tadd ins(%a,\n%b = pto.tadd %c", "pto.tadd ins(%a,\n    %b = pto.tadd %c\n");
        check("x ( [\n%b = pto.y\n}}", "x ([\n    %b = pto.y\n} }\n");
        check("pto.x ins(%a\n%b = pto.y", "pto.x ins(%a\n%b = pto.y\n");
        for text in ["", "\n\n", "#", "#\t(", "a #(b", "- >", "- -", "/ /", "\"open  ", "%", "é\0<"]
        {
            let once = format(text);
            assert_eq!(format(&once), once, "{text:?}");
            assert!(same(text, &Pieces::read(text), &once), "{text:?} {once:?}");
        }
        let deep = "{\n".repeat(20_000);
        assert!(format(&deep).len() < deep.len() * 120);
    }
}
