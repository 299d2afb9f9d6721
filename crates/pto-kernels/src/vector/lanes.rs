//! The same function for every lane: loops over whole registers, then what belongs in the inactive lanes.

use super::super::elem::{Apply, is_long, op};
use super::super::narrow::{Bf16, F16, Stored};
use super::super::simd::{Widest, has_widest};
use super::loop_batch::Strides;
use super::{BYTES, NONE, Regs, Source, VecOp, mask};
use crate::memory::POISON;
use pto_isa::DType;
use pto_isa::format::decode_int;
use pto_isa::sem::lanes::Inactive;
use pto_isa::sem::map::number;
use pto_isa::sem::{Elem, Lanes, Num};
use std::slice::{from_raw_parts, from_raw_parts_mut};

/// Operands and result of a loop over lanes, in this iteration of the program's loop and in those done with it.
pub(super) struct Call {
    to: *mut u8,
    from: [*const u8; 3],
    /// The code of the operand that is a number, as f32 or in 64 bits.
    number: u64,
    has_number: bool,
    iterations: u64,
    strides: Strides,
}

/// Computes the lanes of registers.
///
/// # Safety
/// The places are registers of 256 bytes, at multiples of the size of a lane, in all iterations, and the result shares none with
/// operands. The machine has the instructions that kernels are compiled for.
type Loop = unsafe fn(&Call);

/// What a kernel on lanes computes: all that a call has to know, so that the only thing compiled for each function is its loop.
#[derive(Clone, Copy)]
pub(super) struct Function {
    run: Loop,
    arity: u8,
    /// Computed with as f32.
    is_float: bool,
    /// An operand is a number.
    has_number: bool,
    disputed: Disputed,
    /// The number is one of bits to shift by.
    shifts: bool,
}

impl Function {
    pub(super) const NONE: Function = Function {
        run: nothing,
        arity: 0,
        is_float: false,
        has_number: false,
        disputed: Disputed::Nothing,
        shifts: false,
    };
}

/// Operands whose result depends on the reading, which a run names: the definition knows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Disputed {
    Nothing,
    /// The logarithm of zero.
    Zero,
    /// A NaN that is compared with a number.
    Nan,
    /// An integer divided by zero, which stops a run.
    Divisor,
}

impl Disputed {
    /// Which operand it is about.
    fn operand(self) -> usize {
        usize::from(self == Disputed::Divisor)
    }
}

/// Which operand of a function may be a number.
const fn number_at(elem: Elem) -> usize {
    match elem {
        Elem::Fma | Elem::FmaNarrow => 1,
        _ => elem.arity().saturating_sub(1),
    }
}

pub(super) fn compile(lanes: &Lanes, source: &Source<'_>) -> Option<VecOp> {
    let (dst, written, registers) = source.vectors(lanes.dst)?;
    let dtype = lanes.signless.computed_in(written).plain();
    let elem = lanes.function(source.numerics, dtype);
    let dtype = if elem.is_bitwise() { dtype.image() } else { dtype };
    let shifts = matches!(elem, Elem::Shl | Elem::Shr);
    let divides = elem == Elem::Div && dtype.is_int();
    let is_partial = elem.is_partial(dtype) && !shifts && !divides;
    if lanes.src.len() != elem.arity() || is_partial || !has_widest() {
        return None;
    }
    if lanes.inactive == Inactive::Pmode && source.word("pmode") == Some("merge") {
        return None;
    }
    let mut op = VecOp { is_quiet: true, registers, dtype, ..VecOp::new(compute, dst) };
    op.lane_bytes = dtype.bytes();
    op.mask = source.predicate_for(lanes.mask, dtype.bytes())?;
    op.is_undisturbed = lanes.inactive == Inactive::Undisturbed;
    if op.is_undisturbed && source.numerics.is_manual() {
        op.inactive = POISON;
    }
    let mut has_number = false;
    for (i, &operand) in lanes.src.iter().enumerate() {
        match source.vectors(operand) {
            // Places that are not used are that of the first operand.
            Some((at, d, n)) if d == written && n == registers && i == 0 => op.src = [at; 3],
            Some((at, d, n)) if d == written && n == registers => op.src[i] = at,
            Some(_) => return None,
            None if i > 0 && i == number_at(elem) => {
                let arg = source.args.iter().find(|a| a.operand == operand)?;
                if source.register(operand).is_some() {
                    return None;
                }
                (op.number, op.number_type) = (arg.slot, arg.dtype);
                has_number = true;
            }
            None => return None,
        }
    }
    // Of a shift by one number for all lanes a look tells whether it is defined.
    if (shifts && !has_number) || (divides && has_number) {
        return None;
    }
    op.function = Function {
        run: find_loop(elem, dtype, has_number)?,
        arity: elem.arity() as u8,
        is_float: !dtype.is_int(),
        has_number,
        disputed: match elem {
            _ if divides => Disputed::Divisor,
            _ if elem.is_logarithm() => Disputed::Zero,
            _ if !dtype.is_int() && elem.compares_with_number(has_number) => Disputed::Nan,
            _ => Disputed::Nothing,
        },
        shifts,
    };
    // Every value has a register of its own; kernels rely on it.
    (!op.src.contains(&dst)).then_some(op)
}

