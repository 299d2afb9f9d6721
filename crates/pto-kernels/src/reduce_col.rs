//! Columns: rows are combined one after the other, or two by two, lane by lane.
#![allow(unsafe_code)]

use super::buffer::{CHUNK, buffers};
use super::elem::Apply;
use super::narrow::Stored;
use super::rows::Rect;
use super::simd::{Isa, Wide};
use super::staged::Stage;
use pto_isa::sem::reduce::Plan;
use pto_isa::sem::{Num, SummationOrder};
use std::marker::PhantomData;
use std::slice::{from_raw_parts, from_raw_parts_mut};

/// Columns that are halved at a time, as many as a chunk of a loop over vectors.
const HALVED: usize = 32;
/// That many numbers of a row.
type Block<T> = [T; HALVED];

/// A reduction to one row by the function `F`, each step rounded to the element type.
pub(super) struct Columns<'a, S, F> {
    /// The order.
    pub plan: &'a Plan,
    /// The source; rows are contiguous.
    pub from: &'a Rect,
    /// One row.
    pub to: &'a Rect,
    /// Types.
    pub of: PhantomData<(S, F)>,
}

impl<S: Stored, F: Apply> Wide for Columns<'_, S, F> {
    type Out = Option<()>;
    #[inline(always)]
    fn run<I: Isa>(self) -> Option<()> {
        let rows = self.from.rows;
        let halving = self.plan.binary
            && F::ELEM == pto_isa::sem::Elem::Add
            && S::Wide::IS_FLOAT
            && self.plan.order != SummationOrder::Left;
        // Halving keeps all rows at hand.
        let mut kept = Stage::<f32>::new(if halving { rows * HALVED } else { 0 });
        let width = if halving { HALVED } else { CHUNK };
        // SAFETY: no other kernel of this thread uses them now, see `buffers`.
        let [first, second, third, results] = unsafe { &mut *buffers() };
        let mut col = 0;
        while col < self.from.cols {
            let n = width.min(self.from.cols - col);
            if halving {
                // SAFETY: numbers that are floats are f32, and the list has this many of them.
                let all = unsafe { from_raw_parts_mut(kept.as_mut_ptr().cast(), rows) };
                self.halve::<I>(all, col, n);
                self.put::<I>(col, &all[0][..n]);
            } else {
                // SAFETY: `n` is at most CHUNK.
                let [acc, next, a, b] =
                    [results.start(), third.start(), first.start(), second.start()]
                        .map(|at| unsafe { from_raw_parts_mut(at, n) });
                S::widen::<I>(self.row(0, col, n), acc);
                let acc = self.walk::<I>(col, acc, next, [a, b]);
                self.put::<I>(col, acc);
            }
            col += n;
        }
        Some(())
    }
}

