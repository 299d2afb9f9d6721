//! One core running one block of a program.

mod blocked;
mod counter;
mod epilogue;
mod instrumented;
mod kernel_cache;
mod locals;
mod machine;
mod operand;
mod propagate;
pub(crate) mod queue_endpoint;
mod queue_exec;
pub(crate) mod sync;
mod threads;
pub(crate) mod tile_split;
mod trace;

pub(crate) use blocked::{Blocked, BlockedOn};
pub use counter::{CounterCmp, CounterTest, counter_places};

use crate::action::{Action, Sync};
use crate::block::BlockMemory;
use crate::clock::Moment;
use crate::launch::OpStats;
use crate::limits::{Clock, Limits, too_much_printed};
use crate::observe::{CounterStep, Execute, QueueRecord, SharedObserver};
use crate::program::{Inst, Program, Step};
use crate::signal::{CoreAt, CoreRole};
use crate::window::Windows;
use kernel_cache::KernelCache;
use pto_ir::diag::Diagnostic;
use pto_ir::module::NodeId;
use pto_isa::sem::{Arg, Exec, Memory, SpecialRegs, Trap};
use pto_isa::{DType, code};
use pto_kernels::memory::{Aligned, POISON, StopSign, stopped};
use pto_kernels::value::{SlotValue, SlotValues, to_i64};
use pto_kernels::vector::{FusedKernels, LOOK_UP_AFTER, Pace, register_file};
use queue_endpoint::QueueEndpoint;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use sync::Flags;
use threads::Thread;
use trace::Trace;

/// The state of a core.
pub(crate) struct Core<'p, 'g> {
    pub program: &'p Program<'p>,
    pub slots: SlotValues,
    pub memory: BlockMemory<'g>,
    /// The register file.
    pub registers: Aligned,
    /// Kernels of instructions on registers run directly: nothing is observed or measured.
    direct: bool,
    /// The device it belongs to.
    pub rank: u32,
    /// The number of its block on the device, and how many blocks that has.
    pub block: u32,
    pub blocks: u32,
    /// What it is in its block.
    pub role: CoreRole,
    /// The instruction it is at.
    pub pc: usize,
    /// How it goes through the program.
    pub exec_mode: ExecMode,
    pub flags: Flags,
    /// The numbers of local arrays and structs.
    pub locals: Vec<u64>,
    /// The queues it has opened.
    pub endpoints: Vec<QueueEndpoint>,
    pub options: RunOptions<'p>,
    pub printed: Vec<String>,
    /// Lines of it that are counted, and what they come to.
    pub(crate) counted: (usize, u64),
    /// By step; empty unless asked for.
    pub stats: Vec<OpStats>,
    pub executed: u64,
    /// It stops when it has executed so much; what is executed is not looked at for it more often than for limits.
    pub pause_at: u64,
    /// State that instructions set.
    pub modes: std::cell::Cell<SpecialRegs>,
    /// Quirks that decided something, see [`Exec::quirks`].
    pub quirks: std::cell::Cell<u64>,
    /// The observer.
    pub observer: Option<&'p dyn SharedObserver>,
    /// What the last queue instruction did, for the observer.
    pub queued: Option<QueueRecord>,
    /// What the last instruction on counters did, for the observer.
    pub counted_step: Option<CounterStep>,
    /// It has looked at counters in vain, and lets others have their turn.
    pub(crate) yields: bool,
    /// What is needed to tell the observer what is read and written.
    pub trace: Option<Box<Trace>>,
    /// Steps that may be executed as the last time.
    kernel_cache: KernelCache,
    /// The SIMT thread it runs, if it does.
    pub(crate) thread: Option<Box<Thread>>,
    /// What SIMT threads keep for the next launch: by thread and slot.
    kept: FxHashMap<(u32, i64), u32>,
    pub args: Vec<(u8, Arg)>,
    pub(crate) results: Vec<(u8, Arg)>,
}

/// How a core goes through the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ExecMode {
    /// It executes instruction after instruction.
    #[default]
    Execute,
    /// It stops before everything but scalar code and control flow: pipes do the rest.
    Issue,
    /// It executes a vector scope and stops at its end.
    Scope,
}

