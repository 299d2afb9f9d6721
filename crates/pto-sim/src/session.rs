//! A run that stops where it is told and goes on from what was kept of it: time travel.
//!
//! A run is deterministic, so its state after a number of steps is known by their number. Whoever wants to go back restores a
//! [`Checkpoint`] from before and runs on from there.

use crate::blocks::{Group, Runner};
use crate::core_state::CoreState;
use crate::launch::{Launch, LaunchArg};
use crate::observe::{Effects, Execute, SharedObserver, TraceRecord};
use crate::schedule::{Progress, Turns};
use crate::signal::CoreAt;
use crate::{Footprint, InstrumentedProgram};
use pto_ir::NodeId;
use pto_ir::diag::Diagnostic;
use pto_isa::sem::Trap;
use std::cell::RefCell;

mod checkpoint;

pub use checkpoint::Checkpoint;

/// A run that can be stopped after any step, and put back to what it was.
pub struct Session<'a, 'g> {
    runner: &'a Runner<'a>,
    group: Group<'a, 'g>,
    turns: Turns,
    /// The first block of those that run now.
    first: u32,
    at: u64,
    over: bool,
    failure: Option<Box<Diagnostic>>,
    tracer: &'a StepTracer,
    printed: Vec<String>,
}

/// What the last traced step touched.
#[derive(Default)]
pub(crate) struct StepTracer {
    footprints: RefCell<Vec<Footprint>>,
}

impl SharedObserver for StepTracer {
    fn on_record(&self, _: &TraceRecord<'_>) -> Result<(), Trap> {
        Ok(())
    }
    fn on_access(&self, _: &TraceRecord<'_>, effects: &Effects<'_>) {
        self.footprints.borrow_mut().extend_from_slice(effects.footprints);
    }
    fn execute(&self) -> Execute {
        Execute::Traced { undefined: false }
    }
}

impl InstrumentedProgram<'_> {
    /// Starts a run and hands it to `travel`, stopped before its first step. The buffers hold what the run had come to when that
    /// returns.
    ///
    /// ```
    /// use pto_sim::{InstrumentedProgram, Launch, LaunchArg};
    /// use pto_isa::sem::{Arg, Numerics, Semantics};
    /// use pto_isa::Target;
    /// let text = "func.func @count(%n: index) {
    ///   %zero = arith.constant 0 : index
    ///   %one = arith.constant 1 : index
    ///   scf.for %i = %zero to %n step %one {
    ///     %j = arith.addi %i, %one : index
    ///   }
    ///   return
    /// }";
    /// let (module, _) = pto_ir::parse(text);
    /// let (verified, _) = pto_check::verify(module, Target::A5, &Default::default()).unwrap();
    /// let numerics = Numerics::new(Target::A5, Semantics::Manual);
    /// let program = InstrumentedProgram::decode(&verified, None, numerics).unwrap();
    /// let j = program.travel(&mut [LaunchArg::Number(100)], &Launch::default(), |run| {
    ///     run.run_to(40);
    ///     let middle = run.save(None);
    ///     let seen = run.core().unwrap().value("j");
    ///     run.run_to(u64::MAX);
    ///     run.restore(&middle);
    ///     assert_eq!(run.core().unwrap().value("j"), seen);
    ///     seen
    /// });
    /// assert!(matches!(j.unwrap(), Some(Arg::Scalar(_, 1..100))));
    /// ```
    pub fn travel<T>(
        &self,
        args: &mut [LaunchArg],
        launch: &Launch,
        travel: impl FnOnce(&mut Session<'_, '_>) -> T,
    ) -> Result<T, Box<Diagnostic>> {
        self.program().with_runner(args, launch, |runner, memory| {
            let tracer = StepTracer::default();
            let mut group = runner.group(memory, None);
            runner.begin(&mut group, 0);
            let turns = Turns::new(&group.cores);
            let mut session = Session {
                runner,
                group,
                turns,
                first: 0,
                at: 0,
                over: false,
                failure: None,
                tracer: &tracer,
                printed: Vec::new(),
            };
            Ok(travel(&mut session))
        })
    }
}

