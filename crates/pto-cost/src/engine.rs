//! Pipes as queues: what the scalar unit issues waits in its pipe until what stands before it lets it go.
//!
//! The scalar unit of a core goes through the program; every other instruction goes to the end of its pipe's
//! queue. A pipe starts its instructions in order, each as soon as the pipe is free, its events have come and,
//! where the tool keeps the order, its data is there. An instruction takes its pipe for its busy cycles and is
//! complete after its fill cycles as well, so that independent instructions overlap their latencies and
//! dependent ones do not.

mod op;
mod what_if;

pub(crate) use op::{BarrierRun, Entry, Issue, Op};
pub(crate) use what_if::{Again, Needs, OperandOrder, Times, Without};

use crate::model::Machine;
use crate::timeline::Cause;
use pto_isa::{Pipe, Target};
use pto_sim::{Channel, CoreAt};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::VecDeque;

/// Pipes of a core, in the order of lanes.
pub(crate) const PIPES: [Pipe; 7] =
    [Pipe::S, Pipe::Mte2, Pipe::Mte1, Pipe::V, Pipe::M, Pipe::Fix, Pipe::Mte3];

/// The place of a pipe in [`PIPES`].
const fn lane(pipe: Pipe) -> usize {
    match pipe {
        Pipe::S | Pipe::All => 0,
        Pipe::Mte2 => 1,
        Pipe::Mte1 => 2,
        Pipe::V => 3,
        Pipe::M => 4,
        Pipe::Fix => 5,
        Pipe::Mte3 => 6,
    }
}

/// What a scalar unit issues: its own cycles before, the pipe, what.
type Issued = VecDeque<(f64, Pipe, Op)>;

/// What a core that is alone may have issued before its pipes run.
const BATCH: usize = 1024;

/// How often transfers are stretched before the result counts as it is.
const MAX_ITERATIONS: usize = 8;

/// When something happened, and the run after which it did.
#[derive(Clone, Copy, Debug, Default)]
struct Timestamp {
    time: f64,
    run: Option<u32>,
}

impl Timestamp {
    fn max(self, other: Timestamp) -> Timestamp {
        if other.time > self.time { other } else { self }
    }
}

/// What held the scalar unit.
#[derive(Clone, Copy, Debug, Default)]
struct ScalarStall {
    until: Timestamp,
    why: Option<Cause>,
    barrier: Option<u32>,
}

#[derive(Debug, Default)]
struct PipeState {
    queue: VecDeque<(Op, f64)>,
    /// When it can take the next instruction.
    free: f64,
    /// When all of it is complete.
    done: Timestamp,
    /// Its last run.
    last: Option<u32>,
    /// It may not go on earlier.
    ready: Timestamp,
    why: Option<Cause>,
    /// The barrier that it came from, if it did.
    barrier: Option<u32>,
    /// Runs after which events came that the next run waits for.
    arrivals: SmallVec<[u32; 2]>,
}

#[derive(Debug)]
struct CoreState {
    at: CoreAt,
    /// What the scalar unit has still to issue: scalar cycles before it, pipe, what.
    inbox: Issued,
    scalar: f64,
    /// What the scalar unit waited for last, and until when.
    held: ScalarStall,
    pipes: [PipeState; 7],
    events: FxHashMap<(Pipe, Pipe, i64), VecDeque<Timestamp>>,
    buffers: FxHashMap<(i64, u32), Timestamp>,
}

impl CoreState {
    fn new(at: CoreAt, inbox: Issued, scalar: f64) -> CoreState {
        let (held, pipes, events, buffers) = Default::default();
        CoreState { at, inbox, scalar, held, pipes, events, buffers }
    }
}

/// All cores of a run.
#[derive(Debug)]
pub(crate) struct Engine {
    target: Target,
    machine: Machine,
    /// There is one core only, which waits for nobody.
    alone: bool,
    cores: Vec<CoreState>,
    pub runs: Vec<Issue>,
    pub barriers: Vec<BarrierRun>,
    /// Set to wait.
    pub flows: Vec<(u32, u32)>,
    sent: FxHashMap<(usize, Channel), Vec<Timestamp>>,
    taken: FxHashMap<(usize, Channel), usize>,
    /// By number, when notifications and transfers are there.
    notices: FxHashMap<u32, Timestamp>,
    /// How many cores push an entry and give its slot back, and what of it has happened.
    pushes: FxHashMap<Entry, (u32, u32, Timestamp)>,
    frees: FxHashMap<Entry, (u32, u32, Timestamp)>,
    /// What is needed to run everything again, if somebody will ask.
    pub again: Option<Box<Again>>,
    /// What is left out this time.
    relaxed: what_if::Relaxed,
}

