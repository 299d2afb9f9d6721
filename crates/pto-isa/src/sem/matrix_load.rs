//! Loads of the matrix buffers: fractals of L1 to L0A and L0B, and the scales that belong to them.
//!
//! A fractal is 16 rows of 32 bytes. An image of a matrix is a column of fractals after the other; L0A holds
//! [m, k], L0B [n, k]. The forms with extents are those with control fields, as the assembler derives them:
//! PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:862-1044.

use super::bursts::{Bursts, End, Level};
use super::dma::count;
use super::exec::{Exec, Outcome, PtrAt, Trap};
use super::numerics::Semantics;
use crate::dtype::DType;
use crate::target::Space;

/// Bytes of a fractal.
const FRACTAL: i64 = 512;
/// Rows of a fractal.
const ROWS: i64 = 16;
/// Bytes of a row of a fractal.
const BLOCK: i64 = 32;

/// Operands of [`load_matrix`] and [`load_scales`].
pub struct LoadSlots {
    /// Source and destination.
    pub ends: [u8; 2],
    /// Lines of the matrix in L0 (m or n) and its depth (k), and a start position; if the instruction has
    /// this form.
    pub extents: Option<[u8; 4]>,
    /// Start along both axes, steps along both, source and destination stride.
    pub fields: [u8; 6],
}

/// The control fields of a load, in fractals.
#[derive(Clone, Copy)]
struct Fields {
    start: [i64; 2],
    steps: [i64; 2],
    strides: [i64; 2],
}

impl Fields {
    fn read(x: &Exec<'_>, slots: [u8; 6]) -> Result<Fields, Trap> {
        let n = |i: usize| count(x, slots[i]);
        Ok(Fields { start: [n(0)?, n(1)?], steps: [n(2)?, n(3)?], strides: [n(4)?, n(5)?] })
    }

    /// Runs of `unit * steps[0]` bytes, a stride apart.
    fn columns(&self, from: PtrAt, to: PtrAt, unit: i64) -> Result<Bursts, Trap> {
        let [a, b] = self.strides;
        let far = || Trap::new(format!("has strides that no memory holds: {a} and {b}"));
        let bytes = |n: i64| n.checked_mul(unit).ok_or_else(far);
        let first = self.start[1].checked_mul(self.strides[0]).ok_or_else(far)?;
        let first = bytes(first.checked_add(self.start[0]).ok_or_else(far)?)?;
        let from = PtrAt { addr: from.addr.checked_add(first).ok_or_else(far)?, ..from };
        let [source, dest] = [bytes(self.strides[0])?, bytes(self.strides[1])?];
        let level = Level { count: self.steps[1], from: source, to: dest };
        Ok(Bursts::new(from, to, bytes(self.steps[0])? as u64, vec![level]))
    }
}

/// How elements of a type lie in a block.
#[derive(Clone, Copy)]
struct Elements {
    /// Bits of an element; 4 for the halves of a pair.
    bits: i64,
}

impl Elements {
    fn of(dtype: DType) -> Elements {
        let pair = matches!(dtype, DType::F4E1M2x2 | DType::F4E2M1x2);
        Elements { bits: if pair { 4 } else { i64::from(dtype.bits()) } }
    }
    /// Elements of a block.
    fn per_block(self) -> i64 {
        BLOCK * 8 / self.bits
    }
    fn get(self, bytes: &[u8], i: i64) -> u64 {
        let at = i * self.bits;
        let bytes = &bytes[(at / 8) as usize..];
        match self.bits {
            4 => u64::from(bytes[0] >> (at % 8) & 0xF),
            bits => (0..bits as usize / 8).map(|b| u64::from(bytes[b]) << (8 * b)).sum(),
        }
    }
    fn set(self, bytes: &mut [u8], i: i64, code: u64) {
        let at = i * self.bits;
        let bytes = &mut bytes[(at / 8) as usize..];
        match self.bits {
            4 => bytes[0] = bytes[0] & !(0xF << (at % 8)) | (code as u8) << (at % 8),
            bits => {
                bytes[..bits as usize / 8].copy_from_slice(&code.to_le_bytes()[..bits as usize / 8])
            }
        }
    }
}

