//! A text as a whole: what is wrong with it as a text, and its findings on several targets as one list.

use pto_ir::{Diagnostic, Module, Span};
use pto_isa::order;
use pto_isa::{Target, code};
use std::collections::HashMap;

/// How PTO bytecode starts.
pub const BYTECODE: &str = "PTOBC\0";

/// Reads a text that is to be checked: what was read, and what is wrong with the text itself. One that holds no program has a
/// warning, one that is no text an error.
///
/// ```
/// let (_, found) = pto_check::read("// nothing");
/// assert_eq!(found[0].message, "the file holds no program");
/// ```
pub fn read(text: &str) -> (Module, Vec<Diagnostic>) {
    let (module, mut found) = pto_ir::parse(text);
    if text.starts_with(BYTECODE) {
        found.clear();
        let message = "this is PTO bytecode; only the text form is read";
        found.push(Diagnostic::error(code::NOT_TEXT, Span::new(0, 5), message));
    }
    if found.is_empty() && module.top().next().is_none() {
        let message = "the file holds no program";
        found.push(Diagnostic::warning(code::NOT_TEXT, Span::new(0, 0), message));
    }
    (module, found)
}

/// All findings in the order of the text: those of the text itself, and those on each target. The same finding on several
/// targets is one.
pub fn merge(syntax: &[Diagnostic], targets: &[(Target, Vec<Diagnostic>)]) -> Vec<Diagnostic> {
    let mut all = syntax.to_vec();
    let key = |d: &Diagnostic| (d.code, d.primary.span, d.severity);
    let mut at: HashMap<_, Vec<usize>> = HashMap::new();
    for (i, d) in all.iter().enumerate() {
        at.entry(key(d)).or_default().push(i);
    }
    for (target, found) in targets {
        for d in found {
            let here = at.entry(key(d)).or_default();
            let same = here.iter().copied().find(|&i| {
                let o = &all[i];
                o.message == d.message
                    || generic(&o.message, o.target) == generic(&d.message, d.target)
            });
            match same {
                Some(i) => {
                    let list = format!("also on {target}");
                    if !all[i].notes.contains(&list) && all[i].target.is_some() {
                        all[i].notes.insert(0, list);
                    }
                }
                None => {
                    here.push(all.len());
                    all.push(d.clone());
                }
            }
        }
    }
    order::by_key(&mut all, |d| (d.primary.span.start, d.severity, d.code));
    all
}

/// A message without the target's name, to compare findings across targets.
fn generic(message: &str, target: Option<Target>) -> String {
    match target {
        Some(t) => message.replace(t.name(), "*"),
        None => message.to_string(),
    }
}
