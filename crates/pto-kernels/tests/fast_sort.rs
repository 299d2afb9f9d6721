//! Sorting and merging of records gives the same bits by fast kernels as by the definition: lists with ties, zeros of
//! both signs and NaNs, sorted and not.

mod fast_gen;

use fast_gen::{Bench, Choices, declare, tile};
use pto_isa::sem::Arg;
use pto_isa::sem::exec::set_code;
use pto_isa::sem::sort::{compare, record};
use pto_isa::{BLayout, DType, SLayout, ops};
use pto_kernels::differential::{Case, VectorLevel, run_both, set_level};

/// Definitions are slow without optimisation.
const CASES: usize = if cfg!(debug_assertions) { 150 } else { 3000 };

/// A random code: few different ones make ties.
fn value(rng: &mut Choices, dtype: DType, ties: bool) -> u64 {
    let wild = rng.one_in(6);
    let code = rng.code(dtype, wild);
    if ties { code & !((1 << (dtype.bits() / 2)) - 1) } else { code }
}

/// Sorts a block of 32, or a row whose last block is not full.
fn sort(rng: &mut Choices) -> bool {
    let dtype = rng.pick(&[DType::F32, DType::F16]);
    let mut bench = Bench::new(rng, dtype, 96 << 10);
    let (rows, blocks) = (1 + rng.below(4), 1 + rng.below(6));
    let cols = blocks * 32;
    let valid_cols = if rng.one_in(3) { 1 + rng.below(cols) } else { cols };
    let valid = (rows, valid_cols);
    let row_major = |dtype, cols, valid| {
        declare(tile(dtype, (rows, cols), BLayout::RowMajor, SLayout::NoneBox), valid)
    };
    let wide = cols * record(dtype);
    let types = [
        (row_major(dtype, cols, valid), valid, (rows, cols)),
        (row_major(DType::U32, cols, valid), valid, (rows, cols)),
        (row_major(dtype, wide, (rows, wide)), (rows, wide), (rows, wide)),
    ];
    let placed: Option<Vec<_>> = types.iter().map(|t| bench.place(t.0, t.1, t.2)).collect();
    let Some(placed) = placed else { return false };
    let ties = rng.one_in(2);
    for i in 0..u64::from(rows * cols) {
        let bit = (placed[0].addr * 8) + i * u64::from(dtype.bits());
        set_code(&mut bench.bytes, dtype, bit, value(rng, dtype, ties));
    }
    let args = [(0, Arg::Tile(placed[0])), (1, Arg::Tile(placed[1])), (3, Arg::Tile(placed[2]))];
    let numerics = rng.numerics();
    let def = &ops::tile_sort::tsort32;
    let case =
        Case { def, numerics, args: &args, attrs: &[], locals: &bench.locals(), buffers: &[] };
    run_both(&case).unwrap_or_else(|what| panic!("{what}\n{:#?}\n{args:?}", case.numerics))
}

/// Merges lists of four records and more, most of them sorted.
fn merge(rng: &mut Choices) -> bool {
    let dtype = rng.pick(&[DType::F32, DType::F16]);
    let per = record(dtype);
    let (length, groups) = (1 + rng.below(40), 1 + rng.below(3));
    let rest = rng.below(4) * per;
    let cols = (4 * groups * length * per + rest).next_multiple_of(dtype.per_block());
    let mut bench = Bench::new(rng, dtype, 96 << 10);
    let ty = declare(tile(dtype, (1, cols), BLayout::RowMajor, SLayout::NoneBox), (1, cols));
    let (Some(src), Some(dst)) =
        (bench.place(ty, (1, cols), (1, cols)), bench.place(ty, (1, cols), (1, cols)))
    else {
        return false;
    };
    let (ties, sorted) = (rng.one_in(2), !rng.one_in(8));
    for list in 0..4 * groups {
        let mut values: Vec<u64> = (0..length).map(|_| value(rng, dtype, ties)).collect();
        if sorted {
            values.sort_by(|a, b| compare(dtype, *a, *b));
        }
        for (i, code) in (list * length..).zip(values) {
            let bit = (src.addr * 8) + u64::from(i) * 64;
            set_code(&mut bench.bytes, dtype, bit, code);
        }
    }
    let size = u64::from(length * per);
    let args = [(0, Arg::Tile(src)), (5, Arg::Scalar(DType::I32, size)), (6, Arg::Tile(dst))];
    let numerics = rng.numerics();
    let def = &ops::tile_sort::tmrgsort;
    let case =
        Case { def, numerics, args: &args, attrs: &[], locals: &bench.locals(), buffers: &[] };
    run_both(&case).unwrap_or_else(|what| panic!("{what}\n{:#?}\n{args:?}", case.numerics))
}

#[test]
fn random_lists_are_sorted_and_merged_equally() {
    for level in VectorLevel::ALL {
        if set_level(level) != level {
            eprintln!("skipped: this machine has no {level:?}");
            continue;
        }
        let portable = level == VectorLevel::Portable;
        let mut rng = Choices::seeded(level as u64);
        let cases = if portable { CASES / 4 } else { CASES };
        let sorted = (0..cases).filter(|_| sort(&mut rng)).count();
        assert!(sorted > cases / 2, "kernels sorted {sorted} of {cases}");
        let merged = (0..cases).filter(|_| merge(&mut rng)).count();
        assert!(merged > cases / 2, "kernels merged {merged} of {cases}");
    }
}
