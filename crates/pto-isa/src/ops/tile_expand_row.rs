//! Expand one value per row, alone or into an elementwise computation.

use crate::code;
use crate::def::AttrDef;
use crate::def::prelude::*;
use crate::dtype::DType;
use crate::rule::{Args, Custom, Rule};
use crate::ty::{Dim, TileTy, Type};

const BASE: OpDef = OpDef {
    family: "reduce-and-expand",
    uses_reserved_scratch: Some(broadcasts_without_scratch),
    ..OpDef::VECTOR_TILE
};

/// One value per row and no scratch tile: the A2/A3 library broadcasts into its own 8 KB of UB.
fn broadcasts_without_scratch(args: &Args<'_>) -> bool {
    let (Some(a), Some(b), Some(d)) = (args.tile(0), args.tile(1), args.tile(3)) else {
        return false;
    };
    let expanded = if is_full(a, d) { b } else { a };
    !args.has(2) && expands(expanded, d) == Some(Expand::Scalar)
}

/// How one operand gives a value per row.
#[derive(PartialEq)]
enum Expand {
    /// Column-major, one valid column.
    Scalar,
    /// Row-major, one 32-byte block.
    Block,
}

fn same_region(a: &TileTy, b: &TileTy) -> bool {
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
    same_region(t, dst) && t.blayout == crate::BLayout::RowMajor
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
    mutate_to_violate: |b| {
        let Some(rows) = b.tile(3).map(|d| d.valid_rows.known().unwrap_or(d.rows)) else { return };
        if let Some(d) = b.tile(3) {
            d.valid_rows = Dim::Is(rows);
        }
        if let Some(t) = b.tile(1) {
            t.valid_rows = Dim::Is(if rows > 1 { rows - 1 } else { 2 });
            t.rows = t.rows.max(2);
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
        !(same_region(a, d) && same_region(b, d)) || d.valid_cols == Dim::Is(1)
    },
    found: row_expand_found,
    mutate_to_violate: |b| {
        let Some(mut full) = b.tile(3).copied() else { return };
        full.valid_rows = Dim::Is(full.valid_rows.known().unwrap_or(full.rows));
        // A block, so that either source could be the expanded one.
        full.cols = full.dtype.per_block();
        full.valid_cols = Dim::Is(full.cols);
        for slot in [0, 1, 3] {
            if let Some(t) = b.tile(slot) {
                *t = full;
            }
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
    mutate_to_violate: |b| {
        let Some(full) = b.tile(3).copied() else { return };
        let block = full.dtype.per_block();
        if b.types[2].is_none() {
            b.types[2] = Some(Type::Tile(TileTy::vec(full.dtype, 1, 8192 / full.dtype.bytes())));
        }
        for slot in [0, 1] {
            if let Some(t) = b.tile(slot)
                && t.blayout == crate::BLayout::ColMajor
            {
                (t.blayout, t.cols, t.valid_cols) =
                    (crate::BLayout::RowMajor, block, Dim::Is(block));
            }
        }
    },
};

/// Asking for a precise quotient needs room for it.
static PRECISE_SCRATCH: Custom = Custom {
    name: "row-expand-precise-scratch",
    code: code::REQUIRED,
    text: "`tmp` must be given when `precisionType` is high_precision",
    holds: |args| {
        let precise =
            args.word("precisionType").is_some_and(|w| w.eq_ignore_ascii_case("high_precision"));
        !precise || args.has(2)
    },
    found: |_| "no `tmp`".into(),
    mutate_to_violate: |b| {
        b.attrs.push(("precisionType".into(), "#pto<div_precision high_precision>".into()));
        b.types[2] = None;
    },
};

/// The check of the header admits types that no page and no plain division has.
pub(super) static NARROW_DIVIDE: Custom = Custom {
    name: "expand-narrow-divide",
    code: code::TYPE_NOT_ON_TARGET,
    text: "no 8-bit or bf16 division is documented",
    holds: |args| args.dtype(0).is_none_or(|d| d.bits() != 8 && d != Bf16),
    found: |args| format!("`src0` is {}", args.dtype(0).map_or("unknown", |d| d.name())),
    mutate_to_violate: |b| {
        let wide = b.tile(b.types.len() as u8 - 1).is_none_or(|d| d.valid_cols != Dim::Is(8));
        for slot in 0..b.types.len() as u8 {
            let Some(t) = b.tile(slot) else { continue };
            if wide && t.valid_cols == Dim::Is(t.dtype.per_block()) {
                // An expanded block stays a block.
                (t.cols, t.valid_cols) = (Bf16.per_block(), Dim::Is(Bf16.per_block()));
            }
            t.dtype = Bf16;
        }
    },
};

/// `ceil(R/8)*256` bytes below 256 rows, 7680 from there on (30 repeats of `vbrcb` per loop).
fn broadcast_scratch(args: &Args<'_>) -> Option<u64> {
    let rows = u64::from(args.tile(3)?.valid_rows.known()?);
    Some(if rows < 256 { rows.div_ceil(8) * 256 } else { 7680 })
}

const ATTRS: &[AttrDef] = &[
    int("src1Col", 1, 32).doc("valid columns of an expanded block that count"),
    flag("src0eqdst").doc("`src0` is the full operand"),
    flag("highPrecision").doc("old spelling of a precise result"),
];

const DIV_ATTRS: &[AttrDef] =
    &[ATTRS[0], ATTRS[1], ATTRS[2], word("precisionType", &["default", "high_precision"])];

/// The nine element types of the A5 headers.
pub(super) const NINE: &[DType] = &[I32, U32, I16, U16, I8, U8, F16, Bf16, F32];

/// Every element of 1, 2, 4 or 8 bytes.
pub(super) const ANY_SIZE: &[DType] =
    &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32, F8E4M3, F8E5M2, Hif8, F8E8M0];

/// Operands of the elementwise forms: src0, src1, tmp, dst.
const RULES: &[Rule] = &[
    in_space(&[0, 1, 2, 3], &[Vec]),
    has_layout(&[3], &[RowMajor]),
    same_dtype(&[3, 0, 1]),
    non_empty(&[3]),
    custom(&[0, 3, 1], &NOT_AMBIGUOUS).manual_only().cite(PAGES),
    custom(&[0, 3, 1], &NOT_AMBIGUOUS).device_only().warn().cite(BOTH_FULL),
    custom(&[0, 3, 1], &ROW_EXPAND).cite(PAGES),
    custom(&[0, 1, 3, 2], &SCRATCH_MODE).only(Targets::A2A3).cite(PAGES),
    custom(&[0, 1, 3, 2], &SCRATCH_MODE).only(Targets::CPU_A5).manual_only().cite(PAGES),
    same_dtype(&[3, 2])
        .only(Targets::A2A3)
        .warn()
        .cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:14106-14117; the header does not look at it"),
];

/// The page of `trowexpandexpdif` expands `src1` alone, and does not mind if both have the region of `dst`.
const EXPDIF_RULES: &[Rule] = &[
    RULES[0],
    RULES[1],
    RULES[2],
    RULES[3],
    RULES[5],
    RULES[6],
    same_valid(&[3, 0]).manual_only().cite(SECOND_EXPANDS),
    RULES[7],
    RULES[8],
    RULES[9],
];

const SECOND_EXPANDS: &str = "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpandexpdif.md:80-82: `src1` gives the values";

/// Which source the headers expand if both have the region of `dst`.
const BOTH_FULL: &str = "pto-isa@3186c381 include/pto/npu/a2a3/TRowExpandAdd.hpp:54-56 and its siblings: the source with the longer rows is the full one, else `src0`; a5/TRowExpandAdd.hpp:66-84: `src0`";

const PAGES: &str =
    "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpandadd.md:90-104 and its siblings";

const SCRATCH: &[Scratch] = &[
    Scratch::bytes(
        Targets::A2A3,
        "ceil(R/8)*256 bytes for R < 256 rows, else 7680; 8192 always suffice",
        broadcast_scratch,
        "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpandadd.md:105-118 and its siblings",
    ),
    Scratch::ignored(
        Targets::CPU_A5,
        "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpandadd.md:119 and its siblings",
    ),
];

const HIDDEN: &str =
    "Without `tmp`, the one-value-per-row mode on A2/A3 uses the last 8 KB of UB (184K..192K).";

ops! {
    base: BASE;

    /// Expand the first value of each row over the row.
    ///
    /// Column 0 of `src` fills the valid columns of `dst`. The source is usually a column vector.
    trowexpand(src: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/trowexpand.md"),
        cpp: "TROWEXPAND(dst, src)",
        formula: "dst[i,j] = src[i,0]   for (i,j) in valid(dst)",
        cost: Cost::RowSpread,
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src], &[NoneBox]),
            has_layout(&[src], &[Nd]).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpand.md:64-82"),
            has_layout(&[dst], &[Nd]),
            same_dtype(&[src, dst]),
            non_empty(&[src, dst]).only(Targets::CPU_A5),
            non_empty(&[src, dst]).only(Targets::A2A3).device_only(),
            same_valid_rows(&[src, dst]),
            valid_cols(&[src], 1).only(Targets::A5).warn().cite("pto-isa@3186c381 include/pto/npu/a5/TRowExpand.hpp:22-44: a static ValidCol must be 1"),
        ],
        sem: row_expand!(Copy(src) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TRowExpand.hpp:79-104: elements of 1, 2 or 4 bytes")
                .types(&[dst], NINE),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TRowExpand.hpp:22-44: elements of 1, 2, 4 or 8 bytes")
                .types(&[dst], ANY_SIZE)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:13544-13604", "8/16/32-bit integers, f16, bf16, f32")]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpand.md:64-83").types(&[dst], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TRowExpand.hpp:22-35 checks no type").types(&[dst], ANY_SIZE),
        ],
        notes: &[
            "The A5 header wants one valid column in `src`; published programs pass whole blocks, and only column 0 is read: a warning.",
        ],
    }

    /// Add one value per row to a tile.
    ///
    /// One source, the full one, has the valid region of `dst`; the other gives one value per row (a
    /// column-major tile with one valid column) or one 32-byte block per row that repeats along it (a
    /// row-major tile). Either source may be the expanded one. It does not fence unrelated traffic.
    trowexpandadd(src0: In Tile, src1: In Tile, tmp: OptScratch Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/trowexpandadd.md"),
        cpp: "TROWEXPANDADD(dst, src0, src1[, tmp]) {src1Col, src0eqdst, highPrecision=false}",
        formula: "dst[i,j] = src0[i,j] + src1[i,0]   (one value per row)\ndst[i,j] = src0[i,j] + src1[i, j mod (32/sizeof T)]   (one block per row)",
        attrs: ATTRS,
        cost: Cost::RowExpand(&["vadd"]),
        rules: &[
            in_space(&[src0, src1, tmp, dst], &[Vec]),
            has_layout(&[dst], &[RowMajor]),
            same_dtype(&[dst, src0, src1]),
            non_empty(&[dst]),
            custom(&[src0, dst, src1], &NOT_AMBIGUOUS).manual_only().cite("manual page pto.trowexpandadd: exactly one"),
            custom(&[src0, dst, src1], &NOT_AMBIGUOUS).device_only().warn().cite(BOTH_FULL),
            custom(&[src0, dst, src1], &ROW_EXPAND).cite("manual page pto.trowexpandadd, Mode 1 and Mode 2"),
            custom(&[src0, src1, dst, tmp], &SCRATCH_MODE).only(Targets::A2A3).cite("manual page pto.trowexpandadd, Temporary tile"),
            custom(&[src0, src1, dst, tmp], &SCRATCH_MODE).only(Targets::CPU_A5).manual_only().cite("manual page pto.trowexpandadd, Temporary tile; the headers ignore `tmp`"),
            same_dtype(&[dst, tmp]).only(Targets::A2A3).warn().cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:14106-14117; the header does not look at it"),
        ],
        scratch: &[
            Scratch::bytes(Targets::A2A3, "ceil(R/8)*256 bytes for R < 256 rows, else 7680; 8192 always suffice", broadcast_scratch, "manual page pto.trowexpandadd, Temporary tile"),
            Scratch::ignored(Targets::CPU_A5, "manual page pto.trowexpandadd, Temporary tile"),
        ],
        sem: row_expand!(Add(src0, src1) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TRowExpandAdd.hpp:40")
                .types(&[dst], &[F16, F32, I16, I32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:7686-7740, 0.60 :14280-14343", "16/32-bit integers of any sign; only src1 may be expanded")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TRowExpandAdd.hpp:55")
                .types(&[dst], NINE)
                .conflicting_sources(&[
                    other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:14280-14343", "8/16/32-bit integers, f16, f32; only src1 may be expanded"),
                ]),
            documented(Targets::A5, "manual page pto.trowexpandadd").types(&[dst], &[F16, F32, I16, I32, U16, U32]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TRowExpandOp.hpp:22-27 has f32, f16, i32, i16, u32, u16")
                .types(&[dst], NINE),
        ],
        quirks: &["rowexpand-block", "outside-valid-read"],
        notes: &[
            HIDDEN,
            "If both sources have the valid region of `dst`, the page has no full one and refuses it. The headers have: on A2/A3 the one with the longer rows, else `src0`.",
            "241 to 255 rows need more scratch (up to 8192 bytes) than 256 rows (7680): the loop over 240 rows starts at 256.",
        ],
    }

    /// Subtract one value per row from a tile.
    ///
    /// One source has the valid region of `dst`; the other gives one value per row (a column-major tile with
    /// one valid column) or one repeating 32-byte block per row (row-major). Either may be the expanded
    /// one; the operands keep their places.
    trowexpandsub(src0: In Tile, src1: In Tile, tmp: OptScratch Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/trowexpandsub.md"),
        cpp: "TROWEXPANDSUB(dst, src0, src1[, tmp]) {src1Col, src0eqdst, highPrecision=false}",
        formula: "dst[i,j] = src0[i,j] - src1[i,0]   (one value per row)\ndst[i,j] = src0[i,j] - src1[i, j mod (32/sizeof T)]   (one block per row)",
        attrs: ATTRS,
        cost: Cost::RowExpand(&["vsub"]),
        rules: RULES,
        scratch: SCRATCH,
        sem: row_expand!(Sub(src0, src1) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TRowExpandSub.hpp:48-113")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:7650-7684, 0.60 :14244-14278", "16/32-bit integers of any sign, f16, f32; operands unchecked")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TRowExpandSub.hpp:65-144")
                .types(&[dst], NINE)
                .conflicting_sources(&[
                    other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:14244-14278", "no bf16"),
                ]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpandsub.md:90-104").types(&[dst], &[F16, F32, I16, I32, U16, U32]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TRowExpandOp.hpp:22-93")
                .types(&[dst], NINE),
        ],
        quirks: &["rowexpand-block", "outside-valid-read"],
        notes: &[HIDDEN, "With `src0` expanded: dst[i,j] = src0[i,0] - src1[i,j]."],
    }

    /// Multiply a tile by one value per row.
    ///
    /// One source has the valid region of `dst`; the other gives one value per row (a column-major tile with
    /// one valid column) or one repeating 32-byte block per row (row-major). Either may be the expanded one.
    trowexpandmul(src0: In Tile, src1: In Tile, tmp: OptScratch Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/trowexpandmul.md"),
        cpp: "TROWEXPANDMUL(dst, src0, src1[, tmp]) {src1Col, src0eqdst, highPrecision=false}",
        formula: "dst[i,j] = src0[i,j] * src1[i,0]   (one value per row)\ndst[i,j] = src0[i,j] * src1[i, j mod (32/sizeof T)]   (one block per row)",
        attrs: ATTRS,
        cost: Cost::RowExpand(&["vmul"]),
        rules: RULES,
        scratch: SCRATCH,
        sem: row_expand!(Mul(src0, src1) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TRowExpandMul.hpp:34-99")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:7613-7647, 0.60 :14207-14241", "16/32-bit integers of any sign, f16, f32; operands unchecked")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TRowExpandMul.hpp:49-128")
                .types(&[dst], NINE)
                .conflicting_sources(&[
                    other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:14207-14241", "no bf16"),
                ]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpandmul.md:90-104").types(&[dst], &[F16, F32, I16, I32, U16, U32]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TRowExpandOp.hpp:22-93")
                .types(&[dst], NINE),
        ],
        quirks: &["rowexpand-block", "outside-valid-read"],
        notes: &[HIDDEN],
    }

    /// Divide a tile by one value per row.
    ///
    /// One source has the valid region of `dst`; the other gives one value per row (a column-major tile with
    /// one valid column) or one repeating 32-byte block per row (row-major). Either may be the expanded
    /// one; the operands keep their places. Floats follow IEEE 754.
    trowexpanddiv(src0: In Tile, src1: In Tile, tmp: OptScratch Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/trowexpanddiv.md"),
        cpp: "TROWEXPANDDIV<[precisionType:DivAlgorithm]>(dst, src0, src1[, tmp]) {src1Col, src0eqdst, highPrecision=false}; TROWEXPANDDIV<DivAlgorithm::HIGH_PRECISION>(dst, src0, src1[, tmp]) {src1Col, src0eqdst, highPrecision=true}",
        formula: "dst[i,j] = src0[i,j] / src1[i,0]   (one value per row)\ndst[i,j] = src0[i,j] / src1[i, j mod (32/sizeof T)]   (one block per row)",
        attrs: DIV_ATTRS,
        cost: Cost::RowExpand(&["vdiv"]),
        rules: &[
            in_space(&[src0, src1, tmp, dst], &[Vec]),
            has_layout(&[dst], &[RowMajor]),
            same_dtype(&[dst, src0, src1]),
            non_empty(&[dst]),
            custom(&[src0, dst, src1], &NOT_AMBIGUOUS).manual_only().cite(PAGES),
            custom(&[src0, dst, src1], &NOT_AMBIGUOUS).device_only().warn().cite(BOTH_FULL),
            custom(&[src0, dst, src1], &ROW_EXPAND).cite(PAGES),
            custom(&[src0, src1, dst, tmp], &SCRATCH_MODE).only(Targets::A2A3).cite(PAGES),
            custom(&[src0, src1, dst, tmp], &SCRATCH_MODE).only(Targets::CPU_A5).manual_only().cite(PAGES),
            custom(&[dst, src0], &NARROW_DIVIDE).only(Targets::A5).warn().cite("pto-isa@3186c381 include/pto/npu/a5/TRowExpandDiv.hpp:78-159 admits what tdiv does not"),
            same_dtype(&[dst, tmp]).only(Targets::A2A3).warn().cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:14106-14117; the header does not look at it"),
            custom(&[tmp], &PRECISE_SCRATCH).warn().cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:14167-14204; pto-isa@3186c381 include/pto/common/pto_instr.hpp:1746-1754 has a form without"),
        ],
        scratch: SCRATCH,
        sem: row_expand!(Div(src0, src1) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TRowExpandDiv.hpp:49-115")
                .types(&[dst], &[F16, F32]),
            documented(Targets::A2A3, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpanddiv.md:90-104").types(&[dst], &[F16, F32, I16, I32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TRowExpandDiv.hpp:78-159")
                .types(&[dst], NINE)
                .conflicting_sources(&[
                    other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:7582-7610", "f16, f32"),
                    other_source("PTOAS 0.60 :14167-14204", "no bf16"),
                ]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpanddiv.md:90-104").types(&[dst], &[F16, F32, I16, I32, U16, U32]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TRowExpandOp.hpp:22-93")
                .types(&[dst], NINE),
        ],
        quirks: &["rowexpand-block", "outside-valid-read"],
        notes: &[
            HIDDEN,
            "With `src0` expanded: dst[i,j] = src0[i,0] / src1[i,j].",
            "On A5 a scratch tile also goes with a row-major expanded operand: a precise quotient needs it in either mode.",
        ],
    }

    /// Take the larger of a tile and one value per row.
    ///
    /// One source has the valid region of `dst`; the other gives one value per row (a column-major tile with
    /// one valid column) or one repeating 32-byte block per row (row-major). Either may be the expanded one. NaN
    /// gives NaN.
    trowexpandmax(src0: In Tile, src1: In Tile, tmp: OptScratch Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/trowexpandmax.md"),
        cpp: "TROWEXPANDMAX(dst, src0, src1[, tmp]) {src1Col, src0eqdst, highPrecision=false}",
        formula: "dst[i,j] = max(src0[i,j], src1[i,0])   (one value per row)\ndst[i,j] = max(src0[i,j], src1[i, j mod (32/sizeof T)])   (one block per row)",
        attrs: ATTRS,
        cost: Cost::RowExpand(&["vmax"]),
        rules: RULES,
        scratch: SCRATCH,
        sem: row_expand!(Max(src0, src1) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TRowExpandMax.hpp:34-73")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:7893-7911, 0.60 :14533-14553", "16/32-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TRowExpandMax.hpp:49-102")
                .types(&[dst], NINE)
                .conflicting_sources(&[
                    other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:7742-7871", "no bf16; `tmp` must be absent"),
                    other_source("PTOAS 0.60 :14345-14509", "no bf16"),
                ]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpandmax.md:90-104").types(&[dst], &[F16, F32, I16, I32, U16, U32]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TRowExpandOp.hpp:22-93")
                .types(&[dst], NINE),
        ],
        quirks: &["rowexpand-block", "outside-valid-read"],
        notes: &[HIDDEN],
    }

    /// Take the smaller of a tile and one value per row.
    ///
    /// One source has the valid region of `dst`; the other gives one value per row (a column-major tile with
    /// one valid column) or one repeating 32-byte block per row (row-major). Either may be the expanded one. NaN
    /// gives NaN.
    trowexpandmin(src0: In Tile, src1: In Tile, tmp: OptScratch Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/trowexpandmin.md"),
        cpp: "TROWEXPANDMIN(dst, src0, src1[, tmp]) {src1Col, src0eqdst, highPrecision=false}",
        formula: "dst[i,j] = min(src0[i,j], src1[i,0])   (one value per row)\ndst[i,j] = min(src0[i,j], src1[i, j mod (32/sizeof T)])   (one block per row)",
        attrs: ATTRS,
        cost: Cost::RowExpand(&["vmin"]),
        rules: RULES,
        scratch: SCRATCH,
        sem: row_expand!(Min(src0, src1) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TRowExpandMin.hpp:34-73")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:7913-7931, 0.60 :14555-14575", "16/32-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TRowExpandMin.hpp:49-102")
                .types(&[dst], NINE)
                .conflicting_sources(&[
                    other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:7742-7871", "no bf16; `tmp` must be absent"),
                    other_source("PTOAS 0.60 :14345-14509", "no bf16"),
                ]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpandmin.md:90-104").types(&[dst], &[F16, F32, I16, I32, U16, U32]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TRowExpandOp.hpp:22-93")
                .types(&[dst], NINE),
        ],
        quirks: &["rowexpand-block", "outside-valid-read"],
        notes: &[HIDDEN],
    }

    /// Take the exponential of a tile minus one value per row.
    ///
    /// One source has the valid region of `dst`; the other gives one value per row (a column-major tile with
    /// one valid column) or one repeating 32-byte block per row (row-major). Either may be the expanded
    /// one; the operands keep their places.
    trowexpandexpdif(src0: In Tile, src1: In Tile, tmp: OptScratch Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/trowexpandexpdif.md"),
        cpp: "TROWEXPANDEXPDIF(dst, src0, src1[, tmp]) {src1Col, src0eqdst, highPrecision=false}",
        formula: "dst[i,j] = exp(src0[i,j] - src1[i,0])   (one value per row)\ndst[i,j] = exp(src0[i,j] - src1[i, j mod (32/sizeof T)])   (one block per row)",
        attrs: ATTRS,
        cost: Cost::RowExpand(&["vsub", "vexp"]),
        rules: EXPDIF_RULES,
        scratch: SCRATCH,
        sem: row_expand!(ExpDif(src0, src1) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TRowExpandExpdif.hpp:20-33, TRowExpandSub.hpp:48-172, TUnaryOp.hpp:244-281")
                .types(&[dst], &[F16, F32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TRowExpandExpdif.hpp:75-124")
                .types(&[dst], &[F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TRowExpandOp.hpp:22-93")
                .types(&[dst], &[F16, F32]),
        ],
        quirks: &["rowexpand-block", "outside-valid-read", "subnormals"],
        notes: &[HIDDEN, "With `src0` expanded: dst[i,j] = exp(src0[i,0] - src1[i,j])."],
    }
}
