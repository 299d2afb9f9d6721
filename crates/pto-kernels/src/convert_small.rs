//! Conversions to and from floats of 8 and 4 bits, by what the definition gave before for the same bits.
#![allow(unsafe_code)]

use super::context::Context;
use super::memo::{BRIEF_BITS, Function, Memo, brief, of_brief};
use super::staged::{Bits, Results, View};
use super::strided::StridedRect;
use crate::memory::CoreMemory;
use pto_isa::DType::{self, *};
use pto_isa::sem::Convert;
use pto_isa::sem::convert::{Plan, numbers};

/// Whether a type is a float of 8 or 4 bits.
fn is_small(dtype: DType) -> bool {
    dtype.is_float() && dtype.bits() < 16
}

/// Whether a conversion has such a type on either side.
pub(super) fn is_about(op: &Convert, cx: &Context<'_>) -> bool {
    let small = |slot: u8| cx.tile_ref(slot).is_some_and(|t| is_small(t.ty.dtype));
    small(op.src) || small(op.dst)
}

/// Converts the valid region of a tile, if the definition's results can be remembered.
pub(super) fn run(op: &Convert, cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<()> {
    let (src, dst) = (cx.tile_ref(op.src)?, cx.tile_ref(op.dst)?);
    let pair = (src.ty.dtype, dst.ty.dtype);
    let plan = cx.look(memory, |x| Plan::of(x, pair)).ok()?;
    if plan.nan_disputed {
        return None;
    }
    let (rows, cols) = dst.valid;
    let needed = cols.checked_mul(numbers(pair.1))?;
    if !needed.is_multiple_of(numbers(pair.0)) {
        return None;
    }
    let shape = (rows, needed / numbers(pair.0));
    if shape.0 > src.valid.0 || shape.1 > src.valid.1 {
        return None;
    }
    let from = StridedRect::of_tile(memory, src, (0, 0), shape)?;
    let to = StridedRect::of_tile(memory, dst, (0, 0), dst.valid)?;
    Remembered::of(plan)?.convert(&from, &to)
}

/// A conversion and its memo.
struct Remembered {
    plan: Plan,
    memo: &'static Memo,
    /// Arguments are brief numbers, else codes.
    is_brief: bool,
}

impl Remembered {
    fn of(plan: Plan) -> Option<Remembered> {
        let is_brief = plan.from == F32;
        // The powers of two that are nearest meet at a root, which is not among the brief numbers.
        if is_brief && plan.to == F8E8M0 {
            return None;
        }
        let memo = match plan.from.bits() {
            32 if is_brief => Memo::of(Function::ConvertBrief(plan), BRIEF_BITS),
            16 => Memo::of(Function::Convert(plan), 16),
            8 => Memo::of(Function::Convert(plan), 8),
            _ => return None,
        };
        Some(Remembered { plan, memo, is_brief })
    }

    /// Converts the elements of a rectangle, by the sizes of both sides.
    fn convert(&self, from: &StridedRect, to: &StridedRect) -> Option<()> {
        let pairs = (numbers(self.plan.from) == 2, numbers(self.plan.to) == 2);
        match (pairs, from.size) {
            ((false, false), 4) => self.convert_each::<u32>(from, to, |x| brief(x) as u32),
            ((false, false), 2) => self.convert_each::<u16>(from, to, u32::from),
            ((false, false), 1) => self.convert_bytes(from, to),
            ((false, true), 4) => self.join_pairs::<u32>(from, to, |x| brief(x) as u32),
            ((false, true), 2) => self.join_pairs::<u16>(from, to, u32::from),
            ((true, false), 1) => match to.size {
                1 => self.split_pairs::<u8>(from, to, |x| self.get(x) as u8),
                2 => self.split_pairs::<u16>(from, to, |x| self.get(x)),
                4 if self.plan.to == F32 => self.split_pairs::<u32>(from, to, |x| self.upper(x)),
                _ => None,
            },
            ((true, true), 1) => self.each::<u8, u8>(from, to, |code| {
                let [low, high] = [code & 0xF, code >> 4].map(|x| self.get(x.into()) as u8 & 0xF);
                low | high << 4
            }),
            _ => None,
        }
    }

    /// One number to another.
    fn convert_each<A: Bits>(
        &self,
        from: &StridedRect,
        to: &StridedRect,
        argument: impl Fn(A) -> u32,
    ) -> Option<()> {
        match to.size {
            1 => self.each::<A, u8>(from, to, |x| self.get(argument(x)) as u8),
            2 => self.each::<A, u16>(from, to, |x| self.get(argument(x))),
            4 if self.plan.to == F32 => self.each::<A, u32>(from, to, |x| self.upper(argument(x))),
            _ => None,
        }
    }

    /// As [`Remembered::convert_each`], for bytes.
    fn convert_bytes(&self, from: &StridedRect, to: &StridedRect) -> Option<()> {
        match to.size {
            1 => self.each_byte(from, to, |x| self.get(x) as u8),
            2 => self.each_byte(from, to, |x| self.get(x)),
            4 if self.plan.to == F32 => self.each_byte(from, to, |x| self.upper(x)),
            _ => None,
        }
    }

    /// Every byte by a function of it, which is asked for every byte there is where there are many.
    fn each_byte<R: Bits>(
        &self,
        from: &StridedRect,
        to: &StridedRect,
        f: impl Fn(u32) -> R,
    ) -> Option<()> {
        if from.rows.count * from.cols.count < 4 * 256 {
            return self.each::<u8, R>(from, to, |x| f(x.into()));
        }
        let table: [R; 256] = std::array::from_fn(|x| f(x as u32));
        self.each::<u8, R>(from, to, |x| table[usize::from(x)])
    }

    /// Every element by a function of it.
    #[inline(always)]
    fn each<A: Bits, R: Bits>(
        &self,
        from: &StridedRect,
        to: &StridedRect,
        f: impl Fn(A) -> R,
    ) -> Option<()> {
        let (from, to) = &StridedRect::along_memory(from, to);
        // SAFETY: results that are not in a list lie apart from what is read.
        let (list, mut results) = unsafe { (View::<A>::of(from)?, Results::<R>::of(to, &[from])?) };
        results.iter_mut().zip(list.iter()).for_each(|(result, x)| *result = f(*x));
        results.finish(to);
        Some(())
    }

    /// Two numbers to a byte.
    fn join_pairs<A: Bits>(
        &self,
        from: &StridedRect,
        to: &StridedRect,
        argument: impl Fn(A) -> u32,
    ) -> Option<()> {
        // SAFETY: as in `each`.
        let (list, mut results) =
            unsafe { (View::<A>::of(from)?, Results::<u8>::of(to, &[from])?) };
        for (result, pair) in results.iter_mut().zip(list.as_chunks().0) {
            let [low, high] = pair.map(|x| self.get(argument(x)) as u8 & 0xF);
            *result = low | high << 4;
        }
        results.finish(to);
        Some(())
    }

    /// A byte to two numbers.
    fn split_pairs<R: Bits>(
        &self,
        from: &StridedRect,
        to: &StridedRect,
        result: impl Fn(u32) -> R,
    ) -> Option<()> {
        // SAFETY: as in `each`.
        let (list, mut results) =
            unsafe { (View::<u8>::of(from)?, Results::<R>::of(to, &[from])?) };
        for (pair, code) in results.as_chunks_mut().0.iter_mut().zip(list.iter()) {
            *pair = [code & 0xF, code >> 4].map(|x| result(x.into()));
        }
        results.finish(to);
        Some(())
    }

    /// The code that the definition gives.
    fn apply(&self, argument: u32) -> u64 {
        let code = if self.is_brief { of_brief(argument as usize) } else { argument };
        self.plan.apply(u64::from(code))
    }

    #[inline(always)]
    fn get(&self, argument: u32) -> u16 {
        self.memo.get(argument as usize, || self.apply(argument) as u16)
    }

    /// The f32 that a smaller float becomes.
    #[inline(always)]
    fn upper(&self, argument: u32) -> u32 {
        of_upper_half(self.memo.get(argument as usize, || (self.apply(argument) >> 16) as u16))
    }
}

/// The f32 with this upper half that a smaller float becomes. A number with so few fraction bits, and the canonical NaN, have nothing in the
/// lower half; an infinity that saturates is the greatest number, and the only one with these bits in the upper half.
fn of_upper_half(upper: u16) -> u32 {
    let is_greatest = upper & 0x7FFF == 0x7F7F;
    u32::from(upper) << 16 | if is_greatest { 0xFFFF } else { 0 }
}
