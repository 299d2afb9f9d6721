//! Gives every edge an event id: eight for each pair of pipes, used again when they are free. Ids that the program
//! uses itself are left to it while they may be set.

use crate::sync::DependenceEdge;
use crate::user_sync::Reserved;
use pto_isa::few::FewMap;
use pto_isa::order;
use pto_isa::target::EVENT_IDS;
use rustc_hash::FxHashMap;

/// What became of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allocation {
    /// It has this id, or these from the first on if each buffer of a tile has one.
    Id(u32),
    /// Another edge of the same body signals later and is waited for earlier.
    Coalesced,
    /// No id was free: all pipes drain before the work that waits.
    SpilledToBarrier,
}

const IDS: usize = EVENT_IDS as usize;

/// The ids of one pair of pipes.
#[derive(Clone, Default)]
struct Pair {
    /// The edge that has the id, or had it last.
    holder: [Option<usize>; IDS],
    /// Until when it is in use.
    until: [u32; IDS],
    /// The edges that had the id before, in a loop that was not over then, by the end of that loop. They do not change any
    /// more: only the holder of an id is joined with others.
    in_loop: [FewMap<u32, Before>; IDS],
}

/// What edges that had an id ask of the next one, together.
#[derive(Clone, Copy)]
struct Before {
    /// The last time at which one of them is waited for.
    waited: u32,
    /// What is known of the next iteration when the first of them signals again.
    known_again: u32,
}

impl Before {
    /// As [`can_share`] for each of the edges, whose loop ends at `loop_end`.
    fn can_share(&self, loop_end: u32, later: &DependenceEdge) -> bool {
        let again = later.start < loop_end;
        later.reuse.known >= self.waited && (!again || self.known_again >= later.waited)
    }
}

/// Whether two edges can have one id. An event is one bit, so that a signal must come after the wait for the one
/// before, whichever of two edges it is for: what comes earlier in a loop comes again after what comes later.
fn can_share(earlier: &DependenceEdge, later: &DependenceEdge) -> bool {
    let again = later.start < earlier.reuse.loop_end;
    later.reuse.known >= earlier.waited && (!again || earlier.reuse.known_again >= later.waited)
}

/// Whether an edge of a loop can have one id for all iterations.
fn can_repeat(edge: &DependenceEdge) -> bool {
    edge.reuse.known_again >= edge.waited
}

/// The allocation of each edge. Edges that are joined into others may make these signal later or wait earlier.
pub fn assign(edges: &mut [DependenceEdge], reserved: &Reserved) -> Vec<Allocation> {
    let mut allocations = vec![Allocation::SpilledToBarrier; edges.len()];
    let mut by_pair: FewMap<(usize, usize), Vec<usize>> = FewMap::new();
    for (i, e) in edges.iter().enumerate() {
        by_pair.get_or_default((e.from, e.to)).push(i);
    }
    for list in by_pair.values_mut() {
        // What starts first; of those, what lasts longer.
        order::by_key(list, |&i| (edges[i].start, std::cmp::Reverse(edges[i].end), i));
        let mut pair = Pair::default();
        for &i in list.iter() {
            allocations[i] = pair.take(edges, i, reserved);
        }
    }
    allocations
}

impl Pair {
    fn take(&mut self, edges: &mut [DependenceEdge], i: usize, reserved: &Reserved) -> Allocation {
        let (start, end) = (edges[i].start, edges[i].end);
        let slot = edges[i].carried.as_ref().and_then(|c| c.slot).or(edges[i].rotating);
        let count = slot.map_or(1, |s| s.1 as usize);
        let pipes = (edges[i].from, edges[i].to);
        if !can_repeat(&edges[i]) {
            return Allocation::SpilledToBarrier;
        }
        let is_free = |id: usize| {
            self.until[id] <= start
                && reserved.is_free(pipes, id, start.min(edges[i].reuse.known), end)
                && self.holder[id].is_none_or(|h| can_share(&edges[h], &edges[i]))
                && self.in_loop[id].iter().all(|(&end, before)| before.can_share(end, &edges[i]))
        };
        // The ids that rested longest, so that a signal never comes soon after an unfinished wait.
        let run = (0..(IDS + 1).saturating_sub(count))
            .filter(|&id| (id..id + count).all(is_free))
            .min_by_key(|&id| ((id..id + count).map(|k| self.until[k]).max(), id));
        if let Some(id) = run {
            for k in id..id + count {
                self.until[k] = end;
                self.in_loop[k].retain(|&loop_end, _| start < loop_end);
                let last = self.holder[k].replace(i).map(|h| &edges[h]);
                if let Some(last) = last.filter(|l| start < l.reuse.loop_end) {
                    let none = Before { waited: 0, known_again: u32::MAX };
                    let before = self.in_loop[k].get_or_insert(last.reuse.loop_end, none);
                    before.waited = before.waited.max(last.waited);
                    before.known_again = before.known_again.min(last.reuse.known_again);
                }
            }
            return Allocation::Id(id as u32);
        }
        if edges[i].carried.is_some() || edges[i].rotating.is_some() || edges[i].handshake {
            return Allocation::SpilledToBarrier;
        }
        let body = edges[i].body;
        let joins = |&id: &usize| {
            self.holder[id].is_some_and(|h| {
                let other = &edges[h];
                let plain = other.carried.is_none() && other.rotating.is_none() && !other.handshake;
                edges[h].body == body && plain && self.until[id] > start
            })
        };
        // The one that signals last loses least by signalling later still.
        let Some(id) = (0..IDS)
            .filter(joins)
            .max_by_key(|&id| self.holder[id].map(|h| (edges[h].start, std::cmp::Reverse(id))))
        else {
            return Allocation::SpilledToBarrier;
        };
        let Some(other) = self.holder[id] else { return Allocation::SpilledToBarrier };
        let joined = edges[i].clone();
        let edge = &mut edges[other];
        edge.start = joined.start;
        edge.set_after = joined.set_after;
        if joined.end < edge.end {
            edge.end = joined.end;
            edge.waited = joined.waited;
            edge.wait_before = joined.wait_before;
            self.until[id] = joined.end;
        }
        Allocation::Coalesced
    }
}

/// How many edges of each pair found no id of their own.
pub fn spill_counts(
    edges: &[DependenceEdge],
    allocations: &[Allocation],
) -> FxHashMap<(usize, usize), (usize, usize)> {
    let mut counts: FxHashMap<(usize, usize), (usize, usize)> = FxHashMap::default();
    for (e, f) in edges.iter().zip(allocations) {
        let c = match f {
            Allocation::Id(_) => continue,
            Allocation::Coalesced => (1, 0),
            Allocation::SpilledToBarrier => (0, 1),
        };
        let n = counts.entry((e.from, e.to)).or_default();
        *n = (n.0 + c.0, n.1 + c.1);
    }
    counts
}
