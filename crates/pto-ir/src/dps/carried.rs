//! Values that a loop hands to its next iteration. Each value becomes one buffer, which the next iteration writes anew:
//! where the old contents are still needed then, a copy is handed on.

use super::plan::{convertible, role};
use super::returned::Calls;
use crate::diag::Diagnostic;
use crate::dialect::{Arith, DialectOp, Scf};
use crate::edit::{Editor, Rank};
use crate::module::*;
use pto_isa::class::Class;
use pto_isa::def::{OpDef, Role};
use pto_isa::sem::{Sem, Src};
use pto_isa::{Space, Type, code};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// One name of a value becomes another.
#[derive(Clone, Copy)]
struct Link {
    to: ValueId,
    /// The loop whose next iteration it is for.
    next_of: Option<NodeId>,
}

/// A value that a yield hands on and that needs a buffer of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Handed {
    /// It was made in this iteration.
    New,
    /// It came from an earlier one, so that its buffer may be one that is written at the yield.
    Old,
}

/// What has to be copied: for each `scf.yield`, which of its operands.
pub(super) struct Copies(BTreeMap<NodeId, BTreeMap<usize, Handed>>);

pub(super) struct Flow<'m> {
    pub(super) module: &'m Module,
    links: FxHashMap<ValueId, Vec<Link>>,
    pub(super) uses: FxHashMap<ValueId, Vec<NodeId>>,
    /// The operations in the order of the text.
    pub(super) order: FxHashMap<NodeId, usize>,
}

impl Copies {
    /// What bufferisation has to copy, or why it cannot: only vector tiles can be copied to their own memory.
    pub fn new(module: &Module, changed: &[NodeId]) -> Result<Copies, Vec<Diagnostic>> {
        let mut copies = Copies(BTreeMap::new());
        let hands_on = |n: &Node| {
            n.dialect_op().is_some_and(|op| op.is_loop() || op.is_call())
                && module.results(n).len() > 0
                || module.successors(n).iter().any(|s| !module.successor_operands(s).is_empty())
        };
        if !module.nodes().any(|(_, n)| hands_on(n)) {
            return Ok(copies);
        }
        let flow = Flow::new(module);
        let calls = Calls::new(&flow);
        let mut errors = calls.made_again();
        errors.extend(flow.carried_by_jumps(changed));
        for id in changed.iter().copied().chain(calls.list.iter().map(|c| c.0)) {
            let node = module.node(id);
            let def = convertible(module, node);
            let tiles = module.results(node).filter(|&v| flow.is_tile(v));
            for value in tiles {
                let loops = module.with_ancestors(id).skip(1).filter(|&a| flow.is_loop(a));
                for around in loops {
                    let now = flow.reached(value, None);
                    let old = flow.reached(value, Some(around));
                    let Some(late) = flow.needed_later(id, def, around, &old) else { continue };
                    let name = module.sym(module.value(value).name);
                    let space = module.type_of(value).and_then(Type::space);
                    if space != Some(Space::Vec) {
                        let message = format!(
                            "`%{name}` is made again before the one of the iteration before is used"
                        );
                        let d = Diagnostic::error(code::FORM, module.node(late).name_span, message);
                        let d = d.found("only vector tiles can be copied for the next iteration");
                        errors.push(d.label(node.span, "made here"));
                        continue;
                    }
                    copies.hand_on(&flow, around, &now, &old);
                }
            }
        }
        if errors.is_empty() { Ok(copies) } else { Err(errors) }
    }

    fn hand_on(
        &mut self,
        flow: &Flow<'_>,
        around: NodeId,
        now: &FxHashSet<ValueId>,
        old: &FxHashSet<ValueId>,
    ) {
        let Some(last) = flow.yield_of(around) else { return };
        let operands = flow.module.operands(flow.module.node(last));
        for (k, o) in operands.iter().enumerate() {
            let handed = match (old.contains(&o.value), now.contains(&o.value)) {
                (true, _) => Handed::Old,
                (false, true) => Handed::New,
                (false, false) => continue,
            };
            let entry = self.0.entry(last).or_default().entry(k).or_insert(handed);
            if handed == Handed::Old {
                *entry = handed;
            }
        }
    }

