//! Proofs and runs agree: what is proved runs without a finding however often its loop turns, and what is refuted goes
//! wrong in some run.

use pto_check::Options;
use pto_ir::Lines;
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sanitize::{CheckOptions, Checks, Sanitize};
use pto_sim::explore::Mode;
use pto_sim::{InstrumentedProgram, Launch, LaunchArg, Param};
use pto_tests::{programs, read, sections};

/// The last argument of the kernels: rounds, or where they start.
const ROUNDS: std::ops::RangeInclusive<u64> = 0..=5;
/// Enough for every row that a kernel reaches.
const BUFFER_BYTES: usize = 1 << 19;

/// Whether a run with this number of rounds stops or finds something.
fn goes_wrong(instrumented: &InstrumentedProgram<'_>, rounds: u64, text: &str) -> bool {
    let argument = |p: Param| match p {
        Param::Number(_) => LaunchArg::Number(rounds),
        _ => LaunchArg::Bytes(vec![0; BUFFER_BYTES]),
    };
    let mut args: Vec<LaunchArg> = instrumented.program().params().map(argument).collect();
    let checks = Checks { race: true, sync: true, ..Checks::default() };
    let options = CheckOptions { checks, mode: Some(Mode::Manual), ..CheckOptions::default() };
    let checked = instrumented.check(&mut args, &Launch::default(), &options, &Lines::new(text));
    checked.outcome.is_err() || !checked.findings.is_empty()
}

#[test]
fn proved_programs_run_and_refuted_ones_go_wrong() {
    let (mut proved, mut refuted) = (0, 0);
    for path in programs("tests/check/sync") {
        let file = read(&path).expect("the file can be read");
        for section in sections(&file).expect("the file has sections") {
            let text = &section.text;
            for target in [Target::A2A3, Target::A5] {
                let (module, _) = pto_ir::parse(text);
                let Ok((program, _)) = pto_check::verify(module, target, &Options::default())
                else {
                    panic!("line {}: not legal on {target}", section.line);
                };
                let proofs = pto_lower::prove_sync(&program, &Lines::new(text));
                let [proof] = &proofs[..] else { panic!("line {}: one function", section.line) };
                let numerics = Numerics::new(target, Semantics::Manual);
                let instrumented =
                    InstrumentedProgram::decode(&program, None, numerics).expect("it runs");
                let wrong: Vec<u64> =
                    ROUNDS.filter(|&n| goes_wrong(&instrumented, n, text)).collect();
                let place = format!("{}, line {}, {target}", path.display(), section.line);
                if proof.unproved.is_empty() {
                    assert!(wrong.is_empty(), "{place}: proved, and wrong with {wrong:?} rounds");
                    proved += 1;
                } else if proof.refuted {
                    assert!(!wrong.is_empty(), "{place}: refuted, and right in all runs");
                    refuted += 1;
                }
            }
        }
    }
    assert!(proved >= 20 && refuted >= 6, "{proved} proved and {refuted} refuted");
}
