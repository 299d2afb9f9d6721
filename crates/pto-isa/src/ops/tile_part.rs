//! Elementwise instructions on partly valid tiles, and interleaving.

use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom, Mutator};
use crate::sem::interleave::{deinterleave, interleave};
use crate::ty::{Dim, TileTy};

const BASE: OpDef = OpDef { family: "irregular-and-complex", ..OpDef::VECTOR_TILE };

/// Whether one of the sources (operands 0 and 1) has the destination's valid region.
fn one_full<const DST: u8>(args: &Args<'_>) -> bool {
    let (Some(a), Some(b), Some(d)) = (args.tile(0), args.tile(1), args.tile(DST)) else {
        return true;
    };
    let full =
        |t: &TileTy| t.valid_rows.may_equal(d.valid_rows) && t.valid_cols.may_equal(d.valid_cols);
    full(a) || full(b)
}

fn regions<const DST: u8>(args: &Args<'_>) -> String {
    let show = |i: u8| match args.tile(i) {
        Some(t) => format!("{}x{}", t.valid_rows, t.valid_cols),
        None => "unknown".into(),
    };
    format!("{} and {} for {} valid", show(0), show(1), show(DST))
}

fn shrink_sources<const DST: u8>(b: &mut Mutator<'_>) {
    let Some(rows) = b.tile(DST).map(|d| d.valid_rows.known().unwrap_or(d.rows)) else { return };
    if let Some(d) = b.tile(DST) {
        d.valid_rows = Dim::Is(rows);
    }
    for slot in [0, 1] {
        if let Some(t) = b.tile(slot) {
            t.valid_rows = Dim::Is(rows.saturating_sub(1));
        }
    }
}

static ONE_FULL: Custom = Custom {
    name: "part-one-full",
    code: code::SAME_VALID,
    text: "one of the sources must have the valid region of the destination",
    holds: one_full::<2>,
    found: regions::<2>,
    mutate_to_violate: shrink_sources::<2>,
};

static ONE_PAIR_FULL: Custom = Custom {
    name: "part-one-pair-full",
    code: code::SAME_VALID,
    text: "one of the value sources must have the valid region of the value destination",
    holds: one_full::<4>,
    found: regions::<4>,
    mutate_to_violate: shrink_sources::<4>,
};

fn odd(t: &TileTy) -> bool {
    t.valid_cols.known().is_some_and(|c| c % 2 == 1)
}

fn columns(args: &Args<'_>) -> String {
    let show = |i: u8| match args.tile(i) {
        Some(t) => format!("{}", t.valid_cols),
        None => "no".into(),
    };
    format!("{}, {}, {} and {} valid columns", show(0), show(1), show(2), show(3))
}

/// Streams are cut in halves.
static EVEN: Custom = Custom {
    name: "interleave-even",
    code: code::VALID_EXTENT,
    text: "with two sources, the number of valid columns must be even",
    holds: |args| !(args.has(1) && args.tile(2).is_some_and(odd)),
    found: columns,
    mutate_to_violate: |b| {
        if b.types[1].is_none() {
            return;
        }
        for slot in 0..4 {
            if let Some(t) = b.tile(slot) {
                t.valid_cols = Dim::Is(t.cols - 1);
            }
        }
    },
};

/// Two sources have the destinations' columns each, one source has them both.
static DEINTERLEAVE_COLUMNS: Custom = Custom {
    name: "deinterleave-columns",
    code: code::SAME_VALID_COLS,
    text: "two sources must have the valid columns of `dst0` each; a single source must have twice as many",
    holds: |args| {
        let (Some(a), Some(d)) = (args.tile(0), args.tile(2)) else { return true };
        let (Some(from), Some(to)) = (a.valid_cols.known(), d.valid_cols.known()) else {
            return true;
        };
        match args.tile(1) {
            Some(b) => from == to && b.valid_cols.may_equal(d.valid_cols),
            None => args.has(1) || from == 2 * to,
        }
    },
    found: columns,
    mutate_to_violate: |b| {
        let Some(cols) = b.tile(2).map(|d| d.valid_cols.known().unwrap_or(d.cols)) else { return };
        for slot in [2, 3] {
            if let Some(t) = b.tile(slot) {
                t.valid_cols = Dim::Is(cols);
            }
        }
        if let Some(t) = b.tile(0) {
            t.valid_cols = Dim::Is(if cols > 2 { cols - 2 } else { 4 });
        }
    },
};

