//! Square root and reciprocals of f32.
//!
//! `sqrt`, `recip` and division need no narrow twin: with 24 bits, at least twice the 11 of f16
//! (or the 8 of bf16) and 2 more, rounding first to f32 and then to the narrow type is the same as
//! rounding once (S. A. Figueroa, "When is double rounding innocuous?", SIGNUM Newsletter 30(3), 1995).

use super::{canonical, double};

/// The square root, correctly rounded; rounded again to f16 or bf16 it still is.
#[inline(always)]
pub fn sqrt(x: f32) -> f32 {
    canonical(x.sqrt())
}

/// `1 / x`, correctly rounded; rounded again to f16 or bf16 it still is.
#[inline(always)]
pub fn recip(x: f32) -> f32 {
    canonical(1.0 / x)
}

/// `1 / sqrt(x)`, with an error below 0.500001 ulp (measured over all arguments).
///
/// In f32 alone the two roundings would add up to more than 1 ulp.
/// A zero gives an infinity of its sign, negative numbers give NaN.
#[inline(always)]
pub fn rsqrt(x: f32) -> f32 {
    canonical(double::rsqrt(x.into()) as f32)
}
