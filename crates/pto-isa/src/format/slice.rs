//! f16 and bf16 to f32 and back, one number or a slice, in loops without branches.
//!
//! Narrowing rounds to nearest even, overflows to infinity and makes NaNs canonical: it is
//! [`encode_float`](super::encode_float) with `Rint` and `Off`. Widening is exact, like
//! [`decode`](super::decode); a NaN keeps its payload and becomes quiet.
//!
//! Slices of different lengths are converted up to the shorter one.

/// An f16 as f32, exactly.
#[inline]
pub const fn f16_to_f32(half: u16) -> f32 {
    let sign = ((half & 0x8000) as u32) << 16;
    let magnitude = ((half & 0x7FFF) as u32) << 13;
    let exponent = magnitude & 0x0F80_0000;
    // Normal numbers only need another bias.
    let normal = magnitude + (112 << 23);
    // As if subnormals had a leading one: subtracting that one again is exact.
    let subnormal = f32::from_bits(magnitude + (113 << 23)) - f32::from_bits(113 << 23);
    let quiet = if magnitude > 0x0F80_0000 { 1 << 22 } else { 0 };
    let special = magnitude | 0x7F80_0000 | quiet;
    let bits = if exponent == 0 {
        subnormal.to_bits()
    } else if exponent == 0x0F80_0000 {
        special
    } else {
        normal
    };
    f32::from_bits(sign | bits)
}

/// An f32 as the nearest f16, ties to even.
#[inline]
pub const fn f32_to_f16(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let magnitude = bits & 0x7FFF_FFFF;
    // Carries into the exponent where it must, and up to infinity.
    let normal =
        (magnitude.wrapping_sub((112 << 23) - 0xFFF).wrapping_add(magnitude >> 13 & 1)) >> 13;
    // The addition rounds to multiples of 2^-24, which is what subnormals are.
    let subnormal = (f32::from_bits(magnitude) + 0.5).to_bits().wrapping_sub(126 << 23);
    let special = if magnitude > 0x7F80_0000 { 0x7E00 } else { 0x7C00 };
    let rounded = if magnitude < 113 << 23 {
        subnormal
    } else if magnitude >= 143 << 23 {
        special
    } else {
        normal
    };
    if magnitude > 0x7F80_0000 { 0x7E00 } else { sign | rounded as u16 }
}

/// A bf16 as f32, exactly.
#[inline]
pub const fn bf16_to_f32(brain: u16) -> f32 {
    let bits = (brain as u32) << 16;
    let quiet = if brain & 0x7FFF > 0x7F80 { 1 << 22 } else { 0 };
    f32::from_bits(bits | quiet)
}

/// An f32 as the nearest bf16, ties to even.
#[inline]
pub const fn f32_to_bf16(value: f32) -> u16 {
    let bits = value.to_bits();
    let rounded = (bits.wrapping_add(0x7FFF + (bits >> 16 & 1)) >> 16) as u16;
    if bits & 0x7FFF_FFFF > 0x7F80_0000 { 0x7FC0 } else { rounded }
}

/// Widens f16 codes.
///
/// ```
/// let mut wide = [0.0; 2];
/// pto_isa::format::f16_slice_to_f32(&[0x3C00, 0xC000], &mut wide);
/// assert_eq!(wide, [1.0, -2.0]);
/// ```
pub fn f16_slice_to_f32(src: &[u16], dst: &mut [f32]) {
    for (d, &s) in dst.iter_mut().zip(src) {
        *d = f16_to_f32(s);
    }
}

/// Narrows to f16 codes.
pub fn f32_slice_to_f16(src: &[f32], dst: &mut [u16]) {
    for (d, &s) in dst.iter_mut().zip(src) {
        *d = f32_to_f16(s);
    }
}

/// Widens bf16 codes.
pub fn bf16_slice_to_f32(src: &[u16], dst: &mut [f32]) {
    for (d, &s) in dst.iter_mut().zip(src) {
        *d = bf16_to_f32(s);
    }
}

/// Narrows to bf16 codes.
pub fn f32_slice_to_bf16(src: &[f32], dst: &mut [u16]) {
    for (d, &s) in dst.iter_mut().zip(src) {
        *d = f32_to_bf16(s);
    }
}
