//! HiF4, numbers of 4 bits with scales in three levels: quantising and multiplying.

use super::tile_matmul::{
    extents, inner_holds, inner_violate, limit_holds, limit_violate, outer_holds, outer_violate,
};
use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom};
use crate::sem::hif4::{self, Sizes, Slots};
use crate::ty::{Dim, TileTy};

const BASE: OpDef = OpDef { family: "irregular-and-complex", ..OpDef::VECTOR_TILE };

fn valid(t: &TileTy) -> Option<(u64, u64)> {
    Some((t.valid_rows.known()?.into(), t.valid_cols.known()?.into()))
}

/// The elements of the source, if known.
fn count(args: &Args<'_>) -> Option<u64> {
    let (r, c) = args.tile(0).and_then(valid)?;
    r.checked_mul(c)
}

fn region(args: &Args<'_>, slot: u8) -> String {
    let both =
        |t: &TileTy| format!("{}x{}, {} x {} valid", t.rows, t.cols, t.valid_rows, t.valid_cols);
    args.tile(slot).map_or_else(|| "?".into(), both)
}

static WHOLE: Custom = Custom {
    name: "hif4-whole",
    code: code::EXTENT,
    text: "all columns of `src` are valid, a multiple of 64, and its elements a multiple of 1024",
    holds: |args| {
        let Some(t) = args.tile(0) else { return true };
        let Some((r, c)) = valid(t) else { return true };
        c == u64::from(t.cols) && c % 64 == 0 && (r * c) % 1024 == 0
    },
    found: |args| region(args, 0),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(0) {
            t.valid_cols = Dim::Is(t.cols - 1);
        }
    },
};

static PACKED: Custom = Custom {
    name: "hif4-result",
    code: code::SAME_VALID,
    text: "`dst` has a byte for two elements of `src`: M x N/2, or all in one row",
    holds: |args| {
        let (Some((r, c)), Some(found)) =
            (args.tile(0).and_then(valid), args.tile(1).and_then(valid))
        else {
            return true;
        };
        found == (r, c / 2) || found == (1, r * c / 2)
    },
    found: |args| region(args, 1),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(1) {
            t.valid_cols = Dim::Is(t.cols - 1);
        }
    },
};

macro_rules! size_rule {
    ($name:ident, $id:literal, $slot:literal, $size:ident, $text:literal) => {
        static $name: Custom = Custom {
            name: $id,
            code: code::OP_RULE,
            text: $text,
            holds: |args| {
                let (Some(n), Some((r, c))) = (count(args), args.tile($slot).and_then(valid))
                else {
                    return true;
                };
                r * c >= Sizes::of(n).$size
            },
            found: |args| {
                let need = count(args).map_or(0, |n| Sizes::of(n).$size);
                format!("{}; it needs {need} elements", region(args, $slot))
            },
            mutate_to_violate: |b| {
                if let Some(t) = b.tile($slot) {
                    (t.valid_rows, t.valid_cols) = (Dim::Is(1), Dim::Is(1));
                }
            },
        };
    };
}
size_rule!(
    EXP,
    "hif4-scales",
    2,
    exp_bytes,
    "`exp` holds 10 bytes per 64 elements of `src`, rounded up to 32"
);
size_rule!(
    MAX,
    "hif4-maxima",
    3,
    maxima,
    "`max` holds an element for every 4 and every 8 of `src`"
);
size_rule!(SCALING, "hif4-factors", 4, scalings, "`scaling` holds an element for every 2 of `src`");

// --- tmatmul_mx_hif4: a 0, a_scale 1, b 2, b_scale 3, dst 4

fn both(args: &Args<'_>) -> String {
    format!("left is {}, right is {}", extents(args, 0), extents(args, 2))
}

