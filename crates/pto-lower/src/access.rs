//! Which values a statement reads and writes, and on which pipe.

use crate::facts::{is_memory, pipe_of};
use crate::tree::is_vector_scope;
use pto_ir::dialect::{DialectOp, MemoryEffect};
use pto_ir::module::{Node, NodeId};
use pto_ir::{Module, ValueId};
use pto_isa::cost::Cost;
use pto_isa::def::{Kind, OperandDef, Role};
use pto_isa::queue::Queue;
use pto_isa::{Pipe, Target};

/// One value that a statement works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Touch {
    pub value: ValueId,
    pub reads: bool,
    pub writes: bool,
    /// Nothing of what it held before is seen afterwards.
    pub replaces: bool,
    /// It holds nothing before and after.
    pub scratch: bool,
}

/// Whether an instruction works on memory, rather than on names and numbers.
pub(crate) fn works(module: &Module, node: &Node) -> bool {
    match module.def(node) {
        Some(def) => def.cost != Cost::Free && !matches!(def.pipe, Queue::Nothing(_)),
        None => node.dialect_op().is_some_and(|op| op.memory_effect().is_some()),
    }
}

/// Adds what an operation itself (without its regions) works on.
pub(crate) fn touches(module: &Module, node: &Node, target: Target, out: &mut Vec<Touch>) {
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
        out.extend(memory.map(|o| Touch {
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
        if !is_memory(module.type_of(value)) {
            continue;
        }
        let Some(operand) = def.operands.get(slot as usize) else { continue };
        let (reads, writes) = direction(operand);
        let scratch = operand.role == Role::Scratch;
        if scratch && def.ignores_scratch(target) {
            continue;
        }
        let replaces = scratch || (operand.role == Role::Out && def.sem.overwrites());
        out.push(Touch { value, reads, writes, replaces, scratch });
    }
}

/// Whether an operand is read, and whether it is written. A pointer is an input even where the instruction
/// writes through it; its name tells.
fn direction(operand: &OperandDef) -> (bool, bool) {
    match (operand.role, operand.kind) {
        (Role::Out | Role::Scratch, _) => (false, true),
        (Role::InOut, _) => (true, true),
        (Role::In, Kind::Ptr | Kind::Memory | Kind::Any) => match operand.name {
            n if n.starts_with("src") || n.starts_with("source") || n == "tile" => (true, false),
            n if n.starts_with("d") || n == "base" => (false, true),
            _ => (true, true),
        },
        (Role::In, _) => (true, false),
    }
}

/// Adds what an operation and everything inside it work on.
pub(crate) fn touches_inside(module: &Module, id: NodeId, target: Target, out: &mut Vec<Touch>) {
    let node = module.node(id);
    touches(module, node, target, out);
    for &r in module.node_regions(node) {
        for &b in &module.region(r).blocks {
            for &inner in &module.block(b).ops {
                touches_inside(module, inner, target, out);
            }
        }
    }
}

/// Adds what a step of a body works on, and says on which pipe. A vector scope is one step, with all that is inside.
pub(crate) fn step_touches(
    module: &Module,
    id: NodeId,
    target: Target,
    out: &mut Vec<Touch>,
) -> Option<Pipe> {
    let node = module.node(id);
    if is_vector_scope(module, node) {
        touches_inside(module, id, target, out);
        return Some(Pipe::V);
    }
    touches(module, node, target, out);
    pipe(module, node, target)
}

/// The pipe a statement runs on; `None` if it does not work on memory.
pub(crate) fn pipe(module: &Module, node: &Node, target: Target) -> Option<Pipe> {
    if module.def(node).is_none() {
        return works(module, node).then_some(Pipe::S);
    }
    if !works(module, node) {
        return None;
    }
    pipe_of(module, node, target)
}
