//! Ctrl-C: exit code 130, files that are whole or as they were, and nothing beside them.

use crate::{ENDLESS, Random, Trial, WRITERS, folder, names};
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

const SIGINT: i32 = 2;

/// Starts a command without a shell: its process is the one that is signalled.
fn start(folder: &Path, command: &str) -> Child {
    let binary = Path::new(env!("CARGO_BIN_EXE_pto"));
    let words = command.split(' ').map(|word| if word == "pto" { binary } else { Path::new(word) });
    let words: Vec<&Path> = words.collect();
    Command::new(words[0])
        .args(&words[1..])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn signal(child: &Child, name: &str) {
    let pid = child.id().to_string();
    assert!(Command::new("kill").args([name, &pid]).status().unwrap().success());
}

/// Whether the signals of a process that a line of its status lists have SIGINT among them.
fn has_sigint(status: &str, line: &str) -> bool {
    let mask = status.lines().find_map(|l| l.strip_prefix(line));
    mask.and_then(|m| u64::from_str_radix(m.trim(), 16).ok())
        .is_some_and(|m| m >> (SIGINT - 1) & 1 == 1)
}

/// Waits for a process until it hears signals: it has its thread for them.
fn hears(child: &Child) -> bool {
    let status = format!("/proc/{}/status", child.id());
    let caught = |text: &str| text.starts_with("Name:\tpto\n") && has_sigint(text, "SigCgt:");
    let until = Instant::now() + Duration::from_secs(60);
    while Instant::now() < until {
        // While a program takes the place of another its status cannot always be read.
        if fs::read_to_string(&status).is_ok_and(|text| caught(&text)) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    false
}

/// The exit code as a shell counts it.
fn code(status: ExitStatus) -> Option<i32> {
    status.code().or(status.signal().map(|s| 128 + s))
}

#[test]
fn a_command_that_is_interrupted_ends_with_130() {
    let folder = folder("endless");
    fs::write(folder.join("k.pto"), ENDLESS).unwrap();
    if !Path::new("/proc/self/status").exists() {
        crate::skipped("this system does not say which signals a process hears");
        return;
    }
    if fs::read_to_string("/proc/self/status").is_ok_and(|text| has_sigint(&text, "SigIgn:")) {
        crate::skipped("interrupts are ignored here, as in the background of a shell");
        return;
    }
    for command in [
        "pto run k.pto --max-steps 99999999999999",
        "pto run k.pto --check all --max-steps 99999999999999",
        "pto run k.pto --schedule lazy --max-steps 99999999999999",
        "pto cost k.pto --max-instructions 99999999999",
        "pto trace k.pto -o out.json --max-instructions 99999999999",
        "pto check - --max-seconds 0",
    ] {
        let mut child = start(&folder, command);
        // Standard input stays open, so what reads it waits.
        let input = child.stdin.take();
        assert!(hears(&child), "{command}");
        std::thread::sleep(Duration::from_millis(50));
        signal(&child, "-INT");
        assert_eq!(child.wait().unwrap().code(), Some(130), "{command}");
        drop(input);
        assert_eq!(names(&folder), ["k.pto"], "{command}");
    }
    let mut child = start(&folder, "pto run k.pto --max-steps 99999999999999");
    assert!(hears(&child));
    signal(&child, "-TERM");
    assert_eq!(child.wait().unwrap().code(), Some(143));
    // What is to go on in the background goes on.
    let mut child = start(&folder, "nohup pto run k.pto --max-steps 99999999999999");
    assert!(hears(&child));
    std::thread::sleep(Duration::from_millis(50));
    signal(&child, "-HUP");
    std::thread::sleep(Duration::from_millis(100));
    assert!(child.try_wait().unwrap().is_none(), "nohup was overruled");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn interrupts_at_any_moment_leave_whole_files_and_nothing_else() {
    let mut random = Random(5);
    let mut interrupted = 0;
    for (i, writer) in WRITERS.iter().enumerate() {
        let trial = Trial::new(writer, &format!("interrupt{i}"));
        let (folder, command) = (&trial.folder, writer.command);
        let listed = names(folder);
        for _ in 0..4 {
            trial.prepare();
            let mut child = start(folder, command);
            std::thread::sleep(trial.duration.mul_f64(0.3 + random.next() * 0.8));
            let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).output();
            let code = code(child.wait().unwrap());
            assert!(matches!(code, Some(0 | 130)), "{command}: {code:?}");
            interrupted += usize::from(code == Some(130));
            // All of its files, or none.
            let found = trial.contents();
            assert!(found == trial.old || found == trial.whole, "{command}: {code:?}");
            assert_eq!(names(folder), listed, "{command}");
            if code == Some(0) {
                assert_eq!(found, trial.whole, "{command}");
            }
        }
    }
    eprintln!("{interrupted} commands were interrupted before they ended");
}
