//! The textual shape of each instruction, read from its block.

use pto_isa::def::{Arity, AttrDef, AttrKind, Kind, OpDef, OperandDef, PrintForm, Role};
use pto_isa::{OpId, all, ops};
use std::sync::{LazyLock, OnceLock};

/// One piece of an instruction's plain form. `comma` says that a comma stands before it.
#[derive(Debug, Clone, PartialEq)]
pub struct Elem {
    /// Whether a comma separates it from what comes before.
    pub comma: bool,
    /// What it is.
    pub kind: ElemKind,
}

/// What a piece is.
#[derive(Debug, Clone, PartialEq)]
pub enum ElemKind {
    /// An operand.
    Slot(u8),
    /// An attribute, printed as its value.
    Attr(usize),
    /// An attribute, printed as a bare word.
    Word(usize),
    /// An attribute as a bare word with something in parentheses after it: `nz2dn(%x)`.
    WordClause(usize, Vec<Elem>),
    /// A fixed word.
    Literal(String),
    /// `kw(...)`, perhaps repeated.
    Clause(String, Vec<Elem>, bool),
    /// `kw = x` or `kw = [x, ...]`.
    Keyed(String, Box<Elem>, bool),
    /// `kw [x, ...]`.
    KeyedList(String, Vec<Elem>),
    /// `[...]` after an operand.
    Brackets(Vec<Elem>),
    /// `(... : types)`.
    Parens(Vec<Elem>),
    /// `<<<...>>>`.
    Chevrons(Vec<Elem>),
    /// `{a = .., b = ..}`.
    Braces(Vec<usize>),
}

/// The compiled form of an instruction.
#[derive(Debug, Default)]
pub struct Syntax {
    /// Pieces of the plain form.
    pub elems: Vec<Elem>,
    /// Other orders that are read, and printed when the first cannot show every operand.
    pub others: Vec<(Vec<Elem>, Vec<u8>)>,
    /// The type list, where it is not just the operands outside brackets.
    pub typed: Option<Vec<Elem>>,
    /// The type list names results only: `: T` after the operands is the type of the result.
    pub types_are_results: bool,
    /// Result types follow `->` even without operand types.
    pub arrow: bool,
    /// Operands of the plain form, in text order.
    pub text_slots: Vec<u8>,
    /// Positional attributes, in text order, outside clauses.
    pub text_attrs: Vec<usize>,
    /// Operands inside brackets: their types are not listed.
    pub bracketed: Vec<u8>,
    /// Operands that are results in the SSA form.
    pub result_slots: Vec<u8>,
    /// Operands of `ins(...)`.
    pub ins: Vec<u8>,
    /// Operands of `outs(...)`.
    pub outs: Vec<u8>,
    /// The text has a place for brackets after an operand.
    pub has_brackets: bool,
    /// A number that stands among the operands is one of them: no attribute is a number or of any form.
    pub takes_numbers: bool,
    /// The tile that is read and written, where there is one: text may name it like a result.
    pub updated: Option<u8>,
}

/// The compiled form of an instruction of the table.
pub fn of(id: OpId) -> &'static Syntax {
    static CELLS: LazyLock<Vec<OnceLock<Syntax>>> =
        LazyLock::new(|| (0..all().len()).map(|_| OnceLock::new()).collect());
    CELLS[id.0 as usize].get_or_init(|| compile(id.def()))
}

fn compile(op: &OpDef) -> Syntax {
    let numeric = |a: &AttrDef| matches!(a.kind, AttrKind::Int(..) | AttrKind::Any);
    let is_number = |o: &OperandDef| {
        matches!(o.kind, Kind::Scalar | Kind::Index | Kind::TileOrScalar | Kind::ScalarOrVreg)
    };
    let mut updated = (0..).zip(op.operands).filter(|(_, o)| o.role == Role::InOut);
    let updated = match (updated.next(), updated.next()) {
        (Some((slot, o)), None) if o.kind == Kind::Tile && op.form == PrintForm::Dps => Some(slot),
        _ => None,
    };
    let syntax = compile_text(op);
    // Pages also put the place of a window in brackets: `textract %src[%r, %c]`.
    let places = op.operands.iter().any(|o| o.kind == Kind::Index && o.arity == Arity::One);
    let after_operand = |pair: &[Elem]| {
        matches!(
            pair,
            [Elem { kind: ElemKind::Slot(_), .. }, Elem { kind: ElemKind::Brackets(_), .. }]
        )
    };
    let brackets = |elems: &[Elem]| elems.windows(2).any(after_operand);
    Syntax {
        has_brackets: places
            || brackets(&syntax.elems)
            || syntax.others.iter().any(|o| brackets(&o.0)),
        takes_numbers: !op.attrs.iter().any(numeric) && op.operands.iter().any(is_number),
        updated,
        ..syntax
    }
}

