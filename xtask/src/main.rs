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
mod editors;
mod example;
mod fuzz;
mod generate;
mod growth;
mod hostile;
mod intrinsics;
mod language;
mod mutate;
mod prove;
mod replay;
mod sample;
mod supply;
mod sync;
mod unsafe_coverage;
mod web;

use std::process::ExitCode;

const HELP: &str = "\
usage: cargo xtask COMMAND

  gen [--check]                            write the generated files, or say which are stale
  book                                     make the book
  web [--fast-build]                       make the playground in target/web; --fast-build optimises less
  deps                                     count what each library depends on; fails past the limit
  supply                                   hold every dependency against deny.toml, without a network
  sbom [--target TRIPLE]                   print what the command is built from, as CycloneDX
  cycles                                   show modules that depend on each other in a cycle; fails past the limit
  bench [NAME...]                          measure kernels and timelines against their limits; with names, those kernels
  bench --all [--write] [NAME...]          measure every instruction, type and arrangement against a plain loop; write the
                                           table of docs/speed.md
  growth [--write] [--command NAME] [--scale N] [AXIS...]
                                           measure each command on programs with many of one thing; fails where time
                                           grows faster than n log n
  mutate [RULE...]                         flip one semantic rule at a time; a run test must notice
  corpus [--verdicts FILE] [--list] [--goldens PYTHON] [--write] DIR...
                                           read, check and lower the public programs of checkouts; run those that
                                           come with values; write the figures down for the README
  auto-cost DIR...                         time programs without events, and what they are lowered to
  prove [--programs N] [--seed N]          prove random programs, run them in several schedules, and make mistakes in them
  fuzz [--minutes N] [--jobs N] [--sanitizer address] [TARGET...]
                                           run fuzz targets, one per core or N at a time, each for N minutes (1), with a
                                           table of what came of it; with a sanitizer, those that execute kernels
  hostile [--runs N] [--seed N] [--only N] [--binary FILE]
                                           run the command on hostile inputs and command lines; --only repeats one run
  drift [--text] OLD NEW                   what changed between two checkouts of pto-isa or PTOAS, as a table that names
  drift [--text] --repo DIR OLD NEW        the block of each; or between two revisions of a git repository
  sync [--list] DIR...                     prove the synchronisation of the public programs of checkouts
  sample SEED [COUNT]                      draw instructions to read against their sources
  check-elements FILE                      compare the functions of elements with a table of facts
  replay FILE                              repeat recorded executions
  unsafe [--write]                         measure which tests execute `unsafe` code, against tests/unsafe.txt
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
        "web" => web::run(rest),
        "corpus" => corpus::run(rest),
        "gen" => generate::run(rest),
        "bench" => bench(rest),
        "growth" => growth::run(rest),
        "mutate" => mutate::run(rest),
        "check-elements" => check_elements::run(rest),
        "auto-cost" => auto_cost::run(rest),
        "fuzz" => fuzz::run(rest),
        "prove" => prove::run(rest),
        "replay" => replay::run(rest),
        "sample" => sample::run(rest),
        "sync" => sync::run(rest),
        "unsafe" => unsafe_coverage::run(rest),
        "cycles" => cycles::run(),
        "deps" => deps::run(),
        "supply" => supply::check(rest),
        "sbom" => supply::print_sbom(rest),
        "hostile" => hostile::run(rest),
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
/// kernels. With `--all`, every cell of the instruction set.
fn bench(names: &[String]) -> ExitCode {
    let (all, names): (Vec<&String>, Vec<&String>) = names.iter().partition(|n| *n == "--all");
    let benches: &[(&str, &str)] = match (all.is_empty(), names.is_empty()) {
        (false, _) => &[("pto-sim", "cells")],
        (true, true) => &[("pto-sim", "kernels"), ("pto-cost", "timeline")],
        (true, false) => &[("pto-sim", "kernels")],
    };
    let mut passed = true;
    for (package, bench) in benches {
        let mut cargo = std::process::Command::new(env!("CARGO"));
        cargo.args(["bench", "-q", "--locked", "-p", package, "--bench", bench, "--"]).args(&names);
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
