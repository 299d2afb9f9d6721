//! Tiles made from nothing: sequences, triangles and random numbers.

use crate::code;
use crate::def::prelude::*;
use crate::dtype::DType;
use crate::rule::{Args, AttrValue, Custom};
use crate::sem::generate::{random, sequence, triangle};
use crate::ty::Dim;

const BASE: OpDef = OpDef { family: "irregular-and-complex", ..OpDef::VECTOR_TILE };

static ONE_ROW: Custom = Custom {
    name: "sequence-row",
    code: code::EXTENT,
    text: "`dst` must have one row",
    holds: |args| args.tile(2).is_none_or(|t| t.rows == 1),
    found: |args| args.tile(2).map_or_else(String::new, |t| format!("{} x {}", t.rows, t.cols)),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(2) {
            t.rows = 16;
        }
    },
};

static NOT_ONE_COLUMN: Custom = Custom {
    name: "sequence-columns",
    code: code::EXTENT,
    text: "`dst` must have more than one column",
    holds: |args| args.tile(2).is_none_or(|t| t.cols != 1),
    found: |args| args.tile(2).map_or_else(String::new, |t| format!("{} x {}", t.rows, t.cols)),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(2) {
            (t.cols, t.valid_cols) = (1, Dim::Is(1));
        }
    },
};

/// The vector path adds in 32- and 16-bit integers, whatever the elements are.
static VECTOR_INTEGERS: Custom = Custom {
    name: "sequence-vector-path",
    code: code::DTYPE,
    text: "with `tmp` the elements of `dst` must be integers",
    holds: |args| !args.has(1) || args.dtype(2).is_none_or(|d| d.is_int()),
    found: |args| args.dtype(2).map_or("?", |d| d.name()).into(),
    mutate_to_violate: |b| {
        if b.tile(1).is_some() {
            let float = |d: DType| if d.bits() == 16 { F16 } else { F32 };
            for slot in [0, 2] {
                if let Some(d) = b.dtype(slot) {
                    *d = float(*d);
                }
            }
        }
    },
};

/// Six 32-byte blocks times 4 for 32-bit elements; 16-bit ones are made from 32-bit ones.
fn sequence_scratch(args: &Args<'_>) -> Option<u64> {
    Some(if args.dtype(2)?.bits() == 32 { 768 } else { 1792 })
}

static ROUNDS: Custom = Custom {
    name: "random-rounds",
    code: code::ATTR_FOR_TARGET,
    text: "`rounds` must be 7 or 10",
    holds: |args| match args.attr("rounds") {
        Some(AttrValue::Int(n)) => matches!(n, 7 | 10),
        _ => true,
    },
    found: |args| match args.attr("rounds") {
        Some(AttrValue::Int(n)) => n.to_string(),
        _ => "?".into(),
    },
    mutate_to_violate: |b| b.attrs.push(("rounds".into(), "8 : i32".into())),
};

/// Six numbers, or two tiles that hold them.
static KEY_AND_COUNTER: Custom = Custom {
    name: "random-key-and-counter",
    code: code::REQUIRED,
    text: "`key0`, `key1` and `counter0` to `counter3` must be given, or the tiles `key` and `counter` in their place",
    holds: |args| {
        let (numbers, tiles) =
            ((0..6).filter(|&s| args.has(s)).count(), [7, 8].map(|s| args.has(s)));
        matches!((numbers, tiles), (6, [false, false]) | (0, [true, true]))
    },
    found: |args| match (0..6).filter(|&s| args.has(s)).count() {
        0 => "none of the numbers".into(),
        n => format!("{n} of the numbers"),
    },
    mutate_to_violate: |b| (b.types[0], b.types[7]) = (None, None),
};

/// The tiles that hold key and counter.
static WORDS: Custom = Custom {
    name: "random-words",
    code: code::DTYPE,
    text: "`key` and `counter` must have element type i32 or ui32",
    holds: |args| [7, 8].iter().filter_map(|&s| args.dtype(s)).all(|d| matches!(d, I32 | U32)),
    found: |args| args.dtype(7).map_or("?", |d| d.name()).into(),
    mutate_to_violate: |b| {
        [7, 8].iter().for_each(|&s| {
            if let Some(d) = b.dtype(s) {
                *d = F32;
            }
        })
    },
};

