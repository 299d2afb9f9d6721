//! Gathering and scattering inside tiles.

use super::tile_move::word_is_not;
use crate::DType;
use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom};
use crate::sem::gather;
use crate::ty::{Dim, TileTy};

const BASE: OpDef = OpDef { family: "irregular-and-complex", ..OpDef::VECTOR_TILE };

/// The nine types of 1, 2 and 4 bytes that have arithmetic.
pub(super) const NINE: &[DType] = &[I32, U32, I16, U16, I8, U8, F16, Bf16, F32];
pub(super) const NINE_F8: &[DType] =
    &[I32, U32, I16, U16, I8, U8, F16, Bf16, F32, Hif8, F8E4M3, F8E5M2];

const MASK: AttrDef =
    word("maskPattern", &["P0101", "P1010", "P0001", "P0010", "P0100", "P1000", "P1111"])
        .doc("which of two or four neighbours take part; read from the right");
const AXIS: AttrDef =
    word("axis", &["row", "col"]).doc("along which the pattern runs; `row` if absent");

/// Elements per selected one: 1, 2 or 4.
fn mask_factor(args: &Args<'_>) -> Option<u32> {
    Some(match args.word("maskPattern")?.to_ascii_uppercase().as_str() {
        "P1111" => 1,
        "P0101" | "P1010" => 2,
        _ => 4,
    })
}

fn along_columns(args: &Args<'_>) -> bool {
    args.word("axis").is_some_and(|a| a.eq_ignore_ascii_case("col"))
}

/// Whether `wide` has `factor` times the elements of `narrow` along the axis, and as many across.
fn mask_regions(args: &Args<'_>, wide: u8, narrow: u8) -> bool {
    let (Some(w), Some(n), Some(f)) = (args.tile(wide), args.tile(narrow), mask_factor(args))
    else {
        return true;
    };
    let times = |d: Dim| d.known().map_or(Dim::Dynamic, |x| Dim::Is(x * f));
    if along_columns(args) {
        w.valid_cols.may_equal(n.valid_cols) && w.valid_rows.may_equal(times(n.valid_rows))
    } else {
        w.valid_rows.may_equal(n.valid_rows) && w.valid_cols.may_equal(times(n.valid_cols))
    }
}

pub(super) fn regions(args: &Args<'_>, a: u8, b: u8) -> String {
    let show = |o| match args.tile(o) {
        Some(t) => format!("{} x {}", t.valid_rows, t.valid_cols),
        None => "?".into(),
    };
    format!("{} and {} valid", show(a), show(b))
}

fn type_names(args: &Args<'_>, a: u8, b: u8) -> String {
    let name = |o| args.dtype(o).map_or("?", DType::name);
    format!("{} and {}", name(a), name(b))
}

// --- tgather: src 0, indices 1, kValue 2, tmp 3, dst 4, cdst 5

#[derive(PartialEq)]
enum Gather {
    Index,
    Mask,
    Compare,
}

fn form(args: &Args<'_>) -> Gather {
    if args.attr("maskPattern").is_some() {
        Gather::Mask
    } else if args.has(2) || args.has(5) {
        Gather::Compare
    } else {
        Gather::Index
    }
}

static GATHER_FORM: Custom = Custom {
    name: "gather-form",
    code: code::OP_RULE,
    text: "give `indices`, or `maskPattern` alone, or `kValue` with `cdst`",
    holds: |args| match form(args) {
        Gather::Index => args.has(1),
        Gather::Mask => (1..4).chain([5]).all(|o| !args.has(o)),
        Gather::Compare => args.has(2) && args.has(5) && !args.has(1),
    },
    found: |args| {
        let names = ["src", "indices", "kValue", "tmp", "dst", "cdst"];
        let given: std::vec::Vec<_> =
            (0..6u8).filter(|o| args.has(*o)).map(|o| names[o as usize]).collect();
        format!("given: {}", given.join(", "))
    },
    mutate_to_violate: |b| {
        if b.types[1].is_some() {
            b.attrs.push(("maskPattern".into(), "#pto.mask_pattern<P0101>".into()));
        }
    },
};

