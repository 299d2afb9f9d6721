//! Regions, control registers and atomic modes.

use crate::def::prelude::*;
use crate::sem::control::{get_control, set_atomic, set_atomic_type, set_bit, set_control};

const BASE: OpDef = OpDef {
    family: "control-and-configuration",
    pipe: PipeSelector::Fixed(Pipe::S),
    cost: Cost::Scalar,
    ..OpDef::EMPTY
};

ops! {
    base: BASE;

    /// A piece of vector code.
    ///
    /// Register, predicate and align values live inside it; it sees the values around it. Synchronisation
    /// stands outside, except `mem_bar`.
    vecscope() {
        class: Class::Region(Region::VectorScope { strict: false }),
        origin: Origin::Manual("docs/isa/scalar/ops/micro-instruction/vecscope.md"),
        formula: "run the body on the vector unit",
        body: Body::Open,
        pipe: PipeSelector::Fixed(Pipe::V),
        sem: Sem::Machine,
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/micro-instruction/vecscope.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:3933-3958"),
        ],
    }

    /// A piece of vector code with named inputs.
    ///
    /// The body sees only its block arguments, one per capture and of its type.
    strict_vecscope(captures: ManyIn Any) {
        class: Class::Region(Region::VectorScope { strict: true }),
        origin: Origin::Manual("docs/isa/scalar/ops/micro-instruction/vecscope.md"),
        formula: "run the body on the vector unit, with the captures as arguments",
        syntax: "(captures) : (captures) -> ()",
        body: Body::Isolated,
        pipe: PipeSelector::Fixed(Pipe::V),
        sem: Sem::Machine,
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/micro-instruction/vecscope.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:3960-4000"),
        ],
    }

    /// Code for the cube core of a cluster.
    ///
    /// Only the cube core runs the body; code outside sections runs on all cores.
    section_cube = "section.cube"() {
        class: Class::Region(Region::Section(Core::Cube)),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "run the body on the cube core",
        body: Body::Open,
        cost: Cost::Free,
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.27 and 0.60 include/PTO/IR/PTOOps.td")],
    }

    /// Code for the vector cores of a cluster.
    ///
    /// Only the vector cores run the body; code outside sections runs on all cores.
    section_vector = "section.vector"() {
        class: Class::Region(Region::Section(Core::Vector)),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "run the body on the vector cores",
        body: Body::Open,
        cost: Cost::Free,
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.27 and 0.60 include/PTO/IR/PTOOps.td")],
    }

    /// Tile code that is fused as one.
    ///
    /// The body ends with `pto.yield`; what it yields are the results.
    fusion_region(outputs: ManyOut Any) {
        class: Class::Region(Region::Fusion),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "outputs = what the body yields",
        body: Body::Open,
        cost: Cost::Free,
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:2870-2909")],
    }

    /// End a fusion region.
    ///
    /// The values match the results of the region in number and type.
    yield_ = "yield"(values: ManyIn Any) {
        class: Class::Yield,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "results of the region = values",
        syntax: "(values) : (values) -> ()",
        scope: AllowedScope::Anywhere,
        cost: Cost::Free,
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:2911-2937")],
    }

    /// Stop the kernel with an error.
    ///
    /// Nothing after it runs.
    trap() {
        class: Class::Trap,
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "trap()",
        formula: "stop",
        scope: AllowedScope::Anywhere,
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td")],
    }

    /// Read the control register.
    ///
    /// 64 mode bits of the core, for instance how out-of-range results saturate.
    get_ctrl(result: Out Scalar) {
        class: Class::Query(Query::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "get_ctrl()",
        formula: "result = CTRL",
        rules: &[has_dtype(&[result], &[I64, U64])],
        sem: Sem::Custom(|x| get_control(x, result)),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td")],
    }

    /// Write the control register.
    ///
    /// All 64 bits at once.
    set_ctrl(value: In Scalar) {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "set_ctrl(value)",
        formula: "CTRL = value",
        rules: &[has_dtype(&[value], &[I64, U64])],
        sem: Sem::Custom(|x| set_control(x, value)),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td")],
    }

    /// Clear one bit of a number.
    ///
    /// `second` is the number of the bit.
    sbitset0(first: In Scalar, second: In Scalar, result: Out Scalar) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "sbitset0(first, second)",
        formula: "result = first & ~(1 << second)",
        scope: AllowedScope::Anywhere,
        rules: &[
            has_dtype(&[first], &[I64, U64]),
            has_dtype(&[second], &[I64, U64]),
            same_dtype(&[first, result]),
        ],
        sem: Sem::Custom(|x| set_bit(x, [first, second, result], false)),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td")],
    }

    /// Set one bit of a number.
    ///
    /// `second` is the number of the bit.
    sbitset1(first: In Scalar, second: In Scalar, result: Out Scalar) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "sbitset1(first, second)",
        formula: "result = first | (1 << second)",
        scope: AllowedScope::Anywhere,
        rules: &[
            has_dtype(&[first], &[I64, U64]),
            has_dtype(&[second], &[I64, U64]),
            same_dtype(&[first, result]),
        ],
        sem: Sem::Custom(|x| set_bit(x, [first, second, result], true)),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td")],
    }

    /// Let stores overwrite memory.
    ///
    /// Holds for following stores to global memory, until the next change.
    set_atomic_none() {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "set_atomic_none()",
        formula: "atomic operation = none",
        sem: Sem::Custom(|x| set_atomic(x, None)),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td")],
    }

    /// Let stores add to memory.
    ///
    /// Holds for following stores to global memory, until the next change.
    set_atomic_add() {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "set_atomic_add()",
        formula: "atomic operation = add",
        sem: Sem::Custom(|x| set_atomic(x, Some(Elem::Add))),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td")],
    }

    /// Let stores keep the larger value.
    ///
    /// Holds for following stores to global memory, until the next change.
    set_atomic_max() {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "set_atomic_max()",
        formula: "atomic operation = max",
        sem: Sem::Custom(|x| set_atomic(x, Some(Elem::Max))),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td")],
    }

    /// Let stores keep the smaller value.
    ///
    /// Holds for following stores to global memory, until the next change.
    set_atomic_min() {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "set_atomic_min()",
        formula: "atomic operation = min",
        sem: Sem::Custom(|x| set_atomic(x, Some(Elem::Min))),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td")],
    }

    /// Let atomic stores work on f32 elements.
    ///
    /// Holds for following atomic stores, until the next change.
    set_atomic_f32() {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "set_atomic_f32()",
        formula: "atomic element type = f32",
        sem: Sem::Custom(|x| set_atomic_type(x, F32)),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td")],
    }

    /// Let atomic stores work on f16 elements.
    ///
    /// Holds for following atomic stores, until the next change.
    set_atomic_f16() {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "set_atomic_f16()",
        formula: "atomic element type = f16",
        sem: Sem::Custom(|x| set_atomic_type(x, F16)),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td")],
    }

    /// Let atomic stores work on bf16 elements.
    ///
    /// Holds for following atomic stores, until the next change.
    set_atomic_bf16() {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "set_atomic_bf16()",
        formula: "atomic element type = bf16",
        sem: Sem::Custom(|x| set_atomic_type(x, Bf16)),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td")],
    }

    /// Let atomic stores work on i32 elements.
    ///
    /// Holds for following atomic stores, until the next change.
    set_atomic_s32() {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "set_atomic_s32()",
        formula: "atomic element type = i32",
        sem: Sem::Custom(|x| set_atomic_type(x, I32)),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td")],
    }

    /// Let atomic stores work on i16 elements.
    ///
    /// Holds for following atomic stores, until the next change.
    set_atomic_s16() {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "set_atomic_s16()",
        formula: "atomic element type = i16",
        sem: Sem::Custom(|x| set_atomic_type(x, I16)),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td")],
    }

    /// Let atomic stores work on i8 elements.
    ///
    /// Holds for following atomic stores, until the next change.
    set_atomic_s8() {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "set_atomic_s8()",
        formula: "atomic element type = i8",
        sem: Sem::Custom(|x| set_atomic_type(x, I8)),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td")],
    }
}
