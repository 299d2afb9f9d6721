//! What a command may take: its time and what it shows, and what a run may take.

use crate::arg::parse_size;
use crate::arg_error::ArgError;
use crate::machine;
use crate::{render, stop};
use clap::Args;
use pto_sim::{Limits, size_text};
use std::time::Duration;

/// The heading of limits in a help.
pub(crate) const LIMITS: &str = "Limits";

/// Findings that are shown unless another number is asked for.
pub const MOST_FINDINGS: usize = 100;
/// Seconds after which a command that is not done is stopped, unless another number is asked for.
pub const MOST_SECONDS: u64 = 60;
/// Limits of every command that reads a program.
#[derive(Args, Clone, Debug)]
pub struct LimitsArg {
    /// Show at most N findings, errors first; 0 shows all
    #[arg(long, value_name = "N", default_value_t = MOST_FINDINGS, help_heading = LIMITS)]
    max_findings: usize,
    /// Stop if it is not done after N seconds; 0 never stops it
    #[arg(long, value_name = "N", default_value_t = MOST_SECONDS, help_heading = LIMITS)]
    max_seconds: u64,
}

impl LimitsArg {
    /// From now on the limits hold.
    pub fn hold(&self) {
        self.hold_after(Duration::ZERO);
    }

    fn hold_after(&self, grace: Duration) {
        render::set_most_findings(self.max_findings);
        if let Some(time) = self.time() {
            stop::after(time, grace);
        }
    }

    fn time(&self) -> Option<Duration> {
        (self.max_seconds > 0).then(|| Duration::from_secs(self.max_seconds))
    }
}

/// How long a run has to stop by itself: then it says where it is.
const GRACE: Duration = Duration::from_secs(2);

/// Limits of commands that run a kernel, or go through it to time it.
#[derive(Args, Clone, Debug)]
pub struct RunLimitsArg {
    /// Stop a block after N steps
    #[arg(long, value_name = "N", default_value_t = Limits::default().steps, help_heading = LIMITS)]
    max_steps: u64,
    /// Memory for buffers and blocks, such as 512M or 40G; without it, what the machine has left
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = LIMITS)]
    max_memory: Option<u64>,
    /// Stop after N instructions of a timeline, or of runs that are compared
    #[arg(long, value_name = "N", default_value_t = Limits::default().kept_instructions, help_heading = LIMITS)]
    max_instructions: u64,
    #[command(flatten)]
    common: LimitsArg,
}

impl RunLimitsArg {
    /// From now on the limits of the command hold.
    pub fn hold(&self) {
        self.common.hold_after(GRACE);
    }

    /// Limits of a run that may print so much.
    pub fn of_run(&self, printed_bytes: u64) -> Limits {
        Limits {
            steps: self.max_steps,
            time: self.common.time(),
            memory_bytes: self.room().bytes(),
            printed_bytes,
            kept_instructions: self.max_instructions,
        }
    }

    /// What buffers and blocks may take.
    pub fn room(&self) -> Room {
        match (self.max_memory, machine::free_bytes()) {
            (Some(bytes), _) => Room::Allowed(bytes),
            (None, Some(bytes)) => Room::Left(bytes),
            (None, None) => Room::Allowed(Limits::default().memory_bytes),
        }
    }
}

/// Memory that a run may take.
#[derive(Clone, Copy, Debug)]
pub enum Room {
    /// What the machine has left.
    Left(u64),
    /// What the user, or a default, allows.
    Allowed(u64),
}

impl Room {
    /// How much it is.
    pub fn bytes(self) -> u64 {
        let (Room::Left(bytes) | Room::Allowed(bytes)) = self;
        bytes
    }

    /// Refuses what needs more.
    pub fn check(self, what: &str, bytes: u64) -> Result<(), ArgError> {
        if bytes <= self.bytes() {
            return Ok(());
        }
        let most = size_text(self.bytes());
        let limit = match self {
            Room::Left(_) => format!("the machine has {most} left"),
            Room::Allowed(_) => format!("{most} are allowed"),
        };
        Err(ArgError::new(format!("{what} need {}, and {limit}", size_text(bytes)))
            .hint("`--max-memory SIZE` sets the limit"))
    }
}

/// Reads a number of bytes for a limit.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    parse_size(text).ok_or_else(|| "write bytes as 4096, 64K, 512M or 40G".into())
}
