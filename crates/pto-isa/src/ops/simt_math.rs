//! SIMT programs: arithmetic.

use crate::def::prelude::*;
use crate::format::Rounding;
use crate::sem::thread_math::{self, Function, ThreadMap};

const BASE: OpDef = OpDef {
    family: "simt",
    pipe: PipeSelector::Fixed(Pipe::V),
    cost: Cost::Scalar,
    ..OpDef::EMPTY
};

const fn map(function: Function, arity: u8) -> Sem {
    Sem::ThreadMap(ThreadMap { function, arity })
}

ops! {
    base: BASE;

    /// Absolute value.
    ///
    /// Stands in SIMT code; one number per thread.
    absf(value: Value Any, result: Result Any) {
        sem: map(Function::Elem(Elem::Abs), 1),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = |value|",
        rules: &[
            has_dtype(&[value], &[F16, Bf16, F32]),
            same_dtype(&[value, result]),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
        notes: &["Pairs (`vector<2xf16>`) are computed element by element."],
    }

    /// Square root.
    ///
    /// Stands in SIMT code; one number per thread.
    sqrt(value: Value Any, result: Result Any) {
        sem: map(Function::Elem(Elem::Sqrt), 1),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = sqrt(value)",
        rules: &[
            has_dtype(&[value], &[F16, Bf16, F32]),
            same_dtype(&[value, result]),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
        notes: &["Pairs (`vector<2xf16>`) are computed element by element."],
    }

    /// Exponential.
    ///
    /// Stands in SIMT code; one number per thread.
    exp(value: Value Any, result: Result Any) {
        sem: map(Function::Elem(Elem::Exp), 1),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = e^value",
        rules: &[
            has_dtype(&[value], &[F16, Bf16, F32]),
            same_dtype(&[value, result]),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
        notes: &["Pairs (`vector<2xf16>`) are computed element by element."],
    }

    /// Natural logarithm.
    ///
    /// Stands in SIMT code; one number per thread.
    log(value: Value Any, result: Result Any) {
        sem: map(Function::Elem(Elem::Ln), 1),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = ln(value)",
        rules: &[
            has_dtype(&[value], &[F16, Bf16, F32]),
            same_dtype(&[value, result]),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
        notes: &["Pairs (`vector<2xf16>`) are computed element by element."],
    }

    /// Sine.
    ///
    /// Stands in SIMT code; one number per thread.
    sin(value: Value Any, result: Result Any) {
        sem: map(Function::Sin, 1),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = sin(value)",
        rules: &[
            has_dtype(&[value], &[F32]),
            same_dtype(&[value, result]),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Cosine.
    ///
    /// Stands in SIMT code; one number per thread.
    cos(value: Value Any, result: Result Any) {
        sem: map(Function::Cos, 1),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = cos(value)",
        rules: &[
            has_dtype(&[value], &[F32]),
            same_dtype(&[value, result]),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Round up.
    ///
    /// Stands in SIMT code; one number per thread.
    ceil(value: Value Any, result: Result Any) {
        sem: map(Function::Integral(Rounding::Ceil), 1),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = ceil(value)",
        rules: &[
            has_dtype(&[value], &[F16, Bf16, F32]),
            same_dtype(&[value, result]),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Round down.
    ///
    /// Stands in SIMT code; one number per thread.
    floor(value: Value Any, result: Result Any) {
        sem: map(Function::Integral(Rounding::Floor), 1),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = floor(value)",
        rules: &[
            has_dtype(&[value], &[F16, Bf16, F32]),
            same_dtype(&[value, result]),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Round to the nearest integer, ties to even.
    ///
    /// Stands in SIMT code; one number per thread.
    rint(value: Value Any, result: Result Any) {
        sem: map(Function::Integral(Rounding::Rint), 1),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = rint(value)",
        rules: &[
            has_dtype(&[value], &[F16, Bf16, F32]),
            same_dtype(&[value, result]),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Round to the nearest integer, ties away from zero.
    ///
    /// Stands in SIMT code; one number per thread.
    round(value: Value Any, result: Result Any) {
        sem: map(Function::Integral(Rounding::Round), 1),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = round(value)",
        rules: &[
            has_dtype(&[value], &[F16, Bf16, F32]),
            same_dtype(&[value, result]),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Larger of two numbers.
    ///
    /// Stands in SIMT code; one number per thread.
    fmax(lhs: Value Any, rhs: Value Any, result: Result Any) {
        sem: map(Function::MaxNumber, 2),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = max(lhs, rhs)",
        rules: &[
            has_dtype(&[lhs], &[F16, Bf16, F32]),
            same_dtype(&[lhs, rhs, result]),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Smaller of two numbers.
    ///
    /// Stands in SIMT code; one number per thread.
    fmin(lhs: Value Any, rhs: Value Any, result: Result Any) {
        sem: map(Function::MinNumber, 2),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = min(lhs, rhs)",
        rules: &[
            has_dtype(&[lhs], &[F16, Bf16, F32]),
            same_dtype(&[lhs, rhs, result]),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Power.
    ///
    /// Stands in SIMT code; one number per thread.
    pow(lhs: Value Any, rhs: Value Any, result: Result Any) {
        sem: map(Function::Elem(Elem::Pow), 2),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = lhs^rhs",
        rules: &[
            has_dtype(&[lhs], &[F16, Bf16, F32]),
            same_dtype(&[lhs, rhs, result]),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Multiply and add with one rounding.
    ///
    /// Stands in SIMT code; one number per thread.
    fma(lhs: Value Any, rhs: Value Any, acc: Value Any, result: Result Any) {
        sem: map(Function::Elem(Elem::Fma), 3),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = lhs*rhs + acc",
        rules: &[
            has_dtype(&[lhs], &[F16, Bf16, F32]),
            same_dtype(&[lhs, rhs, acc, result]),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Upper half of a product.
    ///
    /// Stands in SIMT code; one number per thread.
    mulhi(lhs: In Scalar, rhs: In Scalar, result: Out Scalar) {
        sem: Sem::Custom(thread_math::upper_product),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = (lhs*rhs) >> bits of T",
        attrs: &[word("signedness", &["signed", "unsigned"]).required()],
        syntax: "lhs, rhs <signedness> : lhs, rhs",
        rules: &[
            has_dtype(&[lhs], &[I32, I64]),
            same_dtype(&[lhs, rhs, result]),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Full product of two 32-bit integers.
    ///
    /// Stands in SIMT code; one number per thread.
    mul_i32toi64(lhs: In Scalar, rhs: In Scalar, result: Out Scalar) {
        sem: Sem::Custom(thread_math::wide_product),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = lhs*rhs, 64 bits",
        attrs: &[word("signedness", &["signed", "unsigned"]).required()],
        syntax: "lhs, rhs <signedness> : lhs, rhs",
        rules: &[
            has_dtype(&[lhs, rhs], &[I32]),
            has_dtype(&[result], &[I64]),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Pick four bytes of two words.
    ///
    /// Each field of `selector` numbers one of the eight bytes.
    prmt(lhs: In Scalar, rhs: In Scalar, selector: In Scalar, result: Out Scalar) {
        sem: Sem::Custom(thread_math::permute_bytes),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "byte i of result = byte (selector >> 4*i) & 7 of lhs:rhs, rhs lowest",
        rules: &[has_dtype(&[lhs, rhs, selector, result], &[I32])],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Convert a number, or a pair of numbers.
    ///
    /// Rounding: r to even, a away, f down, c up, z to zero, o to odd, h hybrid. Out of range: `sat` clamps,
    /// `nosat` wraps.
    convert(src: Value Any, dst: Result Any) {
        sem: Sem::Custom(thread_math::convert),
        quirks: &["round-away"],
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "dst = round(src) in the type of dst",
        attrs: &[
            word("rounding", &["r", "a", "f", "c", "z", "o", "h"]).required(),
            word("saturation", &["sat", "nosat"]).required(),
            word("signedness", &["signed", "unsigned"]),
        ],
        syntax: "src round(<rounding>) <saturation> <signedness> : src",
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:300-510, 813-830")],
        notes: &["Which pairs of types exist is not checked."],
    }
}
