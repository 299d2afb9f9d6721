//! `cargo xtask unsafe`: which tests execute which `unsafe` code, measured by the compiler's counters, against `tests/unsafe.txt`.

use pto_tests::root;
use pto_tests::unsafe_code::{Row, UnsafeKind, UnsafeUse, items, rows, uses};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The tests that reach the kernels, the narrowest first: the list names the first that executes all uses of an item.
const TESTS: [(&str, &str); 14] = [
    ("pto-kernels", "lib"),
    ("pto-kernels", "fast_map"),
    ("pto-kernels", "fast_reduce"),
    ("pto-kernels", "fast_arg_reduce"),
    ("pto-kernels", "fast_move"),
    ("pto-kernels", "fast_sort"),
    ("pto-kernels", "fast_gen"),
    ("pto-sim", "small"),
    ("pto-sim", "host_buffers"),
    ("pto-sim", "registers"),
    ("pto-sim", "differential"),
    ("pto-sim", "racing"),
    ("pto-sim", "footprints"),
    ("pto-sim", "effects"),
];
/// Not measured: code of benchmarks, which no test of Rust executes, and of the Python module, whose tests are in Python.
const NOT_MEASURED: [(&str, (&str, &str)); 4] = [
    ("crates/pto-cli/benches/speed.rs", ("pto-cli", "speed")),
    ("crates/pto-py/src/host.rs", ("python", "test_arrays")),
    ("crates/pto-sim/benches/cells/reference.rs", ("pto-sim", "cells")),
    ("crates/pto-sim/benches/kernels/plain.rs", ("pto-sim", "kernels")),
];
/// Executed by no test, and why.
const UNEXECUTED: [(&str, &str, &str); 2] = [
    ("crates/pto-kernels/src/vector/lanes.rs", "nothing", "stands-where-there-is-no-kernel"),
    ("crates/pto-kernels/src/vector/mod.rs", "copy", "has-a-block-for-other-processors"),
];
const HEAD: &str = "\
# Every `unsafe` of the workspace: file, function or type, number of uses, and the test (package and name; `lib` are the tests inside the
# library, `python` those of python/tests, of benches it is the benchmark) that executes all of them. Written by
# `cargo xtask unsafe --write`, which measures it; `-` and a reason stand where no test does. A row may also be written by hand, and `cargo xtask unsafe` holds it against that.
";

/// Lines with how often each was executed, by file.
type Lines = BTreeMap<String, BTreeMap<usize, u64>>;

pub fn run(args: &[String]) -> ExitCode {
    match compare(args.iter().any(|a| a == "--write")) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::from(2)
        }
    }
}

/// A tool of the toolchain, or how to get it.
fn tool(name: &str) -> Result<PathBuf, String> {
    let out = Command::new("rustc").args(["--print", "target-libdir"]).output();
    let folder =
        String::from_utf8_lossy(&out.map_err(|e| format!("rustc: {e}"))?.stdout).trim().to_string();
    let tool = Path::new(&folder).with_file_name("bin").join(name);
    match tool.exists() {
        true => Ok(tool),
        false => Err(format!("there is no {name}: `rustup component add llvm-tools`")),
    }
}

fn compare(write: bool) -> Result<bool, String> {
    let (profdata, cov) = (tool("llvm-profdata")?, tool("llvm-cov")?);
    let uses = uses();
    let mut measured: Vec<((&str, &str), Lines)> = Vec::new();
    for test in TESTS {
        println!("measuring {} {}", test.0, test.1);
        measured.push((test, measure(test, &profdata, &cov)?));
    }
    let (mut out, mut nowhere) = (String::from(HEAD), Vec::new());
    let mut now = Vec::new();
    for (file, item, count) in items(&uses) {
        let own: Vec<&UnsafeUse> =
            uses.iter().filter(|u| u.file == file && u.item == item).collect();
        let covers = |lines: &Lines| own.iter().all(|u| is_executed(u, lines));
        let stated = NOT_MEASURED.iter().find(|n| n.0 == file).map(|n| n.1);
        let test = stated.or_else(|| measured.iter().find(|m| covers(&m.1)).map(|m| m.0));
        let test = test.or_else(|| why_unexecuted(&file, &item).map(|why| ("-", why)));
        let Some((package, test)) = test else {
            nowhere.push(format!("{file} {item}: {}", partly(&own, &measured)));
            continue;
        };
        out.push_str(&format!("{file} {item} {count} {package} {test}\n"));
        now.push(Row { file, item, count, test: (package.into(), test.into()) });
    }
    let path = root().join("tests/unsafe.txt");
    if write {
        std::fs::write(&path, out).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    let list = rows(&std::fs::read_to_string(&path).unwrap_or_default())?;
    let wrong: Vec<&Row> = list.iter().filter(|r| !holds(r, &uses, &measured)).collect();
    for r in &wrong {
        println!("{} {} is not executed by {} {}", r.file, r.item, r.test.0, r.test.1);
    }
    for item in &nowhere {
        println!("no test executes all of {item}");
    }
    println!(
        "{} uses in {} items, {} with a test that executes them",
        uses.len(),
        items(&uses).len(),
        now.len()
    );
    Ok(wrong.is_empty() && nowhere.is_empty())
}

/// Why no test executes an item, if that is known.
fn why_unexecuted(file: &str, item: &str) -> Option<&'static str> {
    UNEXECUTED.iter().find(|u| u.0 == file && u.1 == item).map(|u| u.2)
}

