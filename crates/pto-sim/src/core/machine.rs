//! Instructions that are the machine itself: tiles and views are made, addresses computed, blocks counted.

use crate::action::Action;
use crate::core::Core;
use crate::program::Step;
use crate::signal::CoreRole;
use pto_isa::packed::pointee;
use pto_isa::sem::exec::{get_code, set_code};
use pto_isa::sem::view::extents;
use pto_isa::sem::{Memory, PtrAt, TileAt, Trap, ViewAt};
use pto_isa::{Dim, TileTy, Type, code};
use pto_kernels::value::SlotValue;

impl Core<'_, '_> {
    pub(crate) fn machine_step(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        match step.action {
            Action::Sem | Action::Nothing | Action::Sync(_) => Ok(()),
            Action::AllocTile => self.alloc_tile(step),
            Action::MakeView => self.make_view(step),
            Action::PartitionView => self.partition_view(step),
            Action::ViewDim | Action::ViewStride => self.view_extent(step),
            Action::SetValid => self.set_valid(step),
            Action::GetValid | Action::ValidRows | Action::ValidCols => self.get_valid(step),
            Action::AddressOf => self.address_of(step),
            Action::Window => self.window(step),
            Action::Reshape => self.reshape(step),
            Action::Assign => self.assign(step),
            Action::MultiGet => self.multi_get(step),
            Action::ScaleAddress => self.scale_address(step),
            Action::BlockIdx => self.give(step, self.block.into()),
            Action::BlockNum => self.give(step, self.blocks.into()),
            Action::SubBlockIdx => self.give(step, matches!(self.role, CoreRole::Vector(1)).into()),
            Action::SubBlockNum => {
                let vectors = |r: &&CoreRole| matches!(r, CoreRole::Vector(_));
                let count = self.program.roles.iter().filter(vectors).count();
                self.give(step, count.max(1) as i64)
            }
            Action::Load => self.load_scalar(step),
            Action::Store => self.store_scalar(step),
            Action::AddPtr => self.add_ptr(step),
            Action::CastPtr => self.cast_ptr(step),
            Action::Reserved => self.reserved(step),
            Action::SetScale => self.set_scale(step),
            Action::DeclareLocal => self.declare_local(step),
            Action::GetLocal => self.get_local(step),
            Action::SetLocal => self.set_local(step),
            Action::FillLocal => self.fill_local(step),
            Action::Keep => self.keep(step),
            Action::Resume => self.resume(step),
            Action::ThreadQuery(query) => self.answer_thread(step, query),
            Action::Trap => Err(Trap::new("stops the program")),
        }
    }

    fn alloc_tile(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let Some(&(_, slot)) = step.results.first() else { return Ok(()) };
        let SlotValue::Tile(mut t) = self.program.initial_values[slot as usize] else {
            return Ok(());
        };
        let (row, col) = (self.slot_of(step, "valid_row"), self.slot_of(step, "valid_col"));
        t.valid = (
            self.valid_extent(self.int(step, row), t.ty.valid_rows, t.ty.rows, row)?,
            self.valid_extent(self.int(step, col), t.ty.valid_cols, t.ty.cols, col)?,
        );
        let addr = self.slot_of(step, "addr");
        if let Some(at) = self.int(step, addr).or_else(|| self.attr_int(step, "addr")) {
            t.addr = self.address(at, &t.ty, addr)?;
        }
        self.slots.set(slot, SlotValue::Tile(t));
        Ok(())
    }

    /// The place of a reserved buffer was found when tiles were placed.
    fn reserved(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        match step.args.first().map(|a| self.program.initial_values[a.slot as usize]) {
            Some(SlotValue::Tile(t)) => self.give(step, t.addr as i64),
            _ => Err(Trap::new("names a buffer that nobody reserves")),
        }
    }

    pub(crate) fn address(&self, at: i64, ty: &TileTy, slot: u8) -> Result<u64, Trap> {
        let capacity = self.program.numerics.target.capacity_bytes(ty.space).unwrap_or(0);
        let end = u64::try_from(at).ok().and_then(|a| a.checked_add(ty.size_bytes()));
        match end {
            Some(end) if end <= capacity => Ok(at as u64),
            _ => Err(Trap::new(format!(
                "places {} bytes at {at:#x} of `{}`, which has {capacity} bytes",
                ty.size_bytes(),
                ty.space
            ))
            .code(code::ADDR_RANGE)
            .at(slot)),
        }
    }

    fn make_view(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let at = self.ptr(step, self.slot_of(step, "ptr"))?;
        let (dims, rank) = self.ints::<5>(step, self.slot_of(step, "shape"), 1);
        let (mut strides, given) = self.ints::<5>(step, self.slot_of(step, "strides"), 0);
        if given == 0 {
            let mut stride = 1i64;
            for i in (0..5).rev() {
                strides[i] = stride;
                stride = stride.saturating_mul(dims[i]);
            }
        }
        if rank > 5 || dims.iter().any(|&d| d < 0) {
            return Err(Trap::new(format!("makes a view of {} elements", extents(&dims))));
        }
        self.put(step, SlotValue::View(ViewAt { at, dims, strides }))
    }

