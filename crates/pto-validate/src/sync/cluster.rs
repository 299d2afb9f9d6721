//! Cores of a block that execute their traces together, with a vector clock for every pipe.

use super::abstract_state::{Event, PIPES};
use super::cores::Role;
use super::trace::Action;
use pto_ir::module::NodeId;
use pto_isa::{Pipe, Space, Target};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// From this id on a signal of the cube core is for the second vector core.
const SECOND_VECTOR: i64 = 16;

/// Where a signal goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Channel {
    To(Role, i64),
    ToVectors(i64),
    Vectors(i64),
    /// Between blocks, which are looked at elsewhere.
    Outside,
}

/// A memory that cores of a block share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Shared {
    Global,
    Vec(u8),
    Mat,
}

struct Recorded {
    core: usize,
    agent: usize,
    number: u32,
    start: u64,
    end: u64,
    write: bool,
    node: NodeId,
    instance: Option<usize>,
}

/// Of each pipe of each core, how many of its accesses are over.
type Clock = Vec<u32>;

/// Cores that run together.
pub(super) struct Cluster {
    target: Target,
    roles: Vec<Role>,
    /// Both vector cores do the same with the same numbers.
    alike: bool,
    clocks: Vec<Clock>,
    issued: Vec<u32>,
    events: FxHashMap<(usize, Event), VecDeque<Clock>>,
    buffers: FxHashMap<(usize, usize), Clock>,
    /// What the pipe knew that signalled, and which it was.
    sent: FxHashMap<(usize, Channel), Vec<(Clock, usize)>>,
    /// The last wait on a channel: who waited, and how many deeds of it came up to that.
    waited: FxHashMap<(usize, Channel), (usize, u32)>,
    taken: FxHashMap<(usize, Channel), usize>,
    accesses: FxHashMap<Shared, Vec<Recorded>>,
    /// Pairs of accesses that were compared.
    pub comparisons: u64,
}

/// Two accesses of different cores that nothing orders: the first, the second, and who makes them.
pub(super) type Conflict = ((NodeId, Role, usize), (NodeId, Role, usize));

/// A signal, or a wait, that may come before the last one with the same id: whose it is, and the pipe of the last one.
pub(super) type Overtaken = ((NodeId, Role), usize);

impl Cluster {
    pub fn new(target: Target, roles: Vec<Role>, alike: bool) -> Cluster {
        let agents = roles.len() * PIPES;
        Cluster {
            target,
            roles,
            alike,
            clocks: vec![vec![0; agents]; agents],
            issued: vec![0; agents],
            events: FxHashMap::default(),
            buffers: FxHashMap::default(),
            sent: FxHashMap::default(),
            waited: FxHashMap::default(),
            taken: FxHashMap::default(),
            accesses: FxHashMap::default(),
            comparisons: 0,
        }
    }

    /// What is over when all that a pipe was given so far is over; the scalar unit gives in order.
    fn after(&self, core: usize, pipe: usize) -> Vec<u32> {
        let (a, s) = (core * PIPES + pipe, core * PIPES);
        let mut clock = self.clocks[a].clone();
        join(&mut clock, &self.clocks[s]);
        clock[a] = clock[a].max(self.issued[a]);
        clock[s] = clock[s].max(self.issued[s]);
        clock
    }

    fn wait(&mut self, core: usize, pipe: Option<usize>, clock: &[u32]) {
        let pipes = pipe.map_or(0..PIPES, |p| p..p + 1);
        for p in pipes {
            join(&mut self.clocks[core * PIPES + p], clock);
        }
    }

    /// Does what a core does next; `false` if it has to wait for another core.
    pub fn act(
        &mut self,
        core: usize,
        action: &Action,
        conflicts: &mut Vec<Conflict>,
        overtaken: &mut Vec<Overtaken>,
    ) -> bool {
        match action {
            Action::Access { pipe, place, write, node, instance } => {
                let agent = core * PIPES + pipe;
                let scalar = self.after(core, 0);
                join(&mut self.clocks[agent], &scalar);
                self.issued[agent] += 1;
                for memory in self.shared(core, place.space) {
                    let now = Recorded {
                        core,
                        agent,
                        number: self.issued[agent],
                        start: place.start,
                        end: place.end,
                        write: *write,
                        node: *node,
                        instance: *instance,
                    };
                    self.access(memory, now, conflicts);
                }
            }
            Action::Set(e) => {
                let clock = self.after(core, e.0);
                self.events.entry((core, *e)).or_default().push_back(clock);
            }
            Action::Wait(e) => {
                let queue = self.events.entry((core, *e)).or_default();
                if let Some(clock) = queue.pop_front() {
                    self.wait(core, Some(e.1), &clock);
                }
            }
            Action::Take(pipe, id) => {
                if let Some(clock) = self.buffers.get(&(core, *id)).cloned() {
                    self.wait(core, Some(*pipe), &clock);
                }
            }
            Action::Give(pipe, id) => {
                let clock = self.after(core, *pipe);
                self.buffers.insert((core, *id), clock);
            }
            Action::Drain(Pipe::All) => {
                let mut clock = self.after(core, 0);
                (1..PIPES).for_each(|p| join(&mut clock, &self.after(core, p)));
                self.wait(core, None, &clock);
            }
            Action::Drain(pipe) => {
                let clock = self.after(core, *pipe as usize);
                self.wait(core, Some(*pipe as usize), &clock);
            }
            Action::Send { pipe, id, mode, node } => {
                let pipe = pipe.map_or(0, |p| p as usize);
                self.issued[core * PIPES + pipe] += 1;
                let clock = self.after(core, pipe);
                let channel = self.sends(core, *id, *mode);
                let sent = self.sent.entry((core, channel)).or_default();
                // Signals are counted: one that comes too early is taken for the one before it.
                if let Some((last, pipe_before)) = sent.last()
                    && last.iter().zip(&clock).any(|(a, b)| a > b)
                {
                    overtaken.push(((*node, self.roles[core]), *pipe_before));
                }
                sent.push((clock, pipe));
            }
            Action::Receive { pipe, id, mode, node } => {
                let channel = self.receives(core, *id, *mode);
                let nth = self.taken.get(&(core, channel)).copied().unwrap_or(0);
                let sources: Vec<usize> =
                    (0..self.roles.len()).filter(|&c| self.is_sent(channel, c)).collect();
                let mut clock = vec![0; self.clocks.len()];
                for from in sources {
                    match self.sent.get(&(from, channel)).and_then(|s| s.get(nth)) {
                        Some((sent, _)) => join(&mut clock, sent),
                        None => return false,
                    }
                }
                self.taken.insert((core, channel), nth + 1);
                // On A2/A3 the whole core waits.
                let pipe = pipe.filter(|_| self.target == Target::A5).map(|p| p as usize);
                let agent = core * PIPES + pipe.unwrap_or(0);
                let scalar = self.after(core, 0);
                join(&mut self.clocks[agent], &scalar);
                if let Some(&(last, number)) = self.waited.get(&(core, channel))
                    && last != agent
                    && self.clocks[agent][last] < number
                {
                    overtaken.push(((*node, self.roles[core]), last % PIPES));
                }
                self.issued[agent] += 1;
                self.waited.insert((core, channel), (agent, self.issued[agent]));
                self.wait(core, pipe, &clock);
            }
        }
        true
    }

