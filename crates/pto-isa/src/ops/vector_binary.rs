//! Lane-by-lane instructions on two vector registers.

use crate::code;
use crate::def::prelude::*;
use crate::dtype::DType;
use crate::sem::carry::Carry;
use crate::sem::lanes::Inactive;
use crate::ty::Type;

const BASE: OpDef = OpDef { family: "binary-vector-ops", ..OpDef::REGISTER };

/// Integers and ordinary floats of every lane width.
const NUMBERS: &[DType] = &[I8, U8, I16, U16, I32, U32, I64, U64, F16, Bf16, F32];
/// What compares on the device.
const ORDERED: &[DType] = &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32];
/// Integers of every lane width.
const INTEGERS: &[DType] = &[I8, U8, I16, U16, I32, U32, I64, U64];
/// Bitwise instructions also merge register images of other types.
const IMAGES: &[DType] = &[
    I8, U8, I16, U16, I32, U32, I64, U64, F16, Bf16, F32, F8E4M3, F8E5M2, Hif8, F4E1M2x2, F4E2M1x2,
];

/// Each lane has its own count.
static COUNT_WIDTH: Custom = Custom {
    name: "shift-count-width",
    code: code::SAME_WIDTH,
    text: "`rhs` must have lanes as wide as `lhs`",
    holds: |args| args.dtype(0).zip(args.dtype(1)).is_none_or(|(a, b)| a.bits() == b.bits()),
    found: |args| format!("`rhs` is {}", args.dtype(1).map_or("unknown", |d| d.name())),
    mutate_to_violate: |b| {
        if let Some(Some(Type::Vreg { lanes, dtype })) = b.types.get_mut(1) {
            *dtype = if dtype.bits() == 32 { I16 } else { I32 };
            *lanes = dtype.per_repeat();
        }
    },
};

/// The newest assembler insists on signed counts; published programs use unsigned ones.
static COUNT_SIGN: Custom = Custom {
    name: "shift-count-sign",
    code: code::DTYPE,
    text: "`rhs` should have a signed element type",
    holds: |args| args.dtype(1).is_none_or(|d| !d.is_unsigned()),
    found: |args| format!("`rhs` is {}", args.dtype(1).map_or("unknown", |d| d.name())),
    mutate_to_violate: |b| {
        if let Some(d) = b.dtype(1) {
            *d = match d.bits() {
                8 => U8,
                16 => U16,
                32 => U32,
                _ => U64,
            };
        }
    },
};

