//! Quantising and its opposite.

use crate::DType;
use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom};
use crate::sem::quant::{self, MxFormat, MxSlots};
use crate::ty::{Dim, TileTy, Type};

const BASE: OpDef = OpDef { family: "irregular-and-complex", ..OpDef::VECTOR_TILE };

fn quant_is(args: &Args<'_>, name: &str) -> bool {
    args.word("quant_type").is_some_and(|w| w.eq_ignore_ascii_case(name))
}

// --- tquant: src 0, fp 1, offset 2, dst 3, tmp 4

static QUANT_OFFSET: Custom = Custom {
    name: "quant-offset",
    code: code::OP_RULE,
    text: "INT8_ASYM needs `offset`, INT8_SYM has none; MX formats are made by `tquant.mx`",
    holds: |args| match args.word("quant_type") {
        None => true,
        Some(_) if quant_is(args, "INT8_SYM") => !args.has(2),
        Some(_) => quant_is(args, "INT8_ASYM") && args.has(2),
    },
    found: |args| {
        let offset = if args.has(2) { "with" } else { "without" };
        format!("{} {offset} `offset`", args.word("quant_type").unwrap_or("?"))
    },
    mutate_to_violate: |b| {
        let kind = if b.types[2].is_some() { "INT8_SYM" } else { "INT8_ASYM" };
        b.attrs.push(("quant_type".into(), format!("#pto<quant_type {kind}>")));
    },
};

/// Whether the results are signed: INT8_SYM, which has no offset.
fn quant_is_symmetric(args: &Args<'_>) -> bool {
    args.word("quant_type").map_or(!args.has(2), |_| quant_is(args, "INT8_SYM"))
}

static QUANT_RESULT: Custom = Custom {
    name: "quant-result",
    code: code::DTYPE,
    text: "INT8_SYM makes i8, INT8_ASYM u8",
    holds: |args| args.dtype(3).is_none_or(|d| (d == I8) == quant_is_symmetric(args)),
    found: |args| {
        let kind = if quant_is_symmetric(args) { "INT8_SYM" } else { "INT8_ASYM" };
        format!("{kind} to {}", args.dtype(3).map_or("?", DType::name))
    },
    mutate_to_violate: |b| {
        if let Some(d) = b.dtype(3) {
            *d = if *d == I8 { U8 } else { I8 };
        }
    },
};

// --- tquant.mx: src 0, dst 1, exp 2, max 3, scaling 4, exp_zz 5

/// Groups run down the columns.
fn axis0(args: &Args<'_>) -> bool {
    args.word("grpAxis").is_some_and(|w| w.eq_ignore_ascii_case("axis0"))
}

fn interleaved(args: &Args<'_>) -> bool {
    args.attr("interleave") == Some(crate::rule::AttrValue::Bool(true))
}

fn valid(t: &TileTy) -> Option<(u32, u32)> {
    Some((t.valid_rows.known()?, t.valid_cols.known()?))
}

fn region(args: &Args<'_>, o: u8) -> String {
    args.tile(o)
        .map_or_else(|| "?".into(), |t| format!("{} x {} valid", t.valid_rows, t.valid_cols))
}

static MX_TYPE: Custom = Custom {
    name: "mx-type",
    code: code::DTYPE_TUPLE,
    text: "MXFP8 makes i8 or u8 bytes from f32, f16 or bf16; MXFP4_E2M1 makes f4E2M1x2 from f16 or bf16",
    holds: |args| {
        let (Some(s), Some(d)) = (args.dtype(0), args.dtype(1)) else { return true };
        if quant_is(args, "MXFP4_E2M1") {
            d == F4E2M1x2 && matches!(s, F16 | Bf16)
        } else {
            quant_is(args, "MXFP8") && matches!(d, I8 | U8 | F8E4M3)
        }
    },
    found: |args| {
        let name = |o| args.dtype(o).map_or("?", DType::name);
        format!("{} from {} by {}", name(1), name(0), args.word("quant_type").unwrap_or("nothing"))
    },
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(1) {
            t.dtype = Hif8;
        }
    },
};

