//! Reduction of registers of any length.

use super::vmi_type::{
    INTEGERS, INTEGERS32, PMODE, WIDE_FLOATS, element, element_in, element_of, element_text,
    mask_of, one_lane, whole_groups,
};
use crate::code;
use crate::def::prelude::*;
use crate::sem::vmi_fold::fold;
use crate::ty::Type;

const BASE: OpDef = OpDef { family: "vmi", scope: AllowedScope::Anywhere, ..OpDef::REGISTER };

/// Sums of floating-point numbers are formed pairwise.
static SUM_IS_REASSOCIATED: Custom = Custom {
    name: "vmi-reassoc",
    code: code::MISSING_ATTR,
    text: "a floating-point sum needs `reassoc`",
    holds: |args| args.attr("reassoc").is_some() || element(args, 0).is_none_or(|d| !d.is_float()),
    found: |args| element_text(args, 0),
    mutate_to_violate: |b| {
        b.types[0] = Some(Type::Other("!pto.vmi.vreg<64xf32>".into()));
        b.types[2] = Some(Type::Other("!pto.vmi.vreg<1xf32>".into()));
    },
};

ops! {
    base: BASE;

    /// Add up active lanes.
    ///
    /// The result has one lane. The sum is formed pairwise, so `reassoc` must be given.
    vmi_reduce_addf = "vmi.reduce_addf"(source: In Handle, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:436"),
        formula: "result[0] = sum(source[i])   over mask[i]",
        attrs: &[flag("reassoc").required().doc("the order of additions is free")],
        rules: &[
            element_in!(source, WIDE_FLOATS),
            mask_of!(source, mask),
            one_lane!(result),
            element_of!(source, result),
        ],
        sem: Sem::Custom(|x| fold(x, Fold::Sum, [source, mask, result], "group")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1793-1815")],
    }

    /// Take the largest active lane.
    ///
    /// The result has one lane.
    vmi_reduce_maxf = "vmi.reduce_maxf"(source: In Handle, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:446"),
        formula: "result[0] = max(source[i])   over mask[i]",
        rules: &[
            element_in!(source, WIDE_FLOATS),
            mask_of!(source, mask),
            one_lane!(result),
            element_of!(source, result),
        ],
        sem: Sem::Custom(|x| fold(x, Fold::Max, [source, mask, result], "group")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1837")],
    }

    /// Take the smallest active lane.
    ///
    /// The result has one lane.
    vmi_reduce_minf = "vmi.reduce_minf"(source: In Handle, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:455"),
        formula: "result[0] = min(source[i])   over mask[i]",
        rules: &[
            element_in!(source, WIDE_FLOATS),
            mask_of!(source, mask),
            one_lane!(result),
            element_of!(source, result),
        ],
        sem: Sem::Custom(|x| fold(x, Fold::Min, [source, mask, result], "group")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1839")],
    }

    /// Add up active integers.
    ///
    /// The result has one lane.
    vmi_reduce_addi = "vmi.reduce_addi"(source: In Handle, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:427"),
        formula: "result[0] = sum(source[i])   over mask[i]",
        rules: &[
            element_in!(source, INTEGERS32),
            mask_of!(source, mask),
            one_lane!(result),
            element_of!(source, result),
        ],
        sem: Sem::Custom(|x| fold(x, Fold::Sum, [source, mask, result], "group")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1773-1791")],
    }

    /// Take the largest active integer.
    ///
    /// The result has one lane.
    vmi_reduce_maxi = "vmi.reduce_maxi"(source: In Handle, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:464"),
        formula: "result[0] = max(source[i])   over mask[i]",
        rules: &[
            element_in!(source, INTEGERS),
            mask_of!(source, mask),
            one_lane!(result),
            element_of!(source, result),
        ],
        sem: Sem::Custom(|x| fold(x, Fold::Max, [source, mask, result], "group")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1860")],
    }

    /// Take the smallest active integer.
    ///
    /// The result has one lane.
    vmi_reduce_mini = "vmi.reduce_mini"(source: In Handle, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:473"),
        formula: "result[0] = min(source[i])   over mask[i]",
        rules: &[
            element_in!(source, INTEGERS),
            mask_of!(source, mask),
            one_lane!(result),
            element_of!(source, result),
        ],
        sem: Sem::Custom(|x| fold(x, Fold::Min, [source, mask, result], "group")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1862")],
    }

    /// Add up the active lanes of each group.
    ///
    /// The sums are formed pairwise, so `reassoc` must be given.
    vmi_group_reduce_addf = "vmi.group_reduce_addf"(source: In Handle, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:482"),
        formula: "result[g] = sum(source[g*S + j])   over active j, with S = lanes/num_groups",
        attrs: &[
            int("num_groups", 1, i64::MAX).required().doc("number of groups"),
            flag("reassoc").required().doc("the order of additions is free"),
        ],
        rules: &[
            mask_of!(source, mask),
            whole_groups!(source, "num_groups"),
            element_of!(source, result),
        ],
        sem: Sem::Custom(|x| fold(x, Fold::Sum, [source, mask, result], "num_groups")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1914-1916")],
    }

    /// Take the largest active lane of each group.
    vmi_group_reduce_maxf = "vmi.group_reduce_maxf"(source: In Handle, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:493"),
        formula: "result[g] = max(source[g*S + j])   over active j, with S = lanes/num_groups",
        attrs: &[int("num_groups", 1, i64::MAX).required().doc("number of groups")],
        rules: &[
            mask_of!(source, mask),
            whole_groups!(source, "num_groups"),
            element_of!(source, result),
        ],
        sem: Sem::Custom(|x| fold(x, Fold::Max, [source, mask, result], "num_groups")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1918-1920")],
    }

    /// Take the smallest active lane of each group.
    vmi_group_reduce_minf = "vmi.group_reduce_minf"(source: In Handle, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:503"),
        formula: "result[g] = min(source[g*S + j])   over active j, with S = lanes/num_groups",
        attrs: &[int("num_groups", 1, i64::MAX).required().doc("number of groups")],
        rules: &[
            mask_of!(source, mask),
            whole_groups!(source, "num_groups"),
            element_of!(source, result),
        ],
        sem: Sem::Custom(|x| fold(x, Fold::Min, [source, mask, result], "num_groups")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1922-1924")],
    }

    /// Add up the active integers of each group.
    vmi_group_reduce_addi = "vmi.group_reduce_addi"(source: In Handle, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:513"),
        formula: "result[g] = sum(source[g*S + j])   over active j, with S = lanes/num_groups",
        attrs: &[int("num_groups", 1, i64::MAX).required().doc("number of groups")],
        rules: &[
            mask_of!(source, mask),
            whole_groups!(source, "num_groups"),
            element_of!(source, result),
        ],
        sem: Sem::Custom(|x| fold(x, Fold::Sum, [source, mask, result], "num_groups")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1972-1974")],
    }

    /// Take the largest active integer of each group.
    vmi_group_reduce_maxi = "vmi.group_reduce_maxi"(source: In Handle, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:523"),
        formula: "result[g] = max(source[g*S + j])   over active j, with S = lanes/num_groups",
        attrs: &[int("num_groups", 1, i64::MAX).required().doc("number of groups")],
        rules: &[
            mask_of!(source, mask),
            whole_groups!(source, "num_groups"),
            element_of!(source, result),
        ],
        sem: Sem::Custom(|x| fold(x, Fold::Max, [source, mask, result], "num_groups")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1976-1978")],
    }

    /// Take the smallest active integer of each group.
    vmi_group_reduce_mini = "vmi.group_reduce_mini"(source: In Handle, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:533"),
        formula: "result[g] = min(source[g*S + j])   over active j, with S = lanes/num_groups",
        attrs: &[int("num_groups", 1, i64::MAX).required().doc("number of groups")],
        rules: &[
            mask_of!(source, mask),
            whole_groups!(source, "num_groups"),
            element_of!(source, result),
        ],
        sem: Sem::Custom(|x| fold(x, Fold::Min, [source, mask, result], "num_groups")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1980-1982")],
    }

    /// Add up active lanes, of all or of each group.
    ///
    /// Floating-point sums need `reassoc`: they are formed pairwise.
    vmi_vcadd = "vmi.vcadd"(source: In Handle, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1520"),
        formula: "result[0] = sum(source[i])   over mask[i]\n\
            result[g] = sum(source[g*S + j])   with `group`, S = lanes/group",
        attrs: &[
            int("group", 1, i64::MAX).doc("number of groups"),
            PMODE,
            flag("reassoc").doc("the order of additions is free"),
        ],
        rules: &[
            mask_of!(source, mask),
            whole_groups!(source, "group"),
            element_of!(source, result),
            custom(&[source], &SUM_IS_REASSOCIATED),
        ],
        sem: Sem::Custom(|x| fold(x, Fold::Sum, [source, mask, result], "group")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3823-3831")],
    }

    /// Take the largest active lane, of all or of each group.
    vmi_vcmax = "vmi.vcmax"(source: In Handle, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1589"),
        formula: "result[0] = max(source[i])   over mask[i]\n\
            result[g] = max(source[g*S + j])   with `group`, S = lanes/group",
        attrs: &[
            int("group", 1, i64::MAX).doc("number of groups"),
            PMODE,
        ],
        rules: &[
            mask_of!(source, mask),
            whole_groups!(source, "group"),
            element_of!(source, result),
        ],
        sem: Sem::Custom(|x| fold(x, Fold::Max, [source, mask, result], "group")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3893-3901")],
    }

    /// Take the smallest active lane, of all or of each group.
    vmi_vcmin = "vmi.vcmin"(source: In Handle, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1589"),
        formula: "result[0] = min(source[i])   over mask[i]\n\
            result[g] = min(source[g*S + j])   with `group`, S = lanes/group",
        attrs: &[
            int("group", 1, i64::MAX).doc("number of groups"),
            PMODE,
        ],
        rules: &[
            mask_of!(source, mask),
            whole_groups!(source, "group"),
            element_of!(source, result),
        ],
        sem: Sem::Custom(|x| fold(x, Fold::Min, [source, mask, result], "group")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3954-3962")],
    }
}
