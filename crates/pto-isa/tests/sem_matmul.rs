//! Matrix products: order, start, wrapping, scales, layouts.

use pto_isa::FlatMemory;
use pto_isa::sem::{Arg, Grid, Numerics, Semantics, TileAt};
use pto_isa::ty::Dim;
use pto_isa::{DType, Layout, Space, Target, TileTy, find};

const NAN: u64 = 0x7FC0_0000;

fn boxed(space: Space, layout: Layout, dtype: DType, (rows, cols): (u32, u32)) -> TileTy {
    let (blayout, slayout) = layout.orders();
    let fractal = if space == Space::Acc { 1024 } else { 512 };
    TileTy { space, blayout, slayout, fractal, ..TileTy::vec(dtype, rows, cols) }
}

fn left(dtype: DType, shape: (u32, u32)) -> TileTy {
    boxed(Space::Left, Layout::Nz, dtype, shape)
}
fn right(dtype: DType, shape: (u32, u32)) -> TileTy {
    boxed(Space::Right, Layout::Zn, dtype, shape)
}
fn acc(dtype: DType, shape: (u32, u32)) -> TileTy {
    boxed(Space::Acc, Layout::Nz, dtype, shape)
}
fn valid(ty: TileTy, rows: u32, cols: u32) -> TileTy {
    TileTy { valid_rows: Dim::Is(rows), valid_cols: Dim::Is(cols), ..ty }
}

fn run(memory: &mut FlatMemory, target: Target, op: &str, tiles: &[TileAt]) {
    let args: Vec<_> = tiles.iter().enumerate().map(|(i, t)| (i as u8, Arg::Tile(*t))).collect();
    let numerics = Numerics::new(target, Semantics::Silicon);
    memory.run(find(op).unwrap(), &numerics, &args, &[]).unwrap();
}

/// `a` (1 x K) times `b` (K x 1) in f32, from `c`.
fn dot(target: Target, c: f64, a: &[f64], b: &[f64]) -> f64 {
    let k = a.len() as u32;
    let mut m = FlatMemory::default();
    let lhs = m.place_f64(valid(left(DType::F32, (16, 16)), 1, k), a);
    let rhs = m.place_f64(valid(right(DType::F32, (16, 16)), k, 1), b);
    let dst = m.place_f64(valid(acc(DType::F32, (16, 16)), 1, 1), &[c]);
    run(&mut m, target, "tmatmul_acc", &[dst, lhs, rhs, dst]);
    m.values(&dst)[0]
}

#[test]
fn only_the_valid_region_takes_part_in_every_layout() {
    for layout in [Layout::Nz, Layout::Zz] {
        let mut m = FlatMemory::default();
        let lhs_ty = boxed(Space::Left, layout, DType::F16, (32, 32));
        let lhs = m.place(lhs_ty);
        m.write(&lhs, &Grid::filled(DType::F16, (32, 32), 0x7C00));
        let lhs = TileAt { valid: (17, 3), ..lhs };
        let values = Grid::new(DType::F16, (17, 3), |r, c| {
            pto_isa::format::f32_to_f16((r * 3 + c) as f32).into()
        });
        m.write(&lhs, &values);
        let rhs = m.place_f64(
            valid(right(DType::F16, (16, 32)), 3, 18),
            &(0..54).map(f64::from).collect::<Vec<_>>(),
        );
        let dst = m.place(valid(acc(DType::F32, (32, 32)), 17, 18));
        run(&mut m, Target::A5, "tmatmul", &[lhs, rhs, dst]);
        let expected = |i: u32, j: u32| -> f64 {
            (0..3).map(|k| f64::from(i * 3 + k) * f64::from(k * 18 + j)).sum()
        };
        let got = m.values(&dst);
        for i in 0..17 {
            for j in 0..18 {
                assert_eq!(got[(i * 18 + j) as usize], expected(i, j), "{layout:?} {i},{j}");
            }
        }
        // Row 17 and column 18 stay.
        assert_eq!(m.codes(&dst, (18, 19))[17 * 19 + 18], 0);
    }
}

