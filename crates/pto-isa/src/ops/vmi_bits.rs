//! Bits and shifts under a predicate on registers of any length.

use super::vmi_type::{INTEGERS, PMODE, element_in, mask_of};
use crate::def::prelude::*;
use crate::virtual_lanes;

const BASE: OpDef = OpDef { family: "vmi", scope: AllowedScope::Anywhere, ..OpDef::REGISTER };

ops! {
    base: BASE;

    /// Take the bits set in both.
    ///
    /// Without a predicate every lane is active. Two predicates are combined too; then there is no third.
    vmi_vand = "vmi.vand"(lhs: In Handle, rhs: In Handle, mask: OptIn Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1035"),
        formula: "result[i] = lhs[i] & rhs[i]",
        attrs: &[PMODE],
        rules: &[
            same_type(&[result, lhs, rhs]),
            mask_of!(result, mask),
        ],
        sem: virtual_lanes!(And(lhs, rhs), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3637-3667")],
    }

    /// Take the bits set in either.
    ///
    /// Without a predicate every lane is active. Two predicates are combined too; then there is no third.
    vmi_vor = "vmi.vor"(lhs: In Handle, rhs: In Handle, mask: OptIn Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1035"),
        formula: "result[i] = lhs[i] | rhs[i]",
        attrs: &[PMODE],
        rules: &[
            same_type(&[result, lhs, rhs]),
            mask_of!(result, mask),
        ],
        sem: virtual_lanes!(Or(lhs, rhs), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3669-3699")],
    }

    /// Take the bits set in just one.
    ///
    /// Without a predicate every lane is active. Two predicates are combined too; then there is no third.
    vmi_vxor = "vmi.vxor"(lhs: In Handle, rhs: In Handle, mask: OptIn Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1035"),
        formula: "result[i] = lhs[i] ^ rhs[i]",
        attrs: &[PMODE],
        rules: &[
            same_type(&[result, lhs, rhs]),
            mask_of!(result, mask),
        ],
        sem: virtual_lanes!(Xor(lhs, rhs), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3701-3731")],
    }

    /// Invert every bit of active lanes.
    ///
    /// Without a predicate every lane is active. A predicate is inverted too; then there is no second.
    vmi_vnot = "vmi.vnot"(source: In Handle, mask: OptIn Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1064"),
        formula: "result[i] = ~source[i]",
        attrs: &[PMODE],
        rules: &[
            same_type(&[result, source]),
            mask_of!(result, mask),
        ],
        sem: virtual_lanes!(Not(source), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3768-3798")],
    }

    /// Shift active lanes to the left.
    ///
    /// Without a predicate every lane is active.
    vmi_vshl = "vmi.vshl"(lhs: In Handle, rhs: In Handle, mask: OptIn Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1094"),
        formula: "result[i] = lhs[i] << rhs[i]",
        attrs: &[PMODE],
        rules: &[
            element_in!(lhs, INTEGERS),
            same_type(&[result, lhs, rhs]),
            mask_of!(result, mask),
        ],
        sem: virtual_lanes!(Shl(lhs, rhs), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3733-3748")],
    }

    /// Shift active lanes to the right.
    ///
    /// Without a predicate every lane is active. Signed types fill with the sign, the others with zeros.
    vmi_vshr = "vmi.vshr"(lhs: In Handle, rhs: In Handle, mask: OptIn Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1094"),
        formula: "result[i] = lhs[i] >> rhs[i]",
        attrs: &[PMODE],
        rules: &[
            element_in!(lhs, INTEGERS),
            same_type(&[result, lhs, rhs]),
            mask_of!(result, mask),
        ],
        sem: virtual_lanes!(Shr(lhs, rhs), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3750-3766")],
    }

    /// Shift active lanes to the left by one number.
    ///
    /// Inactive lanes are zero unless `pmode` is `merge`.
    vmi_vshls = "vmi.vshls"(src: In Handle, scalar: In Scalar, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1161"),
        formula: "result[i] = src[i] << scalar",
        attrs: &[PMODE],
        rules: &[
            has_dtype(&[scalar], &[I16]),
            element_in!(src, INTEGERS),
            same_type(&[result, src]),
            mask_of!(result, mask),
        ],
        sem: virtual_lanes!(Shl(src, scalar), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3191-3196")],
    }

    /// Shift active lanes to the right by one number.
    ///
    /// Inactive lanes are zero unless `pmode` is `merge`.
    vmi_vshrs = "vmi.vshrs"(src: In Handle, scalar: In Scalar, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1161"),
        formula: "result[i] = src[i] >> scalar",
        attrs: &[PMODE],
        rules: &[
            has_dtype(&[scalar], &[I16]),
            element_in!(src, INTEGERS),
            same_type(&[result, src]),
            mask_of!(result, mask),
        ],
        sem: virtual_lanes!(Shr(src, scalar), mask -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3198-3203")],
    }
}
