//! Arg-reductions give the same bits by fast kernels as by their definition.

mod fast_gen;

use fast_gen::{Bench, Choices, declare, tile};
use pto_isa::sem::{Arg, ArgReduce, Axis, Sem, TileAt};
use pto_isa::{BLayout, DType, OpDef, SLayout};
use pto_kernels::differential::{Case, VectorLevel, run_both, set_level};

/// Definitions are slow without optimisation.
const CASES: usize = if cfg!(debug_assertions) { 100 } else { 1500 };

const TYPES: &[DType] = &[
    DType::F32,
    DType::F32,
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

fn searches() -> impl Iterator<Item = (&'static OpDef, &'static ArgReduce)> {
    pto_isa::ops::all().filter_map(|def| match &def.sem {
        Sem::ArgReduce(arg) => Some((def, arg)),
        _ => None,
    })
}

/// Runs a random case of an instruction; whether a kernel did it.
fn try_one(rng: &mut Choices, def: &'static OpDef, arg: &ArgReduce) -> bool {
    let dtype = rng.pick(TYPES);
    let mut bench = Bench::new(rng, dtype, 64 << 10);
    let (rows, cols) = match rng.below(8) {
        0 => (1 + rng.below(3), 1 + rng.below(2000)),
        1 => (1 + rng.below(300), 1 + rng.below(9)),
        2 => (1, 1),
        _ => (1 + rng.below(30), 1 + rng.below(140)),
    };
    let valid =
        if rng.one_in(3) { (1 + rng.below(rows), 1 + rng.below(cols)) } else { (rows, cols) };
    let storage = if rng.one_in(6) { (rows + 1, cols + rng.below(9)) } else { (rows, cols) };
    let blayout = if rng.one_in(10) { BLayout::ColMajor } else { BLayout::RowMajor };
    let ty = declare(tile(dtype, (rows, cols), blayout, SLayout::NoneBox), valid);
    let Some(src) = bench.place(ty, valid, storage) else { return false };
    let index_type = rng.pick(&[DType::U32, DType::I32, DType::I32, DType::U16, DType::I64]);
    let mut place = |rng: &mut Choices, dtype: DType| {
        let t = match arg.axis {
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
        let over = rng.one_in(10).then(|| src.addr + u64::from(rng.below(8)) * 32);
        t.map(|t| TileAt { addr: over.unwrap_or(t.addr), ..t })
    };
    let mut args = vec![(arg.src, Arg::Tile(src))];
    if let Some(slot) = arg.value
        && !rng.one_in(3)
    {
        let Some(t) = place(rng, dtype) else { return false };
        args.push((slot, Arg::Tile(t)));
    }
    let Some(t) = place(rng, index_type) else { return false };
    args.push((arg.index, Arg::Tile(t)));
    let numerics = rng.numerics();
    let case =
        Case { def, numerics, args: &args, attrs: &[], locals: &bench.locals(), buffers: &[] };
    match run_both(&case) {
        Ok(fast) => fast,
        Err(what) => panic!("{}: {what}\n{:#?}\n{args:?}", def.name, case.numerics),
    }
}

#[test]
fn random_searches_are_equal() {
    for level in VectorLevel::ALL {
        if set_level(level) != level {
            eprintln!("skipped: this machine has no {level:?}");
            continue;
        }
        let portable = level == VectorLevel::Portable;
        let mut rng = Choices::seeded(if portable { 9 } else { 3 });
        let cases = if portable { CASES / 4 } else { CASES };
        for (def, arg) in searches() {
            let fast = (0..cases).filter(|_| try_one(&mut rng, def, arg)).count();
            assert!(fast > cases / 2, "{}: kernels did {fast} of {cases}", def.name);
        }
    }
}
