//! Which types the operands of a function may have: all that the rules allow on some target, found by asking them.

use super::variant::{Sort, Variant};
use pto_isa::def::{AttrKind, Kind};
use pto_isa::rule::{Args, AttrValue, Constraint, Slot};
use pto_isa::rulebook::StandsIn;
use pto_isa::{DType, MaskWidth, OpDef, Rulebook, Space, Target, Targets, Type};

/// Element types that Rust has.
pub const ELEMENTS: [DType; 17] = [
    DType::F32,
    DType::F16,
    DType::Bf16,
    DType::I64,
    DType::I32,
    DType::I16,
    DType::I8,
    DType::U64,
    DType::U32,
    DType::U16,
    DType::U8,
    DType::F8E4M3,
    DType::F8E5M2,
    DType::Hif8,
    DType::F8E8M0,
    DType::F4E1M2x2,
    DType::F4E2M1x2,
];
const WIDTHS: [MaskWidth; 3] = [MaskWidth::B8, MaskWidth::B16, MaskWidth::B32];
/// Types of numbers: those of programs carry no sign.
const NUMBERS: [DType; 7] =
    [DType::I32, DType::I16, DType::I64, DType::I8, DType::F32, DType::F16, DType::Bf16];

/// Operands that share one open type.
#[derive(Debug)]
pub struct Classes {
    /// Registers and pointers.
    pub elements: Vec<Vec<u8>>,
    /// Predicates that do not simply fit a register.
    pub widths: Vec<Vec<u8>>,
    /// Numbers that do not simply have the type of a register's elements.
    pub numbers: Vec<Vec<u8>>,
}

/// One way to choose the open types, legal on a target.
#[derive(Clone, Debug)]
pub struct Solution {
    pub target: Target,
    pub elements: Vec<DType>,
    pub widths: Vec<MaskWidth>,
    pub numbers: Vec<DType>,
    /// The first words with which it is legal.
    pub words: Vec<(&'static str, &'static str)>,
}

impl Solution {
    /// Whether both choose the same types, for whatever target.
    pub fn same_types(&self, other: &Solution) -> bool {
        self.elements == other.elements
            && self.widths == other.widths
            && self.numbers == other.numbers
    }
}

/// The element class that decides about a slot: a predicate fits its lanes, a number is one of its elements.
pub fn decided_by(op: &OpDef, v: &Variant, slot: u8) -> Option<u8> {
    let wanted = |d: &Constraint| match v.sort(op, slot) {
        Sort::Mask => matches!(d, Constraint::MaskFits),
        Sort::Number => matches!(d, Constraint::ScalarOfTile),
        _ => false,
    };
    let rule = op.rules.iter().find(|r| {
        r.on == Targets::ALL
            && r.in_rules == StandsIn::Both
            && !r.warn
            && wanted(&r.constraint)
            && r.subjects().contains(&slot)
    })?;
    v.slots.contains(&rule.of[0]).then_some(rule.of[0])
}

/// Joins the slots of one sort that rules say have one type.
fn join(op: &OpDef, slots: Vec<u8>, joins: impl Fn(&Constraint, bool) -> bool) -> Vec<Vec<u8>> {
    let mut groups: Vec<Vec<u8>> = slots.into_iter().map(|s| vec![s]).collect();
    for r in op.rules.iter().filter(|r| {
        r.on == Targets::ALL && r.in_rules == StandsIn::Both && joins(&r.constraint, r.warn)
    }) {
        let (mut joined, rest): (Vec<Vec<u8>>, Vec<Vec<u8>>) =
            groups.into_iter().partition(|g| g.iter().any(|s| r.of.contains(s)));
        let mut one: Vec<u8> = joined.drain(..).flatten().collect();
        one.sort_unstable();
        groups = rest;
        if !one.is_empty() {
            groups.push(one);
        }
    }
    groups.sort();
    groups
}

/// The open types of a function.
pub fn classes(op: &OpDef, v: &Variant) -> Classes {
    let of = |sorts: &[Sort]| -> Vec<u8> {
        let open = |s: &u8| sorts.contains(&v.sort(op, *s)) && decided_by(op, v, *s).is_none();
        v.slots.iter().copied().filter(open).collect()
    };
    let same = |d: &Constraint, warn: bool| {
        !warn && matches!(d, Constraint::SameType | Constraint::SameDtype)
    };
    Classes {
        // Where another width is worth a warning, a pointer is cast first.
        elements: join(op, of(&[Sort::Register, Sort::Pointer]), |d, warn| {
            same(d, warn) || matches!(d, Constraint::SameWidth)
        }),
        widths: join(op, of(&[Sort::Mask]), same),
        numbers: join(op, of(&[Sort::Number]), same),
    }
}

/// A number of an element type, as programs write its type.
pub fn signless(d: DType) -> DType {
    match d {
        DType::U64 => DType::I64,
        DType::U32 => DType::I32,
        DType::U16 => DType::I16,
        DType::U8 => DType::I8,
        other => other,
    }
}

