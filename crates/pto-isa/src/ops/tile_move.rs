//! Tiles to tiles: copies between memories, with repacking and conversion on the way.

use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, AttrValue, Custom, Mutator};
use crate::ty::{TileTy, Type};
use crate::{DType, Layout, SLayout, Space};

const BASE: OpDef = OpDef {
    family: "layout-and-rearrangement",
    form: PrintForm::Dps,
    cost: Cost::Move,
    ..OpDef::EMPTY
};

/// Answers for the union of the devices on `cpu`.
pub(super) fn on_device(target: Target, a2a3: bool, a5: bool) -> bool {
    match target.profile() {
        Target::A2A3 => a2a3,
        Target::A5 => a5,
        _ => a2a3 || a5,
    }
}

/// Whether the fix pipe turns `src` elements into `dst` elements on the way out of L0C into a tile.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/common.hpp:88-121, a5/common.hpp:140-182; f8E5M2 is
/// taken by PTOAS 0.60 on A5.
pub(super) fn fixpipe_converts(target: Target, src: DType, dst: DType, quant: bool) -> bool {
    let a2a3 = match (src, quant) {
        (F32, false) => matches!(dst, F16 | Bf16),
        (F32, true) => dst == I8,
        (I32, true) => matches!(dst, I8 | U8 | F16 | I16),
        _ => false,
    };
    let a5 = match (src, quant) {
        (F32, false) => matches!(dst, F16 | Bf16 | F32),
        (I32, false) => dst == I32,
        (F32, true) => matches!(dst, I8 | U8 | Hif8 | F16 | Bf16 | F8E4M3 | F8E5M2 | F32),
        (I32, true) => matches!(dst, I8 | U8 | F16 | Bf16),
        _ => false,
    };
    on_device(target, a2a3, a5)
}

/// Element types of the L0A and L0B inputs.
pub(super) fn cube_input(target: Target, d: DType) -> bool {
    let a2a3 = matches!(d, I8 | F16 | Bf16 | F32);
    let low = matches!(d, F8E4M3 | F8E5M2 | Hif8 | F4E1M2x2 | F4E2M1x2 | F8E8M0);
    !target.is_device() || on_device(target, a2a3, a2a3 || low)
}

/// `vec -> mat`, for messages.
pub(super) fn path_text(args: &Args<'_>, src: u8, dst: u8) -> String {
    let name = |o: u8| args.tile(o).map_or("?", |t| t.space.tile_name());
    format!("{} -> {}", name(src), name(dst))
}

/// `NZ f32 -> ND f16`, for messages.
pub(super) fn pair_text(args: &Args<'_>, src: u8, dst: u8) -> String {
    let name = |o: u8| match args.tile(o) {
        Some(t) => format!("{} {}", t.layout().name(), t.dtype),
        None => "?".into(),
    };
    format!("{} -> {} ({})", name(src), name(dst), path_text(args, src, dst))
}

/// Whether a word attribute is given with another value than its default.
pub(super) fn word_is_not(args: &Args<'_>, name: &str, default: &str) -> bool {
    args.word(name).is_some_and(|w| !w.eq_ignore_ascii_case(default))
}

pub(super) fn scaling_tile() -> Type {
    Type::Tile(TileTy { space: Scaling, ..TileTy::vec(F32, 1, 64) })
}

/// At most one of the two ways to quantise. Operand 0 is the source; `fp` and the scalar follow `DST`.
pub(super) const fn one_quantiser<const DST: u8>() -> Custom {
    Custom {
        name: "one-quantiser",
        code: code::FORBIDDEN,
        text: "`fp` and `preQuantScalar` exclude each other",
        holds: |args| !(args.has(DST + 1) && args.has(DST + 2)),
        found: |_| "both are given".into(),
        mutate_to_violate: |b| {
            if b.tile(0).is_some_and(|t| t.space == Acc) {
                b.types[DST as usize + 1].get_or_insert_with(scaling_tile);
                b.types[DST as usize + 2] = Some(Type::Scalar(I64));
            }
        },
    }
}

/// Quantising and ReLU are stages of the fix pipe.
pub(super) const fn scalar_needs_acc<const DST: u8>() -> Custom {
    Custom {
        name: "quant-scalar-needs-acc",
        code: code::FORBIDDEN,
        text: "`preQuantScalar` goes with an acc source only",
        holds: |args| !args.has(DST + 2) || args.tile(0).is_none_or(|t| t.space == Acc),
        found: |args| format!("`src` is in {}", args.tile(0).map_or("?", |t| t.space.tile_name())),
        mutate_to_violate: |b| {
            if b.tile(0).is_some_and(|t| t.space != Acc) {
                b.types[DST as usize + 2] = Some(Type::Scalar(I64));
            }
        },
    }
}

