//! Validates placement: no write destroys what is still needed, everything lies inside its memory.
//!
//! It follows the program backwards, keeping the tiles whose contents are live, and shares nothing with the planner but
//! the instruction table. What a program placed by hand may overlap as it likes; what the tool placed may not.

mod called_bytes;

use crate::ir::touches_memory;
use crate::points_to::{PointsTo, Tile, overlap};
use called_bytes::{Bytes, called_bytes};
use pto_ir::dialect::{Arith, DialectOp, Func};
use pto_ir::module::{NodeId, RegionId};
use pto_ir::{Diagnostic, Module, ValueId};
use pto_isa::def::Role;
use pto_isa::effect::Effect;
use pto_isa::{Space, Target, code};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A tile whose contents are still needed: memory, first byte, index.
type Needed = BTreeSet<(Space, u64, u32)>;

struct PlacementChecker<'m> {
    module: &'m Module,
    target: Target,
    points_to: PointsTo<'m>,
    /// The largest tile of each memory: how far to the left an overlap can start.
    widest: FxHashMap<Space, u64>,
    /// What a region needs from before it.
    exposed: FxHashMap<RegionId, Needed>,
    /// The bytes that a call of a function may write.
    called: FxHashMap<NodeId, Rc<Bytes>>,
    /// The tiles that a call of a function may write, where one of them seems to destroy something.
    within: FxHashMap<NodeId, Rc<[u32]>>,
    checking: bool,
    /// Statements looked at, and tiles inside calls.
    steps: u64,
    findings: Vec<Diagnostic>,
}

/// What is wrong with the places of a lowered program. `by_hand` names the tiles (function, tile) that had an
/// address before.
pub fn validate_placement(
    module: &Module,
    target: Target,
    by_hand: &FxHashSet<(String, String)>,
) -> Vec<Diagnostic> {
    check(module, target, by_hand).findings
}

fn check<'m>(
    module: &'m Module,
    target: Target,
    by_hand: &FxHashSet<(String, String)>,
) -> PlacementChecker<'m> {
    let points_to = PointsTo::new(module, target, by_hand);
    let mut widest = FxHashMap::default();
    for t in &points_to.tiles {
        let w = widest.entry(t.space).or_insert(0);
        *w = t.bytes.max(*w);
    }
    let called = called_bytes(&points_to);
    let mut look = PlacementChecker {
        module,
        target,
        points_to,
        widest,
        exposed: FxHashMap::default(),
        called,
        within: FxHashMap::default(),
        checking: false,
        steps: 0,
        findings: Vec::new(),
    };
    look.extents(target);
    look.cores();
    for f in module.functions() {
        for &r in module.node_regions(module.node(f)) {
            look.checking = true;
            look.region(r, Needed::new());
        }
    }
    look
}

