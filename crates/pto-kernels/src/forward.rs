//! Copies that were not made: kernels that know about them look where a tile was to be copied from, and before anything else looks
//! they are made.

use super::axis::Axis;
use super::copy::copy;
use super::strided::StridedRect;
use crate::memory::{CoreMemory, Forward, Spot};

/// Makes all copies that were not made. A copy whose source has changed fills its tile with something else: nobody reads it.
pub fn settle(memory: &mut CoreMemory<'_>) {
    // Tiles that copies of copies fill do not need those: sources are never tiles that were not filled.
    for forward in memory.take_forwards() {
        let from = StridedRect::of_forward(memory, &forward);
        let to = StridedRect::of_forward_tile(memory, &forward);
        if let (Some(from), Some(to)) = (from, to) {
            copy(&from, &to);
        }
    }
}

/// Rows of elements in a tile or elsewhere: the first one, and the elements from a row to the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    pub at: *mut u8,
    pub row: usize,
}

/// The upper left `rows` x `cols` elements, `row` elements from one row to the next, of a tile that was not filled: where they were to
/// be copied from. Nothing if the copy was made, or is made now because they do not lie in rows there.
#[cold]
pub(super) fn rows_at_source(
    memory: &mut CoreMemory<'_>,
    tile: Spot,
    row: usize,
    (rows, cols): (usize, usize),
) -> Option<Rows> {
    let copy = memory.forwarded(tile)?;
    let inside = rows <= copy.axes.0.count && cols <= copy.axes.1.count;
    let source = match inside && has_rows(&copy, row, (rows, cols)) {
        true => StridedRect::of_forward(memory, &copy.part((0, 0), (rows, cols))),
        false => None,
    };
    let found = source.and_then(|s| s.lines()).and_then(|lines| {
        let row = usize::try_from(lines.row).ok()? / copy.size;
        Some(Rows { at: lines.start, row })
    });
    if found.is_none() {
        settle(memory);
    }
    found
}

/// Whether the first `rows` x `cols` elements of the tile of a copy lie in rows, `row` elements from one to the next.
fn has_rows(copy: &Forward, row: usize, (rows, cols): (usize, usize)) -> bool {
    let (to_rows, to_cols) = copy.to_axes;
    (rows == 1 || to_rows.is_line() && to_rows.step() == row as isize)
        && (cols == 1 || to_cols.is_line() && to_cols.step() == 1)
}

/// Before rows and columns of a tile are written, all of them: what was not copied there need not be if that is no more.
#[inline(always)]
pub(super) fn settle_for(memory: &mut CoreMemory<'_>, tile: Spot, axes: (Axis, Axis)) {
    if memory.has_forwards()
        && let Some(copy) = memory.forwarded(tile)
        && copy.to_axes != axes
    {
        let (rows, cols) = (copy.to_axes.0.count, copy.to_axes.1.count);
        let (to_rows, to_cols) = axes;
        let lines = to_rows.is_line() && to_cols.is_line() && (cols == 1 || to_cols.step() == 1);
        let covered = lines
            && rows <= to_rows.count
            && cols <= to_cols.count
            && usize::try_from(to_rows.step()).is_ok_and(|row| has_rows(&copy, row, (rows, cols)));
        if !covered {
            settle(memory);
        }
    }
}
