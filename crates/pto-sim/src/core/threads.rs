//! The threads of a SIMT group: they run one after another, each until it ends or has to meet others.
//!
//! The order is fixed, so a run gives the same result every time: warps in order, in a warp the threads in order, and
//! atomics in the order in which threads come to them. Threads of a warp that went different ways come together again as
//! they do on a device with structured control flow: of those that wait, the ones that are least far go on first, and
//! those that stand at the same place of the same iterations take part in an instruction of the warp.

use crate::action::Sync;
use crate::core::{BlockedOn, Core, ExecMode, StopReason};
use crate::observe::TraceKind;
use crate::program::{GroupExtents, Inst, Step, ThreadGroup};
use pto_ir::diag::Diagnostic;
use pto_isa::class::{Axis, ThreadQuery};
use pto_isa::order;
use pto_isa::sem::warp::{Lane, WARP, WarpForm};
use pto_isa::sem::{Sem, Trap};
use pto_isa::{Type, code};
use pto_kernels::value::{Slot, SlotValue, to_i64};
use std::fmt;

/// Backward jumps after which others have their turn: who looks at memory in a loop may wait for them.
const TURN: u32 = 1 << 16;
/// Values of threads that wait, of all threads together.
const MOST_VALUES: usize = 1 << 22;

/// What a core must know of the thread that it runs.
#[derive(Clone, Debug)]
pub(crate) struct Thread {
    extents: [u32; 3],
    number: u32,
    /// Which group of the program.
    group: u32,
    /// How often each loop of the code has gone back, since the loop around it did.
    iterations: Vec<u64>,
    /// Backward jumps that are left of its turn.
    left: u32,
}

impl Thread {
    /// Its number in the group: x runs fastest.
    pub fn number(&self) -> u32 {
        self.number
    }

    fn place(&self) -> [u32; 3] {
        let [x, y, _] = self.extents;
        [self.number % x, self.number / x % y, self.number / x / y]
    }
}

impl fmt::Display for Thread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.place();
        write!(f, "({x}, {y}, {z})")
    }
}

/// Where a thread stands: from the outermost loop inwards, where it begins and which iteration; last the place.
type Position = Vec<u64>;

enum State {
    Runs,
    /// It waits at an instruction.
    Waits(Position),
    Ended,
}

/// A thread that another one may run in between.
struct Resting {
    thread: Thread,
    pc: usize,
    /// Its values and local cells; none before it has begun and after its end.
    values: Vec<SlotValue>,
    cells: Vec<u64>,
    state: State,
    instructions: u64,
}

/// What stands in SIMT code stands elsewhere.
pub(super) fn outside_threads() -> Trap {
    Trap::new("stands outside SIMT code: no thread runs it")
        .note("`pto.simt_launch`, `pto.section.simt` and calls of `pto.simt_entry` functions start threads")
}

impl ThreadGroup {
    /// Where a thread stands.
    fn position(&self, pc: usize, iterations: &[u64]) -> Position {
        let mut around: Vec<(u32, u32, u64)> = self
            .loops
            .iter()
            .zip(iterations)
            .filter(|((head, back), _)| (*head as usize..=*back as usize).contains(&pc))
            .map(|(&(head, back), &n)| (head, u32::MAX - back, n))
            .collect();
        around.sort_unstable();
        let mut position: Position =
            around.into_iter().flat_map(|(head, _, n)| [u64::from(head), n]).collect();
        position.push(pc as u64);
        position
    }

    fn owns(&self, slot: Slot) -> bool {
        self.slots.contains(&slot)
    }
}

