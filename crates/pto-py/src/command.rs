//! The `pto` command inside the wheel.

use pyo3::prelude::*;
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the command with these words, and gives its exit code. It is meant for a process that ends afterwards: a panic
/// and Ctrl-C end it at once.
#[pyfunction]
pub fn command(py: Python<'_>, words: Vec<OsString>) -> u8 {
    let code = py.detach(|| pto_cli::command::main(words));
    // A code does not say its number, but it can be compared.
    (0..=u8::MAX).find(|&n| ExitCode::from(n) == code).unwrap_or(u8::MAX)
}
