//! Printing the MLIR around instructions.

use super::Printer;
use super::typed_tail;
use crate::dialect::{Arith, Builtin, DialectOp, Func, Scf};
use crate::intern::Attr;
use crate::module::*;
use pto_isa::Type;
use std::fmt::Write as _;

impl Printer<'_> {
    /// An operation of another dialect in its usual form, or in the generic form.
    pub(crate) fn foreign(&mut self, node: &Node, op: DialectOp) {
        if !self.has_usual_form(node, op) {
            return self.generic(node);
        }
        let name = op.name(&self.m.symbols);
        match op {
            DialectOp::Builtin(Builtin::Module) => self.module_op(node),
            DialectOp::Func(Func::Func) => self.func(node, name),
            DialectOp::Func(Func::Call) => self.call(node, name),
            DialectOp::Func(Func::Return) => self.simple(node, "return", true),
            DialectOp::Arith(Arith::Constant) => self.constant(node, name),
            DialectOp::Arith(compare) if compare.is_comparison() => self.compare(node, name),
            DialectOp::Scf(Scf::For) => self.for_loop(node, name),
            DialectOp::Scf(Scf::If) => self.if_op(node, name),
            DialectOp::Scf(Scf::While) => self.while_loop(node, name),
            DialectOp::Scf(Scf::IndexSwitch) => self.index_switch(node, name),
            DialectOp::Scf(Scf::ExecuteRegion) => self.execute_region(node, name),
            DialectOp::Scf(Scf::Condition) => self.condition(node, name),
            DialectOp::Scf(Scf::Yield) => self.simple(node, name, true),
            op if op.is_branch() => self.branch(node, name),
            _ => self.simple(node, name, false),
        }
    }

    fn text_attr(&self, node: &Node, name: &str) -> Option<String> {
        match self.m.attrs.get(self.m.attr(node, name)?.value) {
            Attr::Str(s) | Attr::Symbol(s) | Attr::Word(s) => Some(s.to_string()),
            _ => None,
        }
    }

    fn attrs_except(&self, node: &Node, skip: &[&str]) -> Vec<NamedAttr> {
        let keep = |a: &&NamedAttr| !skip.contains(&self.m.sym(a.name));
        self.m.node_attrs(node).iter().filter(keep).copied().collect()
    }

    fn attributes_keyword(&mut self, attrs: &[NamedAttr]) {
        if !attrs.is_empty() {
            self.out.push_str(" attributes ");
            self.attr_dict(attrs);
        }
    }

    fn module_op(&mut self, node: &Node) {
        self.out.push_str("module");
        if let Some(name) = self.text_attr(node, "sym_name") {
            self.out.push(' ');
            self.attr(&Attr::Symbol(name.into()));
        }
        let attrs = self.attrs_except(node, &["sym_name"]);
        self.attributes_keyword(&attrs);
        self.out.push(' ');
        for r in self.m.node_regions(node).to_vec() {
            self.region(r, true);
        }
    }

    fn func(&mut self, node: &Node, name: &str) {
        let _ = write!(self.out, "{name} ");
        if let Some(v) = self.text_attr(node, "sym_visibility") {
            self.out.push_str(&v);
            self.out.push(' ');
        }
        let name = self.text_attr(node, "sym_name").unwrap_or_default();
        self.attr(&Attr::Symbol(name.into()));
        self.out.push('(');
        let arg_attrs = match self.m.attr(node, "arg_attrs").map(|a| self.m.attrs.get(a.value)) {
            Some(Attr::Array(list)) => Some(list.clone()),
            _ => None,
        };
        let ty = self.m.attr(node, "function_type").and_then(|a| match self.m.attrs.get(a.value) {
            Attr::Type(t) => Some(self.m.types.get(*t).clone()),
            _ => None,
        });
        let regions = self.m.node_regions(node).to_vec();
        let entry = regions.first().and_then(|&r| self.m.region(r).blocks.first()).copied();
        match entry {
            Some(b) => {
                let args = self.m.block(b).args.clone();
                self.arg_list(&args, arg_attrs.as_deref());
            }
            None => {
                if let Some(Type::Function { inputs, .. }) = &ty {
                    for (i, t) in inputs.iter().enumerate() {
                        let _ = write!(self.out, "{}{t}", if i == 0 { "" } else { ", " });
                        if let Some(&a) = arg_attrs.as_deref().and_then(|l| l.get(i))
                            && let Attr::Dict(d) = self.m.attrs.get(a)
                            && !d.is_empty()
                        {
                            self.out.push(' ');
                            self.attr(&Attr::Dict(d.clone()));
                        }
                    }
                }
            }
        }
        self.out.push(')');
        if let Some(Type::Function { results, .. }) = &ty {
            match &**results {
                [] => {}
                [one] if !matches!(one, Type::Function { .. }) => {
                    let _ = write!(self.out, " -> {one}");
                }
                many => {
                    let list: Vec<String> = many.iter().map(Type::to_string).collect();
                    let _ = write!(self.out, " -> ({})", list.join(", "));
                }
            }
        }
        let skip = ["sym_name", "sym_visibility", "function_type", "arg_attrs"];
        let attrs = self.attrs_except(node, &skip);
        self.attributes_keyword(&attrs);
        for r in regions {
            self.out.push(' ');
            self.region(r, false);
        }
    }

    fn call(&mut self, node: &Node, name: &str) {
        let callee = self.text_attr(node, "callee").unwrap_or_default();
        let _ = write!(self.out, "{name} ");
        self.attr(&Attr::Symbol(callee.into()));
        let operands = self.operand_values(node);
        self.out.push('(');
        self.values(&operands);
        self.out.push(')');
        let attrs = self.attrs_except(node, &["callee"]);
        if !attrs.is_empty() {
            self.out.push(' ');
            self.attr_dict(&attrs);
        }
        self.out.push_str(" : (");
        self.types(&operands);
        self.out.push_str(") -> (");
        let results: Vec<ValueId> = self.m.results(node).collect();
        self.types(&results);
        self.out.push(')');
    }

    fn constant(&mut self, node: &Node, name: &str) {
        let _ = write!(self.out, "{name} ");
        let rest = self.attrs_except(node, &["value"]);
        if !rest.is_empty() {
            self.attr_dict(&rest);
            self.out.push(' ');
        }
        if let Some(a) = self.m.attr(node, "value") {
            let attr = self.m.attrs.get(a.value).clone();
            self.attr(&attr);
            if matches!(&attr, Attr::Other(text) if typed_tail(text).is_none()) {
                let results: Vec<ValueId> = self.m.results(node).collect();
                self.out.push_str(" : ");
                self.types(&results);
            }
        }
    }

    fn arrow_results(&mut self, node: &Node) {
        let results: Vec<ValueId> = self.m.results(node).collect();
        if !results.is_empty() {
            self.out.push_str(" -> (");
            self.types(&results);
            self.out.push(')');
        }
    }

    fn trailing_attrs(&mut self, node: &Node, skip: &[&str]) {
        let attrs = self.attrs_except(node, skip);
        if !attrs.is_empty() {
            self.out.push(' ');
            self.attr_dict(&attrs);
        }
    }

    fn entry_args(&self, region: RegionId) -> Vec<ValueId> {
        let entry = self.m.region(region).blocks.first();
        entry.map(|&b| self.m.block(b).args.clone()).unwrap_or_default()
    }

    fn inits(&mut self, names: &[ValueId], values: &[ValueId]) {
        self.out.push('(');
        for (i, (&n, &v)) in names.iter().zip(values).enumerate() {
            self.out.push_str(if i == 0 { "" } else { ", " });
            self.value(n);
            self.out.push_str(" = ");
            self.value(v);
        }
        self.out.push(')');
    }

    fn for_loop(&mut self, node: &Node, name: &str) {
        let operands = self.operand_values(node);
        let regions = self.m.node_regions(node).to_vec();
        let args = regions.first().map(|&r| self.entry_args(r)).unwrap_or_default();
        let (Some(&iv), [low, high, step, inits @ ..]) = (args.first(), operands.as_slice()) else {
            return self.generic(node);
        };
        let _ = write!(self.out, "{name} ");
        self.value(iv);
        self.out.push_str(" = ");
        self.value(*low);
        self.out.push_str(" to ");
        self.value(*high);
        self.out.push_str(" step ");
        self.value(*step);
        if !inits.is_empty() {
            self.out.push_str(" iter_args");
            self.inits(&args[1..], inits);
            self.arrow_results(node);
        }
        // Without a type the loop variable has that of its first value.
        let (ty, first) = (self.m.type_of(iv), self.m.type_of(*low));
        if ty != first || !matches!(ty, Some(Type::Index) | None) {
            self.out.push_str(" : ");
            self.types(&[iv]);
        }
        self.out.push(' ');
        self.region(regions[0], false);
        self.trailing_attrs(node, &[]);
    }

    fn if_op(&mut self, node: &Node, name: &str) {
        let operands = self.operand_values(node);
        let _ = write!(self.out, "{name} ");
        self.values(&operands);
        self.arrow_results(node);
        for (i, r) in self.m.node_regions(node).to_vec().into_iter().enumerate() {
            self.out.push_str(if i == 0 { " " } else { " else " });
            self.region(r, true);
        }
        self.trailing_attrs(node, &[]);
    }

    fn while_loop(&mut self, node: &Node, name: &str) {
        let operands = self.operand_values(node);
        let regions = self.m.node_regions(node).to_vec();
        let args = regions.first().map(|&r| self.entry_args(r)).unwrap_or_default();
        let _ = write!(self.out, "{name} ");
        self.inits(&args, &operands);
        self.out.push_str(" : (");
        self.types(&operands);
        self.out.push_str(") -> (");
        let results: Vec<ValueId> = self.m.results(node).collect();
        self.types(&results);
        self.out.push_str(") ");
        for (i, r) in regions.into_iter().enumerate() {
            self.out.push_str(if i == 0 { "" } else { " do " });
            self.region(r, i > 0);
        }
        let attrs = self.attrs_except(node, &[]);
        self.attributes_keyword(&attrs);
    }

    fn index_switch(&mut self, node: &Node, name: &str) {
        let operands = self.operand_values(node);
        let _ = write!(self.out, "{name} ");
        self.values(&operands);
        let attrs = self.attrs_except(node, &["cases"]);
        if !attrs.is_empty() {
            self.out.push(' ');
            self.attr_dict(&attrs);
        }
        self.arrow_results(node);
        let cases = match self.m.attr(node, "cases").map(|a| self.m.attrs.get(a.value)) {
            Some(Attr::Array(list)) => list.clone(),
            _ => Box::default(),
        };
        let regions = self.m.node_regions(node).to_vec();
        for (&case, &r) in cases.iter().zip(regions.iter().skip(1)) {
            self.out.push('\n');
            self.indent_line();
            self.out.push_str("case ");
            let attr = self.m.attrs.get(case).clone();
            self.attr(&attr);
            self.out.push(' ');
            self.region(r, true);
        }
        if let Some(&r) = regions.first() {
            self.out.push('\n');
            self.indent_line();
            self.out.push_str("default ");
            self.region(r, true);
        }
    }

    fn indent_line(&mut self) {
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
    }

    fn execute_region(&mut self, node: &Node, name: &str) {
        self.out.push_str(name);
        self.arrow_results(node);
        for r in self.m.node_regions(node).to_vec() {
            self.out.push(' ');
            self.region(r, true);
        }
    }

    fn branch(&mut self, node: &Node, name: &str) {
        let operands = self.operand_values(node);
        self.out.push_str(name);
        self.out.push(' ');
        self.values(&operands);
        for (i, s) in self.m.successors(node).to_vec().iter().enumerate() {
            self.out.push_str(if i == 0 && operands.is_empty() { "" } else { ", " });
            self.successor(s);
        }
        self.trailing_attrs(node, &[]);
    }

    fn condition(&mut self, node: &Node, name: &str) {
        let operands = self.operand_values(node);
        let Some((c, rest)) = operands.split_first() else { return self.generic(node) };
        let _ = write!(self.out, "{name}(");
        self.value(*c);
        self.out.push(')');
        if !rest.is_empty() {
            self.out.push(' ');
            self.values(rest);
            self.out.push_str(" : ");
            self.types(rest);
        }
        self.trailing_attrs(node, &[]);
    }

    fn compare(&mut self, node: &Node, name: &str) {
        let operands = self.operand_values(node);
        let predicate = self.text_attr(node, "predicate").unwrap_or_default();
        let _ = write!(self.out, "{name} {predicate}, ");
        self.values(&operands);
        self.trailing_attrs(node, &["predicate"]);
        self.out.push_str(" : ");
        self.types(&operands[..1]);
    }

    /// `name %a, %b {attrs} : T`, with `to T` where the result has another type; or, for a list, with the types of
    /// all operands.
    fn simple(&mut self, node: &Node, name: &str, is_list: bool) {
        let operands = self.operand_values(node);
        let results: Vec<ValueId> = self.m.results(node).collect();
        self.out.push_str(name);
        if !operands.is_empty() {
            self.out.push(' ');
            self.values(&operands);
        }
        self.trailing_attrs(node, &[]);
        if operands.is_empty() {
            return;
        }
        self.out.push_str(" : ");
        if is_list {
            self.types(&operands);
            return;
        }
        let ty = |v: &ValueId| self.m.type_of(*v).cloned();
        let (from, to) = (ty(operands.last().expect("not empty")), ty(&results[0]));
        if from == to {
            self.types(&results);
        } else {
            self.types(&operands[..1]);
            self.out.push_str(" to ");
            self.types(&results);
        }
    }
}
