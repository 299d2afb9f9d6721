//! Proofs against runs, of programs that synchronise by hand: what is proved gives the same bits in every schedule that is tried, and
//! the sanitizers have nothing to say.

use pto_check::Verified;
use pto_ir::{Diagnostic, Lines};
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sanitize::{CheckOptions, Checks, Sanitize};
use pto_sim::explore::{ExploreOptions, Mode, Schedule};
use pto_sim::{InstrumentedProgram, Launch, LaunchArg};
use pto_smith::Choices;
use pto_smith::sync::{Program, SLABS};

/// Bytes of a slab of numbers of four bytes.
const SLAB_BYTES: usize = 16 * 16 * 4;

/// The device that a program is for.
pub fn target(program: &Program) -> Target {
    if program.a5 { Target::A5 } else { Target::A2A3 }
}

/// A program that the checker accepts, or what it says.
pub fn verify(program: &Program, text: &str) -> Result<Verified, String> {
    let (module, found) = pto_ir::parse(text);
    if let Some(e) = found.iter().find(|d| d.is_error()) {
        return Err(e.message.clone());
    }
    let says = |(_, all): (pto_ir::Module, Vec<Diagnostic>)| {
        let first = all.into_iter().find(Diagnostic::is_error);
        first.map_or_else(String::new, |e| e.message)
    };
    pto_check::verify(module, target(program), &Default::default()).map(|v| v.0).map_err(says)
}

/// What is not proved, if anything.
pub fn why_unproved(verified: &Verified, text: &str) -> Option<String> {
    let proofs = pto_lower::prove_sync(verified, &Lines::new(text));
    // Functions that are called are proved where they are called.
    let kernel = proofs.iter().find(|p| p.function == "k");
    match kernel {
        Some(p) => p.unproved.first().map(|u| u.message.clone()),
        None => Some("there is no kernel".into()),
    }
}

/// What a run of a program finds, or how two schedules differ, if anything.
pub fn goes_wrong(
    program: &Program,
    verified: &Verified,
    text: &str,
    d: &mut Choices,
) -> Option<String> {
    let numerics = Numerics::new(target(program), Semantics::Manual);
    let instrumented = match InstrumentedProgram::decode(verified, Some("k"), numerics) {
        Ok(instrumented) => instrumented,
        Err(e) => return Some(format!("cannot run: {}", e.message)),
    };
    // A program that lost its block number by a mistake is proved for one block only.
    let module = verified.module();
    let kernel = module
        .defined_functions()
        .find(|&f| module.symbol(module.node(f), "sym_name") == Some("k"));
    let one = kernel.is_some_and(|k| pto_validate::functions_for_one_block(module).contains(&k));
    let blocks = if one { 1 } else { program.blocks };
    let launch = Launch { blocks, ..Launch::default() };
    let order = ExploreOptions { mode: Some(Mode::Manual), ..ExploreOptions::default() };
    let checks = Checks { race: true, sync: true, ..Checks::default() };
    let options = CheckOptions { checks, mode: Some(Mode::Manual), ..CheckOptions::default() };
    let lines = Lines::new(text);
    for (trips, flag) in [(2 + d.index(4), 1), (d.index(2), 0)] {
        let mut expected = arguments(trips, flag);
        let checked = instrumented.check(&mut expected, &launch, &options, &lines);
        if let Err(e) = checked.outcome {
            return Some(format!("stops: {}", e.message));
        }
        if let Some(found) = checked.findings.first() {
            return Some(format!("{}: {}", found.spelled_code(), found.message));
        }
        let seed = d.index(1 << 20) as u64;
        for schedule in
            [Schedule::Eager, Schedule::Lazy, Schedule::Random(seed), Schedule::Random(seed + 1)]
        {
            let mut given = arguments(trips, flag);
            if let Err(e) = instrumented.run_in_order(&mut given, &launch, schedule, &order) {
                return Some(format!("{schedule} stops: {}", e.message));
            }
            if given != expected {
                return Some(format!("{schedule} gives something else"));
            }
        }
    }
    None
}

/// The arguments of the kernels: four buffers, a number of iterations, a condition.
fn arguments(trips: usize, flag: u64) -> Vec<LaunchArg<'static>> {
    // Small whole numbers, so that sums differ and are exact.
    let half = [0x3c00u16, 0x4000, 0x4200, 0x4400];
    let h = (0..SLABS * SLAB_BYTES / 4).flat_map(|i| half[(i * 7 + i / 5) % 4].to_le_bytes());
    let floats = |by: usize| {
        let bytes = (0..SLABS * SLAB_BYTES / 4)
            .flat_map(move |i| (((i / 3) * by % 61) as f32).to_le_bytes());
        LaunchArg::Bytes(bytes.collect())
    };
    vec![
        LaunchArg::Bytes(h.collect()),
        floats(3),
        floats(5),
        floats(7),
        LaunchArg::Number(trips as u64),
        LaunchArg::Number(flag),
    ]
}
