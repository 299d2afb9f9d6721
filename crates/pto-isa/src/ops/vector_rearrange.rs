//! Rearrangement of lanes within and between vector registers.

use crate::code;
use crate::def::prelude::*;
use crate::sem::lane_compare::take_lanes;
use crate::sem::rearrange as moves;
use crate::ty::Type;

const BASE: OpDef = OpDef { family: "data-rearrangement", ..OpDef::REGISTER };

/// One half of a result.
const HALF: &[&str] = &["LOWER", "HIGHER"];

static PACK_HALF: Custom = Custom {
    name: "vpack-half",
    code: code::REQUIRED,
    text: "`part` must say which half is written: LOWER or HIGHER, or an index",
    holds: |args| args.has(2) || args.attr("part").is_some(),
    found: |_| "neither is given".into(),
    mutate_to_violate: |b| b.types[2] = None,
};

/// Lane numbers of `vperm`.
static PERM_INDEX: Custom = Custom {
    name: "vperm-index",
    code: code::DTYPE,
    text: "`index` must hold integers as wide as the lanes of `src`",
    holds: |args| match (args.dtype(0), args.dtype(1)) {
        (Some(a), Some(b)) => b.is_int() && a.bits() == b.bits(),
        _ => true,
    },
    found: |args| format!("`index` is {}", args.dtype(1).map_or("unknown", |d| d.name())),
    mutate_to_violate: |b| {
        if let Some(Some(Type::Vreg { lanes, dtype })) = b.types.get_mut(1) {
            *dtype = if dtype.bits() == 16 { F32 } else { F16 };
            *lanes = dtype.per_repeat();
        }
    },
};

/// Integers and integers of half their width.
#[rustfmt::skip]
const HALVES: &[&[crate::DType]] = &[
    &[I32, U16], &[U32, U16], &[I16, U8], &[U16, U8], &[I32, I16], &[I16, I8], &[I64, I32], &[U64, U32],
];

