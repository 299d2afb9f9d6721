//! Chores of this repository.
//!
//! `cargo xtask gen` writes generated files, `cargo xtask book` makes the book; `cargo xtask corpus DIR...` reads public
//! programs;
//! `cargo xtask sync DIR...` proves their synchronisation;
//! `cargo xtask oracle FILE` and `cargo xtask avs FILE` compare what is computed with facts from elsewhere.
//! `cargo xtask bench` compares instructions with plain loops; `cargo xtask mutate` asks whether the tests
//! notice wrong rules.

mod avs;
mod book;
mod corpus;
mod facts;
mod generate;
mod intrinsics;
mod mutate;
mod oracle;
mod sync;

use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (command, rest) = match args.split_first() {
        Some((c, rest)) => (c.as_str(), rest),
        None => ("", &[][..]),
    };
    match command {
        "book" => book::run(rest),
        "corpus" => corpus::run(rest),
        "gen" => generate::run(rest),
        "bench" => bench(rest),
        "mutate" => mutate::run(rest),
        "oracle" => oracle::run(rest),
        "avs" => avs::run(rest),
        "sync" => sync::run(rest),
        _ => {
            eprintln!(
                "usage: cargo xtask gen [--check]\n       cargo xtask book\n       cargo xtask bench [NAME...]\n       cargo xtask mutate [RULE...]\n       cargo xtask corpus [--verdicts FILE] [--list] DIR...\n       cargo xtask sync [--list] DIR...\n       cargo xtask oracle FILE\n       cargo xtask avs FILE"
            );
            ExitCode::from(2)
        }
    }
}

/// Runs the benchmarks of kernels and timelines, optimised; it fails past a limit. With names, only those
/// kernels.
fn bench(names: &[String]) -> ExitCode {
    let mut passed = true;
    for (package, bench) in [("pto-sim", "kernels"), ("pto-cost", "timeline")] {
        if bench == "timeline" && !names.is_empty() {
            continue;
        }
        let mut cargo = std::process::Command::new(env!("CARGO"));
        cargo.args(["bench", "-q", "-p", package, "--bench", bench, "--"]).args(names);
        match cargo.status() {
            Ok(s) => passed &= s.success(),
            Err(e) => {
                eprintln!("error: cargo: {e}");
                return ExitCode::from(2);
            }
        }
    }
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
