//! A decoded program: flat code over numbered slots, nothing to look up by name while it runs.

use crate::action::{Action, Sync};
use crate::launch::Launch;
use crate::signal::CoreRole;
use pto_ir::dialect::Alu;
use pto_ir::{Module, NodeId, ValueId};
use pto_isa::sem::Numerics;
use pto_isa::{AttrValue, DType, Dim, OpDef, Role, Rulebook, Target, TileTy};
use pto_kernels::value::{Counter, Slot, SlotValue, StepArg};
use pto_kernels::vector::{FusedKernels, VecOp};
use smallvec::SmallVec;
use std::ops::Range;

/// One thing a core does.
#[derive(Clone, Debug)]
pub(crate) enum Inst {
    /// A scalar operation.
    Alu { op: Alu, from: DType, to: DType, dst: Slot, args: [Slot; 3], node: NodeId },
    /// Several values at once, so that they may be exchanged: a stretch of [`Program::moves`].
    Move { start: u32, count: u32 },
    /// One value that is not a register's contents.
    Copy { from: Slot, to: Slot },
    /// The contents of one register; places and bytes in the register file.
    CopyRegister { from: u32, to: u32, bytes: u32 },
    /// Go on at another place.
    Jump(u32),
    /// Go on at another place if the condition is zero.
    Unless(Slot, u32),
    /// Leave the loop if its variable has reached the end.
    LoopTest { counter: Counter, exit: u32, node: NodeId },
    /// The next iteration of a loop, if there is one: the variable grows, and the code goes on at `body`.
    LoopNext { counter: Counter, body: u32 },
    /// Go on at the case of an integer.
    Switch { on: Slot, cases: Box<[(i64, u32)]>, default: u32 },
    /// An instruction of the table.
    Step(u32),
    /// The first of several instructions on registers that run together, one of [`Program::fused`]. The others
    /// stand after it and are passed over.
    Fused(u32),
    /// Synchronisation, with the step that says which.
    Sync(u32, Sync),
    /// Code for the cube core (or the vector cores) of a cluster, up to this place.
    Section(bool, u32),
    /// The threads of a group run the code up to its end: one of [`Program::groups`].
    Threads(u32),
    /// The end of what threads run.
    ThreadEnd,
    /// The end of the kernel.
    Stop,
}

/// The code that the threads of a SIMT group run: the body of a section or of a function.
#[derive(Debug)]
pub(crate) struct ThreadGroup {
    /// The step that starts it.
    pub step: u32,
    pub extents: GroupExtents,
    /// The most threads that the function is for.
    pub most_threads: i64,
    /// Where the code begins.
    pub begin: u32,
    /// Where the code ends: the place of [`Inst::ThreadEnd`].
    pub end: u32,
    /// Values that every thread has of its own, and cells of its local arrays and structs.
    pub slots: Range<Slot>,
    pub cells: Range<u64>,
    /// Its loops: from where a jump leads back to the jump, by the place of the jump.
    pub loops: Box<[(u32, u32)]>,
}

/// How many threads a group has along x, y and z.
#[derive(Clone, Copy, Debug)]
pub(crate) enum GroupExtents {
    Given([Slot; 3]),
    Fixed([i64; 3]),
    /// As a special register says.
    Register,
}

/// A loop that counts: its code and where its variable begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CountedLoop {
    pub head: u32,
    pub exit: u32,
    pub counter: Counter,
    pub first: Slot,
    pub var: ValueId,
}

/// A move of one value; registers, and tiles that are values, not buffers, move their contents.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub from: Slot,
    pub to: Slot,
    pub contents: bool,
}

/// An instruction of the table with its operands.
#[derive(Debug)]
pub(crate) struct Step<'m> {
    pub node: NodeId,
    pub def: &'static OpDef,
    pub args: SmallVec<[StepArg; 5]>,
    /// Results that are not tiles: operand and slot.
    pub results: SmallVec<[(u8, Slot); 2]>,
    pub attrs: Vec<(&'m str, AttrValue<'m>)>,
    pub action: Action,
    /// The kernel of an instruction on registers.
    pub vector: Option<VecOp>,
    /// The copy it makes need not be made, see [`pto_kernels::Context::forwards`].
    pub forwards: bool,
}

