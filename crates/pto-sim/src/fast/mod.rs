//! Kernels that equal the reference semantics bit for bit, written for speed.

mod arg_columns;
mod arg_reduce;
mod axis;
mod buffer;
mod cast;
mod context;
mod convert;
mod copy;
#[doc(hidden)]
pub mod differ;
mod elem;
mod extreme;
pub mod gemm;
mod load_store;
mod mad;
mod map;
mod matmul;
mod moves;
mod narrow;
mod plane;
mod reduce;
mod reduce_col;
mod reduce_row;
mod rows;
mod simd;
mod stage;
#[cfg(target_arch = "x86_64")]
mod turn;
pub(crate) mod vector;

use crate::memory::CoreMemory;
use context::Context;
use pto_isa::sem::{Arg, Modes, Numerics, Sem, Trap};
use pto_isa::{AttrValue, OpDef};

/// Executes an instruction by a fast kernel. `false` if none fits: nothing has happened then.
pub(crate) fn run(
    def: &'static OpDef,
    numerics: &Numerics,
    args: &[(u8, Arg)],
    attrs: &[(&str, AttrValue<'_>)],
    memory: &mut CoreMemory<'_>,
    quirks: &std::cell::Cell<u64>,
    modes: &std::cell::Cell<Modes>,
) -> Result<bool, Trap> {
    let cx = Context { def, numerics, args, attrs, quirks, modes };
    let met = quirks.get();
    let done = match &def.sem {
        Sem::Convert(c) => convert::run(c, &cx, memory),
        Sem::Load(load) => load_store::load(load, &cx, memory),
        Sem::Mad(m) => mad::run(m, &cx, memory),
        Sem::Map(m) => map::run(m, &cx, memory),
        Sem::Reduce(r) => reduce::run(r, &cx, memory),
        Sem::ArgReduce(a) => arg_reduce::run(a, &cx, memory),
        Sem::Matmul(m) => matmul::run(m, &cx, memory),
        Sem::Move(m) => moves::run(m, &cx, memory),
        Sem::Store(store) => load_store::store(store, &cx, memory),
        _ => None,
    };
    if done.is_none() {
        // The definition may stop before it meets a quirk that the kernel has already noted.
        quirks.set(met);
    }
    Ok(done.is_some())
}
