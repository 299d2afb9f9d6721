//! What crosses the border to Python as text: findings and other documents of the command.

use pto_cli::source_file::SourceFile;
use pto_cli::{isa as command, json, render};
use pto_ir::Diagnostic;
use pto_isa::code::Code;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use serde_json::Value;

create_exception!(
    _native,
    Refused,
    PyException,
    "What was asked cannot be done: its argument is the findings as a JSON document."
);

/// Findings as a JSON list, each with its text as the command prints it.
pub fn findings(source: &SourceFile, found: &[Diagnostic]) -> String {
    let one = |d: &Diagnostic| -> Value {
        let mut document = json::diagnostic(&source.path, &source.text, &source.lines, d);
        document["help"] = d.help.clone().into();
        document["rendered"] =
            render::render(&source.path, &source.text, &source.lines, d, false).into();
        document
    };
    Value::from(found.iter().map(one).collect::<Vec<_>>()).to_string()
}

/// The exception that carries findings.
pub fn refuse(source: &SourceFile, found: &[Diagnostic]) -> PyErr {
    Refused::new_err(findings(source, found))
}

/// What a diagnostic code means, as text.
#[pyfunction]
pub fn explain(code: &str) -> PyResult<String> {
    match Code::parse(code).and_then(Code::info) {
        Some(info) => {
            let text = json::explanation(info.text);
            Ok(format!("{}: {}\n\n{text}\n", info.code, info.title))
        }
        None => Err(PyValueError::new_err(format!("there is no code `{code}`"))),
    }
}

/// The entry of an instruction as JSON, or the whole table.
#[pyfunction]
pub fn isa(name: Option<&str>) -> PyResult<String> {
    let Some(name) = name else { return Ok(command::all().to_string()) };
    match pto_isa::ops::find_typed(name) {
        Some(def) => Ok(command::instruction(def).to_string()),
        None => Err(PyValueError::new_err(format!("there is no instruction `{name}`"))),
    }
}

/// The text of a program as `pto fmt` writes it.
#[pyfunction]
pub fn format(text: &str) -> String {
    pto_ir::format(text)
}

/// The program that a puzzle begins with.
#[pyfunction]
pub fn puzzle(number: u32) -> PyResult<&'static str> {
    match pto_page::puzzle::PUZZLES.iter().find(|p| p.number == number) {
        Some(puzzle) => Ok(puzzle.text),
        None => Err(PyValueError::new_err(format!("there is no puzzle {number}"))),
    }
}

/// Panics, so that tests see what becomes of it.
#[pyfunction]
pub fn panic() {
    panic!("on purpose");
}
