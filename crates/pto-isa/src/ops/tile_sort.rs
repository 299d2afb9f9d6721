//! Sorting, merging and counting.

use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom};
use crate::sem::sort::{self, record};
use crate::ty::{Dim, TileTy};
use crate::{DType, Layout};
use std::vec::Vec as List;

const BASE: OpDef = OpDef { family: "irregular-and-complex", ..OpDef::VECTOR_TILE };

// --- tsort32: src 0, idx 1, tmp 2, dst 3

const SORT_SIZES: &str =
    "pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tsort32.md:65-111";

/// What a row may have for all of it to be copied: 255 blocks of 32. A2/A3 counts elements, A5 bytes.
const COPIED_WHOLE: u32 = 32 * 255;

/// Whole groups of 32 elements, or one group where the row is too long to be copied.
fn sort_scratch(args: &Args<'_>) -> Option<u64> {
    let t = args.tile(0)?;
    let (cols, size) = (t.valid_cols.known()?, t.dtype.bytes());
    if cols % 32 == 0 {
        return Some(0);
    }
    let length = if args.target.profile() == Target::A2A3 { cols } else { cols * size };
    let copied = if length <= COPIED_WHOLE { cols.next_multiple_of(32) } else { 32 };
    Some(u64::from(copied * size))
}

static SORT_TAIL: Custom = Custom {
    name: "sort-tail",
    code: code::REQUIRED,
    text: "`tmp` should be given when the valid columns of `src` are not a multiple of 32",
    holds: |args| {
        let cols = args.tile(0).and_then(|t| t.valid_cols.known());
        args.has(2) || cols.is_none_or(|c| c % 32 == 0)
    },
    found: |args| {
        args.tile(0).map_or_else(String::new, |t| format!("{} valid columns", t.valid_cols))
    },
    mutate_to_violate: |b| {
        b.types[2] = None;
        if let Some(t) = b.tile(0) {
            t.valid_cols = Dim::Is(t.cols - 1);
        }
    },
};

static SORT_RECORDS: Custom = Custom {
    name: "sort-records",
    code: code::EXTENT,
    text: "`dst` should hold an 8-byte record per element: 2 columns of f32 or 4 of f16 each",
    holds: |args| {
        let (Some(s), Some(d)) = (args.tile(0), args.tile(3)) else { return true };
        s.valid_cols.known().is_none_or(|c| d.cols >= c * record(s.dtype))
    },
    found: |args| args.tile(3).map_or_else(String::new, |t| format!("{} columns", t.cols)),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(3) {
            (t.cols, t.valid_cols) = (t.dtype.per_block(), Dim::Is(t.dtype.per_block()));
        }
    },
};

static SORT_ROWS: Custom = Custom {
    name: "sort-rows",
    code: code::EXTENT,
    text: "`src` and `idx` should have the valid rows of `dst`; one row of `idx` serves them all",
    holds: |args| {
        let rows = |o| args.tile(o).and_then(|t| t.valid_rows.known());
        let enough = |have: Option<u32>| have.zip(rows(3)).is_none_or(|(have, need)| have >= need);
        enough(rows(0)) && (rows(1) == Some(1) || enough(rows(1)))
    },
    found: |args| {
        let rows = |o| args.tile(o).map_or_else(String::new, |t| t.valid_rows.to_string());
        format!("`src` has {}, `idx` {}, `dst` {}", rows(0), rows(1), rows(3))
    },
    mutate_to_violate: |b| {
        let rows = b.tile(0).map_or(1, |t| t.rows);
        if let Some(t) = b.tile(3) {
            (t.rows, t.valid_rows) = (rows + 1, Dim::Is(rows + 1));
        }
    },
};

// --- tmrgsort: src0..src3 0..3, tmp 4, blockLen 5, dst 6, executed 7

/// Whether the last of these input tiles is scratch: the text lists it there, and without one `dst` holds all.
fn ends_in_scratch(tiles: &[TileTy], dst: Option<&TileTy>) -> bool {
    let sum: u64 = tiles.iter().map(|t| u64::from(t.cols)).sum();
    tiles.len() > 2 && dst.is_some_and(|d| u64::from(d.cols) < sum)
}

