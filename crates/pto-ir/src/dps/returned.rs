//! Values that functions return: each becomes one buffer of the function, which its next call writes anew.

use super::carried::Flow;
use crate::diag::Diagnostic;
use crate::dialect::Func;
use crate::module::*;
use pto_isa::{Type, code};
use rustc_hash::{FxHashMap, FxHashSet};

/// Calls whose results are values that the function that is called makes: in a buffer that its next call writes.
pub(super) struct Calls<'a, 'm> {
    flow: &'a Flow<'m>,
    /// The calls, with what they run.
    pub(super) list: Vec<(NodeId, NodeId)>,
    /// The functions that each function calls.
    callees: FxHashMap<NodeId, Vec<NodeId>>,
}

impl<'a, 'm> Calls<'a, 'm> {
    pub(super) fn new(flow: &'a Flow<'m>) -> Calls<'a, 'm> {
        let module = flow.module;
        let functions = module.functions();
        let by_name: FxHashMap<_, NodeId> = functions
            .filter_map(|f| Some((module.symbol(module.node(f), "sym_name")?, f)))
            .collect();
        let mut calls = Calls { flow, list: Vec::new(), callees: FxHashMap::default() };
        for (id, node) in module.nodes().filter(|(_, n)| n.is(Func::Call)) {
            let callee = module.symbol(node, "callee").and_then(|name| by_name.get(name).copied());
            let (Some(callee), Some(caller)) = (callee, module.function_of(id)) else { continue };
            calls.callees.entry(caller).or_default().push(callee);
            if calls.makes_value(callee) {
                calls.list.push((id, callee));
            }
        }
        calls
    }

    /// Whether a function returns a value that is not one of its arguments.
    fn makes_value(&self, function: NodeId) -> bool {
        let module = self.flow.module;
        let value = |v: ValueId| matches!(module.type_of(v), Some(Type::Tile(t)) if !t.buffer);
        let regions = module.node_regions(module.node(function)).iter();
        let blocks = regions.flat_map(|&r| &module.region(r).blocks);
        let mut ends = blocks.filter_map(|&b| module.block(b).ops.last());
        ends.any(|&end| {
            let returned = module.operands(module.node(end)).iter().map(|o| o.value);
            let made = |v: ValueId| matches!(module.value(v).def, Def::Result(_));
            module.node(end).is(Func::Return) && returned.into_iter().any(|v| value(v) && made(v))
        })
    }

    fn reaches(&self, from: NodeId, function: NodeId) -> bool {
        let mut seen = FxHashSet::default();
        let mut open = vec![from];
        while let Some(f) = open.pop() {
            if f == function {
                return true;
            }
            if seen.insert(f) {
                open.extend(self.callees.get(&f).into_iter().flatten());
            }
        }
        false
    }

    /// Results that another call may overwrite before they are used.
    pub(super) fn made_again(&self) -> Vec<Diagnostic> {
        let module = self.flow.module;
        let mut errors = Vec::new();
        for &(id, callee) in &self.list {
            let order = |n: NodeId| self.flow.order.get(&n);
            let others = self.list.iter().filter(|c| {
                let here = module.function_of(c.0) == module.function_of(id);
                c.0 != id && here && order(c.0) > order(id) && self.reaches(c.1, callee)
            });
            let others: Vec<NodeId> = others.map(|c| c.0).collect();
            for value in module.results(module.node(id)) {
                let names = self.flow.reached(value, None);
                let uses = names.iter().flat_map(|n| self.flow.uses.get(n)).flatten().copied();
                let late = uses.max_by_key(|&u| order(u));
                let Some(&other) = others.iter().find(|&&o| order(o) <= late.and_then(order))
                else {
                    continue;
                };
                let name = module.sym(module.value(value).name);
                let message = format!("`%{name}` is used after another call has made it again");
                let span = module.node(late.unwrap_or(other)).name_span;
                let d = Diagnostic::error(code::FORM, span, message);
                let d = d.label(module.node(other).name_span, "this call writes the same buffer");
                errors.push(d.help("copy it to another tile before that call"));
            }
        }
        errors
    }
}
