//! Any text that checks clean runs to an end, and the same way by definitions and by fast kernels.
#![no_main]

#[path = "choices.rs"]
mod rng;
mod twice;

use libfuzzer_sys::fuzz_target;
use pto_check::{Options, verify};
use pto_isa::sem::{Numerics, Semantics};
use pto_isa::Target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (module, syntax) = pto_ir::parse(text);
    if syntax.iter().any(|d| d.is_error()) {
        return;
    }
    let mut choices = rng::Rng::new(data);
    let target = Target::PROFILES[choices.next() as usize % 3];
    let semantics = [Semantics::Manual, Semantics::Silicon][choices.next() as usize % 2];
    let options = Options::default();
    let Ok((verified, _)) = verify(module, target, &options) else { return };
    twice::run_twice(&verified, Numerics::new(target, semantics), 2000, &mut || choices.next());
});
