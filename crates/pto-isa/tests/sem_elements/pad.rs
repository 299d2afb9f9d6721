//! Filling around a valid region: values, extents, forms.

use crate::bench::*;
use pto_isa::sem::pad::pad_code;

#[test]
fn pad_values_by_type() {
    use DType::*;
    //             type, infinite Max, Min, finite Max, Min
    let table: [(DType, u64, u64, u64, u64); 9] = [
        (F32, 0x7F80_0000, 0xFF80_0000, 0x7F7F_FFFF, 0xFF7F_FFFF),
        (F16, 0x7C00, 0xFC00, 0x7BFF, 0xFBFF),
        (Bf16, 0x7F80, 0xFF80, 0x7F7F, 0xFF7F),
        (I8, 0x7F, 0x80, 0x7F, 0x80),
        (U16, 0xFFFF, 0, 0xFFFF, 0),
        (I32, 0x7FFF_FFFF, 0x8000_0000, 0x7FFF_FFFF, 0x8000_0000),
        (I64, 0, 0, 0, 0),
        (F8E4M3, 0, 0, 0, 0),
        (F4E2M1x2, 0, 0, 0, 0),
    ];
    for (dtype, max, min, finite_max, finite_min) in table {
        assert_eq!(pad_code(dtype, Pad::Max, false), max, "{dtype}");
        assert_eq!(pad_code(dtype, Pad::Min, false), min, "{dtype}");
        assert_eq!(pad_code(dtype, Pad::Max, true), finite_max, "{dtype}");
        assert_eq!(pad_code(dtype, Pad::Min, true), finite_min, "{dtype}");
        assert_eq!(pad_code(dtype, Pad::Zero, false), 0);
        assert_eq!(pad_code(dtype, Pad::Null, true), 0);
    }
}

/// Fills a 4 x 8 tile, valid 3 x 6, from a source valid in 2 x 3; dst is 99 before.
fn filled(target: Target, semantics: Semantics, op: &str) -> Vec<Vec<f64>> {
    let mut x = bench(target, semantics);
    let src =
        x.memory.place_f64(part(DType::F16, (4, 16), (2, 3)), &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let ty = TileTy { pad: Pad::Max, ..part(DType::F16, (4, 16), (3, 6)) };
    let dst = x.memory.place(ty);
    x.fill(&dst, 0x5630);
    x.run(op, &[("src", Arg::Tile(src)), ("dst", Arg::Tile(dst))], &[]).unwrap();
    let whole = TileAt { valid: (4, 8), ..dst };
    x.memory.values(&whole).chunks(8).map(<[f64]>::to_vec).collect()
}

#[test]
fn silicon_fills_the_valid_region_with_finite_values_on_a5() {
    const M: f64 = 65504.0;
    for op in ["tfillpad", "tfillpad_expand"] {
        assert_eq!(
            filled(Target::A5, Silicon, op),
            [
                [1.0, 2.0, 3.0, M, M, M, 99.0, 99.0],
                [4.0, 5.0, 6.0, M, M, M, 99.0, 99.0],
                [M, M, M, M, M, M, 99.0, 99.0],
                [99.0; 8],
            ],
            "{op}"
        );
    }
}

#[test]
fn manual_fills_the_whole_tile_with_infinities() {
    const I: f64 = f64::INFINITY;
    for target in [Target::CPU, Target::A2A3, Target::A5] {
        let rows = filled(target, Manual, "tfillpad");
        assert_eq!(rows[0], [1.0, 2.0, 3.0, I, I, I, I, I]);
        assert_eq!(rows[3], [I; 8]);
    }
    assert_eq!(
        filled(Target::A2A3, Silicon, "tfillpad")[0][3],
        I,
        "the A2/A3 header has infinities"
    );
}

#[test]
fn in_place_leaves_the_valid_part_alone() {
    const M: f64 = 65504.0;
    let rows = filled(Target::A5, Silicon, "tfillpad_inplace");
    assert_eq!(rows[0], [99.0, 99.0, 99.0, M, M, M, 99.0, 99.0]);
    assert_eq!(rows[2], [M, M, M, M, M, M, 99.0, 99.0]);
}

#[test]
fn a_tile_may_be_filled_under_a_second_name() {
    let mut x = bench(Target::A5, Silicon);
    let src = x.memory.place_i64(part(DType::I32, (2, 8), (1, 2)), &[7, 8]);
    let ty = TileTy { pad: Pad::Min, ..part(DType::I32, (2, 8), (2, 4)) };
    let dst = TileAt { ty, valid: (2, 4), ..src };
    x.run("tfillpad_inplace", &[("src", Arg::Tile(src)), ("dst", Arg::Tile(dst))], &[]).unwrap();
    let min = f64::from(i32::MIN);
    assert_eq!(x.memory.values(&dst), [7.0, 8.0, min, min, min, min, min, min]);
}

#[test]
fn the_source_pad_does_not_count_and_a_larger_source_is_cut() {
    let mut x = bench(Target::A5, Silicon);
    let ty = TileTy { pad: Pad::Min, ..part(DType::U16, (2, 16), (2, 5)) };
    let src = x.memory.place_i64(ty, &[1; 10]);
    let dst = x.memory.place(TileTy { pad: Pad::Max, ..part(DType::U16, (3, 32), (3, 4)) });
    x.run("tfillpad_expand", &[("src", Arg::Tile(src)), ("dst", Arg::Tile(dst))], &[]).unwrap();
    let max = 65535;
    assert_eq!(x.valid(&dst), [1, 1, 1, 1, 1, 1, 1, 1, max, max, max, max]);
}

#[test]
fn mat_tiles_are_filled_through_their_layout() {
    let mut x = bench(Target::A2A3, Manual);
    let ty = TileTy {
        space: pto_isa::Space::Mat,
        blayout: BLayout::ColMajor,
        slayout: SLayout::RowMajor,
        pad: Pad::Zero,
        ..part(DType::F16, (32, 32), (20, 20))
    };
    let t = x.memory.place(ty);
    x.fill(&t, 0x3C00);
    x.run("tfillpad", &[("src", Arg::Tile(t)), ("dst", Arg::Tile(t))], &[]).unwrap();
    let codes = x.all(&t);
    for r in 0..32usize {
        for c in 0..32usize {
            let expected = if r < 20 && c < 20 { 0x3C00 } else { 0 };
            assert_eq!(codes[32 * r + c], expected, "({r}, {c})");
        }
    }
}
