//! Giving the pieces of a statement their meaning: which value is which operand.

use super::instruction::{CLAUSES, INS, Item, Literal, OUTS, Pieces, TOP};
use super::{Parser, ResultNames};
use crate::diag::Diagnostic;
use crate::intern::Attr;
use crate::module::*;
use crate::span::Span;
use crate::syntax::{self, Elem, ElemKind, Syntax};
use pto_isa::def::{Arity, AttrKind, Kind, OpDef};
use pto_isa::rule::count;
use pto_isa::{OpId, Space, Type, code};
use smallvec::SmallVec;

type Slots = SmallVec<[u8; 8]>;

/// Most literals one positional attribute collects.
const MAX_LIST: usize = 64;
/// Most values one list of operands takes.
const MAX_VALUES: usize = 1000;

impl<'a> Parser<'a> {
    /// Makes the operation from its pieces.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn bind(
        &mut self,
        block: BlockId,
        results: &ResultNames,
        start: Span,
        name_span: Span,
        op: OpId,
        written: Written,
        p: &mut Pieces,
    ) -> NodeId {
        let def = op.def();
        let syn = syntax::of(op);
        if syn.types_are_results
            && written != Written::Generic
            && p.result_types.is_empty()
            && !results.names.is_empty()
        {
            let moved = p.types.drain(..).map(|(ty, span, _)| (ty, span));
            p.result_types.extend(moved);
        }
        self.annotate(p);
        match written {
            Written::Generic => self.bind_generic(def, syn, results, name_span, p),
            Written::Dps => {
                self.bind_clauses(def, syn, p);
                self.bind_dps(def, syn, results, name_span, p);
            }
            _ => {
                self.bind_clauses(def, syn, p);
                self.bind_plain(def, syn, results, name_span, p);
            }
        }
        self.bind_literals(def, syn, p);
        let result_types = self.result_types(def, syn, results, name_span, written, p);
        let operands = self.push_operands(p.values.iter().map(|v| v.operand));
        let pool = &mut self.module.operand_pool[operands.start as usize..];
        if !pool.is_sorted_by_key(|o| o.slot) {
            pool.sort_by_key(|o| o.slot);
        }
        let attrs = std::mem::take(&mut p.attrs);
        let node = self.push_node(
            block,
            OpName::Pto(op),
            written,
            name_span,
            start,
            operands,
            &attrs,
            results,
            &result_types,
        );
        p.attrs = attrs;
        node
    }

    /// Names without a definition in a place of results define them: `outs(%r : T)` of a register
    /// instruction, and the destination of plain assembly. Elsewhere they are mistakes.
    pub(super) fn settle_pending(
        &mut self,
        op: OpId,
        mut results: ResultNames,
        p: &mut Pieces,
    ) -> ResultNames {
        if p.pending.is_empty() {
            return results;
        }
        let (def, syn) = (op.def(), syntax::of(op));
        let outs = syn.result_slots.len();
        let registers = syn.result_slots.iter().all(|&s| {
            matches!(def.operands[s as usize].kind, Kind::Vreg | Kind::Mask | Kind::Align)
        });
        let defines = results.names.is_empty()
            && if p.has_outs {
                registers && p.pending.iter().all(|&i| p.values[i].group == OUTS)
            } else {
                p.assembly
                    && outs > 0
                    && p.pending.iter().enumerate().all(|(n, &i)| n == i && i < outs)
            };
        if !defines {
            for &i in &p.pending {
                let value = p.values[i].operand.value;
                let name = self.module.value(value).name;
                match self.scope.get(name.index()).copied().flatten() {
                    // Two uses of one unknown name: one report.
                    Some(known) => p.values[i].operand.value = known,
                    None => self.report_missing(value),
                }
            }
            return results;
        }
        for &i in &p.pending {
            let o = p.values[i].operand;
            results.names.push((self.module.value(o.value).name, o.span));
        }
        let first_out = p.values.iter().position(|v| v.group == OUTS).unwrap_or(0);
        let mut taken = 0;
        for (n, &i) in p.pending.iter().enumerate() {
            p.values.remove(i - n);
            // In `outs(...)` each value has its type; they become result types.
            let at =
                p.types.iter().enumerate().filter(|(_, t)| t.2 == OUTS).nth(i - first_out - taken);
            if let Some((at, &(ty, span, _))) = at {
                p.result_types.push((ty, span));
                p.types.remove(at);
                taken += 1;
            }
        }
        results
    }

    fn kind_ok(&self, value: ValueId, kind: Kind) -> bool {
        self.module.type_of(value).is_none_or(|t| kind_accepts(kind, t))
    }

    /// Distributes values over slots in order: one each, optional ones where the kinds allow.
    fn assign(&self, def: &OpDef, slots: &[u8], values: &[ValueId], strict: bool) -> Option<Slots> {
        let arity = |s: u8| def.operands[s as usize].arity;
        let fits = |v: ValueId, s: u8| !strict || self.kind_ok(v, def.operands[s as usize].kind);
        if slots.len() == values.len()
            && slots.iter().zip(values).all(|(&s, &v)| arity(s) != Arity::Many && fits(v, s))
        {
            return Some(slots.iter().copied().collect());
        }
        if values.len() > MAX_VALUES {
            return None;
        }
        // Depth-first; lists are short.
        fn go(
            slots: &[u8],
            values: &[ValueId],
            out: &mut Slots,
            arity: &dyn Fn(u8) -> Arity,
            fits: &dyn Fn(ValueId, u8) -> bool,
            fuel: &mut u32,
        ) -> bool {
            if *fuel == 0 {
                return false;
            }
            *fuel -= 1;
            let Some((&slot, rest)) = slots.split_first() else { return values.is_empty() };
            if let Some((&v, others)) = values.split_first()
                && fits(v, slot)
            {
                out.push(slot);
                let again = arity(slot) == Arity::Many && go(slots, others, out, arity, fits, fuel);
                if again || go(rest, others, out, arity, fits, fuel) {
                    return true;
                }
                out.pop();
            }
            arity(slot) != Arity::One && go(rest, values, out, arity, fits, fuel)
        }
        let mut out = Slots::new();
        let mut fuel = 10_000;
        go(slots, values, &mut out, &arity, &fits, &mut fuel).then_some(out)
    }

    /// Binds the items of some groups to `slots`, or says why that is impossible.
    fn bind_group(
        &mut self,
        def: &OpDef,
        slots: &[u8],
        p: &mut Pieces,
        pick: impl Fn(&Item) -> bool,
        place: &str,
        name_span: Span,
    ) {
        // Nearly always there is one value for each operand, of the right kind.
        let fits = |(v, &s): (&Item, &u8)| {
            let operand = &def.operands[s as usize];
            operand.arity != Arity::Many && self.kind_ok(v.operand.value, operand.kind)
        };
        if p.values.iter().filter(|v| pick(v)).count() == slots.len()
            && p.values.iter().filter(|v| pick(v)).zip(slots).all(fits)
        {
            let mut slots = slots.iter();
            for v in &mut p.values {
                if pick(v)
                    && let Some(&s) = slots.next()
                {
                    v.operand.slot = s;
                }
            }
            return;
        }
        let chosen: SmallVec<[usize; 8]> =
            (0..p.values.len()).filter(|&i| pick(&p.values[i])).collect();
        let values: SmallVec<[ValueId; 8]> =
            chosen.iter().map(|&i| p.values[i].operand.value).collect();
        if let Some(found) = self.assign(def, slots, &values, true) {
            for (&i, &slot) in chosen.iter().zip(&found) {
                p.values[i].operand.slot = slot;
            }
            return;
        }
        if let Some(found) = self.assign(def, slots, &values, false) {
            for (&i, &slot) in chosen.iter().zip(&found) {
                p.values[i].operand.slot = slot;
            }
            let wrong = chosen.iter().copied().find(|&i| {
                let o = p.values[i].operand;
                !self.kind_ok(o.value, def.operands[o.slot as usize].kind)
            });
            if let Some(i) = wrong {
                self.wrong_kind(def, p.values[i].operand);
            }
            return;
        }
        self.wrong_count(def, slots, &chosen, p, place, name_span);
    }

    #[cold]
    fn wrong_kind(&mut self, def: &OpDef, o: Operand) {
        let slot = &def.operands[o.slot as usize];
        let ty = self.module.value(o.value).ty;
        let found = ty.map_or_else(|| "unknown".to_string(), |t| self.type_text(t));
        let value = self.module.value(o.value);
        let (defined, missing) = (value.span, value.def == Def::Missing);
        let mut d = Diagnostic::error(
            code::OPERAND_KIND,
            o.span,
            format!("`{}` of `pto.{}` must be {}", slot.name, def.printed_name(), slot.kind.noun()),
        )
        .found(format!("this is {found}"));
        if !missing {
            d = d.label(defined, "defined here");
        }
        self.report(d);
    }

    #[cold]
    fn wrong_count(
        &mut self,
        def: &OpDef,
        slots: &[u8],
        chosen: &[usize],
        p: &Pieces,
        place: &str,
        name_span: Span,
    ) {
        let (low, high) = syntax::bounds(def, slots);
        let expected = match (low, high) {
            (l, h) if l == h => count(l as u32, "operand"),
            (l, usize::MAX) => format!("at least {}", count(l as u32, "operand")),
            (l, h) => format!("{l} to {h} operands"),
        };
        let names: Vec<String> = slots
            .iter()
            .map(|&s| {
                let o = &def.operands[s as usize];
                match o.arity {
                    Arity::One => o.name.to_string(),
                    Arity::Opt => format!("[{}]", o.name),
                    Arity::Many => format!("{}...", o.name),
                }
            })
            .collect();
        let span = if high < chosen.len() {
            p.values[chosen[high]].operand.span
        } else {
            chosen.last().map_or(name_span, |&i| p.values[i].operand.span)
        };
        let list = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
        self.report(
            Diagnostic::error(
                code::OPERAND_COUNT,
                span,
                format!(
                    "`pto.{}` takes {expected}{place}, found {}",
                    def.printed_name(),
                    chosen.len()
                ),
            )
            .found(if high < chosen.len() { "one too many" } else { "too few" })
            .note(format!("operands{place}{list}")),
        );
    }

    fn bind_dps(
        &mut self,
        def: &OpDef,
        syn: &Syntax,
        results: &ResultNames,
        name_span: Span,
        p: &mut Pieces,
    ) {
        let in_count = p.values.iter().filter(|v| v.group == INS).count();
        let out_count = p.values.iter().filter(|v| v.group == OUTS).count();
        // Nearly always the clauses hold what they are declared to hold.
        let plain = |v: &Item| v.operand.slot == NO_SLOT && matches!(v.group, INS | OUTS);
        if in_count <= syn.ins.len()
            && out_count <= syn.outs.len()
            && results.names.is_empty()
            && p.values.iter().all(plain)
        {
            self.bind_group(def, &syn.ins, p, |v| v.group == INS, " in `ins`", name_span);
            if p.has_outs || !syn.outs.is_empty() {
                self.bind_group(def, &syn.outs, p, |v| v.group == OUTS, " in `outs`", name_span);
            }
            return;
        }
        let inouts = |want: bool| -> Slots {
            let role = |s: &u8| def.operands[*s as usize].role == pto_isa::def::Role::InOut;
            syn.ins.iter().copied().filter(|s| role(s) == want).collect()
        };
        let (mut ins, mut outs): (Slots, Slots) =
            (syn.ins.iter().copied().collect(), syn.outs.iter().copied().collect());
        // What is read and written may stand in either clause.
        let updated = inouts(true);
        if !updated.is_empty() && out_count > outs.len() && in_count <= ins.len() - updated.len() {
            ins = inouts(false);
            outs = updated.iter().copied().chain(outs).collect();
        }
        // So may scratch that is declared behind the outputs.
        let is_scratch = |s: &u8| def.operands[*s as usize].role == pto_isa::def::Role::Scratch;
        if in_count > ins.len() && out_count < outs.len() {
            ins.extend(outs.iter().copied().filter(is_scratch));
            outs.retain(|s| !is_scratch(s));
        }
        // Operands bound by a clause or key are not expected again.
        let taken: Slots =
            p.values.iter().filter(|v| v.operand.slot != NO_SLOT).map(|v| v.operand.slot).collect();
        ins.retain(|s| !taken.contains(s));
        outs.retain(|s| !taken.contains(s));
        let unbound = |v: &Item, g: u16| v.group == g && v.operand.slot == NO_SLOT;
        self.bind_group(def, &ins, p, |v| unbound(v, INS), " in `ins`", name_span);
        if !(results.names.is_empty() && !p.has_outs && out_count == 0 && outs.is_empty()) {
            if results.names.is_empty() {
                self.bind_group(def, &outs, p, |v| unbound(v, OUTS), " in `outs`", name_span);
            } else if out_count > 0 {
                let n = results.names.len().min(outs.len());
                self.bind_group(
                    def,
                    &outs[..outs.len() - n],
                    p,
                    |v| unbound(v, OUTS),
                    " in `outs`",
                    name_span,
                );
            }
        } else if out_count > 0 {
            self.bind_group(def, &outs, p, |v| unbound(v, OUTS), " in `outs`", name_span);
        }
        if p.values.iter().any(|v| v.operand.slot == NO_SLOT && v.group == TOP) {
            let v = p.values.iter().find(|v| v.operand.slot == NO_SLOT && v.group == TOP);
            let span = v.map_or(name_span, |v| v.operand.span);
            self.report(Diagnostic::error(
                code::SYNTAX,
                span,
                "an operand stands outside `ins(...)` and `outs(...)`",
            ));
        }
    }

    fn bind_plain(
        &mut self,
        def: &OpDef,
        syn: &Syntax,
        results: &ResultNames,
        name_span: Span,
        p: &mut Pieces,
    ) {
        let free = |v: &Item| v.operand.slot == NO_SLOT;
        let values: SmallVec<[ValueId; 8]> =
            p.values.iter().filter(|v| free(v)).map(|v| v.operand.value).collect();
        if results.names.is_empty()
            && !syn.result_slots.is_empty()
            && self.assign(def, &syn.text_slots, &values, true).is_none()
        {
            // Destination first, or all operands in declared order.
            let first: Slots = syn.result_slots.iter().chain(&syn.text_slots).copied().collect();
            let last: Slots = (0..def.operands.len() as u8).collect();
            for order in [first, last] {
                if let Some(found) = self.assign(def, &order, &values, true) {
                    let mut it = found.into_iter();
                    for v in p.values.iter_mut().filter(|v| v.operand.slot == NO_SLOT) {
                        v.operand.slot = it.next().unwrap_or(NO_SLOT);
                    }
                    return;
                }
            }
        }
        // Another order of operands, where the first does not fit.
        if self.assign(def, &syn.text_slots, &values, true).is_none() {
            let other = syn.others.iter().find_map(|(_, s)| self.assign(def, s, &values, true));
            if let Some(found) = other {
                let mut it = found.into_iter();
                for v in p.values.iter_mut().filter(|v| v.operand.slot == NO_SLOT) {
                    v.operand.slot = it.next().unwrap_or(NO_SLOT);
                }
                return;
            }
        }
        self.bind_group(def, &syn.text_slots, p, free, "", name_span);
    }

    fn bind_generic(
        &mut self,
        def: &OpDef,
        syn: &Syntax,
        results: &ResultNames,
        name_span: Span,
        p: &mut Pieces,
    ) {
        let every: Slots = (0..def.operands.len() as u8).collect();
        let used: Slots = every.iter().copied().filter(|s| !syn.result_slots.contains(s)).collect();
        // Without names, the results may be operands or left out.
        let values: SmallVec<[ValueId; 8]> = p.values.iter().map(|v| v.operand.value).collect();
        let left_out = || {
            self.assign(def, &every, &values, true).is_none()
                && self.assign(def, &used, &values, true).is_some()
        };
        let all = if results.names.is_empty() && !left_out() { every } else { used };
        let sizes = p.attrs.iter().position(|a| self.module.sym(a.name) == "operandSegmentSizes");
        if let Some(i) = sizes {
            let sizes = match self.module.attrs.get(p.attrs[i].value) {
                Attr::Other(text) => segment_sizes(text),
                _ => None,
            };
            p.attrs.remove(i);
            let every: Slots = (0..def.operands.len() as u8).collect();
            if let Some(sizes) = sizes
                && let Some(slots) = [&all, &every].into_iter().find(|s| s.len() == sizes.len())
                && sizes.iter().sum::<usize>() == p.values.len()
            {
                let mut at = 0;
                for (&slot, &n) in slots.iter().zip(&sizes) {
                    for v in &mut p.values[at..at + n] {
                        v.operand.slot = slot;
                    }
                    at += n;
                }
                return;
            }
        }
        self.bind_group(def, &all, p, |_| true, "", name_span);
    }

    /// Values in clauses and behind keys find their operand by name.
    fn bind_clauses(&mut self, def: &OpDef, syn: &Syntax, p: &mut Pieces) {
        for clause in 0..p.clauses.len() {
            let group = CLAUSES + clause as u16;
            let name = p.clauses[clause].of(self.text);
            let inner =
                find_clause_in(syn, name).or_else(|| self.word_clause(def, syn, name, clause, p));
            let mut slots = Slots::new();
            match inner {
                Some(elems) => collect_slots(elems, &mut slots),
                None => slots.extend(def.slot(name)),
            }
            let is_attr = def.attrs.iter().any(|a| a.name == name);
            if inner.is_none() && slots.is_empty() && !is_attr {
                let span = p.clauses[clause];
                let known: Vec<&str> = syn.elems.iter().filter_map(clause_name).collect();
                let mut d = Diagnostic::error(
                    code::SYNTAX,
                    span,
                    format!("`pto.{}` has no `{name}(...)`", def.printed_name()),
                );
                d.help =
                    pto_isa::ops::closest(name, known).map(|n| format!("did you mean `{n}(...)`?"));
                self.report(d);
                continue;
            }
            let place = format!(" in `{name}(...)`");
            let span = p.clauses[clause];
            let plain = |v: &Item| v.group == group && v.key.is_none();
            if p.values.iter().any(plain) || !slots.is_empty() {
                self.bind_group(def, &slots, p, plain, &place, span);
            }
        }
        for i in 0..p.values.len() {
            let Item { operand, key: Some(key), .. } = p.values[i] else { continue };
            let name = key.of(self.text);
            let nth = p.values[..i].iter().filter(|v| v.key == Some(key)).count();
            let slot = find_key(&syn.elems, name, nth)
                .or_else(|| def.slot(name))
                .or_else(|| slot_by_prefix(def, name));
            match slot {
                Some(slot) => p.values[i].operand.slot = slot,
                None => {
                    let names =
                        def.operands.iter().map(|o| o.name).chain(def.attrs.iter().map(|a| a.name));
                    let mut d = Diagnostic::error(
                        code::SYNTAX,
                        key,
                        format!("`pto.{}` has no operand `{name}`", def.printed_name()),
                    );
                    d.help =
                        pto_isa::ops::closest(name, names).map(|n| format!("did you mean `{n}`?"));
                    self.report(d);
                }
            }
            let _ = operand;
        }
    }

    /// `nz2dn(%x)`: the clause's name is itself the value of an attribute.
    fn word_clause<'s>(
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
    fn bind_literals(&mut self, def: &OpDef, syn: &Syntax, p: &mut Pieces) {
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
                self.word_attr(def, syn, &l, word, p)
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
        let Some(&last) = syn.text_attrs.last() else { return false };
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

    /// The attribute a bare word is a value, or the name, of.
    fn word_attr(
        &self,
        def: &OpDef,
        syn: &Syntax,
        l: &Literal,
        word: &str,
        p: &Pieces,
    ) -> Option<usize> {
        let mut inner = Vec::new();
        if l.group >= CLAUSES {
            let name = p.clauses[(l.group - CLAUSES) as usize].of(self.text);
            if let Some(elems) = find_clause_in(syn, name) {
                collect_attrs(elems, &mut inner);
            }
            if inner.is_empty() {
                inner.extend(def.attrs.iter().position(|a| a.name == name));
            }
        }
        let is = |a: &usize| match def.attrs[*a].kind {
            AttrKind::Word(words) => words.iter().any(|w| w.eq_ignore_ascii_case(word)),
            AttrKind::Bool => def.attrs[*a].name == word,
            AttrKind::Pipe => pto_isa::Pipe::parse(word).is_some(),
            _ => false,
        };
        inner
            .iter()
            .copied()
            .find(is)
            .or_else(|| (0..def.attrs.len()).find(is))
            .or_else(|| inner.first().copied())
    }

    /// The first attribute that is not set yet, for literals beyond the declared syntax.
    fn spare_attr(&self, def: &OpDef, p: &Pieces) -> Option<usize> {
        (0..def.attrs.len())
            .find(|&a| !p.attrs.iter().any(|n| self.module.sym(n.name) == def.attrs[a].name))
    }

    /// Types of the results, and the operand each one is.
    fn result_types(
        &mut self,
        def: &OpDef,
        syn: &Syntax,
        results: &ResultNames,
        name_span: Span,
        written: Written,
        p: &mut Pieces,
    ) -> SmallVec<[(Option<TypeId>, u8); 2]> {
        let n = results.names.len();
        let mut types: SmallVec<[Option<TypeId>; 2]> = SmallVec::new();
        if !p.result_types.is_empty() {
            types.extend(p.result_types.iter().map(|t| t.0));
        } else if n > 0 {
            let listed: SmallVec<[_; 4]> =
                p.types.iter().filter(|t| t.2 == TOP).map(|t| t.0).collect();
            let names_operands = syn.typed.as_ref().is_some_and(|l| !l.is_empty());
            if p.values.is_empty() || (listed.len() == 1 && !names_operands) {
                types.extend(listed.iter().copied());
                if listed.len() == 1 {
                    types.resize(n, listed[0]);
                }
                if !def.result_type.is_empty() && !p.values.is_empty() {
                    types.clear();
                }
            } else if listed.len() == p.values.len() + n {
                types.extend(listed[p.values.len()..].iter().copied());
            }
        }
        let implied = |s: &mut Self, slot: u8| -> Option<TypeId> {
            let text = if !def.result_type.is_empty() {
                def.result_type
            } else if def.operands.get(slot as usize).is_some_and(|o| o.kind == Kind::Index) {
                "index"
            } else {
                return None;
            };
            let ty = match text {
                "index" => Type::Index,
                _ => Type::Scalar(pto_isa::DType::parse(text)?),
            };
            Some(s.module.types.intern(ty))
        };
        if n == 0 {
            // A result that is not named still exists in the SSA form.
            let wanted = if written == Written::Dps { 0 } else { p.result_types.len() };
            return (0..wanted.min(syn.result_slots.len()))
                .map(|i| (types[i], syn.result_slots[i]))
                .collect();
        }
        // Which results these are: by kind where some are optional.
        let pool: Slots = syn
            .result_slots
            .iter()
            .chain(syn.outs.iter().filter(|o| !syn.result_slots.contains(o)))
            .copied()
            .filter(|s| !p.values.iter().any(|v| v.operand.slot == *s))
            .collect();
        let slots = self.assign_results(def, &pool, &types, n);
        let Some(slots) = slots else {
            let (low, high) = syntax::bounds(def, &pool);
            let expected = if low == high {
                count(low as u32, "result")
            } else {
                format!("{low} to {high} results")
            };
            let span = results.names.first().map_or(name_span, |r| r.1);
            self.report(
                Diagnostic::error(
                    code::RESULT_COUNT,
                    span,
                    format!("`pto.{}` has {expected}, found {n}", def.printed_name()),
                )
                .found(count(n as u32, "name")),
            );
            return (0..n).map(|i| (types.get(i).copied().flatten(), NO_SLOT)).collect();
        };
        let out: SmallVec<[(Option<TypeId>, u8); 2]> = slots
            .iter()
            .enumerate()
            .map(|(i, &s)| (types.get(i).copied().flatten().or_else(|| implied(self, s)), s))
            .collect();
        let stated_later = def.body != pto_isa::def::Body::None;
        if out.iter().any(|o| o.0.is_none())
            && p.result_types.is_empty()
            && p.types.is_empty()
            && !stated_later
        {
            let span = results.names[0].1;
            self.report(
                Diagnostic::error(
                    code::SYNTAX,
                    span,
                    format!("the type of this result of `pto.{}` is not given", def.printed_name()),
                )
                .help("write it after `->`"),
            );
        }
        out
    }

    fn assign_results(
        &self,
        def: &OpDef,
        pool: &[u8],
        types: &[Option<TypeId>],
        n: usize,
    ) -> Option<Slots> {
        let fits = |i: usize, s: u8| {
            types.get(i).copied().flatten().is_none_or(|t| {
                kind_accepts(def.operands[s as usize].kind, self.module.types.get(t))
            })
        };
        fn go(
            def: &OpDef,
            pool: &[u8],
            i: usize,
            n: usize,
            out: &mut Slots,
            fits: &dyn Fn(usize, u8) -> bool,
        ) -> bool {
            let Some((&s, rest)) = pool.split_first() else { return i == n };
            if i < n && fits(i, s) {
                out.push(s);
                let many = def.operands[s as usize].arity == Arity::Many;
                if (many && go(def, pool, i + 1, n, out, fits))
                    || go(def, rest, i + 1, n, out, fits)
                {
                    return true;
                }
                out.pop();
            }
            def.operands[s as usize].arity != Arity::One && go(def, rest, i, n, out, fits)
        }
        let mut out = Slots::new();
        if go(def, pool, 0, n, &mut out, &fits) {
            return Some(out);
        }
        out.clear();
        go(def, pool, 0, n, &mut out, &|_, _| true).then_some(out)
    }

    /// Compares the types written at the uses with the types the values have.
    pub(super) fn annotate(&mut self, p: &Pieces) {
        for group in [TOP, INS, OUTS] {
            let belongs = |g: u16| g == group || (group == TOP && g >= CLAUSES);
            // Nearly always the types are those of the values, one by one.
            let mut listed = p.types.iter().filter(|t| belongs(t.2)).map(|t| t.0).peekable();
            let values = p.values.iter().filter(|v| belongs(v.group)).map(|v| v.operand.value);
            let same =
                |(v, t): (ValueId, Option<TypeId>)| t.is_some() && t == self.module.value(v).ty;
            if listed.peek().is_none()
                || (listed.clone().count() == values.clone().count()
                    && values.zip(listed).all(same))
            {
                continue;
            }
            let types: SmallVec<[(Option<TypeId>, Span); 8]> =
                p.types.iter().filter(|t| belongs(t.2)).map(|t| (t.0, t.1)).collect();
            let values: SmallVec<[Operand; 8]> =
                p.values.iter().filter(|v| belongs(v.group)).map(|v| v.operand).collect();
            self.annotate_values(&values, &types, group != TOP);
        }
    }

    fn annotate_values(
        &mut self,
        values: &[Operand],
        types: &[(Option<TypeId>, Span)],
        exact: bool,
    ) {
        if types.len() == values.len() {
            let mut wrong = None;
            for (o, &(ty, span)) in values.iter().zip(types) {
                let Some(ty) = ty else { continue };
                match self.module.value(o.value).ty {
                    None => {
                        if self.module.value(o.value).def == Def::Missing {
                            self.module.values[o.value.index()].ty = Some(ty);
                        }
                    }
                    Some(t) if t == ty => {}
                    Some(t) if self.same_type(t, ty) => {}
                    Some(t) => wrong = wrong.or(Some((*o, t, ty, span))),
                }
            }
            if let Some((o, has, says, span)) = wrong {
                // Some assemblers list types in another order than the operands.
                let mut left: Vec<TypeId> =
                    values.iter().filter_map(|o| self.module.value(o.value).ty).collect();
                let reordered = types.iter().all(|t| {
                    let Some(ty) = t.0 else { return true };
                    match left.iter().position(|l| self.same_type(*l, ty)) {
                        Some(i) => {
                            left.swap_remove(i);
                            true
                        }
                        None => false,
                    }
                });
                if exact || !reordered {
                    self.type_mismatch(o, has, says, span);
                }
            }
            return;
        }
        if exact && types.len() != 1 {
            let span = types.last().map_or(Span::default(), |t| t.1);
            self.report(Diagnostic::error(
                code::SYNTAX,
                span,
                format!(
                    "{} but {}",
                    count(values.len() as u32, "operand"),
                    count(types.len() as u32, "type")
                ),
            ));
        }
        // Fewer types than values: offsets and other implied types are left out.
        let mut next = 0;
        for &(ty, _) in types {
            let Some(ty) = ty else { continue };
            for (i, o) in values.iter().enumerate().skip(next) {
                match self.module.value(o.value).ty {
                    Some(t) if self.same_type(t, ty) => {
                        next = i + 1;
                        break;
                    }
                    None if self.module.value(o.value).def == Def::Missing => {
                        self.module.values[o.value.index()].ty = Some(ty);
                        next = i + 1;
                        break;
                    }
                    _ => {}
                }
            }
        }
    }

    /// Equal, or two spellings of one type.
    fn same_type(&self, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        match (self.module.types.get(a), self.module.types.get(b)) {
            (Type::Ptr { dtype: x, space: s }, Type::Ptr { dtype: y, space: t }) => {
                x == y && s.unwrap_or(Space::Gm) == t.unwrap_or(Space::Gm)
            }
            // The outer order of a left tile is the target's, whatever the text says.
            (Type::Tile(x), Type::Tile(y)) if x.space == Space::Left && y.space == Space::Left => {
                pto_isa::TileTy { blayout: y.blayout, ..*x } == *y
            }
            (Type::Other(x), Type::Other(y)) => {
                let strip = |t: &str| t.split_whitespace().collect::<String>();
                strip(x) == strip(y)
            }
            _ => false,
        }
    }

    #[cold]
    fn type_mismatch(&mut self, o: Operand, has: TypeId, says: TypeId, span: Span) {
        let value = *self.module.value(o.value);
        let name = self.module.sym(value.name).to_string();
        let (has_text, says_text) = (self.type_text(has), self.type_text(says));
        let difference = difference(self.module.types.get(has), self.module.types.get(says));
        let mut d = Diagnostic::error(
            code::TYPE_MISMATCH,
            span,
            format!("`%{name}` does not have this type"),
        )
        .found(difference.unwrap_or_else(|| format!("the use says {says_text}")))
        .fix(span, has_text.clone());
        if value.def != Def::Missing {
            d = d.label(value.span, format!("defined here as {has_text}"));
        }
        self.report(d);
    }
}