impl PlacementChecker<'_> {
    fn report(&mut self, tile: &Tile, message: String, other: Option<&Tile>) {
        let span = self.module.node(tile.node).name_span;
        let mut d = Diagnostic::error(code::LOWERING, span, message);
        if let Some(o) = other {
            let text = format!("`{}` lies at {}..{}", o.name, o.at, o.end());
            d = d.label(self.module.node(o.node).name_span, text);
        }
        self.findings.push(d.found(format!("{}..{}", tile.at, tile.end())));
    }

    /// Inside the memory, on its boundaries, not in areas that others use.
    fn extents(&mut self, target: Target) {
        let reserved = TileIndex::new(&self.points_to, |t| t.reserved);
        let hiding = match target.hidden_scratch_bytes() {
            Some(_) => self.points_to.functions_that_hide(target),
            None => FxHashSet::default(),
        };
        for i in 0..self.points_to.tiles.len() {
            let t = self.points_to.tiles[i].clone();
            if t.by_hand {
                continue;
            }
            let align = match t.space {
                Space::Left | Space::Right | Space::Acc => 512,
                _ => 32,
            };
            if !t.at.is_multiple_of(align) {
                self.report(&t, format!("`{}` is not at a multiple of {align}", t.name), None);
            }
            if target.capacity_bytes(t.space).is_none_or(|c| t.end() > c) {
                self.report(&t, format!("`{}` ends outside of `{}`", t.name, t.space), None);
            }
            if let Some((start, size)) = target.hidden_scratch_bytes()
                && t.space == Space::Vec
                && t.at < start + size
                && start < t.end()
                && hiding.contains(&t.function)
                && self.points_to.used[i]
            {
                self.report(&t, format!("`{}` lies in the hidden scratch area", t.name), None);
            }
            let clash = reserved.first_over(&t, &self.points_to.tiles).cloned();
            if let Some(o) = clash.filter(|_| self.points_to.used[i]) {
                self.report(&t, format!("`{}` lies in a reserved buffer", t.name), Some(&o));
            }
        }
    }

    /// Tiles that both kinds of cores of one function use share their place with nobody.
    fn cores(&mut self) {
        let shared = self.points_to.shared_between_cores();
        if shared.is_empty() {
            return;
        }
        let used = |t: &Tile| self.points_to.used[t.index as usize];
        let all = TileIndex::new(&self.points_to, used);
        let placed = TileIndex::new(&self.points_to, |t| used(t) && !t.by_hand);
        for i in shared {
            let t = self.points_to.tiles[i].clone();
            // What the program placed may overlap what it placed.
            let others = if t.by_hand { &placed } else { &all };
            if let Some(o) = others.first_over(&t, &self.points_to.tiles).cloned() {
                self.report(
                    &t,
                    format!("`{}` is used by two cores and shares its place", t.name),
                    Some(&o),
                );
            }
        }
    }

    /// Goes through a region from its end to its start; takes what is needed after it, returns what is needed
    /// before it.
    fn region(&mut self, region: RegionId, mut needed: Needed) -> Needed {
        let blocks = &self.module.region(region).blocks;
        if blocks.len() > 1 {
            // Jumps may lead anywhere: all that any block needs is needed all the time.
            for &b in blocks {
                for &id in &self.module.block(b).ops {
                    for t in self.points_to.of_node(id) {
                        self.need(&mut needed, t);
                    }
                }
            }
        }
        for &b in blocks.iter().rev() {
            for &id in self.module.block(b).ops.iter().rev() {
                needed = self.operation(id, needed);
            }
        }
        needed
    }

    /// What a loop body needs from the iteration before.
    fn exposed(&mut self, region: RegionId) -> Needed {
        if let Some(e) = self.exposed.get(&region) {
            return e.clone();
        }
        let checking = std::mem::replace(&mut self.checking, false);
        let e = self.region(region, Needed::new());
        self.checking = checking;
        self.exposed.insert(region, e.clone());
        e
    }

    fn operation(&mut self, id: NodeId, needed: Needed) -> Needed {
        self.steps += 1;
        let module = self.module;
        let node = module.node(id);
        let regions: Vec<RegionId> = module.node_regions(node).to_vec();
        match node.dialect_op() {
            Some(op) if op.is_loop() => {
                let mut out = needed;
                for &r in &regions {
                    out.extend(self.exposed(r));
                }
                for &r in regions.iter().filter(|_| self.checking).collect::<Vec<_>>() {
                    self.region(r, out.clone());
                }
                out
            }
            Some(op) if op.is_choice() => {
                let mut before = if regions.len() > 1 { Needed::new() } else { needed.clone() };
                for &r in &regions {
                    before.extend(self.region(r, needed.clone()));
                }
                before
            }
            _ if !regions.is_empty() => {
                let mut out = needed;
                for &r in regions.iter().rev() {
                    // Vector code has loops of its own inside; so does code for one core.
                    out = self.region(r, out);
                }
                out
            }
            Some(DialectOp::Func(Func::Call)) => self.call(id, needed),
            _ => self.step(id, needed),
        }
    }

    fn need(&self, needed: &mut Needed, tile: u32) {
        let t = &self.points_to.tiles[tile as usize];
        needed.insert((t.space, t.at, tile));
    }

    /// The first needed tile that a write to `tile` destroys.
    fn destroyed(&self, needed: &Needed, tile: u32) -> Option<u32> {
        let t = &self.points_to.tiles[tile as usize];
        let reach = self.widest.get(&t.space).copied().unwrap_or(0);
        let from = (t.space, t.at.saturating_sub(reach), 0);
        let to = (t.space, t.end(), 0);
        needed.range(from..to).map(|n| n.2).find(|&n| self.points_to.clash(n, tile))
    }

    fn report_lost(&mut self, id: NodeId, written: u32, lost: u32) {
        let (w, l) =
            (&self.points_to.tiles[written as usize], &self.points_to.tiles[lost as usize]);
        let message =
            format!("writing `{}` here destroys `{}`, which is still needed", w.name, l.name);
        let d = Diagnostic::error(code::LOWERING, self.module.node(id).name_span, message)
            .label(self.module.node(w.node).name_span, format!("{}..{}", w.at, w.end()))
            .label(self.module.node(l.node).name_span, format!("{}..{}", l.at, l.end()));
        self.findings.push(d);
    }

    fn call(&mut self, id: NodeId, mut needed: Needed) -> Needed {
        let own = self.points_to.of_node(id);
        for &t in &own {
            self.need(&mut needed, t);
        }
        if self.checking
            && !needed.is_empty()
            && let Some(callee) = self.points_to.callee(id)
        {
            let points_to = &self.points_to;
            if let Some(bytes) = self.called.get(&callee) {
                self.steps += bytes.len() as u64;
                if !bytes.meet(&needed, &points_to.tiles, &self.widest) {
                    return needed;
                }
            }
            let inside = self.within.entry(callee);
            let inside = inside.or_insert_with(|| points_to.tiles_within(callee).into()).clone();
            self.steps += inside.len() as u64;
            for &t in inside.iter() {
                if let Some(lost) = self.destroyed(&needed, t) {
                    self.report_lost(id, t, lost);
                }
            }
        }
        needed
    }

    fn step(&mut self, id: NodeId, mut needed: Needed) -> Needed {
        let module = self.module;
        let node = module.node(id);
        if let Some(own) = self.points_to.made_by(id) {
            // Nothing is in a tile before it is made.
            let t = &self.points_to.tiles[own as usize];
            if !t.reserved {
                needed.remove(&(t.space, t.at, own));
            }
            return needed;
        }
        let Some(def) = module.def(node) else {
            let hands_on =
                node.is(Arith::Select) || node.dialect_op().is_some_and(DialectOp::is_yield);
            if !hands_on {
                self.points_to.of_node(id).into_iter().for_each(|t| self.need(&mut needed, t));
            }
            return needed;
        };
        if !touches_memory(def) {
            return needed;
        }
        let uses = module.operands(node).iter().map(|o| (o.slot, o.value));
        let results = module.results(node).map(|v| (module.value(v).slot, v));
        let mut all: Vec<(u8, ValueId)> = uses.chain(results).collect();
        let role = |slot: u8| def.operands.get(slot as usize).map_or(Role::In, |o| o.role);
        let effect = |slot: u8| def.operands.get(slot as usize).map_or(Effect::NONE, |o| o.effect);
        if def.ignores_scratch(self.target) {
            all.retain(|a| role(a.0) != Role::Scratch);
        }
        if self.checking {
            for &(slot, value) in all.iter().filter(|a| effect(a.0).writes()) {
                for w in SmallVec::<[u32; 4]>::from(self.points_to.of(value)) {
                    if let Some(lost) = self.destroyed(&needed, w) {
                        self.report_lost(id, w, lost);
                    }
                    for &(other, o) in all.iter().filter(|a| a.0 != slot) {
                        let clash =
                            self.points_to.of(o).iter().find(|&&t| self.points_to.clash(t, w));
                        if let Some(&t) = clash.filter(|_| other != slot) {
                            self.report_lost(id, w, t);
                        }
                    }
                }
            }
        }
        for &(slot, value) in &all {
            let list = self.points_to.of(value);
            let replaces = role(slot) == Role::Scratch || effect(slot).replaces();
            if let ([one], true, false) = (list, replaces, self.points_to.is_part(value)) {
                let t = &self.points_to.tiles[*one as usize];
                needed.remove(&(t.space, t.at, *one));
            }
        }
        for &(slot, value) in &all {
            // What is written through a pointer may be a part: the rest is still needed.
            let part = role(slot) == Role::In && effect(slot).writes();
            if effect(slot).reads() || part {
                for &t in self.points_to.of(value) {
                    let t = &self.points_to.tiles[t as usize];
                    needed.insert((t.space, t.at, t.index));
                }
            }
        }
        needed
    }
}

