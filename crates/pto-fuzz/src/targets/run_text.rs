//! Running any text that checks clean.

use crate::program::verify;
use pto_ir::Lines;
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sanitize::{CheckOptions, Checks, Sanitize};
use pto_sim::{InstrumentedProgram, Launch, Limits, decode};
use pto_smith::{Choices, arguments, arguments_of_ranks, compare};

const STEPS: u64 = 2000;

pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut choices = Choices::from_bytes(data);
    let target = Target::PROFILES[choices.bits() as usize % 3];
    let semantics = [Semantics::Manual, Semantics::Silicon][choices.bits() as usize % 2];
    let Some(verified) = verify(text, target) else { return };
    let numerics = Numerics::new(target, semantics);
    let Ok(program) = decode(&verified, None, numerics) else { return };
    let mut launch = Launch { limits: Limits::of_steps(STEPS), blocks: 2, ..Launch::default() };
    // One text in four is run by two devices.
    let args = match choices.bits() >> 62 {
        0 => {
            launch.ranks = 2;
            arguments_of_ranks(&program, launch.ranks, &mut choices)
        }
        _ => arguments(&program, &mut choices),
    };
    if let Err(difference) = compare(&program, &args, &launch, false) {
        panic!("{difference}");
    }
    // A sanitized run computes what a plain run computes.
    let Ok(instrumented) = InstrumentedProgram::decode(&verified, None, numerics) else { return };
    let (mut plain, mut watched) = (args.clone(), args);
    let outcome = program.run(&mut plain, &launch);
    let options = CheckOptions { checks: Checks::ALL, ..CheckOptions::default() };
    let checked = instrumented.check(&mut watched, &launch, &options, &Lines::new(text));
    if let (Ok(_), Ok(_)) = (&outcome, &checked.outcome) {
        assert!(plain == watched, "the sanitizers change what is computed");
    }
}