/// A row of a single source is read two registers at a time.
static SINGLE_WIDTH: Custom = Custom {
    name: "deinterleave-width",
    code: code::EXTENT,
    text: "a single source should have at least two registers (512 bytes) per row",
    holds: |args| args.has(1) || args.tile(0).is_none_or(|t| t.cols >= 2 * t.dtype.per_repeat()),
    found: |args| args.tile(0).map_or("unknown".into(), |t| count(t.cols, "column")),
    mutate_to_violate: |b| {
        if b.types[1].is_some() {
            return;
        }
        for (slot, blocks) in [(0, 2), (2, 1), (3, 1)] {
            if let Some(t) = b.tile(slot) {
                t.cols = blocks * t.dtype.per_block();
                t.valid_cols = Dim::Is(t.cols);
            }
        }
    },
};

/// Value and index types of the headers.
const PAIRS: &[&[crate::DType]] =
    &[&[F32, I32], &[F32, U32], &[F16, I16], &[F16, U16], &[F16, I32], &[F16, U32]];

const NOBODY: &str = "Where neither source is valid the pages leave the result undefined; the PTO-Gym goldens of tpartmax and tpartmin want the neutral finite value.";
const FULL: &str = "Published A5 programs have sources of which neither has the destination's valid region, but whose largest extents have; the A5 header asserts otherwise. There it is a warning.";

