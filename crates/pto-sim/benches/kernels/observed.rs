//! What looking at a run costs: the run of an example that is looked at against a plain run of it.

use super::Row;
use super::clock::thread_nanos;
use super::program::{Example, verified};
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{InstrumentedProgram, Launch, LaunchArg, decode};

/// Where the buffers of a run are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Buffers {
    /// Where the last run left them.
    InMemory,
    /// Copied for each run, which takes part of its time: a command reads them from files.
    New,
}

/// Time of an example that `run` looks at over that of a plain run. What `run` gives is handed to `judge`, which takes no time.
pub fn compare<T>(
    (name, limit): (&'static str, f64),
    buffers: Buffers,
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
    let given = example.args(&plain.params().collect::<Vec<_>>());
    let mut args = given.clone();
    let renew = |args: &mut Vec<LaunchArg<'_>>| {
        if buffers == Buffers::New {
            *args = given.clone();
        }
    };
    let launch = Launch::default();
    let (mut p, mut o) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..9 {
        let start = thread_nanos();
        renew(&mut args);
        plain.run(&mut args, &launch).expect("the example ends");
        p = p.min(thread_nanos() - start);
        let start = thread_nanos();
        renew(&mut args);
        let seen = run(&observed, numerics, &mut args, &launch);
        o = o.min(thread_nanos() - start);
        judge(seen);
    }
    Row { name, limit, ratio: o / p, nanos: o }
}
