//! The same elements in another shape or order.

use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom};
use crate::sem::img2col::unfold;
use crate::sem::pack::pack;
use crate::ty::{Dim, TileTy};
use crate::{DType, Layout};

const BASE: OpDef = OpDef { family: "layout-and-rearrangement", ..OpDef::VECTOR_TILE };

/// Types of 1, 2 and 4 bytes.
pub(super) const SMALL: &[DType] =
    &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2];
/// The nine types of 1, 2 and 4 bytes that have arithmetic.
const NINE: &[DType] = &[I32, U32, I16, U16, I8, U8, F16, Bf16, F32];

fn shown(args: &Args<'_>, o: u8) -> String {
    args.tile(o).map_or_else(|| "?".into(), TileTy::to_string)
}

static SAME_SPACE: Custom = Custom {
    name: "view-same-memory",
    code: code::SPACE_PAIR,
    text: "`src` and `result` must lie in the same memory",
    holds: |args| args.tile(0).zip(args.tile(1)).is_none_or(|(a, b)| a.space == b.space),
    found: |args| super::tile_move::path_text(args, 0, 1),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(1) {
            t.space = if t.space == Mat { Vec } else { Mat };
        }
    },
};

static SAME_BYTES: Custom = Custom {
    name: "reshape-bytes",
    code: code::OP_RULE,
    text: "`src` and `result` must have as many bytes",
    holds: |args| {
        args.tile(0).zip(args.tile(1)).is_none_or(|(a, b)| a.size_bytes() == b.size_bytes())
    },
    found: |args| {
        let bytes = |o| args.tile(o).map_or(0, TileTy::size_bytes);
        format!("{} and {} bytes", bytes(0), bytes(1))
    },
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(1) {
            t.rows *= 2;
        }
    },
};

static SAME_BOXES: Custom = Custom {
    name: "reshape-boxes",
    code: code::LAYOUT,
    text: "`src` and `result` must both be boxed or both be unboxed",
    holds: |args| {
        let boxed = |o| args.tile(o).map(|t| t.layout().is_boxed());
        boxed(0).zip(boxed(1)).is_none_or(|(a, b)| a == b)
    },
    found: |args| {
        let name = |o| args.tile(o).map_or("?", |t| t.layout().name());
        format!("{} and {}", name(0), name(1))
    },
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(1) {
            let other = if t.layout().is_boxed() { Layout::Nd } else { Layout::Nz };
            (t.blayout, t.slayout) = other.orders();
            t.rows = t.rows.next_multiple_of(16);
        }
    },
};

static OTHER_TYPE: Custom = Custom {
    name: "bitcast-type",
    code: code::DTYPE,
    text: "`result` must have another element type than `src`, not a wider one, and otherwise the same type",
    holds: |args| {
        let (Some(a), Some(b)) = (args.tile(0), args.tile(1)) else { return true };
        let same = TileTy { dtype: a.dtype, buffer: a.buffer, ..*b } == *a;
        same && a.dtype != b.dtype && b.dtype.bits() <= a.dtype.bits()
    },
    found: |args| format!("{} from {}", shown(args, 1), shown(args, 0)),
    mutate_to_violate: |b| {
        if let Some(from) = b.dtype(0).copied()
            && let Some(t) = b.tile(1)
        {
            t.dtype = from;
        }
    },
};

static TRANSPOSED: Custom = Custom {
    name: "transposed-region",
    code: code::OP_RULE,
    text: "the valid region of `dst` should be that of `src`, transposed",
    holds: |args| {
        let (Some(s), Some(d)) = (args.tile(0), args.tile(2)) else { return true };
        s.valid_rows.may_equal(d.valid_cols) && s.valid_cols.may_equal(d.valid_rows)
    },
    found: |args| {
        let show = |o| {
            args.tile(o)
                .map_or_else(String::new, |t| format!("{} x {}", t.valid_rows, t.valid_cols))
        };
        format!("`src` is {} valid, `dst` {}", show(0), show(2))
    },
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(2) {
            t.valid_rows = Dim::Is(t.rows + 1);
            t.rows = (t.rows + 1).next_multiple_of(16);
        }
    },
};

