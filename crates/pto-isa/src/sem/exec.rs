//! What an instruction sees while it executes: operands, attributes, memory, choices; and how it fails.

use super::grid::Grid;
use super::lines;
use super::numerics::{Numerics, OutsideValid};
use super::register::RegAt;
use crate::args::AttrValue;
use crate::code::{self, Code};
use crate::dtype::DType;
use crate::format;
use crate::operand::OperandDef;
use crate::target::Space;
use crate::ty::TileTy;
use std::ops::Range;

/// A tile at an address, with the valid region it has now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TileAt {
    /// Its type. The valid extents of the type are those it was declared with.
    pub ty: TileTy,
    /// Valid rows and columns now.
    pub valid: (u32, u32),
    /// Byte address in its space.
    pub addr: u64,
    /// Rows and columns of the allocation it lies in; larger than its own for a window of another tile.
    pub storage: (u32, u32),
}

impl TileAt {
    /// A tile at an address, not a window.
    pub const fn new(ty: TileTy, valid: (u32, u32), addr: u64) -> TileAt {
        TileAt { ty, valid, addr, storage: (ty.rows, ty.cols) }
    }
    /// Bytes from its address to the end of the element that lies last.
    pub const fn size_bytes(&self) -> u64 {
        let t = &self.ty;
        let layout = t.layout();
        if !layout.is_boxed() && self.storage.0 == t.rows && self.storage.1 == t.cols {
            return t.size_bytes();
        }
        let elements = layout.span(t.dtype, t.fractal, self.storage, (t.rows, t.cols));
        (elements * t.dtype.bits() as u64).div_ceil(8)
    }
    /// Rows and columns as allocated.
    pub const fn shape(&self) -> (u32, u32) {
        (self.ty.rows, self.ty.cols)
    }
    /// Offset in bits of an element from the tile's address.
    pub const fn bit_offset(&self, row: u32, col: u32) -> u64 {
        let t = &self.ty;
        t.layout().offset(t.dtype, t.fractal, self.storage, row, col) * t.dtype.bits() as u64
    }
}

/// A pointer: into a buffer of global memory, or into a local space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PtrAt {
    /// Memory space.
    pub space: Space,
    /// Which buffer of global memory. In local spaces 0 is the core's own memory, `n + 1` that of vector core
    /// `n` of its cluster.
    pub buffer: u32,
    /// Byte address in the buffer or space; negative or past the end is an error when used.
    pub addr: i64,
    /// What it points to.
    pub dtype: DType,
}

/// A window on memory: up to five extents with strides in elements, outermost first, padded with 1 in
/// front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewAt {
    /// The first element.
    pub at: PtrAt,
    /// Extents.
    pub dims: [i64; 5],
    /// Strides in elements.
    pub strides: [i64; 5],
}

impl ViewAt {
    /// From its first to its last byte, whatever lies between its rows.
    pub fn bytes(&self) -> std::ops::Range<i64> {
        let bits = i64::from(self.at.dtype.bits());
        let (mut low, mut high) = (0i64, 0i64);
        for (&dim, &stride) in self.dims.iter().zip(&self.strides) {
            let reach = dim.saturating_sub(1).max(0).saturating_mul(stride);
            low = low.saturating_add(reach.min(0));
            high = high.saturating_add(reach.max(0));
        }
        let first = self.at.addr.saturating_add(low.saturating_mul(bits) / 8);
        let last = high.saturating_add(1).saturating_mul(bits).saturating_add(7) / 8;
        first..self.at.addr.saturating_add(last.max(1))
    }
}

/// The value of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arg {
    /// A tile.
    Tile(TileAt),
    /// A number by its code.
    Scalar(DType, u64),
    /// A pointer.
    Ptr(PtrAt),
    /// A view.
    View(ViewAt),
    /// A register.
    Reg(RegAt),
}

/// Where the last of some pieces of memory ends.
pub fn end_of(pieces: &[Range<u64>]) -> u64 {
    pieces.iter().map(|p| p.end).max().unwrap_or(0)
}

