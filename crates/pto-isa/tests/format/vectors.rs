//! Values written down by others, each with its source.

use pto_isa::DType::{self, *};
use pto_isa::format::{
    Conversion, Invalid, Rounding, Saturate, convert, decode, encode, encode_float, unpack4,
};

fn check(dtype: DType, cases: &[(u64, f64)]) {
    for &(code, value) in cases {
        assert_eq!(decode(dtype, code), value, "{dtype} {code:#x}");
        assert_eq!(encode_float(dtype, value, Rounding::Rint, Saturate::Off), code, "{dtype}");
    }
}

/// OCP OFP8 v1.0, tables 1 and 2.
#[test]
fn ofp8() {
    let p = |n| 2f64.powi(n);
    check(
        F8E4M3,
        &[
            (0x7E, 448.0),
            (0x08, p(-6)),
            (0x07, 0.875 * p(-6)),
            (0x01, p(-9)),
            (0x00, 0.0),
            (0xFE, -448.0),
            (0x38, 1.0),
            (0x3C, 1.5),
        ],
    );
    check(
        F8E5M2,
        &[
            (0x7B, 57344.0),
            (0x04, p(-14)),
            (0x03, 0.75 * p(-14)),
            (0x01, p(-16)),
            (0x7C, f64::INFINITY),
            (0xFC, f64::NEG_INFINITY),
            (0x3C, 1.0),
        ],
    );
    assert!(decode(F8E4M3, 0x7F).is_nan() && decode(F8E4M3, 0xFF).is_nan());
    assert!([0x7D, 0x7E, 0x7F].iter().all(|&c| decode(F8E5M2, c).is_nan()));
    // Halfway to what would be 480, and just past it.
    assert_eq!(encode_float(F8E4M3, 464.0, Rounding::Rint, Saturate::Off), 0x7E);
    assert_eq!(encode_float(F8E4M3, 464.1, Rounding::Rint, Saturate::Off), 0x7F);
}

/// OCP MX v1.0 table 5 (E2M1); pto-spec 0.58.3 `lane_raw_values` (E1M2), `packed_lane_order`.
#[test]
fn fp4() {
    let e2m1 = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0];
    let e1m2 = [0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75];
    for code in 0..8 {
        check(F4E2M1x2, &[(code, e2m1[code as usize])]);
        check(F4E1M2x2, &[(code, e1m2[code as usize])]);
        assert_eq!(decode(F4E2M1x2, code | 8), -e2m1[code as usize]);
    }
    assert_eq!(unpack4(0x91).map(|c| decode(F4E1M2x2, c.into())), [0.25, -0.25]);
    assert_eq!(unpack4(0x91).map(|c| decode(F4E2M1x2, c.into())), [0.5, -0.5]);
}

/// pto-spec 0.58.3 `low_precision_encoding` and the prefixes of its `hardware-conformance-profile`.
#[test]
fn hif8() {
    let p = |n| 2f64.powi(n);
    check(
        Hif8,
        &[
            (0x00, 0.0),
            (0x01, p(-22)),
            (0x07, p(-16)),
            (0x08, 1.0),
            (0x0C, 1.5),
            (0x10, 2.0),
            (0x18, 0.5),
            (0x20, 4.0),
            (0x30, 0.25),
            (0x40, 16.0),
            (0x60, 256.0),
            (0x6E, 32768.0),
            (0x6F, f64::INFINITY),
            (0xEF, f64::NEG_INFINITY),
            (0x7E, p(-15)),
        ],
    );
    assert!(decode(Hif8, 0x80).is_nan());
}

/// Halves away from zero, as en_dtypes `hifloat8` has it, which the A5 tests of pto-isa use.
#[test]
fn hif8_rounds_half_away() {
    let hif8 = |x| encode_float(Hif8, x, Rounding::Round, Saturate::Off);
    let p = |n| 2f64.powi(n);
    assert_eq!(hif8(p(-23)), 0x01);
    assert_eq!(hif8(p(-23).next_down()), 0x00);
    assert_eq!(hif8(-p(-24)), 0x00);
    assert_eq!(hif8(1.5 * p(-22)), 0x02);
    assert_eq!(hif8(1.5 * p(-16)), 0x7E);
    assert_eq!(hif8(40959.0), 0x6E);
    assert_eq!(hif8(40960.0), 0x6F);
    assert_eq!(encode_float(Hif8, 40960.0, Rounding::Round, Saturate::On), 0x6E);
    assert_eq!(hif8(-1.0625), 0x89);
}

