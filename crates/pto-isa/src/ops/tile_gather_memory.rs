//! Gathering from and scattering to tables in global memory.

use super::tile_gather::{NINE, NINE_F8, regions};
use super::tile_move::word_is_not;
use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom};
use crate::ty::{Dim, TileTy, Type};
use crate::{BLayout, DType, Layout};

const BASE: OpDef =
    OpDef { family: "memory-and-data-movement", form: PrintForm::Dps, ..OpDef::EMPTY };

fn coalesce<'a>(args: &Args<'a>) -> Option<&'a str> {
    args.word("coalesce")
}

fn is_row(word: &str) -> bool {
    word.eq_ignore_ascii_case("row")
}

static INDEX_PLACE: Custom = Custom {
    name: "gather-index-place",
    code: code::SPACE,
    text: "`idx` is a vec tile for a vec destination, and a view on global memory for a mat destination",
    holds: |args| {
        let Some(d) = args.tile(2) else { return true };
        match args.ty(1) {
            Some(Type::Tile(i)) => i.space == Vec && d.space == Vec,
            Some(Type::View { .. }) => d.space == Mat,
            _ => true,
        }
    },
    found: |args| args.ty(1).map_or_else(String::new, Type::to_string),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(1) {
            t.space = Mat;
        }
    },
};

static GATHER_LAYOUT: Custom = Custom {
    name: "gather-memory-layout",
    code: code::LAYOUT,
    text: "a vec destination is ND, on A2/A3 also NZ, on A5 also DN; a mat destination is NZ",
    holds: |args| {
        let Some(d) = args.tile(2) else { return true };
        match (d.space, d.layout()) {
            (Mat, l) => l == Layout::Nz,
            (_, Layout::Nd) => true,
            (_, Layout::Nz) => args.target.profile() != Target::A5,
            (_, Layout::Dn) => args.target.profile() != Target::A2A3,
            _ => false,
        }
    },
    found: |args| args.tile(2).map_or("?", |t| t.layout().name()).into(),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(2) {
            (t.blayout, t.slayout) = Layout::Zz.orders();
            (t.rows, t.cols) = (t.rows.next_multiple_of(64), t.cols.next_multiple_of(64));
        }
    },
};

static MAT_COALESCE: Custom = Custom {
    name: "gather-mat-form",
    code: code::OP_RULE,
    text: "a mat destination needs `coalesce`, and a scratch view exactly for `elem`; a vec destination takes no scratch",
    holds: |args| {
        let Some(d) = args.tile(2) else { return true };
        match coalesce(args) {
            _ if d.space == Vec => !args.has(3),
            Some(word) => args.has(3) != is_row(word),
            None => false,
        }
    },
    found: |args| {
        let scratch = if args.has(3) { "a scratch view" } else { "no scratch view" };
        format!("coalesce {}, {scratch}", coalesce(args).unwrap_or("not given"))
    },
    mutate_to_violate: |b| {
        b.types[3] = match b.types[3] {
            Some(_) => None,
            None => b.types[0].clone(),
        };
    },
};

/// Index shapes; `data` is the slot of the tile that is gathered into or scattered from.
fn index_shape(args: &Args<'_>, data: u8) -> bool {
    let (Some(d), Some(i)) = (args.tile(data), args.tile(1)) else { return true };
    let unit = |x: Dim| x.known().is_none_or(|n| n <= 1);
    let across = unit(i.valid_rows) && i.valid_cols.may_equal(d.valid_rows);
    let down = unit(i.valid_cols) && i.valid_rows.may_equal(d.valid_rows);
    let each = i.valid_rows.may_equal(d.valid_rows) && i.valid_cols.may_equal(d.valid_cols);
    // A2/A3 asserts one row of indices.
    let a_column = i.blayout == BLayout::ColMajor && args.target.profile() != Target::A2A3;
    match coalesce(args) {
        Some(w) if is_row(w) => across || (down && a_column),
        Some(_) => each,
        None => across || down || each,
    }
}

