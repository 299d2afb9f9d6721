//! Programs of several devices.

use crate::program::{SHOW, must_verify};
use pto_ir::Lines;
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sanitize::{CheckOptions, Checks, Sanitize};
use pto_sim::{InstrumentedProgram, Launch, LaunchArg, comm_context, decode};
use pto_smith::{Choices, ranks};

pub fn run(data: &[u8]) {
    let mut choices = Choices::from_bytes(data);
    let target = choices.pick(&Target::PROFILES);
    let forgets = choices.below(4) == 0;
    let p = ranks::program(&mut choices, forgets);
    if *SHOW {
        eprintln!("{target}\n{}", p.text);
    }
    let verified = must_verify(&p.text, target);
    let numerics = Numerics::new(target, Semantics::Manual);
    let launch = Launch { ranks: p.ranks, ..Launch::default() };
    let mut args = Vec::new();
    for (rank, number) in (0..).zip(&p.numbers[0]) {
        args.push(LaunchArg::Bytes(number.to_le_bytes().into()));
        args.push(LaunchArg::Bytes(vec![0; 4 * p.rounds as usize]));
        args.push(LaunchArg::Bytes(vec![0; 4 * p.rounds as usize]));
        args.push(LaunchArg::Bytes(comm_context(rank, p.ranks)));
    }
    let numbers = |args: &[LaunchArg<'_>]| -> Vec<i32> {
        let of = |a: &LaunchArg<'_>| a.bytes().and_then(|b| b.try_into().ok());
        args.iter().step_by(4).map(|a| i32::from_le_bytes(of(a).unwrap_or_default())).collect()
    };
    if !p.forgets {
        let program = decode(&verified, None, numerics)
            .unwrap_or_else(|e| panic!("{} in\n{}", e.message, p.text));
        let mut plain = args.clone();
        if let Err(e) = program.run(&mut plain, &launch) {
            panic!("{} in\n{}", e.message, p.text);
        }
        assert!(numbers(&plain) == p.numbers[1], "other numbers than expected\n{}", p.text);
    }
    let instrumented = InstrumentedProgram::decode(&verified, None, numerics)
        .unwrap_or_else(|e| panic!("{} in\n{}", e.message, p.text));
    let options = CheckOptions { checks: Checks::ALL, ..CheckOptions::default() };
    let checked = instrumented.check(&mut args, &launch, &options, &Lines::new(&p.text));
    let found: Vec<&str> = checked.findings.iter().map(|d| d.message.as_str()).collect();
    match p.forgets {
        true => assert!(!found.is_empty(), "a forgotten wait is not found\n{}", p.text),
        false => assert!(found.is_empty(), "{} in\n{}", found.join("; "), p.text),
    }
}
