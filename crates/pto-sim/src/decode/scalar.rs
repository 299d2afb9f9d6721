//! Numbers: constants, arithmetic, comparisons, selections.

use super::{Decoder, Refusal};
use crate::constant;
use crate::program::Inst;
use pto_ir::ValueId;
use pto_ir::dialect::{Alu, Arith, CmpFPredicate, CmpIPredicate};
use pto_ir::module::NodeId;
use pto_isa::Type;
use pto_isa::packed::Packed;

impl Decoder<'_> {
    pub(super) fn constant_op(&mut self, id: NodeId) -> Result<(), Refusal> {
        let node = self.module.node(id);
        let Some(result) = self.module.results(node).next() else { return Ok(()) };
        let ty = self.module.type_of(result);
        let value = self.module.attr(node, "value").map(|a| self.module.attrs.get(a.value));
        let bits = match (ty.and_then(Type::as_number), ty) {
            (Some(dtype), _) => value.and_then(|v| constant::scalar(v, dtype)),
            (None, ty) => match ty.and_then(Packed::of) {
                Some(packed) => value.and_then(|v| constant::vector(v, packed)),
                None => return Err(self.refuse(id, "of this type is not executable yet")),
            },
        };
        let Some(bits) = bits else {
            return Err(self.refuse(id, "has a value that does not fit its type"));
        };
        let slot = self.constant(bits);
        self.bind(result, slot);
        Ok(())
    }

    pub(super) fn compare(&mut self, id: NodeId) -> Result<(), Refusal> {
        let node = self.module.node(id);
        let predicate = self.module.attr(node, "predicate").map(|a| self.module.attrs.get(a.value));
        let op = match node.is(Arith::CmpF) {
            true => predicate.and_then(CmpFPredicate::of_attr).and_then(Alu::compare_floats),
            false => predicate.and_then(CmpIPredicate::of_attr).map(Alu::compare_ints),
        };
        match op {
            Some(op) => self.alu(id, op),
            None => Err(self.refuse(id, "has a predicate this tool does not know")),
        }
    }

    /// An operation with a result from each of several operations on its operands.
    pub(super) fn halves(&mut self, id: NodeId, ops: [Alu; 2]) -> Result<(), Refusal> {
        let results: Vec<ValueId> = self.module.results(self.module.node(id)).collect();
        ops.into_iter().zip(results).try_for_each(|(op, result)| self.alu_to(id, op, result))
    }

    pub(super) fn alu(&mut self, id: NodeId, op: Alu) -> Result<(), Refusal> {
        match self.module.results(self.module.node(id)).next() {
            Some(result) => self.alu_to(id, op, result),
            None => Ok(()),
        }
    }

    fn alu_to(&mut self, id: NodeId, op: Alu, result: ValueId) -> Result<(), Refusal> {
        let operands = self.operand_values(self.module.node(id));
        if op == Alu::Copy && operands.len() == 1 {
            // A cast is another name for the same value.
            let slot = self.slot(operands[0]);
            self.bind(result, slot);
            return Ok(());
        }
        let of = |i: usize| {
            operands.get(i).and_then(|&v| self.module.type_of(v).and_then(Type::as_number))
        };
        let to = self.module.type_of(result).and_then(Type::as_number);
        if op == Alu::Select && to.is_none() {
            return self.select(&operands, result);
        }
        let (Some(from), Some(to)) = (of(0), to) else {
            return Err(self.refuse(id, "of these types is not executable yet"));
        };
        let mut args = [0; 3];
        for (i, &v) in operands.iter().take(3).enumerate() {
            args[i] = self.slot(v);
        }
        let dst = self.define(result);
        self.emit(Inst::Alu { op, from, to, dst, args, node: id });
        Ok(())
    }

    /// A condition that has to hold for the run to go on.
    pub(super) fn assert(&mut self, id: NodeId) -> Result<(), Refusal> {
        let Some(&condition) = self.operand_values(self.module.node(id)).first() else {
            return Err(self.refuse(id, "has no condition"));
        };
        let Some(ty) = self.module.type_of(condition).and_then(Type::as_number) else {
            return Err(self.refuse(id, "of this type is not executable yet"));
        };
        let (args, dst) = ([self.slot(condition), 0, 0], self.new_slot());
        self.emit(Inst::Alu { op: Alu::Assert, from: ty, to: ty, dst, args, node: id });
        Ok(())
    }

    /// `arith.select` of tiles, pointers or views.
    pub(super) fn select(&mut self, operands: &[ValueId], result: ValueId) -> Result<(), Refusal> {
        let [condition, yes, no] = operands[..] else { return Ok(()) };
        let (c, y, n) = (self.slot(condition), self.slot(yes), self.slot(no));
        let dst = self.define(result);
        let test = self.emit(Inst::Unless(c, 0));
        self.moves(&[(y, dst)], &[]);
        let over = self.emit(Inst::Jump(0));
        let other = self.here();
        self.patch(test, other);
        self.moves(&[(n, dst)], &[]);
        let end = self.here();
        self.patch(over, end);
        Ok(())
    }
}
