//! Bitwise logic and shifts, on tiles and with a number.

use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom};

const BASE: OpDef = OpDef { family: "elementwise-tile-tile", ..OpDef::VECTOR_TILE };
const SCALAR_FAMILY: &str = "tile-scalar-and-immediate";

/// Types a number may have; its sign plays no part.
const INTEGERS: &[crate::DType] = &[I8, I16, I32, I64, U8, U16, U32, U64];

/// As many bytes as `dst`, the last operand.
fn like_dst(args: &Args<'_>) -> Option<u64> {
    Some(args.tile(3)?.size_bytes())
}

/// Shifting by the width or more, or by less than nothing, has no defined result.
static SHIFT_IN_RANGE: Custom = Custom {
    name: "shift-in-range",
    code: code::OP_RULE,
    text: "a constant shift must be at least 0 and less than the width of an element",
    holds: |args| {
        let (Some(n), Some(d)) = (args.slots.get(1).and_then(|s| s.constant), args.dtype(0)) else {
            return true;
        };
        (0..i64::from(d.bits())).contains(&n)
    },
    found: |args| match args.slots.get(1).and_then(|s| s.constant) {
        Some(n) => format!("{n}"),
        None => "unknown".into(),
    },
    mutate_to_violate: |b| b.constants.push((1, 64)),
};

