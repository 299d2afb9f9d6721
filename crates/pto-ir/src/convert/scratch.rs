//! The scratch tile a tool adds where the text has none.

use crate::intern::Attr;
use crate::module::{Module, Node, ValueId};
use pto_isa::def::{Arity, OpDef, Role};
use pto_isa::rule::{Args, AttrValue, Slot};
use pto_isa::scratch::Need;
use pto_isa::{Dim, Target, TileTy, Type};

/// Sizes are those of A2/A3: the other targets accept the operand and do not use it.
const TARGET: Target = Target::A2a3;

/// The optional scratch operand of an instruction.
pub(super) fn slot(def: &OpDef) -> Option<u8> {
    let optional = |r: Role, a: Arity| r == Role::Scratch && a == Arity::Opt;
    def.operands.iter().position(|o| optional(o.role, o.arity)).map(|i| i as u8)
}

/// The type of a scratch tile for this instruction; `None` if it needs none or the size is not known.
pub(super) fn tile(module: &Module, node: &Node, def: &OpDef) -> Option<(u8, TileTy)> {
    let slot = slot(def)?;
    let mut slots: Vec<Slot<'_>> = vec![Slot::default(); def.operands.len()];
    let uses = module.operands(node).iter().map(|o| (o.slot, o.value));
    let results = module.results(node).map(|v| (module.value(v).slot, v));
    for (s, v) in uses.chain(results) {
        if let Some(place) = slots.get_mut(s as usize) {
            *place = operand(module, v);
        }
    }
    if slots[slot as usize].present {
        return None;
    }
    let attrs: Vec<(&str, AttrValue<'_>)> = module
        .node_attrs(node)
        .iter()
        .map(|a| (module.sym(a.name), attr(module.attrs.get(a.value))))
        .collect();
    let args = Args { target: TARGET, slots: &slots, attrs: &attrs };
    let demand = def.scratch.iter().find(|s| s.on.contains(TARGET))?;
    let Need::Bytes { of, .. } = demand.need else { return None };
    let first = (0..slots.len() as u8).find_map(|s| args.tile(s))?;
    let made = match demand.like.and_then(|s| args.tile(s)) {
        Some(like) => {
            TileTy { valid_rows: Dim::Is(like.rows), valid_cols: Dim::Is(like.cols), ..*like }
        }
        None => {
            let bytes = of(&args)?.max(32).next_multiple_of(32);
            let dtype = demand.dtype.unwrap_or(first.dtype);
            TileTy::vec(dtype, 1, u32::try_from(bytes * 8 / u64::from(dtype.bits())).ok()?)
        }
    };
    // Some modes of an instruction take no scratch: then none of the rules on it would hold.
    let ty = Type::Tile(made);
    let mut with = slots.clone();
    with[slot as usize] = Slot { ty: Some(&ty), present: true, value: u32::MAX, constant: None };
    let with = Args { slots: &with, ..args };
    let refused = def.rules.iter().any(|r| {
        let about = r.on.contains(TARGET) && !r.warn && r.of.contains(&slot);
        about && r.subjects().iter().any(|&s| !r.holds(&with, s) && r.holds(&args, s))
    });
    (!refused).then_some((slot, made))
}

fn operand(module: &Module, value: ValueId) -> Slot<'_> {
    Slot { ty: module.type_of(value), present: true, value: value.0, constant: None }
}

fn attr(attr: &Attr) -> AttrValue<'_> {
    match attr {
        Attr::Int(v, _) => i64::try_from(*v).map_or(AttrValue::Other, AttrValue::Int),
        Attr::Bool(b) => AttrValue::Bool(*b),
        Attr::Unit => AttrValue::Bool(true),
        Attr::Str(s) | Attr::Word(s) | Attr::Symbol(s) => AttrValue::Word(s),
        Attr::Case { value, .. } => AttrValue::Word(value),
        _ => AttrValue::Other,
    }
}
