//! Predicates: algebra.

use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom};
use crate::sem::predicate_algebra::{choose, combine, interleave, invert, pack, separate, unpack};
use crate::ty::{MaskWidth, Type};

use super::predicate::{B8, B16, B32};

/// Input and result of `ppack` and `punpack`.
fn widths(args: &Args<'_>) -> Option<(u32, u32)> {
    match (args.ty(0)?, args.ty(1)?) {
        (Type::Mask(a), Type::Mask(b)) => Some((a.bits(), b.bits())),
        _ => None,
    }
}

fn found_widths(args: &Args<'_>) -> String {
    widths(args).map_or("unknown".into(), |(a, b)| format!("b{a} to b{b}"))
}

static NARROWS: Custom = Custom {
    name: "mask-narrows",
    code: code::MASK_WIDTH,
    text: "`dst` must be as wide as `src` or one step narrower (b32 to b16, b16 to b8)",
    holds: |args| widths(args).is_none_or(|(a, b)| a == b || a == 2 * b),
    found: found_widths,
    mutate_to_violate: |b| {
        let other = match b.types[0] {
            Some(Type::Mask(MaskWidth::B32)) => MaskWidth::B8,
            _ => MaskWidth::B32,
        };
        b.types[1] = Some(Type::Mask(other));
    },
};

static WIDENS: Custom = Custom {
    name: "mask-widens",
    code: code::MASK_WIDTH,
    text: "`dst` must be as wide as `src` or one step wider (b8 to b16, b16 to b32)",
    holds: |args| widths(args).is_none_or(|(a, b)| a == b || b == 2 * a),
    found: found_widths,
    mutate_to_violate: |b| {
        let other = match b.types[0] {
            Some(Type::Mask(MaskWidth::B8)) => MaskWidth::B32,
            _ => MaskWidth::B8,
        };
        b.types[1] = Some(Type::Mask(other));
    },
};

/// A rule of its own: only a use that warns has this operand.
static GATE_TYPE: Custom = Custom {
    name: "psel-gate-type",
    code: code::SAME_TYPE,
    text: "`src0` and `mask` must have the same type",
    holds: |args| args.ty(0).zip(args.ty(3)).is_none_or(|(a, b)| a == b),
    found: |args| args.ty(3).map_or("unknown".into(), |t| format!("`{t}`")),
    mutate_to_violate: |b| {
        let other = match b.types[0] {
            Some(Type::Mask(MaskWidth::B8)) => MaskWidth::B16,
            _ => MaskWidth::B8,
        };
        b.types[3] = Some(Type::Mask(other));
    },
};

/// The call of `psel` has no place for a governing predicate.
static THREE_OPERANDS: Custom = Custom {
    name: "psel-three-operands",
    code: code::FORBIDDEN,
    text: "`mask` must not be given",
    holds: |args| !args.has(3),
    found: |_| "given".into(),
    mutate_to_violate: |b| {
        let like = b.types[0].clone();
        b.types[3] = like;
    },
};

const BASE: OpDef = OpDef { family: "predicate-generation-and-algebra", ..OpDef::REGISTER };

