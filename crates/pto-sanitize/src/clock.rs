//! What has certainly happened: vector clocks of the pipes of all cores, and the edges between them.
//!
//! Each pipe counts its instructions. A clock says of every pipe up to which of them all are over; an
//! instruction may start before anything that its pipe's clock does not cover.

use super::FlagIdentity;
use super::counters::Counter;
use pto_isa::sem::Arg;
use pto_isa::sem::transfer::is_complete;
use pto_isa::target::Holds;
use pto_isa::{AttrValue, Pipe, PipeSelector, Target, ops};
use pto_sim::{
    Channel, CoreAt, CounterStep, CrossCoreOp, QueueRecord, QueueStep, TraceKind, TraceRecord,
    counter_places,
};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Instructions of each pipe that are over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clock(Vec<u32>);

impl Clock {
    pub fn get(&self, agent: usize) -> u32 {
        self.0.get(agent).copied().unwrap_or(0)
    }
    pub fn raise(&mut self, agent: usize, to: u32) {
        if self.0.len() <= agent {
            self.0.resize(agent + 1, 0);
        }
        self.0[agent] = self.0[agent].max(to);
    }
    pub fn join(&mut self, other: &Clock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own = (*own).max(*other);
        }
    }
}

/// Whether an instruction only asks an engine to transfer something.
pub(crate) fn is_transfer(record: &TraceRecord<'_>, target: Target) -> bool {
    let starts = [&ops::comm::comm_tput_async, &ops::comm::comm_tget_async];
    let posts = || {
        let soft = record.attrs.iter().any(|a| a.0 == "soft_put");
        record.def.is(&ops::comm_async::sdma_gm_gm) && !is_complete(target.profile(), soft)
    };
    record.kind == TraceKind::Step && (starts.into_iter().any(|def| record.def.is(def)) || posts())
}

/// Whether an instruction takes part in the hand-over of the accumulator between cube and fixpipe.
pub(crate) fn uses_unit_flag(record: &TraceRecord<'_>) -> bool {
    record.attrs.iter().any(|(name, value)| {
        matches!(*name, "unit_flag" | "unit_flag_mode" | "stPhase" | "accPhase")
            && !matches!(value, AttrValue::Word("off" | "unspecified"))
    })
}

/// Pipes of a core: `Pipe::S` to `Pipe::Fix`.
const PIPES: usize = Pipe::All as usize;
const EACH: [Pipe; PIPES] =
    [Pipe::S, Pipe::V, Pipe::M, Pipe::Mte1, Pipe::Mte2, Pipe::Mte3, Pipe::Fix];

/// The pipes of a core, and after them the engine that transfers between devices.
const AGENTS: usize = PIPES + 1;
/// Stands for the engine that transfers between devices, which is no pipe.
pub(crate) const ENGINE: Pipe = Pipe::All;

/// An event of a core: its number, the pipe that sets it and the one that waits.
type EventKey = (usize, i64, Pipe, Option<Pipe>);

/// The clocks of all pipes.
pub(crate) struct Clocks {
    target: Target,
    identity: FlagIdentity,
    /// Inside a core everything happens in program order.
    whole_cores: bool,
    clocks: Vec<Clock>,
    /// Instructions a pipe was given.
    issued: Vec<u32>,
    /// How often what the scalar unit of a core knows has changed, and the state each pipe has taken over.
    changes: Vec<u32>,
    taken_over: Vec<u32>,
    /// What the cube and the fixpipe of a core have done when they last raised a unit flag.
    units: FxHashMap<(usize, Pipe), Clock>,
    events: FxHashMap<EventKey, VecDeque<Clock>>,
    locks: FxHashMap<(usize, i64), Clock>,
    /// Who holds a buffer id.
    held: FxHashMap<(usize, i64), Pipe>,
    sent: FxHashMap<(usize, Channel), Vec<Clock>>,
    taken: FxHashMap<(usize, Channel), usize>,
    meetings: FxHashMap<(Channel, usize), Clock>,
    pushed: FxHashMap<(u32, usize, u64), Clock>,
    freed: FxHashMap<(u32, usize, u64), Clock>,
    /// By buffer and place.
    counters: FxHashMap<(u32, i64), Counter>,
    cores: Vec<CoreAt>,
    /// The number of each core.
    numbers: FxHashMap<CoreAt, usize>,
}

impl Clocks {
    /// The device.
    pub fn target(&self) -> Target {
        self.target
    }

