//! Points-to analysis: the memory objects of a program, and which of them a value may name.

use crate::call_graph::{CallGraph, symbol};
use crate::ir::{is_local, is_memory, section_of, touches_memory};
use pto_ir::args::args_of;

use pto_ir::dialect::{DialectOp, Func, Scf};
use pto_ir::module::{Def, Node, NodeId};
use pto_ir::{Attr, Module, ValueId};
use pto_isa::class::{Alias, Allocate, Class, Region};
use pto_isa::def::{Core, Role};
use pto_isa::rule::Args;
use pto_isa::{Space, Target, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::collections::VecDeque;

/// A tile, or a reserved buffer, at a known address.
#[derive(Clone, Debug)]
pub(crate) struct Tile {
    pub index: u32,
    pub node: NodeId,
    pub function: NodeId,
    /// As the text has it, with `%`.
    pub name: String,
    pub space: Space,
    pub at: u64,
    pub bytes: u64,
    pub by_hand: bool,
    pub reserved: bool,
    /// The parameter whose memory this stands for.
    pub parameter: Option<ValueId>,
}

impl Tile {
    /// Where its bytes end. Addresses come from the program and may be any number.
    pub fn end(&self) -> u64 {
        self.at.saturating_add(self.bytes)
    }
}

/// Values that may name fewer tiles are searched, not indexed.
const FEW_TILES: usize = 16;

pub(crate) struct PointsTo<'m> {
    module: &'m Module,
    everything: bool,
    pub tiles: Vec<Tile>,
    by_node: FxHashMap<NodeId, u32>,
    of: Vec<SmallVec<[u32; 1]>>,
    parts: FxHashSet<ValueId>,
    calls: CallGraph,
    /// Whether some instruction works on the tile.
    pub used: Vec<bool>,
}

