//! Files that commands write are whole or as they were: when no file may grow, when a second one cannot be written, when
//! links lead elsewhere.

use crate::{PROGRAM, WRITERS, folder, names, said, sh};
use clap::{Command, CommandFactory, ValueHint};
use pto_cli::command_line::CommandLine;
use std::fs;

/// Options that name a place to write to, each with the words of its command: `lower --map`, by all of its names.
fn outputs(command: &Command, words: &str, found: &mut Vec<(String, Vec<String>)>) {
    for inner in command.get_subcommands() {
        outputs(inner, format!("{words} {}", inner.get_name()).trim(), found);
    }
    for arg in command.get_arguments().filter(|a| !a.is_positional()) {
        let names = arg.get_value_names().unwrap_or_default();
        let is_place = names.iter().any(|n| n == "OUT" || n == "DIR");
        if is_place && matches!(arg.get_value_hint(), ValueHint::FilePath | ValueHint::DirPath) {
            let long = arg.get_long_and_visible_aliases().unwrap_or_default();
            let long = long.into_iter().map(|l| format!("--{l}"));
            let names = long.chain(arg.get_short().map(|s| format!("-{s}"))).collect();
            found.push((words.to_string(), names));
        }
    }
}

/// Options that look like outputs and are not among the writers, by the first word of their command, with the reason.
const NOT_TRIED: &[(&str, &str, &str)] = &[
    ("campaign", "--from", "it is read"),
    (
        "campaign",
        "--out",
        "a folder of results that grows and is gone on with, which has tests of its own",
    ),
    ("puzzle", "--out", "written by the writer of all others"),
    ("run", "--dump", "a folder that must not exist yet"),
    ("shrink", "--output", "what it writes depends on what the command that it runs says"),
    ("tune", "--output", "takes a kernel with parameters to choose"),
];

#[test]
fn every_option_that_writes_is_tried() {
    let mut root = CommandLine::command();
    root.build();
    let mut found = Vec::new();
    outputs(&root, "", &mut found);
    assert!(found.len() > 4, "{found:?}");
    for (command, names) in found {
        let first = command.split(' ').next().unwrap_or_default();
        if NOT_TRIED.iter().any(|(of, option, _)| *of == first && names.iter().any(|n| n == option))
        {
            continue;
        }
        let is_tried = WRITERS.iter().any(|w| {
            let rest = w.command.strip_prefix(&format!("pto {command} "));
            rest.is_some_and(|rest| rest.split(' ').any(|word| names.iter().any(|n| n == word)))
        });
        assert!(
            is_tried,
            "`pto {command}` writes with {names:?}: add it to WRITERS, or say why not in NOT_TRIED"
        );
    }
}

#[test]
fn what_cannot_be_written_leaves_what_was_there() {
    for (i, writer) in WRITERS.iter().enumerate() {
        let folder = folder(&format!("full{i}"));
        let command = writer.command;
        writer.prepare(&folder);
        let before = writer.contents(&folder);
        let listed = names(&folder);
        // No file may grow: to a process that is what a full disk is.
        let o = sh(&folder, &format!("trap '' XFSZ; ulimit -f 0; exec {command}"));
        assert!(matches!(o.status.code(), Some(1 | 2)), "{command}: {}", said(&o));
        assert_eq!(writer.contents(&folder), before, "{command}");
        assert_eq!(names(&folder), listed, "{command}");
        // With room it is written, and nothing else is left.
        let o = sh(&folder, command);
        assert_eq!(o.status.code(), Some(0), "{command}: {}", said(&o));
        assert_ne!(writer.contents(&folder), before, "{command}");
        assert!(names(&folder).iter().all(|n| !n.ends_with(".part")), "{command}");
    }
}

#[test]
fn a_program_that_is_lowered_onto_itself_survives() {
    let folder = folder("itself");
    let o = sh(&folder, "trap '' XFSZ; ulimit -f 0; exec pto lower k.pto --target a5 -o k.pto");
    assert_eq!(o.status.code(), Some(2), "{}", said(&o));
    assert_eq!(fs::read_to_string(folder.join("k.pto")).unwrap(), PROGRAM);
    assert_eq!(sh(&folder, "pto lower k.pto --target a5 -o k.pto").status.code(), Some(0));
    assert!(fs::read_to_string(folder.join("k.pto")).unwrap().contains("addr"));
}

