//! Where the floats of an operand lie: the rows of a tile, of a view of memory, or a register.

use super::memory::{CHUNK, Row, RowRef, Span, TwinMemory, decode_floats, has_twins};
use crate::record::memory_of;
use pto_isa::DType;
use pto_isa::layout::Layout;
use pto_isa::sem::map::Broadcast;
use pto_isa::sem::{Arg, RegAt, RegTy, TileAt, ViewAt};
use pto_sim::{CoreAt, CoreRole, CoreState, MemoryId};

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

    /// The twins of a row from a column on: where they lie, or read into a row.
    pub fn lend<'a>(
        &self,
        twins: &'a TwinMemory,
        core: &CoreState<'_>,
        (r, c): (u32, u32),
        row: &'a mut Row,
    ) -> RowRef<'a> {
        let len = row.len();
        if self.has_rows()
            && let Some(lent) = twins.lend(self.span(r, c), len)
        {
            return lent;
        }
        self.read(twins, core, r, c, row);
        row.part(0, len)
    }

    /// The twins of a row from a column on.
    pub fn read(&self, twins: &TwinMemory, core: &CoreState<'_>, r: u32, c: u32, row: &mut Row) {
        self.read_as(twins, core, (r, c), Broadcast::Full, 0, row);
    }

    /// The same of an operand that covers a destination with `cols` columns in some way.
    pub fn read_as(
        &self,
        twins: &TwinMemory,
        core: &CoreState<'_>,
        (r, c): (u32, u32),
        how: Broadcast,
        cols: u32,
        row: &mut Row,
    ) {
        let n = row.len();
        let r = if how == Broadcast::Row0 { 0 } else { r };
        if matches!(how, Broadcast::Full | Broadcast::Row0) && self.has_rows() {
            return twins.read(self.span(r, c), self.bytes(core, r, c, n), row);
        }
        let mut one = Row::zeros(1);
        let element =
            |c: u32, one: &mut Row| twins.read(self.span(r, c), self.bytes(core, r, c, 1), one);
        if how == Broadcast::Col0 {
            element(0, &mut one);
            return row.fill(one.twin(0), one.error[0]);
        }
        for i in 0..n {
            let c = c + i as u32;
            let c = match how {
                Broadcast::Block(n) => c % n,
                Broadcast::Groups(n) => (c / (cols / n).max(1)).min(n - 1),
                _ => c,
            };
            element(c, &mut one);
            row.copy_from(i, &one, 0, 1);
        }
    }

    /// Changes the twins of a row from a column on.
    pub fn write(&self, twins: &mut TwinMemory, r: u32, c: u32, row: &Row) {
        if self.has_rows() {
            return twins.write(self.span(r, c), row);
        }
        let mut one = Row::zeros(1);
        for i in 0..row.len() {
            one.copy_from(0, row, i, 1);
            twins.write(self.span(r, c + i as u32), &one);
        }
    }

    /// The floats of a row from a column on as they are now.
    pub fn floats(&self, core: &CoreState<'_>, r: u32, c: u32, out: &mut [f64]) {
        if self.has_rows() {
            return decode_floats(self.dtype, self.bytes(core, r, c, out.len()), out);
        }
        for (i, out) in out.iter_mut().enumerate() {
            let bytes = self.bytes(core, r, c + i as u32, 1);
            decode_floats(self.dtype, bytes, std::slice::from_mut(out));
        }
    }

    /// Gives every float without a twin one: it is exact, and about to be overwritten.
    pub fn settle(&self, twins: &mut TwinMemory, core: &CoreState<'_>) {
        let (rows, cols) = self.shape;
        let mut row = Row::default();
        for (r, c) in (0..rows).flat_map(|r| (0..cols).step_by(CHUNK).map(move |c| (r, c))) {
            row.resize(((cols - c) as usize).min(CHUNK));
            if self.has_rows() && twins.knows_all(self.span(r, c), row.len()) {
                continue;
            }
            self.read(twins, core, r, c, &mut row);
            self.write(twins, r, c, &row);
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
