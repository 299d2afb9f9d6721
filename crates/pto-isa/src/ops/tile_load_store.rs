//! Tiles to and from global memory.

use super::tile_move::{RELU, RELU_NEEDS_ACC, one_quantiser, scalar_needs_acc, word_is_not};
use crate::code;
use crate::def::prelude::*;
use crate::format;
use crate::rule::{Args, Custom};
use crate::ty::{Dim, Pad, TileTy, Type};
use crate::{DType, Layout};

const BASE: OpDef =
    OpDef { family: "memory-and-data-movement", form: PrintForm::Dps, ..OpDef::EMPTY };

/// Types every device moves.
pub(super) const PLAIN: &[DType] = &[I8, U8, I16, U16, I32, U32, I64, U64, F16, Bf16, F32];
/// Types A5 moves.
pub(super) const WIDE: &[DType] = &[
    I8, U8, I16, U16, I32, U32, I64, U64, F16, Bf16, F32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2,
    F4E2M1x2,
];

fn view_count(ty: Option<&Type>) -> Option<u64> {
    match ty? {
        Type::View { dims, .. } => {
            dims.iter().try_fold(1, |n: u64, d| n.checked_mul(u64::from(d.known()?)))
        }
        _ => None,
    }
}

fn valid_count(t: &TileTy) -> Option<u64> {
    Some(u64::from(t.valid_rows.known()?) * u64::from(t.valid_cols.known()?))
}

fn layout_found(args: &Args<'_>, o: u8) -> String {
    args.tile(o).map_or_else(String::new, |t| {
        format!("{} in {} ({})", t.layout().name(), t.space.tile_name(), t.dtype)
    })
}

static LOAD_LAYOUT: Custom = Custom {
    name: "load-layout",
    code: code::LAYOUT,
    text: "a vec destination is ND, DN or NZ; a mat destination is ND, DN, NZ or ZN, on A5 also ZZ or NN for scales; 64-bit elements are ND or DN",
    holds: |args| {
        let Some(d) = args.tile(1) else { return true };
        let scales =
            args.target.profile() != Target::A2A3 && matches!(d.layout(), Layout::Zz | Layout::Nn);
        match d.layout() {
            Layout::Nd | Layout::Dn => true,
            _ if d.dtype.bits() == 64 => false,
            Layout::Nz => true,
            Layout::Zn => d.space == Mat,
            _ => d.space == Mat && scales,
        }
    },
    found: |args| layout_found(args, 1),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(1)
            && t.space == Vec
        {
            (t.blayout, t.slayout) = Layout::Zz.orders();
            (t.rows, t.cols) = (64, 64);
        }
    },
};

/// Whether the extents of a view can be those of NZ: its last one is a block of 32 bytes. Rows are counted in
/// boxes of 16 or one by one (PTO-Gym examples/tileop/src/testcase/tload).
fn may_be_nz(ty: Option<&Type>, dtype: DType) -> bool {
    let Some(Type::View { dims, .. }) = ty else { return true };
    let block = 256 / format::code_bits(dtype);
    dims.last().is_none_or(|d| d.may_equal(Dim::Is(block)))
}

static LOAD_VEC_NZ: Custom = Custom {
    name: "load-vec-nz",
    code: code::LAYOUT,
    text: "a vec destination in NZ should take a view in NZ, whose last extent is 32 bytes",
    holds: |args| match args.tile(1) {
        Some(d) if d.space == Vec && d.layout() == Layout::Nz => {
            args.word("layout").is_none_or(|w| w == "nz") && may_be_nz(args.ty(0), d.dtype)
        }
        _ => true,
    },
    found: |args| {
        let view = args.ty(0).map_or_else(String::new, |t| format!(", from {t}"));
        format!("{}{view}", layout_found(args, 1))
    },
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(1)
            && t.space == Vec
            && t.dtype.bits() < 64
        {
            (t.blayout, t.slayout) = Layout::Nz.orders();
            (t.rows, t.cols) = (64, 64);
            (t.valid_rows, t.valid_cols) = (Dim::Is(8), Dim::Is(64));
        }
    },
};