/// A pipe that never gets what it waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadlock {
    /// The core.
    pub core: CoreAt,
    /// The pipe.
    pub pipe: Pipe,
    /// The instruction at the head of its queue, if any.
    pub site: Option<u32>,
}

impl Engine {
    pub fn new(target: Target, machine: Machine, alone: bool) -> Engine {
        let (cores, runs, barriers, flows) = Default::default();
        let (sent, taken, notices, pushes, frees, again, relaxed) = Default::default();
        Engine {
            target,
            machine,
            alone,
            cores,
            runs,
            barriers,
            flows,
            sent,
            taken,
            notices,
            pushes,
            frees,
            again,
            relaxed,
        }
    }

    /// The number of a core; it is made when it first appears.
    pub fn core(&mut self, at: CoreAt) -> usize {
        // The one that acts is nearly always the one that acted last.
        if let Some(i) = self.cores.iter().rposition(|c| c.at == at) {
            return i;
        }
        self.cores.push(CoreState::new(at, VecDeque::new(), self.machine.launch_cycles));
        self.cores.len() - 1
    }

    pub fn core_at(&self, i: usize) -> CoreAt {
        self.cores[i].at
    }
    pub fn launch_cycles(&self) -> f64 {
        self.machine.launch_cycles
    }
    pub fn core_count(&self) -> usize {
        self.cores.len()
    }

    /// An execution of a barrier.
    pub fn barrier(&mut self, line: u32, pipe: Pipe) -> u32 {
        self.barriers.push(BarrierRun { line, pipe, stall: 0.0 });
        self.barriers.len() as u32 - 1
    }

    /// The scalar unit will issue this to a pipe, after this many cycles of its own.
    pub fn push(&mut self, core: usize, scalar: f64, pipe: Pipe, op: Op) {
        match &op {
            Op::Publish(e) => self.pushes.entry(*e).or_default().0 += 1,
            Op::Vacate(e) => self.frees.entry(*e).or_default().0 += 1,
            _ => {}
        }
        if self.again.is_some() {
            self.keep(core, scalar, pipe, &op);
        }
        let inbox = &mut self.cores[core].inbox;
        inbox.push_back((scalar, pipe, op));
        if self.alone && inbox.len() >= BATCH {
            // Nothing that comes later changes what can go on now, and what is done is out of the cache's way.
            while self.advance(core) {}
        }
    }

    /// Lets everything run. The answer is what never ran: nothing, unless the program hangs.
    ///
    /// Where the cores together ask for more bytes per cycle than global memory gives, transfers take longer in
    /// that proportion, until they do not.
    pub fn solve(&mut self) -> Vec<Deadlock> {
        let shared = self.machine.gm_bytes_per_cycle;
        if self.cores.len() < 2 || !shared.is_finite() {
            return self.run_all();
        }
        let programs: Vec<_> = self.cores.iter().map(|c| (c.at, c.inbox.clone())).collect();
        let ranks: Vec<usize> = self.cores.iter().map(|c| c.at.rank as usize).collect();
        let mut bytes = vec![0.0; ranks.iter().max().map_or(0, |last| last + 1)];
        self.runs.iter().for_each(|r| bytes[ranks[r.core as usize]] += r.gm_bytes);
        for _ in 0..MAX_ITERATIONS {
            let stuck = self.run_all();
            let available = (self.end() - self.machine.launch_cycles).max(1.0) * shared;
            // Every device has a memory of its own.
            let demand: Vec<f64> = bytes.iter().map(|b| b / available).collect();
            if !stuck.is_empty() || demand.iter().all(|d| *d <= 1.01) {
                return stuck;
            }
            self.restart(&programs);
            for run in self.runs.iter_mut().filter(|r| r.gm_bytes > 0.0) {
                run.occupancy *= demand[ranks[run.core as usize]].max(1.0);
            }
        }
        self.run_all()
    }

