//! Loads and stores: which element of a view goes where, padding, atomics, and the fix pipe.

use pto_isa::FlatMemory;
use pto_isa::rule::AttrValue;
use pto_isa::sem::{Arg, Memory, Numerics, PtrAt, Semantics, TileAt, ViewAt};
use pto_isa::{DType, Dim, Layout, Pad, Space, Target, TileTy};

const A5: Numerics = Numerics::new(Target::A5, Semantics::Silicon);
const CPU: Numerics = Numerics::new(Target::CPU, Semantics::Silicon);

/// A view of a fresh buffer of global memory that holds 0, 1, 2 ...
fn view(m: &mut FlatMemory, dtype: DType, count: u16, dims: [i64; 5], strides: [i64; 5]) -> ViewAt {
    let bytes = dtype.bytes() as usize;
    let mut buffer = vec![0; usize::from(count) * bytes];
    for i in 0..count {
        let at = usize::from(i) * bytes;
        let n = bytes.min(2);
        buffer[at..at + n].copy_from_slice(&i.to_le_bytes()[..n]);
    }
    m.buffers.push(buffer);
    let at = PtrAt { space: Space::Gm, buffer: m.buffers.len() as u32 - 1, addr: 0, dtype };
    ViewAt { at, dims, strides }
}

fn shaped(ty: TileTy, layout: Layout, space: Space, fractal: u32) -> TileTy {
    let (blayout, slayout) = layout.orders();
    TileTy { blayout, slayout, space, fractal, ..ty }
}

fn with_valid(ty: TileTy, rows: u32, cols: u32) -> TileTy {
    TileTy { valid_rows: Dim::Is(rows), valid_cols: Dim::Is(cols), ..ty }
}

fn load(m: &mut FlatMemory, n: &Numerics, v: ViewAt, t: TileAt) {
    let op = pto_isa::find("tload").unwrap();
    m.run(op, n, &[(0, Arg::View(v)), (1, Arg::Tile(t))], &[]).unwrap();
}

fn ints(m: &FlatMemory, t: &TileAt, shape: (u32, u32)) -> Vec<u64> {
    m.codes(t, shape)
}

#[test]
fn the_first_four_dimensions_of_an_nd_view_are_the_row() {
    let mut m = FlatMemory::default();
    // d2 has a stride of its own, so the order of d2 and d3 shows.
    let v = view(&mut m, DType::I32, 64, [1, 1, 2, 2, 8], [0, 0, 32, 8, 1]);
    let t = m.place(TileTy::vec(DType::I32, 4, 8));
    load(&mut m, &A5, v, t);
    let first: Vec<u64> = (0..4).map(|r| m.codes(&t, (4, 8))[r * 8]).collect();
    assert_eq!(first, [0, 8, 32, 40]);
}

#[test]
fn a_dn_tile_takes_its_rows_from_d3() {
    let mut m = FlatMemory::default();
    // 8 rows, columns (d2, d4) = 2 x 2; every column is contiguous.
    let v = view(&mut m, DType::I32, 64, [1, 1, 2, 8, 2], [0, 0, 32, 1, 8]);
    let t = m.place(shaped(TileTy::vec(DType::I32, 8, 4), Layout::Dn, Space::Vec, 512));
    load(&mut m, &A5, v, t);
    assert_eq!(&ints(&m, &t, (8, 4))[..8], [0, 8, 32, 40, 1, 9, 33, 41]);
}

#[test]
fn both_spellings_of_an_nz_view_give_the_same_tile() {
    let ty = shaped(TileTy::vec(DType::F32, 16, 16), Layout::Nz, Space::Vec, 512);
    let mut tiles = Vec::new();
    for dims in [[2, 1, 16, 1, 8], [1, 2, 1, 16, 8]] {
        let mut m = FlatMemory::default();
        let strides = match dims[0] {
            2 => [128, 128, 8, 8, 1],
            _ => [256, 128, 128, 8, 1],
        };
        let v = view(&mut m, DType::F32, 256, dims, strides);
        let t = m.place(ty);
        load(&mut m, &A5, v, t);
        // Row 1, column 9: block 1, row 1, second of the block.
        assert_eq!(m.codes(&t, (16, 16))[16 + 9], 128 + 8 + 1);
        tiles.push(m.codes(&t, (16, 16)));
    }
    assert_eq!(tiles[0], tiles[1]);
}

