//! Targets, memory spaces and pipes: what a target is made of. The targets themselves are in `targets.rs`.

use crate::dtype::DType;
use crate::layout::BLayout;
use crate::rulebook::Rulebook;
use std::fmt;

/// A machine profile that narrows the instruction set. What it is made of is its [`TargetDef`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Target(pub(crate) u8);

impl Target {
    /// Targets with rules and semantics of their own, in the order every report uses. The others follow one of them
    /// as far as public sources say so.
    pub const PROFILES: [Target; 3] = [Target::CPU, Target::A2A3, Target::A5];

    /// Its description.
    pub const fn def(self) -> &'static TargetDef {
        &crate::targets::TARGETS[self.0 as usize]
    }

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        self.def().name
    }

    /// Reads a target name or a `pto.target_arch` value.
    pub fn parse(text: &str) -> Option<Target> {
        let is = |known: &&str| known.eq_ignore_ascii_case(text);
        Target::ALL.into_iter().find(|t| is(&t.name()) || t.def().spellings.iter().any(is))
    }

    /// The target of a device by its product name: `Ascend910B1` is an A2, `Ascend950` an A5.
    pub fn of_device(product: &str) -> Option<Target> {
        let longest = |t: &Target| {
            let names = t.def().products.iter().filter(|p| product.starts_with(**p));
            names.map(|p| p.len()).max()
        };
        let known = Target::ALL.into_iter().filter_map(|t| Some((longest(&t)?, t)));
        known.max_by_key(|k| k.0).map(|k| k.1)
    }

    /// The target whose rules and semantics it has: itself, or the one it follows.
    pub const fn profile(self) -> Target {
        match self.def().rules {
            Rules::Own => self,
            Rules::Follows { profile, .. } => profile,
        }
    }

    /// Whether it is a device, with cycles, C++ and limits; the CPU profile is none.
    pub const fn is_device(self) -> bool {
        self.def().device.is_some()
    }

    const fn memory(self, space: Space) -> Option<Memory> {
        let memories = self.def().memories;
        let mut i = 0;
        while i < memories.len() {
            if memories[i].space as u8 == space as u8 {
                return Some(memories[i]);
            }
            i += 1;
        }
        None
    }

    /// Capacity of a memory space in bytes; `None` where the target has no such space.
    pub const fn capacity_bytes(self, space: Space) -> Option<u64> {
        match self.memory(space) {
            Some(m) => Some(m.bytes),
            None => None,
        }
    }

    /// Alignment of tiles the tool places: whole boxes of 512 bytes in the cube's memories.
    pub const fn placement_align_bytes(self, space: Space) -> u64 {
        match self.memory(space) {
            Some(m) => m.placement_align_bytes,
            None => ADDRESS_ALIGN_BYTES,
        }
    }

    /// Reserved scratch (TMP_UB) that forms without `tmp` use: offset and size in UB.
    pub const fn hidden_scratch_bytes(self) -> Option<(u64, u64)> {
        self.def().reserved_scratch_bytes
    }

    /// Whether an instruction of a pipe sees what earlier ones of the same pipe have written. Elsewhere
    /// `pipe_barrier` makes it wait for them.
    pub const fn is_in_order(self, pipe: Pipe) -> bool {
        !has_pipe(self.def().unordered_pipes, pipe)
    }

    /// Whether `pipe_barrier` of a pipe has an effect.
    pub const fn has_barrier(self, pipe: Pipe) -> bool {
        !has_pipe(self.def().idle_barriers, pipe)
    }
}

const fn has_pipe(list: &[Pipe], pipe: Pipe) -> bool {
    let mut i = 0;
    while i < list.len() {
        if list[i] as u8 == pipe as u8 {
            return true;
        }
        i += 1;
    }
    false
}

/// What is known of an instruction on a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// Its rules are those of the table.
    Rules,
    /// It exists, and no rule is known.
    NoRule,
    /// No public source has it.
    Absent,
}

