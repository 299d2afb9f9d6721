//! A core as others may look at it: where it is, the values it knows by name, its memories.

use crate::block::BlockMemory;
use crate::core::Core;
use crate::program::Inst;
use crate::signal::{CoreAt, CoreRole};
use pto_ir::{NodeId, ValueId};
use pto_isa::order;
use pto_isa::sem::exec::get_code;
use pto_isa::sem::{Arg, Grid, Memory, RegAt, SpecialRegs, TileAt};
use pto_isa::{DType, Pipe, Space, Type};
use pto_kernels::memory::MemoryId;
use pto_kernels::value::{Slot, SlotValue, to_i64};

/// A core, to look at.
#[derive(Clone, Copy)]
pub struct CoreState<'a> {
    pub(crate) core: &'a Core<'a, 'a>,
    pub(crate) memory: &'a BlockMemory<'a>,
    /// The memory that sees global memory now.
    pub(crate) global: &'a BlockMemory<'a>,
}

/// A loop around an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopState<'a> {
    /// The variable, without `%`.
    pub name: &'a str,
    /// Its value.
    pub value: i64,
    /// How many iterations came before this one.
    pub iteration: u64,
}

/// A value of the program by its name.
#[derive(Clone, Copy, Debug)]
pub struct NamedValue<'a> {
    /// The value in the module.
    pub id: ValueId,
    /// Its name, without `%`.
    pub name: &'a str,
    /// What it is now.
    pub value: Arg,
}

impl<'a> CoreState<'a> {
    /// Who it is.
    pub fn at(&self) -> CoreAt {
        self.core.at()
    }
    /// How many blocks its device has.
    pub fn blocks(&self) -> u32 {
        self.core.blocks
    }
    /// Scalar instructions, jumps and steps so far.
    pub fn executed(&self) -> u64 {
        self.core.executed
    }
    /// The operation that is executed next, if it is one of the program; jumps and moves are not.
    pub fn node(&self) -> Option<NodeId> {
        match self.core.program.code.get(self.core.pc)? {
            Inst::Alu { node, .. } | Inst::LoopTest { node, .. } => Some(*node),
            Inst::Step(i) | Inst::Sync(i, _) => Some(self.core.program.steps[*i as usize].node),
            _ => None,
        }
    }
    /// Whether an instruction of the table is executed next.
    pub fn is_at_instruction(&self) -> bool {
        let inst = self.core.program.code.get(self.core.pc);
        matches!(inst, Some(Inst::Step(_) | Inst::Sync(..)))
    }