static GATHER_SCRATCH: Custom = Custom {
    name: "gather-scratch",
    code: code::REQUIRED,
    text: "the index and the compare form need `tmp` on A2/A3",
    holds: |args| form(args) == Gather::Mask || args.has(3),
    found: |_| "not given".into(),
    mutate_to_violate: |b| {
        if b.types[1].is_some() || b.types[2].is_some() {
            b.types[3] = None;
        }
    },
};

/// The index form computes byte offsets in `tmp`.
static GATHER_INDEX_SCRATCH: Custom = Custom {
    name: "gather-index-scratch",
    code: code::OP_RULE,
    text: "`tmp` must have the element type and the valid region of `indices`",
    holds: |args| {
        let (Some(i), Some(t)) = (args.tile(1), args.tile(3)) else { return true };
        i.dtype.plain() == t.dtype.plain()
            && i.valid_rows.may_equal(t.valid_rows)
            && i.valid_cols.may_equal(t.valid_cols)
    },
    found: |args| format!("{}, {}", regions(args, 1, 3), type_names(args, 1, 3)),
    mutate_to_violate: |b| {
        if b.types[1].is_some()
            && let Some(t) = b.tile(3)
        {
            t.dtype = I16;
            t.cols = t.cols.next_multiple_of(16);
        }
    },
};

/// Bytes that a row of comparison bits takes: A2/A3 compares 256 bytes of `src` at a time.
fn compared_row(src: &TileTy) -> Option<u32> {
    let lanes = 256 / src.dtype.bytes();
    Some(src.valid_cols.known()?.div_ceil(lanes) * lanes / 8)
}

/// What the compare form of A2/A3 keeps after the comparison bits: a position per element of `src`, and the
/// thresholds as numbers of its type, converted 256 bytes at a time.
fn compare_tail(src: &TileTy) -> Option<u64> {
    let rows = u64::from(src.valid_rows.known()?);
    let size = u64::from(src.dtype.bytes());
    let positions = u64::from(src.rows) * u64::from(src.cols) * 4;
    let thresholds = if src.dtype.is_int() {
        u64::from(src.rows) * size
    } else {
        (rows * size).next_multiple_of(256)
    };
    Some(positions + thresholds)
}

fn compare_scratch(args: &Args<'_>) -> Option<u64> {
    let tail = compare_tail(args.tile(0)?)?;
    Some(match args.tile(3) {
        // The bits take a byte per element of `tmp`, whatever its type.
        Some(tmp) => u64::from(tmp.rows) * u64::from(tmp.cols) + tail,
        // Elements of two bytes have room for the bits and as much again.
        None => 2 * tail,
    })
}

static GATHER_COMPARE_SCRATCH: Custom = Custom {
    name: "gather-compare-scratch",
    code: code::SCRATCH_SIZE,
    text: "in the compare form `tmp` holds, one after another: its rows times its columns in bytes of comparison bits, 4 bytes per element of `src`, and the thresholds; a row of it has a byte per 8 columns of `src` in whole repeats",
    holds: |args| {
        let (Some(s), Some(t)) = (args.tile(0), args.tile(3)) else { return true };
        form(args) != Gather::Compare
            || (compare_scratch(args).is_none_or(|need| t.size_bytes() >= need)
                && compared_row(s).is_none_or(|bytes| t.cols >= bytes)
                && s.valid_rows.known().is_none_or(|rows| t.rows >= rows))
    },
    found: |args| match args.tile(3) {
        Some(t) => {
            let need = compare_scratch(args).map_or("?".into(), |n| n.to_string());
            format!("{} x {} elements, {} bytes of {need}", t.rows, t.cols, t.size_bytes())
        }
        None => "not given".into(),
    },
    mutate_to_violate: |b| {
        if b.types[2].is_some()
            && let Some(t) = b.tile(3)
        {
            t.dtype = U8;
            t.cols = t.cols.next_multiple_of(32);
        }
    },
};

