//! Other legal orders: pipes as queues that run side by side, as on a device.
//!
//! The scalar unit of each core walks the program: control flow, descriptors, numbers. Everything else it gives
//! to the pipes, with operands and special registers as they are at that moment (`entry.rs`), and goes on
//! (`lane.rs`). A pipe does one thing after another; what is next in its queue starts when everything it waits
//! for has happened: events, buffer ids, signals, queues between cores (`pipes.rs`). A [`Schedule`] only chooses
//! which of those that can go on does so (`choose.rs`). A program whose synchronisation says all it needs gives
//! the same result in every order; for one that does not, `compare.rs` finds the first instruction that wrote
//! something else.
//!
//! A kernel that leaves synchronisation to the tool keeps the order its operands need (`reach.rs`).
//!
//! Each entry happens at once: what an instruction does while another one of the same pipe is still under way
//! (the vector pipe of A2/A3 without a barrier) is for the race check, as are accesses inside a vector scope.

mod across;
mod choose;
mod compare;
mod entry;
mod lane;
mod pipes;
mod reach;
mod stuck;

pub use across::Across;
pub use choose::Schedule;
pub use compare::{Compared, Executed};

use crate::check::{FlagIdentity, Mode};
use crate::core::Core;
use crate::launch::{Launch, LaunchArg, Report};
use crate::memory::CoreMemory;
use crate::observe::{Watched, Watching};
use choose::Chooser;
use compare::Log;
use pipes::Machine;
use pto_ir::diag::Diagnostic;
use std::cell::RefCell;

/// How pipes are kept in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrderOptions {
    /// Who synchronises; without it, the program if it has an event, a flag or a buffer id.
    pub mode: Option<Mode>,
    /// When two events are the same.
    pub identity: FlagIdentity,
}

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

/// The order of a run.
pub(crate) struct Order {
    chooser: Chooser,
    auto: bool,
    identity: FlagIdentity,
    log: Option<Log>,
}

impl Order {
    /// Blocks that do not wait for each other come in the reverse of their order.
    pub const fn reverses_blocks(&self) -> bool {
        matches!(self.chooser, Chooser::Lazy)
    }

    /// Runs cores to their end. Cores of one block stand together and share one of the memories.
    pub fn run<'g>(
        &mut self,
        cores: &mut [Core<'_, 'g>],
        memories: &mut [CoreMemory<'g>],
    ) -> Result<(), Box<Diagnostic>> {
        let Some(first) = cores.first() else { return Ok(()) };
        let target = first.program.numerics.target;
        let (mut machine, chooser) = Machine::new(cores, memories, target, self);
        machine.run(chooser)
    }
}

impl Watched<'_> {
    /// Who synchronises the pipes of the kernel, unless somebody says otherwise.
    pub fn mode(&self) -> Mode {
        if self.is_synchronised_by_hand() { Mode::Manual } else { Mode::Auto }
    }

    fn order(&self, chooser: Chooser, options: &OrderOptions) -> Order {
        let auto = options.mode.unwrap_or_else(|| self.mode()) == Mode::Auto;
        Order { chooser, auto, identity: options.identity, log: None }
    }

    /// Runs the kernel in an order that a schedule chooses.
    pub fn run_in_order(
        &self,
        args: &mut [LaunchArg],
        launch: &Launch,
        schedule: Schedule,
        options: &OrderOptions,
    ) -> Result<Report, Box<Diagnostic>> {
        let order = RefCell::new(self.order(Chooser::new(schedule), options));
        self.program().run_watched(args, launch, None, Some(&order))
    }

    /// Runs the kernel by given choices: scalar units run ahead, synchronisation happens as soon as it can, and
    /// where several pipes can go on with something else, the next number of the script says which; behind its
    /// end always the first. All orders of the pipes are found by changing the last choice that has an
    /// alternative.
    pub fn run_by_script(
        &self,
        args: &mut [LaunchArg],
        launch: &Launch,
        options: &OrderOptions,
        script: &[u32],
    ) -> Scripted {
        let chooser = Chooser::Script(script.to_vec(), Vec::new());
        let (outcome, order) =
            self.run_logged(args, launch, self.order(chooser, options), Log::default());
        let choices = match order.chooser {
            Chooser::Script(_, choices) => choices,
            _ => Vec::new(),
        };
        Scripted { outcome, choices, executed: order.log.map_or_else(Vec::new, |l| l.executed) }
    }

    /// Runs the kernel and takes down what is executed.
    fn run_logged(
        &self,
        args: &mut [LaunchArg],
        launch: &Launch,
        mut order: Order,
        log: Log,
    ) -> (Result<Report, Box<Diagnostic>>, Order) {
        let witness = log.witness();
        order.log = Some(log);
        let order = RefCell::new(order);
        let watch: &dyn Watching = &witness;
        let outcome = self.program().run_watched(args, launch, Some(watch), Some(&order));
        (outcome, order.into_inner())
    }
}
