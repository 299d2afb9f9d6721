//! Programs of others, lowered: their tiles lose their places, their pipes the order they had, the tool writes both
//! anew, and the result must be the one of the program as it was, in every order of the pipes that is tried.

mod bare;
mod guess;

pub use bare::bare;
pub use guess::{Spec, guesses};

use pto_check::{Options, Verified};
use pto_ir::{Diagnostic, Lines};
use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{Target, code};
use pto_lower::Failed;
use pto_sanitize::{CheckOptions, Checks, Sanitize};
use pto_sim::explore::{ExploreOptions, Schedule};
use pto_sim::{InstrumentedProgram, Launch, LaunchArg, Limits, Param};
use std::collections::BTreeMap;

/// The orders in which a lowered program runs.
pub const SCHEDULES: [Schedule; 4] =
    [Schedule::Program, Schedule::Eager, Schedule::Lazy, Schedule::Random(7)];
/// A run that takes more steps is stopped.
const MAX_STEPS: u64 = 500_000;

/// One launch of a program.
#[derive(Clone, Debug)]
pub struct Case {
    /// The kernel; `None` for the one that the program has.
    pub entry: Option<String>,
    /// Whose word counts.
    pub semantics: Semantics,
    /// Blocks.
    pub blocks: u32,
    /// The arguments; `None` to guess them.
    pub args: Option<Vec<Spec>>,
}

/// What became of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The results are the same.
    Same,
    /// It cannot be compared; why.
    Refused(String),
    /// The tool is wrong.
    Wrong(String),
}

/// How far a program is lowered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Buffers instead of values.
    Buffers,
    /// Addresses and synchronisation, too.
    Complete,
    /// The same, after the program has lost those it had.
    Anew,
}

impl Level {
    fn options(self) -> pto_lower::Options {
        match self {
            Level::Buffers => {
                pto_lower::Options { plan_memory: false, insert_sync: None, ..Default::default() }
            }
            _ => pto_lower::Options::default(),
        }
    }
}

/// A program as it is, and what it becomes.
pub struct Lowered {
    target: Target,
    before: (String, Verified),
    after: (String, Verified),
}

impl Lowered {
    /// Whether lowering has changed nothing.
    pub fn is_same(&self) -> bool {
        self.before.0 == self.after.0
    }
}

/// Lowers a program.
pub fn lower(text: &str, target: Target, level: Level) -> Result<Lowered, Outcome> {
    let before = read(text, target)
        .map_err(|why| Outcome::Refused(format!("not clean on {target}: {why}")))?;
    let given = match level {
        Level::Anew => bare(text, before.module()),
        _ => text.to_string(),
    };
    let after = match pto_lower::lower(&given, target, &level.options()) {
        Ok(l) => l.text,
        Err(Failed { findings, source }) => {
            let Some(d) = findings.iter().find(|d| d.is_error()) else {
                return Err(Outcome::Wrong("refused without a reason".into()));
            };
            return Err(match d.code {
                code::LOWERING => Outcome::Wrong(format!("{}\n{source}", short(d))),
                _ => Outcome::Refused(format!("not lowered: {}", short(d))),
            });
        }
    };
    let again = read(&after, target)
        .map_err(|why| Outcome::Wrong(format!("the result is not clean: {why}\n{after}")))?;
    Ok(Lowered { target, before: (text.to_string(), before), after: (after, again) })
}

/// Reads and checks as `pto run` does.
fn read(text: &str, target: Target) -> Result<Verified, String> {
    let (module, found) = pto_ir::parse(text);
    let first = |found: &[Diagnostic]| found.iter().find(|d| d.is_error()).map(short);
    if let Some(why) = first(&found) {
        return Err(why);
    }
    match pto_check::verify(module, target, &Options::default()) {
        Ok((verified, _)) => Ok(verified),
        Err((_, found)) => Err(first(&found).unwrap_or_default()),
    }
}

/// A finding without the names in it, so that equal ones can be counted.
fn short(d: &Diagnostic) -> String {
    format!("{} {}", d.spelled_code(), d.message)
}

