//! Windows of tiles: taking one out, and putting one in.

use super::tile_move::{
    CUBE_SOURCE_CITE, DUAL_CITE, FIXPIPE_QUANT_A5, RELU, RELU_NEEDS_ACC, VEC_MODE, cube_input,
    cube_source, dual_mode_halves, dual_mode_plain, fixpipe_converts, fractal_512, on_device,
    one_quantiser, pair_text, path_text, scalar_needs_acc, vec_mode_path,
};
use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom};
use crate::ty::{Dim, TileTy};
use crate::{DType, Layout, Space};

const BASE: OpDef = OpDef {
    family: "layout-and-rearrangement",
    form: PrintForm::Dps,
    cost: Cost::Move,
    pipe: PipeSelector::FromSpaces(
        move_pipe,
        "MTE1 from mat, FIX from acc, V between vec tiles, MTE3 from vec to mat",
    ),
    ..OpDef::EMPTY
};

fn extract_path(target: Target, src: Space, dst: Space) -> bool {
    let a2a3 = matches!((src, dst), (Mat, Left | Right) | (Vec, Vec) | (Acc, Mat));
    let more =
        matches!((src, dst), (Mat, Scaling | ScaleLeft | ScaleRight) | (Vec, Mat) | (Acc, Vec));
    on_device(target, a2a3, a2a3 || more)
}

fn insert_path(target: Target, src: Space, dst: Space) -> bool {
    let a2a3 = matches!((src, dst), (Vec, Vec) | (Acc, Mat));
    on_device(target, a2a3, a2a3 || matches!((src, dst), (Vec, Mat) | (Acc, Vec)))
}

/// Where `src`, `indexRow`, `indexCol`, `dst` and `fp` stand.
const DST: u8 = 3;

static EXTRACT_PATH: Custom = Custom {
    name: "extract-path",
    code: code::SPACE_PAIR,
    text: "the path must be mat -> left or right, vec -> vec, or acc -> mat; A5 adds mat -> scaling, scale_left or scale_right, vec -> mat and acc -> vec",
    holds: |args| {
        let (Some(s), Some(d)) = (args.tile(0), args.tile(DST)) else { return true };
        extract_path(args.target, s.space, d.space)
    },
    found: |args| path_text(args, 0, DST),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(DST) {
            t.space = Acc;
        }
    },
};

static INSERT_PATH: Custom = Custom {
    name: "insert-path",
    code: code::SPACE_PAIR,
    text: "the path must be acc -> mat or vec -> vec; A5 adds acc -> vec and vec -> mat",
    holds: |args| {
        let (Some(s), Some(d)) = (args.tile(0), args.tile(DST)) else { return true };
        insert_path(args.target, s.space, d.space)
    },
    found: |args| path_text(args, 0, DST),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(DST) {
            t.space = Left;
        }
    },
};

/// The paths of the page, which has fewer than the headers.
static EXTRACT_DOCUMENTED: Custom = Custom {
    name: "extract-documented-path",
    code: code::SPACE_PAIR,
    text: "the path must be mat -> left or right, or acc -> mat; A5 adds mat -> scale_left and scale_right",
    holds: |args| {
        let (Some(s), Some(d)) = (args.tile(0), args.tile(DST)) else { return true };
        match (s.space, d.space) {
            (Mat, Left | Right) | (Acc, Mat) => true,
            (Mat, ScaleLeft | ScaleRight) => args.target.profile() == Target::A5,
            _ => false,
        }
    },
    found: |args| path_text(args, 0, DST),
    mutate_to_violate: |b| {
        for slot in [0, DST] {
            if let Some(t) = b.tile(slot) {
                t.space = Vec;
            }
        }
    },
};

/// The path of the page, which has one for A2/A3.
static INSERT_DOCUMENTED: Custom = Custom {
    name: "insert-documented-path",
    code: code::SPACE_PAIR,
    text: "the path must be acc -> mat",
    holds: |args| {
        let (Some(s), Some(d)) = (args.tile(0), args.tile(DST)) else { return true };
        (s.space, d.space) == (Acc, Mat)
    },
    ..EXTRACT_DOCUMENTED
};

/// Breaks the layout of the source, keeping whole boxes.
fn odd_layout(t: &mut TileTy) {
    (t.blayout, t.slayout) = Layout::Nn.orders();
    (t.rows, t.cols) = (t.rows.next_multiple_of(64), t.cols.next_multiple_of(64));
}

