//! What findings offer to fix themselves with does so: the edits are made, and the program is checked again.

use crate::brief;
use pto_analysis::fixit::apply;
use pto_ir::Diagnostic;

/// What a checked run of a program gives.
pub type Again<'a> = &'a dyn Fn(&str) -> Result<Vec<Diagnostic>, String>;

/// Makes the edits of all findings. What has some must be gone afterwards, and what has none must say why and stay.
pub fn check_fixes(text: &str, found: &[Diagnostic], again: Again<'_>) -> Result<(), String> {
    if let Some(d) = found.iter().find(|d| d.fixes.is_empty() && d.no_fix.is_none()) {
        return Err(format!("  has no edit and does not say why: {}", brief(text, d)));
    }
    if found.iter().all(|d| d.fixes.is_empty()) {
        return Ok(());
    }
    let edits = found.iter().flat_map(|d| &d.fixes);
    let fixed = apply(text, edits).ok_or("  the edits of the findings cross each other")?;
    let left = again(&fixed).map_err(|e| format!("  fixed:\n{fixed}\n{e}"))?;
    // An edit may give an event another number, which what is left then names.
    let kind = |d: &Diagnostic| (d.code, d.message.replace(|c: char| c.is_ascii_digit(), "#"));
    let wanted: Vec<_> = found.iter().filter(|d| d.fixes.is_empty()).map(kind).collect();
    if left.iter().map(kind).collect::<Vec<_>>() == wanted {
        return Ok(());
    }
    let shown: Vec<String> = left.iter().map(|d| format!("  {}", brief(&fixed, d))).collect();
    Err(format!("  fixed:\n{fixed}  it still has:\n{}", shown.join("\n")))
}
