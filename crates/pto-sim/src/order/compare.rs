//! Two orders of one program: the first instruction that wrote something else, and what ran before it.

use super::choose::{Chooser, Schedule};
use super::{Order, OrderOptions};
use crate::check::{Mode, Regions, Touch};
use crate::launch::{Launch, LaunchArg, Report};
use crate::memory::{CoreMemory, MemoryId};
use crate::observe::{Act, CoreAt, Effects, Execute, Watched, Watching};
use crate::program::Param;
use pto_ir::diag::Diagnostic;
use pto_ir::{Lines, NodeId};
use pto_isa::sem::{Arg, Memory, TileAt, Trap};
use pto_isa::{Pipe, Space, code};
use rustc_hash::{FxHashMap, FxHasher};
use std::cell::RefCell;
use std::hash::Hasher;
use std::rc::Rc;

/// Something that was executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Executed {
    /// Who.
    pub core: CoreAt,
    /// On which pipe.
    pub pipe: Pipe,
    /// The instruction; a vector scope is one.
    pub node: NodeId,
    /// Which instruction of its core it is, in program order.
    pub number: u64,
    /// A digest of the bytes it wrote and the numbers it gave.
    pub digest: u64,
}

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

/// What was executed so far.
#[derive(Default)]
pub(crate) struct Log {
    pub executed: Vec<Executed>,
    /// What was written to global memory, with the place of who did it among the executed.
    global: Vec<(usize, Touch)>,
    written: Rc<RefCell<Vec<Touch>>>,
    /// Digests are of values alone: not of where they lie, nor of what a scratch tile holds, nor of lanes outside
    /// the valid region of a tile, which hold what the memory happened to hold before.
    values_only: bool,
}

/// Takes down what is written.
pub(crate) struct Witness {
    written: Rc<RefCell<Vec<Touch>>>,
    /// What valid regions cover, where only their bytes count.
    valid: Option<RefCell<Regions>>,
}

impl Watching for Witness {
    fn see(&self, _: &Act<'_>) -> Result<(), Trap> {
        Ok(())
    }
    fn touched(&self, act: &Act<'_>, effects: &Effects<'_>) {
        let mut written = self.written.borrow_mut();
        for touch in effects.touches.iter().filter(|t| t.write) {
            let tile = touch.arg.and_then(|i| match act.args.get(usize::from(i)) {
                Some((_, Arg::Tile(t))) => Some(t),
                _ => None,
            });
            match (&self.valid, tile) {
                (Some(regions), Some(tile)) => {
                    written.extend(within_valid(touch, tile, &mut regions.borrow_mut()));
                }
                _ => written.push(*touch),
            }
        }
    }
    fn execute(&self) -> Execute {
        Execute::Traced { undefined: false }
    }
}

/// The bytes of an access that lie in the valid region of its tile.
fn within_valid(touch: &Touch, tile: &TileAt, regions: &mut Regions) -> Vec<Touch> {
    let rows = regions.of(tile, (0, 0), tile.valid);
    let valid = rows.iter().flat_map(|&(offset, len, rows, stride)| {
        let start = (tile.addr + offset) as i64;
        Touch { start, len, rows, stride, ..*touch }.ranges()
    });
    let mut inside = Vec::new();
    let mut valid = valid.peekable();
    for range in touch.ranges() {
        // Both come in the order of their addresses.
        while valid.next_if(|v| v.end <= range.start).is_some() {}
        while let Some(v) = valid.peek().filter(|v| v.start < range.end) {
            let (start, end) = (range.start.max(v.start), range.end.min(v.end));
            let len = (end - start) as u64;
            inside.push(Touch { start, len, rows: 1, stride: len, ..*touch });
            if v.end > range.end {
                break;
            }
            valid.next();
        }
    }
    inside
}

impl Log {
    /// A log for runs that place tiles in their own way.
    pub fn of_values() -> Log {
        Log { values_only: true, ..Log::default() }
    }

    pub fn witness(&self) -> Witness {
        Witness { written: self.written.clone(), valid: self.values_only.then(RefCell::default) }
    }

    /// A digest of what was written since the last one, with where it lies, and of the numbers it gave.
    pub fn digest(&mut self, memory: &CoreMemory<'_>, numbers: &[u64]) -> u64 {
        let mut hasher = FxHasher::default();
        numbers.iter().for_each(|n| hasher.write_u64(*n));
        for touch in self.written.borrow_mut().drain(..) {
            if let MemoryId::Global(_) = touch.memory {
                self.global.push((self.executed.len(), touch));
            }
            if self.values_only && touch.loose {
                continue;
            }
            for range in touch.ranges() {
                let len = (range.end - range.start) as u64;
                let bytes = match touch.memory {
                    MemoryId::Global(b) => memory.bytes(Space::Gm, b, range.start, len).ok(),
                    local => memory.local_bytes(local, &range),
                };
                if !self.values_only {
                    hasher.write_i64(range.start);
                }
                hasher.write(bytes.unwrap_or_default());
            }
        }
        hasher.finish()
    }

    /// Who was the last to write a byte of a buffer.
    fn last_writer(&self, buffer: u32, byte: usize) -> Option<usize> {
        let memory = MemoryId::Global(buffer);
        let covers =
            |t: &Touch| t.memory == memory && t.ranges().any(|r| r.contains(&(byte as i64)));
        self.global.iter().rev().find(|w| covers(&w.1)).map(|w| w.0)
    }
}

/// So many instructions before the one that differs are shown.
const SHOWN: usize = 5;

impl Watched<'_> {
    /// Runs the kernel in the order of the program and in another one, and compares what buffers and tiles hold
    /// afterwards. `args` hold the results of the other order; `lines` are those of the program's text.
    pub fn compare_orders(
        &self,
        args: &mut [LaunchArg],
        launch: &Launch,
        schedule: Schedule,
        options: &OrderOptions,
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
            let log = |chooser: Chooser| {
                let order: Order = self.order(chooser, options);
                let (_, order) = self.run_logged(&mut given.clone(), launch, order, Log::default());
                order.log.unwrap_or_default()
            };
            let runs = [Schedule::Program, schedule].map(|s| log(Chooser::new(s)));
            let byte = first_byte(&args[param], &expected[param]);
            self.describe(&runs, schedule, (param, byte), lines)
        });
        Compared { outcome: Ok(outcome), difference, mode }
    }

    fn describe(
        &self,
        [plain_log, other_log]: &[Log; 2],
        schedule: Schedule,
        (param, byte): (usize, usize),
        lines: &Lines,
    ) -> Diagnostic {
        let (plain, other) = (&plain_log.executed, &other_log.executed);
        let module = self.module();
        let name = self.param_names().get(param).copied().unwrap_or_default();
        let result = format!("`%{name}` differs from byte {byte:#x} on");
        let key = |e: &Executed| (e.core.block, e.core.role, e.number);
        let theirs: FxHashMap<_, _> =
            other.iter().enumerate().map(|(at, e)| (key(e), at)).collect();
        let differs = |e: &Executed| match theirs.get(&key(e)) {
            Some(&at) => (other[at].node, other[at].digest) != (e.node, e.digest),
            None => true,
        };
        let how = format!("with `--schedule {schedule}`");
        let params = self.program().params().take(param);
        let buffer = params.filter(|p| matches!(p, Param::Buffer(_))).count() as u32;
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
    match (a, b) {
        (LaunchArg::Bytes(a), LaunchArg::Bytes(b)) => {
            a.iter().zip(b).position(|(a, b)| a != b).unwrap_or(a.len().min(b.len()))
        }
        _ => 0,
    }
}