/// Sources and scratch.
fn lists(args: &Args<'_>) -> (List<TileTy>, Option<TileTy>) {
    let mut tiles: List<_> = (0..4).filter_map(|o| args.tile(o).copied()).collect();
    let tmp = match args.tile(4) {
        Some(t) => Some(*t),
        None if args.has(5) || args.attr("no_tmp").is_some() => None,
        None if ends_in_scratch(&tiles, args.tile(6)) => tiles.pop(),
        None => None,
    };
    (tiles, tmp)
}

/// The slot of a scratch that is listed as the last of the sources.
fn merge_listed_scratch(args: &Args<'_>) -> Option<u8> {
    let sources = (0..4).filter(|o| args.has(*o)).count();
    let named = args.has(4) || args.has(5) || args.attr("no_tmp").is_some();
    (!named && lists(args).0.len() < sources).then(|| sources as u8 - 1)
}

fn run_merge(x: &mut Exec<'_>) -> Outcome {
    if x.arg(5).is_some() {
        return sort::merge_blocks(x, 0, 5, 6);
    }
    let mut slots: List<u8> = (0..4).filter(|o| x.arg(*o).is_some()).collect();
    let mut tiles = List::with_capacity(slots.len());
    for &slot in &slots {
        tiles.push(x.tile(slot)?.ty);
    }
    let named = x.arg(4).is_some() || x.attr("no_tmp").is_some();
    if !named && ends_in_scratch(&tiles, Some(&x.tile(6)?.ty)) {
        slots.pop();
    }
    sort::merge_lists(x, &slots, 6, 7)
}

static MERGE_FORM: Custom = Custom {
    name: "merge-form",
    code: code::OP_RULE,
    text: "give one source with `blockLen`, or two to four sources with `executed`",
    holds: |args| args.has(5) == (args.has(0) && !args.has(1)) && args.has(5) != args.has(7),
    found: |args| {
        let sources = (0..4).filter(|o| args.has(*o)).count();
        let given = |o| if args.has(o) { "given" } else { "not given" };
        format!("{sources} input tiles, `blockLen` {}, `executed` {}", given(5), given(7))
    },
    mutate_to_violate: |b| {
        if b.types[5].is_some() {
            b.types[5] = None;
        }
    },
};

static BLOCK_LENGTH: Custom = Custom {
    name: "merge-block-length",
    code: code::OP_RULE,
    text: "`blockLen` must be a positive multiple of 64",
    holds: |args| args.slots.get(5).and_then(|s| s.constant).is_none_or(|n| n > 0 && n % 64 == 0),
    found: |args| args.slots.get(5).and_then(|s| s.constant).map_or("?".into(), |n| n.to_string()),
    mutate_to_violate: |b| {
        if b.types[5].is_some() {
            b.constants.push((5, 48));
        }
    },
};

static WHOLE_BLOCKS: Custom = Custom {
    name: "merge-whole-blocks",
    code: code::OP_RULE,
    text: "the valid columns of `src0` must be 1 to 255 times 4 blocks",
    holds: |args| {
        let block = args.slots.get(5).and_then(|s| s.constant).filter(|n| *n > 0);
        let cols = args.tile(0).and_then(|t| t.valid_cols.known());
        block.zip(cols).is_none_or(|(b, c)| {
            let c = i64::from(c);
            let four = b.saturating_mul(4);
            c % four == 0 && (1..=255).contains(&(c / four))
        })
    },
    found: |args| {
        args.tile(0).map_or_else(String::new, |t| format!("{} valid columns", t.valid_cols))
    },
    mutate_to_violate: |b| {
        if b.types[5].is_some() {
            b.constants.push((5, 1 << 20));
        }
    },
};

static MERGED_BLOCKS: Custom = Custom {
    name: "merge-blocks-fit",
    code: code::EXTENT,
    text: "with `blockLen`, `dst` must have the valid columns of `src0`",
    holds: |args| {
        let (Some(s), Some(d)) = (args.tile(0), args.tile(6)) else { return true };
        !args.has(5) || s.valid_cols.known().is_none_or(|c| d.cols >= c)
    },
    found: |args| args.tile(6).map_or_else(String::new, |t| format!("{} columns", t.cols)),
    mutate_to_violate: |b| {
        if b.types[5].is_some()
            && let Some(t) = b.tile(6)
        {
            (t.cols, t.valid_cols) = (t.dtype.per_block(), Dim::Is(t.dtype.per_block()));
        }
    },
};

