//! Accesses to the same bytes that nothing puts in order.
//!
//! For every byte the last write and the reads since then are kept, each with the pipe and the number of its
//! instruction; an access that its pipe's clock does not cover may still be under way. See [`super::clock`].

use super::blocks::Blocks;
use super::clock::{Clocks, ENGINE, is_transfer, uses_unit_flag};
use super::report::{Findings, bytes, slot_of};
use pto_analysis::fixit::{Event, EventAllocator, MissingEdge, all_written};
use pto_ir::NodeId;
use pto_ir::diag::{Diagnostic, Severity};
use pto_ir::interval::IntervalMap;
use pto_isa::ops::comm_async::sdma_gm_gm;
use pto_isa::order;
use pto_isa::sem::Arg;
use pto_isa::{AttrValue, Code, Pipe, PipeSelector, Sem, code};
use pto_sim::{
    CoreAt, CounterStep, Effects, Footprint, MemoryId, QueueRecord, QueueStep, TraceKind,
    TraceRecord,
};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::ops::Range;

/// One access.
#[derive(Clone, Copy, Debug)]
struct Access {
    block: u32,
    /// The pipe, and which of its instructions.
    agent: u32,
    number: u32,
    node: NodeId,
    slot: Option<u8>,
    atomic: bool,
    /// It is a counter that is set or looked at.
    counter: bool,
    /// It writes what is there already.
    unchanged: bool,
    /// The rows it goes through, element by element, if it does so.
    streams: Option<(i64, u64, u32, u64)>,
}

/// What is known of a byte.
#[derive(Clone, Debug, Default)]
struct Cell {
    write: Option<Access>,
    /// Of each pipe the last read since then.
    reads: SmallVec<[Access; 2]>,
}

/// Two accesses in no order.
struct Race {
    code: Code,
    first: Access,
    second: Access,
    /// Who they are: core and pipe.
    who: [(CoreAt, Pipe); 2],
    memory: MemoryId,
    range: Range<i64>,
    /// Both go through the same rows on one pipe, element by element.
    in_step: bool,
}

impl Race {
    /// The hand-over that is missing, if it is one between two pipes of a core.
    fn missing(&self) -> Option<MissingEdge> {
        let [(core, from), (own, to)] = self.who;
        let missing = MissingEdge { from, to, first: self.first.node, second: self.second.node };
        let pipes = from != ENGINE && to != ENGINE;
        (core == own && from != to && pipes).then_some(missing)
    }
}

/// Looks for races.
pub(crate) struct Races {
    clocks: Clocks,
    /// Blocks run together; else what they share is in no order.
    together: bool,
    /// Races inside a core count.
    inside: bool,
    /// The device that has each buffer of global memory.
    ranks_of_buffers: Vec<u32>,
    cells: FxHashMap<(u32, MemoryId), Blocks<Cell>>,
    seen: FxHashSet<(NodeId, NodeId)>,
    found: Vec<Race>,
    /// Event ids in use, by pipes.
    events: FxHashSet<Event>,
    block: u32,
    scopes: FxHashMap<(u32, u8), Scope>,
    scope_seen: FxHashSet<(NodeId, NodeId)>,
    scope_found: Vec<(NodeId, Option<u8>, NodeId, Range<i64>)>,
}

/// A vector scope of a core: bytes stored since the last barrier.
#[derive(Default)]
struct Scope {
    stored: Option<IntervalMap<i64, NodeId>>,
}

/// Whether a tile is pushed: it is read before the entry is there for others.
fn pushes_tile(record: &TraceRecord<'_>) -> bool {
    let is_push = |q: QueueRecord| matches!(q.step, QueueStep::Push { .. });
    matches!(record.kind, TraceKind::Queue(q) if is_push(q))
        && record.args.iter().any(|a| matches!(a.1, Arg::Tile(_)))
}

/// Whether what others wait for comes after what the instruction itself touches.
fn gives_after_access(record: &TraceRecord<'_>) -> bool {
    matches!(record.kind, TraceKind::Counter(CounterStep::Notify { .. })) || pushes_tile(record)
}

