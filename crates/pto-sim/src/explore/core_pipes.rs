//! A core with the queues of its pipes: what its scalar unit does with each instruction it comes to.

use super::FlagIdentity;
use super::entry::{Bounds, Entry, EntryKind, EventKey, PIPES, named_slots, scope_end};
use super::may_access::{MayAccess, Pending, may_access, scope_may_access};
use super::pipes::Machine;
use crate::action::Action;
use crate::action::Sync;
use crate::core::BlockedOn;
use crate::core::StopReason;
use crate::observe::TraceKind;
use crate::program::Inst;
use crate::queue::QueueOp;
use crate::signal::CrossCoreOp;
use pto_ir::diag::Diagnostic;
use pto_isa::sem::{Arg, Trap};
use pto_isa::target::{Holds, QueueSlots};
use pto_isa::{Pipe, PipeSelector};
use pto_kernels::value::Slot;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::VecDeque;
use std::rc::Rc;

/// At most this many entries of a core are in flight. A device has room for fewer.
const ROOM: usize = 1024;

/// The number of an event inside an instruction, which no program can name.
const HIDDEN_EVENT: i64 = -1;

/// What somebody waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// Everything the core was given is over.
    Everything,
    /// These entries are over.
    Before(Bounds),
    Event(EventKey),
    /// A buffer id, given back this many times.
    Buffer(i64, u64),
    Signal(CrossCoreOp),
    /// Something of a queue, and when it was not there.
    Queue(String, u64),
    /// Room for another entry.
    Room,
}

/// What a scalar unit does.
#[derive(Debug)]
pub(crate) enum Scalar {
    Runs,
    /// It has looked at counters in vain; it goes on when something has happened since, or nothing else can.
    Yields(u64),
    Waits(Need),
    Ended,
}

/// The pipes of a core.
pub(crate) struct CorePipes {
    pub queues: [VecDeque<Entry>; PIPES],
    pub scalar: Scalar,
    /// Entries so far.
    pub issued: u64,
    pub events: FxHashMap<EventKey, u32>,
    /// How often a buffer id was asked for.
    asked: FxHashMap<i64, u64>,
    /// The pipe that holds it, and how often it was given back.
    pub holder: FxHashMap<i64, Pipe>,
    pub released: FxHashMap<i64, u64>,
    pub pending: Pending,
    /// The entry whose number the scalar unit waits for.
    awaited: Option<Bounds>,
    /// The slots of vector scopes, by where they begin.
    scopes: FxHashMap<usize, Rc<[Slot]>>,
    /// Room does not count: nothing else could go on.
    pub crowded: bool,
}

impl CorePipes {
    pub fn new() -> CorePipes {
        CorePipes {
            queues: Default::default(),
            scalar: Scalar::Runs,
            issued: 0,
            events: FxHashMap::default(),
            asked: FxHashMap::default(),
            holder: FxHashMap::default(),
            released: FxHashMap::default(),
            pending: Pending::default(),
            awaited: None,
            scopes: FxHashMap::default(),
            crowded: false,
        }
    }
    pub fn is_empty(&self) -> bool {
        self.queues.iter().all(VecDeque::is_empty)
    }
    pub fn has_room(&self) -> bool {
        self.crowded || self.queues.iter().map(VecDeque::len).sum::<usize>() < ROOM
    }
    /// Whether everything before these bounds is over.
    pub fn is_past(&self, bounds: &Bounds) -> bool {
        let past = |(q, b): (&VecDeque<Entry>, &u64)| q.front().is_none_or(|e| e.number >= *b);
        self.queues.iter().zip(bounds).all(past)
    }
}

/// What the scalar unit waits for at an instruction, if it does; or why the run ends.
type Issued = Result<Option<Need>, Trap>;

