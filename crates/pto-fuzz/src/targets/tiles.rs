//! Chains of tile instructions.

use crate::cpp;
use crate::program::{SHOW, verify};
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{Launch, Limits, decode};
use pto_smith::arguments;
use pto_smith::{Choices, compare, tiles};

const STEPS: u64 = 20_000;

pub fn run(data: &[u8]) {
    let mut choices = Choices::from_bytes(data);
    let target = choices.pick(&Target::PROFILES);
    let semantics = choices.pick(&[Semantics::Manual, Semantics::Silicon]);
    let instructions = 2 + choices.below(8);
    let text = tiles::program(&mut choices, target, instructions);
    if *SHOW {
        eprintln!("{target} {}\n{text}", semantics.name());
    }
    let (_, found) = pto_ir::parse(&text);
    if let Some(d) = found.iter().find(|d| d.is_error()) {
        panic!("{} in\n{text}", d.message);
    }
    let Some(verified) = verify(&text, target) else { return };
    if target.is_device() && choices.bits().is_multiple_of(4) {
        let _ = cpp::emit(&text, target);
    }
    let Ok(program) = decode(&verified, None, Numerics::new(target, semantics)) else { return };
    let args = arguments(&program, &mut choices);
    let launch = Launch { limits: Limits::of_steps(STEPS), blocks: 2, ..Launch::default() };
    if let Err(difference) = compare(&program, &args, &launch, false) {
        panic!("{difference} on {target} {} in\n{text}", semantics.name());
    }
}
