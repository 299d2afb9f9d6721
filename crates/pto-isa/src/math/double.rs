//! The functions in f64, for arguments that are f32: the middle part of everything not done in f32.
//!
//! Relative errors are below 2^-50. For [`pow`] that holds for the exponent of the power, and makes
//! 2^-44 of a result in the range of f32. An f32 is never subnormal as f64, so no function has a
//! case for that. NaNs come out as NaNs of any bits.
//!
//! The polynomials are interpolations at Chebyshev points, computed with 60 digits.

use std::f64::consts::{LN_2, LOG2_E};

/// Adding and subtracting this rounds to an integer and leaves it in the low bits.
const SHIFT: f64 = 6_755_399_441_055_744.0; // 1.5 * 2^52

/// ln 2 in two parts; the first has 32 bits, so that its product with an exponent is exact.
const LN_2_HI: f64 = f64::from_bits(0x3FE6_2E42_FEE0_0000);
const LN_2_LO: f64 = f64::from_bits(0x3DEA_39EF_3579_3C76);

/// `e^r - 1` for `|r| <= ln(2)/2`; the approximation is off by 2^-56.
#[inline(always)]
fn expm1_reduced(r: f64) -> f64 {
    let mut q = 2.510_056_927_581_368_3e-8;
    q = q * r + 2.762_032_742_826_824e-7;
    q = q * r + 2.755_726_807_289_01e-6;
    q = q * r + 2.480_152_079_257_269_4e-5;
    q = q * r + 1.984_126_986_330_322_3e-4;
    q = q * r + 1.388_888_891_753_829_6e-3;
    q = q * r + 8.333_333_333_330_011e-3;
    q = q * r + 4.166_666_666_662_348e-2;
    q = q * r + 0.166_666_666_666_666_69;
    q = q * r + 0.500_000_000_000_000_1;
    r + r * r * q
}

/// `2^n` for an integer `n` from -1022 to 1023, given as `n + SHIFT`.
#[inline(always)]
fn power_of_two(shifted: f64) -> f64 {
    f64::from_bits(shifted.to_bits().wrapping_add(1023) << 52)
}

/// `value` between the bounds; NaN stays NaN.
#[inline(always)]
fn clamp(value: f64, low: f64, high: f64) -> f64 {
    let value = if value < low { low } else { value };
    if value > high { high } else { value }
}

/// `result`, or what an exponential of an infinite `x` is.
#[inline(always)]
fn at_infinity(x: f64, result: f64) -> f64 {
    let result = if x == f64::INFINITY { x } else { result };
    if x == f64::NEG_INFINITY { 0.0 } else { result }
}

/// `e^x - 1 = (scale - 1) + scale * rest`, as `(scale, rest)`, for `|x| <= 700`.
#[inline(always)]
fn split_exp(x: f64) -> (f64, f64) {
    let shifted = x * LOG2_E + SHIFT;
    let n = shifted - SHIFT;
    let r = (x - n * LN_2_HI) - n * LN_2_LO;
    (power_of_two(shifted), expm1_reduced(r))
}

/// `e^x`. Beyond the bounds a finite result stays on its side of the range of f32.
#[inline(always)]
pub(super) fn exp(x: f64) -> f64 {
    let (scale, rest) = split_exp(clamp(x, -120.0, 100.0));
    at_infinity(x, (1.0 + rest) * scale)
}

/// `e^x` over the range of f64: infinite above it, zero below 2^-1021. The relative error is below 2^-50, as a test holds
/// against arithmetic with 200 bits.
#[inline(always)]
pub fn exp_double(x: f64) -> f64 {
    let (scale, rest) = split_exp(clamp(x, -708.0, 709.0));
    // The last factor of e before infinity does not fit into the exponent.
    let most = (1.0 + rest) * scale * if x > 709.0 { f64::INFINITY } else { 1.0 };
    if x < -708.0 { 0.0 } else { most }
}