static GATHER_WIDE_COL: Custom = Custom {
    name: "gather-wide-col",
    code: code::ATTR_FOR_TARGET,
    text: "64-bit elements are gathered along rows only",
    holds: |args| !along_columns(args) || args.dtype(0).is_none_or(|d| d.bits() < 64),
    found: |args| format!("axis col of {}", args.dtype(0).map_or("?", DType::name)),
    mutate_to_violate: |b| {
        let masked = b.types.iter().flatten().count() == 2;
        for slot in [0, 4] {
            if masked && let Some(d) = b.dtype(slot) {
                *d = I64;
            }
        }
        if masked {
            b.attrs.push(("axis".into(), "\"col\"".into()));
        }
    },
};

static GATHER_TYPES: Custom = Custom {
    name: "gather-types",
    code: code::DTYPE_TUPLE,
    text: "index form: `src` and `dst` alike, 2 or 4 bytes (A5 1 to 8), `indices` of 4 bytes (A5 also 2); mask form: equal size, 2 or 4 bytes (A5 1 to 8); compare form: `dst` i32 or u32, `src` f16, f32, or i32 for equality (A5 any integer up to 32 bits)",
    holds: |args| {
        let (Some(s), Some(d)) = (args.dtype(0), args.dtype(4)) else { return true };
        let a2a3 = args.target.profile() == Target::A2A3;
        let sized = if a2a3 { matches!(s.bits(), 16 | 32) } else { s.bits() >= 8 };
        match form(args) {
            Gather::Index => {
                let index = args.dtype(1).is_none_or(|i| {
                    i.is_int() && (i.bits() == 32 || (i.bits() == 16 && !a2a3 && s.bits() < 64))
                });
                s == d && sized && index
            }
            Gather::Mask => s.bits() == d.bits() && sized,
            Gather::Compare => {
                let eq = !word_is_not(args, "cmpMode", "eq");
                let src = if a2a3 {
                    matches!(s, F16 | F32) || (s == I32 && eq)
                } else {
                    matches!(s, F16 | F32 | I8 | U8 | I16 | U16 | I32 | U32)
                };
                matches!(d, I32 | U32) && src
            }
        }
    },
    found: |args| format!("`src` and `dst` are {}", type_names(args, 0, 4)),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(4) {
            t.dtype = if t.dtype.bits() == 64 { I8 } else { I64 };
        }
    },
};

/// The types of the page, which has fewer than the header.
static GATHER_DOCUMENTED: Custom = Custom {
    name: "gather-documented-types",
    code: code::DTYPE_TUPLE,
    text: "index form: 16- or 32-bit integers, f16 or f32; mask form: elements of up to 32 bits; compare form: no 8-bit elements",
    holds: |args| {
        let Some(s) = args.dtype(0) else { return true };
        match form(args) {
            Gather::Index => matches!(s, I16 | U16 | I32 | U32 | F16 | F32),
            Gather::Mask => s.bits() <= 32,
            Gather::Compare => s.bits() != 8,
        }
    },
    found: |args| format!("`src` and `dst` are {}", type_names(args, 0, 4)),
    mutate_to_violate: |b| {
        for slot in [0, 4] {
            if let Some(t) = b.tile(slot) {
                t.dtype = Bf16;
            }
        }
    },
};

/// The mask form, which the page has for A5 alone.
static SCATTER_BY_INDEX: Custom = Custom {
    name: "scatter-by-index",
    code: code::OP_RULE,
    text: "the mask form is for A5 alone",
    holds: |args| args.attr("maskPattern").is_none(),
    found: |args| args.word("maskPattern").unwrap_or("a pattern").to_string(),
    mutate_to_violate: |b| b.attrs.push(("maskPattern".into(), "#pto.mask_pattern<P1111>".into())),
};

static GATHER_MASK: Custom = Custom {
    name: "gather-mask-region",
    code: code::OP_RULE,
    text: "in the mask form the valid region of `src` should be that of `dst`, times the pattern's factor along the axis",
    holds: |args| mask_regions(args, 0, 4),
    found: |args| regions(args, 0, 4),
    mutate_to_violate: |b| {
        if b.types[1].is_none()
            && b.types[2].is_none()
            && let Some(t) = b.tile(0)
        {
            t.valid_rows = Dim::Is(t.rows + 1);
            t.rows = (t.rows + 1).next_multiple_of(16);
        }
    },
};

