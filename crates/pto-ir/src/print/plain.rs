//! The plain form of an instruction, piece by piece as its block says.

use super::Printer;
use crate::intern::Attr;
use crate::module::*;
use crate::syntax::{self, Elem, ElemKind, Syntax};
use pto_isa::Type;
use std::fmt::Write as _;

/// What the plain form still has to print.
struct Plain<'s> {
    typed: &'s mut Vec<ValueId>,
    attrs: &'s mut Vec<NamedAttr>,
    first: bool,
    repeat: Option<usize>,
}

impl Printer<'_> {
    pub(super) fn plain(&mut self, node: &Node, syn: &Syntax, attrs: &mut Vec<NamedAttr>) {
        let mut typed = Vec::new();
        let given: Vec<u8> = self.m.operands(node).iter().map(|o| o.slot).collect();
        let shows = |e: &[Elem]| given.iter().all(|&s| s == NO_SLOT || syntax::mentions(e, s));
        let mut orders = std::iter::once(&syn.elems).chain(syn.others.iter().map(|o| &o.0));
        let elems = orders.find(|e| shows(e)).unwrap_or(&syn.elems);
        let parens = elems.iter().any(|e| matches!(e.kind, ElemKind::Parens(_)));
        let mut state = Plain { typed: &mut typed, attrs, first: true, repeat: None };
        self.elems(node, syn, elems, &mut state);
        if !attrs.is_empty() {
            self.out.push(' ');
            self.attr_dict(attrs);
        }
        let loose: Vec<ValueId> = self.slot(node, NO_SLOT);
        let results: Vec<ValueId> = self.m.results(node).collect();
        let mut listed = String::new();
        if !parens {
            match &syn.typed {
                Some(list) if loose.is_empty() => self.type_elems(node, list, &mut listed),
                _ => {
                    typed.extend(loose);
                    let list: Vec<String> = typed.iter().map(|&v| self.type_string(v)).collect();
                    listed = list.join(", ");
                }
            }
        }
        if !listed.is_empty() {
            let _ = write!(self.out, " : {listed}");
        }
        let implied = self.m.def(node).is_some_and(|d| !d.result_type.is_empty());
        if results.is_empty() || (implied && !syn.arrow) {
            return;
        }
        let arrow = !listed.is_empty() || parens || syn.arrow;
        self.out.push_str(if arrow { " -> " } else { " : " });
        self.types(&results);
    }

    fn type_string(&self, v: ValueId) -> String {
        self.m.type_of(v).map_or_else(|| "none".into(), Type::to_string)
    }

    /// A type list with the words some instructions repeat in it.
    fn type_elems(&self, node: &Node, elems: &[Elem], out: &mut String) {
        let comma = |out: &mut String| out.push_str(if out.is_empty() { "" } else { ", " });
        let types = |elems: &[Elem], at: Option<usize>| -> Vec<String> {
            let slots = elems.iter().filter_map(|e| match e.kind {
                ElemKind::Slot(s) => Some(s),
                _ => None,
            });
            let chosen = slots.flat_map(|s| {
                let all = self.slot(node, s);
                match at {
                    Some(i) => all.get(i).copied().into_iter().collect(),
                    None => all,
                }
            });
            chosen.map(|v| self.type_string(v)).collect()
        };
        for e in elems {
            match &e.kind {
                ElemKind::Slot(_) => {
                    for t in types(std::slice::from_ref(e), None) {
                        comma(out);
                        out.push_str(&t);
                    }
                }
                ElemKind::Word(a) => {
                    let name = self.m.def(node).map_or("", |d| d.attrs[*a].name);
                    if let Some(attr) = self.m.attr(node, name)
                        && let Attr::Word(w) = self.m.attrs.get(attr.value)
                    {
                        comma(out);
                        out.push_str(w);
                    }
                }
                ElemKind::Parens(inner) => self.type_elems(node, inner, out),
                ElemKind::Clause(name, inner, repeat) => {
                    let (inner, wrapped) = match inner.as_slice() {
                        [Elem { kind: ElemKind::Parens(i), .. }] => (i.as_slice(), true),
                        i => (i, false),
                    };
                    let times = match inner.first().map(|e| &e.kind) {
                        Some(ElemKind::Slot(s)) if *repeat => self.slot(node, *s).len(),
                        _ => 1,
                    };
                    for i in 0..times {
                        let list = types(inner, repeat.then_some(i)).join(", ");
                        if !list.is_empty() {
                            comma(out);
                            let (open, close) = if wrapped { ("(", ")") } else { (" ", "") };
                            let _ = write!(out, "{name}{open}{list}{close}");
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn elems(&mut self, node: &Node, syn: &Syntax, elems: &[Elem], s: &mut Plain<'_>) {
        for e in elems {
            self.elem(node, syn, e, s);
        }
    }

    fn separate(&mut self, e: &Elem, s: &mut Plain<'_>) {
        let opened = self.out.ends_with(['(', '[']);
        if opened {
        } else if e.comma && !s.first {
            self.out.push_str(", ");
        } else {
            self.out.push(' ');
        }
        s.first = false;
    }

    fn take_attr(&self, node: &Node, index: usize, s: &mut Plain<'_>) -> Option<Attr> {
        let name = self.m.def(node)?.attrs.get(index)?.name;
        let at = s.attrs.iter().position(|a| self.m.sym(a.name) == name)?;
        let attr = s.attrs.remove(at);
        Some(self.m.attrs.get(attr.value).clone())
    }

    fn has_attr(&self, node: &Node, index: usize, s: &Plain<'_>) -> bool {
        let name = self.m.def(node).and_then(|d| d.attrs.get(index)).map(|a| a.name);
        name.is_some_and(|n| s.attrs.iter().any(|a| self.m.sym(a.name) == n))
    }

    fn chosen(&self, node: &Node, slot: u8, s: &Plain<'_>) -> Vec<ValueId> {
        let all = self.slot(node, slot);
        match s.repeat {
            Some(i) => all.get(i).copied().into_iter().collect(),
            None => all,
        }
    }

    fn present(&self, node: &Node, e: &Elem, s: &Plain<'_>) -> bool {
        match &e.kind {
            ElemKind::Slot(slot) => !self.chosen(node, *slot, s).is_empty(),
            ElemKind::Attr(a) | ElemKind::Word(a) | ElemKind::WordClause(a, _) => {
                self.has_attr(node, *a, s)
            }
            ElemKind::Literal(_) => true,
            ElemKind::Clause(_, inner, _)
            | ElemKind::KeyedList(_, inner)
            | ElemKind::Brackets(inner)
            | ElemKind::Chevrons(inner)
            | ElemKind::Parens(inner) => inner.iter().any(|e| self.present(node, e, s)),
            ElemKind::Keyed(_, inner, _) => self.present(node, inner, s),
            ElemKind::Braces(list) => list.iter().any(|a| self.has_attr(node, *a, s)),
        }
    }

    fn elem(&mut self, node: &Node, syn: &Syntax, e: &Elem, s: &mut Plain<'_>) {
        if !self.present(node, e, s) {
            return;
        }
        match &e.kind {
            ElemKind::Slot(slot) => {
                let values = self.chosen(node, *slot, s);
                self.separate(e, s);
                self.values(&values);
                if !syn.bracketed.contains(slot) {
                    s.typed.extend(values);
                }
            }
            ElemKind::Attr(a) => {
                let attr = self.take_attr(node, *a, s);
                self.separate(e, s);
                if let Some(attr) = attr {
                    self.attr(&attr);
                }
            }
            ElemKind::Word(a) => {
                let attr = self.take_attr(node, *a, s);
                let name = self.m.def(node).map_or("", |d| d.attrs[*a].name);
                match attr {
                    Some(Attr::Bool(true) | Attr::Unit) => {
                        self.separate(e, s);
                        self.out.push_str(name);
                    }
                    Some(Attr::Word(w)) => {
                        self.separate(e, s);
                        self.out.push_str(&w);
                    }
                    Some(other) => {
                        self.separate(e, s);
                        self.attr(&other);
                    }
                    None => {}
                }
            }
            ElemKind::WordClause(a, inner) => {
                let word = Elem { comma: e.comma, kind: ElemKind::Word(*a) };
                self.elem(node, syn, &word, s);
                if inner.iter().any(|e| self.present(node, e, s)) {
                    self.out.push('(');
                    s.first = true;
                    self.elems(node, syn, inner, s);
                    s.first = false;
                    self.out.push(')');
                }
            }
            ElemKind::Literal(text) => {
                self.separate(e, s);
                self.out.push_str(text);
            }
            ElemKind::Clause(name, inner, repeat) => {
                let first_slot = inner.iter().find_map(|e| match e.kind {
                    ElemKind::Slot(s) => Some(s),
                    _ => None,
                });
                let times = match (repeat, first_slot) {
                    (true, Some(slot)) => self.slot(node, slot).len(),
                    _ => 1,
                };
                for i in 0..times {
                    self.separate(e, s);
                    let _ = write!(self.out, "{name}(");
                    let before = s.repeat;
                    s.repeat = if *repeat { Some(i) } else { before };
                    s.first = true;
                    self.elems(node, syn, inner, s);
                    s.repeat = before;
                    s.first = false;
                    self.out.push(')');
                }
            }
            ElemKind::Keyed(name, inner, list) => {
                self.separate(e, s);
                let _ = write!(self.out, "{name} = {}", if *list { "[" } else { "" });
                match &inner.kind {
                    ElemKind::Slot(slot) => {
                        let values = self.chosen(node, *slot, s);
                        self.values(&values);
                        s.typed.extend(values);
                    }
                    ElemKind::Attr(a) | ElemKind::Word(a) => match self.take_attr(node, *a, s) {
                        Some(Attr::Word(w)) => self.out.push_str(&w),
                        Some(attr) => self.attr(&attr),
                        None => {}
                    },
                    _ => {}
                }
                self.out.push_str(if *list { "]" } else { "" });
            }
            ElemKind::KeyedList(name, inner) => {
                self.separate(e, s);
                let only_attr = match inner.as_slice() {
                    [Elem { kind: ElemKind::Attr(a), .. }] => self.take_attr(node, *a, s),
                    _ => None,
                };
                let _ = write!(self.out, "{name} ");
                match only_attr {
                    Some(attr @ Attr::Array(_)) => self.attr(&attr),
                    Some(attr) => {
                        self.out.push('[');
                        self.attr(&attr);
                        self.out.push(']');
                    }
                    None => {
                        self.out.push('[');
                        self.elems(node, syn, inner, s);
                        self.out.push(']');
                    }
                }
            }
            ElemKind::Brackets(inner) => {
                self.out.push_str(if e.comma { ", [" } else { "[" });
                self.elems(node, syn, inner, s);
                self.out.push(']');
            }
            ElemKind::Chevrons(inner) => {
                self.out.push_str(" <<<");
                s.first = true;
                for (i, e) in inner.iter().enumerate() {
                    if i > 0 && self.present(node, e, s) {
                        self.out.push_str(", ");
                    }
                    let before = self.out.len();
                    self.elem(node, syn, &Elem { comma: false, kind: e.kind.clone() }, s);
                    // The pieces put a blank in front of themselves.
                    if self.out[before..].starts_with(' ') {
                        self.out.remove(before);
                    }
                }
                self.out.push_str(">>>");
            }
            ElemKind::Parens(inner) => {
                let from = s.typed.len();
                self.out.push('(');
                s.first = true;
                self.elems(node, syn, inner, s);
                let values = s.typed[from..].to_vec();
                if !values.is_empty() {
                    self.out.push_str(" : ");
                    self.types(&values);
                }
                self.out.push(')');
            }
            ElemKind::Braces(list) => {
                let mut chosen = Vec::new();
                for &a in list {
                    let name = self.m.def(node).map_or("", |d| d.attrs[a].name);
                    if let Some(i) = s.attrs.iter().position(|x| self.m.sym(x.name) == name) {
                        chosen.push(s.attrs.remove(i));
                    }
                }
                self.separate(e, s);
                self.attr_dict(&chosen);
            }
        }
    }
}
