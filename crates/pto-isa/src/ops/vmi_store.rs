//! Stores of registers of any length to UB.

use super::vmi_type::{
    INDICES, PMODE, element, element_in, element_of, element_text, mask_of, other_element,
    same_element, stride_of_groups, whole_groups,
};
use crate::code;
use crate::def::prelude::*;
use crate::dtype::DType;
use crate::sem::vmi_load::Blocks;
use crate::sem::vmi_mask::NO_MASK;
use crate::sem::vmi_store::{
    AnyStore, scatter, store, store_any, store_blocks, store_groups, store_pair,
};

const BASE: OpDef = OpDef { family: "vmi", scope: AllowedScope::Anywhere, ..OpDef::REGISTER };

/// Lanes and memory of `vstore`; groups of numbers below 256 may be stored as bytes. Source: PTOAS 0.60
/// lib/PTO/IR/VMI.cpp:577-586, 4931-4941.
static ELEMENT: Custom = Custom {
    name: "vmi-element",
    code: code::SAME_DTYPE,
    text: "`destination` must have the element type of `values`",
    holds: |args| {
        let bits = |slot| element(args, slot).filter(|d| d.is_int()).map(DType::bits);
        let as_bytes = args.attr("group").is_some() && (bits(0), bits(1)) == (Some(32), Some(8));
        as_bytes || same_element(args, 0, 1)
    },
    found: |args| element_text(args, 1),
    mutate_to_violate: |b| other_element(b, 1),
};

