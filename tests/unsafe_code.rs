//! Every `unsafe` of the workspace says why it is sound, and is in a list with the test that executes it.
//!
//! `cargo xtask unsafe` measures which tests execute which of them; `--write` writes the list.

use pto_tests::root;
use pto_tests::unsafe_code::{Row, UnsafeKind, items, rows, uses};

#[test]
fn every_use_has_a_reason() {
    let uses = uses();
    assert!(uses.len() > 100, "only {} uses were found", uses.len());
    let missing = |kind: UnsafeKind| match kind {
        UnsafeKind::Function | UnsafeKind::Declaration => "`# Safety` in its documentation",
        _ => "`// SAFETY:` above it",
    };
    let bare: Vec<String> = uses
        .iter()
        .filter(|u| !u.has_reason)
        .map(|u| format!("{}:{} {} has no {}", u.file, u.lines.0, u.item, missing(u.kind)))
        .collect();
    assert!(bare.is_empty(), "{}", bare.join("\n"));
}

/// Whether there is a test of that name, or a reason why there is none.
fn exists((package, test): &(String, String)) -> bool {
    let folder = root().join("crates").join(package);
    match (package.as_str(), test.as_str()) {
        ("-", _) => true,
        ("python", test) => root().join(format!("python/tests/{test}.py")).exists(),
        (_, "lib") => folder.join("src/lib.rs").exists(),
        (_, test) => ["tests", "benches"].iter().any(|kind| {
            let file = folder.join(kind).join(test);
            file.with_extension("rs").exists() || file.join("main.rs").exists()
        }),
    }
}

#[test]
fn the_list_is_complete() {
    let text = std::fs::read_to_string(root().join("tests/unsafe.txt")).unwrap();
    let list = rows(&text).unwrap();
    let listed = |row: &Row| (row.file.clone(), row.item.clone(), row.count);
    let now = items(&uses());
    let missing = now.iter().filter(|i| !list.iter().any(|r| listed(r) == **i));
    let stale = list.iter().filter(|r| !now.contains(&listed(r)));
    let nowhere = list.iter().filter(|r| !exists(&r.test));
    let mut wrong: Vec<String> =
        missing.map(|(file, item, n)| format!("{file} {item} {n} is not listed")).collect();
    wrong.extend(stale.map(|r| format!("{} {} {} is not in the code", r.file, r.item, r.count)));
    wrong.extend(nowhere.map(|r| format!("{} {}: there is no test {:?}", r.file, r.item, r.test)));
    let how = "write the row with the test that executes it, or run `cargo xtask unsafe --write`";
    assert!(wrong.is_empty(), "tests/unsafe.txt: {how}\n{}", wrong.join("\n"));
}
