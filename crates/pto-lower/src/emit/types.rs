//! Types of a program as types of C++.

use pto_isa::{BLayout, DType, Dim, Pad, SLayout, Space, Target, TileTy, Type};

/// The C++ type of elements and numbers; `None` for those the headers have none for.
///
/// Source: pto-isa@3186c381 include/pto/common/type.hpp; PTOAS 0.60 lib/PTO/Transforms/PTOToEmitC.cpp:856-922.
pub(super) const fn element(dtype: DType) -> Option<&'static str> {
    Some(match dtype {
        DType::F32 => "float",
        DType::F16 => "half",
        DType::Bf16 => "bfloat16_t",
        DType::I64 | DType::Si64 => "int64_t",
        DType::I32 | DType::Si32 => "int32_t",
        DType::I16 | DType::Si16 => "int16_t",
        DType::I8 | DType::Si8 => "int8_t",
        DType::U64 => "uint64_t",
        DType::U32 => "uint32_t",
        DType::U16 => "uint16_t",
        DType::U8 => "uint8_t",
        DType::F8E4M3 => "float8_e4m3_t",
        DType::F8E5M2 => "float8_e5m2_t",
        DType::Hif8 => "hifloat8_t",
        DType::F8E8M0 => "float8_e8m0_t",
        DType::F4E1M2x2 => "float4_e1m2x2_t",
        DType::F4E2M1x2 => "float4_e2m1x2_t",
        DType::Bf16x2 => return None,
        DType::I4 => "int4b_t",
        DType::I1 => "bool",
    })
}

/// The type of a vector register with these elements; `None` for those there are no registers of.
///
/// Source: pto-isa@3186c381 include/pto/npu/a5/common.hpp, TCvt.hpp, TQuant.hpp.
pub(super) const fn register(dtype: DType) -> Option<&'static str> {
    Some(match dtype {
        DType::F32 => "vector_f32",
        DType::F16 => "vector_f16",
        DType::Bf16 => "vector_bf16",
        DType::I64 | DType::Si64 => "vector_s64",
        DType::I32 | DType::Si32 => "vector_s32",
        DType::I16 | DType::Si16 => "vector_s16",
        DType::I8 | DType::Si8 => "vector_s8",
        DType::U64 => "vector_u64",
        DType::U32 => "vector_u32",
        DType::U16 => "vector_u16",
        DType::U8 => "vector_u8",
        DType::F8E4M3 => "vector_f8e4m3",
        DType::F8E5M2 => "vector_f8e5m2",
        DType::F8E8M0 => "vector_f8e8m0",
        DType::Hif8 => "vector_hif8",
        DType::F4E1M2x2 => "vector_f4e1m2x2",
        DType::F4E2M1x2 => "vector_f4e2m1x2",
        DType::Bf16x2 | DType::I4 | DType::I1 => return None,
    })
}

/// The address space of a pointer.
///
/// Source: pto-isa@3186c381 include/pto/common/memory.hpp; the pages of the CCE compiler use the same words.
pub(super) const fn qualifier(space: Space) -> &'static str {
    match space {
        Space::Gm => "__gm__",
        Space::Vec => "__ubuf__",
        Space::Mat => "__cbuf__",
        Space::Left => "__ca__",
        Space::Right => "__cb__",
        Space::Acc => "__cc__",
        Space::Bias => "__biasbuf__",
        Space::Scaling => "__fbuf__",
        Space::ScaleLeft => "__ca__",
        Space::ScaleRight => "__cb__",
    }
}

const fn tile_type(space: Space) -> Option<&'static str> {
    Some(match space {
        Space::Gm => return None,
        Space::Vec => "Vec",
        Space::Mat => "Mat",
        Space::Left => "Left",
        Space::Right => "Right",
        Space::Acc => "Acc",
        Space::Bias => "Bias",
        Space::Scaling => "Scaling",
        Space::ScaleLeft => "ScaleLeft",
        Space::ScaleRight => "ScaleRight",
    })
}

