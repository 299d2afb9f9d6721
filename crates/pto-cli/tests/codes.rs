//! Diagnostic codes that need a command of their own: each file of `tests/cli/codes` has a mistake and is fixed.
//!
//! A file has two sections. A section is a program, or nothing, and ends with `//| $ COMMAND`, which `sh` runs in a
//! folder where the program is `k.pto`; the lines below it are what it finds. The first section finds the code that the
//! file is named after and nothing else, the second finds nothing. `BLESS=1` writes what is found.

use std::path::{Path, PathBuf};
use std::process::Command;

const FOLDER: &str = "tests/cli/codes";
const SPLIT: &str = "// -----\n";
/// Begins the lines at the end of a section.
const SHOWN: &str = "//| ";

/// What a command finds, a line each, and whether it calls that a success.
struct Found {
    lines: Vec<String>,
    passed: bool,
}

/// A program and the command after it.
struct Section<'a> {
    program: String,
    command: &'a str,
}

impl<'a> Section<'a> {
    fn read(text: &'a str) -> Result<Section<'a>, String> {
        let program = text.lines().filter(|l| !l.starts_with(SHOWN)).flat_map(|l| [l, "\n"]);
        let mut commands = text.lines().filter_map(|l| l.strip_prefix("//| $ "));
        match (commands.next(), commands.next()) {
            (Some(command), None) => Ok(Section { program: program.collect(), command }),
            _ => Err("a section has one command".into()),
        }
    }

    /// Runs the command in a folder of its own.
    fn run(&self, name: &str) -> std::io::Result<Found> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("codes").join(name);
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join("k.pto"), &self.program)?;
        let binary = Path::new(env!("CARGO_BIN_EXE_pto"));
        let mut path = vec![binary.parent().unwrap_or(binary).to_path_buf()];
        path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
        let path = std::env::join_paths(path).map_err(std::io::Error::other)?;
        let done = Command::new("sh")
            .args(["-c", self.command])
            .current_dir(folder)
            .env("PATH", path)
            .env("LC_ALL", "C")
            .output()?;
        let (errors, output) =
            (String::from_utf8_lossy(&done.stderr), String::from_utf8_lossy(&done.stdout));
        let lines = in_json(&output).unwrap_or_else(|| in_text(&errors));
        Ok(Found { lines, passed: done.status.success() })
    }

    /// The section with what is found.
    fn with(&self, found: &Found) -> String {
        let found: String = found.lines.iter().map(|l| format!("{SHOWN}{l}\n")).collect();
        format!("{}{SHOWN}$ {}\n{found}", self.program, self.command)
    }
}

/// Findings as a person reads them: `LINE:COLUMN error[CODE]: message`. A message without a code is one, too.
fn in_text(errors: &str) -> Vec<String> {
    let mut list = Vec::new();
    let mut lines = errors.lines().peekable();
    while let Some(line) = lines.next() {
        if ["error", "warning", "note"].iter().any(|w| line.starts_with(w)) {
            let place = lines.peek().and_then(|l| l.trim_start().strip_prefix("--> "));
            let at = place
                .and_then(|p| p.split_once(':'))
                .map_or(String::new(), |p| format!("{} ", p.1));
            list.push(format!("{at}{line}"));
        }
    }
    list
}

/// The same from the JSON of `pto check`, which has notes, too.
fn in_json(output: &str) -> Option<Vec<String>> {
    let document: serde_json::Value = serde_json::from_str(output).ok()?;
    let list = document["diagnostics"].as_array()?.iter().map(|d| {
        let word = |key: &str| d[key].as_str().unwrap_or("?");
        let (line, column) = (&d["line"], &d["column"]);
        format!("{line}:{column} {}[{}]: {}", word("severity"), word("code"), word("message"))
    });
    Some(list.collect())
}

/// Runs both sections. What is found goes into the file, if that is asked for.
fn compare(path: &Path, bless: bool) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let code = path.file_stem().unwrap_or_default().to_string_lossy();
    let (bad, good) = text.split_once(SPLIT).ok_or("there is no second section")?;
    let (bad, good) = (Section::read(bad)?, Section::read(good)?);
    let run = |s: &Section, half: &str| s.run(&format!("{code}/{half}")).map_err(|e| e.to_string());
    let (found, rest) = (run(&bad, "mistake")?, run(&good, "fixed")?);
    let is_it = |l: &String| ["E", "W"].iter().any(|c| l.contains(&format!("[{c}{code}]: ")));
    if found.lines.is_empty() || !found.lines.iter().all(is_it) {
        return Err(format!("the first section finds {:?}", found.lines));
    }
    if !rest.lines.is_empty() || !rest.passed {
        return Err(format!("the second section finds {:?}", rest.lines));
    }
    let now = format!("{}{SPLIT}{}", bad.with(&found), good.with(&rest));
    if now == text {
        return Ok(());
    }
    if bless {
        return std::fs::write(path, now).map_err(|e| e.to_string());
    }
    Err(format!("`BLESS=1 cargo test -p pto-cli --test codes` would write\n{now}"))
}

#[test]
fn commands_find_the_mistakes_and_nothing_in_what_is_fixed() {
    let bless = std::env::var_os("BLESS").is_some_and(|v| v == "1");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(FOLDER);
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    let wrong: Vec<String> = paths
        .iter()
        .filter_map(|p| Some(format!("{}: {}", p.display(), compare(p, bless).err()?)))
        .collect();
    assert!(!paths.is_empty() && wrong.is_empty(), "{}", wrong.join("\n"));
}
