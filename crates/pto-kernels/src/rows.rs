//! Tiles as rows of elements at a raw address, and how two of them lie to each other.

use crate::memory::{CoreMemory, Spot};
use pto_isa::sem::TileAt;
use pto_isa::{DType, Layout};

/// `rows` x `cols` elements, `row` and `col` elements apart, from an address. All of them are inside the
/// memory the address was taken from, and the address is aligned for an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rect {
    /// The first element.
    pub at: *mut u8,
    /// The bytes of the tile; the first element is their first.
    pub spot: Spot,
    /// Distance of two elements in a column.
    pub row: usize,
    /// Distance of two elements in a row.
    pub col: usize,
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
    /// Bytes of an element.
    pub size: usize,
}

/// How two rectangles of equally large elements lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overlap {
    /// No byte is in both.
    Apart,
    /// Element (r, c) of one is element (r, c) of the other.
    Same,
    /// Anything else, or not known.
    Mixed,
}

impl Rect {
    /// The upper left `shape` of a tile without boxes, if the tile has it. The shape is not empty.
    #[inline(always)]
    pub fn of(memory: &mut CoreMemory<'_>, t: &TileAt, shape: (u32, u32)) -> Option<Rect> {
        let (row, col) = match t.ty.layout() {
            Layout::Nd => (t.storage.1, 1),
            Layout::Dn => (1, t.storage.0),
            _ => return None,
        };
        let bytes = t.size_bytes();
        let rect = Rect::new(memory, t, shape, bytes)?;
        let rect = Rect { row: row as usize, col: col as usize, ..rect };
        let last = (rect.rows - 1) * rect.row + (rect.cols - 1) * rect.col;
        ((last + 1) * rect.size <= bytes as usize).then_some(rect)
    }

    /// All elements of a tile in the order of memory, as if it were row-major; `None` if some of the tile
    /// is not valid or it does not fill its memory.
    pub fn whole(memory: &mut CoreMemory<'_>, t: &TileAt) -> Option<Rect> {
        let (box_rows, box_cols) = match t.ty.layout() {
            Layout::Nd | Layout::Dn => (1, 1),
            boxed => boxed.inner_box(t.ty.dtype, t.ty.fractal),
        };
        let full = t.valid == t.shape()
            && t.storage == t.shape()
            && t.ty.rows.is_multiple_of(box_rows)
            && t.ty.cols.is_multiple_of(box_cols);
        let rect = full.then(|| Rect::new(memory, t, t.valid, t.size_bytes()))??;
        Some(Rect { row: rect.cols, col: 1, ..rect })
    }

    #[inline(always)]
    fn new(
        memory: &mut CoreMemory<'_>,
        t: &TileAt,
        (rows, cols): (u32, u32),
        bytes: u64,
    ) -> Option<Rect> {
        let bits = t.ty.dtype.bits() as usize;
        if rows == 0 || cols == 0 || rows > t.ty.rows || cols > t.ty.cols || bits < 8 {
            return None;
        }
        let spot = memory.spot(t.ty.space, t.addr as i64, bytes)?;
        let at = memory.reach(spot)?;
        let size = bits / 8;
        let (rows, cols) = (rows as usize, cols as usize);
        (at.addr() & (size - 1) == 0).then_some(Rect { at, spot, row: 0, col: 0, rows, cols, size })
    }

    /// Finds the memory again, for another execution.
    #[inline(always)]
    pub fn renew(&mut self, memory: &mut CoreMemory<'_>) -> Option<()> {
        self.at = memory.reach(self.spot)?;
        Some(())
    }

    /// Bytes from the first to the end of the last element.
    fn span(&self) -> std::ops::Range<usize> {
        let last = (self.rows - 1) * self.row + (self.cols - 1) * self.col;
        self.at.addr()..self.at.addr() + (last + 1) * self.size
    }

    /// How this one, whose rows are contiguous, and another lie to each other.
    #[inline(always)]
    pub fn overlap(&self, other: &Rect) -> Overlap {
        let (mine, theirs) = (self.span(), other.span());
        if mine.end <= theirs.start || theirs.end <= mine.start {
            return Overlap::Apart;
        }
        let alike = self.row == other.row && self.col == other.col && self.size == other.size;
        if alike && self.at == other.at {
            return Overlap::Same;
        }
        if alike && self.beside(other) { Overlap::Apart } else { Overlap::Mixed }
    }

    /// Whether two windows of one tile have no column in common.
    #[cold]
    fn beside(&self, other: &Rect) -> bool {
        if self.col != 1 || self.row == 0 {
            return false;
        }
        let pitch = self.row * self.size;
        let ahead = other.at.addr() as isize - self.at.addr() as isize;
        let ahead = ahead.rem_euclid(pitch as isize) as usize;
        ahead >= self.cols * self.size && pitch - ahead >= other.cols * self.size
    }
}

/// Whether two tiles place equal rows and columns equally.
pub(super) fn same_places(a: &TileAt, b: &TileAt) -> bool {
    a.ty.layout() == b.ty.layout()
        && a.ty.fractal == b.ty.fractal
        && a.storage == b.storage
        && a.ty.dtype.bits() == b.ty.dtype.bits()
}

/// Whether elements of the two types have the same bits for the same number.
pub(super) fn same_elements(a: DType, b: DType) -> bool {
    a.plain() == b.plain() || (a.is_int() && b.is_int() && a.bits() == b.bits())
}
