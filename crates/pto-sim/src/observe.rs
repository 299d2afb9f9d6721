//! A program that somebody watches: every instruction and synchronisation of every core is shown, in the order
//! each core meets them; the computing itself may be left out.
//!
//! Cores take turns as in a run, so that what one core waits for has been shown before it goes on. Scalar code,
//! descriptors and control flow are the simulator's own: loops and dynamic shapes are real.

use crate::check::{Touch, Undefined};
use crate::core::Core;
use crate::decode::{Refusal, decode_watched};
use crate::launch::{Launch, LaunchArg, Report};
use crate::machine::Action;
use crate::program::{Program, Step};
use crate::queue::QueueOp;
use crate::signal::{Ask, CoreRole};
use crate::sync::Sync;
use pto_check::Verified;
use pto_ir::diag::Diagnostic;
use pto_ir::{Module, NodeId};
use pto_isa::sem::{Arg, Numerics, Trap};
use pto_isa::{AttrValue, OpDef, Pipe, Space};
use std::cell::RefCell;

/// Who does something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoreAt {
    /// The block.
    pub block: u32,
    /// What the core is in its block.
    pub role: CoreRole,
}

/// What a core does with an instruction of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// It computes or moves something, or makes a descriptor.
    Step,
    /// A vector scope begins.
    ScopeBegins,
    /// A vector scope ends.
    ScopeEnds,
    /// A loop inside a vector scope begins.
    LoopBegins,
    /// It begins its body, once more.
    LoopTurns,
    /// An event is set when a pipe has come so far.
    SetFlag {
        /// The pipe that sets it.
        from: Pipe,
        /// The pipe that waits for it.
        to: Pipe,
        /// Its number.
        id: i64,
    },
    /// A pipe waits for an event.
    WaitFlag {
        /// The pipe that sets it.
        from: Pipe,
        /// The pipe that waits.
        to: Pipe,
        /// Its number.
        id: i64,
    },
    /// A pipe takes a buffer id.
    GetBuffer(Pipe, i64),
    /// A pipe gives a buffer id back.
    ReleaseBuffer(Pipe, i64),
    /// A pipe, or all of them, finishes what it has begun.
    Barrier(Pipe),
    /// Accesses to the unified buffer inside a vector scope are put in order.
    MemoryBarrier,
    /// Cores signal to each other; the pipe that does, where the instruction names one.
    Signal(Ask, Option<Pipe>),
    /// An entry of a queue, see [`QueueDeed`].
    Queue(QueueDeed),
}

/// What a core does with a queue between cores of its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueDeed {
    /// Which queue of the block.
    pub queue: usize,
    /// Which entry, counted from the first; it lies in slot `entry` modulo `slots`.
    pub entry: u64,
    /// Slots of the queue.
    pub slots: u64,
    /// Whether slots lie in global memory.
    pub global: bool,
    /// What happens to the entry.
    pub step: QueueStep,
}

/// What happens to an entry of a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueStep {
    /// A slot is taken to be filled through a view.
    Open,
    /// It is filled and published; `opened` if it was taken before.
    Push {
        /// Whether [`QueueStep::Open`] has taken the slot.
        opened: bool,
    },
    /// It is taken; `released` if the slot is free again at once.
    Pop {
        /// Whether the slot is free again when the entry is there.
        released: bool,
    },
    /// Its slot is free again.
    Free,
}

/// One thing a core does.
#[derive(Clone, Copy, Debug)]
pub struct Act<'a> {
    /// Who.
    pub core: CoreAt,
    /// Scalar instructions, jumps and steps of the core so far.
    pub executed: u64,
    /// Which instruction of the program, counted over the decoded code.
    pub step: u32,
    /// The instruction in the module.
    pub node: NodeId,
    /// Its block in the table.
    pub def: &'static OpDef,
    /// Operands with their slots; empty for synchronisation.
    pub args: &'a [(u8, Arg)],
    /// Attributes.
    pub attrs: &'a [(&'a str, AttrValue<'a>)],
    /// What it does.
    pub deed: Deed,
}

