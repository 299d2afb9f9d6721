//! Proves the synchronisation of public programs from checkouts: how many functions are proved, and why others are not.

use crate::corpus::{collect, run_line_arch};
use pto_ir::{Diagnostic, Lines, parse};
use pto_isa::Target;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

/// What came of the functions that synchronise by hand.
#[derive(Default)]
struct Count {
    functions: usize,
    proved: usize,
    refuted: usize,
    /// Reasons, each with how many functions have it first.
    reasons: BTreeMap<String, usize>,
}

pub fn run(args: &[String]) -> ExitCode {
    let list = args.iter().any(|a| a == "--list");
    let dirs: Vec<PathBuf> = args.iter().filter(|a| *a != "--list").map(PathBuf::from).collect();
    if dirs.is_empty() {
        println!("sync: skipped, no checkout was given (cargo xtask sync DIR...)");
        return ExitCode::SUCCESS;
    }
    println!("| corpus | functions | proved | refuted | neither |\n|---|---|---|---|---|");
    let mut all: BTreeMap<String, usize> = BTreeMap::new();
    let mut shown = Vec::new();
    for dir in &dirs {
        let mut files = Vec::new();
        collect(dir, &mut files);
        files.sort();
        let mut count = Count::default();
        for file in &files {
            let text = std::fs::read_to_string(file).unwrap_or_default();
            for (i, part) in text.split("\n// -----\n").enumerate() {
                for line in prove(part, run_line_arch(&text), &mut count) {
                    shown.push(format!("{}#{i}: {line}", file.display()));
                }
            }
        }
        let Count { functions, proved, refuted, .. } = count;
        let neither = functions - proved - refuted;
        println!("| {} | {functions} | {proved} | {refuted} | {neither} |", dir.display());
        for (reason, n) in count.reasons {
            *all.entry(reason).or_default() += n;
        }
    }
    println!("\n| why not | functions |\n|---|---|");
    for (reason, n) in &all {
        println!("| {reason} | {n} |");
    }
    if list {
        println!("\n{}", shown.join("\n"));
    }
    ExitCode::SUCCESS
}

/// Proves what a program synchronises by hand; a line for each function that is not proved.
fn prove(text: &str, arch: Option<Target>, count: &mut Count) -> Vec<String> {
    let (module, found) = parse(text);
    if found.iter().any(Diagnostic::is_error) {
        return Vec::new();
    }
    let target = pto_check::declared_target(&module).or(arch).unwrap_or(Target::A5);
    let Ok((program, _)) = pto_check::verify(module, target, &Default::default()) else {
        return Vec::new();
    };
    let lines = Lines::new(text);
    let mut shown = Vec::new();
    for proof in pto_lower::prove_sync(&program, &lines) {
        count.functions += 1;
        let Some(first) = proof.unproved.first() else {
            count.proved += 1;
            continue;
        };
        count.refuted += usize::from(proof.refuted);
        let verdict = if proof.refuted { "refuted: " } else { "neither: " };
        let reason = format!("{verdict}{}", without_names(&first.message));
        *count.reasons.entry(reason).or_default() += 1;
        let (line, _) = lines.position(text, first.primary.span.start);
        let others: Vec<usize> = first.others.iter().map(|l| lines.line(l.span.start)).collect();
        shown
            .push(format!("{verdict}{} line {line} {others:?} @{}", first.message, proof.function));
    }
    shown
}

/// A message without what differs from program to program.
fn without_names(message: &str) -> String {
    let same = |w: &str| match w {
        w if w.starts_with("PIPE_") => "PIPE".to_string(),
        w if w.bytes().all(|b| b.is_ascii_digit()) => "N".to_string(),
        w if w.starts_with("`@") => "`@...`".to_string(),
        w => w.to_string(),
    };
    message.split(' ').map(same).collect::<Vec<_>>().join(" ")
}
