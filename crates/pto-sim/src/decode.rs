//! From a checked module to a flat program: values get slots, calls are inlined, regions become jumps.

mod control;
mod entry;
mod forward;
mod forward_vec;
mod kernel;
mod kernels;
#[cfg(test)]
mod left_out;
mod locals;
mod other_dialect;
mod registers;
mod reserve;
mod scalar;
mod threads;

use crate::action::{Action, Sync, action, runs_through, starts_threads};
use crate::program::declared_valid;
use crate::program::{Inst, Move, Program, Step};
use crate::signal::{CLUSTER, CoreRole, PAIR};
use pto_isa::order;
use pto_kernels::value::SlotValue;
use pto_kernels::value::{Slot, StepArg};

use crate::queue::QueueOp;
use pto_analysis::{Place, PointsTo, place_for};
use pto_check::Verified;
use pto_ir::diag::Diagnostic;
use pto_ir::module::{BlockId, Def, Node, NodeId, OpName, RegionId};
use pto_ir::{Attr, Module, ValueId};
use pto_isa::class::{self, Allocate, Barrier, Class, Region};
use pto_isa::effect::{Access, Effect};
use pto_isa::packed::Packed;
use pto_isa::sem::vmi_rearrange::LAYOUT;
use pto_isa::sem::{Numerics, RegAt, Sem, TileAt};
use pto_isa::virtual_register::VirtualRegister;
use pto_isa::{AttrValue, DType, TileTy, Type, code};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use entry::{choose_entry, functions};
use other_dialect::Meaning;
use registers::{MAX_REGISTER_FILE, RegisterShapes};
use reserve::Reserves;

pub use other_dialect::executes;

/// Calls are inlined up to this many instructions in all.
const MAX_CODE: usize = 4_000_000;
/// Calls inside calls.
const MAX_CALLS: usize = 64;

/// Why a program cannot be decoded, with the place.
pub type Refusal = Box<Diagnostic>;

/// Decodes a kernel. Without a name it is the only function, or the only one marked as an entry, or the only
/// cube function and the only vector function if they have the same parameters: together they are one kernel.
/// The vector function may have one more parameter, `%...subblock_idx`: the number of its core.
pub fn decode<'m>(
    verified: &'m Verified,
    entry: Option<&str>,
    numerics: Numerics,
) -> Result<Program<'m>, Refusal> {
    let mut program = decode_kernel(verified, entry, numerics, false)?;
    forward::mark(&mut program);
    forward_vec::mark(&mut program);
    kernels::compile_steps(&mut program);
    kernels::fuse(&mut program);
    Ok(program)
}

/// Decodes a kernel with everything that an observer wants to see, and nothing compiled together.
pub(crate) fn decode_instrumented<'m>(
    verified: &'m Verified,
    entry: Option<&str>,
    numerics: Numerics,
) -> Result<Program<'m>, Refusal> {
    let mut program = decode_kernel(verified, entry, numerics, true)?;
    kernels::compile_steps(&mut program);
    Ok(program)
}

fn decode_kernel<'m>(
    verified: &'m Verified,
    entry: Option<&str>,
    numerics: Numerics,
    instrumented: bool,
) -> Result<Program<'m>, Refusal> {
    let module = verified.module();
    let functions = functions(module);
    let kernel = choose_entry(module, &functions, entry)?;
    let entry = kernel.first();
    let mut d = Decoder {
        module,
        shapes: RegisterShapes::of(module)?,
        functions,
        program: Program {
            module,
            numerics: Numerics { rules: verified.rules(), ..numerics },
            code: Vec::new(),
            steps: Vec::new(),
            moves: Vec::new(),
            groups: Vec::new(),
            fused: Vec::new(),
            initial_values: Vec::new(),
            register_bytes: 0,
            local_cells: 0,
            values: Vec::new(),
            loops: Vec::new(),
            params: Vec::new(),
            core_number: None,
            entry,
            serial_blocks: false,
            co_scheduled_blocks: false,
            roles: &[CoreRole::Alone],
            has_scratch: false,
        },
        frames: vec![Frame::default()],
        constants: FxHashMap::default(),
        tiles: Vec::new(),
        sections: [false; 2],
        reserves: Reserves::new(module),
        bound_later: bound_later(module),
        instrumented,
        scope: None,
        in_threads: false,
    };
    d.kernel(kernel)?;
    if d.program.register_bytes > MAX_REGISTER_FILE {
        let why = format!("has more registers than fit {} MiB", MAX_REGISTER_FILE >> 20);
        return Err(d.refuse(entry, &why));
    }
    if d.sections == [true; 2] {
        d.program.roles = if d.passes_whole_tiles() { &PAIR } else { &CLUSTER };
    }
    // Scratch has places of its own, so that an observer sees it apart from everything else.
    d.program.has_scratch = instrumented;
    d.place(entry)?;
    Ok(d.program)
}

