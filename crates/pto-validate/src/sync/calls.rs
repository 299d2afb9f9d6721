//! Functions that are called, what a function does on which kind of core, and what its numbers may be.

use super::abstract_state::AbstractState;
use super::congruence::Congruence;
use super::slice::Slice;
use super::values::Val;
use super::{AbstractInterpreter, Reason, Scope, core_of};
use pto_ir::dialect::{DialectOp, Func};
use pto_ir::module::{BlockId, Def, NodeId};
use pto_ir::{Module, ValueId};
use pto_isa::class::{Class, Local, LocalOp};
use pto_isa::order;
use rustc_hash::FxHashMap;

/// Calls inside calls.
const MAX_DEPTH: usize = 8;
/// Cases of what numbers leave when they are divided.
pub(super) const MAX_CASES: i64 = 64;

impl AbstractInterpreter<'_> {
    /// Walks through the function that is called; one that is not known may do anything. So may each in a lowered
    /// program, whose functions have all events for themselves: all pipes drain around its calls.
    pub(super) fn call(&mut self, id: NodeId, state: AbstractState) -> AbstractState {
        if matches!(self.scope, Scope::Added(_)) {
            return self.anything(id, state);
        }
        let module = self.module;
        let node = module.node(id);
        let Some(callee) = self.points_to.callee(id) else { return self.unknown_call(id, state) };
        let region = module.node_regions(module.node(callee)).first().copied();
        let block = region.and_then(|r| module.region(r).blocks.first().copied());
        let (Some(region), Some(block)) = (region, block) else {
            return self.unknown_call(id, state);
        };
        if self.calls.contains(&callee) || self.calls.len() > MAX_DEPTH {
            return self.unknown_call(id, state);
        }
        if self.skip.is_some() && core_of(self.module, callee) == self.skip {
            return state;
        }
        let given: Vec<Val> = module.operands(node).iter().map(|o| self.now(o.value)).collect();
        for (&parameter, value) in module.block(block).args.iter().zip(given) {
            self.env.insert(parameter, value);
        }
        self.calls.push(callee);
        let end = self.region(region, state);
        self.calls.pop();
        // Of a function that jumps, which block returns is not known.
        let last = match module.region(region).blocks.len() {
            1 => module.block(block).ops.last().map(|&l| module.node(l)),
            _ => None,
        };
        let mut returned: Vec<Val> = match last {
            Some(l) if l.is(Func::Return) => {
                module.operands(l).iter().map(|o| self.now(o.value)).collect()
            }
            _ => Vec::new(),
        };
        returned.resize(module.results(node).count(), Val::Unknown);
        self.forget_inside(callee);
        for (result, value) in module.results(node).zip(returned) {
            self.env.insert(result, value);
        }
        end
    }

    /// A call of a function that is not followed, which may signal and wait, too.
    pub(super) fn unknown_call(&mut self, id: NodeId, state: AbstractState) -> AbstractState {
        if matches!(self.scope, Scope::All) {
            let message = "what this calls is not followed, and it may signal and wait".to_string();
            self.report_reason(id, None, message, Reason::Signal);
        }
        self.anything(id, state)
    }

    /// What arrays of ids hold, and what is read from them.
    pub(super) fn array(&mut self, id: NodeId, state: &mut AbstractState) {
        let node = self.module.node(id);
        let operands: Vec<ValueId> = self.module.operands(node).iter().map(|o| o.value).collect();
        let &[array, index, ..] = &operands[..] else { return };
        let at = self.exact(index).map(|i| (array, i));
        let sets = self
            .module
            .def(node)
            .is_some_and(|d| d.class == Class::Local(Local::EventIds, LocalOp::Set));
        match (sets, at) {
            (true, Some(at)) => {
                match operands.get(2).and_then(|&v| self.exact(v)) {
                    Some(n) => state.arrays.insert(at, n),
                    None => state.arrays.remove(&at),
                };
            }
            (true, None) => state.arrays.retain(|k, _| k.0 != array),
            (_, at) => {
                let known = at.and_then(|at| state.arrays.get(&at)).copied();
                let value = known.map_or(Val::Unknown, |n| Val::Number(Congruence::Const(n)));
                for r in self.module.results(node) {
                    self.env.insert(r, value.clone());
                }
            }
        }
    }

    /// Some numbers that matter by what is left when they are divided, with each rest they may have. One case without any
    /// if there are none, or too many.
    pub(super) fn cases_of(&self, divided: &[ValueId]) -> Vec<FxHashMap<ValueId, Val>> {
        let mut cases = vec![FxHashMap::default()];
        for &leaf in divided {
            let modulus = self.slice.modulus(leaf);
            if cases.len() as i64 * modulus > MAX_CASES {
                continue;
            }
            let with = |rest: i64, case: &FxHashMap<ValueId, Val>| {
                let mut case = case.clone();
                let number = Congruence::rest(rest, modulus, true);
                case.insert(leaf, number.map_or(Val::Unknown, Val::Number));
                case
            };
            cases = (0..modulus)
                .flat_map(|r| cases.iter().map(|c| with(r, c)).collect::<Vec<_>>())
                .collect();
        }
        cases
    }
}

/// The numbers that matter by what is left when they are divided, in their order, by the function that makes each of them
/// once in a call.
pub(super) fn divided_by_function(
    module: &Module,
    slice: &Slice,
) -> FxHashMap<NodeId, Vec<ValueId>> {
    let mut all: Vec<ValueId> = slice.divided().collect();
    order::sort(&mut all);
    let mut by_function: FxHashMap<NodeId, Vec<ValueId>> = FxHashMap::default();
    for v in all {
        let block = match module.value(v).def {
            Def::Result(id) => module.node(id).parent,
            Def::Arg(block) => block,
            Def::Missing => continue,
        };
        if let Some(f) = made_once_in(module, block) {
            by_function.entry(f).or_default().push(v);
        }
    }
    by_function
}

/// The function that a block is of, if a call of it comes to the block once at most.
pub(super) fn made_once_in(module: &Module, block: BlockId) -> Option<NodeId> {
    let mut block = block;
    loop {
        let region = module.region(module.block(block).parent);
        // Blocks may jump to each other, but none to the first.
        if region.blocks.first() != Some(&block) {
            return None;
        }
        let id = region.owner?;
        match module.node(id).dialect_op() {
            Some(op) if op.is_loop() => return None,
            Some(DialectOp::Func(Func::Func)) => return Some(id),
            _ => block = module.node(id).parent,
        }
    }
}
