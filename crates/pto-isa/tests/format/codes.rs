//! Every code of the small formats: values, tables, and the way back.

use crate::SMALL;
use pto_isa::DType;
use pto_isa::format::{
    Conversion, Nan, Rounding, Saturate, code_bits, decode, encode, encode_float, get4, pack4,
    set4, table, unpack4,
};

const KEEP: Conversion =
    Conversion { nan: Nan::Keep, ..Conversion::new(Rounding::Rint, Saturate::Off) };

/// Signalling NaNs, which become quiet.
fn signalling(dtype: DType, code: u64) -> bool {
    match dtype {
        DType::F16 => code & 0x7E00 == 0x7C00 && code & 0x1FF != 0,
        DType::Bf16 => code & 0x7FC0 == 0x7F80 && code & 0x3F != 0,
        DType::F8E5M2 => code & 0x7F == 0x7D,
        _ => false,
    }
}

#[test]
fn every_code_comes_back() {
    for &dtype in SMALL.iter().chain(&[DType::F8E8M0]) {
        for code in 0..1u64 << code_bits(dtype) {
            let value = decode(dtype, code);
            if value.is_nan() {
                let want = if signalling(dtype, code) { code | code_quiet(dtype) } else { code };
                assert_eq!(encode(dtype, value, KEEP), want, "{dtype} {code:#x}");
                continue;
            }
            for &rounding in Rounding::ALL {
                let got = encode_float(dtype, value, rounding, Saturate::Off);
                assert_eq!(got, code, "{dtype} {code:#x} {rounding:?}");
                if value.is_finite() {
                    assert_eq!(encode_float(dtype, value, rounding, Saturate::On), code);
                }
            }
        }
    }
}

fn code_quiet(dtype: DType) -> u64 {
    match dtype {
        DType::F16 => 0x200,
        DType::Bf16 => 0x40,
        _ => 0x2,
    }
}

#[test]
fn sampled_f32_codes_come_back() {
    for high in 0..=0xFFFFu64 {
        for low in [0, 1, 0x8000, 0xFFFF] {
            let code = high << 16 | low;
            let value = f32::from_bits(code as u32);
            if value.is_nan() {
                assert_eq!(encode(DType::F32, decode(DType::F32, code), KEEP), code | 1 << 22);
            } else {
                assert_eq!(decode(DType::F32, code), f64::from(value));
                assert_eq!(encode(DType::F32, f64::from(value), KEEP), code);
            }
        }
    }
}

#[test]
fn positive_codes_of_ieee_like_formats_are_in_order() {
    for &dtype in SMALL.iter().filter(|&&d| d != DType::Hif8) {
        let values: Vec<f64> = (0..1 << (code_bits(dtype) - 1))
            .map(|code| decode(dtype, code))
            .take_while(|v| v.is_finite())
            .collect();
        assert!(values.windows(2).all(|w| w[0] < w[1]), "{dtype}");
    }
}

/// Counts and classes as the pto-spec 0.58.3 model has them.
#[test]
fn classes_of_eight_bit_codes() {
    let count = |dtype, class: fn(f64) -> bool| {
        (0..256u64).filter(|&code| class(decode(dtype, code))).count()
    };
    let cases = [
        (DType::F8E4M3, 2, 0, 2),
        (DType::F8E5M2, 6, 2, 2),
        (DType::Hif8, 1, 2, 1),
        (DType::F8E8M0, 1, 0, 0),
    ];
    for (dtype, nan, infinite, zero) in cases {
        assert_eq!(count(dtype, f64::is_nan), nan, "{dtype}");
        assert_eq!(count(dtype, f64::is_infinite), infinite, "{dtype}");
        assert_eq!(count(dtype, |v| v == 0.0), zero, "{dtype}");
    }
}

#[test]
fn hif8_values_are_distinct_and_symmetric() {
    let mut sizes: Vec<f64> = (1..0x80).map(|code| decode(DType::Hif8, code)).collect();
    for code in 1..0x80 {
        assert_eq!(decode(DType::Hif8, code | 0x80), -decode(DType::Hif8, code));
    }
    sizes.sort_by(f64::total_cmp);
    sizes.dedup();
    assert_eq!(sizes.len(), 127);
    assert_eq!((sizes[0], sizes[125]), (2f64.powi(-22), 32768.0));
}

#[test]
fn tables_hold_what_decode_says() {
    for &dtype in DType::ALL {
        for byte in 0..=255u8 {
            if let Some(values) = table::of(dtype) {
                let (got, want) = (f64::from(values[byte as usize]), decode(dtype, byte.into()));
                assert!(got == want || got.is_nan() && want.is_nan(), "{dtype} {byte:#x}");
            }
            if let Some(pairs) = table::pairs_of(dtype) {
                let want = unpack4(byte).map(|code| decode(dtype, code.into()) as f32);
                assert_eq!(pairs[byte as usize].map(f32::to_bits), want.map(f32::to_bits));
            }
        }
    }
}

#[test]
fn nibbles() {
    for byte in 0..=255u8 {
        assert_eq!(pack4(unpack4(byte)), byte);
    }
    let mut bytes = [0u8; 2];
    for (index, code) in [1, 2, 3, 0xF4].into_iter().enumerate() {
        assert!(set4(&mut bytes, index, code));
        assert_eq!(get4(&bytes, index), Some(code & 15));
    }
    assert_eq!(bytes, [0x21, 0x43]);
    assert!(!set4(&mut bytes, 4, 0));
    assert_eq!(get4(&bytes, 4), None);
}

#[test]
fn bits_above_the_type_are_ignored() {
    for &dtype in DType::ALL {
        let width = code_bits(dtype);
        for code in 0..1u64 << width.min(4) {
            let noise = if width == 64 { 0 } else { u64::MAX << width };
            let (a, b) = (decode(dtype, code), decode(dtype, code | noise));
            assert!(a == b || a.is_nan() && b.is_nan(), "{dtype} {code:#x}");
        }
    }
}
