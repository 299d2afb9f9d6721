//! The statement around a place in a text that may be half typed, by its tokens: which operand, attribute or type belongs there.

use crate::analysis::Tokens;
use pto_ir::DialectOp;
use pto_ir::lexer::{Tok, Token};
use pto_ir::syntax::{self, Elem, ElemKind, Syntax};
use pto_isa::{OpDef, OpId, ops};

/// Statements are looked for over this many tokens.
const MOST_TOKENS: usize = 4000;

/// A statement, up to a place in it.
pub struct Statement<'t> {
    /// The instruction; `None` for operations of other dialects and unknown ones.
    pub op: Option<OpId>,
    /// Whether it is written without `pto.`.
    pub is_assembly: bool,
    /// Whether names of results stand before it.
    pub has_results: bool,
    /// What is open at the place, from the outside in; the first is the statement itself.
    open: Vec<Open<'t>>,
}

/// A pair of brackets that is open.
#[derive(Clone, Copy)]
struct Open<'t> {
    tok: Tok,
    /// The word before the bracket, or before its `=`.
    keyword: &'t str,
    /// Commas in it so far.
    commas: usize,
    /// Whether its types have begun.
    types: bool,
    /// The word before the last `=`, since the last comma.
    key: Option<&'t str>,
}

/// What belongs at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// An operand.
    Operand(u8),
    /// The value of an attribute, by its number.
    Attr(usize),
    /// The value of an attribute as a bare word.
    Word(usize),
    /// The name of an attribute.
    AttrName,
    /// A type.
    Type,
    /// Something that is not known.
    Unknown,
}

/// The instruction of a word at the start of a statement.
fn instruction(word: &str) -> Option<OpId> {
    ops::find_id(word.strip_prefix("pto.").unwrap_or(word))
}

/// Whether a token can be the name of an operation, where one stands.
fn names_operation(text: &str, tokens: &[Token], at: usize) -> bool {
    let t = tokens[at];
    let starts = t.first_on_line
        || at == 0
        || matches!(tokens[at - 1].tok, Tok::Equal | Tok::LBrace | Tok::RBrace);
    let word = t.span.of(text);
    let known = || instruction(word).is_some() || DialectOp::parse(word).is_some();
    t.tok == Tok::Ident && starts && (word.starts_with("pto.") || known())
}

impl<'t> Statement<'t> {
    /// The statement that an offset lies in, if its operation stands before.
    pub fn before(text: &'t str, tokens: &Tokens, offset: u32) -> Option<Statement<'t>> {
        let end = tokens.tokens.partition_point(|t| t.span.end <= offset);
        let list = &tokens.tokens[..end];
        let first = end.saturating_sub(MOST_TOKENS);
        let start = (first..end).rev().find(|&i| names_operation(text, list, i))?;
        let name = list[start].span.of(text);
        let statement = Open { tok: Tok::Eof, keyword: "", commas: 0, types: false, key: None };
        let mut open = vec![statement];
        for i in start + 1..end {
            let t = list[i];
            let last = open.len() - 1;
            let goes_on = matches!(list[i - 1].tok, Tok::Comma | Tok::Colon | Tok::Arrow);
            if last == 0
                && t.first_on_line
                && !goes_on
                && !matches!(t.span.of(text), "ins" | "outs")
            {
                return None;
            }
            match t.tok {
                Tok::LParen | Tok::LBrace | Tok::LBracket | Tok::Less => {
                    let before = list[i - 1];
                    let keyword = match before.tok {
                        Tok::Ident if before.span.end == t.span.start => before.span.of(text),
                        Tok::Equal if i >= 2 => list[i - 2].span.of(text),
                        _ => "",
                    };
                    open.push(Open { tok: t.tok, keyword, ..statement });
                }
                Tok::RParen | Tok::RBrace | Tok::RBracket | Tok::Greater => {
                    if last == 0 {
                        // Something around the statement ends, and with it the statement.
                        return None;
                    }
                    open.pop();
                }
                Tok::Comma => {
                    open[last].commas += 1;
                    open[last].key = None;
                }
                Tok::Colon | Tok::Arrow => open[last].types = true,
                Tok::Equal => open[last].key = Some(list[i - 1].span.of(text)),
                _ => {}
            }
            if open.len() > 64 {
                return None;
            }
        }
        // Statements end with their line, unless something is open, or a list goes on.
        let line_ended = text[list[end - 1].span.end as usize..offset as usize].contains('\n');
        let goes_on =
            matches!(list[end - 1].tok, Tok::Comma | Tok::Colon | Tok::Equal | Tok::Arrow);
        if line_ended && open.len() == 1 && !goes_on {
            return None;
        }
        let is_assembly = !name.starts_with("pto.");
        let has_results = start > 0 && list[start - 1].tok == Tok::Equal;
        Some(Statement { op: instruction(name), is_assembly, has_results, open })
    }

    /// The entry of its instruction.
    pub fn def(&self) -> Option<&'static OpDef> {
        self.op.map(OpId::def)
    }

