//! From an observed program to queues of pipes: every instruction gets its cost, every synchronisation its place.

use crate::a5::VfCore;
use crate::data::CostData;
use crate::depend::{History, footprints};
use crate::engine::{Engine, Entry, Issue, Needs, Op, OperandOrder, Times};
use crate::estimate::{ErrorClass, Estimate, Model, Provenance, Work};
use crate::model::CostModel;
use crate::notices::Notices;
use crate::threads;
use crate::timeline::{Site, WorkDone};
use pto_ir::Module;
use pto_isa::def::{AllowedScope, Role};
use pto_isa::sem::{Arg, TileAt, Trap};
use pto_isa::target::Holds;
use pto_isa::{Cost, OpDef, Pipe, Space, Target};
use pto_sim::{
    CounterStep, CrossCoreOp, Observer, QueueRecord, QueueStep, TraceKind, TraceRecord,
    too_many_kept,
};
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// What is known about a place of the program with operands of one shape.
#[derive(Clone, Debug)]
pub(crate) struct CostedSite {
    pub site: Site,
    pub estimate: Option<Estimate>,
    pub work: WorkDone,
    /// The memory and the bytes of the tile that it writes.
    pub tile: Option<(Space, u64)>,
    /// Its latency and its time on the pipe if the valid regions filled their tiles, if that is much less.
    pub dense: Option<Times>,
}

/// A core as the recorder sees it.
#[derive(Default)]
struct CoreStream {
    /// Scalar instructions that have been counted.
    executed: u64,
    history: History,
    /// How often each buffer id was taken and given back.
    gets: FxHashMap<i64, u32>,
    releases: FxHashMap<i64, u32>,
    /// The scope it is in: its step, and what ran in it.
    scope: Option<Scope>,
    /// Instructions that were executed when the last group of threads began.
    threads_from: u64,
    /// A scoreboard that is not in use.
    board: Option<VfCore>,
    /// Transfers of DMA engines that nobody has waited for.
    transfers: Vec<u32>,
}

struct Scope {
    step: u32,
    instructions: u64,
    board: VfCore,
}

/// Observes a program and fills the queues.
pub(crate) struct IssueStreamBuilder<'a> {
    module: &'a Module,
    text_lines: &'a dyn Fn(u32) -> u32,
    target: Target,
    model: &'a CostModel,
    data: &'a CostData,
    /// The tool keeps the order that data needs.
    auto: bool,
    pub expand: bool,
    /// Instructions that were seen outside vector scopes, and how many may be.
    seen: u64,
    pub most_runs: u64,
    pub engine: Engine,
    /// By step and shape of operands.
    known: FxHashMap<(u32, u64), u32>,
    by_step: FxHashMap<u32, SmallVec<[u32; 2]>>,
    /// The last of each step, which is nearly always right.
    last: Vec<(u64, u32)>,
    pub costed: Vec<CostedSite>,
    pub done: WorkDone,
    notices: Notices,
    notes: Vec<CoreStream>,
}

