//! The pieces of memory that instructions make, and the views on them.

use super::{MemObject, Place, PointsTo, tile_bytes};
use crate::facts::{constant, fold, int, is_memory, word};
use pto_ir::module::{Node, NodeId, RegionId};
use pto_ir::{Attr, Module, ValueId};
use pto_isa::class::{Alias, Allocate, Class};
use pto_isa::def::{PrintForm, Role};
use pto_isa::{Layout, Space, Type};
use rustc_hash::FxHashSet;
use smallvec::smallvec;

/// How many bytes there are at a pointer that was a number: more than any memory has.
const UNKNOWN_BYTES: u64 = u64::MAX >> 24;

/// Goes through the functions of a module and notes what values name.
pub(super) struct Finder<'m> {
    pub module: &'m Module,
    pub points_to: PointsTo,
    pub copies: Vec<(ValueId, ValueId)>,
    pub escapes: Vec<ValueId>,
    /// What a loop hands to its next iteration, and the loop.
    pub carries: Vec<(ValueId, NodeId)>,
    /// Tiles with a `tassign`.
    pub bound: FxHashSet<ValueId>,
    /// Tiles that are values and outlive an iteration, a branch or a call: what they are given is copied.
    pub copied: FxHashSet<ValueId>,
}

impl Finder<'_> {
    pub(super) fn function(&mut self, function: NodeId) {
        let module = self.module;
        for &r in module.node_regions(module.node(function)) {
            let args = module.region(r).blocks.first().map(|&b| &module.block(b).args);
            for &arg in args.into_iter().flatten() {
                self.outside(arg, None, function);
            }
            self.region(r, function);
        }
    }

    pub(super) fn region(&mut self, region: RegionId, function: NodeId) {
        let module = self.module;
        for &b in &module.region(region).blocks {
            for &id in &module.block(b).ops {
                let node = module.node(id);
                match module.def(node) {
                    Some(_) => self.instruction(id, function),
                    None => {
                        self.values_of(id, function);
                        self.foreign(id);
                    }
                }
                for &r in module.node_regions(node) {
                    self.region(r, function);
                }
            }
        }
    }

    pub(super) fn add(&mut self, object: MemObject) {
        let index = self.points_to.objects.len() as u32;
        if let Some(node) = object.node {
            self.points_to.by_maker.insert(node, index);
        }
        self.points_to.of[object.value.index()] = smallvec![index];
        self.points_to.objects.push(object);
    }

    /// A piece of memory that comes from elsewhere.
    pub(super) fn outside(&mut self, value: ValueId, node: Option<NodeId>, function: NodeId) {
        let Some(ty) = self.module.type_of(value).filter(|t| is_memory(Some(t))) else { return };
        let Some(space) = ty.space() else { return };
        let bytes = match ty {
            Type::Tile(t) => tile_bytes(*t),
            Type::MultiTile(t, n) => tile_bytes(*t) * u64::from(*n),
            _ => 0,
        };
        self.add(MemObject {
            node,
            ..MemObject::new(value, function, space, bytes, Place::Outside)
        });
    }

    pub(super) fn instruction(&mut self, id: NodeId, function: NodeId) {
        let module = self.module;
        let node = module.node(id);
        let Some(def) = module.def(node) else { return };
        if !module.node_regions(node).is_empty() {
            return self.scope(id);
        }
        match def.class {
            Class::Allocate(Allocate::Tile | Allocate::MultiTile | Allocate::DeclareTile) => {
                self.alloc(id, function);
            }
            Class::Allocate(Allocate::Reserve) => self.reserve(id, function),
            Class::Alias { how: Alias::Assign, .. } => self.assign(id, function),
            Class::Alias { how: Alias::Scales, gives, .. } => self.follow(node, gives),
            Class::Alias { how: Alias::Cast | Alias::FromInteger, .. } => self.cast(id, function),
            Class::Alias { how: Alias::Window | Alias::MultiGet, .. } => {
                self.views(node);
                self.narrow(node);
            }
            class if !class.works() => self.views(node),
            _ if is_computed(module, node) => {
                for v in module.results(node) {
                    self.value(v, id, function, false);
                }
            }
            _ => {
                // What an instruction makes with its own hands: an entry of a queue, an updated pointer.
                for v in module.results(node) {
                    let source = module.operands(node).iter().find(|o| {
                        is_memory(module.type_of(o.value))
                            && def.operands.get(o.slot as usize).is_some_and(|d| d.role == Role::In)
                    });
                    match source {
                        Some(o) if matches!(module.type_of(v), Some(Type::Ptr { .. })) => {
                            self.copies.push((o.value, v));
                        }
                        _ => self.outside(v, Some(id), function),
                    }
                }
            }
        }
    }

    /// A tile that is a value has a buffer of its own.
    fn value(&mut self, value: ValueId, node: NodeId, function: NodeId, always: bool) {
        let Some(Type::Tile(t)) = self.module.type_of(value) else { return };
        let (space, bytes) = (t.space, tile_bytes(*t));
        let object = MemObject::new(value, function, space, bytes, Place::Free);
        self.add(MemObject { node: Some(node), escapes: always, ..object });
    }

    /// Tiles that are values and that a loop, a branch or a call hands on.
    fn values_of(&mut self, id: NodeId, function: NodeId) {
        let module = self.module;
        let node = module.node(id);
        let regions = module.node_regions(node).iter().flat_map(|&r| &module.region(r).blocks);
        let arguments = regions.flat_map(|&b| module.block(b).args.iter().copied());
        let values: Vec<ValueId> = arguments.chain(module.results(node)).collect();
        for v in values {
            if matches!(module.type_of(v), Some(Type::Tile(t)) if !t.buffer) {
                self.value(v, id, function, true);
                self.copied.insert(v);
            }
        }
    }

    /// A region sees what it captures under other names; what it yields are the results.
    pub(super) fn scope(&mut self, id: NodeId) {
        let module = self.module;
        let node = module.node(id);
        let operands: Vec<ValueId> = module.operands(node).iter().map(|o| o.value).collect();
        let results: Vec<ValueId> = module.results(node).collect();
        for (i, &r) in module.node_regions(node).iter().enumerate() {
            if let Some(&b) = module.region(r).blocks.first() {
                self.pair(operands.iter(), module.block(b).args.iter());
            }
            let yielded = self.terminator(id, i);
            self.pair(yielded.iter(), results.iter());
        }
    }

    pub(super) fn alloc(&mut self, id: NodeId, function: NodeId) {
        let module = self.module;
        let node = module.node(id);
        let Some(value) = module.results(node).next() else { return };
        let (tile, count) = match module.type_of(value) {
            Some(Type::Tile(t)) => (*t, 1),
            Some(Type::MultiTile(t, n)) => (*t, u64::from(*n)),
            _ => return,
        };
        let place = match address(module, node) {
            Some(place) => place,
            None if is_declared(module, node) => Place::Outside,
            None => Place::Free,
        };
        let object = MemObject::new(value, function, tile.space, tile_bytes(tile) * count, place);
        self.add(MemObject { node: Some(id), ..object });
    }

    /// `tassign` binds the tile itself, and its result, to an address.
    pub(super) fn assign(&mut self, id: NodeId, function: NodeId) {
        let module = self.module;
        let node = module.node(id);
        let Some(tile) = module.operands(node).first().map(|o| o.value) else { return };
        let place = address(module, node).unwrap_or(Place::Unknown);
        if let Some(result) = module.results(node).next()
            && let Some(Type::Tile(t)) = module.type_of(result)
        {
            let (space, bytes) = (t.space, tile_bytes(*t));
            let object = MemObject::new(result, function, space, bytes, place);
            return self.add(MemObject { node: Some(id), ..object });
        }
        let first = self.bound.insert(tile);
        for &r in &self.points_to.of[tile.index()].clone() {
            let object = &mut self.points_to.objects[r as usize];
            object.place = match (&object.place, &place) {
                _ if first => place.clone(),
                (Place::At(a), Place::At(b)) => Place::At(a.iter().chain(b).copied().collect()),
                _ => Place::Unknown,
            };
        }
    }

    pub(super) fn reserve(&mut self, id: NodeId, function: NodeId) {
        let module = self.module;
        let node = module.node(id);
        let Some(value) = module.results(node).next() else { return };
        let space = word(module, node, "location").and_then(Space::parse).unwrap_or(Space::Vec);
        let bytes = int(module, node, "size").and_then(|n| u64::try_from(n).ok()).unwrap_or(0);
        let place = match int(module, node, "base").and_then(|b| u64::try_from(b).ok()) {
            Some(base) => Place::At(smallvec![base]),
            None => Place::Free,
        };
        let object = MemObject::new(value, function, space, bytes, place);
        // The other core may write it at any time.
        self.add(MemObject { node: Some(id), escapes: true, ..object });
    }

    /// The scales of a tile lie where the tile says.
    pub(super) fn follow(&mut self, node: &Node, dst: u8) {
        for o in self.module.operands(node).iter().filter(|o| o.slot == dst) {
            for &r in &self.points_to.of[o.value.index()].clone() {
                self.points_to.objects[r as usize].place = Place::Follows;
            }
        }
    }

    /// A pointer from another pointer, or from a number.
    pub(super) fn cast(&mut self, id: NodeId, function: NodeId) {
        let module = self.module;
        let node = module.node(id);
        let Some(source) = module.operands(node).first() else { return };
        if is_memory(module.type_of(source.value)) {
            return self.views(node);
        }
        let Some(result) = module.results(node).next() else { return };
        let Some(space) = module.type_of(result).and_then(Type::space) else { return };
        let place = match fold(module, source.value) {
            Some(k) if k.base.is_none() && k.offset >= 0 => Place::At(smallvec![k.offset as u64]),
            _ => Place::Unknown,
        };
        let object = MemObject::new(result, function, space, UNKNOWN_BYTES, place);
        self.add(MemObject { node: Some(id), ..object });
    }

    /// Results, and outputs that are only names, share the storage of the operands.
    pub(super) fn views(&mut self, node: &Node) {
        let module = self.module;
        let Some(def) = module.def(node) else { return };
        let role = |slot: u8| def.operands.get(slot as usize).map(|d| d.role);
        for o in module.operands(node) {
            if !is_memory(module.type_of(o.value)) || role(o.slot) == Some(Role::Out) {
                continue;
            }
            for v in module.results(node) {
                if is_memory(module.type_of(v)) {
                    self.copies.push((o.value, v));
                } else if matches!(def.class, Class::Alias { how: Alias::ToInteger, .. }) {
                    self.escapes.push(o.value);
                }
            }
            let named = module.operands(node).iter().filter(|t| role(t.slot) == Some(Role::Out));
            for t in named.filter(|t| is_memory(module.type_of(t.value))) {
                self.copies.push((o.value, t.value));
                for &r in &self.points_to.of[t.value.index()].clone() {
                    self.points_to.objects[r as usize].place = Place::Follows;
                }
            }
        }
        let moves = |how: Alias| matches!(how, Alias::Offset | Alias::Partition | Alias::View);
        let inherits = !matches!(def.class, Class::Alias { how, .. } if moves(how));
        if let (true, Some(o), Some(v)) =
            (inherits, module.operands(node).first(), module.results(node).next())
            && let Some(w) = self.points_to.windows.get(&o.value).cloned()
        {
            self.points_to.windows.insert(v, w);
        }
    }

    /// The bytes that a window with constant offsets covers.
    pub(super) fn narrow(&mut self, node: &Node) {
        let module = self.module;
        let (Some(source), Some(result)) =
            (module.operands(node).first(), module.results(node).next())
        else {
            return;
        };
        self.points_to.windows.remove(&result);
        let offsets: Vec<ValueId> =
            module.operands(node).iter().filter(|o| o.slot == 1).map(|o| o.value).collect();
        let base = match self.points_to.windows.get(&source.value) {
            Some(w) => w.start,
            None => 0,
        };
        let known: Option<Vec<i64>> = offsets.iter().map(|&v| constant(module, v)).collect();
        match (module.type_of(source.value), module.type_of(result)) {
            (Some(Type::MultiTile(t, _)), _) => {
                if let [slot] = offsets[..] {
                    match known.as_deref() {
                        Some([n]) if *n >= 0 => {
                            let start = base + *n as u64 * tile_bytes(*t);
                            self.points_to.windows.insert(result, start..start + tile_bytes(*t));
                        }
                        _ => {
                            self.points_to.slots.insert(result, slot);
                        }
                    }
                }
            }
            (Some(Type::Tile(s)), Some(Type::Tile(r))) => {
                let (Some([row, col]), Layout::Nd, 0) = (known.as_deref(), s.layout(), s.compact)
                else {
                    return;
                };
                let (Ok(row), Ok(col)) = (u64::try_from(*row), u64::try_from(*col)) else { return };
                let at = |row: u64, col: u64| {
                    (row * u64::from(s.cols) + col) * u64::from(s.dtype.bits())
                };
                let last = at(
                    row + u64::from(r.rows).saturating_sub(1),
                    col + u64::from(r.cols).min(u64::from(s.cols).saturating_sub(col)),
                );
                let end = (base + last.div_ceil(8)).min(base + tile_bytes(*s));
                let start = base + at(row, col) / 8;
                if start < end {
                    self.points_to.windows.insert(result, start..end);
                }
            }
            _ => {}
        }
    }
}

