//! What the README says about commands and examples holds. The commands it shows are run by `book`.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Diagnostics, then the summary.
fn output(arguments: &str) -> String {
    let done = Command::new(env!("CARGO_BIN_EXE_pto"))
        .args(arguments.split_whitespace())
        .current_dir(root())
        .output()
        .expect("the command starts");
    let text = String::from_utf8_lossy(&done.stderr) + String::from_utf8_lossy(&done.stdout);
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_end().to_string()
}

#[test]
fn examples_are_what_they_say() {
    for (file, legal) in [("add", true), ("softmax", true), ("broken", false)] {
        for target in ["cpu", "a2a3", "a5"] {
            let status = Command::new(env!("CARGO_BIN_EXE_pto"))
                .args([
                    "check",
                    &format!("examples/{file}.pto"),
                    "--target",
                    target,
                    "-D",
                    "warnings",
                ])
                .current_dir(root())
                .output()
                .expect("the command starts")
                .status;
            assert_eq!(status.code(), Some(if legal { 0 } else { 1 }), "{file} on {target}");
        }
    }
}

#[test]
fn the_table_of_commands_is_true() {
    let text = std::fs::read_to_string(root().join("README.md")).expect("the README can be read");
    let help = output("--help");
    let known: Vec<&str> =
        help.lines().filter_map(|l| l.strip_prefix("  ")?.split_whitespace().next()).collect();
    let rows = text.lines().filter(|l| l.starts_with("| `pto "));
    let mut listed = 0;
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        for command in cells[1].split(", ").map(|c| c.trim_matches('`').trim_start_matches("pto "))
        {
            let command = command.split(' ').next().unwrap_or(command);
            listed += 1;
            assert_eq!(cells[3] == "works", known.contains(&command), "{row}");
        }
    }
    assert!(listed > 0, "the README lists no commands");
}
