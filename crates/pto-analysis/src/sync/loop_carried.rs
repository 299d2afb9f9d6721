//! The body of a loop against an earlier iteration: what one leaves to the next, and double buffering.

use super::block_scan::{BlockScan, Need};
use super::summary::EffectSummary;
use super::{DependenceEdge, EventReuse, Finder, LoopCarried, is_carried_around, is_prologue_of};
use crate::access::accesses_inside;
use crate::last_access::{ALL, Bytes, Clock, join};
use crate::multi_buffer::rotates_through;
use crate::region_tree::{Kind, RegionNode};
use pto_ir::{NodeId, ValueId};
use pto_isa::order;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::ops::Range;

/// What the first look at the body of a loop has shown.
pub(super) struct LoopScan<'a> {
    pub around: &'a RegionNode,
    /// Number of the body.
    pub number: u32,
    pub work: &'a [EffectSummary],
    pub first: &'a BlockScan<'a>,
    /// Edges inside an iteration: statement that signals, statement that waits, the pipes.
    pub forward: &'a [(usize, usize, usize, usize)],
    /// Statements before which a pipe drains.
    pub drained: &'a FxHashSet<(usize, usize)>,
}

/// Each tile that a loop rotates through takes a look at its whole body. Iterations wait for each other at the tiles beyond this
/// many as at any other.
const MAX_ROTATING: usize = 64;

/// A tile of several buffers of which each iteration of a loop uses the next.
pub(super) struct Alternating {
    /// The number of the buffer.
    pub value: ValueId,
    pub count: u32,
    /// The statement of the body that computes it; `None` if it comes from outside.
    pub defined: Option<usize>,
    pub bytes: SmallVec<[Bytes; 2]>,
}

/// What the pipes know at a statement.
struct Known {
    /// When they signal before it, if it is a loop.
    at_prologue: Clock,
    /// When its work starts.
    at_work: Clock,
}

/// The statement that signals, the statement that waits, their pipes.
type Unmet = (usize, usize, usize, usize);

/// Where each statement stands in its body.
pub(super) struct Positions(FxHashMap<NodeId, usize>);

impl Positions {
    pub fn new(items: &[RegionNode]) -> Positions {
        Positions(items.iter().enumerate().map(|(i, item)| (item.node, i)).collect())
    }

    pub fn of(&self, node: NodeId) -> Option<usize> {
        self.0.get(&node).copied()
    }
}

/// Hand-overs in the order of the statements that wait.
struct ByWait(Vec<Unmet>);

impl ByWait {
    fn new(list: &[Unmet]) -> ByWait {
        let mut list = list.to_vec();
        order::by_key(&mut list, |u| u.1);
        ByWait(list)
    }

    /// Those that the statement `j` waits for.
    fn of(&self, j: usize) -> impl Iterator<Item = &Unmet> {
        self.0[self.0.partition_point(|u| u.1 < j)..].iter().take_while(move |u| u.1 == j)
    }
}

/// The credits that no other serves: one of a pair of pipes serves all whose waits come before it and whose signals come
/// after it. `credits` are in order, each once.
fn needed_credits(credits: &[Unmet]) -> Vec<Unmet> {
    let mut order: Vec<&Unmet> = credits.iter().collect();
    // Of a pair of pipes, what serves another stands before it.
    order::by_key(&mut order, |c| (c.2, c.3, Reverse(c.0), c.1));
    let mut needed: Vec<Unmet> = Vec::new();
    for &c in order {
        let serves = |n: &Unmet| (n.2, n.3) == (c.2, c.3) && n.1 <= c.1;
        if !needed.last().is_some_and(serves) {
            needed.push(c);
        }
    }
    order::sort(&mut needed);
    needed
}

