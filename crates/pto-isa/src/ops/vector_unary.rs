//! Lane-by-lane instructions on one vector register.

use crate::def::prelude::*;
use crate::dtype::DType;

const BASE: OpDef = OpDef { family: "unary-vector-ops", ..OpDef::REGISTER };

/// Integers of every lane width.
const INTEGERS: &[DType] = &[I8, U8, I16, U16, I32, U32, I64, U64];
/// What has a sign on the device.
const SIGNED: &[DType] = &[I8, I16, I32, F16, F32];
/// What the transcendental units take.
const FLOATS: &[DType] = &[F16, F32];

ops! {
    base: BASE;

    /// Take the absolute value of each lane.
    ///
    /// The smallest integer stays as it is: its absolute value does not fit. Inactive lanes become zero.
    vabs(input: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/unary-vector-ops/vabs.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TUnaryOp.hpp:299
        cpp: "vabs(result, input, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? |input[i]| : 0",
        rules: &[
            same_type(&[input, result]),
            mask_fits(&[input, mask]),
        ],
        quirks: &["inactive-lanes"],
        sem: lanes!(undisturbed Abs(input), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vabs.md:27")
                .types(&[input], SIGNED)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6223-6237", "every integer and float type")]),
        ],
    }

    /// Negate each lane.
    ///
    /// The smallest integer stays as it is. Inactive lanes become zero.
    vneg(input: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/unary-vector-ops/vneg.md"),
        // pto-isa@3186c381 include/pto/npu/a5/custom/TFmodRemHp.hpp:77
        cpp: "vneg(result, input, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? -input[i] : 0",
        rules: &[
            same_type(&[input, result]),
            mask_fits(&[input, mask]),
        ],
        quirks: &["inactive-lanes"],
        sem: lanes!(undisturbed Neg(input), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vneg.md:27")
                .types(&[input], SIGNED)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6240-6258,6263", "every integer and ordinary float type")]),
        ],
    }

    /// Raise e to the power of each lane.
    ///
    /// Minus infinity gives zero, large values infinity. Inactive lanes become zero.
    vexp(input: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/unary-vector-ops/vexp.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TColExpandExpdif.hpp:29
        cpp: "vexp(result, input, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? exp(input[i]) : 0",
        rules: &[
            same_type(&[input, result]),
            mask_fits(&[input, mask]),
        ],
        sem: lanes!(undisturbed Exp(input), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vexp.md:107-108")
                .types(&[input], FLOATS)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6240-6258,6260", "every integer and ordinary float type")]),
        ],
        quirks: &["subnormals", "inactive-lanes"],
    }

    /// Take the natural logarithm of each lane.
    ///
    /// A negative lane gives NaN, zero minus infinity or NaN (quirk `vln-zero`). Inactive lanes become zero.
    vln(input: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/unary-vector-ops/vln.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TPow.hpp:160
        cpp: "vln(result, input, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? ln(input[i]) : 0",
        rules: &[
            same_type(&[input, result]),
            mask_fits(&[input, mask]),
        ],
        sem: lanes!(undisturbed Ln(input), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vln.md:27")
                .types(&[input], FLOATS)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6240-6258,6261", "every integer and ordinary float type")]),
        ],
        quirks: &["subnormals", "inactive-lanes", "vln-zero"],
    }

    /// Take the square root of each lane.
    ///
    /// A negative lane gives NaN. Inactive lanes become zero.
    vsqrt(input: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/unary-vector-ops/vsqrt.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TRsqrt.hpp:49
        cpp: "vsqrt(result, input, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? sqrt(input[i]) : 0",
        rules: &[
            same_type(&[input, result]),
            mask_fits(&[input, mask]),
        ],
        sem: lanes!(undisturbed Sqrt(input), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vsqrt.md:27")
                .types(&[input], FLOATS)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6240-6258,6262", "every integer and ordinary float type")]),
        ],
        quirks: &["subnormals", "inactive-lanes"],
    }

    /// Take the reciprocal square root of each lane.
    ///
    /// Zero gives infinity, a negative lane NaN. Inactive lanes become zero.
    vrsqrt(input: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/unary-vector-ops/vrsqrt.md"),
        formula: "result[i] = mask[i] ? 1 / sqrt(input[i]) : 0",
        rules: &[
            same_type(&[input, result]),
            mask_fits(&[input, mask]),
        ],
        sem: lanes!(undisturbed Rsqrt(input), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vrsqrt.md:27")
                .types(&[input], FLOATS),
        ],
        quirks: &["subnormals", "inactive-lanes"],
        notes: &[
            "No assembler version knows it; it is legal by its manual page.",
        ],
    }

    /// Take the reciprocal of each lane.
    ///
    /// Zero gives an infinity of its sign. Inactive lanes become zero.
    vrec(input: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/unary-vector-ops/vrec.md"),
        formula: "result[i] = mask[i] ? 1 / input[i] : 0",
        rules: &[
            same_type(&[input, result]),
            mask_fits(&[input, mask]),
        ],
        sem: lanes!(undisturbed Recip(input), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vrec.md:27")
                .types(&[input], FLOATS),
        ],
        quirks: &["subnormals", "inactive-lanes"],
        notes: &[
            "No assembler version knows it; it is legal by its manual page.",
        ],
    }

    /// Replace negative lanes by zero.
    ///
    /// Inactive lanes become zero too.
    vrelu(input: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/unary-vector-ops/vrelu.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TFusedMulAddRelu.hpp:28
        cpp: "vrelu(result, input, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? max(input[i], 0) : 0",
        rules: &[
            same_type(&[input, result]),
            mask_fits(&[input, mask]),
        ],
        quirks: &["inactive-lanes", "compared-nan"],
        sem: lanes!(undisturbed Relu(input), mask -> result),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6264-6280")
                .types(&[input], &[I32, F16, F32]),
            documented(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vrelu.md:27").types(&[input], &[F16, F32]),
        ],
        notes: &[
            "i32 is not on the page, but the assembler checks for it.",
            "-0 becomes +0.",
        ],
    }

    /// Invert the bits of each lane.
    ///
    /// Inactive lanes become zero.
    vnot(input: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/unary-vector-ops/vnot.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Common.hpp:90
        cpp: "vnot(result, input, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? ~input[i] : 0",
        rules: &[
            same_type(&[input, result]),
            mask_fits(&[input, mask]),
        ],
        quirks: &["inactive-lanes"],
        sem: lanes!(undisturbed Not(input), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vnot.md:27")
                .types(&[input], INTEGERS)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6240-6258,6281", "every integer and ordinary float type")]),
        ],
    }

    /// Count the set bits of each lane.
    ///
    /// Inactive lanes become zero.
    vbcnt(input: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/unary-vector-ops/vbcnt.md"),
        formula: "result[i] = mask[i] ? number of ones in input[i] : 0",
        rules: &[
            same_type(&[input, result]),
            mask_fits(&[input, mask]),
        ],
        quirks: &["inactive-lanes"],
        sem: lanes!(undisturbed CountOnes(input), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vbcnt.md:27")
                .types(&[input], INTEGERS),
        ],
        notes: &[
            "No assembler version knows it; it is legal by its manual page.",
        ],
    }

    /// Count the leading sign bits of each lane.
    ///
    /// The bits from the top that equal the sign bit. Inactive lanes become zero.
    vcls(input: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/unary-vector-ops/vcls.md"),
        formula: "result[i] = mask[i] ? number of leading bits of input[i] equal to its sign bit : 0",
        rules: &[
            same_type(&[input, result]),
            mask_fits(&[input, mask]),
        ],
        quirks: &["inactive-lanes"],
        sem: lanes!(undisturbed CountSignBits(input), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vcls.md:27")
                .types(&[input], INTEGERS),
        ],
        notes: &[
            "No assembler version knows it; it is legal by its manual page.",
        ],
    }

    /// Copy a vector register, or its lanes under a predicate.
    ///
    /// Inactive lanes become zero. Any element type.
    vmov(input: In Vreg, mask: OptIn Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/unary-vector-ops/vmov.md"),
        formula: "result[i] = mask[i] ? input[i] : 0",
        rules: &[
            same_type(&[input, result]),
            mask_fits(&[input, mask]),
        ],
        quirks: &["inactive-lanes"],
        sem: lanes!(undisturbed Copy(input), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vmov.md"),
        ],
        notes: &[
            "No assembler version knows it; it is legal by its manual page.",
            "A form that keeps the inactive lanes of an earlier value does not exist in value form.",
        ],
    }
}
