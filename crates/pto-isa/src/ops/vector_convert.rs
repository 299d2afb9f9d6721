//! Conversion and reinterpretation of vector registers and predicates.

use crate::code;
use crate::def::prelude::*;
use crate::dtype::DType;
use crate::sem::LaneConvert;
use crate::sem::lane_convert::{copy_bits, count_lanes, parts, round_lanes, scale_and_narrow};
use crate::ty::{MaskWidth, Type};

const BASE: OpDef = OpDef { family: "conversion-ops", ..OpDef::REGISTER };

/// Rounding modes, short and long.
const ROUND: &[&str] = &[
    "R", "A", "F", "C", "Z", "O", "H", "ROUND_R", "ROUND_A", "ROUND_F", "ROUND_C", "ROUND_Z",
    "ROUND_O", "ROUND_H",
];
/// Saturation, short and long.
const SAT: &[&str] = &["SAT", "NOSAT", "RS_ENABLE", "RS_DISABLE"];
/// Which sub-slot of a wide slot.
const PART: &[&str] = &[
    "EVEN",
    "ODD",
    "P0",
    "P1",
    "P2",
    "P3",
    "PART_EVEN",
    "PART_ODD",
    "PART_P0",
    "PART_P1",
    "PART_P2",
    "PART_P3",
];

/// Source and destination of `vcvt` where there are no 8-bit floats.
#[rustfmt::skip]
const PLAIN_PAIRS: &[&[DType]] = &[
    &[F32, F16], &[F32, Bf16], &[F32, I16], &[F32, I32], &[F32, I64], &[F16, F32], &[F16, I32], &[F16, I16],
    &[F16, I8], &[F16, U8], &[Bf16, F16], &[Bf16, F32], &[Bf16, I32], &[U8, F16], &[U8, U16], &[U8, U32],
    &[I8, F16], &[I8, I16], &[I8, I32], &[U16, U8], &[U16, U32], &[I16, F16], &[I16, F32], &[I16, U32],
    &[I16, I32], &[I16, U8], &[U32, U8], &[U32, U16], &[U32, I16], &[U32, F32], &[I32, F32], &[I32, U8],
    &[I32, U16], &[I32, I16], &[I32, I64], &[I64, F32], &[I64, I32],
];

/// Source and destination of `vcvt` by the forms of its page.
#[rustfmt::skip]
const DOCUMENTED_PAIRS: &[&[DType]] = &[
    &[F32, F16], &[F32, Bf16], &[F32, I16], &[F32, I32], &[F32, I64], &[F16, F32], &[F16, I32], &[F16, I16],
    &[F16, I8], &[F16, U8], &[Bf16, F32], &[Bf16, I32], &[U8, F16], &[U8, U16], &[U8, U32], &[I8, F16],
    &[I8, I16], &[I8, I32], &[U16, U8], &[U16, U32], &[I16, F16], &[I16, F32], &[I16, U32], &[I16, I32],
    &[I16, U8], &[U32, U8], &[U32, U16], &[U32, I16], &[U32, F32], &[I32, F32], &[I32, U8], &[I32, U16],
    &[I32, I16], &[I32, I64],
];

/// Source and destination of `vcvt`.
#[rustfmt::skip]
const PAIRS: &[&[DType]] = &[
    &[F32, F8E4M3], &[F32, F8E5M2], &[F32, Hif8], &[F32, F16], &[F32, Bf16], &[F32, I16], &[F32, I32],
    &[F32, I64], &[F16, F8E4M3], &[F16, F8E5M2], &[F16, Hif8], &[F16, F32], &[F16, I32], &[F16, I16],
    &[F16, I8], &[F16, U8], &[Bf16, F8E4M3], &[Bf16, F8E5M2], &[Bf16, F4E1M2x2], &[Bf16, F4E2M1x2],
    &[Bf16, F16], &[Bf16, F32], &[Bf16, I32], &[U8, F16], &[U8, U16], &[U8, U32], &[I8, F16], &[I8, I16],
    &[I8, I32], &[U16, U8], &[U16, U32], &[I16, F16], &[I16, F32], &[I16, U32], &[I16, I32], &[I16, U8],
    &[U32, U8], &[U32, U16], &[U32, I16], &[U32, F32], &[I32, F32], &[I32, U8], &[I32, U16], &[I32, I16],
    &[I32, I64], &[I64, F32], &[I64, I32], &[F8E4M3, F32], &[F8E5M2, F32], &[Hif8, F32],
    &[F4E1M2x2, Bf16], &[F4E2M1x2, Bf16],
];

