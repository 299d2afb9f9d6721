//! The same function for every lane: loops over whole registers, then what belongs in the inactive lanes.

use super::super::elem::{Apply, op};
use super::super::map::unsigned;
use super::super::narrow::{Bf16, F16, Same, Stored};
use super::super::simd::{Widest, has_widest};
use super::loop_batch::Strides;
use super::{BYTES, Kernel, NONE, Regs, Source, VecOp, mask};
use crate::memory::POISON;
use pto_isa::DType;
use pto_isa::format::decode_int;
use pto_isa::sem::lanes::Inactive;
use pto_isa::sem::map::number;
use pto_isa::sem::{Elem, Lanes, Num};

/// Where the operands of a kernel are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// All in registers.
    Registers,
    /// The last one is a number.
    Number,
}

pub(super) fn compile(lanes: &Lanes, source: &Source<'_>) -> Option<VecOp> {
    let (dst, written, registers) = source.vectors(lanes.dst)?;
    let dtype = lanes.signless.computed_in(written).plain();
    let elem = lanes.function(source.numerics, dtype);
    let dtype = if elem.is_bitwise() { dtype.image() } else { dtype };
    let shifts = matches!(elem, Elem::Shl | Elem::Shr);
    if lanes.src.len() != elem.arity() || (elem.is_partial(dtype) && !shifts) || !has_widest() {
        return None;
    }
    if lanes.inactive == Inactive::Pmode && source.word("pmode") == Some("merge") {
        return None;
    }
    let mut op = VecOp { is_quiet: true, registers, ..VecOp::new(nothing, dst) };
    op.lane_bytes = dtype.bytes();
    op.mask = source.predicate_for(lanes.mask, dtype.bytes())?;
    op.is_undisturbed = lanes.inactive == Inactive::Undisturbed;
    if op.is_undisturbed && source.numerics.is_manual() {
        op.inactive = POISON;
    }
    let mut shape = Shape::Registers;
    for (i, &operand) in lanes.src.iter().enumerate() {
        match source.vectors(operand) {
            // Places that are not used are that of the first operand.
            Some((at, d, n)) if d == written && n == registers && i == 0 => op.src = [at; 3],
            Some((at, d, n)) if d == written && n == registers => op.src[i] = at,
            Some(_) => return None,
            None if i > 0 && i + 1 == lanes.src.len() => {
                let arg = source.args.iter().find(|a| a.operand == operand)?;
                if source.register(operand).is_some() {
                    return None;
                }
                (op.number, op.number_type) = (arg.slot, arg.dtype);
                shape = Shape::Number;
            }
            None => return None,
        }
    }
    // Of a shift by one number for all lanes a look tells whether it is defined.
    if shifts && shape == Shape::Registers {
        return None;
    }
    op.run = kernel(elem, dtype, shape)?;
    // Every value has a register of its own; kernels rely on it.
    (!op.src.contains(&dst)).then_some(op)
}

/// # Safety
/// As for [`Kernel`](super::Kernel).
unsafe fn nothing(_: &VecOp, _: &mut Regs<'_, '_>) -> bool {
    false
}

fn kernel(elem: Elem, dtype: DType, shape: Shape) -> Option<Kernel> {
    match dtype {
        DType::F32 => float::<Same<f32>>(elem, shape),
        DType::F16 => float::<F16>(elem, shape),
        DType::Bf16 => float::<Bf16>(elem, shape),
        _ if dtype.is_int() => match if ordered(elem) { dtype } else { unsigned(dtype) } {
            DType::I8 => integer::<i8>(elem, shape),
            DType::I16 => integer::<i16>(elem, shape),
            DType::I32 => integer::<i32>(elem, shape),
            DType::I64 => integer::<i64>(elem, shape),
            DType::U8 => integer::<u8>(elem, shape),
            DType::U16 => integer::<u16>(elem, shape),
            DType::U32 => integer::<u32>(elem, shape),
            DType::U64 => integer::<u64>(elem, shape),
            _ => None,
        },
        _ => None,
    }
}

