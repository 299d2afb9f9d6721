//! Elementwise instructions on two tiles.

use crate::def::prelude::*;

const BASE: OpDef = OpDef { family: "elementwise-tile-tile", ..OpDef::VECTOR_TILE };

ops! {
    base: BASE;

    /// Add two tiles element by element.
    ///
    /// The iteration domain is the valid region of `dst`. Integers wrap. A source whose valid region is
    /// smaller than the destination's reads as all-ones bytes there (NaN, or -1), which the checker reports
    /// as a warning. It does not fence unrelated tile traffic.
    tadd(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/tadd.md"),
        cpp: "TADD(dst, src0, src1)",
        formula: "dst[i,j] = src0[i,j] + src1[i,j]   for (i,j) in valid(dst)",
        micro: "TRF_READ(src0, i, j) -> A; TRF_READ(src1, i, j) -> B; A + B -> C; TRF_WRITE(dst, i, j, C)",
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU)
                .cite("pto-isa@3186c381 include/pto/npu/a2a3/TAdd.hpp:67, a5/TAdd.hpp:66"),
            same_dtype(&[dst, src0, src1]),
            covers(&[dst, src0, src1]).warn().cite("seed page pto.tadd, Valid region"),
        ],
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TAdd.hpp:62")
                .types(&[dst], &[I32, I16, F16, F32])
                .but(&[
                    claim("seed page pto.tadd", "f32, f16, bf16, i32, i16"),
                    claim("PTOAS 0.27 lib/PTO/IR/PTO.cpp:2677-2720, 0.60 :6315-6321", "32/16-bit integers of any sign, f16, f32"),
                ]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TAdd.hpp:60")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .but(&[
                    claim("seed page pto.tadd", "f32, f16, bf16, i32, i16, i8, u8, f8e4m3, f8e5m2; no i64, u64"),
                    claim("PTOAS 0.27 lib/PTO/IR/PTO.cpp:2677-2720, 0.60 :6315-6321", "32/16/8-bit integers of any sign, f16, bf16, f32"),
                ]),
            on(Targets::CPU, "seed page pto.tadd; pto-isa@3186c381 include/pto/cpu/TAdd.hpp:64")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32, F8E4M3, F8E5M2]),
        ],
        quirks: &["outside-valid-read", "subnormals"],
        notes: &[
            "i64 and u64 are accepted on A5 although the page says no: the header has a 64-bit path. No assembler takes them.",
            "bf16 is documented for A2/A3, but the header's static assert has no bf16.",
        ],
    }
}