/// A tile that needs room.
pub(crate) struct Unplaced {
    pub slot: Slot,
    pub ty: TileTy,
    /// The value that names it first.
    pub value: ValueId,
}

#[derive(Default)]
struct Frame {
    slots: FxHashMap<ValueId, Slot>,
    /// Where `return` goes: jumps to patch, and the slots of the results.
    returns: Vec<usize>,
    results: Vec<Slot>,
}

struct Decoder<'m> {
    module: &'m Module,
    /// How large registers are.
    shapes: RegisterShapes,
    functions: FxHashMap<&'m str, NodeId>,
    program: Program<'m>,
    frames: Vec<Frame>,
    constants: FxHashMap<u64, Slot>,
    tiles: Vec<Unplaced>,
    /// Whether there is code for the vector cores, for the cube core.
    sections: [bool; 2],
    reserves: Reserves,
    /// Tiles that are only declared, and get their place from a queue.
    bound_later: FxHashSet<ValueId>,
    /// Barriers and scopes are kept for an observer.
    instrumented: bool,
    /// The vector scope around what is decoded, if an observer wants to know.
    scope: Option<NodeId>,
    /// The code is that of SIMT threads.
    in_threads: bool,
}

impl<'m> Decoder<'m> {
    fn refuse(&self, node: NodeId, why: &str) -> Refusal {
        let n = self.module.node(node);
        let message = format!("`{}` {why}", self.module.op_name(n));
        Box::new(Diagnostic::error(code::NOT_EXECUTABLE, n.name_span, message))
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a frame is pushed before code is read")
    }
    fn here(&self) -> u32 {
        self.program.code.len() as u32
    }
    fn emit(&mut self, inst: Inst) -> usize {
        self.program.code.push(inst);
        self.program.code.len() - 1
    }
    /// Sets the target of a jump that was emitted before its target was known.
    fn patch(&mut self, at: usize, target: u32) {
        match &mut self.program.code[at] {
            Inst::Jump(t)
            | Inst::Unless(_, t)
            | Inst::LoopTest { exit: t, .. }
            | Inst::Section(_, t) => *t = target,
            Inst::Switch { cases, default, .. } => {
                for c in cases.iter_mut().filter(|c| c.1 == u32::MAX) {
                    c.1 = target;
                }
                if *default == u32::MAX {
                    *default = target;
                }
            }
            _ => {}
        }
    }