ops! {
    base: BASE;

    /// And two tiles bit by bit.
    ///
    /// The domain is the valid region of `dst`. Only integers have bits; the sign plays no part.
    tand(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/tand.md"),
        cpp: "TAND(dst, src0, src1)",
        formula: "dst[i,j] = src0[i,j] & src1[i,j]   for (i,j) in valid(dst)",
        cost: Cost::Binary(&["vand"]),
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src0, src1]),
            same_valid(&[dst, src0, src1]),
        ],
        sem: elementwise!(And(src0, src1) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TAnd.hpp:45-88")
                .types(&[dst], &[I8, U8, I16, U16, I32, U32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:2850-2905", "8/16-bit integers")]),
            documented(Targets::A2A3, "pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tand.md:97-100").types(&[dst], &[I8, U8, I16, U16]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TAnd.hpp:55")
                .types(&[dst], &[I8, U8, I16, U16, I32, U32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:19-30")
                .types(&[dst], &[I64, U64, I8, U8, I16, U16, I32, U32]),
        ],
        notes: &["On A2/A3 8- and 32-bit lanes are handled as pairs or halves of 16-bit lanes, so every width works although the page lists fewer."],
    }

    /// Or two tiles bit by bit.
    ///
    /// The domain is the valid region of `dst`. Only integers have bits; the sign plays no part.
    tor(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/tor.md"),
        cpp: "TOR(dst, src0, src1)",
        formula: "dst[i,j] = src0[i,j] | src1[i,j]   for (i,j) in valid(dst)",
        cost: Cost::Binary(&["vor"]),
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src0, src1]),
            same_valid(&[dst, src0, src1]),
        ],
        sem: elementwise!(Or(src0, src1) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TOr.hpp:35-78")
                .types(&[dst], &[I8, U8, I16, U16, I32, U32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:6273-6329", "8/16-bit integers")]),
            documented(Targets::A2A3, "pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tor.md:97-100").types(&[dst], &[I8, U8, I16, U16]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TOr.hpp:54")
                .types(&[dst], &[I8, U8, I16, U16, I32, U32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:19-30")
                .types(&[dst], &[I64, U64, I8, U8, I16, U16, I32, U32]),
        ],
        notes: &["On A2/A3 8- and 32-bit lanes are handled as pairs or halves of 16-bit lanes, so every width works although the page lists fewer."],
    }

    /// Exclusive-or two tiles bit by bit.
    ///
    /// The domain is the valid region of `dst`. A2/A3 computes `(a | b) & ~(a & b)` with the first part in
    /// `tmp`, so no operand may share storage with another there, except the two sources with each other.
    txor(src0: In Tile, src1: In Tile, tmp: OptScratch Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/txor.md"),
        cpp: "TXOR(dst, src0, src1, tmp=dst)",
        formula: "dst[i,j] = src0[i,j] ^ src1[i,j]   for (i,j) in valid(dst)",
        cost: Cost::Binary(&["vor", "vand", "vnot", "vand"]),
        rules: &[
            in_space(&[src0, src1, tmp, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU),
            has_layout(&[tmp], &[RowMajor]).only(Targets::A2A3),
            same_dtype(&[dst, src0, src1]),
            same_dtype(&[dst, tmp]).only(Targets::A2A3),
            same_valid(&[dst, src0, src1]),
            same_valid(&[dst, tmp]).only(Targets::A2A3),
            distinct(&[dst, src0, src1, tmp]).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/TXor.hpp:43-47"),
            distinct(&[src0, tmp]).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/TXor.hpp:43-47"),
            distinct(&[src1, tmp]).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/TXor.hpp:43-47"),
        ],
        scratch: &[
            Scratch::bytes(Targets::A2A3, "the size of `dst`", like_dst, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:15763-15825")
                .like(dst),
            Scratch::ignored(Targets::CPU_A5, "pto-isa@3186c381 include/pto/npu/a5/TXor.hpp:51-71"),
        ],
        sem: elementwise!(Xor(src0, src1) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TXor.hpp:20-61")
                .types(&[dst], &[I8, U8, I16, U16, I32, U32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:8791-8856", "8/16-bit integers")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TXor.hpp:54")
                .types(&[dst], &[I8, U8, I16, U16, I32, U32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:160-165")
                .types(&[dst], &[I64, U64, I8, U8, I16, U16, I32, U32]),
        ],
    }

    /// Invert the bits of a tile.
    ///
    /// The domain is the valid region of `dst`.
    tnot(src: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/tnot.md"),
        cpp: "TNOT(dst, src)",
        formula: "dst[i,j] = ~src[i,j]   for (i,j) in valid(dst)",
        cost: Cost::Unary(&["vnot"]),
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src]),
            same_valid(&[dst, src]),
        ],
        sem: elementwise!(Not(src) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TUnaryOp.hpp:387-392")
                .types(&[dst], &[I8, U8, I16, U16, I32, U32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:11520-11560", "16-bit integers")]),
            documented(Targets::A2A3, "pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tnot.md:82-86").types(&[dst], &[I16, U16]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TUnaryOp.hpp:212")
                .types(&[dst], &[I8, U8, I16, U16, I32, U32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:105-141")
                .types(&[dst], &[I64, U64, I8, U8, I16, U16, I32, U32]),
        ],
        notes: &["On A2/A3 8- and 32-bit lanes are handled as pairs or halves of 16-bit lanes, so every width works although the page lists fewer."],
    }

    /// Shift the elements of a tile left by the elements of another.
    ///
    /// The domain is the valid region of `dst`. Bits shifted out are lost, zeros come in. A shift by the width of an
    /// element or more is undefined.
    tshl(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/tshl.md"),
        cpp: "TSHL(dst, src0, src1)",
        formula: "dst[i,j] = src0[i,j] << src1[i,j]   for (i,j) in valid(dst)",
        cost: Cost::OneByOne,
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src0, src1]),
            same_valid(&[dst, src0, src1]),
        ],
        sem: elementwise!(Shl(src0, src1) -> dst),
        quirks: &["shift-count"],
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TShl.hpp:44")
                .types(&[dst], &[I8, U8, I16, U16, I32, U32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TShl.hpp:81")
                .types(&[dst], &[I64, U64, I8, U8, I16, U16, I32, U32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:15362-15379", "8/16/32-bit integers")]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tshl.md:88-91").types(&[dst], &[I8, U8, I16, U16, I32, U32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:97-120")
                .types(&[dst], &[I64, U64, I8, U8, I16, U16, I32, U32]),
        ],
    }

    /// Shift the elements of a tile right by the elements of another.
    ///
    /// The domain is the valid region of `dst`. Signed integers keep their sign, unsigned
    /// ones are filled with zeros. A shift by the width of an element or more is undefined.
    tshr(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/tshr.md"),
        cpp: "TSHR(dst, src0, src1)",
        formula: "dst[i,j] = src0[i,j] >> src1[i,j]   for (i,j) in valid(dst)",
        cost: Cost::OneByOne,
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src0, src1]),
            same_valid(&[dst, src0, src1]),
        ],
        sem: elementwise!(Shr(src0, src1) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TShr.hpp:44")
                .types(&[dst], &[I8, U8, I16, U16, I32, U32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TShr.hpp:81")
                .types(&[dst], &[I64, U64, I8, U8, I16, U16, I32, U32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:15382-15399", "8/16/32-bit integers")]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tshr.md:88-91").types(&[dst], &[I8, U8, I16, U16, I32, U32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:97-120")
                .types(&[dst], &[I64, U64, I8, U8, I16, U16, I32, U32]),
        ],
        quirks: &["shift-count"],
        notes: &["The page does not say how a signed element is shifted; the register form `vshr` does."],
    }

    /// And a number into every element of a tile.
    ///
    /// The domain is the valid region of `dst`. A2/A3 first expands the number into `dst`, so `dst` must not be
    /// `src`.
    tands(src: In Tile, scalar: In Scalar, dst: Out Tile) {
        family: SCALAR_FAMILY,
        origin: Origin::Manual("docs/isa/tile/ops/tile-scalar-and-immediate/tands.md"),
        cpp: "TANDS(dst, src, scalar)",
        formula: "dst[i,j] = src[i,j] & scalar   for (i,j) in valid(dst)",
        cost: Cost::TileScalar(&["vector_dup", "vand"]),
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src]),
            has_dtype(&[scalar], INTEGERS),
            same_width(&[dst, scalar]),
            same_valid(&[dst, src]),
            distinct(&[src, dst]).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/TBitwiseSOp.hpp:102"),
            distinct(&[src, dst]).only(Targets::A5).device_only().warn()
                .cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:6745-6779; pto-isa@3186c381 include/pto/npu/a5/TAndS.hpp:56-70 does not look at it"),
            distinct(&[src, dst]).only(Targets::A5).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tands.md:89"),
        ],
        sem: elementwise!(And(src, scalar) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TBitwiseSOp.hpp:99-108")
                .types(&[dst], &[I8, U8, I16, U16, I32, U32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:2997-3052, 0.60 :6745-6779", "8/16-bit integers")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TAndS.hpp:56-67")
                .types(&[dst], &[I8, U8, I16, U16, I32, U32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103")
                .types(&[dst], &[I64, U64, I8, U8, I16, U16, I32, U32]),
        ],
        notes: &["The A5 header does not forbid `dst` to be `src`; the page and both assemblers do."],
    }

    /// Or a number into every element of a tile.
    ///
    /// The domain is the valid region of `dst`. A2/A3 first expands the number into `dst`, so `dst` must not be
    /// `src`.
    tors(src: In Tile, scalar: In Scalar, dst: Out Tile) {
        family: SCALAR_FAMILY,
        origin: Origin::Manual("docs/isa/tile/ops/tile-scalar-and-immediate/tors.md"),
        cpp: "TORS(dst, src, scalar)",
        formula: "dst[i,j] = src[i,j] | scalar   for (i,j) in valid(dst)",
        cost: Cost::TileScalar(&["vector_dup", "vor"]),
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src]),
            has_dtype(&[scalar], INTEGERS),
            same_width(&[dst, scalar]),
            same_valid(&[dst, src]),
            distinct(&[src, dst]).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/TBitwiseSOp.hpp:114"),
            distinct(&[src, dst]).only(Targets::A5).device_only().warn()
                .cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:11600-11634; pto-isa@3186c381 include/pto/npu/a5/TOrS.hpp:56-70 does not look at it"),
            distinct(&[src, dst]).only(Targets::A5).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tors.md:89"),
        ],
        sem: elementwise!(Or(src, scalar) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TBitwiseSOp.hpp:111-120")
                .types(&[dst], &[I8, U8, I16, U16, I32, U32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:6331-6386, 0.60 :11600-11634", "8/16-bit integers")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TOrS.hpp:56-67")
                .types(&[dst], &[I8, U8, I16, U16, I32, U32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103")
                .types(&[dst], &[I64, U64, I8, U8, I16, U16, I32, U32]),
        ],
        notes: &["The A5 header does not forbid `dst` to be `src`; the page and both assemblers do."],
    }

    /// Exclusive-or a number into every element of a tile.
    ///
    /// The domain is the valid region of `dst`. A2/A3 keeps an intermediate tile in `tmp`, and no operand may share
    /// storage with another there.
    txors(src: In Tile, scalar: In Scalar, tmp: OptScratch Tile, dst: Out Tile) {
        family: SCALAR_FAMILY,
        origin: Origin::Manual("docs/isa/tile/ops/tile-scalar-and-immediate/txors.md"),
        cpp: "TXORS(dst, src, scalar, tmp=dst)",
        formula: "dst[i,j] = src[i,j] ^ scalar   for (i,j) in valid(dst)",
        cost: Cost::TileScalar(&["vector_dup", "vor", "vector_dup", "vand", "vnot", "vand"]),
        rules: &[
            in_space(&[src, tmp, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU),
            has_layout(&[tmp], &[RowMajor]).only(Targets::A2A3),
            same_dtype(&[dst, src]),
            has_dtype(&[scalar], INTEGERS),
            same_width(&[dst, scalar]),
            same_dtype(&[dst, tmp]).only(Targets::A2A3),
            same_valid(&[dst, src]),
            distinct(&[src, dst]).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/TBitwiseSOp.hpp:126"),
            distinct(&[src, dst]).only(Targets::A5).warn()
                .cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:15828-15884; pto-isa@3186c381 include/pto/npu/a5/TXorS.hpp:56-70 does not look at it"),
            distinct(&[src, tmp]).only(Targets::A2A3),
            distinct(&[dst, tmp]).only(Targets::A2A3),
        ],
        scratch: &[
            Scratch::bytes(Targets::A2A3, "the size of `dst`", like_dst, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:15828-15884")
                .like(dst),
            Scratch::ignored(Targets::CPU_A5, "pto-isa@3186c381 include/pto/npu/a5/TXorS.hpp:56-67"),
        ],
        sem: elementwise!(Xor(src, scalar) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TBitwiseSOp.hpp:123-139")
                .types(&[dst], &[I8, U8, I16, U16, I32, U32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:8859-8914, 0.60 :15828-15884", "8/16-bit integers")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TXorS.hpp:56-67")
                .types(&[dst], &[I8, U8, I16, U16, I32, U32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:240-246")
                .types(&[dst], &[I64, U64, I8, U8, I16, U16, I32, U32]),
        ],
    }

    /// Shift the elements of a tile left by a number.
    ///
    /// The domain is the valid region of `dst`. The number may be any integer type; it must be at least 0 and less
    /// than the width of an element.
    tshls(src: In Tile, scalar: In Scalar, dst: Out Tile) {
        family: SCALAR_FAMILY,
        origin: Origin::Manual("docs/isa/tile/ops/tile-scalar-and-immediate/tshls.md"),
        cpp: "TSHLS(dst, src, scalar)",
        formula: "dst[i,j] = src[i,j] << scalar   for (i,j) in valid(dst)",
        cost: Cost::TileScalar(&["vshl"]),
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU).warn().cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:11408-11461"),
            same_dtype(&[dst, src]),
            has_dtype(&[scalar], INTEGERS),
            non_empty(&[dst]).only(Targets::A2A3),
            same_valid(&[dst, src]),
            custom(&[src, scalar], &SHIFT_IN_RANGE).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:11383-11406"),
        ],
        sem: elementwise!(Shl(src, scalar) -> dst),
        quirks: &["shift-count"],
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TBitwiseSOp.hpp:24")
                .types(&[dst], &[I32, U32, I16, U16])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:6119-6139, 0.60 :11383-11406", "any integer")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TShlS.hpp:54-83")
                .types(&[dst], &[I64, U64, I8, U8, I16, U16, I32, U32]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tshls.md:86-90").types(&[dst], &[I8, U8, I16, U16, I32, U32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103")
                .types(&[dst], &[I64, U64, I8, U8, I16, U16, I32, U32]),
        ],
        notes: &["The A2/A3 header compares the valid rows of `dst` with the valid columns of `src`: a slip, the rows are meant."],
    }

    /// Shift the elements of a tile right by a number.
    ///
    /// The domain is the valid region of `dst`. The number may be any integer type; it must be at least 0 and less
    /// than the width of an element. Signed integers keep their sign.
    tshrs(src: In Tile, scalar: In Scalar, dst: Out Tile) {
        family: SCALAR_FAMILY,
        origin: Origin::Manual("docs/isa/tile/ops/tile-scalar-and-immediate/tshrs.md"),
        cpp: "TSHRS(dst, src, scalar)",
        formula: "dst[i,j] = src[i,j] >> scalar   for (i,j) in valid(dst)",
        cost: Cost::TileScalar(&["vshr"]),
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU).warn().cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:11408-11461"),
            same_dtype(&[dst, src]),
            has_dtype(&[scalar], INTEGERS),
            non_empty(&[dst]).only(Targets::A2A3),
            same_valid(&[dst, src]),
            custom(&[src, scalar], &SHIFT_IN_RANGE).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:11383-11406"),
        ],
        sem: elementwise!(Shr(src, scalar) -> dst),
        quirks: &["shift-count"],
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TBitwiseSOp.hpp:24")
                .types(&[dst], &[I32, U32, I16, U16]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TShrS.hpp:54-76")
                .types(&[dst], &[I64, U64, I8, U8, I16, U16, I32, U32]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tshrs.md:86-90").types(&[dst], &[I8, U8, I16, U16, I32, U32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103")
                .types(&[dst], &[I64, U64, I8, U8, I16, U16, I32, U32]),
        ],
        notes: &["The A2/A3 header compares the valid rows of `dst` with the valid columns of `src`: a slip, the rows are meant."],
    }
}
