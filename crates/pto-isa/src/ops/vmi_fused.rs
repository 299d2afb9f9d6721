//! Registers of any length with a number, carries, wide products and fused steps.

use super::vmi_type::{
    BINS, BYTES, INTEGERS32, NUMBERS, PMODE, SINGLE, WIDE_FLOATS, WORDS, element_in, element_of,
    mask_of, same_lanes,
};
use crate::def::prelude::*;
use crate::sem::carry::{Carry, multiply_wide};
use crate::sem::lanes::Inactive;
use crate::sem::vmi_fold::histogram;
use crate::sem::vmi_mask::NO_MASK;
use crate::virtual_lanes;

const BASE: OpDef = OpDef { family: "vmi", scope: AllowedScope::Anywhere, ..OpDef::REGISTER };

ops! {
    base: BASE;

    /// Add a number to active lanes.
    ///
    /// Inactive lanes are zero unless `pmode` is `merge`.
    vmi_vadds = "vmi.vadds"(src: In Handle, scalar: In Scalar, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1121"),
        formula: "result[i] = src[i] + scalar",
        attrs: &[PMODE],
        rules: &[
            element_in!(src, NUMBERS),
            same_type(&[result, src]),
            mask_of!(result, mask),
            element_of!(src, scalar),
        ],
        sem: virtual_lanes!(Add(src, scalar), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3136-3150")],
    }

    /// Multiply active lanes by a number.
    ///
    /// Inactive lanes are zero unless `pmode` is `merge`.
    vmi_vmuls = "vmi.vmuls"(src: In Handle, scalar: In Scalar, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1121"),
        formula: "result[i] = src[i]*scalar",
        attrs: &[PMODE],
        rules: &[
            same_type(&[result, src]),
            mask_of!(result, mask),
            element_of!(src, scalar),
        ],
        sem: virtual_lanes!(Mul(src, scalar), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3152-3165")],
    }

    /// Take the larger of active lanes and a number.
    ///
    /// Inactive lanes are zero unless `pmode` is `merge`.
    vmi_vmaxs = "vmi.vmaxs"(src: In Handle, scalar: In Scalar, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1121"),
        formula: "result[i] = max(src[i], scalar)",
        attrs: &[PMODE],
        rules: &[
            element_in!(src, NUMBERS),
            same_type(&[result, src]),
            mask_of!(result, mask),
            element_of!(src, scalar),
        ],
        sem: virtual_lanes!(Max(src, scalar), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3167-3177")],
    }

    /// Take the smaller of active lanes and a number.
    ///
    /// Inactive lanes are zero unless `pmode` is `merge`.
    vmi_vmins = "vmi.vmins"(src: In Handle, scalar: In Scalar, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1121"),
        formula: "result[i] = min(src[i], scalar)",
        attrs: &[PMODE],
        rules: &[
            element_in!(src, NUMBERS),
            same_type(&[result, src]),
            mask_of!(result, mask),
            element_of!(src, scalar),
        ],
        sem: virtual_lanes!(Min(src, scalar), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3179-3189")],
    }

    /// Add active lanes and give the carries.
    ///
    /// 32-bit integers.
    vmi_vaddc = "vmi.vaddc"(lhs: In Handle, rhs: In Handle, mask: In Handle, result: Out Handle, carry: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:960"),
        formula: "result[i] = (lhs[i] + rhs[i]) mod 2^32\n\
            carry[i] = lhs[i] + rhs[i] >= 2^32",
        rules: &[
            element_in!(lhs, INTEGERS32),
            same_type(&[result, lhs, rhs]),
            mask_of!(result, mask),
        ],
        sem: Sem::Custom(|x| Carry { lhs, rhs, carry_in: None, mask, result, carry, inactive: Inactive::Zero }.add(x)),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:4337-4339")],
    }

    /// Add active lanes with carries and give the new carries.
    ///
    /// 32-bit integers.
    vmi_vaddcs = "vmi.vaddcs"(
        lhs: In Handle, rhs: In Handle, carry_in: In Handle, mask: In Handle, result: Out Handle, carry: Out Handle,
    ) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:980"),
        formula: "result[i] = (lhs[i] + rhs[i] + carry_in[i]) mod 2^32\n\
            carry[i] = lhs[i] + rhs[i] + carry_in[i] >= 2^32",
        rules: &[
            element_in!(lhs, INTEGERS32),
            same_type(&[result, lhs, rhs]),
            mask_of!(result, mask),
        ],
        sem: Sem::Custom(|x| Carry { lhs, rhs, carry_in: Some(carry_in), mask, result, carry, inactive: Inactive::Zero }.add(x)),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:4341-4344")],
    }

    /// Multiply 32-bit lanes and give both halves of the products.
    ///
    /// Inactive lanes of both results are zero.
    vmi_vmull = "vmi.vmull"(a: In Handle, b: In Handle, mask: In Handle, low: Out Handle, high: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1953"),
        formula: "high[i]:low[i] = a[i]*b[i]",
        attrs: &[word("pmode", &["zero"]).doc("inactive lanes become zero")],
        rules: &[
            element_in!(a, WORDS),
            same_type(&[low, a, b, high]),
            mask_of!(low, mask),
        ],
        sem: Sem::Custom(|x| multiply_wide(x, [a, b, NO_MASK, mask, low, high])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:4346-4384")],
    }

    /// Multiply and add to an accumulator.
    ///
    /// Without a predicate every lane is active.
    vmi_vmula = "vmi.vmula"(acc: In Handle, lhs: In Handle, rhs: In Handle, mask: OptIn Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:2016"),
        formula: "result[i] = acc[i] + lhs[i]*rhs[i]",
        attrs: &[PMODE],
        rules: &[
            same_type(&[result, acc, lhs, rhs]),
            mask_of!(result, mask),
        ],
        sem: virtual_lanes!(Fma(lhs, rhs, acc), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:4386-4395")],
    }

    /// Take the exponential of a difference.
    ///
    /// The sources are f16 or f32, the result is f32.
    vmi_vexpdif = "vmi.vexpdif"(x: In Handle, max: In Handle, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1817"),
        formula: "result[i] = exp(x[i] - max[i])",
        attrs: &[PMODE],
        rules: &[
            element_in!(x, WIDE_FLOATS),
            element_in!(result, SINGLE),
            same_type(&[x, max]),
            mask_of!(result, mask),
        ],
        sem: virtual_lanes!(ExpDif(x, max), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:4162-4197")],
    }

    /// Add a multiple of one register to another.
    ///
    /// The assembler reads this only in its generic form.
    vmi_vaxpy = "vmi.vaxpy"(x: In Handle, acc: In Handle, alpha: In Scalar, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1860"),
        formula: "result[i] = alpha*x[i] + acc[i]",
        attrs: &[PMODE],
        rules: &[
            element_in!(x, WIDE_FLOATS),
            same_type(&[result, x, acc]),
            mask_of!(result, mask),
            element_of!(x, alpha),
        ],
        sem: virtual_lanes!(Fma(x, alpha, acc), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:4199-4233")],
    }

    /// Scale negative lanes by a number.
    ///
    /// The assembler reads this only in its generic form.
    vmi_vlrelu = "vmi.vlrelu"(x: In Handle, slope: In Scalar, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1895"),
        formula: "result[i] = x[i] > 0 ? x[i] : slope*x[i]",
        attrs: &[PMODE],
        rules: &[
            element_in!(x, WIDE_FLOATS),
            same_type(&[result, x]),
            mask_of!(result, mask),
            element_of!(x, slope),
        ],
        sem: virtual_lanes!(ScaleNegative(x, slope), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:4235-4268")],
    }

    /// Scale negative lanes by a register.
    vmi_vprelu = "vmi.vprelu"(x: In Handle, alpha: In Handle, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1924"),
        formula: "result[i] = max(x[i], 0) + alpha[i]*min(x[i], 0)",
        attrs: &[PMODE],
        rules: &[
            element_in!(x, WIDE_FLOATS),
            same_type(&[result, x, alpha]),
            mask_of!(result, mask),
        ],
        sem: virtual_lanes!(ScaleNegative(x, alpha), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:4270-4300")],
    }

    /// Count how often each byte value occurs.
    ///
    /// The bins are 128 or 256 unsigned 16-bit numbers.
    vmi_vdhist = "vmi.vdhist"(acc: In Handle, source: In Handle, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:2134"),
        formula: "result[b] = acc[b] + number of active i with source[i] = b",
        rules: &[
            element_in!(acc, BINS),
            element_in!(source, BYTES),
            mask_of!(source, mask),
            same_lanes!(acc, result),
        ],
        sem: Sem::Custom(|x| histogram(x, [acc, source, mask, result], false)),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2088")],
    }

    /// Count how often bytes up to each value occur.
    ///
    /// The bins are 128 or 256 unsigned 16-bit numbers.
    vmi_vchist = "vmi.vchist"(acc: In Handle, source: In Handle, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:2055"),
        formula: "result[b] = acc[b] + number of active i with source[i] <= b",
        rules: &[
            element_in!(acc, BINS),
            element_in!(source, BYTES),
            mask_of!(source, mask),
            same_lanes!(acc, result),
        ],
        sem: Sem::Custom(|x| histogram(x, [acc, source, mask, result], true)),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2090")],
    }
}
