//! Vector scopes that a program leaves out: which statements go into one, and why others cannot.
//!
//! Statements that follow each other in a block share a scope until something comes that has no place in one: synchronisation, a copy,
//! a tile instruction, a call, another scope, a question for the number of the block. Loops and branches with nothing of that
//! kind in them go into the scope as a whole. Numbers that are computed in between go in if nothing else uses them, else they are
//! computed before it. A register that is made from numbers alone and used in several scopes is made in each of them.
//!
//! The rules are those of PTOAS 0.60, lib/PTO/Transforms/PTOInferVPTOVecScope.cpp, and of its tests test/lit/vpto/auto_vecscope_*.

mod write;

use crate::dialect::{Builtin, DialectOp, Scf};
use crate::module::{BlockId, Def, Module, Node, NodeId, RegionId, ValueId};
use pto_isa::Type;
use pto_isa::class::{Class, Query, Region};
use pto_isa::def::{AllowedScope, Kind};
use pto_isa::order;
use pto_isa::virtual_register::VirtualRegister;
use rustc_hash::{FxHashMap, FxHashSet};

/// Attributes of functions that are vector code as a whole.
pub const VECTOR_MARKS: [&str; 4] =
    ["pto.vector_function", "pto.simd", "pto.tileop.helper", "pto.vecscope"];

/// A scope that is not written.
#[derive(Clone, Debug)]
pub struct VectorScope {
    /// The block its statements stand in.
    pub block: BlockId,
    /// What goes into it, in order; at least one statement.
    pub members: Vec<NodeId>,
    /// What stands between them and must come before the scope.
    pub hoisted: Vec<NodeId>,
    /// Instructions of other scopes that are repeated at its beginning, in order.
    pub repeated: Vec<NodeId>,
}

/// Why statements that need a scope cannot be put into one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// The statement that needs the scope.
    pub statement: NodeId,
    /// A value that would cross its border.
    pub value: ValueId,
    /// The statement outside that uses it; `None` if the value comes from outside.
    pub used_by: Option<NodeId>,
}

/// The scopes that a program leaves out.
#[derive(Clone, Debug, Default)]
pub struct VectorScopes {
    /// Those that can be put in.
    pub scopes: Vec<VectorScope>,
    /// What is in the way of others.
    pub obstacles: Vec<Obstacle>,
    /// Statements without a scope because of an obstacle.
    pub left_out: FxHashSet<NodeId>,
}

impl VectorScopes {
    /// The scopes that a program leaves out.
    ///
    /// ```
    /// let (module, _) = pto_ir::parse("func.func @f(%p: !pto.ptr<f32, ub>, %i: index) {
    ///   %x = pto.vlds %p[%i] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>
    ///   return
    /// }");
    /// let left_out = pto_ir::VectorScopes::infer(&module);
    /// assert_eq!(left_out.scopes[0].members.len(), 1);
    /// ```
    pub fn infer(module: &Module) -> VectorScopes {
        if !module.nodes().any(|(_, n)| needs_scope(module, n)) {
            return VectorScopes::default();
        }
        let mut search = Search {
            module,
            kinds: FxHashMap::default(),
            users: users(module),
            found: VectorScopes::default(),
            scope_of: FxHashMap::default(),
        };
        search.region(Module::TOP, 0);
        search.cross_borders();
        search.found
    }

    /// Whether a program leaves none out.
    pub fn is_empty(&self) -> bool {
        self.scopes.is_empty() && self.obstacles.is_empty()
    }
}

/// How a statement stands to a scope around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// It must be inside.
    Inside,
    /// It goes along if there is a scope.
    Along,
    /// It computes numbers, and may stand on either side.
    Number,
    /// It has no place in a scope.
    Border,
}

struct Search<'m> {
    module: &'m Module,
    /// Places of the statements that were asked for.
    kinds: FxHashMap<NodeId, Place>,
    users: FxHashMap<ValueId, Vec<NodeId>>,
    found: VectorScopes,
    /// The scope that a statement is a member of.
    scope_of: FxHashMap<NodeId, usize>,
}