    /// Writes the copies before their yields. Old values go first: their buffers are those that the new ones are copied to.
    pub fn insert(&self, editor: &mut Editor<'_>) {
        for (&last, handed) in &self.0 {
            let mut operands = editor.module().operands(editor.module().node(last)).to_vec();
            for (&k, _) in handed.iter().filter(|h| *h.1 == Handed::Old) {
                operands[k].value = copy(editor, last, operands[k].value, "kept");
            }
            for &k in handed.keys() {
                operands[k].value = copy(editor, last, operands[k].value, "carried");
                let name = editor.module().sym(editor.module().value(operands[k].value).name);
                let words = format!("%{name}");
                editor.replace_words(operands[k].span, words);
            }
            editor.set_operands(last, operands);
        }
    }
}

/// A copy of a tile, made before a statement.
fn copy(editor: &mut Editor<'_>, before: NodeId, value: ValueId, base: &str) -> ValueId {
    let Some(ty) = editor.module().value(value).ty else { return value };
    let name = editor.fresh(base);
    let made = editor.before(before, Rank::Definition, |b| {
        let made = b.op("alloc_tile").result(ty).value();
        b.op(&pto_isa::ops::tile_move::tmov).operand("src", value).operand("dst", made).end();
        made
    });
    editor.name(made, &name);
    made
}

impl<'m> Flow<'m> {
    /// Tiles that a jump hands to a block from which the program comes back to where they are made: their buffer would be
    /// written anew while the old contents may still be needed.
    fn carried_by_jumps(&self, changed: &[NodeId]) -> Vec<Diagnostic> {
        let module = self.module;
        let mut errors = Vec::new();
        let jumps: Vec<(NodeId, BlockId, &Operand)> = module
            .nodes()
            .flat_map(|(id, n)| module.successors(n).iter().map(move |s| (id, s)))
            .flat_map(|(id, s)| module.successor_operands(s).iter().map(move |o| (id, s.block, o)))
            .filter(|(_, _, o)| self.is_tile(o.value))
            .collect();
        if jumps.is_empty() {
            return errors;
        }
        for &made in changed {
            for value in module.results(module.node(made)).filter(|&v| self.is_tile(v)) {
                let names = self.reached(value, None);
                for (jump, to, operand) in jumps.iter().filter(|j| names.contains(&j.2.value)) {
                    let region = module.block(module.node(*jump).parent).parent;
                    let around = module.with_ancestors(made).map(|n| module.node(n).parent);
                    let home = around.into_iter().find(|&b| module.block(b).parent == region);
                    if home.is_some_and(|home| self.comes_to(*to, home)) {
                        let name = module.sym(module.value(operand.value).name);
                        let message = format!(
                            "`%{name}` is handed to a block from which the program comes back to where it is made"
                        );
                        let d = Diagnostic::error(code::FORM, operand.span, message)
                            .found("tiles that jumps carry from one iteration to the next are not copied")
                            .help("write the loop as `scf.for` or `scf.while`, or into a tile of its own");
                        errors.push(d.label(module.node(made).span, "made here"));
                    }
                }
            }
        }
        errors
    }

    /// Whether a block, or one that it jumps to, is another.
    fn comes_to(&self, from: BlockId, to: BlockId) -> bool {
        let module = self.module;
        let (mut open, mut seen) = (vec![from], FxHashSet::default());
        while let Some(b) = open.pop() {
            if b == to {
                return true;
            }
            if seen.insert(b)
                && let Some(&last) = module.block(b).ops.last()
            {
                open.extend(module.successors(module.node(last)).iter().map(|s| s.block));
            }
        }
        false
    }

