//! Encoding of every value, every midpoint and what lies next to them, against the oracle.

use crate::oracle::Oracle;
use crate::{Random, SMALL};
use pto_isa::DType;
use pto_isa::format::{Rounding, Saturate, encode_float};

fn agree(oracle: &Oracle, dtype: DType, value: f64) {
    for &rounding in Rounding::ALL {
        for saturate in [Saturate::Off, Saturate::On] {
            for value in [value, -value] {
                let want = oracle.encode(value, rounding, saturate);
                let got = encode_float(dtype, value, rounding, saturate);
                assert!(
                    got == want,
                    "{dtype} {value:e} {rounding:?} {saturate:?}: {got:#x}, not {want:#x}"
                );
            }
        }
    }
}

fn every_value_and_midpoint(dtype: DType) {
    let oracle = Oracle::new(dtype);
    let mut values: Vec<f64> = oracle.values.iter().map(|v| v.0).collect();
    values.push(oracle.beyond());
    for pair in values.windows(2) {
        let middle = (pair[0] + pair[1]) / 2.0;
        for point in [pair[0], middle] {
            agree(&oracle, dtype, point);
            agree(&oracle, dtype, point.next_up());
            if point > 0.0 {
                agree(&oracle, dtype, point.next_down());
            }
        }
    }
    for big in [oracle.beyond(), 2.0 * oracle.beyond(), 1e300, f64::MAX] {
        agree(&oracle, dtype, big);
    }
    agree(&oracle, dtype, f64::MIN_POSITIVE);
    agree(&oracle, dtype, f64::from_bits(1));
}

#[test]
fn around_every_f16() {
    every_value_and_midpoint(DType::F16);
}

#[test]
fn around_every_bf16() {
    every_value_and_midpoint(DType::Bf16);
}

#[test]
fn around_every_small_value() {
    for &dtype in SMALL.iter().filter(|d| d.bits() == 8) {
        every_value_and_midpoint(dtype);
    }
}

#[test]
fn any_value() {
    for &dtype in SMALL {
        let oracle = Oracle::new(dtype);
        let mut random = Random(7);
        for _ in 0..4_000 {
            let value = random.float(40);
            if value.is_finite() {
                agree(&oracle, dtype, value);
            }
        }
    }
}

/// f32 has too many values for a table; its neighbours come from the standard library.
#[test]
fn f32_between_neighbours() {
    let mut random = Random(11);
    for _ in 0..200_000 {
        let value = random.float(160);
        if value.is_nan() {
            continue;
        }
        let f32_of = |r| f32::from_bits(encode_float(DType::F32, value, r, Saturate::Off) as u32);
        let nearest = value as f32;
        assert_eq!(f32_of(Rounding::Rint).to_bits(), nearest.to_bits(), "{value:e}");
        if value.is_infinite() {
            continue;
        }
        let below = if f64::from(nearest) > value { nearest.next_down() } else { nearest };
        let above = if f64::from(nearest) < value { nearest.next_up() } else { nearest };
        assert_eq!(f32_of(Rounding::Floor), below, "{value:e}");
        assert_eq!(f32_of(Rounding::Ceil), above, "{value:e}");
        let inner = if value < 0.0 { above } else { below };
        assert_eq!(f32_of(Rounding::Trunc), inner, "{value:e}");
        let odd = f32_of(Rounding::Odd);
        assert!(odd == below || odd == above, "{value:e}");
        assert!(below == above || odd.to_bits() % 2 == 1, "{value:e}");
        // Away from zero only where the nearest is not unique.
        let away = f32_of(Rounding::Round);
        let (near, far) = (f64::from(nearest) - value, f64::from(away) - value);
        assert!(away == nearest || near.abs() == far.abs() && away.abs() > nearest.abs());
    }
}

/// E8M0 rounds the exponent: the middle between two powers is at the square root of two.
#[test]
fn e8m0_rounds_the_exponent() {
    let root = std::f64::consts::SQRT_2; // slightly above it
    for code in 0..0xFEu64 {
        let power = 2f64.powi(code as i32 - 127);
        let e8m0 = |x: f64, r| encode_float(DType::F8E8M0, x * power, r, Saturate::Off);
        assert_eq!(e8m0(root, Rounding::Rint), code + 1);
        assert_eq!(e8m0(root.next_down(), Rounding::Rint), code);
        assert_eq!(e8m0(root.next_down(), Rounding::Round), code);
        for factor in [1f64.next_up(), 1.5, 2f64.next_down()] {
            assert_eq!(e8m0(factor, Rounding::Floor), code);
            assert_eq!(e8m0(factor, Rounding::Ceil), code + 1);
            assert_eq!(e8m0(factor, Rounding::Trunc), code + u64::from(code < 127));
            assert_eq!(e8m0(factor, Rounding::Odd) % 2, 0);
        }
    }
}
