//! Names that lead to pipes and devices: what has no end is not read to its end, and what cannot be replaced is not.
#![cfg(target_os = "linux")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROGRAM: &str = "module {\n  func.func @f() {\n      return\n  }\n}\n";

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("odd_places").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("k.pto"), PROGRAM).unwrap();
    folder
}

/// Runs a line of `sh` in a folder, with the command as `$PTO`, for a minute at most.
fn sh(folder: &Path, line: &str) -> Output {
    Command::new("timeout")
        .args(["60", "sh", "-c", line])
        .env("PTO", env!("CARGO_BIN_EXE_pto"))
        .current_dir(folder)
        .output()
        .unwrap()
}

fn said(o: &Output) -> String {
    String::from_utf8_lossy(&o.stderr).into_owned()
}

#[test]
fn an_input_without_end_is_refused() {
    let folder = folder("endless");
    for line in
        ["$PTO check /dev/zero", "yes module | $PTO check -", "yes | $PTO lower - --target a5"]
    {
        let o = sh(&folder, line);
        assert_eq!(o.status.code(), Some(2), "{line}: {}", said(&o));
        assert!(said(&o).contains("not at its end after 256 MiB"), "{line}: {}", said(&o));
    }
}

#[test]
fn what_cannot_be_replaced_is_not_formatted() {
    let folder = folder("fmt");
    let o = sh(
        &folder,
        "mkfifo pipe; cat k.pto > pipe & $PTO fmt pipe; code=$?; cat pipe > seen; exit $code",
    );
    assert_eq!(o.status.code(), Some(2), "{}", said(&o));
    assert!(
        said(&o).contains("pipe: not a file, so it cannot be formatted in place"),
        "{}",
        said(&o)
    );
    assert_eq!(std::fs::read_to_string(folder.join("seen")).unwrap(), PROGRAM, "it was not read");
    let o = sh(&folder, "cat k.pto | $PTO fmt --check /dev/stdin");
    assert_eq!(o.status.code(), Some(1), "{}", said(&o));
}

#[test]
fn an_output_may_be_standard_output() {
    let folder = folder("stdout");
    for line in [
        "$PTO lower k.pto --target a5 -o /dev/stdout | cat",
        "$PTO lower k.pto --target a5 -o /dev/stdout > out; cat out",
        "$PTO lower k.pto --target a5 -o /dev/fd/3 3>&1 >/dev/null | cat",
    ] {
        let o = sh(&folder, line);
        let text = String::from_utf8_lossy(&o.stdout).into_owned();
        assert!(text.contains("func.func @f()"), "{line}: {text}{}", said(&o));
    }
}
