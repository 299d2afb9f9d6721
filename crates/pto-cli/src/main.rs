//! The `pto` command line.

use clap::{Parser, Subcommand};
use pto_cli::check::{Report, Request};
use pto_cli::output::{print, usage};
use pto_cli::{check, cost, emit, isa, json, lower, matrix, ptoas, render, run, source};
use pto_isa::{Code, Target, page, quirk};
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

/// Check, run, format and look up PTO tile programs for Ascend NPUs. No NPU, no SDK, no LLVM.
#[derive(Parser)]
#[command(name = "pto", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Say what is wrong with programs, on a target
    Check {
        /// Files; `-` reads standard input
        #[arg(required = true)]
        files: Vec<String>,
        /// cpu, a2a3, a5 or all; without it, the target the module names, else cpu
        #[arg(long, value_name = "T")]
        target: Option<String>,
        /// manual or silicon: how instructions behave where manual and hardware differ (legality is the same)
        #[arg(long, value_name = "S", default_value = "manual", value_parser = ["manual", "silicon"])]
        semantics: String,
        /// Only read the text
        #[arg(long)]
        parse_only: bool,
        /// Also try to prove, for all paths and trip counts, that events order what conflicts and are waited for
        #[arg(long)]
        sync: bool,
        /// Findings as JSON
        #[arg(long, conflicts_with = "sarif")]
        json: bool,
        /// Findings as SARIF 2.1.0
        #[arg(long)]
        sarif: bool,
        /// `warnings` makes warnings count as errors
        #[arg(short = 'D', value_name = "LEVEL", value_parser = ["warnings"])]
        deny: Option<String>,
    },
    /// Run a kernel on this machine
    Run(Box<run::RunArgs>),
    /// Say how many cycles a kernel takes on a device, what that rests on, and what it waits for
    Cost(cost::CostArgs),
    /// Write the timeline of a kernel, for Perfetto or as a page
    Trace(cost::TraceArgs),
    /// Write down addresses and synchronisation
    Lower(lower::LowerArgs),
    /// Write a program as C++ for a device
    Emit(emit::EmitArgs),
    /// Called as the assembler `ptoas` is: a program in, C++ out
    Ptoas(ptoas::PtoasArgs),
    /// Format programs in place; names and comments stay
    Fmt {
        /// Files; `-` reads standard input and prints
        #[arg(required = true)]
        files: Vec<String>,
        /// Change nothing, say which files are not formatted
        #[arg(long)]
        check: bool,
        /// Also convert tile instructions to plain assembly, values or buffers
        #[arg(long, value_name = "FORM", value_parser = ["asm", "ssa", "dps"])]
        form: Option<String>,
    },
    /// The instruction set: a page, the table, the quirks, or everything as JSON
    Isa {
        /// An instruction (`tadd`), or `table`, or `quirks`
        op: Option<String>,
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    /// What a diagnostic code means
    Explain {
        /// A code such as E0203; without one, all codes
        code: Option<String>,
    },
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(e) => {
            let _ = e.print();
            // The assembler knows one way to fail.
            let wrong = if std::env::args().nth(1).as_deref() == Some("ptoas") { 1 } else { 2 };
            return ExitCode::from(if e.use_stderr() { wrong } else { 0 });
        }
    };
    match cli.command {
        Command::Check { files, target, semantics: _, parse_only, sync, json, sarif, deny } => {
            let targets = match target.as_deref() {
                None => Vec::new(),
                Some("all") => Target::ALL.to_vec(),
                Some(name) => match Target::parse(name) {
                    Some(t) => vec![t],
                    None => {
                        return usage(
                            &format!("unknown target `{name}`: use cpu, a2a3, a5 or all"),
                            None,
                        );
                    }
                },
            };
            let format = match (json, sarif) {
                (true, _) => Format::Json,
                (_, true) => Format::Sarif,
                _ => Format::Text,
            };
            run_check(&files, &Request { targets, parse_only, sync }, format, deny.is_some())
        }
        Command::Run(args) => run::run(&args),
        Command::Cost(args) => cost::cost(&args),
        Command::Trace(args) => cost::trace(&args),
        Command::Lower(args) => lower::run(&args),
        Command::Emit(args) => emit::run(&args),
        Command::Ptoas(args) => ptoas::run(&args),
        Command::Fmt { files, check, form } => run_fmt(&files, check, form.as_deref()),
        Command::Isa { op, json } => run_isa(op.as_deref(), json),
        Command::Explain { code } => run_explain(code.as_deref()),
    }
}

enum Format {
    Text,
    Json,
    Sarif,
}

fn run_check(files: &[String], request: &Request, format: Format, deny: bool) -> ExitCode {
    let mut reports = Vec::new();
    let mut unreadable = false;
    for file in files {
        match source::read(file) {
            Ok(s) => reports.push(check::run(s, request)),
            Err(e) => {
                eprintln!("error: {file}: {e}");
                unreadable = true;
            }
        }
    }
    match format {
        Format::Json => print(&format!("{:#}\n", json::check(&reports))),
        Format::Sarif => print(&format!("{:#}\n", json::sarif(&reports))),
        Format::Text => {
            let mut out = std::io::BufWriter::new(anstream::stderr());
            let color = std::io::stderr().is_terminal();
            for r in &reports {
                show(r, request, color, &mut out);
            }
        }
    }
    let (errors, warnings) =
        reports.iter().map(Report::counts).fold((0, 0), |(e, w), (x, y)| (e + x, w + y));
    if unreadable {
        ExitCode::from(2)
    } else if errors > 0 || (deny && warnings > 0) {
        ExitCode::from(1)
    } else {
        ExitCode::SUCCESS
    }
}