static EXTRACT_LAYOUT: Custom = Custom {
    name: "extract-layout",
    code: code::LAYOUT,
    text: "left is NZ or ZZ, right is ZN, an acc source is NZ and goes to NZ in mat and to ND or NZ in vec, vec -> vec keeps ND or NZ",
    holds: |args| {
        let (Some(s), Some(d)) = (args.tile(0), args.tile(DST)) else { return true };
        use Layout::*;
        let (from, to) = (s.layout(), d.layout());
        match (s.space, d.space) {
            (Mat, Left) => matches!(to, Nz | Zz),
            (Mat, Right) => to == Zn,
            (Acc, Mat) => from == Nz && to == Nz,
            (Acc, Vec) => from == Nz && matches!(to, Nd | Nz),
            (Vec, Vec) => from == to && matches!(from, Nd | Nz),
            _ => true,
        }
    },
    found: |args| pair_text(args, 0, DST),
    mutate_to_violate: |b| {
        // The source of a path to the cube has a rule of its own.
        let from_mat = b.tile(0).is_some_and(|t| t.space == Mat);
        if let Some(t) = b.tile(if from_mat { DST } else { 0 }) {
            odd_layout(t);
        }
    },
};

static INSERT_LAYOUT: Custom = Custom {
    name: "insert-layout",
    code: code::LAYOUT,
    text: "an acc source is NZ and goes to NZ in mat and to ND or NZ in vec, vec -> mat goes from ND or NZ to NZ (or from NZ to ZN, or, on A5, stays ZN), vec -> vec keeps ND or NZ",
    holds: |args| {
        let (Some(s), Some(d)) = (args.tile(0), args.tile(DST)) else { return true };
        use Layout::*;
        let (from, to) = (s.layout(), d.layout());
        match (s.space, d.space) {
            (Acc, Mat) => from == Nz && to == Nz,
            (Acc, Vec) => from == Nz && matches!(to, Nd | Nz),
            (Vec, Mat) => {
                matches!((from, to), (Nd | Nz, Nz) | (Nz, Zn))
                    || ((from, to) == (Zn, Zn) && args.target.profile() != Target::A2A3)
            }
            (Vec, Vec) => from == to && matches!(from, Nd | Nz),
            _ => true,
        }
    },
    found: |args| pair_text(args, 0, DST),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(0) {
            odd_layout(t);
            if let Some(d) = b.tile(DST) {
                (d.rows, d.cols) = (d.rows.max(128), d.cols.max(128));
            }
        }
    },
};

/// Element types of vec windows.
fn vec_window(target: Target, d: DType) -> bool {
    let a2a3 = matches!(d, I32 | U32 | I16 | U16 | I8 | U8 | F16 | Bf16 | F32);
    let a5 = matches!(
        d,
        F16 | Bf16 | F32 | I32 | I8 | Hif8 | F8E4M3 | F8E5M2 | F8E8M0 | F4E1M2x2 | F4E2M1x2
    );
    on_device(target, a2a3, a5)
}

fn window_types(args: &Args<'_>) -> bool {
    let (Some(s), Some(d)) = (args.tile(0), args.tile(DST)) else { return true };
    let (a, b) = (s.dtype.plain(), d.dtype.plain());
    match (s.space, d.space) {
        (Acc, _) => fixpipe_converts(args.target, a, b, args.has(DST + 1) || args.has(DST + 2)),
        (Mat, Left | Right) => a == b && cube_input(args.target, a),
        (Vec, Vec | Mat) => a == b && vec_window(args.target, a),
        _ => a == b,
    }
}

static WINDOW_TYPES: Custom = Custom {
    name: "window-types",
    code: code::DTYPE_TUPLE,
    text: "the element types must be equal and known to the path, or a conversion of the fix pipe",
    holds: window_types,
    found: |args| pair_text(args, 0, DST),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(DST) {
            t.dtype = if t.dtype.bits() == 32 { U32 } else { I64 };
            t.cols = t.cols.max(16);
        }
    },
};

/// Offset `index` and an extent inside another: unknown passes.
fn fits(index: Option<i64>, inner: u32, outer: u32) -> bool {
    index.is_none_or(|i| i >= 0 && i <= i64::from(outer) - i64::from(inner))
}

/// Rows and columns of a window: what is valid, and one half of an accumulator that is divided between two vector cores.
///
/// Source: pto-isa@3186c381 include/pto/npu/a5/TInsert.hpp:56-118, TPush.hpp:205-235.
fn window_size(args: &Args<'_>, window: u8) -> Option<(u32, u32)> {
    let w = args.tile(window)?;
    let rows = w.valid_rows.known().unwrap_or(0).min(w.rows);
    let cols = w.valid_cols.known().unwrap_or(0).min(w.cols);
    let mode = |name| args.word("accToVecMode").is_some_and(|w| w.eq_ignore_ascii_case(name));
    Some(match w.space == Acc {
        true if mode("dual_mode_split_m") => (rows / 2, cols),
        true if mode("dual_mode_split_n") => (rows, cols / 2),
        _ => (rows, cols),
    })
}

