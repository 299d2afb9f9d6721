//! `pto cost` and `pto trace`: how long a kernel takes on a device, and why.

mod args;
mod report;
mod sweep;
mod trace;

pub use args::CostArgs;
pub use trace::{TraceArgs, trace};

use crate::load::{LoadError, Text};
use crate::output::{colors_stdout, print, usage};
use args::Kernel;
use pto_ir::diag::Diagnostic;
use std::process::ExitCode;

/// Why there is no timeline.
pub enum CostError {
    /// The command is wrong: what, and what would pass.
    Usage(String, Option<String>),
    /// The program is wrong.
    Findings(Vec<Diagnostic>),
}

impl From<LoadError> for CostError {
    fn from(e: LoadError) -> CostError {
        match e {
            LoadError::Usage(message, hint) => CostError::Usage(message, hint),
            LoadError::Findings(found) => CostError::Findings(found),
        }
    }
}

/// Says what went wrong; findings as JSON where that is asked for.
fn fail(text: Option<&Text>, error: CostError, json: bool) -> ExitCode {
    match (error, text) {
        (CostError::Usage(message, hint), _) => usage(&message, hint.as_deref()),
        (CostError::Findings(found), Some(text)) => {
            match json {
                true => print(&format!("{:#}\n", crate::json::findings(text, &found))),
                false => text.show(&found),
            }
            ExitCode::from(1)
        }
        (CostError::Findings(_), None) => ExitCode::from(1),
    }
}

/// Runs `pto cost`.
pub fn cost(args: &CostArgs) -> ExitCode {
    let text = match Text::read(&args.kernel.file) {
        Ok(text) => text,
        Err(e) => return fail(None, e.into(), args.json),
    };
    if !args.sweep.is_empty() {
        return match sweep::run(&text, args) {
            Ok(code) => code,
            Err(e) => fail(Some(&text), e, args.json),
        };
    }
    match time(&text, &args.kernel, args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => fail(Some(&text), e, args.json),
    }
}

/// Columns of the terminal; 100 where there is none.
fn terminal_width() -> usize {
    let columns = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
    columns.unwrap_or(100usize).clamp(60, 400)
}

fn time(text: &Text, kernel: &Kernel, args: &CostArgs) -> Result<(), CostError> {
    let data = kernel.data()?;
    let module = text.parse()?;
    let model = kernel.model(&module, &data)?;
    let timed = kernel.time(text, module, &model, &data, &[], args.expand)?;
    if args.expand {
        print(&report::expansion(&text.path, &timed.timeline));
        return Ok(());
    }
    let timeline = &timed.timeline;
    if args.json {
        print(&report::json(timeline, &timed.entry));
    } else {
        print(&report::text(&text.path, &timed, kernel));
        if args.gantt {
            print(&format!(
                "\n{}",
                pto_cost::to_gantt(timeline, terminal_width(), colors_stdout())
            ));
        }
    }
    Ok(())
}
