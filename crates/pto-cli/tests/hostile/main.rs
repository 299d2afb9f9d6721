//! Hostile inputs and command lines: no command panics, hangs, dies, takes all memory, speaks to the terminal in the name
//! of a program, or touches a file it was not told to write.
//!
//! `cargo xtask hostile --runs 10000` makes many runs of the optimised command; as a test, some of the command at hand.
//! Variables of the environment say which: `PTO_HOSTILE_RUNS`, `PTO_HOSTILE_SEED`, `PTO_HOSTILE_ONLY` (the number of one run, whose
//! folder is kept) and `PTO_HOSTILE_BINARY`.

#![cfg(target_os = "linux")]

mod arguments;
mod data;
mod explosive;
mod invocation;
mod judge;
mod messages;
mod programs;
mod sandbox;
mod summary;

use fastrand::Rng;
use invocation::{Files, Invocation, Table};
use programs::Programs;
use sandbox::Sandbox;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use summary::Summary;

/// Runs of the test, and the size of its programs: a few seconds of the unoptimised command.
const FEW: usize = 200;
const SMALL_BYTES: usize = 1 << 15;
/// After this many runs a long campaign says how far it is.
const PROGRESS: usize = 1000;
/// The size of programs otherwise.
const LARGE_BYTES: usize = 1 << 20;

/// What runs of one seed have in common.
struct Campaign {
    seed: u64,
    binary: PathBuf,
    folder: PathBuf,
    programs: Programs,
    table: Table,
}

fn number(name: &str) -> Option<usize> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is a number, not `{text}`")))
}

#[test]
fn nothing_breaks_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let runs = number("PTO_HOSTILE_RUNS");
    let size = if runs.is_some() { LARGE_BYTES } else { SMALL_BYTES };
    let campaign = Campaign {
        seed: number("PTO_HOSTILE_SEED").unwrap_or(1) as u64,
        binary: std::env::var_os("PTO_HOSTILE_BINARY")
            .map_or_else(|| env!("CARGO_BIN_EXE_pto").into(), PathBuf::from),
        folder: Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile"),
        programs: Programs::read(&[&root.join("tests"), &root.join("examples")], size),
        table: Table::new(),
    };
    assert!(campaign.programs.len() > 1000, "programs of this repository are missing");
    let summary = match number("PTO_HOSTILE_ONLY") {
        Some(only) => campaign.repeat(only),
        None => campaign.run(runs.unwrap_or(FEW)),
    };
    println!("{summary}");
    assert_eq!(summary.failures.len(), 0, "runs failed; see above");
}

impl Campaign {
    /// The runs from 0 on, on all cores.
    fn run(&self, runs: usize) -> Summary {
        let summary = Mutex::new(Summary::new(self.table.names()));
        let next = AtomicUsize::new(0);
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for thread in 0..threads {
                let (summary, next) = (&summary, &next);
                scope.spawn(move || {
                    loop {
                        let n = next.fetch_add(1, Ordering::Relaxed);
                        if n >= runs {
                            return;
                        }
                        if n > 0 && n.is_multiple_of(PROGRESS) {
                            eprintln!("{n} runs");
                        }
                        let name = format!("{}-{thread}", std::process::id());
                        let (invocation, outcome) = self.run_one(n, &self.folder.join(name));
                        summary.lock().unwrap().add(n, self.seed, &invocation, outcome);
                    }
                });
            }
        });
        for thread in 0..threads {
            let folder = self.folder.join(format!("{}-{thread}", std::process::id()));
            let _ = std::fs::remove_dir_all(&folder);
            for printed in judge::STREAMS {
                let _ = std::fs::remove_file(folder.with_extension(printed));
            }
        }
        summary.into_inner().unwrap()
    }

    /// One run again, in a folder that stays.
    fn repeat(&self, n: usize) -> Summary {
        let folder = self.folder.join(format!("run{n}"));
        let (invocation, outcome) = self.run_one(n, &folder);
        println!("in {}:\n{}", folder.display(), invocation.shell_line(&self.binary));
        let mut summary = Summary::new(self.table.names());
        summary.add(n, self.seed, &invocation, outcome);
        summary
    }

    /// The n-th run of the seed.
    fn run_one(&self, n: usize, folder: &Path) -> (Invocation, judge::Outcome) {
        let mut rng = Rng::with_seed(self.seed.wrapping_mul(1 << 32).wrapping_add(n as u64));
        let mut sandbox = Sandbox::make(folder, &self.programs, &mut rng).expect("a folder");
        let program = std::fs::read(folder.join("k.pto")).expect("the program of the folder");
        let files = Files::read(&program, &mut rng);
        let invocation = self.table.draw(n, &files, &mut rng);
        let outcome = judge::run(&self.binary, &invocation, &mut sandbox).expect("it starts");
        (invocation, outcome)
    }
}
