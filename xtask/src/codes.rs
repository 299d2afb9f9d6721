//! The page of diagnostic codes: what each means, a program that has the mistake, and the mended program.
//!
//! The programs are tests, `tests/codes/NNNN.pto` for what `pto check` finds and `tests/run/codes/NNNN.pto` for what a
//! run finds: two sections, of which the first must have the finding and the second none.

use pto_isa::code::CODES;
use pto_isa::page::cell;
use std::fmt::Write as _;
use std::path::Path;

const SPLIT: &str = "// -----\n";

/// The page, below the mark of generated files.
pub fn page(root: &Path) -> Result<String, String> {
    let mut s = String::from(
        "# Diagnostic codes\n\n`E` marks an error, `W` a warning with the same number. `pto explain CODE` prints \
         the explanation. Below most of them are a program with the mistake, and the same program mended; comments \
         in the first mark what is found.\n\n| code | meaning |\n|---|---|\n",
    );
    for c in CODES {
        let _ = writeln!(s, "| [{0}](#{0}) | {1} |", c.code, cell(c.title));
    }
    for c in CODES {
        let text: Vec<&str> = c.text.lines().map(str::trim).collect();
        let _ = write!(s, "\n## {}\n\n**{}.** {}\n", c.code, c.title, text.join("\n").trim());
        let name = c.code.to_string();
        if let Some(pair) = Pair::read(root, &name)? {
            let Pair { finder, bad, good } = pair;
            let _ = write!(
                s,
                "\n{finder} finds:\n\n```pto\n{bad}```\n\nMended:\n\n```pto\n{good}```\n"
            );
        }
    }
    Ok(s)
}

/// A program with a mistake, and without it.
struct Pair {
    /// What finds it, at the start of a sentence.
    finder: String,
    bad: String,
    good: String,
}

impl Pair {
    /// Reads the test of a code; `None` if it has none.
    fn read(root: &Path, code: &str) -> Result<Option<Pair>, String> {
        for folder in ["tests/codes", "tests/run/codes"] {
            let name = format!("{folder}/{code}.pto");
            let Ok(text) = std::fs::read_to_string(root.join(&name)) else { continue };
            let pair = Pair::split(&text, code).map_err(|e| format!("{name}: {e}"))?;
            return Ok(Some(pair));
        }
        Ok(None)
    }

    fn split(text: &str, code: &str) -> Result<Pair, String> {
        let (bad, good) = text.split_once(SPLIT).ok_or("there is no second section")?;
        let has = |text: &str, letter: char| text.contains(&format!("{letter}{code}"));
        if !has(bad, 'E') && !has(bad, 'W') {
            return Err(format!("the first section does not find {code}"));
        }
        if ["error[", "warning[", "// trap:"].into_iter().any(|w| good.contains(w)) {
            return Err("the second section finds something".into());
        }
        Ok(Pair { finder: finder(bad)?, bad: shown(bad), good: shown(good) })
    }
}

/// The command that a section is a test of.
fn finder(section: &str) -> Result<String, String> {
    let header = |name: &str| section.lines().find_map(|l| l.strip_prefix(name));
    if let Some(target) = header("// check: ") {
        return Ok(format!("`pto check --target {target}`"));
    }
    let run = header("// run: ").ok_or("the first section has neither `check` nor `run`")?;
    let mut command = String::from("`pto run");
    for word in run.split_whitespace() {
        match word.split_once('=') {
            Some((option, value)) => command += &format!(" --{option} {value}"),
            None if word == "manual" => {}
            None if word == "silicon" => command += " --semantics silicon",
            None => command += &format!(" --target {word}"),
        }
    }
    if header("// trap:").is_none() {
        command += " --check all";
    }
    Ok(command + "`")
}

/// A section without what only the test needs.
fn shown(section: &str) -> String {
    let mut text = String::new();
    for line in section.lines() {
        let header = line.strip_prefix("// ").and_then(|l| l.split_once(':'));
        match header.map(|(name, rest)| (name.split(' ').next().unwrap_or(""), rest.trim())) {
            Some(("check" | "run" | "expect" | "orders", _)) | Some(("finds", "none")) => {}
            Some(("trap" | "finds", what)) => match what.split_once(' ') {
                Some((code, words)) => text += &format!("// {code}: {words}\n"),
                None => text += &format!("// {what}\n"),
            },
            _ => text += &format!("{line}\n"),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_program_is_about_a_code() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let known: BTreeSet<String> = CODES.iter().map(|c| format!("{}.pto", c.code)).collect();
        for folder in ["tests/codes", "tests/run/codes"] {
            for entry in std::fs::read_dir(root.join(folder)).unwrap().flatten() {
                let name = entry.file_name().to_string_lossy().to_string();
                assert!(known.contains(&name), "{folder}/{name}");
            }
        }
    }

    #[test]
    fn a_second_section_with_findings_is_refused() {
        let text =
            "// check: a5\nx\n//^ error[E0203]: words\n// -----\nx\n//^ error[E0204]: words\n";
        assert!(Pair::split(text, "0203").is_err());
        assert!(Pair::split(&text.replace("//^ error[E0204]: words\n", ""), "0203").is_ok());
        assert!(Pair::split(&text.replace("//^ error[E0204]: words\n", ""), "0204").is_err());
    }
}
