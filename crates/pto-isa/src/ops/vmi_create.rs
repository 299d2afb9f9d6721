//! Registers of any length: constants, ramps and copies of a number.

use super::vmi_type::{COUNTS, element_in, lane_per_group};
use crate::code;
use crate::def::prelude::*;
use crate::rule::AttrValue;
use crate::sem::vmi_create::{broadcast, count, listed};

const BASE: OpDef = OpDef { family: "vmi", scope: AllowedScope::Anywhere, ..OpDef::REGISTER };

static DENSE: Custom = Custom {
    name: "vmi-dense",
    code: code::OP_RULE,
    text: "`value` must be dense elements: `dense<1.0> : vector<64xf32>`",
    holds: |args| !matches!(args.attr("value"), Some(AttrValue::Int(_) | AttrValue::Other)),
    found: |_| "a number".into(),
    mutate_to_violate: |b| b.attrs.push(("value".into(), "1 : i32".into())),
};

ops! {
    base: BASE;

    /// Make a register from listed numbers.
    ///
    /// `value` lists one number for each lane, or one for all. The assembler reads this only in its generic form.
    vmi_constant = "vmi.constant"(result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:48"),
        formula: "result[i] = value[i]",
        attrs: &[any_attr("value").required().doc("dense elements, one or as many as there are lanes")],
        syntax: "{value} ->",
        rules: &[custom(&[result], &DENSE)],
        sem: Sem::Custom(|x| listed(x, result)),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1176-1191")],
    }

    /// Copy a number, or the only lane of a register, to every lane.
    vmi_broadcast = "vmi.broadcast"(value: Value Any, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:55"),
        formula: "result[i] = value",
        sem: Sem::Custom(|x| broadcast(x, [value, result], "group")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1193-1211")],
    }

    /// Count up or down from a number.
    vmi_iota = "vmi.iota"(base: In Scalar, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:63"),
        formula: "result[i] = base + i   (base - i for DESC)",
        attrs: &[word("order", &["ASC", "DESC"]).doc("up, the default, or down")],
        rules: &[element_in!(result, COUNTS)],
        sem: Sem::Custom(|x| count(x, [base, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1213-1230")],
    }

    /// Count from a number, anew in each group.
    vmi_group_iota = "vmi.group_iota"(base: In Scalar, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:79"),
        formula: "result[g*S + j] = base + j   with S = lanes/group   (base - j for DESC)",
        attrs: &[
            word("order", &["ASC", "DESC"]).doc("up, the default, or down"),
            int("group", 2, i64::MAX).required().doc("number of groups"),
        ],
        rules: &[element_in!(result, COUNTS)],
        sem: Sem::Custom(|x| count(x, [base, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1232-1269")],
    }

    /// Copy one value for each group to the lanes of the group.
    vmi_group_broadcast = "vmi.group_broadcast"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:543"),
        formula: "result[g*S + j] = source[g]   with S = lanes/num_groups",
        attrs: &[int("num_groups", 1, i64::MAX).required().doc("number of groups")],
        rules: &[lane_per_group!(source, "num_groups")],
        sem: Sem::Custom(|x| broadcast(x, [source, result], "num_groups")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1988-2018")],
    }

    /// Copy a number, a single lane, or one lane for each group.
    ///
    /// With `group` the source is a register with one lane for each group.
    vmi_vbrc = "vmi.vbrc"(value: Value Any, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1426"),
        formula: "result[i] = value\n\
            result[g*S + j] = value[g]   with `group`",
        attrs: &[int("group", 1, i64::MAX).doc("number of groups")],
        sem: Sem::Custom(|x| broadcast(x, [value, result], "group")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3234-3286")],
    }

    /// Count from a number, over all lanes or in each group.
    vmi_vci = "vmi.vci"(base: In Scalar, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:772"),
        formula: "result[i] = base + i   (base - i for DESC)\n\
            result[g*S + j] = base + j   with `group`, S = lanes/group",
        attrs: &[
            word("order", &["ASC", "DESC"]).doc("up, the default, or down"),
            int("group", 1, i64::MAX).doc("number of groups"),
        ],
        rules: &[element_in!(result, COUNTS)],
        sem: Sem::Custom(|x| count(x, [base, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3288-3325")],
    }
}
