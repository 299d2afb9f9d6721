//! Elements of one type to elements of another, a slice at a time, through f32.

use super::simd::{Isa, array};
use pto_isa::DType::*;
use pto_isa::format::{Rounding, Saturate, bf16_to_f32, f16_to_f32, f32_to_bf16, f32_to_f16};
use pto_isa::math::canonical;
use pto_isa::sem::convert::{Path, Plan};

/// A plan as the loops want to know it.
#[derive(Clone, Copy)]
pub(super) struct CastMode {
    pub plan: Plan,
    rounding: Rounding,
    saturate: bool,
    /// Rounds to a whole number that stays a float.
    integral: bool,
    /// What NaN becomes in f16.
    nan: u16,
}

impl CastMode {
    /// `None` if the loops do not know it.
    pub fn of(plan: &Plan) -> Option<CastMode> {
        let rounding = plan.how.rounding;
        let whole = plan.to.is_int() || plan.path == Path::Integral;
        let known = match rounding {
            Rounding::Rint => true,
            Rounding::Floor | Rounding::Ceil | Rounding::Trunc => whole,
            _ => false,
        };
        let exact = plan.from.is_int() && plan.from.bits() < 32 && plan.to == F32;
        // Integers to integers have ranges of their own.
        let mixed = plan.from.is_float() || plan.to.is_float();
        // Infinity saturates to the largest f32, if a program asks for it on the CPU.
        let finite = plan.to == F32 && plan.from.is_float() && plan.how.saturate == Saturate::On;
        ((known || exact) && mixed && !finite).then_some(CastMode {
            plan: *plan,
            rounding,
            saturate: plan.how.saturate == Saturate::On,
            integral: plan.path == Path::Integral,
            nan: if plan.nan_is_zero { 0 } else { 0x7E00 },
        })
    }

    /// Any number as f16.
    fn half(&self, x: f32) -> F16Bits {
        match f32_to_f16(if self.saturate { clamp(x) } else { x }) {
            0x7E00 => F16Bits(self.nan),
            code => F16Bits(code),
        }
    }
}

/// Narrows to f16; whether there was a NaN, for which any code is written.
#[inline(always)]
fn narrow_f16<I: Isa, const SATURATE: bool>(from: &[f32], to: &mut [F16Bits]) -> bool {
    let mut seen = I::unseen();
    let (from, from_rest) = from.as_chunks::<16>();
    let (to, to_rest) = to.as_chunks_mut::<16>();
    for (t, f) in to.iter_mut().zip(from) {
        let codes = I::narrow_f16_noting::<SATURATE>(f, &mut seen);
        *t = array(|i| F16Bits(codes[i]));
    }
    if !from_rest.is_empty() {
        let mut last = [0.0; 16];
        last[..from_rest.len()].copy_from_slice(from_rest);
        let codes = I::narrow_f16_noting::<SATURATE>(&last, &mut seen);
        for (t, code) in to_rest.iter_mut().zip(codes) {
            *t = F16Bits(code);
        }
    }
    I::has_seen(seen)
}

/// In the range of f16. A comparison with NaN is false, so NaN stays.
#[inline(always)]
fn clamp(x: f32) -> f32 {
    const MOST: f32 = 65504.0;
    let x = if x > MOST { MOST } else { x };
    if x < -MOST { -MOST } else { x }
}

/// f16 codes.
#[derive(Clone, Copy, Default)]
#[repr(transparent)]
pub(super) struct F16Bits(u16);

/// bf16 codes.
#[derive(Clone, Copy, Default)]
#[repr(transparent)]
pub(super) struct Bf16Bits(u16);

/// Elements to convert from. Any bits are an element.
pub(super) trait CastFrom: Sized {
    /// The numbers, up to the shorter length.
    fn widen<I: Isa>(from: &[Self], to: &mut [f32]);
}

/// Elements to convert to. Any bits are an element.
pub(super) trait CastTo: Sized {
    /// Converts up to the shorter length; `false` if a number needs [`Plan::apply`]: nothing is written then.
    fn narrow<I: Isa>(mode: &CastMode, from: &[f32], to: &mut [Self]) -> bool;
}

impl CastFrom for F16Bits {
    #[inline(always)]
    fn widen<I: Isa>(from: &[F16Bits], to: &mut [f32]) {
        let ((from, from_rest), (to, to_rest)) = (from.as_chunks::<8>(), to.as_chunks_mut::<8>());
        for (t, f) in to.iter_mut().zip(from) {
            *t = I::widen_f16(array(|i| f[i].0));
        }
        for (t, f) in to_rest.iter_mut().zip(from_rest) {
            *t = f16_to_f32(f.0);
        }
    }
}

impl CastFrom for Bf16Bits {
    #[inline(always)]
    fn widen<I: Isa>(from: &[Bf16Bits], to: &mut [f32]) {
        let ((from, from_rest), (to, to_rest)) = (from.as_chunks::<8>(), to.as_chunks_mut::<8>());
        for (t, f) in to.iter_mut().zip(from) {
            *t = I::widen_bf16(array(|i| f[i].0));
        }
        for (t, f) in to_rest.iter_mut().zip(from_rest) {
            *t = bf16_to_f32(f.0);
        }
    }
}

