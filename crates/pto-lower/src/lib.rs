//! Makes programs complete: an address for every tile, and the synchronisation that the order of the text
//! asks for. Every result is checked again by code that shares nothing with the passes. No I/O.
//!
//! ```
//! use pto_isa::Target;
//! use pto_lower::{Options, lower};
//! let text = "func.func @f(%a: !pto.tile_buf<vec, 8x8xf32>) {
//!   %t = pto.alloc_tile : !pto.tile_buf<vec, 8x8xf32>
//!   pto.tneg ins(%a : !pto.tile_buf<vec, 8x8xf32>) outs(%t : !pto.tile_buf<vec, 8x8xf32>)
//!   return
//! }";
//! let lowered = lower(text, Target::A5, &Options::default()).unwrap();
//! assert!(lowered.text.contains("%at_256 = arith.constant 256 : i64"));
//! assert!(lowered.text.contains("%t = pto.alloc_tile addr = %at_256 : "));
//! ```

mod access;
mod buffer_ids;
mod bytes;
mod edit;
mod emit;
mod events;
mod facts;
mod fit;
mod given;
mod history;
mod lifetime;
mod map;
mod plan;
mod roots;
mod slots;
mod sync;
mod tree;
mod write;
mod write_sync;

use edit::Edits;
use pto_check::Verified;
use pto_ir::module::Written;
use pto_ir::{Diagnostic, Form, Lines, Module, Severity, mend};
use pto_isa::{Target, Type, code};
use pto_validate::{
    Finding, MissingEdge, Reason, Scope, UserEvents, mixed_cores, validate_placement, validate_sync,
};
use roots::{Place, Roots};
use rustc_hash::{FxHashMap, FxHashSet};

pub use emit::{EmitOptions, Emitted, Level, PtoasOptions, emit, ptoas};
pub use map::{Bar, Map, html};

/// How pipes wait for each other in the text that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncStyle {
    /// `set_flag` and `wait_flag`.
    Flags,
    /// `get_buf` and `rls_buf`, on A5.
    BufferIds,
}

/// What to do.
#[derive(Clone, Debug)]
pub struct Options {
    /// Give addresses to the tiles that have none.
    pub plan_memory: bool,
    /// Write down the synchronisation.
    pub insert_sync: Option<SyncStyle>,
}

impl Default for Options {
    fn default() -> Options {
        Options { plan_memory: true, insert_sync: Some(SyncStyle::Flags) }
    }
}

/// A program with everything written down.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// Its text.
    pub text: String,
    /// The text the findings speak of: the one that was given, or what it is with buffers instead of values.
    pub source: String,
    /// Warnings and notes.
    pub findings: Vec<Diagnostic>,
    /// Where the tiles lie, one map per function that has some.
    pub maps: Vec<Map>,
}

/// Why a program could not be lowered.
#[derive(Clone, Debug)]
pub struct Failed {
    /// The text the findings speak of.
    pub source: String,
    /// What is wrong.
    pub findings: Vec<Diagnostic>,
}

/// Lowers a program: buffers instead of values, then addresses, then synchronisation.
pub fn lower(text: &str, target: Target, options: &Options) -> Result<Lowered, Failed> {
    let source = to_buffers(text, target)?;
    let mut findings = Vec::new();
    let program = verified(&source, target, &mut findings)?;
    let module = program.module();
    let lines = Lines::new(&source);
    let roots = Roots::new(module);
    let mut plan = plan::Plan::default();
    if options.plan_memory {
        plan = plan::plan(&program, &roots, &lines);
        findings.append(&mut plan.findings);
        if findings.iter().any(Diagnostic::is_error) {
            findings.retain(Diagnostic::is_error);
            return Err(Failed { source, findings });
        }
    }
    let unplaced = roots.list.iter().find(|r| r.place == Place::Free && !options.plan_memory);
    if let (Some(root), Some(_)) = (unplaced, options.insert_sync) {
        let value = module.value(root.value);
        let message = "tiles without an address are taken to lie apart from each other";
        let d = Diagnostic::warning(code::UNSEEN_PLACE, value.span, message);
        let d = d.help(
            "let the tool place them, too: the order between tiles that share bytes is missing",
        );
        findings.push(Diagnostic { severity: Severity::Note, ..d });
    }
    let by_hand = pto_validate::placed_by_hand(module, target);
    let theirs = UserEvents::of(module);
    let attempt = |own_counts: bool| {
        let mut edits = Edits::new(&source, module);
        write::addresses(module, &roots, &plan, &mut edits);
        let mut done = write_sync::Synchronised::default();
        if let Some(style) = options.insert_sync {
            let addresses = &plan.addresses;
            done = write_sync::insert(&program, &roots, addresses, style, own_counts, &mut edits);
        }
        let text = edits.apply();
        let found = validate_lowering(&text, target, &by_hand, &done.functions, &theirs)?;
        done.notes.extend(found);
        Ok((text, done.notes))
    };
    // Where the order that a program gives itself cannot be proved to be there, it does not count.
    let (text, notes) = attempt(true).or_else(|failed: Failed| match theirs.is_empty() {
        true => Err(failed),
        false => attempt(false),
    })?;
    findings.extend(notes);
    if options.insert_sync.is_some() {
        findings.extend(unproved_signals(&program));
        findings.extend(mixed_cores(module, target).into_iter().map(|m| m.1));
    }
    Ok(Lowered { text, source, findings, maps: plan.maps })
}

