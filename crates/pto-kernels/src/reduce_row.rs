//! Sums and products of rows of floats, in the three orders.
//!
//! In the orders of the devices a row is a whole number of chunks, filled up with zeros, and each pass
//! over a buffer adds the adjacent pairs of all of them. A NaN stays one in sums and products, so one
//! [`canonical`] at the end is enough.
#![allow(unsafe_code)]

use super::buffer::{LONG, buffers};
use super::narrow::Stored;
use super::reduce::{put_column, row_of};
use super::rows::Rect;
use super::simd::{Isa, Wide, widest};
use pto_isa::math::canonical;
use pto_isa::sem::reduce::Plan;
use pto_isa::sem::{Fold, SummationOrder};
use std::marker::PhantomData;
use std::slice::from_raw_parts;

/// Sums or products of rows. A sum in the order of A2/A3 has at most [`LONG`] columns.
pub(super) struct FloatRows<'a, S> {
    /// The order.
    pub plan: &'a Plan,
    /// The source; rows are contiguous.
    pub from: &'a Rect,
    /// One column.
    pub to: &'a Rect,
    /// How elements are stored.
    pub of: PhantomData<S>,
}

type Line = [f32; LONG];

impl<S: Stored<Wide = f32>> Wide for FloatRows<'_, S> {
    type Out = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        // SAFETY: no other kernel of this thread uses them now, see `buffers`.
        let [a, b, c, results] = unsafe { &mut *buffers() };
        let (a, b, c) = (a.floats(), b.floats(), c.floats());
        let results = &mut results.floats()[..self.from.rows];
        match (self.plan.fold, self.plan.order) {
            (Fold::Prod, SummationOrder::Left) => self.in_sequence::<I, true>(a, results),
            (_, SummationOrder::Left) => self.in_sequence::<I, false>(a, results),
            (Fold::Prod, _) => self.products::<I>(a, b, results),
            (_, SummationOrder::A5) => self.chunks_in_sequence::<I>([a, b, c], results),
            (_, SummationOrder::A2a3) => match self.plan.special {
                Some(cols) => self.blocks::<I>([a, b, c], results, cols as usize),
                None if self.from.cols <= self.lanes() => {
                    self.single_chunks::<I>([a, b, c], results);
                }
                None => self.chunks_two_by_two::<I>([a, b, c], results),
            },
        }
        for x in results.iter_mut() {
            *x = canonical(*x);
        }
        put_column::<S>(self.to, results);
    }
}

