//! Elementwise instructions on one tile.

use super::tile_divide::{PRECISION, high_precision};
use crate::code;
use crate::def::prelude::*;
use crate::rule::Custom;

const BASE: OpDef = OpDef { family: "elementwise-tile-tile", ..OpDef::VECTOR_TILE };

static RSQRT_NEEDS_SCRATCH: Custom = Custom {
    name: "rsqrt-needs-scratch",
    code: code::REQUIRED,
    text: "`tmp` must be given for the accurate algorithm",
    holds: |args| !high_precision(args) || args.has(1),
    found: |_| "high_precision without `tmp`".into(),
    mutate_to_violate: |b| {
        b.attrs.push(("precisionType".into(), "#pto<rsqrt_precision high_precision>".into()));
        b.types[1] = None;
    },
};

ops! {
    base: BASE;

    /// Take the absolute value of a tile.
    ///
    /// The domain is the valid region of `dst`. The smallest integer stays as it is.
    tabs(src: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/tabs.md"),
        cpp: "TABS(dst, src)",
        formula: "dst[i,j] = |src[i,j]|   for (i,j) in valid(dst)",
        cost: Cost::Unary(&["vabs"]),
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src]),
            same_valid(&[dst, src]),
        ],
        sem: elementwise!(Abs(src) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TUnaryOp.hpp:265")
                .types(&[dst], &[F16, F32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TUnaryOp.hpp:316")
                .types(&[dst], &[F16, F32, I8, I16, I32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:1891-1912, 0.60 :4586-4607", "f16, f32")]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TAbs.hpp:31-43")
                .types(&[dst], &[I32, I16, I8, F16, Bf16, F32]),
        ],
    }

    /// Negate a tile.
    ///
    /// The domain is the valid region of `dst`. The headers multiply by -1, so the element types are those of `tmuls`;
    /// integers wrap.
    tneg(src: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/tneg.md"),
        cpp: "TNEG(dst, src)",
        formula: "dst[i,j] = -src[i,j]   for (i,j) in valid(dst)",
        cost: Cost::TileScalar(&["vmuls"]),
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU).warn().cite("pto-isa@3186c381 include/pto/npu/a2a3/TBinSOp.hpp:91-133 and a5/TBinSOp.hpp step by rows"),
            same_dtype(&[dst, src]),
            non_empty(&[dst]).only(Targets::A2A3),
            same_valid(&[dst, src]).only(Targets::CPU_A2A3),
            same_valid_cols(&[dst, src]).only(Targets::A5).cite("pto-isa@3186c381 include/pto/npu/a5/TMulS.hpp:84"),
            covers(&[dst, src]).only(Targets::A5).warn().cite("pto-isa@3186c381 include/pto/npu/a5/TMulS.hpp:84 checks no rows"),
        ],
        sem: elementwise!(Neg(src) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TUnaryOp.hpp:449-452, a2a3/TMulS.hpp:52")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:6190-6237, 0.60 :11463-11518", "16/32-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TUnaryOp.hpp:365-368, a5/TMulS.hpp:57")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, F16, Bf16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:6190-6237, 0.60 :11463-11518", "8-bit integers too, no 64-bit ones")]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:105-141")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["subnormals", "outside-valid-read"],
    }

    /// Take the exponential of a tile.
    ///
    /// The domain is the valid region of `dst`. Overflow gives an infinity. A5 has a second, more accurate algorithm.
    texp(src: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/texp.md"),
        cpp: "TEXP<[precisionType:ExpAlgorithm | precision_mode:ExpAlgorithm]>(dst, src)",
        formula: "dst[i,j] = e ^ src[i,j]   for (i,j) in valid(dst)",
        attrs: PRECISION,
        cost: Cost::Unary(&["vexp"]),
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src]),
            same_valid(&[dst, src]),
        ],
        sem: elementwise!(Exp(src) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TUnaryOp.hpp:265")
                .types(&[dst], &[F16, F32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TUnaryOp.hpp:149")
                .types(&[dst], &[F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:105-141")
                .types(&[dst], &[F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
    }

    /// Take the natural logarithm of a tile.
    ///
    /// The domain is the valid region of `dst`. Zero gives -inf, a negative number NaN. A5 has a second, more accurate
    /// algorithm.
    tlog(src: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/tlog.md"),
        cpp: "TLOG<[precisionType:LogAlgorithm | precision_mode:LogAlgorithm]>(dst, src)",
        formula: "dst[i,j] = ln src[i,j]   for (i,j) in valid(dst)",
        attrs: PRECISION,
        cost: Cost::Unary(&["vln"]),
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src]),
            same_valid(&[dst, src]),
        ],
        sem: elementwise!(Ln(src) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TUnaryOp.hpp:265")
                .types(&[dst], &[F16, F32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TUnaryOp.hpp:149")
                .types(&[dst], &[F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:105-141")
                .types(&[dst], &[F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
        notes: &["The page leaves values outside the domain to the target; IEEE 754 results are used."],
    }

    /// Take the square root of a tile.
    ///
    /// The domain is the valid region of `dst`. A negative number gives NaN. A5 has a second, more accurate algorithm.
    tsqrt(src: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/tsqrt.md"),
        cpp: "TSQRT<[precisionType:SqrtAlgorithm | precision_mode:SqrtAlgorithm]>(dst, src)",
        formula: "dst[i,j] = sqrt(src[i,j])   for (i,j) in valid(dst)",
        attrs: PRECISION,
        cost: Cost::Unary(&["vsqrt"]),
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src]),
            same_valid(&[dst, src]),
        ],
        sem: elementwise!(Sqrt(src) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TUnaryOp.hpp:265")
                .types(&[dst], &[F16, F32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TUnaryOp.hpp:149")
                .types(&[dst], &[F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TSqrt.hpp:32-45")
                .types(&[dst], &[F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
    }

    /// Take the reciprocal square root of a tile.
    ///
    /// The domain is the valid region of `dst`. Zero gives an infinity, a negative number NaN. With `tmp`, A2/A3 divides
    /// one by the square root instead of using its fast approximation; A5 ignores it.
    trsqrt(src: In Tile, tmp: OptScratch Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/trsqrt.md"),
        cpp: "TRSQRT<[precisionType:RsqrtAlgorithm | precision_mode:RsqrtAlgorithm]>(dst, src[, tmp])",
        formula: "dst[i,j] = 1 / sqrt(src[i,j])   for (i,j) in valid(dst)",
        attrs: PRECISION,
        cost: Cost::Unary(&["vrsqrt"]),
        rules: &[
            in_space(&[src, tmp, dst], &[Vec]),
            has_layout(&[src, tmp, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src]),
            same_valid(&[dst, src]),
            custom(&[src, tmp], &RSQRT_NEEDS_SCRATCH).only(Targets::NPU).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:14958-14992"),
        ],
        scratch: &[
            Scratch::bytes(Targets::A2A3, "32 bytes", |_| Some(32), "PTOAS 0.27 lib/PTO/IR/PTO.cpp:8159-8186, 0.60 :14958-14992"),
            Scratch::ignored(Targets::CPU_A5, "pto-isa@3186c381 include/pto/npu/a5/TRsqrt.hpp:173-209"),
        ],
        sem: elementwise!(Rsqrt(src) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TUnaryOp.hpp:265, 335-341")
                .types(&[dst], &[F16, F32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TRsqrt.hpp:194")
                .types(&[dst], &[F16, F32]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TRSqrt.hpp:21-31")
                .types(&[dst], &[F16, F32]),
        ],
        quirks: &["subnormals"],
        notes: &["Only assembler 0.60 asks for `tmp` with the accurate algorithm."],
    }

    /// Take the reciprocal of a tile.
    ///
    /// The domain is the valid region of `dst`. The headers divide one by the tile; a zero gives an infinity, and is an
    /// error among integers, which truncate toward zero. On A2/A3 `dst` must not be `src`.
    trecip(src: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/trecip.md"),
        cpp: "TRECIP<[precisionType:RecipAlgorithm | precision_mode:RecipAlgorithm]>(dst, src)",
        formula: "dst[i,j] = 1 / src[i,j]   for (i,j) in valid(dst)",
        attrs: PRECISION,
        cost: Cost::TileScalar(&["vector_dup", "vdiv"]),
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src]),
            same_valid(&[dst, src]),
            distinct(&[src, dst]).only(Targets::A2A3).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:12854-12873"),
        ],
        sem: elementwise!(Recip(src) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/common/pto_instr.hpp:533-539, npu/a2a3/TDivS.hpp:272-282")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:12854-12873", "f16 and f32 only")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/common/pto_instr.hpp:533-539, npu/a5/TDivS.hpp:177-205 checks no type; integers: 125-128")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:12854-12873", "f16 and f32 only")]),
            documented(Targets::NPU, "pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/trecip.md:91-92").types(&[dst], &[F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:105-141")
                .types(&[dst], &[F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
        notes: &[
            "The headers divide one by the tile, and so take the integers that `tdivs` takes: their reciprocal is 0, 1 or -1, and that of zero stops a run (E0605).",
            "Nothing checks bf16 on A5 and no source names it: left out.",
        ],
    }

    /// Clamp negative elements of a tile to zero.
    ///
    /// The domain is the valid region of `dst`. A NaN stays NaN.
    trelu(src: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/trelu.md"),
        cpp: "TRELU(dst, src)",
        formula: "dst[i,j] = max(src[i,j], 0)   for (i,j) in valid(dst)",
        cost: Cost::Unary(&["vrelu"]),
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src]),
            same_valid(&[dst, src]),
        ],
        sem: elementwise!(Relu(src) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TUnaryOp.hpp:408")
                .types(&[dst], &[F16, F32, I32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TUnaryOp.hpp:247")
                .types(&[dst], &[F16, F32, I32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:105-141")
                .types(&[dst], &[I64, I32, I16, I8, F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
    }
}
