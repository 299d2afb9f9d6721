//! Events and buffer ids used as the devices allow: every set meets one wait, ids exist, what is taken is given
//! back.

use super::FlagIdentity;
use super::clock::Clocks;
use super::event_fixits::{self, EventFixits};
use super::report::Findings;
use pto_analysis::fixit::{Event, EventAllocator, MissingEdge, all_written};
use pto_ir::NodeId;
use pto_ir::diag::Diagnostic;
use pto_isa::sem::Arg;
use pto_isa::{Pipe, PipeSelector, code};
use pto_sim::{CoreAt, TraceKind, TraceRecord};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// Buffer ids of a core. Source: pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/get-buf.md.
const BUFFER_IDS: i64 = 32;

/// An event that is set.
struct Set {
    core: CoreAt,
    from: Pipe,
    to: Pipe,
    id: i64,
    node: NodeId,
}

/// A wait that took an event, as the clocks count it.
#[derive(Clone, Copy)]
struct Taken {
    set: NodeId,
    wait: NodeId,
    at: (usize, u32),
}

/// A buffer id that is held.
struct Held {
    core: CoreAt,
    pipe: Pipe,
    id: i64,
    node: NodeId,
}

/// Follows events and buffer ids.
pub(crate) struct Protocol {
    identity: FlagIdentity,
    clocks: Clocks,
    set: Vec<Set>,
    /// The last wait for each event.
    taken: Vec<(CoreAt, Event, Taken)>,
    held: Vec<Held>,
    fixits: EventFixits,
    used: FxHashSet<Event>,
    /// Signals that meet an earlier one, to be fixed when it is known who waits for which.
    twice: Vec<(NodeId, NodeId, Diagnostic)>,
    /// Signals that nothing holds back until the one before is waited for.
    early: Vec<(MissingEdge, Diagnostic)>,
    /// The block that runs; others before it have ended, unless blocks run together.
    block: u32,
    together: bool,
}

impl Protocol {
    pub fn new(clocks: Clocks, identity: FlagIdentity, together: bool) -> Protocol {
        Protocol {
            identity,
            clocks,
            set: Vec::new(),
            taken: Vec::new(),
            held: Vec::new(),
            fixits: EventFixits::default(),
            used: FxHashSet::default(),
            twice: Vec::new(),
            early: Vec::new(),
            block: 0,
            together,
        }
    }

    pub fn on_record(&mut self, record: &TraceRecord<'_>, f: &mut Findings<'_>) {
        if record.core.block != self.block && !self.together {
            self.block = record.core.block;
            self.end(f);
            self.clocks.reset();
            self.taken.clear();
        }
        self.clocks.pass(record);
        match record.kind {
            TraceKind::SetFlag { from, to, id } => {
                event_id(record.node, id, f);
                self.set_flag(record, (from, to, id), f);
            }
            TraceKind::WaitFlag { from, to, id } => {
                event_id(record.node, id, f);
                let is_it = |s: &Set| s.core == record.core && self.is_same(s, from, to, id);
                if let Some(at) = self.set.iter().position(is_it) {
                    let set = self.set.remove(at);
                    self.fixits.add(set.node, record.node);
                    let at = self.clocks.issue(record.core, to);
                    let taken = Taken { set: set.node, wait: record.node, at };
                    let event = (from, set.to, id);
                    self.taken.retain(|t| (t.0, t.1) != (record.core, event));
                    self.taken.push((record.core, event, taken));
                }
            }
            TraceKind::GetBuffer(pipe, id) => {
                buffer_id(record.node, id, f);
                self.held.push(Held { core: record.core, pipe, id, node: record.node });
            }
            TraceKind::ReleaseBuffer(pipe, id) => self.release(record, pipe, id, f),
            TraceKind::Barrier(pipe)
                if !f.target.has_barrier(pipe) && f.is_new(code::PIPE, record.node, None) =>
            {
                let message = format!("{} of {} does nothing here", f.op(record.node), pipe.name());
                let statement = f.module.node(record.node).span;
                let d = Diagnostic::warning(code::PIPE, f.span(record.node, None), message)
                    .found("this pipe is in order by itself")
                    .fix(statement, "");
                f.push(d);
            }
            _ => {}
        }
    }

    fn is_same(&self, s: &Set, from: Pipe, to: Pipe, id: i64) -> bool {
        s.from == from && s.id == id && (self.identity == FlagIdentity::SourceId || s.to == to)
    }

