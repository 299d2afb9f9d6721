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
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Every file of `tests/run`, and the files of `tests/seeds` that run something.
fn files() -> Vec<PathBuf> {
    let runs = |path: &PathBuf| read(path).is_ok_and(|text| run::has_runs(&text));
    let seeds = programs("tests/seeds").into_iter().filter(runs);
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
