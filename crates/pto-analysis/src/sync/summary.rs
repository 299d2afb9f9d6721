//! What a statement does, as the statements beside it see it.

use super::lock::Lock;
use super::tokens::{Passing, Runs, Tokens};
use super::{Finder, FullBarrierReason, Left, UserSyncPolicy};
use crate::access::step_accesses;
use crate::footprint::{Layout, memory};
use crate::last_access::{Bytes, Clock, History, LastAccess, PIPES};
use crate::region_tree::{Kind, RegionNode};
use crate::user_sync::UserSync;
use pto_isa::class::{Barrier, Class, Sync};
use pto_isa::def::Core;
use pto_isa::{Pipe, Space};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Some bytes that a statement reads or writes on a pipe.
#[derive(Clone, Debug)]
pub(super) struct ByteAccess {
    pub pipe: usize,
    pub bytes: Bytes,
    pub write: bool,
    pub last: LastAccess,
    /// It happens whenever the statement is reached.
    pub certain: bool,
}

/// What a statement does, as its surroundings see it.
#[derive(Default)]
pub(super) struct EffectSummary {
    /// All that it accesses: what has to be over before it starts.
    pub accesses: Vec<ByteAccess>,
    /// For a statement with others inside: the last accesses, which later ones have to wait for.
    pub leaves: Option<Vec<ByteAccess>>,
    /// Pipes that know more when the statement is over: (who, about whom, up to when).
    pub gains: Vec<(usize, usize, u32)>,
    /// Signals right before it that all its work on the second pipe waits for: (who, whom).
    pub primed: Vec<(usize, usize)>,
    /// The events that it finds set and leaves set, if it is a loop that keeps them so between two executions.
    pub locks: Vec<Lock>,
    /// Then two executions are ordered: the positions of what stands inside.
    pub ordered: Option<Range<u32>>,
    /// Pipes that drain here: bits.
    pub drains: u8,
    /// A signal or a wait of the program's own.
    pub given: Option<UserSync>,
    /// What those inside it mean outside.
    pub passing: Option<Passing>,
}

