//! Index of the largest or smallest element per row or column.

use crate::code;
use crate::def::prelude::*;
use crate::dtype::DType;
use crate::rule::{Args, Custom, Mutator};
use crate::rulebook::{Rulebook, StandsIn};
use crate::ty::Dim;

const BASE: OpDef = OpDef { family: "reduce-and-expand", ..OpDef::VECTOR_TILE };

const ANY_NUMBER: &[DType] = &[I8, U8, I16, U16, I32, U32, I64, U64, F16, Bf16, F32];

/// Three regions (16-bit, index only) or two, of one repeat or of the valid columns in whole blocks.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TColReduceIdx.hpp:129-143.
fn column_scratch(args: &Args<'_>) -> Option<u64> {
    let src = args.tile(0)?;
    let cols = src.valid_cols.known()?;
    let gap = column_gap(src.dtype, cols);
    let regions = if src.dtype.bytes() == 2 && !args.has(2) { 3 } else { 2 };
    Some(u64::from(regions * gap * src.dtype.bytes()))
}

/// Elements a row of `tmp` needs for one stage: a value and an index per repeat, and the indices again.
fn stage_stride(dtype: DType, cols: u32) -> u64 {
    let (block, repeats) = (dtype.per_block(), cols.div_ceil(dtype.per_repeat()));
    u64::from((2 * repeats).next_multiple_of(block) + repeats.next_multiple_of(block))
}

/// The least any source accepts: the page's stride formula, or the regions where they are smaller.
fn column_scratch_floor(args: &Args<'_>) -> Option<u64> {
    let src = args.tile(0)?;
    let stride = stage_stride(src.dtype, src.valid_cols.known()?) * u64::from(src.dtype.bytes());
    Some(stride.min(column_scratch(args)?))
}

/// Bytes for the stages of a row reduction: none (index only) or two elements per row up to one repeat,
/// one stage up to a repeat of repeats, else two stages and a result.
///
/// Source: pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowargmax.md:90-125.
fn row_scratch(args: &Args<'_>) -> Option<u64> {
    let src = args.tile(0)?;
    let (rows, cols) = (src.valid_rows.known()?, src.valid_cols.known()?);
    let (block, repeat) = (src.dtype.per_block(), src.dtype.per_repeat());
    let stride = if cols <= repeat {
        if args.has(2) { 2 } else { 0 }
    } else if cols <= repeat * repeat {
        stage_stride(src.dtype, cols)
    } else {
        let first = cols.div_ceil(repeat);
        let second = first.div_ceil(repeat);
        let one = (2 * first).next_multiple_of(block);
        let two = first.next_multiple_of(block) + (2 * second).next_multiple_of(block);
        u64::from(one.max(two) + 2)
    };
    Some(u64::from(rows) * stride * u64::from(src.dtype.bytes()))
}

/// The three regions of the page, whatever the source: counter, current minimum, index.
fn column_regions(args: &Args<'_>) -> Option<u64> {
    let src = args.tile(0)?;
    let cols = src.valid_cols.known()?;
    let gap = column_gap(src.dtype, cols);
    Some(u64::from(3 * gap * src.dtype.bytes()))
}

/// Elements of a region: one repeat, or the valid columns in whole blocks if they are fewer.
fn column_gap(dtype: DType, cols: u32) -> u32 {
    let (block, repeat) = (dtype.per_block(), dtype.per_repeat());
    if cols >= repeat { repeat } else { cols.next_multiple_of(block) }
}

const COLUMN_REGIONS: &str = "3 gaps of elements: counter, current minimum and index; a gap is one repeat (256 bytes), or the valid columns in whole blocks if fewer";
const COLUMN_SCRATCH: &str = "3 gaps of elements (16-bit source, index only), else 2; a gap is one repeat (256 bytes), or the valid columns in whole blocks if fewer";

const ROW_SCRATCH: &str = "per valid row: nothing (index only) or 2 elements up to one repeat of columns; 2*n and n elements, each in whole blocks, for n repeats; a second stage beyond a repeat of repeats";

/// Where the headers take a column-major source and read it as if it were row-major.
const STEPS_BY_ROWS: &str = "pto-isa@3186c381 include/pto/npu/a2a3/TColReduceIdx.hpp:123, 164 and a5/TColReduceIdx.hpp:231, 259 step from row to row by the columns of `src`, whatever its layout";

