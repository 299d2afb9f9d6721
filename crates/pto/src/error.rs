//! What went wrong, as the checker and the simulator say it.

use pto_check::Finding;
use pto_ir::{Diagnostic, Severity, Span};
use pto_isa::sem::Trap;
use pto_isa::{Code, OpDef, Target};
use std::fmt;
use std::panic::Location;

/// What intrinsics and sessions return.
pub type Result<T> = std::result::Result<T, Error>;

/// Why an instruction was refused or could not go on: at least one finding, with the code that `pto check` or
/// `pto run` reports for the same mistake.
#[derive(Clone)]
pub struct Error(Box<Inner>);

#[derive(Clone)]
struct Inner {
    findings: Vec<Diagnostic>,
    at: Option<&'static Location<'static>>,
}

impl Error {
    pub(crate) fn new(findings: Vec<Diagnostic>) -> Error {
        Error(Box::new(Inner { findings, at: None }))
    }
    #[cold]
    pub(crate) fn one(code: Code, message: impl Into<String>) -> Error {
        Error::new(vec![Diagnostic::error(code, Span::default(), message)])
    }
    /// Says which line of the kernel it was.
    #[cold]
    pub(crate) fn at(mut self, at: &'static Location<'static>) -> Error {
        self.0.at.get_or_insert(at);
        self
    }
    #[cold]
    pub(crate) fn trap(def: &OpDef, target: Target, trap: Trap) -> Error {
        let message = format!("`pto.{}` {}", def.printed_name(), trap.message);
        let mut d = Diagnostic::error(trap.code, Span::default(), message);
        d.target = Some(target);
        d.notes = trap.notes;
        Error::new(vec![d])
    }

    /// The findings: errors, and warnings that came with them.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.0.findings
    }
    /// The code of the first error.
    pub fn code(&self) -> Option<Code> {
        self.0.findings.iter().find(|d| d.is_error()).map(|d| d.code)
    }
    /// The line of the kernel, where it is known.
    pub fn location(&self) -> Option<&'static Location<'static>> {
        self.0.at
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, d) in self.0.findings.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{}[{}]: {}", d.severity.name(), d.spelled_code(), d.message)?;
            if !d.primary.text.is_empty() {
                write!(f, " ({})", d.primary.text)?;
            }
            if let Some(target) = d.target {
                write!(f, "\n  target: {target}")?;
            }
            for note in &d.notes {
                write!(f, "\n  note: {note}")?;
            }
            if let Some(help) = &d.help {
                write!(f, "\n  help: {help}")?;
            }
        }
        match self.0.at {
            Some(at) => write!(f, "\n  at {at}"),
            None => Ok(()),
        }
    }
}

/// As it is displayed: this is what a `main` that returns it, and `unwrap`, show.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}

impl From<Box<Diagnostic>> for Error {
    fn from(d: Box<Diagnostic>) -> Error {
        Error::new(vec![*d])
    }
}

/// A finding about operands that stand in no text.
#[cold]
pub(crate) fn from_finding(op: &OpDef, target: Target, f: Finding) -> Diagnostic {
    let b = f.breach;
    let named = |slot: u8, found: &str| match op.operands.get(slot as usize) {
        Some(o) => format!("`{}`: {found}", o.name),
        None => found.to_string(),
    };
    let mut found = named(b.subject, &b.found);
    if let Some((slot, text)) = &b.other {
        found = format!("{}, {found}", named(*slot, text));
    }
    let mut d = Diagnostic::error(b.code, Span::default(), f.message).found(found);
    if !d.message.contains("pto.") {
        d.message = format!("`pto.{}`: {}", op.printed_name(), d.message);
    }
    if b.warn {
        d.severity = Severity::Warning;
    }
    d.notes = f.notes;
    d.help = b.help;
    d.target = Some(target);
    if !b.cite.is_empty() {
        d = d.note(format!("rule from {}", b.cite));
    }
    d
}
