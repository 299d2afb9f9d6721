//! Sorting, merging and counting.

use pto_isa::FlatMemory;
use pto_isa::sem::{Arg, Numerics, Semantics, TileAt};
use pto_isa::{AttrValue, DType, Dim, Layout, Target, TileTy, find};

const A5: Numerics = Numerics::new(Target::A5, Semantics::Silicon);
const CPU: Numerics = Numerics::new(Target::CPU, Semantics::Silicon);
const MANUAL: Numerics = Numerics::new(Target::A5, Semantics::Manual);
const NEG_INF: u64 = 0xFF80_0000;

fn tile(slot: u8, t: TileAt) -> (u8, Arg) {
    (slot, Arg::Tile(t))
}

fn number(code: u64) -> Arg {
    Arg::Scalar(DType::I64, code)
}

fn valid(ty: TileTy, rows: u32, cols: u32) -> TileTy {
    TileTy { valid_rows: Dim::Is(rows), valid_cols: Dim::Is(cols), ..ty }
}

/// One row of f32 sorted with the indices 100, 101, ...; all records the row of `dst` holds.
fn sort_f32(numerics: &Numerics, values: &[f32], dst_cols: u32) -> Vec<(u64, u64)> {
    let n = values.len() as u32;
    let mut m = FlatMemory::default();
    let codes: Vec<u64> = values.iter().map(|v| v.to_bits().into()).collect();
    let cols = n.next_multiple_of(8);
    let src = m.place_codes(valid(TileTy::vec(DType::F32, 1, cols), 1, n), &codes);
    let index: Vec<i64> = (0..i64::from(n)).map(|i| 100 + i).collect();
    let idx = m.place_i64(valid(TileTy::vec(DType::U32, 1, cols), 1, n), &index);
    let dst = m.place_i64(TileTy::vec(DType::F32, 1, dst_cols), &vec![7; dst_cols as usize]);
    let args = [tile(0, src), tile(1, idx), tile(3, dst)];
    m.run(find("tsort32").unwrap(), numerics, &args, &[]).unwrap();
    m.codes(&dst, (1, dst_cols)).chunks(2).map(|c| (c[0], c[1])).collect()
}

#[test]
fn equal_values_keep_the_lower_index_first_and_zeros_are_equal() {
    let got = sort_f32(&A5, &[1.0, -0.0, 3.0, 1.0, 0.0, 3.0, -2.0, 1.0], 64);
    let order: Vec<u64> = got[..8].iter().map(|r| r.1).collect();
    assert_eq!(order, [102, 105, 100, 103, 107, 101, 104, 106]);
    assert_eq!(got[5].0, 0x8000_0000, "values keep their bits");
}

#[test]
fn a_negative_nan_comes_last_and_a_positive_one_first() {
    let got = sort_f32(&A5, &[f32::NEG_INFINITY, -f32::NAN, f32::NAN, f32::INFINITY], 64);
    let order: Vec<u64> = got[..4].iter().map(|r| r.1).collect();
    assert_eq!(order, [102, 103, 100, 101]);
}

#[test]
fn blocks_of_32_are_sorted_on_their_own() {
    let values: Vec<f32> = (0..64).map(|i| i as f32).collect();
    let got = sort_f32(&A5, &values, 128);
    assert_eq!((got[0].1, got[31].1, got[32].1, got[63].1), (131, 100, 163, 132));
}

#[test]
fn padding_stands_after_the_data_with_index_0_where_there_is_room() {
    let got = sort_f32(&A5, &[f32::NEG_INFINITY, 1.0, -f32::NAN], 64);
    assert_eq!(got[..3].iter().map(|r| r.1).collect::<Vec<_>>(), [101, 100, 102]);
    assert_eq!(got[3..], vec![(NEG_INF, 0); 29]);
    // Eight columns hold three records and one of padding.
    assert_eq!(sort_f32(&A5, &[1.0, 2.0, 3.0], 8)[3], (NEG_INF, 0));
    assert_eq!(sort_f32(&CPU, &[1.0, 2.0, 3.0], 8)[3], (7, 7));
}