fn index_found(args: &Args<'_>) -> String {
    format!("`dstIdx` is {}", args.dtype(3).map_or("unknown", |d| d.name()))
}

/// No form takes a float index.
fn other_index(b: &mut Mutator<'_>) {
    if let Some(d) = b.dtype(3) {
        *d = if d.bits() == 32 { F32 } else { F16 };
    }
}

/// Index-only: 32 bits. Value form: 16-bit sources index with 16 bits, others with 32.
static COLUMN_INDEX: Custom = Custom {
    name: "column-arg-index",
    code: code::DTYPE,
    text: "`dstIdx` must be i32 or u32; beside the values of a 16-bit source it must be i16 or u16",
    holds: |args| {
        let (Some(src), Some(idx)) = (args.dtype(0), args.dtype(3)) else { return true };
        let bits = if args.has(2) && src.bits() == 16 { 16 } else { 32 };
        idx.is_int() && idx.bits() == bits
    },
    found: index_found,
    mutate_to_violate: other_index,
};

/// Index-only: 32 bits. Value form: 16-bit sources also index with 16 bits.
static ROW_INDEX: Custom = Custom {
    name: "row-arg-index",
    code: code::DTYPE,
    text: "`dstIdx` must be i32 or u32; beside the values of a 16-bit source it may be i16 or u16",
    holds: |args| {
        let (Some(src), Some(idx)) = (args.dtype(0), args.dtype(3)) else { return true };
        let short = args.has(2) && src.bits() == 16 && idx.bits() == 16;
        idx.is_int() && (idx.bits() == 32 || short)
    },
    found: index_found,
    mutate_to_violate: other_index,
};

static NO_8BIT_VALUES: Custom = Custom {
    name: "arg-no-8bit-values",
    code: code::DTYPE,
    text: "a value output is not available for 8-bit sources",
    holds: |args| !args.has(2) || args.dtype(0).is_none_or(|d| d.bits() != 8),
    found: |args| format!("`src` is {}", args.dtype(0).map_or("unknown", |d| d.name())),
    mutate_to_violate: |b| {
        for slot in [0, 1, 2] {
            if let Some(d) = b.dtype(slot) {
                *d = I8;
            }
        }
    },
};

/// The page's `ValidCol == 1 || ValidCol == -1`, where -1 is an extent that only a run has.
static ONE_COLUMN_OR_OPEN: Custom = Custom {
    name: "one-column-or-open",
    code: code::VALID_EXTENT,
    text: "the valid columns of `src` must be 1, or not known in the text",
    holds: |args| args.tile(0).is_none_or(|t| matches!(t.valid_cols, Dim::Is(1) | Dim::Dynamic)),
    found: |args| args.tile(0).map_or_else(|| "unknown".into(), |t| t.valid_cols.to_string()),
    mutate_to_violate: |b| {
        for slot in [0, 2, 3] {
            if let Some(t) = b.tile(slot) {
                t.valid_cols = Dim::Is(t.cols);
            }
        }
    },
};

/// Below this no reading of the page is satisfied; between this and the regions the checker only warns.
static SCRATCH_FLOOR: Custom = Custom {
    name: "column-arg-scratch",
    code: code::SCRATCH_SIZE,
    text: "`tmp` must hold 2*n and n elements, each rounded up to whole blocks, where n repeats hold the valid columns",
    holds: |args| {
        let Some(tmp) = args.tile(1) else { return true };
        column_scratch_floor(args).is_none_or(|need| tmp.size_bytes() >= need)
    },
    found: |args| match (args.tile(1), column_scratch_floor(args)) {
        (Some(t), Some(need)) => format!("{} bytes, {need} are needed", t.size_bytes()),
        _ => "unknown".into(),
    },
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(1) {
            (t.rows, t.cols) = (1, t.dtype.per_block());
            (t.valid_rows, t.valid_cols) = (Dim::Is(1), Dim::Is(t.cols));
        }
    },
};

