//! The instruction that CONTRIBUTING.md adds as its example compiles, says its effects, and computes what it says.

use pto_isa::FlatMemory;
use pto_isa::sem::{Arg, Numerics, Semantics};
use pto_isa::{DType, Target, TileTy};

/// The entry as the page shows it.
#[rustfmt::skip]
mod example {
    use pto_isa::{def::prelude::*, ops};

    const BASE: OpDef = OpDef { family: "elementwise-tile-tile", ..OpDef::VECTOR_TILE };

ops! {
    base: BASE;

    /// Copy a tile and reverse its odd rows.
    ///
    /// The domain is the valid region of `dst`.
    tzigzag(src: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/tzigzag.md"),
        cpp: "TZIGZAG(dst, src)",
        formula: "dst[i,j] = src[i, i odd ? C-1-j : j]   for (i,j) in valid(dst), where C is its number of columns",
        cost: Cost::OneByOne,
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src]),
            same_valid(&[dst, src]),
        ],
        sem: Sem::Custom(|x| {
            let rows = x.read(src)?;
            let column = |r: u32, c: u32| if r % 2 == 1 { rows.cols - 1 - c } else { c };
            let result = Grid::new(rows.dtype, (rows.rows, rows.cols), |r, c| rows.at(r, column(r, c)));
            x.write(dst, &result)
        }),
        support: &[on(Targets::ALL, "where you read it: file, version, line").types(&[dst], &[F16, F32])],
    }
}
}

fn page() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../CONTRIBUTING.md");
    std::fs::read_to_string(path).expect("CONTRIBUTING.md can be read")
}

#[test]
fn the_page_shows_this_entry() {
    let source = include_str!("contributing.rs");
    let (_, rest) = source.split_once("base: BASE;\n\n").expect("the entry begins");
    let (entry, _) = rest.split_once("\n}\n}\n").expect("the entry ends");
    assert!(
        page().contains(&format!("```rust\n{entry}\n```")),
        "the page has another entry:\n{entry}"
    );
}

#[test]
fn its_effects_follow_from_its_operands() {
    let op = &example::tzigzag;
    let (src, dst) = (op.effect(0), op.effect(1));
    assert!(src.reads() && !src.writes() && dst.writes() && !dst.reads());
}

#[test]
fn it_executes() {
    let op = &example::tzigzag;
    assert!(op.is_executable());
    let mut m = FlatMemory::default();
    let src =
        m.place_f64(TileTy::vec(DType::F32, 2, 8), &(0..16).map(f64::from).collect::<Vec<_>>());
    let dst = m.place(TileTy::vec(DType::F32, 2, 8));
    let numerics = Numerics::new(Target::A5, Semantics::Manual);
    m.run(op, &numerics, &[(0, Arg::Tile(src)), (1, Arg::Tile(dst))], &[]).unwrap();
    let reversed = (8..16).rev();
    assert_eq!(m.values(&dst), (0..8).chain(reversed).map(f64::from).collect::<Vec<_>>());
}
