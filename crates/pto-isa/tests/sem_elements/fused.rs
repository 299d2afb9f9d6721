//! Fused instructions that change the type or the place of their results.

use crate::bench::*;

fn dequant((target, semantics): (Target, Semantics), sums: &[i64], scale: f64) -> Vec<u64> {
    let mut x = bench(target, semantics);
    let cols = sums.len() as u32;
    let a = x.memory.place_i64(part(DType::I32, (1, 16), (1, cols)), sums);
    let zero = x.memory.place(part(DType::I32, (1, 16), (1, cols)));
    let dst = x.memory.place(part(DType::F16, (1, 16), (1, cols)));
    let args = [
        ("src0", Arg::Tile(a)),
        ("src1", Arg::Tile(zero)),
        ("deqScale", number(DType::F32, scale)),
        ("tmp", Arg::Tile(zero)),
        ("dst", Arg::Tile(dst)),
    ];
    x.run("tadddeqrelu", &args, &[]).unwrap();
    x.valid(&dst)
}

#[test]
fn dequantised_sums_are_clamped_and_narrowed() {
    let a5 = (Target::A5, Silicon);
    // 4 and 6 times a half; a negative sum; 2049 is halfway between two f16 and goes to even.
    assert_eq!(dequant(a5, &[4, 6, -2], 0.5), [0x4000, 0x4200, 0]);
    assert_eq!(dequant(a5, &[2049], 1.0), [0x6800]);
    assert_eq!(dequant(a5, &[1 << 20], 1.0), [0x7BFF]);
    assert_eq!(dequant((Target::CPU, Silicon), &[1 << 20], 1.0), [0x7C00]);
    assert_eq!(dequant((Target::CPU, Manual), &[1 << 20], 1.0), [0x7BFF], "the page saturates");
    // The sum becomes f32 before it is scaled: 2^24 + 1 loses its last bit, to even.
    assert_eq!(dequant(a5, &[(1 << 24) + 1], f64::powi(2.0, -14)), [0x6400]);
    assert_eq!(dequant(a5, &[0], f64::INFINITY), [0x7E00], "0 times infinity is NaN");
}

#[test]
fn the_sum_wraps() {
    let mut x = bench(Target::A2A3, Manual);
    let a = x.memory.place_i64(part(DType::I32, (1, 16), (1, 1)), &[i64::from(i32::MAX)]);
    let b = x.memory.place_i64(part(DType::I32, (1, 16), (1, 1)), &[1]);
    let dst = x.memory.place_i64(part(DType::F16, (1, 16), (1, 1)), &[1]);
    let args = [
        ("src0", Arg::Tile(a)),
        ("src1", Arg::Tile(b)),
        ("deqScale", number(DType::F32, 1.0)),
        ("tmp", Arg::Tile(a)),
        ("dst", Arg::Tile(dst)),
    ];
    x.run("tadddeqrelu", &args, &[]).unwrap();
    assert_eq!(x.valid(&dst), [0]);
}

fn relu_conv(op: &str, (from, to): (DType, DType), a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut x = bench(Target::A5, Silicon);
    let cols = a.len() as u32;
    let ty = part(from, (1, 32), (1, cols));
    let (a, b) = (x.memory.place_f64(ty, a), x.memory.place_f64(ty, b));
    let dst = x.memory.place(part(to, (1, 32), (1, cols)));
    let args = [("src0", Arg::Tile(a)), ("src1", Arg::Tile(b)), ("dst", Arg::Tile(dst))];
    x.run(op, &args, &[]).unwrap();
    x.memory.values(&dst)
}

#[test]
fn relu_then_narrow() {
    let half = (DType::F16, DType::I8);
    assert_eq!(
        relu_conv("taddreluconv", half, &[1.5, 100.0, -3.0], &[1.0, 100.0, 1.0]),
        [2.0, 127.0, 0.0]
    );
    let short = (DType::I16, DType::I8);
    // 32767 + 1 wraps to the least i16 before the clamp.
    assert_eq!(relu_conv("taddreluconv", short, &[32767.0, 200.0], &[1.0, 0.0]), [0.0, 127.0]);
    assert_eq!(relu_conv("tsubreluconv", short, &[5.0, 5.0], &[2.0, 7.0]), [3.0, 0.0]);
    let float = (DType::F32, DType::F16);
    assert_eq!(relu_conv("tsubreluconv", float, &[1e6, 2.0], &[0.0, 0.5]), [65504.0, 1.5]);
    // The sum is rounded to f16 before it is narrowed: 2048 + 1 is 2048 there.
    assert_eq!(relu_conv("tsubreluconv", half, &[2049.0], &[2000.0]), [48.0]);
}

#[test]
fn pairs_are_packed_and_followed_by_zeros() {
    for target in [Target::A5, Target::CPU] {
        let mut x = bench(target, Manual);
        let ty = part(DType::F32, (2, 8), (2, 5));
        let src = x.memory.place_f64(ty, &[1.0, 2.0, 3.0, 4.0, 5.0, -1.0, -2.0, 8.0, 1.0, 7.0]);
        let dst = x.memory.place(ty);
        x.fill(&dst, 1);
        x.run("tpairreducesum", &[("src", Arg::Tile(src)), ("dst", Arg::Tile(dst))], &[]).unwrap();
        assert_eq!(x.memory.values(&dst), [3.0, 7.0, 5.0, 0.0, 0.0, -3.0, 9.0, 7.0, 0.0, 0.0]);
        assert_eq!(x.all(&dst)[5..8], [1, 1, 1], "outside valid it stays");
    }
}
