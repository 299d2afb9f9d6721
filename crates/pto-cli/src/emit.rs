//! `pto emit`: programs as C++.

use crate::output::{examples, print, usage};
use crate::target_arg::TargetName;
use crate::{render, source};
use clap::{Args, ValueHint};
use pto_ir::{Diagnostic, Lines, Severity};
use pto_isa::Target;
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
    /// Program to write; `-` reads standard input
    #[arg(value_hint = ValueHint::FilePath)]
    file: String,
    /// Write C++ on the headers of PTO-ISA
    #[arg(long, required = true)]
    cpp: bool,
    /// Target to write for, a2a3 or a5; without it, the one the module names, else a2a3
    #[arg(long, value_name = "T", value_parser = TargetName)]
    target: Option<Target>,
    /// Take the program as it is: every tile has an address, and what must wait does
    #[arg(long)]
    no_lower: bool,
    /// Write the C++ to a file; without it, or with `-`, it is printed
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    output: Option<String>,
}

/// Writes a file as C++.
pub fn run(args: &EmitArgs) -> ExitCode {
    let source = match source::read(&args.file) {
        Ok(s) if s.bad_byte.is_none() => s,
        Ok(_) => return usage(&format!("{}: not UTF-8 text", args.file), None),
        Err(e) => return usage(&format!("{}: {e}", args.file), None),
    };
    let target = match args.target {
        Some(Target::Cpu) => return usage("target `cpu` has no C++: use a2a3 or a5", None),
        Some(target) => target,
        None => device(&source.text),
    };
    let options = match args.no_lower {
        true => EmitOptions { lower: None, ..EmitOptions::default() },
        false => EmitOptions::default(),
    };
    match pto_lower::emit(&source.text, target, &options) {
        Ok(emitted) => {
            show(&args.file, &emitted.source, &emitted.findings);
            write(args.output.as_deref(), &emitted.text)
        }
        Err(Failed { source, findings }) => {
            show(&args.file, &source, &findings);
            let internal = findings.iter().any(|d| d.code == pto_isa::code::LOWERING);
            ExitCode::from(if internal { 2 } else { 1 })
        }
    }
}

/// The device a program names, or the one that assemblers assume.
pub(crate) fn device(text: &str) -> Target {
    match pto_check::declared_target(&pto_ir::parse(text).0) {
        None | Some(Target::Cpu) => Target::A2a3,
        Some(target) => target,
    }
}

/// Writes the text to a file, or to standard output for `-`.
pub(crate) fn write(output: Option<&str>, text: &str) -> ExitCode {
    match output {
        None | Some("-") => print(text),
        Some(file) => {
            if let Err(e) = std::fs::write(file, text) {
                return usage(&format!("{file}: {e}"), None);
            }
        }
    }
    ExitCode::SUCCESS
}

/// Shows warnings and errors.
pub(crate) fn show(path: &str, text: &str, found: &[Diagnostic]) {
    let worth_showing = found.iter().filter(|d| d.severity != Severity::Note);
    render::show(path, text, &Lines::new(text), worth_showing);
}
