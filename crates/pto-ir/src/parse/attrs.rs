//! Reading attributes: literals, enumeration cases, dictionaries.

use super::Parser;
use crate::diag::Diagnostic;
use crate::intern::{Attr, int_bits};
use crate::lexer::Tok;
use crate::module::{AttrId, NamedAttr, Sym, TypeId};
use crate::span::Span;
use pto_isa::code;

/// Most values one attribute alias stands for: aliases of aliases must not grow without bound.
const MAX_ALIAS: usize = 1000;

/// Most values of an array.
const MAX_ARRAY: usize = 1 << 20;
/// Most attributes of a dictionary.
const MAX_DICT: usize = 5000;

impl<'a> Parser<'a> {
    /// Reads an attribute value. On a mistake it is reported.
    pub(super) fn parse_attr(&mut self) -> Option<AttrId> {
        if let Some(alias) = self.attr_alias() {
            return Some(alias);
        }
        if !self.enter() {
            return None;
        }
        let attr = self.attr_value(true);
        self.leave();
        attr.map(|a| self.module.attrs.intern(a))
    }

    /// Reads `#alias`, if the current token is one.
    fn attr_alias(&mut self) -> Option<AttrId> {
        if self.cur.tok != Tok::Hash || self.next_byte() == b'<' {
            return None;
        }
        let id = *self.attr_aliases.get(&self.word()[1..])?;
        self.advance();
        Some(id)
    }

    /// Whether an attribute is small enough to be repeated wherever its alias is used.
    pub(super) fn is_small_attr(&self, id: AttrId) -> bool {
        let mut left = vec![id];
        let mut count = 0;
        while let Some(id) = left.pop() {
            count += 1;
            match self.module.attrs.get(id) {
                Attr::Array(list) => left.extend(list.iter().take(MAX_ALIAS)),
                Attr::Dict(list) => left.extend(list.iter().take(MAX_ALIAS).map(|a| a.1)),
                _ => {}
            }
            if count + left.len() > MAX_ALIAS {
                return false;
            }
        }
        true
    }

    /// Reads a literal inside an instruction's own syntax: no `: type` after numbers.
    pub(super) fn parse_literal(&mut self) -> Option<AttrId> {
        if let Some(alias) = self.attr_alias() {
            return Some(alias);
        }
        if self.cur.tok == Tok::Less {
            let text = self.raw_angles()?;
            let inner = text[1..text.len() - 1].trim();
            return Some(match is_word(inner) {
                true => self.module.attrs.word(inner),
                false => self.module.attrs.intern(Attr::Other(text.into())),
            });
        }
        let attr = self.attr_value(false);
        attr.map(|a| self.module.attrs.intern(a))
    }

    fn attr_value(&mut self, typed: bool) -> Option<Attr> {
        let span = self.cur.span;
        match self.cur.tok {
            Tok::Str => {
                let text = span.of(self.text);
                self.advance();
                Some(Attr::Str(text[1..text.len() - 1].into()))
            }
            Tok::Int | Tok::Float | Tok::Minus => self.number_attr(typed),
            Tok::At => {
                self.advance();
                let first = &span.of(self.text)[1..];
                if self.cur.tok != Tok::Colon || self.next_byte() != b':' {
                    return Some(Attr::Symbol(unquote(first).into()));
                }
                // Nested names: `@a::@b`.
                let mut path = first.to_string();
                while self.cur.tok == Tok::Colon && self.next_byte() == b':' {
                    self.advance();
                    self.advance();
                    if self.cur.tok != Tok::At {
                        self.expected("a name, `@name`");
                        return None;
                    }
                    path.push_str("::");
                    path.push_str(self.word());
                    self.advance();
                }
                Some(Attr::Symbol(path.into()))
            }
            Tok::LBracket => {
                self.advance();
                let mut list = Vec::new();
                while !matches!(self.cur.tok, Tok::RBracket | Tok::Eof | Tok::RBrace) {
                    list.push(self.parse_attr()?);
                    if list.len() > MAX_ARRAY {
                        self.too_many(span, "values", MAX_ARRAY);
                    }
                    if !self.eat(Tok::Comma) {
                        break;
                    }
                }
                self.expect(Tok::RBracket, "`]`");
                Some(Attr::Array(list.into()))
            }
            Tok::LBrace => {
                let mut list = Vec::new();
                self.parse_attr_dict(&mut list);
                Some(Attr::Dict(list.iter().map(|a| (a.name, a.value)).collect()))
            }
            Tok::Hash => self.hash_attr(),
            Tok::Less => {
                let id = self.parse_literal()?;
                Some(self.module.attrs.get(id).clone())
            }
            Tok::Ident => self.ident_attr(),
            Tok::Bang | Tok::LParen => self.parse_type().map(Attr::Type),
            _ => {
                self.expected("an attribute value");
                None
            }
        }
    }

