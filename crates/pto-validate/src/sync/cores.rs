//! Other cores of a block: the traces of its cores are executed together, with vector clocks, and everything that two
//! cores do to the same bytes must be ordered by the signals between them.
//!
//! Signals between cores are counted, so which wait takes which signal does not depend on the schedule: one execution
//! shows the happens-before of all. A loop whose number of iterations is not known is taken no, one, two and more
//! times, until what its iterations work with has come again twice: accesses further apart are ordered by the same
//! edges, since knowledge only grows.

use super::abstract_state::{Event, PIPES};
use super::trace::{Action, Trace, Trips, Unfollowed};
use super::{AbstractInterpreter, PIPE, Reason};
use crate::points_to::parameters;
use pto_ir::ValueId;
use pto_ir::module::{NodeId, RegionId};
use pto_isa::class::{Class, Query, QueueOp, Sync};
use pto_isa::def::Core;
use pto_isa::{Pipe, Space, Target};
use rustc_hash::{FxHashMap, FxHashSet};

/// From this id on a signal of the cube core is for the second vector core.
const SECOND_VECTOR: i64 = 16;
/// Combinations of how often loops are taken.
const MAX_COMBINATIONS: usize = 400;

/// A core of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Role {
    Cube,
    Vector(u8),
}

impl Role {
    const fn name(self) -> &'static str {
        match self {
            Role::Cube => "the cube core",
            Role::Vector(0) => "vector core 0",
            Role::Vector(_) => "vector core 1",
        }
    }
}

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

/// A core: what it is, the regions it runs, and the parameters that stand for others.
struct Member {
    role: Role,
    region: RegionId,
    function: NodeId,
    alias: Vec<(ValueId, ValueId)>,
}

/// Of each pipe of each core, how many of its accesses are over.
type Clock = Vec<u32>;

/// Cores that run together.
struct Cluster {
    target: Target,
    roles: Vec<Role>,
    /// Both vector cores do the same with the same numbers.
    alike: bool,
    clocks: Vec<Clock>,
    issued: Vec<u32>,
    events: FxHashMap<(usize, Event), Vec<Clock>>,
    buffers: FxHashMap<(usize, usize), Clock>,
    /// What the pipe knew that signalled, and which it was.
    sent: FxHashMap<(usize, Channel), Vec<(Clock, usize)>>,
    /// The last wait on a channel: who waited, and the how manieth of its deeds it was.
    waited: FxHashMap<(usize, Channel), (usize, u32)>,
    taken: FxHashMap<(usize, Channel), usize>,
    accesses: FxHashMap<Shared, Vec<Recorded>>,
}

/// Two accesses of different cores that nothing orders: the first, the second, and who makes them.
type Conflict = ((NodeId, Role, usize), (NodeId, Role, usize));

