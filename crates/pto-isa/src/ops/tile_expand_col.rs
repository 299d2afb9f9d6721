//! Expand one value per column, alone or into an elementwise computation.

use super::tile_expand_row::{ANY_SIZE, NARROW_DIVIDE, NINE};
use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom, Rule};
use crate::ty::{Dim, TileTy};

const BASE: OpDef = OpDef { family: "reduce-and-expand", ..OpDef::VECTOR_TILE };

fn is_full(t: &TileTy, dst: &TileTy) -> bool {
    t.valid_rows.may_equal(dst.valid_rows) && t.valid_cols.may_equal(dst.valid_cols)
}

/// Whether row 0 of a source has a value for every column of `dst`.
fn covers_cols(t: &TileTy, dst: &TileTy) -> bool {
    t.valid_cols.known().zip(dst.valid_cols.known()).is_none_or(|(has, needs)| has >= needs)
}

/// One source is full, row 0 of the other is expanded; operands are src0, src1, dst.
fn column_expand_holds(args: &Args<'_>) -> bool {
    let (Some(a), Some(b), Some(d)) = (args.tile(0), args.tile(1), args.tile(2)) else {
        return true;
    };
    let row = |t: &TileTy| covers_cols(t, d);
    (is_full(a, d) && row(b)) || (is_full(b, d) && row(a))
}

static COLUMN_EXPAND: Custom = Custom {
    name: "column-expand",
    code: code::SAME_VALID_COLS,
    text: "one of `src0` and `src1` must have the valid region of `dst`, the other at least as many valid columns",
    holds: column_expand_holds,
    found: |args| {
        let show = |i: u8| match args.tile(i) {
            Some(t) => format!("{}x{} valid", t.valid_rows, t.valid_cols),
            None => "unknown".into(),
        };
        format!("`src0` is {}, `src1` is {}, `dst` is {}", show(0), show(1), show(2))
    },
    mutate_to_violate: |b| {
        let Some(cols) = b.tile(2).map(|d| d.valid_cols.known().unwrap_or(d.cols)) else { return };
        if let Some(d) = b.tile(2) {
            d.valid_cols = Dim::Is(cols);
        }
        if let Some(t) = b.tile(1) {
            t.valid_cols = Dim::Is(cols.saturating_sub(1));
        }
    },
};

/// Operands of the elementwise forms: src0, src1, dst.
const RULES: &[Rule] = &[
    in_space(&[0, 1, 2], &[Vec]),
    has_layout(&[2, 0, 1], &[RowMajor]),
    same_dtype(&[2, 0, 1]),
    custom(&[0, 2, 1], &COLUMN_EXPAND).cite(CHECK),
    same_valid(&[2, 0]).manual_only().cite(FIRST_IS_FULL),
];

const FIRST_IS_FULL: &str = "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolexpandadd.md:73 and its siblings: `src1` gives one value per column";

const CHECK: &str = "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolexpandadd.md:73 and its siblings, include/pto/npu/a2a3/TColExpandBinOp.hpp:85-110, a5/TColExpandBinOp.hpp:194-215; PTOAS 0.60 lib/PTO/IR/PTO.cpp:7195-7203 asks for equal columns";

const EITHER: &str = "The headers take either source as the full one; the assembler and the page only `src0` (`--rules manual`).";

