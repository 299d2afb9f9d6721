//! Instructions on partly valid tiles, and interleaving.

use crate::bench::*;

/// Two sources valid in 3 x 2 and 2 x 3 of a 4 x 4 destination that is 99 before.
fn partly(target: Target, op: &str, dtype: DType) -> Vec<f64> {
    let mut x = bench(target, Silicon);
    let cols = dtype.per_block();
    let a = x.memory.place_f64(part(dtype, (4, cols), (3, 2)), &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let b = x.memory.place_f64(part(dtype, (4, cols), (2, 3)), &[10.0, 1.0, 30.0, 2.0, 5.0, 60.0]);
    let dst = x.memory.place_f64(part(dtype, (4, cols), (3, 3)), &[99.0; 9]);
    let args = [("src0", Arg::Tile(a)), ("src1", Arg::Tile(b)), ("dst", Arg::Tile(dst))];
    x.run(op, &args, &[]).unwrap();
    x.memory.values(&dst)
}

#[test]
fn both_one_and_none_of_the_sources() {
    let f = DType::F32;
    assert_eq!(
        partly(Target::A5, "tpartadd", f),
        [11.0, 3.0, 30.0, 5.0, 9.0, 60.0, 5.0, 6.0, 99.0]
    );
    assert_eq!(
        partly(Target::A5, "tpartmul", f),
        [10.0, 2.0, 30.0, 6.0, 20.0, 60.0, 5.0, 6.0, 99.0]
    );
    let (max, half) = (f64::from(f32::MAX), 65504.0);
    assert_eq!(
        partly(Target::A5, "tpartmax", f),
        [10.0, 2.0, 30.0, 3.0, 5.0, 60.0, 5.0, 6.0, -max]
    );
    assert_eq!(partly(Target::A5, "tpartmin", f), [1.0, 1.0, 30.0, 2.0, 4.0, 60.0, 5.0, 6.0, max]);
    assert_eq!(partly(Target::A5, "tpartmax", DType::F16)[8], -half);
    assert_eq!(partly(Target::A5, "tpartmin", DType::U16)[8], 65535.0);
    assert_eq!(partly(Target::A5, "tpartmax", DType::I8)[8], -128.0);
    for op in ["tpartadd", "tpartmul", "tpartmax", "tpartmin"] {
        assert_eq!(partly(Target::CPU, op, f)[8], 0.0, "{op}");
    }
}

#[test]
fn nan_and_integer_wrap() {
    for (target, expected) in [(Target::A5, [true, true]), (Target::CPU, [true, false])] {
        let mut x = bench(target, Silicon);
        let ty = part(DType::F32, (1, 8), (1, 2));
        let a = x.memory.place_f64(ty, &[f64::NAN, 1.0]);
        let b = x.memory.place_f64(ty, &[1.0, f64::NAN]);
        let args = [("src0", Arg::Tile(a)), ("src1", Arg::Tile(b)), ("dst", Arg::Tile(b))];
        x.run("tpartmax", &args, &[]).unwrap();
        let nans: Vec<bool> = x.memory.values(&b).iter().map(|v| v.is_nan()).collect();
        assert_eq!(nans, expected, "{target:?}");
    }
    let mut x = bench(Target::A2A3, Manual);
    let a = x.memory.place_i64(TileTy::vec(DType::I16, 1, 16), &[32767; 16]);
    let args = [("src0", Arg::Tile(a)), ("src1", Arg::Tile(a)), ("dst", Arg::Tile(a))];
    x.run("tpartadd", &args, &[]).unwrap();
    assert_eq!(x.memory.values(&a)[0], -2.0);
}

#[test]
fn a_single_valid_element_is_copied_bit_for_bit() {
    let mut x = bench(Target::A5, Silicon);
    let a = x.memory.place_codes(part(DType::F32, (1, 8), (1, 1)), &[0x7FA0_0001]);
    let b = x.memory.place(part(DType::F32, (1, 8), (0, 0)));
    let dst = x.memory.place(part(DType::F32, (1, 8), (1, 1)));
    let args = [("src0", Arg::Tile(a)), ("src1", Arg::Tile(b)), ("dst", Arg::Tile(dst))];
    x.run("tpartmax", &args, &[]).unwrap();
    assert_eq!(x.valid(&dst), [0x7FA0_0001], "a signalling NaN stays as it is");
}

/// Columns: first better, second better, equal, NaN first, NaN second, only the first is valid.
fn args(target: Target, semantics: Semantics, op: &str) -> (Vec<f64>, Vec<u64>) {
    let mut x = bench(target, semantics);
    let nan = f64::NAN;
    let full = |d| part(d, (1, 16), (1, 6));
    let short = |d| part(d, (1, 16), (1, 5));
    let a = x.memory.place_f64(full(DType::F16), &[3.0, 1.0, 2.0, nan, 2.0, -7.0]);
    let b = x.memory.place_f64(short(DType::F16), &[1.0, 3.0, 2.0, 2.0, nan]);
    let i = x.memory.place_i64(full(DType::I32), &[10; 6]);
    let j = x.memory.place_i64(short(DType::I32), &[20; 5]);
    let (value, index) = (x.memory.place(full(DType::F16)), x.memory.place(full(DType::I32)));
    let operands = [
        ("src0Val", Arg::Tile(a)),
        ("src1Val", Arg::Tile(b)),
        ("src0Idx", Arg::Tile(i)),
        ("src1Idx", Arg::Tile(j)),
        ("dstVal", Arg::Tile(value)),
        ("dstIdx", Arg::Tile(index)),
    ];
    x.run(op, &operands, &[]).unwrap();
    (x.memory.values(&value), x.valid(&index))
}

#[test]
fn partarg_ties_and_nan_by_source() {
    let (values, indices) = args(Target::A5, Manual, "tpartargmax");
    assert_eq!(values[..3], [3.0, 3.0, 2.0]);
    assert_eq!(values[5], -7.0);
    assert_eq!(indices, [10, 20, 20, 20, 20, 10]);
    assert_eq!(args(Target::CPU, Silicon, "tpartargmax").1, [10, 20, 20, 20, 20, 10]);
    assert_eq!(args(Target::A2A3, Silicon, "tpartargmax").1, [10, 20, 10, 20, 20, 10]);
    assert_eq!(args(Target::A5, Silicon, "tpartargmax").1, [10, 20, 10, 10, 10, 10]);
    let (values, indices) = args(Target::A5, Manual, "tpartargmin");
    assert_eq!(values[..3], [1.0, 1.0, 2.0]);
    assert_eq!(indices, [20, 10, 20, 20, 20, 10]);
    assert_eq!(args(Target::A5, Silicon, "tpartargmin").1, [20, 10, 10, 10, 10, 10]);
    assert!(values[4].is_nan(), "a NaN that is taken stays");
}

#[test]
fn interleave_and_back() {
    let mut x = bench(Target::A5, Silicon);
    let ty = part(DType::I32, (2, 8), (2, 4));
    let a = x.memory.place_i64(ty, &[0, 1, 2, 3, 10, 11, 12, 13]);
    let b = x.memory.place_i64(ty, &[100, 101, 102, 103, 110, 111, 112, 113]);
    let operands = |s: [TileAt; 4]| {
        let names = ["src0", "src1", "dst0", "dst1"];
        std::array::from_fn::<_, 4, _>(|i| (names[i], Arg::Tile(s[i])))
    };
    // In place: both sources are read before anything is written.
    x.run("tinterleave", &operands([a, b, a, b]), &[]).unwrap();
    assert_eq!(x.valid(&a), [0, 100, 1, 101, 10, 110, 11, 111]);
    assert_eq!(x.valid(&b), [2, 102, 3, 103, 12, 112, 13, 113]);
    x.run("tdeinterleave", &operands([a, b, a, b]), &[]).unwrap();
    assert_eq!(x.valid(&a), [0, 1, 2, 3, 10, 11, 12, 13]);
    assert_eq!(x.valid(&b), [100, 101, 102, 103, 110, 111, 112, 113]);
}

#[test]
fn deinterleave_of_one_source_halves_its_columns() {
    let mut x = bench(Target::A5, Silicon);
    let src = x.memory.place_i64(part(DType::U8, (1, 32), (1, 6)), &[0, 1, 2, 3, 4, 5]);
    let half = part(DType::U8, (1, 32), (1, 3));
    let (even, odd) = (x.memory.place(half), x.memory.place(half));
    let operands = [("src0", Arg::Tile(src)), ("dst0", Arg::Tile(even)), ("dst1", Arg::Tile(odd))];
    x.run("tdeinterleave", &operands, &[]).unwrap();
    assert_eq!((x.valid(&even), x.valid(&odd)), (vec![0, 2, 4], vec![1, 3, 5]));
}
