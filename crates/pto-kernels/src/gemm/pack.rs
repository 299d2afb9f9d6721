//! Copies blocks of the operands to where the kernels read them fast, widening on the way.

use super::element::Element;
use super::grid::{Axis, Grid, Plane};
use super::kernel::{LANES, Line, Portable};
#[cfg(target_arch = "x86_64")]
use super::x86::{Avx2, pack_avx2};
use std::ops::Range;

/// An operand, whatever its elements are stored as: what drives the kernels is compiled once for all of them.
pub trait Operand<T> {
    /// Whether a matrix of that size can be read.
    fn covers(&self, rows: usize, cols: usize) -> bool;

    /// As [`Grid::in_place`].
    fn in_place(&self) -> Option<Plane<'_, T>>;

    /// As [`pack`].
    fn pack(&self, rows: Range<usize>, cols: Range<usize>, out: &mut [Line<T>]);

    /// As [`pack`], with AVX2.
    #[cfg(target_arch = "x86_64")]
    fn pack_avx2(&self, isa: Avx2, rows: Range<usize>, cols: Range<usize>, out: &mut [Line<T>]);
}

impl<E: Element> Operand<E::Wide> for Grid<'_, E> {
    fn covers(&self, rows: usize, cols: usize) -> bool {
        Grid::covers(self, rows, cols)
    }

    fn in_place(&self) -> Option<Plane<'_, E::Wide>> {
        Grid::in_place(self)
    }

    fn pack(&self, rows: Range<usize>, cols: Range<usize>, out: &mut [Line<E::Wide>]) {
        pack(Portable, self, rows, cols, out);
    }

    #[cfg(target_arch = "x86_64")]
    fn pack_avx2(
        &self,
        isa: Avx2,
        rows: Range<usize>,
        cols: Range<usize>,
        out: &mut [Line<E::Wide>],
    ) {
        // SAFETY: `isa` shows that the instructions are there.
        #[allow(unsafe_code)]
        unsafe {
            pack_avx2(isa, self, rows, cols, out);
        }
    }
}

/// Exchanges rows and columns.
pub(super) trait Transpose: Copy {
    /// Says that what is at a place will be read soon.
    fn fetch<B>(self, place: *const B);

    /// Makes lines of columns as they are stored: `N` is 8 for elements of four bytes and 16 for smaller ones.
    fn transpose<B: Copy, const N: usize>(
        self,
        columns: [&[B; N]; LANES],
        lines: &mut [[B; LANES]; N],
    );
}

impl Transpose for Portable {
    #[inline(always)]
    fn fetch<B>(self, _: *const B) {}

    #[inline(always)]
    fn transpose<B: Copy, const N: usize>(
        self,
        columns: [&[B; N]; LANES],
        lines: &mut [[B; LANES]; N],
    ) {
        transpose_portable(columns, lines);
    }
}

/// Copies a block of an operand as panels of [`LANES`] columns, one line for each row, and the panels one after the
/// other. Columns that are missing in the last panel are zero.
///
/// Of the right operand kernels read a line for each step. Of the left one they read single elements of some rows,
/// column by column: in a panel these rows are neighbours.
#[inline(always)]
pub(super) fn pack<E: Element>(
    isa: impl Transpose,
    source: &Grid<E>,
    rows: Range<usize>,
    cols: Range<usize>,
    out: &mut [Line<E::Wide>],
) {
    if rows.is_empty() || cols.is_empty() {
        return;
    }
    fetch(isa, source, &rows, cols.start);
    for (first, panel) in cols.clone().step_by(LANES).zip(out.chunks_exact_mut(rows.len())) {
        let lanes = LANES.min(cols.end - first);
        if first + LANES < cols.end {
            fetch(isa, source, &rows, first + LANES);
        }
        let boxed = source.axis() == Axis::Column && lanes == LANES;
        let done = match size_of::<E::Bits>() {
            _ if !boxed => 0,
            4 => pack_columns::<E, 8>(isa, source, rows.start, first, panel),
            _ => pack_columns::<E, 16>(isa, source, rows.start, first, panel),
        };
        pack_rows(source, rows.start + done, first, lanes, &mut panel[done..]);
    }
}

/// Says that a panel will be read soon, if its rows are in one piece: those of a large matrix are far apart.
#[inline(always)]
fn fetch<E: Element>(isa: impl Transpose, source: &Grid<E>, rows: &Range<usize>, col: usize) {
    if source.has_plain_rows() {
        for row in rows.clone() {
            isa.fetch(source.place(row, col));
        }
    }
}

/// Fills lines of a panel from rows, one line for each from this row on.
#[inline(always)]
fn pack_rows<E: Element>(
    source: &Grid<E>,
    row: usize,
    col: usize,
    lanes: usize,
    panel: &mut [Line<E::Wide>],
) {
    for (index, line) in panel.iter_mut().enumerate() {
        match source.row_bits(row + index, col) {
            Some(bits) if lanes == LANES => E::widen_line(bits, &mut line.0),
            _ => {
                line.0 = [E::Wide::default(); LANES];
                for (lane, to) in line.0[..lanes].iter_mut().enumerate() {
                    *to = source.at(row + index, col + lane);
                }
            }
        }
    }
}

/// Fills lines of a panel from columns with at least `N` neighbours. Returns how many lines are done.
#[inline(always)]
fn pack_columns<E: Element, const N: usize>(
    isa: impl Transpose,
    source: &Grid<E>,
    row: usize,
    col: usize,
    panel: &mut [Line<E::Wide>],
) -> usize {
    let nothing = [E::Bits::default(); N];
    let (squares, _) = panel.as_chunks_mut::<N>();
    for (index, square) in squares.iter_mut().enumerate() {
        let mut columns = [&nothing; LANES];
        for (lane, column) in columns.iter_mut().enumerate() {
            match source.column_bits(row + index * N, col + lane) {
                Some(bits) => *column = bits,
                None => return index * N,
            }
        }
        let in_place = E::as_bits_mut(Line::flatten_mut(square));
        if let Some(lines) = in_place.and_then(|bits| bits.as_chunks_mut().0.first_chunk_mut()) {
            isa.transpose(columns, lines);
            continue;
        }
        let mut lines = [[E::Bits::default(); LANES]; N];
        isa.transpose(columns, &mut lines);
        for (line, bits) in square.iter_mut().zip(&lines) {
            E::widen_line(bits, &mut line.0);
        }
    }
    squares.len() * N
}

/// Lines of columns, one element after the other.
#[inline(always)]
pub(super) fn transpose_portable<B: Copy, const N: usize>(
    columns: [&[B; N]; LANES],
    lines: &mut [[B; LANES]; N],
) {
    for (k, line) in lines.iter_mut().enumerate() {
        for (to, column) in line.iter_mut().zip(columns) {
            *to = column[k];
        }
    }
}