impl Search<'_> {
    fn region(&mut self, region: RegionId, depth: u32) {
        // The reader bounds the depth; this only keeps a hand-built module from running away.
        if depth > 1000 {
            return;
        }
        let module = self.module;
        for &block in &module.region(region).blocks {
            let ops = &module.block(block).ops;
            let places = self.places(block, depth);
            let mut start = 0;
            for end in 0..=ops.len() {
                if places.get(end).is_none_or(|p| *p == Place::Border) {
                    self.run(block, &ops[start..end], &places[start..end]);
                    start = end + 1;
                }
            }
            for &op in ops {
                let node = module.node(op);
                let is_done = self.scope_of.contains_key(&op) || self.found.left_out.contains(&op);
                if is_done || is_vector_code(module, node) {
                    continue;
                }
                for &inner in module.node_regions(node) {
                    self.region(inner, depth + 1);
                }
            }
        }
    }

    /// The places of the statements of a block. A loop or branch that gives a number to statements beyond the next border is one
    /// itself: the scopes are in it.
    fn places(&mut self, block: BlockId, depth: u32) -> Vec<Place> {
        let module = self.module;
        let ops = &module.block(block).ops;
        let index: FxHashMap<NodeId, usize> =
            ops.iter().enumerate().map(|(i, &op)| (op, i)).collect();
        let mut places: Vec<Place> = ops.iter().map(|&op| self.place(op, depth)).collect();
        let mut border = ops.len();
        for i in (0..ops.len()).rev() {
            let node = module.node(ops[i]);
            if places[i] == Place::Inside && !node.regions.is_empty() {
                let is_far = |user: &NodeId| {
                    ancestor(module, *user, block)
                        .and_then(|u| index.get(&u))
                        .is_none_or(|&at| at >= border)
                };
                let leaves = |v: ValueId| self.users.get(&v).is_some_and(|u| u.iter().any(is_far));
                let mut leaving = module.results(node).filter(|&v| leaves(v)).peekable();
                if leaving.peek().is_some() && leaving.all(|v| !is_register(module, v)) {
                    places[i] = Place::Border;
                }
            }
            if places[i] == Place::Border {
                border = i;
            }
        }
        places
    }

    fn place(&mut self, id: NodeId, depth: u32) -> Place {
        if let Some(&known) = self.kinds.get(&id) {
            return known;
        }
        let module = self.module;
        let node = module.node(id);
        let is_structured =
            matches!(node.dialect_op(), Some(DialectOp::Scf(Scf::For | Scf::If | Scf::While)));
        let place = match node.regions.is_empty() {
            true => own_place(module, node),
            false if !is_structured || depth > 1000 || is_vector_code(module, node) => {
                Place::Border
            }
            false => {
                let regions = module.node_regions(node).iter();
                let blocks = regions.flat_map(|&r| &module.region(r).blocks);
                let ops: Vec<NodeId> =
                    blocks.flat_map(|&b| module.block(b).ops.iter().copied()).collect();
                let mut place = Place::Border;
                for op in ops {
                    let is_end = module.node(op).dialect_op().is_some_and(DialectOp::is_terminator);
                    match self.place(op, depth + 1) {
                        _ if is_end => {}
                        Place::Inside => place = Place::Inside,
                        Place::Along | Place::Number => {}
                        Place::Border => {
                            place = Place::Border;
                            break;
                        }
                    }
                }
                place
            }
        };
        self.kinds.insert(id, place);
        place
    }

    /// Statements of a block without a border between them.
    fn run(&mut self, block: BlockId, ops: &[NodeId], places: &[Place]) {
        let module = self.module;
        let Some(first) = places.iter().position(|p| *p == Place::Inside) else { return };
        // What is computed from what the scope makes is in it, too.
        let mut inside: FxHashSet<NodeId> = FxHashSet::default();
        let mut last = first;
        for (i, &op) in ops.iter().enumerate().skip(first) {
            let comes_from_inside = || {
                let operands = module.operands(module.node(op)).iter();
                operands
                    .map(|o| module.value(o.value).def)
                    .any(|d| matches!(d, Def::Result(by) if inside.contains(&by)))
            };
            if places[i] != Place::Number || comes_from_inside() {
                inside.insert(op);
                last = if places[i] == Place::Along { last } else { i };
            }
        }
        let range = &ops[first..=last];
        for &op in range.iter().rev() {
            if !inside.contains(&op) && self.outside_user(op, block, &inside).is_none() {
                inside.insert(op);
            }
        }
        let (members, hoisted): (Vec<NodeId>, Vec<NodeId>) =
            range.iter().partition(|op| inside.contains(op));
        let inside: FxHashSet<NodeId> = members.iter().copied().collect();
        let number = self.found.scopes.len();
        let mut obstacles = Vec::new();
        for &op in &members {
            if let Some((value, user)) = self.outside_user(op, block, &inside)
                && !self.can_repeat(op, 0)
            {
                obstacles.push(Obstacle { statement: op, value, used_by: Some(user) });
            }
        }
        if !obstacles.is_empty() {
            self.found.obstacles.extend(obstacles);
            self.found.left_out.extend(members);
            return;
        }
        self.scope_of.extend(members.iter().map(|&op| (op, number)));
        self.found.scopes.push(VectorScope { block, members, hoisted, repeated: Vec::new() });
    }

    /// A result of a statement and a statement that uses it and does not stand in, or among, some others of the block.
    fn outside_user(
        &self,
        op: NodeId,
        block: BlockId,
        inside: &FxHashSet<NodeId>,
    ) -> Option<(ValueId, NodeId)> {
        self.module.results(self.module.node(op)).find_map(|v| {
            let is_outside = |user: &&NodeId| {
                ancestor(self.module, **user, block).is_none_or(|u| !inside.contains(&u))
            };
            self.users.get(&v)?.iter().find(is_outside).map(|&user| (v, user))
        })
    }

    /// Whether a statement makes what it gives from numbers alone, so that it can be repeated.
    fn can_repeat(&self, op: NodeId, depth: u32) -> bool {
        let module = self.module;
        let node = module.node(op);
        let is_plain = match (self.kinds.get(&op), module.def(node)) {
            (Some(Place::Number), _) => true,
            (Some(Place::Inside), Some(def)) => {
                let is_memory = |k: Kind| matches!(k, Kind::Ptr | Kind::View | Kind::Memory);
                // Numbers that it gives have one name.
                let gives_number =
                    |v: ValueId| !is_register(module, v) && self.users.contains_key(&v);
                def.class == Class::Compute
                    && !def.operands.iter().any(|o| is_memory(o.kind))
                    && !module.results(node).any(gives_number)
            }
            _ => false,
        };
        is_plain
            && depth < 8
            && module.operands(node).iter().all(|o| match module.value(o.value).def {
                Def::Result(by) if self.kinds.get(&by) == Some(&Place::Border) => true,
                Def::Result(by) => self.can_repeat(by, depth + 1),
                Def::Arg(_) | Def::Missing => !is_register(module, o.value),
            })
    }

    /// Registers that scopes take from each other are made in each; from elsewhere, they cannot come.
    fn cross_borders(&mut self) {
        let mut obstacles = Vec::new();
        let mut said: FxHashSet<ValueId> = self.found.obstacles.iter().map(|o| o.value).collect();
        for number in 0..self.found.scopes.len() {
            let mut repeated = Vec::new();
            let mut pending: Vec<NodeId> = self.found.scopes[number].members.clone();
            while let Some(id) = pending.pop() {
                let node = self.module.node(id);
                for o in
                    self.module.operands(node).iter().filter(|o| is_register(self.module, o.value))
                {
                    let is_here = self.is_made_in(o.value, number);
                    if is_here || self.repeat(o.value, &mut repeated) {
                        continue;
                    }
                    // One word about each value.
                    if said.insert(o.value) {
                        obstacles.push(Obstacle { statement: id, value: o.value, used_by: None });
                    }
                    self.found.left_out.extend(&self.found.scopes[number].members);
                }
                let regions = self.module.node_regions(node).iter();
                let blocks = regions.flat_map(|&r| &self.module.region(r).blocks);
                pending.extend(blocks.flat_map(|&b| self.module.block(b).ops.iter().copied()));
            }
            self.found.scopes[number].repeated = repeated;
        }
        // What is repeated elsewhere is used in scopes alone.
        for op in self.found.scopes.iter().flat_map(|s| &s.members) {
            for v in self.module.results(self.module.node(*op)) {
                let mut users = self.users.get(&v).into_iter().flatten();
                if let Some(&user) = users.find(|u| self.scope_around(**u).is_none()) {
                    obstacles.push(Obstacle { statement: *op, value: v, used_by: Some(user) });
                }
            }
        }
        let numbers = obstacles.iter().filter_map(|o| self.scope_around(o.statement));
        for number in numbers.collect::<Vec<usize>>() {
            self.found.left_out.extend(&self.found.scopes[number].members);
        }
        let left_out = &self.found.left_out;
        self.found.scopes.retain(|s| !s.members.iter().any(|op| left_out.contains(op)));
        self.found.obstacles.extend(obstacles);
        order::by_key(&mut self.found.obstacles, |o| o.statement);
    }

    /// The scope that a statement stands in, at any depth.
    fn scope_around(&self, mut id: NodeId) -> Option<usize> {
        loop {
            if let Some(&number) = self.scope_of.get(&id) {
                return Some(number);
            }
            id = self.module.parent(self.module.node(id))?;
        }
    }

    fn is_made_in(&self, value: ValueId, number: usize) -> bool {
        let by = match self.module.value(value).def {
            Def::Result(by) => Some(by),
            Def::Arg(block) => self.module.region(self.module.block(block).parent).owner,
            Def::Missing => return true,
        };
        by.is_some_and(|by| self.scope_around(by) == Some(number))
    }

    /// Notes what makes a register of another scope, and what that is made from, first things first.
    fn repeat(&self, value: ValueId, repeated: &mut Vec<NodeId>) -> bool {
        let Def::Result(by) = self.module.value(value).def else { return false };
        if repeated.contains(&by) {
            return true;
        }
        if self.scope_around(by).is_none() {
            return !is_register(self.module, value);
        }
        let operands = self.module.operands(self.module.node(by)).iter();
        let done = self.can_repeat(by, 0)
            && operands.into_iter().all(|o| match self.module.value(o.value).def {
                Def::Result(_) => self.repeat(o.value, repeated),
                Def::Arg(_) | Def::Missing => true,
            });
        repeated.push(by);
        done
    }
}

