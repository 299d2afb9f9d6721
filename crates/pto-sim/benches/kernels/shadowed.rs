//! What a shadow in double precision costs.

use super::Row;
use super::observed::{self, Buffers};
use super::program::Example;
use pto_debug::shadow;
use pto_isa::Target;

/// What a run with a shadow may take, in runs without.
const LIMIT: f64 = 6.0;

/// The same where a plain run finds its buffers in memory, which saves it most of its time, and the shadow none: twins are always new.
const LIMIT_IN_MEMORY: f64 = 14.0;

/// Time of an example with a shadow over that of a plain run.
pub fn compare(name: &'static str, buffers: Buffers, target: Target, example: &Example) -> Row {
    let limit = if buffers == Buffers::New { LIMIT } else { LIMIT_IN_MEMORY };
    observed::compare(
        (name, limit),
        buffers,
        target,
        example,
        |program, numerics, args, launch| {
            shadow(program, numerics, args, launch).expect("the example ends")
        },
        |(_, shadow)| assert!(shadow.not_followed.is_empty(), "everything is followed"),
    )
}
