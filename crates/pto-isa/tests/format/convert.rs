//! Conversions between types: integers, double rounding, special values, and no panic on any bits.

use crate::Random;
use pto_isa::DType::{self, *};
use pto_isa::format::{
    Conversion, Invalid, Nan, Rounding, Saturate, TF32_A2A3, TF32_A5, code_bits, convert, decode,
    decode_int, encode, encode_int, round_tf32, round_to_integral,
};

const RINT: Conversion = Conversion::new(Rounding::Rint, Saturate::Off);
const SAT: Conversion = Conversion::new(Rounding::Rint, Saturate::On);
const INTS: &[DType] = &[I64, I32, I16, I8, U64, U32, U16, U8, Si64, Si32, Si16, Si8, I4, I1];

#[test]
fn integers_wrap_or_clamp_like_rust() {
    let mut random = Random(5);
    for _ in 0..20_000 {
        let x = random.next() as i64 >> (random.next() & 63);
        let bits = x as u64;
        assert_eq!(convert(I64, bits, I8, RINT), u64::from(x as u8));
        assert_eq!(convert(I64, bits, I32, RINT), u64::from(x as u32));
        assert_eq!(convert(I64, bits, U16, SAT), x.clamp(0, 0xFFFF) as u64);
        assert_eq!(convert(I64, bits, I8, SAT), u64::from(x.clamp(-128, 127) as u8));
        assert_eq!(convert(U64, bits, I64, SAT), bits.min(i64::MAX as u64));
        assert_eq!(convert(I64, bits, U64, SAT), x.max(0) as u64);
        assert_eq!(convert(I64, bits, F32, RINT), u64::from((x as f32).to_bits()));
        assert_eq!(convert(U64, bits, F32, RINT), u64::from((bits as f32).to_bits()));
    }
}

#[test]
fn integer_codes_come_back() {
    for &dtype in INTS {
        for code in 0..=0xFFFFu64 {
            let code = code & (u64::MAX >> (64 - code_bits(dtype)));
            let value = decode_int(dtype, code).unwrap();
            assert_eq!(encode_int(dtype, value, Saturate::On), Some(code), "{dtype} {value}");
            assert_eq!(encode_int(dtype, value, Saturate::Off), Some(code), "{dtype} {value}");
        }
    }
}

#[test]
fn floats_to_integers_like_rust() {
    let mut random = Random(13);
    for _ in 0..50_000 {
        let x = random.float(80);
        let trunc = Conversion::new(Rounding::Trunc, Saturate::On);
        // Casts in Rust truncate and clamp, and NaN is 0.
        assert_eq!(encode(I64, x, trunc), x as i64 as u64, "{x:e}");
        assert_eq!(encode(U64, x, trunc), x as u64, "{x:e}");
        assert_eq!(encode(I8, x, trunc), u64::from(x as i8 as u8), "{x:e}");
        if !x.is_finite() {
            continue;
        }
        let wholes = [
            (Rounding::Rint, x.round_ties_even()),
            (Rounding::Round, x.round()),
            (Rounding::Floor, x.floor()),
            (Rounding::Ceil, x.ceil()),
            (Rounding::Trunc, x.trunc()),
            (Rounding::Away, x.signum() * x.abs().ceil()),
        ];
        for (rounding, whole) in wholes {
            assert_eq!(round_to_integral(x, rounding).to_bits(), whole.to_bits(), "{x:e}");
            if whole.abs() < 2f64.powi(100) {
                let wrapped = encode(I16, x, Conversion::new(rounding, Saturate::Off));
                assert_eq!(wrapped, u64::from(whole as i128 as u16), "{x:e} {rounding:?}");
            }
        }
        let odd = round_to_integral(x, Rounding::Odd);
        assert!(odd == x || (odd - x).abs() <= 1.0 && odd % 2.0 != 0.0, "{x:e}");
    }
    assert_eq!(encode(U64, 1e300, RINT), 0);
    assert_eq!(encode(I64, -(2f64.powi(63)) - 2048.0, RINT), 0x7FFF_FFFF_FFFF_F800);
}

#[test]
fn nan_and_infinity_in_integers() {
    let indefinite = Conversion { invalid: Invalid::Indefinite, ..RINT };
    for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(encode(I32, x, RINT), 0);
        assert_eq!(encode(I32, x, indefinite), 0x8000_0000);
        assert_eq!(encode(U16, x, indefinite), 0xFFFF);
    }
    assert_eq!(encode(I32, f64::NAN, SAT), 0);
    assert_eq!(encode(U8, f64::INFINITY, SAT), 0xFF);
    assert_eq!(encode(I8, f64::NEG_INFINITY, SAT), 0x80);
}

