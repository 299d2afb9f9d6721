//! Functions of a module, constants, and the operations around others.

use crate::dialect::{Arith, Func, to_i64};
use crate::intern::Attr;
use crate::module::{Def, Module, Node, NodeId, ValueId};
use pto_isa::Type;

impl Module {
    /// The functions, with and without a body, in the order of the text.
    pub fn functions(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.nodes().filter(|(_, n)| n.is(Func::Func)).map(|(id, _)| id)
    }

    /// The functions with a body, in the order of the text.
    pub fn defined_functions(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.functions().filter(|&f| self.has_body(self.node(f)))
    }

    /// Whether a function is more than a declaration.
    pub fn has_body(&self, function: &Node) -> bool {
        let body = self.node_regions(function).first();
        body.is_some_and(|&r| !self.region(r).blocks.is_empty())
    }

    /// An operation and those around it, from the inside out.
    pub fn with_ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(id), |&p| self.parent(self.node(p)))
    }

    /// The operations around one, from the inside out.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.with_ancestors(id).skip(1)
    }

    /// The function an operation stands in, or is.
    pub fn function_of(&self, id: NodeId) -> Option<NodeId> {
        self.with_ancestors(id).find(|&p| self.node(p).is(Func::Func))
    }

    /// The text of an attribute that names a symbol: `sym_name` of a function, `callee` of a call.
    pub fn symbol(&self, node: &Node, attr: &str) -> Option<&str> {
        match self.attrs.get(self.attr(node, attr)?.value) {
            Attr::Str(s) | Attr::Symbol(s) => Some(s),
            _ => None,
        }
    }

    /// The operation that defines a value; `None` for arguments of blocks.
    pub fn defining_op(&self, value: ValueId) -> Option<NodeId> {
        match self.value(value).def {
            Def::Result(id) => Some(id),
            Def::Arg(_) | Def::Missing => None,
        }
    }

    /// The number of an `arith.constant`; `None` if something else defines the value.
    pub fn constant(&self, value: ValueId) -> Option<&Attr> {
        let node = self.node(self.defining_op(value)?);
        if !node.is(Arith::Constant) {
            return None;
        }
        Some(self.attrs.get(self.attr(node, "value")?.value))
    }

    /// The integer of an `arith.constant`, as its type reads the bits: `255 : i8` is -1. `true` is 1.
    pub fn constant_int(&self, value: ValueId) -> Option<i64> {
        match self.constant(value)? {
            Attr::Int(v, _) => match self.type_of(value).and_then(Type::as_number) {
                Some(dtype) if dtype.is_int() => Some(to_i64(dtype, *v as u64)),
                _ => i64::try_from(*v).ok(),
            },
            Attr::Bool(b) => Some(i64::from(*b)),
            _ => None,
        }
    }
}
