//! Elementwise instructions that expand one value per row.

use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom};
use crate::ty::{Dim, TileTy};

const BASE: OpDef = OpDef { family: "reduce-and-expand", ..OpDef::VECTOR_TILE };

/// How one operand gives a value per row.
#[derive(PartialEq)]
enum Expand {
    /// Column-major, one valid column.
    Scalar,
    /// Row-major, one 32-byte block.
    Block,
}

fn same_valid(a: &TileTy, b: &TileTy) -> bool {
    a.valid_rows.may_equal(b.valid_rows) && a.valid_cols.may_equal(b.valid_cols)
}

/// Whether `t` can be the expanded operand of `dst`, and how.
fn expands(t: &TileTy, dst: &TileTy) -> Option<Expand> {
    if !t.valid_rows.may_equal(dst.valid_rows) {
        return None;
    }
    match t.blayout {
        crate::BLayout::ColMajor if t.valid_cols.may_equal(Dim::Is(1)) => Some(Expand::Scalar),
        crate::BLayout::RowMajor if t.valid_cols.may_equal(Dim::Is(t.dtype.per_block())) => {
            Some(Expand::Block)
        }
        _ => None,
    }
}

fn is_full(t: &TileTy, dst: &TileTy) -> bool {
    same_valid(t, dst) && t.blayout == crate::BLayout::RowMajor
}

/// One source is full, the other expands; operands 0, 1 and the last are src0, src1, dst.
fn row_expand_holds(args: &Args<'_>) -> bool {
    let (Some(a), Some(b), Some(d)) = (args.tile(0), args.tile(1), args.tile(3)) else {
        return true;
    };
    (is_full(a, d) && expands(b, d).is_some()) || (is_full(b, d) && expands(a, d).is_some())
}

fn row_expand_found(args: &Args<'_>) -> String {
    let show = |i: u8| match args.tile(i) {
        Some(t) => format!("{} {}x{} valid", t.layout().name(), t.valid_rows, t.valid_cols),
        None => "unknown".into(),
    };
    format!("`src0` is {}, `src1` is {}, `dst` is {}", show(0), show(1), show(3))
}

static ROW_EXPAND: Custom = Custom {
    name: "row-expand",
    code: code::ROW_EXPAND,
    text: "one of `src0` and `src1` must be row-major with the valid region of `dst`; the other must have as many valid rows and be column-major with one valid column, or row-major with 32 bytes of valid columns",
    holds: row_expand_holds,
    found: row_expand_found,
    violate: |b| {
        if let Some(t) = b.tile(1) {
            t.valid_rows = Dim::Is(t.rows - 1);
        }
    },
};

/// Both sources have the destination's region: nobody can tell which one is expanded.
static NOT_AMBIGUOUS: Custom = Custom {
    name: "row-expand-ambiguous",
    code: code::ROW_EXPAND,
    text: "exactly one of `src0` and `src1` may have the valid region of `dst`",
    holds: |args| {
        let (Some(a), Some(b), Some(d)) = (args.tile(0), args.tile(1), args.tile(3)) else {
            return true;
        };
        let known = |t: &TileTy| t.valid_rows.known().is_some() && t.valid_cols.known().is_some();
        if !(known(a) && known(b) && known(d)) {
            return true;
        }
        !(same_valid(a, d) && same_valid(b, d)) || d.valid_cols == Dim::Is(1)
    },
    found: row_expand_found,
    violate: |b| {
        if let Some(d) = b.tile(3).copied()
            && let Some(t) = b.tile(1)
        {
            *t = d;
        }
    },
};

/// A scratch tile is for the one-value-per-row mode only.
static SCRATCH_MODE: Custom = Custom {
    name: "row-expand-scratch-mode",
    code: code::FORBIDDEN,
    text: "`tmp` goes with a column-major expanded operand only",
    holds: |args| {
        let (Some(a), Some(b), Some(d)) = (args.tile(0), args.tile(1), args.tile(3)) else {
            return true;
        };
        if !args.has(2) {
            return true;
        }
        let expanded = if is_full(a, d) { b } else { a };
        expands(expanded, d) != Some(Expand::Block)
    },
    found: |_| "the expanded operand is row-major".into(),
    violate: |b| {
        if let Some(t) = b.tile(1) {
            let block = t.dtype.per_block();
            (t.blayout, t.cols, t.valid_cols) = (crate::BLayout::RowMajor, block, Dim::Is(block));
        }
    },
};

/// `ceil(R/8)*256` bytes below 256 rows, 7680 from there on (30 repeats of `vbrcb` per loop).
fn broadcast_scratch(args: &Args<'_>) -> Option<u64> {
    let rows = u64::from(args.tile(3)?.valid_rows.known()?);
    Some(if rows < 256 { rows.div_ceil(8) * 256 } else { 7680 })
}

ops! {
    base: BASE;

    /// Add one value per row to a tile.
    ///
    /// One source, the full one, has the valid region of `dst`; the other gives one value per row (a
    /// column-major tile with one valid column) or one 32-byte block per row that repeats along it (a
    /// row-major tile). Either source may be the expanded one. It does not fence unrelated traffic.
    trowexpandadd(src0: In Tile, src1: In Tile, tmp: OptScratch Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/trowexpandadd.md"),
        cpp: "TROWEXPANDADD(dst, src0, src1[, tmp])",
        formula: "dst[i,j] = src0[i,j] + src1[i,0]   (one value per row)\ndst[i,j] = src0[i,j] + src1[i, j mod (32/sizeof T)]   (one block per row)",
        attrs: &[int("src1Col", 1, 32).doc("valid columns of an expanded block that count"), flag("src0eqdst")],
        rules: &[
            in_space(&[src0, src1, tmp, dst], &[Vec]),
            has_layout(&[dst], &[RowMajor]),
            same_dtype(&[dst, src0, src1]),
            non_empty(&[dst]),
            custom(&[src0, dst, src1], &NOT_AMBIGUOUS).cite("seed page pto.trowexpandadd: exactly one"),
            custom(&[src0, dst, src1], &ROW_EXPAND),
            custom(&[src0, src1, dst, tmp], &SCRATCH_MODE),
            same_dtype(&[dst, tmp]).only(Targets::A2A3).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:14106-14117"),
        ],
        scratch: &[
            Scratch::bytes(Targets::A2A3, "ceil(R/8)*256 bytes for R < 256 rows, else 7680; 8192 always suffice", broadcast_scratch, "seed page pto.trowexpandadd, Temporary tile"),
            Scratch::ignored(Targets::CPU_A5, "seed page pto.trowexpandadd, Temporary tile"),
        ],
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TRowExpandAdd.hpp:40")
                .types(&[dst], &[F16, F32, I16, I32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TRowExpandAdd.hpp:55")
                .types(&[dst], &[I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .but(&[
                    claim("seed page pto.trowexpandadd", "f16, f32, i16, i32, u16, u32"),
                    claim("PTOAS 0.60 lib/PTO/IR/PTO.cpp:14280-14343", "8/16/32-bit integers, f16, f32; only src1 may be expanded"),
                ]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TRowExpandOp.hpp:22-27 has f32, f16, i32, i16, u32, u16")
                .types(&[dst], &[I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["rowexpand-block", "outside-valid-read"],
        notes: &["Without `tmp`, the one-value-per-row mode on A2/A3 uses the last 8 KB of UB (184K..192K)."],
    }
}
