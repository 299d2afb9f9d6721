//! Predicate bits and selection by them.

use crate::bench::*;

const MODES: [&str; 6] = ["eq", "ne", "lt", "le", "gt", "ge"];

/// Compares two rows of eight f32 on a target and gives the one byte of bits.
fn byte(target: Target, mode: &str, a: [f64; 8], b: [f64; 8]) -> u64 {
    let mut x = bench(target, Manual);
    let a = x.memory.place_f64(TileTy::vec(DType::F32, 1, 8), &a);
    let b = x.memory.place_f64(TileTy::vec(DType::F32, 1, 8), &b);
    let dst = x.memory.place(part(DType::U8, (1, 32), (1, 1)));
    let args = [("src0", Arg::Tile(a)), ("src1", Arg::Tile(b)), ("dst", Arg::Tile(dst))];
    x.run("tcmp", &args, &[("cmpMode", Word(mode))]).unwrap();
    x.valid(&dst)[0]
}

#[test]
fn every_mode_with_nan_and_zeros() {
    let nan = f64::NAN;
    //                 bit 0    1    2    3    4    5     6     7
    let a = [1.0, 2.0, 3.0, nan, 2.0, nan, -0.0, f64::INFINITY];
    let b = [2.0, 2.0, 2.0, 2.0, nan, nan, 0.0, f64::INFINITY];
    let expected = [0b1100_0010, 0b0011_1101, 0b0000_0001, 0b1100_0011, 0b0000_0100, 0b1100_0110];
    for target in [Target::CPU, Target::A2A3, Target::A5] {
        for (mode, bits) in MODES.into_iter().zip(expected) {
            assert_eq!(byte(target, mode, a, b), bits, "{target:?} {mode}");
            assert_eq!(byte(target, &mode.to_uppercase(), a, b), bits);
        }
    }
}

/// 10 columns compared into words of 8 and 32 bits, dst preset to ones.
fn tail(target: Target, mode: &str, word: DType) -> Vec<u64> {
    let mut x = bench(target, Silicon);
    let a = x.memory.place_f64(part(DType::F32, (2, 16), (2, 10)), &[1.0; 20]);
    let dst = x.memory.place(TileTy::vec(word, 2, 256 / word.bits()));
    x.fill(&dst, u64::MAX >> (64 - word.bits()));
    let args = [("src0", Arg::Tile(a)), ("src1", Arg::Tile(a)), ("dst", Arg::Tile(dst))];
    x.run("tcmp", &args, &[("cmpMode", Word(mode))]).unwrap();
    x.memory.codes(&dst, (2, 3))
}

#[test]
fn tail_bits_of_tcmp_are_zero_and_other_words_stay() {
    for target in [Target::CPU, Target::A2A3, Target::A5] {
        assert_eq!(tail(target, "eq", DType::U8), [0xFF, 0x03, 0xFF, 0xFF, 0x03, 0xFF]);
        assert_eq!(tail(target, "lt", DType::I8)[..2], [0, 0]);
    }
    let ones = u64::from(u32::MAX);
    assert_eq!(tail(Target::A5, "ge", DType::U32), [0x3FF, ones, ones, 0x3FF, ones, ones]);
    assert_eq!(tail(Target::A5, "ne", DType::U8)[..2], [0, 0]);
    assert_eq!(tail(Target::A2A3, "ne", DType::U8)[..2], [0x00, 0xFC], "A2/A3 inverts whole words");
}

#[test]
fn unsigned_and_signed_elements_compare_by_value() {
    for (dtype, less) in [(DType::I8, 0b01), (DType::U8, 0b10), (DType::Si16, 0b01)] {
        let mut x = bench(Target::A5, Silicon);
        let ty = part(dtype, (1, 32), (1, 2));
        let a = x.memory.place_i64(ty, &[-1, 1]);
        let b = x.memory.place_i64(ty, &[1, -1]);
        let dst = x.memory.place(TileTy::vec(DType::U8, 1, 32));
        let args = [("src0", Arg::Tile(a)), ("src1", Arg::Tile(b)), ("dst", Arg::Tile(dst))];
        x.run("tcmp", &args, &[("cmpMode", Word("lt"))]).unwrap();
        assert_eq!(x.valid(&dst)[0], less, "{dtype}");
    }
}

#[test]
fn order_of_i32_is_equality_on_a2a3_only() {
    for (target, le) in [(Target::CPU, 0b011), (Target::A2A3, 0b010), (Target::A5, 0b011)] {
        let mut x = bench(target, Manual);
        let a = x.memory.place_i64(part(DType::I32, (1, 8), (1, 3)), &[1, 2, 3]);
        let dst = x.memory.place(TileTy::vec(DType::U8, 1, 32));
        let args =
            [("src", Arg::Tile(a)), ("scalar", number(DType::I32, 2.0)), ("dst", Arg::Tile(dst))];
        x.run("tcmps", &args, &[("cmpMode", Word("le"))]).unwrap();
        assert_eq!(x.valid(&dst)[0], le, "{target:?}");
        x.run("tcmps", &args, &[("cmpMode", Word("ne"))]).unwrap();
        assert_eq!(x.valid(&dst)[0] & 7, 0b101, "{target:?}");
    }
}

