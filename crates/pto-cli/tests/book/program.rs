//! Checks a program that is shown. The words after `pto` say what is expected:
//!
//! | word | meaning |
//! |---|---|
//! | `file=NAME` | later blocks of the page find it under this name |
//! | `target=T` | it is for this target only; without it, for all of them |
//! | `finds=E0102,W0217` | what is found, once each; without it, nothing |

use crate::page::Block;
use pto_ir::{Diagnostic, Severity};
use pto_isa::Target;
use std::collections::BTreeSet;
use std::path::Path;

/// Checks the block and puts its file into the folder of the page.
pub fn check(folder: &Path, block: &Block) -> Result<(), String> {
    let mut targets = Target::PROFILES.to_vec();
    let mut wanted = BTreeSet::new();
    for word in block.info.split_whitespace().skip(1) {
        match word.split_once('=') {
            Some(("file", name)) => std::fs::write(folder.join(name), &block.text)
                .map_err(|e| format!("{name}: {e}"))?,
            Some(("target", name)) => targets.retain(|t| t.name() == name),
            Some(("finds", codes)) => wanted.extend(codes.split(',').map(str::to_string)),
            _ => return Err(format!("`{word}` is no word for a program")),
        }
    }
    if targets.is_empty() {
        return Err("the block is for no target".into());
    }
    for target in targets {
        let found = codes(&block.text, target);
        if found != wanted {
            return Err(format!("{}: found {found:?}, not {wanted:?}", target.name()));
        }
    }
    Ok(())
}

fn codes(text: &str, target: Target) -> BTreeSet<String> {
    let (module, mut found) = pto_ir::parse(text);
    let partial = found.iter().any(Diagnostic::is_error);
    let options = pto_check::Options { partial, ..Default::default() };
    found.extend(pto_check::check(&module, target, &options));
    found.retain(|d| d.severity != Severity::Note);
    found.iter().map(|d| d.code.spelled(d.is_error())).collect()
}
