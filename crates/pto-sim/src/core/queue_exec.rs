//! Queue instructions as a core meets them: queues are opened, tiles and views go in and out.
//!
//! A tile passes as its valid elements, so that the consumer sees the same rows and columns in whatever
//! layout its own tile has. The n-th tile a core pops lies in the n-th slot of its local buffer; slots in
//! global memory hold row-major matrices.
//!
//! Source: pto-isa@3186c381 include/pto/npu/a2a3/{TPush,TPop,TFree,TAlloc}.hpp, include/pto/npu/a5 (same
//! files), include/pto/cpu/TPush.hpp.

use crate::core::BlockedOn;
use crate::core::Core;
use crate::core::queue_endpoint::{QueueEndpoint, split};
use crate::core::tile_split::{offset, window};
use crate::observe::{QueueRecord, QueueStep};
use crate::program::Step;
use crate::program::declared_valid;
use crate::queue::{Entry, Part, QueueOp, Way};
use crate::signal::CoreRole;
use pto_isa::sem::exec::{get_code, set_code};
use pto_isa::sem::{Memory, PtrAt, TileAt, Trap};
use pto_isa::target::QueueSlots;
use pto_isa::{Dim, Space, TileTy, Type, code};
use pto_kernels::value::SlotValue;

impl Core<'_, '_> {
    /// Does what a queue instruction says; the answer is why the core has to wait, if so.
    pub(crate) fn queue_step(
        &mut self,
        step: &Step<'_>,
        op: QueueOp,
    ) -> Result<Option<BlockedOn>, Trap> {
        match op {
            QueueOp::Open { .. } => self.open_queue(step).map(|()| None),
            QueueOp::Push(way) => self.push(step, way),
            QueueOp::Pop(way) => self.pop(step, way),
            QueueOp::Free(way) => self.free(step, way),
            QueueOp::Alloc(way) => self.open_slot(step, way),
        }
    }

    fn push(&mut self, step: &Step<'_>, way: Option<Way>) -> Result<Option<BlockedOn>, Trap> {
        let endpoint = self.endpoint(step)?;
        let operand = self.entry_operand(step).unwrap_or(0);
        let value = self.value(step, operand);
        let way = match (way, value) {
            (Some(way), _) => way,
            (None, SlotValue::Tile(t)) if t.ty.space == Space::Vec => Way::ToCube,
            (None, SlotValue::Tile(_)) => Way::ToVector,
            (None, _) => self.way(step, &endpoint, false)?,
        };
        let (who, own, other, active) = self.side(step, way, false);
        let is_tile = matches!(value, SlotValue::Tile(_));
        let queue = self.queue(&endpoint, way)?;
        if !active {
            if is_tile {
                queue.skip_push(who);
            }
            return Ok(None);
        }
        let SlotValue::Tile(tile) = value else {
            let entry = queue.next_push(who);
            queue.push(who, own, other, None)?;
            self.note(&endpoint, way, entry, QueueStep::Push { opened: true });
            return Ok(None);
        };
        if queue.is_open(who) {
            return Err(Trap::new(
                "pushes a tile while a slot that `pto.talloc` opened is not pushed",
            ));
        }
        let entry = match queue.open(who) {
            Ok(entry) => entry,
            Err(what) => return Ok(Some(BlockedOn::Polled(what))),
        };
        let half = if way == Way::ToCube { self.half_index(step)? } else { 0 };
        let part = self.part(step, &endpoint, tile, half)?;
        let end = |at: u32, n: u32| u64::from(at) + u64::from(n);
        let (rows, cols) = (end(part.at.0, part.shape.0), end(part.at.1, part.shape.1));
        let bytes = rows.saturating_mul(cols).saturating_mul(part.dtype.bits().into()).div_ceil(8);
        if bytes > endpoint.slot_bytes {
            let slot = endpoint.slot_bytes;
            return Err(Trap::new(format!(
                "pushes {rows}x{cols} elements, {bytes} bytes, into a slot of {slot} bytes"
            ))
            .code(code::QUEUE_ENTRY)
            .at(operand));
        }
        if let Some(at) = self.global_slot(&endpoint, way, entry)?.filter(|_| !self.is_dry()) {
            // Halves of columns lie side by side.
            let cols = if matches!(split(step), 2 | 4) && way == Way::ToCube {
                let (n, first) = (u64::from(part.shape.1), half == 0);
                if split(step) == 2 { 2 * n } else { 2 * n + 1 - 2 * u64::from(first) }
            } else {
                cols
            };
            self.store_part(at, &part, cols)?;
        }
        self.queue(&endpoint, way)?.push(who, own, other, Some(part))?;
        self.note(&endpoint, way, entry, QueueStep::Push { opened: false });
        Ok(None)
    }

