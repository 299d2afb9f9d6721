//! Reductions along the rows of a tile.

use crate::code;
use crate::def::prelude::*;
use crate::layout::Layout;
use crate::rule::Custom;

const BASE: OpDef = OpDef { family: "reduce-and-expand", ..OpDef::VECTOR_TILE };

/// Where the assembler says how large `tmp` must be.
const TMP: &str = "PTOAS 0.60 lib/PTO/IR/PTO.cpp:2410-2437";

/// The assembler looks at the type of `tmp`, the headers take its address as one of elements.
const TMP_TYPE: &str = "PTOAS 0.60 lib/PTO/IR/PTO.cpp:2410-2437; the header does not look at it";

/// What the library does with `tmp` where a row of floats is longer than a repeat; the assembler does not ask for it.
const FOLD: &str =
    "pto-isa@3186c381 include/pto/npu/a2a3/TRowReduceOps.hpp:232-340, TRowSum.hpp:46-92";

const FOLD_SUM: &str =
    "half of each row of `src`, in whole 256 bytes; for floats, if a row is longer than 256 bytes";
const FOLD_BEST: &str =
    "a row of 256 bytes for each row of `src`; for floats, if a row is longer than 256 bytes";

/// Bytes of a repeat.
const REPEAT_BYTES: u64 = 256;

/// Bytes of `tmp` that a reduction of floats writes: a row of partial results per row of `src`, `repeats` of the whole
/// repeats of a row, where the row pitch of `tmp` puts it. A narrower `tmp` makes the rows overlap, or the library
/// give up without a result. Sources of 8192 f32 have a sequence of their own that packs an eighth of them. While the number
/// of rows is unknown it is taken as one, the least that does anything.
fn fold_bytes(args: &Args<'_>, repeats: fn(u64) -> u64) -> Option<u64> {
    let (src, tmp, dst) = (args.tile(0)?, args.tile(1)?, args.tile(2)?);
    let (rows, cols) = (src.valid_rows.known().unwrap_or(1), src.valid_cols.known()?);
    let size = u64::from(src.dtype.bytes());
    let row_bytes = u64::from(cols) * size;
    if src.dtype.is_int() || row_bytes <= REPEAT_BYTES || rows == 0 {
        return None;
    }
    let packed = [(64, 128), (32, 256), (16, 512), (8, 1024)];
    let full = (src.rows, src.cols) == (rows, cols) && packed.contains(&(rows, cols));
    if full && src.dtype == F32 && dst.layout() == Layout::Dn {
        return Some(u64::from(rows) * row_bytes / 8);
    }
    let width = repeats(row_bytes / REPEAT_BYTES).max(1) * REPEAT_BYTES;
    let pitch = (u64::from(tmp.cols) * size).max(width);
    Some(u64::from(rows - 1) * pitch + width)
}

static SUM_WIDENS: Custom = Custom {
    name: "sum-widens",
    code: code::SAME_DTYPE,
    text: "`src` and `dst` must have the same element type, or `dst` f32 for f16 and bf16, i32 for i16",
    holds: |args| {
        args.dtype(0)
            .zip(args.dtype(2))
            .is_none_or(|(a, b)| a == b || matches!((a, b), (F16 | Bf16, F32) | (I16, I32)))
    },
    found: |args| super::tile_layout::types_text(args, 0, 2),
    mutate_to_violate: |b| {
        if let Some(d) = b.dtype(0).copied()
            && let Some(to) = b.dtype(2)
        {
            *to = if d.bits() == 32 { F16 } else { I64 };
        }
    },
};

