//! Predicates: generation.

use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, AttrValue, Custom, Mutator};
use crate::sem::predicate::mask_of_step;
use crate::sem::{MaskCount, MaskPattern};
use crate::ty::{MaskWidth, Type};

/// The tokens of `pset` and `pge`.
///
/// Source: PTOAS 0.60 lib/PTO/IR/VPTO.cpp:1502-1507; `PAT_VL12` is on a page only,
/// pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pset-b32.md:120.
const PATTERNS: &[&str] = &[
    "PAT_ALL",
    "PAT_ALLF",
    "PAT_VL1",
    "PAT_VL2",
    "PAT_VL3",
    "PAT_VL4",
    "PAT_VL8",
    "PAT_VL12",
    "PAT_VL16",
    "PAT_VL32",
    "PAT_VL64",
    "PAT_VL128",
    "PAT_M3",
    "PAT_M4",
    "PAT_H",
    "PAT_Q",
];

fn masks<'a>(args: &Args<'a>) -> impl Iterator<Item = MaskWidth> + 'a {
    args.slots.iter().filter_map(|s| match s.ty {
        Some(Type::Mask(w)) => Some(*w),
        _ => None,
    })
}

fn found(args: &Args<'_>, width: MaskWidth) -> String {
    match masks(args).find(|w| *w != width) {
        Some(w) => format!("`!pto.mask<{}>`", w.name()),
        None => "another type".into(),
    }
}

/// Gives every predicate another width.
fn set_masks(b: &mut Mutator<'_>, width: MaskWidth) {
    for ty in b.types.iter_mut().flatten() {
        if let Type::Mask(w) = ty {
            *w = width;
        }
    }
}

/// Every predicate of the instruction is b8.
pub(super) static B8: Custom = Custom {
    name: "mask-b8",
    code: code::MASK_WIDTH,
    text: "its predicates must be `!pto.mask<b8>`",
    holds: |args| masks(args).all(|w| w == MaskWidth::B8),
    found: |args| found(args, MaskWidth::B8),
    mutate_to_violate: |b| set_masks(b, MaskWidth::B16),
};

/// Every predicate of the instruction is b16.
pub(super) static B16: Custom = Custom {
    name: "mask-b16",
    code: code::MASK_WIDTH,
    text: "its predicates must be `!pto.mask<b16>`",
    holds: |args| masks(args).all(|w| w == MaskWidth::B16),
    found: |args| found(args, MaskWidth::B16),
    mutate_to_violate: |b| set_masks(b, MaskWidth::B32),
};

/// Every predicate of the instruction is b32.
pub(super) static B32: Custom = Custom {
    name: "mask-b32",
    code: code::MASK_WIDTH,
    text: "its predicates must be `!pto.mask<b32>`",
    holds: |args| masks(args).all(|w| w == MaskWidth::B32),
    found: |args| found(args, MaskWidth::B32),
    mutate_to_violate: |b| set_masks(b, MaskWidth::B8),
};

/// The device has a token for each pattern but one.
static PATTERN_OF_DEVICE: Custom = Custom {
    name: "pattern-of-device",
    code: code::ATTR_FOR_TARGET,
    text: "`pattern` should not be `PAT_VL12`: a page uses it, no assembler has it",
    holds: |args| !matches!(args.attr("pattern"), Some(AttrValue::Word("PAT_VL12"))),
    found: |_| "`PAT_VL12`".into(),
    mutate_to_violate: |b| b.attrs.push(("pattern".into(), "\"PAT_VL12\"".into())),
};

/// First lanes that a `PAT_VL` word names.
fn first_lanes(args: &Args<'_>) -> Option<u32> {
    args.word("pattern")?.to_ascii_uppercase().strip_prefix("PAT_VL")?.parse().ok()
}

/// The pages count predicates by the bits of their suffix, not by lanes: `PAT_VL` names no more than these.
macro_rules! no_more_lanes {
    ($rule:ident, $last:literal, $name:literal, $text:literal) => {
        static $rule: Custom = Custom {
            name: $name,
            code: code::ATTR_FOR_TARGET,
            text: $text,
            holds: |args| first_lanes(args).is_none_or(|n| n <= $last),
            found: |args| format!("`{}`", args.word("pattern").unwrap_or("?")),
            mutate_to_violate: |b| b.attrs.push(("pattern".into(), "\"PAT_VL64\"".into())),
        };
    };
}
no_more_lanes!(LANES_8, 8, "pset-b8-lanes", "`pattern` must not name more than 8 first lanes");
no_more_lanes!(LANES_16, 16, "pset-b16-lanes", "`pattern` must not name more than 16 first lanes");
no_more_lanes!(LANES_32, 32, "pset-b32-lanes", "`pattern` must not name more than 32 first lanes");