fn extent(dim: Dim) -> String {
    dim.known().map_or_else(|| "-1".into(), |n| n.to_string())
}

/// The type of a tile, with every template argument.
///
/// Boxes of a left operand lie as the device wants them, whatever the program says.
/// Source: pto-isa@3186c381 include/pto/common/pto_tile.hpp:1713-1745 (`TileLeft`); PTOAS 0.27 and 0.60 do the same
/// while they read a program.
pub(super) fn tile(t: &TileTy, target: Target) -> Option<String> {
    let blayout = match (t.space, target.def().device) {
        (Space::Left, Some(device)) => device.left_boxes,
        _ => t.blayout,
    };
    let blayout = match blayout {
        BLayout::RowMajor => "RowMajor",
        BLayout::ColMajor => "ColMajor",
    };
    let slayout = match t.slayout {
        SLayout::NoneBox => "NoneBox",
        SLayout::RowMajor => "RowMajor",
        SLayout::ColMajor => "ColMajor",
    };
    let pad = match t.pad {
        Pad::Null => "Null",
        Pad::Zero => "Zero",
        Pad::Max => "Max",
        Pad::Min => "Min",
    };
    let compact = ["Null", "Normal", "RowPlusOne", "RowAlignedPadding"].get(t.compact as usize)?;
    Some(format!(
        "Tile<TileType::{}, {}, {}, {}, BLayout::{blayout}, {}, {}, SLayout::{slayout}, {}, PadValue::{pad}, CompactMode::{compact}>",
        tile_type(t.space)?,
        element(t.dtype)?,
        t.rows,
        t.cols,
        extent(t.valid_rows),
        extent(t.valid_cols),
        t.fractal,
    ))
}

/// Whether programs have vector registers in the C++ of a target.
pub(super) fn has_registers(target: Target) -> bool {
    target.def().device.is_some_and(|d| d.vector_registers)
}

/// The type of a variable that holds a value of this type; `None` if C++ has no such value.
pub(super) fn value(ty: &Type, target: Target) -> Option<String> {
    match ty {
        Type::Scalar(d) => element(*d).map(str::to_string),
        Type::Index => Some("int64_t".into()),
        Type::Tile(t) => tile(t, target),
        Type::Ptr { dtype, space } => {
            Some(format!("{} {}*", qualifier(space.unwrap_or(Space::Gm)), element(*dtype)?))
        }
        Type::Vreg { dtype, .. } if has_registers(target) => register(*dtype).map(str::to_string),
        Type::Mask(_) if has_registers(target) => Some("vector_bool".into()),
        Type::Align if has_registers(target) => Some("vector_align".into()),
        Type::Other(text) if &**text == "vector<4xi16>" => Some("MrgSortExecutedNumList".into()),
        // Memory with a shape is handed over by its address. Source: pto-dsl@c26eab7 examples/aot/flash_attention/140tflops/caller.cpp,
        // where `memref<256xi64>` takes `__gm__ int64_t *`.
        ty => {
            let m = ty.as_memref().filter(|m| m.is_plain)?;
            Some(format!("{} {}*", qualifier(m.space.unwrap_or(Space::Gm)), element(m.dtype)?))
        }
    }
}

/// An integer type of the same width without a sign.
pub(super) const fn unsigned(ty: &Type) -> Option<&'static str> {
    Some(match ty {
        Type::Index => "uint64_t",
        Type::Scalar(d) => match d.bits() {
            8 => "uint8_t",
            16 => "uint16_t",
            32 => "uint32_t",
            64 => "uint64_t",
            _ => return None,
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn template_arguments_in_their_order() {
        let mut t = TileTy::vec(DType::F32, 16, 64);
        t.valid_cols = Dim::Dynamic;
        assert_eq!(
            tile(&t, Target::A5).unwrap(),
            "Tile<TileType::Vec, float, 16, 64, BLayout::RowMajor, 16, -1, SLayout::NoneBox, 512, PadValue::Null, CompactMode::Null>"
        );
    }
}
