//! `pto man`: manual pages, from the same table as `--help`.

use crate::arg_error::ArgError;
use crate::file;
use crate::output::{ENVIRONMENT, examples, print, usage};
use crate::outputs::Outputs;
use clap::builder::Resettable;
use clap::{Args, ValueHint};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What `pto man` is told.
#[derive(Args, Clone, Debug)]
#[command(after_help = examples(&[
    ("the page of a command, in roff", "pto man check"),
    ("all pages, as files for a directory of $MANPATH", "pto man --out share/man/man1"),
]))]
pub struct ManArgs {
    /// Command whose page is printed; without one, the page of pto itself
    command: Option<String>,
    /// Write all pages to a directory, created if it does not exist
    #[arg(short, long, value_name = "DIR", visible_alias = "out", conflicts_with = "command", value_hint = ValueHint::DirPath)]
    output: Option<PathBuf>,
}

/// Prints or writes pages of `command`.
pub fn run(args: &ManArgs, command: clap::Command) -> ExitCode {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    if let Some(dir) = &args.output {
        return match write_all(&command, dir) {
            Ok(()) => ExitCode::SUCCESS,
            Err(e) => e.report(),
        };
    }
    let Some(name) = args.command.as_deref() else {
        print(&page(&command));
        return ExitCode::SUCCESS;
    };
    let Some(sub) = command.find_subcommand(name) else {
        let names = command.get_subcommands().map(clap::Command::get_name);
        let hint = match pto_isa::ops::closest(name, names) {
            Some(near) => format!("did you mean `pto man {near}`?"),
            None => "run `pto --help` to list the commands".into(),
        };
        return usage(&format!("there is no command `{name}`"), Some(&hint));
    };
    print(&page(sub));
    ExitCode::SUCCESS
}

fn write_all(command: &clap::Command, dir: &Path) -> Result<(), ArgError> {
    std::fs::create_dir_all(dir).map_err(|e| file::describe(dir, &e))?;
    let mut files = Outputs::default();
    for c in std::iter::once(command).chain(command.get_subcommands()) {
        files.add(&dir.join(format!("{}.1", title(c))), &[page(c).as_bytes()])?;
    }
    files.write()
}

/// `pto` or `pto-check`.
fn title(command: &clap::Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

/// The page of one command.
fn page(command: &clap::Command) -> String {
    const VERSION: &str = concat!("pto ", env!("CARGO_PKG_VERSION"));
    // What ends the help gets sections of its own; the version stands where a page has its date.
    let man = Man::new(command.clone().after_help(Resettable::Reset))
        .title(title(command).to_uppercase())
        .date(VERSION)
        .source("pto")
        .manual("PTO tile programs");
    let mut out = Vec::new();
    // Writing to memory does not fail.
    let _ = man.render(&mut out);
    let is_main = command.has_subcommands();
    let mut more = Roff::new();
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let section = |heading: &'static str| {
        let lines = help.lines().skip_while(move |l| *l != heading).skip(1);
        lines.take_while(|l| !l.is_empty()).map(str::trim_start)
    };
    if !is_main {
        more.control("SH", ["EXAMPLES"]);
        more.control("nf", []);
        section("Examples:").for_each(|line| {
            more.text([roman(line)]);
        });
        more.control("fi", []);
    }
    more.control("SH", ["EXIT STATUS"]);
    for (code, meaning) in section("Exit codes:").filter_map(|line| line.split_once("  ")) {
        more.control("TP", []);
        more.text([bold(code)]);
        more.text([roman(meaning)]);
    }
    more.control("SH", ["ENVIRONMENT"]);
    for (name, meaning) in ENVIRONMENT {
        more.control("TP", []);
        more.text([bold(name)]);
        more.text([roman(meaning)]);
    }
    if !is_main {
        more.control("SH", ["SEE ALSO"]);
        more.text([bold("pto"), roman("(1)")]);
    }
    String::from_utf8_lossy(&out).into_owned() + &more.to_roff()
}
