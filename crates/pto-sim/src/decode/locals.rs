//! Where local arrays and structs lie: what their instructions need to know beyond their operands.

use super::{Decoder, Refusal};
use crate::action::Action;
use crate::cells::{HIDDEN, MAX_CELLS, array_extents, field_bits, field_cell, struct_cells};
use pto_ir::Attr;
use pto_ir::module::NodeId;
use pto_isa::{DType, Type};
use pto_kernels::value::StepArg;
use smallvec::SmallVec;

impl Decoder<'_> {
    /// The hidden operands of an instruction on local arrays and structs.
    pub(super) fn local_args(
        &mut self,
        id: NodeId,
        action: Action,
        args: &mut SmallVec<[StepArg; 5]>,
    ) -> Result<(), Refusal> {
        let node = self.module.node(id);
        if action == Action::FillLocal {
            return self.widths(id, args);
        }
        let storage = match action {
            Action::DeclareLocal => self.module.results(node).next(),
            _ => self.module.slot_values(node, 0).next(),
        };
        let Some(Type::Other(ty)) = storage.and_then(|v| self.module.type_of(v)) else {
            return Err(self.refuse(id, "is not about an array or a struct"));
        };
        let extents = array_extents(ty);
        let numbers = match (action, extents) {
            (Action::DeclareLocal, extents) => {
                let product = |n: u64, &e: &u64| n.checked_mul(e);
                let count = match extents {
                    Some(list) => list.iter().try_fold(1, product),
                    None => Some(struct_cells(ty)),
                };
                let first = self.program.local_cells;
                let end = count.and_then(|n| first.checked_add(n)).filter(|&e| e <= MAX_CELLS);
                let Some(end) = end else {
                    let why = format!("makes local arrays of more than {MAX_CELLS} numbers");
                    return Err(self.refuse(id, &why));
                };
                self.program.local_cells = end;
                vec![first, end - first]
            }
            (_, Some(extents)) => {
                let given = self.module.operands(node).iter().filter(|o| o.slot == 1).count();
                if given != extents.len() {
                    let rank = extents.len();
                    let why = format!("needs {rank} indices and has {given}");
                    return Err(self.refuse(id, &why));
                }
                extents
            }
            (_, None) => match self.path(id).and_then(|path| field_cell(ty, &path)) {
                Some(cell) => vec![cell],
                None => return Err(self.refuse(id, "has a path that leads to no number")),
            },
        };
        for n in numbers {
            let slot = self.constant(n);
            args.push(StepArg { operand: HIDDEN, slot, dtype: DType::I64 });
        }
        Ok(())
    }

    /// The hidden operands of what fills a record: the bits of its fields. A session that is made instead has none.
    fn widths(&mut self, id: NodeId, args: &mut SmallVec<[StepArg; 5]>) -> Result<(), Refusal> {
        let record = self.module.slot_values(self.module.node(id), 0).next();
        let Some(record) = record else { return Ok(()) };
        let Some(Type::Other(ty)) = self.module.type_of(record) else {
            return Err(self.refuse(id, "is not about a struct"));
        };
        let Some(widths) = field_bits(ty) else {
            return Err(self.refuse(id, "fills fields that are no numbers"));
        };
        for bits in widths {
            let slot = self.constant(bits);
            args.push(StepArg { operand: HIDDEN, slot, dtype: DType::I64 });
        }
        Ok(())
    }

    /// The path to a field.
    fn path(&self, id: NodeId) -> Option<Vec<u64>> {
        let attrs = &self.module.attrs;
        let number = |a: &Attr| match a {
            Attr::Int(n, _) => u64::try_from(*n).ok(),
            _ => None,
        };
        match attrs.get(self.module.attr(self.module.node(id), "path")?.value) {
            Attr::Array(list) => list.iter().map(|&a| number(attrs.get(a))).collect(),
            one => Some(vec![number(one)?]),
        }
    }
}
