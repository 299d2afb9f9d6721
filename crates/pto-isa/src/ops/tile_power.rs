//! Powers of tiles.

use super::tile_divide::{PRECISION, high_precision};
use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom};

const BASE: OpDef = OpDef { family: "elementwise-tile-tile", ..OpDef::VECTOR_TILE };

/// Power, A2/A3: one algorithm only.
static POW_ONE_ALGORITHM: Custom = Custom {
    name: "pow-one-algorithm",
    code: code::ATTR_FOR_TARGET,
    text: "the accurate power algorithm exists on A5 only",
    holds: |args| !high_precision(args),
    found: |_| "high_precision".into(),
    mutate_to_violate: |b| b.attrs.push(("precisionType".into(), POW_HIGH.into())),
};

/// Power, A5: which element types go with which algorithm.
static POW_TYPES: Custom = Custom {
    name: "pow-types",
    code: code::ATTR_FOR_TARGET,
    text: "the accurate power algorithm takes f16, bf16 and f32, the fast one everything but bf16",
    holds: |args| {
        args.dtype(3).is_none_or(|d| if high_precision(args) { d.is_float() } else { d != Bf16 })
    },
    found: |args| {
        let mode = if high_precision(args) { "high_precision" } else { "default" };
        format!("{mode} with {}", args.dtype(3).map_or("unknown", |d| d.name()))
    },
    mutate_to_violate: |b| {
        b.attrs.push(("precisionType".into(), POW_HIGH.into()));
        for slot in 0..4 {
            if let Some(d) = b.dtype(slot) {
                *d = I32;
            }
        }
    },
};

/// The integer power needs no scratch, and the assembler has no form with one.
static POW_INTEGER_SCRATCH: Custom = Custom {
    name: "pow-integer-scratch",
    code: code::FORBIDDEN,
    text: "`tmp` goes with floating-point elements only",
    holds: |args| !args.has(2) || args.dtype(3).is_none_or(|d| !d.is_int()),
    found: |args| format!("`dst` is {}", args.dtype(3).map_or("unknown", |d| d.name())),
    mutate_to_violate: |b| {
        b.attrs.push(("precisionType".into(), "#pto<pow_precision default>".into()));
        b.types[2] = b.types[3].clone();
        for slot in 0..4 {
            if let Some(d) = b.dtype(slot) {
                *d = I32;
            }
        }
    },
};

const POW_HIGH: &str = "#pto<pow_precision high_precision>";

/// The size of `dst`; integers take no scratch.
fn pow_scratch(args: &Args<'_>) -> Option<u64> {
    let dst = args.tile(3)?;
    Some(if dst.dtype.is_int() { 0 } else { dst.size_bytes() })
}

