//! Comparisons into packed predicates, and selection by them.

use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom};
use crate::ty::{Dim, Type};

const BASE: OpDef = OpDef { family: "elementwise-tile-tile", ..OpDef::VECTOR_TILE };
const SCALAR_FAMILY: &str = "tile-scalar-and-immediate";

const MODE: &[AttrDef] = &[word("cmpMode", &["eq", "ne", "lt", "le", "gt", "ge"])
    .doc("the comparison, `#pto<cmp lt>` or `#pto.cmp<LT>`; equal if absent")];

/// Words a predicate tile is made of.
const PREDICATE: &[crate::DType] = &[I8, U8, I16, U16, I32, U32];

/// A2/A3 compares i32 for equality only; the orders come out as equality.
static I32_EQUALITY: Custom = Custom {
    name: "cmp-i32-equality",
    code: code::ATTR_FOR_TARGET,
    text: "i32 should be compared with eq or ne only: A2/A3 treats the orders as eq",
    holds: |args| {
        let ordered = args
            .word("cmpMode")
            .is_some_and(|w| ["lt", "le", "gt", "ge"].iter().any(|m| w.eq_ignore_ascii_case(m)));
        !ordered || args.dtype(0) != Some(I32)
    },
    found: |args| format!("{} on i32", args.word("cmpMode").unwrap_or("eq")),
    mutate_to_violate: |b| {
        b.attrs.push(("cmpMode".into(), "#pto<cmp lt>".into()));
        for slot in 0..2 {
            if let Some(d) = b.dtype(slot) {
                *d = I32;
            }
        }
    },
};

static I32_EQ_ALONE: Custom = Custom {
    name: "cmp-i32-eq",
    code: code::ATTR_FOR_TARGET,
    text: "i32 can be compared with eq only",
    holds: |args| {
        args.dtype(0) != Some(I32)
            || args.word("cmpMode").is_none_or(|w| w.eq_ignore_ascii_case("eq"))
    },
    found: |args| format!("{} on i32", args.word("cmpMode").unwrap_or("eq")),
    mutate_to_violate: |b| (I32_EQUALITY.mutate_to_violate)(b),
};

/// A row of the predicate tile must hold one bit per compared column.
static PREDICATE_FITS: Custom = Custom {
    name: "cmp-predicate-fits",
    code: code::EXTENT,
    text: "a row of `dst` must hold one bit per valid column of the source",
    holds: |args| {
        let (Some(src), Some(dst)) = (args.tile(0), args.tile(2)) else { return true };
        src.valid_cols.known().is_none_or(|c| dst.cols * dst.dtype.bits() >= c)
    },
    found: |args| match args.tile(2) {
        Some(t) => format!("{} bits per row", t.cols * t.dtype.bits()),
        None => "unknown".into(),
    },
    mutate_to_violate: |b| {
        for slot in 0..2 {
            if let Some(t) = b.tile(slot) {
                (t.cols, t.valid_cols) = (512, Dim::Is(512));
            }
        }
        if let Some(t) = b.tile(2) {
            t.cols = t.dtype.per_block();
            t.valid_cols = Dim::Is(t.cols);
        }
    },
};

/// The second operand, number or tile, has the element type of the first.
static COMPARED_TYPE: Custom = Custom {
    name: "cmps-compared-type",
    code: code::SCALAR_TYPE,
    text: "`scalar` must have the element type of `src`",
    holds: |args| {
        let (Some(d), Some(ty)) = (args.dtype(0), args.ty(1)) else { return true };
        match ty {
            Type::Tile(t) => t.dtype.plain() == d,
            Type::Scalar(s) => s.plain() == d || (s.is_int() && d.is_int() && s.bits() == d.bits()),
            _ => true,
        }
    },
    found: |args| args.dtype(1).map_or("unknown", |d| d.name()).into(),
    mutate_to_violate: |b| {
        if let Some(d) = b.dtype(1) {
            *d = if *d == F32 { I32 } else { F32 };
        }
    },
};