/// The first thing in which two tile types differ.
fn difference(has: &Type, says: &Type) -> Option<String> {
    let (Type::Tile(a), Type::Tile(b)) = (has, says) else { return None };
    let pairs = [
        ("memory", a.space.to_string(), b.space.to_string()),
        ("element type", a.dtype.to_string(), b.dtype.to_string()),
        ("rows", a.rows.to_string(), b.rows.to_string()),
        ("columns", a.cols.to_string(), b.cols.to_string()),
        ("valid rows", a.valid_rows.to_string(), b.valid_rows.to_string()),
        ("valid columns", a.valid_cols.to_string(), b.valid_cols.to_string()),
        ("outer layout", a.blayout.name().into(), b.blayout.name().into()),
        ("inner layout", a.slayout.name().into(), b.slayout.name().into()),
        ("fractal", a.fractal.to_string(), b.fractal.to_string()),
    ];
    let (what, has, says) = pairs.into_iter().find(|(_, x, y)| x != y)?;
    Some(format!("{what}: {says} here, {has} at the definition"))
}

/// Whether a value of this type can be such an operand.
pub(crate) fn kind_accepts(kind: Kind, ty: &Type) -> bool {
    let memref = |t: &str| t.starts_with("memref") || t.starts_with("!llvm.ptr");
    match (kind, ty) {
        (Kind::Any, _) => true,
        (Kind::Tile | Kind::TileOrScalar | Kind::Memory, Type::Tile(_)) => true,
        (Kind::MultiTile, Type::MultiTile(..)) => true,
        (Kind::Memory, Type::MultiTile(..)) => true,
        (Kind::Vreg | Kind::ScalarOrVreg, Type::Vreg { .. }) => true,
        (Kind::Mask, Type::Mask(_)) => true,
        (Kind::Align, Type::Align) => true,
        (Kind::Ptr | Kind::Memory, Type::Ptr { .. }) => true,
        (Kind::View | Kind::Memory, Type::View { .. }) => true,
        // Views whose extents are too large to be looked at.
        (Kind::View | Kind::Memory, Type::Other(t)) if t.contains("tensor_view<") => true,
        (Kind::Tile | Kind::Memory | Kind::View | Kind::Ptr, Type::Other(t)) => memref(t),
        (
            Kind::Scalar | Kind::Index | Kind::ScalarOrVreg | Kind::TileOrScalar,
            Type::Scalar(_) | Type::Index,
        ) => true,
        (Kind::Scalar | Kind::ScalarOrVreg | Kind::TileOrScalar, Type::Other(t)) => {
            !t.starts_with("!pto.") && !memref(t)
        }
        (Kind::Handle, Type::Other(_) | Type::Function { .. }) => true,
        _ => false,
    }
}

