//! The `pto` command line.

use clap::{ColorChoice, CommandFactory, Parser, Subcommand};
use pto_cli::output::{self, EXIT_CODES};
use pto_cli::{
    check, completions, cost, emit, explain, fmt, isa, lower, man, new, panic_hook, ptoas, run,
    usage_error, version, welcome,
};
use std::process::ExitCode;

/// Check, run, time, lower and look up PTO tile programs for Ascend NPUs. No NPU, no SDK, no LLVM.
#[derive(Parser)]
#[command(name = "pto", disable_version_flag = true, after_help = output::exit_codes(&EXIT_CODES))]
struct Cli {
    /// When to use colours; auto follows NO_COLOR, CLICOLOR_FORCE and the terminal
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", display_order = 900)]
    color: ColorChoice,
    /// Print the version, the targets and which instruction table is built in
    #[arg(short = 'V', long)]
    version: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Create a small kernel to start from, with a check against numpy
    New(new::NewArgs),
    /// Verify programs for a target
    Check(check::CheckArgs),
    /// Run a kernel on this machine, with sanitizers for races and other mistakes
    Run(Box<run::RunArgs>),
    /// Estimate cycles, stalls and confidence of a kernel on a device, with performance hints
    Cost(cost::CostArgs),
    /// Export the timeline of a kernel, for Perfetto or as an HTML page
    Trace(cost::TraceArgs),
    /// Lower a program: bufferize, assign addresses, insert synchronisation
    Lower(lower::LowerArgs),
    /// Generate C++ for a device
    Emit(emit::EmitArgs),
    /// Generate C++, with the command line of the assembler `ptoas`
    Ptoas(ptoas::PtoasArgs),
    /// Format programs, or convert them between assembly, SSA and DPS form
    Fmt(fmt::FmtArgs),
    /// Show the reference of an instruction, or the whole table
    Isa(isa::IsaArgs),
    /// Explain a diagnostic code
    Explain(explain::ExplainArgs),
    /// Print shell completions
    Completions(completions::CompletionsArgs),
    /// Print manual pages
    Man(man::ManArgs),
}

fn main() -> ExitCode {
    panic_hook::report_panics();
    let mut words = std::env::args_os().skip(1).take_while(|w| w != "--");
    if words.any(|w| w == "--json") {
        output::collect_complaints();
    }
    let code = run_command();
    output::print_complaints();
    code
}

fn run_command() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(e) => {
            let words: Vec<String> =
                std::env::args_os().map(|w| w.to_string_lossy().into_owned()).collect();
            output::set_color(color_of(words.iter().map(String::as_str)));
            let code = usage_error::show(&e, &called(&words), &Cli::command());
            // The assembler knows one way to fail.
            let fails = code != ExitCode::SUCCESS && words.get(1).is_some_and(|w| w == "ptoas");
            return if fails { ExitCode::FAILURE } else { code };
        }
    };
    output::set_color(cli.color);
    if cli.version {
        output::print(&version::text());
        return ExitCode::SUCCESS;
    }
    let Some(command) = cli.command else {
        welcome::show(&Cli::command(), &welcome::called_as());
        return ExitCode::SUCCESS;
    };
    match command {
        Command::New(args) => new::run(&args),
        Command::Check(args) => check::check_files(&args),
        Command::Run(args) => run::run(&args),
        Command::Cost(args) => cost::cost(&args),
        Command::Trace(args) => cost::trace(&args),
        Command::Lower(args) => lower::run(&args),
        Command::Emit(args) => emit::run(&args),
        Command::Ptoas(args) => ptoas::run(&args),
        Command::Fmt(args) => fmt::run(&args),
        Command::Isa(args) => isa::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Completions(args) => completions::run(&args, Cli::command()),
        Command::Man(args) => man::run(&args, Cli::command()),
    }
}

/// `--color` of a command line that could not be read.
fn color_of<'a>(words: impl Iterator<Item = &'a str>) -> ColorChoice {
    let mut words = words.take_while(|w| *w != "--");
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--color") {
            Some("") => words.next(),
            Some(rest) => rest.strip_prefix('='),
            None => None,
        };
        if let Some(when) = value.and_then(|v| v.parse().ok()) {
            return when;
        }
    }
    ColorChoice::Auto
}

/// The command of a command line that could not be read: `pto`, or `pto check`.
fn called(words: &[String]) -> String {
    let table = Cli::command();
    let known = |w: &&String| *w == "help" || table.find_subcommand(w).is_some();
    match words.iter().skip(1).find(known) {
        Some(word) => format!("pto {word}"),
        None => "pto".into(),
    }
}
