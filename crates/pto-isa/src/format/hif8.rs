//! HiFloat8: eight bits with a prefix that trades exponent bits for fraction bits.
//!
//! After the sign comes a prefix, the dot field, that says how wide the exponent is:
//!
//! | prefix | exponent bits | fraction bits | exponents |
//! |---|---|---|---|
//! | `11` | 4 | 1 | ±8 .. ±15 |
//! | `10` | 3 | 2 | ±4 .. ±7 |
//! | `01` | 2 | 3 | ±2, ±3 |
//! | `001` | 1 | 3 | ±1 |
//! | `0001` | 0 | 3 | 0 |
//! | `0000` | 0 | 3 | denormal: `M` in 1..7 means `2^(M-23)` |
//!
//! Exponents are sign and magnitude, and the leading one of the magnitude is not stored. 0x00 is
//! zero (there is no -0), 0x80 is NaN, 0x6F and 0xEF are the infinities; the largest number is
//! 0x6E = 32768.
//!
//! Sources: "Ascend HiFloat8 Format for Deep Learning", arXiv 2409.16626; the same definition in
//! pto-spec 0.58.3 (`hardware-conformance-profile.json`). pto-isa `cpu/Hifloat8.hpp` decodes the
//! prefixes `001` and `0001` differently (0x0C as 1.125 instead of 1.5), against both.
//!
//! The hardware rounds to HiFloat8 halves away from zero (pto-isa `tcvt_common.hpp`; A5 has a
//! hybrid mode besides, which is not public). The other modes here treat codes as neighbours in
//! the order of their values; "even" and "odd" are about the last bit of the code.

use super::round::{Conversion, Exact, Rest, Saturate};

/// The code of NaN.
pub(super) const NAN: u64 = 0x80;
const INFINITY: u64 = 0x6F;
const LARGEST: u64 = 0x6E;

/// Fraction bits of normal numbers with this exponent.
const fn fraction_bits(exponent: i32) -> u32 {
    match exponent.unsigned_abs() {
        0..=3 => 3,
        4..=7 => 2,
        _ => 1,
    }
}

const fn power(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// The value of a code; bits above the eighth are ignored.
pub(super) const fn decode(code: u64) -> f64 {
    let magnitude = code & 0x7F;
    let value = match magnitude {
        0 if code & 0x80 != 0 => return f64::NAN,
        0 => return 0.0,
        INFINITY => f64::INFINITY,
        1..=7 => power(magnitude as i32 - 23),
        _ => {
            // Fraction bits, stored exponent bits below the sign of the exponent, and that sign.
            let (fraction, low, negative) = match magnitude >> 3 {
                0b0001 => (3, 0, 0),
                0b0010 | 0b0011 => (3, 0, magnitude >> 3 & 1),
                0b0100..=0b0111 => (3, 1, magnitude >> 4 & 1),
                0b1000..=0b1011 => (2, 2, magnitude >> 4 & 1),
                _ => (1, 3, magnitude >> 4 & 1),
            };
            let size = if magnitude >> 3 == 1 {
                0
            } else {
                (1 << low) + (magnitude >> fraction & ((1 << low) - 1)) as i32
            };
            let exponent = if negative == 1 { -size } else { size };
            let units = (1 << fraction) + (magnitude & ((1 << fraction) - 1));
            units as f64 * power(exponent - fraction)
        }
    };
    if code & 0x80 != 0 { -value } else { value }
}

/// The code of `2^exponent * (1 + fraction / 2^fraction_bits)`, for exponents -15 to 15.
const fn normal(exponent: i32, fraction: u64) -> u64 {
    let size = exponent.unsigned_abs() as u64;
    let minus = (exponent < 0) as u64;
    match size {
        0 => 0b0001 << 3 | fraction,
        1 => 0b001 << 4 | minus << 3 | fraction,
        2..=3 => 0b01 << 5 | minus << 4 | (size - 2) << 3 | fraction,
        4..=7 => 0b10 << 5 | minus << 4 | (size - 4) << 2 | fraction,
        _ => 0b11 << 5 | minus << 4 | (size - 8) << 1 | fraction,
    }
}

/// The two codes around a magnitude that is not zero, and where between them it lies. Numbers
/// past the largest one lie at or above the code of infinity.
const fn neighbours(x: Exact) -> (u64, u64, Rest) {
    let top = x.top();
    match top {
        16.. => (INFINITY, INFINITY, Rest::None),
        -15..=15 => {
            let bits = fraction_bits(top);
            let (units, rest) = x.split(top - bits as i32);
            let fraction = units - (1 << bits);
            let up = match (fraction + 1 == 1 << bits, top) {
                (true, 15) => INFINITY,
                (true, _) => normal(top + 1, 0),
                (false, _) => normal(top, fraction + 1),
            };
            (normal(top, fraction), up, rest)
        }
        -22..=-16 => {
            let up = if top == -16 { normal(-15, 0) } else { (top + 24) as u64 };
            ((top + 23) as u64, up, x.split(top).1)
        }
        _ => (0, 1, x.split(-22).1),
    }
}

/// The code of a number, rounded once.
pub(super) fn encode(x: Exact, how: Conversion) -> u64 {
    if x.is_zero() {
        return 0;
    }
    let (down, up, rest) = neighbours(x);
    let code = if how.rounding.away(rest, x.neg, down & 1 == 1) { up } else { down };
    match code {
        0 => 0,
        INFINITY if how.rounding.stays_finite(x.neg) => signed(LARGEST, x.neg),
        INFINITY => encode_infinity(x.neg, how),
        _ => signed(code, x.neg),
    }
}

/// The code of infinity, and of numbers that round to it.
pub(super) fn encode_infinity(neg: bool, how: Conversion) -> u64 {
    match how.saturate {
        Saturate::On => signed(LARGEST, neg),
        Saturate::Off => signed(INFINITY, neg),
    }
}

const fn signed(magnitude: u64, neg: bool) -> u64 {
    magnitude | (neg as u64) << 7
}
