//! Steps that a core executes again on the same tiles: what a kernel found out about them is kept.
//!
//! Slots count the changes of their values, so it does not matter how a program changes them.

use crate::program::Step;
use pto_isa::sem::ViewAt;
use pto_kernels::memory::CoreMemory;
use pto_kernels::value::Slot;
use pto_kernels::value::{SlotValue, SlotValues};
use pto_kernels::{PreparedKernel, RuntimeArgs};
use smallvec::SmallVec;

/// A step that was unlike its last execution so often is not looked at any more.
const MAX_MISSES: u8 = 16;

/// What a core keeps of its steps.
#[derive(Default)]
pub(crate) struct KernelCache {
    /// By step; empty before the first.
    steps: Vec<CacheEntry>,
}

/// What is kept of a step.
#[derive(Default)]
struct CacheEntry {
    /// Executions since the last that was like the one before it, at most [`MAX_MISSES`].
    new: u8,
    last: Option<Box<Execution>>,
}

/// An execution, and what its operands were.
struct Execution {
    /// Slots, and how often they had changed by then.
    tiles: SmallVec<[(Slot, u64); 4]>,
    /// Where they begin does not count.
    views: SmallVec<[(Slot, ViewAt); 1]>,
    /// Numbers that the kernel does not ask for.
    numbers: SmallVec<[(Slot, u64); 1]>,
    prepared: PreparedKernel,
}

impl KernelCache {
    /// Executes a step as the last time, if its operands are the same and the kernel takes it.
    #[inline]
    pub fn run(
        &mut self,
        index: usize,
        step: &Step<'_>,
        slots: &SlotValues,
        memory: &mut CoreMemory<'_>,
    ) -> bool {
        let Some(CacheEntry { new, last: Some(last) }) = self.steps.get_mut(index) else {
            return false;
        };
        if !last.is_like(slots) {
            return false;
        }
        *new = 0;
        last.prepared.run(memory, &RuntimeArgs::Slots(&step.args, slots)).is_some()
    }

    /// Whether to keep the execution of a step that is not like the last one: from the second time on, because
    /// much is executed once only, and not if it has been in vain.
    pub fn wants(&mut self, index: usize, steps: usize) -> bool {
        if self.steps.is_empty() {
            self.steps.resize_with(steps, CacheEntry::default);
        }
        let kept = &mut self.steps[index];
        let again = kept.last.is_some() || kept.new > 0;
        kept.new = (kept.new + 1).min(MAX_MISSES);
        again && kept.new < MAX_MISSES
    }

    /// Keeps an execution.
    pub fn keep(
        &mut self,
        index: usize,
        step: &Step<'_>,
        slots: &SlotValues,
        prepared: PreparedKernel,
    ) {
        let mut execution = Execution {
            tiles: SmallVec::new(),
            views: SmallVec::new(),
            numbers: SmallVec::new(),
            prepared,
        };
        for a in &step.args {
            match &slots[a.slot as usize] {
                SlotValue::Tile(_) => execution.tiles.push((a.slot, slots.changes(a.slot))),
                SlotValue::View(v) => execution.views.push((a.slot, *v)),
                SlotValue::Scalar(_) if execution.prepared.asks_for(a.operand) => {}
                SlotValue::Scalar(bits) => execution.numbers.push((a.slot, *bits)),
                SlotValue::Ptr(_) | SlotValue::Reg(_) | SlotValue::Empty => return,
            }
        }
        match &mut self.steps[index].last {
            Some(last) => **last = execution,
            none => *none = Some(Box::new(execution)),
        }
    }
}

impl Execution {
    /// Whether the operands are what they were.
    #[inline]
    fn is_like(&self, slots: &SlotValues) -> bool {
        let tile = |(slot, changes): &(Slot, u64)| slots.changes(*slot) == *changes;
        let view = |(slot, view): &(Slot, ViewAt)| match &slots[*slot as usize] {
            SlotValue::View(v) => {
                v.dims == view.dims
                    && v.strides == view.strides
                    && (v.at.space, v.at.dtype) == (view.at.space, view.at.dtype)
            }
            _ => false,
        };
        let number = |(slot, bits): &(Slot, u64)| matches!(slots[*slot as usize], SlotValue::Scalar(b) if b == *bits);
        self.tiles.iter().all(tile)
            && self.views.iter().all(view)
            && self.numbers.iter().all(number)
    }
}