/// Columns by whole groups of 16 rows (32 for bytes) of 32-byte blocks.
fn transpose_scratch(args: &Args<'_>) -> Option<u64> {
    let t = args.tile(0)?;
    let group = if t.dtype.bytes() == 1 { 32 } else { 16 };
    let (h, w) = (t.valid_rows.known()?, t.valid_cols.known()?);
    let strided = h % group == 0 && (w * t.dtype.bytes()) % 32 == 0;
    Some(if strided { u64::from(w) * u64::from(h) * u64::from(t.dtype.bytes()) } else { 32 })
}

fn columns<'a>(args: &Args<'a>) -> Option<(u32, u32, &'a TileTy)> {
    let d = args.tile(2)?;
    Some((args.tile(0)?.valid_cols.known()?, args.tile(1)?.valid_cols.known()?, d))
}

static CONCAT_FITS: Custom = Custom {
    name: "concat-columns",
    code: code::OP_RULE,
    text: "the valid columns of `src0` and `src1` together must fit the columns of `dst`",
    holds: |args| columns(args).is_none_or(|(a, b, d)| a + b <= d.cols),
    found: |args| match columns(args) {
        Some((a, b, d)) => format!("{a} + {b} into {}", d.cols),
        None => "?".into(),
    },
    mutate_to_violate: |b| {
        for slot in [0, 1] {
            let Some(cols) = b.tile(2).map(|t| t.cols) else { return };
            if let Some(t) = b.tile(slot) {
                (t.cols, t.valid_cols) = (cols, Dim::Is(cols));
            }
        }
    },
};

static CONCAT_EXACT: Custom = Custom {
    name: "concat-valid-columns",
    code: code::OP_RULE,
    text: "the valid columns of `src0` and `src1` should add up to those of `dst`",
    holds: |args| columns(args).is_none_or(|(a, b, d)| Dim::Is(a + b).may_equal(d.valid_cols)),
    found: |args| match columns(args) {
        Some((a, b, d)) => format!("{a} + {b} and {}", d.valid_cols),
        None => "?".into(),
    },
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(2) {
            t.valid_cols = Dim::Is(1);
        }
    },
};

/// Two element types, the second made of the first.
pub(super) fn types_text(args: &Args<'_>, from: u8, to: u8) -> String {
    let name = |o| args.dtype(o).map_or("?", DType::name);
    format!("{} -> {}", name(from), name(to))
}

/// The CPU library asks the compiler whether types are floating or integral, and 8-bit floats are neither there.
static SAME_SORT: Custom = Custom {
    name: "reshape-sort-of-type",
    code: code::DTYPE_TUPLE,
    text: "integers stay integers and f16, bf16 and f32 stay floats",
    holds: |args| {
        let is_float = |d: DType| matches!(d, F16 | Bf16 | F32);
        let apart = |a: DType, b: DType| is_float(a) && b.is_int();
        args.dtype(0).zip(args.dtype(1)).is_none_or(|(a, b)| !apart(a, b) && !apart(b, a))
    },
    found: |args| types_text(args, 0, 1),
    mutate_to_violate: |b| {
        if let Some(from) = b.dtype(0).copied()
            && let Some(to) = b.dtype(1)
        {
            *to = match (from.is_int(), to.bits()) {
                (true, 32) => F32,
                (true, 16) => F16,
                (false, 32) => I32,
                (false, 16) => I16,
                _ => *to,
            };
        }
    },
};

static NARROWER: Custom = Custom {
    name: "pack-narrower",
    code: code::DTYPE_TUPLE,
    text: "`dst` elements must be smaller: 4 to 2, 4 to 1 or 2 to 1 bytes",
    holds: |args| {
        let bits = |o| args.dtype(o).map(DType::bits);
        bits(0).zip(bits(1)).is_none_or(|(a, b)| matches!((a, b), (32, 16 | 8) | (16, 8)))
    },
    found: |args| types_text(args, 0, 1),
    mutate_to_violate: |b| {
        if let Some(from) = b.dtype(0).copied()
            && let Some(t) = b.tile(1)
        {
            t.dtype = from;
        }
    },
};

