//! Matrix multiplication on tiles with block-scaled (MX) formats.

use super::mx_scale::{is_scale, left_scale_holds, right_scale_holds, scale_violate};
use super::tile_matmul::{
    extents, inner_holds, inner_violate, limit_holds, limit_violate, outer_holds, outer_violate,
};
use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom};
use crate::ty::Dim;

const BASE: OpDef = OpDef {
    family: "matrix-and-matrix-vector",
    form: PrintForm::Dps,
    pipe: PipeSelector::Fixed(Pipe::M),
    cost: Cost::Matmul,
    ..OpDef::EMPTY
};

fn both(args: &Args<'_>, lhs: u8, rhs: u8) -> String {
    format!("left is {}, right is {}", extents(args, lhs), extents(args, rhs))
}

macro_rules! mx_rules {
    ($inner:ident, $outer:ident, $limit:ident, $left:ident, $right:ident, $old:ident:
     $lhs:literal, $ls:literal, $rhs:literal, $rs:literal, $dst:literal) => {
        static $inner: Custom = Custom {
            name: "matmul-inner",
            code: code::MATMUL_SHAPE,
            text: "the left operand must have as many valid columns as the right one has valid rows",
            holds: |args| inner_holds(args, $lhs, $rhs),
            found: |args| both(args, $lhs, $rhs),
            mutate_to_violate: |b| inner_violate(b, $lhs, $rhs),
        };
        static $outer: Custom = Custom {
            name: "matmul-outer",
            code: code::MATMUL_SHAPE,
            text: "the result must have the valid rows of the left and the valid columns of the right operand",
            holds: |args| outer_holds(args, $lhs, $rhs, $dst),
            found: |args| {
                let [l, r, d] = [$lhs, $rhs, $dst].map(|i| extents(args, i));
                format!("left is {l}, right is {r}, result is {d}")
            },
            mutate_to_violate: |b| outer_violate(b, $rhs, $dst),
        };
        static $limit: Custom = Custom {
            name: "matmul-limit",
            code: code::MATMUL_SHAPE,
            text: "M, K and N must not exceed 4095",
            holds: |args| limit_holds(args, $lhs, $rhs),
            found: |args| both(args, $lhs, $rhs),
            mutate_to_violate: |b| {
                limit_violate(b, $lhs, $rhs);
                if let Some(t) = b.tile($ls) {
                    (t.cols, t.valid_cols) = (128, Dim::Is(128));
                }
                if let Some(t) = b.tile($rs) {
                    (t.rows, t.valid_rows) = (128, Dim::Is(128));
                }
            },
        };
        static $left: Custom = Custom {
            name: "mx-left-scale",
            code: code::MATMUL_SHAPE,
            text: "`a_scale` must have the valid rows of `a` and one valid column per 32 columns of it",
            holds: |args| !is_scale(args.tile($ls)) || left_scale_holds(args, $lhs, $ls),
            found: |args| {
                format!("`a` is {}, `a_scale` is {}", extents(args, $lhs), extents(args, $ls))
            },
            mutate_to_violate: |b| scale_violate(b, $ls, true),
        };
        static $right: Custom = Custom {
            name: "mx-right-scale",
            code: code::MATMUL_SHAPE,
            text: "`b_scale` must have one valid row per 32 rows of `b` and the valid columns of it",
            holds: |args| !is_scale(args.tile($rs)) || right_scale_holds(args, $rhs, $rs),
            found: |args| {
                format!("`b` is {}, `b_scale` is {}", extents(args, $rhs), extents(args, $rs))
            },
            mutate_to_violate: |b| scale_violate(b, $rs, false),
        };
        static $old: Custom = Custom {
            name: "mx-old-scales",
            code: code::MATMUL_SHAPE,
            text: "scale tiles should have boxes of 32 bytes and one scale per 32 elements along K",
            holds: |args| {
                (is_scale(args.tile($ls)) || left_scale_holds(args, $lhs, $ls))
                    && (is_scale(args.tile($rs)) || right_scale_holds(args, $rhs, $rs))
            },
            found: |args| format!("left {}, right {}", extents(args, $ls), extents(args, $rs)),
            mutate_to_violate: |b| {
                if let Some(t) = b.tile($rs) {
                    t.fractal = 512;
                }
                scale_violate(b, $rs, false);
            },
        };
    };
}

