//! Fused elementwise instructions: several steps, one rounding or one pass.

use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom};
use crate::sem::fused::{add_dequant_relu, add_relu_convert, pair_sums, sub_relu_convert};
use crate::ty::Dim;

const BASE: OpDef = OpDef { family: "fused", ..OpDef::VECTOR_TILE };

/// The scratch of `tadddeqrelu` holds the sums.
static SUMS_FIT: Custom = Custom {
    name: "add-deq-relu-scratch",
    code: code::VALID_WITHIN,
    text: "the valid region of `tmp` must cover that of `dst`",
    holds: |args| {
        let (Some(tmp), Some(dst)) = (args.tile(3), args.tile(4)) else { return true };
        let covers = |t: Dim, d: Dim| t.known().zip(d.known()).is_none_or(|(t, d)| t >= d);
        covers(tmp.valid_rows, dst.valid_rows) && covers(tmp.valid_cols, dst.valid_cols)
    },
    found: |args| match args.tile(3) {
        Some(t) => format!("{} x {} valid", t.valid_rows, t.valid_cols),
        None => "unknown".into(),
    },
    mutate_to_violate: |b| {
        if let Some(rows) = b.tile(4).and_then(|t| t.valid_rows.known())
            && let Some(t) = b.tile(3)
        {
            t.valid_rows = Dim::Is(rows - 1);
        }
    },
};

fn sums_bytes(args: &Args<'_>) -> Option<u64> {
    let dst = args.tile(4)?;
    Some(4 * u64::from(dst.valid_rows.known()?) * u64::from(dst.valid_cols.known()?))
}

