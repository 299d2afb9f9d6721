//! Several iterations of a loop by one call: where each iteration of a loop around a single kernel finds its operands
//! evenly spaced in memory, the kernel goes through them by itself.

use super::access::AddressSlots;
use super::{BYTES, Regs, VecOp};
use crate::value::{Counter, Slot, SlotValues};
use smallvec::SmallVec;

/// Computes numbers from others: what a loop around kernels does besides.
pub type Compute = Box<dyn Fn(&mut SlotValues) + Send + Sync>;

/// Numbers that an iteration computes before its kernels run.
pub struct Scalars {
    /// Computes them.
    pub compute: Compute,
    /// Where they are.
    pub made: Box<[Slot]>,
    /// Each grows by the same amount from iteration to iteration: 64-bit sums, differences and multiples of the loop's variable and of
    /// what stays the same.
    pub is_affine: bool,
}

impl std::fmt::Debug for Scalars {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Scalars {{ made: {:?}, is_affine: {} }}", self.made, self.is_affine)
    }
}

/// What a kernel knows of the loop whose body it is.
pub(crate) struct LoopBatch {
    /// How many iterations are left, this one included.
    left: u64,
    /// Numbers that an iteration changes, and by how much.
    growth: SmallVec<[(Slot, i64); 4]>,
    /// How many iterations the kernel has done.
    pub done: u64,
}

impl LoopBatch {
    /// No loop.
    #[inline(always)]
    pub fn one() -> LoopBatch {
        LoopBatch { left: 1, growth: SmallVec::new(), done: 1 }
    }

    /// What is left of a loop, at most `most` iterations, whose numbers are those of an iteration, and affine.
    pub fn of(
        counter: &Counter,
        scalars: Option<&Scalars>,
        slots: &mut SlotValues,
        most: u64,
    ) -> LoopBatch {
        let left = counter.iterations(slots).min(most);
        if left < 2 {
            return LoopBatch::one();
        }
        let mut batch = LoopBatch { left, ..LoopBatch::one() };
        batch.growth.push((counter.var, counter.step(slots)));
        if let Some(scalars) = scalars {
            let bits = |slots: &SlotValues, slot: Slot| slots[slot as usize].bits();
            let var = bits(slots, counter.var);
            let now = scalars.made.iter().map(|&slot| (slot, bits(slots, slot)));
            let now: SmallVec<[(Slot, u64); 4]> = now.collect();
            counter.advance(slots);
            (scalars.compute)(slots);
            for (slot, before) in now {
                let next = bits(slots, slot);
                batch.growth.push((slot, next.wrapping_sub(before) as i64));
                slots.set_number(slot, before);
            }
            slots.set_number(counter.var, var);
        }
        batch
    }

    /// Whether there is more than this iteration.
    #[inline(always)]
    pub(super) fn go_on(&self) -> bool {
        self.left > 1
    }

    /// By how much an iteration changes the number in a slot.
    fn growth(&self, slot: Slot) -> i64 {
        self.growth.iter().find(|g| g.0 == slot).map_or(0, |g| g.1)
    }
}

/// How far operands and result move from iteration to iteration, in bytes; operands in the register file stay.
pub(super) struct Strides {
    pub from: [isize; 3],
    pub to: isize,
}

impl Strides {
    /// The places of the next iteration.
    #[inline(always)]
    pub fn advance(&self, from: &mut [*const u8; 3], to: &mut *mut u8) {
        for (from, stride) in from.iter_mut().zip(self.from) {
            *from = from.wrapping_offset(stride);
        }
        *to = to.wrapping_offset(self.to);
    }

    /// Whether no iteration writes what one of them reads of an operand at `from`.
    pub fn keeps(&self, from: *const u8, operand: usize, to: *const u8, iterations: u64) -> bool {
        let span = |at: *const u8, stride: isize| {
            let last = at.addr() as i64 + (iterations as i64 - 1) * stride as i64;
            let (low, high) = (last.min(at.addr() as i64), last.max(at.addr() as i64));
            (low, high + BYTES as i64)
        };
        let (read, written) = (span(from, self.from[operand]), span(to, self.to));
        read.1 <= written.0 || written.1 <= read.0
    }

    /// Strides of a kernel that takes operands at `from` (one per operand) to memory at `to`, apart from
    /// each other in this iteration, and how many iterations may be done at once.
    #[inline(never)]
    pub fn of(
        op: &VecOp,
        regs: &Regs<'_, '_>,
        from: &[*const u8],
        to: *const u8,
        size: usize,
    ) -> (Strides, u64) {
        let mut strides = Strides { from: [0; 3], to: 0 };
        let batch = &regs.batch;
        let Some((out, _)) = &op.out else { return (strides, 1) };
        if batch.growth(op.number) != 0 {
            return (strides, 1);
        }
        let mut count = batch.left;
        let mut look = |place: &AddressSlots, at: *const u8| -> Option<i64> {
            let stride = place.stride(regs.slots, |slot| batch.growth(slot))?;
            let offset = at.addr() as i64 - regs.ub.addr() as i64;
            let last = regs.ub_bytes as i64 - BYTES as i64;
            // Later iterations must be inside as well, else the definition has to say what is wrong.
            let inside = match stride {
                0 => u64::MAX,
                s if s > 0 => ((last - offset) / s) as u64 + 1,
                s => (offset / s.checked_neg()?) as u64 + 1,
            };
            count = count.min(inside);
            (stride % size as i64 == 0).then_some(stride)
        };
        let Some(out) = look(out, to) else { return (strides, 1) };
        for (k, at) in from.iter().enumerate() {
            let Some(place) = &op.memory[k] else { continue };
            let Some(stride) = look(place, *at) else { return (strides, 1) };
            strides.from[k] = stride as isize;
        }
        for (k, at) in from.iter().enumerate() {
            // Every iteration reads and writes apart; what one reads another may have written.
            let apart = at.addr() as i64 - to.addr() as i64;
            let towards = (strides.from[k] as i64).saturating_sub(out);
            let towards = towards.saturating_mul(-apart.signum());
            if towards > 0 && op.memory[k].is_some() {
                let meet = (apart.abs() - BYTES as i64) / towards;
                count = count.min(meet as u64 + 1);
            }
        }
        strides.to = out as isize;
        (strides, count)
    }
}