impl<'p> Core<'p, '_> {
    /// Notes that a thread jumps backwards at a place, and says whether others are to have their turn.
    #[inline(always)]
    pub(super) fn is_turn_over(&mut self, at: usize) -> bool {
        match &mut self.thread {
            None => false,
            Some(thread) => {
                let loops = &self.program.groups[thread.group as usize].loops;
                thread.jumps_back(loops, at)
            }
        }
    }

    /// Runs the threads of a group to their end.
    pub(crate) fn run_threads(&mut self, index: u32) -> Result<(), Box<Diagnostic>> {
        let program = self.program;
        let group = &program.groups[index as usize];
        let step = &program.steps[group.step as usize];
        let extents = self.extents(group).map_err(|trap| self.diagnose(step.node, trap))?;
        self.show_threads(group.step, TraceKind::ThreadsBegin)?;
        let count = extents.iter().product();
        let range = group.slots.start as usize..group.slots.end as usize;
        let outside = self.slots[range].to_vec();
        let (pc, mode) = (self.pc, self.exec_mode);
        self.exec_mode = ExecMode::Execute;
        let mut threads: Vec<Resting> = (0..count)
            .map(|number| Resting {
                thread: Thread {
                    extents,
                    number,
                    group: index,
                    iterations: Vec::new(),
                    left: TURN,
                },
                pc: group.begin as usize,
                values: Vec::new(),
                cells: Vec::new(),
                state: State::Runs,
                instructions: 0,
            })
            .collect();
        while threads.iter().any(|t| !matches!(t.state, State::Ended)) {
            let mut moved = false;
            for warp in threads.chunks_mut(WARP as usize) {
                moved |= self.run_warp(group, warp)?;
            }
            if !moved {
                self.open_barrier(&mut threads)?;
            }
        }
        self.slots.load(group.slots.start, &outside);
        (self.pc, self.exec_mode) = (pc, mode);
        let issued = |warp: &[Resting]| warp.iter().map(|t| t.instructions).max().unwrap_or(0);
        let warp_instructions = threads.chunks(WARP as usize).map(issued).sum();
        let end = TraceKind::ThreadsEnd { threads: count, warp_instructions };
        self.show_threads(group.step, end)
    }

    fn show_threads(&mut self, step: u32, kind: TraceKind) -> Result<(), Box<Diagnostic>> {
        let Some(observer) = self.observer else { return Ok(()) };
        let at = &self.program.steps[step as usize];
        self.gather_args(at);
        self.show(observer, step as usize, at, kind).map_err(|trap| self.diagnose(at.node, trap))
    }

    /// How many threads a group has along x, y and z.
    fn extents(&self, group: &ThreadGroup) -> Result<[u32; 3], Trap> {
        let given = match group.extents {
            GroupExtents::Fixed(extents) => extents,
            GroupExtents::Given(slots) => {
                slots.map(|s| to_i64(pto_isa::DType::I32, self.slots[s as usize].bits()))
            }
            GroupExtents::Register => self.modes.get().threads.ok_or_else(|| {
                Trap::new("starts threads, and nothing says how many")
                    .note("`pto.store_vfsimt_info` sets the extents that calls use")
            })?,
        };
        let [x, y, z] = given;
        let count = given.iter().try_fold(1i64, |n, &e| n.checked_mul(e));
        match count.filter(|&n| n <= group.most_threads && given.iter().all(|&e| e >= 0)) {
            Some(0) => Ok([1, 1, 0]),
            Some(_) => Ok(given.map(|e| e as u32)),
            None => Err(Trap::new(format!(
                "starts {x}x{y}x{z} threads; a group has at most {}",
                group.most_threads
            ))),
        }
    }

    /// Runs the threads of a warp as far as they come without other warps; whether any of them has moved.
    fn run_warp(
        &mut self,
        group: &'p ThreadGroup,
        warp: &mut [Resting],
    ) -> Result<bool, Box<Diagnostic>> {
        let mut moved = false;
        loop {
            for t in warp.iter_mut().filter(|t| matches!(t.state, State::Runs)) {
                self.run_thread(group, t)?;
                moved = true;
            }
            if warp.iter().any(|t| matches!(t.state, State::Runs)) {
                return Ok(moved);
            }
            let waits = warp.iter().filter_map(|t| match &t.state {
                State::Waits(at) => Some(at),
                _ => None,
            });
            let Some(first) = waits.min().cloned() else { return Ok(moved) };
            let pc = first.last().map_or(0, |&pc| pc as usize);
            if !matches!(self.program.code[pc], Inst::Sync(_, Sync::Warp)) {
                return Ok(moved);
            }
            let here = |t: &&mut Resting| matches!(&t.state, State::Waits(at) if *at == first);
            let mut together: Vec<&mut Resting> = warp.iter_mut().filter(here).collect();
            self.run_together(group, pc, &mut together);
            moved = true;
        }
    }

    /// Runs a thread until it ends or waits.
    fn run_thread(
        &mut self,
        group: &'p ThreadGroup,
        t: &mut Resting,
    ) -> Result<(), Box<Diagnostic>> {
        let program = self.program;
        let slots = group.slots.start as usize..group.slots.end as usize;
        let cells = group.cells.start as usize..group.cells.end as usize;
        t.thread.left = TURN;
        if t.values.is_empty() {
            t.thread.iterations = vec![0; group.loops.len()];
            self.slots.load(group.slots.start, &program.initial_values[slots.clone()]);
            self.locals[cells.clone()].fill(u64::MAX);
        } else {
            self.slots.load(group.slots.start, &t.values);
            self.locals[cells.clone()].copy_from_slice(&t.cells);
        }
        self.thread = Some(Box::new(t.thread.clone()));
        self.pc = t.pc;
        let executed = self.executed;
        let stop = self.run()?;
        t.instructions += self.executed - executed;
        t.pc = self.pc;
        if let StopReason::End = stop {
            self.thread = None;
            (t.values, t.cells, t.state) = (Vec::new(), Vec::new(), State::Ended);
            return Ok(());
        }
        let extents = t.thread.extents.iter().map(|&e| e as usize).product::<usize>();
        let node = self.node_at(self.pc);
        if extents.saturating_mul(slots.len()) > MOST_VALUES {
            let why = format!("lets {extents} threads wait that have {} values each", slots.len());
            return Err(self.diagnose(node, Trap::new(why)));
        }
        let meets = matches!(program.code[self.pc], Inst::Sync(_, Sync::Threads | Sync::Warp));
        if let StopReason::Blocked(blocked) = &stop
            && !meets
        {
            match &blocked.on {
                BlockedOn::Itself(what) | BlockedOn::Polled(what) => {
                    let trap = Trap::new(format!("makes a thread wait for {what}"));
                    return Err(self.diagnose(blocked.node, trap.code(code::DEADLOCK)));
                }
                BlockedOn::Core(_) => {
                    let trap = Trap::new("makes a thread wait for another core");
                    return Err(self.diagnose(blocked.node, trap.code(code::DEADLOCK)));
                }
            }
        }
        if let Some(thread) = self.thread.take() {
            t.thread = *thread;
        }
        t.values = self.slots[slots].to_vec();
        t.cells = self.locals[cells].to_vec();
        t.state = match stop {
            StopReason::Blocked(_) => State::Waits(group.position(t.pc, &t.thread.iterations)),
            _ => State::Runs,
        };
        Ok(())
    }

    /// Threads of a warp that stand at the same instruction compute it.
    fn run_together(&mut self, group: &ThreadGroup, pc: usize, threads: &mut [&mut Resting]) {
        let Inst::Sync(index, _) = self.program.code[pc] else { return };
        let step = &self.program.steps[index as usize];
        let Sem::Warp(warp) = step.def.sem else { return };
        let value = |t: &Resting, operand: u8| {
            let arg = step.args.iter().find(|a| a.operand == operand)?;
            let value = match group.owns(arg.slot) {
                true => t.values[(arg.slot - group.slots.start) as usize],
                false => self.slots[arg.slot as usize],
            };
            Some((value.bits(), arg.dtype))
        };
        let number = |t: &Resting| match value(t, 1) {
            Some((bits, dtype)) => to_i64(dtype, bits),
            None => 0,
        };
        let lanes: Vec<Lane> = threads
            .iter()
            .map(|t| Lane {
                lane: t.thread.number % WARP,
                value: value(t, 0).map_or(0, |v| v.0),
                number: number(t),
            })
            .collect();
        let dtype = step.args.iter().find(|a| a.operand == 0).map(|a| a.dtype);
        let form = WarpForm::of(
            dtype.unwrap_or(pto_isa::DType::I32),
            |name| step.word(name),
            |name| step.number(name),
        );
        let given = warp.run(&lanes, form, &self.program.numerics);
        for (t, code) in threads.iter_mut().zip(given) {
            if let Some(r) = step.results.first().filter(|r| group.owns(r.1)) {
                t.values[(r.1 - group.slots.start) as usize] = SlotValue::Scalar(code);
            }
            (t.pc, t.state) = (pc + 1, State::Runs);
        }
    }

    /// Lets the threads that wait for all others go on, or says why they never will.
    fn open_barrier(&mut self, threads: &mut [Resting]) -> Result<(), Box<Diagnostic>> {
        let mut places: Vec<(&Position, &Thread)> = threads
            .iter()
            .filter_map(|t| match &t.state {
                State::Waits(at) => Some((at, &t.thread)),
                _ => None,
            })
            .collect();
        order::by_key(&mut places, |p| p.0);
        let Some(&(first, early)) = places.first() else { return Ok(()) };
        let node_of = |at: &Position| self.node_at(at.last().map_or(0, |&pc| pc as usize));
        if let Some(&(other, late)) = places.last().filter(|p| p.0 != first) {
            let module = self.program.module;
            let (here, there) = (module.node(node_of(first)), module.node(node_of(other)));
            let message =
                format!("`{}` never ends: threads wait at different places", module.op_name(here));
            let mut d = Diagnostic::error(code::DEADLOCK, here.name_span, message)
                .found(format!("thread {early} waits here"))
                .label(there.name_span, format!("thread {late} waits here"))
                .help("let all threads of the group come to the same `pto.syncthreads`");
            d.target = Some(self.program.numerics.target);
            return Err(Box::new(d));
        }
        let pc = first.last().map_or(0, |&pc| pc as usize);
        let Inst::Sync(step, _) = self.program.code[pc] else { return Ok(()) };
        for t in threads.iter_mut().filter(|t| matches!(t.state, State::Waits(_))) {
            (t.pc, t.state) = (pc + 1, State::Runs);
        }
        self.show_threads(step, TraceKind::ThreadBarrier)
    }

    /// What a thread asks about itself.
    pub(super) fn answer_thread(
        &mut self,
        step: &Step<'_>,
        query: ThreadQuery,
    ) -> Result<(), Trap> {
        let Some(thread) = &self.thread else { return Err(outside_threads()) };
        let along = |axis: Axis, of: [u32; 3]| u64::from(of[axis as usize]);
        let lane = thread.number % WARP;
        let answer = match query {
            ThreadQuery::Id(axis) => along(axis, thread.place()),
            ThreadQuery::GroupDim(axis) => along(axis, thread.extents),
            // A group that a kernel starts is in no grid.
            ThreadQuery::GroupIdx(_) | ThreadQuery::GridDim(_) => 0,
            ThreadQuery::Lane => u64::from(lane),
            ThreadQuery::LaneMask { before, own, after } => {
                let bit = 1u64 << lane;
                let part = |take: bool, bits: u64| if take { bits } else { 0 };
                let upper = u64::from(u32::MAX) & !(bit | (bit - 1));
                part(before, bit - 1) | part(own, bit) | part(after, upper)
            }
            ThreadQuery::VectorCore => {
                let vectors =
                    |r: &&crate::signal::CoreRole| matches!(r, crate::signal::CoreRole::Vector(_));
                let per_block = self.program.roles.iter().filter(vectors).count().max(1) as u64;
                let second = self.role == crate::signal::CoreRole::Vector(1);
                u64::from(self.block) * per_block + u64::from(second)
            }
            ThreadQuery::Clock => self.executed,
        };
        let bits = self.result_type(step).and_then(Type::as_number).map_or(64, |d| d.bits());
        self.put(step, SlotValue::Scalar(answer & (u64::MAX >> (64 - bits))))
    }

    /// A thread keeps a number for the next launch; 64 bits take two slots.
    pub(super) fn keep(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let Some(thread) = &self.thread else { return Err(outside_threads()) };
        let (number, slot) = (thread.number, step.number("slot").unwrap_or(0));
        let wide = step.args.first().is_some_and(|a| a.dtype.bits() == 64);
        let bits = self.value(step, 0).bits();
        self.kept.insert((number, slot), bits as u32);
        if wide {
            self.kept.insert((number, slot + 1), (bits >> 32) as u32);
        }
        Ok(())
    }

    /// What a thread of this number has kept.
    pub(super) fn resume(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let Some(thread) = &self.thread else { return Err(outside_threads()) };
        let (number, slot) = (thread.number, step.number("slot").unwrap_or(0));
        let wide = self.result_type(step).and_then(Type::as_number).is_some_and(|d| d.bits() == 64);
        let part = |slot: i64| {
            let kept = self.kept.get(&(number, slot)).map(|&part| u64::from(part));
            kept.ok_or_else(|| {
                Trap::new(format!(
                    "reads slot {slot}, in which no earlier launch has kept anything"
                ))
            })
        };
        let low = part(slot)?;
        let high = if wide { part(slot + 1)? } else { 0 };
        self.put(step, SlotValue::Scalar(low | high << 32))
    }
}

impl Thread {
    /// Counts a backward jump at a place; whether the turn of the thread is over.
    fn jumps_back(&mut self, loops: &[(u32, u32)], at: usize) -> bool {
        if let Some(i) = loops.iter().position(|l| l.1 as usize == at) {
            let (head, back) = loops[i];
            for (n, inner) in self.iterations.iter_mut().zip(loops) {
                if inner.0 >= head && inner.1 < back {
                    *n = 0;
                }
            }
            self.iterations[i] += 1;
        }
        self.left = self.left.saturating_sub(1);
        self.left == 0
    }
}