/// # Safety
/// None is needed.
unsafe fn nothing(_: &Call) {}

fn find_loop(elem: Elem, dtype: DType, has_number: bool) -> Option<Loop> {
    match dtype {
        DType::F32 => float(elem, has_number),
        DType::F16 => narrow::<F16>(elem),
        DType::Bf16 => narrow::<Bf16>(elem),
        _ if dtype.is_int() && ordered(elem) => match dtype {
            DType::I8 => ordered_integer::<i8>(elem, has_number),
            DType::I16 => ordered_integer::<i16>(elem, has_number),
            DType::I32 => ordered_integer::<i32>(elem, has_number),
            DType::I64 => ordered_integer::<i64>(elem, has_number),
            DType::U8 => ordered_integer::<u8>(elem, has_number),
            DType::U16 => ordered_integer::<u16>(elem, has_number),
            DType::U32 => ordered_integer::<u32>(elem, has_number),
            DType::U64 => ordered_integer::<u64>(elem, has_number),
            _ => None,
        },
        _ if dtype.is_int() => match dtype.image() {
            DType::U8 | DType::U16 | DType::U32 | DType::U64
                if elem.is_bitwise() && !has_number =>
            {
                bitwise(elem)
            }
            DType::U8 => integer::<u8>(elem, has_number),
            DType::U16 => integer::<u16>(elem, has_number),
            DType::U32 => integer::<u32>(elem, has_number),
            DType::U64 => integer::<u64>(elem, has_number),
            _ => None,
        },
        _ => None,
    }
}

/// Whether the sign of an integer type matters.
fn ordered(elem: Elem) -> bool {
    use Elem::*;
    matches!(elem, Max | Min | Abs | Relu | Shr | Div | CountSignBits)
}

/// Functions of registers alone, of registers and a number, and of either.
macro_rules! choose {
    ($elem:ident, $number:ident, $t:ty: [$($registers:ident)*] [$($number_last:ident)*] [$($either:ident)*]) => {
        Some(match ($elem, $number) {
            $((Elem::$registers, false) => whole::<$t, op::$registers, false>,)*
            $((Elem::$number_last, true) => whole::<$t, op::$number_last, true>,)*
            $((Elem::$either, false) => whole::<$t, op::$either, false>,)*
            $((Elem::$either, true) => whole::<$t, op::$either, true>,)*
            _ => return None,
        })
    };
}

fn float(elem: Elem, has_number: bool) -> Option<Loop> {
    choose!(elem, has_number, f32:
        [Abs Neg Relu Exp Ln Sqrt Rsqrt RsqrtNarrow Recip ExpNarrow LnNarrow] []
        [Add Sub Mul Div Max Min ExpDif LeakyRelu AddRelu SubRelu MulAdd Fma ScaleNegative])
}

fn integer<T: Num>(elem: Elem, has_number: bool) -> Option<Loop> {
    choose!(elem, has_number, T: [Neg CountOnes] [And Or Xor Shl] [Add Sub Mul MulAdd Fma])
}

fn ordered_integer<T: Num>(elem: Elem, has_number: bool) -> Option<Loop> {
    choose!(elem, has_number, T: [Abs Relu Div CountSignBits] [Shr] [Max Min])
}

/// Functions whose lanes may be of any size.
fn bitwise(elem: Elem) -> Option<Loop> {
    let has_number = false;
    choose!(elem, has_number, u8: [Copy Not And Or Xor] [] [])
}

macro_rules! choose_narrow {
    ($elem:ident, $stored:ty: $($name:ident)*) => {
        Some(match $elem {
            $(Elem::$name => in_f32::<$stored, op::$name>,)*
            _ => return None,
        })
    };
}