impl<S: Stored, F: Apply> Columns<'_, S, F> {
    #[inline(always)]
    fn row(&self, r: usize, col: usize, n: usize) -> &[S::Bits] {
        // SAFETY: these elements are inside the rectangle, and of this type.
        unsafe { from_raw_parts(self.from.at.cast::<S::Bits>().add(r * self.from.row + col), n) }
    }

    #[inline(always)]
    fn put<I: Isa>(&self, col: usize, results: &[S::Wide]) {
        // SAFETY: these elements are inside the destination, and of this type. No source is borrowed now.
        let to =
            unsafe { from_raw_parts_mut(self.to.at.cast::<S::Bits>().add(col), results.len()) };
        S::narrow::<I>(results, to);
    }

    #[inline(always)]
    fn join<I: Isa>(acc: &mut [S::Wide], with: &[S::Wide]) {
        for (x, &y) in acc.iter_mut().zip(with) {
            *x = F::ELEM.apply(*x, y, S::Wide::ZERO);
        }
        S::round::<I>(acc);
    }

    /// As `join`, to another place: in place, a loop that keeps many values becomes one that writes only
    /// the others, which is slow.
    #[inline(always)]
    fn join_to<I: Isa>(to: &mut [S::Wide], acc: &[S::Wide], with: &[S::Wide]) {
        for ((to, &x), &y) in to.iter_mut().zip(acc).zip(with) {
            *to = F::ELEM.apply(x, y, S::Wide::ZERO);
        }
        S::round::<I>(to);
    }

    /// From the first row, which is in `acc`, to the last; on A5 two by two. The result is in the buffer
    /// that is returned.
    #[inline(always)]
    fn walk<'b, I: Isa>(
        &self,
        col: usize,
        mut acc: &'b mut [S::Wide],
        mut next: &'b mut [S::Wide],
        [a, b]: [&mut [S::Wide]; 2],
    ) -> &'b [S::Wide] {
        let n = acc.len();
        let zero = S::Wide::ZERO;
        let mut r = 1;
        while self.plan.order == SummationOrder::A5 && r + 1 < self.from.rows {
            if S::AS_IS {
                let first = as_wide::<S>(self.row(r, col, n));
                let second = as_wide::<S>(self.row(r + 1, col, n));
                let lanes = acc.iter().zip(first.iter().zip(second));
                for (to, (&x, (&y, &z))) in next.iter_mut().zip(lanes) {
                    *to = F::ELEM.apply(x, F::ELEM.apply(y, z, zero), zero);
                }
            } else {
                S::widen::<I>(self.row(r, col, n), a);
                S::widen::<I>(self.row(r + 1, col, n), b);
                Self::join::<I>(a, b);
                Self::join_to::<I>(next, acc, a);
            }
            std::mem::swap(&mut acc, &mut next);
            r += 2;
        }
        for r in r..self.from.rows {
            if S::AS_IS {
                Self::join_to::<I>(next, acc, as_wide::<S>(self.row(r, col, n)));
            } else {
                S::widen::<I>(self.row(r, col, n), a);
                Self::join_to::<I>(next, acc, a);
            }
            std::mem::swap(&mut acc, &mut next);
        }
        acc
    }

    /// Adjacent rows two by two, again and again; an odd one goes to the last sum on A5, else to the first. The result is the first
    /// of `all`, which has a list for every row; only `n` columns count.
    #[inline(always)]
    fn halve<I: Isa>(&self, all: &mut [Block<S::Wide>], col: usize, n: usize) {
        let mut count = all.len();
        let odd_to = |half: usize| if self.plan.order == SummationOrder::A5 { half - 1 } else { 0 };
        for (r, to) in all.iter_mut().enumerate() {
            match self.row(r, col, n).first_chunk::<HALVED>() {
                // All at once, where the compiler knows how many there are.
                Some(row) => S::widen::<I>(row, to),
                None => S::widen::<I>(self.row(r, col, n), to),
            }
        }
        while count > 1 {
            let half = count / 2;
            for i in 0..half {
                all[i] = Self::sum::<I>(all[2 * i], &all[2 * i + 1]);
            }
            if count % 2 == 1 {
                all[odd_to(half)] = Self::sum::<I>(all[odd_to(half)], &all[count - 1]);
            }
            count = half;
        }
    }

    /// The numbers of two lists, combined.
    #[inline(always)]
    fn sum<I: Isa>(mut a: Block<S::Wide>, b: &Block<S::Wide>) -> Block<S::Wide> {
        for (x, &y) in a.iter_mut().zip(b) {
            *x = F::ELEM.apply(*x, y, S::Wide::ZERO);
        }
        S::round::<I>(&mut a);
        a
    }
}

/// Elements that are stored as they are computed with.
#[inline(always)]
fn as_wide<S: Stored>(bits: &[S::Bits]) -> &[S::Wide] {
    debug_assert!(S::AS_IS);
    // SAFETY: `AS_IS` says that the types are the same.
    unsafe { from_raw_parts(bits.as_ptr().cast(), bits.len()) }
}