/// All blocks share global memory.
const SHARED: u32 = u32::MAX;

impl Races {
    pub fn new(clocks: Clocks, together: bool, inside: bool, ranks_of_buffers: Vec<u32>) -> Races {
        Races {
            clocks,
            together,
            inside,
            ranks_of_buffers,
            cells: FxHashMap::default(),
            seen: FxHashSet::default(),
            found: Vec::new(),
            events: FxHashSet::default(),
            block: 0,
            scopes: FxHashMap::default(),
            scope_seen: FxHashSet::default(),
            scope_found: Vec::new(),
        }
    }

    /// Blocks that do not run together know nothing of each other.
    fn enter(&mut self, block: u32) {
        if block != self.block && !self.together {
            self.block = block;
            self.clocks.reset();
            self.cells.retain(|k, _| k.0 == SHARED);
        }
    }

    pub fn on_record(&mut self, record: &TraceRecord<'_>, pipe: Option<Pipe>) {
        self.enter(record.core.block);
        match record.kind {
            TraceKind::SetFlag { from, to, id } | TraceKind::WaitFlag { from, to, id } => {
                self.events.insert((from, to, id));
            }
            TraceKind::ScopeBegins => self.scope(record.core).stored = Some(IntervalMap::default()),
            TraceKind::ScopeEnds => self.scope(record.core).stored = None,
            TraceKind::MemoryBarrier => {
                let kind = record.attrs.iter().find(|a| a.0 == "kind").map(|a| a.1);
                if let Some(AttrValue::Word("VV_ALL" | "VST_VLD")) = kind
                    && let Some(stored) = &mut self.scope(record.core).stored
                {
                    *stored = IntervalMap::default();
                }
            }
            _ => {}
        }
        if !gives_after_access(record) {
            self.clocks.follow(record, pipe);
        }
    }

    fn scope(&mut self, core: CoreAt) -> &mut Scope {
        let role = match core.role {
            pto_sim::CoreRole::Vector(n) => n + 1,
            _ => 0,
        };
        self.scopes.entry((core.block, role)).or_default()
    }

    pub fn on_access(
        &mut self,
        record: &TraceRecord<'_>,
        effects: &Effects<'_>,
        pipe: Option<Pipe>,
    ) {
        self.enter(record.core.block);
        // Numbers inside a vector scope are read and written by the vector unit's own scalar unit.
        let in_vector = self.scope(record.core).stored.is_some() || record.thread.is_some();
        let own = if in_vector { Pipe::V } else { Pipe::S };
        let pipe = pipe.map(|p| if p == Pipe::S { own } else { p });
        if let Some(pipe @ (Pipe::M | Pipe::Fix)) = pipe
            && uses_unit_flag(record)
        {
            self.clocks.pass_unit_flag(record.core, pipe);
        }
        let (mut agent, mut number) = match is_transfer(record, self.clocks.target()) {
            true => self.clocks.issue_transfer(record.core),
            false => self.clocks.issue(record.core, pipe.unwrap_or(own)),
        };
        let is_queue = matches!(record.kind, TraceKind::Queue(_));
        for write in [false, true] {
            if let (true, PipeSelector::Through(from, to)) = (write, record.def.pipe) {
                self.clocks.pass_on(record.core, from, to);
                (agent, number) = self.clocks.issue(record.core, to);
            }
            for footprint in effects.footprints.iter().filter(|t| t.write == write) {
                // The slot of a queue belongs to who popped it.
                if is_queue && footprint.write {
                    continue;
                }
                let access =
                    Access {
                        block: record.core.block,
                        agent: agent as u32,
                        number,
                        node: record.node,
                        slot: slot_of(record, footprint.arg),
                        atomic: effects.atomic,
                        counter: matches!(record.kind, TraceKind::Counter(_)),
                        unchanged: effects.unchanged,
                        streams: matches!(record.def.sem, Sem::Map(_) | Sem::Convert(_)).then_some(
                            (footprint.start, footprint.len, footprint.rows, footprint.stride),
                        ),
                    };
                self.access(access, footprint);
            }
        }
        if let PipeSelector::Through(from, to) = record.def.pipe {
            self.clocks.pass_on(record.core, to, from);
        }
        if gives_after_access(record) {
            self.clocks.follow(record, pipe);
        }
        if self.inside && record.args.iter().any(|a| matches!(a.1, Arg::Reg(_))) {
            self.in_scope(record, effects.footprints);
        }
    }