    fn new_slot(&mut self) -> Slot {
        self.program.initial_values.push(SlotValue::Empty);
        self.program.initial_values.len() as Slot - 1
    }
    fn define(&mut self, value: ValueId) -> Slot {
        let slot = self.new_slot();
        self.bind(value, slot);
        if let Some((bytes, ty)) = self.module.type_of(value).and_then(|t| self.shapes.register(t))
        {
            let at = self.program.register_bytes;
            self.program.register_bytes = at.saturating_add(bytes.next_multiple_of(64));
            self.program.initial_values[slot as usize] = SlotValue::Reg(RegAt { at, bytes, ty });
        }
        slot
    }
    /// From here on a value is in a slot.
    fn bind(&mut self, value: ValueId, slot: Slot) {
        self.frame().slots.insert(value, slot);
        if self.instrumented {
            self.program.values.push((value, slot));
        }
    }
    fn slot(&mut self, value: ValueId) -> Slot {
        match self.frame().slots.get(&value) {
            Some(&s) => s,
            // Branches may go backwards: a block's argument can be used before its block is read.
            None => self.define(value),
        }
    }
    /// Gives every tile the address that lowering would give it.
    fn place(&mut self, entry: NodeId) -> Result<(), Refusal> {
        if self.tiles.is_empty() {
            return Ok(());
        }
        let points_to = PointsTo::new(self.module);
        let target = self.program.numerics.target;
        let placement = place_for(self.module, target, &points_to, Some(entry));
        for t in &self.tiles {
            let object = points_to.named_by(t.value);
            let at = match object.map(|o| (placement.addresses[o], &points_to.objects[o].place)) {
                Some((Some(at), _)) => at,
                Some((None, Place::Free)) => {
                    let full = placement.findings.iter().find(|d| d.is_error());
                    return Err(match full {
                        Some(d) => Box::new(d.clone()),
                        None => self.refuse(entry, "has tiles without a place"),
                    });
                }
                // An instruction says where it lies before it is used.
                _ => 0,
            };
            let tile = TileAt::new(t.ty, declared_valid(&t.ty), at);
            self.program.initial_values[t.slot as usize] = SlotValue::Tile(tile);
        }
        Ok(())
    }

    fn constant(&mut self, bits: u64) -> Slot {
        if let Some(&s) = self.constants.get(&bits) {
            return s;
        }
        let slot = self.new_slot();
        self.program.initial_values[slot as usize] = SlotValue::Scalar(bits);
        self.constants.insert(bits, slot);
        slot
    }

    /// Emits moves that behave as if done at once.
    fn moves(&mut self, list: &[(Slot, Slot)], types: &[Option<TileTy>]) {
        if list.is_empty() {
            return;
        }
        if self.copies(list, types) {
            return;
        }
        let start = self.program.moves.len() as u32;
        for (i, &(from, to)) in list.iter().enumerate() {
            let register = matches!(self.program.initial_values[to as usize], SlotValue::Reg(_));
            let contents = register || types.get(i).copied().flatten().is_some_and(|t| !t.buffer);
            self.program.moves.push(Move { from, to, contents });
        }
        self.emit(Inst::Move { start, count: list.len() as u32 });
    }

    /// Emits moves one after another, if none of them needs what an earlier one has overwritten.
    fn copies(&mut self, list: &[(Slot, Slot)], types: &[Option<TileTy>]) -> bool {
        let tile = |i: usize| types.get(i).copied().flatten().is_some_and(|t| !t.buffer);
        let late = |i: usize| list[i + 1..].iter().any(|later| later.0 == list[i].1);
        if (0..list.len()).any(|i| tile(i) || late(i)) {
            return false;
        }
        for &(from, to) in list {
            let inst = match (
                self.program.initial_values[from as usize],
                self.program.initial_values[to as usize],
            ) {
                (SlotValue::Reg(f), SlotValue::Reg(t)) => {
                    Inst::CopyRegister { from: f.at, to: t.at, bytes: f.bytes.min(t.bytes) }
                }
                _ => Inst::Copy { from, to },
            };
            if from != to {
                self.emit(inst);
            }
        }
        true
    }

    /// Moves values into the slots of others, by the types of the latter.
    fn pass(&mut self, from: &[ValueId], to: &[ValueId]) {
        let mut list = Vec::new();
        let mut types = Vec::new();
        for (&f, &t) in from.iter().zip(to) {
            list.push((self.slot(f), self.slot(t)));
            types.push(self.module.type_of(t).and_then(Type::as_tile).copied());
        }
        self.moves(&list, &types);
    }

    /// Gives a tile that is a value storage of its own, because it outlives an iteration.
    fn own_storage(&mut self, values: &[ValueId]) {
        for &v in values {
            let slot = self.slot(v);
            if let Some(Type::Tile(t)) = self.module.type_of(v)
                && !t.buffer
            {
                self.tiles.push(Unplaced { slot, ty: *t, value: v });
            }
        }
    }

