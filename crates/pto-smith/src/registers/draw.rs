//! Legal uses of register instructions, drawn from the table alone: operands with element types that its
//! rules bind together, predicates that fit, words for the attributes.

use crate::choices::Choices;
use crate::uses::{Given, Setting, Use};
use pto_isa::def::{AllowedScope, Arity, AttrKind, Kind, OperandDef, Types};
use pto_isa::rule::Constraint;
use pto_isa::{DType, MaskWidth, OpDef, Role, Rule, Rulebook, Sem, Space, Target, Type};

/// Element types of registers where the table names none.
pub const LANES: [DType; 18] = {
    use DType::*;
    [
        F32, F16, Bf16, I64, I32, I16, I8, U64, U32, U16, U8, F8E4M3, F8E5M2, Hif8, F8E8M0,
        F4E1M2x2, F4E2M1x2, Si32,
    ]
};
const WIDTHS: [MaskWidth; 3] = [MaskWidth::B8, MaskWidth::B16, MaskWidth::B32];
/// Attempts to satisfy the rules that only a function states.
const ATTEMPTS: u32 = 12;

/// Whether an instruction stands in loops that give it addresses: such programs are fragments.
pub fn is_addressed_by_loops(def: &OpDef) -> bool {
    def.operands.iter().any(|o| o.kind == Kind::Vaddr)
}

/// Executable instructions that live in a vector scope, wherever in it they stand.
pub fn subjects() -> Vec<&'static OpDef> {
    let runs = |d: &&OpDef| {
        !matches!(d.sem, Sem::Missing | Sem::Unpublished(_) | Sem::Machine)
            && !is_addressed_by_loops(d)
    };
    let all = pto_isa::all().filter(|d| d.scope == AllowedScope::Vecscope);
    all.filter(runs).collect()
}

/// What a use must be like.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// Element types of operands, by slot.
    pub key: Vec<(u8, DType)>,
    /// The type of the other registers and pointers.
    pub other: Option<DType>,
    /// An attribute and its word.
    pub word: Option<(&'static str, &'static str)>,
}

/// Every combination of element types that the table lists for a target.
pub fn type_choices(def: &OpDef, target: Target) -> Vec<Wish> {
    let Some(support) = def.support_on(target) else { return Vec::new() };
    let key = |types: &[DType]| -> Vec<(u8, DType)> {
        let types = types.iter().cycle();
        support.key.iter().copied().zip(types.copied()).collect()
    };
    let listed = |types: &[DType]| Wish { key: key(types), ..Wish::default() };
    match support.types {
        Types::Any | Types::Absent => {
            let typed = |o: &OperandDef| !matches!(o.kind, Kind::Mask | Kind::Align | Kind::Index);
            let lanes = if def.operands.iter().any(typed) { &LANES[..] } else { &LANES[..1] };
            lanes.iter().map(|&d| Wish { other: Some(d), ..Wish::default() }).collect()
        }
        Types::OneOf(types) => types.iter().map(|&d| listed(&[d])).collect(),
        Types::Tuples(list) => list.iter().map(|t| listed(t)).collect(),
    }
}

/// Every word of every attribute.
pub fn words(def: &OpDef) -> Vec<(&'static str, &'static str)> {
    let mut list = Vec::new();
    for attr in def.attrs {
        if let AttrKind::Word(words) = attr.kind {
            list.extend(words.iter().map(|w| (attr.name, *w)));
        }
    }
    list
}

/// A use as wished, or `None` if no attempt was legal. Not every word goes with every type: then it is left.
pub fn draw(rng: &mut Choices, def: &'static OpDef, target: Target, wish: &Wish) -> Option<Use> {
    let found = (0..2).find_map(|_| attempt(rng, def, target, wish));
    let any = Wish { word: None, ..wish.clone() };
    found.or_else(|| (0..2).find_map(|_| attempt(rng, def, target, &any)))
}

