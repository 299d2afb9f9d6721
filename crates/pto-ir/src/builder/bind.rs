//! Which operand each value of a built statement is, held against the table.

use super::Builder;
use super::statement::{IN, IN_ORDER, OUT, Statement, Values};
use crate::diag::Diagnostic;
use crate::module::*;
use crate::parse::{
    MAX_PIECES, Slots, assign, assign_results, count_problem, dps_slots, implied_type,
    kind_accepts, kind_ok, kind_problem, plain_slots,
};
use crate::span::Span;
use crate::syntax::{self, Syntax};
use pto_isa::def::{Arity, OpDef, PrintForm};
use pto_isa::order;
use pto_isa::rule::count;
use pto_isa::{OpId, code};
use smallvec::SmallVec;

impl Statement<'_> {
    /// Makes the operation: its number and its results.
    pub(super) fn make(&mut self) -> (NodeId, Values) {
        let given = self.b.module.operand_pool.len() - self.operands as usize;
        if given.max(self.b.result_types.len()) > MAX_PIECES {
            let message = format!("more than {MAX_PIECES} operands or results at once");
            self.b.report(Diagnostic::error(code::OPERAND_COUNT, self.span, message));
        }
        let mut written = SyntaxForm::Ssa;
        let mut slots = Slots::new();
        if let OpName::Pto(id) = self.name {
            let from = self.operands as usize;
            if self.b.module.operand_pool[from..].iter().any(|o| o.slot == OUT) {
                written = SyntaxForm::Dps;
            }
            self.b.bind(id, from, self.span);
            slots = self.b.result_slots(id, from, self.span);
        }
        let node = self.b.push_node(self.name, written, self.operands, self.attrs, self.span);
        let first = self.b.module.values.len();
        for i in 0..self.b.result_types.len() {
            let ty = self.b.result_types[i];
            let value = self.b.new_value(Some(ty), Def::Result(node), self.span);
            self.b.module.values[value.index()].slot = slots.get(i).copied().unwrap_or(NO_SLOT);
        }
        let end = self.b.module.values.len();
        self.b.module.nodes[node.index()].results =
            PoolRange { start: first as u32, len: (end - first) as u32 };
        (node, Values::from(first, end))
    }
}

impl Builder {
    /// Gives the operands from `from` on their places in the table, and puts them in that order.
    fn bind(&mut self, id: OpId, from: usize, span: Span) {
        let (def, syn) = (id.def(), syntax::of(id));
        if !self.bind_plainly(def, syn, from) {
            self.bind_searching(def, syn, from, span);
        }
        order::by_key(&mut self.module.operand_pool[from..], |o| o.slot);
    }

    /// Nearly always there is one value in `ins` for each operand that is read, then one in `outs` for each that
    /// is written or a result in its place.
    fn bind_plainly(&mut self, def: &OpDef, syn: &Syntax, from: usize) -> bool {
        let m = &self.module;
        let given = &m.operand_pool[from..];
        let results = self.result_types.len();
        let written = if results == 0 { &syn.outs[..] } else { &[] };
        if given.len() != syn.ins.len() + written.len()
            || (results > 0 && (results != syn.outs.len() || syn.outs != syn.result_slots))
        {
            return false;
        }
        let expected = || syn.ins.iter().map(|s| (IN, s)).chain(written.iter().map(|s| (OUT, s)));
        let fits = |(o, (group, &slot)): (&Operand, (u8, &u8))| {
            let operand = &def.operands[slot as usize];
            o.slot == group && operand.arity != Arity::Many && kind_ok(m, o.value, operand.kind)
        };
        if !given.iter().zip(expected()).all(fits) {
            return false;
        }
        for (o, (_, &slot)) in self.module.operand_pool[from..].iter_mut().zip(expected()) {
            o.slot = slot;
        }
        true
    }

    /// Finds the places of values where operands are left out, named, lists, or results.
    fn bind_searching(&mut self, def: &OpDef, syn: &Syntax, from: usize, span: Span) {
        let given = &self.module.operand_pool[from..];
        let named: Slots = given.iter().map(|o| o.slot).filter(|&s| s < IN_ORDER).collect();
        let count = |group: u8| given.iter().filter(|o| o.slot == group).count();
        let (ins, outs, in_order) = (count(IN), count(OUT), count(IN_ORDER));
        let (mut in_slots, mut out_slots) = dps_slots(def, syn, ins, outs);
        in_slots.retain(|s| !named.contains(s));
        out_slots.retain(|s| !named.contains(s));
        let results = self.result_types.len();
        let may_be_result = |s: &u8| syn.result_slots.contains(s);
        let written: Slots = match (results, outs) {
            // What could be a result need not be there, as in a text.
            (0, 0) if def.form == PrintForm::Plain => {
                out_slots.iter().copied().filter(|s| !may_be_result(s)).collect()
            }
            (0, _) => out_slots,
            _ => {
                let buffers = out_slots.iter().filter(|s| !may_be_result(s)).count();
                // Some of what could be results are buffers: the first ones.
                let kept = match outs > buffers {
                    true => out_slots.len().saturating_sub(results),
                    false => 0,
                };
                let (first, rest) = out_slots.split_at(kept);
                let rest = rest.iter().filter(|s| kept == 0 && !may_be_result(s));
                first.iter().chain(rest).copied().collect()
            }
        };
        if in_order > 0 {
            let free: Slots =
                syn.text_slots.iter().copied().filter(|s| !named.contains(s)).collect();
            let values: SmallVec<[ValueId; 8]> =
                given.iter().filter(|o| o.slot == IN_ORDER).map(|o| o.value).collect();
            let found = match named.is_empty() {
                true => plain_slots(&self.module, def, syn, results == 0, &values),
                false => assign(&self.module, def, &free, &values, true),
            };
            self.place(def, &free, from, IN_ORDER, found, "", span);
        } else {
            // Without `ins` everything read may still be needed; operands by name may be all there are.
            self.place_group(def, &in_slots, from, IN, " in `ins`", span);
        }
        if in_order > 0 && outs == 0 {
            return self.check_named(def, from);
        }
        self.place_group(def, &written, from, OUT, " in `outs`", span);
        self.check_named(def, from);
    }

