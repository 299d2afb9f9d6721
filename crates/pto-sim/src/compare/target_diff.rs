//! One program on two targets: the first instruction that gives other values there.
//!
//! Targets differ in what they leave open to each other: the order of sums, where an accumulator comes in, how values
//! are rounded. Results that differ in their last bits start somewhere; this says where.

use crate::explore::{Executed, ExecutionLog, ExploreOptions, Mode, Schedule, SchedulePolicy};
use crate::instrumented::InstrumentedProgram;
use crate::launch::{Launch, LaunchArg, Report};
use pto_ir::diag::Diagnostic;
use pto_isa::code;
use rustc_hash::FxHashMap;

/// What two targets gave.
#[derive(Debug)]
pub struct TargetDiff {
    /// What the run on the own target did, or why one of the two runs stopped.
    pub outcome: Result<Report, Box<Diagnostic>>,
    /// What tells that values differ.
    pub difference: Option<Diagnostic>,
}

impl InstrumentedProgram<'_> {
    /// Runs the kernel, and the same one as it was decoded for another target; `args` hold the results of the first.
    pub fn compare_targets(
        &self,
        other: &InstrumentedProgram<'_>,
        args: &mut [LaunchArg],
        launch: &Launch,
    ) -> TargetDiff {
        let options = ExploreOptions { mode: Some(Mode::Auto), ..ExploreOptions::default() };
        let run = |program: &InstrumentedProgram<'_>, args: &mut [LaunchArg]| {
            let order = program.order(SchedulePolicy::new(Schedule::Program), &options);
            let (outcome, order) =
                program.run_logged(args, launch, order, ExecutionLog::of_values());
            outcome.map(|report| (report, order.log.unwrap_or_default().executed))
        };
        let stopped = |d: Box<Diagnostic>| TargetDiff { outcome: Err(d), difference: None };
        let mut theirs = args.to_vec();
        let (report, own) = match run(self, args) {
            Ok(done) => done,
            Err(d) => return stopped(d),
        };
        let target = other.program().numerics.target;
        let theirs = match run(other, &mut theirs) {
            Ok((_, executed)) => executed,
            Err(d) => return stopped(Box::new(d.note(format!("on {target}")))),
        };
        let key = |e: &Executed| (e.core.block, e.core.role, e.number);
        let values: FxHashMap<_, _> = theirs.iter().map(|e| (key(e), (e.node, e.digest))).collect();
        let differs =
            |e: &&Executed| values.get(&key(e)).is_some_and(|v| v.0 == e.node && v.1 != e.digest);
        let difference = own.iter().find(differs).map(|e| {
            let module = self.module();
            let node = module.node(e.node);
            let message = format!("`{}` gives other values on {target}", module.op_name(node));
            let times = own.iter().filter(|o| o.node == e.node && o.number < e.number).count() + 1;
            let mut d = Diagnostic::warning(code::TARGETS_DIFFER, node.name_span, message)
                .found(format!("the first instruction that does, in execution {times} of it"))
                .note("both are right: targets add in different orders, round and saturate in their own way")
                .help("compare results with a tolerance, or let every partial sum be exact")
                .fixed_by(Err("the program is not at fault"));
            d.target = Some(self.program().numerics.target);
            d
        });
        TargetDiff { outcome: Ok(report), difference }
    }
}