static PAD_64: Custom = Custom {
    name: "load-pad-64",
    code: code::PAD,
    text: "64-bit elements are padded with nothing or zero",
    holds: |args| {
        args.tile(1).is_none_or(|t| t.dtype.bits() != 64 || matches!(t.pad, Pad::Null | Pad::Zero))
    },
    found: |args| format!("pad={}", args.tile(1).map_or(0, |t| t.pad as u32)),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(1)
            && t.dtype.bits() == 64
        {
            t.pad = Pad::Max;
        }
    },
};

static LOAD_COUNT: Custom = Custom {
    name: "load-count",
    code: code::OP_RULE,
    text: "the view should have at least as many elements as the valid region of the tile",
    holds: |args| {
        let valid = args.tile(1).and_then(valid_count);
        view_count(args.ty(0)).zip(valid).is_none_or(|(view, tile)| view >= tile)
    },
    found: |args| count_found(args, 0, 1),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(1) {
            t.rows = t.rows.next_multiple_of(16) * 2;
            (t.valid_rows, t.valid_cols) = (Dim::Is(t.rows), Dim::Is(t.cols));
        }
    },
};

/// The extents that a view in ND has for a tile: the product of all but the last, and the last.
fn rows_and_cols(ty: Option<&Type>) -> Option<(Option<u32>, Option<u32>)> {
    let Some(Type::View { dims, .. }) = ty else { return None };
    let (cols, rows) = dims.split_last()?;
    let rows = rows.iter().try_fold(1, |n: u32, d| n.checked_mul(d.known()?));
    Some((rows, cols.known()))
}

static LOAD_EXTENTS: Custom = Custom {
    name: "load-extents",
    code: code::OP_RULE,
    text: "a row-major vec tile must have as many valid columns as the last extent of the view, and as many valid rows as the product of the others",
    holds: |args| {
        let (Some(t), Some((rows, cols))) = (args.tile(1), rows_and_cols(args.ty(0))) else {
            return true;
        };
        let same = |view: Option<u32>, tile: Dim| {
            view.zip(tile.known().filter(|n| *n > 0)).is_none_or(|(a, b)| a == b)
        };
        let in_rows = t.space == Vec && t.layout() == Layout::Nd;
        !in_rows || same(cols, t.valid_cols) && same(rows, t.valid_rows)
    },
    found: |args| {
        let show = |n: Option<u32>| n.map_or("?".into(), |n| n.to_string());
        let (rows, cols) = rows_and_cols(args.ty(0)).unwrap_or_default();
        let valid = |d: fn(&TileTy) -> Dim| show(args.tile(1).and_then(|t| d(t).known()));
        format!(
            "{}x{} in the view, {}x{} in the tile",
            show(rows),
            show(cols),
            valid(|t| t.valid_rows),
            valid(|t| t.valid_cols)
        )
    },
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(1)
            && t.space == Vec
            && let Some(n) = t.valid_cols.known().filter(|n| *n > 1)
        {
            t.valid_cols = Dim::Is(n - 1);
        }
    },
};

static STORE_COUNT: Custom = Custom {
    name: "store-count",
    code: code::OP_RULE,
    text: "the valid region of the tile and the view must have as many elements",
    holds: |args| {
        let valid = args.tile(0).and_then(valid_count).filter(|n| *n > 0);
        args.has(2) || view_count(args.ty(1)).zip(valid).is_none_or(|(a, b)| a == b)
    },
    found: |args| count_found(args, 1, 0),
    mutate_to_violate: |b| shrink_valid(b.tile(0)),
};

static ACC_VIEW: Custom = Custom {
    name: "store-acc-view",
    code: code::ATTR_FOR_TARGET,
    text: "an acc source is stored in the layouts nd and nz",
    holds: |args| {
        let layout = args.word("layout");
        args.tile(0).is_none_or(|t| t.space != Acc)
            || layout.is_none_or(|w| ["nd", "nz"].iter().any(|l| w.eq_ignore_ascii_case(l)))
    },
    found: |args| format!("layout {}", args.word("layout").unwrap_or("?")),
    mutate_to_violate: |b| {
        if b.tile(0).is_some_and(|t| t.space == Acc) {
            b.attrs.push(("layout".into(), "#pto.layout<dn>".into()));
        }
    },
};

