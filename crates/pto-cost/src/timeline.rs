//! A run as time on pipes: what ran where, from when to when, and what it waited for.

use crate::estimate::{Estimate, Model, Provenance};
use pto_ir::NodeId;
use pto_isa::{Pipe, Target};

/// A core of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoreTrack {
    /// Its device, if there are several.
    pub rank: Option<u32>,
    /// Its block on the device.
    pub block: u32,
    /// `cube`, `vector 0`, `vector 1`, or `core` if the block has only one.
    pub role: String,
}

/// A place of the program that has slices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The instruction in the module.
    pub node: NodeId,
    /// Line of the text, from 1.
    pub line: u32,
    /// Name, e.g. `pto.tadd`.
    pub op: String,
    /// What it works on, e.g. `64x128 f32`.
    pub shape: String,
}

/// An instruction that occupies a pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// Index into [`Timeline::core_tracks`].
    pub core_track: u32,
    /// The pipe.
    pub pipe: Pipe,
    /// When it starts.
    pub start_cycle: u64,
    /// How long it takes.
    pub cycles: u64,
    /// Index into [`Timeline::sites`].
    pub site: u32,
    /// What the time rests on.
    pub provenance: Provenance,
    /// Why it did not start earlier, if it did not.
    pub stall: Option<Stall>,
    /// Whether the run would be shorter if it were.
    pub critical: bool,
}

impl Slice {
    /// When it ends.
    pub const fn end_cycle(&self) -> u64 {
        self.start_cycle + self.cycles
    }
}

/// Time that a pipe stood still before a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stall {
    /// How long.
    pub cycles: u64,
    /// What was missing.
    pub cause: Cause,
}

/// What a pipe waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// An event, set after this slice.
    Event(u32),
    /// A barrier, which this slice ended last before.
    Barrier(u32),
    /// A buffer id, which this slice held.
    Buffer(u32),
    /// A signal, queue slot or data of another core, after this slice.
    Core(u32),
    /// Data of this slice, in a program that leaves synchronisation to the tool.
    Data(u32),
    /// The scalar unit had not issued the instruction yet.
    Issue,
}

/// From the slice after which an event was set to the slice that waited for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flow {
    /// Index of a slice.
    pub from: u32,
    /// Index of a slice; it starts when `from` has ended, or later.
    pub to: u32,
}

/// What a run did, whatever time it took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkDone {
    /// Multiplications and additions of the cube unit.
    pub cube_operations: u64,
    /// Elements that the vector unit made.
    pub vector_elements: u64,
    /// Bytes to and from global memory.
    pub gm_bytes: u64,
}

/// Something that makes the run longer, or that keeps it from being shorter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Line of the text, from 1.
    pub line: u32,
    /// What it is, and what would be better.
    pub text: String,
    /// How much shorter the run would be; `None` for what limits it.
    pub saves_cycles: Option<u64>,
}

/// A barrier of the program and what it cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BarrierCost {
    /// Line of the text, from 1.
    pub line: u32,
    /// The pipe, or all of them.
    pub pipe: Pipe,
    /// How often it was executed.
    pub count: u64,
    /// Time that pipes stalled at it; of several pipes the longest.
    pub cycles: u64,
}

/// A run on the pipes of its cores.
#[derive(Clone, Debug)]
pub struct Timeline {
    /// The device.
    pub target: Target,
    /// The model of its numbers.
    pub model: Model,
    /// Cycles per microsecond.
    pub clock_mhz: f64,
    /// The cores.
    pub core_tracks: Vec<CoreTrack>,
    /// Places of the program.
    pub sites: Vec<Site>,
    /// Slices in the order of their start, per pipe of a core without overlap.
    pub slices: Vec<Slice>,
    /// Events that made somebody wait.
    pub flows: Vec<Flow>,
    /// From launch to the end of the last slice.
    pub total_cycles: u64,
    /// Part of it before the first instruction can start.
    pub launch_cycles: u64,
    /// Instructions without data, by site; their time is missing.
    pub uncalibrated: Vec<u32>,
    /// By site, what the model says about one execution; `None` without data.
    pub estimates: Vec<Option<Estimate>>,
    /// Barriers, by line.
    pub barriers: Vec<BarrierCost>,
    /// Operations and bytes of global memory of all instructions.
    pub work: WorkDone,
    /// The tool kept the order that data needs: the program has no events of its own.
    pub auto: bool,
    /// What would make the run shorter, as far as that was asked: what limits it first, then the most worth first.
    pub hints: Vec<Hint>,
}

impl Timeline {
    /// The whole in microseconds.
    pub fn total_us(&self) -> f64 {
        self.total_cycles as f64 / self.clock_mhz
    }
}
