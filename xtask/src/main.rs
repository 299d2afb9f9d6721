//! Chores of this repository.
//!
//! `cargo xtask help` says what there is.

mod agreement;
mod auto_cost;
mod book;
mod check_elements;
mod check_kernels;
mod codes;
mod corpora;
mod corpus;
mod coverage;
mod cycles;
mod deps;
mod drift;
mod example;
mod generate;
mod intrinsics;
mod language;
mod mutate;
mod prove;
mod replay;
mod sample;
mod sync;

use std::process::ExitCode;

const HELP: &str = "\
usage: cargo xtask COMMAND

  gen [--check]                            write the generated files, or say which are stale
  book                                     make the book
  deps                                     count what each library depends on; fails past the limit
  cycles                                   show modules that depend on each other in a cycle; fails past the limit
  bench [NAME...]                          measure kernels and timelines against their limits; with names, those kernels
  mutate [RULE...]                         flip one semantic rule at a time; a run test must notice
  corpus [--verdicts FILE] [--list] [--goldens PYTHON] [--write] DIR...
                                           read, check and lower the public programs of checkouts; run those that
                                           come with values; write the figures down for the README
  auto-cost DIR...                         time programs without events, and what they are lowered to
  prove [--programs N] [--seed N]          prove random programs, run them in several schedules, and make mistakes in them
  drift [--text] OLD NEW                   what changed between two checkouts of pto-isa or PTOAS, as a table that names
  drift [--text] --repo DIR OLD NEW        the block of each; or between two revisions of a git repository
  sync [--list] DIR...                     prove the synchronisation of the public programs of checkouts
  sample SEED [COUNT]                      draw instructions to read against their sources
  check-elements FILE                      compare the functions of elements with a table of facts
  replay FILE                              repeat recorded executions
  help                                     this text
";

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
        "check-elements" => check_elements::run(rest),
        "auto-cost" => auto_cost::run(rest),
        "prove" => prove::run(rest),
        "replay" => replay::run(rest),
        "sample" => sample::run(rest),
        "sync" => sync::run(rest),
        "cycles" => cycles::run(),
        "deps" => deps::run(),
        "drift" => drift::run(rest),
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        _ => {
            eprint!("{HELP}");
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
