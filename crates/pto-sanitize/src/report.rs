//! How findings speak: names of operands, places in the text, each pair of instructions once.

use pto_analysis::fixit;
use pto_ir::diag::{Diagnostic, Edit};
use pto_ir::{Lines, Module, NodeId, Span, ValueId};
use pto_isa::{Code, Rulebook, Space, Target};
use pto_sim::TraceRecord;
use rustc_hash::FxHashSet;
use std::ops::Range;

/// Collects findings.
pub(crate) struct Findings<'m> {
    pub module: &'m Module,
    pub lines: &'m Lines,
    pub target: Target,
    pub rules: Rulebook,
    pub list: Vec<Diagnostic>,
    seen: FxHashSet<(Code, NodeId, Option<NodeId>)>,
    /// The instructions at which something was found.
    at: FxHashSet<(Code, NodeId)>,
}

impl<'m> Findings<'m> {
    pub fn new(
        module: &'m Module,
        lines: &'m Lines,
        target: Target,
        rules: Rulebook,
    ) -> Findings<'m> {
        let (list, seen, at) = (Vec::new(), FxHashSet::default(), FxHashSet::default());
        Findings { module, lines, target, rules, list, seen, at }
    }

    /// Whether a finding about these instructions is new; it is not from now on.
    pub fn is_new(&mut self, code: Code, node: NodeId, other: Option<NodeId>) -> bool {
        self.at.insert((code, node));
        self.seen.insert((code, node, other))
    }

    /// Whether something was found at an instruction.
    pub fn has(&self, code: Code, node: NodeId) -> bool {
        self.at.contains(&(code, node))
    }

    /// Adds a finding.
    pub fn push(&mut self, mut d: Diagnostic) {
        d.target = Some(self.target);
        self.list.push(d);
    }

    /// The name of an instruction.
    pub fn op(&self, node: NodeId) -> String {
        format!("`{}`", self.module.op_name(self.module.node(node)))
    }

    /// The line an instruction stands in.
    pub fn line(&self, node: NodeId) -> usize {
        self.lines.line(self.module.node(node).name_span.start)
    }

    /// Puts a statement on the line before an instruction.
    pub fn add_before(&self, node: NodeId, statement: &str) -> Edit {
        fixit::add_before(self.module, self.lines, node, statement)
    }

    /// Where an instruction names what is in a slot; its own name if nowhere.
    pub fn span(&self, node: NodeId, slot: Option<u8>) -> Span {
        let n = self.module.node(node);
        let operand = slot.and_then(|s| self.module.operands(n).iter().find(|o| o.slot == s));
        operand.map_or(n.name_span, |o| o.span)
    }

    /// The value in a slot of an instruction.
    pub fn value(&self, node: NodeId, slot: Option<u8>) -> Option<ValueId> {
        let n = self.module.node(node);
        let operand = self.module.operands(n).iter().find(|o| Some(o.slot) == slot);
        let result = || self.module.results(n).find(|&v| Some(self.module.value(v).slot) == slot);
        operand.map(|o| o.value).or_else(result)
    }

    /// The name of the value in a slot, or what stands for it.
    pub fn name(&self, node: NodeId, slot: Option<u8>) -> String {
        match self.value(node, slot).map(|v| self.module.sym(self.module.value(v).name)) {
            Some(name) if !name.is_empty() => format!("`%{name}`"),
            _ => "memory".into(),
        }
    }
}

/// The slot of the operand a touch belongs to.
pub(crate) fn slot_of(record: &TraceRecord<'_>, arg: Option<u8>) -> Option<u8> {
    arg.and_then(|i| record.args.get(i as usize)).map(|a| a.0)
}

/// `bytes 0x0..0x40 of ub`.
pub(crate) fn bytes(space: Space, range: &Range<i64>) -> String {
    let hex = |n: i64| if n < 0 { format!("-{:#x}", n.unsigned_abs()) } else { format!("{n:#x}") };
    let place = if space == Space::Gm { "the buffer" } else { space.ptr_name() };
    format!("bytes {}..{} of {place}", hex(range.start), hex(range.end))
}
