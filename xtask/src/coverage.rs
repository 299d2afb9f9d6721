//! How many instructions execute, family by family: a table of the READMEs made from the op table.

use crate::corpora::between;
use std::fmt::Write as _;

const BEGIN: &str = "<!-- coverage: written by `cargo xtask gen` from the op table -->\n";
const END: &str = "<!-- end of coverage -->\n";

/// The parts of the instruction set, each with its families. What is in none of them is a row of its own.
const PARTS: &[(&str, &[&str])] = &[
    (
        "tiles: arithmetic, reductions, conversions, layout",
        &[
            "elementwise-tile-tile",
            "tile-scalar-and-immediate",
            "fused",
            "reduce-and-expand",
            "irregular-and-complex",
            "layout-and-rearrangement",
        ],
    ),
    (
        "tiles: loads, stores, products, views, configuration",
        &[
            "memory-and-data-movement",
            "matrix-and-matrix-vector",
            "sync-and-config",
            "view-and-tile-buf",
            "handles",
        ],
    ),
    (
        "vector registers and predicates",
        &[
            "binary-vector-ops",
            "unary-vector-ops",
            "vec-scalar-ops",
            "compare-select",
            "conversion-ops",
            "data-rearrangement",
            "reduction-ops",
            "vector-load-store",
            "sfu-and-dsa-ops",
            "predicate-and-materialization",
            "ub-vector",
            "predicate-generation-and-algebra",
            "predicate-load-store",
        ],
    ),
    ("copies and the cube unit", &["dma-copy", "data-movement", "mad"]),
    (
        "flags, events, queues between cores, control",
        &["pipeline-sync", "scheduling", "control-and-configuration", "micro-instruction"],
    ),
];

/// A part of the instruction set: how many instructions it has, and which of them do not execute.
#[derive(Default)]
struct Count {
    known: usize,
    left: Vec<&'static str>,
}

impl Count {
    fn execute(&self) -> usize {
        self.known - self.left.len()
    }

    /// The instructions that do not execute.
    fn others(&self) -> String {
        if !self.left.is_empty() && self.execute() == 0 {
            return "all".into();
        }
        let names: Vec<String> = self.left.iter().map(|name| format!("`{name}`")).collect();
        names.join(", ")
    }
}

/// The part that a family is counted in.
fn part(family: &'static str) -> String {
    match PARTS.iter().find(|(_, families)| families.contains(&family)) {
        Some((part, _)) => part.to_string(),
        None => format!("`{family}`"),
    }
}

/// Parts in the order of [`PARTS`], then other families in the order of the table, with a total.
fn table() -> String {
    let mut rows: Vec<(String, Count)> =
        PARTS.iter().map(|(name, _)| (name.to_string(), Count::default())).collect();
    let mut total = Count::default();
    for op in pto_isa::all() {
        let name = part(op.family);
        let at = rows.iter().position(|r| r.0 == name).unwrap_or_else(|| {
            rows.push((name, Count::default()));
            rows.len() - 1
        });
        for count in [&mut rows[at].1, &mut total] {
            count.known += 1;
            if !op.is_executable() {
                count.left.push(op.name);
            }
        }
    }
    let mut s = String::from("| instructions | known | execute | do not |\n|---|--:|--:|---|\n");
    for (name, n) in &rows {
        let _ = writeln!(s, "| {name} | {} | {} | {} |", n.known, n.execute(), n.others());
    }
    let _ = writeln!(s, "| **all** | **{}** | **{}** | |", total.known, total.execute());
    s
}

/// A README with its table of coverage made anew.
pub fn readme(text: &str, file: &str) -> Result<String, String> {
    between(text, (BEGIN, END), &table(), file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_name_families_that_there_are_and_each_once() {
        let mut all: Vec<&str> = PARTS.iter().flat_map(|p| p.1.iter().copied()).collect();
        for family in &all {
            assert!(pto_isa::all().any(|op| op.family == *family), "no instruction of {family}");
        }
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
