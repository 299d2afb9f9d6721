//! Predicates as kernels see them: whether all lanes are active, and what stands where they are not.
//!
//! A predicate has a bit per byte of a register; the lowest bit of a lane's bits counts.

use super::super::simd::{Isa, Widest, array};
use super::NONE;

/// The bits of a predicate.
pub(super) type Bits = [u64; 4];

/// The predicate at a place in the file; all lanes if it is [`NONE`].
///
/// # Safety
/// There is one.
#[inline(always)]
pub(super) unsafe fn read(file: *const u8, at: u32) -> Bits {
    if at == NONE {
        return [u64::MAX; 4];
    }
    // SAFETY: places in the file are multiples of 32, and a predicate has at least 32 bytes.
    unsafe { *file.add(at as usize).cast() }
}

/// The bits that count, for lanes of `lane_bytes` bytes.
#[inline(always)]
pub(super) const fn counting(lane_bytes: usize) -> u64 {
    match lane_bytes {
        1 => u64::MAX,
        2 => 0x5555_5555_5555_5555,
        4 => 0x1111_1111_1111_1111,
        _ => 0x0101_0101_0101_0101,
    }
}

/// Whether every lane is active.
#[inline(always)]
pub(super) fn is_all(bits: &Bits, lane_bytes: usize) -> bool {
    let counting = counting(lane_bytes);
    bits.iter().fold(counting, |all, b| all & b) == counting
}

/// Makes inactive lanes of a register zero, or fills them with another byte. Answers whether there are any.
///
/// # Safety
/// A register and a predicate are there (or [`NONE`]), and the machine has what kernels are compiled for.
#[inline(always)]
pub(super) unsafe fn fill_inactive(
    file: *mut u8,
    dst: u32,
    mask: u32,
    lane_bytes: usize,
    fill: u8,
) -> bool {
    if mask == NONE {
        return false;
    }
    // SAFETY: as promised.
    let bits = unsafe { read(file, mask) };
    if is_all(&bits, lane_bytes) {
        return false;
    }
    // SAFETY: as promised; a register is 256 bytes, and the machine has what kernels are compiled for.
    unsafe {
        let register: &mut [u8; 256] = &mut *file.add(dst as usize).cast();
        match lane_bytes {
            1 => keep::<1>(register, &bits, fill),
            2 => keep::<2>(register, &bits, fill),
            4 => keep::<4>(register, &bits, fill),
            _ => keep::<8>(register, &bits, fill),
        }
    }
    true
}

/// One byte in the lanes whose bit is clear. A function of its own: it is long, and hundreds of kernels end with it.
///
/// # Safety
/// The machine has what kernels are compiled for.
#[inline(never)]
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,f16c,bmi2"))]
unsafe fn keep<const SIZE: usize>(register: &mut [u8; 256], bits: &Bits, fill: u8) {
    for (k, part) in register.as_chunks_mut::<32>().0.iter_mut().enumerate() {
        let (old, active) = (*part, bytes::<SIZE>(bits, k));
        *part = array(|i| old[i] & active[i] | fill & !active[i]);
    }
}

/// For each of 32 bytes of a register ones where the lane is active, zeros elsewhere.
#[inline(always)]
fn bytes<const SIZE: usize>(bits: &Bits, part: usize) -> [u8; 32] {
    let half = (bits[part / 2] >> (32 * (part % 2))) as u32;
    // The bit of a lane for all of its bytes.
    let lanes = half & counting(SIZE) as u32;
    Widest::spread_bits(lanes.wrapping_mul(((1u64 << SIZE) - 1) as u32))
}

/// Whether a bit is set.
#[inline(always)]
pub(super) fn has(bits: &Bits, bit: usize) -> bool {
    bits[bit / 64] >> (bit % 64) & 1 == 1
}

/// Puts the lanes whose bit is set over others.
#[inline(always)]
pub(super) fn blend<const SIZE: usize>(to: &mut [u8; 256], from: &[u8; 256], bits: &Bits) {
    for (k, part) in to.as_chunks_mut::<32>().0.iter_mut().enumerate() {
        let (old, new, active) = (*part, &from.as_chunks::<32>().0[k], bytes::<SIZE>(bits, k));
        *part = array(|i| old[i] & !active[i] | new[i] & active[i]);
    }
}

/// [`blend`] for the end of a kernel: a function of its own, as [`keep`] is.
///
/// # Safety
/// The machine has what kernels are compiled for.
#[inline(never)]
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,f16c,bmi2"))]
unsafe fn store_active<const SIZE: usize>(to: &mut [u8; 256], from: &[u8; 256], bits: &Bits) {
    blend::<SIZE>(to, from, bits);
}

/// Stores the active lanes of a register.
///
/// # Safety
/// There are 256 bytes at both places, which do not meet, and the machine has what kernels are compiled for.
#[inline(always)]
pub(super) unsafe fn store(to: *mut u8, from: *const u8, bits: &Bits, lane_bytes: usize) {
    if is_all(bits, lane_bytes) {
        // SAFETY: as promised.
        unsafe { super::copy(to, from) };
        return;
    }
    // SAFETY: as promised.
    unsafe {
        let (to, from) = (&mut *to.cast(), &*from.cast());
        match lane_bytes {
            1 => store_active::<1>(to, from, bits),
            2 => store_active::<2>(to, from, bits),
            4 => store_active::<4>(to, from, bits),
            _ => store_active::<8>(to, from, bits),
        }
    }
}
