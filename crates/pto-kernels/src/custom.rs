//! Kernels of instructions whose semantics are a function of their own, by their entries in the table.

use super::context::Context;
use super::{gather, generate, quant, rearrange, sort};
use crate::memory::CoreMemory;
use pto_isa::ops;
use pto_isa::sem::Elem;

/// Executes such an instruction, if there is a kernel for it. Operands are counted as its definition counts them.
pub(super) fn run(cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<()> {
    let def = cx.def;
    match () {
        () if def.is(&ops::tile_gather::tgather) => match cx.word("maskPattern") {
            Some(_) => gather::by_mask(cx, memory, [0, 4]),
            None if cx.arg(2).is_some() => gather::by_comparison(cx, memory, [0, 2, 4, 5]),
            None => gather::by_index(cx, memory, [0, 1, 4]),
        },
        () if def.is(&ops::tile_gather::tgatherb) => gather::by_byte_offset(cx, memory, [0, 1, 2]),
        () if def.is(&ops::tile_gather::tscatter) && cx.arg(2).is_some() => {
            gather::scatter_by_index(cx, memory, [0, 2, 1])
        }
        () if def.is(&ops::tile_gather::tscatter) => gather::scatter_by_mask(cx, memory, [0, 1]),
        () if def.is(&ops::tile_sort::tsort32) => sort::sort32(cx, memory, [0, 1, 3]),
        () if def.is(&ops::tile_sort::tmrgsort) && cx.arg(5).is_some() => {
            sort::merge_blocks(cx, memory, [0, 5, 6])
        }
        () if def.is(&ops::tile_layout::tconcat) => rearrange::concat(cx, memory, [0, 1, 2]),
        () if def.is(&ops::tile_part::tinterleave) => rearrange::interleave(cx, memory),
        () if def.is(&ops::tile_part::tdeinterleave) => rearrange::deinterleave(cx, memory),
        () if def.is(&ops::tile_generate::ttri) => generate::triangle(cx, memory),
        () if def.is(&ops::tile_generate::tci) => generate::sequence(cx, memory),
        () if def.is(&ops::tile_generate::trandom) => generate::random(cx, memory),
        () if def.is(&ops::tile_sort::thistogram) => sort::histogram(cx, memory, [0, 1, 2]),
        () if def.is(&ops::tile_fused::taddreluconv) => {
            quant::relu_convert(Elem::AddRelu, cx, memory)
        }
        () if def.is(&ops::tile_fused::tsubreluconv) => {
            quant::relu_convert(Elem::SubRelu, cx, memory)
        }
        () if def.is(&ops::tile_quant::tquant) => quant::to_int8(cx, memory, [0, 1, 2, 3]),
        () if def.is(&ops::tile_quant::tdequant) => quant::from_int(cx, memory, [0, 1, 2, 3]),
        () => None,
    }
}