/// Whether the test of a row executes all uses of its item.
fn holds(row: &Row, uses: &[UnsafeUse], measured: &[((&str, &str), Lines)]) -> bool {
    if NOT_MEASURED.iter().any(|n| n.0 == row.file)
        || why_unexecuted(&row.file, &row.item).is_some()
    {
        return true;
    }
    let test = measured.iter().find(|m| m.0 == (row.test.0.as_str(), row.test.1.as_str()));
    let mut own = uses.iter().filter(|u| u.file == row.file && u.item == row.item);
    test.is_some_and(|(_, lines)| own.all(|u| is_executed(u, lines)))
}

/// Whether some line of a use was executed. A function and an `impl` are executed where something of theirs is, which their
/// blocks show.
fn is_executed(u: &UnsafeUse, lines: &Lines) -> bool {
    let Some(file) = lines.get(&u.file) else { return false };
    match u.kind {
        UnsafeKind::Block => file.range(u.lines.0..=u.lines.1).any(|(_, n)| *n > 0),
        UnsafeKind::Function => {
            // The first line of the body that has a counter.
            let body = file.range(u.lines.0..).next();
            body.is_some_and(|(line, n)| *n > 0 && line - u.lines.0 < 8)
        }
        // It has no body.
        UnsafeKind::Declaration => true,
        UnsafeKind::Impl => file.values().any(|n| *n > 0),
    }
}

/// Which lines of an item no test executes, or that it takes several tests.
fn partly(own: &[&UnsafeUse], measured: &[((&str, &str), Lines)]) -> String {
    let never: BTreeSet<String> = own
        .iter()
        .filter(|u| !measured.iter().any(|m| is_executed(u, &m.1)))
        .map(|u| u.lines.0.to_string())
        .collect();
    match never.is_empty() {
        true => "several tests do together".into(),
        false => format!("lines {}", never.into_iter().collect::<Vec<_>>().join(", ")),
    }
}

/// Runs a test with counters, and reads them.
fn measure((package, test): (&str, &str), profdata: &Path, cov: &Path) -> Result<Lines, String> {
    let target = match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder).join("coverage"),
        None => root().join("target/coverage"),
    };
    let cargo = || {
        let mut cargo = Command::new("cargo");
        cargo.current_dir(root()).env("CARGO_TARGET_DIR", &target).env("CARGO_INCREMENTAL", "0");
        // Flags of a linker that the machine sets go the same way and would be lost.
        cargo.env("CARGO_ENCODED_RUSTFLAGS", "-Cinstrument-coverage");
        cargo.args(["test", "-q", "-p", package]);
        match test {
            "lib" => cargo.arg("--lib"),
            name => cargo.args(["--test", name]),
        };
        cargo
    };
    let say = |e: std::io::Error| format!("cargo: {e}");
    let built = cargo().args(["--no-run", "--message-format=json"]).output().map_err(say)?;
    let text = String::from_utf8_lossy(&built.stdout);
    let binary = text.lines().rev().find_map(executable).ok_or_else(|| {
        format!("{package} {test} does not build:\n{}", String::from_utf8_lossy(&built.stderr))
    })?;
    let profiles = target.join("profiles").join(format!("{package}-{test}"));
    let _ = std::fs::remove_dir_all(&profiles);
    let passed =
        cargo().env("LLVM_PROFILE_FILE", profiles.join("%p.profraw")).output().map_err(say)?;
    if !passed.status.success() {
        return Err(format!(
            "{package} {test} fails:\n{}",
            String::from_utf8_lossy(&passed.stdout)
        ));
    }
    let merged = profiles.join("all.profdata");
    let status = Command::new(profdata)
        .arg("merge")
        .arg("-sparse")
        .arg(&profiles)
        .arg("-o")
        .arg(&merged)
        .status();
    status.map_err(|e| format!("llvm-profdata: {e}"))?;
    let export = Command::new(cov)
        .args(["export", "--format=lcov", "--instr-profile"])
        .arg(&merged)
        .arg(binary)
        .arg("--sources")
        .arg(root().join("crates"))
        .output()
        .map_err(|e| format!("llvm-cov: {e}"))?;
    Ok(read_lcov(&String::from_utf8_lossy(&export.stdout)))
}

/// The executable that a line of Cargo's messages names.
fn executable(line: &str) -> Option<PathBuf> {
    let message: serde_json::Value = serde_json::from_str(line).ok()?;
    message["executable"].as_str().map(PathBuf::from)
}

/// The counters of lines, by file from the root of the repository.
fn read_lcov(text: &str) -> Lines {
    let mut lines = Lines::new();
    let mut file = String::new();
    for line in text.lines() {
        if let Some(path) = line.strip_prefix("SF:") {
            file = pto_tests::shown(Path::new(path));
        } else if let Some((number, count)) =
            line.strip_prefix("DA:").and_then(|l| l.split_once(','))
            && let (Ok(number), Ok(count)) = (number.parse(), count.parse())
        {
            lines.entry(file.clone()).or_default().insert(number, count);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_read() {
        let path = root().join("crates/a.rs");
        let lines = read_lcov(&format!("SF:{}\nDA:3,1\nDA:4,0\nend_of_record\n", path.display()));
        assert_eq!(lines.get("crates/a.rs"), Some(&BTreeMap::from([(3, 1), (4, 0)])), "{lines:?}");
        let at = |first, last| UnsafeUse {
            file: "crates/a.rs".into(),
            item: "f".into(),
            kind: UnsafeKind::Block,
            lines: (first, last),
            has_reason: true,
        };
        assert!(is_executed(&at(3, 3), &lines));
        assert!(!is_executed(&at(4, 9), &lines));
    }
}
