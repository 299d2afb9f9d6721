//! Tiles made from nothing: sequences, triangles, random bits, as the definitions give them row by row.
#![allow(unsafe_code)]

use super::context::Context;
use super::quant::put;
use super::simd::{Isa, Wide, widest};
use super::staged::{Results, Stage, with_bits};
use super::strided::StridedRect;
use crate::memory::CoreMemory;
use pto_isa::DType;
use pto_isa::format::Saturate;
use pto_isa::sem::generate::{Floats, Parts, Random, Sequence, Triangle};

/// Numbers that follow one another, into operand 2.
pub(super) fn sequence(cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<()> {
    let dst = cx.tile_ref(2)?;
    let sequence = cx.look(memory, Sequence::of).ok()?;
    let to = StridedRect::of_tile(memory, dst, (0, 0), dst.valid)?;
    let ints = match sequence.parts() {
        Parts::Ints(ints) => ints,
        Parts::Floats(floats) if dst.ty.dtype == DType::F32 => {
            // SAFETY: nothing is read.
            let mut list = unsafe { Results::<f32>::of(&to, &[])? };
            widest(CountedFloats(&mut list, floats));
            list.finish(&to);
            return Some(());
        }
        Parts::Floats(floats) => {
            let mut list = Stage::<f32>::new(to.rows.count * to.cols.count);
            widest(CountedFloats(&mut list, floats));
            return put(list, dst.ty.dtype, &to, Saturate::Off);
        }
    };
    with_bits!(dst.ty.dtype.bits(), T => {
        // SAFETY: nothing is read.
        let mut list = unsafe { Results::<T>::of(&to, &[])? };
        widest(Counted(&mut list, |before| ints.code(before) as T));
        list.finish(&to);
        Some(())
    })
}

/// Elements by how many are before them.
struct Counted<'a, T, F>(&'a mut [T], F);

impl<T, F: Fn(u64) -> T> Wide for Counted<'_, T, F> {
    type Out = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        for (before, x) in self.0.iter_mut().enumerate() {
            *x = (self.1)(before as u64);
        }
    }
}

/// Floats by how many are before them, counted in as many bits as they have.
struct CountedFloats<'a>(&'a mut [f32], Floats);

impl Wide for CountedFloats<'_> {
    const COMPUTES: bool = true;
    type Out = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        for (before, x) in (0i32..).zip(self.0) {
            *x = self.1.number(before);
        }
    }
}

/// Ones on one side of a diagonal, zeros on the other.
pub(super) fn triangle(cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<()> {
    let dst = cx.tile_ref(1)?;
    let triangle = cx.look(memory, Triangle::of).ok()?;
    let (rows, cols) = dst.valid;
    let to = StridedRect::of_tile(memory, dst, (0, 0), dst.valid)?;
    with_bits!(dst.ty.dtype.bits(), T => {
        // SAFETY: nothing is read.
        let mut tile = unsafe { Results::<T>::of(&to, &[])? };
        for (r, row) in (0..rows).zip(tile.chunks_exact_mut(cols as usize)) {
            let (ones, zeros) = triangle.row(r, cols);
            row[zeros].fill(0);
            row[ones].fill(triangle.one as T);
        }
        tile.finish(&to);
        Some(())
    })
}

/// Random bits, into operand 6.
pub(super) fn random(cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<()> {
    let dst = cx.tile_ref(6)?;
    let mut random = cx.look(memory, Random::of).ok()?;
    let to = StridedRect::of_tile(memory, dst, (0, 0), dst.valid)?;
    // SAFETY: nothing is read.
    let mut list = unsafe { Results::<u32>::of(&to, &[])? };
    list.chunks_exact_mut(to.cols.count).for_each(|row| random.fill(row));
    list.finish(&to);
    Some(())
}
