//! Counters in global memory through which devices signal each other.
//!
//! A wait looks at them whenever its core has its turn: who raises them has had one, or nobody ever will.

use crate::access::Footprint;
use crate::core::{BlockedOn, Core};
pub use crate::counter_test::{CounterCmp, CounterTest};
use crate::observe::{CounterStep, Effects, SharedObserver, TraceKind};
use crate::program::Step;
use pto_isa::ops::comm_async::sdma_gm_gm;
use pto_isa::sem::{Arg, Memory, PtrAt, Trap, ViewAt};
use pto_isa::{Space, Target};
use pto_kernels::memory::MemoryId;
use pto_kernels::value::SlotValue;

/// The most counters of one wait.
const MOST_COUNTERS: i64 = 1 << 20;

/// Where the counters of a view are: bytes from the beginning of its buffer.
pub fn counter_places(view: &ViewAt) -> impl Iterator<Item = i64> {
    let (dims, strides, addr) = (view.dims, view.strides, view.at.addr);
    let count = dims.iter().try_fold(1i64, |n, &d| n.checked_mul(d.max(0))).unwrap_or(i64::MAX);
    (0..count.min(MOST_COUNTERS)).map(move |mut i| {
        let mut at = 0i64;
        for d in (0..dims.len()).rev() {
            at = at.wrapping_add((i % dims[d]).wrapping_mul(strides[d]));
            i /= dims[d];
        }
        addr.wrapping_add(at.wrapping_mul(4))
    })
}

impl Core<'_, '_> {
    /// Sets a counter or adds to it.
    pub(super) fn notify(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let at = self.view(step, self.slot_of(step, "signal"))?.at;
        let value = self.int(step, self.slot_of(step, "value")).unwrap_or(0) as i32;
        let word = step.word("notifyOp").or(step.word("op")).unwrap_or("set");
        let Ok(before) = self.counter(at) else {
            // In a dry run memory need not be there.
            return if self.is_dry() { Ok(()) } else { self.counter(at).map(|_| ()) };
        };
        let adds = word.to_ascii_lowercase().starts_with("atomic");
        let after = if adds { before.wrapping_add(value) } else { value };
        self.memory
            .bytes_mut(Space::Gm, at.buffer, at.addr, 4)?
            .copy_from_slice(&after.to_le_bytes());
        let (buffer, at) = (at.buffer, at.addr);
        self.counted_step = Some(CounterStep::Notify { buffer, at, before, after, adds });
        Ok(())
    }

    /// What a wait still waits for.
    pub(super) fn await_counters(&mut self, step: &Step<'_>) -> Result<Option<BlockedOn>, Trap> {
        self.counted_step = None;
        let (view, test) = self.counter_test(step)?;
        let found = self.failing(&view, test);
        let (at, counter) = match found {
            Ok(None) => {
                self.counted_step = Some(CounterStep::Pass { buffer: view.at.buffer, test });
                return Ok(None);
            }
            Err(_) if self.is_dry() => return Ok(None),
            other => match other? {
                Some(found) => found,
                None => return Ok(None),
            },
        };
        let name = self.buffer_name(view.at.buffer);
        let what =
            format!("the counter at byte {at:#x} of {name} {}; it is {counter}", test.words());
        Ok(Some(BlockedOn::Polled(what)))
    }

    /// Looks at counters and goes on. Others have their turn before it looks in vain again.
    pub(super) fn test_counters(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        self.counted_step = None;
        let (view, test) = self.counter_test(step)?;
        let passed = match self.failing(&view, test) {
            Err(_) if self.is_dry() => true,
            found => found?.is_none(),
        };
        if passed {
            self.counted_step = Some(CounterStep::Pass { buffer: view.at.buffer, test });
        }
        self.yields = !passed;
        self.put(step, SlotValue::Scalar(passed.into()))
    }

