//! What a SIMT thread computes by itself: functions of numbers, conversions, products and bytes.
//!
//! A value is one number, or a small vector in a word ([`Packed`]), which is computed element by element.

use super::elem::Elem;
use super::exec::{Exec, Outcome, Trap};
use super::lane_convert::rounding_of;
use super::num::Num;
use crate::dtype::DType;
use crate::format::{self, Conversion, Rounding, Saturate, decode_int};
use crate::math;
use crate::packed::Packed;
use crate::with_num;

/// The attribute in which a program tells the type of the value: a number or a small vector.
pub const VALUE_TYPE: &str = "type of the value";
/// The attribute in which a program tells the type of the result.
pub const RESULT_TYPE: &str = "type of the result";

/// A function of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Function {
    /// One that tiles and registers have, too.
    Elem(Elem),
    /// The larger number; of a number and NaN the number.
    MaxNumber,
    /// The smaller number; of a number and NaN the number.
    MinNumber,
    /// Sine of an angle in radians.
    Sin,
    /// Cosine of an angle in radians.
    Cos,
    /// The whole number next to it.
    Integral(Rounding),
}

impl Function {
    fn apply(self, x: &Exec<'_>, dtype: DType, codes: [u64; 3]) -> u64 {
        let number = |i: usize| f32::from_code(dtype, codes[i]);
        let of_numbers = |elem: Elem| {
            with_num!(dtype, T => {
                let [a, b, c] = codes.map(|code| T::from_code(dtype, code));
                elem.call(a, b, c).to_code(dtype)
            })
        };
        match self {
            Function::Elem(elem) => of_numbers(elem.resolve(x.numerics, dtype)),
            Function::MaxNumber | Function::MinNumber => {
                match (number(0).is_nan(), number(1).is_nan()) {
                    (true, false) => codes[1],
                    (false, true) => codes[0],
                    _ if self == Function::MaxNumber => of_numbers(Elem::Max),
                    _ => of_numbers(Elem::Min),
                }
            }
            Function::Sin => math::sin(number(0)).to_code(dtype),
            Function::Cos => math::cos(number(0)).to_code(dtype),
            Function::Integral(rounding) => {
                let whole = format::round_to_integral(f64::from(number(0)), rounding);
                format::encode(dtype, whole, Conversion::default())
            }
        }
    }
}

/// A function of the operands before the result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThreadMap {
    /// Which.
    pub function: Function,
    /// How many operands it takes; the result is the next one.
    pub arity: u8,
}

impl ThreadMap {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let mut words = [0; 3];
        for (slot, word) in (0..self.arity).zip(&mut words) {
            *word = x.scalar(slot)?.1;
        }
        let packed = value_type(x, 0)?;
        let word = packed
            .pack(|lane| self.function.apply(x, packed.dtype, words.map(|w| packed.get(w, lane))));
        x.give(self.arity, word);
        Ok(())
    }
}

/// The type of a value operand, as a vector of one element if it is a number.
pub(super) fn value_type(x: &Exec<'_>, slot: u8) -> Result<Packed, Trap> {
    match x.word(VALUE_TYPE).and_then(read_type) {
        Some(packed) => Ok(packed),
        None => Ok(Packed { lanes: 1, dtype: x.scalar(slot)?.0 }),
    }
}

fn read_type(text: &str) -> Option<Packed> {
    match DType::parse(text) {
        Some(dtype) => Some(Packed { lanes: 1, dtype }),
        None => Packed::read(text),
    }
}

/// An integer type with the sign that an attribute says.
pub(super) fn with_sign(dtype: DType, word: Option<&str>) -> DType {
    match (dtype.plain(), word) {
        (DType::I32, Some("unsigned")) => DType::U32,
        (DType::I64, Some("unsigned")) => DType::U64,
        (DType::U32, Some("signed")) => DType::I32,
        (DType::U64, Some("signed")) => DType::I64,
        (plain, _) => plain,
    }
}

/// `convert`: operand 0 in the type of operand 1.
pub fn convert(x: &mut Exec<'_>) -> Outcome {
    let (_, word) = x.scalar(0)?;
    let from = value_type(x, 0)?;
    let to = x.word(RESULT_TYPE).and_then(read_type);
    let to = to.ok_or_else(|| Trap::new("does not tell the type of its result").at(1))?;
    // The letters are those of `vcvt`.
    let rounding = rounding_of(x.word("rounding").unwrap_or("r"))?;
    let saturate = if x.word("saturation") == Some("sat") { Saturate::On } else { Saturate::Off };
    let sign = x.word("signedness");
    let (source, target) = (with_sign(from.dtype, sign), with_sign(to.dtype, sign));
    let by = |rounding: Rounding| {
        let how = Conversion::new(rounding, saturate);
        to.pack(|lane| format::convert(source, from.get(word, lane), target, how))
    };
    // The page of SIMT instructions has the words of that of `vcvt`.
    let [page, device] = match rounding {
        Rounding::Round => [by(Rounding::Away), by(Rounding::Round)],
        other => [by(other); 2],
    };
    if page != device {
        x.note_quirk("round-away");
    }
    x.give(1, if x.numerics.is_manual() { page } else { device });
    Ok(())
}

/// The full product of operands 0 and 1, with or without sign.
fn product(x: &Exec<'_>) -> Result<(u32, i128), Trap> {
    let ((dtype, a), (_, b)) = (x.scalar(0)?, x.scalar(1)?);
    let dtype = with_sign(dtype, x.word("signedness"));
    let value = |code: u64| decode_int(dtype, code).unwrap_or(0);
    // 64-bit numbers without sign: the product wraps in 128 bits, and its bits are the right ones.
    Ok((dtype.bits(), value(a).wrapping_mul(value(b))))
}

/// `mulhi`: the upper half of a product.
pub fn upper_product(x: &mut Exec<'_>) -> Outcome {
    let (bits, product) = product(x)?;
    x.give(2, (product >> bits) as u64 & (u64::MAX >> (64 - bits)));
    Ok(())
}

/// `mul_i32toi64`: the whole product.
pub fn wide_product(x: &mut Exec<'_>) -> Outcome {
    let (_, product) = product(x)?;
    x.give(2, product as u64);
    Ok(())
}

/// `prmt`: bytes 0 to 3 are those of operand 1, bytes 4 to 7 those of operand 0; the upper bit of a field is not looked
/// at.
///
/// Source: PTOAS 0.60 test/vpto/cases/micro-op/simt/simt-scalar-math-core.
pub fn permute_bytes(x: &mut Exec<'_>) -> Outcome {
    let ((_, high), (_, low), (_, selector)) = (x.scalar(0)?, x.scalar(1)?, x.scalar(2)?);
    let bytes = high << 32 | low & u64::from(u32::MAX);
    let byte = |field: u64| bytes >> (8 * (field & 7)) & 0xFF;
    let word = (0..4).map(|i| byte(selector >> (4 * i)) << (8 * i)).fold(0, |a, b| a | b);
    x.give(3, word);
    Ok(())
}