pub(super) static RELU_NEEDS_ACC: Custom = Custom {
    name: "relu-needs-acc",
    code: code::ATTR_FOR_TARGET,
    text: "`reluPreMode` goes with an acc source only",
    holds: |args| {
        !word_is_not(args, "reluPreMode", "no_relu") || args.tile(0).is_none_or(|t| t.space == Acc)
    },
    found: |args| format!("`src` is in {}", args.tile(0).map_or("?", |t| t.space.tile_name())),
    mutate_to_violate: |b| {
        if b.tile(0).is_some_and(|t| t.space != Acc) {
            b.attrs.push(("reluPreMode".into(), "#pto<relu_pre_mode normal_relu>".into()));
        }
    },
};

pub(super) const fn vec_mode_path<const DST: u8>() -> Custom {
    Custom {
        name: "acc-to-vec-mode",
        code: code::ATTR_FOR_TARGET,
        text: "`accToVecMode` goes with an acc source and a vec destination",
        holds: |args| {
            let (Some(s), Some(d)) = (args.tile(0), args.tile(DST)) else { return true };
            args.attr("accToVecMode").is_none() || (s.space == Acc && d.space == Vec)
        },
        found: |args| path_text(args, 0, DST),
        mutate_to_violate: |b| {
            if b.tile(DST).is_some_and(|t| t.space != Vec) {
                set_vec_mode(b, "single_mode_vec0");
            }
        },
    }
}

/// Both vector cores get unquantised halves.
pub(super) const fn dual_mode_plain<const DST: u8>() -> Custom {
    Custom {
        name: "acc-to-vec-dual-mode",
        code: code::ATTR_FOR_TARGET,
        text: "`accToVecMode` with `fp` or `preQuantScalar` must be a single mode",
        holds: |args| {
            let dual =
                args.word("accToVecMode").is_some_and(|w| w.to_ascii_lowercase().contains("dual"));
            !dual || !(args.has(DST + 1) || args.has(DST + 2))
        },
        found: |args| args.word("accToVecMode").unwrap_or("none").into(),
        mutate_to_violate: |b| {
            let quant = (1..3).any(|o| b.types[DST as usize + o].is_some());
            if quant && b.tile(DST).is_some_and(|t| t.space == Vec) {
                set_vec_mode(b, "dual_mode_split_m");
            }
        },
    }
}

/// Each of two vector cores gets a whole half: rows in pairs, or whole blocks of columns, unchanged.
pub(super) const fn dual_mode_halves<const DST: u8>() -> Custom {
    Custom {
        name: "acc-to-vec-halves",
        code: code::ATTR_FOR_TARGET,
        text: "dual_mode_split_m halves an even number of rows, dual_mode_split_n a multiple of 32 columns; `dst` is not DN and has the element type of `src`",
        holds: |args| {
            let (Some(s), Some(d)) = (args.tile(0), args.tile(DST)) else { return true };
            let mode = args.word("accToVecMode").unwrap_or_default().to_ascii_lowercase();
            let whole = |valid: crate::Dim, size: u32, unit: u32| {
                size.is_multiple_of(unit) && valid.known().is_none_or(|n| n.is_multiple_of(unit))
            };
            let halves = match &*mode {
                "dual_mode_split_m" => whole(s.valid_rows, s.rows, 2),
                "dual_mode_split_n" => whole(s.valid_cols, s.cols, 32),
                _ => return true,
            };
            halves && d.layout() != Layout::Dn && d.dtype.plain() == s.dtype.plain()
        },
        found: |args| {
            let valid = args
                .tile(0)
                .map_or("?".into(), |t| format!("{} x {} valid", t.valid_rows, t.valid_cols));
            format!(
                "{} of {valid}, {}",
                args.word("accToVecMode").unwrap_or("none"),
                pair_text(args, 0, DST)
            )
        },
        mutate_to_violate: |b| {
            let quant = (1..3).any(|o| b.types[DST as usize + o].is_some());
            if !quant && b.tile(DST).is_some_and(|t| t.space == Vec) {
                set_vec_mode(b, "dual_mode_split_m");
                for slot in [0, DST] {
                    if let Some(t) = b.tile(slot) {
                        t.valid_rows = crate::Dim::Is(1);
                    }
                }
            }
        },
    }
}

pub(super) const DUAL_CITE: &str =
    "pto-isa@3186c381 include/pto/npu/a5/TPush.hpp:215-234, a5/common.hpp:184-191";

fn set_vec_mode(b: &mut Mutator<'_>, mode: &str) {
    b.attrs.push(("accToVecMode".into(), format!("#pto.acc_to_vec_mode<{mode}>")));
}

