//! Examples on pages: whether a program is legal on a target, and runs there by itself.

use pto_check::{Options, Verified};
use pto_ir::{Diagnostic, Severity};
use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{Dim, Target};
use pto_sim::{Launch, LaunchArg, Limits, Param};

/// A program that runs longer is no example.
const MAX_STEPS: u64 = 100_000;
/// Elements of a buffer whose size no type says.
const ELEMENTS: usize = 4096;

/// Whether nothing is found, warnings included.
pub fn is_legal(text: &str, target: Target) -> bool {
    let (module, read) = pto_ir::parse(text);
    let silent = |d: &Diagnostic| d.severity == Severity::Note;
    read.iter().all(silent)
        && pto_check::check(&module, target, &Options::default()).iter().all(silent)
}

/// The program, if it has no errors on a target.
pub fn verified(text: &str, target: Target) -> Option<Verified> {
    let (module, _) = pto_ir::parse(text);
    pto_check::verify(module, target, &Options::default()).ok().map(|(program, _)| program)
}

/// How examples are run.
pub fn numerics(target: Target) -> Numerics {
    Numerics::new(target, Semantics::Manual)
}

/// How examples are launched.
pub fn launch() -> Launch {
    Launch { limits: Limits::of_steps(MAX_STEPS), ..Launch::default() }
}

/// Whether it runs to its end, with zeros in tiles and buffers and for numbers.
pub fn runs(text: &str, target: Target) -> bool {
    let Some(program) = verified(text, target) else { return false };
    let Ok(decoded) = pto_sim::decode(&program, None, numerics(target)) else { return false };
    let mut args: Vec<LaunchArg> = decoded.params().map(|p| argument(&p)).collect();
    decoded.run(&mut args, &launch()).is_ok()
}

/// Zeros for a parameter.
pub fn argument(param: &Param) -> LaunchArg<'static> {
    let valid = |dim: Dim, whole: u32| u64::from(dim.known().unwrap_or(whole).min(whole));
    match param {
        Param::Number(_) => LaunchArg::Number(0),
        Param::Tile(t) => {
            let elements = valid(t.valid_rows, t.rows) * valid(t.valid_cols, t.cols);
            let bytes = (elements * u64::from(t.dtype.bits())).div_ceil(8);
            LaunchArg::Bytes(vec![0; bytes as usize])
        }
        Param::Buffer(dtype) => LaunchArg::Bytes(vec![0; ELEMENTS * dtype.bytes() as usize]),
    }
}