/// Why a core stopped running.
pub(crate) enum StopReason {
    /// It is at the end of the kernel, or of a vector scope.
    End,
    /// It is before something that pipes may do, see [`ExecMode::Issue`].
    Issue,
    /// It has executed as much as it was to, see [`Core::pause_at`].
    Paused,
    /// It could go on, but what it looks for is for others to do.
    Yield,
    /// It waits at the instruction it is at.
    Blocked(Blocked),
}

/// How to run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunOptions<'p> {
    /// What a block may take, see [`Limits`].
    pub steps: u64,
    pub printed_bytes: u64,
    pub clock: Option<Clock<'p>>,
    pub stats: bool,
    pub reference: bool,
    /// Where the memories of other devices are, if there are any.
    pub windows: Option<&'p Windows>,
    /// Where buffers are, for programs that make numbers of pointers.
    pub addresses: Option<&'p Windows>,
}

impl Default for RunOptions<'_> {
    fn default() -> Self {
        let Limits { steps, printed_bytes, .. } = Limits::NONE;
        RunOptions {
            steps,
            printed_bytes,
            clock: None,
            stats: false,
            reference: false,
            windows: None,
            addresses: None,
        }
    }
}

impl<'p, 'g> Core<'p, 'g> {
    pub fn new(
        program: &'p Program<'p>,
        memory: BlockMemory<'g>,
        role: CoreRole,
        options: RunOptions<'p>,
        observer: Option<&'p dyn SharedObserver>,
    ) -> Core<'p, 'g> {
        Core {
            program,
            slots: SlotValues::new(&program.initial_values),
            memory,
            registers: register_file(program.register_bytes as usize),
            direct: !options.stats && !options.reference,
            rank: 0,
            block: 0,
            blocks: 1,
            role,
            pc: 0,
            exec_mode: ExecMode::default(),
            flags: Flags::default(),
            locals: vec![u64::MAX; program.local_cells as usize],
            endpoints: Vec::new(),
            options,
            printed: Vec::new(),
            counted: (0, 0),
            stats: vec![OpStats::default(); if options.stats { program.steps.len() } else { 0 }],
            executed: 0,
            pause_at: u64::MAX,
            modes: std::cell::Cell::default(),
            quirks: std::cell::Cell::new(0),
            observer,
            trace: observer.and_then(|w| Trace::for_run(w.execute(), program.register_bytes)),
            queued: None,
            counted_step: None,
            yields: false,
            kernel_cache: KernelCache::default(),
            thread: None,
            kept: FxHashMap::default(),
            args: Vec::with_capacity(8),
            results: Vec::new(),
        }
    }

    /// From now on it is observed, or not.
    pub fn observe(&mut self, observer: Option<&'p dyn SharedObserver>) {
        let bytes = self.program.register_bytes;
        self.trace = observer.and_then(|w| Trace::for_run(w.execute(), bytes));
        self.observer = observer;
    }

    /// Who it is.
    pub fn at(&self) -> CoreAt {
        let block = self.rank * self.blocks + self.block;
        CoreAt { rank: self.rank, block, role: self.role }
    }

    /// Whether others are to have their turn; not again with that.
    pub fn take_yield(&mut self) -> bool {
        std::mem::take(&mut self.yields)
    }

    /// Makes the core as fresh as new, for another block.
    pub fn reset(&mut self) {
        self.pc = 0;
        self.exec_mode = ExecMode::default();
        self.flags.clear();
        self.endpoints.clear();
        self.modes.take();
        self.registers.bytes_mut().fill(POISON);
        if let Some(trace) = &mut self.trace {
            trace.reset();
        }
        for (slot, value) in (0..).zip(&self.program.initial_values) {
            self.slots.set(slot, *value);
        }
        self.locals.fill(u64::MAX);
        self.thread = None;
        self.kept.clear();
        self.executed = 0;
        self.counted = (self.printed.len(), 0);
    }