static MERGE_SCRATCH: Custom = Custom {
    name: "merge-scratch",
    code: code::SCRATCH_SIZE,
    text: "`tmp` must have the columns of `dst` and of all sources together",
    holds: |args| {
        let (sources, Some(tmp)) = lists(args) else { return true };
        let sum: u32 = sources.iter().map(|t| t.cols).sum();
        tmp.cols >= sum && args.tile(6).is_none_or(|d| tmp.cols >= d.cols)
    },
    found: |args| {
        let (sources, tmp) = lists(args);
        let sum: u32 = sources.iter().map(|t| t.cols).sum();
        format!("{} columns for {sum}", tmp.map_or(0, |t| t.cols))
    },
    mutate_to_violate: |b| {
        if b.types[5].is_none() && b.types[2].is_some() {
            let twice = b.tile(6).map_or(64, |t| t.cols * 2);
            if let Some(t) = b.tile(0) {
                t.cols = twice;
            }
        }
    },
};

fn merge_scratch(args: &Args<'_>) -> Option<u64> {
    let (sources, _) = lists(args);
    Some(if sources.len() < 2 { 0 } else { sources.iter().map(|t| t.size_bytes()).sum() })
}

// --- thistogram: src 0, idx 1, dst 2

fn histogram_byte(args: &Args<'_>) -> i64 {
    sort::counted_byte(args.attr("byte"), args.attr("isMSB"))
}

static HISTOGRAM_BYTE: Custom = Custom {
    name: "histogram-byte",
    code: code::ATTR_FOR_TARGET,
    text: "`byte` must be 0 or 1 for a 16-bit source, and agree with `isMSB`",
    holds: |args| {
        use crate::rule::AttrValue::{Bool, Int};
        let agree = match (args.attr("byte"), args.attr("isMSB")) {
            (Some(Int(n)), Some(Bool(msb))) => n == i64::from(msb),
            _ => true,
        };
        let narrow = args.dtype(0).is_some_and(|d| d.bits() == 16);
        agree && (!narrow || histogram_byte(args) <= 1)
    },
    found: |args| {
        format!("byte {} of {}", histogram_byte(args), args.dtype(0).map_or("?", DType::name))
    },
    mutate_to_violate: |b| {
        if b.dtype(0).is_some_and(|d| d.bits() == 16) {
            b.attrs.push(("byte".into(), "2 : i32".into()));
        }
    },
};

static HISTOGRAM_INDEX: Custom = Custom {
    name: "histogram-index",
    code: code::OP_RULE,
    text: "for a 16-bit source `idx` is one column per row (DN); for byte 2, 1 or 0 of a 32-bit source it is ND with 1, 2 or 3 rows and the columns of `src`",
    holds: |args| {
        let (Some(s), Some(i)) = (args.tile(0), args.tile(1)) else { return true };
        if s.dtype.bits() == 16 {
            return i.layout() == Layout::Dn && i.cols == 1 && i.valid_rows.may_equal(s.valid_rows);
        }
        let byte = histogram_byte(args);
        byte == 3
            || (i.layout() == Layout::Nd
                && byte == 3 - i64::from(i.rows)
                && i.cols == s.cols
                && i.valid_cols.may_equal(s.valid_cols))
    },
    found: |args| args.tile(1).map_or_else(String::new, TileTy::to_string),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(1) {
            (t.blayout, t.slayout) = Layout::Nd.orders();
            (t.rows, t.cols) = (64, 64);
        }
    },
};

static HISTOGRAM_BINS: Custom = Custom {
    name: "histogram-bins",
    code: code::EXTENT,
    text: "`dst` must have at least 256 columns",
    holds: |args| {
        args.tile(2).is_none_or(|t| {
            t.cols >= 256 && t.valid_cols.known().is_none_or(|c| c == 0 || c >= 256)
        })
    },
    found: |args| {
        args.tile(2).map_or_else(String::new, |t| format!("{} valid of {}", t.valid_cols, t.cols))
    },
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(2) {
            (t.cols, t.valid_cols) = (128, Dim::Is(128));
        }
    },
};

