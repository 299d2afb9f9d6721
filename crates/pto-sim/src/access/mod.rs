//! The bytes that instructions read and write.
//!
//! Nothing about footprints is written down twice: an instruction is executed once by its definition, and the
//! memory it sees takes down what it asks for ([`FootprintRecorder`]). Most definitions need not compute for that: a memory that
//! only keeps account tells them so, and the instruction itself is executed by whatever is fast. When it comes again with operands
//! that differ in their addresses only, the same bytes relative to its operands are touched ([`super::footprint_cache`]).

pub(crate) mod footprint_cache;
mod shadow;

pub(crate) use shadow::ShadowMemory;

use pto_isa::Space;
use pto_isa::layout::Layout;
use pto_isa::sem::exec::{Outcome, end_of};
use pto_isa::sem::{Arg, Memory, PtrAt, TileAt, Trap};
use pto_kernels::memory::{CoreMemory, MemoryId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

/// Bytes of one memory that an instruction reads or writes: rows of equal length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// Which memory.
    pub memory: MemoryId,
    /// The first byte.
    pub start: i64,
    /// Bytes of a row.
    pub len: u64,
    /// Rows.
    pub rows: u32,
    /// Bytes from a row to the next.
    pub stride: u64,
    /// Whether they are written.
    pub write: bool,
    /// Only some of the bytes are meant.
    pub loose: bool,
    /// The operand they belong to, by its place among the arguments.
    pub arg: Option<u8>,
}

impl Footprint {
    /// Neighbouring bytes that are read.
    pub const fn read(memory: MemoryId, start: i64, len: u64) -> Footprint {
        Footprint {
            memory,
            start,
            len,
            rows: 1,
            stride: len,
            write: false,
            loose: false,
            arg: None,
        }
    }
    /// The same bytes, written.
    pub const fn written(self) -> Footprint {
        Footprint { write: true, ..self }
    }
    /// Every stretch of neighbouring bytes.
    pub fn ranges(self) -> impl Iterator<Item = Range<i64>> {
        (0..u64::from(self.rows)).map(move |i| {
            let start = self.start + (i * self.stride) as i64;
            start..start + self.len as i64
        })
    }
    /// Whether it and another are rows of a matrix in global memory, the other the next one.
    fn goes_on_with(&self, next: &Footprint) -> bool {
        let distance = next.start - self.start;
        matches!(self.memory, MemoryId::Global(_))
            && next.rows == 1
            && (self.memory, self.write, self.loose, self.arg, self.len)
                == (next.memory, next.write, next.loose, next.arg, next.len)
            && distance > self.len as i64
            && (self.rows == 1 || distance == (self.stride * u64::from(self.rows)) as i64)
    }
    /// From the first to the last byte.
    pub const fn hull(&self) -> Range<i64> {
        let last = self.stride * (self.rows as u64).saturating_sub(1);
        self.start..self.start + (last + self.len) as i64
    }
}

/// Rows of bytes from a tile's address on: offset, length, number, stride.
type Rows = (u64, u64, u32, u64);

/// A tile at address 0, and the corner and shape of a region of it.
type Region = (TileAt, (u32, u32), (u32, u32));

/// What a region of a tile covers, for every kind of tile seen so far.
#[derive(Default)]
pub(crate) struct Regions {
    boxed: FxHashMap<Region, Rc<[Rows]>>,
}

impl Regions {
    /// The bytes of `shape` elements from a row and column of a tile on.
    pub fn of(&mut self, t: &TileAt, at: (u32, u32), shape: (u32, u32)) -> Rc<[Rows]> {
        if shape.0 == 0 || shape.1 == 0 {
            return Rc::new([]);
        }
        let bits = u64::from(t.ty.dtype.bits());
        let (storage_rows, storage_cols) = (u64::from(t.storage.0), u64::from(t.storage.1));
        // Lines of `len` elements, `count` of them, and elements from one to the next.
        let (count, len, pitch) = match t.ty.layout() {
            Layout::Nd => (shape.0, shape.1, storage_cols),
            Layout::Dn => (shape.1, shape.0, storage_rows),
            _ => return self.boxed(t, at, shape),
        };
        let first = t.bit_offset(at.0, at.1);
        let whole =
            [first, u64::from(len) * bits, pitch * bits].iter().all(|b| b.is_multiple_of(8));
        if !whole {
            return self.boxed(t, at, shape);
        }
        let (start, len, stride) = (first / 8, u64::from(len) * bits / 8, pitch * bits / 8);
        Rc::new([match len == stride {
            true => (start, len * u64::from(count), 1, len * u64::from(count)),
            false => (start, len, count, stride),
        }])
    }

