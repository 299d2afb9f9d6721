//! `pto fmt`: canonical blanks, and conversion between the three forms.

use crate::arg_error::ArgError;
use crate::limits_arg::LimitsArg;
use crate::output::{examples, print, print_program};
use crate::outputs::write_file;
use crate::source_file::SourceFile;
use crate::stop;
use clap::{Args, ValueHint};
use pto_ir::{TileForm, visible_name};
use std::fs::{self, Metadata};
use std::process::ExitCode;

/// What `pto fmt` is told.
#[derive(Args, Clone, Debug)]
#[command(after_help = examples(&[
    ("in place", "pto fmt examples/add.pto examples/softmax.pto"),
    ("for CI: change nothing, say which files are not formatted", "pto fmt --check examples/add.pto"),
    ("values become buffers", "pto fmt --form dps examples/hello.pto"),
]))]
pub struct FmtArgs {
    /// Programs to format in place (names and comments are kept); `-` reads standard input and prints
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<String>,
    /// Change nothing; list the files that are not formatted
    #[arg(long)]
    check: bool,
    /// Also convert tile instructions to plain assembly (asm), SSA values (ssa) or DPS buffers (dps)
    #[arg(long, value_name = "FORM", value_parser = ["asm", "ssa", "dps"])]
    form: Option<String>,
    #[command(flatten)]
    limits: LimitsArg,
}

/// Refuses a pipe or a device that the result would be written back to.
fn check_place(path: &str, args: &FmtArgs) -> Result<(), ArgError> {
    let is_stream = |m: Metadata| !m.is_file() && !m.is_dir();
    if args.check || path == "-" || !fs::metadata(path).is_ok_and(is_stream) {
        return Ok(());
    }
    let message = format!("{}: not a file, so it cannot be formatted in place", visible_name(path));
    Err(ArgError::new(message).hint("`pto fmt -` reads standard input and prints the result"))
}

/// Formats each file; nothing is written unless all of it could be formatted.
pub fn run(args: &FmtArgs) -> ExitCode {
    args.limits.hold();
    let form = args.form.as_deref().map(|f| match f {
        "asm" => TileForm::Asm,
        "ssa" => TileForm::Ssa,
        _ => TileForm::Dps,
    });
    let (mut stale, mut failed) = (false, false);
    for path in &args.files {
        let source = match check_place(path, args).and_then(|()| SourceFile::read(path)) {
            Ok(source) => source,
            Err(e) => {
                e.report();
                failed = true;
                continue;
            }
        };
        let (text, notes) = match form {
            None => (pto_ir::format(&source.text), Vec::new()),
            Some(form) => match pto_ir::convert(&source.text, form) {
                Ok(c) => (c.text, c.notes),
                Err(found) => {
                    source.show_all(&found);
                    stale = true;
                    continue;
                }
            },
        };
        source.show_all(&notes);
        stop::alive();
        if path == "-" && !args.check {
            print_program(&text);
        } else if text != source.text {
            if args.check {
                print(&format!("{path}: not formatted\n"));
                stale = true;
            } else if let Err(e) = write_file(path.as_ref(), &[text.as_bytes()]) {
                e.report();
                failed = true;
            }
        }
    }
    match (failed, stale) {
        (true, _) => ExitCode::from(2),
        (_, true) => ExitCode::from(1),
        _ => ExitCode::SUCCESS,
    }
}