/// What is not sure about the signals that a program has before the tool adds any.
fn unproved_signals(program: &Verified) -> Vec<Diagnostic> {
    let module = program.module();
    let by_hand = facts::functions(module).into_iter();
    let by_hand = by_hand.filter(|&f| write_sync::by_hand(module, f).is_some());
    let names: FxHashSet<String> =
        by_hand.map(|f| write_sync::name_of(module, f).to_string()).collect();
    if names.is_empty() {
        return Vec::new();
    }
    let mut found = validate_sync(module, program.target(), &names, Scope::Signals);
    if let Some(unknown) = found.iter().position(|f| f.reason == Reason::UnknownId) {
        found.swap(0, unknown);
        found.truncate(1);
    }
    let mut found: Vec<Diagnostic> = found.into_iter().map(|f| f.diagnostic).collect();
    for d in &mut found {
        (d.code, d.severity) = (code::NOT_PROVED, Severity::Warning);
        d.target = Some(program.target());
    }
    found
}

/// What of the synchronisation of some functions is not proved, without the edges that are missing.
fn diagnostics(
    module: &Module,
    target: Target,
    functions: &FxHashSet<String>,
    scope: Scope<'_>,
) -> Vec<Diagnostic> {
    let found = validate_sync(module, target, functions, scope).into_iter();
    // The tool gives an id to the next edge when the text has waited for it, which may be before the signal is taken.
    found.filter(|f| f.reason != Reason::SetAgain).map(|f| f.diagnostic).collect()
}

/// Reads and checks what was written, by code that shares nothing with the passes.
fn validate_lowering(
    text: &str,
    target: Target,
    by_hand: &FxHashSet<(String, String)>,
    synchronised: &FxHashSet<String>,
    theirs: &FxHashMap<String, UserEvents>,
) -> Result<Vec<Diagnostic>, Failed> {
    let mut findings = Vec::new();
    let program = verified(text, target, &mut findings).map_err(|mut failed| {
        for d in &mut failed.findings {
            d.notes.push(format!("the lowered program is refused with {}", d.spelled_code()));
            d.code = code::LOWERING;
        }
        failed
    })?;
    let mut findings = validate_placement(program.module(), target, by_hand);
    let scope = Scope::Added(theirs);
    findings.extend(diagnostics(program.module(), target, synchronised, scope));
    match findings.iter().any(Diagnostic::is_error) {
        true => Err(Failed { source: text.to_string(), findings }),
        false => Ok(findings),
    }
}

/// The second look at synchronisation alone: what conflicts in a program without an order, and which signals are
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
    let functions = facts::functions(module);
    let names = functions.iter().map(|&f| write_sync::name_of(module, f).to_string()).collect();
    diagnostics(module, program.target(), &names, Scope::All)
}

/// A function that synchronises by hand, and what of it the text does not prove.
#[derive(Clone, Debug)]
pub struct SyncProof {
    /// The function.
    pub function: String,
    /// Nothing, if everything that conflicts is ordered and every signal is waited for, whatever the conditions and
    /// however often loops turn. A hand-over that is missing has the edits that add it.
    pub unproved: Vec<Diagnostic>,
    /// Whether some path certainly goes wrong, if its conditions can hold together: all ids and places are known.
    pub refuted: bool,
    /// The program never asks which block it is: the proof is about a launch of one block.
    pub one_block: bool,
}

