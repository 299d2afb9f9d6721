//! What looking for mistakes costs: a run under all checks against a plain run of the same program.

use super::Row;
use super::clock::thread_nanos;
use super::program::{Example, verified};
use pto_ir::Lines;
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sanitize::{CheckOptions, Checks, Sanitize};
use pto_sim::{InstrumentedProgram, Launch, decode};

/// What a run under all checks may take, in runs without.
const LIMIT: f64 = 3.0;

/// Time of an example under all checks over that of a plain run.
pub fn compare(name: &'static str, target: Target, example: &Example) -> Row {
    let program = verified(&example.text, target);
    let numerics = Numerics::new(target, Semantics::Manual);
    let plain = decode(program, example.entry, numerics).expect("the example runs");
    let instrumented =
        InstrumentedProgram::decode(program, example.entry, numerics).expect("the example runs");
    let mut args = example.args(&plain.params().collect::<Vec<_>>());
    let launch = Launch::default();
    let all = CheckOptions { checks: Checks::ALL, ..CheckOptions::default() };
    let lines = Lines::new(&example.text);
    let (mut p, mut c) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..9 {
        let start = thread_nanos();
        plain.run(&mut args, &launch).expect("the example ends");
        p = p.min(thread_nanos() - start);
        let start = thread_nanos();
        let checked = instrumented.check(&mut args, &launch, &all, &lines);
        c = c.min(thread_nanos() - start);
        assert!(checked.findings.is_empty(), "the example has no mistake");
    }
    Row { name, limit: LIMIT, ratio: c / p, nanos: c }
}