ops! {
    base: BASE;

    /// Expand row 0 of a tile over all rows.
    ///
    /// The valid rows of `dst` all become row 0 of `src`; further rows of `src` are not read.
    tcolexpand(src: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/tcolexpand.md"),
        cpp: "TCOLEXPAND(dst, src)",
        formula: "dst[i,j] = src[0,j]   for (i,j) in valid(dst)",
        cost: Cost::ColSpread,
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[Nd]),
            same_dtype(&[src, dst]),
            non_empty(&[src]).only(Targets::A5).cite("pto-isa@3186c381 include/pto/npu/a5/TColExpand.hpp:21-42"),
            same_valid_cols(&[src, dst]),
        ],
        sem: col_expand!(Copy([src]) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TColExpand.hpp:32-52: elements of 1, 2 or 4 bytes").types(&[dst], NINE),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TColExpand.hpp:21-42: elements of 1, 2, 4 or 8 bytes")
                .types(&[dst], ANY_SIZE)
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:3246-3267, 0.60 :7108-7132", "8/16/32-bit integers, f16, bf16, f32")]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TColExpand.hpp:36-39 checks no type").types(&[dst], ANY_SIZE),
        ],
        notes: &["The page lists no element types; the headers check sizes only."],
    }

    /// Add one value per column to a tile.
    ///
    /// The domain is the valid region of `dst`; row 0 of `src1` gives one value per column. Integers wrap.
    tcolexpandadd(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/tcolexpandadd.md"),
        cpp: "TCOLEXPANDADD(dst, src0, src1)",
        formula: "dst[i,j] = src0[i,j] + src1[0,j]   for (i,j) in valid(dst)",
        cost: Cost::ColExpand(&["vadd"]),
        rules: RULES,
        sem: col_expand!(Add(src0, [src1]) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TColExpandAdd.hpp:34, TColExpandBinOp.hpp:85-110")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:3336-3342, 0.60 :7214-7220", "16/32-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TColExpandAdd.hpp:32, TColExpandBinOp.hpp:194-215")
                .types(&[dst], NINE)
                .conflicting_sources(&[
                    other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:7214-7220", "no bf16"),
                ]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolexpandadd.md:69-75").types(&[dst], &[F16, F32, I16, I32, U16, U32]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TColExpandOp.hpp:21-41").types(&[dst], NINE),
        ],
        quirks: &["outside-valid-read"],
        notes: &[EITHER],
    }

    /// Subtract one value per column from a tile.
    ///
    /// The domain is the valid region of `dst`; row 0 of `src1` gives one value per column. Integers wrap.
    tcolexpandsub(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/tcolexpandsub.md"),
        cpp: "TCOLEXPANDSUB(dst, src0, src1)",
        formula: "dst[i,j] = src0[i,j] - src1[0,j]   for (i,j) in valid(dst)",
        cost: Cost::ColExpand(&["vsub"]),
        rules: RULES,
        sem: col_expand!(Sub(src0, [src1]) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TColExpandSub.hpp:48, TColExpandBinOp.hpp:85-110")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:3354-3360, 0.60 :7233-7239", "16/32-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TColExpandSub.hpp:41, TColExpandBinOp.hpp:194-215")
                .types(&[dst], NINE)
                .conflicting_sources(&[
                    other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:7233-7239", "no bf16"),
                ]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolexpandsub.md:69-75").types(&[dst], &[F16, F32, I16, I32, U16, U32]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TColExpandOp.hpp:21-41").types(&[dst], NINE),
        ],
        quirks: &["outside-valid-read"],
        notes: &[EITHER, "With `src0` expanded: dst[i,j] = src0[0,j] - src1[i,j]."],
    }

    /// Multiply a tile by one value per column.
    ///
    /// The domain is the valid region of `dst`; row 0 of `src1` gives one value per column. Integers wrap.
    tcolexpandmul(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/tcolexpandmul.md"),
        cpp: "TCOLEXPANDMUL(dst, src0, src1)",
        formula: "dst[i,j] = src0[i,j] * src1[0,j]   for (i,j) in valid(dst)",
        cost: Cost::ColExpand(&["vmul"]),
        rules: RULES,
        sem: col_expand!(Mul(src0, [src1]) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TColExpandMul.hpp:34, TColExpandBinOp.hpp:85-110")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:3329-3335, 0.60 :7207-7213", "16/32-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TColExpandMul.hpp:32, TColExpandBinOp.hpp:194-215")
                .types(&[dst], NINE)
                .conflicting_sources(&[
                    other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:7207-7213", "no bf16"),
                ]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolexpandmul.md:69-75").types(&[dst], &[F16, F32, I16, I32, U16, U32]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TColExpandOp.hpp:21-41").types(&[dst], NINE),
        ],
        quirks: &["outside-valid-read"],
        notes: &[EITHER],
    }

    /// Divide a tile by one value per column.
    ///
    /// The domain is the valid region of `dst`; row 0 of `src1` gives one value per column.
    tcolexpanddiv(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/tcolexpanddiv.md"),
        cpp: "TCOLEXPANDDIV<[precisionType:DivAlgorithm]>(dst, src0, src1)",
        formula: "dst[i,j] = src0[i,j] / src1[0,j]   for (i,j) in valid(dst)",
        attrs: &[word("precisionType", &["default", "high_precision"])],
        cost: Cost::ColExpand(&["vdiv"]),
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[dst, src0, src1], &[RowMajor]),
            same_dtype(&[dst, src0, src1]),
            custom(&[src0, dst, src1], &COLUMN_EXPAND).cite(CHECK),
            same_valid(&[dst, src0]).manual_only().cite(FIRST_IS_FULL),
            custom(&[dst, src0], &NARROW_DIVIDE).only(Targets::A5).warn().cite("pto-isa@3186c381 include/pto/npu/a5/TColExpandDiv.hpp:53 admits what tdiv does not"),
        ],
        sem: col_expand!(Div(src0, [src1]) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TColExpandDiv.hpp:49-54, TColExpandBinOp.hpp:85-110")
                .types(&[dst], &[F16, F32]),
            documented(Targets::A2A3, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolexpanddiv.md:69-75").types(&[dst], &[F16, F32, I16, I32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TColExpandDiv.hpp:53, TColExpandBinOp.hpp:194-215")
                .types(&[dst], NINE)
                .conflicting_sources(&[
                    other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:3343-3353", "f16, f32"),
                    other_source("PTOAS 0.60 :7221-7232", "no bf16"),
                ]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolexpanddiv.md:69-75").types(&[dst], &[F16, F32, I16, I32, U16, U32]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TColExpandOp.hpp:21-41").types(&[dst], NINE),
        ],
        quirks: &["outside-valid-read"],
        notes: &[EITHER, "With `src0` expanded: dst[i,j] = src0[0,j] / src1[i,j]."],
    }

    /// Take the larger of a tile and one value per column.
    ///
    /// The domain is the valid region of `dst`; row 0 of `src1` gives one value per column. NaN gives NaN.
    tcolexpandmax(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/tcolexpandmax.md"),
        cpp: "TCOLEXPANDMAX(dst, src0, src1)",
        formula: "dst[i,j] = max(src0[i,j], src1[0,j])   for (i,j) in valid(dst)",
        cost: Cost::ColExpand(&["vmax"]),
        rules: RULES,
        sem: col_expand!(Max(src0, [src1]) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TColExpandMax.hpp:34, TColExpandBinOp.hpp:85-110")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:3368-3374, 0.60 :7247-7253", "16/32-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TColExpandMax.hpp:32, TColExpandBinOp.hpp:194-215")
                .types(&[dst], NINE)
                .conflicting_sources(&[
                    other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:7247-7253", "no bf16"),
                ]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolexpandmax.md:69-75").types(&[dst], &[F16, F32, I16, I32, U16, U32]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TColExpandOp.hpp:21-41").types(&[dst], NINE),
        ],
        quirks: &["outside-valid-read"],
        notes: &[EITHER],
    }

    /// Take the smaller of a tile and one value per column.
    ///
    /// The domain is the valid region of `dst`; row 0 of `src1` gives one value per column. NaN gives NaN.
    tcolexpandmin(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/tcolexpandmin.md"),
        cpp: "TCOLEXPANDMIN(dst, src0, src1)",
        formula: "dst[i,j] = min(src0[i,j], src1[0,j])   for (i,j) in valid(dst)",
        cost: Cost::ColExpand(&["vmin"]),
        rules: RULES,
        sem: col_expand!(Min(src0, [src1]) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TColExpandMin.hpp:34, TColExpandBinOp.hpp:85-110")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:3375-3381, 0.60 :7254-7260", "16/32-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TColExpandMin.hpp:32, TColExpandBinOp.hpp:194-215")
                .types(&[dst], NINE)
                .conflicting_sources(&[
                    other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:7254-7260", "no bf16"),
                ]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolexpandmin.md:69-75").types(&[dst], &[F16, F32, I16, I32, U16, U32]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TColExpandOp.hpp:21-41").types(&[dst], NINE),
        ],
        quirks: &["outside-valid-read"],
        notes: &[EITHER],
    }

    /// Take the exponential of a tile minus one value per column.
    ///
    /// The domain is the valid region of `dst`; row 0 of `src1` gives one value per column.
    tcolexpandexpdif(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/tcolexpandexpdif.md"),
        cpp: "TCOLEXPANDEXPDIF(dst, src0, src1)",
        formula: "dst[i,j] = exp(src0[i,j] - src1[0,j])   for (i,j) in valid(dst)",
        cost: Cost::ColExpand(&["vsub", "vexp"]),
        rules: RULES,
        sem: col_expand!(ExpDif(src0, [src1]) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TColExpandExpdif.hpp:56-61, TColExpandBinOp.hpp:85-110")
                .types(&[dst], &[F16, F32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TColExpandExpdif.hpp:51-56, TColExpandBinOp.hpp:194-215")
                .types(&[dst], &[F16, F32]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TColExpandOp.hpp:21-41").types(&[dst], &[F16, F32]),
        ],
        quirks: &["outside-valid-read", "subnormals"],
        notes: &[EITHER, "With `src0` expanded: dst[i,j] = exp(src0[0,j] - src1[i,j])."],
    }
}
