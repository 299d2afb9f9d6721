//! A rectangle of elements in memory.

use super::axis::{Axis, Cursor};
use crate::memory::{Access, CoreMemory, Forward, Origin, Spot};
use pto_isa::Space;
use pto_isa::sem::view::Axes;
use pto_isa::sem::{PtrAt, TileAt, ViewAt};
use smallvec::{SmallVec, smallvec};
use std::ops::Range;

/// Rows and columns of elements of `size` bytes. Every element is inside its memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct StridedRect {
    start: *mut u8,
    /// Bytes of an element: 1, 2, 4 or 8.
    pub size: usize,
    pub rows: Axis,
    pub cols: Axis,
    /// The bytes it spreads over, to tell whether two of them meet.
    reach: (usize, usize),
    /// The bytes of the tile it is of; the first is its start.
    spot: Option<Spot>,
}

/// The rows and columns of a view that belong to a tile, wherever the view begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// As if the view began at address 0.
    rect: StridedRect,
    /// Bytes from the beginning of the view to the byte that lies first.
    low: i64,
    /// Bytes from there on.
    bytes: u64,
}

/// Stretches of a part whose beginnings are nearer to each other are taken for one.
const NEAR: isize = 256;
/// More stretches are not claimed before blocks run: one thread does that for all of them, while blocks that claim as they go do so
/// at once.
const MOST_AHEAD: usize = 32;

/// Evenly spaced rows and columns; distances in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub start: *mut u8,
    pub row: isize,
    pub col: isize,
}

impl StridedRect {
    /// `shape` elements of a tile from a row and column on.
    #[inline(never)]
    pub fn of_tile(
        memory: &mut CoreMemory<'_>,
        t: &TileAt,
        corner: (u32, u32),
        shape: (u32, u32),
    ) -> Option<StridedRect> {
        let (rows, cols) = Axis::of_tile(t, corner, shape)?;
        let bytes = t.size_bytes();
        let spot = memory.spot(t.ty.space, i64::try_from(t.addr).ok()?, bytes)?;
        let start = memory.reach(spot)?;
        let rect = StridedRect::new(start, t.ty.dtype.bits(), rows, cols)?;
        let end = (start as usize).checked_add(bytes as usize)?;
        let inside = rect.reach.0 >= start as usize && rect.reach.1 <= end;
        inside.then_some(StridedRect { spot: Some(spot), ..rect })
    }

    /// Finds the memory of a tile again, for another execution.
    #[inline(always)]
    pub fn renew(&mut self, memory: &mut CoreMemory<'_>) -> Option<()> {
        self.begin_at(memory.reach(self.spot?)?);
        Some(())
    }

    /// The same rows and columns from another address on.
    #[inline(always)]
    fn begin_at(&mut self, start: *mut u8) {
        let by = start.addr().wrapping_sub(self.start.addr());
        self.start = start;
        self.reach = (self.reach.0.wrapping_add(by), self.reach.1.wrapping_add(by));
    }

    #[inline(always)]
    fn new(start: *mut u8, bits: u32, rows: Axis, cols: Axis) -> Option<StridedRect> {
        if !matches!(bits, 8 | 16 | 32 | 64) || rows.count == 0 || cols.count == 0 {
            return None;
        }
        let size = bits as usize / 8;
        let ((r0, r1), (c0, c1)) = (rows.span(), cols.span());
        let at = |offset: isize| start.wrapping_offset(offset * size as isize) as usize;
        let reach = (at(r0 + c0), at(r1 + c1).wrapping_add(size));
        Some(StridedRect { start, size, rows, cols, reach, spot: None })
    }

    /// The source of a copy that was not made.
    pub fn of_forward(memory: &mut CoreMemory<'_>, copy: &Forward) -> Option<StridedRect> {
        let start = memory.origin(&copy.origin)?;
        let rect = StridedRect::new(start, 8 * copy.size as u32, copy.axes.0, copy.axes.1)?;
        let spot = match copy.origin {
            Origin::Local(spot) => Some(spot),
            Origin::Global { .. } => None,
        };
        Some(StridedRect { spot, ..rect })
    }