    fn access(&mut self, now: Access, footprint: &Footprint) {
        let global = matches!(footprint.memory, MemoryId::Global(_));
        let key = (if global { SHARED } else { now.block }, footprint.memory);
        let mut cells = std::mem::take(self.cells.entry(key).or_default());
        cells.change(footprint, |part, cell| {
            if let Some(write) = cell.write {
                let code = if footprint.write { code::RACE_WRITES } else { code::RACE_READ };
                self.compare(code, write, now, footprint, &part);
            }
            if footprint.write {
                for read in &cell.reads {
                    self.compare(code::RACE_OVERWRITE, *read, now, footprint, &part);
                }
                cell.write = Some(now);
                cell.reads.clear();
            } else {
                cell.reads.retain(|r| (r.agent, r.block) != (now.agent, now.block));
                cell.reads.push(now);
            }
        });
        self.cells.insert(key, cells);
    }

    fn compare(
        &mut self,
        code: Code,
        first: Access,
        now: Access,
        footprint: &Footprint,
        at: &Range<i64>,
    ) {
        let same_block = first.block == now.block;
        let known = same_block || self.together;
        if known && self.clocks.covers(now.agent as usize, first.agent as usize, first.number) {
            return;
        }
        let same_pipe = known && first.agent == now.agent;
        // One pipe starts its instructions in order: what it reads first it has read.
        if same_pipe && (code == code::RACE_OVERWRITE || first.number == now.number)
            || first.atomic && now.atomic
            || footprint.loose && same_pipe
        {
            return;
        }
        // Equal values are a race without a loser.
        let equal = code == code::RACE_WRITES && now.unchanged && !same_pipe;
        if equal && same_block {
            return;
        }
        let code = if equal { code::STORED_TWICE } else { code };
        let of = |a: &Access| {
            let core = match known {
                true => self.clocks.core_of(a.agent as usize),
                false => self.clocks.core_of(now.agent as usize),
            };
            let role = core.map_or(pto_sim::CoreRole::Alone, |c| c.role);
            let rank = core.map_or(0, |c| c.rank);
            (CoreAt { rank, block: a.block, role }, Clocks::pipe(a.agent as usize))
        };
        let who = [of(&first), of(&now)];
        let by_engine = who.iter().any(|w| w.1 == ENGINE);
        if !self.inside && who[0].0 == who[1].0 && !by_engine {
            return;
        }
        // What puts two instructions in order does so for all they have with each other.
        if self.seen.insert((first.node, now.node)) {
            let (memory, range) = (footprint.memory, at.clone());
            let in_step = same_pipe && first.streams.is_some() && first.streams == now.streams;
            self.found.push(Race { code, first, second: now, who, memory, range, in_step });
        }
    }

    /// Inside a vector scope loads do not wait for stores.
    fn in_scope(&mut self, record: &TraceRecord<'_>, footprints: &[Footprint]) {
        let node = record.node;
        let mut found = Vec::new();
        let Some(stored) = &mut self.scope(record.core).stored else { return };
        for t in footprints {
            for range in t.ranges() {
                match t.write {
                    true => stored.set(range, node),
                    false => found.extend(
                        stored.over(range).map(|(at, by)| (node, slot_of(record, t.arg), *by, at)),
                    ),
                }
            }
        }
        for f in found {
            if self.scope_seen.insert((f.2, f.0)) {
                self.scope_found.push(f);
            }
        }
    }

