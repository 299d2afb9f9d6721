//! A number without rounding: what it is in double precision, and how far that may be from exact arithmetic.
//!
//! It is a [`Num`], so that the functions of the table give twins of twins: what an instruction means is said there alone.
//! Doubts are of first order in those of the operands, with some slack for the second.

use pto_isa::DType;
use pto_isa::format::{decode, decode_int};
use pto_isa::math::exp_double;
use pto_isa::sem::Num;
use std::cmp::Ordering;

/// Somewhat more than half a unit in the last place of a double: what one rounding adds, relative to the result.
const U: f64 = 1.2e-16;

/// What second order may add to a doubt of first order.
const SLACK: f64 = 1.001;

/// A value and its doubt.
#[derive(Clone, Copy, Debug, Default)]
pub struct Twin {
    /// The number in double precision.
    pub value: f64,
    /// How far exact arithmetic may be from it.
    pub doubt: f64,
}

impl Twin {
    /// A number that is known.
    pub const fn exact(value: f64) -> Twin {
        Twin { value, doubt: 0.0 }
    }

    /// A number as an operand: floats and integers alike.
    pub fn of_number(dtype: DType, code: u64) -> Twin {
        Twin::exact(decode_int(dtype, code).map_or_else(|| decode(dtype, code), |v| v as f64))
    }

    /// A function with a relative error of its own, in roundings, and the doubt that its operands make.
    #[inline(always)]
    fn rounded(value: f64, doubt: f64, roundings: f64) -> Twin {
        Twin { value, doubt: doubt + roundings * U * value.abs() }
    }

    /// No function of real numbers: nothing is known of it.
    const UNKNOWN: Twin = Twin { value: f64::NAN, doubt: f64::INFINITY };

    /// A function that jumps: its doubt is how far it comes within the doubt of its operand.
    #[inline(always)]
    fn step(self, f: impl Fn(f64) -> f64) -> Twin {
        let (low, high) = (f(self.value - self.doubt), f(self.value + self.doubt));
        Twin { value: f(self.value), doubt: high - low }
    }
}

impl PartialEq for Twin {
    #[inline(always)]
    fn eq(&self, other: &Twin) -> bool {
        self.value == other.value
    }
}

impl PartialOrd for Twin {
    #[inline(always)]
    fn partial_cmp(&self, other: &Twin) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
    #[inline(always)]
    fn lt(&self, other: &Twin) -> bool {
        self.value < other.value
    }
    #[inline(always)]
    fn gt(&self, other: &Twin) -> bool {
        self.value > other.value
    }
}

