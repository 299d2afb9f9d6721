//! The functions that are applied element by element, by name.

use super::exec::Trap;
use super::num::Num;
use super::numerics::Numerics;
use crate::code;
use crate::dtype::DType;
use crate::format::decode_int;
use crate::math;
use crate::target::Target;

/// A function of one, two or three elements. What it gives is defined by [`Elem::apply`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Elem {
    Copy,
    Abs,
    Neg,
    Not,
    Relu,
    Exp,
    Ln,
    Sqrt,
    Rsqrt,
    Recip,
    /// `Exp` of 16-bit floats.
    ExpNarrow,
    /// `Ln` of 16-bit floats.
    LnNarrow,
    /// `Rsqrt` of 16-bit floats.
    RsqrtNarrow,
    Add,
    Sub,
    Mul,
    Div,
    Max,
    Min,
    /// The first operand unless the second is larger: `std::max`.
    MaxFirst,
    /// The first operand unless the second is smaller: `std::min`.
    MinFirst,
    /// Remainder with the sign of the divisor.
    Rem,
    /// Remainder with the sign of the dividend.
    Fmod,
    /// `a - floor(a / b) * b`, every step rounded to f32: what the devices do with floats.
    RemSteps,
    /// `a - trunc(a / b) * b`, every step rounded to f32.
    FmodSteps,
    /// `RemSteps` of f16: cut to f16 before the sign is fixed.
    RemStepsHalf,
    /// `FmodSteps` of f16, cut to f16.
    FmodStepsHalf,
    /// `Rem` whose divisor is one number.
    RemNumber,
    /// `Rem` of i32 with both operands rounded to f32: quirk `rem-through-f32`.
    RemThroughF32,
    /// `RemNumber` of i32 with the dividend rounded to f32.
    RemNumberThroughF32,
    Pow,
    /// `Pow` of 16-bit floats.
    PowNarrow,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    /// `exp(a - b)`, the difference rounded first.
    ExpDif,
    /// `ExpDif` of f16.
    ExpDifHalf,
    /// `a > 0 ? a : a * b`.
    LeakyRelu,
    /// `max(a + b, 0)`.
    AddRelu,
    /// `max(a - b, 0)`.
    SubRelu,
    /// `a + b + c`.
    AddAdd,
    /// `a - b + c`.
    SubAdd,
    /// `a * b + c`, the product rounded first.
    MulAdd,
    /// `max(a * b + c, 0)`, the product rounded first.
    MulAddRelu,
    /// `a * b + c`, rounded once.
    Fma,
    /// `Fma` of 16-bit floats.
    FmaNarrow,
    /// `a >= 0 ? a : a * b`; unlike `LeakyRelu` it keeps zeros as they are.
    ScaleNegative,
    /// How many bits are set.
    CountOnes,
    /// How many bits from the top on equal the sign, itself included.
    CountSignBits,
}

impl Elem {
    /// How many elements it takes.
    #[inline]
    pub const fn arity(self) -> usize {
        use Elem::*;
        match self {
            Copy | Abs | Neg | Not | Relu | Exp | Ln | Sqrt | Rsqrt | Recip | ExpNarrow
            | LnNarrow | RsqrtNarrow | CountOnes | CountSignBits => 1,
            AddAdd | SubAdd | MulAdd | MulAddRelu | Fma | FmaNarrow => 3,
            _ => 2,
        }
    }

    /// As [`resolve`](Elem::resolve), for an instruction that may ask for the accurate algorithm: on A5 it makes
    /// remainders of f32 exact, elsewhere it is ignored.
    ///
    /// Source: pto-isa@3186c381 include/pto/npu/a5/TFMod.hpp:30-39, TRem.hpp:30-31, docs/isa/TREM.md:69-70.
    pub const fn resolve_with(self, numerics: &Numerics, dtype: DType, accurate: bool) -> Elem {
        let exact = accurate && matches!((numerics.profile(), dtype), (Target::A5, DType::F32));
        match self {
            Elem::Rem | Elem::RemNumber if exact => Elem::Rem,
            Elem::Fmod if exact => Elem::Fmod,
            other => other.resolve(numerics, dtype),
        }
    }

