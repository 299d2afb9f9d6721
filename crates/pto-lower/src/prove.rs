//! Synchronisation by hand: what of it the validator proves, and the fix-its for the rest.

use crate::write_sync::{by_hand, name_of};
use pto_analysis::fixit::{self, EventAllocator};
use pto_check::Verified;
use pto_ir::{Diagnostic, Lines, Module, NodeId, Severity};
use pto_isa::{Target, code};
use pto_validate::{Finding, MissingEdge, Reason, Scope, mixed_cores, validate_sync};
use rustc_hash::FxHashSet;

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
}

/// Tries to prove the synchronisation of every function that does it by hand, or calls one that does; `lines` are those
/// of the text. What is called is looked at where it is called.
pub fn prove_sync(program: &Verified, lines: &Lines) -> Vec<SyncProof> {
    let module = program.module();
    let calls = pto_validate::calls(module);
    let is_called = |f: &NodeId| calls.iter().any(|c| c.1 == *f && c.0 != *f);
    let does = |f: &NodeId| {
        let (mut open, mut seen) = (vec![*f], FxHashSet::default());
        while let Some(f) = open.pop() {
            if by_hand(module, f).is_some() {
                return true;
            }
            if seen.insert(f) {
                open.extend(calls.iter().filter(|c| c.0 == f).map(|c| c.1));
            }
        }
        false
    };
    let functions: Vec<NodeId> = module.defined_functions().filter(does).collect();
    let kernels: Vec<NodeId> = functions.iter().copied().filter(|f| !is_called(f)).collect();
    // Functions that call each other in a circle have no kernel.
    let all = if kernels.is_empty() { functions } else { kernels };
    all.into_iter().map(|f| prove(program, f, lines)).collect()
}

fn prove(program: &Verified, f: pto_ir::NodeId, lines: &Lines) -> SyncProof {
    let (module, node) = (program.module(), program.module().node(f));
    let function = name_of(module, f).to_string();
    let names = FxHashSet::from_iter([function.clone()]);
    let mut found = validate_sync(module, program.target(), &names, Scope::All);
    let mut refuted = found.iter().any(|f| f.certain);
    // Where an id is not known, what it would order is not known either.
    if let Some(i) = found.iter().position(|f| f.reason == Reason::UnknownId) {
        found.swap(0, i);
        found.truncate(1);
        refuted = false;
    }
    let mut unproved = with_fixes(module, lines, found);
    for d in &mut unproved {
        d.code = code::NOT_PROVED;
        d.severity = pto_ir::Severity::Warning;
        d.target = Some(program.target());
        if d.primary.span == pto_ir::Span::default() {
            d.primary.span = node.name_span;
        }
    }
    let mixed = mixed_cores(module, program.target());
    unproved.extend(mixed.into_iter().filter(|m| m.0 == f).map(|m| m.1));
    let one_block = pto_validate::is_for_one_block(module, f);
    SyncProof { function, unproved, refuted, one_block }
}

/// Findings with the events that would order what conflicts.
fn with_fixes(module: &Module, lines: &Lines, found: Vec<Finding>) -> Vec<Diagnostic> {
    let event = |m: MissingEdge| {
        let MissingEdge { from, to, first, second } = m;
        fixit::MissingEdge { from, to, first, second }
    };
    let missing = found.iter().filter_map(|f| f.missing).filter(|m| m.from != m.to).map(event);
    let events = EventAllocator::new(module, missing, [], false);
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

/// What is not sure about the signals that a program has before the tool adds any.
pub(crate) fn unproved_signals(module: &Module, target: Target) -> Vec<Diagnostic> {
    let functions = module.defined_functions();
    let functions = functions.filter(|&f| by_hand(module, f).is_some());
    let names: FxHashSet<String> = functions.map(|f| name_of(module, f).to_string()).collect();
    if names.is_empty() {
        return Vec::new();
    }
    let mut found = validate_sync(module, target, &names, Scope::Signals);
    if let Some(unknown) = found.iter().position(|f| f.reason == Reason::UnknownId) {
        found.swap(0, unknown);
        found.truncate(1);
    }
    let mut found: Vec<Diagnostic> = found.into_iter().map(|f| f.diagnostic).collect();
    for d in &mut found {
        (d.code, d.severity) = (code::NOT_PROVED, Severity::Warning);
        d.target = Some(target);
    }
    found
}

/// What of the order between the cores of a block, and between blocks, is not proved. No pass adds signals between them.
pub(crate) fn unproved_beside(
    module: &Module,
    target: Target,
    functions: &FxHashSet<String>,
) -> Vec<Diagnostic> {
    let found = validate_sync(module, target, functions, Scope::Others);
    let beside = found.into_iter().filter(|f| matches!(f.reason, Reason::Cores | Reason::Blocks));
    let note = |f: Finding| {
        let help = match f.reason {
            Reason::Blocks => {
                "`pto lower` orders the pipes of a core; blocks must not meet, or wait for each other"
            }
            _ => {
                "`pto lower` orders the pipes of a core; let the cores signal each other with `pto.sync.set` and `pto.sync.wait`"
            }
        };
        let d = f.diagnostic.help(help);
        let (code, severity, target) = (code::NOT_PROVED, Severity::Note, Some(target));
        Diagnostic { code, severity, target, ..d }
    };
    beside.map(note).collect()
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
