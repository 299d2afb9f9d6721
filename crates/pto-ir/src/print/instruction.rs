//! Instructions in the form their block gives them, or with `ins` and `outs`.

use super::Printer;
use crate::module::*;
use crate::parse::{assign, dps_slots};
use crate::syntax::{self, Syntax};
use pto_isa::OpId;
use pto_isa::def::{OpDef, Role};
use std::fmt::Write as _;

impl Printer<'_> {
    pub(super) fn instruction(&mut self, node: &Node, op: OpId) {
        let def = op.def();
        let syn = syntax::of(op);
        let start = self.out.len();
        let _ = write!(self.out, "pto.{}", def.printed_name());
        let operands = self.m.operands(node);
        let out_operand = operands.iter().any(|o| {
            def.operands.get(o.slot as usize).is_some_and(|d| d.role == Role::Out)
                && syn.result_slots.contains(&o.slot)
        });
        let no_results = node.results.is_empty();
        let dps = (syntax::is_dps(def) && (no_results || node.written == SyntaxForm::Dps))
            || (out_operand && no_results)
            || (node.written == SyntaxForm::Dps && no_results);
        let mut attrs = self.m.node_attrs(node).to_vec();
        let whole = match dps {
            true => self.dps(node, def, syn, &attrs),
            false => self.plain(node, def, syn, &mut attrs),
        };
        if !whole {
            self.out.truncate(start);
            return self.generic(node);
        }
        let regions = self.m.node_regions(node).to_vec();
        for r in regions {
            self.out.push(' ');
            self.region(r, true);
        }
    }

    /// Values of one slot, in order.
    pub(super) fn slot(&self, node: &Node, slot: u8) -> Vec<ValueId> {
        let operands = self.m.operands(node).iter();
        operands.filter(|o| o.slot == slot).map(|o| o.value).collect()
    }

    pub(super) fn group(&mut self, word: &str, values: &[ValueId]) {
        let _ = write!(self.out, " {word}(");
        self.values(values);
        if !values.is_empty() {
            self.out.push_str(" : ");
            self.types(values);
        }
        self.out.push(')');
    }

    /// Whether `ins(...)` and `outs(...)` tell the reader which operand each value is.
    pub(super) fn dps_reads_back(
        &self,
        def: &OpDef,
        syn: &Syntax,
        operands: &[Operand],
        results: &[ValueId],
    ) -> bool {
        let (outs, ins): (Vec<Operand>, Vec<Operand>) =
            operands.iter().partition(|o| syn.outs.contains(&o.slot));
        let (in_slots, mut out_slots) = dps_slots(def, syn, ins.len(), outs.len());
        out_slots.truncate(out_slots.len().saturating_sub(results.len()));
        let same = |slots: &[u8], meant: &[Operand]| {
            let values: Vec<ValueId> = meant.iter().map(|o| o.value).collect();
            let found = assign(self.m, def, slots, &values, true);
            found.is_some_and(|f| f.iter().eq(meant.iter().map(|o| &o.slot)))
        };
        let result_only = outs.is_empty() && !results.is_empty();
        same(&in_slots, &ins)
            && (result_only || same(&out_slots, &outs))
            && results.iter().all(|&v| self.is_named(v))
    }

    /// Prints `ins(...) outs(...)`. `false` if they would not be read as they are meant.
    pub(super) fn dps(
        &mut self,
        node: &Node,
        def: &OpDef,
        syn: &Syntax,
        attrs: &[NamedAttr],
    ) -> bool {
        let operands = self.m.operands(node).to_vec();
        let is_out = |o: &Operand| syn.outs.contains(&o.slot);
        let pick = |out: bool| -> Vec<ValueId> {
            operands.iter().filter(|o| is_out(o) == out).map(|o| o.value).collect()
        };
        let (ins, outs) = (pick(false), pick(true));
        let results: Vec<ValueId> = self.m.results(node).collect();
        let bound = operands.iter().all(|o| o.slot != NO_SLOT);
        if bound && !self.dps_reads_back(def, syn, &operands, &results) {
            return false;
        }
        if !ins.is_empty() || !syn.ins.is_empty() {
            self.group("ins", &ins);
        }
        if !outs.is_empty() {
            self.group("outs", &outs);
        } else if !results.is_empty() {
            self.out.push_str(" outs : ");
            self.types(&results);
        }
        if !attrs.is_empty() {
            self.out.push(' ');
            self.attr_dict(attrs);
        }
        if !outs.is_empty() && !results.is_empty() {
            self.out.push_str(" -> ");
            self.types(&results);
        }
        true
    }
}