/// `2^x`, exact if `x` is an integer. Beyond the bounds like [`exp`].
#[inline(always)]
pub(super) fn exp2(x: f64) -> f64 {
    let clamped = clamp(x, -160.0, 140.0);
    let shifted = clamped + SHIFT;
    let r = clamped - (shifted - SHIFT);
    at_infinity(x, (1.0 + expm1_reduced(r * LN_2)) * power_of_two(shifted))
}

/// The hyperbolic tangent.
#[inline(always)]
pub(super) fn tanh(x: f64) -> f64 {
    // 1 - tanh(32) is below 2^-90.
    let (scale, rest) = split_exp(2.0 * clamp(x.abs(), 0.0, 32.0));
    // No cancellation: where scale is not 1, |rest| is at most 0.42.
    let expm1 = (scale - 1.0) + scale * rest;
    (expm1 / (expm1 + 2.0)).copysign(x)
}

/// The binary logarithm, exact for powers of two.
#[inline(always)]
pub(super) fn log2(x: f64) -> f64 {
    const ONE: u64 = 0x3FF0_0000_0000_0000;
    const SQRT_HALF: u64 = 0x3FE6_A09E_667F_3BCD;
    // x = 2^k * m with m from sqrt(1/2) to sqrt(2).
    let lifted = x.to_bits().wrapping_add(ONE - SQRT_HALF);
    // k + 1023 under the exponent of 2^52: a conversion without one.
    let k = f64::from_bits((lifted >> 52) | 0x4330_0000_0000_0000) - 4_503_599_627_371_519.0;
    let m = f64::from_bits((lifted & 0x000F_FFFF_FFFF_FFFF).wrapping_add(SQRT_HALF));
    let f = m - 1.0;
    // ln(1+f) = 2 atanh(s) = f - f^2/2 + s (f^2/2 + R(s^2)); R is off by 2^-56.
    let s = f / (m + 1.0);
    let z = s * s;
    let mut p = 0.146_164_496_850_434_06;
    p = p * z + 0.153_317_216_005_560_42;
    p = p * z + 0.181_828_891_252_617_23;
    p = p * z + 0.222_222_111_347_950_8;
    p = p * z + 0.285_714_286_259_754_87;
    p = p * z + 0.399_999_999_998_995_05;
    p = p * z + 0.666_666_666_666_667;
    let half_square = 0.5 * f * f;
    let ln_m = f - (half_square - s * (half_square + p * z));
    let y = k + ln_m * LOG2_E;
    let y = if x == 0.0 { f64::NEG_INFINITY } else { y };
    let y = if x < 0.0 { f64::NAN } else { y };
    if x < f64::INFINITY { y } else { x }
}

/// The natural logarithm.
#[inline(always)]
pub(super) fn ln(x: f64) -> f64 {
    log2(x) * LN_2
}

/// The decimal logarithm.
#[inline(always)]
pub(super) fn log10(x: f64) -> f64 {
    log2(x) * std::f64::consts::LOG10_2
}

/// `1 / sqrt(x)`.
#[inline(always)]
pub(super) fn rsqrt(x: f64) -> f64 {
    1.0 / x.sqrt()
}

/// `x` to the power of `y`, with the special cases of IEEE 754-2019, 9.2.1.
#[inline(always)]
pub(super) fn pow(x: f64, y: f64) -> f64 {
    let a = x.abs();
    // All f32 from 2^24 on are even integers, and so is what stands for them here.
    let size = clamp(y.abs(), 0.0, 33_554_432.0);
    let lifted = size + 4_503_599_627_370_496.0; // 2^52: integers in the low bits
    let integer = lifted - 4_503_599_627_370_496.0 == size;
    let odd = integer & (lifted.to_bits() & 1 == 1);
    let magnitude = exp2(y * log2(a));
    let signed = if odd { magnitude.copysign(x) } else { magnitude };
    let root_of_negative = (x < 0.0) & (a < f64::INFINITY) & !integer;
    let z = if root_of_negative | x.is_nan() | y.is_nan() { f64::NAN } else { signed };
    // 1^y, x^0 and (-1)^±inf, whatever the other argument is.
    let one = (y == 0.0) | (x == 1.0) | ((a == 1.0) & (y.abs() == f64::INFINITY));
    if one { 1.0 } else { z }
}
