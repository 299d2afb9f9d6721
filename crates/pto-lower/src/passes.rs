//! The passes, on one module: bufferisation, scratch, placement, synchronisation. The text is read once and written
//! once; what was written is read again, and validated.

use crate::fallback::strictest;
use crate::write_sync::{self, Settings, Synchronised};
use crate::{Failed, Lowered, Map, Options, map, prove, vmi, write};
use pto_analysis::{Place, Placement, PointsTo};
use pto_check::{Limits, Options as CheckOptions};
use pto_ir::dialect::DialectOp;
use pto_ir::dps::{add_missing_scratch, bufferise, has_values};
use pto_ir::edit::Editor;
use pto_ir::module::{Def, Operand};
use pto_ir::{Diagnostic, Lines, Module, Severity, VectorScopes};
use pto_isa::{Rulebook, Target, code};
use pto_validate::{Scope, UserEvents, mixed_cores, placed_by_hand, validate_placement};
use rustc_hash::{FxHashMap, FxHashSet};

/// Lowers a program: buffers instead of values, then addresses, then synchronisation.
pub fn lower(text: &str, target: Target, options: &Options) -> Result<Lowered, Failed> {
    let (registers, left) = match registers(text, target, options.rules) {
        Ok(registers) => (registers, Vec::new()),
        Err(why) => (None, why),
    };
    let text = registers.as_deref().unwrap_or(text);
    let scoped = scoped(text, options.rules);
    let text = scoped.as_deref().unwrap_or(text);
    let failed = |findings: Vec<Diagnostic>| Failed { source: text.to_string(), findings };
    let lowered = strictest(
        || has_user_sync(Editor::read(text).0.module()),
        |settings, fallback| {
            let (mut editor, mut findings) =
                read(text, target, options.rules, options.limits).map_err(failed)?;
            findings.extend(left.iter().cloned());
            let module = editor.module();
            let by_hand = placed_by_hand(module, target);
            let user_events = UserEvents::of(module);
            let unproved = match options.insert_sync {
                Some(_) => {
                    let mixed = mixed_cores(module, target).into_iter().map(|m| m.1);
                    let signals = prove::unproved_signals(module, target).map_err(failed)?;
                    signals.into_iter().chain(mixed).collect()
                }
                None => Vec::new(),
            };
            let done = run(&mut editor, target, options, settings).map_err(failed)?;
            in_time(&options.limits).map_err(failed)?;
            let Done { placed, synchronised, maps } = done;
            findings.extend(placed);
            let text = editor.text();
            let Synchronised { functions, notes } = synchronised;
            let found = match read_back(&text, target, options.rules) {
                Ok(module) => validate(&module, target, &by_hand, &functions, &user_events),
                Err(found) => found,
            };
            if found.iter().any(Diagnostic::is_error) {
                // A mistake of the tool's own, shown in the text that it made.
                return Err(Failed { source: text, findings: found });
            }
            findings.extend(fallback.map(|(how, unproved)| how.note(unproved)));
            findings.extend(notes);
            // These speak of events of the program's own, or of no place in particular: the places of what was written are
            // not the user's.
            findings.extend(found);
            findings.extend(unproved);
            findings.extend(prove::unproved_beside(editor.module(), target, &functions));
            let source = editor.source().unwrap_or_default().to_string();
            let fallback = fallback.map(|f| f.0);
            Ok(Lowered { text, module: editor.into_module(), source, findings, maps, fallback })
        },
    );
    lowered.map_err(|mistake| match unknown_place(text) {
        Some(found) if mistake.findings.iter().any(|d| d.code == code::LOWERING) => {
            failed(vec![found])
        }
        _ => mistake,
    })
}

/// The text of a program with the vector scopes that it leaves out; `None` if it leaves out none.
pub(crate) fn scoped(text: &str, rules: Rulebook) -> Option<String> {
    let has_registers = ["vreg", "mask", "align"].iter().any(|word| text.contains(word));
    (rules == Rulebook::Device && has_registers).then(|| VectorScopes::write(text)).flatten()
}

/// The first operand of an instruction that an operation of an unknown dialect gives: where it lies is known to nobody, so that nothing
/// is proved of it.
fn unknown_place(text: &str) -> Option<Diagnostic> {
    let (module, _) = pto_ir::parse(text);
    let is_unknown = |o: &&Operand| match module.value(o.value).def {
        Def::Result(by) => matches!(module.node(by).dialect_op(), Some(DialectOp::Other(..))),
        Def::Arg(_) | Def::Missing => false,
    };
    let instructions = module.nodes().filter(|(_, n)| module.def(n).is_some());
    let found = instructions.flat_map(|(_, n)| module.operands(n)).find(is_unknown)?;
    let message = "where this lies is not known: an operation of an unknown dialect gives it";
    Some(Diagnostic::error(code::FOREIGN_OP, found.span, message))
}

