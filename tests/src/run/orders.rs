//! Runs in other orders of the pipes: their results are those of a plain run, or a finding says why not.

use super::header::Run;
use crate::brief;
use pto_ir::Lines;
use pto_sim::explore::{ExploreOptions, Schedule};
use pto_sim::{InstrumentedProgram, LaunchArg};

/// The orders that are tried; the first one is that of the program, by queues.
const SCHEDULES: [Schedule; 4] =
    [Schedule::Program, Schedule::Eager, Schedule::Lazy, Schedule::Random(1)];

/// Runs a program in other orders, all of which must give the wanted results or find something. `want` is `none`,
/// or for every schedule that finds something its name, the place and the code of the finding and words of it,
/// with semicolons between them.
pub fn check_orders(
    text: &str,
    verified: &pto_check::Verified,
    given: &[LaunchArg],
    as_wanted: &dyn Fn(&[LaunchArg]) -> bool,
    run: &Run,
    want: &str,
) -> Result<(), String> {
    let instrumented = InstrumentedProgram::decode(verified, run.entry.as_deref(), run.numerics)
        .map_err(|refusal| format!("  {}", brief(text, &refusal)))?;
    let options = ExploreOptions { mode: run.check.mode, identity: run.check.identity };
    let mut found = Vec::new();
    for schedule in SCHEDULES {
        let mut args = given.to_vec();
        let launch = run.launch();
        let lines = Lines::new(text);
        let compared = instrumented.compare_orders(&mut args, &launch, schedule, &options, &lines);
        let finding = compared.difference.or(compared.outcome.err().map(|d| *d));
        // Whether chance finds what others have found is no question.
        if matches!(schedule, Schedule::Random(_)) && !found.is_empty() {
            continue;
        }
        match finding {
            Some(d) => found.push(format!("{schedule} {}", brief(text, &d))),
            None if !as_wanted(&args) => found.push(format!("{schedule} gives something else")),
            None => {}
        }
    }
    let wanted: Vec<&str> = match want.trim() {
        "none" => Vec::new(),
        list => list.split(';').map(str::trim).collect(),
    };
    let fits = |(found, want): (&String, &&str)| want.split(" ... ").all(|w| found.contains(w));
    if found.len() == wanted.len() && found.iter().zip(&wanted).all(fits) {
        return Ok(());
    }
    let shown: Vec<String> = found.iter().map(|f| format!("  // orders: {f}")).collect();
    Err(format!("{}\n  instead of: {want}", shown.join("\n")))
}
