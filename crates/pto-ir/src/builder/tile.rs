//! Tiles and views on global memory.

use super::Builder;
use crate::module::{TypeId, ValueId};
use pto_isa::ops::tile_view;

impl Builder {
    /// A tile buffer whose place the tool chooses. For one with an address or with dynamic extents, name the
    /// operands: `b.op("alloc_tile").operand("valid_row", rows).result(ty).value()`.
    pub fn alloc_tile(&mut self, ty: TypeId) -> ValueId {
        self.op(&tile_view::alloc_tile).result(ty).value()
    }

    /// A view on global memory from a pointer; extents and strides count elements, outermost first.
    pub fn tensor_view(
        &mut self,
        ptr: ValueId,
        shape: impl AsRef<[ValueId]>,
        strides: impl AsRef<[ValueId]>,
        ty: TypeId,
    ) -> ValueId {
        self.op(&tile_view::make_tensor_view)
            .operand("ptr", ptr)
            .operand_list("shape", shape)
            .operand_list("strides", strides)
            .result(ty)
            .value()
    }

    /// A window of a view.
    pub fn partition_view(
        &mut self,
        source: ValueId,
        offsets: impl AsRef<[ValueId]>,
        sizes: impl AsRef<[ValueId]>,
        ty: TypeId,
    ) -> ValueId {
        self.op(&tile_view::partition_view)
            .operand("source", source)
            .operand_list("offsets", offsets)
            .operand_list("sizes", sizes)
            .result(ty)
            .value()
    }
}
