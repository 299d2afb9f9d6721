//! Numbers on the command line, and their bits in the type of a parameter.

use crate::arg_error::ArgError;
use pto_isa::DType;
use pto_isa::format::{Rounding, Saturate, decode, encode_float};

/// A number as it was written.
enum Number {
    Truth(bool),
    /// `None` when it has more digits than any type.
    Int(Option<i128>, f64),
    Float(f64),
}

/// Whether a SPEC is a number: `12`, `-0x1F`, `1_000`, `1.5`, `-3e-4`, `inf`, `nan`, `true`.
pub(super) fn is_number(text: &str) -> bool {
    read(text).is_some()
}

/// The bits of a scalar parameter, in the low bits of the result. `index` is an i64.
///
/// Integers must be written as integers and fit the type. A signed or signless type takes either
/// reading of its bits, as hosts pass bits: i8 is -128 to 255. Float types take the value: `3` and
/// `3.0` are both three. It is read as an f64, as Python does, and rounded to the nearest, ties to
/// even; a number beyond the largest one is refused rather than made infinite.
pub fn scalar_bits(text: &str, dtype: DType) -> Result<u64, ArgError> {
    let Some(number) = read(text) else {
        return Err(ArgError::new(format!("`{text}` is not a number, the parameter is {dtype}"))
            .hint("write 12, -0x1F, 1.5, 3e-4, inf, nan, true or false"));
    };
    if dtype.is_float() {
        let value = match number {
            Number::Int(_, value) | Number::Float(value) => value,
            Number::Truth(truth) => {
                return Err(ArgError::new(format!("`{text}` is a truth value, not {dtype}"))
                    .hint(format!("write {}.0", u8::from(truth))));
            }
        };
        return float_bits(text, value, dtype);
    }
    let value = match number {
        Number::Truth(truth) => Some(i128::from(truth)),
        Number::Int(value, _) => value,
        Number::Float(value) => {
            let error =
                ArgError::new(format!("`{text}` is not an integer, the parameter is {dtype}"));
            let integral = value.fract() == 0.0 && value.abs() < 2f64.powi(64);
            return Err(if integral { error.hint(format!("write {value:.0}")) } else { error });
        }
    };
    let bits = dtype.bits();
    let low = if dtype.is_unsigned() { 0 } else { -(1i128 << (bits - 1)) };
    let high = (1i128 << bits) - 1;
    match value {
        // A negative number becomes its two's complement, cut to the type.
        Some(value) if (low..=high).contains(&value) => Ok((value & high) as u64),
        _ => Err(ArgError::new(format!("`{text}` does not fit {dtype}: use {low} to {high}"))),
    }
}

fn float_bits(text: &str, value: f64, dtype: DType) -> Result<u64, ArgError> {
    let code = encode_float(dtype, value, Rounding::Rint, Saturate::Off);
    let back = decode(dtype, code);
    if value.is_finite() && !back.is_finite() {
        return Err(ArgError::new(format!("`{text}` is outside the range of {dtype}")));
    }
    if value.is_infinite() != back.is_infinite() || value.is_nan() != back.is_nan() {
        return Err(ArgError::new(format!("{dtype} has no `{text}`")));
    }
    Ok(code)
}

fn read(text: &str) -> Option<Number> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let signed = |magnitude: f64| if negative { -magnitude } else { magnitude };
    match (text, digits) {
        ("true", _) => return Some(Number::Truth(true)),
        ("false", _) => return Some(Number::Truth(false)),
        (_, "inf") => return Some(Number::Float(signed(f64::INFINITY))),
        (_, "nan") => return Some(Number::Float(signed(f64::NAN))),
        _ => {}
    }
    let (radix, digits) = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(hex) => (16, hex),
        None => (10, digits),
    };
    // Spares a second sign and the other words that `parse` takes.
    if !digits.starts_with(|c: char| c.is_digit(radix) || (radix == 10 && c == '.'))
        || digits.ends_with('_')
    {
        return None;
    }
    let plain: String = digits.chars().filter(|&c| c != '_').collect();
    let integer = plain.chars().all(|c| c.is_digit(radix));
    let magnitude = u128::from_str_radix(&plain, radix).ok();
    let value = match radix {
        16 if !integer => return None,
        16 => magnitude.map_or(f64::MAX, |m| m as f64),
        // What is written with digits is finite, and no element type reaches this far.
        _ => plain.parse::<f64>().ok()?.min(f64::MAX),
    };
    if !integer {
        return Some(Number::Float(signed(value)));
    }
    let exact = magnitude.and_then(|m| i128::try_from(m).ok());
    Some(Number::Int(exact.map(|m| if negative { -m } else { m }), signed(value)))
}
