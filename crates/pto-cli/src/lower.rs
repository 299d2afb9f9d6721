//! `pto lower`: addresses and synchronisation written down.

use crate::arg_error::ArgError;
use crate::limits_arg::LimitsArg;
use crate::output::{examples, print_program, usage};
use crate::outputs::{Outputs, check_distinct};
use crate::rules_arg::RulesArg;
use crate::source_file::SourceFile;
use crate::target_arg::{self, TargetName};
use clap::{Args, ValueHint};
use pto_ir::Diagnostic;
use pto_isa::Target;
use pto_lower::{Failed, Map, Options, SyncStyle};
use std::path::Path;
use std::process::ExitCode;

/// What `pto lower` is told.
#[derive(Args, Clone, Debug)]
#[command(after_help = examples(&[
    ("addresses, flags and barriers, proven", "pto lower examples/softmax.pto --target a5"),
    ("into a file", "pto lower examples/add.pto --target a2a3 -o add_lowered.pto"),
    ("where the tiles lie, as text", "pto lower examples/add.pto --target a5 --map -"),
]))]
pub struct LowerArgs {
    /// Program to lower; `-` reads standard input
    #[arg(value_hint = ValueHint::FilePath)]
    file: String,
    /// Target to lower for; without it, the one the module names
    #[arg(long, value_name = "T", value_parser = TargetName)]
    target: Option<Target>,
    #[command(flatten)]
    rules: RulesArg,
    /// Level: 2 bufferizes (SSA tiles to DPS buffers); 3 also assigns addresses and inserts synchronisation
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=3))]
    level: u8,
    /// Of level 3, only memory planning (unless --insert-sync is given as well)
    #[arg(long)]
    plan_memory: bool,
    /// Of level 3, only synchronisation (unless --plan-memory is given as well)
    #[arg(long)]
    insert_sync: bool,
    /// Synchronisation mechanism; bufid is for a5
    #[arg(long, value_name = "HOW", default_value = "flags", value_parser = ["flags", "bufid"])]
    sync: String,
    /// Write the program to a file; without it, or with `-`, it is printed
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    output: Option<String>,
    /// Write the memory map: a page (OUT.html), text (other names), or `-` to print it instead of the program
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    map: Option<String>,
    #[command(flatten)]
    limits: LimitsArg,
}

/// Lowers a file and prints it.
pub fn run(args: &LowerArgs) -> ExitCode {
    args.limits.hold();
    let text = match SourceFile::read(&args.file) {
        Ok(text) => text,
        Err(e) => return e.report(),
    };
    let target = match target_arg::chosen(args.target, &text.text, |_| true) {
        Ok(target) => target,
        Err(e) => return e,
    };
    let both = args.plan_memory == args.insert_sync;
    let sync = match args.sync.as_str() {
        "bufid" if target.def().device.is_some_and(|d| d.buffer_ids == 0) => {
            let hint = "use `--sync flags` or `--target a5`";
            return usage("`--sync bufid`: buffer ids exist on a5 only", Some(hint));
        }
        "bufid" => SyncStyle::BufferIds,
        _ => SyncStyle::Flags,
    };
    let options = Options {
        plan_memory: args.level == 3 && (args.plan_memory || both),
        insert_sync: (args.level == 3 && (args.insert_sync || both)).then_some(sync),
        rules: args.rules.chosen(),
        ..Options::default()
    };
    let named = [&args.output, &args.map].into_iter().flatten().filter(|out| *out != "-");
    if let Err(e) = check_distinct(named.map(|out| Path::new(out.as_str()))) {
        return e.report();
    }
    match pto_lower::lower(&text.text, target, &options) {
        Ok(lowered) => {
            SourceFile::new(text.path, lowered.source).show_all(&lowered.findings);
            match write(args, &lowered.text, &lowered.maps) {
                Ok(()) => ExitCode::SUCCESS,
                Err(e) => e.report(),
            }
        }
        Err(Failed { source, findings }) => {
            SourceFile::new(text.path, source).show_all(&findings);
            refused(&findings)
        }
    }
}

/// The exit code for a program that was not lowered: what pto did wrong is no mistake of the program.
pub(crate) fn refused(found: &[Diagnostic]) -> ExitCode {
    let internal = found.iter().any(|d| d.code == pto_isa::code::LOWERING);
    ExitCode::from(if internal { 2 } else { 1 })
}

/// Writes the program and its map to where they were asked for: both, or none.
fn write(args: &LowerArgs, program: &str, maps: &[Map]) -> Result<(), ArgError> {
    let mut files = Outputs::default();
    let map = args.map.as_deref().map(|out| match out.ends_with(".html") {
        true => (out, pto_lower::html(&args.file, maps)),
        false => (out, maps.iter().map(Map::text).collect::<String>()),
    });
    let mut printed = None;
    match &map {
        Some(("-", text)) => printed = Some(text.as_str()),
        Some((file, text)) => files.add(file.as_ref(), &[text.as_bytes()])?,
        None => {}
    }
    match args.output.as_deref() {
        Some("-") | None => printed = printed.or(Some(program)),
        Some(file) => files.add(file.as_ref(), &[program.as_bytes()])?,
    }
    files.write()?;
    printed.into_iter().for_each(print_program);
    Ok(())
}