    /// The function for elements of `dtype` under the choices of a run.
    pub const fn resolve(self, numerics: &Numerics, dtype: DType) -> Elem {
        let narrow = !dtype.is_int() && dtype.bits() < 32;
        // pto-isa@3186c381 include/pto/npu/a2a3/TRem.hpp:69-128, a5/TRem.hpp:26-77, TFMod.hpp of both.
        let steps = !dtype.is_int() && !matches!(numerics.profile(), Target::CPU);
        let through_f32 = rounds_dividends(numerics, dtype) && !numerics.is_manual();
        match self {
            Elem::Max if numerics.min_max_takes_first() => Elem::MaxFirst,
            Elem::Min if numerics.min_max_takes_first() => Elem::MinFirst,
            Elem::RemNumber if through_f32 => Elem::RemNumberThroughF32,
            Elem::RemNumber => Elem::Rem.resolve(numerics, dtype),
            Elem::Rem if through_f32 => Elem::RemThroughF32,
            Elem::Rem if steps && narrow => Elem::RemStepsHalf,
            Elem::Fmod if steps && narrow => Elem::FmodStepsHalf,
            Elem::Rem if steps => Elem::RemSteps,
            Elem::Fmod if steps => Elem::FmodSteps,
            Elem::Exp if narrow => Elem::ExpNarrow,
            Elem::Ln if narrow => Elem::LnNarrow,
            Elem::Rsqrt if narrow => Elem::RsqrtNarrow,
            // All three targets subtract in f16: pto-isa@3186c381 include/pto/cpu/ElementOp.h:302,
            // npu/a2a3/TRowExpandExpdif.hpp:20-25, npu/a5/TRowExpandExpdif.hpp:30-32.
            Elem::ExpDif if narrow => Elem::ExpDifHalf,
            Elem::Pow if narrow => Elem::PowNarrow,
            Elem::Fma if narrow => Elem::FmaNarrow,
            other => other,
        }
    }

    /// The result. Operands beyond the arity are not looked at.
    #[inline(always)]
    pub fn apply<T: Num>(self, a: T, b: T, c: T) -> T {
        match self {
            Elem::Copy => a,
            Elem::Abs => a.abs(),
            Elem::Neg => a.neg(),
            Elem::Not => a.not(),
            Elem::Relu => relu(a),
            Elem::Exp => a.exp(),
            Elem::Ln => a.ln(),
            Elem::Sqrt => a.sqrt(),
            Elem::Rsqrt => a.rsqrt(),
            Elem::Recip => T::ONE.div(a),
            Elem::ExpNarrow => a.exp_narrow(),
            Elem::LnNarrow => a.ln_narrow(),
            Elem::RsqrtNarrow => a.rsqrt_narrow(),
            Elem::Add => a.add(b),
            Elem::Sub => a.sub(b),
            Elem::Mul => a.mul(b),
            Elem::Div => a.div(b),
            Elem::Max => a.max(b),
            Elem::Min => a.min(b),
            Elem::MaxFirst => {
                if a < b {
                    b
                } else {
                    a
                }
            }
            Elem::MinFirst => {
                if b < a {
                    b
                } else {
                    a
                }
            }
            Elem::Rem | Elem::RemNumber => a.rem(b),
            Elem::RemThroughF32 => on_i32(a, b, math::rem_through_f32),
            Elem::RemNumberThroughF32 => on_i32(a, b, math::rem_number_through_f32),
            Elem::Fmod => a.fmod(b),
            Elem::RemSteps => {
                let r = a.sub(a.div(b).floor().mul(b));
                if r.mul(b) < T::ZERO { r.add(b) } else { r }
            }
            Elem::FmodSteps => a.sub(a.div(b).trunc().mul(b)),
            Elem::RemStepsHalf => {
                let r = a.sub(a.div(b).floor().mul(b)).cut_to_half();
                if r.mul(b).to_half() < T::ZERO { r.add(b) } else { r }
            }
            Elem::FmodStepsHalf => a.sub(a.div(b).trunc().mul(b)).cut_to_half(),
            Elem::Pow => a.pow(b),
            Elem::PowNarrow => a.pow_narrow(b),
            Elem::And => a.and(b),
            Elem::Or => a.or(b),
            Elem::Xor => a.xor(b),
            Elem::Shl => a.shl(b),
            Elem::Shr => a.shr(b),
            Elem::ExpDif => a.sub(b).exp(),
            Elem::ExpDifHalf => a.sub(b).to_half().exp_narrow(),
            Elem::LeakyRelu => {
                if a > T::ZERO {
                    a
                } else {
                    a.mul(b)
                }
            }
            Elem::AddRelu => relu(a.add(b)),
            Elem::SubRelu => relu(a.sub(b)),
            Elem::AddAdd => a.add(b).add(c),
            Elem::SubAdd => a.sub(b).add(c),
            Elem::MulAdd => a.mul(b).add(c),
            Elem::MulAddRelu => relu(a.mul(b).add(c)),
            Elem::Fma => a.mul_add(b, c),
            Elem::FmaNarrow => a.mul_add_narrow(b, c),
            Elem::ScaleNegative => {
                if a >= T::ZERO {
                    a
                } else {
                    a.mul(b)
                }
            }
            Elem::CountOnes => a.count_ones(),
            Elem::CountSignBits => a.count_sign_bits(),
        }
    }

