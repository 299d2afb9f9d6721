//! Sanitizers: observers of a run that find what a device would do otherwise.
//!
//! A checked run executes everything, so results are those of a plain run. Findings are collected and do not
//! stop it.

mod blocks;
mod clock;
mod counters;
mod event_fixits;
mod init;
mod mem;
mod race;
mod report;
mod rules;
mod sync;
mod thread_race;

use clock::Clocks;
use init::Definedness;
use mem::Overlaps;
use pto_ir::Lines;
use pto_ir::diag::Diagnostic;
use pto_isa::order;
use pto_isa::sem::Trap;
use pto_sim::explore::{FlagIdentity, Mode};
use pto_sim::{
    Effects, Execute, InstrumentedProgram, Launch, LaunchArg, Observer, Report, TraceKind,
    TraceRecord,
};
use race::Races;
use report::Findings;
use rules::Rules;
use sync::Protocol;
use thread_race::ThreadRaces;

/// What to look for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// Tiles in each other's way, addresses, extents that break a rule.
    pub mem: bool,
    /// Undefined values.
    pub init: bool,
    /// Accesses in no order.
    pub race: bool,
    /// Events and buffer ids.
    pub sync: bool,
}

impl Checks {
    /// All of them.
    pub const ALL: Checks = Checks { mem: true, init: true, race: true, sync: true };

    /// Reads `mem,race` or `all`; the error is the word that is none of them.
    pub fn parse(list: &str) -> Result<Checks, &str> {
        let mut checks = Checks::default();
        for word in list.split(',').map(str::trim) {
            match word {
                "mem" => checks.mem = true,
                "init" => checks.init = true,
                "race" => checks.race = true,
                "sync" => checks.sync = true,
                "all" => checks = Checks::ALL,
                other => return Err(other),
            }
        }
        Ok(checks)
    }
}

/// How to check a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckOptions {
    /// What to look for.
    pub checks: Checks,
    /// Who synchronises; without it, the program if it has an event, a flag or a buffer id.
    pub mode: Option<Mode>,
    /// When two events are the same.
    pub identity: FlagIdentity,
}

/// What a checked run gave.
#[derive(Debug)]
pub struct Checked {
    /// What the run did, or why it stopped.
    pub outcome: Result<Report, Box<Diagnostic>>,
    /// What was found, in the order of the text.
    pub findings: Vec<Diagnostic>,
    /// Who synchronises.
    pub mode: Mode,
}

/// Runs that are checked.
pub trait Sanitize {
    /// Runs the kernel and looks for what `options` says. `lines` are those of the program's text.
    fn check(
        &self,
        args: &mut [LaunchArg],
        launch: &Launch,
        options: &CheckOptions,
        lines: &Lines,
    ) -> Checked;
}

impl Sanitize for InstrumentedProgram<'_> {
    fn check(
        &self,
        args: &mut [LaunchArg],
        launch: &Launch,
        options: &CheckOptions,
        lines: &Lines,
    ) -> Checked {
        let mode = options.mode.unwrap_or_else(|| self.mode());
        let program = self.program();
        let (target, together) = (program.target(), program.runs_together(launch));
        let clocks = || Clocks::new(target, options.identity, mode == Mode::Auto);
        let checks = options.checks;
        let findings = Findings::new(self.module(), lines, target, program.rules());
        let ranks_of_buffers = match launch.ranks {
            1 => Vec::new(),
            _ => program.ranks_of_buffers(args),
        };
        let inside = mode == Mode::Manual;
        let races = || Races::new(clocks(), together, inside, ranks_of_buffers);
        let mut checker = Checker {
            rules: checks.mem.then(|| Rules::new(&findings)),
            findings,
            races: checks.race.then(races),
            thread_races: checks.race.then(ThreadRaces::default),
            protocol: checks.sync.then(|| Protocol::new(clocks(), options.identity, together)),
            definedness: checks.init.then(Definedness::default),
            overlaps: checks.mem.then(Overlaps::default),
        };
        let traced = checks.mem || checks.init || checks.race;
        let execute = match traced {
            true => Execute::Traced { undefined: checks.init },
            false => Execute::All,
        };
        let outcome = self.run(args, launch, execute, &mut checker);
        let mut findings = checker.finish(outcome.is_ok());
        order::by_key(&mut findings, |d| (d.primary.span.start, d.code));
        Checked { outcome, findings, mode }
    }
}

/// All sanitizers of a run.
struct Checker<'m> {
    findings: Findings<'m>,
    races: Option<Races>,
    thread_races: Option<ThreadRaces>,
    protocol: Option<Protocol>,
    definedness: Option<Definedness>,
    overlaps: Option<Overlaps>,
    rules: Option<Rules<'m>>,
}

impl Checker<'_> {
    fn finish(mut self, ended: bool) -> Vec<Diagnostic> {
        let races = self.races.take();
        if let Some(races) = races.as_ref().filter(|_| ended) {
            races.end(&mut self.findings);
        }
        if let Some(races) = self.thread_races.take() {
            races.report(&mut self.findings);
        }
        let added = races.map_or_else(Vec::new, |races| races.report(&mut self.findings));
        if let Some(mut protocol) = self.protocol.take() {
            if ended {
                protocol.end(&mut self.findings);
            }
            protocol.report(added, &mut self.findings);
        }
        self.findings.list
    }
}

impl Observer for Checker<'_> {
    fn on_record(&mut self, record: &TraceRecord<'_>) -> Result<(), Trap> {
        if record.kind != TraceKind::Step
            && let Some(races) = &mut self.races
        {
            races.on_record(record, record.pipe(self.findings.target));
        }
        if let Some(races) = &mut self.thread_races {
            races.on_record(record);
        }
        if let Some(protocol) = &mut self.protocol {
            protocol.on_record(record, &mut self.findings);
        }
        Ok(())
    }

    fn on_access(&mut self, record: &TraceRecord<'_>, effects: &Effects<'_>) {
        if let Some(races) = &mut self.races {
            races.on_access(record, effects, record.pipe(self.findings.target));
        }
        if let Some(races) = &mut self.thread_races {
            races.on_access(record, effects);
        }
        if let Some(protocol) = &self.protocol {
            protocol.on_access(record, &mut self.findings);
        }
        if let Some(definedness) = &mut self.definedness {
            definedness.on_access(record, effects, &mut self.findings);
        }
        if let Some(overlaps) = &mut self.overlaps {
            overlaps.on_access(record, effects, &mut self.findings);
        }
        if let Some(rules) = &mut self.rules {
            rules.on_access(record, &mut self.findings);
        }
    }
}