    /// Runs on from where it is.
    pub fn run(&mut self) -> Result<StopReason, Box<Diagnostic>> {
        let program = self.program;
        let most = self.options.steps;
        let stop = self.memory.stop_sign();
        let looks_up = stop.is_some() || self.options.clock.is_some();
        let mut limit = if looks_up { self.executed.min(most) } else { most.min(self.pause_at) };
        let mut pc = self.pc;
        loop {
            self.executed += 1;
            let inst = &program.code[pc];
            if self.executed > limit {
                if self.executed > self.pause_at {
                    self.executed -= 1;
                    self.pc = pc;
                    return Ok(StopReason::Paused);
                }
                limit = self.look_up(pc, stop, most)?.min(self.pause_at);
            }
            pc += 1;
            match inst {
                Inst::Alu { op, from, to, dst, args, node } => {
                    let get = |i: usize| self.slots[args[i] as usize].bits();
                    match op.run(*from, *to, get(0), get(1), get(2)) {
                        Ok(bits) => self.slots.set_number(*dst, bits),
                        Err(trap) => return Err(self.diagnose(*node, trap)),
                    }
                }
                Inst::Step(_)
                | Inst::Sync(..)
                | Inst::Move { .. }
                | Inst::CopyRegister { .. }
                | Inst::Threads(_)
                    if self.exec_mode == ExecMode::Issue =>
                {
                    self.pc = pc - 1;
                    return Ok(StopReason::Issue);
                }
                Inst::Step(i) => {
                    let step = &program.steps[*i as usize];
                    if let Err(trap) = self.step(*i as usize, step) {
                        return Err(self.diagnose(step.node, trap));
                    }
                }
                Inst::Fused(i) => {
                    let run = &program.fused[*i as usize];
                    self.run_kernels(run, most)?;
                    pc += run.insts - 1 + usize::from(run.around.is_some());
                }
                Inst::Copy { from, to } => self.slots.copy(*from, *to),
                Inst::CopyRegister { from, to, bytes } => self.copy_register(*from, *to, *bytes),
                Inst::LoopNext { counter, body } => {
                    counter.advance(&mut self.slots);
                    if !counter.is_over(&self.slots) {
                        let at = std::mem::replace(&mut pc, *body as usize);
                        if self.is_turn_over(at - 1) {
                            self.pc = pc;
                            return Ok(StopReason::Yield);
                        }
                    }
                }
                Inst::Move { start, count } => self.do_moves(*start as usize, *count as usize),
                Inst::Jump(to) => {
                    let at = std::mem::replace(&mut pc, *to as usize);
                    if pc < at && self.is_turn_over(at - 1) {
                        self.pc = pc;
                        return Ok(StopReason::Yield);
                    }
                }
                Inst::Unless(condition, to) => {
                    if self.slots[*condition as usize].bits() & 1 == 0 {
                        pc = *to as usize;
                    }
                }
                Inst::LoopTest { counter, exit, node } => {
                    let step = counter.step(&self.slots);
                    if step <= 0 {
                        let trap = Trap::new(format!("counts in steps of {step}"));
                        return Err(self.diagnose(*node, trap));
                    }
                    if counter.is_over(&self.slots) {
                        pc = *exit as usize;
                    }
                }
                Inst::Switch { on, cases, default } => {
                    let value = to_i64(DType::I64, self.slots[*on as usize].bits());
                    let case = cases.iter().find(|c| c.0 == value);
                    pc = case.map_or(*default, |c| c.1) as usize;
                }
                Inst::Sync(_, Sync::ScopeEnds) if self.exec_mode == ExecMode::Scope => {
                    return Ok(StopReason::End);
                }
                Inst::Sync(i, sync) => {
                    let step = &program.steps[*i as usize];
                    match self.sync_step(step, *sync) {
                        Ok(None) => {
                            if let Err(trap) = self.show_sync(*i, *sync) {
                                return Err(self.diagnose(step.node, trap));
                            }
                            if self.take_yield() {
                                self.pc = pc;
                                return Ok(StopReason::Yield);
                            }
                        }
                        Ok(Some(on)) => {
                            // What is tried again is one step.
                            self.executed -= u64::from(matches!(on, BlockedOn::Polled(_)));
                            self.pc = pc - 1;
                            return Ok(StopReason::Blocked(Blocked { node: step.node, on }));
                        }
                        Err(trap) => return Err(self.diagnose(step.node, trap)),
                    }
                }
                Inst::Section(cube, end) => {
                    let skip = match self.role {
                        CoreRole::Alone => false,
                        CoreRole::Cube => !cube,
                        CoreRole::Vector(_) => *cube,
                    };
                    if skip {
                        pc = *end as usize;
                    }
                }
                Inst::Threads(group) => {
                    self.run_threads(*group)?;
                    pc = program.groups[*group as usize].end as usize + 1;
                }
                Inst::Stop | Inst::ThreadEnd => return Ok(StopReason::End),
            }
        }
    }