    fn boxed(&mut self, t: &TileAt, at: (u32, u32), shape: (u32, u32)) -> Rc<[Rows]> {
        let key = (TileAt { addr: 0, ..*t }, at, shape);
        let found = self.boxed.entry(key).or_insert_with(|| {
            let bits = u64::from(t.ty.dtype.bits());
            let (layout, ty) = (t.ty.layout(), t.ty);
            let inner = layout.inner_box(ty.dtype, ty.fractal);
            // Elements of a row or a column follow one another up to the end of a box, or of the tile if it has none.
            let by_row = matches!(layout, Layout::Nd | Layout::Nz | Layout::Zz);
            let length = match (layout.is_boxed(), by_row) {
                (false, _) => u32::MAX,
                (true, true) => inner.1,
                (true, false) => inner.0,
            };
            let (across, along) = if by_row { (shape.0, shape.1) } else { (shape.1, shape.0) };
            let first = if by_row { at.1 } else { at.0 };
            let mut bytes: Vec<Range<u64>> = Vec::new();
            for line in 0..across {
                let mut i = 0;
                while i < along {
                    let len = (length - (first + i) % length).min(along - i);
                    let bit = match by_row {
                        true => t.bit_offset(at.0 + line, at.1 + i),
                        false => t.bit_offset(at.0 + i, at.1 + line),
                    };
                    bytes.push(bit / 8..(bit + u64::from(len) * bits).div_ceil(8));
                    i += len;
                }
            }
            bytes.sort_unstable_by_key(|r| r.start);
            let mut joined: Vec<Range<u64>> = Vec::new();
            for r in bytes {
                match joined.last_mut() {
                    Some(last) if last.end >= r.start => last.end = last.end.max(r.end),
                    _ => joined.push(r),
                }
            }
            joined.into_iter().map(|r| (r.start, r.end - r.start, 1, r.end - r.start)).collect()
        });
        found.clone()
    }
}

/// Undefined bytes that an instruction read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undefined {
    /// What it read.
    pub footprint: Footprint,
    /// The first undefined byte.
    pub first: i64,
    /// How many of the bytes are undefined.
    pub count: u64,
}

/// What memory that cores share held before an instruction wrote it.
#[derive(Default)]
pub(crate) struct Before {
    kept: Vec<(MemoryId, i64, Vec<u8>)>,
}

impl Before {
    pub fn clear(&mut self) {
        self.kept.clear();
    }

    pub fn keep(&mut self, memory: &CoreMemory<'_>, footprint: &Footprint) {
        if !matches!(footprint.memory.space(), Space::Gm | Space::Mat) {
            return;
        }
        for r in footprint.ranges() {
            if let Some(bytes) = memory.shared_bytes(footprint.memory, &r) {
                self.kept.push((footprint.memory, r.start, bytes.to_vec()));
            }
        }
    }

    /// Whether something was kept and all of it is still there.
    pub fn is_unchanged(&self, memory: &CoreMemory<'_>) -> bool {
        let same = |(id, start, bytes): &(MemoryId, i64, Vec<u8>)| {
            let range = *start..*start + bytes.len() as i64;
            memory.shared_bytes(*id, &range).is_some_and(|now| now == &bytes[..])
        };
        !self.kept.is_empty() && self.kept.iter().all(same)
    }
}

/// Tiles and shapes that were read.
type Reads = SmallVec<[(TileAt, (u32, u32)); 4]>;

