//! Synchronisation by hand: what of it the validator proves, and the fix-its for the rest.

use crate::write_sync::{by_hand, has_handshake_in_vector_code, name_of};
use pto_analysis::fixit::{self, Event, EventAllocator, all_written};
use pto_check::Verified;
use pto_ir::{Diagnostic, Lines, Module, NodeId, Severity};
use pto_isa::{OpDef, Target, code};
use pto_validate::{
    Finding, MissingEdge, Reason, Scope, SyncValidator, Validation, functions_for_one_block,
    mixed_cores, validate_sync,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Validates the synchronisation of every function: what conflicts in a program without an order, and which signals are
/// not waited for, in every function.
///
/// ```
/// use pto_isa::Target;
/// let text = "func.func @f() {
///   pto.set_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID0>]
///   return
/// }";
/// let (program, _) = pto_check::verify(pto_ir::parse(text).0, Target::A5, &Default::default()).unwrap();
/// let found = pto_lower::check_sync(&program);
/// assert_eq!(found[0].message, "event 0 from PIPE_V to PIPE_MTE3 is still set when the function ends");
/// ```
pub fn check_sync(program: &Verified) -> Vec<Diagnostic> {
    let module = program.module();
    let functions: Vec<_> = module.defined_functions().collect();
    let names = functions.iter().map(|&f| name_of(module, f).to_string()).collect();
    diagnostics(module, program.target(), &names, Scope::All)
}

/// A function that synchronises by hand, and what of it the text does not prove.
#[derive(Clone, Debug)]
pub struct SyncProof {
    /// The function.
    pub function: String,
    /// Nothing, if everything that conflicts is ordered and every signal is waited for, whatever the conditions and
    /// however many iterations loops have. An edge that is missing has the edits that add it.
    pub unproved: Vec<Diagnostic>,
    /// Whether some path certainly goes wrong, if its conditions can hold together: all ids and places are known.
    pub refuted: bool,
    /// The program never asks which block it is: the proof is about a launch of one block.
    pub one_block: bool,
    /// It touches several buffers: the proof is about a launch whose buffers do not overlap.
    pub separate_buffers: bool,
    /// It names events by numbers that only a run shows: the proof is about launches in which the device has them.
    pub given_ids: bool,
}

/// Who calls each function.
fn callers(module: &Module) -> FxHashMap<NodeId, Vec<NodeId>> {
    let mut callers: FxHashMap<NodeId, Vec<NodeId>> = FxHashMap::default();
    for (caller, callee) in pto_validate::calls(module).iter().filter(|c| c.0 != c.1) {
        callers.entry(*callee).or_default().push(*caller);
    }
    callers
}

/// The functions that synchronise by hand, or call one that does.
fn synchronised_by_hand(
    module: &Module,
    callers: &FxHashMap<NodeId, Vec<NodeId>>,
) -> FxHashSet<NodeId> {
    let mut open: Vec<NodeId> =
        module.defined_functions().filter(|&f| by_hand(module, f).is_some()).collect();
    let mut does = FxHashSet::default();
    while let Some(f) = open.pop() {
        if does.insert(f) {
            open.extend(callers.get(&f).into_iter().flatten());
        }
    }
    does
}

/// A kernel that leaves its synchronisation to [`lower`](crate::lower): there is nothing to prove in its text.
#[derive(Clone, Debug)]
pub struct AutoKernel {
    /// The function.
    pub function: String,
    /// What lowering cannot mend: instructions of both kinds of cores that no section tells apart, and an order between
    /// cores or blocks that the text does not prove.
    pub warnings: Vec<Diagnostic>,
}

/// The kernels without synchronisation of their own that touch tiles or global memory.
pub fn auto_kernels(program: &Verified) -> Vec<AutoKernel> {
    let (module, target) = (program.module(), program.target());
    let callers = callers(module);
    let by_hand = synchronised_by_hand(module, &callers);
    let mut working = FxHashSet::default();
    for (id, node) in module.nodes() {
        let touches = |d: &OpDef| d.operands.iter().any(|o| o.effect.reads() || o.effect.writes());
        if module.def(node).is_some_and(touches) {
            working.extend(module.function_of(id));
        }
    }
    let mut warnings: FxHashMap<NodeId, Vec<Diagnostic>> = FxHashMap::default();
    for (f, d) in mixed_cores(module, target) {
        warnings.entry(f).or_default().push(d);
    }
    let is_auto =
        |f: &NodeId| !callers.contains_key(f) && !by_hand.contains(f) && working.contains(f);
    let kernels: Vec<NodeId> = module.defined_functions().filter(is_auto).collect();
    let validator = SyncValidator::new(module, target);
    let mut judge = |f: NodeId| {
        let mut warnings = warnings.remove(&f).unwrap_or_default();
        let beside = validator.validate(f, Scope::Others).findings;
        warnings.extend(not_proved_beside(beside, target, Severity::Warning));
        AutoKernel { function: name_of(module, f).to_string(), warnings }
    };
    kernels.into_iter().map(&mut judge).collect()
}

/// Tries to prove the synchronisation of every function that does it by hand, or calls one that does; `lines` are those
/// of the text. What is called is looked at where it is called.
pub fn prove_sync(program: &Verified, lines: &Lines) -> Vec<SyncProof> {
    let module = program.module();
    let callers = callers(module);
    let does = synchronised_by_hand(module, &callers);
    let functions: Vec<NodeId> = module.defined_functions().filter(|f| does.contains(f)).collect();
    let is_kernel = |f: &NodeId| !callers.contains_key(f);
    let kernels: Vec<NodeId> = functions.iter().copied().filter(is_kernel).collect();
    // Functions that call each other in a circle have no kernel.
    let all = if kernels.is_empty() { functions } else { kernels };
    if all.is_empty() {
        return Vec::new();
    }
    let mut mixed: FxHashMap<NodeId, Vec<Diagnostic>> = FxHashMap::default();
    for (f, d) in mixed_cores(module, program.target()) {
        mixed.entry(f).or_default().push(d);
    }
    let prover = Prover {
        validator: SyncValidator::new(module, program.target()),
        program,
        lines,
        written: all_written(module).collect(),
        for_one_block: functions_for_one_block(module),
        mixed,
    };
    all.into_iter().map(|f| prover.prove(f)).collect()
}

/// What is known of a whole program, read once for all of its functions.
struct Prover<'m> {
    program: &'m Verified,
    lines: &'m Lines,
    validator: SyncValidator<'m>,
    /// The events that the text names.
    written: FxHashSet<Event>,
    for_one_block: FxHashSet<NodeId>,
    /// What is to be said of functions that mix instructions of both kinds of cores.
    mixed: FxHashMap<NodeId, Vec<Diagnostic>>,
}