    fn region(&mut self, region: RegionId) -> Result<(), Refusal> {
        let blocks = &self.module.region(region).blocks;
        let mut starts: FxHashMap<BlockId, u32> = FxHashMap::default();
        let mut jumps: Vec<(usize, BlockId)> = Vec::new();
        for &block in blocks {
            starts.insert(block, self.here());
            for &id in &self.module.block(block).ops {
                self.node(id, &mut jumps)?;
                if self.program.code.len() > MAX_CODE {
                    return Err(self.refuse(id, "makes the program too long: calls are inlined"));
                }
            }
        }
        for (at, block) in jumps {
            let Some(&target) = starts.get(&block) else { continue };
            match &mut self.program.code[at] {
                Inst::Jump(t) | Inst::Unless(_, t) => *t = target,
                _ => {}
            }
        }
        Ok(())
    }

    fn node(&mut self, id: NodeId, jumps: &mut Vec<(usize, BlockId)>) -> Result<(), Refusal> {
        let node = self.module.node(id);
        match node.name {
            OpName::Pto(_) => self.instruction(id),
            OpName::Unknown(_) => Err(self.refuse(id, "is not an instruction of the table")),
            OpName::Dialect(op) => match Meaning::of(op) {
                Some(meaning) => self.other_dialect(id, meaning, jumps),
                None => Err(self.refuse(id, "is not executable yet")),
            },
        }
    }

    fn operand_values(&self, node: &Node) -> SmallVec<[ValueId; 8]> {
        self.module.operands(node).iter().map(|o| o.value).collect()
    }

