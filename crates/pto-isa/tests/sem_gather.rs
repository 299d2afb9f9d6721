//! Gathering and scattering inside tiles.

use pto_isa::FlatMemory;
use pto_isa::sem::{Arg, Grid, Numerics, Outcome, OutsideValid, Semantics, TileAt};
use pto_isa::{AttrValue, DType, Target, TileTy, code, find};

const SILICON: Numerics = Numerics::new(Target::A5, Semantics::Silicon);
const MANUAL: Numerics = Numerics::new(Target::A5, Semantics::Manual);

fn run(
    m: &mut FlatMemory,
    numerics: &Numerics,
    op: &str,
    args: &[(u8, Arg)],
    attrs: &[(&str, AttrValue<'_>)],
) -> Outcome {
    m.run(find(op).unwrap(), numerics, args, attrs)
}

fn tile(slot: u8, t: TileAt) -> (u8, Arg) {
    (slot, Arg::Tile(t))
}

fn counting(m: &mut FlatMemory, dtype: DType, rows: u32, cols: u32) -> TileAt {
    let values: Vec<i64> = (0..i64::from(rows * cols)).collect();
    m.place_i64(TileTy::vec(dtype, rows, cols), &values)
}

#[test]
fn an_index_counts_the_elements_as_allocated() {
    let mut m = FlatMemory::default();
    let src = counting(&mut m, DType::I32, 2, 16);
    let src = TileAt { valid: (2, 10), ..src };
    let index = m.place_i64(TileTy::vec(DType::I32, 1, 8), &[0, 9, 16, 25, 17, 1, 1, 8]);
    let dst = m.place(TileTy::vec(DType::I32, 1, 8));
    run(&mut m, &SILICON, "tgather", &[tile(0, src), tile(1, index), tile(4, dst)], &[]).unwrap();
    assert_eq!(m.values(&dst), [0.0, 9.0, 16.0, 25.0, 17.0, 1.0, 1.0, 8.0]);
}

#[test]
fn an_index_past_the_tile_traps_and_one_outside_the_valid_region_follows_the_choice() {
    let gather = |index: i64, choice: OutsideValid| {
        let mut m = FlatMemory::default();
        let src = TileAt { valid: (1, 4), ..counting(&mut m, DType::I16, 1, 16) };
        let index = m.place_i64(TileTy::vec(DType::I16, 1, 16), &[index; 16]);
        let dst = m.place(TileTy::vec(DType::I16, 1, 16));
        let n = Numerics { outside_valid: choice, ..SILICON };
        let args = [tile(0, src), tile(1, index), tile(4, dst)];
        run(&mut m, &n, "tgather", &args, &[]).map(|()| m.codes(&dst, (1, 1))[0])
    };
    assert_eq!(gather(5, OutsideValid::Memory), Ok(5));
    assert_eq!(gather(5, OutsideValid::Ones), Ok(0xFFFF));
    assert_eq!(gather(5, OutsideValid::Zero), Ok(0));
    assert_eq!(gather(5, OutsideValid::Trap).unwrap_err().code, code::OUTSIDE_VALID);
    let trap = gather(-1, OutsideValid::Memory).unwrap_err();
    assert_eq!(trap.message, "uses position -1 of a tile of 1x16 elements");
    assert_eq!((trap.code, trap.slot), (code::OUT_OF_BOUNDS, Some(1)));
    assert!(gather(16, OutsideValid::Memory).is_err());
}

fn mask(src: (u32, u32), dst: (u32, u32), pattern: &str, axis: &str) -> Vec<f64> {
    let mut m = FlatMemory::default();
    let src = counting(&mut m, DType::F32, src.0, src.1);
    let values = Grid::new(DType::F32, src.valid, |r, c| ((r * 100 + c) as f32).to_bits().into());
    m.write(&src, &values);
    let dst = m.place(TileTy::vec(DType::F32, dst.0, dst.1));
    let attrs = [("maskPattern", AttrValue::Word(pattern)), ("axis", AttrValue::Word(axis))];
    run(&mut m, &SILICON, "tgather", &[tile(0, src), tile(4, dst)], &attrs).unwrap();
    m.values(&dst)
}

#[test]
fn a_pattern_is_read_from_the_right() {
    let first = |p: &str, n: u32| mask((1, 32), (1, n), p, "row")[..3].to_vec();
    assert_eq!(first("P0101", 16), [0.0, 2.0, 4.0]);
    assert_eq!(first("P1010", 16), [1.0, 3.0, 5.0]);
    assert_eq!(first("P0001", 8), [0.0, 4.0, 8.0]);
    assert_eq!(first("P0010", 8), [1.0, 5.0, 9.0]);
    assert_eq!(first("P0100", 8), [2.0, 6.0, 10.0]);
    assert_eq!(first("P1000", 8), [3.0, 7.0, 11.0]);
    assert_eq!(first("P1111", 32), [0.0, 1.0, 2.0]);
}

#[test]
fn a_pattern_along_columns_keeps_rows() {
    let got = mask((4, 8), (2, 8), "P1010", "col");
    assert_eq!((got[0], got[7], got[8]), (100.0, 107.0, 300.0));
}

#[test]
fn kept_elements_follow_one_another_when_the_rows_do_not_match() {
    let got = mask((2, 16), (1, 16), "P0101", "row");
    assert_eq!(got[6..10], [12.0, 14.0, 100.0, 102.0]);
}

#[test]
fn positions_of_a_comparison_are_flat_and_counted_per_row() {
    let mut m = FlatMemory::default();
    let values = [1.0, 5.0, f64::NAN, 5.0, 9.0, 5.0, 0.0, -5.0];
    let src = m.place_f64(TileTy::vec(DType::F32, 2, 8), &[values, [5.0; 8]].concat());
    let src = TileAt { valid: (2, 6), ..src };
    let dst = m.place_i64(TileTy::vec(DType::I32, 2, 8), &[-1; 16]);
    let count = m.place(TileTy::vec(DType::I32, 2, 8));
    let count = TileAt { valid: (2, 1), ..count };
    let k = Arg::Scalar(DType::F32, 5f32.to_bits().into());
    let args = [tile(0, src), (2, k), tile(4, dst), tile(5, count)];
    run(&mut m, &SILICON, "tgather", &args, &[]).unwrap();
    assert_eq!(m.values(&dst)[..8], [1.0, 3.0, 5.0, -1.0, -1.0, -1.0, -1.0, -1.0]);
    assert_eq!(m.values(&dst)[8..], [8.0, 9.0, 10.0, 11.0, 12.0, 13.0, -1.0, -1.0]);
    assert_eq!(m.values(&count), [3.0, 6.0]);
    let attrs = [("cmpMode", AttrValue::Word("gt")), ("offset", AttrValue::Int(100))];
    run(&mut m, &SILICON, "tgather", &args, &attrs).unwrap();
    assert_eq!(m.values(&dst)[..2], [104.0, 3.0]);
    assert_eq!(m.values(&count), [1.0, 0.0]);
}

#[test]
fn byte_offsets_are_per_element_in_the_manual_and_per_block_in_the_libraries() {
    let gather = |numerics: &Numerics, offsets: &[i64]| {
        let mut m = FlatMemory::default();
        let src = counting(&mut m, DType::U16, 1, 64);
        let at = m.place_i64(TileTy::vec(DType::U32, 1, 32), &[offsets, &[0; 30]].concat());
        let dst = m.place(TileTy::vec(DType::U16, 1, 32));
        let args = [tile(0, src), tile(1, at), tile(2, dst)];
        run(&mut m, numerics, "tgatherb", &args, &[]).map(|()| m.values(&dst))
    };
    let manual = gather(&MANUAL, &[96, 2]).unwrap();
    assert_eq!(manual[..3], [48.0, 1.0, 0.0]);
    let silicon = gather(&SILICON, &[96, 32]).unwrap();
    assert_eq!(silicon[..3], [48.0, 49.0, 50.0]);
    assert_eq!(silicon[15..18], [63.0, 16.0, 17.0]);
    assert_eq!(
        gather(&SILICON, &[98, 0]).unwrap_err().message,
        "reads byte 128 of a tile of 128 bytes"
    );
    assert_eq!(gather(&MANUAL, &[126, 0]).unwrap()[0], 63.0);
    assert!(gather(&MANUAL, &[127, 0]).is_err());
}

#[test]
fn the_last_of_several_elements_stays_and_devices_clear_the_rest() {
    let cpu = Numerics::new(Target::CPU, Semantics::Silicon);
    for (numerics, rest) in [(&MANUAL, 7.0), (&SILICON, 0.0), (&cpu, 7.0)] {
        let mut m = FlatMemory::default();
        let src = counting(&mut m, DType::F32, 1, 8);
        let at = m.place_i64(TileTy::vec(DType::I32, 1, 8), &[3, 3, 15, 9, 0, 3, 0, 0]);
        let (src, at) = (TileAt { valid: (1, 4), ..src }, TileAt { valid: (1, 4), ..at });
        let dst = m.place_f64(TileTy::vec(DType::F32, 2, 8), &[7.0; 16]);
        run(&mut m, numerics, "tscatter", &[tile(0, src), tile(1, dst), tile(2, at)], &[]).unwrap();
        let codes = m.codes(&dst, (2, 8));
        assert_eq!([codes[3], codes[15], codes[9]], [1, 2, 3]);
        assert_eq!(m.values(&dst)[0], rest);
    }
}

#[test]
fn a_scattered_index_past_the_tile_traps() {
    let mut m = FlatMemory::default();
    let src = counting(&mut m, DType::F32, 1, 8);
    let at = m.place_i64(TileTy::vec(DType::I32, 1, 8), &[0, 1, 2, 3, 4, 5, 6, 16]);
    let dst = m.place(TileTy::vec(DType::F32, 2, 8));
    let args = [tile(0, src), tile(1, dst), tile(2, at)];
    let trap = run(&mut m, &MANUAL, "tscatter", &args, &[]).unwrap_err();
    assert_eq!(trap.message, "uses position 16 of a tile of 2x8 elements");
}

#[test]
fn a_mask_spreads_elements_with_zeros_between() {
    let scatter = |dst: (u32, u32), pattern: &str, axis: &str| {
        let mut m = FlatMemory::default();
        let src = m.place_i64(TileTy::vec(DType::I32, 1, 8), &[1, 2, 3, 4, 5, 6, 7, 8]);
        let all = vec![9; (dst.0 * dst.1) as usize];
        let dst = m.place_i64(TileTy::vec(DType::I32, dst.0, dst.1), &all);
        let attrs = [("maskPattern", AttrValue::Word(pattern)), ("axis", AttrValue::Word(axis))];
        run(&mut m, &MANUAL, "tscatter", &[tile(0, src), tile(1, dst)], &attrs).unwrap();
        m.values(&dst)
    };
    assert_eq!(scatter((1, 16), "P1010", "row")[..5], [0.0, 1.0, 0.0, 2.0, 0.0]);
    assert_eq!(scatter((1, 32), "P0100", "row")[..8], [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 2.0, 0.0]);
    let rows = scatter((2, 8), "P0101", "col");
    assert_eq!((rows[0], rows[7], rows[8]), (1.0, 8.0, 0.0));
    assert_eq!(scatter((1, 8), "P1111", "row")[..3], [1.0, 2.0, 3.0]);
}
