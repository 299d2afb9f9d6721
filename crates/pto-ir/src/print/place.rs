//! Whether an attribute can stand in its place in the plain form: the value must read back from there.
//!
//! A word that the instruction does not list, a number with a type or a dictionary reads as something
//! else outside the attribute dictionary. Such a value stays in the dictionary; where it is one of
//! several that are told apart by their order, the instruction prints in the generic form.

use super::Printer;
use crate::intern::Attr;
use crate::module::*;
use crate::parse::{MAX_LIST, attrs_of_clause, word_attr};
use crate::syntax::{Elem, ElemKind, Syntax};
use pto_isa::def::{AttrKind, OpDef};

/// Words that mean something by themselves between the operands of an instruction.
const KEYWORDS: [&str; 9] = ["ins", "outs", "to", "into", "true", "false", "unit", "loc", "return"];

impl Printer<'_> {
    /// Whether a value reads back as a literal between operands.
    pub(super) fn is_literal(attr: &Attr) -> bool {
        match attr {
            Attr::Int(_, None) | Attr::Float(_, None) => true,
            Attr::Bool(_) | Attr::Str(_) | Attr::Symbol(_) | Attr::Case { .. } | Attr::Word(_) => {
                true
            }
            Attr::Other(text) => {
                text.starts_with('#') || (text.starts_with('<') && !text.starts_with("<<<"))
            }
            _ => false,
        }
    }

    /// Whether a value is a list that reads back from `[a, b]` between operands.
    pub(super) fn is_literal_list(&self, attr: &Attr) -> bool {
        match attr {
            Attr::Array(list) => {
                !list.is_empty() && list.iter().all(|&a| Self::is_literal(self.m.attrs.get(a)))
            }
            _ => false,
        }
    }

    /// Whether a value reads back from `key = value`.
    pub(super) fn fits_key(&self, attr: &Attr, list: bool) -> bool {
        match attr {
            Attr::Array(_) => self.is_literal_list(attr),
            Attr::Int(_, Some(_)) | Attr::Float(_, Some(_)) => false,
            _ => !list,
        }
    }

    /// Whether a value reads back from a bare word, inside the clause of this name if there is one.
    pub(super) fn fits_word(
        &self,
        def: &OpDef,
        syn: &Syntax,
        index: usize,
        attr: &Attr,
        clause: Option<&str>,
    ) -> bool {
        let name = def.attrs[index].name;
        let is_flag = def.attrs[index].kind == AttrKind::Bool;
        let word = match attr {
            Attr::Bool(true) if is_flag => name,
            Attr::Word(w) if !(is_flag && **w == *name) => w,
            _ => return false,
        };
        let inner = clause.map_or_else(Vec::new, |c| attrs_of_clause(def, syn, c));
        is_bare_word(word) && word_attr(def, &inner, word) == Some(index)
    }

    /// Whether the attributes that are told apart by their order read back in this order.
    pub(super) fn fits_order(
        &self,
        node: &Node,
        def: &OpDef,
        syn: &Syntax,
        elems: &[Elem],
    ) -> bool {
        let mut found = Vec::new();
        ordered(elems, &mut found);
        let value = |a: usize| {
            let attr = self.m.attr(node, def.attrs[a].name)?;
            Some(self.m.attrs.get(attr.value))
        };
        found.retain(|&a| value(a).is_some());
        let all_given = || (0..def.attrs.len()).all(|a| value(a).is_some());
        let readable = |a: usize| {
            value(a).is_some_and(|attr| match attr {
                // A second literal makes the last attribute a list, if no other attribute takes it.
                Attr::Array(list) => {
                    def.attrs[a].kind == AttrKind::Any
                        && syn.text_attrs.last() == Some(&a)
                        && (2..=MAX_LIST).contains(&list.len())
                        && self.is_literal_list(attr)
                        && all_given()
                }
                _ => Self::is_literal(attr),
            })
        };
        syn.text_attrs.starts_with(&found) && found.iter().all(|&a| readable(a))
    }
}

/// Attributes told apart by their order: those outside clauses, keys and braces.
fn ordered(elems: &[Elem], out: &mut Vec<usize>) {
    for e in elems {
        match &e.kind {
            ElemKind::Attr(a) => out.push(*a),
            ElemKind::Brackets(inner) | ElemKind::Parens(inner) | ElemKind::Chevrons(inner) => {
                ordered(inner, out);
            }
            _ => {}
        }
    }
}

/// Whether a word reads as a word and as nothing else.
pub(super) fn is_bare_word(word: &str) -> bool {
    let inside = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    word.bytes().all(inside)
        && word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && !KEYWORDS.contains(&word)
}
