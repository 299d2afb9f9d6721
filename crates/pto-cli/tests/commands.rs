//! Commands and all that they print: each file of `tests/cli/commands` has programs and the commands for them.
//!
//! Sections are separated by `// -----`. A section is a program with lines `//| $ COMMAND`, which `sh` runs in a folder
//! where the program is `k.pto`; the lines below a command are what it prints. `BLESS=1` writes what is printed.
//!
//! A file that begins with `// follow: WORDS` has two sections: a kernel, and the same kernel after somebody did what the
//! hint with these words says. The second is faster by what the hint promises. After `// follow: nothing` no hint of the
//! first promises anything for a buffer, and the second is not faster.

use std::path::{Path, PathBuf};
use std::process::Command;

const FOLDER: &str = "tests/cli/commands";
const SPLIT: &str = "// -----\n";
const SHOWN: &str = "//| ";

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(FOLDER);
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    paths
}

/// What a command prints about a program, in a folder of its own.
fn run(program: &str, command: &str, name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("commands").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("k.pto"), program).unwrap();
    let binary = Path::new(env!("CARGO_BIN_EXE_pto"));
    let mut path = vec![binary.parent().unwrap_or(binary).to_path_buf()];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let done = Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {command}")])
        .current_dir(folder)
        .env("PATH", std::env::join_paths(path).unwrap())
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    String::from_utf8(done.stdout).unwrap()
}

fn program(section: &str) -> String {
    section.lines().filter(|l| !l.starts_with(SHOWN.trim_end())).flat_map(|l| [l, "\n"]).collect()
}

fn commands(section: &str) -> Vec<&str> {
    section.lines().filter_map(|l| l.strip_prefix("//| $ ")).collect()
}

#[test]
fn commands_print_what_the_files_say() {
    let bless = std::env::var_os("BLESS").is_some_and(|v| v == "1");
    let mut wrong = Vec::new();
    for path in files() {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy();
        let mut now = Vec::new();
        for (i, section) in text.split(SPLIT).enumerate() {
            let program = program(section);
            let mut told = program.clone();
            assert!(!commands(section).is_empty(), "{}: no command", path.display());
            for command in commands(section) {
                told += &format!("{SHOWN}$ {command}\n");
                for line in run(&program, command, &format!("{name}/{i}")).lines() {
                    told += format!("{SHOWN}{line}").trim_end();
                    told.push('\n');
                }
            }
            now.push(told);
        }
        let now = now.join(SPLIT);
        match now == text {
            true => {}
            false if bless => std::fs::write(&path, now).unwrap(),
            false => wrong.push(format!("{}:\n{now}", path.display())),
        }
    }
    let how = "`BLESS=1 cargo test -p pto-cli --test commands` would write";
    assert!(wrong.is_empty(), "{how}\n{}", wrong.join("\n"));
}

/// What `pto cost --json` says with the options of a section's command.
fn cost(section: &str, name: &str) -> serde_json::Value {
    let command = commands(section)[0].split('|').next().unwrap_or_default();
    let printed = run(&program(section), &format!("{command} --json"), name);
    serde_json::from_str(&printed).unwrap_or_else(|e| panic!("{name}: {e}: {printed}"))
}

#[test]
fn who_follows_a_hint_gets_what_it_promises() {
    let mut followed = 0;
    for path in files() {
        let text = std::fs::read_to_string(&path).unwrap();
        let Some((words, _)) = text.strip_prefix("// follow: ").and_then(|t| t.split_once('\n'))
        else {
            continue;
        };
        followed += 1;
        let name = path.file_stem().unwrap().to_string_lossy();
        let (before, after) = text.split_once(SPLIT).expect("two sections");
        let before = cost(before, &format!("{name}/before"));
        let after = cost(after, &format!("{name}/after"));
        let total = |v: &serde_json::Value| v["total_cycles"].as_f64().unwrap();
        let gained = total(&before) - total(&after);
        let hints = before["hints"].as_array().unwrap();
        let saying =
            |words: &str| hints.iter().find(|h| h["message"].as_str().unwrap().contains(words));
        let promised = match words {
            "nothing" => {
                assert!(saying("buffer").is_none(), "{name}: {hints:?}");
                0.0
            }
            words => {
                let hint = saying(words).unwrap_or_else(|| panic!("{name}: {hints:?}"));
                hint["saves_cycles"].as_f64().unwrap()
            }
        };
        let off = (gained - promised).abs() / total(&before);
        assert!(off < 0.01, "{name}: {promised} cycles promised, {gained} gained");
    }
    assert!(followed >= 3, "{followed} files");
}