ops! {
    base: BASE;

    /// Find the row index of the smallest element of each column.
    ///
    /// With two outputs the smallest value is stored too. Ties go to the first row. NaN counts as larger
    /// than every number (quirk `argmin-nan`). The domain is the valid region of `src`; it must not be empty.
    /// It does not fence unrelated traffic.
    tcolargmin(src: In Tile, tmp: OptScratch Tile, dstVal: OptOut Tile, dstIdx: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/tcolargmin.md"),
        cpp: "TCOLARGMIN([dstVal, ]dstIdx, src, tmp=src)",
        formula: "dstIdx[0,j] = argmin over i < R of src[i,j]\ndstVal[0,j] = min over i < R of src[i,j]",
        cost: Cost::ColArg { compare: "vcmp", pair: "vmin" },
        rules: &[
            in_space(&[src, tmp, dstVal, dstIdx], &[Vec]),
            has_layout(&[src], &[NoneBox]),
            has_layout(&[src], &[Nd]).only(Targets::NPU).device_only().warn().cite(STEPS_BY_ROWS),
            has_layout(&[dstVal, dstIdx], &[Nd]),
            non_empty(&[src]).device_only(),
            custom(&[src], &ONE_COLUMN_OR_OPEN).manual_only().of_text().cite("manual page pto.tcolargmin, General constraints"),
            same_dtype(&[src, dstVal]),
            custom(&[dstVal, src], &NO_8BIT_VALUES),
            custom(&[src, dstVal, dstIdx], &COLUMN_INDEX),
            valid_rows(&[dstVal, dstIdx], 1),
            same_valid_cols(&[src, dstIdx, dstVal]),
            same_dtype(&[src, tmp]).only(Targets::A2A3).cite("manual page pto.tcolargmin, A2A3 implementation checks"),
            custom(&[src, tmp], &SCRATCH_FLOOR).only(Targets::A2A3).cite("manual page pto.tcolargmin, stride formula; PTOAS 0.60 lib/PTO/IR/PTO.cpp:2481-2512"),
        ],
        scratch: &[
            Scratch::bytes(Targets::A2A3, COLUMN_SCRATCH, column_scratch, "pto-isa@3186c381 include/pto/npu/a2a3/TColReduceIdx.hpp:129-143")
                .device_only().warn(),
            Scratch::bytes(Targets::A2A3, COLUMN_REGIONS, column_regions, "manual page pto.tcolargmin, temporary tile for A2A3")
                .device_only().warn(),
            Scratch::bytes(Targets::A2A3, COLUMN_REGIONS, column_regions, "manual page pto.tcolargmin, temporary tile for A2A3")
                .manual_only(),
            Scratch::ignored(Targets::CPU_A5, "manual page pto.tcolargmin, temporary tile for A5"),
        ],
        sem: Sem::ArgReduce(ArgReduce { axis: Axis::Col, best: Fold::Min, src, value: Some(dstVal), index: dstIdx, empty_stops_in: StandsIn::Only(Rulebook::Device) }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TColReduceIdx.hpp:26")
                .types(&[src], &[F16, F32, U16, U32])
                .conflicting_sources(&[
                    other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:3486-3514", "f16, f32"),
                    other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:2514-2583", "any 8/16/32-bit type; row-major sources only; no value output"),
                ]),
            documented(Targets::A2A3, "manual page pto.tcolargmin, Target-Profile Restrictions").types(&[src], &[F16, F32, U16, U32, I16, I32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TColReduceIdx.hpp:65")
                .types(&[src], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32])
                .conflicting_sources(&[
                    other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:3486-3514", "f16, f32"),
                ]),
            documented(Targets::CPU_A5, "manual page pto.tcolargmin").types(&[src], &[I8, U8, I16, U16, I32, U32, F16, F32]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TReduceIdx.hpp:43-100 takes every integer, f16, bf16, f32")
                .types(&[src], ANY_NUMBER),
        ],
        quirks: &["argmin-nan", "argmin-index-f16", "argmin-unsigned"],
        notes: &[
            "The page's compile-time check `ValidCol == 1 || ValidCol == -1` belongs to the row form; only `--rules manual` applies it.",
            "The page's stride formula for `tmp` belongs to the row form; its example (tmp 1x32) satisfies it but is below the A2/A3 code's minimum, so a scratch tile between the two is a warning, not an error.",
            "The page both asserts a non-empty source and returns early on an empty one; the code asserts, so it is an error, and `--rules manual` returns early.",
            "The page's manual example places `src` (16 KB at 0) over `dst` (0x1000) and `tmp` (0x2000).",
        ],
    }

    /// Find the row index of the largest element of each column.
    ///
    /// With two outputs the largest value is stored too. Ties go to the first row. NaN counts as smaller
    /// than every number. The domain is the valid region of `src`; it must not be empty.
    tcolargmax(src: In Tile, tmp: OptScratch Tile, dstVal: OptOut Tile, dstIdx: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/tcolargmax.md"),
        cpp: "TCOLARGMAX([dstVal, ]dstIdx, src, tmp=src)",
        formula: "dstIdx[0,j] = argmax over i < R of src[i,j]\ndstVal[0,j] = max over i < R of src[i,j]",
        cost: Cost::ColArg { compare: "vcmp", pair: "vmax" },
        rules: &[
            in_space(&[src, tmp, dstVal, dstIdx], &[Vec]),
            has_layout(&[src], &[NoneBox]),
            has_layout(&[src], &[Nd]).only(Targets::NPU).device_only().warn().cite(STEPS_BY_ROWS),
            has_layout(&[dstVal, dstIdx], &[Nd]),
            non_empty(&[src]),
            same_dtype(&[src, dstVal]),
            custom(&[dstVal, src], &NO_8BIT_VALUES),
            custom(&[src, dstVal, dstIdx], &COLUMN_INDEX),
            valid_rows(&[dstVal, dstIdx], 1),
            same_valid_cols(&[src, dstIdx, dstVal]),
            same_dtype(&[src, tmp]).only(Targets::A2A3).cite("pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolargmax.md:131-172"),
            custom(&[src, tmp], &SCRATCH_FLOOR).only(Targets::A2A3).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:2481-2512"),
        ],
        scratch: &[
            Scratch::bytes(Targets::A2A3, COLUMN_SCRATCH, column_scratch, "pto-isa@3186c381 include/pto/npu/a2a3/TColReduceIdx.hpp:129-143")
                .warn(),
            Scratch::ignored(Targets::CPU_A5, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolargmax.md:176-177"),
        ],
        sem: Sem::ArgReduce(ArgReduce { axis: Axis::Col, best: Fold::Max, src, value: Some(dstVal), index: dstIdx, empty_stops_in: StandsIn::Both }),
        quirks: &["argmin-nan", "argmin-index-f16", "argmin-unsigned"],
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TColReduceIdx.hpp:26")
                .types(&[src], &[F16, F32, U16, U32])
                .conflicting_sources(&[
                    other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:3419-3447", "f16, f32"),
                    other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:2514-2583", "any 8/16/32-bit type; row-major sources only; no value output"),
                ]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TColReduceIdx.hpp:65")
                .types(&[src], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32])
                .conflicting_sources(&[
                    other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:3419-3447", "f16, f32"),
                ]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolargmax.md:112-113").types(&[src], &[I8, U8, I16, U16, I32, U32, F16, F32]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TReduceIdx.hpp:43-100")
                .types(&[src], ANY_NUMBER),
        ],
        notes: &["The page's table says one gap of scratch for f32; the code keeps the compared values in `tmp` and needs two."],
    }

    /// Find the column index of the smallest element of each row.
    ///
    /// With two outputs the smallest value is stored too. The results stand in column 0. Ties go to the first
    /// column; NaN counts as larger than every number. The domain is the valid region of `src`.
    trowargmin(src: In Tile, tmp: OptScratch Tile, dstVal: OptOut Tile, dstIdx: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/trowargmin.md"),
        cpp: "TROWARGMIN([dstVal, ]dstIdx, src, tmp=src)",
        cost: Cost::RowArg("vcmin"),
        formula: "dstIdx[i,0] = argmin over j < C of src[i,j]\ndstVal[i,0] = min over j < C of src[i,j]",
        rules: &[
            in_space(&[src, tmp, dstVal, dstIdx], &[Vec]),
            has_layout(&[src], &[Nd]),
            has_layout(&[dstVal, dstIdx], &[Nd, Dn1]),
            non_empty(&[src]),
            same_dtype(&[src, dstVal]),
            custom(&[src, dstVal, dstIdx], &ROW_INDEX),
            has_dtype(&[dstIdx], &[I32, U32]).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowargmin.md:64-86"),
            same_valid_rows(&[src, dstIdx, dstVal]),
            valid_cols(&[dstVal, dstIdx], 1).device_only().warn().cite("pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowargmin.md:64-86; the headers write one column and check none"),
            valid_cols(&[dstVal, dstIdx], 1).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowargmin.md:64-86"),
            same_dtype(&[src, tmp]).only(Targets::A2A3).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:2610-2696"),
        ],
        scratch: &[
            Scratch::bytes(Targets::A2A3, ROW_SCRATCH, row_scratch, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowargmin.md:90-125")
                .like(src),
            Scratch::ignored(Targets::CPU_A5, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowargmin.md:90"),
        ],
        sem: Sem::ArgReduce(ArgReduce { axis: Axis::Row, best: Fold::Min, src, value: Some(dstVal), index: dstIdx, empty_stops_in: StandsIn::Both }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TRowReduceOps.hpp:197, TRowReduceIdxOps.hpp:22-42")
                .types(&[src], &[F16, F32, I32, I16])
                .conflicting_sources(&[
                    other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:8047-8075, 0.60 :14901-14916", "16/32-bit integers of any sign, f16, f32; no value output"),
                ]),
            documented(Targets::A2A3, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowargmin.md:64-86").types(&[src], &[F16, F32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TRowReduceIdx.hpp:49-67 does not check the source; the A2/A3 list")
                .types(&[src], &[F16, F32, I32, I16])
                .conflicting_sources(&[
                    other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:8047-8075, 0.60 :14901-14916", "16/32-bit integers of any sign, f16, f32; no value output"),
                ]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowargmin.md:64-86").types(&[src], &[F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TReduceIdx.hpp:43-100").types(&[src], ANY_NUMBER),
        ],
    }

    /// Find the column index of the largest element of each row.
    ///
    /// With two outputs the largest value is stored too. The results stand in column 0. Ties go to the first
    /// column; NaN counts as smaller than every number. The domain is the valid region of `src`.
    trowargmax(src: In Tile, tmp: OptScratch Tile, dstVal: OptOut Tile, dstIdx: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/trowargmax.md"),
        cpp: "TROWARGMAX([dstVal, ]dstIdx, src, tmp=src)",
        cost: Cost::RowArg("vcmax"),
        formula: "dstIdx[i,0] = argmax over j < C of src[i,j]\ndstVal[i,0] = max over j < C of src[i,j]",
        rules: &[
            in_space(&[src, tmp, dstVal, dstIdx], &[Vec]),
            has_layout(&[src], &[Nd]),
            has_layout(&[dstVal, dstIdx], &[Nd, Dn1]),
            non_empty(&[src]),
            same_dtype(&[src, dstVal]),
            custom(&[src, dstVal, dstIdx], &ROW_INDEX),
            has_dtype(&[dstIdx], &[I32, U32]).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowargmax.md:64-86"),
            same_valid_rows(&[src, dstIdx, dstVal]),
            valid_cols(&[dstVal, dstIdx], 1).device_only().warn().cite("pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowargmax.md:64-86; the headers write one column and check none"),
            valid_cols(&[dstVal, dstIdx], 1).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowargmax.md:64-86"),
            same_dtype(&[src, tmp]).only(Targets::A2A3).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:2610-2696"),
        ],
        scratch: &[
            Scratch::bytes(Targets::A2A3, ROW_SCRATCH, row_scratch, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowargmax.md:90-125")
                .like(src),
            Scratch::ignored(Targets::CPU_A5, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowargmax.md:90"),
        ],
        sem: Sem::ArgReduce(ArgReduce { axis: Axis::Row, best: Fold::Max, src, value: Some(dstVal), index: dstIdx, empty_stops_in: StandsIn::Both }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TRowReduceOps.hpp:197, TRowReduceIdxOps.hpp:22-42")
                .types(&[src], &[F16, F32, I32, I16])
                .conflicting_sources(&[
                    other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:7970-7998, 0.60 :14869-14884", "16/32-bit integers of any sign, f16, f32; no value output"),
                ]),
            documented(Targets::A2A3, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowargmax.md:64-86").types(&[src], &[F16, F32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TRowReduceIdx.hpp:49-67 does not check the source; the A2/A3 list")
                .types(&[src], &[F16, F32, I32, I16])
                .conflicting_sources(&[
                    other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:7970-7998, 0.60 :14869-14884", "16/32-bit integers of any sign, f16, f32; no value output"),
                ]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowargmax.md:64-86").types(&[src], &[F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TReduceIdx.hpp:43-100").types(&[src], ANY_NUMBER),
        ],
    }
}
