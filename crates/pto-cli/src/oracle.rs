//! What must hold of every legal program, whatever it computes: for random programs, and for programs that shrink.

use pto_check::{Options, Verified};
use pto_ir::diag::{Diagnostic, Severity};
use pto_ir::{Lines, Style};
use pto_isa::class::{Class, Region};
use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{Target, code};
use pto_sanitize::{CheckOptions, Checks, Sanitize};
use pto_sim::explore::{ExploreOptions, Mode, Schedule};
use pto_sim::{InstrumentedProgram, Launch, LaunchArg, Limits};
use pto_smith::{Choices, arguments, compare};

/// What must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Oracle {
    /// What is printed reads as the same program.
    Prints,
    /// Fast kernels give the bits of the definitions.
    Computes,
    /// What is lowered computes the same, in every order of the pipes that is tried.
    Lowers,
    /// What is proved has no races, and gives the same in every order of the pipes that is tried.
    Proves,
    /// It is written as C++, or refused for a reason that is not the tool's.
    Emits,
}

/// Steps of a block of a random program.
const STEPS: u64 = 50_000;

impl Oracle {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Oracle); 5] = [
        ("prints", Oracle::Prints),
        ("computes", Oracle::Computes),
        ("lowers", Oracle::Lowers),
        ("proves", Oracle::Proves),
        ("emits", Oracle::Emits),
    ];

    /// The one of a name.
    pub fn parse(name: &str) -> Option<Oracle> {
        Oracle::ALL.iter().find(|o| o.0 == name).map(|o| o.1)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Oracle::ALL.iter().find(|o| o.1 == self).map_or("", |o| o.0)
    }

    /// What does not hold of a program, if anything. An illegal program, and one that stops with a finding of its own, has
    /// nothing to show.
    pub fn broken_by(self, text: &str, target: Target) -> Option<String> {
        let verified = verify(text, target)?;
        match self {
            Oracle::Prints => prints(text),
            Oracle::Computes => computes(&verified),
            Oracle::Lowers => lowers(&verified, text),
            Oracle::Proves => proves(&verified, text),
            Oracle::Emits => emits(text, target),
        }
    }
}

/// What does not hold of a program first, and what it is.
pub fn first_broken(text: &str, target: Target) -> Option<(Oracle, String)> {
    let mut broken = Oracle::ALL.iter().map(|o| (o.1, o.1.broken_by(text, target)));
    broken.find_map(|(oracle, why)| why.map(|why| (oracle, why)))
}

fn verify(text: &str, target: Target) -> Option<Verified> {
    let (module, found) = pto_ir::parse(text);
    if found.iter().any(Diagnostic::is_error) {
        return None;
    }
    pto_check::verify(module, target, &Options::default()).ok().map(|v| v.0)
}

fn prints(text: &str) -> Option<String> {
    // Not what was verified, into which vector scopes are put that the text leaves out.
    let (first, _) = pto_ir::parse(text);
    for style in [Style::Canonical, Style::Generic] {
        let printed = pto_ir::print(&first, style);
        let (again, found) = pto_ir::parse(&printed);
        if let Some(d) = found.iter().find(|d| d.is_error()) {
            return Some(format!("what is printed is not read: {}", d.message));
        }
        if let Some(difference) = pto_ir::first_difference(&first, &again) {
            return Some(format!("what is printed reads as another program: {difference}"));
        }
    }
    None
}

fn computes(verified: &Verified) -> Option<String> {
    for semantics in [Semantics::Manual, Semantics::Silicon] {
        let numerics = Numerics::new(verified.target(), semantics);
        let program = pto_sim::decode(verified, None, numerics).ok()?;
        let args = arguments(&program, &mut Choices::seeded(1));
        let launch = Launch { limits: Limits::of_steps(STEPS), blocks: 2, ..Launch::default() };
        if let Err(difference) = compare(&program, &args, &launch, false) {
            return Some(difference);
        }
    }
    None
}

/// What a program leaves in its arguments, in an order of the pipes; `None` if it stops.
fn leaves(
    program: &InstrumentedProgram<'_>,
    schedule: Schedule,
    mode: Mode,
) -> Option<Vec<LaunchArg<'static>>> {
    let mut args = arguments(program.program(), &mut Choices::seeded(1));
    let launch = Launch { limits: Limits::of_steps(STEPS), ..Launch::default() };
    let options = ExploreOptions { mode: Some(mode), ..ExploreOptions::default() };
    program.run_in_order(&mut args, &launch, schedule, &options).ok()?;
    Some(args)
}

const ORDERS: [Schedule; 3] = [Schedule::Eager, Schedule::Lazy, Schedule::Random(1)];

