//! Synchronisation, configuration and aliases of tiles.

use super::drained::{DRAINED_BY_A5, DRAINED_BY_PAGE, OPERATIONS};
use crate::code;
use crate::def::prelude::*;
use crate::format::{Rounding, TF32_A2A3, TF32_A5};
use crate::ops::tile_view::address_rules;
use crate::rule::{Args, AttrValue, Custom, Mutator};
use crate::sem::img2col::{set_border, set_map, set_repeats};
use crate::ty::{Dim, TileTy, Type};

const BASE: OpDef = OpDef { family: "sync-and-config", ..OpDef::EMPTY };

fn rebound<'a>(args: &Args<'a>) -> (Option<&'a TileTy>, u64) {
    (args.tile(0), 1)
}
address_rules!(ADDR_ALIGN, ADDR_RANGE: 1, rebound);

static BUFFER: Custom = Custom {
    name: "tile-buffer",
    code: code::OPERAND_KIND,
    text: "only a tile can be bound to an address",
    holds: |args| !matches!(args.ty(0), Some(Type::Other(_))),
    found: |args| args.ty(0).map_or("unknown".into(), |t| format!("`{t}`")),
    mutate_to_violate: |b| b.types[0] = Some(Type::Other("memref<16x16xf16>".into())),
};

static ONE_ADDRESS: Custom = Custom {
    name: "one-address",
    code: code::REQUIRED,
    text: "the address must be given, as an operand or as a number",
    holds: |args| args.has(1) != args.attr("address").is_some(),
    found: |args| if args.has(1) { "both are given".into() } else { "none is given".into() },
    mutate_to_violate: |b| b.types[1] = None,
};

macro_rules! alias_rules {
    ($space:ident, $layout:ident, $size:ident: $src:literal, $dst:literal) => {
        static $space: Custom = Custom {
            name: "alias-space",
            code: code::SPACE,
            text: "both tiles must be in one memory",
            holds: |args| {
                let (Some(a), Some(b)) = (args.tile($src), args.tile($dst)) else { return true };
                a.space == b.space
            },
            found: |args| {
                let [a, b] =
                    [$src, $dst].map(|i| args.tile(i).map_or("unknown", |t| t.space.tile_name()));
                format!("one in {a}, the other in {b}")
            },
            mutate_to_violate: |b| {
                if let Some(t) = b.tile($dst) {
                    t.space = if t.space == Vec { Mat } else { Vec };
                }
            },
        };
        static $layout: Custom = Custom {
            name: "alias-layout",
            code: code::LAYOUT,
            text: "both tiles must have one layout",
            holds: |args| {
                let (Some(a), Some(b)) = (args.tile($src), args.tile($dst)) else { return true };
                a.layout() == b.layout()
            },
            found: |args| {
                let [a, b] =
                    [$src, $dst].map(|i| args.tile(i).map_or("unknown", |t| t.layout().name()));
                format!("one is {a}, the other {b}")
            },
            mutate_to_violate: |b| {
                if let Some(t) = b.tile($dst) {
                    t.blayout = match t.blayout {
                        crate::BLayout::RowMajor => crate::BLayout::ColMajor,
                        crate::BLayout::ColMajor => crate::BLayout::RowMajor,
                    };
                }
            },
        };
        static $size: Custom = Custom {
            name: "alias-size",
            code: code::OUT_OF_BOUNDS,
            text: "the alias must not have more rows or columns than its source",
            holds: |args| {
                let (Some(a), Some(b)) = (args.tile($src), args.tile($dst)) else { return true };
                b.rows <= a.rows && b.cols <= a.cols
            },
            found: |args| {
                let [a, b] = [$src, $dst].map(|i| {
                    args.tile(i).map_or("unknown".into(), |t| format!("{} x {}", t.rows, t.cols))
                });
                format!("{b} in {a}")
            },
            mutate_to_violate: |b| {
                if let Some(rows) = b.tile($src).map(|t| t.rows)
                    && let Some(t) = b.tile($dst)
                {
                    t.rows = rows * 2;
                }
            },
        };
    };
}
alias_rules!(VIEW_SPACE, VIEW_LAYOUT, VIEW_SIZE: 0, 4);
alias_rules!(ALIAS_SPACE, ALIAS_LAYOUT, ALIAS_SIZE: 0, 1);