/// Everything that tells a target from the others. One entry of `targets.rs` each.
#[derive(Debug)]
pub struct TargetDef {
    /// The name on the command line and in `pto.target_arch`.
    pub name: &'static str,
    /// Other names that are read.
    pub spellings: &'static [&'static str],
    /// How product names of its devices begin (`pto.device-spec`).
    pub products: &'static [&'static str],
    /// What it is, in words.
    pub about: &'static str,
    /// Whose rules and semantics it has.
    pub rules: Rules,
    /// Element types that it does not have, whatever the rules say.
    pub lacks: &'static [DType],
    /// Local memories.
    pub memories: &'static [Memory],
    /// Offset and size in UB of the scratch that no-`tmp` forms use.
    pub reserved_scratch_bytes: Option<(u64, u64)>,
    /// Pipes whose instructions do not see what earlier ones of the same pipe have written.
    pub unordered_pipes: &'static [Pipe],
    /// Pipes whose `pipe_barrier` is accepted and does nothing.
    pub idle_barriers: &'static [Pipe],
    /// The cores a signal between cores reaches.
    pub signals: SignalReach,
    /// What waits at a wait between cores.
    pub wait_holds: Holds,
    /// Where the slots of queues between cores lie.
    pub queue_slots: QueueSlots,
    /// The order in which rows and columns of floats are summed.
    pub sum_order: SummationOrder,
    /// What only a device has; `None` of a profile that is none.
    pub device: Option<Device>,
}

/// Whose rules and semantics a target has.
#[derive(Clone, Copy, Debug)]
pub enum Rules {
    /// The table speaks of it.
    Own,
    /// Those of another target, for the instructions that it takes over.
    Follows {
        /// The other one.
        profile: Target,
        /// Instructions that are taken over: its headers include those of the profile.
        shared: &'static [&'static str],
        /// Instructions with headers of their own, whose rules are not known here.
        separate: &'static [&'static str],
        /// Where this comes from.
        cite: &'static str,
    },
}

/// A local memory.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    /// Its name.
    pub space: Space,
    /// Its size.
    pub bytes: u64,
    /// Alignment of tiles the tool places there.
    pub placement_align_bytes: u64,
}

/// The cores a signal between cores reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalReach {
    /// From the cube core to both vector cores, and from both to the cube core.
    AllVectors,
    /// From one core to one other, by its id.
    OneCore,
}

/// What waits at a wait between cores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Everything the core issues afterwards.
    Core,
    /// One pipe.
    Pipe,
}

/// Where the slots of queues between cores lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueSlots {
    /// In global memory: what is popped is copied, which frees the slot.
    Global,
    /// In the memory of the consumer, unless the queue names global memory alone.
    Local,
    /// Wherever the queue says; a slot is freed by `tfree` alone.
    Either,
}

/// In which order a row or column of floats is summed or multiplied. Integers wrap, so order does not
/// matter to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SummationOrder {
    /// From the first to the last. Row sums of 16-bit floats are added in f32 and rounded once at the end;
    /// products and columns round every step.
    Left,
    /// As the instruction sequence of A2/A3 does, every step rounded to the element type.
    A2a3,
    /// As the instruction sequence of A5 does, every step rounded to the element type.
    A5,
}

impl SummationOrder {
    /// The name in reports and on the command line (`hw` there means the target's own).
    pub const fn name(self) -> &'static str {
        match self {
            SummationOrder::Left => "left",
            SummationOrder::A2a3 => "a2a3",
            SummationOrder::A5 => "a5",
        }
    }
}

/// What only a device has.
#[derive(Clone, Copy, Debug)]
pub struct Device {
    /// Events of each pair of pipes.
    pub event_ids: u32,
    /// Events of each pair of pipes by the event model of the manual.
    pub documented_event_ids: u32,
    /// Buffer ids of a core; none where `get_buf` does not exist.
    pub buffer_ids: u32,
    /// Vector registers of the program's own.
    pub vector_registers: bool,
    /// How boxes of a left operand lie, whatever the program says.
    pub left_boxes: BLayout,
    /// The numbers of its cycle model, by the target that they are listed under in `crates/pto-cost/data`.
    pub cost_tables: Option<CostTables>,
    /// Whether C++ can be written for it: its headers are known as far as calls go.
    pub has_cpp: bool,
}

