//! The `pto` command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    pto_cli::command::main(std::env::args_os().collect())
}
