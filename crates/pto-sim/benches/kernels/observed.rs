//! What looking at a run costs: the run of an example that is looked at against a plain run of it.

use super::Row;
use super::clock::thread_nanos;
use super::program::{Example, verified};
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{InstrumentedProgram, Launch, LaunchArg, decode};

/// Time of an example that `run` looks at over that of a plain run. What `run` gives is handed to `judge`, which takes no time.
pub fn compare<T>(
    (name, limit): (&'static str, f64),
    target: Target,
    example: &Example,
    run: impl Fn(&InstrumentedProgram<'_>, Numerics, &mut [LaunchArg<'_>], &Launch) -> T,
    judge: impl Fn(T),
) -> Row {
    let program = verified(&example.text, target);
    let numerics = Numerics::new(target, Semantics::Manual);
    let plain = decode(program, example.entry, numerics).expect("the example runs");
    let observed =
        InstrumentedProgram::decode(program, example.entry, numerics).expect("the example runs");
    let mut args = example.args(&plain.params().collect::<Vec<_>>());
    let launch = Launch::default();
    let (mut p, mut o) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..9 {
        let start = thread_nanos();
        plain.run(&mut args, &launch).expect("the example ends");
        p = p.min(thread_nanos() - start);
        let start = thread_nanos();
        let seen = run(&observed, numerics, &mut args, &launch);
        o = o.min(thread_nanos() - start);
        judge(seen);
    }
    Row { name, limit, ratio: o / p, nanos: o }
}
