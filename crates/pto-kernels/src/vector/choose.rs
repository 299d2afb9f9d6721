//! Lanes compared, chosen and filled with one value.

use super::super::narrow::{Bf16, F16, Same, Stored};
use super::super::simd::{Isa, Widest, array, has_widest};
use super::{BYTES, Kernel, NONE, Regs, Source, VecOp, mask};
use pto_isa::DType;
use pto_isa::sem::compare::{Relation, number_code};
use pto_isa::sem::{Broadcast, LaneCompare, LaneSelect, Num};
use std::slice::from_raw_parts;

pub(super) fn compile_compare(lanes: &LaneCompare, source: &Source<'_>) -> Option<VecOp> {
    let (a, dtype) = source.vector(lanes.a)?;
    let result = source.register(lanes.mask)?;
    if result.bytes != 32 || result.lanes() != BYTES / dtype.bytes() as usize || !has_widest() {
        return None;
    }
    let relation = Relation::parse(source.word("cmp_mode")?)?;
    find_loop(dtype, relation)?;
    let mut op = VecOp { dtype, relation, ..VecOp::new(compare, result.at) };
    op.src[0] = a;
    op.mask = source.predicate(lanes.seed)?;
    match source.vector(lanes.b) {
        Some((b, d)) if d == dtype => op.src[1] = b,
        Some(_) => return None,
        None if source.register(lanes.b).is_some() => return None,
        None => {
            let arg = source.args.iter().find(|a| a.operand == lanes.b)?;
            (op.number, op.number_type, op.src[1]) = (arg.slot, arg.dtype, NONE);
        }
    }
    Some(op)
}

/// Compares the lanes of two registers; in the predicate the first bit of each lane is set or not.
///
/// # Safety
/// There are 256 bytes at both places, at multiples of the size of a lane. The machine has the instructions that kernels are compiled for.
type Loop = unsafe fn(*const u8, *const u8) -> mask::Bits;

/// The loop of a comparison, if there is one. Others are those of exchanged operands, or their opposites.
fn find_loop(dtype: DType, relation: Relation) -> Option<Loop> {
    macro_rules! by_relation {
        ($stored:ty, $flag:ty) => {
            match relation {
                Relation::Eq | Relation::Ne => holds::<$stored, $flag, EQUAL>,
                Relation::Lt | Relation::Gt => holds::<$stored, $flag, LESS>,
                Relation::Le | Relation::Ge => holds::<$stored, $flag, AT_MOST>,
            }
        };
    }
    Some(match dtype {
        DType::F32 => by_relation!(Same<f32>, u32),
        DType::F16 => by_relation!(F16, u16),
        DType::Bf16 => by_relation!(Bf16, u16),
        DType::I32 => by_relation!(Same<i32>, u32),
        DType::U32 => by_relation!(Same<u32>, u32),
        DType::I16 => by_relation!(Same<i16>, u16),
        DType::U16 => by_relation!(Same<u16>, u16),
        DType::I8 => by_relation!(Same<i8>, u8),
        DType::U8 => by_relation!(Same<u8>, u8),
        _ => return None,
    })
}

const EQUAL: u8 = 0;
const LESS: u8 = 1;
const AT_MOST: u8 = 2;

/// Flags are as large as lanes.
///
/// # Safety
/// As for [`Loop`].
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,f16c,bmi2"))]
unsafe fn holds<S: Stored, Flag: Copy + From<bool>, const RELATION: u8>(
    a: *const u8,
    b: *const u8,
) -> mask::Bits {
    const LANES: usize = 32;
    let size = const { size_of::<S::Bits>() };
    let mut bits = [0; BYTES / 8];
    for (chunk, bits) in bits.chunks_exact_mut(size * LANES / 8).enumerate() {
        let mut numbers = [[S::Wide::ZERO; LANES]; 2];
        for (to, from) in numbers.iter_mut().zip([a, b]) {
            // SAFETY: as promised; every code is a number.
            let from = unsafe { &*from.cast::<[S::Bits; LANES]>().add(chunk) };
            S::widen::<Widest>(from, to);
        }
        let [a, b] = numbers;
        let mut flags = [Flag::from(false); LANES];
        for (i, flag) in flags.iter_mut().enumerate() {
            *flag = Flag::from(match RELATION {
                EQUAL => a[i] == b[i],
                LESS => a[i] < b[i],
                _ => a[i] <= b[i],
            });
        }
        // SAFETY: these are the bytes of the flags, of which the first of each is zero or one and the others are zero.
        let flags = unsafe { from_raw_parts(flags.as_ptr().cast::<u8>(), size_of_val(&flags)) };
        for (bits, flags) in bits.as_chunks_mut().0.iter_mut().zip(flags.as_chunks().0) {
            *bits = Widest::pack_flags(flags).to_le_bytes();
        }
    }
    array(|word| u64::from_le_bytes(bits.as_chunks().0[word]))
}

