//! Every float with its twin in double precision: which instructions add the error of a result, and where it overflows.
//!
//! Beside each float the shadow keeps what it would be without rounding (computed in double precision from the twins of its
//! operands) and a bound of how far that may be from exact arithmetic. So `|float - twin| + doubt` bounds the error of every float
//! all of whose history could be followed. What decides (comparisons, conversions to integers) is decided by the floats.
//!
//! | idea | file |
//! |---|---|
//! | a number without rounding | `twin.rs` |
//! | twins beside memories and registers | `row.rs`, `memory.rs`, `place.rs` |
//! | what becomes of them, by the class of an instruction | `rules.rs`, `work.rs`, `apply.rs`, `moved.rs` |
//! | what is told of it | `tally.rs`, `report.rs` |

mod apply;
mod memory;
mod moved;
mod place;
mod report;
mod row;
mod rules;
mod tally;
mod twin;
mod work;

pub use report::{LineError, NotFollowed, Shadow, ShadowOutput};

use crate::moment::Moment;
use crate::record::memory_of;
use memory::{Span, TwinMemory, has_twins};
use moved::Labels;
use place::{Floats, Overwritten, Place};
use pto_ir::Module;
use pto_ir::diag::Diagnostic;
use pto_isa::effect::Access;
use pto_isa::order;
use pto_isa::sem::{Arg, Numerics, Trap};
use pto_isa::{Role, Sem};
use pto_sim::{
    CoreState, Execute, InstrumentedProgram, Launch, LaunchArg, Observer, Report, TraceKind,
    TraceRecord,
};
use row::Row;
use rules::Rule;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tally::Tally;
use work::{Scratch, Work};

/// Runs a kernel with a shadow in double precision.
pub fn shadow(
    program: &InstrumentedProgram<'_>,
    numerics: Numerics,
    args: &mut [LaunchArg],
    launch: &Launch,
) -> Result<(Report, Shadow), Box<Diagnostic>> {
    let buffers = program.program().buffer_of_args(args);
    let mut shade = Shade {
        module: program.module(),
        numerics,
        twins: TwinMemory::default(),
        rule: Rule::Nothing,
        labels: FxHashMap::default(),
        lines: FxHashMap::default(),
        not_followed: Vec::new(),
        scratch: Scratch::default(),
    };
    let report = program.run(args, launch, Execute::All, &mut shade)?;
    let (twins, mut outputs) = (Rc::new(shade.twins), Vec::new());
    let params: Vec<_> = program.program().params().collect();
    for (arg, place) in buffers.iter().enumerate() {
        let (Some((buffer, start)), Some(bytes)) = (place, args[arg].bytes()) else { continue };
        let pto_sim::Param::Buffer(dtype) = params[arg % params.len()] else { continue };
        let memory = u64::from(*buffer);
        if has_twins(dtype) && twins.knows_memory(memory) {
            let span = Span { memory, at: *start as usize, dtype };
            outputs.push(ShadowOutput::new(arg, span, twins.clone(), bytes));
        }
    }
    let mut lines: Vec<LineError> = shade.lines.into_values().collect();
    order::by(&mut lines, |a, b| b.rank().total_cmp(&a.rank()).then(a.line.cmp(&b.line)));
    Ok((report, Shadow { lines, outputs, not_followed: shade.not_followed }))
}

struct Shade<'m> {
    module: &'m Module,
    numerics: Numerics,
    twins: TwinMemory,
    /// What is done after the step that has begun.
    rule: Rule,
    /// Labels that show what a step moves.
    labels: FxHashMap<u32, Labels>,
    lines: FxHashMap<u32, LineError>,
    not_followed: Vec<NotFollowed>,
    scratch: Scratch,
}

impl Observer for Shade<'_> {
    fn on_record(&mut self, _: &TraceRecord<'_>) -> Result<(), Trap> {
        Ok(())
    }

    fn on_begin(&mut self, record: &TraceRecord<'_>, core: &CoreState<'_>) {
        self.rule = match record.def.sem {
            Sem::Machine => Rule::Nothing,
            _ => {
                let labels = self.labels.get(&record.step).copied();
                Rule::of(record, core, &self.numerics, &self.twins, labels)
            }
        };
        let Some(dst) = self.rule.destination() else { return };
        // What is overwritten is not there any more when the step is over.
        self.scratch.overwritten.clear();
        for src in self.rule.sources().iter().filter(|src| src.overlaps(&dst)) {
            src.keep(&mut self.twins, core, &mut self.scratch.overwritten);
        }
    }

    fn on_done(&mut self, record: &TraceRecord<'_>, core: &CoreState<'_>) -> Result<(), Trap> {
        match record.kind {
            TraceKind::Step => {
                let rule = std::mem::replace(&mut self.rule, Rule::Nothing);
                self.finish(rule, record, core);
            }
            TraceKind::Queue(_) => self.lose(record, core, "passes tiles from core to core"),
            _ => {}
        }
        Ok(())
    }

    fn on_moves(&mut self, moves: &[(Arg, Arg)], core: &CoreState<'_>) {
        let read = |(from, to): &(Arg, Arg)| {
            let (from, to) = (Place::of(core, from)?, Place::of(core, to)?);
            let (mut rows, cols) = (Vec::new(), from.shape.1 as usize);
            let floats = Floats { core, overwritten: &Overwritten::default() };
            for r in 0..from.shape.0 {
                let mut row = Row::zeros(cols);
                from.read(&self.twins, floats, (r, 0), cols, &mut row);
                rows.push(row);
            }
            Some((to, rows))
        };
        let read: Vec<(Place, Vec<Row>)> = moves.iter().filter_map(read).collect();
        for (to, rows) in read {
            for (r, row) in rows.iter().enumerate() {
                to.write(&mut self.twins, r as u32, 0, row.first(row.len()));
            }
        }
    }
}

