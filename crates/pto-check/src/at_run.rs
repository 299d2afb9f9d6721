//! The rules of an instruction again, with what a run knows of its operands: extents, numbers and places that are
//! unknown in the text.

use crate::memory;
use crate::rules::{Finding, FindingKind, breaches, render, slot_span};
use pto_ir::args::args_of;
use pto_ir::diag::Diagnostic;
use pto_ir::module::{Def, NodeId};
use pto_ir::{Module, ValueId};
use pto_isa::order;
use pto_isa::rule::{Args, Slot};
use pto_isa::{Dim, Rulebook, Target, Type};
use std::ops::Range;

/// What a run knows of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Known {
    /// A tile.
    Tile {
        /// Valid rows and columns.
        valid: (u32, u32),
        /// The first byte and the first one after it, in its memory.
        bytes: (u64, u64),
    },
    /// A view on global memory: its extents, right-aligned.
    View([i64; 5]),
    /// An integer.
    Number(i64),
}

/// Asks the rules of instructions while a program runs.
#[derive(Debug)]
pub struct AtRun<'m> {
    module: &'m Module,
    target: Target,
    rules: Rulebook,
}

impl<'m> AtRun<'m> {
    /// For a module that was checked for this target by these rules.
    pub fn new(module: &'m Module, target: Target, rules: Rulebook) -> AtRun<'m> {
        AtRun { module, target, rules }
    }

    /// Whether an instruction has operands of which a run knows more than the text.
    pub fn learns(&self, id: NodeId) -> bool {
        let node = self.module.node(id);
        self.module.operands(node).iter().any(|o| match self.module.type_of(o.value) {
            Some(Type::Tile(_)) => true,
            Some(Type::View { dims, .. }) => dims.contains(&Dim::Dynamic),
            Some(Type::Index | Type::Scalar(_)) => self.constant(o.value).is_none(),
            _ => false,
        })
    }

    /// The integer that the text gives for a value.
    pub fn constant(&self, value: ValueId) -> Option<i64> {
        self.module.constant_int(value)
    }

    /// Whether the text says where a tile lies: at a constant address, or wherever the tool puts it.
    pub fn is_placed_by_text(&self, tile: ValueId) -> bool {
        let Def::Result(id) = self.module.value(tile).def else { return true };
        let node = self.module.node(id);
        let addr = self.module.def(node).and_then(|d| d.slot("addr"));
        let given = addr.and_then(|slot| self.module.slot_values(node, slot).next());
        given.is_none_or(|v| self.constant(v).is_some())
    }

    /// Two operands of an instruction that share some bytes but not their start, in the words of the check of
    /// constant addresses: their slots, and the bytes each covers.
    pub fn overlap(&self, id: NodeId, pair: [(u8, Range<u64>); 2]) -> Option<Diagnostic> {
        let node = self.module.node(id);
        let [later, earlier] = pair.map(|(slot, bytes)| {
            let (span, value) = slot_span(self.module, node, slot)?;
            Some((value?, span, bytes))
        });
        let (later, earlier) = (later?, earlier?);
        let space = self.module.type_of(later.0)?.space()?;
        let mut d = memory::overlap(self.module, space, &later, &earlier);
        d.target = Some(self.target);
        Some(d)
    }

    /// The rules that an instruction breaks with the operands of a run and not by its text alone; operands by
    /// their slots.
    pub fn broken(&self, id: NodeId, known: &[(u8, Known)]) -> Vec<Diagnostic> {
        let node = self.module.node(id);
        let Some(def) = self.module.def(node) else { return Vec::new() };
        let (told, attrs) = args_of(self.module, node, &|v| self.constant(v));
        let types: Vec<Option<Type>> = told
            .iter()
            .enumerate()
            .map(|(i, s)| {
                let known = known.iter().find(|k| k.0 as usize == i)?.1;
                s.ty.and_then(|ty| filled(ty, known))
            })
            .collect();
        let (target, rules) = (self.target, self.rules);
        let text = breaches(def, &Args { target, slots: &told, attrs: &attrs }, rules);
        let mut slots: Vec<Slot<'_>> = told.to_vec();
        for (i, slot) in slots.iter_mut().enumerate() {
            if let Some(ty) = &types[i] {
                slot.ty = Some(ty);
            }
            for (_, number) in known.iter().filter(|k| k.0 as usize == i) {
                if let Known::Number(n) = *number {
                    slot.constant = slot.constant.or(Some(n));
                    slot.learn(Some(n));
                }
            }
        }
        for (first, second) in meeting(&slots, known) {
            slots[second].value = slots[first].value;
        }
        let run = breaches(def, &Args { target, slots: &slots, attrs: &attrs }, rules);
        let is_told = |f: &Finding| {
            text.iter().any(|t| (t.breach.code, &t.message) == (f.breach.code, &f.message))
        };
        let of_run = |f: &Finding| f.kind != FindingKind::BreachOfText && !is_told(f);
        let more = run.into_iter().filter(of_run);
        more.map(|f| render(self.module, id, node, self.target, f)).collect()
    }
}

/// Tiles that share a byte are one tile to a rule that wants different ones: pairs of slots, the earlier first.
fn meeting(slots: &[Slot<'_>], known: &[(u8, Known)]) -> Vec<(usize, usize)> {
    let space = |slot: u8| slots.get(slot as usize).and_then(|s| s.ty?.space());
    let mut pairs = Vec::new();
    for (i, &(a, first)) in known.iter().enumerate() {
        for &(b, second) in &known[..i] {
            let (Known::Tile { bytes: x, .. }, Known::Tile { bytes: y, .. }) = (first, second)
            else {
                continue;
            };
            if a != b && space(a).is_some() && space(a) == space(b) && x.0 < y.1 && y.0 < x.1 {
                pairs.push((a.min(b).into(), a.max(b).into()));
            }
        }
    }
    order::sort(&mut pairs);
    pairs
}

/// A type whose unknown extents are those of the run; `None` if it has none.
fn filled(ty: &Type, known: Known) -> Option<Type> {
    let fill = |own: &mut Dim, run: i64| {
        if let (Dim::Dynamic, Ok(n)) = (*own, u32::try_from(run)) {
            *own = Dim::Is(n);
        }
    };
    let mut ty = ty.clone();
    match (&mut ty, known) {
        (Type::Tile(t), Known::Tile { valid, .. }) => {
            fill(&mut t.valid_rows, valid.0.into());
            fill(&mut t.valid_cols, valid.1.into());
        }
        (Type::View { dims, .. }, Known::View(run)) => {
            let ahead = run.len().saturating_sub(dims.len());
            for (own, run) in dims.iter_mut().zip(&run[ahead..]) {
                fill(own, *run);
            }
        }
        _ => return None,
    }
    Some(ty)
}
