//! Conversion between element types.

use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom};
use crate::ty::{Dim, TileTy};

const BASE: OpDef = OpDef { family: "elementwise-tile-tile", ..OpDef::VECTOR_TILE };

const ROUNDING: &[&str] = &[
    "NONE",
    "RINT",
    "ROUND",
    "FLOOR",
    "CEIL",
    "TRUNC",
    "ODD",
    "CAST_NONE",
    "CAST_RINT",
    "CAST_ROUND",
    "CAST_FLOOR",
    "CAST_CEIL",
    "CAST_TRUNC",
    "CAST_ODD",
];

/// Valid columns in numbers: an fp4 element holds two.
fn valid_numbers(t: &TileTy) -> Dim {
    match t.valid_cols {
        Dim::Is(n) if matches!(t.dtype, F4E1M2x2 | F4E2M1x2) => Dim::Is(2 * n),
        other => other,
    }
}

static SAME_NUMBERS: Custom = Custom {
    name: "cvt-same-numbers",
    code: code::SAME_VALID,
    text: "`src` and `dst` must have the same valid region, an fp4 element counting twice along a row",
    holds: |args| {
        let (Some(src), Some(dst)) = (args.tile(0), args.tile(2)) else { return true };
        src.valid_rows.may_equal(dst.valid_rows) && valid_numbers(src).may_equal(valid_numbers(dst))
    },
    found: |args| {
        let show = |slot| match args.tile(slot) {
            Some(t) => format!("{} x {}", t.valid_rows, valid_numbers(t)),
            None => "unknown".into(),
        };
        format!("`src` has {} valid numbers, `dst` {}", show(0), show(2))
    },
    mutate_to_violate: |b| {
        if let Some(rows) = b.tile(0).map(|t| t.valid_rows.known().unwrap_or(t.rows)) {
            if let Some(t) = b.tile(0) {
                t.valid_rows = Dim::Is(rows);
            }
            if let Some(t) = b.tile(2) {
                let other = if rows > 1 { rows - 1 } else { rows + 1 };
                t.rows = t.rows.max(other);
                t.valid_rows = Dim::Is(other);
            }
        }
    },
};

/// Whether the program asks for wrapping instead of saturation.
fn wraps(args: &Args<'_>) -> bool {
    ["satmode", "sat_mode"]
        .iter()
        .any(|n| args.word(n).is_some_and(|w| w.eq_ignore_ascii_case("off")))
}

const NARROWING_SCRATCH: &str = "only with `satmode` OFF, for R x C valid elements: \
    f32 to i16 the larger of 256*min(C/64, 255) and, if C is no multiple of 64, \
    32*((min(R, 255)-1)*(Cols(src)/8) + ceil((C mod 64)/8)); \
    f16 to i16 32*ceil(min(C, 64)/8); f16 to i8 the larger of that and 128 + 32*ceil(min(C, 64)/16)";

/// A2/A3 narrows to 16- and 8-bit integers in two steps when it must not saturate.
fn narrowing_scratch(args: &Args<'_>) -> Option<u64> {
    let (src, dst) = (args.tile(0)?, args.tile(2)?);
    let (from, to) = (src.dtype.plain(), dst.dtype.plain());
    if !wraps(args) || !matches!((from, to), (F32, I16) | (F16, I16 | I8)) {
        return Some(0);
    }
    let (rows, cols) = (dst.valid_rows.known()?, dst.valid_cols.known()?);
    if rows == 0 || cols == 0 {
        return Some(0);
    }
    if from == F32 {
        let head = 256 * u64::from((cols / 64).min(255));
        let tail = match cols % 64 {
            0 => 0,
            rest => 32 * u64::from((rows.min(255) - 1) * (src.cols / 8) + rest.div_ceil(8)),
        };
        return Some(head.max(tail));
    }
    let width = u64::from(cols.min(64));
    let halves = 32 * width.div_ceil(8);
    Some(if to == I8 { halves.max(128 + 32 * width.div_ceil(16)) } else { halves })
}

