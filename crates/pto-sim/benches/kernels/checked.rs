//! What looking for mistakes costs.

use super::Row;
use super::observed::{self, Buffers};
use super::program::Example;
use pto_ir::Lines;
use pto_isa::Target;
use pto_sanitize::{CheckOptions, Checks, Sanitize};

/// What a run under all checks may take, in runs without.
const LIMIT: f64 = 3.0;

/// Time of an example under all checks over that of a plain run.
pub fn compare(name: &'static str, target: Target, example: &Example) -> Row {
    let all = CheckOptions { checks: Checks::ALL, ..CheckOptions::default() };
    let lines = Lines::new(&example.text);
    observed::compare(
        (name, LIMIT),
        Buffers::InMemory,
        target,
        example,
        |program, _, args, launch| program.check(args, launch, &all, &lines),
        |checked| assert!(checked.findings.is_empty(), "the example has no mistake"),
    )
}