const CITE_ACC_VIEW: &str =
    "pto-isa@3186c381 include/pto/npu/a2a3/TStore.hpp:194-197, a5/TStore.hpp:123-127";

fn count_found(args: &Args<'_>, view: u8, tile: u8) -> String {
    let show = |n: Option<u64>| n.map_or("?".into(), |n| n.to_string());
    let valid = args.tile(tile).and_then(valid_count);
    format!("{} in the view, {} in the tile", show(view_count(args.ty(view))), show(valid))
}

fn shrink_valid(tile: Option<&mut TileTy>) {
    if let Some(t) = tile {
        t.valid_rows = Dim::Is(t.rows);
        t.valid_cols = Dim::Is(if t.valid_cols == Dim::Is(t.cols) { t.cols - 1 } else { t.cols });
    }
}

static STORE_LAYOUT: Custom = Custom {
    name: "store-layout",
    code: code::LAYOUT,
    text: "a vec or mat source is ND, DN or NZ, or has one row or column; 64-bit elements are ND or DN; an acc source is NZ",
    holds: |args| {
        let Some(s) = args.tile(0) else { return true };
        match s.layout() {
            _ if s.space == Acc => s.layout() == Layout::Nz,
            Layout::Nd | Layout::Dn => true,
            _ if s.dtype.bits() == 64 => false,
            Layout::Nz => true,
            _ => s.rows == 1 || s.cols == 1,
        }
    },
    found: |args| layout_found(args, 0),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(0) {
            (t.blayout, t.slayout) = Layout::Nn.orders();
            (t.rows, t.cols) = (64, 64);
        }
    },
};

/// What the fix pipe writes to global memory at all.
fn acc_stores(target: Target, src: DType, dst: DType, fp: bool, scalar: bool) -> bool {
    let narrow = target.profile() == Target::A2A3;
    match src {
        F32 | I32 if !fp && !scalar => matches!(dst, I32 | F32 | F16 | Bf16),
        F32 if narrow => matches!(dst, I8 | U8) || (fp && dst == F16),
        F32 => matches!(dst, I8 | U8 | F16 | Bf16 | Hif8 | F8E4M3 | F32),
        I32 => matches!(dst, I8 | U8 | F16) || (!narrow && dst == Bf16),
        _ => false,
    }
}

fn types_found(args: &Args<'_>) -> String {
    let name = |o: u8| args.dtype(o).map_or("?", DType::name);
    format!("{} -> {}", name(0), name(1))
}

static STORE_TYPES: Custom = Custom {
    name: "store-types",
    code: code::DTYPE_TUPLE,
    text: "vec and mat elements keep their size; acc holds f32 or i32 and stores f32, f16, bf16 or i32; quantised it stores i8, u8 or (i32) f16, on A5 also f16, bf16, hif8, f8E4M3FN or f32",
    holds: |args| {
        let (Some(s), Some(d)) = (args.tile(0), args.dtype(1)) else { return true };
        match s.space {
            Acc => acc_stores(args.target, s.dtype.plain(), d, args.has(2), args.has(3)),
            _ => s.dtype.bits() == d.bits(),
        }
    },
    found: types_found,
    mutate_to_violate: |b| {
        if let Some(d) = b.dtype(1) {
            *d = if d.bits() == 64 { U16 } else { U64 };
        }
    },
};

const STORE_PAGE: &str =
    "pto-isa@3186c381 docs/isa/tile/ops/memory-and-data-movement/tstore.md:141-150, 176-190";