#[test]
fn a_record_of_f16_has_its_index_at_byte_4() {
    let mut m = FlatMemory::default();
    let src = m.place_f64(valid(TileTy::vec(DType::F16, 2, 16), 2, 2), &[1.0, 2.0, 4.0, 3.0]);
    let idx = m.place_i64(valid(TileTy::vec(DType::U32, 1, 8), 1, 2), &[0x1_0002, 3]);
    let dst = m.place(TileTy::vec(DType::F16, 2, 16));
    let args = [tile(0, src), tile(1, idx), tile(3, dst)];
    m.run(find("tsort32").unwrap(), &CPU, &args, &[]).unwrap();
    let got = m.codes(&dst, (2, 16));
    assert_eq!(got[..8], [0x4000, 0, 3, 0, 0x3C00, 0, 2, 1]);
    assert_eq!(got[16..24], [0x4400, 0, 2, 1, 0x4200, 0, 3, 0], "one row of indices serves all");
}

fn list(m: &mut FlatMemory, values: &[f32], first: u64) -> TileAt {
    let codes: Vec<u64> = values
        .iter()
        .enumerate()
        .flat_map(|(i, v)| [u64::from(v.to_bits()), first + i as u64])
        .collect();
    m.place_codes(TileTy::vec(DType::F32, 1, codes.len() as u32), &codes)
}

fn indices(m: &FlatMemory, t: &TileAt) -> Vec<u64> {
    m.codes(t, t.valid).chunks(2).map(|c| c[1]).collect()
}

#[test]
fn equal_values_of_lists_come_from_the_first_list() {
    let mut m = FlatMemory::default();
    let lists = [
        list(&mut m, &[5.0, 2.0, 2.0, 0.0], 0),
        list(&mut m, &[5.0, 2.0, 1.0, -1.0], 10),
        list(&mut m, &[9.0, 5.0, 2.0, 2.0], 20),
    ];
    let dst = m.place(TileTy::vec(DType::F32, 1, 24));
    let args = [tile(0, lists[0]), tile(1, lists[1]), tile(2, lists[2]), tile(6, dst)];
    m.run(find("tmrgsort").unwrap(), &A5, &args, &[]).unwrap();
    assert_eq!(indices(&m, &dst), [20, 0, 10, 21, 1, 2, 11, 22, 23, 12, 3, 13]);
    assert_eq!(m.results, [(7, number(0x0004_0004_0004))]);
}

#[test]
fn exhausted_stops_at_the_first_empty_list_and_counts() {
    let mut m = FlatMemory::default();
    let a = list(&mut m, &[5.0, 4.0, 1.0, 0.0], 0);
    let b = list(&mut m, &[6.0, 4.5, 3.0, 2.0], 10);
    let dst = m.place_i64(TileTy::vec(DType::F32, 1, 16), &[77; 16]);
    let args = [tile(0, a), tile(1, b), tile(6, dst)];
    let attrs = [("exhausted", AttrValue::Bool(true))];
    m.run(find("tmrgsort").unwrap(), &A5, &args, &attrs).unwrap();
    assert_eq!(indices(&m, &dst), [10, 0, 11, 1, 12, 13, 77, 77]);
    assert_eq!(m.results, [(7, number(2 | 4 << 16))]);
}

#[test]
fn a_short_destination_keeps_the_best_and_a_last_scratch_tile_is_no_list() {
    let merge = |numerics: &Numerics| {
        let mut m = FlatMemory::default();
        let a = list(&mut m, &[5.0, 4.0, 1.0, 0.0], 0);
        let b = list(&mut m, &[6.0, 4.5, 3.0, 2.0], 10);
        let tmp = list(&mut m, &[100.0; 8], 50);
        let dst = m.place(TileTy::vec(DType::F32, 1, 8));
        let args = [tile(0, a), tile(1, b), tile(2, tmp), tile(6, dst)];
        m.run(find("tmrgsort").unwrap(), numerics, &args, &[]).unwrap();
        (indices(&m, &dst), m.results[0].1)
    };
    assert_eq!(merge(&A5), (vec![10, 0, 11, 1], number(4 | 4 << 16)));
    assert_eq!(merge(&CPU), (vec![10, 0, 11, 1], number(2 | 2 << 16)));
}

