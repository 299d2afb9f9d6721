//! MLIR's generic form, which every operation has.

use super::Printer;
use crate::module::*;
use crate::syntax;
use pto_isa::OpId;
use pto_isa::def::Arity;
use std::fmt::Write as _;

impl Printer<'_> {
    pub(crate) fn generic(&mut self, node: &Node) {
        let name = self.m.op_name(node).into_owned();
        let operands = self.operand_values(node);
        let _ = write!(self.out, "\"{name}\"(");
        self.values(&operands);
        self.out.push(')');
        let successors = self.m.successors(node).to_vec();
        if !successors.is_empty() {
            self.out.push('[');
            for (i, s) in successors.iter().enumerate() {
                self.out.push_str(if i == 0 { "" } else { ", " });
                self.successor(s);
            }
            self.out.push(']');
        }
        self.properties(node);
        let regions = self.m.node_regions(node).to_vec();
        if !regions.is_empty() {
            self.out.push_str(" (");
            for (i, &r) in regions.iter().enumerate() {
                self.out.push_str(if i == 0 { "" } else { ", " });
                self.region(r, true);
            }
            self.out.push(')');
        }
        self.out.push_str(" : ");
        self.paren_types(&operands, true);
        self.out.push_str(" -> ");
        let results: Vec<ValueId> = self.m.results(node).collect();
        self.paren_types(&results, false);
    }

    /// `<{...}>` with the sizes of operand groups where the kinds alone do not tell.
    pub(super) fn properties(&mut self, node: &Node) {
        let attrs = self.m.node_attrs(node).to_vec();
        // Outputs are operands all at once or not at all, unless the sizes say otherwise.
        let some_outs = |op: OpId| {
            let given = |s: &u8| self.m.operands(node).iter().any(|o| o.slot == *s);
            let slots = &syntax::of(op).result_slots;
            slots.iter().any(given) && !slots.iter().all(given)
        };
        let segments = match node.name {
            OpName::Pto(op) => Some(op.def())
                .filter(|d| d.operands.iter().any(|o| o.arity != Arity::One) || some_outs(op)),
            _ => None,
        };
        if attrs.is_empty() && segments.is_none() {
            return;
        }
        self.out.push_str(" <{");
        if let Some(def) = segments {
            let operands = self.m.operands(node);
            let sizes: Vec<String> = (0..def.operands.len())
                .map(|s| operands.iter().filter(|o| o.slot as usize == s).count().to_string())
                .collect();
            let _ = write!(self.out, "operandSegmentSizes = array<i32: {}>", sizes.join(", "));
            self.out.push_str(if attrs.is_empty() { "" } else { ", " });
        }
        for (i, a) in attrs.iter().enumerate() {
            self.out.push_str(if i == 0 { "" } else { ", " });
            self.named_attr(a.name, a.value);
        }
        self.out.push_str("}>");
    }
}
