//! What every command says in the same way: text on standard output, remarks and complaints on standard error,
//! colours, exit codes.

use crate::stop::{INTERRUPTED, waiting};
use anstream::{AutoStream, ColorChoice};
use clap::builder::styling::{AnsiColor, Style};
use pto_ir::visible;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{ErrorKind, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What the exit code of every command means.
pub const EXIT_CODES: [(u8, &str); 5] = [
    (0, "no errors; warnings are allowed unless they are denied"),
    (1, "errors in a program, synchronisation shown to be wrong, or a file that is not formatted"),
    (
        2,
        "the command is wrong or takes too long, a file cannot be read or written, or pto has a mistake",
    ),
    (3, "no errors, but synchronisation that could not be proved"),
    (INTERRUPTED, "interrupted; files are whole or as they were"),
];

/// What the exit code of `pto ptoas` means: the assembler knows one way to fail.
pub const ASSEMBLER_EXIT_CODES: [(u8, &str); 2] =
    [(0, "no errors"), (1, "errors in the program, or anything else that is wrong")];

/// The environment that is read, and what for.
pub const ENVIRONMENT: [(&str, &str); 3] = [
    ("NO_COLOR", "no colours, unless --color says otherwise"),
    ("CLICOLOR_FORCE", "colours, also into files and pipes"),
    ("COLUMNS", "the width of charts in the terminal"),
];

const ERROR: Style = AnsiColor::BrightRed.on_default().bold();
/// Headings of screens and help.
pub const HEADING: Style = Style::new().bold().underline();
/// Words to type.
pub const LITERAL: Style = Style::new().bold();

/// Follows `--color`; without it the environment and the terminal decide.
pub fn set_color(when: clap::ColorChoice) {
    match when {
        clap::ColorChoice::Auto => ColorChoice::Auto,
        clap::ColorChoice::Always => ColorChoice::Always,
        clap::ColorChoice::Never => ColorChoice::Never,
    }
    .write_global();
}

/// Whether standard error is shown in colours.
pub fn colors_stderr() -> bool {
    AutoStream::choice(&std::io::stderr()) != ColorChoice::Never
}

/// Whether standard output is shown in colours.
pub fn colors_stdout() -> bool {
    AutoStream::choice(&std::io::stdout()) != ColorChoice::Never
}

/// Prints to standard output, with controls of a program shown and not obeyed. A reader that has gone away
/// (`pto isa | head -1`) is not an error; a full disk is, and ends the command.
pub fn print(text: &str) {
    print_bytes(&visible(text));
}

/// Prints a program or C++, which others read: as it is, unless it goes to a terminal.
pub fn print_program(text: &str) {
    match std::io::stdout().is_terminal() {
        true => print(text),
        false => print_bytes(text),
    }
}

/// Prints a drawing with colours of its own and nothing of a program in it.
pub(crate) fn print_drawing(text: &str) {
    print_bytes(text);
}

fn print_bytes(text: &str) {
    let _waiting = waiting();
    let mut out = std::io::stdout().lock();
    finish(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
}

/// Prints text with styles in it, which go away where there are no colours.
pub fn print_styled(text: &str) {
    let _waiting = waiting();
    let mut out = anstream::stdout().lock();
    finish(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
}

fn finish(written: std::io::Result<()>) {
    if let Err(e) = written
        && e.kind() != ErrorKind::BrokenPipe
    {
        print_error(&format!("standard output: {}", plain(&e)), &[]);
        std::process::exit(2);
    }
}

/// The words of the system, as part of a sentence and without their number.
pub fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    let words = text.split(" (os error").next().unwrap_or(&text);
    let mut letters = words.chars();
    letters.next().map(|c| c.to_ascii_lowercase()).into_iter().chain(letters).collect()
}

/// Says a line on standard error, with controls shown and not obeyed; nobody may listen.
pub fn print_note(text: &str) {
    print_styled_note(&visible(text));
}

/// Says a line with styles in it. What is not of `pto` itself was made visible before.
pub(crate) fn print_styled_note(text: &str) {
    let _waiting = waiting();
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

/// Says what is wrong with the command, and what to do.
pub fn usage(message: &str, hint: Option<&str>) -> ExitCode {
    print_error_with("", message, hint);
    ExitCode::from(2)
}

/// An error line and its hints.
pub fn print_error(message: &str, hints: &[&str]) {
    print_error_with("", message, hints.iter().copied());
}

/// Complaints that are part of a document, once there is one: with `--json`.
static COMPLAINTS: Mutex<Option<Vec<Value>>> = Mutex::new(None);

/// From now on complaints are collected for a document as well.
pub fn collect_complaints() {
    *complaints() = Some(Vec::new());
}

fn complaints() -> MutexGuard<'static, Option<Vec<Value>>> {
    COMPLAINTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The complaints so far, for the document of a command.
pub fn take_complaints() -> Vec<Value> {
    complaints().as_mut().map(std::mem::take).unwrap_or_default()
}

/// Prints complaints that no other document has.
pub fn print_complaints() {
    let errors = take_complaints();
    if !errors.is_empty() {
        print(&format!("{:#}\n", json!({ "errors": errors })));
    }
}

/// An error line with a code in brackets, if it has one, and its hints.
pub fn print_error_with<'a>(code: &str, message: &str, hints: impl IntoIterator<Item = &'a str>) {
    let mut text = format!("{ERROR}error{code}{ERROR:#}: {}", visible(message));
    let hints: Vec<&str> = hints.into_iter().collect();
    if let Some(list) = complaints().as_mut() {
        list.push(json!({ "message": message, "help": hints }));
    }
    for hint in hints {
        let _ = write!(text, "\n  = help: {}", visible(hint));
    }
    print_styled_note(&text);
}

/// The end of a command's help: examples (why, and the line to type), and what its exit code means.
pub fn examples(list: &[(&str, &str)]) -> clap::builder::StyledStr {
    ending(list, &EXIT_CODES)
}

/// The same for what ends as the assembler does.
pub fn assembler_examples(list: &[(&str, &str)]) -> clap::builder::StyledStr {
    ending(list, &ASSEMBLER_EXIT_CODES)
}

fn ending(list: &[(&str, &str)], codes: &[(u8, &str)]) -> clap::builder::StyledStr {
    let mut text = format!("{HEADING}Examples:{HEADING:#}");
    for (why, line) in list {
        let _ = write!(text, "\n  # {why}");
        for part in fold(line) {
            let _ = write!(text, "\n  {LITERAL}{part}{LITERAL:#}");
        }
    }
    let _ = write!(text, "\n\n{}", exit_codes(codes));
    text.into()
}

/// The section of a help about exit codes.
pub fn exit_codes(codes: &[(u8, &str)]) -> String {
    let rows = codes.iter().map(|(code, meaning)| format!("\n  {code}  {meaning}"));
    format!("{HEADING}Exit codes:{HEADING:#}{}", rows.collect::<String>())
}

/// A line to type, in parts that fit a terminal and can still be pasted.
fn fold(line: &str) -> Vec<String> {
    const MOST_COLUMNS: usize = 74;
    let mut parts: Vec<String> = Vec::new();
    // An option and its values stay together.
    for (i, words) in line.split(" --").enumerate() {
        let words = if i == 0 { words.to_string() } else { format!("--{words}") };
        match parts.last_mut() {
            Some(open) if open.len() + 1 + words.len() <= MOST_COLUMNS => {
                open.push(' ');
                open.push_str(&words);
            }
            Some(open) => {
                open.push_str(" \\");
                parts.push(format!("    {words}"));
            }
            None => parts.push(words),
        }
    }
    parts
}

/// The words `1 error` or `2 errors`.
pub fn counted(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// The words `a, b or c`.
pub fn either(words: &[impl AsRef<str>]) -> String {
    match words {
        [] => String::new(),
        [one] => one.as_ref().to_string(),
        [init @ .., last] => {
            let init: Vec<&str> = init.iter().map(AsRef::as_ref).collect();
            format!("{} or {}", init.join(", "), last.as_ref())
        }
    }
}
