//! `pto run`: execute a kernel with the arguments of the command line.

use crate::arg::{self, Arg, ArgError, Source};
use crate::npy::{self, NpyHeader};
use crate::output::{complain_of_file, counted, examples, print, say, usage};
use crate::target_arg::TargetName;
use crate::{json, render, source};
use clap::{Args, ValueHint};
use pto_check::Options;
use pto_ir::Lines;
use pto_ir::diag::{Diagnostic, Severity};
use pto_isa::sem::{Numerics, Order, OutsideValid, Semantics};
use pto_isa::{DType, Target, code};
use pto_sim::check::{CheckOptions, Checks, FlagIdentity, Mode};
use pto_sim::order::{OrderOptions, Schedule};
use pto_sim::{Launch, LaunchArg, Param, Program, Report, Watched};
use serde_json::{Value, json};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// What `pto run` is told.
#[derive(Args, Clone, Debug)]
#[command(after_help = examples(&[
    ("a program without arguments", "pto run examples/hello.pto"),
    ("buffers and numbers, in the order of the parameters; y is written to a file",
     "pto run examples/softmax.pto --blocks 2 --arg zeros:64x4096xf32 --arg zeros:64x4096xf32=y.npy --arg 64"),
    ("look for races, misused events, undefined values and tiles in each other's way",
     "pto run examples/add_manual.pto --arg zeros:64x128xf32 --arg zeros:64x128xf32 --arg zeros:64x128xf32 --arg 64 --arg 128 --check all"),
    ("does another order of the pipes change the result?",
     "pto run examples/add_manual.pto --arg zeros:64x128xf32 --arg zeros:64x128xf32 --arg zeros:64x128xf32 --arg 64 --arg 128 --schedule lazy"),
]))]
pub struct RunArgs {
    /// Program to run; `-` reads standard input
    #[arg(value_hint = ValueHint::FilePath)]
    file: String,
    /// Function to run; without it, the only one, the one marked `pto.entry`, or the cube function and the
    /// vector function with the same parameters
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// Target to run as; without it, the one the module names, else cpu
    #[arg(long, value_name = "T", value_parser = TargetName)]
    target: Option<Target>,
    /// Kernel argument, one for each parameter in order: a number, FILE (.npy or bytes), zeros:BYTES or
    /// zeros:64x128xf32; =OUT behind a buffer writes it to OUT afterwards
    #[arg(long = "arg", value_name = "SPEC", allow_hyphen_values = true)]
    args: Vec<String>,
    /// Blocks to launch
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    blocks: u32,
    /// Threads that share the blocks; without it, one per CPU. The results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Stop a block after so many steps
    #[arg(long, value_name = "N")]
    max_steps: Option<u64>,

    /// Whose word counts where manual and hardware differ
    #[arg(long, value_name = "S", default_value = "manual", value_parser = ["manual", "silicon"], help_heading = MEANING)]
    semantics: String,
    /// What lanes outside a valid region read as
    #[arg(long, value_name = "HOW", value_parser = ["ff", "raw", "zero", "error"], help_heading = MEANING)]
    outside_valid: Option<String>,
    /// Order of float sums: the target's own (hw) or from left to right
    #[arg(long, value_name = "ORDER", default_value = "hw", value_parser = ["hw", "left"], help_heading = MEANING)]
    order: String,
    /// Let accesses go so far past the end of a buffer, with a warning
    #[arg(long, value_name = "BYTES", default_value_t = 0, help_heading = MEANING)]
    gm_slack: usize,
    /// Execute the definitions only, without fast kernels
    #[arg(long, help_heading = MEANING)]
    reference: bool,

