//! Where the two rulebooks differ about a program: a refusal says that the other one accepts, and what the other one
//! refuses is a note.

use crate::rules::{Finding, FindingKind, breaches};
use pto_ir::Severity;
use pto_ir::diag::Diagnostic;
use pto_isa::def::OpDef;
use pto_isa::rule::{Args, Violation};
use pto_isa::{Rulebook, code};
use smallvec::SmallVec;

/// Everything that is wrong with one instruction's operands on a target by a rulebook, and what the other one says of
/// them.
pub fn check_args(op: &'static OpDef, args: &Args<'_>, rules: Rulebook) -> SmallVec<[Finding; 2]> {
    let mut found = breaches(op, args, rules);
    if op.is_disputed() {
        let theirs = breaches(op, args, rules.other());
        let cite = op.support_by(args.target, rules.other()).map_or("", |s| s.cite);
        compare(&mut found, theirs, rules, cite);
    }
    found
}

/// Whether a finding keeps a program off a device.
fn refuses(f: &Finding) -> bool {
    !f.breach.warn || f.breach.code == code::NO_TARGET_PATH
}

fn compare(
    found: &mut SmallVec<[Finding; 2]>,
    theirs: SmallVec<[Finding; 2]>,
    rules: Rulebook,
    cite: &str,
) {
    let their_refusals = || theirs.iter().filter(|f| refuses(f));
    if !found.iter().any(refuses) {
        found.extend(theirs.into_iter().filter(refuses).map(|f| elsewhere(f, rules)));
        return;
    }
    for f in found.iter_mut().filter(|f| refuses(f)) {
        let place = |f: &Finding| (f.breach.code, f.breach.subject);
        if their_refusals().any(|t| place(t) == place(f)) {
            continue;
        }
        let is_type = matches!(f.breach.code, code::TYPE_NOT_ON_TARGET | code::DTYPE_TUPLE);
        let found = &f.breach.found;
        f.notes.push(match their_refusals().next() {
            None if is_type => format!("{} ({cite})", accepted(&format!("{found} here"), rules)),
            None => accepted("this", rules),
            Some(_) => format!("{} refuses it for another reason", rules.other().speaker()),
        });
    }
}

/// A refusal of the other rulebook, as a note.
fn elsewhere(f: Finding, rules: Rulebook) -> Finding {
    let (message, help) = refused(&f.message, rules);
    let breach = Violation { code: code::RULES_DIFFER, warn: true, help: Some(help), ..f.breach };
    Finding { message, breach, notes: f.notes, kind: FindingKind::Elsewhere }
}

/// Who accepts what a rulebook refuses.
fn accepted(what: &str, rules: Rulebook) -> String {
    let other = rules.other();
    format!("{} allows {what}: `--rules {other}`", other.speaker())
}

/// What the other rulebook says against what is accepted, and how to ask for it.
fn refused(message: &str, rules: Rulebook) -> (String, String) {
    let other = rules.other();
    let help = format!("use `--rules {other}` to hold the program to it");
    (format!("{} says otherwise (`--rules {other}`): {message}", other.speaker()), help)
}

/// A finding that one rulebook alone makes, as it is under another or the same.
pub(crate) fn by_one(made_by: Rulebook, rules: Rulebook, mut d: Diagnostic) -> Diagnostic {
    if made_by == rules {
        d.notes.push(accepted("this", rules));
        return d;
    }
    let (message, help) = refused(&d.message, rules);
    let (code, help) = (code::RULES_DIFFER, Some(help));
    Diagnostic { severity: Severity::Note, code, message, help, ..d }
}