impl Shade<'_> {
    /// Does what the rule of a step says, after it.
    fn finish(&mut self, rule: Rule, record: &TraceRecord<'_>, core: &CoreState<'_>) {
        let line = self.lines.get(&record.step);
        let mut tally = Tally { worst: line.map_or((0.0, 0.0), |l| l.worst), ..Tally::default() };
        let Shade { twins, scratch, .. } = self;
        let mut work = Work { twins, core, scratch, tally: &mut tally };
        let elements = match rule {
            Rule::Nothing => return self.forget_written(record, core),
            Rule::Elements { elem, sources, dst, active } => {
                work.elements(elem, &sources, dst, active.as_deref())
            }
            Rule::Fold { elem, axis, src, dst } => work.fold(elem, axis, src, dst),
            Rule::FoldLanes { elem, src, dst, active, group, step } => {
                work.fold_lanes(elem, (src, dst), &active, (group, step))
            }
            Rule::Product { lhs, rhs, start, dst } => work.product(lhs, rhs, start, dst),
            Rule::Rows { src, dst } => match work.rows(src, dst) {
                true => return,
                false => return self.lose(record, core, "moves rows in an order of its own"),
            },
            Rule::Moved(tried) => {
                let mut tried = tried.iter();
                let held = tried.find(|(_, moved)| moved.finish(core, &mut self.twins));
                let Some((labels, _)) = held else {
                    return self.lose(record, core, rules::NO_RULE);
                };
                self.labels.insert(record.step, *labels);
                return;
            }
            Rule::Lost(why) => return self.lose(record, core, why),
        };
        let when = || Moment::of(self.module, record, core);
        let line = self.lines.entry(record.step).or_insert_with(|| LineError::new(when()));
        line.note(&tally, elements, when);
    }

    /// What a step wrote has no twins any more, and the report says so if they are floats.
    fn lose(&mut self, record: &TraceRecord<'_>, core: &CoreState<'_>, why: &'static str) {
        let is_float = |arg: &Arg| match arg {
            Arg::Ptr(p) => p.dtype.is_float(),
            other => Place::of(core, other).is_some_and(|p| p.dtype.is_float()),
        };
        let op = format!("pto.{}", record.def.printed_name());
        if written(record).any(is_float) && !self.not_followed.iter().any(|n| n.op == op) {
            self.not_followed.push(NotFollowed { op, why });
        }
        self.forget_written(record, core);
    }

    /// What a step wrote is what it is.
    fn forget_written(&mut self, record: &TraceRecord<'_>, core: &CoreState<'_>) {
        for arg in written(record) {
            self.forget(arg, core);
        }
    }

    /// What an operand holds, or points to, has no twins any more.
    fn forget(&mut self, arg: &Arg, core: &CoreState<'_>) {
        let (id, bytes) = match arg {
            Arg::Tile(t) => {
                let bytes = t.addr as i64..(t.addr + t.size_bytes()) as i64;
                (core.memory_id(t.ty.space, 0), bytes)
            }
            Arg::View(v) => (core.memory_id(v.at.space, v.at.buffer), v.bytes()),
            Arg::Ptr(p) => (core.memory_id(p.space, p.buffer), 0..i64::MAX >> 8),
            Arg::Reg(r) => {
                let registers = place::registers_of(core.at());
                return self.twins.forget(registers, r.at as usize, r.bytes as usize);
            }
            Arg::Scalar(..) => return,
        };
        let len = (bytes.end - bytes.start) as usize;
        self.twins.forget(memory_of(core.at(), id), bytes.start.max(0) as usize, len);
    }
}

/// The operands that a step writes. Scratch is left alone: definitions need none.
fn written<'a>(record: &'a TraceRecord<'_>) -> impl Iterator<Item = &'a Arg> {
    let writes = |slot: u8| {
        record.def.operands.get(usize::from(slot)).is_none_or(|o| {
            let stores = matches!(o.effect.access, Access::Write | Access::ReadWrite);
            matches!(o.role, Role::Out | Role::InOut) || stores && o.role != Role::Scratch
        })
    };
    record.args.iter().filter(move |a| writes(a.0)).map(|a| &a.1)
}