    /// Look for mistakes while running: mem, init, race, sync, with commas between them, or all
    #[arg(long, value_name = "LIST", conflicts_with_all = ["bench", "watch", "stats"], help_heading = MISTAKES)]
    check: Option<String>,
    /// Run the pipes of each core in another legal order, program, eager, lazy or random:SEED, and say whether
    /// the result is that of the program's order
    #[arg(long, value_name = "ORDER", default_value = "program", value_parser = schedule,
        conflicts_with_all = ["check", "bench", "watch", "stats"], help_heading = MISTAKES)]
    schedule: Schedule,
    /// Who synchronises the pipes of a core: auto (as if it were done) or manual (what is left in no order
    /// is a race); without it, manual if the kernel has an event, a flag or a buffer id
    #[arg(long, value_name = "MODE", value_parser = ["auto", "manual"], help_heading = MISTAKES)]
    mode: Option<String>,
    /// Run on another target, too, and name the first instruction that gives other values there
    #[arg(long, value_name = "T", conflicts_with_all = ["check", "schedule", "bench", "watch", "stats"], help_heading = MISTAKES)]
    compare: Option<String>,
    /// What makes two events the same one: pipes and number, or the setting pipe and number
    #[arg(long, value_name = "KEY", default_value = "src-dst-id", value_parser = ["src-dst-id", "src-id"], help_heading = MISTAKES)]
    flag_identity: String,

    /// Print a tile each time the instruction on a line has run, e.g. `acc@12`; may be given several times
    #[arg(long = "print", value_name = "TILE@LINE", help_heading = OUTPUT)]
    watch: Vec<String>,
    /// Print what each instruction took
    #[arg(long, help_heading = OUTPUT)]
    stats: bool,
    /// Run N times after a warm-up and print the median and minimum nanoseconds as JSON
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = OUTPUT)]
    bench: Option<u32>,
    /// Print findings and what was executed as JSON
    #[arg(long, conflicts_with_all = ["bench", "sarif"], help_heading = OUTPUT)]
    json: bool,
    /// Print findings as SARIF 2.1.0
    #[arg(long, conflicts_with = "bench", help_heading = OUTPUT)]
    sarif: bool,
}

const MEANING: &str = "What instructions do";
const MISTAKES: &str = "Looking for mistakes";
const OUTPUT: &str = "Output";

/// Where the bytes of a buffer go afterwards.
struct Output {
    index: usize,
    path: PathBuf,
    like: Option<NpyHeader>,
    element: DType,
}

/// Runs the command.
pub fn run(args: &RunArgs) -> ExitCode {
    let source = match source::read(&args.file) {
        Ok(s) => s,
        Err(e) => return complain_of_file(&args.file, &e),
    };
    let (module, mut found) = pto_ir::parse(&source.text);
    if source.bad_byte.is_some() {
        return usage(&format!("{}: not UTF-8 text", args.file), None);
    }
    let declared = || pto_check::declared_target(&module);
    let target = args.target.or_else(declared).unwrap_or(Target::Cpu);
    let options = Options {
        partial: found.iter().any(Diagnostic::is_error),
        only: args.entry.clone(),
        // Rows that are no whole blocks trouble a device's vector unit, not a simulator.
        warn: vec![code::ROW_ALIGN],
    };
    let form = match (args.json, args.sarif) {
        (true, _) => Form::Json,
        (_, true) => Form::Sarif,
        _ => Form::Text,
    };
    let printer = Printer { path: &source.path, text: &source.text, form };
    let verified = match pto_check::verify(module, target, &options) {
        Ok((verified, warnings)) if !found.iter().any(Diagnostic::is_error) => {
            found.extend(warnings);
            verified
        }
        Ok((_, more)) | Err((_, more)) => {
            found.extend(more);
            printer.show(&found, &Report::default());
            return ExitCode::from(1);
        }
    };
    let reordered = args.schedule != Schedule::Program;
    if args.mode.is_some() && args.check.is_none() && !reordered {
        return usage(
            "`--mode` is for `--check` and `--schedule`",
            Some("a plain run keeps the order of the program"),
        );
    }
    if let Some(name) = &args.compare {
        let Some(other) = Target::parse(name) else {
            return usage(&format!("unknown target `{name}`: use cpu, a2a3 or a5"), None);
        };
        return match compare(&verified, args, [target, other], &printer, found) {
            Ok(code) => code,
            Err(e) => usage(&e.message, e.hint.as_deref()),
        };
    }
    if reordered {
        return match reorder(&verified, args, target, &printer, found) {
            Ok(code) => code,
            Err(e) => usage(&e.message, e.hint.as_deref()),
        };
    }
    if args.check.is_some() {
        return match check(&verified, args, target, &printer, found) {
            Ok(code) => code,
            Err(e) => usage(&e.message, e.hint.as_deref()),
        };
    }
    let mut program = match pto_sim::decode(&verified, args.entry.as_deref(), args.numerics(target))
    {
        Ok(p) => p,
        Err(d) => {
            printer.show(&[*d], &Report::default());
            return ExitCode::from(1);
        }
    };
    for spec in &args.watch {
        if let Err(e) = watch(&mut program, &source.text, spec) {
            return usage(
                &format!("`--print {spec}`: {e}"),
                Some("use TILE@LINE, e.g. `--print acc@12`"),
            );
        }
    }
    match execute(&program, args, &printer, &found) {
        Ok(code) => code,
        Err(e) => usage(&e.message, e.hint.as_deref()),
    }
}