/// Whether the sign of an integer type matters.
fn ordered(elem: Elem) -> bool {
    matches!(elem, Elem::Max | Elem::Min | Elem::Abs | Elem::Relu | Elem::Shr)
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
        Copy Abs Neg Relu Exp Ln Sqrt Rsqrt RsqrtNarrow Recip ExpNarrow LnNarrow Add Sub Mul Div Max Min ExpDif LeakyRelu AddRelu
        SubRelu MulAdd)
}

fn integer<T: Num>(elem: Elem, shape: Shape) -> Option<Kernel> {
    choose!(elem, shape, Same<T>:
        Copy Abs Neg Not Relu Add Sub Mul Max Min And Or Xor Shl Shr MulAdd)
}

/// Lanes that are computed with at a time: as many as two vectors of the machine hold numbers of 32 bits.
const STEP: usize = 16;

/// Applies a function to lanes that are stored as they are computed with; with `NUMBER` the last operand is
/// one number.
#[inline(always)]
fn apply<T: Num, F: Apply, const NUMBER: bool>(dst: &mut [T], a: &[T], b: &[T], c: &[T], fixed: T) {
    let n = dst.len();
    let (a, b, c) = (&a[..n], &b[..n], &c[..n]);
    for (i, d) in dst.iter_mut().enumerate() {
        *d = match (F::ELEM.arity(), NUMBER) {
            (2, true) => F::ELEM.apply(a[i], fixed, T::ZERO),
            (3, true) => F::ELEM.apply(a[i], b[i], fixed),
            _ => F::ELEM.apply(a[i], b[i], c[i]),
        };
    }
}

/// Whether a float of `size` bytes among these is a zero of either sign.
fn has_zero(bytes: &[u8], size: usize) -> bool {
    match size {
        4 => bytes.as_chunks().0.iter().any(|&b| u32::from_le_bytes(b) << 1 == 0),
        _ => bytes.as_chunks().0.iter().any(|&b| u16::from_le_bytes(b) << 1 == 0),
    }
}

/// Whether one of these lanes is a NaN.
#[inline(always)]
fn has_nan<S: Stored>(lanes: &[S::Bits]) -> bool {
    // No early exit: that loop would not be one of vectors.
    lanes.iter().fold(false, |found, &lane| {
        let number = S::widen_one(lane);
        #[allow(clippy::eq_op)]
        let is_nan = number != number;
        found | is_nan
    })
}

