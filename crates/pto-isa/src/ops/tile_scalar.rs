//! Elementwise instructions on a tile and a number.

use crate::code;
use crate::def::prelude::*;
use crate::rule::Custom;

const BASE: OpDef = OpDef { family: "tile-scalar-and-immediate", ..OpDef::VECTOR_TILE };

static VECTOR_FILL_ROW_MAJOR: Custom = Custom {
    name: "fill-row-major",
    code: code::LAYOUT,
    text: "a vector tile must be row-major",
    holds: |args| {
        args.tile(1).is_none_or(|t| t.space != Vec || t.blayout == crate::BLayout::RowMajor)
    },
    found: |_| "column-major".into(),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(1) {
            t.space = Vec;
            (t.blayout, t.slayout) = crate::Layout::Dn.orders();
        }
    },
};

static WIDE_FILL_ROW_MAJOR: Custom = Custom {
    name: "fill-64-bit-row-major",
    code: code::LAYOUT,
    text: "a vector tile of 64-bit elements must be row-major",
    holds: |args| {
        args.tile(1).is_none_or(|t| {
            t.space != Vec || t.dtype.bits() != 64 || t.blayout == crate::BLayout::RowMajor
        })
    },
    found: |_| "column-major".into(),
    mutate_to_violate: |b| {
        for slot in 0..2 {
            if let Some(d) = b.dtype(slot) {
                *d = I64;
            }
        }
        if let Some(t) = b.tile(1) {
            t.space = Vec;
            (t.blayout, t.slayout) = crate::Layout::Dn.orders();
        }
    },
};