    fn place_group(
        &mut self,
        def: &OpDef,
        slots: &[u8],
        from: usize,
        group: u8,
        place: &str,
        span: Span,
    ) {
        let values: SmallVec<[ValueId; 8]> = self.module.operand_pool[from..]
            .iter()
            .filter(|o| o.slot == group)
            .map(|o| o.value)
            .collect();
        let found = assign(&self.module, def, slots, &values, true);
        self.place(def, slots, from, group, found, place, span);
    }

    /// Puts the values of a group into the places that were found, or says why there are none.
    #[allow(clippy::too_many_arguments)]
    fn place(
        &mut self,
        def: &OpDef,
        slots: &[u8],
        from: usize,
        group: u8,
        found: Option<Slots>,
        place: &str,
        span: Span,
    ) {
        let of_group = |o: &&mut Operand| o.slot == group;
        if let Some(found) = found {
            let operands = self.module.operand_pool[from..].iter_mut().filter(of_group);
            operands.zip(found).for_each(|(o, slot)| o.slot = slot);
            return;
        }
        let given: SmallVec<[Operand; 8]> =
            self.module.operand_pool[from..].iter().filter(|o| o.slot == group).copied().collect();
        let values: SmallVec<[ValueId; 8]> = given.iter().map(|o| o.value).collect();
        let loosely = assign(&self.module, def, slots, &values, false);
        let wrong = loosely.and_then(|found| {
            let placed = given.iter().zip(found).map(|(o, slot)| Operand { slot, ..*o });
            placed
                .into_iter()
                .find(|o| !kind_ok(&self.module, o.value, def.operands[o.slot as usize].kind))
        });
        let d = match wrong {
            Some(o) => kind_problem(&self.module, def, o),
            None => count_problem(def, slots, given.len(), place, span),
        };
        self.report(d);
        let operands = self.module.operand_pool[from..].iter_mut().filter(of_group);
        operands.for_each(|o| o.slot = NO_SLOT);
    }

    /// Operands given by name: of the right kind, and once unless they are lists.
    fn check_named(&mut self, def: &OpDef, from: usize) {
        let given: SmallVec<[Operand; 8]> =
            self.module.operand_pool[from..].iter().copied().collect();
        let mut times: SmallVec<[u16; 8]> = SmallVec::from_elem(0, def.operands.len());
        for o in given {
            let Some(operand) = def.operands.get(o.slot as usize) else { continue };
            let seen = &mut times[o.slot as usize];
            *seen = seen.saturating_add(1);
            if *seen == 2 && operand.arity != Arity::Many {
                let message =
                    format!("`{}` of `pto.{}` is given twice", operand.name, def.printed_name());
                self.report(Diagnostic::error(code::OPERAND_COUNT, o.span, message));
            } else if !kind_ok(&self.module, o.value, operand.kind) {
                self.report(kind_problem(&self.module, def, o));
            }
        }
    }

    /// A result whose type the text does not show has the type of the table.
    fn check_implied(&mut self, def: &OpDef, span: Span) {
        for i in 0..self.result_types.len() {
            let Some(implied) = implied_type(def, NO_SLOT) else { return };
            let ty = self.module.types.get(self.result_types[i]);
            if *ty != implied {
                let op = def.printed_name();
                let message = format!("the result of `pto.{op}` is {implied}, found {ty}");
                self.report(Diagnostic::error(code::TYPE_MISMATCH, span, message));
                return;
            }
        }
    }

    /// Which operands the results are.
    fn result_slots(&mut self, id: OpId, from: usize, span: Span) -> Slots {
        let n = self.result_types.len();
        if n == 0 {
            return Slots::new();
        }
        let (def, syn) = (id.def(), syntax::of(id));
        if !def.result_type.is_empty() && !syn.arrow {
            self.check_implied(def, span);
        }
        let given = &self.module.operand_pool[from..];
        let fits = |(&ty, &slot): (&TypeId, &u8)| {
            let operand = &def.operands[slot as usize];
            operand.arity != Arity::Many && kind_accepts(operand.kind, self.module.types.get(ty))
        };
        // Nearly always all of them are results, each of its kind.
        if n == syn.result_slots.len()
            && self.result_types.iter().zip(&syn.result_slots).all(fits)
            && !given.iter().any(|o| syn.result_slots.contains(&o.slot))
        {
            return syn.result_slots.iter().copied().collect();
        }
        let pool: Slots = syn
            .result_slots
            .iter()
            .copied()
            .filter(|s| !given.iter().any(|o| o.slot == *s))
            .collect();
        let types: SmallVec<[Option<TypeId>; 4]> =
            self.result_types.iter().map(|&t| Some(t)).collect();
        if let Some(slots) = assign_results(&self.module, def, &pool, &types, n) {
            return slots;
        }
        let (low, high) = syntax::bounds(def, &pool);
        let expected = match low == high {
            true => count(low as u32, "result"),
            false => format!("{low} to {high} results"),
        };
        let message = format!("`pto.{}` has {expected}, found {n}", def.printed_name());
        self.report(Diagnostic::error(code::RESULT_COUNT, span, message));
        Slots::new()
    }
}
