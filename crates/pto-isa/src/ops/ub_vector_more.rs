//! More vector instructions that work on UB directly (A2/A3): one source, and a source with a number.

use crate::def::prelude::*;
use crate::sem::ub_vector::{one, with_number};

const BASE: OpDef =
    OpDef { family: "ub-vector", pipe: PipeSelector::Fixed(Pipe::V), ..OpDef::EMPTY };

const SOURCE: &str =
    "PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:65-164, lib/PTO/IR/VPTO.cpp:10105-10500";

ops! {
    base: BASE;

    /// Invert the bits of elements in UB.
    ///
    /// `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    /// repeat.
    ub_vnot = "ub.vnot"(
        dst: Stores Ptr, src: Loads Ptr, repeat: In Scalar, dstBlockStride: In Scalar, srcBlockStride: In Scalar,
        dstRepeatStride: In Scalar, srcRepeatStride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "vnot(dst, src, repeat, ...)",
        formula: "dst[i] = ~src[i]   for the lanes of the mask",
        cost: Cost::Repeats("vnot", repeat),
        rules: &[
            in_space(&[dst, src], &[Vec]),
            same_dtype(&[dst, src]),
        ],
        sem: Sem::Custom(|x| one(Elem::Not).run(x)),
        support: &[on(Targets::ALL, SOURCE)],
    }

    /// Absolute values of elements in UB.
    ///
    /// `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    /// repeat.
    ub_vabs = "ub.vabs"(
        dst: Stores Ptr, src: Loads Ptr, repeat: In Scalar, dstBlockStride: In Scalar, srcBlockStride: In Scalar,
        dstRepeatStride: In Scalar, srcRepeatStride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "vabs(dst, src, repeat, ...)",
        formula: "dst[i] = |src[i]|   for the lanes of the mask",
        cost: Cost::Repeats("vabs", repeat),
        rules: &[
            in_space(&[dst, src], &[Vec]),
            same_dtype(&[dst, src]),
        ],
        sem: Sem::Custom(|x| one(Elem::Abs).run(x)),
        support: &[on(Targets::ALL, SOURCE)],
    }

    /// Cut elements in UB below zero.
    ///
    /// `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    /// repeat.
    ub_vrelu = "ub.vrelu"(
        dst: Stores Ptr, src: Loads Ptr, repeat: In Scalar, dstBlockStride: In Scalar, srcBlockStride: In Scalar,
        dstRepeatStride: In Scalar, srcRepeatStride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "vrelu(dst, src, repeat, ...)",
        formula: "dst[i] = max(src[i], 0)   for the lanes of the mask",
        cost: Cost::Repeats("vrelu", repeat),
        rules: &[
            in_space(&[dst, src], &[Vec]),
            same_dtype(&[dst, src]),
        ],
        sem: Sem::Custom(|x| one(Elem::Relu).run(x)),
        support: &[on(Targets::ALL, SOURCE)],
    }

    /// Exponentials of elements in UB.
    ///
    /// `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    /// repeat.
    ub_vexp = "ub.vexp"(
        dst: Stores Ptr, src: Loads Ptr, repeat: In Scalar, dstBlockStride: In Scalar, srcBlockStride: In Scalar,
        dstRepeatStride: In Scalar, srcRepeatStride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "vexp(dst, src, repeat, ...)",
        formula: "dst[i] = exp(src[i])   for the lanes of the mask",
        cost: Cost::Repeats("vexp", repeat),
        rules: &[
            in_space(&[dst, src], &[Vec]),
            same_dtype(&[dst, src]),
        ],
        sem: Sem::Custom(|x| one(Elem::Exp).run(x)),
        support: &[on(Targets::ALL, SOURCE)],
    }

    /// Square roots of elements in UB.
    ///
    /// `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    /// repeat.
    ub_vsqrt = "ub.vsqrt"(
        dst: Stores Ptr, src: Loads Ptr, repeat: In Scalar, dstBlockStride: In Scalar, srcBlockStride: In Scalar,
        dstRepeatStride: In Scalar, srcRepeatStride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "vsqrt(dst, src, repeat, ...)",
        formula: "dst[i] = sqrt(src[i])   for the lanes of the mask",
        cost: Cost::Repeats("vsqrt", repeat),
        rules: &[
            in_space(&[dst, src], &[Vec]),
            same_dtype(&[dst, src]),
        ],
        sem: Sem::Custom(|x| one(Elem::Sqrt).run(x)),
        support: &[on(Targets::ALL, SOURCE)],
    }

    /// Reciprocal square roots of elements in UB.
    ///
    /// `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    /// repeat.
    ub_vrsqrt = "ub.vrsqrt"(
        dst: Stores Ptr, src: Loads Ptr, repeat: In Scalar, dstBlockStride: In Scalar, srcBlockStride: In Scalar,
        dstRepeatStride: In Scalar, srcRepeatStride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "vrsqrt(dst, src, repeat, ...)",
        formula: "dst[i] = 1/sqrt(src[i])   for the lanes of the mask",
        cost: Cost::Repeats("vrsqrt", repeat),
        rules: &[
            in_space(&[dst, src], &[Vec]),
            same_dtype(&[dst, src]),
        ],
        sem: Sem::Custom(|x| one(Elem::Rsqrt).run(x)),
        support: &[on(Targets::ALL, SOURCE)],
    }

    /// Add a number to elements in UB.
    ///
    /// `shiftDist` holds the bits of the number. `repeat` runs of eight 32-byte blocks; the strides count blocks,
    /// within a repeat and from repeat to repeat.
    ub_vadds = "ub.vadds"(
        dst: Stores Ptr, src: Loads Ptr, shiftDist: In Scalar, repeat: In Scalar, dstBlockStride: In Scalar,
        srcBlockStride: In Scalar, dstRepeatStride: In Scalar, srcRepeatStride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "vadds(dst, src, scalar, repeat, ...)",
        formula: "dst[i] = src[i] + shiftDist   for the lanes of the mask",
        cost: Cost::Repeats("vadds", repeat),
        rules: &[
            in_space(&[dst, src], &[Vec]),
            same_dtype(&[dst, src]),
        ],
        sem: Sem::Custom(|x| with_number(Elem::Add).run(x)),
        support: &[on(Targets::ALL, SOURCE)],
    }

    /// Multiply elements in UB by a number.
    ///
    /// `shiftDist` holds the bits of the number. `repeat` runs of eight 32-byte blocks; the strides count blocks,
    /// within a repeat and from repeat to repeat.
    ub_vmuls = "ub.vmuls"(
        dst: Stores Ptr, src: Loads Ptr, shiftDist: In Scalar, repeat: In Scalar, dstBlockStride: In Scalar,
        srcBlockStride: In Scalar, dstRepeatStride: In Scalar, srcRepeatStride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "vmuls(dst, src, scalar, repeat, ...)",
        formula: "dst[i] = src[i]*shiftDist   for the lanes of the mask",
        cost: Cost::Repeats("vmuls", repeat),
        rules: &[
            in_space(&[dst, src], &[Vec]),
            same_dtype(&[dst, src]),
        ],
        sem: Sem::Custom(|x| with_number(Elem::Mul).run(x)),
        support: &[on(Targets::ALL, SOURCE)],
    }

    /// Larger of elements in UB and a number.
    ///
    /// `shiftDist` holds the bits of the number. `repeat` runs of eight 32-byte blocks; the strides count blocks,
    /// within a repeat and from repeat to repeat.
    ub_vmaxs = "ub.vmaxs"(
        dst: Stores Ptr, src: Loads Ptr, shiftDist: In Scalar, repeat: In Scalar, dstBlockStride: In Scalar,
        srcBlockStride: In Scalar, dstRepeatStride: In Scalar, srcRepeatStride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "vmaxs(dst, src, scalar, repeat, ...)",
        formula: "dst[i] = max(src[i], shiftDist)   for the lanes of the mask",
        cost: Cost::Repeats("vmaxs", repeat),
        rules: &[
            in_space(&[dst, src], &[Vec]),
            same_dtype(&[dst, src]),
        ],
        sem: Sem::Custom(|x| with_number(Elem::Max).run(x)),
        support: &[on(Targets::ALL, SOURCE)],
    }

    /// Smaller of elements in UB and a number.
    ///
    /// `shiftDist` holds the bits of the number. `repeat` runs of eight 32-byte blocks; the strides count blocks,
    /// within a repeat and from repeat to repeat.
    ub_vmins = "ub.vmins"(
        dst: Stores Ptr, src: Loads Ptr, shiftDist: In Scalar, repeat: In Scalar, dstBlockStride: In Scalar,
        srcBlockStride: In Scalar, dstRepeatStride: In Scalar, srcRepeatStride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "vmins(dst, src, scalar, repeat, ...)",
        formula: "dst[i] = min(src[i], shiftDist)   for the lanes of the mask",
        cost: Cost::Repeats("vmins", repeat),
        rules: &[
            in_space(&[dst, src], &[Vec]),
            same_dtype(&[dst, src]),
        ],
        sem: Sem::Custom(|x| with_number(Elem::Min).run(x)),
        support: &[on(Targets::ALL, SOURCE)],
    }
}