    pub fn new(target: Target, identity: FlagIdentity, whole_cores: bool) -> Clocks {
        Clocks {
            target,
            identity,
            whole_cores,
            clocks: Vec::new(),
            issued: Vec::new(),
            changes: Vec::new(),
            taken_over: Vec::new(),
            units: FxHashMap::default(),
            events: FxHashMap::default(),
            locks: FxHashMap::default(),
            held: FxHashMap::default(),
            sent: FxHashMap::default(),
            taken: FxHashMap::default(),
            meetings: FxHashMap::default(),
            pushed: FxHashMap::default(),
            freed: FxHashMap::default(),
            counters: FxHashMap::default(),
            cores: Vec::new(),
            numbers: FxHashMap::default(),
        }
    }

    /// Whether events of one pipe share their numbers, whoever waits.
    pub fn by_source(&self) -> bool {
        self.identity == FlagIdentity::SourceId
    }

    /// Forgets everything: what comes now has nothing to do with what was.
    pub fn reset(&mut self) {
        *self = Clocks::new(self.target, self.identity, self.whole_cores);
    }

    /// The number of a core; it has pipes from now on.
    fn core(&mut self, at: CoreAt) -> usize {
        // Most programs have one.
        if self.cores.first() == Some(&at) {
            return 0;
        }
        if let Some(&i) = self.numbers.get(&at) {
            return i;
        }
        let number = self.cores.len();
        self.numbers.insert(at, number);
        self.cores.push(at);
        let agents = self.cores.len() * AGENTS;
        self.clocks.resize(agents, Clock::default());
        self.issued.resize(agents, 0);
        self.changes.push(1);
        self.taken_over.resize(agents, 0);
        number
    }

    fn agent(&self, core: usize, pipe: Pipe) -> usize {
        let pipe = if self.whole_cores || pipe == Pipe::All { Pipe::S } else { pipe };
        core * AGENTS + pipe as usize
    }

    fn engine(core: usize) -> usize {
        core * AGENTS + PIPES
    }

    /// What is over when everything a pipe was given so far is over. The scalar unit gives in order, so what
    /// it has done is over, too.
    fn after(&self, core: usize, pipe: Pipe) -> Clock {
        let mut clock = Clock::default();
        for p in [pipe, Pipe::S] {
            let a = self.agent(core, p);
            clock.join(&self.clocks[a]);
            clock.raise(a, self.issued[a]);
        }
        clock
    }

    fn after_all(&self, core: usize) -> Clock {
        let mut clock = Clock::default();
        EACH.iter().for_each(|&p| clock.join(&self.after(core, p)));
        clock
    }

    fn wait(&mut self, core: usize, pipe: Pipe, clock: &Clock) {
        let agent = self.agent(core, pipe);
        self.clocks[agent].join(clock);
        if agent == self.agent(core, Pipe::S) {
            self.changes[core] += 1;
        }
    }

    fn wait_all(&mut self, core: usize, clock: &Clock) {
        EACH.iter().for_each(|&p| self.wait(core, p, clock));
    }

    /// Gives a pipe an instruction: the pipe by its number, and which of its instructions it is.
    pub fn issue(&mut self, at: CoreAt, pipe: Pipe) -> (usize, u32) {
        let core = self.core(at);
        if pipe == Pipe::All {
            let clock = self.after_all(core);
            self.wait_all(core, &clock);
        }
        let (agent, scalar) = (self.agent(core, pipe), self.agent(core, Pipe::S));
        if agent == scalar {
            self.changes[core] += 1;
        } else if self.taken_over[agent] != self.changes[core] {
            self.taken_over[agent] = self.changes[core];
            let clock = self.after(core, Pipe::S);
            self.clocks[agent].join(&clock);
        }
        let before = self.issued[agent];
        if self.whole_cores || self.target.is_in_order(pipe) {
            self.clocks[agent].raise(agent, before);
        }
        self.issued[agent] = before + 1;
        (agent, before + 1)
    }

    /// Gives the engine that transfers between devices something to do. It goes on by itself until
    /// [`TraceKind::Transfer`].
    pub fn issue_transfer(&mut self, at: CoreAt) -> (usize, u32) {
        let core = self.core(at);
        let clock = self.after(core, Pipe::S);
        let agent = Clocks::engine(core);
        let before = self.issued[agent];
        self.clocks[agent].join(&clock);
        self.clocks[agent].raise(agent, before);
        self.issued[agent] = before + 1;
        (agent, before + 1)
    }

