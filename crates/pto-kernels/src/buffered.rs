//! Element-wise functions whose operands go through buffers: 16-bit floats, operands that are the
//! destination, and blocks that repeat across a row.
#![allow(unsafe_code)]

use super::buffer::{Buffer, CHUNK, buffers};
use super::elem::{Call, Kernel, RowOperand};
use super::map::Job;
use super::narrow::Stored;
use super::short_rows;
use super::simd::{Isa, Wide};
use pto_isa::sem::Num;
use std::slice::{from_raw_parts, from_raw_parts_mut};

/// A map to run part by part.
pub(super) struct Buffered<'a, S: Stored> {
    /// The map.
    pub job: &'a Job,
    /// Its loops.
    pub kernel: Kernel<S::Wide>,
    /// Number operands.
    pub cells: &'a [S::Wide; 3],
    /// Which operands are one number, or one per row.
    pub splat: [bool; 3],
}

/// Some rows and columns of the destination.
#[derive(Clone, Copy)]
struct Part {
    row: usize,
    rows: usize,
    col: usize,
    cols: usize,
}

impl<S: Stored> Wide for Buffered<'_, S> {
    type Out = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        let dst = self.job.dst;
        if !S::AS_IS && self.job.arity == 1 && self.splat[0] {
            return self.spread();
        }
        // SAFETY: no other kernel of this thread uses them now, see `buffers`.
        let [buffers @ .., results] = unsafe { &mut *buffers() };
        let width = dst.cols.min(CHUNK);
        let height = (CHUNK / width).min(dst.rows);
        for row in (0..dst.rows).step_by(height) {
            let rows = height.min(dst.rows - row);
            for col in (0..dst.cols).step_by(width) {
                let cols = width.min(dst.cols - col);
                let part = Part { row, rows, col, cols };
                let mut src = [RowOperand { at: self.cells.as_ptr(), row: 0, splat: true }; 3];
                for (i, buffer) in buffers.iter_mut().enumerate().take(self.job.elem.arity()) {
                    src[i] = self.stage::<I>(i, part, buffer);
                }
                // SAFETY: this element is inside the destination.
                let out = unsafe { dst.at.cast::<S::Bits>().add(row * dst.row + col) };
                let (to, to_row) = if S::AS_IS {
                    (out.cast::<S::Wide>(), dst.row)
                } else {
                    (results.start(), cols)
                };
                let call = Call { dst: to, dst_row: to_row, rows, cols, src };
                // SAFETY: operands are in buffers, or apart from the destination; `rows` x `cols`
                // elements fit into a buffer.
                unsafe { short_rows::compute(self.kernel, &call, self.job.arity) };
                if S::AS_IS {
                    continue;
                }
                for r in 0..rows {
                    // SAFETY: the kernel has written these results, and the row is in the destination.
                    let (from, to) = unsafe {
                        (
                            from_raw_parts(to.add(r * cols), cols),
                            from_raw_parts_mut(out.add(r * dst.row), cols),
                        )
                    };
                    S::narrow::<I>(from, to);
                }
            }
        }
    }
}

impl<S: Stored> Buffered<'_, S> {
    /// Rows of one result each: it is narrowed once.
    #[inline(always)]
    fn spread(&self) {
        let (dst, s) = (self.job.dst, &self.job.sources[0]);
        let mut code = S::narrow_one(S::Wide::ZERO);
        for r in 0..dst.rows {
            // One number serves all rows.
            if r == 0 || s.row != 0 {
                let x = match s.at.is_null() {
                    true => self.cells[0],
                    // SAFETY: the element is the row's one of the operand.
                    false => S::widen_one(unsafe { *s.at.cast::<S::Bits>().add(r * s.row) }),
                };
                let mut result = S::Wide::ZERO;
                let src = [RowOperand { at: &raw const x, row: 0, splat: true }; 3];
                let dst_of_one = &raw mut result;
                let call = Call { dst: dst_of_one, dst_row: 1, rows: 1, cols: 1, src };
                // SAFETY: operand and result are there, and apart.
                unsafe { (self.kernel)(&call) };
                code = S::narrow_one(result);
            }
            // SAFETY: the row is in the destination.
            let row =
                unsafe { from_raw_parts_mut(dst.at.cast::<S::Bits>().add(r * dst.row), dst.cols) };
            // A loop and not `fill`, which is not compiled for the machine's vectors.
            for x in row {
                *x = code;
            }
        }
    }

    /// An operand of a part of the destination: in the buffer, or where it is if it can stay there. Parts
    /// begin at a multiple of CHUNK, which is one of every block as well.
    #[inline(always)]
    fn stage<I: Isa>(&self, i: usize, part: Part, buffer: &mut Buffer) -> RowOperand<S::Wide> {
        let splat = self.splat[i];
        let s = &self.job.sources[i];
        if s.at.is_null() {
            return RowOperand { at: &raw const self.cells[i], row: 0, splat: true };
        }
        let first = s.at.cast_const().cast::<S::Bits>().wrapping_add(part.row * s.row);
        let col = if splat || s.block != 0 { 0 } else { part.col };
        if S::AS_IS && !s.at_dst && s.block == 0 {
            return RowOperand { at: first.wrapping_add(col).cast(), row: s.row, splat };
        }
        let rows = if s.row == 0 { 1 } else { part.rows };
        let width = if splat { 1 } else { part.cols };
        let count = if s.block == 0 { width } else { s.block.min(width) };
        let to = buffer.start::<S::Wide>();
        for r in 0..rows {
            // SAFETY: the row is inside the operand, and `rows` x `width` is at most CHUNK.
            let (from, to) = unsafe {
                (
                    from_raw_parts(first.add(r * s.row + col), count),
                    from_raw_parts_mut(to.add(r * width), width),
                )
            };
            S::widen::<I>(from, to);
            repeat(to, count);
        }
        let row = if s.row == 0 { 0 } else { width };
        RowOperand { at: to, row, splat }
    }
}

/// Repeats the first `n` elements over the whole list.
#[inline(always)]
fn repeat<T: Copy>(list: &mut [T], n: usize) {
    let mut done = n;
    while done < list.len() {
        let more = done.min(list.len() - done);
        let (from, to) = list.split_at_mut(done);
        to[..more].copy_from_slice(&from[..more]);
        done += more;
    }
}
