//! `pto puzzle`: the puzzles of the playground as files.

use crate::arg_error::ArgError;
use crate::output::{examples, print};
use crate::outputs;
use crate::play::Host;
use crate::play::puzzle::judge;
use crate::source_file::SourceFile;
use clap::{Args, ValueHint};
use pto_page::puzzle::{PUZZLES, Puzzle};
use pto_sim::Limits;
use serde_json::{Value, json};
use std::process::ExitCode;

/// What `pto puzzle` is told.
#[derive(Args, Clone, Debug)]
#[command(after_help = examples(&[
    ("all puzzles", "pto puzzle"),
    ("begin one: its task is in the file", "pto puzzle --begin 1 -o fill.pto"),
    ("is it solved? (not yet: exit code 1)", "pto puzzle fill.pto"),
]))]
pub struct PuzzleArgs {
    /// Program that should solve the puzzle that its first line names; without one, all puzzles are listed
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: Option<String>,
    /// Print the program that a puzzle begins with
    #[arg(long, value_name = "N", conflicts_with = "file")]
    begin: Option<u32>,
    /// Write the program to a file
    #[arg(short, long, value_name = "OUT", requires = "begin", value_hint = ValueHint::FilePath)]
    out: Option<String>,
    /// Print puzzles, or what the judge found, as JSON
    #[arg(long, conflicts_with = "begin")]
    json: bool,
}

/// Runs the command.
pub fn run(args: &PuzzleArgs) -> ExitCode {
    let done = match (&args.file, args.begin) {
        (Some(file), _) => look(file, args.json),
        (None, Some(number)) => begin(number, args.out.as_deref()).map(|()| true),
        (None, None) => {
            list(args.json);
            Ok(true)
        }
    };
    match done {
        Ok(solved) => ExitCode::from(u8::from(!solved)),
        Err(e) => e.report(),
    }
}

fn find(number: u32) -> Result<&'static Puzzle, ArgError> {
    let puzzle = PUZZLES.iter().find(|p| p.number == number);
    puzzle.ok_or_else(|| {
        ArgError::new(format!("there is no puzzle {number}")).hint("`pto puzzle` lists them")
    })
}

fn list(as_json: bool) {
    if as_json {
        let one = |p: &Puzzle| json!({"number": p.number, "title": p.title(), "task": p.task()});
        let all: Vec<Value> = PUZZLES.iter().map(one).collect();
        print(&format!("{:#}\n", json!({ "puzzles": all })));
        return;
    }
    let lines = PUZZLES.iter().map(|p| format!("{:2}  {}\n", p.number, p.title()));
    print(&lines.collect::<String>());
}

fn begin(number: u32, out: Option<&str>) -> Result<(), ArgError> {
    outputs::write_text(out, find(number)?.text)
}

/// Judges a program; whether it solves its puzzle.
fn look(file: &str, as_json: bool) -> Result<bool, ArgError> {
    let source = SourceFile::read(file)?;
    let number = source.text.lines().find_map(|l| {
        let rest = l.trim_start_matches('\u{feff}').strip_prefix("// puzzle ")?;
        rest.split(':').next()?.parse().ok()
    });
    let number = number.ok_or_else(|| {
        ArgError::new(format!("{file}: no line says which puzzle it solves"))
            .hint("the file of `pto puzzle --begin N` begins with `// puzzle N:`")
    })?;
    let host = Host { limits: Limits::default(), threads: 1 };
    let verdicts = judge(find(number)?, &source, &host);
    let solved = verdicts.iter().all(|v| v.holds);
    if as_json {
        let one = |v: &crate::play::puzzle::Verdict| json!({"holds": v.holds, "what": v.what, "detail": v.detail});
        let all: Vec<Value> = verdicts.iter().map(one).collect();
        let document = json!({"number": number, "solved": solved, "verdicts": all});
        print(&format!("{document:#}\n"));
    } else {
        for v in &verdicts {
            let mark = if v.holds { "ok" } else { "no" };
            print(&format!("{mark}  {}: {}\n", v.what, v.detail));
        }
        print(&format!("puzzle {number} is {}solved\n", if solved { "" } else { "not " }));
    }
    Ok(solved)
}
