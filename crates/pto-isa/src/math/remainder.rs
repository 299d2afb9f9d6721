//! Remainders of f32, C's `fmod` and Python's `%`, and of i32 through f32.

use super::NAN;

/// A positive finite f32 as `(m, e)` with the value `m * 2^e`.
#[inline(always)]
fn split(bits: u32) -> (u64, i32) {
    let exponent = (bits >> 23) as i32;
    let fraction = u64::from(bits & 0x007F_FFFF);
    if exponent == 0 { (fraction, -149) } else { (fraction | 1 << 23, exponent - 150) }
}

/// The remainder of `x / y` with the quotient cut towards zero, as C's `fmod`. Exact.
///
/// The result has the sign of `x`, also if it is zero. It is NaN if `x` is infinite, `y` is zero or
/// one of them is NaN, and `x` if only `y` is infinite.
///
/// ```
/// use pto_isa::math::fmod;
/// assert_eq!(fmod(-7.5, 2.0), -1.5);
/// assert_eq!(fmod(1e38, 3.0), 2.0);
/// ```
#[inline(always)]
pub fn fmod(x: f32, y: f32) -> f32 {
    if x.is_nan() || y.is_nan() || x.is_infinite() || y == 0.0 {
        return NAN;
    }
    let (a, b) = (x.to_bits() & 0x7FFF_FFFF, y.to_bits() & 0x7FFF_FFFF);
    if a < b {
        return x;
    }
    let ((mut m, e), (divisor, unit)) = (split(a), split(b));
    let mut left = e - unit;
    m %= divisor;
    // 24 bits and 40 more fit in 64; the exponents differ by 277 at most.
    while left > 0 && m != 0 {
        let step = left.min(40);
        m = (m << step) % divisor;
        left -= step;
    }
    // m is less than the divisor, in the same unit: an f32.
    let scale = f64::from_bits(((unit + 1023) as u64) << 52);
    ((m as f64 * scale) as f32).copysign(x)
}

/// The remainder of `x / y` with the quotient rounded down, as Python's `%` on floats.
///
/// The result has the sign of `y`, also if it is zero. Where `fmod` has the other sign it is
/// `fmod(x, y) + y`, rounded once: for a small `x` of the other sign than `y` that is `y` itself,
/// and infinity if `y` is infinite. It is NaN where `fmod` is.
///
/// ```
/// use pto_isa::math::floor_mod;
/// assert_eq!(floor_mod(-7.5, 2.0), 0.5);
/// assert_eq!(floor_mod(7.5, -2.0), -0.5);
/// assert_eq!(floor_mod(-1e-30, 2.0), 2.0);
/// ```
#[inline(always)]
pub fn floor_mod(x: f32, y: f32) -> f32 {
    let r = fmod(x, y);
    if r == 0.0 {
        0.0f32.copysign(y)
    } else if (r < 0.0) != (y < 0.0) && !r.is_nan() {
        r + y
    } else {
        r
    }
}

/// The remainder of i32 as A2/A3 takes it, through f32: both operands are rounded to f32, so is their quotient
/// before it is rounded down, and the sign is fixed in f32. Products and differences wrap.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TRem.hpp:69-130.
///
/// ```
/// use pto_isa::math::rem_through_f32;
/// assert_eq!(rem_through_f32(-7, 3), 2);
/// assert_eq!(rem_through_f32((1 << 24) + 1, 2), 0);
/// ```
pub fn rem_through_f32(a: i32, b: i32) -> i32 {
    rem_by(a, b, b as f32 as i32)
}

/// As [`rem_through_f32`], by a number that is rounded for the quotient and the sign only.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TRemS.hpp:67-112.
pub fn rem_number_through_f32(a: i32, b: i32) -> i32 {
    rem_by(a, b, b)
}

/// `factor` is the divisor as the quotient is multiplied with it. Conversions to i32 clamp, as `as` does.
fn rem_by(a: i32, b: i32, factor: i32) -> i32 {
    let (dividend, divisor) = (a as f32, b as f32);
    let quotient = (dividend / divisor).floor() as i32;
    let r = (dividend as i32).wrapping_sub(quotient.wrapping_mul(factor)) as f32;
    // The sign is looked at by a product, which has none if the remainder is zero.
    (if r * divisor < 0.0 { r + divisor } else { r }) as i32
}
