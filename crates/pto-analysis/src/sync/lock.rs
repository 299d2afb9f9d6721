//! Events that a loop finds set and leaves set, however often it runs: a lock, held during an iteration.
//!
//! An iteration waits for the event and sets it again, so that the next execution of the loop can wait for what the
//! last one left as an iteration waits for the one before. To the events, all executions in the iterations of a loop
//! around are one long loop: whatever is ordered between two iterations is ordered between two executions. So the signal
//! that primes the event can stand before the loop around, and the wait that drains it after. What is given up is what
//! these two say of work beside the inner loop.

use super::loop_carried::Positions;
use super::summary::EffectSummary;
use super::{DependenceEdge, EventReuse, Finder, is_carried_around, is_primed};
use crate::last_access::PIPES;
use crate::region_tree::RegionNode;
use std::ops::Range;

/// An event that a loop finds set and leaves set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lock {
    /// The pipe that signals.
    pub from: usize,
    /// The pipe that waits.
    pub to: usize,
    /// All work of that pipe in the loop comes after a wait.
    pub early: bool,
    /// Who waits for the event after the loop knows that all work of the loop on the other pipe up to this time is over.
    pub covers: Option<u32>,
}

/// The locks of a loop: its own edges, and those of loops in its body that keep their events set.
pub(super) fn of_loop(
    own: &[DependenceEdge],
    items: &[RegionNode],
    work: &[EffectSummary],
) -> Vec<Lock> {
    let pipes_of = |w: &EffectSummary| w.accesses.iter().fold(0u8, |bits, a| bits | 1 << a.pipe);
    let pipes: Vec<u8> = work.iter().map(pipes_of).collect();
    // The first statement that works on a pipe, and how many do.
    let mut first = [None; PIPES];
    let mut count = [0usize; PIPES];
    for (i, bits) in pipes.iter().enumerate() {
        for p in (0..PIPES).filter(|p| bits & (1 << p) != 0) {
            first[p] = first[p].or(Some(i));
            count[p] += 1;
        }
    }
    let positions = Positions::new(items);
    let position = |node| positions.of(node);
    let mut locks = Vec::new();
    for e in own.iter().filter(|e| is_primed(e)) {
        let early =
            first[e.to].zip(position(e.wait_before)).is_some_and(|(first, wait)| wait <= first);
        let single = e.carried.as_ref().is_some_and(|c| c.slot.is_none());
        let covers = position(e.set_after).filter(|_| single).map(|i| items[i].end + 1);
        locks.push(Lock { from: e.from, to: e.to, early, covers });
    }
    for (j, w) in work.iter().enumerate() {
        // The inner loop may not run: then nobody waits in it, and its last signal is an old one.
        let alone = |pipe: usize| count[pipe] == usize::from(pipes[j] & (1 << pipe) != 0);
        locks.extend(w.locks.iter().map(|l| Lock {
            early: l.early && alone(l.to),
            covers: l.covers.filter(|_| alone(l.from)),
            ..*l
        }));
    }
    locks
}

impl Finder<'_> {
    /// Puts what primes and drains the events of a loop around the next one, if they shall stay set in between.
    pub(super) fn hoist(&mut self, item: &RegionNode, around: &RegionNode, edges: Range<usize>) {
        if !self.hoisted.contains(&item.node) {
            return;
        }
        for e in self.found.edges[edges].iter_mut().filter(|e| is_carried_around(e, item)) {
            (e.start, e.end, e.waited) = (around.start, around.end, around.end + 1);
            e.reuse = EventReuse::outside_loops(0);
            if let Some(carried) = &mut e.carried {
                carried.around = around.node;
            }
        }
    }
}