impl Device {
    /// Events of each pair of pipes, by a rulebook.
    pub const fn event_ids_by(&self, rules: Rulebook) -> u32 {
        match rules {
            Rulebook::Device => self.event_ids,
            Rulebook::Manual => self.documented_event_ids,
        }
    }
}

/// A set of numbers in `crates/pto-cost/data`, and the model that reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostTables {
    /// Sequences of repeats.
    A2a3,
    /// Curves and vector functions.
    A5,
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of targets. One that follows another is in it if that one is, or if it is named itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Targets(u8);

impl Targets {
    /// Every target.
    pub const ALL: Targets = Targets(7);
    /// Only the CPU profile.
    pub const CPU: Targets = Targets(1);
    /// Only A2/A3.
    pub const A2A3: Targets = Targets(2);
    /// Only A5.
    pub const A5: Targets = Targets(4);
    /// The devices: A2/A3 and A5.
    pub const NPU: Targets = Targets(6);
    /// CPU and A5.
    pub const CPU_A5: Targets = Targets(5);
    /// CPU and A2/A3.
    pub const CPU_A2A3: Targets = Targets(3);

    /// Only A6, and not A5 that it follows.
    pub const A6: Targets = Targets(1 << Target::A6.0);

    /// Whether `target` is in the set.
    pub const fn contains(self, target: Target) -> bool {
        self.names(target.profile()) || self.names(target)
    }

    /// Whether `target` is in the set without the one it follows.
    pub const fn names(self, target: Target) -> bool {
        self.0 & (1 << target.0) != 0
    }

    /// The targets that it names, in report order.
    pub fn iter(self) -> impl Iterator<Item = Target> {
        Target::ALL.into_iter().filter(move |&t| self.names(t))
    }
}

/// Where bytes live.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Space {
    /// Global memory.
    Gm,
    /// Unified buffer, where vector tiles live.
    Vec,
    /// L1, where matrix tiles wait.
    Mat,
    /// L0A, the left matmul operand.
    Left,
    /// L0B, the right matmul operand.
    Right,
    /// L0C, the accumulator.
    Acc,
    /// Bias table.
    Bias,
    /// Fixpipe parameter buffer; also where scale tiles are declared.
    Scaling,
    /// MX scales of the left operand.
    ScaleLeft,
    /// MX scales of the right operand.
    ScaleRight,
}

impl Space {
    /// All spaces.
    pub const ALL: [Space; 10] = [
        Space::Gm,
        Space::Vec,
        Space::Mat,
        Space::Left,
        Space::Right,
        Space::Acc,
        Space::Bias,
        Space::Scaling,
        Space::ScaleLeft,
        Space::ScaleRight,
    ];

    /// The name in a tile type (`vec`, `mat`, ...).
    pub const fn tile_name(self) -> &'static str {
        match self {
            Space::Gm => "gm",
            Space::Vec => "vec",
            Space::Mat => "mat",
            Space::Left => "left",
            Space::Right => "right",
            Space::Acc => "acc",
            Space::Bias => "bias",
            Space::Scaling => "scaling",
            Space::ScaleLeft => "scale_left",
            Space::ScaleRight => "scale_right",
        }
    }

    /// The name in a pointer type (`ub`, `l1`, ...).
    pub const fn ptr_name(self) -> &'static str {
        match self {
            Space::Gm => "gm",
            Space::Vec => "ub",
            Space::Mat => "l1",
            Space::Left => "l0a",
            Space::Right => "l0b",
            Space::Acc => "l0c",
            Space::Bias => "bt",
            Space::Scaling => "fb",
            Space::ScaleLeft => "l0a_mx",
            Space::ScaleRight => "l0b_mx",
        }
    }

    /// Reads a tile or pointer spelling.
    pub fn parse(text: &str) -> Option<Space> {
        Some(match text {
            "gm" => Space::Gm,
            "vec" | "ub" | "Vec" => Space::Vec,
            "mat" | "l1" | "Mat" => Space::Mat,
            "left" | "l0a" | "Left" => Space::Left,
            "right" | "l0b" | "Right" => Space::Right,
            "acc" | "l0c" | "Acc" => Space::Acc,
            "bias" | "bt" | "Bias" => Space::Bias,
            "scaling" | "fb" | "Scaling" => Space::Scaling,
            "scale_left" | "l0a_mx" | "ScaleLeft" => Space::ScaleLeft,
            "scale_right" | "l0b_mx" | "ScaleRight" => Space::ScaleRight,
            _ => return None,
        })
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tile_name())
    }
}