ops! {
    base: BASE;

    /// Add a number to every element of a tile.
    ///
    /// The domain is the valid region of `dst`. Integers wrap.
    tadds(src: In Tile, scalar: In Scalar, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/tile-scalar-and-immediate/tadds.md"),
        cpp: "TADDS(dst, src, scalar)",
        formula: "dst[i,j] = src[i,j] + scalar   for (i,j) in valid(dst)",
        cost: Cost::TileScalar(&["vadds"]),
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU).device_only().warn().cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tadds.md:95, 102"),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tadds.md:95, 102"),
            same_dtype(&[dst, src]),
            scalar_of(&[dst, scalar]).device_only().warn().cite("pto-isa@3186c381 include/pto/common/pto_instr.hpp:1960: the number is converted"),
            scalar_of(&[dst, scalar]).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tadds.md"),
            non_empty(&[dst]).only(Targets::A2A3),
            same_valid(&[dst, src]).only(Targets::CPU_A2A3),
            same_valid_cols(&[dst, src]).only(Targets::A5),
            same_valid_rows(&[dst, src]).only(Targets::A5).device_only().cite("pto-isa@3186c381 include/pto/npu/a5/TAddS.hpp:84; docs/isa/tile/ops/tile-scalar-and-immediate/tadds.md:101 has columns alone"),
        ],
        sem: elementwise!(Add(src, scalar) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TAddS.hpp:52")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:2742-2775, 0.60 :6362-6370", "32/16-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TAddS.hpp:57")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:6362-6370", "no 64-bit integers")]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tadds.md:98-102").types(&[dst], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 154")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
        notes: &["The headers check no layout and step by rows, the page asks for row-major tiles: another layout is a warning by the headers' rules, an error by the page's."],
    }

    /// Subtract a number from every element of a tile.
    ///
    /// The domain is the valid region of `dst`. Integers wrap.
    tsubs(src: In Tile, scalar: In Scalar, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/tile-scalar-and-immediate/tsubs.md"),
        cpp: "TSUBS(dst, src, scalar)",
        formula: "dst[i,j] = src[i,j] - scalar   for (i,j) in valid(dst)",
        cost: Cost::TileScalar(&["vadds"]),
        rules: &[
            in_space(&[src, dst], &[Vec]),
            same_dtype(&[dst, src]),
            scalar_of(&[dst, scalar]).device_only().warn().cite("pto-isa@3186c381 include/pto/common/pto_instr.hpp:1978: the number is converted"),
            scalar_of(&[dst, scalar]).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tsubs.md"),
            non_empty(&[dst]).only(Targets::A2A3),
            same_valid(&[dst, src]),
        ],
        sem: elementwise!(Sub(src, scalar) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TSubS.hpp:52")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:8664-8697, 0.60 :15490-15498", "32/16-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TSubS.hpp:57")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .conflicting_sources(&[
                    other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:15490-15498", "no 64-bit integers"),
                ]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tsubs.md:88-91").types(&[dst], &[I32, I16, F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 160")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
    }

    /// Multiply every element of a tile by a number.
    ///
    /// The domain is the valid region of `dst`. Integers keep the low half of the product.
    tmuls(src: In Tile, scalar: In Scalar, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/tile-scalar-and-immediate/tmuls.md"),
        cpp: "TMULS(dst, src, scalar)",
        formula: "dst[i,j] = src[i,j] * scalar   for (i,j) in valid(dst)",
        cost: Cost::TileScalar(&["vmuls"]),
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU).device_only().warn().cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tmuls.md:95, 102"),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tmuls.md:95, 102"),
            same_dtype(&[dst, src]),
            scalar_of(&[dst, scalar]).device_only().warn().cite("pto-isa@3186c381 include/pto/common/pto_instr.hpp:1997: the number is converted"),
            scalar_of(&[dst, scalar]).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tmuls.md"),
            non_empty(&[dst]).only(Targets::A2A3),
            same_valid(&[dst, src]).only(Targets::CPU_A2A3),
            same_valid_cols(&[dst, src]).only(Targets::A5).cite("pto-isa@3186c381 include/pto/npu/a5/TMulS.hpp:84"),
            covers(&[dst, src]).only(Targets::A5).warn().cite("pto-isa@3186c381 include/pto/npu/a5/TMulS.hpp:84 checks no rows"),
        ],
        sem: elementwise!(Mul(src, scalar) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TMulS.hpp:52")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:6084-6117, 0.60 :11373-11381", "32/16-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TMulS.hpp:57")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, F16, Bf16, F32])
                .conflicting_sources(&[
                    other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:11373-11381", "8-bit integers too, no 64-bit ones"),
                ]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tmuls.md:98-102").types(&[dst], &[I16, U16, I32, U32, F16, Bf16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 166")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["subnormals", "outside-valid-read"],
        notes: &["The headers check no layout and step by rows, the page asks for row-major tiles: another layout is a warning by the headers' rules, an error by the page's."],
    }

    /// Take the larger of each element and a number.
    ///
    /// The domain is the valid region of `dst`. A NaN in the tile or the number gives NaN.
    tmaxs(src: In Tile, scalar: In Scalar, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/tile-scalar-and-immediate/tmaxs.md"),
        cpp: "TMAXS(dst, src, scalar)",
        formula: "dst[i,j] = max(src[i,j], scalar)   for (i,j) in valid(dst)",
        cost: Cost::TileScalar(&["vmaxs"]),
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU).device_only().warn().cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tmaxs.md:86, 90"),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tmaxs.md:86, 90"),
            same_dtype(&[dst, src]),
            scalar_of(&[dst, scalar]).device_only().warn().cite("pto-isa@3186c381 include/pto/common/pto_instr.hpp:2037: the number is converted"),
            scalar_of(&[dst, scalar]).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tmaxs.md"),
            non_empty(&[dst]).only(Targets::A2A3),
            same_valid(&[dst, src]).only(Targets::CPU_A2A3),
            same_valid_cols(&[dst, src]).only(Targets::A5).cite("pto-isa@3186c381 include/pto/npu/a5/TMaxs.hpp:81"),
            covers(&[dst, src]).only(Targets::A5).device_only().warn().cite("pto-isa@3186c381 include/pto/npu/a5/TMaxs.hpp:81 checks no rows"),
            same_valid_rows(&[dst, src]).only(Targets::A5).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tmaxs.md:69"),
        ],
        sem: elementwise!(Max(src, scalar) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TMaxS.hpp:53")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:4998-5031, 0.60 :9116-9124", "32/16-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TMaxs.hpp:57")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:9116-9124", "no 64-bit integers")]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tmaxs.md:89-90").types(&[dst], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 222")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["subnormals", "outside-valid-read"],
        notes: &["The headers check no layout and step by rows, the page asks for row-major tiles: another layout is a warning by the headers' rules, an error by the page's."],
    }

    /// Take the smaller of each element and a number.
    ///
    /// The domain is the valid region of `dst`. A NaN in the tile or the number gives NaN.
    tmins(src: In Tile, scalar: In Scalar, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/tile-scalar-and-immediate/tmins.md"),
        cpp: "TMINS(dst, src, scalar)",
        formula: "dst[i,j] = min(src[i,j], scalar)   for (i,j) in valid(dst)",
        cost: Cost::TileScalar(&["vmins"]),
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU).warn().cite("pto-isa@3186c381 include/pto/npu/a2a3/TBinSOp.hpp:91-133 and a5/TBinSOp.hpp step by rows"),
            same_dtype(&[dst, src]),
            scalar_of(&[dst, scalar]).device_only().warn().cite("pto-isa@3186c381 include/pto/common/pto_instr.hpp:1731: the number is converted"),
            scalar_of(&[dst, scalar]).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tmins.md"),
            non_empty(&[dst]).only(Targets::A2A3),
            same_valid(&[dst, src]).only(Targets::CPU_A2A3),
            same_valid_cols(&[dst, src]).only(Targets::A5).cite("pto-isa@3186c381 include/pto/npu/a5/TMins.hpp:86"),
            covers(&[dst, src]).only(Targets::A5).warn().cite("pto-isa@3186c381 include/pto/npu/a5/TMins.hpp:86 checks no rows"),
        ],
        sem: elementwise!(Min(src, scalar) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TMins.hpp:52")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:5080-5111, 0.60 :9134-9142", "32/16-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TMins.hpp:57")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:9134-9142", "no 64-bit integers")]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tmins.md:88-89").types(&[dst], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 187")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["subnormals", "outside-valid-read"],
    }

    /// Apply a leaky ReLU with one slope.
    ///
    /// The domain is the valid region of `dst`. The slope may be f32 for an f16 tile: the assembler knows no
    /// other type for it.
    tlrelu(src: In Tile, slope: In Scalar, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/tile-scalar-and-immediate/tlrelu.md"),
        cpp: "TLRELU(dst, src, slope)",
        formula: "dst[i,j] = src[i,j] > 0 ? src[i,j] : src[i,j] * slope   for (i,j) in valid(dst)",
        cost: Cost::TileScalar(&["vlrelu"]),
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU).device_only().warn().cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tlrelu.md:86, 90"),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tlrelu.md:86, 90"),
            same_dtype(&[dst, src]),
            has_dtype(&[slope], &[F32, F16, Bf16]),
            scalar_of(&[dst, slope]).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tlrelu.md:70"),
            non_empty(&[dst]).only(Targets::A2A3),
            same_valid(&[dst, src]),
        ],
        sem: elementwise!(LeakyRelu(src, slope) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TLRelu.hpp:53")
                .types(&[dst], &[F16, F32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TLRelu.hpp:50")
                .types(&[dst], &[F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 253")
                .types(&[dst], &[F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
        notes: &["The headers check no layout and step by rows, the page asks for row-major tiles: another layout is a warning by the headers' rules, an error by the page's."],
    }

    /// Add a multiple of a tile to the destination.
    ///
    /// The domain is the valid region of `dst`, which is read and written. An f16 source may be added to an f32
    /// destination; the number has the type of the source.
    taxpy(src: In Tile, scalar: In Scalar, dst: InOut Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/tile-scalar-and-immediate/taxpy.md"),
        cpp: "TAXPY(dst, src, scalar)",
        formula: "dst[i,j] = scalar * src[i,j] + dst[i,j]   for (i,j) in valid(dst)",
        cost: Cost::TileScalar(&["vaxpy"]),
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU).warn().cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:6372-6438"),
            scalar_of(&[src, scalar]).warn().cite("pto-isa@3186c381 include/pto/common/pto_instr.hpp:1969: the number is converted"),
            non_empty(&[dst]).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/TAxpy.hpp:142-150"),
            same_valid(&[dst, src]),
        ],
        sem: elementwise!(MulAdd(src, scalar, dst) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TAxpy.hpp:130-131")
                .tuples(&[dst, src], &[&[F16, F16], &[F32, F32], &[F32, F16]]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TAxpy.hpp:99-100")
                .tuples(&[dst, src], &[&[F16, F16], &[F32, F32], &[F32, F16]])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:2777-2831, 0.60 :6372-6438", "bf16 with bf16 too")]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:281 checks nothing")
                .tuples(&[dst, src], &[&[F16, F16], &[F32, F32], &[F32, F16]]),
        ],
        quirks: &["subnormals"],
        notes: &["The grouped page has no semantics; the flat page and the headers define them."],
    }

    /// Fill a tile with a number.
    ///
    /// A vector tile is filled over its valid region, a matrix tile (in L1) over all its rows and columns.
    texpands(scalar: In Scalar, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/tile-scalar-and-immediate/texpands.md"),
        cpp: "TEXPANDS(dst, scalar)",
        formula: "dst[i,j] = scalar   for (i,j) in valid(dst), or in all of a matrix tile",
        pipe: PipeSelector::FromSpaces(by_destination, "V for vec tiles, MTE2 for mat tiles"),
        cost: Cost::Fill,
        rules: &[
            in_space(&[dst], &[Vec, Mat]),
            scalar_of(&[dst, scalar]).warn().cite("pto-isa@3186c381 include/pto/common/pto_instr.hpp:276: the number is converted"),
            custom(&[dst], &VECTOR_FILL_ROW_MAJOR).only(Targets::A5).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/texpands.md:93"),
            custom(&[dst], &WIDE_FILL_ROW_MAJOR).only(Targets::A5).cite("pto-isa@3186c381 include/pto/npu/a5/TExpandS.hpp:46"),
        ],
        sem: elementwise!(Copy(scalar) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TExpandS.hpp:144")
                .types(&[dst], &[I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .conflicting_sources(&[
                    other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:3899-3945", "no 8-bit types, no bf16"),
                    other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:7778-7835", "no 8-bit types"),
                ]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TExpandS.hpp:149")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .conflicting_sources(&[
                    other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:7778-7835", "no 64-bit integers"),
                ]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/texpands.md:91-99").types(&[dst], &[I8, U8, I16, U16, I32, U32, F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TExpands.hpp:53")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        notes: &["A matrix tile may have at most 32767 blocks of 32 bytes, which is more than L1 holds."],
    }

    /// Add two tiles and a number.
    ///
    /// Despite the suffix there is no carry. The domain is the valid region of `dst`. Integers wrap.
    taddsc(src0: In Tile, scalar: In Scalar, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/tile-scalar-and-immediate/taddsc.md"),
        cpp: "TADDSC(dst, src0, scalar, src1)",
        formula: "dst[i,j] = src0[i,j] + scalar + src1[i,j]   for (i,j) in valid(dst)",
        cost: Cost::TileScalar(&["vadds", "vadd"]),
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU).cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/taddsc.md:98-103"),
            same_dtype(&[dst, src0, src1]),
            scalar_of(&[dst, scalar]),
            same_valid(&[dst, src0, src1]),
        ],
        sem: elementwise!(AddAdd(src0, scalar, src1) -> dst),
        support: &[
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/ElementTileScalarOp.h:107-114")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .conflicting_sources(&[
                    other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:6440-6455", "accepted for every target, any element type"),
                ]),
            documented(Targets::NPU, "pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/taddsc.md:98-103")
                .types(&[dst], &[I32, I16, F16, F32]),
        ],
        notes: &["No device header implements it."],
    }

    /// Subtract a number from a tile and add another tile.
    ///
    /// Despite the suffix there is no borrow. The domain is the valid region of `dst`. Integers wrap.
    tsubsc(src0: In Tile, scalar: In Scalar, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/tile-scalar-and-immediate/tsubsc.md"),
        cpp: "TSUBSC(dst, src0, scalar, src1)",
        formula: "dst[i,j] = src0[i,j] - scalar + src1[i,j]   for (i,j) in valid(dst)",
        cost: Cost::TileScalar(&["vadds", "vadd"]),
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU).cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tsubsc.md:98-103"),
            same_dtype(&[dst, src0, src1]),
            scalar_of(&[dst, scalar]),
            same_valid(&[dst, src0, src1]),
        ],
        sem: elementwise!(SubAdd(src0, scalar, src1) -> dst),
        support: &[
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/ElementTileScalarOp.h:116-123")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .conflicting_sources(&[
                    other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:15501-15514", "accepted for every target, any element type"),
                ]),
            documented(Targets::NPU, "pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tsubsc.md:98-103")
                .types(&[dst], &[I32, I16, F16, F32]),
        ],
        notes: &["No device header implements it."],
    }
}
