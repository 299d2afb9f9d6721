//! Conversions between element types in vector loops: to the nearest, or for integers in any mode but one.
//!
//! Numbers pass through f32, which is exact for every type that is admitted here, so there is one rounding.
//! What a loop cannot do is left to [`Plan::apply`], for a few elements (huge floats to integers without
//! saturation) or for the whole instruction.

use super::context::Context;
use super::plane::{Block, Blocks, Plane};
use super::simd::{Isa, Wide, widest};
use crate::memory::CoreMemory;
use pto_isa::DType::*;
use pto_isa::format::{Rounding, Saturate, bf16_to_f32, f16_to_f32, f32_to_bf16, f32_to_f16};
use pto_isa::math::canonical;
use pto_isa::sem::Convert;
use pto_isa::sem::convert::{Path, Plan};
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

/// A plan as the loops want to know it.
#[derive(Clone, Copy)]
struct How {
    plan: Plan,
    rounding: Rounding,
    saturate: bool,
    /// Rounds to a whole number that stays a float.
    integral: bool,
    /// What NaN becomes in f16.
    nan: u16,
}

impl How {
    fn of(plan: &Plan) -> Option<How> {
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
        ((known || exact) && mixed && !finite).then_some(How {
            plan: *plan,
            rounding,
            saturate: plan.how.saturate == Saturate::On,
            integral: plan.path == Path::Integral,
            nan: if plan.nan_is_zero { 0 } else { 0x7E00 },
        })
    }

    /// Any number as f16.
    fn half(&self, x: f32) -> Half {
        match f32_to_f16(if self.saturate { clamp(x) } else { x }) {
            0x7E00 => Half(self.nan),
            code => Half(code),
        }
    }
}

