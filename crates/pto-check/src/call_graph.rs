//! Which functions a function reaches by calls.

use pto_ir::dialect::{DialectOp, Func};
use pto_ir::{Module, Span};
use rustc_hash::FxHashMap;

/// The text of the functions that are judged, and of all functions.
pub(crate) struct Reachable {
    reached: Vec<Span>,
    functions: Vec<Span>,
}

impl Reachable {
    /// Whether a place lies in a judged function, or outside all functions.
    pub fn covers(&self, span: Span) -> bool {
        let inside = |f: &Span| f.start <= span.start && span.end <= f.end;
        self.reached.iter().any(inside) || !self.functions.iter().any(inside)
    }
}

/// The functions `entry` reaches; all of them if there is no such function.
pub(crate) fn reachable(module: &Module, entry: &str) -> Reachable {
    let mut functions: FxHashMap<&str, Span> = FxHashMap::default();
    let mut calls: Vec<(Span, &str)> = Vec::new();
    for (_, node) in module.nodes() {
        match node.dialect_op() {
            Some(DialectOp::Func(Func::Func)) => {
                functions.extend(module.symbol(node, "sym_name").map(|n| (n, node.span)));
            }
            Some(DialectOp::Func(Func::Call)) => {
                calls.extend(module.symbol(node, "callee").map(|c| (node.span, c)));
            }
            _ => {}
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
        Reachable { reached: functions.clone(), functions }
    } else {
        Reachable { reached, functions }
    }
}
