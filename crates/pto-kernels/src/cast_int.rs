//! Integers of one type to integers of another: clamped to their range, or cut to their low bits.
#![allow(unsafe_code)]

use super::simd::{Isa, Wide, widest};
use super::staged::{Bits, Results, View};
use super::strided::StridedRect;
use pto_isa::DType::*;
use pto_isa::format::Saturate;
use pto_isa::sem::convert::Plan;

/// Converts every element of `to` from the same row and column of `from`, if there are loops for the pair.
pub(super) fn planes(plan: &Plan, from: &StridedRect, to: &StridedRect) -> Option<()> {
    let saturate = plan.how.saturate == Saturate::On;
    let (from, to) = &StridedRect::along_memory(from, to);
    match (plan.from.plain(), plan.to.plain()) {
        (U8, U16) => convert::<u8, u16>(saturate, from, to),
        (I8, I16) => convert::<i8, i16>(saturate, from, to),
        (I8, I32) => convert::<i8, i32>(saturate, from, to),
        (I16, U8) => convert::<i16, u8>(saturate, from, to),
        (I16, I8) => convert::<i16, i8>(saturate, from, to),
        (I16, U32) => convert::<i16, u32>(saturate, from, to),
        (I16, I32) => convert::<i16, i32>(saturate, from, to),
        (I32, I64) => convert::<i32, i64>(saturate, from, to),
        (I32, I16) => convert::<i32, i16>(saturate, from, to),
        (I32, U16) => convert::<i32, u16>(saturate, from, to),
        (I32, U8) => convert::<i32, u8>(saturate, from, to),
        (U32, I16) => convert::<u32, i16>(saturate, from, to),
        (U32, U16) => convert::<u32, u16>(saturate, from, to),
        (U32, U8) => convert::<u32, u8>(saturate, from, to),
        (I64, I32) => convert::<i64, i32>(saturate, from, to),
        _ => None,
    }
}

/// An integer type whose numbers i64 holds.
trait Integer: Bits {
    const LEAST: i64;
    const GREATEST: i64;
    fn number(self) -> i64;
    /// The low bits.
    fn cut(number: i64) -> Self;
}

macro_rules! integers {
    ($($t:ty)*) => {$(
        impl Integer for $t {
            const LEAST: i64 = <$t>::MIN as i64;
            const GREATEST: i64 = <$t>::MAX as i64;
            #[inline(always)]
            fn number(self) -> i64 {
                self as i64
            }
            #[inline(always)]
            fn cut(number: i64) -> $t {
                number as $t
            }
        }
    )*};
}
integers!(u8 u16 u32 i8 i16 i32 i64);

fn convert<F: Integer, T: Integer>(
    saturate: bool,
    from: &StridedRect,
    to: &StridedRect,
) -> Option<()> {
    // SAFETY: results that are not in a list lie apart from what is read.
    let (list, mut results) = unsafe { (View::<F>::of(from)?, Results::<T>::of(to, &[from])?) };
    // What always fits is not clamped.
    let fits = F::LEAST >= T::LEAST && F::GREATEST <= T::GREATEST;
    match saturate && !fits {
        true => widest(Converted::<F, T, true>(&list, &mut results)),
        false => widest(Converted::<F, T, false>(&list, &mut results)),
    }
    results.finish(to);
    Some(())
}

/// Elements of one list become those of another, clamped if `SATURATE` says so.
struct Converted<'a, F, T, const SATURATE: bool>(&'a [F], &'a mut [T]);

impl<F: Integer, T: Integer, const SATURATE: bool> Wide for Converted<'_, F, T, SATURATE> {
    type Out = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        for (to, from) in self.1.iter_mut().zip(self.0) {
            let number = from.number();
            *to = T::cut(if SATURATE { number.clamp(T::LEAST, T::GREATEST) } else { number });
        }
    }
}