    /// As if nothing had run.
    fn restart(&mut self, programs: &[(CoreAt, Issued)]) {
        let launch = self.machine.launch_cycles;
        let fresh = programs.iter().map(|(at, inbox)| CoreState::new(*at, inbox.clone(), launch));
        self.cores = fresh.collect();
        self.flows.clear();
        self.sent.clear();
        self.taken.clear();
        self.notices.clear();
        for state in self.pushes.values_mut().chain(self.frees.values_mut()) {
            (state.1, state.2) = (0, Timestamp::default());
        }
        self.barriers.iter_mut().for_each(|b| b.stall = 0.0);
        for run in &mut self.runs {
            (run.start, run.done) = (f64::NAN, f64::NAN);
        }
    }

    fn run_all(&mut self) -> Vec<Deadlock> {
        loop {
            let mut moved = false;
            for i in 0..self.cores.len() {
                while self.advance(i) {
                    moved = true;
                }
            }
            if !moved {
                break;
            }
        }
        let mut stuck = Vec::new();
        for core in &self.cores {
            let site = |op: Option<&Op>| match op {
                Some(Op::Issue(r)) => Some(self.runs[*r as usize].site),
                _ => None,
            };
            for (pipe, state) in PIPES.iter().zip(&core.pipes) {
                if !state.queue.is_empty() {
                    let next = state.queue.iter().map(|q| &q.0).find(|o| matches!(o, Op::Issue(_)));
                    stuck.push(Deadlock { core: core.at, pipe: *pipe, site: site(next) });
                }
            }
            if !core.inbox.is_empty() {
                let next = core.inbox.iter().map(|q| &q.2).find(|o| matches!(o, Op::Issue(_)));
                stuck.push(Deadlock { core: core.at, pipe: Pipe::S, site: site(next) });
            }
        }
        stuck
    }

    /// Whether anything of a core could go on.
    fn advance(&mut self, core: usize) -> bool {
        let mut moved = false;
        while self.issue(core) {
            moved = true;
        }
        for pipe in &PIPES[1..] {
            while self.start(core, *pipe) {
                moved = true;
            }
        }
        moved
    }

    /// The scalar unit issues the next instruction, or does it itself.
    fn issue(&mut self, core: usize) -> bool {
        let state = &mut self.cores[core];
        let Some((scalar, pipe, op)) = state.inbox.front() else { return false };
        let (scalar, pipe) = (if self.relaxed.drops_issue() { 0.0 } else { *scalar }, *pipe);
        if let Op::Barrier(b) = op
            && self.relaxed.drops_barrier(self.barriers[*b as usize].line)
        {
            state.scalar += scalar;
            state.inbox.pop_front();
            return true;
        }
        if pipe == Pipe::All {
            // A barrier of everything, or a signal after everything: the scalar unit waits until all is done.
            if state.pipes.iter().any(|p| !p.queue.is_empty()) {
                return false;
            }
            let all = state.pipes.iter().fold(Timestamp::default(), |m, p| m.max(p.done));
            let time = (state.scalar + scalar).max(all.time);
            let Some((_, _, op)) = state.inbox.pop_front() else { return false };
            state.scalar = time;
            let (why, barrier) = match op {
                Op::Barrier(b) => (all.run.map(Cause::Barrier), Some(b)),
                _ => (None, None),
            };
            state.held = ScalarStall { until: all, why, barrier };
            for p in &mut state.pipes {
                if all.time > p.ready.time {
                    p.ready = all;
                    (p.why, p.barrier) = (why, barrier);
                }
            }
            if barrier.is_none() {
                state.pipes[0].last = all.run;
                self.execute(core, Pipe::S, &op, time);
            }
            return true;
        }
        if pipe == Pipe::S {
            let begin = state.scalar + scalar;
            let op = op.clone();
            let Some(time) = self.execute(core, Pipe::S, &op, begin) else { return false };
            let state = &mut self.cores[core];
            state.inbox.pop_front();
            state.scalar = time;
            if time > begin {
                let p = &state.pipes[0];
                state.held = ScalarStall { until: p.ready, why: p.why, barrier: None };
            }
            return true;
        }
        let Some((_, _, op)) = state.inbox.pop_front() else { return false };
        state.scalar += scalar + self.machine.issue_cycles;
        let at = state.scalar;
        state.pipes[lane(pipe)].queue.push_back((op, at));
        true
    }

    /// A pipe takes the next thing of its queue.
    fn start(&mut self, core: usize, pipe: Pipe) -> bool {
        let state = &self.cores[core].pipes[lane(pipe)];
        let Some((op, issued)) = state.queue.front().cloned() else { return false };
        if self.execute(core, pipe, &op, issued).is_none() {
            return false;
        }
        self.cores[core].pipes[lane(pipe)].queue.pop_front();
        true
    }

