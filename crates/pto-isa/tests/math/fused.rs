//! Multiplication and addition with one rounding.

use super::mix;
use pto_isa::DType::{Bf16, F16};
use pto_isa::format::{bf16_to_f32, decode, f16_to_f32, f32_to_bf16, f32_to_f16};
use pto_isa::math::{mul_add, mul_add_narrow};

/// Bits of three numbers of like size, so that the sum often cancels or just rounds.
fn triples(count: u64) -> impl Iterator<Item = [u32; 3]> {
    (0..count).map(|n| {
        let bits = |k: u64| mix(3 * n + k) as u32;
        let [a, b] = [bits(0), bits(1)];
        let product = f32::from_bits(a) * f32::from_bits(b);
        // An addend near the product, up to 2^32 apart, or any at all.
        let c = match n % 3 {
            0 => bits(2),
            _ => (-product).to_bits() ^ (bits(2) & 0x0FFF_FFFF),
        };
        [a, b, c]
    })
}

#[test]
fn the_standard_library_agrees_bit_by_bit() {
    let mut finite = 0;
    for [a, b, c] in triples(2_000_000) {
        let [a, b, c] = [a, b, c].map(f32::from_bits);
        let (want, found) = (a.mul_add(b, c), mul_add(a, b, c));
        assert!(
            want.to_bits() == found.to_bits() || want.is_nan() && found.to_bits() == 0x7FC0_0000,
            "{a:e} * {b:e} + {c:e} = {want:e}, not {found:e}"
        );
        finite += u32::from(want.is_finite());
    }
    assert!(finite > 1_000_000);
}

#[test]
fn a_product_that_would_round_first_differs() {
    // (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24, whose last term is lost in f32.
    let a = f32::from_bits(0x3F80_0800);
    assert_eq!(mul_add(a, a, -a * a).to_bits(), 0x3380_0000);
    assert_eq!(mul_add(0.0, 1.0, -0.0).to_bits(), 0);
    assert_eq!(mul_add(-0.0, 1.0, -0.0).to_bits(), 0x8000_0000);
    assert!(mul_add(f32::INFINITY, 0.0, 1.0).is_nan());
    assert_eq!(mul_add(f32::MAX, 2.0, f32::NEG_INFINITY), f32::NEG_INFINITY);
    assert_eq!(mul_add(f32::MAX, 2.0, -f32::MAX), f32::MAX);
}

/// Every finite f16 is a multiple of 2^-24, so products and sums are whole in units of 2^-48.
#[test]
fn f16_results_are_the_nearest() {
    let units = |code: u16| (decode(F16, code.into()) * 2f64.powi(24)) as i128;
    let value = |code: u16| units(code) << 24;
    for n in 0..1_000_000u64 {
        let code = |k: u64| mix(7 * n + k) as u16;
        let [a, b] = [code(0), code(1)];
        let c = match n % 2 {
            0 => code(2),
            _ => f32_to_f16(-f16_to_f32(a) * f16_to_f32(b)) ^ code(2) & 3,
        };
        let finite = |c: u16| c & 0x7C00 != 0x7C00;
        if ![a, b, c].into_iter().all(finite) {
            continue;
        }
        let exact = units(a) * units(b) + value(c);
        let [x, y, z] = [a, b, c].map(f16_to_f32);
        let found = f32_to_f16(mul_add_narrow(x, y, z));
        if !finite(found) {
            // Half way from the largest number, 65504, to 2^16.
            assert!(exact.abs() >= 65520 << 48, "{a:#x} * {b:#x} + {c:#x} = {found:#x}");
            continue;
        }
        let off = |code: u16| (value(code) - exact).abs();
        for other in [found.wrapping_sub(1), found + 1].into_iter().filter(|&o| finite(o)) {
            let nearer = off(found) < off(other) || off(found) == off(other) && found & 1 == 0;
            assert!(nearer || found & 0x7FFF == 0, "{a:#x} * {b:#x} + {c:#x} = {found:#x}");
        }
    }
}

#[test]
fn bf16_results_are_not_rounded_twice() {
    // 1 + 2^-8 is half way between two; 2^-40 more goes up, 2^-40 less down.
    let half = bf16_to_f32(0x3B80);
    let tiny = 2f32.powi(-40);
    let narrow = |a, b, c| f32_to_bf16(mul_add_narrow(a, b, c));
    assert_eq!(narrow(1.0, 1.0, half), 0x3F80);
    assert_eq!(narrow(tiny, 1.0, 1.0), 0x3F80);
    let above = |sign: f32| mul_add_narrow(sign * tiny, 1.0, 1.0 + half);
    assert_eq!([above(1.0), above(-1.0)].map(f32_to_bf16), [0x3F81, 0x3F80]);
    assert_eq!(decode(Bf16, 0x3F81), 1.0078125);
}
