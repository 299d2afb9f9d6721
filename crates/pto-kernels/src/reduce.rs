//! Reductions: which loops rows and columns are folded by, and where the results go.
#![allow(unsafe_code)]

use super::buffer::{CHUNK, LONG, buffers};
use super::context::Context;
use super::elem::op;
use super::map::unsigned;
use super::minmax::extremes;
use super::narrow::{Bf16, F16, Same, Stored};
use super::reduce_col::Columns;
use super::reduce_row::FloatRows;
use super::rows::{Overlap, Rect, same_elements};
use super::simd::{Isa, Wide, widest};
use crate::memory::CoreMemory;
use pto_isa::sem::reduce::Plan;
use pto_isa::sem::{Axis, Elem, Fold, Num, Reduce, SummationOrder};
use pto_isa::{DType, with_num};
use std::marker::PhantomData;
use std::slice::{from_raw_parts, from_raw_parts_mut};

/// A reduction that is ready to run.
pub(crate) struct Folding {
    plan: Plan,
    axis: Axis,
    dtype: DType,
    from: Rect,
    to: Rect,
}

/// Gets a reduction ready, unless it has to be left to the definition.
pub(super) fn prepare(
    reduce: &Reduce,
    cx: &Context<'_>,
    memory: &mut CoreMemory<'_>,
) -> Option<Folding> {
    let (src, dst) = (cx.tile(reduce.src)?, cx.tile(reduce.dst)?);
    let dtype = dst.ty.dtype.plain();
    if !same_elements(src.ty.dtype, dtype) {
        return None;
    }
    let from = Rect::of(memory, src, src.valid)?;
    if from.col != 1 && from.cols != 1 {
        return None;
    }
    let plan = cx.look(memory, |x| Plan::new(x, reduce, src, dst));
    let to = match reduce.axis {
        // Results are kept until all is read, so any overlap will do.
        Axis::Row if from.rows <= CHUNK => Rect::of(memory, dst, (src.valid.0, 1))?,
        Axis::Row => return None,
        Axis::Col => {
            let to = Rect::of(memory, dst, (1, src.valid.1))?;
            let at_once = to.cols <= CHUNK && !plan.binary;
            let keeps = at_once || to.overlap(&from) == Overlap::Apart;
            let row = to.col == 1 || to.cols == 1;
            if !keeps || !row {
                return None;
            }
            to
        }
    };
    Some(Folding { plan, axis: reduce.axis, dtype, from, to })
}

impl Folding {
    /// Folds.
    pub fn run(&mut self, memory: &mut CoreMemory<'_>) -> Option<()> {
        self.from.renew(memory)?;
        self.to.renew(memory)?;
        match self.axis {
            Axis::Row => fold_rows(&self.plan, &self.from, &self.to, self.dtype),
            Axis::Col => fold_cols(&self.plan, &self.from, &self.to, self.dtype),
        }
    }
}

fn fold_rows(plan: &Plan, from: &Rect, to: &Rect, dtype: DType) -> Option<()> {
    let best = matches!(plan.fold, Fold::Max | Fold::Min);
    match dtype {
        DType::F32 if best => extremes::<f32>(plan, from, to),
        DType::F16 if best => extremes::<F16>(plan, from, to),
        DType::Bf16 if best => extremes::<Bf16>(plan, from, to),
        DType::F32 | DType::F16 | DType::Bf16 => {
            let chunks = plan.order == SummationOrder::A2a3 && plan.fold == Fold::Sum;
            if chunks && from.cols > LONG {
                return None;
            }
            match dtype {
                DType::F32 => widest(FloatRows::<Same<f32>> { plan, from, to, of: PhantomData }),
                DType::F16 => widest(FloatRows::<F16> { plan, from, to, of: PhantomData }),
                _ => widest(FloatRows::<Bf16> { plan, from, to, of: PhantomData }),
            }
        }
        DType::I4 => return None,
        _ if dtype.is_int() => {
            let dtype = if best { dtype } else { unsigned(dtype) };
            with_num!(dtype, T => widest(IntRows::<T> { fold: plan.fold, from, to, of: PhantomData }));
        }
        _ => return None,
    }
    Some(())
}

/// Rows of integers, for which the order does not matter.
struct IntRows<'a, T> {
    fold: Fold,
    from: &'a Rect,
    to: &'a Rect,
    of: PhantomData<T>,
}

impl<T: Num> Wide for IntRows<'_, T> {
    type Out = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        // SAFETY: no other kernel of this thread uses them now, and there are at most CHUNK rows.
        let results = unsafe { from_raw_parts_mut((*buffers())[3].start::<T>(), self.from.rows) };
        for (r, out) in results.iter_mut().enumerate() {
            // SAFETY: the row is inside the rectangle.
            let row: &[T] = unsafe { row_of(self.from, r) };
            *out = match self.fold {
                Fold::Sum => row.iter().fold(T::ZERO, |a, &b| a.add(b)),
                Fold::Prod if size_of::<T>() == 2 => product_of_short(row),
                Fold::Prod => product(row),
                Fold::Max => row.iter().fold(T::LEAST, |a, &b| a.max(b)),
                Fold::Min => row.iter().fold(T::GREATEST, |a, &b| a.min(b)),
            };
        }
        put_column::<Same<T>>(self.to, results);
    }
}