impl Prover<'_> {
    fn prove(&self, f: NodeId) -> SyncProof {
        let (module, target) = (self.program.module(), self.program.target());
        let function = name_of(module, f).to_string();
        let one_block = self.for_one_block.contains(&f);
        let separate_buffers = self.validator.takes_buffers_as_separate(f);
        if let Some(over) = self.program.limits().overrun() {
            return SyncProof {
                function,
                unproved: vec![over],
                refuted: false,
                one_block,
                separate_buffers,
                given_ids: false,
            };
        }
        let Validation { findings: mut found, given_ids } = self.validator.validate(f, Scope::All);
        let mut refuted = found.iter().any(|f| f.certain);
        // Where an id is not known, what it would order is not known either.
        if let Some(i) = found.iter().position(|f| f.reason == Reason::UnknownId) {
            found.swap(0, i);
            found.truncate(1);
            refuted = false;
        }
        let mut unproved = self.with_fixes(found);
        for d in &mut unproved {
            d.code = code::NOT_PROVED;
            d.severity = pto_ir::Severity::Warning;
            d.target = Some(target);
            if d.primary.span == pto_ir::Span::default() {
                d.primary.span = module.node(f).name_span;
            }
        }
        unproved.extend(self.mixed.get(&f).into_iter().flatten().cloned());
        SyncProof { function, unproved, refuted, one_block, separate_buffers, given_ids }
    }

    /// Findings with the events that would order what conflicts.
    fn with_fixes(&self, found: Vec<Finding>) -> Vec<Diagnostic> {
        let (module, lines) = (self.program.module(), self.lines);
        let event = |m: MissingEdge| {
            let MissingEdge { from, to, first, second } = m;
            fixit::MissingEdge { from, to, first, second }
        };
        let missing = found.iter().filter_map(|f| f.missing).filter(|m| m.from != m.to).map(event);
        let used = self.written.iter().copied();
        let events = EventAllocator::new(module, missing, used, false);
        let fixed = |f: Finding| match f.missing {
            Some(m) if m.from == m.to => {
                let barrier = format!("pto.barrier <{}>", m.to.name());
                let line = lines.line(module.node(m.second).name_span.start);
                let edit = fixit::add_before(module, lines, m.second, &barrier);
                f.diagnostic
                    .help(format!("add `{barrier}` before line {line}"))
                    .fixed_by(Ok(vec![edit]))
            }
            Some(m) => {
                let (help, edits) = events.advise(event(m), module, lines);
                f.diagnostic.help(help).fixed_by(edits)
            }
            None => f.diagnostic,
        };
        found.into_iter().map(fixed).collect()
    }
}