/// Tiles by function, memory and first byte.
struct TileIndex {
    starts: BTreeSet<(NodeId, Space, u64, u32)>,
    /// The largest tile: how far to the left an overlap can start.
    widest: u64,
}

impl TileIndex {
    fn new(points_to: &PointsTo<'_>, counts: impl Fn(&Tile) -> bool) -> TileIndex {
        let tiles = || points_to.tiles.iter().filter(|t| counts(t));
        TileIndex {
            starts: tiles().map(|t| (t.function, t.space, t.at, t.index)).collect(),
            widest: tiles().map(|t| t.bytes).max().unwrap_or(0),
        }
    }

    /// Another tile of the function that shares bytes with this one.
    fn first_over<'t>(&self, tile: &Tile, tiles: &'t [Tile]) -> Option<&'t Tile> {
        let key = |at: u64| (tile.function, tile.space, at, 0);
        let near = self.starts.range(key(tile.at.saturating_sub(self.widest))..key(tile.end()));
        near.map(|n| &tiles[n.3 as usize]).find(|o| o.node != tile.node && overlap(o, tile))
    }
}

/// The tiles of a program that have an address, as function and name.
pub fn placed_by_hand(module: &Module, target: Target) -> FxHashSet<(String, String)> {
    let none = FxHashSet::default();
    let points_to = PointsTo::new(module, target, &none);
    points_to.tiles.iter().map(|t| (points_to.function_name(t.function), t.name.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Functions that call each other in a row, each with a tile that is done with before the call.
    fn chain(length: usize) -> Module {
        let mut text = String::new();
        for i in 0..length {
            let call = match i {
                0 => String::new(),
                _ => format!("  func.call @f{}() : () -> ()\n", i - 1),
            };
            text += &format!(
                "func.func @f{i}() {{\n  %at = arith.constant {} : i64\n  \
                 %t = pto.alloc_tile addr = %at : !pto.tile_buf<vec, 1x8xf32>\n  \
                 pto.tneg ins(%t : !pto.tile_buf<vec, 1x8xf32>) outs(%t : !pto.tile_buf<vec, 1x8xf32>)\n\
                 {call}  return\n}}\n",
                32 * i
            );
        }
        let (module, found) = pto_ir::parse(&text);
        assert!(found.is_empty(), "{found:?}\n{text}");
        module
    }

    #[test]
    fn a_call_must_not_write_what_is_needed_after_it() {
        let program = |inner: u32| {
            let tile = "!pto.tile_buf<vec, 1x8xf32>";
            let text = format!(
                "func.func @inner() {{\n  %at = arith.constant {inner} : i64\n  \
                 %t = pto.alloc_tile addr = %at : {tile}\n  pto.tneg ins(%t : {tile}) outs(%t : {tile})\n  return\n}}\n\
                 func.func @middle() {{\n  func.call @inner() : () -> ()\n  return\n}}\n\
                 func.func @outer() {{\n  %at = arith.constant 64 : i64\n  %t = pto.alloc_tile addr = %at : {tile}\n  \
                 pto.tneg ins(%t : {tile}) outs(%t : {tile})\n  func.call @middle() : () -> ()\n  \
                 pto.tneg ins(%t : {tile}) outs(%t : {tile})\n  return\n}}\n"
            );
            pto_ir::parse(&text).0
        };
        let none = FxHashSet::default();
        for (inner, is_destroyed) in [(0, false), (32, false), (48, true), (64, true), (96, false)]
        {
            let found = validate_placement(&program(inner), Target::A5, &none);
            let destroys = |d: &Diagnostic| d.message.contains("destroys `%t`");
            assert_eq!(found.iter().any(destroys), is_destroyed, "{inner}: {found:?}");
        }
    }

    #[test]
    fn chains_of_calls_take_linear_time() {
        let none = FxHashSet::default();
        let [short, long] = [100, 200].map(|n| check(&chain(n), Target::A5, &none).steps);
        assert!(short > 100 && long <= 2 * short + 10, "{short} steps, then {long}");
    }
}
