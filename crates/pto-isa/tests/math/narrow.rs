//! The narrow functions, for every f16 and every bf16: correctly rounded.

use crate::{mix, rsqrt_oracle};
use pto_isa::DType::{self, Bf16, F16};
use pto_isa::format::{Rounding, Saturate, decode, encode_float, f32_to_bf16, f32_to_f16};
use pto_isa::math;

const TYPES: [DType; 2] = [F16, Bf16];

fn narrow(dtype: DType, value: f32) -> u16 {
    if dtype == F16 { f32_to_f16(value) } else { f32_to_bf16(value) }
}

fn nearest(dtype: DType, value: f64) -> u16 {
    encode_float(dtype, value, Rounding::Rint, Saturate::Off) as u16
}

fn check(name: &str, function: fn(f32) -> f32, oracle: fn(f64) -> f64) {
    for dtype in TYPES {
        for code in 0..=u16::MAX {
            let x = decode(dtype, code.into());
            let want = oracle(x);
            let code = nearest(dtype, want);
            // The oracle is off by 2^-52 or so: the answer must not hang on that. A power of two is
            // an exact result, such as 2^-25, half of the smallest f16.
            let exact = want.to_bits() << 12 == 0;
            for slip in [1.0 - 2f64.powi(-50), 1.0 + 2f64.powi(-50)] {
                let unsure = !exact && nearest(dtype, want * slip) != code;
                assert!(!unsure, "{name}({x:e}) is too close to a boundary to judge");
            }
            let got = function(x as f32);
            assert_eq!(narrow(dtype, got), code, "{name}({x:e}) as {dtype:?}: {got:e}");
        }
    }
}

#[test]
fn exponentials() {
    check("exp", math::exp_narrow, f64::exp);
    check("exp2", math::exp2_narrow, f64::exp2);
    check("tanh", math::tanh_narrow, f64::tanh);
}

#[test]
fn logarithms() {
    check("ln", math::ln_narrow, f64::ln);
    check("log2", math::log2_narrow, f64::log2);
    check("log10", math::log10_narrow, f64::log10);
}

#[test]
fn sine_and_cosine() {
    check("sin", math::sin_narrow, f64::sin);
    check("cos", math::cos_narrow, f64::cos);
}

#[test]
fn roots() {
    check("rsqrt", math::rsqrt_narrow, rsqrt_oracle);
    // Rounding twice is innocuous for these, and for division.
    check("sqrt", math::sqrt, f64::sqrt);
    check("recip", math::recip, f64::recip);
}

/// Rounding to nearest twice goes wrong; that is why there are narrow functions.
#[test]
fn rounding_twice_is_not_enough() {
    let differs = |dtype| {
        (0..=u16::MAX)
            .map(|code| decode(dtype, code.into()))
            .filter(|&x| narrow(dtype, x.exp() as f32) != nearest(dtype, x.exp()))
            .count()
    };
    assert!(differs(F16) + differs(Bf16) > 0);
}

fn check_pow(dtype: DType, x: f64, y: f64) {
    let got = math::pow_narrow(x as f32, y as f32);
    // What the oracle finds this close to a boundary is on it.
    let raw = x.powf(y);
    let near = f64::from(raw as f32);
    let want = if (raw - near).abs() <= raw.abs() * 2f64.powi(-48) { near } else { raw };
    let code = nearest(dtype, want);
    assert_eq!(narrow(dtype, got), code, "{x:e}^{y:e} as {dtype:?}: {got:e}, not {raw:e}");
}

#[test]
fn powers() {
    for dtype in TYPES {
        for i in 0..40_000 {
            let bits = mix(i);
            let x = decode(dtype, bits & 0xFFFF);
            let any = decode(dtype, bits >> 16 & 0xFFFF);
            // An exponent that keeps the result in range.
            let size = (bits >> 32 & 0xFF) as f64 / 256.0 * 40.0 - 24.0;
            let fitting = decode(dtype, nearest(dtype, size / x.abs().log2()).into());
            check_pow(dtype, x, if i % 2 == 0 { any } else { fitting });
        }
    }
}

/// The power of two f16 that is closest to a boundary without being on it.
#[test]
fn power_beside_a_boundary() {
    check_pow(F16, 18.890_625, -1394.0 * 2f64.powi(-24));
}

/// Powers that are on a boundary: squares with one bit too many, and others.
#[test]
fn powers_on_a_boundary() {
    for dtype in TYPES {
        let mut ties = 0;
        for code in 0..=u16::MAX {
            let x = decode(dtype, code.into());
            if !x.is_finite() {
                continue;
            }
            let square = nearest(dtype, x * x);
            assert_eq!(narrow(dtype, math::pow_narrow(x as f32, 2.0)), square, "{x:e}^2");
            let low = encode_float(dtype, x * x, Rounding::Floor, Saturate::Off);
            let high = encode_float(dtype, x * x, Rounding::Ceil, Saturate::Off);
            let middle = (decode(dtype, low) + decode(dtype, high)) / 2.0;
            ties += usize::from(low != high && middle == x * x);
            if code % 8 == 0 {
                [0.5, 1.5, 2.5, 3.0, 4.0, -1.0, -2.0].iter().for_each(|&y| check_pow(dtype, x, y));
            }
        }
        assert!(ties > 0, "{dtype:?}");
    }
}
