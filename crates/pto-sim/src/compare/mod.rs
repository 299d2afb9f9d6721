//! Two orders of one program: the first instruction that wrote something else, and what ran before it.

mod target_diff;

pub use target_diff::TargetDiff;

use crate::explore::{
    Executed, ExecutionLog, ExploreOptions, Mode, Schedule, ScheduleExplorer, SchedulePolicy,
};
use crate::instrumented::InstrumentedProgram;
use crate::launch::{Launch, LaunchArg, Report};
use crate::window::BufferPlace;
use pto_ir::Lines;
use pto_ir::diag::Diagnostic;
use pto_isa::code;
use rustc_hash::FxHashMap;

/// What two orders gave.
#[derive(Debug)]
pub struct Compared {
    /// What the run in the other order did, or why one of the two runs stopped.
    pub outcome: Result<Report, Box<Diagnostic>>,
    /// What tells that the results differ.
    pub difference: Option<Diagnostic>,
    /// Who synchronises.
    pub mode: Mode,
}

/// How many instructions before the one that differs are shown.
const SHOWN: usize = 5;

impl InstrumentedProgram<'_> {
    /// Runs the kernel in the order of the program and in another one, and compares what buffers and tiles hold
    /// afterwards. `args` hold the results of the other order; `lines` are those of the program's text.
    pub fn compare_orders(
        &self,
        args: &mut [LaunchArg],
        launch: &Launch,
        schedule: Schedule,
        options: &ExploreOptions,
        lines: &Lines,
    ) -> Compared {
        let mode = options.mode.unwrap_or_else(|| self.mode());
        let given = args.to_vec();
        let mut expected = given.clone();
        let stopped = |d, how: Option<String>| {
            let outcome = Err(match how {
                Some(how) => Box::new(Diagnostic::note(d, how)),
                None => Box::new(d),
            });
            Compared { outcome, difference: None, mode }
        };
        if let Err(d) = self.run_in_order(&mut expected, launch, Schedule::Program, options) {
            return stopped(*d, None);
        }
        let outcome = match self.run_in_order(args, launch, schedule, options) {
            Ok(report) => report,
            Err(d) => {
                let how = format!(
                    "in the order that `--schedule {schedule}` chooses; in the order of the program the run ends well"
                );
                return stopped(*d, Some(how));
            }
        };
        let differs = args.iter().zip(&expected).position(|(a, b)| a != b);
        let difference = differs.map(|param| {
            let log = |policy: SchedulePolicy| {
                let order: ScheduleExplorer = self.order(policy, options);
                let (_, order) =
                    self.run_logged(&mut given.clone(), launch, order, ExecutionLog::default());
                order.log.unwrap_or_default()
            };
            let runs = [Schedule::Program, schedule].map(|s| log(SchedulePolicy::new(s)));
            let byte = first_byte(&args[param], &expected[param]);
            let buffers = self.program().places_of(args);
            self.describe(&runs, schedule, (param, byte, launch.ranks), &buffers, lines)
        });
        Compared { outcome: Ok(outcome), difference, mode }
    }

    fn describe(
        &self,
        [plain_log, other_log]: &[ExecutionLog; 2],
        schedule: Schedule,
        (param, byte, ranks): (usize, usize, u32),
        buffers: &[BufferPlace],
        lines: &Lines,
    ) -> Diagnostic {
        let (plain, other) = (&plain_log.executed, &other_log.executed);
        let module = self.module();
        let names = self.param_names();
        let (rank, of_rank) = (param / names.len().max(1), param % names.len().max(1));
        let name = names.get(of_rank).copied().unwrap_or_default();
        let rank = if ranks > 1 { format!(" of rank {rank}") } else { String::new() };
        let result = format!("`%{name}`{rank} differs from byte {byte:#x} on");
        let key = |e: &Executed| (e.core.block, e.core.role, e.number);
        let theirs: FxHashMap<_, _> =
            other.iter().enumerate().map(|(at, e)| (key(e), at)).collect();
        let differs = |e: &Executed| match theirs.get(&key(e)) {
            Some(&at) => (other[at].node, other[at].digest) != (e.node, e.digest),
            None => true,
        };
        let how = format!("with `--schedule {schedule}`");
        let buffer = buffers.get(param).map_or(0, |place| place.buffer);
        let last = [plain_log, other_log].map(|log| log.last_writer(buffer, byte));
        let mut d = match (plain.iter().position(differs), last) {
            (Some(at), _) => {
                let e = &plain[at];
                let node = module.node(e.node);
                let op = module.op_name(node);
                let message = format!("`{op}` gives something else in another order of the pipes");
                let place = format!("on {}; {result}", e.pipe.name());
                let d = Diagnostic::error(code::ORDER, node.name_span, message).found(place);
                let d = d.note(self.before("in the order of the program", plain, at, lines));
                match theirs.get(&key(e)) {
                    Some(&at) => d.note(self.before(&how, other, at, lines)),
                    None => d.note(format!("{how} it does not run")),
                }
            }
            // All write what they should, but not in this order.
            (None, [Some(kept), Some(last)]) if key(&plain[kept]) != key(&other[last]) => {
                let (node, first) = (module.node(other[last].node), module.node(plain[kept].node));
                let op = module.op_name(node);
                let message = format!("`{op}` is the last to write in another order of the pipes");
                let place = format!("on {}; {result}", other[last].pipe.name());
                let d = Diagnostic::error(code::ORDER, node.name_span, message).found(place);
                let pipe = plain[kept].pipe.name();
                let text = format!("in the order of the program it is this one, on {pipe}");
                d.label(first.name_span, text).note(self.before(&how, other, last, lines))
            }
            (None, _) => {
                let span = module.node(self.entry()).name_span;
                let message = "the result depends on the order of the pipes";
                Diagnostic::error(code::ORDER, span, message).found(result)
            }
        };
        d.target = Some(self.program().numerics.target);
        d.help("run with `--check race` to see which accesses nothing puts in order")
    }

    /// The last instructions before one of them.
    fn before(&self, how: &str, run: &[Executed], at: usize, lines: &Lines) -> String {
        let module = self.module();
        let several = run.iter().any(|e| e.core != run[at].core);
        let one = |e: &Executed| {
            let node = module.node(e.node);
            let line = lines.line(node.name_span.start);
            let core = match several {
                true => format!(" of {} in block {}", e.core.role, e.core.block),
                false => String::new(),
            };
            format!("line {line} `{}` on {}{core}", module.op_name(node), e.pipe.name())
        };
        let first = at.saturating_sub(SHOWN);
        let list: Vec<String> = run[first..at].iter().map(one).collect();
        match list.is_empty() {
            true => format!("{how} it comes first"),
            false => format!("{how} it comes after {}", list.join(", ")),
        }
    }
}

fn first_byte(a: &LaunchArg, b: &LaunchArg) -> usize {
    let (a, b) = (a.bytes().unwrap_or_default(), b.bytes().unwrap_or_default());
    a.iter().zip(b).position(|(a, b)| a != b).unwrap_or(a.len().min(b.len()))
}