    /// As [`Elem::apply`], which is compiled into every loop over one function. Definitions have the function at run time, and
    /// share one copy of all functions for each kind of number.
    #[inline(never)]
    pub fn call<T: Num>(self, a: T, b: T, c: T) -> T {
        self.apply(a, b, c)
    }

    /// The operand that a function which is not total may refuse: the divisor, the count of a shift.
    pub const fn refused_operand(self) -> usize {
        if matches!(self, Elem::Recip) { 0 } else { 1 }
    }

    /// What is wrong with the [operand](Elem::refused_operand) of a function that is not total: division of an
    /// integer by zero, a shift by the width or more.
    pub fn refuse(self, dtype: DType, code: u64) -> Option<Trap> {
        self.refuse_value(dtype, decode_int(dtype, code)?)
    }

    /// As [`Elem::refuse`], for an operand that may not fit in an element.
    pub fn refuse_value(self, dtype: DType, value: i128) -> Option<Trap> {
        match self {
            _ if self.divides() && value == 0 => {
                Some(Trap::new("divides an integer by zero").code(code::DIVIDE_BY_ZERO))
            }
            Elem::Shl | Elem::Shr if !(0..i128::from(dtype.bits())).contains(&value) => Some(
                Trap::new(format!("shifts {}-bit elements by {value}", dtype.bits()))
                    .code(code::SHIFT_COUNT)
                    .note("quirk `shift-count`: another source takes the count modulo the width"),
            ),
            _ => None,
        }
    }

    /// Whether it compares with a number, zero or its second operand, so that its page says what becomes of a NaN: the
    /// quirk `compared-nan`.
    pub const fn compares_with_number(self, has_number: bool) -> bool {
        matches!(self, Elem::Relu) || has_number && matches!(self, Elem::Max | Elem::Min)
    }

    /// Whether a number among its operands becomes an element first, as an argument of the intrinsic does. The slope of a leaky ReLU
    /// is an f32 for tiles of f16, too.
    pub const fn converts_number(self) -> bool {
        !matches!(self, Elem::LeakyRelu)
    }

    /// Whether it is the natural logarithm, of zero too.
    pub const fn is_logarithm(self) -> bool {
        matches!(self, Elem::Ln | Elem::LnNarrow)
    }

    /// Whether it works on the bits of elements, whatever they stand for.
    pub const fn is_bitwise(self) -> bool {
        use Elem::*;
        matches!(self, Copy | Not | And | Or | Xor)
    }

    /// Whether it is a function of real numbers: it means something without a format and without rounding.
    pub const fn is_of_reals(self) -> bool {
        use Elem::*;
        !matches!(self, Not | And | Or | Xor | Shl | Shr | CountOnes | CountSignBits)
    }

    /// Whether [`Elem::refuse`] can refuse elements of `dtype`.
    pub const fn is_partial(self, dtype: DType) -> bool {
        dtype.is_int() && (self.divides() || matches!(self, Elem::Shl | Elem::Shr))
    }

    const fn divides(self) -> bool {
        use Elem::*;
        matches!(self, Div | Fmod | Recip) || self.is_rem()
    }

    /// Whether it is the remainder with the sign of the divisor, of elements that are not float.
    const fn is_rem(self) -> bool {
        use Elem::*;
        matches!(self, Rem | RemNumber | RemThroughF32 | RemNumberThroughF32)
    }

    /// Whether the quirk `rem-through-f32` can show, which depends on the elements.
    pub const fn may_round_dividends(self, numerics: &Numerics, dtype: DType) -> bool {
        self.is_rem() && rounds_dividends(numerics, dtype)
    }
}

/// Whether the device divides elements of `dtype` as f32: i32 on A2/A3.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TRem.hpp:69-130, TRemS.hpp:67-112.
const fn rounds_dividends(numerics: &Numerics, dtype: DType) -> bool {
    matches!((numerics.profile(), dtype.plain()), (Target::A2A3, DType::I32))
}

/// A function of i32 on elements of that type.
#[inline(always)]
fn on_i32<T: Num>(a: T, b: T, f: fn(i32, i32) -> i32) -> T {
    let int = |x: T| x.to_code(DType::I32) as u32 as i32;
    T::from_code(DType::I32, u64::from(f(int(a), int(b)) as u32))
}

/// The larger of a number and zero; -0 becomes +0, NaN stays NaN.
#[inline(always)]
fn relu<T: Num>(a: T) -> T {
    a.max(T::ZERO)
}
