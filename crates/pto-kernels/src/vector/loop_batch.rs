//! Several iterations of a loop by one call: where each iteration of a loop around a single kernel finds its operands
//! evenly spaced in memory, the kernel goes through them by itself.

use super::access::AddressSlots;
use super::{BYTES, Regs, VecOp};
use crate::value::{Counter, Slot, SlotValue};

/// What a kernel knows of the loop whose body it is.
pub(crate) struct LoopBatch {
    /// How many iterations are left, this one included.
    left: u64,
    /// The variable of the loop.
    var: Slot,
    /// What it grows by.
    step: i64,
    /// How many iterations the kernel has done.
    pub done: u64,
}

impl LoopBatch {
    /// No loop.
    pub const ONE: LoopBatch = LoopBatch { left: 1, var: Slot::MAX, step: 0, done: 1 };

    /// What is left of a loop, at most `most` iterations.
    pub fn of(counter: &Counter, slots: &[SlotValue], most: u64) -> LoopBatch {
        let left = counter.iterations(slots).min(most).max(1);
        LoopBatch { left, var: counter.var, step: counter.step(slots), done: 1 }
    }

    /// Whether there is more than this iteration.
    #[inline(always)]
    pub(super) fn go_on(&self) -> bool {
        self.left > 1
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
        let iterations = &regs.batch;
        let Some((out, _)) = &op.out else { return (strides, 1) };
        if op.number == iterations.var {
            return (strides, 1);
        }
        let mut count = iterations.left;
        let mut look = |place: &AddressSlots, at: *const u8| -> Option<i64> {
            let stride = place.stride(regs.slots, iterations.var, iterations.step)?;
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
        for (k, at) in from.iter().enumerate().take(2) {
            let Some(place) = &op.memory[k] else { continue };
            // What moves alike stays apart.
            match look(place, *at) {
                Some(stride) if stride == out => strides.from[k] = stride as isize,
                _ => return (strides, 1),
            }
        }
        strides.to = out as isize;
        (strides, count)
    }
}