fn attempt(rng: &mut Choices, def: &'static OpDef, target: Target, wish: &Wish) -> Option<Use> {
    let mut u = Use { def, given: Vec::new(), attrs: Vec::new() };
    let first = wish.key.first().map(|k| k.1);
    let other = wish.other.or(first).unwrap_or_else(|| rng.pick(&LANES));
    for (slot, operand) in def.operands.iter().enumerate() {
        if operand.arity == Arity::One || rng.one_in(2) {
            give(rng, &mut u, slot as u8, operand, other, wish);
        }
    }
    choose_attrs(rng, &mut u, wish);
    for _ in 0..ATTEMPTS {
        if repair(rng, &mut u, target, other, wish) {
            break;
        }
    }
    if target == Target::CPU && rng.one_in(10) {
        let bytes = rng.pick(&[32, 128, 512, 1024, 3072]);
        for g in &mut u.given {
            if let Type::Vreg { lanes, dtype } = &mut g.ty {
                *lanes = bytes * 8 / dtype.bits();
            }
        }
    }
    if !u.is_legal(target) {
        // An offset of the instruction word is a constant.
        let number = |g: &&mut Given| !g.result && matches!(g.ty, Type::Index | Type::Scalar(_));
        u.given.iter_mut().filter(number).for_each(|g| g.constant = Some(1));
    }
    u.is_legal(target).then_some(u)
}

fn give(rng: &mut Choices, u: &mut Use, slot: u8, operand: &OperandDef, other: DType, wish: &Wish) {
    let known = wish.key.iter().find(|k| k.0 == slot);
    let dtype = known.map_or(other, |k| k.1);
    let space = Some(Space::Vec);
    let ty = match operand.kind {
        Kind::Mask => Type::Mask(rng.pick(&WIDTHS)),
        Kind::Align => Type::Align,
        Kind::Vaddr => Type::Vaddr(rng.pick(&WIDTHS)),
        Kind::Ptr | Kind::Memory => Type::Ptr { dtype, space },
        Kind::Index if rng.one_in(6) => {
            Type::Scalar(rng.pick(&[DType::I64, DType::I32, DType::I16, DType::U16, DType::I8]))
        }
        Kind::Index => Type::Index,
        Kind::Scalar => Type::Scalar(dtype),
        Kind::ScalarOrVreg if rng.one_in(2) => Type::Scalar(dtype),
        _ => Type::Vreg { lanes: dtype.per_repeat(), dtype },
    };
    let result = operand.role == Role::Out;
    let given = Given { slot, ty, value: u32::from(slot), constant: None, result };
    let at = u.given.partition_point(|g| g.slot < slot);
    u.given.insert(at, given);
}

fn choose_attrs(rng: &mut Choices, u: &mut Use, wish: &Wish) {
    for def in u.def.attrs {
        let wished = wish.word.filter(|w| w.0 == def.name);
        if !def.required && wished.is_none() && rng.one_in(3) {
            continue;
        }
        let setting = match def.kind {
            AttrKind::Word(words) if !words.is_empty() => {
                let word = wished.map_or_else(|| rng.pick(words), |w| w.1);
                Setting::Word(word.into())
            }
            AttrKind::Bool => Setting::Bool(rng.one_in(2)),
            AttrKind::Int(low, high) if high >= low => {
                let span = (i128::from(high) - i128::from(low)).min(64) as u32;
                Setting::Int(low + i64::from(rng.below(span + 1)))
            }
            _ => continue,
        };
        u.attrs.push((def.name.into(), setting));
    }
}

/// Changes what broken rules speak of; whether nothing was broken.
fn repair(rng: &mut Choices, u: &mut Use, target: Target, other: DType, wish: &Wish) -> bool {
    let mut held = true;
    for rule in u.def.rules.iter().filter(|r| r.applies(target, Rulebook::Device)) {
        for &subject in rule.subjects() {
            if u.with_args(target, |args| rule.holds(args, subject)) {
                continue;
            }
            // What is only warned of runs, too.
            if rule.warn && rng.one_in(3) {
                continue;
            }
            held = false;
            obey(rng, u, rule, subject, other, wish);
            for g in &mut u.given {
                if let Type::Vreg { lanes, dtype } = &mut g.ty {
                    *lanes = dtype.per_repeat();
                }
            }
        }
    }
    held
}

