//! From a file to a checked program, as every command that runs or times one needs it.

use crate::{render, source};
use pto_check::{Options, Verified};
use pto_ir::Lines;
use pto_ir::diag::{Diagnostic, Severity};
use pto_ir::module::Module;
use pto_isa::{Target, code};

/// A text and what it says.
pub struct Text {
    /// The path as given.
    pub path: String,
    /// The text.
    pub text: String,
    /// Where its lines are.
    pub lines: Lines,
}

/// Why there is no program: the command is wrong, or findings that were shown.
pub enum LoadError {
    /// The file cannot be read, or an option is wrong: what, and what would pass.
    Usage(String, Option<String>),
    /// The program has errors.
    Findings(Vec<Diagnostic>),
}

impl Text {
    /// Reads a file, or standard input for `-`.
    pub fn read(path: &str) -> Result<Text, LoadError> {
        let source = source::read(path).map_err(|e| {
            let (message, hint) = source::describe(path, &e);
            LoadError::Usage(message, hint)
        })?;
        if source.bad_byte.is_some() {
            return Err(LoadError::Usage(format!("{path}: not UTF-8 text"), None));
        }
        let lines = Lines::new(&source.text);
        Ok(Text { path: source.path, text: source.text, lines })
    }

    /// Parses the text; errors end it.
    pub fn parse(&self) -> Result<Module, LoadError> {
        let (module, found) = pto_ir::parse(&self.text);
        if found.iter().any(Diagnostic::is_error) {
            return Err(LoadError::Findings(found));
        }
        Ok(module)
    }

    /// The line of an offset, from 1.
    pub fn line_of(&self, offset: u32) -> u32 {
        self.lines.position(&self.text, offset).0 as u32
    }

    /// Shows findings on standard error.
    pub fn show(&self, found: &[Diagnostic]) {
        let worth_showing = found.iter().filter(|d| d.severity != Severity::Note);
        render::show(&self.path, &self.text, &self.lines, worth_showing);
    }
}

/// Checks a module as far as a simulator needs it.
pub fn verify(
    module: Module,
    target: Target,
    entry: Option<&str>,
) -> Result<Verified, Vec<Diagnostic>> {
    let options = Options {
        partial: false,
        only: entry.map(str::to_string),
        // Rows that are no whole blocks trouble a device's vector unit, not a simulator.
        warn: vec![code::ROW_ALIGN],
    };
    match pto_check::verify(module, target, &options) {
        Ok((verified, _)) => Ok(verified),
        Err((_, found)) => Err(found),
    }
}