/// A memory that takes down what is asked of it.
pub(crate) struct FootprintRecorder<'a, 'g> {
    memory: &'a mut CoreMemory<'g>,
    args: &'a [(u8, Arg)],
    log: RefCell<&'a mut Vec<Footprint>>,
    undefined: RefCell<&'a mut Vec<Undefined>>,
    regions: RefCell<&'a mut Regions>,
    before: Option<RefCell<&'a mut Before>>,
    /// Regions that were read; an operand may be given twice.
    tiles: RefCell<Reads>,
    /// What is written goes there, if it is not to change anything.
    lost: Option<Vec<u8>>,
}

/// What is written at a time to a memory that only keeps account; who writes more is executed.
const MOST_LOST: u64 = 4 << 20;

impl<'a, 'g> FootprintRecorder<'a, 'g> {
    /// `before` keeps what shared memory holds before it is written, if that is of interest.
    pub fn new(
        memory: &'a mut CoreMemory<'g>,
        args: &'a [(u8, Arg)],
        (log, undefined): (&'a mut Vec<Footprint>, &'a mut Vec<Undefined>),
        regions: &'a mut Regions,
        before: Option<&'a mut Before>,
    ) -> FootprintRecorder<'a, 'g> {
        let (log, undefined) = (RefCell::new(log), RefCell::new(undefined));
        let before = before.map(RefCell::new);
        let (regions, tiles) = (RefCell::new(regions), RefCell::default());
        FootprintRecorder { memory, args, log, undefined, regions, before, tiles, lost: None }
    }

    /// The same, and nothing changes.
    pub fn only_account(self) -> FootprintRecorder<'a, 'g> {
        FootprintRecorder { lost: Some(Vec::new()), ..self }
    }

    /// Bytes to write. If this is only about account nobody will read them.
    fn changed(
        &mut self,
        space: Space,
        buffer: u32,
        addr: i64,
        len: u64,
    ) -> Result<&mut [u8], Trap> {
        let Some(lost) = &mut self.lost else {
            return self.memory.bytes_mut(space, buffer, addr, len);
        };
        if len > MOST_LOST {
            return Err(Trap::new("writes too much at a time to keep account of"));
        }
        if lost.len() < len as usize {
            lost.resize(len as usize, 0);
        }
        Ok(&mut lost[..len as usize])
    }

    fn note(&self, footprint: Footprint) {
        if footprint.len == 0 {
            return;
        }
        if footprint.write
            && let Some(before) = &self.before
        {
            before.borrow_mut().keep(self.memory, &footprint);
        }
        let mut log = self.log.borrow_mut();
        if !footprint.write
            && !footprint.loose
            && let Some(found) = self.memory.undefined(&footprint)
        {
            self.undefined.borrow_mut().push(found);
        }
        // What continues the last one is the same access.
        if let Some(last) = log.last_mut()
            && (last.rows, footprint.rows) == (1, 1)
            && (last.memory, last.write, last.loose, last.arg)
                == (footprint.memory, footprint.write, footprint.loose, footprint.arg)
            && last.start + last.len as i64 == footprint.start
        {
            last.len += footprint.len;
            last.stride = last.len;
            return;
        }
        if let Some(last) = log.last_mut()
            && last.goes_on_with(&footprint)
        {
            last.stride = (footprint.start - last.start) as u64 / u64::from(last.rows);
            last.rows += 1;
            return;
        }
        log.push(footprint);
    }

    fn note_bytes(&self, space: Space, buffer: u32, at: Range<i64>, write: bool, loose: bool) {
        let memory = self.memory.id(space, buffer);
        let len = (at.end - at.start) as u64;
        let arg = owner(self.args, self.memory, memory, write);
        self.note(Footprint { write, loose, arg, ..Footprint::read(memory, at.start, len) });
    }

    fn note_pieces(&self, at: PtrAt, pieces: &[Range<u64>], write: bool) {
        for p in pieces {
            let bytes = at.addr + p.start as i64..at.addr + p.end as i64;
            self.note_bytes(at.space, at.buffer, bytes, write, false);
        }
    }

