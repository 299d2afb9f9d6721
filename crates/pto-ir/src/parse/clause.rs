//! Looking up clauses, keys and their contents in an instruction's syntax.

use super::bind::Slots;
use crate::syntax::{Elem, ElemKind, Syntax};

pub(super) fn clause_name(e: &Elem) -> Option<&str> {
    match &e.kind {
        ElemKind::Clause(name, ..) => Some(name),
        _ => None,
    }
}

/// The pieces inside a clause of this name, in any of the orders.
pub(crate) fn find_clause_in<'s>(syn: &'s Syntax, name: &str) -> Option<&'s [Elem]> {
    find_clause(&syn.elems, name)
        .or_else(|| syn.others.iter().find_map(|(e, _)| find_clause(e, name)))
        .or_else(|| {
            // `loop1(...)`, `loop2(...)` are numbered spellings of a repeated clause.
            let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
            syn.elems.iter().find_map(|e| match &e.kind {
                ElemKind::Clause(n, inner, true) if n == base => Some(inner.as_slice()),
                _ => None,
            })
        })
}

/// Whether a clause of this name may come several times.
pub(crate) fn repeats(syn: &Syntax, name: &str) -> bool {
    let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
    syn.elems.iter().any(|e| match &e.kind {
        ElemKind::Clause(n, _, repeat) => *repeat && (n == name || n == base),
        _ => false,
    })
}

/// The pieces inside a clause of this name, at any depth.
fn find_clause<'s>(elems: &'s [Elem], name: &str) -> Option<&'s [Elem]> {
    elems.iter().find_map(|e| match &e.kind {
        ElemKind::Clause(n, inner, _) if n == name => Some(inner.as_slice()),
        ElemKind::Clause(_, inner, _) | ElemKind::Parens(inner) | ElemKind::Brackets(inner) => {
            find_clause(inner, name)
        }
        _ => None,
    })
}

pub(crate) fn collect_slots(elems: &[Elem], out: &mut Slots) {
    for e in elems {
        match &e.kind {
            ElemKind::Slot(s) => out.push(*s),
            ElemKind::Parens(inner) | ElemKind::Brackets(inner) => collect_slots(inner, out),
            _ => {}
        }
    }
}

pub(super) fn collect_attrs(elems: &[Elem], out: &mut Vec<usize>) {
    for e in elems {
        match &e.kind {
            ElemKind::Attr(a) | ElemKind::Word(a) => out.push(*a),
            ElemKind::Keyed(_, inner, _) => collect_attrs(std::slice::from_ref(inner), out),
            ElemKind::Parens(inner) | ElemKind::Brackets(inner) => collect_attrs(inner, out),
            _ => {}
        }
    }
}

/// The operand after a key, at any depth, for the n-th value there.
pub(crate) fn find_key(elems: &[Elem], name: &str, nth: usize) -> Option<u8> {
    elems.iter().find_map(|e| match &e.kind {
        ElemKind::Keyed(key, inner, _) if key == name => match inner.kind {
            ElemKind::Slot(s) => Some(s),
            _ => None,
        },
        ElemKind::KeyedList(key, inner) if key == name => {
            let mut slots = Slots::new();
            collect_slots(inner, &mut slots);
            slots.get(nth).or(slots.last()).copied()
        }
        ElemKind::Clause(_, inner, _) | ElemKind::Parens(inner) | ElemKind::Brackets(inner) => {
            find_key(inner, name, nth)
        }
        _ => None,
    })
}

/// The attribute after a key, at any depth.
pub(super) fn find_keyed_attr(elems: &[Elem], name: &str) -> Option<usize> {
    elems.iter().find_map(|e| match &e.kind {
        ElemKind::Keyed(key, inner, _) if key == name => match inner.kind {
            ElemKind::Attr(a) | ElemKind::Word(a) => Some(a),
            _ => None,
        },
        ElemKind::KeyedList(key, inner) if key == name => inner.iter().find_map(|e| match e.kind {
            ElemKind::Attr(a) | ElemKind::Word(a) => Some(a),
            _ => None,
        }),
        ElemKind::Clause(_, inner, _) | ElemKind::Parens(inner) | ElemKind::Brackets(inner) => {
            find_keyed_attr(inner, name)
        }
        _ => None,
    })
}
