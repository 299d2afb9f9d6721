//! One test per file with run tests: its programs give the values their comments say; and one of each table of
//! rules, of `tests/run/open` and `tests/run/micro`.
//!
//! `BLESS=1` prints what was found and changes no file: expected numbers are worked out by hand.

use libtest_mimic::{Arguments, Failed, Trial};
use pto_tests::{programs, read, root, run, shown};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What published programs cannot tell apart.
const OPEN: &str = "tests/run/open";
/// Mistakes, one in each file, and their corrected twins.
const PROBES: &str = "tests/run/check/probes";
/// Instructions below tiles: registers, copies, products.
const MICRO: &str = "tests/run/micro";

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let print = std::env::var_os("BLESS").is_some_and(|v| v == "1");
    let mut trials: Vec<Trial> = files()
        .into_iter()
        .map(|path| Trial::test(shown(&path), move || compare(&path, print)))
        .collect();
    trials.push(Trial::test(format!("{OPEN}/rules.tsv"), || {
        every_rule_has_its_section(OPEN, programs(OPEN), run::rules::check)
    }));
    trials.push(Trial::test(format!("{MICRO}/rules.tsv"), || {
        every_rule_has_its_section(MICRO, programs("tests/run"), run::rules::check_some)
    }));
    trials.push(Trial::test(format!("{PROBES}: twins"), every_mistake_has_a_twin));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// A file says what is found and in which line; the one called `..._fixed` is the same function, and silent.
fn every_mistake_has_a_twin() -> Result<(), Failed> {
    let files = programs(PROBES);
    let (twins, mistakes): (Vec<_>, Vec<_>) =
        files.iter().partition(|p| shown(p).ends_with("_fixed.pto"));
    let mut wrong = Vec::new();
    if mistakes.len() < 9 || twins.len() != mistakes.len() {
        wrong.push(format!("{} mistakes and {} twins", mistakes.len(), twins.len()));
    }
    let says = |text: &str, key: &str| -> Vec<String> {
        let lines = text.lines().filter_map(|l| l.strip_prefix("// "));
        lines.filter_map(|l| l.strip_prefix(key)).map(|l| l.trim().to_string()).collect()
    };
    for path in mistakes {
        let (text, name) = (read(path)?, shown(path));
        let found = [says(&text, "finds:"), says(&text, "trap:")].concat();
        let placed = |f: &&String| f.starts_with(|c: char| c.is_ascii_digit());
        if !found.iter().any(|f| placed(&f)) {
            wrong.push(format!("{name} does not say in which line something is found"));
        }
        let twin = path
            .with_file_name(name.rsplit('/').next().unwrap_or("").replace(".pto", "_fixed.pto"));
        let Ok(twin) = read(&twin) else {
            wrong.push(format!("{name} has no corrected twin"));
            continue;
        };
        if says(&twin, "finds:") != ["none"] || !says(&twin, "trap:").is_empty() {
            wrong.push(format!("the twin of {name} is not silent"));
        }
        let function = |t: &str| {
            t.split("func.func @").nth(1).and_then(|f| f.split('(').next().map(String::from))
        };
        if function(&text) != function(&twin) {
            wrong.push(format!("the twin of {name} is another function"));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// Every file of `tests/run`, and the files of `tests/manual_pages` that run something.
fn files() -> Vec<PathBuf> {
    let runs = |path: &PathBuf| read(path).is_ok_and(|text| run::has_runs(&text));
    let seeds = programs("tests/manual_pages").into_iter().filter(runs);
    programs("tests/run").into_iter().chain(seeds).collect()
}

fn compare(path: &Path, print: bool) -> Result<(), Failed> {
    let text = read(path)?;
    if !run::has_runs(&text) {
        return Err("no section has a `// run:` line".into());
    }
    let found = run::compare(&shown(path), &text, print)?;
    print!("{found}");
    Ok(())
}

/// What is wrong with a table about files (name and text).
type Check = fn(&str, &[(String, String)]) -> Vec<String>;

/// Compares the table of a folder with these files; those that are not in the folder begin with `..`.
fn every_rule_has_its_section(
    folder: &str,
    files: Vec<PathBuf>,
    check: Check,
) -> Result<(), Failed> {
    let within = root().join(folder);
    let beside = within.parent().unwrap_or(&within);
    let name = |path: &Path| match (path.strip_prefix(&within), path.strip_prefix(beside)) {
        (Ok(inner), _) => shown(inner),
        (_, Ok(outer)) => format!("../{}", shown(outer)),
        _ => shown(path),
    };
    let files: Result<Vec<_>, String> =
        files.iter().map(|path| Ok((name(path), read(path)?))).collect();
    let wrong = check(&read(&within.join("rules.tsv"))?, &files?);
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