ops! {
    base: BASE;

    /// Add two i32 tiles, scale, clamp to zero and narrow to f16.
    ///
    /// The sum wraps and becomes f32. The scale is applied as x * 2^-17 * deqScale * 2^17 in f32, which gives the
    /// same bits as one product. Narrowing rounds to even and saturates. A2/A3 keeps the sums in `tmp`.
    tadddeqrelu(src0: In Tile, src1: In Tile, deqScale: In Scalar, tmp: Scratch Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/TAddDeqRelu.md"),
        cpp: "TADDDEQRELU(dst, src0, src1, deqScale, tmp)",
        formula: "dst[i,j] = f16(max(0, (src0[i,j] + src1[i,j]) * deqScale))   for (i,j) in valid(dst)",
        cost: Cost::Binary(&["vadd", "vconv", "vmuls", "vmuls", "vmuls", "vector_dup", "vmax", "vconv"]),
        rules: &[
            in_space(&[src0, src1, tmp, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU),
            has_layout(&[tmp], &[RowMajor]).only(Targets::A2A3),
            same_dtype(&[src0, src1]),
            has_dtype(&[deqScale], &[F32]),
            has_dtype(&[tmp], &[I32]).only(Targets::A2A3).cite("pto-isa@3186c381 include/pto/npu/a2a3/TAddDeqRelu.hpp:140, docs/isa/TAddDeqRelu.md:62"),
            has_dtype(&[tmp], &[I32]).only(Targets::A5).manual_only().cite("pto-isa@3186c381 docs/isa/TAddDeqRelu.md:62; include/pto/npu/a5/TAddDeqRelu.hpp:111-134 does not use it"),
            non_empty(&[dst]).only(Targets::NPU),
            same_valid(&[dst, src0, src1]),
            custom(&[dst, tmp], &SUMS_FIT).only(Targets::A2A3),
        ],
        scratch: &[
            Scratch::bytes(
                Targets::A2A3,
                "4 bytes per valid element of `dst`",
                sums_bytes,
                "pto-isa@3186c381 include/pto/npu/a2a3/TAddDeqRelu.hpp:133-159",
            )
                .like(src0),
            Scratch::ignored(Targets::CPU_A5, "pto-isa@3186c381 docs/isa/TAddDeqRelu.md:60-67"),
        ],
        sem: Sem::Custom(add_dequant_relu),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TAddDeqRelu.hpp:137-139")
                .tuples(&[src0, dst], &[&[I32, F16]]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TAddDeqRelu.hpp:91-93")
                .tuples(&[src0, dst], &[&[I32, F16]]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TAddDeqRelu.hpp:72 checks nothing")
                .tuples(&[src0, dst], &[&[I32, F16]]),
        ],
        quirks: &["subnormals"],
    }

    /// Add two tiles, clamp to zero and narrow.
    ///
    /// The domain is the valid region of `dst`. Narrowing saturates and rounds to even. A5 composes it of register
    /// instructions; i16 to i8 goes through a clamp to 127 there.
    taddreluconv(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/TADDReluConv.md"),
        cpp: "TADDRELUCONV(dst, src0, src1)",
        formula: "dst[i,j] = convert(max(0, src0[i,j] + src1[i,j]))   for (i,j) in valid(dst)",
        cost: Cost::Binary(&["vaddreluconv"]),
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[src0, src1]),
            non_empty(&[dst]).only(Targets::NPU),
            same_valid(&[dst, src0, src1]),
        ],
        sem: Sem::Custom(add_relu_convert),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TAddReluConv.hpp:142")
                .tuples(&[src0, dst], &[&[F32, F16], &[F16, I8], &[I16, I8]]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TAddReluConv.hpp:117")
                .tuples(&[src0, dst], &[&[F32, F16], &[F16, I8], &[I16, I8]]),
            on(Targets::CPU, "union of the devices; the CPU library has none")
                .tuples(&[src0, dst], &[&[F32, F16], &[F16, I8], &[I16, I8]]),
        ],
        quirks: &["subnormals"],
    }

    /// Subtract two tiles, clamp to zero and narrow.
    ///
    /// The domain is the valid region of `dst`. Narrowing saturates and rounds to even. A5 composes it of register
    /// instructions; i16 to i8 goes through a clamp to 127 there.
    tsubreluconv(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("include/pto/common/pto_instr.hpp"),
        cpp: "TSUBRELUCONV(dst, src0, src1)",
        formula: "dst[i,j] = convert(max(0, src0[i,j] - src1[i,j]))   for (i,j) in valid(dst)",
        cost: Cost::Binary(&["vsubreluconv"]),
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[src0, src1]),
            non_empty(&[dst]).only(Targets::NPU),
            same_valid(&[dst, src0, src1]),
        ],
        sem: Sem::Custom(sub_relu_convert),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TSubReluConv.hpp:144")
                .tuples(&[src0, dst], &[&[F32, F16], &[F16, I8], &[I16, I8]]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TSubReluConv.hpp:120")
                .tuples(&[src0, dst], &[&[F32, F16], &[F16, I8], &[I16, I8]]),
            on(Targets::CPU, "union of the devices; the CPU library has none")
                .tuples(&[src0, dst], &[&[F32, F16], &[F16, I8], &[I16, I8]]),
        ],
        quirks: &["subnormals"],
        notes: &["The manual has no page for it; the headers define it like `taddreluconv`."],
    }

    /// Add two tiles and clamp to zero.
    ///
    /// The domain is the valid region of `dst`.
    taddrelu(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "dst[i,j] = max(src0[i,j] + src1[i,j], 0)   for (i,j) in valid(dst)",
        cost: Cost::Binary(&["vaddrelu"]),
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src0, src1]),
            same_valid(&[dst, src0, src1]),
        ],
        sem: elementwise!(AddRelu(src0, src1) -> dst),
        support: &[
            on(Targets::A2A3, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:6323-6340").types(&[dst], &[I16, F16, F32]),
            on(Targets::CPU, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:6323-6340").types(&[dst], &[I16, F16, F32]),
        ],
        quirks: &["subnormals"],
        notes: &["The manual has no page for it, and A5 has no such instruction."],
    }

    /// Subtract two tiles and clamp to zero.
    ///
    /// The domain is the valid region of `dst`. A NaN difference stays NaN.
    tsubrelu(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/TSUBRELU.md"),
        cpp: "TSUBRELU(dst, src0, src1)",
        formula: "dst[i,j] = max(src0[i,j] - src1[i,j], 0)   for (i,j) in valid(dst)",
        cost: Cost::Binary(&["vsubrelu"]),
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src0, src1]),
            same_valid(&[dst, src0, src1]),
        ],
        sem: elementwise!(SubRelu(src0, src1) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TSubRelu.hpp:62")
                .types(&[dst], &[F16, F32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TSubRelu.hpp:66")
                .types(&[dst], &[F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:97-120")
                .types(&[dst], &[F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
    }

    /// Multiply the destination by a tile and add another.
    ///
    /// The domain is the valid region of `dst`, which is read and written.
    tfusedmuladd(src0: In Tile, src1: In Tile, dst: InOut Tile) {
        origin: Origin::Manual("docs/isa/TFUSEDMULADD.md"),
        cpp: "TFUSEDMULADD(dst, src0, src1)",
        formula: "dst[i,j] = src0[i,j] * dst[i,j] + src1[i,j]   for (i,j) in valid(dst)",
        cost: Cost::Binary(&["vmadd"]),
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src0, src1]),
            same_valid(&[dst, src0, src1]),
        ],
        sem: elementwise!(MulAdd(src0, dst, src1) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TFusedMulAdd.hpp:62")
                .types(&[dst], &[F16, F32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TFusedMulAdd.hpp:65")
                .types(&[dst], &[F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:97-120")
                .types(&[dst], &[F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
    }

    /// Multiply the destination by a tile, add another and clamp to zero.
    ///
    /// The domain is the valid region of `dst`, which is read and written.
    tfusedmuladdrelu(src0: In Tile, src1: In Tile, dst: InOut Tile) {
        origin: Origin::Manual("docs/isa/TFUSEDMULADDRELU.md"),
        cpp: "TFUSEDMULADDRELU(dst, src0, src1)",
        formula: "dst[i,j] = max(src0[i,j] * dst[i,j] + src1[i,j], 0)   for (i,j) in valid(dst)",
        cost: Cost::Binary(&["vmaddrelu"]),
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src0, src1]),
            same_valid(&[dst, src0, src1]),
        ],
        sem: elementwise!(MulAddRelu(src0, dst, src1) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TFusedMulAddRelu.hpp:63")
                .types(&[dst], &[F16, F32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TFusedMulAddRelu.hpp:66")
                .types(&[dst], &[F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:97-120")
                .types(&[dst], &[F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
        notes: &["The page's formula forgets the clamp; its name and the index of instructions have it."],
    }

    /// Add the product of two tiles to the destination.
    ///
    /// The domain is the valid region of `dst`, which is read and written.
    tmuladddst(src0: In Tile, src1: In Tile, dst: InOut Tile) {
        origin: Origin::Manual("docs/isa/TMULADDDST.md"),
        cpp: "TMULADDDST(dst, src0, src1)",
        formula: "dst[i,j] = src0[i,j] * src1[i,j] + dst[i,j]   for (i,j) in valid(dst)",
        cost: Cost::Binary(&["vmla"]),
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src0, src1]),
            same_valid(&[dst, src0, src1]),
        ],
        sem: elementwise!(MulAdd(src0, src1, dst) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TMulAddDst.hpp:62")
                .types(&[dst], &[F16, F32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TMulAddDst.hpp:65")
                .types(&[dst], &[F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:97-120")
                .types(&[dst], &[F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
    }

    /// Add neighbouring elements of each row and pack the sums.
    ///
    /// With C valid columns the first ceil(C/2) elements of a row receive the sums, the rest of the valid region
    /// becomes zero. A last element without a partner is added to zero.
    tpairreducesum(src: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/TPairReduceSum.md"),
        cpp: "TPAIRREDUCESUM(dst, src)",
        formula: "dst[i,k] = src[i,2k] + src[i,2k+1]   for k < ceil(C/2)\ndst[i,k] = 0   for ceil(C/2) <= k < C",
        expansion: "vcpadd per 256-byte repeat",
        cost: Cost::PairReduce("vcpadd"),
        rules: &[
            in_space(&[src, dst], &[Vec]),
            has_layout(&[src, dst], &[RowMajor]),
            same_dtype(&[dst, src]),
            same_valid(&[dst, src]),
        ],
        sem: Sem::Custom(pair_sums),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TPairReduceSum.hpp:135")
                .types(&[dst], &[F16, F32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TPairReduceSum.hpp:125")
                .types(&[dst], &[F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TPairReduceSum.hpp:44-53")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["subnormals", "pair-sums"],
    }
}
