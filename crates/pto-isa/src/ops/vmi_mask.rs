//! Predicates for registers of any length.

use super::vmi_type::{INTEGERS, double, element_in, lanes, lanes_text, mask_of, number};
use crate::code;
use crate::def::prelude::*;
use crate::sem::vmi_mask::{NO_MASK, count_before, count_off, first_lanes, listed, pattern};
use crate::virtual_lanes;

const BASE: OpDef = OpDef { family: "vmi", scope: AllowedScope::Anywhere, ..OpDef::REGISTER };

/// A predicate of groups has as many lanes as they.
static GROUP_MASK_LANES: Custom = Custom {
    name: "vmi-group-mask",
    code: code::OP_RULE,
    text: "the lanes must be `num_groups` times `group_size`",
    holds: |args| {
        let size = number(args, "num_groups").zip(number(args, "group_size"));
        lanes(args, 1).zip(size).is_none_or(|(l, (n, s))| n.checked_mul(s) == Some(l))
    },
    found: |args| lanes_text(args, 1),
    mutate_to_violate: |b| double(b, 1),
};

ops! {
    base: BASE;

    /// Make a predicate of the first lanes.
    vmi_create_mask = "vmi.create_mask"(active_lanes: In Index, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:2323"),
        formula: "result[i] = i < active_lanes",
        sem: Sem::Custom(|x| first_lanes(x, [active_lanes, result], None)),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1271-1273")],
    }

    /// Make a predicate of the first lanes of each group.
    ///
    /// The predicate has `num_groups` times `group_size` lanes.
    vmi_create_group_mask = "vmi.create_group_mask"(active_elems_per_group: In Index, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:2359"),
        formula: "result[i] = i mod group_size < active_elems_per_group",
        attrs: &[
            int("num_groups", 1, i64::MAX).required().doc("number of groups"),
            int("group_size", 1, i64::MAX).required().doc("lanes of a group"),
        ],
        rules: &[custom(&[result], &GROUP_MASK_LANES)],
        sem: Sem::Custom(|x| first_lanes(x, [active_elems_per_group, result], Some("group_size"))),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1275-1290")],
    }

    /// Make a predicate from listed bits.
    ///
    /// `value` lists one bit for each lane, or one for all. The assembler reads this only in its generic form.
    vmi_constant_mask = "vmi.constant_mask"(result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:121"),
        formula: "result[i] = value[i]",
        attrs: &[any_attr("value").required().doc("dense elements, one or as many as there are lanes")],
        syntax: "{value} ->",
        sem: Sem::Custom(|x| listed(x, result)),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1292-1306")],
    }

    /// Take the lanes active in both.
    vmi_mask_and = "vmi.mask_and"(lhs: In Handle, rhs: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:128"),
        formula: "result[i] = lhs[i] & rhs[i]",
        rules: &[same_type(&[result, lhs, rhs])],
        sem: virtual_lanes!(And(lhs, rhs) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1308-1314")],
    }

    /// Take the lanes active in either.
    vmi_mask_or = "vmi.mask_or"(lhs: In Handle, rhs: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:136"),
        formula: "result[i] = lhs[i] | rhs[i]",
        rules: &[same_type(&[result, lhs, rhs])],
        sem: virtual_lanes!(Or(lhs, rhs) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1316-1322")],
    }

    /// Take the lanes active in just one.
    vmi_mask_xor = "vmi.mask_xor"(lhs: In Handle, rhs: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:144"),
        formula: "result[i] = lhs[i] ^ rhs[i]",
        rules: &[same_type(&[result, lhs, rhs])],
        sem: virtual_lanes!(Xor(lhs, rhs) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1324-1330")],
    }

    /// Take the lanes that are not active.
    vmi_mask_not = "vmi.mask_not"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:152"),
        formula: "result[i] = !source[i]",
        rules: &[same_type(&[result, source])],
        sem: virtual_lanes!(Not(source) -> result),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1332-1337")],
    }

    /// Make a predicate of all lanes.
    ///
    /// `group` says that the lanes form groups; all are active.
    vmi_pset = "vmi.pset"(result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:877"),
        formula: "result[i] = 1",
        attrs: &[
            word("pattern", &["PAT_ALL"]).required().doc("all lanes"),
            int("group", 1, i64::MAX).doc("number of groups"),
        ],
        syntax: "pattern : result",
        sem: Sem::Custom(|x| pattern(x, result)),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3327-3337")],
    }

    /// Make a predicate of the first lanes, or of the first of each group.
    vmi_pge = "vmi.pge"(result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:898"),
        formula: "result[i] = i < n   for the pattern PAT_VLn\n\
            result[g*S + j] = j < n   with `group`",
        attrs: &[
            text("pattern").required().doc("`PAT_VLn` with a number n"),
            int("group", 1, i64::MAX).doc("number of groups"),
        ],
        syntax: "pattern : result",
        sem: Sem::Custom(|x| pattern(x, result)),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3339-3360")],
    }

    /// Make a predicate of the lanes that are left, and count them off.
    vmi_plt = "vmi.plt"(scalar: In Scalar, mask: Out Handle, scalar_out: Out Scalar) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:921"),
        formula: "mask[i] = i < scalar\n\
            scalar_out = max(scalar - L, 0)   with L lanes",
        rules: &[has_dtype(&[scalar, scalar_out], &[I32])],
        sem: Sem::Custom(|x| count_off(x, [scalar, mask, scalar_out])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3362-3376")],
    }

    /// Number the active lanes.
    vmi_active_prefix_index = "vmi.active_prefix_index"(mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:402"),
        formula: "result[i] = number of j < i with mask[j]",
        rules: &[
            element_in!(result, INTEGERS),
            mask_of!(result, mask),
        ],
        sem: Sem::Custom(|x| count_before(x, [mask, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1726-1738")],
    }
}