    /// Remembers what happened to an entry, for the observer.
    fn note(&mut self, endpoint: &QueueEndpoint, way: Way, entry: u64, step: QueueStep) {
        let Some((_, queue)) = endpoint.queue[way.index()] else { return };
        let (slots, global) = (endpoint.slots, endpoint.gm.is_some());
        self.queued = Some(QueueRecord { queue, entry, slots, global, step });
    }

    /// What a tile brings into an entry.
    fn part(
        &self,
        step: &Step<'_>,
        endpoint: &QueueEndpoint,
        tile: TileAt,
        half: usize,
    ) -> Result<Part, Trap> {
        let from = tile.ty.dtype;
        let fixpipe = self.epilogue(endpoint, from, tile.valid.1)?;
        let dtype = fixpipe.as_ref().map_or(from, |f| f.to);
        let shape = tile.valid;
        let bits = u64::from(dtype.bits());
        let total = u64::from(shape.0) * u64::from(shape.1) * bits;
        let source = self.memory.bytes(tile.ty.space, 0, tile.addr as i64, tile.size_bytes())?;
        let offset =
            if tile.ty.space == Space::Vec { offset(split(step), half, shape) } else { (0, 0) };
        if self.is_dry() {
            return Ok(Part { dtype, at: offset, shape, bytes: Vec::new() });
        }
        let mut bytes = vec![0; total.div_ceil(8) as usize];
        let mut at = 0;
        for r in 0..shape.0 {
            for c in 0..shape.1 {
                let code = get_code(source, from, tile.bit_offset(r, c));
                let code = fixpipe.as_ref().map_or(code, |f| f.convert(code, c));
                set_code(&mut bytes, dtype, at, code);
                at += bits;
            }
        }
        Ok(Part { dtype, at: offset, shape, bytes })
    }

    /// Writes elements as rows of `cols` elements into a slot in global memory.
    fn store_part(&mut self, slot: PtrAt, part: &Part, cols: u64) -> Result<(), Trap> {
        let bits = u64::from(part.dtype.bits());
        let (rows, n) = (u64::from(part.shape.0), u64::from(part.shape.1));
        if rows == 0 || n == 0 {
            return Ok(());
        }
        let first = (u64::from(part.at.0) * cols + u64::from(part.at.1)) * bits;
        let span = ((rows - 1) * cols + n) * bits;
        let at = slot.addr.saturating_add((first / 8) as i64);
        let place =
            self.memory.bytes_mut(slot.space, slot.buffer, at, (first % 8 + span).div_ceil(8))?;
        for r in 0..rows {
            for c in 0..n {
                let code = get_code(&part.bytes, part.dtype, (r * n + c) * bits);
                set_code(place, part.dtype, first % 8 + (r * cols + c) * bits, code);
            }
        }
        Ok(())
    }