/// Bytes of every space.
pub trait Memory {
    /// `len` bytes to read.
    fn bytes(&self, space: Space, buffer: u32, addr: i64, len: u64) -> Result<&[u8], Trap>;
    /// `len` bytes to write.
    fn bytes_mut(
        &mut self,
        space: Space,
        buffer: u32,
        addr: i64,
        len: u64,
    ) -> Result<&mut [u8], Trap>;

    /// Whether it only takes down what is asked of it: what is written to it is lost, so nothing need be computed.
    fn is_account(&self) -> bool {
        false
    }

    // What follows says more about an access than its bytes, for memories that keep account of them.

    /// The bytes of a tile, to read `shape` elements from its corner.
    fn tile(&self, t: &TileAt, shape: (u32, u32)) -> Result<&[u8], Trap> {
        let _ = shape;
        self.bytes(t.ty.space, 0, t.addr as i64, t.size_bytes())
    }
    /// The bytes of a tile, to write `shape` elements from a row and column on.
    fn tile_mut(
        &mut self,
        t: &TileAt,
        at: (u32, u32),
        shape: (u32, u32),
    ) -> Result<&mut [u8], Trap> {
        let _ = (at, shape);
        self.bytes_mut(t.ty.space, 0, t.addr as i64, t.size_bytes())
    }
    /// `len` bytes of which some are read.
    fn span(&self, space: Space, buffer: u32, addr: i64, len: u64) -> Result<&[u8], Trap> {
        self.bytes(space, buffer, addr, len)
    }
    /// The bytes from an address on of which these are read, up to the end of the last one.
    fn pieces(&self, at: PtrAt, pieces: &[Range<u64>]) -> Result<&[u8], Trap> {
        self.span(at.space, at.buffer, at.addr, end_of(pieces))
    }
    /// The same bytes of which these are written.
    fn pieces_mut(&mut self, at: PtrAt, pieces: &[Range<u64>]) -> Result<&mut [u8], Trap> {
        self.span_mut(at.space, at.buffer, at.addr, end_of(pieces))
    }
    /// `len` bytes of which some are written.
    fn span_mut(
        &mut self,
        space: Space,
        buffer: u32,
        addr: i64,
        len: u64,
    ) -> Result<&mut [u8], Trap> {
        self.bytes_mut(space, buffer, addr, len)
    }
    /// Whether `len` bytes exist; nothing is read.
    fn exists(&self, space: Space, buffer: u32, addr: i64, len: u64) -> Outcome {
        self.bytes(space, buffer, addr, len).map(|_| ())
    }
}

/// Why an instruction could not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trap {
    /// The code of the finding.
    pub code: Code,
    /// What happened; follows the instruction's name in a sentence.
    pub message: String,
    /// The operand to point at.
    pub slot: Option<u8>,
    /// More facts, e.g. the values.
    pub notes: Vec<String>,
}

/// Done, or why not.
pub type Outcome = Result<(), Trap>;

impl Trap {
    /// A failure of the computation.
    pub fn new(message: impl Into<String>) -> Trap {
        Trap { code: code::TRAP, message: message.into(), slot: None, notes: Vec::new() }
    }
    /// Points at an operand.
    pub fn at(self, slot: u8) -> Trap {
        Trap { slot: self.slot.or(Some(slot)), ..self }
    }
    /// With another code.
    pub fn code(self, code: Code) -> Trap {
        Trap { code, ..self }
    }
    /// With a further fact.
    pub fn note(mut self, note: impl Into<String>) -> Trap {
        self.notes.push(note.into());
        self
    }
}