/// The statements that use each value.
fn users(module: &Module) -> FxHashMap<ValueId, Vec<NodeId>> {
    let mut users: FxHashMap<ValueId, Vec<NodeId>> = FxHashMap::default();
    for (id, node) in module.nodes() {
        let passed = module.successors(node).iter().flat_map(|s| module.successor_operands(s));
        for o in module.operands(node).iter().chain(passed) {
            users.entry(o.value).or_default().push(id);
        }
    }
    users
}

/// The statement of a block that a statement is, or stands in.
fn ancestor(module: &Module, mut id: NodeId, block: BlockId) -> Option<NodeId> {
    loop {
        let node = module.node(id);
        if node.parent == block {
            return Some(id);
        }
        id = module.parent(node)?;
    }
}

/// Whether all that is inside is vector code, or code of threads, already.
fn is_vector_code(module: &Module, node: &Node) -> bool {
    let class = module.def(node).map(|d| d.class);
    matches!(class, Some(Class::Region(Region::VectorScope { .. } | Region::Simt)))
        || module.is_vector_scope_by_attr(node)
        || VECTOR_MARKS.iter().any(|mark| module.attr(node, mark).is_some())
}

fn is_register(module: &Module, value: ValueId) -> bool {
    matches!(
        module.type_of(value),
        Some(Type::Vreg { .. } | Type::Mask(_) | Type::Align | Type::Vaddr(_))
    )
}

