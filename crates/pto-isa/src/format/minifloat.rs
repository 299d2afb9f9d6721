//! Floats made of a sign, an exponent and a fraction: f32, f16, bf16, fp8 and fp4.

use super::round::{Conversion, Exact, Nan, Saturate};

/// What the largest codes of a format mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Top {
    /// An exponent of ones is infinity or NaN, as in IEEE 754.
    Ieee,
    /// Only the code of ones is NaN; no infinity.
    OneNan,
    /// Every code is a number.
    Finite,
}

/// Field widths and meaning of a binary float format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Minifloat {
    exponent: u32,
    fraction: u32,
    bias: i32,
    top: Top,
}

/// IEEE 754 binary32.
pub(super) const F32: Minifloat =
    Minifloat { exponent: 8, fraction: 23, bias: 127, top: Top::Ieee };
/// IEEE 754 binary16.
pub(super) const F16: Minifloat = Minifloat { exponent: 5, fraction: 10, bias: 15, top: Top::Ieee };
/// The upper half of a binary32.
pub(super) const BF16: Minifloat =
    Minifloat { exponent: 8, fraction: 7, bias: 127, top: Top::Ieee };
/// OCP OFP8 v1.0 E4M3: no infinity, NaN is S.1111.111, largest 448.
pub(super) const E4M3: Minifloat =
    Minifloat { exponent: 4, fraction: 3, bias: 7, top: Top::OneNan };
/// OCP OFP8 v1.0 E5M2: like IEEE 754, largest 57344.
pub(super) const E5M2: Minifloat = Minifloat { exponent: 5, fraction: 2, bias: 15, top: Top::Ieee };
/// OCP MX v1.0 FP4 E2M1: 0 0.5 1 1.5 2 3 4 6.
pub(super) const E2M1: Minifloat =
    Minifloat { exponent: 2, fraction: 1, bias: 1, top: Top::Finite };
/// FP4 E1M2: 0 0.25 .. 1.75. The values are those of pto-isa `cpu/MXTypes.hpp`, of its A5 `tcvt`
/// tests and of pto-spec 0.58.3; the limits -4 and 3.5 in `cpu/TCvt.hpp` fit none of them.
pub(super) const E1M2: Minifloat =
    Minifloat { exponent: 1, fraction: 2, bias: 1, top: Top::Finite };

impl Minifloat {
    const fn sign(self) -> u64 {
        1 << (self.exponent + self.fraction)
    }

    const fn infinity(self) -> u64 {
        ((1 << self.exponent) - 1) << self.fraction
    }

    /// The code of the largest finite number.
    pub const fn largest(self) -> u64 {
        match self.top {
            Top::Ieee => self.infinity() - 1,
            Top::OneNan => self.sign() - 2,
            Top::Finite => self.sign() - 1,
        }
    }

    /// The canonical NaN; zero in formats without one (no source says what they should give).
    pub const fn nan(self) -> u64 {
        match self.top {
            Top::Ieee => self.infinity() | 1 << (self.fraction - 1),
            Top::OneNan => self.sign() - 1,
            Top::Finite => 0,
        }
    }

    /// The value of a code; bits above the format are ignored.
    pub const fn decode(self, code: u64) -> f64 {
        let negative = code & self.sign() != 0;
        let magnitude = code & (self.sign() - 1);
        let (field, fraction) =
            (magnitude >> self.fraction, magnitude & ((1 << self.fraction) - 1));
        let sign = (negative as u64) << 63;
        if magnitude > self.largest() {
            let payload = match self.top {
                Top::Ieee if fraction == 0 => 0,
                Top::Ieee => 1 << 51 | fraction << (52 - self.fraction),
                Top::OneNan | Top::Finite => 1 << 51,
            };
            return f64::from_bits(sign | 0x7FF << 52 | payload);
        }
        if field == 0 {
            // A multiple of the smallest number, exact in f64.
            let unit = (1 - self.bias - self.fraction as i32 + 1023) as u64;
            let value = fraction as f64 * f64::from_bits(unit << 52);
            return if negative { -value } else { value };
        }
        let biased = (field as i32 - self.bias + 1023) as u64;
        f64::from_bits(sign | biased << 52 | fraction << (52 - self.fraction))
    }

    /// The code of a number, rounded once.
    pub fn encode(self, x: Exact, how: Conversion) -> u64 {
        let sign = if x.neg { self.sign() } else { 0 };
        if x.is_zero() {
            return sign;
        }
        let binade = x.top().max(1 - self.bias);
        let (units, rest) = x.split(binade - self.fraction as i32);
        // The leading bit of `units` carries into the exponent, and so does rounding up.
        let mut code = (((binade + self.bias - 1) as u64) << self.fraction) + units;
        code += u64::from(how.rounding.away(rest, x.neg, code & 1 == 1));
        if code > self.largest() {
            return if how.rounding.stays_finite(x.neg) {
                sign | self.largest()
            } else {
                self.encode_infinity(x.neg, how)
            };
        }
        sign | code
    }

    /// The code of infinity, and of numbers that round to it.
    pub fn encode_infinity(self, neg: bool, how: Conversion) -> u64 {
        let sign = if neg { self.sign() } else { 0 };
        match (how.saturate, self.top) {
            (Saturate::On, _) | (_, Top::Finite) => sign | self.largest(),
            (Saturate::Off, Top::Ieee) => sign | self.infinity(),
            (Saturate::Off, Top::OneNan) => match how.nan {
                Nan::Canonical => self.nan(),
                Nan::Keep => sign | self.nan(),
            },
        }
    }

    /// The code of the NaN `value`.
    pub fn encode_nan(self, value: f64, how: Conversion) -> u64 {
        if how.nan == Nan::Canonical || self.top == Top::Finite {
            return self.nan();
        }
        let bits = value.to_bits();
        let sign = if bits >> 63 == 1 { self.sign() } else { 0 };
        let payload = match self.top {
            Top::Ieee => (bits & ((1 << 52) - 1)) >> (52 - self.fraction),
            Top::OneNan | Top::Finite => 0,
        };
        sign | self.nan() | payload
    }
}
