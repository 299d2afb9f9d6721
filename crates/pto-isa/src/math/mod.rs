//! Scalar functions on f32 whose bits are the same on every machine.
//!
//! They use the operations IEEE 754 defines to the last bit (`+ - * /`, square root, comparisons,
//! conversions) and integer arithmetic; never a platform's `libm`, and never a fused multiply-add,
//! which some machines have and others emulate. Rust neither contracts nor reorders such
//! operations, so a result depends on the arguments alone. Every NaN result is the one positive
//! quiet NaN, because the sign and the payload an operation leaves in a NaN differ between machines.
//!
//! | for | functions | error |
//! |---|---|---|
//! | f32 | [`exp`], [`exp2`], [`ln`], [`log2`], [`log10`], [`rsqrt`], [`pow`], [`tanh`], [`sin`], [`cos`] | less than 1 ulp |
//! | f32 | [`sqrt`], [`recip`], [`mul_add`] | correctly rounded |
//! | f32 | [`fmod`], [`floor_mod`] | exact; one rounding |
//! | f64 | [`exp_double`] | relative error below 2^-50 |
//! | f16 and bf16 | the same names with `_narrow` | correctly rounded, after rounding to the narrow type |
//!
//! Subnormal arguments and results count like all others. Except for the two remainders nothing
//! branches on data or looks into a table: a loop over a slice becomes vector code.
//!
//! ```
//! use pto_isa::format::{f16_to_f32, f32_to_f16};
//! use pto_isa::math;
//!
//! assert_eq!(math::exp(1.0), 2.718_281_8);
//! assert_eq!(math::ln(0.0), f32::NEG_INFINITY);
//! assert_eq!(math::exp(f32::NAN).to_bits(), 0x7FC0_0000);
//! let x = f16_to_f32(0x3C00);
//! assert_eq!(f32_to_f16(math::exp_narrow(x)), 0x4170);
//! ```

mod double;
mod exp;
mod fused;
mod log;
mod narrow;
mod remainder;
mod root;
mod trig;

pub use double::exp_double;
pub use exp::{exp, exp2, pow, tanh};
pub use fused::{mul_add, mul_add_narrow, mul_add_odd};
pub use log::{ln, log2, log10};
pub use narrow::{
    cos_narrow, exp_narrow, exp2_narrow, ln_narrow, log2_narrow, log10_narrow, pow_narrow,
    rsqrt_narrow, sin_narrow, tanh_narrow,
};
pub use remainder::{floor_mod, fmod, rem_number_through_f32, rem_through_f32};
pub use root::{recip, rsqrt, sqrt};
pub use trig::{cos, sin};

/// The NaN every function returns; `f32::NAN` leaves the bits open.
pub const NAN: f32 = f32::from_bits(0x7FC0_0000);

/// The value, or [`NAN`] for any NaN.
///
/// On integers, because an optimiser takes one NaN for as good as another and would remove the same
/// choice between floats.
#[inline(always)]
pub fn canonical(value: f32) -> f32 {
    let bits = value.to_bits();
    f32::from_bits(if bits & 0x7FFF_FFFF > 0x7F80_0000 { NAN.to_bits() } else { bits })
}
