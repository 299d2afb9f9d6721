//! Instructions on registers that follow each other, as one list of kernels; a loop around them is part of it.
//!
//! A load whose register is used once, by a kernel that can read memory itself, becomes an operand of that
//! kernel; a store of its result, if nothing else uses that, becomes part of it. When a kernel declines, the steps that it stands for are executed one by one.

use super::loop_batch::{LoopBatch, Scalars};
use super::{NONE, Regs, VecOp};
use crate::memory::{Aligned, CoreMemory, StopSign};
use crate::value::{Counter, SlotValues};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

/// Kernels that run one after another.
#[derive(Debug)]
pub struct FusedKernels {
    /// The kernels.
    pub ops: Vec<VecOp>,
    /// What is computed before the first of them, in every iteration.
    pub scalars: Option<Scalars>,
    /// Instructions of the code that they stand for.
    pub insts: usize,
    /// The loop whose body they are.
    pub around: Option<Counter>,
}

/// How far kernels may go.
pub struct Pace<'a> {
    /// Counts instructions.
    pub executed: &'a mut u64,
    /// It is to stop soon after this many of them.
    pub limit: u64,
    /// It is to stop soon after this is true.
    pub over: Option<&'a AtomicBool>,
    /// Only kernels that stand for no step may run: steps are observed or measured.
    pub steps_only: bool,
}

/// A block that others run beside checks after this many instructions whether it need not go on: it may be in a loop
/// that ends only with what a block before it writes.
pub const LOOK_UP_AFTER: u64 = 1 << 12;

impl FusedKernels {
    /// Kernels that stand for `insts` instructions. `uses` counts how often each register is read or made, by its place.
    pub fn new(
        ops: Vec<VecOp>,
        scalars: Option<Scalars>,
        uses: &FxHashMap<u32, u32>,
        insts: usize,
        around: Option<Counter>,
    ) -> FusedKernels {
        let ops = ops.into_iter().flat_map(VecOp::each_register).collect();
        FusedKernels { ops: fold_accesses(ops, uses), scalars, insts, around }
    }

    /// Runs kernels from one of them on, as often as the loop around them says. Gives the place of a kernel
    /// that declined.
    pub fn run(
        &self,
        from: usize,
        file: &mut Aligned,
        slots: &mut SlotValues,
        memory: &mut CoreMemory<'_>,
        pace: Pace<'_>,
        quirks: &Cell<u64>,
    ) -> Option<usize> {
        let stop = memory.stop_sign();
        let mut regs = Regs::new(file.bytes_mut(), slots, memory);
        let stuck = self.run_in(from, &mut regs, stop, pace);
        regs.note(quirks);
        stuck
    }

    fn run_in(
        &self,
        from: usize,
        regs: &mut Regs<'_, '_>,
        stop: Option<StopSign<'_>>,
        pace: Pace<'_>,
    ) -> Option<usize> {
        let mut from = from;
        let scalars = self.scalars.as_ref();
        let mut may_batch = self.ops.len() == 1 && scalars.is_none_or(|s| s.is_affine);
        loop {
            // The rest of an iteration has its numbers.
            if let (0, Some(scalars)) = (from, scalars) {
                (scalars.compute)(regs.slots);
            }
            if let (Some(counter), 0, true) = (&self.around, from, may_batch) {
                let mut rest = pace.limit.saturating_sub(*pace.executed) / self.insts as u64;
                if stop.is_some() || pace.over.is_some() {
                    rest = rest.min(LOOK_UP_AFTER);
                }
                regs.batch = LoopBatch::of(counter, scalars, regs.slots, rest);
                may_batch = regs.batch.go_on();
            }
            for (i, op) in self.ops.iter().enumerate().skip(from) {
                let may = !pace.steps_only || op.covers[0] == NONE;
                if !(may && op.run_on(regs)) {
                    return Some(i);
                }
            }
            from = 0;
            *pace.executed += self.insts as u64 * regs.batch.done;
            let counter = self.around.as_ref()?;
            if regs.batch.done > 1 {
                counter.skip(regs.slots, regs.batch.done - 1);
            } else if regs.batch.go_on() {
                // What cannot go on by itself now is not asked in every iteration.
                (may_batch, regs.batch) = (false, LoopBatch::one());
            }
            counter.advance(regs.slots);
            // A run that has taken too long is stopped at the next instruction, one that need not go on later.
            let enough = *pace.executed > pace.limit
                || stop.is_some_and(|s| s.is_up())
                || pace.over.is_some_and(|over| over.load(Ordering::Relaxed));
            if counter.is_over(regs.slots) || enough {
                return None;
            }
        }
    }
}

/// Loads become operands, and stores parts of kernels, where they can.
fn fold_accesses(ops: Vec<VecOp>, uses: &FxHashMap<u32, u32>) -> Vec<VecOp> {
    let mut list: Vec<VecOp> = Vec::with_capacity(ops.len());
    for mut op in ops {
        for k in 0..op.src.len() {
            if op.lane_bytes == 0 || op.src[k] == NONE || op.src[..k].contains(&op.src[k]) {
                continue;
            }
            // Back to the load, past nothing that writes memory or pointers.
            let found = list.iter().rposition(|o| o.dst == op.src[k] || !o.is_quiet);
            let Some(load) = found.filter(|&i| {
                let o = &list[i];
                o.is_whole_load && o.dst == op.src[k] && uses.get(&o.dst) == Some(&2)
            }) else {
                continue;
            };
            let load = list.remove(load);
            op.memory[k] = Some(load.place);
            op.cover(load.covers[0]);
        }
        match list.last_mut() {
            Some(made)
                if op.stores != 0
                    && op.stores == made.lane_bytes
                    && made.dst == op.dst
                    && uses.get(&op.dst) == Some(&2) =>
            {
                made.out = Some((op.place, op.mask));
                made.is_quiet = false;
                made.cover(op.covers[0]);
                made.end = made.end.max(op.end);
            }
            _ => list.push(op),
        }
    }
    list
}
