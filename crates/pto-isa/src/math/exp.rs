//! Exponentials, powers and the hyperbolic tangent of f32.

use super::{NAN, canonical, double};

/// Adding and subtracting this rounds to an integer and leaves it in the low bits.
const SHIFT: f32 = 12_582_912.0; // 1.5 * 2^23

/// ln 2 in two parts; the first has 15 bits, so that its product with an exponent is exact.
pub(super) const LN_2_HI: f32 = 0.693_145_75;
pub(super) const LN_2_LO: f32 = 1.428_606_8e-6;

/// `value` between the bounds; NaN stays NaN.
#[inline(always)]
fn clamp(value: f32, low: f32, high: f32) -> f32 {
    let value = if value < low { low } else { value };
    if value > high { high } else { value }
}

/// `p * 2^n` with one rounding, for `p` near 1 and an integer `n` from -200 to 200, given as
/// `n + SHIFT`; zero if it is said to vanish.
///
/// Half of the scale goes into the exponent, which is exact; the product with the other half
/// rounds to a subnormal or overflows to infinity. A NaN does not stay a NaN. What vanishes is multiplied by zero: products that
/// round to zero take processors many times as long, and masks are made of minus infinity.
#[inline(always)]
fn scale(p: f32, shifted: f32, vanishes: bool) -> f32 {
    let n = shifted.to_bits().wrapping_sub(SHIFT.to_bits()) as i32;
    let half = n >> 1;
    let first = f32::from_bits(p.to_bits().wrapping_add((half as u32) << 23));
    let second = f32::from_bits((n.wrapping_sub(half).wrapping_add(127) as u32) << 23);
    first * if vanishes { 0.0 } else { second }
}

/// `e^x`, with an error of at most 0.952 ulp (measured over all arguments).
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    // Beyond the bounds results are zero and infinity.
    let clamped = clamp(x, -104.0, 89.0);
    let shifted = clamped * std::f32::consts::LOG2_E + SHIFT;
    let n = shifted - SHIFT;
    let r = (clamped - n * LN_2_HI) - n * LN_2_LO;
    // (e^r - 1 - r) / r^2, interpolated at Chebyshev points.
    let mut q = 1.989_118e-4;
    q = q * r + 1.393_382_1e-3;
    q = q * r + 8.333_31e-3;
    q = q * r + 4.166_646_3e-2;
    q = q * r + 0.166_666_67;
    q = q * r + 0.5;
    let y = scale(1.0 + (r + r * r * q), shifted, x < -104.0);
    if x.is_nan() { NAN } else { y }
}

/// `2^x`, exact if `x` is an integer, with an error of at most 0.835 ulp (measured over all
/// arguments).
#[inline(always)]
pub fn exp2(x: f32) -> f32 {
    let clamped = clamp(x, -151.0, 128.0);
    let shifted = clamped + SHIFT;
    let r = clamped - (shifted - SHIFT);
    // (2^r - 1 - r) / r, interpolated at Chebyshev points.
    let mut q = 1.529_732_4e-5;
    q = q * r + 1.546_144_5e-4;
    q = q * r + 1.333_350_2e-3;
    q = q * r + 9.618_057e-3;
    q = q * r + 5.550_411e-2;
    q = q * r + 0.240_226_5;
    q = q * r - 0.306_852_82;
    let sum = 1.0 + r;
    let lost = r - (sum - 1.0);
    let y = scale(sum + (lost + r * q), shifted, x < -151.0);
    if x.is_nan() { NAN } else { y }
}

/// The hyperbolic tangent, with an error below 0.500001 ulp.
#[inline(always)]
pub fn tanh(x: f32) -> f32 {
    canonical(double::tanh(x.into()) as f32)
}

/// `x` to the power of `y`, with the special cases of IEEE 754-2019, 9.2.1, and an error below
/// 0.500001 ulp.
#[inline(always)]
pub fn pow(x: f32, y: f32) -> f32 {
    canonical(double::pow(x.into(), y.into()) as f32)
}