ops! {
    base: BASE;

    /// Convert the elements of a tile to another type.
    ///
    /// The domain is the valid region of `dst`. Conversions are numeric, f16 to bf16 too, and NaN becomes 0 in
    /// integers. `rmode` chooses the rounding, to even if absent; NONE truncates to integers and rounds floats to
    /// even. HiFloat8 results round halves away from zero on A5, and the CPU simulator rounds floats to even always.
    ///
    /// Without `satmode`, A2/A3 and A5 do not saturate f16 to i8, ui8 and i16, f32 to i16, i64 to i32 and i32 to
    /// i16; everything else saturates, except results in f32. The CPU simulator saturates only when asked. Without
    /// saturation integers keep their low bits; a float goes to i32 first, saturating, on the devices. A2/A3 lets
    /// a program choose for those six pairs only.
    ///
    /// f32 to f32 rounds to an integral value on the devices and changes nothing in the CPU simulator. An fp4
    /// element holds two numbers.
    tcvt(src: In Tile, tmp: OptScratch Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/tcvt.md"),
        cpp: "TCVT(dst, src[, tmp], rmode:RoundMode=CAST_RINT[, satmode:SaturationMode | sat_mode:SaturationMode])",
        formula: "dst[i,j] = convert(src[i,j], rmode, satmode)   for (i,j) in valid(dst)",
        attrs: &[
            word("rmode", ROUNDING).doc("rounding, e.g. `#pto<round_mode CAST_RINT>`; RINT (to even) if absent"),
            word("satmode", &["ON", "OFF"]).doc("what happens to values out of range, e.g. `#pto<saturation_mode OFF>`"),
            word("sat_mode", &["ON", "OFF"]).doc("older name of `satmode`"),
        ],
        cost: Cost::Convert,
        rules: &[
            in_space(&[src, tmp, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]).only(Targets::NPU).warn(),
            has_layout(&[tmp], &[RowMajor]).only(Targets::NPU).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:7530-7629"),
            custom(&[src, dst], &SAME_NUMBERS).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:7530-7629"),
        ],
        scratch: &[
            Scratch::bytes(
                Targets::A2A3,
                NARROWING_SCRATCH,
                narrowing_scratch,
                "pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tcvt.md:106-167; PTOAS 0.60 lib/PTO/IR/PTO.cpp:7530-7629",
            )
                .of_type(F32),
            Scratch::ignored(Targets::CPU_A5, "pto-isa@3186c381 include/pto/npu/a5/TCvt.hpp:3032-3045"),
        ],
        sem: Sem::Convert(Convert { src, dst }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TCvt.hpp:807-897, docs/isa/tile/ops/elementwise-tile-tile/tcvt.md:186-207")
                .tuples(&[src, dst], &[
                    &[F32, F16], &[F32, F32], &[F32, Bf16], &[F32, I64], &[F32, I32], &[F32, I16],
                    &[F16, F32], &[F16, I32], &[F16, I16], &[F16, I8], &[F16, U8], &[F16, I4],
                    &[Bf16, F32], &[Bf16, I32],
                    &[I16, F16], &[I16, F32],
                    &[I32, F32], &[I32, F16], &[I32, I64], &[I32, I16],
                    &[I64, F32], &[I64, I32],
                    &[U8, F16], &[I8, F16], &[I4, F16],
                ])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:3709-3725, 0.60 :7530-7629", "any pair of ordinary types")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TCvt.hpp:1158-2273, docs/isa/tile/ops/elementwise-tile-tile/tcvt.md:186-207")
                .tuples(&[src, dst], &[
                    &[F32, F32], &[F32, F16], &[F32, Bf16], &[F32, I64], &[F32, I32], &[F32, I16],
                    &[F32, F8E4M3], &[F32, F8E5M2], &[F32, Hif8],
                    &[F16, F32], &[F16, I32], &[F16, I16], &[F16, I8], &[F16, U8], &[F16, Hif8],
                    &[Bf16, F32], &[Bf16, I32], &[Bf16, F16], &[Bf16, F4E1M2x2], &[Bf16, F4E2M1x2],
                    &[U8, F16], &[U8, U16],
                    &[I8, F16], &[I8, I16], &[I8, I32],
                    &[I16, F16], &[I16, F32], &[I16, U8], &[I16, U32], &[I16, I32],
                    &[I32, F32], &[I32, I64], &[I32, I16], &[I32, U16], &[I32, U8],
                    &[U32, I16], &[U32, U16], &[U32, U8],
                    &[I64, F32], &[I64, I32],
                    &[F8E4M3, F32], &[F8E5M2, F32], &[Hif8, F32],
                    &[F4E1M2x2, Bf16], &[F4E2M1x2, Bf16],
                ])
                .conflicting_sources(&[
                    other_source(
                        "PTOAS 0.60 lib/PTO/IR/PTO.cpp:7530-7629, 5261-5278",
                        "any pair of ordinary types; the low-precision pairs as here",
                    ),
                    other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:3709-3725", "any pair"),
                ]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TCvt.hpp:51-58, 217-232 takes any pair"),
        ],
        quirks: &["subnormals", "cvt-nan"],
        notes: &[
            "The A2/A3 header emits nothing for a pair it does not know; here that is an error.",
            "The page leaves the default of saturation to the implementation, the C++ enumeration puts ON first, assembler 0.60 prints OFF: the table of the headers is used, which the PTO-Gym goldens confirm for A5.",
            "CAST_ODD exists for f32 to f16 only on the devices; for other pairs it acts as NONE.",
            "What hardware makes of NaN in an integer is not published; 0 is assumed.",
        ],
    }
}