impl AbstractInterpreter<'_> {
    /// Looks at the cores of a block together: `function` runs on both kinds, or with `partner` for the vector cores.
    pub(super) fn cores(&mut self, function: NodeId, partner: Option<NodeId>) {
        let module = self.module;
        let body = |f: NodeId| module.node_regions(module.node(f)).first().copied();
        let Some(region) = body(function) else { return };
        let vector = partner.unwrap_or(function);
        let Some(vector_region) = body(vector) else { return };
        let mut nodes = Vec::new();
        self.reached(region, 0, &mut nodes);
        if partner.is_some() {
            self.reached(vector_region, 0, &mut nodes);
        }
        let classes: Vec<Class> =
            nodes.iter().filter_map(|&n| module.def(module.node(n))).map(|d| d.class).collect();
        let told_apart = classes
            .iter()
            .any(|c| matches!(c, Class::Query(Query::SubblockIdx | Query::SubblockNum)));
        let passes =
            classes.iter().any(|c| matches!(c, Class::Queue(QueueOp::Push(_) | QueueOp::Pop(_))));
        let split = nodes.iter().any(|&n| module.attr(module.node(n), "split").is_some());
        let (own, theirs) = (parameters(module, function), parameters(module, vector));
        let numbered = partner.is_some() && theirs.len() > own.len();
        let one_vector =
            self.target != Target::A2A3 && passes && !told_apart && !split && !numbered;
        let alias: Vec<(ValueId, ValueId)> = match partner {
            Some(_) => theirs.iter().copied().zip(own.iter().copied()).collect(),
            None => Vec::new(),
        };
        let mut members = vec![Member { role: Role::Cube, region, function, alias: Vec::new() }];
        for n in 0..if one_vector { 1 } else { 2 } {
            let role = Role::Vector(n);
            members.push(Member {
                role,
                region: vector_region,
                function: vector,
                alias: alias.clone(),
            });
        }
        let alike = !told_apart && !numbered && !split;
        let mut loops = Vec::new();
        self.unknown_loops(region, 0, &mut loops);
        if partner.is_some() {
            self.unknown_loops(vector_region, 0, &mut loops);
        }
        loops.retain(|(key, _)| !key.iter().all(|&v| self.exact(v).is_some()));
        // How often each is taken at most.
        let more = [6, 4, 2][loops.len().clamp(1, 3) - 1];
        let mut keys: Vec<([ValueId; 3], usize)> =
            loops.iter().map(|(key, modulus)| (*key, 2 * *modulus as usize + more)).collect();
        loop {
            let Some(all) = combinations(&keys) else {
                return self.not_covered(
                    function,
                    Reason::Cores,
                    "too many loops of unknown length",
                );
            };
            let mut needed = Trips::default();
            for trips in all {
                match self.execute(&members, &trips, alike, &mut needed) {
                    Err((node, why)) => return self.not_covered(node, Reason::Cores, why),
                    Ok(true) => return,
                    Ok(false) => {}
                }
            }
            let mut raised = false;
            for (key, most) in &mut keys {
                let needed = needed.get(key).copied().unwrap_or(0);
                raised |= needed > *most;
                *most = needed.max(*most);
            }
            if !raised {
                return;
            }
        }
    }

    /// All nodes that a region and the functions it calls have.
    pub(super) fn reached(&self, region: RegionId, depth: usize, out: &mut Vec<NodeId>) {
        let module = self.module;
        for &id in module.region(region).blocks.iter().flat_map(|&b| &module.block(b).ops) {
            out.push(id);
            if let Some(f) = self.points_to.callee(id).filter(|_| depth < 8) {
                for &r in module.node_regions(module.node(f)) {
                    self.reached(r, depth + 1, out);
                }
            }
            for &r in module.node_regions(module.node(id)) {
                self.reached(r, depth, out);
            }
        }
    }

    /// Executes the cores with loops taken as often as given; whether something was found.
    fn execute(
        &mut self,
        members: &[Member],
        trips: &Trips,
        alike: bool,
        needed: &mut Trips,
    ) -> Result<bool, Unfollowed> {
        let mut traces = Vec::new();
        for m in members {
            let core = if m.role == Role::Cube { Core::Cube } else { Core::Vector };
            self.skip = Some(AbstractInterpreter::other(core));
            self.subblock = match m.role {
                Role::Cube => Some(0),
                Role::Vector(n) => Some(i64::from(n)),
            };
            self.env.clear();
            self.symbols.clear();
            self.calls = vec![m.function];
            for &(parameter, stands_for) in &m.alias {
                let value = self.now(stands_for);
                self.env.insert(parameter, value);
            }
            let mut t = Trace::new(trips);
            self.trace(m.region, &mut t)?;
            for (key, n) in t.needed {
                let most = needed.entry(key).or_insert(0);
                *most = (*most).max(n);
            }
            traces.push(t.actions);
        }
        self.env.clear();
        self.skip = None;
        let mut cluster =
            Cluster::new(self.target, members.iter().map(|m| m.role).collect(), alike);
        let mut at = vec![0; traces.len()];
        let (mut conflicts, mut overtaken) = (Vec::new(), Vec::new());
        loop {
            let mut moved = false;
            for core in 0..traces.len() {
                if let Some(action) = traces[core].get(at[core])
                    && cluster.act(core, action, &mut conflicts, &mut overtaken)
                {
                    at[core] += 1;
                    moved = true;
                }
            }
            if !moved {
                break;
            }
        }
        for (first, second) in &conflicts {
            self.report_cores(*first, *second);
        }
        for ((node, role), pipe) in &overtaken {
            let message = format!(
                "nothing orders this after the last one with the same id on {} of {}: which comes first is not known",
                PIPE[*pipe].name(),
                role.name()
            );
            self.report_reason(*node, None, message, Reason::Cores);
        }
        let stuck = (0..traces.len()).find_map(|c| match traces[c].get(at[c]) {
            Some(Action::Receive { node, .. }) => Some((*node, members[c].role)),
            _ => None,
        });
        if let Some((node, role)) = stuck {
            let message =
                format!("{} waits for a signal of another core that nobody sends", role.name());
            self.report_reason(node, None, message, Reason::Cores);
        }
        Ok(stuck.is_some() || !conflicts.is_empty() || !overtaken.is_empty())
    }

    fn report_cores(&mut self, first: (NodeId, Role, usize), second: (NodeId, Role, usize)) {
        let message = format!(
            "nothing orders this on {} of {} after an access of {} to the same bytes",
            PIPE[second.2].name(),
            second.1.name(),
            first.1.name()
        );
        let label =
            (first.0, format!("{} of {} accesses them here", PIPE[first.2].name(), first.1.name()));
        self.report_reason(second.0, Some(label), message, Reason::Cores);
    }
}

/// How often loops may be taken, in all combinations; nothing if there are too many.
fn combinations(keys: &[([ValueId; 3], usize)]) -> Option<Vec<Trips>> {
    let mut all = vec![Trips::default()];
    for (key, most) in keys {
        if all.len() * (most + 1) > MAX_COMBINATIONS {
            return None;
        }
        let with = |n: usize, c: &Trips| {
            let mut c = c.clone();
            c.insert(*key, n);
            c
        };
        all =
            (0..=*most).flat_map(|n| all.iter().map(|c| with(n, c)).collect::<Vec<_>>()).collect();
    }
    Some(all)
}

impl Cluster {
    fn new(target: Target, roles: Vec<Role>, alike: bool) -> Cluster {
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
    fn act(
        &mut self,
        core: usize,
        action: &Action,
        conflicts: &mut Vec<Conflict>,
        overtaken: &mut Vec<((NodeId, Role), usize)>,
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
                self.events.entry((core, *e)).or_default().push(clock);
            }
            Action::Wait(e) => {
                let queue = self.events.entry((core, *e)).or_default();
                if !queue.is_empty() {
                    let clock = queue.remove(0);
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

/// Whether an instruction signals other cores or waits for them.
pub(super) const fn between_cores(class: Class) -> bool {
    matches!(class, Class::Sync(Sync::SetCore(_) | Sync::WaitCore(_)))
}
