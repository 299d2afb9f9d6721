//! Questions about nodes and types that both validators ask.

use pto_ir::Module;
use pto_ir::module::Node;
use pto_isa::class::{Class, Region};
use pto_isa::def::{Core, OpDef};
use pto_isa::{Pipe, Space, Target, Type};

/// Whether an instruction accesses the memory of some operand.
pub(crate) fn touches_memory(def: &OpDef) -> bool {
    def.operands.iter().any(|o| o.effect.touches())
}

/// The kind of core that a section is for.
pub(crate) fn section_of(class: Option<Class>) -> Option<Core> {
    match class {
        Some(Class::Region(Region::Section(core))) => Some(core),
        _ => None,
    }
}

/// Whether values of a type name memory of a core.
pub(crate) fn is_local(ty: Option<&Type>) -> bool {
    ty.and_then(Type::space).is_some_and(|space| space != Space::Gm)
}

/// Whether values of a type name memory.
pub(crate) fn is_memory(ty: Option<&Type>) -> bool {
    ty.and_then(Type::space).is_some()
}

/// The pipe that an instruction runs on.
pub(crate) fn pipe_of(module: &Module, node: &Node, target: Target) -> Option<Pipe> {
    let def = module.def(node)?;
    let mut spaces = vec![None; def.operands.len()];
    let uses = module.operands(node).iter().map(|o| (o.slot, o.value));
    for (slot, v) in uses.chain(module.results(node).map(|v| (module.value(v).slot, v))) {
        if let Some(s) = spaces.get_mut(slot as usize) {
            *s = s.or(module.type_of(v).and_then(Type::space));
        }
    }
    let attrs: Vec<_> = module
        .node_attrs(node)
        .iter()
        .map(|a| (module.sym(a.name), module.attrs.get(a.value).for_rules()))
        .collect();
    def.pipe_of(target, &spaces, &attrs)
}
