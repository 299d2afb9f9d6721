//! Element formats: what the bits of an element mean, and conversion between types.
//!
//! A code is the bits of one element in the low bits of a `u64`. For the types that are packed two
//! to a byte (`f4E2M1x2`, `f4E1M2x2`, `i4`) a code is one half, see [`unpack4`].
//!
//! Everything here is exact until the one rounding at the end, whatever the pair of types. What
//! sources disagree about is a field of [`Conversion`]; nothing depends on a target or on the
//! machine. No function panics, allocates or does I/O.
//!
//! ```
//! use pto_isa::DType::{Bf16, F8E4M3, F16, F32, I8, I64};
//! use pto_isa::format::*;
//!
//! assert_eq!(decode(F8E4M3, 0x7E), 448.0);
//! assert_eq!(encode_float(F8E4M3, 1000.0, Rounding::Rint, Saturate::On), 0x7E);
//! assert_eq!(encode_float(F8E4M3, 1000.0, Rounding::Rint, Saturate::Off), 0x7F); // NaN
//! assert_eq!(encode_float(F16, 1.0, Rounding::Rint, Saturate::Off), 0x3C00);
//!
//! // 2^53 + 1 is between two f32, and between two f64 as well.
//! let up = Conversion::new(Rounding::Ceil, Saturate::Off);
//! assert_eq!(convert(I64, (1 << 53) + 1, F32, up), 0x5A00_0001);
//! // Low bits, or the nearest value in range.
//! assert_eq!(convert(F32, 300.5f32.to_bits().into(), I8, Conversion::default()), 0x2C);
//! assert_eq!(convert(Bf16, 0x4396, I8, Conversion::new(Rounding::Rint, Saturate::On)), 0x7F);
//! ```

mod e8m0;
mod hif8;
mod int;
mod minifloat;
mod nibble;
mod round;
mod slice;
pub mod table;
mod tf32;

pub use int::{decode_int, encode_int};
pub use nibble::{get4, pack4, set4, unpack4};
pub use round::{Conversion, Invalid, Nan, Rounding, Saturate, round_to_integral};
pub use slice::{
    bf16_slice_to_f32, bf16_to_f32, f16_slice_to_f32, f16_to_f32, f32_slice_to_bf16,
    f32_slice_to_f16, f32_to_bf16, f32_to_f16,
};
pub use tf32::{TF32_A2A3, TF32_A5, round_tf32};

use crate::DType;
use minifloat::Minifloat;
use round::Exact;

/// How the codes of a type are read.
enum Kind {
    Mini(Minifloat),
    Hif8,
    E8m0,
    Int,
}

const fn kind(dtype: DType) -> Kind {
    match dtype {
        DType::F32 => Kind::Mini(minifloat::F32),
        DType::F16 => Kind::Mini(minifloat::F16),
        DType::Bf16 | DType::Bf16x2 => Kind::Mini(minifloat::BF16),
        DType::F8E4M3 => Kind::Mini(minifloat::E4M3),
        DType::F8E5M2 => Kind::Mini(minifloat::E5M2),
        DType::F4E2M1x2 => Kind::Mini(minifloat::E2M1),
        DType::F4E1M2x2 => Kind::Mini(minifloat::E1M2),
        DType::Hif8 => Kind::Hif8,
        DType::F8E8M0 => Kind::E8m0,
        _ => Kind::Int,
    }
}

/// Bits of one code: as [`DType::bits`], but of one number where an element has two.
pub const fn code_bits(dtype: DType) -> u32 {
    match dtype {
        DType::F4E2M1x2 | DType::F4E1M2x2 => 4,
        DType::Bf16x2 => 16,
        _ => dtype.bits(),
    }
}