/// The page looks at what is valid of the source, the headers at nothing.
static VIEW_VALID: Custom = Custom {
    name: "subview-valid",
    code: code::VALID_WITHIN,
    text: "the valid region of `result` must be no larger than that of `source`",
    holds: |args| {
        let (Some(a), Some(b)) = (args.tile(0), args.tile(4)) else { return true };
        let fits = |a: Dim, b: Dim| a.known().zip(b.known()).is_none_or(|(a, b)| b <= a);
        fits(a.valid_rows, b.valid_rows) && fits(a.valid_cols, b.valid_cols)
    },
    found: |args| {
        let show = |i| {
            args.tile(i)
                .map_or("unknown".into(), |t| format!("{} x {}", t.valid_rows, t.valid_cols))
        };
        format!("{} in {}", show(4), show(0))
    },
    mutate_to_violate: |b| {
        if let Some(rows) = b.tile(4).and_then(|t| t.valid_rows.known())
            && let Some(t) = b.tile(0)
        {
            t.valid_rows = Dim::Is(rows.saturating_sub(1));
        }
    },
};

/// A dynamic extent of the window needs its operand; a known operand fixes a static extent.
fn window_extent(args: &Args<'_>, operand: u8, pick: fn(&TileTy) -> Dim) -> bool {
    let Some(t) = args.tile(4) else { return true };
    let given = args.slots.get(operand as usize).and_then(|s| s.constant);
    match (args.has(operand), pick(t), given) {
        (false, Dim::Dynamic, _) => false,
        (true, Dim::Is(n), Some(c)) => i64::from(n) == c,
        _ => true,
    }
}

fn window_found(args: &Args<'_>, operand: u8, pick: fn(&TileTy) -> Dim) -> String {
    let extent = args.tile(4).map_or(Dim::Dynamic, pick);
    match args.slots.get(operand as usize).and_then(|s| s.constant) {
        Some(c) => format!("the type says {extent}, the operand {c}"),
        None => format!("the type says {extent}, no operand is given"),
    }
}

macro_rules! window_rule {
    ($name:ident, $id:literal, $operand:literal, $field:ident, $text:literal) => {
        static $name: Custom = Custom {
            name: $id,
            code: code::DYNAMIC_EXTENT,
            text: $text,
            holds: |args| window_extent(args, $operand, |t| t.$field),
            found: |args| window_found(args, $operand, |t| t.$field),
            mutate_to_violate: |b| {
                b.types[$operand] = None;
                if let Some(t) = b.tile(4) {
                    t.$field = Dim::Dynamic;
                }
            },
        };
    };
}
window_rule!(
    WINDOW_ROWS,
    "subview-rows",
    2,
    valid_rows,
    "a dynamic number of valid rows needs `valid_row`, and a constant `valid_row` must be that of the type"
);
window_rule!(
    WINDOW_COLS,
    "subview-cols",
    3,
    valid_cols,
    "a dynamic number of valid columns needs `valid_col`, and a constant `valid_col` must be that of the type"
);

/// MX scale tile of a left tile: one column per 32; of a right tile: one row per 32.
static SCALE_SHAPE: Custom = Custom {
    name: "scale-shape",
    code: code::MATMUL_SHAPE,
    text: "`dst` must have one scale per 32 elements of `src` along K: columns of a left tile, rows of a right one",
    holds: |args| {
        let (Some(s), Some(d)) = (args.tile(0), args.tile(1)) else { return true };
        let group = |x: Dim| x.known().map_or(Dim::Dynamic, |n| Dim::Is(n.div_ceil(32)));
        let (rows, cols) = match s.space {
            Right => (group(s.valid_rows), s.valid_cols),
            _ => (s.valid_rows, group(s.valid_cols)),
        };
        d.valid_rows.may_equal(rows) && d.valid_cols.may_equal(cols)
    },
    found: |args| {
        let show = |i| {
            args.tile(i)
                .map_or("unknown".into(), |t| format!("{} x {}", t.valid_rows, t.valid_cols))
        };
        format!("`src` is {}, `dst` is {}", show(0), show(1))
    },
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(1) {
            let n = t.valid_cols.known().unwrap_or(t.cols);
            t.valid_cols = Dim::Is(if n > 1 { n - 1 } else { 2 });
        }
    },
};

