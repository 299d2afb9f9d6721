//! Instructions execute and have a test of what they compute. Those that do not are listed in `executes.txt`, each
//! with its reason; a list that has grown too long fails, too.

use pto_isa::{OpDef, all, find};
use pto_tests::{programs, root};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The names that the list has after a heading.
fn listed(heading: &str) -> BTreeSet<String> {
    let path = root().join("tests/executes.txt");
    let text = std::fs::read_to_string(path).expect("the list can be read");
    let mut names = BTreeSet::new();
    for line in text.lines().filter(|l| l.starts_with(heading)) {
        let (list, reason) = line[heading.len()..].split_once('#').unwrap_or((line, ""));
        assert!(!reason.trim().is_empty(), "no reason in the line: {line}");
        for name in list.split_whitespace() {
            let op = find(name).unwrap_or_else(|| panic!("no instruction is called {name}"));
            assert_eq!(op.name, name, "write `{}`", op.name);
            assert!(names.insert(name.to_string()), "{name} is listed twice");
        }
    }
    names
}

fn assert_same(what: &str, found: &BTreeSet<String>, listed: &BTreeSet<String>) {
    let more: Vec<&String> = found.difference(listed).collect();
    let fewer: Vec<&String> = listed.difference(found).collect();
    assert!(more.is_empty(), "{what}, and tests/executes.txt does not say why: {more:?}");
    assert!(
        fewer.is_empty(),
        "no longer true of these, take them off tests/executes.txt: {fewer:?}"
    );
}

#[test]
fn what_does_not_execute_is_listed_with_a_reason() {
    let missing = all().filter(|op| !op.is_executable()).map(|op| op.name.to_string()).collect();
    assert_same("these do not execute (no `sem`)", &missing, &listed("no semantics:"));
}

/// Words of the programs that are run and whose values are compared.
fn words_of_run_tests(words: &mut BTreeSet<String>) {
    for file in programs("tests/run").into_iter().chain(programs("tests/seeds")) {
        let text = std::fs::read_to_string(&file).expect("a test can be read");
        let runs = |s: &&str| s.contains("// run:") && s.contains("// expect");
        for section in text.split("\n// -----\n").filter(runs) {
            for line in section.lines().filter(|l| !l.trim_start().starts_with("//")) {
                let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
                let found = line.split(|c| !word(c)).map(|w| w.strip_prefix("pto.").unwrap_or(w));
                words.extend(found.map(str::to_string));
            }
        }
    }
}

/// Quoted words of the tests of definitions.
fn words_of_definitions(folder: &Path, words: &mut BTreeSet<String>) {
    let entries = std::fs::read_dir(folder).expect("the tests are there");
    for path in entries.map(|e| e.expect("an entry").path()).collect::<Vec<PathBuf>>() {
        if path.is_dir() {
            words_of_definitions(&path, words);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = std::fs::read_to_string(&path).expect("a test can be read");
            words.extend(text.split('"').skip(1).step_by(2).map(str::to_string));
        }
    }
}

#[test]
fn what_executes_has_a_test_of_its_values() {
    let mut words = BTreeSet::new();
    words_of_run_tests(&mut words);
    words_of_definitions(&root().join("crates/pto-isa/tests"), &mut words);
    let names = |op: &'static OpDef| {
        [op.name, op.printed_name()].into_iter().chain(op.aliases.iter().copied())
    };
    let without = all().filter(|op| op.is_executable() && !names(op).any(|n| words.contains(n)));
    let without = without.map(|op| op.name.to_string()).collect();
    assert_same("no run test shows what these compute", &without, &listed("no values:"));
}
