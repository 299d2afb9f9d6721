//! The command `pto check`: its options, and findings as text, JSON or SARIF.

use super::{Report, Request, Verdict};
use crate::limits_arg::LimitsArg;
use crate::output::{colors_stderr, counted, examples, print};
use crate::rules_arg::RulesArg;
use crate::source_file::SourceFile;
use crate::target_arg::{TargetNames, Wanted};
use crate::{file, json, matrix, render, stop};
use clap::{Args, ValueHint};
use pto_ir::diag::Severity;
use pto_isa::{Target, code};
use std::io::Write;
use std::process::ExitCode;

/// What `pto check` is told.
#[derive(Args, Clone, Debug)]
#[command(after_help = examples(&[
    ("on the target the program names; without one, on cpu, with a verdict for each device", "pto check examples/softmax.pto"),
    ("which function is legal where", "pto check examples/softmax.pto --target all"),
    ("four mistakes, each with its place and its rule (exit code 1)", "pto check examples/broken.pto --target a2a3"),
    ("prove that the flags of a kernel order everything; the exit code is 3 if something is not proved", "pto check examples/add_manual.pto --sync"),
    ("for a code-scanning service (exit code 1)", "pto check examples/broken.pto --sarif"),
]))]
pub struct CheckArgs {
    /// Programs to check; `-` reads standard input
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<String>,
    /// Target to check for; without it, the one the module names, else cpu
    #[arg(long, value_name = "T", value_parser = TargetNames)]
    target: Option<Wanted>,
    #[command(flatten)]
    rules: RulesArg,
    /// Parse only
    #[arg(long)]
    parse_only: bool,
    /// Also try to prove, for all paths and trip counts, that conflicting accesses are ordered and every event is waited for
    #[arg(long)]
    sync: bool,
    /// Treat warnings as errors
    #[arg(short = 'D', value_name = "LEVEL", value_parser = ["warnings"])]
    deny: Option<String>,
    /// Print findings as JSON
    #[arg(long, conflicts_with = "sarif")]
    json: bool,
    /// Print findings as SARIF 2.1.0
    #[arg(long)]
    sarif: bool,
    #[command(flatten)]
    limits: LimitsArg,
}

/// Notes about other rules that are shown for a file.
const MOST_NOTES: usize = 3;

/// The exit code where nothing is wrong, but some synchronisation could not be proved to be right.
const NOT_PROVED: u8 = 3;

/// Runs `pto check`.
pub fn run(args: &CheckArgs) -> ExitCode {
    args.limits.hold();
    let targets = match args.target {
        None => Vec::new(),
        Some(Wanted::One(target)) => vec![target],
        Some(Wanted::All) => Target::PROFILES.to_vec(),
    };
    let (parse_only, sync) = (args.parse_only, args.sync);
    let request = Request { targets, parse_only, sync, rules: args.rules.chosen() };
    let mut reports = Vec::new();
    let mut unreadable = Vec::new();
    for path in &args.files {
        match SourceFile::read_lossy(path) {
            Ok(s) => {
                reports.push(super::run(s, &request));
                stop::alive();
            }
            Err(e) => {
                unreadable.push(file::describe(path, &e).message);
                file::print_error(path, &e);
            }
        }
    }
    if args.json {
        print(&format!("{:#}\n", json::check(&reports)));
    } else if args.sarif {
        print(&format!("{:#}\n", json::sarif(&reports, &unreadable)));
    } else {
        let mut out = std::io::BufWriter::new(std::io::stderr());
        for r in &reports {
            show(r, &request, colors_stderr(), &mut out);
        }
    }
    let (errors, warnings) =
        reports.iter().map(Report::counts).fold((0, 0), |(e, w), (x, y)| (e + x, w + y));
    let any = |v: Verdict| reports.iter().any(|r| r.proofs.iter().any(|p| p.1 == v));
    let refuted = any(Verdict::Refuted);
    if !unreadable.is_empty() {
        ExitCode::from(2)
    } else if errors > 0 || refuted || (args.deny.is_some() && warnings > 0) {
        ExitCode::from(1)
    } else if any(Verdict::Open) {
        ExitCode::from(NOT_PROVED)
    } else {
        ExitCode::SUCCESS
    }
}

/// Findings, then the verdict.
fn show(r: &Report, request: &Request, color: bool, out: &mut impl Write) {
    let found = r.merged();
    let (shown, more) = render::choose(found.iter().filter(|d| d.severity != Severity::Note));
    for d in shown {
        let text = render::render(&r.source.path, &r.source.text, &r.source.lines, d, color);
        let _ = writeln!(out, "{text}\n");
    }
    if let Some(more) = more {
        let _ = writeln!(out, "{}: {more}", pto_ir::visible_name(&r.source.path));
    }
    // What only the other rules have against a legal program is worth a line.
    let elsewhere: Vec<_> = found.iter().filter(|d| d.code == code::RULES_DIFFER).collect();
    for d in elsewhere.iter().take(MOST_NOTES) {
        let (line, column) = r.source.lines.position(&r.source.text, d.primary.span.start);
        let (file, note) = (&r.source.path, d.spelled_code());
        let line = format!("{file}:{line}:{column}: note[{note}]: {}\n", d.message);
        let _ = out.write_all(pto_ir::visible(&line).as_bytes());
    }
    if elsewhere.len() > MOST_NOTES {
        let more = counted(elsewhere.len() - MOST_NOTES, "more note");
        let path = pto_ir::visible_name(&r.source.path);
        let _ = writeln!(out, "{path}: {more} of this kind; `--json` has all");
    }
    let _ = out.flush();
    if request.parse_only {
        return;
    }
    if r.targets.len() > 1 {
        print(&matrix::text(r));
        return;
    }
    let (errors, warnings) = r.counts();
    let mut line = match errors {
        0 => format!("{}: ok on {}", r.source.path, r.targets[0].0),
        n => format!("{}: {} on {}", r.source.path, counted(n, "error"), r.targets[0].0),
    };
    if warnings > 0 {
        line.push_str(&format!(", {}", counted(warnings, "warning")));
    }
    for (target, errors) in &r.devices {
        let verdict = if *errors == 0 { "ok".into() } else { counted(*errors, "error") };
        line.push_str(&format!("; {target}: {verdict}"));
    }
    line.push('\n');
    for (function, verdict) in &r.proofs {
        let (file, verdict) = (&r.source.path, verdict.words());
        line.push_str(&format!("{file}: the synchronisation of `@{function}` {verdict}\n"));
    }
    if errors > 0 {
        let _ = out.write_all(pto_ir::visible(&line).as_bytes());
    } else {
        print(&line);
    }
}
