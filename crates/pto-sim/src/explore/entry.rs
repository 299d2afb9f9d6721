//! What a pipe is given: an instruction with its operands and special registers as they were when the scalar
//! unit came to it.

use crate::action::Sync;
use crate::core::BlockedOn;
use crate::core::queue_endpoint::QueueEndpoint;
use crate::core::{Core, ExecMode, StopReason};
use crate::program::{Inst, Program};
use crate::queue::QueueOp;
use crate::signal::CrossCoreOp;
use pto_ir::diag::Diagnostic;
use pto_isa::Pipe;
use pto_isa::order;
use pto_isa::sem::SpecialRegs;
use pto_kernels::value::Slot;
use pto_kernels::value::SlotValue;
use std::rc::Rc;

/// The pipes of a core, by [`Pipe`]. The scalar unit has no queue; that of [`Pipe::All`] holds what waits for
/// everything the core was given before.
pub(crate) const PIPES: usize = Pipe::All as usize + 1;

/// For each pipe, the number of the first entry that need not be over.
pub(crate) type Bounds = [u64; PIPES];

/// An event of a core: the pipe that sets it, the pipe that waits if that counts, and its number.
pub(crate) type EventKey = (Pipe, Option<Pipe>, i64);

/// What an entry does.
#[derive(Clone, Debug)]
pub(crate) enum EntryKind {
    /// An instruction that computes or moves something.
    Step,
    /// A vector scope, from this place of the code on.
    Scope(usize),
    /// A group of SIMT threads that begins at this place of the code: which.
    Threads(usize, u32),
    Set(EventKey),
    Wait(EventKey),
    /// A pipe takes a buffer id: which taking of it this is.
    Get(Pipe, i64, u64),
    /// A pipe gives a buffer id back.
    Release(Pipe, i64),
    Signal(CrossCoreOp),
    /// A queue between cores, and those that the core had opened.
    Queue(QueueOp, Rc<[QueueEndpoint]>),
}

/// An entry of a pipe's queue.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// Which entry of the core it is, in program order.
    pub number: u64,
    /// The step of the program.
    pub step: u32,
    pub kind: EntryKind,
    /// The slots it reads, as they were.
    pub values: Box<[(Slot, SlotValue)]>,
    /// Special registers as they were.
    pub modes: SpecialRegs,
    /// What must be over before, besides what synchronisation says.
    pub after: Bounds,
    /// When it was tried in vain, and what it waited for.
    pub tried: Option<(u64, String)>,
}

/// Registers that vector instructions change by themselves: they belong to the pipe, not to the scalar unit.
fn keep_vector_state(to: SpecialRegs, from: SpecialRegs) -> SpecialRegs {
    SpecialRegs {
        address_bytes: from.address_bytes,
        squeezed_bytes: from.squeezed_bytes,
        merged: from.merged,
        ..to
    }
}

impl Entry {
    /// Does it on its core. The answer is why it cannot be done yet, if so; then nothing has changed.
    pub fn execute(
        &mut self,
        core: &mut Core<'_, '_>,
    ) -> Result<Option<BlockedOn>, Box<Diagnostic>> {
        self.exchange(core, false);
        let modes = core.modes.get();
        core.modes.set(keep_vector_state(self.modes, modes));
        let outcome = self.execute_here(core);
        core.modes.set(keep_vector_state(modes, core.modes.get()));
        self.exchange(core, true);
        outcome
    }

    /// Exchanges the slots it reads with those of the core; a slot may come twice.
    fn exchange(&mut self, core: &mut Core<'_, '_>, back: bool) {
        let mut swap = |v: &mut (Slot, SlotValue)| core.slots.exchange(v.0, &mut v.1);
        match back {
            false => self.values.iter_mut().for_each(&mut swap),
            true => self.values.iter_mut().rev().for_each(&mut swap),
        }
    }

    fn execute_here(&self, core: &mut Core<'_, '_>) -> Result<Option<BlockedOn>, Box<Diagnostic>> {
        let program = core.program;
        let step = &program.steps[self.step as usize];
        match &self.kind {
            EntryKind::Step => match core.step(self.step as usize, step) {
                Ok(()) => Ok(None),
                Err(trap) => Err(core.diagnose(step.node, trap)),
            },
            EntryKind::Scope(begin) => {
                let (pc, walk) = (core.pc, core.exec_mode);
                (core.pc, core.exec_mode) = (begin + 1, ExecMode::Scope);
                let outcome = core.run();
                (core.pc, core.exec_mode) = (pc, walk);
                match outcome? {
                    StopReason::End
                    | StopReason::Issue
                    | StopReason::Yield
                    | StopReason::Paused => Ok(None),
                    StopReason::Blocked(wait) => Ok(Some(wait.on)),
                }
            }
            EntryKind::Threads(_, group) => {
                let (pc, walk) = (core.pc, core.exec_mode);
                core.exec_mode = ExecMode::Execute;
                let outcome = core.run_threads(*group);
                (core.pc, core.exec_mode) = (pc, walk);
                outcome.map(|()| None)
            }
            EntryKind::Queue(op, opened) => {
                let own = std::mem::replace(&mut core.endpoints, opened.to_vec());
                let outcome = core.queue_step(step, *op);
                core.endpoints = own;
                outcome.map_err(|trap| core.diagnose(step.node, trap))
            }
            EntryKind::Set(_)
            | EntryKind::Wait(_)
            | EntryKind::Get(..)
            | EntryKind::Release(..)
            | EntryKind::Signal(_) => Ok(None),
        }
    }
}

/// Where a vector scope that begins at a place ends.
pub(crate) fn scope_end(program: &Program<'_>, begin: usize) -> usize {
    let ends = |inst: &Inst| matches!(inst, Inst::Sync(_, Sync::ScopeEnds));
    let found = program.code[begin..].iter().position(ends);
    found.map_or(program.code.len() - 1, |n| begin + n)
}

/// The slots that a stretch of code names, each once.
pub(crate) fn named_slots(program: &Program<'_>, code: std::ops::Range<usize>) -> Vec<Slot> {
    let mut list = Vec::new();
    for inst in &program.code[code] {
        match inst {
            Inst::Alu { dst, args, .. } => {
                list.push(*dst);
                list.extend(args);
            }
            Inst::Move { start, count } => {
                let moves = &program.moves[*start as usize..][..*count as usize];
                list.extend(moves.iter().flat_map(|m| [m.from, m.to]));
            }
            Inst::Copy { from, to } => list.extend([*from, *to]),
            Inst::Unless(slot, _) | Inst::Switch { on: slot, .. } => list.push(*slot),
            Inst::LoopTest { counter, .. } | Inst::LoopNext { counter, .. } => {
                list.extend([counter.var, counter.end, counter.step]);
            }
            Inst::Step(i) | Inst::Sync(i, _) => {
                let step = &program.steps[*i as usize];
                list.extend(step.args.iter().map(|a| a.slot));
                list.extend(step.results.iter().map(|r| r.1));
            }
            Inst::Threads(group) => {
                let group = &program.groups[*group as usize];
                list.extend(program.steps[group.step as usize].args.iter().map(|a| a.slot));
            }
            Inst::CopyRegister { .. }
            | Inst::ThreadEnd
            | Inst::Fused(_)
            | Inst::Jump(_)
            | Inst::Section(..)
            | Inst::Stop => {}
        }
    }
    order::sort(&mut list);
    list.dedup();
    list
}
