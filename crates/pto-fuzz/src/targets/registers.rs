//! Vector scopes with chains of register instructions.

use crate::program::{SHOW, must_verify};
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{Launch, Limits, decode};
use pto_smith::registers::{chain, contents};
use pto_smith::{Choices, compare};

const INSTRUCTIONS: u32 = 24;
const STEPS: u64 = 5000;

pub fn run(data: &[u8]) {
    let mut choices = Choices::from_bytes(data);
    let target = choices.pick(&Target::PROFILES);
    let semantics = choices.pick(&[Semantics::Manual, Semantics::Silicon]);
    let blocks = 1 + choices.below(2);
    let w = chain::write_program(&mut choices, target, INSTRUCTIONS);
    let text = w.text();
    let verified = must_verify(&text, target);
    let program = decode(&verified, None, Numerics::new(target, semantics))
        .unwrap_or_else(|e| panic!("{} in\n{text}", e.message));
    let launch = Launch { limits: Limits::of_steps(STEPS), blocks, ..Launch::default() };
    let mut source = Choices::seeded(choices.bits());
    for _ in 0..2 {
        let args = contents::arguments(&mut source, &w);
        let outcome = compare(&program, &args, &launch, false);
        if *SHOW || outcome.is_err() {
            eprintln!("{target} {} {}\n{text}", semantics.name(), contents::show(&args, &w));
        }
        if let Err(difference) = outcome {
            panic!("{difference}");
        }
    }
}
