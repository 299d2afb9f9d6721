//! Reductions along the columns of a tile.

use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, AttrValue, Custom};
use crate::ty::Dim;

const BASE: OpDef = OpDef { family: "reduce-and-expand", ..OpDef::VECTOR_TILE };

fn is_tree(args: &Args<'_>) -> bool {
    args.attr("isBinary") == Some(AttrValue::Bool(true))
}

/// Half of the rows, once, for the sums of row pairs. They lie as far apart as the rows of `tmp`.
fn tree_scratch(args: &Args<'_>) -> Option<u64> {
    if !is_tree(args) {
        return Some(0);
    }
    let src = args.tile(0)?;
    let rows = src.valid_rows.known()?;
    let stride = match args.tile(1) {
        Some(tmp) => tmp.cols,
        None => src.valid_cols.known()?,
    };
    Some(u64::from(rows.div_ceil(2)) * u64::from(stride) * u64::from(src.dtype.bytes()))
}

/// A row of `tmp` holds a row of `src`.
static TREE_STRIDE: Custom = Custom {
    name: "column-tree-stride",
    code: code::EXTENT,
    text: "with `isBinary`, a row of `tmp` must hold as many elements as `src` has valid columns",
    holds: |args| {
        let (Some(src), Some(tmp)) = (args.tile(0), args.tile(1)) else { return true };
        !is_tree(args) || src.valid_cols.known().is_none_or(|c| c <= tmp.cols)
    },
    found: |args| match (args.tile(0), args.tile(1)) {
        (Some(src), Some(tmp)) => {
            format!("`tmp` has {}, `src` {} valid", count(tmp.cols, "column"), src.valid_cols)
        }
        _ => "unknown".into(),
    },
    mutate_to_violate: |b| {
        b.attrs.push(("isBinary".into(), "true".into()));
        for slot in [0, 2] {
            if let Some(t) = b.tile(slot) {
                t.cols = t.cols.max(2 * t.dtype.per_block());
                t.valid_cols = Dim::Is(t.cols);
            }
        }
        if let Some(t) = b.tile(1) {
            t.rows = t.rows.max(1024);
            t.cols = t.dtype.per_block();
            (t.valid_rows, t.valid_cols) = (Dim::Is(t.rows), Dim::Is(t.cols));
        }
    },
};