/// The fix pipe of A2/A3 writes boxes of 512 bytes.
pub(super) const fn fractal_512<const DST: u8>() -> Custom {
    Custom {
        name: "acc-to-mat-box",
        code: code::LAYOUT,
        text: "a mat destination of an acc source must have boxes of 512 bytes (`fractal=512`)",
        holds: |args| {
            let (Some(s), Some(d)) = (args.tile(0), args.tile(DST)) else { return true };
            s.space != Acc || d.space != Mat || d.fractal == 512
        },
        found: |args| format!("fractal={}", args.tile(DST).map_or(0, |t| t.fractal)),
        mutate_to_violate: |b| {
            if let Some(t) = b.tile(DST)
                && t.space == Mat
            {
                (t.fractal, t.rows, t.cols) = (1024, t.rows.max(16), t.cols.max(16));
            }
        },
    }
}

/// Whether the copies of L1 into the input buffers of the cube read a tile as it lies there: they move boxes.
/// Another inner order than the destination's means that each box is transposed on the way. One row-major row
/// is moved as a vector, into left.
const fn reads_boxes(s: &TileTy, dst: Space) -> bool {
    let is_row = s.rows == 1 && matches!(s.blayout, crate::BLayout::RowMajor);
    match dst {
        Left => matches!(s.layout(), Layout::Nz | Layout::Zn) || is_row,
        Right => matches!(s.layout(), Layout::Nz | Layout::Zn),
        ScaleLeft => matches!(s.layout(), Layout::Zz),
        ScaleRight => matches!(s.layout(), Layout::Nn),
        _ => true,
    }
}

/// Whether the rows of an unboxed tile are one block wide: then it has the bytes of an NZ tile.
fn is_one_box_wide(t: &TileTy) -> bool {
    t.layout() == Layout::Nd && t.cols == t.dtype.per_block()
}

pub(super) const CUBE_SOURCE_CITE: &str = "pto-isa@3186c381 include/pto/common/arch/memory/textract_common.hpp:449-505, tmov_common.hpp:34-74, npu/a5/TExtract.hpp:34-37,81-84,501-560, npu/a5/TMov.hpp:681-730";

/// A source in L1 on its way to the cube is boxed. `NARROW` lets pass what has the bytes of a boxed tile.
pub(super) const fn cube_source<const DST: u8, const NARROW: bool>() -> Custom {
    Custom {
        name: "cube-source-boxed",
        code: code::LAYOUT,
        text: "a mat source on its way to left or right must be boxed: NZ (`blayout=col_major, slayout=row_major`) or ZN (`blayout=row_major, slayout=col_major`); to left, a single row may be row-major; to scale_left it must be ZZ, to scale_right NN",
        holds: |args| {
            let (Some(s), Some(d)) = (args.tile(0), args.tile(DST)) else { return true };
            let narrow = NARROW && matches!(d.space, Left | Right) && is_one_box_wide(s);
            s.space != Mat || reads_boxes(s, d.space) || narrow
        },
        found: |args| pair_text(args, 0, DST),
        mutate_to_violate: |b| {
            let fed = |s: Space| matches!(s, Left | Right | ScaleLeft | ScaleRight);
            if b.tile(DST).is_some_and(|t| fed(t.space)) {
                // Both keep one shape, and the source is wider than a box.
                for slot in [0, DST] {
                    if let Some(t) = b.tile(slot)
                        && t.rows > 1
                    {
                        t.cols = t.cols.max(64);
                    }
                }
                if let Some(t) = b.tile(0)
                    && t.space == Mat
                    && t.rows > 1
                {
                    (t.blayout, t.slayout) = Layout::Nd.orders();
                }
            }
        },
    }
}

/// The assembler accepts it and the header compiles it, but boxes of another inner order are transposed.
static NARROW_LEFT: Custom = Custom {
    name: "cube-source-narrow",
    code: code::LAYOUT,
    text: "a mat source on its way to left should say that it is NZ (`blayout=col_major, slayout=row_major`): the device transposes boxes of a tile that is not",
    holds: |args| {
        let (Some(s), Some(d)) = (args.tile(0), args.tile(1)) else { return true };
        (s.space, d.space) != (Mat, Left) || s.rows == 1 || !is_one_box_wide(s)
    },
    found: |args| pair_text(args, 0, 1),
    mutate_to_violate: |b| {
        if b.tile(1).is_some_and(|t| t.space == Left) {
            for slot in [0, 1] {
                if let Some(t) = b.tile(slot) {
                    (t.rows, t.cols) = (16, t.dtype.per_block());
                    let extent =
                        |d: crate::Dim, n: u32| d.known().map_or(d, |v| crate::Dim::Is(v.min(n)));
                    (t.valid_rows, t.valid_cols) =
                        (extent(t.valid_rows, t.rows), extent(t.valid_cols, t.cols));
                }
            }
            if let Some(t) = b.tile(0) {
                (t.blayout, t.slayout) = Layout::Nd.orders();
            }
        }
    },
};

