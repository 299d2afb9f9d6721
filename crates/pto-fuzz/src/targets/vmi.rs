//! Vector scopes on registers of any length.

use crate::program::{SHOW, must_verify};
use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{DType, Rulebook, Target};
use pto_sim::{Launch, LaunchArg, decode};
use pto_smith::{Choices, vmi};

const INSTRUCTIONS: u32 = 16;

pub fn run(data: &[u8]) {
    let mut choices = Choices::from_bytes(data);
    let semantics = choices.pick(&[Semantics::Manual, Semantics::Silicon]);
    let size = 2 + choices.below(INSTRUCTIONS);
    let text = vmi::program(&mut choices, size);
    if *SHOW {
        eprintln!("{}\n{text}", semantics.name());
    }
    let words = vmi::INPUT_BYTES / 4;
    let input: Vec<u8> =
        (0..words).flat_map(|_| (choices.code(DType::F32, true) as u32).to_le_bytes()).collect();
    let output = |text: &str, reference: bool| -> Vec<u8> {
        let verified = must_verify(text, Target::A5);
        let program = decode(&verified, None, Numerics::new(Target::A5, semantics))
            .unwrap_or_else(|e| panic!("{} in\n{text}", e.message));
        let written = vec![0xFF; vmi::OUTPUT_BYTES as usize];
        let mut args = vec![LaunchArg::Bytes(input.clone()), LaunchArg::Bytes(written)];
        if let Err(e) = program.run(&mut args, &Launch { reference, ..Launch::default() }) {
            panic!("{} in\n{text}", e.message);
        }
        args[1].bytes().unwrap_or_default().to_vec()
    };
    let expected = output(&text, true);
    assert!(output(&text, false) == expected, "kernels give something else\n{text}");
    if let Ok(Some(lowered)) = pto_lower::registers(&text, Target::A5, Rulebook::default()) {
        let same = output(&lowered, false) == expected;
        assert!(same, "registers give something else\n{text}{lowered}");
    }
}
