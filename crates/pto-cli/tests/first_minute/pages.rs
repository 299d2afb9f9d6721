//! The version, completions and manual pages.

use crate::commands;
use crate::typed::{Checkout, code, pto, root, skipped, text};
use pto_cli::output::{ASSEMBLER_EXIT_CODES, EXIT_CODES};
use std::process::Command;

#[test]
fn the_version_names_targets_and_table() {
    let shown = text(&pto(&["--version"]).stdout);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[0], concat!("pto ", env!("CARGO_PKG_VERSION")));
    assert_eq!(lines[1], "targets: cpu, a2a3, a5, a6, kirin9030");
    assert!(lines[2].starts_with("table: ") && lines[2].contains(" instructions"), "{shown}");
    assert!(lines[3].starts_with("read from: pto-isa@"), "{shown}");
    assert_eq!(text(&pto(&["-V"]).stdout), shown);
}

#[test]
fn exit_codes_are_told_alike_everywhere() {
    let page = std::fs::read_to_string(root().join("docs/command-line.md")).expect("the page");
    let help = text(&pto(&["--help"]).stdout);
    let manual = text(&pto(&["man"]).stdout);
    for (number, meaning) in EXIT_CODES {
        assert!(page.contains(&format!("| exit code {number} | {meaning} |")), "{meaning}");
        assert!(help.contains(&format!("  {number}  {meaning}\n")), "{meaning} in:\n{help}");
        assert!(manual.contains(&format!("\n\\fB{number}\\fR\n{meaning}\n")), "{meaning}");
    }
    for command in commands() {
        let codes = if command == "ptoas" { &ASSEMBLER_EXIT_CODES[..] } else { &EXIT_CODES[..] };
        let rows: String = codes.iter().map(|(n, meaning)| format!("  {n}  {meaning}\n")).collect();
        let help = text(&pto(&[&command, "--help"]).stdout);
        assert!(help.ends_with(&format!("\n\nExit codes:\n{rows}")), "{help}");
        let manual = text(&pto(&["man", &command]).stdout);
        for (number, meaning) in codes {
            assert!(manual.contains(&format!("\n\\fB{number}\\fR\n{meaning}\n")), "{command}");
        }
    }
}

#[test]
fn completions_know_every_command_and_target() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = text(&pto(&["completions", shell]).stdout);
        for word in commands().iter().map(String::as_str).chain(["a2a3", "sarif", "color"]) {
            assert!(script.contains(word), "{word} in the script for {shell}");
        }
    }
}

/// Where there is a bash, it completes.
#[test]
fn bash_completes() {
    let script = text(&pto(&["completions", "bash"]).stdout);
    let asked = [
        ("pto check --target a", "a2a3 a5 a6 all\n"),
        ("pto cost examples/add.pto --mod", "--mode --model\n"),
        ("pto isa trowsu", "trowsum\n"),
        ("pto explain E0211", "E0211\n"),
    ];
    for (typed, wanted) in asked {
        let words: Vec<&str> = typed.split(' ').collect();
        let (last, before) = (words[words.len() - 1], words[words.len() - 2]);
        let ask = format!(
            "COMP_WORDS=({typed}); COMP_CWORD={}; _pto pto {last} {before}; echo ${{COMPREPLY[@]}}",
            words.len() - 1
        );
        match Command::new("bash").args(["-c", &format!("{script}\n{ask}")]).output() {
            Ok(out) => assert_eq!(text(&out.stdout), wanted, "{typed}: {}", text(&out.stderr)),
            Err(e) => skipped(&format!("completing `{typed}` needs bash: {e}")),
        }
    }
}

#[test]
fn manual_pages_are_printed_or_written() {
    let page = text(&pto(&["man", "check"]).stdout);
    for part in [".TH PTO-CHECK 1", ".SH EXAMPLES", ".SH \"EXIT STATUS\"", "\\-\\-target"] {
        assert!(page.contains(part), "{part} in:\n{page}");
    }
    let dir = Checkout::empty("man");
    assert_eq!(code(&dir.shell("pto man --out share/man1")), 0);
    let main = std::fs::read_to_string(dir.path("share/man1/pto.1")).expect("a page");
    for name in commands() {
        assert!(dir.path(&format!("share/man1/pto-{name}.1")).is_file(), "{name}");
        let spelled = name.replace('-', "\\-");
        assert!(main.contains(&format!("pto\\-{spelled}(1)")), "{name} in:\n{main}");
    }
}
