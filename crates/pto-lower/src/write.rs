//! Writes chosen addresses into the text.

use crate::edit::{Edits, Rank};
use crate::facts::instruction;
use crate::plan::Plan;
use crate::roots::Roots;
use pto_ir::module::{Node, NodeId, Written};
use pto_ir::{Attr, Module};
use pto_isa::def::Body;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Gives every tile of the plan its address.
///
/// The addresses of a function are constants at its start, one for each; inside a body that sees nothing of its
/// surroundings they stand before the tile.
pub(crate) fn addresses(module: &Module, roots: &Roots, plan: &Plan, edits: &mut Edits<'_>) {
    let mut shared: BTreeMap<(NodeId, u64), String> = BTreeMap::new();
    for &r in &plan.chosen {
        let root = &roots.list[r as usize];
        let (Some(id), Some(at)) = (root.node, plan.addresses[r as usize]) else { continue };
        let node = module.node(id);
        if instruction(module, node) == "reserve_buffer" {
            reserve(module, node, at, edits);
            continue;
        }
        let name = if isolated(module, id) {
            let name = edits.fresh(&format!("at_{at}"));
            edits.before(id, Rank::Wait, &constant(&name, at));
            name
        } else {
            let name = || edits.fresh(&format!("at_{at}"));
            shared.entry((root.function, at)).or_insert_with(name).clone()
        };
        alloc(module, node, &name, edits);
    }
    let mut first: FxHashMap<NodeId, Option<NodeId>> = FxHashMap::default();
    for ((function, at), name) in shared {
        let op = *first.entry(function).or_insert_with(|| {
            let region = module.node_regions(module.node(function)).first();
            let block = region.and_then(|&r| module.region(r).blocks.first());
            block.and_then(|&b| module.block(b).ops.first().copied())
        });
        if let Some(op) = op {
            edits.before(op, Rank::Drain, &constant(&name, at));
        }
    }
}

fn constant(name: &str, at: u64) -> String {
    format!("%{name} = arith.constant {at} : i64")
}

/// Whether a body around an operation sees only its own arguments.
fn isolated(module: &Module, id: NodeId) -> bool {
    module
        .ancestors(id)
        .any(|p| module.def(module.node(p)).is_some_and(|d| d.body == Body::Isolated))
}

fn alloc(module: &Module, node: &Node, name: &str, edits: &mut Edits<'_>) {
    if node.written != Written::Generic {
        return edits.behind_name(node, &format!(" addr = %{name}"));
    }
    // The generic form says which operands are given by their number.
    let Some(def) = module.def(node) else { return };
    let Some(result) = module.results(node).next() else { return };
    let value = |v: pto_ir::ValueId| module.sym(module.value(v).name);
    let mut text = format!("%{} = pto.{} addr = %{name}", value(result), def.printed_name());
    for o in module.operands(node) {
        if let Some(d) = def.operands.get(o.slot as usize) {
            text.push_str(&format!(" {} = %{}", d.name, value(o.value)));
        }
    }
    if let Some(ty) = module.type_of(result) {
        text.push_str(&format!(" : {ty}"));
    }
    edits.replace(node.span, text);
}

/// `auto = true` becomes a place.
fn reserve(module: &Module, node: &Node, at: u64, edits: &mut Edits<'_>) {
    let Some(auto) = module.attr(node, "auto") else { return };
    let words = match module.attrs.get(auto.value) {
        Attr::Unit => format!("auto = false, base = {at}"),
        _ => format!("false, base = {at}"),
    };
    edits.replace(auto.span, words);
}
