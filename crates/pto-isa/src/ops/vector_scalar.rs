//! Instructions on a vector register and a number, and the carry chains of the same chapter.

use crate::code;
use crate::def::prelude::*;
use crate::dtype::DType;
use crate::sem::carry::Carry;
use crate::sem::lanes::Inactive;

const BASE: OpDef = OpDef { family: "vec-scalar-ops", ..OpDef::REGISTER };

/// Integers and ordinary floats of every lane width.
const NUMBERS: &[DType] = &[I8, U8, I16, U16, I32, U32, I64, U64, F16, Bf16, F32];
/// What compares on the device.
const ORDERED: &[DType] = &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32];
/// Integers of every lane width.
const INTEGERS: &[DType] = &[I8, U8, I16, U16, I32, U32, I64, U64];

/// The assembler takes a 16-bit count for every lane width, the page one of the element type.
static COUNT: Custom = Custom {
    name: "shift-scalar-count",
    code: code::SCALAR_TYPE,
    text: "`scalar` must be i16, or an integer as wide as the lanes",
    holds: |args| match (args.dtype(0), args.dtype(1)) {
        (Some(v), Some(s)) => s.is_int() && (s.bits() == 16 || s.bits() == v.bits()),
        _ => true,
    },
    found: |args| format!("`scalar` is {}", args.dtype(1).map_or("unknown", |d| d.name())),
    mutate_to_violate: |b| {
        if let Some(d) = b.dtype(1) {
            *d = F32;
        }
    },
};