    /// Follows what a core does with counters.
    fn count(&mut self, record: &TraceRecord<'_>, step: CounterStep) {
        let core = self.core(record.core);
        match step {
            CounterStep::Notify { buffer, at, before, after, adds } => {
                let place = self.issue(record.core, Pipe::S);
                let clock = self.after(core, Pipe::S);
                let counter = self.counters.entry((buffer, at)).or_default();
                counter.notify(place, clock, (before, after, adds));
            }
            CounterStep::Pass { buffer, test } => {
                let view = record.args.iter().find_map(|a| match a.1 {
                    Arg::View(v) => Some(v),
                    _ => None,
                });
                let known = self.after(core, Pipe::S);
                let mut over = Clock::default();
                for at in view.iter().flat_map(counter_places) {
                    if let Some(counter) = self.counters.get(&(buffer, at)) {
                        over.join(&counter.pass(test, &known));
                    }
                }
                self.wait(core, Pipe::S, &over);
            }
        }
    }

    /// Whether a device knows that an instruction is over when it has come to its end.
    pub fn is_known_to(&self, rank: u32, agent: usize, number: u32) -> bool {
        let cores = self.cores.iter().enumerate().filter(|c| c.1.rank == rank);
        cores.map(|c| self.after_all(c.0)).any(|clock| clock.get(agent) >= number)
    }

    /// Inside an instruction a pipe waits for another.
    pub fn pass_on(&mut self, at: CoreAt, from: Pipe, to: Pipe) {
        let core = self.core(at);
        let clock = self.after(core, from);
        self.wait(core, to, &clock);
    }

    /// An instruction of the cube or the fixpipe looks at the unit flags of the accumulator, and raises its own:
    /// it comes after what the other one has done with the flags.
    pub fn pass_unit_flag(&mut self, at: CoreAt, pipe: Pipe) {
        let core = self.core(at);
        let other = if pipe == Pipe::M { Pipe::Fix } else { Pipe::M };
        if let Some(clock) = self.units.get(&(core, other)).cloned() {
            self.wait(core, pipe, &clock);
        }
        // The instruction itself is the next one.
        let mut clock = self.after(core, pipe);
        let agent = self.agent(core, pipe);
        clock.raise(agent, self.issued[agent] + 1);
        self.units.insert((core, pipe), clock);
    }

    /// Follows an act of which only the order matters, not the bytes it touches.
    pub fn pass(&mut self, record: &TraceRecord<'_>) {
        let pipe = record.pipe(self.target);
        if record.kind != TraceKind::Step {
            return self.follow(record, pipe);
        }
        if is_transfer(record, self.target) {
            self.issue_transfer(record.core);
            return;
        }
        let Some(pipe) = pipe else { return };
        if matches!(pipe, Pipe::M | Pipe::Fix) && uses_unit_flag(record) {
            self.pass_unit_flag(record.core, pipe);
        }
        self.issue(record.core, pipe);
        if let PipeSelector::Through(from, to) = record.def.pipe {
            self.pass_on(record.core, from, to);
            self.issue(record.core, to);
            self.pass_on(record.core, to, from);
        }
    }

    /// Whether an instruction is over when everything that a pipe was given so far is over.
    pub fn covers_after(&mut self, at: CoreAt, pipe: Pipe, (agent, number): (usize, u32)) -> bool {
        let core = self.core(at);
        self.after(core, pipe).get(agent) >= number
    }

    /// Whether an instruction is over before what its pipe does now.
    pub fn covers(&self, now: usize, agent: usize, number: u32) -> bool {
        self.clocks[now].get(agent) >= number
    }

    /// The pipe of an agent, or [`ENGINE`].
    pub const fn pipe(agent: usize) -> Pipe {
        match agent % AGENTS {
            PIPES => ENGINE,
            pipe => EACH[pipe],
        }
    }
    /// The core of an agent.
    pub fn core_of(&self, agent: usize) -> Option<CoreAt> {
        self.cores.get(agent / AGENTS).copied()
    }

    /// Follows a synchronisation.
    pub fn follow(&mut self, record: &TraceRecord<'_>, pipe: Option<Pipe>) {
        match record.kind {
            TraceKind::Counter(step) => self.count(record, step),
            kind => self.follow_kind(record.core, kind, pipe),
        }
    }