    fn pop(&mut self, step: &Step<'_>, way: Option<Way>) -> Result<Option<BlockedOn>, Trap> {
        let endpoint = self.endpoint(step)?;
        let operand = self.entry_operand(step).unwrap_or(0);
        let ty = self.entry_type(step, operand);
        let way = match (way, &ty) {
            (Some(way), _) => way,
            (None, Some(Type::Tile(t))) if t.space == Space::Vec => Way::ToVector,
            (None, Some(Type::Tile(_))) => Way::ToCube,
            (None, _) => self.way(step, &endpoint, true)?,
        };
        let (who, _, _, active) = self.side(step, way, true);
        let Some(Type::Tile(ty)) = ty else {
            return self.pop_view(step, &endpoint, way, who, active);
        };
        let tile = self.popped_tile(step, operand, ty)?;
        let half = match way {
            Way::ToVector if endpoint.gm.is_some() => self.half_index(step)?,
            // Its own half is all that lies in the memory of a vector core
            // (pto-isa@3186c381 include/pto/npu/a5/TPush.hpp, popTileFromVecFiFo).
            Way::ToVector => self.vector(),
            Way::ToCube => 0,
        };
        if !active {
            // A core without a part finds zeros (pto-isa@3186c381 include/pto/cpu/TPop.hpp:24-32).
            let tile = self.local_slot(&endpoint, way, 0, tile)?;
            self.clear_tile(tile)?;
            self.queue(&endpoint, way)?.skip_pop(who);
            self.bind(step, operand, SlotValue::Tile(tile));
            return Ok(None);
        }
        let (split, target) = (split(step), self.program.numerics.target);
        let number = match self.queue(&endpoint, way)?.next(who) {
            Ok((number, _)) => number,
            Err(what) => return Ok(Some(BlockedOn::Polled(what))),
        };
        let tile = self.local_slot(&endpoint, way, number, tile)?;
        if !self.is_dry() {
            self.fill(&endpoint, way, who, (split, half), tile)
                .map_err(|trap| if trap.slot.is_none() { trap.at(operand) } else { trap })?;
        }
        let itself = match target.def().queue_slots {
            QueueSlots::Global => true,
            QueueSlots::Local => endpoint.gm.is_some(),
            QueueSlots::Either => false,
        };
        self.queue(&endpoint, way)?.pop(who, itself);
        self.note(&endpoint, way, number, QueueStep::Pop { released: itself });
        self.bind(step, operand, SlotValue::Tile(tile));
        Ok(None)
    }

    /// The consumer's tile with its valid region, before it has a place.
    fn popped_tile(&self, step: &Step<'_>, operand: u8, ty: TileTy) -> Result<TileAt, Trap> {
        if let SlotValue::Tile(t) = self.value(step, operand) {
            return Ok(t);
        }
        let extent = |name: &str, dim: Dim, whole: u32| {
            let slot = step.def.slot(name).unwrap_or(u8::MAX);
            self.valid_extent(self.int(step, slot), dim, whole, slot)
        };
        let mut tile = TileAt::new(ty, declared_valid(&ty), 0);
        tile.valid = (
            extent("valid_row", ty.valid_rows, ty.rows)?,
            extent("valid_col", ty.valid_cols, ty.cols)?,
        );
        Ok(tile)
    }

    /// Fills a tile with its stretch of the next entry.
    fn fill(
        &mut self,
        endpoint: &QueueEndpoint,
        way: Way,
        who: usize,
        (split, half): (i64, usize),
        tile: TileAt,
    ) -> Result<(), Trap> {
        let Some((_, at)) = endpoint.queue[way.index()] else { return Ok(()) };
        // The queue is set aside while the memory it belongs to is written.
        let mut queues = std::mem::take(&mut self.memory.queues);
        let outcome = match queues.get(at).map(|q| q.next(who)) {
            Some(Ok((_, entry))) => self.fill_from(entry, way, (split, half), tile),
            _ => Ok(()),
        };
        self.memory.queues = queues;
        outcome
    }

    fn fill_from(
        &mut self,
        entry: &Entry,
        way: Way,
        (split, half): (i64, usize),
        tile: TileAt,
    ) -> Result<(), Trap> {
        if entry.parts.is_empty() {
            return Err(Trap::new("takes a tile where a view was pushed").code(code::QUEUE_ENTRY));
        }
        let whole = ((0, 0), entry.shape());
        let (first, shape) =
            if way == Way::ToVector { window(split, half, whole.1) } else { whole };
        let dtype = tile.ty.dtype;
        let place = self.memory.bytes_mut(tile.ty.space, 0, tile.addr as i64, tile.size_bytes())?;
        for part in &entry.parts {
            if part.dtype.bits() != dtype.bits() {
                return Err(Trap::new(format!(
                    "takes elements of type {dtype} where {} was pushed",
                    part.dtype
                ))
                .code(code::QUEUE_ENTRY));
            }
            let bits = u64::from(dtype.bits());
            for r in 0..shape.0.min(tile.valid.0) {
                for c in 0..shape.1.min(tile.valid.1) {
                    let from = (first.0 + r, first.1 + c);
                    let inside = |x: u32, at: u32, n: u32| x.checked_sub(at).filter(|&x| x < n);
                    let (Some(pr), Some(pc)) = (
                        inside(from.0, part.at.0, part.shape.0),
                        inside(from.1, part.at.1, part.shape.1),
                    ) else {
                        continue;
                    };
                    let bit = (u64::from(pr) * u64::from(part.shape.1) + u64::from(pc)) * bits;
                    set_code(
                        place,
                        dtype,
                        tile.bit_offset(r, c),
                        get_code(&part.bytes, dtype, bit),
                    );
                }
            }
        }
        Ok(())
    }

