//! The plain form of an instruction, piece by piece as its block says.

use super::Printer;
use super::place::is_bare_word;
use crate::intern::Attr;
use crate::module::*;
use crate::parse::{
    Slots, assign, attrs_of_clause, collect_slots, find_key, implied_type, is_type_word,
    plain_slots,
};
use crate::syntax::{self, Elem, ElemKind, Syntax};
use pto_isa::Type;
use pto_isa::def::OpDef;
use std::fmt::Write as _;

/// What the plain form still has to print.
struct Plain<'s> {
    typed: &'s mut Vec<ValueId>,
    attrs: &'s mut Vec<NamedAttr>,
    first: bool,
    repeat: Option<usize>,
    def: &'s OpDef,
    syn: &'s Syntax,
    /// The clause being printed.
    clause: Option<Clause>,
    /// The key of the list being printed, and how many operands stand in it.
    key: Option<(String, usize)>,
    /// Operands printed outside clauses and keys.
    free: Vec<(u8, ValueId)>,
    /// How many operands were printed.
    shown: usize,
    /// Whether everything so far reads back.
    sound: bool,
}

impl Plain<'_> {
    fn clause_name(&self) -> Option<&str> {
        self.clause.as_ref().map(|c| c.name.as_str())
    }
}

/// A clause, and the operands printed in it outside keys.
struct Clause {
    name: String,
    given: Vec<(u8, ValueId)>,
}

/// Whether the reader gives every operand its place again.
fn same(found: Option<Slots>, given: &[(u8, ValueId)]) -> bool {
    found.is_some_and(|f| f.iter().eq(given.iter().map(|g| &g.0)))
}