#[test]
fn a_term_is_rounded_once_and_k_increases() {
    // (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24: minus its rounded square, only a fused term leaves 2^-24.
    let x = 1.0 + 2f64.powi(-12);
    let got = dot(Target::A5, 0.0, &[-1.0, x], &[1.0 + 2f64.powi(-11), x]);
    assert_eq!(got, 2f64.powi(-24));
    // 2^24 + 1 + 1 from the left stays at 2^24; from the right it would be 2^24 + 2.
    let big = 2f64.powi(24);
    assert_eq!(dot(Target::A5, 0.0, &[big, 1.0, 1.0], &[1.0; 3]), big);
    assert_eq!(dot(Target::A5, 0.0, &[1.0, 1.0, big], &[1.0; 3]), big + 2.0);
}

#[test]
fn devices_start_from_the_accumulator_and_the_cpu_adds_it_last() {
    let big = 2f64.powi(24);
    assert_eq!(dot(Target::A5, big, &[1.0, 1.0], &[1.0, 1.0]), big);
    assert_eq!(dot(Target::A2A3, big, &[1.0, 1.0], &[1.0, 1.0]), big);
    assert_eq!(dot(Target::CPU, big, &[1.0, 1.0], &[1.0, 1.0]), big + 2.0);
}

#[test]
fn the_bias_is_one_row_for_all_and_starts_the_sum_on_devices() {
    let big = 2f64.powi(24);
    for (target, expected) in [(Target::A5, big), (Target::CPU, big + 2.0)] {
        let mut m = FlatMemory::default();
        let lhs = m.place_f64(valid(left(DType::Bf16, (16, 16)), 2, 2), &[1.0, 1.0, 2.0, 2.0]);
        let rhs = m.place_f64(valid(right(DType::Bf16, (16, 16)), 2, 2), &[1.0, 1.0, 1.0, 1.0]);
        let bias = TileTy { space: Space::Bias, ..TileTy::vec(DType::F32, 1, 16) };
        let bias = m.place_f64(valid(bias, 1, 2), &[big, 5.0]);
        let dst = m.place_f64(valid(acc(DType::F32, (16, 16)), 2, 2), &[9.0; 4]);
        run(&mut m, target, "tmatmul_bias", &[lhs, rhs, bias, dst]);
        assert_eq!(m.values(&dst), [expected, 7.0, big + 4.0, 9.0]);
    }
}

#[test]
fn zero_times_infinity_is_the_canonical_nan_and_minus_zero_starts_are_kept() {
    let mut m = FlatMemory::default();
    let lhs = m.place_f64(valid(left(DType::F32, (16, 16)), 1, 1), &[0.0]);
    let rhs = m.place_f64(valid(right(DType::F32, (16, 16)), 1, 2), &[f64::NEG_INFINITY, -1.0]);
    let dst = m.place_f64(valid(acc(DType::F32, (16, 16)), 1, 2), &[0.0, -0.0]);
    run(&mut m, Target::A5, "tgemv_acc", &[dst, lhs, rhs, dst]);
    assert_eq!(m.codes(&dst, (1, 2)), [NAN, 0x8000_0000]);
    // Nothing is accumulated without `acc`: the sum starts at +0.
    run(&mut m, Target::A5, "tgemv", &[lhs, rhs, dst]);
    assert_eq!(m.codes(&dst, (1, 2)), [NAN, 0]);
}

#[test]
fn bytes_accumulate_in_32_bits_and_wrap() {
    let mut m = FlatMemory::default();
    let lhs = m.place_i64(valid(left(DType::I8, (16, 32)), 1, 2), &[-128, 127]);
    let rhs = m.place_i64(valid(right(DType::I8, (32, 16)), 2, 2), &[-128, 1, 127, -1]);
    let dst = m.place_i64(valid(acc(DType::I32, (16, 16)), 1, 2), &[i64::from(i32::MAX), 0]);
    run(&mut m, Target::A2A3, "tmatmul_acc", &[dst, lhs, rhs, dst]);
    let wrapped = i32::MAX.wrapping_add(128 * 128 + 127 * 127);
    assert_eq!(m.values(&dst), [f64::from(wrapped), -255.0]);
}