/// Narrows to f16; whether there was a NaN, for which any code is written.
#[inline(always)]
fn narrow_halves<I: Isa, const SATURATE: bool>(from: &[f32], to: &mut [Half]) -> bool {
    let mut seen = I::unseen();
    let (from, from_rest) = from.as_chunks::<16>();
    let (to, to_rest) = to.as_chunks_mut::<16>();
    for (t, f) in to.iter_mut().zip(from) {
        *t = I::narrow_f16_noting::<SATURATE>(f, &mut seen).map(Half);
    }
    if !from_rest.is_empty() {
        let mut last = [0.0; 16];
        last[..from_rest.len()].copy_from_slice(from_rest);
        let codes = I::narrow_f16_noting::<SATURATE>(&last, &mut seen);
        for (t, code) in to_rest.iter_mut().zip(codes) {
            *t = Half(code);
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
struct Half(u16);

/// bf16 codes.
#[derive(Clone, Copy, Default)]
#[repr(transparent)]
struct Brain(u16);

/// Elements to convert from. Any bits are an element.
trait Source: Copy + Default {
    /// The numbers, if they are stored as they are computed with.
    fn as_wide(from: &[Self]) -> Option<&[f32]> {
        let _ = from;
        None
    }
    /// The numbers, up to the shorter length.
    fn widen<I: Isa>(from: &[Self], to: &mut [f32]);
    /// The code.
    fn code(self) -> u64;
}

/// Elements to convert to. Any bits are an element.
trait Target: Copy + Default {
    /// The numbers, if they are stored as they are computed with.
    fn as_wide_mut(to: &mut [Self]) -> Option<&mut [f32]> {
        let _ = to;
        None
    }
    /// Converts up to the shorter length; `false` if a number needs [`Plan::apply`].
    fn narrow<I: Isa>(how: &How, from: &[f32], to: &mut [Self]) -> bool;
    /// From the code.
    fn of_code(code: u64) -> Self;
}

impl Source for f32 {
    #[inline(always)]
    fn as_wide(from: &[f32]) -> Option<&[f32]> {
        Some(from)
    }
    #[inline(always)]
    fn widen<I: Isa>(from: &[f32], to: &mut [f32]) {
        to.copy_from_slice(from);
    }
    fn code(self) -> u64 {
        self.to_bits().into()
    }
}

impl Source for Half {
    #[inline(always)]
    fn widen<I: Isa>(from: &[Half], to: &mut [f32]) {
        let ((from, from_rest), (to, to_rest)) = (from.as_chunks::<8>(), to.as_chunks_mut::<8>());
        for (t, f) in to.iter_mut().zip(from) {
            *t = I::widen_f16(f.map(|h| h.0));
        }
        for (t, f) in to_rest.iter_mut().zip(from_rest) {
            *t = f16_to_f32(f.0);
        }
    }
    fn code(self) -> u64 {
        self.0.into()
    }
}

impl Source for Brain {
    #[inline(always)]
    fn widen<I: Isa>(from: &[Brain], to: &mut [f32]) {
        for (t, f) in to.iter_mut().zip(from) {
            *t = bf16_to_f32(f.0);
        }
    }
    fn code(self) -> u64 {
        self.0.into()
    }
}

impl Target for f32 {
    #[inline(always)]
    fn as_wide_mut(to: &mut [f32]) -> Option<&mut [f32]> {
        Some(to)
    }
    #[inline(always)]
    fn narrow<I: Isa>(how: &How, from: &[f32], to: &mut [f32]) -> bool {
        if how.integral {
            each(how, from, to, canonical);
        } else {
            for (t, &f) in to.iter_mut().zip(from) {
                *t = canonical(f);
            }
        }
        true
    }
    fn of_code(code: u64) -> f32 {
        f32::from_bits(code as u32)
    }
}

impl Target for Half {
    #[inline(always)]
    fn narrow<I: Isa>(how: &How, from: &[f32], to: &mut [Half]) -> bool {
        let seen = match how.saturate {
            true => narrow_halves::<I, true>(from, to),
            false => narrow_halves::<I, false>(from, to),
        };
        if seen {
            for (t, &f) in to.iter_mut().zip(from) {
                *t = how.half(f);
            }
        }
        true
    }
    fn of_code(code: u64) -> Half {
        Half(code as u16)
    }
}

impl Target for Brain {
    #[inline(always)]
    fn narrow<I: Isa>(how: &How, from: &[f32], to: &mut [Brain]) -> bool {
        let saturate = how.saturate;
        for (t, &f) in to.iter_mut().zip(from) {
            let code = f32_to_bf16(f);
            // One below infinity is the largest number.
            let over = saturate && code & 0x7FFF == 0x7F80;
            *t = Brain(code - u16::from(over));
        }
        true
    }
    fn of_code(code: u64) -> Brain {
        Brain(code as u16)
    }
}

macro_rules! integer {
    ($($t:ty)*) => {$(
        impl Source for $t {
            #[inline(always)]
            fn widen<I: Isa>(from: &[$t], to: &mut [f32]) {
                for (t, &f) in to.iter_mut().zip(from) {
                    *t = f as f32;
                }
            }
            fn code(self) -> u64 {
                self as u64 & (u64::MAX >> (64 - <$t>::BITS))
            }
        }

        impl Target for $t {
            #[inline(always)]
            fn narrow<I: Isa>(how: &How, from: &[f32], to: &mut [$t]) -> bool {
                if how.saturate {
                    each(how, from, to, |whole| to_i32(whole, <$t>::MIN as f32, <$t>::MAX) as $t);
                    return true;
                }
                if how.plan.path == Path::ThroughI32 {
                    each(how, from, to, |whole| to_i32(whole, i32::MIN as f32, i32::MAX) as $t);
                    return true;
                }
                let mut inside = true;
                for &f in from {
                    inside &= f.abs() < 2147483648.0;
                }
                if inside {
                    each(how, from, to, |whole| to_i32(whole, i32::MIN as f32, i32::MAX) as $t);
                }
                inside
            }
            fn of_code(code: u64) -> $t {
                code as $t
            }
        }
    )*};
}

integer!(i32 i16 i8 u8);

/// A whole number as an integer from `least` to `most`, zero for NaN. The cast of the language does the same
/// in so many steps that a loop of it is not vectorised.
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
fn make_canonical(numbers: &mut [f32]) {
    if has_nan(numbers) {
        for x in numbers {
            *x = canonical(*x);
        }
    }
}

/// Rounds and casts; the mode is chosen outside of the loop.
#[inline(always)]
fn each<T>(how: &How, from: &[f32], to: &mut [T], cast: impl Fn(f32) -> T) {
    macro_rules! by {
        ($round:path) => {
            for (t, &f) in to.iter_mut().zip(from) {
                *t = cast($round(f));
            }
        };
    }
    match how.rounding {
        Rounding::Floor => by!(f32::floor),
        Rounding::Ceil => by!(f32::ceil),
        Rounding::Trunc => by!(f32::trunc),
        _ => by!(f32::round_ties_even),
    }
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
