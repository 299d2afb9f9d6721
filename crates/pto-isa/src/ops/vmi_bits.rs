//! Bits and shifts under a predicate on registers of any length.

use super::vmi_type::{INTEGERS, element_in, same_lanes};
use crate::def::prelude::*;

const BASE: OpDef = OpDef { family: "vmi", scope: AllowedScope::Anywhere, ..OpDef::REGISTER };

ops! {
    base: BASE;

    /// Take the bits set in both.
    ///
    /// Without a predicate every lane is active. Two predicates are combined too; then there is no third.
    vmi_vand = "vmi.vand"(lhs: In Handle, rhs: In Handle, mask: OptIn Handle, result: Out Handle) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result[i] = lhs[i] & rhs[i]",
        attrs: &[word("pmode", &["zero", "merge"]).doc("inactive lanes become zero or keep their value")],
        rules: &[
            same_type(&[result, lhs, rhs]),
            same_lanes!(result, mask),
        ],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3637-3667")],
    }

    /// Take the bits set in either.
    ///
    /// Without a predicate every lane is active. Two predicates are combined too; then there is no third.
    vmi_vor = "vmi.vor"(lhs: In Handle, rhs: In Handle, mask: OptIn Handle, result: Out Handle) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result[i] = lhs[i] | rhs[i]",
        attrs: &[word("pmode", &["zero", "merge"]).doc("inactive lanes become zero or keep their value")],
        rules: &[
            same_type(&[result, lhs, rhs]),
            same_lanes!(result, mask),
        ],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3669-3699")],
    }

    /// Take the bits set in just one.
    ///
    /// Without a predicate every lane is active. Two predicates are combined too; then there is no third.
    vmi_vxor = "vmi.vxor"(lhs: In Handle, rhs: In Handle, mask: OptIn Handle, result: Out Handle) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result[i] = lhs[i] ^ rhs[i]",
        attrs: &[word("pmode", &["zero", "merge"]).doc("inactive lanes become zero or keep their value")],
        rules: &[
            same_type(&[result, lhs, rhs]),
            same_lanes!(result, mask),
        ],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3701-3731")],
    }

    /// Invert every bit of active lanes.
    ///
    /// Without a predicate every lane is active. A predicate is inverted too; then there is no second.
    vmi_vnot = "vmi.vnot"(source: In Handle, mask: OptIn Handle, result: Out Handle) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result[i] = ~source[i]",
        attrs: &[word("pmode", &["zero", "merge"]).doc("inactive lanes become zero or keep their value")],
        rules: &[
            same_type(&[result, source]),
            same_lanes!(result, mask),
        ],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3768-3798")],
    }

    /// Shift active lanes to the left.
    ///
    /// Without a predicate every lane is active.
    vmi_vshl = "vmi.vshl"(lhs: In Handle, rhs: In Handle, mask: OptIn Handle, result: Out Handle) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result[i] = lhs[i] << rhs[i]",
        attrs: &[word("pmode", &["zero", "merge"]).doc("inactive lanes become zero or keep their value")],
        rules: &[
            element_in!(lhs, INTEGERS),
            same_type(&[result, lhs, rhs]),
            same_lanes!(result, mask),
        ],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3733-3748")],
    }

    /// Shift active lanes to the right.
    ///
    /// Without a predicate every lane is active. Signed types fill with the sign, the others with zeros.
    vmi_vshr = "vmi.vshr"(lhs: In Handle, rhs: In Handle, mask: OptIn Handle, result: Out Handle) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result[i] = lhs[i] >> rhs[i]",
        attrs: &[word("pmode", &["zero", "merge"]).doc("inactive lanes become zero or keep their value")],
        rules: &[
            element_in!(lhs, INTEGERS),
            same_type(&[result, lhs, rhs]),
            same_lanes!(result, mask),
        ],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3750-3766")],
    }

    /// Shift active lanes to the left by one number.
    ///
    /// Inactive lanes keep the source unless `pmode` is `zero`.
    vmi_vshls = "vmi.vshls"(src: In Handle, scalar: In Scalar, mask: In Handle, result: Out Handle) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result[i] = src[i] << scalar",
        attrs: &[word("pmode", &["zero", "merge"]).doc("inactive lanes become zero or keep their value")],
        rules: &[
            has_dtype(&[scalar], &[I16]),
            element_in!(src, INTEGERS),
            same_type(&[result, src]),
            same_lanes!(result, mask),
        ],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3191-3196")],
    }

    /// Shift active lanes to the right by one number.
    ///
    /// Inactive lanes keep the source unless `pmode` is `zero`.
    vmi_vshrs = "vmi.vshrs"(src: In Handle, scalar: In Scalar, mask: In Handle, result: Out Handle) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result[i] = src[i] >> scalar",
        attrs: &[word("pmode", &["zero", "merge"]).doc("inactive lanes become zero or keep their value")],
        rules: &[
            has_dtype(&[scalar], &[I16]),
            element_in!(src, INTEGERS),
            same_type(&[result, src]),
            same_lanes!(result, mask),
        ],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3198-3203")],
    }
}
