//! Arg-reductions of columns: rows are compared with the best ones so far, lane by lane.
#![allow(unsafe_code)]

use super::arg_reduce::{Search, put_indices};
use super::buffer::{CHUNK, buffers};
use super::narrow::{Bf16, F16, Same, Stored};
use super::simd::{Isa, Wide, widest};
use pto_isa::sem::Num;
use pto_isa::sem::arg_reduce::NanRule;
use pto_isa::{DType, with_num};
use std::marker::PhantomData;
use std::slice::{from_raw_parts, from_raw_parts_mut};

/// Whether a new value takes the place of the best so far.
trait Rule {
    /// Whether its index does, and the value after that.
    fn step<T: Num>(old: T, new: T) -> (bool, T);
}

/// [`NanRule::Loses`].
struct Loses<const MIN: bool>;
/// [`NanRule::FirstStays`].
struct FirstStays<const MIN: bool>;
/// [`NanRule::Moves`].
struct Moves<const MIN: bool>;

impl<const MIN: bool> Rule for Loses<MIN> {
    #[inline(always)]
    #[allow(clippy::eq_op)]
    fn step<T: Num>(old: T, new: T) -> (bool, T) {
        let beats = if MIN { new < old } else { new > old };
        let takes = beats | ((old != old) & (new == new));
        (takes, if takes { new } else { old })
    }
}

impl<const MIN: bool> Rule for FirstStays<MIN> {
    #[inline(always)]
    fn step<T: Num>(old: T, new: T) -> (bool, T) {
        let takes = if MIN { new < old } else { new > old };
        (takes, if takes { new } else { old })
    }
}

impl<const MIN: bool> Rule for Moves<MIN> {
    #[inline(always)]
    fn step<T: Num>(old: T, new: T) -> (bool, T) {
        let keeps = if MIN { old <= new } else { old >= new };
        // Not what the index says: NaN has the bits of a result, and -0 is below +0.
        (!keeps, if MIN { old.min(new) } else { old.max(new) })
    }
}

/// Finds the best of each column. Returns whether there is a NaN, or nothing if it has to be left to the
/// definition.
pub(super) fn fold_columns(s: &Search, dtype: DType) -> Option<bool> {
    macro_rules! by_rule {
        ($stored:ty) => {
            match (s.rule, s.min) {
                (NanRule::Loses, true) => search::<$stored, Loses<true>>(s),
                (NanRule::Loses, false) => search::<$stored, Loses<false>>(s),
                (NanRule::FirstStays, true) => search::<$stored, FirstStays<true>>(s),
                (NanRule::FirstStays, false) => search::<$stored, FirstStays<false>>(s),
                (NanRule::Moves, true) => search::<$stored, Moves<true>>(s),
                (NanRule::Moves, false) => search::<$stored, Moves<false>>(s),
            }
        };
    }
    Some(match dtype {
        DType::F32 => by_rule!(Same<f32>),
        DType::F16 => by_rule!(F16),
        DType::Bf16 => by_rule!(Bf16),
        DType::I4 => return None,
        // Rules differ in NaN only.
        _ if dtype.is_int() => with_num!(dtype, T => match s.min {
            true => search::<Same<T>, FirstStays<true>>(s),
            false => search::<Same<T>, FirstStays<false>>(s),
        }),
        _ => return None,
    })
}

fn search<S: Stored, R: Rule>(s: &Search) -> bool {
    widest(Columns::<S, R>(s, PhantomData))
}

struct Columns<'a, S, R>(&'a Search, PhantomData<(S, R)>);

impl<S: Stored, R: Rule> Wide for Columns<'_, S, R> {
    const COMPUTES: bool = S::AS_IS && S::Wide::IS_FLOAT;
    type Out = bool;
    #[inline(always)]
    fn run<I: Isa>(self) -> bool {
        let s = self.0;
        let mut nan = false;
        // SAFETY: no other kernel of this thread uses them now, see `buffers`.
        let [a, b, indices, best] = unsafe { &mut *buffers() };
        for col in (0..s.from.cols).step_by(CHUNK) {
            let n = CHUNK.min(s.from.cols - col);
            // SAFETY: `n` elements fit into a buffer.
            let [best, a, b] =
                [best.start(), a.start(), b.start()].map(|at| unsafe { from_raw_parts_mut(at, n) });
            // SAFETY: as above.
            let indices = unsafe { from_raw_parts_mut(indices.start::<u32>(), n) };
            S::widen::<I>(self.row(0, col, n), best);
            indices.fill(0);
            nan |= any_nan(best);
            for r in (1..s.from.rows).step_by(2) {
                // The last row may be compared twice: that changes nothing.
                let next = (r + 1).min(s.from.rows - 1);
                let (x, y) = (self.wide::<I>(r, col, a), self.wide::<I>(next, col, b));
                nan |= two_rows::<S::Wide, R>(best, indices, [x, y], [r as u32, next as u32]);
            }
            if let Some(to) = &s.value {
                // SAFETY: these elements are inside the destination, and no source is borrowed now.
                // A row of one element may have any distance of columns.
                let to = unsafe { from_raw_parts_mut(to.at.cast::<S::Bits>().add(col), n) };
                S::narrow::<I>(best, to);
            }
            put_indices(&s.index, col, indices);
        }
        nan
    }
}

impl<S: Stored, R> Columns<'_, S, R> {
    #[inline(always)]
    fn row(&self, r: usize, col: usize, n: usize) -> &[S::Bits] {
        let from = &self.0.from;
        // SAFETY: these elements are inside the rectangle, and of this type.
        unsafe { from_raw_parts(from.at.cast::<S::Bits>().add(r * from.row + col), n) }
    }

    /// A row as numbers: in the buffer, or where it is.
    #[inline(always)]
    fn wide<'b, I: Isa>(
        &'b self,
        r: usize,
        col: usize,
        buffer: &'b mut [S::Wide],
    ) -> &'b [S::Wide] {
        let row = self.row(r, col, buffer.len());
        if S::AS_IS {
            // SAFETY: `AS_IS` says that the types are the same.
            return unsafe { from_raw_parts(row.as_ptr().cast(), row.len()) };
        }
        S::widen::<I>(row, buffer);
        buffer
    }
}

#[inline(always)]
#[allow(clippy::eq_op)]
fn any_nan<T: Num>(list: &[T]) -> bool {
    list.iter().fold(0u32, |any, &x| any | u32::from(x != x)) != 0
}

/// Compares two rows in one pass over the best so far; returns whether one has a NaN.
#[inline(always)]
#[allow(clippy::eq_op)]
fn two_rows<T: Num, R: Rule>(
    best: &mut [T],
    indices: &mut [u32],
    rows: [&[T]; 2],
    numbers: [u32; 2],
) -> bool {
    let mut nan = 0;
    let rows = rows[0].iter().zip(rows[1]);
    for ((best, index), (&x, &y)) in best.iter_mut().zip(indices).zip(rows) {
        let (first, value) = R::step(*best, x);
        let (second, value) = R::step(value, y);
        *best = value;
        let kept = if first { numbers[0] } else { *index };
        *index = if second { numbers[1] } else { kept };
        nan |= u32::from((x != x) | (y != y));
    }
    nan != 0
}