static MX_GROUPS: Custom = Custom {
    name: "mx-groups",
    code: code::EXTENT,
    text: "the grouped extent of `src` must be a multiple of 32: valid columns for axis1, valid rows for axis0 (64 with `interleave`)",
    holds: |args| {
        let Some((r, c)) = args.tile(0).and_then(valid) else { return true };
        match (axis0(args), interleaved(args)) {
            (true, true) => r % 64 == 0,
            (true, false) => r % 32 == 0,
            _ => c % 32 == 0,
        }
    },
    found: |args| region(args, 0),
    mutate_to_violate: |b| {
        for slot in [0, 1] {
            if let Some(t) = b.tile(slot) {
                (t.valid_rows, t.valid_cols) = (Dim::Is(t.rows - 1), Dim::Is(t.cols - 1));
            }
        }
    },
};

static MX_RESULT: Custom = Custom {
    name: "mx-result-region",
    code: code::SAME_VALID,
    text: "`dst` must have the valid region of `src`; packed f4 halves the columns",
    holds: |args| {
        let (Some(s), Some(d)) = (args.tile(0), args.tile(1)) else { return true };
        let (Some((r, c)), Some(found)) = (valid(s), valid(d)) else { return true };
        found == (r, if d.dtype == F4E2M1x2 { c / 2 } else { c })
    },
    found: |args| region(args, 1),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(1) {
            t.valid_rows = Dim::Is(t.valid_rows.known().unwrap_or(2) - 1);
        }
    },
};

/// Whether the tile has one element per group: M x N/32 or flat, or M/32 x N for axis0.
fn per_group(args: &Args<'_>, slot: u8) -> bool {
    let (Some((r, c)), Some(found)) =
        (args.tile(0).and_then(valid), args.tile(slot).and_then(valid))
    else {
        return true;
    };
    match axis0(args) {
        true if slot == 2 && interleaved(args) => found == (r / 64, 2 * c),
        true => found == (r / 32, c),
        false => found == (r, c / 32) || (found.0 == 1 && Some(found.1) == r.checked_mul(c / 32)),
    }
}

const GROUP_TEXT: &str =
    "one element per group of 32: M x N/32 or 1 x M*N/32 for axis1, M/32 x N for axis0";

static MX_EXP: Custom = Custom {
    name: "mx-exponents",
    code: code::OP_RULE,
    text: "`exp` has one element per group of 32: M x N/32 or 1 x M*N/32 for axis1, M/32 x N for axis0, M/64 x 2N with `interleave`",
    holds: |args| per_group(args, 2),
    found: |args| region(args, 2),
    mutate_to_violate: |b| fewer(b.tile(2)),
};
static MX_MAX: Custom = Custom {
    name: "mx-maxima",
    code: code::OP_RULE,
    text: GROUP_TEXT,
    holds: |args| per_group(args, 3),
    found: |args| region(args, 3),
    mutate_to_violate: |b| fewer(b.tile(3)),
};
static MX_SCALING: Custom = Custom {
    name: "mx-scalings",
    code: code::OP_RULE,
    text: GROUP_TEXT,
    holds: |args| per_group(args, 4),
    found: |args| region(args, 4),
    mutate_to_violate: |b| fewer(b.tile(4)),
};

fn fewer(tile: Option<&mut TileTy>) {
    if let Some(t) = tile {
        t.valid_cols = Dim::Is(t.valid_cols.known().unwrap_or(2) - 1);
    }
}

static MX_INTERLEAVE: Custom = Custom {
    name: "mx-interleave",
    code: code::ATTR_FOR_TARGET,
    text: "`interleave` goes with grpAxis axis0",
    holds: |args| !interleaved(args) || axis0(args),
    found: |args| format!("grpAxis {}", args.word("grpAxis").unwrap_or("axis1")),
    mutate_to_violate: |b| b.attrs.push(("interleave".into(), "true".into())),
};