    fn partition_view(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let mut v = self.view(step, self.slot_of(step, "source"))?;
        let offsets = self.slot_of(step, "offsets");
        let (offset, _) = self.ints::<5>(step, offsets, 0);
        let (sizes, _) = self.ints::<5>(step, self.slot_of(step, "sizes"), 1);
        let mut elements = 0i64;
        for (o, s) in offset.iter().zip(v.strides) {
            elements = o
                .checked_mul(s)
                .and_then(|p| elements.checked_add(p))
                .ok_or_else(|| Trap::new("has offsets that overflow").at(offsets))?;
        }
        let bytes = elements.checked_mul(v.at.dtype.bits().into()).map(|b| b.div_euclid(8));
        let addr = bytes.and_then(|b| v.at.addr.checked_add(b));
        v.at.addr = addr.ok_or_else(|| Trap::new("has offsets that overflow").at(offsets))?;
        if sizes.iter().any(|&d| d < 0) {
            return Err(Trap::new(format!("takes a part of {} elements", extents(&sizes))));
        }
        v.at = self.follow(v.at).map_err(|e| e.at(offsets))?;
        v.dims = sizes;
        self.put(step, SlotValue::View(v))
    }

    fn view_extent(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let v = self.view(step, 0)?;
        let module = self.program.module;
        let source = module.operands(module.node(step.node)).first().map(|o| o.value);
        let rank = match source.and_then(|s| module.type_of(s)) {
            Some(Type::View { dims, .. }) => dims.len().min(5),
            _ => 5,
        };
        let i = self.int(step, 1).unwrap_or(0);
        let Some(i) = usize::try_from(i).ok().filter(|&i| i < rank) else {
            return Err(Trap::new(format!("asks for extent {i} of a view of rank {rank}")).at(1));
        };
        let list = if step.action == Action::ViewDim { v.dims } else { v.strides };
        self.give(step, list[5 - rank + i])
    }

    fn set_valid(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let mut t = self.tile(step, 0)?;
        t.valid = (
            self.valid_extent(self.int(step, 1), Dim::Is(t.valid.0), t.ty.rows, 1)?,
            self.valid_extent(self.int(step, 2), Dim::Is(t.valid.1), t.ty.cols, 2)?,
        );
        if let Some(a) = step.args.iter().find(|a| a.operand == 0) {
            self.slots.set(a.slot, SlotValue::Tile(t));
        }
        Ok(())
    }

    fn get_valid(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let (rows, cols) = self.tile(step, 0)?.valid;
        match step.action {
            Action::ValidRows => self.give(step, rows.into()),
            Action::ValidCols => self.give(step, cols.into()),
            _ => {
                for (&(_, slot), n) in step.results.iter().zip([rows, cols]) {
                    self.slots.set_number(slot, n.into());
                }
                Ok(())
            }
        }
    }

    fn address_of(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let at = match self.value(step, 0) {
            SlotValue::Tile(t) => {
                PtrAt { space: t.ty.space, buffer: 0, addr: t.addr as i64, dtype: t.ty.dtype }
            }
            SlotValue::View(v) => v.at,
            SlotValue::Ptr(p) => p,
            _ => return Err(Trap::new("needs a tile or a view that was made before").at(0)),
        };
        self.put(step, SlotValue::Ptr(at))
    }

    fn window(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let source = self.tile(step, 0)?;
        let offsets = self.slot_of(step, "offsets");
        let (offset, _) = self.ints::<2>(step, offsets, 0);
        let mut ty = self.result_tile(step)?;
        let inside = |o: i64, end: u32| u32::try_from(o).ok().filter(|&o| o < end);
        let (Some(row), Some(col)) =
            (inside(offset[0], source.ty.rows), inside(offset[1], source.ty.cols))
        else {
            return Err(Trap::new(format!(
                "starts a window at ({}, {}) of a tile of {}x{}",
                offset[0], offset[1], source.ty.rows, source.ty.cols
            ))
            .at(offsets));
        };
        ty.rows = ty.rows.min(source.ty.rows - row);
        ty.cols = ty.cols.min(source.ty.cols - col);
        let (vr, vc) = (self.slot_of(step, "valid_row"), self.slot_of(step, "valid_col"));
        let left = |dim: Dim, valid: u32, from: u32| match dim {
            Dim::Is(n) => Dim::Is(n),
            _ => Dim::Is(valid.saturating_sub(from)),
        };
        let valid = (
            self.valid_extent(
                self.int(step, vr),
                left(ty.valid_rows, source.valid.0, row),
                ty.rows,
                vr,
            )?,
            self.valid_extent(
                self.int(step, vc),
                left(ty.valid_cols, source.valid.1, col),
                ty.cols,
                vc,
            )?,
        );
        let addr = source.addr + source.bit_offset(row, col) / 8;
        self.put(step, SlotValue::Tile(TileAt { ty, valid, addr, storage: source.storage }))
    }

