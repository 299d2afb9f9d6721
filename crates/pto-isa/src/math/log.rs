//! Logarithms of f32.

use super::exp::{LN_2_HI, LN_2_LO};
use super::{NAN, canonical, double};

/// The natural logarithm, with an error of at most 0.802 ulp (measured over all arguments).
///
/// Zeros give -infinity, negative numbers NaN.
#[inline(always)]
pub fn ln(x: f32) -> f32 {
    const ONE: u32 = 0x3F80_0000;
    const TWO_THIRDS: u32 = 0x3F2A_AAAB;
    let subnormal = x < f32::MIN_POSITIVE;
    let normal = if subnormal { x * 8_388_608.0 } else { x };
    let bias = if subnormal { 127 + 23 } else { 127 };
    // x = 2^k * m with m from 2/3 to 4/3.
    let lifted = normal.to_bits().wrapping_add(ONE - TWO_THIRDS);
    let k = ((lifted >> 23) as i32 - bias) as f32;
    let m = f32::from_bits((lifted & 0x007F_FFFF).wrapping_add(TWO_THIRDS));
    let f = m - 1.0;
    // (ln(1+f) - f + f^2/2) / f^3, interpolated at Chebyshev points.
    let mut p = 0.113_306_17;
    p = p * f - 0.124_222;
    p = p * f + 0.109_156_55;
    p = p * f - 0.122_887_22;
    p = p * f + 0.142_918_68;
    p = p * f - 0.166_733_16;
    p = p * f + 0.199_999_48;
    p = p * f - 0.249_999_45;
    p = p * f + 0.333_333_34;
    let square = f * f;
    // From small to large.
    let y = k * LN_2_HI + (f + ((square * f * p + k * LN_2_LO) - 0.5 * square));
    let y = if x == 0.0 { f32::NEG_INFINITY } else { y };
    let y = if x == f32::INFINITY { x } else { y };
    if x >= 0.0 { y } else { NAN }
}

/// The binary logarithm, exact for powers of two, with an error below 0.500001 ulp.
///
/// Zeros give -infinity, negative numbers NaN.
#[inline(always)]
pub fn log2(x: f32) -> f32 {
    canonical(double::log2(x.into()) as f32)
}

/// The decimal logarithm, exact for powers of ten, with an error below 0.500001 ulp.
///
/// Zeros give -infinity, negative numbers NaN.
#[inline(always)]
pub fn log10(x: f32) -> f32 {
    canonical(double::log10(x.into()) as f32)
}