#[test]
fn an_nd_view_becomes_boxes_in_mat() {
    let mut m = FlatMemory::default();
    let v = view(&mut m, DType::F16, 512, [1, 1, 1, 16, 32], [512, 512, 512, 32, 1]);
    let t = m.place(shaped(TileTy::vec(DType::F16, 16, 32), Layout::Nz, Space::Mat, 512));
    load(&mut m, &A5, v, t);
    assert_eq!(m.codes(&t, (16, 32)), (0..512).collect::<Vec<u64>>());
    // Element (0, 16) starts the second box.
    let bytes = m.bytes(Space::Mat, 0, t.addr as i64, 1024).unwrap();
    assert_eq!(bytes[512..514], [16, 0]);
}

#[test]
fn only_the_valid_part_of_a_larger_view_is_read() {
    let mut m = FlatMemory::default();
    // The view claims 4 x 8 elements, and the buffer ends after the second row's third.
    let v = view(&mut m, DType::I32, 11, [1, 1, 1, 4, 8], [32, 32, 32, 8, 1]);
    let t = m.place(with_valid(TileTy::vec(DType::I32, 4, 8), 2, 3));
    load(&mut m, &A5, v, t);
    assert_eq!(m.codes(&t, t.valid), [0, 1, 2, 8, 9, 10]);
    assert_eq!(m.codes(&t, (1, 4))[3], 0, "past the valid columns nothing is written");
}

#[test]
fn a_view_smaller_than_the_valid_region_stops_the_program() {
    let mut m = FlatMemory::default();
    let v = view(&mut m, DType::I32, 64, [1, 1, 1, 2, 8], [16, 16, 16, 8, 1]);
    let t = m.place(TileTy::vec(DType::I32, 4, 8));
    let op = pto_isa::find("tload").unwrap();
    let trap = m.run(op, &A5, &[(0, Arg::View(v)), (1, Arg::Tile(t))], &[]).unwrap_err();
    assert!(trap.message.contains("4x8") && trap.message.contains("1x1x1x2x8"), "{trap:?}");
    assert_eq!(trap.slot, Some(0));
}

#[test]
fn a_read_past_the_buffer_traps_and_negative_strides_work() {
    let mut m = FlatMemory::default();
    let mut v = view(&mut m, DType::I32, 32, [1, 1, 1, 4, 8], [0, 0, 0, -8, 1]);
    v.at.addr = 24 * 4;
    let t = m.place(TileTy::vec(DType::I32, 4, 8));
    load(&mut m, &A5, v, t);
    assert_eq!(m.codes(&t, (4, 8))[8], 16);
    v.at.addr = 23 * 4;
    let op = pto_isa::find("tload").unwrap();
    assert!(m.run(op, &A5, &[(0, Arg::View(v)), (1, Arg::Tile(t))], &[]).is_err());
}

#[test]
fn padding_ends_with_the_block_on_devices_and_with_the_tile_on_cpu() {
    for (n, cell) in [(A5, 0xFF80_0000u64), (CPU, 0xFF80_0000)] {
        let mut m = FlatMemory::default();
        let v = view(&mut m, DType::F32, 32, [1, 1, 1, 2, 3], [6, 6, 6, 3, 1]);
        let ty = TileTy { pad: Pad::Min, ..with_valid(TileTy::vec(DType::F32, 4, 16), 2, 3) };
        let t = m.place(ty);
        load(&mut m, &n, v, t);
        let codes = m.codes(&t, (4, 16));
        assert_eq!(codes[3], cell, "column 3 of row 0");
        assert_eq!(codes[7], cell, "the last column of the block");
        let rest = if n == CPU { cell } else { 0 };
        assert_eq!((codes[8], codes[2 * 16]), (rest, rest), "the next block and the rows below");
    }
}