fn obey(rng: &mut Choices, u: &mut Use, rule: &Rule, subject: u8, other: DType, wish: &Wish) {
    let fixed = |slot: u8| wish.key.iter().any(|k| k.0 == slot);
    let of = |u: &Use, slot: u8| u.given.iter().find(|g| g.slot == slot).map(|g| g.ty.clone());
    // The operand whose type is wished for leads.
    let (from, to) = match rule.of[0] {
        first if fixed(subject) && !fixed(first) => (subject, first),
        first => (first, subject),
    };
    let reference = of(u, from);
    if let Constraint::Custom(_) = rule.constraint {
        // Such a rule may bind all predicates together without naming them.
        let width = rng.pick(&WIDTHS);
        for g in u.given.iter_mut().filter(|g| matches!(g.ty, Type::Mask(_))) {
            g.ty = Type::Mask(width);
        }
        rule.of.iter().for_each(|&slot| redraw(rng, u, slot, other, wish));
        if !u.attrs.is_empty() {
            u.attrs.clear();
            choose_attrs(rng, u, wish);
        }
        return;
    }
    if matches!(rule.constraint, Constraint::Forbidden) {
        u.given.retain(|g| g.slot != subject);
        return;
    }
    let dtype = reference.as_ref().and_then(Type::dtype);
    for g in u.given.iter_mut().filter(|g| g.slot == to) {
        match (rule.constraint, &mut g.ty) {
            (Constraint::SameType, ty) => *ty = reference.clone().unwrap_or_else(|| ty.clone()),
            (Constraint::SameDtype | Constraint::ScalarOfTile, ty) => {
                if let Some((d, new)) = ty.dtype_mut().zip(dtype) {
                    *d = new;
                }
            }
            (Constraint::SameWidth, ty) => {
                if let Some((d, new)) = ty.dtype_mut().zip(dtype) {
                    *d = of_width(rng, new.bits(), false);
                }
            }
            (Constraint::HasDtype(types), ty) => {
                if *ty == Type::Index {
                    *ty = Type::Scalar(DType::I64);
                }
                if let Some(d) = ty.dtype_mut() {
                    *d = rng.pick(types);
                }
            }
            (Constraint::MaskFits, Type::Mask(w)) => {
                let bits = dtype.map_or(32, |d| d.bits().min(32));
                *w = WIDTHS.into_iter().find(|w| w.bits() == bits).unwrap_or(*w);
            }
            (Constraint::InSpace(spaces), Type::Ptr { space, .. }) => {
                *space = Some(rng.pick(spaces))
            }
            _ => {}
        }
    }
}

fn of_width(rng: &mut Choices, bits: u32, integer: bool) -> DType {
    let fits = |d: &&DType| d.bits() == bits && (!integer || d.is_int());
    let list: Vec<DType> = LANES.iter().filter(fits).copied().collect();
    if list.is_empty() { DType::I32 } else { rng.pick(&list) }
}

/// Another type for an operand, or none where it is optional.
fn redraw(rng: &mut Choices, u: &mut Use, slot: u8, other: DType, wish: &Wish) {
    let operand = &u.def.operands[slot as usize];
    if operand.arity == Arity::Opt && rng.one_in(2) {
        let had = u.given.iter().any(|g| g.slot == slot);
        u.given.retain(|g| g.slot != slot);
        if !had {
            give(rng, u, slot, operand, other, wish);
        }
        return;
    }
    if wish.key.iter().any(|k| k.0 == slot) {
        return;
    }
    let integer = rng.one_in(2);
    let bits = if rng.one_in(2) { other.bits() } else { rng.pick(&[8, 16, 32, 64]) };
    let dtype = of_width(rng, bits, integer || operand.kind == Kind::Index);
    for g in u.given.iter_mut().filter(|g| g.slot == slot) {
        match &mut g.ty {
            Type::Mask(w) if integer => *w = rng.pick(&WIDTHS),
            ty => {
                if let Some(d) = ty.dtype_mut() {
                    *d = dtype;
                }
            }
        }
    }
}