/// Reads `tile@line`.
fn watch(program: &mut Program<'_>, text: &str, spec: &str) -> Result<(), String> {
    let (name, line) = spec.rsplit_once('@').ok_or("there is no `@`")?;
    let line: usize = line.parse().map_err(|_| format!("`{line}` is not a line number"))?;
    let mut start = 0u32;
    for (i, l) in text.split_inclusive('\n').enumerate() {
        let end = start + l.trim_end().len() as u32;
        if i + 1 == line {
            let blanks = (l.len() - l.trim_start().len()) as u32;
            return program
                .watch(name.trim_start_matches('%'), pto_ir::Span::new(start + blanks, end));
        }
        start += l.len() as u32;
    }
    Err(format!("the file has no line {line}"))
}

impl RunArgs {
    fn numerics(&self, target: Target) -> Numerics {
        let semantics = Semantics::parse(&self.semantics).unwrap_or_default();
        let mut n = Numerics::new(target, semantics);
        if let Some(o) = self.outside_valid.as_deref().and_then(OutsideValid::parse) {
            n.outside_valid = o;
        }
        if self.order == "left" {
            n.order = Order::Left;
        }
        n
    }

    fn launch(&self) -> Launch {
        let cpus = || std::thread::available_parallelism().map_or(1, usize::from);
        Launch {
            blocks: self.blocks,
            threads: self.threads.map_or_else(cpus, usize::from),
            gm_slack: self.gm_slack,
            max_steps: self.max_steps,
            stats: self.stats,
            reference: self.reference,
        }
    }

    fn check_options(&self) -> Result<CheckOptions, ArgError> {
        let checks = Checks::parse(self.check.as_deref().unwrap_or("all")).map_err(|word| {
            let message = format!("`--check`: `{word}` is no check");
            ArgError { message, hint: Some("use mem, init, race, sync or all".into()) }
        })?;
        let OrderOptions { mode, identity } = self.order_options();
        Ok(CheckOptions { checks, mode, identity })
    }

    fn order_options(&self) -> OrderOptions {
        let mode = self.mode.as_deref().map(|m| match m {
            "auto" => Mode::Auto,
            _ => Mode::Manual,
        });
        let identity = match self.flag_identity.as_str() {
            "src-id" => FlagIdentity::SourceId,
            _ => FlagIdentity::SourceTargetId,
        };
        OrderOptions { mode, identity }
    }
}

