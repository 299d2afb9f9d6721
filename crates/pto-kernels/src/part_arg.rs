//! The better of two values with its index, where both are valid.
#![allow(unsafe_code)]

use super::context::Context;
use super::narrow::{Bf16, F16, Same, Stored};
use super::simd::{Isa, Wide, widest};
use super::staged::{Bits, Stage, View, with_bits};
use super::strided::StridedRect;
use crate::memory::CoreMemory;
use pto_isa::DType;
use pto_isa::sem::part::Choice;
use pto_isa::sem::{Num, PartArg, TileAt};

/// Computes, if all of the destination is valid in both sources; elsewhere it is for the definition.
pub(super) fn run(op: &PartArg, cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<()> {
    let (value, index) = (cx.tile_ref(op.value)?, cx.tile_ref(op.index)?);
    let (shape, dtype) = (value.valid, value.ty.dtype);
    let has = |t: &TileAt, like: &TileAt| {
        shape.0 <= t.valid.0 && shape.1 <= t.valid.1 && t.ty.dtype.bits() == like.ty.dtype.bits()
    };
    let [a, b] = [cx.tile_ref(op.values[0])?, cx.tile_ref(op.values[1])?];
    let [i, j] = [cx.tile_ref(op.indices[0])?, cx.tile_ref(op.indices[1])?];
    let values_fit = [a, b].iter().all(|t| has(t, value) && t.ty.dtype == dtype);
    if !values_fit || ![i, j, index].iter().all(|t| has(t, index)) {
        return None;
    }
    let to = StridedRect::of_tile(memory, value, (0, 0), shape)?;
    let to_index = StridedRect::of_tile(memory, index, (0, 0), shape)?;
    let choice = op.choice(cx.numerics);
    let mut firsts = Stage::new(to.rows.count * to.cols.count);
    let mut compare = Compare { memory, choice, values: [a, b], shape, firsts: &mut firsts };
    let disputed = match dtype {
        DType::F32 => compare.run::<Same<f32>>(),
        DType::F16 => compare.run::<F16>(),
        DType::Bf16 => compare.run::<Bf16>(),
        DType::I32 => compare.run::<Same<i32>>(),
        DType::U32 => compare.run::<Same<u32>>(),
        DType::I16 => compare.run::<Same<i16>>(),
        DType::U16 => compare.run::<Same<u16>>(),
        DType::I8 => compare.run::<Same<i8>>(),
        DType::U8 => compare.run::<Same<u8>>(),
        _ => None,
    }?;
    with_bits!(dtype.bits(), T => {
        let mut values = choose::<T>(memory, [a, b], shape, &firsts)?;
        with_bits!(index.ty.dtype.bits(), I => {
            let mut indices = choose::<I>(memory, [i, j], shape, &firsts)?;
            values.put(&to);
            indices.put(&to_index);
            Some(())
        })
    })?;
    if disputed {
        cx.look(memory, |x| x.note_quirk("partarg-tie"));
    }
    Some(())
}

/// Two tiles to compare.
struct Compare<'a, 'm, 'g> {
    memory: &'a mut CoreMemory<'g>,
    choice: Choice,
    values: [&'m TileAt; 2],
    shape: (u32, u32),
    /// All bits set where the first value is taken, none where the second is.
    firsts: &'a mut [u8],
}

impl Compare<'_, '_, '_> {
    /// Compares; whether the readings of the quirk differ for a pair.
    fn run<S: Stored<Bits: Bits>>(&mut self) -> Option<bool> {
        let [a, b] = self.values;
        // SAFETY: nothing is written but a list.
        let (a, b) = unsafe {
            let a = View::<S::Bits>::of_tile(self.memory, a, self.shape)?;
            (a, View::<S::Bits>::of_tile(self.memory, b, self.shape)?)
        };
        Some(widest(Compared::<S>(&a, &b, self.choice, self.firsts)))
    }
}

/// Which of the elements of two lists are taken.
struct Compared<'a, S: Stored>(&'a [S::Bits], &'a [S::Bits], Choice, &'a mut [u8]);

impl<S: Stored> Wide for Compared<'_, S> {
    type Out = bool;
    #[inline(always)]
    fn run<I: Isa>(self) -> bool {
        const LANES: usize = 64;
        let Compared(a, b, choice, firsts) = self;
        let (mut first, mut second) = ([S::Wide::ZERO; LANES], [S::Wide::ZERO; LANES]);
        let mut disputed = 0;
        for ((a, b), firsts) in a.chunks(LANES).zip(b.chunks(LANES)).zip(firsts.chunks_mut(LANES)) {
            S::widen::<I>(a, &mut first);
            S::widen::<I>(b, &mut second);
            for ((taken, x), y) in firsts.iter_mut().zip(&first).zip(&second) {
                let (first, differs) = choice.takes_first(*x, *y);
                *taken = u8::from(first).wrapping_neg();
                disputed |= u8::from(differs);
            }
        }
        disputed != 0
    }
}

/// The elements that were taken of two tiles.
fn choose<T: Bits + Num>(
    memory: &mut CoreMemory<'_>,
    [a, b]: [&TileAt; 2],
    shape: (u32, u32),
    firsts: &[u8],
) -> Option<Stage<T>> {
    let mut list = Stage::<T>::of_tile(memory, a, shape)?;
    // SAFETY: nothing is written but a list.
    let second = unsafe { View::<T>::of_tile(memory, b, shape)? };
    widest(Chosen(&mut list, &second, firsts));
    Some(list)
}

/// Elements that stay where they were taken, and become others where not.
struct Chosen<'a, T>(&'a mut [T], &'a [T], &'a [u8]);

impl<T: Num> Wide for Chosen<'_, T> {
    type Out = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        for ((x, y), first) in self.0.iter_mut().zip(self.1).zip(self.2) {
            *x = if *first == 0 { *y } else { *x };
        }
    }
}
