//! Steps of an observed core: each is shown, then executed or not.

use super::Core;
use crate::action::{Action, Sync};
use crate::core_state::CoreState;
use crate::observe::{Execute, SharedObserver, TraceKind, TraceRecord};
use crate::program::{Move, Step};
use crate::queue::QueueOp;
use pto_isa::Space;
use pto_isa::sem::{Arg, Trap};
use pto_kernels::value::SlotValue;
use pto_kernels::value::StepArg;

impl<'p> Core<'p, '_> {
    /// Whether computing is left out.
    pub(crate) fn is_dry(&self) -> bool {
        self.observer.is_some_and(|w| w.execute() == Execute::Control)
    }

    /// Shows a step, then executes it, or not.
    pub(crate) fn observed_step(
        &mut self,
        observer: &dyn SharedObserver,
        index: usize,
        step: &Step<'p>,
    ) -> Result<(), Trap> {
        self.gather_args(step);
        self.show(observer, index, step, TraceKind::Step)?;
        let dry = observer.execute() == Execute::Control;
        if !dry {
            observer.on_begin(&self.record(index, step, TraceKind::Step), &self.state());
        }
        if self.trace.is_some() {
            self.traced_step(observer, index, step)?;
            return self.show_done(observer, index, step, TraceKind::Step);
        }
        match step.action {
            Action::Sem if dry && step.results.is_empty() => Ok(()),
            Action::Sem if dry => {
                // What it reads is not there; what it gives may count loops.
                let _ = self.sem_step(index, step);
                Ok(())
            }
            Action::Store | Action::FillLocal if dry => Ok(()),
            Action::Load if dry && self.reads_global(step) => {
                self.machine_step(step).or_else(|_| self.give_zero(step))
            }
            Action::Sem => self.sem_step(index, step).map(|_| ()),
            _ => self.machine_step(step),
        }?;
        if dry { Ok(()) } else { self.show_done(observer, index, step, TraceKind::Step) }
    }

    /// Shows the state after a step or a synchronisation.
    fn show_done(
        &self,
        observer: &dyn SharedObserver,
        index: usize,
        step: &Step<'_>,
        kind: TraceKind,
    ) -> Result<(), Trap> {
        observer.on_done(&self.record(index, step, kind), &self.state())
    }

    fn state(&self) -> CoreState<'_> {
        CoreState { core: self, memory: &self.memory, global: &self.memory }
    }

    /// Shows what contents go where, before they do.
    pub(super) fn show_moves(&self, moves: &[Move], values: &[SlotValue]) {
        let Some(observer) = self.observer else { return };
        let to_args = |(m, from): (&Move, &SlotValue)| match (from, self.slots[m.to as usize]) {
            (SlotValue::Tile(from), SlotValue::Tile(to)) => Some((Arg::Tile(*from), Arg::Tile(to))),
            (SlotValue::Reg(from), SlotValue::Reg(to)) => Some((Arg::Reg(*from), Arg::Reg(to))),
            _ => None,
        };
        let contents = moves.iter().zip(values).filter(|(m, _)| m.contents);
        let shown: Vec<(Arg, Arg)> = contents.filter_map(to_args).collect();
        if !shown.is_empty() {
            observer.on_moves(&shown, &self.state());
        }
    }

    fn reads_global(&self, step: &Step<'_>) -> bool {
        let space = |a: &StepArg| match self.slots[a.slot as usize] {
            SlotValue::Ptr(p) => p.space == Space::Gm,
            _ => false,
        };
        step.args.iter().any(space)
    }

    fn give_zero(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        for r in &step.results {
            self.slots.set_number(r.1, 0);
        }
        Ok(())
    }

    /// Shows a synchronisation that the core has passed.
    pub(crate) fn show_sync(&mut self, index: u32, sync: Sync) -> Result<(), Trap> {
        let Some(observer) = self.observer else { return Ok(()) };
        let step = &self.program.steps[index as usize];
        let kind = match sync {
            Sync::Queue(QueueOp::Open { .. }) => return Ok(()),
            Sync::Queue(_) => match self.queued.take() {
                Some(kind) => TraceKind::Queue(kind),
                None => return Ok(()),
            },
            Sync::Notify | Sync::AwaitCounters | Sync::TestCounters => {
                match self.counted_step.take() {
                    Some(step) => TraceKind::Counter(step),
                    None => return Ok(()),
                }
            }
            other => match self.trace_kind(step, other)? {
                Some(kind) => kind,
                None => return Ok(()),
            },
        };
        self.gather_args(step);
        self.show(observer, index as usize, step, kind)?;
        match kind {
            _ if self.trace.is_none() => {}
            TraceKind::Counter(done) => self.trace_counters(observer, index as usize, step, done),
            _ => self.trace_queue(observer, index as usize, step, kind),
        }
        match observer.execute() {
            Execute::Control => Ok(()),
            _ => self.show_done(observer, index as usize, step, kind),
        }
    }

    pub(crate) fn show(
        &self,
        observer: &dyn SharedObserver,
        index: usize,
        step: &Step<'_>,
        kind: TraceKind,
    ) -> Result<(), Trap> {
        observer.on_record(&self.record(index, step, kind))
    }

    /// What a core does with a step whose operands are gathered.
    pub(crate) fn record<'a>(
        &'a self,
        index: usize,
        step: &'a Step<'_>,
        kind: TraceKind,
    ) -> TraceRecord<'a> {
        TraceRecord {
            core: self.at(),
            executed: self.executed,
            step: index as u32,
            node: step.node,
            def: step.def,
            args: &self.args,
            results: &step.results,
            attrs: &step.attrs,
            thread: self.thread.as_ref().map(|t| t.number()),
            kind,
        }
    }
}
