//! Queue instructions as a core meets them: queues are opened, tiles and views go in and out.
//!
//! A tile passes as its valid elements, so that the consumer sees the same rows and columns in whatever
//! layout its own tile has. The n-th tile a core pops lies in the n-th slot of its local buffer; slots in
//! global memory hold row-major matrices.
//!
//! Source: pto-isa@3186c381 include/pto/npu/a2a3/{TPush,TPop,TFree,TAlloc}.hpp, include/pto/npu/a5 (same
//! files), include/pto/cpu/TPush.hpp, include/pto/common/fifo.hpp; PTOAS 0.60
//! lib/PTO/Transforms/PTOLowerFrontendPipeOpsPass.cpp:206-253.

use crate::core::{Core, declared_valid};
use crate::program::Step;
use crate::queue::{Entry, Key, Part, Queue, QueueOp, Slots, Way};
use crate::schedule::Why;
use crate::signal::CoreRole;
use crate::sync::number;
use crate::value::Value;
use pto_ir::Attr;
use pto_ir::module::NodeId;
use pto_isa::epilogue::{Epilogue, Scale};
use pto_isa::sem::exec::{get_code, set_code};
use pto_isa::sem::fixpipe::{Fixpipe, Params, Relu};
use pto_isa::sem::{Memory, PtrAt, TileAt, Trap, ViewAt};
use pto_isa::{DType, Dim, Space, Target, TileTy, Type, code};

/// A queue as a core has opened it, in one direction or both.
#[derive(Clone, Debug)]
pub(crate) struct Pipe {
    node: NodeId,
    id: Option<i64>,
    ways: i64,
    slot_bytes: u64,
    slots: u64,
    local_slots: u64,
    /// The slots in global memory, with the view that describes one.
    gm: Option<(PtrAt, Option<ViewAt>)>,
    /// The consumer's buffer, by direction.
    local: [Option<i64>; 2],
    /// The queue of the block, by direction.
    queue: [Option<(Key, usize)>; 2],
}

impl Pipe {
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

/// Half of an extent for a vector core: where it starts and how long it is.
fn half(extent: u32, who: usize) -> (u32, u32) {
    let first = extent.div_ceil(2);
    if who == 0 { (0, first) } else { (first, extent - first) }
}

/// The stretch of a pushed tile that a vector core takes: first row and column, rows and columns.
pub(crate) fn window(split: i64, who: usize, shape: (u32, u32)) -> ((u32, u32), (u32, u32)) {
    match split {
        1 | 3 => {
            let (at, rows) = half(shape.0, who);
            ((at, 0), (rows, shape.1))
        }
        2 | 4 => {
            let (at, cols) = half(shape.1, who);
            ((0, at), (shape.0, cols))
        }
        _ => ((0, 0), shape),
    }
}

/// Where the half that a vector core pushes starts in the whole.
pub(crate) fn offset(split: i64, who: usize, shape: (u32, u32)) -> (u32, u32) {
    // Of an odd extent the first core has one row or column more.
    let more = |n: u32| n.saturating_add(u32::from(split > 2));
    match (split, who) {
        (1 | 3, 1) => (more(shape.0), 0),
        (2 | 4, 1) => (0, more(shape.1)),
        _ => (0, 0),
    }
}

fn split(step: &Step<'_>) -> i64 {
    number(step, "split").unwrap_or(0)
}

impl Core<'_, '_> {
    /// Does what a queue instruction says; the answer is why the core has to wait, if so.
    pub(crate) fn queue_step(&mut self, step: &Step<'_>, op: QueueOp) -> Result<Option<Why>, Trap> {
        match op {
            QueueOp::Open => self.open_queue(step).map(|()| None),
            QueueOp::Push(way) => self.push(step, way),
            QueueOp::Pop(way) => self.pop(step, way),
            QueueOp::Free(way) => self.free(step, way),
            QueueOp::Alloc(way) => self.open_slot(step, way),
        }
    }

