//! `pto cost` and `pto trace`: how long a kernel takes on a device, and why.

mod args;
pub(crate) mod configure;
mod launch;
mod report;
pub(crate) mod sweep;
pub mod time;
mod trace;

pub use args::CostArgs;
pub(crate) use launch::LaunchSpecs;
pub use report::{expansion, json as timeline_json, text as timeline_text};
pub use trace::{TraceArgs, trace};

use crate::json::diagnostics;
use crate::load::Failure;
use crate::output::{colors_stdout, print, print_drawing};
use crate::source_file::SourceFile;
use args::Kernel;
use serde_json::json;
use std::process::ExitCode;
use time::Detail;

/// Says what went wrong; findings as JSON where that is asked for.
fn fail(text: &SourceFile, failure: Failure, json: bool) -> ExitCode {
    match failure {
        Failure::Usage(e) => e.report(),
        Failure::Findings(found) => {
            match json {
                true => {
                    print(&format!("{:#}\n", json!({ "diagnostics": diagnostics(text, &found) })))
                }
                false => text.show(&found),
            }
            ExitCode::from(1)
        }
    }
}

/// Runs `pto cost`.
pub fn cost(args: &CostArgs) -> ExitCode {
    args.kernel.limits.hold();
    let text = match SourceFile::read(&args.kernel.file) {
        Ok(text) => args.kernel.in_registers(text),
        Err(e) => return e.report(),
    };
    let done = match args.sweep.is_empty() {
        true => show(&text, &args.kernel, args),
        false => sweep::run(&text, args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => fail(&text, failure, args.json),
    }
}

/// Columns of the terminal; 100 where there is none.
fn terminal_width() -> usize {
    let columns = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
    columns.unwrap_or(100usize).clamp(60, 400)
}

fn show(text: &SourceFile, kernel: &Kernel, args: &CostArgs) -> Result<(), Failure> {
    let data = kernel.data()?;
    let module = text.parse()?;
    let model = kernel.model(&module, &data)?;
    let detail = if args.expand { Detail::Expansion } else { Detail::Hints };
    let timed = kernel.time(text, module, &model, &data, &[], detail)?;
    if args.expand {
        print(&report::expansion(&text.path, &timed.timeline));
        return Ok(());
    }
    let timeline = &timed.timeline;
    if args.json {
        kernel.check_size(timeline.slices.len() as u64 * trace::LEAST_SLICE_BYTES)?;
        let document = report::json(timeline, &timed.entry);
        kernel.check_size(document.len() as u64)?;
        print(&document);
    } else {
        print(&report::text(&text.path, &timed, kernel.grid.of_one.blocks));
        if args.gantt {
            print_drawing(&format!(
                "\n{}",
                pto_cost::to_gantt(timeline, terminal_width(), colors_stdout())
            ));
        }
    }
    Ok(())
}
