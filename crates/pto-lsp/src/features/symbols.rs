//! The symbols of a document: aliases, functions with their parameters, tiles and loops.

use crate::document::View;
use gen_lsp_types::{DocumentSymbol, SymbolKind};
use pto_ir::dialect::{Builtin, Func};
use pto_ir::module::Node;
use pto_ir::{NodeId, Span};
use pto_isa::Type;
use pto_isa::class::Class;

/// Operations nested deeper than this are not listed.
const MOST_LEVELS: u32 = 32;

/// The symbols, as a tree.
pub fn symbols(view: &View<'_>) -> Vec<DocumentSymbol> {
    let m = &view.analysis.module;
    let text = view.text.as_str();
    let aliases = view.analysis.aliases(text).into_iter().map(|(span, name, meaning)| {
        let (name, detail) = (name.to_string(), Some(meaning.to_string()));
        symbol(view, name, detail, SymbolKind::TypeParameter, span, span, Vec::new())
    });
    let mut list: Vec<DocumentSymbol> = aliases.collect();
    list.extend(m.top().filter_map(|id| operation(view, id, 0)));
    list
}

#[allow(deprecated)]
fn symbol(
    view: &View<'_>,
    name: String,
    detail: Option<String>,
    kind: SymbolKind,
    whole: Span,
    name_span: Span,
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    // The name must lie within the whole.
    let name_span = Span::new(
        name_span.start.clamp(whole.start, whole.end),
        name_span.end.clamp(whole.start, whole.end),
    );
    let name = if name.trim().is_empty() { "(no name)".to_string() } else { name };
    DocumentSymbol {
        name,
        detail,
        kind,
        tags: None,
        deprecated: None,
        range: view.text.range(whole),
        selection_range: view.text.range(name_span),
        children: (!children.is_empty()).then_some(children),
    }
}

fn inside(view: &View<'_>, node: &Node, level: u32) -> Vec<DocumentSymbol> {
    let m = &view.analysis.module;
    let regions = m.node_regions(node).iter().flat_map(|&r| &m.region(r).blocks);
    regions.flat_map(|&b| &m.block(b).ops).filter_map(|&id| operation(view, id, level)).collect()
}

fn operation(view: &View<'_>, id: NodeId, level: u32) -> Option<DocumentSymbol> {
    let m = &view.analysis.module;
    let node = m.node(id);
    if level > MOST_LEVELS || node.span.end <= node.span.start {
        return None;
    }
    let children = || inside(view, node, level + 1);
    let list = |name: String, detail, kind, at| {
        Some(symbol(view, name, detail, kind, node.span, at, children()))
    };
    if node.is(Builtin::Module) {
        let name = m.symbol(node, "sym_name").map_or("module".to_string(), |n| format!("@{n}"));
        return list(name, None, SymbolKind::Module, node.name_span);
    }
    if node.is(Func::Func) {
        let name = m.symbol(node, "sym_name").unwrap_or("").to_string();
        let at = m.attr(node, "sym_name").map_or(node.name_span, |a| a.span);
        let entry = m.node_regions(node).first().and_then(|&r| m.region(r).blocks.first());
        let args = entry.map_or(Vec::new(), |&b| m.block(b).args.clone());
        let types = args.iter().map(|&v| m.type_of(v).map_or("?".into(), Type::to_string));
        let detail = format!("({})", types.collect::<Vec<_>>().join(", "));
        return list(format!("@{name}"), Some(detail), SymbolKind::Function, at);
    }
    if !m.node_regions(node).is_empty() {
        return list(m.op_name(node).into_owned(), None, SymbolKind::Namespace, node.name_span);
    }
    // Memory that the program names.
    let allocates = m.def(node).is_some_and(|d| matches!(d.class, Class::Allocate(_)));
    let result = m.results(node).next().filter(|_| allocates)?;
    let v = m.value(result);
    let detail = m.type_of(result).map(Type::to_string);
    list(format!("%{}", m.sym(v.name)), detail, SymbolKind::Variable, v.span)
}