    /// Stops where the run has taken too long, or need not go on; else gives the step to look up again at.
    #[cold]
    fn look_up(
        &self,
        pc: usize,
        stop: Option<StopSign<'_>>,
        most: u64,
    ) -> Result<u64, Box<Diagnostic>> {
        if self.executed > most {
            let trap = Trap::new(format!("is step {most} and the run is not over"))
                .code(code::TOO_MANY_STEPS)
                .note("`--max-steps N` sets the limit");
            return Err(self.diagnose(self.node_at(pc), trap));
        }
        if stop.is_some_and(|s| s.is_up()) {
            return Err(self.diagnose(self.node_at(pc), stopped()));
        }
        self.check_clock().map_err(|trap| self.diagnose(self.node_at(pc), trap))?;
        Ok(self.executed.saturating_add(LOOK_UP_AFTER).min(most))
    }

    /// Copies the contents of a register: places and bytes in the register file.
    #[inline(always)]
    pub fn copy_register(&mut self, from: u32, to: u32, bytes: u32) {
        let (from, bytes) = (from as usize, bytes as usize);
        self.registers.bytes_mut().copy_within(from..from + bytes, to as usize);
        if let Some(trace) = &mut self.trace {
            trace.copy_register(from..from + bytes, to as usize);
        }
    }

    fn node_at(&self, pc: usize) -> NodeId {
        // The nearest instruction before this place that knows its node.
        let known = |inst: &Inst| match inst {
            Inst::Alu { node, .. } | Inst::LoopTest { node, .. } => Some(*node),
            Inst::Step(i) | Inst::Sync(i, _) => Some(self.program.steps[*i as usize].node),
            _ => None,
        };
        self.program.code[..=pc].iter().rev().find_map(known).unwrap_or(self.program.entry)
    }

    /// Executes an instruction. Some take as long as a million others, so each looks at the clock.
    pub fn step(&mut self, index: usize, step: &Step<'p>) -> Result<(), Trap> {
        self.check_clock()?;
        match self.observer {
            Some(observer) => self.observed_step(observer, index, step)?,
            None => self.plain_step(index, step)?,
        }
        if self.printed.len() > self.counted.0 { self.check_printed() } else { Ok(()) }
    }

    #[inline(always)]
    fn check_clock(&self) -> Result<(), Trap> {
        self.options.clock.map_or(Ok(()), |clock| clock.check())
    }

    /// Stops a block that has printed more than it may. What a line needs beside its text counts, too.
    #[cold]
    fn check_printed(&mut self) -> Result<(), Trap> {
        const LINE_BYTES: u64 = 32;
        let (counted, bytes) = self.counted;
        let new = self.printed.iter().skip(counted).map(|line| line.len() as u64 + LINE_BYTES);
        self.counted = (self.printed.len(), bytes + new.sum::<u64>());
        match self.counted.1 > self.options.printed_bytes {
            true => Err(too_much_printed(self.options.printed_bytes, self.blocks)),
            false => Ok(()),
        }
    }