const BASE: OpDef = OpDef { family: "predicate-generation-and-algebra", ..OpDef::REGISTER };

ops! {
    base: BASE;

    /// Make a predicate over 256 lanes from a pattern.
    ///
    /// PAT_ALL and PAT_ALLF set all lanes or none, PAT_VLn the first n, PAT_M3 and PAT_M4 the lanes whose
    /// number is a multiple of 3 or 4, PAT_H and PAT_Q a half and a quarter (quirk `pat-h-q`).
    pset_b8(result: Out Mask) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-generation-and-algebra/pset-b8.md"),
        cpp: "pset_b8(pattern)",
        formula: "result[i] = pattern(i)   for 0 <= i < 256",
        attrs: &[word("pattern", PATTERNS).required().doc("which lanes are set")],
        syntax: "pattern",
        rules: &[
            custom(&[result], &B8).cite("pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pset-b8.md"),
            custom(&[result], &LANES_8).manual_only().cite("pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pset-b8.md:75"),
            custom(&[result], &PATTERN_OF_DEVICE).only(Targets::NPU).warn().cite("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:1502-1507"),
        ],
        sem: Sem::MaskPattern(MaskPattern { bound: None, mask: result }),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pset-b8.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5826-5882"),
        ],
        quirks: &["pat-h-q"],
        notes: &[
            "The page draws PAT_M3 and PAT_M4 in two ways that exclude each other; lanes whose number is a multiple of 3 or 4 are set.",
            "A PAT_VLn with n above the number of lanes sets them all. The page counts 8, 16 or 32 bits and refuses more (`--rules manual`); \
             its chapter goes to PAT_VL128.",
        ],
    }

    /// Make a predicate over 128 lanes from a pattern.
    ///
    /// PAT_ALL and PAT_ALLF set all lanes or none, PAT_VLn the first n, PAT_M3 and PAT_M4 the lanes whose
    /// number is a multiple of 3 or 4, PAT_H and PAT_Q a half and a quarter (quirk `pat-h-q`).
    pset_b16(result: Out Mask) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-generation-and-algebra/pset-b16.md"),
        cpp: "pset_b16(pattern)",
        formula: "result[i] = pattern(i)   for 0 <= i < 128",
        attrs: &[word("pattern", PATTERNS).required().doc("which lanes are set")],
        syntax: "pattern",
        rules: &[
            custom(&[result], &B16).cite("pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pset-b16.md"),
            custom(&[result], &LANES_16).manual_only().cite("pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pset-b16.md:76"),
            custom(&[result], &PATTERN_OF_DEVICE).only(Targets::NPU).warn().cite("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:1502-1507"),
        ],
        sem: Sem::MaskPattern(MaskPattern { bound: None, mask: result }),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pset-b16.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5826-5882"),
        ],
        quirks: &["pat-h-q"],
        notes: &[
            "The page draws PAT_M3 and PAT_M4 in two ways that exclude each other; lanes whose number is a multiple of 3 or 4 are set.",
            "A PAT_VLn with n above the number of lanes sets them all. The page counts 8, 16 or 32 bits and refuses more (`--rules manual`); \
             its chapter goes to PAT_VL128.",
        ],
    }

    /// Make a predicate over 64 lanes from a pattern.
    ///
    /// PAT_ALL and PAT_ALLF set all lanes or none, PAT_VLn the first n, PAT_M3 and PAT_M4 the lanes whose
    /// number is a multiple of 3 or 4, PAT_H and PAT_Q a half and a quarter (quirk `pat-h-q`).
    pset_b32(result: Out Mask) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-generation-and-algebra/pset-b32.md"),
        cpp: "pset_b32(pattern)",
        formula: "result[i] = pattern(i)   for 0 <= i < 64",
        attrs: &[word("pattern", PATTERNS).required().doc("which lanes are set")],
        syntax: "pattern",
        rules: &[
            custom(&[result], &B32).cite("pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pset-b32.md"),
            custom(&[result], &LANES_32).manual_only().cite("pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pset-b32.md:76"),
            custom(&[result], &PATTERN_OF_DEVICE).only(Targets::NPU).warn().cite("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:1502-1507"),
        ],
        sem: Sem::MaskPattern(MaskPattern { bound: None, mask: result }),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pset-b32.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5826-5882"),
        ],
        quirks: &["pat-h-q"],
        notes: &[
            "The page draws PAT_M3 and PAT_M4 in two ways that exclude each other; lanes whose number is a multiple of 3 or 4 are set.",
            "A PAT_VLn with n above the number of lanes sets them all. The page counts 8, 16 or 32 bits and refuses more (`--rules manual`); \
             its chapter goes to PAT_VL128.",
        ],
    }

    /// Make a tail predicate over 256 lanes.
    ///
    /// PAT_VLn sets the first n lanes; the tokens are those of `pset`. With a number instead of a token, lane i
    /// is set while i is below it.
    pge_b8(bound: OptIn Scalar, result: Out Mask) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-generation-and-algebra/pge-b8.md"),
        cpp: "pge_b8(pattern)",
        formula: "result[i] = i < n   with n from PAT_VLn or `bound`, for 0 <= i < 256",
        attrs: &[word("pattern", PATTERNS).doc("which lanes are set")],
        syntax: "pattern | bound",
        rules: &[
            custom(&[result], &B8).cite("pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pge-b8.md"),
            has_dtype(&[bound], &[I16, I32, I64]),
        ],
        sem: Sem::MaskPattern(MaskPattern { bound: Some(bound), mask: result }),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pge-b8.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5826-5882"),
        ],
        quirks: &["pat-h-q"],
        notes: &["The page takes a token, the chapter a number; both are read. The assembler knows the token only."],
    }

    /// Make a tail predicate over 128 lanes.
    ///
    /// PAT_VLn sets the first n lanes; the tokens are those of `pset`. With a number instead of a token, lane i
    /// is set while i is below it.
    pge_b16(bound: OptIn Scalar, result: Out Mask) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-generation-and-algebra/pge-b16.md"),
        cpp: "pge_b16(pattern)",
        formula: "result[i] = i < n   with n from PAT_VLn or `bound`, for 0 <= i < 128",
        attrs: &[word("pattern", PATTERNS).doc("which lanes are set")],
        syntax: "pattern | bound",
        rules: &[
            custom(&[result], &B16).cite("pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pge-b16.md"),
            has_dtype(&[bound], &[I16, I32, I64]),
        ],
        sem: Sem::MaskPattern(MaskPattern { bound: Some(bound), mask: result }),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pge-b16.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5826-5882"),
        ],
        quirks: &["pat-h-q"],
        notes: &["The page takes a token, the chapter a number; both are read. The assembler knows the token only."],
    }

    /// Make a tail predicate over 64 lanes.
    ///
    /// PAT_VLn sets the first n lanes; the tokens are those of `pset`. With a number instead of a token, lane i
    /// is set while i is below it.
    pge_b32(bound: OptIn Scalar, result: Out Mask) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-generation-and-algebra/pge-b32.md"),
        cpp: "pge_b32(pattern)",
        formula: "result[i] = i < n   with n from PAT_VLn or `bound`, for 0 <= i < 64",
        attrs: &[word("pattern", PATTERNS).doc("which lanes are set")],
        syntax: "pattern | bound",
        rules: &[
            custom(&[result], &B32).cite("pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pge-b32.md"),
            has_dtype(&[bound], &[I16, I32, I64]),
        ],
        sem: Sem::MaskPattern(MaskPattern { bound: Some(bound), mask: result }),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pge-b32.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5826-5882"),
        ],
        quirks: &["pat-h-q"],
        notes: &["The page takes a token, the chapter a number; both are read. The assembler knows the token only."],
    }

    /// Make a predicate of the first lanes and count them off.
    ///
    /// Lane i is set while i is below `scalar`; `scalar_out` is what is left for the next step of a loop over
    /// 256 lanes, never below zero.
    plt_b8(scalar: In Scalar, mask: Out Mask, scalar_out: Out Scalar) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-generation-and-algebra/plt-b8.md"),
        // pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/plt-b8.md
        cpp: "plt_b8((uint32_t&)scalar_out:=scalar, POST_UPDATE) {post_update}",
        formula: "mask[i] = i < scalar   for 0 <= i < 256\nscalar_out = max(scalar - 256, 0)",
        attrs: &[flag("post_update").doc("the manual writes it; the count is always updated")],
        rules: &[
            has_dtype(&[scalar], &[I32, U32]),
            custom(&[mask], &B8),
            same_dtype(&[scalar, scalar_out]),
        ],
        sem: Sem::MaskCount(MaskCount { scalar, mask, rest: scalar_out }),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/plt-b8.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5888-5911"),
        ],
        notes: &[
            "The count is unsigned, as in C++: -1 stands for 4294967295 lanes.",
            "The chapter subtracts the lanes without a floor (pto-isa@3186c381 docs/isa/scalar/predicate-generation-and-algebra.md:68); \
             the page leaves the step open, the assembler ends at zero.",
        ],
    }

    /// Make a predicate of the first lanes and count them off.
    ///
    /// Lane i is set while i is below `scalar`; `scalar_out` is what is left for the next step of a loop over
    /// 128 lanes, never below zero.
    plt_b16(scalar: In Scalar, mask: Out Mask, scalar_out: Out Scalar) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-generation-and-algebra/plt-b16.md"),
        // pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/plt-b16.md
        cpp: "plt_b16((uint32_t&)scalar_out:=scalar, POST_UPDATE) {post_update}",
        formula: "mask[i] = i < scalar   for 0 <= i < 128\nscalar_out = max(scalar - 128, 0)",
        attrs: &[flag("post_update").doc("the manual writes it; the count is always updated")],
        rules: &[
            has_dtype(&[scalar], &[I32, U32]),
            custom(&[mask], &B16),
            same_dtype(&[scalar, scalar_out]),
        ],
        sem: Sem::MaskCount(MaskCount { scalar, mask, rest: scalar_out }),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/plt-b16.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5888-5911"),
        ],
        notes: &[
            "The count is unsigned, as in C++: -1 stands for 4294967295 lanes.",
            "The chapter subtracts the lanes without a floor (pto-isa@3186c381 docs/isa/scalar/predicate-generation-and-algebra.md:68); \
             the page leaves the step open, the assembler ends at zero.",
        ],
    }

    /// Make a predicate of the first lanes and count them off.
    ///
    /// Lane i is set while i is below `scalar`; `scalar_out` is what is left for the next step of a loop over
    /// 64 lanes, never below zero.
    plt_b32(scalar: In Scalar, mask: Out Mask, scalar_out: Out Scalar) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-generation-and-algebra/plt-b32.md"),
        // pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/plt-b32.md
        cpp: "plt_b32((uint32_t&)scalar_out:=scalar, POST_UPDATE) {post_update}",
        formula: "mask[i] = i < scalar   for 0 <= i < 64\nscalar_out = max(scalar - 64, 0)",
        attrs: &[flag("post_update").doc("the manual writes it; the count is always updated")],
        rules: &[
            has_dtype(&[scalar], &[I32, U32]),
            custom(&[mask], &B32),
            same_dtype(&[scalar, scalar_out]),
        ],
        sem: Sem::MaskCount(MaskCount { scalar, mask, rest: scalar_out }),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/plt-b32.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5888-5911"),
        ],
        notes: &[
            "The count is unsigned, as in C++: -1 stands for 4294967295 lanes.",
            "The chapter subtracts the lanes without a floor (pto-isa@3186c381 docs/isa/scalar/predicate-generation-and-algebra.md:68); \
             the page leaves the step open, the assembler ends at zero.",
        ],
    }

    /// Make the predicate of one step of a counted loop.
    ///
    /// Step number `loop_index` covers lanes loop_index*256 and following; those below `bound` are set.
    pltm_b8(loop_index: In Scalar, bound: In Scalar, mask: Out Mask) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "mask[i] = loop_index*256 + i < bound   for 0 <= i < 256",
        rules: &[
            has_dtype(&[loop_index], &[I16, U16]),
            has_dtype(&[bound], &[I32, U32]),
            custom(&[mask], &B8),
        ],
        sem: Sem::Custom(|x| mask_of_step(x, [loop_index, bound, mask])),
        support: &[
            on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5914-5937, docs/isa/micro-isa/05-materialization-predicate.md"),
        ],
    }

    /// Make the predicate of one step of a counted loop.
    ///
    /// Step number `loop_index` covers lanes loop_index*128 and following; those below `bound` are set.
    pltm_b16(loop_index: In Scalar, bound: In Scalar, mask: Out Mask) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "mask[i] = loop_index*128 + i < bound   for 0 <= i < 128",
        rules: &[
            has_dtype(&[loop_index], &[I16, U16]),
            has_dtype(&[bound], &[I32, U32]),
            custom(&[mask], &B16),
        ],
        sem: Sem::Custom(|x| mask_of_step(x, [loop_index, bound, mask])),
        support: &[
            on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5914-5937, docs/isa/micro-isa/05-materialization-predicate.md"),
        ],
    }

    /// Make the predicate of one step of a counted loop.
    ///
    /// Step number `loop_index` covers lanes loop_index*64 and following; those below `bound` are set.
    pltm_b32(loop_index: In Scalar, bound: In Scalar, mask: Out Mask) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "mask[i] = loop_index*64 + i < bound   for 0 <= i < 64",
        rules: &[
            has_dtype(&[loop_index], &[I16, U16]),
            has_dtype(&[bound], &[I32, U32]),
            custom(&[mask], &B32),
        ],
        sem: Sem::Custom(|x| mask_of_step(x, [loop_index, bound, mask])),
        support: &[
            on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5914-5937, docs/isa/micro-isa/05-materialization-predicate.md"),
        ],
    }
}
