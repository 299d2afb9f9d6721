//! Arithmetic and bits of integer registers of any length.

use super::vmi_type::{INTEGERS, SIGNED, UNSIGNED, WIDE_INTEGERS, element_in};
use crate::def::prelude::*;
use crate::sem::vmi_mask::NO_MASK;
use crate::virtual_lanes;

const BASE: OpDef = OpDef { family: "vmi", scope: AllowedScope::Anywhere, ..OpDef::REGISTER };

ops! {
    base: BASE;

    /// Add integers.
    ///
    /// The sum wraps.
    vmi_addi = "vmi.addi"(lhs: In Handle, rhs: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:168"),
        formula: "result[i] = lhs[i] + rhs[i]",
        rules: &[
            element_in!(lhs, INTEGERS),
            same_type(&[result, lhs, rhs]),
        ],
        sem: virtual_lanes!(Add(lhs, rhs) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1352-1363")],
    }

    /// Subtract integers.
    ///
    /// The difference wraps.
    vmi_subi = "vmi.subi"(lhs: In Handle, rhs: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:184"),
        formula: "result[i] = lhs[i] - rhs[i]",
        rules: &[
            element_in!(lhs, INTEGERS),
            same_type(&[result, lhs, rhs]),
        ],
        sem: virtual_lanes!(Sub(lhs, rhs) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1378-1389")],
    }

    /// Multiply integers.
    ///
    /// The low half of the product.
    vmi_muli = "vmi.muli"(lhs: In Handle, rhs: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:200"),
        formula: "result[i] = lhs[i]*rhs[i]",
        rules: &[
            element_in!(lhs, WIDE_INTEGERS),
            same_type(&[result, lhs, rhs]),
        ],
        sem: virtual_lanes!(Mul(lhs, rhs) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1404-1418")],
    }

    /// Take the smaller integers.
    vmi_mini = "vmi.mini"(lhs: In Handle, rhs: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:241"),
        formula: "result[i] = min(lhs[i], rhs[i])",
        rules: &[
            element_in!(lhs, INTEGERS),
            same_type(&[result, lhs, rhs]),
        ],
        sem: virtual_lanes!(Min(lhs, rhs) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1475-1484")],
    }

    /// Take the larger integers.
    vmi_maxi = "vmi.maxi"(lhs: In Handle, rhs: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:249"),
        formula: "result[i] = max(lhs[i], rhs[i])",
        rules: &[
            element_in!(lhs, INTEGERS),
            same_type(&[result, lhs, rhs]),
        ],
        sem: virtual_lanes!(Max(lhs, rhs) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1486-1495")],
    }

    /// Change the sign of integers.
    vmi_negi = "vmi.negi"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:265"),
        formula: "result[i] = -source[i]",
        rules: &[
            element_in!(source, INTEGERS),
            same_type(&[result, source]),
        ],
        sem: virtual_lanes!(Neg(source) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1506-1515")],
    }

    /// Take absolute values of integers.
    vmi_absi = "vmi.absi"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:281"),
        formula: "result[i] = |source[i]|",
        rules: &[
            element_in!(source, SIGNED),
            same_type(&[result, source]),
        ],
        sem: virtual_lanes!(Abs(source) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1526-1538")],
    }

    /// Take the bits set in both.
    vmi_andi = "vmi.andi"(lhs: In Handle, rhs: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:321"),
        formula: "result[i] = lhs[i] & rhs[i]",
        rules: &[
            element_in!(lhs, INTEGERS),
            same_type(&[result, lhs, rhs]),
        ],
        sem: virtual_lanes!(And(lhs, rhs) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1585-1596")],
    }

    /// Take the bits set in either.
    vmi_ori = "vmi.ori"(lhs: In Handle, rhs: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:329"),
        formula: "result[i] = lhs[i] | rhs[i]",
        rules: &[
            element_in!(lhs, INTEGERS),
            same_type(&[result, lhs, rhs]),
        ],
        sem: virtual_lanes!(Or(lhs, rhs) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1598-1609")],
    }

    /// Take the bits set in just one.
    vmi_xori = "vmi.xori"(lhs: In Handle, rhs: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:337"),
        formula: "result[i] = lhs[i] ^ rhs[i]",
        rules: &[
            element_in!(lhs, INTEGERS),
            same_type(&[result, lhs, rhs]),
        ],
        sem: virtual_lanes!(Xor(lhs, rhs) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1611-1622")],
    }

    /// Invert every bit.
    vmi_not = "vmi.not"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:369"),
        formula: "result[i] = ~source[i]",
        rules: &[
            element_in!(source, INTEGERS),
            same_type(&[result, source]),
        ],
        sem: virtual_lanes!(Not(source) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1663-1675")],
    }

    /// Shift to the left.
    vmi_shli = "vmi.shli"(lhs: In Handle, rhs: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:345"),
        formula: "result[i] = lhs[i] << rhs[i]",
        rules: &[
            element_in!(lhs, INTEGERS),
            same_type(&[result, lhs, rhs]),
        ],
        sem: virtual_lanes!(Shl(lhs, rhs) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1624-1635")],
    }

    /// Shift to the right, filling with zeros.
    vmi_shrui = "vmi.shrui"(lhs: In Handle, rhs: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:353"),
        formula: "result[i] = lhs[i] >> rhs[i]   (unsigned)",
        rules: &[
            element_in!(lhs, UNSIGNED),
            same_type(&[result, lhs, rhs]),
        ],
        sem: virtual_lanes!(Shr(lhs, rhs) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1637-1650")],
    }

    /// Shift to the right, filling with the sign.
    vmi_shrsi = "vmi.shrsi"(lhs: In Handle, rhs: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:361"),
        formula: "result[i] = lhs[i] >> rhs[i]   (signed)",
        rules: &[
            element_in!(lhs, SIGNED),
            same_type(&[result, lhs, rhs]),
        ],
        sem: virtual_lanes!(Shr(lhs, rhs) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1652-1661")],
    }
}