    fn follow_kind(&mut self, at: CoreAt, kind: TraceKind, pipe: Option<Pipe>) {
        let core = self.core(at);
        match kind {
            TraceKind::Step
            | TraceKind::Counter(_)
            | TraceKind::ScopeBegins
            | TraceKind::ScopeEnds
            | TraceKind::LoopBegins
            | TraceKind::LoopIterates
            | TraceKind::MemoryBarrier
            | TraceKind::ThreadsBegin
            | TraceKind::ThreadsEnd { .. }
            | TraceKind::ThreadBarrier
            | TraceKind::ThreadFence => {}
            TraceKind::SetFlag { from, to, id } => {
                let clock = self.after(core, from);
                self.events.entry(self.event(core, from, to, id)).or_default().push_back(clock);
            }
            TraceKind::WaitFlag { from, to, id } => {
                let key = self.event(core, from, to, id);
                if let Some(clock) = self.events.get_mut(&key).and_then(VecDeque::pop_front) {
                    self.wait(core, to, &clock);
                }
            }
            TraceKind::GetBuffer(pipe, id) => {
                self.held.insert((core, id), pipe);
                if let Some(clock) = self.locks.get(&(core, id)).cloned() {
                    self.wait(core, pipe, &clock);
                }
            }
            // Only who holds it gives it back.
            TraceKind::ReleaseBuffer(pipe, id) if self.held.get(&(core, id)) != Some(&pipe) => {}
            TraceKind::ReleaseBuffer(pipe, id) => {
                self.held.remove(&(core, id));
                let clock = self.after(core, pipe);
                self.locks.entry((core, id)).or_default().join(&clock);
            }
            TraceKind::Barrier(Pipe::All) => {
                let clock = self.after_all(core);
                self.wait_all(core, &clock);
            }
            TraceKind::Barrier(pipe) => {
                let clock = self.after(core, pipe);
                self.wait(core, pipe, &clock);
            }
            TraceKind::Signal(ask, named) => self.signal(core, ask, named),
            TraceKind::Queue(kind) => self.queue(core, kind, pipe),
            TraceKind::Transfer => {
                let agent = Clocks::engine(core);
                let mut clock = self.clocks[agent].clone();
                clock.raise(agent, self.issued[agent]);
                self.wait(core, Pipe::S, &clock);
            }
        }
    }

    fn event(&self, core: usize, from: Pipe, to: Pipe, id: i64) -> EventKey {
        match self.identity {
            FlagIdentity::SourceTargetId => (core, id, from, Some(to)),
            FlagIdentity::SourceId => (core, id, from, None),
        }
    }

    fn signal(&mut self, core: usize, ask: CrossCoreOp, pipe: Option<Pipe>) {
        let pipe = pipe.filter(|p| *p != Pipe::All);
        match ask {
            CrossCoreOp::Set(channel) => {
                let clock = pipe.map_or_else(|| self.after_all(core), |p| self.after(core, p));
                self.sent.entry((core, channel)).or_default().push(clock);
            }
            CrossCoreOp::Wait(channel) => {
                let clock = self.received(core, channel);
                match pipe {
                    Some(p) if self.target.def().wait_holds == Holds::Pipe => {
                        self.wait(core, p, &clock)
                    }
                    _ => self.wait_all(core, &clock),
                }
            }
            CrossCoreOp::Meet(channel) => {
                let nth = self.taken.entry((core, channel)).or_default();
                let key = (channel, *nth);
                *nth += 1;
                // The first one to pass finds all the others waiting there.
                let clock = match self.meetings.get(&key) {
                    Some(clock) => clock.clone(),
                    None => {
                        let mut clock = Clock::default();
                        for c in self.sources(core, channel) {
                            clock.join(&self.after_all(c));
                        }
                        self.meetings.insert(key, clock.clone());
                        clock
                    }
                };
                self.wait_all(core, &clock);
            }
        }
    }

    /// The cores whose signals on a channel reach a core.
    fn sources(&self, core: usize, channel: Channel) -> Vec<usize> {
        let to = self.cores[core];
        let sends = |c: &usize| channel.is_sent(self.target, self.cores[*c], to);
        (0..self.cores.len()).filter(sends).collect()
    }

    fn received(&mut self, core: usize, channel: Channel) -> Clock {
        let nth = *self.taken.get(&(core, channel)).unwrap_or(&0);
        self.taken.insert((core, channel), nth + 1);
        let mut clock = Clock::default();
        for c in self.sources(core, channel) {
            if let Some(sent) = self.sent.get(&(c, channel)).and_then(|s| s.get(nth)) {
                clock.join(sent);
            }
        }
        clock
    }

