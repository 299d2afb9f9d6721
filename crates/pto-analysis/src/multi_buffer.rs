//! Double buffering: loops that rotate through the buffers of a tile.

use crate::facts::{MAX_STEPS, constant};
use crate::memory_objects::MemObject;

use pto_ir::dialect::{Arith, Cast, DialectOp};
use pto_ir::module::{Def, NodeId};
use pto_ir::{Module, ValueId};
use pto_isa::Type;

/// How many buffers the iterations of a loop rotate through, if `slot` goes through all of them: it is some number that
/// grows evenly, modulo their count.
pub fn rotates_through(
    module: &Module,
    around: NodeId,
    slot: ValueId,
    object: &MemObject,
) -> Option<u32> {
    let Some(Type::MultiTile(_, count)) = module.type_of(object.value) else { return None };
    let (value, modulus) = remainder(module, slot)?;
    let step = induction_step(module, around, value, &mut { MAX_STEPS })?;
    let coprime = gcd(step.unsigned_abs(), u64::from(*count)) == 1;
    (modulus == i64::from(*count) && coprime).then_some(*count)
}

/// Whether a value is some number modulo `count`.
pub fn is_modulo(module: &Module, value: ValueId, count: u32) -> bool {
    remainder(module, value).is_some_and(|(_, n)| n == i64::from(count))
}

/// `x mod n` as x and n, through casts.
fn remainder(module: &Module, mut value: ValueId) -> Option<(ValueId, i64)> {
    loop {
        let Def::Result(id) = module.value(value).def else { return None };
        let node = module.node(id);
        let DialectOp::Arith(op) = node.dialect_op()? else { return None };
        match (op.cast(), module.operands(node)) {
            (None, [x, n]) if op.is_remainder() => {
                return Some((x.value, constant(module, n.value)?));
            }
            (Some(Cast::Index { .. }), [x]) => value = x.value,
            _ => return None,
        }
    }
}

/// By how much a value grows from one iteration to the next.
fn induction_step(module: &Module, around: NodeId, value: ValueId, steps: &mut u32) -> Option<i64> {
    *steps = steps.checked_sub(1)?;
    let node = module.node(around);
    let id = match module.value(value).def {
        Def::Arg(block) => {
            let body = module.node_regions(node).first().map(|&r| &module.region(r).blocks);
            if !body.is_some_and(|b| b.contains(&block)) {
                return Some(0);
            }
            // The counter is the first argument; others change as the program likes.
            let counter = module.block(block).args.first() == Some(&value);
            return constant(module, module.operands(node).get(2)?.value).filter(|_| counter);
        }
        Def::Result(id) => id,
        Def::Missing => return None,
    };
    if !module.with_ancestors(id).any(|p| p == around) {
        return Some(0);
    }
    let made = module.node(id);
    let arg = |i: usize| module.operands(made).get(i).map(|o| o.value);
    let mut of = |i: usize| induction_step(module, around, arg(i)?, steps);
    let DialectOp::Arith(op) = made.dialect_op()? else { return None };
    match op {
        Arith::Constant => Some(0),
        Arith::IndexCast | Arith::IndexCastUI => of(0),
        Arith::AddI => of(0)?.checked_add(of(1)?),
        Arith::SubI => of(0)?.checked_sub(of(1)?),
        Arith::MulI => match (constant(module, arg(0)?), constant(module, arg(1)?)) {
            (_, Some(c)) => of(0)?.checked_mul(c),
            (Some(c), _) => of(1)?.checked_mul(c),
            _ => None,
        },
        Arith::DivUI | Arith::DivSI => {
            let (by, step) = (constant(module, arg(1)?)?, of(0)?);
            (by > 0 && step % by == 0).then(|| step / by)
        }
        _ => None,
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
