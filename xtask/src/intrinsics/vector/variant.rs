//! The functions of an instruction on registers: one for each choice of what may be left out.

use super::super::form::{function, snake};
use pto_isa::def::{Arity, AttrDef, AttrKind, Kind, OpDef, Role};

/// What an operand is in Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Register,
    Mask,
    Align,
    Pointer,
    Number,
    Index,
}

/// What an operand is in Rust; `number` decides where a register or a number may stand.
pub fn sort(op: &OpDef, slot: u8, number: bool) -> Option<Sort> {
    Some(match op.operands[slot as usize].kind {
        Kind::Vreg => Sort::Register,
        Kind::ScalarOrVreg if number => Sort::Number,
        Kind::ScalarOrVreg => Sort::Register,
        Kind::Mask => Sort::Mask,
        Kind::Align => Sort::Align,
        Kind::Ptr => Sort::Pointer,
        Kind::Scalar => Sort::Number,
        Kind::Index => Sort::Index,
        _ => return None,
    })
}

/// One function.
#[derive(Clone, Debug)]
pub struct Variant {
    pub name: String,
    /// The operands that are taken or given, in the order of the table.
    pub slots: Vec<u8>,
    /// The attributes that are arguments.
    pub attrs: Vec<&'static AttrDef>,
    /// The attributes that are fields of a last argument.
    pub options: Vec<&'static AttrDef>,
    /// A number stands where a register may.
    pub number: bool,
    /// What is given that may be left out, for the documentation.
    pub extra: Vec<&'static str>,
}

impl Variant {
    pub fn sort(&self, op: &OpDef, slot: u8) -> Sort {
        sort(op, slot, self.number).unwrap_or(Sort::Index)
    }
}

/// Whether functions have an attribute: one that says something, in its newest name.
pub fn is_argument(a: &AttrDef) -> bool {
    matches!(a.kind, AttrKind::Word(_) | AttrKind::Int(..)) && !a.doc.starts_with("old")
}

/// Attributes that functions have, those that a program needs or the others.
fn attrs(op: &'static OpDef, required: bool) -> Vec<&'static AttrDef> {
    op.attrs.iter().filter(|a| a.required == required && is_argument(a)).collect()
}

/// The names in each form of the text, if there are several forms.
fn alternatives(op: &OpDef) -> Vec<Vec<&'static str>> {
    if !op.syntax.contains(" | ") {
        return Vec::new();
    }
    let words = |form: &'static str| {
        let operands = form.split(" : ").next().unwrap_or("");
        let names = operands.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        names.filter(|n| !n.is_empty()).collect()
    };
    op.syntax.split(" | ").map(words).collect()
}

/// Every subset of a list, the smallest first.
fn subsets<T: Copy>(list: &[T]) -> Vec<Vec<T>> {
    let bit = |set: u32, i: usize| set >> i & 1 == 1;
    let mut sets: Vec<u32> = (0..1 << list.len()).collect();
    sets.sort_by_key(|s| s.count_ones());
    let chosen = |set| list.iter().enumerate().filter(move |(i, _)| bit(set, *i)).map(|(_, x)| *x);
    sets.into_iter().map(|s| chosen(s).collect()).collect()
}

/// What a name says about something that is given: a pointer that is given back moves on.
fn suffix(op: &OpDef, slot: u8) -> String {
    let o = &op.operands[slot as usize];
    match (o.role, o.kind) {
        (Role::Out, Kind::Ptr) => "post".into(),
        _ => snake(o.name),
    }
}

/// The functions that an instruction may have; which of them its rules allow is found out later.
pub fn variants(op: &'static OpDef) -> Vec<Variant> {
    let all = || 0..op.operands.len() as u8;
    let optional: Vec<u8> =
        all().filter(|&s| op.operands[s as usize].arity == Arity::Opt).collect();
    let open = attrs(op, false);
    let forms = alternatives(op);
    let given: &[Vec<&'static AttrDef>] = &match open[..] {
        [one] => vec![vec![], vec![one]],
        _ => vec![vec![]],
    };
    let either = op.operands.iter().any(|o| o.kind == Kind::ScalarOrVreg);
    let mut list: Vec<Variant> = Vec::new();
    for slots in subsets(&optional) {
        for attr in given {
            let extra: Vec<&'static str> = slots
                .iter()
                .map(|&s| op.operands[s as usize].name)
                .chain(attr.iter().map(|a| a.name))
                .collect();
            // Of several forms of the text each is whole.
            let taken =
                |n: &&str| op.slot(n).is_none_or(|s| op.operands[s as usize].role == Role::In);
            let is_form = |form: &Vec<&str>| {
                let may = |n: &&&str| {
                    optional.iter().any(|&s| op.operands[s as usize].name == **n)
                        || open.iter().any(|a| a.name == **n)
                };
                let wants: Vec<&str> = form.iter().filter(may).copied().collect();
                let has: Vec<&str> = extra.iter().copied().filter(taken).collect();
                wants.len() == has.len() && wants.iter().all(|w| has.contains(w))
            };
            if !forms.is_empty() && !forms.iter().any(is_form) {
                continue;
            }
            let suffixes =
                slots.iter().map(|&s| suffix(op, s)).chain(attr.iter().map(|a| snake(a.name)));
            let name = suffixes.fold(function(op), |name, s| format!("{name}_{s}"));
            let has = |&s: &u8| !optional.contains(&s) || slots.contains(&s);
            let variant = Variant {
                name,
                slots: all().filter(has).collect(),
                attrs: attrs(op, true).into_iter().chain(attr.iter().copied()).collect(),
                options: Vec::new(),
                number: false,
                extra,
            };
            if open.len() > 1 {
                let name = format!("{}_with", variant.name);
                list.push(Variant { name, options: open.clone(), ..variant.clone() });
            }
            if either {
                let name = format!("{}_scalar", variant.name);
                list.push(Variant { name, number: true, ..variant.clone() });
            }
            list.push(variant);
        }
    }
    list.sort_by_key(|v| (v.extra.len(), !v.options.is_empty(), v.number));
    list
}