static GATHER_MASK_COL: Custom = Custom {
    name: "gather-mask-col-region",
    code: code::OP_RULE,
    text: "along columns the valid rows of `src` must be those of `dst` times the pattern's factor",
    holds: |args| !along_columns(args) || mask_regions(args, 0, 4),
    found: |args| regions(args, 0, 4),
    mutate_to_violate: |b| {
        if b.types[1].is_none()
            && b.types[2].is_none()
            && let Some(t) = b.tile(0)
        {
            t.valid_rows = Dim::Is(t.rows + 1);
            t.rows = (t.rows + 1).next_multiple_of(16);
        }
    },
};

fn columns_of_dst(args: &Args<'_>) -> String {
    args.tile(4).map_or_else(String::new, |t| format!("{} of {} columns", t.valid_cols, t.cols))
}

static FULL_COLUMNS: Custom = Custom {
    name: "gather-full-columns",
    code: code::VALID_EXTENT,
    text: "all columns of `dst` must be valid in the index form and in the mask form along columns",
    holds: |args| {
        let Some(d) = args.tile(4) else { return true };
        let asked = match form(args) {
            Gather::Index => true,
            Gather::Mask => along_columns(args),
            Gather::Compare => false,
        };
        !asked || d.valid_cols.may_equal(Dim::Is(d.cols))
    },
    found: columns_of_dst,
    mutate_to_violate: |b| {
        if b.types[1].is_some()
            && let Some(t) = b.tile(4)
        {
            t.valid_cols = Dim::Is(1);
        }
    },
};

static FULL_ROW_MASK: Custom = Custom {
    name: "gather-mask-full-columns",
    code: code::VALID_EXTENT,
    text: "all columns of `dst` must be valid in the mask form along rows",
    holds: |args| {
        let Some(d) = args.tile(4) else { return true };
        form(args) != Gather::Mask || along_columns(args) || d.valid_cols.may_equal(Dim::Is(d.cols))
    },
    found: columns_of_dst,
    mutate_to_violate: |b| {
        if b.types[1].is_none()
            && b.types[2].is_none()
            && let Some(t) = b.tile(4)
        {
            t.valid_cols = Dim::Is(1);
        }
    },
};

static INDEX_FOR_EACH: Custom = Custom {
    name: "gather-index-region",
    code: code::OP_RULE,
    text: "the valid region of `indices` should cover that of `dst`",
    holds: |args| {
        let (Some(i), Some(d)) = (args.tile(1), args.tile(4)) else { return true };
        let covers = |have: Dim, need: Dim| {
            have.known().zip(need.known()).is_none_or(|(have, need)| have >= need)
        };
        covers(i.valid_rows, d.valid_rows) && covers(i.valid_cols, d.valid_cols)
    },
    found: |args| regions(args, 1, 4),
    mutate_to_violate: |b| {
        for slot in [1, 3] {
            if let Some(t) = b.tile(slot) {
                t.valid_cols = Dim::Is(1);
            }
        }
    },
};

static GATHER_MODE: Custom = Custom {
    name: "gather-compare-mode",
    code: code::ATTR_FOR_TARGET,
    text: "`cmpMode` must be eq or gt",
    holds: |args| {
        args.word("cmpMode")
            .is_none_or(|w| w.eq_ignore_ascii_case("eq") || w.eq_ignore_ascii_case("gt"))
    },
    found: |args| args.word("cmpMode").unwrap_or("?").into(),
    mutate_to_violate: |b| {
        if b.types[2].is_some() && b.dtype(0).is_some_and(|d| *d != I32) {
            b.attrs.push(("cmpMode".into(), "#pto<cmp lt>".into()));
        }
    },
};

