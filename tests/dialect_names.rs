//! The names of other dialects' operations stand in one file: everything else asks the enum.

use pto_ir::dialect::Dialect;
use pto_tests::{root, shown};
use std::path::{Path, PathBuf};

/// The list of operations.
const LIST: &str = "crates/pto-ir/src/dialect.rs";

/// Literals that look like the name of an operation and are something else: file, literal, what it is.
const OTHERS: [(&str, &str, &str); 4] = [
    ("crates/pto-cli/src/run/looked.rs", "index.json", "the name of a file"),
    ("xtask/src/web.rs", "index.html", "the name of a file"),
    ("crates/pto-lower/src/emit/function.rs", "hacc.entry", "an attribute of functions"),
    ("xtask/src/book.rs", "index.md", "the name of a page"),
];

/// The Rust files under a folder that are no tests. Random programs and fuzz targets are: they write and change texts.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(|e| Some(e.ok()?.path())) {
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        if path.is_dir()
            && !matches!(name, "tests" | "benches" | "target" | "pto-fuzz" | "pto-smith")
        {
            sources(&path, found);
        } else if name.ends_with(".rs") && name != "tests.rs" {
            found.push(path);
        }
    }
}

/// The literals of a line that are a name with a dialect, or a dialect with its dot.
fn dialect_names(line: &str) -> impl Iterator<Item = &str> {
    let part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '.';
    let literals = line.split('"').skip(1).step_by(2);
    literals.filter(move |text| {
        // `ub` starts names of the instruction set.
        Dialect::of_name(text).is_some_and(|d| d != Dialect::Ub) && text.chars().all(part)
    })
}

#[test]
fn operations_of_dialects_are_compared_by_type() {
    let mut files = Vec::new();
    for folder in ["crates", "xtask", "tests/src"] {
        sources(&root().join(folder), &mut files);
    }
    assert!(files.len() > 300, "{} files", files.len());
    let mut seen = [false; OTHERS.len()];
    let mut wrong = Vec::new();
    for path in files {
        let name = shown(&path);
        let text = std::fs::read_to_string(&path).unwrap();
        // Unit tests stand at the end of their file.
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        for (i, line) in code.lines().enumerate() {
            if name == LIST || line.trim_start().starts_with("//") {
                continue;
            }
            for literal in dialect_names(line) {
                match OTHERS.iter().position(|o| name == o.0 && literal == o.1) {
                    Some(known) => seen[known] = true,
                    None => wrong.push(format!("{name}:{}: {literal:?}", i + 1)),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "use `pto_ir::dialect` instead:\n{}", wrong.join("\n"));
    for (other, seen) in OTHERS.iter().zip(seen) {
        assert!(seen, "{} no longer says {:?}", other.0, other.1);
    }
}