    /// A push comes after the slot was released, a pop after all its pushes.
    fn queue(&mut self, core: usize, kind: QueueRecord, pipe: Option<Pipe>) {
        let block = self.cores[core].block;
        let key = (block, kind.queue, kind.entry);
        let released = kind.entry.checked_sub(kind.slots).map(|e| (block, kind.queue, e));
        match kind.step {
            QueueStep::Open | QueueStep::Push { opened: false } => {
                if let Some(clock) = released.and_then(|k| self.freed.get(&k)).cloned() {
                    self.wait_all(core, &clock);
                }
            }
            QueueStep::Push { opened: true } | QueueStep::Pop { .. } | QueueStep::Free => {}
        }
        match kind.step {
            QueueStep::Open => {}
            QueueStep::Push { .. } => {
                let clock = pipe.map_or_else(|| self.after_all(core), |p| self.after(core, p));
                self.pushed.entry(key).or_default().join(&clock);
            }
            QueueStep::Pop { released } => {
                if let Some(clock) = self.pushed.get(&key).cloned() {
                    self.wait_all(core, &clock);
                }
                if released {
                    let clock = self.after_all(core);
                    self.freed.entry(key).or_default().join(&clock);
                }
            }
            QueueStep::Free => {
                let clock = self.after_all(core);
                self.freed.entry(key).or_default().join(&clock);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pto_sim::CoreRole;

    const CORE: CoreAt = CoreAt { rank: 0, block: 0, role: CoreRole::Alone };

    fn clocks(target: Target) -> Clocks {
        Clocks::new(target, FlagIdentity::SourceTargetId, false)
    }

    #[test]
    fn an_event_carries_what_its_pipe_has_done() {
        let mut c = clocks(Target::A5);
        let (load, first) = c.issue(CORE, Pipe::Mte2);
        let (add, _) = c.issue(CORE, Pipe::V);
        assert!(!c.covers(add, load, first));
        c.follow_kind(CORE, TraceKind::SetFlag { from: Pipe::Mte2, to: Pipe::V, id: 0 }, None);
        let (_, second) = c.issue(CORE, Pipe::Mte2);
        c.follow_kind(CORE, TraceKind::WaitFlag { from: Pipe::Mte2, to: Pipe::V, id: 0 }, None);
        assert!(c.covers(add, load, first) && !c.covers(add, load, second));
    }

    #[test]
    fn a_buffer_id_that_nobody_holds_keeps_nobody_waiting() {
        for taken in [true, false] {
            let mut c = clocks(Target::A5);
            if taken {
                c.follow_kind(CORE, TraceKind::GetBuffer(Pipe::Mte2, 0), None);
            }
            let (load, first) = c.issue(CORE, Pipe::Mte2);
            c.follow_kind(CORE, TraceKind::ReleaseBuffer(Pipe::Mte2, 0), None);
            c.follow_kind(CORE, TraceKind::GetBuffer(Pipe::V, 0), None);
            let (add, _) = c.issue(CORE, Pipe::V);
            assert_eq!(c.covers(add, load, first), taken);
        }
    }

    #[test]
    fn the_vector_pipe_of_a2a3_needs_a_barrier() {
        for (target, in_order) in [(Target::A2A3, false), (Target::A5, true)] {
            let mut c = clocks(target);
            let (v, first) = c.issue(CORE, Pipe::V);
            c.issue(CORE, Pipe::V);
            assert_eq!(c.covers(v, v, first), in_order);
            c.follow_kind(CORE, TraceKind::Barrier(Pipe::V), None);
            c.issue(CORE, Pipe::V);
            assert!(c.covers(v, v, first));
        }
    }

    #[test]
    fn nothing_starts_before_the_scalar_unit_gives_it() {
        let mut c = clocks(Target::A5);
        let (s, number) = c.issue(CORE, Pipe::S);
        let (v, vector) = c.issue(CORE, Pipe::V);
        assert!(c.covers(v, s, number));
        c.issue(CORE, Pipe::S);
        assert!(!c.covers(s, v, vector), "the scalar unit does not wait for what it gave");
    }
    #[test]
    fn unit_flags_hand_the_accumulator_over() {
        let mut c = clocks(Target::A5);
        c.pass_unit_flag(CORE, Pipe::M);
        let (mad, number) = c.issue(CORE, Pipe::M);
        let (fix, _) = c.issue(CORE, Pipe::Fix);
        assert!(!c.covers(fix, mad, number));
        c.pass_unit_flag(CORE, Pipe::Fix);
        assert!(c.covers(fix, mad, number));
    }
}