ops! {
    base: BASE;

    /// Sort every 32 elements of a row, with their indices.
    ///
    /// Each group of 32 columns becomes 32 records of 8 bytes (value, then the 32-bit index), in descending
    /// order; equal values keep the smaller index first. A last group that is not full is padded with -inf.
    tsort32(src: In Tile, idx: In Tile, tmp: OptScratch Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/irregular-and-complex/tsort32.md"),
        cpp: "TSORT32(dst, src, idx[, tmp])",
        formula: "dst[i, 32g..] = records (src[i,32g+k], idx[i,32g+k]) for k < 32, sorted by value, largest first",
        cost: Cost::Sort,
        rules: &[
            in_space(&[src, idx, tmp, dst], &[Vec]),
            has_layout(&[src, idx, dst], &[RowMajor]),
            has_dtype(&[idx], &[U32]),
            same_dtype(&[src, dst]),
            custom(&[src, dst], &SORT_RECORDS).warn().cite(SORT_SIZES),
            custom(&[src, idx, dst], &SORT_ROWS).warn().cite("pto-isa@3186c381 include/pto/npu/a2a3/TSort32.hpp:166-196, a5/TSort32.hpp:185-201 sort as many rows as `dst` has"),
            same_dtype(&[src, tmp]).manual_only().cite(SORT_SIZES),
            custom(&[src, tmp], &SORT_TAIL).device_only().warn().cite("pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tsort32.md:65-111"),
            custom(&[src, tmp], &SORT_TAIL).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tsort32.md:65-111"),
        ],
        scratch: &[
            Scratch::bytes(Targets::A2A3, "with C valid columns, no multiple of 32: ceil(C/32)*32 elements up to C = 8160, else 32 elements", sort_scratch, "pto-isa@3186c381 include/pto/npu/a2a3/TSort32.hpp:122-141"),
            Scratch::bytes(Targets::A5, "with C valid columns, no multiple of 32: ceil(C/32)*32 elements up to 8160 bytes, else 32 elements", sort_scratch, "pto-isa@3186c381 include/pto/npu/a5/TSort32.hpp:132-166; docs/isa/tile/ops/irregular-and-complex/tsort32.md:65-111")
                .warn(),
            Scratch::ignored(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TSort32.hpp:99-131"),
        ],
        sem: Sem::Custom(|x| sort::sort32(x, src, idx, dst)),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TSort32.hpp:147-181").types(&[src], &[F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:15402-15442", "signed indices too; `tmp` as large as `src`")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TSort32.hpp:168-201").types(&[src], &[F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TSort32.hpp:99-131").types(&[src], &[F16, F32, I32, I16, Bf16]),
        ],
        notes: &[
            "The page writes the padding value as a quotient that is NaN; minus infinity is meant and implemented. Its records have the index 0 and stand after all others, as far as the row of `dst` has room; the CPU writes none.",
            "Where NaN goes is not documented: a positive NaN comes first, a negative one last, as the devices' own padding needs.",
            "An `idx` with one valid row serves every row.",
            "The page gives one limit in bytes for the copy of a whole row; the code of A2/A3 compares elements with it, so that f32 rows of 2041 to 8160 columns need four times the page's scratch there.",
        ],
    }

    /// Merge sorted lists of records.
    ///
    /// One source: every 4 neighbouring blocks of `blockLen` columns become one. Several sources: 2 to 4 lists
    /// become one in `dst`, and `executed` tells how many records of each were used; with `exhausted` the merge
    /// stops when one list is empty. Records are 8 bytes, in descending order; equal values come from the first list.
    tmrgsort(src0: In Tile, src1: OptIn Tile, src2: OptUpdates Tile, src3: OptUpdates Tile, tmp: OptScratch Tile, blockLen: OptIn Scalar, dst: Out Tile, executed: OptResult Any) {
        origin: Origin::Manual("docs/isa/tile/ops/irregular-and-complex/tmrgsort.md"),
        cpp: "TMRGSORT(dst, src0, blockLen); TMRGSORT<type(dst), type(tmp), type(src0), type(src1)[, type(src2)][, type(src3)], exhausted=false>(dst, executed | MrgSortExecutedNumList{}, tmp, src0, src1[, src2][, src3])",
        formula: "dst = merge of src0, src1, ... by value, largest first",
        attrs: &[flag("exhausted").doc("stop at the first empty list"), flag("no_tmp").doc("all input tiles are lists")],
        cost: Cost::Merge,
        rules: &[
            custom(&[src0, dst], &MERGE_FORM),
            in_space(&[src0, src1, src2, src3, tmp, dst], &[Vec]),
            has_layout(&[src0, src1, src2, src3, tmp, dst], &[RowMajor]),
            same_dtype(&[dst, src0, src1, src2, src3, tmp]),
            rows(&[src0, src1, src2, src3, tmp, dst], 1),
            custom(&[src0, blockLen], &BLOCK_LENGTH),
            custom(&[src0, dst], &MERGED_BLOCKS)
                .cite("pto-isa@3186c381 include/pto/npu/a2a3/TMrgSort.hpp:135-165, a5/TMrgSort.hpp:128-157 write all that `src0` has; docs/isa/tile/ops/irregular-and-complex/tmrgsort.md:41-56"),
            custom(&[src0, blockLen], &WHOLE_BLOCKS).only(Targets::NPU)
                .cite("pto-isa@3186c381 include/pto/npu/a2a3/TMrgSort.hpp:288-297, a5/TMrgSort.hpp:259-269; docs/isa/tile/ops/irregular-and-complex/tmrgsort.md:58-60, 192-194"),
            custom(&[src0, dst, tmp], &MERGE_SCRATCH).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:11251-11363"),
        ],
        scratch: &[
            Scratch::bytes(Targets::ALL, "several lists: all sources together", merge_scratch, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:11251-11363").warn(),
        ],
        rust: &["tmrgsort", "tmrgsort_lists"],
        scratch_as_input: Some(merge_listed_scratch),
        sem: Sem::Custom(run_merge),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TMrgSort.hpp:160-300").types(&[dst], &[F16, F32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TMrgSort.hpp:159-270").types(&[dst], &[F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TMrgSort.hpp:34-305").types(&[dst], &[F16, F32, Bf16, I32, U32, I16, U16]),
        ],
        notes: &["The manual's text has no scratch tile; the assembler lists it last among the inputs. A last tile is taken as a list if `dst` holds all columns.", "`executed` counts records even without `exhausted`. If `dst` is too short the devices merge everything and keep what fits, the CPU stops."],
    }

    /// Count the values of one byte of each element, per row.
    ///
    /// Byte `byte` of every valid element of `src` is counted into 256 bins, if its higher bytes equal those in
    /// `idx`: the counting step of a radix sort. The highest byte ignores `idx`.
    thistogram(src: In Tile, idx: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/irregular-and-complex/thistogram.md"),
        cpp: "THISTOGRAM<byte:HistByte=BYTE_1>(dst, src, idx)",
        formula: "dst[r,b] = number of j < C with byte(src[r,j]) = b (or <= b) and the higher bytes of src[r,j] equal to idx",
        cost: Cost::OneByOne,
        attrs: &[int("byte", 0, 3).doc("0 is the lowest; 1 if absent"), flag("isMSB").doc("older spelling: byte 1 or 0 of 16-bit sources")],
        rules: &[
            in_space(&[src, idx, dst], &[Vec]),
            has_layout(&[src, dst], &[Nd]),
            has_dtype(&[idx], &[U8]),
            has_dtype(&[dst], &[U32]),
            same_valid_rows(&[src, dst]),
            custom(&[src], &HISTOGRAM_BYTE),
            custom(&[src, idx], &HISTOGRAM_INDEX),
            custom(&[dst], &HISTOGRAM_BINS),
        ],
        sem: Sem::Custom(|x| sort::histogram(x, [src, idx, dst])),
        support: &[
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/THistogram.hpp:238-285").types(&[src], &[U16, U32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:5623-5703", "u16 sources only")]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/THistogram.hpp:22-80").types(&[src], &[U16, U32]),
        ],
        quirks: &["histogram-cumulative"],
        notes: &["The page writes the filter of 32-bit elements as a byte per row of `src`; the libraries and its own table of shapes have one byte for all rows, in column 0 of each row of `idx`."],
    }
}
