//! Runs a program with the arguments of the page.

use super::argument::Given;
use super::job::Job;
use super::{Frame, Request, arrays, finding};
use crate::arg_error::ArgError;
use crate::load::{self, Failure};
use crate::output::counted;
use pto_ir::Diagnostic;
use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{Rulebook, Target};
use pto_sanitize::{CheckOptions, Checks, Sanitize};
use pto_sim::{InstrumentedProgram, Launch, LaunchArg, Program, Report};
use serde_json::json;

/// A run and what it left.
pub struct Ran {
    pub found: Vec<Diagnostic>,
    pub report: Option<Report>,
    pub args: Vec<Given>,
    pub names: Vec<String>,
}

impl Job<'_> {
    /// Runs it, with all sanitizers if it is `checked`. What a run finds comes back; what keeps it from being run is the failure.
    pub fn run(&self, checked: bool, host: &super::Host) -> Result<Ran, Failure> {
        let (module, found) = pto_ir::parse(&self.source.text);
        let declared = || pto_check::declared_target(&module);
        let target = self.target.or_else(declared).unwrap_or(Target::CPU);
        let numerics = Numerics::new(target, Semantics::Manual);
        let (verified, mut found) =
            load::verify(module, found, &numerics, Rulebook::default(), self.entry)?;
        let launch = Launch {
            blocks: self.blocks,
            threads: host.threads,
            limits: host.limits,
            ..Launch::default()
        };
        let owned = |p: &Program<'_>| p.param_names().into_iter().map(str::to_string).collect();
        if !checked {
            let program = pto_sim::decode(&verified, self.entry, numerics)?;
            let (mut args, names) = (self.given(&program)?, owned(&program));
            let mut values = take(&mut args);
            let outcome = program.run(&mut values, &launch);
            let report = keep(outcome, &mut found);
            give_back(&mut args, values);
            return Ok(Ran { found, report, args, names });
        }
        let observed = InstrumentedProgram::decode(&verified, self.entry, numerics)?;
        let (mut args, names) = (self.given(observed.program())?, owned(observed.program()));
        let mut values = take(&mut args);
        let options = CheckOptions { checks: Checks::ALL, ..CheckOptions::default() };
        let checked = observed.check(&mut values, &launch, &options, &self.source.lines);
        found.extend(checked.findings);
        let report = keep(checked.outcome, &mut found);
        give_back(&mut args, values);
        Ok(Ran { found, report, args, names })
    }

    fn given(&self, program: &Program<'_>) -> Result<Vec<Given>, ArgError> {
        let params = program.params().count();
        if params != self.args.len() {
            let message = format!(
                "the kernel has {}, {} given",
                counted(params, "parameter"),
                self.args.len()
            );
            return Err(ArgError::new(message));
        }
        self.values(program)
    }
}

fn take(args: &mut [Given]) -> Vec<LaunchArg<'static>> {
    let empty = || LaunchArg::Bytes(Vec::new());
    args.iter_mut().map(|g| std::mem::replace(&mut g.value, empty())).collect()
}

fn give_back(args: &mut [Given], values: Vec<LaunchArg<'static>>) {
    for (given, value) in args.iter_mut().zip(values) {
        given.value = value;
    }
}

fn keep(outcome: Result<Report, Box<Diagnostic>>, found: &mut Vec<Diagnostic>) -> Option<Report> {
    outcome.map_err(|d| found.push(*d)).ok()
}

/// `run`: executes the program; `checked` looks for mistakes with all sanitizers.
pub fn run(request: &Request<'_>) -> Result<Frame, Failure> {
    let source = request.source();
    let checked = request.frame.document["checked"] == true;
    let ran = request.job(&source)?.run(checked, request.host)?;
    let mut blobs = Vec::new();
    let names: Vec<&str> = ran.names.iter().map(String::as_str).collect();
    let shown = match &ran.report {
        Some(_) => arrays::describe(&ran.args, &names, &mut blobs),
        None => Vec::new(),
    };
    let report = ran.report.unwrap_or_default();
    let document = json!({
        "findings": finding::list(&source, &ran.found),
        "arrays": shown,
        "printed": report.printed.concat(),
        "steps": report.steps,
        "quirks": report.quirks,
    });
    Ok(Frame { document, blobs })
}
