//! What looking for mistakes costs: a run under all checks against a plain run of the same program.

use super::{Row, numbers};
use pto_check::Options;
use pto_ir::Lines;
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sanitize::{CheckOptions, Checks, Sanitize};
use pto_sim::{InstrumentedProgram, Launch, LaunchArg, decode};
use std::time::Instant;

/// Rows of the matrix; what is looked at once for each instruction weighs less the more there are.
const ROWS: usize = 512;

/// The softmax example.
pub fn softmax(name: &'static str, target: Target) -> Row {
    let text = include_str!("../../../../examples/softmax.pto");
    let options = Options::default();
    let (program, _) =
        pto_check::verify(pto_ir::parse(text).0, target, &options).expect("the example is legal");
    let numerics = Numerics::new(target, Semantics::Manual);
    let plain = decode(&program, None, numerics).expect("the example runs");
    let instrumented =
        InstrumentedProgram::decode(&program, None, numerics).expect("the example runs");
    let matrix =
        || -> Vec<u8> { numbers(ROWS * 2048, 1).iter().flat_map(|x| x.to_le_bytes()).collect() };
    let mut args =
        [LaunchArg::Bytes(matrix()), LaunchArg::Bytes(matrix()), LaunchArg::Number(ROWS as u64)];
    let launch = Launch::default();
    let all = CheckOptions { checks: Checks::ALL, ..CheckOptions::default() };
    let lines = Lines::new(text);
    let (mut p, mut c) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..7 {
        let start = Instant::now();
        plain.run(&mut args, &launch).expect("the example ends");
        p = p.min(start.elapsed().as_nanos() as f64);
        let start = Instant::now();
        let checked = instrumented.check(&mut args, &launch, &all, &lines);
        c = c.min(start.elapsed().as_nanos() as f64);
        assert!(checked.findings.is_empty(), "the example has no mistake");
    }
    Row { name, limit: 8.0, ratio: c / p, nanos: c }
}