    /// Whether the place is in `ins(...)` or `outs(...)`.
    pub fn is_dps(&self) -> bool {
        self.open.iter().any(|o| matches!(o.keyword, "ins" | "outs"))
    }

    /// What belongs at the place.
    pub fn expected(&self) -> Expected {
        let Some(op) = self.op else { return Expected::Unknown };
        let (def, syntax) = (op.def(), syntax::of(op));
        // Angle brackets of an attribute, `<PIPE_V>`, are no level of their own; those of a type are one.
        let levels: Vec<&Open<'_>> = self.open.iter().filter(|o| o.tok != Tok::Less).collect();
        if self.open.iter().any(|o| o.tok == Tok::Less && !o.keyword.is_empty()) {
            return Expected::Type;
        }
        let Some((here, around)) = levels.split_last() else { return Expected::Unknown };
        if here.types {
            return Expected::Type;
        }
        match (here.tok, here.keyword) {
            (Tok::LParen, "ins") => nth(&syntax.ins, here.commas),
            (Tok::LParen, "outs") => nth(&syntax.outs, here.commas),
            (Tok::LBrace, _) => match here.key {
                Some(key) => match def.attrs.iter().position(|a| a.name == key) {
                    Some(attr) => Expected::Attr(attr),
                    None => Expected::Unknown,
                },
                None => Expected::AttrName,
            },
            _ if around.is_empty() => match here.key.and_then(|k| keyed(&syntax.elems, k)) {
                Some(elem) => of_elem(elem),
                None => top(syntax, here.commas),
            },
            (tok, keyword) => match inner(&syntax.elems, tok, keyword) {
                Some(list) => list.get(here.commas).map_or(Expected::Unknown, of_elem),
                None => Expected::Unknown,
            },
        }
    }
}

fn nth(slots: &[u8], n: usize) -> Expected {
    // The last operand may stand for any number.
    slots.get(n).or(slots.last()).map_or(Expected::Unknown, |&s| Expected::Operand(s))
}

fn of_elem(elem: &Elem) -> Expected {
    match &elem.kind {
        ElemKind::Slot(slot) => Expected::Operand(*slot),
        ElemKind::Attr(a) => Expected::Attr(*a),
        ElemKind::Word(a) | ElemKind::WordClause(a, _) => Expected::Word(*a),
        _ => Expected::Unknown,
    }
}

/// The piece after some commas on the top level.
fn top(syntax: &Syntax, commas: usize) -> Expected {
    let mut seen = 0;
    for elem in &syntax.elems {
        seen += usize::from(elem.comma);
        if seen == commas {
            return of_elem(elem);
        }
    }
    nth(&syntax.text_slots, commas)
}

fn keyed<'s>(elems: &'s [Elem], key: &str) -> Option<&'s Elem> {
    elems.iter().find_map(|e| match &e.kind {
        ElemKind::Keyed(word, inner, _) if word == key => Some(&**inner),
        _ => None,
    })
}

/// The pieces in a pair of brackets.
fn inner<'s>(elems: &'s [Elem], tok: Tok, keyword: &str) -> Option<&'s [Elem]> {
    elems.iter().find_map(|e| match &e.kind {
        ElemKind::Clause(word, list, _) if tok == Tok::LParen && word == keyword => Some(&list[..]),
        ElemKind::KeyedList(word, list) if tok == Tok::LBracket && word == keyword => {
            Some(&list[..])
        }
        ElemKind::Keyed(word, list, true) if tok == Tok::LBracket && word == keyword => {
            Some(std::slice::from_ref(&**list))
        }
        ElemKind::Brackets(list) if tok == Tok::LBracket => Some(&list[..]),
        ElemKind::Parens(list) if tok == Tok::LParen => Some(&list[..]),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What belongs at the `|` of a text.
    fn at(marked: &str) -> Option<Expected> {
        let offset = marked.find('|').unwrap() as u32;
        let text = marked.replace('|', "");
        let tokens = Tokens::of(&text);
        Some(Statement::before(&text, &tokens, offset)?.expected())
    }

    #[test]
    fn places_in_statements() {
        let expect = |marked: &str, what: Expected| {
            assert_eq!(at(marked), Some(what), "{marked}");
        };
        expect("func.func @f() {\n pto.tadd ins(|", Expected::Operand(0));
        expect("pto.tadd ins(%a, |", Expected::Operand(1));
        expect("pto.tadd ins(%a, %b : !t, |) outs(", Expected::Type);
        expect("pto.tadd ins(%a, %b : !t, !t) outs(|", Expected::Operand(2));
        expect("%d = tadd %a, |", Expected::Operand(1));
        expect("pto.set_flag[<PIPE_V>, <|", Expected::Attr(1));
        expect("pto.set_flag[<PIPE_V>, <PIPE_S>, |", Expected::Attr(2));
        expect("%x = pto.alloc_tile addr = |", Expected::Operand(0));
        expect("pto.tadd ins(%a : !pto.tile_buf<vec, |", Expected::Type);
        assert_eq!(at("pto.tadd ins(%a : !t) outs(%b : !t)\n  |"), None);
        assert_eq!(at("module { |"), Some(Expected::Unknown));
    }
}
