//! Pipes: readers that go away or take their time, writers that do, files that change while they are read.

use crate::{assert_ended, folder, long_program, printed, said, sh, shell};
use std::fs;
use std::path::Path;
use std::process::Stdio;

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = folder("head");
    fs::write(folder.join("long.pto"), long_program(2000)).unwrap();
    let broken: String = "pto.frob\n".repeat(200);
    fs::write(folder.join("broken.pto"), format!("module {{\n{broken}}}\n")).unwrap();
    for (command, code) in [
        ("pto isa", 0),
        ("pto isa --json", 0),
        ("pto explain", 0),
        ("pto man", 0),
        ("pto completions bash", 0),
        ("pto lower long.pto --target a5", 0),
        ("pto emit --cpp long.pto --target a5", 0),
        ("pto cost long.pto --target a5 --arg _ --json", 0),
        ("pto trace long.pto --target a5 --arg _ -o -", 0),
        ("pto check long.pto --json", 0),
        ("pto fmt - < long.pto", 0),
        ("pto check broken.pto", 1),
        ("pto check broken.pto --json", 1),
        ("pto check broken.pto --sarif", 1),
        ("pto lower broken.pto --target a5", 1),
        ("pto run broken.pto", 1),
    ] {
        // Nobody reads either stream.
        let o = sh(&folder, &format!("{{ {command}; echo $? > code; }} 2>&1 | true; cat code"));
        assert_eq!(printed(&o).trim(), code.to_string(), "{command}");
        assert_eq!(said(&o), "", "{command}");
        let o = sh(
            &folder,
            &format!("{{ {command}; echo $? > code; }} | head -c 10 > /dev/null; cat code"),
        );
        assert_eq!(printed(&o).trim(), code.to_string(), "{command}");
        assert!(!said(&o).contains("ipe"), "{command}: {}", said(&o));
        // Both are closed.
        let o = sh(&folder, &format!("{command} >&- 2>&-"));
        assert_eq!(o.status.code(), Some(code), "{command}");
    }
}

#[test]
fn who_waits_for_others_is_not_stopped() {
    let folder = folder("slow");
    fs::write(folder.join("long.pto"), long_program(600)).unwrap();
    // More than a pipe holds, to somebody who comes late. What the command itself does takes a small part of the limit, also
    // on a machine that has other work.
    let o = sh(
        &folder,
        "pto isa --json > whole; pto fmt - --max-seconds 3 < long.pto | { sleep 4; cmp - long.pto; }",
    );
    assert_eq!(o.status.code(), Some(0), "{}", said(&o));
    let o = sh(&folder, "pto isa --json | { sleep 1; cmp - whole; }");
    assert_eq!(o.status.code(), Some(0), "{}", said(&o));
    // From somebody who is slow.
    let o = sh(
        &folder,
        "{ head -c 100 k.pto; sleep 4; tail -c +101 k.pto; } | pto check - --max-seconds 3",
    );
    assert_eq!(o.status.code(), Some(0), "{}", said(&o));
    let o = sh(
        &folder,
        "mkfifo in; { sleep 4; head -c 256 /dev/zero; } > in & pto run k.pto --arg in=out --max-seconds 3 && wc -c < out",
    );
    assert_eq!(printed(&o).trim(), "256", "{}", said(&o));
    // Into a pipe that somebody opens late.
    let o = sh(
        &folder,
        "mkfifo late; { sleep 4; cat late > got; } & pto lower k.pto --target a5 -o late --max-seconds 3; wait; pto check got --target a5",
    );
    assert_eq!(o.status.code(), Some(0), "{}", said(&o));
}

/// An array of 64 zeros.
fn npy(folder: &Path) -> Vec<u8> {
    let o = sh(folder, "pto run k.pto --arg zeros:64xf32=a.npy");
    assert_eq!(o.status.code(), Some(0), "{}", said(&o));
    fs::read(folder.join("a.npy")).unwrap()
}

#[test]
fn a_file_that_ends_too_early_is_refused() {
    let folder = folder("shrinks");
    let array = npy(&folder);
    // A pipe whose writer dies says no length, and a file may be shorter than it was when its length was asked for.
    for keep in [0, 3, 9, 60, 128, array.len() - 1] {
        let line = format!(
            "mkfifo in{keep}.npy; head -c {keep} a.npy > in{keep}.npy & pto run k.pto --arg in{keep}.npy"
        );
        let o = sh(&folder, &line);
        assert_eq!(o.status.code(), Some(2), "{keep}: {}", said(&o));
    }
    let program = long_program(500);
    let file = folder.join("moving.pto");
    fs::write(&file, &program).unwrap();
    let moving = folder.join("moving.npy");
    fs::write(&moving, &array).unwrap();
    for command in [
        "pto check moving.pto --target a5",
        "pto lower moving.pto --target a5 -o out",
        "pto run k.pto --arg moving.npy",
    ] {
        for round in 0..8u64 {
            let child = shell(&folder, &format!("exec {command}"))
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            for step in 0..40u64 {
                let to = |len: usize| (step * 7 + round) % 5 * len as u64 / 4;
                for (path, len) in [(&file, program.len()), (&moving, array.len())] {
                    let file = fs::OpenOptions::new().write(true).open(path).unwrap();
                    file.set_len(to(len)).unwrap();
                }
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
            assert_ended(command, &child.wait_with_output().unwrap());
            fs::write(&file, &program).unwrap();
            fs::write(&moving, &array).unwrap();
        }
    }
}
