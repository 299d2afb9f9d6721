//! A disk that is full or cannot be written: the command says so, and every file is as it was.
//!
//! A small file system is made in a namespace of its own (`unshare -rm`), which needs no rights where the system allows it.

use crate::{PROGRAM, WRITERS, Writer, folder, said, sh};
use std::path::Path;
use std::process::Output;

/// Runs a line of `sh` in a file system of its own with the program in it; `None` where there cannot be one.
fn mounted(folder: &Path, options: &str, line: &str) -> Option<Output> {
    if !sh(folder, "unshare -rm mount -t tmpfs none . 2>/dev/null").status.success() {
        crate::skipped("no file system can be mounted here");
        return None;
    }
    std::fs::create_dir_all(folder.join("disk")).unwrap();
    let script = format!(
        "mount -t tmpfs -o size=48k none disk && cp k.pto disk && cd disk && {{ {options}; }} && {line}"
    );
    Some(sh(folder, &format!("unshare -rm sh -c '{script}'")))
}

fn assert_refused(writer: &Writer, o: &Output, words: &str) {
    let (command, said) = (writer.command, said(o));
    assert!(matches!(o.status.code(), Some(1 | 2)), "{command}: {:?} {said}", o.status);
    assert!(said.contains(words), "{command}: {said}");
}

#[test]
fn a_full_disk_leaves_what_was_there() {
    for (i, writer) in WRITERS.iter().enumerate() {
        let folder = folder(&format!("tmpfs{i}"));
        let olds: String =
            writer.files.iter().map(|f| format!("[ -e {f} ] || echo old > {f}; ")).collect();
        let fill = "head -c 100000 /dev/zero > filler 2>/dev/null || true";
        let before = "cksum * > /dev/shm/before$$; ls -A > /dev/shm/names$$";
        let after = "cksum * | cmp - /dev/shm/before$$ && ls -A | cmp - /dev/shm/names$$";
        let line = format!(
            "{before}; {}; code=$?; {after}; same=$?; rm -f /dev/shm/before$$ /dev/shm/names$$; [ $same = 0 ] || exit 9; exit $code",
            writer.command
        );
        let Some(o) = mounted(&folder, &format!("{olds} {fill}"), &line) else { return };
        assert_refused(writer, &o, "no space left");
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    for (i, writer) in WRITERS.iter().enumerate() {
        let folder = folder(&format!("readonly{i}"));
        let line = format!("{}; code=$?; cmp k.pto ../k.pto || exit 9; exit $code", writer.command);
        let Some(o) = mounted(&folder, "mount -o remount,ro disk .", &line) else { return };
        assert_refused(writer, &o, "read-only file system");
        assert_eq!(std::fs::read_to_string(folder.join("k.pto")).unwrap(), PROGRAM);
    }
}

#[test]
fn a_full_standard_output_is_an_error() {
    let folder = folder("dev_full");
    for command in [
        "pto isa",
        "pto isa --json",
        "pto lower k.pto --target a5",
        "pto emit --cpp k.pto --target a5",
        "pto cost k.pto --target a5 --arg _",
        "pto check k.pto --json",
        "pto run k.pto --arg zeros:64 --stats",
        "pto trace k.pto --target a5 --arg _ -o -",
        "pto explain",
        "pto man",
        "pto completions bash",
        "pto --version",
        "pto --help",
    ] {
        let o = sh(&folder, &format!("{command} > /dev/full"));
        assert_eq!(o.status.code(), Some(2), "{command}: {}", said(&o));
        assert!(said(&o).contains("standard output: no space left"), "{command}: {}", said(&o));
    }
    let o = sh(&folder, "pto emit --cpp k.pto --target a5 -o /dev/full");
    assert_eq!(o.status.code(), Some(2), "{}", said(&o));
    // Nobody hears what is said of a program, and the code says it.
    let o = sh(&folder, "echo 'module { pto.frob }' | pto check - 2> /dev/full");
    assert_eq!(o.status.code(), Some(1));
}

#[test]
fn a_new_kernel_is_whole_or_not_there() {
    let here = folder("new");
    let o = sh(&here, "trap '' XFSZ; ulimit -f 0; exec pto new saxpy");
    assert_eq!(o.status.code(), Some(2), "{}", said(&o));
    assert_eq!(crate::names(&here), ["k.pto"]);
    assert_eq!(sh(&here, "pto new saxpy").status.code(), Some(0));
    assert_eq!(crate::names(&here.join("saxpy")), ["README.md", "check.py", "saxpy.pto"]);
    let o = sh(&here, "pto new saxpy");
    assert_eq!(o.status.code(), Some(2));
    assert!(said(&o).contains("saxpy exists, and nothing is overwritten"), "{}", said(&o));
}
