//! Literals and bare words of a statement become attributes.

use super::Parser;
use super::clause::{collect_attrs, find_clause_in, find_keyed_attr};
use super::instruction::{CLAUSES, Literal, Pieces};
use crate::diag::Diagnostic;
use crate::intern::Attr;
use crate::module::*;
use crate::syntax::{Elem, ElemKind, Syntax};
use pto_isa::code;
use pto_isa::def::{AttrKind, OpDef};
use smallvec::SmallVec;

/// Most literals one positional attribute collects.
pub(crate) const MAX_LIST: usize = 64;

impl<'a> Parser<'a> {
    /// `nz2dn(%x)`: the clause's name is itself the value of an attribute.
    pub(super) fn word_clause<'s>(
        &mut self,
        def: &OpDef,
        syn: &'s Syntax,
        name: &str,
        clause: usize,
        p: &mut Pieces,
    ) -> Option<&'s [Elem]> {
        let (attr, inner) = syn.elems.iter().find_map(|e| match &e.kind {
            ElemKind::WordClause(a, inner) => match def.attrs[*a].kind {
                AttrKind::Word(words) if words.iter().any(|w| w.eq_ignore_ascii_case(name)) => {
                    Some((*a, inner))
                }
                _ => None,
            },
            _ => None,
        })?;
        let value = self.module.attrs.intern(Attr::Word(name.into()));
        let key = self.module.symbols.intern(def.attrs[attr].name);
        p.attrs.push(NamedAttr { name: key, value, span: p.clauses[clause] });
        Some(inner)
    }

    /// Literals and words become attributes.
    pub(super) fn bind_literals(&mut self, def: &OpDef, syn: &Syntax, p: &mut Pieces) {
        if p.literals.is_empty() {
            return;
        }
        let mut positional = syn.text_attrs.iter().copied();
        let mut clause_cursor: SmallVec<[(u16, usize); 4]> = SmallVec::new();
        for i in 0..p.literals.len() {
            let l = p.literals[i];
            let text = match self.module.attrs.get(l.attr) {
                Attr::Word(w) if l.word => Some(w.clone()),
                _ => None,
            };
            let attr = if let Some(key) = l.key {
                let key = key.of(self.text);
                let clause =
                    l.group.checked_sub(CLAUSES).map(|c| p.clauses[c as usize].of(self.text));
                clause
                    .and_then(|c| find_clause_in(syn, c))
                    .and_then(|elems| find_keyed_attr(elems, key))
                    .or_else(|| def.attrs.iter().position(|a| a.name == key))
                    .or_else(|| find_keyed_attr(&syn.elems, key))
            } else if let Some(word) = &text {
                let inner = match l.group.checked_sub(CLAUSES) {
                    Some(c) => attrs_of_clause(def, syn, p.clauses[c as usize].of(self.text)),
                    None => Vec::new(),
                };
                word_attr(def, &inner, word)
            } else if l.group >= CLAUSES {
                let name = p.clauses[(l.group - CLAUSES) as usize].of(self.text);
                let cursor = match clause_cursor.iter_mut().find(|c| c.0 == l.group) {
                    Some(c) => c,
                    None => {
                        clause_cursor.push((l.group, 0));
                        clause_cursor.last_mut().expect("just pushed")
                    }
                };
                cursor.1 += 1;
                let mut inner = Vec::new();
                if let Some(elems) = find_clause_in(syn, name) {
                    collect_attrs(elems, &mut inner);
                }
                inner
                    .get(cursor.1 - 1)
                    .copied()
                    .or_else(|| def.attrs.iter().position(|a| a.name == name))
            } else {
                positional.next().or_else(|| self.spare_attr(def, p))
            };
            match attr {
                Some(a) => {
                    let value = match (&def.attrs[a].kind, &text) {
                        (AttrKind::Bool, Some(w)) if **w == *def.attrs[a].name => {
                            self.module.attrs.intern(Attr::Bool(true))
                        }
                        _ => l.attr,
                    };
                    let name = self.module.symbols.intern(def.attrs[a].name);
                    p.attrs.push(NamedAttr { name, value, span: l.span });
                }
                None if l.key.is_some() => {
                    // An attribute this block does not know is kept under its name.
                    let name = self.module.symbols.intern(l.key.expect("checked").of(self.text));
                    p.attrs.push(NamedAttr { name, value: l.attr, span: l.span });
                }
                None => {
                    if !self.extend_list(def, syn, &l, p) {
                        self.stray_literal(def, &l);
                    }
                }
            }
        }
    }

    /// `%s[0, 1]`: a second literal makes the last positional attribute a list.
    fn extend_list(&mut self, def: &OpDef, syn: &Syntax, l: &Literal, p: &mut Pieces) -> bool {
        // The only attribute there is takes a list also where it has no place of its own.
        let only = (def.attrs.len() == 1).then_some(0);
        let Some(last) = syn.text_attrs.last().copied().or(only) else { return false };
        if def.attrs[last].kind != AttrKind::Any {
            return false;
        }
        let name = self.module.symbols.intern(def.attrs[last].name);
        let Some(found) = p.attrs.iter_mut().find(|a| a.name == name) else { return false };
        let mut list = match self.module.attrs.get(found.value) {
            Attr::Array(list) => list.to_vec(),
            _ => vec![found.value],
        };
        if list.len() >= MAX_LIST {
            return false;
        }
        list.push(l.attr);
        found.value = self.module.attrs.intern(Attr::Array(list.into()));
        true
    }

    #[cold]
    fn stray_literal(&mut self, def: &OpDef, l: &Literal) {
        let text: String = l.span.of(self.text).chars().take(40).collect();
        let words = def.attrs.iter().flat_map(|a| match a.kind {
            AttrKind::Word(words) => words.to_vec(),
            AttrKind::Bool => vec![a.name],
            _ => vec![],
        });
        let mut d = Diagnostic::error(
            code::SYNTAX,
            l.span,
            format!("`{text}` has no place in `pto.{}`", def.printed_name()),
        );
        d.help = pto_isa::ops::closest(&text, words).map(|n| format!("did you mean `{n}`?"));
        self.report(d);
    }

    /// The first attribute that is not set yet, for literals beyond the declared syntax.
    fn spare_attr(&self, def: &OpDef, p: &Pieces) -> Option<usize> {
        (0..def.attrs.len())
            .find(|&a| !p.attrs.iter().any(|n| self.module.sym(n.name) == def.attrs[a].name))
    }
}

/// The attributes a bare word inside this clause may be meant for first.
pub(crate) fn attrs_of_clause(def: &OpDef, syn: &Syntax, clause: &str) -> Vec<usize> {
    let mut inner = Vec::new();
    if let Some(elems) = find_clause_in(syn, clause) {
        collect_attrs(elems, &mut inner);
    }
    if inner.is_empty() {
        inner.extend(def.attrs.iter().position(|a| a.name == clause));
    }
    inner
}

/// The attribute a bare word is a value, or the name, of. `inner` are the attributes of its clause.
pub(crate) fn word_attr(def: &OpDef, inner: &[usize], word: &str) -> Option<usize> {
    let is = |a: &usize| match def.attrs[*a].kind {
        AttrKind::Word(words) => words.iter().any(|w| w.eq_ignore_ascii_case(word)),
        AttrKind::Bool => def.attrs[*a].name == word,
        AttrKind::Pipe => pto_isa::Pipe::parse(word).is_some(),
        _ => false,
    };
    let listed = inner.iter().copied().find(is).or_else(|| (0..def.attrs.len()).find(is));
    listed.or_else(|| inner.first().copied())
}
