//! Kernels that equal the reference semantics bit for bit, written for speed.

mod arg_columns;
mod arg_reduce;
mod buffer;
mod context;
#[doc(hidden)]
pub mod differ;
mod elem;
mod extreme;
pub mod gemm;
mod map;
mod narrow;
mod reduce;
mod reduce_col;
mod reduce_row;
mod rows;
mod simd;
mod stage;

use crate::memory::CoreMemory;
use context::Context;
use pto_isa::sem::{Arg, Numerics, Sem, Trap};
use pto_isa::{AttrValue, OpDef};

/// Executes an instruction by a fast kernel. `false` if none fits: nothing has happened then.
pub(crate) fn run(
    def: &'static OpDef,
    numerics: &Numerics,
    args: &[(u8, Arg)],
    attrs: &[(&str, AttrValue<'_>)],
    memory: &mut CoreMemory<'_>,
    quirks: &std::cell::Cell<u64>,
) -> Result<bool, Trap> {
    let cx = Context { def, numerics, args, attrs, quirks };
    let met = quirks.get();
    let done = match &def.sem {
        Sem::Map(m) => map::run(m, &cx, memory),
        Sem::Reduce(r) => reduce::run(r, &cx, memory),
        Sem::ArgReduce(a) => arg_reduce::run(a, &cx, memory),
        _ => None,
    };
    if done.is_none() {
        // The definition may stop before it meets a quirk that the kernel has already noted.
        quirks.set(met);
    }
    Ok(done.is_some())
}