ops! {
    base: BASE;

    /// See the bytes of a tile as another tile type.
    ///
    /// Nothing moves: `result` names the same storage with another shape, layout or element type. Memory and
    /// total bytes stay, and boxed tiles stay boxed.
    treshape(src: In Tile, result: Out Tile) {
        class: Class::Alias { how: Alias::Reshape, of: src, gives: result },
        origin: Origin::Manual("docs/isa/tile/ops/layout-and-rearrangement/treshape.md"),
        cpp: "TRESHAPE(result, src)",
        formula: "bytes(result) = bytes(src)",
        form: PrintForm::Plain,
        pipe: PipeSelector::Fixed(Pipe::S),
        cost: Cost::Free,
        rules: &[
            custom(&[src, result], &SAME_SPACE),
            custom(&[src, result], &SAME_BOXES),
            custom(&[src, result], &SAME_BYTES),
            custom(&[src, result], &SAME_SORT).only(Targets::CPU).device_only()
                .cite("pto-isa@3186c381 include/pto/cpu/TReshape.hpp:40-45; the devices have no such assertion"),
        ],
        sem: Sem::Machine,
        support: &[
            on(Targets::NPU, "pto-isa@3186c381 include/pto/npu/a2a3/TReshape.hpp:22-49"),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TReshape.hpp:21-50"),
        ],
    }

    /// See the elements of a tile as another element type.
    ///
    /// Nothing moves. Shape, valid region and layout stay; elements may become narrower, and then `result`
    /// names the front part of the storage.
    bitcast(src: In Tile, result: Out Tile) {
        class: Class::Alias { how: Alias::Reshape, of: src, gives: result },
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "TRESHAPE(result, src)",
        formula: "bytes(result) = bytes(src)[0 .. size(result)]",
        form: PrintForm::Plain,
        pipe: PipeSelector::Fixed(Pipe::S),
        cost: Cost::Free,
        rules: &[
            custom(&[src, result], &SAME_SPACE),
            custom(&[src, result], &OTHER_TYPE),
        ],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:13492-13537")],
    }

    /// Transpose a tile.
    ///
    /// The domain is the valid region of `src` on every target. `tmp` stages whole groups of rows where both
    /// strides are aligned and is not read afterwards.
    ttrans(src: In Tile, tmp: OptScratch Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/layout-and-rearrangement/ttrans.md"),
        cpp: "TTRANS(dst, src, tmp=src)",
        formula: "dst[j,i] = src[i,j]   for (i,j) in valid(src)",
        cost: Cost::Transpose,
        rules: &[
            in_space(&[src, tmp, dst], &[Vec]),
            has_layout(&[src], &[RowMajor]).only(Targets::NPU)
                .cite("pto-isa@3186c381 include/pto/npu/a2a3/TTrans.hpp:913-1030, a5/TTrans.hpp:679-770"),
            same_width(&[src, dst]),
            same_dtype(&[src, dst]).warn().cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:15532-15651 demands equal types"),
            same_width(&[src, tmp]).only(Targets::NPU),
            custom(&[src, dst], &TRANSPOSED).warn()
                .cite("pto-isa@3186c381 include/pto/cpu/TTrans.hpp:371-385"),
        ],
        scratch: &[
            Scratch::bytes(Targets::A2A3, "the valid elements of `src` where rows fill groups of 16 (32 for bytes) and columns 32-byte blocks, else 32 bytes", transpose_scratch, "docs/isa/tile/ops/layout-and-rearrangement/ttrans.md:69-93")
                .like(src).warn(),
            Scratch::bytes(Targets::A5, "32 bytes", |_| Some(32), "PTOAS 0.60 lib/PTO/IR/PTO.cpp:15626").like(src),
            Scratch::ignored(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TTrans.hpp:371-385"),
        ],
        sem: Sem::Move(Move { src, dst, part: MovePart::Transposed, fp: None, scalar: None }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TTrans.hpp:913-1125").types(&[src], SMALL),
            documented(Targets::A2A3, "pto-isa@3186c381 docs/isa/tile/ops/layout-and-rearrangement/ttrans.md:124-131").types(&[src], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TTrans.hpp:679-834").types(&[src], SMALL),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/layout-and-rearrangement/ttrans.md:134-140").types(&[src], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TTrans.hpp:371-385"),
        ],
        notes: &["The A5 header transposes the whole tile and ignores the valid region; inside it the results agree."],
    }

    /// Put two tiles side by side.
    ///
    /// Row by row, the valid columns of `src1` follow those of `src0`.
    tconcat(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/layout-and-rearrangement/tconcat.md"),
        cpp: "TCONCAT(dst, src0, src1)",
        formula: "dst[i,j] = src0[i,j]   for j < C0\ndst[i,C0+j] = src1[i,j]   for j < C1",
        cost: Cost::Concat,
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::A5).cite("pto-isa@3186c381 include/pto/npu/a5/TConcat.hpp:78-102"),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::A2A3).device_only().warn().cite("pto-isa@3186c381 include/pto/npu/a2a3/TConcat.hpp:30-60 steps by rows"),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::A2A3).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/layout-and-rearrangement/tconcat.md:74"),
            same_dtype(&[dst, src0, src1]),
            same_valid_rows(&[dst, src0, src1]),
            custom(&[src0, src1, dst], &CONCAT_FITS),
            custom(&[src0, src1, dst], &CONCAT_EXACT).only(Targets::A5).cite("pto-isa@3186c381 include/pto/npu/a5/TConcat.hpp:78-102"),
            custom(&[src0, src1, dst], &CONCAT_EXACT).only(Targets::A2A3).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/layout-and-rearrangement/tconcat.md:70-96"),
        ],
        sem: Sem::Custom(|x| Concat { src: [src0, src1], counts: None, dst, total: None }.run(x)),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TConcat.hpp:66-95").types(&[dst], NINE),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TConcat.hpp:24, 78-102").types(&[dst], NINE)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:6495-6596", "the sum must fit the columns of `dst`")]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TConcat.hpp:17-73").types(&[dst], NINE),
        ],
        notes: &["The page's example gives index tiles one row-major column of 4 bytes, which breaks the 32-byte row rule."],
    }

    /// Put two tiles side by side, with a number of columns per row.
    ///
    /// Row i takes `src0Idx[i,0]` columns of `src0` and then `src1Idx[i,0]` of `src1`, as many as fit the valid
    /// columns of `dst`. With `dstIdx` the number of columns written is stored too. The form of `TCONCAT` with index tiles.
    tconcatidx(src0: In Tile, src1: In Tile, src0Idx: In Tile, src1Idx: In Tile, dst: Out Tile, dstIdx: OptOut Tile) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "TCONCAT(dst, src0, src1, [dstIdx, ]src0Idx, src1Idx)",
        formula: "dst[i,:] = src0[i, 0..src0Idx[i,0]] followed by src1[i, 0..src1Idx[i,0]]\ndstIdx[i,0] = min(src0Idx[i,0] + src1Idx[i,0], valid columns of dst)",
        cost: Cost::OneByOne,
        rules: &[
            in_space(&[src0, src1, src0Idx, src1Idx, dst, dstIdx], &[Vec]),
            has_layout(&[src0, src1, src0Idx, src1Idx, dst], &[RowMajor]).only(Targets::A5).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:6720-6740"),
            same_dtype(&[dst, src0, src1]),
            has_dtype(&[src0Idx], &[I8, U8, I16, U16, I32, U32]),
            same_dtype(&[src0Idx, src1Idx, dstIdx]),
            non_empty(&[src0Idx, src1Idx]),
            same_valid_rows(&[dst, src0, src1, src0Idx, src1Idx]),
            valid_cols(&[dstIdx], 1).cite("pto-isa@3186c381 include/pto/npu/a2a3/TConcat.hpp:221-260"),
        ],
        sem: Sem::Custom(|x| {
            Concat { src: [src0, src1], counts: Some([src0Idx, src1Idx]), dst, total: Some(dstIdx) }.run(x)
        }),
        quirks: &["concat-index-unit"],
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TConcat.hpp:183-260").types(&[dst], NINE),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TConcat.hpp:185-259").types(&[dst], NINE),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TConcat.hpp:17-73").types(&[dst], NINE),
        ],
        notes: &["The page says `dstIdx` has one valid row; the headers assert one valid column, which is implemented."],
    }

    /// Unfold a window of a feature map into a matrix.
    ///
    /// Rows are output pixels from `posM` on, columns are kernel positions and channels from `posK` on. The
    /// feature map, kernel, stride, dilation and padding come from registers that are set beforehand.
    timg2col(src: In Tile, posM: OptIn Index, posK: OptIn Index, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/layout-and-rearrangement/timg2col.md"),
        cpp: "TIMG2COL(dst, src, posM, posK, ...)",
        formula: "dst[m,k] = src at output pixel posM+m, kernel position and channel posK+k (PADDING in the border)",
        attrs: &[
            int("filterH", 1, 511).doc("height of the filter; 1 without it"),
            int("filterW", 1, 511).doc("width of the filter; 1 without it"),
            int("strideH", 1, 255).doc("lines from an output pixel to the next; 1 without it"),
            int("strideW", 1, 255).doc("pixels from an output pixel to the next; 1 without it"),
            int("dilationH", 1, 255).doc("lines between places of the filter; 1 without it"),
            int("dilationW", 1, 255).doc("pixels between places of the filter; 1 without it"),
            int("channelSize", 1, 65535).doc("channels of a batch; all that `src` holds without it"),
        ],
        pipe: PipeSelector::Fixed(Pipe::Mte1),
        cost: Cost::Move,
        rules: &[
            in_space(&[src], &[Mat]),
            in_space(&[dst], &[Left]),
            has_layout(&[dst], &[Zz]).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/TImg2col.hpp:97-99"),
            has_layout(&[dst], &[Nz]).only(Targets::A5).cite("pto-isa@3186c381 include/pto/npu/a5/TImg2col.hpp:114-116"),
            has_layout(&[dst], &[Zz, Nz]).only(Targets::CPU),
            same_dtype(&[src, dst]),
        ],
        sem: Sem::Custom(|x| unfold(x, src, [posM, posK], dst)),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TImg2col.hpp:92-110").types(&[src], &[I8, F16, Bf16, F32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TImg2col.hpp:106-128").types(&[src], NINE),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TImg2col.hpp:38-52"),
        ],
        notes: &[
            "The source is an NC1HWC0 tile in C++; the text has no such tile type, so the memory of any mat tile is read as one. An NZ tile of H*W rows lies like that.",
            "The attributes are this tool's own, named like the fields of the C++ configuration and with their defaults: no text of the manual or an assembler states the filter. The transposing form and NDC1HWC0 maps have no text.",
            "The map and its border come from `setfmatrix`; without it a run stops with E0613.",
            "Output pixels and channels past the last one are border, as in the CPU simulator.",
        ],
    }

    /// Pack elements into a narrower type.
    ///
    /// The low bits of every element, whatever it stands for; the CPU simulator casts the values of floats.
    tpack(src: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/layout-and-rearrangement/tpack.md"),
        formula: "dst[i,j] = the low part of src[i,j]",
        cost: Cost::Unary(&["vpack"]),
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]),
            custom(&[src, dst], &NARROWER),
            same_valid(&[src, dst]),
        ],
        sem: Sem::Custom(|x| pack(x, src, dst)),
        support: &[
            on(Targets::CPU_A5, "PTOAS 0.27 lib/PTO/IR/PTO.cpp:1528-1558; zouzias/pto-isa-mirror@37c3380a include/pto/npu/a5/TPack.hpp:48-73")
                .conflicting_sources(&[other_source("pto-isa@3186c381 include/pto", "no implementation")]),
        ],
        notes: &["The page is a stub and PTOAS 0.60 dropped the instruction; what it computes is in headers and tests of a public mirror of the library."],
    }
}