static INNER: Custom = Custom {
    name: "matmul-inner",
    code: code::MATMUL_SHAPE,
    text: "the left operand must have as many valid columns as the right one has valid rows",
    holds: |args| inner_holds(args, 0, 2),
    found: both,
    mutate_to_violate: |b| inner_violate(b, 0, 2),
};
static OUTER: Custom = Custom {
    name: "matmul-outer",
    code: code::MATMUL_SHAPE,
    text: "the result must have the valid rows of the left and the valid columns of the right operand",
    holds: |args| outer_holds(args, 0, 2, 4),
    found: |args| format!("{}, result is {}", both(args), extents(args, 4)),
    mutate_to_violate: |b| outer_violate(b, 2, 4),
};
static LIMIT: Custom = Custom {
    name: "matmul-limit",
    code: code::MATMUL_SHAPE,
    text: "M, K and N must not exceed 4095",
    holds: |args| limit_holds(args, 0, 2),
    found: both,
    mutate_to_violate: |b| limit_violate(b, 0, 2),
};
static SCALES: Custom = Custom {
    name: "hif4-product-scales",
    code: code::MATMUL_SHAPE,
    text: "the scale of a HiF4 operand has 4 bytes per 64 elements along K: M x K/16 for `a`, K/16 x N for `b`",
    holds: |args| {
        let fits = |slot: u8, want: fn(u64, u64) -> (u64, u64)| {
            let (Some(t), Some(found)) = (args.tile(slot), args.tile(slot + 1).and_then(valid))
            else {
                return true;
            };
            let Some((r, c)) = valid(t) else { return true };
            // An empty operand is reported as such.
            t.dtype != F4E1M2x2 || r * c == 0 || found == want(r, c)
        };
        // So are extents along K that differ or are too large.
        if !inner_holds(args, 0, 2) || !limit_holds(args, 0, 2) {
            return true;
        }
        fits(0, |m, k| (m, k / 16)) && fits(2, |k, n| (k / 16, n))
    },
    found: |args| {
        format!("{}, scales are {} and {}", both(args), extents(args, 1), extents(args, 3))
    },
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(3) {
            t.valid_cols = Dim::Is(1);
        }
    },
};

const CITE_QUANT: &str = "pto-isa@3186c381 include/pto/npu/a6/TQuant.hpp:2984-2992, 3625-3652";
const CITE_WHOLE: &str = "pto-isa@3186c381 include/pto/npu/a6/TQuant.hpp:3362, 3392-3412, 3484-3495; tests/npu/a6/src/st/testcase/tquant/gen_data.py:63, 100-102";
const CITE_SIZES: &str = "pto-isa@3186c381 include/pto/npu/a6/TQuant.hpp:3602-3614";
const CITE_MAD: &str = "pto-isa@3186c381 include/pto/npu/a6/TMatmul.hpp:153-242";

