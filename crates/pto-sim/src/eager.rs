//! One instruction at a time, for who has tiles and memory but no program.

use crate::action::Sync;
use crate::action::{Action, action};
use pto_isa::sem::{Arg, Exec, Memory, Numerics, RegAt, RegTy, SpecialRegs, TileAt, Trap};
use pto_isa::{AttrValue, DType, OpDef, Sem, Space, code};
use pto_kernels::memory::{CoreMemory, GlobalMemory, HostBuffer, POISON};
use std::cell::Cell;

/// Bytes of a vector register of a device.
const REGISTER_BYTES: usize = 256;
/// Bytes of a predicate: a bit for each byte of a vector register.
const MASK_BYTES: usize = REGISTER_BYTES / 8;
/// Bytes of the state of an unaligned stream.
const ALIGN_BYTES: usize = 64;

/// The registers of one instruction: what it reads is put in before, what it gives is taken out afterwards.
///
/// ```
/// use pto_isa::sem::{Arg, Numerics, RegTy, Semantics};
/// use pto_isa::{DType, Target, find};
/// let mut core = pto_sim::EagerCore::new(Numerics::new(Target::A5, Semantics::Manual));
/// let mut file = pto_sim::Registers::default();
/// let vbr = find("vbr").unwrap();
/// let result = file.add(RegTy::Vec(DType::I32));
/// let args = [(0, Arg::Scalar(DType::I32, 7)), (1, Arg::Reg(result))];
/// core.run_registers(vbr, &args, &[], &mut file, &[]).unwrap();
/// assert_eq!(file.bytes(&result)[..4], [7, 0, 0, 0]);
/// ```
#[derive(Debug, Default)]
pub struct Registers(Vec<u8>);

impl Registers {
    /// Takes all registers out.
    pub fn clear(&mut self) {
        self.0.clear();
    }
    /// One more register. Nobody wrote it yet.
    pub fn add(&mut self, ty: RegTy) -> RegAt {
        let bytes = match ty {
            RegTy::Vec(_) => REGISTER_BYTES,
            RegTy::Mask(_) | RegTy::LaneMask { .. } => MASK_BYTES,
            RegTy::Align => ALIGN_BYTES,
        };
        let at = self.0.len() as u32;
        self.0.resize(self.0.len() + bytes, POISON);
        RegAt { at, bytes: bytes as u32, ty }
    }
    /// What a register holds.
    pub fn bytes(&self, register: &RegAt) -> &[u8] {
        &self.0[register.range()]
    }
    /// What a register holds, to write.
    pub fn bytes_mut(&mut self, register: &RegAt) -> &mut [u8] {
        &mut self.0[register.range()]
    }
}

/// A core that is told what to do, instruction by instruction.
///
/// Its local memories can be larger than those of the target: what lies past their end is room for tiles
/// without an address.
///
/// ```
/// use pto_isa::sem::{Arg, Numerics, Semantics, TileAt};
/// use pto_isa::{DType, Target, TileTy};
/// let mut core = pto_sim::EagerCore::new(Numerics::new(Target::A5, Semantics::Manual));
/// let tile = TileAt::new(TileTy::vec(DType::I32, 1, 8), (1, 8), 0);
/// core.bytes_mut(&tile).unwrap().fill(0);
/// let tnot = pto_isa::find("tnot").unwrap();
/// core.run(tnot, &[(0, Arg::Tile(tile)), (1, Arg::Tile(tile))], &[], &mut []).unwrap();
/// assert_eq!(core.bytes(&tile).unwrap(), [0xFF; 32]);
/// ```
pub struct EagerCore {
    numerics: Numerics,
    /// Gone only while an instruction runs.
    memory: Option<CoreMemory<'static>>,
    modes: Cell<SpecialRegs>,
    quirks: Cell<u64>,
    printed: Vec<String>,
    results: Vec<(u8, Arg)>,
}

impl EagerCore {
    /// A core with fresh memories.
    pub fn new(numerics: Numerics) -> EagerCore {
        EagerCore {
            numerics,
            memory: Some(CoreMemory::without_global(numerics.target)),
            modes: Cell::default(),
            quirks: Cell::new(0),
            printed: Vec::new(),
            results: Vec::new(),
        }
    }

    /// Whether a core alone can execute an instruction: it computes something, or nothing is to be done for it. What
    /// makes tiles, views and queues or waits for others is done by whoever has them.
    pub fn runs(def: &OpDef) -> bool {
        match def.sem {
            Sem::Missing | Sem::Unpublished(_) => false,
            Sem::Machine => is_idle(def),
            _ => true,
        }
    }

    /// The choices it runs with.
    pub fn numerics(&self) -> &Numerics {
        &self.numerics
    }

    /// What instructions have printed since this was asked last.
    pub fn take_printed(&mut self) -> Vec<String> {
        std::mem::take(&mut self.printed)
    }

    /// The number that the last instruction gave for an operand that is no tile.
    pub fn result(&self, slot: u8) -> Option<u64> {
        match self.given(slot)? {
            Arg::Scalar(_, bits) => Some(bits),
            _ => None,
        }
    }

