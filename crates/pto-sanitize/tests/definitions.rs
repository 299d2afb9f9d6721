//! A checked run finds the same whether instructions are executed by their definitions, which tell what they touch while they
//! compute, or by kernels, with footprints from definitions that do not compute, or from earlier executions.

use pto_check::Verified;
use pto_ir::{Diagnostic, Lines};
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sanitize::{CheckOptions, Checks, Sanitize};
use pto_sim::explore::Mode;
use pto_sim::{InstrumentedProgram, Launch, LaunchArg, Limits};
use pto_smith::registers::{chain, contents};
use pto_smith::{Choices, arguments, tiles};

/// Programs of each kind.
const PROGRAMS: u64 = if cfg!(debug_assertions) { 400 } else { 20_000 };

fn verify(text: &str, target: Target) -> Option<Verified> {
    let (module, found) = pto_ir::parse(text);
    assert!(found.iter().all(|d| !d.is_error()), "{text}");
    pto_check::verify(module, target, &Default::default()).ok().map(|v| v.0)
}

/// What a checked run finds and leaves behind.
fn findings(
    program: &InstrumentedProgram<'_>,
    args: &[LaunchArg<'static>],
    launch: &Launch,
    text: &str,
) -> (Vec<String>, Vec<LaunchArg<'static>>) {
    let say = |d: &Diagnostic| format!("{d:?}");
    let (lines, mut found) = (Lines::new(text), Vec::new());
    let mut left = Vec::new();
    for mode in [Mode::Manual, Mode::Auto] {
        let options =
            CheckOptions { checks: Checks::ALL, mode: Some(mode), ..CheckOptions::default() };
        let mut args = args.to_vec();
        let checked = program.check(&mut args, launch, &options, &lines);
        found.extend(checked.findings.iter().map(say));
        found.extend(checked.outcome.err().map(|d| say(&d)));
        left.extend(args);
    }
    (found, left)
}

/// Whether something was found; both ways must agree.
fn compare(
    program: &InstrumentedProgram<'_>,
    args: &[LaunchArg<'static>],
    blocks: u32,
    text: &str,
) -> bool {
    let launch = Launch { blocks, limits: Limits::of_steps(20_000), ..Launch::default() };
    let by_definition = Launch { reference: true, ..launch.clone() };
    let slow = findings(program, args, &by_definition, text);
    let fast = findings(program, args, &launch, text);
    assert_eq!(slow.0, fast.0, "definitions, kernels:\n{text}");
    assert!(slow.1 == fast.1, "definitions and kernels leave other values:\n{text}");
    !fast.0.is_empty()
}

#[test]
fn tiles_are_checked_alike_by_definitions_and_kernels() {
    let mut found = 0;
    for seed in 0..PROGRAMS {
        let mut choices = Choices::seeded(seed);
        let target = choices.pick(&Target::PROFILES);
        let semantics = choices.pick(&[Semantics::Manual, Semantics::Silicon]);
        let count = 2 + choices.below(8);
        let text = tiles::program(&mut choices, target, count);
        let Some(verified) = verify(&text, target) else { continue };
        let numerics = Numerics::new(target, semantics);
        let Ok(program) = InstrumentedProgram::decode(&verified, None, numerics) else { continue };
        let args = arguments(program.program(), &mut choices);
        found += usize::from(compare(&program, &args, 1 + (seed % 2) as u32, &text));
    }
    assert!(found as u64 > PROGRAMS / 20, "{found} programs with findings");
}

#[test]
fn registers_are_checked_alike_by_definitions_and_kernels() {
    let mut found = 0;
    for seed in 0..PROGRAMS {
        let mut choices = Choices::seeded(seed);
        let target = choices.pick(&Target::PROFILES);
        let semantics = choices.pick(&[Semantics::Manual, Semantics::Silicon]);
        let w = chain::write_program(&mut choices, target, 24);
        let text = w.text();
        let Some(verified) = verify(&text, target) else { continue };
        let numerics = Numerics::new(target, semantics);
        let Ok(program) = InstrumentedProgram::decode(&verified, None, numerics) else { continue };
        let args = contents::arguments(&mut choices, &w);
        found += usize::from(compare(&program, &args, 1 + (seed % 2) as u32, &text));
    }
    assert!(found as u64 > PROGRAMS / 20, "{found} programs with findings");
}