impl<'a> Session<'a, '_> {
    /// How many steps have been executed: instructions, scalar operations and jumps of all cores.
    pub fn at(&self) -> u64 {
        self.at
    }
    /// Whether nothing is left to be executed.
    pub fn is_over(&self) -> bool {
        self.over
    }
    /// Why the run ended before its end.
    pub fn failure(&self) -> Option<&Diagnostic> {
        self.failure.as_deref()
    }
    /// What the program has printed.
    pub fn printed(&self) -> Vec<String> {
        let now = self.group.cores.iter().flat_map(|c| &c.printed);
        self.printed.iter().chain(now).cloned().collect()
    }

    /// The core that executes something next.
    pub fn core(&self) -> Option<CoreState<'_>> {
        self.turns.next().map(|i| self.state(i))
    }
    /// The cores of the blocks that run now.
    pub fn cores(&self) -> impl Iterator<Item = CoreState<'_>> {
        (0..self.group.cores.len()).map(|i| self.state(i))
    }
    /// What a core waits for, in words, and where; none if it can go on.
    pub fn waits_for(&self, core: CoreAt) -> Option<(NodeId, String)> {
        let i = self.group.cores.iter().position(|c| c.at() == core)?;
        self.turns.waits_for(i)
    }
    /// Whether a core is at its end.
    pub fn has_ended(&self, core: CoreAt) -> bool {
        let i = self.group.cores.iter().position(|c| c.at() == core);
        i.is_none_or(|i| self.turns.has_ended(i))
    }
    fn state(&self, i: usize) -> CoreState<'_> {
        let per_block = self.group.cores.len() / self.group.memories.len().max(1);
        let sees = self.group.memories.iter().find(|m| m.sees_global());
        let memory = &self.group.memories[i / per_block];
        CoreState { core: &self.group.cores[i], memory, global: sees.unwrap_or(memory) }
    }

    /// Executes one step; `false` if the run is over.
    pub fn step(&mut self) -> bool {
        self.run_to(self.at + 1)
    }

    /// Executes one step and tells what it reads and writes.
    pub fn traced_step(&mut self) -> Vec<Footprint> {
        self.trace(true);
        self.step();
        self.trace(false);
        self.tracer.footprints.take()
    }

    fn trace(&mut self, on: bool) {
        let tracer: &'a dyn SharedObserver = self.tracer;
        for core in &mut self.group.cores {
            core.observe(on.then_some(tracer));
        }
    }

    /// Runs until this many steps have been executed; `false` if the run is over before.
    pub fn run_to(&mut self, at: u64) -> bool {
        while self.at < at && !self.over {
            let left = at - self.at;
            let (cores, memories) = (&mut self.group.cores, &mut self.group.memories);
            let before: u64 = cores.iter().map(|c| c.executed).sum();
            cores.iter_mut().for_each(|c| c.pause_at = c.executed.saturating_add(left));
            let progress = self.turns.go_on(cores, memories);
            let after: u64 = cores.iter().map(|c| c.executed).sum();
            self.at += after - before;
            match progress {
                Ok(Progress::Paused | Progress::Turn) => {}
                Ok(Progress::Ended) => self.next_blocks(),
                Err(failure) => {
                    self.failure = Some(failure);
                    self.over = true;
                }
            }
        }
        !self.over
    }

    /// Goes on with the blocks after those that have ended.
    fn next_blocks(&mut self) {
        let next = self.first + self.runner.at_once;
        if next >= self.runner.launch.blocks * self.runner.launch.ranks {
            self.over = true;
            return;
        }
        let reports = self.runner.end(&mut self.group, self.first);
        self.printed.extend(reports.into_iter().flat_map(|r| r.printed));
        self.first = next;
        self.runner.begin(&mut self.group, next);
        self.turns = Turns::new(&self.group.cores);
    }
}
