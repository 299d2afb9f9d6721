//! What every command says in the same way: text on standard output, and that the command itself is wrong.

use std::io::Write;
use std::process::ExitCode;

/// Prints to standard output; a closed pipe is not an error.
pub fn print(text: &str) {
    let _ = std::io::stdout().lock().write_all(text.as_bytes());
}

/// Says what is wrong with the command, and what to do.
pub fn usage(message: &str, hint: Option<&str>) -> ExitCode {
    eprintln!("error: {message}");
    if let Some(hint) = hint {
        eprintln!("  = help: {hint}");
    }
    ExitCode::from(2)
}