fn pair(args: &Args<'_>) -> Option<(DType, DType)> {
    args.dtype(0).zip(args.dtype(2))
}

fn is_fp4(d: DType) -> bool {
    matches!(d, F4E1M2x2 | F4E2M1x2)
}

/// Whether the pair rounds, and whether it can overflow.
///
/// Source: PTOAS 0.60 lib/PTO/IR/VPTO.cpp:1726-1907.
pub fn modes(a: DType, b: DType) -> (bool, bool) {
    if a.is_float() {
        let rounds = !(b.is_float() && b.bits() > a.bits());
        (rounds, rounds && !is_fp4(b) && (a, b) != (F16, I32))
    } else {
        (b.is_float() && b.bits() <= a.bits(), b.is_int() && b.bits() < a.bits())
    }
}

static CVT_PART: Custom = Custom {
    name: "vcvt-part",
    code: code::ATTR_FOR_TARGET,
    text: "`part` must be EVEN or ODD where the widths differ by two, P0 to P3 where by four, and absent else",
    holds: |args| {
        let (Some((a, b)), Some(part)) = (pair(args), args.word("part")) else { return true };
        let part = part.to_ascii_uppercase();
        match parts(a, b) {
            2 => part.ends_with("EVEN") || part.ends_with("ODD"),
            4 => part.ends_with(['0', '1', '2', '3']),
            _ => false,
        }
    },
    found: |args| format!("part {}", args.word("part").unwrap_or("absent")),
    mutate_to_violate: |b| {
        let (Some(s), Some(d)) = (b.dtype(0).copied(), b.dtype(2).copied()) else { return };
        let wrong = if parts(s, d) == 2 { "P3" } else { "EVEN" };
        b.attrs.push(("part".into(), format!("\"{wrong}\"")));
    },
};

static CVT_MODES: Custom = Custom {
    name: "vcvt-modes",
    code: code::ATTR_FOR_TARGET,
    text: "`rnd` belongs to pairs that round, `sat` to pairs that can overflow, `part` to pairs of different width",
    holds: |args| {
        let Some((a, b)) = pair(args) else { return true };
        let (rounds, overflows) = modes(a, b);
        let has = |name| args.attr(name).is_some();
        (has("rnd") || has("round_mode")) == rounds
            && has("sat") == overflows
            && has("part") == (parts(a, b) > 1)
    },
    found: |args| {
        let given: std::vec::Vec<_> = ["rnd", "round_mode", "sat", "part"]
            .into_iter()
            .filter(|name| args.attr(name).is_some())
            .collect();
        if given.is_empty() { "no attribute".into() } else { given.join(", ") }
    },
    mutate_to_violate: |b| {
        let (Some(s), Some(d)) = (b.dtype(0).copied(), b.dtype(2).copied()) else { return };
        let (rounds, overflows) = modes(s, d);
        if !rounds {
            b.attrs.push(("rnd".into(), "\"R\"".into()));
        } else if !overflows {
            b.attrs.push(("sat".into(), "\"SAT\"".into()));
        }
    },
};

