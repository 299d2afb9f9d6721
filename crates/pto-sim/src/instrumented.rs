//! A program that is observed, or that runs in other orders than its own.
//!
//! Cores are scheduled as in a run, so that what one core waits for has been shown before it goes on. Scalar code,
//! descriptors and control flow are the simulator's own: loops and dynamic shapes are real.

use crate::action::{Action, Sync};
use crate::core_state::CoreState;
use crate::decode::{Refusal, decode_instrumented};
use crate::explore::{
    Executed, ExecutionLog, ExploreOptions, Mode, Schedule, ScheduleExplorer, SchedulePolicy,
};
use crate::launch::{Launch, LaunchArg, Report};
use crate::observe::{Effects, Execute, Observer, SharedObserver, TraceRecord};
use crate::program::{Program, Step};
use crate::signal::CoreRole;
use pto_check::Verified;
use pto_ir::diag::Diagnostic;
use pto_ir::{Module, NodeId};
use pto_isa::sem::{Arg, Numerics, Trap};
use pto_kernels::value::StepArg;
use std::cell::RefCell;

/// What a run by given choices did.
#[derive(Debug)]
pub struct Scripted {
    /// What the run did, or why it stopped.
    pub outcome: Result<Report, Box<Diagnostic>>,
    /// How many pipes could go on, where there were several.
    pub choices: Vec<u32>,
    /// What was executed, in this order.
    pub executed: Vec<Executed>,
}

/// A program made to be observed. It has barriers and scopes, which a plain [`Program`] passes over.
#[derive(Debug)]
pub struct InstrumentedProgram<'m> {
    program: Program<'m>,
}

impl<'m> InstrumentedProgram<'m> {
    /// Decodes a kernel, as [`crate::decode`] does.
    pub fn decode(
        verified: &'m Verified,
        entry: Option<&str>,
        numerics: Numerics,
    ) -> Result<InstrumentedProgram<'m>, Refusal> {
        decode_instrumented(verified, entry, numerics)
            .map(|program| InstrumentedProgram { program })
    }

    /// The program itself.
    pub fn program(&self) -> &Program<'m> {
        &self.program
    }
    /// The module it comes from.
    pub fn module(&self) -> &'m Module {
        self.program.module
    }
    /// The kernel's function.
    pub fn entry(&self) -> NodeId {
        self.program.entry
    }
    /// The names of the kernel's parameters, without `%`.
    pub fn param_names(&self) -> Vec<&'m str> {
        self.program.param_names()
    }
    /// The cores of a block.
    pub fn roles(&self) -> &'static [CoreRole] {
        self.program.roles
    }

    /// Whether the kernel synchronises its pipes by itself: it has an event, a flag or a buffer id. A barrier
    /// alone does not count; what has none of them runs as if the needed synchronisation were there.
    pub fn is_synchronised_by_hand(&self) -> bool {
        use Sync::{GetBuffer, ReleaseBuffer, SetFlag, WaitFlag};
        self.program.steps.iter().any(|s| {
            matches!(s.action, Action::Sync(SetFlag | WaitFlag | GetBuffer | ReleaseBuffer))
        })
    }

    /// Whether what a core does may depend on the contents of memory.
    pub fn depends_on_data(&self) -> bool {
        let reads = |s: &Step<'_>| {
            let local = |a: &StepArg| {
                let kind = s.def.operands.get(a.operand as usize).map(|o| o.kind);
                matches!(kind, Some(pto_isa::def::Kind::Tile | pto_isa::def::Kind::Memory))
            };
            matches!(s.action, Action::Load | Action::FillLocal)
                || matches!(s.action, Action::Sync(Sync::AwaitCounters | Sync::TestCounters))
                || s.action == Action::Sem && !s.results.is_empty() && s.args.iter().any(local)
        };
        self.program.steps.iter().any(reads)
    }

    /// Runs the kernel, block after block, and shows everything to `observer`.
    pub fn run(
        &self,
        args: &mut [LaunchArg],
        launch: &Launch,
        execute: Execute,
        observer: &mut dyn Observer,
    ) -> Result<Report, Box<Diagnostic>> {
        let observer = ObserverCell { observer: RefCell::new(observer), execute };
        self.program.run_observed(args, launch, Some(&observer), None)
    }
}

