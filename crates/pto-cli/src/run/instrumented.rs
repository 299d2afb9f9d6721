//! Runs under an observer: mistakes are looked for, or two orders of the pipes or two targets are compared.

use super::print::{OutputFormat, Printer, Progress};
use super::{RunArgs, values};
use crate::load::Failure;
use crate::output::print_note;
use pto_check::{Options, Verified};
use pto_ir::diag::Diagnostic;
use pto_isa::Target;
use pto_sanitize::Sanitize;
use pto_sim::explore::Mode;
use pto_sim::{InstrumentedProgram, LaunchArg, Report};
use std::process::ExitCode;

/// A program to run under an observer, and what was found before it runs.
pub(super) struct Job<'a> {
    pub args: &'a RunArgs,
    pub target: Target,
    pub verified: &'a Verified,
    pub found: Vec<Diagnostic>,
    pub printer: &'a Printer<'a>,
}

/// What came of it.
struct Seen {
    outcome: Result<Report, Box<Diagnostic>>,
    findings: Vec<Diagnostic>,
    /// What to say if nobody chose the mode and the kernel leaves synchronisation to the tool.
    note: Option<&'static str>,
}

impl Job<'_> {
    /// Runs and looks for mistakes.
    pub fn check(self) -> Result<ExitCode, Failure> {
        let (args, lines) = (self.args, &self.printer.text.lines);
        let options = args.check_options()?;
        self.run(|instrumented, values| {
            let checked = instrumented.check(values, &args.launch(), &options, lines);
            let auto = options.checks.race && options.mode.is_none() && checked.mode == Mode::Auto;
            let note = "races inside a core are not looked for (`--mode manual` does)";
            let (outcome, findings) = (checked.outcome, checked.findings);
            Seen { outcome, findings, note: auto.then_some(note) }
        })
    }

    /// Runs in two orders and compares.
    pub fn reorder(self) -> Result<ExitCode, Failure> {
        let (args, lines) = (self.args, &self.printer.text.lines);
        let options = args.order_options();
        self.run(|instrumented, values| {
            let launch = args.launch();
            let compared =
                instrumented.compare_orders(values, &launch, args.schedule, &options, lines);
            let auto = options.mode.is_none() && compared.mode == Mode::Auto;
            let note = "the order its operands need is kept (`--mode manual` does not)";
            let (outcome, findings) = (compared.outcome, compared.difference.into_iter().collect());
            Seen { outcome, findings, note: auto.then_some(note) }
        })
    }

    /// Runs on two targets and compares.
    pub fn compare(self, other: Target) -> Result<ExitCode, Failure> {
        let args = self.args;
        let rules = args.rules.chosen();
        let options = Options { only: args.entry.clone(), rules, ..Options::default() };
        let (theirs, _) = pto_check::verify(self.verified.module().clone(), other, &options)
            .map_err(|(_, found)| Failure::Findings(found))?;
        let theirs =
            InstrumentedProgram::decode(&theirs, args.entry.as_deref(), args.numerics(other))?;
        self.run(|instrumented, values| {
            let across = instrumented.compare_targets(&theirs, values, &args.launch());
            let (outcome, findings) = (across.outcome, across.difference.into_iter().collect());
            Seen { outcome, findings, note: None }
        })
    }

    /// Loads the arguments, runs the instrumented program, writes the results.
    fn run(
        self,
        run: impl FnOnce(&InstrumentedProgram<'_>, &mut [LaunchArg]) -> Seen,
    ) -> Result<ExitCode, Failure> {
        let Job { args, target, verified, mut found, printer } = self;
        let instrumented =
            InstrumentedProgram::decode(verified, args.entry.as_deref(), args.numerics(target))?;
        // Where two runs are compared both start from a copy.
        let copies = if args.check.is_some() { 1 } else { 3 };
        let room = args.limits.room();
        let (mut values, outputs) =
            values::load(instrumented.program(), (&args.args, args.grid.ranks), room, copies)?;
        let progress = Progress::start();
        let seen = run(&instrumented, &mut values);
        progress.stop();
        found.extend(seen.findings);
        let report = match seen.outcome {
            Ok(report) => {
                values::save(&outputs, &values)?;
                report
            }
            Err(d) => {
                found.push(*d);
                Report::default()
            }
        };
        printer.show(&found, &report);
        if printer.format == OutputFormat::Text {
            printer.notes(args, &report);
            if let Some(note) = seen.note {
                print_note(&format!("note: the kernel has no flag, event or buffer id, so {note}"));
            }
        }
        Ok(ExitCode::from(u8::from(found.iter().any(Diagnostic::is_error))))
    }
}
