//! A second look at a synchronised program: everything that conflicts is ordered, every signal is waited for.
//!
//! It reads the lowered text and walks through it as the scalar unit issues it, keeping what each pipe knows of
//! the others. A loop is walked through no, one, two and more times, a branch on both sides; where paths meet,
//! only what holds on all of them counts. It shares nothing with the passes but the instruction table.

mod blocks;
mod state;
mod step;
mod theirs;
mod values;

use crate::verify_plan::name;
use crate::verify_plan::names::Names;
use pto_ir::module::{Node, NodeId, RegionId};
use pto_ir::{Diagnostic, Module, Severity, Span, ValueId};
use pto_isa::{Pipe, Space, Target, Type, code};
use rustc_hash::{FxHashMap, FxHashSet};
use state::{Event, PIPES, State};
pub(crate) use theirs::Theirs;

const PIPE: [Pipe; PIPES] =
    [Pipe::S, Pipe::V, Pipe::M, Pipe::Mte1, Pipe::Mte2, Pipe::Mte3, Pipe::Fix];
/// Statements walked through, loops counted each time, before loops are walked only once.
const BUDGET: u64 = 3_000_000;
/// An event or buffer id that is no constant.
pub(crate) const UNKNOWN: &str = "which id this is shows only when the program runs";
/// More findings than this say nothing new.
const MAX_FINDINGS: usize = 20;

/// What to look at.
#[derive(Clone, Copy)]
pub(crate) enum Look<'a> {
    /// Order, and whether every signal is waited for.
    All,
    /// The same, but for signals that the program had before.
    Added(&'a FxHashMap<String, Theirs>),
    /// Whether every signal is waited for.
    Signals,
}

/// Something that a signal or a wait names.
#[derive(Clone, Copy)]
enum Signal {
    Event(Event),
    Buffer(usize),
    Unknown,
}

struct Walk<'m> {
    module: &'m Module,
    target: Target,
    names: &'m Names<'m>,
    /// The kind of section that is skipped, in a function with both.
    skip: &'static str,
    /// Values of loop counters.
    counters: FxHashMap<ValueId, i64>,
    /// Rounds of a loop: enough to come back to the first of several buffers.
    rounds: i64,
    budget: u64,
    look: Look<'m>,
    theirs: Option<&'m Theirs>,
    said: FxHashSet<(NodeId, NodeId)>,
    findings: Vec<Diagnostic>,
}

/// What is wrong with the synchronisation of some functions of a lowered program; a note if it was too much to look
/// at all of it.
pub(crate) fn verify(
    module: &Module,
    target: Target,
    functions: &FxHashSet<String>,
    look: Look<'_>,
) -> Vec<Diagnostic> {
    let names = Names::everything(module, target);
    let mut findings = Vec::new();
    for (id, node) in module.nodes() {
        if name(module, node) != "func.func" || !functions.contains(&names.function_name(id)) {
            continue;
        }
        let Some(&region) = module.node_regions(node).first() else { continue };
        let mut sections = (false, false);
        let mut buffers = 1;
        survey(module, region, &mut sections, &mut buffers);
        let views: &[&'static str] = match sections {
            (true, true) => &["section.cube", "section.vector"],
            _ => &[""],
        };
        for &skip in views {
            let mut walk = Walk {
                module,
                target,
                names: &names,
                skip,
                counters: FxHashMap::default(),
                rounds: i64::from(buffers) + 1,
                budget: BUDGET,
                look,
                theirs: match look {
                    Look::Added(theirs) => theirs.get(&names.function_name(id)),
                    _ => None,
                },
                said: FxHashSet::default(),
                findings: Vec::new(),
            };
            let left = walk.region(region, State::default());
            for e in left.pending() {
                let message = format!("{} is still set when the function ends", spell(e));
                walk.complain(id, Signal::Event(e), message);
            }
            for b in left.held() {
                let message = format!("buffer id {b} is still taken when the function ends");
                walk.complain(id, Signal::Buffer(b), message);
            }
            if walk.budget == 0 {
                let name = names.function_name(id);
                let message =
                    format!("the loops of `@{name}` were looked at only once: there are too many");
                let d = Diagnostic::warning(code::LOWERING, Span::default(), message);
                findings.push(Diagnostic { severity: Severity::Note, ..d });
            }
            findings.append(&mut walk.findings);
        }
        findings.truncate(MAX_FINDINGS);
    }
    findings
}

fn spell((from, to, id): Event) -> String {
    format!("event {id} from {} to {}", PIPE[from].name(), PIPE[to].name())
}

/// Which sections a region has, and the most buffers behind one name.
fn survey(module: &Module, region: RegionId, sections: &mut (bool, bool), buffers: &mut u32) {
    for &b in &module.region(region).blocks {
        for &id in &module.block(b).ops {
            let node = module.node(id);
            match name(module, node) {
                "section.cube" => sections.0 = true,
                "section.vector" => sections.1 = true,
                "alloc_multi_tile" => {
                    for v in module.results(node) {
                        if let Some(Type::MultiTile(_, n)) = module.type_of(v) {
                            *buffers = (*buffers).max(*n);
                        }
                    }
                }
                _ => {}
            }
            for &r in module.node_regions(node) {
                survey(module, r, sections, buffers);
            }
        }
    }
}

