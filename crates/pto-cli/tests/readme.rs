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

/// Whether the README shows a command: in a `console` block, beside its name in bold.
#[test]
fn every_command_has_an_example() {
    let help = output("--help");
    let known = help.lines().skip_while(|l| *l != "Commands:").skip(1);
    let known: Vec<&str> = known
        .take_while(|l| !l.is_empty())
        .filter_map(|l| l.strip_prefix("  ")?.split(' ').next().filter(|name| !name.is_empty()))
        .filter(|name| *name != "help")
        .collect();
    assert!(known.contains(&"run"), "{help}");
    for file in ["README.md", "README.zh.md"] {
        let text = std::fs::read_to_string(root().join(file)).expect("the README can be read");
        for name in &known {
            let shown = text.lines().any(|l| l.starts_with(&format!("$ pto {name} ")));
            assert!(
                shown && text.contains(&format!("**{name}**")),
                "{file} has no example of {name}"
            );
        }
    }
}

/// The two commands that set up everything, from the root of a clone.
#[test]
fn two_commands_set_it_up() {
    for file in ["README.md", "README.zh.md"] {
        let text = std::fs::read_to_string(root().join(file)).expect("the README can be read");
        let blocks: Vec<&str> =
            text.split("```sh\n").skip(1).filter_map(|b| b.split("```").next()).collect();
        let setup = "cargo run --release -- run examples/hello.pto\ncargo test --workspace\n";
        assert_eq!(blocks, [setup], "{file}");
    }
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("it can be read");
    assert!(
        manifest.contains("default-members = [\"crates/pto-cli\"]"),
        "`cargo run` would not know which command to run"
    );
}