impl<S: Stored<Wide = f32>> FloatRows<'_, S> {
    /// Elements of a chunk of 256 bytes.
    #[inline(always)]
    fn lanes(&self) -> usize {
        self.plan.dtype.per_repeat() as usize
    }

    #[inline(always)]
    fn row(&self, r: usize) -> &[S::Bits] {
        // SAFETY: elements are of this type; results are written when no row is borrowed any more.
        unsafe { row_of(self.from, r) }
    }

    /// First to last, sums in f32 and products rounded. Eight rows at a time, because each step waits for the
    /// one before it.
    #[inline(always)]
    fn in_sequence<I: Isa, const PRODUCT: bool>(&self, buffer: &mut Line, results: &mut [f32]) {
        const PART: usize = LONG / 8;
        for (group, out) in results.chunks_mut(8).enumerate() {
            let mut acc = [if PRODUCT { 1.0 } else { 0.0 }; 8];
            for col in (0..self.from.cols).step_by(PART) {
                let n = PART.min(self.from.cols - col);
                for (i, part) in buffer.chunks_exact_mut(PART).enumerate() {
                    // The last group fills up with its last row.
                    let r = group * 8 + i.min(out.len() - 1);
                    S::widen::<I>(&self.row(r)[col..col + n], &mut part[..n]);
                }
                for c in 0..n {
                    for i in 0..8 {
                        let x = buffer[i * PART + c];
                        acc[i] = if PRODUCT { acc[i] * x } else { acc[i] + x };
                    }
                    if PRODUCT {
                        S::round::<I>(&mut acc);
                    }
                }
            }
            out.copy_from_slice(&acc[..out.len()]);
        }
    }

    /// Rows as numbers one after the other, each filled up with zeros to `padded` elements: where they are, if they are
    /// so there, or in a buffer.
    #[inline(always)]
    fn stage<'b, I: Isa>(
        &'b self,
        first: usize,
        count: usize,
        padded: usize,
        to: &'b mut Line,
    ) -> &'b [f32] {
        if padded == self.from.cols && (count == 1 || padded == self.from.row) {
            // SAFETY: as for a row: they follow each other without a gap.
            let bits = unsafe { from_raw_parts(self.row(first).as_ptr(), count * padded) };
            if let Some(rows) = S::as_wide(bits) {
                return rows;
            }
        }
        for (i, to) in to.chunks_exact_mut(padded).enumerate().take(count) {
            let row = self.row(first + i);
            S::widen::<I>(row, to);
            to[row.len()..].fill(0.0);
        }
        &to[..count * padded]
    }

    /// A5: adjacent pairs inside each chunk, chunks first to last from zero.
    #[inline(always)]
    fn chunks_in_sequence<I: Isa>(&self, [a, b, c]: [&mut Line; 3], results: &mut [f32]) {
        let lanes = self.lanes();
        let padded = self.from.cols.next_multiple_of(lanes);
        if padded > LONG {
            for (r, out) in results.iter_mut().enumerate() {
                *out = 0.0;
                for piece in self.row(r).chunks(LONG) {
                    let n = piece.len().next_multiple_of(lanes);
                    S::widen::<I>(piece, c);
                    c[piece.len()..n].fill(0.0);
                    let sums = add_pairs::<S>(&c[..n], a, b, lanes);
                    *out = join_all::<S>(*out, sums);
                }
            }
            return;
        }
        let batch = LONG / padded;
        for (group, out) in results.chunks_mut(batch).enumerate() {
            let rows = self.stage::<I>(group * batch, out.len(), padded, c);
            let sums = add_pairs::<S>(rows, a, b, lanes);
            for (out, sums) in out.iter_mut().zip(sums.chunks_exact(padded / lanes)) {
                *out = join_all::<S>(0.0, sums);
            }
        }
    }

    /// A2/A3 with at most one chunk per row: adjacent pairs.
    #[inline(always)]
    fn single_chunks<I: Isa>(&self, [a, b, c]: [&mut Line; 3], results: &mut [f32]) {
        let lanes = self.lanes();
        let batch = LONG / lanes;
        for (group, out) in results.chunks_mut(batch).enumerate() {
            let rows = self.stage::<I>(group * batch, out.len(), lanes, c);
            out.copy_from_slice(add_pairs::<S>(rows, a, b, lanes));
        }
    }

    /// A2/A3 with more chunks: see `chunked_row` of the definition.
    #[inline(always)]
    fn chunks_two_by_two<I: Isa>(&self, [a, b, c]: [&mut Line; 3], results: &mut [f32]) {
        let lanes = self.lanes();
        let (full, rest) = (self.from.cols / lanes, self.from.cols % lanes);
        for (r, out) in results.iter_mut().enumerate() {
            S::widen::<I>(self.row(r), a);
            let mut count = (full / 2).max(1);
            for i in 0..count {
                let to = &mut b[i * lanes..][..lanes];
                to.copy_from_slice(&a[2 * i * lanes..][..lanes]);
                if full > 1 {
                    add::<I, S>(to, &a[(2 * i + 1) * lanes..][..lanes]);
                }
            }
            if full > 1 && full % 2 == 1 {
                add::<I, S>(&mut b[..lanes], &a[(full - 1) * lanes..][..lanes]);
            }
            add::<I, S>(&mut b[..rest], &a[full * lanes..][..rest]);
            while count > 1 {
                let half = count / 2;
                for i in 0..half {
                    b.copy_within(2 * i * lanes..(2 * i + 1) * lanes, i * lanes);
                    let (low, high) = b.split_at_mut((2 * i + 1) * lanes);
                    add::<I, S>(&mut low[i * lanes..][..lanes], &high[..lanes]);
                }
                if count % 2 == 1 {
                    let (low, high) = b.split_at_mut((count - 1) * lanes);
                    add::<I, S>(&mut low[(half - 1) * lanes..][..lanes], &high[..lanes]);
                }
                count = half;
            }
            *out = add_pairs::<S>(&b[..lanes], a, c, lanes)[0];
        }
    }

    /// The f32 shapes that A2/A3 sums by 32-byte blocks: see `special_row` of the definition.
    #[inline(always)]
    fn blocks<I: Isa>(&self, [a, b, c]: [&mut Line; 3], results: &mut [f32], cols: usize) {
        let batch = LONG / cols;
        let eights = if cols >= 512 { 64 } else { 8 };
        for (group, out) in results.chunks_mut(batch).enumerate() {
            let rows = self.stage::<I>(group * batch, out.len(), cols, c);
            let sums = add_pairs::<S>(rows, a, b, eights);
            for (out, s) in out.iter_mut().zip(sums.chunks_exact(cols / eights)) {
                let p: [f32; 8] = std::array::from_fn(|k| match cols {
                    512 => s[k],
                    256 => (s[k] + s[k + 8]) + (s[k + 16] + s[k + 24]),
                    _ => s[k] + s[k + 8],
                });
                *out = ((p[0] + p[1]) + (p[2] + p[3])) + ((p[4] + p[5]) + (p[6] + p[7]));
            }
        }
    }

    /// Products of the devices: accumulators for a chunk folded in half (A5), or for a block (A2/A3).
    #[inline(always)]
    fn products<I: Isa>(&self, a: &mut Line, b: &mut Line, results: &mut [f32]) {
        let halves = self.plan.order == SummationOrder::A5;
        let lanes = if halves { self.lanes() } else { self.plan.dtype.per_block() as usize };
        let acc = &mut b[..lanes];
        for (r, out) in results.iter_mut().enumerate() {
            acc.fill(1.0);
            for piece in self.row(r).chunks(LONG) {
                S::widen::<I>(piece, a);
                for chunk in a[..piece.len()].chunks(lanes) {
                    mul::<I, S>(&mut acc[..chunk.len()], chunk);
                }
            }
            let mut half = lanes / 2;
            while halves && half > 0 {
                let (low, high) = acc.split_at_mut(half);
                mul::<I, S>(low, &high[..half]);
                half /= 2;
            }
            if !halves {
                let (first, rest) = acc.split_at_mut(1);
                for x in rest {
                    mul::<I, S>(first, std::slice::from_ref(x));
                }
            }
            *out = acc[0];
        }
    }
}

