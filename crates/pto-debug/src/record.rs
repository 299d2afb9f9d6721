//! A run as a list of what was executed: what each step touched, what it found undefined, where a NaN came up.

use crate::moment::Moment;
use pto_ir::Module;
use pto_ir::diag::Diagnostic;
use pto_ir::interval::IntervalMap;
use pto_isa::format::decode;
use pto_isa::sem::{Arg, Grid, Trap};
use pto_isa::{OpDef, Role};
use pto_sim::{
    CoreAt, CoreState, Effects, Execute, Footprint, InstrumentedProgram, Launch, LaunchArg,
    MemoryId, Observer, Report, TraceKind, TraceRecord, too_many_kept,
};
use std::ops::Range;

/// A byte of a run: the memory, which is a buffer or belongs to a block, and the address.
pub type Byte = (u64, i64);

/// Memories from this number on belong to blocks; those before are buffers.
pub(crate) const FIRST_LOCAL: u64 = 1 << 32;

/// The memory of a byte.
pub fn memory_of(core: CoreAt, memory: MemoryId) -> u64 {
    match memory {
        MemoryId::Global(buffer) => buffer.into(),
        MemoryId::Local(i) => FIRST_LOCAL + u64::from(core.block) * 64 + u64::from(i),
    }
}

/// One thing that was executed.
pub struct Step {
    /// When and where.
    pub when: Moment,
    /// The instruction.
    pub def: &'static OpDef,
    /// Its operands with their slots.
    pub args: Vec<(u8, Arg)>,
    /// The bytes it read and wrote.
    pub footprints: Vec<Footprint>,
    /// Whether it read bytes that nobody had written.
    pub undefined: bool,
    /// The first element it wrote that is NaN or infinite although nothing that it read was: what it is, row, column.
    pub first_non_finite: Option<(f64, u32, u32)>,
}

impl Step {
    /// The bytes it read, or wrote.
    pub fn bytes(&self, write: bool) -> impl Iterator<Item = Range<Byte>> + '_ {
        let list = self.footprints.iter().filter(move |f| f.write == write);
        list.flat_map(|f| {
            let memory = memory_of(self.when.core, f.memory);
            f.ranges().map(move |r| (memory, r.start)..(memory, r.end))
        })
    }
}

/// Runs a kernel and takes everything down.
pub fn record(
    program: &InstrumentedProgram<'_>,
    args: &mut [LaunchArg],
    launch: &Launch,
) -> (Result<Report, Box<Diagnostic>>, Vec<Step>) {
    let mut recorder = Recorder::new(program.module(), launch, Traps::default());
    let outcome = program.run(args, launch, Execute::Traced { undefined: true }, &mut recorder);
    (outcome, recorder.steps)
}

/// Numbers that stop a run where they come up: from operands that are finite and defined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traps {
    /// NaN.
    pub nan: bool,
    /// Infinities, those of overflows too.
    pub inf: bool,
    /// Infinities that are not quotients of zero.
    pub overflow: bool,
}

impl Traps {
    /// Reads `nan,inf,overflow`; the answer to a wrong word is the word.
    pub fn parse(text: &str) -> Result<Traps, String> {
        let mut traps = Traps::default();
        for word in text.split(',') {
            match word {
                "nan" => traps.nan = true,
                "inf" => traps.inf = true,
                "overflow" => traps.overflow = true,
                "all" => traps = Traps { nan: true, inf: true, overflow: true },
                _ => return Err(word.into()),
            }
        }
        Ok(traps)
    }
}

/// Runs a kernel until a number comes up that traps: the run ends with a finding at its origin.
pub fn run_trapping(
    program: &InstrumentedProgram<'_>,
    args: &mut [LaunchArg],
    launch: &Launch,
    traps: Traps,
) -> Result<Report, Box<Diagnostic>> {
    let mut recorder = Recorder::new(program.module(), launch, traps);
    recorder.keeps = false;
    program.run(args, launch, Execute::Traced { undefined: true }, &mut recorder)
}

