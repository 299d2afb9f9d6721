//! One test per fuzz target, in the ordinary build: the stored seeds, and a fixed number of changes of each. They depend on the files of
//! `fuzz/seeds` alone, so that neither another test nor a faster machine changes what is tried. Nothing may panic. What was
//! written as C++ on the way is read by a compiler at the end.
//!
//! | variable | meaning |
//! |---|---|
//! | `PTO_FUZZ_SECONDS=20` | then go on for so long, from all programs of the repository, with all words of the table |
//! | `PTO_FUZZ_SEED=7` | other changes in that time |
//! | `PTO_FUZZ_INPUT=FILE` | this input alone; `PTO_SHOW=1` shows the program that it is |
//!
//! An input that fails is kept in a file, and the message says how to repeat it.

use libtest_mimic::{Arguments, Failed, Trial};
use pto_fuzz::mutate::Mutator;
use pto_fuzz::{FuzzTarget, TARGETS, cpp, seeds};
use pto_tests::cpp::compile_folder;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// No input of a run that goes by time may take longer, even where nothing is optimised and the machine is busy.
const LONGEST: Duration = Duration::from_secs(60);

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cpp-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for C++ can be made");
    cpp::collect_in(folder.clone());
    let trials = TARGETS.iter().map(|t| Trial::test(t.name, move || test(t))).collect();
    let conclusion = libtest_mimic::run(&arguments, trials);
    let read = compile_folder(&folder);
    match &read {
        Ok(count) => {
            eprintln!("{count} programs as C++ are read by a compiler");
            let _ = std::fs::remove_dir_all(&folder);
        }
        Err(why) => {
            eprintln!("emitted C++ that a compiler refuses, see {}:\n{why}", folder.display())
        }
    }
    if read.is_ok() { conclusion.exit_code() } else { ExitCode::FAILURE }
}

fn test(target: &FuzzTarget) -> Result<(), Failed> {
    if let Some(path) = std::env::var_os("PTO_FUZZ_INPUT") {
        return attempt(target, "the given input", &std::fs::read(path)?);
    }
    let start = Instant::now();
    let mut count = 0;
    for seed in &seeds::fixed(target) {
        attempt(target, &seed.0, &seed.1)?;
        let mut mutator = Mutator::of_one(seed, target.max_bytes);
        for i in 1..=target.changes {
            attempt(target, &format!("{}, change {i}", seed.0), &mutator.input())?;
        }
        count += 1 + target.changes;
    }
    eprintln!("{}: {count} fixed inputs in {:.1} s", target.name, start.elapsed().as_secs_f64());
    match number("PTO_FUZZ_SECONDS") {
        Some(seconds) => go_on(target, Duration::from_secs(seconds)),
        None => Ok(()),
    }
}

/// Goes on for some time: seeds of all programs, then changes of them.
fn go_on(target: &FuzzTarget, limit: Duration) -> Result<(), Failed> {
    let start = Instant::now();
    let seed = number("PTO_FUZZ_SEED").unwrap_or(1);
    let pool = seeds::all(target);
    let timed = |name: &str, bytes: &[u8]| {
        let start = Instant::now();
        attempt(target, name, bytes)?;
        match start.elapsed() > LONGEST {
            true => Err(failed(target, name, "takes too long", bytes)),
            false => Ok(()),
        }
    };
    // Half of the time for the seeds, not the first ones only: they come in the order of their files.
    let stride = (pool.len() / 24).max(1);
    let mut count = 0;
    for (name, bytes) in pool.iter().skip(seed as usize % stride).step_by(stride) {
        if start.elapsed() * 2 >= limit {
            break;
        }
        timed(name, bytes)?;
        count += 1;
    }
    let (mut mutator, mut changed) = (Mutator::new(seed, &pool, target.max_bytes), 0);
    while start.elapsed() < limit {
        timed("a changed seed", &mutator.input())?;
        changed += 1;
    }
    eprintln!(
        "{}: {count} seeds and {changed} changes in {:.1} s",
        target.name,
        start.elapsed().as_secs_f64()
    );
    Ok(())
}

/// Gives an input to a target.
fn attempt(target: &FuzzTarget, name: &str, bytes: &[u8]) -> Result<(), Failed> {
    let outcome = std::panic::catch_unwind(|| (target.run)(bytes));
    outcome.map_err(|_| failed(target, name, "panics", bytes))
}

/// Keeps an input, and says how to repeat it.
fn failed(target: &FuzzTarget, name: &str, why: &str, bytes: &[u8]) -> Failed {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(target.name);
    let file = folder.join(format!("{:016x}", hasher.finish()));
    let kept = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&file, bytes));
    if let Err(e) = kept {
        return format!("{name} {why}, and cannot be kept: {e}").into();
    }
    format!(
        "{name} {why}; repeat with\n  PTO_SHOW=1 PTO_FUZZ_INPUT={} cargo test -p pto-fuzz --test stored -- --exact {}",
        file.display(),
        target.name
    )
    .into()
}
