//! Validates synchronisation: everything that conflicts is ordered by happens-before, every signal is waited for.
//!
//! An abstract interpreter goes through the program as the scalar unit issues it, keeping what each pipe knows of the
//! others. A
//! loop is walked through no, one, two and more times, until the ids and places it works with come again, a branch on
//! both sides unless it is known which it takes; where paths meet, only what holds on all of them counts. Functions
//! that are called are walked through, too. It shares nothing with the passes but the instruction table.

mod abstract_state;
mod blocks;
mod calls;
mod cluster;
mod conditions;
mod congruence;
mod cores;
mod footprint;
mod iteration_number;
mod jumps;
mod loops;
mod polynomial;
mod slice;
mod step;
mod tiling;
mod trace;
mod user_events;
mod values;
mod windows;

use crate::call_graph::symbol;
use crate::ir::section_of;
use crate::kinds::functions_for_separate_buffers;
use crate::points_to::{PointsTo, parameters};

use abstract_state::{AbstractState, Event, PIPES, SYMBOL};
use conditions::SharedConditions;

use pto_ir::dialect::{DialectOp, Func, Scf};
use pto_ir::module::{Node, NodeId, RegionId};
use pto_ir::{Diagnostic, Module, Severity, Span, ValueId};
use pto_isa::class::{Class, Local, Region};
use pto_isa::def::Core;
use pto_isa::{Pipe, Space, Target, code};
use rustc_hash::{FxHashMap, FxHashSet};
use slice::Slice;
pub use user_events::UserEvents;
use values::{Val, word};

const PIPE: [Pipe; PIPES] =
    [Pipe::S, Pipe::V, Pipe::M, Pipe::Mte1, Pipe::Mte2, Pipe::Mte3, Pipe::Fix];
/// Statements walked through, loops counted each time, before loops are walked only once.
const BUDGET: u64 = 3_000_000;
/// An event or buffer id that is no constant.
const UNKNOWN_ID: &str = "which id this is shows only when the program runs";
/// An event or buffer id of a pipe that no instruction runs on.
const UNFOLLOWED: &str = "signals of this pipe are not followed";
/// A signal in a vector scope or in SIMT code.
const IN_VECTOR_CODE: &str = "signals inside code of the vector unit are not followed";
/// This many bytes stand for a place that is not known.
const VAGUE: u64 = 1 << 39;
/// More findings than this say nothing new.
const MAX_FINDINGS: usize = 20;

/// Some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ByteRange {
    space: Space,
    start: u64,
    /// One past the last.
    end: u64,
    /// Whether a write covers all of them.
    whole: bool,
}

/// An edge of happens-before that is missing: one statement must be done before another starts, on the same core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingEdge {
    /// The pipe of the first statement.
    pub from: Pipe,
    /// The pipe of the second; the same one if it lacks a barrier.
    pub to: Pipe,
    /// What must be done.
    pub first: NodeId,
    /// What must wait.
    pub second: NodeId,
}

/// Why something is not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Two accesses of one core are in no order.
    Order,
    /// A signal that is not waited for, a wait that nothing ends.
    Signal,
    /// An event that may be set again before its last signal is taken.
    SetAgain,
    /// An event or buffer id that only a run shows.
    UnknownId,
    /// Events of a pipe that no instruction runs on.
    UnknownPipe,
    /// A signal inside code of the vector unit.
    VectorCode,
    /// Accesses of other cores of the block.
    Cores,
    /// Accesses of other blocks.
    Blocks,
    /// There was too much to look at.
    Budget,
}

/// What was found about a function.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What it says.
    pub diagnostic: Diagnostic,
    /// Why it is not proved.
    pub reason: Reason,
    /// The edge that is missing, if that is what was found.
    pub missing: Option<MissingEdge>,
    /// Whether all ids and places it speaks of are known, and no condition decides more than one branch of the path.
    pub certain: bool,
}

/// What came of looking at one function.
#[derive(Clone, Debug, Default)]
pub struct Validation {
    /// What is not proved.
    pub findings: Vec<Finding>,
    /// It names events by numbers that only a run shows: they are taken to be numbers that the device has.
    pub given_ids: bool,
}

/// What to look at.
#[derive(Clone, Copy)]
pub enum Scope<'a> {
    /// Order, and whether every signal is waited for.
    All,
    /// The same, but for signals that the program had before.
    Added(&'a FxHashMap<String, UserEvents>),
    /// Whether every signal is waited for.
    Signals,
    /// Order between the cores of a block and between blocks alone.
    Others,
}

