//! Matrix multiplication on tiles, plain formats.

use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom, Mutator};
use crate::ty::{Dim, TileTy};

const BASE: OpDef = OpDef {
    family: "matrix-and-matrix-vector",
    form: PrintForm::Dps,
    pipe: PipeSelector::Fixed(Pipe::M),
    cost: Cost::Matmul,
    ..OpDef::EMPTY
};

/// Valid extents of one operand, for messages.
pub(super) fn extents(args: &Args<'_>, slot: u8) -> String {
    args.tile(slot).map_or("unknown".into(), |t| format!("{} x {}", t.valid_rows, t.valid_cols))
}

fn extent(valid: Dim, size: u32) -> u32 {
    valid.known().unwrap_or(size)
}

/// Another extent than `n`, within the tile where possible.
fn other(n: u32) -> u32 {
    if n > 1 { n - 1 } else { 2 }
}

/// Whether two extents can be equal. Empty regions are reported as such, not as a mismatch.
fn same_extent(a: Dim, b: Dim) -> bool {
    a == Dim::Is(0) || b == Dim::Is(0) || a.may_equal(b)
}

pub(super) fn inner_holds(args: &Args<'_>, lhs: u8, rhs: u8) -> bool {
    let (Some(a), Some(b)) = (args.tile(lhs), args.tile(rhs)) else { return true };
    same_extent(a.valid_cols, b.valid_rows)
}

pub(super) fn inner_violate(b: &mut Mutator<'_>, lhs: u8, rhs: u8) {
    let Some(k) = b.tile(lhs).map(|t| extent(t.valid_cols, t.cols)) else { return };
    if let Some(t) = b.tile(lhs) {
        t.valid_cols = Dim::Is(k);
    }
    if let Some(t) = b.tile(rhs) {
        t.valid_rows = Dim::Is(other(k));
    }
}

pub(super) fn outer_holds(args: &Args<'_>, lhs: u8, rhs: u8, dst: u8) -> bool {
    let (Some(a), Some(b), Some(d)) = (args.tile(lhs), args.tile(rhs), args.tile(dst)) else {
        return true;
    };
    same_extent(a.valid_rows, d.valid_rows) && same_extent(b.valid_cols, d.valid_cols)
}

pub(super) fn outer_violate(b: &mut Mutator<'_>, rhs: u8, dst: u8) {
    let Some(n) = b.tile(rhs).map(|t| extent(t.valid_cols, t.cols)) else { return };
    if let Some(t) = b.tile(rhs) {
        t.valid_cols = Dim::Is(n);
    }
    if let Some(t) = b.tile(dst) {
        t.valid_cols = Dim::Is(other(n));
    }
}

/// The cube takes extents up to this.
const MAX_EXTENT: u32 = 4095;

pub(super) fn limit_holds(args: &Args<'_>, lhs: u8, rhs: u8) -> bool {
    let fits = |d: Dim| d.known().is_none_or(|n| n <= MAX_EXTENT);
    let all = |t: &TileTy| fits(t.valid_rows) && fits(t.valid_cols);
    args.tile(lhs).is_none_or(all) && args.tile(rhs).is_none_or(all)
}

/// Makes K one too large and leaves M and N, so that nothing else breaks.
pub(super) fn limit_violate(b: &mut Mutator<'_>, lhs: u8, rhs: u8) {
    let k = MAX_EXTENT + 1;
    if let Some(t) = b.tile(lhs) {
        (t.cols, t.valid_cols) = (k, Dim::Is(k));
    }
    if let Some(t) = b.tile(rhs) {
        (t.rows, t.valid_rows) = (k, Dim::Is(k));
    }
}

