//! Programs of SIMT threads.

use crate::program::{SHOW, must_verify};
use pto_ir::Lines;
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sanitize::{CheckOptions, Checks, Sanitize};
use pto_sim::{InstrumentedProgram, Launch, LaunchArg, decode};
use pto_smith::{Choices, simt};

const STATEMENTS: u32 = 8;

pub fn run(data: &[u8]) {
    let mut choices = Choices::from_bytes(data);
    let target = choices.pick(&[Target::CPU, Target::A5]);
    let size = 1 + choices.below(STATEMENTS);
    let p = simt::program(&mut choices, size);
    if *SHOW {
        eprintln!("{target}\n{}", p.text);
    }
    let verified = must_verify(&p.text, target);
    let numerics = Numerics::new(target, Semantics::Manual);
    let program = decode(&verified, None, numerics)
        .unwrap_or_else(|e| panic!("{} in\n{}", e.message, p.text));
    let bytes =
        |list: &[u32]| LaunchArg::Bytes(list.iter().flat_map(|n| n.to_le_bytes()).collect());
    let fresh = || vec![bytes(&vec![0; p.out.len()]), bytes(&[0])];
    let expected = vec![bytes(&p.out), bytes(&[p.count])];
    let mut args = fresh();
    if let Err(e) = program.run(&mut args, &Launch::default()) {
        panic!("{} in\n{}", e.message, p.text);
    }
    assert!(args == expected, "threads in step give something else\n{}", p.text);
    let instrumented = InstrumentedProgram::decode(&verified, None, numerics)
        .unwrap_or_else(|e| panic!("{} in\n{}", e.message, p.text));
    let options = CheckOptions { checks: Checks::ALL, ..CheckOptions::default() };
    let mut args = fresh();
    let checked = instrumented.check(&mut args, &Launch::default(), &options, &Lines::new(&p.text));
    assert!(args == expected, "the sanitizers change what is computed\n{}", p.text);
    let found: Vec<&str> = checked.findings.iter().map(|d| d.message.as_str()).collect();
    assert!(found.is_empty(), "{} in\n{}", found.join("; "), p.text);
}
