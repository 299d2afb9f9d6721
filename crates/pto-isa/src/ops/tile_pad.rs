//! Filling the part of a tile outside its valid region.

use super::tile_layout::SMALL;
use crate::Layout;
use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom};
use crate::ty::{Dim, Pad, TileTy};

const BASE: OpDef = OpDef {
    family: "layout-and-rearrangement",
    attrs: &[PAD_VALUE],
    pipe: PipeSelector::FromSpaces(by_destination, "V for vec tiles, MTE2 for mat tiles"),
    ..OpDef::VECTOR_TILE
};

const PAD_VALUE: AttrDef = word("padValue", &["null", "zero", "max", "min"])
    .doc("must repeat the pad of a mat tile's type");

static PAD_SPACE: Custom = Custom {
    name: "pad-same-memory",
    code: code::SPACE_PAIR,
    text: "`src` and `dst` must lie in the same memory",
    holds: |args| args.tile(0).zip(args.tile(1)).is_none_or(|(a, b)| a.space == b.space),
    found: |args| super::tile_move::path_text(args, 0, 1),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(1) {
            t.space = if t.space == Mat { Vec } else { Mat };
        }
    },
};

fn shapes(args: &Args<'_>) -> String {
    let show = |o| args.tile(o).map_or_else(String::new, |t| format!("{} x {}", t.rows, t.cols));
    format!("`src` is {}, `dst` {}", show(0), show(1))
}

static GROWS: Custom = Custom {
    name: "pad-grows",
    code: code::SAME_SHAPE,
    text: "`dst` must have at least the rows and columns of `src`",
    holds: |args| {
        args.tile(0).zip(args.tile(1)).is_none_or(|(s, d)| d.rows >= s.rows && d.cols >= s.cols)
    },
    found: shapes,
    mutate_to_violate: |b| {
        let Some(rows) = b.tile(1).map(|t| t.rows) else { return };
        if b.tile(1).is_some_and(|t| t.space == Vec)
            && let Some(t) = b.tile(0)
        {
            t.rows = rows + 16;
        }
    },
};

/// The matrix form works in place, on one tile type.
static MAT_FORM: Custom = Custom {
    name: "pad-mat",
    code: code::SAME_TYPE,
    text: "mat tiles must have one type: NZ, with `pad=1` (zero)",
    holds: |args| {
        let (Some(s), Some(d)) = (args.tile(0), args.tile(1)) else { return true };
        let same = TileTy { buffer: s.buffer, ..*d } == *s;
        d.space != Mat || (same && d.layout() == Layout::Nz && d.pad == Pad::Zero)
    },
    found: |args| args.tile(1).map_or_else(String::new, TileTy::to_string),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(1)
            && t.space == Mat
        {
            t.valid_rows = Dim::Is(t.valid_rows.known().unwrap_or(2).max(2) - 1);
        }
    },
};

static MAT_PAD_VALUE: Custom = Custom {
    name: "pad-value",
    code: code::ATTR_FOR_TARGET,
    text: "`padValue` goes with mat tiles only and repeats the pad of `dst`",
    holds: |args| {
        let (Some(word), Some(d)) = (args.word("padValue"), args.tile(1)) else { return true };
        let named = match d.pad {
            Pad::Null => "null",
            Pad::Zero => "zero",
            Pad::Max => "max",
            Pad::Min => "min",
        };
        d.space == Mat && word.eq_ignore_ascii_case(named)
    },
    found: |args| args.word("padValue").unwrap_or("?").into(),
    mutate_to_violate: |b| b.attrs.push(("padValue".into(), "#pto.pad_value<max>".into())),
};