pub(super) const VEC_MODE: AttrDef = word(
    "accToVecMode",
    &["single_mode_vec0", "single_mode_vec1", "dual_mode_split_m", "dual_mode_split_n"],
)
.doc("which vector core receives the accumulator");
pub(super) const RELU: AttrDef =
    word("reluPreMode", &["no_relu", "normal_relu", "scalar_relu", "vector_relu"])
        .doc("ReLU after the conversion; only on the way out of acc");

fn tmov_path(target: Target, src: Space, dst: Space) -> bool {
    let a2a3 = matches!((src, dst), (Mat, Left | Right | Bias | Scaling) | (Vec, Vec) | (Acc, Mat));
    let more = matches!((src, dst), (Mat, ScaleLeft | ScaleRight) | (Vec, Mat) | (Acc, Vec));
    on_device(target, a2a3, a2a3 || more)
}

static MOVE_PATH: Custom = Custom {
    name: "move-path",
    code: code::SPACE_PAIR,
    text: "the path must be mat -> left, right, bias or scaling, vec -> vec, or acc -> mat; A5 adds mat -> scale_left or scale_right, vec -> mat and acc -> vec",
    holds: |args| {
        let (Some(s), Some(d)) = (args.tile(0), args.tile(1)) else { return true };
        tmov_path(args.target, s.space, d.space)
    },
    found: |args| path_text(args, 0, 1),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(1) {
            t.space = Acc;
        }
    },
};

/// The third tile is the quantisation table of an acc source, or the scratch of the repack to ZZ.
static THIRD_TILE: Custom = Custom {
    name: "move-third-tile",
    code: code::SPACE,
    text: "`fp` must be a scaling tile beside an acc source, or a vec scratch tile for vec -> vec in ZZ (A5)",
    holds: |args| {
        let (Some(s), Some(d), Some(f)) = (args.tile(0), args.tile(1), args.tile(2)) else {
            return true;
        };
        match (s.space, f.space) {
            (Acc, Scaling) => true,
            (Vec, Vec) => d.layout() == Layout::Zz && args.target.profile() != Target::A2A3,
            _ => false,
        }
    },
    found: |args| {
        let fp = args.tile(2).map_or("?", |t| t.space.tile_name());
        format!("`fp` is in {fp}, the path is {}", path_text(args, 0, 1))
    },
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(2) {
            t.space = Mat;
        }
    },
};

static MOVE_LAYOUT: Custom = Custom {
    name: "move-layout",
    code: code::LAYOUT,
    text: "an acc source is NZ; left is NZ or ZZ, right is ZN; a ZZ destination in vec is made from ND on A5",
    holds: |args| {
        let (Some(s), Some(d)) = (args.tile(0), args.tile(1)) else { return true };
        match (s.space, d.space) {
            (Acc, _) => s.layout() == Layout::Nz,
            (Mat, Left) => matches!(d.layout(), Layout::Nz | Layout::Zz),
            (Mat, Right) => d.layout() == Layout::Zn,
            (Vec, Vec) if d.layout() == Layout::Zz && s.layout() != Layout::Zz => {
                s.layout() == Layout::Nd && args.target.profile() != Target::A2A3
            }
            _ => true,
        }
    },
    found: |args| pair_text(args, 0, 1),
    mutate_to_violate: |b| {
        let (dst, slot) = match b.tile(0).map(|t| t.space) {
            Some(Mat) => (b.tile(1).map(|t| t.space), 1),
            Some(Acc) => (None, 0),
            _ => return,
        };
        if matches!(dst, Some(Bias | Scaling | ScaleLeft | ScaleRight)) {
            return;
        }
        if let Some(t) = b.tile(slot) {
            (t.blayout, t.slayout) = Layout::Nn.orders();
            (t.rows, t.cols) = (64, 64);
        }
    },
};

/// Whether tiles of these layouts have their elements in the same order.
fn same_order(s: &TileTy, d: &TileTy) -> bool {
    let line = |t: &TileTy| t.slayout == SLayout::NoneBox && (t.rows == 1 || t.cols == 1);
    s.layout() == d.layout() || (line(s) && line(d))
}