/// Something that a signal or a wait names.
#[derive(Clone, Copy)]
enum Signal {
    Event(Event),
    Buffer(usize),
    Unknown,
}

struct AbstractInterpreter<'m> {
    module: &'m Module,
    target: Target,
    points_to: &'m PointsTo<'m>,
    slice: &'m Slice,
    shared: &'m SharedConditions,
    /// The path that is walked may take the same condition in two ways, and not exist.
    doubtful: bool,
    /// The kind of section that is skipped, in a function with both.
    skip: Option<Core>,
    /// What is known of arguments of blocks, and of results of loops and branches.
    env: FxHashMap<ValueId, Val>,
    /// The id that a pair of pipes uses, if it is not known but always the same.
    symbols: FxHashMap<(usize, usize), Option<ValueId>>,
    /// Some event was named by a number that only a run shows.
    given_ids: bool,
    /// What the only call of a function hands to its parameters.
    only_calls: &'m FxHashMap<ValueId, ValueId>,
    /// What the parameters of the function of the other kind of core stand for.
    partner_parameters: FxHashMap<ValueId, ValueId>,
    /// The kernel of the cube core and that of the vector cores, where there is one of each.
    pair: Option<(NodeId, NodeId)>,
    /// The number of the vector core whose trace is made.
    subblock: Option<i64>,
    /// Functions that are being walked through.
    calls: Vec<NodeId>,
    budget: u64,
    scope: Scope<'m>,
    said: FxHashSet<(NodeId, NodeId)>,
    findings: Vec<Finding>,
}

/// What of the synchronisation of some functions is not proved; a note if it was too much to look at all of it.
pub fn validate_sync(
    module: &Module,
    target: Target,
    functions: &FxHashSet<String>,
    scope: Scope<'_>,
) -> Vec<Finding> {
    let validator = SyncValidator::new(module, target);
    let mut findings = Vec::new();
    for id in module.functions() {
        if functions.contains(symbol(module, id, "sym_name").unwrap_or("")) {
            findings.extend(validator.validate(id, scope).findings);
            findings.truncate(MAX_FINDINGS);
        }
    }
    findings
}

/// What is known of a whole program, read once and asked about each of its functions.
pub struct SyncValidator<'m> {
    module: &'m Module,
    target: Target,
    points_to: PointsTo<'m>,
    slice: Slice,
    shared: SharedConditions,
    only_calls: FxHashMap<ValueId, ValueId>,
    pair: Option<(NodeId, NodeId)>,
    /// Numbers whose rests matter, by the function that makes each once.
    divided: FxHashMap<NodeId, Vec<ValueId>>,
    /// Functions with sections of the cube core, and of vector cores.
    cube: FxHashSet<NodeId>,
    vector: FxHashSet<NodeId>,
    /// Some function is called by no other.
    has_kernel: bool,
    for_separate_buffers: FxHashSet<NodeId>,
}

