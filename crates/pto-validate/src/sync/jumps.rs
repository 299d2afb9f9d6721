//! Blocks that jump to each other: walked through until every cycle has been taken.

use super::AbstractInterpreter;
use super::abstract_state::AbstractState;
use pto_ir::module::BlockId;
use pto_isa::few::FewMap;
use rustc_hash::{FxHashMap, FxHashSet};

/// Passes in which blocks hand their states on, before the results count: the first reaches each block, the others
/// show what jumps backwards bring.
const ROUNDS: usize = 3;

impl AbstractInterpreter<'_> {
    /// Walks through the blocks of a region, each after those it comes from but for jumps back, again and again. What reaches a block is what
    /// holds on all ways that lead there. Returns what holds wherever the region is left.
    pub(super) fn blocks(&mut self, blocks: &[BlockId], start: AbstractState) -> AbstractState {
        let module = self.module;
        // What each block was handed, by who did: 0 is what comes from outside.
        let mut reached: FxHashMap<BlockId, FewMap<usize, AbstractState>> = FxHashMap::default();
        let Some(&entry) = blocks.first() else { return start };
        reached.entry(entry).or_default().insert(0, start.clone());
        let mut ends: FewMap<usize, AbstractState> = FewMap::new();
        let mut time = start.time;
        let order = self.reverse_postorder(entry);
        for _ in 0..if self.budget > 0 { ROUNDS } else { 1 } {
            for (&b, i) in order.iter().zip(1..) {
                let ops = &module.block(b).ops;
                let (Some(ways), Some(&last)) = (reached.get(&b), ops.last()) else { continue };
                let ways: Vec<AbstractState> = ways.values().cloned().collect();
                let mut state = self.join(ops[0], ways);
                // Times tell accesses of different blocks and passes apart.
                state.time = state.time.max(time);
                for &id in ops {
                    state = self.operation(id, state);
                }
                time = state.time;
                let next: Vec<BlockId> =
                    module.successors(module.node(last)).iter().map(|s| s.block).collect();
                if next.is_empty() {
                    ends.insert(i, state.clone());
                }
                for n in next {
                    reached.entry(n).or_default().insert(i, state.clone());
                }
            }
        }
        match ends.is_empty() {
            true => start,
            false => self.join(module.block(entry).ops[0], ends.into_values().collect()),
        }
    }
}

impl AbstractInterpreter<'_> {
    /// The blocks that can be reached, each after those it comes from but for jumps back.
    fn reverse_postorder(&self, entry: BlockId) -> Vec<BlockId> {
        let module = self.module;
        let next = |b: BlockId| -> Vec<BlockId> {
            let last = module.block(b).ops.last().map(|&l| module.node(l));
            last.map_or_else(Vec::new, |l| module.successors(l).iter().map(|s| s.block).collect())
        };
        let (mut order, mut seen) = (Vec::new(), FxHashSet::from_iter([entry]));
        let mut open: Vec<(BlockId, Vec<BlockId>)> = vec![(entry, next(entry))];
        while let Some((block, left)) = open.last_mut() {
            match left.pop() {
                Some(b) if !seen.insert(b) => {}
                Some(b) => {
                    let after = next(b);
                    open.push((b, after));
                }
                None => {
                    order.push(*block);
                    open.pop();
                }
            }
        }
        order.reverse();
        order
    }
}