/// Elements that A5 rearranges from ND to NZ and ZN.
const REPACKED: &[DType] = &[F16, Bf16, F32, I32, I8, U8, F8E4M3, F8E5M2, Hif8, F4E2M1x2, F4E1M2x2];

static VEC_ORDER: Custom = Custom {
    name: "move-vec-order",
    code: code::LAYOUT,
    text: "vec -> vec keeps the layout: A2/A3 copies rows as they lie, A5 rearranges ND to NZ, ZN and ZZ and nothing else",
    holds: |args| {
        let (Some(s), Some(d)) = (args.tile(0), args.tile(1)) else { return true };
        let rearranged = args.target.profile() == Target::A5
            && s.layout() == Layout::Nd
            && matches!(d.layout(), Layout::Nz | Layout::Zn);
        // A ZZ destination has a rule of its own.
        (s.space, d.space) != (Vec, Vec)
            || d.layout() == Layout::Zz
            || same_order(s, d)
            || rearranged
    },
    found: |args| pair_text(args, 0, 1),
    mutate_to_violate: |b| {
        if b.tile(1).is_some_and(|t| t.space == Vec)
            && let Some(t) = b.tile(0).filter(|t| t.space == Vec)
        {
            (t.blayout, t.slayout) = Layout::Zn.orders();
            (t.rows, t.cols) = (64, 64);
        }
    },
};

static REPACK: Custom = Custom {
    name: "move-repack",
    code: code::DTYPE_TUPLE,
    text: "ND to NZ and ZN in vec takes elements of 8 bits, f16, bf16, f32 and i32; to ZN, rows a multiple of 32 bytes of elements and columns of 16",
    holds: |args| {
        let (Some(s), Some(d)) = (args.tile(0), args.tile(1)) else { return true };
        let to_zn = d.layout() == Layout::Zn;
        if (s.space, d.space) != (Vec, Vec)
            || s.layout() != Layout::Nd
            || !(to_zn || d.layout() == Layout::Nz)
        {
            return true;
        }
        let whole = s.rows.is_multiple_of(32 / s.dtype.bytes().max(1)) && s.cols.is_multiple_of(16);
        REPACKED.contains(&d.dtype.plain()) && (whole || !to_zn)
    },
    found: |args| pair_text(args, 0, 1),
    mutate_to_violate: |b| {
        if b.tile(1).is_some_and(|t| t.space == Vec && t.layout() == Layout::Nz) {
            for slot in [0, 1] {
                if let Some(t) = b.tile(slot) {
                    t.dtype = I16;
                }
            }
        }
    },
};

/// The elements that mat hands to `scaling`: the 64-bit parameters of the fix pipe and, on A5, scales of MX products, whose
/// memories are other ones in C++ (ScaleLeft, ScaleRight).
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TMov.hpp:52-76, a5/TMov.hpp:80-81, 257-266, 757-762, TExtract.hpp:496-499.
fn scaling_takes(target: Target, d: DType) -> bool {
    let parameter = matches!(d, I64 | U64);
    let scale = || {
        matches!(d, I8 | F8E4M3 | F8E5M2 | F8E8M0 | Hif8 | F16 | Bf16 | F32 | F4E2M1x2 | F4E1M2x2)
    };
    parameter || (target.profile() != Target::A2A3 && scale())
}

static MOVE_TYPES: Custom = Custom {
    name: "move-types",
    code: code::DTYPE_TUPLE,
    text: "the element types must fit the path: equal, of equal size for vec -> vec, one of the bias pairs (i32, f32, f16 -> f32, on A5 bf16 -> f32), or a conversion of the fix pipe",
    holds: |args| {
        let (Some(s), Some(d)) = (args.tile(0), args.tile(1)) else { return true };
        let (a, b) = (s.dtype.plain(), d.dtype.plain());
        let quant = args.has(2) || args.has(3);
        match (s.space, d.space) {
            (Acc, _) => fixpipe_converts(args.target, a, b, quant),
            (Mat, Bias) => {
                matches!((a, b), (I32, I32) | (F32 | F16, F32))
                    || (args.target.profile() != Target::A2A3 && (a, b) == (Bf16, F32))
            }
            (Mat, Scaling) => a == b && scaling_takes(args.target, a),
            (Mat, Left | Right) => a == b && cube_input(args.target, a),
            (Vec, Vec) if d.layout() == Layout::Zz && args.has(2) => {
                a == b && matches!(a, U8 | Hif8 | F8E8M0)
            }
            (Vec, _) => a.bits() == b.bits(),
            _ => a == b,
        }
    },
    found: |args| pair_text(args, 0, 1),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(1) {
            t.dtype = if t.dtype.bits() == 16 { I64 } else { U16 };
            t.cols = t.cols.max(64);
        }
    },
};

