//! Rearrangement of registers of any length, and how they lie in machine registers.

use super::vmi_type::{INTEGERS, element_in, element_of, same_lanes};
use crate::def::prelude::*;

const BASE: OpDef = OpDef { family: "vmi", scope: AllowedScope::Anywhere, ..OpDef::REGISTER };

ops! {
    base: BASE;

    /// Choose lanes by listed numbers.
    vmi_shuffle = "vmi.shuffle"(source: In Handle, result: Out Handle) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result[i] = source[indices[i]]",
        attrs: &[any_attr("indices").required().doc("source lane of each lane of the result")],
        syntax: "source {indices} | source[indices]",
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2825-2849")],
    }

    /// Choose lanes by a register of lane numbers.
    ///
    /// Indices are as wide as the elements.
    vmi_vselr = "vmi.vselr"(source: In Handle, index: In Handle, result: Out Handle) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result[i] = source[index[i]]",
        rules: &[
            element_in!(index, INTEGERS),
            same_lanes!(result, index),
            element_of!(source, result),
        ],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:5004-5048")],
    }

    /// Move active lanes to the front.
    vmi_compress = "vmi.compress"(source: In Handle, mask: In Handle, result: Out Handle) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result[number of j < i with mask[j]] = source[i]   for mask[i]",
        rules: &[
            same_type(&[result, source]),
            same_lanes!(source, mask),
        ],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:1740-1750")],
    }

    /// Interleave two registers.
    vmi_vintlv = "vmi.vintlv"(lhs: In Handle, rhs: In Handle, mask: In Handle, low: Out Handle, high: Out Handle) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "low, high = lower and upper half of lhs[0], rhs[0], lhs[1], rhs[1], ...",
        attrs: &[word("pmode", &["zero", "merge"]).doc("inactive lanes become zero or keep their value")],
        rules: &[
            same_lanes!(lhs, mask),
            same_lanes!(lhs, rhs),
            same_lanes!(lhs, low),
            same_lanes!(lhs, high),
            element_of!(lhs, rhs),
            element_of!(lhs, low),
            element_of!(lhs, high),
        ],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:5050-5066")],
    }

    /// Separate even and odd lanes of two registers.
    vmi_vdintlv = "vmi.vdintlv"(lhs: In Handle, rhs: In Handle, mask: In Handle, low: Out Handle, high: Out Handle) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "low, high = even and odd lanes of lhs followed by rhs",
        attrs: &[word("pmode", &["zero", "merge"]).doc("inactive lanes become zero or keep their value")],
        rules: &[
            same_lanes!(lhs, mask),
            same_lanes!(lhs, rhs),
            same_lanes!(lhs, low),
            same_lanes!(lhs, high),
            element_of!(lhs, rhs),
            element_of!(lhs, low),
            element_of!(lhs, high),
        ],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:5068-5084")],
    }

    /// Separate interleaved channels.
    ///
    /// The assembler reads this only in its generic form.
    vmi_channel_split = "vmi.channel_split"(source: In Handle, results: ManyOut Handle) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "results[c][i] = source[i*C + c]   with C results",
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2851-2903")],
    }

    /// Interleave channels.
    ///
    /// The assembler reads this only in its generic form.
    vmi_channel_merge = "vmi.channel_merge"(inputs: ManyIn Handle, result: Out Handle) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result[i*C + c] = inputs[c][i]   with C inputs",
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2905-2957")],
    }

    /// Give a register another layout.
    ///
    /// The lanes keep their numbers and values; they move between machine registers.
    vmi_ensure_layout = "vmi.ensure_layout"(source: In Handle, result: Out Handle) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result[i] = source[i]",
        rules: &[same_lanes!(source, result)],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2959-2971")],
    }

    /// Give a predicate another layout.
    ///
    /// The lanes keep their numbers and values; they move between machine registers.
    vmi_ensure_mask_layout = "vmi.ensure_mask_layout"(source: In Handle, result: Out Handle) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result[i] = source[i]",
        rules: &[same_lanes!(source, result)],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2973-2985")],
    }

    /// Give a predicate another lane width.
    vmi_ensure_mask_granularity = "vmi.ensure_mask_granularity"(source: In Handle, result: Out Handle) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result[i] = source[i]",
        rules: &[same_lanes!(source, result)],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2987-3005")],
    }

    /// Split a value with a layout into machine registers.
    ///
    /// The assembler reads this only in its generic form.
    vmi_unpack = "vmi.unpack"(source: In Handle, parts: ManyResults Any) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "parts = the machine registers of source",
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3007-3010")],
    }

    /// Make a value with a layout from machine registers.
    ///
    /// The assembler reads this only in its generic form.
    vmi_pack = "vmi.pack"(parts: ManyValues Any, result: Out Handle) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = the value whose machine registers are parts",
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:3012-3015")],
    }
}
