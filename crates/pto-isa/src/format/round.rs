//! Rounding modes, saturation, and the exact numbers they are applied to.

/// How a number between two representable ones is rounded.
///
/// The names are those of `RoundMode` in pto-isa (`CAST_RINT` and so on); `vcvt` spells them
/// R, A, F, C, Z and O.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// To the nearest; halfway, to the one whose code is even.
    #[default]
    Rint,
    /// To the nearest; halfway, away from zero.
    Round,
    /// Towards minus infinity.
    Floor,
    /// Towards plus infinity.
    Ceil,
    /// Towards zero.
    Trunc,
    /// Away from zero.
    Away,
    /// Of the two neighbours, the one whose code is odd (von Neumann rounding). A number that is
    /// representable stays.
    Odd,
}

impl Rounding {
    /// Every mode.
    pub const ALL: &[Rounding] = &[
        Rounding::Rint,
        Rounding::Round,
        Rounding::Floor,
        Rounding::Ceil,
        Rounding::Trunc,
        Rounding::Away,
        Rounding::Odd,
    ];

    /// Whether to take the neighbour farther from zero. `odd` is the parity of the nearer one.
    pub(super) const fn away(self, rest: Rest, neg: bool, odd: bool) -> bool {
        if matches!(rest, Rest::None) {
            return false;
        }
        match self {
            Rounding::Rint => matches!(rest, Rest::Above) || (matches!(rest, Rest::Half) && odd),
            Rounding::Round => matches!(rest, Rest::Half | Rest::Above),
            Rounding::Floor => neg,
            Rounding::Ceil => !neg,
            Rounding::Trunc => false,
            Rounding::Away => true,
            Rounding::Odd => !odd,
        }
    }

    /// Whether a number that is too large becomes the largest finite one even without saturation.
    ///
    /// IEEE 754-2019 §7.4 for the directed modes. It does not define rounding to odd; Arm
    /// (`FPRoundingMode_ODD` in the architecture's pseudocode) never rounds to infinity either.
    pub(super) const fn stays_finite(self, neg: bool) -> bool {
        match self {
            Rounding::Rint | Rounding::Round | Rounding::Away => false,
            Rounding::Floor => !neg,
            Rounding::Ceil => neg,
            Rounding::Trunc | Rounding::Odd => true,
        }
    }
}

/// What happens to numbers outside the range of the destination.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Saturate {
    /// Floats overflow to infinity, or to NaN in formats without infinity, or to the largest value
    /// in formats with neither. Integers keep the low bits.
    #[default]
    Off,
    /// The nearest finite value of the destination, also for infinities.
    On,
}

/// What a NaN becomes in a float format that has NaNs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Nan {
    /// The one positive quiet NaN of the format (pto-spec 0.58.3, `canonical_qnan`). Does not
    /// depend on the machine this runs on.
    #[default]
    Canonical,
    /// Sign and leading payload bits stay, and the NaN becomes quiet.
    Keep,
}

/// What NaN becomes in an integer, and infinity too unless it is saturated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Invalid {
    /// Zero.
    #[default]
    Zero,
    /// The least value of signed types and the greatest of unsigned ones, when not saturating;
    /// with saturation NaN is zero (pto-spec 0.58.3, `float_to_integer_invalid`).
    Indefinite,
}

/// All that decides the result of a conversion.
///
/// ```
/// use pto_isa::DType;
/// use pto_isa::format::{Conversion, Nan, Rounding, Saturate, convert};
/// let how = Conversion { nan: Nan::Keep, ..Conversion::new(Rounding::Trunc, Saturate::Off) };
/// assert_eq!(convert(DType::F32, 0xFFC0_2000, DType::F16, how), 0xFE01);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Conversion {
    /// How inexact results are rounded.
    pub rounding: Rounding,
    /// What happens out of range.
    pub saturate: Saturate,
    /// NaN in float results.
    pub nan: Nan,
    /// NaN and infinity in integer results.
    pub invalid: Invalid,
}

impl Conversion {
    /// Rounding and saturation as given, canonical NaNs, zero for NaN in integers.
    pub const fn new(rounding: Rounding, saturate: Saturate) -> Conversion {
        Conversion { rounding, saturate, nan: Nan::Canonical, invalid: Invalid::Zero }
    }
}

/// What is cut off when a number is reduced to a multiple of some unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// Nothing: it was a multiple.
    None,
    /// Less than half a unit.
    Below,
    /// Half a unit.
    Half,
    /// More than half a unit.
    Above,
}

/// A finite number, exactly: `sig * 2^exp`, negated if `neg`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exact {
    pub neg: bool,
    pub sig: u64,
    pub exp: i32,
}

impl Exact {
    /// `value` must be finite.
    pub const fn of(value: f64) -> Exact {
        let bits = value.to_bits();
        let (field, fraction) = ((bits >> 52) & 0x7FF, bits & ((1 << 52) - 1));
        let (sig, exp) =
            if field == 0 { (fraction, -1074) } else { (fraction | 1 << 52, field as i32 - 1075) };
        Exact { neg: bits >> 63 == 1, sig, exp }
    }

    /// An element of an integer type: its magnitude has at most 64 bits.
    pub const fn of_int(value: i128) -> Exact {
        Exact { neg: value < 0, sig: value.unsigned_abs() as u64, exp: 0 }
    }

    pub const fn is_zero(self) -> bool {
        self.sig == 0
    }

    /// The exponent of the leading bit; the number must not be zero.
    pub const fn top(self) -> i32 {
        63 - self.sig.leading_zeros() as i32 + self.exp
    }

    /// The magnitude as whole multiples of `2^unit`, and what is cut off. The multiple must fit
    /// into 64 bits, which it does when the unit is the last place of some format.
    pub const fn split(self, unit: i32) -> (u64, Rest) {
        let shift = unit - self.exp;
        if self.sig == 0 {
            return (0, Rest::None);
        }
        if shift <= 0 {
            return (self.sig << (-shift & 63), Rest::None);
        }
        if shift > 64 {
            return (0, Rest::Below);
        }
        let (units, cut) =
            if shift == 64 { (0, self.sig) } else { (self.sig >> shift, self.sig << (64 - shift)) };
        // `cut` holds the bits after the point, from the top; for shift 64 they are all of them.
        let rest = match cut {
            0 => Rest::None,
            c if c < 1 << 63 => Rest::Below,
            c if c == 1 << 63 => Rest::Half,
            _ => Rest::Above,
        };
        (units, rest)
    }
}

/// Rounds to a whole number; zero keeps the sign. `tcvt` from f32 to f32 does this on A2A3 and A5.
///
/// The result of an f32 is an f32, and so for f16 and bf16.
///
/// ```
/// use pto_isa::format::{Rounding, round_to_integral};
/// assert_eq!(round_to_integral(2.5, Rounding::Rint), 2.0);
/// assert_eq!(round_to_integral(2.5, Rounding::Round), 3.0);
/// assert_eq!(round_to_integral(2.25, Rounding::Odd), 3.0);
/// ```
pub fn round_to_integral(value: f64, rounding: Rounding) -> f64 {
    if !value.is_finite() {
        return value;
    }
    let exact = Exact::of(value);
    if exact.exp >= 0 {
        return value;
    }
    let (units, rest) = exact.split(0);
    let units = units + u64::from(rounding.away(rest, exact.neg, units & 1 == 1));
    (units as f64).copysign(value)
}
