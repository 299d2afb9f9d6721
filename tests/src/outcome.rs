//! Whether a program with one statement is refused for the one reason it should be.

use pto_ir::module::Node;
use pto_ir::{Diagnostic, Module, Severity, Span};
use pto_isa::scratch::Need;
use pto_isa::{Code, OpDef, Rulebook, Target, code};

/// The finding a statement must have.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Its code.
    pub code: Code,
    /// A warning instead of an error.
    pub warn: bool,
    /// The operand it underlines; the name of the instruction where there is none.
    pub slot: Option<u8>,
}

/// The findings about the statement, and those elsewhere that are no laws of its types.
struct Found {
    here: Vec<Diagnostic>,
    elsewhere: Vec<Diagnostic>,
}

fn look(node: &Node, text: &str, target: Target) -> Found {
    let inside = |s: Span| node.span.start <= s.start && s.end <= node.span.end;
    // A flag needs its counterpart and a queue its other end, which one statement does not have.
    let all = crate::findings_in_part(text, target, Rulebook::Device);
    let counted = all.into_iter().filter(|d| {
        let law = d.code == code::VREG_BITS || (400..500).contains(&d.code.0);
        d.severity != Severity::Note && (inside(d.primary.span) || !law)
    });
    let (here, elsewhere) = counted.partition(|d| inside(d.primary.span));
    Found { here, elsewhere }
}

fn statement<'m>(module: &'m Module, def: &'static OpDef) -> Option<&'m Node> {
    let own = |n: &&Node| module.def(n).is_some_and(|d| std::ptr::eq(d, def));
    module.nodes().map(|(_, n)| n).find(own)
}

fn list(text: &str, found: &[Diagnostic]) -> String {
    let lines: Vec<String> = found.iter().map(|d| crate::brief(text, d)).collect();
    if lines.is_empty() { "nothing".into() } else { lines.join("; ") }
}

/// The statement is legal: nothing is found.
pub fn is_legal(def: &'static OpDef, text: &str, target: Target) -> Result<(), String> {
    let (module, _) = pto_ir::parse(text);
    let Some(node) = statement(&module, def) else {
        return Err(format!("the use cannot be rebuilt: {text}"));
    };
    let found = look(node, text, target);
    let all = [found.here, found.elsewhere].concat();
    if all.is_empty() {
        return Ok(());
    }
    Err(format!("the rebuilt use is not legal: {}", list(text, &all)))
}

/// Whether the statement is refused by one error at this operand, whatever its code.
pub fn is_refused_at(def: &'static OpDef, text: &str, target: Target, slot: u8) -> bool {
    let (module, _) = pto_ir::parse(text);
    let Some(node) = statement(&module, def) else { return false };
    let found = look(node, text, target);
    let errors: Vec<&Diagnostic> = found.here.iter().filter(|d| d.is_error()).collect();
    match errors.as_slice() {
        [one] => Some(one.primary.span) == slot_span(&module, node, slot),
        _ => false,
    }
}

/// The bytes of scratch the statement needs on a target, if that is known.
pub fn scratch_bytes(def: &'static OpDef, text: &str, target: Target) -> Option<u64> {
    let (module, _) = pto_ir::parse(text);
    let node = statement(&module, def)?;
    let (slots, attrs) = pto_check::args_of(&module, node, &|_| None);
    let args = pto_isa::Args { target, slots: &slots, attrs: &attrs };
    let scratch = def.scratch.iter().find(|s| s.applies(target, Rulebook::Device))?;
    match scratch.need {
        Need::Bytes { of, .. } => of(&args),
        Need::Ignored => None,
    }
}

/// What keeps the statement off a target by some rules, and what the other rules have against it; nothing if something
/// around the statement is wrong.
pub fn refusals(
    def: &'static OpDef,
    text: &str,
    target: Target,
    rules: Rulebook,
) -> Option<(Vec<Diagnostic>, Vec<Diagnostic>)> {
    let (module, _) = pto_ir::parse(text);
    let node = statement(&module, def)?;
    let inside = |d: &Diagnostic| {
        node.span.start <= d.primary.span.start && d.primary.span.end <= node.span.end
    };
    let refuses = |d: &Diagnostic| d.is_error() || d.code == code::NO_TARGET_PATH;
    let found = crate::findings_in_part(text, target, rules);
    // Tiles and registers of other types are not whole blocks any more.
    let law = |d: &Diagnostic| d.code == code::VREG_BITS || (400..500).contains(&d.code.0);
    if found.iter().any(|d| refuses(d) && !inside(d) && !law(d)) {
        return None;
    }
    let here: Vec<Diagnostic> = found.into_iter().filter(inside).collect();
    let (differ, other) = here.into_iter().partition(|d| d.code == code::RULES_DIFFER);
    let other: Vec<Diagnostic> = other;
    Some((other.into_iter().filter(refuses).collect(), differ))
}

/// The statement has this finding, no other of its severity, and no other error.
pub fn is_refused(
    def: &'static OpDef,
    text: &str,
    target: Target,
    wanted: Wanted,
) -> Result<(), String> {
    let (module, _) = pto_ir::parse(text);
    let Some(node) = statement(&module, def) else {
        return Err(format!("the broken use cannot be read: {text}"));
    };
    let found = look(node, text, target);
    if !found.elsewhere.is_empty() {
        return Err(format!("elsewhere: {}", list(text, &found.elsewhere)));
    }
    let place = wanted.slot.and_then(|s| slot_span(&module, node, s)).unwrap_or(node.name_span);
    let severity = if wanted.warn { Severity::Warning } else { Severity::Error };
    let counted: Vec<&Diagnostic> =
        found.here.iter().filter(|d| d.is_error() || d.severity == severity).collect();
    match counted.as_slice() {
        [d] if d.code == wanted.code && d.severity == severity && d.primary.span == place => Ok(()),
        [d] if d.code == wanted.code && d.severity == severity => {
            Err(format!("at another place: {}", crate::brief(text, d)))
        }
        _ => Err(list(text, &found.here)),
    }
}

fn slot_span(module: &Module, node: &Node, slot: u8) -> Option<Span> {
    let used = module.operands(node).iter().find(|o| o.slot == slot).map(|o| o.span);
    let result = || module.results(node).find(|&v| module.value(v).slot == slot);
    used.or_else(|| result().map(|v| module.value(v).span))
}
