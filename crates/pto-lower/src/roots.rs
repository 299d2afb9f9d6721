//! Which piece of memory each value names, through views, loops and branches.

use crate::facts::{fold, foreign, functions, instruction, int, is_memory, space_of, word};
use pto_ir::module::{Node, NodeId};
use pto_ir::{Attr, Module, ValueId};
use pto_isa::cost::Cost;
use pto_isa::def::Role;
use pto_isa::sem::TileAt;
use pto_isa::{Layout, Space, TileTy, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};
use std::ops::Range;

/// Where a piece of memory lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The tool chooses.
    Free,
    /// The program says so; several addresses if it is bound again.
    At(SmallVec<[u64; 1]>),
    /// Some bytes behind the start of a reserved buffer.
    Behind(NodeId, u64),
    /// The program computes it.
    Unknown,
    /// Another piece decides: the scales of a tile, the name of a view.
    Follows,
    /// The caller or another core decides.
    Outside,
}

/// A piece of memory that is allocated as a whole.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    /// The value that names it first.
    pub value: ValueId,
    /// The instruction that makes it; `None` for a parameter.
    pub node: Option<NodeId>,
    pub function: NodeId,
    pub space: Space,
    pub bytes: u64,
    pub place: Place,
    /// Its address is used in ways that cannot be followed.
    pub escapes: bool,
    /// A loop that makes it hands it to its next round.
    pub carried: bool,
}

/// The pieces of memory of a module, and the values that name them.
pub(crate) struct Roots {
    pub list: Vec<Root>,
    of: Vec<SmallVec<[u32; 1]>>,
    windows: FxHashMap<ValueId, Range<u64>>,
    /// Values that name one buffer of several, and the number of that buffer.
    pub slots: FxHashMap<ValueId, ValueId>,
}

impl Roots {
    /// The pieces a value may name.
    pub fn of(&self, value: ValueId) -> &[u32] {
        self.of.get(value.index()).map_or(&[], |l| l)
    }

    /// The bytes of a piece that a value covers.
    pub fn window(&self, value: ValueId, root: u32) -> Range<u64> {
        let whole = 0..self.list[root as usize].bytes;
        if self.of(value).len() > 1 {
            return whole;
        }
        self.windows.get(&value).cloned().unwrap_or(whole)
    }

    pub fn new(module: &Module) -> Roots {
        let functions = functions(module);
        let mut finder = Finder {
            module,
            roots: Roots {
                list: Vec::new(),
                of: vec![SmallVec::new(); module.value_count()],
                windows: FxHashMap::default(),
                slots: FxHashMap::default(),
            },
            copies: Vec::new(),
            escapes: Vec::new(),
            carries: Vec::new(),
            bound: FxHashSet::default(),
        };
        for function in functions {
            finder.function(function);
        }
        finder.finish()
    }
}

/// Bytes a tile occupies.
pub(crate) fn tile_bytes(ty: TileTy) -> u64 {
    TileAt::new(ty, (0, 0), 0).size_bytes()
}

struct Finder<'m> {
    module: &'m Module,
    roots: Roots,
    copies: Vec<(ValueId, ValueId)>,
    escapes: Vec<ValueId>,
    /// What a loop hands to its next round, and the loop.
    carries: Vec<(ValueId, NodeId)>,
    /// Tiles with a `tassign`.
    bound: FxHashSet<ValueId>,
}

