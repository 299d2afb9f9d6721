//! What values and attributes are at one moment of the walk: numbers, events, pipes, bytes.

use super::Walk;
use super::state::{BUFFERS, Event, IDS, PIPES};
use crate::verify_plan::name;
use pto_ir::module::{Def, Node};
use pto_ir::{Attr, ValueId};
use pto_isa::{Pipe, Space, Type};

impl Walk<'_> {
    /// The number a value is, with the counters as they are now.
    pub(super) fn number(&self, value: ValueId) -> Option<i64> {
        self.number_or(value, None)
    }

    /// The same, with a number for what is not known.
    pub(super) fn number_or(&self, value: ValueId, unknown: Option<i64>) -> Option<i64> {
        if let Some(&n) = self.counters.get(&value) {
            return Some(n);
        }
        let Def::Result(id) = self.module.value(value).def else { return unknown };
        let node = self.module.node(id);
        let operands = self.module.operands(node);
        let arg = |i: usize| operands.get(i).and_then(|o| self.number_or(o.value, unknown));
        match name(self.module, node) {
            "arith.constant" => {
                let a = self.module.attr(node, "value")?;
                match self.module.attrs.get(a.value) {
                    Attr::Int(v, _) => i64::try_from(*v).ok(),
                    _ => None,
                }
            }
            "arith.index_cast" | "arith.index_castui" => arg(0),
            "arith.addi" => arg(0)?.checked_add(arg(1)?),
            "arith.subi" => arg(0)?.checked_sub(arg(1)?),
            "arith.muli" => arg(0)?.checked_mul(arg(1)?),
            "arith.divui" | "arith.divsi" => arg(0)?.checked_div(arg(1)?),
            // Where a count modulo some number starts does not matter: all of its values come in turn.
            "arith.remui" | "arith.remsi" => {
                let x = self.number_or(operands.first()?.value, Some(0))?;
                x.checked_rem(arg(1)?)
            }
            _ => unknown,
        }
    }

    pub(super) fn word(&self, node: &Node, attr: &str) -> Option<&str> {
        match self.module.attrs.get(self.module.attr(node, attr)?.value) {
            Attr::Str(s) | Attr::Word(s) | Attr::Case { value: s, .. } => Some(s),
            _ => None,
        }
    }

    pub(super) fn event(&self, node: &Node) -> Option<Event> {
        let pipe = |attr: &str| self.word(node, attr).map(|w| Pipe::of_word(w) as usize);
        let id = match self.word(node, "event_id") {
            Some(word) => word.strip_prefix("EVENT_ID")?.parse().ok()?,
            None => {
                let v = self.module.operands(node).first()?.value;
                usize::try_from(self.number(v)?).ok()?
            }
        };
        let from = pipe("src_pipe").or_else(|| pipe("src_op"))?;
        let to = pipe("dst_pipe").or_else(|| pipe("dst_op"))?;
        (from < PIPES && to < PIPES && id < IDS).then_some((from, to, id))
    }

    /// The pipe and the number of a buffer id.
    pub(super) fn buffer(&self, node: &Node) -> Option<(usize, usize)> {
        let pipe = self.word(node, "op_type").map(Pipe::of_word)? as usize;
        let attr = self.module.attr(node, "buf_id").map(|a| self.module.attrs.get(a.value));
        let id = match attr {
            Some(Attr::Int(n, _)) => i64::try_from(*n).ok()?,
            _ => self.number(self.module.operands(node).first()?.value)?,
        };
        let id = usize::try_from(id).ok()?;
        (pipe < PIPES && id < BUFFERS).then_some((pipe, id))
    }

    pub(super) fn pipe(&self, node: &Node) -> Pipe {
        let module = self.module;
        let Some(def) = module.def(node) else { return Pipe::S };
        let mut spaces = vec![None; def.operands.len()];
        let uses = module.operands(node).iter().map(|o| (o.slot, o.value));
        for (slot, v) in uses.chain(module.results(node).map(|v| (module.value(v).slot, v))) {
            if let Some(s) = spaces.get_mut(slot as usize) {
                *s = s.or(module.type_of(v).and_then(|t| t.space()));
            }
        }
        let attrs: Vec<_> = module
            .node_attrs(node)
            .iter()
            .map(|a| (module.sym(a.name), module.attrs.get(a.value).for_rules()))
            .collect();
        def.pipe_of(self.target, &spaces, &attrs).unwrap_or(Pipe::S)
    }

    /// The bytes a value covers now.
    pub(super) fn places(&self, value: ValueId) -> Vec<(Space, u64, u64, bool)> {
        let tiles = self.names.of(value);
        let slot = self.slot(value);
        let certain = tiles.len() == 1 && (slot.is_some() || !self.names.is_part(value));
        let whole = tiles.iter().map(|&t| &self.names.tiles[t as usize]);
        whole
            .map(|t| match slot {
                Some((from, bytes)) => (t.space, t.at + from, t.at + from + bytes, certain),
                None => (t.space, t.at, t.at + t.bytes, certain),
            })
            .collect()
    }

    /// Offset and bytes of the buffer that a value selects of several.
    pub(super) fn slot(&self, value: ValueId) -> Option<(u64, u64)> {
        let Def::Result(id) = self.module.value(value).def else { return None };
        let node = self.module.node(id);
        if name(self.module, node) != "multi_tile_get" {
            return None;
        }
        let operands = self.module.operands(node);
        let Some(Type::MultiTile(t, _)) = self.module.type_of(operands.first()?.value) else {
            return None;
        };
        let n = u64::try_from(self.number(operands.get(1)?.value)?).ok()?;
        Some((n * t.size_bytes(), t.size_bytes()))
    }
}
