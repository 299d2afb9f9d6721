//! Reductions across the lanes of a vector register.

use crate::def::prelude::*;
use crate::dtype::DType;
use crate::sem::GroupFold;
use crate::sem::lane_fold::{add_neighbours, extreme_lanes};

const BASE: OpDef = OpDef { family: "reduction-ops", ..OpDef::REGISTER };

/// What the reductions compare.
const ORDERED: &[DType] = &[I16, U16, I32, U32, F16, F32];

ops! {
    base: BASE;

    /// Sum the active lanes of a vector register.
    ///
    /// The sum goes to lane 0, the other lanes become zero. 8-bit lanes sum into 16 bits, 16-bit lanes into 32; wider
    /// ones keep their type. Without active lanes the sum is zero. Lanes are added as a tree of adjacent pairs, and
    /// every node is rounded to the type of the result; integers wrap.
    vcadd(input: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/reduction-ops/vcadd.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Reduce.hpp:168
        cpp: "vcadd(result, input, mask, MODE_ZEROING)",
        formula: "result[0] = sum over active i of input[i], result[1..] = 0",
        rules: &[
            mask_fits(&[input, mask]),
        ],
        sem: Sem::LaneFold(LaneFold { fold: Fold::Sum, src: input, mask, dst: result }),
        support: &[
            on(Targets::NPU, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4992-5036,5038-5040")
                .tuples(&[input, result], &[
                    &[I8, I16], &[U8, U16], &[I16, I32], &[U16, U32], &[I32, I32], &[U32, U32], &[F16, F16], &[F32, F32],
                ]),
            documented(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/reduction-ops/vcadd.md:33")
                .tuples(&[input, result], &[
                    &[I16, I16], &[U16, U16], &[I32, I32], &[U32, U32], &[I64, I64], &[U64, U64], &[F16, F16], &[F32, F32],
                ]),
            on(Targets::CPU, "union of the devices, and the page with its unchanged type")
                .tuples(&[input, result], &[
                    &[I8, I16], &[U8, U16], &[I16, I32], &[U16, U32], &[I16, I16], &[U16, U16], &[I32, I32], &[U32, U32],
                    &[F16, F16], &[F32, F32],
                ]),
        ],
        quirks: &["subnormals"],
        notes: &[
            "i64 is on the page only: `--rules manual`.",
            "The page says that the sum is a tree; that it pairs neighbours is documented by other Ascend interfaces \
             (TIK vec_reduce_add), that every node is rounded is assumed. Every order agrees with the published results.",
        ],
    }

    /// Sum the lanes of each 32-byte group of a vector register.
    ///
    /// The sum goes to lane 0 of its group and the other lanes of the group become zero (quirk
    /// `vcgadd-placement`). Inactive lanes count as zero; a group without active lanes gives zero. The lanes of a group
    /// are added as a tree of adjacent pairs, and every node is rounded to the element type; integers wrap.
    vcgadd(input: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/reduction-ops/vcgadd.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TQuant.hpp:314 (of its sibling vcgmax)
        cpp: "vcgadd(result, input, mask, MODE_ZEROING)",
        formula: "result[g*K] = sum over i < K of (mask[g*K+i] ? input[g*K+i] : 0), result[g*K+1..] = 0   with K = 32/sizeof T\nsilicon: result[g] = that sum, 0 after the last",
        rules: &[
            same_type(&[input, result]),
            mask_fits(&[input, mask]),
        ],
        sem: Sem::GroupFold(GroupFold { fold: Fold::Sum, src: input, mask, dst: result }),
        support: &[
            on(Targets::ALL, "manual page pto.vcgadd; pto-isa@3186c381 docs/isa/vector/ops/reduction-ops/vcgadd.md:35")
                .types(&[input], &[I16, U16, I32, U32, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6431-6449", "8/16/32-bit integers of any sign, f16, f32")]),
        ],
        quirks: &["vcgadd-placement", "subnormals"],
        notes: &[
            "The page says that the sum is a tree; that it pairs neighbours is documented for a 32-byte block by another \
             Ascend interface (AscendC BlockReduceSum), that every node is rounded is assumed.",
            "An inactive lane is a positive zero: a group of negative zeros gives a negative zero only if all its lanes are \
             active.",
            "On target cpu a register may have any number of 32-byte groups, each with its own sum.",
        ],
    }

    /// Largest lane of each 32-byte group of a vector register.
    ///
    /// Placed as `vcgadd` places its sums (quirk `vcgadd-placement`). Inactive lanes count as the smallest value of the
    /// type, so that a group without active lanes gives that (-inf for floats). The first of equal lanes counts, and zeros
    /// of both signs are equal.
    vcgmax(input: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/reduction-ops/vcgmax.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TQuant.hpp:314
        cpp: "vcgmax(result, input, mask, MODE_ZEROING)",
        formula: "result[g*K] = max over active i < K of input[g*K+i], result[g*K+1..] = 0   with K = 32/sizeof T\nsilicon: result[g] = that maximum, 0 after the last",
        rules: &[
            same_type(&[input, result]),
            mask_fits(&[input, mask]),
        ],
        sem: Sem::GroupFold(GroupFold { fold: Fold::Max, src: input, mask, dst: result }),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/reduction-ops/vcgmax.md:59")
                .types(&[input], ORDERED)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6431-6449,6452", "8/16/32-bit integers of any sign, f16, f32")]),
        ],
        quirks: &["vcgadd-placement"],
        notes: &[
            "A NaN beats every number and gives NaN; the page compares with an operator that leaves it open.",
        ],
    }

    /// Smallest lane of each 32-byte group of a vector register.
    ///
    /// Placed as `vcgadd` places its sums (quirk `vcgadd-placement`). Inactive lanes count as the largest value of the
    /// type, so that a group without active lanes gives that (inf for floats). The first of equal lanes counts, and zeros
    /// of both signs are equal.
    vcgmin(input: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/reduction-ops/vcgmin.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TQuant.hpp:314 (of its sibling vcgmax)
        cpp: "vcgmin(result, input, mask, MODE_ZEROING)",
        formula: "result[g*K] = min over active i < K of input[g*K+i], result[g*K+1..] = 0   with K = 32/sizeof T\nsilicon: result[g] = that minimum, 0 after the last",
        rules: &[
            same_type(&[input, result]),
            mask_fits(&[input, mask]),
        ],
        sem: Sem::GroupFold(GroupFold { fold: Fold::Min, src: input, mask, dst: result }),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/reduction-ops/vcgmin.md:59")
                .types(&[input], ORDERED)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6431-6449,6453", "8/16/32-bit integers of any sign, f16, f32")]),
        ],
        quirks: &["vcgadd-placement"],
        notes: &[
            "A NaN beats every number and gives NaN; the page compares with an operator that leaves it open.",
        ],
    }

    /// Largest active lane of a vector register, and its number.
    ///
    /// Lane 0 holds the value, lane 1 the lane number as integer bits of the lane width, the others become zero. The
    /// first of equal lanes counts, and zeros of both signs are equal. Inactive lanes count as the least value of the
    /// type; what is given without active lanes is the quirk `vcmax-empty`.
    vcmax(input: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/reduction-ops/vcmax.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Reduce.hpp:203
        cpp: "vcmax(result, input, mask, MODE_ZEROING)",
        formula: "result[0] = max over active i of input[i], result[1] = first such i, result[2..] = 0",
        rules: &[
            same_type(&[input, result]),
            mask_fits(&[input, mask]),
        ],
        sem: Sem::LaneFold(LaneFold { fold: Fold::Max, src: input, mask, dst: result }),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/reduction-ops/vcmax.md:60")
                .types(&[input], ORDERED)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5042-5051", "every integer and float type")]),
        ],
        quirks: &["vcmax-empty"],
        notes: &[
            "The page leaves the packing of value and number to the target; the A5 library reads lanes 0 and 1.",
            "A NaN beats every number, the first one counts, and the value is NaN; the page compares with an operator that \
             leaves it open.",
        ],
    }

    /// Smallest active lane of a vector register, and its number.
    ///
    /// Lane 0 holds the value, lane 1 the lane number as integer bits of the lane width, the others become zero. The
    /// first of equal lanes counts, and zeros of both signs are equal. Inactive lanes count as the greatest value of the
    /// type; what is given without active lanes is the quirk `vcmax-empty`.
    vcmin(input: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/reduction-ops/vcmin.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Reduce.hpp:208
        cpp: "vcmin(result, input, mask, MODE_ZEROING)",
        formula: "result[0] = min over active i of input[i], result[1] = first such i, result[2..] = 0",
        rules: &[
            same_type(&[input, result]),
            mask_fits(&[input, mask]),
        ],
        sem: Sem::LaneFold(LaneFold { fold: Fold::Min, src: input, mask, dst: result }),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/reduction-ops/vcmin.md:60")
                .types(&[input], ORDERED)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5053-5062", "every integer and float type")]),
        ],
        quirks: &["vcmax-empty"],
        notes: &[
            "The page leaves the packing of value and number to the target; the A5 library reads lanes 0 and 1.",
            "A NaN beats every number, the first one counts, and the value is NaN; the page compares with an operator that \
             leaves it open.",
        ],
    }

    /// Add neighbouring lanes of a vector register.
    ///
    /// The manual calls it a prefix sum over the active lanes, in which an inactive lane shows the sum so far; both
    /// libraries and the published results add pairs into the lower half and zero the upper one (quirk
    /// `vcpadd-meaning`). Inactive lanes count as zero. Every sum is rounded to the element type.
    vcpadd(input: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/reduction-ops/vcpadd.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TPairReduceSum.hpp:47
        cpp: "vcpadd(result, input, mask)",
        formula: "result[i] = input[2*i] + input[2*i + 1] for i < N/2, 0 above\nmanual: result[i] = sum over active j <= i of input[j]",
        rules: &[
            same_type(&[input, result]),
            mask_fits(&[input, mask]),
        ],
        sem: Sem::Custom(|x| add_neighbours(x, [input, mask, result])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/reduction-ops/vcpadd.md:60")
                .types(&[input], &[F16, F32]),
        ],
        quirks: &["vcpadd-meaning"],
    }

    /// Largest active lane of a vector register, and every lane that has it.
    ///
    /// Lane 0 of `value` holds it, the others become zero. Without active lanes `predicate` is empty and the value the
    /// least of the type.
    vcbmax(input: In Vreg, mask: In Mask, value: Out Vreg, predicate: Out Mask) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "value[0] = max over active i of input[i], value[1..] = 0\npredicate[i] = mask[i] & (input[i] == value[0])",
        rules: &[
            same_type(&[input, value]),
            mask_fits(&[input, mask, predicate]),
        ],
        sem: Sem::Custom(|x| extreme_lanes(x, Fold::Max, [input, mask, value, predicate])),
        support: &[
            on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6500-6531")
                .types(&[input], &[I8, U8, I16, U16, I32, U32, F16, F32]),
        ],
        notes: &[
            "Zeros of both signs count as equal in `predicate`, and the value is the first of them.",
            "A NaN beats every number; as it equals nothing, `predicate` is empty then.",
        ],
    }

    /// Smallest active lane of a vector register, and every lane that has it.
    ///
    /// Lane 0 of `value` holds it, the others become zero. Without active lanes `predicate` is empty and the value the
    /// greatest of the type.
    vcbmin(input: In Vreg, mask: In Mask, value: Out Vreg, predicate: Out Mask) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "value[0] = min over active i of input[i], value[1..] = 0\npredicate[i] = mask[i] & (input[i] == value[0])",
        rules: &[
            same_type(&[input, value]),
            mask_fits(&[input, mask, predicate]),
        ],
        sem: Sem::Custom(|x| extreme_lanes(x, Fold::Min, [input, mask, value, predicate])),
        support: &[
            on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6500-6531")
                .types(&[input], &[I8, U8, I16, U16, I32, U32, F16, F32]),
        ],
        notes: &[
            "Zeros of both signs count as equal in `predicate`, and the value is the first of them.",
            "A NaN beats every number; as it equals nothing, `predicate` is empty then.",
        ],
    }
}