impl Finder<'_> {
    /// The body of a loop against the iteration before. Returns what is waited for after the loop: the statement
    /// that signals, its pipe, the pipe that waits.
    pub(super) fn carried_dependences(
        &mut self,
        seen: &LoopScan<'_>,
        inner: &[Range<usize>],
    ) -> Vec<(usize, usize, usize)> {
        let first_own = self.found.edges.len();
        let slots = self.slots(seen);
        let rotating: FxHashSet<PlaceKey> =
            slots.iter().flat_map(|s| s.bytes.iter().map(place_key)).collect();
        let alternating = |b: &Bytes| rotating.contains(&place_key(b));
        let carried = self.look_back(seen, &[], |b| !alternating(b));
        let mut waits = Vec::new();
        for &(i, j, from, to) in &carried {
            self.carry(seen, (i, j, from, to), None);
            waits.push((i, from, to));
        }
        for slot in &slots {
            self.look_some_rounds_back(seen, slot, &carried, &mut waits);
        }
        self.signals_of_next_iteration(seen, inner, &carried, first_own);
        waits
    }

    /// What pipes know when they signal again in the next iteration, and events for each buffer where that is not
    /// enough: the waits of an iteration may come after the signals of the next.
    fn signals_of_next_iteration(
        &mut self,
        seen: &LoopScan<'_>,
        inner: &[Range<usize>],
        carried: &[Unmet],
        first_own: usize,
    ) {
        let (items, around) = (seen.first.items, seen.around);
        let clocks = self.clocks_of_next_iteration(seen, carried);
        // All of an iteration is over for who knows anything of the next one.
        let of_last = |known: u32| if known >= self.shift { u32::MAX } else { known };
        let update = |e: &mut DependenceEdge, at: usize| {
            let item = &items[at];
            let clock = match is_prologue_of(e, item) {
                true => &clocks[at].at_prologue,
                false => &clocks[at].at_work,
            };
            let mut known = of_last(clock[e.from][e.to]);
            if !item.bodies.is_empty() && e.reuse.known > item.start {
                known = u32::MAX;
            }
            e.reuse.known_again = e.reuse.known_again.min(known);
            e.reuse.loop_end = e.reuse.loop_end.max(around.end);
        };
        // Where nothing else does, the pipe that waits tells the other one that it has: after this statement, before
        // that one of the next iteration.
        let mut credits: Vec<Unmet> = Vec::new();
        for (at, range) in inner.iter().enumerate() {
            let edges = self.found.edges[range.clone()].iter_mut();
            for e in edges.filter(|e| !is_carried_around(e, around)) {
                update(e, at);
                if e.reuse.known_again < e.waited {
                    // Two executions of a loop that keeps its events set are as two of its iterations, for which this
                    // has been seen to.
                    if seen.work[at].ordered.is_none() {
                        credits.push((at, at, e.to, e.from));
                    }
                    e.reuse.known_again = e.waited;
                }
            }
        }
        let start = inner.last().map_or(first_own, |r| r.end);
        let positions = Positions::new(items);
        let position = |id: NodeId| positions.of(id);
        // The same for the next iteration that works on the same buffer, for each number of a buffer.
        let mut by_slot: Vec<((ValueId, u32), Vec<Unmet>)> = Vec::new();
        for e in &self.found.edges[first_own..] {
            let Some(slot) = e.carried.as_ref().and_then(|c| c.slot) else { continue };
            let (Some(i), Some(j)) = (position(e.set_after), position(e.wait_before)) else {
                continue;
            };
            match by_slot.iter_mut().find(|s| s.0 == slot) {
                Some(s) => s.1.push((i, j, e.from, e.to)),
                None => by_slot.push((slot, vec![(i, j, e.from, e.to)])),
            }
        }
        let rotations: Vec<((ValueId, u32), Vec<Known>)> = by_slot
            .into_iter()
            .map(|(slot, mut edges)| {
                edges.extend(carried);
                (slot, self.clocks_of_next_iteration(seen, &edges))
            })
            .collect();
        let module = self.layout.module;
        let defined = |value: ValueId| match module.value(value).def {
            pto_ir::module::Def::Result(n) => position(n),
            _ => None,
        };
        for e in &mut self.found.edges[start..first_own] {
            let (Some(i), Some(j)) = (position(e.set_after), position(e.wait_before)) else {
                continue;
            };
            update(e, i);
            if e.reuse.known_again > items[j].start {
                if e.carried.is_some() {
                    // The wait after the loop comes once.
                    e.reuse.known_again = u32::MAX;
                }
                continue;
            }
            // What used the same buffer before is known to be done when it is used again.
            let back = rotations.iter().find_map(|&((value, count), ref clocks)| {
                let known = of_last(clocks[i].at_work[e.from][e.to]) >= e.waited;
                (known && defined(value).is_none_or(|d| d < i)).then_some((value, count))
            });
            match back {
                Some(rotating) => {
                    e.rotating = Some(rotating);
                    (e.start, e.end) = (around.start, around.end);
                    e.reuse.known_again = u32::MAX;
                }
                None => {
                    credits.push((j, i, e.to, e.from));
                    e.reuse.known_again = e.waited;
                }
            }
        }
        order::sort(&mut credits);
        credits.dedup();
        let needed = needed_credits(&credits);
        needed.into_iter().for_each(|credit| self.carry(seen, credit, None));
        self.shake_hands(seen, first_own);
    }

    /// What the pipes know at each statement of the next iteration, given what it waits for of this one.
    fn clocks_of_next_iteration(&self, seen: &LoopScan<'_>, carried: &[Unmet]) -> Vec<Known> {
        let items = seen.first.items;
        let mut next = seen.first.again();
        let mut clocks: Vec<Known> = Vec::with_capacity(items.len());
        let carried = ByWait::new(carried);
        for (j, w) in seen.work.iter().enumerate() {
            let now = self.shift + items[j].start;
            let mut at_prologue = next.replay(seen, j, now);
            for &(i, _, from, to) in carried.of(j) {
                let row = seen.first.snapshots[i].row(from);
                join(&mut at_prologue[to], &row);
                join(&mut next.clock[to], &row);
            }
            clocks.push(Known { at_prologue, at_work: next.clock });
            next.record(w, &items[j], self.shift);
        }
        clocks
    }

    /// The signal of an iteration for the next must not come before the wait for that of the last. Where a pipe does not
    /// know that the other one has waited, because what lies between may not run, it is told.
    fn shake_hands(&mut self, seen: &LoopScan<'_>, first_own: usize) {
        let items = seen.first.items;
        let positions = Positions::new(items);
        let position = |id: NodeId| positions.of(id);
        let mut told: FxHashSet<(usize, usize, usize)> = FxHashSet::default();
        for k in first_own..self.found.edges.len() {
            let e = &mut self.found.edges[k];
            let (Some(i), Some(j)) = (position(e.set_after), position(e.wait_before)) else {
                continue;
            };
            if seen.first.snapshots[i].row(e.from)[e.to] > items[j].start {
                continue;
            }
            if i < j {
                e.reuse.known_again = 0;
                continue;
            }
            let (from, to) = (e.to, e.from);
            if !told.insert((i, from, to)) {
                continue;
            }
            self.found.edges.push(DependenceEdge {
                from,
                to,
                set_after: items[i].node,
                wait_before: items[i].node,
                start: items[i].end,
                end: items[i].end,
                body: seen.number,
                waited: items[i].end + 1,
                reuse: EventReuse { loop_end: seen.around.end, ..EventReuse::outside_loops(0) },
                rotating: None,
                handshake: true,
                carried: None,
            });
        }
    }

    /// What rotates through buffers meets the same one some iterations later: an event for each buffer.
    fn look_some_rounds_back(
        &mut self,
        seen: &LoopScan<'_>,
        slot: &Alternating,
        carried: &[Unmet],
        waits: &mut Vec<(usize, usize, usize)>,
    ) {
        let here = |b: &Bytes| slot.bytes.iter().any(|c| same_bytes(b, c));
        // For each pair of pipes the first wait and the last signal.
        let mut edges: Vec<Unmet> = Vec::new();
        for (i, j, from, to) in self.look_back(seen, carried, here) {
            match edges.iter_mut().find(|e| (e.2, e.3) == (from, to)) {
                Some(e) => e.0 = e.0.max(i),
                None => edges.push((i, j, from, to)),
            }
        }
        for (i, j, from, to) in edges {
            let known = slot.defined.is_none_or(|d| d < j);
            let number = known.then_some((slot.value, slot.count));
            self.carry(seen, (i, j, from, to), number);
            if number.is_none() {
                waits.push((i, from, to));
            }
        }
    }

    /// What an iteration has to wait for of an earlier one in some of the bytes. `carried` are signals of the iteration
    /// before that it waits for anyway. What a pipe has to wait for of itself becomes a barrier.
    fn look_back(
        &mut self,
        seen: &LoopScan<'_>,
        carried: &[Unmet],
        of: impl Fn(&Bytes) -> bool,
    ) -> Vec<Unmet> {
        let mut next = seen.first.again();
        let carried = ByWait::new(carried);
        let mut unmet = Vec::new();
        for (j, w) in seen.work.iter().enumerate() {
            let item = &seen.first.items[j];
            let now = self.shift + item.start;
            next.replay(seen, j, now);
            // These come from the iteration before, which is later than the one in question.
            for &(i, _, from, to) in carried.of(j) {
                let mut row = seen.first.snapshots[i].row(from);
                row[from] = row[from].max(self.shift);
                join(&mut next.clock[to], &row);
            }
            let mut inside = next.inside(w);
            for Need { from, to, time } in next.needs(self.layout, w, &inside, &of) {
                if inside[to][from] >= time {
                    continue;
                }
                if from == to {
                    self.barrier(item, ALL[to]);
                    next.clock[to][to] = now;
                    inside[to][to] = now;
                    continue;
                }
                let i = seen.first.item_at(time);
                join(&mut next.clock[to], &seen.first.snapshots[i].row(from));
                join(&mut inside[to], &seen.first.snapshots[i].row(from));
                unmet.push((i, j, from, to));
            }
            next.record(w, item, self.shift);
        }
        unmet
    }

    pub(super) fn carry(
        &mut self,
        seen: &LoopScan<'_>,
        (i, j, from, to): Unmet,
        slot: Option<(ValueId, u32)>,
    ) {
        let (items, around) = (seen.first.items, seen.around);
        // Of a loop with a condition, what the last iteration of its body signals is waited for by the condition.
        let epilogue_wait = match around.kind {
            Kind::While { split } => i < split || split <= j,
            _ => true,
        };
        self.found.edges.push(DependenceEdge {
            from,
            to,
            set_after: items[i].node,
            wait_before: items[j].node,
            start: around.start,
            end: around.end,
            body: seen.number,
            waited: around.end + 1,
            reuse: EventReuse::outside_loops(0),
            rotating: None,
            handshake: false,
            carried: Some(LoopCarried {
                around: around.node,
                slot,
                prologue_signal: true,
                epilogue_wait,
            }),
        });
    }

    /// Tiles of several buffers, of which each iteration of a loop works on the next.
    pub(super) fn slots(&mut self, seen: &LoopScan<'_>) -> Vec<Alternating> {
        let layout = self.layout;
        let (around, items) = (seen.around, seen.first.items);
        let mut by_object: FxHashMap<u32, Option<ValueId>> = FxHashMap::default();
        let mut order: Vec<u32> = Vec::new();
        let mut list = Vec::new();
        for item in items {
            list.clear();
            let direct = item.kind == Kind::Step;
            accesses_inside(layout.module, item.node, layout.target, &mut list);
            for t in &list {
                let slot = layout.points_to.slots.get(&t.value).copied().filter(|_| direct);
                for &r in layout.points_to.of(t.value) {
                    if slot.is_none() && !by_object.contains_key(&r) {
                        by_object.insert(r, None);
                        continue;
                    }
                    let entry = by_object.entry(r).or_insert_with(|| {
                        order.push(r);
                        slot
                    });
                    if *entry != slot {
                        *entry = None;
                    }
                }
            }
        }
        let positions = Positions::new(items);
        let mut found = Vec::new();
        for r in order {
            if found.len() == MAX_ROTATING {
                break;
            }
            let Some(Some(value)) = by_object.get(&r).copied() else { continue };
            let object = &layout.points_to.objects[r as usize];
            let Some(count) = rotates_through(layout.module, around.node, value, object) else {
                continue;
            };
            let maker = match layout.module.value(value).def {
                pto_ir::module::Def::Result(n) => Some(n),
                _ => None,
            };
            let defined = maker.and_then(|n| positions.of(n));
            let bytes = self.bytes(object.value, None);
            // Nothing else may lie there.
            let others = seen.work.iter().flat_map(|w| &w.accesses).map(|a| &a.bytes);
            let alone = |b: &Bytes| bytes.iter().all(|c| same_bytes(b, c) || !overlap(b, c));
            if others.into_iter().all(alone) {
                found.push(Alternating { value, count, defined, bytes });
            }
        }
        let mut sharing: FxHashMap<PlaceKey, usize> = FxHashMap::default();
        for a in &found {
            *sharing.entry(place_key(&a.bytes[0])).or_default() += 1;
        }
        let shared = |a: &Alternating| sharing[&place_key(&a.bytes[0])] > 1;
        let keep: Vec<bool> = found.iter().map(|a| !shared(a)).collect();
        let mut keep = keep.into_iter();
        found.retain(|_| keep.next().unwrap_or(false));
        found
    }
}