static AXIS_NEEDS_MASK: Custom = Custom {
    name: "axis-needs-mask",
    code: code::ATTR_FOR_TARGET,
    text: "`axis` goes with `maskPattern` only",
    holds: |args| args.attr("axis").is_none() || args.attr("maskPattern").is_some(),
    found: |_| "no `maskPattern` is given".into(),
    mutate_to_violate: |b| {
        let indexed =
            b.types.iter().skip(1).flatten().filter(|t| t.as_tile().is_some()).count() > 1;
        if indexed {
            b.attrs.push(("axis".into(), "\"row\"".into()));
        }
    },
};

fn gather_scratch(args: &Args<'_>) -> Option<u64> {
    match form(args) {
        Gather::Compare => compare_scratch(args),
        _ => args.tile(1).map(TileTy::size_bytes),
    }
}

fn run_gather(x: &mut Exec<'_>) -> Outcome {
    if x.attr("maskPattern").is_some() {
        gather::by_mask(x, 0, 4)
    } else if x.arg(2).is_some() {
        gather::by_comparison(x, [0, 2, 4, 5])
    } else {
        gather::by_index(x, 0, 1, 4)
    }
}

// --- tscatter: src 0, dst 1, indexes 2

fn run_scatter(x: &mut Exec<'_>) -> Outcome {
    if x.arg(2).is_some() {
        gather::scatter_by_index(x, 0, 2, 1)
    } else {
        gather::scatter_by_mask(x, 0, 1)
    }
}

static SCATTER_FORM: Custom = Custom {
    name: "scatter-form",
    code: code::OP_RULE,
    text: "give exactly one of `indexes` and `maskPattern`",
    holds: |args| args.has(2) != args.attr("maskPattern").is_some(),
    found: |args| if args.has(2) { "both are given" } else { "none is given" }.into(),
    mutate_to_violate: |b| {
        if b.types[2].is_some() {
            b.types[2] = None;
        }
    },
};

static SCATTER_INDEX: Custom = Custom {
    name: "scatter-index-width",
    code: code::DTYPE,
    text: "`indexes` must be integers as wide as the data; 16 bits for 8-bit data, 32 bits for 64-bit data",
    holds: |args| {
        let (Some(s), Some(i)) = (args.dtype(0), args.dtype(2)) else { return true };
        i.is_int() && i.bits() == s.bits().clamp(16, 32)
    },
    found: |args| format!("data and indexes are {}", type_names(args, 0, 2)),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(2) {
            t.dtype = if t.dtype.bits() == 16 { I32 } else { I16 };
            t.cols = t.cols.next_multiple_of(16);
        }
    },
};

static SCATTER_MASK: Custom = Custom {
    name: "scatter-mask-region",
    code: code::OP_RULE,
    text: "in the mask form the valid region of `dst` must be that of `src`, times the pattern's factor along the axis",
    holds: |args| mask_regions(args, 1, 0),
    found: |args| regions(args, 1, 0),
    mutate_to_violate: |b| {
        if b.types[2].is_none()
            && let Some(t) = b.tile(1)
        {
            t.valid_rows = Dim::Is(t.rows + 1);
            t.rows = (t.rows + 1).next_multiple_of(16);
        }
    },
};

