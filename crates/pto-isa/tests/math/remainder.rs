//! Remainders: the standard library's `%` is C's `fmod`, and wide integers check it.

use crate::mix;
use pto_isa::math::{floor_mod, fmod};

fn pairs() -> impl Iterator<Item = (f32, f32)> {
    let edges = [
        0.0,
        -0.0,
        1.0,
        -1.5,
        3.0,
        f32::MAX,
        f32::MIN,
        f32::MIN_POSITIVE,
        f32::from_bits(1),
        -f32::from_bits(0x7F_FFFF),
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
    ];
    let edges = edges.into_iter().flat_map(move |x| edges.map(|y| (x, y)));
    let any = (0..50_000).map(|i| {
        let bits = mix(i);
        (f32::from_bits(bits as u32), f32::from_bits((bits >> 32) as u32))
    });
    // Quotients of ordinary size.
    let near = (50_000..100_000).map(|i| {
        let bits = mix(i);
        let (x, y) = (bits as i32 >> (bits >> 60), (bits >> 32) as i32 >> (bits >> 54 & 31));
        (x as f32 / 8.0, y as f32 / 8.0)
    });
    edges.chain(any).chain(near)
}

#[test]
fn truncating() {
    for (x, y) in pairs() {
        let (got, want) = (fmod(x, y), x % y);
        let want = if want.is_nan() { 0x7FC0_0000 } else { want.to_bits() };
        assert_eq!(got.to_bits(), want, "fmod({x:e}, {y:e}) = {got:e}");
    }
}

/// In multiples of 1/8 everything is an integer.
#[test]
fn against_integers() {
    for i in 0..20_000 {
        let bits = mix(i);
        let x = i64::from(bits as i32 >> 8);
        let y = i64::from((bits >> 32) as i32 >> (8 + (bits >> 56 & 15)));
        if y == 0 {
            continue;
        }
        let (a, b) = (x as f32 / 8.0, y as f32 / 8.0);
        assert_eq!(fmod(a, b), (x % y) as f32 / 8.0);
        let floor = x - y * x.div_euclid(y) - if y < 0 && x.rem_euclid(y) != 0 { -y } else { 0 };
        assert_eq!(floor_mod(a, b), floor as f32 / 8.0, "{a} {b}");
    }
}

#[test]
fn flooring() {
    for (x, y) in pairs() {
        let got = floor_mod(x, y);
        let truncated = fmod(x, y);
        if truncated.is_nan() {
            assert_eq!(got.to_bits(), 0x7FC0_0000);
            continue;
        }
        assert_eq!(got.is_sign_negative(), y.is_sign_negative(), "floor_mod({x:e}, {y:e})");
        assert!(got.abs() <= y.abs(), "floor_mod({x:e}, {y:e}) = {got:e}");
        // The sum of two f32 with exponents this close is exact in f64.
        if truncated == 0.0 {
            assert_eq!(got, 0.0);
        } else if truncated.is_sign_negative() == y.is_sign_negative() {
            assert_eq!(got.to_bits(), truncated.to_bits());
        } else {
            assert_eq!(got, (f64::from(truncated) + f64::from(y)) as f32);
        }
    }
}

/// What Python 3 prints for `x % y`.
#[test]
fn as_python() {
    let inf = f32::INFINITY;
    for (x, y, want) in [
        (-1.0, 3.0, 2.0),
        (1.0, -3.0, -2.0),
        (-6.0, 3.0, 0.0),
        (6.0, -3.0, -0.0),
        (-0.0, 3.0, 0.0),
        (0.0, -3.0, -0.0),
        (5.0, inf, 5.0),
        (-5.0, inf, inf),
        (5.0, -inf, -inf),
        (-1e-30, 1.0, 1.0),
    ] {
        assert_eq!(floor_mod(x, y).to_bits(), f32::to_bits(want), "{x} % {y}");
    }
}
