//! Timelines of kernels of all kinds.

use crate::program::{SHOW, verify};
use crate::proofs;
use crate::timeline::time;
use pto_isa::Target;
use pto_smith::registers::chain;
use pto_smith::{Choices, auto, sync, tiles};

pub fn run(data: &[u8]) {
    let mut choices = Choices::from_bytes(data);
    let target = choices.pick(&[Target::A2A3, Target::A5]);
    let (target, text) = match choices.below(4) {
        0 => {
            let instructions = 2 + choices.index(20);
            (target, auto::program(&mut choices, instructions))
        }
        1 => {
            let program = sync::draw(&mut choices);
            (proofs::target(&program), program.text())
        }
        2 => (Target::A5, chain::write_program(&mut choices, Target::A5, 16).text()),
        _ => {
            let instructions = 2 + choices.below(8);
            (target, tiles::program(&mut choices, target, instructions))
        }
    };
    if *SHOW {
        eprintln!("{target}\n{text}");
    }
    let Some(verified) = verify(&text, target) else { return };
    time(&verified, &text, None, &mut choices);
}
