//! f32 functions against f64: an error of less than one ulp everywhere.

use crate::{mix, rsqrt_oracle};
use pto_isa::math;

type Function = fn(f32) -> f32;

/// The distance of two f32 around the true value `value`.
fn ulp(value: f64) -> f64 {
    let exponent = (value.abs().to_bits() >> 52) as i32 - 1023;
    2f64.powi(exponent.clamp(-126, 127) - 23)
}

/// Asserts that `got` is within `bound` ulp of `want`, and the same NaN, infinity or zero.
fn assert_near(got: f32, want: f64, bound: f64, what: impl Fn() -> String) {
    if want.is_nan() {
        assert_eq!(got.to_bits(), 0x7FC0_0000, "{}", what());
    } else if want == 0.0 || want.is_infinite() {
        assert_eq!(got.to_bits(), (want as f32).to_bits(), "{}", what());
    } else {
        // Infinity stands for 2^128, where the next f32 would be.
        let wide =
            if got.is_infinite() { 2f64.powi(128).copysign(got.into()) } else { f64::from(got) };
        // What is far beyond the range has no ulp; its nearest number is infinity.
        let want = want.clamp(-(2f64.powi(128)), 2f64.powi(128));
        let error = (wide - want).abs() / ulp(want);
        assert!(error < bound, "{}: {got:e}, not {want:e}: {error} ulp", what());
    }
}

/// f32 numbers of every sign and exponent, and the ends of every exponent.
fn samples() -> impl Iterator<Item = f32> {
    let ends = (0..512u32)
        .flat_map(|top| [0, 1, 2, 0x3F_FFFF, 0x40_0000, 0x7F_FFFF].map(|low| top << 23 | low));
    let spread = (0..60_000u64).map(|i| (i as u32 % 512) << 23 | mix(i) as u32 & 0x7F_FFFF);
    ends.chain(spread).map(f32::from_bits)
}

/// `count` numbers between two others, with equal distances.
fn between(low: f32, high: f32, count: u32) -> impl Iterator<Item = f32> {
    (0..=count).map(move |i| low + (high - low) * (i as f32 / count as f32))
}

fn check(
    name: &str,
    bound: f64,
    arguments: impl Iterator<Item = f32>,
    function: Function,
    oracle: fn(f64) -> f64,
) {
    for x in arguments {
        assert_near(function(x), oracle(x.into()), bound, || format!("{name}({x:e})"));
    }
}

/// The last arguments are those with the largest errors of all f32.
#[test]
fn exponentials() {
    let range = || samples().chain(between(-105.0, 90.0, 60_000)).chain([-5.846_02]);
    check("exp", 0.96, range(), math::exp, f64::exp);
    let range = || samples().chain(between(-151.0, 129.0, 60_000)).chain([0.512_187_9]);
    check("exp2", 0.84, range(), math::exp2, f64::exp2);
    for n in -149..=127 {
        assert_eq!(f64::from(math::exp2(n as f32)), 2f64.powi(n));
    }
}

/// The last argument is that with the largest error of `ln`.
#[test]
fn logarithms() {
    let range = || samples().chain(between(0.4, 2.1, 30_000)).chain([1.279_070_6]);
    check("ln", 0.81, range(), math::ln, f64::ln);
    check("log2", 0.501, range(), math::log2, f64::log2);
    check("log10", 0.501, range(), math::log10, f64::log10);
    for n in -149..=127 {
        assert_eq!(math::log2(2f64.powi(n) as f32), n as f32);
    }
    for n in 0..=10 {
        assert_eq!(math::log10(10f32.powi(n)), n as f32);
    }
}

#[test]
fn roots_and_reciprocals() {
    check("rsqrt", 0.501, samples(), math::rsqrt, rsqrt_oracle);
    check("sqrt", 0.500_001, samples(), math::sqrt, f64::sqrt);
    check("recip", 0.500_001, samples(), math::recip, f64::recip);
}

#[test]
fn hyperbolic_tangent() {
    check("tanh", 0.501, samples().chain(between(-10.0, 10.0, 30_000)), math::tanh, f64::tanh);
}

#[test]
fn sine_and_cosine() {
    let range = || samples().chain(between(-100.0, 100.0, 30_000));
    check("sin", 0.501, range(), math::sin, f64::sin);
    check("cos", 0.501, range(), math::cos, f64::cos);
}

#[test]
fn powers() {
    for i in 0..50_000u64 {
        let (a, b) = (mix(2 * i), mix(2 * i + 1));
        let x = f32::from_bits(a as u32);
        // Any y, one that makes a result of ordinary size, or a small multiple of 1/2.
        let y = match i % 3 {
            0 => f32::from_bits(b as u32),
            1 => ((b % 3000) as f64 / 10.0 - 150.0) as f32 / x.abs().log2(),
            _ => (b % 64) as f32 / 2.0 - 16.0,
        };
        let want = f64::from(x).powf(y.into());
        assert_near(math::pow(x, y), want, 0.501, || format!("pow({x:e}, {y:e})"));
    }
}

/// Bits are the same on every machine, with and without vector code: that is what the module is for.
#[test]
fn bits_are_the_same_everywhere() {
    let functions: [(&str, Function, u64); 10] = [
        ("exp", math::exp, 0xC4BD_293D_F348_8838),
        ("exp2", math::exp2, 0xBD31_5F97_DBDE_2CBC),
        ("ln", math::ln, 0x683A_5D21_FD12_D610),
        ("log2", math::log2, 0x31FA_D87A_067C_07F4),
        ("log10", math::log10, 0x73CD_229A_266B_D8F6),
        ("rsqrt", math::rsqrt, 0xCED7_CE02_5470_3EA9),
        ("tanh", math::tanh, 0xD0B0_AA55_2089_96E8),
        ("pow", |x| math::pow(x, x), 0xBF3B_B84F_3577_ED89),
        ("sin", math::sin, 0xCAFB_9CC1_10B3_6725),
        ("cos", math::cos, 0xFA3A_F604_9FC8_48CB),
    ];
    let arguments: Vec<f32> = samples().chain(between(-20.0, 20.0, 20_000)).collect();
    for (name, function, want) in functions {
        let results: Vec<f32> = arguments.iter().map(|&x| function(x)).collect();
        let hash = results.iter().fold(0, |hash, y| mix(hash ^ u64::from(y.to_bits())));
        assert_eq!(hash, want, "{name}: {hash:#018X}");
    }
}
