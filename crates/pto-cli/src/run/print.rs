//! What `pto run` prints: findings, what the kernel printed, remarks, statistics, and a sign of life.

use super::RunArgs;
use crate::json;
use crate::output::{print, print_note};
use crate::source_file::SourceFile;
use pto_ir::diag::Diagnostic;
use pto_isa::order;
use pto_sim::Report;
use serde_json::{Value, json};
use std::io::{IsTerminal, Write};
use std::time::Duration;

/// How findings are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OutputFormat {
    /// For people, on standard error.
    Text,
    /// On standard output.
    Json,
    /// On standard output.
    Sarif,
}

/// Shows what came of a run.
pub(super) struct Printer<'a> {
    pub text: &'a SourceFile,
    pub format: OutputFormat,
}

impl Printer<'_> {
    /// Findings, and what the kernel printed.
    pub fn show(&self, found: &[Diagnostic], report: &Report) {
        self.show_with(found, report, Vec::new());
    }

    /// The same, and more keys for a document.
    pub fn show_with(&self, found: &[Diagnostic], report: &Report, more: Vec<(&str, Value)>) {
        match self.format {
            OutputFormat::Json => {
                let mut document = self.as_json(found, report);
                for (key, value) in more {
                    document[key] = value;
                }
                return print(&format!("{document:#}\n"));
            }
            OutputFormat::Sarif => {
                let log = json::sarif_of_run(self.text, found);
                return print(&format!("{log:#}\n"));
            }
            OutputFormat::Text => {}
        }
        for line in &report.printed {
            print(&format!("{line}\n"));
        }
        self.text.show(found);
    }

    fn as_json(&self, found: &[Diagnostic], report: &Report) -> Value {
        let ops: serde_json::Map<String, Value> = report
            .ops
            .iter()
            .map(|(name, s)| (name.clone(), json!({ "count": s.count, "nanoseconds": s.nanos })))
            .collect();
        json!({
            "diagnostics": json::diagnostics(self.text, found),
            "steps": report.steps,
            "nanoseconds": report.elapsed.as_nanos() as u64,
            "printed": report.printed,
            "overran": report.overran,
            "quirks": report.quirks,
            "instructions": ops,
        })
    }

    /// What to know about the results.
    pub fn notes(&self, args: &RunArgs, report: &Report) {
        if report.overran {
            print_note(
                "warning: the kernel accessed memory past the end of a buffer (allowed by --gm-slack)",
            );
        }
        if !report.quirks.is_empty() {
            let other = if args.semantics == "manual" { "silicon" } else { "manual" };
            print_note(&format!(
                "note: {} semantics decided: {}; `--semantics {other}` reads them otherwise (see `pto isa quirks`)",
                args.semantics,
                report.quirks.join(", ")
            ));
        }
    }
}

/// What each instruction took, the longest first.
pub(super) fn stats_table(report: &Report) -> String {
    let mut rows = report.ops.clone();
    order::by_key(&mut rows, |r| std::cmp::Reverse(r.1.nanos));
    let total: u64 = rows.iter().map(|r| r.1.nanos).sum();
    let mut text =
        format!("{:<28} {:>10} {:>12} {:>7}  by\n", "instruction", "count", "time", "share");
    for (name, s) in rows {
        let share = 100.0 * s.nanos as f64 / total.max(1) as f64;
        let by = if s.fast == s.count { "kernel" } else { "definition" };
        let time = format!("{:?}", Duration::from_nanos(s.nanos));
        text.push_str(&format!("{name:<28} {:>10} {time:>12} {share:>6.1}%  {by}\n", s.count));
    }
    text.push_str(&format!("{} steps in {:?}\n", report.steps, report.elapsed));
    text
}

/// A line on the terminal for runs over two seconds.
pub(super) struct Progress(Option<(std::sync::mpsc::Sender<()>, std::thread::JoinHandle<()>)>);

impl Progress {
    pub fn start() -> Progress {
        if !std::io::stderr().is_terminal() {
            return Progress(None);
        }
        let (tell, told) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let mut seconds = 2;
            let mut wait = Duration::from_secs(2);
            while let Err(std::sync::mpsc::RecvTimeoutError::Timeout) = told.recv_timeout(wait) {
                let _ = write!(std::io::stderr(), "\rrunning for {seconds} s ");
                seconds += 1;
                wait = Duration::from_secs(1);
            }
            if seconds > 2 {
                let _ = write!(std::io::stderr(), "\r                     \r");
            }
        });
        Progress(Some((tell, thread)))
    }

    pub fn stop(self) {
        if let Some((tell, thread)) = self.0 {
            let _ = tell.send(());
            let _ = thread.join();
        }
    }
}