#[test]
fn of_two_outputs_none_is_written_if_one_cannot_be() {
    let folder = folder("both");
    let o = sh(&folder, "pto lower k.pto --target a5 --map map.html -o no/such/folder.pto");
    assert_eq!(o.status.code(), Some(2));
    assert_eq!(names(&folder), ["k.pto"], "{}", said(&o));
    let two =
        PROGRAM.replace("%x: !pto.ptr<f32, gm>", "%x: !pto.ptr<f32, gm>, %y: !pto.ptr<f32, gm>");
    fs::write(folder.join("two.pto"), two).unwrap();
    fs::write(folder.join("kept.npy"), "as it was").unwrap();
    let mut permissions = fs::metadata(folder.join("kept.npy")).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(folder.join("kept.npy"), permissions).unwrap();
    let o = sh(&folder, "pto run two.pto --arg zeros:4xf32=first.npy --arg zeros:4xf32=kept.npy");
    assert_eq!(o.status.code(), Some(2), "{}", said(&o));
    assert_eq!(names(&folder), ["k.pto", "kept.npy", "two.pto"]);
}

#[test]
fn the_same_file_twice_is_refused_before_anything_runs() {
    let folder = folder("twice");
    std::os::unix::fs::symlink("out", folder.join("link")).unwrap();
    for second in ["out", "./out", "link"] {
        let o = sh(&folder, &format!("pto lower k.pto --target a5 --map out -o {second}"));
        assert_eq!(o.status.code(), Some(2));
        assert!(said(&o).contains("two outputs cannot be the same file"), "{}", said(&o));
        assert_eq!(names(&folder), ["k.pto", "link"]);
    }
    let two =
        PROGRAM.replace("%x: !pto.ptr<f32, gm>", "%x: !pto.ptr<f32, gm>, %y: !pto.ptr<f32, gm>");
    fs::write(folder.join("k.pto"), two).unwrap();
    let o = sh(&folder, "pto run k.pto --arg zeros:4xf32=y.npy --arg zeros:4xf32=y.npy");
    assert!(said(&o).contains("two outputs cannot be the same file"), "{}", said(&o));
    assert_eq!(names(&folder), ["k.pto", "link"]);
}

#[test]
fn links_are_followed_also_to_what_is_not_there_yet() {
    let folder = folder("links");
    fs::create_dir(folder.join("elsewhere")).unwrap();
    std::os::unix::fs::symlink("elsewhere/out.cpp", folder.join("link")).unwrap();
    let o = sh(&folder, "pto emit --cpp k.pto --target a5 -o link");
    assert_eq!(o.status.code(), Some(0), "{}", said(&o));
    assert!(folder.join("link").is_symlink());
    assert!(folder.join("elsewhere/out.cpp").is_file());
    std::os::unix::fs::symlink("circle", folder.join("circle")).unwrap();
    let o = sh(&folder, "pto emit --cpp k.pto --target a5 -o circle");
    assert_eq!(o.status.code(), Some(2));
    assert!(said(&o).contains("its links lead in a circle"), "{}", said(&o));
    assert_eq!(sh(&folder, "pto emit --cpp k.pto --target a5 -o /dev/null").status.code(), Some(0));
}

#[test]
fn what_a_killed_process_left_goes_away() {
    let folder = folder("killed");
    fs::write(folder.join(".pto-1-0.part"), "half a prog").unwrap();
    // Another process is still at it.
    let busy = fs::File::create(folder.join(".pto-2-0.part")).unwrap();
    busy.lock().unwrap();
    let o = sh(&folder, "pto lower k.pto --target a5 -o out.pto");
    assert_eq!(o.status.code(), Some(0), "{}", said(&o));
    assert_eq!(names(&folder), [".pto-2-0.part", "k.pto", "out.pto"]);
}