#[test]
fn small_floats_are_exact() {
    let mut m = FlatMemory::default();
    let lhs = m.place_f64(valid(left(DType::F8E4M3, (16, 32)), 1, 2), &[448.0, 2f64.powi(-9)]);
    let rhs = m.place_f64(valid(right(DType::F8E5M2, (32, 16)), 2, 1), &[57344.0, 2f64.powi(-16)]);
    let dst = m.place(valid(acc(DType::F32, (16, 16)), 1, 1));
    run(&mut m, Target::A5, "tmatmul", &[lhs, rhs, dst]);
    assert_eq!(m.values(&dst), [448.0 * 57344.0]);
    let h = m.place_f64(valid(left(DType::Hif8, (16, 32)), 1, 1), &[32768.0]);
    let r = m.place_f64(valid(right(DType::Hif8, (32, 16)), 1, 1), &[-0.5]);
    run(&mut m, Target::A5, "tmatmul", &[h, r, dst]);
    assert_eq!(m.values(&dst), [-16384.0]);
}

fn scale(space: Space, layout: Layout, shape: (u32, u32)) -> TileTy {
    TileTy { fractal: 32, ..boxed(space, layout, DType::F8E8M0, shape) }
}

/// Two rows, 64 along k, two columns; the second group has other scales.
fn scaled(op: &str, target: Target, start: f64, a_scale: [u64; 4], b_scale: [u64; 4]) -> Vec<u64> {
    let mut m = FlatMemory::default();
    let mut a = vec![0.0; 128];
    (a[0], a[32], a[64], a[96]) = (1.5, 2.0, 1.0, 3.0);
    let lhs = m.place_f64(valid(left(DType::F8E4M3, (16, 64)), 2, 64), &a);
    let rhs = m.place_f64(valid(right(DType::F8E5M2, (64, 16)), 64, 2), &[1.0; 128]);
    let ls = scale(Space::ScaleLeft, Layout::Zz, (16, 2));
    let ls = m.place_codes(valid(ls, 2, 2), &a_scale);
    let rs = scale(Space::ScaleRight, Layout::Nn, (2, 16));
    let rs = m.place_codes(valid(rs, 2, 2), &b_scale);
    let dst = m.place_f64(valid(acc(DType::F32, (16, 16)), 2, 2), &[start; 4]);
    let tiles = if op.ends_with("acc") {
        vec![dst, lhs, ls, rhs, rs, dst]
    } else {
        vec![lhs, ls, rhs, rs, dst]
    };
    run(&mut m, target, op, &tiles);
    m.codes(&dst, (2, 2))
}

#[test]
fn every_32_along_k_have_a_scale_per_row_and_per_column() {
    let f = |v: [f32; 4]| v.map(|v| u64::from(v.to_bits())).to_vec();
    // Row 0: 1.5*2^1*s + 2*2^3*s', row 1: 1*2^-1*s + 3*s'; columns scale by (1, 2) and (4, 1/2).
    let (a, b) = ([128, 130, 126, 127], [127, 128, 129, 126]);
    let expected = [3.0 + 16.0 * 4.0, 6.0 + 8.0, 0.5 + 12.0, 1.0 + 1.5];
    assert_eq!(scaled("tmatmul_mx", Target::A5, 9.0, a, b), f(expected));
    assert_eq!(scaled("tmatmul.mx.acc", Target::A5, 1.0, a, b), f(expected.map(|v| v + 1.0)));
}

#[test]
fn scale_ff_is_nan_for_its_whole_group_and_code_0_is_the_least_power() {
    let got = scaled("tmatmul_mx", Target::CPU, 0.0, [127, 0xFF, 0, 0], [127, 127, 127, 127]);
    assert_eq!(got[..2], [NAN, NAN]);
    let tiny = f32::from_bits(1 << 22) * 4.0; // 2^-127 * (1 + 3)
    assert_eq!(got[2..], [u64::from(tiny.to_bits()); 2]);
}