impl<'a> IssueStreamBuilder<'a> {
    pub fn new(
        module: &'a Module,
        text_lines: &'a dyn Fn(u32) -> u32,
        model: &'a CostModel,
        data: &'a CostData,
        auto: bool,
        alone: bool,
    ) -> IssueStreamBuilder<'a> {
        IssueStreamBuilder {
            module,
            text_lines,
            target: model.target(),
            model,
            data,
            auto,
            expand: false,
            seen: 0,
            most_runs: u64::MAX,
            engine: Engine::new(model.target(), *model.machine(), alone),
            known: FxHashMap::default(),
            by_step: FxHashMap::default(),
            last: Vec::new(),
            costed: Vec::new(),
            done: WorkDone::default(),
            notices: Notices::default(),
            notes: Vec::new(),
        }
    }

    /// The cost of an instruction with these operands, and its place.
    fn cost_of(&mut self, record: &TraceRecord<'_>) -> u32 {
        let key = shape_key(record.args);
        let step = record.step as usize;
        if let Some(&(last, at)) = self.last.get(step)
            && last == key
        {
            return at;
        }
        let at = match self.known.get(&(record.step, key)) {
            Some(&at) => at,
            None => {
                let work = Work {
                    def: record.def,
                    target: self.target,
                    args: record.args,
                    attrs: record.attrs,
                    expand: self.expand,
                };
                let estimate = self.model.estimate(&work);
                self.add(record, key, describe(record.def, record.args), estimate)
            }
        };
        if self.last.len() <= step {
            // No shape has this key: it is odd.
            self.last.resize(step + 1, (0, 0));
        }
        self.last[step] = (key, at);
        at
    }

    fn add(
        &mut self,
        record: &TraceRecord<'_>,
        key: u64,
        shape: String,
        cost: Option<Estimate>,
    ) -> u32 {
        let node = self.module.node(record.node);
        let site = Site {
            node: record.node,
            line: (self.text_lines)(node.name_span.start),
            op: format!("pto.{}", record.def.printed_name()),
            shape,
        };
        // Operands that make no difference to the cost make no other place.
        let same = |p: &CostedSite| p.site == site && p.estimate == cost;
        let sites = self.by_step.entry(record.step).or_default();
        let at = match sites.iter().find(|&&i| same(&self.costed[i as usize])) {
            Some(&at) => at,
            None => {
                let work = count_work(record, self.target);
                let tile = written_tile(record);
                let dense =
                    self.engine.again.as_ref().and_then(|_| dense(self.model, record, &cost));
                self.costed.push(CostedSite { site, estimate: cost, work, tile, dense });
                let at = self.costed.len() as u32 - 1;
                sites.push(at);
                at
            }
        };
        self.known.insert((record.step, key), at);
        at
    }

    /// Something goes to a pipe's queue, after the scalar instructions since the last one.
    fn issue(&mut self, core: usize, record: &TraceRecord<'_>, pipe: Pipe, op: Op) {
        let notes = &mut self.notes[core];
        let steps = record.executed.saturating_sub(notes.executed);
        notes.executed = record.executed;
        // The step itself is issued, which has its own price.
        self.engine.push(core, steps.saturating_sub(1) as f64, pipe, op);
    }

    /// Puts an instruction into a pipe's queue.
    fn run(&mut self, core: usize, record: &TraceRecord<'_>, pipe: Pipe) {
        let site = self.cost_of(record);
        let run = self.engine.runs.len() as u32;
        let mut order = OperandOrder::default();
        if self.auto || self.engine.again.is_some() {
            let history = &mut self.notes[core].history;
            for footprint in footprints(record) {
                history.record(&footprint, pipe, run, &mut order);
            }
            // A pipe keeps its own order; where it does not, dependent instructions wait for each other.
            let keeps = |n: &mut u32| {
                let other = self.engine.runs[*n as usize].pipe;
                other != pipe || !self.target.is_in_order(pipe)
            };
            order.data.retain(keeps);
            order.reuse.retain(keeps);
        }
        self.occupy(core, record, pipe, site, order);
    }

    fn occupy(
        &mut self,
        core: usize,
        record: &TraceRecord<'_>,
        pipe: Pipe,
        site: u32,
        order: OperandOrder,
    ) {
        let costed = &self.costed[site as usize];
        self.done.cube_operations += costed.work.cube_operations;
        self.done.vector_elements += costed.work.vector_elements;
        self.done.gm_bytes += costed.work.gm_bytes;
        let (latency, occupancy) = match &costed.estimate {
            // The pages know of no overlap between instructions.
            Some(e) if self.model.model() == Model::Documented => (0.0, e.cycles()),
            Some(e) => (e.latency_cycles, e.occupancy_cycles),
            None => (0.0, 0.0),
        };
        let run = self.engine.runs.len() as u32;
        let gm_bytes = costed.work.gm_bytes as f64;
        let needs = if self.auto { order.all() } else { Needs::new() };
        let run_now = Issue::new(core as u32, pipe, site, (latency, occupancy), needs);
        self.engine.runs.push(Issue { gm_bytes, ..run_now });
        if let Some(again) = &mut self.engine.again {
            again.orders.push(order);
            // A scope has no operands of its own; where a pointer leads is not in the operand.
            again.blind |=
                record.args.is_empty() || record.args.iter().any(|a| matches!(a.1, Arg::Ptr(_)));
        }
        self.issue(core, record, pipe, Op::Issue(run));
    }

    /// A scope is one instruction of the vector pipe.
    fn end_scope(&mut self, core: usize, record: &TraceRecord<'_>, scope: &mut Scope) {
        let count = scope.instructions;
        let cycles = scope.board.finish();
        let record = TraceRecord { step: scope.step, args: &[], ..*record };
        let mut h = FxHasher::default();
        (count, cycles.to_bits()).hash(&mut h);
        let key = h.finish() | 1;
        let site = match self.known.get(&(record.step, key)) {
            Some(&at) => at,
            None => {
                let estimate = (self.target.profile() == Target::A5).then(|| Estimate {
                    latency_cycles: 0.0,
                    occupancy_cycles: cycles,
                    provenance: Provenance::Fitted,
                    error: ErrorClass::Fair,
                    path: None,
                    expansion: Vec::new(),
                });
                self.add(&record, key, format!("{count} register instructions"), estimate)
            }
        };
        self.occupy(core, &record, Pipe::V, site, OperandOrder::default());
    }

    /// A group of threads is one instruction of the vector pipe; the scalar unit does not execute what they do.
    fn end_threads(&mut self, core: usize, record: &TraceRecord<'_>, threads: u32, issued: u64) {
        let notes = &mut self.notes[core];
        notes.executed += record.executed.saturating_sub(notes.threads_from);
        let mut h = FxHasher::default();
        (threads, issued).hash(&mut h);
        let key = h.finish() | 1;
        let site = match self.known.get(&(record.step, key)) {
            Some(&at) => at,
            None => {
                let estimate = threads::estimate(self.data, self.target.profile(), issued);
                self.add(record, key, format!("{threads} threads"), estimate)
            }
        };
        let record = TraceRecord { args: &[], ..*record };
        self.occupy(core, &record, Pipe::V, site, OperandOrder::default());
    }

    fn queue(&mut self, core: usize, record: &TraceRecord<'_>, kind: QueueRecord) {
        let pipe = record.pipe(self.target).unwrap_or(Pipe::S);
        let entry = Entry { block: record.core.block, queue: kind.queue, number: kind.entry };
        let earlier = kind.entry.checked_sub(kind.slots).map(|number| Entry { number, ..entry });
        match kind.step {
            QueueStep::Open => {
                if let Some(e) = earlier {
                    self.issue(core, record, Pipe::S, Op::AwaitSlot(e));
                }
            }
            QueueStep::Push { opened } => {
                if let Some(e) = earlier.filter(|_| !opened) {
                    self.issue(core, record, pipe, Op::AwaitSlot(e));
                }
                if !opened {
                    self.run(core, record, pipe);
                }
                self.issue(core, record, pipe, Op::Publish(entry));
            }
            QueueStep::Pop { released } => {
                self.issue(core, record, pipe, Op::AwaitEntry(entry));
                if pipe != Pipe::S {
                    self.run(core, record, pipe);
                }
                if released {
                    self.issue(core, record, pipe, Op::Vacate(entry));
                }
            }
            // Whatever the core still does with the slot was issued before.
            QueueStep::Free => self.issue(core, record, Pipe::All, Op::Vacate(entry)),
        }
    }

    /// A DMA engine transfers something, while everything else goes on.
    fn transfer(&mut self, core: usize, record: &TraceRecord<'_>) {
        let site = self.cost_of(record);
        let cycles = self.costed[site as usize].estimate.as_ref().map_or(0.0, Estimate::cycles);
        let id = self.notices.another();
        self.notes[core].transfers.push(id);
        self.issue(core, record, Pipe::S, Op::Notify { id, cycles });
    }

    /// Notifications and waits are drawn on the scalar unit, with an arrow from one to the other.
    fn count(&mut self, core: usize, record: &TraceRecord<'_>, step: CounterStep) {
        match step {
            CounterStep::Notify { buffer, at, before, after, .. } => {
                let id = self.notices.notify((buffer, at), before, after);
                let cycles = self.model.machine().link_latency_cycles;
                self.run(core, record, Pipe::S);
                self.issue(core, record, Pipe::S, Op::Notify { id, cycles });
            }
            CounterStep::Pass { test, .. } => {
                let view = record.args.iter().find_map(|a| match a.1 {
                    Arg::View(v) => Some(v),
                    _ => None,
                });
                let needed = view.map_or_else(Vec::new, |v| self.notices.needed(&v, test));
                self.issue(core, record, Pipe::S, Op::AwaitNotices(needed.into()));
                self.run(core, record, Pipe::S);
            }
        }
    }

    fn signal(
        &mut self,
        core: usize,
        record: &TraceRecord<'_>,
        ask: CrossCoreOp,
        pipe: Option<Pipe>,
    ) {
        let waits_on = match self.target.def().wait_holds {
            Holds::Core => Pipe::S,
            Holds::Pipe => pipe.unwrap_or(Pipe::S),
        };
        match ask {
            CrossCoreOp::Set(channel) => {
                self.issue(core, record, pipe.unwrap_or(Pipe::All), Op::Send(channel));
            }
            CrossCoreOp::Wait(channel) => self.issue(core, record, waits_on, Op::Receive(channel)),
            CrossCoreOp::Meet(channel) => {
                self.issue(core, record, Pipe::All, Op::Send(channel));
                self.issue(core, record, Pipe::S, Op::Receive(channel));
            }
        }
    }
}

