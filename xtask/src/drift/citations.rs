//! Whether lines that the op table cites still read as they did: the facts taken from them may have changed.
//!
//! Citations are taken to mean the old state, so OLD should be the commit that they name.

use super::tree::Tree;
use pto_isa::OpDef;
use std::collections::BTreeMap;

/// What became of a cited passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// It reads otherwise, or is not there.
    Changed,
    /// It starts at another line.
    Moved,
    /// It is where it was.
    Same,
}

/// A cited passage, with the instructions that rest on it.
#[derive(Debug)]
pub struct Citation {
    pub path: String,
    pub first: usize,
    pub last: usize,
    pub fate: Fate,
    pub instructions: Vec<&'static str>,
}

/// Every passage of the old tree that a block cites.
pub fn compare(old: &Tree, new: &Tree) -> Vec<Citation> {
    let mut passages: BTreeMap<(&str, usize, usize), Vec<&'static str>> = BTreeMap::new();
    for op in pto_isa::all() {
        for cite in cites(op) {
            for (path, first, last) in places(cite) {
                let Some(path) = resolve(old, path) else { continue };
                let names = passages.entry((path, first, last)).or_default();
                if !names.contains(&op.name) {
                    names.push(op.name);
                }
            }
        }
    }
    let mut list = Vec::new();
    for ((path, first, last), instructions) in passages {
        let text = new.files.get(path).map_or("", String::as_str);
        let Some(fate) = fate(&old.files[path], text, first, last) else { continue };
        list.push(Citation { path: path.to_string(), first, last, fate, instructions });
    }
    list
}

/// All sources that a block names.
fn cites(op: &'static OpDef) -> impl Iterator<Item = &'static str> {
    let support = op
        .support
        .iter()
        .flat_map(|s| std::iter::once(s.cite).chain(s.conflicting.iter().map(|c| c.cite)));
    let rules = op.rules.iter().map(|r| r.cite);
    support.chain(rules).chain(op.scratch.iter().map(|s| s.cite))
}

/// The passages of `pto-isa@1234 include/pto/npu/a2a3/TAdd.hpp:52-70, 81, a5/TAdd.hpp:60`.
fn places(cite: &str) -> Vec<(&str, usize, usize)> {
    let mut list = Vec::new();
    let mut path = "";
    for word in cite.split([' ', ',', ';']).filter(|w| !w.is_empty()) {
        let lines = match word.split_once(':') {
            Some((file, lines)) if file.contains('.') => {
                path = file;
                lines
            }
            _ => word,
        };
        let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
        if let (Ok(first), Ok(last), false) = (first.parse(), last.parse(), path.is_empty()) {
            list.push((path, first, last));
        }
    }
    list
}

/// The file of a tree that a cited path means: the one whose path ends with it, if there is one.
fn resolve<'t>(tree: &'t Tree, path: &str) -> Option<&'t str> {
    if let Some((path, _)) = tree.files.get_key_value(path) {
        return Some(path);
    }
    let end = format!("/{path}");
    let mut found = tree.files.keys().filter(|p| p.ends_with(&end));
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// Lines without their blanks; `None` for a passage outside the file.
fn fate(old: &str, new: &str, first: usize, last: usize) -> Option<Fate> {
    let squeeze = |text: &str| -> Vec<String> {
        text.lines().map(|l| l.split_whitespace().collect()).collect()
    };
    let (old, new) = (squeeze(old), squeeze(new));
    let passage = old.get(first.checked_sub(1)?..last)?;
    if passage.is_empty() {
        return None;
    }
    if new.get(first - 1..last) == Some(passage) {
        return Some(Fate::Same);
    }
    let moved = new.windows(passage.len()).any(|w| w == passage);
    Some(if moved { Fate::Moved } else { Fate::Changed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_are_read_from_a_citation() {
        let cite = "pto-isa@3186c381 include/pto/npu/a2a3/TAdd.hpp:52-70, 81, a5/TAdd.hpp:60";
        assert_eq!(
            places(cite),
            [
                ("include/pto/npu/a2a3/TAdd.hpp", 52, 70),
                ("include/pto/npu/a2a3/TAdd.hpp", 81, 81),
                ("a5/TAdd.hpp", 60, 60),
            ]
        );
    }

    #[test]
    fn a_passage_is_the_same_moved_or_changed() {
        let old = "a\nb\nc\n";
        assert_eq!(fate(old, "a\n  b\nc\n", 2, 3), Some(Fate::Same));
        assert_eq!(fate(old, "x\na\nb\nc\n", 2, 3), Some(Fate::Moved));
        assert_eq!(fate(old, "a\nb\nd\n", 2, 3), Some(Fate::Changed));
        assert_eq!(fate(old, old, 3, 9), None);
    }
}
