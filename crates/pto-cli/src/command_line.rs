//! The table of commands and options: help, completions, manual pages and tests of all options follow from it.

use crate::deferred::Deferred;
use crate::output::{self, EXIT_CODES};
use crate::{
    campaign, check, completions, cost, dap, debug, diff_run, emit, explain, fmt, isa, lower, lsp,
    man, new, ptoas, puzzle, run, serve, smith, tune,
};
use clap::{ColorChoice, Parser, Subcommand};

/// Check, run, time, lower and look up PTO tile programs for Ascend NPUs. No NPU, no SDK, no LLVM.
#[derive(Parser)]
#[command(name = "pto", disable_version_flag = true, after_help = output::exit_codes(&EXIT_CODES))]
pub struct CommandLine {
    /// When to use colours; auto follows NO_COLOR, CLICOLOR_FORCE and the terminal
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", display_order = 900)]
    pub color: ColorChoice,
    /// Print the version, the targets and which instruction table is built in
    #[arg(short = 'V', long)]
    pub version: bool,
    /// What to do; without it, a screen that says what there is
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Create a small kernel to start from, with a check against numpy
    New(Deferred<new::NewArgs>),
    /// Verify programs for a target
    Check(Deferred<check::CheckArgs>),
    /// Run a kernel on this machine, with sanitizers for races and other mistakes
    Run(Box<Deferred<run::RunArgs>>),
    /// Compare two runs and show the first instruction whose values differ
    DiffRun(Box<Deferred<diff_run::DiffRunArgs>>),
    /// Step through a kernel in the terminal, back and forth
    Debug(Box<Deferred<debug::DebugArgs>>),
    /// Serve an editor by the Debug Adapter Protocol
    Dap(Deferred<dap::DapArgs>),
    /// Estimate cycles, stalls and confidence of a kernel on a device, with performance hints
    Cost(Deferred<cost::CostArgs>),
    /// Export the timeline of a kernel, for Perfetto or as an HTML page
    Trace(Deferred<cost::TraceArgs>),
    /// Find the parameters that make a kernel fastest
    Tune(Deferred<tune::TuneArgs>),
    /// Time, check or run kernels for very many configurations, in shards that survive
    Campaign(Deferred<campaign::CampaignArgs>),
    /// Draw a random program that is legal on a target
    Smith(Deferred<smith::SmithArgs>),
    /// Make a program that shows a mistake as small as it can be
    Shrink(Deferred<smith::ShrinkArgs>),
    /// Lower a program: bufferize, assign addresses, insert synchronisation
    Lower(Deferred<lower::LowerArgs>),
    /// Generate C++ for a device
    Emit(Deferred<emit::EmitArgs>),
    /// Generate C++, with the command line of the assembler `ptoas`
    Ptoas(Deferred<ptoas::PtoasArgs>),
    /// Format programs, or convert them between assembly, SSA and DPS form
    Fmt(Deferred<fmt::FmtArgs>),
    /// Show the reference of an instruction, or the whole table
    Isa(Deferred<isa::IsaArgs>),
    /// Explain a diagnostic code
    Explain(Deferred<explain::ExplainArgs>),
    /// Serve editors: findings as you type, hover, completion, hints (Language Server Protocol)
    Lsp(Deferred<lsp::LspArgs>),
    /// Open the playground in a browser, answered by this command
    Serve(Deferred<serve::ServeArgs>),
    /// Learn tiles by puzzles: begin one, or have a solution judged
    Puzzle(Deferred<puzzle::PuzzleArgs>),
    /// Print shell completions
    Completions(Deferred<completions::CompletionsArgs>),
    /// Print manual pages
    Man(Deferred<man::ManArgs>),
}