    fn open_queue(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let operand = |name: &str| step.def.slot(name).filter(|&o| self.has(step, o));
        let int = |name: &str| operand(name).and_then(|o| self.int(step, o));
        let ways = number(step, "dir_mask").unwrap_or(1);
        let slots = number(step, "slot_num").unwrap_or(if ways == 3 { 4 } else { 8 });
        let (first, second) = (int("local_addr"), int("peer_local_addr"));
        let local = match ways {
            2 => [None, first.or(int("v2c_consumer_buf"))],
            _ => [first.or(int("c2v_consumer_buf")), second.or(int("v2c_consumer_buf"))],
        };
        // Local slots come first on A5; there a pointer to global memory is left over from A2/A3.
        let left_over =
            self.program.numerics.target == Target::A5 && local.iter().any(Option::is_some);
        let gm = operand("gm_addr")
            .or_else(|| operand("gm_slot_tensor"))
            .or_else(|| operand("gm_slot_buffer").filter(|_| !left_over));
        let gm = match gm.map(|o| (o, self.value(step, o))) {
            None => None,
            Some((_, Value::View(v))) => Some((v.at, Some(v))),
            Some((_, Value::Ptr(p))) => Some((p, None)),
            Some((o, _)) => {
                return Err(Trap::new("needs a pointer or a view that was made before").at(o));
            }
        };
        let positive = |n: i64| u64::try_from(n).unwrap_or(0).max(1);
        let mut pipe = Pipe {
            node: step.node,
            id: step.results.is_empty().then(|| number(step, "id").unwrap_or(0)),
            ways,
            slot_bytes: positive(number(step, "slot_size").unwrap_or(1)),
            slots: positive(slots),
            local_slots: positive(number(step, "local_slot_num").unwrap_or(slots)),
            gm,
            local,
            queue: [None; 2],
        };
        let own = self.pipes.iter().position(|p| p.node == pipe.node);
        let earlier = own.unwrap_or(self.pipes.len());
        for way in [Way::ToVector, Way::ToCube] {
            let Some(slots) = pipe.place(way)? else { continue };
            let same = |k: &(Key, usize)| k.0.way == way && k.0.slots == slots;
            let before = self.pipes[..earlier].iter().filter_map(|p| p.queue[way.index()]);
            let key = Key { way, slots, nth: before.filter(same).count() };
            let at = self.memory.queues.open(key, pipe.slots, pipe.slot_bytes)?;
            pipe.queue[way.index()] = Some((key, at));
        }
        let handle = match own {
            Some(at) => {
                self.pipes[at] = pipe;
                at
            }
            None => {
                self.pipes.push(pipe);
                self.pipes.len() - 1
            }
        };
        if let Some(&(_, slot)) = step.results.first() {
            self.slots[slot as usize] = Value::Scalar(handle as u64);
        }
        Ok(())
    }

    /// The queue an instruction names: by a handle, or by its number.
    fn pipe(&self, step: &Step<'_>) -> Result<Pipe, Trap> {
        let handle = step.def.slot("pipe_handle");
        let pipe = match handle {
            Some(o) => match self.value(step, o) {
                Value::Scalar(at) => self.pipes.get(at as usize),
                _ => None,
            },
            None => {
                let id = number(step, "id").unwrap_or(0);
                self.pipes.iter().rev().find(|p| p.id == Some(id))
            }
        };
        pipe.cloned().ok_or_else(|| Trap::new("uses a queue that this core has not opened"))
    }

    fn queue(&mut self, pipe: &Pipe, way: Way) -> Result<&mut Queue, Trap> {
        let queue = pipe.queue[way.index()].and_then(|(_, at)| self.memory.queues.get(at));
        queue.ok_or_else(|| Trap::new(format!("uses a queue that does not run to {}", way.to())))
    }

