//! `cargo xtask fuzz`: all fuzz targets under libFuzzer, on all cores, and a table of what came of it.

mod run;
mod stats;

use pto_fuzz::{FuzzTarget, TARGETS, cpp, seeds};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// What was asked for.
struct Request {
    minutes: f64,
    /// With the address sanitizer, which takes a nightly toolchain.
    address: bool,
    /// Targets that run at the same time.
    jobs: usize,
    targets: Vec<&'static FuzzTarget>,
}

fn read(args: &[String]) -> Result<Request, String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut request = Request { minutes: 1.0, address: false, jobs: cores, targets: Vec::new() };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = |name: &str| args.next().ok_or(format!("`{name}` needs a value"));
        match arg.as_str() {
            "--minutes" => {
                let text = value("--minutes")?;
                let minutes = text.parse::<f64>().ok().filter(|m| *m > 0.0 && *m <= 1e5);
                request.minutes = minutes.ok_or(format!("`{text}` is not a number of minutes"))?;
            }
            "--jobs" => {
                let text = value("--jobs")?;
                let jobs = text.parse::<usize>().ok().filter(|n| (1..=1024).contains(n));
                request.jobs = jobs.ok_or(format!("`{text}` is not a number of targets"))?;
            }
            "--sanitizer" => match value("--sanitizer")?.as_str() {
                "none" => request.address = false,
                "address" => request.address = true,
                other => {
                    return Err(format!(
                        "there is no sanitizer `{other}`; use `address` or `none`"
                    ));
                }
            },
            name => {
                let target = pto_fuzz::find(name);
                let all = || TARGETS.iter().map(|t| t.name).collect::<Vec<_>>().join(", ");
                request.targets.push(
                    target.ok_or_else(|| format!("there is no target `{name}`; use {}", all()))?,
                );
            }
        }
    }
    if request.targets.is_empty() {
        request.targets =
            TARGETS.iter().filter(|t| t.reaches_kernels || !request.address).collect();
    }
    Ok(request)
}

/// What is missing on this machine, if anything.
fn missing(request: &Request) -> Option<String> {
    let works = |args: &[&str]| {
        let mut cargo = Command::new("cargo");
        let status = cargo.args(args).stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|s| s.success())
    };
    if request.address && !works(&["+nightly", "--version"]) {
        return Some(
            "the address sanitizer takes a nightly toolchain: `rustup toolchain install nightly`"
                .into(),
        );
    }
    (!works(&["fuzz", "--version"]))
        .then(|| "cargo-fuzz is not installed: `cargo install cargo-fuzz --locked`".into())
}

/// Where things are.
struct Folders {
    root: PathBuf,
    /// Of the build, with the seeds and the C++.
    target: PathBuf,
}

impl Folders {
    fn new(request: &Request) -> Folders {
        let root = pto_tests::root();
        let target = match std::env::var_os("CARGO_TARGET_DIR") {
            Some(folder) => root.join(folder).join("libfuzzer"),
            None => root.join("fuzz/target"),
        };
        // The two builds have different flags and would build everything again.
        Folders { root, target: target.join(if request.address { "address" } else { "plain" }) }
    }
    fn corpus(&self, t: &FuzzTarget) -> PathBuf {
        self.root.join("fuzz/corpus").join(t.name)
    }
    fn artifacts(&self, t: &FuzzTarget) -> PathBuf {
        self.root.join("fuzz/artifacts").join(t.name)
    }
    fn seeds(&self, t: &FuzzTarget) -> PathBuf {
        self.target.join("seeds").join(t.name)
    }
    fn cpp(&self) -> PathBuf {
        self.target.join("cpp")
    }
    fn binary(&self, t: &FuzzTarget) -> PathBuf {
        self.target.join("x86_64-unknown-linux-gnu/release").join(t.name)
    }
}

pub fn run(args: &[String]) -> ExitCode {
    match fuzz(args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::from(2)
        }
    }
}