    /// The tile of a copy that was not made.
    pub fn of_forward_tile(memory: &mut CoreMemory<'_>, copy: &Forward) -> Option<StridedRect> {
        let start = memory.reach(copy.to)?;
        StridedRect::new(start, 8 * copy.size as u32, copy.to_axes.0, copy.to_axes.1)
    }

    /// The bytes of the tile it is of; none in global memory.
    pub fn spot(&self) -> Option<Spot> {
        self.spot
    }

    /// Rows of neighbours in a slice, from its beginning on.
    pub fn of_slice<T>(slice: &mut [T], rows: usize, cols: usize) -> Option<StridedRect> {
        if rows.checked_mul(cols)? > slice.len() {
            return None;
        }
        let bits = 8 * size_of::<T>() as u32;
        let (rows, cols) = (Axis::line(rows, cols as isize), Axis::line(cols, 1));
        StridedRect::new(slice.as_mut_ptr().cast(), bits, rows, cols)
    }

    /// The first of the bytes it spreads over, and their number.
    pub fn cover(&self) -> (*mut u8, usize) {
        let ahead = self.reach.0.wrapping_sub(self.start.addr());
        (self.start.wrapping_add(ahead), self.reach.1 - self.reach.0)
    }

    /// Whether bytes of both may be the same.
    pub fn meets(&self, other: &StridedRect) -> bool {
        self.reach.0 < other.reach.1 && other.reach.0 < self.reach.1
    }

    /// Whether both are the same elements in the same order.
    pub fn is(&self, other: &StridedRect) -> bool {
        (self.start, self.size, self.rows, self.cols)
            == (other.start, other.size, other.rows, other.cols)
    }

    /// Whether its elements are at multiples of their size.
    pub fn is_aligned(&self) -> bool {
        self.start.addr().is_multiple_of(self.size)
    }

    /// The first element, if all lie one after another, row by row, and at multiples of their size.
    pub fn dense(&self) -> Option<*mut u8> {
        let block = self.whole()?;
        let one = self.size as isize;
        let row = self.cols.count as isize * one;
        let neighbours = self.cols.count == 1 || block.col == one;
        let lines = self.rows.count == 1 || block.row == row;
        (neighbours && lines && self.is_aligned()).then_some(block.start)
    }

    /// The first row and how far the next is, in bytes, if each row is in one piece and elements are at multiples of their size.
    pub fn lines(&self) -> Option<Block> {
        let one = self.size as isize;
        self.whole().filter(|b| {
            (self.cols.count == 1 || b.col == one) && b.row % one == 0 && self.is_aligned()
        })
    }

    /// Both by columns if the elements of a column of `from` are neighbours: for loops that work on every element for itself.
    pub fn along_memory(from: &StridedRect, to: &StridedRect) -> (StridedRect, StridedRect) {
        let one = from.size as isize;
        match from.whole() {
            Some(b) if b.row == one && b.col != one => (from.transposed(), to.transposed()),
            _ => (*from, *to),
        }
    }

    /// Some of its rows and columns, which it must have. Nothing if there are none.
    pub fn part(&self, corner: (u32, u32), shape: (u32, u32)) -> Option<StridedRect> {
        let rows = self.rows.part(corner.0 as usize, shape.0 as usize);
        let cols = self.cols.part(corner.1 as usize, shape.1 as usize);
        let part = StridedRect::new(self.start, 8 * self.size as u32, rows, cols)?;
        Some(StridedRect { spot: self.spot, ..part })
    }

    /// Columns as rows.
    pub fn transposed(self) -> StridedRect {
        StridedRect { rows: self.cols, cols: self.rows, ..self }
    }