ops! {
    base: BASE;

    /// Store consecutive elements.
    vmi_store = "vmi.store"(value: In Handle, destination: Stores Ptr, offset: In Index) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:732"),
        formula: "destination[offset + i] = value[i]",
        syntax: "value, destination[offset]",
        rules: &[
            in_space(&[destination], &[Vec]),
            element_of!(value, destination),
        ],
        sem: Sem::Custom(|x| store(x, [value, destination, offset, NO_MASK], false)),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2655-2663")],
    }

    /// Store two registers interleaved.
    vmi_interleave_store = "vmi.interleave_store"(
        low: In Handle, high: In Handle, destination: Stores Ptr, offset: In Index,
    ) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:740"),
        formula: "destination[offset + 2*i] = low[i]\n\
            destination[offset + 2*i + 1] = high[i]",
        syntax: "low, high, destination[offset]",
        rules: &[
            in_space(&[destination], &[Vec]),
            same_type(&[low, high]),
            element_of!(low, destination),
        ],
        sem: Sem::Custom(|x| store_pair(x, [low, high], [destination, offset])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2671-2695")],
    }

    /// Store groups a stride apart.
    vmi_group_store = "vmi.group_store"(
        value: In Handle, destination: Stores Ptr, offset: In Index, row_stride: In Index,
    ) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:749"),
        formula: "destination[offset + g*row_stride + j] = value[g*S + j]   with S = lanes/num_groups",
        attrs: &[int("num_groups", 1, i64::MAX).required().doc("number of groups")],
        syntax: "value, destination[offset], row_stride : value, destination",
        rules: &[
            in_space(&[destination], &[Vec]),
            whole_groups!(value, "num_groups"),
        ],
        sem: Sem::Custom(|x| store_groups(x, [value, destination, offset, row_stride], "num_groups")),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2703-2717")],
    }

    /// Store active lanes.
    vmi_masked_store = "vmi.masked_store"(value: In Handle, destination: Stores Ptr, offset: In Index, mask: In Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:758"),
        formula: "destination[offset + i] = value[i]   for mask[i]",
        syntax: "value, destination[offset], mask",
        rules: &[
            in_space(&[destination], &[Vec]),
            mask_of!(value, mask),
            element_of!(value, destination),
        ],
        sem: Sem::Custom(|x| store(x, [value, destination, offset, mask], false)),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2745-2758")],
    }

    /// Store blocks a stride apart.
    ///
    /// `repeat_stride` is the step from one register to the next.
    vmi_stride_store = "vmi.stride_store"(
        value: In Handle, destination: Stores Ptr, offset: In Index, block_stride: In Scalar, repeat_stride: In Scalar,
        mask: In Handle,
    ) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:767"),
        formula: "blocks of 32 bytes at destination[offset], block_stride blocks apart = value",
        syntax: "value, destination[offset], block_stride, repeat_stride, mask",
        rules: &[
            in_space(&[destination], &[Vec]),
            has_dtype(&[block_stride, repeat_stride], &[I16]),
            mask_of!(value, mask),
            element_of!(value, destination),
        ],
        sem: Sem::Custom(|x| store_blocks(x, value, &Blocks { at: [destination, offset], strides: [block_stride, repeat_stride], mask })),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2766-2779")],
    }

    /// Store active lanes by index.
    vmi_scatter = "vmi.scatter"(value: In Handle, destination: Stores Ptr, indices: In Handle, mask: In Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:777"),
        formula: "destination[indices[i]] = value[i]   for mask[i]",
        syntax: "value, destination[indices], mask : value, destination, indices, mask",
        rules: &[
            in_space(&[destination], &[Vec]),
            element_in!(indices, INDICES),
            mask_of!(value, mask),
            element_of!(value, destination),
        ],
        sem: Sem::Custom(|x| scatter(x, [value, destination, indices, mask])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2789-2817")],
    }

    /// Store active lanes one after the other.
    vmi_compress_store = "vmi.compress_store"(
        value: In Handle, destination: Stores Ptr, offset: In Index, mask: In Handle,
    ) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:418"),
        formula: "destination[offset + number of j < i with mask[j]] = value[i]   for mask[i]",
        syntax: "value, destination[offset], mask",
        rules: &[
            in_space(&[destination], &[Vec]),
            mask_of!(value, mask),
            element_of!(value, destination),
        ],
        sem: Sem::Custom(|x| store(x, [value, destination, offset, mask], true)),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1752-1765")],
    }

    /// Store to UB: consecutive, interleaved, by groups or by blocks.
    ///
    /// `stride` belongs to `group`; two strides of blocks stand alone. `dintlv` stores two registers, everything else
    /// one. Inactive lanes are not stored.
    vmi_vstore = "vmi.vstore"(
        values: ManyIn Handle, destination: Stores Ptr, offset: In Index, stride: OptIn Index, block_stride: OptIn
        Scalar, repeat_stride: OptIn Scalar, mask: OptIn Handle,
    ) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:590"),
        formula: "destination[offset + i] = values[0][i]   (continuous)\n\
            destination[offset + 2*i], destination[offset + 2*i + 1] = values[0][i], values[1][i]   (dintlv)\n\
            destination[offset + g*stride + j] = values[0][g*S + j]   with `group`",
        attrs: &[
            word("dist_mode", &["continuous", "dintlv"]).doc("how lanes are spread over memory"),
            int("group", 1, i64::MAX).doc("number of groups"),
            word("pmode", &["zero"]).doc("inactive lanes are left out"),
        ],
        syntax: "values, destination[offset], stride, mask : values, destination, mask | values, destination[offset], block_stride, repeat_stride, mask",
        rules: &[
            has_dtype(&[block_stride, repeat_stride], &[I16]),
            stride_of_groups!(stride),
            custom(&[values, destination], &ELEMENT),
            mask_of!(values, mask),
        ],
        sem: Sem::Custom(|x| store_any(x, &AnyStore { values, at: [destination, offset], stride, blocks: [block_stride, repeat_stride], mask })),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:4848-4968")],
    }

    /// Store active lanes by index.
    vmi_vscatter = "vmi.vscatter"(value: In Handle, destination: Stores Ptr, offsets: In Handle, mask: In Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:2260"),
        formula: "destination[offsets[i]] = value[i]   for mask[i]",
        attrs: &[PMODE],
        rules: &[
            in_space(&[destination], &[Vec]),
            element_in!(offsets, INDICES),
            mask_of!(value, mask),
            element_of!(value, destination),
        ],
        sem: Sem::Custom(|x| scatter(x, [value, destination, offsets, mask])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:4114-4154")],
    }

    /// Store blocks a stride apart, each register at the same place.
    vmi_vsstb = "vmi.vsstb"(
        value: In Handle, destination: Stores Ptr, offset: In Index, block_stride: In Scalar, mask: In Handle,
    ) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:684"),
        formula: "blocks of 32 bytes at destination[offset], block_stride blocks apart = value",
        attrs: &[word("pmode", &["zero"]).doc("inactive lanes are left out")],
        syntax: "value, destination[offset], block_stride, mask : value, destination, mask",
        rules: &[
            in_space(&[destination], &[Vec]),
            has_dtype(&[block_stride], &[I16]),
            mask_of!(value, mask),
            element_of!(value, destination),
        ],
        sem: Sem::Custom(|x| store_blocks(x, value, &Blocks { at: [destination, offset], strides: [block_stride, NO_MASK], mask })),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:4976-4996")],
    }
}