fn compile_text(op: &OpDef) -> Syntax {
    let slots = |keep: &dyn Fn(Role) -> bool| -> Vec<u8> {
        (0..op.operands.len() as u8).filter(|&i| keep(op.operands[i as usize].role)).collect()
    };
    let outs = slots(&|r| r == Role::Out);
    // Scratch that is declared after an output is written after it, in `outs(...)`.
    let follows = |s: &u8| {
        op.operands[*s as usize].role == Role::Scratch && outs.first().is_some_and(|o| o < s)
    };
    let (late, ins): (Vec<u8>, Vec<u8>) = slots(&|r| r != Role::Out).into_iter().partition(follows);
    let written = outs.iter().copied().chain(late).collect();
    let mut syntax = Syntax { ins, outs: written, ..Syntax::default() };
    if op.syntax.is_empty() || op.syntax.starts_with("ins(") {
        syntax.elems = slots(&|r| r != Role::Out)
            .iter()
            .enumerate()
            .map(|(i, &s)| Elem { comma: i > 0, kind: ElemKind::Slot(s) })
            .collect();
        syntax.text_slots = slots(&|r| r != Role::Out);
        syntax.result_slots = outs;
        return syntax;
    }
    let (_, tail) = split_tail(op.syntax.split(" | ").next().unwrap_or(""));
    for (i, text) in op.syntax.split(" | ").enumerate() {
        let (text, _) = split_tail(text);
        let mut one = Syntax::default();
        let elems = Reader { op, rest: text, syntax: &mut one, clause: false }.elems(None);
        if i == 0 {
            syntax.elems = elems;
            syntax.text_slots = one.text_slots;
            syntax.text_attrs = one.text_attrs;
            syntax.bracketed = one.bracketed;
        } else {
            syntax.others.push((elems, one.text_slots));
        }
    }
    if let Some(tail) = tail {
        let (names, arrow) = match tail.split_once("->") {
            Some((n, rest)) => (n, rest.trim().is_empty()),
            None => (tail, false),
        };
        syntax.arrow = arrow;
        if let Some(names) = names.trim_start().strip_prefix(':') {
            let mut scratch = Syntax::default();
            let mut reader = Reader { op, rest: names, syntax: &mut scratch, clause: false };
            syntax.typed = Some(reader.elems(None));
        }
    }
    syntax.result_slots = outs.into_iter().filter(|s| !mentions(&syntax.elems, *s)).collect();
    syntax.types_are_results = syntax.typed.as_ref().is_some_and(|list| {
        let result = |e: &Elem| match e.kind {
            ElemKind::Slot(s) => syntax.result_slots.contains(&s),
            _ => false,
        };
        !list.is_empty() && list.iter().all(result)
    });
    syntax
}

/// Splits `pieces : names ->` at the first top-level colon or arrow.
fn split_tail(syntax: &str) -> (&str, Option<&str>) {
    let mut depth = 0;
    for (i, b) in syntax.bytes().enumerate() {
        match b {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b':' if depth == 0 => return (&syntax[..i], Some(&syntax[i..])),
            b'-' if depth == 0 && syntax[i..].starts_with("->") => {
                return (&syntax[..i], Some(&syntax[i..]));
            }
            _ => {}
        }
    }
    (syntax, None)
}

/// Whether an operand stands somewhere in these pieces.
pub fn mentions(elems: &[Elem], slot: u8) -> bool {
    elems.iter().any(|e| match &e.kind {
        ElemKind::Slot(s) => *s == slot,
        ElemKind::Clause(_, inner, _)
        | ElemKind::KeyedList(_, inner)
        | ElemKind::WordClause(_, inner)
        | ElemKind::Brackets(inner)
        | ElemKind::Chevrons(inner)
        | ElemKind::Parens(inner) => mentions(inner, slot),
        ElemKind::Keyed(_, inner, _) => mentions(std::slice::from_ref(inner), slot),
        _ => false,
    })
}

struct Reader<'a> {
    op: &'a OpDef,
    rest: &'a str,
    syntax: &'a mut Syntax,
    /// Inside a clause or a keyed piece: its operands are bound by name, not by position.
    clause: bool,
}