/// What is not sure about the signals that a program has before the tool adds any. Signals of a pipe that no instruction runs on, and
/// those that code of the vector unit makes, cannot be added to.
pub(crate) fn unproved_signals(
    module: &Module,
    target: Target,
) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let functions = module.defined_functions();
    let signals =
        |&f: &NodeId| by_hand(module, f).is_some() || has_handshake_in_vector_code(module, f);
    let functions = functions.filter(signals);
    let names: FxHashSet<String> = functions.map(|f| name_of(module, f).to_string()).collect();
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let mut found = validate_sync(module, target, &names, Scope::Signals);
    let refusal = |f: &Finding| match f.reason {
        Reason::UnknownPipe => {
            Some((code::ATTR_FOR_TARGET, "no instruction runs on this pipe; leave the signal out"))
        }
        Reason::VectorCode => Some((code::NOT_IN_VECSCOPE, "signal before this code or after it")),
        _ => None,
    };
    if let Some((f, (code, help))) = found.iter().find_map(|f| Some((f, refusal(f)?))) {
        let d = Diagnostic { code, severity: Severity::Error, ..f.diagnostic.clone() }.help(help);
        return Err(vec![Diagnostic { target: Some(target), ..d }]);
    }
    if let Some(unknown) = found.iter().position(|f| f.reason == Reason::UnknownId) {
        found.swap(0, unknown);
        found.truncate(1);
    }
    let mut found: Vec<Diagnostic> = found.into_iter().map(|f| f.diagnostic).collect();
    for d in &mut found {
        (d.code, d.severity) = (code::NOT_PROVED, Severity::Warning);
        d.target = Some(target);
    }
    Ok(found)
}

/// What of the order between the cores of a block, and between blocks, is not proved. No pass adds signals between them.
pub(crate) fn unproved_beside(
    module: &Module,
    target: Target,
    functions: &FxHashSet<String>,
) -> Vec<Diagnostic> {
    let found = validate_sync(module, target, functions, Scope::Others);
    not_proved_beside(found, target, Severity::Note).collect()
}

/// Of some findings those about other cores and blocks, with what to do.
fn not_proved_beside(
    found: Vec<Finding>,
    target: Target,
    severity: Severity,
) -> impl Iterator<Item = Diagnostic> {
    let beside = found.into_iter().filter(|f| matches!(f.reason, Reason::Cores | Reason::Blocks));
    beside.map(move |f| {
        let help = match f.reason {
            Reason::Blocks => {
                "`pto lower` orders the pipes of a core; blocks must not meet, or wait for each other"
            }
            _ => {
                "`pto lower` orders the pipes of a core; let the cores signal each other with `pto.sync.set` and `pto.sync.wait`"
            }
        };
        let d = f.diagnostic.help(help);
        Diagnostic { code: code::NOT_PROVED, severity, target: Some(target), ..d }
    })
}

/// What of the synchronisation of some functions is not proved, without the edges that are missing.
pub(crate) fn diagnostics(
    module: &Module,
    target: Target,
    functions: &FxHashSet<String>,
    scope: Scope<'_>,
) -> Vec<Diagnostic> {
    validate_sync(module, target, functions, scope).into_iter().map(|f| f.diagnostic).collect()
}
