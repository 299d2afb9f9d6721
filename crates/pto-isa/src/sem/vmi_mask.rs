//! Predicates of registers of any length: made from counts and patterns, by comparison, and counted.
//!
//! Source: PTO-Gym docs/PTO-vmi-Instruction-SPEC.md, 3.6 and group 8; PTOAS 0.60
//! lib/PTO/Transforms/VMILowerUnifiedToLegacy.cpp for the forms that it leaves out.

use super::compare::Relation;
use super::exec::{Exec, Outcome, Trap, all_ones};
use super::lane_compare::LaneCompare;
use crate::args::AttrValue;
use crate::dtype::DType;
use crate::virtual_register::computed_in;

/// A predicate slot that no instruction has: all lanes are active.
pub const NO_MASK: u8 = u8::MAX;

/// A positive number in an attribute.
pub(super) fn count(x: &Exec<'_>, name: &str) -> Option<usize> {
    match x.attr(name)? {
        AttrValue::Int(n) => usize::try_from(n).ok().filter(|&n| n > 0),
        _ => None,
    }
}

/// Lanes in each of the groups that an attribute counts.
pub(super) fn group_size(x: &Exec<'_>, name: &str, lanes: usize) -> Result<usize, Trap> {
    match count(x, name) {
        Some(groups) if lanes.is_multiple_of(groups) => Ok(lanes / groups),
        Some(groups) => Err(Trap::new(format!("has {lanes} lanes in {groups} groups"))),
        None => Err(Trap::new(format!("needs `{name}`"))),
    }
}

/// The first lanes, or the first of each group of `size`.
pub fn first_lanes(x: &mut Exec<'_>, [active, result]: [u8; 2], size: Option<&str>) -> Outcome {
    let first = x.int(active)?;
    let size = size.and_then(|name| count(x, name)).unwrap_or(usize::MAX);
    x.write_mask(result, |i| ((i % size) as i64) < first)
}

/// `pset`, `pge`: all lanes, or the first `n` of all or of each group for the pattern `PAT_VLn`.
pub fn pattern(x: &mut Exec<'_>, result: u8) -> Outcome {
    let word = x.word("pattern").unwrap_or_default().to_ascii_uppercase();
    let first = match word.as_str() {
        "PAT_ALL" => usize::MAX,
        other => match other.strip_prefix("PAT_VL").and_then(|n| n.parse().ok()) {
            Some(n) => n,
            None => return Err(Trap::new(format!("does not know the pattern `{word}`"))),
        },
    };
    let lanes = x.reg(result)?.lanes();
    let size = match x.attr("group") {
        Some(_) => group_size(x, "group", lanes)?,
        None => lanes.max(1),
    };
    x.write_mask(result, |i| i % size < first)
}

/// `plt`: the lanes that are left, and what is left after them. The count has a sign: none are left below zero.
pub fn count_off(x: &mut Exec<'_>, [left, mask, rest]: [u8; 3]) -> Outcome {
    let left = x.int(left)?;
    let taken = left.min(x.reg(mask)?.lanes() as i64);
    x.write_mask(mask, |i| (i as i64) < taken)?;
    x.give(rest, (left - taken) as u64);
    Ok(())
}

/// `constant_mask`: the bits that are listed, one for each lane or one for all.
pub fn listed(x: &mut Exec<'_>, result: u8) -> Outcome {
    let bits = super::vmi_create::list(x, "value", DType::I1)?;
    x.write_mask(result, |i| {
        *bits.get(i).or(bits.first().filter(|_| bits.len() == 1)).unwrap_or(&0) == 1
    })
}

/// Lanes of a predicate under another type.
pub fn copy(x: &mut Exec<'_>, [source, result]: [u8; 2]) -> Outcome {
    let lanes = x.active(source, DType::U8, x.reg(result)?.lanes())?;
    x.write_mask(result, |i| lanes[i])
}

/// `active_prefix_index`: how many active lanes lie before each lane.
pub fn count_before(x: &mut Exec<'_>, [mask, result]: [u8; 2]) -> Outcome {
    let r = x.reg(result)?;
    let dtype = x.lanes(result)?.0;
    let active = x.active(mask, dtype, r.lanes())?;
    let mut before = 0u64;
    let mut counts = Vec::with_capacity(active.len());
    for active in active {
        counts.push(before & all_ones(dtype));
        before += u64::from(active);
    }
    x.write_lanes(result, &counts)
}

/// A comparison whose order an attribute names: `lt`, ordered `olt`, unsigned `ult` or signed `slt`.
///
/// What a NaN compares like is the register's: `one` is `ne` and `lt` is `olt`, as PTOAS 0.60 lowers them
/// (lib/PTO/Transforms/VMIToVPTO.cpp:3345-3377). Whether integers without a sign in their type are signed is the quirk
/// `vmi-signless-order`.
pub fn compare(x: &mut Exec<'_>, operands: &LaneCompare, attr: &str) -> Outcome {
    let word = x.word(attr).unwrap_or_default();
    let dtype = x.lanes(operands.a)?.0;
    let (sign, order) = match (word.as_bytes(), Relation::parse(word)) {
        (_, Some(order)) => (None, Some(order)),
        ([b's' | b'u', ..], _) if dtype.is_int() => {
            (Some(word.starts_with('s')), Relation::parse(&word[1..]))
        }
        ([b'o', ..], _) if !dtype.is_int() => (None, Relation::parse(&word[1..])),
        _ => (None, None),
    };
    let Some(order) = order else {
        return Err(Trap::new(format!("does not know the comparison `{word}` of {dtype}")));
    };
    let unsigned_when_signless =
        sign.is_none() && matches!(dtype, DType::I8 | DType::I16 | DType::I32);
    let is_ordered = !matches!(order, Relation::Eq | Relation::Ne);
    if unsigned_when_signless && is_ordered {
        x.note_quirk("vmi-signless-order");
    }
    let manual = x.numerics.is_manual();
    operands.compare(x, order, |d| match sign {
        Some(false) => d.image(),
        Some(true) => signed(d),
        None if unsigned_when_signless && manual => d,
        None => computed_in(d),
    })
}

/// The signed integer of the same width.
const fn signed(dtype: DType) -> DType {
    match dtype.bits() {
        8 => DType::I8,
        16 => DType::I16,
        32 => DType::I32,
        _ => DType::I64,
    }
}
