//! Pages of the manual. Translations say the same again and are left out, as are pages about no instruction.

use super::fact::{Fact, Kind, normalise};
use super::tree::Tree;
use std::collections::BTreeSet;

/// A page for each file below `docs/isa`, about the instruction it is named after.
pub fn read(tree: &Tree) -> Vec<Fact> {
    let mut list = Vec::new();
    for (path, text) in &tree.files {
        let Some(name) = path.strip_prefix("docs/isa/").and_then(|p| p.strip_suffix(".md")) else {
            continue;
        };
        let stem = name.rsplit('/').next().unwrap_or(name);
        // Instructions are described in `docs/isa`, in `comm`, and in the `ops` of a chapter.
        let of_instruction =
            !name.contains('/') || name.contains("/ops/") || name.starts_with("comm/");
        if !of_instruction || stem.ends_with("_zh") || stem == "README" {
            continue;
        }
        list.push(Fact {
            kind: Kind::Page,
            subject: format!("{name}.md"),
            target: String::new(),
            instructions: BTreeSet::from([path.clone(), stem.to_lowercase()]),
            text: normalise(text),
            place: format!("{path}:1"),
        });
    }
    list
}