impl<'m> Step<'m> {
    /// An attribute.
    pub fn attr(&self, name: &str) -> Option<AttrValue<'m>> {
        self.attrs.iter().find(|a| a.0 == name).map(|a| a.1)
    }
    /// A word attribute.
    pub fn word(&self, name: &str) -> Option<&'m str> {
        match self.attr(name)? {
            AttrValue::Word(w) => Some(w),
            _ => None,
        }
    }
    /// The number of an attribute, also as the last digits of a word: `EVENT_ID3`.
    pub fn number(&self, name: &str) -> Option<i64> {
        match self.attr(name)? {
            AttrValue::Int(n) => Some(n),
            AttrValue::Word(w) => {
                let digits = w.trim_start_matches(|c: char| !c.is_ascii_digit());
                digits.parse().ok()
            }
            _ => None,
        }
    }
    /// The operands it writes: those of `outs`, where it has no results of its own.
    pub fn outs(&self) -> impl Iterator<Item = &StepArg> {
        let is_out = |a: &&StepArg| {
            self.def.operands.get(a.operand as usize).is_some_and(|o| o.role == Role::Out)
        };
        self.args.iter().filter(is_out)
    }
}

impl Step<'_> {
    /// Whether blocks wait for each other there.
    pub fn meets_blocks(&self, sync: Sync) -> bool {
        match sync {
            Sync::SetBlock
            | Sync::WaitBlock
            | Sync::All
            | Sync::AwaitCounters
            | Sync::TestCounters => true,
            Sync::SetCore | Sync::WaitCore => self.number("ffts_mode") == Some(0),
            _ => false,
        }
    }
}

/// What a kernel parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Param {
    /// A buffer of global memory with elements of this type.
    Buffer(DType),
    /// A number of this type; `index` is `i64`.
    Number(DType),
    /// The valid region of a tile, row by row.
    Tile(TileTy),
}

impl Param {
    /// Whether it points to global memory.
    pub fn is_buffer(&self) -> bool {
        matches!(self, Param::Buffer(_))
    }
}

/// A kernel, ready to run.
#[derive(Debug)]
pub struct Program<'m> {
    pub(crate) module: &'m Module,
    pub(crate) numerics: Numerics,
    pub(crate) code: Vec<Inst>,
    /// The node each instruction comes from, for messages.
    pub(crate) steps: Vec<Step<'m>>,
    pub(crate) moves: Vec<Move>,
    /// Groups of SIMT threads.
    pub(crate) groups: Vec<ThreadGroup>,
    /// Instructions on registers that run together.
    pub(crate) fused: Vec<FusedKernels>,
    /// Slots before the run: constants and placed tiles.
    pub(crate) initial_values: Vec<SlotValue>,
    /// Bytes of the register file.
    pub(crate) register_bytes: u32,
    /// Numbers in local arrays and structs.
    pub(crate) local_cells: u64,
    pub(crate) params: Vec<(Slot, Param)>,
    /// Where the number of a vector core goes, if a parameter takes it.
    pub(crate) core_number: Option<Slot>,
    /// All values in the order of the code, for who looks at a core; empty unless the program is made to be observed. A
    /// function that is called twice has its values twice.
    pub(crate) values: Vec<(ValueId, Slot)>,
    /// Loops that count, for who looks at a core; empty unless the program is made to be observed.
    pub(crate) loops: Vec<CountedLoop>,
    pub(crate) entry: NodeId,
    /// Blocks must run one after another: they meet in atomic stores.
    pub(crate) serial_blocks: bool,
    /// Blocks must run together: they wait for each other.
    pub(crate) co_scheduled_blocks: bool,
    /// The cores of a block.
    pub(crate) roles: &'static [CoreRole],
    /// Scratch tiles have places of their own.
    pub(crate) has_scratch: bool,
}

impl<'m> Program<'m> {
    /// The names of the kernel's parameters, without `%`.
    pub fn param_names(&self) -> Vec<&'m str> {
        let module = self.module;
        let regions = module.node_regions(module.node(self.entry));
        let block = regions.first().and_then(|&r| module.region(r).blocks.first());
        let args = block.map_or(&[][..], |&b| &module.block(b).args);
        args.iter().map(|&v| module.sym(module.value(v).name)).collect()
    }
}

impl Program<'_> {
    /// The kernel's parameters.
    pub fn params(&self) -> impl ExactSizeIterator<Item = Param> + '_ {
        self.params.iter().map(|p| p.1)
    }
    /// The target it was decoded for.
    pub fn target(&self) -> Target {
        self.numerics.target
    }
    /// The rules it was held to.
    pub fn rules(&self) -> Rulebook {
        self.numerics.rules
    }
    /// Whether all blocks of a launch run together: they wait for each other, or there are several devices.
    pub fn runs_together(&self, launch: &Launch) -> bool {
        self.co_scheduled_blocks || launch.ranks > 1
    }
    /// How many instructions of the table the code has.
    pub fn step_count(&self) -> usize {
        self.steps.len()
    }
}

/// The valid region a tile has when nobody says otherwise.
pub(crate) fn declared_valid(ty: &TileTy) -> (u32, u32) {
    let of = |dim: Dim, whole: u32| dim.known().unwrap_or(whole).min(whole);
    (of(ty.valid_rows, ty.rows), of(ty.valid_cols, ty.cols))
}