/// `pre_quant` is short for `preQuantScalar`.
fn slot_by_prefix(def: &OpDef, key: &str) -> Option<u8> {
    let plain = |t: &str| t.replace('_', "").to_ascii_lowercase();
    let key = plain(key);
    def.operands.iter().position(|o| plain(o.name).starts_with(&key)).map(|i| i as u8)
}

/// `array<i32: 1, 0, 2>` as numbers.
fn segment_sizes(text: &str) -> Option<Vec<usize>> {
    let inner = text.strip_prefix("array<")?.strip_suffix('>')?;
    let list = inner.split_once(':').map_or("", |(_, l)| l);
    list.split(',').map(str::trim).filter(|s| !s.is_empty()).map(|s| s.parse().ok()).collect()
}

fn clause_name(e: &Elem) -> Option<&str> {
    match &e.kind {
        ElemKind::Clause(name, ..) => Some(name),
        _ => None,
    }
}

/// The pieces inside a clause of this name, in any of the orders.
fn find_clause_in<'s>(syn: &'s Syntax, name: &str) -> Option<&'s [Elem]> {
    find_clause(&syn.elems, name)
        .or_else(|| syn.others.iter().find_map(|(e, _)| find_clause(e, name)))
        .or_else(|| {
            // `loop1(...)`, `loop2(...)` are numbered spellings of a repeated clause.
            let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
            syn.elems.iter().find_map(|e| match &e.kind {
                ElemKind::Clause(n, inner, true) if n == base => Some(inner.as_slice()),
                _ => None,
            })
        })
}