impl<'m> SyncValidator<'m> {
    /// Reads a program.
    pub fn new(module: &'m Module, target: Target) -> SyncValidator<'m> {
        let points_to = PointsTo::everything(module, target);
        let slice = Slice::new(module, points_to.handed_over());
        let (only_calls, pair) = (points_to.only_calls(), kernel_pair(module));
        let [cube, vector] =
            [Core::Cube, Core::Vector].map(|core| functions_with(core, module, &points_to));
        let divided = calls::divided_by_function(module, &slice);
        let for_separate_buffers = functions_for_separate_buffers(module, &points_to);
        let mut validator = SyncValidator {
            module,
            target,
            points_to,
            slice,
            shared: SharedConditions::new(module),
            only_calls,
            pair,
            divided,
            cube,
            vector,
            has_kernel: false,
            for_separate_buffers,
        };
        validator.has_kernel = module.functions().any(|f| !validator.is_called(f));
        validator
    }

    /// Whether a proof of the function is about launches whose buffers do not overlap: it touches several of them.
    pub fn takes_buffers_as_separate(&self, function: NodeId) -> bool {
        self.for_separate_buffers.contains(&function)
    }

    /// Whether another function calls it: it is looked at there.
    fn is_called(&self, function: NodeId) -> bool {
        let mut sites = self.points_to.call_sites(function);
        sites.any(|call| self.module.function_of(call) != Some(function))
    }

    /// What of the synchronisation of one function is not proved.
    pub fn validate(&self, id: NodeId, scope: Scope<'_>) -> Validation {
        let mut findings = Vec::new();
        let Some(&region) = self.module.node_regions(self.module.node(id)).first() else {
            return Validation::default();
        };
        let mut walk = AbstractInterpreter {
            module: self.module,
            target: self.target,
            points_to: &self.points_to,
            slice: &self.slice,
            shared: &self.shared,
            doubtful: false,
            skip: None,
            env: FxHashMap::default(),
            symbols: FxHashMap::default(),
            given_ids: false,
            only_calls: &self.only_calls,
            partner_parameters: FxHashMap::default(),
            pair: self.pair,
            subblock: None,
            calls: vec![id],
            budget: BUDGET,
            scope,
            said: FxHashSet::default(),
            findings: Vec::new(),
        };
        let views: &[Option<Core>] = match self.cube.contains(&id) && self.vector.contains(&id) {
            true => &[Some(Core::Cube), Some(Core::Vector)],
            false => &[None],
        };
        let divided = self.divided.get(&id).map_or(&[][..], |list| list);
        let cases = match scope {
            Scope::Others => Vec::new(),
            _ => {
                let cases = walk.cases_of(divided);
                walk.with_conditions(id, cases)
            }
        };
        for case in cases {
            for &skip in views {
                walk.skip = skip;
                walk.env = case.clone();
                walk.doubtful = false;
                walk.symbols.clear();
                let left = walk.region(region, AbstractState::default());
                for e in left.pending() {
                    let message = format!("{} is still set when the function ends", spell(e));
                    walk.report_signal(id, Signal::Event(e), message);
                }
                for held in left.held() {
                    let message = format!("buffer id {held} is still taken when the function ends");
                    walk.report_signal(id, Signal::Buffer(held), message);
                }
            }
        }
        // Functions that call each other in a circle have no kernel.
        let is_kernel = !self.has_kernel || !self.is_called(id);
        if is_kernel && matches!(scope, Scope::All | Scope::Others) {
            walk.others(id, region, views.len() > 1);
        }
        if walk.budget == 0 {
            let name = self.points_to.function_name(id);
            let message =
                format!("the loops of `@{name}` were looked at only once: there are too many");
            let d = Diagnostic::warning(code::LOWERING, Span::default(), message);
            let diagnostic = Diagnostic { severity: Severity::Note, ..d };
            let reason = Reason::Budget;
            findings.push(Finding { diagnostic, reason, missing: None, certain: false });
        }
        findings.append(&mut walk.findings);
        findings.truncate(MAX_FINDINGS);
        Validation { findings, given_ids: walk.given_ids }
    }
}

/// The only kernel of the cube core and the only one of the vector cores.
fn kernel_pair(module: &Module) -> Option<(NodeId, NodeId)> {
    let kernels = |core: Core| {
        let has_regions = |f: &NodeId| !module.node_regions(module.node(*f)).is_empty();
        let is_for = move |f: &NodeId| has_regions(f) && core_of(module, *f) == Some(core);
        let mut all = module.functions().filter(is_for);
        all.next().filter(|_| all.next().is_none())
    };
    kernels(Core::Cube).zip(kernels(Core::Vector))
}

/// The functions that have sections for a kind of core, or call one that has.
fn functions_with(core: Core, module: &Module, points_to: &PointsTo<'_>) -> FxHashSet<NodeId> {
    let is_section = |n: &Node| section_of(module.def(n).map(|d| d.class)) == Some(core);
    let sections = module.nodes().filter(|(_, n)| is_section(n)).map(|(id, _)| id);
    let of_kind = module.functions().filter(|&f| core_of(module, f) == Some(core));
    let calls = of_kind.flat_map(|f| points_to.call_sites(f));
    let mut open: Vec<NodeId> =
        sections.chain(calls).filter_map(|id| module.function_of(id)).collect();
    let mut with = FxHashSet::default();
    while let Some(f) = open.pop() {
        if with.insert(f) && core_of(module, f).is_none() {
            open.extend(points_to.call_sites(f).filter_map(|call| module.function_of(call)));
        }
    }
    with
}

/// The kind of core that a function says it is for.
fn core_of(module: &Module, function: NodeId) -> Option<Core> {
    match word(module, module.node(function), "pto.kernel_kind")? {
        "cube" => Some(Core::Cube),
        "vector" => Some(Core::Vector),
        _ => None,
    }
}

fn spell((from, to, id): Event) -> String {
    let (from, to) = (PIPE[from].name(), PIPE[to].name());
    match id {
        SYMBOL => format!("an event from {from} to {to}"),
        id => format!("event {id} from {from} to {to}"),
    }
}

impl AbstractInterpreter<'_> {
    /// What other cores of the block and other blocks do at the same time.
    fn others(&mut self, function: NodeId, region: RegionId, both_kinds: bool) {
        let partner = self.partner(function);
        let regions: Vec<RegionId> = [Some(function), partner]
            .into_iter()
            .flatten()
            .filter_map(|f| self.module.node_regions(self.module.node(f)).first().copied())
            .collect();
        (self.env, self.skip) = (FxHashMap::default(), None);
        if let Some(p) = partner {
            let (own, theirs) = (parameters(self.module, function), parameters(self.module, p));
            self.partner_parameters = theirs.iter().copied().zip(own.iter().copied()).collect();
        }
        match (both_kinds, partner) {
            (true, _) => self.cores(function, None),
            (false, Some(_)) if core_of(self.module, function) == Some(Core::Vector) => {}
            (false, Some(p)) => self.cores(function, Some(p)),
            (false, None) => self.alone(region),
        }
        self.blocks_apart(&regions);
    }