/// The bias table and the parameter buffer are filled by whole bursts of one row.
static TABLE_ROW: Custom = Custom {
    name: "move-table-row",
    code: code::EXTENT,
    text: "a bias source is one row of a multiple of 64 bytes, a 64-bit scaling source one row of a multiple of 128 bytes",
    holds: |args| {
        let (Some(s), Some(d)) = (args.tile(0), args.tile(1)) else { return true };
        let unit = match (s.space, d.space) {
            (Mat, Bias) => 64,
            (Mat, Scaling) if d.dtype.bits() == 64 => 128,
            _ => return true,
        };
        s.rows == 1 && (d.cols * d.dtype.bytes()) % unit == 0
    },
    found: |args| {
        args.tile(0).map_or_else(String::new, |t| format!("{} x {} {}", t.rows, t.cols, t.dtype))
    },
    mutate_to_violate: |b| {
        if b.tile(1).is_some_and(|t| matches!(t.space, Bias | Scaling)) {
            for slot in [0, 1] {
                if let Some(t) = b.tile(slot) {
                    t.rows = 2;
                }
            }
        }
    },
};

static MAT_SHAPE: Custom = Custom {
    name: "move-mat-shape",
    code: code::SAME_SHAPE,
    text: "a mat source and its destination have the same rows and columns",
    holds: |args| {
        let (Some(s), Some(d)) = (args.tile(0), args.tile(1)) else { return true };
        s.space != Mat || (s.rows, s.cols) == (d.rows, d.cols)
    },
    found: |args| args.tile(1).map_or_else(String::new, |t| format!("{} x {}", t.rows, t.cols)),
    mutate_to_violate: |b| {
        if b.tile(0).is_some_and(|t| t.space == Mat)
            && let Some(t) = b.tile(1)
        {
            t.rows *= 2;
        }
    },
};

/// `64 + ceil(rows/16)*cols` bytes hold the offsets of the ND to ZZ repack.
static ZZ_SCRATCH: Custom = Custom {
    name: "move-zz-scratch",
    code: code::SCRATCH_SIZE,
    text: "the scratch tile of the ND to ZZ repack needs 64 + ceil(rows/16) * cols bytes",
    holds: |args| {
        let (Some(d), Some(t)) = (args.tile(1), args.tile(2)) else { return true };
        let (Some(r), Some(c)) = (d.valid_rows.known(), d.valid_cols.known()) else { return true };
        let axis0 = args.word("grpAxis").is_some_and(|w| w.eq_ignore_ascii_case("axis0"));
        t.space != Vec || axis0 || t.size_bytes() >= 64 + u64::from(r.div_ceil(16)) * u64::from(c)
    },
    found: |args| format!("{} bytes", args.tile(2).map_or(0, TileTy::size_bytes)),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(2)
            && t.space == Vec
        {
            (t.rows, t.cols) = (1, t.dtype.per_block());
            (t.valid_rows, t.valid_cols) = (crate::Dim::Is(1), crate::Dim::Is(t.cols));
        }
    },
};

static ZZ_AXIS: Custom = Custom {
    name: "move-group-axis",
    code: code::ATTR_FOR_TARGET,
    text: "`grpAxis` belongs to the repack to ZZ with a vec scratch tile",
    holds: |args| {
        args.attr("grpAxis").is_none_or(|v| matches!(v, AttrValue::Other | AttrValue::Text(_)))
            || args.tile(2).is_some_and(|t| t.space == Vec)
            || (args.has(2) && args.tile(2).is_none())
    },
    found: |args| {
        if args.has(2) { "`fp` is no scratch tile" } else { "no scratch tile is given" }.into()
    },
    mutate_to_violate: |b| {
        if b.tile(2).is_none_or(|t| t.space != Vec) {
            b.attrs.push(("grpAxis".into(), "#pto<mx_group_axis axis0>".into()));
        }
    },
};

static ONE_QUANTISER: Custom = one_quantiser::<1>();
static SCALAR_NEEDS_ACC: Custom = scalar_needs_acc::<1>();
static VEC_MODE_PATH: Custom = vec_mode_path::<1>();
static DUAL_MODE_PLAIN: Custom = dual_mode_plain::<1>();
static DUAL_MODE_HALVES: Custom = dual_mode_halves::<1>();
static FRACTAL_512: Custom = fractal_512::<1>();
static FP_FRACTAL_512: Custom = fractal_512::<2>();
static CUBE_SOURCE: Custom = cube_source::<1, true>();