/// The pieces inside a clause of this name, at any depth.
fn find_clause<'s>(elems: &'s [Elem], name: &str) -> Option<&'s [Elem]> {
    elems.iter().find_map(|e| match &e.kind {
        ElemKind::Clause(n, inner, _) if n == name => Some(inner.as_slice()),
        ElemKind::Clause(_, inner, _) | ElemKind::Parens(inner) | ElemKind::Brackets(inner) => {
            find_clause(inner, name)
        }
        _ => None,
    })
}

fn collect_slots(elems: &[Elem], out: &mut Slots) {
    for e in elems {
        match &e.kind {
            ElemKind::Slot(s) => out.push(*s),
            ElemKind::Parens(inner) | ElemKind::Brackets(inner) => collect_slots(inner, out),
            _ => {}
        }
    }
}

fn collect_attrs(elems: &[Elem], out: &mut Vec<usize>) {
    for e in elems {
        match &e.kind {
            ElemKind::Attr(a) | ElemKind::Word(a) => out.push(*a),
            ElemKind::Keyed(_, inner, _) => collect_attrs(std::slice::from_ref(inner), out),
            ElemKind::Parens(inner) | ElemKind::Brackets(inner) => collect_attrs(inner, out),
            _ => {}
        }
    }
}

/// The operand behind a key, at any depth, for the n-th value there.
fn find_key(elems: &[Elem], name: &str, nth: usize) -> Option<u8> {
    elems.iter().find_map(|e| match &e.kind {
        ElemKind::Keyed(key, inner, _) if key == name => match inner.kind {
            ElemKind::Slot(s) => Some(s),
            _ => None,
        },
        ElemKind::KeyedList(key, inner) if key == name => {
            let mut slots = Slots::new();
            collect_slots(inner, &mut slots);
            slots.get(nth).or(slots.last()).copied()
        }
        ElemKind::Clause(_, inner, _) | ElemKind::Parens(inner) | ElemKind::Brackets(inner) => {
            find_key(inner, name, nth)
        }
        _ => None,
    })
}

/// The attribute behind a key, at any depth.
fn find_keyed_attr(elems: &[Elem], name: &str) -> Option<usize> {
    elems.iter().find_map(|e| match &e.kind {
        ElemKind::Keyed(key, inner, _) if key == name => match inner.kind {
            ElemKind::Attr(a) | ElemKind::Word(a) => Some(a),
            _ => None,
        },
        ElemKind::KeyedList(key, inner) if key == name => inner.iter().find_map(|e| match e.kind {
            ElemKind::Attr(a) | ElemKind::Word(a) => Some(a),
            _ => None,
        }),
        ElemKind::Clause(_, inner, _) | ElemKind::Parens(inner) | ElemKind::Brackets(inner) => {
            find_keyed_attr(inner, name)
        }
        _ => None,
    })
}
