//! Copies between tiles, windows, transposing, joining, and tables in global memory.

use pto_isa::FlatMemory;
use pto_isa::rule::AttrValue::{self, Word};
use pto_isa::sem::{Arg, Numerics, Outcome, PtrAt, Semantics, TileAt, ViewAt};
use pto_isa::{DType, Dim, Layout, Space, Target, TileTy};

const A5: Numerics = Numerics::new(Target::A5, Semantics::Silicon);
const MANUAL: Numerics = Numerics::new(Target::A5, Semantics::Manual);
const CPU: Numerics = Numerics::new(Target::CPU, Semantics::Silicon);

fn run(
    m: &mut FlatMemory,
    n: &Numerics,
    op: &str,
    args: &[(u8, Arg)],
    attrs: &[(&str, AttrValue<'_>)],
) -> Outcome {
    m.run(pto_isa::find(op).unwrap(), n, args, attrs)
}

fn shaped(ty: TileTy, layout: Layout, space: Space, fractal: u32) -> TileTy {
    let (blayout, slayout) = layout.orders();
    TileTy { blayout, slayout, space, fractal, ..ty }
}

fn with_valid(ty: TileTy, rows: u32, cols: u32) -> TileTy {
    TileTy { valid_rows: Dim::Is(rows), valid_cols: Dim::Is(cols), ..ty }
}

fn index(n: i64) -> Arg {
    Arg::Scalar(DType::I64, n as u64)
}

/// 0, 1, 2 ... row by row.
fn counting(m: &mut FlatMemory, ty: TileTy) -> TileAt {
    let count = i64::from(ty.rows) * i64::from(ty.cols);
    m.place_i64(ty, &(0..count).collect::<Vec<i64>>())
}

#[test]
fn a_move_keeps_rows_and_columns_in_every_layout() {
    for (from, to, space) in [
        (Layout::Nz, Layout::Zn, Space::Right),
        (Layout::Zn, Layout::Zn, Space::Right),
        (Layout::Nz, Layout::Zz, Space::Left),
        (Layout::Nz, Layout::Nz, Space::Left),
    ] {
        let mut m = FlatMemory::default();
        let ty = TileTy::vec(DType::I8, 64, 64);
        let src = counting(&mut m, shaped(ty, from, Space::Mat, 512));
        let dst = m.place(shaped(ty, to, space, 512));
        run(&mut m, &A5, "tmov", &[(0, Arg::Tile(src)), (1, Arg::Tile(dst))], &[]).unwrap();
        assert_eq!(m.codes(&dst, (64, 64)), m.codes(&src, (64, 64)), "{from:?} {to:?}");
    }
}

#[test]
fn a_move_keeps_nan_bits_and_changes_the_value_type_of_a_bias() {
    let mut m = FlatMemory::default();
    let nan = 0xFF80_1234;
    let src = m.place_codes(TileTy::vec(DType::F32, 1, 8), &[nan; 8]);
    let dst = m.place(TileTy::vec(DType::I32, 1, 8));
    run(&mut m, &A5, "tmov", &[(0, Arg::Tile(src)), (1, Arg::Tile(dst))], &[]).unwrap();
    assert_eq!(m.codes(&dst, (1, 1)), [nan]);

    let half = shaped(TileTy::vec(DType::F16, 1, 32), Layout::Nd, Space::Mat, 512);
    let src = m.place_f64(half, &[1.5; 32]);
    let dst = m.place(shaped(TileTy::vec(DType::F32, 1, 32), Layout::Nd, Space::Bias, 512));
    run(&mut m, &A5, "tmov", &[(0, Arg::Tile(src)), (1, Arg::Tile(dst))], &[]).unwrap();
    assert_eq!(m.values(&dst), [1.5; 32]);
}

#[test]
fn an_accumulator_is_converted_on_its_way_to_a_tile() {
    let mut m = FlatMemory::default();
    let acc = shaped(TileTy::vec(DType::F32, 16, 16), Layout::Nz, Space::Acc, 1024);
    let src = m.place_f64(acc, &(0..256).map(|i| f64::from(i) - 128.0).collect::<Vec<_>>());
    let dst = m.place(shaped(TileTy::vec(DType::F16, 16, 16), Layout::Nz, Space::Mat, 512));
    let relu = [("reluPreMode", Word("normal_relu"))];
    run(&mut m, &A5, "tmov", &[(0, Arg::Tile(src)), (1, Arg::Tile(dst))], &relu).unwrap();
    let want: Vec<f64> = (0..256).map(|i| (f64::from(i) - 128.0).max(0.0)).collect();
    assert_eq!(m.values(&dst), want);
}

#[test]
fn a_window_is_taken_from_its_corner_and_its_parameters_from_its_column() {
    let mut m = FlatMemory::default();
    let acc = shaped(TileTy::vec(DType::I32, 32, 32), Layout::Nz, Space::Acc, 1024);
    let src = counting(&mut m, acc);
    let table = TileTy { space: Space::Scaling, ..TileTy::vec(DType::U64, 1, 32) };
    let scales: Vec<i64> = (0..32).map(|c| i64::from((c as f32).to_bits())).collect();
    let fp = m.place_i64(table, &scales);
    let ty = shaped(TileTy::vec(DType::F16, 16, 16), Layout::Nz, Space::Mat, 512);
    let dst = m.place(ty);
    let args = [
        (0, Arg::Tile(src)),
        (1, Arg::Tile(fp)),
        (2, index(1)),
        (3, index(16)),
        (4, Arg::Tile(dst)),
    ];
    run(&mut m, &A5, "textract_fp", &args, &[]).unwrap();
    // src(1, 16) = 48 by scale 16, src(1, 17) = 49 by scale 17.
    assert_eq!(m.values(&dst)[..2], [48.0 * 16.0, 49.0 * 17.0]);
}

#[test]
fn a_window_past_the_tile_traps() {
    for (op, row) in [("textract", 5), ("tinsert", 5), ("textract", -1)] {
        let mut m = FlatMemory::default();
        let (large, small) = (TileTy::vec(DType::I32, 8, 8), TileTy::vec(DType::I32, 4, 8));
        let (src, dst) = if op == "textract" { (large, small) } else { (small, large) };
        let (src, dst) = (m.place(src), m.place(dst));
        let args = [(0, Arg::Tile(src)), (1, index(row)), (2, index(0)), (3, Arg::Tile(dst))];
        let trap = run(&mut m, &A5, op, &args, &[]).unwrap_err();
        assert_eq!((trap.slot, trap.code), (Some(1), pto_isa::code::OUT_OF_BOUNDS), "{trap:?}");
    }
}

#[test]
fn an_inserted_tile_leaves_the_rest() {
    let mut m = FlatMemory::default();
    let src = m.place_i64(with_valid(TileTy::vec(DType::I32, 2, 8), 1, 2), &[70, 71]);
    let dst = m.place_i64(TileTy::vec(DType::I32, 2, 8), &[1; 16]);
    let args = [(0, Arg::Tile(src)), (1, index(1)), (2, index(3)), (3, Arg::Tile(dst))];
    run(&mut m, &A5, "tinsert", &args, &[]).unwrap();
    let mut want = [1; 16];
    (want[8 + 3], want[8 + 4]) = (70, 71);
    assert_eq!(m.codes(&dst, (2, 8)), want);
}

#[test]
fn a_transpose_takes_the_valid_region_of_its_source() {
    let mut m = FlatMemory::default();
    let src = m.place_i64(with_valid(TileTy::vec(DType::I32, 8, 8), 2, 3), &[1, 2, 3, 4, 5, 6]);
    let dst = m.place_i64(TileTy::vec(DType::I32, 8, 8), &[9; 64]);
    run(&mut m, &A5, "ttrans", &[(0, Arg::Tile(src)), (2, Arg::Tile(dst))], &[]).unwrap();
    assert_eq!(m.codes(&dst, (3, 3)), [1, 4, 9, 2, 5, 9, 3, 6, 9]);
}

#[test]
fn tiles_join_at_the_valid_columns_of_the_first() {
    let mut m = FlatMemory::default();
    let a = m.place_i64(with_valid(TileTy::vec(DType::I32, 2, 8), 2, 3), &[1, 2, 3, 4, 5, 6]);
    let b = m.place_i64(with_valid(TileTy::vec(DType::I32, 2, 8), 2, 1), &[7, 8]);
    let dst = m.place(with_valid(TileTy::vec(DType::I32, 2, 8), 2, 4));
    let args = [(0, Arg::Tile(a)), (1, Arg::Tile(b)), (2, Arg::Tile(dst))];
    run(&mut m, &A5, "tconcat", &args, &[]).unwrap();
    assert_eq!(m.codes(&dst, (2, 4)), [1, 2, 3, 7, 4, 5, 6, 8]);
}

/// Joins [10 ..] and [20 ..] of f16 with counts; returns what is in `dst` and `dstIdx`.
fn join(n: &Numerics, counts: (i64, i64)) -> (Vec<u64>, u64) {
    let mut m = FlatMemory::default();
    let ty = TileTy::vec(DType::I16, 1, 16);
    let a = m.place_i64(ty, &(10..26).collect::<Vec<i64>>());
    let b = m.place_i64(ty, &(30..46).collect::<Vec<i64>>());
    let one = with_valid(TileTy::vec(DType::I32, 1, 8), 1, 1);
    let (ia, ib) = (m.place_i64(one, &[counts.0]), m.place_i64(one, &[counts.1]));
    let (dst, total) = (m.place(with_valid(ty, 1, 6)), m.place(one));
    let args: Vec<(u8, Arg)> =
        [a, b, ia, ib, dst, total].iter().zip(0..).map(|(t, i)| (i, Arg::Tile(*t))).collect();
    run(&mut m, n, "tconcatidx", &args, &[]).unwrap();
    (m.codes(&dst, (1, 7)), m.codes(&total, (1, 1))[0])
}

#[test]
fn counts_are_columns_by_the_manual_and_bytes_in_the_headers() {
    let want = vec![10, 11, 30, 0, 0, 0, 0];
    assert_eq!(join(&MANUAL, (2, 1)), (want.clone(), 3));
    assert_eq!(join(&A5, (8, 4)), (want.clone(), 12));
    assert_eq!(join(&CPU, (4, 2)), (want, 6));
}

#[test]
fn columns_past_the_destination_are_dropped() {
    assert_eq!(join(&MANUAL, (4, 5)), (vec![10, 11, 12, 13, 30, 31, 0], 6));
    assert_eq!(join(&MANUAL, (9, 5)), (vec![10, 11, 12, 13, 14, 15, 0], 6));
}

/// A table of 4 rows of 8 elements, 16 apart: 0..8, 16..24 ...
fn table(m: &mut FlatMemory) -> ViewAt {
    m.buffers.push((0..64i32).flat_map(i32::to_le_bytes).collect());
    let at = PtrAt { space: Space::Gm, buffer: 0, addr: 0, dtype: DType::I32 };
    ViewAt { at, dims: [1, 1, 1, 4, 8], strides: [64, 64, 64, 16, 1] }
}

fn gather(m: &mut FlatMemory, idx: &[i64], coalesce: &str, oob: &str) -> Result<Vec<u64>, String> {
    let mem = table(m);
    let (idx, dst) = match coalesce {
        "row" => {
            let rows = idx.len() as u32;
            let ty = with_valid(TileTy::vec(DType::I32, 1, 8), 1, rows);
            (m.place_i64(ty, idx), m.place(TileTy::vec(DType::I32, rows, 8)))
        }
        _ => {
            let ty = with_valid(TileTy::vec(DType::I32, 1, 8), 1, idx.len() as u32);
            (m.place_i64(ty, idx), m.place(ty))
        }
    };
    let args = [(0, Arg::View(mem)), (1, Arg::Tile(idx)), (2, Arg::Tile(dst))];
    let attrs = [("coalesce", Word(coalesce)), ("gatherOob", Word(oob))];
    run(m, &A5, "mgather", &args, &attrs).map_err(|t| t.message)?;
    Ok(m.codes(&dst, dst.valid))
}

#[test]
fn rows_are_gathered_by_stride_and_elements_by_position() {
    let mut m = FlatMemory::default();
    let rows = gather(&mut m, &[3, 1], "row", "undefined").unwrap();
    assert_eq!((rows[0], rows[7], rows[8]), (48, 55, 16));
    let mut m = FlatMemory::default();
    assert_eq!(gather(&mut m, &[31, 0, 8], "elem", "undefined").unwrap(), [31, 0, 8]);
}

#[test]
fn an_index_past_the_table_does_what_its_policy_says() {
    let first = |oob: &str, i: i64| {
        gather(&mut FlatMemory::default(), &[i, 0], "row", oob).map(|rows| rows[1])
    };
    assert_eq!(first("clamp", 9), Ok(49));
    assert_eq!(first("wrap", 9), Ok(17));
    assert_eq!(first("zero", 9), Ok(0));
    // Negative indices are large unsigned ones.
    assert_eq!(first("clamp", -1), Ok(49));
    assert_eq!(first("wrap", -1), Ok(49));
    assert!(first("undefined", 4).unwrap_err().contains("index 4 in a table of 4 rows"));
}

#[test]
fn a_mat_tile_takes_its_indices_from_memory() {
    let mut m = FlatMemory::default();
    let mem = table(&mut m);
    m.buffers.push([2i32, 0].iter().flat_map(|i| i.to_le_bytes()).collect());
    let at = PtrAt { space: Space::Gm, buffer: 1, addr: 0, dtype: DType::I32 };
    let idx = ViewAt { at, dims: [1, 1, 1, 1, 2], strides: [2, 2, 2, 2, 1] };
    let ty = shaped(TileTy::vec(DType::I32, 16, 8), Layout::Nz, Space::Mat, 512);
    let dst = m.place(with_valid(ty, 2, 8));
    let args = [(0, Arg::View(mem)), (1, Arg::View(idx)), (2, Arg::Tile(dst))];
    run(&mut m, &A5, "mgather", &args, &[("coalesce", Word("row"))]).unwrap();
    assert_eq!((m.codes(&dst, (2, 8))[0], m.codes(&dst, (2, 8))[8]), (32, 0));
}

fn scatter(atomic: &str, oob: &str, idx: [i64; 4]) -> Vec<i32> {
    let mut m = FlatMemory::default();
    let mem = table(&mut m);
    let ty = with_valid(TileTy::vec(DType::I32, 1, 8), 1, 4);
    let (src, idx) = (m.place_i64(ty, &[100, -200, 300, 400]), m.place_i64(ty, &idx));
    let args = [(0, Arg::Tile(src)), (1, Arg::Tile(idx)), (2, Arg::View(mem))];
    let attrs =
        [("coalesce", Word("elem")), ("scatterAtomicOp", Word(atomic)), ("scatterOob", Word(oob))];
    run(&mut m, &A5, "mscatter", &args, &attrs).unwrap();
    let i32s = m.buffers[0].chunks(4).map(|b| i32::from_le_bytes(b.try_into().unwrap()));
    i32s.collect()
}

#[test]
fn the_last_write_to_a_place_stays_and_atomics_see_them_all() {
    assert_eq!(scatter("none", "undefined", [5, 5, 5, 6])[4..8], [4, 300, 400, 7]);
    assert_eq!(scatter("add", "undefined", [5, 5, 5, 6])[4..8], [4, 205, 406, 7]);
    assert_eq!(scatter("min", "undefined", [5, 5, 5, 6])[4..8], [4, -200, 6, 7]);
    assert_eq!(scatter("max", "undefined", [5, 5, 5, 6])[4..8], [4, 300, 400, 7]);
}

#[test]
fn scattering_past_the_table_skips_clamps_or_wraps() {
    assert_eq!(scatter("none", "skip", [1, 2, 3, 32])[31..33], [31, 32]);
    assert_eq!(scatter("none", "clamp", [1, 2, 3, 99])[31], 400);
    assert_eq!(scatter("none", "wrap", [1, 2, 3, 32])[0], 400);
}

#[test]
fn a_prefetch_fills_its_tile() {
    let mut m = FlatMemory::default();
    let mem = table(&mut m);
    let dst = m.place(TileTy::vec(DType::I32, 4, 8));
    run(&mut m, &A5, "tprefetch", &[(0, Arg::View(mem)), (1, Arg::Tile(dst))], &[]).unwrap();
    assert_eq!(m.codes(&dst, (4, 8))[8..10], [16, 17]);
}