impl Finder<'_> {
    /// What a statement does.
    pub(super) fn work(&mut self, item: &RegionNode, core: Option<Core>) -> EffectSummary {
        match item.kind {
            Kind::Step => self.step(item, core),
            Kind::Call => {
                self.found.works = true;
                self.found.coarse.push((item.node, FullBarrierReason::Call));
                self.full_barrier(item)
            }
            Kind::Jump => EffectSummary::default(),
            Kind::Loop { entered } => {
                let left: Vec<Left> =
                    item.bodies.iter().map(|b| self.body(b, Some(item), core)).collect();
                let mut work = self.compound(&left, Runs::Again { entered });
                let whole =
                    item.bodies.iter().all(|b| b.items.iter().all(|i| i.kind != Kind::Jump));
                if entered
                    && whole
                    && let [one] = &left[..]
                {
                    work.gain(&one.after);
                }
                let locks = left.iter().flat_map(|l| &l.locks);
                if self.hoisted.contains(&item.node) {
                    work.locks = locks.copied().collect();
                    work.primed.clear();
                    work.ordered = Some(item.start + 1..item.end + 2);
                } else {
                    // After the loop its carried edges are waited for once more.
                    work.gains.extend(locks.filter_map(|l| Some((l.to, l.from, l.covers?))));
                }
                work
            }
            Kind::Branch { complete } => {
                let left: Vec<Left> =
                    item.bodies.iter().map(|b| self.body(b, None, core)).collect();
                let mut work = self.compound(&left, Runs::Somehow);
                if complete && !left.is_empty() {
                    let mut common = left[0].clock;
                    for l in &left[1..] {
                        for (a, b) in common.iter_mut().flatten().zip(l.clock.iter().flatten()) {
                            *a = (*a).min(*b);
                        }
                    }
                    work.gain(&common);
                }
                work
            }
            Kind::Section(c) => {
                let core = if self.mixed { Some(c) } else { core };
                let left: Vec<Left> =
                    item.bodies.iter().map(|b| self.body(b, None, core)).collect();
                // The other kind of core has events of its own.
                let runs = if self.mixed { Runs::Somehow } else { Runs::Once };
                let mut work = self.compound(&left, runs);
                if !self.mixed
                    && let [one] = &left[..]
                {
                    work.gain(&one.clock);
                }
                work
            }
            Kind::Region => {
                let left: Vec<Left> =
                    item.bodies.iter().map(|b| self.body(b, None, core)).collect();
                let mut work = self.compound(&left, Runs::Once);
                if let [one] = &left[..] {
                    work.gain(&one.clock);
                }
                work
            }
            Kind::While { split } => {
                let left: Vec<Left> =
                    item.bodies.iter().map(|b| self.body(b, Some(item), core)).collect();
                let mut work = self.compound(&left, Runs::Somehow);
                let node = item.node;
                let condition = item.bodies.iter().flat_map(|b| b.items.iter().take(split));
                let condition: FxHashMap<_, _> = condition.map(|i| (i.node, i.end)).collect();
                let own = self.found.edges.iter().rev().take_while(|e| e.start >= item.start);
                for e in own.filter(|e| {
                    e.carried.as_ref().is_some_and(|c| c.around == node && c.epilogue_wait)
                }) {
                    // What the body signals says nothing of the condition that came after it.
                    if let Some(end) = condition.get(&e.set_after) {
                        work.gains.push((e.to, e.from, end + 1));
                    }
                }
                work
            }
        }
    }

    /// Every pipe drains before and after a statement that may do anything.
    pub(super) fn full_barrier(&mut self, item: &RegionNode) -> EffectSummary {
        self.barrier(item, Pipe::All);
        self.found.barriers_after.insert(item.node);
        EffectSummary { drains: u8::MAX, ..EffectSummary::default() }
    }

    pub(super) fn step(&mut self, item: &RegionNode, core: Option<Core>) -> EffectSummary {
        let layout = self.layout;
        let node = self.node(item);
        let mut list = Vec::new();
        let pipe = step_accesses(layout.module, item.node, layout.target, &mut list);
        if crate::user_sync::orders(layout.module, node) {
            let given = crate::user_sync::given(layout.module, node);
            let given = given.filter(|_| self.own == UserSyncPolicy::Trusted);
            return EffectSummary { given, ..EffectSummary::default() };
        }
        if let Some(reads) = between_cores(layout, node) {
            return self.between_cores(item, core, pipe, reads);
        }
        if let Some(drained) = barrier_pipe(layout, node) {
            let drains = match drained {
                Pipe::All => u8::MAX,
                p => 1 << p as u8,
            };
            return EffectSummary { drains, ..EffectSummary::default() };
        }
        let Some(pipe) = pipe else { return EffectSummary::default() };
        if pipe == Pipe::All {
            self.found.works = true;
            return self.full_barrier(item);
        }
        self.found.works |= !list.is_empty();
        let last = LastAccess { time: item.start + 1, known: 0 };
        let mut work = EffectSummary::default();
        for t in list {
            let several = layout.points_to.of(t.value).len() > 1;
            for bytes in self.bytes(t.value, core) {
                let certain = !several && !layout.points_to.slots.contains_key(&t.value);
                let access = |write: bool| ByteAccess {
                    pipe: pipe as usize,
                    bytes: bytes.clone(),
                    write,
                    last,
                    certain,
                };
                if t.reads {
                    work.accesses.push(access(false));
                }
                if t.writes {
                    work.accesses.push(access(true));
                }
            }
        }
        work
    }

    /// A signal from one core to another says that all earlier work is done; after a wait, all later work may
    /// start. Where the program orders its pipes itself, it chose the pipe of the signal with care.
    fn between_cores(
        &mut self,
        item: &RegionNode,
        core: Option<Core>,
        pipe: Option<Pipe>,
        reads: bool,
    ) -> EffectSummary {
        let pipe = match pipe {
            Some(Pipe::All) => return self.full_barrier(item),
            Some(pipe) if self.own == UserSyncPolicy::Absent => pipe as usize,
            _ => return EffectSummary::default(),
        };
        let cores: &[Option<Core>] = match (self.mixed, core) {
            (false, _) => &[None],
            (true, Some(Core::Cube)) => &[Some(Core::Cube)],
            (true, Some(Core::Vector)) => &[Some(Core::Vector)],
            (true, _) => &[Some(Core::Cube), Some(Core::Vector)],
        };
        let last = LastAccess { time: item.start + 1, known: 0 };
        let mut work = EffectSummary::default();
        for &core in cores {
            for space in Space::ALL {
                let bytes = Bytes { memory: memory(space, core), range: 0..u64::MAX };
                work.accesses.push(ByteAccess { pipe, bytes, write: !reads, last, certain: false });
            }
        }
        work
    }

    /// The accesses of inner bodies, as one statement.
    pub(super) fn compound(&self, left: &[Left], runs: Runs) -> EffectSummary {
        let (mut accesses, mut leaves) = (Vec::new(), Vec::new());
        for l in left {
            flatten(&l.touched, &mut accesses, |_, last| last);
            let known = |p: usize, mut last: LastAccess| {
                for q in (0..PIPES).filter(|&q| l.after[q][p] >= last.time) {
                    last.known |= 1 << q;
                }
                last
            };
            if let Some(history) = &l.condition {
                flatten(history, &mut leaves, known);
            }
            flatten(&l.history, &mut leaves, known);
        }
        let early = left.iter().flat_map(|l| &l.locks).filter(|l| l.early);
        let primed = early.map(|l| (l.from, l.to)).collect();
        let tokens: Vec<&Tokens> = left.iter().map(|l| &l.tokens).collect();
        let passing = Passing::new(runs, &tokens);
        EffectSummary {
            accesses,
            leaves: Some(leaves),
            primed,
            passing,
            ..EffectSummary::default()
        }
    }
}

