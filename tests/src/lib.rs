//! What the tests share: where the programs are, how a file splits into sections, what it expects.
//!
//! A filetest is a `.pto` file of one or more sections, split by lines that are exactly `// -----`.
//!
//! | comment | meaning |
//! |---|---|
//! | `// check: cpu a2a3 a5` | the targets on which only findings for every target are expected; later sections without one take the first's |
//! | `//   ^^^^ error[E0203] a5: words` | under a line: a finding at these columns, on these targets only (they are checked too), whose message, label or help contains the words |
//! | `//<^^^^ warning[W0217]` | the same for a place that begins under the `//` itself |
//! | `// rules: manual` | the program is held to these rules; notes about what the other ones say count then |
//! | `// prove: sync` | what of the synchronisation is not proved is a finding, too, as `pto check --sync` has it |
//! | `// render: a5` | the whole output on this target is the block of <code>//&#124; </code> lines that ends the section |
//!
//! A finding without such a comment, or a comment without its finding, fails. Notes do not count.
//! `BLESS=1 cargo test -p pto-tests --test filetests` writes what is found into the files.

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

use pto_ir::{Diagnostic, Lines, Module, Style};
use pto_isa::{Rulebook, Target, code};
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

/// The line that splits sections.
pub const SPLIT: &str = "// -----";

/// One program of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its text, with the comments.
    pub text: String,
    /// Its first line in the file, from 1.
    pub line: usize,
    /// The targets of its header; `None` without a header.
    pub check: Option<Vec<Target>>,
    /// The target whose output is compared as a whole.
    pub render: Option<Target>,
}

/// Splits a file into sections and reads their headers. A header that cannot be read is an error.
pub fn sections(text: &str) -> Result<Vec<Section>, String> {
    let mut list: Vec<Section> = Vec::new();
    let mut start = 1;
    let mut lines: Vec<&str> = Vec::new();
    for (i, line) in text.lines().chain([SPLIT]).enumerate() {
        if line != SPLIT {
            lines.push(line);
            continue;
        }
        let joined: String = lines.iter().flat_map(|l| [*l, "\n"]).collect();
        let mut section = Section { text: joined, line: start, check: None, render: None };
        for (n, l) in lines.iter().enumerate() {
            let header = |name: &str| l.strip_prefix("// ")?.strip_prefix(name);
            let at = |e: String| format!("line {}: {e}", start + n);
            if let Some(names) = header("check:") {
                section.check = Some(targets(names).map_err(at)?);
            } else if let Some(names) = header("render:") {
                section.render = targets(names).map_err(at)?.first().copied();
            }
        }
        list.push(section);
        lines.clear();
        start = i + 2;
    }
    match list.first() {
        Some(s) if s.check.is_some() || s.render.is_some() => {}
        _ => return Err("the first section has no `// check:` or `// render:` header".into()),
    }
    let first = list[0].check.clone();
    for s in &mut list {
        // A section that only shows its output says so by having no other header.
        if s.check.is_none() && s.render.is_none() {
            s.check.clone_from(&first);
        }
    }
    Ok(list)
}

/// Reads target names.
pub fn targets(names: &str) -> Result<Vec<Target>, String> {
    let known = |n: &str| Target::ALL.into_iter().find(|t| t.name() == n);
    let read = |n: &str| known(n).ok_or_else(|| format!("`{n}` is not a target"));
    names.split_whitespace().map(read).collect()
}

/// The rules that a program is held to: those of its `// rules:` line, or the device's.
pub fn rules_of(text: &str) -> Rulebook {
    named_rules(text).unwrap_or_default()
}

fn named_rules(text: &str) -> Option<Rulebook> {
    text.lines().find_map(|l| Rulebook::parse(l.strip_prefix("// rules: ")?))
}

/// How a program is checked.
pub fn options_of(text: &str) -> pto_check::Options {
    pto_check::Options { rules: rules_of(text), ..Default::default() }
}

/// What reading and checking a program finds on a target, in the order of the text.
pub fn findings(text: &str, target: Target) -> Vec<Diagnostic> {
    found_in(text, target, false, rules_of(text))
}

/// The same for a piece of a program, which lacks what stands around it, by some rules.
pub fn findings_in_part(text: &str, target: Target, rules: Rulebook) -> Vec<Diagnostic> {
    found_in(text, target, true, rules)
}

fn found_in(text: &str, target: Target, part: bool, rules: Rulebook) -> Vec<Diagnostic> {
    let (module, mut found) = pto_ir::parse(text);
    let partial = part || found.iter().any(Diagnostic::is_error);
    found.extend(pto_check::check(
        &module,
        target,
        &pto_check::Options { partial, rules, ..Default::default() },
    ));
    if text.lines().any(|l| l == "// prove: sync") && !found.iter().any(Diagnostic::is_error) {
        found.extend(unproved(text, module, target));
    }
    // A piece has no line that names rules, and whoever made it asks for both.
    let differ = part || named_rules(text).is_some();
    let counts = |d: &Diagnostic| {
        d.severity != pto_ir::Severity::Note || differ && d.code == code::RULES_DIFFER
    };
    found.retain(counts);
    found.sort_by_key(|d| (d.primary.span.start, d.severity, d.code));
    found
}

/// What of the synchronisation is not proved; an error if nothing is there to be proved.
fn unproved(text: &str, module: Module, target: Target) -> Vec<Diagnostic> {
    let Ok((program, _)) = pto_check::verify(module, target, &options_of(text)) else {
        return Vec::new();
    };
    let proofs = pto_lower::prove_sync(&program, &Lines::new(text));
    if proofs.is_empty() {
        let message = "no function synchronises by hand";
        let d = Diagnostic::error(code::NOT_PROVED, pto_ir::Span::default(), message);
        return vec![d];
    }
    proofs.into_iter().flat_map(|p| p.unproved).collect()
}

/// One finding on one line: `12:5 error[E0203] message (what was found)`.
pub fn brief(text: &str, d: &Diagnostic) -> String {
    let (line, column) = Lines::new(text).position(text, d.primary.span.start);
    let found = match d.primary.text.as_str() {
        "" => String::new(),
        t => format!(" ({t})"),
    };
    let (severity, code) = (d.severity.name(), d.spelled_code());
    format!("{line}:{column} {severity}[{code}] {}{found}", d.message)
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