    /// Says what devices write into each other's memory and nobody waits for. All cores have ended.
    pub fn end(&self, f: &mut Findings<'_>) {
        let mut left: Vec<(Access, MemoryId, u32, Range<i64>)> = Vec::new();
        for (&(_, memory), cells) in &self.cells {
            let MemoryId::Global(buffer) = memory else { continue };
            let Some(&owner) = self.ranks_of_buffers.get(buffer as usize) else { continue };
            for (range, cell) in cells.first_rows() {
                let Some(write) = cell.write.filter(|w| !w.counter) else { continue };
                let by = self.clocks.core_of(write.agent as usize);
                if by.is_some_and(|core| core.rank != owner)
                    && !self.clocks.is_known_to(owner, write.agent as usize, write.number)
                {
                    left.push((write, memory, owner, range));
                }
            }
        }
        // Where it races with something that is said there.
        left.retain(|(w, ..)| {
            !self.found.iter().any(|r| [r.first.node, r.second.node].contains(&w.node))
        });
        order::by_key(&mut left, |(w, _, owner, range)| (*owner, w.node, range.start));
        for (write, memory, owner, range) in left {
            if !f.is_new(code::NOT_WAITED_FOR, write.node, None) {
                continue;
            }
            let rank = self.clocks.core_of(write.agent as usize).map_or(0, |c| c.rank);
            let (op, name) = (f.op(write.node), f.name(write.node, write.slot));
            let message =
                format!("{op} of rank {rank} writes {name}, and rank {owner} never waits for it");
            let d = Diagnostic::warning(code::NOT_WAITED_FOR, f.span(write.node, write.slot), message)
                .found(format!("{} of rank {owner}", bytes(memory.space(), &range)))
                .help(format!(
                    "let rank {rank} notify rank {owner} when its data is there (`pto.comm.tnotify`), and rank {owner} wait before its end (`pto.comm.twait`)"
                ))
                .fixed_by(Err("the counter and the place of a notification are a choice of both devices"));
            f.push(d);
        }
    }

    /// Says what was found, and returns the events that would fix it.
    pub fn report(self, findings: &mut Findings<'_>) -> Vec<Event> {
        let missing = self.found.iter().filter_map(Race::missing);
        let events = {
            let used = self.events.iter().copied().chain(all_written(findings.module));
            EventAllocator::new(findings.module, missing, used, self.clocks.by_source())
        };
        for race in &self.found {
            let d = self.describe(race, &events, findings);
            findings.push(d);
        }
        for (load, slot, store, range) in &self.scope_found {
            let (name, op) = (findings.name(*load, *slot), findings.op(*load));
            let by = findings.op(*store);
            let space = pto_isa::Space::Vec;
            let message =
                format!("{op} may read {name} before {by} of the same vector scope has stored it");
            let d = Diagnostic::error(code::SCOPE_ORDER, findings.span(*load, *slot), message)
                .found(format!("reads {}", bytes(space, range)))
                .label(findings.span(*store, None), "stored here")
                .help(format!("add `pto.mem_bar \"VST_VLD\"` before line {}", findings.line(*load)))
                .fixed_by(Ok(vec![findings.add_before(*load, "pto.mem_bar \"VST_VLD\"")]));
            findings.push(d);
        }
        events.numbered().collect()
    }

