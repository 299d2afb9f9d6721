//! `pto emit`: programs as C++.

use crate::limits_arg::LimitsArg;
use crate::lower::refused;
use crate::output::{examples, usage};
use crate::outputs;
use crate::source_file::SourceFile;
use crate::target_arg::{self, TargetName};
use clap::{Args, ValueHint};
use pto_isa::Target;
use pto_isa::target::Device;
use pto_lower::{EmitOptions, Failed};
use std::process::ExitCode;

/// What `pto emit` is told.
#[derive(Args)]
#[command(after_help = examples(&[
    ("placed, synchronised and written as C++", "pto emit --cpp examples/softmax.pto --target a5"),
    ("a program by hand, as it is", "pto emit --cpp examples/add_manual.pto --target a2a3 --no-lower"),
    ("into a file", "pto emit --cpp examples/gemm.pto --target a5 -o gemm.cpp"),
]))]
pub struct EmitArgs {
    /// Program to translate; `-` reads standard input
    #[arg(value_hint = ValueHint::FilePath)]
    file: String,
    /// Generate C++ for the PTO-ISA headers
    #[arg(long, required = true)]
    cpp: bool,
    /// Target to generate for, a2a3 or a5; without it, the one the module names
    #[arg(long, value_name = "T", value_parser = TargetName)]
    target: Option<Target>,
    /// Take the program as lowered: tiles have addresses and synchronisation is in place
    #[arg(long)]
    no_lower: bool,
    /// Write the C++ to a file; without it, or with `-`, it is printed
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    output: Option<String>,
    #[command(flatten)]
    limits: LimitsArg,
}

/// Writes a file as C++.
pub fn run(args: &EmitArgs) -> ExitCode {
    args.limits.hold();
    let text = match SourceFile::read(&args.file) {
        Ok(text) => text,
        Err(e) => return e.report(),
    };
    let has_cpp = |d: &Device| d.has_cpp;
    let target = match target_arg::chosen(args.target, &text.text, has_cpp) {
        Ok(t) if !t.def().device.as_ref().is_some_and(has_cpp) => {
            let hint = target_arg::use_one_with(has_cpp);
            return usage(&format!("no C++ is written for target `{t}`"), Some(&hint));
        }
        Ok(target) => target,
        Err(e) => return e,
    };
    let options = match args.no_lower {
        true => EmitOptions { lower: None, ..EmitOptions::default() },
        false => EmitOptions::default(),
    };
    match pto_lower::emit(&text.text, target, &options) {
        Ok(emitted) => {
            SourceFile::new(text.path, emitted.source).show_all(&emitted.findings);
            match outputs::write_text(args.output.as_deref(), &emitted.text) {
                Ok(()) => ExitCode::SUCCESS,
                Err(e) => e.report(),
            }
        }
        Err(Failed { source, findings }) => {
            SourceFile::new(text.path, source).show(&findings);
            refused(&findings)
        }
    }
}
