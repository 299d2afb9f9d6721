//! Vector registers: their scopes, and the ways a call sees a register, a pointer or a number.

use super::body::Body;
use super::render::Call;
use super::types;
use pto_ir::ValueId;
use pto_ir::dialect::Arith;
use pto_ir::module::{BlockId, Def, Node, NodeId};
use pto_isa::{DType, Type};

impl Body<'_> {
    /// A piece of vector code.
    ///
    /// Source: pto-isa@3186c381 include/pto/npu/a5/TAdd.hpp and every header beside it.
    pub(super) fn vector_scope(&mut self, id: NodeId) {
        let node = self.module.node(id);
        if !types::has_registers(self.target) {
            return self.refuse(
                node.name_span,
                "there are no vector scopes in the C++ of this target",
                "vector registers belong to A5: choose `--target a5`, or use tiles",
            );
        }
        let captures = self.operands(node);
        let Some((block, args)) = self.entry_of(node, 0) else { return };
        for (&arg, &value) in args.iter().zip(&captures) {
            let text = self.atom(value);
            self.atoms.insert(arg, text);
            self.borrowed.insert(arg);
        }
        self.out.open("__VEC_SCOPE__ {");
        self.vector_scopes += 1;
        self.block(block);
        self.vector_scopes -= 1;
        self.out.close("}");
    }

    /// Whether a counter of a loop in a vector scope fits the counters of the vector unit, which have 16 bits.
    ///
    /// Source: pto-isa@3186c381 include/pto/npu/a5/*.hpp count with `uint16_t` everywhere.
    pub(super) fn counts_in_16_bits(&self, bounds: [ValueId; 3]) -> bool {
        let [Some(low), Some(high), Some(step)] = bounds.map(|v| self.known(v)) else {
            return false;
        };
        let fits = |n: i64| (0..=i64::from(u16::MAX)).contains(&n);
        self.vector_scopes > 0
            && step > 0
            && fits(low)
            && fits(step)
            && fits(high.saturating_add(step))
    }

    /// The variable of a result that starts as an operand. Where nobody reads the operand afterwards its variable
    /// serves on.
    pub(super) fn start(&mut self, node: &Node, result: u8, from: u8, call: &mut Call) -> String {
        let (result, from) = (self.values(node, result).next(), self.values(node, from).next());
        let (Some(result), Some(from)) = (result, from) else { return String::new() };
        call.named.push(result);
        let text = self.atom(from);
        if self.is_free(from, node.parent) {
            self.atoms.insert(result, text.clone());
            return text;
        }
        self.define(result, &text);
        self.atom(result)
    }

    /// Whether the variable of a value is not needed after its use in a block.
    fn is_free(&self, value: ValueId, block: BlockId) -> bool {
        let once =
            self.users.get(&value).is_some_and(|u| u.len() == 1) && !self.borrowed.contains(&value);
        once && match self.module.value(value).def {
            Def::Arg(home) => home == block,
            Def::Result(id) => {
                let node = self.module.node(id);
                node.parent == block && !node.is(Arith::Constant)
            }
            Def::Missing => false,
        }
    }

    fn type_in(&self, node: &Node, slot: u8) -> Option<Type> {
        self.values(node, slot).next().and_then(|v| self.module.type_of(v)).cloned()
    }

    /// A register as one of the elements that a pointer leads to.
    pub(super) fn seen_like(&self, node: &Node, slot: u8, pointer: u8, name: String) -> String {
        let (from, to) = (self.type_in(node, slot), self.type_in(node, pointer));
        match (from.and_then(|t| t.dtype()), to.and_then(|t| t.dtype())) {
            (Some(from), Some(to)) => seen(from, to, name),
            _ => name,
        }
    }

    /// A register, a pointer or a number as one of integers of the same width.
    pub(super) fn seen_as_integer(
        &self,
        node: &Node,
        slot: u8,
        signed: bool,
        name: String,
    ) -> String {
        match self.type_in(node, slot) {
            Some(Type::Vreg { dtype, .. }) => seen(dtype, integer(dtype, signed), name),
            Some(Type::Ptr { dtype, space }) if integer(dtype, signed) != dtype => {
                let to = Type::Ptr { dtype: integer(dtype, signed), space };
                match types::value(&to, self.target) {
                    Some(to) => format!("({to}){name}"),
                    None => name,
                }
            }
            Some(Type::Scalar(dtype)) => match types::element(integer(dtype, signed)) {
                Some(to) => format!("({to}){name}"),
                None => name,
            },
            _ => name,
        }
    }

    /// The bits of a number.
    pub(super) fn bits_of(&self, node: &Node, slot: u8, name: &str) -> String {
        let ty = self.type_in(node, slot);
        let unsigned = ty.as_ref().and_then(types::unsigned).unwrap_or("uint64_t");
        match ty {
            Some(Type::Scalar(d)) if !d.is_int() => {
                format!("__builtin_bit_cast({unsigned}, {name})")
            }
            _ => format!("({unsigned}){name}"),
        }
    }
}

/// A register of some elements as one of others; the registers have the same size.
fn seen(from: DType, to: DType, name: String) -> String {
    match (types::register(from), types::register(to)) {
        (Some(from), Some(to)) if from != to => format!("({to}&){name}"),
        _ => name,
    }
}

const fn integer(dtype: DType, signed: bool) -> DType {
    match (dtype.bits(), signed) {
        (8, false) => DType::U8,
        (16, false) => DType::U16,
        (32, false) => DType::U32,
        (64, false) => DType::U64,
        (8, true) => DType::I8,
        (16, true) => DType::I16,
        (32, true) => DType::I32,
        (64, true) => DType::I64,
        _ => dtype,
    }
}