/// Whether a window lies inside a tile; its row and column are the operands from `index` on.
fn window_fits(args: &Args<'_>, window: u8, whole: u8, index: u8) -> bool {
    let (Some((rows, cols)), Some(t)) = (window_size(args, window), args.tile(whole)) else {
        return true;
    };
    let at = |o: u8| args.slots.get(o as usize).and_then(|s| s.constant);
    fits(at(index), rows, t.rows) && fits(at(index + 1), cols, t.cols)
}

fn window_found(args: &Args<'_>, window: u8, whole: u8, index: u8) -> String {
    let at = |o: u8| match args.slots.get(o as usize).and_then(|s| s.constant) {
        Some(n) => n.to_string(),
        None => "?".into(),
    };
    let show = |size: Option<(u32, u32)>| {
        size.map_or_else(String::new, |(rows, cols)| format!("{rows} x {cols}"))
    };
    let size = show(window_size(args, window));
    let within = show(args.tile(whole).map(|t| (t.rows, t.cols)));
    format!("a window of {size} at ({}, {}) in {within}", at(index), at(index + 1))
}

const fn extract_bounds<const DST: u8, const INDEX: u8>() -> Custom {
    Custom {
        name: "extract-bounds",
        code: code::OUT_OF_BOUNDS,
        text: "the window at (`indexRow`, `indexCol`) with the size of `dst` must lie inside `src`",
        holds: |args| window_fits(args, DST, 0, INDEX),
        found: |args| window_found(args, DST, 0, INDEX),
        mutate_to_violate: |b| b.constants.extend([(INDEX, 4096), (INDEX + 1, 0)]),
    }
}

const fn insert_bounds<const DST: u8, const INDEX: u8>() -> Custom {
    Custom {
        name: "insert-bounds",
        code: code::OUT_OF_BOUNDS,
        text: "the window at (`indexRow`, `indexCol`) with the size of `src` must lie inside `dst`",
        holds: |args| window_fits(args, 0, DST, INDEX),
        found: |args| window_found(args, 0, DST, INDEX),
        mutate_to_violate: |b| b.constants.extend([(INDEX, 4096), (INDEX + 1, 0)]),
    }
}

/// Rows and columns that an index counts in: the cube is fed whole boxes, and A2/A3 moves whole blocks between vec tiles.
/// `whole` is the tile that the window lies in, `window` the other one.
fn index_unit(target: Target, whole: &TileTy, window: &TileTy) -> (u32, u32) {
    let a2a3 = target.profile() == Target::A2A3;
    let layout = whole.layout();
    match (whole.space, window.space) {
        (Mat, Left | Right) if matches!(layout, Layout::Nz | Layout::Zn) => {
            let transposed = (window.space == Left) == (layout == Layout::Zn);
            match (a2a3 && transposed, whole.dtype.bits() <= 8) {
                (true, true) => (32, 32),
                (true, false) => (16, 16),
                (false, _) => layout.inner_box(whole.dtype, whole.fractal),
            }
        }
        // One element is moved by the scalar unit.
        (Vec, Vec)
            if a2a3 && (window.valid_rows, window.valid_cols) != (Dim::Is(1), Dim::Is(1)) =>
        {
            let rows = if layout == Layout::Nz { 16 } else { 1 };
            (rows, whole.dtype.per_block())
        }
        _ => (1, 1),
    }
}

fn index_holds(args: &Args<'_>, whole: u8, window: u8) -> bool {
    let (Some(t), Some(w)) = (args.tile(whole), args.tile(window)) else { return true };
    let (rows, cols) = index_unit(args.target, t, w);
    let at = |o: usize| args.slots.get(o).and_then(|s| s.constant);
    let whole = |i: Option<i64>, unit: u32| i.is_none_or(|i| i % i64::from(unit) == 0);
    whole(at(1), rows) && whole(at(2), cols)
}

fn index_found(args: &Args<'_>, whole: u8, window: u8) -> String {
    let (Some(t), Some(w)) = (args.tile(whole), args.tile(window)) else { return "?".into() };
    let (rows, cols) = index_unit(args.target, t, w);
    let place = window_found(args, window, whole, 1);
    format!("{place}; rows count by {rows}, columns by {cols}")
}

static EXTRACT_INDEX: Custom = Custom {
    name: "extract-index",
    code: code::OP_RULE,
    text: "a window starts at a box of the source on its way to left or right, and on A2/A3 at a block of 32 bytes from vec to vec",
    holds: |args| index_holds(args, 0, DST),
    found: |args| index_found(args, 0, DST),
    mutate_to_violate: |b| b.constants.extend([(1, 0), (2, 1)]),
};

static INSERT_INDEX: Custom = Custom {
    name: "insert-index",
    code: code::OP_RULE,
    text: "from vec to vec on A2/A3 a window starts at a block of 32 bytes of the destination",
    holds: |args| index_holds(args, DST, 0),
    found: |args| index_found(args, DST, 0),
    mutate_to_violate: |b| b.constants.extend([(1, 0), (2, 1)]),
};

