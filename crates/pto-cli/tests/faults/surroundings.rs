//! Environments: no HOME, other languages, no terminal, terminals of every width.

use crate::{folder, printed, said, sh};
use std::fs;

const COMMANDS: &[&str] = &[
    "pto check broken.pto --target all",
    "pto check k.pto --sync --target a5",
    "pto run k.pto --arg zeros:64 --check all",
    "pto run broken.pto --json",
    "pto cost k.pto --target a5 --arg _ --gantt",
    "pto lower k.pto --target a5 --map -",
    "pto emit --cpp k.pto --target a5",
    "pto trace k.pto --target a5 --arg _ -o -",
    "pto fmt --form asm - < k.pto",
    "pto isa tadd",
    "pto explain E0211",
    "pto chekc",
    "pto check nothing.pto",
    "pto",
    "pto run --help",
];

fn broken(name: &str) -> std::path::PathBuf {
    let folder = folder(name);
    let text = "module {\n  func.func @ğı() {\n    pto.frob // ıİ 中文\n    return\n  }\n}\n";
    fs::write(folder.join("broken.pto"), text).unwrap();
    folder
}

#[test]
fn neither_home_nor_language_changes_what_is_said() {
    let folder = broken("languages");
    for command in COMMANDS {
        let usual = sh(&folder, command);
        crate::assert_ended(command, &usual);
        for surroundings in [
            "env -u HOME",
            "env HOME=/nowhere/at/all",
            "env LC_ALL=zh_CN.GBK LANG=zh_CN.GBK",
            "env LC_ALL=tr_TR.UTF-8",
            "env LC_ALL=C",
            "env LC_ALL=nonsense TERM=nonsense",
            "env -i PATH=\"$PATH\"",
            "env TMPDIR=/nowhere/at/all",
        ] {
            let o = sh(&folder, &format!("{surroundings} {command}"));
            let what = format!("{surroundings} {command}");
            assert_eq!(o.status.code(), usual.status.code(), "{what}: {}", said(&o));
            assert_eq!(printed(&o), printed(&usual), "{what}");
            assert_eq!(said(&o), said(&usual), "{what}");
        }
    }
}

#[test]
fn any_width_will_do() {
    let folder = broken("widths");
    for command in COMMANDS {
        let usual = sh(&folder, command);
        for columns in ["1", "20", "0", "-5", "abc", "''", "1000000", "99999999999999999999"] {
            let o = sh(&folder, &format!("COLUMNS={columns} {command}"));
            assert_eq!(o.status.code(), usual.status.code(), "COLUMNS={columns} {command}");
            crate::assert_ended(command, &o);
            let widest = printed(&o).lines().map(|l| l.chars().count()).max().unwrap_or(0);
            let most = printed(&usual).lines().map(|l| l.chars().count()).max().unwrap_or(0);
            assert!(widest <= most.max(420), "COLUMNS={columns} {command}: {widest} columns");
        }
    }
}

#[test]
fn terminals_of_any_width_and_none_at_all() {
    let folder = broken("terminals");
    for command in COMMANDS {
        // Away from the terminal of whoever runs the test.
        let usual = sh(&folder, command);
        let o = sh(&folder, &format!("setsid -w sh -c '{command}' < /dev/null"));
        if !command.contains("< k.pto") {
            assert_eq!(o.status.code(), usual.status.code(), "{command}: {}", said(&o));
        }
        crate::assert_ended(command, &o);
    }
    if !sh(&folder, "script -qec true /dev/null").status.success() {
        crate::skipped("there is no `script` to make a terminal with");
        return;
    }
    for columns in [1, 20, 1000] {
        for command in COMMANDS {
            let usual = sh(&folder, command);
            let line = format!("stty rows 24 cols {columns}; {command}");
            let o = sh(&folder, &format!("script -qec '{line}' /dev/null < /dev/null"));
            assert_eq!(
                o.status.code(),
                usual.status.code(),
                "{columns}: {command}: {}",
                printed(&o)
            );
            assert!(!printed(&o).contains("a mistake of pto itself"), "{columns}: {command}");
        }
    }
}
