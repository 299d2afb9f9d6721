//! Matrix multiplication with one thread and with the same bits on every machine.
//!
//! Each element of the result is a chain of fused multiply-adds over increasing k. Blocks of k pass the accumulator
//! through the result, which is exact; elements are independent of each other, so rows and columns are computed in any
//! order.
//!
//! A NaN in a result is always the canonical one.

#[cfg(target_arch = "x86_64")]
mod avx512;
mod drive;
mod element;
mod grid;
mod kernel;
mod pack;
mod pairs;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use element::{Bf16, E4m3, E5m2, Element, F16, Hif8};
pub use grid::{Grid, Steps};
pub use pack::Operand;

use drive::{Buffers, Job, multiply};
use kernel::LANES;
use pairs::Pairs;

/// The sizes: the left operand is m x k, the right one k x n, the result m x n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Rows of the result.
    pub m: usize,
    /// Columns of the result.
    pub n: usize,
    /// Products in each element.
    pub k: usize,
}

/// Where the elements of a result lie: in panels of 16 columns, or row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PanelLayout {
    /// Distance of two rows.
    pub row: usize,
    /// Distance of two panels of 16 columns; 16 if the whole row is in one piece.
    pub panel: usize,
}

impl PanelLayout {
    /// Row by row, `row` apart.
    pub const fn rows(row: usize) -> PanelLayout {
        PanelLayout { row, panel: LANES }
    }
}

/// What the accumulators begin with.
#[derive(Clone, Copy, Debug)]
pub enum Init<'a, T> {
    /// The result as it is.
    Keep,
    /// Zero.
    Zero,
    /// For each column one number.
    Bias(&'a [T]),
}

/// An operand is too small for the shape; nothing was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// The left operand.
    Left,
    /// The right operand.
    Right,
    /// The bias.
    Bias,
    /// The result, or the distance of its rows.
    Result,
}

/// Memory for packed operands. Keep it: it grows to what is needed and is used again.
#[derive(Default)]
pub struct Scratch {
    f32: Buffers<f32>,
    i32: Buffers<i32>,
}

/// Multiplies as the definition does: each element of the result is a chain of fused multiply-adds over increasing k.
pub fn gemm_f32(
    shape: Shape,
    a: &dyn Operand<f32>,
    b: &dyn Operand<f32>,
    c: &mut [f32],
    place: PanelLayout,
    init: Init<f32>,
    scratch: &mut Scratch,
) -> Result<(), Misfit> {
    check(shape, a, b, c, place, init)?;
    multiply(&Job { shape, a, b, place, init }, c, &mut scratch.f32);
    Ok(())
}

/// Multiplies integers of at most 16 bits with a sign; sums wrap around.
pub fn gemm_i32(
    shape: Shape,
    a: &dyn Operand<i32>,
    b: &dyn Operand<i32>,
    c: &mut [i32],
    place: PanelLayout,
    init: Init<i32>,
    scratch: &mut Scratch,
) -> Result<(), Misfit> {
    check(shape, a, b, c, place, init)?;
    let (a, b) = (Pairs::of_left(a, shape.k), Pairs::of_right(b, shape.k));
    let shape = Shape { k: shape.k.div_ceil(2), ..shape };
    multiply(&Job { shape, a: &a, b: &b, place, init }, c, &mut scratch.i32);
    Ok(())
}

/// After this every element that the shape names can be reached.
fn check<T>(
    Shape { m, n, k }: Shape,
    a: &dyn Operand<T>,
    b: &dyn Operand<T>,
    c: &[T],
    place: PanelLayout,
    init: Init<T>,
) -> Result<(), Misfit> {
    if m == 0 || n == 0 {
        return Ok(());
    }
    if !a.covers(m, k) {
        return Err(Misfit::Left);
    }
    if !b.covers(k, n) {
        return Err(Misfit::Right);
    }
    if matches!(init, Init::Bias(bias) if bias.len() < n) {
        return Err(Misfit::Bias);
    }
    let PanelLayout { row, panel } = place;
    let (width, panels) = (n.min(if panel == LANES { n } else { LANES }), n.div_ceil(LANES));
    let apart = (m == 1 || row >= width) && (panels == 1 || panel >= LANES);
    let last = (m - 1).checked_mul(row).zip((panels - 1).checked_mul(panel));
    let last = last.and_then(|(r, p)| r.checked_add(p)?.checked_add((n - 1) % LANES));
    if !apart || last.is_none_or(|last| last >= c.len()) {
        return Err(Misfit::Result);
    }
    Ok(())
}
