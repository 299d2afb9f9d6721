//! Names that loops, branches and jumps hand on.

use super::PointsTo;
use super::definitions::Finder;
use crate::facts::is_memory;
use pto_isa::order;

use pto_ir::dialect::{Builtin, DialectOp, Func, MemoryEffect, Scf};
use pto_ir::module::NodeId;
use pto_ir::{Module, ValueId};
use pto_isa::class::Class;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::collections::VecDeque;

/// Values that may name fewer objects are searched, not indexed.
const FEW_OBJECTS: usize = 16;

impl Finder<'_> {
    pub(super) fn foreign(&mut self, id: NodeId) {
        let module = self.module;
        let node = module.node(id);
        let operands: SmallVec<[ValueId; 8]> =
            module.operands(node).iter().map(|o| o.value).collect();
        let args = |region: usize| -> SmallVec<[ValueId; 8]> {
            let r = module.node_regions(node).get(region);
            let block = r.and_then(|&r| module.region(r).blocks.first());
            block.map_or_else(SmallVec::new, |&b| module.block(b).args.iter().copied().collect())
        };
        let results: SmallVec<[ValueId; 4]> = module.results(node).collect();
        match node.dialect_op() {
            Some(DialectOp::Scf(Scf::For)) => {
                self.pair(operands.iter().skip(3), args(0).iter().skip(1));
                let yielded = self.terminator(id, 0);
                self.pair(yielded.iter(), args(0).iter().skip(1));
                self.pair(args(0).iter().skip(1), results.iter());
                self.carries.extend(yielded.into_iter().map(|v| (v, id)));
            }
            Some(DialectOp::Scf(Scf::While)) => {
                let (condition, yielded) = (self.terminator(id, 0), self.terminator(id, 1));
                self.pair(operands.iter(), args(0).iter());
                self.pair(condition.iter().skip(1), args(1).iter());
                self.pair(condition.iter().skip(1), results.iter());
                self.pair(yielded.iter(), args(0).iter());
                self.carries.extend(yielded.into_iter().map(|v| (v, id)));
            }
            Some(
                DialectOp::Scf(Scf::Yield | Scf::Condition)
                | DialectOp::Func(Func::Func | Func::Call | Func::CallIndirect)
                | DialectOp::Builtin(Builtin::Module),
            ) => {}
            Some(DialectOp::Cf(_)) => {
                for s in module.successors(node) {
                    let passed: SmallVec<[ValueId; 4]> =
                        module.successor_operands(s).iter().map(|o| o.value).collect();
                    self.pair(passed.iter(), module.block(s.block).args.iter());
                }
            }
            Some(DialectOp::Func(Func::Return)) => self.escapes.extend(operands),
            op => {
                let effect = op.and_then(DialectOp::memory_effect);
                let reads = matches!(effect, Some(MemoryEffect::Read(_)));
                let regions = module.node_regions(node).len();
                for r in 0..regions {
                    let yielded = self.terminator(id, r);
                    self.pair(yielded.iter(), results.iter());
                }
                for &o in operands.iter().filter(|o| is_memory(module.type_of(**o))) {
                    let names = results.iter().filter(|r| is_memory(module.type_of(**r)));
                    self.copies.extend(names.map(|&r| (o, r)));
                    if results.iter().any(|r| !is_memory(module.type_of(*r))) && !reads {
                        self.escapes.push(o);
                    }
                }
            }
        }
    }

    pub(super) fn pair<'a>(
        &mut self,
        from: impl Iterator<Item = &'a ValueId>,
        to: impl Iterator<Item = &'a ValueId>,
    ) {
        let module = self.module;
        let pairs = from.zip(to).filter(|(_, t)| is_memory(module.type_of(**t)));
        let pairs: SmallVec<[(ValueId, ValueId); 4]> = pairs.map(|(&f, &t)| (f, t)).collect();
        for (from, to) in pairs {
            match self.copied.contains(&to) {
                // What is handed on is read where that happens.
                true => self.escapes.push(from),
                false => self.copies.push((from, to)),
            }
        }
    }

    /// What the last statement of a region hands on.
    pub(super) fn terminator(&self, id: NodeId, region: usize) -> SmallVec<[ValueId; 8]> {
        let module = self.module;
        let region = module.node_regions(module.node(id)).get(region);
        let last = region
            .and_then(|&r| module.region(r).blocks.last())
            .and_then(|&b| module.block(b).ops.last());
        last.map_or_else(SmallVec::new, |&op| {
            let node = module.node(op);
            let hands_on = node.dialect_op().is_some_and(DialectOp::is_yield)
                || module.def(node).is_some_and(|d| d.class == Class::Yield);
            let operands = module.operands(node).iter().filter(|_| hands_on);
            operands.map(|o| o.value).collect()
        })
    }

    /// Carries each name over each copy once.
    fn propagate(&mut self) {
        let mut outgoing: FxHashMap<ValueId, SmallVec<[ValueId; 2]>> = FxHashMap::default();
        for &(from, to) in self.copies.iter().filter(|c| c.0 != c.1) {
            outgoing.entry(from).or_default().push(to);
        }
        let of = &mut self.points_to.of;
        let mut sources: Vec<ValueId> = outgoing.keys().copied().collect();
        order::sort(&mut sources);
        let mut open: VecDeque<(ValueId, u32)> =
            sources.iter().flat_map(|&v| of[v.index()].iter().map(move |&r| (v, r))).collect();
        let mut known: FxHashSet<(ValueId, u32)> = FxHashSet::default();
        while let Some((from, r)) = open.pop_front() {
            for &to in outgoing.get(&from).into_iter().flatten() {
                let list = &mut of[to.index()];
                let is_new = match list.len() < FEW_OBJECTS {
                    true => !list.contains(&r),
                    false => {
                        if list.len() == FEW_OBJECTS {
                            known.extend(list.iter().map(|&r| (to, r)));
                        }
                        known.insert((to, r))
                    }
                };
                if is_new {
                    list.push(r);
                    open.push_back((to, r));
                }
            }
        }
    }

    pub(super) fn finish(mut self) -> PointsTo {
        self.propagate();
        for v in &self.escapes {
            for &r in &self.points_to.of[v.index()] {
                self.points_to.objects[r as usize].escapes = true;
            }
        }
        for &(value, id) in &self.carries {
            for &r in &self.points_to.of[value.index()] {
                let object = &mut self.points_to.objects[r as usize];
                object.carried |= object.node.is_some_and(|n| inside(self.module, n, id));
            }
        }
        self.points_to
    }
}

/// Whether an operation stands inside another.
fn inside(module: &Module, id: NodeId, outer: NodeId) -> bool {
    module.with_ancestors(id).any(|p| p == outer)
}
