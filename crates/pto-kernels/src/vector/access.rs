//! Loads and stores of whole registers in the unified buffer: the kinds that loops are made of.

use super::super::simd::has_widest;
use super::{BYTES, Kernel, NONE, Regs, Source, VecOp, copy, mask};
use crate::value::SlotValue;
use pto_isa::Space;
use pto_isa::sem::dist::{BLOCK, LoadDist, StoreDist};
use pto_isa::sem::{PtrAt, RegLoad, RegStore};

/// Where memory is accessed.
#[derive(Clone, Copy)]
pub(super) struct AddressSlots {
    /// The slot of the pointer.
    ptr: u32,
    /// The slot of the offset, in elements of the pointer.
    offset: u32,
    /// The slot of the pointer moved on, where the program takes it.
    next: Option<u32>,
    /// What the address must be a multiple of.
    alignment: i64,
    /// Bytes from there to where memory is accessed.
    displacement: i64,
}

impl AddressSlots {
    pub(super) const NOWHERE: AddressSlots =
        AddressSlots { ptr: 0, offset: 0, next: None, alignment: 1, displacement: 0 };

    /// The same, this many bytes further on.
    pub(super) const fn displaced(self, bytes: u32) -> AddressSlots {
        AddressSlots { displacement: self.displacement + bytes as i64, ..self }
    }

    pub(super) fn of(
        source: &Source<'_>,
        ptr: u8,
        offset: u8,
        next: u8,
        alignment: usize,
    ) -> Option<AddressSlots> {
        let offset = source.args.iter().find(|a| a.operand == offset)?;
        if offset.dtype != pto_isa::DType::I64 {
            return None;
        }
        let any = !source.numerics.target.is_device();
        Some(AddressSlots {
            ptr: source.slot(ptr)?,
            offset: offset.slot,
            next: source.results.iter().find(|r| r.0 == next).map(|r| r.1),
            alignment: if any { 1 } else { alignment as i64 },
            displacement: 0,
        })
    }

    /// `len` bytes there, if they are inside their memory, and the pointer moved on.
    #[inline(always)]
    fn find(&self, regs: &Regs<'_, '_>, len: usize) -> Option<(*mut u8, PtrAt)> {
        let SlotValue::Ptr(base) = regs.slots[self.ptr as usize] else { return None };
        let elements = regs.slots[self.offset as usize].bits() as i64;
        let bytes = elements.checked_mul(base.dtype.bytes().into())?;
        let moved = PtrAt { addr: base.addr.checked_add(bytes)?, ..base };
        let at = if self.next.is_some() { base } else { moved };
        // Alignments are powers of two.
        if at.addr & (self.alignment - 1) != 0 {
            return None;
        }
        if at.space != Space::Vec || at.buffer != 0 {
            return None;
        }
        Some((regs.bytes(at.addr.checked_add(self.displacement)?, len)?, moved))
    }

    /// Bytes by which the place moves on when numbers grow as this says, if it stays a place for the same instruction.
    pub(super) fn stride(&self, slots: &[SlotValue], growth: impl Fn(u32) -> i64) -> Option<i64> {
        let SlotValue::Ptr(base) = slots[self.ptr as usize] else { return None };
        if self.next.is_some() {
            return None;
        }
        let stride = growth(self.offset).checked_mul(base.dtype.bytes().into())?;
        (stride & (self.alignment - 1) == 0).then_some(stride)
    }

    /// A register's bytes there, which are the operand of a kernel for elements of that many bytes.
    #[inline(always)]
    pub(super) fn find_aligned(&self, regs: &Regs<'_, '_>, size: usize) -> Option<*mut u8> {
        let (at, _) = self.find(regs, BYTES)?;
        // Sizes are powers of two.
        (at as usize & (size - 1) == 0).then_some(at)
    }

    #[inline(always)]
    fn done(&self, regs: &mut Regs<'_, '_>, moved: PtrAt) -> bool {
        if let Some(next) = self.next {
            regs.slots.set(next, SlotValue::Ptr(moved));
        }
        true
    }
}

pub(super) fn compile_load(load: &RegLoad, source: &Source<'_>) -> Option<VecOp> {
    let dist = LoadDist::of(source.word("dist").unwrap_or("NORM"), source.numerics.is_manual())?;
    let run: Kernel = match dist {
        LoadDist::Norm => load_all,
        LoadDist::Broadcast(1) => load_one::<1>,
        LoadDist::Broadcast(2) => load_one::<2>,
        LoadDist::Broadcast(4) => load_one::<4>,
        LoadDist::BroadcastBlock => load_one::<BLOCK>,
        LoadDist::Unpack(2, 4) => load_halves,
        _ => return None,
    };
    if !has_widest() {
        return None;
    }
    let (dst, _) = source.vector(load.result)?;
    let alignment = dist.alignment(source.numerics.rules);
    let place = AddressSlots::of(source, load.source, load.offset, load.updated_base, alignment)?;
    // A pointer that moves on is a change.
    let is_quiet = place.next.is_none();
    let is_whole_load = dist == LoadDist::Norm && is_quiet;
    Some(VecOp { place, is_whole_load, is_quiet, ..VecOp::new(run, dst) })
}

/// The register at a place in the file.
///
/// # Safety
/// There is one, and nothing else refers to it.
#[inline(always)]
unsafe fn register<'a>(file: *mut u8, at: u32) -> &'a mut [u8; BYTES] {
    // SAFETY: as promised.
    unsafe { &mut *file.add(at as usize).cast() }
}