impl Observer for IssueStreamBuilder<'_> {
    fn on_record(&mut self, record: &TraceRecord<'_>) -> Result<(), Trap> {
        let core = self.engine.core(record.core);
        if self.notes.len() <= core {
            self.notes.resize_with(core + 1, CoreStream::default);
        }
        // A group of threads is kept as one piece of work, however long it is.
        if record.thread.is_some() {
            return Ok(());
        }
        let in_scope = record.kind == TraceKind::Step
            && self.notes[core].scope.is_some()
            && record.def.scope == AllowedScope::Vecscope;
        // A scope is kept as one piece of work, however long it is.
        self.seen += u64::from(!in_scope);
        if self.seen > self.most_runs {
            return Err(too_many_kept(self.most_runs));
        }
        match record.kind {
            TraceKind::Step => {
                if let Some(scope) = &mut self.notes[core].scope
                    && in_scope
                {
                    // The pages count each instruction by itself, in a scope as outside.
                    if self.model.model() == Model::Documented {
                        self.run(core, record, Pipe::V);
                        return Ok(());
                    }
                    scope.instructions += 1;
                    issue_register(&mut scope.board, record, self.target);
                    return Ok(());
                }
                // The time of the scalar unit is counted by its instructions.
                match record.pipe(self.target) {
                    Some(Pipe::S) if record.def.cost == Cost::Remote => self.transfer(core, record),
                    Some(Pipe::S) | None => {}
                    Some(pipe) => self.run(core, record, pipe),
                }
            }
            TraceKind::ScopeBegins => {
                let board = self.notes[core].board.take().unwrap_or_else(|| VfCore::new(self.data));
                self.notes[core].scope = Some(Scope { step: record.step, instructions: 0, board });
            }
            TraceKind::ScopeEnds => {
                if let Some(mut scope) = self.notes[core].scope.take() {
                    if self.model.model() == Model::Calibrated {
                        self.end_scope(core, record, &mut scope);
                    }
                    self.notes[core].board = Some(scope.board);
                }
            }
            TraceKind::SetFlag { from, to, id } => {
                self.issue(core, record, from, Op::Set { to, id })
            }
            TraceKind::WaitFlag { from, to, id } => {
                self.issue(core, record, to, Op::Wait { from, id })
            }
            TraceKind::GetBuffer(pipe, id) => {
                let acquisition = next(&mut self.notes[core].gets, id);
                self.issue(core, record, pipe, Op::Get { id, acquisition });
            }
            TraceKind::ReleaseBuffer(pipe, id) => {
                let acquisition = next(&mut self.notes[core].releases, id);
                self.issue(core, record, pipe, Op::Release { id, acquisition });
            }
            TraceKind::Barrier(pipe) => {
                let line = (self.text_lines)(self.module.node(record.node).name_span.start);
                let barrier = self.engine.barrier(line, pipe);
                self.issue(core, record, pipe, Op::Barrier(barrier));
            }
            TraceKind::MemoryBarrier => {
                if let Some(scope) = &mut self.notes[core].scope {
                    scope.board.barrier();
                }
            }
            TraceKind::LoopBegins => {
                if let Some(scope) = &mut self.notes[core].scope {
                    scope.board.enter_loop();
                }
            }
            TraceKind::LoopIterates => {
                if let Some(scope) = &mut self.notes[core].scope {
                    scope.board.iterate();
                }
            }
            TraceKind::ThreadsBegin => self.notes[core].threads_from = record.executed,
            TraceKind::ThreadsEnd { threads, warp_instructions } => {
                self.end_threads(core, record, threads, warp_instructions);
            }
            TraceKind::ThreadBarrier | TraceKind::ThreadFence => {}
            TraceKind::Signal(ask, pipe) => self.signal(core, record, ask, pipe),
            TraceKind::Queue(kind) => self.queue(core, record, kind),
            TraceKind::Counter(step) => self.count(core, record, step),
            TraceKind::Transfer => {
                let pending = std::mem::take(&mut self.notes[core].transfers);
                self.issue(core, record, Pipe::S, Op::AwaitNotices(pending.into()));
                self.run(core, record, Pipe::S);
            }
        }
        Ok(())
    }
}