/// Every access of a history.
fn flatten(
    history: &History,
    out: &mut Vec<ByteAccess>,
    with: impl Fn(usize, LastAccess) -> LastAccess,
) {
    for (places, cell) in history.iter() {
        let bytes = Bytes::from(places);
        for pipe in 0..PIPES {
            for (write, last) in [(false, cell.reads[pipe]), (true, cell.writes[pipe])] {
                if last.time > 0 {
                    let (bytes, last) = (bytes.clone(), with(pipe, last));
                    out.push(ByteAccess { pipe, bytes, write, last, certain: false });
                }
            }
        }
    }
}

impl EffectSummary {
    pub(super) fn gain(&mut self, clock: &Clock) {
        for (q, row) in clock.iter().enumerate() {
            for (p, &time) in row.iter().enumerate() {
                if time > 0 {
                    self.gains.push((q, p, time));
                }
            }
        }
    }
}

/// The pipe that a barrier of the program drains.
fn barrier_pipe(layout: &Layout<'_>, node: &pto_ir::Node) -> Option<Pipe> {
    let Class::Sync(Sync::Barrier(barrier)) = layout.module.def(node)?.class else { return None };
    match barrier {
        Barrier::Pipe(_) => crate::facts::pipe_of(layout.module, node, layout.target),
        Barrier::All => Some(Pipe::All),
        Barrier::Events(op) => {
            let plain =
                layout.module.operands(node).is_empty() && layout.module.attr(node, op).is_none();
            plain.then_some(Pipe::All)
        }
    }
}

/// Whether a statement signals to another core (`true`) or waits for one.
fn between_cores(layout: &Layout<'_>, node: &pto_ir::Node) -> Option<bool> {
    match layout.module.def(node)?.class {
        Class::Sync(Sync::SetCore(_) | Sync::SetBlock(_)) => Some(true),
        Class::Sync(Sync::WaitCore(_) | Sync::WaitBlock(_)) => Some(false),
        _ => None,
    }
}
