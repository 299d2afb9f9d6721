//! What a shadow in double precision costs.

use super::Row;
use super::observed;
use super::program::Example;
use pto_debug::shadow;
use pto_isa::Target;

/// What a run with a shadow may take, in runs without that find their buffers in memory. Where buffers are new, which takes a plain run
/// as long as all its instructions, it is half of that.
const LIMIT: f64 = 16.0;

/// Time of an example with a shadow over that of a plain run.
pub fn compare(name: &'static str, target: Target, example: &Example) -> Row {
    observed::compare(
        (name, LIMIT),
        target,
        example,
        |program, numerics, args, launch| {
            shadow(program, numerics, args, launch).expect("the example ends")
        },
        |(_, shadow)| assert!(shadow.not_followed.is_empty(), "everything is followed"),
    )
}