#[test]
fn without_a_pad_devices_keep_the_rest_and_cpu_clears_it() {
    for n in [A5, CPU] {
        let mut m = FlatMemory::default();
        let v = view(&mut m, DType::I32, 3, [1, 1, 1, 1, 3], [3, 3, 3, 3, 1]);
        let mut t = m.place_i64(TileTy::vec(DType::I32, 1, 8), &[7; 8]);
        t.valid = (1, 3);
        load(&mut m, &n, v, t);
        let rest = if n == CPU { 0 } else { 7 };
        assert_eq!(m.codes(&t, (1, 8)), [0, 1, 2, rest, rest, rest, rest, rest]);
    }
}

#[test]
fn a_column_takes_the_elements_of_a_row_view_in_order() {
    let mut m = FlatMemory::default();
    let v = view(&mut m, DType::F32, 8, [1, 1, 1, 1, 8], [8, 8, 8, 8, 1]);
    let t = m.place(shaped(TileTy::vec(DType::F32, 8, 1), Layout::Dn, Space::Vec, 512));
    load(&mut m, &A5, v, t);
    assert_eq!(m.codes(&t, (8, 1)), (0..8).collect::<Vec<u64>>());
}

fn store(m: &mut FlatMemory, args: &[(u8, Arg)], attrs: &[(&str, AttrValue<'_>)]) {
    m.run(pto_isa::find("tstore").unwrap(), &A5, args, attrs).unwrap();
}

#[test]
fn a_store_writes_the_valid_region_and_nothing_else() {
    let mut m = FlatMemory::default();
    let v = view(&mut m, DType::I8, 32, [1, 1, 1, 2, 3], [0, 0, 0, 16, 1]);
    let mut t = m.place_i64(TileTy::vec(DType::I8, 2, 32), &[-1; 64]);
    t.valid = (2, 3);
    store(&mut m, &[(0, Arg::Tile(t)), (1, Arg::View(v))], &[]);
    let changed: Vec<usize> = (0..32).filter(|&i| m.buffers[0][i] == 0xFF).collect();
    assert_eq!(changed, [0, 1, 2, 16, 17, 18]);
}

#[test]
fn atomics_combine_in_the_element_type() {
    let i32s = |m: &FlatMemory| -> Vec<i32> {
        m.buffers[0].chunks(4).map(|b| i32::from_le_bytes(b.try_into().unwrap())).collect()
    };
    for (word, want) in [
        ("atomic_none", [-1, i32::MAX, -5, 5, 0, 0, 0, 0]),
        ("atomic_add", [-1, i32::MIN, -3, 8, 4, 5, 6, 7]),
        ("atomic_max", [0, i32::MAX, 2, 5, 4, 5, 6, 7]),
        ("atomic_min", [-1, 1, -5, 3, 0, 0, 0, 0]),
    ] {
        let mut m = FlatMemory::default();
        let v = view(&mut m, DType::I32, 8, [1, 1, 1, 1, 8], [8, 8, 8, 8, 1]);
        let values = [-1, i64::from(i32::MAX), -5, 5, 0, 0, 0, 0];
        let t = m.place_i64(TileTy::vec(DType::I32, 1, 8), &values);
        let attrs = [("atomicType", AttrValue::Word(word))];
        store(&mut m, &[(0, Arg::Tile(t)), (1, Arg::View(v))], &attrs);
        assert_eq!(i32s(&m), want, "{word}");
    }
}

/// Stores a 16x16 accumulator whose first row starts with `values`, and returns the codes stored there.
fn store_acc(
    n: &Numerics,
    from: DType,
    values: &[f64],
    to: DType,
    scalar: Option<u64>,
    relu: &str,
) -> Vec<u64> {
    let mut m = FlatMemory::default();
    let v = view(&mut m, to, 256, [1, 1, 1, 16, 16], [256, 256, 256, 16, 1]);
    let ty = shaped(TileTy::vec(from, 16, 16), Layout::Nz, Space::Acc, 1024);
    let mut all = values.to_vec();
    all.resize(256, 0.0);
    let t = m.place_f64(ty, &all);
    let mut args = vec![(0, Arg::Tile(t)), (1, Arg::View(v))];
    args.extend(scalar.map(|s| (3, Arg::Scalar(DType::I64, s))));
    let attrs = [("reluPreMode", AttrValue::Word(relu))];
    m.run(pto_isa::find("tstore").unwrap(), n, &args, &attrs).unwrap();
    let size = to.bytes() as usize;
    let code = |b: &[u8]| b.iter().rev().fold(0, |n, &x| n << 8 | u64::from(x));
    m.buffers[0].chunks(size).take(values.len()).map(code).collect()
}

fn scale(s: f32, offset: i64) -> Option<u64> {
    Some(u64::from(s.to_bits()) | ((offset as u64 & 0x1FF) << 37) | 1 << 46)
}

#[test]
fn the_fix_pipe_rounds_to_nearest_even_without_a_parameter() {
    let got =
        store_acc(&A5, DType::F32, &[1.0, 2049.0, 1e6, -3.0], DType::F16, None, "normal_relu");
    assert_eq!(got, [0x3C00, 0x6800, 0x7C00, 0]);
}

#[test]
fn eight_bit_results_clamp_to_the_type_and_devices_round_before_the_offset() {
    let values = [1.0, 3.0, 1000.0, -1000.0];
    // 0.5 and 1.5 are ties; the offset is 1.
    let got = store_acc(&A5, DType::F32, &values, DType::I8, scale(0.5, 1), "no_relu");
    assert_eq!(got, [1, 3, 127, 0x80]);
    let got = store_acc(&CPU, DType::F32, &values, DType::I8, scale(0.5, 1), "no_relu");
    assert_eq!(got, [2, 2, 127, 0x80]);
    // Nine bits before the offset: 1000 becomes 255, and -200 brings it back into range.
    let got =
        store_acc(&A5, DType::I32, &[1000.0, -1000.0], DType::I8, scale(1.0, -200), "no_relu");
    assert_eq!(got, [55, 0x80]);
    let got = store_acc(&A5, DType::I32, &[1000.0, -1000.0], DType::U8, scale(1.0, 0), "no_relu");
    assert_eq!(got, [255, 0]);
}

#[test]
fn relu_follows_the_conversion() {
    // -1 * -2 = 2 is kept, 1 * -2 = -2 is not: ReLU before the scale would do the opposite.
    let got = store_acc(&A5, DType::F32, &[-1.0, 1.0], DType::I8, scale(-2.0, 0), "normal_relu");
    assert_eq!(got, [2, 0]);
}

#[test]
fn a_scaled_f16_stays_finite() {
    let got = store_acc(&A5, DType::I32, &[1e6, -1e6, 3.0], DType::F16, scale(0.5, 0), "no_relu");
    assert_eq!(got, [0x7BFF, 0xFBFF, 0x3E00]);
}

#[test]
fn a_table_has_one_parameter_per_column_with_ten_bits_of_mantissa() {
    let mut m = FlatMemory::default();
    let v = view(&mut m, DType::F16, 256, [1, 1, 1, 16, 16], [256, 256, 256, 16, 1]);
    let ty = shaped(TileTy::vec(DType::F32, 16, 16), Layout::Nz, Space::Acc, 1024);
    let t = m.place_f64(ty, &[1.0; 256]);
    let table = TileTy { space: Space::Scaling, ..TileTy::vec(DType::U64, 1, 16) };
    // The 13 low bits are no part of the scale; with them f16 would round up.
    let params: Vec<i64> =
        (0..16).map(|c| i64::from((c as f32 + 1.0).to_bits() | 0x1FFF)).collect();
    let fp = m.place_i64(table, &params);
    let op = pto_isa::find("tstore_fp").unwrap();
    let args = [(0, Arg::Tile(t)), (1, Arg::Tile(fp)), (2, Arg::View(v))];
    m.run(op, &A5, &args, &[]).unwrap();
    let halves: Vec<u16> =
        m.buffers[0].chunks(2).take(3).map(|b| u16::from_le_bytes([b[0], b[1]])).collect();
    assert_eq!(halves, [0x3C00, 0x4000, 0x4200]);
}