ops! {
    base: BASE;

    /// Fill a row with consecutive numbers.
    ///
    /// The sequence starts at `S` and runs over the valid columns. Integers wrap. `tmp` lets A2/A3 use
    /// the vector unit instead of the scalar one.
    tci(S: In Scalar, tmp: OptScratch Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/irregular-and-complex/tci.md"),
        cpp: "TCI<type(dst), element(dst), descending=0>(dst, S); TCI<type(dst), type(tmp), element(dst), descending=0>(dst, S, tmp)",
        formula: "dst[i,j] = S + k   (S - k with descending)   where k = i*C + j and C is the number of valid columns",
        attrs: &[flag("descending").doc("count down")],
        pipe: PipeSelector::FromSpaces(count_pipe, "S; V with `tmp` on A2/A3 and on A5"),
        cost: Cost::Ramp,
        rules: &[
            in_space(&[tmp, dst], &[Vec]),
            has_layout(&[tmp], &[Nd]).only(Targets::A2A3).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:6870-6895"),
            has_dtype(&[tmp], &[F32, I32, U32]).only(Targets::A2A3).cite("docs/isa/tile/ops/irregular-and-complex/tci.md:88-107"),
            scalar_of(&[dst, S]),
            custom(&[tmp, dst], &VECTOR_INTEGERS).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/TCI.hpp:86-95, 137"),
            custom(&[dst], &ONE_ROW).device_only().cite("pto-isa@3186c381 include/pto/npu/a2a3/TCI.hpp:25, a5/Tci.hpp:35, cpu/TCI.hpp:32"),
            custom(&[dst], &NOT_ONE_COLUMN).only(Targets::NPU).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tci.md:123"),
        ],
        scratch: &[
            Scratch::bytes(Targets::A2A3, "768 bytes for 32-bit elements, 1792 for 16-bit ones", sequence_scratch, "docs/isa/tile/ops/irregular-and-complex/tci.md:88-107")
                .of_type(I32),
            Scratch::ignored(Targets::CPU_A5, "docs/isa/tile/ops/irregular-and-complex/tci.md:108"),
        ],
        sem: Sem::Custom(sequence),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TCI.hpp:19-25 takes every type of 2 or 4 bytes")
                .types(&[dst], &[I16, U16, I32, U32, F16, Bf16, F32]),
            documented(Targets::A2A3, "pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tci.md:120-122").types(&[dst], &[I16, U16, I32, U32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/Tci.hpp:26-36").types(&[dst], &[I16, U16, I32, U32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TCI.hpp:30-34 checks no type")
                .types(&[dst], &[I8, U8, I16, U16, I32, U32, I64, U64, F16, Bf16, F32]),
        ],
        notes: &[
            "The page counts all valid elements row by row, and then calls the number of valid columns the length of the sequence; with several rows, which only it takes, elements are counted row by row.",
            "A sequence of floats is added in f32 and rounded to the element type.",
        ],
    }

    /// Fill a tile with a triangle of ones.
    ///
    /// Lower (0): ones on and below the diagonal shifted right by `diagonal`. Upper (1): ones on and above it.
    ttri(diagonal: OptIn Scalar, dst: Out Tile, src0: OptAddr Tile, src1: OptAddr Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/irregular-and-complex/ttri.md"),
        cpp: "TTRI<type(dst), upperOrLower=0>(dst, diagonal)",
        formula: "dst[i,j] = j <= i + diagonal ? 1 : 0   (lower)\ndst[i,j] = j < i + diagonal ? 0 : 1   (upper)",
        attrs: &[int("upperOrLower", 0, 1).doc("1 for the upper triangle; 0 if absent")],
        cost: Cost::RowByRow(&["vector_dup", "vector_dup"]),
        rules: &[
            in_space(&[dst], &[Vec]),
            has_layout(&[dst], &[RowMajor]),
            required(&[diagonal]),
            has_dtype(&[diagonal], &[I8, I16, I32, I64, U8, U16, U32, U64]),
            forbidden(&[src0, src1])
                .cite("pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/ttri.md:34 shows two tiles and does not say what they are"),
        ],
        sem: Sem::Custom(triangle),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TTri.hpp:89-100").types(&[dst], &[I32, I16, U32, U16, F16, F32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TTri.hpp:96-106")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:6919-6954", "no 64-bit types")]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TTRI.hpp:18-29")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        notes: &["The page shows two tile operands, which are read and refused: it does not say what they are. Its intrinsic and the assembler take one integer."],
    }

    /// Fill a tile with random bits.
    ///
    /// Philox 4x32 with `rounds` rounds, applied to a 128-bit counter (`counter0` lowest) under the key. A row is
    /// cut into groups of 256 columns; column 4 l + w of a group is word w for the counter plus l. After a group the
    /// counter advances by 64, after the last one of a row by (columns - 1) mod 64 + 1.
    trandom(key0: OptIn Scalar, key1: OptIn Scalar, counter0: OptIn Scalar, counter1: OptIn Scalar, counter2: OptIn Scalar, counter3: OptIn Scalar, dst: Out Tile, key: OptIn Tile, counter: OptIn Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/irregular-and-complex/trandom.md"),
        cpp: "TRANDOM<rounds=10>(dst, TRandomKey{(uint32_t)key0, (uint32_t)key1}, TRandomCounter{(uint32_t)counter0, (uint32_t)counter1, (uint32_t)counter2, (uint32_t)counter3})",
        formula: "dst[i, 256 g + 4 l + w] = word w of philox(counter(i,g) + l; key)   for 0 <= l < 64",
        attrs: &[int("rounds", 7, 10).doc("7 or 10; 10 if absent")],
        cost: Cost::OneByOne,
        rules: &[
            in_space(&[dst], &[Vec]),
            has_layout(&[dst], &[RowMajor]),
            has_dtype(&[key0, key1, counter0, counter1, counter2, counter3], &[I32, U32]),
            custom(&[dst], &ROUNDS),
            custom(&[dst], &KEY_AND_COUNTER),
            in_space(&[key, counter], &[Vec]),
            has_layout(&[key, counter], &[RowMajor]),
            custom(&[key, counter], &WORDS),
        ],
        sem: Sem::Custom(random),
        support: &[
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TRandom.hpp:148-156").types(&[dst], &[I32, U32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TRandom.hpp:68-75").types(&[dst], &[I32, U32]),
        ],
        notes: &[
            "The page shows key and counter as two tiles, whose first 2 and 4 words they are; the intrinsic takes arrays of them, the assembler six numbers. Only the numbers have C++.",
            "The CPU simulator orders the words by planes and counts by the row pitch; here every target gives what A5 and the PTO-Gym goldens do.",
        ],
    }
}