/// The tile that is moved lies inside the other one as it is allocated: so the page has it, and the headers of A2/A3
/// for tiles of the cube (`CUBE`), while windows between vec tiles are compared by their valid regions. What
/// [`window_fits`] finds is left to its rule.
const fn allocated<const CUBE: bool, const WINDOW: u8, const WHOLE: u8, const INDEX: u8>(
    name: &'static str,
    text: &'static str,
) -> Custom {
    Custom {
        name,
        code: code::OUT_OF_BOUNDS,
        text,
        holds: |args| {
            let (Some(w), Some(t)) = (args.tile(WINDOW), args.tile(WHOLE)) else { return true };
            let other_rule = args.attr("accToVecMode").is_some()
                || CUBE && (w.space == Vec || t.space == Vec)
                || !window_fits(args, WINDOW, WHOLE, INDEX);
            if other_rule {
                return true;
            }
            let at = |o: u8| args.slots.get(o as usize).and_then(|s| s.constant);
            fits(at(INDEX), w.rows, t.rows) && fits(at(INDEX + 1), w.cols, t.cols)
        },
        found: |args| {
            let show =
                |o| args.tile(o).map_or_else(String::new, |t| format!("{} x {}", t.rows, t.cols));
            let at = |o: u8| match args.slots.get(o as usize).and_then(|s| s.constant) {
                Some(n) => n.to_string(),
                None => "?".into(),
            };
            let place = format!("({}, {})", at(INDEX), at(INDEX + 1));
            format!("{} at {place} in {}", show(WINDOW), show(WHOLE))
        },
        mutate_to_violate: |b| {
            let last = b.tile(WHOLE).map_or(0, |t| t.rows.saturating_sub(1));
            if let Some(t) = b.tile(WINDOW) {
                t.valid_rows = Dim::Is(1);
            }
            b.constants.extend([(INDEX, i64::from(last)), (INDEX + 1, 0)]);
        },
    }
}

const ALLOCATED_DST: &str =
    "`dst` as it is allocated, put at (`indexRow`, `indexCol`), must lie inside `src`";
const ALLOCATED_SRC: &str =
    "`src` as it is allocated, put at (`indexRow`, `indexCol`), must lie inside `dst`";
static EXTRACT_ALLOCATED: Custom =
    allocated::<false, DST, 0, 1>("extract-allocated", ALLOCATED_DST);
static INSERT_ALLOCATED: Custom = allocated::<false, 0, DST, 1>("insert-allocated", ALLOCATED_SRC);
static CUBE_EXTRACT_ALLOCATED: Custom =
    allocated::<true, DST, 0, 1>("extract-cube-allocated", ALLOCATED_DST);
static CUBE_INSERT_ALLOCATED: Custom =
    allocated::<true, 0, DST, 1>("insert-cube-allocated", ALLOCATED_SRC);
static FP_EXTRACT_ALLOCATED: Custom =
    allocated::<true, 4, 0, 2>("extract-fp-allocated", ALLOCATED_DST);
static FP_INSERT_ALLOCATED: Custom =
    allocated::<true, 0, 4, 2>("insert-fp-allocated", ALLOCATED_SRC);

/// Between vec tiles without boxes the smaller tile is allocated no larger than the other one; in NZ, no wider.
const fn vec_sizes<const WINDOW: u8, const WHOLE: u8>(
    name: &'static str,
    text: &'static str,
) -> Custom {
    Custom {
        name,
        code: code::EXTENT,
        text,
        holds: |args| {
            let (Some(w), Some(t)) = (args.tile(WINDOW), args.tile(WHOLE)) else { return true };
            let both = |l: Layout| w.layout() == l && t.layout() == l;
            (w.space, t.space) != (Vec, Vec)
                || !(both(Layout::Nd) || both(Layout::Nz))
                || w.cols <= t.cols && (w.rows <= t.rows || both(Layout::Nz))
        },
        found: |args| {
            let show =
                |o| args.tile(o).map_or_else(String::new, |t| format!("{} x {}", t.rows, t.cols));
            format!("{} for {}", show(WINDOW), show(WHOLE))
        },
        mutate_to_violate: |b| {
            let whole = b.tile(WHOLE).map_or(0, |t| t.cols);
            if let Some(t) = b.tile(WINDOW) {
                t.cols = 2 * whole;
            }
        },
    }
}

static EXTRACT_SIZES: Custom = vec_sizes::<DST, 0>(
    "extract-vec-sizes",
    "from vec to vec `dst` is allocated with no more rows and columns than `src`, in NZ with no more columns",
);
static INSERT_SIZES: Custom = vec_sizes::<0, DST>(
    "insert-vec-sizes",
    "from vec to vec `src` is allocated with no more rows and columns than `dst`, in NZ with no more columns",
);