struct Recorder<'m> {
    module: &'m Module,
    steps: Vec<Step>,
    most: u64,
    /// What the step that is executed touches, and whether some of it is undefined.
    open: Option<(Vec<Footprint>, bool)>,
    /// Tiles that hold something that is not finite.
    non_finite: IntervalMap<Byte, ()>,
    traps: Traps,
    /// Whether steps are kept, not only looked at.
    keeps: bool,
}

impl<'m> Recorder<'m> {
    fn new(module: &'m Module, launch: &Launch, traps: Traps) -> Recorder<'m> {
        Recorder {
            module,
            steps: Vec::new(),
            most: launch.limits.kept_instructions,
            open: None,
            non_finite: IntervalMap::default(),
            traps,
            keeps: true,
        }
    }

    /// Stops at a number that traps.
    fn trap(&self, step: &Step) -> Result<(), Trap> {
        let Some((v, r, c)) = step.first_non_finite.filter(|_| !step.undefined) else {
            return Ok(());
        };
        let divides = step.def.name.contains("div") || step.def.name.contains("rec");
        let stops = match v.is_nan() {
            true => self.traps.nan,
            false => self.traps.inf || self.traps.overflow && !divides,
        };
        match stops {
            false => Ok(()),
            true => Err(Trap::new(format!(
                "gives {v} at row {r}, column {c}, from operands that are finite"
            ))
            .note(step.when.to_string())
            .note("`--trap` stops there")),
        }
    }

    /// Keeps account of what is not finite, so that a step which only passes it on is not taken for its origin.
    fn follow_non_finite(&mut self, step: &mut Step) {
        let is_bad = |a: &(u8, Arg)| match a.1 {
            Arg::Scalar(dtype, code) => dtype.is_float() && !decode(dtype, code).is_finite(),
            _ => false,
        };
        let passed_on = step.args.iter().any(is_bad)
            || step.bytes(false).any(|r| self.non_finite.over(r).next().is_some());
        for range in step.bytes(true) {
            match step.first_non_finite {
                Some(_) => self.non_finite.set(range, ()),
                None => self.non_finite.remove(range),
            }
        }
        if passed_on {
            step.first_non_finite = None;
        }
    }
}

impl Observer for Recorder<'_> {
    fn on_record(&mut self, _: &TraceRecord<'_>) -> Result<(), Trap> {
        self.open = None;
        Ok(())
    }

    fn on_access(&mut self, _: &TraceRecord<'_>, effects: &Effects<'_>) {
        let undefined = !effects.undefined.is_empty() || effects.undefined_number;
        self.open = Some((effects.footprints.to_vec(), undefined));
    }

    fn on_done(&mut self, record: &TraceRecord<'_>, core: &CoreState<'_>) -> Result<(), Trap> {
        if !matches!(record.kind, TraceKind::Step | TraceKind::Queue(_)) {
            return Ok(());
        }
        let Some((footprints, undefined)) = self.open.take() else { return Ok(()) };
        if self.steps.len() as u64 >= self.most {
            return Err(too_many_kept(self.most));
        }
        let mut step = Step {
            when: Moment::of(self.module, record, core),
            def: record.def,
            args: record.args.to_vec(),
            footprints,
            undefined,
            first_non_finite: first_non_finite(record, core),
        };
        self.follow_non_finite(&mut step);
        self.trap(&step)?;
        if self.keeps {
            self.steps.push(step);
        }
        Ok(())
    }
}

/// The first element of what a step wrote that is not finite.
fn first_non_finite(record: &TraceRecord<'_>, core: &CoreState<'_>) -> Option<(f64, u32, u32)> {
    let is_out = |slot: u8| {
        let role = record.def.operands.get(slot as usize).map(|o| o.role);
        matches!(role, Some(Role::Out | Role::InOut))
    };
    let outs = record.args.iter().filter(|a| is_out(a.0)).filter_map(|a| match a.1 {
        Arg::Tile(t) if t.ty.dtype.is_float() => core.tile(&t),
        _ => None,
    });
    let bad = |grid: Grid| {
        let places = (0..grid.rows).flat_map(|r| (0..grid.cols).map(move |c| (r, c)));
        let mut values = places.map(|(r, c)| (decode(grid.dtype, grid.at(r, c)), r, c));
        values.find(|v| !v.0.is_finite())
    };
    outs.into_iter().find_map(bad)
}
