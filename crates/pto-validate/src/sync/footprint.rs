//! The bytes that tiles and pointers name at one moment of the walk.

use super::values::Val;
use super::{AbstractInterpreter, ByteRange, Scope};
use crate::ir::is_memory;
use crate::points_to::Tile;
use pto_ir::ValueId;
use pto_ir::dialect::Arith;
use pto_ir::module::{Def, Node};
use pto_isa::class::{Alias, Allocate, Class};
use pto_isa::{Space, Type};

impl AbstractInterpreter<'_> {
    /// The bytes an instruction touches by an operand that it does not take for a number.
    pub(super) fn touched(&self, value: ValueId) -> Vec<ByteRange> {
        let ty = self.module.type_of(value);
        match self.places(value) {
            // An address that nothing is known of may be any.
            none if none.is_empty()
                && (ty.is_none() || is_memory(ty) && matches!(self.scope, Scope::All)) =>
            {
                let all = |space| ByteRange { space, start: 0, end: u64::MAX >> 1, whole: false };
                Space::ALL.into_iter().map(all).collect()
            }
            known => known,
        }
    }

    /// The bytes a value covers now.
    pub(super) fn places(&self, value: ValueId) -> Vec<ByteRange> {
        match self.env.get(&value) {
            Some(Val::Places(places)) => return places.clone(),
            Some(_) => return self.anywhere(value),
            None => {}
        }
        let Def::Result(id) = self.module.value(value).def else { return self.anywhere(value) };
        let node = self.module.node(id);
        match self.module.def(node).map(|d| d.class) {
            Some(Class::Alias { how: Alias::MultiGet, .. }) => {
                self.slot(node).unwrap_or_else(|| self.anywhere(value))
            }
            None if node.is(Arith::Select) => self.selected(node),
            Some(Class::Allocate(Allocate::Tile) | Class::Alias { how: Alias::Assign, .. }) => {
                self.computed(node, value).unwrap_or_else(|| self.anywhere(value))
            }
            None | Some(Class::Alias { .. } | Class::Query(_)) => {
                if let Some((start, end)) = self.global_span(value) {
                    return vec![ByteRange { space: Space::Gm, start, end, whole: false }];
                }
                let sources = self.module.operands(node).iter().map(|o| o.value);
                let mut list: Vec<ByteRange> = sources
                    .filter(|&v| is_memory(self.module.type_of(v)))
                    .flat_map(|v| self.places(v))
                    .collect();
                if list.is_empty() || self.points_to.made_by(id).is_some() {
                    return self.anywhere(value);
                }
                let whole = list.len() == 1 && !self.points_to.is_part(value);
                list.iter_mut().for_each(|p| p.whole &= whole);
                list
            }
            _ => self.anywhere(value),
        }
    }

    /// All that a value may name, whatever happens.
    fn anywhere(&self, value: ValueId) -> Vec<ByteRange> {
        let tiles = self.points_to.of(value);
        let whole = tiles.len() == 1 && !self.points_to.is_part(value);
        let tiles = tiles.iter().map(|&t| &self.points_to.tiles[t as usize]);
        let given = |t: &Tile| -> Vec<ByteRange> {
            // A parameter of a function that is called names what the call hands to it.
            match t.parameter.filter(|&p| p != value).and_then(|p| self.env.get(&p)) {
                Some(Val::Places(places)) => {
                    places.iter().map(|p| ByteRange { whole: false, ..*p }).collect()
                }
                _ => vec![ByteRange { space: t.space, start: t.at, end: t.end(), whole }],
            }
        };
        tiles.flat_map(given).collect()
    }

    fn selected(&self, node: &Node) -> Vec<ByteRange> {
        let [condition, yes, no] = self.module.operands(node) else { return Vec::new() };
        match self.exact(condition.value) {
            Some(0) => self.places(no.value),
            Some(_) => self.places(yes.value),
            None => {
                let mut list = self.places(yes.value);
                list.extend(self.places(no.value));
                list.iter_mut().for_each(|p| p.whole = false);
                list
            }
        }
    }

    /// A tile at an address that is computed.
    fn computed(&self, node: &Node, value: ValueId) -> Option<Vec<ByteRange>> {
        let slot = self.module.def(node)?.slot("addr")?;
        let given = self.module.operands(node).iter().find(|o| o.slot == slot)?;
        let start = u64::try_from(self.exact(given.value)?).ok()?;
        let Some(Type::Tile(t)) = self.module.type_of(value) else { return None };
        let end = start.checked_add(t.size_bytes())?;
        Some(vec![ByteRange { space: t.space, start, end, whole: true }])
    }

    /// The buffer that a value selects of several.
    fn slot(&self, node: &Node) -> Option<Vec<ByteRange>> {
        let [from, index, ..] = self.module.operands(node) else { return None };
        let Some(Type::MultiTile(t, _)) = self.module.type_of(from.value) else { return None };
        let n = u64::try_from(self.exact(index.value)?).ok()?;
        let bytes = t.size_bytes();
        let list = self.places(from.value);
        let whole = list.len() == 1;
        let of = |p: &ByteRange| {
            let start = p.start.saturating_add(n.saturating_mul(bytes));
            ByteRange { space: p.space, start, end: start.saturating_add(bytes), whole }
        };
        Some(list.iter().map(of).collect())
    }
}