/// The text of a program with registers of a device in place of those of any length; `None` if it has none, or is no legal
/// program. The findings, notes, say why a statement has no such registers, and then nothing is rewritten.
///
/// ```
/// use pto_isa::{Rulebook, Target};
/// let text = "func.func @f(%p: !pto.ptr<f32, ub>) {
///   %c0 = arith.constant 0 : index
///   pto.vecscope {
///     %x = pto.vmi.vload %p[%c0] : !pto.ptr<f32, ub> -> !pto.vmi.vreg<128xf32>
///     pto.vmi.vstore %x, %p[%c0] : !pto.vmi.vreg<128xf32>, !pto.ptr<f32, ub>
///   }
///   return
/// }";
/// let registers = pto_lower::registers(text, Target::A5, Rulebook::default()).unwrap().unwrap();
/// assert_eq!(registers.matches("pto.vlds").count(), 2);
/// ```
pub fn registers(
    text: &str,
    target: Target,
    rules: Rulebook,
) -> Result<Option<String>, Vec<Diagnostic>> {
    if !text.contains("pto.vmi.") {
        return Ok(None);
    }
    let Ok((editor, _)) = read(text, target, rules, Limits::default()) else { return Ok(None) };
    let as_note = |d: Diagnostic| Diagnostic { severity: Severity::Note, ..d };
    let notes = |found: Vec<Diagnostic>| found.into_iter().map(as_note).collect::<Vec<_>>();
    let Some(rewritten) = vmi::to_registers(text, editor.module()).map_err(notes)? else {
        return Ok(None);
    };
    let (module, mut found) = pto_ir::parse(&rewritten.text);
    if !found.iter().any(Diagnostic::is_error) {
        found = check(&module, target, rules, Limits::default());
    }
    found.retain(Diagnostic::is_error);
    if found.is_empty() {
        return Ok(Some(rewritten.text));
    }
    Err(found
        .into_iter()
        .map(|d| {
            let at = rewritten.origin(d.primary.span).unwrap_or_default();
            let message =
                "a register of any length stays as it is: no register of the device does this";
            as_note(Diagnostic::error(code::LOWERING, at, message).note(d.message))
        })
        .collect())
}

/// The program as [`lower`] writes it, in memory alone. What was added has the place of the statement it was added for.
///
/// ```
/// use pto_isa::Target;
/// let (module, _) = pto_ir::parse("func.func @f(%a: !pto.tile_buf<vec, 8x8xf32>) {
///   pto.tneg ins(%a : !pto.tile_buf<vec, 8x8xf32>) outs(%a : !pto.tile_buf<vec, 8x8xf32>)
///   return
/// }");
/// let lowered = pto_lower::lower_module(&module, Target::A5).unwrap();
/// assert!(pto_ir::print(&lowered, pto_ir::Style::Canonical).contains("pto.barrier <PIPE_ALL>"));
/// ```
pub fn lower_module(module: &Module, target: Target) -> Result<Module, Vec<Diagnostic>> {
    let by_hand = placed_by_hand(module, target);
    let user_events = UserEvents::of(module);
    let lowered = strictest(
        || has_user_sync(module),
        |settings, _| {
            let failed = |findings: Vec<Diagnostic>| Failed { source: String::new(), findings };
            let mut editor = Editor::new(module.clone());
            let done = run(&mut editor, target, &Options::default(), settings).map_err(failed)?;
            let module = editor.into_module();
            let functions = &done.synchronised.functions;
            let found = validate(&module, target, &by_hand, functions, &user_events);
            match found.iter().any(Diagnostic::is_error) {
                true => Err(failed(found)),
                false => Ok(module),
            }
        },
    );
    lowered.map_err(|failed| failed.findings)
}

/// Whether some function orders its pipes itself.
fn has_user_sync(module: &Module) -> bool {
    module.nodes().any(|(_, n)| pto_analysis::user_sync::orders(module, n))
}

/// Reads and checks a program. As in a run, rows that are no whole blocks are for the checker.
pub(crate) fn read(
    text: &str,
    target: Target,
    rules: Rulebook,
    limits: Limits,
) -> Result<(Editor<'_>, Vec<Diagnostic>), Vec<Diagnostic>> {
    let (editor, mut findings) = Editor::read(text);
    if !findings.iter().any(Diagnostic::is_error) {
        findings.extend(check(editor.module(), target, rules, limits));
        // What other rules would say is for the checker.
        findings.retain(|d| d.code != code::RULES_DIFFER);
    }
    match findings.iter().any(Diagnostic::is_error) {
        true => Err(findings),
        false => Ok((editor, findings)),
    }
}