impl CastTo for f32 {
    #[inline(always)]
    fn narrow<I: Isa>(mode: &CastMode, from: &[f32], to: &mut [f32]) -> bool {
        if mode.integral {
            each(mode, from, to, canonical);
        } else {
            for (t, &f) in to.iter_mut().zip(from) {
                *t = canonical(f);
            }
        }
        true
    }
}

impl CastTo for F16Bits {
    #[inline(always)]
    fn narrow<I: Isa>(mode: &CastMode, from: &[f32], to: &mut [F16Bits]) -> bool {
        let seen = match mode.saturate {
            true => narrow_f16::<I, true>(from, to),
            false => narrow_f16::<I, false>(from, to),
        };
        if seen {
            for (t, &f) in to.iter_mut().zip(from) {
                *t = mode.half(f);
            }
        }
        true
    }
}

impl CastTo for Bf16Bits {
    #[inline(always)]
    fn narrow<I: Isa>(mode: &CastMode, from: &[f32], to: &mut [Bf16Bits]) -> bool {
        let saturate = mode.saturate;
        for (t, &f) in to.iter_mut().zip(from) {
            let code = f32_to_bf16(f);
            // One below infinity is the largest number.
            let over = saturate && code & 0x7FFF == 0x7F80;
            *t = Bf16Bits(code - u16::from(over));
        }
        true
    }
}

macro_rules! integer {
    ($($t:ty)*) => {$(
        impl CastFrom for $t {
            #[inline(always)]
            fn widen<I: Isa>(from: &[$t], to: &mut [f32]) {
                for (t, &f) in to.iter_mut().zip(from) {
                    *t = f as f32;
                }
            }
        }

        impl CastTo for $t {
            #[inline(always)]
            fn narrow<I: Isa>(mode: &CastMode, from: &[f32], to: &mut [$t]) -> bool {
                if mode.saturate {
                    each(mode, from, to, |whole| to_i32(whole, <$t>::MIN as f32, <$t>::MAX) as $t);
                    return true;
                }
                if mode.plan.path == Path::ThroughI32 {
                    each(mode, from, to, |whole| to_i32(whole, i32::MIN as f32, i32::MAX) as $t);
                    return true;
                }
                let mut inside = true;
                for &f in from {
                    inside &= f.abs() < 2147483648.0;
                }
                if inside {
                    each(mode, from, to, |whole| to_i32(whole, i32::MIN as f32, i32::MAX) as $t);
                }
                inside
            }
        }
    )*};
}

integer!(i32 i16 u16 i8 u8);

impl CastFrom for i64 {
    #[inline(always)]
    fn widen<I: Isa>(from: &[i64], to: &mut [f32]) {
        for (t, &f) in to.iter_mut().zip(from) {
            *t = f as f32;
        }
    }
}

impl CastTo for i64 {
    #[inline(always)]
    fn narrow<I: Isa>(mode: &CastMode, from: &[f32], to: &mut [i64]) -> bool {
        // A type as wide as i64 has nothing to cut off; the cast of the language clamps, and makes zero of NaN.
        let clamps = mode.saturate || mode.plan.path == Path::ThroughI32;
        let inside =
            clamps || from.iter().fold(true, |all, f| all & (f.abs() < -(i64::MIN as f32)));
        if inside {
            each(mode, from, to, |whole| whole as i64);
        }
        inside
    }
}

/// A whole number as an integer from `least` to `most`, zero for NaN. The cast of the language does the same
/// in too many steps for a loop of it to be vectorised.
#[allow(unsafe_code)]
#[inline(always)]
fn to_i32(whole: f32, least: f32, most: impl Into<i64>) -> i32 {
    let most: i64 = most.into();
    // The first number above, which f32 has for every type, unlike the greatest inside.
    let above = (most + 1) as f32;
    let inside = if whole < least { least } else { whole };
    let inside = if inside < above { inside } else { 0.0 };
    // SAFETY: from `least` to below `above`, both of which are in or next to the range of i32; NaN and
    // numbers from `above` on have become zero.
    let cast = unsafe { inside.to_int_unchecked::<i32>() };
    if whole >= above { most as i32 } else { cast }
}

/// Whether there is a NaN: the largest magnitude tells.
#[inline(always)]
fn has_nan(numbers: &[f32]) -> bool {
    let mut most = 0;
    for x in numbers {
        most = most.max(x.to_bits() & 0x7FFF_FFFF);
    }
    most > f32::INFINITY.to_bits()
}

/// Makes NaNs canonical, which are rare.
#[inline(always)]
pub(super) fn make_canonical(numbers: &mut [f32]) {
    if has_nan(numbers) {
        for x in numbers {
            *x = canonical(*x);
        }
    }
}

/// Rounds and casts; the mode is chosen outside of the loop.
#[inline(always)]
fn each<T>(mode: &CastMode, from: &[f32], to: &mut [T], cast: impl Fn(f32) -> T) {
    macro_rules! by {
        ($round:path) => {
            for (t, &f) in to.iter_mut().zip(from) {
                *t = cast($round(f));
            }
        };
    }
    match mode.rounding {
        Rounding::Floor => by!(f32::floor),
        Rounding::Ceil => by!(f32::ceil),
        Rounding::Trunc => by!(f32::trunc),
        _ => by!(f32::round_ties_even),
    }
}