impl<'p> Machine<'_, 'p, '_> {
    /// Lets the scalar unit of a core come to its next instruction and pass it, if it can.
    pub fn walk(&mut self, i: usize) -> Result<(), Box<Diagnostic>> {
        if let Scalar::Runs | Scalar::Yields(_) = self.pipes[i].scalar {
            match self.with(i, |core| core.run())? {
                StopReason::Issue | StopReason::Yield | StopReason::Paused => {}
                StopReason::End | StopReason::Blocked(_) => {
                    self.pipes[i].scalar = Scalar::Ended;
                    return Ok(());
                }
            }
        }
        let program = self.cores[i].program;
        let pc = self.cores[i].pc;
        let outcome = match &program.code[pc] {
            Inst::Step(s) => self.issue_step(i, *s),
            Inst::Sync(s, sync) => self.issue_sync(i, *s, *sync),
            Inst::Move { start, count } => {
                let moves = &program.moves[*start as usize..][..*count as usize];
                let contents = moves.iter().any(|m| m.contents);
                if contents && !self.pipes[i].is_empty() {
                    Ok(Some(Need::Everything))
                } else {
                    self.with(i, |core| core.do_moves(*start as usize, *count as usize));
                    Ok(None)
                }
            }
            Inst::CopyRegister { from, to, bytes } if self.pipes[i].is_empty() => {
                self.cores[i].copy_register(*from, *to, *bytes);
                Ok(None)
            }
            Inst::Threads(group) => Ok(self.issue_threads(i, *group)),
            _ => Ok(Some(Need::Everything)),
        };
        match outcome {
            Ok(None) => {
                self.cores[i].pc += 1;
                self.progress += 1;
                self.pipes[i].scalar = match self.cores[i].take_yield() {
                    true => Scalar::Yields(self.progress),
                    false => Scalar::Runs,
                };
            }
            Ok(Some(need)) => self.pipes[i].scalar = Scalar::Waits(need),
            Err(trap) => {
                let node = match &program.code[pc] {
                    Inst::Step(s) | Inst::Sync(s, _) => program.steps[*s as usize].node,
                    _ => program.entry,
                };
                return Err(self.cores[i].diagnose(node, trap));
            }
        }
        Ok(())
    }

    fn issue_step(&mut self, i: usize, s: u32) -> Issued {
        let step = &self.cores[i].program.steps[s as usize];
        let target = self.target;
        let core = &mut self.cores[i];
        core.gather_args(step);
        let pipe = core.record(s as usize, step, TraceKind::Step).pipe(target);
        // Special registers belong to the scalar unit, whatever obeys them.
        let numbers = core.args.iter().all(|a| matches!(a.1, Arg::Scalar(..)));
        let pipe = match (step.action, pipe) {
            (Action::Sem, Some(pipe)) if !numbers => pipe,
            _ => Pipe::S,
        };
        let works =
            matches!(step.action, Action::Sem | Action::Load | Action::Store | Action::FillLocal);
        match pipe {
            Pipe::All if !self.pipes[i].is_empty() => return Ok(Some(Need::Everything)),
            Pipe::S | Pipe::All => {
                if works && self.auto {
                    let accesses = self.may_access_of(i, s);
                    let mut bounds = self.pipes[i].pending.bounds(&accesses);
                    if numbers && !step.results.is_empty() {
                        // It may be a special register that vector instructions change.
                        bounds[Pipe::V as usize] = self.pipes[i].issued;
                    }
                    if !self.pipes[i].is_past(&bounds) {
                        return Ok(Some(Need::Before(bounds)));
                    }
                }
                self.with(i, |core| core.step(s as usize, step))?;
                if works {
                    let number = self.number(i);
                    self.keep_log(i, Pipe::S, s, number);
                }
                return Ok(None);
            }
            _ => {}
        }
        if let Some(bounds) = self.pipes[i].awaited {
            if !self.pipes[i].is_past(&bounds) {
                return Ok(Some(Need::Before(bounds)));
            }
            self.pipes[i].awaited = None;
            return Ok(None);
        }
        if !self.pipes[i].has_room() {
            return Ok(Some(Need::Room));
        }
        let accesses = self.auto.then(|| self.may_access_of(i, s));
        let number = self.enqueue(i, pipe, s, EntryKind::Step, accesses);
        if let PipeSelector::Through(first, second) = step.def.pipe {
            // What the second pipe does next comes after the part it has in this one.
            let over = self.event(first, second, HIDDEN_EVENT);
            self.enqueue(i, first, s, EntryKind::Set(over), None);
            self.enqueue(i, second, s, EntryKind::Wait(over), None);
        }
        if step.results.is_empty() {
            return Ok(None);
        }
        Ok(Some(self.await_entry(i, pipe, number)))
    }

    /// The scalar unit goes on when an entry is over: it takes something from it.
    fn await_entry(&mut self, i: usize, pipe: Pipe, number: u64) -> Need {
        let mut bounds = [0; PIPES];
        bounds[pipe as usize] = number + 1;
        self.pipes[i].awaited = Some(bounds);
        Need::Before(bounds)
    }

    /// What the step whose operands are gathered reaches.
    fn may_access_of(&mut self, i: usize, s: u32) -> SmallVec<[MayAccess; 4]> {
        let def = self.cores[i].program.steps[s as usize].def;
        self.with(i, |core| may_access(def, &core.args, &core.memory))
    }