fn check(module: &Module, target: Target, rules: Rulebook, limits: Limits) -> Vec<Diagnostic> {
    pto_check::check(module, target, &CheckOptions { rules, limits, ..CheckOptions::default() })
}

/// Buffers instead of values, and scratch where an instruction needs it.
pub(crate) fn complete(editor: &mut Editor<'_>, target: Target) -> Result<(), Vec<Diagnostic>> {
    if has_values(editor.module()) {
        bufferise(editor)?;
    }
    add_missing_scratch(editor, target);
    Ok(())
}

/// Whether there is time left for the next part of the work.
fn in_time(limits: &Limits) -> Result<(), Vec<Diagnostic>> {
    limits.overrun().map_or(Ok(()), |over| Err(vec![over]))
}

/// What the passes did.
struct Done {
    /// What is worth knowing about places.
    placed: Vec<Diagnostic>,
    synchronised: Synchronised,
    maps: Vec<Map>,
}

/// Runs the passes that are wanted.
fn run(
    editor: &mut Editor<'_>,
    target: Target,
    options: &Options,
    settings: Settings,
) -> Result<Done, Vec<Diagnostic>> {
    complete(editor, target)?;
    in_time(&options.limits)?;
    let points_to = PointsTo::new(editor.module());
    let mut placement = Placement::default();
    let mut placed = Vec::new();
    if options.plan_memory {
        placement = pto_analysis::place(editor.module(), target, &points_to);
        placed = std::mem::take(&mut placement.findings);
        if placed.iter().any(Diagnostic::is_error) {
            placed.retain(Diagnostic::is_error);
            return Err(placed);
        }
    } else if options.insert_sync.is_some() {
        placed.extend(taken_apart(editor.module(), &points_to));
    }
    in_time(&options.limits)?;
    let lines = Lines::new(editor.source().unwrap_or_default());
    let maps = map::maps(editor.module(), target, &points_to, &placement, &lines);
    write::addresses(editor, &points_to, &placement);
    let mut synchronised = Synchronised::default();
    if let Some(style) = options.insert_sync {
        let addresses = &placement.addresses;
        synchronised = write_sync::insert(editor, target, &points_to, addresses, style, settings);
    }
    Ok(Done { placed, synchronised, maps })
}

/// Says what synchronisation rests on if tiles get no addresses.
fn taken_apart(module: &Module, points_to: &PointsTo) -> Option<Diagnostic> {
    let unplaced = points_to.objects.iter().find(|o| o.place == Place::Free)?;
    let value = module.value(unplaced.value);
    let message = "tiles without an address are taken to lie apart from each other";
    let d = Diagnostic::warning(code::UNSEEN_PLACE, value.span, message);
    let d =
        d.help("let the tool place them, too: the order between tiles that share bytes is missing");
    Some(Diagnostic { severity: Severity::Note, ..d })
}

/// Reads what was written; what is wrong with it is a mistake of the tool.
fn read_back(text: &str, target: Target, rules: Rulebook) -> Result<Module, Vec<Diagnostic>> {
    let (module, mut found) = pto_ir::parse(text);
    if !found.iter().any(Diagnostic::is_error) {
        // What was added is no more of the program, and the time is looked at elsewhere.
        found = check(&module, target, rules, Limits::default());
    }
    if !found.iter().any(Diagnostic::is_error) {
        return Ok(module);
    }
    found.retain(Diagnostic::is_error);
    for d in &mut found {
        // A value of the program that becomes storage has to be whole; only its type says that it is not.
        if matches!(d.code, code::ROW_ALIGN | code::BOX_ALIGN) {
            d.notes.push("a value gets storage of its own when it is lowered".into());
        } else {
            d.notes.push(format!("the lowered program is refused with {}", d.spelled_code()));
            d.code = code::LOWERING;
        }
    }
    Err(found)
}

/// Validates what was written, by code that shares nothing with the passes.
fn validate(
    module: &Module,
    target: Target,
    by_hand: &FxHashSet<(String, String)>,
    synchronised: &FxHashSet<String>,
    user_events: &FxHashMap<String, UserEvents>,
) -> Vec<Diagnostic> {
    let mut findings = validate_placement(module, target, by_hand);
    let scope = Scope::Added(user_events);
    findings.extend(prove::diagnostics(module, target, synchronised, scope));
    findings
}
