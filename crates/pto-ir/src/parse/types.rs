//! Reading types: each distinct text once.

use super::Parser;
use super::instruction::MAX_PIECES;
use super::type_text::{Fault, closest_type, read_type};
use crate::diag::Diagnostic;
use crate::lexer::{Lexer, Tok};
use crate::module::TypeId;
use crate::span::Span;
use pto_isa::{DType, Type, code};

impl<'a> Parser<'a> {
    /// Whether the current token can start a type.
    pub(super) fn at_type(&self) -> bool {
        match self.cur.tok {
            Tok::Bang | Tok::LParen | Tok::Less => true,
            Tok::Ident => {
                let word = self.word();
                let next = self.next_byte();
                is_type_word(word)
                    || (next == b'<'
                        && (matches!(word, "memref" | "vector" | "tensor" | "tuple" | "complex")
                            || word.starts_with("pto.")
                            || matches!(word, "tile_buf" | "tile" | "tile_view")))
            }
            _ => false,
        }
    }

    /// Reads a type. On a mistake it is reported and the type is unknown.
    pub(super) fn parse_type(&mut self) -> Option<TypeId> {
        let start = self.cur.span.start;
        if self.cur.tok == Tok::LParen {
            return self.parse_function_type();
        }
        if !self.at_type() {
            self.unknown_type();
            return None;
        }
        if let Some((len, id)) = self.recent_type(start) {
            self.resume_at(start + len);
            return id;
        }
        let end = self.type_end()?;
        self.resume_at(end);
        let text = &self.text[start as usize..end as usize];
        // The printer writes `none` for a type that is not known.
        if text == "none" {
            return None;
        }
        if let Some(&id) = self.type_cache.get(text) {
            self.remember_type(text, id);
            return id;
        }
        if let Some(alias) = text.strip_prefix('!').and_then(|n| self.type_aliases.get(n)) {
            return Some(*alias);
        }
        // A type of a dialect has a dot in its name.
        if let Some(name) = text.strip_prefix('!').filter(|n| !n.contains(['.', '<'])) {
            let span = Span::new(start, end);
            let d = Diagnostic::error(code::BAD_TYPE, span, format!("there is no alias `!{name}`"));
            self.report(d.help(format!("define it before it is used: `!{name} = TYPE`")));
            return None;
        }
        let place = |f: &Fault| {
            let at = start + f.at as u32;
            Span::new(at, (at + f.len.max(1) as u32).min(end.max(at + 1))).within(self.text)
        };
        let mut remark = None;
        let id = match read_type(text, &mut remark) {
            Ok(ty) => Some(self.module.types.intern(ty)),
            Err(f) => {
                let mut d = Diagnostic::error(code::BAD_TYPE, place(&f), f.message);
                d.help = f.help;
                self.report_type(text, d);
                None
            }
        };
        if let Some(f) = remark {
            let mut d = Diagnostic::warning(code::OLD_SPELLING, place(&f), f.message);
            d.help = f.help;
            self.report_type(text, d);
        }
        if text.contains("loc=") && text.contains("rows=") {
            self.old_spelling("keyed tile type", Span::new(start, end));
        }
        self.type_cache.insert(text, id);
        self.remember_type(text, id);
        id
    }

    /// Says something about a type, once for all places that spell it with the same tokens, whatever blanks are between them.
    #[cold]
    fn report_type(&mut self, text: &str, d: Diagnostic) {
        let mut key = d.code.to_string();
        let mut lexer = Lexer::new(text);
        loop {
            let token = lexer.next_token();
            if token.tok == Tok::Eof {
                break;
            }
            key.push(' ');
            key.push_str(token.span.of(text));
        }
        if self.noted.insert(key) {
            self.report(d);
        }
    }

    /// A word where a type must be; one that is close to a type's name is passed over as if it were the type.
    #[cold]
    fn unknown_type(&mut self) {
        let (word, span) = (self.word(), self.cur.span);
        let near = (self.cur.tok == Tok::Ident && !self.cur.first_on_line)
            .then(|| closest_type(word))
            .flatten();
        let Some(near) = near else {
            self.expected("a type");
            return;
        };
        let d = Diagnostic::error(code::BAD_TYPE, span, format!("there is no type `{word}`"));
        self.report(d.help(format!("did you mean `{near}`?")).fix(span, near));
        if let Some(end) = self.type_end() {
            self.resume_at(end);
        }
    }

    fn resume_at(&mut self, end: u32) {
        self.lexer.seek(end);
        self.prev_end = end;
        self.advance_keeping_prev();
    }