mx_rules!(INNER, OUTER, LIMIT, LEFT, RIGHT, OLD: 0, 1, 2, 3, 4);
mx_rules!(ACC_INNER, ACC_OUTER, ACC_LIMIT, ACC_LEFT, ACC_RIGHT, ACC_OLD: 1, 2, 3, 4, 5);
mx_rules!(BIAS_INNER, BIAS_OUTER, BIAS_LIMIT, BIAS_LEFT, BIAS_RIGHT, BIAS_OLD: 0, 1, 2, 3, 5);

const PHASE: AttrDef = word("accPhase", &["unspecified", "partial", "final"])
    .doc("state of the M-to-FIX hand-over of the accumulator");

/// Result, left, right.
const TRIPLES: &[&[crate::DType]] = &[
    &[F32, F8E4M3, F8E4M3],
    &[F32, F8E4M3, F8E5M2],
    &[F32, F8E5M2, F8E4M3],
    &[F32, F8E5M2, F8E5M2],
    &[F32, F4E1M2x2, F4E1M2x2],
    &[F32, F4E1M2x2, F4E2M1x2],
    &[F32, F4E2M1x2, F4E2M1x2],
    &[F32, F4E2M1x2, F4E1M2x2],
];

const CITE: &str = "pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:88-126; PTOAS 0.60 lib/PTO/IR/PTO.cpp:8513-8532";
const CITE_CPU: &str = "pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:92-111";
const CITE_K: &str = "pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:114, cpu/TMatmul.hpp:105";
const CITE_SCALE: &str = "PTOAS 0.60 lib/PTO/IR/PTO.cpp:6006-6087";
const CITE_GEMV: &str = "PTOAS 0.60 lib/PTO/IR/PTO.cpp:6089-6231";
const CITE_E8M0: &str =
    "pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tmatmul-mx.md:92-98";
const SCALE_NOTE: &str = "Scale tiles live in L0A/L0B beside their operand (`scale_left`, `scale_right`); programs declare them as `scaling`, often as f16. The page has f8E8M0 alone, and the header checks no type of theirs: another one is a warning by the header's rules, an error by the page's. Another layout is a warning; extents are a warning unless the tile has boxes of 32 bytes: programs for PTOAS 0.27 have scale tiles as large as their operands.";
const ORDER_NOTE: &str = "Operands are scaled first, exactly unless they leave the range of f32; a scale of 0xFF is NaN. Then terms are added in increasing k with one fused multiply-add each; A5 starts from the accumulator or the bias, the CPU adds it at the end.";
const FP4_NOTE: &str =
    "Extents of 4-bit tiles count elements of 4 bits, two to a byte, low half first.";
const LEFT_NOTE: &str = "A `left` tile is laid out NZ on A5; ZZ is accepted too, because the assembler replaces the outer order.";