/// The product of a row, in as many factors as a vector has: what is left at its end is no chain of products, one after another.
#[inline(always)]
fn product<T: Num>(row: &[T]) -> T {
    let mut factors = [T::ONE; 32];
    let (whole, rest) = row.as_chunks::<32>();
    for chunk in whole {
        factors.iter_mut().zip(chunk).for_each(|(x, &y)| *x = x.mul(y));
    }
    factors.iter_mut().zip(rest).for_each(|(x, &y)| *x = x.mul(y));
    let [product] = halve::<T, 2, 1>(halve::<T, 4, 2>(halve::<T, 8, 4>(halve::<T, 16, 8>(
        halve::<T, 32, 16>(factors),
    ))));
    product
}

/// [`product`] of elements of two bytes, of which the compiler makes a better tree by itself.
#[inline(always)]
fn product_of_short<T: Num>(row: &[T]) -> T {
    match row.len() {
        64.. => product_by::<T, 64>(row),
        16.. => product_by::<T, 16>(row),
        _ => row.iter().fold(T::ONE, |a, &b| a.mul(b)),
    }
}

/// The product of a row of at least a chunk. What is left after whole chunks is in its last elements, of which those that belong to a
/// chunk before count as one: a copy would have to wait until its elements are written.
#[inline(always)]
fn product_by<T: Num, const CHUNK: usize>(row: &[T]) -> T {
    let (whole, rest) = row.as_chunks::<CHUNK>();
    let mut factors = [T::ONE; CHUNK];
    if let (false, Some(last)) = (rest.is_empty(), row.last_chunk::<CHUNK>()) {
        let first = (CHUNK - rest.len()) as u16;
        for (i, (factor, &x)) in (0..).zip(factors.iter_mut().zip(last)) {
            *factor = if i < first { T::ONE } else { x };
        }
    }
    for chunk in whole {
        factors.iter_mut().zip(chunk).for_each(|(factor, &x)| *factor = factor.mul(x));
    }
    factors.iter().fold(T::ONE, |a, &b| a.mul(b))
}

/// The products of the numbers of one half with those of the other.
#[inline(always)]
fn halve<T: Num, const N: usize, const HALF: usize>(factors: [T; N]) -> [T; HALF] {
    let mut products = [T::ONE; HALF];
    for (i, product) in products.iter_mut().enumerate() {
        *product = factors[i].mul(factors[HALF + i]);
    }
    products
}

/// A row of a rectangle whose rows are contiguous.
///
/// # Safety
/// The elements are of type `T`, and nothing writes them while the result is in use.
#[inline(always)]
pub(super) unsafe fn row_of<'a, T>(rect: &Rect, r: usize) -> &'a [T] {
    // SAFETY: a rectangle is inside its memory and aligned; the caller promises the rest.
    unsafe { from_raw_parts(rect.at.cast_const().cast::<T>().add(r * rect.row), rect.cols) }
}

/// Writes one result per row.
#[inline(always)]
pub(super) fn put_column<S: Stored>(to: &Rect, results: &[S::Wide]) {
    for (r, &x) in results.iter().enumerate().take(to.rows) {
        // SAFETY: the rectangle has this row, and its elements are of this type.
        unsafe { *to.at.cast::<S::Bits>().add(r * to.row) = S::narrow_one(x) };
    }
}

fn fold_cols(plan: &Plan, from: &Rect, to: &Rect, dtype: DType) -> Option<()> {
    macro_rules! columns {
        ($stored:ty, $op:ident) => {
            widest(Columns::<$stored, op::$op> { plan, from, to, of: PhantomData })
        };
    }
    macro_rules! floats {
        ($stored:ty) => {
            match plan.elem {
                Elem::Add => columns!($stored, Add),
                Elem::Mul => columns!($stored, Mul),
                Elem::Max => columns!($stored, Max),
                Elem::Min => columns!($stored, Min),
                Elem::MaxFirst => columns!($stored, MaxFirst),
                Elem::MinFirst => columns!($stored, MinFirst),
                _ => None,
            }
        };
    }
    match dtype {
        DType::F32 => floats!(Same<f32>),
        DType::F16 => floats!(F16),
        DType::Bf16 => floats!(Bf16),
        DType::I4 => None,
        _ if dtype.is_int() => match plan.fold {
            Fold::Sum => with_num!(unsigned(dtype), T => columns!(Same<T>, Add)),
            Fold::Prod => with_num!(unsigned(dtype), T => columns!(Same<T>, Mul)),
            Fold::Max => with_num!(dtype, T => columns!(Same<T>, Max)),
            Fold::Min => with_num!(dtype, T => columns!(Same<T>, Min)),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_short_rows_of_any_length() {
        let all: Vec<u16> = (0..300u16).map(|i| i.wrapping_mul(7919) | 1).collect();
        for start in 0..3 {
            for end in start + 1..all.len() {
                let row = &all[start..end];
                let expected = row.iter().fold(1u16, |a, &b| a.wrapping_mul(b));
                assert_eq!(product_of_short(row), expected, "{start}..{end}");
                assert_eq!(product(row), expected, "{start}..{end}");
            }
        }
    }
}