/// Special registers of a core: what instructions set and later ones obey or read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpecialRegs {
    /// The control register.
    pub ctrl: u64,
    /// `AR`, the offset in bytes of stores that keep their place by themselves.
    pub address_bytes: i64,
    /// What copies with few operands read.
    pub dma: super::dma::DmaRegisters,
    /// `SQZN`, the bytes that the last squeeze kept.
    pub squeezed_bytes: u32,
    /// `VMS4_SR`, the records that the last merge took from each list.
    pub merged: [u16; 4],
    /// Fraction bits that matrix products keep of f32 operands, and how they are rounded.
    pub short_f32: Option<(u32, crate::format::Rounding)>,
    /// What stores to global memory do with the elements there, unless they say it themselves.
    pub atomic: super::load_store::Atomic,
    /// The element type in which they do it; that of the store without one.
    pub atomic_type: Option<DType>,
    /// The mask of instructions from unified buffer to unified buffer; all lanes until it is set.
    pub ub_mask: Option<[u64; 2]>,
    /// What copies out of the accumulator read.
    pub fixpipe: super::cube_packed::FixRegisters,
    /// Extents of the groups of SIMT threads that calls start: x, y, z.
    pub threads: Option<[i64; 3]>,
    /// What image-to-column moves read.
    pub img2col: super::img2col::Img2colRegisters,
}

/// One execution of an instruction.
pub struct Exec<'a> {
    /// The operands of the instruction, for their names.
    pub operands: &'static [OperandDef],
    /// The choices of the run.
    pub numerics: &'a Numerics,
    /// Operands with their slots, in slot order; results of tile type are among them.
    pub args: &'a [(u8, Arg)],
    /// Attributes.
    pub attrs: &'a [(&'a str, AttrValue<'a>)],
    /// Memory.
    pub memory: &'a mut dyn Memory,
    /// The register file.
    pub registers: &'a mut [u8],
    /// What undefined bytes of a result are; another byte in the shadow of a run.
    pub undefined: u8,
    /// Results that are numbers or pointers, by slot. Those the program takes are there from the start, as zeros;
    /// of several for a slot the last one counts.
    pub results: &'a mut Vec<(u8, Arg)>,
    /// Text the program prints.
    pub printed: &'a mut Vec<String>,
    /// State of the core.
    pub modes: &'a std::cell::Cell<SpecialRegs>,
    /// Quirks that decided something so far, a bit each by their place in [`crate::quirk::QUIRKS`].
    pub quirks: &'a std::cell::Cell<u64>,
}

