//! Lane-wise comparison and selection.

use crate::code;
use crate::def::prelude::*;
use crate::dtype::DType;
use crate::sem::lane_compare::select_reverse;
use crate::sem::{LaneCompare, LaneSelect};
use crate::ty::Type;

const BASE: OpDef = OpDef { family: "compare-select", ..OpDef::REGISTER };

/// What compares on the device.
const ORDERED: &[DType] = &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32];
/// Comparison modes.
const MODES: &[&str] = &["eq", "ne", "lt", "le", "gt", "ge"];

/// Without a predicate `src1` holds lane numbers; with one it is the second choice.
static LANE_NUMBERS: Custom = Custom {
    name: "lane-select-index",
    code: code::DTYPE,
    text: "`src1` must hold integers as wide as the lanes of `src0` (with a predicate: have its type)",
    holds: |args| match (args.dtype(0), args.dtype(1)) {
        (Some(a), Some(b)) if args.has(2) => a == b,
        (Some(a), Some(b)) => b.is_int() && a.bits() == b.bits(),
        _ => true,
    },
    found: |args| format!("`src1` is {}", args.dtype(1).map_or("unknown", |d| d.name())),
    mutate_to_violate: |b| {
        let first = b.types[0].clone();
        let chooses = b.types.get(2).is_some_and(Option::is_some);
        match (&first, b.types.get_mut(1)) {
            // Legal by the page, which chooses between two registers of one type.
            (Some(Type::Vreg { dtype, .. }), Some(second)) if !dtype.is_int() && !chooses => {
                *second = first;
            }
            (_, Some(Some(Type::Vreg { lanes, dtype }))) => {
                *dtype = if dtype.bits() == 16 { F32 } else { F16 };
                *lanes = dtype.per_repeat();
            }
            _ => {}
        }
    },
};