impl Reader<'_> {
    fn eat(&mut self, c: char) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(c) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn word(&mut self) -> &str {
        self.rest = self.rest.trim_start();
        let end = self
            .rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.'))
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn attr(&self, name: &str) -> Option<usize> {
        self.op.attrs.iter().position(|a| a.name == name)
    }

    fn named(&mut self, name: &str) -> ElemKind {
        if let Some(slot) = self.op.slot(name) {
            if !self.clause {
                self.syntax.text_slots.push(slot);
            }
            ElemKind::Slot(slot)
        } else if let Some(attr) = self.attr(name) {
            if !self.clause {
                self.syntax.text_attrs.push(attr);
            }
            ElemKind::Attr(attr)
        } else {
            ElemKind::Literal(name.to_string())
        }
    }

    fn inside(&mut self, clause: bool, close: char) -> Vec<Elem> {
        let before = self.clause;
        self.clause |= clause;
        let elems = self.elems(Some(close));
        self.clause = before;
        elems
    }

    fn elems(&mut self, close: Option<char>) -> Vec<Elem> {
        let mut list = Vec::new();
        let mut comma = false;
        loop {
            if close.is_some_and(|c| self.eat(c)) || self.rest.trim().is_empty() {
                return list;
            }
            if self.eat(',') {
                comma = true;
                continue;
            }
            let kind = self.elem();
            list.push(Elem { comma: std::mem::take(&mut comma), kind });
        }
    }

    fn elem(&mut self) -> ElemKind {
        if self.eat('[') {
            let from = self.syntax.text_slots.len();
            let inner = self.inside(false, ']');
            let bracketed = self.syntax.text_slots[from..].to_vec();
            self.syntax.bracketed.extend(bracketed);
            return ElemKind::Brackets(inner);
        }
        if self.eat('(') {
            return ElemKind::Parens(self.inside(false, ')'));
        }
        if self.eat('{') {
            let inner = self.inside(true, '}');
            let attr = |e: &Elem| match e.kind {
                ElemKind::Attr(a) => Some(a),
                _ => None,
            };
            return ElemKind::Braces(inner.iter().filter_map(attr).collect());
        }
        if self.rest.trim_start().starts_with("<<<") {
            (0..3).for_each(|_| {
                self.eat('<');
            });
            let inner = self.inside(false, '>');
            (0..2).for_each(|_| {
                self.eat('>');
            });
            return ElemKind::Chevrons(inner);
        }
        if self.eat('<') {
            let name = self.word().to_string();
            self.eat('>');
            let Some(attr) = self.attr(&name) else { return ElemKind::Literal(name) };
            if self.rest.starts_with('(') {
                self.eat('(');
                return ElemKind::WordClause(attr, self.inside(true, ')'));
            }
            return ElemKind::Word(attr);
        }
        let word = self.word().to_string();
        if word.is_empty() {
            // A character outside the language; skipping it keeps the reader total.
            let mut chars = self.rest.chars();
            chars.next();
            self.rest = chars.as_str();
            return ElemKind::Literal(String::new());
        }
        let next = self.rest.bytes().next();
        match next {
            Some(b'(') => {
                self.eat('(');
                let inner = self.inside(true, ')');
                let repeat = self.eat('*');
                ElemKind::Clause(word, inner, repeat)
            }
            Some(b'=') => {
                self.eat('=');
                let before = std::mem::replace(&mut self.clause, true);
                let list = self.eat('[');
                self.eat('<');
                let name = self.word().to_string();
                self.eat('>');
                let kind = match self.attr(&name) {
                    Some(a) if self.op.slot(&name).is_none() => ElemKind::Word(a),
                    _ => self.named(&name),
                };
                if list {
                    self.eat(']');
                }
                self.clause = before;
                ElemKind::Keyed(word, Box::new(Elem { comma: false, kind }), list)
            }
            Some(b'[') if self.op.slot(&word).is_none() => {
                self.eat('[');
                ElemKind::KeyedList(word, self.inside(true, ']'))
            }
            _ => self.named(&word),
        }
    }
}

/// Whether a word alone in braces is a body: `{pto.barrier_all}`, but not the mark `{pto.persistent}`.
pub fn is_statement(word: &str) -> bool {
    word == "return"
        || word
            .strip_prefix("pto.")
            .is_some_and(|name| ops::find_id(name).is_some() || ops::nearest(name).is_some())
}

/// Whether an instruction prints as `ins(...) outs(...)`.
pub fn is_dps(op: &OpDef) -> bool {
    op.form == PrintForm::Dps
}

/// Least and most values a list of operand slots takes.
pub fn bounds(op: &OpDef, slots: &[u8]) -> (usize, usize) {
    slots.iter().fold((0usize, 0usize), |(low, high), &s| match op.operands[s as usize].arity {
        Arity::One => (low + 1, high.saturating_add(1)),
        Arity::Opt => (low, high.saturating_add(1)),
        Arity::Many => (low, usize::MAX),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_syntax_is_read_whole_and_names_only_what_exists() {
        for (i, op) in all().enumerate() {
            let syntax = of(OpId(i as u16));
            let (pieces, _) = split_tail(op.syntax);
            for text in pieces.split(" | ") {
                let mut scratch = Syntax::default();
                let mut reader = Reader { op, rest: text, syntax: &mut scratch, clause: false };
                reader.elems(None);
                assert!(reader.rest.trim().is_empty(), "{}: `{}`", op.name, reader.rest);
            }
            let odd = ElemKind::Literal(String::new());
            assert!(syntax.elems.iter().all(|e| e.kind != odd), "{}: {}", op.name, op.syntax);
        }
    }
}