#[test]
fn four_bit_floats_are_two_to_a_byte_low_half_first() {
    let mut m = FlatMemory::default();
    let lhs = m.place(valid(left(DType::F4E2M1x2, (16, 64)), 1, 64));
    let rhs = m.place(valid(right(DType::F4E1M2x2, (64, 16)), 64, 1));
    // Elements 0 and 1 of the left operand: 6 and -0.5. A row of a box has 32 elements, 16 bytes.
    let bytes = |t: &TileAt| TileAt {
        ty: TileTy { space: t.ty.space, ..TileTy::vec(DType::U8, 1, 64) },
        ..*t
    };
    m.write(&bytes(&lhs), &Grid::filled(DType::U8, (1, 1), 0x97));
    // Elements 0 and 1 of the first column on the right: 0.25 and 1.75.
    m.write(&bytes(&rhs), &Grid::filled(DType::U8, (1, 1), 0x71));
    let ls = m.place_codes(valid(scale(Space::ScaleLeft, Layout::Zz, (16, 2)), 1, 2), &[128, 127]);
    let rs = m.place_codes(valid(scale(Space::ScaleRight, Layout::Nn, (2, 16)), 2, 1), &[127, 127]);
    let dst = m.place(valid(acc(DType::F32, (16, 16)), 1, 1));
    run(&mut m, Target::A5, "tgemv_mx", &[lhs, ls, rhs, rs, dst]);
    let e1m2 = |code| pto_isa::format::decode(DType::F4E1M2x2, code);
    assert_eq!(m.values(&dst), [2.0 * (6.0 * e1m2(1) - 0.5 * e1m2(7))]);
}

#[test]
fn extents_that_do_not_meet_trap() {
    let mut m = FlatMemory::default();
    let lhs = m.place(valid(left(DType::F16, (16, 32)), 16, 32));
    let rhs = m.place(valid(right(DType::F16, (32, 16)), 31, 16));
    let dst = m.place(acc(DType::F32, (16, 16)));
    let args = [(0, Arg::Tile(lhs)), (1, Arg::Tile(rhs)), (2, Arg::Tile(dst))];
    let numerics = Numerics::new(Target::A5, Semantics::Manual);
    let trap = m.run(find("tmatmul").unwrap(), &numerics, &args, &[]).unwrap_err();
    assert_eq!(trap.message, "multiplies a 16x32 matrix by a 31x16 one");
    assert_eq!(trap.slot, Some(1));
}

#[test]
fn shortened_f32_operands_lose_their_last_bits_while_the_mode_is_on() {
    use pto_isa::AttrValue::{Bool, Word};
    let product = |target, semantics, op: &str, attrs: &[(&str, pto_isa::AttrValue<'_>)]| {
        let mut m = FlatMemory::default();
        let numerics = Numerics::new(target, semantics);
        m.run(find(op).unwrap(), &numerics, &[], attrs).unwrap();
        let lhs = m.place_f64(valid(left(DType::F32, (16, 16)), 1, 1), &[1.0 + 2f64.powi(-11)]);
        let rhs = m.place_f64(valid(right(DType::F32, (16, 16)), 1, 1), &[1.0]);
        let dst = m.place(valid(acc(DType::F32, (16, 16)), 1, 1));
        run(&mut m, target, "tmatmul", &[lhs, rhs, dst]);
        m.values(&dst)[0]
    };
    let (on, off) = ([("enable", Bool(true))], [("enable", Bool(false))]);
    let exact = 1.0 + 2f64.powi(-11);
    // Ten bits: halfway, away from zero unless the mode says otherwise.
    assert_eq!(product(Target::A5, Semantics::Silicon, "settf32mode", &on), 1.0 + 2f64.powi(-10));
    let even = [("enable", Bool(true)), ("mode", Word("CAST_RINT"))];
    assert_eq!(product(Target::A5, Semantics::Silicon, "settf32mode", &even), 1.0);
    // Seven by the page, always to even.
    assert_eq!(product(Target::A5, Semantics::Manual, "settf32mode", &on), 1.0);
    assert_eq!(product(Target::A5, Semantics::Manual, "settf32mode", &off), exact);
    // Eleven bits hold it.
    assert_eq!(product(Target::A2A3, Semantics::Silicon, "settf32mode", &on), exact);
    assert_eq!(product(Target::A2A3, Semantics::Manual, "sethf32mode", &on), exact);
}