fn lowers(verified: &Verified, text: &str) -> Option<String> {
    let target = verified.target();
    if !target.is_device() {
        return None;
    }
    let lowered = match pto_lower::lower(text, target, &Default::default()) {
        Ok(lowered) => lowered,
        Err(failed) => {
            let own = failed.findings.iter().find(|d| d.code == code::LOWERING);
            return own.map(|d| d.message.clone());
        }
    };
    // Lowering has said that a tile may lie over others, in the one program and not in the other.
    let is_warned =
        |d: &Diagnostic| d.code == code::UNSEEN_PLACE && d.severity == Severity::Warning;
    if lowered.findings.iter().any(is_warned) {
        return None;
    }
    let numerics = Numerics::new(target, Semantics::Manual);
    let before = InstrumentedProgram::decode(verified, None, numerics).ok()?;
    let Some(after) = verify(&lowered.text, target) else {
        return Some("the lowered program is illegal".into());
    };
    let after = match InstrumentedProgram::decode(&after, None, numerics) {
        Ok(after) => after,
        Err(d) => return Some(format!("the lowered program cannot run: {}", d.message)),
    };
    // Undefined bytes may differ: programs that read some show nothing.
    if !is_defined(&before, text) {
        return None;
    }
    let expected = leaves(&before, Schedule::Program, Mode::Auto)?;
    // Who synchronises by hand answers for the other orders.
    let others = if before.is_synchronised_by_hand() { &[][..] } else { &ORDERS };
    for &order in [Schedule::Program].iter().chain(others) {
        match leaves(&after, order, Mode::Manual) {
            Some(given) if given == expected => {}
            Some(_) => return Some(format!("the lowered program gives other bits ({order})")),
            None => return Some(format!("the lowered program stops ({order})")),
        }
    }
    None
}

fn is_defined(program: &InstrumentedProgram<'_>, text: &str) -> bool {
    let mut args = arguments(program.program(), &mut Choices::seeded(1));
    let launch = Launch { limits: Limits::of_steps(STEPS), ..Launch::default() };
    let checks = Checks { init: true, mem: true, ..Checks::default() };
    let options = CheckOptions { checks, mode: Some(Mode::Auto), ..CheckOptions::default() };
    let checked = program.check(&mut args, &launch, &options, &Lines::new(text));
    checked.outcome.is_ok() && checked.findings.is_empty()
}

fn proves(verified: &Verified, text: &str) -> Option<String> {
    let lines = Lines::new(text);
    let proofs = pto_lower::prove_sync(verified, &lines);
    if proofs.is_empty() || proofs.iter().any(|p| !p.unproved.is_empty()) {
        return None;
    }
    let numerics = Numerics::new(verified.target(), Semantics::Manual);
    let program = InstrumentedProgram::decode(verified, None, numerics).ok()?;
    // A proof is about pipes, cores and blocks, and says nothing about the threads of SIMT code.
    let module = verified.module();
    let starts_threads =
        |d: &pto_isa::OpDef| matches!(d.class, Class::Region(Region::Simt) | Class::Launch);
    if !program.is_synchronised_by_hand()
        || module.nodes().any(|(_, n)| module.def(n).is_some_and(starts_threads))
    {
        return None;
    }
    let mut args = arguments(program.program(), &mut Choices::seeded(1));
    let launch = Launch { limits: Limits::of_steps(STEPS), ..Launch::default() };
    let checks = Checks { race: true, sync: true, ..Checks::default() };
    let options = CheckOptions { checks, mode: Some(Mode::Manual), ..CheckOptions::default() };
    let checked = program.check(&mut args, &launch, &options, &lines);
    checked.outcome.ok()?;
    // A proof that takes for granted that ids exist which only a run shows says so.
    let given = proofs.iter().any(|p| p.given_ids);
    let is_excused = |d: &Diagnostic| given && d.code == code::EVENT_ID;
    if let Some(d) = checked.findings.iter().find(|d| d.is_error() && !is_excused(d)) {
        return Some(format!("proved, but {}: {}", d.spelled_code(), d.message));
    }
    ORDERS.into_iter().find_map(|order| match leaves(&program, order, Mode::Manual) {
        Some(given) if given == args => None,
        Some(_) => Some(format!("proved, but {order} gives other bits")),
        None => Some(format!("proved, but {order} stops")),
    })
}

fn emits(text: &str, target: Target) -> Option<String> {
    if !target.def().device.is_some_and(|d| d.has_cpp) {
        return None;
    }
    let failed = pto_lower::emit(text, target, &Default::default()).err()?;
    let own = failed.findings.iter().find(|d| d.code == code::LOWERING);
    own.map(|d| d.message.clone())
}
