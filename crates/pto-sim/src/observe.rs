//! What the observer of a run is shown: every instruction and synchronisation of every core.

use crate::access::{Footprint, Undefined};
use crate::core_state::CoreState;
use crate::counter_test::CounterTest;
use crate::signal::{CoreAt, CrossCoreOp};
use pto_ir::NodeId;
use pto_isa::sem::{Arg, Trap};
use pto_isa::{AttrValue, OpDef, Pipe};

/// What a core does with an instruction of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceKind {
    /// It computes or moves something, or makes a descriptor.
    Step,
    /// A vector scope begins.
    ScopeBegins,
    /// A vector scope ends.
    ScopeEnds,
    /// A loop inside a vector scope begins.
    LoopBegins,
    /// It begins its body, once more.
    LoopIterates,
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
    Signal(CrossCoreOp, Option<Pipe>),
    /// An entry of a queue, see [`QueueRecord`].
    Queue(QueueRecord),
    /// A counter in global memory, see [`CounterStep`].
    Counter(CounterStep),
    /// The transfers that DMA engines were given are over.
    Transfer,
    /// A group of SIMT threads begins.
    ThreadsBegin,
    /// A group of SIMT threads has ended.
    ThreadsEnd {
        /// Threads of the group.
        threads: u32,
        /// Instructions that its warps issued; one for several threads at the same place counts once.
        warp_instructions: u64,
    },
    /// All threads of the group have met.
    ThreadBarrier,
    /// What a thread has written is visible to who looks afterwards.
    ThreadFence,
}

/// What a core does with counters in global memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CounterStep {
    /// It sets one or adds to it.
    Notify {
        /// The buffer it is in.
        buffer: u32,
        /// Its first byte there.
        at: i64,
        /// What it held.
        before: i32,
        /// What it holds now.
        after: i32,
        /// Whether it was added to, not set.
        adds: bool,
    },
    /// All counters of a view passed a test, see [`counter_places`](crate::counter_places). One that fails is not shown.
    Pass {
        /// The buffer they are in.
        buffer: u32,
        /// The test.
        test: CounterTest,
    },
}

/// What a core does with a queue between cores of its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueRecord {
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
pub struct TraceRecord<'a> {
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
    /// Results that are numbers or pointers and that the program takes: their slots, each with a place of the core.
    pub results: &'a [(u8, u32)],
    /// Attributes.
    pub attrs: &'a [(&'a str, AttrValue<'a>)],
    /// The SIMT thread that does it, if one does: its number in the group.
    pub thread: Option<u32>,
    /// What it does.
    pub kind: TraceKind,
}

impl TraceRecord<'_> {
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

/// The observer of a run.
pub trait Observer {
    /// Called before a step is executed and after a synchronisation was passed. An error ends the run.
    fn on_record(&mut self, record: &TraceRecord<'_>) -> Result<(), Trap>;

    /// What an act touches, after [`Observer::on_record`] of the same act; only if [`Execute::Traced`] asks for it.
    fn on_access(&mut self, record: &TraceRecord<'_>, effects: &Effects<'_>) {
        let _ = (record, effects);
    }

    /// Called before a step is executed, with the state of the core, whenever [`Observer::on_done`] is called after it.
    fn on_begin(&mut self, record: &TraceRecord<'_>, core: &CoreState<'_>) {
        let _ = (record, core);
    }

    /// Called before what values hold goes from some to others, as it does between the iterations of a loop; all at once.
    fn on_moves(&mut self, moves: &[(Arg, Arg)], core: &CoreState<'_>) {
        let _ = (moves, core);
    }

    /// Called after a step was executed or a synchronisation passed, with the state of the core: not with
    /// [`Execute::Control`], which computes nothing to look at. An error ends the run.
    fn on_done(&mut self, record: &TraceRecord<'_>, core: &CoreState<'_>) -> Result<(), Trap> {
        let _ = (record, core);
        Ok(())
    }
}

/// What an act reads and writes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effects<'a> {
    /// Bytes of memory.
    pub footprints: &'a [Footprint],
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

/// Whether instructions are executed while a run is observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Execute {
    /// As in a run.
    All,
    /// Only scalar code, descriptors, and instructions that give numbers or pointers. Memory that is read holds
    /// nothing: numbers from global memory are zero.
    Control,
    /// As in a run, and [`Observer::on_access`] is told what is read and written.
    Traced {
        /// Whether to find out which bytes are undefined.
        undefined: bool,
    },
}

/// An observer as the cores of a run share it.
pub(crate) trait SharedObserver {
    fn on_record(&self, record: &TraceRecord<'_>) -> Result<(), Trap>;
    fn on_access(&self, record: &TraceRecord<'_>, effects: &Effects<'_>);
    fn on_begin(&self, record: &TraceRecord<'_>, core: &CoreState<'_>) {
        let _ = (record, core);
    }
    fn on_moves(&self, moves: &[(Arg, Arg)], core: &CoreState<'_>) {
        let _ = (moves, core);
    }
    fn on_done(&self, record: &TraceRecord<'_>, core: &CoreState<'_>) -> Result<(), Trap> {
        let _ = (record, core);
        Ok(())
    }
    fn execute(&self) -> Execute;
}
