//! Which functions a function reaches by calls.

use crate::facts::Facts;
use pto_ir::{Attr, Module, NodeId, OpName, Span};
use rustc_hash::FxHashMap;

/// The text of the functions that are judged, and of all functions.
pub(crate) struct Judged {
    reached: Vec<Span>,
    functions: Vec<Span>,
}

impl Judged {
    /// Whether a place lies in a judged function, or outside all functions.
    pub fn covers(&self, span: Span) -> bool {
        let inside = |f: &Span| f.start <= span.start && span.end <= f.end;
        self.reached.iter().any(inside) || !self.functions.iter().any(inside)
    }
}

/// The functions `entry` reaches; all of them if there is no such function.
pub(crate) fn spans(module: &Module, facts: &Facts, entry: &str) -> Judged {
    let mut functions: FxHashMap<&str, Span> = FxHashMap::default();
    let mut calls: Vec<(Span, &str)> = Vec::new();
    let text = |id: NodeId, name: &str| {
        let attr = module.attr(module.node(id), name)?;
        match module.attrs.get(attr.value) {
            Attr::Str(s) | Attr::Symbol(s) => Some(&**s),
            _ => None,
        }
    };
    for (id, node) in module.nodes() {
        if facts.is_function(node) {
            functions.extend(text(id, "sym_name").map(|n| (n, node.span)));
        } else if matches!(node.name, OpName::Foreign(s) if module.sym(s) == "func.call") {
            calls.extend(text(id, "callee").map(|c| (node.span, c)));
        }
    }
    let mut reached: Vec<Span> = functions.get(entry).copied().into_iter().collect();
    let mut next = 0;
    while next < reached.len() {
        let f = reached[next];
        next += 1;
        for (at, callee) in &calls {
            if f.start <= at.start
                && at.end <= f.end
                && let Some(&span) = functions.get(callee)
                && !reached.contains(&span)
            {
                reached.push(span);
            }
        }
    }
    let functions = functions.into_values().collect::<Vec<_>>();
    if reached.is_empty() {
        Judged { reached: functions.clone(), functions }
    } else {
        Judged { reached, functions }
    }
}