impl<'a> Exec<'a> {
    /// The values of an operand.
    pub fn all(&self, slot: u8) -> impl Iterator<Item = Arg> + use<'a> {
        self.args.iter().filter(move |a| a.0 == slot).map(|a| a.1)
    }
    /// The value of an operand, if given.
    pub fn arg(&self, slot: u8) -> Option<Arg> {
        self.all(slot).next()
    }
    fn operand(&self, slot: u8) -> &'static str {
        self.operands.get(slot as usize).map_or("operand", |o| o.name)
    }
    /// A tile operand.
    pub fn tile(&self, slot: u8) -> Result<TileAt, Trap> {
        match self.arg(slot) {
            Some(Arg::Tile(t)) => Ok(t),
            _ => Err(Trap::new(format!("needs a tile as `{}`", self.operand(slot))).at(slot)),
        }
    }
    /// A number operand: type and code.
    pub fn scalar(&self, slot: u8) -> Result<(DType, u64), Trap> {
        match self.arg(slot) {
            Some(Arg::Scalar(d, c)) => Ok((d, c)),
            _ => Err(Trap::new(format!("needs a number as `{}`", self.operand(slot))).at(slot)),
        }
    }
    /// An integer operand.
    pub fn int(&self, slot: u8) -> Result<i64, Trap> {
        let (dtype, code) = self.scalar(slot)?;
        self.integer(Arg::Scalar(dtype, code)).ok_or_else(|| {
            Trap::new(format!("needs an integer as `{}`", self.operand(slot))).at(slot)
        })
    }
    /// The value of an integer; `None` for anything else.
    pub fn integer(&self, arg: Arg) -> Option<i64> {
        let Arg::Scalar(dtype, code) = arg else { return None };
        format::decode_int(dtype, code).and_then(|v| i64::try_from(v).ok())
    }
    /// A view operand.
    pub fn view(&self, slot: u8) -> Result<ViewAt, Trap> {
        match self.arg(slot) {
            Some(Arg::View(v)) => Ok(v),
            _ => Err(Trap::new(format!("needs a view as `{}`", self.operand(slot))).at(slot)),
        }
    }
    /// An attribute.
    pub fn attr(&self, name: &str) -> Option<AttrValue<'a>> {
        self.attrs.iter().find(|a| a.0 == name).map(|a| a.1)
    }
    /// A word attribute.
    pub fn word(&self, name: &str) -> Option<&'a str> {
        match self.attr(name)? {
            AttrValue::Word(w) => Some(w),
            _ => None,
        }
    }
    /// Whether a flag attribute is set.
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.attr(name), Some(AttrValue::Bool(true) | AttrValue::Int(1..)))
    }

    /// A pointer operand.
    pub fn ptr(&self, slot: u8) -> Result<PtrAt, Trap> {
        match self.arg(slot) {
            Some(Arg::Ptr(p)) => Ok(p),
            _ => Err(Trap::new(format!("needs a pointer as `{}`", self.operand(slot))).at(slot)),
        }
    }
    /// Whether the program takes the result of a slot: some forms differ only in that.
    pub fn takes(&self, slot: u8) -> bool {
        self.arg(slot).is_some() || self.results.iter().any(|r| r.0 == slot)
    }
    /// Gives a number as result.
    pub fn give(&mut self, slot: u8, code: u64) {
        self.results.push((slot, Arg::Scalar(DType::I64, code)));
    }
    /// Gives a pointer as result.
    pub fn give_ptr(&mut self, slot: u8, ptr: PtrAt) {
        self.results.push((slot, Arg::Ptr(ptr)));
    }
    /// Changes the special registers.
    pub fn set_modes(&self, change: impl FnOnce(&mut SpecialRegs)) {
        let mut modes = self.modes.get();
        change(&mut modes);
        self.modes.set(modes);
    }

    /// Notes that a quirk decided the result: its two readings differ for these operands.
    pub fn note_quirk(&self, name: &'static str) {
        if let Some(i) = crate::quirk::QUIRKS.iter().position(|q| q.name == name) {
            self.quirks.set(self.quirks.get() | 1 << i);
        }
    }

    /// Elements to be written. They are zeros where only the places count that are written
    /// ([`Memory::is_account`]), so places must not depend on them.
    pub fn result(
        &self,
        dtype: DType,
        shape: (u32, u32),
        code: impl FnMut(u32, u32) -> u64,
    ) -> Grid {
        match self.memory.is_account() {
            true => Grid::filled(dtype, shape, 0),
            false => Grid::new(dtype, shape, code),
        }
    }

    /// The same, where a code may fail.
    pub fn try_result(
        &self,
        dtype: DType,
        shape: (u32, u32),
        code: impl FnMut(u32, u32) -> Result<u64, Trap>,
    ) -> Result<Grid, Trap> {
        match self.memory.is_account() {
            true => Ok(Grid::filled(dtype, shape, 0)),
            false => Grid::try_new(dtype, shape, code),
        }
    }

    /// The valid region of a tile operand.
    pub fn read(&self, slot: u8) -> Result<Grid, Trap> {
        let t = self.tile(slot)?;
        self.read_tile(&t, t.valid).map_err(|e| e.at(slot))
    }

    /// `shape` elements from the corner of a tile operand. Lanes outside its valid region are read as the
    /// run's [`OutsideValid`] says.
    pub fn read_as(&self, slot: u8, shape: (u32, u32)) -> Result<Grid, Trap> {
        let t = self.tile(slot)?;
        self.read_lanes(slot, &t, shape)
    }

    /// As [`Exec::read_as`], for a tile at hand.
    pub fn read_lanes(&self, slot: u8, t: &TileAt, shape: (u32, u32)) -> Result<Grid, Trap> {
        let (vr, vc) = t.valid;
        if shape.0 <= vr && shape.1 <= vc {
            return self.read_tile(t, shape).map_err(|e| e.at(slot));
        }
        let inside =
            self.read_tile(t, (shape.0.min(vr), shape.1.min(vc))).map_err(|e| e.at(slot))?;
        self.note_quirk("outside-valid-read");
        let outside = self.numerics.outside_valid;
        Grid::try_new(t.ty.dtype, shape, |r, c| {
            if r < vr && c < vc {
                return Ok(inside.at(r, c));
            }
            match outside {
                OutsideValid::Ones => Ok(all_ones(t.ty.dtype)),
                OutsideValid::Zero => Ok(0),
                OutsideValid::Memory if r < t.ty.rows && c < t.ty.cols => {
                    self.read_element(t, r, c)
                }
                OutsideValid::Memory => Ok(all_ones(t.ty.dtype)),
                OutsideValid::Trap => Err(outside_valid(self.operand(slot), t, r, c).at(slot)),
            }
        })
    }

    /// `shape` elements from the corner of a tile, valid or not.
    pub fn read_tile(&self, t: &TileAt, (rows, cols): (u32, u32)) -> Result<Grid, Trap> {
        if rows > t.ty.rows || cols > t.ty.cols {
            return Err(Trap::new(format!(
                "reads {rows}x{cols} elements of a tile of {}x{}",
                t.ty.rows, t.ty.cols
            )));
        }
        let bytes = self.memory.tile(t, (rows, cols))?;
        Ok(Grid::from_rows(t.ty.dtype, (rows, cols), |r, codes| {
            lines::read_row(bytes, t, r, codes);
        }))
    }

    fn read_element(&self, t: &TileAt, row: u32, col: u32) -> Result<u64, Trap> {
        let bytes = self.memory.span(t.ty.space, 0, t.addr as i64, t.size_bytes())?;
        Ok(get_code(bytes, t.ty.dtype, t.bit_offset(row, col)))
    }

    /// Writes a grid to the corner of a tile operand; the rest of the tile stays.
    pub fn write(&mut self, slot: u8, grid: &Grid) -> Outcome {
        let t = self.tile(slot)?;
        self.write_at(&t, (0, 0), grid).map_err(|e| e.at(slot))
    }

    /// Writes a grid into a tile at a row and column.
    pub fn write_at(&mut self, t: &TileAt, (row, col): (u32, u32), grid: &Grid) -> Outcome {
        must_hold(t, (row, col), grid)?;
        let is_lost = self.memory.is_account();
        let bytes = self.memory.tile_mut(t, (row, col), (grid.rows, grid.cols))?;
        for r in 0..if is_lost { 0 } else { grid.rows } {
            lines::write_row(bytes, t, (row + r, col), grid.row(r));
        }
        Ok(())
    }

    /// The same into the memory of a vector core of the cluster, at the address of the tile.
    pub fn write_at_core(
        &mut self,
        t: &TileAt,
        core: u32,
        (row, col): (u32, u32),
        grid: &Grid,
    ) -> Outcome {
        must_hold(t, (row, col), grid)?;
        let dtype = t.ty.dtype;
        let places = (0..grid.rows).flat_map(|r| (0..grid.cols).map(move |c| (r, c)));
        let bit = |(r, c): (u32, u32)| t.bit_offset(row + r, col + c);
        let bytes_of = |place| {
            let first = bit(place);
            first / 8..(first + u64::from(dtype.bits())).div_ceil(8)
        };
        let pieces: Vec<Range<u64>> = places.clone().map(bytes_of).collect();
        let at = PtrAt { space: t.ty.space, buffer: core + 1, addr: t.addr as i64, dtype };
        let bytes = self.memory.pieces_mut(at, &pieces)?;
        for (r, c) in places {
            set_code(bytes, dtype, bit((r, c)), grid.at(r, c));
        }
        Ok(())
    }
}