impl Act<'_> {
    /// The pipe it runs on.
    pub fn pipe(&self, target: pto_isa::Target) -> Option<Pipe> {
        let mut spaces = [None; 16];
        for (slot, arg) in self.args {
            if let Some(s) = spaces.get_mut(*slot as usize)
                && s.is_none()
            {
                *s = match arg {
                    Arg::Tile(t) => Some(t.ty.space),
                    Arg::View(v) => Some(v.at.space),
                    Arg::Ptr(p) => Some(p.space),
                    Arg::Scalar(..) | Arg::Reg(_) => None,
                };
            }
        }
        self.def.pipe_of(target, &spaces, self.attrs)
    }
}

/// Somebody who watches a run.
pub trait Observer {
    /// Called before a step is executed and after a synchronisation was passed. An error ends the run.
    fn see(&mut self, act: &Act<'_>) -> Result<(), Trap>;

    /// What an act touches, after [`Observer::see`] of the same act; only if [`Execute::Traced`] asks for it.
    fn touched(&mut self, act: &Act<'_>, effects: &Effects<'_>) {
        let _ = (act, effects);
    }
}

/// What an act reads and writes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effects<'a> {
    /// Bytes of memory.
    pub touches: &'a [Touch],
    /// Undefined bytes among those it reads, where that matters.
    pub undefined: &'a [Undefined],
    /// Undefined bytes among those it reads that only make some of what it writes undefined.
    pub passed_on: &'a [Undefined],
    /// Whether it computes with undefined lanes of a register and gives a number.
    pub undefined_number: bool,
    /// Whether it reads lanes outside the valid region of a tile.
    pub outside_valid: bool,
    /// Whether what it writes to global memory is combined with what is there, in one go.
    pub atomic: bool,
    /// Whether what it writes to memory that cores share was there before.
    pub unchanged: bool,
}

/// Whether instructions are executed while somebody watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Execute {
    /// As in a run.
    All,
    /// Only scalar code, descriptors, and instructions that give numbers or pointers. Memory that is read holds
    /// nothing: numbers from global memory are zero.
    Control,
    /// As in a run, and [`Observer::touched`] is told what is read and written.
    Traced {
        /// Whether to find out which bytes are undefined.
        undefined: bool,
    },
}

/// A program made to be watched. It has barriers and scopes, which a plain [`Program`] passes over.
#[derive(Debug)]
pub struct Watched<'m> {
    program: Program<'m>,
}

impl<'m> Watched<'m> {
    /// Decodes a kernel, as [`crate::decode`] does.
    pub fn decode(
        verified: &'m Verified,
        entry: Option<&str>,
        numerics: Numerics,
    ) -> Result<Watched<'m>, Refusal> {
        decode_watched(verified, entry, numerics).map(|program| Watched { program })
    }

    /// The program itself.
    pub fn program(&self) -> &Program<'m> {
        &self.program
    }
    /// The module it comes from.
    pub fn module(&self) -> &'m Module {
        self.program.module
    }
    /// The kernel's function.
    pub fn entry(&self) -> NodeId {
        self.program.entry
    }
    /// The names of the kernel's parameters, without `%`.
    pub fn param_names(&self) -> Vec<&'m str> {
        self.program.param_names()
    }
    /// The cores of a block.
    pub fn roles(&self) -> &'static [CoreRole] {
        self.program.roles
    }

    /// Whether the kernel synchronises its pipes by itself: it has an event, a flag or a buffer id. A barrier
    /// alone does not count; what has none of them runs as if the needed synchronisation were there.
    pub fn is_synchronised_by_hand(&self) -> bool {
        use Sync::{GetBuffer, ReleaseBuffer, SetFlag, WaitFlag};
        self.program.steps.iter().any(|s| {
            matches!(s.action, Action::Sync(SetFlag | WaitFlag | GetBuffer | ReleaseBuffer))
        })
    }

    /// Whether what a core does may depend on the contents of memory.
    pub fn depends_on_data(&self) -> bool {
        let reads = |s: &Step<'_>| {
            let local = |a: &crate::program::StepArg| {
                let kind = s.def.operands.get(a.operand as usize).map(|o| o.kind);
                matches!(kind, Some(pto_isa::def::Kind::Tile | pto_isa::def::Kind::Memory))
            };
            s.action == Action::Load
                || s.action == Action::Sem && !s.results.is_empty() && s.args.iter().any(local)
        };
        self.program.steps.iter().any(reads)
    }

    /// Runs the kernel, block after block, and shows everything to `observer`.
    pub fn run(
        &self,
        args: &mut [LaunchArg],
        launch: &Launch,
        execute: Execute,
        observer: &mut dyn Observer,
    ) -> Result<Report, Box<Diagnostic>> {
        let watch = Watch { observer: RefCell::new(observer), execute };
        self.program.run_watched(args, launch, Some(&watch), None)
    }
}

