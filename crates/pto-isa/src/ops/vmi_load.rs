//! Loads from UB into registers of any length.

use super::vmi_type::{
    INDICES, PMODE, element_in, element_of, element_text, mask_of, other_element, same_element,
    same_lanes, stride_of_groups, whole_groups,
};
use crate::code;
use crate::def::prelude::*;
use crate::rule::AttrValue;
use crate::sem::vmi_load::{
    AnyLoad, Blocks, gather, gather_blocks, load, load_active, load_any, load_blocks,
    load_group_broadcast, load_groups, load_pair,
};
use crate::sem::vmi_mask::NO_MASK;

const BASE: OpDef = OpDef { family: "vmi", scope: AllowedScope::Anywhere, ..OpDef::REGISTER };

/// Memory and lanes of `vload`. Source: PTOAS 0.60 lib/PTO/IR/VMI.cpp:5397-5406.
static ELEMENT: Custom = Custom {
    name: "vmi-element",
    code: code::SAME_DTYPE,
    text: "`source` must have the element type of `results`, unless `dist_mode` is `unpack`",
    holds: |args| {
        args.attr("dist_mode") == Some(AttrValue::Word("unpack")) || same_element(args, 0, 5)
    },
    found: |args| element_text(args, 0),
    mutate_to_violate: |b| other_element(b, 0),
};

