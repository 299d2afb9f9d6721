//! Vector instructions that work on UB directly (A2/A3).

use crate::def::prelude::*;
use crate::sem::ub_vector::{fill, one, set_mask, set_mask_mode, two, with_number};

const BASE: OpDef =
    OpDef { family: "ub-vector", pipe: PipeSelector::Fixed(Pipe::V), ..OpDef::EMPTY };

ops! {
    base: BASE;

    /// Choose the lanes of a repeat.
    ///
    /// The 128 bits select elements of each 256-byte repeat: `mask0` the lanes 0 to 63, `mask1` the lanes 64 to
    /// 127.
    ub_set_mask = "ub.set_mask"(mask0: In Scalar, mask1: In Scalar) {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "set_vector_mask(mask1, mask0)",
        formula: "mask = mask1:mask0",
        cost: Cost::Scalar,
        rules: &[has_dtype(&[mask0, mask1], &[I64])],
        sem: Sem::Custom(|x| set_mask(x, [mask0, mask1])),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500"),
        ],
    }

    /// Let the mask count elements.
    ///
    /// Following instructions work on as many elements as the mask says, over all repeats.
    ub_set_mask_count = "ub.set_mask_count"() {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "set_mask_count()",
        formula: "mask mode = count",
        cost: Cost::Scalar,
        sem: Sem::Custom(|x| set_mask_mode(x, true)),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500"),
        ],
    }

    /// Let the mask select lanes of each repeat.
    ///
    /// The mode after a reset.
    ub_set_mask_norm = "ub.set_mask_norm"() {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "set_mask_norm()",
        formula: "mask mode = lanes",
        cost: Cost::Scalar,
        sem: Sem::Custom(|x| set_mask_mode(x, false)),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500"),
        ],
    }

    /// Add elements in UB.
    ///
    /// `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    /// repeat.
    ub_vadd = "ub.vadd"(
        dst: Stores Ptr, src0: Loads Ptr, src1: Loads Ptr, repeat: In Scalar, dstBlockStride: In Scalar,
        src0BlockStride: In Scalar, src1BlockStride: In Scalar, dstRepeatStride: In Scalar,
        src0RepeatStride: In Scalar, src1RepeatStride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "vadd(dst, src0, src1, repeat, ...)",
        formula: "dst[i] = src0 + src1   for the lanes of the mask",
        cost: Cost::Repeats("vadd", repeat),
        rules: &[
            in_space(&[dst, src0, src1], &[Vec]),
            same_dtype(&[dst, src0, src1]),
        ],
        sem: Sem::Custom(|x| two(Elem::Add).run(x)),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500"),
        ],
    }

    /// Subtract elements in UB.
    ///
    /// `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    /// repeat.
    ub_vsub = "ub.vsub"(
        dst: Stores Ptr, src0: Loads Ptr, src1: Loads Ptr, repeat: In Scalar, dstBlockStride: In Scalar,
        src0BlockStride: In Scalar, src1BlockStride: In Scalar, dstRepeatStride: In Scalar,
        src0RepeatStride: In Scalar, src1RepeatStride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "vsub(dst, src0, src1, repeat, ...)",
        formula: "dst[i] = src0 - src1   for the lanes of the mask",
        cost: Cost::Repeats("vsub", repeat),
        rules: &[
            in_space(&[dst, src0, src1], &[Vec]),
            same_dtype(&[dst, src0, src1]),
        ],
        sem: Sem::Custom(|x| two(Elem::Sub).run(x)),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500"),
        ],
    }

    /// Multiply elements in UB.
    ///
    /// `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    /// repeat.
    ub_vmul = "ub.vmul"(
        dst: Stores Ptr, src0: Loads Ptr, src1: Loads Ptr, repeat: In Scalar, dstBlockStride: In Scalar,
        src0BlockStride: In Scalar, src1BlockStride: In Scalar, dstRepeatStride: In Scalar,
        src0RepeatStride: In Scalar, src1RepeatStride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "vmul(dst, src0, src1, repeat, ...)",
        formula: "dst[i] = src0*src1   for the lanes of the mask",
        cost: Cost::Repeats("vmul", repeat),
        rules: &[
            in_space(&[dst, src0, src1], &[Vec]),
            same_dtype(&[dst, src0, src1]),
        ],
        sem: Sem::Custom(|x| two(Elem::Mul).run(x)),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500"),
        ],
    }

    /// Divide elements in UB.
    ///
    /// `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    /// repeat.
    ub_vdiv = "ub.vdiv"(
        dst: Stores Ptr, src0: Loads Ptr, src1: Loads Ptr, repeat: In Scalar, dstBlockStride: In Scalar,
        src0BlockStride: In Scalar, src1BlockStride: In Scalar, dstRepeatStride: In Scalar,
        src0RepeatStride: In Scalar, src1RepeatStride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "vdiv(dst, src0, src1, repeat, ...)",
        formula: "dst[i] = src0/src1   for the lanes of the mask",
        cost: Cost::Repeats("vdiv", repeat),
        rules: &[
            in_space(&[dst, src0, src1], &[Vec]),
            same_dtype(&[dst, src0, src1]),
        ],
        sem: Sem::Custom(|x| two(Elem::Div).run(x)),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500"),
        ],
    }

    /// Larger elements in UB.
    ///
    /// `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    /// repeat.
    ub_vmax = "ub.vmax"(
        dst: Stores Ptr, src0: Loads Ptr, src1: Loads Ptr, repeat: In Scalar, dstBlockStride: In Scalar,
        src0BlockStride: In Scalar, src1BlockStride: In Scalar, dstRepeatStride: In Scalar,
        src0RepeatStride: In Scalar, src1RepeatStride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "vmax(dst, src0, src1, repeat, ...)",
        formula: "dst[i] = max(src0, src1)   for the lanes of the mask",
        cost: Cost::Repeats("vmax", repeat),
        rules: &[
            in_space(&[dst, src0, src1], &[Vec]),
            same_dtype(&[dst, src0, src1]),
        ],
        sem: Sem::Custom(|x| two(Elem::Max).run(x)),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500"),
        ],
    }

    /// Smaller elements in UB.
    ///
    /// `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    /// repeat.
    ub_vmin = "ub.vmin"(
        dst: Stores Ptr, src0: Loads Ptr, src1: Loads Ptr, repeat: In Scalar, dstBlockStride: In Scalar,
        src0BlockStride: In Scalar, src1BlockStride: In Scalar, dstRepeatStride: In Scalar,
        src0RepeatStride: In Scalar, src1RepeatStride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "vmin(dst, src0, src1, repeat, ...)",
        formula: "dst[i] = min(src0, src1)   for the lanes of the mask",
        cost: Cost::Repeats("vmin", repeat),
        rules: &[
            in_space(&[dst, src0, src1], &[Vec]),
            same_dtype(&[dst, src0, src1]),
        ],
        sem: Sem::Custom(|x| two(Elem::Min).run(x)),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500"),
        ],
    }

    /// Bits set in both, in UB.
    ///
    /// `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    /// repeat.
    ub_vand = "ub.vand"(
        dst: Stores Ptr, src0: Loads Ptr, src1: Loads Ptr, repeat: In Scalar, dstBlockStride: In Scalar,
        src0BlockStride: In Scalar, src1BlockStride: In Scalar, dstRepeatStride: In Scalar,
        src0RepeatStride: In Scalar, src1RepeatStride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "vand(dst, src0, src1, repeat, ...)",
        formula: "dst[i] = src0 & src1   for the lanes of the mask",
        cost: Cost::Repeats("vand", repeat),
        rules: &[
            in_space(&[dst, src0, src1], &[Vec]),
            same_dtype(&[dst, src0, src1]),
        ],
        sem: Sem::Custom(|x| two(Elem::And).run(x)),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500"),
        ],
    }

    /// Bits set in either, in UB.
    ///
    /// `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    /// repeat.
    ub_vor = "ub.vor"(
        dst: Stores Ptr, src0: Loads Ptr, src1: Loads Ptr, repeat: In Scalar, dstBlockStride: In Scalar,
        src0BlockStride: In Scalar, src1BlockStride: In Scalar, dstRepeatStride: In Scalar,
        src0RepeatStride: In Scalar, src1RepeatStride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "vor(dst, src0, src1, repeat, ...)",
        formula: "dst[i] = src0 | src1   for the lanes of the mask",
        cost: Cost::Repeats("vor", repeat),
        rules: &[
            in_space(&[dst, src0, src1], &[Vec]),
            same_dtype(&[dst, src0, src1]),
        ],
        sem: Sem::Custom(|x| two(Elem::Or).run(x)),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500"),
        ],
    }

    /// Add elements in UB and cut below zero.
    ///
    /// `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    /// repeat.
    ub_vaddrelu = "ub.vaddrelu"(
        dst: Stores Ptr, src0: Loads Ptr, src1: Loads Ptr, repeat: In Scalar, dstBlockStride: In Scalar,
        src0BlockStride: In Scalar, src1BlockStride: In Scalar, dstRepeatStride: In Scalar,
        src0RepeatStride: In Scalar, src1RepeatStride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "vaddrelu(dst, src0, src1, repeat, ...)",
        formula: "dst[i] = max(src0 + src1, 0)   for the lanes of the mask",
        cost: Cost::Repeats("vaddrelu", repeat),
        rules: &[
            in_space(&[dst, src0, src1], &[Vec]),
            same_dtype(&[dst, src0, src1]),
        ],
        sem: Sem::Custom(|x| two(Elem::AddRelu).run(x)),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500"),
        ],
    }

    /// Shift elements in UB to the left.
    ///
    /// `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    /// repeat.
    ub_vshl = "ub.vshl"(
        dst: Stores Ptr, src: Loads Ptr, shiftDist: In Scalar, repeat: In Scalar, dstBlockStride: In Scalar,
        srcBlockStride: In Scalar, dstRepeatStride: In Scalar, srcRepeatStride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "vshl(dst, src, shiftDist, repeat, ...)",
        formula: "dst[i] = src << shiftDist   for the lanes of the mask",
        cost: Cost::Repeats("vshl", repeat),
        rules: &[
            in_space(&[dst, src], &[Vec]),
            same_dtype(&[dst, src]),
        ],
        sem: Sem::Custom(|x| with_number(Elem::Shl).run(x)),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500"),
        ],
        quirks: &["shift-count"],
    }

    /// Shift elements in UB to the right.
    ///
    /// `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    /// repeat.
    ub_vshr = "ub.vshr"(
        dst: Stores Ptr, src: Loads Ptr, shiftDist: In Scalar, repeat: In Scalar, dstBlockStride: In Scalar,
        srcBlockStride: In Scalar, dstRepeatStride: In Scalar, srcRepeatStride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "vshr(dst, src, shiftDist, repeat, ...)",
        formula: "dst[i] = src >> shiftDist   for the lanes of the mask",
        cost: Cost::Repeats("vshr", repeat),
        rules: &[
            in_space(&[dst, src], &[Vec]),
            same_dtype(&[dst, src]),
        ],
        sem: Sem::Custom(|x| with_number(Elem::Shr).run(x)),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500"),
        ],
        quirks: &["shift-count"],
        notes: &["Zeros come in from the left for signed elements too: the assembler makes it `VSHR.u16` or `VSHR.u32`."],
    }

    /// Natural logarithm of elements in UB.
    ///
    /// `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    /// repeat.
    ub_vln = "ub.vln"(
        dst: Stores Ptr, src: Loads Ptr, repeat: In Scalar, dstBlockStride: In Scalar, srcBlockStride: In Scalar,
        dstRepeatStride: In Scalar, srcRepeatStride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "vln(dst, src, repeat, ...)",
        formula: "dst[i] = ln(src[i])   for the lanes of the mask",
        cost: Cost::Repeats("vln", repeat),
        rules: &[
            in_space(&[dst, src], &[Vec]),
            same_dtype(&[dst, src]),
        ],
        sem: Sem::Custom(|x| one(Elem::Ln).run(x)),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500"),
        ],
    }

    /// Write one number to elements in UB.
    ///
    /// `scalar` holds the bits of the element. `repeat` runs of eight 32-byte blocks; the strides count blocks,
    /// within a repeat and from repeat to repeat.
    ub_vdup = "ub.vdup"(
        dst: Stores Ptr, scalar: In Scalar, repeat: In Scalar, dstBlockStride: In Scalar, srcBlockStride: In Scalar,
        dstRepeatStride: In Scalar, srcRepeatStride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "vector_dup(dst, scalar, repeat, ...)",
        formula: "dst[i] = scalar   for the lanes of the mask",
        cost: Cost::Repeats("vector_dup", repeat),
        rules: &[
            in_space(&[dst], &[Vec]),
            has_dtype(&[scalar], &[I64]),
        ],
        sem: Sem::Custom(|x| fill().run(x)),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500"),
        ],
    }
}
