//! A command line that cannot be read: what is wrong with it, in the words of every other complaint.

use crate::output::{either, print_error};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error;
use std::process::ExitCode;

/// Says what the parser found, or shows the help it was asked for. `called` is the command, as far as it is known, and
/// `table` has all of them.
pub fn show(error: &clap::Error, called: &str, table: &clap::Command) -> ExitCode {
    if !error.use_stderr() {
        crate::output::print_styled(&error.render().ansi().to_string());
        return ExitCode::SUCCESS;
    }
    let message = describe(error, called).unwrap_or_else(|| in_its_words(error));
    let hints = hints(error, called, table);
    print_error(&message, &hints.iter().map(String::as_str).collect::<Vec<_>>());
    ExitCode::from(2)
}

/// What is wrong, in one line; `None` for what has no words here.
fn describe(error: &clap::Error, called: &str) -> Option<String> {
    let one = |kind| texts(error, kind).into_iter().next();
    Some(match error.kind() {
        ErrorKind::InvalidSubcommand => {
            format!("there is no command `{}`", one(ContextKind::InvalidSubcommand)?)
        }
        ErrorKind::UnknownArgument => {
            let word = one(ContextKind::InvalidArg)?;
            let what = if word.starts_with('-') { "option" } else { "argument" };
            format!("`{called}` takes no {what} `{word}`")
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let (option, value) = (one(ContextKind::InvalidArg)?, one(ContextKind::InvalidValue)?);
            let name = option.split(' ').next().unwrap_or(&option);
            match name {
                _ if value.is_empty() => format!("`{name}` needs a value"),
                "--target" => format!("there is no target `{value}`"),
                _ => format!("`{name}` cannot be `{value}`"),
            }
        }
        ErrorKind::MissingRequiredArgument => {
            let missing: Vec<String> = texts(error, ContextKind::InvalidArg)
                .iter()
                .map(|m| format!("`{}`", m.trim_end_matches("...")))
                .collect();
            format!("`{called}` needs {}", missing.join(" and "))
        }
        ErrorKind::ArgumentConflict => {
            let (this, others) =
                (one(ContextKind::InvalidArg)?, texts(error, ContextKind::PriorArg));
            match others.contains(&this) {
                true => format!("`{this}` is given more than once"),
                false => format!("`{this}` and `{}` exclude each other", others.join("`, `")),
            }
        }
        _ => return None,
    })
}

/// What the parser says of what has no words here.
fn in_its_words(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let line = text.lines().next().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_string()
}

/// What would pass, and where to read on.
fn hints(error: &clap::Error, called: &str, table: &clap::Command) -> Vec<String> {
    let mut hints = Vec::new();
    let suggestions = [
        (ContextKind::SuggestedSubcommand, "pto "),
        (ContextKind::SuggestedArg, ""),
        (ContextKind::SuggestedValue, ""),
    ];
    let mut near: Vec<String> = suggestions
        .iter()
        .flat_map(|(kind, before)| {
            texts(error, *kind).into_iter().map(move |s| format!("`{before}{s}`"))
        })
        .collect();
    // Of the commands that `pto help` is asked about the parser suggests none.
    if near.is_empty() && error.kind() == ErrorKind::InvalidSubcommand {
        let words = texts(error, ContextKind::InvalidSubcommand);
        let names = || table.get_subcommands().map(clap::Command::get_name);
        let closest = words.iter().filter_map(|w| pto_isa::ops::closest(w, names()));
        near.extend(closest.map(|name| format!("`{called} {name}`")));
    }
    if !near.is_empty() {
        hints.push(format!("did you mean {}?", either(&near)));
    }
    let valid = texts(error, ContextKind::ValidValue);
    if !valid.is_empty() {
        hints.push(format!("use {}", either(&valid)));
    }
    if let Some(why) = error.source() {
        hints.push(plain(&why.to_string()));
    }
    if error.kind() == ErrorKind::MissingRequiredArgument
        && let Some(line) = usage_line(error)
    {
        hints.push(format!("use `{line}`"));
    }
    if hints.is_empty() {
        hints.push(format!("see `{} --help`", called.trim_end_matches(" help")));
    }
    hints
}

/// The texts a parser's finding carries under a name.
fn texts(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(s)) => vec![s.clone()],
        Some(ContextValue::Strings(list)) => list.clone(),
        _ => Vec::new(),
    }
}

fn usage_line(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) else { return None };
    let text = usage.to_string();
    let line = text.lines().next()?;
    Some(line.strip_prefix("Usage: ").unwrap_or(line).trim().to_string())
}

/// What a value's own parser says, as what would pass.
fn plain(why: &str) -> String {
    if why == "invalid digit found in string" {
        return "use a whole number".into();
    }
    match why.split_once(" is not in ").map(|(_, range)| range.split_once("..")) {
        Some(Some((low, ""))) => format!("use a whole number from {low} on"),
        Some(Some((low, high))) => format!("use {low} to {}", high.trim_start_matches('=')),
        _ => why.to_string(),
    }
}