/// The value of a code; bits above the type are ignored.
///
/// Exact for every type but the 64-bit integers, which are rounded to the nearest f64: use
/// [`decode_int`] for them. A NaN keeps sign and payload and becomes quiet.
///
/// ```
/// use pto_isa::{DType, format::decode};
/// assert_eq!(decode(DType::F16, 0x0001), 2f64.powi(-24));
/// assert_eq!(decode(DType::Hif8, 0x6E), 32768.0);
/// assert_eq!(decode(DType::F4E2M1x2, 0x7), 6.0);
/// assert_eq!(decode(DType::I8, 0x80), -128.0);
/// ```
pub const fn decode(dtype: DType, bits: u64) -> f64 {
    match kind(dtype) {
        Kind::Mini(format) => format.decode(bits),
        Kind::Hif8 => hif8::decode(bits),
        Kind::E8m0 => e8m0::decode(bits),
        Kind::Int => match decode_int(dtype, bits) {
            Some(value) => value as f64,
            None => f64::NAN,
        },
    }
}

/// The code of a number in any type, integers included, with canonical NaNs.
///
/// ```
/// use pto_isa::{DType, format::{Rounding, Saturate, encode_float}};
/// let f16 = |x, r| encode_float(DType::F16, x, r, Saturate::Off);
/// assert_eq!(f16(65520.0, Rounding::Rint), 0x7C00);
/// assert_eq!(f16(65520.0, Rounding::Trunc), 0x7BFF);
/// assert_eq!(f16(f64::NAN, Rounding::Rint), 0x7E00);
/// assert_eq!(encode_float(DType::U8, -1.5, Rounding::Floor, Saturate::On), 0);
/// ```
pub fn encode_float(dtype: DType, value: f64, rounding: Rounding, saturate: Saturate) -> u64 {
    encode(dtype, value, Conversion::new(rounding, saturate))
}

/// The code of a number in any type, integers included.
pub fn encode(dtype: DType, value: f64, how: Conversion) -> u64 {
    if let Kind::Int = kind(dtype) {
        return int::encode(dtype, value, how).unwrap_or(0);
    }
    if value.is_nan() {
        return match kind(dtype) {
            Kind::Mini(format) => format.encode_nan(value, how),
            Kind::Hif8 => hif8::NAN,
            Kind::E8m0 => e8m0::NAN,
            Kind::Int => 0,
        };
    }
    if value.is_infinite() {
        let neg = value < 0.0;
        return match kind(dtype) {
            Kind::Mini(format) => format.encode_infinity(neg, how),
            Kind::Hif8 => hif8::encode_infinity(neg, how),
            Kind::E8m0 => e8m0::encode_infinity(neg, how),
            Kind::Int => 0,
        };
    }
    encode_exact(dtype, Exact::of(value), how)
}

/// The code of a finite number in a float type.
fn encode_exact(dtype: DType, x: Exact, how: Conversion) -> u64 {
    match kind(dtype) {
        Kind::Mini(format) => format.encode(x, how),
        Kind::Hif8 => hif8::encode(x, how),
        Kind::E8m0 => e8m0::encode(x, how),
        Kind::Int => 0,
    }
}

/// The code in `to` of a code in `from`, for any two types, rounded once.
///
/// f32 to f32 changes nothing but NaNs; the rounding that `tcvt` does there is
/// [`round_to_integral`].
///
/// ```
/// use pto_isa::DType::{F16, I16, I32, U8};
/// use pto_isa::format::{Conversion, Rounding, Saturate, convert};
/// let on = Conversion::new(Rounding::Rint, Saturate::On);
/// assert_eq!(convert(I16, 0xFFFF, U8, on), 0);
/// assert_eq!(convert(I16, 0xFFFF, U8, Conversion::default()), 0xFF);
/// assert_eq!(convert(I32, 70000, F16, on), 0x7BFF);
/// ```
pub fn convert(from: DType, bits: u64, to: DType, how: Conversion) -> u64 {
    match decode_int(from, bits) {
        Some(value) => match encode_int(to, value, how.saturate) {
            Some(code) => code,
            None => encode_exact(to, Exact::of_int(value), how),
        },
        None => encode(to, decode(from, bits), how),
    }
}
