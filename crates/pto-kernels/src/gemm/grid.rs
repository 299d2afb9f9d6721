//! Where the elements of an operand lie: rows and columns that step evenly, or in boxes.
#![allow(unsafe_code)]

use super::element::Element;
use super::kernel::LANES;

/// Offsets of indices: index `i` is at `i / group * jump + i % group * step`.
///
/// In a boxed (fractal) layout the place of an element is a sum of one number that depends on its row and one that
/// depends on its column, whichever way boxes and their insides are ordered; each of them is of this kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The logarithm of the group, which is a power of two; that of a line is larger than every index.
    shift: u32,
    step: usize,
    jump: usize,
}

impl Steps {
    /// Evenly spaced.
    pub const fn line(step: usize) -> Steps {
        Steps { shift: usize::BITS - 1, step, jump: 0 }
    }

    /// Groups as long as a line, `jump` apart.
    pub(super) const fn lines(jump: usize) -> Steps {
        Steps { shift: LANES.trailing_zeros(), step: 1, jump }
    }

    /// Groups of indices `step` apart; groups are `jump` apart. `None` unless `group` is a power of two.
    pub fn grouped(group: usize, step: usize, jump: usize) -> Option<Steps> {
        group.is_power_of_two().then(|| Steps { shift: group.trailing_zeros(), step, jump })
    }

    /// The offset of an index.
    #[inline(always)]
    pub(super) fn at(&self, i: usize) -> usize {
        (i >> self.shift) * self.jump + (i & (self.group() - 1)) * self.step
    }

    /// Indices of a group.
    #[inline(always)]
    pub(super) fn group(&self) -> usize {
        1 << self.shift
    }

    /// Distance of groups.
    #[inline(always)]
    pub(super) fn jump(&self) -> usize {
        self.jump
    }

    /// Distance inside a group.
    #[inline(always)]
    pub(super) fn step(&self) -> usize {
        self.step
    }

    /// The distance, if it is the same everywhere.
    #[inline(always)]
    pub(super) fn as_line(&self) -> Option<usize> {
        (self.shift == usize::BITS - 1).then_some(self.step)
    }

    /// Whether `n` indices from each multiple of `n` on are neighbours; `n` is a power of two.
    #[inline(always)]
    fn has_neighbours(&self, n: usize) -> bool {
        self.step == 1 && self.group() >= n
    }

    /// The greatest offset of the first `count` indices, if there is one that can be counted.
    fn last(&self, count: usize) -> Option<usize> {
        let last = count.checked_sub(1)?;
        let (groups, inside) = (last >> self.shift, last & (self.group() - 1));
        let end = |group: usize, inside: usize| {
            group.checked_mul(self.jump)?.checked_add(inside.checked_mul(self.step)?)
        };
        // The last group may be shorter than those before it.
        match groups.checked_sub(1) {
            Some(before) => Some(end(groups, inside)?.max(end(before, self.group() - 1)?)),
            None => end(groups, inside),
        }
    }
}

/// A direction in a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    /// Along a row: the column changes.
    Row,
    /// Along a column: the row changes.
    Column,
}

/// A matrix in memory.
pub struct Grid<'a, E: Element> {
    /// The first of `length` elements; those of the matrix can be read.
    start: *const E::Bits,
    length: usize,
    /// All of them can be read.
    data: Option<&'a [E::Bits]>,
    rows: Steps,
    cols: Steps,
}

impl<'a, E: Element> Grid<'a, E> {
    /// Element (i, j) is in `data` at the sum of the offsets of row i and of column j.
    pub fn new(data: &'a [E::Bits], rows: Steps, cols: Steps) -> Self {
        Grid { start: data.as_ptr(), length: data.len(), data: Some(data), rows, cols }
    }

    /// As [`Grid::new`], of elements between which there are others, that are not read.
    ///
    /// # Safety
    /// Of the `length` elements at `start`, which is aligned, those of the matrix can be read as long as it is there. Which
    /// those are says whoever multiplies: all rows and columns of an operand.
    pub unsafe fn among(start: *const E::Bits, length: usize, rows: Steps, cols: Steps) -> Self {
        Grid { start, length, data: None, rows, cols }
    }