fn soft(args: &Args<'_>) -> Option<bool> {
    args.word("mode").map(|m| m.eq_ignore_ascii_case("soft"))
}

static WORKSPACE: Custom = Custom {
    name: "syncall-workspace",
    code: code::REQUIRED,
    text: "soft mode needs `gm_workspace`, hard mode takes no operand",
    holds: |args| soft(args).is_none_or(|s| args.has(0) == s && (s || !args.has(1))),
    found: |args| if args.has(0) { "given".into() } else { "not given".into() },
    mutate_to_violate: |b| {
        let given = b.types[0].is_some();
        b.attrs.push((
            "mode".into(),
            format!("#pto.sync_all_mode<{}>", if given { "hard" } else { "soft" }),
        ));
    },
};

static WORKSPACE_SIZE: Custom = Custom {
    name: "syncall-workspace-size",
    code: code::OP_RULE,
    text: "`gm_workspace` must hold at least 16 elements (64 bytes)",
    holds: |args| match args.ty(0) {
        Some(Type::View { dims, .. }) => dims
            .iter()
            .try_fold(1u64, |n, d| Some(n.saturating_mul(u64::from(d.known()?))))
            .is_none_or(|n| n >= 16),
        _ => true,
    },
    found: |args| args.ty(0).map_or("unknown".into(), |t| format!("`{t}`")),
    mutate_to_violate: |b| shrink_view(b, 0),
};

fn shrink_view(b: &mut Mutator<'_>, slot: usize) {
    if let Some(Some(Type::View { dims, .. })) = b.types.get_mut(slot) {
        for d in dims.iter_mut() {
            *d = Dim::Is(1);
        }
    }
}

static A5_MODES: Custom = Custom {
    name: "syncall-a5-modes",
    code: code::ATTR_FOR_TARGET,
    text: "A5 has no soft barrier of the cube cores alone and no hard barrier of both kinds",
    holds: |args| {
        let Some(soft) = soft(args) else { return true };
        let core = args.word("core_type").unwrap_or("aiv_only");
        let missing = if soft { "aic_only" } else { "mix" };
        !core.eq_ignore_ascii_case(missing)
    },
    found: |args| {
        let show = |name| match args.attr(name) {
            Some(AttrValue::Word(w)) => w,
            _ => "unknown",
        };
        format!("mode {}, core_type {}", show("mode"), show("core_type"))
    },
    mutate_to_violate: |b| {
        let core = if b.types[0].is_some() { "aic_only" } else { "mix" };
        b.attrs.push(("core_type".into(), format!("#pto.sync_core_type<{core}>")));
    },
};

const ROUND: &[&str] =
    &["NONE", "RINT", "ROUND", "FLOOR", "CEIL", "TRUNC", "ODD", "CAST_RINT", "CAST_ROUND"];

/// `sethf32mode`, `settf32mode`: how many fraction bits matrix products keep of f32 from now on.
fn shorten_f32(x: &mut Exec<'_>, tf32: bool) -> Outcome {
    let rounding = match x.word("mode").map(|m| m.trim_start_matches("CAST_").to_ascii_uppercase())
    {
        Some(m) if m == "RINT" => Rounding::Rint,
        Some(m) if m == "FLOOR" => Rounding::Floor,
        Some(m) if m == "CEIL" => Rounding::Ceil,
        Some(m) if m == "TRUNC" => Rounding::Trunc,
        Some(m) if m == "ODD" => Rounding::Odd,
        _ => Rounding::Round,
    };
    let (profile, manual) = (x.numerics.profile(), x.numerics.is_manual());
    let short = match profile {
        Target::A2A3 if manual => None,
        Target::A2A3 => Some((TF32_A2A3, rounding)),
        // The CPU simulator keeps the mode and computes with all of f32.
        Target::CPU if tf32 => None,
        _ if !tf32 => Some((TF32_A2A3, rounding)),
        _ if manual => Some((TF32_PAGE, Rounding::Rint)),
        _ => Some((TF32_A5, rounding)),
    };
    if x.flag("enable") && (profile == Target::A2A3 || (tf32 && profile == Target::A5)) {
        x.note_quirk("short-f32");
    }
    let short = short.filter(|_| x.flag("enable"));
    x.set_modes(|m| m.short_f32 = short);
    Ok(())
}

