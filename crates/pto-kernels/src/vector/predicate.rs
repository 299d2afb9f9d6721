//! Predicates made from counts and patterns.

use super::super::simd::{array, has_widest};
use super::{Regs, Source, VecOp};
use pto_isa::sem::exec::all_ones;
use pto_isa::sem::{MaskCount, MaskPattern, RegTy};

/// The place and lane width in bytes of a predicate of 256 bits.
fn result(source: &Source<'_>, operand: u8) -> Option<(u32, usize)> {
    if !has_widest() {
        return None;
    }
    let r = source.register(operand)?;
    match r.ty {
        RegTy::Mask(width) if r.bytes == 32 => Some((r.at, width.bits() as usize / 8)),
        _ => None,
    }
}

/// The first lanes.
#[inline(always)]
fn first(lanes: u64, lane_bytes: usize) -> [u64; 4] {
    let counting = super::mask::counting(lane_bytes);
    let per_word = 64 / lane_bytes as u64;
    array(|w| {
        let here = lanes.saturating_sub(w as u64 * per_word).min(per_word);
        let bits = here * lane_bytes as u64;
        if bits >= 64 { counting } else { counting & ((1 << bits) - 1) }
    })
}

pub(super) fn compile_count(count: &MaskCount, source: &Source<'_>) -> Option<VecOp> {
    let (dst, lane_bytes) = result(source, count.mask)?;
    let run = match lane_bytes {
        1 => count_off::<1>,
        2 => count_off::<2>,
        _ => count_off::<4>,
    };
    let arg = source.args.iter().find(|a| a.operand == count.scalar)?;
    let rest = source.results.iter().find(|r| r.0 == count.rest).map(|r| r.1);
    let (number, number_type) = (arg.slot, arg.dtype);
    Some(VecOp { rest, number, number_type, ..VecOp::new(run, dst) })
}

/// # Safety
/// As for [`Kernel`](super::Kernel).
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,f16c,bmi2"))]
unsafe fn count_off<const SIZE: usize>(op: &VecOp, regs: &mut Regs<'_, '_>) -> bool {
    let count = regs.slots[op.number as usize].bits() & all_ones(op.number_type);
    // SAFETY: the place is that of a predicate.
    unsafe { *regs.file.add(op.dst as usize).cast() = first(count, SIZE) };
    if let Some(rest) = op.rest {
        let lanes = const { 256 / SIZE as u64 };
        regs.slots.set_number(rest, count.saturating_sub(lanes));
    }
    true
}

pub(super) fn compile_pattern(pattern: &MaskPattern, source: &Source<'_>) -> Option<VecOp> {
    let (dst, lane_bytes) = result(source, pattern.mask)?;
    if pattern.bound.is_some_and(|b| source.slot(b).is_some()) {
        return None;
    }
    let word = source.word("pattern")?.to_ascii_uppercase();
    let lanes = match word.as_str() {
        "PAT_ALL" => u64::MAX,
        "PAT_ALLF" => 0,
        // The others are rare, or a quirk.
        other => other.strip_prefix("PAT_VL")?.parse().ok()?,
    };
    Some(VecOp { image: first(lanes, lane_bytes), ..VecOp::new(set_image, dst) })
}

/// # Safety
/// As for [`Kernel`](super::Kernel).
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,f16c,bmi2"))]
unsafe fn set_image(op: &VecOp, regs: &mut Regs<'_, '_>) -> bool {
    // SAFETY: the place is that of a predicate.
    unsafe { *regs.file.add(op.dst as usize).cast() = op.image };
    true
}

#[cfg(test)]
mod tests {
    use super::first;

    #[test]
    fn the_first_lanes_have_the_lowest_bit_of_their_bytes() {
        assert_eq!(first(0, 4), [0; 4]);
        assert_eq!(first(1, 4), [1, 0, 0, 0]);
        assert_eq!(first(17, 4), [0x1111_1111_1111_1111, 1, 0, 0]);
        assert_eq!(first(u64::MAX, 4), [0x1111_1111_1111_1111; 4]);
        assert_eq!(first(33, 2), [0x5555_5555_5555_5555, 1, 0, 0]);
        assert_eq!(first(130, 1), [u64::MAX, u64::MAX, 3, 0]);
    }
}