/// Whether a tile has room for a grid at a row and column.
fn must_hold(t: &TileAt, (row, col): (u32, u32), grid: &Grid) -> Outcome {
    let fits = |at: u32, len: u32, end: u32| at.checked_add(len).is_some_and(|e| e <= end);
    if fits(row, grid.rows, t.ty.rows) && fits(col, grid.cols, t.ty.cols) {
        return Ok(());
    }
    Err(Trap::new(format!(
        "writes {}x{} elements at ({row}, {col}) of a tile of {}x{}",
        grid.rows, grid.cols, t.ty.rows, t.ty.cols
    )))
}

/// The trap of a read outside a valid region.
pub fn outside_valid(operand: &str, t: &TileAt, row: u32, col: u32) -> Trap {
    Trap::new(format!(
        "reads row {row}, column {col} of `{operand}`, outside its valid region of {}x{}",
        t.valid.0, t.valid.1
    ))
    .code(code::OUTSIDE_VALID)
    .note("`--outside-valid ones|memory|zero` gives such lanes a value; `--semantics manual` reads all-ones bytes")
}

/// All bits set.
pub const fn all_ones(dtype: DType) -> u64 {
    u64::MAX >> (64 - dtype.bits())
}

/// The code at a bit offset.
#[inline]
pub fn get_code(bytes: &[u8], dtype: DType, bit: u64) -> u64 {
    let at = (bit / 8) as usize;
    // A size that is known where the bytes are copied: the definitions spend most of their time here.
    match dtype.bits() {
        4 => u64::from(bytes[at] >> (bit % 8) & 0xF),
        1 => u64::from(bytes[at] >> (bit % 8) & 1),
        8 => u64::from(bytes[at]),
        16 => u64::from(u16::from_le_bytes(part(bytes, at))),
        32 => u64::from(u32::from_le_bytes(part(bytes, at))),
        _ => u64::from_le_bytes(part(bytes, at)),
    }
}