/// Tries to prove the synchronisation of every function that does it by hand; `lines` are those of the text.
pub fn prove_sync(program: &Verified, lines: &Lines) -> Vec<SyncProof> {
    let module = program.module();
    let by_hand = facts::functions(module).into_iter();
    let by_hand = by_hand.filter(|&f| write_sync::by_hand(module, f).is_some());
    by_hand.map(|f| prove(program, f, lines)).collect()
}

fn prove(program: &Verified, f: pto_ir::NodeId, lines: &Lines) -> SyncProof {
    let (module, node) = (program.module(), program.module().node(f));
    let function = write_sync::name_of(module, f).to_string();
    let names = FxHashSet::from_iter([function.clone()]);
    let mut found = validate_sync(module, program.target(), &names, Scope::All);
    let mut refuted = found.iter().any(|f| f.certain);
    // Where an id is not known, what it would order is not known either.
    if let Some(i) = found.iter().position(|f| f.reason == Reason::UnknownId) {
        found.swap(0, i);
        found.truncate(1);
        refuted = false;
    }
    let mut unproved = with_mends(module, lines, found);
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
    let one_block = pto_validate::is_for_one_block(module);
    SyncProof { function, unproved, refuted, one_block }
}

/// Findings with the events that would order what conflicts.
fn with_mends(module: &Module, lines: &Lines, found: Vec<Finding>) -> Vec<Diagnostic> {
    let event = |m: MissingEdge| {
        let MissingEdge { from, to, first, second } = m;
        mend::Missing { from, to, first, second }
    };
    let missing = found.iter().filter_map(|f| f.missing).filter(|m| m.from != m.to).map(event);
    let events = mend::Events::new(module, missing, [], false);
    let mended = |f: Finding| match f.missing {
        Some(m) if m.from == m.to => {
            let barrier = format!("pto.barrier <{}>", m.to.name());
            let line = lines.line(module.node(m.second).name_span.start);
            let edit = mend::add_before(module, lines, m.second, &barrier);
            f.diagnostic.help(format!("add `{barrier}` before line {line}")).mend(Ok(vec![edit]))
        }
        Some(m) => {
            let (help, edits) = events.advise(event(m), module, lines);
            f.diagnostic.help(help).mend(edits)
        }
        None => f.diagnostic,
    };
    found.into_iter().map(mended).collect()
}

/// The program with buffers instead of values, and scratch where an instruction needs it. A program that has
/// both stays as it is written.
fn to_buffers(text: &str, target: Target) -> Result<String, Failed> {
    let failed = |source: &str| {
        let source = source.to_string();
        |findings: Vec<Diagnostic>| Failed { source, findings }
    };
    let (module, _) = pto_ir::parse(text);
    let buffers = match has_values(&module) {
        true => pto_ir::convert(text, Form::Dps).map_err(failed(text))?.text,
        false => text.to_string(),
    };
    let complete = pto_ir::add_scratch(&buffers, target).map_err(failed(&buffers))?;
    Ok(if complete.notes.is_empty() { buffers } else { complete.text })
}

/// Whether some tile is a value: of the type `!pto.tile`, the result of a computation, or written as assembly.
fn has_values(module: &Module) -> bool {
    let is_tile = |v| matches!(module.type_of(v), Some(Type::Tile(_)));
    module.types.iter().any(|(_, t)| matches!(t, Type::Tile(t) if !t.buffer))
        || module.nodes().any(|(_, n)| {
            let computes = module.def(n).is_some_and(|d| d.form == pto_isa::def::Form::Dps);
            n.written == Written::Asm || computes && module.results(n).any(is_tile)
        })
}

/// Reads and checks a text. As in a run, rows that are no whole blocks are for the checker.
fn verified(
    source: &str,
    target: Target,
    findings: &mut Vec<Diagnostic>,
) -> Result<Verified, Failed> {
    let (module, mut found) = pto_ir::parse(source);
    let failed = |findings: Vec<Diagnostic>| Failed { source: source.to_string(), findings };
    if found.iter().any(Diagnostic::is_error) {
        return Err(failed(found));
    }
    let options = pto_check::Options { warn: vec![code::ROW_ALIGN], ..Default::default() };
    match pto_check::verify(module, target, &options) {
        Ok((program, warnings)) => {
            findings.append(&mut found);
            findings.extend(warnings);
            Ok(program)
        }
        Err((_, found)) => Err(failed(found)),
    }
}
