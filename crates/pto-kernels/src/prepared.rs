//! Kernels that are ready to run: all that follows from an instruction and the places of its operands is
//! decided, and another execution on the same operands begins with the loops.

use super::context::Context;
use super::load_store::{Loading, Storing};
use super::map::Mapping;
use super::moves::Moving;
use super::reduce::Folding;
use super::runtime_args::RuntimeArgs;
use super::{load_store, map, moves, reduce};
use crate::memory::CoreMemory;
use pto_isa::sem::Sem;

/// An instruction on tiles whose places and valid regions are known. Numbers that elements are computed with,
/// and where a view of global memory begins, are asked for at every run.
pub struct PreparedKernel(Kind);

// On the stack for one execution, or in a box of its own: nothing holds many of them.
#[allow(clippy::large_enum_variant)]
enum Kind {
    Fold(Folding),
    Load(Loading),
    Map(Mapping),
    Move(Moving),
    Store(Storing),
}

impl PreparedKernel {
    /// Gets an instruction ready, if there is a kernel for it.
    pub(super) fn of(cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<PreparedKernel> {
        Some(PreparedKernel(match &cx.def.sem {
            Sem::Convert(c) => Kind::Move(moves::prepare_conversion(c, cx, memory)?),
            Sem::Load(l) => Kind::Load(load_store::load(l, cx, memory)?),
            Sem::Map(m) => Kind::Map(map::prepare(m, cx, memory)?),
            Sem::Move(m) => Kind::Move(moves::prepare(m, cx, memory)?),
            Sem::Reduce(r) => Kind::Fold(reduce::prepare(r, cx, memory)?),
            Sem::Store(s) => Kind::Store(load_store::store(s, cx, memory)?),
            _ => return None,
        }))
    }

    /// Whether it holds for another execution on the same operands.
    pub(super) fn lasts(&self) -> bool {
        match &self.0 {
            Kind::Move(moving) => moving.how.lasts(),
            Kind::Store(storing) => storing.how.lasts(),
            _ => true,
        }
    }

    /// Executes. `None` if that is for the definition: nothing has happened then.
    #[inline]
    pub fn run(
        &mut self,
        memory: &mut CoreMemory<'_>,
        runtime_args: &RuntimeArgs<'_>,
    ) -> Option<()> {
        match &mut self.0 {
            Kind::Fold(fold) => fold.run(memory),
            Kind::Load(load) => load.run(memory, runtime_args),
            Kind::Map(map) => map.run(memory, runtime_args),
            Kind::Move(way) => way.run(memory),
            Kind::Store(store) => store.run(memory, runtime_args),
        }
    }

    /// Claims what a load or a store will touch in global memory, for the block that is foreseen.
    pub(super) fn claim_ahead(
        &self,
        memory: &mut CoreMemory<'_>,
        runtime_args: &RuntimeArgs<'_>,
    ) -> Option<()> {
        match &self.0 {
            Kind::Load(load) => load.claim_ahead(memory, runtime_args),
            Kind::Store(store) => store.claim_ahead(memory, runtime_args),
            _ => None,
        }
    }

    /// Whether the value of a number is asked for at every run.
    pub fn asks_for(&self, operand: u8) -> bool {
        matches!(&self.0, Kind::Map(map) if map.asks_for(operand))
    }
}
