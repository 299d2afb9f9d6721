//! What the tests share: where the programs are, how a file splits into sections, what it expects.
//!
//! How a filetest is written is described in [`pto_lsp::filetest`]; `BLESS=1 cargo test -p pto-tests --test filetests` writes what is
//! found into the files.

pub mod corpus;
pub mod cpp;
pub mod emit;
pub mod example;
pub mod expect;
pub mod instance;
pub mod lower;
pub mod make_illegal;
pub mod outcome;
pub mod rebuild;
pub mod run;
pub mod unsafe_code;

pub use pto_lsp::filetest::{
    SPLIT, Section, brief, findings, findings_in_part, options_of, rules_of, sections, targets,
};

use pto_ir::{Diagnostic, Module, Style};
use std::path::{Path, PathBuf};

/// The folder of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// The `.pto` files under a folder of the workspace, at any depth, sorted. None if it does not exist.
pub fn programs(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.filter_map(|e| Some(e.ok()?.path())) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "pto") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Every filetest.
pub fn filetests() -> Vec<PathBuf> {
    ["tests/isa", "tests/manual_pages", "tests/check", "tests/codes"]
        .into_iter()
        .flat_map(programs)
        .collect()
}

/// A path as tests show it: relative to the workspace, with `/`.
pub fn shown(path: &Path) -> String {
    let path = path.strip_prefix(root()).unwrap_or(path);
    path.to_string_lossy().replace('\\', "/")
}

/// The text of a file.
pub fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", shown(path)))
}

/// The findings as a user would see them.
pub fn render(path: &str, text: &str, found: &[Diagnostic]) -> String {
    let lines = pto_ir::Lines::new(text);
    let shown = found.iter().map(|d| pto_cli::render::render(path, text, &lines, d, false));
    shown.map(|s| s + "\n").collect::<Vec<_>>().join("\n")
}

/// What printing and reading again changes.
pub fn change(module: &Module, style: Style) -> Option<String> {
    let printed = pto_ir::print(module, style);
    let (again, found) = pto_ir::parse(&printed);
    let error = found.iter().find(|d| d.is_error());
    error
        .map(|d| format!("the printed text does not read: {}", brief(&printed, d)))
        .or_else(|| pto_ir::first_difference(module, &again))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pto_isa::Target;

    #[test]
    fn sections_and_headers() {
        let text =
            "// check: cpu a5\na\n// -----\nb\n// -----\n// check: a2a3\n// -----\n// render: a5\n";
        let list = sections(text).unwrap();
        let lines: Vec<usize> = list.iter().map(|s| s.line).collect();
        assert_eq!(lines, [1, 4, 6, 8]);
        assert_eq!(list[1].check, Some(vec![Target::CPU, Target::A5]));
        assert_eq!(list[2].check, Some(vec![Target::A2A3]));
        assert_eq!((list[3].check.clone(), list[3].render), (None, Some(Target::A5)));
        assert!(sections("module {}\n").is_err());
        assert!(sections("// check: a7\n").is_err());
    }
}
