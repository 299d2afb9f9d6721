//! For tests of copies that are not made: a kernel runs with and without them.

use crate::program::Step;
use crate::{Launch, LaunchArg, decode};
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};

/// Runs a kernel on each list of arguments with and without kernels, which must give the same, and counts the steps whose copies are
/// not made, among those that are asked for.
pub(super) fn copies_left_out(
    text: &str,
    arguments: &[Vec<LaunchArg<'_>>],
    is_asked_for: impl Fn(&Step<'_>) -> bool,
) -> usize {
    let (module, found) = pto_ir::parse(text);
    assert!(found.is_empty(), "{:?}", found[0].message);
    let verified = pto_check::verify(module, Target::A5, &pto_check::Options::default());
    let (verified, _) = verified.unwrap_or_else(|(_, found)| panic!("{}", found[0].message));
    let numerics = Numerics::new(Target::A5, Semantics::Manual);
    let program = decode(&verified, None, numerics).unwrap_or_else(|d| panic!("{}", d.message));
    for given in arguments {
        let results = [false, true].map(|reference| {
            let mut args = given.clone();
            let launch = Launch { reference, ..Launch::default() };
            program.run(&mut args, &launch).unwrap_or_else(|d| panic!("{}", d.message));
            args
        });
        assert!(results[0] == results[1], "{text} differs from its definition");
    }
    program.steps.iter().filter(|s| s.forwards && is_asked_for(s)).count()
}