fn narrow<S: Stored<Wide = f32> + 'static>(elem: Elem) -> Option<Loop> {
    choose_narrow!(elem, S:
        Abs Neg Relu Exp Ln Sqrt Rsqrt RsqrtNarrow Recip ExpNarrow LnNarrow Add Sub Mul Div Max Min ExpDif LeakyRelu AddRelu
        SubRelu MulAdd FmaNarrow ScaleNegative)
}

/// The number of a call.
#[inline(always)]
fn fixed<T: Num>(call: &Call) -> T {
    T::from_code(if T::IS_FLOAT { DType::F32 } else { DType::I64 }, call.number)
}

/// A loop over lanes that are stored as they are computed with; with `NUMBER` an operand is one number.
///
/// # Safety
/// As for [`Loop`].
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,f16c,bmi2"))]
unsafe fn whole<T: Num, F: Apply, const NUMBER: bool>(call: &Call) {
    // SAFETY: by the promise of `Loop`.
    unsafe {
        match size_of::<T>() {
            1 => by_chunks::<T, F, NUMBER, 64>(call),
            4 | 8 if is_long(F::ELEM, T::IS_FLOAT) => by_registers::<T, F, NUMBER>(call),
            _ => by_chunks::<T, F, NUMBER, 32>(call),
        }
    }
}

/// [`whole`], as one loop over all lanes of a register, which keeps the constants of a long function at hand.
///
/// # Safety
/// As for [`Loop`].
#[inline(always)]
unsafe fn by_registers<T: Num, F: Apply, const NUMBER: bool>(call: &Call) {
    let fixed = if NUMBER { fixed(call) } else { T::ZERO };
    let (mut to, mut from) = (call.to, call.from);
    let lanes = const { BYTES / size_of::<T>() };
    for _ in 0..call.iterations {
        // SAFETY: by the promise of `Loop`.
        unsafe {
            lane_by_lane::<T, F, NUMBER>(
                from_raw_parts_mut(to.cast(), lanes),
                from_raw_parts(from[0].cast(), lanes),
                from_raw_parts(from[1].cast(), lanes),
                from_raw_parts(from[2].cast(), lanes),
                fixed,
            );
        }
        call.strides.advance(&mut from, &mut to);
    }
}

/// A function of its own, so that the compiler knows that the result shares nothing with operands.
#[inline(always)]
fn lane_by_lane<T: Num, F: Apply, const NUMBER: bool>(
    to: &mut [T],
    a: &[T],
    b: &[T],
    c: &[T],
    fixed: T,
) {
    let arity = const { F::ELEM.arity() };
    let number = const { number_at(F::ELEM) };
    let of = |k: usize, list: &[T], i: usize| match k {
        _ if k >= arity => T::ZERO,
        _ if NUMBER && k == number => fixed,
        _ => list[i],
    };
    for (i, to) in to.iter_mut().enumerate() {
        *to = F::ELEM.apply(of(0, a, i), of(1, b, i), of(2, c, i));
    }
}

/// [`whole`], `N` lanes at a time. They are loaded before any is stored, so that the compiler need not ask whether they meet.
///
/// # Safety
/// As for [`Loop`]; `N` lanes are a part of a register.
#[inline(always)]
unsafe fn by_chunks<T: Num, F: Apply, const NUMBER: bool, const N: usize>(call: &Call) {
    let arity = const { F::ELEM.arity() };
    let fixed = if NUMBER { fixed(call) } else { T::ZERO };
    let (mut to, mut from) = (call.to, call.from);
    for _ in 0..call.iterations {
        for at in 0..const { BYTES / size_of::<[T; N]>() } {
            let mut lists = [[fixed; N]; 3];
            for k in 0..arity {
                if NUMBER && k == const { number_at(F::ELEM) } {
                    continue;
                }
                // SAFETY: by the promise of `Loop`.
                lists[k] = unsafe { *from[k].cast::<[T; N]>().add(at) };
            }
            let [a, b, c] = lists;
            let mut results = [T::ZERO; N];
            for (i, result) in results.iter_mut().enumerate() {
                *result = F::ELEM.apply(a[i], b[i], c[i]);
            }
            // SAFETY: by the promise of `Loop`.
            unsafe { *to.cast::<[T; N]>().add(at) = results };
        }
        call.strides.advance(&mut from, &mut to);
    }
}

