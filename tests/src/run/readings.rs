//! What the two semantics make of a run test: which quirks both runs name, and whether their results differ.

use super::header::{Claim, Run, read_header, variants};
use super::{arguments, has_runs, split};
use pto_check::Options;
use pto_isa::sem::Semantics;
use pto_sim::{LaunchArg, Param};

/// A program that was run by the manual and by silicon, with the same arguments on the same target.
pub struct Readings {
    /// The quirks that the runs name. A run that stops names none, so these are the other one's then.
    pub quirks: Vec<&'static str>,
    /// Whether something else comes out, or only one of them stops.
    pub differ: bool,
}

/// The pairs of runs of a file.
pub fn readings(text: &str) -> Vec<Readings> {
    let mut list = Vec::new();
    for (_, section) in split(text).into_iter().filter(|s| has_runs(&s.1)) {
        let Ok(header) = read_header(&section) else { continue };
        for (dtype, program) in variants(&section, &header) {
            let runs: Vec<Run> = header
                .runs
                .iter()
                .map(|run| {
                    let mut run = run.clone();
                    run.words.extend(dtype.clone());
                    run
                })
                .collect();
            for manual in runs.iter().filter(|r| r.numerics.semantics == Semantics::Manual) {
                let twin = |r: &&Run| {
                    let same = r.numerics.target == manual.numerics.target;
                    same && r.numerics.semantics != Semantics::Manual
                        && (&r.entry, r.blocks) == (&manual.entry, manual.blocks)
                };
                if let Some(silicon) = runs.iter().find(twin) {
                    list.extend(pair(&program, &header.claims, [manual, silicon]));
                }
            }
        }
    }
    list
}

/// What a run gives: results and quirks, unless it stops.
type Ended = Option<(Vec<LaunchArg<'static>>, Vec<&'static str>)>;

fn pair(text: &str, claims: &[Claim], runs: [&Run; 2]) -> Option<Readings> {
    let [manual, silicon] = runs.map(|run| ended(text, claims, run));
    Some(match (manual?, silicon?) {
        (Some(m), Some(s)) => {
            let both = m.1.into_iter().filter(|q| s.1.contains(q)).collect();
            Readings { quirks: both, differ: m.0 != s.0 }
        }
        (Some(one), None) | (None, Some(one)) => Readings { quirks: one.1, differ: true },
        (None, None) => return None,
    })
}

/// `None` if the program is refused.
fn ended(text: &str, claims: &[Claim], run: &Run) -> Option<Ended> {
    let (module, _) = pto_ir::parse(text);
    let (verified, _) = pto_check::verify(module, run.numerics.target, &Options::default()).ok()?;
    let program = pto_sim::decode(&verified, run.entry.as_deref(), run.numerics).ok()?;
    let params: Vec<Param> = program.params().collect();
    let mut args = arguments(&params, claims, run).ok()?;
    let launch = run.launch();
    let report = program.run(&mut args, &launch);
    Some(report.ok().map(|r| (args, r.quirks)))
}
