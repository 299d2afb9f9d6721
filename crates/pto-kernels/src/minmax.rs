//! Maximum and minimum of rows of floats, on integers in the order of the numbers.
//!
//! Integers have a maximum that does not depend on the order, which is what makes vector code. NaN and
//! the two zeros are what remains to be looked at.
#![allow(unsafe_code)]

use super::buffer::buffers;
use super::narrow::{Bf16, F16};
use super::reduce::row_of;
use super::rows::Rect;
use super::simd::{Isa, Wide, widest};
use pto_isa::sem::reduce::Plan;
use pto_isa::sem::{Elem, Fold, Num};
use std::marker::PhantomData;
use std::slice::from_raw_parts_mut;

/// Floats of a sign and a magnitude.
pub(super) trait Coded {
    /// What is in memory.
    type Code: Num;
    /// An integer as wide.
    type Key: Copy + Ord;
    /// Below and above all numbers.
    const BOUNDS: (Self::Key, Self::Key);
    /// The NaN that results are.
    const NAN: Self::Code;
    /// A single value, or one that is never replaced, keeps its bits even if it is a NaN.
    const KEEPS_NAN: bool;
    /// Keys are in the order of the numbers, -0 before +0. Where NaNs are does not matter.
    fn key(code: Self::Code) -> Self::Key;
    /// The code of a key.
    fn code(key: Self::Key) -> Self::Code;
    /// Whether it is a NaN.
    fn is_nan(code: Self::Code) -> bool;
    /// Whether it is a zero.
    fn is_zero(code: Self::Code) -> bool;
}

macro_rules! coded {
    ($t:ty, $code:ty, $key:ty, $infinity:literal, $nan:literal, $keeps:literal) => {
        impl Coded for $t {
            type Code = $code;
            type Key = $key;
            const BOUNDS: ($key, $key) = (<$key>::MIN, <$key>::MAX);
            const NAN: $code = $nan;
            const KEEPS_NAN: bool = $keeps;
            #[inline(always)]
            fn key(code: $code) -> $key {
                // Of negative numbers all bits but the sign are inverted.
                let key = code as $key;
                key ^ ((key >> (<$key>::BITS - 1)) & <$key>::MAX)
            }
            #[inline(always)]
            fn code(key: $key) -> $code {
                (key ^ ((key >> (<$key>::BITS - 1)) & <$key>::MAX)) as $code
            }
            #[inline(always)]
            fn is_nan(code: $code) -> bool {
                code & (<$code>::MAX >> 1) > $infinity
            }
            #[inline(always)]
            fn is_zero(code: $code) -> bool {
                code & (<$code>::MAX >> 1) == 0
            }
        }
    };
}

coded!(f32, u32, i32, 0x7F80_0000, 0x7FC0_0000, true);
coded!(F16, u16, i16, 0x7C00, 0x7E00, false);
coded!(Bf16, u16, i16, 0x7F80, 0x7FC0, false);

/// The maximum or minimum of each row.
pub(super) fn extremes<C: Coded>(plan: &Plan, from: &Rect, to: &Rect) {
    widest(Extremes::<C> { plan, from, to, of: PhantomData });
}

struct Extremes<'a, C> {
    plan: &'a Plan,
    from: &'a Rect,
    to: &'a Rect,
    of: PhantomData<C>,
}

impl<C: Coded> Wide for Extremes<'_, C> {
    const COMPUTES: bool = true;
    type Out = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        let takes_first = matches!(self.plan.elem, Elem::MaxFirst | Elem::MinFirst);
        // SAFETY: no other kernel of this thread uses them now, and there are at most CHUNK rows.
        let results =
            unsafe { from_raw_parts_mut((*buffers())[3].start::<C::Code>(), self.from.rows) };
        for (r, out) in results.iter_mut().enumerate() {
            // SAFETY: elements have this type; results are written when no row is borrowed any more.
            let row: &[C::Code] = unsafe { row_of(self.from, r) };
            *out = match (takes_first, self.plan.fold == Fold::Max) {
                (true, max) => first_extreme::<C>(row, max),
                (false, max) => extreme::<C>(row, max),
            };
        }
        for (r, &x) in results.iter().enumerate().take(self.to.rows) {
            // SAFETY: the rectangle has this row, and its elements are of this type.
            unsafe { *self.to.at.cast::<C::Code>().add(r * self.to.row) = x };
        }
    }
}

/// The devices: a NaN if there is one, and -0 below +0.
#[inline(always)]
fn extreme<C: Coded>(row: &[C::Code], max: bool) -> C::Code {
    if C::KEEPS_NAN && row.len() == 1 {
        return row[0];
    }
    let any_nan = row.iter().fold(false, |any, &x| any | C::is_nan(x));
    let keys = row.iter().map(|&x| C::key(x));
    let best =
        if max { keys.fold(C::BOUNDS.0, Ord::max) } else { keys.fold(C::BOUNDS.1, Ord::min) };
    if any_nan { C::NAN } else { C::code(best) }
}

/// `std::max`: the first of equals, and a NaN only if it comes first.
#[inline(always)]
fn first_extreme<C: Coded>(row: &[C::Code], max: bool) -> C::Code {
    let first = row[0];
    if C::is_nan(first) {
        return if C::KEEPS_NAN { first } else { C::NAN };
    }
    match number_minmax::<C>(row, max).0 {
        Some(best) if C::is_zero(best) => {
            row.iter().copied().find(|&x| C::is_zero(x)).unwrap_or(best)
        }
        best => best.unwrap_or(first),
    }
}

/// The extreme of what is not NaN, with -0 below +0, and whether there are NaNs. `None` if all are NaN.
#[inline(always)]
pub(super) fn number_minmax<C: Coded>(row: &[C::Code], max: bool) -> (Option<C::Code>, bool) {
    // No number has these keys.
    let (low, high) = C::BOUNDS;
    let none = if max { low } else { high };
    let look = |(best, any): (C::Key, bool), &x: &C::Code| {
        let is_nan = C::is_nan(x);
        let key = if is_nan { none } else { C::key(x) };
        (if max { best.max(key) } else { best.min(key) }, any | is_nan)
    };
    let (best, any_nan) = match max {
        true => row.iter().fold((none, false), look),
        false => row.iter().fold((none, false), look),
    };
    ((best != none).then(|| C::code(best)), any_nan)
}
