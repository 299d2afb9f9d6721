//! Every `unsafe` of the workspace says why it is sound.
//!
//! `cargo xtask unsafe` measures which tests execute which of them; `--write` writes the list, which is not in the repository yet.

use pto_tests::unsafe_code::{UnsafeKind, uses};

#[test]
fn every_use_has_a_reason() {
    let uses = uses();
    assert!(uses.len() > 100, "only {} uses were found", uses.len());
    let missing = |kind: UnsafeKind| match kind {
        UnsafeKind::Function => "`# Safety` in its documentation",
        _ => "`// SAFETY:` above it",
    };
    let bare: Vec<String> = uses
        .iter()
        .filter(|u| !u.has_reason)
        .map(|u| format!("{}:{} {} has no {}", u.file, u.lines.0, u.item, missing(u.kind)))
        .collect();
    assert!(bare.is_empty(), "{}", bare.join("\n"));
}
