//! Conversion of registers of any length.

use super::vmi_type::{
    ANY_FLOAT, INTEGERS, PMODE, SIGNED, SIGNED32, SINGLE, UNSIGNED, element_in, same_bits,
    same_lanes, written_element,
};
use crate::code;
use crate::def::prelude::*;
use crate::dtype::DType;
use crate::rule::{Args, AttrValue, Mutator};
use crate::sem::vmi_convert::{convert, reinterpret};
use crate::ty::Type;

const BASE: OpDef = OpDef { family: "vmi", scope: AllowedScope::Anywhere, ..OpDef::REGISTER };

/// Nearest even, away from zero, down, up, toward zero, half up.
const ROUNDINGS: &[&str] = &["R", "A", "F", "C", "Z", "H"];

/// What a conversion between two element types asks of its attributes.
struct Contract {
    /// The ways to round; empty where nothing is rounded.
    rounding: &'static str,
    saturates: bool,
}

/// The contract of a pair of element types; `None` if there is no such conversion. Integers without a sign in their type are
/// unsigned. Source: PTOAS 0.60 lib/PTO/IR/VMI.cpp:718-827, 4413-4619.
fn contract(from: DType, to: DType) -> Option<Contract> {
    let is_signed = |d| SIGNED.contains(&d);
    let is_pair = |d| matches!(d, DType::F4E1M2x2 | DType::F4E2M1x2 | DType::Bf16x2);
    let (narrows, widens) = (to.bits() < from.bits(), to.bits() > from.bits());
    let saturates = match (from.is_float(), to.is_float()) {
        // Pairs of 4-bit numbers become pairs of bf16 alone, and such pairs those alone.
        (true, true) if is_pair(from) || is_pair(to) => {
            let of_bf16 = [from, to].map(|d| d == DType::Bf16x2);
            let is_one = is_pair(from) && is_pair(to) && of_bf16[0] != of_bf16[1];
            let rounding = if of_bf16[0] { "RAFZC" } else { "" };
            return is_one.then_some(Contract { rounding, saturates: false });
        }
        _ if is_pair(from) || is_pair(to) => return None,
        (true, true) if !narrows && !widens => {
            (from == DType::Bf16 && to == DType::F16).then_some(true)?
        }
        (true, true) => narrows,
        (true, false) if is_signed(to) => match (from, to.bits()) {
            (DType::F32, 16 | 32) | (DType::F16, 8 | 16) | (DType::Bf16, 32) => true,
            (DType::F16, 32) => false,
            _ => return None,
        },
        (true, false) => (from == DType::F16 && to.bits() == 8).then_some(true)?,
        (false, true) => is_signed(from).then_some(false)?,
        (false, false) => (narrows || widens).then_some(narrows)?,
    };
    let rounding = match (from.is_float(), to.is_float()) {
        (true, true) if !widens => "RAHZ",
        (true, false) => "RAFCZ",
        _ => "",
    };
    Some(Contract { rounding, saturates })
}

fn pair(args: &Args<'_>) -> Option<(DType, DType)> {
    written_element(args, 0).zip(written_element(args, 1))
}

fn pair_text(args: &Args<'_>) -> String {
    pair(args).map_or("unknown".into(), |(from, to)| format!("{from} to {to}"))
}

/// Gives the operands these element types.
fn set_pair(b: &mut Mutator<'_>, from: &str, to: &str) {
    for (ty, element) in b.types.iter_mut().zip([from, to]) {
        *ty = Some(Type::Other(format!("!pto.vmi.vreg<64x{element}>").into()));
    }
}

static PAIR: Custom = Custom {
    name: "vmi-conversion",
    code: code::DTYPE,
    text: "there must be a conversion between the element types of `source` and `result`",
    holds: |args| pair(args).is_none_or(|(from, to)| contract(from, to).is_some()),
    found: pair_text,
    mutate_to_violate: |b| set_pair(b, "f32", "f32"),
};

static SATURATE: Custom = Custom {
    name: "vmi-saturate",
    code: code::OP_RULE,
    text: "`saturate` belongs to conversions that can leave the range of `result`, and to no others",
    holds: |args| {
        let needed = pair(args).and_then(|(from, to)| contract(from, to)).map(|c| c.saturates);
        needed.is_none_or(|needed| needed == args.attr("saturate").is_some())
    },
    found: pair_text,
    mutate_to_violate: |b| {
        set_pair(b, "f16", "f32");
        b.attrs.push(("saturate".into(), "\"SAT\"".into()));
    },
};

/// The device has it for unsigned numbers alone, which clamp at another place.
static CLAMPED_BYTES: Custom = Custom {
    name: "vmi-saturate-bytes",
    code: code::OP_RULE,
    text: "si32 does not become si8 with `saturate = \"SAT\"`",
    holds: |args| {
        pair(args) != Some((DType::Si32, DType::Si8))
            || args.attr("saturate") != Some(AttrValue::Word("SAT"))
    },
    found: |_| "SAT".into(),
    mutate_to_violate: |b| {
        set_pair(b, "si32", "si8");
        b.attrs.push(("saturate".into(), "\"SAT\"".into()));
    },
};

static ROUNDING: Custom = Custom {
    name: "vmi-rounding",
    code: code::OP_RULE,
    text: "`rounding` is for narrower floating-point numbers (R, A, H, Z; in pairs R, A, F, Z, C) and for integers (R, A, F, C, Z)",
    holds: |args| {
        let Some(AttrValue::Word(mode)) = args.attr("rounding") else { return true };
        let contract = pair(args).and_then(|(from, to)| contract(from, to));
        contract.is_none_or(|c| c.rounding.contains(mode))
    },
    found: pair_text,
    mutate_to_violate: |b| {
        set_pair(b, "f16", "f32");
        b.attrs.push(("rounding".into(), "\"R\"".into()));
    },
};

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
        rules: &[
            same_lanes!(source, result),
            custom(&[result, source], &PAIR),
            custom(&[result, source], &SATURATE),
            custom(&[result, source], &CLAMPED_BYTES),
            custom(&[result, source], &ROUNDING),
        ],
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