/// # Safety
/// As for [`Kernel`](super::Kernel).
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,f16c,bmi2"))]
unsafe fn compare(op: &VecOp, regs: &mut Regs<'_, '_>) -> bool {
    let Some(run) = find_loop(op.dtype, op.relation) else { return false };
    let at = |place: u32| regs.file.wrapping_add(place as usize).cast_const();
    let number: [u64; BYTES / 8];
    let mut places = [at(op.src[0]), at(op.src[0])];
    if op.src[1] == NONE {
        let bits = regs.slots[op.number as usize].bits();
        let code = number_code(op.number_type, bits, op.dtype);
        let lane = (1 << op.dtype.bits()) - 1;
        number = [(code & lane) * (u64::MAX / lane); BYTES / 8];
        places[1] = number.as_ptr().cast();
    } else {
        places[1] = at(op.src[1]);
    }
    if matches!(op.relation, Relation::Gt | Relation::Ge) {
        places.reverse();
    }
    // SAFETY: the places are those of registers and predicates, aligned for every element; the result is written last.
    unsafe {
        let mut bits = run(places[0], places[1]);
        if op.relation == Relation::Ne {
            let all = u64::MAX / ((1 << op.dtype.bytes()) - 1);
            bits = array(|i| bits[i] ^ all);
        }
        if op.mask != NONE {
            let seed = mask::read(regs.file, op.mask);
            bits = array(|i| bits[i] & seed[i]);
        }
        *regs.file.add(op.dst as usize).cast() = bits;
    }
    true
}

pub(super) fn compile_select(select: &LaneSelect, source: &Source<'_>) -> Option<VecOp> {
    let (dst, dtype) = source.vector(select.dst)?;
    let ((on, _), (off, _)) = (source.vector(select.on)?, source.vector(select.off)?);
    let mask = source.predicate(select.mask)?;
    let run: Kernel = match dtype.bytes() {
        1 => choose::<1>,
        2 => choose::<2>,
        4 => choose::<4>,
        8 => choose::<8>,
        _ => return None,
    };
    (mask != NONE && has_widest()).then(|| VecOp {
        src: [on, off, 0],
        mask,
        ..VecOp::new(run, dst)
    })
}

/// # Safety
/// As for [`Kernel`](super::Kernel).
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,f16c,bmi2"))]
unsafe fn choose<const SIZE: usize>(op: &VecOp, regs: &mut Regs<'_, '_>) -> bool {
    // SAFETY: the places are those of registers and of a predicate; the result is written last.
    unsafe {
        let bits = mask::read(regs.file, op.mask);
        let at = |i: usize| regs.file.add(op.src[i] as usize).cast::<[u8; BYTES]>();
        let mut lanes = *at(1);
        mask::blend::<SIZE>(&mut lanes, &*at(0), &bits);
        *regs.file.add(op.dst as usize).cast() = lanes;
    }
    true
}

pub(super) fn compile_fill(fill: &Broadcast, source: &Source<'_>) -> Option<VecOp> {
    let (dst, dtype) = source.vector(fill.dst).filter(|_| has_widest())?;
    let run: Kernel = match dtype.bytes() {
        1 => fill_lanes::<1>,
        2 => fill_lanes::<2>,
        4 => fill_lanes::<4>,
        8 => fill_lanes::<8>,
        _ => return None,
    };
    let mut op = VecOp { dtype, ..VecOp::new(run, dst) };
    if let Some(slot) = fill.mask {
        op.mask = source.predicate(slot)?;
    }
    match source.vector(fill.value) {
        Some((at, d)) if d.bytes() == dtype.bytes() => {
            let last = source.word("position").is_some_and(|p| p.eq_ignore_ascii_case("highest"));
            op.src[0] = if last { at + (BYTES as u32 - dtype.bytes()) } else { at };
        }
        Some(_) => return None,
        None if source.register(fill.value).is_some() => return None,
        None => {
            let arg = source.args.iter().find(|a| a.operand == fill.value)?;
            (op.number, op.number_type, op.src[0]) = (arg.slot, arg.dtype, NONE);
        }
    }
    Some(op)
}

/// # Safety
/// As for [`Kernel`](super::Kernel).
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,f16c,bmi2"))]
unsafe fn fill_lanes<const SIZE: usize>(op: &VecOp, regs: &mut Regs<'_, '_>) -> bool {
    let mut unit = [0; SIZE];
    // SAFETY: the places are those of registers, of a lane and of a predicate.
    unsafe {
        if op.src[0] == NONE {
            let bits = regs.slots[op.number as usize].bits();
            let code = number_code(op.number_type, bits, op.dtype).to_le_bytes();
            unit.copy_from_slice(&code[..SIZE]);
        } else {
            unit = *regs.file.add(op.src[0] as usize).cast();
        }
        let register: &mut [u8; BYTES] = &mut *regs.file.add(op.dst as usize).cast();
        register.as_chunks_mut::<SIZE>().0.fill(unit);
        mask::fill_inactive(regs.file, op.dst, op.mask, SIZE, 0);
    }
    true
}
