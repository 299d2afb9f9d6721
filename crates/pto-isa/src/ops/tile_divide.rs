//! Division and remainders, of tiles and of a tile and a number.

use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom, Mutator};
use crate::ty::Type;

const BASE: OpDef = OpDef { family: "elementwise-tile-tile", ..OpDef::VECTOR_TILE };
const SCALAR_FAMILY: &str = "tile-scalar-and-immediate";

/// The choice between a fast and an accurate algorithm; assembler 0.27 programs use the second name.
pub(super) const PRECISION: &[AttrDef] = &[
    word("precisionType", &["default", "high_precision"])
        .doc("fast or accurate algorithm, e.g. `#pto<div_precision high_precision>`"),
    word("precision_mode", &["default", "high_precision"]).doc("older name of `precisionType`"),
];

/// Whether either name asks for the accurate algorithm.
pub(super) fn high_precision(args: &Args<'_>) -> bool {
    ["precisionType", "precision_mode"]
        .iter()
        .any(|n| args.word(n).is_some_and(|w| w.eq_ignore_ascii_case("high_precision")))
}

/// One row of `dst` and two words per 64 elements.
fn rem_scratch(args: &Args<'_>) -> Option<u64> {
    let dst = args.tile(3)?;
    Some(u64::from(dst.cols + 2 * dst.cols.div_ceil(64)) * u64::from(dst.dtype.bytes()))
}

/// One valid row of `dst`.
fn row_of_dst(args: &Args<'_>) -> Option<u64> {
    let dst = args.tile(3)?;
    Some(u64::from(dst.valid_cols.known()?) * u64::from(dst.dtype.bytes()))
}

/// A5 checks the elements of a tile that is divided, not those of a divisor.
static BYTES_DIVIDE: Custom = Custom {
    name: "divs-bytes",
    code: code::DTYPE,
    text: "8-bit integers can divide a number, and cannot be divided by one",
    holds: |args| {
        args.tile(0).is_none() || args.dtype(2).is_none_or(|d| !d.is_int() || d.bits() != 8)
    },
    found: |args| args.dtype(2).map_or("?", |d| d.name()).into(),
    mutate_to_violate: |b| {
        if b.tile(0).is_some() {
            (0..3).for_each(|slot| {
                if let Some(d) = b.dtype(slot) {
                    *d = I8;
                }
                if let Some(t) = b.tile(slot) {
                    t.cols = t.cols.next_multiple_of(32);
                }
            });
        }
    },
};

/// Division: a tile and a number, in either order.
static ONE_TILE: Custom = Custom {
    name: "divs-one-tile",
    code: code::OPERAND_KIND,
    text: "one of `src` and `scalar` must be a tile, the other a number",
    holds: |args| {
        let is_tile = |slot| match args.ty(slot) {
            Some(Type::Tile(_)) => Some(true),
            Some(Type::Scalar(_) | Type::Index) => Some(false),
            _ => None,
        };
        is_tile(0).zip(is_tile(1)).is_none_or(|(a, b)| a != b)
    },
    found: |args| {
        if args.tile(0).is_some() { "two tiles".into() } else { "two numbers".into() }
    },
    mutate_to_violate: |b| {
        if b.tile(0).is_some() {
            b.types[1] = b.types[0].clone();
        } else {
            b.types[0] = b.types[1].clone();
        }
    },
};

/// Division: an operand, tile or number, has the element type of `dst`; numbers carry no sign.
fn fits_dst(args: &Args<'_>, slot: u8) -> bool {
    let (Some(d), Some(ty)) = (args.dtype(2), args.ty(slot)) else { return true };
    match ty {
        Type::Tile(t) => t.dtype.plain() == d,
        Type::Scalar(s) => s.plain() == d || (s.is_int() && d.is_int() && s.bits() == d.bits()),
        _ => true,
    }
}

fn type_found(args: &Args<'_>, slot: u8) -> String {
    args.dtype(slot).map_or("unknown", |d| d.name()).into()
}

fn other_type(b: &mut Mutator<'_>, slot: u8) {
    if let Some(d) = b.dtype(slot) {
        *d = if *d == F32 { I32 } else { F32 };
    }
}

