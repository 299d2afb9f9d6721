//! The bytes that tiles and pointers name at one moment of the walk.

use super::values::Val;
use super::{AbstractInterpreter, ByteRange, Scope};
use crate::ir::is_memory;
use crate::points_to::Tile;
use pto_ir::ValueId;
use pto_ir::dialect::Arith;
use pto_ir::module::{Def, Node, NodeId};
use pto_isa::class::{Alias, Allocate, Class};
use pto_isa::{Space, Type};
use rustc_hash::FxHashSet;

/// Choices inside choices that are followed; beyond that a value may be all that it ever names.
const MAX_CHOICES: usize = 32;
/// A value that may be more places than this is taken to be all bytes between them.
const MAX_PLACES: usize = 64;

/// Whether a statement only gives a name to memory that others name, too.
fn is_name(class: Option<Class>) -> bool {
    matches!(class, None | Some(Class::Alias { .. } | Class::Query(_)))
}

/// Each place once; of too many, the bytes from the first to the last of each memory.
fn few(mut list: Vec<ByteRange>) -> Vec<ByteRange> {
    if list.len() < 2 {
        return list;
    }
    let mut seen = FxHashSet::default();
    list.retain(|p| seen.insert((p.space, p.start, p.end)));
    if list.len() <= MAX_PLACES {
        return list;
    }
    let hull = |space: Space| {
        let here = || list.iter().filter(move |p| p.space == space);
        let (start, end) = (here().map(|p| p.start).min()?, here().map(|p| p.end).max()?);
        Some(ByteRange { space, start, end, whole: false })
    };
    Space::ALL.into_iter().filter_map(hull).collect()
}

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

    /// Notes what the results of a statement that only gives names cover, so that views of views are followed one step each.
    pub(super) fn note_places(&mut self, id: NodeId) {
        let node = self.module.node(id);
        if !is_name(self.module.def(node).map(|d| d.class)) {
            return;
        }
        for v in self.module.results(node).filter(|&v| is_memory(self.module.type_of(v))) {
            self.env.remove(&v);
            let places = self.places(v);
            self.env.insert(v, Val::Places(places));
        }
    }

    /// The bytes a value covers now.
    pub(super) fn places(&self, value: ValueId) -> Vec<ByteRange> {
        self.places_within(value, MAX_CHOICES)
    }

    /// The same; `choices` inside choices are followed.
    fn places_within(&self, value: ValueId, choices: usize) -> Vec<ByteRange> {
        // Views of views, the last one first.
        let mut views: Vec<ValueId> = Vec::new();
        let mut at = value;
        let mut list = loop {
            match self.env.get(&at) {
                Some(Val::Places(places)) => break places.clone(),
                Some(_) => break self.anywhere(at),
                None => {}
            }
            let Def::Result(id) = self.module.value(at).def else { break self.anywhere(at) };
            let node = self.module.node(id);
            match self.module.def(node).map(|d| d.class) {
                Some(Class::Alias { how: Alias::MultiGet, .. }) => {
                    break self.slot(node, choices).unwrap_or_else(|| self.anywhere(at));
                }
                None if node.is(Arith::Select) => break self.selected(at, node, choices),
                Some(Class::Allocate(Allocate::Tile) | Class::Alias { how: Alias::Assign, .. }) => {
                    break self.computed(node, at).unwrap_or_else(|| self.anywhere(at));
                }
                class if is_name(class) => {
                    if let Some((start, end)) = self.global_span(at) {
                        break vec![ByteRange { space: Space::Gm, start, end, whole: false }];
                    }
                    if self.points_to.made_by(id).is_some() {
                        break self.anywhere(at);
                    }
                    let operands = self.module.operands(node).iter().map(|o| o.value);
                    let mut sources = operands.filter(|&v| is_memory(self.module.type_of(v)));
                    let Some(first) = sources.next() else { break self.anywhere(at) };
                    let rest: Vec<ValueId> = sources.collect();
                    if rest.is_empty() {
                        views.push(at);
                        at = first;
                        continue;
                    }
                    if choices == 0 {
                        break self.anywhere(at);
                    }
                    views.push(at);
                    let all = [first].into_iter().chain(rest);
                    break all.flat_map(|v| self.places_within(v, choices - 1)).collect();
                }
                _ => break self.anywhere(at),
            }
        };
        for view in views.into_iter().rev() {
            if list.is_empty() {
                list = self.anywhere(view);
                continue;
            }
            let whole = list.len() == 1 && !self.points_to.is_part(view);
            list.iter_mut().for_each(|p| p.whole &= whole);
        }
        few(list)
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

    fn selected(&self, value: ValueId, node: &Node, choices: usize) -> Vec<ByteRange> {
        let [condition, yes, no] = self.module.operands(node) else { return Vec::new() };
        if choices == 0 {
            return self.anywhere(value);
        }
        let places = |v: ValueId| self.places_within(v, choices - 1);
        match self.exact(condition.value) {
            Some(0) => places(no.value),
            Some(_) => places(yes.value),
            None => {
                let mut list = places(yes.value);
                list.extend(places(no.value));
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
    fn slot(&self, node: &Node, choices: usize) -> Option<Vec<ByteRange>> {
        let [from, index, ..] = self.module.operands(node) else { return None };
        let Some(Type::MultiTile(t, count)) = self.module.type_of(from.value) else { return None };
        let n = u64::try_from(self.exact(index.value)?).ok()?;
        let bytes = t.size_bytes();
        let list = self.places_within(from.value, choices.checked_sub(1)?);
        // Of too many places only the bytes around them are known.
        let all = bytes.saturating_mul(u64::from(*count));
        if list.iter().any(|p| p.end - p.start != all) {
            return None;
        }
        let whole = list.len() == 1;
        let of = |p: &ByteRange| {
            let start = p.start.saturating_add(n.saturating_mul(bytes));
            ByteRange { space: p.space, start, end: start.saturating_add(bytes), whole }
        };
        Some(list.iter().map(of).collect())
    }
}