const INDEX_TEXT: &str = "row by row, `idx` is 1 x R (but for A2/A3 also R x 1, column-major) for R valid rows of data; element by element, it has the valid region of the data";

static GATHER_SHAPE: Custom = Custom {
    name: "gather-index-shape",
    code: code::OP_RULE,
    text: INDEX_TEXT,
    holds: |args| index_shape(args, 2),
    found: |args| regions(args, 1, 2),
    mutate_to_violate: |b| other_region(b.tile(1)),
};

static SCATTER_SHAPE: Custom = Custom {
    name: "scatter-index-shape",
    code: code::OP_RULE,
    text: INDEX_TEXT,
    holds: |args| index_shape(args, 0),
    found: |args| regions(args, 1, 0),
    mutate_to_violate: |b| other_region(b.tile(1)),
};

fn other_region(tile: Option<&mut TileTy>) {
    if let Some(t) = tile {
        (t.rows, t.cols) = (t.rows.max(16), t.cols.max(16));
        (t.valid_rows, t.valid_cols) = (Dim::Is(3), Dim::Is(5));
    }
}

static POLICY: Custom = Custom {
    name: "policy-needs-coalesce",
    code: code::ATTR_FOR_TARGET,
    text: "bounds, atomic and conflict policies need `coalesce`",
    holds: |args| {
        coalesce(args).is_some()
            || !(word_is_not(args, "gatherOob", "undefined")
                || word_is_not(args, "scatterOob", "undefined")
                || word_is_not(args, "scatterAtomicOp", "none")
                || args.attr("scatterConflict").is_some())
    },
    found: |_| "`coalesce` is not given".into(),
    mutate_to_violate: |b| {
        let gather = b.tile(2).is_some();
        let (name, value) =
            if gather { ("gatherOob", "gather_oob") } else { ("scatterOob", "scatter_oob") };
        b.attrs.push((name.into(), format!("#pto<{value} clamp>")));
    },
};

static SCATTER_ATOMIC: Custom = Custom {
    name: "scatter-atomic-type",
    code: code::DTYPE,
    text: "atomic add takes f32, i32, f16, bf16, i16 or i8 on A2/A3 and i32, u32, f32, f16 or bf16 on A5; maximum and minimum take i32, u32 or f32 on A5",
    holds: |args| {
        let (Some(d), Some(w)) = (args.dtype(0), args.word("scatterAtomicOp")) else { return true };
        let (none, add) = (w.eq_ignore_ascii_case("none"), w.eq_ignore_ascii_case("add"));
        let a2a3 = add && matches!(d, F32 | I32 | F16 | Bf16 | I16 | I8);
        let a5 = matches!(d, I32 | U32 | F32) || (add && matches!(d, F16 | Bf16));
        none || super::tile_move::on_device(args.target, a2a3, a5)
    },
    found: |args| {
        format!(
            "{} of {}",
            args.word("scatterAtomicOp").unwrap_or("?"),
            args.dtype(0).map_or("?", DType::name)
        )
    },
    mutate_to_violate: |b| {
        for slot in [0, 2] {
            if let Some(d) = b.dtype(slot) {
                *d = U16;
            }
        }
        if let Some(t) = b.tile(0) {
            t.cols = t.cols.next_multiple_of(16);
        }
        b.attrs.push(("coalesce".into(), "#pto<coalesce elem>".into()));
        b.attrs.push(("scatterAtomicOp".into(), "#pto<scatter_atomic_op add>".into()));
    },
};

static CONFLICT_A5: Custom = Custom {
    name: "scatter-conflict",
    code: code::ATTR_FOR_TARGET,
    text: "`scatterConflict` exists on A5 only",
    holds: |args| args.attr("scatterConflict").is_none(),
    found: |args| args.word("scatterConflict").unwrap_or("given").into(),
    mutate_to_violate: |b| {
        b.attrs.push(("scatterConflict".into(), "#pto<scatter_conflict last>".into()))
    },
};

