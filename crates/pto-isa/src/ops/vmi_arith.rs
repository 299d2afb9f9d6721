//! Arithmetic under a predicate on registers of any length, for integers and floating point.

use super::vmi_type::{NUMBERS, PMODE, RELU, SIGNED_OR_FLOATS, WIDE_FLOATS, element_in, mask_of};
use crate::def::prelude::*;
use crate::virtual_lanes;

const BASE: OpDef = OpDef { family: "vmi", scope: AllowedScope::Anywhere, ..OpDef::REGISTER };

ops! {
    base: BASE;

    /// Add active lanes.
    ///
    /// Without a predicate every lane is active.
    vmi_vadd = "vmi.vadd"(lhs: In Handle, rhs: In Handle, mask: OptIn Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:853"),
        formula: "result[i] = lhs[i] + rhs[i]",
        attrs: &[PMODE],
        rules: &[
            element_in!(lhs, NUMBERS),
            same_type(&[result, lhs, rhs]),
            mask_of!(result, mask),
        ],
        sem: virtual_lanes!(Add(lhs, rhs), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3378-3399")],
    }

    /// Subtract active lanes.
    ///
    /// Without a predicate every lane is active.
    vmi_vsub = "vmi.vsub"(lhs: In Handle, rhs: In Handle, mask: OptIn Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:853"),
        formula: "result[i] = lhs[i] - rhs[i]",
        attrs: &[PMODE],
        rules: &[
            element_in!(lhs, NUMBERS),
            same_type(&[result, lhs, rhs]),
            mask_of!(result, mask),
        ],
        sem: virtual_lanes!(Sub(lhs, rhs), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3401-3422")],
    }

    /// Multiply active lanes.
    ///
    /// Without a predicate every lane is active.
    vmi_vmul = "vmi.vmul"(lhs: In Handle, rhs: In Handle, mask: OptIn Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:853"),
        formula: "result[i] = lhs[i]*rhs[i]",
        attrs: &[PMODE],
        rules: &[
            same_type(&[result, lhs, rhs]),
            mask_of!(result, mask),
        ],
        sem: virtual_lanes!(Mul(lhs, rhs), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3424-3445")],
    }

    /// Divide active lanes.
    ///
    /// Without a predicate every lane is active.
    vmi_vdiv = "vmi.vdiv"(lhs: In Handle, rhs: In Handle, mask: OptIn Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:907"),
        formula: "result[i] = lhs[i]/rhs[i]",
        attrs: &[PMODE],
        rules: &[
            element_in!(lhs, WIDE_FLOATS),
            same_type(&[result, lhs, rhs]),
            mask_of!(result, mask),
        ],
        sem: virtual_lanes!(Div(lhs, rhs), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3447-3467")],
    }

    /// Take the smaller of active lanes.
    ///
    /// Without a predicate every lane is active.
    vmi_vmin = "vmi.vmin"(lhs: In Handle, rhs: In Handle, mask: OptIn Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:927"),
        formula: "result[i] = min(lhs[i], rhs[i])",
        attrs: &[PMODE],
        rules: &[
            element_in!(lhs, NUMBERS),
            same_type(&[result, lhs, rhs]),
            mask_of!(result, mask),
        ],
        sem: virtual_lanes!(Min(lhs, rhs), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3469-3484")],
    }

    /// Take the larger of active lanes.
    ///
    /// Without a predicate every lane is active.
    vmi_vmax = "vmi.vmax"(lhs: In Handle, rhs: In Handle, mask: OptIn Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:927"),
        formula: "result[i] = max(lhs[i], rhs[i])",
        attrs: &[PMODE],
        rules: &[
            element_in!(lhs, NUMBERS),
            same_type(&[result, lhs, rhs]),
            mask_of!(result, mask),
        ],
        sem: virtual_lanes!(Max(lhs, rhs), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3492-3507")],
    }

    /// Change the sign of active lanes.
    ///
    /// Without a predicate every lane is active.
    vmi_vneg = "vmi.vneg"(source: In Handle, mask: OptIn Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:969"),
        formula: "result[i] = -source[i]",
        attrs: &[PMODE],
        rules: &[
            element_in!(source, NUMBERS),
            same_type(&[result, source]),
            mask_of!(result, mask),
        ],
        sem: virtual_lanes!(Neg(source), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3515-3531")],
    }

    /// Take absolute values of active lanes.
    ///
    /// Without a predicate every lane is active.
    vmi_vabs = "vmi.vabs"(source: In Handle, mask: OptIn Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:949"),
        formula: "result[i] = |source[i]|",
        attrs: &[PMODE],
        rules: &[
            element_in!(source, SIGNED_OR_FLOATS),
            same_type(&[result, source]),
            mask_of!(result, mask),
        ],
        sem: virtual_lanes!(Abs(source), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3533-3551")],
    }

    /// Take square roots of active lanes.
    ///
    /// Without a predicate every lane is active.
    vmi_vsqrt = "vmi.vsqrt"(source: In Handle, mask: OptIn Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1009"),
        formula: "result[i] = sqrt(source[i])",
        attrs: &[PMODE],
        rules: &[
            element_in!(source, WIDE_FLOATS),
            same_type(&[result, source]),
            mask_of!(result, mask),
        ],
        sem: virtual_lanes!(Sqrt(source), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3560-3574")],
    }

    /// Take exponentials of active lanes.
    ///
    /// Without a predicate every lane is active.
    vmi_vexp = "vmi.vexp"(source: In Handle, mask: OptIn Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1009"),
        formula: "result[i] = exp(source[i])",
        attrs: &[PMODE],
        rules: &[
            element_in!(source, WIDE_FLOATS),
            same_type(&[result, source]),
            mask_of!(result, mask),
        ],
        sem: virtual_lanes!(Exp(source), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3576-3594")],
    }

    /// Take natural logarithms of active lanes.
    ///
    /// Without a predicate every lane is active.
    vmi_vln = "vmi.vln"(source: In Handle, mask: OptIn Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1009"),
        formula: "result[i] = ln(source[i])",
        attrs: &[PMODE],
        rules: &[
            element_in!(source, WIDE_FLOATS),
            same_type(&[result, source]),
            mask_of!(result, mask),
        ],
        sem: virtual_lanes!(Ln(source), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3596-3610")],
    }

    /// Cut active lanes below zero.
    ///
    /// Without a predicate every lane is active.
    vmi_vrelu = "vmi.vrelu"(source: In Handle, mask: OptIn Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:989"),
        formula: "result[i] = max(source[i], 0)",
        attrs: &[PMODE],
        rules: &[
            element_in!(source, RELU),
            same_type(&[result, source]),
            mask_of!(result, mask),
        ],
        sem: virtual_lanes!(Relu(source), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3612-3635")],
    }
}