ops! {
    base: BASE;

    /// Compare two vector registers into a predicate.
    ///
    /// Only lanes of `seed` can be set. A NaN compares false except for `ne`; the order of integers follows their
    /// sign.
    vcmp(src0: In Vreg, src1: In Vreg, seed: In Mask, result: Out Mask) {
        origin: Origin::Manual("docs/isa/vector/ops/compare-select/vcmp.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Binary.hpp:28
        cpp: "vcmp_#cmp_mode(result, src0, src1, seed)",
        formula: "result[i] = seed[i] & (src0[i] cmp_mode src1[i])",
        attrs: &[word("cmp_mode", MODES).required().doc("the comparison")],
        syntax: "src0, src1, seed, cmp_mode",
        rules: &[
            same_type(&[src0, src1]),
            mask_fits(&[src0, seed, result]),
        ],
        sem: Sem::LaneCompare(LaneCompare { a: src0, b: src1, seed, mask: result }),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6715-6729")
                .types(&[src0], ORDERED)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6715-6729", "every integer and float type, 8-bit floats included")]),
        ],
        notes: &[
            "The page gives no type list.",
        ],
    }

    /// Compare a vector register with a number into a predicate.
    ///
    /// Only lanes of `seed` can be set. The sign of the register's type decides how the number is read.
    vcmps(src: In Vreg, scalar: In Scalar, seed: In Mask, result: Out Mask) {
        origin: Origin::Manual("docs/isa/vector/ops/compare-select/vcmps.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TCmps.hpp:33
        cpp: "vcmps_#cmp_mode(result, src, (element(src))scalar, seed)",
        formula: "result[i] = seed[i] & (src[i] cmp_mode scalar)",
        attrs: &[word("cmp_mode", MODES).required().doc("the comparison")],
        syntax: "src, scalar, seed, cmp_mode",
        rules: &[
            scalar_of(&[src, scalar]),
            mask_fits(&[src, seed, result]),
        ],
        sem: Sem::LaneCompare(LaneCompare { a: src, b: scalar, seed, mask: result }),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6731-6747")
                .types(&[src], ORDERED)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6731-6747", "every integer and float type, 8-bit floats included")]),
        ],
        notes: &[
            "The page gives no type list.",
        ],
    }

    /// Select lanes of two vector registers by a predicate.
    vsel(src0: In Vreg, src1: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/compare-select/vsel.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Binary.hpp:180
        cpp: "vsel(result, src0, src1, mask)",
        formula: "result[i] = mask[i] ? src0[i] : src1[i]",
        rules: &[
            same_type(&[src0, src1, result]),
            mask_fits(&[src0, mask]),
        ],
        sem: Sem::LaneSelect(LaneSelect { on: src0, off: src1, mask, dst: result }),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6593-6609")
                .types(&[src0], &[I8, U8, I16, U16, I32, U32, I64, U64, F16, Bf16, F32]),
        ],
        notes: &[
            "The page gives no type list; the assembler refuses 8-bit and 4-bit floats.",
        ],
    }

    /// Select lanes of a vector register by lane numbers.
    ///
    /// `src1` gives for each lane the lane of `src0` to take. With a predicate it is the reverse selection of the
    /// manual: a set lane takes `src1`, a clear one `src0`.
    vselr(src0: In Vreg, src1: In Vreg, mask: OptIn Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/compare-select/vselr.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TCvt.hpp:533
        cpp: "vselr(result, src0, unsigned(src1))",
        formula: "result[i] = src0[src1[i] mod N]\nwith mask: result[i] = mask[i] ? src1[i] : src0[i]",
        rules: &[
            same_type(&[src0, result]),
            custom(&[src0, src1], &LANE_NUMBERS).only(Targets::CPU_A5).device_only().cite("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6534-6559"),
            same_type(&[src0, src1]).only(Targets::CPU_A5).manual_only().cite("pto-isa@3186c381 docs/isa/vector/ops/compare-select/vselr.md:47"),
            mask_fits(&[src0, mask]),
        ],
        sem: Sem::Custom(|x| select_reverse(x, [src0, src1, mask, result])),
        support: &[
            on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6534-6559,6611")
                .types(&[src0], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32, F8E4M3, F8E5M2, Hif8]),
        ],
        notes: &[
            "The page describes a selection whose predicate is implicit. The assembler and the PTO-Gym goldens read `src1` as lane \
             numbers; the page's meaning needs the predicate written out.",
            "A lane number counts modulo the number of lanes: CANN 9.0 Ascend C API, register Gather (atlasascendc_api_07_00009).",
        ],
    }

    /// Select lanes of a vector register by lane numbers, second encoding.
    ///
    /// `src1` gives for each lane the lane of `src0` to take. With a predicate it is the reverse selection of the
    /// manual: a set lane takes `src1`, a clear one `src0`.
    vselrv2(src0: In Vreg, src1: In Vreg, mask: OptIn Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/compare-select/vselrv2.md"),
        formula: "result[i] = src0[src1[i] mod N]\nwith mask: result[i] = mask[i] ? src1[i] : src0[i]",
        rules: &[
            same_type(&[src0, result]),
            custom(&[src0, src1], &LANE_NUMBERS).only(Targets::CPU_A5).device_only().cite("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6534-6559"),
            same_type(&[src0, src1]).only(Targets::CPU_A5).manual_only().cite("pto-isa@3186c381 docs/isa/vector/ops/compare-select/vselrv2.md:47"),
            mask_fits(&[src0, mask]),
        ],
        sem: Sem::Custom(|x| select_reverse(x, [src0, src1, mask, result])),
        support: &[
            on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6534-6559,6612")
                .types(&[src0], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32, F8E4M3, F8E5M2, Hif8]),
        ],
        notes: &[
            "The page describes a selection whose predicate is implicit. The assembler and the PTO-Gym goldens read `src1` as lane \
             numbers; the page's meaning needs the predicate written out.",
            "A lane number counts modulo the number of lanes: CANN 9.0 Ascend C API, register Gather (atlasascendc_api_07_00009).",
        ],
    }
}