    fn new(module: &'m Module) -> Flow<'m> {
        let mut flow = Flow {
            module,
            links: FxHashMap::default(),
            uses: FxHashMap::default(),
            order: FxHashMap::default(),
        };
        let mut open: Vec<NodeId> = module.functions().collect();
        open.reverse();
        while let Some(id) = open.pop() {
            flow.order.insert(id, flow.order.len());
            let node = module.node(id);
            for o in module.operands(node) {
                flow.uses.entry(o.value).or_default().push(id);
            }
            flow.read(id, node);
            let blocks = module.node_regions(node).iter().flat_map(|&r| &module.region(r).blocks);
            let inside: Vec<NodeId> =
                blocks.flat_map(|&b| module.block(b).ops.iter().copied()).collect();
            open.extend(inside.into_iter().rev());
        }
        flow
    }

    fn is_tile(&self, value: ValueId) -> bool {
        matches!(self.module.type_of(value), Some(Type::Tile(_)))
    }

    fn is_loop(&self, id: NodeId) -> bool {
        self.module.node(id).dialect_op().is_some_and(DialectOp::is_loop)
    }

    fn args(&self, node: &Node, region: usize) -> &'m [ValueId] {
        let region = self.module.node_regions(node).get(region);
        let block = region.and_then(|&r| self.module.region(r).blocks.first());
        block.map_or(&[], |&b| &self.module.block(b).args)
    }

    /// The statement that ends an iteration of a loop.
    fn yield_of(&self, around: NodeId) -> Option<NodeId> {
        let region = *self.module.node_regions(self.module.node(around)).last()?;
        let block = *self.module.region(region).blocks.last()?;
        let last = *self.module.block(block).ops.last()?;
        self.module.node(last).is(Scf::Yield).then_some(last)
    }

    fn link(&mut self, from: &[ValueId], to: &[ValueId], next_of: Option<NodeId>) {
        for (&from, &to) in from.iter().zip(to) {
            self.links.entry(from).or_default().push(Link { to, next_of });
        }
    }

    /// Which names the values have that a statement hands on.
    fn read(&mut self, id: NodeId, node: &Node) {
        let module = self.module;
        let operands: Vec<ValueId> = module.operands(node).iter().map(|o| o.value).collect();
        let results: Vec<ValueId> = module.results(node).collect();
        match node.dialect_op() {
            Some(DialectOp::Scf(Scf::For)) => {
                let first = operands.get(3..).unwrap_or(&[]);
                self.link(first, self.args(node, 0).get(1..).unwrap_or(&[]), None);
                self.link(first, &results, None);
            }
            Some(DialectOp::Scf(Scf::While)) => self.link(&operands, self.args(node, 0), None),
            Some(DialectOp::Scf(Scf::Condition)) => {
                let Some(around) = module.parent(node) else { return };
                let handed = operands.get(1..).unwrap_or(&[]);
                self.link(handed, self.args(module.node(around), 1), None);
                let results: Vec<ValueId> = module.results(module.node(around)).collect();
                self.link(handed, &results, None);
            }
            Some(DialectOp::Scf(Scf::Yield)) => {
                let Some(around) = module.parent(node) else { return };
                let outer = module.node(around);
                let results: Vec<ValueId> = module.results(outer).collect();
                match outer.dialect_op() {
                    Some(DialectOp::Scf(Scf::For)) => {
                        let args = self.args(outer, 0).get(1..).unwrap_or(&[]);
                        self.link(&operands, args, Some(around));
                        self.link(&operands, &results, None);
                    }
                    Some(DialectOp::Scf(Scf::While)) => {
                        self.link(&operands, self.args(outer, 0), Some(around));
                    }
                    _ => self.link(&operands, &results, None),
                }
            }
            Some(DialectOp::Arith(Arith::Select)) => {
                for o in operands.iter().skip(1) {
                    self.link(&[*o], &results, None);
                }
            }
            _ => {
                let class = module.def(module.node(id)).map(|d| d.class);
                if matches!(class, Some(Class::Alias { .. })) {
                    for &o in &operands {
                        results.iter().for_each(|&r| self.link(&[o], &[r], None));
                    }
                }
            }
        }
    }

