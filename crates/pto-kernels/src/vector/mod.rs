//! Instructions on vector registers, compiled when a program is decoded: a kernel and the places of its
//! operands in the register file, so that nothing is looked up or allocated while it runs.
//!
//! Kernels are for 256-byte registers. What has no kernel, and every execution that a kernel declines (it
//! answers `false` and has done nothing then), is left to the definition, which also says what is wrong.
#![allow(unsafe_code)]

mod access;
mod choose;
mod fold;
mod fused;
mod lanes;
mod loop_batch;
mod mask;
mod predicate;
mod rearrange;
mod virtual_access;

use crate::memory::{Aligned, CoreMemory};
use crate::value::{Slot, SlotValue, SlotValues, StepArg};
use pto_isa::sem::compare::Relation;
use pto_isa::sem::lanes::Inactive;
use pto_isa::sem::{Numerics, RegAt, RegTy, Sem};
use pto_isa::{AttrValue, DType, OpDef};
use std::cell::Cell;
use std::marker::PhantomData;

/// Bytes of a register.
const BYTES: usize = 256;
/// No predicate: all lanes are active.
const NONE: u32 = u32::MAX;

/// What kernels work on.
pub(crate) struct Regs<'a, 'g> {
    /// The register file; its start is a multiple of 64 bytes.
    pub file: *mut u8,
    /// Its bytes.
    file_bytes: usize,
    /// The values of the core.
    pub slots: &'a mut SlotValues,
    /// The first byte of the core's unified buffer; null if there is none.
    ub: *mut u8,
    /// Its bytes.
    ub_bytes: u64,
    /// What a kernel knows of the loop whose body it is.
    pub batch: LoopBatch,
    /// A kernel has left lanes inactive that its page leaves unchanged.
    pub partial: bool,
    memory: PhantomData<&'a mut CoreMemory<'g>>,
}

impl<'a, 'g> Regs<'a, 'g> {
    /// What a core has.
    pub fn new(
        file: &'a mut [u8],
        slots: &'a mut SlotValues,
        memory: &'a mut CoreMemory<'g>,
    ) -> Regs<'a, 'g> {
        let (ub, ub_bytes) = memory.unified_buffer();
        let (file, file_bytes, batch) = (file.as_mut_ptr(), file.len(), LoopBatch::one());
        Regs { file, file_bytes, slots, ub, ub_bytes, batch, partial: false, memory: PhantomData }
    }

    /// Notes the quirk that kernels have met.
    fn note(&self, quirks: &Cell<u64>) {
        let place = |name| pto_isa::quirk::QUIRKS.iter().position(|q| q.name == name);
        if self.partial
            && let Some(i) = place(Inactive::QUIRK)
        {
            quirks.set(quirks.get() | 1 << i);
        }
    }

    /// `len` bytes of the unified buffer, if it has them.
    #[inline(always)]
    fn bytes(&self, addr: i64, len: usize) -> Option<*mut u8> {
        let last = self.ub_bytes.checked_sub(len as u64)?;
        // A negative address is a large one.
        (addr as u64 <= last).then(|| self.ub.wrapping_add(addr as usize))
    }
}

/// A value goes to another slot.
///
/// # Safety
/// As for [`Kernel`].
unsafe fn copy_slot(op: &VecOp, regs: &mut Regs<'_, '_>) -> bool {
    regs.slots.copy(op.number, op.dst);
    true
}

/// A register goes to another.
///
/// # Safety
/// As for [`Kernel`].
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,f16c,bmi2"))]
unsafe fn copy_register(op: &VecOp, regs: &mut Regs<'_, '_>) -> bool {
    // SAFETY: both are registers of 256 bytes.
    unsafe { copy(regs.file.add(op.dst as usize), regs.file.add(op.src[0] as usize)) };
    true
}

/// Copies a register.
///
/// # Safety
/// There are 256 bytes at both places, which are the same or do not meet.
#[inline(always)]
unsafe fn copy(to: *mut u8, from: *const u8) {
    // SAFETY: as promised; the machine has AVX2 where kernels run. By hand, because compilers call a function.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        use std::arch::x86_64::{__m256i, _mm256_loadu_si256, _mm256_storeu_si256};
        let (to, from) = (to.cast::<__m256i>(), from.cast::<__m256i>());
        for i in 0..BYTES / 32 {
            _mm256_storeu_si256(to.add(i), _mm256_loadu_si256(from.add(i)));
        }
    }
    // SAFETY: as promised.
    #[cfg(not(target_arch = "x86_64"))]
    unsafe {
        std::ptr::copy(from, to, BYTES);
    }
}

/// Fresh registers of `bytes` bytes. There are more, so that every kernel may touch a whole register from each place on.
pub fn register_file(bytes: usize) -> Aligned {
    Aligned::new(bytes + BYTES)
}

/// Executes a compiled instruction, or answers `false`.
///
/// # Safety
/// The file has all bytes before [`VecOp::end`], and the machine has the instructions that it was compiled for.
type Kernel = unsafe fn(&VecOp, &mut Regs<'_, '_>) -> bool;