/// # Safety
/// As for [`Kernel`](super::Kernel).
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,f16c,bmi2"))]
pub(super) unsafe fn load_all(op: &VecOp, regs: &mut Regs<'_, '_>) -> bool {
    let Some((from, moved)) = op.place.find(regs, BYTES) else { return false };
    // SAFETY: 256 bytes are there on both sides, and memory is not the register file.
    unsafe { copy(regs.file.add(op.dst as usize), from) };
    op.place.done(regs, moved)
}

/// # Safety
/// As for [`Kernel`](super::Kernel).
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,f16c,bmi2"))]
unsafe fn load_one<const UNIT: usize>(op: &VecOp, regs: &mut Regs<'_, '_>) -> bool {
    let Some((from, moved)) = op.place.find(regs, UNIT) else { return false };
    // SAFETY: a unit is there, and memory is not the register file.
    unsafe {
        let unit = *from.cast::<[u8; UNIT]>();
        register(regs.file, op.dst).as_chunks_mut::<UNIT>().0.fill(unit);
    }
    op.place.done(regs, moved)
}

/// 16-bit units in the low halves of 32-bit slots.
///
/// # Safety
/// As for [`Kernel`](super::Kernel).
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,f16c,bmi2"))]
unsafe fn load_halves(op: &VecOp, regs: &mut Regs<'_, '_>) -> bool {
    let Some((from, moved)) = op.place.find(regs, BYTES / 2) else { return false };
    // SAFETY: the bytes are there, and memory is not the register file.
    unsafe {
        let units = *from.cast::<[[u8; 2]; BYTES / 4]>();
        let slots = register(regs.file, op.dst).as_chunks_mut::<4>().0;
        for (slot, unit) in slots.iter_mut().zip(units) {
            *slot = [unit[0], unit[1], 0, 0];
        }
    }
    op.place.done(regs, moved)
}

pub(super) fn compile_store(store: &RegStore, source: &Source<'_>) -> Option<VecOp> {
    let (value, dtype) = source.vector(store.value)?;
    let word = source.word("dist").unwrap_or("NORM");
    let manual = source.numerics.is_manual();
    let dist = StoreDist::of(word, dtype.bytes() as usize, BYTES, manual)?;
    let run: Kernel = match dist {
        StoreDist::Norm(1) => store_lanes::<1>,
        StoreDist::Norm(2) => store_lanes::<2>,
        StoreDist::Norm(4) => store_lanes::<4>,
        StoreDist::Norm(8) => store_lanes::<8>,
        StoreDist::Point(1) => store_point::<1>,
        StoreDist::Point(2) => store_point::<2>,
        StoreDist::Point(4) => store_point::<4>,
        StoreDist::Pack(2, 1) => store_packed::<2, 1>,
        StoreDist::Pack(4, 2) => store_packed::<4, 2>,
        StoreDist::Pack(8, 4) => store_packed::<8, 4>,
        StoreDist::Pack(4, 1) => store_packed::<4, 1>,
        _ => return None,
    };
    if !has_widest() {
        return None;
    }
    let place =
        AddressSlots::of(source, store.dest, store.offset, store.updated_base, dist.alignment())?;
    let mask = source.predicate(store.mask).filter(|&m| m != NONE)?;
    let stores = match dist {
        StoreDist::Norm(unit) if place.next.is_none() => unit as u32,
        _ => 0,
    };
    Some(VecOp { place, mask, stores, ..VecOp::new(run, value) })
}

/// # Safety
/// As for [`Kernel`](super::Kernel).
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,f16c,bmi2"))]
pub(super) unsafe fn store_lanes<const UNIT: usize>(op: &VecOp, regs: &mut Regs<'_, '_>) -> bool {
    // SAFETY: the place is that of a predicate.
    let bits = unsafe { mask::read(regs.file, op.mask) };
    // Inactive lanes may lie past the end of the memory: the definition knows.
    let Some((to, moved)) = op.place.find(regs, BYTES) else { return false };
    // SAFETY: 256 bytes are there on both sides, and memory is not the register file.
    unsafe {
        mask::store(to, regs.file.add(op.dst as usize), &bits, UNIT);
    }
    op.place.done(regs, moved)
}

/// # Safety
/// As for [`Kernel`](super::Kernel).
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,f16c,bmi2"))]
unsafe fn store_point<const UNIT: usize>(op: &VecOp, regs: &mut Regs<'_, '_>) -> bool {
    let Some((to, moved)) = op.place.find(regs, UNIT) else { return false };
    // SAFETY: a unit is there, and memory is not the register file.
    unsafe { *to.cast::<[u8; UNIT]>() = *regs.file.add(op.dst as usize).cast::<[u8; UNIT]>() };
    op.place.done(regs, moved)
}

/// # Safety
/// As for [`Kernel`](super::Kernel).
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,f16c,bmi2"))]
unsafe fn store_packed<const SLOT: usize, const KEEP: usize>(
    op: &VecOp,
    regs: &mut Regs<'_, '_>,
) -> bool {
    // SAFETY: the place is that of a predicate.
    let bits = unsafe { mask::read(regs.file, op.mask) };
    let len = BYTES / SLOT * KEEP;
    let Some((to, moved)) = op.place.find(regs, len) else { return false };
    // SAFETY: the bytes are there, and memory is not the register file.
    unsafe {
        let to = std::slice::from_raw_parts_mut(to, len).as_chunks_mut::<KEEP>().0;
        let slots = register(regs.file, op.dst).as_chunks::<SLOT>().0;
        let all = mask::is_all(&bits, SLOT);
        for (i, (to, slot)) in to.iter_mut().zip(slots).enumerate() {
            if all || mask::has(&bits, i * SLOT) {
                to.copy_from_slice(&slot[..KEEP]);
            }
        }
    }
    op.place.done(regs, moved)
}
