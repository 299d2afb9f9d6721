//! Which function of a module is the kernel.

use super::Refusal;
use pto_ir::diag::Diagnostic;
use pto_ir::module::{Node, NodeId, OpName};
use pto_ir::{Attr, Module, Span};
use pto_isa::code;
use rustc_hash::FxHashMap;

pub(super) fn functions(module: &Module) -> FxHashMap<&str, NodeId> {
    let mut map = FxHashMap::default();
    for (id, node) in module.nodes() {
        if let OpName::Foreign(s) = node.name
            && module.sym(s) == "func.func"
            && let Some(name) = symbol(module, node, "sym_name")
        {
            map.entry(name).or_insert(id);
        }
    }
    map
}

pub(super) fn symbol<'m>(module: &'m Module, node: &Node, attr: &str) -> Option<&'m str> {
    match module.attrs.get(module.attr(node, attr)?.value) {
        Attr::Str(s) | Attr::Symbol(s) => Some(s),
        _ => None,
    }
}

pub(super) fn choose_entry(
    module: &Module,
    functions: &FxHashMap<&str, NodeId>,
    entry: Option<&str>,
) -> Result<NodeId, Refusal> {
    let fail = |message: String, help: String| {
        let mut d = Diagnostic::error(code::KERNEL_ARGUMENT, Span::default(), message);
        if !help.is_empty() {
            d = d.help(help);
        }
        Err(Box::new(d))
    };
    let has_body = |id: &NodeId| !module.node_regions(module.node(*id)).is_empty();
    let mut names: Vec<&str> =
        functions.iter().filter(|(_, id)| has_body(id)).map(|(n, _)| *n).collect();
    names.sort_unstable();
    let list = |names: &[&str]| {
        let shown: Vec<String> = names.iter().take(8).map(|n| format!("`{n}`")).collect();
        let more = names.len().saturating_sub(8);
        let tail = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("the program has {}{tail}", shown.join(", "))
    };
    if let Some(name) = entry {
        return match functions.get(name).filter(|id| has_body(id)) {
            Some(&id) => Ok(id),
            None => fail(format!("there is no function `{name}` to run"), list(&names)),
        };
    }
    let marked: Vec<&str> = names
        .iter()
        .copied()
        .filter(|n| module.attr(module.node(functions[n]), "pto.entry").is_some())
        .collect();
    match (&names[..], &marked[..]) {
        ([], _) => fail("the program has no function to run".into(), String::new()),
        ([one], _) | (_, [one]) => Ok(functions[one]),
        _ => {
            fail("the program has several functions: name one with `--entry`".into(), list(&names))
        }
    }
}
