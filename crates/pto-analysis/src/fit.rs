//! Whether the tiles of a program fit the memories of a target.

use crate::memory_objects::{PointsTo, tile_bytes};
use crate::placement::place;
use pto_ir::dialect::{DialectOp, Func};
use pto_ir::dps::missing_scratch;
use pto_ir::module::{Node, NodeId};
use pto_ir::{Diagnostic, Module, ValueId};
use pto_isa::class::{Alias, Allocate, Class};
use pto_isa::{Space, Target, Type};
use rustc_hash::{FxHashMap, FxHashSet};

/// What does not fit. Nearly always the tiles of a function fit side by side, which adding up their bytes shows; only
/// if they do not, it matters when they are live.
pub fn check_fit(module: &Module, target: Target) -> Vec<Diagnostic> {
    if fits_side_by_side(module, target) {
        return Vec::new();
    }
    let mut findings = place(module, target, &PointsTo::new(module)).findings;
    findings.retain(Diagnostic::is_error);
    findings
}

/// Whether the bytes of every function's tiles add up to less than each memory has. Calls are not followed, and where
/// the program places something itself, what is left is not looked at: then the answer is no.
fn fits_side_by_side(module: &Module, target: Target) -> bool {
    let mut sums = Sums::default();
    let mut by_hand: FxHashSet<(Option<NodeId>, Space)> = FxHashSet::default();
    let value = |v| matches!(module.type_of(v), Some(Type::Tile(t)) if !t.buffer);
    for (id, node) in module.nodes() {
        let Some(def) = module.def(node) else {
            match node.dialect_op() {
                Some(op) if op.is_call() => return false,
                Some(DialectOp::Func(Func::Func)) => parameters(module, id, node, &mut sums),
                _ if module.results(node).any(value) => return false,
                _ => {}
            }
            continue;
        };
        let makes = match def.class {
            Class::Allocate(Allocate::Tile | Allocate::MultiTile | Allocate::Reserve) => true,
            Class::Alias { how: Alias::Assign, .. } => true,
            _ => def.class.works() && !node.results.is_empty(),
        };
        if makes {
            let placed =
                def.slot("addr").is_some_and(|s| module.slot_values(node, s).next().is_some())
                    || module.node_attrs(node).iter().any(|a| is_address(module.sym(a.name)))
                    || def.class == Class::Allocate(Allocate::Reserve);
            for v in module.results(node).chain(bound(module, node)) {
                let (space, bytes) = match module.type_of(v) {
                    Some(Type::Tile(t)) => (t.space, tile_bytes(*t)),
                    Some(Type::MultiTile(t, n)) => (t.space, tile_bytes(*t) * u64::from(*n)),
                    _ if def.class == Class::Allocate(Allocate::Reserve) => return false,
                    _ => continue,
                };
                let function = module.function_of(id);
                match placed {
                    true => _ = by_hand.insert((function, space)),
                    false => add(&mut sums, function, space, bytes, target),
                }
            }
        }
        if let Some((_, tile)) = missing_scratch(module, node, target) {
            let function = module.function_of(id);
            add(&mut sums, function, tile.space, tile_bytes(tile), target);
        }
    }
    let reserved = target.hidden_scratch_bytes().map_or(0, |(_, size)| size);
    sums.iter().all(|(place, &sum)| {
        let more = if place.1 == Space::Vec { reserved } else { 0 };
        let fits = target.capacity_bytes(place.1).is_none_or(|bytes| sum + more <= bytes);
        fits && !by_hand.contains(place)
    })
}

/// Whether an attribute is an address.
fn is_address(name: &str) -> bool {
    matches!(name, "addr" | "address" | "base")
}

/// The tile that an instruction without a result binds to an address.
fn bound(module: &Module, node: &Node) -> Option<ValueId> {
    match module.def(node)?.class {
        Class::Alias { how: Alias::Assign, of, .. } => module.slot_values(node, of).next(),
        _ => None,
    }
}

type Sums = FxHashMap<(Option<NodeId>, Space), u64>;

fn add(sums: &mut Sums, function: Option<NodeId>, space: Space, bytes: u64, target: Target) {
    let align = target.placement_align_bytes(space).max(32);
    *sums.entry((function, space)).or_default() += bytes.next_multiple_of(align);
}

/// The tiles that a kernel is launched with.
fn parameters(module: &Module, id: NodeId, node: &Node, sums: &mut Sums) {
    let blocks = module.node_regions(node).iter().filter_map(|&r| module.region(r).blocks.first());
    for &arg in blocks.flat_map(|&b| &module.block(b).args) {
        if let Some(Type::Tile(t)) = module.type_of(arg) {
            *sums.entry((Some(id), t.space)).or_default() += tile_bytes(*t).next_multiple_of(512);
        }
    }
}
