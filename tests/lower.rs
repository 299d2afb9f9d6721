//! One test per file of `tests/lower`: its programs become what their comments say. One per file with run tests: the
//! lowered programs give the same values. And one per example: at every level it gives the same, in every order of
//! the pipes that is tried. The programs of `tests/regressions` lack order, which lowering adds.

use libtest_mimic::{Arguments, Failed, Trial};
use pto_isa::Target;
use pto_isa::sem::Semantics;
use pto_tests::corpus::{self, Case, Level, Outcome};
use pto_tests::{findings, lower, programs, read, run, shown};
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
    let runs = runs.chain(programs("tests/manual_pages"));
    trials.extend(
        runs.map(|path| {
            Trial::test(format!("lowered {}", shown(&path)), move || same_values(&path))
        }),
    );
    // One is broken on purpose, and some have parameters in place of numbers.
    let is_whole = |p: &PathBuf| {
        !p.ends_with("broken.pto") && !p.parent().is_some_and(|f| f.ends_with("tune"))
    };
    let examples = programs("examples").into_iter().filter(is_whole);
    trials.extend(
        examples
            .map(|path| Trial::test(format!("levels of {}", shown(&path)), move || levels(&path))),
    );
    let caught = programs("tests/regressions").into_iter();
    trials.extend(
        caught.map(|path| Trial::test(format!("fixed {}", shown(&path)), move || fixed(&path))),
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
    for level in [2, 3] {
        if let Some(lowered) = lower::lowered_runs(&text, level)? {
            run::compare(&format!("{} at level {level}", shown(path)), &lowered, false)?;
        }
    }
    Ok(())
}

/// Runs an example at every level, on every target that takes it.
fn levels(path: &Path) -> Result<(), Failed> {
    let text = read(path)?;
    let mut compared = 0;
    for target in Target::PROFILES {
        if findings(&text, target).iter().any(pto_ir::Diagnostic::is_error) {
            continue;
        }
        for level in [Level::Buffers, Level::Complete] {
            let at = |why: String| format!("{level:?} on {target}: {why}");
            let lowered = match corpus::lower(&text, target, level) {
                Ok(lowered) => lowered,
                Err(Outcome::Refused(why) | Outcome::Wrong(why)) => return Err(at(why).into()),
                Err(Outcome::Same) => continue,
            };
            for entry in corpus::entries(&lowered) {
                let case = Case { entry, semantics: Semantics::Manual, blocks: 1, args: None };
                match corpus::judge(&lowered, &case) {
                    Outcome::Same => compared += 1,
                    Outcome::Refused(why) | Outcome::Wrong(why) => return Err(at(why).into()),
                }
            }
        }
    }
    if compared == 0 { Err("no target runs it".into()) } else { Ok(()) }
}

/// Programs with the mistakes of bug reports: lowering adds the order that is missing, and changes nothing else.
fn fixed(path: &Path) -> Result<(), Failed> {
    let text = read(path)?;
    let clean = |t: &Target| !findings(&text, *t).iter().any(pto_ir::Diagnostic::is_error);
    let declared = pto_check::declared_target(&pto_ir::parse(&text).0);
    let targets = declared.map_or(vec![Target::A2A3, Target::A5], |t| vec![t]);
    for target in targets.into_iter().filter(clean) {
        let lowered = match corpus::lower(&text, target, Level::Complete) {
            Ok(lowered) => lowered,
            Err(Outcome::Wrong(why)) => return Err(format!("on {target}: {why}").into()),
            // What does not fit is the mistake of some of them.
            Err(_) => continue,
        };
        for entry in corpus::entries(&lowered) {
            let case = Case { entry, semantics: Semantics::Manual, blocks: 1, args: None };
            // Some of them stop by themselves.
            if let Outcome::Wrong(why) = corpus::judge(&lowered, &case) {
                return Err(format!("on {target}: {why}").into());
            }
        }
    }
    Ok(())
}