/// Fraction bits that the page of `settf32mode` keeps on A5.
const TF32_PAGE: u32 = 7;

/// The rounding that `mode` names, without its prefix.
fn named_rounding(args: &Args<'_>) -> Option<String> {
    args.word("mode").map(|m| m.trim_start_matches("CAST_").to_ascii_uppercase())
}

static TF32_HEADER: Custom = Custom {
    name: "tf32-rounding",
    code: code::ATTR_FOR_TARGET,
    text: "`mode` must be CAST_ROUND or CAST_RINT",
    holds: |args| named_rounding(args).is_none_or(|m| m == "ROUND" || m == "RINT"),
    found: |args| args.word("mode").unwrap_or("?").into(),
    mutate_to_violate: |b| b.attrs.push(("mode".into(), "#pto<round_mode FLOOR>".into())),
};

static TF32_PAGE_ROUND: Custom = Custom {
    name: "tf32-only-round",
    code: code::ATTR_FOR_TARGET,
    text: "`mode` must be CAST_ROUND; the others are reserved",
    holds: |args| named_rounding(args).is_none_or(|m| m == "ROUND"),
    found: |args| args.word("mode").unwrap_or("?").into(),
    mutate_to_violate: |b| b.attrs.push(("mode".into(), "#pto<round_mode RINT>".into())),
};

