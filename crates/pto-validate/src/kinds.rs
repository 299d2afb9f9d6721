//! Which cores and how many blocks a function is for, as far as it says so.

use crate::call_graph::{CallGraph, with_callers};
use crate::ir::{pipe_of, section_of, touches_memory};
use pto_ir::module::NodeId;
use pto_ir::{Diagnostic, Module};
use pto_isa::class::{Class, Query};
use pto_isa::def::Core;
use pto_isa::{Pipe, Target, code};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// The functions that, with those that they call, do not ask which block they are: every block would do the same, so that
/// a proof holds for a launch of one block. Functions for one kind of core are asked together.
pub fn functions_for_one_block(module: &Module) -> FxHashSet<NodeId> {
    let asks = |class: Class| matches!(class, Class::Query(Query::BlockIdx | Query::BlockNum));
    let queries = module.nodes().filter(|(_, n)| module.def(n).is_some_and(|d| asks(d.class)));
    let asking: Vec<NodeId> = queries.map(|(id, _)| id).collect();
    let functions = asking.iter().filter_map(|&id| module.function_of(id));
    let with = with_callers(module, &CallGraph::new(module), functions);
    let is_for_one = |f: &NodeId| match module.attr(module.node(*f), "pto.kernel_kind") {
        Some(_) => asking.is_empty(),
        None => !with.contains(f),
    };
    module.functions().filter(is_for_one).collect()
}

/// Warns of functions with instructions of the cube and of the vector unit that no section tells apart. On a device they
/// run on different cores: flags between their pipes order nothing. Each with its function.
pub fn mixed_cores(module: &Module, target: Target) -> Vec<(NodeId, Diagnostic)> {
    if !target.is_device() {
        return Vec::new();
    }
    let mut found: BTreeMap<NodeId, (Option<NodeId>, Option<NodeId>)> = BTreeMap::new();
    for (id, node) in module.nodes() {
        let Some(def) = module.def(node) else { continue };
        let pipe = pipe_of(module, node, target).filter(|_| touches_memory(def));
        if def.core == Core::Any && !matches!(pipe, Some(Pipe::M | Pipe::V)) {
            continue;
        }
        let is_told = |p: NodeId| {
            let outer = module.node(p);
            section_of(module.def(outer).map(|d| d.class)).is_some()
                || module.attr(outer, "pto.kernel_kind").is_some()
        };
        if module.with_ancestors(id).any(is_told) {
            continue;
        }
        let Some(function) = module.function_of(id) else { continue };
        let entry = found.entry(function).or_default();
        match (def.core, pipe) {
            (Core::Cube, _) | (_, Some(Pipe::M)) => entry.0 = entry.0.or(Some(id)),
            (Core::Vector, _) | (_, Some(Pipe::V)) => entry.1 = entry.1.or(Some(id)),
            _ => {}
        }
    }
    let both = found.into_iter().filter_map(|(f, (cube, vector))| Some((f, cube?, vector?)));
    both.map(|(function, cube, vector)| {
        let message = "this runs on a vector core and other instructions of the function on the cube core: \
                       flags between their pipes order nothing";
        let at = |id: NodeId| module.node(id).name_span;
        let mut d = Diagnostic::warning(code::MIXED_CORES, at(vector), message)
            .label(at(cube), format!("`{}` runs on the cube core", module.op_name(module.node(cube))))
            .help("put the code of each core into a `pto.section.cube` or a `pto.section.vector`, and let them signal each other");
        d.target = Some(target);
        (function, d)
    })
    .collect()
}