    /// The direction of an instruction whose name does not tell it. `end`: whether the core is at the end.
    fn way(&self, step: &Step<'_>, pipe: &Pipe, end: bool) -> Result<Way, Trap> {
        match pipe.ways {
            1 => return Ok(Way::ToVector),
            2 => return Ok(Way::ToCube),
            _ => {}
        }
        let entry = self.entry_operand(step).map(|o| self.value(step, o));
        let cube = match (self.role, entry) {
            (CoreRole::Cube, _) => true,
            (CoreRole::Vector(_), _) => false,
            (_, Some(Value::Tile(t))) => t.ty.space != Space::Vec,
            _ => {
                return Err(Trap::new(
                    "does not say which way it uses a queue that runs both ways",
                ));
            }
        };
        Ok(if cube == end { Way::ToCube } else { Way::ToVector })
    }

    fn entry_operand(&self, step: &Step<'_>) -> Option<u8> {
        step.def.slot("tile").or_else(|| step.def.slot("entry"))
    }

    fn has(&self, step: &Step<'_>, operand: u8) -> bool {
        step.args.iter().any(|a| a.operand == operand)
    }

    /// Which of the vector cores this one is.
    const fn vector(&self) -> usize {
        matches!(self.role, CoreRole::Vector(1)) as usize
    }

