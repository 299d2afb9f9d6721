//! Conversions between element types: rounding, saturation, special values, by target.

use crate::bench::*;

/// Converts codes on a target and gives the codes of the result.
fn cvt(
    (target, semantics): (Target, Semantics),
    from: DType,
    codes: &[u64],
    to: DType,
    attrs: &[(&str, AttrValue<'_>)],
) -> Vec<u64> {
    let mut x = bench(target, semantics);
    let cols = codes.len() as u32;
    let src = x.memory.place_codes(part(from, (1, 64), (1, cols)), codes);
    let dst = x.memory.place(part(to, (1, 64), (1, cols)));
    x.run("tcvt", &[("src", Arg::Tile(src)), ("dst", Arg::Tile(dst))], attrs).unwrap();
    x.valid(&dst)
}

/// Converts numbers and gives numbers.
fn values(
    run: (Target, Semantics),
    from: DType,
    numbers: &[f64],
    to: DType,
    attrs: &[(&str, AttrValue<'_>)],
) -> Vec<f64> {
    use pto_isa::format::{Conversion, decode, encode};
    let codes: Vec<u64> = numbers.iter().map(|&v| encode(from, v, Conversion::default())).collect();
    cvt(run, from, &codes, to, attrs).iter().map(|&c| decode(to, c)).collect()
}

const CPU: (Target, Semantics) = (Target::CPU, Silicon);
const A2: (Target, Semantics) = (Target::A2A3, Silicon);
const A5: (Target, Semantics) = (Target::A5, Silicon);
const OFF: &[(&str, AttrValue<'static>)] = &[("satmode", Word("OFF"))];
const ON: &[(&str, AttrValue<'static>)] = &[("satmode", Word("ON"))];

#[test]
fn rmode_is_honoured_towards_integers() {
    let numbers = [2.5, 3.5, -2.5, 2.25, -2.75, 3.0];
    let expected: [(&str, [f64; 6]); 7] = [
        ("RINT", [2.0, 4.0, -2.0, 2.0, -3.0, 3.0]),
        ("ROUND", [3.0, 4.0, -3.0, 2.0, -3.0, 3.0]),
        ("FLOOR", [2.0, 3.0, -3.0, 2.0, -3.0, 3.0]),
        ("CEIL", [3.0, 4.0, -2.0, 3.0, -2.0, 3.0]),
        ("TRUNC", [2.0, 3.0, -2.0, 2.0, -2.0, 3.0]),
        ("CAST_FLOOR", [2.0, 3.0, -3.0, 2.0, -3.0, 3.0]),
        ("NONE", [2.0, 3.0, -2.0, 2.0, -2.0, 3.0]),
    ];
    for run in [CPU, A2, A5] {
        for (from, to) in
            [(DType::F32, DType::I32), (DType::F16, DType::I16), (DType::F32, DType::I64)]
        {
            for (mode, rounded) in expected {
                let got = values(run, from, &numbers, to, &[("rmode", Word(mode))]);
                assert_eq!(got, rounded, "{run:?} {from} to {to} {mode}");
            }
            assert_eq!(values(run, from, &numbers, to, &[]), expected[0].1, "RINT if absent");
        }
    }
    // CAST_ODD: the odd neighbour on cpu; the devices have it for f32 to f16 only and truncate.
    let odd = [("rmode", Word("ODD"))];
    assert_eq!(
        values(CPU, DType::F32, &numbers, DType::I32, &odd),
        [3.0, 3.0, -3.0, 3.0, -3.0, 3.0]
    );
    assert_eq!(
        values(A5, DType::F32, &numbers, DType::I32, &odd),
        [2.0, 3.0, -2.0, 2.0, -2.0, 3.0]
    );
}

#[test]
fn rmode_is_honoured_between_floats_on_the_devices_only() {
    // 1 + 2^-12 lies between the f16 numbers 1 and 1 + 2^-10.
    let near = [1.0 + f64::powi(2.0, -12), -1.0 - f64::powi(2.0, -12)];
    let f16 = |run, mode| {
        let codes = near.map(|v| u64::from((v as f32).to_bits()));
        cvt(run, DType::F32, &codes, DType::F16, &[("rmode", Word(mode))])
    };
    for run in [A2, A5] {
        assert_eq!(f16(run, "RINT"), [0x3C00, 0xBC00]);
        assert_eq!(f16(run, "FLOOR"), [0x3C00, 0xBC01]);
        assert_eq!(f16(run, "CEIL"), [0x3C01, 0xBC00]);
        assert_eq!(f16(run, "TRUNC"), [0x3C00, 0xBC00]);
        assert_eq!(f16(run, "ODD"), [0x3C01, 0xBC01]);
        assert_eq!(f16(run, "NONE"), [0x3C00, 0xBC00]);
    }
    for mode in ["RINT", "FLOOR", "CEIL", "ODD"] {
        assert_eq!(f16(CPU, mode), [0x3C00, 0xBC00], "cpu rounds to even: {mode}");
    }
    // bf16 has no odd rounding.
    let bf16 = cvt(A5, DType::F32, &[0x3F80_0001], DType::Bf16, &[("rmode", Word("ODD"))]);
    assert_eq!(bf16, [0x3F80]);
}

#[test]
fn f32_to_f32_rounds_to_integral_on_the_devices() {
    let numbers = [2.5, -0.25, 1e9, f64::INFINITY];
    for run in [A2, A5] {
        let got = values(run, DType::F32, &numbers, DType::F32, &[]);
        assert_eq!(got, [2.0, 0.0, 1e9, f64::INFINITY]);
        assert!(got[1].is_sign_negative());
        let up = values(run, DType::F32, &numbers, DType::F32, &[("rmode", Word("CEIL"))]);
        assert_eq!(up[0], 3.0);
    }
    assert_eq!(values(CPU, DType::F32, &numbers, DType::F32, &[]), numbers);
}

#[test]
fn default_saturation_follows_the_table_of_the_devices() {
    // Pairs that wrap: value, low bits.
    let wraps: [(DType, f64, DType, f64); 6] = [
        (DType::F16, -5.0, DType::U8, 251.0),
        (DType::F16, 200.0, DType::I8, -56.0),
        (DType::F16, 40000.0, DType::I16, -25536.0),
        (DType::F32, 70000.0, DType::I16, 4464.0),
        (DType::I64, 4294967301.0, DType::I32, 5.0),
        (DType::I32, 70000.0, DType::I16, 4464.0),
    ];
    for run in [A2, A5, (Target::A5, Manual)] {
        for (from, value, to, low) in wraps {
            assert_eq!(values(run, from, &[value], to, &[]), [low], "{run:?} {from} to {to}");
            let clamped = values(run, from, &[value], to, ON);
            let (min, max) = match to {
                DType::U8 => (0.0, 255.0),
                DType::I8 => (-128.0, 127.0),
                DType::I16 => (-32768.0, 32767.0),
                _ => (-2147483648.0, 2147483647.0),
            };
            assert_eq!(clamped, [value.clamp(min, max)], "{run:?} {from} to {to} ON");
        }
        // Pairs that clamp.
        assert_eq!(
            values(run, DType::F32, &[3e9, -3e9], DType::I32, &[]),
            [2147483647.0, -2147483648.0]
        );
        assert_eq!(values(run, DType::F16, &[f64::INFINITY], DType::I32, &[]), [2147483647.0]);
    }
    let clamps: [(DType, f64, DType, f64); 6] = [
        (DType::I16, -3.0, DType::U8, 0.0),
        (DType::I32, 300.0, DType::U8, 255.0),
        (DType::I32, -1.0, DType::U16, 0.0),
        (DType::I16, -1.0, DType::U32, 0.0),
        (DType::U32, 70000.0, DType::U16, 65535.0),
        (DType::U32, 70000.0, DType::I16, 32767.0),
    ];
    for (from, value, to, clamped) in clamps {
        assert_eq!(values(A5, from, &[value], to, &[]), [clamped], "{from} to {to}");
    }
    assert_eq!(values(A5, DType::I16, &[-1.0], DType::U32, OFF), [4294967295.0]);
}

#[test]
fn a2a3_lets_a_program_choose_for_six_pairs_only() {
    assert_eq!(values(A2, DType::F32, &[3e9], DType::I32, OFF), [2147483647.0]);
    assert_eq!(values(A2, DType::F16, &[9.0], DType::I4, OFF), [7.0]);
    assert_eq!(values(A2, DType::F32, &[70000.0], DType::I16, ON), [32767.0]);
    let older = values(A2, DType::F32, &[70000.0], DType::I16, &[("sat_mode", Word("on"))]);
    assert_eq!(older, [32767.0]);
}

#[test]
fn without_saturation_the_devices_go_through_i32_and_cpu_does_not() {
    // 2^31 + 3 * 2^9: past i32, so the devices see 0x7FFFFFFF; exactly, the low 16 bits are 0x0600.
    let big = f64::from(0x8000_0600u32);
    let int16 = |run| cvt(run, DType::F32, &[u64::from((big as f32).to_bits())], DType::I16, OFF);
    assert_eq!(int16(A2), [0xFFFF]);
    assert_eq!(int16(A5), [0xFFFF]);
    assert_eq!(int16(CPU), [0x0600]);
    // f16 infinities: low bits of the limits of i32.
    let inf = [0x7C00, 0xFC00];
    assert_eq!(cvt(A5, DType::F16, &inf, DType::I8, &[]), [0xFF, 0x00]);
    assert_eq!(cvt(A5, DType::F16, &inf, DType::U8, &[]), [0xFF, 0x00]);
    assert_eq!(cvt(CPU, DType::F16, &inf, DType::I8, &[]), [0, 0]);
}

#[test]
fn nan_to_integer_is_zero() {
    for run in [CPU, A2, A5] {
        for attrs in [ON, OFF] {
            assert_eq!(cvt(run, DType::F32, &[0x7FC0_0000], DType::I32, attrs), [0]);
            assert_eq!(cvt(run, DType::F16, &[0xFE01], DType::I16, attrs), [0]);
        }
    }
}

#[test]
fn float_overflow_saturates_by_default_on_the_devices() {
    let codes = [1e6f32, f32::NEG_INFINITY, f32::NAN].map(|v| u64::from(v.to_bits()));
    let f16 = |run, attrs| cvt(run, DType::F32, &codes, DType::F16, attrs);
    assert_eq!(f16(CPU, &[]), [0x7C00, 0xFC00, 0x7E00]);
    assert_eq!(f16(A2, &[]), [0x7BFF, 0xFBFF, 0x7E00]);
    assert_eq!(f16((Target::A5, Manual), &[]), [0x7BFF, 0xFBFF, 0x7E00]);
    assert_eq!(f16(A5, &[]), [0x7BFF, 0xFBFF, 0], "NaN becomes 0 where A5 saturates");
    assert_eq!(f16(A5, OFF), [0x7C00, 0xFC00, 0x7E00]);
    // No conversion to f32 saturates.
    assert_eq!(cvt(A5, DType::F16, &[0x7C00], DType::F32, ON), [0x7F80_0000]);
}

#[test]
fn bf16_to_f16_is_numeric() {
    // 1.5 and 256 in bf16.
    assert_eq!(cvt(A5, DType::Bf16, &[0x3FC0, 0x4380], DType::F16, &[]), [0x3E00, 0x5C00]);
}

#[test]
fn integers_to_floats_round_once() {
    let wide = [(1u64 << 24) + 1, (1 << 53) + 1];
    assert_eq!(cvt(A5, DType::I64, &wide, DType::F32, &[]), [0x4B80_0000, 0x5A00_0000]);
    let up = cvt(A5, DType::I64, &wide, DType::F32, &[("rmode", Word("CEIL"))]);
    assert_eq!(up, [0x4B80_0001, 0x5A00_0001]);
    assert_eq!(cvt(A2, DType::I32, &[70000], DType::F16, &[]), [0x7BFF]);
    assert_eq!(cvt(A2, DType::I4, &[0xF, 0x7], DType::F16, &[]), [0xBC00, 0x4700]);
}

#[test]
fn fp8_and_hifloat8() {
    let codes = [1.0625f32, 500.0, 1.125].map(|v| u64::from(v.to_bits()));
    // 1.0625 is halfway between 1 and 1.125 in E4M3: to even. 500 is past 448.
    assert_eq!(cvt(A5, DType::F32, &codes, DType::F8E4M3, &[]), [0x38, 0x7E, 0x39]);
    assert_eq!(cvt(A5, DType::F32, &codes, DType::F8E4M3, OFF)[1], 0x7F);
    // HiFloat8 has eighths around 1 and rounds halves away from zero, whatever `rmode` says.
    assert_eq!(cvt(A5, DType::F32, &codes, DType::Hif8, &[])[0], 0x09);
    let floor = cvt(A5, DType::F32, &codes, DType::Hif8, &[("rmode", Word("FLOOR"))]);
    assert_eq!(floor[0], 0x09);
    assert_eq!(values(A5, DType::F8E5M2, &[57344.0], DType::F32, &[]), [57344.0]);
    assert_eq!(cvt(A5, DType::Hif8, &[0x6E, 0x80], DType::F32, &[]), [0x4700_0000, 0x7FC0_0000]);
}

#[test]
fn fp4_holds_two_numbers_in_an_element() {
    let mut x = bench(Target::A5, Silicon);
    let numbers = [0.5, 1.0, 6.0, -100.0, 2.5, 3.0, 0.0, -0.5];
    let src = x.memory.place_f64(part(DType::Bf16, (2, 16), (2, 4)), &numbers);
    let packed = x.memory.place(part(DType::F4E2M1x2, (2, 32), (2, 2)));
    x.run("tcvt", &[("src", Arg::Tile(src)), ("dst", Arg::Tile(packed))], &[]).unwrap();
    // Codes 1 2 7 F | 4 5 0 9, low half first; -100 saturates to -6, 2.5 is halfway and goes to 2.
    assert_eq!(x.valid(&packed), [0x21, 0xF7, 0x54, 0x90]);
    let back = x.memory.place(part(DType::Bf16, (2, 16), (2, 3)));
    x.run("tcvt", &[("src", Arg::Tile(packed)), ("dst", Arg::Tile(back))], &[]).unwrap();
    assert_eq!(x.memory.values(&back), [0.5, 1.0, 6.0, 2.0, 3.0, 0.0]);
}

#[test]
fn only_the_valid_region_changes_in_any_layout() {
    let mut x = bench(Target::CPU, Manual);
    let dn =
        |dtype, rows, cols| TileTy { blayout: BLayout::ColMajor, ..TileTy::vec(dtype, rows, cols) };
    let src =
        x.memory.place_f64(dn(DType::F32, 16, 2), &(0..32).map(f64::from).collect::<Vec<_>>());
    let nz = TileTy {
        blayout: BLayout::ColMajor,
        slayout: SLayout::RowMajor,
        ..part(DType::I16, (16, 32), (3, 2))
    };
    let dst = x.memory.place(nz);
    x.fill(&dst, 99);
    x.run("tcvt", &[("src", Arg::Tile(src)), ("dst", Arg::Tile(dst))], &[]).unwrap();
    assert_eq!(x.memory.values(&dst), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    let others = x.all(&dst).iter().filter(|&&c| c == 99).count();
    assert_eq!(others, 16 * 32 - 6);
}

#[test]
fn unknown_words_are_refused() {
    let mut x = bench(Target::A5, Silicon);
    let t = x.memory.place(TileTy::vec(DType::F32, 1, 8));
    let args = [("src", Arg::Tile(t)), ("dst", Arg::Tile(t))];
    let trap = x.run("tcvt", &args, &[("rmode", Word("UP"))]).unwrap_err();
    assert_eq!(trap.message, "does not know the rounding `UP`");
    let trap = x.run("tcvt", &args, &[("satmode", Word("MAYBE"))]).unwrap_err();
    assert_eq!(trap.message, "does not know the saturation `MAYBE`");
}
