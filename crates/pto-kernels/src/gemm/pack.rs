//! Copies blocks of the operands to where the kernels read them fast, widening on the way.

use super::kernel::{Isa, LANES, Line};
use super::source::{Axis, Source};
use std::ops::Range;

/// Copies a block of the left operand, in the order in which it is cheap to read.
///
/// The kernels read single elements of it, so either order does. Returns the distances of rows and
/// of columns.
#[inline(always)]
pub(super) fn pack_left<S: Source>(
    source: &S,
    rows: Range<usize>,
    cols: Range<usize>,
    out: &mut [S::Wide],
) -> (usize, usize) {
    match source.axis() {
        Axis::Row => {
            for (i, line) in rows.zip(out.chunks_exact_mut(cols.len().max(1))) {
                source.row(i, cols.start, line);
            }
            (cols.len(), 1)
        }
        Axis::Column => {
            for (j, line) in cols.zip(out.chunks_exact_mut(rows.len().max(1))) {
                source.column(rows.start, j, line);
            }
            (1, rows.len())
        }
    }
}

/// Copies a block of the right operand as panels of [`LANES`] columns, one line for each row.
///
/// Columns that are missing in the last panel are zero.
#[inline(always)]
pub(super) fn pack_right<S: Source>(
    isa: impl Isa<S::Wide>,
    source: &S,
    rows: Range<usize>,
    cols: Range<usize>,
    out: &mut [Line<S::Wide>],
) {
    if rows.is_empty() {
        return;
    }
    for (first, panel) in cols.clone().step_by(LANES).zip(out.chunks_exact_mut(rows.len())) {
        let lanes = LANES.min(cols.end - first);
        match source.axis() {
            Axis::Row => {
                for (i, line) in rows.clone().zip(panel) {
                    // The usual case has a length that the compiler knows.
                    if lanes == LANES {
                        source.row(i, first, &mut line.0);
                    } else {
                        source.row(i, first, &mut line.0[..lanes]);
                        line.0[lanes..].fill(S::Wide::default());
                    }
                }
            }
            Axis::Column => {
                let mut columns = [Line::default(); LANES];
                for (i, lines) in rows.clone().step_by(LANES).zip(panel.chunks_mut(LANES)) {
                    for (lane, column) in columns[..lanes].iter_mut().enumerate() {
                        if lines.len() == LANES {
                            source.column(i, first + lane, &mut column.0);
                        } else {
                            source.column(i, first + lane, &mut column.0[..lines.len()]);
                        }
                    }
                    match lines.first_chunk_mut() {
                        Some(square) => isa.transpose(&columns, square),
                        None => {
                            for (k, line) in lines.iter_mut().enumerate() {
                                line.0 = std::array::from_fn(|lane| columns[lane].0[k]);
                            }
                        }
                    }
                }
            }
        }
    }
}
