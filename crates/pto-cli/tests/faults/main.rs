//! Faults of the surroundings: full disks, dying processes, slow pipes, odd files, terminals and languages.
//!
//! Nothing of it may destroy a file, end in a panic or hang. What the machine cannot show is skipped, and says so.
#![cfg(unix)]

mod disk;
mod files;
mod interrupt;
mod killed;
mod limits;
mod outputs;
mod pipes;
mod surroundings;
mod two_writers;

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

const PROGRAM: &str = "module {
  func.func @f(%x: !pto.ptr<f32, gm>) {
    %a = pto.alloc_tile : !pto.tile_buf<vec, 16x64xf32>
    %b = pto.alloc_tile : !pto.tile_buf<vec, 16x64xf32>
    pto.tabs ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%b : !pto.tile_buf<vec, 16x64xf32>)
    return
  }
}
";

/// A program that never ends.
const ENDLESS: &str = "module attributes {pto.target_arch = \"a5\"} {
  func.func @f() {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.constant 9000000000000000000 : index
    %a = pto.alloc_tile : !pto.tile_buf<vec, 1x32xf32>
    scf.for %i = %c0 to %n step %c1 {
      pto.tabs ins(%a : !pto.tile_buf<vec, 1x32xf32>) outs(%a : !pto.tile_buf<vec, 1x32xf32>)
    }
    return
  }
}
";

/// A command that writes, and the files that it writes.
struct Writer {
    command: &'static str,
    files: &'static [&'static str],
}

/// Every way of writing files.
const WRITERS: &[Writer] = &[
    Writer { command: "pto lower k.pto --target a5 -o k.pto", files: &["k.pto"] },
    Writer { command: "pto lower k.pto --target a5 -o out", files: &["out"] },
    Writer {
        command: "pto lower k.pto --target a5 --map map.html -o out",
        files: &["map.html", "out"],
    },
    Writer { command: "pto lower k.pto --target a5 --map map.txt", files: &["map.txt"] },
    Writer { command: "pto emit --cpp k.pto --target a5 -o out.cpp", files: &["out.cpp"] },
    Writer { command: "pto ptoas k.pto --pto-arch a5 -o out.cpp", files: &["out.cpp"] },
    Writer { command: "pto trace k.pto --target a5 --arg _ -o out.html", files: &["out.html"] },
    Writer { command: "pto trace k.pto --target a5 --arg _ -o out.json", files: &["out.json"] },
    Writer { command: "pto run k.pto --arg zeros:262144xf32=out.npy", files: &["out.npy"] },
    Writer { command: "pto run k.pto --arg zeros:4M=out.bin --check mem", files: &["out.bin"] },
    Writer { command: "pto fmt --form asm k.pto", files: &["k.pto"] },
    Writer { command: "pto man --out .", files: &["pto-check.1", "pto-run.1", "pto.1"] },
];

/// What a file that is to be replaced holds.
const AS_IT_WAS: &str = "as it was";

impl Writer {
    /// Puts the program and what is to be replaced into a folder.
    fn prepare(&self, folder: &Path) {
        fs::write(folder.join("k.pto"), PROGRAM).unwrap();
        for file in self.files.iter().filter(|f| **f != "k.pto") {
            fs::write(folder.join(file), AS_IT_WAS).unwrap();
        }
    }

    /// What its files hold.
    fn contents(&self, folder: &Path) -> Vec<Vec<u8>> {
        self.files.iter().map(|file| fs::read(folder.join(file)).unwrap()).collect()
    }
}

/// A writer in a folder of its own, which is stopped at some moment.
struct Trial {
    writer: &'static Writer,
    folder: PathBuf,
    program: String,
    /// What its files hold before it is started, and when it is done.
    old: Vec<Vec<u8>>,
    whole: Vec<Vec<u8>>,
    /// How long it takes.
    duration: Duration,
}

impl Trial {
    /// Runs the writer to its end once.
    fn new(writer: &'static Writer, name: &str) -> Trial {
        let (old, whole, duration) = Default::default();
        let program = long_program(40);
        let mut trial = Trial { writer, folder: folder(name), program, old, whole, duration };
        trial.prepare();
        trial.old = trial.contents();
        let start = Instant::now();
        let o = sh(&trial.folder, writer.command);
        trial.duration = start.elapsed();
        assert_eq!(o.status.code(), Some(0), "{}: {}", writer.command, said(&o));
        trial.whole = trial.contents();
        trial
    }

    fn prepare(&self) {
        self.writer.prepare(&self.folder);
        fs::write(self.folder.join("k.pto"), &self.program).unwrap();
    }

    fn contents(&self) -> Vec<Vec<u8>> {
        self.writer.contents(&self.folder)
    }
}

/// A new folder with the program in it.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("k.pto"), PROGRAM).unwrap();
    folder
}

/// A line of `sh` in a folder, with `pto` in the path.
fn shell(folder: &Path, line: &str) -> Command {
    let binary = Path::new(env!("CARGO_BIN_EXE_pto"));
    let mut path = vec![binary.parent().unwrap_or(binary).to_path_buf()];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder);
    command.env("PATH", std::env::join_paths(path).unwrap());
    command
}

/// Runs a line of `sh` in a folder.
fn sh(folder: &Path, line: &str) -> Output {
    shell(folder, line).output().unwrap()
}

/// Says what is not shown here, past the harness that keeps the output of tests that pass.
fn skipped(why: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

fn said(o: &Output) -> String {
    String::from_utf8_lossy(&o.stderr).into_owned()
}

fn printed(o: &Output) -> String {
    String::from_utf8_lossy(&o.stdout).into_owned()
}

/// Asserts that a command ended as commands end: with a code of its own, and without a mistake of `pto` itself.
fn assert_ended(what: &str, o: &Output) {
    let said = said(o);
    assert!(matches!(o.status.code(), Some(0..=3)), "{what}: {:?}\n{said}", o.status);
    assert!(!said.contains("a mistake of pto itself"), "{what}: {said}");
}

/// Names in a folder, with those that begin with a dot.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut list: Vec<String> =
        entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    list.sort();
    list
}

/// Files that were left half written.
fn parts(folder: &Path) -> usize {
    names(folder).iter().filter(|n| n.ends_with(".part")).count()
}

/// A program of many instructions, which takes some time to read and to write.
fn long_program(instructions: usize) -> String {
    let mut body = String::new();
    let tile = "!pto.tile_buf<vec, 16x64xf32>";
    for i in 0..instructions {
        writeln!(body, "    %t{i} = pto.alloc_tile : {tile}").unwrap();
        writeln!(body, "    pto.tabs ins(%a : {tile}) outs(%t{i} : {tile})").unwrap();
    }
    let (before, after) = PROGRAM.split_once("    return").unwrap();
    format!("{before}{body}    return{after}")
}

/// Numbers that look random and are the same in every run.
struct Random(u64);

impl Random {
    /// A number from 0 to 1.
    fn next(&mut self) -> f64 {
        // Knuth's MMIX: The Art of Computer Programming, volume 2, section 3.3.4.
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}
