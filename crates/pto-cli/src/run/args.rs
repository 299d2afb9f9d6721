//! What `pto run` is told, and what that means for a run.

use super::debug_args::DebugArgs;
use super::print::OutputFormat;
use crate::arg_error::ArgError;
use crate::grid_arg::GridArg;
use crate::limits_arg::{self, RunLimitsArg};
use crate::output::examples;
use crate::rules_arg::RulesArg;
use crate::target_arg::TargetName;
use clap::{Args, ValueHint};
use pto_isa::Target;
use pto_isa::sem::{Numerics, OutsideValid, Semantics, SummationOrder};
use pto_sanitize::{CheckOptions, Checks};
use pto_sim::Launch;
use pto_sim::explore::{ExploreOptions, Schedule};
use pto_sim::explore::{FlagIdentity, Mode};

/// Every buffer gets this much memory more.
const MOST_SLACK_BYTES: i64 = 64 << 20;

/// What `pto run` is told.
#[derive(Args, Clone, Debug)]
#[command(after_help = examples(&[
    ("a program without arguments", "pto run examples/hello.pto"),
    ("buffers and numbers, in the order of the parameters; y is written to a file",
     "pto run examples/softmax.pto --blocks 2 --arg zeros:64x2048xf32 --arg zeros:64x2048xf32=y.npy --arg 64"),
    ("find races, misused events, uninitialised reads and overlapping tiles",
     "pto run examples/add_manual.pto --arg zeros:64x128xf32 --arg zeros:64x128xf32 --arg zeros:64x128xf32 --arg 64 --arg 128 --check all"),
    ("does another schedule of the pipes change the result?",
     "pto run examples/add_manual.pto --arg zeros:64x128xf32 --arg zeros:64x128xf32 --arg zeros:64x128xf32 --arg 64 --arg 128 --schedule lazy"),
]))]
pub struct RunArgs {
    /// Program to run; `-` reads standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(super) file: String,
    /// Function to run; without it, the only one, the one marked `pto.entry`, or the cube function and the
    /// vector function with the same parameters
    #[arg(long, value_name = "NAME")]
    pub(super) entry: Option<String>,
    /// Target to run as; without it, the one the module names, else cpu
    #[arg(long, value_name = "T", value_parser = TargetName)]
    pub(super) target: Option<Target>,
    #[command(flatten)]
    pub(super) rules: RulesArg,
    /// Kernel argument, one for each parameter in order: a number, FILE (.npy or bytes), zeros:BYTES,
    /// zeros:64x128xf32, random:64x128xf32 (the same numbers every time), comm (the context of a kernel that
    /// communicates), or peer:RANK:NAME (what another device has for a parameter); append =OUT to a buffer to write it to OUT afterwards
    #[arg(long = "arg", value_name = "SPEC", allow_hyphen_values = true)]
    pub(super) args: Vec<String>,
    #[command(flatten)]
    pub(super) grid: GridArg,
    /// Threads that share the blocks; without it, one per CPU. The results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) threads: Option<u16>,

    /// Reference semantics: the vendor manual, or observed hardware (silicon)
    #[arg(long, value_name = "S", default_value = "manual", value_parser = ["manual", "silicon"], help_heading = MEANING)]
    pub(super) semantics: String,
    /// What reads outside a valid region return: all-ones bytes, the bytes in memory, zero, or a trap
    #[arg(long, value_name = "HOW", value_parser = ["ones", "memory", "zero", "trap"], help_heading = MEANING)]
    pub(super) outside_valid: Option<String>,
    /// Summation order of floats: the target's own (hw), or left to right
    #[arg(long, value_name = "ORDER", default_value = "hw", value_parser = ["hw", "left"], help_heading = MEANING)]
    pub(super) sum_order: String,
    /// Allow accesses up to BYTES (at most 64 MiB) past the end of a buffer, with a warning
    #[arg(long, value_name = "BYTES", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=MOST_SLACK_BYTES), help_heading = MEANING)]
    pub(super) gm_slack: u32,
    /// Execute the reference definitions only, without fast kernels
    #[arg(long, help_heading = MEANING)]
    pub(super) reference: bool,