    /// The number or pointer that the last instruction gave. Of several the last one counts.
    pub fn given(&self, slot: u8) -> Option<Arg> {
        self.results.iter().rev().find(|r| r.0 == slot).map(|r| r.1)
    }

    fn memory(&self) -> Result<&CoreMemory<'static>, Trap> {
        self.memory.as_ref().ok_or_else(|| Trap::new("left no memory"))
    }
    fn memory_mut(&mut self) -> Result<&mut CoreMemory<'static>, Trap> {
        self.memory.as_mut().ok_or_else(|| Trap::new("left no memory"))
    }

    /// Makes a local memory at least this large. What it holds stays. `false` if that cannot be.
    pub fn grow(&mut self, space: Space, bytes: u64) -> bool {
        self.memory.as_mut().is_some_and(|m| m.grow(space, bytes))
    }

    /// The bytes of a tile.
    pub fn bytes(&self, tile: &TileAt) -> Result<&[u8], Trap> {
        self.memory()?.bytes(tile.ty.space, 0, tile.addr as i64, tile.size_bytes())
    }

    /// The bytes of a tile, to write.
    pub fn bytes_mut(&mut self, tile: &TileAt) -> Result<&mut [u8], Trap> {
        self.memory_mut()?.bytes_mut(tile.ty.space, 0, tile.addr as i64, tile.size_bytes())
    }

    /// Executes one instruction. Operands come with their slots, in the order of the slots; views name
    /// buffers by their position in `buffers`.
    pub fn run(
        &mut self,
        def: &'static OpDef,
        args: &[(u8, Arg)],
        attrs: &[(&str, AttrValue<'_>)],
        buffers: &mut [HostBuffer<'_>],
    ) -> Result<(), Trap> {
        match def.sem {
            Sem::Missing | Sem::Unpublished(_) => {
                let why = def.sem.why_not_executable().unwrap_or_default();
                return Err(Trap::new(why).code(code::NOT_EXECUTABLE));
            }
            Sem::Machine if is_idle(def) => return Ok(()),
            _ => {}
        }
        refuse_writes(def, args, buffers)?;
        let mut gm = GlobalMemory::of(buffers);
        let Some(memory) = self.memory.take() else { return self.memory().map(|_| ()) };
        let mut memory = memory.over(&mut gm);
        self.results.clear();
        let outcome = self.execute(def, args, attrs, &mut memory, &mut []);
        self.memory = Some(memory.off_global());
        outcome
    }

    /// Executes one instruction on registers. What it gives are operands, too; `takes` lists the slots of numbers
    /// and pointers that somebody wants, which [`EagerCore::given`] has afterwards: some forms differ only in that.
    pub fn run_registers(
        &mut self,
        def: &'static OpDef,
        args: &[(u8, Arg)],
        attrs: &[(&str, AttrValue<'_>)],
        registers: &mut Registers,
        takes: &[u8],
    ) -> Result<(), Trap> {
        refuse_writes(def, args, &[])?;
        let Some(mut memory) = self.memory.take() else { return self.memory().map(|_| ()) };
        self.results.clear();
        self.results.extend(takes.iter().map(|&slot| (slot, Arg::Scalar(DType::I64, 0))));
        let outcome = self.execute(def, args, attrs, &mut memory, &mut registers.0);
        self.memory = Some(memory);
        outcome
    }

    fn execute(
        &mut self,
        def: &'static OpDef,
        args: &[(u8, Arg)],
        attrs: &[(&str, AttrValue<'_>)],
        memory: &mut CoreMemory<'_>,
        registers: &mut [u8],
    ) -> Result<(), Trap> {
        let EagerCore { numerics, modes, quirks, printed, results, .. } = self;
        let cx =
            pto_kernels::Context { def, numerics, args, attrs, quirks, modes, forwards: false };
        if pto_kernels::run(&cx, memory, None) {
            return Ok(());
        }
        let mut x = Exec {
            operands: def.operands,
            numerics,
            args,
            attrs,
            memory,
            registers,
            undefined: POISON,
            results,
            printed,
            modes,
            quirks,
        };
        def.sem.run(&mut x)
    }
}

/// Whether there is nothing to do for an instruction on a core that runs alone and in order: hints, meetings, and the
/// scales of pushes to a queue that it does not have.
fn is_idle(def: &OpDef) -> bool {
    let action = action(def);
    matches!(action, Some(Action::Nothing | Action::SetScale | Action::Sync(Sync::All)))
}

/// What an instruction writes must be in buffers that may be written. The memory refuses it, too, but does not know the
/// operand.
fn refuse_writes(def: &OpDef, args: &[(u8, Arg)], buffers: &[HostBuffer<'_>]) -> Result<(), Trap> {
    for (slot, arg) in args {
        let at = match arg {
            Arg::View(v) => v.at,
            Arg::Ptr(p) => *p,
            _ => continue,
        };
        let written = def.operands.get(*slot as usize).is_none_or(|o| o.effect.writes());
        if at.space == Space::Gm
            && written
            && matches!(buffers.get(at.buffer as usize), Some(HostBuffer::Read(_)))
        {
            let trap = Trap::new("writes to a buffer that may only be read");
            return Err(trap.code(code::GM_BOUNDS).at(*slot));
        }
    }
    Ok(())
}
