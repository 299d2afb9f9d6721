//! Conditions that decide more than one branch: a path that takes them differently does not exist.
//!
//! Where a call of the function makes such a condition once, the function is walked through for each of its values. Elsewhere
//! a finding may be about a path that does not exist, and is not certain.

use super::AbstractInterpreter;
use super::calls::{MAX_CASES, made_once_in};
use super::congruence::Congruence;
use super::values::{Val, compared_by};
use pto_isa::order;

use pto_ir::dialect::{Arith, CmpIPredicate, Scf};
use pto_ir::module::{Def, NodeId};
use pto_ir::{Module, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Conditions with the same key are the same number.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    Value(ValueId),
    Comparison(CmpIPredicate, ValueId, ValueId),
}

fn key_of(module: &Module, condition: ValueId) -> Key {
    let comparison = || {
        let node = module.node(module.defining_op(condition)?);
        let [a, b] = module.operands(node) else { return None };
        let predicate = node.is(Arith::CmpI).then(|| compared_by(module, node))??;
        Some(Key::Comparison(predicate, a.value, b.value))
    };
    comparison().unwrap_or(Key::Value(condition))
}

/// Conditions of several branches.
#[derive(Default)]
pub(super) struct SharedConditions {
    /// All of them.
    all: FxHashSet<ValueId>,
    /// Values that are always the same, by the function that makes them once in a call.
    made_once: FxHashMap<NodeId, Vec<Vec<ValueId>>>,
}

impl SharedConditions {
    pub fn new(module: &Module) -> SharedConditions {
        let mut branches: FxHashMap<Key, (usize, Vec<ValueId>)> = FxHashMap::default();
        for (_, node) in module.nodes().filter(|(_, n)| n.is(Scf::If)) {
            let Some(condition) = module.operands(node).first().map(|o| o.value) else { continue };
            let (count, values) = branches.entry(key_of(module, condition)).or_default();
            *count += 1;
            if !values.contains(&condition) {
                values.push(condition);
            }
        }
        let mut groups: Vec<Vec<ValueId>> =
            branches.into_values().filter(|(count, _)| *count > 1).map(|(_, v)| v).collect();
        order::sort(&mut groups);
        let mut shared = SharedConditions::default();
        for values in groups {
            shared.all.extend(&values);
            let mut makers = values.iter().map(|&v| maker_of(module, v));
            let first = makers.next().flatten();
            if let Some(f) = first.filter(|_| makers.all(|m| m == first)) {
                shared.made_once.entry(f).or_default().push(values);
            }
        }
        shared
    }

    /// Whether another branch takes the same condition.
    pub fn has(&self, condition: ValueId) -> bool {
        self.all.contains(&condition)
    }
}

/// The function that makes a value once in a call.
fn maker_of(module: &Module, value: ValueId) -> Option<NodeId> {
    let block = match module.value(value).def {
        Def::Result(id) => module.node(id).parent,
        Def::Arg(block) => block,
        Def::Missing => return None,
    };
    made_once_in(module, block)
}

impl AbstractInterpreter<'_> {
    /// Each case once for either value of the conditions that a function makes once, unless the case decides them or there
    /// are too many.
    pub(super) fn with_conditions(
        &mut self,
        function: NodeId,
        mut cases: Vec<FxHashMap<ValueId, Val>>,
    ) -> Vec<FxHashMap<ValueId, Val>> {
        let shared = self.shared;
        for values in shared.made_once.get(&function).into_iter().flatten() {
            if cases.len() as i64 * 2 > MAX_CASES {
                break;
            }
            let mut split = Vec::with_capacity(cases.len() * 2);
            for case in cases {
                self.env = case.clone();
                if values.iter().any(|&v| self.exact(v).is_some()) {
                    split.push(case);
                    continue;
                }
                for holds in [1, 0] {
                    let mut case = case.clone();
                    for &v in values {
                        let of_type = self.module.type_of(v).and_then(|t| t.as_number());
                        let number = of_type.and_then(|t| Congruence::Const(holds).wrap(t));
                        case.insert(v, number.map_or(Val::Unknown, Val::Number));
                    }
                    split.push(case);
                }
            }
            cases = split;
        }
        cases
    }
}
