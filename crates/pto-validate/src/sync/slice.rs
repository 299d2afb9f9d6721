//! Which numbers decide what a proof needs to know: ids, addresses and conditions; and what they are divided by.
//!
//! A number that matters only by what is left when it is divided need not be known: each rest is looked at.

use super::congruence::lcm;
use super::iteration_number::loop_numbered_by;

use pto_ir::dialect::{Arith, Dialect, DialectOp, Scf};
use pto_ir::module::{Def, NodeId};
use pto_ir::{Module, ValueId};
use pto_isa::class::{Alias, Class, Local, Region, Sync};
use rustc_hash::{FxHashMap, FxHashSet};

/// A larger modulus is not followed.
const MAX_MODULUS: i64 = 4096;
/// Where a number is not known at all, each of this many rests at most is a case of its own.
pub(super) const MAX_RESTS: i64 = 16;

/// What the numbers of a function are divided by where it matters.
#[derive(Default)]
pub(super) struct Slice {
    moduli: FxHashMap<ValueId, (i64, i64)>,
    relevant: FxHashSet<ValueId>,
    /// Values that are the number of an iteration, by their loop.
    numbers: FxHashMap<NodeId, Vec<ValueId>>,
    /// What calls hand to the parameters of functions.
    given: FxHashMap<ValueId, Vec<ValueId>>,
}

impl Slice {
    /// Follows ids, addresses and conditions back to where they come from.
    pub fn new(module: &Module, given: FxHashMap<ValueId, Vec<ValueId>>) -> Slice {
        // Where in global memory something lies matters to other cores alone.
        let shared = module.nodes().any(|(_, n)| {
            let class = module.def(n).map(|d| d.class);
            matches!(class, Some(Class::Region(Region::Section(_)) | Class::Sync(Sync::SetCore(_))))
        });
        let mut slice = Slice { given, ..Slice::default() };
        let mut open: Vec<ValueId> = Vec::new();
        for (_, node) in module.nodes() {
            let operands = module.operands(node).iter().map(|o| o.value);
            let decides = match module.def(node).map(|d| d.class) {
                Some(
                    Class::Sync(_)
                    | Class::Local(Local::EventIds, _)
                    | Class::Allocate(_)
                    | Class::Alias { how: Alias::MultiGet | Alias::Assign, .. },
                ) => true,
                Some(Class::Alias { how: Alias::Partition | Alias::Offset, .. }) => shared,
                Some(_) => false,
                None => node.is(Arith::Select) || node.is(Scf::If),
            };
            if decides {
                open.extend(operands);
            }
        }
        while let Some(v) = open.pop() {
            if slice.relevant.insert(v) {
                slice.visit(module, v, &mut open);
            }
        }
        slice
    }

    fn visit(&mut self, module: &Module, value: ValueId, open: &mut Vec<ValueId>) {
        if let Some(of) = loop_numbered_by(module, value) {
            self.numbers.entry(of).or_default().push(value);
            return open.extend(module.operands(module.node(of)).iter().map(|o| o.value));
        }
        match module.value(value).def {
            Def::Result(id) => {
                let node = module.node(id);
                let operands = module.operands(node);
                open.extend(operands.iter().map(|o| o.value));
                let by = operands.get(1).and_then(|o| module.constant_int(o.value)).unwrap_or(0);
                let (div, rem) = match node.dialect_op() {
                    Some(DialectOp::Arith(op)) if op.is_remainder() => (1, by),
                    Some(DialectOp::Arith(Arith::AndI)) => (1, by.saturating_add(1)),
                    Some(DialectOp::Arith(op)) if op.is_division() => (by, 1),
                    Some(DialectOp::Arith(op)) if op.is_right_shift() => (1 << by.clamp(0, 7), 1),
                    _ => (1, 1),
                };
                if (div > 1 || rem > 1)
                    && let Some(o) = operands.first()
                {
                    for leaf in self.leaves(module, o.value) {
                        let m = self.moduli.entry(leaf).or_insert((1, 1));
                        *m = (m.0.saturating_mul(div.max(1)), lcm(m.1, rem.max(1)));
                    }
                }
                for &r in module.node_regions(node) {
                    open.extend(yields(module, r));
                }
            }
            // What a loop hands to its iterations, or a call to a function.
            Def::Arg(block) => {
                open.extend(self.given.get(&value).into_iter().flatten());
                let region = module.block(block).parent;
                if let Some(owner) = module.region(region).owner {
                    open.extend(module.operands(module.node(owner)).iter().map(|o| o.value));
                    open.extend(yields(module, region));
                }
            }
            Def::Missing => {}
        }
    }

    /// The numbers an expression starts from.
    fn leaves(&self, module: &Module, expression: ValueId) -> FxHashSet<ValueId> {
        let (mut leaves, mut seen) = (FxHashSet::default(), FxHashSet::default());
        let mut open = vec![expression];
        while let Some(v) = open.pop() {
            if !seen.insert(v) {
                continue;
            }
            if loop_numbered_by(module, v).is_some() {
                leaves.insert(v);
                continue;
            }
            let Def::Result(id) = module.value(v).def else {
                leaves.insert(v);
                open.extend(self.given.get(&v).into_iter().flatten());
                continue;
            };
            let node = module.node(id);
            match node.dialect_op() {
                Some(DialectOp::Arith(Arith::Constant)) => {}
                Some(op) if op.dialect() == Some(Dialect::Arith) => {
                    open.extend(module.operands(node).iter().map(|o| o.value));
                }
                _ => {
                    leaves.insert(v);
                }
            }
        }
        leaves
    }

    /// What a number is divided by; 1 if it is not, or by too much.
    pub fn modulus(&self, value: ValueId) -> i64 {
        let m = self.moduli.get(&value).map_or(1, |m| m.0.saturating_mul(m.1));
        if (1..=MAX_MODULUS).contains(&m) { m } else { 1 }
    }

    /// The values that are the number of a loop's iteration, counted from 0, and decide something.
    pub fn numbers_of(&self, counted: NodeId) -> &[ValueId] {
        self.numbers.get(&counted).map_or(&[], |n| n)
    }

    /// Whether a number decides something.
    pub fn is_relevant(&self, value: ValueId) -> bool {
        self.relevant.contains(&value)
    }

    /// The numbers whose rests matter.
    pub fn divided(&self) -> impl Iterator<Item = ValueId> {
        self.moduli.keys().copied().filter(|&v| self.modulus(v) > 1)
    }
}

/// The values a region ends with.
pub(super) fn yields(module: &Module, region: pto_ir::module::RegionId) -> Vec<ValueId> {
    let block = module.region(region).blocks.last();
    let last = block.and_then(|&b| module.block(b).ops.last());
    match last.map(|&id| module.node(id)) {
        Some(node)
            if node.is(Scf::Yield) || module.def(node).is_some_and(|d| d.class == Class::Yield) =>
        {
            module.operands(node).iter().map(|o| o.value).collect()
        }
        _ => Vec::new(),
    }
}