impl Walk<'_> {
    fn say(&mut self, at: NodeId, other: Option<(NodeId, String)>, message: String) {
        let key = (at, other.as_ref().map_or(at, |o| o.0));
        if self.findings.len() >= MAX_FINDINGS || !self.said.insert(key) {
            return;
        }
        let mut d = Diagnostic::error(code::LOWERING, self.module.node(at).name_span, message);
        if let Some((node, text)) = other {
            d = d.label(self.module.node(node).name_span, text);
        }
        self.findings.push(d);
    }

    /// Something is wrong with a signal, if it is one to look at.
    fn complain(&mut self, at: NodeId, signal: Signal, message: String) {
        if self.theirs.is_none_or(|t| !t.has(signal)) {
            let key = (at, NodeId(u32::MAX));
            if self.findings.len() < MAX_FINDINGS
                && (signal_repeats(signal) || self.said.insert(key))
            {
                let span = self.module.node(at).name_span;
                self.findings.push(Diagnostic::error(code::LOWERING, span, message));
            }
        }
    }

    fn region(&mut self, region: RegionId, mut state: State) -> State {
        let blocks = &self.module.region(region).blocks;
        if blocks.len() > 1 {
            return self.blocks(blocks, state);
        }
        for &b in blocks {
            for &id in &self.module.block(b).ops {
                state = self.operation(id, state);
            }
        }
        state
    }

    fn join(&mut self, at: NodeId, paths: Vec<State>) -> State {
        let mut paths = paths.into_iter();
        let Some(mut all) = paths.next() else { return State::default() };
        for p in paths {
            let fallback = p.clone();
            all = match all.join(p) {
                Ok(s) => s,
                Err(event) => {
                    let message = format!("{} is set on some paths only", spell(event));
                    self.complain(at, Signal::Event(event), message);
                    fallback
                }
            };
        }
        all
    }

    fn operation(&mut self, id: NodeId, mut state: State) -> State {
        let module = self.module;
        let node = module.node(id);
        self.budget = self.budget.saturating_sub(1);
        state.time += 1;
        let regions: Vec<RegionId> = module.node_regions(node).to_vec();
        match name(module, node) {
            _ if !regions.is_empty() && self.is_vector_code(node) => self.vector_code(id, state),
            "scf.for" => self.counted(id, regions[0], state),
            "scf.while" if regions.len() == 2 => {
                let mut ends = Vec::new();
                for _ in 0..if self.budget > 0 { 3 } else { 1 } {
                    let end = self.region(regions[0], state);
                    state = self.region(regions[1], end.clone());
                    ends.push(end);
                }
                self.join(id, ends)
            }
            "scf.if" | "scf.index_switch" => {
                let mut ends: Vec<State> = Vec::new();
                let time = state.time;
                for &r in &regions {
                    // Times tell accesses of different branches apart.
                    let mut start = state.clone();
                    start.time = ends.last().map_or(time, |e| e.time);
                    ends.push(self.region(r, start));
                }
                if regions.len() < 2 {
                    ends.push(state);
                }
                self.join(id, ends)
            }
            section if section == self.skip => state,
            _ if !regions.is_empty() => regions.into_iter().fold(state, |s, r| self.region(r, s)),
            "func.call" | "func.call_indirect" => self.anything(id, state),
            _ => self.step(id, state),
        }
    }

    fn is_vector_code(&self, node: &Node) -> bool {
        matches!(name(self.module, node), "vecscope" | "strict_vecscope" | "section.simt")
            || self.module.attr(node, "llvm.loop.aivector_scope").is_some()
    }

    fn counted(&mut self, id: NodeId, body: RegionId, state: State) -> State {
        let module = self.module;
        let operands: Vec<ValueId> =
            module.operands(module.node(id)).iter().map(|o| o.value).collect();
        let of = |i: usize| operands.get(i).and_then(|&v| self.number(v));
        let (low, high, step) = (of(0), of(1), of(2).unwrap_or(1));
        let counter =
            module.region(body).blocks.first().and_then(|&b| module.block(b).args.first().copied());
        let entered = low.zip(high).is_some_and(|(l, h)| l < h);
        let mut ends = if entered { Vec::new() } else { vec![state.clone()] };
        let mut now = state;
        let rounds = if self.budget > 0 { self.rounds } else { 1 };
        for k in 0..rounds {
            if let Some(c) = counter {
                self.counters.insert(c, low.unwrap_or(0) + k * step);
            }
            now = self.region(body, now);
            ends.push(now.clone());
        }
        if let Some(c) = counter {
            self.counters.remove(&c);
        }
        self.join(id, ends)
    }

    /// A statement that may do anything on any pipe.
    fn anything(&mut self, id: NodeId, mut state: State) -> State {
        if let Some(past) = state.unfinished().filter(|_| !matches!(self.look, Look::Signals)) {
            let (node, pipe) = (past.node, PIPE[past.pipe].name());
            let message = "this starts before all earlier work is done".to_string();
            self.say(id, Some((node, format!("{pipe} may still be at this"))), message);
        }
        // What comes next has to wait for it: it is like an access of every pipe to everything.
        for space in Space::ALL {
            for pipe in 0..PIPES {
                state.access(pipe, (space, 0, u64::MAX >> 1), true, false, id);
            }
        }
        state
    }
}

/// Whether one place may have several complaints: the end of a function.
fn signal_repeats(signal: Signal) -> bool {
    !matches!(signal, Signal::Unknown)
}