    /// Programs repeat few types; one that was just read is recognised by its text alone. That is enough,
    /// because a text that ends with the matching `>` is a whole type.
    fn recent_type(&self, start: u32) -> Option<(u32, Option<TypeId>)> {
        let rest = &self.text.as_bytes()[start as usize..];
        let same = |t: &&(&str, Option<TypeId>)| rest.starts_with(t.0.as_bytes());
        let found = self.recent_types.iter().filter(|t| !t.0.is_empty()).find(same)?;
        Some((found.0.len() as u32, found.1))
    }

    fn remember_type(&mut self, text: &'a str, id: Option<TypeId>) {
        if text.ends_with('>') {
            self.recent_types[self.next_recent] = (text, id);
            self.next_recent = (self.next_recent + 1) % self.recent_types.len();
        }
    }

    /// The end of the type that starts at the current token.
    fn type_end(&mut self) -> Option<u32> {
        let bytes = self.text.as_bytes();
        let open = if self.cur.tok == Tok::Less { self.cur.span.start } else { self.cur.span.end }
            as usize;
        if bytes.get(open) != Some(&b'<') {
            return Some(self.cur.span.end);
        }
        let mut depth = 0usize;
        let mut at = open;
        while let Some(&b) = bytes.get(at) {
            match b {
                b'<' => depth += 1,
                b'>' if at > 0 && bytes[at - 1] == b'-' => {}
                b'>' => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(at as u32 + 1);
                    }
                }
                b'"' => {
                    at += 1;
                    while bytes.get(at).is_some_and(|&b| b != b'"' && b != b'\n') {
                        at += 1;
                    }
                }
                // No type holds these: an unclosed `<` ends here.
                b'{' | b'}' | b';' => break,
                _ => {}
            }
            at += 1;
            if at - open > MAX_TYPE_BYTES {
                break;
            }
        }
        let span = Span::new(open as u32, open as u32 + 1);
        self.report(
            Diagnostic::error(code::UNCLOSED, span, "the `<` of this type is never closed")
                .help("close the type with `>`"),
        );
        self.recover();
        None
    }

    fn parse_function_type(&mut self) -> Option<TypeId> {
        if !self.enter() {
            return None;
        }
        let inputs = self.parse_paren_types();
        let results = if self.eat(Tok::Arrow) {
            if self.cur.tok == Tok::LParen {
                self.parse_paren_types()
            } else {
                self.parse_type().into_iter().collect()
            }
        } else {
            Vec::new()
        };
        self.leave();
        let own = |p: &Self, ids: Vec<TypeId>| -> Box<[Type]> {
            ids.into_iter().map(|t| p.module.types.get(t).clone()).collect()
        };
        let ty = Type::Function { inputs: own(self, inputs), results: own(self, results) };
        Some(self.module.types.intern(ty))
    }

    /// `(T, T)`; mistakes are reported and left out.
    pub(super) fn parse_paren_types(&mut self) -> Vec<TypeId> {
        let mut list = Vec::new();
        self.advance();
        while !matches!(self.cur.tok, Tok::RParen | Tok::Eof | Tok::RBrace) {
            match self.parse_type() {
                Some(t) => list.push(t),
                None => break,
            }
            if list.len() > MAX_PIECES {
                self.too_many(self.cur.span, "types", MAX_PIECES);
            }
            self.skip_attr_dict();
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "`)`");
        list
    }
}

/// No real type is longer; a runaway `<` stops here.
const MAX_TYPE_BYTES: usize = 1 << 16;

/// Whether a type is small enough to be repeated wherever its alias is used.
pub(super) fn is_small_type(ty: &Type) -> bool {
    fn count(ty: &Type) -> usize {
        match ty {
            Type::Function { inputs, results } => {
                1 + inputs.iter().chain(results).map(count).sum::<usize>()
            }
            _ => 1,
        }
    }
    count(ty) <= 32
}

/// Whether a word alone is a type.
/// Whether a word without a sigil is a type: `f32`, `index`.
pub fn is_type_word(word: &str) -> bool {
    word == "index" || word == "none" || is_builtin_scalar(word)
}

pub(super) fn is_builtin_scalar(word: &str) -> bool {
    let sized = |p: &str| {
        word.strip_prefix(p).is_some_and(|r| !r.is_empty() && r.bytes().all(|b| b.is_ascii_digit()))
    };
    sized("i")
        || sized("si")
        || sized("ui")
        || sized("u")
        || DType::parse(word).is_some()
        || matches!(word, "f64" | "tf32" | "f80" | "f128")
}