/// Through f32 these would be rounded twice and come out wrong.
#[test]
fn one_rounding_only() {
    // Just above the middle between 2048 and 2050; the middle itself goes to 2048.
    let x = (2049i64 << 30) + 1;
    let down = 2f64.powi(-30);
    assert_eq!(encode(F16, x as f64 * down, RINT), 0x6801);
    assert_eq!(encode(F16, f64::from((x as f64 * down) as f32), RINT), 0x6800);
    // bf16 of an integer with 56 bits.
    let x = (0x101u64 << 48) + 1;
    assert_eq!(convert(U64, x, Bf16, RINT), 0x5B81);
    assert_eq!(encode(Bf16, f64::from(x as f32), RINT), 0x5B80);
}

#[test]
fn special_values_between_floats() {
    let keep = Conversion { nan: Nan::Keep, ..RINT };
    assert_eq!(convert(F32, 0xFF80_0000, F8E4M3, RINT), 0x7F);
    assert_eq!(convert(F32, 0xFF80_0000, F8E4M3, keep), 0xFF);
    assert_eq!(convert(F32, 0xFF80_0000, F8E4M3, SAT), 0xFE);
    assert_eq!(convert(F32, 0xFF80_0000, F8E5M2, RINT), 0xFC);
    assert_eq!(convert(F32, 0xFF80_0000, F8E5M2, SAT), 0xFB);
    assert_eq!(convert(F32, 0xFF80_0000, Hif8, RINT), 0xEF);
    assert_eq!(convert(F32, 0xFF80_0000, F4E2M1x2, RINT), 0xF);
    assert_eq!(convert(F16, 0xFE01, F32, RINT), 0x7FC0_0000);
    assert_eq!(convert(F16, 0xFE01, F32, keep), 0xFFC0_2000);
    assert_eq!(convert(F16, 0x8000, Hif8, RINT), 0);
    assert_eq!(convert(F16, 0x8000, F8E4M3, RINT), 0x80);
    assert_eq!(convert(F16, 0x7E00, F4E1M2x2, RINT), 0);
}

#[test]
fn tf32_rounds_like_the_encoder() {
    let mut random = Random(17);
    for _ in 0..100_000 {
        let x = f32::from_bits(random.next() as u32);
        for &rounding in Rounding::ALL {
            // bf16 is e8m7.
            let how = Conversion { nan: Nan::Keep, ..Conversion::new(rounding, Saturate::Off) };
            let want = encode(Bf16, decode(F32, x.to_bits().into()), how) << 16;
            assert_eq!(u64::from(round_tf32(x, 7, rounding).to_bits()), want, "{x:e} {rounding:?}");
            for width in [TF32_A2A3, TF32_A5] {
                let y = round_tf32(x, width, rounding);
                assert_eq!(y.to_bits() << (9 + width), 0, "{x:e}");
                let again = round_tf32(y, width, rounding);
                assert_eq!(again.to_bits(), y.to_bits(), "{x:e}");
            }
        }
        let whole = round_tf32(x, 23, Rounding::Rint);
        assert_eq!(whole.to_bits(), x.to_bits());
        let _ = round_tf32(x, 0, Rounding::Rint);
    }
}

/// Nothing panics, results fit the type, and a second conversion to the same type changes nothing.
#[test]
fn any_bits_between_any_types() {
    let mut random = Random(23);
    for &from in DType::ALL {
        for &to in DType::ALL {
            for round in 0..40 {
                let bits = if round < 4 { [0, 1, u64::MAX, 1 << 63][round] } else { random.next() };
                for &rounding in Rounding::ALL {
                    for saturate in [Saturate::Off, Saturate::On] {
                        let how = Conversion::new(rounding, saturate);
                        let code = convert(from, bits, to, how);
                        assert!(code <= u64::MAX >> (64 - code_bits(to)), "{from} {to} {code:#x}");
                        if !(decode(to, code).is_infinite() && saturate == Saturate::On) {
                            assert_eq!(convert(to, code, to, how), code, "{from} {to} {bits:#x}");
                        }
                        let wide = f64::from_bits(bits);
                        assert!(encode(to, wide, how) <= u64::MAX >> (64 - code_bits(to)));
                    }
                }
            }
        }
    }
}
