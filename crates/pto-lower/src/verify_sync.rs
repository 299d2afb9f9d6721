//! A second look at a synchronised program: everything that conflicts is ordered, every signal is waited for.
//!
//! It reads the text and walks through it as the scalar unit issues it, keeping what each pipe knows of the others. A
//! loop is walked through no, one, two and more times, until the ids and places it works with come again, a branch on
//! both sides unless it is known which it takes; where paths meet, only what holds on all of them counts. Functions
//! that are called are walked through, too. It shares nothing with the passes but the instruction table.

mod blocks;
mod calls;
mod loops;
mod number;
mod places;
mod slice;
mod state;
mod step;
mod theirs;
mod values;

use crate::verify_plan::instruction;
use crate::verify_plan::names::Names;
use pto_ir::dialect::{DialectOp, Func, Scf};
use pto_ir::mend::Missing;
use pto_ir::module::{Node, NodeId, RegionId};
use pto_ir::{Diagnostic, Module, Severity, Span, ValueId};
use pto_isa::{Pipe, Space, Target, code};
use rustc_hash::{FxHashMap, FxHashSet};
use slice::Slice;
use state::{Event, PIPES, SYMBOL, State};
pub(crate) use theirs::Theirs;
use values::Val;

const PIPE: [Pipe; PIPES] =
    [Pipe::S, Pipe::V, Pipe::M, Pipe::Mte1, Pipe::Mte2, Pipe::Mte3, Pipe::Fix];
/// Statements walked through, loops counted each time, before loops are walked only once.
const BUDGET: u64 = 3_000_000;
/// An event or buffer id that is no constant.
pub(crate) const UNKNOWN: &str = "which id this is shows only when the program runs";
/// An event of a pipe that no instruction runs on.
const UNFOLLOWED: &str = "events of this pipe are not followed";
/// So many bytes stand for a place that is not known.
const VAGUE: u64 = 1 << 39;
/// More findings than this say nothing new.
const MAX_FINDINGS: usize = 20;

/// Some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    space: Space,
    start: u64,
    /// One past the last.
    end: u64,
    /// Whether a write covers all of them.
    whole: bool,
}

/// What was found about a function.
pub(crate) struct Found {
    pub diagnostic: Diagnostic,
    /// The hand-over that is missing, if that is what was found.
    pub missing: Option<Missing>,
    /// Whether all ids and places it speaks of are known.
    pub certain: bool,
}

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
    slice: &'m Slice,
    /// The kind of section that is skipped, in a function with both.
    skip: &'static str,
    /// What is known of arguments of blocks, and of results of loops and branches.
    env: FxHashMap<ValueId, Val>,
    /// The id that a pair of pipes uses, if it is not known but always the same.
    symbols: FxHashMap<(usize, usize), Option<ValueId>>,
    /// Functions that are being walked through.
    calls: Vec<NodeId>,
    budget: u64,
    look: Look<'m>,
    said: FxHashSet<(NodeId, NodeId)>,
    findings: Vec<Found>,
}

/// What is wrong with the synchronisation of some functions of a lowered program; a note if it was too much to look
/// at all of it.
pub(crate) fn verify(
    module: &Module,
    target: Target,
    functions: &FxHashSet<String>,
    look: Look<'_>,
) -> Vec<Diagnostic> {
    find(module, target, functions, look).into_iter().map(|f| f.diagnostic).collect()
}

