//! Diagnostic codes that only kernels in Rust have: `NNNN/mistake.rs` ends with the code, `NNNN/fixed.rs` does not.
//!
//! The first line of a mistake says what is found. The page of codes shows both files.

#[path = "0620/fixed.rs"]
mod fixed_0620;
#[path = "0621/fixed.rs"]
mod fixed_0621;
#[path = "0620/mistake.rs"]
mod mistake_0620;
#[path = "0621/mistake.rs"]
mod mistake_0621;

use std::collections::BTreeSet;
use std::path::Path;

type Kernel = fn() -> pto::Result<()>;

/// Code, mistake with its text, and what is fixed.
const PAIRS: [(&str, Kernel, &str, Kernel); 2] = [
    ("0620", mistake_0620::run, include_str!("0620/mistake.rs"), fixed_0620::run),
    ("0621", mistake_0621::run, include_str!("0621/mistake.rs"), fixed_0621::run),
];

#[test]
fn mistakes_have_their_code_and_nothing_else() {
    for (code, mistake, text, _) in PAIRS {
        let error = mistake().expect_err(code);
        let [found] = error.diagnostics() else { panic!("{code}: {error}") };
        let line = format!("// {}: {}", found.spelled_code(), found.message);
        assert_eq!(text.lines().next(), Some(line.as_str()));
        assert_eq!(found.code.to_string(), code);
    }
}

#[test]
fn what_is_fixed_runs() {
    for (code, _, _, fixed) in PAIRS {
        fixed().unwrap_or_else(|e| panic!("{code}: {e}"));
    }
}

#[test]
fn every_folder_is_a_pair() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/codes");
    let entries = std::fs::read_dir(here).unwrap().flatten().filter(|e| e.path().is_dir());
    let folders: BTreeSet<String> =
        entries.map(|e| e.file_name().to_string_lossy().into_owned()).collect();
    assert_eq!(folders, PAIRS.iter().map(|p| p.0.to_string()).collect());
}
