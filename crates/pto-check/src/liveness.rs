//! Where in the text a tile is in use: from its first use to its last, whole loops included.

use pto_ir::module::{Def, NodeId};
use pto_ir::{DialectOp, Module, Span, ValueId};
use pto_isa::Type;
use rustc_hash::FxHashMap;

/// The stretch of text in which each tile is used. A tile that nothing uses has none.
pub(crate) fn live_spans(module: &Module) -> FxHashMap<ValueId, Span> {
    let mut live: FxHashMap<ValueId, Span> = FxHashMap::default();
    let mut views: Vec<(ValueId, ValueId)> = Vec::new();
    for (id, node) in module.nodes() {
        let is_view = module.def(node).is_some_and(|d| d.class.alias().is_some());
        for o in module.operands(node) {
            if !matches!(module.type_of(o.value), Some(Type::Tile(_))) {
                continue;
            }
            // A view is no use of its own: its uses count for what it views.
            if is_view && !node.results.is_empty() {
                views.extend(module.results(node).map(|r| (o.value, r)));
            } else {
                extend(&mut live, o.value, around_loops(module, id, o.value));
            }
        }
    }
    // Views are made after what they view, so the innermost view comes last.
    for (source, view) in views.into_iter().rev() {
        if let Some(&span) = live.get(&view) {
            extend(&mut live, source, span);
        }
    }
    live
}

fn extend(live: &mut FxHashMap<ValueId, Span>, value: ValueId, span: Span) {
    let entry = live.entry(value).or_insert(span);
    *entry = Span::new(entry.start.min(span.start), entry.end.max(span.end));
}

/// A use inside a loop that does not hold the definition lasts as long as the loop.
fn around_loops(module: &Module, id: NodeId, value: ValueId) -> Span {
    let defined = module.value(value).span;
    let mut span = module.node(id).span;
    let mut at = id;
    while let Some(parent) = module.parent(module.node(at)) {
        let node = module.node(parent);
        let holds_definition = node.span.start <= defined.start && defined.end <= node.span.end;
        if holds_definition && !matches!(module.value(value).def, Def::Missing) {
            break;
        }
        if node.dialect_op().is_some_and(DialectOp::is_loop) {
            span = node.span;
        }
        at = parent;
    }
    span
}
