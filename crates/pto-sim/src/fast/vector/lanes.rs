//! The same function for every lane: loops over whole registers, then zeros in the inactive lanes.

use super::super::elem::{Apply, op};
use super::super::map::unsigned;
use super::super::narrow::{Bf16, F16, Same, Stored};
use super::super::simd::{Isa, Wide, has_widest, widest};
use super::{BYTES, Kernel, Regs, Source, VecOp, mask};
use pto_isa::DType;
use pto_isa::sem::map::number;
use pto_isa::sem::{Elem, Lanes, Num};
use std::marker::PhantomData;

/// Where the operands of a kernel are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// All in registers.
    Registers,
    /// The last one is a number.
    Number,
}

pub(super) fn compile(lanes: &Lanes, source: &Source<'_>) -> Option<VecOp> {
    let (dst, dtype) = source.vector(lanes.dst)?;
    let elem = lanes.elem.resolve(source.numerics, dtype);
    if lanes.src.len() != elem.arity() || elem.is_partial(dtype) || !has_widest() {
        return None;
    }
    let mut op = VecOp::new(nothing, dst);
    op.mask = source.predicate(lanes.mask)?;
    let mut shape = Shape::Registers;
    for (i, &operand) in lanes.src.iter().enumerate() {
        match source.vector(operand) {
            Some((at, d)) if d == dtype => op.src[i] = at,
            Some(_) => return None,
            None if i > 0 && i + 1 == lanes.src.len() => {
                let arg = source.step.args.iter().find(|a| a.operand == operand)?;
                if source.register(operand).is_some() {
                    return None;
                }
                (op.number, op.number_type) = (arg.slot, arg.dtype);
                shape = Shape::Number;
            }
            None => return None,
        }
    }
    op.run = kernel(elem, dtype, shape)?;
    Some(op)
}

unsafe fn nothing(_: &VecOp, _: &mut Regs<'_, '_>) -> bool {
    false
}

fn kernel(elem: Elem, dtype: DType, shape: Shape) -> Option<Kernel> {
    match dtype {
        DType::F32 => float::<Same<f32>>(elem, shape),
        DType::F16 => float::<F16>(elem, shape),
        DType::Bf16 => float::<Bf16>(elem, shape),
        DType::I8 | DType::I16 | DType::I32 if ordered(elem) => match dtype {
            DType::I8 => integer::<i8>(elem, shape),
            DType::I16 => integer::<i16>(elem, shape),
            _ => integer::<i32>(elem, shape),
        },
        DType::U8 | DType::U16 | DType::U32 | DType::I8 | DType::I16 | DType::I32 => {
            match unsigned(dtype) {
                DType::U8 => integer::<u8>(elem, shape),
                DType::U16 => integer::<u16>(elem, shape),
                _ => integer::<u32>(elem, shape),
            }
        }
        _ => None,
    }
}

/// Whether the sign of an integer type matters.
fn ordered(elem: Elem) -> bool {
    matches!(elem, Elem::Max | Elem::Min | Elem::MaxFirst | Elem::MinFirst | Elem::Abs | Elem::Relu)
}

macro_rules! choose {
    ($elem:ident, $shape:ident, $stored:ty: $($name:ident)*) => {
        Some(match $elem {
            $(Elem::$name => match $shape {
                Shape::Registers => compute::<$stored, op::$name, false>,
                Shape::Number => compute::<$stored, op::$name, true>,
            },)*
            _ => return None,
        })
    };
}

fn float<S: Stored<Wide = f32> + 'static>(elem: Elem, shape: Shape) -> Option<Kernel> {
    choose!(elem, shape, S:
        Abs Neg Relu Exp Ln Sqrt ExpNarrow LnNarrow Add Sub Mul Div Max Min MaxFirst MinFirst
        ExpDif LeakyRelu AddRelu SubRelu MulAdd)
}

fn integer<T: Num>(elem: Elem, shape: Shape) -> Option<Kernel> {
    choose!(elem, shape, Same<T>: Abs Neg Not Relu Add Sub Mul Max Min MaxFirst MinFirst And Or Xor)
}

/// A whole register, whatever it holds.
struct Whole<'a, S, F, const NUMBER: bool> {
    op: &'a VecOp,
    file: *mut u8,
    number: u64,
    what: PhantomData<(S, F)>,
}

impl<S: Stored, F: Apply, const NUMBER: bool> Wide for Whole<'_, S, F, NUMBER> {
    type Out = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        let arity = F::ELEM.arity();
        let lanes = const { BYTES / size_of::<S::Bits>() };
        // SAFETY: the places are registers of 256 bytes in the file, at multiples of 64. The result may be
        // one of the operands, so nothing is borrowed while it is written.
        let at = |place: u32| unsafe { self.file.add(place as usize) }.cast::<S::Bits>();
        let dst = at(self.op.dst);
        let src = self.op.src.map(at);
        let zero = S::Wide::ZERO;
        let fixed = if NUMBER { number::<S::Wide>(self.op.number_type, self.number) } else { zero };
        // Sixteen lanes at a time: as many as two vectors of the machine hold numbers of 32 bits.
        const STEP: usize = 16;
        let mut i = 0;
        while i < lanes {
            let load = |k: usize| {
                let mut wide = [zero; STEP];
                // SAFETY: lanes below the number of lanes.
                let bits: [S::Bits; STEP] = unsafe { *src[k].add(i).cast() };
                S::widen::<I>(&bits, &mut wide);
                wide
            };
            let last = |k: usize| NUMBER && k + 1 == arity;
            let operand = |k: usize| {
                if k >= arity {
                    [zero; STEP]
                } else if last(k) {
                    [fixed; STEP]
                } else {
                    load(k)
                }
            };
            let (a, b, c) = (operand(0), operand(1), operand(2));
            let mut wide = [zero; STEP];
            for j in 0..STEP {
                wide[j] = F::ELEM.apply(a[j], b[j], c[j]);
            }
            // SAFETY: as above.
            let out: &mut [S::Bits; STEP] = unsafe { &mut *dst.add(i).cast() };
            S::narrow::<I>(&wide, out);
            i += STEP;
        }
    }
}

unsafe fn compute<S: Stored, F: Apply, const NUMBER: bool>(
    op: &VecOp,
    regs: &mut Regs<'_, '_>,
) -> bool {
    let number = if NUMBER { regs.slots[op.number as usize].bits() } else { 0 };
    widest(Whole::<S, F, NUMBER> { op, file: regs.file, number, what: PhantomData });
    // SAFETY: the places are those of a register and of a predicate.
    unsafe { mask::zero_inactive(regs.file, op.dst, op.mask, size_of::<S::Bits>()) };
    true
}