impl Num for Twin {
    fn from_code(dtype: DType, code: u64) -> Twin {
        Twin::of_number(dtype, code)
    }
    /// Twins are not kept in formats.
    fn to_code(self, _: DType) -> u64 {
        self.value.to_bits()
    }
    /// What rounds floats leaves twins alone.
    const IS_FLOAT: bool = false;
    const ZERO: Twin = Twin::exact(0.0);
    const ONE: Twin = Twin::exact(1.0);
    const LEAST: Twin = Twin::exact(f64::NEG_INFINITY);
    const GREATEST: Twin = Twin::exact(f64::INFINITY);
    #[inline(always)]
    fn add(self, b: Twin) -> Twin {
        Twin::rounded(self.value + b.value, self.doubt + b.doubt, 1.0)
    }
    #[inline(always)]
    fn sub(self, b: Twin) -> Twin {
        Twin::rounded(self.value - b.value, self.doubt + b.doubt, 1.0)
    }
    #[inline(always)]
    fn mul(self, b: Twin) -> Twin {
        let cross = self.value.abs() * b.doubt + (b.value.abs() + b.doubt) * self.doubt;
        Twin::rounded(self.value * b.value, cross, 1.0)
    }
    #[inline(always)]
    fn div(self, b: Twin) -> Twin {
        let value = self.value / b.value;
        // Of an exact quotient nothing is in doubt, not even by zero.
        let doubt = self.doubt + value.abs() * b.doubt;
        let doubt = if doubt == 0.0 { 0.0 } else { doubt / (b.value.abs() - b.doubt) };
        Twin::rounded(value, if doubt >= 0.0 { doubt } else { f64::INFINITY }, 1.0)
    }
    #[inline(always)]
    fn max(self, b: Twin) -> Twin {
        let value = if self.value > b.value || self.value.is_nan() { self.value } else { b.value };
        Twin { value, doubt: if self.doubt > b.doubt { self.doubt } else { b.doubt } }
    }
    #[inline(always)]
    fn min(self, b: Twin) -> Twin {
        let value = if self.value < b.value || self.value.is_nan() { self.value } else { b.value };
        Twin { value, doubt: if self.doubt > b.doubt { self.doubt } else { b.doubt } }
    }
    fn rem(self, b: Twin) -> Twin {
        let quotient = Twin::div(self, b).floor();
        self.sub(quotient.mul(b))
    }
    fn fmod(self, b: Twin) -> Twin {
        let quotient = Twin::div(self, b).trunc();
        self.sub(quotient.mul(b))
    }
    fn and(self, _: Twin) -> Twin {
        Twin::UNKNOWN
    }
    fn or(self, _: Twin) -> Twin {
        Twin::UNKNOWN
    }
    fn xor(self, _: Twin) -> Twin {
        Twin::UNKNOWN
    }
    fn not(self) -> Twin {
        Twin::UNKNOWN
    }
    fn shl(self, _: Twin) -> Twin {
        Twin::UNKNOWN
    }
    fn shr(self, _: Twin) -> Twin {
        Twin::UNKNOWN
    }
    #[inline(always)]
    fn abs(self) -> Twin {
        Twin { value: self.value.abs(), ..self }
    }
    #[inline(always)]
    fn neg(self) -> Twin {
        Twin { value: -self.value, ..self }
    }
    #[inline(always)]
    fn exp(self) -> Twin {
        let value = exp_double(self.value);
        // Below 2^-1021 it is zero, and off by that.
        let doubt = value * self.doubt * SLACK + 2.0 * f64::MIN_POSITIVE;
        Twin::rounded(value, doubt, 8.0)
    }
    fn ln(self) -> Twin {
        let least = (self.value - self.doubt).max(f64::MIN_POSITIVE);
        Twin::rounded(self.value.ln(), self.doubt / least * SLACK, 2.0)
    }
    #[inline(always)]
    fn mul_add(self, b: Twin, c: Twin) -> Twin {
        self.mul(b).add(c)
    }
    #[inline(always)]
    fn mul_add_narrow(self, b: Twin, c: Twin) -> Twin {
        self.mul(b).add(c)
    }
    fn count_ones(self) -> Twin {
        Twin::UNKNOWN
    }
    fn count_sign_bits(self) -> Twin {
        Twin::UNKNOWN
    }
    #[inline(always)]
    fn sqrt(self) -> Twin {
        let value = self.value.sqrt();
        // Near zero the root of the doubt bounds it better than the slope does.
        let (slope, root) = (self.doubt / value, self.doubt.sqrt());
        Twin::rounded(value, if slope < root { slope * SLACK } else { root * 2.0 }, 1.0)
    }
    #[inline(always)]
    fn rsqrt(self) -> Twin {
        Twin::ONE.div(self.sqrt())
    }
    #[inline(always)]
    fn exp_narrow(self) -> Twin {
        self.exp()
    }
    fn ln_narrow(self) -> Twin {
        self.ln()
    }
    #[inline(always)]
    fn rsqrt_narrow(self) -> Twin {
        self.rsqrt()
    }
    fn pow(self, b: Twin) -> Twin {
        let value = self.value.powf(b.value);
        let relative =
            (b.value * self.doubt / self.value).abs() + (self.value.abs().ln() * b.doubt).abs();
        let doubt = if relative == 0.0 { 0.0 } else { value.abs() * relative * SLACK };
        Twin::rounded(value, doubt, 4.0)
    }
    fn pow_narrow(self, b: Twin) -> Twin {
        self.pow(b)
    }
    fn floor(self) -> Twin {
        self.step(f64::floor)
    }
    fn trunc(self) -> Twin {
        self.step(f64::trunc)
    }
    #[inline(always)]
    fn to_half(self) -> Twin {
        self
    }
    #[inline(always)]
    fn cut_to_half(self) -> Twin {
        self
    }
}
