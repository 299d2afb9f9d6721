//! Matrix products on the cube unit.

use crate::code;
use crate::def::prelude::*;
use crate::dtype::DType;
use crate::rule::{Args, Custom};
use crate::sem::{Mad, Start};

/// Accumulator, left and right element types on A2/A3.
pub(super) const A2A3: &[&[DType]] =
    &[&[I32, I8, I8], &[F32, F16, F16], &[F32, F32, F32], &[F32, Bf16, Bf16]];
/// The same on A5.
pub(super) const A5: &[&[DType]] = &[
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
/// Scaled products.
pub(super) const MX: &[&[DType]] = &[
    &[F32, F8E4M3, F8E4M3],
    &[F32, F8E4M3, F8E5M2],
    &[F32, F8E5M2, F8E4M3],
    &[F32, F8E5M2, F8E5M2],
    &[F32, F4E1M2x2, F4E1M2x2],
    &[F32, F4E1M2x2, F4E2M1x2],
    &[F32, F4E2M1x2, F4E1M2x2],
    &[F32, F4E2M1x2, F4E2M1x2],
];

fn operand_types(args: &Args<'_>) -> [Option<DType>; 3] {
    [args.dtype(0), args.dtype(1), args.dtype(2)]
}

fn found(args: &Args<'_>) -> String {
    let names = operand_types(args).map(|d| d.map_or("unknown", |d| d.name()));
    format!("`lhs` is {}, `rhs` {}, `dst` {}", names[0], names[1], names[2])
}

static TF32_IS_F32: Custom = Custom {
    name: "tf32-is-f32",
    code: code::DTYPE,
    text: "`tf32_mode` goes with f32 `lhs`, `rhs` and `dst`",
    holds: |args| {
        args.attr("tf32_mode").is_none()
            || operand_types(args).iter().all(|d| d.is_none_or(|d| d == F32))
    },
    found,
    mutate_to_violate: |b| {
        b.attrs.push(("tf32_mode".into(), "round_even".into()));
        for slot in [0, 1] {
            if let Some(d) = b.dtype(slot) {
                *d = F16;
            }
        }
    },
};

static SAT_IS_FLOAT: Custom = Custom {
    name: "sat-is-float",
    code: code::DTYPE,
    text: "`sat` and `nosat` go with floating-point `lhs`, `rhs` and `dst`",
    holds: |args| {
        args.attr("sat_mode").is_none()
            || operand_types(args).iter().all(|d| d.is_none_or(|d| d.is_float()))
    },
    found,
    mutate_to_violate: |b| {
        b.attrs.push(("sat_mode".into(), "sat".into()));
        for (slot, to) in [(0, I8), (1, I8), (2, I32)] {
            if let Some(d) = b.dtype(slot) {
                *d = to;
            }
        }
        if b.types.len() == 7
            && let Some(d) = b.dtype(3)
        {
            *d = I32;
        }
    },
};

/// An extent that is known and out of its field.
///
/// Source: PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp, `packMadXt`.
fn bad_extent(args: &Args<'_>, first: usize) -> Option<i64> {
    let mut known = args.slots.iter().skip(first).take(3).filter_map(|s| s.constant);
    known.find(|n| !(1..=4095).contains(n))
}

/// Rules on the extents from slot `$first` on: M, N, K.
macro_rules! extents {
    ($range:ident, $groups:ident: $first:literal) => {
        static $range: Custom = Custom {
            name: "mad-extents",
            code: code::MATMUL_SHAPE,
            text: "`m`, `n` and `k` must be from 1 to 4095",
            holds: |args| bad_extent(args, $first).is_none(),
            found: |args| format!("one is {}", bad_extent(args, $first).unwrap_or_default()),
            mutate_to_violate: |b| b.constants.push(($first + 2, 4096)),
        };
        static $groups: Custom = Custom {
            name: "mad-mx-groups",
            code: code::MATMUL_SHAPE,
            text: "`k` must be a multiple of 64, two groups of 32",
            holds: |args| args.slots[$first + 2].constant.is_none_or(|k| k % 64 == 0),
            found: |args| format!("it is {}", args.slots[$first + 2].constant.unwrap_or_default()),
            mutate_to_violate: |b| b.constants.push(($first + 2, 32)),
        };
    };
}

extents!(EXTENTS_3, GROUPS_3: 3);
extents!(EXTENTS_4, GROUPS_4: 4);

const CITE_EXTENTS: &str = "pto-isa@3186c381 docs/isa/cube/ops/mad/mad.md:54, include/pto/npu/a2a3/TMatmul.hpp:99-107, a5/TMatmul.hpp:129-137";
const CITE_GROUPS: &str =
    "pto-isa@3186c381 docs/isa/cube/ops/mad/mad-mx.md:24, include/pto/npu/a5/TMatmul.hpp:114";

/// What the pages of scaled products call supported at present.
const MX_PAGE: &[&[DType]] = &[&[F32, F8E4M3, F8E4M3]];

const BASE: OpDef =
    OpDef { family: "mad", cost: Cost::Mad, pipe: PipeSelector::Fixed(Pipe::M), ..OpDef::EMPTY };

ops! {
    base: BASE;

    /// Multiply two matrices.
    ///
    /// Operands are fractal images in L0A and L0B, the result one in L0C; `m`, `n` and `k` are the logical
    /// extents. With m = 1 the left operand is one contiguous row unless `disable_gemv` is given.
    mad(lhs: Loads Ptr, rhs: Loads Ptr, dst: Stores Ptr, m: In Scalar, n: In Scalar, k: In Scalar) {
        origin: Origin::Manual("docs/isa/cube/ops/mad/mad.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:41; PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:611-632
        cpp: "a5: mad(dst, lhs, rhs, m, k, n, unit_flag_mode:MadUnitFlag=0, disable_gemv=false, false, true); a5: [tf32_mode=round_even? set_ctrl(sbitset0(sbitset1(get_ctrl(), 46), 47)) then ][tf32_mode=round_away? set_ctrl(sbitset1(sbitset1(get_ctrl(), 46), 47)) then ][sat_mode=sat? set_ctrl(sbitset0(get_ctrl(), 48)) then ][sat_mode=nosat? set_ctrl(sbitset1(get_ctrl(), 48)) then ][n_dir? set_ctrl(sbitset1(get_ctrl(), 51)) then ]mad(dst, lhs, rhs, m, k, n, unit_flag_mode:MadUnitFlag=0, disable_gemv=false, false, true) keeps ctrl",
        formula: "dst[i,j] = sum over l < k of lhs[i,l]*rhs[l,j]",
        attrs: &[
            word("unit_flag_mode", &["check_only", "check_and_set"]).doc("hand-over of the accumulator to the fixpipe"),
            flag("disable_gemv").doc("with m = 1, read `lhs` as a matrix and not as one row"),
            word("sat_mode", &["sat", "nosat"]).doc("infinities and NaN of the operands become the largest number and 0"),
            word("tf32_mode", &["round_even", "round_away"]).doc("round f32 operands to 10 bits of fraction, on A2/A3 to 11"),
            flag("n_dir").doc("order of the steps: along n first"),
        ],
        syntax: "lhs, rhs, dst, m, n, k unit_flag(<unit_flag_mode>) <disable_gemv> <sat_mode> tf32_mode(<tf32_mode>) <n_dir>",
        rules: &[
            in_space(&[lhs], &[Left]),
            in_space(&[rhs], &[Right]),
            in_space(&[dst], &[Acc]),
            custom(&[m, n, k], &EXTENTS_3).cite(CITE_EXTENTS),
            custom(&[lhs, dst, rhs], &TF32_IS_F32),
            custom(&[lhs, dst, rhs], &SAT_IS_FLOAT),
        ],
        sem: Sem::Mad(Mad { lhs, rhs, dst, start: Start::Zero, extents: [m, n, k], scaled: false }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TMatmul.hpp:77-97")
                .tuples(&[dst, lhs, rhs], A2A3)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4479-4540", "any element types")]),
            on(Targets::CPU_A5, "pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:139-168")
                .tuples(&[dst, lhs, rhs], A5)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4479-4540", "any element types, hif8 only with hif8")]),
        ],
        quirks: &["short-f32"],
        notes: &[
            "Without `sat` and `nosat` infinities and NaN follow IEEE 754, as public programs expect; the assembler leaves it to bit 48 of the control register.",
        ],
    }

    /// Multiply two matrices and add to the accumulator.
    ///
    /// Operands are fractal images in L0A and L0B, the result one in L0C; `m`, `n` and `k` are the logical
    /// extents. With m = 1 the left operand is one contiguous row unless `disable_gemv` is given.
    mad_acc(lhs: Loads Ptr, rhs: Loads Ptr, dst: Updates Ptr, m: In Scalar, n: In Scalar, k: In Scalar) {
        origin: Origin::Manual("docs/isa/cube/ops/mad/mad-acc.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:41; PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:611-632
        cpp: "a5: mad(dst, lhs, rhs, m, k, n, unit_flag_mode:MadUnitFlag=0, disable_gemv=false, false, false); a5: [tf32_mode=round_even? set_ctrl(sbitset0(sbitset1(get_ctrl(), 46), 47)) then ][tf32_mode=round_away? set_ctrl(sbitset1(sbitset1(get_ctrl(), 46), 47)) then ][sat_mode=sat? set_ctrl(sbitset0(get_ctrl(), 48)) then ][sat_mode=nosat? set_ctrl(sbitset1(get_ctrl(), 48)) then ][n_dir? set_ctrl(sbitset1(get_ctrl(), 51)) then ]mad(dst, lhs, rhs, m, k, n, unit_flag_mode:MadUnitFlag=0, disable_gemv=false, false, false) keeps ctrl",
        formula: "dst[i,j] += sum over l < k of lhs[i,l]*rhs[l,j]",
        attrs: &[
            word("unit_flag_mode", &["check_only", "check_and_set"]).doc("hand-over of the accumulator to the fixpipe"),
            flag("disable_gemv").doc("with m = 1, read `lhs` as a matrix and not as one row"),
            word("sat_mode", &["sat", "nosat"]).doc("infinities and NaN of the operands become the largest number and 0"),
            word("tf32_mode", &["round_even", "round_away"]).doc("round f32 operands to 10 bits of fraction, on A2/A3 to 11"),
            flag("n_dir").doc("order of the steps: along n first"),
        ],
        syntax: "lhs, rhs, dst, m, n, k unit_flag(<unit_flag_mode>) <disable_gemv> <sat_mode> tf32_mode(<tf32_mode>) <n_dir>",
        rules: &[
            in_space(&[lhs], &[Left]),
            in_space(&[rhs], &[Right]),
            in_space(&[dst], &[Acc]),
            custom(&[m, n, k], &EXTENTS_3).cite(CITE_EXTENTS),
            custom(&[lhs, dst, rhs], &TF32_IS_F32),
            custom(&[lhs, dst, rhs], &SAT_IS_FLOAT),
        ],
        sem: Sem::Mad(Mad { lhs, rhs, dst, start: Start::Acc(dst), extents: [m, n, k], scaled: false }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TMatmul.hpp:77-97")
                .tuples(&[dst, lhs, rhs], A2A3)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4479-4540", "any element types")]),
            on(Targets::CPU_A5, "pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:139-168")
                .tuples(&[dst, lhs, rhs], A5)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4479-4540", "any element types, hif8 only with hif8")]),
        ],
        quirks: &["short-f32"],
        notes: &[
            "Without `sat` and `nosat` infinities and NaN follow IEEE 754, as public programs expect; the assembler leaves it to bit 48 of the control register.",
        ],
    }

    /// Multiply two matrices and add a bias per column.
    ///
    /// Operands are fractal images in L0A and L0B, the result one in L0C; `m`, `n` and `k` are the logical
    /// extents. With m = 1 the left operand is one contiguous row unless `disable_gemv` is given.
    mad_bias(lhs: Loads Ptr, rhs: Loads Ptr, dst: Stores Ptr, bias: Loads Ptr, m: In Scalar, n: In Scalar, k: In Scalar) {
        origin: Origin::Manual("docs/isa/cube/ops/mad/mad-bias.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:57; PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:611-632
        cpp: "a5: mad((type(dst))(((uint64_t)dst & 0xffffffffULL) + ((uint64_t)bias << 32)), lhs, rhs, m, k, n, unit_flag_mode:MadUnitFlag=0, disable_gemv=false, true, false); a5: [tf32_mode=round_even? set_ctrl(sbitset0(sbitset1(get_ctrl(), 46), 47)) then ][tf32_mode=round_away? set_ctrl(sbitset1(sbitset1(get_ctrl(), 46), 47)) then ][sat_mode=sat? set_ctrl(sbitset0(get_ctrl(), 48)) then ][sat_mode=nosat? set_ctrl(sbitset1(get_ctrl(), 48)) then ][n_dir? set_ctrl(sbitset1(get_ctrl(), 51)) then ]mad((type(dst))(((uint64_t)dst & 0xffffffffULL) + ((uint64_t)bias << 32)), lhs, rhs, m, k, n, unit_flag_mode:MadUnitFlag=0, disable_gemv=false, true, false) keeps ctrl",
        formula: "dst[i,j] = bias[j] + sum over l < k of lhs[i,l]*rhs[l,j]",
        attrs: &[
            word("unit_flag_mode", &["check_only", "check_and_set"]).doc("hand-over of the accumulator to the fixpipe"),
            flag("disable_gemv").doc("with m = 1, read `lhs` as a matrix and not as one row"),
            word("sat_mode", &["sat", "nosat"]).doc("infinities and NaN of the operands become the largest number and 0"),
            word("tf32_mode", &["round_even", "round_away"]).doc("round f32 operands to 10 bits of fraction, on A2/A3 to 11"),
            flag("n_dir").doc("order of the steps: along n first"),
        ],
        syntax: "lhs, rhs, dst, bias, m, n, k unit_flag(<unit_flag_mode>) <disable_gemv> <sat_mode> tf32_mode(<tf32_mode>) <n_dir>",
        rules: &[
            in_space(&[lhs], &[Left]),
            in_space(&[rhs], &[Right]),
            in_space(&[dst], &[Acc]),
            in_space(&[bias], &[Bias]),
            same_dtype(&[dst, bias]),
            custom(&[m, n, k], &EXTENTS_4).cite(CITE_EXTENTS),
            custom(&[lhs, dst, rhs], &TF32_IS_F32),
            custom(&[lhs, dst, rhs], &SAT_IS_FLOAT),
        ],
        sem: Sem::Mad(Mad { lhs, rhs, dst, start: Start::Bias(bias), extents: [m, n, k], scaled: false }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TMatmul.hpp:77-97")
                .tuples(&[dst, lhs, rhs], A2A3)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4479-4540", "any element types")]),
            on(Targets::CPU_A5, "pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:139-168")
                .tuples(&[dst, lhs, rhs], A5)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4479-4540", "any element types, hif8 only with hif8")]),
        ],
        quirks: &["short-f32"],
        notes: &[
            "Without `sat` and `nosat` infinities and NaN follow IEEE 754, as public programs expect; the assembler leaves it to bit 48 of the control register.",
        ],
    }

    /// Multiply two matrices with block scales.
    ///
    /// Operands are fractal images in L0A and L0B, the result one in L0C; `m`, `n` and `k` are the logical
    /// extents. The scales (E8M0, one per 32 elements along k) stand beside the data in L0A and L0B.
    mad_mx(lhs: Loads Ptr, rhs: Loads Ptr, dst: Stores Ptr, m: In Scalar, n: In Scalar, k: In Scalar) {
        origin: Origin::Manual("docs/isa/cube/ops/mad/mad-mx.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:72; PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:611-632
        cpp: "a5: mad_mx(dst, lhs, rhs, m, k, n, unit_flag_mode:MadUnitFlag=0, disable_gemv=false, false, true); a5: [sat_mode=sat? set_ctrl(sbitset0(get_ctrl(), 48)) then ][sat_mode=nosat? set_ctrl(sbitset1(get_ctrl(), 48)) then ][n_dir? set_ctrl(sbitset1(get_ctrl(), 51)) then ]mad_mx(dst, lhs, rhs, m, k, n, unit_flag_mode:MadUnitFlag=0, disable_gemv=false, false, true) keeps ctrl",
        formula: "dst[i,j] = sum over l < k of lhs[i,l]*sa[i,l/32] * rhs[l,j]*sb[l/32,j]",
        attrs: &[
            word("unit_flag_mode", &["check_only", "check_and_set"]).doc("hand-over of the accumulator to the fixpipe"),
            flag("disable_gemv").doc("with m = 1, read `lhs` as a matrix and not as one row"),
            word("sat_mode", &["sat", "nosat"]).doc("infinities and NaN of the operands become the largest number and 0"),
            flag("n_dir").doc("order of the steps: along n first"),
        ],
        syntax: "lhs, rhs, dst, m, n, k unit_flag(<unit_flag_mode>) <disable_gemv> <sat_mode> <n_dir>",
        rules: &[
            in_space(&[lhs], &[Left]),
            in_space(&[rhs], &[Right]),
            in_space(&[dst], &[Acc]),
            custom(&[m, n, k], &EXTENTS_3).cite(CITE_EXTENTS),
            custom(&[k], &GROUPS_3).cite(CITE_GROUPS),
        ],
        sem: Sem::Mad(Mad { lhs, rhs, dst, start: Start::Zero, extents: [m, n, k], scaled: true }),
        support: &[
            on(Targets::CPU_A5, "pto-isa@3186c381 docs/isa/cube/ops/mad/mad-mx.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4370-4405")
                .tuples(&[dst, lhs, rhs], MX),
            documented(Targets::ALL, "pto-isa@3186c381 docs/isa/cube/ops/mad/mad-mx.md:24, 60").tuples(&[dst, lhs, rhs], MX_PAGE),
        ],
        notes: &[
            "Without `sat` and `nosat` infinities and NaN follow IEEE 754, as public programs expect; the assembler leaves it to bit 48 of the control register.",
        ],
    }

    /// Multiply two matrices with block scales and add to the accumulator.
    ///
    /// Operands are fractal images in L0A and L0B, the result one in L0C; `m`, `n` and `k` are the logical
    /// extents. The scales (E8M0, one per 32 elements along k) stand beside the data in L0A and L0B.
    mad_mx_acc(lhs: Loads Ptr, rhs: Loads Ptr, dst: Updates Ptr, m: In Scalar, n: In Scalar, k: In Scalar) {
        origin: Origin::Manual("docs/isa/cube/ops/mad/mad-mx-acc.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:72; PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:611-632
        cpp: "a5: mad_mx(dst, lhs, rhs, m, k, n, unit_flag_mode:MadUnitFlag=0, disable_gemv=false, false, false); a5: [sat_mode=sat? set_ctrl(sbitset0(get_ctrl(), 48)) then ][sat_mode=nosat? set_ctrl(sbitset1(get_ctrl(), 48)) then ][n_dir? set_ctrl(sbitset1(get_ctrl(), 51)) then ]mad_mx(dst, lhs, rhs, m, k, n, unit_flag_mode:MadUnitFlag=0, disable_gemv=false, false, false) keeps ctrl",
        formula: "dst[i,j] += sum over l < k of lhs[i,l]*sa[i,l/32] * rhs[l,j]*sb[l/32,j]",
        attrs: &[
            word("unit_flag_mode", &["check_only", "check_and_set"]).doc("hand-over of the accumulator to the fixpipe"),
            flag("disable_gemv").doc("with m = 1, read `lhs` as a matrix and not as one row"),
            word("sat_mode", &["sat", "nosat"]).doc("infinities and NaN of the operands become the largest number and 0"),
            flag("n_dir").doc("order of the steps: along n first"),
        ],
        syntax: "lhs, rhs, dst, m, n, k unit_flag(<unit_flag_mode>) <disable_gemv> <sat_mode> <n_dir>",
        rules: &[
            in_space(&[lhs], &[Left]),
            in_space(&[rhs], &[Right]),
            in_space(&[dst], &[Acc]),
            custom(&[m, n, k], &EXTENTS_3).cite(CITE_EXTENTS),
            custom(&[k], &GROUPS_3).cite(CITE_GROUPS),
        ],
        sem: Sem::Mad(Mad { lhs, rhs, dst, start: Start::Acc(dst), extents: [m, n, k], scaled: true }),
        support: &[
            on(Targets::CPU_A5, "pto-isa@3186c381 docs/isa/cube/ops/mad/mad-mx-acc.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4370-4405")
                .tuples(&[dst, lhs, rhs], MX),
            documented(Targets::ALL, "pto-isa@3186c381 docs/isa/cube/ops/mad/mad-mx-acc.md:44, mad-mx.md:60").tuples(&[dst, lhs, rhs], MX_PAGE),
        ],
        notes: &[
            "Without `sat` and `nosat` infinities and NaN follow IEEE 754, as public programs expect; the assembler leaves it to bit 48 of the control register.",
        ],
    }

    /// Multiply two matrices with block scales and add a bias per column.
    ///
    /// Operands are fractal images in L0A and L0B, the result one in L0C; `m`, `n` and `k` are the logical
    /// extents. The scales (E8M0, one per 32 elements along k) stand beside the data in L0A and L0B.
    mad_mx_bias(lhs: Loads Ptr, rhs: Loads Ptr, dst: Stores Ptr, bias: Loads Ptr, m: In Scalar, n: In Scalar, k: In Scalar) {
        origin: Origin::Manual("docs/isa/cube/ops/mad/mad-mx-bias.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:88; PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:611-632
        cpp: "a5: mad_mx((type(dst))(((uint64_t)dst & 0xffffffffULL) + ((uint64_t)bias << 32)), lhs, rhs, m, k, n, unit_flag_mode:MadUnitFlag=0, disable_gemv=false, true, false); a5: [sat_mode=sat? set_ctrl(sbitset0(get_ctrl(), 48)) then ][sat_mode=nosat? set_ctrl(sbitset1(get_ctrl(), 48)) then ][n_dir? set_ctrl(sbitset1(get_ctrl(), 51)) then ]mad_mx((type(dst))(((uint64_t)dst & 0xffffffffULL) + ((uint64_t)bias << 32)), lhs, rhs, m, k, n, unit_flag_mode:MadUnitFlag=0, disable_gemv=false, true, false) keeps ctrl",
        formula: "dst[i,j] = bias[j] + sum over l < k of lhs[i,l]*sa[i,l/32] * rhs[l,j]*sb[l/32,j]",
        attrs: &[
            word("unit_flag_mode", &["check_only", "check_and_set"]).doc("hand-over of the accumulator to the fixpipe"),
            flag("disable_gemv").doc("with m = 1, read `lhs` as a matrix and not as one row"),
            word("sat_mode", &["sat", "nosat"]).doc("infinities and NaN of the operands become the largest number and 0"),
            flag("n_dir").doc("order of the steps: along n first"),
        ],
        syntax: "lhs, rhs, dst, bias, m, n, k unit_flag(<unit_flag_mode>) <disable_gemv> <sat_mode> <n_dir>",
        rules: &[
            in_space(&[lhs], &[Left]),
            in_space(&[rhs], &[Right]),
            in_space(&[dst], &[Acc]),
            in_space(&[bias], &[Bias]),
            same_dtype(&[dst, bias]),
            custom(&[m, n, k], &EXTENTS_4).cite(CITE_EXTENTS),
            custom(&[k], &GROUPS_4).cite(CITE_GROUPS),
        ],
        sem: Sem::Mad(Mad { lhs, rhs, dst, start: Start::Bias(bias), extents: [m, n, k], scaled: true }),
        support: &[
            on(Targets::CPU_A5, "pto-isa@3186c381 docs/isa/cube/ops/mad/mad-mx-bias.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4370-4405")
                .tuples(&[dst, lhs, rhs], MX),
            documented(Targets::ALL, "pto-isa@3186c381 docs/isa/cube/ops/mad/mad-mx-bias.md:45, mad-mx.md:60").tuples(&[dst, lhs, rhs], MX_PAGE),
        ],
        notes: &[
            "Without `sat` and `nosat` infinities and NaN follow IEEE 754, as public programs expect; the assembler leaves it to bit 48 of the control register.",
        ],
    }
}