impl Printer<'_> {
    /// Prints the plain form after the name. `false` if it has no place for something: what was
    /// printed is then not the instruction.
    pub(super) fn plain(
        &mut self,
        node: &Node,
        def: &OpDef,
        syn: &Syntax,
        attrs: &mut Vec<NamedAttr>,
    ) -> bool {
        let mut typed = Vec::new();
        let given: Vec<u8> = self.m.operands(node).iter().map(|o| o.slot).collect();
        let shows = |e: &[Elem]| given.iter().all(|&s| s == NO_SLOT || syntax::mentions(e, s));
        let mut orders = std::iter::once(&syn.elems).chain(syn.others.iter().map(|o| &o.0));
        let elems = orders.find(|e| shows(e)).unwrap_or(&syn.elems);
        if !self.fits_order(node, def, syn, elems) {
            return false;
        }
        let parens = elems.iter().any(|e| matches!(e.kind, ElemKind::Parens(_)));
        let mut state = Plain {
            typed: &mut typed,
            attrs,
            first: true,
            repeat: None,
            def,
            syn,
            clause: None,
            key: None,
            free: Vec::new(),
            shown: 0,
            sound: true,
        };
        self.elems(node, syn, elems, &mut state);
        let all = state.shown == given.iter().filter(|&&s| s != NO_SLOT).count();
        let unnamed = self.m.results(node).next().is_none_or(|v| !self.is_named(v));
        let values: Vec<ValueId> = state.free.iter().map(|g| g.1).collect();
        let found = plain_slots(self.m, def, syn, unnamed, &values);
        if !all || !state.sound || !same(found, &state.free) {
            return false;
        }
        if !attrs.is_empty() {
            self.out.push(' ');
            self.attr_dict(attrs);
        }
        let loose: Vec<ValueId> = self.slot(node, NO_SLOT);
        let results: Vec<ValueId> = self.m.results(node).collect();
        let mut listed = String::new();
        if !parens {
            match &syn.typed {
                Some(list) if loose.is_empty() => self.type_elems(node, syn, list, &mut listed),
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
        // A type that is not the one a reader would take is written, whatever the checker says of it.
        let is_implied =
            |&v: &ValueId| implied_type(def, self.m.value(v).slot).as_ref() == self.m.type_of(v);
        let implied = !def.result_type.is_empty() && results.iter().all(is_implied);
        if results.is_empty() || (implied && !syn.arrow) {
            return true;
        }
        let arrow = !listed.is_empty() || parens || syn.arrow;
        self.out.push_str(if arrow { " -> " } else { " : " });
        self.types(&results);
        true
    }

    /// Notes operands as printed.
    fn placed(&self, slot: u8, values: &[ValueId], s: &mut Plain<'_>) {
        s.shown += values.len();
        if let Some((key, n)) = &mut s.key {
            for _ in values {
                let found = find_key(&s.syn.elems, key, *n).or_else(|| s.def.slot(key));
                s.sound &= found == Some(slot);
                *n += 1;
            }
            return;
        }
        let given = s.clause.as_mut().map_or(&mut s.free, |c| &mut c.given);
        given.extend(values.iter().map(|&v| (slot, v)));
    }

    /// Prints `(...)` of a clause. In a repetition of a clause the order alone tells the operands.
    fn clause(&mut self, node: &Node, name: &str, inner: &[Elem], s: &mut Plain<'_>) {
        let syn = s.syn;
        let clause = Clause { name: name.to_string(), given: Vec::new() };
        let outside = s.clause.replace(clause);
        self.out.push('(');
        s.first = true;
        self.elems(node, syn, inner, s);
        s.first = false;
        self.out.push(')');
        let clause = std::mem::replace(&mut s.clause, outside);
        let mut slots = Slots::new();
        collect_slots(inner, &mut slots);
        if let Some(clause) = clause
            && s.repeat.is_none()
        {
            let values = clause.given.iter().map(|g| g.1).collect::<Vec<_>>();
            s.sound &= same(assign(self.m, s.def, &slots, &values, true), &clause.given);
        }
    }

    fn type_string(&self, v: ValueId) -> String {
        self.m.type_of(v).map_or_else(|| "none".into(), Type::to_string)
    }

    /// A type list with the words some instructions repeat in it.
    fn type_elems(&self, node: &Node, syn: &Syntax, elems: &[Elem], out: &mut String) {
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
                    if let Some(def) = self.m.def(node)
                        && let Some(attr) = self.m.attr(node, def.attrs[*a].name)
                        && let attr @ Attr::Word(w) = self.m.attrs.get(attr.value)
                        && self.fits_word(def, syn, *a, attr, None)
                    {
                        comma(out);
                        out.push_str(w);
                    }
                }
                ElemKind::Parens(inner) => self.type_elems(node, syn, inner, out),
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

    /// The value of an attribute that is not printed yet.
    fn value_of(&self, index: usize, s: &Plain<'_>) -> Option<&Attr> {
        let name = s.def.attrs.get(index)?.name;
        let attr = s.attrs.iter().find(|a| self.m.sym(a.name) == name)?;
        Some(self.m.attrs.get(attr.value))
    }

    /// Whether a literal can stand here: outside clauses that was settled before.
    fn fits_clause(&self, index: usize, attr: &Attr, s: &Plain<'_>) -> bool {
        s.clause_name().is_none_or(|clause| {
            Self::is_literal(attr) && attrs_of_clause(s.def, s.syn, clause).first() == Some(&index)
        })
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
            ElemKind::Attr(a) => self.value_of(*a, s).is_some_and(|v| self.fits_clause(*a, v, s)),
            ElemKind::Word(a) | ElemKind::WordClause(a, _) => self
                .value_of(*a, s)
                .is_some_and(|v| self.fits_word(s.def, s.syn, *a, v, s.clause_name())),
            ElemKind::KeyedList(_, inner)
                if matches!(inner[..], [Elem { kind: ElemKind::Attr(_), .. }]) =>
            {
                let ElemKind::Attr(a) = inner[0].kind else { return false };
                self.value_of(a, s).is_some_and(|v| self.is_literal_list(v))
            }
            ElemKind::Literal(_) => true,
            ElemKind::Clause(_, inner, _)
            | ElemKind::KeyedList(_, inner)
            | ElemKind::Brackets(inner)
            | ElemKind::Chevrons(inner)
            | ElemKind::Parens(inner) => inner.iter().any(|e| self.present(node, e, s)),
            ElemKind::Keyed(_, inner, list) => match inner.kind {
                ElemKind::Attr(a) | ElemKind::Word(a) => {
                    self.value_of(a, s).is_some_and(|v| self.fits_key(v, *list))
                }
                _ => self.present(node, inner, s),
            },
            ElemKind::Braces(list) => list.iter().any(|a| self.value_of(*a, s).is_some()),
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
                self.placed(*slot, &values, s);
                if !syn.bracketed.contains(slot) {
                    s.typed.extend(values);
                }
            }
            ElemKind::Attr(a) => {
                let attr = self.take_attr(node, *a, s);
                self.separate(e, s);
                if let Some(attr) = attr {
                    // A number among the operands would be read as one of them.
                    let number = matches!(attr, Attr::Int(..) | Attr::Float(..));
                    s.sound &= !(number && syn.takes_numbers);
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
                let word = match self.value_of(*a, s) {
                    Some(Attr::Word(w)) => w.to_string(),
                    _ => String::new(),
                };
                let kind = ElemKind::Word(*a);
                self.elem(node, syn, &Elem { comma: e.comma, kind }, s);
                if inner.iter().any(|e| self.present(node, e, s)) {
                    self.clause(node, &word, inner, s);
                }
            }
            ElemKind::Literal(text) => {
                self.separate(e, s);
                self.out.push_str(text);
            }
            ElemKind::Clause(name, inner, repeat) => {
                let mut counts = inner.iter().filter_map(|e| match e.kind {
                    ElemKind::Slot(slot) if *repeat => Some(self.slot(node, slot).len()),
                    _ => None,
                });
                // Each repetition shows one value of every operand, so there must be as many of each.
                let times = match counts.next() {
                    Some(n) if counts.all(|m| m == n) => n,
                    Some(_) => 0,
                    None => 1,
                };
                for i in 0..times {
                    self.separate(e, s);
                    self.out.push_str(name);
                    let before = s.repeat;
                    s.repeat = if *repeat { Some(i) } else { before };
                    self.clause(node, name, inner, s);
                    s.repeat = before;
                }
            }
            ElemKind::Keyed(name, inner, list) => {
                self.separate(e, s);
                let _ = write!(self.out, "{name} = {}", if *list { "[" } else { "" });
                match &inner.kind {
                    ElemKind::Slot(slot) => {
                        let values = self.chosen(node, *slot, s);
                        self.values(&values);
                        s.key = Some((name.clone(), 0));
                        self.placed(*slot, &values, s);
                        s.key = None;
                        s.typed.extend(values);
                    }
                    ElemKind::Attr(a) | ElemKind::Word(a) => match self.take_attr(node, *a, s) {
                        Some(Attr::Word(w)) if is_bare_word(&w) && !is_type_word(&w) => {
                            self.out.push_str(&w);
                        }
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
                        s.key = Some((name.clone(), 0));
                        self.out.push('[');
                        self.elems(node, syn, inner, s);
                        self.out.push(']');
                        s.key = None;
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
