//! Conversion of registers of any length.

use super::vmi_type::{
    ANY_FLOAT, INTEGERS, PMODE, SIGNED, SIGNED32, SINGLE, UNSIGNED, element_in, same_bits,
    same_lanes,
};
use crate::def::prelude::*;
use crate::sem::vmi_convert::{convert, reinterpret};

const BASE: OpDef = OpDef { family: "vmi", scope: AllowedScope::Anywhere, ..OpDef::REGISTER };

/// Nearest even, away from zero, down, up, toward zero, half up.
const ROUNDINGS: &[&str] = &["R", "A", "F", "C", "Z", "H"];

ops! {
    base: BASE;

    /// Widen floating-point numbers.
    vmi_extf = "vmi.extf"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:569"),
        formula: "result[i] = source[i]",
        rules: &[
            element_in!(source, ANY_FLOAT),
            element_in!(result, ANY_FLOAT),
            same_lanes!(source, result),
        ],
        sem: Sem::Custom(|x| convert(x, [source, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2096-2116")],
    }

    /// Narrow floating-point numbers.
    vmi_truncf = "vmi.truncf"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:577"),
        formula: "result[i] = round(source[i])",
        attrs: &[
            word("rounding", ROUNDINGS).doc("how the value is rounded"),
            word("saturate", &["SAT", "NOSAT"]).doc("whether values out of range are clamped"),
        ],
        rules: &[
            element_in!(source, ANY_FLOAT),
            element_in!(result, ANY_FLOAT),
            same_lanes!(source, result),
        ],
        sem: Sem::Custom(|x| convert(x, [source, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2125-2135")],
    }

    /// Convert floating-point numbers to signed integers.
    vmi_fptosi = "vmi.fptosi"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:587"),
        formula: "result[i] = round(source[i])",
        attrs: &[
            word("rounding", ROUNDINGS).doc("how the value is rounded"),
            word("saturate", &["SAT", "NOSAT"]).doc("whether values out of range are clamped"),
        ],
        rules: &[
            element_in!(source, ANY_FLOAT),
            element_in!(result, SIGNED),
            same_lanes!(source, result),
        ],
        sem: Sem::Custom(|x| convert(x, [source, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2203-2246")],
    }

    /// Convert floating-point numbers to unsigned integers.
    vmi_fptoui = "vmi.fptoui"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:597"),
        formula: "result[i] = round(source[i])",
        attrs: &[
            word("rounding", ROUNDINGS).doc("how the value is rounded"),
            word("saturate", &["SAT", "NOSAT"]).doc("whether values out of range are clamped"),
        ],
        rules: &[
            element_in!(source, ANY_FLOAT),
            element_in!(result, UNSIGNED),
            same_lanes!(source, result),
        ],
        sem: Sem::Custom(|x| convert(x, [source, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2248-2292")],
    }

    /// Convert signed integers to floating point.
    vmi_sitofp = "vmi.sitofp"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:607"),
        formula: "result[i] = source[i]",
        rules: &[
            element_in!(result, SINGLE),
            element_in!(source, SIGNED32),
            same_lanes!(source, result),
        ],
        sem: Sem::Custom(|x| convert(x, [source, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2294-2314")],
    }

    /// Widen signed integers.
    vmi_extsi = "vmi.extsi"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:615"),
        formula: "result[i] = source[i]",
        rules: &[
            element_in!(source, SIGNED),
            element_in!(result, SIGNED),
            same_lanes!(source, result),
        ],
        sem: Sem::Custom(|x| convert(x, [source, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2316-2338")],
    }

    /// Widen unsigned integers.
    vmi_extui = "vmi.extui"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:623"),
        formula: "result[i] = source[i]",
        rules: &[
            element_in!(source, UNSIGNED),
            element_in!(result, UNSIGNED),
            same_lanes!(source, result),
        ],
        sem: Sem::Custom(|x| convert(x, [source, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2340-2363")],
    }

    /// Narrow integers.
    vmi_trunci = "vmi.trunci"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:631"),
        formula: "result[i] = clamp(source[i])   (SAT)\n\
            result[i] = source[i] mod 2^bits   (NOSAT)",
        attrs: &[word("saturate", &["SAT", "NOSAT"]).required().doc("whether values out of range are clamped")],
        rules: &[
            element_in!(source, INTEGERS),
            element_in!(result, INTEGERS),
            same_lanes!(source, result),
        ],
        sem: Sem::Custom(|x| convert(x, [source, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2365-2390")],
    }

    /// Convert to another element type.
    ///
    /// The two element types say what is done: widen, narrow, or go between integers and floating point. Integers
    /// without a sign in their type are unsigned. Narrowing and conversion to integers need `saturate`.
    vmi_vcvt = "vmi.vcvt"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1645"),
        formula: "result[i] = convert(source[i])",
        attrs: &[
            word("rounding", ROUNDINGS).doc("how the value is rounded"),
            word("saturate", &["SAT", "NOSAT"]).doc("whether values out of range are clamped"),
            PMODE,
        ],
        rules: &[same_lanes!(source, result)],
        sem: Sem::Custom(|x| convert(x, [source, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:4413-4421")],
    }

    /// Read the same bits as another element type.
    ///
    /// Both have as many bits in all.
    vmi_bitcast = "vmi.bitcast"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTOAS 0.60 include/PTO/IR/VMIOps.td:640"),
        formula: "bits(result) = bits(source)",
        rules: &[same_bits!(source, result)],
        sem: Sem::Custom(|x| reinterpret(x, [source, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:2392-2402")],
    }

    /// Read the same bits as another element type.
    ///
    /// Both have as many bits in all.
    vmi_vinterpret_cast = "vmi.vinterpret_cast"(source: In Handle, result: Out Handle) {
        origin: Origin::Specification("PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1755"),
        formula: "bits(result) = bits(source)",
        rules: &[same_bits!(source, result)],
        sem: Sem::Custom(|x| reinterpret(x, [source, result])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VMI.cpp:4622-4632")],
    }
}