ops! {
    base: BASE;

    /// Multiply two block-scaled matrices.
    ///
    /// Every 32 elements along K share one power-of-two scale: `a_scale[i, k/32]` and `b_scale[k/32, j]`. The
    /// products are summed in f32 and replace `dst`.
    tmatmul_mx(a: In Tile, a_scale: In Tile, b: In Tile, b_scale: In Tile, dst: Out Tile) {
        print_as: "tmatmul.mx",
        origin: Origin::Manual("docs/isa/tile/ops/matrix-and-matrix-vector/tmatmul-mx.md"),
        cpp: "TMATMUL_MX<[accPhase:AccPhase]>(dst, a, a_scale, b, b_scale)",
        formula: "dst[i,j] = sum over k < K of a[i,k] * 2^a_scale[i,k/32] * b[k,j] * 2^b_scale[k/32,j]",
        attrs: &[PHASE],
        rules: &[
            in_space(&[a], &[Left]),
            in_space(&[a_scale], &[Scaling, ScaleLeft]),
            in_space(&[b], &[Right]),
            in_space(&[b_scale], &[Scaling, ScaleRight]),
            in_space(&[dst], &[Acc]),
            has_layout(&[a], &[Zz, Nz]),
            has_layout(&[a_scale], &[Zz]).warn().cite(CITE_SCALE),
            has_layout(&[b], &[Zn]),
            has_layout(&[b_scale], &[Nn]).warn().cite(CITE_SCALE),
            has_layout(&[dst], &[Nz]),
            has_dtype(&[a_scale, b_scale], &[F8E8M0]).device_only().warn().cite(CITE_E8M0),
            has_dtype(&[a_scale, b_scale], &[F8E8M0]).only(Targets::CPU_A5).manual_only().cite(CITE_E8M0),
            cols_multiple_of(&[a], 64).cite(CITE_K),
            non_empty(&[a, b]),
            custom(&[b, dst, a], &LIMIT),
            custom(&[a, b], &INNER),
            custom(&[a, b, dst], &OUTER),
            custom(&[a, a_scale], &LEFT).cite(CITE_SCALE),
            custom(&[b, b_scale], &RIGHT).cite(CITE_SCALE),
            custom(&[a_scale, b_scale], &OLD).warn().cite(CITE_SCALE),
        ],
        sem: Sem::Matmul(Matmul { lhs: a, rhs: b, scales: Some((a_scale, b_scale)), start: Start::Zero, dst }),
        support: &[
            on(Targets::A5, CITE).tuples(&[dst, a, b], TRIPLES)
                .conflicting_sources(&[
                    other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:4296-4313", "fp8 only; scale tiles as large as their operands"),
                ]),
            on(Targets::CPU, CITE_CPU).tuples(&[dst, a, b], TRIPLES),
        ],
        quirks: &["subnormals", "mx-wide-scales"],
        notes: &[SCALE_NOTE, ORDER_NOTE, FP4_NOTE, LEFT_NOTE, "What a scale means is stated exactly only on the cube page `mad_mx`; that reading is used."],
    }

    /// Multiply two block-scaled matrices and add the product to an accumulator.
    ///
    /// As `tmatmul.mx`, with the old contents of `c_in` as the first summand.
    tmatmul_mx_acc = "tmatmul.mx.acc" (c_in: In Tile, a: In Tile, a_scale: In Tile, b: In Tile, b_scale: In Tile, dst: Out Tile) {
        aliases: &["tmatmul_mx_acc"],
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "TMATMUL_MX<[accPhase:AccPhase]>(dst, c_in, a, a_scale, b, b_scale)",
        formula: "dst[i,j] = c_in[i,j] + sum over k < K of a[i,k] * 2^a_scale[i,k/32] * b[k,j] * 2^b_scale[k/32,j]",
        attrs: &[PHASE],
        rules: &[
            in_space(&[a], &[Left]),
            in_space(&[a_scale], &[Scaling, ScaleLeft]),
            in_space(&[b], &[Right]),
            in_space(&[b_scale], &[Scaling, ScaleRight]),
            in_space(&[c_in, dst], &[Acc]),
            has_layout(&[a], &[Zz, Nz]),
            has_layout(&[a_scale], &[Zz]).warn().cite(CITE_SCALE),
            has_layout(&[b], &[Zn]),
            has_layout(&[b_scale], &[Nn]).warn().cite(CITE_SCALE),
            has_layout(&[dst], &[Nz]),
            same_dtype(&[dst, c_in]),
            has_dtype(&[a_scale, b_scale], &[F8E8M0]).device_only().warn().cite(CITE_E8M0),
            has_dtype(&[a_scale, b_scale], &[F8E8M0]).only(Targets::CPU_A5).manual_only().cite(CITE_E8M0),
            cols_multiple_of(&[a], 64).cite(CITE_K),
            non_empty(&[a, b]),
            custom(&[b, dst, a], &ACC_LIMIT),
            custom(&[a, b], &ACC_INNER),
            custom(&[a, b, dst], &ACC_OUTER),
            same_valid(&[dst, c_in]),
            custom(&[a, a_scale], &ACC_LEFT).cite(CITE_SCALE),
            custom(&[b, b_scale], &ACC_RIGHT).cite(CITE_SCALE),
            custom(&[a_scale, b_scale], &ACC_OLD).warn().cite(CITE_SCALE),
        ],
        sem: Sem::Matmul(Matmul { lhs: a, rhs: b, scales: Some((a_scale, b_scale)), start: Start::Acc(c_in), dst }),
        support: &[
            on(Targets::A5, CITE).tuples(&[dst, a, b], TRIPLES),
            on(Targets::CPU, CITE_CPU).tuples(&[dst, a, b], TRIPLES),
        ],
        quirks: &["subnormals", "mx-wide-scales"],
        notes: &[SCALE_NOTE, ORDER_NOTE, FP4_NOTE, LEFT_NOTE, "The manual shows it as a second form of `tmatmul_mx`."],
    }

    /// Multiply two block-scaled matrices and add one bias per column.
    ///
    /// As `tmatmul.mx`, with the f32 value `bias[0,j]` added to column j.
    tmatmul_mx_bias = "tmatmul.mx.bias" (a: In Tile, a_scale: In Tile, b: In Tile, b_scale: In Tile, bias: In Tile, dst: Out Tile) {
        aliases: &["tmatmul_mx_bias"],
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "TMATMUL_MX(dst, a, a_scale, b, b_scale, bias)",
        formula: "dst[i,j] = bias[0,j] + sum over k < K of a[i,k] * 2^a_scale[i,k/32] * b[k,j] * 2^b_scale[k/32,j]",
        rules: &[
            in_space(&[a], &[Left]),
            in_space(&[a_scale], &[Scaling, ScaleLeft]),
            in_space(&[b], &[Right]),
            in_space(&[b_scale], &[Scaling, ScaleRight]),
            in_space(&[bias], &[Bias]),
            in_space(&[dst], &[Acc]),
            has_layout(&[a], &[Zz, Nz]),
            has_layout(&[a_scale], &[Zz]).warn().cite(CITE_SCALE),
            has_layout(&[b], &[Zn]),
            has_layout(&[b_scale], &[Nn]).warn().cite(CITE_SCALE),
            has_layout(&[dst], &[Nz]),
            has_dtype(&[bias], &[F32]),
            has_dtype(&[a_scale, b_scale], &[F8E8M0]).device_only().warn().cite(CITE_E8M0),
            has_dtype(&[a_scale, b_scale], &[F8E8M0]).only(Targets::CPU_A5).manual_only().cite(CITE_E8M0),
            rows(&[bias], 1),
            cols_multiple_of(&[a], 64).cite(CITE_K),
            non_empty(&[a, b]),
            custom(&[b, dst, a], &BIAS_LIMIT),
            custom(&[a, b], &BIAS_INNER),
            custom(&[a, b, dst], &BIAS_OUTER),
            custom(&[a, a_scale], &BIAS_LEFT).cite(CITE_SCALE),
            custom(&[b, b_scale], &BIAS_RIGHT).cite(CITE_SCALE),
            custom(&[a_scale, b_scale], &BIAS_OLD).warn().cite(CITE_SCALE),
            same_valid_cols(&[dst, bias]).warn(),
        ],
        sem: Sem::Matmul(Matmul { lhs: a, rhs: b, scales: Some((a_scale, b_scale)), start: Start::Bias(bias), dst }),
        support: &[
            on(Targets::A5, CITE).tuples(&[dst, a, b], TRIPLES),
            on(Targets::CPU, CITE_CPU).tuples(&[dst, a, b], TRIPLES),
        ],
        quirks: &["subnormals", "mx-wide-scales"],
        notes: &[SCALE_NOTE, ORDER_NOTE, FP4_NOTE, LEFT_NOTE, "The manual shows it as a third form of `tmatmul_mx`."],
    }

    /// Multiply a block-scaled row vector and a block-scaled matrix.
    ///
    /// As `tmatmul.mx` with M = 1.
    tgemv_mx(a: In Tile, a_scale: In Tile, b: In Tile, b_scale: In Tile, dst: Out Tile) {
        print_as: "tgemv.mx",
        origin: Origin::Manual("docs/isa/tile/ops/matrix-and-matrix-vector/tgemv-mx.md"),
        cpp: "TGEMV_MX<[accPhase:AccPhase]>(dst, a, a_scale, b, b_scale)",
        formula: "dst[0,j] = sum over k < K of a[0,k] * 2^a_scale[0,k/32] * b[k,j] * 2^b_scale[k/32,j]",
        attrs: &[PHASE],
        rules: &[
            in_space(&[a], &[Left]),
            in_space(&[a_scale], &[Scaling, ScaleLeft]),
            in_space(&[b], &[Right]),
            in_space(&[b_scale], &[Scaling, ScaleRight]),
            in_space(&[dst], &[Acc]),
            has_layout(&[a], &[Zz, Nz]),
            has_layout(&[b], &[Zn]),
            has_layout(&[dst], &[Nz]),
            has_dtype(&[a_scale, b_scale], &[F8E8M0]).device_only().warn().cite(CITE_E8M0),
            has_dtype(&[a_scale, b_scale], &[F8E8M0]).only(Targets::CPU_A5).manual_only().cite(CITE_E8M0),
            cols_multiple_of(&[a], 64).cite(CITE_K),
            valid_rows(&[a, dst], 1).cite(CITE_GEMV),
            non_empty(&[b]),
            custom(&[b, dst, a], &LIMIT),
            custom(&[a, b], &INNER).cite(CITE_GEMV),
            custom(&[a, b, dst], &OUTER).cite(CITE_GEMV),
            custom(&[a, a_scale], &LEFT).cite(CITE_GEMV),
            custom(&[b, b_scale], &RIGHT).cite(CITE_GEMV),
            custom(&[a_scale, b_scale], &OLD).warn().cite(CITE_GEMV),
        ],
        sem: Sem::Matmul(Matmul { lhs: a, rhs: b, scales: Some((a_scale, b_scale)), start: Start::Zero, dst }),
        support: &[
            on(Targets::A5, CITE).tuples(&[dst, a, b], TRIPLES),
            on(Targets::CPU, CITE_CPU).tuples(&[dst, a, b], TRIPLES),
        ],
        quirks: &["subnormals", "mx-wide-scales"],
        notes: &[SCALE_NOTE, ORDER_NOTE, FP4_NOTE, LEFT_NOTE, "The assembler does not look at the layouts of the scale tiles here, only at their extents."],
    }

    /// Multiply a block-scaled row vector and a matrix and add the product to an accumulator.
    ///
    /// As `tgemv.mx`, with the old contents of `c_in` as the first summand.
    tgemv_mx_acc = "tgemv.mx.acc" (c_in: In Tile, a: In Tile, a_scale: In Tile, b: In Tile, b_scale: In Tile, dst: Out Tile) {
        aliases: &["tgemv_mx_acc"],
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "TGEMV_MX<[accPhase:AccPhase]>(dst, c_in, a, a_scale, b, b_scale)",
        formula: "dst[0,j] = c_in[0,j] + sum over k < K of a[0,k] * 2^a_scale[0,k/32] * b[k,j] * 2^b_scale[k/32,j]",
        attrs: &[PHASE],
        rules: &[
            in_space(&[a], &[Left]),
            in_space(&[a_scale], &[Scaling, ScaleLeft]),
            in_space(&[b], &[Right]),
            in_space(&[b_scale], &[Scaling, ScaleRight]),
            in_space(&[c_in, dst], &[Acc]),
            has_layout(&[a], &[Zz, Nz]),
            has_layout(&[b], &[Zn]),
            has_layout(&[dst], &[Nz]),
            same_dtype(&[dst, c_in]),
            has_dtype(&[a_scale, b_scale], &[F8E8M0]).device_only().warn().cite(CITE_E8M0),
            has_dtype(&[a_scale, b_scale], &[F8E8M0]).only(Targets::CPU_A5).manual_only().cite(CITE_E8M0),
            cols_multiple_of(&[a], 64).cite(CITE_K),
            valid_rows(&[a, dst], 1).cite(CITE_GEMV),
            non_empty(&[b]),
            custom(&[b, dst, a], &ACC_LIMIT),
            custom(&[a, b], &ACC_INNER).cite(CITE_GEMV),
            custom(&[a, b, dst], &ACC_OUTER).cite(CITE_GEMV),
            same_valid(&[dst, c_in]),
            custom(&[a, a_scale], &ACC_LEFT).cite(CITE_GEMV),
            custom(&[b, b_scale], &ACC_RIGHT).cite(CITE_GEMV),
            custom(&[a_scale, b_scale], &ACC_OLD).warn().cite(CITE_GEMV),
        ],
        sem: Sem::Matmul(Matmul { lhs: a, rhs: b, scales: Some((a_scale, b_scale)), start: Start::Acc(c_in), dst }),
        support: &[
            on(Targets::A5, CITE).tuples(&[dst, a, b], TRIPLES),
            on(Targets::CPU, CITE_CPU).tuples(&[dst, a, b], TRIPLES),
        ],
        quirks: &["subnormals", "mx-wide-scales"],
        notes: &[SCALE_NOTE, ORDER_NOTE, FP4_NOTE, LEFT_NOTE],
    }

    /// Multiply a block-scaled row vector and a matrix and add one bias per column.
    ///
    /// As `tgemv.mx`, with the f32 value `bias[0,j]` added to column j.
    tgemv_mx_bias = "tgemv.mx.bias" (a: In Tile, a_scale: In Tile, b: In Tile, b_scale: In Tile, bias: In Tile, dst: Out Tile) {
        aliases: &["tgemv_mx_bias"],
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "TGEMV_MX(dst, a, a_scale, b, b_scale, bias)",
        formula: "dst[0,j] = bias[0,j] + sum over k < K of a[0,k] * 2^a_scale[0,k/32] * b[k,j] * 2^b_scale[k/32,j]",
        rules: &[
            in_space(&[a], &[Left]),
            in_space(&[a_scale], &[Scaling, ScaleLeft]),
            in_space(&[b], &[Right]),
            in_space(&[b_scale], &[Scaling, ScaleRight]),
            in_space(&[bias], &[Bias]),
            in_space(&[dst], &[Acc]),
            has_layout(&[a], &[Zz, Nz]),
            has_layout(&[b], &[Zn]),
            has_layout(&[dst], &[Nz]),
            has_dtype(&[bias], &[F32]),
            has_dtype(&[a_scale, b_scale], &[F8E8M0]).device_only().warn().cite(CITE_E8M0),
            has_dtype(&[a_scale, b_scale], &[F8E8M0]).only(Targets::CPU_A5).manual_only().cite(CITE_E8M0),
            rows(&[bias], 1),
            cols_multiple_of(&[a], 64).cite(CITE_K),
            valid_rows(&[a, dst], 1).cite(CITE_GEMV),
            non_empty(&[b]),
            custom(&[b, dst, a], &BIAS_LIMIT),
            custom(&[a, b], &BIAS_INNER).cite(CITE_GEMV),
            custom(&[a, b, dst], &BIAS_OUTER).cite(CITE_GEMV),
            custom(&[a, a_scale], &BIAS_LEFT).cite(CITE_GEMV),
            custom(&[b, b_scale], &BIAS_RIGHT).cite(CITE_GEMV),
            custom(&[a_scale, b_scale], &BIAS_OLD).warn().cite(CITE_GEMV),
            same_valid_cols(&[dst, bias]).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:10278-10286"),
        ],
        sem: Sem::Matmul(Matmul { lhs: a, rhs: b, scales: Some((a_scale, b_scale)), start: Start::Bias(bias), dst }),
        support: &[
            on(Targets::A5, CITE).tuples(&[dst, a, b], TRIPLES),
            on(Targets::CPU, CITE_CPU).tuples(&[dst, a, b], TRIPLES),
        ],
        quirks: &["subnormals", "mx-wide-scales"],
        notes: &[SCALE_NOTE, ORDER_NOTE, FP4_NOTE, LEFT_NOTE],
    }
}