/// Whether the results of an instruction are tiles that it computes, maybe with numbers beside them.
fn is_computed(module: &Module, node: &Node) -> bool {
    let tile = |v: ValueId| matches!(module.type_of(v), Some(Type::Tile(_)));
    module.def(node).is_some_and(|d| d.form == PrintForm::Dps) && module.results(node).any(tile)
}

/// Whether an instruction names a tile that another one provides.
fn is_declared(module: &Module, node: &Node) -> bool {
    let declares = Class::Allocate(Allocate::DeclareTile);
    module.def(node).is_some_and(|d| d.class == declares)
}

/// Whether an instruction reserves a buffer in this function.
fn is_reserved(module: &Module, node: &Node) -> bool {
    module.def(node).is_some_and(|d| d.class == Class::Allocate(Allocate::Reserve))
}

/// The address that an instruction gives.
fn address(module: &Module, node: &Node) -> Option<Place> {
    let slot = module.def(node)?.slot("addr");
    let operand = slot.and_then(|s| module.operands(node).iter().find(|o| o.slot == s));
    if let Some(o) = operand {
        return Some(match fold(module, o.value) {
            Some(k) if k.offset >= 0 => match k.base {
                None => Place::At(smallvec![k.offset as u64]),
                Some(n) if is_reserved(module, module.node(n)) => Place::Offset(n, k.offset as u64),
                Some(_) => Place::Outside,
            },
            _ => Place::Unknown,
        });
    }
    let literal = module.attr(node, "addr").or_else(|| module.attr(node, "address"))?;
    match module.attrs.get(literal.value) {
        Attr::Int(v, _) => u64::try_from(*v).ok().map(|at| Place::At(smallvec![at])),
        _ => Some(Place::Unknown),
    }
}
