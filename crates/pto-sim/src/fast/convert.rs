//! Conversions between element types in vector loops: to the nearest, or for integers in any mode but one.
//!
//! Numbers pass through f32, which is exact for every type that is admitted here, so there is one rounding.
//! What a loop cannot do is left to [`Plan::apply`], for a few elements (huge floats to integers without
//! saturation) or for the whole instruction.

use super::cast::{Brain, Half, How, Source, Target, make_canonical};
use super::context::Context;
use super::plane::{Block, Blocks, Plane};
use super::simd::{Isa, Wide, widest};
use crate::memory::CoreMemory;
use pto_isa::DType::*;
use pto_isa::sem::Convert;
use pto_isa::sem::convert::Plan;
use std::marker::PhantomData;

/// Elements that are converted at a time.
const CHUNK: usize = 256;

/// The same, where numbers are read in place.
const LONG: usize = 1024;

/// Converts the valid region of a tile.
pub(super) fn run(op: &Convert, cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<()> {
    let (src, dst) = (cx.tile_ref(op.src)?, cx.tile_ref(op.dst)?);
    let (rows, cols) = dst.valid;
    if rows > src.valid.0 || cols > src.valid.1 {
        return None;
    }
    let pair = (src.ty.dtype, dst.ty.dtype);
    let plan = cx.look(memory, |x| Plan::of(x, pair)).ok()?;
    let from = Plane::of_tile(memory, src, (0, 0), dst.valid)?;
    let to = Plane::of_tile(memory, dst, (0, 0), dst.valid)?;
    planes(&plan, &from, &to)
}

/// Converts every element of `to` from the same row and column of `from`, which must have them.
pub(super) fn planes(plan: &Plan, from: &Plane, to: &Plane) -> Option<()> {
    if !from.is_aligned() || !to.is_aligned() || (from.meets(to) && !from.is(to)) {
        return None;
    }
    match plan.from.plain() {
        F32 => to_type::<f32>(plan, from, to),
        F16 => to_type::<Half>(plan, from, to),
        Bf16 => to_type::<Brain>(plan, from, to),
        I32 => to_type::<i32>(plan, from, to),
        I16 => to_type::<i16>(plan, from, to),
        I8 => to_type::<i8>(plan, from, to),
        U8 => to_type::<u8>(plan, from, to),
        _ => None,
    }
}

fn to_type<S: Source>(plan: &Plan, from: &Plane, to: &Plane) -> Option<()> {
    let how = How::of(plan)?;
    // f32 holds every i32 only after rounding, so nothing may round it again.
    if plan.from.plain() == I32 && plan.to != F32 {
        return None;
    }
    match plan.to.plain() {
        F32 => widest(Work::<S, f32>::new(how, from, to)),
        F16 => widest(Work::<S, Half>::new(how, from, to)),
        Bf16 => widest(Work::<S, Brain>::new(how, from, to)),
        I32 => widest(Work::<S, i32>::new(how, from, to)),
        I16 => widest(Work::<S, i16>::new(how, from, to)),
        I8 => widest(Work::<S, i8>::new(how, from, to)),
        U8 => widest(Work::<S, u8>::new(how, from, to)),
        _ => return None,
    }
    Some(())
}

/// A conversion of planes.
struct Work<'a, S, T> {
    how: How,
    from: &'a Plane,
    to: &'a Plane,
    types: PhantomData<(S, T)>,
}

/// Copies of the elements at hand, and the numbers they are.
struct Room<S> {
    wide: [f32; CHUNK],
    own: [S; CHUNK],
}

impl<'a, S: Source, T: Target> Work<'a, S, T> {
    fn new(how: How, from: &'a Plane, to: &'a Plane) -> Self {
        debug_assert!(from.size == size_of::<S>() && to.size == size_of::<T>());
        Work { how, from, to, types: PhantomData }
    }

