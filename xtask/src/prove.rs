//! Proofs against runs: of random programs that synchronise by hand, whatever is proved gives the same bits in every
//! schedule that is tried, and the sanitizers have nothing to say; every kind of mistake that makes a difference is
//! not proved.

mod mistakes;
mod program;
mod recipe;

use mistakes::{MISTAKES, make};
use program::{Program, SLABS};
use pto_check::Verified;
use pto_ir::{Diagnostic, Lines};
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sanitize::{CheckOptions, Checks, Sanitize};
use pto_sim::explore::Mode;
use pto_sim::explore::{ExploreOptions, Schedule};
use pto_sim::{InstrumentedProgram, Launch, LaunchArg};
use recipe::Draw;
use std::process::ExitCode;

/// Bytes of a slab of numbers of four bytes.
const SLAB_BYTES: usize = 16 * 16 * 4;

/// How often a mistake was made, made a difference, and was proved all the same.
#[derive(Clone, Copy, Default)]
struct Kind {
    made: usize,
    differs: usize,
    missed: usize,
}

/// What came of many programs.
#[derive(Default)]
struct Outcome {
    programs: usize,
    proved: usize,
    kinds: Vec<Kind>,
    /// Programs that are proved and go wrong, with what happens.
    wrong: Vec<(String, String)>,
}

