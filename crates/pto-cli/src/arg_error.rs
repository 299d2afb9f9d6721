//! Why a command cannot do what it was told: one line, and perhaps what to do instead.

use crate::output::usage;
use std::process::ExitCode;

/// Why an argument, be it a number, a file or an option, cannot be read, used or written: one line, and perhaps what
/// to do instead.
#[derive(Clone, Debug, PartialEq)]
pub struct ArgError {
    /// What is wrong.
    pub message: String,
    /// What would pass.
    pub hint: Option<String>,
}

impl ArgError {
    /// What is wrong, without a hint.
    pub fn new(message: impl AsRef<str>) -> ArgError {
        ArgError { message: one_line(message.as_ref()), hint: None }
    }

    /// With what would pass.
    pub fn hint(self, hint: impl AsRef<str>) -> ArgError {
        ArgError { hint: Some(one_line(hint.as_ref())), ..self }
    }

    /// Says it and ends a command that is wrong.
    pub fn report(&self) -> ExitCode {
        usage(&self.message, self.hint.as_deref())
    }
}

/// File names and headers may hold line ends and terminal escapes; a message shows them by their numbers.
fn one_line(text: &str) -> String {
    pto_ir::visible_name(text).into_owned()
}