ops! {
    base: BASE;

    /// Load consecutive elements.
    vmi_load = "vmi.load"(source: Loads Ptr, offset: In Index, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:648"),
        formula: "result[i] = source[offset + i]",
        syntax: "source[offset]",
        rules: &[
            in_space(&[source], &[Vec]),
            element_of!(result, source),
        ],
        sem: Sem::Custom(|x| load(x, [source, offset, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2423-2430")],
    }

    /// Load and separate even and odd elements.
    vmi_deinterleave_load = "vmi.deinterleave_load"(
        source: Loads Ptr, offset: In Index, low: Out Handle, high: Out Handle,
    ) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:656"),
        formula: "low[i] = source[offset + 2*i]\n\
            high[i] = source[offset + 2*i + 1]",
        syntax: "source[offset]",
        rules: &[
            in_space(&[source], &[Vec]),
            same_type(&[low, high]),
            element_of!(low, source),
        ],
        sem: Sem::Custom(|x| load_pair(x, [source, offset], [low, high])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2438-2461")],
    }

    /// Load groups that lie a stride apart.
    vmi_group_load = "vmi.group_load"(source: Loads Ptr, offset: In Index, row_stride: In Index, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:664"),
        formula: "result[g*S + j] = source[offset + g*row_stride + j]   with S = lanes/num_groups",
        attrs: &[int("num_groups", 1, i64::MAX).required().doc("number of groups")],
        syntax: "source[offset], row_stride : source",
        rules: &[
            in_space(&[source], &[Vec]),
            element_of!(result, source),
            whole_groups!(result, "num_groups"),
        ],
        sem: Sem::Custom(|x| load_groups(x, [source, offset, row_stride, result], "num_groups")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2469-2481")],
    }

    /// Load one element for each group.
    vmi_group_slot_load = "vmi.group_slot_load"(
        source: Loads Ptr, offset: In Index, source_group_stride: In Index, result: Out Handle,
    ) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:673"),
        formula: "result[g] = source[offset + g*source_group_stride]",
        attrs: &[int("num_groups", 1, i64::MAX).required().doc("number of groups")],
        syntax: "source[offset], source_group_stride : source",
        rules: &[
            in_space(&[source], &[Vec]),
            element_of!(result, source),
        ],
        sem: Sem::Custom(|x| load_groups(x, [source, offset, source_group_stride, result], "num_groups")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2489-2513")],
    }

    /// Load one element for each group and copy it to the lanes of the group.
    vmi_group_broadcast_load = "vmi.group_broadcast_load"(
        source: Loads Ptr, offset: In Index, source_group_stride: In Index, result: Out Handle,
    ) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:682"),
        formula: "result[g*S + j] = source[offset + g*source_group_stride]   with S = lanes/num_groups",
        attrs: &[int("num_groups", 1, i64::MAX).required().doc("number of groups")],
        syntax: "source[offset], source_group_stride : source",
        rules: &[
            in_space(&[source], &[Vec]),
            element_of!(result, source),
            whole_groups!(result, "num_groups"),
        ],
        sem: Sem::Custom(|x| load_group_broadcast(x, [source, offset, source_group_stride, result], "num_groups")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2521-2546")],
    }

    /// Load blocks that lie a stride apart.
    ///
    /// Inactive lanes become zero. `repeat_stride` is the step from one register to the next.
    vmi_stride_load = "vmi.stride_load"(
        source: Loads Ptr, offset: In Index, block_stride: In Scalar, repeat_stride: In Scalar, mask: In Handle,
        result: Out Handle,
    ) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:691"),
        formula: "result = blocks of 32 bytes at source[offset], block_stride blocks apart",
        syntax: "source[offset], block_stride, repeat_stride, mask",
        rules: &[
            in_space(&[source], &[Vec]),
            has_dtype(&[block_stride, repeat_stride], &[I16]),
            mask_of!(result, mask),
            element_of!(result, source),
        ],
        sem: Sem::Custom(|x| load_blocks(x, &Blocks { at: [source, offset], strides: [block_stride, repeat_stride], mask }, result)),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2725-2737")],
    }

    /// Load active lanes, others from a register.
    vmi_masked_load = "vmi.masked_load"(
        source: Loads Ptr, offset: In Index, mask: In Handle, passthru: In Handle, result: Out Handle,
    ) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:701"),
        formula: "result[i] = mask[i] ? source[offset + i] : passthru[i]",
        syntax: "source[offset], mask, passthru",
        rules: &[
            in_space(&[source], &[Vec]),
            same_type(&[result, passthru]),
            mask_of!(result, mask),
            element_of!(result, source),
        ],
        sem: Sem::Custom(|x| load_active(x, [source, offset, mask, passthru, result], false)),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2554-2572")],
    }

    /// Load elements by index, inactive lanes from a register.
    vmi_gather = "vmi.gather"(
        source: Loads Ptr, indices: In Handle, mask: In Handle, passthru: In Handle, result: Out Handle,
    ) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:711"),
        formula: "result[i] = mask[i] ? source[indices[i]] : passthru[i]",
        syntax: "source[indices], mask, passthru : source, indices, mask, passthru",
        rules: &[
            in_space(&[source], &[Vec]),
            element_in!(indices, INDICES),
            same_type(&[result, passthru]),
            mask_of!(result, mask),
            element_of!(result, source),
            same_lanes!(result, indices),
        ],
        sem: Sem::Custom(|x| gather(x, [source, indices, mask, passthru, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2580-2621")],
    }

    /// Load consecutive elements into the active lanes.
    vmi_expand_load = "vmi.expand_load"(
        source: Loads Ptr, offset: In Index, mask: In Handle, passthru: In Handle, result: Out Handle,
    ) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:722"),
        formula: "result[i] = mask[i] ? source[offset + number of j < i with mask[j]] : passthru[i]",
        syntax: "source[offset], mask, passthru",
        rules: &[
            in_space(&[source], &[Vec]),
            same_type(&[result, passthru]),
            mask_of!(result, mask),
            element_of!(result, source),
        ],
        sem: Sem::Custom(|x| load_active(x, [source, offset, mask, passthru, result], true)),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2629-2647")],
    }

    /// Load from UB: consecutive, spread, by groups or by blocks.
    ///
    /// `stride` belongs to `group`; two strides of blocks stand alone. `dintlv` has two results, everything else one.
    vmi_vload = "vmi.vload"(
        source: Loads Ptr, offset: In Index, stride: OptIn Index, block_stride: OptIn Scalar, repeat_stride: OptIn
        Scalar, results: ManyOut Handle,
    ) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:456"),
        formula: "results[0][i] = source[offset + i]   (continuous)\n\
            results[0][i], results[1][i] = source[offset + 2*i], source[offset + 2*i + 1]   (dintlv)\n\
            results[0][i] = source[offset]   (brc)\n\
            results[0][i] = widen(source[offset + i])   (unpack)\n\
            results[0][g*S + j] = source[offset + g*stride + j]   with `group`",
        attrs: &[
            word("dist_mode", &["continuous", "dintlv", "unpack", "brc"]).doc("how memory is spread over lanes"),
            int("group", 1, i64::MAX).doc("number of groups"),
            PMODE,
        ],
        syntax: "source[offset], stride : source | source[offset], block_stride, repeat_stride",
        rules: &[
            has_dtype(&[block_stride, repeat_stride], &[I16]),
            stride_of_groups!(stride),
            custom(&[results, source], &ELEMENT),
        ],
        sem: Sem::Custom(|x| load_any(x, &AnyLoad { at: [source, offset], stride, blocks: [block_stride, repeat_stride], results })),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:5332-5415")],
    }

    /// Load elements by index.
    vmi_vgather = "vmi.vgather"(source: Loads Ptr, offsets: In Handle, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:2208"),
        formula: "result[i] = mask[i] ? source[offsets[i]] : 0",
        attrs: &[PMODE],
        rules: &[
            in_space(&[source], &[Vec]),
            element_in!(offsets, INDICES),
            mask_of!(result, mask),
            element_of!(result, source),
        ],
        sem: Sem::Custom(|x| gather(x, [source, offsets, mask, NO_MASK, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:4015-4065")],
    }

    /// Load elements by byte offset.
    ///
    /// The predicate has a lane for each lane of the result, which may have more than the offsets.
    vmi_vgatherb = "vmi.vgatherb"(source: Loads Ptr, offsets: In Handle, mask: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:2239"),
        formula: "result = mask ? source at byte offsets : 0",
        attrs: &[PMODE],
        rules: &[
            in_space(&[source], &[Vec]),
            mask_of!(result, mask),
        ],
        sem: Sem::Custom(|x| gather_blocks(x, [source, offsets, mask, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:4073-4106")],
    }
}