/// Adds first to last and rounds each time.
#[inline(always)]
fn join_all<S: Stored<Wide = f32>>(start: f32, list: &[f32]) -> f32 {
    list.iter().fold(start, |acc, &x| S::widen_one(S::narrow_one(acc + x)))
}

/// Adds lane by lane and rounds.
#[inline(always)]
fn add<I: Isa, S: Stored<Wide = f32>>(to: &mut [f32], from: &[f32]) {
    for (x, &y) in to.iter_mut().zip(from) {
        *x += y;
    }
    S::round::<I>(to);
}

/// Multiplies lane by lane and rounds.
#[inline(always)]
fn mul<I: Isa, S: Stored<Wide = f32>>(to: &mut [f32], from: &[f32]) {
    for (x, &y) in to.iter_mut().zip(from) {
        *x *= y;
    }
    S::round::<I>(to);
}

/// Adds adjacent pairs of a list until one number is left of each `of`, a power of two. Every sum is rounded. A loop of its own, which
/// all orders share.
fn add_pairs<'b, S: Stored<Wide = f32>>(
    list: &'b [f32],
    a: &'b mut Line,
    b: &'b mut Line,
    of: usize,
) -> &'b [f32] {
    widest(Pairs::<S> { list, a, b, left: of, of: PhantomData })
}

struct Pairs<'b, S> {
    list: &'b [f32],
    a: &'b mut Line,
    b: &'b mut Line,
    /// How many numbers become one.
    left: usize,
    of: PhantomData<S>,
}

impl<'b, S: Stored<Wide = f32>> Wide for Pairs<'b, S> {
    type Out = &'b [f32];
    #[inline(always)]
    fn run<I: Isa>(self) -> &'b [f32] {
        let Pairs { list, a, b, mut left, .. } = self;
        let pass = |from: &[f32], to: &mut Line| {
            let sums = &mut to[..from.len() / 2];
            for (sum, pair) in sums.iter_mut().zip(from.as_chunks::<2>().0) {
                *sum = pair[0] + pair[1];
            }
            S::round::<I>(sums);
        };
        if left == 1 {
            return list;
        }
        pass(list, a);
        let (mut from, mut to, mut n) = (a, b, list.len() / 2);
        left /= 2;
        while left > 1 {
            pass(&from[..n], to);
            std::mem::swap(&mut from, &mut to);
            (n, left) = (n / 2, left / 2);
        }
        &from[..n]
    }
}