/// `load_cbuf_to_ca` and its like: fractals of L1 to L0, with `transpose` the matrix they hold transposed.
pub fn load_matrix(x: &mut Exec<'_>, s: &LoadSlots, transpose: bool) -> Outcome {
    let (from, to) = (x.ptr(s.ends[0])?, x.ptr(s.ends[1])?);
    let e = Elements::of(from.dtype);
    let Some(extents) = s.extents.filter(|e| x.arg(e[0]).is_some()) else {
        return load_fields(x, s.ends, [from, to], e, Fields::read(x, s.fields)?, transpose);
    };
    let (lines, depth) = (count(x, extents[0])?, count(x, extents[1])?);
    let start = |slot: u8| if x.arg(slot).is_some() { count(x, slot) } else { Ok(0) };
    // Columns of pairs are counted as if a block held 32 of them.
    let start = [start(extents[2])?, start(extents[3])? / if e.bits == 4 { 2 } else { 1 }];
    let up = |n: i64, unit: i64| n / unit + i64::from(n % unit != 0);
    let column = e.per_block();
    let fields = if transpose {
        // Whole squares are turned around: rows and columns are padded to the larger side of a fractal.
        let side = column.max(ROWS);
        let [lines, depth] = [up(lines, side), up(depth, side)].map(|n| n.saturating_mul(side));
        if narrow(to, from.dtype, count(x, extents[0])?) && start == [0, 0] {
            x.note_quirk("l0b-narrow-f8");
            if x.numerics.semantics == Semantics::Silicon {
                return load_narrow(x, s.ends, [from, to], depth);
            }
        }
        Fields {
            start,
            steps: [depth / ROWS, lines / column],
            strides: [depth / ROWS, lines / ROWS],
        }
    } else {
        let stride = up(lines, ROWS);
        Fields { start, steps: [stride, up(depth, column)], strides: [stride; 2] }
    };
    load_fields(x, s.ends, [from, to], e, fields, transpose)
}

fn load_fields(
    x: &mut Exec<'_>,
    slots: [u8; 2],
    [from, to]: [PtrAt; 2],
    e: Elements,
    fields: Fields,
    transpose: bool,
) -> Outcome {
    let columns = fields.columns(from, to, FRACTAL)?;
    if !transpose {
        return columns.run(x, slots);
    }
    let [rows, blocks] = fields.steps;
    let (column, side) = (e.per_block(), e.per_block().max(ROWS));
    if columns.count() == 0 || rows == 0 {
        return Ok(());
    }
    columns.check(x, End::From, slots[0])?;
    // Both are small now: they are inside a memory.
    let (height, width) = (rows * ROWS, blocks * column);
    if height % side != 0 || width % side != 0 {
        return Err(Trap::new(format!(
            "transposes {height}x{width} elements of {} bits, which are no squares of {side}",
            e.bits
        )));
    }
    let stride = fields.strides[1].saturating_mul(FRACTAL);
    let level = Level { count: height / column, from: 0, to: stride };
    let dest = Bursts::new(to, to, (width * BLOCK) as u64, vec![level]);
    dest.check(x, End::To, slots[1])?;
    // A column of fractals of the source becomes rows of the destination.
    let mut turned = vec![0; (height * width * e.bits / 8) as usize];
    for b in 0..blocks {
        let at = columns.from.addr + b * columns.levels[0].from;
        let source = x.memory.bytes(from.space, from.buffer, at, columns.len)?;
        for (r, c) in (0..height).flat_map(|r| (0..column).map(move |c| (r, c))) {
            let (line, k) = (b * column + c, r);
            let place = (k / column * width + line) * column + k % column;
            e.set(&mut turned, place, e.get(source, r * column + c));
        }
    }
    for (i, part) in turned.chunks_exact((width * BLOCK) as usize).enumerate() {
        let at = to.addr + i as i64 * stride;
        let bytes = x.memory.bytes_mut(to.space, to.buffer, at, part.len() as u64)?;
        bytes.copy_from_slice(part);
    }
    Ok(())
}