    fn plain_step(&mut self, index: usize, step: &Step<'p>) -> Result<(), Trap> {
        let start = self.options.stats.then(Moment::now);
        let fast = if step.action == Action::Sem {
            self.sem_step(index, step)?
        } else {
            self.machine_step(step)?;
            true
        };
        if let Some(start) = start {
            let s = &mut self.stats[index];
            s.count += 1;
            s.fast += u64::from(fast);
            s.nanos += start.elapsed().as_nanos() as u64;
        }
        Ok(())
    }

    /// Executes instructions on registers that run together, and the loop around them.
    fn run_kernels(&mut self, run: &FusedKernels, limit: u64) -> Result<(), Box<Diagnostic>> {
        let program = self.program;
        let mut at = 0;
        loop {
            // What the kernels do not take is done step by step.
            let over = self.options.clock.map(|clock| clock.over);
            let executed = &mut self.executed;
            let pace = Pace { executed, limit, over, steps_only: !self.direct };
            let (file, slots) = (&mut self.registers, &mut self.slots);
            let stuck = run.run(at, file, slots, &mut self.memory, pace, &self.quirks);
            let Some(stuck) = stuck else {
                let step = run.ops.first().and_then(|op| op.steps().next());
                let node = step.map_or(program.entry, |i| program.steps[i].node);
                return self.check_clock().map_err(|trap| self.diagnose(node, trap));
            };
            for i in run.ops[stuck].steps() {
                let step = &program.steps[i];
                if let Err(trap) = self.step(i, step) {
                    return Err(self.diagnose(step.node, trap));
                }
            }
            at = stuck + 1;
        }
    }

    /// Passes a synchronisation between cores that was granted.
    pub fn pass(&mut self) -> Result<(), Box<Diagnostic>> {
        let inst = &self.program.code[self.pc];
        self.pc += 1;
        let Inst::Sync(i, sync) = inst else { return Ok(()) };
        let node = self.program.steps[*i as usize].node;
        self.show_sync(*i, *sync).map_err(|trap| self.diagnose(node, trap))
    }

    /// The values of a step's operands.
    pub fn gather_args(&mut self, step: &Step<'_>) {
        self.args.clear();
        for a in &step.args {
            // Each kind is copied by itself: a value is as large as a view, most of them are smaller.
            self.args.push(match &self.slots[a.slot as usize] {
                SlotValue::Tile(t) => (a.operand, Arg::Tile(*t)),
                SlotValue::Scalar(bits) => (a.operand, Arg::Scalar(a.dtype, *bits)),
                SlotValue::Ptr(p) => (a.operand, Arg::Ptr(*p)),
                SlotValue::View(v) => (a.operand, Arg::View(*v)),
                SlotValue::Reg(r) => (a.operand, Arg::Reg(*r)),
                SlotValue::Empty => continue,
            });
        }
    }

    /// Executes an instruction by a fast kernel if there is one, else by its definition. Returns which.
    pub fn sem_step(&mut self, index: usize, step: &Step<'p>) -> Result<bool, Trap> {
        if !self.options.reference {
            if self.runs_vector_kernels()
                && let Some(op) = &step.vector
                && op.run(&mut self.registers, &mut self.slots, &mut self.memory, &self.quirks)
            {
                return Ok(true);
            }
            if self.kernel_cache.run(index, step, &self.slots, &mut self.memory) {
                return Ok(true);
            }
        }
        self.gather_args(step);
        self.reaches(step)?;
        if !self.options.reference && self.run_kernel(index, step) {
            return Ok(true);
        }
        self.results.clear();
        self.results.extend(step.results.iter().map(|r| (r.0, Arg::Scalar(DType::I64, 0))));
        let mut x = Exec {
            operands: step.def.operands,
            numerics: &self.program.numerics,
            args: &self.args,
            attrs: &step.attrs,
            memory: &mut *self.memory,
            registers: self.registers.bytes_mut(),
            undefined: POISON,
            results: &mut self.results,
            printed: &mut self.printed,
            modes: &self.modes,
            quirks: &self.quirks,
        };
        step.def.sem.run(&mut x)?;
        for &(operand, value) in &self.results {
            if let Some(r) = step.results.iter().find(|r| r.0 == operand) {
                self.slots.set(r.1, value.into());
            }
        }
        Ok(false)
    }