pub fn run(args: &[String]) -> ExitCode {
    let number = |name: &str, default: usize| {
        let at = args.iter().position(|a| a == name);
        at.and_then(|i| args.get(i + 1)?.parse().ok()).unwrap_or(default)
    };
    let outcome = explore(number("--programs", 1000), number("--seed", 1) as u64);
    outcome.print();
    match outcome.wrong.is_empty() && outcome.kinds.iter().all(|k| k.missed == 0) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// Draws programs, proves and runs them, and makes a mistake in each that is proved.
fn explore(programs: usize, seed: u64) -> Outcome {
    let mut out = Outcome { kinds: vec![Kind::default(); MISTAKES.len()], ..Outcome::default() };
    for i in 0..programs {
        let mut d = Draw(seed.wrapping_mul(0x1_0000_0001).wrapping_add(i as u64));
        let mut program = recipe::draw(&mut d);
        // Half of the programs have mistakes from the start; some of those are still right.
        for _ in 0..d.below(2) * d.below(4) {
            make(MISTAKES[d.below(MISTAKES.len())], &mut program, &mut d);
        }
        let text = program.text();
        let Some(verified) = verify(&program, &text) else { continue };
        out.programs += 1;
        if !is_proved(&verified, &text) {
            continue;
        }
        out.proved += 1;
        if let Some(why) = goes_wrong(&program, &verified, &text, &mut d) {
            out.wrong.push((why, text));
            continue;
        }
        // The kind that was made least often and has a place in this program.
        let mut order: Vec<usize> = (0..MISTAKES.len()).collect();
        order.sort_by_key(|&k| out.kinds[k].made);
        for kind in order {
            let mut changed = program.clone();
            if !make(MISTAKES[kind], &mut changed, &mut d) {
                continue;
            }
            let text = changed.text();
            let Some(verified) = verify(&changed, &text) else { continue };
            let entry = &mut out.kinds[kind];
            entry.made += 1;
            if let Some(why) = goes_wrong(&changed, &verified, &text, &mut d) {
                entry.differs += 1;
                if is_proved(&verified, &text) {
                    entry.missed += 1;
                    out.wrong.push((format!("{}: {why}", MISTAKES[kind].0), text));
                }
            }
            break;
        }
    }
    out
}

fn target(program: &Program) -> Target {
    if program.a5 { Target::A5 } else { Target::A2A3 }
}

fn verify(program: &Program, text: &str) -> Option<Verified> {
    let (module, found) = pto_ir::parse(text);
    if found.iter().any(Diagnostic::is_error) {
        return None;
    }
    pto_check::verify(module, target(program), &Default::default()).ok().map(|v| v.0)
}

fn is_proved(verified: &Verified, text: &str) -> bool {
    let proofs = pto_lower::prove_sync(verified, &Lines::new(text));
    proofs.iter().all(|p| p.unproved.is_empty()) && !proofs.is_empty()
}

/// What a run of a program finds, or how two schedules differ, if anything.
fn goes_wrong(program: &Program, verified: &Verified, text: &str, d: &mut Draw) -> Option<String> {
    let numerics = Numerics::new(target(program), Semantics::Manual);
    let instrumented = match InstrumentedProgram::decode(verified, None, numerics) {
        Ok(instrumented) => instrumented,
        Err(e) => return Some(format!("cannot run: {}", e.message)),
    };
    // A program that lost its block number by a mistake is proved for one block only.
    let blocks = if pto_validate::is_for_one_block(verified.module()) { 1 } else { program.blocks };
    let launch = Launch { blocks, ..Launch::default() };
    let order = ExploreOptions { mode: Some(Mode::Manual), ..ExploreOptions::default() };
    let checks = Checks { race: true, sync: true, ..Checks::default() };
    let options = CheckOptions { checks, mode: Some(Mode::Manual), ..CheckOptions::default() };
    let lines = Lines::new(text);
    for (trips, flag) in [(2 + d.below(4), 1), (d.below(2), 0)] {
        let mut expected = arguments(trips, flag);
        let checked = instrumented.check(&mut expected, &launch, &options, &lines);
        if let Err(e) = checked.outcome {
            return Some(format!("stops: {}", e.message));
        }
        if let Some(found) = checked.findings.first() {
            return Some(format!("{}: {}", found.spelled_code(), found.message));
        }
        let seed = d.below(1 << 20) as u64;
        for schedule in
            [Schedule::Eager, Schedule::Lazy, Schedule::Random(seed), Schedule::Random(seed + 1)]
        {
            let mut given = arguments(trips, flag);
            if let Err(e) = instrumented.run_in_order(&mut given, &launch, schedule, &order) {
                return Some(format!("{schedule} stops: {}", e.message));
            }
            if given != expected {
                return Some(format!("{schedule} gives something else"));
            }
        }
    }
    None
}

/// The arguments of the kernels: four buffers, a number of iterations, a condition.
fn arguments(trips: usize, flag: u64) -> Vec<LaunchArg> {
    // Small whole numbers, so that sums differ and are exact.
    let half = [0x3c00u16, 0x4000, 0x4200, 0x4400];
    let h = (0..SLABS * SLAB_BYTES / 4).flat_map(|i| half[(i * 7 + i / 5) % 4].to_le_bytes());
    let floats = |by: usize| {
        let bytes = (0..SLABS * SLAB_BYTES / 4)
            .flat_map(move |i| (((i / 3) * by % 61) as f32).to_le_bytes());
        LaunchArg::Bytes(bytes.collect())
    };
    vec![
        LaunchArg::Bytes(h.collect()),
        floats(3),
        floats(5),
        floats(7),
        LaunchArg::Number(trips as u64),
        LaunchArg::Number(flag),
    ]
}

impl Outcome {
    fn print(&self) {
        for (why, text) in self.wrong.iter().take(3) {
            println!("proved, but {why}\n{text}");
        }
        println!(
            "{} programs, {} proved, {} of them wrong",
            self.programs,
            self.proved,
            self.wrong.len()
        );
        println!(
            "\n| mistake | made | makes a difference | proved all the same |\n|---|---|---|---|"
        );
        for (m, k) in MISTAKES.iter().zip(&self.kinds) {
            println!("| {} | {} | {} | {} |", m.0, k.made, k.differs, k.missed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_proved_runs_alike_in_every_schedule() {
        let out = explore(400, 7);
        let first = out.wrong.first();
        assert!(first.is_none(), "proved, but {}\n{}", first.unwrap().0, first.unwrap().1);
        assert!(
            out.proved * 10 > out.programs * 3,
            "{} of {} are proved",
            out.proved,
            out.programs
        );
        let found = out.kinds.iter().filter(|k| k.differs > 0).count();
        assert!(found >= 30, "{found} kinds of mistakes make a difference");
    }
}
