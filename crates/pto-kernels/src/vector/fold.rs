//! The lanes of an f32 register folded into one.

use super::super::simd::has_widest;
use super::{BYTES, NONE, Regs, Source, VecOp, mask};
use pto_isa::DType;
use pto_isa::sem::{Fold, LaneFold, Num};

const LANES: usize = BYTES / 4;
/// The bits of an f32 predicate that count, all set.
const ALL: [u64; 4] = [0x1111_1111_1111_1111; 4];

pub(super) fn compile(fold: &LaneFold, source: &Source<'_>) -> Option<VecOp> {
    let (dst, to) = source.vector(fold.dst)?;
    let (src, from) = source.vector(fold.src)?;
    if from != DType::F32 || to != DType::F32 || !has_widest() {
        return None;
    }
    let run = match fold.fold {
        Fold::Sum => sum,
        Fold::Max => best::<true>,
        Fold::Min => best::<false>,
        Fold::Prod => return None,
    };
    let mask = source.predicate(fold.mask)?;
    Some(VecOp { src: [src, 0, 0], mask, ..VecOp::new(run, dst) })
}

/// # Safety
/// As for [`Kernel`](super::Kernel).
#[inline(always)]
unsafe fn read(op: &VecOp, regs: &Regs<'_, '_>) -> ([f32; LANES], [u64; 4]) {
    // SAFETY: the places are those of a register and of a predicate.
    unsafe {
        let bits = if op.mask == NONE { ALL } else { mask::read(regs.file, op.mask) };
        (*regs.file.add(op.src[0] as usize).cast(), bits)
    }
}

/// # Safety
/// As for [`Kernel`](super::Kernel).
#[inline(always)]
unsafe fn write(op: &VecOp, regs: &mut Regs<'_, '_>, first: [u32; 2]) {
    let mut lanes = [0u32; LANES];
    lanes[..2].copy_from_slice(&first);
    // SAFETY: the place is that of a register.
    unsafe { *regs.file.add(op.dst as usize).cast() = lanes };
}

/// Neighbours added, again and again.
#[inline(always)]
fn add_pairs(mut lanes: [f32; LANES]) -> f32 {
    let mut n = LANES;
    while n > 1 {
        n /= 2;
        for i in 0..n {
            lanes[i] = Num::add(lanes[2 * i], lanes[2 * i + 1]);
        }
    }
    lanes[0]
}

/// # Safety
/// As for [`Kernel`](super::Kernel).
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,f16c,bmi2"))]
unsafe fn sum(op: &VecOp, regs: &mut Regs<'_, '_>) -> bool {
    // SAFETY: as promised to a kernel.
    unsafe {
        let (mut lanes, bits) = read(op, regs);
        if !mask::is_all(&bits, 4) {
            for (i, lane) in lanes.iter_mut().enumerate() {
                *lane = if mask::has(&bits, 4 * i) { *lane } else { 0.0 };
            }
        }
        let total = add_pairs(lanes).to_code(DType::F32);
        write(op, regs, [total as u32, 0]);
    }
    true
}

/// # Safety
/// As for [`Kernel`](super::Kernel).
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,f16c,bmi2"))]
unsafe fn best<const MAX: bool>(op: &VecOp, regs: &mut Regs<'_, '_>) -> bool {
    // SAFETY: as promised to a kernel.
    unsafe {
        let (lanes, bits) = read(op, regs);
        if bits.iter().zip(ALL).all(|(b, all)| b & all == 0) {
            return false;
        }
        let worst = if MAX { <f32 as Num>::LEAST } else { <f32 as Num>::GREATEST };
        let at = |i: usize| if mask::has(&bits, 4 * i) { lanes[i] } else { worst };
        let mut best = (0, at(0));
        for i in 1..LANES {
            let new = at(i);
            let better = if MAX { new > best.1 } else { new < best.1 };
            if better || (new.is_nan() && !best.1.is_nan()) {
                best = (i, new);
            }
        }
        let value = Num::max(best.1, best.1).to_code(DType::F32);
        write(op, regs, [value as u32, best.0 as u32]);
    }
    true
}
