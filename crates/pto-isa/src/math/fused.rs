//! Multiplication followed by addition, rounded once.
//!
//! The product of two f32 is exact in f64. The sum is then rounded to odd: of the two numbers around an inexact
//! result the one whose last bit is set. Rounding that again to a type with at least two bits less gives the
//! correctly rounded result (S. Boldo, G. Melquiond, "Emulation of a FMA and correctly rounded sums", IEEE
//! Transactions on Computers 57(4), 2008).

use super::{NAN, canonical};

/// `a * b + c`, correctly rounded.
#[inline(always)]
pub fn mul_add(a: f32, b: f32, c: f32) -> f32 {
    canonical(mul_add_odd(a, b, c) as f32)
}

/// As [`mul_add`], for f16 and bf16: an f32 that rounds to the correctly rounded result.
#[inline(always)]
pub fn mul_add_narrow(a: f32, b: f32, c: f32) -> f32 {
    let exact = mul_add_odd(a, b, c);
    let near = exact as f32;
    let back = f64::from(near);
    let beyond = u32::from(back.abs() > exact.abs());
    // The number next to it towards zero, with its last bit set.
    let odd = f32::from_bits(near.to_bits().wrapping_sub(beyond) | 1);
    if exact.is_nan() {
        NAN
    } else if back == exact {
        near
    } else {
        odd
    }
}

/// `a * b + c`, rounded to odd.
#[inline(always)]
pub fn mul_add_odd(a: f32, b: f32, c: f32) -> f64 {
    let product = f64::from(a) * f64::from(b);
    let c = f64::from(c);
    let sum = product + c;
    // What the sum lost, exactly (D. E. Knuth, The Art of Computer Programming 2, 4.2.2): nothing overflows.
    let from_c = sum - product;
    let from_product = sum - from_c;
    let lost = (product - from_product) + (c - from_c);
    let bits = sum.to_bits();
    let even = bits & 1 == 0;
    let outward = (lost > 0.0) == (sum > 0.0);
    let odd = if outward { bits.wrapping_add(1) } else { bits.wrapping_sub(1) };
    // An infinity loses infinities or NaN.
    let inexact = sum.is_finite() && lost != 0.0;
    f64::from_bits(if inexact && even { odd } else { bits })
}
