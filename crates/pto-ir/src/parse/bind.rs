//! Giving the pieces of a statement their meaning: which value is which operand.

use super::assign::{assign, dps_slots, kind_ok, plain_slots};
use super::clause::{clause_name, collect_slots, find_clause_in, find_key, repeats};
use super::fit::{count_problem, kind_accepts, kind_problem};
use super::instruction::{CLAUSES, INS, Item, OUTS, Pieces, TOP};
use super::{Parser, ResultNames};
use crate::diag::Diagnostic;
use crate::intern::Attr;
use crate::module::*;
use crate::span::Span;
use crate::syntax::{self, Syntax};
use pto_isa::def::{Arity, Kind, OpDef};
use pto_isa::order;
use pto_isa::rule::count;
use pto_isa::{OpId, code};
use smallvec::SmallVec;

/// Operand slots, in some order.
pub(crate) type Slots = SmallVec<[u8; 8]>;

/// Longer statements are not searched for operands given twice; no instruction is that long.
const MAX_PAIRS: usize = 200;

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
        written: SyntaxForm,
        p: &mut Pieces,
    ) -> NodeId {
        let def = op.def();
        let syn = syntax::of(op);
        if syn.types_are_results
            && written != SyntaxForm::Generic
            && p.result_types.is_empty()
            && !results.names.is_empty()
        {
            let moved = p.types.drain(..).map(|(ty, span, _)| (ty, span));
            p.result_types.extend(moved);
        }
        if !results.names.is_empty() && p.result_types.is_empty() {
            self.settle_result_type(def, syn, p);
        }
        self.annotate(p);
        match written {
            SyntaxForm::Generic => self.bind_generic(def, syn, results, name_span, p),
            SyntaxForm::Dps => {
                self.bind_clauses(def, syn, p);
                self.bind_dps(def, syn, results, name_span, p);
            }
            _ => {
                self.bind_clauses(def, syn, p);
                self.bind_plain(def, syn, results, name_span, p);
            }
        }
        self.bind_literals(def, syn, p);
        if p.values.len() + p.attrs.len() <= MAX_PAIRS {
            self.given_once(def, p);
        }
        let result_types = self.result_types(def, syn, results, name_span, written, p);
        let operands = self.push_operands(p.values.iter().map(|v| v.operand));
        order::by_key(&mut self.module.operand_pool[operands.start as usize..], |o| o.slot);
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

    /// `%d = tci %s : T`: one type, which the only operand cannot have, is that of the result.
    fn settle_result_type(&mut self, def: &OpDef, syn: &Syntax, p: &mut Pieces) {
        let ([(Some(ty), span, TOP)], [_]) = (&p.types[..], &p.values[..]) else { return };
        let takes = |slots: &[u8]| {
            let kind = slots.first().map(|&s| def.operands[s as usize].kind);
            kind.is_some_and(|k| kind_accepts(k, self.module.types.get(*ty)))
        };
        if !takes(&syn.text_slots) && takes(&syn.result_slots) {
            p.result_types.push((Some(*ty), *span));
            p.types.clear();
        }
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
            matches!(
                def.operands[s as usize].kind,
                Kind::Vreg | Kind::Mask | Kind::Align | Kind::Vaddr
            )
        });
        let defines = results.names.is_empty()
            && if p.has_outs {
                // All or none: a statement does not define one register and overwrite another.
                let written = p.values.iter().filter(|v| v.group == OUTS).count();
                let outs_only = p.pending.iter().all(|&i| p.values[i].group == OUTS);
                outs > 0 && registers && outs_only && p.pending.len() == written
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
        for (n, &i) in p.pending.iter().enumerate() {
            p.values.remove(i - n);
            // In `outs(...)` each value has its type; they become result types, in order.
            if let Some(at) = p.types.iter().position(|t| t.2 == OUTS) {
                let (ty, span, _) = p.types.remove(at);
                p.result_types.push((ty, span));
            }
        }
        results
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
            operand.arity != Arity::Many && kind_ok(&self.module, v.operand.value, operand.kind)
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
        if let Some(found) = assign(&self.module, def, slots, &values, true) {
            for (&i, &slot) in chosen.iter().zip(&found) {
                p.values[i].operand.slot = slot;
            }
            return;
        }
        if let Some(found) = assign(&self.module, def, slots, &values, false) {
            for (&i, &slot) in chosen.iter().zip(&found) {
                p.values[i].operand.slot = slot;
            }
            let wrong = chosen.iter().copied().find(|&i| {
                let o = p.values[i].operand;
                !kind_ok(&self.module, o.value, def.operands[o.slot as usize].kind)
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
        self.report(kind_problem(&self.module, def, o));
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
        let high = syntax::bounds(def, slots).1;
        let span = if high < chosen.len() {
            p.values[chosen[high]].operand.span
        } else {
            chosen.last().map_or(name_span, |&i| p.values[i].operand.span)
        };
        self.report(count_problem(def, slots, chosen.len(), place, span));
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
        let (mut ins, mut outs) = dps_slots(def, syn, in_count, out_count);
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
        let unnamed = results.names.is_empty();
        if let Some(found) = plain_slots(&self.module, def, syn, unnamed, &values) {
            let mut it = found.into_iter();
            for v in p.values.iter_mut().filter(|v| v.operand.slot == NO_SLOT) {
                v.operand.slot = it.next().unwrap_or(NO_SLOT);
            }
            return;
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
            assign(&self.module, def, &every, &values, true).is_none()
                && assign(&self.module, def, &used, &values, true).is_some()
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
                    let fits = match def.operands[slot as usize].arity {
                        Arity::One => n == 1 || syn.result_slots.contains(&slot),
                        Arity::Opt => n <= 1,
                        Arity::Many => true,
                    };
                    if !fits {
                        let chosen: SmallVec<[usize; 8]> = (at - n..at).collect();
                        self.wrong_count(def, &[slot], &chosen, p, "", name_span);
                        return;
                    }
                }
                let wrong =
                    p.values.iter().map(|v| v.operand).find(|o| {
                        !kind_ok(&self.module, o.value, def.operands[o.slot as usize].kind)
                    });
                if let Some(o) = wrong {
                    self.wrong_kind(def, o);
                }
                return;
            }
        }
        self.bind_group(def, &all, p, |_| true, "", name_span);
    }

    /// Values in clauses and after keys find their operand by name.
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
            if repeats(syn, name) {
                self.bind_repeated(def, &slots, p, group, name, span);
            } else if p.values.iter().any(plain) || !slots.is_empty() {
                self.bind_group(def, &slots, p, plain, &place, span);
            }
        }
        for i in 0..p.values.len() {
            let Some(key) = p.values[i].key else { continue };
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
        }
    }

    /// One repetition of a clause gives each of its operands one more value.
    fn bind_repeated(
        &mut self,
        def: &OpDef,
        slots: &[u8],
        p: &mut Pieces,
        group: u16,
        name: &str,
        span: Span,
    ) {
        let inside: SmallVec<[usize; 8]> =
            (0..p.values.len()).filter(|&i| p.values[i].group == group).collect();
        if inside.len() != slots.len() {
            let message = format!(
                "`{name}(...)` of `pto.{}` takes {}, found {}",
                def.printed_name(),
                count(slots.len() as u32, "operand"),
                inside.len()
            );
            self.report(Diagnostic::error(code::OPERAND_COUNT, span, message));
        }
        for (&i, &slot) in inside.iter().zip(slots) {
            p.values[i].operand.slot = slot;
            if !kind_ok(&self.module, p.values[i].operand.value, def.operands[slot as usize].kind) {
                self.wrong_kind(def, p.values[i].operand);
            }
        }
    }

    /// An operand or attribute that is given twice, by two clauses or keys, is a mistake.
    fn given_once(&mut self, def: &OpDef, p: &Pieces) {
        for (i, v) in p.values.iter().enumerate() {
            let slot = v.operand.slot;
            let Some(operand) = def.operands.get(slot as usize) else { continue };
            let again = p.values[..i].iter().any(|w| w.operand.slot == slot);
            if again && operand.arity != Arity::Many {
                let message =
                    format!("`{}` of `pto.{}` is given twice", operand.name, def.printed_name());
                self.report(Diagnostic::error(code::OPERAND_COUNT, v.operand.span, message));
                return;
            }
        }
        for (i, a) in p.attrs.iter().enumerate() {
            if p.attrs[..i].iter().any(|b| b.name == a.name) {
                let name = self.module.sym(a.name).to_string();
                let message = format!("`{name}` of `pto.{}` is given twice", def.printed_name());
                self.report(Diagnostic::error(code::BAD_ATTR, a.span, message));
                return;
            }
        }
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