static FP_FOR_EACH_COLUMN: Custom = Custom {
    name: "fix-pipe-parameters",
    code: code::EXTENT,
    text: "`fp` should have a parameter for each valid column of `dst`",
    holds: |args| {
        let (Some(fp), Some(d)) = (args.tile(1), args.tile(2)) else { return true };
        d.valid_cols.known().is_none_or(|c| u64::from(fp.rows) * u64::from(fp.cols) >= u64::from(c))
    },
    found: |args| {
        let count = args.tile(1).map_or(0, |t| t.rows * t.cols);
        let cols = args.tile(2).map(|t| t.valid_cols.to_string()).unwrap_or_default();
        format!("{count} parameters for {cols} columns")
    },
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(1) {
            (t.cols, t.valid_cols) = (t.dtype.per_block(), crate::ty::Dim::Is(t.dtype.per_block()));
        }
    },
};

ops! {
    base: BASE;

    /// Copy a tile to another memory or layout.
    ///
    /// The pair of memories selects the path, and the path selects pipe, layouts and conversions. A source in
    /// acc runs through the fix pipe, with optional ReLU and quantisation by `fp` (one parameter per column)
    /// or by `preQuantScalar`. A vec copy into ZZ takes a vec scratch tile in the place of `fp`.
    tmov(src: In Tile, dst: Out Tile, fp: OptIn Tile, preQuantScalar: OptIn Scalar) {
        aliases: &["tmov.m2l", "tmov.m2r", "tmov.m2b", "tmov.m2s", "tmov.a2v", "tmov.v2v", "tmov.s2d"],
        origin: Origin::Manual("docs/isa/tile/ops/layout-and-rearrangement/tmov.md"),
        cpp: "TMOV(dst, src); TMOV<type(dst), type(src), reluPreMode:ReluPreMode>(dst, src); TMOV<type(dst), type(src), accToVecMode:AccToVecMode[, reluPreMode:ReluPreMode]>(dst, src[, preQuantScalar]); TMOV<type(dst), type(src)[, reluPreMode:ReluPreMode]>(dst, src, preQuantScalar); TMOV(dst, src, fp) {grpAxis=axis1} if fp: vec; TMOV<0>(dst, src, fp) {grpAxis=axis0} if fp: vec; TMOV_FP<type(dst), type(src), type(fp)[, reluPreMode:ReluPreMode]>(dst, src, fp); TMOV<type(dst), type(src), type(fp), accToVecMode:AccToVecMode[, reluPreMode:ReluPreMode]>(dst, src, fp)",
        formula: "dst[i,j] = Relu(Convert(src[i,j]; fp[j] or preQuantScalar))",
        attrs: &[VEC_MODE, RELU, word("grpAxis", &["axis0", "axis1"]).doc("how the exponents were grouped, for the repack to ZZ")],
        pipe: PipeSelector::FromSpaces(move_pipe, "MTE1 from mat, FIX from acc, V between vec tiles, MTE3 from vec to mat"),
        rules: &[
            custom(&[src, dst], &MOVE_PATH),
            custom(&[src, dst, fp], &THIRD_TILE),
            custom(&[fp, preQuantScalar], &ONE_QUANTISER),
            custom(&[src, preQuantScalar], &SCALAR_NEEDS_ACC),
            custom(&[src, dst], &MOVE_LAYOUT),
            custom(&[src, dst], &VEC_ORDER).only(Targets::NPU).cite("pto-isa@3186c381 include/pto/npu/a2a3/TMov.hpp:78-133, a5/TMov.hpp:641-679, 776-789"),
            custom(&[src, dst], &REPACK).only(Targets::A5).cite("pto-isa@3186c381 include/pto/npu/a5/TMov.hpp:500-509, 622-633"),
            custom(&[dst, src], &CUBE_SOURCE).cite(CUBE_SOURCE_CITE),
            custom(&[dst, src], &NARROW_LEFT).warn().cite("pto-isa@3186c381 include/pto/common/arch/memory/tmov_common.hpp:34-54; PTOAS 0.60 accepts it"),
            custom(&[src, dst], &FRACTAL_512).only(Targets::A2A3),
            custom(&[src, dst], &TABLE_ROW).only(Targets::NPU)
                .cite("pto-isa@3186c381 include/pto/npu/a2a3/TMov.hpp:19-70, a5/TMov.hpp:238-274"),
            custom(&[src, dst], &MOVE_TYPES),
            non_empty(&[dst]).only(Targets::A2A3).warn().cite("pto-isa@3186c381 include/pto/npu/a2a3/TMov.hpp:125-129: no effect"),
            same_shape(&[src, dst]).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/TMov.hpp:170-206"),
            custom(&[src, dst], &MAT_SHAPE).only(Targets::CPU_A5).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:9312-9323"),
            custom(&[dst, fp], &ZZ_SCRATCH).only(Targets::A5).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:9230-9275"),
            custom(&[src], &RELU_NEEDS_ACC),
            custom(&[src, dst], &VEC_MODE_PATH),
            custom(&[dst], &DUAL_MODE_PLAIN).only(Targets::CPU_A5),
            custom(&[src, dst], &DUAL_MODE_HALVES).only(Targets::A5).cite(DUAL_CITE),
            custom(&[dst], &ZZ_AXIS),
        ],
        sem: Sem::Move(Move { src, dst, part: MovePart::Whole, fp: Some(fp), scalar: Some(preQuantScalar) }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TMov.hpp:19-206, common.hpp:88-121")
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:9325-9350", "also acc -> vec")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TMov.hpp:19-928, common.hpp:140-182")
                .conflicting_sources(&[
                    other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:9144-9423", "element types are not compared with the path"),
                ]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TMov.hpp:20-105 checks nothing"),
        ],
        notes: &[
            "Left tiles are written ZZ for A2/A3 and NZ for A5; programs in circulation use both spellings on both, so both are accepted.",
            "Element (i, j) stays element (i, j) whatever the layouts; without the fix pipe, elements of one size keep their bits and a bias source its value.",
            "`accToVecMode` names the vector cores whose memories receive the accumulator, at the address of `dst`: the first, the second, or both; then the first gets the upper half of the valid rows (dual_mode_split_m) or the left half of the columns (dual_mode_split_n) of `src`, the second the other half, each from the first element of `dst` on.",
            "The repack with a vec scratch tile fills `dst` from its first byte with cells of 16 lines by 2 groups, whatever boxes its type has; lines are rows of exponents for `grpAxis` axis1 and columns for axis0, where the scratch is not used. A row-major source may also hold all exponents in one row. The code of A5 zeroes the source up to whole cells, which is not simulated.",
            "`scaling` holds the 64-bit parameters of the fix pipe and, in current programs, the scales of MX products; C++ has memories of their own for the latter. On A5 mat -> scaling carries what either takes.",
        ],
    }

    /// Copy an accumulator through the fix pipe with one quantisation parameter per column.
    ///
    /// The older spelling of `tmov` with `fp`. `fp` lies in the scaling buffer.
    tmov_fp(src: In Tile, fp: In Tile, dst: Out Tile) {
        print_as: "tmov.fp",
        origin: Origin::Manual("docs/isa/TMOV_FP.md"),
        cpp: "TMOV_FP<type(dst), type(src), type(fp)[, reluPreMode:ReluPreMode]>(dst, src, fp)",
        formula: "dst[i,j] = Convert(src[i,j]; fp[j])",
        pipe: PipeSelector::Fixed(Pipe::Fix),
        attrs: &[RELU],
        rules: &[
            in_space(&[src], &[Acc]),
            in_space(&[fp], &[Scaling]),
            in_space(&[dst], &[Mat]).only(Targets::A2A3),
            in_space(&[dst], &[Mat, Vec]).only(Targets::CPU_A5),
            has_layout(&[src], &[Nz]),
            has_layout(&[dst], &[Nz]).only(Targets::A2A3),
            has_dtype(&[src], &[F32, I32]),
            custom(&[src, dst], &FP_FRACTAL_512).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/common.hpp:93-94"),
            same_shape(&[src, dst]).only(Targets::A2A3),
            custom(&[dst, fp], &FP_FOR_EACH_COLUMN).warn()
                .cite("pto-isa@3186c381 include/pto/npu/a2a3/TMov.hpp:183-206, a5/TMov.hpp:900-930 take one parameter for each valid column"),
        ],
        sem: Sem::Move(Move { src, dst, part: MovePart::Whole, fp: Some(fp), scalar: None }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TMov.hpp:203-206, common.hpp:88-121")
                .tuples(&[src, dst], &[&[F32, I8], &[I32, I8], &[I32, U8], &[I32, F16], &[I32, I16]])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:5228-5295", "any destination type")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TMov.hpp:902-930, common.hpp:140-182")
                .tuples(&[src, dst], FIXPIPE_QUANT_A5),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TMov.hpp:68-77 checks nothing"),
        ],
    }
}

/// Source and destination types of a quantising fix pipe on A5.
pub(super) static FIXPIPE_QUANT_A5: &[&[DType]] = &[
    &[F32, I8],
    &[F32, U8],
    &[F32, Hif8],
    &[F32, F16],
    &[F32, Bf16],
    &[F32, F8E4M3],
    &[F32, F8E5M2],
    &[F32, F32],
    &[I32, I8],
    &[I32, U8],
    &[I32, F16],
    &[I32, Bf16],
];
