//! A mistake and what is fixed, read from the test of a code.
//!
//! | file | found by | tested by |
//! |---|---|---|
//! | `tests/codes/NNNN.pto` | `pto check` | `cargo test -p pto-tests --test filetests` |
//! | `tests/run/codes/NNNN.pto` | `pto run` | `cargo test -p pto-tests --test run` |
//! | `tests/cli/codes/NNNN.pto` | the command at the end of a section | `cargo test -p pto-cli --test codes` |
//! | `crates/pto/tests/codes/NNNN/*.rs` | a kernel in Rust | `cargo test -p pto --test codes` |
//!
//! The programs have two sections, of which the first must find that code alone and the second nothing.

use std::path::Path;

pub const FILETESTS: &str = "tests/codes";
pub const RUNS: &str = "tests/run/codes";
pub const COMMANDS: &str = "tests/cli/codes";
pub const KERNELS: &str = "crates/pto/tests/codes";

const SPLIT: &str = "// -----\n";

/// A mistake and what is fixed.
pub struct Pair {
    bad: Half,
    good: Half,
    /// What the blocks of the page are written in.
    language: &'static str,
}

/// One of the two, as the page shows it.
struct Half {
    /// Who looks at it, at the start of a sentence.
    finder: String,
    /// The program with what is found in comments; a command may need none.
    text: String,
}

impl Pair {
    /// Reads the test of a code; `None` if it has none.
    pub fn read(root: &Path, code: &str) -> Result<Option<Pair>, String> {
        let read = |name: &str| std::fs::read_to_string(root.join(name)).ok();
        for (folder, half) in
            [(FILETESTS, checked as ReadHalf), (RUNS, executed), (COMMANDS, commanded)]
        {
            let name = format!("{folder}/{code}.pto");
            if let Some(text) = read(&name) {
                let pair = Pair::split(&text, code, half).map_err(|e| format!("{name}: {e}"))?;
                return Ok(Some(pair));
            }
        }
        let kernel = |half: &str| read(&format!("{KERNELS}/{code}/{half}.rs"));
        let (Some(bad), Some(good)) = (kernel("mistake"), kernel("fixed")) else {
            return Ok(None);
        };
        let half = |text| Half { finder: "The Rust library".into(), text };
        Ok(Some(Pair { bad: half(bad), good: half(good), language: "rust" }))
    }

    fn split(text: &str, code: &str, half: ReadHalf) -> Result<Pair, String> {
        let (bad, good) = text.split_once(SPLIT).ok_or("there is no second section")?;
        if !good.lines().flat_map(found).collect::<Vec<_>>().is_empty() {
            return Err("the second section finds something".into());
        }
        let codes: Vec<&str> = bad.lines().flat_map(found).collect();
        if codes.is_empty() || codes.iter().any(|c| *c != code) {
            return Err(format!("the first section finds {codes:?}, not {code} alone"));
        }
        // Only the first section of a filetest must say its target.
        let first = half(bad)?;
        let second = half(good).map(|h| h.finder).unwrap_or_else(|_| first.finder.clone());
        let good = Half { finder: second, text: shown(good) };
        Ok(Pair { bad: first, good, language: "pto" })
    }

    /// The text of the page.
    pub fn shown(&self) -> String {
        let Pair { bad, good, language } = self;
        let block = |half: &Half| match half.text.as_str() {
            "" => String::new(),
            text => format!("\n```{language}\n{text}```\n"),
        };
        let fixed = match (bad.finder == good.finder, good.text.as_str()) {
            (true, _) => "Fixed:".to_string(),
            (false, "") => format!("Fixed: {} finds nothing.", good.finder),
            (false, _) => format!("Fixed; {} finds nothing:", good.finder),
        };
        format!("\n{} finds:\n{}\n{fixed}\n{}", bad.finder, block(bad), block(good))
    }
}

/// Reads the first section of a file.
type ReadHalf = fn(&str) -> Result<Half, String>;

fn header<'a>(section: &'a str, name: &str) -> Option<&'a str> {
    section.lines().find_map(|l| l.strip_prefix(name))
}

