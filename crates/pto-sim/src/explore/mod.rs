//! Other legal orders: pipes as queues that run side by side, as on a device.
//!
//! The scalar unit of each core walks the program: control flow, descriptors, numbers. Everything else it gives
//! to the pipes, with operands and special registers as they are at that moment (`entry.rs`), and goes on
//! (`pipes.rs`). A pipe does one thing after another; what is next in its queue starts when everything it waits
//! for has happened: events, buffer ids, signals, queues between cores (`pipes.rs`). A [`Schedule`] only chooses
//! which of those that can go on does so (`policy.rs`). A program whose synchronisation says all it needs gives
//! the same result in every order; for one that does not, `compare/` finds the first instruction that wrote
//! something else.
//!
//! A kernel that leaves synchronisation to the tool keeps the order its operands need (`accesses.rs`).
//!
//! Each entry happens at once: what an instruction does while another one of the same pipe is still under way
//! (the vector pipe of A2/A3 without a barrier) is for the race check, as are accesses inside a vector scope.

mod core_pipes;
mod deadlock;
mod divergence_log;
mod entry;
mod may_access;
mod pipes;
mod policy;

pub use divergence_log::Executed;
pub(crate) use divergence_log::ExecutionLog;
pub use policy::Schedule;
pub(crate) use policy::SchedulePolicy;

use crate::block::BlockMemory;
use crate::core::Core;
use pipes::Machine;
use pto_ir::diag::Diagnostic;

/// Who synchronises the pipes of a core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The tool: the kernel runs as if the needed synchronisation were there.
    Auto,
    /// The program: what it leaves in no order is a race.
    Manual,
}

/// What makes two events the same one. Sources disagree (PTOAS issue 823).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FlagIdentity {
    /// The pipe that sets it, the pipe that waits, and its number.
    #[default]
    SourceTargetId,
    /// The pipe that sets it and its number.
    SourceId,
}

/// How pipes are kept in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExploreOptions {
    /// Who synchronises; without it, the program if it has an event, a flag or a buffer id.
    pub mode: Option<Mode>,
    /// When two events are the same.
    pub identity: FlagIdentity,
}

/// The order of a run.
pub(crate) struct ScheduleExplorer {
    pub policy: SchedulePolicy,
    pub auto: bool,
    pub identity: FlagIdentity,
    pub log: Option<ExecutionLog>,
}

impl ScheduleExplorer {
    /// Blocks that do not wait for each other come in the reverse of their order.
    pub const fn reverses_blocks(&self) -> bool {
        matches!(self.policy, SchedulePolicy::Lazy)
    }

    /// Runs cores to their end. Cores of one block stand together and share one of the memories.
    pub fn run<'g>(
        &mut self,
        cores: &mut [Core<'_, 'g>],
        memories: &mut [BlockMemory<'g>],
    ) -> Result<(), Box<Diagnostic>> {
        let Some(first) = cores.first() else { return Ok(()) };
        let target = first.program.numerics.target;
        let (mut machine, policy) = Machine::new(cores, memories, target, self);
        machine.run(policy)
    }
}
