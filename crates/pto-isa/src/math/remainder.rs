//! Remainders of f32: C's `fmod` and Python's `%`.

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
