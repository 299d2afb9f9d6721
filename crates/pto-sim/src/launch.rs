//! What a kernel is started with, and what is known of a run.

use crate::core::OpStats;
use std::time::Duration;

/// The value of a kernel parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LaunchArg {
    /// The bytes of a buffer, or of a tile's valid region row by row. They are changed by the run.
    Bytes(Vec<u8>),
    /// The code of a number.
    Number(u64),
}

/// How to run a kernel.
#[derive(Clone, Debug)]
pub struct Launch {
    /// Blocks, each with its own number.
    pub blocks: u32,
    /// Threads that share the blocks. Results do not depend on it, whatever the kernel does: they are those of
    /// blocks one after another, in the order of their numbers.
    pub threads: usize,
    /// Bytes past the end of each buffer that an access may reach, with a warning.
    pub gm_slack: usize,
    /// A block that takes more steps is stopped.
    pub max_steps: Option<u64>,
    /// Measure every instruction.
    pub stats: bool,
    /// Run by the definitions only, without fast kernels.
    pub reference: bool,
}

impl Default for Launch {
    fn default() -> Launch {
        Launch {
            blocks: 1,
            threads: 1,
            gm_slack: 0,
            max_steps: None,
            stats: false,
            reference: false,
        }
    }
}

/// What a run did.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Steps of all blocks: instructions, scalar operations and jumps.
    pub steps: u64,
    /// By instruction name, in the order of the program's first use; empty unless asked for.
    pub ops: Vec<(String, OpStats)>,
    /// What the program printed, block after block.
    pub printed: Vec<String>,
    /// Time of the run alone.
    pub elapsed: Duration,
    /// An access went past the end of a buffer, into the slack.
    pub overran: bool,
    /// Quirks whose two readings differ for something that was executed.
    pub quirks: Vec<&'static str>,
}