    /// All of it, if it is evenly spaced.
    #[inline(always)]
    pub fn whole(&self) -> Option<Block> {
        (self.rows.is_line() && self.cols.is_line()).then(|| {
            let size = self.size as isize;
            let at = (self.rows.at(0) + self.cols.at(0)) * size;
            Block {
                start: self.start.wrapping_offset(at),
                row: self.rows.step() * size,
                col: self.cols.step() * size,
            }
        })
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

impl Part {
    /// The part of a view in global memory that belongs to `shape` rows and columns of elements of `bits`.
    pub fn of(view: &ViewAt, axes: Axes, (rows, cols): (u32, u32), bits: u32) -> Option<Part> {
        if view.at.space != Space::Gm || rows == 0 || cols == 0 {
            return None;
        }
        let size = i64::from(bits / 8);
        let rows = Axis::of_view(view, axes.row, rows)?;
        let cols = Axis::of_view(view, axes.col, cols)?;
        let ((r0, r1), (c0, c1)) = (rows.span(), cols.span());
        let (low, high) = ((r0 + c0) as i64, (r1 + c1) as i64);
        Some(Part {
            rect: StridedRect::new(std::ptr::null_mut(), bits, rows, cols)?,
            low: low.checked_mul(size)?,
            bytes: u64::try_from((high - low + 1).checked_mul(size)?).ok()?,
        })
    }

    /// The part where a view begins at a place of global memory, if all of it is there.
    #[inline(always)]
    pub fn at(
        &self,
        memory: &mut CoreMemory<'_>,
        place: PtrAt,
        access: Access,
    ) -> Option<StridedRect> {
        let addr = place.addr.checked_add(self.low)?;
        let start = memory.raw(place.buffer, addr, self.bytes, access, || self.stretches())?;
        let mut rect = self.rect;
        rect.begin_at(start.wrapping_offset(self.low.wrapping_neg() as isize));
        Some(rect)
    }

    /// It as the source of a copy that is not made, where a view begins at a place of global memory.
    pub fn origin(&self, place: PtrAt) -> (Origin, (Axis, Axis)) {
        let origin = Origin::Global { place, low: self.low, bytes: self.bytes };
        (origin, (self.rect.rows, self.rect.cols))
    }

    /// Claims it for the block that is foreseen, where a view begins at a place of global memory. Nothing if it has many
    /// stretches.
    pub fn claim_ahead(
        &self,
        memory: &mut CoreMemory<'_>,
        place: PtrAt,
        access: Access,
    ) -> Option<()> {
        if self.stretches().nth(MOST_AHEAD).is_some() {
            return None;
        }
        let addr = place.addr.checked_add(self.low)?;
        memory.claim_ahead(place.buffer, addr, self.bytes, access, || self.stretches())
    }

    /// The bytes it consists of, counted from the one that lies first. Where elements lie apart, or stretches of
    /// them close together, the bytes between them are counted in.
    fn stretches(&self) -> impl Iterator<Item = Range<usize>> {
        let (rect, low) = (self.rect, self.low as isize);
        let blocks: SmallVec<[_; 1]> = match rect.whole() {
            Some(block) => smallvec![((rect.rows.count, rect.cols.count), block)],
            None => Blocks::of(&rect, &rect).map(|(shape, block, _)| (shape, block)).collect(),
        };
        blocks.into_iter().flat_map(move |(shape, block)| {
            // The plane is as if the view began at address 0.
            let start = (block.start.addr() as isize).wrapping_sub(low);
            block.stretches(start, shape, rect.size)
        })
    }

    /// Whether its rows are in one piece and so long that instructions take no longer to read them than those of a tile.
    pub fn has_long_rows(&self) -> bool {
        const LONG: usize = 512;
        let size = self.rect.size;
        let in_one_piece = self.rect.whole().is_some_and(|b| b.col == size as isize);
        in_one_piece && self.rect.cols.count * size >= LONG
    }

    /// Whether no element lies twice in memory, as far as a look at the strides tells.
    pub fn is_apart(&self) -> bool {
        Axis::apart(&self.rect.rows, &self.rect.cols)
    }
}

impl Block {
    /// The element at a row and a column.
    #[inline(always)]
    pub fn at(&self, row: usize, col: usize) -> *mut u8 {
        self.start.wrapping_offset(row as isize * self.row + col as isize * self.col)
    }
    /// The bytes of its elements, if the first one is at `start`.
    fn stretches(
        self,
        start: isize,
        (rows, cols): (usize, usize),
        size: usize,
    ) -> impl Iterator<Item = Range<usize>> {
        let wide = size as isize;
        let row = (self.row, rows);
        let col = (self.col, cols);
        // Along the inner axis elements are neighbours.
        let ((_, inner), (step, outer)) =
            if self.row == wide && rows > 1 { (row, col) } else { (col, row) };
        let neighbours = self.row == wide && rows > 1 || self.col == wide || cols == 1;
        let length = inner as isize * wide;
        let apart = neighbours && step.abs() >= NEAR.max(length + 1);
        let reach = |by: isize, n: usize| (n as isize - 1) * by;
        let (low, high) = [reach(self.row, rows), reach(self.col, cols)]
            .into_iter()
            .fold((0, wide), |(low, high), r| (low + r.min(0), high + r.max(0)));
        let (first, length, step, count) =
            if apart { (start, length, step, outer) } else { (start + low, high - low, 0, 1) };
        (0..count as isize).map(move |i| {
            let at = (first + i * step) as usize;
            at..at + length as usize
        })
    }
    /// Columns as rows.
    #[inline(always)]
    pub fn transposed(self) -> Block {
        Block { row: self.col, col: self.row, ..self }
    }
}

/// The parts of two planes that are evenly spaced in both, with their rows and columns, row by row of
/// parts. An iterator and not a function with a closure, so that its user's loop is compiled with the
/// vector instructions of the user.
pub(super) struct Blocks<'a> {
    planes: (&'a StridedRect, &'a StridedRect),
    rows: (Cursor, Cursor),
    cols: (Cursor, Cursor),
    /// Where each row of parts begins.
    first: (Cursor, Cursor),
    height: usize,
    most: usize,
}

impl<'a> Blocks<'a> {
    /// `a` must have at least the rows and columns of `b`.
    #[inline(always)]
    pub fn of(a: &'a StridedRect, b: &'a StridedRect) -> Blocks<'a> {
        let rows = (a.rows.cursor(), b.rows.cursor());
        let first = (a.cols.cursor(), b.cols.cursor());
        // Where columns come in groups, a few rows at a time: their lines are still in the cache for the
        // next group, even if their distance is a power of two.
        let groups = first.0.even().min(first.1.even()) < b.cols.count;
        let most = if groups { 16 } else { usize::MAX };
        let height = rows.0.even().min(rows.1.even()).min(most);
        Blocks { planes: (a, b), rows, cols: first, first, height, most }
    }
}

