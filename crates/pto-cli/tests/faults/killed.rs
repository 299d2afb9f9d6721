//! `kill -9` at random moments: what is read stays as it is, what is written is whole or as it was, and what is left
//! beside it does not pile up.
//!
//! `PTO_KILLS=N` sets how many processes are killed.

use crate::{PROGRAM, Random, Trial, WRITERS, folder, names, parts, said, sh, shell};
use std::fs;
use std::process::Stdio;
use std::time::Duration;

/// Processes that are killed, unless the environment says otherwise.
const KILLS: usize = 40;

/// How a command of some duration is interrupted after a part of it.
fn delay(duration: Duration, random: &mut Random) -> Duration {
    // Files are written at the end: half of the moments are there.
    let part = match random.next() < 0.5 {
        true => random.next() * 1.1,
        false => 0.6 + random.next() * 0.5,
    };
    duration.mul_f64(part)
}

#[test]
fn killed_processes_leave_whole_files() {
    let kills = std::env::var("PTO_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(KILLS);
    let mut random = Random(9);
    let (mut killed, mut written) = (0, 0);
    for (i, writer) in WRITERS.iter().enumerate() {
        let trial = Trial::new(writer, &format!("killed{i}"));
        let (folder, command) = (&trial.folder, writer.command);
        let outputs = names(folder).len();
        for _ in 0..kills.div_ceil(WRITERS.len()) {
            trial.prepare();
            let mut child = shell(folder, &format!("exec {command}"))
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            std::thread::sleep(delay(trial.duration, &mut random));
            let _ = child.kill();
            killed += usize::from(child.wait().unwrap().code().is_none());
            for ((found, old), whole) in trial.contents().iter().zip(&trial.old).zip(&trial.whole) {
                assert!(found == old || found == whole, "{command}: half a file");
                written += usize::from(found == whole);
            }
            if !writer.files.contains(&"k.pto") {
                assert_eq!(fs::read_to_string(folder.join("k.pto")).unwrap(), trial.program);
            }
            // Each process removes what the one before it has left.
            assert!(parts(folder) <= outputs, "{command}: {:?}", names(folder));
        }
        // Whoever writes there next takes away what is left, and nothing else.
        trial.prepare();
        assert_eq!(sh(folder, command).status.code(), Some(0));
        assert_eq!(trial.contents(), trial.whole, "{command}");
        assert_eq!(parts(folder), 0, "{command}: {:?}", names(folder));
    }
    eprintln!(
        "{killed} processes were killed before they ended, {written} files were written before that"
    );
    assert!(killed > 0, "no process was killed in time");
}

#[test]
fn a_part_of_a_file_is_never_read() {
    let folder = folder("left");
    fs::write(folder.join(".pto-1-0.part"), "module { half a prog").unwrap();
    fs::create_dir(folder.join(".pto-1-1.part")).unwrap();
    assert_eq!(sh(&folder, "pto check k.pto && pto fmt --check k.pto").status.code(), Some(0));
    let o = sh(&folder, "pto check *.pto && pto lower k.pto --target a5 -o out.pto");
    assert_eq!(o.status.code(), Some(0), "{}", said(&o));
    assert_eq!(names(&folder), ["k.pto", "out.pto"]);
    assert_eq!(fs::read_to_string(folder.join("k.pto")).unwrap(), PROGRAM);
}
