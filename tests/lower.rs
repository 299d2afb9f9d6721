//! One test per file of `tests/lower`: its programs become what their comments say. And one per file with run
//! tests: the lowered programs give the same values.

use libtest_mimic::{Arguments, Failed, Trial};
use pto_tests::{lower, programs, read, run, shown};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let bless = std::env::var_os("BLESS").is_some_and(|v| v == "1");
    let files = programs("tests/lower").into_iter();
    let mut trials: Vec<Trial> =
        files.map(|path| Trial::test(shown(&path), move || compare(&path, bless))).collect();
    // The programs of `check` are wrong on purpose.
    let wrong = |path: &PathBuf| shown(path).starts_with("tests/run/check/");
    let runs = programs("tests/run").into_iter().filter(|path| !wrong(path));
    let runs = runs.chain(programs("tests/seeds"));
    trials.extend(
        runs.map(|path| {
            Trial::test(format!("lowered {}", shown(&path)), move || same_values(&path))
        }),
    );
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn compare(path: &Path, bless: bool) -> Result<(), Failed> {
    let text = read(path)?;
    let now = lower::blessed(&text)?;
    if bless {
        if now != text {
            std::fs::write(path, now)?;
        }
        return Ok(());
    }
    match now.lines().zip(text.lines()).enumerate().find(|(_, (a, b))| a != b) {
        Some((i, (now, before))) => {
            Err(format!("line {}: expected `{before}`, found `{now}`", i + 1).into())
        }
        None if now != text => Err("the output has another length".into()),
        None => Ok(()),
    }
}

fn same_values(path: &Path) -> Result<(), Failed> {
    let text = read(path)?;
    if let Some(lowered) = lower::lowered_runs(&text)? {
        run::compare(&shown(path), &lowered, false)?;
    }
    Ok(())
}
