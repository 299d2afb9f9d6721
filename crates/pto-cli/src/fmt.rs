//! `pto fmt`: canonical blanks, and conversion between the three forms.

use crate::output::{complain, complain_of_file, examples, print};
use crate::{render, source};
use clap::{Args, ValueHint};
use pto_ir::{Form, Lines};
use std::process::ExitCode;

/// What `pto fmt` is told.
#[derive(Args, Clone, Debug)]
#[command(after_help = examples(&[
    ("in place", "pto fmt examples/add.pto examples/softmax.pto"),
    ("for CI: change nothing, say which files are not formatted", "pto fmt --check examples/add.pto"),
    ("values become buffers", "pto fmt --form dps examples/hello.pto"),
]))]
pub struct FmtArgs {
    /// Programs to format in place, names and comments stay; `-` reads standard input and prints
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<String>,
    /// Change nothing, say which files are not formatted
    #[arg(long)]
    check: bool,
    /// Also convert tile instructions to plain assembly, values (ssa) or buffers (dps)
    #[arg(long, value_name = "FORM", value_parser = ["asm", "ssa", "dps"])]
    form: Option<String>,
}

/// Formats each file; nothing is written unless all of it could be formatted.
pub fn run(args: &FmtArgs) -> ExitCode {
    let form = args.form.as_deref().map(|f| match f {
        "asm" => Form::Asm,
        "ssa" => Form::Ssa,
        _ => Form::Dps,
    });
    let (mut stale, mut failed) = (false, false);
    for file in &args.files {
        let source = match source::read(file) {
            Ok(s) if s.bad_byte.is_none() => s,
            Ok(_) => {
                complain(&format!("{file}: not UTF-8 text"), &[]);
                failed = true;
                continue;
            }
            Err(e) => {
                complain_of_file(file, &e);
                failed = true;
                continue;
            }
        };
        let lines = Lines::new(&source.text);
        let (text, notes) = match form {
            None => (pto_ir::format(&source.text), Vec::new()),
            Some(form) => match pto_ir::convert(&source.text, form) {
                Ok(c) => (c.text, c.notes),
                Err(found) => {
                    render::show(file, &source.text, &lines, &found);
                    stale = true;
                    continue;
                }
            },
        };
        render::show(file, &source.text, &lines, &notes);
        if file == "-" && !args.check {
            print(&text);
        } else if text != source.text {
            if args.check {
                print(&format!("{file}: not formatted\n"));
                stale = true;
            } else if let Err(e) = source::replace(file, &text) {
                complain_of_file(file, &e);
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
