//! Comparison and choice on registers of any length.

use super::vmi_type::{
    FLOATS, INTEGERS, NUMBERS, PMODE, element_in, element_of, mask_of, same_lanes,
};
use crate::def::prelude::*;
use crate::sem::vmi_mask::{NO_MASK, compare};
use crate::sem::{LaneCompare, LaneSelect};

const BASE: OpDef = OpDef { family: "vmi", scope: AllowedScope::Anywhere, ..OpDef::REGISTER };

const CMP: &[&str] =
    &["eq", "ne", "lt", "le", "gt", "ge", "oeq", "one", "olt", "ole", "ogt", "oge"];

ops! {
    base: BASE;

    /// Compare floating-point numbers.
    vmi_cmpf = "vmi.cmpf"(lhs: In Handle, rhs: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:377"),
        formula: "result[i] = lhs[i] predicate rhs[i]",
        attrs: &[text("predicate").required().doc("`oeq`, `one`, `olt`, `ole`, `ogt`, `oge` and the like")],
        syntax: "predicate, lhs, rhs",
        rules: &[
            element_in!(lhs, FLOATS),
            same_type(&[lhs, rhs]),
            same_lanes!(lhs, result),
        ],
        sem: Sem::Custom(|x| compare(x, &LaneCompare { a: lhs, b: rhs, seed: NO_MASK, mask: result }, "predicate")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1679-1694")],
    }

    /// Compare integers.
    vmi_cmpi = "vmi.cmpi"(lhs: In Handle, rhs: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:385"),
        formula: "result[i] = lhs[i] predicate rhs[i]",
        attrs: &[text("predicate").required().doc("`eq`, `ne`, `slt`, `ult` and the like")],
        syntax: "predicate, lhs, rhs",
        rules: &[
            element_in!(lhs, INTEGERS),
            same_type(&[lhs, rhs]),
            same_lanes!(lhs, result),
        ],
        sem: Sem::Custom(|x| compare(x, &LaneCompare { a: lhs, b: rhs, seed: NO_MASK, mask: result }, "predicate")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1696-1711")],
    }

    /// Compare active lanes.
    ///
    /// The element type says whether integers are signed. Ordered forms are for floating point.
    vmi_vcmp = "vmi.vcmp"(lhs: In Handle, rhs: In Handle, seed: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1188"),
        formula: "result[i] = seed[i] & (lhs[i] cmp rhs[i])",
        attrs: &[
            word("cmp", CMP).required().doc("the comparison; ordered forms begin with `o`"),
            word("pmode", &["zeroing", "merge"]).doc("inactive lanes become zero or keep their value"),
        ],
        rules: &[
            element_in!(lhs, NUMBERS),
            same_type(&[lhs, rhs]),
            same_lanes!(lhs, seed),
            same_lanes!(seed, result),
        ],
        sem: Sem::Custom(|x| compare(x, &LaneCompare { a: lhs, b: rhs, seed, mask: result }, "cmp")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:5090-5146")],
        quirks: &["vmi-signless-order"],
    }

    /// Compare active lanes with a number.
    ///
    /// The element type says whether integers are signed. Ordered forms are for floating point.
    vmi_vcmps = "vmi.vcmps"(src: In Handle, scalar: In Scalar, seed: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1262"),
        formula: "result[i] = seed[i] & (src[i] cmp scalar)",
        attrs: &[
            word("cmp", CMP).required().doc("the comparison; ordered forms begin with `o`"),
            word("pmode", &["zeroing", "merge"]).doc("inactive lanes become zero or keep their value"),
        ],
        rules: &[
            element_in!(src, NUMBERS),
            same_lanes!(src, seed),
            element_of!(src, scalar),
            same_lanes!(seed, result),
        ],
        sem: Sem::Custom(|x| compare(x, &LaneCompare { a: src, b: scalar, seed, mask: result }, "cmp")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:5148-5206")],
        quirks: &["vmi-signless-order"],
    }

    /// Choose lanes from two registers.
    vmi_select = "vmi.select"(mask: In Handle, true_value: In Handle, false_value: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:393"),
        formula: "result[i] = mask[i] ? true_value[i] : false_value[i]",
        rules: &[
            same_type(&[result, true_value, false_value]),
            mask_of!(result, mask),
        ],
        sem: Sem::LaneSelect(LaneSelect { on: true_value, off: false_value, mask, dst: result }),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1713-1724")],
    }

    /// Choose lanes from two registers.
    ///
    /// `pmode` changes nothing: the lanes that the predicate leaves out come from the second register.
    vmi_vsel = "vmi.vsel"(mask: In Handle, true_value: In Handle, false_value: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1306"),
        formula: "result[i] = mask[i] ? true_value[i] : false_value[i]",
        attrs: &[PMODE],
        rules: &[
            same_type(&[result, true_value, false_value]),
            mask_of!(result, mask),
        ],
        sem: Sem::LaneSelect(LaneSelect { on: true_value, off: false_value, mask, dst: result }),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3800-3821")],
    }
}
