//! Kernels that must not compile, and what the compiler says: `refused/NAME.rs` and `refused/NAME.stderr`.
//!
//! Of the compiler's output only the errors and the notes of this crate count: their words are ours, the rest changes
//! with the compiler. `BLESS=1 cargo test -p pto --test refused` writes them anew.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The library this test was built with: every change of it is built before a test runs, so it is the newest.
fn library(deps: &Path) -> PathBuf {
    let entries = std::fs::read_dir(deps).unwrap().flatten().map(|e| e.path());
    let named = entries.filter(|p| {
        let name = p.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("libpto-") && name.ends_with(".rlib")
    });
    named.max_by_key(|p| p.metadata().and_then(|m| m.modified()).unwrap()).expect("no libpto")
}

/// What the compiler says about a file.
fn compile(file: &Path, deps: &Path, library: &Path) -> String {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file.file_stem().unwrap());
    let output = Command::new(rustc)
        .args(["--edition", "2024", "--color", "never", "--emit", "obj", "-A", "warnings"])
        .arg("-o")
        .arg(out.with_extension("o"))
        .arg("-L")
        .arg(format!("dependency={}", deps.display()))
        .arg("--extern")
        .arg(format!("pto={}", library.display()))
        .arg(file)
        .output()
        .unwrap();
    assert!(!output.status.success(), "{} compiles", file.display());
    String::from_utf8(output.stderr).unwrap()
}

/// Errors, labels and notes, without places and without what the compiler adds.
fn words(output: &str) -> String {
    let mut list = Vec::new();
    let mut ours = true;
    for line in output.lines() {
        let text = line.trim_start_matches(|c: char| c.is_ascii_digit() || " |".contains(c));
        if line.starts_with("error") && !line.starts_with("error: aborting") {
            ours = true;
            list.push(line.to_string());
        } else if line.starts_with("note") || line.starts_with("help") || text.starts_with("= help")
        {
            // What follows shows code of this crate, or other types.
            ours = false;
        } else if let Some(note) = text.strip_prefix("= note: ") {
            let theirs = [
                "this error originates",
                "required ",
                "expected ",
                "evaluation of ",
                "in this macro",
                "the following trait bounds",
                "`",
                "the full ",
                "consider ",
            ];
            if !theirs.iter().any(|t| note.starts_with(t)) {
                list.push(format!("  note: {note}"));
            }
        } else if let Some((_, label)) = text.split_once("^ ")
            && ours
        {
            list.push(format!("  {}", label.trim_start_matches('^').trim()));
        }
    }
    list.dedup();
    list.join("\n") + "\n"
}

#[test]
fn kernels_are_refused_with_reasons() {
    let exe = std::env::current_exe().unwrap();
    let deps = exe.parent().unwrap();
    let library = library(deps);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refused");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder).unwrap().flatten().map(|e| e.path()).collect();
    files.retain(|p| p.extension().is_some_and(|e| e == "rs"));
    files.sort();
    assert!(files.len() >= 25, "{} kernels", files.len());
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = Vec::new();
    for file in &files {
        let found = words(&compile(file, deps, &library));
        let expected = file.with_extension("stderr");
        if bless {
            std::fs::write(&expected, &found).unwrap();
        }
        let want = std::fs::read_to_string(&expected).unwrap_or_default();
        if want != found {
            wrong.push(format!("{}\n  expected:\n{want}\n  found:\n{found}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
