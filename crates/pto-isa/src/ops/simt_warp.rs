//! SIMT programs: exchange between threads, and atomics.

use crate::code;
use crate::def::prelude::*;
use crate::rule::{AttrValue, Custom};
use crate::sem::thread_atomic::{combine, compare_and_exchange, exchange};
use crate::sem::warp::{Shuffle, Vote, Warp};
use crate::ty::Type;

use super::simt::STORE_L2;

static WIDTH: Custom = Custom {
    name: "shuffle-width",
    code: code::ATTR_VALUE,
    text: "`width` must be 16 or 32",
    holds: |args| !matches!(args.attr("width"), Some(AttrValue::Int(n)) if n != 16 && n != 32),
    found: |args| match args.attr("width") {
        Some(AttrValue::Int(n)) => format!("it is {n}"),
        _ => "unknown".into(),
    },
    mutate_to_violate: |b| b.attrs.push(("width".into(), "24 : i32".into())),
};

static SIGN_NEEDED: Custom = Custom {
    name: "redux-sign",
    code: code::MISSING_ATTR,
    text: "an integer comparison says `signed` or `unsigned`",
    holds: |args| args.dtype(0).is_none_or(|d| !d.is_int()) || args.attr("signedness").is_some(),
    found: |_| "neither is given".into(),
    mutate_to_violate: |b| {
        for ty in b.types.iter_mut().flatten() {
            *ty = Type::Scalar(I32);
        }
    },
};

static NO_SIGN: Custom = Custom {
    name: "float-without-sign",
    code: code::FORBIDDEN,
    text: "a sign goes with integers only",
    holds: |args| args.attr("signedness").is_none() || args.dtype(0).is_none_or(|d| d.is_int()),
    found: |args| format!("the elements are {}", args.dtype(0).map_or("unknown", |d| d.name())),
    mutate_to_violate: |b| b.attrs.push(("signedness".into(), "signed".into())),
};

static NO_64BIT_UB: Custom = Custom {
    name: "atomic-ub-64",
    code: code::DTYPE,
    text: "atomics in ub have no 64-bit form",
    holds: |args| {
        args.ty(0).and_then(Type::space) != Some(Vec)
            || args.dtype(0).is_none_or(|d| d.bits() != 64)
    },
    found: |args| format!("`ptr` points to {}", args.dtype(0).map_or("unknown", |d| d.name())),
    mutate_to_violate: |b| {
        b.types[0] = Some(Type::Ptr { dtype: I64, space: Some(Vec) });
        for ty in b.types.iter_mut().skip(1).flatten() {
            *ty = Type::Scalar(I64);
        }
    },
};

const BASE: OpDef = OpDef {
    family: "simt",
    pipe: PipeSelector::Fixed(Pipe::V),
    cost: Cost::Scalar,
    ..OpDef::EMPTY
};

