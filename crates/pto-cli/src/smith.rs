//! `pto smith` and `pto shrink`: a random program, and a program that shows something with nothing else in it.

use crate::arg_error::ArgError;
use crate::campaign::finding::{Draw, Origin};
use crate::oracle::{Oracle, first_broken};
use crate::output::{either, examples, print, print_note};
use crate::outputs;
use crate::source_file::SourceFile;
use crate::stop;
use crate::target_arg::TargetName;
use clap::{Args, ValueHint};
use pto_isa::Target;
use pto_smith::shrink::shrink as shrink_text;
use pto_smith::{Kind, is_legal};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// What `pto smith` is told.
#[derive(Args, Clone, Debug)]
#[command(after_help = examples(&[
    ("tile instructions that are legal on a5", "pto smith --kind tiles --seed 7 --target a5"),
    ("and see whether everything holds that must", "pto smith --kind auto --seed 7 --target a2a3 --check"),
]))]
pub struct SmithArgs {
    /// What it is made of: tiles, registers, vmi, auto, sync, numbers or mixed
    #[arg(long, value_name = "KIND", default_value = "tiles", value_parser = kind)]
    kind: Kind,
    /// The number that it is drawn from; the same on every machine
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The bytes that it is drawn from, in place of a number: those of a corpus, two digits each
    #[arg(long, value_name = "HEX", value_parser = bytes, conflicts_with = "seed")]
    bytes: Option<Bytes>,
    /// About how many instructions it has
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=1000))]
    size: u32,
    /// Target on which it is legal
    #[arg(long, value_name = "T", default_value = "a5", value_parser = TargetName, hide_possible_values = true)]
    target: Target,
    /// See whether everything holds of it that must of every program, instead of printing it
    #[arg(long)]
    check: bool,
}

fn kind(name: &str) -> Result<Kind, String> {
    Kind::parse(name).ok_or_else(|| format!("use {}", either(&Kind::ALL.map(|k| k.0))))
}

/// Choices as bytes; a type of its own, so that they are one value of an option.
#[derive(Clone, Debug)]
struct Bytes(Vec<u8>);

fn bytes(digits: &str) -> Result<Bytes, String> {
    let one = |i| u8::from_str_radix(digits.get(i..i + 2)?, 16).ok();
    let all: Option<Vec<u8>> = (0..digits.len()).step_by(2).map(one).collect();
    all.map(Bytes).ok_or_else(|| "use pairs of the digits 0 to 9 and a to f".into())
}

/// Prints a random program.
pub fn smith(args: &SmithArgs) -> ExitCode {
    let origin = match &args.bytes {
        Some(bytes) => Origin::Bytes(&bytes.0),
        None => Origin::Seed(args.seed),
    };
    let draw = Draw { kind: args.kind, origin, target: args.target, size: args.size };
    let Some(text) = draw.program() else {
        let from = match &args.bytes {
            Some(_) => "these bytes".to_string(),
            None => format!("seed {}", args.seed),
        };
        let message = format!(
            "there is no program of kind `{}` with {from} for {}",
            args.kind.name(),
            args.target
        );
        return ArgError::new(message).hint("use another seed, kind or target").report();
    };
    if !args.check {
        print(&text);
        return ExitCode::SUCCESS;
    }
    match first_broken(&text, args.target) {
        None => {
            print("everything holds that must\n");
            ExitCode::SUCCESS
        }
        Some((oracle, why)) => {
            print(&format!("{}: {why}\n", oracle.name()));
            ExitCode::from(1)
        }
    }
}