static EXTRACT_PACKED: Custom = Custom {
    name: "extract-packed-blocks",
    code: code::OP_RULE,
    text: "4-bit floats are moved from vec to vec in whole blocks of 32 bytes: `indexCol` and the valid columns of `dst`",
    holds: |args| {
        let Some(d) = args.tile(DST).filter(|d| d.space == Vec) else { return true };
        if !matches!(d.dtype, F4E2M1x2 | F4E1M2x2) || args.tile(0).is_none_or(|s| s.space != Vec) {
            return true;
        }
        let column = args.slots.get(2).and_then(|s| s.constant);
        column.is_none_or(|c| c % 32 == 0) && d.valid_cols.known().is_none_or(|c| c % 32 == 0)
    },
    found: |args| {
        let column = args.slots.get(2).and_then(|s| s.constant);
        let valid = args.tile(DST).map(|t| t.valid_cols.to_string()).unwrap_or_default();
        format!("column {}, {valid} valid columns", column.map_or("?".into(), |c| c.to_string()))
    },
    mutate_to_violate: |b| {
        for slot in [0, DST] {
            if let Some(t) = b.tile(slot) {
                t.dtype = F4E2M1x2;
            }
        }
        if let Some(t) = b.tile(DST) {
            t.valid_cols = Dim::Is(8);
        }
    },
};

static EXTRACT_BOUNDS: Custom = extract_bounds::<DST, 1>();
static INSERT_BOUNDS: Custom = insert_bounds::<DST, 1>();
// The older spellings have `fp` in second place: src, fp, indexRow, indexCol, dst.
static FP_EXTRACT_BOUNDS: Custom = extract_bounds::<4, 2>();
static FP_INSERT_BOUNDS: Custom = insert_bounds::<4, 2>();
static FP_FRACTAL_512: Custom = fractal_512::<4>();

static ZN_ROWS: Custom = Custom {
    name: "insert-zn-rows",
    code: code::EXTENT,
    text: "a ZN source has whole boxes: `indexRow` and its valid rows are multiples of 32 bytes of elements",
    holds: |args| {
        let Some(s) = args.tile(0).filter(|s| s.space == Vec && s.layout() == Layout::Zn) else {
            return true;
        };
        let rows = i64::from(32 / s.dtype.bytes().max(1));
        let index = args.slots.get(1).and_then(|s| s.constant);
        index.is_none_or(|i| i % rows == 0)
            && s.valid_rows.known().is_none_or(|n| i64::from(n) % rows == 0)
    },
    found: |args| window_found(args, 0, DST, 1),
    mutate_to_violate: |b| {
        if b.tile(0).is_some_and(|t| t.space == Vec && t.layout() == Layout::Zn) {
            b.constants.extend([(1, 1), (2, 0)]);
        }
    },
};

static FP_NEEDS_ACC: Custom = Custom {
    name: "fp-needs-acc",
    code: code::FORBIDDEN,
    text: "`fp` goes with an acc source only",
    holds: |args| !args.has(DST + 1) || args.tile(0).is_none_or(|t| t.space == Acc),
    found: |args| path_text(args, 0, DST),
    mutate_to_violate: |b| {
        if b.tile(0).is_some_and(|t| t.space != Acc) {
            b.types[DST as usize + 1] = Some(super::tile_move::scaling_tile());
        }
    },
};

static SPLIT_PATH: Custom = Custom {
    name: "insert-split-mode",
    code: code::ATTR_FOR_TARGET,
    text: "`tinsertMode` goes with an NZ source in vec and a mat destination on A5",
    holds: |args| {
        let (Some(s), Some(d)) = (args.tile(0), args.tile(DST)) else { return true };
        args.attr("tinsertMode").is_none()
            || (args.target.profile() != Target::A2A3
                && (s.space, d.space) == (Vec, Mat)
                && s.layout() == Layout::Nz)
    },
    found: |args| pair_text(args, 0, DST),
    mutate_to_violate: |b| {
        if b.tile(DST).is_some_and(|t| t.space != Mat) {
            b.attrs.push(("tinsertMode".into(), "#pto.tinsert_mode<split2>".into()));
        }
    },
};

static ONE_QUANTISER: Custom = one_quantiser::<DST>();
static SCALAR_NEEDS_ACC: Custom = scalar_needs_acc::<DST>();
static VEC_MODE_PATH: Custom = vec_mode_path::<DST>();
static DUAL_MODE_PLAIN: Custom = dual_mode_plain::<DST>();
static DUAL_MODE_HALVES: Custom = dual_mode_halves::<DST>();
static FRACTAL_512: Custom = fractal_512::<DST>();
static CUBE_SOURCE: Custom = cube_source::<DST, false>();