/// Bytes of a memory, whichever core they are for.
type PlaceKey = (u8, Range<u64>);

fn place_key(bytes: &Bytes) -> PlaceKey {
    (bytes.memory % 16, bytes.range.clone())
}

fn same_bytes(a: &Bytes, b: &Bytes) -> bool {
    place_key(a) == place_key(b)
}

fn overlap(a: &Bytes, b: &Bytes) -> bool {
    a.memory % 16 == b.memory % 16 && a.range.start < b.range.end && b.range.start < a.range.end
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the comment of [`needed_credits`] says it.
    fn needed_by_definition(credits: &[Unmet]) -> Vec<Unmet> {
        let serves =
            |a: &Unmet, b: &Unmet| a != b && (a.2, a.3) == (b.2, b.3) && a.0 >= b.0 && a.1 <= b.1;
        credits.iter().filter(|b| !credits.iter().any(|a| serves(a, b))).copied().collect()
    }

    #[test]
    fn credits_that_others_serve_are_left_out() {
        let mut seed = 1u32;
        let mut next = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) as usize % below as usize
        };
        for _ in 0..500 {
            let mut credits: Vec<Unmet> =
                (0..12).map(|_| (next(6), next(6), next(2), next(2))).collect();
            order::sort(&mut credits);
            credits.dedup();
            assert_eq!(needed_credits(&credits), needed_by_definition(&credits), "{credits:?}");
        }
    }
}
