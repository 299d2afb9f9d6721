//! Numbers into vector registers.

use crate::code;
use crate::def::prelude::*;
use crate::dtype::DType;
use crate::sem::Broadcast;
use crate::ty::Type;

const BASE: OpDef = OpDef { family: "predicate-and-materialization", ..OpDef::REGISTER };

/// 8-, 16- and 32-bit elements.
const PAYLOADS: &[DType] =
    &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2];

/// A lane is copied within one type.
static DUP_REGISTER: Custom = Custom {
    name: "vdup-register",
    code: code::SAME_TYPE,
    text: "a register `input` must have the type of `result`",
    holds: |args| match (args.ty(0), args.dtype(0), args.dtype(2)) {
        (Some(Type::Vreg { .. }), Some(a), Some(b)) => a == b,
        _ => true,
    },
    found: |args| format!("`input` is {}", args.dtype(0).map_or("unknown", |d| d.name())),
    mutate_to_violate: |b| {
        if let Some(Some(Type::Vreg { lanes, dtype })) = b.types.get_mut(0) {
            *dtype = if *dtype == F32 { I32 } else { F32 };
            *lanes = dtype.per_repeat();
        }
    },
};

static DUP_POSITION: Custom = Custom {
    name: "vdup-position",
    code: code::ATTR_FOR_TARGET,
    text: "`position` belongs to a register `input`",
    holds: |args| !matches!(args.ty(0), Some(Type::Scalar(_))) || args.attr("position").is_none(),
    found: |_| "`input` is a number".into(),
    mutate_to_violate: |b| b.attrs.push(("position".into(), "\"LOWEST\"".into())),
};

ops! {
    base: BASE;

    /// Copy a number to every lane.
    ///
    /// 8-bit lanes take the low bits of the number.
    vbr(value: In Scalar, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/predicate-and-materialization/vbr.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Binary.hpp:127
        cpp: "vbr(result, (element(result))value)",
        formula: "result[i] = value",
        rules: &[
            scalar_of(&[result, value]),
        ],
        sem: Sem::Broadcast(Broadcast { value, mask: None, dst: result }),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4974-4989")
                .types(&[result], PAYLOADS),
        ],
    }

    /// Copy a number, or the first or last lane of a register, to the active lanes.
    ///
    /// Inactive lanes become zero; without a predicate every lane is active. Without `position` a register gives its
    /// first lane.
    vdup(input: In ScalarOrVreg, mask: OptIn Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/predicate-and-materialization/vdup.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Rearrange.hpp:174
        cpp: "vdup(result, (element(result))input, mask, MODE_ZEROING) if input: scalar; vdup(result, input, mask, position:RegPosition=POS_LOWEST, MODE_ZEROING) if input: vreg",
        formula: "result[i] = mask[i] ? value : 0   with value = input, input[0] (LOWEST) or input[N-1] (HIGHEST)",
        attrs: &[word("position", &["LOWEST", "HIGHEST"]).doc("lane of a register input")],
        rules: &[
            scalar_of(&[result, input]),
            custom(&[result, input], &DUP_REGISTER),
            mask_fits(&[result, mask]),
            custom(&[input], &DUP_POSITION),
        ],
        sem: Sem::Broadcast(Broadcast { value: input, mask: Some(mask), dst: result }),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5672-5710")
                .types(&[result], PAYLOADS),
        ],
        notes: &[
            "The page has no predicate.",
        ],
    }
}