    /// Whether instructions on registers are executed by their kernels, which may write all of the unified buffer as far as
    /// anybody knows: an observer that looks at memory wants to see what was written.
    fn runs_vector_kernels(&self) -> bool {
        self.observer.is_none_or(|o| matches!(o.execute(), Execute::Traced { .. }))
    }

    /// Executes a step whose operands are gathered by a kernel, if one takes it.
    fn run_kernel(&mut self, index: usize, step: &Step<'p>) -> bool {
        let cx = pto_kernels::Context {
            def: step.def,
            numerics: &self.program.numerics,
            args: &self.args,
            attrs: &step.attrs,
            quirks: &self.quirks,
            modes: &self.modes,
            // Another device may write what was loaded.
            forwards: step.forwards && self.options.windows.is_none(),
        };
        let mut prepared = None;
        let keep =
            self.kernel_cache.wants(index, self.program.steps.len()).then_some(&mut prepared);
        let done = pto_kernels::run(&cx, &mut self.memory, keep);
        if let Some(prepared) = prepared {
            self.kernel_cache.keep(index, step, &self.slots, prepared);
        }
        done
    }

    pub fn do_moves(&mut self, start: usize, count: usize) {
        let moves = &self.program.moves[start..start + count];
        let values: SmallVec<[SlotValue; 4]> =
            moves.iter().map(|m| self.slots[m.from as usize]).collect();
        let contents: SmallVec<[Vec<u8>; 2]> = moves
            .iter()
            .zip(&values)
            .filter(|(m, _)| m.contents)
            .map(|(_, v)| match v {
                SlotValue::Tile(t) => {
                    let bytes = self.memory.bytes(t.ty.space, 0, t.addr as i64, t.size_bytes());
                    bytes.map_or_else(|_| Vec::new(), <[u8]>::to_vec)
                }
                SlotValue::Reg(r) => self.registers.bytes()[r.range()].to_vec(),
                _ => Vec::new(),
            })
            .collect();
        self.trace_moves(moves, &values);
        self.show_moves(moves, &values);
        let mut contents = contents.iter();
        for (m, v) in moves.iter().zip(values) {
            match (m.contents, v, self.slots[m.to as usize]) {
                (true, SlotValue::Tile(from), SlotValue::Tile(mut own)) => {
                    own.valid = from.valid;
                    self.slots.set(m.to, SlotValue::Tile(own));
                    if let Some(bytes) = contents.next()
                        && let Ok(place) = self.memory.bytes_mut(
                            own.ty.space,
                            0,
                            own.addr as i64,
                            bytes.len() as u64,
                        )
                    {
                        place.copy_from_slice(bytes);
                    }
                }
                (true, SlotValue::Reg(_), SlotValue::Reg(own)) => {
                    if let Some(bytes) = contents.next() {
                        let n = bytes.len().min(own.bytes as usize);
                        self.registers.bytes_mut()[own.range()][..n].copy_from_slice(&bytes[..n]);
                    }
                }
                _ => self.slots.set(m.to, v),
            }
        }
    }

    /// A trap as a message at the instruction, or at the operand it is about.
    pub fn diagnose(&self, node: NodeId, trap: Trap) -> Box<Diagnostic> {
        let module = self.program.module;
        let n = module.node(node);
        let operand = trap.slot.and_then(|s| module.operands(n).iter().find(|o| o.slot == s));
        let span = operand.map_or(n.name_span, |o| o.span);
        let message = format!("`{}` {}", module.op_name(n), trap.message);
        let mut d = Diagnostic::error(trap.code, span, message);
        d.target = Some(self.program.numerics.target);
        if self.blocks > 1 {
            d = d.note(format!("in block {} of {}", self.block, self.blocks));
        }
        if self.options.windows.is_some() {
            d = d.note(format!("on rank {}", self.rank));
        }
        if let Some(thread) = &self.thread {
            d = d.note(format!("in thread {thread}"));
        }
        for note in trap.notes {
            d = d.note(note);
        }
        Box::new(d)
    }
}