static FIRST_TYPE: Custom = Custom {
    name: "divs-first-type",
    code: code::SAME_DTYPE,
    text: "`src` must have the element type of `dst`",
    holds: |args| fits_dst(args, 0),
    found: |args| type_found(args, 0),
    mutate_to_violate: |b| other_type(b, 0),
};

static SECOND_TYPE: Custom = Custom {
    name: "divs-second-type",
    code: code::SAME_DTYPE,
    text: "`scalar` must have the element type of `dst`",
    holds: |args| fits_dst(args, 1),
    found: |args| type_found(args, 1),
    mutate_to_violate: |b| other_type(b, 1),
};

ops! {
    base: BASE;

    /// Divide two tiles element by element.
    ///
    /// The domain is the valid region of `dst`. Floats follow IEEE 754 (a zero divisor gives an infinity or
    /// NaN); integers truncate toward zero, and dividing them by zero is an error.
    tdiv(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/tdiv.md"),
        cpp: "TDIV<[precisionType:DivAlgorithm | precision_mode:DivAlgorithm]>(dst, src0, src1)",
        formula: "dst[i,j] = src0[i,j] / src1[i,j]   for (i,j) in valid(dst)",
        attrs: PRECISION,
        cost: Cost::Binary(&["vdiv"]),
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src0, src1]),
            same_valid(&[dst, src0, src1]),
        ],
        sem: elementwise!(Div(src0, src1) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TDiv.hpp:58")
                .types(&[dst], &[F16, F32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TDiv.hpp:67")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:7675-7703", "16/32-bit integers, f16, f32")]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tdiv.md:98-102").types(&[dst], &[I16, U16, I32, U32, F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TDiv.hpp:31-45")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
        notes: &["The page leaves division by zero to the target."],
    }

    /// Take the remainder of a truncating division of two tiles.
    ///
    /// The domain is the valid region of `dst`. The result has the sign of the dividend; `trem` is the one
    /// with the sign of the divisor.
    tfmod(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/tfmod.md"),
        cpp: "TFMOD<[precisionType:FmodAlgorithm | precision_mode:FmodAlgorithm]>(dst, src0, src1)",
        formula: "dst[i,j] = src0[i,j] - trunc(src0[i,j] / src1[i,j]) * src1[i,j]   for (i,j) in valid(dst)",
        attrs: PRECISION,
        cost: Cost::RowByRow(&["vdiv", "vconv", "vmul", "vsub"]),
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src0, src1]),
            same_valid(&[dst, src0, src1]),
        ],
        sem: elementwise!(Fmod(src0, src1) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TFmod.hpp:70")
                .types(&[dst], &[F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:6965-7009, 0.60 :12993-12999", "16/32-bit integers, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TFMod.hpp:86-106")
                .types(&[dst], &[I32, U32, I16, U16, F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:143-149")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
        notes: &["The page's summary says floor; its neighbour `trem` and the code say that `tfmod` truncates."],
    }

    /// Take the remainder of a flooring division of two tiles.
    ///
    /// The domain is the valid region of `dst`. The result has the sign of the divisor. On A2/A3 i32 goes
    /// through f32, so operands beyond 2^24 in magnitude lose bits.
    trem(src0: In Tile, src1: In Tile, tmp: OptScratch Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/trem.md"),
        cpp: "TREM<[precisionType:RemAlgorithm | precision_mode:RemAlgorithm]>(dst, src0, src1, tmp=dst)",
        formula: "dst[i,j] = src0[i,j] - floor(src0[i,j] / src1[i,j]) * src1[i,j]   for (i,j) in valid(dst)",
        attrs: PRECISION,
        cost: Cost::RowByRow(&["vdiv", "vconv", "vmul", "vsub", "vmul", "vcmpvs", "vadd", "vsel"]),
        rules: &[
            in_space(&[src0, src1, tmp, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU),
            has_layout(&[tmp], &[RowMajor]).only(Targets::A2A3).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:12903-12991"),
            same_dtype(&[dst, src0, src1]),
            same_dtype(&[dst, tmp]).only(Targets::A2A3).device_only().warn().cite("pto-isa@3186c381 include/pto/npu/a2a3/TRem.hpp:155 takes its address as one of elements"),
            same_dtype(&[dst, tmp]).only(Targets::A2A3).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/trem.md:99"),
            same_valid(&[dst, src0, src1]),
        ],
        scratch: &[
            Scratch::bytes(Targets::A2A3, "two rows of the valid columns of `dst`", |a| row_of_dst(a).map(|n| 2 * n), "pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/trem.md:96-98")
                .manual_only(),
            Scratch::bytes(
                Targets::A2A3,
                "C + 2*ceil(C/64) elements for C columns of `dst`",
                rem_scratch,
                "pto-isa@3186c381 include/pto/npu/a2a3/TRem.hpp:174-199",
            )
            .warn(),
            Scratch::ignored(Targets::CPU_A5, "pto-isa@3186c381 include/pto/npu/a5/TRem.hpp:103-125"),
        ],
        sem: elementwise!(Rem(src0, src1) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TRem.hpp:177")
                .types(&[dst], &[F32, I32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TRem.hpp:107")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:12903-12991", "16/32-bit integers, f16, f32")]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/trem.md:103-107").types(&[dst], &[I16, U16, I32, U32, F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:151-158")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["subnormals", "rem-through-f32"],
        notes: &["The A2/A3 header also leaves rounded elements in `src0` and the bits of floats in `src1`; here sources keep their elements.", "Two rows of `dst`'s width (page, assembler 0.60) or one row with two words per 64 elements (header): the header's size is enough, and less is a warning because PTOAS 0.27 asks for none; the page's is asked for by its rules."],
    }

    /// Divide a tile by a number, or a number by a tile.
    ///
    /// The domain is the valid region of `dst`. The order of the two operands is the order of the division. Floats
    /// follow IEEE 754; integers truncate toward zero, and dividing them by zero is an error.
    tdivs(src: In TileOrScalar, scalar: In TileOrScalar, dst: Out Tile) {
        family: SCALAR_FAMILY,
        origin: Origin::Manual("docs/isa/tile/ops/tile-scalar-and-immediate/tdivs.md"),
        cpp: "TDIVS<[precisionType:DivAlgorithm | precision_mode:DivAlgorithm]>(dst, src, scalar)",
        formula: "dst[i,j] = src[i,j] / scalar   (tile first)\ndst[i,j] = src / scalar[i,j]   (number first)   for (i,j) in valid(dst)",
        attrs: PRECISION,
        cost: Cost::TileScalar(&["vector_dup", "vdiv"]),
        rules: &[
            in_space(&[src, scalar, dst], &[Vec]),
            custom(&[src, scalar], &ONE_TILE),
            has_layout(&[src, scalar, dst], &[RowMajor]).only(Targets::NPU).device_only().warn().cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tdivs.md:109, 116"),
            has_layout(&[src, scalar, dst], &[RowMajor]).only(Targets::NPU).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tdivs.md:109, 116"),
            custom(&[dst, src], &FIRST_TYPE),
            custom(&[dst, scalar], &SECOND_TYPE),
            custom(&[src, dst], &BYTES_DIVIDE).only(Targets::A5).device_only()
                .cite("pto-isa@3186c381 include/pto/npu/a5/TDivS.hpp:135-147, 177-205"),
            non_empty(&[dst]).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/TDivS.hpp:246-250, 304-308"),
            same_valid(&[dst, src, scalar]),
        ],
        sem: elementwise!(Div(src, scalar) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TDivS.hpp:220, 278")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:3814-3879, 0.60 :7705-7755", "32/16-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TDivS.hpp:135-147; a number divided by a tile: 177-205 checks no type")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:7705-7755", "8-bit integers too, no 64-bit ones")]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tdivs.md:112-116").types(&[dst], &[I8, U8, I16, U16, I32, U32, F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 172-181")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["subnormals", "divs-reciprocal"],
        notes: &["The headers check no layout and step by rows, the page asks for row-major tiles: another layout is a warning by the headers' rules, an error by the page's."],
    }

    /// Take the remainder of a truncating division of a tile by a number.
    ///
    /// The domain is the valid region of `dst`. The result has the sign of the dividend.
    tfmods(src: In Tile, scalar: In Scalar, dst: Out Tile) {
        family: SCALAR_FAMILY,
        origin: Origin::Manual("docs/isa/tile/ops/tile-scalar-and-immediate/tfmods.md"),
        cpp: "TFMODS(dst, src, scalar)",
        formula: "dst[i,j] = src[i,j] - trunc(src[i,j] / scalar) * scalar   for (i,j) in valid(dst)",
        cost: Cost::RowByRow(&["vector_dup", "vdiv", "vconv", "vmuls", "vsub"]),
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::A2A3),
            same_dtype(&[dst, src]),
            scalar_of(&[dst, scalar]).warn().cite("pto-isa@3186c381 include/pto/common/pto_instr.hpp:2017: the number is converted"),
            non_empty(&[dst]).only(Targets::A2A3),
            same_valid(&[dst, src]),
        ],
        sem: elementwise!(Fmod(src, scalar) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TFmodS.hpp:73")
                .types(&[dst], &[F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:7054-7085, 0.60 :13089-13123", "16/32-bit integers, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TFModS.hpp:89-116")
                .types(&[dst], &[I32, U32, I16, U16, F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 259")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
        notes: &["The A5 header tests the width only and would let bf16 pass; its divisions have no bf16 form, and no source names it."],
    }

    /// Take the remainder of a flooring division of a tile by a number.
    ///
    /// The domain is the valid region of `dst`. The result has the sign of the divisor. On A2/A3 i32 goes
    /// through f32, so operands beyond 2^24 in magnitude lose bits.
    trems(src: In Tile, scalar: In Scalar, tmp: OptScratch Tile, dst: Out Tile) {
        family: SCALAR_FAMILY,
        origin: Origin::Manual("docs/isa/tile/ops/tile-scalar-and-immediate/trems.md"),
        cpp: "TREMS(dst, src, scalar, tmp=dst)",
        formula: "dst[i,j] = src[i,j] - floor(src[i,j] / scalar) * scalar   for (i,j) in valid(dst)",
        cost: Cost::RowByRow(&["vector_dup", "vdiv", "vconv", "vmuls", "vsub", "vmuls", "vcmpvs", "vadds", "vsel"]),
        rules: &[
            in_space(&[src, tmp, dst], &[Vec]),
            has_layout(&[src, tmp, dst], &[RowMajor]).only(Targets::A2A3),
            same_dtype(&[dst, src]),
            scalar_of(&[dst, scalar]).warn().cite("pto-isa@3186c381 include/pto/common/pto_instr.hpp:2028: the number is converted"),
            same_dtype(&[dst, tmp]).only(Targets::A2A3).device_only().warn().cite("pto-isa@3186c381 include/pto/npu/a2a3/TRemS.hpp takes its address as one of elements"),
            same_dtype(&[dst, tmp]).only(Targets::A2A3).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/trems.md:100"),
            non_empty(&[dst]).only(Targets::A2A3),
            same_valid(&[dst, src]),
        ],
        scratch: &[
            Scratch::bytes(Targets::A2A3, "one valid row of `dst`", row_of_dst, "pto-isa@3186c381 include/pto/npu/a2a3/TRemS.hpp:148-171"),
            Scratch::ignored(Targets::CPU_A5, "pto-isa@3186c381 include/pto/npu/a5/TRemS.hpp:91-122"),
        ],
        sem: elementwise!(RemNumber(src, scalar) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TRemS.hpp:155")
                .types(&[dst], &[F32, I32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TRemS.hpp:97")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:13001-13087", "16/32-bit integers, f16, f32")]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/trems.md:104-108").types(&[dst], &[I16, U16, I32, U32, F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 205-217")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["subnormals", "rem-through-f32"],
        notes: &["The A5 header tests the width only and would let bf16 pass; its divisions have no bf16 form, and no source names it."],
    }
}