static MX_STORE_MODE: Custom = Custom {
    name: "mx-store-mode",
    code: code::ATTR_FOR_TARGET,
    text: "`exp_zz` and `storeMode` go together, with grpAxis axis1 and quantScaleAlg ocp",
    holds: |args| {
        let mode = args.attr("storeMode").is_some();
        let nv = args.word("quantScaleAlg").is_some_and(|w| w.eq_ignore_ascii_case("nv"));
        mode == args.has(5) && !(mode && (axis0(args) || nv))
    },
    found: |args| {
        let given = |b| if b { "given" } else { "not given" };
        format!(
            "`exp_zz` is {}, `storeMode` {}",
            given(args.has(5)),
            given(args.attr("storeMode").is_some())
        )
    },
    mutate_to_violate: |b| {
        b.types[5] = match b.types[5] {
            Some(_) => None,
            None => Some(Type::Tile(TileTy::vec(U8, 1, 32))),
        };
    },
};

static MX_ZZ: Custom = Custom {
    name: "mx-zz-boxes",
    code: code::EXTENT,
    text: "with `exp_zz` the valid rows of `src` must be a multiple of 16 and its columns of 64",
    holds: |args| {
        let Some((r, c)) = args.tile(0).and_then(valid) else { return true };
        !args.has(5) || r % 16 == 0 && c % 64 == 0
    },
    found: |args| region(args, 0),
    mutate_to_violate: |b| {
        if b.types[5].is_none() {
            return;
        }
        let mut groups = 0;
        for slot in [0, 1] {
            if let Some(t) = b.tile(slot) {
                (t.rows, t.valid_rows) = (8, Dim::Is(8));
                groups = 8 * t.cols / 32;
            }
        }
        for slot in [2, 3, 4, 5] {
            if let Some(t) = b.tile(slot) {
                t.valid_cols = Dim::Is(groups);
            }
        }
    },
};

static MX_PAIRED_ALLOCATION: Custom = Custom {
    name: "mx-interleave-allocation",
    code: code::EXTENT,
    text: "with `interleave` an M x N `src` is allocated with a multiple of 64 rows, and `exp` as M/64 rows of 2N elements in whole blocks",
    holds: |args| {
        let (Some(s), Some(e)) = (args.tile(0), args.tile(2)) else { return true };
        let cols = s.cols.saturating_mul(2).next_multiple_of(32);
        !interleaved(args) || s.rows % 64 == 0 && (e.rows, e.cols) == (s.rows / 64, cols)
    },
    found: |args| {
        let show =
            |o| args.tile(o).map_or_else(String::new, |t| format!("{} x {}", t.rows, t.cols));
        format!("`src` is {}, `exp` {}", show(0), show(2))
    },
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(2) {
            t.cols *= 2;
        }
    },
};

fn run_mx(x: &mut Exec<'_>) -> Outcome {
    let is = |name: &str, word: &str| x.word(name).is_some_and(|w| w.eq_ignore_ascii_case(word));
    let four_bits = is("quant_type", "MXFP4_E2M1");
    let emax = match (four_bits, x.numerics.is_manual()) {
        (false, _) => 8,
        (true, true) => 1,
        (true, false) => 2,
    };
    let format = MxFormat { four_bits, nv: is("quantScaleAlg", "nv"), emax };
    let (by_column, interleave) = (is("grpAxis", "axis0"), x.flag("interleave"));
    let slots = MxSlots { src: 0, dst: 1, exp: 2, max: 3, scaling: 4, exp_zz: 5 };
    quant::to_mx(x, slots, format, by_column, interleave && by_column)
}