/// A compiled instruction.
#[derive(Clone, Copy)]
pub struct VecOp {
    run: Kernel,
    /// All bytes of the file that it touches are before this one.
    end: u32,
    /// First byte of the result in the file.
    dst: u32,
    /// First bytes of register operands.
    src: [u32; 3],
    /// First byte of the predicate, or [`NONE`].
    mask: u32,
    /// The slot of a number.
    number: Slot,
    /// The type of the number.
    number_type: DType,
    /// The type of the lanes, where a kernel has to know it.
    dtype: DType,
    /// Where memory is accessed.
    place: access::AddressSlots,
    /// The slot of a result that is a number.
    rest: Option<Slot>,
    /// A predicate.
    image: mask::Bits,
    /// The steps that it stands for, in their order; [`NONE`] after the last.
    covers: [u32; 5],
    /// Bytes of a lane, if it can read its operands where memory has them and write the result
    /// there; else 0.
    lane_bytes: u32,
    /// What fills its inactive lanes.
    inactive: u8,
    /// Its page leaves inactive lanes unchanged.
    is_undisturbed: bool,
    /// It changes nothing but its result, which is in the register file.
    is_quiet: bool,
    /// It is a load of 256 bytes as they lie, and no more.
    is_whole_load: bool,
    /// Operands that are in memory instead of the file.
    memory: [Option<access::AddressSlots>; 3],
    /// Bytes of the lanes of a store as they lie; 0 if it is none.
    stores: u32,
    /// Where the result is stored at once, and the predicate of that store.
    out: Option<(access::AddressSlots, u32)>,
    /// What a kernel on lanes computes.
    function: lanes::Function,
    /// What a comparison asks.
    relation: Relation,
    /// Registers that lie one after the other and are worked on one after the other: those of a register of any length.
    registers: u32,
}

pub use fused::{FusedKernels, LOOK_UP_AFTER, Pace};
use loop_batch::LoopBatch;
pub use loop_batch::{Compute, Scalars};

impl std::fmt::Debug for VecOp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "VecOp {{ dst: {}, src: {:?}, mask: {} }}", self.dst, self.src, self.mask)
    }
}

impl VecOp {
    const fn new(run: Kernel, dst: u32) -> VecOp {
        VecOp {
            run,
            end: 0,
            dst,
            src: [0; 3],
            mask: NONE,
            number: NONE,
            number_type: DType::I64,
            dtype: DType::I64,
            place: access::AddressSlots::NOWHERE,
            rest: None,
            image: [0; 4],
            covers: [NONE; 5],
            lane_bytes: 0,
            inactive: 0,
            is_undisturbed: false,
            is_quiet: false,
            is_whole_load: false,
            memory: [None; 3],
            stores: 0,
            out: None,
            function: lanes::Function::NONE,
            relation: Relation::Eq,
            registers: 1,
        }
    }
    /// The same, and it stands for a step.
    pub const fn covering(self, step: u32) -> VecOp {
        VecOp { covers: [step, NONE, NONE, NONE, NONE], ..self }
    }
    /// A value goes to another slot.
    pub fn copying_slot(from: Slot, to: Slot) -> VecOp {
        VecOp { number: from, ..VecOp::new(copy_slot, to) }
    }
    /// A register of 256 bytes goes to another; places in the register file.
    pub fn copying_register(from: u32, to: u32) -> VecOp {
        VecOp { src: [from; 3], ..VecOp::new(copy_register, to) }.ending()
    }
    /// The same, with the end of the bytes that it touches, which are those of registers.
    fn ending(self) -> VecOp {
        let masks = [self.mask, self.out.map_or(NONE, |o| o.1)];
        let vectors = [self.dst, self.src[0], self.src[1], self.src[2]];
        let bytes = self.registers.saturating_mul(BYTES as u32);
        let end = |places: &[u32], bytes: u32| {
            let last = places.iter().filter(|p| **p != NONE).max();
            last.map_or(0, |place| place.saturating_add(bytes))
        };
        VecOp { end: end(&vectors, bytes).max(end(&masks, bytes / 8)), ..self }
    }
    /// The same for one of its registers alone.
    fn register(&self, k: u32) -> VecOp {
        let (bytes, bits) = (k * BYTES as u32, k * BYTES as u32 / 8);
        let moved = |place: u32, by: u32| if place == NONE { NONE } else { place + by };
        VecOp {
            registers: 1,
            dst: moved(self.dst, bytes),
            src: self.src.map(|place| moved(place, bytes)),
            mask: moved(self.mask, bits),
            place: self.place.displaced(bytes),
            ..*self
        }
    }
    /// One for each of its registers.
    fn each_register(self) -> impl Iterator<Item = VecOp> {
        let one = self.registers == 1;
        (0..self.registers).map(move |k| if one { self } else { self.register(k) })
    }
    /// Executes it on the registers, values and memory of a core, and notes the quirk it meets. `false` if that is for
    /// the definition: nothing has happened then.
    pub fn run(
        &self,
        file: &mut Aligned,
        slots: &mut SlotValues,
        memory: &mut CoreMemory<'_>,
        quirks: &Cell<u64>,
    ) -> bool {
        let mut regs = Regs::new(file.bytes_mut(), slots, memory);
        let done = match self.registers {
            1 => self.run_on(&mut regs),
            _ => self.each_register().all(|op| op.run_on(&mut regs)),
        };
        regs.note(quirks);
        done
    }
    #[inline(always)]
    fn run_on(&self, regs: &mut Regs<'_, '_>) -> bool {
        // SAFETY: all that the kernel touches in the file is there. It was compiled if the machine has what it needs.
        self.end as usize <= regs.file_bytes && unsafe { (self.run)(self, regs) }
    }
    /// Stands for another step as well.
    fn cover(&mut self, step: u32) {
        self.covers[4] = step;
        // In the order of the code; NONE is the largest.
        self.covers.sort_unstable();
    }
    /// The steps that it stands for.
    pub fn steps(&self) -> impl Iterator<Item = usize> + '_ {
        self.covers.iter().take_while(|s| **s != NONE).map(|s| *s as usize)
    }
}