    fn describe(&self, race: &Race, events: &EventAllocator, f: &Findings<'_>) -> Diagnostic {
        if race.code == code::STORED_TWICE {
            return stored_twice(race, f);
        }
        let (first, second) = (&race.first, &race.second);
        let [(core, from), (own, to)] = race.who;
        let name = f.name(second.node, second.slot);
        let (op, other) = (f.op(second.node), f.op(first.node));
        let (verb, done) = match race.code {
            code::RACE_READ => ("read", "written"),
            code::RACE_OVERWRITE => ("overwrite", "read"),
            _ => ("write", "written"),
        };
        let at = bytes(race.memory.space(), &race.range);
        let pipe_name = |pipe: Pipe| if pipe == ENGINE { "the DMA engine" } else { pipe.name() };
        let ranks = core.rank != own.rank;
        let place = |at: CoreAt, pipe: Pipe| match pipe_name(pipe) {
            pipe if core == own => format!("on {pipe}"),
            _ if !self.inside && ranks => format!("on rank {}", at.rank),
            pipe if ranks => format!("on {pipe} of rank {}", at.rank),
            _ if !self.inside && core.block != own.block => format!("in block {}", at.block),
            _ if !self.inside => format!("on {}", at.role),
            pipe if core.block != own.block => format!("on {pipe} of block {}", at.block),
            pipe => format!("on {pipe} of {}", at.role),
        };
        let (then, now) = (place(core, from), place(own, to));
        let message = format!("{op} may {verb} {name} before {other} has {done} it");
        let name = f.name(first.node, first.slot);
        let past = if race.code == code::RACE_OVERWRITE { "read" } else { "written" };
        let mut d = Diagnostic::error(race.code, f.span(second.node, second.slot), message);
        if race.in_step {
            // pto-isa@3186c381 kernels/manual/common/flash_atten/pto_macro_fa_softmax.hpp:80-82 does so on A2/A3.
            d.severity = Severity::Warning;
            d = d.note("published kernels leave out the barrier between instructions that go through the same rows, element by element");
        }
        let d = d
            .found(format!("{at}, {now}"))
            .label(f.span(first.node, first.slot), format!("{past} here as {name}, {then}"));
        let (after, before) = (f.line(first.node), f.line(second.node));
        if ranks {
            let help = format!(
                "let rank {} notify rank {} after line {after}, when its data is there (`pto.comm.tnotify`), and rank {} wait before line {before} (`pto.comm.twait`)",
                core.rank, own.rank, own.rank
            );
            return d.help(help).fixed_by(Err(
                "the counter and the place of a notification are a choice of both devices",
            ));
        }
        let posted = |f: &Findings<'_>, node| {
            f.module.def(f.module.node(node)).is_some_and(|d| d.is(&sdma_gm_gm))
        };
        if core.block == own.block && (posted(f, first.node) || posted(f, second.node)) {
            return d
                .help("use `soft_put` on a5, or let a later launch use what is copied")
                .fixed_by(Err("no instruction of a kernel waits for this engine"));
        }
        if core.block == own.block && [from, to].contains(&ENGINE) {
            return d
                .help(format!(
                    "wait for the transfer before line {before} (`pto.comm.wait_async_event`)"
                ))
                .fixed_by(Err("which event is the one of the transfer only the program can say"));
        }
        if core.block != own.block {
            return d
                .help("give each block its own part of the buffer, or let the blocks meet between the two with `pto.syncall`")
                .fixed_by(Err("which part of a buffer belongs to which block only the program can say"));
        }
        if core != own {
            return d
                .help(format!(
                    "let {} signal after line {after} and {} wait before line {before}",
                    core.role, own.role
                ))
                .fixed_by(Err("the number and the place of a signal between cores are a choice of both of them"));
        }
        match race.missing() {
            None => {
                let barrier = format!("pto.barrier <{}>", to.name());
                d.help(format!("add `{barrier}` before line {before}"))
                    .fixed_by(Ok(vec![f.add_before(second.node, &barrier)]))
            }
            Some(m) => {
                let (help, edits) = events.advise(m, f.module, f.lines);
                d.help(help).fixed_by(edits)
            }
        }
    }
}

/// Blocks store equal values to the same place.
fn stored_twice(race: &Race, f: &Findings<'_>) -> Diagnostic {
    let (first, second) = (&race.first, &race.second);
    let (name, op) = (f.name(second.node, second.slot), f.op(second.node));
    let at = bytes(race.memory.space(), &race.range);
    let message = format!("{op} stores to {name} what another block stores there, too");
    Diagnostic::warning(race.code, f.span(second.node, second.slot), message)
        .found(format!("{at}, in block {}", second.block))
        .label(f.span(first.node, first.slot), format!("the same values, in block {}", first.block))
        .help("give each block its own part of the buffer, or let one of them store it")
        .fixed_by(Err("which part of a buffer belongs to which block only the program can say"))
}