    fn set_flag(
        &mut self,
        record: &TraceRecord<'_>,
        (from, to, id): (Pipe, Pipe, i64),
        f: &mut Findings<'_>,
    ) {
        self.used.insert((from, to, id));
        let before =
            self.set.iter().find(|s| s.core == record.core && self.is_same(s, from, to, id));
        if let Some(s) = before
            && f.is_new(code::EVENT_SET_TWICE, record.node, Some(s.node))
        {
            let (from, to) = (from.name(), to.name());
            let message =
                format!("event {id} from {from} to {to} is set again before it is waited for");
            let mut d =
                Diagnostic::error(code::EVENT_SET_TWICE, f.span(record.node, None), message)
                    .found("an event holds one signal");
            if s.node != record.node {
                d = d.label(f.span(s.node, None), "set here");
            }
            if s.to.name() != to {
                d = d.note("`--flag-identity src-id`: events of one pipe share their numbers, whoever waits");
            }
            let d = d.help("wait for it in between, or use another event id");
            self.twice.push((s.node, record.node, d));
        } else if before.is_none() {
            self.set_after_wait(record, (from, to, id), f);
        }
        self.set.push(Set { core: record.core, from, to, id, node: record.node });
    }

    /// The wait for the last signal stands before this one in the text; nothing may hold the pipe that sets it until
    /// the other one has come so far.
    fn set_after_wait(&mut self, record: &TraceRecord<'_>, event: Event, f: &mut Findings<'_>) {
        let (from, to, id) = event;
        let any_target = self.identity == FlagIdentity::SourceId;
        let is_it = |(core, e, _): &&(CoreAt, Event, Taken)| {
            *core == record.core && (e.0, e.2) == (from, id) && (any_target || e.1 == to)
        };
        let before: SmallVec<[_; 2]> =
            self.taken.iter().filter(is_it).map(|t| (t.1.1, t.2)).collect();
        for (waiter, t) in before {
            if self.clocks.covers_after(record.core, from, t.at)
                || !f.is_new(code::EVENT_SET_TWICE, record.node, Some(t.set))
            {
                continue;
            }
            let (from, to) = (from.name(), waiter.name());
            let message =
                format!("event {id} from {from} to {to} may be set again before it is waited for");
            let mut d =
                Diagnostic::error(code::EVENT_SET_TWICE, f.span(record.node, None), message)
                    .found("an event holds one signal")
                    .label(
                        f.span(t.wait, None),
                        format!("nothing lets {from} wait until {to} is here"),
                    );
            if t.set != record.node {
                d = d.label(f.span(t.set, None), "set here");
            }
            let missing =
                MissingEdge { from: waiter, to: event.0, first: t.wait, second: record.node };
            self.early.push((missing, d));
        }
    }

    /// An instruction that goes through two pipes sets events of its own, one number for each staging tile, and waits
    /// for them: they must be free. Source: pto-isa@3186c381 include/pto/comm/a2a3/TPut.hpp:45-56, 304-371.
    pub fn on_access(&self, record: &TraceRecord<'_>, f: &mut Findings<'_>) {
        let PipeSelector::Through(first, second) = record.def.pipe else { return };
        let tiles = record.args.iter().filter(|a| matches!(a.1, Arg::Tile(_))).count() as i64;
        let own = |s: &&Set| {
            let pairs = [(first, second), (second, first)];
            let used = |(from, to): &(Pipe, Pipe)| {
                (0..tiles.max(1)).any(|id| self.is_same(s, *from, *to, id))
            };
            s.core == record.core && pairs.iter().any(used)
        };
        if let Some(s) = self.set.iter().find(own)
            && f.is_new(code::EVENT_SET_TWICE, record.node, Some(s.node))
        {
            let (op, id, from, to) = (f.op(record.node), s.id, s.from.name(), s.to.name());
            let message = format!("{op} sets event {id} from {from} to {to} itself");
            let d = Diagnostic::error(code::EVENT_SET_TWICE, f.span(record.node, None), message)
                .found("it is set already, and an event holds one signal")
                .label(f.span(s.node, None), "set here")
                .help("wait for it before, or use another event id")
                .fixed_by(Err("where the wait belongs only the program can say"));
            f.push(d);
        }
    }

