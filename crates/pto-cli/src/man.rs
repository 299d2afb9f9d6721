//! `pto man`: manual pages, from the same table as `--help`.

use crate::output::{ENVIRONMENT, EXIT_CODES, examples, print, usage};
use clap::Args;
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
    /// Write all pages to a directory, which is made if it does not exist
    #[arg(short, long, value_name = "DIR", visible_alias = "out", conflicts_with = "command")]
    output: Option<PathBuf>,
}

/// Prints or writes pages of `command`.
pub fn run(args: &ManArgs, command: clap::Command) -> ExitCode {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    if let Some(dir) = &args.output {
        return match write_all(&command, dir) {
            Ok(()) => ExitCode::SUCCESS,
            Err(e) => usage(&format!("{}: {e}", dir.display()), None),
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
            None => "`pto --help` lists the commands".into(),
        };
        return usage(&format!("there is no command `{name}`"), Some(&hint));
    };
    print(&page(sub));
    ExitCode::SUCCESS
}

fn write_all(command: &clap::Command, dir: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(dir)?;
    for c in std::iter::once(command).chain(command.get_subcommands()) {
        std::fs::write(dir.join(format!("{}.1", title(c))), page(c))?;
    }
    Ok(())
}

/// `pto` or `pto-check`.
fn title(command: &clap::Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

/// The page of one command.
fn page(command: &clap::Command) -> String {
    let man = Man::new(command.clone())
        .title(title(command).to_uppercase())
        .source(concat!("pto ", env!("CARGO_PKG_VERSION")))
        .manual("PTO tile programs");
    let mut out = Vec::new();
    // Writing to memory does not fail.
    let _ = man.render_title(&mut out);
    let _ = man.render_name_section(&mut out);
    let _ = man.render_synopsis_section(&mut out);
    let _ = man.render_description_section(&mut out);
    let _ = man.render_options_section(&mut out);
    let is_main = command.has_subcommands();
    if is_main {
        let _ = man.render_subcommands_section(&mut out);
    }
    let mut more = Roff::new();
    if !is_main && let Some(text) = command.get_after_help() {
        more.control("SH", ["EXAMPLES"]);
        more.control("nf", []);
        // The heading of the help is the heading of the section.
        for line in text.to_string().lines().skip(1) {
            more.text([roman(line.trim_start())]);
        }
        more.control("fi", []);
    }
    more.control("SH", ["EXIT STATUS"]);
    for (code, meaning) in EXIT_CODES {
        more.control("TP", []);
        more.text([bold(code.to_string())]);
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
    let _ = more.to_writer(&mut out);
    String::from_utf8_lossy(&out).into_owned()
}
