//! Chores of this repository.
//!
//! `cargo xtask corpus DIR...` reads public programs; `cargo xtask gen` writes generated files.

mod corpus;
mod generate;

use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (command, rest) = match args.split_first() {
        Some((c, rest)) => (c.as_str(), rest),
        None => ("", &[][..]),
    };
    match command {
        "corpus" => corpus::run(rest),
        "gen" => generate::run(rest),
        _ => {
            eprintln!(
                "usage: cargo xtask gen [--check]\n       cargo xtask corpus [--verdicts FILE] [--list] DIR..."
            );
            ExitCode::from(2)
        }
    }
}
