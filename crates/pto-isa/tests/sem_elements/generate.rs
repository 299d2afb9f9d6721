//! Sequences, triangles, random bits.

use crate::bench::*;
use pto_isa::sem::generate::philox;

#[test]
fn sequences_wrap_and_fill_row_0() {
    let mut x = bench(Target::A5, Manual);
    let dst = x.memory.place(part(DType::I16, (1, 16), (1, 4)));
    let args = [("S", number(DType::I16, 32766.0)), ("dst", Arg::Tile(dst))];
    x.run("tci", &args, &[]).unwrap();
    assert_eq!(x.memory.values(&dst), [32766.0, 32767.0, -32768.0, -32767.0]);
    assert_eq!(x.all(&dst)[4], 0);
    let args = [("S", number(DType::U16, 1.0)), ("dst", Arg::Tile(dst))];
    x.run("tci", &args, &[("descending", AttrValue::Bool(true))]).unwrap();
    assert_eq!(x.memory.values(&dst), [1.0, 0.0, -1.0, -2.0]);
}

fn tri(dtype: DType, diagonal: f64, upper: i64) -> Vec<f64> {
    let mut x = bench(Target::A5, Manual);
    let dst = x.memory.place(part(dtype, (3, dtype.per_block()), (3, 4)));
    let args = [("diagonal", number(DType::I32, diagonal)), ("dst", Arg::Tile(dst))];
    x.run("ttri", &args, &[("upperOrLower", Int(upper))]).unwrap();
    x.memory.values(&dst)
}

#[test]
fn triangles_include_the_shifted_diagonal() {
    #[rustfmt::skip]
    let lower = [1.0, 1.0, 0.0, 0.0,
                 1.0, 1.0, 1.0, 0.0,
                 1.0, 1.0, 1.0, 1.0];
    #[rustfmt::skip]
    let upper = [0.0, 1.0, 1.0, 1.0,
                 0.0, 0.0, 1.0, 1.0,
                 0.0, 0.0, 0.0, 1.0];
    for dtype in [DType::F32, DType::Bf16, DType::I8, DType::U64] {
        assert_eq!(tri(dtype, 1.0, 0), lower, "{dtype}");
        assert_eq!(tri(dtype, 1.0, 1), upper, "{dtype}");
    }
    assert_eq!(tri(DType::F16, -2147483648.0, 0), [0.0; 12]);
    assert_eq!(tri(DType::F16, -2147483648.0, 1), [1.0; 12]);
    assert_eq!(tri(DType::F16, 2147483647.0, 0), [1.0; 12]);
}

/// Known answers of the reference implementation: Random123 1.14, tests/kat_vectors, philox4x32.
#[test]
fn philox_known_answers() {
    assert_eq!(philox(0, [0, 0], 10), [0x6627_E8D5, 0xE169_C58D, 0xBC57_AC4C, 0x9B00_DBD8]);
    assert_eq!(
        philox(u128::MAX, [u32::MAX; 2], 10),
        [0x408F_276D, 0x41C8_3B0E, 0xA20B_C7C6, 0x6D54_51FD]
    );
    let pi = 0x0370_7344_1319_8A2E_85A3_08D3_243F_6A88;
    let key = [0xA409_3822, 0x299F_31D0];
    assert_eq!(philox(pi, key, 10), [0xD16C_FE09, 0x94FD_CCEB, 0x5001_E420, 0x2412_6EA1]);
    assert_eq!(philox(0, [0, 0], 7), [0x5F6F_B709, 0x0D89_3F64, 0x4F12_1F81, 0x4F73_0A48]);
}

const KEY: [u32; 2] = [7, 0x8000_0001];

fn random(shape: (u32, u32), valid: (u32, u32), counter: u128, rounds: Option<i64>) -> Vec<u64> {
    let mut x = bench(Target::A5, Silicon);
    let dst = x.memory.place(part(DType::I32, shape, valid));
    let word = |v: u32| Arg::Scalar(DType::I32, v.into());
    let args = [
        ("key0", word(KEY[0])),
        ("key1", word(KEY[1])),
        ("counter0", word(counter as u32)),
        ("counter1", word((counter >> 32) as u32)),
        ("counter2", word((counter >> 64) as u32)),
        ("counter3", word((counter >> 96) as u32)),
        ("dst", Arg::Tile(dst)),
    ];
    let attrs: Vec<_> = rounds.map(|n| ("rounds", Int(n))).into_iter().collect();
    x.run("trandom", &args, &attrs).unwrap();
    x.valid(&dst)
}

fn words(counter: u128) -> [u64; 4] {
    philox(counter, KEY, 10).map(u64::from)
}

#[test]
fn random_words_of_a_counter_stand_side_by_side_and_rows_go_on() {
    let bits = random((2, 256), (2, 256), 5, None);
    assert_eq!(bits[..4], words(5));
    assert_eq!(bits[4 * 63..256], words(5 + 63));
    assert_eq!(bits[256..260], words(5 + 64), "256 columns use 64 counters");
    assert_ne!(random((1, 8), (1, 4), 5, Some(7)), words(5));
    assert_eq!(random((1, 8), (1, 4), 5, Some(10)), words(5));
}

#[test]
fn random_advances_by_the_rest_of_64_after_a_row() {
    // 10 columns: three counters are used, the next row starts ten later.
    let bits = random((2, 16), (2, 10), 0, None);
    assert_eq!(bits[8..10], words(2)[..2]);
    assert_eq!(bits[10..14], words(10));
    // 300 columns: 64 after the first group, (299 mod 64) + 1 = 44 after the second.
    let bits = random((2, 304), (2, 300), 0, None);
    assert_eq!(bits[256..260], words(64));
    assert_eq!(bits[300..304], words(64 + 44));
}

#[test]
fn random_carries_through_128_bits() {
    let bits = random((1, 8), (1, 8), u128::from(u64::MAX), None);
    assert_eq!(bits[4..], words(1 << 64));
    let bits = random((1, 8), (1, 8), u128::MAX, None);
    assert_eq!(bits[4..], words(0));
}