impl Finder<'_> {
    fn function(&mut self, function: NodeId) {
        let module = self.module;
        for &r in module.node_regions(module.node(function)) {
            let args = module.region(r).blocks.first().map(|&b| &module.block(b).args);
            for &arg in args.into_iter().flatten() {
                self.outside(arg, None, function);
            }
            self.region(r, function);
        }
    }

    fn region(&mut self, region: pto_ir::module::RegionId, function: NodeId) {
        let module = self.module;
        for &b in &module.region(region).blocks {
            for &id in &module.block(b).ops {
                let node = module.node(id);
                match module.def(node) {
                    Some(_) => self.instruction(id, function),
                    None => self.foreign(id),
                }
                for &r in module.node_regions(node) {
                    self.region(r, function);
                }
            }
        }
    }

    fn add(&mut self, value: ValueId, root: Root) {
        let index = self.roots.list.len() as u32;
        self.roots.list.push(root);
        self.roots.of[value.index()] = smallvec![index];
    }

    /// A piece of memory that comes from elsewhere.
    fn outside(&mut self, value: ValueId, node: Option<NodeId>, function: NodeId) {
        let Some(ty) = self.module.type_of(value).filter(|t| is_memory(Some(t))) else { return };
        let Some(space) = space_of(ty) else { return };
        let bytes = match ty {
            Type::Tile(t) => tile_bytes(*t),
            Type::MultiTile(t, n) => tile_bytes(*t) * u64::from(*n),
            _ => 0,
        };
        let place = Place::Outside;
        self.add(
            value,
            Root { value, node, function, space, bytes, place, escapes: false, carried: false },
        );
    }

    fn instruction(&mut self, id: NodeId, function: NodeId) {
        let module = self.module;
        let node = module.node(id);
        let Some(def) = module.def(node) else { return };
        if !module.node_regions(node).is_empty() {
            return self.scope(id);
        }
        match def.name {
            "alloc_tile" | "alloc_multi_tile" | "declare_tile" => self.alloc(id, function),
            "tassign" => self.assign(id, function),
            "reserve_buffer" => self.reserve(id, function),
            "get_scale_addr" => self.follow(node),
            "castptr" | "inttoptr" => self.cast(id, function),
            "subview" | "subset" | "multi_tile_get" => {
                self.views(node);
                self.narrow(node);
            }
            _ if def.cost == Cost::Free => self.views(node),
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

    /// A region sees what it captures under other names; what it yields are the results.
    fn scope(&mut self, id: NodeId) {
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

    fn alloc(&mut self, id: NodeId, function: NodeId) {
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
            None if instruction(module, node) == "declare_tile" => Place::Outside,
            None => Place::Free,
        };
        self.add(
            value,
            Root {
                value,
                node: Some(id),
                function,
                space: tile.space,
                bytes: tile_bytes(tile) * count,
                place,
                escapes: false,
                carried: false,
            },
        );
    }

    /// `tassign` binds the tile itself, and its result, to an address.
    fn assign(&mut self, id: NodeId, function: NodeId) {
        let module = self.module;
        let node = module.node(id);
        let Some(tile) = module.operands(node).first().map(|o| o.value) else { return };
        let place = address(module, node).unwrap_or(Place::Unknown);
        if let Some(result) = module.results(node).next()
            && let Some(Type::Tile(t)) = module.type_of(result)
        {
            let (space, bytes) = (t.space, tile_bytes(*t));
            let root = Root {
                value: result,
                node: Some(id),
                function,
                space,
                bytes,
                place,
                escapes: false,
                carried: false,
            };
            self.add(result, root);
            return;
        }
        let first = self.bound.insert(tile);
        for &r in &self.roots.of[tile.index()].clone() {
            let root = &mut self.roots.list[r as usize];
            root.place = match (&root.place, &place) {
                _ if first => place.clone(),
                (Place::At(a), Place::At(b)) => Place::At(a.iter().chain(b).copied().collect()),
                _ => Place::Unknown,
            };
        }
    }

    fn reserve(&mut self, id: NodeId, function: NodeId) {
        let module = self.module;
        let node = module.node(id);
        let Some(value) = module.results(node).next() else { return };
        let space = word(module, node, "location").and_then(Space::parse).unwrap_or(Space::Vec);
        let bytes = int(module, node, "size").and_then(|n| u64::try_from(n).ok()).unwrap_or(0);
        let place = match int(module, node, "base").and_then(|b| u64::try_from(b).ok()) {
            Some(base) => Place::At(smallvec![base]),
            None => Place::Free,
        };
        self.add(
            value,
            Root {
                value,
                node: Some(id),
                function,
                space,
                bytes,
                place,
                // The other core may write it at any time.
                escapes: true,
                carried: false,
            },
        );
    }

    /// The scales of a tile lie where the tile says.
    fn follow(&mut self, node: &Node) {
        let Some(dst) = self.module.def(node).and_then(|d| d.slot("dst")) else { return };
        for o in self.module.operands(node).iter().filter(|o| o.slot == dst) {
            for &r in &self.roots.of[o.value.index()].clone() {
                self.roots.list[r as usize].place = Place::Follows;
            }
        }
    }

    /// A pointer from another pointer, or from a number.
    fn cast(&mut self, id: NodeId, function: NodeId) {
        let module = self.module;
        let node = module.node(id);
        let Some(source) = module.operands(node).first() else { return };
        if is_memory(module.type_of(source.value)) {
            return self.views(node);
        }
        let Some(result) = module.results(node).next() else { return };
        let Some(space) = module.type_of(result).and_then(space_of) else { return };
        let place = match fold(module, source.value) {
            Some(k) if k.base.is_none() && k.offset >= 0 => Place::At(smallvec![k.offset as u64]),
            _ => Place::Unknown,
        };
        let root = Root {
            value: result,
            node: Some(id),
            function,
            space,
            // How far the pointer is followed is not known.
            bytes: u64::MAX >> 24,
            place,
            escapes: false,
            carried: false,
        };
        self.add(result, root);
    }

    /// Results, and outputs that are only names, share the storage of the operands.
    fn views(&mut self, node: &Node) {
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
                } else if def.name == "ptrtoint" {
                    self.escapes.push(o.value);
                }
            }
            let named = module.operands(node).iter().filter(|t| role(t.slot) == Some(Role::Out));
            for t in named.filter(|t| is_memory(module.type_of(t.value))) {
                self.copies.push((o.value, t.value));
                for &r in &self.roots.of[t.value.index()].clone() {
                    self.roots.list[r as usize].place = Place::Follows;
                }
            }
        }
        let inherits = !matches!(def.name, "addptr" | "partition_view" | "make_tensor_view");
        if let (true, Some(o), Some(v)) =
            (inherits, module.operands(node).first(), module.results(node).next())
            && let Some(w) = self.roots.windows.get(&o.value).cloned()
        {
            self.roots.windows.insert(v, w);
        }
    }

    /// The bytes that a window with constant offsets covers.
    fn narrow(&mut self, node: &Node) {
        let module = self.module;
        let (Some(source), Some(result)) =
            (module.operands(node).first(), module.results(node).next())
        else {
            return;
        };
        self.roots.windows.remove(&result);
        let offsets: Vec<ValueId> =
            module.operands(node).iter().filter(|o| o.slot == 1).map(|o| o.value).collect();
        let base = match self.roots.windows.get(&source.value) {
            Some(w) => w.start,
            None => 0,
        };
        let known: Option<Vec<i64>> =
            offsets.iter().map(|&v| crate::facts::constant(module, v)).collect();
        match (module.type_of(source.value), module.type_of(result)) {
            (Some(Type::MultiTile(t, _)), _) => {
                if let [slot] = offsets[..] {
                    match known.as_deref() {
                        Some([n]) if *n >= 0 => {
                            let start = base + *n as u64 * tile_bytes(*t);
                            self.roots.windows.insert(result, start..start + tile_bytes(*t));
                        }
                        _ => {
                            self.roots.slots.insert(result, slot);
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
                    self.roots.windows.insert(result, start..end);
                }
            }
            _ => {}
        }
    }

    fn foreign(&mut self, id: NodeId) {
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
        match foreign(module, node) {
            "scf.for" => {
                self.pair(operands.iter().skip(3), args(0).iter().skip(1));
                let yielded = self.terminator(id, 0);
                self.pair(yielded.iter(), args(0).iter().skip(1));
                self.pair(args(0).iter().skip(1), results.iter());
                self.carries.extend(yielded.into_iter().map(|v| (v, id)));
            }
            "scf.while" => {
                let (condition, yielded) = (self.terminator(id, 0), self.terminator(id, 1));
                self.pair(operands.iter(), args(0).iter());
                self.pair(condition.iter().skip(1), args(1).iter());
                self.pair(condition.iter().skip(1), results.iter());
                self.pair(yielded.iter(), args(0).iter());
                self.carries.extend(yielded.into_iter().map(|v| (v, id)));
            }
            "scf.yield" | "scf.condition" | "func.func" | "module" => {}
            "cf.br" | "cf.cond_br" | "cf.switch" => {
                for s in module.successors(node) {
                    let passed: SmallVec<[ValueId; 4]> =
                        module.successor_operands(s).iter().map(|o| o.value).collect();
                    self.pair(passed.iter(), module.block(s.block).args.iter());
                }
            }
            "func.call" | "func.call_indirect" => {}
            "func.return" => self.escapes.extend(operands),
            _ => {
                let regions = module.node_regions(node).len();
                for r in 0..regions {
                    let yielded = self.terminator(id, r);
                    self.pair(yielded.iter(), results.iter());
                }
                for &o in operands.iter().filter(|o| is_memory(module.type_of(**o))) {
                    let names = results.iter().filter(|r| is_memory(module.type_of(**r)));
                    self.copies.extend(names.map(|&r| (o, r)));
                    if results.iter().any(|r| !is_memory(module.type_of(*r)))
                        && !foreign(module, node).ends_with(".load")
                    {
                        self.escapes.push(o);
                    }
                }
            }
        }
    }

    fn pair<'a>(
        &mut self,
        from: impl Iterator<Item = &'a ValueId>,
        to: impl Iterator<Item = &'a ValueId>,
    ) {
        let module = self.module;
        let pairs = from.zip(to).filter(|(_, t)| is_memory(module.type_of(**t)));
        self.copies.extend(pairs.map(|(&f, &t)| (f, t)));
    }

    /// What the last statement of a region hands on.
    fn terminator(&self, id: NodeId, region: usize) -> SmallVec<[ValueId; 8]> {
        let module = self.module;
        let region = module.node_regions(module.node(id)).get(region);
        let last = region
            .and_then(|&r| module.region(r).blocks.last())
            .and_then(|&b| module.block(b).ops.last());
        last.map_or_else(SmallVec::new, |&op| {
            let node = module.node(op);
            let hands_on = matches!(foreign(module, node), "scf.yield" | "scf.condition")
                || instruction(module, node) == "yield";
            let operands = module.operands(node).iter().filter(|_| hands_on);
            operands.map(|o| o.value).collect()
        })
    }

    fn finish(mut self) -> Roots {
        // Definitions come before uses, so that one round is enough but for what loops hand back.
        let mut changed = true;
        while changed {
            changed = false;
            for i in 0..self.copies.len() {
                let (from, to) = self.copies[i];
                if from == to {
                    continue;
                }
                for r in self.roots.of[from.index()].clone() {
                    let list = &mut self.roots.of[to.index()];
                    if !list.contains(&r) {
                        list.push(r);
                        changed = true;
                    }
                }
            }
        }
        for v in &self.escapes {
            for &r in &self.roots.of[v.index()] {
                self.roots.list[r as usize].escapes = true;
            }
        }
        for &(value, id) in &self.carries {
            for &r in &self.roots.of[value.index()] {
                let root = &mut self.roots.list[r as usize];
                root.carried |= root.node.is_some_and(|n| inside(self.module, n, id));
            }
        }
        self.roots
    }
}

/// Whether an operation stands inside another.
fn inside(module: &Module, id: NodeId, outer: NodeId) -> bool {
    std::iter::successors(Some(id), |&p| module.parent(module.node(p))).any(|p| p == outer)
}

/// The address that an instruction gives.
fn address(module: &Module, node: &Node) -> Option<Place> {
    let slot = module.def(node)?.slot("addr");
    let operand = slot.and_then(|s| module.operands(node).iter().find(|o| o.slot == s));
    if let Some(o) = operand {
        return Some(match fold(module, o.value) {
            Some(k) if k.offset >= 0 => match k.base {
                None => Place::At(smallvec![k.offset as u64]),
                Some(n) if instruction(module, module.node(n)) == "reserve_buffer" => {
                    Place::Behind(n, k.offset as u64)
                }
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