    fn note_tile(&self, t: &TileAt, at: (u32, u32), shape: (u32, u32), write: bool) {
        if !write {
            let mut tiles = self.tiles.borrow_mut();
            if tiles.contains(&(*t, shape)) {
                return;
            }
            tiles.push((*t, shape));
        }
        let memory = self.memory.id(t.ty.space, 0);
        let is_it = |a: &(u8, Arg)| matches!(a.1, Arg::Tile(x) if x.ty == t.ty && x.addr == t.addr);
        let arg = match write {
            true => self.args.iter().rposition(is_it),
            false => self.args.iter().position(is_it),
        };
        let rows = self.regions.borrow_mut().of(t, at, shape);
        for &(offset, len, rows, stride) in rows.iter() {
            let start = (t.addr + offset) as i64;
            let arg = arg.map(|i| i as u8);
            self.note(Footprint { memory, start, len, rows, stride, write, loose: false, arg });
        }
    }
}

/// The one operand that points into a memory; written bytes belong to the last one.
fn owner(args: &[(u8, Arg)], memory: &CoreMemory<'_>, id: MemoryId, write: bool) -> Option<u8> {
    let points = |a: &(u8, Arg)| match a.1 {
        Arg::Ptr(p) => memory.id(p.space, p.buffer) == id,
        Arg::View(v) => memory.id(v.at.space, v.at.buffer) == id,
        Arg::Tile(t) => memory.id(t.ty.space, 0) == id,
        Arg::Scalar(..) | Arg::Reg(_) => false,
    };
    let found = match write {
        true => args.iter().rposition(points),
        false => args.iter().position(points),
    };
    found.map(|i| i as u8)
}

impl Memory for FootprintRecorder<'_, '_> {
    fn is_account(&self) -> bool {
        self.lost.is_some()
    }
    fn bytes(&self, space: Space, buffer: u32, addr: i64, len: u64) -> Result<&[u8], Trap> {
        let bytes = self.memory.bytes(space, buffer, addr, len)?;
        self.note_bytes(space, buffer, addr..addr + len as i64, false, false);
        Ok(bytes)
    }
    fn bytes_mut(
        &mut self,
        space: Space,
        buffer: u32,
        addr: i64,
        len: u64,
    ) -> Result<&mut [u8], Trap> {
        self.memory.exists(space, buffer, addr, len)?;
        self.note_bytes(space, buffer, addr..addr + len as i64, true, false);
        self.changed(space, buffer, addr, len)
    }
    fn tile(&self, t: &TileAt, shape: (u32, u32)) -> Result<&[u8], Trap> {
        let bytes = self.memory.tile(t, shape)?;
        self.note_tile(t, (0, 0), shape, false);
        Ok(bytes)
    }
    fn tile_mut(
        &mut self,
        t: &TileAt,
        at: (u32, u32),
        shape: (u32, u32),
    ) -> Result<&mut [u8], Trap> {
        self.memory.tile(t, shape)?;
        self.note_tile(t, at, shape, true);
        self.changed(t.ty.space, 0, t.addr as i64, t.size_bytes())
    }
    fn span(&self, space: Space, buffer: u32, addr: i64, len: u64) -> Result<&[u8], Trap> {
        let bytes = self.memory.bytes(space, buffer, addr, len)?;
        self.note_bytes(space, buffer, addr..addr + len as i64, false, true);
        Ok(bytes)
    }
    fn span_mut(
        &mut self,
        space: Space,
        buffer: u32,
        addr: i64,
        len: u64,
    ) -> Result<&mut [u8], Trap> {
        self.memory.exists(space, buffer, addr, len)?;
        self.note_bytes(space, buffer, addr..addr + len as i64, true, true);
        self.changed(space, buffer, addr, len)
    }
    fn pieces(&self, at: PtrAt, pieces: &[Range<u64>]) -> Result<&[u8], Trap> {
        let bytes = self.memory.bytes(at.space, at.buffer, at.addr, end_of(pieces))?;
        self.note_pieces(at, pieces, false);
        Ok(bytes)
    }
    fn pieces_mut(&mut self, at: PtrAt, pieces: &[Range<u64>]) -> Result<&mut [u8], Trap> {
        self.memory.exists(at.space, at.buffer, at.addr, end_of(pieces))?;
        self.note_pieces(at, pieces, true);
        self.changed(at.space, at.buffer, at.addr, end_of(pieces))
    }
    fn exists(&self, space: Space, buffer: u32, addr: i64, len: u64) -> Outcome {
        self.memory.exists(space, buffer, addr, len)
    }
}
