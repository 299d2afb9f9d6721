//! Kernels that are ready to run: all that follows from an instruction and the places of its operands is
//! decided, and another execution on the same operands begins with the loops.

use super::context::Context;
use super::load_store::{Loading, Storing};
use super::map::Mapping;
use super::moves::Moving;
use super::reduce::Folding;
use super::{convert, load_store, map, moves, reduce};
use crate::memory::CoreMemory;
use crate::program::StepArg;
use crate::value::Value;
use pto_isa::sem::{Arg, PtrAt, Sem};

/// The operands that may differ from one execution to the next.
pub(crate) enum Live<'a> {
    /// Of operands with their slots.
    Gathered(&'a [(u8, Arg)]),
    /// Where the values of a core are.
    Slots(&'a [StepArg], &'a [Value]),
}

impl Live<'_> {
    /// The code of a number.
    #[inline(always)]
    pub(super) fn number(&self, operand: u8) -> u64 {
        match self {
            Live::Gathered(args) => match args.iter().find(|a| a.0 == operand) {
                Some((_, Arg::Scalar(_, code))) => *code,
                _ => 0,
            },
            Live::Slots(args, slots) => {
                let arg = args.iter().find(|a| a.operand == operand);
                arg.map_or(0, |a| slots[a.slot as usize].bits())
            }
        }
    }

    /// Where a view begins.
    #[inline(always)]
    pub(super) fn place(&self, operand: u8) -> Option<PtrAt> {
        match self {
            Live::Gathered(args) => match args.iter().find(|a| a.0 == operand)? {
                (_, Arg::View(v)) => Some(v.at),
                _ => None,
            },
            Live::Slots(args, slots) => {
                let arg = args.iter().find(|a| a.operand == operand)?;
                match &slots[arg.slot as usize] {
                    Value::View(v) => Some(v.at),
                    _ => None,
                }
            }
        }
    }
}

/// An instruction on tiles whose places and valid regions are known. Numbers that elements are computed with,
/// and where a view of global memory begins, are asked for at every run.
// On the stack for one execution, or in a box of its own: nothing holds many of them.
#[allow(clippy::large_enum_variant)]
pub(crate) enum Ready {
    Fold(Folding),
    Load(Loading),
    Map(Mapping),
    Move(Moving),
    Store(Storing),
}

impl Ready {
    /// Gets an instruction ready, if there is a kernel for it.
    pub(super) fn of(cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<Ready> {
        Some(match &cx.def.sem {
            Sem::Convert(c) => Ready::Move(convert::prepare(c, cx, memory)?),
            Sem::Load(l) => Ready::Load(load_store::load(l, cx, memory)?),
            Sem::Map(m) => Ready::Map(map::prepare(m, cx, memory)?),
            Sem::Move(m) => Ready::Move(moves::prepare(m, cx, memory)?),
            Sem::Reduce(r) => Ready::Fold(reduce::prepare(r, cx, memory)?),
            Sem::Store(s) => Ready::Store(load_store::store(s, cx, memory)?),
            _ => return None,
        })
    }

    /// Executes. `None` if that is for the definition: nothing has happened then.
    #[inline]
    pub(crate) fn run(&mut self, memory: &mut CoreMemory<'_>, live: &Live<'_>) -> Option<()> {
        match self {
            Ready::Fold(fold) => fold.run(memory),
            Ready::Load(load) => load.run(memory, live),
            Ready::Map(map) => map.run(memory, live),
            Ready::Move(way) => way.run(memory),
            Ready::Store(store) => store.run(memory, live),
        }
    }

    /// Whether the value of a number is asked for at every run.
    pub(crate) fn asks_for(&self, operand: u8) -> bool {
        matches!(self, Ready::Map(map) if map.asks_for(operand))
    }
}
