//! The queues a core has opened: where their slots lie, which cores take part.
//!
//! Source: pto-isa@3186c381 include/pto/common/fifo.hpp, include/pto/npu/a2a3/TPush.hpp:478-497; PTOAS 0.60
//! lib/PTO/Transforms/PTOLowerFrontendPipeOpsPass.cpp:206-253.

use crate::core::Core;
use crate::core::epilogue::QuantScale;
use crate::program::Step;
use crate::queue::{Key, Queue, Slots, Way};
use crate::signal::CoreRole;
use pto_ir::module::NodeId;
use pto_isa::sem::{PtrAt, TileAt, Trap, ViewAt};
use pto_isa::target::{QueueSlots, SignalReach};
use pto_isa::{Space, Type};
use pto_kernels::value::SlotValue;

/// A queue as a core has opened it, in one direction or both.
#[derive(Clone, Debug)]
pub(crate) struct QueueEndpoint {
    pub node: NodeId,
    pub id: Option<i64>,
    pub ways: i64,
    pub slot_bytes: u64,
    pub slots: u64,
    pub local_slots: u64,
    /// The slots in global memory, with the view that describes one.
    pub gm: Option<(PtrAt, Option<ViewAt>)>,
    /// The consumer's buffer, by direction.
    pub local: [Option<i64>; 2],
    /// The queue of the block, by direction.
    pub queue: [Option<(Key, usize)>; 2],
    /// What its conversion scales by.
    pub scale: Option<QuantScale>,
}

impl QueueEndpoint {
    /// Whether the queue has slots for a direction, and where they start.
    fn place(&self, way: Way) -> Result<Option<Slots>, Trap> {
        if self.ways >> way.index() & 1 == 0 {
            return Ok(None);
        }
        let place = match (self.gm, self.local[way.index()]) {
            (Some((at, _)), _) => {
                // Slots of the second direction follow those of the first.
                let shift =
                    if self.ways == 3 && way == Way::ToCube { self.ring_bytes() } else { 0 };
                Slots::Global(at.buffer, at.addr.saturating_add(shift))
            }
            (None, Some(at)) => Slots::Local(at),
            (None, None) => {
                return Err(Trap::new(format!("has no place for the slots to {}", way.to())));
            }
        };
        Ok(Some(place))
    }
    fn ring_bytes(&self) -> i64 {
        i64::try_from(self.slots.saturating_mul(self.slot_bytes)).unwrap_or(i64::MAX)
    }
}

/// How an instruction splits tiles between the vector cores.
pub(crate) fn split(step: &Step<'_>) -> i64 {
    step.number("split").unwrap_or(0)
}

impl Core<'_, '_> {
    /// Opens a queue, or finds the one another core has opened.
    pub(crate) fn open_queue(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let operand = |name: &str| step.def.slot(name).filter(|&o| self.has(step, o));
        let int = |name: &str| operand(name).and_then(|o| self.int(step, o));
        let ways = step.number("dir_mask").unwrap_or(1);
        let slots = step.number("slot_num").unwrap_or(if ways == 3 { 4 } else { 8 });
        let (first, second) = (int("local_addr"), int("peer_local_addr"));
        let local = match ways {
            2 => [None, first.or(int("v2c_consumer_buf"))],
            _ => [first.or(int("c2v_consumer_buf")), second.or(int("v2c_consumer_buf"))],
        };
        // Local slots come first on A5; there a pointer to global memory is left over from A2/A3.
        let left_over =
            self.queue_slots() == QueueSlots::Local && local.iter().any(Option::is_some);
        let gm = operand("gm_addr")
            .or_else(|| operand("gm_slot_tensor"))
            .or_else(|| operand("gm_slot_buffer").filter(|_| !left_over));
        let gm = match gm.map(|o| (o, self.value(step, o))) {
            None => None,
            Some((_, SlotValue::View(v))) => Some((v.at, Some(v))),
            Some((_, SlotValue::Ptr(p))) => Some((p, None)),
            Some((o, _)) => {
                return Err(Trap::new("needs a pointer or a view that was made before").at(o));
            }
        };
        let positive = |n: i64| u64::try_from(n).unwrap_or(0).max(1);
        let mut endpoint = QueueEndpoint {
            node: step.node,
            id: step.results.is_empty().then(|| step.number("id").unwrap_or(0)),
            ways,
            slot_bytes: positive(step.number("slot_size").unwrap_or(1)),
            slots: positive(slots),
            local_slots: positive(step.number("local_slot_num").unwrap_or(slots)),
            gm,
            local,
            queue: [None; 2],
            scale: None,
        };
        let own = self.endpoints.iter().position(|p| p.node == endpoint.node);
        let earlier = own.unwrap_or(self.endpoints.len());
        for way in [Way::ToVector, Way::ToCube] {
            let Some(slots) = endpoint.place(way)? else { continue };
            let same = |k: &(Key, usize)| k.0.way == way && k.0.slots == slots;
            let before = self.endpoints[..earlier].iter().filter_map(|p| p.queue[way.index()]);
            let key = Key { way, slots, nth: before.filter(same).count() };
            let at = self.memory.queues.open(key, endpoint.slots, endpoint.slot_bytes)?;
            endpoint.queue[way.index()] = Some((key, at));
        }
        let handle = match own {
            Some(at) => {
                self.endpoints[at] = endpoint;
                at
            }
            None => {
                self.endpoints.push(endpoint);
                self.endpoints.len() - 1
            }
        };
        if let Some(&(_, slot)) = step.results.first() {
            self.slots.set_number(slot, handle as u64);
        }
        Ok(())
    }