#[test]
fn tcmp_reads_outside_valid_as_the_run_says() {
    let mut x = bench(Target::A5, Manual);
    let a = x.memory.place_i64(part(DType::I32, (1, 8), (1, 4)), &[-1; 4]);
    let b = x.memory.place_i64(part(DType::I32, (1, 8), (1, 2)), &[-1; 2]);
    let dst = x.memory.place(TileTy::vec(DType::U8, 1, 32));
    let args = [("src0", Arg::Tile(a)), ("src1", Arg::Tile(b)), ("dst", Arg::Tile(dst))];
    x.run("tcmp", &args, &[]).unwrap();
    assert_eq!(x.valid(&dst)[0], 0b1111, "all-ones bytes are -1");
    x.numerics = Numerics::new(Target::A5, Silicon);
    let trap = x.run("tcmp", &args, &[]).unwrap_err();
    assert_eq!((trap.slot, trap.code), (Some(1), pto_isa::code::OUTSIDE_VALID));
}

/// `tcmps lt 1` of zeros over `valid`, i.e. every bit set; the bytes of a dst of 64-byte rows.
fn stream(dtype: DType, target: Target, semantics: Semantics, valid: (u32, u32)) -> Vec<u64> {
    let mut x = bench(target, semantics);
    let src = x.memory.place(part(dtype, (4, 512), valid));
    let dst = x.memory.place(TileTy::vec(DType::U8, 4, 64));
    x.fill(&dst, 0xAA);
    let args = [("src", Arg::Tile(src)), ("scalar", number(dtype, 1.0)), ("dst", Arg::Tile(dst))];
    x.run("tcmps", &args, &[("cmpMode", Word("lt"))]).unwrap();
    x.all(&dst)
}

#[test]
fn tcmps_of_4_bytes_is_one_stream_on_a5_silicon() {
    // 3 rows of 50 columns: 150 bits, then zeros up to 256.
    let bytes = stream(DType::F32, Target::A5, Silicon, (3, 50));
    assert_eq!(bytes[..18], [0xFF; 18]);
    assert_eq!(bytes[18], 0x3F);
    assert_eq!(bytes[19..32], [0; 13]);
    assert_eq!(bytes[32..], [0xAA; 224], "nothing after the last group");
}

#[test]
fn tcmps_of_2_bytes_pads_rows_to_128_bits_on_a5_silicon() {
    let bytes = stream(DType::F16, Target::A5, Silicon, (2, 130));
    // Two groups of 16 bytes per row.
    for row in bytes[..64].chunks(32) {
        assert_eq!(row[..16], [0xFF; 16]);
        assert_eq!(row[16], 0b11);
        assert_eq!(row[17..], [0; 15]);
    }
    assert_eq!(bytes[64..], [0xAA; 192]);
}

#[test]
fn tcmps_of_1_byte_pads_rows_to_256_bits_on_a5_silicon() {
    let bytes = stream(DType::U8, Target::A5, Silicon, (2, 8));
    for row in bytes[..64].chunks(32) {
        assert_eq!(row[0], 0xFF);
        assert_eq!(row[1..], [0; 31]);
    }
    assert_eq!(bytes[64..], [0xAA; 192]);
}

#[test]
fn tcmps_packs_by_rows_in_the_manual_and_elsewhere() {
    let runs = [
        (DType::F32, Target::A5, Manual),
        (DType::F32, Target::A2A3, Silicon),
        (DType::F16, Target::CPU, Silicon),
        (DType::I64, Target::A5, Silicon),
    ];
    for (dtype, target, semantics) in runs {
        let bytes = stream(dtype, target, semantics, (3, 10));
        for (r, row) in bytes.chunks(64).enumerate() {
            let expected = if r < 3 { [0xFF, 0x03, 0xAA] } else { [0xAA; 3] };
            assert_eq!(row[..3], expected, "{dtype} {target:?} row {r}");
        }
    }
}

#[test]
fn tcmps_stream_past_the_tile_is_refused() {
    let mut x = bench(Target::A5, Silicon);
    let src = x.memory.place(TileTy::vec(DType::U8, 4, 256));
    let dst = x.memory.place(TileTy::vec(DType::U8, 1, 32));
    let args =
        [("src", Arg::Tile(src)), ("scalar", number(DType::U8, 1.0)), ("dst", Arg::Tile(dst))];
    let trap = x.run("tcmps", &args, &[]).unwrap_err();
    assert_eq!(trap.message, "writes 128 bytes of predicate to a tile of 32");
    assert_eq!(trap.slot, Some(2));
}