    fn instruction(&mut self, id: NodeId) -> Result<(), Refusal> {
        let node = self.module.node(id);
        let Some(def) = self.module.def(node) else { return Ok(()) };
        if starts_threads(def) && matches!(def.sem, Sem::Machine) {
            return self.launch(id, def);
        }
        if def.body != pto_isa::def::Body::None {
            return self.body(id);
        }
        let action = match def.sem {
            Sem::Missing | Sem::Unpublished(_) => {
                let why = def.sem.why_not_executable().unwrap_or_default();
                return Err(self.refuse(id, &why));
            }
            Sem::Machine => match action(def) {
                Some(action) => action,
                None => return Err(self.refuse(id, "is not executable yet")),
            },
            Sem::Warp(_) => Action::Sync(Sync::Warp),
            _ => Action::Sem,
        };
        let action = match def.class {
            Class::Sync(class::Sync::Barrier(Barrier::Events(op)))
                if self.module.operands(node).is_empty()
                    && self.module.attr(node, op).is_none() =>
            {
                Action::Sync(Sync::EmptyWait)
            }
            _ => action,
        };
        let shown =
            matches!(action, Action::Sync(Sync::Barrier | Sync::MemoryBarrier | Sync::ThreadFence));
        if action == Action::Nothing || shown && !self.instrumented {
            return Ok(());
        }
        let mut args: SmallVec<[StepArg; 5]> = SmallVec::new();
        for i in 0..self.module.operands(node).len() {
            let o = self.module.operands(node)[i];
            let dtype = self.module.type_of(o.value).map_or(DType::I64, number_type);
            args.push(StepArg { operand: o.slot, slot: self.slot(o.value), dtype });
        }
        if action == Action::Reserved {
            let slot = self.reserved(id)?;
            args.push(StepArg { operand: u8::MAX, slot, dtype: DType::I64 });
        }
        if matches!(
            action,
            Action::DeclareLocal | Action::GetLocal | Action::SetLocal | Action::FillLocal
        ) {
            self.local_args(id, action, &mut args)?;
        }
        if def.is(&pto_isa::ops::vector_address::vag) {
            self.loops_around(id, &mut args);
        }
        let mut results = SmallVec::new();
        let values: SmallVec<[ValueId; 4]> = self.module.results(node).collect();
        for v in values {
            let operand = self.module.value(v).slot;
            let slot = self.define(v);
            match self.module.type_of(v) {
                Some(Type::Tile(t)) if action == Action::Sem => {
                    self.tiles.push(Unplaced { slot, ty: *t, value: v });
                    args.push(StepArg { operand, slot, dtype: DType::I64 });
                }
                _ if matches!(self.program.initial_values[slot as usize], SlotValue::Reg(_)) => {
                    args.push(StepArg { operand, slot, dtype: DType::I64 });
                }
                Some(ty @ (Type::Tile(_) | Type::MultiTile(..))) if action == Action::AllocTile => {
                    let ty = storage_of(ty);
                    self.program.initial_values[slot as usize] =
                        SlotValue::Tile(TileAt::new(ty, (0, 0), 0));
                    if !has_address(self.module, node) && !self.bound_later.contains(&v) {
                        self.tiles.push(Unplaced { slot, ty, value: v });
                    }
                    results.push((operand, slot));
                }
                _ => results.push((operand, slot)),
            }
        }
        order::by_key(&mut args, |a| a.operand);
        let mut attrs = self
            .module
            .node_attrs(node)
            .iter()
            .map(|a| {
                let name = self.module.sym(a.name);
                (name, def.spell(name, self.module.attrs.get(a.value).for_rules()))
            })
            .collect::<Vec<_>>();
        self.add_lists(node, &mut attrs);
        attrs.extend(self.layout(node).map(|text| (LAYOUT, AttrValue::Word(text))));
        self.add_types(node, def, &mut attrs);
        if self.in_threads {
            self.refuse_registers(id, &args)?;
        }
        let atomic = attrs.iter().any(|(name, value)| {
            name.to_ascii_lowercase().contains("atomic")
                && !matches!(value, AttrValue::Word(w) if w.to_ascii_lowercase().ends_with("none"))
        });
        let combines = def.operands.iter().any(|o| is_read_modify_write(&o.effect));
        self.program.serial_blocks |= atomic || combines || action == Action::Sync(Sync::Notify);
        let step =
            Step { node: id, def, args, results, attrs, action, vector: None, forwards: false };
        self.program.co_scheduled_blocks |=
            matches!(action, Action::Sync(s) if step.meets_blocks(s));
        self.program.steps.push(step);
        let at = self.program.steps.len() as u32 - 1;
        self.emit(match action {
            Action::Sync(sync) => Inst::Sync(at, sync),
            _ => Inst::Step(at),
        });
        Ok(())
    }

    /// The numbers of lists, one after the other under the name of the list.
    fn add_lists(&self, node: &Node, attrs: &mut Vec<(&'m str, AttrValue<'m>)>) {
        for a in self.module.node_attrs(node) {
            let Attr::Array(list) = self.module.attrs.get(a.value) else { continue };
            let name = self.module.sym(a.name);
            let numbers = list.iter().map(|&item| self.module.attrs.get(item).for_rules());
            attrs.retain(|(other, _)| *other != name);
            attrs.extend(numbers.map(|number| (name, number)));
        }
    }