    fn number(&mut self, i: usize) -> u64 {
        self.pipes[i].issued += 1;
        self.pipes[i].issued - 1
    }

    fn enqueue(
        &mut self,
        i: usize,
        pipe: Pipe,
        step: u32,
        kind: EntryKind,
        accesses: Option<SmallVec<[MayAccess; 4]>>,
    ) -> u64 {
        let number = self.number(i);
        let (core, pipes) = (&self.cores[i], &mut self.pipes[i]);
        let program = core.program;
        let value = |slot: Slot| (slot, core.slots[slot as usize]);
        let values = match kind {
            EntryKind::Scope(begin) => {
                let slots = pipes.scopes.entry(begin).or_insert_with(|| {
                    named_slots(program, begin..scope_end(program, begin)).into()
                });
                slots.iter().map(|&s| value(s)).collect()
            }
            EntryKind::Threads(begin, group) => {
                let end = program.groups[group as usize].end as usize;
                let slots = pipes
                    .scopes
                    .entry(begin)
                    .or_insert_with(|| named_slots(program, begin..end).into());
                slots.iter().map(|&s| value(s)).collect()
            }
            _ => program.steps[step as usize].args.iter().map(|a| value(a.slot)).collect(),
        };
        let mut after = match pipe {
            Pipe::All => [number; PIPES],
            _ => [0; PIPES],
        };
        if let Some(accesses) = accesses {
            let bounds = pipes.pending.bounds(&accesses);
            after.iter_mut().zip(bounds).for_each(|(a, b)| *a = (*a).max(b));
            pipes.pending.add(pipe as usize, number, accesses);
        }
        let modes = core.modes.get();
        let entry = Entry { number, step, kind, values, modes, after, tried: None };
        pipes.queues[pipe as usize].push_back(entry);
        number
    }

    fn issue_sync(&mut self, i: usize, s: u32, sync: Sync) -> Issued {
        if !self.pipes[i].has_room() {
            return Ok(Some(Need::Room));
        }
        match sync {
            Sync::Queue(op) => return self.issue_queue(i, s, op),
            Sync::Notify | Sync::AwaitCounters | Sync::TestCounters | Sync::Transfer => {
                return self.issue_counter(i, s, sync);
            }
            Sync::ScopeBegins => return self.issue_scope(i, s),
            Sync::ScopeEnds | Sync::LoopBegins | Sync::LoopIterates | Sync::MemoryBarrier => {
                return Ok(None);
            }
            _ => {}
        }
        let step = &self.cores[i].program.steps[s as usize];
        let Some(kind) = self.cores[i].trace_kind(step, sync)? else { return Ok(None) };
        let everything = !self.pipes[i].is_empty();
        let waits = |m: &mut Self, pipe: Pipe, kind: EntryKind| match pipe {
            Pipe::S | Pipe::All => Ok(m.settle(i, &kind)),
            _ => {
                m.enqueue(i, pipe, s, kind, None);
                Ok(None)
            }
        };
        let gives = |m: &mut Self, pipe: Pipe, kind: EntryKind| {
            match pipe {
                Pipe::S => m.give(i, &kind),
                _ => {
                    m.enqueue(i, pipe, s, kind, None);
                }
            }
            Ok(None)
        };
        match kind {
            TraceKind::SetFlag { from, to, id } => {
                gives(self, from, EntryKind::Set(self.event(from, to, id)))
            }
            TraceKind::WaitFlag { from, to, id } => {
                waits(self, to, EntryKind::Wait(self.event(from, to, id)))
            }
            TraceKind::GetBuffer(pipe, id) => {
                let asked = self.pipes[i].asked.get(&id).copied().unwrap_or(0);
                let outcome = waits(self, pipe, EntryKind::Get(pipe, id, asked));
                if let Ok(None) = outcome {
                    self.pipes[i].asked.insert(id, asked + 1);
                }
                outcome
            }
            TraceKind::ReleaseBuffer(pipe, id) => gives(self, pipe, EntryKind::Release(pipe, id)),
            TraceKind::Barrier(Pipe::All) if everything => Ok(Some(Need::Everything)),
            TraceKind::Signal(ask @ CrossCoreOp::Set(_), pipe) => {
                let pipe = pipe.filter(|_| !self.auto).unwrap_or(Pipe::All);
                gives(self, pipe, EntryKind::Signal(ask))
            }
            TraceKind::Signal(ask @ CrossCoreOp::Wait(_), pipe) => {
                let alone = self.target.def().wait_holds == Holds::Pipe && !self.auto;
                let pipe = pipe.filter(|_| alone).unwrap_or(Pipe::All);
                waits(self, pipe, EntryKind::Signal(ask))
            }
            TraceKind::Signal(CrossCoreOp::Meet(_), _) if everything => Ok(Some(Need::Everything)),
            TraceKind::Signal(ask, _) => Ok(self.settle(i, &EntryKind::Signal(ask))),
            // A pipe does one thing after another: its barrier has nothing to do.
            _ => Ok(None),
        }
    }