static CVT_U32_F32: Custom = Custom {
    name: "vcvt-u32-f32",
    code: code::DTYPE_TUPLE,
    text: "u32 to f32 is documented, but no assembler encodes it",
    holds: |args| pair(args) != Some((U32, F32)),
    found: |_| "u32 to f32".into(),
    mutate_to_violate: |b| {
        for (slot, to) in [(0, U32), (2, F32)] {
            if let Some(Some(Type::Vreg { lanes, dtype })) = b.types.get_mut(slot) {
                (*lanes, *dtype) = (to.per_repeat(), to);
            }
        }
        if let Some(Some(Type::Mask(w))) = b.types.get_mut(1) {
            *w = MaskWidth::B32;
        }
    },
};

ops! {
    base: BASE;

    /// Convert the element type of a vector register.
    ///
    /// Narrowing writes one sub-slot of each wide slot and zeroes the others; widening reads one. `part` names the
    /// sub-slot. Inactive lanes become zero. Without `rnd` it rounds to nearest even, without `sat` it does not saturate.
    ///
    /// With saturation what does not fit becomes the nearest finite value, infinities too. Without, floats overflow to
    /// infinity (NaN in e4m3), integers keep the low bits of the exact integer, and infinity and NaN become 0 in an
    /// integer. An element of the 4-bit types holds two numbers, the lower half first.
    vcvt(input: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/conversion-ops/vcvt.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TFMod.hpp:50
        cpp: "vcvt(result, input, mask[, rnd:RegRound | round_mode:RegRound][, sat:RegSat][, part:RegPart])",
        formula: "result[i*n + part] = mask[i] ? convert(input[i]) : 0   narrowing, n sub-slots per slot\nresult[i] = mask[i*n + part] ? convert(input[i*n + part]) : 0   widening",
        attrs: &[
            word("rnd", ROUND).doc("rounding: R nearest even, A nearest away or away (quirk `round-away`), F down, C up, Z to zero, O to odd, H hybrid"),
            word("sat", SAT).doc("clamp or wrap what does not fit"),
            word("part", PART).doc("sub-slot of a wide slot"),
            word("round_mode", ROUND).doc("old name of rnd"),
        ],
        rules: &[
            mask_fits(&[input, mask]),
            custom(&[input, result], &CVT_U32_F32).warn().only(Targets::NPU),
            custom(&[input, result], &CVT_PART).cite("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:1694-1716"),
            custom(&[input, result], &CVT_MODES).warn().cite("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:1726-1907"),
        ],
        sem: Sem::LaneConvert(LaneConvert { src: input, mask, dst: result }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 docs/isa/vector/ops/conversion-ops/vcvt.md:150-198")
                .tuples(&[input, result], PLAIN_PAIRS)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:1594-1611,1726-1907,6941-7036", "no check by target")]),
            on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:1594-1611,1726-1907,6941-7036")
                .tuples(&[input, result], PAIRS),
            documented(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/conversion-ops/vcvt.md:150-198")
                .tuples(&[input, result], DOCUMENTED_PAIRS),
        ],
        quirks: &["subnormals", "cvt-nan", "round-away"],
        notes: &[
            "O takes of two neighbours the one with the odd code. No source defines H, which stops the run.",
            "With SAT an infinity becomes the largest finite value; published goldens show it for f32 to f16, e4m3 and e5m2.",
            "A signed source of an unsigned destination is extended with its sign unless SAT says otherwise.",
            "The predicate has a bit per byte of the source, so that lane i of i64 obeys lane 2i of a b32 predicate.",
            "Without `part` where the widths differ, `manual` follows the page's loop (lane i to lane i, as many as both \
             registers have) and `silicon` stops: the device has no such form.",
            "The page makes `rnd`, `sat` and `part` optional; the assembler demands exactly those the pair needs. What differs is a \
             warning.",
        ],
    }

    /// Round each lane to an integral value of the same type.
    ///
    /// Infinities and NaN pass, and a zero keeps its sign. Inactive lanes become zero; without a predicate every lane is active.
    vtrc(input: In Vreg, mask: OptIn Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/conversion-ops/vtrc.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TCvt.hpp:214
        cpp: "vtrc(result, input, round_mode:RegRound, mask)",
        formula: "result[i] = mask[i] ? round(input[i], round_mode) : 0",
        attrs: &[
            word("round_mode", &["R", "A", "F", "C", "Z", "ROUND_R", "ROUND_A", "ROUND_F", "ROUND_C", "ROUND_Z"]).required()
                .doc("R nearest even, A nearest away, F down, C up, Z to zero"),
        ],
        syntax: "input, mask, round_mode",
        rules: &[
            same_type(&[input, result]),
            mask_fits(&[input, mask]),
        ],
        sem: Sem::Custom(|x| round_lanes(x, [input, mask, result])),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6794-6824")
                .types(&[input], &[F16, Bf16, F32]),
        ],
        notes: &[
            "The page has no predicate and no type list; the assembler has both.",
        ],
    }

    /// Fill a vector register with ascending or descending numbers.
    ///
    /// Integers wrap, floats are rounded once. Without `order` the numbers ascend. Inactive lanes become zero; without a
    /// predicate every lane is active.
    vci(index: In Scalar, mask: OptIn Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/conversion-ops/vci.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Rearrange.hpp:143
        cpp: "vci(result, (element(result))index, order:RegOrder=INC_ORDER)",
        formula: "result[i] = index + i   (ASC)\nresult[i] = index - i   (DESC)",
        attrs: &[word("order", &["ASC", "DESC"]).doc("direction")],
        rules: &[
            scalar_of(&[result, index]),
            mask_fits(&[result, mask]),
        ],
        sem: Sem::Custom(|x| count_lanes(x, [index, mask, result])),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5064-5083")
                .types(&[result], &[I8, U8, I16, U16, I32, U32, F16, F32]),
            documented(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/conversion-ops/vci.md:70")
                .types(&[result], &[I8, U8, I16, U16, I32, U32]),
        ],
        notes: &[
            "The page's plain form has a predicate, its value form has none; both are read.",
        ],
    }

    /// Read the bits of a vector register as another type.
    ///
    /// All 2048 bits stay as they are; lanes are counted anew.
    vbitcast(input: In Vreg, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/conversion-ops/vbitcast.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TTrans.hpp:51 sees registers so
        cpp: "(type(result)&)input",
        formula: "bits(result) = bits(input)",
        cost: Cost::Free,
        sem: Sem::Custom(|x| copy_bits(x, [input, result])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/conversion-ops/vbitcast.md:42"),
        ],
    }

    /// Read a predicate as one of another lane width.
    ///
    /// The 256 bits of the predicate register stay as they are. A b16 predicate read as b32 keeps every second lane.
    pbitcast(input: In Mask, result: Out Mask) {
        origin: Origin::Manual("docs/isa/vector/ops/conversion-ops/pbitcast.md"),
        // a predicate has no width in C++: pto-isa@3186c381 include/pto/npu/a5/common.hpp
        cpp: "input",
        formula: "bits(result) = bits(input)",
        cost: Cost::Free,
        sem: Sem::Custom(|x| copy_bits(x, [input, result])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/conversion-ops/pbitcast.md:40"),
        ],
    }

    /// Multiply each lane by a number and narrow the product.
    ///
    /// The exact product is rounded once, f32 to f16, into the even or odd lanes; the others become zero, and inactive
    /// ones too. What is too large becomes infinity.
    vmulscvt(input: In Vreg, scalar: In Scalar, mask: In Mask, result: Out Vreg) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result[2*i + part] = mask[i] ? f16(input[i] * scalar) : 0",
        attrs: &[
            word("rnd", &["A", "ROUND_A"]).required().doc("rounding; only A exists"),
            word("part", &["EVEN", "ODD", "PART_EVEN", "PART_ODD"]).required().doc("lanes written"),
        ],
        syntax: "input, scalar, mask, rnd, part",
        rules: &[
            scalar_of(&[input, scalar]),
            mask_fits(&[input, mask]),
        ],
        sem: Sem::Custom(|x| scale_and_narrow(x, [input, scalar, mask, result])),
        support: &[
            on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6826-6871")
                .tuples(&[input, result], &[&[F32, F16]]),
        ],
    }
}