/// The predicate has a bit for every valid element of `dst`, the last operand.
fn predicate_covers(args: &Args<'_>) -> bool {
    let (Some(mask), Some(dst)) = (args.tile(0), args.tile(4)) else { return true };
    let at_least = |have: Dim, want: Dim, each: u32| match (have, want) {
        (Dim::Is(h), Dim::Is(w)) => h * each >= w,
        _ => true,
    };
    at_least(mask.valid_rows, dst.valid_rows, 1)
        && at_least(mask.valid_cols, dst.valid_cols, mask.dtype.bits())
}

static PREDICATE_COVERS: Custom = Custom {
    name: "sel-predicate-covers",
    code: code::VALID_COVERS,
    text: "`mask` should have a valid bit for every valid element of `dst`",
    holds: predicate_covers,
    found: |args| match args.tile(0) {
        Some(t) => format!("{} x {} valid words", t.valid_rows, t.valid_cols),
        None => "unknown".into(),
    },
    mutate_to_violate: |b| {
        if let Some(rows) = b.tile(4).map(|t| t.valid_rows.known().unwrap_or(t.rows))
            && let Some(t) = b.tile(0)
        {
            t.valid_rows = Dim::Is(rows.min(t.rows) - 1);
        }
    },
};

/// The mask register's worth of one repeat: 16 bytes for 16-bit elements, 8 for 32-bit ones.
fn compare_mask(args: &Args<'_>) -> Option<u64> {
    Some(if args.dtype(4)?.bits() == 16 { 16 } else { 8 })
}

/// One allocated row of `src`.
fn row_of_src(args: &Args<'_>) -> Option<u64> {
    let src = args.tile(1)?;
    Some(u64::from(src.cols) * u64::from(src.dtype.bytes()))
}