    /// The loops around what was executed last, the outermost first. A step that is just over still counts as inside.
    pub fn loops_of(&self, step: u32) -> Vec<LoopState<'a>> {
        let is_it = |i: &Inst| matches!(i, Inst::Step(s) | Inst::Sync(s, _) if *s == step);
        let at = self.core.program.code.iter().position(is_it);
        at.map_or_else(Vec::new, |at| self.loops_around(at as u32))
    }
    /// The loops around what is executed next, the outermost first.
    pub fn loops(&self) -> Vec<LoopState<'a>> {
        self.loops_around(self.core.pc as u32)
    }
    fn loops_around(&self, pc: u32) -> Vec<LoopState<'a>> {
        let (core, program) = (self.core, self.core.program);
        let mut around: Vec<_> =
            program.loops.iter().filter(|l| l.head < pc && pc < l.exit).collect();
        order::by_key(&mut around, |l| l.head);
        let state = |l: &&crate::program::CountedLoop| {
            let number = |slot: Slot| to_i64(l.counter.dtype, core.slots[slot as usize].bits());
            let value = number(l.counter.var);
            let distance = value.wrapping_sub(number(l.first));
            let iteration = (distance / number(l.counter.step).max(1)) as u64;
            let name = program.module.sym(program.module.value(l.var).name);
            LoopState { name, value, iteration }
        };
        around.iter().map(state).collect()
    }

    /// All values that have been computed, in the order of the program. Of a function that is called several times the
    /// last call that was begun counts.
    pub fn values(&self) -> Vec<NamedValue<'a>> {
        let program = self.core.program;
        let mut list: Vec<NamedValue<'a>> = Vec::new();
        for &(id, slot) in &program.values {
            let Some(value) = self.slot_value(id, slot) else { continue };
            let name = program.module.sym(program.module.value(id).name);
            match list.iter_mut().find(|v| v.id == id) {
                Some(old) => old.value = value,
                None => list.push(NamedValue { id, name, value }),
            }
        }
        list
    }
    /// A value by its name; of several the last one in the program that has been computed.
    pub fn value(&self, name: &str) -> Option<Arg> {
        let program = self.core.program;
        let is_it =
            |v: &&(ValueId, Slot)| program.module.sym(program.module.value(v.0).name) == name;
        program.values.iter().rev().filter(is_it).find_map(|&(id, slot)| self.slot_value(id, slot))
    }
    /// The value of a result or an operand of the module.
    pub fn value_of(&self, id: ValueId) -> Option<Arg> {
        let found = self.core.program.values.iter().rev().filter(|v| v.0 == id);
        found.into_iter().find_map(|&(id, slot)| self.slot_value(id, slot))
    }
    fn slot_value(&self, id: ValueId, slot: Slot) -> Option<Arg> {
        let dtype = || {
            let ty = self.core.program.module.type_of(id);
            ty.and_then(Type::as_number).unwrap_or(DType::I64)
        };
        match self.core.slots[slot as usize] {
            SlotValue::Empty => None,
            SlotValue::Scalar(bits) => Some(Arg::Scalar(dtype(), bits)),
            SlotValue::Ptr(p) => Some(Arg::Ptr(p)),
            SlotValue::View(v) => Some(Arg::View(v)),
            SlotValue::Tile(t) => Some(Arg::Tile(t)),
            SlotValue::Reg(r) => Some(Arg::Reg(r)),
        }
    }

    /// Which memory of its block the core means by a space, or which buffer.
    pub fn memory_id(&self, space: Space, buffer: u32) -> MemoryId {
        match (space, buffer, self.core.role) {
            (Space::Gm, ..) => MemoryId::Global(buffer),
            (Space::Vec, 0, CoreRole::Vector(1)) | (Space::Vec, 2, _) => MemoryId::SECOND_UB,
            (local, ..) => MemoryId::Local(local as u8),
        }
    }
    /// Bytes of a memory, if they exist.
    pub fn bytes(&self, memory: MemoryId, start: i64, len: u64) -> Option<&'a [u8]> {
        match memory {
            MemoryId::Local(_) => self.memory.local_bytes(memory, &(start..start + len as i64)),
            MemoryId::Global(buffer) => self.global.bytes(Space::Gm, buffer, start, len).ok(),
        }
    }
    /// The valid elements of a tile, if it lies inside its memory.
    pub fn tile(&self, t: &TileAt) -> Option<Grid> {
        let bytes = self.tile_bytes(t)?;
        let code = |r, c| get_code(bytes, t.ty.dtype, t.bit_offset(r, c));
        Some(Grid::new(t.ty.dtype, t.valid, code))
    }
    /// The bytes from a tile's address to its end.
    pub fn tile_bytes(&self, t: &TileAt) -> Option<&'a [u8]> {
        self.bytes(self.memory_id(t.ty.space, 0), t.addr as i64, t.size_bytes())
    }
    /// The bytes of a register.
    pub fn register(&self, r: &RegAt) -> &'a [u8] {
        &self.core.registers.bytes()[r.range()]
    }
    /// The special registers.
    pub fn special_registers(&self) -> SpecialRegs {
        self.core.modes.get()
    }
    /// Events that are set and not waited for yet: the pipe that sets, the pipe that waits, the id, how often.
    pub fn events(&self) -> Vec<(Pipe, Pipe, i64, u32)> {
        self.core.flags.set_events()
    }
}
