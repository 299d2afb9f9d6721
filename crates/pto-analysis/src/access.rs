//! Which values a statement reads and writes, and on which pipe.

use crate::facts::{is_memory, pipe_of};
use crate::region_tree::is_vector_scope;

use pto_ir::dialect::{DialectOp, MemoryEffect};
use pto_ir::module::{Node, NodeId};
use pto_ir::{Module, ValueId};
use pto_isa::def::Role;
use pto_isa::issue_pipe::PipeSelector;
use pto_isa::{Pipe, Target};

/// One value that a statement works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The value.
    pub value: ValueId,
    /// Its memory may be read.
    pub reads: bool,
    /// Its memory may be written.
    pub writes: bool,
    /// Nothing of what it held before is seen afterwards.
    pub replaces: bool,
    /// It holds nothing before and after.
    pub scratch: bool,
}

/// Whether an instruction works on memory, rather than on names and numbers.
pub fn works(module: &Module, node: &Node) -> bool {
    match module.def(node) {
        Some(def) => def.class.works() && !matches!(def.pipe, PipeSelector::None(_)),
        None => node.dialect_op().is_some_and(|op| op.memory_effect().is_some()),
    }
}

/// Adds what an operation itself (without its regions) works on.
pub fn accesses(module: &Module, node: &Node, target: Target, out: &mut Vec<Access>) {
    if !works(module, node) {
        return;
    }
    let Some(def) = module.def(node) else {
        let (at, reads) = match node.dialect_op().and_then(DialectOp::memory_effect) {
            Some(MemoryEffect::Read(at)) => (at, true),
            Some(MemoryEffect::Write(at)) => (at, false),
            None => return,
        };
        let memory = module.operands(node).get(at).filter(|o| is_memory(module.type_of(o.value)));
        out.extend(memory.map(|o| Access {
            value: o.value,
            reads,
            writes: !reads,
            replaces: false,
            scratch: false,
        }));
        return;
    };
    let uses = module.operands(node).iter().map(|o| (o.slot, o.value));
    let results = module.results(node).map(|v| (module.value(v).slot, v));
    for (slot, value) in uses.chain(results) {
        let Some(operand) = def.operands.get(slot as usize) else { continue };
        let effect = operand.effect;
        if !effect.touches() || !is_memory(module.type_of(value)) {
            continue;
        }
        let scratch = operand.role == Role::Scratch;
        if scratch && def.ignores_scratch(target) {
            continue;
        }
        let (reads, writes) = (effect.reads(), effect.writes());
        let replaces = scratch || effect.replaces();
        out.push(Access { value, reads, writes, replaces, scratch });
    }
}

/// Adds what an operation and everything inside it work on.
pub fn accesses_inside(module: &Module, id: NodeId, target: Target, out: &mut Vec<Access>) {
    let node = module.node(id);
    accesses(module, node, target, out);
    for &r in module.node_regions(node) {
        for &b in &module.region(r).blocks {
            for &inner in &module.block(b).ops {
                accesses_inside(module, inner, target, out);
            }
        }
    }
}

/// Adds what a step of a body works on, and says on which pipe. A vector scope is one step, with all that is inside.
pub fn step_accesses(
    module: &Module,
    id: NodeId,
    target: Target,
    out: &mut Vec<Access>,
) -> Option<Pipe> {
    let node = module.node(id);
    if is_vector_scope(module, node) {
        accesses_inside(module, id, target, out);
        return Some(Pipe::V);
    }
    accesses(module, node, target, out);
    pipe(module, node, target)
}

/// The pipe a statement runs on; `None` if it does not work on memory.
pub fn pipe(module: &Module, node: &Node, target: Target) -> Option<Pipe> {
    if module.def(node).is_none() {
        return works(module, node).then_some(Pipe::S);
    }
    if !works(module, node) {
        return None;
    }
    pipe_of(module, node, target)
}