ops! {
    base: BASE;

    /// Read a value of another thread of the warp.
    ///
    /// Threads are grouped in 16 or 32.
    shuffle_idx(value: Value Any, index: In Scalar, result: Result Any) {
        sem: Sem::Warp(Warp::Shuffle(Shuffle::Index)),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = value of thread index",
        attrs: &[int("width", 16, 32).doc("size of the group; 32 if absent")],
        rules: &[
            has_dtype(&[value], &[I32, I64, F16, F32]),
            same_dtype(&[value, result]),
            has_dtype(&[index], &[I32]),
            custom(&[value, index], &WIDTH),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:208-226")],
    }

    /// Read a value of an earlier thread of the warp.
    ///
    /// Threads are grouped in 16 or 32.
    shuffle_up(value: Value Any, offset: In Scalar, result: Result Any) {
        sem: Sem::Warp(Warp::Shuffle(Shuffle::Up)),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = value of thread (own - offset)",
        attrs: &[int("width", 16, 32).doc("size of the group; 32 if absent")],
        rules: &[
            has_dtype(&[value], &[I32, I64, F16, F32]),
            same_dtype(&[value, result]),
            has_dtype(&[offset], &[I32]),
            custom(&[value, offset], &WIDTH),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:208-226")],
    }

    /// Read a value of a later thread of the warp.
    ///
    /// Threads are grouped in 16 or 32.
    shuffle_down(value: Value Any, offset: In Scalar, result: Result Any) {
        sem: Sem::Warp(Warp::Shuffle(Shuffle::Down)),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = value of thread (own + offset)",
        attrs: &[int("width", 16, 32).doc("size of the group; 32 if absent")],
        rules: &[
            has_dtype(&[value], &[I32, I64, F16, F32]),
            same_dtype(&[value, result]),
            has_dtype(&[offset], &[I32]),
            custom(&[value, offset], &WIDTH),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:208-226")],
    }

    /// Exchange values within the warp.
    ///
    /// Threads are grouped in 16 or 32.
    shuffle_bfly(value: Value Any, mask: In Scalar, result: Result Any) {
        sem: Sem::Warp(Warp::Shuffle(Shuffle::Butterfly)),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = value of thread (own ^ mask)",
        attrs: &[int("width", 16, 32).doc("size of the group; 32 if absent")],
        rules: &[
            has_dtype(&[value], &[I32, I64, F16, F32]),
            same_dtype(&[value, result]),
            has_dtype(&[mask], &[I32]),
            custom(&[value, mask], &WIDTH),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:208-226")],
    }

    /// Sum over the warp.
    ///
    /// Every thread receives it.
    redux_add(value: Value Any, result: Result Any) {
        sem: Sem::Warp(Warp::Redux(Fold::Sum)),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = sum of value over the threads",
        attrs: &[word("signedness", &["signed", "unsigned"])],
        syntax: "value <signedness> : value",
        rules: &[
            has_dtype(&[value], &[I32, F16, F32]),
            same_dtype(&[value, result]),
            custom(&[result, value], &NO_SIGN),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:228-260")],
    }

    /// Maximum over the warp.
    ///
    /// Every thread receives it.
    redux_max(value: Value Any, result: Result Any) {
        sem: Sem::Warp(Warp::Redux(Fold::Max)),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = max of value over the threads",
        attrs: &[word("signedness", &["signed", "unsigned"])],
        syntax: "value <signedness> : value",
        rules: &[
            has_dtype(&[value], &[I32, F16, F32]),
            same_dtype(&[value, result]),
            custom(&[result, value], &NO_SIGN),
            custom(&[result, value], &SIGN_NEEDED),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:228-260")],
    }

    /// Minimum over the warp.
    ///
    /// Every thread receives it.
    redux_min(value: Value Any, result: Result Any) {
        sem: Sem::Warp(Warp::Redux(Fold::Min)),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = min of value over the threads",
        attrs: &[word("signedness", &["signed", "unsigned"])],
        syntax: "value <signedness> : value",
        rules: &[
            has_dtype(&[value], &[I32, F16, F32]),
            same_dtype(&[value, result]),
            custom(&[result, value], &NO_SIGN),
            custom(&[result, value], &SIGN_NEEDED),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:228-260")],
    }

    /// Whether all threads of the warp agree.
    ///
    /// Stands in SIMT code.
    vote_all(pred: In Scalar, result: Out Scalar) {
        sem: Sem::Warp(Warp::Vote(Vote::All)),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = all of pred",
        rules: &[
            has_dtype(&[pred], &[I1]),
            has_dtype(&[result], &[I1]),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Whether one thread of the warp agrees.
    ///
    /// Stands in SIMT code.
    vote_any(pred: In Scalar, result: Out Scalar) {
        sem: Sem::Warp(Warp::Vote(Vote::Any)),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = any of pred",
        rules: &[
            has_dtype(&[pred], &[I1]),
            has_dtype(&[result], &[I1]),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Whether the threads of the warp are of one mind.
    ///
    /// Stands in SIMT code.
    vote_uni(pred: In Scalar, result: Out Scalar) {
        sem: Sem::Warp(Warp::Vote(Vote::Uniform)),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = all equal",
        rules: &[
            has_dtype(&[pred], &[I1]),
            has_dtype(&[result], &[I1]),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Which threads of the warp agree.
    ///
    /// Stands in SIMT code.
    vote_ballot(pred: In Scalar, result: Out Scalar) {
        sem: Sem::Warp(Warp::Vote(Vote::Ballot)),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = bit i = pred of thread i",
        rules: &[
            has_dtype(&[pred], &[I1]),
            has_dtype(&[result], &[I32]),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Add to memory at once.
    ///
    /// The result is the value from before.
    atomic_add(ptr: Atomics Any, value: Value Any, old: Result Any) {
        sem: Sem::Custom(|x| combine(x, Elem::Add)),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "old = *ptr, *ptr = old + value",
        attrs: &[word("l2cache", STORE_L2), word("signedness", &["signed", "unsigned"])],
        syntax: "ptr, value l2cache(<l2cache>) <signedness> : ptr, value",
        rules: &[
            in_space(&[ptr], &[Gm, Vec]),
            has_dtype(&[ptr], &[I32, U32, I64, U64, F16, Bf16, F32]),
            custom(&[ptr], &NO_64BIT_UB),
            scalar_of(&[ptr, value]),
            same_dtype(&[value, old]),
            custom(&[old, ptr], &NO_SIGN),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:519-600")],
    }

    /// Subtract from memory at once.
    ///
    /// The result is the value from before.
    atomic_sub(ptr: Atomics Any, value: Value Any, old: Result Any) {
        sem: Sem::Custom(|x| combine(x, Elem::Sub)),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "old = *ptr, *ptr = old - value",
        attrs: &[word("l2cache", STORE_L2), word("signedness", &["signed", "unsigned"])],
        syntax: "ptr, value l2cache(<l2cache>) <signedness> : ptr, value",
        rules: &[
            in_space(&[ptr], &[Gm, Vec]),
            has_dtype(&[ptr], &[I32, U32, I64, U64, F16, Bf16, F32]),
            custom(&[ptr], &NO_64BIT_UB),
            scalar_of(&[ptr, value]),
            same_dtype(&[value, old]),
            custom(&[old, ptr], &NO_SIGN),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:519-600")],
    }

    /// Keep the larger value in memory.
    ///
    /// The result is the value from before.
    atomic_max(ptr: Atomics Any, value: Value Any, old: Result Any) {
        sem: Sem::Custom(|x| combine(x, Elem::Max)),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "old = *ptr, *ptr = max(old, value)",
        attrs: &[word("l2cache", STORE_L2), word("signedness", &["signed", "unsigned"])],
        syntax: "ptr, value l2cache(<l2cache>) <signedness> : ptr, value",
        rules: &[
            in_space(&[ptr], &[Gm, Vec]),
            has_dtype(&[ptr], &[I32, U32, I64, U64, F16, Bf16, F32]),
            custom(&[ptr], &NO_64BIT_UB),
            scalar_of(&[ptr, value]),
            same_dtype(&[value, old]),
            custom(&[old, ptr], &NO_SIGN),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:519-600")],
    }

    /// Keep the smaller value in memory.
    ///
    /// The result is the value from before.
    atomic_min(ptr: Atomics Any, value: Value Any, old: Result Any) {
        sem: Sem::Custom(|x| combine(x, Elem::Min)),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "old = *ptr, *ptr = min(old, value)",
        attrs: &[word("l2cache", STORE_L2), word("signedness", &["signed", "unsigned"])],
        syntax: "ptr, value l2cache(<l2cache>) <signedness> : ptr, value",
        rules: &[
            in_space(&[ptr], &[Gm, Vec]),
            has_dtype(&[ptr], &[I32, U32, I64, U64, F16, Bf16, F32]),
            custom(&[ptr], &NO_64BIT_UB),
            scalar_of(&[ptr, value]),
            same_dtype(&[value, old]),
            custom(&[old, ptr], &NO_SIGN),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:519-600")],
    }

    /// Clear bits in memory at once.
    ///
    /// The result is the value from before.
    atomic_and(ptr: Atomics Any, value: Value Any, old: Result Any) {
        sem: Sem::Custom(|x| combine(x, Elem::And)),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "old = *ptr, *ptr = old & value",
        attrs: &[word("l2cache", STORE_L2), word("signedness", &["signed", "unsigned"])],
        syntax: "ptr, value l2cache(<l2cache>) <signedness> : ptr, value",
        rules: &[
            in_space(&[ptr], &[Gm, Vec]),
            has_dtype(&[ptr], &[I32, U32, I64, U64]),
            custom(&[ptr], &NO_64BIT_UB),
            same_width(&[ptr, value]),
            same_dtype(&[value, old]),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:519-600")],
    }

    /// Set bits in memory at once.
    ///
    /// The result is the value from before.
    atomic_or(ptr: Atomics Any, value: Value Any, old: Result Any) {
        sem: Sem::Custom(|x| combine(x, Elem::Or)),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "old = *ptr, *ptr = old | value",
        attrs: &[word("l2cache", STORE_L2), word("signedness", &["signed", "unsigned"])],
        syntax: "ptr, value l2cache(<l2cache>) <signedness> : ptr, value",
        rules: &[
            in_space(&[ptr], &[Gm, Vec]),
            has_dtype(&[ptr], &[I32, U32, I64, U64]),
            custom(&[ptr], &NO_64BIT_UB),
            same_width(&[ptr, value]),
            same_dtype(&[value, old]),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:519-600")],
    }

    /// Flip bits in memory at once.
    ///
    /// The result is the value from before.
    atomic_xor(ptr: Atomics Any, value: Value Any, old: Result Any) {
        sem: Sem::Custom(|x| combine(x, Elem::Xor)),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "old = *ptr, *ptr = old ^ value",
        attrs: &[word("l2cache", STORE_L2), word("signedness", &["signed", "unsigned"])],
        syntax: "ptr, value l2cache(<l2cache>) <signedness> : ptr, value",
        rules: &[
            in_space(&[ptr], &[Gm, Vec]),
            has_dtype(&[ptr], &[I32, U32, I64, U64]),
            custom(&[ptr], &NO_64BIT_UB),
            same_width(&[ptr, value]),
            same_dtype(&[value, old]),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:519-600")],
    }

    /// Exchange with memory.
    ///
    /// The result is the value from before.
    atomic_exch(ptr: Atomics Any, value: Value Any, old: Result Any) {
        sem: Sem::Custom(exchange),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "old = *ptr, *ptr = value",
        attrs: &[word("l2cache", STORE_L2), word("signedness", &["signed", "unsigned"])],
        syntax: "ptr, value l2cache(<l2cache>) <signedness> : ptr, value",
        rules: &[
            in_space(&[ptr], &[Gm, Vec]),
            has_dtype(&[ptr], &[I32, U32, I64, U64, F16, Bf16, F32]),
            custom(&[ptr], &NO_64BIT_UB),
            scalar_of(&[ptr, value]),
            same_dtype(&[value, old]),
            custom(&[old, ptr], &NO_SIGN),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:519-600")],
    }

    /// Exchange with memory if it holds a value.
    ///
    /// The result is the value from before.
    atomic_cas(ptr: Atomics Any, compare: Value Any, value: Value Any, old: Result Any) {
        sem: Sem::Custom(compare_and_exchange),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "old = *ptr, *ptr = old == compare ? value : old",
        attrs: &[word("l2cache", STORE_L2), word("signedness", &["signed", "unsigned"])],
        syntax: "ptr, compare, value l2cache(<l2cache>) <signedness> : ptr, value",
        rules: &[
            in_space(&[ptr], &[Gm, Vec]),
            has_dtype(&[ptr], &[I32, U32, I64, U64, F16, Bf16, F32]),
            custom(&[ptr], &NO_64BIT_UB),
            scalar_of(&[ptr, value]),
            same_dtype(&[value, compare, old]),
            custom(&[old, ptr], &NO_SIGN),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:519-600")],
    }
}
