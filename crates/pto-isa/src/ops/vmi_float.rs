//! Arithmetic of floating-point registers of any length.

use super::vmi_type::{FLOATS, RELU, WIDE_FLOATS, element_in};
use crate::def::prelude::*;
use crate::sem::vmi_mask::NO_MASK;
use crate::virtual_lanes;

const BASE: OpDef = OpDef { family: "vmi", scope: AllowedScope::Anywhere, ..OpDef::REGISTER };

ops! {
    base: BASE;

    /// Add numbers.
    vmi_addf = "vmi.addf"(lhs: In Handle, rhs: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:160"),
        formula: "result[i] = lhs[i] + rhs[i]",
        rules: &[
            element_in!(lhs, FLOATS),
            same_type(&[result, lhs, rhs]),
        ],
        sem: virtual_lanes!(Add(lhs, rhs) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1339-1350")],
    }

    /// Subtract numbers.
    vmi_subf = "vmi.subf"(lhs: In Handle, rhs: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:176"),
        formula: "result[i] = lhs[i] - rhs[i]",
        rules: &[
            element_in!(lhs, FLOATS),
            same_type(&[result, lhs, rhs]),
        ],
        sem: virtual_lanes!(Sub(lhs, rhs) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1365-1376")],
    }

    /// Multiply numbers.
    vmi_mulf = "vmi.mulf"(lhs: In Handle, rhs: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:192"),
        formula: "result[i] = lhs[i]*rhs[i]",
        rules: &[
            element_in!(lhs, FLOATS),
            same_type(&[result, lhs, rhs]),
        ],
        sem: virtual_lanes!(Mul(lhs, rhs) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1391-1402")],
    }

    /// Divide numbers.
    vmi_divf = "vmi.divf"(lhs: In Handle, rhs: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:217"),
        formula: "result[i] = lhs[i]/rhs[i]",
        rules: &[
            element_in!(lhs, WIDE_FLOATS),
            same_type(&[result, lhs, rhs]),
        ],
        sem: virtual_lanes!(Div(lhs, rhs) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1436-1447")],
    }

    /// Multiply and add with one rounding.
    vmi_fma = "vmi.fma"(lhs: In Handle, rhs: In Handle, acc: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:208"),
        formula: "result[i] = lhs[i]*rhs[i] + acc[i]",
        rules: &[
            element_in!(lhs, FLOATS),
            same_type(&[result, lhs, rhs, acc]),
        ],
        sem: virtual_lanes!(Fma(lhs, rhs, acc) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1420-1430")],
    }

    /// Take the smaller numbers.
    vmi_minf = "vmi.minf"(lhs: In Handle, rhs: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:225"),
        formula: "result[i] = min(lhs[i], rhs[i])",
        rules: &[
            element_in!(lhs, FLOATS),
            same_type(&[result, lhs, rhs]),
        ],
        sem: virtual_lanes!(Min(lhs, rhs) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1449-1460")],
    }

    /// Take the larger numbers.
    vmi_maxf = "vmi.maxf"(lhs: In Handle, rhs: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:233"),
        formula: "result[i] = max(lhs[i], rhs[i])",
        rules: &[
            element_in!(lhs, FLOATS),
            same_type(&[result, lhs, rhs]),
        ],
        sem: virtual_lanes!(Max(lhs, rhs) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1462-1473")],
    }

    /// Change the sign of numbers.
    vmi_negf = "vmi.negf"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:257"),
        formula: "result[i] = -source[i]",
        rules: &[
            element_in!(source, WIDE_FLOATS),
            same_type(&[result, source]),
        ],
        sem: virtual_lanes!(Neg(source) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1497-1504")],
    }

    /// Take absolute values.
    vmi_absf = "vmi.absf"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:273"),
        formula: "result[i] = |source[i]|",
        rules: &[
            element_in!(source, WIDE_FLOATS),
            same_type(&[result, source]),
        ],
        sem: virtual_lanes!(Abs(source) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1517-1524")],
    }

    /// Take square roots.
    vmi_sqrt = "vmi.sqrt"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:289"),
        formula: "result[i] = sqrt(source[i])",
        rules: &[
            element_in!(source, WIDE_FLOATS),
            same_type(&[result, source]),
        ],
        sem: virtual_lanes!(Sqrt(source) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1540-1547")],
    }

    /// Take exponentials.
    vmi_exp = "vmi.exp"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:297"),
        formula: "result[i] = exp(source[i])",
        rules: &[
            element_in!(source, WIDE_FLOATS),
            same_type(&[result, source]),
        ],
        sem: virtual_lanes!(Exp(source) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1549-1556")],
    }

    /// Take natural logarithms.
    vmi_ln = "vmi.ln"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:305"),
        formula: "result[i] = ln(source[i])",
        rules: &[
            element_in!(source, WIDE_FLOATS),
            same_type(&[result, source]),
        ],
        sem: virtual_lanes!(Ln(source) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1558-1565")],
    }

    /// Cut below zero.
    ///
    /// Floating-point and signed 32-bit numbers.
    vmi_relu = "vmi.relu"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:313"),
        formula: "result[i] = max(source[i], 0)",
        rules: &[
            element_in!(source, RELU),
            same_type(&[result, source]),
        ],
        sem: virtual_lanes!(Relu(source) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1567-1583")],
    }
}