/// What `pto shrink` is told.
#[derive(Args, Clone, Debug)]
#[command(after_help = examples(&[
    ("the least program with which a command fails", "pto shrink examples/broken.pto --any --target a5 -- pto check {} --target a5"),
    ("the least one that has a finding", "pto shrink examples/broken.pto --any --says E0211 -- pto check {} --target a2a3"),
]))]
pub struct ShrinkArgs {
    /// Program that shows something; `-` reads standard input
    #[arg(value_hint = ValueHint::FilePath)]
    file: String,
    /// Target on which it stays legal
    #[arg(long, value_name = "T", default_value = "a5", value_parser = TargetName, hide_possible_values = true)]
    target: Target,
    /// It need not stay legal
    #[arg(long)]
    any: bool,
    /// What does not hold of it: prints, computes, lowers, proves or emits
    #[arg(long, value_name = "NAME", value_parser = oracle, conflicts_with = "command")]
    oracle: Option<Oracle>,
    /// The command prints this text
    #[arg(long, value_name = "TEXT", requires = "command")]
    says: Option<String>,
    /// Seconds that the command may take each time; longer is a success
    #[arg(long, value_name = "N", default_value_t = 10, help_heading = crate::limits_arg::LIMITS)]
    command_seconds: u64,
    /// Where the smaller program goes; without it, or with `-`, it is printed
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    output: Option<String>,
    /// Command that fails (exit code other than 0) as long as the program shows it; `{}` stands for the program
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

fn oracle(name: &str) -> Result<Oracle, String> {
    Oracle::parse(name).ok_or_else(|| format!("use {}", either(&Oracle::ALL.map(|o| o.0))))
}

/// Shrinks a program.
pub fn shrink(args: &ShrinkArgs) -> ExitCode {
    let source = match SourceFile::read(&args.file) {
        Ok(source) => source,
        Err(e) => return e.report(),
    };
    let legal = |text: &str| args.any || is_legal(text, args.target);
    let folder = std::env::temp_dir().join(format!("pto-shrink-{}", std::process::id()));
    let place = folder.join("k.pto");
    let mut calls = 0u32;
    let mut still = |text: &str| {
        stop::alive();
        calls += 1;
        legal(text)
            && match args.command.is_empty() {
                false => fails(args, &place, text),
                true => match args.oracle {
                    Some(oracle) => oracle.broken_by(text, args.target).is_some(),
                    None => first_broken(text, args.target).is_some(),
                },
            }
    };
    if !args.command.is_empty()
        && let Err(e) = std::fs::create_dir_all(&folder)
    {
        return crate::file::print_error(&folder, &e);
    }
    let shown = still(&source.text);
    let small = if shown { shrink_text(&source.text, &mut still) } else { String::new() };
    let _ = std::fs::remove_dir_all(&folder);
    if !shown {
        let message = match legal(&source.text) {
            false => format!("{}: the program is not legal on {}", args.file, args.target),
            true => format!("{}: the program shows nothing", args.file),
        };
        let hint =
            "give a command that fails after `--`, or `--any` for programs that are not legal";
        return ArgError::new(message).hint(hint).report();
    }
    let (from, to) = (source.text.lines().count(), small.lines().count());
    print_note(&format!("{from} lines became {to}, after {calls} attempts"));
    match outputs::write_text(args.output.as_deref(), &small) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => e.report(),
    }
}

/// Whether the command fails with a program.
fn fails(args: &ShrinkArgs, place: &PathBuf, text: &str) -> bool {
    let [program, words @ ..] = args.command.as_slice() else { return false };
    if std::fs::write(place, text).is_err() {
        return false;
    }
    let name = place.to_string_lossy();
    let words = words.iter().map(|w| w.replace("{}", &name));
    let said = place.with_extension("said");
    let Ok(out) = std::fs::File::create(&said) else { return false };
    let Ok(err) = out.try_clone() else { return false };
    let child =
        Command::new(program).args(words).stdin(Stdio::null()).stdout(out).stderr(err).spawn();
    let Ok(mut child) = child else { return false };
    let end = Instant::now() + Duration::from_secs(args.command_seconds.max(1));
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if Instant::now() < end => std::thread::sleep(Duration::from_millis(2)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return false;
            }
        }
    };
    let says = |wanted: &String| {
        std::fs::read(&said).is_ok_and(|t| String::from_utf8_lossy(&t).contains(wanted.as_str()))
    };
    !status.success() && args.says.as_ref().is_none_or(says)
}