    /// The layout of the register of any length that an instruction makes of registers of a device, or takes apart:
    /// elsewhere it changes nothing.
    fn layout(&self, node: &Node) -> Option<&'m str> {
        use pto_isa::ops::vmi_layout::{vmi_pack, vmi_unpack};
        self.module.def(node).filter(|d| d.is(&vmi_pack) || d.is(&vmi_unpack))?;
        let operands = self.module.operands(node).iter().map(|o| o.value);
        let types = operands.chain(self.module.results(node)).map(|v| self.module.type_of(v));
        types.flatten().find_map(|ty| match VirtualRegister::of(ty)? {
            VirtualRegister::Vector { layout, .. } | VirtualRegister::Mask { layout, .. } => {
                Some(layout)
            }
        })
    }

    /// A region of its own: its code simply follows.
    fn body(&mut self, id: NodeId) -> Result<(), Refusal> {
        let node = self.module.node(id);
        let Some(def) = self.module.def(node).filter(|d| runs_through(d)) else {
            return Err(self.refuse(id, "is not executable yet"));
        };
        let cube = match def.class {
            Class::Region(Region::Section(core)) => core == pto_isa::def::Core::Cube,
            Class::Region(Region::VectorScope { .. }) if self.instrumented => {
                self.scope_edge(id, Sync::ScopeBegins);
                let outer = self.scope.replace(id);
                self.regions_in_place(id)?;
                self.scope = outer;
                self.scope_edge(id, Sync::ScopeEnds);
                return Ok(());
            }
            _ => return self.regions_in_place(id),
        };
        self.sections[usize::from(cube)] = true;
        let section = self.emit(Inst::Section(cube, 0));
        self.regions_in_place(id)?;
        let end = self.here();
        self.patch(section, end);
        Ok(())
    }

    /// Where a vector scope, or a loop in one, begins, iterates or ends, for an observer.
    fn scope_edge(&mut self, id: NodeId, edge: Sync) {
        let Some(def) = self.module.def(self.module.node(id)) else { return };
        let action = Action::Sync(edge);
        let (args, results, attrs) = Default::default();
        self.program.steps.push(Step {
            node: id,
            def,
            args,
            results,
            attrs,
            action,
            vector: None,
            forwards: false,
        });
        let at = self.program.steps.len() as u32 - 1;
        self.emit(Inst::Sync(at, edge));
    }

    /// The regions of an operation as if they stood there by themselves: operands become the arguments,
    /// what the region yields becomes the results.
    fn regions_in_place(&mut self, id: NodeId) -> Result<(), Refusal> {
        let node = self.module.node(id);
        let operands = self.operand_values(node);
        let results: SmallVec<[ValueId; 4]> = self.module.results(node).collect();
        for &r in &results {
            self.define(r);
        }
        self.own_storage(&results);
        let regions: SmallVec<[RegionId; 1]> =
            self.module.node_regions(node).iter().copied().collect();
        for region in regions {
            let block = self.module.region(region).blocks.first();
            let args = block.map_or_else(Vec::new, |&b| self.module.block(b).args.clone());
            for &a in &args {
                self.define(a);
            }
            self.pass(&operands, &args);
            self.region(region)?;
            self.pass_terminator(region, &results);
        }
        Ok(())
    }
}

/// The type of a number; of a small vector that of its elements.
fn number_type(ty: &Type) -> DType {
    let packed = || Packed::of(ty).map(|p| p.dtype);
    ty.as_number().or_else(packed).unwrap_or(DType::I64)
}

/// Whether memory is read, combined and written in one step, whatever attributes say.
pub(crate) const fn is_read_modify_write(effect: &Effect) -> bool {
    effect.atomic && matches!(effect.access, Access::ReadWrite)
}

/// The tile that needs room: several buffers of one type lie one after another.
fn storage_of(ty: &Type) -> TileTy {
    match ty {
        Type::MultiTile(t, n) => TileTy { rows: t.rows.saturating_mul(*n), ..*t },
        Type::Tile(t) => *t,
        _ => TileTy::vec(DType::I8, 0, 0),
    }
}

/// The tiles that are only declared, and get their place from a queue.
fn bound_later(module: &Module) -> FxHashSet<ValueId> {
    let class = |n: &Node| module.def(n).map(|d| d.class);
    let pops = module.nodes().filter(|(_, n)| class(n) == Some(Class::Queue(QueueOp::Pop(None))));
    let popped = pops.flat_map(|(_, n)| module.operands(n)).map(|o| o.value);
    let is_declared = |v: &ValueId| match module.value(*v).def {
        Def::Result(id) => class(module.node(id)) == Some(Class::Allocate(Allocate::DeclareTile)),
        _ => false,
    };
    popped.filter(is_declared).collect()
}

/// Whether `alloc_tile` is told where to put its tile.
fn has_address(module: &Module, node: &Node) -> bool {
    module.def(node).and_then(|d| d.slot("addr")).is_some_and(|s| {
        module.operands(node).iter().any(|o| o.slot == s) || module.attr(node, "addr").is_some()
    })
}