ops! {
    base: BASE;

    /// Interleave the lanes of two vector registers.
    ///
    /// `low` holds the first half of the interleaved lanes, `high` the second.
    vintlv(lhs: In Vreg, rhs: In Vreg, low: Out Vreg, high: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/data-rearrangement/vintlv.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Common.hpp:98
        cpp: "vintlv(low, high, lhs, rhs)",
        formula: "low ++ high = lhs[0], rhs[0], lhs[1], rhs[1], ...",
        rules: &[
            same_type(&[lhs, rhs, low, high]),
        ],
        sem: Sem::Custom(|x| moves::interleave(x, [lhs, rhs, low, high])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vintlv.md"),
        ],
    }

    /// Separate even and odd lanes of two vector registers.
    ///
    /// The two sources count as one register of twice the lanes.
    vdintlv(lhs: In Vreg, rhs: In Vreg, low: Out Vreg, high: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/data-rearrangement/vdintlv.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Common.hpp:102
        cpp: "vdintlv(low, high, lhs, rhs)",
        formula: "low[i] = (lhs ++ rhs)[2*i]\nhigh[i] = (lhs ++ rhs)[2*i + 1]",
        rules: &[
            same_type(&[lhs, rhs, low, high]),
        ],
        sem: Sem::Custom(|x| moves::separate(x, [lhs, rhs, low, high])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vdintlv.md"),
        ],
    }

    /// Interleave two vector registers and keep one half.
    ///
    /// Gives what `vintlv` gives as `low` (LOWER) or as `high` (HIGHER).
    vintlvv2(lhs: In Vreg, rhs: In Vreg, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/data-rearrangement/vintlvv2.md"),
        formula: "result = part of vintlv(lhs, rhs)",
        attrs: &[word("part", HALF).required().doc("LOWER is low, HIGHER is high")],
        syntax: "lhs, rhs, part",
        rules: &[
            same_type(&[lhs, rhs, result]),
        ],
        sem: Sem::Custom(|x| moves::interleave_half(x, [lhs, rhs, result])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vintlvv2.md"),
        ],
    }

    /// Separate even and odd lanes of two vector registers and keep one kind.
    ///
    /// Gives what `vdintlv` gives as `low` (LOWER) or as `high` (HIGHER).
    vdintlvv2(lhs: In Vreg, rhs: In Vreg, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/data-rearrangement/vdintlvv2.md"),
        formula: "result = part of vdintlv(lhs, rhs)",
        attrs: &[word("part", HALF).required().doc("LOWER is low, HIGHER is high")],
        syntax: "lhs, rhs, part",
        rules: &[
            same_type(&[lhs, rhs, result]),
        ],
        sem: Sem::Custom(|x| moves::separate_half(x, [lhs, rhs, result])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vdintlvv2.md"),
        ],
    }

    /// Narrow the lanes of a vector register into one half of another.
    ///
    /// The low bits of each lane go to the half `part` names, the other half becomes zero. With two sources (the
    /// manual's form) the lanes of `src0` fill the lower half and those of `src1` the upper.
    vpack(src0: In Vreg, src1: OptIn Vreg, half: OptIn Index, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/data-rearrangement/vpack.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TPow.hpp:147
        cpp: "vpack(result, src0, part:RegHalf)",
        formula: "result[h*N + i] = low bits of src0[i], the other half 0   h = 0 for LOWER, 1 for HIGHER\ntwo sources: result = narrow(src0) ++ narrow(src1)",
        attrs: &[word("part", HALF).doc("half of the result that is written")],
        syntax: "src0, src1, half, part",
        rules: &[
            same_type(&[src0, src1]),
            custom(&[src0, half], &PACK_HALF),
        ],
        sem: Sem::Custom(|x| moves::pack(x, [src0, src1, half, result])),
        support: &[
            on(Targets::NPU, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6640-6678")
                .tuples(&[src0, result], &[&[I32, U16], &[U32, U16], &[I16, U8], &[U16, U8]]),
            on(Targets::CPU, "pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vpack.md").tuples(&[src0, result], HALVES),
            documented(Targets::NPU, "pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vpack.md").tuples(&[src0, result], HALVES),
        ],
        notes: &[
            "The page takes two sources and an index, the assembler one source and a word.",
            "With two sources the index selects a mode that the page does not describe; only 0, truncation, is executable.",
        ],
    }

    /// Widen one half of a vector register with sign extension.
    ///
    /// `part` 0 takes the lower half of the lanes, 1 the upper.
    vsunpack(src: In Vreg, part: In Index, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/data-rearrangement/vsunpack.md"),
        formula: "result[i] = sign_extend(src[part * N/2 + i])",
        syntax: "src, part : src",
        sem: Sem::Custom(|x| moves::widen(x, [src, part, result], true)),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6681-6705,6707")
                .tuples(&[src, result], &[&[I8, I16], &[U8, U16], &[I16, I32], &[U16, U32], &[I32, I64], &[U32, U64]]),
        ],
        notes: &[
            "The page lists the type of `part` too, the assembler does not; both are read.",
        ],
    }

    /// Widen one half of a vector register with zero extension.
    ///
    /// `part` 0 takes the lower half of the lanes, 1 the upper.
    vzunpack(src: In Vreg, part: In Index, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/data-rearrangement/vzunpack.md"),
        formula: "result[i] = zero_extend(src[part * N/2 + i])",
        syntax: "src, part : src",
        sem: Sem::Custom(|x| moves::widen(x, [src, part, result], false)),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6681-6705,6708")
                .tuples(&[src, result], &[&[I8, I16], &[U8, U16], &[I16, I32], &[U16, U32], &[I32, I64], &[U32, U64]]),
        ],
        notes: &[
            "The page lists the type of `part` too, the assembler does not; both are read.",
        ],
    }

    /// Permute the lanes of a vector register by lane numbers.
    ///
    /// Nothing is loaded from memory. A lane number counts modulo the number of lanes.
    vperm(src: In Vreg, index: In Vreg, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/data-rearrangement/vperm.md"),
        formula: "result[i] = src[index[i] mod N]",
        rules: &[
            same_type(&[src, result]),
            custom(&[src, index], &PERM_INDEX),
        ],
        sem: Sem::Custom(|x| take_lanes(x, [src, index, result])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vperm.md"),
        ],
        notes: &[
            "No assembler version knows it; it is legal by its manual page. `vselr` does the same in published programs.",
            "The text leaves open whether a number past the last lane wraps or clamps; the example wraps.",
        ],
    }

    /// Shift the lanes of a vector register by a number of lanes.
    ///
    /// Vacated lanes become zero.
    vshift(src: In Vreg, amt: In Scalar, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/data-rearrangement/vshift.md"),
        formula: "result[i] = i >= amt ? src[i - amt] : 0   amt >= 0",
        rules: &[
            same_type(&[src, result]),
            has_dtype(&[amt], &[I16]),
        ],
        sem: Sem::Custom(|x| moves::shift(x, [src, amt, result])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vshift.md"),
        ],
        notes: &[
            "No assembler version knows it; it is legal by its manual page.",
        ],
    }

    /// Cut a window of one register's length out of two registers.
    ///
    /// The window starts at lane `amt` of `src1` followed by `src0`.
    vslide(src0: In Vreg, src1: In Vreg, amt: In Scalar, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/data-rearrangement/vslide.md"),
        formula: "result[i] = (src1 ++ src0)[amt + i]",
        rules: &[
            same_type(&[src0, src1, result]),
            has_dtype(&[amt], &[I16]),
        ],
        sem: Sem::Custom(|x| moves::slide(x, [src0, src1, amt, result])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vslide.md"),
        ],
        notes: &[
            "No assembler version knows it; it is legal by its manual page.",
            "An amount below 0 or above N is refused.",
        ],
    }

    /// Move the active lanes to the front.
    ///
    /// Their order stays; the rest becomes zero. It also sets the byte count that a following `vstur` stores.
    vsqz(src: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/data-rearrangement/vsqz.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TGather.hpp:269
        // Stored counts that nobody takes stop the device: PTOAS 0.60 lib/PTO/Transforms/VPTOCANN900LLVMEmitter.cpp:1505-1506.
        cpp: "vsqz(result, src, mask, MODE_STORED) if result: used by vstur",
        formula: "result = active lanes of src in order, then 0",
        rules: &[
            same_type(&[src, result]),
            mask_fits(&[src, mask]),
        ],
        sem: Sem::Custom(|x| moves::squeeze(x, [src, mask, result])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vsqz.md")
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6240-6258,6614", "every integer and ordinary float type")]),
        ],
    }

    /// Give each lane the number of active lanes before it.
    ///
    /// The manual describes it as the inverse of `vsqz`: the lanes of a packed register spread out to the active lanes,
    /// zero elsewhere. Published results are the prefix counts and do not depend on `src`.
    vusqz(src: OptIn Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/data-rearrangement/vusqz.md"),
        formula: "result[i] = number of j < i with mask[j]\nmanual: result[i] = mask[i] ? src[number of j < i with mask[j]] : 0",
        rules: &[
            same_type(&[result, src]),
            mask_fits(&[result, mask]),
        ],
        sem: Sem::Custom(|x| moves::count_before(x, [src, mask, result])),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6616-6638")
                .types(&[result], &[I8, I16, I32]),
            documented(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vusqz.md")
                .types(&[result], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32]),
        ],
        quirks: &["vusqz-meaning"],
        notes: &[
            "The page's form without `src` is read; its source is then unknown, and only the prefix counts are defined.",
        ],
    }
}