/// An instruction on registers goes to the scoreboard of its scope.
fn issue_register(board: &mut VfCore, record: &TraceRecord<'_>, target: Target) {
    let (mut reads, mut writes) = (Needs::new(), Needs::new());
    for (slot, arg) in record.args {
        let Arg::Reg(r) = arg else { continue };
        match record.def.operands.get(*slot as usize).map(|o| o.role) {
            Some(Role::In) => reads.push(r.at),
            Some(Role::Out) => writes.push(r.at),
            _ => {
                reads.push(r.at);
                writes.push(r.at);
            }
        }
    }
    let work =
        Work { def: record.def, target, args: record.args, attrs: record.attrs, expand: false };
    board.issue(&work, &reads, &writes);
}

/// Counts: 0, 1, 2 for an id.
fn next(counts: &mut FxHashMap<i64, u32>, id: i64) -> u32 {
    let count = counts.entry(id).or_default();
    *count += 1;
    *count - 1
}

/// What distinguishes executions of one instruction for a model: types, extents and numbers, not addresses.
fn shape_key(args: &[(u8, Arg)]) -> u64 {
    let mut h = FxHasher::default();
    for (slot, arg) in args {
        slot.hash(&mut h);
        match arg {
            Arg::Tile(t) => (t.valid, t.ty.rows, t.ty.cols, t.storage, t.ty.dtype).hash(&mut h),
            Arg::View(v) => (v.dims, v.strides).hash(&mut h),
            Arg::Scalar(_, bits) => bits.hash(&mut h),
            Arg::Ptr(p) => p.space.hash(&mut h),
            Arg::Reg(_) => {}
        }
    }
    h.finish() | 1
}