ops! {
    base: BASE;

    /// Add a number to each lane.
    ///
    /// Integers wrap. Inactive lanes become zero.
    vadds(input: In Vreg, scalar: In Scalar, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/vec-scalar-ops/vadds.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Rearrange.hpp:85
        cpp: "vadds(result, input, (element(input))scalar, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? input[i] + scalar : 0",
        rules: &[
            same_type(&[input, result]),
            scalar_of(&[input, scalar]),
            mask_fits(&[input, mask]),
        ],
        sem: lanes!(Add(input, scalar), mask -> result),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6081-6140,6176")
                .types(&[input], NUMBERS),
        ],
        quirks: &["subnormals"],
        notes: &[
            "The page gives no type list; the assembler takes every integer and ordinary float type.",
        ],
    }

    /// Subtract a number from each lane.
    ///
    /// Integers wrap. Inactive lanes become zero.
    vsubs(input: In Vreg, scalar: In Scalar, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/vec-scalar-ops/vsubs.md"),
        formula: "result[i] = mask[i] ? input[i] - scalar : 0",
        rules: &[
            same_type(&[input, result]),
            scalar_of(&[input, scalar]),
            mask_fits(&[input, mask]),
        ],
        sem: lanes!(Sub(input, scalar), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vsubs.md")
                .types(&[input], NUMBERS),
        ],
        quirks: &["subnormals"],
        notes: &[
            "No assembler version knows it; it is legal by its manual page.",
            "The page gives no type list; that of `vadds` is taken.",
        ],
    }

    /// Multiply each lane by a number.
    ///
    /// Integers keep the low bits. Inactive lanes become zero.
    vmuls(input: In Vreg, scalar: In Scalar, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/vec-scalar-ops/vmuls.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Rearrange.hpp:144
        cpp: "vmuls(result, input, (element(input))scalar, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? input[i] * scalar : 0",
        rules: &[
            same_type(&[input, result]),
            scalar_of(&[input, scalar]),
            mask_fits(&[input, mask]),
        ],
        sem: lanes!(Mul(input, scalar), mask -> result),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6081-6140,6175")
                .types(&[input], &[I16, U16, I32, U32, I64, U64, F16, Bf16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6081-6140,6175", "every integer and ordinary float type")]),
        ],
        quirks: &["subnormals"],
        notes: &[
            "The page gives no type list. 8-bit lanes are refused, as `vmul` and the tile instruction `tmuls` do.",
        ],
    }

    /// Take the larger of each lane and a number.
    ///
    /// A NaN of a lane is the quirk `compared-nan`. Inactive lanes become zero.
    vmaxs(input: In Vreg, scalar: In Scalar, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/vec-scalar-ops/vmaxs.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TAddDeqRelu.hpp:79
        cpp: "vmaxs(result, input, (element(input))scalar, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? max(input[i], scalar) : 0",
        rules: &[
            same_type(&[input, result]),
            scalar_of(&[input, scalar]),
            mask_fits(&[input, mask]),
        ],
        sem: lanes!(Max(input, scalar), mask -> result),
        quirks: &["compared-nan"],
        support: &[
            on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6081-6140,6177")
                .types(&[input], ORDERED),
        ],
        notes: &[
            "The page gives no type list; the assembler takes every integer and ordinary float type.",
        ],
    }

    /// Take the smaller of each lane and a number.
    ///
    /// A NaN of a lane is the quirk `compared-nan`. Inactive lanes become zero.
    vmins(input: In Vreg, scalar: In Scalar, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/vec-scalar-ops/vmins.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TAddReluConv.hpp:96
        cpp: "vmins(result, input, (element(input))scalar, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? min(input[i], scalar) : 0",
        rules: &[
            same_type(&[input, result]),
            scalar_of(&[input, scalar]),
            mask_fits(&[input, mask]),
        ],
        sem: lanes!(Min(input, scalar), mask -> result),
        quirks: &["compared-nan"],
        support: &[
            on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6081-6140,6178")
                .types(&[input], ORDERED),
        ],
        notes: &[
            "The page gives no type list; the assembler takes every integer and ordinary float type.",
        ],
    }

    /// Scale negative lanes by a number (leaky ReLU).
    ///
    /// NaN stays NaN. Inactive lanes become zero.
    vlrelu(input: In Vreg, scalar: In Scalar, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/vec-scalar-ops/vlrelu.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TLRelu.hpp:27
        cpp: "vlrelu(result, input, (element(input))scalar, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? input[i] >= 0 ? input[i] : scalar * input[i] : 0",
        rules: &[
            same_type(&[input, result]),
            scalar_of(&[input, scalar]),
            mask_fits(&[input, mask]),
        ],
        sem: lanes!(ScaleNegative(input, scalar), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vlrelu.md:61")
                .types(&[input], &[F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6081-6140,6179", "every integer and ordinary float type")]),
        ],
        quirks: &["subnormals"],
    }

    /// Combine each lane with a number by bitwise AND.
    ///
    /// Inactive lanes become zero.
    vands(input: In Vreg, scalar: In Scalar, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/vec-scalar-ops/vands.md"),
        formula: "result[i] = mask[i] ? input[i] & scalar : 0",
        rules: &[
            same_type(&[input, result]),
            has_dtype(&[scalar], INTEGERS),
            same_width(&[input, scalar]),
            mask_fits(&[input, mask]),
        ],
        sem: lanes!(And(input, scalar), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vands.md:61")
                .types(&[input], INTEGERS),
        ],
        notes: &[
            "No assembler version knows it; it is legal by its manual page.",
        ],
    }

    /// Combine each lane with a number by bitwise OR.
    ///
    /// Inactive lanes become zero.
    vors(input: In Vreg, scalar: In Scalar, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/vec-scalar-ops/vors.md"),
        formula: "result[i] = mask[i] ? input[i] | scalar : 0",
        rules: &[
            same_type(&[input, result]),
            has_dtype(&[scalar], INTEGERS),
            same_width(&[input, scalar]),
            mask_fits(&[input, mask]),
        ],
        sem: lanes!(Or(input, scalar), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vors.md:61")
                .types(&[input], INTEGERS),
        ],
        notes: &[
            "No assembler version knows it; it is legal by its manual page.",
        ],
    }

    /// Combine each lane with a number by bitwise XOR.
    ///
    /// Inactive lanes become zero.
    vxors(input: In Vreg, scalar: In Scalar, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/vec-scalar-ops/vxors.md"),
        formula: "result[i] = mask[i] ? input[i] ^ scalar : 0",
        rules: &[
            same_type(&[input, result]),
            has_dtype(&[scalar], INTEGERS),
            same_width(&[input, scalar]),
            mask_fits(&[input, mask]),
        ],
        sem: lanes!(Xor(input, scalar), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vxors.md:61")
                .types(&[input], INTEGERS),
        ],
        notes: &[
            "No assembler version knows it; it is legal by its manual page.",
        ],
    }

    /// Shift each lane left by one count.
    ///
    /// A count of the lane width or more is outside the contract. Inactive lanes become zero.
    vshls(input: In Vreg, scalar: In Scalar, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/vec-scalar-ops/vshls.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Reduce.hpp:178
        cpp: "vshls(result, input, (int16_t)scalar, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? input[i] << scalar : 0",
        rules: &[
            same_type(&[input, result]),
            custom(&[input, scalar], &COUNT),
            scalar_of(&[input, scalar]).manual_only().cite("pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vshls.md:32"),
            mask_fits(&[input, mask]),
        ],
        sem: lanes!(Shl(input, scalar), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vshls.md:61")
                .types(&[input], INTEGERS)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6180-6200", "the count must be i16")]),
        ],
        quirks: &["shift-count"],
    }

    /// Shift each lane right by one count.
    ///
    /// Arithmetic for signed lanes, logical for unsigned ones. Inactive lanes become zero.
    vshrs(input: In Vreg, scalar: In Scalar, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/vec-scalar-ops/vshrs.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Binary.hpp:194
        cpp: "vshrs(result, input, (int16_t)scalar, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? input[i] >> scalar : 0",
        rules: &[
            same_type(&[input, result]),
            custom(&[input, scalar], &COUNT),
            scalar_of(&[input, scalar]).manual_only().cite("pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vshrs.md:32"),
            mask_fits(&[input, mask]),
        ],
        sem: lanes!(Shr(input, scalar), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vshrs.md:61")
                .types(&[input], INTEGERS)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6201-6221", "the count must be i16")]),
        ],
        quirks: &["shift-count"],
    }

    /// Add two vector registers and the carries of a lower word.
    ///
    /// Lanes count as unsigned. Inactive lanes become zero.
    vaddcs(lhs: In Vreg, rhs: In Vreg, carry_in: In Mask, mask: In Mask, result: Out Vreg, carry: Out Mask) {
        origin: Origin::Manual("docs/isa/vector/ops/vec-scalar-ops/vaddcs.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Binary.hpp:256
        cpp: "vaddcs(carry, result, lhs, rhs, carry_in, mask)",
        formula: "result[i] = mask[i] ? (lhs[i] + rhs[i] + carry_in[i]) mod 2^w : 0\ncarry[i] = mask[i] & (lhs[i] + rhs[i] + carry_in[i] >= 2^w)",
        rules: &[
            same_type(&[lhs, rhs, result]),
            mask_fits(&[lhs, carry_in, mask, carry]),
        ],
        sem: Sem::Custom(|x| Carry { lhs, rhs, carry_in: Some(carry_in), mask, result, carry, inactive: Inactive::Zero }.add(x)),
        support: &[
            on(Targets::NPU, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6142-6173,6422")
                .types(&[lhs], &[I32, U32]),
            documented(Targets::NPU, "pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vaddcs.md:50").types(&[lhs], INTEGERS),
            on(Targets::CPU, "pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vaddcs.md:50")
                .types(&[lhs], INTEGERS),
        ],
    }

    /// Subtract two vector registers and the borrows of a lower word.
    ///
    /// Lanes count as unsigned. Inactive lanes become zero.
    vsubcs(lhs: In Vreg, rhs: In Vreg, borrow_in: In Mask, mask: In Mask, result: Out Vreg, borrow: Out Mask) {
        origin: Origin::Manual("docs/isa/vector/ops/vec-scalar-ops/vsubcs.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Binary.hpp:260
        cpp: "vsubcs(borrow, result, lhs, rhs, borrow_in, mask)",
        formula: "result[i] = mask[i] ? (lhs[i] - rhs[i] - borrow_in[i]) mod 2^w : 0\nborrow[i] = mask[i] & (lhs[i] < rhs[i] + borrow_in[i])",
        rules: &[
            same_type(&[lhs, rhs, result]),
            mask_fits(&[lhs, borrow_in, mask, borrow]),
        ],
        sem: Sem::Custom(|x| {
            Carry { lhs, rhs, carry_in: Some(borrow_in), mask, result, carry: borrow, inactive: Inactive::Zero }.subtract(x)
        }),
        support: &[
            on(Targets::NPU, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6142-6173,6423")
                .types(&[lhs], &[I32, U32]),
            documented(Targets::NPU, "pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vsubcs.md:50").types(&[lhs], INTEGERS),
            on(Targets::CPU, "pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vsubcs.md:50")
                .types(&[lhs], INTEGERS),
        ],
        quirks: &["borrow-polarity"],
        notes: &[
            "The formula is the page's. Silicon reads and writes the inverted bit: one means no borrow.",
        ],
    }
}