    /// A core that is alone in its block signals itself at most.
    fn alone(&mut self, region: RegionId) {
        let nodes = self.reached(region);
        let module = self.module;
        let signals = |n: &&NodeId| {
            module.def(module.node(**n)).is_some_and(|d| {
                cores::between_cores(d.class) || matches!(d.class, Class::Queue(_))
            })
        };
        if let Some(&n) = nodes.iter().find(signals) {
            self.not_covered(n, Reason::Cores, "the functions of the other cores");
        }
    }

    /// The other function of a kernel that has one for each kind of core.
    fn partner(&self, function: NodeId) -> Option<NodeId> {
        let (cube, vector) = self.pair?;
        match core_of(self.module, function)? {
            Core::Cube => Some(vector),
            _ => Some(cube),
        }
    }

    /// What a parameter stands for, if that is known.
    fn stands_for(&self, parameter: ValueId) -> Option<ValueId> {
        self.partner_parameters.get(&parameter).or_else(|| self.only_calls.get(&parameter)).copied()
    }

    fn report(&mut self, at: NodeId, other: Option<(NodeId, String)>, message: String) {
        let reason = match message.as_str() {
            UNKNOWN_ID => Reason::UnknownId,
            UNFOLLOWED => Reason::UnknownPipe,
            IN_VECTOR_CODE => Reason::VectorCode,
            _ if other.is_some() => Reason::Order,
            _ => Reason::Signal,
        };
        let certain = reason == Reason::Signal;
        self.push(at, other, message, (reason, None, certain));
    }

    fn report_missing_edge(
        &mut self,
        missing: MissingEdge,
        label: String,
        message: String,
        certain: bool,
    ) {
        let MissingEdge { first, second, .. } = missing;
        let how = (Reason::Order, Some(missing), certain);
        self.push(second, Some((first, label)), message, how);
    }

    fn report_reason(
        &mut self,
        at: NodeId,
        other: Option<(NodeId, String)>,
        message: String,
        reason: Reason,
    ) {
        self.push(at, other, message, (reason, None, false));
    }

    /// Names something that the proof leaves out.
    fn not_covered(&mut self, at: NodeId, reason: Reason, what: &str) {
        let of = match reason {
            Reason::Blocks => "between blocks",
            _ => "between the cores of a block",
        };
        self.report_reason(
            at,
            None,
            format!("the order {of} is not proved: {what} are not followed"),
            reason,
        );
    }

    fn push(
        &mut self,
        at: NodeId,
        other: Option<(NodeId, String)>,
        message: String,
        (reason, missing, certain): (Reason, Option<MissingEdge>, bool),
    ) {
        let key = (at, other.as_ref().map_or(at, |o| o.0));
        if self.findings.len() >= MAX_FINDINGS || !self.said.insert(key) {
            return;
        }
        let mut d = Diagnostic::error(code::LOWERING, self.module.node(at).name_span, message);
        if let Some((node, text)) = other {
            d = d.label(self.module.node(node).name_span, text);
        }
        let certain = certain && !self.doubtful;
        self.findings.push(Finding { diagnostic: d, reason, missing, certain });
    }

    /// An event of the program's own may be set again too early: the tool can lower the program, and says so. `span` is in
    /// the program that was lowered.
    fn not_ours(&mut self, at: NodeId, span: Span, message: String) {
        if self.findings.len() >= MAX_FINDINGS || !self.said.insert((at, at)) {
            return;
        }
        let diagnostic = Diagnostic::warning(code::NOT_PROVED, span, message);
        let diagnostic = Diagnostic { target: Some(self.target), ..diagnostic };
        let reason = Reason::SetAgain;
        self.findings.push(Finding { diagnostic, reason, missing: None, certain: false });
    }

