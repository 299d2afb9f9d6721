//! Code outside the op table does not know instructions by their names: what an instruction is and what it touches
//! the table says. The comparisons with names that remain are listed in `names.txt`, each with its reason.

use pto_tests::root;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Every spelling of every instruction, without `pto.`.
fn spellings() -> BTreeSet<&'static str> {
    let names = |d: &'static pto_isa::OpDef| {
        [d.name, d.printed_name()].into_iter().chain(d.aliases.iter().copied())
    };
    pto_isa::all().flat_map(names).collect()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(|e| Some(e.ok()?.path())) {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// The text of a file without comments and without the module of its tests.
fn code(text: &str) -> String {
    let lines = text.lines().take_while(|l| l.trim() != "#[cfg(test)]");
    lines.filter(|l| !l.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// String literals with what stands before and after them.
fn literals(code: &str) -> Vec<(usize, usize)> {
    let bytes = code.as_bytes();
    let (mut list, mut i) = (Vec::new(), 0);
    while i < bytes.len() {
        match bytes[i] {
            b'\'' if bytes.get(i + 1) == Some(&b'"') => i += 2,
            b'"' => {
                let start = i + 1;
                i = start;
                while i < bytes.len() && bytes[i] != b'"' {
                    i += 1 + usize::from(bytes[i] == b'\\');
                }
                list.push((start, i.min(bytes.len())));
            }
            _ => {}
        }
        i += 1;
    }
    list
}

/// Functions whose argument is compared with something.
const COMPARE: &[&str] = &[
    "contains(&",
    "starts_with(",
    "ends_with(",
    "strip_prefix(",
    "strip_suffix(",
    "eq_ignore_ascii_case(",
];

/// Whether a literal is compared with something: by an operator, by a pattern, or by a function.
fn is_compared(code: &str, (start, end): (usize, usize)) -> bool {
    let before = code[..start - 1].trim_end();
    let after = code[(end + 1).min(code.len())..].trim_start();
    if ["==", "!=", "|"].iter().any(|op| before.ends_with(op) || after.starts_with(op)) {
        return !before.ends_with("||") && !after.starts_with("||");
    }
    if COMPARE.iter().any(|f| before.ends_with(f)) {
        return true;
    }
    if after.starts_with("=>") || after.starts_with("if ") {
        return true;
    }
    // Part of a pattern: its arm, or the macro that it stands in, is on the same line.
    let line_start = code[..start].rfind('\n').map_or(0, |n| n + 1);
    let line_end = code[end..].find('\n').map_or(code.len(), |n| end + n);
    let (head, tail) = (&code[line_start..start], &code[end..line_end]);
    let arm = tail.contains("=>") && !head.contains("=>") && !tail.contains(';');
    let is_named =
        ["is(", "named(", "instruction(", "instruction_is("].iter().any(|f| head.contains(f));
    arm || head.contains("matches!(") || is_named && after.starts_with(')')
}

/// Comparisons with names, by file.
fn comparisons() -> BTreeMap<String, BTreeSet<String>> {
    let names = spellings();
    let mut files = Vec::new();
    sources(&root().join("crates"), &mut files);
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in files {
        let shown = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let is_source = shown.contains("/src/") && !shown.starts_with("crates/pto-isa/");
        if !is_source || shown.ends_with("tests.rs") || shown.contains("/tests/") {
            continue;
        }
        let code = code(&std::fs::read_to_string(&path).unwrap_or_default());
        for at in literals(&code) {
            let text = &code[at.0..at.1];
            let name = text.strip_prefix("pto.").unwrap_or(text);
            if names.contains(name) && is_compared(&code, at) {
                found.entry(shown.clone()).or_default().insert(name.to_string());
            }
        }
    }
    found
}

/// The list: a path, its names, and after `#` the reason.
fn allowed() -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    let mut list: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for line in include_str!("names.txt").lines().filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let (entry, reason) = line.split_once('#').unwrap_or((line, ""));
        assert!(reason.len() > 10, "`{line}` gives no reason");
        let (path, names) = entry.split_once(':').unwrap_or_else(|| panic!("`{line}` has no path"));
        list.entry(path.trim()).or_default().extend(names.split_whitespace());
    }
    list
}

#[test]
fn comparisons_with_names_of_instructions_are_listed() {
    let (found, allowed) = (comparisons(), allowed());
    let count: usize = found.values().map(BTreeSet::len).sum();
    println!("{count} names are compared with in {} files", found.len());
    let mut new = Vec::new();
    for (path, names) in &found {
        let listed = allowed.get(path.as_str());
        for name in names.iter().filter(|n| listed.is_none_or(|l| !l.contains(n.as_str()))) {
            new.push(format!("{path}: {name}"));
        }
    }
    assert!(
        new.is_empty(),
        "{} comparisons with the name of an instruction; ask for its class or effect, or compare with its \
         block (`def.is(&ops::...)`):\n{}",
        new.len(),
        new.join("\n")
    );
    let mut gone = Vec::new();
    for (path, names) in &allowed {
        // The passes are on their way to the table's words: theirs may only become fewer.
        if path.starts_with("crates/pto-lower/") {
            continue;
        }
        let here = found.get(*path);
        for name in names.iter().filter(|n| here.is_none_or(|h| !h.contains(**n))) {
            gone.push(format!("{path}: {name}"));
        }
    }
    assert!(gone.is_empty(), "names.txt lists what there is no more:\n{}", gone.join("\n"));
}

#[test]
fn a_comparison_is_told_from_other_uses_of_a_name() {
    let compared = |code: &str| literals(code).into_iter().any(|at| is_compared(code, at));
    for code in [
        "if def.name == \"tload\" {",
        "\"set_flag\" | \"wait_flag\" => 1,",
        "(\"tcvt\", _) if x => 2,",
        "Some(\"section.cube\") => return,",
        "matches!(d.name, \"tpush\")",
        "named(node, \"tpop\")",
        "name.starts_with(\"tpop\")",
    ] {
        assert!(compared(code), "{code}");
    }
    for code in [
        "let t = find(\"tadd\");",
        "A => \"vadd\",",
        "s.issue(\"vadd\", x);",
        "[\"vadd\", \"vsub\"]",
    ] {
        assert!(!compared(code), "{code}");
    }
}