/// The page's table: what keeps the numbers.
static STORE_MEANING: Custom = Custom {
    name: "store-meaning",
    code: code::DTYPE_TUPLE,
    text: "without quantising, acc should store f32 as f32, f16 or bf16 and i32 as i32; with `fp` on A2/A3, f32 as i8 or u8",
    holds: |args| {
        let (Some(s), Some(d)) = (args.tile(0), args.dtype(1)) else { return true };
        match s.dtype.plain() {
            _ if s.space != Acc || args.has(3) => true,
            F32 if args.has(2) => args.target.profile() != Target::A2A3 || d != F16,
            F32 => d != I32,
            _ => args.has(2) || d == I32,
        }
    },
    found: types_found,
    mutate_to_violate: |b| {
        let acc = b.tile(0).is_some_and(|t| t.space == Acc && t.dtype == F32);
        if acc
            && b.types[2].is_none()
            && b.types[3].is_none()
            && let Some(d) = b.dtype(1)
        {
            *d = I32;
        }
    },
};

static ACC_EXTENT: Custom = Custom {
    name: "store-acc-extent",
    code: code::EXTENT,
    text: "an acc source has 1 to 4095 columns and at most 65535 rows",
    holds: |args| {
        args.tile(0)
            .is_none_or(|t| t.space != Acc || ((1..=4095).contains(&t.cols) && t.rows <= 65535))
    },
    found: |args| args.tile(0).map_or_else(String::new, |t| format!("{} x {}", t.rows, t.cols)),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(0)
            && t.space == Acc
        {
            t.cols = 4096;
        }
    },
};

static ATOMIC: Custom = Custom {
    name: "store-atomic",
    code: code::ATTR_FOR_TARGET,
    text: "atomic stores add f16, bf16, f32, i8, i16 or i32; maximum and minimum exist on A5 only",
    holds: |args| {
        let Some(word) = args.word("atomicType") else { return true };
        let word = word.to_ascii_lowercase();
        let (none, add) = (word.contains("none"), word.contains("add"));
        let typed = args.dtype(1).is_none_or(|d| matches!(d, F16 | Bf16 | F32 | I8 | I16 | I32));
        none || (typed && (add || args.target.profile() != Target::A2A3))
    },
    found: |args| {
        format!(
            "{} of {}",
            args.word("atomicType").unwrap_or("?"),
            args.dtype(1).map_or("?", DType::name)
        )
    },
    mutate_to_violate: |b| {
        b.attrs.push(("atomicType".into(), "#pto<atomic_type atomic_add>".into()));
        if b.tile(0).is_some_and(|t| t.space != Acc) {
            for slot in [0, 1] {
                if let Some(d) = b.dtype(slot) {
                    *d = if d.bits() == 32 { U32 } else { U16 };
                }
            }
            if let Some(t) = b.tile(0) {
                t.cols = t.cols.next_multiple_of(t.dtype.per_block());
            }
        }
    },
};

/// Whether an atomic store has one of the element types that the page lists for its target.
fn atomic_type_is(args: &Args<'_>, listed: &[DType]) -> bool {
    let atomic = args.word("atomicType").is_some_and(|w| !w.eq_ignore_ascii_case("atomic_none"));
    !atomic || args.dtype(1).is_none_or(|d| listed.contains(&d.plain()))
}

fn atomic_type_found(args: &Args<'_>) -> String {
    args.dtype(1).map_or("unknown", DType::name).into()
}

/// The page's row on atomic stores from acc to A2/A3 memory.
static ATOMIC_PAGE_A2A3: Custom = Custom {
    name: "store-atomic-page-a2a3",
    code: code::ATTR_FOR_TARGET,
    text: "an atomic store has elements of i32 or f32",
    holds: |args| atomic_type_is(args, &[I32, F32]),
    found: atomic_type_found,
    mutate_to_violate: |b| {
        if b.tile(0).is_some_and(|t| t.space == Acc && t.dtype == F32) {
            b.attrs.push(("atomicType".into(), "#pto<atomic_type atomic_add>".into()));
            if let Some(d) = b.dtype(1) {
                *d = F16;
            }
        }
    },
};