    /// Whether a matrix of that size can be read.
    pub(super) fn covers(&self, rows: usize, cols: usize) -> bool {
        covers(self.length, &self.rows, &self.cols, rows, cols)
    }

    /// Whether each row is in one piece.
    #[inline(always)]
    pub(super) fn has_plain_rows(&self) -> bool {
        self.cols.as_line() == Some(1)
    }

    /// Where the element in row `i`, column `j` is, if there is one.
    #[inline(always)]
    pub(super) fn place(&self, i: usize, j: usize) -> *const E::Bits {
        self.start.wrapping_add(self.rows.at(i) + self.cols.at(j))
    }

    /// The element in row `i`, column `j`.
    #[inline(always)]
    pub(super) fn at(&self, i: usize, j: usize) -> E::Wide {
        let at = self.rows.at(i) + self.cols.at(j);
        assert!(at < self.length);
        // SAFETY: it is inside, and an element of the matrix.
        E::widen(unsafe { *self.start.add(at) })
    }

    /// The direction in which reading is cheap.
    #[inline(always)]
    pub(super) fn axis(&self) -> Axis {
        let run = |steps: &Steps| if steps.step == 1 { steps.shift } else { 0 };
        if run(&self.rows) > run(&self.cols) { Axis::Column } else { Axis::Row }
    }

    /// The elements (i, j), (i, j+1) and so on as they are stored, if they are neighbours.
    #[inline(always)]
    pub(super) fn row_bits<const N: usize>(&self, i: usize, j: usize) -> Option<&[E::Bits; N]> {
        (self.cols.has_neighbours(N) && j.is_multiple_of(N)).then(|| self.neighbours(i, j))?
    }

    /// The elements (i, j), (i+1, j) and so on as they are stored, if they are neighbours.
    #[inline(always)]
    pub(super) fn column_bits<const N: usize>(&self, i: usize, j: usize) -> Option<&[E::Bits; N]> {
        (self.rows.has_neighbours(N) && i.is_multiple_of(N)).then(|| self.neighbours(i, j))?
    }

    #[inline(always)]
    fn neighbours<const N: usize>(&self, i: usize, j: usize) -> Option<&[E::Bits; N]> {
        let at = self.rows.at(i) + self.cols.at(j);
        let inside = at.checked_add(N).is_some_and(|end| end <= self.length);
        // SAFETY: they are inside, and elements of the matrix: callers ask for rows and columns that it has.
        inside.then(|| unsafe { &*self.start.add(at).cast::<[E::Bits; N]>() })
    }

    /// The matrix in place, if it needs no conversion.
    #[inline(always)]
    pub(super) fn in_place(&self) -> Option<Plane<'a, E::Wide>> {
        let data = E::as_wide(self.data?)?;
        Some(Plane { data, row: self.rows.as_line()?, cols: self.cols })
    }
}

fn covers(length: usize, row: &Steps, col: &Steps, rows: usize, cols: usize) -> bool {
    if rows == 0 || cols == 0 {
        return true;
    }
    let last = row.last(rows).zip(col.last(cols)).and_then(|(r, c)| r.checked_add(c));
    last.is_some_and(|last| last < length)
}

/// A part of an operand as the kernels read it: rows are evenly spaced.
#[derive(Clone, Copy)]
pub struct Plane<'a, T> {
    /// Element (0, 0) is the first.
    pub data: &'a [T],
    /// Distance of rows.
    pub row: usize,
    pub cols: Steps,
}

impl<'a, T> Plane<'a, T> {
    /// Whether all elements of a `rows` x `cols` matrix are inside of `data`.
    pub fn covers(&self, rows: usize, cols: usize) -> bool {
        covers(self.data.len(), &Steps::line(self.row), &self.cols, rows, cols)
    }

    /// The matrix from row `i` and column `j` on, which begins a group; empty if that is outside.
    #[inline(always)]
    pub fn part(self, i: usize, j: usize) -> Plane<'a, T> {
        debug_assert!(self.cols.as_line().is_some() || j.is_multiple_of(self.cols.group()));
        // Wraps only outside, for a matrix without columns.
        let place = i.wrapping_mul(self.row).wrapping_add(self.cols.at(j));
        Plane { data: self.data.get(place..).unwrap_or_default(), ..self }
    }
}