ops! {
    base: BASE;

    /// Sum each row of a tile.
    ///
    /// With R valid rows and C valid columns in `src`, `dst` receives R sums in its column 0; other columns
    /// of `dst` are unspecified. Integers wrap. `tmp` holds intermediate results and is not read afterwards;
    /// lowering makes one where the text has none. Floats are added in the order of the target's own sequence,
    /// or from left to right with `--sum-order left`. It does not fence unrelated tile traffic.
    trowsum(src: In Tile, tmp: OptScratch Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/trowsum.md"),
        cpp: "TROWSUM(dst, src, tmp=src)",
        formula: "dst[i,0] = src[i,0] + ... + src[i,C-1]   for 0 <= i < R",
        expansion: "A2/A3, f32: 64x128 vcgadd*128, vadd*8, vcgadd*8; 32x256 vcgadd*128, vadd*8, vadd*4, vcgadd*4; 16x512 vcgadd*128, vcgadd*16, vcgadd*2; 8x1024 vcgadd*128, vcgadd*16, vadd*8, vcgadd*8; each ends with a PIPE_V barrier",
        cost: Cost::RowReduce { group: "vcgadd", whole: "vcadd", pair: "vadd" },
        rules: &[
            in_space(&[src, dst, tmp], &[Vec]),
            has_layout(&[src], &[Nd]).device_only(),
            has_layout(&[src], &[Nd]).manual_only().warn().cite("manual page pto.trowsum, Layout; its Layout and Shape Impact has costs of the others"),
            has_layout(&[dst], &[Nd, Dn1]),
            cols(&[dst], 1).manual_only().warn().cite("manual page pto.trowsum, Layout; later pages have no such rule"),
            same_dtype(&[src, dst]).only(Targets::NPU),
            same_dtype(&[src, dst]).only(Targets::CPU).manual_only().cite("manual page pto.trowsum, Data type"),
            custom(&[src, dst], &SUM_WIDENS).only(Targets::CPU).cite("pto-isa@3186c381 include/pto/cpu/TRowSum.hpp:46-56"),
            non_empty(&[src, dst]),
            same_valid_rows(&[src, dst]),
            valid_cols(&[dst], 1).warn().cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:2351-2383 demands one valid column"),
            same_dtype(&[src, tmp]).only(Targets::A2A3).warn().cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:14919-14931; the header does not look at it"),
        ],
        scratch: &[
            Scratch::bytes(Targets::A2A3, "32 bytes; for floats the size of `src` is always safe", |_| Some(32), "PTOAS 0.60 lib/PTO/IR/PTO.cpp:14919-14931")
                .like(src),
            Scratch::bytes(Targets::A2A3, FOLD_SUM, |a| fold_bytes(a, |n| n / 2), FOLD).warn(),
            Scratch::ignored(Targets::CPU_A5, "pto-isa@3186c381 include/pto/npu/a5/TRowReduce.hpp:385-412"),
        ],
        sem: Sem::Reduce(Reduce { axis: Axis::Row, fold: Fold::Sum, src, dst }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TRowReduceOps.hpp:197")
                .types(&[src], &[F16, F32, I32, I16])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:8078-8112, 0.60 :14919-14931", "16/32-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TRowReduce.hpp:393, 457-470")
                .types(&[src], &[F16, F32, I32, I16, I64, U64])
                .conflicting_sources(&[
                    other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:8078-8112, 0.60 :14919-14931", "16/32-bit integers of any sign, f16, f32"),
                ]),
            documented(Targets::ALL, "manual page pto.trowsum").types(&[src], &[F16, F32, I32, I16]),
            on(Targets::CPU, "union of the devices; pto-isa@3186c381 include/pto/cpu/TRowSum.hpp:46-56")
                .types(&[src], &[F16, Bf16, F32, I32, I16, I64, U64]),
        ],
        quirks: &["subnormals"],
        notes: &[
            "The page asks for one column also in a row-major `dst`; such a tile breaks the 32-byte row rule, and the headers take any width.",
            "The page's general path fills `tmp` when C >= 2*8; the family page and the code say 2*elements per repeat.",
            "The page's costs for column-major and zigzag sources are unreachable: it allows row-major sources only.",
            "The assembler takes a fully empty (0x0) source and destination as a no-op; the page and the headers demand data.",
        ],
    }

    /// Find the largest element of each row of a tile.
    ///
    /// With R valid rows and C valid columns in `src`, `dst` receives R values in its column 0; other columns
    /// of `dst` are unspecified. A NaN in a row gives NaN. `tmp` holds intermediate results.
    trowmax(src: In Tile, tmp: OptScratch Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/trowmax.md"),
        cpp: "TROWMAX(dst, src, tmp=src)",
        formula: "dst[i,0] = max(src[i,0], ..., src[i,C-1])   for 0 <= i < R",
        cost: Cost::RowReduce { group: "vcgmax", whole: "vcmax", pair: "vmax" },
        rules: &[
            in_space(&[src, dst, tmp], &[Vec]),
            has_layout(&[src], &[Nd]),
            has_layout(&[dst], &[Nd, Dn1]),
            same_dtype(&[src, dst]),
            non_empty(&[src, dst]),
            same_valid_rows(&[src, dst]),
            valid_cols(&[dst], 1).warn().cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:2351-2383 demands one valid column"),
            same_dtype(&[src, tmp]).only(Targets::A2A3).warn().cite(TMP_TYPE),
        ],
        scratch: &[
            Scratch::bytes(Targets::A2A3, "32 bytes; for floats the size of `src` is always safe", |_| Some(32), TMP).like(src),
            Scratch::bytes(Targets::A2A3, FOLD_BEST, |a| fold_bytes(a, |_| 1), FOLD).warn(),
            Scratch::ignored(Targets::CPU_A5, "pto-isa@3186c381 include/pto/npu/a5/TRowReduce.hpp:441-454"),
        ],
        sem: Sem::Reduce(Reduce { axis: Axis::Row, fold: Fold::Max, src, dst }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TRowReduceOps.hpp:197, TRowMax.hpp:114-118")
                .types(&[src], &[F16, F32, I32, I16])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:7934-7968, 0.60 :14855-14867", "16/32-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TRowReduce.hpp:360-370, 441-454")
                .types(&[src], &[F16, F32, I32, I16, I8, U8, I64, U64])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:7934-7968, 0.60 :14855-14867", "16/32-bit integers of any sign, f16, f32")]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TRowMax.hpp:53-60 checks no type")
                .types(&[src], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
    }

    /// Find the smallest element of each row of a tile.
    ///
    /// With R valid rows and C valid columns in `src`, `dst` receives R values in its column 0; other columns
    /// of `dst` are unspecified. A NaN in a row gives NaN. `tmp` holds intermediate results.
    trowmin(src: In Tile, tmp: OptScratch Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/trowmin.md"),
        cpp: "TROWMIN(dst, src, tmp=src)",
        formula: "dst[i,0] = min(src[i,0], ..., src[i,C-1])   for 0 <= i < R",
        cost: Cost::RowReduce { group: "vcgmin", whole: "vcmin", pair: "vmin" },
        rules: &[
            in_space(&[src, dst, tmp], &[Vec]),
            has_layout(&[src], &[Nd]),
            has_layout(&[dst], &[Nd, Dn1]),
            same_dtype(&[src, dst]),
            non_empty(&[src, dst]),
            same_valid_rows(&[src, dst]),
            valid_cols(&[dst], 1).warn().cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:2351-2383 demands one valid column"),
            same_dtype(&[src, tmp]).only(Targets::A2A3).warn().cite(TMP_TYPE),
        ],
        scratch: &[
            Scratch::bytes(Targets::A2A3, "32 bytes; for floats the size of `src` is always safe", |_| Some(32), TMP).like(src),
            Scratch::bytes(Targets::A2A3, FOLD_BEST, |a| fold_bytes(a, |_| 1), FOLD).warn(),
            Scratch::ignored(Targets::CPU_A5, "pto-isa@3186c381 include/pto/npu/a5/TRowReduce.hpp:473-486"),
        ],
        sem: Sem::Reduce(Reduce { axis: Axis::Row, fold: Fold::Min, src, dst }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TRowReduceOps.hpp:197, TRowMin.hpp:114-118")
                .types(&[src], &[F16, F32, I32, I16])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:8001-8045, 0.60 :14887-14899", "16/32-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TRowReduce.hpp:415-425, 473-486")
                .types(&[src], &[F16, F32, I32, I16, I8, U8, I64, U64])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:8001-8045, 0.60 :14887-14899", "16/32-bit integers of any sign, f16, f32")]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TRowMin.hpp:56-63 checks no type")
                .types(&[src], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
    }

    /// Multiply the elements of each row of a tile.
    ///
    /// With R valid rows and C valid columns in `src`, `dst` receives R products in its column 0; other
    /// columns of `dst` are unspecified. Integers wrap. Floats are multiplied in the order of the
    /// target's own sequence, or from left to right with `--sum-order left`.
    trowprod(src: In Tile, tmp: OptScratch Tile, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/reduce-and-expand/trowprod.md"),
        cpp: "TROWPROD(dst, src, tmp=src)",
        formula: "dst[i,0] = src[i,0] * ... * src[i,C-1]   for 0 <= i < R",
        cost: Cost::RowFold("vmul"),
        rules: &[
            in_space(&[src, dst, tmp], &[Vec]),
            has_layout(&[src], &[Nd]),
            has_layout(&[dst], &[Nd, Dn1]),
            same_dtype(&[src, dst]),
            non_empty(&[src, dst]),
            same_valid_rows(&[src, dst]),
            valid_cols(&[dst], 1).warn().cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:2351-2383 demands one valid column"),
            same_dtype(&[src, tmp]).only(Targets::A2A3).device_only().warn().cite(TMP_TYPE),
            same_dtype(&[src, tmp]).only(Targets::A2A3).manual_only().cite("pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowprod.md:80"),
        ],
        scratch: &[
            Scratch::bytes(Targets::A2A3, "32 bytes: one row of one block", |_| Some(32), "pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowprod.md:52-66"),
            Scratch::ignored(Targets::CPU_A5, "pto-isa@3186c381 include/pto/npu/a5/TRowProd.hpp:115-119"),
        ],
        sem: Sem::Reduce(Reduce { axis: Axis::Row, fold: Fold::Prod, src, dst }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TRowReduceOps.hpp:197, TRowProd.hpp:80-85")
                .types(&[src], &[F16, F32, I32, I16])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:8114-8156, 0.60 :14933-14955", "16/32-bit integers of any sign, f16, f32")]),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TRowProd.hpp:24-64")
                .types(&[src], &[F16, F32, I32, I16])
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp:8114-8156, 0.60 :14933-14955", "16/32-bit integers of any sign, f16, f32")]),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TRowProd.hpp:30-35 checks no type")
                .types(&[src], &[I64, U64, I32, U32, I16, U16, I8, U8, F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
    }
}