/// The same, with what would mend it.
pub(crate) fn find(
    module: &Module,
    target: Target,
    functions: &FxHashSet<String>,
    look: Look<'_>,
) -> Vec<Found> {
    let names = Names::everything(module, target);
    let slice = Slice::new(module);
    let mut findings = Vec::new();
    for id in module.functions() {
        if !functions.contains(&names.function_name(id)) {
            continue;
        }
        let Some(&region) = module.node_regions(module.node(id)).first() else { continue };
        let mut walk = Walk {
            module,
            target,
            names: &names,
            slice: &slice,
            skip: "",
            env: FxHashMap::default(),
            symbols: FxHashMap::default(),
            calls: vec![id],
            budget: BUDGET,
            look,
            said: FxHashSet::default(),
            findings: Vec::new(),
        };
        let views: &[&'static str] = match walk.survey(region, 0) {
            (true, true) => &["section.cube", "section.vector"],
            _ => &[""],
        };
        for case in walk.cases_of(id) {
            for &skip in views {
                walk.skip = skip;
                walk.env = case.clone();
                walk.symbols.clear();
                let left = walk.region(region, State::default());
                for e in left.pending() {
                    let message = format!("{} is still set when the function ends", spell(e));
                    walk.complain(id, Signal::Event(e), message);
                }
                for held in left.held() {
                    let message = format!("buffer id {held} is still taken when the function ends");
                    walk.complain(id, Signal::Buffer(held), message);
                }
            }
        }
        if walk.budget == 0 {
            let name = names.function_name(id);
            let message =
                format!("the loops of `@{name}` were looked at only once: there are too many");
            let d = Diagnostic::warning(code::LOWERING, Span::default(), message);
            let diagnostic = Diagnostic { severity: Severity::Note, ..d };
            findings.push(Found { diagnostic, missing: None, certain: false });
        }
        findings.append(&mut walk.findings);
        findings.truncate(MAX_FINDINGS);
    }
    findings
}

fn spell((from, to, id): Event) -> String {
    let (from, to) = (PIPE[from].name(), PIPE[to].name());
    match id {
        SYMBOL => format!("an event from {from} to {to}"),
        id => format!("event {id} from {from} to {to}"),
    }
}

impl Walk<'_> {
    fn say(&mut self, at: NodeId, other: Option<(NodeId, String)>, message: String) {
        let certain = other.is_none() && message != UNKNOWN && message != UNFOLLOWED;
        self.say_more(at, other, message, (None, certain));
    }

    fn say_more(
        &mut self,
        at: NodeId,
        other: Option<(NodeId, String)>,
        message: String,
        (missing, certain): (Option<Missing>, bool),
    ) {
        let key = (at, other.as_ref().map_or(at, |o| o.0));
        if self.findings.len() >= MAX_FINDINGS || !self.said.insert(key) {
            return;
        }
        let mut d = Diagnostic::error(code::LOWERING, self.module.node(at).name_span, message);
        if let Some((node, text)) = other {
            d = d.label(self.module.node(node).name_span, text);
        }
        self.findings.push(Found { diagnostic: d, missing, certain });
    }

    /// Something is wrong with a signal, if it is one to look at.
    fn complain(&mut self, at: NodeId, signal: Signal, message: String) {
        if self.theirs().is_none_or(|t| !t.has(signal)) {
            self.say(at, None, message);
        }
    }

    /// What the function had before. Calls are not followed where that is asked.
    fn theirs(&self) -> Option<&Theirs> {
        match self.look {
            Look::Added(theirs) => theirs.get(&self.names.function_name(*self.calls.first()?)),
            _ => None,
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
        match (node.dialect_op(), instruction(module, node)) {
            _ if !regions.is_empty() && self.is_vector_code(node) => self.vector_code(id, state),
            (Some(DialectOp::Scf(Scf::For)), _) => self.counted(id, regions[0], state),
            (Some(DialectOp::Scf(Scf::While)), _) if regions.len() == 2 => {
                let mut ends = Vec::new();
                for _ in 0..if self.budget > 0 { 3 } else { 1 } {
                    let end = self.region(regions[0], state);
                    state = self.region(regions[1], end.clone());
                    ends.push(end);
                }
                self.join(id, ends)
            }
            (Some(op), _) if op.is_choice() => self.branch(id, &regions, state),
            (_, section) if !section.is_empty() && section == self.skip => state,
            _ if !regions.is_empty() => regions.into_iter().fold(state, |s, r| self.region(r, s)),
            (Some(DialectOp::Func(Func::Call)), _) => self.call(id, state),
            (Some(DialectOp::Func(Func::CallIndirect)), _) => self.anything(id, state),
            (_, "eventid_array_set" | "eventid_array_get") => {
                self.array(id, &mut state);
                state
            }
            _ => self.step(id, state),
        }
    }

    fn is_vector_code(&self, node: &Node) -> bool {
        matches!(instruction(self.module, node), "vecscope" | "strict_vecscope" | "section.simt")
            || self.module.is_vector_scope_by_attr(node)
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