ops! {
    base: BASE;

    /// Gather elements of a tile by index, by a mask pattern or by comparison.
    ///
    /// Index form: `indices` hold flat element positions in `src`. Mask form: keep the selected ones of every
    /// two or four neighbours. Compare form: store per row the positions (plus `offset`) of the elements that
    /// compare with `kValue`, and their number in `cdst`. An index outside `src` is an error.
    tgather(src: In Tile, indices: OptIn Tile, kValue: OptIn Scalar, tmp: OptScratch Tile, dst: Out Tile, cdst: OptOut Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/irregular-and-complex/tgather.md"),
        cpp: "TGATHER(dst, src, indices, tmp=indices); TGATHER<type(dst), type(src), maskPattern:MaskPattern[, axis:GatherAxis]>(dst, src); TGATHER<type(dst), type(src), type(kValue), type(cdst), type(tmp), cmpMode:CmpMode=EQ>(dst, src, kValue, cdst, tmp, offset=0) if kValue: vec",
        formula: "dst[i,j] = src_flat[indices[i,j]]\ndst[i,j] = src[i, F*j + p]   for the selected position p of a pattern with factor F\ndst[i,k] = offset + C*i + the k-th j with src[i,j] cmp kValue, cdst[i,0] = their number   (C columns of src as allocated)",
        attrs: &[MASK, AXIS, word("cmpMode", &["eq", "ne", "lt", "le", "gt", "ge"]).doc("comparison; `eq` if absent"), int("offset", 0, i32::MAX as i64).doc("added to stored positions")],
        cost: Cost::Gather,
        rules: &[
            custom(&[src, dst], &GATHER_FORM),
            in_space(&[src, indices, tmp, dst, cdst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]),
            custom(&[dst, tmp], &GATHER_SCRATCH).only(Targets::A2A3)
                .cite("pto-isa@3186c381 include/pto/npu/a2a3/TGather.hpp:93-97; PTOAS 0.60 lib/PTO/IR/PTO.cpp:8930-8955"),
            custom(&[src, dst], &GATHER_TYPES),
            custom(&[src, dst], &GATHER_DOCUMENTED).only(Targets::A5).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tgather.md:123-140"),
            custom(&[indices, tmp], &GATHER_INDEX_SCRATCH).only(Targets::A2A3)
                .cite("pto-isa@3186c381 include/pto/npu/a2a3/TGather.hpp:17-30"),
            custom(&[src, dst], &GATHER_WIDE_COL).only(Targets::A5).cite("pto-isa@3186c381 include/pto/npu/a5/TGather.hpp:332-333"),
            custom(&[src, kValue, tmp], &GATHER_COMPARE_SCRATCH).only(Targets::A2A3)
                .cite("pto-isa@3186c381 include/pto/npu/a2a3/TGather.hpp:160-181, 274-291; docs/isa/tile/ops/irregular-and-complex/tgather.md:98-104"),
            scalar_of(&[src, kValue]),
            has_dtype(&[cdst], &[I32, U32, U16]),
            custom(&[dst], &FULL_COLUMNS).only(Targets::NPU).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tgather.md:120, 126, 133, 140"),
            custom(&[dst], &FULL_ROW_MASK).only(Targets::NPU)
                .cite("pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tgather.md:133, 140; include/pto/npu/a2a3/TGather.hpp:149-150, a5/TGather.hpp:251-276: what is kept is one stream"),
            custom(&[dst, indices], &INDEX_FOR_EACH).warn()
                .cite("pto-isa@3186c381 include/pto/npu/a2a3/TGather.hpp:40-88, a5/TGather.hpp:37-60 read an index for each valid element of `dst`"),
            custom(&[src, dst], &GATHER_MASK_COL).cite("pto-isa@3186c381 include/pto/npu/a2a3/TGather.hpp:139-156"),
            custom(&[src, dst], &GATHER_MASK).warn().cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:8735-8775"),
            custom(&[dst], &GATHER_MODE),
            custom(&[dst], &AXIS_NEEDS_MASK),
        ],
        scratch: &[
            Scratch::bytes(Targets::A2A3, "index form: the bytes of `indices`; compare form: the rows times the columns of `tmp`, 4 bytes per element of `src`, and the thresholds", gather_scratch, "docs/isa/tile/ops/irregular-and-complex/tgather.md:95-104")
                .like(indices).warn(),
            Scratch::ignored(Targets::CPU_A5, "docs/isa/tile/ops/irregular-and-complex/tgather.md:96"),
        ],
        rust: &["tgather", "tgather_mask", "tgather_cmp"],
        sem: Sem::Custom(run_gather),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TGather.hpp:17-316")
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:2110-2119", "index form without bf16")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TGather.hpp:19-968")
                .conflicting_sources(&[
                    other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:2121-2136", "no 64-bit types"),
                ]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TGather.hpp:83-175"),
        ],
        notes: &[
            "PTOAS 0.60 demands `axis` beside `maskPattern`; the manual and 0.27 have none, and mean rows.",
            "Out-of-range indices: the page says both wrap and clamp for the CPU; the simulator reports them.",
            "The compare form of the manual and of the headers takes a tile of thresholds, one per row; the assembler's text has one number, which no C++ call takes: it is checked and run, and refused by `pto emit`.",
            "Positions of the compare form count the columns of `src` as allocated, as A2/A3 does; the A5 sequence rounds valid columns up to 64. The comparison is done in the type of `src`; the libraries convert thresholds from integers.",
            "Row mask form: the kept elements follow one another, each row of `dst` as long as its valid region.",
        ],
    }

    /// Gather by byte offset.
    ///
    /// Each element of `dst` (or each 32-byte block, as the libraries do) is read from the start of `src` plus
    /// its byte offset.
    tgatherb(src: In Tile, offsets: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/irregular-and-complex/tgatherb.md"),
        cpp: "TGATHERB(dst, src, offsets)",
        formula: "dst[i,j] = the element at byte offset offsets[i,j] from the start of src\ndst[i,j] = the element at byte offset offsets[i,j/B] + (j mod B)*size   for blocks of B elements",
        cost: Cost::GatherBlocks,
        rules: &[
            in_space(&[src, offsets, dst], &[Vec]),
            has_layout(&[dst], &[RowMajor]).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/TGatherB.hpp:130-157"),
            has_dtype(&[offsets], &[I32, U32]),
            same_width(&[dst, src]),
        ],
        sem: Sem::Custom(|x| gather::by_byte_offset(x, src, offsets, dst)),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TGatherB.hpp:130-157").types(&[dst], NINE_F8),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TGatherB.hpp:97-103").types(&[dst], NINE_F8),
            documented(Targets::A2A3, "pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tgatherb.md:95").types(&[dst], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tgatherb.md:99").types(&[dst], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TGatherB.hpp:50-55").types(&[dst], NINE_F8),
        ],
        quirks: &["gatherb-offsets"],
        notes: &["Offsets past `src` are an error: the page calls them undefined on devices and clamped on the CPU, whose library skips them."],
    }

    /// Scatter elements of a tile by index or by a mask pattern.
    ///
    /// Index form: element (i,j) of `src` goes to the flat position `indexes[i,j]` of `dst`; if two go to one
    /// place, one of them stays. Mask form: each element goes to the selected one of two or four places and the
    /// others become zero.
    tscatter(src: In Tile, dst: Out Tile, indexes: OptIn Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/irregular-and-complex/tscatter.md"),
        cpp: "TSCATTER(dst, src, indexes); TSCATTER<maskPattern:MaskPattern[, axis:ScatterAxis]>(dst, src)",
        formula: "dst_flat[indexes[i,j]] = src[i,j]\ndst[i, F*j + p] = src[i,j], the other F-1 places 0   for the selected position p of a pattern with factor F",
        attrs: &[MASK, AXIS],
        cost: Cost::OneByOne,
        rules: &[
            custom(&[src, dst], &SCATTER_FORM),
            custom(&[src, dst], &SCATTER_BY_INDEX).only(Targets::A2A3).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tscatter.md:28"),
            in_space(&[src, dst, indexes], &[Vec]),
            has_layout(&[src, dst, indexes], &[RowMajor]).only(Targets::NPU).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:14995-15170"),
            same_dtype(&[dst, src]),
            custom(&[src, indexes], &SCATTER_INDEX),
            same_valid(&[src, indexes]),
            custom(&[src, dst], &SCATTER_MASK),
            custom(&[dst], &AXIS_NEEDS_MASK),
        ],
        rust: &["tscatter", "tscatter_mask"],
        sem: Sem::Custom(run_scatter),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TScatter.hpp:61-199").types(&[dst], NINE),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TScatter.hpp:82-262")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tscatter.md:125").types(&[dst], NINE),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TScatter.hpp:23-116")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["scatter-clears"],
        notes: &[
            "Indices are not bounds-checked by the devices; one past `dst` is an error here.",
            "If several elements go to one place, the last in row order stays: the page leaves that to the schedule of a device.",
        ],
    }
}
