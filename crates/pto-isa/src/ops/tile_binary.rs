//! Elementwise arithmetic on two or three tiles.

use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom};
use crate::ty::Dim;

const BASE: OpDef = OpDef { family: "elementwise-tile-tile", ..OpDef::VECTOR_TILE };

/// One packed mask row per valid row of `dst`, and one more; mask rows are whole 32-byte blocks.
fn prelu_scratch(args: &Args<'_>) -> Option<u64> {
    let dst = args.tile(3)?;
    let (rows, cols) = (dst.valid_rows.known()?, dst.valid_cols.known()?);
    Some(u64::from(rows + 1) * u64::from(cols.div_ceil(8).next_multiple_of(32).max(32)))
}

/// Page and header count valid rows, not allocated ones.
static PRELU_VALID_ROWS: Custom = Custom {
    name: "prelu-valid-rows",
    code: code::VALID_COVERS,
    text: "`tmp` must have more valid rows than `dst`",
    holds: |args| {
        let (Some(tmp), Some(dst)) = (args.tile(2), args.tile(3)) else { return true };
        tmp.valid_rows.known().zip(dst.valid_rows.known()).is_none_or(|(t, d)| t > d)
    },
    found: |args| match (args.tile(2), args.tile(3)) {
        (Some(t), Some(d)) => format!("{} valid rows, `dst` has {}", t.valid_rows, d.valid_rows),
        _ => "unknown".into(),
    },
    mutate_to_violate: |b| {
        let Some(rows) = b.tile(3).map(|d| d.valid_rows) else { return };
        if let Some(t) = b.tile(2) {
            t.valid_rows = rows;
        }
    },
};

