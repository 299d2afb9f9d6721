//! Chooses the loops inside others whose events stay set from one execution to the next, so that no iteration of the loop
//! around primes and drains them.
//!
//! That takes the event for all of the loop around, and orders nothing but the inner loop. So both ways are planned, and
//! the one with less synchronisation is taken, where loops around count by how often they might run.

use crate::event_alloc::{Allocation, assign};
use crate::footprint::Layout;
use crate::region_tree::{Body, Kind, RegionNode, RegionTree};
use crate::sync::{Found, UserSyncPolicy, find};
use crate::user_sync::Reserved;
use pto_ir::module::NodeId;
use pto_isa::Pipe;
use pto_isa::order;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// How often a loop is taken to run.
const ITERATIONS: u64 = 8;
/// Loops inside this many others count as much as one more outside.
const DEPTHS: u32 = 12;
/// What an edge that is joined with another, a barrier of one pipe and one of all pipes cost, in signals or waits.
const JOINED: u64 = 8;
const PIPE_BARRIER: u64 = 4;
const FULL_BARRIER: u64 = 32;
/// In a function with more nested loops, all of them are hoisted or none.
const TRIED_ALONE: usize = 8;

/// The synchronisation of a function, with event ids.
pub struct SyncPlan {
    /// What was found.
    pub found: Found,
    /// What became of each edge.
    pub allocations: Vec<Allocation>,
}

impl SyncPlan {
    fn new(
        layout: &Layout<'_>,
        tree: &RegionTree,
        own: UserSyncPolicy,
        reserved: &Reserved,
        hoisted: &FxHashSet<NodeId>,
    ) -> SyncPlan {
        let mut found = find(layout, tree, own, hoisted);
        let allocations = assign(&mut found.edges, reserved);
        SyncPlan { found, allocations }
    }

    /// The synchronisation of a function; each loop primes and drains its own events.
    pub fn in_place(
        layout: &Layout<'_>,
        tree: &RegionTree,
        own: UserSyncPolicy,
        reserved: &Reserved,
    ) -> SyncPlan {
        SyncPlan::new(layout, tree, own, reserved, &FxHashSet::default())
    }

    /// The synchronisation of a function; loops inside others keep their events set in between where that is less.
    pub fn hoisted(
        layout: &Layout<'_>,
        tree: &RegionTree,
        own: UserSyncPolicy,
        reserved: &Reserved,
    ) -> SyncPlan {
        let mut best = SyncPlan::in_place(layout, tree, own, reserved);
        let mut candidates = Vec::new();
        nested_loops(&tree.body, None, &mut candidates);
        let carried = best.found.edges.iter().filter(|e| e.carried.is_some());
        let mut starts: Vec<u32> = carried.map(|e| e.start).collect();
        order::sort(&mut starts);
        candidates.retain(|(_, inside)| {
            let first = starts.partition_point(|&s| s < inside.start);
            starts.get(first).is_some_and(|s| inside.contains(s))
        });
        if candidates.is_empty() {
            return best;
        }
        let depths = Depths::of(tree);
        let mut least = depths.cost(&best);
        let mut chosen = FxHashSet::default();
        let mut attempt = |hoisted: FxHashSet<NodeId>, chosen: &mut FxHashSet<NodeId>| {
            let plan = SyncPlan::new(layout, tree, own, reserved, &hoisted);
            let cost = depths.cost(&plan);
            if cost < least {
                (least, best, *chosen) = (cost, plan, hoisted);
            }
        };
        attempt(candidates.iter().map(|c| c.0).collect(), &mut chosen);
        if (2..=TRIED_ALONE).contains(&candidates.len()) {
            for &(node, _) in &candidates {
                let mut other = chosen.clone();
                if !other.remove(&node) {
                    other.insert(node);
                }
                attempt(other, &mut chosen);
            }
        }
        best
    }
}

/// Loops that stand in the body of another one, the innermost first, and the positions of their insides.
fn nested_loops(body: &Body, around: Option<&RegionNode>, found: &mut Vec<(NodeId, Range<u32>)>) {
    for item in &body.items {
        item.bodies.iter().for_each(|b| nested_loops(b, Some(item), found));
        if is_plain_loop(item) && around.is_some_and(is_plain_loop) {
            found.push((item.node, item.start..item.end));
        }
    }
}

/// A loop whose body runs from its start to its end.
fn is_plain_loop(item: &RegionNode) -> bool {
    let jumps = || item.bodies.iter().flat_map(|b| &b.items).any(|i| i.kind == Kind::Jump);
    matches!(item.kind, Kind::Loop { .. }) && item.bodies.len() == 1 && !jumps()
}

/// How many loops stand around each statement.
struct Depths(FxHashMap<NodeId, u32>);

impl Depths {
    fn of(tree: &RegionTree) -> Depths {
        let mut depths = FxHashMap::default();
        let mut open = vec![(&tree.body, 0)];
        while let Some((body, depth)) = open.pop() {
            for item in &body.items {
                depths.insert(item.node, depth);
                let repeats = matches!(item.kind, Kind::Loop { .. } | Kind::While { .. });
                open.extend(item.bodies.iter().map(|b| (b, depth + u32::from(repeats))));
            }
        }
        Depths(depths)
    }

    /// How often a statement might run.
    fn runs(&self, node: NodeId) -> u64 {
        ITERATIONS.pow(self.0.get(&node).map_or(0, |&d| d.min(DEPTHS)))
    }

    /// What the pipes spend on synchronisation, in signals or waits.
    fn cost(&self, plan: &SyncPlan) -> u64 {
        let Found { edges, barriers, barriers_after, .. } = &plan.found;
        let mut cost = 0;
        for (e, allocation) in edges.iter().zip(&plan.allocations) {
            let (set, wait) = (self.runs(e.set_after), self.runs(e.wait_before));
            cost += match allocation {
                Allocation::Id(_) => set + wait,
                // It is waited for earlier than need be, and the other one signals later.
                Allocation::Coalesced => JOINED * wait,
                Allocation::SpilledToBarrier => FULL_BARRIER * wait,
            };
            if let Some(c) = &e.carried {
                let events = u64::from(c.slot.map_or(1, |s| s.1));
                let flags = u64::from(c.prologue_signal) + u64::from(c.epilogue_wait);
                cost += flags * events * self.runs(c.around);
            }
        }
        for b in barriers {
            let each = if b.pipe == Pipe::All { FULL_BARRIER } else { PIPE_BARRIER };
            cost += each * self.runs(b.before);
        }
        cost + barriers_after.iter().map(|&n| FULL_BARRIER * self.runs(n)).sum::<u64>()
    }
}