    fn counter_test(&self, step: &Step<'_>) -> Result<(ViewAt, CounterTest), Trap> {
        let slot = self.slot_of(step, "signal");
        let view = self.view(step, slot)?;
        let value = self.int(step, self.slot_of(step, "cmpValue")).unwrap_or(0) as i32;
        let cmp = step.word("cmp").and_then(CounterCmp::of);
        let cmp = cmp.ok_or_else(|| Trap::new("does not say how to compare"))?;
        let count = view.dims.iter().try_fold(1i64, |n, &d| n.checked_mul(d.max(0)));
        if count.is_none_or(|n| n > MOST_COUNTERS) {
            return Err(Trap::new(format!("looks at more than {MOST_COUNTERS} counters")).at(slot));
        }
        Ok((view, CounterTest { cmp, value }))
    }

    /// The first counter that does not pass: where it is, and what it holds.
    fn failing(&self, view: &ViewAt, test: CounterTest) -> Result<Option<(i64, i32)>, Trap> {
        for addr in counter_places(view) {
            let counter = self.counter(PtrAt { addr, ..view.at })?;
            if !test.passes(counter) {
                return Ok(Some((addr, counter)));
            }
        }
        Ok(None)
    }

    fn counter(&self, at: PtrAt) -> Result<i32, Trap> {
        let bytes = self.memory.bytes(at.space, at.buffer, at.addr, 4)?;
        Ok(bytes.try_into().map_or(0, i32::from_le_bytes))
    }

    /// Tells the observer which counters an instruction touches: all at once, as far as other cores can see.
    pub(super) fn trace_counters(
        &mut self,
        observer: &dyn SharedObserver,
        index: usize,
        step: &Step<'_>,
        done: CounterStep,
    ) {
        let view = self.args.iter().position(|a| matches!(a.1, Arg::View(_)));
        let Some((arg, Arg::View(view))) = view.map(|i| (i, self.args[i].1)) else { return };
        let touch = |at: i64| {
            let memory = MemoryId::Global(view.at.buffer);
            Footprint { arg: Some(arg as u8), ..Footprint::read(memory, at, 4) }
        };
        let footprints: Vec<Footprint> = match done {
            CounterStep::Notify { at, .. } => vec![touch(at).written()],
            CounterStep::Pass { .. } => counter_places(&view).map(touch).collect(),
        };
        let effects = Effects { footprints: &footprints, atomic: true, ..Effects::default() };
        observer.on_access(&self.record(index, step, TraceKind::Counter(done)), &effects);
    }

    /// Refuses a copy that the engine of the device does not make: that of A5 writes to no other device.
    ///
    /// Source: PTOAS@1a66b020 docs/isa/micro-isa/19-async-comm.md.
    pub(super) fn reaches(&self, step: &Step<'_>) -> Result<(), Trap> {
        if !step.def.is(&sdma_gm_gm) || self.program.numerics.profile() != Target::A5 {
            return Ok(());
        }
        let soft = step.attrs.iter().any(|a| a.0 == "soft_put");
        let slot = step.def.slot("dst").unwrap_or_default();
        let to = self.args.iter().find(|a| a.0 == slot).map(|a| a.1);
        let (false, Some(Arg::Ptr(to)), Some(windows)) = (soft, to, self.options.windows) else {
            return Ok(());
        };
        if windows.rank_of(to.buffer).is_none_or(|rank| rank == self.rank) {
            return Ok(());
        }
        let message = format!("writes to {}", self.buffer_name(to.buffer));
        let why = "the engine of a5 writes to no other device: such a copy has `soft_put`";
        Err(Trap::new(message).at(slot).note(why))
    }

    /// What a message calls a buffer.
    fn buffer_name(&self, buffer: u32) -> String {
        let names = self.program.param_names();
        let own = self.program.params.iter().enumerate().filter(|p| p.1.1.is_buffer());
        let param = match self.options.windows {
            Some(windows) => windows.param_of(buffer),
            None => own.map(|p| p.0).nth(buffer as usize),
        };
        let name = param.and_then(|p| names.get(p)).filter(|n| !n.is_empty());
        let name = name.map_or("a buffer".into(), |n| format!("`%{n}`"));
        match self.options.windows.and_then(|w| w.rank_of(buffer)) {
            Some(rank) if rank != self.rank => format!("{name} of rank {rank}"),
            _ => name,
        }
    }
}