ops! {
    base: BASE;

    /// Raise one tile to the power of another.
    ///
    /// The domain is the valid region of `dst`. Integers multiply repeatedly and wrap. A5 has a second, more
    /// accurate algorithm for floats. Scratch is for the floating-point path of A2/A3.
    tpow(base: In Tile, exp: In Tile, tmp: OptScratch Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/tpow.md"),
        cpp: "TPOW<[precisionType:PowAlgorithm | precision_mode:PowAlgorithm]>(dst, base, exp, tmp=dst)",
        formula: "dst[i,j] = base[i,j] ^ exp[i,j]   for (i,j) in valid(dst)",
        attrs: PRECISION,
        cost: Cost::Binary(&["vln", "vmul", "vexp"]),
        rules: &[
            in_space(&[base, exp, tmp, dst], &[Vec]),
            has_layout(&[base, exp, tmp, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, base, exp]),
            same_dtype(&[dst, tmp]).only(Targets::A2A3).warn().cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:13125-13133; the header does not look at it"),
            same_dtype(&[dst, tmp]).only(Targets::A5).warn().cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:13125-13133; the header of A5 does not look at it"),
            same_valid(&[dst, base, exp]),
            same_valid(&[dst, tmp]).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/TPow.hpp:272-330; PTOAS 0.60 lib/PTO/IR/PTO.cpp:13125-13133"),
            same_valid(&[dst, tmp]).only(Targets::A5).warn().cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:13125-13133; the header of A5 does not look at it"),
            custom(&[dst], &POW_ONE_ALGORITHM).only(Targets::A2A3),
            custom(&[dst], &POW_TYPES).only(Targets::A5),
            custom(&[dst, tmp], &POW_INTEGER_SCRATCH).only(Targets::NPU).warn().cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:13135-13212; the headers take a scratch tile always"),
        ],
        scratch: &[
            Scratch::bytes(
                Targets::A2A3,
                "the size of `dst`; integers take none",
                pow_scratch,
                "pto-isa@3186c381 include/pto/npu/a2a3/TPow.hpp:272-290",
            )
                .like(dst),
            Scratch::ignored(Targets::CPU_A5, "pto-isa@3186c381 include/pto/npu/a5/TPow.hpp:640-649"),
        ],
        sem: elementwise!(Pow(base, exp) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TPow.hpp:265")
                .types(&[dst], &[I32, U32, I16, U16, I8, U8, F32]),
            documented(Targets::A2A3, "pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tpow.md:73-76").types(&[dst], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TPow.hpp:628-634")
                .types(&[dst], &[I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TPow.hpp:110-118")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
        notes: &["The header of A2/A3 gives 0 for a zero of either sign to any positive power and +inf to any other power that is not 0, NaN included (TPow.hpp:102-103); here powers of zero are those of C."],
    }

    /// Raise a tile to the power of a number.
    ///
    /// The domain is the valid region of `dst`. Integers multiply repeatedly and wrap. A5 has a second, more
    /// accurate algorithm for floats. Scratch is for the floating-point path of A2/A3.
    tpows(base: In Tile, exp: In Scalar, tmp: OptScratch Tile, dst: Out Tile) {
        family: "tile-scalar-and-immediate",
        origin: Origin::Manual("docs/isa/tile/ops/tile-scalar-and-immediate/tpows.md"),
        cpp: "TPOWS<[precisionType:PowAlgorithm | precision_mode:PowAlgorithm]>(dst, base, exp, tmp=dst)",
        formula: "dst[i,j] = base[i,j] ^ exp   for (i,j) in valid(dst)",
        attrs: PRECISION,
        cost: Cost::TileScalar(&["vln", "vmuls", "vexp"]),
        rules: &[
            in_space(&[base, tmp, dst], &[Vec]),
            has_layout(&[base, tmp, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, base]),
            scalar_of(&[dst, exp]).device_only().warn().cite("pto-isa@3186c381 include/pto/common/pto_instr.hpp:1927: the number is converted"),
            scalar_of(&[dst, exp]).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tpows.md:71"),
            same_dtype(&[dst, tmp]).only(Targets::A2A3).warn().cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:13125-13133; the header does not look at it"),
            same_dtype(&[dst, tmp]).only(Targets::A5).warn().cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:13125-13133; the header of A5 does not look at it"),
            same_valid(&[dst, base]),
            same_valid(&[dst, tmp]).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/TPow.hpp:272-330; PTOAS 0.60 lib/PTO/IR/PTO.cpp:13125-13133"),
            same_valid(&[dst, tmp]).only(Targets::A5).warn().cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:13125-13133; the header of A5 does not look at it"),
            custom(&[dst], &POW_ONE_ALGORITHM).only(Targets::A2A3),
            custom(&[dst], &POW_TYPES).only(Targets::A5),
            custom(&[dst, tmp], &POW_INTEGER_SCRATCH).only(Targets::NPU).warn().cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:13214-13291; the headers take a scratch tile always"),
        ],
        scratch: &[
            Scratch::bytes(
                Targets::A2A3,
                "the size of `dst`; integers take none",
                pow_scratch,
                "pto-isa@3186c381 include/pto/npu/a2a3/TPow.hpp:317-330",
            )
                .like(dst),
            Scratch::ignored(Targets::CPU_A5, "pto-isa@3186c381 include/pto/npu/a5/TPow.hpp:680-686"),
        ],
        sem: elementwise!(Pow(base, exp) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TPow.hpp:265")
                .types(&[dst], &[I32, U32, I16, U16, I8, U8, F32]),
            documented(Targets::A2A3, "pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tpows.md:69-73").types(&[dst], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TPow.hpp:628-634")
                .types(&[dst], &[I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:193")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
        notes: &["The header of A2/A3 gives 0 for a zero of either sign to any positive power and +inf to any other power that is not 0, NaN included (TPow.hpp:102-103); here powers of zero are those of C."],
    }
}