#[test]
fn tcmps_takes_element_0_of_a_tile() {
    let mut x = bench(Target::A5, Manual);
    let src = x.memory.place_f64(part(DType::F16, (1, 16), (1, 3)), &[1.0, 2.0, 3.0]);
    let one = x.memory.place_f64(part(DType::F16, (1, 16), (1, 2)), &[2.0, 9.0]);
    let dst = x.memory.place(TileTy::vec(DType::U8, 1, 32));
    let args = [("src", Arg::Tile(src)), ("scalar", Arg::Tile(one)), ("dst", Arg::Tile(dst))];
    x.run("tcmps", &args, &[("cmpMode", Word("ge"))]).unwrap();
    assert_eq!(x.valid(&dst)[0], 0b110);
}

#[test]
fn tcmps_takes_16_bit_integers_for_f16_on_a2a3_silicon() {
    // -1 is a NaN as f16, 0x8000 is -0.
    for (semantics, bits) in [(Manual, 0b11), (Silicon, 0b00)] {
        let mut x = bench(Target::A2A3, semantics);
        let src = x.memory.place_i64(part(DType::I16, (1, 16), (1, 2)), &[-1, -0x8000]);
        let dst = x.memory.place(TileTy::vec(DType::U8, 1, 32));
        let args =
            [("src", Arg::Tile(src)), ("scalar", number(DType::I16, 0.0)), ("dst", Arg::Tile(dst))];
        x.run("tcmps", &args, &[("cmpMode", Word("lt"))]).unwrap();
        assert_eq!(x.valid(&dst)[0], bits, "{semantics:?}");
    }
}

#[test]
fn tsel_reads_mask_rows_at_their_own_pitch_in_any_word() {
    for word in [DType::I8, DType::U8, DType::I16, DType::U32] {
        let mut x = bench(Target::A5, Silicon);
        let per = 8 / (word.bits() / 8);
        // Row 0: bits 0 and 9, row 1: bit 8. Little-endian, so bytes 01 02 and 00 01.
        let mask = x.memory.place(part(word, (2, 4 * per), (2, per)));
        let bytes = TileAt::new(TileTy::vec(DType::U8, 2, 32), (2, 32), mask.addr);
        let mut codes = vec![0; 64];
        (codes[0], codes[1], codes[33]) = (0x01, 0x02, 0x01);
        let codes =
            pto_isa::sem::Grid::new(DType::U8, (2, 32), |r, c| codes[(32 * r + c) as usize]);
        x.memory.write(&bytes, &codes);
        let ty = part(DType::F32, (2, 16), (2, 10));
        let on = x.memory.place_codes(ty, &[0xFFC0_0001; 20]);
        let off = x.memory.place_codes(ty, &[7; 20]);
        let dst = x.memory.place(ty);
        let args = [
            ("mask", Arg::Tile(mask)),
            ("src0", Arg::Tile(on)),
            ("src1", Arg::Tile(off)),
            ("dst", Arg::Tile(dst)),
        ];
        x.run("tsel", &args, &[]).unwrap();
        let chosen: Vec<usize> =
            x.valid(&dst).iter().enumerate().filter(|c| *c.1 == 0xFFC0_0001).map(|c| c.0).collect();
        assert_eq!(chosen, [0, 9, 18], "{word}: NaN payloads are kept bit for bit");
    }
}

#[test]
fn tsels_takes_the_value_of_a_number_of_another_type() {
    let mut x = bench(Target::A5, Silicon);
    let mask = x.memory.place_i64(part(DType::U8, (1, 32), (1, 1)), &[0b01]);
    let ty = part(DType::F16, (1, 16), (1, 2));
    let src = x.memory.place_f64(ty, &[1.0, 1.0]);
    for (scalar, code) in [(Arg::Scalar(DType::I16, 5), 0x4500), (number(DType::F32, 5.0), 0x4500)]
    {
        let dst = x.memory.place(ty);
        let args = [
            ("mask", Arg::Tile(mask)),
            ("src", Arg::Tile(src)),
            ("scalar", scalar),
            ("dst", Arg::Tile(dst)),
        ];
        x.run("tsels", &args, &[]).unwrap();
        assert_eq!(x.valid(&dst), [0x3C00, code]);
    }
}

#[test]
fn tsel_works_in_place_and_leaves_the_rest_of_dst() {
    let mut x = bench(Target::CPU, Manual);
    let mask = x.memory.place_i64(TileTy::vec(DType::U8, 2, 32), &[0b1; 64]);
    let on = x.memory.place_i64(TileTy::vec(DType::I32, 2, 8), &[5; 16]);
    let dst = x.memory.place(part(DType::I32, (2, 8), (1, 2)));
    x.fill(&dst, 9);
    let args = [
        ("mask", Arg::Tile(mask)),
        ("src0", Arg::Tile(on)),
        ("src1", Arg::Tile(dst)),
        ("dst", Arg::Tile(dst)),
    ];
    x.run("tsel", &args, &[]).unwrap();
    let mut expected = [9; 16];
    expected[0] = 5;
    assert_eq!(x.all(&dst), expected);
}