ops! {
    base: BASE;

    /// Compare two tiles element by element into packed predicate bits.
    ///
    /// Bit c of a row is in word c div W at bit c mod W, lowest first, W being the width of a word of `dst`;
    /// every row starts at the row stride of `dst` and is written in whole words, with zeros after the last column
    /// (ones for `ne` on A2/A3). With a NaN only `ne` holds. Lanes of `src1` outside its valid region read as all-ones
    /// bytes, which the checker reports as a warning.
    tcmp(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/tcmp.md"),
        cpp: "TCMP(dst, src0, src1, cmpMode:CmpMode=EQ)",
        formula: "bit(dst[i], j) = src0[i,j] cmp src1[i,j]   for (i,j) in valid(src0)",
        attrs: MODE,
        cost: Cost::Compare("vcmpv"),
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU)
                .cite("pto-isa@3186c381 include/pto/npu/a2a3/TCmp.hpp:82-106 steps by rows; a5/TCmp.hpp:145-146"),
            same_dtype(&[src0, src1]),
            has_dtype(&[dst], &[U8, I8]).only(Targets::A2A3)
                .cite("pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tcmp.md:101-108"),
            has_dtype(&[dst], &[U8, I8, U32, I32]).only(Targets::CPU_A5)
                .cite("pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tcmp.md:101-108; PTOAS 0.60 lib/PTO/IR/PTO.cpp:6956-7040"),
            has_dtype(&[dst], &[U32, I32]).only(Targets::A5).manual_only()
                .cite("pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tcmp.md:94, 102"),
            same_valid_rows(&[src0, dst]),
            custom(&[src0, dst], &PREDICATE_FITS),
            same_valid(&[src0, src1]).only(Targets::A2A3).device_only().cite("pto-isa@3186c381 include/pto/npu/a2a3/TCmp.hpp:133-134"),
            covers(&[src0, src1]).only(Targets::CPU_A5).warn().cite("pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tcmp.md:87"),
            covers(&[src0, src1]).only(Targets::A2A3).manual_only().warn().cite("pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tcmp.md:87"),
            custom(&[src0], &I32_EQUALITY).only(Targets::A2A3).warn()
                .cite("pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tcmp.md:108"),
        ],
        sem: Sem::Compare(Compare { a: src0, b: src1, dst, with_one: false }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TCmp.hpp:119")
                .types(&[src0], &[I32, F16, F32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TCmp.hpp:138")
                .types(&[src0], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:6956-7040", "no 64-bit integers")]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tcmp.md:101").types(&[src0], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TCmp.h:83-110 has no 64-bit integers")
                .types(&[src0], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["outside-valid-read"],
        notes: &[
            "No header checks the element type of `dst`. The page says u8 on A2/A3 and u32 on A5; both assemblers write i8 on both. The bytes are the same.",
            "The page says that A2/A3 ignores the mode for i32; the code gets eq and ne right.",
            "The page bounds the source by `dst`'s valid columns, which count packed words; only the rows are compared.",
        ],
    }

    /// Compare every element of a tile with a number into packed predicate bits.
    ///
    /// The bits are packed as by `tcmp`. In place of the number a tile may stand, whose element (0, 0) counts.
    tcmps(src: In Tile, scalar: In TileOrScalar, dst: Out Tile) {
        family: SCALAR_FAMILY,
        origin: Origin::Manual("docs/isa/tile/ops/tile-scalar-and-immediate/tcmps.md"),
        cpp: "TCMPS(dst, src, scalar, cmpMode:CmpMode=EQ)",
        formula: "bit(dst[i], j) = src[i,j] cmp scalar   for (i,j) in valid(src)",
        attrs: MODE,
        cost: Cost::Compare("vcmpvs"),
        rules: &[
            in_space(&[src, scalar, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU)
                .cite("pto-isa@3186c381 include/pto/npu/a2a3/TCmps.hpp:88-101 steps by rows, 162 asserts it of `dst`; a5/TCmps.hpp:122, 238, likewise; docs/isa/tile/ops/tile-scalar-and-immediate/tcmps.md:115, 121"),
            custom(&[src, scalar], &COMPARED_TYPE),
            has_dtype(&[dst], &[U8, I8]).only(Targets::A2A3)
                .cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tcmps.md:24"),
            has_dtype(&[dst], &[U8, I8, U32, I32]).only(Targets::CPU_A5)
                .cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tcmps.md:24"),
            has_dtype(&[dst], &[U32, I32]).only(Targets::A5).manual_only()
                .cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tcmps.md:24"),
            same_valid_rows(&[src, dst]),
            custom(&[src, dst], &PREDICATE_FITS),
            custom(&[src], &I32_EQUALITY).only(Targets::A2A3).device_only().warn()
                .cite("pto-isa@3186c381 include/pto/npu/a2a3/TCmps.hpp:21-73; docs/isa/tile/ops/tile-scalar-and-immediate/tcmps.md:116"),
            custom(&[src], &I32_EQ_ALONE).only(Targets::A2A3).manual_only()
                .cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tcmps.md:116"),
        ],
        sem: Sem::Compare(Compare { a: src, b: scalar, dst, with_one: true }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TCmps.hpp:155")
                .types(&[src], &[I32, I16, U16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:3191-3245, 0.60 :7043-7107", "u32 too")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TCmps.hpp:231")
                .types(&[src], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .conflicting_sources(&[
                    other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:7043-7107", "no 64-bit integers, no bf16"),
                ]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tcmps.md:119-121").types(&[src], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TCmps.hpp:101-122")
                .types(&[src], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["cmps-packing", "cmps-16-bit", "cmps-wide-tile"],
        notes: &[
            "The page keeps i32 on A2/A3 to eq; the code gets ne right too.",
            "The CPU simulator calls floats equal that differ by less than 1e-9; here they are compared exactly.",
        ],
    }

    /// Select between two tiles by packed predicate bits.
    ///
    /// The domain is the valid region of `dst`. Bits are packed as by `tcmp`. A2/A3 copies the bits of one
    /// repeat into `tmp`.
    tsel(mask: In Tile, src0: In Tile, src1: In Tile, tmp: OptScratch Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/tsel.md"),
        cpp: "TSEL(dst, mask, src0, src1, tmp=src0)",
        formula: "dst[i,j] = bit(mask[i], j) ? src0[i,j] : src1[i,j]   for (i,j) in valid(dst)",
        cost: Cost::Select,
        rules: &[
            in_space(&[mask, src0, src1, tmp, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU),
            has_dtype(&[mask], PREDICATE),
            same_dtype(&[dst, src0, src1]),
            has_dtype(&[tmp], &[U32, I32, F32]).only(Targets::A2A3).device_only().warn().cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:15173-15258; pto-isa@3186c381 include/pto/npu/a2a3/TSel.hpp:44 takes its address as that of 32-bit words, whatever its type"),
            has_dtype(&[tmp], &[U32]).only(Targets::A2A3).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tsel.md:75"),
            covers(&[dst, src0, src1]).warn(),
            custom(&[dst, mask], &PREDICATE_COVERS).warn(),
        ],
        scratch: &[
            Scratch::bytes(
                Targets::A2A3,
                "16 bytes for 16-bit elements, 8 for 32-bit ones",
                compare_mask,
                "pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tsel.md, Temporary Space; PTOAS 0.60 lib/PTO/IR/PTO.cpp:15173-15258",
            )
                .of_type(U32),
            Scratch::ignored(Targets::CPU_A5, "pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tsel.md, Temporary Space"),
        ],
        sem: Sem::Select(Select { mask, on: src0, off: src1, dst }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TSel.hpp:67")
                .types(&[dst], &[I16, U16, I32, U32, F16, Bf16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:8239-8299", "no bf16")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TSel.hpp:120")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:15173-15258", "no 64-bit integers")]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TSel.hpp:48-57")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["outside-valid-read"],
        notes: &[
            "The headers are content if `dst` has the element type of one source; both are required here.",
            "The CPU simulator reads the predicate as one stream over all rows; here rows start at the row pitch of `mask`, as on the devices.",
        ],
    }

    /// Select between a tile and a number by packed predicate bits.
    ///
    /// The domain is the valid region of `dst`. Bits are packed as by `tcmp`, in words of 8, 16 or 32 bits.
    /// A2/A3 puts the number into `tmp`.
    tsels(mask: In Tile, src: In Tile, tmp: OptScratch Tile, scalar: In Scalar, dst: Out Tile) {
        family: SCALAR_FAMILY,
        origin: Origin::Manual("docs/isa/tile/ops/tile-scalar-and-immediate/tsels.md"),
        cpp: "TSELS(dst, mask, src, tmp=src, scalar)",
        formula: "dst[i,j] = bit(mask[i], j) ? src[i,j] : scalar   for (i,j) in valid(dst)",
        cost: Cost::RowByRow(&["vsel"]),
        rules: &[
            in_space(&[mask, src, tmp, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU),
            has_layout(&[mask], &[RowMajor]).only(Targets::A5),
            has_layout(&[tmp], &[RowMajor]).only(Targets::A2A3).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:15261-15359"),
            has_dtype(&[mask], PREDICATE),
            same_dtype(&[dst, src]),
            scalar_of(&[dst, scalar]).warn().cite("pto-isa@3186c381 include/pto/common/pto_instr.hpp:1704: the number is converted"),
            same_dtype(&[dst, tmp]).only(Targets::A2A3).device_only().warn()
                .cite("pto-isa@3186c381 include/pto/npu/a2a3/TSels.hpp:33: the number is stored as one of `src`"),
            same_dtype(&[dst, tmp]).only(Targets::A2A3).manual_only()
                .cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tsels.md:76"),
            same_valid(&[dst, src]),
            custom(&[dst, mask], &PREDICATE_COVERS).warn(),
        ],
        scratch: &[
            Scratch::bytes(Targets::A2A3, "one row of `src`", row_of_src, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:15261-15359")
                .warn(),
            Scratch::ignored(Targets::CPU_A5, "pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tsels.md, Temporary Space"),
        ],
        sem: Sem::Select(Select { mask, on: src, off: scalar, dst }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TSels.hpp:54")
                .types(&[dst], &[I16, U16, I32, U32, F16, Bf16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:8302-8368, 0.60 :15261-15359", "no bf16")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TSels.hpp:124")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:15261-15359", "no 64-bit integers")]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TSelS.hpp:22-28")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["outside-valid-read"],
        notes: &[
            "The page is content with one element of scratch; assembler 0.60 asks for a row, so less is a warning.",
            "bf16 is missing from the A5 header although `tsel` has it.",
        ],
    }
}