/// A step that is being compiled.
pub struct Source<'a> {
    /// The instruction.
    pub def: &'static OpDef,
    /// Its operands.
    pub args: &'a [StepArg],
    /// Results that are not tiles: operand and slot.
    pub results: &'a [(u8, Slot)],
    /// Its attributes.
    pub attrs: &'a [(&'a str, AttrValue<'a>)],
    /// Slots before the run: constants, places of registers.
    pub initial_values: &'a [SlotValue],
    /// The choices of the run.
    pub numerics: &'a Numerics,
}

impl<'a> Source<'a> {
    fn word(&self, name: &str) -> Option<&'a str> {
        match self.attrs.iter().find(|a| a.0 == name)?.1 {
            AttrValue::Word(w) => Some(w),
            _ => None,
        }
    }
    fn slot(&self, operand: u8) -> Option<Slot> {
        self.args.iter().find(|a| a.operand == operand).map(|a| a.slot)
    }
    fn register(&self, operand: u8) -> Option<RegAt> {
        match self.initial_values[self.slot(operand)? as usize] {
            SlotValue::Reg(r) => Some(r),
            _ => None,
        }
    }
    /// A vector register of 256 bytes: its place and element type.
    fn vector(&self, operand: u8) -> Option<(u32, DType)> {
        match self.register(operand)? {
            RegAt { at, bytes, ty: RegTy::Vec(dtype) } if bytes as usize == BYTES => {
                Some((at, dtype.plain()))
            }
            _ => None,
        }
    }
    /// A vector of one register, or of several that lie one after the other: its place, element type and registers.
    fn vectors(&self, operand: u8) -> Option<(u32, DType, u32)> {
        match self.register(operand)? {
            RegAt { at, bytes, ty: RegTy::Vec(dtype) }
                if bytes > 0 && (bytes as usize).is_multiple_of(BYTES) =>
            {
                Some((at, dtype, bytes / BYTES as u32))
            }
            _ => None,
        }
    }
    /// The place of a predicate for lanes of that many bytes; none was given if it is [`NONE`].
    fn predicate_for(&self, operand: u8, lane_bytes: u32) -> Option<u32> {
        match self.slot(operand).and_then(|_| self.register(operand)) {
            Some(RegAt { at, ty: RegTy::LaneMask { width, .. }, .. }) => {
                (width.bits() == 8 * lane_bytes).then_some(at)
            }
            _ => self.predicate(operand),
        }
    }
    /// The place of a predicate; none was given if it is [`NONE`].
    fn predicate(&self, operand: u8) -> Option<u32> {
        match self.slot(operand) {
            None => Some(NONE),
            Some(_) => match self.register(operand)? {
                RegAt { at, ty: RegTy::Mask(_), .. } => Some(at),
                _ => None,
            },
        }
    }
}

/// Compiles an instruction, if there is a kernel for it.
pub fn compile(source: &Source<'_>) -> Option<VecOp> {
    let op = match &source.def.sem {
        Sem::Lanes(l) => lanes::compile(l, source),
        Sem::RegLoad(l) => access::compile_load(l, source),
        Sem::RegStore(s) => access::compile_store(s, source),
        Sem::MaskCount(c) => predicate::compile_count(c, source),
        Sem::MaskPattern(p) => predicate::compile_pattern(p, source),
        Sem::LaneCompare(c) => choose::compile_compare(c, source),
        Sem::LaneSelect(s) => choose::compile_select(s, source),
        Sem::Broadcast(b) => choose::compile_fill(b, source),
        Sem::LaneFold(f) => fold::compile(f, source),
        Sem::Custom(_) => rearrange::compile(source).or_else(|| virtual_access::compile(source)),
        _ => virtual_access::compile(source),
    };
    op.map(VecOp::ending)
}
