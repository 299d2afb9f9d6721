//! Fused, widening, sorting and other special instructions.

use crate::code;
use crate::def::prelude::*;
use crate::sem::carry::multiply_wide;
use crate::sem::vector_sort::{merge_four, sort_groups};
use crate::sem::vector_special::{
    exact_product, exact_sum, exp_difference, fuse_relu_convert, histogram,
};
use crate::ty::Type;

const BASE: OpDef = OpDef { family: "sfu-and-dsa-ops", ..OpDef::REGISTER };

/// The product has two halves; the manual's multiply-subtract has three sources and one result.
static MULL_FORM: Custom = Custom {
    name: "vmull-form",
    code: code::OP_RULE,
    text: "the product has a low and a high half; the form with a third source is read but two pages give it two signs",
    holds: |args| !args.has(2),
    found: |_| "a third source".into(),
    mutate_to_violate: |b| b.types[2] = b.types[0].clone(),
};

/// A page has a register here, the example of another a number.
static SUBTRACTED: Custom = Custom {
    name: "subtracted-term",
    code: code::SAME_TYPE,
    text: "`max` must have the type of `input`, or be a number of its element type",
    holds: |args| match (args.ty(0), args.ty(1)) {
        (Some(a @ Type::Vreg { .. }), Some(b @ Type::Vreg { .. })) => a == b,
        (Some(a), Some(Type::Scalar(d))) => a.dtype() == Some(*d),
        _ => true,
    },
    found: |args| args.ty(1).map_or_else(|| "unknown".into(), Type::to_string),
    mutate_to_violate: |b| {
        if let Some(ty) = b.types.get_mut(1) {
            *ty = Some(Type::Scalar(I8));
        }
    },
};