ops! {
    base: BASE;

    /// Quantise f32 elements to 8-bit integers.
    ///
    /// Each row has a scale in `fp` and, for INT8_ASYM, an offset in `offset`. Results are rounded once and
    /// saturated. A2/A3 overwrites `src` and uses `tmp` for its 32-bit integer copy. The page's MX formats are
    /// written `tquant.mx`.
    tquant(src: Updates Tile, fp: In Tile, offset: OptIn Tile, dst: Out Tile, tmp: OptScratch Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/irregular-and-complex/tquant.md"),
        cpp: "TQUANT<quant_type:QuantType=INT8_ASYM>(dst, src, fp[, tmp], &offset); TQUANT<quant_type:QuantType=INT8_SYM>(dst, src, fp[, tmp])",
        formula: "dst[i,j] = saturate(round(src[i,j] * fp[i] + offset[i]))",
        attrs: &[word("quant_type", &["INT8_SYM", "INT8_ASYM", "MXFP8", "MXFP4_E2M1"]).doc("by the presence of `offset` if absent")],
        cost: Cost::RowExpand(&["vmul", "vconv", "vconv", "vconv"]),
        rules: &[
            in_space(&[src, fp, offset, dst, tmp], &[Vec]),
            has_layout(&[src, dst, tmp], &[RowMajor]).only(Targets::A2A3).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:12340-12360"),
            has_layout(&[fp, offset], &[ColMajor]).only(Targets::A2A3).warn().cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:12370-12392"),
            has_dtype(&[src, fp, offset], &[F32]),
            has_dtype(&[dst], &[I8, U8]),
            same_dtype(&[src, tmp]).only(Targets::A2A3),
            same_valid(&[src, dst]),
            same_valid_rows(&[dst, fp, offset]).only(Targets::A2A3),
            valid_cols(&[fp, offset], 1).only(Targets::A2A3).warn(),
            same_shape(&[src, tmp]).only(Targets::A2A3).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:12345-12368"),
            same_valid(&[src, tmp]).only(Targets::A2A3),
            custom(&[dst], &QUANT_OFFSET),
            custom(&[dst], &QUANT_RESULT)
                .cite("pto-isa@3186c381 include/pto/npu/a2a3/TQuant.hpp:29-33, a5/TQuant.hpp:3229-3240; docs/isa/tile/ops/irregular-and-complex/tquant.md:93-94"),
        ],
        scratch: &[
            Scratch::bytes(Targets::A2A3, "the bytes of `src`", |args| args.tile(0).map(TileTy::size_bytes), "pto-isa@3186c381 include/pto/npu/a2a3/TQuant.hpp:21-36")
                .like(src),
            Scratch::ignored(Targets::CPU_A5, "docs/isa/tile/ops/irregular-and-complex/tquant.md:40, 96"),
        ],
        rust: &["tquant", "tquant_sym"],
        sem: Sem::Custom(|x| quant::to_int8(x, [src, fp, offset, dst])),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TQuant.hpp:21-36"),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TQuant.hpp:3223-3430"),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TQuant.hpp:391-586"),
        ],
        notes: &[
            "The page divides by the scale and adds the offset to the rounded quotient; all three libraries multiply each row by `fp`, add the offset in f32 and round the sum to nearest even, which is implemented. NaN becomes 0.",
            "That A2/A3 overwrites `src` is not simulated: it keeps its contents.",
            "The A2/A3 call has no form without `tmp`; lowering makes one where the text has none.",
            "The assembler writes `tmp` among the outputs: `outs(%dst, %tmp : ...)`.",
        ],
    }

    /// Quantise to an MX format: groups of 32 with a shared exponent.
    ///
    /// `exp` receives one E8M0 exponent per group; `max` and `scaling` are left with intermediate values. Groups
    /// run along rows (axis1) or down columns (axis0). `exp_zz` stores the exponents a second time in ZZ order.
    tquant_mx = "tquant.mx"(src: In Tile, dst: Out Tile, exp: Out Tile, max: Out Tile, scaling: Out Tile, exp_zz: OptOut Tile) {
        origin: Origin::Manual("docs/isa/TQUANT_DN.md"),
        cpp: "TQUANT<quant_type:QuantType, type(dst), type(src), type(exp), type(max), type(scaling)[, quantScaleAlg:QuantScaleAlg]>(dst, src, &exp, &max, &scaling) {grpAxis=axis1, interleave=false}; TQUANT<quant_type:QuantType, storeMode:VecStoreMode>(dst, src, &exp, &max, &scaling, &exp_zz) {quantScaleAlg=ocp, grpAxis=axis1, interleave=false}; TQUANT<0, MxQuantAlg::OcpMxFp8E4M3[interleave=true? , true]>(dst, src, &exp, &max, &scaling) {quant_type=MXFP8, quantScaleAlg=ocp, grpAxis=axis0}; TQUANT<0, MxQuantAlg::NvMxFp8E4M3[interleave=true? , true]>(dst, src, &exp, &max, &scaling) {quant_type=MXFP8, quantScaleAlg=nv, grpAxis=axis0}; TQUANT<0, MxQuantAlg::OcpMxFp4E2M1[interleave=true? , true]>(dst, src, &exp, &max, &scaling) {quant_type=MXFP4_E2M1, quantScaleAlg=ocp, grpAxis=axis0}; TQUANT<0, MxQuantAlg::NvMxFp4E2M1[interleave=true? , true]>(dst, src, &exp, &max, &scaling) {quant_type=MXFP4_E2M1, quantScaleAlg=nv, grpAxis=axis0}",
        formula: "max[g] = max of |src| in group g\nexp[g] = biased exponent of max[g] - emax, at least 0\ndst[i] = round(clip(src[i] * 2^(127 - exp[g]))) as the small format",
        attrs: &[
            word("quant_type", &["MXFP8", "MXFP4_E2M1"]).required(),
            word("quantScaleAlg", &["ocp", "nv"]).doc("how the exponent is rounded; `ocp` if absent"),
            word("storeMode", &["nd", "nz"]).doc("order of `exp_zz`"),
            word("grpAxis", &["axis0", "axis1"]).doc("groups down columns or along rows; `axis1` if absent"),
            flag("interleave").doc("pairs of exponent rows are interleaved"),
        ],
        cost: Cost::RowExpand(&["vmul", "vconv"]),
        rules: &[
            in_space(&[src, dst, exp, max, scaling, exp_zz], &[Vec]),
            has_layout(&[src, dst, exp, max, scaling, exp_zz], &[Nd]),
            has_dtype(&[exp, exp_zz], &[I8, U8, F8E8M0]),
            same_dtype(&[src, max, scaling]),
            custom(&[src, dst], &MX_TYPE),
            custom(&[src], &MX_INTERLEAVE).cite("pto-isa@3186c381 include/pto/npu/a5/TQuant.hpp:3381-3421"),
            custom(&[src], &MX_GROUPS),
            custom(&[src, dst], &MX_RESULT),
            custom(&[src, exp], &MX_EXP),
            custom(&[src, max], &MX_MAX),
            custom(&[src, scaling], &MX_SCALING),
            custom(&[dst], &MX_STORE_MODE),
            custom(&[src, exp_zz], &MX_ZZ).cite("pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tquant.md:138-142"),
            custom(&[src, exp], &MX_PAIRED_ALLOCATION).only(Targets::A5)
                .cite("pto-isa@3186c381 include/pto/npu/a5/TQuant.hpp:3396-3402"),
        ],
        sem: Sem::Custom(run_mx),
        support: &[
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TQuant.hpp:3223-3430").types(&[src], &[F32, F16, Bf16]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TQuant.hpp:391-586").types(&[src], &[F32, F16, Bf16]),
        ],
        quirks: &["mxfp4-emax"],
        notes: &[
            "Rounding is to nearest even, as in the expected results of the library's tests; the page says stochastic.",
            "A NaN makes its group NaN (exponent 0xFF, 8-bit elements 0x7F); 4-bit elements become 6. Infinities saturate.",
            "`nv` takes the least power of two that is at least the maximum divided by 448 or 6.",
            "No header of A5 has the call with `storeMode` that the page lists (pto_instr.hpp:2535-2542 names one that a5/TQuant.hpp lacks); it is checked and run there as the page has it, and the CPU library has it.",
            "`max` and `scaling` of 16-bit sources hold bf16 bits (the maxima of f16 by `nv` are f16), as on A5.",
        ],
    }

    /// Turn 8- or 16-bit integers back into f32.
    ///
    /// Each row has its scale and offset in column 0 of `scale` and `offset`.
    tdequant(src: In Tile, scale: In Tile, offset: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/irregular-and-complex/tdequant.md"),
        cpp: "TDEQUANT(dst, src, scale, offset)",
        formula: "dst[i,j] = (src[i,j] - offset[i]) * scale[i]   for (i,j) in valid(dst)",
        cost: Cost::RowByRow(&["vconv", "vadds", "vmuls"]),
        rules: &[
            in_space(&[src, scale, offset, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU)
                .cite("pto-isa@3186c381 include/pto/npu/a2a3/TDequant.hpp:109-133, a5/TDeQuant.hpp:105-124"),
            has_dtype(&[dst, scale, offset], &[F32]),
            same_valid(&[dst, src]),
            same_valid_rows(&[dst, scale, offset]),
        ],
        sem: Sem::Custom(|x| quant::from_int(x, [src, scale, offset, dst])),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TDequant.hpp:109-133").types(&[src], &[I8, I16])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:12802-12852", "8- and 16-bit integers of any sign")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TDeQuant.hpp:105-124").types(&[src], &[I8, I16])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:12802-12852", "8- and 16-bit integers of any sign")]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TDeQuant.hpp:18-38").types(&[src], &[I8, U8, I16, U16]),
            documented(Targets::CPU, "pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tdequant.md:82-83").types(&[src], &[I8, I16]),
        ],
    }

    /// Set the scale by which later pushes of accumulators are quantised.
    ///
    /// The number stays in a configuration register of the fix pipe until it is set again.
    set_quant_scalar(scale: In Scalar) {
        class: Class::Mode(Mode::QuantScalar),
        family: "layout-and-rearrangement",
        origin: Origin::Manual("docs/isa/SET_QUANT_SCALAR.md"),
        cpp: "SET_QUANT_SCALAR(scale, ...)",
        form: PrintForm::Plain,
        syntax: "(scale) {id}",
        attrs: &[int("id", 0, i32::MAX as i64).doc("the pipe whose pushes are quantised")],
        pipe: PipeSelector::Fixed(Pipe::Fix),
        cost: Cost::Scalar,
        formula: "scale of queue id = scale",
        rules: &[has_dtype(&[scale], &[F32])],
        sem: Sem::Machine,
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/SetQuantScalar.hpp:17"),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/SetQuantScalar.hpp:17"),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/SetQuantScalar.hpp:17"),
        ],
        notes: &[
            "The page says no assembly spelling is fixed; the spelling is that of PTOAS 0.60.",
            "The register is one for all queues; the assembler sets it again before every push, so that each queue keeps its own scale.",
        ],
    }

    /// Set the table of scales by which later pushes of accumulators are quantised.
    ///
    /// The address of `scaling_tile` stays in a configuration register of the fix pipe until it is set again; the
    /// table is read by every push.
    set_quant_vector(scaling_tile: Loads Tile) {
        class: Class::Mode(Mode::QuantVector),
        family: "layout-and-rearrangement",
        origin: Origin::Manual("docs/isa/SET_QUANT_VECTOR.md"),
        cpp: "SET_QUANT_VECTOR(scaling_tile)",
        form: PrintForm::Plain,
        syntax: "(scaling_tile) {id}",
        attrs: &[int("id", 0, i32::MAX as i64).doc("the pipe whose pushes are quantised")],
        pipe: PipeSelector::Fixed(Pipe::Fix),
        cost: Cost::Scalar,
        formula: "scales of queue id = scaling_tile, one per column",
        rules: &[in_space(&[scaling_tile], &[Scaling])],
        sem: Sem::Machine,
        support: &[
            on(Targets::A2A3, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:20888-20954; pto-isa@3186c381 include/pto/npu/a2a3/SetQuantVector.hpp:26-29")
                .types(&[scaling_tile], &[I64, U64]),
            on(Targets::A5, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:20888-20954; pto-isa@3186c381 include/pto/npu/a5/SetQuantVector.hpp:25-27")
                .types(&[scaling_tile], &[F16, Bf16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/SetQuantVector.hpp:27-29"),
        ],
        notes: &[
            "The headers do not look at the element type; the assembler's lists per device are used.",
            "Entries of 64 bits are quantisation records, those of 32 bits the scale alone. A push by a table of f16 or bf16 is not executable: the fix pipe reads records, and no source lays such a table out.",
        ],
    }
}
