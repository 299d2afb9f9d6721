//! `pto run`: execute a kernel with the arguments of the command line.

mod args;
mod debug_args;
mod debugged;
mod expected;
mod instrumented;
mod looked;
mod print;
mod shadowed;
pub(crate) mod values;

pub use args::RunArgs;
pub(crate) use looked::moment;

use crate::arg_error::ArgError;
use crate::json;
use crate::load::{self, Failure};
use crate::output::print;
use crate::source_file::SourceFile;
use crate::stop;
use instrumented::Job;
use print::{OutputFormat, Printer, Progress, stats_table};
use pto_ir::diag::Diagnostic;
use pto_isa::Target;
use pto_isa::order;
use pto_sim::explore::Schedule;
use pto_sim::{Launch, LaunchArg, Program, Report};
use serde_json::json;
use std::process::ExitCode;

/// Runs the command.
pub fn run(args: &RunArgs) -> ExitCode {
    args.limits.hold();
    let text = match SourceFile::read(&args.file) {
        Ok(text) => text,
        Err(e) => return refuse(args, &e),
    };
    let printer = Printer { text: &text, format: args.output_format() };
    match launch(args, &printer) {
        Ok(code) => code,
        Err(Failure::Usage(e)) => refuse(args, &e),
        Err(Failure::Findings(found)) => {
            printer.show(&found, &Report::default());
            ExitCode::from(1)
        }
    }
}

/// Says why nothing was run; in a document of SARIF, too, if that is asked for.
fn refuse(args: &RunArgs, error: &ArgError) -> ExitCode {
    if args.output_format() == OutputFormat::Sarif {
        let log = json::sarif(&[], std::slice::from_ref(&error.message));
        print(&format!("{log:#}\n"));
    }
    error.report()
}

/// Checks the program and runs it in the way that is asked for.
fn launch(args: &RunArgs, printer: &Printer<'_>) -> Result<ExitCode, Failure> {
    let (module, found) = pto_ir::parse(&printer.text.text);
    let declared = || pto_check::declared_target(&module);
    let target = args.target.or_else(declared).unwrap_or(Target::CPU);
    let entry = args.entry.as_deref();
    let (verified, found) =
        load::verify(module, found, &args.numerics(target), args.rules.chosen(), entry)?;
    let reordered = args.schedule != Schedule::Program;
    if args.mode.is_some() && args.check.is_none() && !reordered {
        return Err(ArgError::new("`--mode` is for `--check` and `--schedule`")
            .hint("a plain run keeps the order of the program")
            .into());
    }
    if args.compare.is_none() && args.check.is_none() && !reordered {
        if args.debug.is_asked_for() {
            return debugged::run(args, target, &verified, &found, printer);
        }
        let program = pto_sim::decode(&verified, entry, args.numerics(target))?;
        return execute(&program, args, printer, &found);
    }
    let job = Job { args, target, verified: &verified, found, printer };
    match &args.compare {
        Some(name) => match Target::parse(name) {
            Some(other) => job.compare(other),
            None => {
                let message = format!("unknown target `{name}`: use cpu, a2a3 or a5");
                Err(ArgError::new(message).into())
            }
        },
        None if reordered => job.reorder(),
        None => job.check(),
    }
}

/// Loads the arguments, runs, writes the results.
fn execute(
    program: &Program<'_>,
    args: &RunArgs,
    printer: &Printer<'_>,
    found: &[Diagnostic],
) -> Result<ExitCode, Failure> {
    // What is timed again starts from a copy.
    let copies = if args.bench.is_some() { 3 } else { 1 };
    let room = args.limits.room();
    let (mut values, outputs) = values::load(program, (&args.args, args.grid.ranks), room, copies)?;
    let launch = args.launch();
    let original = args.bench.map(|_| values.clone());
    let progress = Progress::start();
    let outcome = program.run(&mut values, &launch);
    progress.stop();
    let report = outcome?;
    values::save(&outputs, &values)?;
    printer.show(found, &report);
    if printer.format == OutputFormat::Text {
        printer.notes(args, &report);
        if args.stats {
            print(&stats_table(&report));
        }
    }
    if let (Some(n), Some(original)) = (args.bench, original) {
        print(&bench(program, &original, &launch, n));
    }
    Ok(ExitCode::SUCCESS)
}

/// The median and the minimum of some more runs.
fn bench(program: &Program<'_>, original: &[LaunchArg], launch: &Launch, n: u32) -> String {
    let mut nanos: Vec<u128> = Vec::new();
    for _ in 0..n.max(1) {
        let mut values = original.to_vec();
        let outcome = program.run(&mut values, launch);
        stop::alive();
        match outcome {
            Ok(r) => nanos.push(r.elapsed.as_nanos()),
            Err(d) => return format!("{}\n", json!({ "error": d.message })),
        }
    }
    order::sort(&mut nanos);
    let median = nanos[nanos.len() / 2];
    format!(
        "{}\n",
        json!({ "runs": nanos.len(), "median_ns": median as u64, "min_ns": nanos[0] as u64 })
    )
}