    fn number_attr(&mut self, typed: bool) -> Option<Attr> {
        let negative = self.eat(Tok::Minus);
        let (tok, span) = (self.cur.tok, self.cur.span);
        if !matches!(tok, Tok::Int | Tok::Float) {
            self.expected("a number");
            return None;
        }
        self.advance();
        let digits = span.of(self.text);
        let text =
            || -> Box<str> { if negative { format!("-{digits}").into() } else { digits.into() } };
        let ty = (typed && self.eat(Tok::Colon)).then(|| self.parse_type()).flatten();
        if tok == Tok::Float {
            if let Some(ty) = ty.map(|t| self.module.types.get(t)).filter(|t| int_bits(t).is_some())
            {
                let message = format!("{} is no number of type {ty}", text());
                let d = Diagnostic::error(code::BAD_NUMBER, span, message);
                self.report(d.help("write a whole number, or a floating-point type"));
            }
            return Some(Attr::Float(text(), ty));
        }
        let value = match digits.strip_prefix("0x") {
            Some(hex) => i128::from_str_radix(hex, 16),
            None => digits.parse(),
        };
        // A hexadecimal literal of a float type is its bit pattern.
        let is_float = ty.is_some_and(
            |t| matches!(self.module.types.get(t), pto_isa::Type::Scalar(d) if d.is_float()),
        );
        match value {
            Ok(_) if is_float => Some(Attr::Float(text(), ty)),
            Ok(v) => {
                let v = if negative { -v } else { v };
                if let Some(ty) = ty {
                    self.check_fits(v, ty, span);
                }
                Some(Attr::Int(v, ty))
            }
            Err(_) => {
                let d = Diagnostic::error(code::BAD_NUMBER, span, "this number is too large");
                self.report(d);
                None
            }
        }
    }

    /// A number of a type has at most its bits. Whether they are read with a sign is for whoever uses it.
    pub(super) fn check_fits(&mut self, value: i128, ty: TypeId, span: Span) {
        let Some((bits, range)) = int_bits(self.module.types.get(ty)) else { return };
        let (low, high) = range.into_inner();
        if !(low..=high).contains(&value) {
            let unit = if bits == 1 { "bit" } else { "bits" };
            let message = format!("{value} does not fit {bits} {unit}");
            let d = Diagnostic::error(code::BAD_NUMBER, span, message);
            self.report(d.help(format!("write a number from {low} to {high}, or a wider type")));
        }
    }

    /// `#pto.pipe<PIPE_V>`, `#pto<cmp eq>`, or an alias.
    fn hash_attr(&mut self) -> Option<Attr> {
        let span = self.cur.span;
        let name = &span.of(self.text)[1..];
        if self.next_byte() != b'<' {
            self.advance();
            return Some(Attr::Other(span.of(self.text).into()));
        }
        self.advance();
        let angles = self.raw_angles()?;
        let inner = angles[1..angles.len() - 1].trim();
        let whole = || Span::new(span.start, span.end + angles.len() as u32).of(self.text);
        Some(match name {
            "pto" => match inner.split_once(char::is_whitespace) {
                Some((kind, case)) if is_word(kind) && is_word(case.trim()) => {
                    Attr::Case { kind: kind.into(), value: case.trim().into(), dotted: false }
                }
                _ => Attr::Other(whole().into()),
            },
            _ => match name.strip_prefix("pto.") {
                Some(kind) if is_word(inner) => {
                    Attr::Case { kind: kind.into(), value: inner.into(), dotted: true }
                }
                _ => Attr::Other(whole().into()),
            },
        })
    }

