//! The number of an iteration, where the text computes it from the loop's counter: `(counter - low) / step`.

use super::congruence::WIDE_BITS;
use pto_ir::dialect::{Arith, Cast, DialectOp, Scf};
use pto_ir::module::{Def, NodeId};
use pto_ir::{Module, ValueId};
use pto_isa::{DType, Type};

/// The loop whose iterations a value numbers from 0: it is the distance of the loop's counter from its own lower bound, divided by
/// its own step. A bound of 0 need not be subtracted, and it need not be divided by a step of 1.
pub(super) fn loop_numbered_by(module: &Module, value: ValueId) -> Option<NodeId> {
    let value = uncast(module, value);
    let (distance, step) = match operands(module, value)? {
        (Arith::DivUI | Arith::DivSI, distance, step) => (uncast(module, distance), Some(step)),
        (Arith::SubI, ..) => (value, None),
        _ => return None,
    };
    let (counter, low) = match operands(module, distance) {
        Some((Arith::SubI, counter, low)) => (uncast(module, counter), Some(low)),
        _ => (distance, None),
    };
    let Def::Arg(block) = module.value(counter).def else { return None };
    let owner = module.region(module.block(block).parent).owner?;
    let node = module.node(owner);
    if !node.is(Scf::For) || module.block(block).args.first() != Some(&counter) {
        return None;
    }
    let [own_low, _, own_step, ..] = module.operands(node) else { return None };
    let is_own = |given: Option<ValueId>, own: ValueId, left_out: i64| match given {
        None => module.constant_int(own) == Some(left_out),
        Some(given) => {
            let number = module.constant_int(given);
            uncast(module, given) == uncast(module, own)
                || number.is_some() && number == module.constant_int(own)
        }
    };
    (is_own(low, own_low.value, 0) && is_own(step, own_step.value, 1)).then_some(owner)
}

/// The operation on two numbers that a value is the result of. Numbers of many bits are taken not to overflow.
fn operands(module: &Module, value: ValueId) -> Option<(Arith, ValueId, ValueId)> {
    let node = module.node(module.defining_op(value)?);
    let DialectOp::Arith(op) = node.dialect_op()? else { return None };
    let [a, b] = module.operands(node) else { return None };
    is_wide(module, value).then_some((op, a.value, b.value))
}

/// The number that casts between types of many bits start from.
fn uncast(module: &Module, value: ValueId) -> ValueId {
    let mut value = value;
    while let Some(id) = module.defining_op(value) {
        let node = module.node(id);
        let keeps = node.dialect_op().and_then(DialectOp::cast).is_some_and(Cast::keeps_integers);
        match module.operands(node) {
            [from] if keeps && is_wide(module, from.value) && is_wide(module, value) => {
                value = from.value;
            }
            _ => break,
        }
    }
    value
}

fn is_wide(module: &Module, value: ValueId) -> bool {
    let number = module.type_of(value).and_then(Type::as_number);
    number.map_or(0, DType::bits) >= WIDE_BITS
}
