//! Diagnostics: what is wrong, where, and what would be right.

use crate::span::Span;
use pto_isa::{Code, Target};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The program is not legal.
    Error,
    /// The program is legal and probably not what was meant.
    Warning,
    /// Worth knowing.
    Note,
}

impl Severity {
    /// `error`, `warning` or `note`.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// A place with a remark.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is there.
    pub text: String,
}

/// A change of the text that fixes the problem.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edit {
    /// What to replace.
    pub span: Span,
    /// With what.
    pub text: String,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// Its number.
    pub code: Code,
    /// How bad.
    pub severity: Severity,
    /// One sentence.
    pub message: String,
    /// The place that is wrong.
    pub primary: Label,
    /// Places that help to understand.
    pub others: Vec<Label>,
    /// Remarks: the target, the source of the rule.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Option<String>,
    /// Changes that fix it, to be made together. What several findings ask for alike is to be done once.
    pub fixes: Vec<Edit>,
    /// Why no change of the text fixes it, where that is known.
    pub no_fix: Option<&'static str>,
    /// The target it holds for; `None` for all.
    pub target: Option<Target>,
}

impl Diagnostic {
    /// An error at a place.
    #[cold]
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: message.into(),
            primary: Label { span, text: String::new() },
            others: Vec::new(),
            notes: Vec::new(),
            help: None,
            fixes: Vec::new(),
            no_fix: None,
            target: None,
        }
    }
    /// A warning at a place.
    #[cold]
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message) }
    }
    /// The remark under the caret.
    pub fn found(mut self, text: impl Into<String>) -> Diagnostic {
        self.primary.text = text.into();
        self
    }
    /// Another place.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.others.push(Label { span, text: text.into() });
        self
    }
    /// A remark.
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }
    /// What to do.
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(text.into());
        self
    }
    /// A change that fixes it.
    pub fn fix(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.fixes.push(Edit { span, text: text.into() });
        self
    }
    /// Changes that fix it, or why there are none.
    pub fn fixed_by(mut self, fixes: Result<Vec<Edit>, &'static str>) -> Diagnostic {
        match fixes {
            Ok(edits) => self.fixes.extend(edits),
            Err(why) => self.no_fix = Some(why),
        }
        self
    }
    /// `E0203`, `W0217`.
    pub fn spelled_code(&self) -> String {
        self.code.spelled(self.severity == Severity::Error)
    }
    /// Whether it makes the program illegal.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