/// Whether the rows of the table in slot `table` are as long as the valid rows of the vec tile in slot `data`, where rows are
/// moved: A5 treats the table as packed rows of that length.
fn is_packed(args: &Args<'_>, table: u8, data: u8) -> bool {
    let (Some(Type::View { dims, .. }), Some(d)) = (args.ty(table), args.tile(data)) else {
        return true;
    };
    let row = coalesce(args).is_some_and(is_row);
    !row || d.space != Vec || dims.last().is_none_or(|l| l.may_equal(d.valid_cols))
}

fn widen(table: &mut Option<Type>) {
    if let Some(Type::View { dims, .. }) = table
        && let Some(last) = dims.last_mut()
    {
        *last = Dim::Is(last.known().unwrap_or(32) * 2);
    }
}

static PACKED_TABLE: Custom = Custom {
    name: "gather-packed-table",
    code: code::OP_RULE,
    text: "row by row, the table's last extent must equal the valid columns of `dst`",
    holds: |args| is_packed(args, 0, 2),
    found: |args| args.ty(0).map_or_else(String::new, Type::to_string),
    mutate_to_violate: |b| widen(&mut b.types[0]),
};

static PACKED_DESTINATION: Custom = Custom {
    name: "scatter-packed-table",
    code: code::OP_RULE,
    text: "row by row, the table's last extent must equal the valid columns of `src`",
    holds: |args| is_packed(args, 2, 0),
    found: |args| args.ty(2).map_or_else(String::new, Type::to_string),
    mutate_to_violate: |b| widen(&mut b.types[2]),
};