ops! {
    base: BASE;

    /// Quantise bf16 to HiF4: 4-bit numbers whose scale has three levels.
    ///
    /// Every 64 elements share a scale `ea` (8 bits, e6m2); every 8 of them have a bit `eb` and every 4 a bit `ec`
    /// that double it. `exp` receives the `ea` as 16-bit words, the `eb` (a byte per 64 elements, and as many zeros),
    /// the `ec` (two bytes per 64), and all of them once more as the cube reads them: cells of 64 bytes for 16 groups,
    /// first the pairs of `ea` and `eb`, then the `ec`. `max` and `scaling` are left with intermediate values.
    tquant_hif4(src: In Tile, dst: Out Tile, exp: Out Tile, max: Out Tile, scaling: Out Tile) {
        origin: Origin::Manual("docs/isa/TQUANT_HIF4.md"),
        formula: "ea = e6m2(max of |src| in 64 / 7)\neb = max of |src| in 8 / ea >= 4\nec = max of |src| in 4 / ea / 2^eb >= 2\ndst[i] = round(src[i] / (ea * 2^(eb + ec))) as e1m2",
        cost: Cost::RowExpand(&["vmul", "vconv"]),
        rules: &[
            in_space(&[src, dst, exp, max, scaling], &[Vec]),
            has_layout(&[src, dst, exp, max, scaling], &[Nd]),
            has_dtype(&[src, max, scaling], &[Bf16]).cite(CITE_QUANT),
            has_dtype(&[dst], &[F4E1M2x2]).cite(CITE_QUANT),
            has_dtype(&[exp], &[U8, I8]),
            custom(&[src], &WHOLE).cite(CITE_WHOLE),
            custom(&[src, dst], &PACKED),
            custom(&[src, exp], &EXP).cite(CITE_SIZES),
            custom(&[src, max], &MAX).cite(CITE_SIZES),
            custom(&[src, scaling], &SCALING).cite(CITE_SIZES),
        ],
        sem: Sem::Custom(|x| hif4::quantise_tile(x, Slots { src, dst, exp, max, scaling })),
        support: &[
            on(Targets::A6, CITE_QUANT),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu has no HiF4"),
        ],
        quirks: &["hif4-cube-scales"],
        notes: &[
            "Groups run along rows (`grp_axis` 1) only. The header's path for a source with columns that are not valid writes nothing (TQuant.hpp:3392-3412, 3442-3457, 3484-3495), so such a source is refused.",
            "The page takes `ea` from the exponent of the maximum; header and expected results divide the maximum by 7 (as bf16) and round to e6m2, which is implemented.",
            "The page rounds elements half away from zero (`ROUND_A`); the header rounds to nearest even, which is implemented.",
            "What becomes of NaN is stated nowhere: here it makes `ea` 0xFF and the elements of its group what a NaN becomes in e1m2.",
        ],
    }

    /// Multiply two HiF4 matrices.
    ///
    /// Every 64 elements along K share a scale in three levels, as `tquant_hif4` makes it; the sums are f32. The left
    /// operand may also be f8E4M3, f16 or bf16.
    tmatmul_mx_hif4(a: In Tile, a_scale: In Tile, b: In Tile, b_scale: In Tile, dst: Out Tile) {
        family: "matrix-and-matrix-vector",
        origin: Origin::Manual("docs/isa/TMATMUL_MX_HIF4.md"),
        pipe: PipeSelector::Fixed(Pipe::M),
        cost: Cost::Matmul,
        formula: "dst[i,j] = sum over k < K of a[i,k] * scale of a[i,k] * b[k,j] * scale of b[k,j]",
        rules: &[
            in_space(&[a], &[Left]),
            in_space(&[a_scale], &[ScaleLeft]),
            in_space(&[b], &[Right]),
            in_space(&[b_scale], &[ScaleRight]),
            in_space(&[dst], &[Acc]),
            has_layout(&[a], &[Nz]).cite(CITE_MAD),
            has_layout(&[b], &[Zn]).cite(CITE_MAD),
            has_layout(&[dst], &[Nz]).cite(CITE_MAD),
            has_dtype(&[a_scale, b_scale], &[U8, F8E8M0]).cite("pto-isa@3186c381 include/pto/npu/a6/TLoad.hpp:349-353"),
            cols_multiple_of(&[a], 64).cite(CITE_MAD),
            non_empty(&[a, b]),
            custom(&[b, dst, a], &LIMIT),
            custom(&[a, b], &INNER),
            custom(&[a, b, dst], &OUTER),
            custom(&[a_scale, b_scale], &SCALES).cite("pto-isa@3186c381 include/pto/npu/a6/TLoad.hpp:272-278, 313-332"),
        ],
        sem: Sem::Unpublished("in which order the cube adds"),
        support: &[
            on(Targets::A6, CITE_MAD).tuples(&[dst, a, b], HIF4_TRIPLES),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu has no HiF4").tuples(&[dst, a, b], HIF4_TRIPLES),
        ],
        notes: &[
            "Not executable: the header hands the scales to the cube, and no source says in which order it adds.",
            "In C++ it is `TMATMUL_MX` with elements `hifloat4x2_t`, whose codes are those of f4E1M2x2.",
        ],
    }
}

/// Result, left, right.
const HIF4_TRIPLES: &[&[crate::DType]] = &[
    &[F32, F4E1M2x2, F4E1M2x2],
    &[F32, F8E4M3, F4E1M2x2],
    &[F32, F16, F4E1M2x2],
    &[F32, Bf16, F4E1M2x2],
];