/// Lanes that are computed with at a time: as many as two vectors of the machine hold numbers of 32 bits.
const STEP: usize = 16;

/// A loop over lanes of 16 bits that are computed with as f32.
///
/// # Safety
/// As for [`Loop`].
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,f16c,bmi2"))]
unsafe fn in_f32<S: Stored<Wide = f32>, F: Apply>(call: &Call) {
    let fixed = [fixed(call); STEP];
    let lanes = const { BYTES / size_of::<S::Bits>() };
    let (mut to, mut from) = (call.to, call.from);
    for _ in 0..call.iterations {
        for at in (0..lanes).step_by(STEP) {
            let mut wide = [[0.0; STEP]; 3];
            for k in 0..F::ELEM.arity() {
                if k > 0 && k == number_at(F::ELEM) && call.has_number {
                    wide[k] = fixed;
                    continue;
                }
                // SAFETY: by the promise of `Loop`.
                let bits = unsafe { from_raw_parts(from[k].cast::<S::Bits>().add(at), STEP) };
                S::widen::<Widest>(bits, &mut wide[k]);
            }
            let mut result = [0.0; STEP];
            for (i, r) in result.iter_mut().enumerate() {
                *r = F::ELEM.apply(wide[0][i], wide[1][i], wide[2][i]);
            }
            // SAFETY: by the promise of `Loop`.
            let dst = unsafe { from_raw_parts_mut(to.cast::<S::Bits>().add(at), STEP) };
            S::narrow::<Widest>(&result, dst);
        }
        call.strides.advance(&mut from, &mut to);
    }
}

/// Whether one of the lanes at a place has a result that depends on the reading, or none: a zero, which has no bits but the sign of a
/// float, or a NaN, whose magnitude is above that of infinity.
///
/// # Safety
/// There are 256 bytes, and the machine has what kernels are compiled for.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,f16c,bmi2")]
unsafe fn is_disputed(disputed: Disputed, dtype: DType, at: *const u8) -> bool {
    use std::arch::x86_64::*;
    // By hand: compilers make loops of vectors of the wrong one of two loops.
    macro_rules! any {
        ($magnitude:expr, |$lanes:ident| $found:expr) => {{
            let (magnitude, mut found) = ($magnitude, _mm256_setzero_si256());
            for part in 0..BYTES / 32 {
                // SAFETY: as promised.
                let lanes = unsafe { _mm256_loadu_si256(at.cast::<__m256i>().add(part)) };
                let $lanes = _mm256_and_si256(lanes, magnitude);
                found = _mm256_or_si256(found, $found);
            }
            _mm256_testz_si256(found, found) == 0
        }};
    }
    let (half, whole) = (_mm256_set1_epi16(0x7FFF), _mm256_set1_epi32(0x7FFF_FFFF));
    let (all, zero) = (_mm256_set1_epi8(-1), _mm256_setzero_si256());
    match (dtype, disputed) {
        (DType::F32, Disputed::Nan) => {
            let most = _mm256_set1_epi32(f32::INFINITY.to_bits() as i32);
            any!(whole, |x| _mm256_cmpgt_epi32(x, most))
        }
        (DType::F16 | DType::Bf16, Disputed::Nan) => {
            let most = _mm256_set1_epi16(if dtype == DType::F16 { 0x7C00 } else { 0x7F80 });
            any!(half, |x| _mm256_cmpgt_epi16(x, most))
        }
        (DType::F32, _) => any!(whole, |x| _mm256_cmpeq_epi32(x, zero)),
        (DType::F16 | DType::Bf16, _) => any!(half, |x| _mm256_cmpeq_epi16(x, zero)),
        _ => match dtype.bits() {
            8 => any!(all, |x| _mm256_cmpeq_epi8(x, zero)),
            16 => any!(all, |x| _mm256_cmpeq_epi16(x, zero)),
            32 => any!(all, |x| _mm256_cmpeq_epi32(x, zero)),
            _ => any!(all, |x| _mm256_cmpeq_epi64(x, zero)),
        },
    }
}

