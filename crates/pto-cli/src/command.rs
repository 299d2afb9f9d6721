//! The command as a whole: from words to an exit code.

use crate::command_line::{Command, CommandLine};
use crate::{
    campaign, check, completions, cost, dap, debug, diff_run, emit, explain, fmt, isa, lower, lsp,
    man, new, output, panic_hook, ptoas, puzzle, run, serve, smith, stop, tune, usage_error,
    version, welcome,
};
use clap::{ColorChoice, CommandFactory, Parser};
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the command that `words` are, the first of which is what it is called; the process ends soon after it.
pub fn main(words: Vec<OsString>) -> ExitCode {
    panic_hook::report_panics();
    stop::on_signals();
    let mut options = words.iter().skip(1).take_while(|w| *w != "--");
    if options.any(|w| w == "--json") {
        output::collect_complaints();
    }
    let code = run_command(&words);
    output::print_complaints();
    code
}

fn run_command(words: &[OsString]) -> ExitCode {
    let cli = match CommandLine::try_parse_from(words) {
        Ok(cli) => cli,
        Err(e) => {
            let words: Vec<String> =
                words.iter().map(|w| w.to_string_lossy().into_owned()).collect();
            output::set_color(color_of(words.iter().map(String::as_str)));
            let code = usage_error::show(&e, &called(&words), &CommandLine::command());
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
        welcome::show(&CommandLine::command(), &welcome::called_as(words));
        return ExitCode::SUCCESS;
    };
    match command {
        Command::New(args) => new::run(&args.0),
        Command::Check(args) => check::check_files(&args.0),
        Command::Run(args) => run::run(&args.0),
        Command::DiffRun(args) => diff_run::run(&args.0),
        Command::Debug(args) => debug::run(&args.0),
        Command::Dap(args) => dap::run(&args.0),
        Command::Cost(args) => cost::cost(&args.0),
        Command::Trace(args) => cost::trace(&args.0),
        Command::Tune(args) => tune::run(&args.0),
        Command::Campaign(args) => campaign::run(&args.0),
        Command::Smith(args) => smith::smith(&args.0),
        Command::Shrink(args) => smith::shrink(&args.0),
        Command::Lower(args) => lower::run(&args.0),
        Command::Emit(args) => emit::run(&args.0),
        Command::Ptoas(args) => ptoas::run(&args.0),
        Command::Fmt(args) => fmt::run(&args.0),
        Command::Isa(args) => isa::run(&args.0),
        Command::Explain(args) => explain::run(&args.0),
        Command::Lsp(args) => lsp::run(&args.0),
        Command::Serve(args) => serve::run(&args.0),
        Command::Puzzle(args) => puzzle::run(&args.0),
        Command::Completions(args) => completions::run(&args.0, CommandLine::command()),
        Command::Man(args) => man::run(&args.0, CommandLine::command()),
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
    let table = CommandLine::command();
    let known = |w: &&String| *w == "help" || table.find_subcommand(w).is_some();
    match words.iter().skip(1).find(known) {
        Some(word) => format!("pto {word}"),
        None => "pto".into(),
    }
}