/// What an instruction does, whatever time it takes.
fn count_work(record: &TraceRecord<'_>, target: Target) -> WorkDone {
    let mut work = WorkDone::default();
    let tile = |space: Space| {
        record.args.iter().find_map(|(_, a)| match a {
            Arg::Tile(t) if t.ty.space == space => Some(t.valid),
            _ => None,
        })
    };
    let elements = |(rows, cols): (u32, u32)| u64::from(rows) * u64::from(cols);
    match record.pipe(target) {
        Some(Pipe::M) => {
            if let (Some((_, k)), Some(c)) = (tile(Space::Left), tile(Space::Acc)) {
                work.cube_operations = 2 * u64::from(k) * elements(c);
            }
        }
        Some(Pipe::V) => {
            let made = record.args.iter().rev().find_map(|(_, a)| match a {
                Arg::Tile(t) => Some(elements(t.valid)),
                _ => None,
            });
            work.vector_elements = made.unwrap_or(0);
        }
        _ => {}
    }
    for (_, arg) in record.args {
        if let Arg::View(v) = arg
            && v.at.space == Space::Gm
        {
            let all = v.dims.iter().map(|d| (*d).max(0) as u64).product::<u64>();
            work.gm_bytes += all * u64::from(v.at.dtype.bits()) / 8;
        }
    }
    work
}