    fn clear_tile(&mut self, tile: TileAt) -> Result<(), Trap> {
        let place = self.memory.bytes_mut(tile.ty.space, 0, tile.addr as i64, tile.size_bytes())?;
        for r in 0..tile.valid.0 {
            for c in 0..tile.valid.1 {
                set_code(place, tile.ty.dtype, tile.bit_offset(r, c), 0);
            }
        }
        self.define_tile(&tile);
        Ok(())
    }

    fn bind(&mut self, step: &Step<'_>, operand: u8, value: SlotValue) {
        let made = step.results.iter().find(|r| r.0 == operand).map(|r| r.1);
        let given = || step.args.iter().find(|a| a.operand == operand).map(|a| a.slot);
        if let Some(slot) = made.or_else(given) {
            self.slots.set(slot, value);
        }
    }

    fn pop_view(
        &mut self,
        step: &Step<'_>,
        endpoint: &QueueEndpoint,
        way: Way,
        who: usize,
        active: bool,
    ) -> Result<Option<BlockedOn>, Trap> {
        let queue = self.queue(endpoint, way)?;
        let number = if active {
            match queue.next(who) {
                Ok((number, _)) => number,
                Err(what) => return Ok(Some(BlockedOn::Polled(what))),
            }
        } else {
            0
        };
        let half = if way == Way::ToVector { self.half_index(step)? } else { 0 };
        let view = self.slot_view(step, endpoint, way, number, half)?;
        let queue = self.queue(endpoint, way)?;
        if active {
            queue.pop(who, false);
            self.note(endpoint, way, number, QueueStep::Pop { released: false });
        } else {
            queue.skip_pop(who);
        }
        self.bind(step, self.entry_operand(step).unwrap_or(0), SlotValue::View(view));
        Ok(None)
    }

    fn open_slot(&mut self, step: &Step<'_>, way: Option<Way>) -> Result<Option<BlockedOn>, Trap> {
        let endpoint = self.endpoint(step)?;
        let way = way.map_or_else(|| self.way(step, &endpoint, false), Ok)?;
        let (who, _, _, active) = self.side(step, way, false);
        let queue = self.queue(&endpoint, way)?;
        let number = if active {
            match queue.open(who) {
                Ok(number) => number,
                Err(what) => return Ok(Some(BlockedOn::Polled(what))),
            }
        } else {
            queue.skip_push(who);
            0
        };
        let half = if way == Way::ToCube { self.half_index(step)? } else { 0 };
        let view = self.slot_view(step, &endpoint, way, number, half)?;
        self.bind(step, self.entry_operand(step).unwrap_or(0), SlotValue::View(view));
        if active {
            self.note(&endpoint, way, number, QueueStep::Open);
        }
        Ok(None)
    }

    fn free(&mut self, step: &Step<'_>, way: Option<Way>) -> Result<Option<BlockedOn>, Trap> {
        let endpoint = self.endpoint(step)?;
        let held =
            |core: &mut Self, way: Way| core.queue(&endpoint, way).is_ok_and(|q| q.is_held(0));
        let way = match way {
            Some(way) => way,
            None if self.role == CoreRole::Alone && endpoint.ways == 3 => {
                if held(self, Way::ToVector) { Way::ToVector } else { Way::ToCube }
            }
            None => self.way(step, &endpoint, true)?,
        };
        let (who, ..) = self.side(step, way, true);
        let queue = self.queue(&endpoint, way)?;
        let entry = queue.next_free(who);
        queue.free(who)?;
        if let Some(entry) = entry {
            self.note(&endpoint, way, entry, QueueStep::Free);
        }
        Ok(None)
    }
}
