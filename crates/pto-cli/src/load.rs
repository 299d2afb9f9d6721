//! From a file to a checked program, the same way in every command.

use crate::arg_error::ArgError;
use crate::source_file::SourceFile;
use pto_check::{Options, Verified};
use pto_ir::diag::Diagnostic;
use pto_ir::module::Module;
use pto_isa::Rulebook;
use pto_isa::sem::Numerics;

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
    /// Parses the text; errors end it.
    pub fn parse(&self) -> Result<Module, Failure> {
        let (module, found) = pto_ir::parse(&self.text);
        match found.iter().any(Diagnostic::is_error) {
            true => Err(Failure::Findings(found)),
            false => Ok(module),
        }
    }
}

/// Checks a module, or an entry point and what it calls. `found` is what parsing had to say; it comes back with what
/// checking has to say: with the program if there are no errors, else as the failure.
pub fn verify(
    module: Module,
    mut found: Vec<Diagnostic>,
    numerics: &Numerics,
    rules: Rulebook,
    entry: Option<&str>,
) -> Result<(Verified, Vec<Diagnostic>), Failure> {
    let partial = found.iter().any(Diagnostic::is_error);
    let options = Options { partial, only: entry.map(str::to_string), rules, ..Options::default() };
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
