//! Would our own tests notice a wrong rule? Each line of `tests/mutants/*.tsv` flips one semantic rule; every
//! one of them must make a run test fail.
//!
//! A line has four fields: the rule, a file, an expression that stands in it exactly once, and what takes its
//! place. All of them are built into one copy of the tree, as `if mutant(n) { changed } else { original }`,
//! so there is one build; an environment variable chooses the mutant of a run.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const SWITCH: &str = "PTO_MUTANT";
/// A mutant may make a program run for ever; the tests take seconds.
const PATIENCE: Duration = Duration::from_secs(300);

struct Mutant {
    rule: String,
    file: String,
    original: String,
    changed: String,
    /// The tests to try first: those of the folder that its list is named after.
    first: String,
}

impl Mutant {
    /// Whether a word is part of the rule, or names the list.
    fn is_called(&self, word: &str) -> bool {
        self.rule.contains(word) || self.first.strip_prefix("tests/run/") == Some(word)
    }
}

pub fn run(args: &[String]) -> ExitCode {
    match try_run(args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("error: {e}");
            ExitCode::from(2)
        }
    }
}

fn try_run(words: &[String]) -> Result<bool, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the tree has no root")?;
    let mut mutants = read_mutants(root)?;
    mutants.retain(|m| words.is_empty() || words.iter().any(|w| m.is_called(w)));
    let tree = root.join("target/mutate/tree");
    copy_tree(root, &tree)?;
    plant(&tree, &mutants)?;
    let binary = build(root, &tree)?;
    if let Some(test) = failing(&binary, &tree, None, "tests/run/micro")? {
        return Err(format!("`{test}` fails without a mutant"));
    }
    let chosen: Vec<usize> = (0..mutants.len()).collect();
    let (next, lines) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || -> Result<(), String> {
        while let Some(&i) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
            let killer = failing(&binary, &tree, Some(i), &mutants[i].first)?;
            let said = match &killer {
                Some(test) => format!("killed    {}  by {test}", mutants[i].rule),
                None => format!("SURVIVED  {}  ({})", mutants[i].rule, mutants[i].file),
            };
            println!("{said}");
            lines.lock().map_err(|e| e.to_string())?.push(killer.is_some());
        }
        Ok(())
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let done: Result<(), String> = std::thread::scope(|s| {
        let handles: Vec<_> = (0..workers).map(|_| s.spawn(work)).collect();
        handles.into_iter().try_for_each(|h| h.join().map_err(|_| "a worker stopped")?)
    });
    done?;
    let lines = lines.into_inner().map_err(|e| e.to_string())?;
    let killed = lines.iter().filter(|k| **k).count();
    println!("{killed} of {} mutants killed", lines.len());
    Ok(killed == lines.len())
}

fn read_mutants(root: &Path) -> Result<Vec<Mutant>, String> {
    let folder = root.join("tests/mutants");
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .map_err(|e| format!("{}: {e}", folder.display()))?
        .filter_map(|e| Some(e.ok()?.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "tsv"))
        .collect();
    files.sort();
    let mut list = Vec::new();
    for path in files {
        for (i, line) in read(&path)?.lines().enumerate() {
            let fields: Vec<&str> = line.split('\t').collect();
            let [rule, file, original, changed] = fields[..] else {
                return Err(format!("{}:{}: needs four fields", path.display(), i + 1));
            };
            list.push(Mutant {
                rule: rule.into(),
                file: file.into(),
                original: original.into(),
                changed: changed.into(),
                first: format!(
                    "tests/run/{}",
                    path.file_stem().unwrap_or_default().to_string_lossy()
                ),
            });
        }
    }
    Ok(list)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}

/// Copies what the repository has; files that did not change keep their time, so that little is built again.
fn copy_tree(root: &Path, tree: &Path) -> Result<(), String> {
    let list = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .map_err(|e| format!("git: {e}"))?;
    for name in String::from_utf8_lossy(&list.stdout).lines() {
        let (from, to) = (root.join(name), tree.join(name));
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        let Ok(new) = fs::read(&from) else { continue };
        if fs::read(&to).ok().as_ref() != Some(&new) {
            fs::write(&to, new).map_err(|e| format!("{}: {e}", to.display()))?;
        }
    }
    Ok(())
}

