//! Conversions to and from floats of 8 and 4 bits, by what the definition gave before for the same bits.

use super::context::Context;
use super::memo::{BRIEF_BITS, Function, Memo, brief, of_brief};
use super::staged::Stage;
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
    let remembered = Remembered::of(plan)?;
    let arguments = remembered.arguments(&from)?;
    remembered.put(&arguments, &to)
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

    /// What the memo is asked with for each number of a rectangle.
    fn arguments(&self, from: &StridedRect) -> Option<Stage<u32>> {
        let count = from.rows.count * from.cols.count;
        Some(match from.size {
            4 => {
                let mut list = Stage::<u32>::of(from)?;
                list.iter_mut().for_each(|x| *x = brief(*x) as u32);
                list
            }
            2 => {
                let codes = Stage::<u16>::of(from)?;
                let mut list = Stage::new(count);
                list.iter_mut().zip(codes.iter()).for_each(|(x, code)| *x = u32::from(*code));
                list
            }
            _ if numbers(self.plan.from) == 2 => {
                let codes = Stage::<u8>::of(from)?;
                let mut list = Stage::new(2 * count);
                for (pair, code) in list.as_chunks_mut().0.iter_mut().zip(codes.iter()) {
                    *pair = [u32::from(code & 0xF), u32::from(code >> 4)];
                }
                list
            }
            _ => {
                let codes = Stage::<u8>::of(from)?;
                let mut list = Stage::new(count);
                list.iter_mut().zip(codes.iter()).for_each(|(x, code)| *x = u32::from(*code));
                list
            }
        })
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

    /// Looks up the results and puts them where they belong.
    fn put(&self, arguments: &[u32], to: &StridedRect) -> Option<()> {
        let count = to.rows.count * to.cols.count;
        match (self.plan.to, to.size) {
            (to_type, 1) if numbers(to_type) == 2 => {
                let mut codes = Stage::<u8>::new(count);
                for (code, pair) in codes.iter_mut().zip(arguments.as_chunks().0) {
                    let [low, high] = pair.map(|x| self.get(x) as u8 & 0xF);
                    *code = low | high << 4;
                }
                codes.put(to);
            }
            (_, 1) => {
                let mut codes = Stage::<u8>::new(count);
                codes.iter_mut().zip(arguments).for_each(|(code, &x)| *code = self.get(x) as u8);
                codes.put(to);
            }
            (_, 2) => {
                let mut codes = Stage::<u16>::new(count);
                codes.iter_mut().zip(arguments).for_each(|(code, &x)| *code = self.get(x));
                codes.put(to);
            }
            (F32, 4) => {
                let mut codes = Stage::<u32>::new(count);
                let upper = |x: u32| self.memo.get(x as usize, || (self.apply(x) >> 16) as u16);
                codes.iter_mut().zip(arguments).for_each(|(c, &x)| *c = of_upper_half(upper(x)));
                codes.put(to);
            }
            _ => return None,
        }
        Some(())
    }
}

/// The f32 with this upper half that a smaller float becomes. A number with so few fraction bits, and the canonical NaN, have nothing in the
/// lower half; an infinity that saturates is the greatest number, and the only one with these bits in the upper half.
fn of_upper_half(upper: u16) -> u32 {
    let is_greatest = upper & 0x7FFF == 0x7F7F;
    u32::from(upper) << 16 | if is_greatest { 0xFFFF } else { 0 }
}
