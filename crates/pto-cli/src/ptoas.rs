//! `pto ptoas`: called as the assembler is.
//!
//! It ends with 0 or 1, as the assembler does, whatever is wrong.

use crate::arg_error::ArgError;
use crate::limits_arg::LimitsArg;
use crate::output::assembler_examples;
use crate::outputs;
use crate::source_file::SourceFile;
use crate::stop;
use clap::{Args, ValueHint};
use pto_isa::Target;
use pto_lower::{Failed, Level, PtoasOptions};
use std::process::ExitCode;

/// The version of the assembler whose programs are understood.
const UNDERSTOOD: &str = "0.60";

/// What `pto ptoas` is told.
#[derive(Args)]
#[command(disable_version_flag = true, after_help = assembler_examples(&[
    ("as a compiler calls it", "pto ptoas examples/add.pto -o add.cpp --pto-arch a3 --enable-insert-sync"),
    ("a program with addresses", "pto ptoas examples/add_manual.pto --pto-arch=a5 --pto-level=level3"),
]))]
pub struct PtoasArgs {
    /// Program to assemble; `-` reads standard input
    #[arg(default_value = "-", value_hint = ValueHint::FilePath)]
    file: String,
    /// Write the C++ to a file; `-` prints it
    #[arg(short, value_name = "OUT", default_value = "-", value_hint = ValueHint::FilePath)]
    output: String,
    /// Device, a3 or a5; without it, the one the module names, else a3
    #[arg(long, value_name = "ARCH", value_parser = ["a2", "a3", "a2a3", "a5"])]
    pto_arch: Option<String>,
    /// Memory planning: by the tool (level1, level2) or by the program (level3)
    #[arg(long, value_name = "LEVEL", default_value = "level2", value_parser = ["level1", "level2", "level3"])]
    pto_level: String,
    /// Insert synchronisation
    #[arg(long)]
    enable_insert_sync: bool,
    /// Assume ND layout of views that state none
    #[arg(long)]
    disable_infer_layout: bool,
    /// Print the version
    #[arg(long)]
    version: bool,
    #[command(flatten)]
    limits: LimitsArg,
}

/// Assembles a file.
pub fn run(args: &PtoasArgs) -> ExitCode {
    args.limits.hold();
    stop::end_with(1);
    if args.version {
        crate::output::print(&format!("ptoas {UNDERSTOOD} (pto {})\n", env!("CARGO_PKG_VERSION")));
        return ExitCode::SUCCESS;
    }
    let text = match SourceFile::read(&args.file) {
        Ok(text) => text,
        Err(e) => return fail(&e),
    };
    let options = PtoasOptions {
        target: args.pto_arch.as_deref().and_then(Target::parse),
        level: if args.pto_level == "level3" { Level::Placed } else { Level::Unplaced },
        insert_sync: args.enable_insert_sync,
        infer_layout: !args.disable_infer_layout,
    };
    match pto_lower::ptoas(&text.text, &options) {
        Ok(emitted) => {
            SourceFile::new(text.path, emitted.source).show(&emitted.findings);
            // A file that was there stays as it is unless there is something to write.
            match outputs::write_text(Some(&args.output), &emitted.text) {
                Ok(()) => ExitCode::SUCCESS,
                Err(e) => fail(&e),
            }
        }
        Err(Failed { source, findings }) => {
            SourceFile::new(text.path, source).show(&findings);
            ExitCode::FAILURE
        }
    }
}

fn fail(error: &ArgError) -> ExitCode {
    error.report();
    ExitCode::FAILURE
}
