//! Arg-reductions of rows: the best value by vector code, then where it is first. And where results go.
#![allow(unsafe_code)]

use super::arg_columns::fold_columns;
use super::buffer::{CHUNK, buffers};
use super::context::Context;
use super::minmax::{Coded, number_minmax};
use super::narrow::{Bf16, F16};
use super::reduce::row_of;
use super::rows::{Overlap, Rect, same_elements};
use super::simd::{Isa, Wide, widest};
use crate::memory::CoreMemory;
use pto_isa::sem::arg_reduce::NanRule;
use pto_isa::sem::{ArgReduce, Axis, Fold, Num};
use pto_isa::{DType, with_num};
use std::marker::PhantomData;
use std::slice::from_raw_parts_mut;

/// What is looked for, and where.
pub(super) struct Search {
    /// The least rather than the greatest.
    pub min: bool,
    /// What NaN does.
    pub rule: NanRule,
    /// The source; rows are contiguous.
    pub from: Rect,
    /// One row or column of values, elements as in the source. A row is contiguous.
    pub value: Option<Rect>,
    /// One row or column of indices.
    pub index: Rect,
}

/// Executes an arg-reduction, unless it has to be left to the definition.
pub(super) fn run(arg: &ArgReduce, cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<()> {
    let (src, index) = (cx.tile(arg.src)?, cx.tile(arg.index)?);
    let dtype = src.ty.dtype.plain();
    let from = Rect::of(memory, src, src.valid)?;
    let shape = match arg.axis {
        Axis::Row => (src.valid.0, 1),
        Axis::Col => (1, src.valid.1),
    };
    let value = match arg.value.and_then(|slot| cx.arg(slot).map(|_| cx.tile(slot))) {
        None => None,
        Some(t) if same_elements(t?.ty.dtype, dtype) => Some(Rect::of(memory, t?, shape)?),
        Some(_) => return None,
    };
    if arg.may_shorten_index(cx.numerics, dtype, src.valid.0, value.is_some())
        || arg.compares_as_float(cx.numerics, dtype).is_some()
    {
        return None;
    }
    let s = Search {
        min: arg.best == Fold::Min,
        rule: NanRule::of(cx.numerics, arg.axis),
        from,
        value,
        index: Rect::of(memory, index, shape)?,
    };
    if from.col != 1 && from.cols != 1 || !index.ty.dtype.is_int() || s.index.size < 2 {
        return None;
    }
    let nan = match arg.axis {
        Axis::Row => search_rows(&s, dtype)?,
        Axis::Col => search_columns(&s, dtype)?,
    };
    if nan {
        cx.look(memory, |x| x.note_quirk("argmin-nan"));
    }
    Some(())
}

fn search_rows(s: &Search, dtype: DType) -> Option<bool> {
    // Results are kept until all is read, so any overlap will do.
    if s.from.rows > CHUNK || s.rule == NanRule::Moves {
        return None;
    }
    Some(match dtype {
        DType::F32 => widest(FloatRows::<f32>(s, PhantomData)),
        DType::F16 => widest(FloatRows::<F16>(s, PhantomData)),
        DType::Bf16 => widest(FloatRows::<Bf16>(s, PhantomData)),
        DType::I4 => return None,
        _ if dtype.is_int() => with_num!(dtype, T => widest(IntRows::<T>(s, PhantomData))),
        _ => return None,
    })
}

fn search_columns(s: &Search, dtype: DType) -> Option<bool> {
    let apart = |a: &Rect, b: &Rect| a.overlap(b) == Overlap::Apart;
    if s.value.is_some_and(|v| v.col != 1 && v.cols != 1) {
        return None;
    }
    let value_apart = s.value.is_none_or(|v| apart(&v, &s.from) && apart(&v, &s.index));
    if s.from.cols > CHUNK && !(apart(&s.index, &s.from) && value_apart) {
        return None;
    }
    fold_columns(s, dtype)
}

/// Writes results, one after the other along the row or column.
#[inline(always)]
fn put<T: Copy>(to: &Rect, results: &[T]) {
    let step = if to.rows > 1 { to.row } else { to.col };
    for (i, &x) in results.iter().enumerate() {
        // SAFETY: a result is an element of the rectangle, which holds elements of this type.
        unsafe { *to.at.cast::<T>().add(i * step) = x };
    }
}

/// Writes indices to elements of 2, 4 or 8 bytes, from the `first` on; low bits if they are too small.
#[inline(always)]
pub(super) fn put_indices(to: &Rect, first: usize, indices: &[u32]) {
    let step = if to.rows > 1 { to.row } else { to.col };
    for (i, &x) in indices.iter().enumerate() {
        let at = (first + i) * step;
        // SAFETY: as in `put`, and the type is as large as an element.
        unsafe {
            match to.size {
                2 => *to.at.cast::<u16>().add(at) = x as u16,
                4 => *to.at.cast::<u32>().add(at) = x,
                _ => *to.at.cast::<u64>().add(at) = x.into(),
            }
        }
    }
}

/// Results of rows: values and indices.
///
/// # Safety
/// There are at most CHUNK rows.
#[inline(always)]
unsafe fn results<'a, T: Num>(rows: usize) -> (&'a mut [T], &'a mut [u32]) {
    // SAFETY: no other kernel of this thread uses the buffers now, and each holds that many elements.
    unsafe {
        let [values, indices, ..] = &mut *buffers();
        (from_raw_parts_mut(values.start(), rows), from_raw_parts_mut(indices.start(), rows))
    }
}

