//! A rectangle of elements in memory, and plain work on it: copying and filling.

use super::axis::{Axis, Cursor};
use crate::memory::CoreMemory;
use pto_isa::Space;
use pto_isa::sem::view::Axes;
use pto_isa::sem::{TileAt, ViewAt};

/// Rows and columns of elements of `size` bytes. Every element is inside its memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    start: *mut u8,
    /// Bytes of an element: 1, 2, 4 or 8.
    pub size: usize,
    pub rows: Axis,
    pub cols: Axis,
    /// The bytes it spreads over, to tell whether two of them meet.
    reach: (usize, usize),
}

/// Evenly spaced rows and columns; distances in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub start: *mut u8,
    pub row: isize,
    pub col: isize,
}

impl Plane {
    /// `shape` elements of a tile from a row and column on.
    pub fn of_tile(
        memory: &mut CoreMemory<'_>,
        t: &TileAt,
        corner: (u32, u32),
        shape: (u32, u32),
    ) -> Option<Plane> {
        let (rows, cols) = Axis::of_tile(t, corner, shape)?;
        let start = memory.raw(t.ty.space, 0, i64::try_from(t.addr).ok()?, t.size_bytes())?;
        let plane = Plane::new(start, t.ty.dtype.bits(), rows, cols)?;
        let end = (start as usize).checked_add(t.size_bytes() as usize)?;
        (plane.reach.0 >= start as usize && plane.reach.1 <= end).then_some(plane)
    }

    /// The part of a view in global memory that belongs to `shape` rows and columns of elements of `bits`.
    pub fn of_view(
        memory: &mut CoreMemory<'_>,
        view: &ViewAt,
        axes: Axes,
        (rows, cols): (u32, u32),
        bits: u32,
    ) -> Option<Plane> {
        if view.at.space != Space::Gm || rows == 0 || cols == 0 {
            return None;
        }
        let size = i64::from(bits / 8);
        let rows = Axis::of_view(view, axes.row, rows)?;
        let cols = Axis::of_view(view, axes.col, cols)?;
        let ((r0, r1), (c0, c1)) = (rows.span(), cols.span());
        let (low, high) = ((r0 + c0) as i64, (r1 + c1) as i64);
        let addr = view.at.addr.checked_add(low.checked_mul(size)?)?;
        let bytes = (high - low + 1).checked_mul(size)?;
        let start = memory.raw(Space::Gm, view.at.buffer, addr, bytes as u64)?;
        let first = start.wrapping_offset((-low).checked_mul(size)? as isize);
        Plane::new(first, bits, rows, cols)
    }

    fn new(start: *mut u8, bits: u32, rows: Axis, cols: Axis) -> Option<Plane> {
        if !matches!(bits, 8 | 16 | 32 | 64) || rows.count == 0 || cols.count == 0 {
            return None;
        }
        let size = bits as usize / 8;
        let ((r0, r1), (c0, c1)) = (rows.span(), cols.span());
        let at = |offset: isize| start.wrapping_offset(offset * size as isize) as usize;
        let reach = (at(r0 + c0), at(r1 + c1) + size);
        Some(Plane { start, size, rows, cols, reach })
    }

    /// Whether no element lies twice in memory, as far as a look at the strides tells.
    pub fn is_apart(&self) -> bool {
        Axis::apart(&self.rows, &self.cols)
    }

    /// Whether bytes of both may be the same.
    pub fn meets(&self, other: &Plane) -> bool {
        self.reach.0 < other.reach.1 && other.reach.0 < self.reach.1
    }

    /// Whether both are the same elements in the same order.
    pub fn is(&self, other: &Plane) -> bool {
        (self.start, self.size, self.rows, self.cols)
            == (other.start, other.size, other.rows, other.cols)
    }

    /// Columns as rows.
    pub fn transposed(self) -> Plane {
        Plane { rows: self.cols, cols: self.rows, ..self }
    }

    #[inline(always)]
    fn block(&self, row: &Cursor, col: &Cursor) -> Block {
        let size = self.size as isize;
        Block {
            start: self.start.wrapping_offset((row.at() + col.at()) * size),
            row: self.rows.step() * size,
            col: self.cols.step() * size,
        }
    }
}

impl Block {
    /// Columns as rows.
    #[inline(always)]
    pub fn transposed(self) -> Block {
        Block { row: self.col, col: self.row, ..self }
    }
}

/// Calls `work(shape, a, b)` for parts of two planes that are evenly spaced in both, row by row of parts.
/// `a` must have at least the rows and columns of `b`.
#[inline(always)]
pub(super) fn for_blocks(a: &Plane, b: &Plane, mut work: impl FnMut((usize, usize), Block, Block)) {
    let (mut ra, mut rb) = (a.rows.cursor(), b.rows.cursor());
    let cols = (a.cols.cursor(), b.cols.cursor());
    loop {
        let rows = ra.even().min(rb.even());
        if rows == 0 {
            return;
        }
        let (mut ca, mut cb) = cols;
        loop {
            let cols = ca.even().min(cb.even());
            if cols == 0 {
                break;
            }
            work((rows, cols), a.block(&ra, &ca), b.block(&rb, &cb));
            (ca.advance(cols), cb.advance(cols));
        }
        (ra.advance(rows), rb.advance(rows));
    }
}