macro_rules! matmul_rules {
    ($inner:ident, $outer:ident, $limit:ident, $whole:ident: $lhs:literal, $rhs:literal, $dst:literal) => {
        static $inner: Custom = Custom {
            name: "matmul-inner",
            code: code::MATMUL_SHAPE,
            text: "the left operand must have as many valid columns as the right one has valid rows",
            holds: |args| inner_holds(args, $lhs, $rhs),
            found: |args| {
                format!("left is {}, right is {}", extents(args, $lhs), extents(args, $rhs))
            },
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
            found: |args| {
                format!("left is {}, right is {}", extents(args, $lhs), extents(args, $rhs))
            },
            mutate_to_violate: |b| limit_violate(b, $lhs, $rhs),
        };
        static $whole: Custom = Custom {
            name: "matmul-allocated",
            code: code::MATMUL_SHAPE,
            text: "the allocated extents must agree as the valid ones do: M x K, K x N and M x N",
            holds: |args| {
                let [l, r, d] = [$lhs, $rhs, $dst].map(|i| args.tile(i));
                let (Some(l), Some(r), Some(d)) = (l, r, d) else { return true };
                l.rows == d.rows && l.cols == r.rows && r.cols == d.cols
            },
            found: |args| {
                let show = |i| {
                    args.tile(i).map_or_else(|| "unknown".into(), |t| format!("{}x{}", t.rows, t.cols))
                };
                let [l, r, d] = [$lhs, $rhs, $dst].map(show);
                format!("left is {l}, right is {r}, result is {d}")
            },
            mutate_to_violate: |b| {
                if let Some(t) = b.tile($dst) {
                    t.rows += 16;
                }
            },
        };
    };
}

matmul_rules!(INNER, OUTER, LIMIT, ALLOCATED: 0, 1, 2);
matmul_rules!(ACC_INNER, ACC_OUTER, ACC_LIMIT, ACC_ALLOCATED: 1, 2, 3);
matmul_rules!(BIAS_INNER, BIAS_OUTER, BIAS_LIMIT, BIAS_ALLOCATED: 0, 1, 3);

const PHASE: AttrDef = word("accPhase", &["unspecified", "partial", "final"])
    .doc("state of the M-to-FIX hand-over of the accumulator");

/// Result, left, right.
const TRIPLES_A2A3: &[&[crate::DType]] =
    &[&[I32, I8, I8], &[F32, F16, F16], &[F32, F32, F32], &[F32, Bf16, Bf16]];
/// The triples of the page, which does not say which pairs of 8-bit floats it means.
const WITHOUT_HIF8: &[&[crate::DType]] = TRIPLES_A5.split_at(TRIPLES_A5.len() - 1).0;

const TRIPLES_A5: &[&[crate::DType]] = &[
    &[I32, I8, I8],
    &[F32, F16, F16],
    &[F32, F32, F32],
    &[F32, Bf16, Bf16],
    &[F32, F8E4M3, F8E4M3],
    &[F32, F8E4M3, F8E5M2],
    &[F32, F8E5M2, F8E4M3],
    &[F32, F8E5M2, F8E5M2],
    &[F32, Hif8, Hif8],
];

const LEFT_NOTE: &str = "A `left` tile is laid out ZZ on A2/A3 and NZ on A5. Programs write either on both and the assembler replaces the outer order, so both are accepted everywhere.";
const ORDER_NOTE: &str = "The order inside the cube is not published. Terms are added in increasing k with one fused multiply-add each; A2/A3 and A5 start from the accumulator or the bias, the CPU starts from 0 and adds it at the end.";
const CITE_LIMIT: &str =
    "pto-isa@3186c381 include/pto/npu/a2a3/TMatmul.hpp:99-107, a5/TMatmul.hpp:129-137";
const CITE_LAYOUT_A5: &str =
    "pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:161-167, cpu/TMatmul.hpp:42-47";
const CITE_LAYOUT_A2A3: &str = "pto-isa@3186c381 include/pto/common/pto_tile.hpp:1739, 1769 (TileRight, TileAcc); the header does not check it";
const CITE_SHAPE: &str =
    "PTOAS 0.60 lib/PTO/IR/PTO.cpp:5803-5842; pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:34-36";
const CITE_GEMV: &str = "PTOAS 0.60 lib/PTO/IR/PTO.cpp:5895-5936";
const CITE_A2A3: &str = "pto-isa@3186c381 include/pto/npu/a2a3/TMatmul.hpp:77-97";
const CITE_A5: &str = "pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:139-168";
const CITE_CPU: &str = "union of the devices; pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:21-33 has the four plain triples";
const CITE_PTOAS: &str = "PTOAS 0.60 lib/PTO/IR/PTO.cpp:6280-6313";