/// What is wrong on several targets is found without naming one.
fn checked(section: &str) -> Result<Half, String> {
    let targets = header(section, "// check: ").ok_or("the first section has no `// check:`")?;
    let sync = if section.contains("// prove: sync\n") { " --sync" } else { "" };
    let target = match targets.split(' ').collect::<Vec<_>>()[..] {
        [target] => format!(" --target {target}"),
        _ => String::new(),
    };
    let finder = format!("`pto check{target}{sync}`");
    Ok(Half { finder, text: shown(section) })
}

fn executed(section: &str) -> Result<Half, String> {
    let run = header(section, "// run: ").ok_or("a section has no `// run:`")?;
    let mut command = String::from("`pto run");
    for word in run.split_whitespace() {
        match word.split_once('=') {
            Some((option, value)) => command += &format!(" --{option} {value}"),
            None if word == "manual" => {}
            None if word == "silicon" => command += " --semantics silicon",
            None => command += &format!(" --target {word}"),
        }
    }
    if header(section, "// trap:").is_none() {
        command += " --check all";
    }
    Ok(Half { finder: command + "`", text: shown(section) })
}

fn commanded(section: &str) -> Result<Half, String> {
    let command = header(section, "//| $ ").ok_or("a section has no command")?;
    Ok(Half { finder: format!("`{command}`"), text: shown(section) })
}

/// The code that a comment says is found. What other orders of the pipes find is another command's business.
fn found(line: &str) -> Option<&str> {
    let comment = line.strip_prefix("//")?;
    let spelled = match ["error[", "warning[", "note["].iter().find_map(|w| comment.split_once(w)) {
        Some(_) if comment.starts_with(" orders:") => return None,
        Some((_, rest)) => rest.split(']').next()?,
        None => {
            let list = comment.strip_prefix(" trap: ").or(comment.strip_prefix(" finds: "))?;
            list.split(' ').find(|w| w.starts_with(['E', 'W']))?
        }
    };
    spelled.get(1..)
}

/// A section without what only the test needs.
fn shown(section: &str) -> String {
    let mut text = String::new();
    // What a command finds stands below the program, and is shown above it.
    for line in section.lines().filter_map(|l| l.strip_prefix("//| ")) {
        if let Some((_, words)) = line.split_once('[')
            && let Some((code, message)) = words.split_once("]: ")
        {
            text += &format!("// {code}: {message}\n");
        }
    }
    for line in section.lines().filter(|l| !l.starts_with("//| ")) {
        let header = line.strip_prefix("// ").and_then(|l| l.split_once(':'));
        match header.map(|(name, rest)| (name.split(' ').next().unwrap_or(""), rest.trim())) {
            Some(("check" | "run" | "expect" | "orders" | "prove", _))
            | Some(("finds", "none")) => {}
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

    #[test]
    fn sections_that_find_something_else_are_refused() {
        let text =
            "// check: a5\nx\n//^ error[E0203]: words\n// -----\nx\n//^ error[E0204]: words\n";
        let split = |text: &str, code: &str| Pair::split(text, code, checked);
        assert!(split(text, "0203").is_err());
        let silent = text.replace("//^ error[E0204]: words\n", "");
        assert!(split(&silent, "0203").is_ok());
        assert!(split(&silent, "0204").is_err());
        assert!(split(&silent.replace("x\n//", "//^ warning[W0204]\nx\n//"), "0203").is_err());
        assert!(split("// check: a5\nx\n// -----\nx\n", "0203").is_err());
    }

    #[test]
    fn commands_are_named_and_what_they_find_stands_above() {
        let text = "x\n//| $ pto lower k.pto\n//| 1:1 note[W0802]: words\n// -----\ny\n//| $ pto lower k.pto\n";
        let page = Pair::split(text, "0802", commanded).unwrap().shown();
        let want = "\n`pto lower k.pto` finds:\n\n```pto\n// W0802: words\nx\n```\n\nFixed:\n\n```pto\ny\n```\n";
        assert_eq!(page, want);
        let page = Pair::split(&text.replace("y\n//| $ pto", "//| $ ptox"), "0802", commanded);
        assert!(page.unwrap().shown().ends_with("Fixed: `ptox lower k.pto` finds nothing.\n"));
    }
}