ops! {
    base: BASE;

    /// Interleave two predicates.
    ///
    /// Units of 1 bit of the 256-bit image, one per lane.
    pintlv_b8(src0: In Mask, src1: In Mask, low: Out Mask, high: Out Mask) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-generation-and-algebra/pintlv-b8.md"),
        cpp: "pintlv_b8(low, high, src0, src1)",
        formula: "low = first half of a0 b0 a1 b1 ..., high = the rest   (a = src0, b = src1)",
        rules: &[custom(&[src0, src1, low, high], &B8)],
        sem: Sem::Custom(|x| interleave(x, [src0, src1, low, high])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pintlv-b8.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:2568-2579"),
        ],
    }

    /// Interleave two predicates.
    ///
    /// Units of 2 bits of the 256-bit image, one per lane.
    pintlv_b16(src0: In Mask, src1: In Mask, low: Out Mask, high: Out Mask) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-generation-and-algebra/pintlv-b16.md"),
        cpp: "pintlv_b16(low, high, src0, src1)",
        formula: "low = first half of a0 b0 a1 b1 ..., high = the rest   (a = src0, b = src1)",
        rules: &[custom(&[src0, src1, low, high], &B16)],
        sem: Sem::Custom(|x| interleave(x, [src0, src1, low, high])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pintlv-b16.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:2568-2579"),
        ],
    }

    /// Interleave two predicates.
    ///
    /// Units of 4 bits of the 256-bit image, one per lane.
    pintlv_b32(src0: In Mask, src1: In Mask, low: Out Mask, high: Out Mask) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-generation-and-algebra/pintlv-b32.md"),
        cpp: "pintlv_b32(low, high, src0, src1)",
        formula: "low = first half of a0 b0 a1 b1 ..., high = the rest   (a = src0, b = src1)",
        rules: &[custom(&[src0, src1, low, high], &B32)],
        sem: Sem::Custom(|x| interleave(x, [src0, src1, low, high])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pintlv-b32.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:2568-2579"),
        ],
    }

    /// De-interleave two predicates.
    ///
    /// Units of 1 bit of the 256-bit image, one per lane.
    pdintlv_b8(src0: In Mask, src1: In Mask, low: Out Mask, high: Out Mask) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-generation-and-algebra/pdintlv-b8.md"),
        cpp: "pdintlv_b8(low, high, src0, src1)",
        formula: "low = even lanes of src0 ++ src1, high = odd lanes",
        rules: &[custom(&[src0, src1, low, high], &B8)],
        sem: Sem::Custom(|x| separate(x, [src0, src1, low, high])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pdintlv-b8.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:2568-2579"),
        ],
    }

    /// De-interleave two predicates.
    ///
    /// Units of 2 bits of the 256-bit image, one per lane.
    pdintlv_b16(src0: In Mask, src1: In Mask, low: Out Mask, high: Out Mask) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-generation-and-algebra/pdintlv-b16.md"),
        cpp: "pdintlv_b16(low, high, src0, src1)",
        formula: "low = even lanes of src0 ++ src1, high = odd lanes",
        rules: &[custom(&[src0, src1, low, high], &B16)],
        sem: Sem::Custom(|x| separate(x, [src0, src1, low, high])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pdintlv-b16.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:2568-2579"),
        ],
    }

    /// De-interleave two predicates.
    ///
    /// Units of 4 bits of the 256-bit image, one per lane.
    pdintlv_b32(src0: In Mask, src1: In Mask, low: Out Mask, high: Out Mask) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-generation-and-algebra/pdintlv-b32.md"),
        cpp: "pdintlv_b32(low, high, src0, src1)",
        formula: "low = even lanes of src0 ++ src1, high = odd lanes",
        rules: &[custom(&[src0, src1, low, high], &B32)],
        sem: Sem::Custom(|x| separate(x, [src0, src1, low, high])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pdintlv-b32.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:2568-2579"),
        ],
    }

    /// Lanes set in both predicates.
    ///
    /// Lanes outside `mask` become zero (quirk `predicate-gate`).
    pand(src0: In Mask, src1: In Mask, mask: OptIn Mask, dst: Out Mask) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-generation-and-algebra/pand.md"),
        cpp: "pand(dst, src0, src1, mask)",
        formula: "dst[i] = (src0[i] & src1[i]) & mask[i]",
        rules: &[
            same_type(&[src0, src1, mask, dst]),
            required(&[mask]).device_only().cite("pto-isa@3186c381 include/pto/npu/a5/Int64Common.hpp:62: every call has it; docs/isa/scalar/ops/predicate-generation-and-algebra/pand.md:53 calls it optional"),
        ],
        sem: Sem::Custom(|x| combine(x, [src0, src1, mask, dst], |a, b| a && b)),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pand.md")
                .conflicting_sources(&[other_source("PTOAS 0.60 include/PTO/IR/VPTOOps.td:1954", "masks of different widths may be mixed")]),
        ],
        quirks: &["predicate-gate"],
    }

    /// Lanes set in either predicate.
    ///
    /// Lanes outside `mask` become zero (quirk `predicate-gate`).
    por(src0: In Mask, src1: In Mask, mask: OptIn Mask, dst: Out Mask) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-generation-and-algebra/por.md"),
        cpp: "por(dst, src0, src1, mask)",
        formula: "dst[i] = (src0[i] | src1[i]) & mask[i]",
        rules: &[
            same_type(&[src0, src1, mask, dst]),
            required(&[mask]).device_only().cite("pto-isa@3186c381 include/pto/npu/a5/Int64Binary.hpp:76: every call has it; docs/isa/scalar/ops/predicate-generation-and-algebra/por.md:51 calls it optional"),
        ],
        sem: Sem::Custom(|x| combine(x, [src0, src1, mask, dst], |a, b| a || b)),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/por.md")
                .conflicting_sources(&[other_source("PTOAS 0.60 include/PTO/IR/VPTOOps.td:1969", "masks of different widths may be mixed")]),
        ],
        quirks: &["predicate-gate"],
    }

    /// Lanes set in exactly one of two predicates.
    ///
    /// Lanes outside `mask` become zero (quirk `predicate-gate`).
    pxor(src0: In Mask, src1: In Mask, mask: OptIn Mask, dst: Out Mask) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-generation-and-algebra/pxor.md"),
        cpp: "pxor(dst, src0, src1, mask)",
        formula: "dst[i] = (src0[i] ^ src1[i]) & mask[i]",
        rules: &[
            same_type(&[src0, src1, mask, dst]),
            required(&[mask]).device_only().cite("pto-isa@3186c381 include/pto/npu/a5/Int64Common.hpp:136: every call has it; docs/isa/scalar/ops/predicate-generation-and-algebra/pxor.md:53 calls it optional"),
        ],
        sem: Sem::Custom(|x| combine(x, [src0, src1, mask, dst], |a, b| a != b)),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pxor.md")
                .conflicting_sources(&[other_source("PTOAS 0.60 include/PTO/IR/VPTOOps.td:1984", "masks of different widths may be mixed")]),
        ],
        quirks: &["predicate-gate"],
    }

    /// Invert a predicate.
    ///
    /// Lanes outside `mask` become zero (quirk `predicate-gate`).
    pnot(src: In Mask, mask: OptIn Mask, dst: Out Mask) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-generation-and-algebra/pnot.md"),
        cpp: "pnot(dst, src, mask)",
        formula: "dst[i] = !src[i] & mask[i]",
        rules: &[
            same_type(&[src, mask, dst]),
            required(&[mask]).device_only().cite("pto-isa@3186c381 include/pto/npu/a5/Int64Common.hpp:137: every call has it; docs/isa/scalar/ops/predicate-generation-and-algebra/pnot.md:49 calls it optional"),
        ],
        sem: Sem::Custom(|x| invert(x, [src, mask, dst])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pnot.md")
                .conflicting_sources(&[other_source("PTOAS 0.60 include/PTO/IR/VPTOOps.td:1925", "masks of different widths may be mixed")]),
        ],
        quirks: &["predicate-gate"],
    }

    /// Choose between two predicates, lane by lane.
    ///
    /// `sel` chooses. The fourth operand of the manual makes lanes outside it zero (quirk `predicate-gate`); the
    /// assembler has three operands.
    psel(src0: In Mask, src1: In Mask, sel: In Mask, mask: OptIn Mask, dst: Out Mask) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-generation-and-algebra/psel.md"),
        cpp: "psel(dst, src0, src1, sel)",
        formula: "dst[i] = (sel[i] ? src0[i] : src1[i]) & mask[i]",
        rules: &[
            same_type(&[src0, src1, sel, dst]),
            custom(&[src0, mask], &GATE_TYPE),
            custom(&[src0, mask], &THREE_OPERANDS).device_only().warn().cite("pto-isa@3186c381 include/pto/npu/a5/Int64Common.hpp:72: no call has it; docs/isa/scalar/ops/predicate-generation-and-algebra/psel.md:54 calls it optional"),
        ],
        sem: Sem::Custom(|x| choose(x, [src0, src1, sel, mask, dst])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/psel.md")
                .conflicting_sources(&[other_source("PTOAS 0.60 include/PTO/IR/VPTOOps.td:1940", "three operands; masks of different widths may be mixed")]),
        ],
        quirks: &["predicate-gate"],
        notes: &["With three operands the third one chooses and nothing is zeroed."],
    }

    /// Pack the even bits of a predicate into one half.
    ///
    /// The other half of the image becomes zero. The result may be read as the next narrower lane width.
    ppack(src: In Mask, dst: Out Mask) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-generation-and-algebra/ppack.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Binary.hpp:112
        cpp: "ppack(dst, src, part:RegHalf)",
        formula: "dst[half + i] = src[2i]   for 0 <= i < 128, other bits 0",
        attrs: &[word("part", &["LOWER", "HIGHER"]).required().doc("which half of the 256-bit image")],
        syntax: "src, part",
        rules: &[custom(&[src, dst], &NARROWS)],
        sem: Sem::Custom(|x| pack(x, [src, dst])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/ppack.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5939-5980"),
        ],
        notes: &[
            "Works on raw bits, whatever the lane width.",
            "The page calls widths other than 1 to 2 illegal (ppack.md:67, 74), and its own form has one width, as the example of \
             `pset_b32` (pset-b32.md:113): both are taken.",
        ],
    }

    /// Spread one half of a predicate over the even bits.
    ///
    /// Odd bits become zero. The result may be read as the next wider lane width.
    punpack(src: In Mask, dst: Out Mask) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-generation-and-algebra/punpack.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Binary.hpp:331
        cpp: "punpack(dst, src, part:RegHalf)",
        formula: "dst[2i] = src[half + i], dst[2i+1] = 0   for 0 <= i < 128",
        attrs: &[word("part", &["LOWER", "HIGHER"]).required().doc("which half of the 256-bit image")],
        syntax: "src, part",
        rules: &[custom(&[src, dst], &WIDENS)],
        sem: Sem::Custom(|x| unpack(x, [src, dst])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/punpack.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5939-5980"),
        ],
        notes: &[
            "Works on raw bits, whatever the lane width.",
            "The page calls widths other than 2 to 1 illegal (punpack.md:74), and its own form has one width: both are taken.",
        ],
    }
}
