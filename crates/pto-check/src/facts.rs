//! What can be known of values without running the program.

use pto_ir::module::{Def, Node, NodeId, OpName, Sym};
use pto_ir::{Attr, Module, ValueId};

/// Names looked up once.
#[derive(Debug)]
pub(crate) struct Facts {
    constant: Option<Sym>,
    value: Option<Sym>,
    function: Option<Sym>,
}

impl Facts {
    pub fn new(module: &Module) -> Facts {
        Facts {
            constant: module.symbols.find("arith.constant"),
            value: module.symbols.find("value"),
            function: module.symbols.find("func.func"),
        }
    }

    /// Whether an operation is a `func.func`.
    pub fn is_function(&self, node: &Node) -> bool {
        self.function.is_some_and(|f| node.name == OpName::Foreign(f))
    }

    /// The integer a value is, if an `arith.constant` defines it.
    pub fn constant(&self, module: &Module, value: ValueId) -> Option<i64> {
        let Def::Result(id) = module.value(value).def else { return None };
        let node = module.node(id);
        if node.name != OpName::Foreign(self.constant?) {
            return None;
        }
        let attr = module.node_attrs(node).iter().find(|a| Some(a.name) == self.value)?;
        match module.attrs.get(attr.value) {
            Attr::Int(v, _) => i64::try_from(*v).ok(),
            Attr::Bool(b) => Some(i64::from(*b)),
            _ => None,
        }
    }
}

/// The operation that defines a value.
pub(crate) fn definer(module: &Module, value: ValueId) -> Option<NodeId> {
    match module.value(value).def {
        Def::Result(id) => Some(id),
        _ => None,
    }
}
