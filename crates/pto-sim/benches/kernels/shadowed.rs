//! What a shadow in double precision costs: a run with it against a plain run of the same program.

use super::Row;
use super::clock::thread_nanos;
use super::program::{Example, verified};
use pto_debug::shadow;
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{InstrumentedProgram, Launch, decode};

/// What a run with a shadow may take, in runs without.
const LIMIT: f64 = 6.0;

/// Time of an example with a shadow over that of a plain run.
pub fn compare(name: &'static str, target: Target, example: &Example) -> Row {
    let program = verified(&example.text, target);
    let numerics = Numerics::new(target, Semantics::Manual);
    let plain = decode(program, example.entry, numerics).expect("the example runs");
    let observed =
        InstrumentedProgram::decode(program, example.entry, numerics).expect("the example runs");
    let mut args = example.args(&plain.params().collect::<Vec<_>>());
    let launch = Launch::default();
    let (mut p, mut s) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..9 {
        let start = thread_nanos();
        plain.run(&mut args, &launch).expect("the example ends");
        p = p.min(thread_nanos() - start);
        let start = thread_nanos();
        let (_, shadow) = shadow(&observed, numerics, &mut args, &launch).expect("it ends");
        s = s.min(thread_nanos() - start);
        assert!(shadow.not_followed.is_empty(), "everything is followed");
    }
    Row { name, limit: LIMIT, ratio: s / p, nanos: s }
}