ops! {
    base: BASE;

    /// Copy a window of a tile into a tile.
    ///
    /// The window starts at (`indexRow`, `indexCol`) and has the size of `dst`. The path decides layouts and
    /// conversions; an acc source may be quantised by `fp` (offset by `indexCol`) or by `preQuantScalar`.
    textract(src: In Tile, indexRow: In Index, indexCol: In Index, dst: Out Tile, fp: OptIn Tile, preQuantScalar: OptIn Scalar) {
        origin: Origin::Manual("docs/isa/tile/ops/layout-and-rearrangement/textract.md"),
        cpp: "TEXTRACT(dst, src, indexRow, indexCol); TEXTRACT<type(dst), type(src), reluPreMode:ReluPreMode>(dst, src, indexRow, indexCol); TEXTRACT<type(dst), type(src), accToVecMode:AccToVecMode[, reluPreMode:ReluPreMode]>(dst, src, [preQuantScalar, ]indexRow, indexCol); TEXTRACT<type(dst), type(src)[, reluPreMode:ReluPreMode]>(dst, src, preQuantScalar, indexRow, indexCol); TEXTRACT_FP<type(dst), type(src), type(fp)[, reluPreMode:ReluPreMode]>(dst, src, fp, indexRow, indexCol); TEXTRACT<type(dst), type(src), type(fp), accToVecMode:AccToVecMode[, reluPreMode:ReluPreMode]>(dst, src, fp, indexRow, indexCol)",
        formula: "dst[i,j] = Convert(src[indexRow+i, indexCol+j])",
        attrs: &[VEC_MODE, RELU],
        rules: &[
            custom(&[src, dst], &EXTRACT_PATH),
            custom(&[src, dst], &EXTRACT_DOCUMENTED).only(Targets::NPU).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/layout-and-rearrangement/textract.md:46-62"),
            custom(&[src, fp], &FP_NEEDS_ACC),
            in_space(&[fp], &[Scaling]),
            custom(&[fp, preQuantScalar], &ONE_QUANTISER),
            custom(&[src, preQuantScalar], &SCALAR_NEEDS_ACC),
            custom(&[src, dst], &EXTRACT_LAYOUT),
            custom(&[dst, src], &CUBE_SOURCE).cite(CUBE_SOURCE_CITE),
            custom(&[src, dst], &FRACTAL_512).only(Targets::A2A3),
            custom(&[src, dst], &WINDOW_TYPES),
            custom(&[src, dst, indexRow], &EXTRACT_BOUNDS),
            custom(&[src, dst, indexRow], &CUBE_EXTRACT_ALLOCATED).only(Targets::A2A3)
                .cite("pto-isa@3186c381 include/pto/npu/a2a3/TExtract.hpp:55-60, 489-500"),
            custom(&[src, dst, indexRow], &EXTRACT_ALLOCATED).only(Targets::CPU_A5).manual_only()
                .cite("pto-isa@3186c381 docs/isa/tile/ops/layout-and-rearrangement/textract.md:152"),
            custom(&[src, dst], &EXTRACT_SIZES).only(Targets::A5)
                .cite("pto-isa@3186c381 include/pto/npu/a5/TExtract.hpp:1138-1160"),
            custom(&[src, dst], &EXTRACT_PACKED).only(Targets::A5)
                .cite("pto-isa@3186c381 include/pto/npu/a5/TExtract.hpp:870-881"),
            custom(&[src, dst, indexRow], &EXTRACT_INDEX).only(Targets::A2A3)
                .cite("pto-isa@3186c381 include/pto/common/arch/memory/textract_common.hpp:81-94, 198-211, npu/a2a3/TExtract.hpp:218-253"),
            custom(&[src, dst, indexRow], &EXTRACT_INDEX).only(Targets::A5).warn()
                .cite("pto-isa@3186c381 include/pto/npu/a5/TExtract.hpp:129-158, 281-310 cuts the index down to a box"),
            custom(&[src], &RELU_NEEDS_ACC),
            custom(&[src, dst], &VEC_MODE_PATH),
            custom(&[dst], &DUAL_MODE_PLAIN).only(Targets::CPU_A5),
            custom(&[src, dst], &DUAL_MODE_HALVES).only(Targets::A5).cite(DUAL_CITE),
        ],
        sem: Sem::Move(Move { src, dst, part: MovePart::Extract(indexRow, indexCol), fp: Some(fp), scalar: Some(preQuantScalar) }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TExtract.hpp:19-540, common/arch/memory/textract_common.hpp:537-590")
                .conflicting_sources(&[
                    other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:7837-8010", "quantised acc also f32 -> u8 and i32 -> u16"),
                ]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TExtract.hpp:496-1320")
                .conflicting_sources(&[
                    other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:8012-8155", "vec -> vec is ND only and has no i32"),
                ]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TExtract.hpp:88-188"),
        ],
        notes: &[
            "Equal element types are demanded except from acc: the page's own fix-pipe examples convert.",
            "Both NZ and ZZ are accepted for left on both devices, as programs in circulation write them.",
            "Bounds are checked with the valid region of `dst` where the index is known, and with its allocation where the page or a header does.",
        ],
    }

    /// Copy a window of an accumulator through the fix pipe with one quantisation parameter per column.
    ///
    /// The older spelling of `textract` with `fp`; the parameters start at column `indexCol` of `fp`.
    textract_fp(src: In Tile, fp: OptIn Tile, indexRow: In Index, indexCol: In Index, dst: Out Tile) {
        aliases: &["textract.fp"],
        origin: Origin::Manual("docs/isa/TEXTRACT_FP.md"),
        cpp: "TEXTRACT_FP<type(dst), type(src), type(fp)[, reluPreMode:ReluPreMode]>(dst, src, fp, indexRow, indexCol)",
        formula: "dst[i,j] = Convert(src[indexRow+i, indexCol+j]; fp[indexCol+j])",
        attrs: &[RELU],
        pipe: PipeSelector::Fixed(Pipe::Fix),
        rules: &[
            in_space(&[src], &[Acc]),
            required(&[fp]).cite("pto-isa@3186c381 include/pto/npu/a2a3/TExtract.hpp:526-536; the forms of docs/isa/TEXTRACT_FP.md:35-41 leave it out"),
            in_space(&[fp], &[Scaling]),
            in_space(&[dst], &[Mat]).only(Targets::A2A3),
            in_space(&[dst], &[Mat, Vec]).only(Targets::CPU_A5),
            has_layout(&[src], &[Nz]),
            has_layout(&[dst], &[Nz]).only(Targets::A2A3),
            has_layout(&[dst], &[Nd, Nz]).only(Targets::A5),
            has_dtype(&[src], &[F32, I32]),
            custom(&[src, dst], &FP_FRACTAL_512).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/common.hpp:93-94"),
            custom(&[src, dst, indexRow], &FP_EXTRACT_ALLOCATED).only(Targets::A2A3)
                .cite("pto-isa@3186c381 include/pto/npu/a2a3/TExtract.hpp:529-534"),
            custom(&[src, dst, indexRow], &FP_EXTRACT_BOUNDS).cite("pto-isa@3186c381 include/pto/npu/a2a3/TExtract.hpp:529-534"),
        ],
        sem: Sem::Move(Move { src, dst, part: MovePart::Extract(indexRow, indexCol), fp: Some(fp), scalar: None }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TExtract.hpp:526-536, common.hpp:88-121")
                .tuples(&[src, dst], &[&[F32, I8], &[I32, I8], &[I32, U8], &[I32, F16], &[I32, I16]]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TExtract.hpp:1281-1320, common.hpp:140-182")
                .tuples(&[src, dst], FIXPIPE_QUANT_A5),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TExtract.hpp:173-188 checks nothing"),
        ],
        notes: &["The flat page lists the operands without `fp`; its intrinsic and the assembler have it."],
    }

    /// Copy a tile into a window of a tile.
    ///
    /// The window starts at (`indexRow`, `indexCol`) of `dst`; the rest of `dst` keeps its contents. An acc
    /// source may be quantised by `fp` or by `preQuantScalar`. `tinsertMode` splits an NZ source on A5.
    tinsert(src: In Tile, indexRow: In Index, indexCol: In Index, dst: Out Tile, fp: OptIn Tile, preQuantScalar: OptIn Scalar) {
        origin: Origin::Manual("docs/isa/tile/ops/layout-and-rearrangement/tinsert.md"),
        cpp: "TINSERT(dst, src, indexRow, indexCol); TINSERT<tinsertMode:TInsertMode>(dst, src, indexRow, indexCol); TINSERT<type(dst), type(src), reluPreMode:ReluPreMode>(dst, src, indexRow, indexCol); TINSERT<type(dst), type(src), accToVecMode:AccToVecMode[, reluPreMode:ReluPreMode]>(dst, src, [preQuantScalar, ]indexRow, indexCol); TINSERT<type(dst), type(src)[, reluPreMode:ReluPreMode]>(dst, src, preQuantScalar, indexRow, indexCol); TINSERT_FP<type(dst), type(src), type(fp)[, reluPreMode:ReluPreMode]>(dst, src, fp, indexRow, indexCol); TINSERT<type(dst), type(src), type(fp), accToVecMode:AccToVecMode[, reluPreMode:ReluPreMode]>(dst, src, fp, indexRow, indexCol)",
        formula: "dst[indexRow+i, indexCol+j] = Convert(src[i,j])",
        attrs: &[VEC_MODE, RELU, word("tinsertMode", &["split2", "split4"]).doc("split the NZ source into 2 or 4 parts")],
        rules: &[
            custom(&[src, dst], &INSERT_PATH),
            custom(&[src, dst], &INSERT_DOCUMENTED).only(Targets::A2A3).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/layout-and-rearrangement/tinsert.md:71"),
            custom(&[src, fp], &FP_NEEDS_ACC),
            in_space(&[fp], &[Scaling]),
            custom(&[fp, preQuantScalar], &ONE_QUANTISER),
            custom(&[src, preQuantScalar], &SCALAR_NEEDS_ACC),
            custom(&[src, dst], &INSERT_LAYOUT),
            custom(&[src, dst], &FRACTAL_512).only(Targets::A2A3),
            custom(&[src, dst], &WINDOW_TYPES),
            custom(&[src, dst, indexRow], &INSERT_BOUNDS),
            custom(&[src, dst, indexRow], &CUBE_INSERT_ALLOCATED).only(Targets::A2A3)
                .cite("pto-isa@3186c381 include/pto/npu/a2a3/TInsert.hpp:182-187, 200-205"),
            custom(&[src, dst, indexRow], &INSERT_ALLOCATED).only(Targets::CPU_A5).manual_only()
                .cite("pto-isa@3186c381 docs/isa/tile/ops/layout-and-rearrangement/tinsert.md:171"),
            custom(&[src, dst], &INSERT_SIZES).only(Targets::A5)
                .cite("pto-isa@3186c381 include/pto/npu/a5/TInsert.hpp:525-544"),
            custom(&[src, dst, indexRow], &INSERT_INDEX).only(Targets::A2A3)
                .cite("pto-isa@3186c381 include/pto/npu/a2a3/TInsert.hpp:140-142, common/arch/memory/tinsert_common.hpp:159-160"),
            custom(&[src], &ZN_ROWS).only(Targets::CPU_A5).cite("pto-isa@3186c381 include/pto/npu/a5/TInsert.hpp:610-620"),
            custom(&[src], &RELU_NEEDS_ACC),
            custom(&[src, dst], &VEC_MODE_PATH),
            custom(&[dst], &DUAL_MODE_PLAIN).only(Targets::CPU_A5),
            custom(&[src, dst], &DUAL_MODE_HALVES).only(Targets::A5).cite(DUAL_CITE),
            custom(&[src, dst], &SPLIT_PATH),
        ],
        sem: Sem::Move(Move { src, dst, part: MovePart::Insert(indexRow, indexCol), fp: Some(fp), scalar: Some(preQuantScalar) }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TInsert.hpp:129-241, common/arch/memory/tinsert_common.hpp:90-145"),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TInsert.hpp:129-690")
                .conflicting_sources(&[
                    other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:8157-8490", "8- and 32-bit integers of any sign"),
                ]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TInsert.hpp:22-86"),
        ],
        notes: &[
            "Bounds are checked with the valid region of `src` where the index is known, and with its allocation where the page or a header does.",
            "The page names six insert modes of C++; the path and the layouts decide them here, but for the two that split.",
        ],
    }

    /// Put an accumulator through the fix pipe into a window, with one quantisation parameter per column.
    ///
    /// The older spelling of `tinsert` with `fp`. The rest of `dst` keeps its contents.
    tinsert_fp(src: In Tile, fp: In Tile, indexRow: In Index, indexCol: In Index, dst: Out Tile) {
        aliases: &["tinsert.fp"],
        origin: Origin::Manual("docs/isa/TINSERT_FP.md"),
        cpp: "TINSERT_FP<type(dst), type(src), type(fp)[, reluPreMode:ReluPreMode]>(dst, src, fp, indexRow, indexCol)",
        formula: "dst[indexRow+i, indexCol+j] = Convert(src[i,j]; fp[j])",
        attrs: &[RELU],
        pipe: PipeSelector::Fixed(Pipe::Fix),
        rules: &[
            in_space(&[src], &[Acc]),
            in_space(&[fp], &[Scaling]),
            in_space(&[dst], &[Mat]).only(Targets::A2A3),
            in_space(&[dst], &[Mat, Vec]).only(Targets::CPU_A5),
            has_layout(&[src], &[Nz]),
            has_layout(&[dst], &[Nz]).only(Targets::A2A3),
            has_layout(&[dst], &[Nd, Nz]).only(Targets::A5),
            has_dtype(&[src], &[F32, I32]),
            custom(&[src, dst], &FP_FRACTAL_512).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/common.hpp:93-94"),
            custom(&[src, dst, indexRow], &FP_INSERT_ALLOCATED).only(Targets::A2A3)
                .cite("pto-isa@3186c381 include/pto/npu/a2a3/TInsert.hpp:235-240"),
            custom(&[src, dst, indexRow], &FP_INSERT_BOUNDS),
        ],
        sem: Sem::Move(Move { src, dst, part: MovePart::Insert(indexRow, indexCol), fp: Some(fp), scalar: None }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TInsert.hpp:231-241, common.hpp:88-121")
                .tuples(&[src, dst], &[&[F32, I8], &[I32, I8], &[I32, U8], &[I32, F16], &[I32, I16]]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TInsert.hpp:195-213, common.hpp:140-182")
                .tuples(&[src, dst], FIXPIPE_QUANT_A5),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TInsert.hpp:71 checks nothing"),
        ],
    }
}
