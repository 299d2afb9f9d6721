//! Looking at tiles.

use crate::code;
use crate::def::prelude::*;
use crate::dtype::DType;
use crate::rule::{Args, AttrValue, Custom};
use crate::sem::debug::{get_element, print_number, print_tile, set_element};
use crate::sem::printf::printf;
use crate::ty::{Dim, Type};

const BASE: OpDef = OpDef {
    family: "irregular-and-complex",
    form: PrintForm::Dps,
    pipe: PipeSelector::Fixed(Pipe::S),
    cost: Cost::Scalar,
    ..OpDef::EMPTY
};

static PRINT_PLACE: Custom = Custom {
    name: "print-place",
    code: code::SPACE,
    text: "without `tmp` a tile is in vec; with `tmp` in vec, in acc, or (A2/A3) in mat",
    holds: |args| {
        let Some(t) = args.tile(0) else { return true };
        match t.space {
            Vec => true,
            Acc => args.has(1),
            Mat => args.has(1) && args.target.profile() != Target::A5,
            _ => false,
        }
    },
    found: |args| {
        let tmp = if args.has(1) { "with" } else { "without" };
        format!("in {}, {tmp} `tmp`", args.tile(0).map_or("?", |t| t.space.tile_name()))
    },
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(0) {
            t.space = Left;
        }
    },
};

static PRINT_SCRATCH: Custom = Custom {
    name: "print-scratch",
    code: code::FORBIDDEN,
    text: "`tmp` goes with a tile only",
    holds: |args| !args.has(1) || !matches!(args.ty(0), Some(Type::View { .. })),
    found: |args| args.ty(0).map_or_else(String::new, Type::to_string),
    mutate_to_violate: |b| {
        if matches!(b.types[0], Some(Type::View { .. })) {
            b.types[1] = b.types[0].clone();
        }
    },
};

/// The page has no integers of 64 bits.
static PRINT_NARROW: Custom = Custom {
    name: "print-narrow",
    code: code::DTYPE,
    text: "`src` must not have 64-bit elements",
    holds: |args| args.dtype(0).is_none_or(|d| d.bits() != 64),
    found: |args| args.dtype(0).map_or("unknown", |d| d.name()).into(),
    mutate_to_violate: |b| {
        for slot in [0, 1] {
            if let Some(d) = b.dtype(slot) {
                *d = I64;
            }
        }
    },
};

/// Tiles in mat and acc are copied whole before they are printed.
static PRINT_ROOM: Custom = Custom {
    name: "print-room",
    code: code::OP_RULE,
    text: "`tmp` must have as many elements as the tile",
    holds: |args| {
        let (Some(t), Some(Type::View { dims, .. })) = (args.tile(0), args.ty(1)) else {
            return true;
        };
        let room = dims.iter().try_fold(1u64, |n, d| Some(n.saturating_mul(d.known()?.into())));
        t.space == Vec || room.is_none_or(|n| n >= u64::from(t.rows) * u64::from(t.cols))
    },
    found: |args| args.ty(1).map_or("unknown".into(), |t| format!("`{t}`")),
    mutate_to_violate: |b| {
        if let Some(Type::View { dims, .. }) = b.types[1].as_mut() {
            dims.iter_mut().for_each(|d| *d = Dim::Is(1));
        }
    },
};

/// The type of a number that is printed.
fn printed(args: &Args<'_>) -> Option<DType> {
    match args.ty(0)? {
        Type::Scalar(d) => Some(*d),
        Type::Index => Some(I64),
        _ => None,
    }
}

static PRINT_FORMAT: Custom = Custom {
    name: "print-format",
    code: code::OP_RULE,
    text: "`format` must be a printf format with one conversion, for the type of `scalar`",
    holds: |args| match (args.attr("format"), printed(args)) {
        (Some(AttrValue::Word(text)), Some(d)) => printf(text, d, 0).is_some(),
        _ => true,
    },
    found: |args| match (args.attr("format"), printed(args)) {
        (Some(AttrValue::Word(text)), Some(d)) => format!("`{text}` for {d}"),
        _ => String::new(),
    },
    mutate_to_violate: |b| b.attrs.push(("format".into(), "\"%d %d\"".into())),
};

