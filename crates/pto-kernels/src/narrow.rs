//! Elements as they are stored and as they are computed with: f16 and bf16 in f32, all others as they are.

use super::simd::Isa;
use pto_isa::format::{bf16_to_f32, f16_to_f32, f32_to_bf16, f32_to_f16};
use pto_isa::sem::Num;

/// How elements are stored. Conversions have the bits of [`Num::from_code`] and [`Num::to_code`].
pub(super) trait Stored {
    /// What is in memory.
    type Bits: Copy;
    /// What is computed with.
    type Wide: Num;
    /// Whether the two are the same.
    const AS_IS: bool;
    /// One element as a number.
    fn widen_one(bits: Self::Bits) -> Self::Wide;
    /// A number as one element.
    fn narrow_one(wide: Self::Wide) -> Self::Bits;
    /// The same elements, if they are stored as they are computed with.
    #[inline(always)]
    fn as_wide(_bits: &[Self::Bits]) -> Option<&[Self::Wide]> {
        None
    }
    /// Widens up to the shorter length.
    fn widen<I: Isa>(from: &[Self::Bits], to: &mut [Self::Wide]);
    /// Narrows up to the shorter length.
    fn narrow<I: Isa>(from: &[Self::Wide], to: &mut [Self::Bits]);
    /// Rounds numbers to what can be stored.
    fn round<I: Isa>(list: &mut [Self::Wide]);
}

/// f16 codes.
pub(super) enum F16 {}
/// bf16 codes.
pub(super) enum Bf16 {}
/// Elements that are stored as they are computed with.
pub(super) struct Same<T>(std::marker::PhantomData<T>);

impl<T: Num> Stored for Same<T> {
    type Bits = T;
    type Wide = T;
    const AS_IS: bool = true;
    #[inline(always)]
    fn widen_one(bits: T) -> T {
        bits
    }
    #[inline(always)]
    fn as_wide(bits: &[T]) -> Option<&[T]> {
        Some(bits)
    }
    #[inline(always)]
    fn widen<I: Isa>(from: &[T], to: &mut [T]) {
        let n = from.len().min(to.len());
        to[..n].copy_from_slice(&from[..n]);
    }
    #[inline(always)]
    fn narrow<I: Isa>(from: &[T], to: &mut [T]) {
        Self::widen::<I>(from, to);
    }
    #[inline(always)]
    fn narrow_one(wide: T) -> T {
        wide
    }
    #[inline(always)]
    fn round<I: Isa>(_: &mut [T]) {}
}

impl Stored for F16 {
    type Bits = u16;
    type Wide = f32;
    const AS_IS: bool = false;
    #[inline(always)]
    fn widen_one(bits: u16) -> f32 {
        f16_to_f32(bits)
    }
    #[inline(always)]
    fn widen<I: Isa>(from: &[u16], to: &mut [f32]) {
        let n = from.len().min(to.len());
        let (from, from_rest) = from[..n].as_chunks::<8>();
        let (to, to_rest) = to[..n].as_chunks_mut::<8>();
        for (t, f) in to.iter_mut().zip(from) {
            *t = I::widen_f16(*f);
        }
        for (t, &f) in to_rest.iter_mut().zip(from_rest) {
            *t = f16_to_f32(f);
        }
    }
    #[inline(always)]
    fn narrow<I: Isa>(from: &[f32], to: &mut [u16]) {
        let n = from.len().min(to.len());
        let (from, from_rest) = from[..n].as_chunks::<8>();
        let (to, to_rest) = to[..n].as_chunks_mut::<8>();
        for (t, f) in to.iter_mut().zip(from) {
            *t = I::narrow_f16(*f);
        }
        for (t, &f) in to_rest.iter_mut().zip(from_rest) {
            *t = f32_to_f16(f);
        }
    }
    #[inline(always)]
    fn narrow_one(wide: f32) -> u16 {
        f32_to_f16(wide)
    }
    #[inline(always)]
    fn round<I: Isa>(list: &mut [f32]) {
        let (eights, rest) = list.as_chunks_mut::<8>();
        for e in eights {
            *e = I::widen_f16(I::narrow_f16(*e));
        }
        for x in rest {
            *x = f16_to_f32(f32_to_f16(*x));
        }
    }
}