impl<'m> PointsTo<'m> {
    /// The tiles that have an address.
    pub fn new(
        module: &'m Module,
        target: Target,
        by_hand: &FxHashSet<(String, String)>,
    ) -> PointsTo<'m> {
        PointsTo::read(module, target, by_hand, false)
    }

    /// Everything that names memory. What has no address lies apart from all others.
    pub fn everything(module: &'m Module, target: Target) -> PointsTo<'m> {
        PointsTo::read(module, target, &FxHashSet::default(), true)
    }

    fn read(
        module: &'m Module,
        target: Target,
        by_hand: &FxHashSet<(String, String)>,
        everything: bool,
    ) -> PointsTo<'m> {
        let mut points_to = PointsTo {
            module,
            everything,
            tiles: Vec::new(),
            by_node: FxHashMap::default(),
            of: vec![SmallVec::new(); module.value_count()],
            parts: FxHashSet::default(),
            calls: CallGraph::new(module),
            used: Vec::new(),
        };
        for (id, _) in module.nodes() {
            points_to.tile(id, by_hand);
            if everything {
                points_to.unplaced(id);
            }
        }
        points_to.spread();
        points_to.used = vec![false; points_to.tiles.len()];
        for (_, node) in module.nodes() {
            if module.def(node).is_some_and(|d| !touches_memory(d)) {
                continue;
            }
            let ignored = module.def(node).filter(|d| d.ignores_scratch(target));
            let counts = |slot: u8| {
                let operand = ignored.and_then(|d| d.operands.get(slot as usize));
                operand.is_none_or(|o| o.role != Role::Scratch)
            };
            for o in module.operands(node).iter().filter(|o| counts(o.slot)) {
                for &t in &points_to.of[o.value.index()] {
                    points_to.used[t as usize] = true;
                }
            }
        }
        points_to
    }

    fn tile(&mut self, id: NodeId, by_hand: &FxHashSet<(String, String)>) {
        let module = self.module;
        let node = module.node(id);
        let Some(def) = module.def(node) else { return };
        let number = |name: &str| match module.attrs.get(module.attr(node, name)?.value) {
            Attr::Int(v, _) => u64::try_from(*v).ok(),
            _ => None,
        };
        let operand =
            def.slot("addr").and_then(|s| module.operands(node).iter().find(|o| o.slot == s));
        let at = operand.and_then(|o| self.constant(o.value)).or_else(|| number("addr"));
        let Some(value) = module.results(node).next() else { return };
        let (space, bytes, at, reserved) = match (def.class, module.type_of(value)) {
            (
                Class::Allocate(Allocate::Tile | Allocate::MultiTile)
                | Class::Alias { how: Alias::Assign, .. },
                Some(ty),
            ) => {
                let (tile, count) = match ty {
                    Type::Tile(t) => (t, 1),
                    Type::MultiTile(t, n) => (t, u64::from(*n)),
                    _ => return,
                };
                (
                    tile.space,
                    tile.size_bytes().saturating_mul(count),
                    at.or_else(|| number("address")),
                    false,
                )
            }
            (Class::Allocate(Allocate::Reserve), _) => {
                let mat = module.attr(node, "location").is_some_and(|a| {
                    matches!(module.attrs.get(a.value),
                        Attr::Case { value, .. } | Attr::Str(value) | Attr::Word(value) if &**value == "mat")
                });
                let space = if mat { Space::Mat } else { Space::Vec };
                (space, number("size").unwrap_or(0), number("base"), true)
            }
            _ => return,
        };
        let (Some(at), Some(function)) = (at, self.function(id)) else { return };
        let name = format!("%{}", module.sym(module.value(value).name));
        let key = (self.function_name(function), name.clone());
        let index = self.tiles.len() as u32;
        let by_hand = by_hand.contains(&key);
        self.tiles.push(Tile {
            index,
            node: id,
            function,
            name,
            space,
            at,
            bytes,
            by_hand,
            reserved,
            parameter: None,
        });
        self.by_node.insert(id, index);
        if !reserved {
            self.of[value.index()].push(index);
        }
    }

    /// Parameters, tiles without an address, entries of queues, pointers that are computed.
    fn unplaced(&mut self, id: NodeId) {
        let module = self.module;
        let node = module.node(id);
        if node.is(Func::Func) {
            let region = module.node_regions(node).first();
            let block = region.and_then(|&r| module.region(r).blocks.first());
            let args = block.map_or(&[][..], |&b| &module.block(b).args);
            for (i, &arg) in args.iter().enumerate() {
                self.apart(arg, id, id, i as u64 + 1);
            }
            return;
        }
        let Some(def) = module.def(node) else { return };
        let takes_memory = module.operands(node).iter().any(|o| is_memory(module.type_of(o.value)));
        let Some(function) = self.function(id) else { return };
        for v in module.results(node) {
            if !self.of[v.index()].is_empty() {
                continue;
            }
            match def.class {
                Class::Allocate(Allocate::Tile | Allocate::MultiTile) => {
                    let given = def
                        .slot("addr")
                        .is_some_and(|s| module.operands(node).iter().any(|o| o.slot == s));
                    // A place that is computed may be any.
                    let number = if given { 0 } else { 1000 + u64::from(id.0) };
                    self.apart(v, id, function, number);
                }
                Class::Alias { how: Alias::Assign, .. } => self.apart(v, id, function, 0),
                Class::Alias { how: Alias::FromInteger | Alias::Cast, .. } if !takes_memory => {
                    self.apart(v, id, function, 0);
                }
                class if class.works() && !matches!(module.type_of(v), Some(Type::Ptr { .. })) => {
                    self.apart(v, id, function, 999);
                }
                _ => {}
            }
        }
    }

    /// Memory at a place of its own; number 0 may lie anywhere.
    fn apart(&mut self, value: ValueId, node: NodeId, function: NodeId, number: u64) {
        let ty = self.module.type_of(value);
        if !is_memory(ty) {
            return;
        }
        let space = ty.and_then(Type::space).unwrap_or(Space::Gm);
        let index = self.tiles.len() as u32;
        let name = format!("%{}", self.module.sym(self.module.value(value).name));
        self.tiles.push(Tile {
            index,
            node,
            function,
            name,
            space,
            at: number << 40,
            bytes: if number == 0 && space == Space::Gm { 1 << 62 } else { 1 << 39 },
            by_hand: false,
            reserved: false,
            parameter: (node == function).then_some(value),
        });
        self.of[value.index()].push(index);
    }

    fn constant(&self, value: ValueId) -> Option<u64> {
        match self.module.constant(value)? {
            Attr::Int(v, _) => u64::try_from(*v).ok(),
            _ => None,
        }
    }

    /// Carries names along views, yields and arguments until nothing changes.
    fn spread(&mut self) {
        let module = self.module;
        let mut links: Vec<(ValueId, ValueId)> = Vec::new();
        for (id, node) in module.nodes() {
            let operands: Vec<ValueId> = module.operands(node).iter().map(|o| o.value).collect();
            let results: Vec<ValueId> = module.results(node).collect();
            let link = |links: &mut Vec<(ValueId, ValueId)>, a: &[ValueId], b: &[ValueId]| {
                links.extend(a.iter().copied().zip(b.iter().copied()));
            };
            let args = |i: usize| -> &[ValueId] {
                let region = module.node_regions(node).get(i);
                let block = region.and_then(|&r| module.region(r).blocks.first());
                block.map_or(&[], |&b| &module.block(b).args)
            };
            match (node.dialect_op(), module.def(node).map(|d| d.class)) {
                (Some(DialectOp::Scf(Scf::For)), _) => {
                    let carried = args(0).get(1..).unwrap_or(&[]);
                    link(&mut links, operands.get(3..).unwrap_or(&[]), carried);
                    link(&mut links, carried, &results);
                }
                (Some(DialectOp::Scf(Scf::While)), _)
                | (_, Some(Class::Region(Region::VectorScope { strict: true }))) => {
                    link(&mut links, &operands, args(0));
                }
                (Some(DialectOp::Scf(Scf::Yield | Scf::Condition)), _)
                | (_, Some(Class::Yield)) => self.handed_on(id, &operands, &mut links),
                (_, class) => {
                    let is_view = class.is_none_or(|c| !c.works());
                    let part = matches!(
                        class,
                        Some(Class::Alias {
                            how: Alias::Window | Alias::MultiGet | Alias::Offset,
                            ..
                        })
                    );
                    if part {
                        self.parts.extend(&results);
                    }
                    for &o in operands.iter().filter(|_| is_view) {
                        links.extend(results.iter().map(|&r| (o, r)));
                    }
                }
            }
            for s in module.successors(node) {
                let passed: Vec<ValueId> =
                    module.successor_operands(s).iter().map(|o| o.value).collect();
                link(&mut links, &passed, &module.block(s.block).args);
            }
        }
        links.retain(|l| {
            is_local(module.type_of(l.1)) || self.everything && is_memory(module.type_of(l.1))
        });
        self.propagate(&links);
    }

    /// Carries each name over each link once.
    fn propagate(&mut self, links: &[(ValueId, ValueId)]) {
        let mut outgoing: FxHashMap<ValueId, SmallVec<[ValueId; 2]>> = FxHashMap::default();
        links.iter().for_each(|&(from, to)| outgoing.entry(from).or_default().push(to));
        let next = |v: ValueId| outgoing.get(&v).into_iter().flatten().copied();
        let mut parts: Vec<ValueId> = self.parts.iter().copied().collect();
        while let Some(from) = parts.pop() {
            parts.extend(next(from).filter(|to| self.parts.insert(*to)));
        }
        let named = (0..self.of.len() as u32).map(ValueId);
        let mut open: VecDeque<(ValueId, u32)> =
            named.flat_map(|v| self.of[v.index()].iter().map(move |&t| (v, t))).collect();
        let mut known: FxHashSet<(ValueId, u32)> = FxHashSet::default();
        while let Some((from, tile)) = open.pop_front() {
            for to in next(from) {
                if to == from || self.made(to) {
                    continue;
                }
                let of = &self.of[to.index()];
                let is_new = match of.len() < FEW_TILES {
                    true => !of.contains(&tile),
                    false => {
                        if of.len() == FEW_TILES {
                            known.extend(of.iter().map(|&t| (to, t)));
                        }
                        known.insert((to, tile))
                    }
                };
                if is_new {
                    self.of[to.index()].push(tile);
                    open.push_back((to, tile));
                }
            }
        }
    }

    /// Whether a value is a tile with an address of its own.
    fn made(&self, value: ValueId) -> bool {
        matches!(self.module.value(value).def, Def::Result(id) if self.by_node.contains_key(&id))
    }

    fn handed_on(&self, id: NodeId, operands: &[ValueId], links: &mut Vec<(ValueId, ValueId)>) {
        let module = self.module;
        let Some(owner) = module.parent(module.node(id)) else { return };
        let outer = module.node(owner);
        let results: Vec<ValueId> = module.results(outer).collect();
        let args = |i: usize| -> Vec<ValueId> {
            let region = module.node_regions(outer).get(i);
            let block = region.and_then(|&r| module.region(r).blocks.first());
            block.map_or_else(Vec::new, |&b| module.block(b).args.clone())
        };
        let (skip, to) = match outer.dialect_op() {
            Some(DialectOp::Scf(Scf::For)) => (0, args(0).into_iter().skip(1).collect()),
            Some(DialectOp::Scf(Scf::While)) if module.node(id).is(Scf::Condition) => {
                links.extend(operands.iter().skip(1).copied().zip(args(1)));
                (1, results)
            }
            Some(DialectOp::Scf(Scf::While)) => (0, args(0)),
            _ => (0, results),
        };
        links.extend(operands.iter().skip(skip).copied().zip(to));
    }

    /// The tiles a value may name.
    pub fn of(&self, value: ValueId) -> &[u32] {
        &self.of[value.index()]
    }

    /// Whether a value names only a part of its tile.
    pub fn is_part(&self, value: ValueId) -> bool {
        self.parts.contains(&value)
    }

    /// The tiles the operands of an operation name.
    pub fn of_node(&self, id: NodeId) -> Vec<u32> {
        let operands = self.module.operands(self.module.node(id));
        operands.iter().flat_map(|o| self.of(o.value).iter().copied()).collect()
    }

    pub fn made_by(&self, id: NodeId) -> Option<u32> {
        self.by_node.get(&id).copied()
    }

    /// Whether two tiles must not share bytes and do.
    pub fn clash(&self, a: u32, b: u32) -> bool {
        let (x, y) = (&self.tiles[a as usize], &self.tiles[b as usize]);
        a != b && !(x.by_hand && y.by_hand) && overlap(x, y)
    }

    fn function(&self, id: NodeId) -> Option<NodeId> {
        self.module.function_of(id)
    }

    pub fn function_name(&self, function: NodeId) -> String {
        symbol(self.module, function, "sym_name").unwrap_or("").to_string()
    }

    /// The function a call runs.
    pub fn callee(&self, id: NodeId) -> Option<NodeId> {
        self.calls.callee(self.module, id)
    }

    /// Whether a function of the program is called.
    pub fn is_called(&self, function: NodeId) -> bool {
        self.calls.sites(function).next().is_some()
    }

    /// Whether it is called in more than one place.
    pub fn is_called_again(&self, function: NodeId) -> bool {
        self.calls.sites(function).nth(1).is_some()
    }

    /// The calls of a function.
    pub fn call_sites(&self, function: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.calls.sites(function)
    }

    /// What calls hand to the parameters of functions.
    pub fn handed_over(&self) -> FxHashMap<ValueId, Vec<ValueId>> {
        let module = self.module;
        let mut all: FxHashMap<ValueId, Vec<ValueId>> = FxHashMap::default();
        for f in module.functions() {
            for call in self.calls.sites(f) {
                let given = module.operands(module.node(call)).iter().map(|o| o.value);
                for (&parameter, value) in parameters(module, f).iter().zip(given) {
                    all.entry(parameter).or_default().push(value);
                }
            }
        }
        all
    }

    /// What the parameters of functions with one call are there.
    pub fn only_calls(&self) -> FxHashMap<ValueId, ValueId> {
        let all = self.handed_over().into_iter();
        all.filter_map(|(p, given)| Some((p, *given.first()?)).filter(|_| given.len() == 1))
            .collect()
    }

    /// The tiles of a function and of those it calls, as far as some instruction works on them.
    pub fn tiles_within(&self, function: NodeId) -> Vec<u32> {
        let inside = self.calls.reached(function);
        let used = |t: &&Tile| self.used[t.index as usize] && inside.contains(&t.function);
        self.tiles.iter().filter(used).map(|t| t.index).collect()
    }

    /// The functions that a function calls, each once.
    pub fn callees(&self, function: NodeId) -> &[NodeId] {
        self.calls.callees(function)
    }

    /// The functions, each after those that it calls; without those that reach a circle of calls.
    pub fn callees_first(&self) -> Vec<NodeId> {
        self.calls.callees_first(self.module)
    }

    /// The functions of which some instruction uses the hidden scratch area.
    pub fn functions_that_hide(&self, target: Target) -> FxHashSet<NodeId> {
        let constant = |v: ValueId| self.constant(v).and_then(|c| i64::try_from(c).ok());
        let hides = |node: &Node| {
            let uses = self.module.def(node).and_then(|d| d.uses_reserved_scratch);
            uses.is_some_and(|uses| {
                let (slots, attrs) = args_of(self.module, node, &constant);
                uses(&Args { target, slots: &slots, attrs: &attrs })
            })
        };
        let nodes = self.module.nodes().filter(|(_, n)| hides(n));
        nodes.filter_map(|(id, _)| self.function(id)).collect()
    }

    /// Tiles that code of both kinds of cores, or of the other kind, works on.
    pub fn shared_between_cores(&self) -> Vec<usize> {
        let module = self.module;
        let mut kinds: FxHashMap<NodeId, (bool, bool)> = FxHashMap::default();
        for (id, node) in module.nodes() {
            if let Some(section) = section_of(module.def(node).map(|d| d.class))
                && let Some(f) = self.function(id)
            {
                let k = kinds.entry(f).or_default();
                *k = (k.0 || section == Core::Cube, k.1 || section == Core::Vector);
            }
        }
        kinds.retain(|_, k| *k == (true, true));
        if kinds.is_empty() {
            return Vec::new();
        }
        let mut shared = vec![false; self.tiles.len()];
        for (id, node) in module.nodes() {
            if module.def(node).is_some_and(|d| !touches_memory(d)) {
                continue;
            }
            let section = module
                .with_ancestors(id)
                .find_map(|p| section_of(module.def(module.node(p)).map(|d| d.class)));
            for t in self.of_node(id) {
                let tile = &self.tiles[t as usize];
                let owner = if tile.space == Space::Vec { Core::Vector } else { Core::Cube };
                shared[t as usize] |= kinds.contains_key(&tile.function) && section != Some(owner);
            }
        }
        (0..shared.len()).filter(|&i| shared[i]).collect()
    }
}

/// Whether two objects share bytes.
pub(crate) fn overlap(a: &Tile, b: &Tile) -> bool {
    a.space == b.space && a.at < b.end() && b.at < a.end()
}

/// A function's parameters.
pub(crate) fn parameters(module: &Module, function: NodeId) -> &[ValueId] {
    let region = module.node_regions(module.node(function)).first();
    let block = region.and_then(|&r| module.region(r).blocks.first());
    block.map_or(&[][..], |&b| &module.block(b).args[..])
}
