//! Colours, readers that go away, disks that are full.

use crate::typed::{code, root, text};
use std::process::{Command, Output, Stdio};

#[test]
fn colours_are_for_terminals_unless_asked_for() {
    let shown = |args: &[&str], environment: &[(&str, &str)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pto"));
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        let out = command
            .args(args)
            .envs(environment.iter().copied())
            .current_dir(root())
            .output()
            .expect("pto starts");
        text(&out.stdout) + &text(&out.stderr)
    };
    let commands: &[&[&str]] = &[
        &[],
        &["--help"],
        &["check", "examples/broken.pto"],
        &["run", "examples/broken.pto"],
        &["lower", "examples/broken.pto", "--target", "a5"],
        &["cost", "examples/broken.pto"],
        &["cost", "examples/softmax.pto", "--target", "a5", "--arg", "8", "--gantt"],
        &["chekc"],
        &["explain", "E9999"],
    ];
    for command in commands {
        let with = |more: &[&'static str]| [command, more].concat();
        let colored =
            |args: &[&str], environment: &[(&str, &str)]| shown(args, environment).contains('\x1b');
        assert!(!colored(command, &[]), "{command:?} into a pipe");
        assert!(colored(command, &[("CLICOLOR_FORCE", "1")]), "{command:?} forced");
        assert!(colored(&with(&["--color", "always"]), &[]), "{command:?} always");
        assert!(colored(&with(&["--color=always"]), &[("NO_COLOR", "1")]), "{command:?} asked for");
        let both = [("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")];
        assert!(!colored(command, &both), "{command:?} with NO_COLOR");
        let never = with(&["--color", "never"]);
        assert!(!colored(&never, &[("CLICOLOR_FORCE", "1")]), "{command:?} never");
    }
}

/// Starts a command whose reader goes away at once.
fn with_closed_pipes(args: &[&str], close_stderr: bool) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pto"))
        .args(args)
        .current_dir(root())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("pto starts");
    drop(child.stdout.take());
    if close_stderr {
        drop(child.stderr.take());
    }
    child.wait_with_output().expect("pto ends")
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let lists: &[&[&str]] = &[
        &["isa"],
        &["isa", "--json"],
        &["explain"],
        &[],
        &["--help"],
        &["completions", "zsh"],
        &["man"],
    ];
    for args in lists {
        let out = with_closed_pipes(args, false);
        assert_eq!((code(&out), text(&out.stderr)), (0, String::new()), "{args:?}");
    }
    for command in ["check", "run", "lower", "cost"] {
        let out = with_closed_pipes(&[command, "examples/broken.pto", "--target", "a2a3"], true);
        assert_eq!(code(&out), 1, "{command}");
    }
    assert_eq!(code(&with_closed_pipes(&["chekc"], true)), 2);
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
    let out = Command::new(env!("CARGO_BIN_EXE_pto"))
        .args(["isa", "--json"])
        .stdout(full)
        .output()
        .expect("pto starts");
    assert_eq!(code(&out), 2);
    assert!(text(&out.stderr).starts_with("error: standard output: "), "{}", text(&out.stderr));
}