ops! {
    base: BASE;

    /// Copy a tile and fill what lies outside its valid region.
    ///
    /// The valid region of `src` is copied, the rest of `dst` gets the pad value of `dst`'s type: the rest of the
    /// whole tile, or of its valid region with hardware semantics. `dst` may be larger than `src` in vec; mat tiles
    /// are filled in place.
    tfillpad(src: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/layout-and-rearrangement/tfillpad.md"),
        cpp: "TFILLPAD<type(dst), padValue:PadValue=Zero>(dst, src) if dst: mat; TFILLPAD_EXPAND(dst, src) if dst: larger than src; TFILLPAD(dst, src)",
        formula: "dst[i,j] = (i,j) in valid(src) ? src[i,j] : pad   over the whole tile, or valid(dst) (quirk fillpad-extent)",
        cost: Cost::Pad,
        rules: &[
            in_space(&[src, dst], &[Vec, Mat]),
            custom(&[src, dst], &PAD_SPACE),
            same_width(&[src, dst]),
            has_pad(&[dst]),
            custom(&[src, dst], &GROWS),
            same_shape(&[src, dst]).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/layout-and-rearrangement/tfillpad.md:79, 97"),
            custom(&[src, dst], &MAT_FORM).cite("pto-isa@3186c381 include/pto/npu/a2a3/TFillPad.hpp:296-314"),
            custom(&[dst], &MAT_PAD_VALUE).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:8654-8680"),
        ],
        sem: Sem::FillPad(FillPad { src, dst, copy: true }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TFillPad.hpp:296-405").types(&[dst], SMALL),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TFillPad.hpp:106-220").types(&[dst], SMALL),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TFillPad.hpp:69-114").types(&[dst], SMALL),
        ],
        quirks: &["pad-finite", "fillpad-extent"],
        notes: &["C++ has a name of its own for larger vec destinations, TFILLPAD_EXPAND (TFillPad.hpp:369-387); as in PTOAS 0.60 the text has one, and what is written in C++ follows the shapes. The page has equal shapes alone."],
    }

    /// Copy a tile into a larger one and fill the rest.
    ///
    /// As `tfillpad`, with a destination that may have more rows and columns than the source.
    tfillpad_expand(src: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/layout-and-rearrangement/tfillpad-expand.md"),
        cpp: "TFILLPAD_EXPAND(dst, src)",
        formula: "dst[i,j] = (i,j) in valid(src) ? src[i,j] : pad   over the whole tile, or valid(dst) (quirk fillpad-extent)",
        attrs: &[],
        pipe: PipeSelector::Fixed(Pipe::V),
        cost: Cost::Pad,
        rules: &[
            in_space(&[src, dst], &[Vec]),
            same_width(&[src, dst]),
            has_pad(&[dst]),
            custom(&[src, dst], &GROWS),
        ],
        sem: Sem::FillPad(FillPad { src, dst, copy: true }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TFillPad.hpp:369-387").types(&[dst], SMALL),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TFillPad.hpp:106-149").types(&[dst], SMALL),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TFillPad.hpp:132-134").types(&[dst], SMALL),
        ],
        quirks: &["pad-finite", "fillpad-extent"],
        notes: &["The page iterates over the valid region of `dst`; the manual semantics fill the whole tile, as `tfillpad` does."],
    }

    /// Fill what lies outside the valid region of a tile, in place.
    ///
    /// `dst` is another name of `src` with a pad value; only the part outside the valid region is written. Into another
    /// tile the page also copies the valid region (quirk `fillpad-inplace-copy`).
    tfillpad_inplace(src: In Tile, dst: Out Tile) {
        extents: &[(dst, Extent::Within)],
        origin: Origin::Manual("docs/isa/tile/ops/layout-and-rearrangement/tfillpad-inplace.md"),
        cpp: "TFILLPAD_INPLACE(dst, src)",
        formula: "dst[i,j] = pad   for (i,j) outside valid(src), over the whole tile, or valid(dst) (quirk fillpad-extent)",
        attrs: &[],
        pipe: PipeSelector::Fixed(Pipe::V),
        cost: Cost::Pad,
        rules: &[
            in_space(&[src, dst], &[Vec]),
            same_width(&[src, dst]),
            has_pad(&[dst]),
            same_shape(&[src, dst]),
        ],
        sem: Sem::FillPad(FillPad { src, dst, copy: false }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TFillPad.hpp:268-286").types(&[dst], SMALL),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TFillPad.hpp:106-139").types(&[dst], SMALL),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TFillPad.hpp:122-124").types(&[dst], SMALL),
        ],
        quirks: &["pad-finite", "fillpad-extent", "fillpad-inplace-copy"],
        notes: &["The page iterates over the valid region of `dst`; the manual semantics fill the whole tile, as `tfillpad` does."],
    }
}