static PRELU_SCRATCH_SHAPE: Custom = Custom {
    name: "prelu-scratch-shape",
    code: code::EXTENT,
    text: "`tmp` must have one row more than the valid rows of `dst`, and a valid byte per eight valid columns",
    holds: |args| {
        let (Some(tmp), Some(dst)) = (args.tile(2), args.tile(3)) else { return true };
        dst.valid_rows.known().is_none_or(|r| tmp.rows > r)
            && match (tmp.valid_cols, dst.valid_cols) {
                (Dim::Is(t), Dim::Is(d)) => t >= d.div_ceil(8),
                _ => true,
            }
    },
    found: |args| match args.tile(2) {
        Some(t) => format!("{} rows, {} valid columns", t.rows, t.valid_cols),
        None => "unknown".into(),
    },
    mutate_to_violate: |b| {
        if let Some(cols) = b.tile(3).and_then(|d| d.valid_cols.known())
            && let Some(t) = b.tile(2)
        {
            t.valid_cols = Dim::Is(cols.div_ceil(8) - 1);
        }
    },
};

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
        expansion: "TRF_READ(src0, i, j) -> A; TRF_READ(src1, i, j) -> B; A + B -> C; TRF_WRITE(dst, i, j, C)",
        cost: Cost::Binary(&["vadd"]),
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU).device_only()
                .cite("pto-isa@3186c381 include/pto/npu/a2a3/TAdd.hpp:67, a5/TAdd.hpp:66"),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU).manual_only().warn()
                .cite("manual page pto.tadd, Constraints; its Layout Impact on Throughput has costs of the others"),
            same_dtype(&[dst, src0, src1]),
            covers(&[dst, src0, src1]).warn().cite("manual page pto.tadd, Valid region"),
        ],
        sem: elementwise!(Add(src0, src1) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TAdd.hpp:62")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[
                    other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:2677-2720, 0.60 :6315-6321", "32/16-bit integers of any sign, f16, f32"),
                ]),
            documented(Targets::A2A3, "manual page pto.tadd").types(&[dst], &[F32, F16, Bf16, I32, I16]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TAdd.hpp:60")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .conflicting_sources(&[
                    other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:2677-2720, 0.60 :6315-6321", "32/16/8-bit integers of any sign, f16, bf16, f32"),
                ]),
            documented(Targets::A5, "manual page pto.tadd").types(&[dst], &[F32, F16, Bf16, I32, I16, I8, U8, F8E4M3, F8E5M2]),
            on(Targets::CPU, "manual page pto.tadd; pto-isa@3186c381 include/pto/cpu/TAdd.hpp:64")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32, F8E4M3, F8E5M2]),
            documented(Targets::CPU, "manual page pto.tadd").types(&[dst], &[F32, F16, Bf16, I32, I16, I8, U8, I64, U64, F8E4M3, F8E5M2]),
        ],
        quirks: &["outside-valid-read", "subnormals"],
        notes: &[
            "i64 and u64 are accepted on A5 although the page says no: the header has a 64-bit path. No assembler takes them.",
            "bf16 is documented for A2/A3, but the header's static assert has no bf16.",
        ],
    }

    /// Subtract two tiles element by element.
    ///
    /// The domain is the valid region of `dst`. Integers wrap. Source lanes outside their valid region are
    /// never read: the regions must be equal.
    tsub(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/tsub.md"),
        cpp: "TSUB(dst, src0, src1)",
        formula: "dst[i,j] = src0[i,j] - src1[i,j]   for (i,j) in valid(dst)",
        cost: Cost::Binary(&["vsub"]),
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src0, src1]),
            same_valid(&[dst, src0, src1]),
        ],
        sem: elementwise!(Sub(src0, src1) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TSub.hpp:61")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:8601-8644, 0.60 :15464-15470", "32/16-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TSub.hpp:59")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:15464-15470", "8/16/32-bit integers, f16, f32")]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tsub.md:89-93").types(&[dst], &[I8, U8, I16, U16, I32, U32, F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TSub.hpp:31-44")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
        notes: &["On A5 the header has bf16 and 64-bit integers; the page and both assemblers do not."],
    }

    /// Multiply two tiles element by element.
    ///
    /// The domain is the valid region of `dst`. Integers keep the low half of the product. There is no 8-bit
    /// multiplication on a device.
    tmul(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/tmul.md"),
        cpp: "TMUL(dst, src0, src1)",
        formula: "dst[i,j] = src0[i,j] * src1[i,j]   for (i,j) in valid(dst)",
        cost: Cost::Binary(&["vmul"]),
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src0, src1]),
            same_valid(&[dst, src0, src1]),
        ],
        sem: elementwise!(Mul(src0, src1) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TMul.hpp:61")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:6038-6082, 0.60 :11365-11371", "32/16-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TMul.hpp:59")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, F16, Bf16, F32])
                .conflicting_sources(&[
                    other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:11365-11371", "16/32-bit integers, f16, f32"),
                ]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tmul.md:89-93").types(&[dst], &[I16, U16, I32, U32, F16, Bf16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TMul.hpp:31-44")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
    }

    /// Take the larger of two tiles' elements.
    ///
    /// The domain is the valid region of `dst`. A NaN in either source gives NaN.
    tmax(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/tmax.md"),
        cpp: "TMAX(dst, src0, src1)",
        formula: "dst[i,j] = max(src0[i,j], src1[i,j])   for (i,j) in valid(dst)",
        cost: Cost::Binary(&["vmax"]),
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src0, src1]),
            same_valid(&[dst, src0, src1]),
        ],
        sem: elementwise!(Max(src0, src1) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TMax.hpp:61")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:4951-4996, 0.60 :9108-9114", "32/16-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TMax.hpp:59")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:9108-9114", "8/16/32-bit integers, f16, f32")]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tmax.md:89-93").types(&[dst], &[I8, U8, I16, U16, I32, U32, F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TMax.hpp:31-44")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
        notes: &["The page is silent on NaN; the register form `vmax` propagates it."],
    }

    /// Take the smaller of two tiles' elements.
    ///
    /// The domain is the valid region of `dst`. A NaN in either source gives NaN.
    tmin(src0: In Tile, src1: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/tmin.md"),
        cpp: "TMIN(dst, src0, src1)",
        formula: "dst[i,j] = min(src0[i,j], src1[i,j])   for (i,j) in valid(dst)",
        cost: Cost::Binary(&["vmin"]),
        rules: &[
            in_space(&[src0, src1, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU),
            same_dtype(&[dst, src0, src1]),
            same_valid(&[dst, src0, src1]),
        ],
        sem: elementwise!(Min(src0, src1) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TMin.hpp:62")
                .types(&[dst], &[I32, I16, F16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:5033-5078, 0.60 :9126-9132", "32/16-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TMin.hpp:59")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .conflicting_sources(&[
                    other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:9126-9132", "8/16/32-bit integers, f16, bf16, f32"),
                ]),
            documented(Targets::A5, "pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tmin.md:89-93").types(&[dst], &[I8, U8, I16, U16, I32, U32, F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:19-30")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
        notes: &["The page is silent on NaN; the register form `vmin` propagates it."],
    }

    /// Apply a ReLU with one slope per element.
    ///
    /// The domain is the valid region of `dst`. A2/A3 multiplies, compares and selects, with the packed
    /// comparison in `tmp`; so the operands must not share storage there. A5 has one register instruction.
    tprelu(src0: In Tile, src1: In Tile, tmp: OptScratch Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/tprelu.md"),
        cpp: "TPRELU(dst, src0, src1, tmp=dst)",
        formula: "dst[i,j] = src0[i,j] > 0 ? src0[i,j] : src0[i,j] * src1[i,j]   for (i,j) in valid(dst)",
        cost: Cost::RowByRow(&["vmul", "vcmpvs", "vsel"]),
        rules: &[
            in_space(&[src0, src1, tmp, dst], &[Vec]),
            has_layout(&[src0, src1, dst], &[RowMajor]).only(Targets::NPU),
            has_layout(&[tmp], &[RowMajor]).only(Targets::A2A3),
            distinct(&[dst, src0, src1, tmp]).only(Targets::A2A3).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:11950-12072"),
            distinct(&[src0, tmp]).only(Targets::A2A3).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:11950-12072"),
            distinct(&[src1, tmp]).only(Targets::A2A3).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:11950-12072"),
            same_dtype(&[dst, src0, src1]),
            has_dtype(&[tmp], &[U8, I8]).only(Targets::A2A3),
            same_valid(&[dst, src0, src1]),
            has_dtype(&[tmp], &[U8]).only(Targets::A2A3).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tprelu.md:52, 68"),
            custom(&[dst, tmp], &PRELU_SCRATCH_SHAPE).only(Targets::A2A3).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:11950-12072"),
            custom(&[dst, tmp], &PRELU_VALID_ROWS).only(Targets::A2A3).device_only().warn().cite("pto-isa@3186c381 include/pto/npu/a2a3/TPrelu.hpp:38-40"),
            custom(&[dst, tmp], &PRELU_VALID_ROWS).only(Targets::A2A3).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tprelu.md:55, 69"),
        ],
        scratch: &[
            Scratch::bytes(
                Targets::A2A3,
                "(R+1)*max(32, ceil(C/8) in whole blocks) bytes for R x C valid elements",
                prelu_scratch,
                "PTOAS 0.60 lib/PTO/IR/PTO.cpp:11950-12072",
            )
                .of_type(U8),
            Scratch::ignored(Targets::CPU_A5, "pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tprelu.md:76-78"),
        ],
        sem: elementwise!(LeakyRelu(src0, src1) -> dst),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TPrelu.hpp:27")
                .types(&[dst], &[F16, F32]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TPrelu.hpp:53")
                .types(&[dst], &[F16, F32]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:167-172")
                .types(&[dst], &[F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
        notes: &[
            "Page and header ask for more valid rows in `tmp` than in `dst`; assembler 0.60 for more allocated rows, which is what the code needs: fewer valid rows are a warning by the headers' rules, an error by the page's.",
            "A scratch of i8 is as good as u8, since the assembler looks at the width; by the rules of the manual it is u8.",
        ],
    }

    /// Add three tiles element by element.
    ///
    /// Despite the suffix there is no carry: it is a sum of three. The domain is the valid region of `dst`.
    /// Integers wrap.
    taddc(src0: In Tile, src1: In Tile, src2: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/taddc.md"),
        cpp: "TADDC(dst, src0, src1, src2)",
        formula: "dst[i,j] = src0[i,j] + src1[i,j] + src2[i,j]   for (i,j) in valid(dst)",
        cost: Cost::Binary(&["vadd", "vadd"]),
        rules: &[
            in_space(&[src0, src1, src2, dst], &[Vec]),
            same_dtype(&[dst, src0, src1, src2]),
            same_shape(&[dst, src0, src1, src2]).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:6342-6361"),
            same_valid(&[dst, src0, src1, src2]),
        ],
        sem: elementwise!(AddAdd(src0, src1, src2) -> dst),
        support: &[
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:220-227")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:6342-6361", "accepted for every target, any element type")]),
        ],
        notes: &["No device header implements it."],
    }

    /// Subtract one tile from another and add a third.
    ///
    /// Despite the suffix there is no borrow: it is a sum of three with one sign. The domain is the valid
    /// region of `dst`. Integers wrap.
    tsubc(src0: In Tile, src1: In Tile, src2: In Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/elementwise-tile-tile/tsubc.md"),
        cpp: "TSUBC(dst, src0, src1, src2)",
        formula: "dst[i,j] = src0[i,j] - src1[i,j] + src2[i,j]   for (i,j) in valid(dst)",
        cost: Cost::Binary(&["vsub", "vadd"]),
        rules: &[
            in_space(&[src0, src1, src2, dst], &[Vec]),
            same_dtype(&[dst, src0, src1, src2]),
            same_valid(&[dst, src0, src1, src2]),
        ],
        sem: elementwise!(SubAdd(src0, src1, src2) -> dst),
        support: &[
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:229-236")
                .types(&[dst], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/PTO.cpp:15473-15487", "accepted for every target, any element type")]),
        ],
        notes: &["No device header implements it."],
    }
}