/// Findings, then the verdict.
fn show(r: &Report, request: &Request, color: bool, out: &mut impl Write) {
    for d in r.merged().iter().filter(|d| d.severity != pto_ir::Severity::Note) {
        let text = render::render(&r.source.path, &r.source.text, &r.lines, d, color);
        let _ = writeln!(out, "{text}\n");
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
    let count = |n: usize, noun: &str| format!("{n} {noun}{}", if n == 1 { "" } else { "s" });
    let mut line = match errors {
        0 => format!("{}: ok on {}", r.source.path, r.targets[0].0),
        n => format!("{}: {} on {}", r.source.path, count(n, "error"), r.targets[0].0),
    };
    if warnings > 0 {
        line.push_str(&format!(", {}", count(warnings, "warning")));
    }
    for (target, errors) in &r.devices {
        let verdict = if *errors == 0 { "ok".into() } else { count(*errors, "error") };
        line.push_str(&format!("; {target}: {verdict}"));
    }
    line.push('\n');
    for (_, found) in &r.targets {
        for d in found.iter().filter(|d| d.code == pto_isa::code::NOT_PROVED) {
            if d.severity == pto_ir::Severity::Note {
                line.push_str(&format!("{}: {}\n", r.source.path, d.message));
            }
        }
    }
    if errors > 0 {
        let _ = out.write_all(line.as_bytes());
    } else {
        print(&line);
    }
}

/// Formats each file; nothing is written unless all of it could be formatted.
fn run_fmt(files: &[String], check: bool, form: Option<&str>) -> ExitCode {
    let form = form.map(|f| match f {
        "asm" => pto_ir::Form::Asm,
        "ssa" => pto_ir::Form::Ssa,
        _ => pto_ir::Form::Dps,
    });
    let (mut stale, mut failed) = (false, false);
    for file in files {
        let source = match source::read(file) {
            Ok(s) if s.bad_byte.is_none() => s,
            Ok(_) => {
                eprintln!("error: {file}: not UTF-8 text");
                failed = true;
                continue;
            }
            Err(e) => {
                eprintln!("error: {file}: {e}");
                failed = true;
                continue;
            }
        };
        let (text, notes) = match form {
            None => (pto_ir::format(&source.text), Vec::new()),
            Some(form) => match pto_ir::convert(&source.text, form) {
                Ok(c) => (c.text, c.notes),
                Err(found) => {
                    show_findings(&source, &found);
                    stale = true;
                    continue;
                }
            },
        };
        show_findings(&source, &notes);
        if file == "-" && !check {
            print(&text);
        } else if text != source.text {
            if check {
                println!("{file}: not formatted");
                stale = true;
            } else if let Err(e) = source::replace(file, &text) {
                eprintln!("error: {file}: {e}");
                failed = true;
            }
        }
    }
    match (failed, stale) {
        (true, _) => ExitCode::from(2),
        (_, true) => ExitCode::from(1),
        _ => ExitCode::SUCCESS,
    }
}

fn show_findings(source: &source::Source, found: &[pto_ir::Diagnostic]) {
    let lines = pto_ir::Lines::new(&source.text);
    let color = std::io::stderr().is_terminal();
    for d in found {
        eprintln!("{}\n", render::render(&source.path, &source.text, &lines, d, color));
    }
}

fn run_isa(op: Option<&str>, as_json: bool) -> ExitCode {
    match (op, as_json) {
        (None, true) => print(&format!("{:#}\n", isa::all())),
        (None, false) | (Some("table"), _) => print(&page::table()),
        (Some("quirks"), _) => {
            for q in quirk::QUIRKS {
                print(&format!(
                    "{}\n  manual:   {}\n  silicon:  {}\n  evidence: {}\n",
                    q.name, q.manual, q.silicon, q.evidence
                ));
            }
        }
        (Some(name), as_json) => {
            let short = name.strip_prefix("pto.").unwrap_or(name);
            let Some(def) = pto_isa::find(short) else {
                let near = pto_isa::nearest(short)
                    .map(|n| format!("; did you mean `{n}`?"))
                    .unwrap_or_default();
                return usage(&format!("there is no instruction `{name}`{near}"), None);
            };
            if as_json {
                print(&format!("{:#}\n", isa::instruction(def)));
            } else {
                print(&page::page(def));
            }
        }
    }
    ExitCode::SUCCESS
}

fn run_explain(code: Option<&str>) -> ExitCode {
    let Some(text) = code else {
        for c in pto_isa::code::CODES {
            print(&format!("{}  {}\n", c.code, c.title));
        }
        return ExitCode::SUCCESS;
    };
    match Code::parse(text).and_then(Code::info) {
        Some(info) => {
            print(&format!("{}: {}\n\n{}\n", info.code, info.title, json::explanation(info.text)));
            ExitCode::SUCCESS
        }
        None => usage(&format!("there is no code `{text}`; `pto explain` lists them all"), None),
    }
}