    /// One row of neighbours, or one element.
    ///
    /// # Safety
    /// `count` elements from both places on are inside their memories and aligned; the places are the same
    /// or do not meet.
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn row<I: Isa>(
        &self,
        room: &mut Option<&mut Room<S>>,
        from: *const S,
        to: *mut T,
        count: usize,
    ) {
        let Some(Room { wide, own }) = room else {
            for start in (0..count).step_by(LONG) {
                let n = LONG.min(count - start);
                // SAFETY: inside, as promised; without room the places are not the same.
                let (chunk, out) = unsafe {
                    let chunk = std::slice::from_raw_parts(from.add(start), n);
                    (chunk, std::slice::from_raw_parts_mut(to.add(start), n))
                };
                self.chunk::<I>(S::as_wide(chunk).unwrap_or_default(), chunk, out);
            }
            return;
        };
        for start in (0..count).step_by(CHUNK) {
            let n = CHUNK.min(count - start);
            // SAFETY: inside, as promised. Any bits are an element. Where the places are the same, only the
            // copy is read.
            let (chunk, out) = unsafe {
                let chunk = if from.cast() == to.cast_const() {
                    own[..n].copy_from_slice(std::slice::from_raw_parts(from.add(start), n));
                    &own[..n]
                } else {
                    std::slice::from_raw_parts(from.add(start), n)
                };
                (chunk, std::slice::from_raw_parts_mut(to.add(start), n))
            };
            if let (None, Some(out)) = (S::as_wide(chunk), T::as_wide_mut(out)) {
                S::widen::<I>(chunk, out);
                make_canonical(out);
                continue;
            }
            let wide = match S::as_wide(chunk) {
                Some(wide) => wide,
                None => {
                    S::widen::<I>(chunk, &mut wide[..n]);
                    &wide[..n]
                }
            };
            self.chunk::<I>(wide, chunk, out);
        }
    }

    /// Elements `from`, which are the numbers `wide`.
    #[inline(always)]
    fn chunk<I: Isa>(&self, wide: &[f32], from: &[S], to: &mut [T]) {
        if !T::narrow::<I>(&self.how, wide, to) {
            for (t, f) in to.iter_mut().zip(from) {
                *t = T::of_code(self.how.plan.apply(f.code()));
            }
        }
    }

    /// # Safety
    /// As for [`Work::row`], for all rows.
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn block<I: Isa>(
        &self,
        room: &mut Option<&mut Room<S>>,
        (rows, cols): (usize, usize),
        a: Block,
        b: Block,
    ) {
        let by_column = a.row == size_of::<S>() as isize && a.col != a.row;
        let (rows, cols, a, b) = match by_column {
            true => (cols, rows, a.transposed(), b.transposed()),
            false => (rows, cols, a, b),
        };
        let dense = |x: Block, size: usize| x.col == size as isize || cols == 1;
        let (a_dense, b_dense) = (dense(a, size_of::<S>()), dense(b, size_of::<T>()));
        let full = |x: Block, size: usize| x.row == (cols * size) as isize;
        let at = |x: Block, r: usize, c: usize| {
            x.start.wrapping_offset(r as isize * x.row + c as isize * x.col)
        };
        // SAFETY: rows and columns are inside the blocks.
        unsafe {
            if a_dense && b_dense && full(a, size_of::<S>()) && full(b, size_of::<T>()) {
                self.row::<I>(room, a.start.cast(), b.start.cast(), rows * cols);
            } else if a_dense && b_dense {
                for r in 0..rows {
                    self.row::<I>(room, at(a, r, 0).cast(), at(b, r, 0).cast(), cols);
                }
            } else {
                for r in 0..rows {
                    for c in 0..cols {
                        self.row::<I>(room, at(a, r, c).cast(), at(b, r, c).cast(), 1);
                    }
                }
            }
        }
    }
}

impl<S: Source, T: Target> Wide for Work<'_, S, T> {
    type Out = ();

    #[allow(unsafe_code)]
    #[inline(always)]
    fn run<I: Isa>(self) {
        // Without room, where none is needed: to clear it takes as long as to convert a short row.
        let direct = S::as_wide(&[]).is_some() && !self.from.is(self.to);
        if direct {
            self.blocks::<I>(None);
        } else {
            self.blocks::<I>(Some(&mut Room { wide: [0.0; CHUNK], own: [S::default(); CHUNK] }));
        }
    }
}

impl<S: Source, T: Target> Work<'_, S, T> {
    #[allow(unsafe_code)]
    #[inline(always)]
    fn blocks<I: Isa>(&self, mut room: Option<&mut Room<S>>) {
        let shape = (self.to.rows.count, self.to.cols.count);
        // SAFETY: a plane's elements are inside its memory; `planes` made sure of the rest.
        unsafe {
            if let (Some(a), Some(b)) = (self.from.whole(), self.to.whole()) {
                return self.block::<I>(&mut room, shape, a, b);
            }
            for (shape, a, b) in Blocks::of(self.from, self.to) {
                self.block::<I>(&mut room, shape, a, b);
            }
        }
    }
}
