//! Where the floats of an operand lie: the rows of a tile, of a view of memory, or a register.

use super::memory::{Span, TwinMemory, has_twins};
use super::row::{CHUNK, Row, RowRef, decode_floats};
use crate::record::memory_of;
use pto_isa::DType;
use pto_isa::layout::Layout;
use pto_isa::sem::map::Broadcast;
use pto_isa::sem::{Arg, RegAt, RegTy, TileAt, ViewAt};
use pto_sim::{CoreAt, CoreRole, CoreState, MemoryId};
use std::ops::Range;

/// An operand with floats that have twins.
#[derive(Clone, Copy)]
pub struct Place {
    /// The memory, by its number in the run.
    pub memory: u64,
    /// The type of its elements.
    pub dtype: DType,
    /// Rows and columns.
    pub shape: (u32, u32),
    from: From,
}

#[derive(Clone, Copy)]
enum From {
    Tile(MemoryId, TileAt),
    View(MemoryId, ViewAt),
    Register(RegAt),
}

/// Bytes of sources that their own step overwrites, from before it.
#[derive(Default)]
pub struct Overwritten {
    bytes: Vec<u8>,
    /// The memory, the first byte there, the bytes here.
    parts: Vec<(u64, usize, Range<usize>)>,
}

impl Overwritten {
    /// Nothing is overwritten.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.parts.clear();
    }
    fn find(&self, memory: u64, at: usize, len: usize) -> Option<&[u8]> {
        self.parts.iter().find_map(|(of, start, here)| {
            let bytes = &self.bytes[here.clone()];
            (*of == memory).then_some(())?;
            bytes.get(at.checked_sub(*start)?..)?.get(..len)
        })
    }
}

/// The floats that a step reads, after it.
#[derive(Clone, Copy)]
pub struct Floats<'a, 'c> {
    /// The core after the step.
    pub core: &'a CoreState<'c>,
    /// What was there before.
    pub overwritten: &'a Overwritten,
}

/// The register file of a core, as a memory of the run.
pub fn registers_of(core: CoreAt) -> u64 {
    let role = match core.role {
        CoreRole::Alone => 0,
        CoreRole::Cube => 1,
        CoreRole::Vector(n) => 2 + u64::from(n),
    };
    (1 << 40) + u64::from(core.block) * 256 + role
}

impl Place {
    /// The place of an operand; none if its elements have no twins.
    pub fn of(core: &CoreState<'_>, arg: &Arg) -> Option<Place> {
        let (memory, dtype, shape, from) = match *arg {
            Arg::Tile(t) => {
                let id = core.memory_id(t.ty.space, 0);
                (memory_of(core.at(), id), t.ty.dtype, t.valid, From::Tile(id, t))
            }
            Arg::View(v) => {
                let id = core.memory_id(v.at.space, v.at.buffer);
                let rows = v.dims[..4].iter().map(|d| (*d).max(1)).product::<i64>();
                let shape = (rows as u32, v.dims[4] as u32);
                (memory_of(core.at(), id), v.at.dtype, shape, From::View(id, v))
            }
            Arg::Reg(r) => {
                let RegTy::Vec(dtype) = r.ty else { return None };
                (registers_of(core.at()), dtype, (1, r.lanes() as u32), From::Register(r))
            }
            _ => return None,
        };
        let place = Place { memory, dtype, shape, from };
        let aligned = || place.at(0, 0).is_multiple_of(dtype.bytes() as usize);
        (has_twins(dtype) && aligned()).then_some(place)
    }

    /// The address of an element.
    fn at(&self, r: u32, c: u32) -> usize {
        let width = i64::from(self.dtype.bytes());
        match &self.from {
            From::Tile(_, t) => (t.addr + t.bit_offset(r, c) / 8) as usize,
            From::View(_, v) => {
                (view_row(v, r) + i64::from(c) * v.strides[4] * width).max(0) as usize
            }
            From::Register(r) => r.at as usize + c as usize * width as usize,
        }
    }