/// What an instruction would take on tiles that their valid regions fill, if that is a tenth less: rows that are next to
/// each other need not be worked on one by one.
fn dense(model: &CostModel, record: &TraceRecord<'_>, cost: &Option<Estimate>) -> Option<Times> {
    if !matches!(record.def.cost, Cost::Binary(_) | Cost::TileScalar(_) | Cost::Unary(_)) {
        return None;
    }
    let mut args: SmallVec<[(u8, Arg); 4]> = SmallVec::from_slice(record.args);
    let mut apart = false;
    for (_, arg) in &mut args {
        if let Arg::Tile(t) = arg {
            let (rows, cols) = t.valid;
            apart |= rows > 1 && cols < t.storage.1;
            let mut ty = t.ty;
            (ty.rows, ty.cols) = (rows, cols);
            *arg = Arg::Tile(TileAt::new(ty, t.valid, t.addr));
        }
    }
    let (def, target, attrs) = (record.def, model.target(), record.attrs);
    let work = Work { def, target, args: &args, attrs, expand: false };
    let (now, then) = (cost.as_ref()?.cycles(), model.estimate(&work).filter(|_| apart)?);
    (then.cycles() < 0.9 * now).then_some((then.latency_cycles, then.occupancy_cycles))
}

/// The memory and the bytes of the last tile that an instruction writes.
fn written_tile(record: &TraceRecord<'_>) -> Option<(Space, u64)> {
    record.args.iter().rev().find_map(|(slot, arg)| match arg {
        Arg::Tile(t) if record.def.operands.get(*slot as usize)?.role != Role::In => {
            Some((t.ty.space, t.size_bytes()))
        }
        _ => None,
    })
}

/// The operands in a few words: the destination's valid region, or the first tile's.
fn describe(def: &OpDef, args: &[(u8, Arg)]) -> String {
    if def.cost == Cost::Remote
        && let Some(v) =
            args.iter().find_map(|a| if let Arg::View(v) = a.1 { Some(v) } else { None })
    {
        // What crosses a link, not the tile it goes through.
        let rows: i64 = v.dims[..4].iter().fold(1, |n, &d| n.saturating_mul(d));
        return format!("{rows}x{} {}", v.dims[4], v.at.dtype);
    }
    let tile = args.iter().rev().find_map(|(_, a)| match a {
        Arg::Tile(t) => Some(format!("{}x{} {}", t.valid.0, t.valid.1, t.ty.dtype)),
        _ => None,
    });
    tile.unwrap_or_default()
}
