//! Executes an instruction by the kernel that fits.

use super::context::Context;
use super::forward::settle;
use super::prepared::PreparedKernel;
use super::runtime_args::RuntimeArgs;
use super::simd::has_kernels;
use super::{
    arg_reduce, choose, convert_small, custom, mad, matmul, part, part_arg, rearrange, relayout,
};
use crate::memory::CoreMemory;
use pto_isa::sem::Sem;

/// Executes an instruction by a fast kernel. `false` if none fits: nothing has happened then. What was found
/// out about the operands is put into `keep`, where it is worth keeping.
pub fn run(
    cx: &Context<'_>,
    memory: &mut CoreMemory<'_>,
    keep: Option<&mut Option<PreparedKernel>>,
) -> bool {
    // Kernels of matrix products do not know shortened operands. The registers are many: others do not ask.
    let shortened =
        matches!(cx.def.sem, Sem::Matmul(_) | Sem::Mad(_)) && cx.modes.get().short_f32.is_some();
    if shortened || !has_kernels() {
        settle(memory);
        return false;
    }
    let met = cx.quirks.get();
    let done = match &cx.def.sem {
        Sem::Mad(m) => mad::run(m, cx, memory),
        Sem::ArgReduce(a) => arg_reduce::run(a, cx, memory),
        Sem::Matmul(m) => matmul::run(m, cx, memory),
        Sem::Compare(c) => choose::compare(c, cx, memory),
        Sem::Select(s) => choose::select(s, cx, memory),
        Sem::Convert(c) if convert_small::is_about(c, cx) => convert_small::run(c, cx, memory),
        Sem::FillPad(f) => rearrange::fill_pad(f, cx, memory),
        Sem::Part(p) => part::run(p, cx, memory),
        Sem::PartArg(p) => part_arg::run(p, cx, memory),
        Sem::Custom(_) => custom::run(cx, memory),
        _ => PreparedKernel::of(cx, memory).and_then(|mut prepared| {
            prepared.run(memory, &RuntimeArgs::Gathered(cx.args))?;
            if let Some(keep) = keep.filter(|_| prepared.lasts()) {
                *keep = Some(prepared);
            }
            Some(())
        }),
    };
    let done = done.or_else(|| {
        cx.quirks.set(met);
        settle(memory);
        relayout::run(cx, memory)
    });
    if done.is_none() {
        // The definition may stop before it meets a quirk that the kernel has already noted.
        cx.quirks.set(met);
    }
    done.is_some()
}

/// Claims what a load or a store will touch in global memory, for the block that is foreseen. Nothing if no kernel will
/// do it, the bytes do not exist, or another block is in the way.
pub fn claim_ahead(cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<()> {
    if !matches!(cx.def.sem, Sem::Load(_) | Sem::Store(_)) || !has_kernels() {
        return None;
    }
    PreparedKernel::of(cx, memory)?.claim_ahead(memory, &RuntimeArgs::Gathered(cx.args))
}