    fn reshape(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let source = self.tile(step, 0)?;
        let ty = self.result_tile(step)?;
        let known = |dim: Dim, valid: u32, whole: u32| dim.known().unwrap_or(valid).min(whole);
        let valid = (
            known(ty.valid_rows, source.valid.0, ty.rows),
            known(ty.valid_cols, source.valid.1, ty.cols),
        );
        self.put(step, SlotValue::Tile(TileAt::new(ty, valid, source.addr)))
    }

    fn multi_get(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let all = self.tile(step, 0)?;
        let ty = self.result_tile(step)?;
        let count = u64::from(all.ty.rows / ty.rows.max(1));
        let i = self.int(step, 1).unwrap_or(0);
        let Some(i) = u64::try_from(i).ok().filter(|&i| i < count) else {
            return Err(Trap::new(format!("selects buffer {i} of {count}")).at(1));
        };
        let valid = (
            ty.valid_rows.known().unwrap_or(all.valid.0).min(ty.rows),
            ty.valid_cols.known().unwrap_or(all.valid.1).min(ty.cols),
        );
        let addr = all.addr + i * ty.size_bytes();
        self.put(step, SlotValue::Tile(TileAt::new(ty, valid, addr)))
    }

    fn scale_address(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let source = self.tile(step, 0)?;
        let mut t = match self.value(step, 1) {
            SlotValue::Tile(t) => t,
            _ => {
                let ty = self.result_tile(step)?;
                TileAt::new(ty, crate::program::declared_valid(&ty), 0)
            }
        };
        t.addr = self.address((source.addr >> 2) as i64, &t.ty, 1)?;
        self.put(step, SlotValue::Tile(t))
    }

    fn assign(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let slot = self.slot_of(step, "addr");
        let at = self.int(step, slot).or_else(|| self.attr_int(step, "address"));
        let Some(at) = at else { return Err(Trap::new("has no address").at(slot)) };
        let mut t = self.tile(step, 0)?;
        t.addr = self.address(at, &t.ty, slot)?;
        if let Some(a) = step.args.iter().find(|a| a.operand == 0) {
            self.slots.set(a.slot, SlotValue::Tile(t));
        }
        if let Some(&(_, slot)) = step.results.first() {
            self.slots.set(slot, SlotValue::Tile(t));
        }
        Ok(())
    }

    /// Where a pointer leads to: it may have been moved into the window of another device.
    fn follow(&self, p: PtrAt) -> Result<PtrAt, Trap> {
        self.options.windows.map_or(Ok(p), |windows| windows.follow(p))
    }

    /// The element a pointer and an index name, and its address.
    pub(crate) fn element(&self, step: &Step<'_>) -> Result<PtrAt, Trap> {
        let ptr = self.slot_of(step, "ptr");
        let mut p = self.ptr(step, ptr)?;
        let offset = self.slot_of(step, "offset");
        let i = self.int(step, offset).unwrap_or(0);
        let bytes = i.checked_mul(p.dtype.bytes().into());
        p.addr = bytes
            .and_then(|b| p.addr.checked_add(b))
            .ok_or_else(|| Trap::new(format!("uses element {i} of a pointer")).at(offset))?;
        self.follow(p).map_err(|e| e.at(offset))
    }

    fn load_scalar(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let p = self.element(step)?;
        let bytes = self.memory.bytes(p.space, p.buffer, p.addr, p.dtype.bytes().into())?;
        let code = get_code(bytes, p.dtype, 0);
        self.put(step, SlotValue::Scalar(code))
    }

    fn store_scalar(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let p = self.element(step)?;
        let value = self.slot_of(step, "value");
        let code = self.value(step, value).bits();
        let bytes = self.memory.bytes_mut(p.space, p.buffer, p.addr, p.dtype.bytes().into())?;
        set_code(bytes, p.dtype, 0, code);
        Ok(())
    }

    fn add_ptr(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let p = self.element(step)?;
        self.put(step, SlotValue::Ptr(p))
    }

    fn cast_ptr(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let Some((dtype, space)) = self.result_type(step).and_then(pointee) else {
            let at = match (self.value(step, 0), self.options.addresses) {
                (SlotValue::Ptr(p), Some(addresses)) => addresses.address_of(p),
                _ => self.int(step, 0).unwrap_or(0),
            };
            return self.give(step, at);
        };
        let p = match self.value(step, 0) {
            SlotValue::Ptr(p) => PtrAt { dtype, ..p },
            other => {
                let p = PtrAt { space, buffer: 0, addr: other.bits() as i64, dtype };
                self.options.addresses.map_or(Ok(p), |addresses| addresses.pointer(p))?
            }
        };
        self.put(step, SlotValue::Ptr(p))
    }
}