    /// Whether the elements of a row are neighbours.
    pub fn has_rows(&self) -> bool {
        match &self.from {
            From::Tile(_, t) => t.ty.layout() == Layout::Nd,
            From::View(_, v) => v.strides[4] == 1,
            From::Register(_) => true,
        }
    }

    /// The floats of a row from a column on, as neighbours.
    pub fn span(&self, r: u32, c: u32) -> Span {
        Span { memory: self.memory, at: self.at(r, c), dtype: self.dtype }
    }

    /// The bytes of neighbouring elements.
    pub fn bytes<'a>(&self, core: &CoreState<'a>, r: u32, c: u32, len: usize) -> &'a [u8] {
        let (at, len) = (self.at(r, c), len * self.dtype.bytes() as usize);
        match &self.from {
            From::Tile(id, _) | From::View(id, _) => {
                core.bytes(*id, at as i64, len as u64).unwrap_or(&[])
            }
            From::Register(r) => core.register(&RegAt { at: at as u32, bytes: len as u32, ..*r }),
        }
    }

    /// From the first to the last byte.
    pub fn hull(&self) -> std::ops::Range<i64> {
        match &self.from {
            From::Tile(_, t) => t.addr as i64..(t.addr + t.size_bytes()) as i64,
            From::View(_, v) => v.bytes(),
            From::Register(r) => i64::from(r.at)..i64::from(r.at + r.bytes),
        }
    }

    /// Whether it is a tile.
    pub const fn is_tile(&self) -> bool {
        matches!(self.from, From::Tile(..))
    }

    /// From now on nothing between its first and last byte has a twin.
    pub fn forget(&self, twins: &mut TwinMemory) {
        let hull = self.hull();
        twins.forget(self.memory, hull.start.max(0) as usize, (hull.end - hull.start) as usize);
    }

    /// Whether it shares bytes with another.
    pub fn overlaps(&self, other: &Place) -> bool {
        let (a, b) = (self.hull(), other.hull());
        self.memory == other.memory && a.start < b.end && b.start < a.end
    }

    /// The bytes of neighbouring elements, of a source.
    fn source_bytes<'a>(&self, from: Floats<'a, '_>, r: u32, c: u32, len: usize) -> &'a [u8] {
        let bytes = len * self.dtype.bytes() as usize;
        let found = from.overwritten.find(self.memory, self.at(r, c), bytes);
        found.unwrap_or_else(|| self.bytes(from.core, r, c, len))
    }

    /// The twins of `len` elements of a row from a column on: where they lie, or read into a row.
    pub fn lend<'a>(
        &self,
        twins: &'a TwinMemory,
        from: Floats<'a, '_>,
        (r, c): (u32, u32),
        len: usize,
        row: &'a mut Row,
    ) -> RowRef<'a> {
        if self.has_rows() {
            let bytes = || self.source_bytes(from, r, c, len);
            return twins.lend(self.span(r, c), len, bytes, row);
        }
        self.read(twins, from, (r, c), len, row);
        row.first(len)
    }

    /// The twins of `len` elements of a row from a column on, into the beginning of a row.
    pub fn read(
        &self,
        twins: &TwinMemory,
        from: Floats<'_, '_>,
        at: (u32, u32),
        len: usize,
        row: &mut Row,
    ) {
        self.read_as(twins, from, at, Broadcast::Full, (0, len), row);
    }

    /// The same of an operand that covers a destination with `cols` columns in some way.
    pub fn read_as(
        &self,
        twins: &TwinMemory,
        from: Floats<'_, '_>,
        (r, c): (u32, u32),
        how: Broadcast,
        (cols, len): (u32, usize),
        row: &mut Row,
    ) {
        let r = if how == Broadcast::Row0 { 0 } else { r };
        if matches!(how, Broadcast::Full | Broadcast::Row0) && self.has_rows() {
            return twins.read(self.span(r, c), self.source_bytes(from, r, c, len), row, len);
        }
        let mut one = Row::zeros(1);
        let element = |c: u32, one: &mut Row| {
            twins.read(self.span(r, c), self.source_bytes(from, r, c, 1), one, 1);
        };
        if how == Broadcast::Col0 {
            element(0, &mut one);
            return row.fill(one.twin(0), one.note[0].error());
        }
        for i in 0..len {
            let c = c + i as u32;
            let c = match how {
                Broadcast::Block(n) => c % n,
                Broadcast::Groups(n) => (c / (cols / n).max(1)).min(n - 1),
                _ => c,
            };
            element(c, &mut one);
            row.put(i, one.first(1));
        }
    }

    /// Changes the twins of a row from a column on.
    pub fn write(&self, twins: &mut TwinMemory, r: u32, c: u32, row: RowRef<'_>) {
        if self.has_rows() {
            return twins.write(self.span(r, c), row);
        }
        for i in 0..row.value.len() {
            twins.write(self.span(r, c + i as u32), row.part(i, 1));
        }
    }

    /// The same by the first elements of a row of a chunk, which has others afterwards.
    pub fn exchange(&self, twins: &mut TwinMemory, (r, c): (u32, u32), row: &mut Row, len: usize) {
        match self.has_rows() {
            true => twins.exchange(self.span(r, c), row, len),
            false => self.write(twins, r, c, row.first(len)),
        }
    }

    /// The columns of a row that are computed together: the first, and how many.
    pub fn chunks(&self, r: u32) -> impl Iterator<Item = (u32, usize)> + use<> {
        let (span, cols) = (self.span(r, 0), self.shape.1 as usize);
        // Elements that are no neighbours are written one by one; where they are cut does not matter.
        let span = if self.has_rows() { span } else { Span { at: 0, ..span } };
        span.chunks(cols).map(|part| (part.done as u32, part.len))
    }

    /// The floats of a row from a column on as they are now.
    pub fn floats(&self, core: &CoreState<'_>, r: u32, c: u32, out: &mut [f32]) {
        if self.has_rows() {
            decode_floats(self.dtype, self.bytes(core, r, c, out.len()), out);
            return;
        }
        for (i, out) in out.iter_mut().enumerate() {
            let bytes = self.bytes(core, r, c + i as u32, 1);
            decode_floats(self.dtype, bytes, std::slice::from_mut(out));
        }
    }

    /// Keeps what is about to be overwritten: the bytes of floats that have no twin.
    pub fn keep(&self, twins: &mut TwinMemory, core: &CoreState<'_>, old: &mut Overwritten) {
        if let From::View(..) = self.from {
            return self.settle(twins, core);
        }
        let cols = self.shape.1 as usize;
        if self.has_rows() && (0..self.shape.0).all(|r| twins.knows_all(self.span(r, 0), cols)) {
            return;
        }
        let hull = self.hull();
        let (at, len) = (hull.start as usize, (hull.end - hull.start) as usize);
        let bytes = match &self.from {
            From::Tile(id, _) | From::View(id, _) => core.bytes(*id, hull.start, len as u64),
            From::Register(r) => Some(core.register(r)),
        };
        let first = old.bytes.len();
        old.bytes.extend_from_slice(bytes.unwrap_or(&[]));
        old.parts.push((self.memory, at, first..old.bytes.len()));
    }

    /// Gives every float without a twin one: it is exact.
    fn settle(&self, twins: &mut TwinMemory, core: &CoreState<'_>) {
        let mut row = Row::zeros(CHUNK);
        let from = Floats { core, overwritten: &Overwritten::default() };
        for r in 0..self.shape.0 {
            for (c, len) in self.chunks(r) {
                self.read(twins, from, (r, c), len, &mut row);
                self.write(twins, r, c, row.first(len));
            }
        }
    }
}

/// The first byte of a row of a view: the last extent across, the others down.
fn view_row(v: &ViewAt, row: u32) -> i64 {
    let (mut rest, mut at) = (i64::from(row), 0);
    for d in (0..4).rev() {
        let dim = v.dims[d].max(1);
        at += rest % dim * v.strides[d];
        rest /= dim;
    }
    v.at.addr + at * i64::from(v.at.dtype.bytes())
}