/// As for x86-64, lane by lane.
///
/// # Safety
/// There are 256 bytes.
#[cfg(not(target_arch = "x86_64"))]
unsafe fn is_disputed(disputed: Disputed, dtype: DType, at: *const u8) -> bool {
    // SAFETY: as promised.
    let bytes = unsafe { &*at.cast::<[u8; BYTES]>() };
    macro_rules! any {
        ($t:ty, $most:expr) => {{
            let (shift, most): (u32, $t) = (u32::from(dtype.is_float()), $most);
            bytes.as_chunks().0.iter().fold(false, |found, &b| {
                let magnitude = <$t>::from_le_bytes(b) << shift;
                found | if disputed == Disputed::Nan { magnitude > most } else { magnitude == 0 }
            })
        }};
    }
    match dtype {
        DType::F32 => any!(u32, f32::INFINITY.to_bits() << 1),
        DType::F16 => any!(u16, 0x7C00 << 1),
        DType::Bf16 => any!(u16, 0x7F80 << 1),
        _ => match dtype.bits() {
            8 => any!(u8, 0),
            16 => any!(u16, 0),
            32 => any!(u32, 0),
            _ => any!(u64, 0),
        },
    }
}

/// Finds operands and result, computes, and sees to inactive lanes.
///
/// # Safety
/// As for [`Kernel`](super::Kernel).
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,f16c,bmi2"))]
unsafe fn compute(op: &VecOp, regs: &mut Regs<'_, '_>) -> bool {
    let function = &op.function;
    let size = op.lane_bytes as usize;
    let file = regs.file;
    // Filled where the loop finds it: a copy would wait for the stores.
    let mut call = Call {
        to: file.wrapping_add(op.dst as usize),
        from: [file.cast_const(); 3],
        number: 0,
        has_number: function.has_number,
        iterations: 1,
        strides: Strides { from: [0; 3], to: 0 },
    };
    for (k, from) in call.from.iter_mut().enumerate() {
        *from = file.wrapping_add(op.src[k] as usize);
        if let Some(place) = &op.memory[k] {
            let Some(at) = place.find_aligned(regs, size) else { return false };
            *from = at;
        }
    }
    // SAFETY: the place is a register of 256 bytes, or as many bytes of the unified buffer.
    if function.disputed != Disputed::Nothing
        && unsafe {
            is_disputed(function.disputed, op.dtype, call.from[function.disputed.operand()])
        }
    {
        return false;
    }
    let mut stored = None;
    let arity = usize::from(function.arity);
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
        for from in call.from.iter().take(arity) {
            apart &= (*from as usize).abs_diff(at as usize) >= BYTES;
        }
        // Straight to memory, unless an operand is there or a lane is inactive.
        if apart && all {
            call.to = at;
        } else {
            stored = Some((at, bits));
        }
    }
    if function.has_number {
        let bits = regs.slots[op.number as usize].bits();
        if function.shifts {
            // The number itself, not what is left of it in the type of a lane.
            let by = decode_int(op.number_type, bits);
            if !by.is_some_and(|by| (0..8 * size as i128).contains(&by)) {
                return false;
            }
        }
        call.number = match function.is_float {
            true => number::<f32>(op.number_type, bits).to_bits().into(),
            false => number::<i64>(op.number_type, bits) as u64,
        };
    }
    if op.out.is_some() && stored.is_none() && regs.batch.go_on() {
        let from = call.from.get(..arity).unwrap_or(&call.from);
        (call.strides, call.iterations) = Strides::of(op, regs, from, call.to, size);
        if function.disputed != Disputed::Nothing {
            let k = function.disputed.operand();
            let undisputed = |i: &u64| {
                let at = call.from[k].wrapping_offset(call.strides.from[k] * *i as isize);
                // SAFETY: in each of these iterations the place is one of 256 bytes.
                !unsafe { is_disputed(function.disputed, op.dtype, at) }
            };
            // What is looked at before it is computed with must not change until then.
            call.iterations = match call.strides.keeps(call.from[k], k, call.to, call.iterations) {
                true => 1 + (1..call.iterations).take_while(undisputed).count() as u64,
                false => 1,
            };
        }
        regs.batch.done = call.iterations;
    }
    // SAFETY: the places are registers of 256 bytes in the file, at multiples of 64, or aligned bytes of the
    // unified buffer, in this iteration and in others (see `Strides`), and the result is none of the operands (see
    // `compile`). The place of the predicate is that of one.
    unsafe {
        (function.run)(&call);
        if op.out.is_none() || stored.is_some() {
            let partial = mask::fill_inactive(file, op.dst, op.mask, size, op.inactive);
            if partial && op.is_undisturbed {
                regs.partial = true;
            }
        }
        if let Some((at, bits)) = stored {
            mask::store(at, call.to, &bits, size);
        }
    }
    true
}