fn fuzz(args: &[String]) -> Result<bool, String> {
    let request = read(args)?;
    if let Some(what) = missing(&request) {
        return Err(what);
    }
    let folders = Folders::new(&request);
    build(&request, &folders)?;
    write_seeds(&request, &folders).map_err(|e| format!("{}: {e}", folders.target.display()))?;
    let rounds = request.targets.len().div_ceil(request.jobs);
    println!(
        "{} targets for {} minutes each, {} at a time: about {:.0} minutes",
        request.targets.len(),
        request.minutes,
        request.jobs,
        request.minutes * rounds as f64
    );
    let time = Duration::from_secs_f64(request.minutes * 60.0);
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..request.jobs {
            scope.spawn(|| {
                while let Some(target) = request.targets.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let outcome = run::run(target, &folders, time);
                    println!("{}: {}", target.name, outcome.in_short());
                    if let Ok(mut done) = done.lock() {
                        done.push((target.name, outcome));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().map_err(|e| e.to_string())?;
    done.sort_by_key(|(name, _)| request.targets.iter().position(|t| t.name == *name));
    stats::print(&done);
    let compiled = match pto_tests::cpp::compile_folder(&folders.cpp()) {
        Ok(count) => {
            println!("\n{count} programs as C++ are read by a compiler");
            true
        }
        Err(why) => {
            println!("\na compiler refuses emitted C++, see {}:\n{why}", folders.cpp().display());
            false
        }
    };
    Ok(compiled && done.iter().all(|(_, o)| o.findings.is_empty() && o.fault.is_none()))
}

fn build(request: &Request, folders: &Folders) -> Result<(), String> {
    let mut cargo = Command::new("cargo");
    // `cargo xtask` runs in an environment of its own, which would choose the toolchain.
    cargo.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO_TARGET_DIR").current_dir(&folders.root);
    match request.address {
        true => cargo.args(["+nightly", "fuzz", "build", "-s", "address"]),
        // Flags that only a nightly toolchain takes by itself.
        false => cargo.env("RUSTC_BOOTSTRAP", "1").args(["fuzz", "build", "-s", "none"]),
    };
    cargo.args(["--fuzz-dir", "fuzz", "--target-dir"]).arg(&folders.target);
    let one = (request.targets.len() == 1).then(|| request.targets[0].name);
    let status = cargo.args(one).status().map_err(|e| format!("cargo fuzz: {e}"))?;
    status.success().then_some(()).ok_or_else(|| "the fuzz targets do not build".into())
}

/// Seeds as files, and empty folders for what is found.
fn write_seeds(request: &Request, folders: &Folders) -> std::io::Result<()> {
    let fresh = |folder: &Path| {
        let _ = std::fs::remove_dir_all(folder);
        std::fs::create_dir_all(folder)
    };
    fresh(&folders.cpp())?;
    for target in &request.targets {
        let folder = folders.seeds(target);
        fresh(&folder)?;
        for (name, bytes) in seeds::all(target) {
            std::fs::write(folder.join(name), bytes)?;
        }
        std::fs::create_dir_all(folders.corpus(target))?;
        std::fs::create_dir_all(folders.artifacts(target))?;
    }
    Ok(())
}

/// The variable and the folder that emitted C++ goes to.
fn cpp_variable(folders: &Folders) -> (&'static str, PathBuf) {
    (cpp::FOLDER, folders.cpp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(String::from).collect()
    }

    #[test]
    fn requests_are_read() {
        let request = read(&words("--minutes 0.5 check read")).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(request.minutes, 0.5);
        assert_eq!(request.targets.iter().map(|t| t.name).collect::<Vec<_>>(), ["check", "read"]);
        let all = read(&[]).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(all.targets.len(), TARGETS.len());
        let address = read(&words("--sanitizer address")).unwrap_or_else(|e| panic!("{e}"));
        assert!(address.targets.iter().all(|t| t.reaches_kernels));
    }

    #[test]
    fn wrong_requests_are_refused() {
        for line in
            ["--minutes", "--minutes x", "--minutes 0", "--jobs 0", "--sanitizer thread", "nothing"]
        {
            assert!(read(&words(line)).is_err(), "{line}");
        }
    }

    #[test]
    fn every_target_has_a_binary() {
        let manifest =
            std::fs::read_to_string(pto_tests::root().join("fuzz/Cargo.toml")).unwrap_or_default();
        let named: Vec<&str> =
            manifest.split("[[bin]]").skip(1).filter_map(|b| b.split('"').nth(1)).collect();
        let targets: Vec<&str> = TARGETS.iter().map(|t| t.name).collect();
        assert_eq!(named, targets);
    }
}
