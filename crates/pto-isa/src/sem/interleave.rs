//! Interleaving two tiles row by row, and taking such rows apart again.

use super::exec::{Exec, Outcome};
use super::grid::Grid;

/// Operands 0 and 1 become, row by row, the stream `a0 b0 a1 b1 ...`; operand 2 takes its first half,
/// operand 3 the second.
pub fn interleave(x: &mut Exec<'_>) -> Outcome {
    let first = x.tile(2)?;
    let (a, b) = (x.read_as(0, first.valid)?, x.read_as(1, first.valid)?);
    let at = |r: u32, k: u32| if k.is_multiple_of(2) { a.at(r, k / 2) } else { b.at(r, k / 2) };
    let (rows, cols) = first.valid;
    let low = Grid::new(first.ty.dtype, (rows, cols), at);
    let high = Grid::new(first.ty.dtype, (rows, cols), |r, c| at(r, cols + c));
    x.write(2, &low)?;
    x.write(3, &high)
}

/// A row of operand 0, followed by that of operand 1 if there is one, is taken apart: operand 2 takes the
/// even elements, operand 3 the odd ones.
pub fn deinterleave(x: &mut Exec<'_>) -> Outcome {
    let even = x.tile(2)?;
    let (rows, cols) = even.valid;
    let two = x.arg(1).is_some();
    // A single source holds the elements of both destinations.
    let width = if two { cols } else { cols.saturating_mul(2) };
    let a = x.read_as(0, (rows, width))?;
    let b = if two { Some(x.read_as(1, (rows, width))?) } else { None };
    let at = |r: u32, k: u32| match &b {
        Some(b) if k >= width => b.at(r, k - width),
        _ => a.at(r, k),
    };
    let evens = Grid::new(even.ty.dtype, even.valid, |r, c| at(r, 2 * c));
    let odds = Grid::new(even.ty.dtype, even.valid, |r, c| at(r, 2 * c + 1));
    x.write(2, &evens)?;
    x.write(3, &odds)
}