    /// The half an instruction is about: that of the core, unless it says so itself.
    fn half_index(&self, step: &Step<'_>) -> Result<usize, Trap> {
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

    /// The vector cores that have a part in a transfer, by bits.
    ///
    /// A whole tile passes between the cube core and vector core 0; on A2/A3 signals go to both vector cores
    /// and come from both, so that both have a part in it.
    fn members(&self, split: i64) -> u8 {
        let both = self.program.roles.contains(&CoreRole::Vector(1));
        let all = split != 0 || self.program.numerics.target == Target::A2a3;
        if both && all { 3 } else { 1 }
    }

    /// This core's number at an end, the cores there and those at the other end, by bits; and whether this
    /// one has a part in the transfer.
    fn side(&self, step: &Step<'_>, way: Way, end: bool) -> (usize, u8, u8, bool) {
        let vectors = self.members(split(step));
        let at_cube = (way == Way::ToCube) == end;
        if at_cube {
            return (0, 1, vectors, true);
        }
        let who = self.vector();
        (who, vectors, 1, vectors >> who & 1 == 1)
    }

    fn push(&mut self, step: &Step<'_>, way: Option<Way>) -> Result<Option<Why>, Trap> {
        let pipe = self.pipe(step)?;
        let operand = self.entry_operand(step).unwrap_or(0);
        let value = self.value(step, operand);
        let way = match (way, value) {
            (Some(way), _) => way,
            (None, Value::Tile(t)) if t.ty.space == Space::Vec => Way::ToCube,
            (None, Value::Tile(_)) => Way::ToVector,
            (None, _) => self.way(step, &pipe, false)?,
        };
        let (who, own, other, active) = self.side(step, way, false);
        let is_tile = matches!(value, Value::Tile(_));
        let queue = self.queue(&pipe, way)?;
        if !active {
            if is_tile {
                queue.skip_push(who);
            }
            return Ok(None);
        }
        let Value::Tile(tile) = value else {
            return queue.push(who, own, other, None).map(|()| None);
        };
        if queue.is_open(who) {
            return Err(Trap::new("pushes a tile while a slot that `talloc` opened is not pushed"));
        }
        let entry = match queue.open(who) {
            Ok(entry) => entry,
            Err(what) => return Ok(Some(Why::Queue(what))),
        };
        let half = if way == Way::ToCube { self.half_index(step)? } else { 0 };
        let part = self.part(step, &pipe, tile, half)?;
        let end = |at: u32, n: u32| u64::from(at) + u64::from(n);
        let (rows, cols) = (end(part.at.0, part.shape.0), end(part.at.1, part.shape.1));
        let bytes = rows.saturating_mul(cols).saturating_mul(part.dtype.bits().into()).div_ceil(8);
        if bytes > pipe.slot_bytes {
            let slot = pipe.slot_bytes;
            return Err(Trap::new(format!(
                "pushes {rows}x{cols} elements, {bytes} bytes, into a slot of {slot} bytes"
            ))
            .code(code::QUEUE_ENTRY)
            .at(operand));
        }
        if let Some(at) = self.global_slot(&pipe, way, entry)? {
            // Halves of columns lie side by side.
            let cols = if matches!(split(step), 2 | 4) && way == Way::ToCube {
                let (n, first) = (u64::from(part.shape.1), half == 0);
                if split(step) == 2 { 2 * n } else { 2 * n + 1 - 2 * u64::from(first) }
            } else {
                cols
            };
            self.store_part(at, &part, cols)?;
        }
        self.queue(&pipe, way)?.push(who, own, other, Some(part)).map(|()| None)
    }

    /// What a tile brings into an entry.
    fn part(&self, step: &Step<'_>, pipe: &Pipe, tile: TileAt, half: usize) -> Result<Part, Trap> {
        let from = tile.ty.dtype;
        let fixpipe = self.epilogue(pipe, from)?;
        let dtype = fixpipe.as_ref().map_or(from, |f| f.to);
        let shape = tile.valid;
        let bits = u64::from(dtype.bits());
        let total = u64::from(shape.0) * u64::from(shape.1) * bits;
        let source = self.memory.bytes(tile.ty.space, 0, tile.addr as i64, tile.size_bytes())?;
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
        let at =
            if tile.ty.space == Space::Vec { offset(split(step), half, shape) } else { (0, 0) };
        Ok(Part { dtype, at, shape, bytes })
    }

    /// The conversion on the way out of the accumulator.
    fn epilogue(&self, pipe: &Pipe, from: DType) -> Result<Option<Fixpipe>, Trap> {
        let module = self.program.module;
        let Some(a) = module.attr(module.node(pipe.node), "acc_push_epilogue") else {
            return Ok(None);
        };
        let epilogue = match module.attrs.get(a.value) {
            Attr::Other(text) => Epilogue::parse(text),
            _ => None,
        };
        let unknown =
            || Trap::new("has an epilogue that is not executable yet").code(code::NOT_EXECUTABLE);
        let epilogue = epilogue.ok_or_else(unknown)?;
        let quant = epilogue.conversion().filter(|q| q.scale == Scale::None).ok_or_else(unknown)?;
        let to =
            if quant.from.len() > 1 { from } else { quant.to.first().copied().unwrap_or(from) };
        let relu = if epilogue.relu == "normal_relu" { Relu::Normal } else { Relu::None };
        Ok(Some(Fixpipe::new(self.program.numerics.target, from, to, Params::None, relu)))
    }

    /// Where a slot in global memory starts.
    fn global_slot(&self, pipe: &Pipe, way: Way, entry: u64) -> Result<Option<PtrAt>, Trap> {
        let (Some((at, _)), Some(Slots::Global(_, base))) = (pipe.gm, pipe.place(way)?) else {
            return Ok(None);
        };
        let bytes = (entry % pipe.slots).checked_mul(pipe.slot_bytes);
        let addr = bytes.and_then(|b| base.checked_add(i64::try_from(b).ok()?));
        let addr = addr.ok_or_else(|| Trap::new("uses a slot behind the end of memory"))?;
        Ok(Some(PtrAt { addr, ..at }))
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

    fn pop(&mut self, step: &Step<'_>, way: Option<Way>) -> Result<Option<Why>, Trap> {
        let pipe = self.pipe(step)?;
        let operand = self.entry_operand(step).unwrap_or(0);
        let ty = self.entry_type(step, operand);
        let way = match (way, &ty) {
            (Some(way), _) => way,
            (None, Some(Type::Tile(t))) if t.space == Space::Vec => Way::ToVector,
            (None, Some(Type::Tile(_))) => Way::ToCube,
            (None, _) => self.way(step, &pipe, true)?,
        };
        let (who, _, _, active) = self.side(step, way, true);
        let Some(Type::Tile(ty)) = ty else {
            return self.pop_view(step, &pipe, way, who, active);
        };
        let tile = self.popped_tile(step, operand, ty)?;
        let half = if way == Way::ToVector { self.half_index(step)? } else { 0 };
        if !active {
            // A core without a part finds zeros (pto-isa@3186c381 include/pto/cpu/TPop.hpp:24-32).
            let tile = self.local_slot(&pipe, way, 0, tile)?;
            self.clear_tile(tile)?;
            self.queue(&pipe, way)?.skip_pop(who);
            self.bind(step, operand, Value::Tile(tile));
            return Ok(None);
        }
        let (split, target) = (split(step), self.program.numerics.target);
        let number = match self.queue(&pipe, way)?.next(who) {
            Ok((number, _)) => number,
            Err(what) => return Ok(Some(Why::Queue(what))),
        };
        let tile = self.local_slot(&pipe, way, number, tile)?;
        self.fill(&pipe, way, who, (split, half), tile)
            .map_err(|trap| if trap.slot.is_none() { trap.at(operand) } else { trap })?;
        let itself = target == Target::A2a3 || target == Target::A5 && pipe.gm.is_some();
        self.queue(&pipe, way)?.pop(who, itself);
        self.bind(step, operand, Value::Tile(tile));
        Ok(None)
    }

    /// The type of what an instruction pops or opens.
    fn entry_type(&self, step: &Step<'_>, operand: u8) -> Option<Type> {
        let module = self.program.module;
        let node = module.node(step.node);
        let given = module.operands(node).iter().find(|o| o.slot == operand).map(|o| o.value);
        let made = || module.results(node).find(|&v| module.value(v).slot == operand);
        module.type_of(given.or_else(made)?).cloned()
    }

    /// The consumer's tile with its valid region, before it has a place.
    fn popped_tile(&self, step: &Step<'_>, operand: u8, ty: TileTy) -> Result<TileAt, Trap> {
        if let Value::Tile(t) = self.value(step, operand) {
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

    /// Puts a tile into the slot of the consumer's buffer.
    fn local_slot(&self, pipe: &Pipe, way: Way, n: u64, tile: TileAt) -> Result<TileAt, Trap> {
        let Some(base) = pipe.local[way.index()] else {
            return Err(Trap::new("takes a tile from a queue without a local buffer"));
        };
        let slots = if pipe.gm.is_some() { pipe.local_slots } else { pipe.slots };
        let bytes = (n % slots).saturating_mul(pipe.slot_bytes);
        let at = i64::try_from(bytes).ok().and_then(|b| base.checked_add(b));
        let addr = self.address(at.unwrap_or(i64::MAX), &tile.ty, u8::MAX)?;
        Ok(TileAt::new(tile.ty, tile.valid, addr))
    }

    /// Fills a tile with its stretch of the next entry.
    fn fill(
        &mut self,
        pipe: &Pipe,
        way: Way,
        who: usize,
        (split, half): (i64, usize),
        tile: TileAt,
    ) -> Result<(), Trap> {
        let Some((_, at)) = pipe.queue[way.index()] else { return Ok(()) };
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
        Ok(())
    }

    fn bind(&mut self, step: &Step<'_>, operand: u8, value: Value) {
        let made = step.results.iter().find(|r| r.0 == operand).map(|r| r.1);
        let given = || step.args.iter().find(|a| a.operand == operand).map(|a| a.slot);
        if let Some(slot) = made.or_else(given) {
            self.slots[slot as usize] = value;
        }
    }

    fn pop_view(
        &mut self,
        step: &Step<'_>,
        pipe: &Pipe,
        way: Way,
        who: usize,
        active: bool,
    ) -> Result<Option<Why>, Trap> {
        let queue = self.queue(pipe, way)?;
        let number = if active {
            match queue.next(who) {
                Ok((number, _)) => number,
                Err(what) => return Ok(Some(Why::Queue(what))),
            }
        } else {
            0
        };
        let half = if way == Way::ToVector { self.half_index(step)? } else { 0 };
        let view = self.slot_view(step, pipe, way, number, half)?;
        let queue = self.queue(pipe, way)?;
        if active {
            queue.pop(who, false);
        } else {
            queue.skip_pop(who);
        }
        self.bind(step, self.entry_operand(step).unwrap_or(0), Value::View(view));
        Ok(None)
    }

    fn open_slot(&mut self, step: &Step<'_>, way: Option<Way>) -> Result<Option<Why>, Trap> {
        let pipe = self.pipe(step)?;
        let way = way.map_or_else(|| self.way(step, &pipe, false), Ok)?;
        let (who, _, _, active) = self.side(step, way, false);
        let queue = self.queue(&pipe, way)?;
        let number = if active {
            match queue.open(who) {
                Ok(number) => number,
                Err(what) => return Ok(Some(Why::Queue(what))),
            }
        } else {
            queue.skip_push(who);
            0
        };
        let half = if way == Way::ToCube { self.half_index(step)? } else { 0 };
        let view = self.slot_view(step, &pipe, way, number, half)?;
        self.bind(step, self.entry_operand(step).unwrap_or(0), Value::View(view));
        Ok(None)
    }

    /// A slot in global memory as a view: of the type's extents, with the strides of the view that the queue
    /// was opened with, if it has as many.
    fn slot_view(
        &self,
        step: &Step<'_>,
        pipe: &Pipe,
        way: Way,
        number: u64,
        half: usize,
    ) -> Result<ViewAt, Trap> {
        let Some(mut at) = self.global_slot(pipe, way, number)? else {
            return Err(Trap::new("needs a queue with slots in global memory"));
        };
        let ty = self.entry_type(step, self.entry_operand(step).unwrap_or(0));
        let Some(Type::View { dims: extents, dtype, .. }) = ty else {
            return Err(Trap::new("has no view to bind"));
        };
        at.dtype = dtype;
        let described = pipe.gm.and_then(|g| g.1);
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

    fn free(&mut self, step: &Step<'_>, way: Option<Way>) -> Result<Option<Why>, Trap> {
        let pipe = self.pipe(step)?;
        let held = |core: &mut Self, way: Way| core.queue(&pipe, way).is_ok_and(|q| q.is_held(0));
        let way =
            match way {
                Some(way) => way,
                None if self.role == CoreRole::Alone && pipe.ways == 3 => {
                    if held(self, Way::ToVector) { Way::ToVector } else { Way::ToCube }
                }
                None => self.way(step, &pipe, true)?,
            };
        let (who, ..) = self.side(step, way, true);
        self.queue(&pipe, way)?.free(who).map(|()| None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_vector_core_takes_the_larger_half_of_an_odd_extent() {
        assert_eq!(window(3, 0, (15, 8)), ((0, 0), (8, 8)));
        assert_eq!(window(3, 1, (15, 8)), ((8, 0), (7, 8)));
        assert_eq!(window(4, 0, (8, 15)), ((0, 0), (8, 8)));
        assert_eq!(window(4, 1, (8, 15)), ((0, 8), (8, 7)));
    }

    #[test]
    fn even_extents_are_halved_and_whole_tiles_stay_whole() {
        for who in [0, 1] {
            let at = who as u32 * 4;
            assert_eq!(window(0, who, (8, 8)), ((0, 0), (8, 8)));
            assert_eq!(window(1, who, (8, 8)), ((at, 0), (4, 8)));
            assert_eq!(window(2, who, (8, 8)), ((0, at), (8, 4)));
            assert_eq!(window(1, who, (0, 0)), ((0, 0), (0, 0)));
        }
    }

    #[test]
    fn halves_meet_where_they_were_cut() {
        for (split, shape) in [(1, (8, 6)), (2, (8, 6)), (3, (7, 6)), (4, (8, 5))] {
            let (first, _) = window(split, 0, shape);
            let (second, rest) = window(split, 1, shape);
            assert_eq!(offset(split, 0, shape), first);
            assert_eq!(offset(split, 1, rest), second, "split {split}");
        }
        assert_eq!(offset(0, 1, (8, 8)), (0, 0));
    }
}