ops! {
    base: BASE;

    /// Gather rows or elements of a table in global memory.
    ///
    /// With `coalesce` row, `idx` names the table row of every row of `dst`; with elem, the flat table element
    /// of every element. `gatherOob` says what an index past the table reads. A mat destination takes its
    /// indices from global memory.
    mgather(mem: Loads View, idx: Loads Memory, dst: Out Tile, scratch: OptScratch View) {
        pipe: PipeSelector::FromSpaces(gather_pipe, "MTE2 and S on A2/A3, V on A5, MTE2 into mat"),
        origin: Origin::Manual("docs/isa/tile/ops/memory-and-data-movement/mgather.md"),
        cpp: "MGATHER<[coalesce:Coalesce]>(dst, mem, idx); MGATHER<coalesce:Coalesce[, gatherOob:GatherOOB]>(dst, mem, idx[, scratch])",
        formula: "dst[r,c] = mem[idx[r], c]   (row)\ndst[r,c] = mem_flat[idx[r,c]]   (elem)",
        attrs: &[word("coalesce", &["row", "elem"]), word("gatherOob", &["undefined", "clamp", "wrap", "zero"]).doc("for indices past the table")],
        cost: Cost::GatherMemory,
        rules: &[
            in_space(&[dst], &[Vec, Mat]),
            custom(&[dst, idx], &INDEX_PLACE),
            custom(&[dst], &GATHER_LAYOUT),
            has_layout(&[idx], &[NoneBox]),
            has_layout(&[idx], &[RowMajor]).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/MGather.hpp:422"),
            has_dtype(&[idx], &[I32, U32]),
            same_dtype(&[dst, mem, scratch]),
            custom(&[dst, scratch], &MAT_COALESCE),
            custom(&[dst, idx], &GATHER_SHAPE),
            custom(&[dst, mem], &PACKED_TABLE).only(Targets::A5).cite("pto-isa@3186c381 include/pto/npu/a5/MGather.hpp:441-532"),
            custom(&[dst], &POLICY).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:11031-11033"),
        ],
        sem: Sem::Custom(|x| TableGather { table: mem, idx, dst }.run(x)),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/MGather.hpp:22-564").types(&[dst], NINE)
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:5777-5822", "A5 only")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/MGather.hpp:29-612").types(&[dst], NINE_F8)
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:5777-5822", "signless i32 indices only")]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/MGather.hpp:22-67").types(&[dst], NINE_F8),
        ],
        notes: &["Without `coalesce` the C++ default is row; the assembler also reads R x 1 row-major and full-size indices then.", "Indices are unsigned; with `undefined` an index past the table stops the program. An element index counts from the start of the table and ignores its strides; a row index uses them, also on A5, whose kernels know packed tables only."],
    }

    /// Scatter rows or elements of a tile into a table in global memory.
    ///
    /// With `coalesce` row, `idx` names the table row of every row of `src`; with elem, the flat table element of
    /// every element. `scatterAtomicOp` combines instead of overwriting, `scatterOob` treats indices past the
    /// table, `scatterConflict` two writes to one place.
    mscatter(src: In Tile, idx: In Tile, mem: OutAtomic View) {
        pipe: PipeSelector::FromSpaces(scatter_pipe, "MTE3 and S on A2/A3, V on A5"),
        origin: Origin::Manual("docs/isa/tile/ops/memory-and-data-movement/mscatter.md"),
        cpp: "MSCATTER<[coalesce:Coalesce]>(mem, src, idx); MSCATTER<coalesce:Coalesce, scatterAtomicOp:ScatterAtomicOp=None[, scatterOob:ScatterOOB]>(mem, src, idx); MSCATTER<coalesce:Coalesce, scatterAtomicOp:ScatterAtomicOp=None, scatterOob:ScatterOOB=Undefined, scatterConflict:ScatterConflict>(mem, src, idx)",
        formula: "mem[idx[r], c] = op(mem[idx[r], c], src[r,c])   (row)\nmem_flat[idx[r,c]] = op(mem_flat[idx[r,c]], src[r,c])   (elem)",
        attrs: &[
            word("coalesce", &["row", "elem"]),
            word("scatterAtomicOp", &["none", "add", "max", "min"]),
            word("scatterOob", &["undefined", "skip", "clamp", "wrap"]).doc("for indices past the table"),
            word("scatterConflict", &["default", "last"]).doc("which of two writes to one place stays"),
        ],
        cost: Cost::GatherMemory,
        rules: &[
            in_space(&[src, idx], &[Vec]),
            has_layout(&[src], &[Nd, Nz]).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/MScatter.hpp:396-472"),
            has_layout(&[src], &[NoneBox]).only(Targets::A5).cite("docs/isa/tile/ops/memory-and-data-movement/mscatter.md:293-317"),
            has_layout(&[idx], &[NoneBox]),
            has_layout(&[idx], &[RowMajor]).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/MScatter.hpp:413"),
            has_dtype(&[idx], &[I32, U32]),
            same_dtype(&[src, mem]),
            custom(&[src, idx], &SCATTER_SHAPE),
            custom(&[src, mem], &PACKED_DESTINATION).only(Targets::A5).cite("pto-isa@3186c381 include/pto/npu/a5/MScatter.hpp:457"),
            custom(&[src], &SCATTER_ATOMIC),
            custom(&[src], &POLICY).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:10747-10753"),
            custom(&[src], &CONFLICT_A5).only(Targets::A2A3),
        ],
        sem: Sem::Custom(|x| TableScatter { src, idx, table: mem }.run(x)),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/MScatter.hpp:20-472").types(&[src], NINE)
                .conflicting_sources(&[
                    other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:5722-5774", "A5 only"),
                    other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:4981-4996", "atomic maximum and minimum on both devices"),
                ]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/MScatter.hpp:22-478").types(&[src], NINE_F8)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:4981-4996", "atomic add without bf16")]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/MScatter.hpp:24-33").types(&[src], NINE_F8),
        ],
        notes: &["Elements are written row by row, so the last one stays; `scatterConflict` default leaves the order to A5's scheduler and is executed the same way."],
    }
}
