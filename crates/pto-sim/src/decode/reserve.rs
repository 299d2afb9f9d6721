//! Local memory that is set aside by name for the slots of a queue.
//!
//! The consumer reserves a buffer, the producer imports it: both get its address. A buffer without a place of
//! its own is placed like a tile that is always in use.

use super::{Decoder, Refusal, Unplaced};
use pto_ir::module::{Node, NodeId};
use pto_ir::{Attr, Module};
use pto_isa::class::{Allocate, Class};
use pto_isa::sem::TileAt;
use pto_isa::{DType, Space, TileTy};
use pto_kernels::value::{Slot, SlotValue};
use rustc_hash::FxHashMap;

/// The buffers of a program.
pub(super) struct Reserves {
    /// By the instruction that reserves it: the slot of a tile that covers it.
    slots: FxHashMap<NodeId, Slot>,
    /// The first instruction of a function that reserves a buffer of a name.
    by_name: FxHashMap<(NodeId, String), NodeId>,
}

impl Reserves {
    /// Finds the buffers of a program; none has a slot yet.
    pub fn new(module: &Module) -> Reserves {
        let is_reserve = |node: &Node| {
            module.def(node).is_some_and(|d| d.class == Class::Allocate(Allocate::Reserve))
        };
        let mut by_name = FxHashMap::default();
        for (id, node) in module.nodes().filter(|(_, n)| is_reserve(n)) {
            if let (Some(f), Some(name)) = (module.function_of(id), module.symbol(node, "name")) {
                by_name.entry((f, name.to_string())).or_insert(id);
            }
        }
        Reserves { slots: FxHashMap::default(), by_name }
    }
}

fn int(module: &Module, node: &Node, name: &str) -> Option<u64> {
    match module.attrs.get(module.attr(node, name)?.value) {
        Attr::Int(v, _) => u64::try_from(*v).ok(),
        _ => None,
    }
}

impl Decoder<'_> {
    /// The slot of the buffer that an instruction reserves or imports.
    pub(super) fn reserved(&mut self, id: NodeId) -> Result<Slot, Refusal> {
        let node = self.module.node(id);
        let name = self.module.symbol(node, "name").unwrap_or("");
        let owner = match self.module.symbol(node, "peer_func") {
            None => id,
            Some(peer) => match self.reserve_in(peer, name) {
                Some(owner) => owner,
                None => {
                    let what = format!("imports `{name}`, which `{peer}` does not reserve");
                    return Err(self.refuse(id, &what));
                }
            },
        };
        if let Some(&slot) = self.reserves.slots.get(&owner) {
            return Ok(slot);
        }
        let node = self.module.node(owner);
        let location = self.module.attr(node, "location");
        let is_mat = location.is_some_and(|a| {
            matches!(self.module.attrs.get(a.value),
                Attr::Case { value, .. } | Attr::Str(value) | Attr::Word(value) if &**value == "mat")
        });
        let bytes = int(self.module, node, "size").unwrap_or(0);
        let cols = u32::try_from(bytes).unwrap_or(u32::MAX);
        let space = if is_mat { Space::Mat } else { Space::Vec };
        let ty = TileTy { space, ..TileTy::vec(DType::I8, 1, cols) };
        let slot = self.new_slot();
        match int(self.module, node, "base") {
            Some(base) => {
                self.program.initial_values[slot as usize] =
                    SlotValue::Tile(TileAt::new(ty, (0, 0), base));
            }
            None => {
                let Some(value) = self.module.results(node).next() else {
                    return Err(self.refuse(owner, "reserves a buffer that nothing names"));
                };
                self.tiles.push(Unplaced { slot, ty, value });
            }
        }
        self.reserves.slots.insert(owner, slot);
        Ok(slot)
    }

    /// The instruction that reserves a buffer in a function.
    fn reserve_in(&self, function: &str, name: &str) -> Option<NodeId> {
        let function = *self.functions.get(function)?;
        self.reserves.by_name.get(&(function, name.to_string())).copied()
    }
}