/// The first codes of elements that lie one after another.
pub fn get_codes(bytes: &[u8], dtype: DType, count: usize) -> Vec<u64> {
    // Loops of one size: the definitions of instructions on registers spend most of their time here.
    match dtype.bits() {
        8 => bytes[..count].iter().map(|&b| b.into()).collect(),
        16 => as_elements(bytes, count).iter().map(|&b| u16::from_le_bytes(b).into()).collect(),
        32 => as_elements(bytes, count).iter().map(|&b| u32::from_le_bytes(b).into()).collect(),
        64 => as_elements(bytes, count).iter().map(|&b| u64::from_le_bytes(b)).collect(),
        bits => (0..count as u64).map(|i| get_code(bytes, dtype, i * u64::from(bits))).collect(),
    }
}

/// Stores codes one after another, and zeros after them as far as there are bytes.
pub fn set_codes(bytes: &mut [u8], dtype: DType, codes: &[u64]) {
    let codes = codes.iter().copied().chain(std::iter::repeat(0));
    macro_rules! put {
        ($t:ty) => {
            for (to, code) in bytes.as_chunks_mut().0.iter_mut().zip(codes) {
                *to = (code as $t).to_le_bytes();
            }
        };
    }
    match dtype.bits() {
        8 => put!(u8),
        16 => put!(u16),
        32 => put!(u32),
        64 => put!(u64),
        bits => {
            let count = bytes.len() as u64 * 8 / u64::from(bits);
            for (i, code) in (0..count).zip(codes) {
                set_code(bytes, dtype, i * u64::from(bits), code);
            }
        }
    }
}

fn as_elements<const N: usize>(bytes: &[u8], count: usize) -> &[[u8; N]] {
    &bytes.as_chunks().0[..count]
}

/// Bytes from an offset on.
#[inline]
fn part<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut part = [0; N];
    part.copy_from_slice(&bytes[at..at + N]);
    part
}

/// Stores a code at a bit offset.
#[inline]
pub fn set_code(bytes: &mut [u8], dtype: DType, bit: u64, code: u64) {
    let at = (bit / 8) as usize;
    match dtype.bits() {
        small @ (1 | 4) => {
            let mask = (all_ones(dtype) << (bit % 8)) as u8;
            debug_assert!(small <= 4);
            bytes[at] = bytes[at] & !mask | ((code << (bit % 8)) as u8 & mask);
        }
        8 => bytes[at] = code as u8,
        16 => bytes[at..at + 2].copy_from_slice(&(code as u16).to_le_bytes()),
        32 => bytes[at..at + 4].copy_from_slice(&(code as u32).to_le_bytes()),
        _ => bytes[at..at + 8].copy_from_slice(&code.to_le_bytes()),
    }
}
