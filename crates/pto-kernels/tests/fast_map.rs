//! Element-wise instructions give the same bits by fast kernels as by their definition.

mod fast_gen;

use fast_gen::{Bench, Choices, declare, tile};
use pto_isa::def::Kind;
use pto_isa::sem::{Arg, Map, Sem, Src, TileAt};
use pto_isa::{AttrValue, BLayout, DType, OpDef, SLayout};
use pto_kernels::differential::{Case, VectorLevel, run_both, set_level};

/// Definitions are slow without optimisation.
const CASES: usize = if cfg!(debug_assertions) { 30 } else { 300 };

const TYPES: &[DType] = &[
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
    DType::Si32,
];

fn maps() -> impl Iterator<Item = (&'static OpDef, &'static Map)> {
    pto_isa::ops::all().filter_map(|def| match &def.sem {
        Sem::Map(map) => Some((def, map)),
        _ => None,
    })
}

type Layout = (BLayout, SLayout);
const ND: Layout = (BLayout::RowMajor, SLayout::NoneBox);
const DN: Layout = (BLayout::ColMajor, SLayout::NoneBox);
const NZ: Layout = (BLayout::ColMajor, SLayout::RowMajor);

fn shape_of(rng: &mut Choices, layout: Layout) -> (u32, u32) {
    if layout == NZ {
        return (16 * (1 + rng.below(3)), 32 * (1 + rng.below(2)));
    }
    match rng.below(6) {
        0 => (1 + rng.below(3), 1 + rng.below(1500)),
        1 => (1 + rng.below(200), 1),
        2 => (8, 64),
        _ => (1 + rng.below(12), 1 + rng.below(70)),
    }
}

/// A full operand: usually with the valid region of the destination.
fn operand(
    rng: &mut Choices,
    bench: &mut Bench,
    dtype: DType,
    layout: Layout,
    dst: &TileAt,
) -> Option<TileAt> {
    let (rows, cols) = dst.shape();
    let layout = if rng.one_in(8) { rng.pick(&[ND, DN]) } else { layout };
    let mut valid = dst.valid;
    if rng.one_in(8) {
        valid = (1 + rng.below(rows), 1 + rng.below(cols));
    }
    let storage = if layout != NZ && rng.one_in(4) {
        (rows + rng.below(5), cols + rng.below(9))
    } else {
        (rows, cols)
    };
    bench.place(tile(dtype, (rows, cols), layout.0, layout.1), valid, storage)
}

/// An operand with one value, or one block, per row.
fn per_row(rng: &mut Choices, bench: &mut Bench, dtype: DType, rows: u32) -> Option<TileAt> {
    if rng.one_in(2) {
        return bench.place(tile(dtype, (rows, 1), DN.0, DN.1), (rows, 1), (rows, 1));
    }
    let cols = dtype.per_block() * (1 + rng.below(2));
    let valid = rng.pick(&[1, dtype.per_block(), cols]);
    bench.place(tile(dtype, (rows, cols), ND.0, ND.1), (rows, valid), (rows, cols))
}

/// Runs a random case of an instruction; whether a kernel did it.
fn try_one(rng: &mut Choices, def: &'static OpDef, map: &Map) -> bool {
    let dtype = rng.pick(TYPES);
    let tame = map.elem.is_partial(dtype) && !rng.one_in(3);
    let room = if tame { Bench::tame } else { Bench::new };
    let mut bench = room(rng, dtype, 48 << 10);
    let layout = rng.pick(&[ND, ND, ND, DN, NZ]);
    let (rows, cols) = shape_of(rng, layout);
    let valid =
        if rng.one_in(3) { (1 + rng.below(rows), 1 + rng.below(cols)) } else { (rows, cols) };
    let storage = if layout != NZ && rng.one_in(4) {
        (rows + rng.below(5), cols + rng.below(9))
    } else {
        (rows, cols)
    };
    let ty = declare(tile(dtype, (rows, cols), layout.0, layout.1), valid);
    let Some(dst) = bench.place(ty, valid, storage) else { return false };
    let mut args = vec![(map.dst, Arg::Tile(dst))];
    let expanded = rng.below(2);
    for (i, &src) in map.src.iter().enumerate() {
        let slot = src.slot();
        if args.iter().any(|a| a.0 == slot) {
            continue;
        }
        let kind = def.operands[slot as usize].kind;
        let number = match kind {
            Kind::Tile => false,
            Kind::TileOrScalar => rng.one_in(2),
            _ => true,
        };
        let arg = if number {
            let dtype = if rng.one_in(4) { rng.pick(TYPES) } else { dtype };
            let code = if tame { 1 + u64::from(rng.below(7)) } else { rng.code(dtype, false) };
            Some(Arg::Scalar(dtype, code))
        } else {
            let t = match src {
                Src::Broadcast(_) if map.src.len() == 1 || i as u32 == expanded => {
                    per_row(rng, &mut bench, dtype, rows)
                }
                Src::Row0(_) if rng.one_in(2) => {
                    bench.place(tile(dtype, (1, cols), ND.0, ND.1), (1, valid.1), (1, cols))
                }
                // The first of two may be the one that is expanded.
                Src::Of(_) if matches!(map.src, [_, Src::Row0(_)]) && rng.one_in(4) => {
                    bench.place(tile(dtype, (1, cols), ND.0, ND.1), (1, valid.1), (1, cols))
                }
                _ if rng.one_in(4) => Some(dst),
                // Another place, maybe over the destination.
                _ if rng.one_in(16) => Some(TileAt { addr: dst.addr + 32, ..dst }),
                _ => operand(rng, &mut bench, dtype, layout, &dst),
            };
            t.map(Arg::Tile)
        };
        let Some(arg) = arg else { return false };
        args.push((slot, arg));
    }
    args.sort_by_key(|a| a.0);
    let columns = [("src1Col", AttrValue::Int(2))];
    let attrs: &[_] = if rng.one_in(8) { &columns } else { &[] };
    let case = Case {
        def,
        numerics: rng.numerics(),
        args: &args,
        attrs,
        locals: &bench.locals(),
        buffers: &[],
    };
    match run_both(&case) {
        Ok(fast) => fast,
        Err(what) => panic!("{}: {what}\n{:#?}\n{args:?}", def.name, case.numerics),
    }
}

#[test]
fn random_maps_are_equal() {
    for level in VectorLevel::ALL {
        if set_level(level) != level {
            eprintln!("skipped: this machine has no {level:?}");
            continue;
        }
        let portable = level == VectorLevel::Portable;
        let mut rng = Choices::seeded(if portable { 9 } else { 1 });
        let cases = if portable { CASES / 4 } else { CASES };
        for (def, map) in maps() {
            let fast = (0..cases).filter(|_| try_one(&mut rng, def, map)).count();
            assert!(portable || fast > cases / 10, "{}: kernels did {fast} of {cases}", def.name);
        }
    }
}