impl Iterator for Blocks<'_> {
    type Item = ((usize, usize), Block, Block);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let mut width = self.cols.0.even().min(self.cols.1.even());
        if width == 0 {
            self.rows.0.advance(self.height);
            self.rows.1.advance(self.height);
            self.height = self.rows.0.even().min(self.rows.1.even()).min(self.most);
            self.cols = self.first;
            width = self.cols.0.even().min(self.cols.1.even());
        }
        if self.height == 0 {
            return None;
        }
        let a = self.planes.0.block(&self.rows.0, &self.cols.0);
        let b = self.planes.1.block(&self.rows.1, &self.cols.1);
        self.cols.0.advance(width);
        self.cols.1.advance(width);
        Some(((self.height, width), a, b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pto_isa::DType;

    /// The stretches of a view of rows and columns with strides, as far as a tile needs it.
    fn stretches(strides: [i64; 5], dims: [i64; 5], shape: (u32, u32)) -> Vec<Range<usize>> {
        let at = PtrAt { space: Space::Gm, buffer: 0, addr: 0, dtype: DType::F32 };
        let view = ViewAt { at, dims, strides };
        let axes = Axes { row: &[0, 1, 3], col: &[2, 4] };
        let part = Part::of(&view, axes, shape, 32).expect("a part");
        part.stretches().collect()
    }

    #[test]
    fn a_part_consists_of_rows_and_not_of_what_lies_between_them() {
        let plain = |stride| stretches([0, 0, 0, stride, 1], [1, 1, 1, 3, 8], (3, 8));
        assert_eq!(plain(8), vec![Range { start: 0, end: 96 }]);
        assert_eq!(plain(64), [0..32, 256..288, 512..544]);
        assert_eq!(plain(-64), [512..544, 256..288, 0..32]);
        // Too near to be kept apart.
        assert_eq!(plain(16), vec![Range { start: 0, end: 160 }]);
        // Columns one after another.
        assert_eq!(stretches([0, 0, 0, 1, 64], [1, 1, 1, 3, 2], (3, 2)), [0..12, 256..268]);
        // Two levels of columns.
        let boxes = stretches([0, 0, 1000, 8, 1], [1, 1, 2, 3, 8], (3, 16));
        assert_eq!(boxes, [0..96, 4000..4096]);
    }
}