/// Builds the mutants into the copy.
fn plant(tree: &Path, mutants: &[Mutant]) -> Result<(), String> {
    let mut files: Vec<&str> = mutants.iter().map(|m| m.file.as_str()).collect();
    files.sort_unstable();
    files.dedup();
    for file in files {
        let path = tree.join(file);
        let text = read(&path)?;
        let switch = if file.starts_with("crates/pto-isa/") { "crate" } else { "pto_isa" };
        let mut places: Vec<(usize, &str, String)> = Vec::new();
        for (i, m) in mutants.iter().enumerate().filter(|(_, m)| m.file == file) {
            let choice = format!("if {switch}::mutant({i}) {{ {} }} else ", m.changed);
            let at: Vec<usize> = text.match_indices(&m.original).map(|f| f.0).collect();
            let [at] = at[..] else {
                let count = at.len();
                return Err(format!("`{}` is {count} times in {file}, not once", m.original));
            };
            match places.iter_mut().find(|p| p.0 == at && p.1 == m.original) {
                Some(place) => place.2.push_str(&choice),
                None => places.push((at, &m.original, choice)),
            }
        }
        places.sort_by_key(|p| p.0);
        if let Some(two) = places.windows(2).find(|w| w[0].0 + w[0].1.len() > w[1].0) {
            return Err(format!("`{}` and `{}` overlap in {file}", two[0].1, two[1].1));
        }
        let (mut out, mut from) = (String::new(), 0);
        for (at, original, choices) in places {
            let _ = write!(out, "{}({choices}{{ {original} }})", &text[from..at]);
            from = at + original.len();
        }
        out.push_str(&text[from..]);
        write(&path, &out)?;
    }
    let lib = tree.join("crates/pto-isa/src/lib.rs");
    let mut text = read(&lib)?;
    let _ = write!(
        text,
        "\n/// Whether a mutant is on.\npub fn mutant(n: usize) -> bool {{\n    static ON: std::sync::LazyLock<Option<usize>> =\n        std::sync::LazyLock::new(|| std::env::var(\"{SWITCH}\").ok()?.parse().ok());\n    *ON == Some(n)\n}}\n"
    );
    write(&lib, &text)
}

/// Builds the run tests of the copy and gives the program.
fn build(root: &Path, tree: &Path) -> Result<PathBuf, String> {
    println!("building one tree with all mutants");
    let out = Command::new(env!("CARGO"))
        .args([
            "test",
            "-q",
            "-p",
            "pto-tests",
            "--test",
            "run",
            "--no-run",
            "--message-format=json",
        ])
        .env("CARGO_TARGET_DIR", root.join("target/mutate/build"))
        .env("RUSTFLAGS", "-Awarnings")
        // One build, many runs.
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "1")
        .current_dir(tree)
        .output()
        .map_err(|e| format!("cargo: {e}"))?;
    let text = String::from_utf8_lossy(&out.stdout);
    let messages = text.lines().filter_map(|l| serde_json::from_str::<serde_json::Value>(l).ok());
    let mut binary = None;
    for m in messages {
        if let Some(shown) = m["message"]["rendered"].as_str().filter(|_| !out.status.success()) {
            eprintln!("{shown}");
        }
        if m["target"]["name"] == "run"
            && let Some(path) = m["executable"].as_str()
        {
            binary = Some(PathBuf::from(path));
        }
    }
    binary.filter(|_| out.status.success()).ok_or_else(|| "the mutants do not build".into())
}

/// A run test that fails, if one does. Those that are named come first, then those of registers, copies and the cube.
fn failing(
    binary: &Path,
    tree: &Path,
    mutant: Option<usize>,
    first: &str,
) -> Result<Option<String>, String> {
    let rest = ["--skip", "tests/run/micro", "--skip", first];
    for filter in [&[first][..], &["tests/run/micro"], &rest] {
        let mut tests = Command::new(binary);
        tests.args(filter).args(["--format", "terse", "--test-threads", "1"]);
        tests.current_dir(tree.join("tests")).env_remove(SWITCH);
        if let Some(n) = mutant {
            tests.env(SWITCH, n.to_string());
        }
        let name = mutant.map_or("none".to_string(), |n| n.to_string());
        let Some((passed, text)) = run_for(tests, &tree.join(format!("../out-{name}.txt")))? else {
            return Ok(Some("a run that never ends".into()));
        };
        if !passed {
            let named = text.lines().map(str::trim).find(|l| l.starts_with("tests/"));
            return Ok(Some(named.unwrap_or("a test").into()));
        }
    }
    Ok(None)
}

/// Whether a program succeeds and what it says; nothing if it takes too long.
fn run_for(mut program: Command, out: &Path) -> Result<Option<(bool, String)>, String> {
    let fail = |e: std::io::Error| format!("{}: {e}", out.display());
    let file = fs::File::create(out).map_err(fail)?;
    let mut child = program.stdout(file).spawn().map_err(fail)?;
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().map_err(fail)? {
            let text = read(out)?;
            fs::remove_file(out).map_err(fail)?;
            return Ok(Some((status.success(), text)));
        }
        if start.elapsed() > PATIENCE {
            child.kill().map_err(fail)?;
            child.wait().map_err(fail)?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}