/// The kernels of a program that can be launched by name.
pub fn entries(lowered: &Lowered) -> Vec<Option<String>> {
    let verified = &lowered.before.1;
    let numerics = Numerics::new(lowered.target, Semantics::Manual);
    if pto_sim::decode(verified, None, numerics).is_ok() {
        return vec![None];
    }
    let module = verified.module();
    let names = module.functions().filter_map(|f| module.symbol(module.node(f), "sym_name"));
    names.map(|n| Some(n.to_string())).collect()
}

/// Runs a program before and after, and compares.
pub fn judge(lowered: &Lowered, case: &Case) -> Outcome {
    let numerics = Numerics::new(lowered.target, case.semantics);
    let entry = case.entry.as_deref();
    let (text, program) = &lowered.before;
    let instrumented = match InstrumentedProgram::decode(program, entry, numerics) {
        Ok(w) => w,
        Err(d) => return Outcome::Refused(format!("cannot run: {}", short(&d))),
    };
    let params: Vec<Param> = instrumented.program().params().collect();
    let launch =
        Launch { blocks: case.blocks, limits: Limits::of_steps(MAX_STEPS), ..Launch::default() };
    let mut stopped = None;
    let mut given = None;
    for args in guesses(&params, case.args.as_deref()) {
        let mut after = args.clone();
        match instrumented.program().run(&mut after, &launch) {
            Ok(_) => {
                given = Some((args, after));
                break;
            }
            Err(d) => stopped = Some(short(&d)),
        }
    }
    let Some((given, expected)) = given else {
        let why = stopped.unwrap_or_else(|| "the arguments do not fit".into());
        return Outcome::Refused(format!("stops by itself: {why}"));
    };
    let checks = CheckOptions { checks: Checks::ALL, ..CheckOptions::default() };
    let found = instrumented.check(&mut given.clone(), &launch, &checks, &Lines::new(text));
    let known = count(&found.findings);
    let (text, program) = &lowered.after;
    let instrumented = match InstrumentedProgram::decode(program, entry, numerics) {
        Ok(w) => w,
        Err(d) => return Outcome::Wrong(format!("cannot run any more: {}\n{text}", short(&d))),
    };
    for schedule in SCHEDULES {
        let mut after = given.clone();
        let options = ExploreOptions::default();
        if let Err(d) = instrumented.run_in_order(&mut after, &launch, schedule, &options) {
            return Outcome::Wrong(format!("`{schedule}` stops: {}\n{text}", short(&d)));
        }
        if let Some((i, byte)) = difference(&after, &expected) {
            if lowered.is_same() {
                return Outcome::Refused("its own order leaves its results open".into());
            }
            return Outcome::Wrong(format!(
                "`{schedule}` gives something else in argument {i}, byte {byte}\n{text}"
            ));
        }
    }
    let found = instrumented.check(&mut given.clone(), &launch, &checks, &Lines::new(text));
    let new = count(&found.findings);
    match new.iter().find(|(code, n)| **n > known.get(*code).copied().unwrap_or(0)) {
        None => Outcome::Same,
        Some((code, _)) => {
            let first = found.findings.iter().find(|d| d.spelled_code() == *code);
            Outcome::Wrong(format!(
                "a check finds {}\n{text}",
                first.map(short).unwrap_or_default()
            ))
        }
    }
}

fn count(found: &[Diagnostic]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for d in found {
        *counts.entry(d.spelled_code()).or_insert(0) += 1;
    }
    counts
}

/// The first argument and byte that differ.
fn difference(a: &[LaunchArg], b: &[LaunchArg]) -> Option<(usize, usize)> {
    let i = a.iter().zip(b).position(|(a, b)| a != b)?;
    let byte = match (&a[i], &b[i]) {
        (LaunchArg::Bytes(a), LaunchArg::Bytes(b)) => a.iter().zip(b).position(|(a, b)| a != b),
        _ => None,
    };
    Some((i, byte.unwrap_or(0)))
}