fn width(d: DType) -> MaskWidth {
    match d.bits() {
        ..=8 => MaskWidth::B8,
        16 => MaskWidth::B16,
        _ => MaskWidth::B32,
    }
}

/// The type of an operand, as far as it is chosen.
pub fn type_of(op: &OpDef, v: &Variant, c: &Classes, s: &Solution, slot: u8) -> Option<Type> {
    let at = |list: &[Vec<u8>], slot: u8| list.iter().position(|g| g.contains(&slot));
    let element = |slot: u8| s.elements.get(at(&c.elements, slot)?).copied();
    Some(match v.sort(op, slot) {
        Sort::Register => {
            let dtype = element(slot)?;
            Type::Vreg { lanes: dtype.per_repeat(), dtype }
        }
        Sort::Pointer => Type::Ptr { dtype: element(slot)?, space: Some(Space::Vec) },
        Sort::Align => Type::Align,
        Sort::Index => Type::Index,
        Sort::Mask => Type::Mask(match decided_by(op, v, slot) {
            Some(by) => width(element(by)?),
            None => *s.widths.get(at(&c.widths, slot)?)?,
        }),
        Sort::Number => Type::Scalar(match decided_by(op, v, slot) {
            Some(by) => signless(element(by)?),
            None => *s.numbers.get(at(&c.numbers, slot)?)?,
        }),
    })
}

/// Every combination of words of the attributes that are arguments.
fn words(v: &Variant) -> Vec<Vec<(&'static str, AttrValue<'static>)>> {
    v.attrs.iter().fold(vec![Vec::new()], |lists, a| {
        let values: Vec<AttrValue<'static>> = match a.kind {
            AttrKind::Word(words) => words.iter().map(|w| AttrValue::Word(w)).collect(),
            AttrKind::Int(low, _) => vec![AttrValue::Int(low)],
            _ => vec![AttrValue::Bool(true)],
        };
        let longer = |l: &Vec<_>| {
            values.iter().map(|x| [&l[..], &[(a.name, *x)]].concat()).collect::<Vec<_>>()
        };
        lists.iter().flat_map(longer).collect()
    })
}

/// Everything that the rules allow, with some word for each attribute.
pub fn solve(op: &'static OpDef, v: &Variant, c: &Classes) -> Vec<Solution> {
    let mut found = Vec::new();
    for target in Target::PROFILES {
        for attrs in words(v) {
            let word = |a: &(&'static str, AttrValue<'static>)| match a.1 {
                AttrValue::Word(w) => Some((a.0, w)),
                _ => None,
            };
            let words = attrs.iter().filter_map(word).collect();
            let (elements, widths, numbers) = (Vec::new(), Vec::new(), Vec::new());
            let nothing = Solution { target, elements, widths, numbers, words };
            extend(op, v, c, nothing, &attrs, &mut found);
        }
    }
    found
}

/// Chooses one more type after the other; a choice that breaks a rule already is not followed.
fn extend(
    op: &'static OpDef,
    v: &Variant,
    c: &Classes,
    s: Solution,
    attrs: &[(&'static str, AttrValue<'static>)],
    found: &mut Vec<Solution>,
) {
    if !is_legal(op, v, c, &s, attrs) {
        return;
    }
    let mut go_on = |change: &dyn Fn(&mut Solution)| {
        let mut next = s.clone();
        change(&mut next);
        extend(op, v, c, next, attrs, found);
    };
    if s.elements.len() < c.elements.len() {
        ELEMENTS.iter().for_each(|d| go_on(&|s| s.elements.push(*d)));
    } else if s.widths.len() < c.widths.len() {
        WIDTHS.iter().for_each(|w| go_on(&|s| s.widths.push(*w)));
    } else if s.numbers.len() < c.numbers.len() {
        NUMBERS.iter().for_each(|d| go_on(&|s| s.numbers.push(*d)));
    } else if !found.iter().any(|f| f.target == s.target && f.same_types(&s)) {
        found.push(s);
    }
}

fn is_legal(
    op: &'static OpDef,
    v: &Variant,
    c: &Classes,
    s: &Solution,
    attrs: &[(&'static str, AttrValue<'static>)],
) -> bool {
    let types: Vec<Option<Type>> = v.slots.iter().map(|&slot| type_of(op, v, c, s, slot)).collect();
    let mut slots = vec![Slot::default(); op.operands.len()];
    for (&slot, ty) in v.slots.iter().zip(&types) {
        let ty = ty.as_ref();
        // A number may be written down.
        let number = matches!(op.operands[slot as usize].kind, Kind::Index | Kind::Scalar);
        slots[slot as usize] = Slot::one(ty, u32::from(slot), number.then_some(1));
    }
    let args = Args { target: s.target, slots: &slots, attrs };
    pto_check::breaches(op, &args, Rulebook::Device).iter().all(|f| f.breach.warn)
}