    /// The names of a value: in the iteration that makes it, or in later ones of a loop.
    pub(super) fn reached(&self, value: ValueId, next_of: Option<NodeId>) -> FxHashSet<ValueId> {
        let mut seen: FxHashSet<(ValueId, bool)> = FxHashSet::default();
        let mut open = vec![(value, false)];
        while let Some((v, later)) = open.pop() {
            if !self.is_tile(v) || !seen.insert((v, later)) {
                continue;
            }
            for link in self.links.get(&v).into_iter().flatten() {
                let crosses = link.next_of.is_some() && link.next_of == next_of;
                open.push((link.to, later || crosses));
            }
        }
        seen.into_iter().filter(|s| s.1 == next_of.is_some()).map(|s| s.0).collect()
    }

    /// The first use of an old value in a loop when the new one may have been made.
    fn needed_later(
        &self,
        made: NodeId,
        def: Option<&OpDef>,
        around: NodeId,
        old: &FxHashSet<ValueId>,
    ) -> Option<NodeId> {
        let late = |v: &ValueId| {
            let uses = self.uses.get(v).into_iter().flatten().copied();
            uses.filter(|&u| self.is_late(u, *v, made, def, around))
                .min_by_key(|u| self.order.get(u))
        };
        old.iter().filter_map(late).min_by_key(|u| self.order.get(u))
    }

    fn is_late(
        &self,
        user: NodeId,
        value: ValueId,
        made: NodeId,
        def: Option<&OpDef>,
        around: NodeId,
    ) -> bool {
        let m = self.module;
        if !m.with_ancestors(user).any(|a| a == around) {
            return false;
        }
        if user == made {
            return !self.in_place(made, def, value);
        }
        let above: FxHashSet<NodeId> =
            m.with_ancestors(made).take_while(|&a| a != around).collect();
        let common = m.with_ancestors(user).take_while(|&a| a != around);
        let common: Vec<NodeId> = common.filter(|a| above.contains(a)).collect();
        if common.iter().any(|&a| self.is_loop(a)) {
            return true;
        }
        // Of two branches one runs.
        let choice = |a: &&NodeId| m.node(**a).dialect_op().is_some_and(DialectOp::is_choice);
        if let Some(&nearest) = common.first().filter(choice)
            && self.branch(user, nearest) != self.branch(made, nearest)
        {
            return false;
        }
        self.order.get(&user) > self.order.get(&made)
    }

    /// The region of an operation that a statement is in.
    fn branch(&self, id: NodeId, of: NodeId) -> Option<RegionId> {
        let inside = self.module.with_ancestors(id).take_while(|&a| a != of).last()?;
        Some(self.module.block(self.module.node(inside).parent).parent)
    }

    /// Whether an instruction may write where it reads a value: it goes lane by lane, or accumulates.
    fn in_place(&self, made: NodeId, def: Option<&OpDef>, value: ValueId) -> bool {
        let Some(def) = def else { return false };
        let node = self.module.node(made);
        let ty = self.module.type_of(value);
        if ty.and_then(Type::space) == Some(Space::Acc) {
            return true;
        }
        let same = self.module.results(node).all(|r| self.module.type_of(r) == ty);
        let mut slots = self.module.operands(node).iter().filter(|o| o.value == value);
        let Sem::Map(map) = &def.sem else { return false };
        same && slots.all(|o| {
            role(def, o.slot) == Role::In
                && map.src.iter().any(|s| matches!(s, Src::Of(n) if *n == o.slot))
        })
    }
}
