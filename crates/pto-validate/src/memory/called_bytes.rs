//! Which bytes a call may write: those of the tiles of a function and of all that it calls, as intervals.
//!
//! A chain of n calls has n * n / 2 pairs of a function and a tile below it; the intervals of a function are those of its
//! own tiles and of the functions it calls, joined where they touch, so that they are few.

use super::Needed;
use crate::points_to::{PointsTo, Tile};
use pto_ir::module::NodeId;
use pto_isa::Space;
use pto_isa::order;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Memory, first byte, one past the last; in order, and apart from each other.
type Intervals = Vec<(Space, u64, u64)>;

/// The bytes of tiles that the tool placed, and of those that the program did.
#[derive(Default)]
pub(super) struct Bytes {
    placed: Intervals,
    by_hand: Intervals,
}

impl Bytes {
    fn of(tiles: &[&Tile]) -> Bytes {
        let of = |by_hand: bool| {
            let tiles = tiles.iter().filter(|t| t.by_hand == by_hand);
            let mut all: Intervals = tiles.map(|t| (t.space, t.at, t.end())).collect();
            order::sort(&mut all);
            join(all)
        };
        Bytes { placed: of(false), by_hand: of(true) }
    }

    fn with(&self, other: &Bytes) -> Bytes {
        let both = |a: &Intervals, b: &Intervals| {
            let mut all = [a.as_slice(), b].concat();
            order::sort(&mut all);
            join(all)
        };
        Bytes {
            placed: both(&self.placed, &other.placed),
            by_hand: both(&self.by_hand, &other.by_hand),
        }
    }

    /// How many intervals there are.
    pub fn len(&self) -> usize {
        self.placed.len() + self.by_hand.len()
    }

    /// Whether some needed tile shares bytes with these and should not. What the program placed may overlap what it placed.
    pub fn meet(&self, needed: &Needed, tiles: &[Tile], widest: &FxHashMap<Space, u64>) -> bool {
        let meets = |intervals: &Intervals, counts: &dyn Fn(&Tile) -> bool| {
            intervals.iter().any(|&(space, start, end)| {
                let reach = widest.get(&space).copied().unwrap_or(0);
                let near = needed.range((space, start.saturating_sub(reach), 0)..(space, end, 0));
                near.map(|n| &tiles[n.2 as usize]).any(|t| t.end() > start && counts(t))
            })
        };
        meets(&self.placed, &|_| true) || meets(&self.by_hand, &|t| !t.by_hand)
    }
}

/// Joins intervals that touch. They come in order.
fn join(all: Intervals) -> Intervals {
    let mut joined = Intervals::with_capacity(all.len());
    for (space, start, end) in all {
        match joined.last_mut() {
            Some(last) if last.0 == space && start <= last.2 => last.2 = last.2.max(end),
            _ => joined.push((space, start, end)),
        }
    }
    joined
}

/// The bytes that a call of each function may write. Functions that reach a circle of calls are not among them.
pub(super) fn called_bytes(points_to: &PointsTo<'_>) -> FxHashMap<NodeId, Rc<Bytes>> {
    let mut own: FxHashMap<NodeId, Vec<&Tile>> = FxHashMap::default();
    for t in points_to.tiles.iter().filter(|t| points_to.used[t.index as usize]) {
        own.entry(t.function).or_default().push(t);
    }
    let mut all: FxHashMap<NodeId, Rc<Bytes>> = FxHashMap::default();
    for f in points_to.callees_first() {
        let mut bytes = Rc::new(Bytes::of(own.get(&f).map_or(&[], |list| list)));
        for callee in points_to.callees(f) {
            let below = &all[callee];
            bytes = match (bytes.len(), below.len()) {
                (_, 0) => bytes,
                (0, _) => below.clone(),
                _ => Rc::new(bytes.with(below)),
            };
        }
        all.insert(f, bytes);
    }
    all
}
