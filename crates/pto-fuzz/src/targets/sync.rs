//! Kernels that synchronise by hand, rightly and wrongly: a proof holds.

use crate::program::SHOW;
use crate::proofs::{goes_wrong, target, verify, why_unproved};
use crate::{cpp, timeline};
use pto_smith::Choices;
use pto_smith::sync::{draw, make, mistakes};

pub fn run(data: &[u8]) {
    let mut choices = Choices::from_bytes(data);
    let mut program = draw(&mut choices);
    let mistakes = mistakes();
    for _ in 0..choices.below(4) {
        make(mistakes[choices.index(mistakes.len())], &mut program, &mut choices);
    }
    let text = program.text();
    if *SHOW {
        eprintln!("{}\n{text}", target(&program));
    }
    // A mistake may make a program illegal.
    let Ok(verified) = verify(&program, &text) else { return };
    if why_unproved(&verified, &text).is_none()
        && let Some(wrong) = goes_wrong(&program, &verified, &text, &mut choices)
    {
        panic!("proved, but {wrong}\n{text}");
    }
    let _ = cpp::emit(&text, target(&program));
    timeline::time(&verified, &text, None, &mut choices);
}
