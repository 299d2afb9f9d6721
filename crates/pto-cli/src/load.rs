//! From a file to a checked program, the same way in every command.

use crate::arg::ArgError;
use crate::{render, source};
use pto_check::{Options, Verified};
use pto_ir::Lines;
use pto_ir::diag::{Diagnostic, Severity};
use pto_ir::module::Module;
use pto_isa::sem::Numerics;

/// A text and the name it is shown under.
pub struct SourceFile {
    /// The path as given.
    pub path: String,
    /// The text.
    pub text: String,
    /// Where its lines are.
    pub lines: Lines,
}

/// Why a command cannot do its work.
pub enum Failure {
    /// The command is wrong.
    Usage(ArgError),
    /// The program is wrong.
    Findings(Vec<Diagnostic>),
}

impl From<ArgError> for Failure {
    fn from(error: ArgError) -> Failure {
        Failure::Usage(error)
    }
}

impl From<Box<Diagnostic>> for Failure {
    fn from(finding: Box<Diagnostic>) -> Failure {
        Failure::Findings(vec![*finding])
    }
}

impl SourceFile {
    /// A text that is shown under a name: that of the file it was made from.
    pub fn new(path: impl Into<String>, text: String) -> SourceFile {
        let lines = Lines::new(&text);
        SourceFile { path: path.into(), text, lines }
    }

    /// Reads a file, or standard input for `-`.
    pub fn read(path: &str) -> Result<SourceFile, ArgError> {
        let source = source::read(path).map_err(|e| source::describe(path, &e))?;
        match source.bad_byte {
            Some(_) => Err(ArgError::new(format!("{path}: not UTF-8 text"))),
            None => Ok(SourceFile::new(source.path, source.text)),
        }
    }

    /// Parses the text; errors end it.
    pub fn parse(&self) -> Result<Module, Failure> {
        let (module, found) = pto_ir::parse(&self.text);
        match found.iter().any(Diagnostic::is_error) {
            true => Err(Failure::Findings(found)),
            false => Ok(module),
        }
    }

    /// The line of an offset, from 1.
    pub fn line_of(&self, offset: u32) -> u32 {
        self.lines.position(&self.text, offset).0 as u32
    }

    /// Shows errors and warnings on standard error.
    pub fn show(&self, found: &[Diagnostic]) {
        self.show_all(found.iter().filter(|d| d.severity != Severity::Note));
    }

    /// Shows findings on standard error, notes as well.
    pub fn show_all<'a>(&self, found: impl IntoIterator<Item = &'a Diagnostic>) {
        render::show(&self.path, &self.text, &self.lines, found);
    }
}

/// Checks a module, or an entry point and what it calls. `found` is what parsing had to say; it comes back with what
/// checking has to say: with the program if there are no errors, else as the failure.
pub fn verify(
    module: Module,
    mut found: Vec<Diagnostic>,
    numerics: &Numerics,
    entry: Option<&str>,
) -> Result<(Verified, Vec<Diagnostic>), Failure> {
    let partial = found.iter().any(Diagnostic::is_error);
    let options = Options { partial, only: entry.map(str::to_string) };
    let (verified, more) = match pto_check::verify(module, numerics.target, &options) {
        Ok((verified, more)) => (Some(verified), more),
        Err((_, more)) => (None, more),
    };
    found.extend(more);
    match verified.filter(|_| !partial) {
        Some(verified) => Ok((verified, found)),
        None => Err(Failure::Findings(found)),
    }
}