ops! {
    base: BASE;

    /// Multiply two matrices.
    ///
    /// M is the number of valid rows of `lhs`, K of its valid columns, N of the valid columns of `rhs`. The
    /// result replaces `dst`; nothing is accumulated. 8-bit integers accumulate in 32-bit integers, every
    /// float format in f32.
    tmatmul(lhs: In Tile, rhs: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/matrix-and-matrix-vector/tmatmul.md"),
        cpp: "TMATMUL<[accPhase:AccPhase]>(dst, lhs, rhs)",
        formula: "dst[i,j] = sum over k < K of lhs[i,k] * rhs[k,j]   for i < M, j < N",
        attrs: &[PHASE],
        rules: &[
            in_space(&[lhs], &[Left]),
            in_space(&[rhs], &[Right]),
            in_space(&[dst], &[Acc]),
            has_layout(&[lhs], &[Zz, Nz]),
            has_layout(&[rhs], &[Zn]).only(Targets::CPU_A5).cite(CITE_LAYOUT_A5),
            has_layout(&[dst], &[Nz]).only(Targets::CPU_A5).cite(CITE_LAYOUT_A5),
            has_layout(&[rhs], &[Zn]).only(Targets::A2A3).warn().cite(CITE_LAYOUT_A2A3),
            has_layout(&[dst], &[Nz]).only(Targets::A2A3).warn().cite(CITE_LAYOUT_A2A3),
            non_empty(&[lhs, rhs]).device_only().warn().cite(CITE_LIMIT),
            non_empty(&[lhs, rhs]).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tmatmul.md:90"),
            custom(&[rhs, dst, lhs], &LIMIT).cite(CITE_LIMIT),
            custom(&[lhs, rhs], &INNER).cite(CITE_SHAPE),
            custom(&[lhs, rhs, dst], &OUTER).cite(CITE_SHAPE),
            custom(&[lhs, rhs, dst], &ALLOCATED).only(Targets::NPU).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tmatmul.md:109, TMATMUL.md:65, 72"),
        ],
        sem: Sem::Matmul(Matmul { lhs, rhs, scales: None, start: Start::Zero, dst }),
        support: &[
            on(Targets::A2A3, CITE_A2A3).tuples(&[dst, lhs, rhs], TRIPLES_A2A3)
                .conflicting_sources(&[other_source(CITE_PTOAS, "the same triples, integers of any sign")]),
            on(Targets::A5, CITE_A5).tuples(&[dst, lhs, rhs], TRIPLES_A5)
                .conflicting_sources(&[
                    other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:2555-2589", "fp8 only with equal types; no hif8"),
                ]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tmatmul.md: selected fp8 pairs")
                .tuples(&[dst, lhs, rhs], WITHOUT_HIF8),
            on(Targets::CPU, CITE_CPU).tuples(&[dst, lhs, rhs], TRIPLES_A5),
        ],
        quirks: &["subnormals"],
        notes: &[
            LEFT_NOTE,
            ORDER_NOTE,
            "The pages differ on whether `dst` starts at zero between phases; it is overwritten, and only the acc form accumulates.",
            "An empty operand is only a warning by the headers' rules: they assert extents of at least 1, the 0.60 assembler takes 0 as nothing to do. It is an error by the page's.",
        ],
    }

    /// Multiply two matrices and add the product to an accumulator.
    ///
    /// As `tmatmul`, with the old contents of `acc_in` as the first summand. `acc_in` and `dst` are usually
    /// one tile.
    tmatmul_acc(acc_in: In Tile, lhs: In Tile, rhs: In Tile, dst: Out Tile) {
        print_as: "tmatmul.acc",
        origin: Origin::Manual("docs/isa/tile/ops/matrix-and-matrix-vector/tmatmul-acc.md"),
        cpp: "TMATMUL_ACC<[accPhase:AccPhase]>(dst, acc_in, lhs, rhs)",
        formula: "dst[i,j] = acc_in[i,j] + sum over k < K of lhs[i,k] * rhs[k,j]   for i < M, j < N",
        attrs: &[PHASE],
        rules: &[
            in_space(&[lhs], &[Left]),
            in_space(&[rhs], &[Right]),
            in_space(&[acc_in, dst], &[Acc]),
            has_layout(&[lhs], &[Zz, Nz]),
            has_layout(&[rhs], &[Zn]).only(Targets::CPU_A5).cite(CITE_LAYOUT_A5),
            has_layout(&[acc_in, dst], &[Nz]).only(Targets::CPU_A5).cite(CITE_LAYOUT_A5),
            has_layout(&[rhs], &[Zn]).only(Targets::A2A3).warn().cite(CITE_LAYOUT_A2A3),
            has_layout(&[acc_in, dst], &[Nz]).only(Targets::A2A3).warn().cite(CITE_LAYOUT_A2A3),
            custom(&[rhs, dst, lhs], &ACC_LIMIT).cite(CITE_LIMIT),
            same_dtype(&[dst, acc_in]),
            non_empty(&[lhs, rhs]).device_only().warn().cite(CITE_LIMIT),
            non_empty(&[lhs, rhs]).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tmatmul.md:90, tmatmul-acc.md"),
            custom(&[lhs, rhs], &ACC_INNER).cite(CITE_SHAPE),
            custom(&[lhs, rhs, dst], &ACC_OUTER).cite(CITE_SHAPE),
            custom(&[lhs, rhs, dst], &ACC_ALLOCATED).only(Targets::NPU).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tmatmul-acc.md:61, tmatmul.md:109, TMATMUL.md:65, 72"),
            same_valid(&[dst, acc_in]),
        ],
        sem: Sem::Matmul(Matmul { lhs, rhs, scales: None, start: Start::Acc(acc_in), dst }),
        support: &[
            on(Targets::A2A3, CITE_A2A3).tuples(&[dst, lhs, rhs], TRIPLES_A2A3)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:16124-16132", "element types are not checked")]),
            on(Targets::A5, CITE_A5).tuples(&[dst, lhs, rhs], TRIPLES_A5),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tmatmul-acc.md:61, tmatmul.md:114: selected fp8 pairs")
                .tuples(&[dst, lhs, rhs], WITHOUT_HIF8),
            on(Targets::CPU, CITE_CPU).tuples(&[dst, lhs, rhs], TRIPLES_A5),
        ],
        quirks: &["subnormals"],
        notes: &[LEFT_NOTE, ORDER_NOTE, "The C++ form with three arguments accumulates into its first one."],
    }

    /// Multiply two matrices and add one bias per column.
    ///
    /// `bias` has one row; its element `[0,j]` is added to every row of column j. It has the element type
    /// of the result.
    tmatmul_bias(a: In Tile, b: In Tile, bias: In Tile, dst: Out Tile) {
        print_as: "tmatmul.bias",
        origin: Origin::Manual("docs/isa/tile/ops/matrix-and-matrix-vector/tmatmul-bias.md"),
        cpp: "TMATMUL_BIAS<[accPhase:AccPhase]>(dst, a, b, bias)",
        formula: "dst[i,j] = bias[0,j] + sum over k < K of a[i,k] * b[k,j]   for i < M, j < N",
        attrs: &[PHASE],
        rules: &[
            in_space(&[a], &[Left]),
            in_space(&[b], &[Right]),
            in_space(&[bias], &[Bias]),
            in_space(&[dst], &[Acc]),
            has_layout(&[a], &[Zz, Nz]),
            has_layout(&[b], &[Zn]).only(Targets::CPU_A5).cite(CITE_LAYOUT_A5),
            has_layout(&[dst], &[Nz]).only(Targets::CPU_A5).cite(CITE_LAYOUT_A5),
            has_layout(&[b], &[Zn]).only(Targets::A2A3).warn().cite(CITE_LAYOUT_A2A3),
            has_layout(&[dst], &[Nz]).only(Targets::A2A3).warn().cite(CITE_LAYOUT_A2A3),
            custom(&[b, dst, a], &BIAS_LIMIT).cite(CITE_LIMIT),
            same_dtype(&[dst, bias]),
            rows(&[bias], 1),
            non_empty(&[a, b]).device_only().warn().cite(CITE_LIMIT),
            non_empty(&[a, b]).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tmatmul.md:90, tmatmul-bias.md"),
            custom(&[a, b], &BIAS_INNER).cite(CITE_SHAPE),
            custom(&[a, b, dst], &BIAS_OUTER).cite(CITE_SHAPE),
            custom(&[a, b, dst], &BIAS_ALLOCATED).only(Targets::NPU).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tmatmul-bias.md:60, tmatmul.md:109, TMATMUL.md:65, 72"),
            same_valid_cols(&[dst, bias]).warn(),
        ],
        sem: Sem::Matmul(Matmul { lhs: a, rhs: b, scales: None, start: Start::Bias(bias), dst }),
        support: &[
            on(Targets::A2A3, CITE_A2A3).tuples(&[dst, a, b], TRIPLES_A2A3),
            on(Targets::A5, CITE_A5).tuples(&[dst, a, b], TRIPLES_A5),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tmatmul-bias.md:60, tmatmul.md:114: selected fp8 pairs")
                .tuples(&[dst, a, b], WITHOUT_HIF8),
            on(Targets::CPU, CITE_CPU).tuples(&[dst, a, b], TRIPLES_A5),
        ],
        quirks: &["subnormals"],
        notes: &[
            LEFT_NOTE,
            ORDER_NOTE,
            "A one-row bias tile is row-major: a column of it would be shorter than a 32-byte block.",
            "Nothing checks the width of `bias` against the result in the headers; a difference is a warning.",
        ],
    }

    /// Multiply a row vector and a matrix.
    ///
    /// M is 1. The devices read K and N from `rhs` and put the row in a tile of 16 rows, of which one is
    /// valid.
    tgemv(lhs: In Tile, rhs: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/matrix-and-matrix-vector/tgemv.md"),
        cpp: "TGEMV<[accPhase:AccPhase]>(dst, lhs, rhs)",
        formula: "dst[0,j] = sum over k < K of lhs[0,k] * rhs[k,j]   for j < N",
        attrs: &[PHASE],
        rules: &[
            in_space(&[lhs], &[Left]),
            in_space(&[rhs], &[Right]),
            in_space(&[dst], &[Acc]),
            has_layout(&[lhs], &[Zz, Nz]),
            has_layout(&[rhs], &[Zn]).only(Targets::CPU_A5).cite(CITE_LAYOUT_A5),
            has_layout(&[dst], &[Nz]).only(Targets::CPU_A5).cite(CITE_LAYOUT_A5),
            has_layout(&[rhs], &[Zn]).only(Targets::A2A3).warn().cite(CITE_LAYOUT_A2A3),
            has_layout(&[dst], &[Nz]).only(Targets::A2A3).warn().cite(CITE_LAYOUT_A2A3),
            valid_rows(&[lhs, dst], 1).cite(CITE_GEMV),
            non_empty(&[rhs]).device_only().warn().cite(CITE_LIMIT),
            non_empty(&[rhs]).manual_only().cite("pto-isa@3186c381 docs/isa/TGEMV.md:98"),
            custom(&[rhs, dst, lhs], &LIMIT).cite(CITE_LIMIT),
            custom(&[lhs, rhs], &INNER).cite(CITE_GEMV),
            custom(&[lhs, rhs, dst], &OUTER).cite(CITE_GEMV),
            custom(&[lhs, rhs, dst], &ALLOCATED).only(Targets::NPU).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tgemv.md:103-105"),
        ],
        sem: Sem::Matmul(Matmul { lhs, rhs, scales: None, start: Start::Zero, dst }),
        support: &[
            on(Targets::A2A3, CITE_A2A3).tuples(&[dst, lhs, rhs], TRIPLES_A2A3),
            on(Targets::A5, CITE_A5).tuples(&[dst, lhs, rhs], TRIPLES_A5)
                .conflicting_sources(&[other_source(CITE_GEMV, "no fp8, no hif8: the operand check refuses them")]),
            on(Targets::CPU, CITE_CPU).tuples(&[dst, lhs, rhs], TRIPLES_A5),
        ],
        quirks: &["subnormals"],
        notes: &[LEFT_NOTE, ORDER_NOTE],
    }

    /// Multiply a row vector and a matrix and add the product to an accumulator.
    ///
    /// As `tgemv`, with the old contents of `acc_in` as the first summand.
    tgemv_acc(acc_in: In Tile, lhs: In Tile, rhs: In Tile, dst: Out Tile) {
        print_as: "tgemv.acc",
        origin: Origin::Manual("docs/isa/tile/ops/matrix-and-matrix-vector/tgemv-acc.md"),
        cpp: "TGEMV_ACC<[accPhase:AccPhase]>(dst, acc_in, lhs, rhs)",
        formula: "dst[0,j] = acc_in[0,j] + sum over k < K of lhs[0,k] * rhs[k,j]   for j < N",
        attrs: &[PHASE],
        rules: &[
            in_space(&[lhs], &[Left]),
            in_space(&[rhs], &[Right]),
            in_space(&[acc_in, dst], &[Acc]),
            has_layout(&[lhs], &[Zz, Nz]),
            has_layout(&[rhs], &[Zn]).only(Targets::CPU_A5).cite(CITE_LAYOUT_A5),
            has_layout(&[acc_in, dst], &[Nz]).only(Targets::CPU_A5).cite(CITE_LAYOUT_A5),
            has_layout(&[rhs], &[Zn]).only(Targets::A2A3).warn().cite(CITE_LAYOUT_A2A3),
            has_layout(&[acc_in, dst], &[Nz]).only(Targets::A2A3).warn().cite(CITE_LAYOUT_A2A3),
            custom(&[rhs, dst, lhs], &ACC_LIMIT).cite(CITE_LIMIT),
            same_dtype(&[dst, acc_in]),
            valid_rows(&[lhs, dst], 1).cite(CITE_GEMV),
            non_empty(&[rhs]).device_only().warn().cite(CITE_LIMIT),
            non_empty(&[rhs]).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tgemv-acc.md:91"),
            custom(&[lhs, rhs], &ACC_INNER).cite(CITE_GEMV),
            custom(&[lhs, rhs, dst], &ACC_OUTER).cite(CITE_GEMV),
            custom(&[lhs, rhs, dst], &ACC_ALLOCATED).only(Targets::NPU).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tgemv-acc.md:80-82"),
            same_valid(&[dst, acc_in]),
        ],
        sem: Sem::Matmul(Matmul { lhs, rhs, scales: None, start: Start::Acc(acc_in), dst }),
        support: &[
            on(Targets::A2A3, CITE_A2A3).tuples(&[dst, lhs, rhs], TRIPLES_A2A3)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:16150-16157", "element types are not checked")]),
            on(Targets::A5, CITE_A5).tuples(&[dst, lhs, rhs], TRIPLES_A5),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tgemv-acc.md:114: selected fp8 pairs").tuples(&[dst, lhs, rhs], WITHOUT_HIF8),
            on(Targets::CPU, CITE_CPU).tuples(&[dst, lhs, rhs], TRIPLES_A5),
        ],
        quirks: &["subnormals"],
        notes: &[LEFT_NOTE, ORDER_NOTE],
    }

    /// Multiply a row vector and a matrix and add one bias per column.
    ///
    /// As `tgemv`, with `bias[0,j]` added to column j. The bias has one row and the element type of the
    /// result.
    tgemv_bias(a: In Tile, b: In Tile, bias: In Tile, dst: Out Tile) {
        print_as: "tgemv.bias",
        origin: Origin::Manual("docs/isa/tile/ops/matrix-and-matrix-vector/tgemv-bias.md"),
        cpp: "TGEMV_BIAS<[accPhase:AccPhase]>(dst, a, b, bias)",
        formula: "dst[0,j] = bias[0,j] + sum over k < K of a[0,k] * b[k,j]   for j < N",
        attrs: &[PHASE],
        rules: &[
            in_space(&[a], &[Left]),
            in_space(&[b], &[Right]),
            in_space(&[bias], &[Bias]),
            in_space(&[dst], &[Acc]),
            has_layout(&[a], &[Zz, Nz]),
            has_layout(&[b], &[Zn]).only(Targets::CPU_A5).cite(CITE_LAYOUT_A5),
            has_layout(&[dst], &[Nz]).only(Targets::CPU_A5).cite(CITE_LAYOUT_A5),
            has_layout(&[b], &[Zn]).only(Targets::A2A3).warn().cite(CITE_LAYOUT_A2A3),
            has_layout(&[dst], &[Nz]).only(Targets::A2A3).warn().cite(CITE_LAYOUT_A2A3),
            custom(&[b, dst, a], &BIAS_LIMIT).cite(CITE_LIMIT),
            same_dtype(&[dst, bias]),
            rows(&[bias], 1),
            valid_rows(&[a, dst], 1).cite(CITE_GEMV),
            non_empty(&[b]).device_only().warn().cite(CITE_LIMIT),
            non_empty(&[b]).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tgemv-bias.md:92"),
            custom(&[a, b], &BIAS_INNER).cite(CITE_GEMV),
            custom(&[a, b, dst], &BIAS_OUTER).cite(CITE_GEMV),
            custom(&[a, b, dst], &BIAS_ALLOCATED).only(Targets::NPU).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tgemv-bias.md:81-83"),
            same_valid_cols(&[dst, bias]).warn(),
        ],
        sem: Sem::Matmul(Matmul { lhs: a, rhs: b, scales: None, start: Start::Bias(bias), dst }),
        support: &[
            on(Targets::A2A3, CITE_A2A3).tuples(&[dst, a, b], TRIPLES_A2A3),
            on(Targets::A5, CITE_A5).tuples(&[dst, a, b], TRIPLES_A5),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tgemv-bias.md:121: selected fp8 pairs").tuples(&[dst, a, b], WITHOUT_HIF8),
            on(Targets::CPU, CITE_CPU).tuples(&[dst, a, b], TRIPLES_A5),
        ],
        quirks: &["subnormals"],
        notes: &[LEFT_NOTE, ORDER_NOTE],
    }
}