struct FloatRows<'a, C>(&'a Search, PhantomData<C>);

impl<C: Coded> Wide for FloatRows<'_, C> {
    const COMPUTES: bool = true;
    type Out = bool;
    #[inline(always)]
    fn run<I: Isa>(self) -> bool {
        let s = self.0;
        // SAFETY: `search_rows` has checked the number of rows.
        let (values, indices) = unsafe { results::<C::Code>(s.from.rows) };
        let mut nan = false;
        for r in 0..s.from.rows {
            // SAFETY: elements have this type; results are written when no row is borrowed any more.
            let row: &[C::Code] = unsafe { row_of(&s.from, r) };
            let (best, any_nan) = number_minmax::<C>(row, !s.min);
            nan |= any_nan;
            let stays = s.rule == NanRule::FirstStays && C::is_nan(row[0]);
            let at = match best {
                Some(best) if !stays => {
                    let zero = C::is_zero(best);
                    find(row, |x| if zero { C::is_zero(x) } else { x == best })
                }
                _ => 0,
            };
            let value = row[at];
            let keeps = C::KEEPS_NAN || !C::is_nan(value);
            values[r] = if keeps { value } else { C::NAN };
            indices[r] = at as u32;
        }
        if let Some(to) = &s.value {
            put(to, values);
        }
        put_indices(&s.index, 0, indices);
        nan
    }
}

struct IntRows<'a, T>(&'a Search, PhantomData<T>);

impl<T: Num> Wide for IntRows<'_, T> {
    type Out = bool;
    #[inline(always)]
    fn run<I: Isa>(self) -> bool {
        let s = self.0;
        // SAFETY: `search_rows` has checked the number of rows.
        let (values, indices) = unsafe { results::<T>(s.from.rows) };
        for r in 0..s.from.rows {
            // SAFETY: elements have this type; results are written when no row is borrowed any more.
            let row: &[T] = unsafe { row_of(&s.from, r) };
            let best = if s.min {
                row.iter().fold(T::GREATEST, |a, &b| a.min(b))
            } else {
                row.iter().fold(T::LEAST, |a, &b| a.max(b))
            };
            values[r] = best;
            indices[r] = find(row, |x| x == best) as u32;
        }
        if let Some(to) = &s.value {
            put(to, values);
        }
        put_indices(&s.index, 0, indices);
        false
    }
}

/// The first element that is sought, which exists. Whole blocks are looked at in vector code.
#[inline(always)]
fn find<T: Copy>(row: &[T], sought: impl Fn(T) -> bool) -> usize {
    const BLOCK: usize = 64;
    let (blocks, rest) = row.as_chunks::<BLOCK>();
    let has = |block: &[T; BLOCK]| block.iter().fold(false, |any, &x| any | sought(x));
    let before = blocks.iter().position(has).unwrap_or(blocks.len());
    let block = blocks.get(before).map_or(rest, |block| &block[..]);
    before * BLOCK + block.iter().position(|&x| sought(x)).unwrap_or(0)
}