/// Closures that kernels hand to other functions would be calls: those are not compiled for AVX2.
///
/// # Safety
/// As for [`Kernel`](super::Kernel).
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,f16c,bmi2"))]
unsafe fn compute<S: Stored, F: Apply, const NUMBER: bool>(
    op: &VecOp,
    regs: &mut Regs<'_, '_>,
) -> bool {
    let lanes = const { BYTES / size_of::<S::Bits>() };
    let file = regs.file;
    let mut from = [file.cast_const(); 3];
    for (k, from) in from.iter_mut().enumerate() {
        *from = file.wrapping_add(op.src[k] as usize);
        if k < 2
            && let Some(place) = &op.memory[k]
        {
            let Some(at) = place.find_aligned(regs, const { size_of::<S::Bits>() }) else {
                return false;
            };
            *from = at;
        }
    }
    let size = size_of::<S::Bits>();
    // What the logarithm of zero is, or a NaN that is compared with a number, depends on the reading, and a run names it:
    // the definition knows.
    let compares = S::Wide::IS_FLOAT && F::ELEM.compares_with_number(NUMBER);
    // SAFETY: the place is a register of 256 bytes, or as many bytes of the unified buffer, at a multiple of the size of
    // a lane.
    let is_disputed = unsafe {
        F::ELEM.is_logarithm() && has_zero(std::slice::from_raw_parts(from[0], BYTES), size)
            || compares && has_nan::<S>(std::slice::from_raw_parts(from[0].cast(), lanes))
    };
    if is_disputed {
        return false;
    }
    let mut to = file.wrapping_add(op.dst as usize);
    let mut stored = None;
    if let Some((place, predicate)) = &op.out {
        let Some(at) = place.find_aligned(regs, size) else { return false };
        // SAFETY: the places are those of predicates.
        let (bits, all) = unsafe {
            let bits = mask::read(file, *predicate);
            let same = op.mask == NONE || op.mask == *predicate;
            let all = same || mask::is_all(&mask::read(file, op.mask), size);
            (bits, all && mask::is_all(&bits, size))
        };
        let mut apart = true;
        for from in &from[..F::ELEM.arity()] {
            apart &= (*from as usize).abs_diff(at as usize) >= BYTES;
        }
        // Straight to memory, unless an operand is there or a lane is inactive.
        if apart && all {
            to = at;
        } else {
            stored = Some((at, bits));
        }
    }
    let fixed = if NUMBER {
        number::<S::Wide>(op.number_type, regs.slots[op.number as usize].bits())
    } else {
        S::Wide::ZERO
    };
    if matches!(F::ELEM, Elem::Shl | Elem::Shr) {
        // The number itself, not what is left of it in the type of a lane.
        let by = decode_int(op.number_type, regs.slots[op.number as usize].bits());
        if !by.is_some_and(|by| (0..8 * size as i128).contains(&by)) {
            return false;
        }
    }
    let mut iterations = 1;
    let mut strides = Strides { from: [0; 3], to: 0 };
    let can_batch = !F::ELEM.is_logarithm() && !compares && op.out.is_some() && stored.is_none();
    if can_batch && regs.batch.go_on() {
        (strides, iterations) = Strides::of(op, regs, &from[..F::ELEM.arity()], to, size);
        regs.batch.done = iterations;
    }
    // SAFETY: the places are registers of 256 bytes in the file, at multiples of 64, or aligned bytes of the
    // unified buffer, in this iteration and in others (see `Strides`), and the result is none of the operands (see
    // `compile`). The place of the predicate is that of one.
    unsafe {
        let mut dst = to;
        for _ in 0..iterations {
            if S::AS_IS {
                apply::<S::Wide, F, NUMBER>(
                    std::slice::from_raw_parts_mut(dst.cast(), lanes),
                    std::slice::from_raw_parts(from[0].cast(), lanes),
                    std::slice::from_raw_parts(from[1].cast(), lanes),
                    std::slice::from_raw_parts(from[2].cast(), lanes),
                    fixed,
                );
            } else {
                let dst = std::slice::from_raw_parts_mut(dst.cast::<S::Bits>(), lanes);
                for at in 0..lanes / STEP {
                    let mut wide = [[S::Wide::ZERO; STEP]; 3];
                    for k in 0..F::ELEM.arity() {
                        let bits = from[k].cast::<S::Bits>().add(at * STEP);
                        S::widen::<Widest>(std::slice::from_raw_parts(bits, STEP), &mut wide[k]);
                    }
                    let mut result = [S::Wide::ZERO; STEP];
                    apply::<S::Wide, F, NUMBER>(&mut result, &wide[0], &wide[1], &wide[2], fixed);
                    S::narrow::<Widest>(&result, &mut dst[at * STEP..][..STEP]);
                }
            }
            for (from, stride) in from.iter_mut().zip(strides.from) {
                *from = from.wrapping_offset(stride);
            }
            dst = dst.wrapping_offset(strides.to);
        }
        if op.out.is_none() || stored.is_some() {
            let partial = mask::fill_inactive(file, op.dst, op.mask, size, op.inactive);
            if partial && op.is_undisturbed {
                regs.partial = true;
            }
        }
        if let Some((at, bits)) = stored {
            mask::store(at, to, &bits, size);
        }
    }
    true
}