/// Which core of a cluster an instruction belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Core {
    /// Either, or its operands decide.
    Any,
    /// The cube core: it stands in a cube function or section.
    Cube,
    /// A vector core: it stands in a vector function or section.
    Vector,
}

impl Core {
    /// `cube` or `vector`, as in `pto.section.cube`; `any` without a requirement.
    pub const fn name(self) -> &'static str {
        match self {
            Core::Any => "any",
            Core::Cube => "cube",
            Core::Vector => "vector",
        }
    }
}

/// A hardware queue. Instructions of one pipe run in order; pipes run side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pipe {
    /// Scalar unit.
    S,
    /// Vector unit.
    V,
    /// Cube (matrix) unit.
    M,
    /// L1 to L0.
    Mte1,
    /// GM to UB or L1.
    Mte2,
    /// UB or L1 to GM.
    Mte3,
    /// L0C out.
    Fix,
    /// Every pipe of the core.
    All,
}

impl Pipe {
    /// The name in programs, e.g. `PIPE_MTE2`.
    pub const fn name(self) -> &'static str {
        match self {
            Pipe::S => "PIPE_S",
            Pipe::V => "PIPE_V",
            Pipe::M => "PIPE_M",
            Pipe::Mte1 => "PIPE_MTE1",
            Pipe::Mte2 => "PIPE_MTE2",
            Pipe::Mte3 => "PIPE_MTE3",
            Pipe::Fix => "PIPE_FIX",
            Pipe::All => "PIPE_ALL",
        }
    }

    /// Every pipe, as programs name them.
    pub const ALL: [Pipe; 8] =
        [Pipe::S, Pipe::V, Pipe::M, Pipe::Mte1, Pipe::Mte2, Pipe::Mte3, Pipe::Fix, Pipe::All];

    /// What it is, in words.
    pub const fn about(self) -> &'static str {
        match self {
            Pipe::S => "scalar unit",
            Pipe::V => "vector unit",
            Pipe::M => "cube (matrix) unit",
            Pipe::Mte1 => "moves from L1 to L0",
            Pipe::Mte2 => "moves from global memory to UB or L1",
            Pipe::Mte3 => "moves from UB or L1 to global memory",
            Pipe::Fix => "moves out of L0C",
            Pipe::All => "every pipe of the core",
        }
    }

    /// Reads a pipe name; `CUBE` and `FIXP` are accepted spellings of M and FIX.
    pub fn parse(text: &str) -> Option<Pipe> {
        Some(match text.strip_prefix("PIPE_").unwrap_or(text) {
            "S" => Pipe::S,
            "V" => Pipe::V,
            "M" | "CUBE" => Pipe::M,
            "MTE1" => Pipe::Mte1,
            "MTE2" => Pipe::Mte2,
            "MTE3" => Pipe::Mte3,
            "FIX" | "FIXP" => Pipe::Fix,
            "ALL" => Pipe::All,
            _ => return None,
        })
    }
}

/// The most event ids that a pair of pipes has on any device (EVENT_ID_MAX in the headers).
pub const EVENT_IDS: u32 = 8;
/// Events of each pair of pipes by the event model of the manual (pto-isa@3186c381 docs/isa/machine-model).
pub const DOCUMENTED_EVENT_IDS: u32 = 16;
/// Every on-chip address must be a multiple of this.
pub const ADDRESS_ALIGN_BYTES: u64 = 32;
/// Bits of a vector register.
pub const VREG_BITS: u32 = 2048;
