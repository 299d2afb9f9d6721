//! Short rows that lie one after the other are computed as one long row: the loops of functions are for many elements at a time. What
//! is one element per row is spread over its row in a list first.
#![allow(unsafe_code)]

use super::elem::{Call, Kernel, RowOperand};
use super::simd::{Isa, Wide, widest};
use pto_isa::sem::Num;
use std::mem::MaybeUninit;

/// Rows of fewer elements are short, unless the loops go through them without a rest.
const SHORT: usize = 64;
/// What the loops go through without a rest.
const STEP: usize = 32;
/// Elements of a list.
const LIST: usize = 1024;
/// Bytes that are written at a time.
const BLOCK: usize = 32;

/// A list of elements of up to eight bytes. Blocks may end past the last element.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
struct List([MaybeUninit<u64>; LIST + BLOCK / 8]);

/// Computes the rows of a call.
///
/// # Safety
/// As for [`Kernel`].
pub(super) unsafe fn compute<T: Num>(kernel: Kernel<T>, call: &Call<T>, arity: usize) {
    let cols = call.cols;
    let goes_on = |o: &RowOperand<T>| o.splat || o.row == cols;
    let is_short = call.rows > 1 && cols < SHORT && !cols.is_multiple_of(STEP);
    if !is_short || call.dst_row != cols || !call.src.iter().take(arity).all(goes_on) {
        // SAFETY: as promised.
        return unsafe { kernel(call) };
    }
    let mut lists = [List([MaybeUninit::uninit(); LIST + BLOCK / 8]); 3];
    let height = LIST / cols;
    for first in (0..call.rows).step_by(height) {
        let rows = height.min(call.rows - first);
        let dst = call.dst.wrapping_add(first * cols);
        let mut part = Call { dst, dst_row: 0, rows: 1, cols: rows * cols, src: call.src };
        for (o, list) in part.src.iter_mut().zip(&mut lists).take(arity) {
            o.at = o.at.wrapping_add(first * o.row);
            if o.splat && o.row != 0 {
                let to = list.0.as_mut_ptr().cast::<T>();
                let (from, stride) = (o.at.cast(), o.row);
                let spread =
                    Spread { from, stride, to: to.cast(), rows, cols, size: size_of::<T>() };
                widest(spread);
                *o = RowOperand { at: to, row: 0, splat: false };
            }
        }
        // SAFETY: as promised for these rows, which lie one after the other; lists have as many elements.
        unsafe { kernel(&part) };
    }
}

/// Spreads one element per row over the row. All that it names is there, with room for a block after the last row.
struct Spread {
    from: *const u8,
    /// Elements from the one of a row to that of the next.
    stride: usize,
    to: *mut u8,
    rows: usize,
    cols: usize,
    /// Bytes of an element.
    size: usize,
}

impl Wide for Spread {
    type Out = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        match self.size {
            1 => self.spread::<I, u8, BLOCK>(),
            2 => self.spread::<I, u16, { BLOCK / 2 }>(),
            4 => self.spread::<I, u32, { BLOCK / 4 }>(),
            _ => self.spread::<I, u64, { BLOCK / 8 }>(),
        }
    }
}

impl Spread {
    #[inline(always)]
    fn spread<I: Isa, U: Num, const N: usize>(&self) {
        for r in 0..self.rows {
            // SAFETY: the element is there.
            let one = unsafe { *self.from.cast::<U>().add(r * self.stride) };
            let row = self.to.cast::<U>().wrapping_add(r * self.cols);
            for at in (0..self.cols).step_by(N) {
                // SAFETY: a block that ends past its row is in the next one, which is written later, or in the room after the last.
                I::splat::<U, N>(one, unsafe { &mut *row.wrapping_add(at).cast() });
            }
        }
    }
}