ops! {
    base: BASE;

    /// Add two vector registers lane by lane.
    ///
    /// Integers wrap; floats round to nearest even. Inactive lanes become zero.
    vadd(lhs: In Vreg, rhs: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/binary-vector-ops/vadd.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Rearrange.hpp:84
        cpp: "vadd(result, lhs, rhs, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? lhs[i] + rhs[i] : 0",
        rules: &[
            same_type(&[lhs, rhs, result]),
            mask_fits(&[lhs, mask]),
        ],
        sem: lanes!(undisturbed Add(lhs, rhs), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vadd.md:93-95")
                .types(&[lhs], NUMBERS),
        ],
        quirks: &["subnormals", "inactive-lanes"],
    }

    /// Subtract two vector registers lane by lane.
    ///
    /// Integers wrap; floats round to nearest even. Inactive lanes become zero.
    vsub(lhs: In Vreg, rhs: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/binary-vector-ops/vsub.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TColExpandExpdif.hpp:28
        cpp: "vsub(result, lhs, rhs, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? lhs[i] - rhs[i] : 0",
        rules: &[
            same_type(&[lhs, rhs, result]),
            mask_fits(&[lhs, mask]),
        ],
        sem: lanes!(undisturbed Sub(lhs, rhs), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vsub.md:38")
                .types(&[lhs], NUMBERS),
        ],
        quirks: &["subnormals", "inactive-lanes"],
        notes: &[
            "The page writes i8-i64 without saying which sign; both are taken.",
        ],
    }

    /// Multiply two vector registers lane by lane.
    ///
    /// Integers keep the low bits of the product. There is no 8-bit multiplication. Inactive lanes become zero.
    vmul(lhs: In Vreg, rhs: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/binary-vector-ops/vmul.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TColExpandMul.hpp:27
        cpp: "vmul(result, lhs, rhs, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? lhs[i] * rhs[i] : 0",
        rules: &[
            same_type(&[lhs, rhs, result]),
            mask_fits(&[lhs, mask]),
        ],
        sem: lanes!(Mul(lhs, rhs), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vmul.md:48")
                .types(&[lhs], &[I16, U16, I32, U32, F16, Bf16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6284-6316,6320", "every integer and ordinary float type")]),
        ],
        quirks: &["subnormals"],
    }

    /// Divide two vector registers lane by lane.
    ///
    /// Floats only; a division by zero gives an infinity or NaN as IEEE 754 says. Inactive lanes become zero.
    vdiv(lhs: In Vreg, rhs: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/binary-vector-ops/vdiv.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Common.hpp:120
        cpp: "vdiv(result, lhs, rhs, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? lhs[i] / rhs[i] : 0",
        rules: &[
            same_type(&[lhs, rhs, result]),
            mask_fits(&[lhs, mask]),
        ],
        sem: lanes!(Div(lhs, rhs), mask -> result),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vdiv.md:27")
                .types(&[lhs], &[F16, F32])
                .conflicting_sources(&[
                    other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6284-6316,6321", "every integer and ordinary float type; integers become a software sequence"),
                ]),
            on(Targets::CPU_A5, "pto-isa@3186c381 include/pto/npu/a5/TDiv.hpp:33-36, 67-71 calls it with these")
                .types(&[lhs], &[I32, U32, I16, U16, F16, F32])
                .conflicting_sources(&[
                    other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6284-6316,6321", "every integer and ordinary float type; integers become a software sequence"),
                ]),
            documented(Targets::CPU_A5, "pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vdiv.md:27").types(&[lhs], &[F16, F32]),
        ],
        quirks: &["subnormals"],
    }

    /// Take the larger of two vector registers lane by lane.
    ///
    /// A NaN in either lane gives NaN. The order of integers follows their sign. Inactive lanes become zero.
    vmax(lhs: In Vreg, rhs: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/binary-vector-ops/vmax.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TColArgMax.hpp:111
        cpp: "vmax(result, lhs, rhs, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? max(lhs[i], rhs[i]) : 0",
        rules: &[
            same_type(&[lhs, rhs, result]),
            mask_fits(&[lhs, mask]),
        ],
        quirks: &["inactive-lanes"],
        sem: lanes!(undisturbed Max(lhs, rhs), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vmax.md:38")
                .types(&[lhs], ORDERED)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5433-5444", "every integer and float type, 8-bit floats included")]),
        ],
        notes: &[
            "The page lists signed integers; its text on unsigned order implies the unsigned ones.",
        ],
    }

    /// Take the smaller of two vector registers lane by lane.
    ///
    /// A NaN in either lane gives NaN. The order of integers follows their sign. Inactive lanes become zero.
    vmin(lhs: In Vreg, rhs: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/binary-vector-ops/vmin.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TColArgMin.hpp:111
        cpp: "vmin(result, lhs, rhs, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? min(lhs[i], rhs[i]) : 0",
        rules: &[
            same_type(&[lhs, rhs, result]),
            mask_fits(&[lhs, mask]),
        ],
        quirks: &["inactive-lanes"],
        sem: lanes!(undisturbed Min(lhs, rhs), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vmin.md:38")
                .types(&[lhs], ORDERED)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5446-5457", "every integer and float type, 8-bit floats included")]),
        ],
        notes: &[
            "The page lists signed integers; its text on unsigned order implies the unsigned ones.",
        ],
    }

    /// Combine two vector registers with bitwise AND.
    ///
    /// Works on the bits of a lane, whatever its type. Inactive lanes become zero.
    vand(lhs: In Vreg, rhs: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/binary-vector-ops/vand.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Binary.hpp:165
        cpp: "vand(result, lhs, rhs, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? lhs[i] & rhs[i] : 0",
        rules: &[
            same_type(&[lhs, rhs, result]),
            mask_fits(&[lhs, mask]),
        ],
        quirks: &["inactive-lanes"],
        sem: lanes!(undisturbed And(lhs, rhs), mask -> result),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6284-6330,6322-6324")
                .types(&[lhs], IMAGES),
            documented(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vand.md:38").types(&[lhs], INTEGERS),
        ],
        notes: &[
            "The page lists integers only. Published programs merge f16 and 8-bit float images with it, and the assembler takes \
             every type.",
        ],
    }

    /// Combine two vector registers with bitwise OR.
    ///
    /// Works on the bits of a lane, whatever its type. Inactive lanes become zero.
    vor(lhs: In Vreg, rhs: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/binary-vector-ops/vor.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TQuant.hpp:1301
        cpp: "vor(result, lhs, rhs, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? lhs[i] | rhs[i] : 0",
        rules: &[
            same_type(&[lhs, rhs, result]),
            mask_fits(&[lhs, mask]),
        ],
        quirks: &["inactive-lanes"],
        sem: lanes!(undisturbed Or(lhs, rhs), mask -> result),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6284-6330,6325-6327")
                .types(&[lhs], IMAGES),
            documented(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vor.md:38").types(&[lhs], INTEGERS),
        ],
        notes: &[
            "The page lists integers only. Published programs merge f16 and 8-bit float images with it, and the assembler takes \
             every type.",
        ],
    }

    /// Combine two vector registers with bitwise XOR.
    ///
    /// Works on the bits of a lane, whatever its type. Inactive lanes become zero.
    vxor(lhs: In Vreg, rhs: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/binary-vector-ops/vxor.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TPow.hpp:101
        cpp: "vxor(result, lhs, rhs, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? lhs[i] ^ rhs[i] : 0",
        rules: &[
            same_type(&[lhs, rhs, result]),
            mask_fits(&[lhs, mask]),
        ],
        quirks: &["inactive-lanes"],
        sem: lanes!(undisturbed Xor(lhs, rhs), mask -> result),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6284-6330,6328-6330")
                .types(&[lhs], IMAGES),
            documented(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vxor.md:38").types(&[lhs], INTEGERS),
        ],
        notes: &[
            "The page lists integers only. Published programs merge f16 and 8-bit float images with it, and the assembler takes \
             every type.",
        ],
    }

    /// Shift the lanes of a vector register left by per-lane counts.
    ///
    /// A count of the lane width or more is outside the contract. Inactive lanes become zero.
    vshl(lhs: In Vreg, rhs: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/binary-vector-ops/vshl.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TShl.hpp:43
        cpp: "vshl(result, lhs, signed(rhs), mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? lhs[i] << rhs[i] : 0",
        rules: &[
            same_type(&[lhs, result]),
            has_dtype(&[rhs], INTEGERS),
            mask_fits(&[lhs, mask]),
            custom(&[lhs, rhs], &COUNT_WIDTH),
            custom(&[lhs, rhs], &COUNT_SIGN).warn().device_only().cite("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6364-6416"),
            same_dtype(&[lhs, rhs]).manual_only().cite("pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vshl.md:48"),
        ],
        sem: lanes!(undisturbed Shl(lhs, rhs), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vshl.md:38")
                .types(&[lhs], INTEGERS),
        ],
        quirks: &["shift-count", "inactive-lanes"],
        notes: &[
            "A count of the lane width or more in an active lane stops the run.",
        ],
    }

    /// Shift the lanes of a vector register right by per-lane counts.
    ///
    /// Arithmetic for signed lanes, logical for unsigned ones. A count of the lane width or more is outside the
    /// contract. Inactive lanes become zero.
    vshr(lhs: In Vreg, rhs: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/binary-vector-ops/vshr.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TShr.hpp:43
        cpp: "vshr(result, lhs, signed(rhs), mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? lhs[i] >> rhs[i] : 0",
        rules: &[
            same_type(&[lhs, result]),
            has_dtype(&[rhs], INTEGERS),
            mask_fits(&[lhs, mask]),
            custom(&[lhs, rhs], &COUNT_WIDTH),
            custom(&[lhs, rhs], &COUNT_SIGN).warn().device_only().cite("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6364-6416"),
            same_dtype(&[lhs, rhs]).manual_only().cite("pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vshr.md:52"),
        ],
        sem: lanes!(undisturbed Shr(lhs, rhs), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vshr.md:42")
                .types(&[lhs], INTEGERS),
        ],
        quirks: &["shift-count", "inactive-lanes"],
    }

    /// Add two vector registers and report the carries.
    ///
    /// Lanes count as unsigned. `carry` has a bit for every active lane whose sum does not fit. Inactive lanes become
    /// zero.
    vaddc(lhs: In Vreg, rhs: In Vreg, mask: In Mask, result: Out Vreg, carry: Out Mask) {
        origin: Origin::Manual("docs/isa/vector/ops/binary-vector-ops/vaddc.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Binary.hpp:255
        cpp: "vaddc(carry, result, lhs, rhs, mask)",
        formula: "result[i] = mask[i] ? (lhs[i] + rhs[i]) mod 2^w : 0\ncarry[i] = mask[i] & (lhs[i] + rhs[i] >= 2^w)",
        rules: &[
            same_type(&[lhs, rhs, result]),
            mask_fits(&[lhs, mask, carry]),
        ],
        quirks: &["inactive-lanes"],
        sem: Sem::Custom(|x| Carry { lhs, rhs, carry_in: None, mask, result, carry, inactive: Inactive::Undisturbed }.add(x)),
        support: &[
            on(Targets::NPU, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6142-6164,6420")
                .types(&[lhs], &[I32, U32]),
            documented(Targets::NPU, "pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vaddc.md:68").types(&[lhs], INTEGERS),
            on(Targets::CPU, "pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vaddc.md:68")
                .types(&[lhs], INTEGERS),
        ],
    }

    /// Subtract two vector registers and report the borrows.
    ///
    /// Lanes count as unsigned. The page sets a bit where a borrow occurs, published results where none does: the quirk
    /// `borrow-polarity`. Inactive lanes become zero.
    vsubc(lhs: In Vreg, rhs: In Vreg, mask: In Mask, result: Out Vreg, borrow: Out Mask) {
        origin: Origin::Manual("docs/isa/vector/ops/binary-vector-ops/vsubc.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Binary.hpp:259
        cpp: "vsubc(borrow, result, lhs, rhs, mask)",
        formula: "result[i] = mask[i] ? (lhs[i] - rhs[i]) mod 2^w : 0\nborrow[i] = mask[i] & (lhs[i] < rhs[i])   manual\nborrow[i] = mask[i] & (lhs[i] >= rhs[i])   silicon",
        rules: &[
            same_type(&[lhs, rhs, result]),
            mask_fits(&[lhs, mask, borrow]),
        ],
        sem: Sem::Custom(|x| Carry { lhs, rhs, carry_in: None, mask, result, carry: borrow, inactive: Inactive::Undisturbed }.subtract(x)),
        support: &[
            on(Targets::NPU, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6142-6164,6421")
                .types(&[lhs], &[I32, U32]),
            documented(Targets::NPU, "pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vsubc.md:68").types(&[lhs], INTEGERS),
            on(Targets::CPU, "pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vsubc.md:68")
                .types(&[lhs], INTEGERS),
        ],
        quirks: &["borrow-polarity", "inactive-lanes"],
    }
}
