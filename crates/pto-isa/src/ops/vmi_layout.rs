//! Rearrangement of registers of any length, and how they lie in machine registers.

use super::vmi_type::{
    INTEGERS, PMODE, double, element_in, element_of, lanes_text, layouts_of, lists_lanes, mask_of,
    mask_text, same_lanes, width_of, without_layout,
};
use crate::code;
use crate::def::prelude::*;
use crate::sem::rearrange::{interleave, separate};
use crate::sem::vmi_mask;
use crate::sem::vmi_rearrange::{
    self as moves, compress, merge_channels, pack, select_by_index, shuffle, split_channels,
    under_mask, unpack,
};
use crate::virtual_register::VirtualRegister;

const BASE: OpDef = OpDef { family: "vmi", scope: AllowedScope::Anywhere, ..OpDef::REGISTER };

/// `indices` of a shuffle. Source: PTOAS 0.60 lib/PTO/IR/VMI.cpp:2825-2849.
static LISTED: Custom = Custom {
    name: "vmi-indices",
    code: code::OP_RULE,
    text: "`indices` must list a lane of `source` for each lane of `result`",
    holds: |args| lists_lanes(args, "indices", 0, 1),
    found: |args| lanes_text(args, 1),
    mutate_to_violate: |mutator| double(mutator, 1),
};

static BOTH_LAYOUTS: Custom = Custom {
    name: "vmi-layouts",
    code: code::LAYOUT,
    text: "the types of `source` and `result` must both name a layout",
    holds: |args| layouts_of(args, 0, 1).is_none_or(|both| both == [true, true]),
    found: |args| mask_text(args, 0),
    mutate_to_violate: |mutator| without_layout(mutator, 0),
};

static WIDTHS_AND_LAYOUTS: Custom = Custom {
    name: "vmi-widths",
    code: code::LAYOUT,
    text: "the types of `source` and `result` must both name a width, and a layout both or neither",
    holds: |args| {
        let named = |slot| match args.ty(slot).and_then(VirtualRegister::of) {
            Some(VirtualRegister::Mask { width, .. }) => width.is_some(),
            _ => true,
        };
        named(0) && named(1) && layouts_of(args, 0, 1).is_none_or(|[a, b]| a == b)
    },
    found: |args| mask_text(args, 0),
    mutate_to_violate: |mutator| without_layout(mutator, 0),
};

