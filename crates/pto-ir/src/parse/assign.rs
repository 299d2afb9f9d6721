//! Which value is which operand, where only order and kinds tell. The printer asks the same questions,
//! to know whether a statement will be read as it is meant.

use super::bind::Slots;
use super::fit::kind_accepts;
use crate::module::{Module, TypeId, ValueId};
use crate::syntax::Syntax;
use pto_isa::def::{Arity, Kind, OpDef, Role};
use pto_isa::{DType, Type};

/// Most values one list of operands takes.
const MAX_VALUES: usize = 1000;

/// Whether a value can be such an operand. A value of unknown type can be anything.
pub(crate) fn kind_ok(m: &Module, value: ValueId, kind: Kind) -> bool {
    m.type_of(value).is_none_or(|t| kind_accepts(kind, t))
}

/// Distributes values over slots in order: one each, optional ones where the kinds allow.
pub(crate) fn assign(
    m: &Module,
    def: &OpDef,
    slots: &[u8],
    values: &[ValueId],
    strict: bool,
) -> Option<Slots> {
    let arity = |s: u8| def.operands[s as usize].arity;
    let fits = |v: ValueId, s: u8| !strict || kind_ok(m, v, def.operands[s as usize].kind);
    if slots.len() == values.len()
        && slots.iter().zip(values).all(|(&s, &v)| arity(s) != Arity::Many && fits(v, s))
    {
        return Some(slots.iter().copied().collect());
    }
    if values.len() > MAX_VALUES {
        return None;
    }
    // Depth-first; lists are short.
    fn go(
        slots: &[u8],
        values: &[ValueId],
        out: &mut Slots,
        arity: &dyn Fn(u8) -> Arity,
        fits: &dyn Fn(ValueId, u8) -> bool,
        fuel: &mut u32,
    ) -> bool {
        if *fuel == 0 {
            return false;
        }
        *fuel -= 1;
        let Some((&slot, rest)) = slots.split_first() else { return values.is_empty() };
        if let Some((&v, others)) = values.split_first()
            && fits(v, slot)
        {
            out.push(slot);
            let again = arity(slot) == Arity::Many && go(slots, others, out, arity, fits, fuel);
            if again || go(rest, others, out, arity, fits, fuel) {
                return true;
            }
            out.pop();
        }
        arity(slot) != Arity::One && go(rest, values, out, arity, fits, fuel)
    }
    let mut out = Slots::new();
    let mut fuel = 10_000;
    go(slots, values, &mut out, &arity, &fits, &mut fuel).then_some(out)
}

/// The operands of the plain form outside clauses and keys. Without names of results (`unnamed`) these
/// may be operands too.
pub(crate) fn plain_slots(
    m: &Module,
    def: &OpDef,
    syn: &Syntax,
    unnamed: bool,
    values: &[ValueId],
) -> Option<Slots> {
    if let Some(found) = assign(m, def, &syn.text_slots, values, true) {
        return Some(found);
    }
    if unnamed && !syn.result_slots.is_empty() {
        // Destination first, or all operands in declared order.
        let first: Slots = syn.result_slots.iter().chain(&syn.text_slots).copied().collect();
        let last: Slots = (0..def.operands.len() as u8).collect();
        // `mscatter %src, %mem, %idx`: the destination after the first operand.
        let (head, tail) = syn.text_slots.split_at(syn.text_slots.len().min(1));
        let second: Slots = head.iter().chain(&syn.result_slots).chain(tail).copied().collect();
        let found =
            [first, last, second].iter().find_map(|order| assign(m, def, order, values, true));
        if found.is_some() {
            return found;
        }
    }
    // Another order of operands, where the first does not fit.
    syn.others.iter().find_map(|(_, slots)| assign(m, def, slots, values, true))
}

/// The operands of `ins(...)` and `outs(...)` that hold this many values.
pub(crate) fn dps_slots(def: &OpDef, syn: &Syntax, ins: usize, outs: usize) -> (Slots, Slots) {
    let (in_count, out_count) = (ins, outs);
    let role = |s: &u8| def.operands[*s as usize].role;
    let (mut ins, mut outs): (Slots, Slots) =
        (syn.ins.iter().copied().collect(), syn.outs.iter().copied().collect());
    // What is read and written may stand in either clause.
    let updated: Slots = ins.iter().copied().filter(|s| role(s) == Role::InOut).collect();
    if !updated.is_empty() && out_count > outs.len() && in_count <= ins.len() - updated.len() {
        ins.retain(|s| role(s) != Role::InOut);
        outs = updated.iter().copied().chain(outs).collect();
    }
    // So may scratch that is declared after the outputs.
    if in_count > ins.len() && out_count < outs.len() {
        ins.extend(outs.iter().copied().filter(|s| role(s) == Role::Scratch));
        outs.retain(|s| role(s) != Role::Scratch);
    }
    (ins, outs)
}

/// Which of the operands in `pool` this many results are: by their types where some are optional.
pub(crate) fn assign_results(
    m: &Module,
    def: &OpDef,
    pool: &[u8],
    types: &[Option<TypeId>],
    n: usize,
) -> Option<Slots> {
    let fits = |i: usize, s: u8| {
        let ty = types.get(i).copied().flatten();
        ty.is_none_or(|t| kind_accepts(def.operands[s as usize].kind, m.types.get(t)))
    };
    fn go(
        def: &OpDef,
        pool: &[u8],
        i: usize,
        n: usize,
        out: &mut Slots,
        fits: &dyn Fn(usize, u8) -> bool,
    ) -> bool {
        let Some((&s, rest)) = pool.split_first() else { return i == n };
        if i < n && fits(i, s) {
            out.push(s);
            let many = def.operands[s as usize].arity == Arity::Many;
            if (many && go(def, pool, i + 1, n, out, fits)) || go(def, rest, i + 1, n, out, fits) {
                return true;
            }
            out.pop();
        }
        def.operands[s as usize].arity != Arity::One && go(def, rest, i, n, out, fits)
    }
    let mut out = Slots::new();
    if go(def, pool, 0, n, &mut out, &fits) {
        return Some(out);
    }
    out.clear();
    go(def, pool, 0, n, &mut out, &|_, _| true).then_some(out)
}

/// The type of a result that a statement need not state.
pub(crate) fn implied_type(def: &OpDef, slot: u8) -> Option<Type> {
    let index = || def.operands.get(slot as usize).is_some_and(|o| o.kind == Kind::Index);
    match def.result_type {
        "" if index() => Some(Type::Index),
        "" => None,
        "index" => Some(Type::Index),
        text => DType::parse(text).map(Type::Scalar),
    }
}