/// The page's row on atomic stores from acc to A5 memory.
static ATOMIC_PAGE_A5: Custom = Custom {
    name: "store-atomic-page-a5",
    code: code::ATTR_FOR_TARGET,
    text: "an atomic store has elements of i32",
    holds: |args| atomic_type_is(args, &[I32]),
    found: atomic_type_found,
    mutate_to_violate: |b| {
        if b.tile(0).is_some_and(|t| t.space == Acc && t.dtype == F32) {
            b.attrs.push(("atomicType".into(), "#pto<atomic_type atomic_add>".into()));
        }
    },
};

static ATOMIC_ACC: Custom = Custom {
    name: "store-atomic-acc",
    code: code::SPACE,
    text: "an atomic store has its source in acc",
    holds: |args| {
        let atomic =
            args.word("atomicType").is_some_and(|w| !w.eq_ignore_ascii_case("atomic_none"));
        !atomic || args.tile(0).is_none_or(|t| t.space == Acc)
    },
    found: |args| args.tile(0).map_or_else(String::new, |t| t.space.tile_name().into()),
    mutate_to_violate: |b| {
        if b.tile(0).is_some_and(|t| t.space != Acc) {
            b.attrs.push(("atomicType".into(), "#pto<atomic_type atomic_add>".into()));
        }
    },
};

static FP_NEEDS_ACC: Custom = Custom {
    name: "fp-needs-acc",
    code: code::FORBIDDEN,
    text: "`fp` goes with an acc source only",
    holds: |args| !args.has(2) || args.tile(0).is_none_or(|t| t.space == Acc),
    found: |args| layout_found(args, 0),
    mutate_to_violate: |b| {
        if b.tile(0).is_some_and(|t| t.space != Acc) {
            b.types[2] = Some(super::tile_move::scaling_tile());
        }
    },
};

static FP_PHASE: Custom = Custom {
    name: "store-fp-phase",
    code: code::ATTR_FOR_TARGET,
    text: "`stPhase` cannot be set beside `fp`",
    holds: |args| !args.has(2) || !word_is_not(args, "stPhase", "unspecified"),
    found: |args| args.word("stPhase").unwrap_or("?").into(),
    mutate_to_violate: |b| {
        if b.types[2].is_some() {
            b.attrs.push(("stPhase".into(), "#pto<st_phase partial>".into()));
        }
    },
};

static ONE_QUANTISER: Custom = one_quantiser::<1>();
static SCALAR_NEEDS_ACC: Custom = scalar_needs_acc::<1>();

/// The layout tag of the view, as written or inferred.
const LAYOUT: AttrDef = word(
    "layout",
    &["nd", "dn", "nz", "mx_a_zz", "mx_a_nd", "mx_a_dn", "mx_b_nn", "mx_b_nd", "mx_b_dn"],
)
.doc("layout of the view in global memory");
/// Source: PTOAS 0.60 lib/PTO/Transforms/ConvertToPTOOp.cpp:47-66,105-111; nothing in its lib/ reads the operand.
const LEFT_PADDING: &str = "The one place that sets `left_padding_num` makes it the column at which the destination begins in its allocation, which the destination says already, and nothing reads it: a load into a `subview` that begins there needs no count.";
/// Source: nothing in lib/ of PTOAS 0.60 sets or reads the operand; pto-isa@3186c381
/// include/pto/common/arch/memory/tload_common.hpp:56-64 counts what is missing to 32 bytes.
const RIGHT_PADDING: &str = "Nothing sets or reads `right_padding_num`: the devices pad a row to the next 32 bytes, whatever the program says.";
/// Source: PTOAS 0.60 lib/PTO/Transforms/ConvertToPTOOp.cpp:68-73, which never finds one.
const INIT_CONDITION: &str =
    "The one place that could set `init_condition` never does, and nothing reads it.";
const INFERRED: AttrDef = flag("pto.inferred_layout").doc("the layout was inferred by a tool");