/// What came of a program that somebody watched.
struct Seen {
    outcome: Result<Report, Box<Diagnostic>>,
    findings: Vec<Diagnostic>,
    /// What to say if nobody chose the mode and the kernel leaves synchronisation to the tool.
    note: Option<&'static str>,
}

/// Loads the arguments, runs under a watch, writes the results.
fn watch_run(
    verified: &pto_check::Verified,
    args: &RunArgs,
    target: Target,
    printer: &Printer<'_>,
    mut found: Vec<Diagnostic>,
    run: impl FnOnce(&Watched<'_>, &mut [LaunchArg], &Lines) -> Seen,
) -> Result<ExitCode, ArgError> {
    let watched = match Watched::decode(verified, args.entry.as_deref(), args.numerics(target)) {
        Ok(w) => w,
        Err(d) => {
            printer.show(&[*d], &Report::default());
            return Ok(ExitCode::from(1));
        }
    };
    let (mut values, outputs) = load_args(watched.program(), &args.args)?;
    let progress = Progress::start();
    let seen = run(&watched, &mut values, &Lines::new(printer.text));
    progress.stop();
    found.extend(seen.findings);
    let report = match seen.outcome {
        Ok(report) => {
            save(&outputs, &values)?;
            report
        }
        Err(d) => {
            found.push(*d);
            Report::default()
        }
    };
    printer.show(&found, &report);
    if printer.form == Form::Text {
        printer.notes(args, &report);
        if let Some(note) = seen.note {
            say(&format!("note: the kernel has no flag, event or buffer id, so {note}"));
        }
    }
    Ok(ExitCode::from(u8::from(found.iter().any(Diagnostic::is_error))))
}

/// Runs and looks for mistakes.
fn check(
    verified: &pto_check::Verified,
    args: &RunArgs,
    target: Target,
    printer: &Printer<'_>,
    found: Vec<Diagnostic>,
) -> Result<ExitCode, ArgError> {
    let options = args.check_options()?;
    watch_run(verified, args, target, printer, found, |watched, values, lines| {
        let checked = watched.check(values, &args.launch(), &options, lines);
        let auto = options.checks.race && options.mode.is_none() && checked.mode == Mode::Auto;
        let note = "races inside a core are not looked for (`--mode manual` does)";
        let (outcome, findings) = (checked.outcome, checked.findings);
        Seen { outcome, findings, note: auto.then_some(note) }
    })
}

fn schedule(text: &str) -> Result<Schedule, String> {
    Schedule::parse(text).ok_or_else(|| "use program, eager, lazy or random:SEED".into())
}

/// Runs in two orders and compares.
fn reorder(
    verified: &pto_check::Verified,
    args: &RunArgs,
    target: Target,
    printer: &Printer<'_>,
    found: Vec<Diagnostic>,
) -> Result<ExitCode, ArgError> {
    let options = args.order_options();
    watch_run(verified, args, target, printer, found, |watched, values, lines| {
        let compared =
            watched.compare_orders(values, &args.launch(), args.schedule, &options, lines);
        let auto = options.mode.is_none() && compared.mode == Mode::Auto;
        let note = "the order its operands need is kept (`--mode manual` does not)";
        let (outcome, findings) = (compared.outcome, compared.difference.into_iter().collect());
        Seen { outcome, findings, note: auto.then_some(note) }
    })
}

/// Runs on two targets and compares.
fn compare(
    verified: &pto_check::Verified,
    args: &RunArgs,
    [target, other]: [Target; 2],
    printer: &Printer<'_>,
    found: Vec<Diagnostic>,
) -> Result<ExitCode, ArgError> {
    let options = Options { only: args.entry.clone(), ..Options::default() };
    let theirs = match pto_check::verify(verified.module().clone(), other, &options) {
        Ok((theirs, _)) => theirs,
        Err((_, found)) => {
            printer.show(&found, &Report::default());
            return Ok(ExitCode::from(1));
        }
    };
    let theirs = match Watched::decode(&theirs, args.entry.as_deref(), args.numerics(other)) {
        Ok(w) => w,
        Err(d) => {
            printer.show(&[*d], &Report::default());
            return Ok(ExitCode::from(1));
        }
    };
    watch_run(verified, args, target, printer, found, |watched, values, _| {
        let across = watched.compare_targets(&theirs, values, &args.launch());
        let (outcome, findings) = (across.outcome, across.difference.into_iter().collect());
        Seen { outcome, findings, note: None }
    })
}

/// Loads the arguments, runs, writes the results.
fn execute(
    program: &Program<'_>,
    args: &RunArgs,
    printer: &Printer<'_>,
    found: &[Diagnostic],
) -> Result<ExitCode, ArgError> {
    let (mut values, outputs) = load_args(program, &args.args)?;
    let launch = args.launch();
    let original = args.bench.map(|_| values.clone());
    let progress = Progress::start();
    let outcome = program.run(&mut values, &launch);
    progress.stop();
    let report = match outcome {
        Ok(report) => report,
        Err(d) => {
            printer.show(&[*d], &Report::default());
            return Ok(ExitCode::from(1));
        }
    };
    save(&outputs, &values)?;
    printer.show(found, &report);
    if printer.form == Form::Text {
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

/// Writes the buffers that are asked for.
fn save(outputs: &[Output], values: &[LaunchArg]) -> Result<(), ArgError> {
    for o in outputs {
        if let LaunchArg::Bytes(bytes) = &values[o.index] {
            arg::save(&o.path, bytes, o.like.as_ref(), o.element)?;
        }
    }
    Ok(())
}

fn load_args(
    program: &Program<'_>,
    specs: &[String],
) -> Result<(Vec<LaunchArg>, Vec<Output>), ArgError> {
    let params: Vec<Param> = program.params().collect();
    let names = program.param_names();
    if specs.len() != params.len() {
        return Err(ArgError {
            message: format!(
                "the kernel has {}, {} given with `--arg`",
                counted(params.len(), "parameter"),
                specs.len()
            ),
            hint: Some(match params.len() {
                0 => "it takes none".into(),
                _ => format!("its parameters are {}", list_params(&names, &params)),
            }),
        });
    }
    let (mut values, mut outputs) = (Vec::new(), Vec::new());
    for (index, (spec, param)) in specs.iter().zip(params).enumerate() {
        let name = names.get(index).copied().unwrap_or_default();
        match (Arg::parse(spec)?, param) {
            (Arg::Number(text), Param::Number(dtype)) => {
                values.push(LaunchArg::Number(arg::scalar_bits(&text, dtype)?));
            }
            (Arg::Buffer { from, write_to }, Param::Buffer(_) | Param::Tile(_)) => {
                let element = match param {
                    Param::Buffer(d) | Param::Number(d) => d,
                    Param::Tile(t) => t.dtype,
                };
                let loaded = arg::load(&from)?;
                if let (Some(header), Source::File(path)) = (&loaded.array, &from)
                    && let Some(text) = npy::dtype_mismatch(header, element)
                {
                    return Err(ArgError {
                        message: format!("{}: {text}", path.display()),
                        hint: Some(format!("`%{name}` has elements of type {element}")),
                    });
                }
                if let Some(path) = write_to {
                    outputs.push(Output { index, path, like: loaded.array, element });
                }
                values.push(LaunchArg::Bytes(loaded.bytes));
            }
            (Arg::Number(text), _) => {
                return Err(ArgError {
                    message: format!("`%{name}` is a buffer, not the number {text}"),
                    hint: Some("use FILE or zeros:BYTES".into()),
                });
            }
            (Arg::Buffer { .. }, Param::Number(dtype)) => {
                return Err(ArgError {
                    message: format!("`%{name}` is a number of type {dtype}, not `{spec}`"),
                    hint: None,
                });
            }
        }
    }
    Ok((values, outputs))
}

fn list_params(names: &[&str], params: &[Param]) -> String {
    let one = |(name, p): (&&str, &Param)| match p {
        Param::Buffer(d) => format!("%{name} (buffer of {d})"),
        Param::Number(d) => format!("%{name} ({d})"),
        Param::Tile(t) => format!("%{name} ({t})"),
    };
    names.iter().zip(params).map(one).collect::<Vec<_>>().join(", ")
}

fn bench(program: &Program<'_>, original: &[LaunchArg], launch: &Launch, n: u32) -> String {
    let mut nanos: Vec<u128> = Vec::new();
    for _ in 0..n.max(1) {
        let mut values = original.to_vec();
        match program.run(&mut values, launch) {
            Ok(r) => nanos.push(r.elapsed.as_nanos()),
            Err(d) => return format!("{}\n", json!({ "error": d.message })),
        }
    }
    nanos.sort_unstable();
    let median = nanos[nanos.len() / 2];
    format!(
        "{}\n",
        json!({ "runs": nanos.len(), "median_ns": median as u64, "min_ns": nanos[0] as u64 })
    )
}

fn stats_table(report: &Report) -> String {
    let mut rows = report.ops.clone();
    rows.sort_by_key(|r| std::cmp::Reverse(r.1.nanos));
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

/// How findings are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// For people, on standard error.
    Text,
    /// On standard output.
    Json,
    /// On standard output.
    Sarif,
}

/// Shows findings.
struct Printer<'a> {
    path: &'a str,
    text: &'a str,
    form: Form,
}

impl Printer<'_> {
    fn show(&self, found: &[Diagnostic], report: &Report) {
        match self.form {
            Form::Json => return print(&format!("{:#}\n", self.as_json(found, report))),
            Form::Sarif => {
                let log = json::sarif_of_run(self.path, self.text, found);
                return print(&format!("{log:#}\n"));
            }
            Form::Text => {}
        }
        let lines = Lines::new(self.text);
        for line in &report.printed {
            print(&format!("{line}\n"));
        }
        let worth_showing = found.iter().filter(|d| d.severity != Severity::Note);
        render::show(self.path, self.text, &lines, worth_showing);
    }

    fn as_json(&self, found: &[Diagnostic], report: &Report) -> Value {
        let lines = Lines::new(self.text);
        let list: Vec<Value> =
            found.iter().map(|d| json::diagnostic(self.path, self.text, &lines, d)).collect();
        let ops: serde_json::Map<String, Value> = report
            .ops
            .iter()
            .map(|(name, s)| (name.clone(), json!({ "count": s.count, "nanoseconds": s.nanos })))
            .collect();
        json!({
            "diagnostics": list,
            "steps": report.steps,
            "nanoseconds": report.elapsed.as_nanos() as u64,
            "printed": report.printed,
            "overran": report.overran,
            "quirks": report.quirks,
            "instructions": ops,
        })
    }

    fn notes(&self, args: &RunArgs, report: &Report) {
        if report.overran {
            say(
                "warning: the kernel accessed memory past the end of a buffer (allowed by --gm-slack)",
            );
        }
        if !report.quirks.is_empty() {
            let other = if args.semantics == "manual" { "silicon" } else { "manual" };
            say(&format!(
                "note: {} semantics decided: {}; `--semantics {other}` reads them otherwise (see `pto isa quirks`)",
                args.semantics,
                report.quirks.join(", ")
            ));
        }
    }
}

/// A line on the terminal for runs over two seconds.
struct Progress(Option<(std::sync::mpsc::Sender<()>, std::thread::JoinHandle<()>)>);

impl Progress {
    fn start() -> Progress {
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
    fn stop(self) {
        if let Some((tell, thread)) = self.0 {
            let _ = tell.send(());
            let _ = thread.join();
        }
    }
}