    /// Does something on a pipe, not before a time. `None`: what it waits for has not happened yet.
    fn execute(&mut self, core: usize, pipe: Pipe, op: &Op, begin: f64) -> Option<f64> {
        let at = lane(pipe);
        match op {
            Op::Issue(r) => self.run(core, at, *r, begin),
            Op::Set { to, id } => {
                let p = &self.cores[core].pipes[at];
                let time = p.done.time.max(p.ready.time).max(begin) + self.machine.event_cycles;
                let moment = Timestamp { time, run: p.last };
                self.cores[core].events.entry((pipe, *to, *id)).or_default().push_back(moment);
                Some(begin)
            }
            Op::Wait { from, id } => {
                if self.relaxed.spares(core, *from, pipe, *id) {
                    return Some(begin);
                }
                let event = self.cores[core].events.get_mut(&(*from, pipe, *id))?.pop_front()?;
                Some(self.advance_to(core, at, event, event.run.map(Cause::Event), begin))
            }
            Op::Barrier(b) => {
                let drained = match self.cores[core].pipes[at].last {
                    Some(r) => {
                        let run = &self.runs[r as usize];
                        run.start + run.occupancy + self.remaining_latency(run)
                    }
                    None => 0.0,
                };
                let p = &mut self.cores[core].pipes[at];
                if drained > p.ready.time {
                    p.barrier = Some(*b);
                }
                let moment = Timestamp { time: drained, run: p.last };
                let why = p.last.map(Cause::Barrier);
                Some(self.advance_to(core, at, moment, why, begin))
            }
            Op::Get { id, acquisition } => {
                let moment = match acquisition {
                    0 => Timestamp::default(),
                    n => {
                        let last = *self.cores[core].buffers.get(&(*id, n - 1))?;
                        let by = last.run.map(|r| self.runs[r as usize].pipe);
                        match by {
                            Some(by) if self.relaxed.drops_reuse(pipe, by) => self.cores[core]
                                .released_before(*id, n - 1, &self.runs)
                                .unwrap_or_default(),
                            _ => last,
                        }
                    }
                };
                Some(self.advance_to(core, at, moment, moment.run.map(Cause::Buffer), begin))
            }
            Op::Release { id, acquisition } => {
                let p = &self.cores[core].pipes[at];
                let time = p.done.time.max(p.ready.time).max(begin) + self.machine.event_cycles;
                let moment = Timestamp { time, run: p.last };
                self.cores[core].buffers.insert((*id, *acquisition), moment);
                Some(begin)
            }
            Op::Send(channel) => {
                let p = &self.cores[core].pipes[at];
                let time = p.done.time.max(p.ready.time).max(begin) + self.machine.signal_cycles;
                let moment = Timestamp { time, run: p.last };
                self.sent.entry((core, *channel)).or_default().push(moment);
                Some(begin)
            }
            Op::Receive(channel) => {
                let moment = self.received(core, *channel)?;
                *self.taken.entry((core, *channel)).or_default() += 1;
                Some(self.advance_to(core, at, moment, moment.run.map(Cause::Core), begin))
            }
            Op::Notify { id, cycles } => {
                let p = &self.cores[core].pipes[at];
                let moment = Timestamp { time: p.ready.time.max(begin) + cycles, run: p.last };
                self.notices.insert(*id, moment);
                Some(begin)
            }
            Op::AwaitNotices(ids) => {
                let mut last = Timestamp::default();
                for id in ids {
                    last = last.max(*self.notices.get(id)?);
                }
                Some(self.advance_to(core, at, last, last.run.map(Cause::Core), begin))
            }
            Op::Publish(e) | Op::Vacate(e) => {
                let p = &self.cores[core].pipes[at];
                let time = p.done.time.max(p.ready.time).max(begin) + self.machine.signal_cycles;
                let moment = Timestamp { time, run: p.last };
                let list =
                    if matches!(op, Op::Publish(_)) { &mut self.pushes } else { &mut self.frees };
                let state = list.entry(*e).or_default();
                state.1 += 1;
                state.2 = state.2.max(moment);
                Some(begin)
            }
            Op::AwaitEntry(e) => {
                let (all, some, moment) = *self.pushes.get(e)?;
                if some < all {
                    return None;
                }
                Some(self.advance_to(core, at, moment, moment.run.map(Cause::Core), begin))
            }
            Op::AwaitSlot(e) => {
                let (all, some, moment) = self.frees.get(e).copied().unwrap_or_default();
                if some < all {
                    return None;
                }
                Some(self.advance_to(core, at, moment, moment.run.map(Cause::Core), begin))
            }
        }
    }

