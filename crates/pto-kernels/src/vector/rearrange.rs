//! Lanes of two registers interleaved or taken apart, and registers whose lanes are counted anew.

use super::super::simd::has_widest;
use super::{BYTES, Kernel, NONE, Regs, Source, VecOp, copy_register};
use pto_isa::ops::{vector_convert as conversions, vector_rearrange as moves};

pub(super) fn compile(source: &Source<'_>) -> Option<VecOp> {
    let def = source.def;
    if !has_widest() {
        return None;
    }
    match def {
        _ if moves::vintlv.is(def) => both(source, true),
        _ if moves::vdintlv.is(def) => both(source, false),
        _ if moves::vintlvv2.is(def) => half(source, true),
        _ if moves::vdintlvv2.is(def) => half(source, false),
        _ if conversions::vbitcast.is(def) => {
            let (from, to) = (source.vector(0)?.0, source.vector(1)?.0);
            Some(VecOp { src: [from; 3], ..VecOp::new(copy_register, to) })
        }
        _ => None,
    }
}

/// Operands 0 and 1 to operands 2 and 3.
fn both(source: &Source<'_>, interleaves: bool) -> Option<VecOp> {
    let (low, high) = (source.vector(2)?.0, source.vector(3)?.0);
    pair(source, interleaves, (low, high))
}

/// Operands 0 and 1 to operand 2, which gets one half of the result.
fn half(source: &Source<'_>, interleaves: bool) -> Option<VecOp> {
    let (dst, _) = source.vector(2)?;
    let places = match source.word("part")?.to_ascii_uppercase().as_str() {
        "LOWER" => (dst, NONE),
        "HIGHER" => (NONE, dst),
        _ => return None,
    };
    pair(source, interleaves, places)
}

/// The places of both halves of the result, or [`NONE`], are that of the result and that of the third operand.
fn pair(source: &Source<'_>, interleaves: bool, (low, high): (u32, u32)) -> Option<VecOp> {
    let ((a, dtype), (b, other)) = (source.vector(0)?, source.vector(1)?);
    let run: Kernel = match (dtype.bits(), interleaves) {
        _ if other.bits() != dtype.bits() => return None,
        (8, true) => interleave::<u8, 256>,
        (16, true) => interleave::<u16, 128>,
        (32, true) => interleave::<u32, 64>,
        (64, true) => interleave::<u64, 32>,
        (8, false) => separate::<u8, 256>,
        (16, false) => separate::<u16, 128>,
        (32, false) => separate::<u32, 64>,
        (64, false) => separate::<u64, 32>,
        _ => return None,
    };
    Some(VecOp { src: [a, b, high], ..VecOp::new(run, low) })
}

/// `a[0], b[0], a[1], b[1], ...`: the first half and the second.
///
/// # Safety
/// As for [`Kernel`].
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,f16c,bmi2"))]
unsafe fn interleave<T: Copy + Default, const LANES: usize>(
    op: &VecOp,
    regs: &mut Regs<'_, '_>,
) -> bool {
    // SAFETY: the places are those of registers.
    unsafe {
        let [a, b] = operands::<T, LANES>(op, regs);
        for (half, to) in [op.dst, op.src[2]].into_iter().enumerate() {
            let mut lanes = [T::default(); LANES];
            let from = half * LANES / 2;
            for (i, pair) in lanes.as_chunks_mut().0.iter_mut().enumerate() {
                *pair = [a[from + i], b[from + i]];
            }
            put(regs, to, &lanes);
        }
    }
    true
}

/// The even lanes of both registers one after the other, and the odd ones.
///
/// # Safety
/// As for [`Kernel`].
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,f16c,bmi2"))]
unsafe fn separate<T: Copy + Default, const LANES: usize>(
    op: &VecOp,
    regs: &mut Regs<'_, '_>,
) -> bool {
    // SAFETY: the places are those of registers.
    unsafe {
        let operands = operands::<T, LANES>(op, regs);
        let (mut even, mut odd) = ([T::default(); LANES], [T::default(); LANES]);
        for (k, from) in operands.iter().enumerate() {
            let (even, odd) = (&mut even[k * LANES / 2..], &mut odd[k * LANES / 2..]);
            for (i, pair) in from.as_chunks::<2>().0.iter().enumerate() {
                (even[i], odd[i]) = (pair[0], pair[1]);
            }
        }
        put(regs, op.dst, &even);
        put(regs, op.src[2], &odd);
    }
    true
}

/// The lanes of the first two operands.
///
/// # Safety
/// They are registers.
#[inline(always)]
unsafe fn operands<T: Copy, const LANES: usize>(
    op: &VecOp,
    regs: &Regs<'_, '_>,
) -> [[T; LANES]; 2] {
    const { assert!(size_of::<[T; LANES]>() == BYTES) };
    // SAFETY: as promised; places are multiples of 64 in the file, and any bits are a lane.
    unsafe {
        [*regs.file.add(op.src[0] as usize).cast(), *regs.file.add(op.src[1] as usize).cast()]
    }
}

/// Writes a register, unless there is none.
///
/// # Safety
/// A register is there, or [`NONE`] is.
#[inline(always)]
unsafe fn put<T: Copy, const LANES: usize>(regs: &mut Regs<'_, '_>, to: u32, lanes: &[T; LANES]) {
    if to != NONE {
        // SAFETY: as promised.
        unsafe { *regs.file.add(to as usize).cast() = *lanes };
    }
}