    /// Sanitizers to run with: mem, init, race, sync (comma-separated), or all
    #[arg(long, value_name = "LIST", conflicts_with_all = ["bench", "print", "stats"], help_heading = MISTAKES)]
    pub(super) check: Option<String>,
    /// Schedule the pipes of each core in another legal order (program, eager, lazy or random:SEED) and report whether
    /// the result differs from program order
    #[arg(long, value_name = "ORDER", default_value = "program", value_parser = schedule,
        conflicts_with_all = ["check", "bench", "print", "stats"], help_heading = MISTAKES)]
    pub(super) schedule: Schedule,
    /// Synchronisation of the pipes of a core: auto (assume it is inserted) or manual (unordered conflicts
    /// are races); default: manual if the kernel has an event, a flag or a buffer id
    #[arg(long, value_name = "MODE", value_parser = ["auto", "manual"], help_heading = MISTAKES)]
    pub(super) mode: Option<String>,
    /// Run on another target as well and report the first instruction whose values differ
    #[arg(long, value_name = "T", conflicts_with_all = ["check", "schedule", "bench", "print", "stats"], help_heading = MISTAKES)]
    pub(super) compare: Option<String>,
    /// Identity of an event: both pipes and id, or source pipe and id
    #[arg(long, value_name = "KEY", default_value = "src-dst-id", value_parser = ["src-dst-id", "src-id"], help_heading = MISTAKES)]
    pub(super) flag_identity: String,

    #[command(flatten)]
    pub(super) debug: DebugArgs,

    /// Print the time of each instruction
    #[arg(long, help_heading = OUTPUT)]
    pub(super) stats: bool,
    /// Run N times after a warm-up and print the median and minimum nanoseconds as JSON
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = OUTPUT)]
    pub(super) bench: Option<u32>,
    /// Print findings and what was executed as JSON
    #[arg(long, conflicts_with_all = ["bench", "sarif"], help_heading = OUTPUT)]
    pub(super) json: bool,
    /// Print findings as SARIF 2.1.0
    #[arg(long, conflicts_with = "bench", help_heading = OUTPUT)]
    pub(super) sarif: bool,
    #[command(flatten)]
    pub(super) limits: RunLimitsArg,
    /// Text that the program may print
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = limits_arg::size, help_heading = limits_arg::LIMITS)]
    pub(super) max_output: u64,
}

const MEANING: &str = "Semantics";
const MISTAKES: &str = "Sanitizers and schedules";
const OUTPUT: &str = "Output";

impl RunArgs {
    /// How findings are shown.
    pub(super) fn output_format(&self) -> OutputFormat {
        match (self.json, self.sarif) {
            (true, _) => OutputFormat::Json,
            (_, true) => OutputFormat::Sarif,
            _ => OutputFormat::Text,
        }
    }

    /// What instructions mean on a target.
    pub(super) fn numerics(&self, target: Target) -> Numerics {
        let semantics = Semantics::parse(&self.semantics).unwrap_or_default();
        let mut n = Numerics::new(target, semantics);
        if let Some(o) = self.outside_valid.as_deref().and_then(OutsideValid::parse) {
            n.outside_valid = o;
        }
        if self.sum_order == "left" {
            n.order = SummationOrder::Left;
        }
        n
    }

    /// How the kernel is launched.
    pub(super) fn launch(&self) -> Launch {
        let cpus = || std::thread::available_parallelism().map_or(1, usize::from);
        Launch {
            ranks: self.grid.ranks,
            blocks: self.grid.of_one.blocks,
            threads: self.threads.map_or_else(cpus, usize::from),
            gm_slack: self.gm_slack as usize,
            limits: self.limits.of_run(self.max_output),
            stats: self.stats,
            reference: self.reference,
        }
    }

    /// What to look for.
    pub(super) fn check_options(&self) -> Result<CheckOptions, ArgError> {
        let checks = Checks::parse(self.check.as_deref().unwrap_or("all")).map_err(|word| {
            ArgError::new(format!("`--check`: `{word}` is no check"))
                .hint("use mem, init, race, sync or all")
        })?;
        let ExploreOptions { mode, identity } = self.order_options();
        Ok(CheckOptions { checks, mode, identity })
    }

    /// Who keeps the pipes in order.
    pub(super) fn order_options(&self) -> ExploreOptions {
        let mode = self.mode.as_deref().map(|m| match m {
            "auto" => Mode::Auto,
            _ => Mode::Manual,
        });
        let identity = match self.flag_identity.as_str() {
            "src-id" => FlagIdentity::SourceId,
            _ => FlagIdentity::SourceTargetId,
        };
        ExploreOptions { mode, identity }
    }
}

fn schedule(text: &str) -> Result<Schedule, String> {
    Schedule::parse(text).ok_or_else(|| "use program, eager, lazy or random:SEED".into())
}
