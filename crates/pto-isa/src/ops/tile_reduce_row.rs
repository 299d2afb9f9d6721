//! Reductions along the rows of a tile.

use crate::def::prelude::*;

const BASE: OpDef =
    OpDef { family: "reduce-and-expand", cost: Cost::RowReduce, ..OpDef::VECTOR_TILE };

ops! {
    base: BASE;

    /// Sum each row of a tile.
    ///
    /// With R valid rows and C valid columns in `src`, `dst` receives R sums in its column 0; other columns
    /// of `dst` are unspecified. `tmp` holds intermediate results and is not read afterwards. The order of
    /// summation is a quirk (`rowsum-order`). It does not fence unrelated tile traffic.
    trowsum(src: In Tile, tmp: OptScratch Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/trowsum.md"),
        cpp: "TROWSUM(dst, src, tmp)",
        formula: "dst[i,0] = src[i,0] + ... + src[i,C-1]   for 0 <= i < R",
        micro: "A2/A3, f32: 64x128 vcgadd*128, vadd*8, vcgadd*8; 32x256 vcgadd*128, vadd*8, vadd*4, vcgadd*4; 16x512 vcgadd*128, vcgadd*16, vcgadd*2; 8x1024 vcgadd*128, vcgadd*16, vadd*8, vcgadd*8; each ends with a PIPE_V barrier",
        rules: &[
            in_space(&[src, dst, tmp], &[Vec]),
            has_layout(&[src], &[Nd]),
            has_layout(&[dst], &[Nd, Dn1]),
            same_dtype(&[src, dst]),
            non_empty(&[src]),
            same_valid_rows(&[src, dst]),
            valid_cols(&[dst], 1).warn().cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:2351-2383 demands one valid column"),
            same_dtype(&[src, tmp]).only(Targets::A2A3).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:14919-14931"),
        ],
        scratch: &[
            Scratch::bytes(Targets::A2A3, "32 bytes; for floats the size of `src` is always safe", |_| Some(32), "PTOAS 0.60 lib/PTO/IR/PTO.cpp:14919-14931")
                .like(src),
            Scratch::ignored(Targets::CPU_A5, "pto-isa@3186c381 include/pto/npu/a5/TRowReduce.hpp"),
        ],
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TRowReduceOps.hpp:197")
                .types(&[src], &[F16, F32, I32, I16])
                .but(&[claim("PTOAS 0.27 lib/PTO/IR/PTO.cpp:8078-8112, 0.60 :14919-14931", "16/32-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TRowReduce.hpp:393, 457-470")
                .types(&[src], &[F16, F32, I32, I16, I64, U64])
                .but(&[
                    claim("seed page pto.trowsum", "f16, f32, i32, i16"),
                    claim("PTOAS 0.27 lib/PTO/IR/PTO.cpp:8078-8112, 0.60 :14919-14931", "16/32-bit integers of any sign, f16, f32"),
                ]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TRowSum.hpp:46-56")
                .types(&[src], &[F16, Bf16, F32, I32, I16, I64, U64]),
        ],
        quirks: &["rowsum-order", "subnormals"],
        notes: &[
            "The page asks for one column also in a row-major `dst`; such a tile breaks the 32-byte row rule, and the headers take any width.",
            "The page's general path fills `tmp` when C >= 2*8; the family page and the code say 2*elements per repeat.",
        ],
    }
}
