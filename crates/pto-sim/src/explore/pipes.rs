//! The pipes of the cores of a group: which of them can go on, and what happens when they do.

use super::FlagIdentity;
use super::core_pipes::{CorePipes, Need, Scalar};
use super::entry::{Entry, EntryKind};
use super::policy::{EAGER, Move, SchedulePolicy};
use super::{Executed, ScheduleExplorer};
use crate::block::BlockMemory;
use crate::core::BlockedOn;
use crate::core::{Core, ExecMode};
use crate::signal::{CrossCoreOp, Signals};
use pto_ir::diag::Diagnostic;
use pto_isa::{Pipe, Target};

/// Cores that run together, as pipes.
pub(crate) struct Machine<'a, 'p, 'g> {
    pub cores: &'a mut [Core<'p, 'g>],
    memories: &'a mut [BlockMemory<'g>],
    pub pipes: Vec<CorePipes>,
    pub signals: Signals,
    pub target: Target,
    /// The needed order is kept without synchronisation.
    pub auto: bool,
    pub identity: FlagIdentity,
    /// Entries that are over.
    pub progress: u64,
    log: &'a mut Option<super::ExecutionLog>,
}

impl<'a, 'p, 'g> Machine<'a, 'p, 'g> {
    pub fn new(
        cores: &'a mut [Core<'p, 'g>],
        memories: &'a mut [BlockMemory<'g>],
        target: Target,
        order: &'a mut ScheduleExplorer,
    ) -> (Machine<'a, 'p, 'g>, &'a mut SchedulePolicy) {
        let signals = Signals::new(target, cores.iter().map(Core::at).collect());
        cores.iter_mut().for_each(|c| c.exec_mode = ExecMode::Issue);
        let pipes = cores.iter().map(|_| CorePipes::new()).collect();
        let (auto, identity) = (order.auto, order.identity);
        let log = &mut order.log;
        let machine =
            Machine { cores, memories, pipes, signals, target, auto, identity, progress: 0, log };
        (machine, &mut order.policy)
    }

    /// Runs all cores to their end.
    pub fn run(&mut self, policy: &mut SchedulePolicy) -> Result<(), Box<Diagnostic>> {
        let mut moves = Vec::new();
        loop {
            self.find_moves(&mut moves);
            if moves.is_empty() {
                let over = |l: &CorePipes| matches!(l.scalar, Scalar::Ended) && l.is_empty();
                if self.pipes.iter().all(over) {
                    return Ok(());
                }
                if !self.make_room() && !self.end_yield() {
                    return Err(self.deadlock());
                }
                continue;
            }
            let (core, pipe) = policy.choose(&moves, self);
            match pipe {
                Pipe::S => self.walk(core)?,
                pipe => self.advance(core, pipe)?,
            }
        }
    }

    /// Runs something on a core that sees the memory of its block.
    pub fn with<R>(&mut self, i: usize, run: impl FnOnce(&mut Core<'p, 'g>) -> R) -> R {
        let per_block = self.cores.len() / self.memories.len().max(1);
        let core = &mut self.cores[i];
        BlockMemory::show_global(self.memories, i / per_block.max(1));
        let memory = &mut self.memories[i / per_block.max(1)];
        std::mem::swap(&mut core.memory, memory);
        core.memory.be_core(core.role);
        let result = run(core);
        std::mem::swap(&mut core.memory, memory);
        result
    }

    /// Everybody who can go on, scalar units first.
    fn find_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        for (i, pipes) in self.pipes.iter().enumerate() {
            let goes = match &pipes.scalar {
                Scalar::Runs => true,
                Scalar::Waits(need) => self.is_settled(i, need),
                Scalar::Yields(since) => self.progress > *since,
                Scalar::Ended => false,
            };
            if goes {
                moves.push((i, Pipe::S));
            }
        }
        for i in 0..self.pipes.len() {
            let prepared = |p: &&Pipe| self.is_ready((i, **p));
            moves.extend(EAGER.iter().filter(prepared).map(|&p| (i, p)));
        }
    }

    /// The number of the entry a pipe has next.
    pub fn head_number(&self, (i, pipe): Move) -> Option<u64> {
        self.pipes[i].queues[pipe as usize].front().map(|e| e.number)
    }

    /// Whether what a pipe does next cannot keep another one from anything, whenever it does it.
    pub fn is_harmless(&self, (i, pipe): Move) -> bool {
        let head = self.pipes[i].queues[pipe as usize].front();
        head.is_some_and(|e| match &e.kind {
            EntryKind::Set(_)
            | EntryKind::Release(..)
            | EntryKind::Get(..)
            | EntryKind::Signal(CrossCoreOp::Set(_)) => true,
            // Two pipes may wait for one event, if the pipe that waits does not count.
            EntryKind::Wait((_, to, _)) => to.is_some(),
            EntryKind::Step
            | EntryKind::Scope(_)
            | EntryKind::Threads(..)
            | EntryKind::Queue(..)
            | EntryKind::Signal(_) => false,
        })
    }

    fn is_ready(&self, (i, pipe): Move) -> bool {
        let head = self.pipes[i].queues[pipe as usize].front();
        head.is_some_and(|e| self.need_of(i, e).is_none())
    }

    /// What an entry at the head of its queue waits for.
    pub fn need_of(&self, i: usize, entry: &Entry) -> Option<Need> {
        if !self.pipes[i].is_past(&entry.after) {
            return Some(Need::Before(entry.after));
        }
        let need = match &entry.kind {
            EntryKind::Wait(event) => Need::Event(*event),
            EntryKind::Get(_, id, times) => Need::Buffer(*id, *times),
            EntryKind::Signal(ask) => Need::Signal(*ask),
            _ => {
                let (tried, what) = entry.tried.as_ref()?;
                Need::Queue(what.clone(), *tried)
            }
        };
        (!self.is_settled(i, &need)).then_some(need)
    }

    fn is_settled(&self, i: usize, need: &Need) -> bool {
        let pipes = &self.pipes[i];
        match need {
            Need::Everything => pipes.is_empty(),
            Need::Before(bounds) => pipes.is_past(bounds),
            Need::Event(event) => pipes.events.get(event).is_some_and(|n| *n > 0),
            Need::Buffer(id, times) => pipes.released.get(id).copied().unwrap_or(0) >= *times,
            Need::Signal(CrossCoreOp::Set(_)) => true,
            Need::Signal(CrossCoreOp::Wait(channel) | CrossCoreOp::Meet(channel)) => {
                self.signals.missing(i, *channel).next().is_none()
            }
            Need::Queue(_, tried) => self.progress > *tried,
            Need::Room => pipes.has_room(),
        }
    }

    /// Lets the scalar unit or a pipe pass what it may wait for; the answer is what it waits for, if so.
    pub fn settle(&mut self, i: usize, kind: &EntryKind) -> Option<Need> {
        let need = match kind {
            EntryKind::Wait(event) => Need::Event(*event),
            EntryKind::Get(_, id, times) => Need::Buffer(*id, *times),
            EntryKind::Signal(ask) => {
                // Who comes to a meeting says so, whether or not the others are there.
                let passed = self.signals.grant(i, *ask);
                self.progress += 1;
                return (!passed).then_some(Need::Signal(*ask));
            }
            _ => return None,
        };
        if !self.is_settled(i, &need) {
            return Some(need);
        }
        let pipes = &mut self.pipes[i];
        match kind {
            EntryKind::Wait(event) => *pipes.events.entry(*event).or_default() -= 1,
            EntryKind::Get(pipe, id, _) => {
                pipes.holder.insert(*id, *pipe);
            }
            _ => {}
        }
        None
    }

    /// Sets an event, gives a buffer id back, signals.
    pub fn give(&mut self, i: usize, kind: &EntryKind) {
        let pipes = &mut self.pipes[i];
        match kind {
            EntryKind::Set(event) => *pipes.events.entry(*event).or_default() += 1,
            // Only who holds it gives it back.
            EntryKind::Release(pipe, id) if pipes.holder.get(id) == Some(pipe) => {
                pipes.holder.remove(id);
                *pipes.released.entry(*id).or_default() += 1;
            }
            EntryKind::Signal(ask) => {
                self.signals.grant(i, *ask);
            }
            _ => {}
        }
        self.progress += 1;
    }

    /// A pipe does what it has next.
    fn advance(&mut self, i: usize, pipe: Pipe) -> Result<(), Box<Diagnostic>> {
        let Some(mut entry) = self.pipes[i].queues[pipe as usize].pop_front() else {
            return Ok(());
        };
        match &entry.kind {
            EntryKind::Set(_) | EntryKind::Release(..) | EntryKind::Signal(CrossCoreOp::Set(_)) => {
                self.give(i, &entry.kind);
            }
            EntryKind::Wait(_) | EntryKind::Get(..) | EntryKind::Signal(_) => {
                if self.settle(i, &entry.kind).is_some() {
                    self.pipes[i].queues[pipe as usize].push_front(entry);
                    return Ok(());
                }
            }
            EntryKind::Step
            | EntryKind::Scope(_)
            | EntryKind::Threads(..)
            | EntryKind::Queue(..) => {
                if let Some(why) = self.with(i, |core| entry.execute(core))? {
                    let what = match why {
                        BlockedOn::Polled(what) | BlockedOn::Itself(what) => what,
                        BlockedOn::Core(_) => String::from("another core"),
                    };
                    entry.tried = Some((self.progress, what));
                    self.pipes[i].queues[pipe as usize].push_front(entry);
                    return Ok(());
                }
                self.pipes[i].pending.remove(entry.number);
                self.keep_log(i, pipe, entry.step, entry.number);
            }
        }
        self.progress += 1;
        Ok(())
    }

    /// Takes down that something was executed, and what it wrote.
    pub fn keep_log(&mut self, i: usize, pipe: Pipe, step: u32, number: u64) {
        self.progress += 1;
        let Some(mut log) = self.log.take() else { return };
        let core = &self.cores[i];
        let step = &core.program.steps[step as usize];
        let at = core.at();
        let node = step.node;
        let numbers: Vec<u64> =
            step.results.iter().map(|r| core.slots[r.1 as usize].bits()).collect();
        let digest = self.with(i, |core| log.digest(&core.memory, &numbers));
        log.executed.push(Executed { core: at, pipe, node, number, digest });
        *self.log = Some(log);
    }

    /// If a scalar unit waits for room only, it gets it.
    fn make_room(&mut self) -> bool {
        let full = |l: &&mut CorePipes| matches!(l.scalar, Scalar::Waits(Need::Room)) && !l.crowded;
        let Some(pipes) = self.pipes.iter_mut().find(full) else { return false };
        pipes.crowded = true;
        true
    }

    /// If nothing happens unless a scalar unit goes on that lets others have their turn, it does.
    fn end_yield(&mut self) -> bool {
        let yields = |l: &&mut CorePipes| matches!(l.scalar, Scalar::Yields(_));
        let Some(pipes) = self.pipes.iter_mut().find(yields) else { return false };
        pipes.scalar = Scalar::Runs;
        true
    }

    /// The pipe that somebody waits for: a scalar unit, or else the end of the program.
    pub fn wanted(&self) -> Option<Move> {
        let cores = || (0..self.pipes.len()).rev();
        let waits = |i: &usize| matches!(self.pipes[*i].scalar, Scalar::Waits(_));
        let mut seen = Vec::new();
        let scalars = cores().filter(waits).map(|i| (i, Pipe::S));
        let pipes = EAGER.iter().rev().flat_map(|&p| cores().map(move |i| (i, p)));
        scalars.chain(pipes).find_map(|m| self.provider(m, &mut seen))
    }

    /// Who can go on so that this one comes nearer to doing so.
    fn provider(&self, at: Move, seen: &mut Vec<Move>) -> Option<Move> {
        if seen.contains(&at) {
            return None;
        }
        seen.push(at);
        let (i, pipe) = at;
        let need = match (pipe, &self.pipes[i].scalar) {
            (Pipe::S, Scalar::Waits(need)) => need.clone(),
            (Pipe::S, _) => return None,
            _ => match self.need_of(i, self.pipes[i].queues[pipe as usize].front()?) {
                None => return Some(at),
                Some(need) => need,
            },
        };
        let late = || EAGER.iter().rev().copied();
        match need {
            Need::Event((from, ..)) => self.provider((i, from), seen),
            Need::Before(bounds) => {
                let lags = |p: &Pipe| {
                    let head = self.head_number((i, *p));
                    head.is_some_and(|n| n < bounds[*p as usize])
                };
                late().filter(lags).find_map(|p| self.provider((i, p), seen))
            }
            Need::Everything | Need::Room | Need::Buffer(..) => {
                late().find_map(|p| self.provider((i, p), seen))
            }
            Need::Signal(_) | Need::Queue(..) => {
                let others = (0..self.pipes.len()).rev().filter(|&j| j != i);
                let mut everybody =
                    others.flat_map(|j| late().chain([Pipe::S]).map(move |p| (j, p)));
                everybody.find_map(|m| self.provider(m, seen))
            }
        }
    }
}