ops! {
    base: BASE;

    /// Choose lanes by listed numbers.
    vmi_shuffle = "vmi.shuffle"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:788"),
        formula: "result[i] = source[indices[i]]",
        attrs: &[any_attr("indices").required().doc("source lane of each lane of the result")],
        syntax: "source {indices} | source[indices]",
        rules: &[element_of!(source, result), custom(&[result, source], &LISTED)],
        sem: Sem::Custom(|x| shuffle(x, [source, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2825-2849")],
    }

    /// Choose lanes by a register of lane numbers.
    ///
    /// Indices are as wide as the elements.
    vmi_vselr = "vmi.vselr"(source: In Handle, index: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1353"),
        formula: "result[i] = source[index[i]]",
        rules: &[
            element_in!(index, INTEGERS),
            same_lanes!(result, index),
            element_of!(source, result),
            width_of!(source, index),
        ],
        sem: Sem::Custom(|x| select_by_index(x, [source, index, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:5004-5048")],
    }

    /// Move active lanes to the front.
    vmi_compress = "vmi.compress"(source: In Handle, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:410"),
        formula: "result[number of j < i with mask[j]] = source[i]   for mask[i]",
        rules: &[
            same_type(&[result, source]),
            mask_of!(source, mask),
        ],
        sem: Sem::Custom(|x| compress(x, [source, mask, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1740-1750")],
    }

    /// Interleave two registers.
    vmi_vintlv = "vmi.vintlv"(lhs: In Handle, rhs: In Handle, mask: In Handle, low: Out Handle, high: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:2443"),
        formula: "low, high = lower and upper half of lhs[0], rhs[0], lhs[1], rhs[1], ...",
        attrs: &[PMODE],
        rules: &[
            mask_of!(lhs, mask),
            same_lanes!(lhs, rhs),
            same_lanes!(lhs, low),
            same_lanes!(lhs, high),
            element_of!(lhs, rhs),
            element_of!(lhs, low),
            element_of!(lhs, high),
        ],
        sem: Sem::Custom(|x| under_mask(x, mask, [low, high], |x| interleave(x, [lhs, rhs, low, high]))),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:5050-5066")],
    }

    /// Separate even and odd lanes of two registers.
    vmi_vdintlv = "vmi.vdintlv"(lhs: In Handle, rhs: In Handle, mask: In Handle, low: Out Handle, high: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:2492"),
        formula: "low, high = even and odd lanes of lhs followed by rhs",
        attrs: &[PMODE],
        rules: &[
            mask_of!(lhs, mask),
            same_lanes!(lhs, rhs),
            same_lanes!(lhs, low),
            same_lanes!(lhs, high),
            element_of!(lhs, rhs),
            element_of!(lhs, low),
            element_of!(lhs, high),
        ],
        sem: Sem::Custom(|x| under_mask(x, mask, [low, high], |x| separate(x, [lhs, rhs, low, high]))),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:5068-5084")],
    }

    /// Separate interleaved channels.
    ///
    /// The assembler reads this only in its generic form.
    vmi_channel_split = "vmi.channel_split"(source: In Handle, results: ManyOut Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:796"),
        formula: "results[c][i] = source[i*C + c]   with C results",
        sem: Sem::Custom(|x| split_channels(x, [source, results])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2851-2903")],
    }

    /// Interleave channels.
    ///
    /// The assembler reads this only in its generic form.
    vmi_channel_merge = "vmi.channel_merge"(inputs: ManyIn Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:803"),
        formula: "result[i*C + c] = inputs[c][i]   with C inputs",
        sem: Sem::Custom(|x| merge_channels(x, [inputs, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2905-2957")],
    }

    /// Give a register another layout.
    ///
    /// The lanes keep their numbers and values; they move between machine registers.
    vmi_ensure_layout = "vmi.ensure_layout"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:810"),
        formula: "result[i] = source[i]",
        rules: &[same_lanes!(source, result), custom(&[source, result], &BOTH_LAYOUTS)],
        sem: Sem::Custom(|x| moves::copy(x, [source, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2959-2971")],
    }

    /// Give a predicate another layout.
    ///
    /// The lanes keep their numbers and values; they move between machine registers.
    vmi_ensure_mask_layout = "vmi.ensure_mask_layout"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:818"),
        formula: "result[i] = source[i]",
        rules: &[same_lanes!(source, result), custom(&[source, result], &BOTH_LAYOUTS)],
        sem: Sem::Custom(|x| vmi_mask::copy(x, [source, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2973-2985")],
    }

    /// Give a predicate another lane width.
    vmi_ensure_mask_granularity = "vmi.ensure_mask_granularity"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:826"),
        formula: "result[i] = source[i]",
        rules: &[same_lanes!(source, result), custom(&[source, result], &WIDTHS_AND_LAYOUTS)],
        sem: Sem::Custom(|x| vmi_mask::copy(x, [source, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2987-3005")],
    }

    /// Split a value with a layout into machine registers.
    ///
    /// The assembler reads this only in its generic form.
    vmi_unpack = "vmi.unpack"(source: In Handle, parts: ManyResults Any) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:834"),
        formula: "parts = the machine registers of source",
        sem: Sem::Custom(|x| unpack(x, [source, parts])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3007-3010")],
    }

    /// Make a value with a layout from machine registers.
    ///
    /// The assembler reads this only in its generic form.
    vmi_pack = "vmi.pack"(parts: ManyValues Any, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:841"),
        formula: "result = the value whose machine registers are parts",
        sem: Sem::Custom(|x| pack(x, [parts, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3012-3015")],
    }
}