/// Whether a transposing load of this many lines reads rows of 16 bytes.
fn narrow(to: PtrAt, dtype: DType, lines: i64) -> bool {
    let f8 = matches!(dtype, DType::F8E4M3 | DType::F8E5M2);
    f8 && to.space == Space::Right && (1..=ROWS).contains(&lines)
}

/// Rows of 16 bytes, as many as the matrix is deep, transposed.
fn load_narrow(x: &mut Exec<'_>, slots: [u8; 2], [from, to]: [PtrAt; 2], depth: i64) -> Outcome {
    if depth == 0 {
        return Ok(());
    }
    let rows = Level { count: depth, from: ROWS, to: 0 };
    Bursts::new(from, to, ROWS as u64, vec![rows]).check(x, End::From, slots[0])?;
    let bytes = (depth * ROWS) as u64;
    Bursts::new(to, to, bytes, vec![]).check(x, End::To, slots[1])?;
    let source = x.memory.bytes(from.space, from.buffer, from.addr, bytes)?;
    let mut turned = vec![0; source.len()];
    for (i, &byte) in source.iter().enumerate() {
        let (k, line) = (i / 16, i % 16);
        turned[k / 32 * 512 + line * 32 + k % 32] = byte;
    }
    x.memory.bytes_mut(to.space, to.buffer, to.addr, bytes)?.copy_from_slice(&turned);
    Ok(())
}

/// `load_cbuf_to_ca_mx` and its like: scales of L1 beside L0A or L0B.
///
/// A unit is 32 bytes, the scales of 16 lines for two groups along k. The `mte_*` forms
/// name the data the scales belong to (`beside`), the others the place of the scales.
///
/// Source: pto-isa@3186c381 include/pto/npu/a5/TExtract.hpp:29-112; PTOAS 0.60
/// lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:986-1044.
pub fn load_scales(x: &mut Exec<'_>, s: &LoadSlots, beside: bool) -> Outcome {
    let (from, mut to) = (x.ptr(s.ends[0])?, x.ptr(s.ends[1])?);
    to = if beside { scales_of(to) } else { PtrAt { space: scale_space(to.space), ..to } };
    let fields = match s.extents.filter(|e| x.arg(e[0]).is_some()) {
        Some([lines, depth, row, col]) => {
            let start = |slot: u8| if x.arg(slot).is_some() { count(x, slot) } else { Ok(0) };
            let up = |n: i64, unit: i64| n / unit + i64::from(n % unit != 0);
            let pairs = up(count(x, depth)?, 64);
            let steps = [up(count(x, lines)?, ROWS), pairs];
            Fields { start: [start(row)?, start(col)?], steps, strides: [pairs; 2] }
        }
        None => Fields::read(x, s.fields)?,
    };
    // Along the lines first: the units of 16 lines stand together.
    let Fields { start, steps, strides } = fields;
    let turned = Fields { start: [start[1], start[0]], steps: [steps[1], steps[0]], strides };
    turned.columns(from, to, BLOCK)?.run(x, s.ends)
}

fn scale_space(data: Space) -> Space {
    if data == Space::Left { Space::ScaleLeft } else { Space::ScaleRight }
}

/// Where the scales of the matrix at `data` in L0A or L0B begin: a byte for 16 of the matrix.
///
/// Source: PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:39, 320-334.
pub fn scales_of(data: PtrAt) -> PtrAt {
    PtrAt { space: scale_space(data.space), addr: data.addr >> 4, ..data }
}