    fn sends(&self, core: usize, id: i64, mode: Option<i64>) -> Channel {
        match (mode, self.roles[core], self.target) {
            (Some(0), ..) => Channel::Outside,
            (Some(1), ..) => Channel::Vectors(id),
            (_, Role::Cube, Target::A2A3) => Channel::ToVectors(id),
            (_, Role::Cube, _) if id >= SECOND_VECTOR => {
                Channel::To(Role::Vector(1), id - SECOND_VECTOR)
            }
            (_, Role::Cube, _) => Channel::To(Role::Vector(0), id),
            (_, Role::Vector(_), Target::A2A3) => Channel::To(Role::Cube, id),
            (_, Role::Vector(n), _) => Channel::To(Role::Cube, id + SECOND_VECTOR * i64::from(n)),
        }
    }

    fn receives(&self, core: usize, id: i64, mode: Option<i64>) -> Channel {
        match (mode, self.roles[core], self.target) {
            (Some(0), ..) => Channel::Outside,
            (Some(1), ..) => Channel::Vectors(id),
            (_, Role::Vector(_), Target::A2A3) => Channel::ToVectors(id),
            (_, own @ Role::Vector(1), _) if id >= SECOND_VECTOR => {
                Channel::To(own, id - SECOND_VECTOR)
            }
            (_, own, _) => Channel::To(own, id),
        }
    }

    /// Whether a core signals on a channel that another one waits on.
    fn is_sent(&self, channel: Channel, by: usize) -> bool {
        match (channel, self.roles[by]) {
            (Channel::To(Role::Cube, id), Role::Vector(n)) => {
                self.target == Target::A2A3 || (n == 1) == (id >= SECOND_VECTOR)
            }
            (Channel::To(Role::Vector(_), _) | Channel::ToVectors(_), Role::Cube) => true,
            (Channel::Vectors(_), Role::Vector(_)) => true,
            _ => false,
        }
    }

    /// The memories that an access to a space reaches and other cores may reach, too.
    fn shared(&self, core: usize, space: Space) -> Vec<Shared> {
        match (space, self.roles[core]) {
            (Space::Gm, _) => vec![Shared::Global],
            (Space::Vec, Role::Vector(n)) => vec![Shared::Vec(n)],
            (Space::Vec, Role::Cube) => vec![Shared::Vec(0), Shared::Vec(1)],
            (Space::Mat, _) => vec![Shared::Mat],
            _ => Vec::new(),
        }
    }

    fn access(&mut self, memory: Shared, now: Recorded, conflicts: &mut Vec<Conflict>) {
        let list = self.accesses.entry(memory).or_default();
        let clock = &self.clocks[now.agent];
        let mut seen = FxHashSet::default();
        self.comparisons += list.len() as u64;
        for old in list.iter() {
            let apart = old.core == now.core
                || !(old.write || now.write)
                || old.end <= now.start
                || now.end <= old.start
                || clock[old.agent] >= old.number;
            // Two vector cores that do the same store the same values by the same execution of a statement.
            let equal = self.alike
                && old.write
                && now.write
                && now.instance.is_some()
                && (old.node, old.instance) == (now.node, now.instance)
                && self.roles[old.core] != Role::Cube
                && self.roles[now.core] != Role::Cube;
            if !apart && !equal && seen.insert((old.node, old.core)) {
                conflicts.push((
                    (old.node, self.roles[old.core], old.agent % PIPES),
                    (now.node, self.roles[now.core], now.agent % PIPES),
                ));
            }
        }
        // Of the same statement on the same bytes the last access is the last to be over.
        let is_older = |o: &Recorded| {
            (o.agent, o.node, o.start, o.end, o.write)
                == (now.agent, now.node, now.start, now.end, now.write)
        };
        if !(self.alike && now.write && self.roles[now.core] != Role::Cube) {
            list.retain(|o| !is_older(o));
        }
        list.push(now);
    }
}

fn join(clock: &mut [u32], other: &[u32]) {
    for (a, b) in clock.iter_mut().zip(other) {
        *a = (*a).max(*b);
    }
}
