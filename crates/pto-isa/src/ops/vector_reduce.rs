//! Reductions across the lanes of a vector register.

use crate::def::prelude::*;

const BASE: OpDef = OpDef { family: "reduction-ops", ..OpDef::REGISTER };

ops! {
    base: BASE;

    /// Sum the lanes of each 32-byte group of a vector register.
    ///
    /// The sum goes to lane 0 of its group and the other lanes of the group become zero (quirk
    /// `vcgadd-placement`). Inactive lanes count as zero; a group without active lanes gives zero.
    vcgadd(input: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/reduction-ops/vcgadd.md"),
        formula: "result[g*K] = sum over i < K of (mask[g*K+i] ? input[g*K+i] : 0), result[g*K+1..] = 0   with K = 32/sizeof T",
        rules: &[
            same_type(&[input, result]),
            mask_fits(&[input, mask]),
        ],
        support: &[
            on(Targets::ALL, "seed page pto.vcgadd; pto-isa@3186c381 docs/isa/vector/ops/reduction-ops/vcgadd.md:35")
                .types(&[input], &[I16, U16, I32, U32, F16, F32])
                .but(&[claim("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6431-6449", "8/16/32-bit integers of any sign, f16, f32")]),
        ],
        quirks: &["vcgadd-placement"],
    }
}