/// Copies every element of `to` from the same row and column of `from`. They must be of one element size and
/// must not meet, and `from` must have the rows and columns of `to`.
#[allow(unsafe_code)]
pub(super) fn copy(from: &Plane, to: &Plane) {
    debug_assert!(from.size == to.size && !from.meets(to));
    let size = to.size;
    for_blocks(from, to, |shape, a, b| {
        // SAFETY: a plane's elements are inside its memory, blocks have elements of their plane only, and
        // the planes do not meet.
        unsafe {
            match size {
                1 => copy_block::<1>(shape, a, b),
                2 => copy_block::<2>(shape, a, b),
                4 => copy_block::<4>(shape, a, b),
                _ => copy_block::<8>(shape, a, b),
            }
        }
    });
}

/// # Safety
/// All elements of the blocks are inside their memories; no byte belongs to both.
#[allow(unsafe_code)]
#[inline(always)]
unsafe fn copy_block<const N: usize>((rows, cols): (usize, usize), a: Block, b: Block) {
    let one = N as isize;
    // SAFETY: the caller promises it; rows and columns may change places.
    unsafe {
        if (a.col == one || cols == 1) && (b.col == one || cols == 1) {
            copy_rows(rows, cols * N, a, b);
        } else if (a.row == one || rows == 1) && (b.row == one || rows == 1) {
            copy_rows(cols, rows * N, a.transposed(), b.transposed());
        } else {
            copy_scattered::<N>((rows, cols), a, b);
        }
    }
}

/// Rows without gaps between their elements.
///
/// # Safety
/// As for [`copy_block`], with rows of `bytes` bytes.
#[allow(unsafe_code)]
#[inline(always)]
unsafe fn copy_rows(rows: usize, bytes: usize, a: Block, b: Block) {
    // SAFETY: row `r` starts at `r * row` and has `bytes` bytes, which the caller promises to be inside.
    unsafe {
        if a.row == bytes as isize && b.row == bytes as isize {
            std::ptr::copy_nonoverlapping(a.start, b.start, rows * bytes);
        } else if bytes == 32 {
            // The row of a box: a call for each would cost more than the copy.
            for r in 0..rows as isize {
                let row = a.start.offset(r * a.row).cast::<[u8; 32]>().read_unaligned();
                b.start.offset(r * b.row).cast::<[u8; 32]>().write_unaligned(row);
            }
        } else {
            for r in 0..rows as isize {
                let (from, to) = (a.start.offset(r * a.row), b.start.offset(r * b.row));
                std::ptr::copy_nonoverlapping(from, to, bytes);
            }
        }
    }
}

/// Elements one by one, in squares that stay in the cache on both sides.
///
/// # Safety
/// As for [`copy_block`].
#[allow(unsafe_code)]
unsafe fn copy_scattered<const N: usize>((rows, cols): (usize, usize), a: Block, b: Block) {
    const SIDE: usize = 16;
    for r0 in (0..rows).step_by(SIDE) {
        for c0 in (0..cols).step_by(SIDE) {
            for r in r0..rows.min(r0 + SIDE) {
                for c in c0..cols.min(c0 + SIDE) {
                    let at =
                        |x: Block| x.start.wrapping_offset(r as isize * x.row + c as isize * x.col);
                    // SAFETY: row and column are inside, as the caller promises.
                    unsafe {
                        let element = at(a).cast::<[u8; N]>().read_unaligned();
                        at(b).cast::<[u8; N]>().write_unaligned(element);
                    }
                }
            }
        }
    }
}

/// Gives every element the same code.
#[allow(unsafe_code)]
pub(super) fn fill(to: &Plane, code: u64) {
    let le = code.to_le_bytes();
    for_blocks(to, to, |(rows, cols), _, b| {
        let by_column = b.row == to.size as isize;
        let (rows, cols, b) =
            if by_column { (cols, rows, b.transposed()) } else { (rows, cols, b) };
        for r in 0..rows as isize {
            let row = b.start.wrapping_offset(r * b.row);
            // SAFETY: the elements of a block are inside the plane's memory.
            unsafe {
                match to.size {
                    1 => fill_row(row, b.col, cols, le[0]),
                    2 => fill_row(row, b.col, cols, [le[0], le[1]]),
                    4 => fill_row(row, b.col, cols, [le[0], le[1], le[2], le[3]]),
                    _ => fill_row(row, b.col, cols, le),
                }
            }
        }
    });
}

/// # Safety
/// `count` elements from `start` on, `step` bytes apart, are inside one memory.
#[allow(unsafe_code)]
#[inline(always)]
unsafe fn fill_row<T: Copy>(start: *mut u8, step: isize, count: usize, element: T) {
    if step == size_of::<T>() as isize {
        for i in 0..count {
            // SAFETY: the caller promises it.
            unsafe { start.cast::<T>().add(i).write_unaligned(element) };
        }
    } else {
        for i in 0..count as isize {
            // SAFETY: as above.
            unsafe { start.offset(i * step).cast::<T>().write_unaligned(element) };
        }
    }
}
