//! E8M0: the power-of-two scales of MX formats, which have no sign and no zero.
//!
//! Code `n` is `2^(n-127)`, 0xFF is NaN (OCP MX v1.0 §5.4.1). Rounding follows pto-spec 0.58.3,
//! `tcvt_e8m0`: it is the base-two logarithm that is rounded, so [`Rounding::Trunc`] goes towards
//! 1.0 and [`Rounding::Away`] away from it, the nearest power is decided at `sqrt(2)`, there is no halfway case, and
//! [`Rounding::Odd`] wants the exponent, not the code, to be odd.

use super::round::{Conversion, Exact, Rounding, Saturate};

/// The code of NaN.
pub(super) const NAN: u64 = 0xFF;
const LARGEST: u64 = 0xFE;

/// The value of a code; bits above the eighth are ignored.
pub(super) const fn decode(code: u64) -> f64 {
    match code & 0xFF {
        NAN => f64::NAN,
        code => f64::from_bits((code + 1023 - 127) << 52),
    }
}

/// The code of a number. Zero and negative numbers are NaN, with and without saturation.
pub(super) fn encode(x: Exact, how: Conversion) -> u64 {
    if x.neg || x.is_zero() {
        return NAN;
    }
    let top = x.top();
    let power = x.sig.is_power_of_two();
    // The range is that of the number, not of the rounded one.
    if top > 127 || (top == 127 && !power) {
        return encode_infinity(false, how);
    }
    if top < -127 {
        return match how.saturate {
            Saturate::On => 0,
            Saturate::Off => NAN,
        };
    }
    let up = !power
        && match how.rounding {
            Rounding::Rint | Rounding::Round => above_square_root(x.sig),
            Rounding::Floor => false,
            Rounding::Ceil => true,
            Rounding::Trunc => top < 0,
            Rounding::Away => top >= 0,
            Rounding::Odd => top % 2 == 0,
        };
    (top + 127) as u64 + u64::from(up)
}

/// The code of infinity, and of numbers above the largest.
pub(super) fn encode_infinity(neg: bool, how: Conversion) -> u64 {
    match how.saturate {
        Saturate::On if !neg => LARGEST,
        _ => NAN,
    }
}

/// Whether `sig` is more than `sqrt(2)` times the power of two below it.
fn above_square_root(sig: u64) -> bool {
    let top = 63 - sig.leading_zeros();
    u128::from(sig) * u128::from(sig) > 1 << (2 * top + 1)
}