    /// The queue an instruction names: by a handle, or by its number.
    pub(crate) fn endpoint(&self, step: &Step<'_>) -> Result<QueueEndpoint, Trap> {
        let handle = step.def.slot("pipe_handle");
        let endpoint = match handle {
            Some(o) => match self.value(step, o) {
                SlotValue::Scalar(at) => self.endpoints.get(at as usize),
                _ => None,
            },
            None => {
                let id = step.number("id").unwrap_or(0);
                self.endpoints.iter().rev().find(|p| p.id == Some(id))
            }
        };
        endpoint.cloned().ok_or_else(|| Trap::new("uses a queue that this core has not opened"))
    }

    pub(crate) fn queue(&mut self, endpoint: &QueueEndpoint, way: Way) -> Result<&mut Queue, Trap> {
        let queue = endpoint.queue[way.index()].and_then(|(_, at)| self.memory.queues.get(at));
        queue.ok_or_else(|| Trap::new(format!("uses a queue that does not run to {}", way.to())))
    }

    /// The direction of an instruction whose name does not tell it. `end`: whether the core is at the end.
    pub(crate) fn way(
        &self,
        step: &Step<'_>,
        endpoint: &QueueEndpoint,
        end: bool,
    ) -> Result<Way, Trap> {
        match endpoint.ways {
            1 => return Ok(Way::ToVector),
            2 => return Ok(Way::ToCube),
            _ => {}
        }
        let entry = self.entry_operand(step).map(|o| self.value(step, o));
        let cube = match (self.role, entry) {
            (CoreRole::Cube, _) => true,
            (CoreRole::Vector(_), _) => false,
            (_, Some(SlotValue::Tile(t))) => t.ty.space != Space::Vec,
            _ => {
                return Err(Trap::new(
                    "does not say which way it uses a queue that runs both ways",
                ));
            }
        };
        Ok(if cube == end { Way::ToCube } else { Way::ToVector })
    }

    pub(crate) fn entry_operand(&self, step: &Step<'_>) -> Option<u8> {
        step.def.slot("tile").or_else(|| step.def.slot("entry"))
    }

    pub(crate) fn has(&self, step: &Step<'_>, operand: u8) -> bool {
        step.args.iter().any(|a| a.operand == operand)
    }

    /// Which of the vector cores this one is.
    pub(crate) const fn vector(&self) -> usize {
        matches!(self.role, CoreRole::Vector(1)) as usize
    }

    /// The half an instruction is about: that of the core, unless it says so itself.
    pub(crate) fn half_index(&self, step: &Step<'_>) -> Result<usize, Trap> {
        let operand = step.def.slot("aiv_subblockid").filter(|&o| self.has(step, o));
        let Some(o) = operand else { return Ok(self.vector()) };
        match self.int(step, o) {
            Some(n @ 0..=1) => Ok(n as usize),
            n => {
                let n = n.unwrap_or_default();
                Err(Trap::new(format!("asks for half {n}; there are 0 and 1")).at(o))
            }
        }
    }

    fn queue_slots(&self) -> QueueSlots {
        self.program.numerics.target.def().queue_slots
    }

    /// The vector cores that have a part in a transfer, by bits.
    ///
    /// A whole tile passes between the cube core and vector core 0; on A2/A3 signals go to both vector cores
    /// and come from both, so that both have a part in it.
    fn members(&self, split: i64) -> u8 {
        let both = self.program.roles.contains(&CoreRole::Vector(1));
        let all =
            split != 0 || self.program.numerics.target.def().signals == SignalReach::AllVectors;
        if both && all { 3 } else { 1 }
    }