ops! {
    base: BASE;

    /// Sum each column of a tile.
    ///
    /// With R valid rows and C valid columns in `src`, row 0 of `dst` receives C sums. Without `isBinary` the
    /// rows are added one after the other; with it, `tmp` takes the sums of neighbouring rows and is halved
    /// until one row is left. Integers wrap. An empty source has no effect.
    tcolsum(src: In Tile, tmp: OptScratch Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/tcolsum.md"),
        cpp: "TCOLSUM(dst, src[, tmp, isBinary=false])",
        formula: "dst[0,j] = src[0,j] + ... + src[R-1,j]   for 0 <= j < C",
        attrs: &[flag("isBinary").doc("add pairs of rows in `tmp` as a tree; without it, row after row")],
        cost: Cost::ColReduce { pair: "vadd", split: false },
        rules: &[
            in_space(&[src, tmp, dst], &[Vec]),
            has_layout(&[src, dst], &[Nd]),
            has_layout(&[tmp], &[Nd]).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/TColSum.hpp:86-129"),
            same_dtype(&[src, dst]),
            same_valid_cols(&[src, dst]),
            non_empty(&[src]).warn().cite("pto-isa@3186c381 include/pto/npu/a2a3/TColSum.hpp:157-167: no effect"),
            valid_rows(&[dst], 1).warn().cite("pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolsum.md: only row 0 is written"),
            same_dtype(&[src, tmp]).only(Targets::NPU).device_only().warn().cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:7412-7519; pto-isa@3186c381 include/pto/npu/a2a3/TColSum.hpp:128, a5/TColSum.hpp:142 step by bytes"),
            same_dtype(&[src, tmp]).only(Targets::NPU).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolsum.md:93, 102"),
            custom(&[src, tmp], &TREE_STRIDE).only(Targets::NPU).cite("pto-isa@3186c381 include/pto/npu/a2a3/TColSum.hpp:129, a5/TColSum.hpp:143"),
        ],
        scratch: &[
            Scratch::bytes(Targets::NPU, "with `isBinary`, ceil(R/2) rows, each of at least C elements; else nothing", tree_scratch, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolsum.md:92-104, include/pto/npu/a2a3/TColSum.hpp:18-35,71-79")
                .like(src),
            Scratch::ignored(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TColSum.hpp:32-61"),
        ],
        sem: Sem::Reduce(Reduce { axis: Axis::Col, fold: Fold::Sum, src, dst }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TColSum.hpp:86-129")
                .types(&[src], &[F16, F32, I16, I32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:3606-3669, 0.60 :7412-7519", "16/32-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TColReduceOps.hpp:18-43")
                .types(&[src], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:3606-3669, 0.60 :7412-7519", "no 64-bit integers; an empty source is refused")]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TColSum.hpp:32-61 has f16, bf16, f32")
                .types(&[src], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
        notes: &["`isBinary` without `tmp` is accepted: lowering makes a scratch tile like `src`, which is large enough for any valid region. The headers have no tree without one."],
    }

    /// Find the largest element of each column of a tile.
    ///
    /// With R valid rows and C valid columns in `src`, row 0 of `dst` receives C values. A NaN in a column
    /// gives NaN. An empty source has no effect.
    tcolmax(src: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/tcolmax.md"),
        cpp: "TCOLMAX(dst, src)",
        formula: "dst[0,j] = max(src[0,j], ..., src[R-1,j])   for 0 <= j < C",
        cost: Cost::ColReduce { pair: "vmax", split: true },
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[Nd]),
            same_dtype(&[src, dst]),
            same_valid_cols(&[src, dst]),
            non_empty(&[src]).warn().cite("pto-isa@3186c381 include/pto/npu/a2a3/TColMax.hpp:38-43: no effect"),
            valid_rows(&[dst], 1).warn().cite("pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolmax.md: only row 0 is written"),
        ],
        sem: Sem::Reduce(Reduce { axis: Axis::Col, fold: Fold::Max, src, dst }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TColReduceOps.hpp:75-95")
                .types(&[src], &[F16, F32, I16, I32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:3382-3417, 0.60 :7261-7268", "16/32-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TColReduceOps.hpp:18-43")
                .types(&[src], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:7261-7268", "no 64-bit integers")]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolmax.md:66-75").types(&[src], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TColMax.hpp:35-55")
                .types(&[src], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
    }

    /// Find the smallest element of each column of a tile.
    ///
    /// With R valid rows and C valid columns in `src`, row 0 of `dst` receives C values. A NaN in a column
    /// gives NaN. An empty source has no effect.
    tcolmin(src: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/tcolmin.md"),
        cpp: "TCOLMIN(dst, src)",
        formula: "dst[0,j] = min(src[0,j], ..., src[R-1,j])   for 0 <= j < C",
        cost: Cost::ColReduce { pair: "vmin", split: true },
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[Nd]),
            same_dtype(&[src, dst]),
            same_valid_cols(&[src, dst]),
            non_empty(&[src]).warn().cite("pto-isa@3186c381 include/pto/npu/a2a3/TColMin.hpp:38-43: no effect"),
            valid_rows(&[dst], 1).warn().cite("pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolmin.md: only row 0 is written"),
        ],
        sem: Sem::Reduce(Reduce { axis: Axis::Col, fold: Fold::Min, src, dst }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TColReduceOps.hpp:75-95")
                .types(&[src], &[F16, F32, I16, I32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:3449-3484, 0.60 :7287-7294", "16/32-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TColReduceOps.hpp:18-43")
                .types(&[src], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:7287-7294", "no 64-bit integers")]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolmin.md:66-75").types(&[src], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TColMin.hpp:41-44 checks no type")
                .types(&[src], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
    }

    /// Multiply the elements of each column of a tile.
    ///
    /// With R valid rows and C valid columns in `src`, row 0 of `dst` receives C products, multiplied row
    /// after row. Integers wrap. An empty source has no effect.
    tcolprod(src: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/tcolprod.md"),
        cpp: "TCOLPROD(dst, src)",
        formula: "dst[0,j] = src[0,j] * ... * src[R-1,j]   for 0 <= j < C",
        cost: Cost::ColReduce { pair: "vmul", split: true },
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[Nd]),
            same_dtype(&[src, dst]),
            same_valid_cols(&[src, dst]),
            non_empty(&[src]).warn().cite("pto-isa@3186c381 include/pto/npu/a2a3/TColProd.hpp:38-47: no effect"),
            valid_rows(&[dst], 1).warn().cite("pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolprod.md: only row 0 is written"),
        ],
        sem: Sem::Reduce(Reduce { axis: Axis::Col, fold: Fold::Prod, src, dst }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TColReduceOps.hpp:75-95")
                .types(&[src], &[F16, F32, I16, I32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:3671-3707, 0.60 :7521-7528", "16/32-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TColProd.hpp:39-54")
                .types(&[src], &[F32, F16, Bf16, I16, U16, I32, U32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TColProd.hpp:31-36 checks no type")
                .types(&[src], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
    }
}
