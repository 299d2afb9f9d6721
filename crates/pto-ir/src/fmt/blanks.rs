//! The blank between two tokens of a line.

use super::{Formatter, Open};
use crate::lexer::Tok;

#[derive(PartialEq)]
pub(super) enum Gap {
    None,
    One,
    /// A blank if there was one.
    Keep,
}

impl Formatter<'_> {
    /// The blank before a token that does not start a line.
    pub(super) fn gap(&self, i: usize) -> Gap {
        let Some(prev) = self.before(i) else { return Gap::None };
        let cur = self.tok(i);
        let fixed = |t: Tok| matches!(t, Tok::Bad | Tok::OpenStr);
        let frame = self.stack.last();
        if fixed(prev) || fixed(cur) || frame.is_some_and(|f| f.raw) {
            return Gap::Keep;
        }
        let top = frame.map(|f| f.open);
        match (prev, cur) {
            (Tok::Minus, Tok::Greater) => Gap::Keep,
            (_, Tok::Comma) => Gap::None,
            (Tok::Comma, _) => Gap::One,
            (Tok::LParen | Tok::LBracket, _) | (_, Tok::RParen | Tok::RBracket) => Gap::None,
            (Tok::Less, Tok::LBrace) | (Tok::RBrace, Tok::Greater) => Gap::None,
            (Tok::Less, _) | (_, Tok::Greater) if top == Some(Open::Tile) => Gap::None,
            (Tok::Equal, _) | (_, Tok::Equal) => self.equal_gap(i, top),
            (Tok::LBrace, Tok::RBrace) => Gap::None,
            (Tok::LBrace, _) | (_, Tok::RBrace) if top == Some(Open::Dict) => Gap::None,
            (_, Tok::LBrace | Tok::RBrace) | (Tok::LBrace | Tok::RBrace, _) => Gap::One,
            (Tok::Arrow, _) | (_, Tok::Arrow) => Gap::One,
            (_, Tok::Colon) => self.colon_gap(i, top),
            (Tok::Colon, _) if self.tight_colon(i - 1) => Gap::Keep,
            (Tok::Colon, _) => Gap::One,
            (Tok::Ident, Tok::LParen) if matches!(self.word(i - 1), "ins" | "outs") => Gap::None,
            (
                Tok::RParen | Tok::RBracket,
                Tok::Ident | Tok::Percent | Tok::Hash | Tok::Bang | Tok::At | Tok::Str,
            ) => Gap::One,
            _ => Gap::Keep,
        }
    }

    fn equal_gap(&self, i: usize, top: Option<Open>) -> Gap {
        if top == Some(Open::Tile) {
            return Gap::None;
        }
        let equal = if self.tok(i) == Tok::Equal { i } else { i - 1 };
        let (left, right) = (self.before(equal), self.tok(equal + 1));
        let comparison = matches!(left, Some(Tok::Less | Tok::Greater | Tok::Equal | Tok::Exclaim))
            || right == Tok::Equal;
        // `#key=value` and `%t!loc=vec` of plain assembly are read by their missing blanks.
        let tight = left == Some(Tok::Hash)
            || (left == Some(Tok::Bang) && equal > 0 && !self.items[equal - 1].first);
        if comparison || (tight && self.touches(equal)) { Gap::Keep } else { Gap::One }
    }

    /// A colon that is part of `@a::@b`, or of `%a:2`.
    fn tight_colon(&self, i: usize) -> bool {
        let pair = (self.before(i) == Some(Tok::Colon) && self.touches(i))
            || (self.tok(i + 1) == Tok::Colon && self.touches(i + 1));
        let group = self.before(i) == Some(Tok::Percent)
            && self.tok(i + 1) == Tok::Int
            && matches!(self.tok(i + 2), Tok::Equal | Tok::Comma);
        pair || group
    }

    fn colon_gap(&self, i: usize, top: Option<Open>) -> Gap {
        match self.before(i) {
            _ if self.tight_colon(i) => Gap::Keep,
            Some(Tok::Percent) if matches!(top, Some(Open::Signature | Open::Label)) => Gap::None,
            _ if self.label == i.checked_sub(1) => Gap::None,
            Some(Tok::Ident) => Gap::Keep,
            _ => Gap::One,
        }
    }
}