ops! {
    base: BASE;

    /// Add two vector registers and replace negative lanes by zero.
    ///
    /// One rounding. Inactive lanes become zero.
    vaddrelu(lhs: In Vreg, rhs: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/sfu-and-dsa-ops/vaddrelu.md"),
        formula: "result[i] = mask[i] ? max(0, lhs[i] + rhs[i]) : 0",
        rules: &[
            same_type(&[lhs, rhs, result]),
            mask_fits(&[lhs, mask]),
        ],
        sem: lanes!(AddRelu(lhs, rhs), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vaddrelu.md:27")
                .types(&[lhs], &[F16, F32]),
        ],
        quirks: &["subnormals"],
        notes: &[
            "No assembler version knows it; it is legal by its manual page.",
        ],
    }

    /// Subtract two vector registers and replace negative lanes by zero.
    ///
    /// One rounding. Inactive lanes become zero.
    vsubrelu(lhs: In Vreg, rhs: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/sfu-and-dsa-ops/vsubrelu.md"),
        formula: "result[i] = mask[i] ? max(0, lhs[i] - rhs[i]) : 0",
        rules: &[
            same_type(&[lhs, rhs, result]),
            mask_fits(&[lhs, mask]),
        ],
        sem: lanes!(SubRelu(lhs, rhs), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vsubrelu.md:27")
                .types(&[lhs], &[F16, F32]),
        ],
        quirks: &["subnormals"],
        notes: &[
            "No assembler version knows it; it is legal by its manual page.",
        ],
    }

    /// Add two vector registers, replace negative lanes by zero and convert.
    ///
    /// The conversion is part of the instruction, not a `vcvt` after it. Without a predicate every lane is active.
    vaddreluconv(lhs: In Vreg, rhs: In Vreg, mask: OptIn Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/sfu-and-dsa-ops/vaddreluconv.md"),
        formula: "result[i] = mask[i] ? convert(max(0, lhs[i] + rhs[i])) : 0",
        rules: &[
            same_type(&[lhs, rhs]),
            mask_fits(&[lhs, mask]),
        ],
        sem: Sem::Custom(|x| fuse_relu_convert(x, [lhs, rhs, mask, result], exact_sum)),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vaddreluconv.md:11,93-108")
                .tuples(&[lhs, result], &[&[F32, F16], &[F16, F32], &[F16, I8], &[F16, U8]])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:7324-7348,7350-7352", "any pair of types")]),
        ],
        quirks: &["subnormals"],
        notes: &[
            "The page has a predicate, the assembler has none.",
            "The page gives no rounding: the exact sum is rounded once, to nearest even. It narrows with saturation.",
            "Lane i goes to lane i, as in the page's formulas; lanes that only one of the two types has become zero or are \
             not read.",
        ],
    }

    /// Multiply two vector registers, replace negative lanes by zero and convert.
    ///
    /// The name says nothing of the ReLU, the page does. Without a predicate every lane is active.
    vmulconv(lhs: In Vreg, rhs: In Vreg, mask: OptIn Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/sfu-and-dsa-ops/vmulconv.md"),
        formula: "result[i] = mask[i] ? convert(max(0, lhs[i] * rhs[i])) : 0",
        rules: &[
            same_type(&[lhs, rhs]),
            mask_fits(&[lhs, mask]),
        ],
        sem: Sem::Custom(|x| fuse_relu_convert(x, [lhs, rhs, mask, result], exact_product)),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vmulconv.md:93-95")
                .tuples(&[lhs, result], &[&[F32, F16], &[F16, I8], &[F16, U8]])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:7324-7348,7353", "any pair of types")]),
        ],
        quirks: &["subnormals"],
        notes: &[
            "The page has a predicate, the assembler has none.",
            "Rounding, saturation and placement are those of `vaddreluconv`.",
        ],
    }

    /// Scale a vector register and add another.
    ///
    /// One rounding. Inactive lanes become zero.
    vaxpy(x: In Vreg, y: In Vreg, alpha: In Scalar, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/sfu-and-dsa-ops/vaxpy.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TPow.hpp:297
        cpp: "vaxpy(result:=y, x, (element(x))alpha, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? alpha * x[i] + y[i] : 0",
        rules: &[
            same_type(&[x, y, result]),
            scalar_of(&[x, alpha]),
            mask_fits(&[x, mask]),
        ],
        sem: lanes!(Fma(x, alpha, y), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vaxpy.md:27")
                .types(&[x], &[F16, F32]),
        ],
        quirks: &["subnormals"],
    }

    /// Multiply two vector registers and add a third.
    ///
    /// One rounding. The addend comes first. Inactive lanes become zero.
    vmula(add: In Vreg, lhs: In Vreg, rhs: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/sfu-and-dsa-ops/vmula.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Binary.hpp:263
        cpp: "vmula(result:=add, lhs, rhs, mask)",
        formula: "result[i] = mask[i] ? lhs[i] * rhs[i] + add[i] : 0",
        rules: &[
            same_type(&[add, lhs, rhs, result]),
            mask_fits(&[add, mask]),
        ],
        sem: lanes!(Fma(lhs, rhs, add), mask -> result),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:7181-7195")
                .types(&[add], &[I16, U16, I32, U32, F16, Bf16, F32])
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:7181-7195", "every integer and float type")]),
        ],
        quirks: &["subnormals"],
        notes: &[
            "The page gives no type list; that of `vmul` is taken.",
            "The page calls it fused and not interchangeable with `vmul` and `vadd`: the product is not rounded.",
        ],
    }

    /// Multiply the accumulator by a vector register and add another.
    ///
    /// One rounding. Unlike `vmula` the first operand is a factor, the last the addend.
    vmadd(acc: In Vreg, lhs: In Vreg, rhs: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 include/pto/npu/a5/TFusedMulAdd.hpp:27
        cpp: "vmadd(result:=acc, lhs, rhs, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? acc[i] * lhs[i] + rhs[i] : 0",
        rules: &[
            same_type(&[acc, lhs, rhs, result]),
            mask_fits(&[acc, mask]),
        ],
        sem: lanes!(Fma(acc, lhs, rhs), mask -> result),
        support: &[
            on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6350-6359")
                .types(&[acc], &[F16, Bf16, F32]),
        ],
        quirks: &["subnormals"],
    }

    /// Multiply 32-bit lanes into 64-bit products.
    ///
    /// `low` and `high` are the halves of the product. The page describes `%sub, %lhs, %rhs` with one result instead, a
    /// fused multiply-subtract; it is read with a warning and does not run.
    vmull(lhs: In Vreg, rhs: In Vreg, third: OptIn Vreg, mask: In Mask, low: Out Vreg, high: OptOut Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/sfu-and-dsa-ops/vmull.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Binary.hpp:262
        cpp: "vmull(low, high, lhs, rhs, mask)",
        formula: "high[i] * 2^32 + low[i] = mask[i] ? lhs[i] * rhs[i] : 0",
        rules: &[
            same_type(&[lhs, rhs, low, high]),
            mask_fits(&[lhs, mask]),
            custom(&[lhs, third], &MULL_FORM).warn(),
        ],
        sem: Sem::Custom(|x| multiply_wide(x, [lhs, rhs, third, mask, low, high])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vmull.md:27")
                .types(&[lhs], &[I32, U32]),
        ],
        notes: &[
            "The page names a widening multiplication as its only type form, and states the subtraction with two different signs; \
             the libraries call it with two results.",
        ],
    }

    /// Scale negative lanes by per-lane factors (parametric ReLU).
    ///
    /// NaN stays NaN. Inactive lanes become zero.
    vprelu(input: In Vreg, alpha: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/sfu-and-dsa-ops/vprelu.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TPrelu.hpp:28
        cpp: "vprelu(result, input, alpha, mask, MODE_ZEROING)",
        formula: "result[i] = mask[i] ? (input[i] >= 0 ? input[i] : alpha[i] * input[i]) : 0",
        rules: &[
            same_type(&[input, alpha, result]),
            mask_fits(&[input, mask]),
        ],
        sem: lanes!(ScaleNegative(input, alpha), mask -> result),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vprelu.md:27")
                .types(&[input], &[F16, F32]),
        ],
        quirks: &["subnormals"],
    }

    /// Raise e to the difference of two vector registers.
    ///
    /// The step of a stable softmax. By its page `max` is a register; an example of the manual gives a number.
    /// f16 lanes give f32 results; `part` says whether the even or the odd ones. For f32
    /// lanes `part` has no effect. Inactive lanes become zero.
    vexpdif(input: In Vreg, max: In ScalarOrVreg, mask: OptIn Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/sfu-and-dsa-ops/vexpdif.md"),
        // pto-isa@3186c381 include/pto/common/arch_cce_intrinsic.hpp:112
        cpp: "vexpdif(result, input, max, mask, part:RegPart=PART_EVEN)",
        formula: "result[i] = mask[i] ? exp(input[i] - max[i]) : 0   f32\nresult[i] = mask[2*i+part] ? exp(input[2*i+part] - max[2*i+part]) : 0   f16",
        attrs: &[word("part", &["EVEN", "ODD"]).doc("f16 lanes that are read")],
        syntax: "input, max, mask, part",
        rules: &[
            same_type(&[input, max]).device_only(),
            custom(&[input, max], &SUBTRACTED).cite("pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vexpdif.md:24; manual page pto.vcgadd, Softmax Row Sum"),
            mask_fits(&[input, mask]),
            forbidden(&[mask]).manual_only().cite("pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vexpdif.md:24"),
        ],
        sem: Sem::Custom(|x| exp_difference(x, [input, max, mask, result])),
        support: &[
            on(Targets::NPU, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:7245-7289")
                .tuples(&[input, result], &[&[F32, F32], &[F16, F32]]),
            documented(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vexpdif.md:24-27")
                .tuples(&[input, result], &[&[F32, F32], &[F16, F16]]),
            on(Targets::CPU, "pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vexpdif.md:27")
                .tuples(&[input, result], &[&[F32, F32], &[F16, F32], &[F16, F16]]),
        ],
        quirks: &["subnormals"],
    }

    /// Sort groups of 32 scores with their indices.
    ///
    /// Descending by score; equal scores keep their order. A record is the score and a 32-bit index. Works from
    /// unified buffer to unified buffer, outside vector scopes.
    vbitsort(dest: Stores Ptr, src: Loads Ptr, indices: Loads Ptr, repeat_times: In Index) {
        origin: Origin::Manual("docs/isa/vector/ops/sfu-and-dsa-ops/vbitsort.md"),
        // pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vbitsort.md
        cpp: "vbitsort((__ubuf__ element(src)*)dest, src, unsigned(indices), (uint8_t)repeat_times)",
        formula: "for each group: records (score, index) of dest = (src, indices) sorted descending by score",
        scope: AllowedScope::Core,
        cost: Cost::Repeats("vbitsort", repeat_times),
        rules: &[
            in_space(&[dest, src, indices], &[Vec]),
            has_dtype(&[indices], &[I32, U32]),
        ],
        sem: Sem::Custom(|x| sort_groups(x, [dest, src, indices, repeat_times])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vbitsort.md")
                .types(&[src], &[F16, F32]),
        ],
        notes: &[
            "The page calls it a vector-scope instruction, the assembler refuses it inside one.",
        ],
    }

    /// Merge four sorted lists of records.
    ///
    /// `count` holds four 16-bit list lengths. `config` holds the repeat count (bits 0-7), which lists are valid (8-11)
    /// and whether to stop when one list runs out (12). Equal scores: the lower list first. Outside vector scopes.
    vmrgsort4(dest: Stores Ptr, src0: Loads Ptr, src1: Loads Ptr, src2: Loads Ptr, src3: Loads Ptr, count: In Scalar, config: In Scalar) {
        aliases: &["vmrgsort"],
        origin: Origin::Manual("docs/isa/vector/ops/sfu-and-dsa-ops/vmrgsort.md"),
        formula: "dest = merge of src0, src1, src2, src3, descending by score",
        scope: AllowedScope::Core,
        cost: Cost::MergePacked([count, config]),
        rules: &[
            in_space(&[dest, src0, src1, src2, src3], &[Vec]),
            same_dtype(&[dest, src0, src1, src2, src3]),
            has_dtype(&[count, config], &[I64]),
        ],
        sem: Sem::Custom(|x| merge_four(x, dest, [src0, src1, src2, src3], count, config)),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vmrgsort.md")
                .types(&[dest], &[F16, F32]),
        ],
        quirks: &["merge-order", "merge-count"],
        notes: &[
            "The page is titled vmrgsort, its forms say vmrgsort4.",
            "The assembler refuses it inside a vector scope.",
        ],
    }

    /// Sort 32 elements of the unified buffer.
    ///
    /// The control word says how; its layout is not published.
    vsort32(dest: Stores Ptr, src: Loads Ptr, config: In Scalar) {
        origin: Origin::Manual("docs/isa/vector/ops/sfu-and-dsa-ops/vsort32.md"),
        formula: "dest[0..32] = sorted(src[0..32])",
        scope: AllowedScope::Anywhere,
        cost: Cost::Register,
        rules: &[
            in_space(&[dest, src], &[Vec]),
            same_dtype(&[dest, src]),
            has_dtype(&[config], &[I64]),
        ],
        sem: Sem::Unpublished("what the bits of its control word mean: the order, and whether records or bare elements are sorted"),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vsort32.md"),
        ],
        notes: &[
            "No assembler version knows it; it is legal by its manual page, which gives no type list. Examples of other pages have f32 \
             and i32 pointers.",
        ],
    }

    /// Transpose blocks of the unified buffer.
    ///
    /// The control word gives the layout; its bits are not published.
    vtranspose(dest: Stores Ptr, src: Loads Ptr, config: In Scalar) {
        origin: Origin::Manual("docs/isa/vector/ops/sfu-and-dsa-ops/vtranspose.md"),
        formula: "dest = transpose(src)",
        scope: AllowedScope::Anywhere,
        cost: Cost::Register,
        rules: &[
            in_space(&[dest, src], &[Vec]),
            same_dtype(&[dest, src]),
            has_dtype(&[config], &[I64]),
        ],
        sem: Sem::Unpublished("what the bits of its control word mean: the shape and the size of the elements"),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vtranspose.md"),
        ],
        notes: &[
            "No assembler version knows it; it is legal by its manual page.",
        ],
    }

    /// Count how often values of one half of the byte range occur.
    ///
    /// `bin` 0 takes the values 0 to 127, 1 those from 128. The counts are added to `acc`.
    dhistv2(acc: In Vreg, source: In Vreg, mask: In Mask, bin: In Scalar, result: Out Vreg) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result[i] = acc[i] + the number of active j with source[j] = v   with v = 128*bin + i",
        rules: &[
            same_type(&[acc, result]),
            mask_fits(&[source, mask]),
            has_dtype(&[bin], &[I32]),
        ],
        sem: Sem::Custom(|x| histogram(x, [acc, source, mask, bin, result], false)),
        support: &[
            on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6467-6498")
                .tuples(&[acc, source], &[&[U16, U8], &[I16, I8], &[U16, I8], &[I16, U8]]),
        ],
    }

    /// Count how often values up to each of one half of the byte range occur.
    ///
    /// `bin` 0 takes the values 0 to 127, 1 those from 128. The counts are added to `acc`.
    chistv2(acc: In Vreg, source: In Vreg, mask: In Mask, bin: In Scalar, result: Out Vreg) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result[i] = acc[i] + the number of active j with source[j] <= v   with v = 128*bin + i",
        rules: &[
            same_type(&[acc, result]),
            mask_fits(&[source, mask]),
            has_dtype(&[bin], &[I32]),
        ],
        sem: Sem::Custom(|x| histogram(x, [acc, source, mask, bin, result], true)),
        support: &[
            on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6467-6498")
                .tuples(&[acc, source], &[&[U16, U8], &[I16, I8], &[U16, I8], &[I16, U8]]),
        ],
    }
}
