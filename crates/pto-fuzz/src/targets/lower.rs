//! Kernels without synchronisation, before and after they are lowered.

use crate::cpp;
use crate::program::{SHOW, must_verify};
use pto_check::Verified;
use pto_ir::Lines;
use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{Target, code};
use pto_lower::{Options, SyncStyle, check_sync, lower};
use pto_sanitize::{CheckOptions, Checks, Sanitize};
use pto_sim::explore::{ExploreOptions, Mode, Schedule};
use pto_sim::{InstrumentedProgram, Launch, LaunchArg, Limits};
use pto_smith::{Choices, auto};

const STEPS: u64 = 20_000;

pub fn run(data: &[u8]) {
    let mut choices = Choices::from_bytes(data);
    let target = choices.pick(&[Target::A2A3, Target::A5]);
    let buffer_ids = target == Target::A5 && choices.one_in(4);
    let rounds = choices.below(5).into();
    let instructions = 4 + choices.index(40);
    let text = auto::defined_program(&mut choices, instructions);
    if *SHOW {
        eprintln!("{target}, {rounds} rounds\n{text}");
    }
    let before = must_verify(&text, target);
    let style = if buffer_ids { SyncStyle::BufferIds } else { SyncStyle::Flags };
    let options = Options { insert_sync: Some(style), ..Options::default() };
    let lowered = match lower(&text, target, &options) {
        Ok(lowered) => lowered,
        Err(failed) => {
            let other = failed.findings.iter().find(|d| d.code != code::NO_ROOM);
            let Some(other) = other else { return };
            panic!("{} on {target} in\n{text}", other.message);
        }
    };
    let after = must_verify(&lowered.text, target);
    // The validator does not know what buffer ids order across iterations; the runs below do.
    if !buffer_ids && let Some(d) = check_sync(&after).first() {
        panic!("{} on {target} in\n{}", d.message, lowered.text);
    }
    let expected = computes(&before, &text, Mode::Auto, rounds);
    let given = computes(&after, &lowered.text, Mode::Manual, rounds);
    assert!(
        given == expected,
        "other bits on {target}, {rounds} rounds, in\n{text}\n{}",
        lowered.text
    );
    in_other_orders(&after, &lowered.text, rounds, &expected, &mut choices);
    if let Err(failed) = cpp::emit(&text, target) {
        panic!("{} on {target} in\n{text}", failed.findings[0].message);
    }
}

fn arguments(rounds: u64) -> Vec<LaunchArg<'static>> {
    let buffer = |by: usize| {
        let numbers =
            (0..auto::BUFFER_BYTES / 4).flat_map(|i| ((i * by % 61) as f32).to_le_bytes());
        LaunchArg::Bytes(numbers.collect())
    };
    vec![buffer(3), buffer(7), LaunchArg::Number(rounds)]
}

fn instrumented<'p>(program: &'p Verified, text: &str) -> InstrumentedProgram<'p> {
    let numerics = Numerics::new(program.target(), Semantics::Manual);
    InstrumentedProgram::decode(program, None, numerics)
        .unwrap_or_else(|e| panic!("{} in\n{text}", e.message))
}

const LAUNCH: fn() -> Launch = || Launch { limits: Limits::of_steps(STEPS), ..Launch::default() };

/// What a program computes; the sanitizers must have nothing to say.
fn computes(program: &Verified, text: &str, mode: Mode, rounds: u64) -> Vec<LaunchArg<'static>> {
    let mut args = arguments(rounds);
    let checks = Checks { race: true, sync: true, init: true, ..Checks::default() };
    let options = CheckOptions { checks, mode: Some(mode), ..CheckOptions::default() };
    let checked =
        instrumented(program, text).check(&mut args, &LAUNCH(), &options, &Lines::new(text));
    if let Err(e) = checked.outcome {
        panic!("stops: {} with {rounds} rounds in\n{text}", e.message);
    }
    if let Some(d) = checked.findings.first() {
        panic!("{}: {} with {rounds} rounds in\n{text}", d.spelled_code(), d.message);
    }
    args
}

fn in_other_orders(
    program: &Verified,
    text: &str,
    rounds: u64,
    expected: &[LaunchArg],
    choices: &mut Choices,
) {
    let program = instrumented(program, text);
    let options = ExploreOptions { mode: Some(Mode::Manual), ..ExploreOptions::default() };
    for schedule in [Schedule::Eager, Schedule::Lazy, Schedule::Random(choices.bits())] {
        let mut args = arguments(rounds);
        if let Err(e) = program.run_in_order(&mut args, &LAUNCH(), schedule, &options) {
            panic!("{schedule} stops: {} with {rounds} rounds in\n{text}", e.message);
        }
        assert!(args == expected, "{schedule} gives other bits with {rounds} rounds in\n{text}");
    }
}
