//! The cube and what feeds it: products, loads of its operands, copies out of the accumulator.

use super::operands::Operand;
use super::sequence::{Pass, Sequence};
use super::transfer::{plain, pointee};
use crate::estimate::Work;
use pto_isa::sem::{Mad, Matmul, Sem, Writeback};
use pto_isa::{Cost, DType};

/// A product of m x k by k x n elements: steps of 16 x 16 x 32 bytes, two for f32.
fn product(s: &mut Sequence<'_>, dtype: DType, [m, k, n]: [u64; 3]) {
    let block = u64::from(dtype.per_block().max(1));
    let steps = m.div_ceil(16) * k.div_ceil(block) * n.div_ceil(16);
    let rest = s.numbers().rest;
    let each = if dtype == DType::F32 { rest.mad_step_f32 } else { rest.mad_step };
    let (latency, each) = (s.rest_on(rest.mad_latency), s.rest_on(each));
    s.spend("mad", Pass::full(steps), [latency, each * steps as f64], || {
        format!("{m} x {k} x {n}")
    });
}

/// A product of tiles.
pub(super) fn tiles(s: &mut Sequence<'_>, work: &Work<'_>) -> Option<()> {
    let Sem::Matmul(Matmul { lhs, rhs, .. }) = work.def.sem else { return None };
    let (a, b) = (work.tile(lhs)?, work.tile(rhs)?);
    let extents = [a.valid.0, a.valid.1.min(b.valid.0), b.valid.1].map(u64::from);
    product(s, a.ty.dtype, extents);
    Some(())
}

/// A product of matrices that pointers show.
pub(super) fn pointers(s: &mut Sequence<'_>, work: &Work<'_>) -> Option<()> {
    let Sem::Mad(Mad { lhs, extents: [m, n, k], .. }) = work.def.sem else { return None };
    let number = |slot: u8| work.int(slot).and_then(|v| u64::try_from(v).ok());
    product(s, pointee(work, lhs)?, [number(m)?, number(k)?, number(n)?]);
    Some(())
}

const fn field(bits: u64, first: u32, count: u32) -> u64 {
    (bits >> first) & ((1 << count) - 1)
}

/// The same with fields of 12 bits: m, k, n.
///
/// Source: PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp, `packMadXt`.
pub(super) fn packed(s: &mut Sequence<'_>, work: &Work<'_>, fields: u8) -> Option<()> {
    let bits = work.bits(fields)?;
    product(s, pointee(work, 0)?, [field(bits, 0, 12), field(bits, 12, 12), field(bits, 24, 12)]);
    Some(())
}

/// Bytes of a copy whose operands count elements, steps or blocks.
pub(super) fn feed(s: &mut Sequence<'_>, work: &Work<'_>) -> Option<()> {
    plain(s, work, work.matrix_bytes()?)
}

/// A matrix out of the accumulator, in bytes of the destination.
pub(super) fn write_back(s: &mut Sequence<'_>, work: &Work<'_>) -> Option<()> {
    let number = |slot: u8| work.int(slot).and_then(|v| u64::try_from(v).ok());
    let (elements, to) = match (work.def.cost, work.def.sem) {
        (Cost::Writeback, Sem::Writeback(Writeback { shape, ends, repeat, .. })) => {
            let times = number(repeat[0]).unwrap_or(1);
            (number(shape[0])? * number(shape[1])? * times, ends[1])
        }
        (Cost::WritebackPacked(fields), _) => {
            let bits = work.bits(fields)?;
            (field(bits, 16, 16) * field(bits, 4, 12), 1)
        }
        _ => return None,
    };
    plain(s, work, elements * u64::from(pointee(work, to)?.bits()) / 8)
}
