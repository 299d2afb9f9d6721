//! What was read becomes part of the module: values, operands, operations.

use super::{Parser, ResultNames};
use crate::module::*;
use crate::span::Span;

impl Parser<'_> {
    pub(super) fn new_value(&mut self, v: Value) -> ValueId {
        self.module.values.push(v);
        ValueId(self.module.values.len() as u32 - 1)
    }

    /// Puts operands into the pool.
    pub(super) fn push_operands(
        &mut self,
        operands: impl IntoIterator<Item = Operand>,
    ) -> PoolRange {
        let pool = &mut self.module.operand_pool;
        let start = pool.len();
        pool.extend(operands);
        PoolRange { start: start as u32, len: (pool.len() - start) as u32 }
    }

    /// Appends an operation to a block and binds its results.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn push_node(
        &mut self,
        block: BlockId,
        name: OpName,
        written: SyntaxForm,
        name_span: Span,
        start: Span,
        operands: PoolRange,
        attrs: &[NamedAttr],
        results: &ResultNames,
        result_types: &[(Option<TypeId>, u8)],
    ) -> NodeId {
        let m = &mut self.module;
        let from = m.attr_pool.len();
        m.attr_pool.extend_from_slice(attrs);
        let attrs = PoolRange { start: from as u32, len: attrs.len() as u32 };
        let id = NodeId(m.nodes.len() as u32);
        let first_result = m.values.len();
        let span = Span::new(start.start, self.prev_end.max(name_span.end));
        m.nodes.push(Node {
            name,
            written,
            operands,
            results: PoolRange { start: first_result as u32, len: result_types.len() as u32 },
            attrs,
            regions: PoolRange::default(),
            successors: PoolRange::default(),
            parent: block,
            name_span,
            span,
        });
        m.blocks[block.index()].ops.push(id);
        for (i, &(ty, slot)) in result_types.iter().enumerate() {
            let (name, span) =
                results.names.get(i).copied().unwrap_or((self.anonymous(), name_span));
            self.module.values.push(Value { ty, name, slot, def: Def::Result(id), span });
        }
        for i in 0..results.names.len().min(result_types.len()) {
            let (name, span) = results.names[i];
            self.define(name, ValueId((first_result + i) as u32), span);
        }
        id
    }

    pub(super) fn anonymous(&mut self) -> Sym {
        self.module.symbols.intern("")
    }

    /// Sets the end of an operation after its regions were read.
    pub(super) fn finish_node(&mut self, id: NodeId) {
        let end = self.prev_end;
        let node = &mut self.module.nodes[id.index()];
        node.span.end = node.span.end.max(end);
    }

    pub(super) fn type_text(&self, ty: TypeId) -> String {
        self.module.types.get(ty).to_string()
    }
}