ops! {
    base: BASE;

    /// Place an MX scale tile beside its operand.
    ///
    /// The scales of a tile in L0A or L0B lie at a quarter of the tile's address. No element moves.
    get_scale_addr(src: In Tile, dst: Out Tile) {
        class: Class::Alias { how: Alias::Scales, of: src, gives: dst },
        print_as: "tget_scale_addr",
        origin: Origin::Manual("docs/isa/tile/ops/sync-and-config/get-scale-addr.md"),
        cpp: "TGET_SCALE_ADDR(dst, src)",
        form: PrintForm::Dps,
        formula: "address(dst) = address(src) >> 2",
        pipe: PipeSelector::Fixed(Pipe::S),
        rules: &[
            in_space(&[src], &[Left, Right]),
            in_space(&[dst], &[Scaling, ScaleLeft, ScaleRight]),
            custom(&[src, dst], &SCALE_SHAPE).warn(),
        ],
        sem: Sem::Machine,
        support: &[
            on(Targets::CPU_A5, "pto-isa@3186c381 include/pto/npu/a5/TGetScaleAddr.hpp:22-29; PTOAS 0.60 lib/PTO/IR/PTO.cpp:10581-10637")
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:5705-5719", "a scale tile as large as its operand")]),
        ],
        notes: &["The page says automatic placement only; with given addresses the same shift is computed."],
    }

    /// Set what stands in the border of feature maps.
    ///
    /// Image-to-column moves read it until it is set again; it is zero until then. No element moves.
    set_img2col_padding(cfg: Value Any) {
        class: Class::Mode(Mode::Register),
        origin: Origin::Manual("docs/isa/tile/ops/sync-and-config/set-img2col-padding.md"),
        cpp: "SET_IMG2COL_PADDING(cfg, ...)",
        formula: "PADDING = padBits",
        attrs: &[int("padBits", 0, u32::MAX as i64).doc("bits of the element in the border; 0 without it")],
        pipe: PipeSelector::Fixed(Pipe::S),
        cost: Cost::Scalar,
        sem: Sem::Custom(set_border),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 include/pto/npu/a2a3/SetImg2colPadding.hpp:16-36, npu/a5/SetImg2colPadding.hpp:16-40"),
        ],
        notes: &[
            "By its page it sets how wide the border is; the headers do that in SETFMATRIX.",
            "No assembler has it. The manual gives its operand the type `!pto.fmatrix_config`, which nothing makes; the C++ takes the source tile, and so does a run.",
            "The attribute is this tool's own: the manual's text has no place for the value.",
        ],
    }

    /// Set the repeat counts of the next image-to-column move.
    ///
    /// Loads the repeat fields of an image-to-column configuration. No element moves.
    set_img2col_rpt(cfg: Value Any) {
        class: Class::Mode(Mode::Register),
        origin: Origin::Manual("docs/isa/tile/ops/sync-and-config/set-img2col-rpt.md"),
        cpp: "SET_IMG2COL_RPT(cfg, ...)",
        formula: "L3D_RPT = repeatStride, repeatTime, repeatMode",
        attrs: &[
            int("repeatStride", 0, 65535).doc("distance of repeats; 0 without it"),
            int("repeatTime", 1, 255).doc("how often; 1 without it"),
            int("repeatMode", 0, 1).doc("what advances; 0 without it"),
        ],
        pipe: PipeSelector::Fixed(Pipe::S),
        cost: Cost::Scalar,
        sem: Sem::Custom(set_repeats),
        support: &[on(Targets::ALL, "pto-isa@3186c381 include/pto/npu/a2a3/SetImg2colRpt.hpp:16-25, npu/a5/SetImg2colRpt.hpp:16-36")],
        notes: &[
            "No assembler has it. The manual gives its operand the type `!pto.fmatrix_config`, which nothing makes; the C++ takes the source tile, and so does a run.",
            "The attributes are this tool's own, named like the fields of the C++ configuration.",
            "The CPU simulator ignores repeats. On a device a move with more than one is not executable: no source says where the repeats go.",
        ],
    }

    /// Set the feature-map geometry registers.
    ///
    /// Later image-to-column moves read them: how high and wide the map is and how wide its border. No element moves.
    setfmatrix(tile: Addr Tile) {
        class: Class::Mode(Mode::Register),
        origin: Origin::Manual("docs/isa/tile/ops/sync-and-config/setfmatrix.md"),
        cpp: "SETFMATRIX(tile, ...)",
        formula: "FMATRIX = fmapH, fmapW, padLeft, padRight, padTop, padBottom",
        attrs: &[
            int("fmapH", 1, 65535).doc("lines of the map"),
            int("fmapW", 1, 65535).doc("pixels in a line"),
            int("padLeft", 0, 255).doc("border on the left, in pixels; 0 without it"),
            int("padRight", 0, 255).doc("border on the right"),
            int("padTop", 0, 255).doc("border above"),
            int("padBottom", 0, 255).doc("border below"),
        ],
        pipe: PipeSelector::Fixed(Pipe::S),
        cost: Cost::Scalar,
        rules: &[in_space(&[tile], &[Mat, Left, Right, Acc])],
        sem: Sem::Custom(set_map),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 include/pto/npu/a2a3/SetFmatrix.hpp:16-40, npu/a5/SetFmatrix.hpp:16-40"),
        ],
        notes: &[
            "By its page it binds a tile to the matrix unit, and a second binding needs a release (setfmatrix.md:72); no instruction releases one, \
             and the headers set registers: it may be set again.",
            "No assembler has it. The C++ takes the map from the configuration of its tile; a tile of the text has rows and columns only, so the attributes say it. They are this tool's own, named like the fields of that configuration.",
            "Without `fmapH` and `fmapW` a run stops with E0613. The second set of registers (B) and the mode in which TIMG2COL sets them itself have no text.",
        ],
    }

    /// Switch HF32 rounding of f32 matrix operands.
    ///
    /// Holds for the matrix multiplications that follow on this core.
    sethf32mode() {
        class: Class::Mode(Mode::Register),
        origin: Origin::Manual("docs/isa/tile/ops/sync-and-config/sethf32mode.md"),
        cpp: "SETHF32MODE<enable, mode:RoundMode=CAST_ROUND>()",
        formula: "HF32 mode = enable ? mode : off",
        attrs: &[
            flag("enable").required().doc("on or off"),
            word("mode", ROUND).doc("rounding; CAST_ROUND without it"),
        ],
        pipe: PipeSelector::Fixed(Pipe::S),
        cost: Cost::Scalar,
        rules: &[
            custom(&[], &TF32_HEADER).only(Targets::NPU)
                .cite("pto-isa@3186c381 include/pto/common/pto_tile.hpp:1651-1655, the one mode of f32 products; docs/isa/tile/ops/sync-and-config/sethf32mode.md:71"),
        ],
        sem: Sem::Custom(|x| shorten_f32(x, false)),
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/tile/ops/sync-and-config/sethf32mode.md")],
        quirks: &["short-f32"],
        notes: &["The header has a tile method instead of the documented function, and no assembler has it."],
    }

    /// Switch TF32 rounding of f32 matrix operands.
    ///
    /// Holds for the matrix multiplications that follow on this core; the CPU simulator computes with all of f32.
    settf32mode() {
        class: Class::Mode(Mode::Register),
        origin: Origin::Manual("docs/isa/tile/ops/sync-and-config/settf32mode.md"),
        cpp: "SETTF32MODE<enable, mode:RoundMode=CAST_ROUND>()",
        formula: "TF32 mode = enable ? mode : off",
        attrs: &[
            flag("enable").required().doc("on or off"),
            word("mode", ROUND).doc("rounding; CAST_ROUND without it"),
        ],
        rules: &[
            custom(&[], &TF32_PAGE_ROUND).only(Targets::NPU).manual_only()
                .cite("pto-isa@3186c381 docs/isa/tile/ops/sync-and-config/settf32mode.md:67, 75"),
            custom(&[], &TF32_HEADER).only(Targets::NPU).cite("pto-isa@3186c381 include/pto/common/pto_tile.hpp:1651-1655"),
            custom(&[], &TF32_HEADER).only(Targets::CPU).device_only()
                .cite("pto-isa@3186c381 include/pto/common/pto_tile.hpp:1651-1655; docs/isa/tile/ops/sync-and-config/settf32mode.md:68 takes any"),
        ],
        pipe: PipeSelector::Fixed(Pipe::S),
        cost: Cost::Scalar,
        sem: Sem::Custom(|x| shorten_f32(x, true)),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/tile/ops/sync-and-config/settf32mode.md"),
        ],
        quirks: &["short-f32"],
        notes: &[
            "The header has a tile method instead of the documented function, and no assembler has it.",
            "How many fraction bits stay is a matter of values: quirk `short-f32`.",
        ],
    }

    /// View a window of a tile.
    ///
    /// The result shares the storage of `source` from row `offsets[0]`, column `offsets[1]` on. Its type has
    /// the window's size; in the form of the manual it keeps the rows and columns of the source and only its
    /// valid region is smaller. Without `valid`, the valid region is the one of the result type.
    subview(source: In Tile, offsets: ManyIn Index, valid_row: OptIn Index, valid_col: OptIn Index, result: Out Tile) {
        class: Class::Alias { how: Alias::Window, of: source, gives: result },
        origin: Origin::Manual("docs/isa/tile/ops/sync-and-config/subview.md"),
        cpp: "TSUBVIEW(result, source, row, column, ...)",
        syntax: "source[offsets] sizes[sizes] valid[valid_row, valid_col] : source",
        formula: "result[i,j] = source[offsets[0]+i, offsets[1]+j]",
        attrs: &[any_attr("sizes").doc("rows and columns of the window")],
        pipe: PipeSelector::None("it only makes a descriptor"),
        rules: &[
            custom(&[source, result], &VIEW_SPACE),
            custom(&[source, result], &VIEW_LAYOUT),
            same_dtype(&[source, result]),
            custom(&[source, result], &VIEW_SIZE),
            same_shape(&[source, result]).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/sync-and-config/subview.md:71"),
            custom(&[source, result], &VIEW_VALID).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/sync-and-config/subview.md:73"),
            custom(&[valid_row, result], &WINDOW_ROWS).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:17100-17133"),
            custom(&[valid_col, result], &WINDOW_COLS).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:17100-17133"),
        ],
        sem: Sem::Machine,
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 include/pto/npu/a2a3/TSubView.hpp:19-43; PTOAS 0.60 lib/PTO/IR/PTO.cpp:17006-17174"),
        ],
        notes: &[
            "A window starts at a multiple of 32 bytes: at such a column of a row-major tile, at such a row of a column-major one.",
            "Offsets and sizes of a boxed tile are multiples of its box.",
            "The valid region ends inside `source`, by the page inside the valid region of `source` (subview.md:78): `--rules`. `sizes` are the rows and columns of the result, unless it keeps those of `source`.",
            "`subset` and `talias` are older names of the same idea with other rules.",
        ],
    }

    /// View a part of a tile at run-time offsets.
    ///
    /// The result shares the storage of `source`; its type follows from the source and `sizes`. A boxed tile
    /// is cut only between whole boxes, and keeps its full columns (row-major) or rows (column-major).
    subset(source: In Tile, offsets: ManyIn Index, result: Out Tile) {
        class: Class::Alias { how: Alias::Window, of: source, gives: result },
        origin: Origin::Manual("docs/isa/tile/ops/view-and-tile-buf/subset.md"),
        family: "view-and-tile-buf",
        syntax: "source[offsets] sizes[sizes] : source",
        formula: "result[i,j] = source[offsets[0]+i, offsets[1]+j]",
        attrs: &[any_attr("sizes").required().doc("rows and columns of the part")],
        pipe: PipeSelector::None("it only makes a descriptor"),
        sem: Sem::Machine,
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/tile/ops/view-and-tile-buf/subset.md; PTOAS 0.27 include/PTO/IR/PTOOps.td")
                .conflicting_sources(&[other_source("PTOAS 0.60", "removed; `subview` replaces it")]),
        ],
        notes: &["The result type is not written.", "A part starts at a multiple of 32 bytes, and of the box of a boxed tile."],
    }

    /// Wait until every core of a kind has arrived.
    ///
    /// The hard barrier uses hardware flags; the soft one polls counters in a zeroed piece of global memory
    /// that nothing else uses. All cores meet the same barriers in the same order. It orders arrival only,
    /// it does not make data visible.
    syncall(gm_workspace: OptAtomics Memory, used_cores: OptIn Scalar) {
        class: Class::Sync(Sync::AllCores),
        origin: Origin::Manual("docs/isa/tile/ops/sync-and-config/syncall.md"),
        cpp: "SYNCALL<core_type:SyncCoreType>() {mode=hard}; SYNCALL<mode:SyncAllMode, core_type:SyncCoreType>(gm_workspace[, used_cores])",
        syntax: "(gm_workspace, used_cores) mode=mode, core_type=core_type",
        formula: "no core passes before all have come",
        attrs: &[
            word("mode", &["hard", "soft"]).required().doc("hardware flags, or counters in global memory"),
            word("core_type", &["aiv_only", "aic_only", "mix"]).required().doc("vector cores, cube cores, or both"),
        ],
        pipe: PipeSelector::Fixed(Pipe::All),
        cost: Cost::Sync,
        rules: &[
            in_space(&[gm_workspace], &[Gm]),
            has_dtype(&[gm_workspace], &[I32, U32]),
            has_dtype(&[used_cores], &[I32, U32]),
            custom(&[used_cores, gm_workspace], &WORKSPACE),
            custom(&[gm_workspace], &WORKSPACE_SIZE),
            custom(&[used_cores, gm_workspace], &A5_MODES).only(Targets::A5).device_only().warn().cite("pto-isa@3186c381 docs/isa/tile/ops/sync-and-config/syncall.md:113-119"),
            custom(&[used_cores, gm_workspace], &A5_MODES).only(Targets::A5).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/sync-and-config/syncall.md:113-119"),
        ],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "pto-isa@3186c381 include/pto/npu/a2a3/SyncAll.hpp:20-50, a5/SyncAll.hpp:33-60; PTOAS 0.60 lib/PTO/IR/PTO.cpp:20077-20098")],
        notes: &[
            "The page asks for 8 counters per core and for scratch tiles; header and assembler need one line of 16 counters and no tile.",
            "The A5 header compiles a hard barrier of both kinds which the page calls unavailable: a warning by the header's rules, an error by the page's.",
        ],
    }

    /// Give a tile a second name.
    ///
    /// `dst` shares the storage of `src`. The page states no more; it is read as `subview` at row 0, column 0.
    talias(src: In Tile, dst: Out Tile) {
        class: Class::Alias { how: Alias::Window, of: src, gives: dst },
        origin: Origin::Manual("docs/isa/tile/ops/sync-and-config/talias.md"),
        form: PrintForm::Dps,
        formula: "dst[i,j] = src[i,j]",
        pipe: PipeSelector::None("it only makes a descriptor"),
        rules: &[
            custom(&[src, dst], &ALIAS_SPACE),
            custom(&[src, dst], &ALIAS_LAYOUT),
            same_dtype(&[src, dst]),
            custom(&[src, dst], &ALIAS_SIZE),
        ],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/tile/ops/sync-and-config/talias.md")],
        notes: &["No header and no assembler has it."],
    }

    /// Bind a tile to an address.
    ///
    /// From here on `tile` is the storage at byte `addr` of its memory, until it is bound again. The
    /// assembler returns the rebound tile as a result; the manual changes the tile itself. No element moves.
    tassign(tile: In Tile, addr: OptIn Scalar, result: OptOut Tile) {
        class: Class::Alias { how: Alias::Assign, of: tile, gives: result },
        origin: Origin::Manual("docs/isa/tile/ops/sync-and-config/tassign.md"),
        cpp: "TASSIGN(tile, addr); TASSIGN(tile, address)",
        syntax: "tile, addr, address : tile",
        formula: "address(tile) = addr",
        attrs: &[int("address", 0, i64::MAX).doc("the address, where it is written as a number")],
        pipe: PipeSelector::None("it only changes the descriptor"),
        rules: &[
            custom(&[tile], &BUFFER).cite("PTOAS 0.60 include/PTO/IR/PTOOps.td, TAssignOp"),
            same_type(&[tile, result]),
            custom(&[tile, addr], &ONE_ADDRESS),
            custom(&[tile, addr], &ADDR_ALIGN).cite("pto-isa@3186c381 docs/isa/tile/ops/sync-and-config/tassign.md, SA-0354; PTOAS 0.60 lib/PTO/IR/PTO.cpp:3549-3585"),
            custom(&[tile, addr], &ADDR_RANGE).cite("pto-isa@3186c381 docs/isa/tile/ops/sync-and-config/tassign.md, SA-0352, SA-0353"),
        ],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/tile/ops/sync-and-config/tassign.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:3787-3803")],
        notes: &[
            "The flat pages write the address as `@tile(0x1000)`.",
            "Where the tool places tiles itself, the binding has no effect.",
            "The C++ form also binds a tensor to a pointer; the text has `make_tensor_view` for that.",
        ],
    }

    /// Wait for events, or drain the pipe of one operation.
    ///
    /// Waits until every given event has been recorded. Without operands it drains all pipes. With `op` it
    /// drains the pipe that operation runs on.
    tsync(events: ManyValues Any) {
        class: Class::Sync(Sync::Barrier(Barrier::Events("op"))),
        aliases: &["tsync.op"],
        origin: Origin::Manual("docs/isa/tile/ops/sync-and-config/tsync.md"),
        cpp: "TSYNC(events, ...)",
        form: PrintForm::Dps,
        formula: "wait for each of events",
        attrs: &[word("op", OPERATIONS).doc("an operation whose pipe is drained")],
        pipe: PipeSelector::Fixed(Pipe::All),
        cost: Cost::Sync,
        rules: &[
            custom(&[events], &DRAINED_BY_PAGE).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/sync-and-config/tsync.md:22-26, 86"),
            custom(&[events], &DRAINED_BY_A5).only(Targets::A5).device_only().cite("pto-isa@3186c381 include/pto/npu/a5/TSync.hpp:24-34, include/pto/common/event.hpp:172-302"),
        ],
        sem: Sem::Machine,
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/tile/ops/sync-and-config/tsync.md, include/pto/common/event.hpp:21-158; PTOAS 0.60 include/PTO/IR/PTOOps.td:2975"),
        ],
        quirks: &["tsync-empty"],
        notes: &["The page calls an empty wait a no-op, the headers drain every pipe, and the example of the `tadd` page relies on that. What is lowered, timed or proved goes by the headers."],
    }
}
