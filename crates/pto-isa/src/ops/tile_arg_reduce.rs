//! Index of the largest or smallest element per row or column.

use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom};

const BASE: OpDef =
    OpDef { family: "reduce-and-expand", cost: Cost::ColReduce, ..OpDef::VECTOR_TILE };

/// Three regions (16-bit, index only) or two, of one repeat or of the valid columns in whole blocks.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TColReduceIdx.hpp:129-143.
fn column_scratch(args: &Args<'_>) -> Option<u64> {
    let src = args.tile(0)?;
    let cols = src.valid_cols.known()?;
    let (block, repeat) = (src.dtype.per_block(), src.dtype.per_repeat());
    let gap = if cols >= repeat { repeat } else { cols.next_multiple_of(block) };
    let regions = if src.dtype.bytes() == 2 && !args.has(2) { 3 } else { 2 };
    Some(u64::from(regions * gap * src.dtype.bytes()))
}

/// Value form: 16-bit sources index with 16 bits, 32-bit sources with 32. Index-only: 32 bits.
static INDEX_WIDTH: Custom = Custom {
    name: "arg-index-width",
    code: code::DTYPE,
    text: "`dstIdx` must be i32 or u32; beside a value output it must be as wide as the source",
    holds: |args| {
        let (Some(src), Some(idx)) = (args.dtype(0), args.dtype(3)) else { return true };
        let bits = if args.has(2) { src.bits() } else { 32 };
        idx.is_int() && idx.bits() == bits
    },
    found: |args| format!("`dstIdx` is {}", args.dtype(3).map_or("unknown", |d| d.name())),
    violate: |b| {
        if let Some(d) = b.dtype(3) {
            *d = if d.bits() == 32 { I16 } else { I32 };
        }
    },
};

static NO_8BIT_VALUES: Custom = Custom {
    name: "arg-no-8bit-values",
    code: code::DTYPE,
    text: "a value output is not available for 8-bit sources",
    holds: |args| !args.has(2) || args.dtype(0).is_none_or(|d| d.bits() != 8),
    found: |args| format!("`src` is {}", args.dtype(0).map_or("unknown", |d| d.name())),
    violate: |b| {
        for slot in [0, 2] {
            if let Some(d) = b.dtype(slot) {
                *d = I8;
            }
        }
    },
};

ops! {
    base: BASE;

    /// Row index of the smallest element of each column.
    ///
    /// With two outputs the smallest value is stored too. Ties go to the first row. NaN counts as larger
    /// than every number (quirk `argmin-nan`). The domain is the valid region of `src`.
    tcolargmin(src: In Tile, tmp: OptScratch Tile, dstVal: OptOut Tile, dstIdx: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/tcolargmin.md"),
        cpp: "TCOLARGMIN([dstVal, ]dstIdx, src, tmp)",
        formula: "dstIdx[0,j] = argmin over i < R of src[i,j]\ndstVal[0,j] = min over i < R of src[i,j]",
        rules: &[
            in_space(&[src, tmp, dstVal, dstIdx], &[Vec]),
            has_layout(&[src], &[NoneBox]),
            has_layout(&[dstVal, dstIdx], &[Nd]),
            non_empty(&[src]),
            same_dtype(&[src, dstVal]),
            custom(&[src, dstVal, dstIdx], &INDEX_WIDTH),
            custom(&[dstVal, src], &NO_8BIT_VALUES).only(Targets::CPU_A5),
            valid_rows(&[dstVal, dstIdx], 1),
            same_valid_cols(&[src, dstIdx, dstVal]),
            same_dtype(&[src, tmp]).only(Targets::A2A3).cite("seed page pto.tcolargmin, A2A3 implementation checks"),
        ],
        scratch: &[
            Scratch::bytes(Targets::A2A3, "3 gaps of elements (16-bit source, index only), else 2; a gap is one repeat (256 bytes), or the valid columns in whole blocks if fewer", column_scratch, "pto-isa@3186c381 include/pto/npu/a2a3/TColReduceIdx.hpp:129-143")
                .warn(),
            Scratch::ignored(Targets::CPU_A5, "seed page pto.tcolargmin, temporary tile for A5"),
        ],
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TColReduceIdx.hpp:26")
                .types(&[src], &[F16, F32, U16, U32])
                .but(&[
                    claim("seed page pto.tcolargmin, Target-Profile Restrictions", "f16, f32, i16, i32 (the type line of the plain column reduction)"),
                    claim("PTOAS 0.60 lib/PTO/IR/PTO.cpp:2514-2583", "any 8/16/32-bit type"),
                ]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TColReduceIdx.hpp:65")
                .types(&[src], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32])
                .but(&[
                    claim("seed page pto.tcolargmin", "i8, u8, i16, u16, i32, u32, f16, f32"),
                    claim("PTOAS 0.27 lib/PTO/IR/PTO.cpp:3486-3514", "f16, f32"),
                ]),
            on(Targets::CPU, "union of the devices and every integer, bf16")
                .types(&[src], &[I8, U8, I16, U16, I32, U32, I64, U64, F16, Bf16, F32]),
        ],
        quirks: &["argmin-nan"],
        notes: &[
            "The page's compile-time check `ValidCol == 1 || ValidCol == -1` belongs to the row form and is not applied.",
            "The page's stride formula for `tmp` belongs to the row form; its example (tmp 1x32) is below the A2/A3 minimum, so a small scratch is a warning, not an error.",
        ],
    }
}
