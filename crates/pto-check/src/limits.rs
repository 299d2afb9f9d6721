//! What a check may take, and everything that begins with one: proofs, lowering, C++.

use pto_ir::{Diagnostic, Module, Span};
use pto_isa::code;
use std::time::{Duration, Instant};

/// Limits for who is given programs by strangers; none by default. What is refused has one finding that says why.
///
/// The work of a check grows like n log n with the operations of a program, so their number bounds it in the same way on every machine.
/// The time is looked at between the parts of the work, and may pass by as long as the longest of them.
///
/// ```
/// use pto_check::{Limits, Options, check};
/// let (module, _) = pto_ir::parse("func.func @f() { return }");
/// let options = Options { limits: Limits::default().operations(1), ..Options::default() };
/// let found = check(&module, pto_isa::Target::A5, &options);
/// assert_eq!(found[0].message, "the program has 2 operations, the limit is 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Operations that a program may have.
    operations: usize,
    /// When to give up, and how long that was to be, for the finding.
    time: Option<(Instant, Duration)>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { operations: usize::MAX, time: None }
    }
}

impl Limits {
    /// The same, for programs of at most this many operations, which are counted before anything is done.
    pub fn operations(self, most: usize) -> Limits {
        Limits { operations: most, ..self }
    }

    /// The same, and to give up when so much time has passed from now on.
    pub fn within(self, time: Duration) -> Limits {
        // A time that the clock does not have is no limit.
        Limits { time: Instant::now().checked_add(time).map(|end| (end, time)), ..self }
    }

    /// The finding about a program with too many operations.
    pub fn refuse(&self, module: &Module) -> Option<Diagnostic> {
        let count = module.nodes().count();
        (count > self.operations).then(|| {
            let most = self.operations;
            too_much(format!("the program has {count} operations, the limit is {most}"))
        })
    }

    /// The finding that the time is over, once it is.
    pub fn overrun(&self) -> Option<Diagnostic> {
        let (_, limit) = self.time.filter(|(end, _)| Instant::now() >= *end)?;
        Some(too_much(format!("the work is not done after {} s", limit.as_secs_f64())))
    }
}

fn too_much(message: String) -> Diagnostic {
    Diagnostic::error(code::TOO_MANY_STEPS, Span::default(), message)
        .help("raise the limit, or split the program")
}