/// Whether a constant offset lies inside the tile.
fn inside(args: &Args<'_>) -> bool {
    let at = args.slots.get(1).and_then(|s| s.constant);
    let size = args.tile(0).map(|t| i64::from(t.rows) * i64::from(t.cols));
    at.zip(size).is_none_or(|(at, size)| (0..size).contains(&at))
}

fn offset_text(args: &Args<'_>) -> String {
    args.slots.get(1).and_then(|s| s.constant).map_or("?".into(), |n| n.to_string())
}

static ELEMENT_INSIDE: Custom = Custom {
    name: "element-bounds",
    code: code::OUT_OF_BOUNDS,
    text: "`offset` must lie inside the tile",
    holds: inside,
    found: offset_text,
    mutate_to_violate: |b| b.constants.push((1, 1 << 30)),
};

ops! {
    base: BASE;

    /// Print a tile, or a view on global memory.
    ///
    /// All pipes are drained first. Tiles in mat and acc are copied to the view `tmp` to be printed. The valid region
    /// is shown as a table; one with more than 16 rows or columns by its corners, with minimum, maximum and the
    /// number of NaNs. A view is shown with its last extent across.
    tprint(src: Loads Memory, tmp: OptScratch View) {
        class: Class::Print,
        origin: Origin::Manual("docs/isa/tile/ops/irregular-and-complex/tprint.md"),
        cpp: "TPRINT<[printFormat:PrintFormat]>(src[, tmp])",
        attrs: &[word("printFormat", &["width8_precision4", "width8_precision2", "width10_precision6"])],
        rules: &[
            custom(&[tmp, src], &PRINT_PLACE),
            custom(&[src, tmp], &PRINT_SCRATCH),
            has_dtype(&[src], &[F16, F32, I8, U8, I16, U16, I32, U32, I64, U64]).cite("pto-isa@3186c381 include/pto/npu/a2a3/TPrint.hpp:50-74 takes every integer"),
            custom(&[tmp, src], &PRINT_NARROW).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tprint.md:66-69"),
            same_dtype(&[src, tmp]),
            custom(&[src, tmp], &PRINT_ROOM).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tprint.md:71"),
            custom(&[src, tmp], &PRINT_ROOM).device_only().warn().cite("pto-isa@3186c381 include/pto/npu/a2a3/TPrint.hpp:309-323 copies the whole tile and compares nothing"),
        ],
        sem: Sem::Custom(print_tile),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TPrint.hpp:44-325"),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TPrint.hpp:16 takes the A2/A3 file, whose 312-317 refuses mat there"),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TPrint.hpp:61-78"),
        ],
        notes: &["A device prints all of a tile, with a `|` before what is not valid, until its buffer of 16 KB is full (tprint.md:17, 98), and the low half of integers of 64 bits."],
    }

    /// Print a number.
    ///
    /// `format` is a printf format with one conversion: `%d %i %u %x %X %o` for integers, `%f %F %e %E %g %G` for
    /// floating-point numbers, with flags, width and precision.
    print(scalar: In Scalar) {
        class: Class::Print,
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "cce::printf(format, scalar)",
        attrs: &[text("format").required().doc("printf format")],
        rules: &[custom(&[scalar], &PRINT_FORMAT)],
        scope: AllowedScope::Anywhere,
        sem: Sem::Custom(print_number),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/PTOOps.td")],
    }

    /// Read one element of a tile.
    ///
    /// `offset` counts elements in storage order. The scalar unit reads UB; what wrote the tile must be waited for.
    tgetval(src: In Tile, offset: In Index, dst: Out Scalar) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "src.GetValue(offset)",
        formula: "dst = src_flat[offset]",
        rules: &[
            in_space(&[src], &[Vec]),
            scalar_of(&[src, dst]),
            custom(&[src, offset], &ELEMENT_INSIDE),
        ],
        sem: Sem::Custom(get_element),
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:10409-10432")],
    }

    /// Write one element of a tile.
    ///
    /// `offset` counts elements in storage order; the other elements stay. The scalar unit writes UB; what reads
    /// the tile must wait for it.
    tsetval(dst: Out Tile, offset: In Index, val: In Scalar) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "dst.SetValue(offset, val)",
        formula: "dst_flat[offset] = val",
        rules: &[
            in_space(&[dst], &[Vec]),
            scalar_of(&[dst, val]),
            custom(&[dst, offset], &ELEMENT_INSIDE),
        ],
        sem: Sem::Custom(set_element),
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:10399-10407")],
    }
}