struct ObserverCell<'o> {
    observer: RefCell<&'o mut dyn Observer>,
    execute: Execute,
}

impl SharedObserver for ObserverCell<'_> {
    fn on_record(&self, record: &TraceRecord<'_>) -> Result<(), Trap> {
        self.observer.borrow_mut().on_record(record)
    }
    fn on_access(&self, record: &TraceRecord<'_>, effects: &Effects<'_>) {
        self.observer.borrow_mut().on_access(record, effects);
    }
    fn on_begin(&self, record: &TraceRecord<'_>, core: &CoreState<'_>) {
        self.observer.borrow_mut().on_begin(record, core);
    }
    fn on_moves(&self, moves: &[(Arg, Arg)], core: &CoreState<'_>) {
        self.observer.borrow_mut().on_moves(moves, core);
    }
    fn on_done(&self, record: &TraceRecord<'_>, core: &CoreState<'_>) -> Result<(), Trap> {
        self.observer.borrow_mut().on_done(record, core)
    }
    fn execute(&self) -> Execute {
        self.execute
    }
}

impl InstrumentedProgram<'_> {
    /// Who synchronises the pipes of the kernel, unless somebody says otherwise.
    pub fn mode(&self) -> Mode {
        if self.is_synchronised_by_hand() { Mode::Manual } else { Mode::Auto }
    }

    pub(crate) fn order(
        &self,
        policy: SchedulePolicy,
        options: &ExploreOptions,
    ) -> ScheduleExplorer {
        let auto = options.mode.unwrap_or_else(|| self.mode()) == Mode::Auto;
        ScheduleExplorer { policy, auto, identity: options.identity, log: None }
    }

    /// Runs the kernel in an order that a schedule chooses.
    pub fn run_in_order(
        &self,
        args: &mut [LaunchArg],
        launch: &Launch,
        schedule: Schedule,
        options: &ExploreOptions,
    ) -> Result<Report, Box<Diagnostic>> {
        let order = RefCell::new(self.order(SchedulePolicy::new(schedule), options));
        self.program().run_observed(args, launch, None, Some(&order))
    }

    /// Runs the kernel by given choices: scalar units run ahead, synchronisation happens as soon as it can, and
    /// where several pipes can go on with something else, the next number of the script says which; after its
    /// end always the first. All orders of the pipes are found by changing the last choice that has an
    /// alternative.
    pub fn run_by_script(
        &self,
        args: &mut [LaunchArg],
        launch: &Launch,
        options: &ExploreOptions,
        script: &[u32],
    ) -> Scripted {
        let policy = SchedulePolicy::Script(script.to_vec(), Vec::new());
        let (outcome, order) =
            self.run_logged(args, launch, self.order(policy, options), ExecutionLog::default());
        let choices = match order.policy {
            SchedulePolicy::Script(_, choices) => choices,
            _ => Vec::new(),
        };
        Scripted { outcome, choices, executed: order.log.map_or_else(Vec::new, |l| l.executed) }
    }

    /// Runs the kernel and takes down what is executed.
    pub(crate) fn run_logged(
        &self,
        args: &mut [LaunchArg],
        launch: &Launch,
        mut order: ScheduleExplorer,
        log: ExecutionLog,
    ) -> (Result<Report, Box<Diagnostic>>, ScheduleExplorer) {
        let write_observer = log.write_observer(launch.limits.kept_instructions);
        order.log = Some(log);
        let order = RefCell::new(order);
        let observer: &dyn SharedObserver = &write_observer;
        let outcome = self.program().run_observed(args, launch, Some(observer), Some(&order));
        (outcome, order.into_inner())
    }
}
