//! Integers of 1 to 64 bits: their values, and what a number becomes in them.

use super::round::{Conversion, Exact, Invalid, Saturate};
use crate::DType;

/// Width and signedness of an integer type; `i1` is an unsigned bit. `None` for floats.
const fn shape(dtype: DType) -> Option<(u32, bool)> {
    match dtype {
        DType::I1 => Some((1, false)),
        _ if dtype.is_int() => Some((dtype.bits(), !dtype.is_unsigned())),
        _ => None,
    }
}

const fn range(width: u32, signed: bool) -> (i128, i128) {
    if signed { (-(1 << (width - 1)), (1 << (width - 1)) - 1) } else { (0, (1 << width) - 1) }
}

const fn low(value: i128, width: u32) -> u64 {
    value as u64 & (u64::MAX >> (64 - width))
}

/// The value of an integer code, exactly; `None` if the type is a float. Bits above the type are
/// ignored, signed types are extended.
///
/// ```
/// use pto_isa::{DType, format::decode_int};
/// assert_eq!(decode_int(DType::U64, u64::MAX), Some(18_446_744_073_709_551_615));
/// assert_eq!(decode_int(DType::I4, 0xF), Some(-1));
/// assert_eq!(decode_int(DType::F16, 0), None);
/// ```
pub const fn decode_int(dtype: DType, bits: u64) -> Option<i128> {
    match shape(dtype) {
        Some((width, true)) => Some((((bits << (64 - width)) as i64) >> (64 - width)) as i128),
        Some((width, false)) => Some(low(bits as i128, width) as i128),
        None => None,
    }
}

/// The code of an integer, which is clamped to the range of the type or cut to its low bits;
/// `None` if the type is a float.
///
/// ```
/// use pto_isa::{DType, format::{Saturate, encode_int}};
/// assert_eq!(encode_int(DType::I8, 300, Saturate::On), Some(0x7F));
/// assert_eq!(encode_int(DType::I8, 300, Saturate::Off), Some(0x2C));
/// ```
pub fn encode_int(dtype: DType, value: i128, saturate: Saturate) -> Option<u64> {
    let (width, signed) = shape(dtype)?;
    let (min, max) = range(width, signed);
    let value = match saturate {
        Saturate::On => value.clamp(min, max),
        Saturate::Off => value,
    };
    Some(low(value, width))
}

/// The code of a float in an integer type: rounded to a whole number, then clamped or cut.
///
/// Without saturation the low bits are those of the exact whole number, however large. The NPUs
/// clamp to i32 first and then cut (A2A3 and A5 tests of `tcvt`); that is two conversions here.
pub(super) fn encode(dtype: DType, value: f64, how: Conversion) -> Option<u64> {
    let (width, signed) = shape(dtype)?;
    let (min, max) = range(width, signed);
    if value.is_nan() || (value.is_infinite() && how.saturate == Saturate::Off) {
        return Some(match (how.invalid, how.saturate) {
            (Invalid::Indefinite, Saturate::Off) => low(if signed { min } else { max }, width),
            _ => 0,
        });
    }
    if value.is_infinite() {
        return Some(low(if value > 0.0 { max } else { min }, width));
    }
    let exact = Exact::of(value);
    let whole = if exact.exp >= 64 {
        // Clamps like the number itself, and its low bits are the same: zeros.
        1 << 64
    } else if exact.exp >= 0 {
        u128::from(exact.sig) << exact.exp
    } else {
        let (units, rest) = exact.split(0);
        u128::from(units) + u128::from(how.rounding.away(rest, exact.neg, units & 1 == 1))
    };
    let whole = whole as i128;
    encode_int(dtype, if exact.neg { -whole } else { whole }, how.saturate)
}
