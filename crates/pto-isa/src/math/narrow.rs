//! Functions of f16 and bf16 numbers, correctly rounded.
//!
//! An argument is an f16 or a bf16 as f32. The result is an f32 that rounds, to nearest even, to
//! the f16 or the bf16 that is nearest to the true value, subnormal or not. It is not the nearest f32: rounding
//! to nearest twice can go wrong. It is rounded to odd instead, which keeps apart what lies on a
//! boundary of the narrow type and what lies beside it (S. Boldo, G. Melquiond, "Emulation of FMA
//! and correctly rounded sums: proved algorithms using rounding to odd", IEEE Trans. Comp. 57(4), 2008).

use super::{canonical, double, trig};

/// An f32 beside `value`, with an odd last bit unless it is exact.
///
/// Overflow gives the largest finite f32 and underflow the smallest subnormal.
#[inline(always)]
fn round_to_odd(value: f64) -> f32 {
    odd_neighbour(value as f32, value)
}

/// The one of the two f32 around `value` that is odd, given the nearest; the nearest if it is exact.
#[inline(always)]
fn odd_neighbour(near: f32, value: f64) -> f32 {
    let back = f64::from(near);
    let beyond = back.abs() > value.abs();
    let inexact = back != value;
    // Towards zero, and from there to the odd one: they are neighbours. A NaN stays a NaN.
    let toward_zero = near.to_bits().wrapping_sub(u32::from(beyond));
    canonical(f32::from_bits(toward_zero | u32::from(inexact)))
}

/// `e^x`.
#[inline(always)]
pub fn exp_narrow(x: f32) -> f32 {
    round_to_odd(double::exp(x.into()))
}

/// `2^x`.
#[inline(always)]
pub fn exp2_narrow(x: f32) -> f32 {
    round_to_odd(double::exp2(x.into()))
}

/// The hyperbolic tangent.
#[inline(always)]
pub fn tanh_narrow(x: f32) -> f32 {
    round_to_odd(double::tanh(x.into()))
}

/// The sine of `x` radians.
#[inline(always)]
pub fn sin_narrow(x: f32) -> f32 {
    round_to_odd(trig::sin64(x.into()))
}

/// The cosine of `x` radians.
#[inline(always)]
pub fn cos_narrow(x: f32) -> f32 {
    round_to_odd(trig::cos64(x.into()))
}

/// The natural logarithm.
#[inline(always)]
pub fn ln_narrow(x: f32) -> f32 {
    round_to_odd(double::ln(x.into()))
}

/// The binary logarithm.
#[inline(always)]
pub fn log2_narrow(x: f32) -> f32 {
    round_to_odd(double::log2(x.into()))
}

/// The decimal logarithm.
#[inline(always)]
pub fn log10_narrow(x: f32) -> f32 {
    round_to_odd(double::log10(x.into()))
}

/// `1 / sqrt(x)`.
#[inline(always)]
pub fn rsqrt_narrow(x: f32) -> f32 {
    round_to_odd(double::rsqrt(x.into()))
}

/// `x` to the power of `y`; both are f16, or both are bf16.
///
/// Unlike the other functions it meets boundaries exactly (as many squares do), and f64 shows
/// them with an error, of less than 2^-44. What is that close to an f32 is taken for it. Over all
/// pairs, the closest that a power comes to a boundary without being on it is 2^-43.05 for f16 and
/// 2^-35 for bf16.
#[inline(always)]
pub fn pow_narrow(x: f32, y: f32) -> f32 {
    const TOLERANCE: f64 = 1.0 / (1u64 << 44) as f64;
    let value = double::pow(x.into(), y.into());
    let near = value as f32;
    let back = f64::from(near);
    let exact = (back - value).abs() <= value.abs() * TOLERANCE;
    odd_neighbour(near, if exact { back } else { value })
}