    /// The latency that a dependent instruction of the same pipe pays: the vector unit hides a part of it.
    fn remaining_latency(&self, run: &Issue) -> f64 {
        match run.pipe {
            Pipe::V => run.latency.min(self.machine.barrier_latency_cycles),
            _ => run.latency,
        }
    }

    /// The last signal a core waits for on a channel.
    fn received(&self, core: usize, channel: Channel) -> Option<Timestamp> {
        let received = self.taken.get(&(core, channel)).copied().unwrap_or(0);
        let to = self.cores[core].at;
        let mut last = Timestamp::default();
        for (i, from) in self.cores.iter().enumerate() {
            if channel.is_sent(self.target, from.at, to) {
                last = last.max(*self.sent.get(&(i, channel))?.get(received)?);
            }
        }
        Some(last)
    }

    /// Something came that a pipe waits for. The answer is when the scalar unit goes on, if it is the one.
    fn advance_to(
        &mut self,
        core: usize,
        at: usize,
        m: Timestamp,
        why: Option<Cause>,
        begin: f64,
    ) -> f64 {
        let p = &mut self.cores[core].pipes[at];
        if m.time > p.ready.time {
            p.ready = m;
            p.why = why;
        }
        if let (Some(run), Some(Cause::Event(_) | Cause::Core(_) | Cause::Buffer(_))) = (m.run, why)
        {
            p.arrivals.push(run);
        }
        begin.max(m.time)
    }

    fn run(&mut self, core: usize, at: usize, r: u32, begin: f64) -> Option<f64> {
        let mut data = Timestamp::default();
        for &n in self.runs[r as usize].needs.iter().chain(self.relaxed.kept(r)) {
            let n_run = &self.runs[n as usize];
            if n_run.done.is_nan() {
                return None;
            }
            let same = lane(n_run.pipe) == at && n_run.core as usize == core;
            let latency = if same { self.remaining_latency(n_run) } else { n_run.latency };
            let extra = if same { 0.0 } else { self.machine.event_cycles };
            data = data.max(Timestamp {
                time: n_run.start + n_run.occupancy + latency + extra,
                run: Some(n),
            });
        }
        let held = self.cores[core].held;
        let p = &mut self.cores[core].pipes[at];
        // While its last instruction completes a pipe does not stand still, nor before it has worked at all.
        let idle_from = match p.last {
            Some(last) => self.runs[last as usize].done,
            None => self.machine.launch_cycles,
        };
        let mut start = p.free;
        let (mut cause, mut after, mut barrier) = (None, p.last, None);
        if p.ready.time > start {
            (start, cause, after, barrier) = (p.ready.time, p.why, p.ready.run, p.barrier);
        }
        if begin > start {
            // The scalar unit is late: because it was held itself, or because it is slow.
            let late = held.until.time > start;
            (cause, after, barrier) = match held.why {
                Some(why) if late => (Some(why), held.until.run, held.barrier),
                _ => (Some(Cause::Issue), None, None),
            };
            start = begin;
        }
        if data.time > start {
            (start, cause, after) = (data.time, data.run.map(Cause::Data), data.run);
            barrier = None;
        }
        if at == 0 && cause == Some(Cause::Issue) {
            // The scalar unit works on what it issues, too.
            (cause, after) = (None, p.last);
        }
        for from in p.arrivals.drain(..) {
            self.flows.push((from, r));
        }
        let run = &mut self.runs[r as usize];
        run.start = start;
        run.done = start + run.occupancy + run.latency;
        run.stall = (start - idle_from).max(0.0);
        if let Some(b) = barrier {
            let stall = &mut self.barriers[b as usize].stall;
            *stall = stall.max(run.stall);
        }
        run.cause = cause;
        run.barrier = barrier;
        run.after = after;
        p.free = start + run.occupancy;
        p.last = Some(r);
        let done = Timestamp { time: run.done, run: Some(r) };
        p.done = p.done.max(done);
        Some(p.free)
    }
}

#[cfg(test)]
mod tests;
