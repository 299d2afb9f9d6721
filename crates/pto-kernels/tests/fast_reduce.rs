//! Reductions give the same bits by fast kernels as by their definition.

mod fast_gen;

use fast_gen::{Bench, Choices, declare, tile};
use pto_isa::sem::{Arg, Axis, Reduce, Sem, SummationOrder, TileAt};
use pto_isa::{AttrValue, BLayout, DType, OpDef, SLayout};
use pto_kernels::differential::{Case, VectorLevel, run_both, set_level};

/// Definitions are slow without optimisation.
const CASES: usize = if cfg!(debug_assertions) { 80 } else { 800 };

const TYPES: &[DType] = &[
    DType::F32,
    DType::F32,
    DType::F32,
    DType::F16,
    DType::F16,
    DType::Bf16,
    DType::I8,
    DType::I16,
    DType::I32,
    DType::I64,
    DType::U8,
    DType::U16,
    DType::U32,
    DType::U64,
];

fn reductions() -> impl Iterator<Item = (&'static OpDef, &'static Reduce)> {
    pto_isa::ops::all().filter_map(|def| match &def.sem {
        Sem::Reduce(reduce) => Some((def, reduce)),
        _ => None,
    })
}

fn shape_of(rng: &mut Choices) -> (u32, u32) {
    match rng.below(10) {
        0 => rng.pick(&[(64, 128), (32, 256), (16, 512), (8, 1024)]),
        1 => (1 + rng.below(3), 1 + rng.below(3000)),
        2 => (1 + rng.below(200), 1 + rng.below(20)),
        3 => (1 + rng.below(3), 64 * (1 + rng.below(20))),
        4 => (1, 1),
        _ => (1 + rng.below(40), 1 + rng.below(300)),
    }
}

/// Runs a random case of an instruction; whether a kernel did it.
fn try_one(rng: &mut Choices, def: &'static OpDef, reduce: &Reduce) -> bool {
    let dtype = rng.pick(TYPES);
    let mut bench = Bench::new(rng, dtype, 128 << 10);
    let (rows, cols) = shape_of(rng);
    let valid =
        if rng.one_in(3) { (1 + rng.below(rows), 1 + rng.below(cols)) } else { (rows, cols) };
    let storage = if rng.one_in(6) { (rows + 1, cols + rng.below(9)) } else { (rows, cols) };
    let blayout = if rng.one_in(10) { BLayout::ColMajor } else { BLayout::RowMajor };
    let ty = declare(tile(dtype, (rows, cols), blayout, SLayout::NoneBox), valid);
    let Some(src) = bench.place(ty, valid, storage) else { return false };
    let dst = match reduce.axis {
        Axis::Row if rng.one_in(3) => {
            let ty = tile(dtype, (rows, 8), BLayout::RowMajor, SLayout::NoneBox);
            bench.place(ty, (valid.0, 1), (rows, 8))
        }
        Axis::Row => {
            let ty = tile(dtype, (rows, 1), BLayout::ColMajor, SLayout::NoneBox);
            bench.place(ty, (valid.0, 1), (rows, 1))
        }
        Axis::Col => {
            let ty = tile(dtype, (1, cols), BLayout::RowMajor, SLayout::NoneBox);
            bench.place(ty, (1, valid.1), (1, cols))
        }
    };
    let Some(mut dst) = dst else { return false };
    if rng.one_in(8) {
        dst = TileAt { addr: src.addr + u64::from(rng.below(8)) * 32, ..dst };
    }
    let args = [(reduce.src, Arg::Tile(src)), (reduce.dst, Arg::Tile(dst))];
    let binary = [("isBinary", AttrValue::Bool(true))];
    let attrs: &[_] = if rng.one_in(3) { &binary } else { &[] };
    let mut numerics = rng.numerics();
    if rng.one_in(4) {
        numerics.order =
            rng.pick(&[SummationOrder::Left, SummationOrder::A2a3, SummationOrder::A5]);
    }
    let case = Case { def, numerics, args: &args, attrs, locals: &bench.locals(), buffers: &[] };
    match run_both(&case) {
        Ok(fast) => fast,
        Err(what) => panic!("{}: {what}\n{:#?}\n{args:?} {attrs:?}", def.name, case.numerics),
    }
}

#[test]
fn random_reductions_are_equal() {
    for level in VectorLevel::ALL {
        if set_level(level) != level {
            eprintln!("skipped: this machine has no {level:?}");
            continue;
        }
        let portable = level == VectorLevel::Portable;
        let mut rng = Choices::seeded(if portable { 9 } else { 2 });
        let cases = if portable { CASES / 4 } else { CASES };
        for (def, reduce) in reductions() {
            let fast = (0..cases).filter(|_| try_one(&mut rng, def, reduce)).count();
            assert!(fast > cases / 2, "{}: kernels did {fast} of {cases}", def.name);
        }
    }
}