    /// The scalar unit raises counters and looks at them itself; what pipes still do it does not know.
    fn issue_counter(&mut self, i: usize, s: u32, sync: Sync) -> Issued {
        if self.auto && !self.pipes[i].is_empty() {
            return Ok(Some(Need::Everything));
        }
        let step = &self.cores[i].program.steps[s as usize];
        let waits = self.with(i, |core| core.sync_step(step, sync))?;
        let found_out = |why| match why {
            BlockedOn::Polled(what) | BlockedOn::Itself(what) => Need::Queue(what, self.progress),
            BlockedOn::Core(ask) => Need::Signal(ask),
        };
        Ok(waits.map(found_out))
    }

    fn event(&self, from: Pipe, to: Pipe, id: i64) -> EventKey {
        match self.identity {
            FlagIdentity::SourceTargetId => (from, Some(to), id),
            FlagIdentity::SourceId => (from, None, id),
        }
    }

    fn issue_scope(&mut self, i: usize, s: u32) -> Issued {
        let core = &self.cores[i];
        let (begin, program) = (core.pc, core.program);
        let node = program.module.node(program.steps[s as usize].node);
        let gives = program.module.results(node).next().is_some();
        if gives && !self.pipes[i].is_empty() {
            return Ok(Some(Need::Everything));
        }
        let accesses = self.auto.then(|| self.with(i, |core| scope_may_access(&core.memory)));
        if gives {
            // What it gives goes straight to the slots of the core.
            return Ok(None);
        }
        self.enqueue(i, Pipe::V, s, EntryKind::Scope(begin), accesses);
        self.cores[i].pc = scope_end(program, begin);
        Ok(None)
    }

    /// A group of threads is one piece of work of the vector unit.
    fn issue_threads(&mut self, i: usize, group: u32) -> Option<Need> {
        if !self.pipes[i].has_room() {
            return Some(Need::Room);
        }
        let begin = self.cores[i].pc;
        let accesses = self.auto.then(|| self.with(i, |core| scope_may_access(&core.memory)));
        let group_def = &self.cores[i].program.groups[group as usize];
        self.enqueue(i, Pipe::V, group_def.step, EntryKind::Threads(begin, group), accesses);
        self.cores[i].pc = group_def.end as usize;
        None
    }

    fn issue_queue(&mut self, i: usize, s: u32, op: QueueOp) -> Issued {
        let target = self.target;
        let core = &mut self.cores[i];
        let step = &core.program.steps[s as usize];
        match op {
            QueueOp::Push(_) | QueueOp::Free(_) => {
                core.gather_args(step);
                let is_tile = core.args.iter().any(|a| matches!(a.1, Arg::Tile(_)));
                let pipe = core.record(s as usize, step, TraceKind::Step).pipe(target);
                let pipe = match (op, pipe) {
                    (QueueOp::Push(_), Some(pipe)) if is_tile && pipe != Pipe::S => pipe,
                    _ => Pipe::All,
                };
                let opened = Rc::from(core.endpoints.as_slice());
                let accesses = self.auto.then(|| self.may_access_of(i, s));
                self.enqueue(i, pipe, s, EntryKind::Queue(op, opened), accesses);
                return Ok(None);
            }
            QueueOp::Pop(_) => {
                // What is popped into a buffer of the core's own must not disturb who still reads there.
                let copies = target.def().queue_slots == QueueSlots::Global
                    || core.endpoint(step)?.gm.is_some();
                if (copies || self.auto) && !self.pipes[i].is_empty() {
                    return Ok(Some(Need::Everything));
                }
            }
            QueueOp::Open { .. } | QueueOp::Alloc(_) => {}
        }
        let waits = self.with(i, |core| core.queue_step(step, op))?;
        Ok(waits.map(|why| match why {
            BlockedOn::Polled(what) | BlockedOn::Itself(what) => Need::Queue(what, self.progress),
            BlockedOn::Core(ask) => Need::Signal(ask),
        }))
    }
}