    fn release(&mut self, record: &TraceRecord<'_>, pipe: Pipe, id: i64, f: &mut Findings<'_>) {
        buffer_id(record.node, id, f);
        let own = self.held.iter().position(|h| (h.core, h.id) == (record.core, id));
        match own.map(|at| self.held.remove(at)) {
            None => {
                if f.is_new(code::BUFFER_HELD, record.node, None) {
                    let message = format!(
                        "{} gives back buffer id {id}, which nobody holds",
                        f.op(record.node)
                    );
                    let d =
                        Diagnostic::error(code::BUFFER_HELD, f.span(record.node, None), message)
                            .help(format!("take it before with `pto.get_buf`, for {}", pipe.name()))
                            .fixed_by(Err("what the id should guard only the program can say"));
                    f.push(d);
                }
            }
            Some(h) if h.pipe != pipe => {
                if f.is_new(code::BUFFER_HELD, record.node, Some(h.node)) {
                    let message = format!(
                        "{} gives back buffer id {id} for {}, but {} holds it",
                        f.op(record.node),
                        pipe.name(),
                        h.pipe.name()
                    );
                    let d =
                        Diagnostic::error(code::BUFFER_HELD, f.span(record.node, None), message)
                            .label(f.span(h.node, None), "taken here")
                            .fixed_by(event_fixits::give_back_by(record.node, (h.pipe, id), f));
                    f.push(d);
                }
            }
            Some(_) => {}
        }
    }

    /// Says which signals meet each other; `added` are events that fix other findings.
    pub fn report(mut self, added: Vec<Event>, f: &mut Findings<'_>) {
        // A signal and wait that fix a race hold the signal back, too.
        self.early.retain(|(m, _)| !added.iter().any(|e| (e.0, e.1) == (m.from, m.to)));
        self.used.extend(all_written(f.module).chain(added));
        let any_target = self.identity == FlagIdentity::SourceId;
        for (earlier, later, d) in self.twice {
            let fix = self.fixits.renumber((earlier, later), &mut self.used, any_target, f);
            f.push(d.fixed_by(fix));
        }
        let missing = self.early.iter().map(|e| e.0);
        let events = EventAllocator::new(f.module, missing, self.used.iter().copied(), any_target);
        for (missing, d) in self.early {
            let (help, edits) = events.advise(missing, f.module, f.lines);
            f.push(d.help(help).fixed_by(edits));
        }
    }

    /// The cores have ended.
    pub fn end(&mut self, f: &mut Findings<'_>) {
        for s in std::mem::take(&mut self.set) {
            if f.is_new(code::EVENT_LEFT, s.node, None) {
                let (id, from, to) = (s.id, s.from.name(), s.to.name());
                let message = format!("event {id} from {from} to {to} is still set at the end");
                let d = Diagnostic::error(code::EVENT_LEFT, f.span(s.node, None), message)
                    .found("set here, and nobody waits for it")
                    .help(format!("wait for it before the end: `pto.wait_flag [<{from}>, <{to}>, <EVENT_ID{id}>]`"))
                    .fixed_by(self.fixits.wait_for(s.node, f));
                f.push(d);
            }
        }
        for h in std::mem::take(&mut self.held) {
            if f.is_new(code::BUFFER_HELD, h.node, None) {
                let message =
                    format!("buffer id {} is still held by {} at the end", h.id, h.pipe.name());
                let d = Diagnostic::error(code::BUFFER_HELD, f.span(h.node, None), message)
                    .found("taken here, and not given back")
                    .fixed_by(event_fixits::give_back(h.node, (h.pipe, h.id), f));
                f.push(d);
            }
        }
    }
}

fn event_id(node: NodeId, id: i64, f: &mut Findings<'_>) {
    let Some(device) = f.target.def().device else { return };
    let has = device.event_ids_by(f.rules);
    let last = i64::from(has) - 1;
    if !(0..=last).contains(&id) && f.is_new(code::EVENT_ID, node, None) {
        let message = format!("event {id} does not exist: each pair of pipes has {has} events");
        let d = Diagnostic::error(code::EVENT_ID, f.span(node, None), message)
            .help(format!("use 0 to {last}"))
            .fixed_by(Err("the number is computed"));
        f.push(d);
    }
}

fn buffer_id(node: NodeId, id: i64, f: &mut Findings<'_>) {
    if !(0..BUFFER_IDS).contains(&id) && f.is_new(code::BUF_ID, node, None) {
        let message = format!("buffer id {id} does not exist: there are 0 to {}", BUFFER_IDS - 1);
        let d = Diagnostic::error(code::BUF_ID, f.span(node, None), message);
        f.push(d.fixed_by(Err("the number is computed")));
    }
}