    fn ident_attr(&mut self) -> Option<Attr> {
        let word = self.word();
        match word {
            "true" | "false" => {
                self.advance();
                if self.cur.tok == Tok::Colon && self.peek_is_word("i1") {
                    self.advance();
                    self.advance();
                }
                return Some(Attr::Bool(word == "true"));
            }
            "unit" => {
                self.advance();
                return Some(Attr::Unit);
            }
            _ => {}
        }
        if self.at_type() {
            return self.parse_type().map(Attr::Type);
        }
        let span = self.cur.span;
        self.advance();
        // `dense<...>`, `array<i32: 1, 2>`, `affine_map<...>`, `loc(...)`.
        if self.cur.tok == Tok::Less && self.cur.span.start == span.end {
            let angles = self.raw_angles()?;
            let end = span.end + angles.len() as u32;
            let mut text = Span::new(span.start, end).of(self.text).to_string();
            if self.cur.tok == Tok::Colon && word.starts_with("dense") {
                self.advance();
                let ty = self.parse_type()?;
                // The type itself rather than its text, which may be an alias.
                text = format!("{text} : {}", self.type_text(ty));
            }
            return Some(Attr::Other(text.into()));
        }
        Some(Attr::Word(word.into()))
    }

    /// The text from the current `<` to its match.
    pub(super) fn raw_angles(&mut self) -> Option<&'a str> {
        let start = self.cur.span.start as usize;
        let bytes = self.text.as_bytes();
        let mut depth = 0usize;
        for (i, &b) in bytes[start..].iter().enumerate().take(1 << 13) {
            match b {
                b'<' => depth += 1,
                b'>' if bytes[start + i - 1] != b'-' => {
                    depth -= 1;
                    if depth == 0 {
                        let end = start + i + 1;
                        self.lexer.seek(end as u32);
                        self.prev_end = end as u32;
                        self.advance_keeping_prev();
                        return Some(&self.text[start..end]);
                    }
                }
                _ => {}
            }
        }
        let span = Span::new(start as u32, start as u32 + 1);
        self.report(Diagnostic::error(code::UNCLOSED, span, "this `<` is never closed"));
        self.recover();
        None
    }

    /// `{a = 1, b}` into `list`.
    pub(super) fn parse_attr_dict(&mut self, list: &mut Vec<NamedAttr>) {
        let open = self.cur.span;
        self.advance();
        loop {
            let (tok, span) = (self.cur.tok, self.cur.span);
            match tok {
                Tok::RBrace => {
                    self.advance();
                    return;
                }
                Tok::Eof => {
                    let d = Diagnostic::error(code::UNCLOSED, open, "this `{` is never closed");
                    self.report(d);
                    return;
                }
                Tok::Ident | Tok::Str => {
                    let raw = span.of(self.text);
                    let name = self.module.symbols.intern(unquote(raw));
                    self.advance();
                    let value = if self.eat(Tok::Equal) {
                        let at = self.cur.span;
                        match self.parse_attr() {
                            Some(v) => (v, Span::new(at.start, self.prev_end)),
                            None => {
                                self.recover_in_braces();
                                return;
                            }
                        }
                    } else {
                        (self.module.attrs.intern(Attr::Unit), span)
                    };
                    list.push(NamedAttr { name, value: value.0, span: value.1 });
                    if list.len() > MAX_DICT {
                        self.too_many(open, "attributes", MAX_DICT);
                    }
                    if self.cur.tok != Tok::RBrace && !self.eat(Tok::Comma) {
                        self.expected("`,` or `}`");
                        self.recover_in_braces();
                        return;
                    }
                }
                _ => {
                    self.expected("an attribute name");
                    self.recover_in_braces();
                    return;
                }
            }
        }
    }

    /// After a mistake in a dictionary: past its `}` if that stands on the same line.
    fn recover_in_braces(&mut self) {
        while !matches!(self.cur.tok, Tok::RBrace | Tok::Eof) && !self.cur.first_on_line {
            self.advance();
        }
        if self.cur.tok == Tok::RBrace && !self.cur.first_on_line {
            self.advance();
        }
    }

    /// Reads and forgets an attribute dictionary, if one starts here.
    pub(super) fn skip_attr_dict(&mut self) -> Vec<(Sym, AttrId)> {
        let mut list = Vec::new();
        if self.cur.tok == Tok::LBrace {
            self.parse_attr_dict(&mut list);
        }
        list.iter().map(|a| (a.name, a.value)).collect()
    }

    /// `loc(...)`: read and dropped; the formatter keeps it.
    pub(super) fn skip_location(&mut self) {
        if self.cur.tok == Tok::Ident && self.word() == "loc" && self.next_byte() == b'(' {
            self.advance();
            self.skip_balanced();
        }
    }
}

/// A name without the quotes around it.
pub(super) fn unquote(text: &str) -> &str {
    text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(text)
}

/// One identifier or number.
fn is_word(text: &str) -> bool {
    let inside = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$');
    !text.is_empty() && text.bytes().all(inside)
}
