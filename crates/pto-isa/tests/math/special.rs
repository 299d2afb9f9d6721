//! Special values: zeros, infinities, NaNs, the ends of the range.

use pto_isa::math::*;

const INF: f32 = f32::INFINITY;
const TINY: f32 = f32::from_bits(1);
const NAN: u32 = 0x7FC0_0000;

#[track_caller]
fn same(got: f32, want: f32) {
    assert_eq!(got.to_bits(), want.to_bits(), "{got:e}, not {want:e}");
}

#[test]
fn nans_are_quiet_positive_and_plain() {
    let one: [fn(f32) -> f32; 22] = [
        exp,
        exp2,
        tanh,
        sin,
        cos,
        sin_narrow,
        cos_narrow,
        ln,
        log2,
        log10,
        rsqrt,
        sqrt,
        recip,
        exp_narrow,
        exp2_narrow,
        tanh_narrow,
        ln_narrow,
        log2_narrow,
        log10_narrow,
        rsqrt_narrow,
        |x| pow(x, 2.0),
        |x| pow_narrow(2.0, x),
    ];
    let two: [fn(f32, f32) -> f32; 4] = [pow, pow_narrow, fmod, floor_mod];
    for nan in [0x7FC0_0000, 0xFFC0_0000, 0x7F80_0001, 0xFF81_2345, 0x7FFF_FFFF] {
        let nan = f32::from_bits(nan);
        for function in one {
            assert_eq!(function(nan).to_bits(), NAN);
        }
        for function in two {
            assert_eq!(function(nan, 3.0).to_bits(), NAN);
            assert_eq!(function(3.0, nan).to_bits(), NAN);
            assert_eq!(function(nan, nan).to_bits(), NAN);
        }
    }
    for function in
        [ln, log2, log10, rsqrt, sqrt, ln_narrow, log2_narrow, log10_narrow, rsqrt_narrow]
    {
        for x in [-TINY, -1.0, f32::MIN, -INF] {
            assert_eq!(function(x).to_bits(), NAN, "{x:e}");
        }
    }
}

#[test]
fn exponentials() {
    for function in [exp, exp2, exp_narrow, exp2_narrow] {
        same(function(0.0), 1.0);
        same(function(-0.0), 1.0);
        same(function(INF), INF);
        same(function(-INF), 0.0);
    }
    for function in [exp, exp2] {
        same(function(TINY), 1.0);
        same(function(f32::MAX), INF);
        same(function(f32::MIN), 0.0);
    }
    // The last finite result, and the first and last subnormal ones.
    assert!(exp(88.722_83) < INF);
    same(exp(88.722_84), INF);
    same(exp(-103.972_08), TINY);
    same(exp(-103.972_09), 0.0);
    same(exp2(-149.0), TINY);
    same(exp2(-150.0), 0.0);
    same(exp2(128.0), INF);
    // Rounding to odd keeps what is finite finite and what is not zero from zero.
    same(exp_narrow(1000.0), f32::MAX);
    same(exp_narrow(-1000.0), TINY);
    for function in [tanh, tanh_narrow] {
        same(function(0.0), 0.0);
        same(function(-0.0), -0.0);
        same(function(INF), 1.0);
        same(function(-INF), -1.0);
    }
    same(tanh(f32::MAX), 1.0);
    same(tanh(-TINY), -TINY);
}

#[test]
fn logarithms_and_roots() {
    for function in [ln, log2, log10, ln_narrow, log2_narrow, log10_narrow] {
        same(function(1.0), 0.0);
        same(function(0.0), -INF);
        same(function(-0.0), -INF);
        same(function(INF), INF);
    }
    same(ln(TINY), -103.278_93);
    same(log2(TINY), -149.0);
    for function in [rsqrt, rsqrt_narrow] {
        same(function(0.0), INF);
        same(function(-0.0), -INF);
        same(function(INF), 0.0);
        same(function(0.25), 2.0);
    }
    same(rsqrt(TINY), (2f64.powi(149).sqrt()) as f32);
    same(sqrt(-0.0), -0.0);
    same(sqrt(INF), INF);
    same(recip(-0.0), -INF);
    same(recip(-INF), -0.0);
    same(recip(f32::MAX), (1.0 / f64::from(f32::MAX)) as f32);
}

#[test]
fn sine_and_cosine() {
    for function in [sin, cos, sin_narrow, cos_narrow] {
        assert_eq!(function(INF).to_bits(), NAN);
        assert_eq!(function(-INF).to_bits(), NAN);
    }
    for function in [sin, sin_narrow] {
        same(function(0.0), 0.0);
        same(function(-0.0), -0.0);
    }
    for function in [cos, cos_narrow] {
        same(function(0.0), 1.0);
        same(function(-0.0), 1.0);
    }
    same(sin(-TINY), -TINY);
    // The f32 closest to a multiple of pi/2.
    let x = 16_367_173.0 * 2f32.powi(72);
    assert!(cos(x).abs() < 2e-9);
    same(cos(x), f64::from(x).cos() as f32);
}

/// IEEE 754-2019, 9.2.1.
#[test]
fn powers() {
    let nan = f32::from_bits(0xFFC1_2345);
    for pow in [pow, pow_narrow] {
        for any in [nan, -INF, INF, 0.0, -0.0, 1.0, -1.0, 0.3, -7.0, TINY] {
            same(pow(any, 0.0), 1.0);
            same(pow(any, -0.0), 1.0);
            same(pow(1.0, any), 1.0);
        }
        for (zero, odd) in [(0.0, INF), (-0.0, -INF)] {
            same(pow(zero, -3.0), odd);
            same(pow(zero, -2.0), INF);
            same(pow(zero, -2.5), INF);
            same(pow(zero, -INF), INF);
            same(pow(zero, 3.0), zero);
            same(pow(zero, 2.0), 0.0);
            same(pow(zero, 2.5), 0.0);
            same(pow(zero, INF), 0.0);
        }
        same(pow(-1.0, INF), 1.0);
        same(pow(-1.0, -INF), 1.0);
        for x in [0.5, -0.5, TINY, -TINY] {
            same(pow(x, INF), 0.0);
            same(pow(x, -INF), INF);
        }
        for x in [2.0, -1.5, f32::MAX, INF, -INF] {
            same(pow(x, INF), INF);
            same(pow(x, -INF), 0.0);
        }
        for (y, want) in
            [(3.0, -INF), (2.0, INF), (0.5, INF), (-3.0, -0.0), (-2.0, 0.0), (-0.5, 0.0)]
        {
            same(pow(-INF, y), want);
            same(pow(INF, y), f32::abs(want));
        }
        assert_eq!(pow(-2.0, 0.5).to_bits(), NAN);
        assert_eq!(pow(-TINY, 1e-30).to_bits(), NAN);
        same(pow(-2.0, 3.0), -8.0);
        same(pow(-2.0, -2.0), 0.25);
        same(pow(-1.0, 16_777_215.0), -1.0);
        same(pow(-1.0, 16_777_216.0), 1.0);
        same(pow(-1.0, f32::MAX), 1.0);
        same(pow(-1.0, 2f32.powi(105)), 1.0);
        same(pow(3.0, 13.0), 1_594_323.0);
        same(pow(TINY, 1.0), TINY);
    }
    same(pow(-10.0, 39.0), -INF);
    same(pow(10.0, -46.0), 0.0);
    same(pow(-10.0, -47.0), -0.0);
}