/// An observer as the cores of a run share it.
pub(crate) trait Watching {
    fn see(&self, act: &Act<'_>) -> Result<(), Trap>;
    fn touched(&self, act: &Act<'_>, effects: &Effects<'_>);
    fn execute(&self) -> Execute;
}

struct Watch<'o> {
    observer: RefCell<&'o mut dyn Observer>,
    execute: Execute,
}

impl Watching for Watch<'_> {
    fn see(&self, act: &Act<'_>) -> Result<(), Trap> {
        self.observer.borrow_mut().see(act)
    }
    fn touched(&self, act: &Act<'_>, effects: &Effects<'_>) {
        self.observer.borrow_mut().touched(act, effects);
    }
    fn execute(&self) -> Execute {
        self.execute
    }
}

impl<'p> Core<'p, '_> {
    /// Whether computing is left out.
    pub(crate) fn is_dry(&self) -> bool {
        self.watch.is_some_and(|w| w.execute() == Execute::Control)
    }

    /// Shows a step, then executes it, or not.
    pub(crate) fn watched_step(
        &mut self,
        watch: &dyn Watching,
        index: usize,
        step: &Step<'p>,
    ) -> Result<(), Trap> {
        self.gather_args(step);
        self.show(watch, index, step, Deed::Step)?;
        let dry = watch.execute() == Execute::Control;
        if self.trace.is_some() {
            return self.traced_step(watch, index, step);
        }
        match step.action {
            Action::Sem if dry && step.results.is_empty() => Ok(()),
            Action::Sem if dry => {
                // What it reads is not there; what it gives may count loops.
                let _ = self.sem_step(index, step);
                Ok(())
            }
            Action::Store if dry => Ok(()),
            Action::Load if dry && self.reads_global(step) => {
                self.machine_step(step).or_else(|_| self.give_zero(step))
            }
            Action::Sem => self.sem_step(index, step).map(|_| ()),
            _ => self.machine_step(step),
        }
    }

    fn reads_global(&self, step: &Step<'_>) -> bool {
        let space = |a: &crate::program::StepArg| match self.slots[a.slot as usize] {
            crate::value::Value::Ptr(p) => p.space == Space::Gm,
            _ => false,
        };
        step.args.iter().any(space)
    }

    fn give_zero(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        for r in &step.results {
            self.slots.set_number(r.1, 0);
        }
        Ok(())
    }

    /// Shows a synchronisation that the core has passed.
    pub(crate) fn show_sync(&mut self, index: u32, sync: Sync) -> Result<(), Trap> {
        let Some(watch) = self.watch else { return Ok(()) };
        let step = &self.program.steps[index as usize];
        let deed = match sync {
            Sync::Queue(QueueOp::Open { .. }) => return Ok(()),
            Sync::Queue(_) => match self.queued.take() {
                Some(deed) => Deed::Queue(deed),
                None => return Ok(()),
            },
            other => match self.deed(step, other)? {
                Some(deed) => deed,
                None => return Ok(()),
            },
        };
        self.gather_args(step);
        self.show(watch, index as usize, step, deed)?;
        if self.trace.is_some() {
            self.trace_queue(watch, index as usize, step, deed);
        }
        Ok(())
    }

    pub(crate) fn show(
        &self,
        watch: &dyn Watching,
        index: usize,
        step: &Step<'_>,
        deed: Deed,
    ) -> Result<(), Trap> {
        watch.see(&self.act(index, step, deed))
    }

    /// What a core does with a step whose operands are gathered.
    pub(crate) fn act<'a>(&'a self, index: usize, step: &'a Step<'_>, deed: Deed) -> Act<'a> {
        Act {
            core: CoreAt { block: self.block, role: self.role },
            executed: self.executed,
            step: index as u32,
            node: step.node,
            def: step.def,
            args: &self.args,
            attrs: &step.attrs,
            deed,
        }
    }
}
