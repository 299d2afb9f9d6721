//! Programs that the checker accepts.

use pto_check::{Options, Verified};
use pto_ir::Diagnostic;
use pto_isa::Target;
use std::sync::LazyLock;

/// Whether inputs are shown, for who repeats a finding.
pub static SHOW: LazyLock<bool> = LazyLock::new(|| std::env::var_os("PTO_SHOW").is_some());

/// A text without mistakes on a target.
pub fn verify(text: &str, target: Target) -> Option<Verified> {
    let (module, found) = pto_ir::parse(text);
    if found.iter().any(Diagnostic::is_error) {
        return None;
    }
    pto_check::verify(module, target, &Options::default()).ok().map(|v| v.0)
}

/// A text that a generator wrote: it must have no mistakes.
pub fn must_verify(text: &str, target: Target) -> Verified {
    let (module, found) = pto_ir::parse(text);
    if let Some(d) = found.iter().find(|d| d.is_error()) {
        panic!("{} in\n{text}", d.message);
    }
    match pto_check::verify(module, target, &Options::default()) {
        Ok((verified, _)) => verified,
        Err((_, found)) => {
            let errors: Vec<&str> =
                found.iter().filter(|d| d.is_error()).map(|d| d.message.as_str()).collect();
            panic!("{} on {target} in\n{text}", errors.join("; "))
        }
    }
}