impl Stored for Bf16 {
    type Bits = u16;
    type Wide = f32;
    const AS_IS: bool = false;
    #[inline(always)]
    fn widen_one(bits: u16) -> f32 {
        bf16_to_f32(bits)
    }
    #[inline(always)]
    fn widen<I: Isa>(from: &[u16], to: &mut [f32]) {
        let n = from.len().min(to.len());
        let (from, from_rest) = from[..n].as_chunks::<8>();
        let (to, to_rest) = to[..n].as_chunks_mut::<8>();
        for (t, f) in to.iter_mut().zip(from) {
            *t = I::widen_bf16(*f);
        }
        for (t, &f) in to_rest.iter_mut().zip(from_rest) {
            *t = bf16_to_f32(f);
        }
    }
    #[inline(always)]
    fn narrow<I: Isa>(from: &[f32], to: &mut [u16]) {
        let n = from.len().min(to.len());
        let (from, from_rest) = from[..n].as_chunks::<8>();
        let (to, to_rest) = to[..n].as_chunks_mut::<8>();
        for (t, f) in to.iter_mut().zip(from) {
            *t = I::narrow_bf16(*f);
        }
        for (t, &f) in to_rest.iter_mut().zip(from_rest) {
            *t = f32_to_bf16(f);
        }
    }
    #[inline(always)]
    fn narrow_one(wide: f32) -> u16 {
        f32_to_bf16(wide)
    }
    #[inline(always)]
    fn round<I: Isa>(list: &mut [f32]) {
        let (eights, rest) = list.as_chunks_mut::<8>();
        for e in eights {
            *e = I::widen_bf16(I::narrow_bf16(*e));
        }
        for x in rest {
            *x = bf16_to_f32(f32_to_bf16(*x));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{Wide, widest};
    use std::marker::PhantomData;

    /// Widens codes and rounds numbers by what the machine has.
    struct Convert<'a, S>(&'a [u16], &'a mut [f32], &'a [f32], &'a mut [u16], PhantomData<S>);

    impl<S: Stored<Bits = u16, Wide = f32>> Wide for Convert<'_, S> {
        type Out = ();
        #[inline(always)]
        fn run<I: Isa>(self) {
            S::widen::<I>(self.0, self.1);
            S::narrow::<I>(self.2, self.3);
        }
    }

    /// Every code, a sample of all numbers, and what lies at and beside every code and every boundary between two.
    fn check<S: Stored<Bits = u16, Wide = f32>>(boundary: u32) {
        let codes: Vec<u16> = (0..=u16::MAX).collect();
        let mut numbers: Vec<f32> = (0..=u32::MAX).step_by(6151).map(f32::from_bits).collect();
        for &code in &codes {
            let bits = S::widen_one(code).to_bits();
            for at in [bits, bits.wrapping_add(boundary)] {
                let around = (0..3u32).map(|d| f32::from_bits(at.wrapping_add(d).wrapping_sub(1)));
                numbers.extend(around);
            }
        }
        let mut wide = vec![0.0; codes.len()];
        let mut narrow = vec![0; numbers.len()];
        widest(Convert::<S>(&codes, &mut wide, &numbers, &mut narrow, PhantomData));
        for (&code, &got) in codes.iter().zip(&wide) {
            assert_eq!(got.to_bits(), S::widen_one(code).to_bits(), "{code:#06x}");
        }
        for (&number, &got) in numbers.iter().zip(&narrow) {
            assert_eq!(got, S::narrow_one(number), "{:#010x}", number.to_bits());
        }
    }

    #[test]
    fn conversions_of_16_bit_floats_have_the_bits_of_the_definition() {
        check::<F16>(0x1000);
        check::<Bf16>(0x8000);
    }
}