ops! {
    base: BASE;

    /// Load a tile from global memory.
    ///
    /// The valid region of `dst` is read from the view; the layout may change on the way into mat (ND to NZ,
    /// DN to ZN). Columns between the valid region and the next 32 bytes get the pad value of `dst` (infinities for
    /// the limits of floats); the CPU simulator fills the whole rest of the tile. The load runs on its own pipe:
    /// what reads the tile must wait for it.
    tload(src: Loads View, dst: Out Tile, pad_value: OptIn Scalar, left_padding_num: OptIn Index, right_padding_num: OptIn Index, init_condition: OptIn Scalar) {
        origin: Origin::Manual("docs/isa/tile/ops/memory-and-data-movement/tload.md"),
        cpp: "TLOAD(dst, src) {layout, pto.inferred_layout, pad_mode=PadNull, init_out_buffer=false}",
        formula: "dst[i,j] = src[i,j]   for (i,j) in valid(dst)",
        attrs: &[
            word("pad_mode", &["PadNull", "PadFirstElem", "PadValue"]).doc("fill of rows that are shorter than the tile"),
            flag("init_out_buffer"),
            LAYOUT,
            INFERRED,
        ],
        pipe: PipeSelector::Fixed(Pipe::Mte2),
        cost: Cost::Load,
        rules: &[
            in_space(&[dst], &[Vec, Mat]).device_only(),
            in_space(&[dst], &[Vec, Mat, Acc]).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/memory-and-data-movement/tload.md:86"),
            custom(&[dst], &LOAD_LAYOUT),
            custom(&[src, dst], &LOAD_VEC_NZ).only(Targets::NPU).manual_only()
                .cite("pto-isa@3186c381 docs/isa/tile/ops/memory-and-data-movement/tload.md:84, 105, 113"),
            custom(&[src, dst], &LOAD_VEC_NZ).only(Targets::NPU).device_only().warn()
                .cite("pto-isa@3186c381 include/pto/common/arch/memory/tload_common.hpp:333-342, include/pto/common/arch/register/tload_common.hpp:343-382"),
            same_width(&[dst, src]),
            custom(&[dst], &PAD_64).only(Targets::A5).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:3889-3895"),
            non_empty(&[dst]).device_only().warn().cite("pto-isa@3186c381 include/pto/common/arch/memory/tload_common.hpp:298-353"),
            non_empty(&[dst]).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/memory-and-data-movement/tload.md:78"),
            custom(&[src, dst], &LOAD_EXTENTS).only(Targets::A5).device_only().warn()
                .cite("pto-isa@3186c381 include/pto/common/arch/register/tload_common.hpp:352-367; the tile library of PTOAS 0.60 takes it"),
            custom(&[src, dst], &LOAD_EXTENTS).only(Targets::A5).manual_only().cite("pto-isa@3186c381 docs/isa/TLOAD.md:67"),
            custom(&[src, dst], &LOAD_COUNT).warn()
                .cite("pto-isa@3186c381 include/pto/common/arch/memory/tload_common.hpp:298-353"),
        ],
        sem: Sem::Load(Load {
            src,
            dst,
            pad_value: Some(pad_value),
            undefined: &[
                (left_padding_num, LEFT_PADDING),
                (right_padding_num, RIGHT_PADDING),
                (init_condition, INIT_CONDITION),
            ],
        }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/common/arch/memory/tload_common.hpp:298-353, npu/a2a3/TLoad.hpp:100-151")
                .types(&[dst], PLAIN),
            on(Targets::A5, "pto-isa@3186c381 include/pto/common/arch/register/tload_common.hpp:127-378, npu/a5/TLoad.hpp:126-868")
                .types(&[dst], WIDE),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TLoad.hpp:53-165; union of the devices")
                .types(&[dst], WIDE),
        ],
        notes: &[
            "The page lists acc as a destination; no header has such a path.",
            "Without `layout` the view is read as the layout of the tile if that fits its valid region, then as ND: (d0..d3) are the row and d4 the column; DN has the row in d3, NZ in (d2, d3).",
            "The view may be larger than the valid region, and then only that part of it is read; a smaller view stops the program.",
            "`PadFirstElem` pads with the first element of the tile: the only sentence about it names no row.",
            "`left_padding_num` and `right_padding_num` other than 0, `init_out_buffer` and `init_condition` are not executable: the assembler reads and drops them, and no source says whether the row moves, what is written into the columns that are counted or what the condition is.",
            LEFT_PADDING,
            "An empty valid region is refused by page and headers and taken by the assembler as a load of nothing: a warning by the headers' rules. So is a view with other extents than the tile on A5, where published programs for its tile library have it.",
            "The headers put the rows of a view into boxes on the way to mat only; the assembler takes a vec tile in NZ as well: a warning by the headers' rules.",
        ],
    }

    /// Store a tile to global memory.
    ///
    /// The valid region of `src` is written. From acc the fix pipe converts, applies ReLU and quantises by `fp`
    /// (one parameter per column) or by `preQuantScalar`. `atomicType` adds to memory instead of overwriting
    /// it. The order with later loads of the same memory is the program's business.
    tstore(src: In Tile, dst: OutAtomic View, fp: OptIn Tile, preQuantScalar: OptIn Scalar) {
        origin: Origin::Manual("docs/isa/tile/ops/memory-and-data-movement/tstore.md"),
        cpp: "TSTORE<[stPhase:STPhase]>(dst, src) {layout, pto.inferred_layout}; TSTORE<[stPhase:STPhase, ]type(src), type(dst), atomicType:AtomicType>(dst, src) {layout, pto.inferred_layout}; TSTORE<[stPhase:STPhase, ]type(src), type(dst), atomicType:AtomicType=AtomicNone, reluPreMode:ReluPreMode>(dst, src) {layout, pto.inferred_layout}; TSTORE<[stPhase:STPhase, ]type(src), type(dst), atomicType:AtomicType=AtomicNone, reluPreMode:ReluPreMode=NoRelu>(dst, src, preQuantScalar) {layout, pto.inferred_layout}; TSTORE_FP<type(src), type(dst), type(fp), atomicType:AtomicType=AtomicNone, reluPreMode:ReluPreMode=NoRelu>(dst, src, fp) {layout, pto.inferred_layout}",
        formula: "dst[i,j] = Convert(src[i,j])   for (i,j) in valid(src)\ndst[i,j] = dst[i,j] + Convert(src[i,j])   with atomic_add",
        attrs: &[
            word("stPhase", &["unspecified", "partial", "final"]).doc("hand-shake with the cube by unit flags"),
            word("atomicType", &["atomic_none", "atomic_add", "atomic_max", "atomic_min"]),
            RELU,
            LAYOUT,
            INFERRED,
        ],
        pipe: PipeSelector::FromSpaces(out_pipe, "MTE3 from vec and mat, FIX from acc"),
        cost: Cost::Store,
        rules: &[
            in_space(&[src], &[Vec, Acc]).only(Targets::A5).cite("pto-isa@3186c381 include/pto/npu/a5/TStore.hpp:292-400"),
            in_space(&[src], &[Vec, Mat, Acc]).only(Targets::A2A3),
            in_space(&[src], &[Vec, Mat, Acc]).only(Targets::CPU),
            custom(&[src, fp], &FP_NEEDS_ACC),
            in_space(&[fp], &[Scaling]),
            custom(&[fp, preQuantScalar], &ONE_QUANTISER),
            custom(&[src, preQuantScalar], &SCALAR_NEEDS_ACC),
            custom(&[src], &STORE_LAYOUT),
            custom(&[src, dst], &STORE_TYPES),
            custom(&[src, dst], &STORE_MEANING).device_only().warn().cite(STORE_PAGE),
            custom(&[src, dst], &STORE_MEANING).manual_only().cite(STORE_PAGE),
            custom(&[src], &ATOMIC_ACC).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/memory-and-data-movement/tstore.md:125"),
            custom(&[src], &ACC_EXTENT),
            custom(&[src], &ACC_VIEW).only(Targets::NPU).cite(CITE_ACC_VIEW),
            non_empty(&[src]).device_only().warn().cite("pto-isa@3186c381 include/pto/common/arch/memory/tstore_common.hpp:325-356"),
            non_empty(&[src]).only(Targets::A2A3).manual_only().cite("pto-isa@3186c381 docs/isa/TSTORE.md:59"),
            custom(&[dst, src], &STORE_COUNT).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:4415-4450"),
            custom(&[src], &RELU_NEEDS_ACC),
            custom(&[src, dst], &ATOMIC),
            custom(&[src, dst], &ATOMIC_PAGE_A2A3).only(Targets::A2A3).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/memory-and-data-movement/tstore.md:138"),
            custom(&[src, dst], &ATOMIC_PAGE_A5).only(Targets::A5).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/memory-and-data-movement/tstore.md:174"),
            custom(&[fp], &FP_PHASE).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:4369-4371"),
        ],
        sem: Sem::Store(Store { src, dst, fp: Some(fp), scalar: Some(preQuantScalar) }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/common/arch/memory/tstore_common.hpp:325-356, npu/a2a3/TStore.hpp:32-345")
                .types(&[src], PLAIN),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TStore.hpp:93-400").types(&[src], WIDE),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/memory-and-data-movement/tstore.md:172").types(&[src], &[I8, U8, I16, U16, I32, U32, I64, U64, F16, Bf16, F32, F8E4M3, F8E5M2, Hif8, F4E1M2x2, F4E2M1x2]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TStore.hpp:22-130").types(&[src], WIDE),
        ],
        notes: &[
            "The page's table by source type is what keeps the numbers; the A2/A3 header also admits i32 -> f16 and the like (TStore.hpp:192-239): leaving the table is a warning by its rules, an error by the page's.",
            "A mat source exists on A2/A3 only.",
            "ReLU follows the conversion, as in the CPU simulator; 8-bit results are rounded before the offset is added (CPU simulator: after).",
            "`scalar_relu` and `vector_relu` are not executable: there is no operand for the slope.",
        ],
    }

    /// Store an accumulator with one quantisation parameter per column.
    ///
    /// The older spelling of `tstore` with `fp`. `fp` lies in the scaling buffer.
    tstore_fp(src: In Tile, fp: In Tile, dst: OutAtomic View) {
        aliases: &["tstore.fp"],
        origin: Origin::Manual("docs/isa/TSTORE_FP.md"),
        cpp: "TSTORE_FP<type(src), type(dst), type(fp), atomicType:AtomicType=AtomicNone, reluPreMode:ReluPreMode=NoRelu>(dst, src, fp) {layout, pto.inferred_layout}",
        formula: "dst[i,j] = Convert(src[i,j]; fp[j])   for (i,j) in valid(src)",
        attrs: &[RELU, word("atomicType", &["atomic_none", "atomic_add"]), LAYOUT, INFERRED],
        pipe: PipeSelector::Fixed(Pipe::Fix),
        cost: Cost::Store,
        rules: &[
            in_space(&[src], &[Acc]),
            in_space(&[fp], &[Scaling]),
            has_layout(&[src], &[Nz]),
            has_dtype(&[src], &[F32, I32]),
            custom(&[src], &ACC_EXTENT),
            custom(&[src], &ACC_VIEW).only(Targets::NPU).cite(CITE_ACC_VIEW),
            non_empty(&[src]).device_only().warn().cite("pto-isa@3186c381 include/pto/npu/a2a3/TStore.hpp:229-234"),
            non_empty(&[src]).only(Targets::A2A3).manual_only().cite("pto-isa@3186c381 docs/isa/TSTORE_FP.md:56, TSTORE.md:59"),
        ],
        sem: Sem::Store(Store { src, dst, fp: Some(fp), scalar: None }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TStore.hpp:192-345")
                .tuples(&[src, dst], &[&[F32, I8], &[F32, U8], &[I32, I8], &[I32, U8], &[I32, F16]]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TStore.hpp:117-152, 384-390")
                .tuples(&[src, dst], &[
                    &[F32, I8], &[F32, U8], &[F32, Bf16], &[F32, F16], &[F32, Hif8], &[F32, F8E4M3], &[F32, F32],
                    &[I32, I8], &[I32, U8], &[I32, Bf16], &[I32, F16],
                ]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TStore.hpp:173 checks nothing"),
        ],
    }
}