/// Whether an instruction stands in a scope alone.
fn needs_scope(module: &Module, node: &Node) -> bool {
    module.def(node).is_some_and(|d| d.scope == AllowedScope::Vecscope)
}

/// The place of a statement without regions.
fn own_place(module: &Module, node: &Node) -> Place {
    let operands = module.operands(node).iter().map(|o| o.value);
    let values: Vec<ValueId> = operands.chain(module.results(node)).collect();
    let has = |is: &dyn Fn(ValueId) -> bool| values.iter().any(|&v| is(v));
    let Some(def) = module.def(node) else {
        let is_number = match node.dialect_op() {
            Some(DialectOp::Arith(_) | DialectOp::Math(_)) => true,
            Some(op) => op == DialectOp::Builtin(Builtin::UnrealizedConversionCast),
            None => false,
        };
        return match is_number {
            true if has(&|v| is_register(module, v)) => Place::Inside,
            true => Place::Number,
            false => Place::Border,
        };
    };
    let is_any_length =
        |v: ValueId| module.type_of(v).is_some_and(|ty| VirtualRegister::of(ty).is_some());
    match (def.scope, def.class) {
        (AllowedScope::Vecscope, _) => Place::Inside,
        (AllowedScope::Core, _) => Place::Border,
        (_, Class::Sync(_)) => Place::Along,
        (_, Class::Query(Query::BlockIdx | Query::BlockNum)) => Place::Border,
        (_, Class::Alias { .. } | Class::Query(_)) => Place::Number,
        (_, Class::Compute) if has(&|v| is_register(module, v)) => Place::Inside,
        (_, Class::Compute) if has(&is_any_length) => Place::Along,
        (_, Class::Compute) if !has(&|v| !is_scalar(module, v)) => Place::Number,
        _ => Place::Border,
    }
}

fn is_scalar(module: &Module, value: ValueId) -> bool {
    matches!(module.type_of(value), Some(Type::Index | Type::Scalar(_)))
}