    /// This core's number at an end, the cores there and those at the other end, by bits; and whether this
    /// one has a part in the transfer.
    pub(crate) fn side(&self, step: &Step<'_>, way: Way, end: bool) -> (usize, u8, u8, bool) {
        let vectors = self.members(split(step));
        let at_cube = (way == Way::ToCube) == end;
        if at_cube {
            return (0, 1, vectors, true);
        }
        let who = self.vector();
        (who, vectors, 1, vectors >> who & 1 == 1)
    }

    /// Where a slot in global memory starts.
    pub(crate) fn global_slot(
        &self,
        endpoint: &QueueEndpoint,
        way: Way,
        entry: u64,
    ) -> Result<Option<PtrAt>, Trap> {
        let (Some((at, _)), Some(Slots::Global(_, base))) = (endpoint.gm, endpoint.place(way)?)
        else {
            return Ok(None);
        };
        let bytes = (entry % endpoint.slots).checked_mul(endpoint.slot_bytes);
        let addr = bytes.and_then(|b| base.checked_add(i64::try_from(b).ok()?));
        let addr = addr.ok_or_else(|| Trap::new("uses a slot past the end of memory"))?;
        Ok(Some(PtrAt { addr, ..at }))
    }

    /// Puts a tile into the slot of the consumer's buffer.
    pub(crate) fn local_slot(
        &self,
        endpoint: &QueueEndpoint,
        way: Way,
        n: u64,
        tile: TileAt,
    ) -> Result<TileAt, Trap> {
        let Some(base) = endpoint.local[way.index()] else {
            return Err(Trap::new("takes a tile from a queue without a local buffer"));
        };
        let slots = if endpoint.gm.is_some() { endpoint.local_slots } else { endpoint.slots };
        let bytes = (n % slots).saturating_mul(endpoint.slot_bytes);
        let at = i64::try_from(bytes).ok().and_then(|b| base.checked_add(b));
        let addr = self.address(at.unwrap_or(i64::MAX), &tile.ty, u8::MAX)?;
        Ok(TileAt::new(tile.ty, tile.valid, addr))
    }

    /// The type of what an instruction pops or opens.
    pub(crate) fn entry_type(&self, step: &Step<'_>, operand: u8) -> Option<Type> {
        let module = self.program.module;
        let node = module.node(step.node);
        let given = module.operands(node).iter().find(|o| o.slot == operand).map(|o| o.value);
        let made = || module.results(node).find(|&v| module.value(v).slot == operand);
        module.type_of(given.or_else(made)?).cloned()
    }

    /// A slot in global memory as a view: of the type's extents, with the strides of the view that the queue
    /// was opened with, if it has as many.
    pub(crate) fn slot_view(
        &self,
        step: &Step<'_>,
        endpoint: &QueueEndpoint,
        way: Way,
        number: u64,
        half: usize,
    ) -> Result<ViewAt, Trap> {
        let Some(mut at) = self.global_slot(endpoint, way, number)? else {
            return Err(Trap::new("needs a queue with slots in global memory"));
        };
        let ty = self.entry_type(step, self.entry_operand(step).unwrap_or(0));
        let Some(Type::View { dims: extents, dtype, .. }) = ty else {
            return Err(Trap::new("has no view to bind"));
        };
        at.dtype = dtype;
        let described = endpoint.gm.and_then(|g| g.1);
        let rank = extents.len().min(5);
        let mut dims = [1i64; 5];
        for (i, d) in extents.iter().take(5).enumerate() {
            let i = 5 - rank + i;
            dims[i] = d.known().map_or(described.map_or(1, |v| v.dims[i]), i64::from);
        }
        let mut strides = [0; 5];
        let mut stride = 1i64;
        for i in (5 - rank..5).rev() {
            strides[i] = described.map_or(stride, |v| v.strides[i]);
            stride = stride.saturating_mul(dims[i]);
        }
        let elements = match (split(step), half) {
            (1, 1) => dims[3].saturating_mul(strides[3]),
            (2, 1) => dims[4].saturating_mul(strides[4]),
            _ => 0,
        };
        let bytes = elements.saturating_mul(dtype.bits().into()) / 8;
        at.addr = at.addr.saturating_add(bytes);
        Ok(ViewAt { at, dims, strides })
    }
}
