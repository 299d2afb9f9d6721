//! All orders of the pipes of a program: whether two accesses are turned around, whether a result changes.

use super::draw::{Kernel, Line, conflict};
use pto_ir::Lines;
use pto_sim::explore::Mode;
use pto_sim::explore::{Executed, ExploreOptions, Schedule};
use pto_sim::{InstrumentedProgram, Launch, LaunchArg};

/// What was found.
pub struct Explored {
    /// How many orders there are, as seen by what is executed.
    pub orders: usize,
    /// Some order swaps two accesses to the same bytes, one of them a write.
    pub turned: bool,
    /// In some order the result is another one.
    pub changed: bool,
    /// The eager or the lazy order is one of those.
    pub caught: bool,
    /// The result in program order.
    pub plain: Vec<u8>,
}

/// Runs a program in all orders, unless there are too many or it stops in one of them.
pub fn explore(
    instrumented: &InstrumentedProgram<'_>,
    kernel: &Kernel,
    lines: &Lines,
    limit: usize,
) -> Option<Explored> {
    let options = ExploreOptions { mode: Some(Mode::Manual), ..ExploreOptions::default() };
    let launch = Launch::default();
    let mut args = kernel.arguments();
    instrumented.run_in_order(&mut args, &launch, Schedule::Program, &options).ok()?;
    let plain = result(args);
    let differs = |schedule: Schedule| {
        let mut args = kernel.arguments();
        let outcome = instrumented.run_in_order(&mut args, &launch, schedule, &options);
        outcome.is_ok() && result(args) != plain
    };
    let caught = differs(Schedule::Eager) || differs(Schedule::Lazy);
    let (mut turned, mut changed) = (false, false);
    let mut seen = std::collections::BTreeSet::new();
    let mut script: Vec<u32> = Vec::new();
    for _ in 0..limit {
        let mut args = kernel.arguments();
        let run = instrumented.run_by_script(&mut args, &launch, &options, &script);
        run.outcome.ok()?;
        changed |= result(args) != plain;
        turned |= is_turned(instrumented, kernel, lines, &run.executed);
        seen.insert(run.executed.iter().map(|e| e.number).collect::<Vec<_>>());
        // The last choice that has an alternative takes it; what comes after starts from the first again.
        script.resize(run.choices.len(), 0);
        let last = (0..script.len()).rev().find(|&i| script[i] + 1 < run.choices[i]);
        let Some(last) = last else {
            return Some(Explored { orders: seen.len(), turned, changed, caught, plain });
        };
        script[last] += 1;
        script.truncate(last + 1);
    }
    None
}

fn result(args: Vec<LaunchArg>) -> Vec<u8> {
    match args.into_iter().nth(1) {
        Some(LaunchArg::Bytes(bytes)) => bytes,
        _ => Vec::new(),
    }
}

/// Whether two lines that touch the same bytes come in another order than in the program.
fn is_turned(
    instrumented: &InstrumentedProgram<'_>,
    kernel: &Kernel,
    lines: &Lines,
    executed: &[Executed],
) -> bool {
    let line = |e: &Executed| -> Option<&Line> {
        kernel.at(lines.line(instrumented.module().node(e.node).name_span.start))
    };
    let later = |(i, first): (usize, &Executed)| {
        let meets = |second: &&Executed| match (line(first), line(second)) {
            (Some(a), Some(b)) => conflict(a, b),
            _ => false,
        };
        executed[i + 1..].iter().filter(|s| s.number < first.number).any(|s| meets(&s))
    };
    executed.iter().enumerate().any(later)
}
