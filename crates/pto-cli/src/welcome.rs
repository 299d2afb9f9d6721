//! `pto` alone: what it can do, and what to try first.

use crate::output::{HEADING, LITERAL, print_styled};
use std::ffi::OsString;
use std::fmt::Write;
use std::path::Path;

/// Commands that show something at once, in a checkout.
const IN_A_CHECKOUT: [(&str, &str); 3] = [
    ("run examples/hello.pto", "a program prints two tiles"),
    ("check examples/broken.pto --target a2a3", "four mistakes, explained (exit code 1)"),
    ("cost examples/softmax.pto --target a5 --arg 64 --gantt", "where the time goes on a device"),
];

/// The same where there are no examples.
const ELSEWHERE: [(&str, &str); 3] = [
    ("new saxpy", "writes a kernel to start from, and says what to do with it"),
    ("isa tadd", "all that is known about an instruction"),
    ("explain E0211", "what a diagnostic means"),
];

/// Commands that other programs start, or that nobody needs on the first day: they are named in one line.
const FOR_LATER: [&str; 9] =
    ["campaign", "smith", "shrink", "ptoas", "lsp", "dap", "serve", "completions", "man"];

/// Prints the screen; `me` is how the command was called.
pub fn show(command: &clap::Command, me: &str) {
    let mut s = format!("{LITERAL}pto {}{LITERAL:#}\n", env!("CARGO_PKG_VERSION"));
    let _ = writeln!(s, "{}\n", command.get_about().map(ToString::to_string).unwrap_or_default());
    let _ = writeln!(s, "{HEADING}Commands:{HEADING:#}");
    for c in command.get_subcommands().filter(|c| !FOR_LATER.contains(&c.get_name())) {
        let about = c.get_about().map(ToString::to_string).unwrap_or_default();
        let _ = writeln!(s, "  {LITERAL}{:11}{LITERAL:#}  {about}", c.get_name());
    }
    let _ = writeln!(s, "\nAlso: {}", FOR_LATER.join(", "));
    let _ = writeln!(s, "\n{HEADING}Try:{HEADING:#}");
    let here = Path::new("examples/hello.pto").exists();
    for (line, why) in if here { IN_A_CHECKOUT } else { ELSEWHERE } {
        let _ = writeln!(s, "  # {why}\n  {LITERAL}{me} {line}{LITERAL:#}");
    }
    let _ = writeln!(s, "\n`{me} COMMAND --help` shows options and examples.");
    print_styled(&s);
}

/// How the command was called: by its path, if it was called by one.
pub fn called_as(words: &[OsString]) -> String {
    let name = words.first().map(|w| w.to_string_lossy().into_owned()).unwrap_or_default();
    if name.contains(['/', '\\']) { name } else { "pto".into() }
}
