//! Which cores, how many blocks and which buffers a function is for, as far as it says so.

use crate::call_graph::{CallGraph, with_callers};
use crate::ir::{pipe_of, section_of, touches_memory};
use crate::points_to::{PointsTo, parameters};
use pto_ir::dialect::{DialectOp, Func, MemoryEffect};
use pto_ir::module::{Node, NodeId};
use pto_ir::{Diagnostic, Module, ValueId};
use pto_isa::class::{Class, Query};
use pto_isa::def::Core;
use pto_isa::few::FewMap;
use pto_isa::{Pipe, Space, Target, code};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

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

/// The functions that touch the global memory of more than one parameter and write to some of it: parameters are taken to be
/// different buffers, so that a proof holds for a launch whose buffers do not overlap. Functions for one kind of core are asked
/// together: they are launched with the same buffers.
pub(crate) fn functions_for_separate_buffers(
    module: &Module,
    points_to: &PointsTo<'_>,
) -> FxHashSet<NodeId> {
    let launched_alone =
        |f: NodeId| module.attr(module.node(f), "pto.kernel_kind").is_none().then_some(f);
    let place = |v: ValueId, f: NodeId| parameters(module, f).iter().position(|&p| p == v);
    let mut launches: FxHashMap<Option<NodeId>, FxHashMap<usize, bool>> = FxHashMap::default();
    for (_, node) in module.nodes() {
        for (value, writes) in accesses(module, node) {
            for &t in points_to.of(value) {
                let tile = &points_to.tiles[t as usize];
                let Some(parameter) = tile.parameter.filter(|_| tile.space == Space::Gm) else {
                    continue;
                };
                let Some(place) = place(parameter, tile.function) else { continue };
                let buffers = launches.entry(launched_alone(tile.function)).or_default();
                *buffers.entry(place).or_default() |= writes;
            }
        }
    }
    let several = |b: &FxHashMap<usize, bool>| b.len() > 1 && b.values().any(|&written| written);
    launches.retain(|_, buffers| several(buffers));
    module.functions().filter(|&f| launches.contains_key(&launched_alone(f))).collect()
}

/// The values whose memory a statement touches, each with whether it may write there. Functions that are called may do both.
fn accesses(module: &Module, node: &Node) -> SmallVec<[(ValueId, bool); 4]> {
    let operands = module.operands(node);
    if node.is(Func::Call) {
        return operands.iter().map(|o| (o.value, true)).collect();
    }
    if let Some(def) = module.def(node) {
        let effect = |slot: u8| def.operands.get(slot as usize).map(|o| o.effect);
        let touched = operands
            .iter()
            .filter_map(|o| Some((o.value, effect(o.slot).filter(|e| e.touches())?)));
        return touched.map(|(v, e)| (v, e.writes())).collect();
    }
    let access = match node.dialect_op().and_then(DialectOp::memory_effect) {
        Some(MemoryEffect::Read(at)) => operands.get(at).map(|o| (o.value, false)),
        Some(MemoryEffect::Write(at)) => operands.get(at).map(|o| (o.value, true)),
        None => None,
    };
    access.into_iter().collect()
}

/// Warns of functions with instructions of the cube and of the vector unit that no section tells apart. On a device they
/// run on different cores: flags between their pipes order nothing. Each with its function.
pub fn mixed_cores(module: &Module, target: Target) -> Vec<(NodeId, Diagnostic)> {
    if !target.is_device() {
        return Vec::new();
    }
    let mut found: FewMap<NodeId, (Option<NodeId>, Option<NodeId>)> = FewMap::new();
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
        let entry = found.get_or_default(function);
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
