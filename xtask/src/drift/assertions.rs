//! Assertions of the headers, static ones and those of a run, with the instructions that come by them.
//!
//! An instruction `X` is the function `X_IMPL` of a target. An assertion concerns the instructions from whose function
//! calls lead to it, inside its header and those that the header includes.

use super::cpp::{self, Definition};
use super::fact::{Fact, Kind, normalise};
use super::tree::Tree;
use std::collections::{BTreeMap, BTreeSet};

/// A header with its definitions.
struct Header<'a> {
    path: &'a str,
    text: String,
    definitions: Vec<Definition>,
    includes: Vec<String>,
}

/// A definition: header and number.
type Place = (usize, usize);

/// One fact per assertion.
pub fn read(tree: &Tree) -> Vec<Fact> {
    let headers: Vec<Header> = tree
        .files
        .iter()
        .filter(|(path, _)| target_of(path).is_some())
        .map(|(path, text)| {
            let stripped = cpp::strip(text);
            let definitions = cpp::definitions(&stripped);
            Header { path, text: stripped, definitions, includes: includes(text) }
        })
        .collect();
    let reached = instructions_of(&headers);
    let mut list = Vec::new();
    for (h, header) in headers.iter().enumerate() {
        for (d, definition) in header.definitions.iter().enumerate() {
            let by_call = reached.get(&(h, d)).cloned();
            let instructions = by_call.unwrap_or_else(|| BTreeSet::from([stem(header.path)]));
            for (line, text) in assertions(header, definition) {
                list.push(Fact {
                    kind: Kind::Assertion,
                    subject: definition.name.clone(),
                    target: target_of(header.path).unwrap_or_default().to_string(),
                    instructions: instructions.clone(),
                    text,
                    place: format!("{}:{line}", header.path),
                });
            }
        }
    }
    list
}

/// What a header is named after, in small letters: an instruction, as a rule.
fn stem(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split('.').next().unwrap_or(name).to_lowercase()
}

/// The folder of a target's headers: `a5` of `include/pto/npu/a5/TAdd.hpp`.
fn target_of(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("include/pto/")?;
    let (first, rest) = rest.split_once('/')?;
    match first {
        "npu" => rest.split_once('/').map(|(target, _)| target),
        "comm" => Some(rest.split_once('/').map_or("comm", |(target, _)| target)),
        "cpu" => Some("cpu"),
        "common" if rest.starts_with("pto_instr") => None,
        "common" => Some("common"),
        _ => None,
    }
}

fn includes(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|l| l.trim().strip_prefix("#include"));
    lines.map(|l| l.trim().trim_matches(['"', '<', '>']).to_string()).collect()
}

/// The words that assert: `static_assert`, `PTO_STATIC_ASSERT`, `PTO_ASSERT`, `PTO_CPU_ASSERT`.
const MARKS: [&str; 3] = ["static_assert", "STATIC_ASSERT", "PTO_ASSERT"];

/// The conditions asserted in a definition, with their lines. Messages are left out: they are words, not rules.
fn assertions(header: &Header, definition: &Definition) -> Vec<(usize, String)> {
    let body = &header.text[definition.body.clone()];
    let marks = MARKS.iter().flat_map(|m| body.match_indices(m));
    let mut starts: Vec<(usize, &str)> = marks.collect();
    starts.sort_unstable();
    let mut list = Vec::new();
    for (start, mark) in starts {
        let start = start + definition.body.start;
        let open = start + mark.len();
        if !header.text[open..].starts_with('(') {
            continue;
        }
        let Some(close) = cpp::closing(&header.text, open) else { break };
        let inside = &header.text[open + 1..close];
        let condition = inside.find('"').map_or(inside, |quote| &inside[..quote]);
        let text = normalise(condition.trim_end().trim_end_matches(','));
        list.push((cpp::line_of(&header.text, start), text));
    }
    list
}

/// The instructions whose functions lead to each definition.
fn instructions_of(headers: &[Header]) -> BTreeMap<Place, BTreeSet<String>> {
    let by_path: BTreeMap<&str, usize> =
        headers.iter().enumerate().map(|(i, h)| (h.path, i)).collect();
    let by_name: Vec<BTreeMap<&str, Vec<usize>>> = headers
        .iter()
        .map(|h| {
            let mut names: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
            for (d, definition) in h.definitions.iter().enumerate() {
                names.entry(&definition.name).or_default().push(d);
            }
            names
        })
        .collect();
    // A header sees itself and what it includes, of its own target.
    let sees = |h: usize| -> Vec<usize> {
        let folder = headers[h].path.rsplit_once('/').map_or("", |(f, _)| f);
        let found = headers[h].includes.iter().filter_map(|name| {
            let beside = format!("{folder}/{name}");
            let below = format!("include/{name}");
            by_path.get(beside.as_str()).or_else(|| by_path.get(below.as_str())).copied()
        });
        std::iter::once(h).chain(found).collect()
    };
    let seen: Vec<Vec<usize>> = (0..headers.len()).map(sees).collect();

    let mut reached: BTreeMap<Place, BTreeSet<String>> = BTreeMap::new();
    for (h, header) in headers.iter().enumerate() {
        for (d, definition) in header.definitions.iter().enumerate() {
            let Some(name) = definition.name.strip_suffix("_IMPL") else { continue };
            let mut open: Vec<Place> = vec![(h, d)];
            while let Some((h, d)) = open.pop() {
                if !reached.entry((h, d)).or_default().insert(name.to_lowercase()) {
                    continue;
                }
                for word in cpp::names(&headers[h].text[headers[h].definitions[d].body.clone()]) {
                    for s in &seen[h] {
                        let places = by_name[*s].get(word).into_iter().flatten();
                        open.extend(places.map(|d| (*s, *d)));
                    }
                }
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_assertion_concerns_the_instructions_that_come_by_it() {
        let tree = Tree::of_files(
            "t",
            &[
                (
                    "include/pto/npu/a5/TBinOp.hpp",
                    "template <typename T> void Check() { static_assert(sizeof(T) == 4, \"f(4)\"); }",
                ),
                (
                    "include/pto/npu/a5/TAdd.hpp",
                    "#include \"TBinOp.hpp\"\nvoid TADD_IMPL() { Check<int>(); }",
                ),
                (
                    "include/pto/npu/a5/TSub.hpp",
                    "#include <pto/npu/a5/TBinOp.hpp>\nvoid TSUB_IMPL() { Check<int>(); }",
                ),
                (
                    "include/pto/npu/a5/TMul.hpp",
                    "void TMUL_IMPL(int n) { PTO_ASSERT(n > 0, \"n\"); PTO_STATIC_ASSERT(true); }",
                ),
            ],
        );
        let facts = read(&tree);
        let shown: Vec<String> = facts
            .iter()
            .map(|f| format!("{} {} {:?} {}", f.target, f.subject, f.instructions, f.text))
            .collect();
        assert_eq!(
            shown,
            [
                "a5 Check {\"tadd\", \"tsub\"} sizeof(T)==4",
                "a5 TMUL_IMPL {\"tmul\"} n>0",
                "a5 TMUL_IMPL {\"tmul\"} true",
            ]
        );
    }
}
