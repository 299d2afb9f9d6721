//! Columns: rows are combined one after the other, or two by two, lane by lane.
#![allow(unsafe_code)]

use super::buffer::{CHUNK, LONG, buffers};
use super::elem::Apply;
use super::narrow::Stored;
use super::rows::Rect;
use super::simd::{Isa, Wide};
use pto_isa::sem::reduce::Plan;
use pto_isa::sem::{Num, SummationOrder};
use std::marker::PhantomData;
use std::slice::{from_raw_parts, from_raw_parts_mut};

/// Columns that are halved at a time.
const HALVED: usize = 32;

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
        // Halving keeps all rows at hand, 32 bytes of each at least.
        if halving && rows > LONG / 8 {
            return None;
        }
        let width = if halving { (LONG / rows).min(HALVED) } else { CHUNK };
        // SAFETY: no other kernel of this thread uses them now, see `buffers`.
        let [first, second, third, results] = unsafe { &mut *buffers() };
        let mut col = 0;
        while col < self.from.cols {
            let n = width.min(self.from.cols - col);
            if halving {
                // SAFETY: `rows` x `n` numbers of four bytes fit into a buffer.
                let all = unsafe { from_raw_parts_mut(first.start::<S::Wide>(), rows * n) };
                // A number that the compiler knows makes loops of whole vectors.
                match n {
                    HALVED => self.halve::<I>(all, col, HALVED),
                    _ => self.halve::<I>(all, col, n),
                }
                self.put::<I>(col, &all[..n]);
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

    /// Adjacent rows two by two, again and again; an odd one goes to the last sum on A5, else to the first.
    #[inline(always)]
    fn halve<I: Isa>(&self, all: &mut [S::Wide], col: usize, n: usize) {
        let mut count = self.from.rows;
        let odd_to = |half: usize| if self.plan.order == SummationOrder::A5 { half - 1 } else { 0 };
        if S::AS_IS && count > 1 {
            // The first pairs are taken from where they are.
            let half = count / 2;
            let row = |r: usize| as_wide::<S>(self.row(r, col, n));
            for (i, to) in all.chunks_exact_mut(n).take(half).enumerate() {
                Self::join_to::<I>(to, row(2 * i), row(2 * i + 1));
            }
            if count % 2 == 1 {
                Self::join::<I>(&mut all[odd_to(half) * n..][..n], row(count - 1));
            }
            count = half;
        } else {
            for (r, to) in all.chunks_exact_mut(n).enumerate() {
                S::widen::<I>(self.row(r, col, n), to);
            }
        }
        while count > 1 {
            let half = count / 2;
            let (pair, rest) = all.split_at_mut(n);
            Self::join::<I>(pair, &rest[..n]);
            for i in 1..half {
                let (low, high) = all.split_at_mut(2 * i * n);
                let to = &mut low[i * n..][..n];
                Self::join_to::<I>(to, &high[..n], &high[n..2 * n]);
            }
            if count % 2 == 1 {
                let (low, high) = all.split_at_mut((count - 1) * n);
                Self::join::<I>(&mut low[odd_to(half) * n..][..n], &high[..n]);
            }
            count = half;
        }
    }
}

/// Elements that are stored as they are computed with.
#[inline(always)]
fn as_wide<S: Stored>(bits: &[S::Bits]) -> &[S::Wide] {
    debug_assert!(S::AS_IS);
    // SAFETY: `AS_IS` says that the types are the same.
    unsafe { from_raw_parts(bits.as_ptr().cast(), bits.len()) }
}