    /// Something is wrong with a signal, if it is one to look at.
    fn report_signal(&mut self, at: NodeId, signal: Signal, message: String) {
        if self.user_events().is_none_or(|t| !t.has(signal)) {
            self.report(at, None, message);
        }
    }

    /// What the function had before. Calls are not followed where that is asked.
    fn user_events(&self) -> Option<&UserEvents> {
        match self.scope {
            Scope::Added(theirs) => theirs.get(&self.points_to.function_name(*self.calls.first()?)),
            _ => None,
        }
    }

    fn region(&mut self, region: RegionId, mut state: AbstractState) -> AbstractState {
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

    fn join(&mut self, at: NodeId, paths: Vec<AbstractState>) -> AbstractState {
        let mut paths = paths.into_iter();
        let Some(mut all) = paths.next() else { return AbstractState::default() };
        for p in paths {
            let fallback = p.clone();
            all = match all.join(p) {
                Ok(s) => s,
                Err(signal) => {
                    let message = match signal {
                        Signal::Event(e) => format!("{} is set on some paths only", spell(e)),
                        Signal::Buffer(id) => format!("buffer id {id} is taken on some paths only"),
                        Signal::Unknown => UNKNOWN_ID.to_string(),
                    };
                    self.report_signal(at, signal, message);
                    fallback
                }
            };
        }
        all
    }

    fn operation(&mut self, id: NodeId, mut state: AbstractState) -> AbstractState {
        let module = self.module;
        let node = module.node(id);
        self.budget = self.budget.saturating_sub(1);
        state.time += 1;
        let regions: Vec<RegionId> = module.node_regions(node).to_vec();
        let class = module.def(node).map(|d| d.class);
        match (node.dialect_op(), class) {
            _ if !regions.is_empty() && self.is_vector_code(node) => self.vector_code(id, state),
            (Some(DialectOp::Scf(Scf::For)), _) => self.counted(id, regions[0], state),
            (Some(DialectOp::Scf(Scf::While)), _) if regions.len() == 2 => {
                let mut ends = Vec::new();
                for _ in 0..if self.budget > 0 { 3 } else { 1 } {
                    // What iterations do to arrays of ids is not followed.
                    state.arrays.clear();
                    self.forget_inside(id);
                    let end = self.region(regions[0], state);
                    state = self.region(regions[1], end.clone());
                    ends.push(end);
                }
                ends.iter_mut().for_each(|e| e.arrays.clear());
                self.join(id, ends)
            }
            (Some(op), _) if op.is_choice() => self.branch(id, &regions, state),
            _ if self.skip.is_some() && section_of(class) == self.skip => state,
            _ if !regions.is_empty() => regions.into_iter().fold(state, |s, r| self.region(r, s)),
            (Some(DialectOp::Func(Func::Call)), _) => self.call(id, state),
            (Some(DialectOp::Func(Func::CallIndirect)), _) => self.unknown_call(id, state),
            (_, Some(Class::Local(Local::EventIds, _))) => {
                self.array(id, &mut state);
                state
            }
            _ => self.step(id, state),
        }
    }

    fn is_vector_code(&self, node: &Node) -> bool {
        let class = self.module.def(node).map(|d| d.class);
        matches!(class, Some(Class::Region(Region::VectorScope { .. } | Region::Simt)))
            || self.module.is_vector_scope_by_attr(node)
    }

    /// A statement that may do anything on any pipe.
    fn anything(&mut self, id: NodeId, mut state: AbstractState) -> AbstractState {
        self.all_is_done(id, &state);
        // What comes next has to wait for it: it is like an access of every pipe to everything.
        for space in Space::ALL {
            for pipe in 0..PIPES {
                state.access(pipe, (Some(space), 0, u64::MAX >> 1), true, false, id);
            }
        }
        state
    }

    /// Says what may not be done yet where everything has to be.
    fn all_is_done(&mut self, id: NodeId, state: &AbstractState) {
        if let Some(past) = state.unfinished().filter(|_| !matches!(self.scope, Scope::Signals)) {
            let (node, pipe) = (past.node, PIPE[past.pipe].name());
            let message = "this starts before all earlier work is done".to_string();
            self.report(id, Some((node, format!("{pipe} may still be at this"))), message);
        }
    }
}
