//! One test per file with run tests: its programs give the values their comments say; and one of the table of
//! rules that `tests/run/open` is about.
//!
//! `BLESS=1` prints what was found and changes no file: expected numbers are worked out by hand.

use libtest_mimic::{Arguments, Failed, Trial};
use pto_tests::{programs, read, root, run, shown};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What published programs cannot tell apart.
const OPEN: &str = "tests/run/open";

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let print = std::env::var_os("BLESS").is_some_and(|v| v == "1");
    let mut trials: Vec<Trial> = files()
        .into_iter()
        .map(|path| Trial::test(shown(&path), move || compare(&path, print)))
        .collect();
    trials.push(Trial::test(format!("{OPEN}/rules.tsv"), every_rule_has_its_section));
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

fn every_rule_has_its_section() -> Result<(), Failed> {
    let folder = root().join(OPEN);
    let name = |path: &PathBuf| path.strip_prefix(&folder).map_or(shown(path), shown);
    let files: Result<Vec<_>, String> =
        programs(OPEN).into_iter().map(|path| Ok((name(&path), read(&path)?))).collect();
    let wrong = run::rules::check(&read(&folder.join("rules.tsv"))?, &files?);
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