ops! {
    base: BASE;

    /// Add two tiles where both are valid.
    ///
    /// The domain is the valid region of `dst`. Where only one source is valid, its element is copied; where
    /// none is, `dst` stays as it is (0 in the CPU simulator). Integers wrap.
    tpartadd(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/irregular-and-complex/tpartadd.md"),
        cpp: "TPARTADD(dst, src0, src1)",
        formula: "dst[i,j] = src0[i,j] + src1[i,j]   where both are valid\ndst[i,j] = src0[i,j] or src1[i,j]   where only that one is valid",
        cost: Cost::Part("vadd"),
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[dst, src0, src1], &[RowMajor]).only(Targets::A2A3).cite("pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tpartadd.md:102"),
            has_layout(&[dst, src0, src1], &[RowMajor]).only(Targets::A5).device_only().cite("pto-isa@3186c381 include/pto/npu/a5/TPartBinOps.hpp:58-79 steps by rows; the page restricts A2/A3 alone"),
            same_dtype(&[dst, src0, src1]),
            valid_within(&[dst, src0, src1]),
            custom(&[dst, src0, src1], &ONE_FULL).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/TPartOp.hpp:158-190"),
            custom(&[dst, src0, src1], &ONE_FULL).only(Targets::A5).device_only().warn().cite("pto-isa@3186c381 include/pto/npu/a5/TPartBinOps.hpp:140-160"),
            custom(&[dst, src0, src1], &ONE_FULL).only(Targets::A5).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tpartmin.md:84 and its siblings"),
        ],
        sem: Sem::Part(Part { elem: Elem::Add, src0, src1, dst }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TPartAdd.hpp:68-82")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:6388-6433, 0.60 :11662-11719", "16/32-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TPartAdd.hpp:27-38")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:6388-6433, 0.60 :11662-11719", "no 64-bit integers")]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tpartadd.md:88").types(&[dst], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TPartOp.hpp:76-90")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        notes: &[FULL],
    }

    /// Multiply two tiles where both are valid.
    ///
    /// The domain is the valid region of `dst`. Where only one source is valid, its element is copied; where
    /// none is, `dst` stays as it is (0 in the CPU simulator). Integers wrap.
    tpartmul(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/irregular-and-complex/tpartmul.md"),
        cpp: "TPARTMUL(dst, src0, src1)",
        formula: "dst[i,j] = src0[i,j] * src1[i,j]   where both are valid\ndst[i,j] = src0[i,j] or src1[i,j]   where only that one is valid",
        cost: Cost::Part("vmul"),
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[dst, src0, src1], &[RowMajor]).only(Targets::A2A3).cite("pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tpartmul.md:114"),
            has_layout(&[dst, src0, src1], &[RowMajor]).only(Targets::A5).device_only().cite("pto-isa@3186c381 include/pto/npu/a5/TPartBinOps.hpp:58-79 steps by rows; the page restricts A2/A3 alone"),
            same_dtype(&[dst, src0, src1]),
            valid_within(&[dst, src0, src1]),
            custom(&[dst, src0, src1], &ONE_FULL).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/TPartOp.hpp:158-190"),
            custom(&[dst, src0, src1], &ONE_FULL).only(Targets::A5).device_only().warn().cite("pto-isa@3186c381 include/pto/npu/a5/TPartBinOps.hpp:140-160"),
            custom(&[dst, src0, src1], &ONE_FULL).only(Targets::A5).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tpartmin.md:84 and its siblings"),
        ],
        sem: Sem::Part(Part { elem: Elem::Mul, src0, src1, dst }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TPartMul.hpp:68-82")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:6521-6573, 0.60 :11884-11948", "16/32-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TPartMul.hpp:26-38")
                .types(&[dst], &[I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TPartOp.hpp:76-90")
                .types(&[dst], &[I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        notes: &[FULL],
    }

    /// Take the larger of two tiles where both are valid.
    ///
    /// The domain is the valid region of `dst`. Where only one source is valid, its element is copied; where
    /// none is, the result is the least finite value of the type (0 in the CPU simulator). NaN gives NaN, or the
    /// first operand in the CPU simulator.
    tpartmax(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/irregular-and-complex/tpartmax.md"),
        cpp: "TPARTMAX(dst, src0, src1)",
        formula: "dst[i,j] = max(src0[i,j], src1[i,j])   where both are valid\ndst[i,j] = src0[i,j] or src1[i,j]   where only that one is valid",
        cost: Cost::Part("vmax"),
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[dst, src0, src1], &[RowMajor]).only(Targets::A2A3).cite("pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tpartmax.md:102"),
            has_layout(&[dst, src0, src1], &[RowMajor]).only(Targets::A5).device_only().cite("pto-isa@3186c381 include/pto/npu/a5/TPartBinOps.hpp:58-79 steps by rows; the page restricts A2/A3 alone"),
            same_dtype(&[dst, src0, src1]),
            valid_within(&[dst, src0, src1]),
            custom(&[dst, src0, src1], &ONE_FULL).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/TPartOp.hpp:158-190"),
            custom(&[dst, src0, src1], &ONE_FULL).only(Targets::A5).device_only().warn().cite("pto-isa@3186c381 include/pto/npu/a5/TPartBinOps.hpp:140-160"),
            custom(&[dst, src0, src1], &ONE_FULL).only(Targets::A5).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tpartmin.md:84 and its siblings"),
        ],
        sem: Sem::Part(Part { elem: Elem::Max, src0, src1, dst }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TPartMax.hpp:68-82")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:6435-6476, 0.60 :11721-11760", "16/32-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TPartMax.hpp:28-40")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:6435-6476, 0.60 :11721-11760", "no 64-bit integers")]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tpartmax.md:88").types(&[dst], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TPartOp.hpp:76-90")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        notes: &[FULL, NOBODY],
    }

    /// Take the smaller of two tiles where both are valid.
    ///
    /// The domain is the valid region of `dst`. Where only one source is valid, its element is copied; where
    /// none is, the result is the greatest finite value of the type (0 in the CPU simulator). NaN gives NaN, or the
    /// first operand in the CPU simulator.
    tpartmin(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/irregular-and-complex/tpartmin.md"),
        cpp: "TPARTMIN(dst, src0, src1)",
        formula: "dst[i,j] = min(src0[i,j], src1[i,j])   where both are valid\ndst[i,j] = src0[i,j] or src1[i,j]   where only that one is valid",
        cost: Cost::Part("vmin"),
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[dst, src0, src1], &[RowMajor]).only(Targets::A2A3).cite("pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tpartmin.md:102"),
            has_layout(&[dst, src0, src1], &[RowMajor]).only(Targets::A5).device_only().cite("pto-isa@3186c381 include/pto/npu/a5/TPartBinOps.hpp:58-79 steps by rows; the page restricts A2/A3 alone"),
            same_dtype(&[dst, src0, src1]),
            valid_within(&[dst, src0, src1]),
            custom(&[dst, src0, src1], &ONE_FULL).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/TPartOp.hpp:158-190"),
            custom(&[dst, src0, src1], &ONE_FULL).only(Targets::A5).device_only().warn().cite("pto-isa@3186c381 include/pto/npu/a5/TPartBinOps.hpp:140-160"),
            custom(&[dst, src0, src1], &ONE_FULL).only(Targets::A5).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tpartmin.md:84 and its siblings"),
        ],
        sem: Sem::Part(Part { elem: Elem::Min, src0, src1, dst }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TPartMin.hpp:68-82")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:6478-6519, 0.60 :11762-11801", "16/32-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TPartMin.hpp:28-40")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:6478-6519, 0.60 :11762-11801", "no 64-bit integers")]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tpartmin.md:88").types(&[dst], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TPartOp.hpp:76-90")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        notes: &[FULL, NOBODY],
    }

    /// Take the larger of two values with its index, where both are valid.
    ///
    /// The domain is the valid region of `dstVal`. Where only one source is valid, its value and index are
    /// copied; where none is, `dst` stays as it is (0 in the CPU simulator). A tie takes the second source.
    tpartargmax(src0Val: In Tile, src1Val: In Tile, src0Idx: In Tile, src1Idx: In Tile, dstVal: Out Tile, dstIdx: Out Tile) {
        origin: Origin::Manual("docs/isa/TPARTARGMAX.md"),
        cpp: "TPARTARGMAX(dstVal, src0Val, src1Val, dstIdx, src0Idx, src1Idx)",
        formula: "k = 0 if src0Val[i,j] > src1Val[i,j] else 1   where both are valid, else the valid one\ndstVal[i,j] = srcKVal[i,j], dstIdx[i,j] = srcKIdx[i,j]",
        cost: Cost::PartArg,
        rules: &[
            in_space(&[src0Val, src1Val, src0Idx, src1Idx, dstVal, dstIdx], &[Vec]),
            has_layout(&[dstVal, dstIdx, src0Val, src1Val, src0Idx, src1Idx], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dstVal, src0Val, src1Val]),
            has_dtype(&[dstIdx], &[I16, U16, I32, U32]),
            same_dtype(&[dstIdx, src0Idx, src1Idx]),
            non_empty(&[dstVal]).only(Targets::A2A3).device_only().cite("pto-isa@3186c381 include/pto/npu/a2a3/TPartArgOp.hpp:173-220"),
            valid_within(&[dstVal, src0Val, src1Val]),
            custom(&[dstVal, src0Val, src1Val], &ONE_PAIR_FULL).only(Targets::NPU).cite("pto-isa@3186c381 docs/isa/TPARTARGMAX.md:70-78"),
            same_valid(&[dstVal, dstIdx]),
            same_valid(&[src0Val, src0Idx]),
            same_valid(&[src1Val, src1Idx]),
        ],
        sem: Sem::PartArg(PartArg {
            largest: true,
            values: [src0Val, src1Val],
            indices: [src0Idx, src1Idx],
            value: dstVal,
            index: dstIdx,
        }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TPartArgOp.hpp:173-220")
                .tuples(&[dstVal, dstIdx], PAIRS)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:11864-11872, 11803-11862", "16/32-bit integer values too; index i32 or u32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TPartArgBinOps.hpp:192-235, TPartArgMax.hpp:29")
                .tuples(&[dstVal, dstIdx], PAIRS)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:11864-11872, 11803-11862", "8/16/32-bit integer values and bf16 too; index i32 or u32")]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TPartArgCommon.hpp:19-24, TPartOp.hpp:76-90")
                .types(&[dstVal], &[I32, I16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["partarg-tie"],
        notes: &["The page returns early on an empty `dstVal`; the A2/A3 header asserts that it is not empty."],
    }

    /// Take the smaller of two values with its index, where both are valid.
    ///
    /// The domain is the valid region of `dstVal`. Where only one source is valid, its value and index are
    /// copied; where none is, `dst` stays as it is (0 in the CPU simulator). A tie takes the second source.
    tpartargmin(src0Val: In Tile, src1Val: In Tile, src0Idx: In Tile, src1Idx: In Tile, dstVal: Out Tile, dstIdx: Out Tile) {
        origin: Origin::Manual("docs/isa/TPARTARGMIN.md"),
        cpp: "TPARTARGMIN(dstVal, src0Val, src1Val, dstIdx, src0Idx, src1Idx)",
        formula: "k = 0 if src0Val[i,j] < src1Val[i,j] else 1   where both are valid, else the valid one\ndstVal[i,j] = srcKVal[i,j], dstIdx[i,j] = srcKIdx[i,j]",
        cost: Cost::PartArg,
        rules: &[
            in_space(&[src0Val, src1Val, src0Idx, src1Idx, dstVal, dstIdx], &[Vec]),
            has_layout(&[dstVal, dstIdx, src0Val, src1Val, src0Idx, src1Idx], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dstVal, src0Val, src1Val]),
            has_dtype(&[dstIdx], &[I16, U16, I32, U32]),
            same_dtype(&[dstIdx, src0Idx, src1Idx]),
            non_empty(&[dstVal]).only(Targets::A2A3).device_only().cite("pto-isa@3186c381 include/pto/npu/a2a3/TPartArgOp.hpp:173-220"),
            valid_within(&[dstVal, src0Val, src1Val]),
            custom(&[dstVal, src0Val, src1Val], &ONE_PAIR_FULL).only(Targets::NPU).cite("pto-isa@3186c381 docs/isa/TPARTARGMAX.md:70-78"),
            same_valid(&[dstVal, dstIdx]),
            same_valid(&[src0Val, src0Idx]),
            same_valid(&[src1Val, src1Idx]),
        ],
        sem: Sem::PartArg(PartArg {
            largest: false,
            values: [src0Val, src1Val],
            indices: [src0Idx, src1Idx],
            value: dstVal,
            index: dstIdx,
        }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TPartArgOp.hpp:173-220")
                .tuples(&[dstVal, dstIdx], PAIRS)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:11874-11882, 11803-11862", "16/32-bit integer values too; index i32 or u32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TPartArgBinOps.hpp:192-235, TPartArgMin.hpp:29")
                .tuples(&[dstVal, dstIdx], PAIRS)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:11874-11882, 11803-11862", "8/16/32-bit integer values and bf16 too; index i32 or u32")]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TPartArgCommon.hpp:19-24, TPartOp.hpp:76-90")
                .types(&[dstVal], &[I32, I16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["partarg-tie"],
        notes: &["The page returns early on an empty `dstVal`; the A2/A3 header asserts that it is not empty."],
    }

    /// Interleave two tiles element by element.
    ///
    /// Each row pair becomes one stream `src0[i,0], src1[i,0], src0[i,1], ...`; `dst0` takes its first half,
    /// `dst1` its second half.
    tinterleave(src0: In Tile, src1: In Tile, dst0: Out Tile, dst1: Out Tile) {
        origin: Origin::Manual("docs/isa/TINTERLEAVE.md"),
        cpp: "TINTERLEAVE(dst1, dst0, src1, src0)",
        formula: "s[i,2k] = src0[i,k], s[i,2k+1] = src1[i,k]   for 0 <= k < C\ndst0[i,j] = s[i,j], dst1[i,j] = s[i,C+j]   for 0 <= j < C",
        cost: Cost::Binary(&["vintlv"]),
        rules: &[
            in_space(&[src0, src1, dst0, dst1], &[Vec]),
            has_layout(&[dst0, dst1, src0, src1], &[RowMajor]),
            same_dtype(&[dst0, dst1, src0, src1]),
            same_valid(&[dst0, dst1, src0, src1]),
            custom(&[src0, src1, dst1, dst0], &EVEN),
        ],
        sem: Sem::Custom(interleave),
        support: &[
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TInterleave.hpp:21-50")
                .types(&[dst0], &[I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TInterleave.hpp:40-50 checks no type")
                .types(&[dst0], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        notes: &[
            "The page's introduction sends even elements to `dst0` and odd ones to `dst1`; its formula, followed here, cuts the stream in halves.",
            "No assembler knows it.",
        ],
    }

    /// Split a stream into its even and odd elements.
    ///
    /// The stream is a row of `src0` followed by the same row of `src1`, or a row of `src0` alone; then each
    /// destination has half its columns.
    tdeinterleave(src0: In Tile, src1: OptIn Tile, dst0: Out Tile, dst1: Out Tile) {
        origin: Origin::Manual("docs/isa/TDEINTERLEAVE.md"),
        cpp: "TDEINTERLEAVE(dst1, dst0[, src1], src0)",
        formula: "s[i,k] = src0[i,k], s[i,C+k] = src1[i,k]\ndst0[i,k] = s[i,2k], dst1[i,k] = s[i,2k+1]",
        cost: Cost::Binary(&["vdintlv"]),
        rules: &[
            in_space(&[src0, src1, dst0, dst1], &[Vec]),
            has_layout(&[dst0, dst1, src0, src1], &[RowMajor]),
            same_dtype(&[dst0, dst1, src0, src1]),
            same_valid_rows(&[dst0, dst1, src0, src1]),
            same_valid_cols(&[dst0, dst1]),
            custom(&[src1, dst0, src0], &DEINTERLEAVE_COLUMNS),
            custom(&[src0, src1, dst1, dst0], &EVEN).cite("pto-isa@3186c381 docs/isa/TDEINTERLEAVE.md:108-116"),
            custom(&[src1, dst0, dst1, src0], &SINGLE_WIDTH).only(Targets::A5).device_only().warn().cite("pto-isa@3186c381 docs/isa/TDEINTERLEAVE.md:42"),
            custom(&[src1, dst0, dst1, src0], &SINGLE_WIDTH).only(Targets::A5).manual_only().cite("pto-isa@3186c381 docs/isa/TDEINTERLEAVE.md:42"),
        ],
        sem: Sem::Custom(deinterleave),
        support: &[
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TDeInterleave.hpp:21-46, 183-205")
                .types(&[dst0], &[I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TDeinterleave.hpp:54-79 checks no type")
                .types(&[dst0], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        notes: &[
            "For one source the page demands both equal and halved valid columns; halved is meant, as in the header.",
            "No assembler knows it.",
        ],
    }
}