#[test]
fn four_blocks_become_one_in_place() {
    let mut m = FlatMemory::default();
    let values: Vec<f32> =
        (0..8).map(|b| [9.0 - b as f32, b as f32 - 9.0]).collect::<Vec<_>>().concat();
    let t = list(&mut m, &values, 0);
    let args = [tile(0, t), (5, Arg::Scalar(DType::I32, 4)), tile(6, t)];
    m.run(find("tmrgsort").unwrap(), &A5, &args, &[]).unwrap();
    assert_eq!(indices(&m, &t), [0, 2, 4, 6, 7, 5, 3, 1, 8, 10, 12, 14, 15, 13, 11, 9]);
    for bad in [0, 3, u64::from(u32::MAX)] {
        let args = [tile(0, t), (5, Arg::Scalar(DType::I32, bad)), tile(6, t)];
        assert!(m.run(find("tmrgsort").unwrap(), &A5, &args, &[]).is_err());
    }
}

fn bins(numerics: &Numerics, src: (DType, &[i64]), idx: (TileTy, &[i64]), byte: i64) -> Vec<f64> {
    let mut m = FlatMemory::default();
    let n = src.1.len() as u32;
    let src = m.place_i64(TileTy::vec(src.0, 1, n), src.1);
    let idx = m.place_i64(idx.0, idx.1);
    let dst = m.place(TileTy::vec(DType::U32, 1, 256));
    let args = [tile(0, src), tile(1, idx), tile(2, dst)];
    let attrs = [("byte", AttrValue::Int(byte))];
    m.run(find("thistogram").unwrap(), numerics, &args, &attrs).unwrap();
    m.values(&dst)
}

#[test]
fn a_bin_counts_its_byte_in_the_manual_and_all_lower_ones_in_the_libraries() {
    let (blayout, slayout) = Layout::Dn.orders();
    let column = TileTy { blayout, slayout, ..valid(TileTy::vec(DType::U8, 32, 1), 1, 1) };
    let src: &[i64] = &[0x0102, 0x0103, 0x0203, 0xFF03];
    let low = bins(&MANUAL, (DType::U16, src), (column, &[1]), 0);
    assert_eq!((low[2], low[3], low[4]), (1.0, 1.0, 0.0));
    let high = bins(&MANUAL, (DType::U16, src), (column, &[1]), 1);
    assert_eq!((high[1], high[2], high[255]), (2.0, 1.0, 1.0));
    let sums = bins(&A5, (DType::U16, src), (column, &[1]), 1);
    assert_eq!((sums[0], sums[1], sums[2], sums[254], sums[255]), (0.0, 2.0, 3.0, 3.0, 4.0));
}

#[test]
fn the_higher_bytes_of_words_are_filtered_from_the_top() {
    let src: &[i64] = &[0x0A0B_0C01, 0x0A0B_0C02, 0x0A0B_0D01, 0x0A0C_0C01, 0x0B0B_0C01];
    let rows = |n: u32| valid(TileTy::vec(DType::U8, n, 32), n, 1);
    let count = |byte: i64, filter: &[i64], bin: usize| {
        bins(&MANUAL, (DType::U32, src), (rows(filter.len() as u32), filter), byte)[bin]
    };
    assert_eq!(count(3, &[0], 0x0A), 4.0);
    assert_eq!(count(2, &[0x0A], 0x0B), 3.0);
    assert_eq!(count(1, &[0x0A, 0x0B], 0x0C), 2.0);
    assert_eq!(count(0, &[0x0A, 0x0B, 0x0C], 1), 1.0);
}
