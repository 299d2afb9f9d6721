//! `pto lower`: addresses and synchronisation written down.

use crate::output::{print, usage};
use crate::{render, source};
use clap::Args;
use pto_ir::{Diagnostic, Lines};
use pto_isa::Target;
use pto_lower::{Failed, Options, SyncStyle};
use std::io::IsTerminal;
use std::process::ExitCode;

/// What was asked.
#[derive(Args)]
pub struct LowerArgs {
    /// File; `-` reads standard input
    file: String,
    /// cpu, a2a3 or a5; without it, the target the module names, else cpu
    #[arg(long, value_name = "T")]
    target: Option<String>,
    /// 2: buffers instead of values; 3: addresses and synchronisation, too
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=3))]
    level: u8,
    /// Of level 3, only the addresses (unless --insert-sync is given, too)
    #[arg(long)]
    plan_memory: bool,
    /// Of level 3, only the synchronisation (unless --plan-memory is given, too)
    #[arg(long)]
    insert_sync: bool,
    /// How pipes wait for each other: flags, or bufid (A5)
    #[arg(long, value_name = "HOW", default_value = "flags", value_parser = ["flags", "bufid"])]
    sync: String,
    /// Write the memory map: a page (FILE.html), text (other names), or `-` for standard output instead of
    /// the program
    #[arg(long, value_name = "FILE")]
    map: Option<String>,
}

/// Lowers a file and prints it.
pub fn run(args: &LowerArgs) -> ExitCode {
    let source = match source::read(&args.file) {
        Ok(s) if s.bad_byte.is_none() => s,
        Ok(_) => return usage(&format!("{}: not UTF-8 text", args.file), None),
        Err(e) => return usage(&format!("{}: {e}", args.file), None),
    };
    let target = match args.target.as_deref() {
        Some(name) => match Target::parse(name) {
            Some(t) => t,
            None => return usage(&format!("unknown target `{name}`: use cpu, a2a3 or a5"), None),
        },
        None => pto_check::declared_target(&pto_ir::parse(&source.text).0).unwrap_or(Target::Cpu),
    };
    let both = args.plan_memory == args.insert_sync;
    let sync = match args.sync.as_str() {
        "bufid" if target == Target::A2a3 => {
            return usage("--sync bufid: buffer ids exist on a5 only", None);
        }
        "bufid" => SyncStyle::BufferIds,
        _ => SyncStyle::Flags,
    };
    let options = Options {
        plan_memory: args.level == 3 && (args.plan_memory || both),
        insert_sync: (args.level == 3 && (args.insert_sync || both)).then_some(sync),
    };
    match pto_lower::lower(&source.text, target, &options) {
        Ok(lowered) => {
            show(&args.file, &lowered.source, &lowered.findings);
            match args.map.as_deref() {
                Some("-") => print(&text_map(&lowered.maps)),
                Some(file) => {
                    let map = match file.ends_with(".html") {
                        true => pto_lower::html(&args.file, &lowered.maps),
                        false => text_map(&lowered.maps),
                    };
                    if let Err(e) = std::fs::write(file, map) {
                        return usage(&format!("{file}: {e}"), None);
                    }
                    print(&lowered.text);
                }
                None => print(&lowered.text),
            }
            ExitCode::SUCCESS
        }
        Err(Failed { source, findings }) => {
            show(&args.file, &source, &findings);
            let internal = findings.iter().any(|d| d.code == pto_isa::code::LOWERING);
            ExitCode::from(if internal { 2 } else { 1 })
        }
    }
}

fn text_map(maps: &[pto_lower::Map]) -> String {
    maps.iter().map(pto_lower::Map::text).collect()
}

fn show(path: &str, text: &str, found: &[Diagnostic]) {
    let lines = Lines::new(text);
    let color = std::io::stderr().is_terminal();
    for d in found {
        eprintln!("{}\n", render::render(path, text, &lines, d, color));
    }
}