/// pto-spec 0.58.3 `tcvt_e8m0`, and lines of its model run in aslref.
#[test]
fn e8m0() {
    use Rounding::*;
    use Saturate::{Off, On};
    check(F8E8M0, &[(0x00, 2f64.powi(-127)), (0x7F, 1.0), (0x80, 2.0), (0xFE, 2f64.powi(127))]);
    let cases = [
        (Bf16, 0x3F80, Rint, Off, 0x7F),
        (Bf16, 0x3FC0, Rint, Off, 0x80),
        (Bf16, 0x3FC0, Floor, Off, 0x7F),
        (F32, 0x0040_0000, Rint, Off, 0x00),
        (F32, 0x0020_0000, Rint, Off, 0xFF),
        (F32, 0x0020_0000, Rint, On, 0x00),
        (F32, 0x7F00_0000, Rint, Off, 0xFE),
        (F32, 0x7F7F_FFFF, Floor, Off, 0xFF),
        (Bf16, 0x0000, Rint, Off, 0xFF),
        (Bf16, 0x7F80, Rint, On, 0xFE),
        (F32, 0xFF80_0000, Rint, On, 0xFF),
        (F32, 0x007F_FFFF, Trunc, Off, 0x01),
        (F32, 0x007F_FFFF, Odd, Off, 0x00),
        (F32, 0x007F_FFFF, Floor, Off, 0x00),
        (F16, 0x03FF, Rint, Off, 0x71),
    ];
    for (from, bits, rounding, saturate, want) in cases {
        let got = convert(from, bits, F8E8M0, Conversion::new(rounding, saturate));
        assert_eq!(got, want, "{from} {bits:#x} {rounding:?} {saturate:?}");
    }
}

/// pto-spec 0.58.3 `rounding`, `rounding_before_saturation`, `saturation`, `canonical_nan`.
#[test]
fn rounding_and_saturation() {
    use Rounding::*;
    let cases = [
        (2.5, Rint, 2),
        (3.5, Rint, 4),
        (-1.9, Trunc, -1),
        (-1.1, Floor, -2),
        (1.1, Ceil, 2),
        (2.1, Round, 2),
        (2.5, Round, 3),
        (-2.5, Round, -3),
        (2.0, Odd, 2),
        (2.25, Odd, 3),
        (-2.25, Odd, -3),
    ];
    for (value, rounding, want) in cases {
        let got = encode_float(I32, value, rounding, Saturate::Off) as u32 as i32;
        assert_eq!(got, want, "{value} {rounding:?}");
    }
    let sat = |dtype, value| encode_float(dtype, value, Round, Saturate::On);
    assert_eq!(sat(I8, 127.5), 0x7F);
    assert_eq!(sat(I8, -128.5), 0x80);
    assert_eq!(sat(I8, 130.0), 0x7F);
    assert_eq!(sat(U8, -1.0), 0);
    assert_eq!(sat(F16, f64::INFINITY), 0x7BFF);
    assert_eq!(sat(I32, f64::NAN), 0);
    let nans = [
        (F32, 0x7FC0_0000),
        (F16, 0x7E00),
        (Bf16, 0x7FC0),
        (Hif8, 0x80),
        (F8E4M3, 0x7F),
        (F8E5M2, 0x7E),
        (F8E8M0, 0xFF),
    ];
    for (dtype, code) in nans {
        assert_eq!(encode(dtype, -f64::NAN, Conversion::default()), code, "{dtype}");
    }
    let indefinite = Conversion { invalid: Invalid::Indefinite, ..Conversion::default() };
    assert_eq!(encode(I64, f64::NAN, indefinite), 1 << 63);
    assert_eq!(encode(I4, f64::NAN, indefinite), 0x8);
    assert_eq!(encode(U64, f64::NAN, indefinite), u64::MAX);
    assert_eq!(encode(U8, f64::NEG_INFINITY, indefinite), 0xFF);
}
