//! Limits that hold unless others are asked for: a stranger's program ends, or is stopped with a finding that says how to
//! raise the limit.

use crate::{ENDLESS, PROGRAM, assert_ended, folder, names, printed, said, sh};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// Runs a command that must end soon.
fn soon(folder: &Path, command: &str) -> std::process::Output {
    let start = Instant::now();
    let o = sh(folder, command);
    assert_ended(command, &o);
    assert!(start.elapsed() < Duration::from_secs(30), "{command}: {:?}", start.elapsed());
    o
}

#[test]
fn what_never_ends_is_stopped() {
    let folder = folder("endless_limits");
    fs::write(folder.join("k.pto"), ENDLESS).unwrap();
    let scalar = ENDLESS.lines().filter(|l| !l.contains("tabs") && !l.contains("alloc"));
    fs::write(folder.join("scalar.pto"), scalar.collect::<Vec<_>>().join("\n")).unwrap();
    for command in [
        "run",
        "run --check all",
        "run --schedule random:1",
        "run --compare cpu",
        "cost",
        "trace -o out.html",
    ] {
        for (limit, how) in [
            ("--max-steps 20000", "`--max-steps N` sets the limit"),
            ("--max-seconds 1", "`--max-seconds N` sets the limit"),
        ] {
            for file in ["k.pto", "scalar.pto"] {
                let o = soon(&folder, &format!("pto {command} {file} {limit}"));
                assert_eq!(o.status.code(), Some(1), "{command} {file} {limit}");
                assert!(said(&o).contains("error[E0609]"), "{command} {limit}: {}", said(&o));
                assert!(said(&o).contains(how), "{command} {limit}: {}", said(&o));
                assert!(
                    said(&o).contains(&format!("--> {file}:")),
                    "{command} {limit}: {}",
                    said(&o)
                );
            }
        }
    }
    let o = soon(&folder, "pto cost k.pto --sweep n=5,9000000000000000000 --max-instructions 5000");
    assert_eq!(o.status.code(), Some(0), "{}", said(&o));
    assert!(
        printed(&o).contains("E0609: `pto.tabs` is instruction 5000 and the run is not over"),
        "{}",
        printed(&o)
    );
    assert_eq!(names(&folder), ["k.pto", "scalar.pto"]);
    for command in ["run", "cost", "trace"] {
        let help = printed(&sh(&folder, &format!("pto {command} --help")));
        assert!(help.contains("[default: 1000000000]"), "{help}");
    }
}

#[test]
fn the_book_states_the_defaults() {
    let folder = folder("defaults");
    let book = include_str!("../../../../docs/command-line.md");
    let rows: Vec<Vec<&str>> = book
        .lines()
        .filter(|l| l.starts_with("| `--max-"))
        .map(|l| l.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert!(rows.len() >= 7);
    for row in rows {
        let option = row[0].trim_matches('`').replacen(' ', " <", 1) + ">";
        let commands = match row[2] {
            "all that read a program" => {
                "`check`, `run`, `cost`, `trace`, `lower`, `emit`, `ptoas`, `fmt`"
            }
            named => named,
        };
        for command in commands.split(", ") {
            let help = printed(&sh(
                &folder,
                &format!("COLUMNS=400 pto {} --help", command.trim_matches('`')),
            ));
            let line = help.lines().find(|l| l.trim_start().starts_with(&option));
            let line = line.unwrap_or_else(|| panic!("{command}: {option}\n{help}"));
            if row[1].starts_with(|c: char| c.is_ascii_digit()) {
                assert!(line.contains(&format!("[default: {}]", row[1])), "{command}: {line}");
            }
        }
    }
}

#[test]
fn what_is_printed_and_written_is_limited() {
    let folder = folder("output_limits");
    let prints = ENDLESS.lines().map(|l| match l.contains("tabs") {
        true => "pto.print ins(\"%d\\0A\", %c7 : i32)",
        false if l.contains("alloc") => "%c7 = arith.constant 7 : i32",
        false => l,
    });
    fs::write(folder.join("prints.pto"), prints.collect::<Vec<_>>().join("\n")).unwrap();
    let o = soon(&folder, "pto run prints.pto --max-output 1M");
    assert_eq!(o.status.code(), Some(1));
    assert!(
        said(&o).contains("error[E0618]") && said(&o).contains("`--max-output SIZE`"),
        "{}",
        said(&o)
    );
    let o = soon(&folder, "pto run prints.pto --max-output 1M --blocks 64");
    assert!(said(&o).contains("the block has printed 16.0 KiB"), "{}", said(&o));
    let finite = ENDLESS.replace("9000000000000000000", "2000");
    fs::write(folder.join("k.pto"), finite).unwrap();
    for command in [
        "trace k.pto -o out.json",
        "trace k.pto -o out.html",
        "trace k.pto -o -",
        "cost k.pto --json",
    ] {
        let o = soon(&folder, &format!("pto {command} --max-output 64K"));
        assert_eq!(o.status.code(), Some(2), "{command}");
        assert!(said(&o).contains("64.0 KiB are allowed"), "{command}: {}", said(&o));
        let o = soon(&folder, &format!("pto {command}"));
        assert_eq!(o.status.code(), Some(0), "{command}: {}", said(&o));
    }
}

#[test]
fn memory_is_refused_before_it_is_touched() {
    let folder = folder("memory_limits");
    let refused = |command: &str, words: &str| {
        let o = soon(&folder, command);
        assert_ne!(o.status.code(), Some(0), "{command}");
        assert!(said(&o).contains(words), "{command}: {}", said(&o));
    };
    refused(
        "pto run k.pto --arg zeros:2M --max-memory 1M",
        "the buffers need 2.0 MiB, and 1.0 MiB are allowed",
    );
    refused("pto run k.pto --arg zeros:1M --max-memory 1M", "error[E0619]: the run needs");
    refused(
        "pto run k.pto --arg zeros:1M --max-memory 2M --compare a5",
        "the buffers need 3.0 MiB",
    );
    refused("pto run k.pto --arg zeros:99999999999G", "larger than 16 GiB");
    refused("pto run k.pto --arg zeros:4294967296x4294967296x4294967296xf32", "larger than 16 GiB");
    // Blocks that wait for each other run at once, each in memories of its own.
    let together = PROGRAM
        .replace("    return", "    pto.syncall {mode = #pto.sync_all_mode<hard>, core_type = #pto.sync_core_type<aiv_only>}\n    return");
    fs::write(folder.join("together.pto"), together).unwrap();
    refused(
        "pto run together.pto --target a2a3 --arg zeros:64 --blocks 65535 --max-memory 1G",
        "blocks that run at once: 65535, each of",
    );
    // A file with nothing on the disk, and an array that says it is larger than it is.
    let file = fs::File::create(folder.join("huge.bin")).unwrap();
    if file.set_len(200 << 30).is_ok() {
        refused("pto run k.pto --arg huge.bin", "GiB");
        let o = soon(&folder, "pto check huge.bin");
        assert!(said(&o).contains("2 GiB"), "{}", said(&o));
    }
    let mut array = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
    let header = "{'descr': '<f4', 'fortran_order': True, 'shape': (4611686018427387904, 4), }";
    array.extend(format!("{header:<117}\n").bytes());
    fs::write(folder.join("lies.npy"), &array).unwrap();
    refused("pto run k.pto --arg lies.npy", "lies.npy: the array");
    fs::write(
        folder.join("lies.npy"),
        String::from_utf8_lossy(&array).replace("4611686018427387904, 4", "1048576, 1048576"),
    )
    .unwrap();
    refused("pto run k.pto --arg lies.npy", "lies.npy: ");
}

#[test]
fn nesting_and_calls_are_limited() {
    let folder = folder("depth_limits");
    let deep = |open: &str, close: &str, n: usize| format!("{}{}", open.repeat(n), close.repeat(n));
    let function =
        |body: &str| format!("module {{\n  func.func @f() {{\n{body}\n    return\n  }}\n}}\n");
    let calls: String = (0..300)
        .map(|i| {
            format!(
                "  func.func @g{i}() {{\n    func.call @g{}() : () -> ()\n    return\n  }}\n",
                i + 1
            )
        })
        .collect();
    let programs = [
        function("    func.call @f() : () -> ()"),
        format!("module {{\n{calls}  func.func @g300() {{\n    return\n  }}\n}}\n"),
        function(&deep("scf.execute_region {\n", "}\n", 20_000)),
        function(&format!("    %a = arith.constant {} : i32", deep("(", ")", 50_000))),
        function(&format!("    pto.frob {{a = {}}}", deep("[", "]", 50_000))),
        function(&format!("    %a = pto.alloc_tile : {}", deep("!pto.tile_buf<", ">", 50_000))),
        deep("module {\n", "}\n", 20_000),
    ];
    for (i, program) in programs.iter().enumerate() {
        fs::write(folder.join("k.pto"), program).unwrap();
        for command in [
            "check k.pto --target all",
            "check k.pto --sync --target a5",
            "run k.pto --entry f",
            "run k.pto --entry g0",
            "cost k.pto --target a5 --entry f",
            "lower k.pto --target a5",
            "emit --cpp k.pto --target a5",
            "fmt --check k.pto",
            "fmt --form dps --check k.pto",
        ] {
            let o = soon(&folder, &format!("pto {command}"));
            let refuses = command.starts_with("run") || command.starts_with("emit") || i > 1;
            if i != 1 && refuses && !command.starts_with("fmt") {
                assert_ne!(o.status.code(), Some(0), "{i}: {command}");
            }
        }
    }
}

#[test]
fn numbers_of_options_are_checked() {
    let folder = folder("number_limits");
    for number in [
        "0",
        "-1",
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551615",
        "18446744073709551616",
        "1e9",
        "",
    ] {
        for option in [
            "run k.pto --arg zeros:64 --blocks",
            "run k.pto --arg zeros:64 --threads",
            "run k.pto --arg zeros:64 --gm-slack",
            "run k.pto --arg zeros:64 --max-steps",
            "run k.pto --arg zeros:64 --max-memory",
            "run k.pto --arg zeros:64 --max-output",
            "run k.pto --arg zeros:64 --max-seconds",
            "run k.pto --arg zeros:64 --max-findings",
            "run k.pto --arg",
            "cost k.pto --target a5 --arg _ --blocks",
            "cost k.pto --target a5 --arg _ --max-instructions",
            "check k.pto --max-seconds",
            "lower k.pto --target a5 --max-findings",
            "lower k.pto --target a5 --level",
        ] {
            // Blocks of a device are many, and threads of a machine few.
            if option.contains("--threads") && number.len() > 3 {
                continue;
            }
            soon(&folder, &format!("pto {option} '{number}'"));
            soon(&folder, &format!("pto {option}='{number}'"));
        }
    }
}

#[test]
fn findings_are_counted_where_there_are_too_many() {
    let folder = folder("findings");
    let line = "    pto.tabs ins(%a : !pto.tile_buf<vec, 1x32xf32>) outs(%b : !pto.tile_buf<vec, 1x32xf16>)\n";
    let tile = |name: &str, of: &str| format!("%{name}: !pto.tile_buf<vec, 1x32x{of}>");
    let text = format!(
        "module {{\n  func.func @f({}, {}) {{\n{}    return\n  }}\n}}\n",
        tile("a", "f32"),
        tile("b", "f16"),
        line.repeat(250)
    );
    fs::write(folder.join("k.pto"), text).unwrap();
    let count = |o: &std::process::Output| said(o).matches("error[E").count();
    for command in [
        "check k.pto --target a5",
        "lower k.pto --target a5",
        "emit --cpp k.pto --target a5",
        "run k.pto --target a5",
        "cost k.pto --target a5",
        "ptoas k.pto --pto-arch a5",
    ] {
        let o = soon(&folder, &format!("pto {command}"));
        assert_eq!(count(&o), 100, "{command}");
        assert!(
            said(&o).contains(
                "k.pto: 150 more findings, 150 errors; `--max-findings 0` shows all of them"
            ),
            "{command}: {}",
            said(&o)
        );
        let o = soon(&folder, &format!("pto {command} --max-findings 7"));
        assert_eq!(count(&o), 7, "{command}");
        assert!(said(&o).contains("243 more findings"), "{command}");
        let o = soon(&folder, &format!("pto {command} --max-findings 0"));
        assert_eq!(count(&o), 250, "{command}");
        assert!(!said(&o).contains("more finding"), "{command}");
    }
    let o = soon(&folder, "pto check k.pto --target all --max-findings 3");
    assert!(
        printed(&o).contains("more errors; `--max-findings 0` shows all of them"),
        "{}",
        printed(&o)
    );
    // Tools get all.
    for command in [
        "check k.pto --target a5 --json",
        "run k.pto --target a5 --json",
        "cost k.pto --target a5 --json",
    ] {
        let o = soon(&folder, &format!("pto {command} --max-findings 3"));
        let document: Value = serde_json::from_slice(&o.stdout).unwrap();
        assert_eq!(document["diagnostics"].as_array().unwrap().len(), 250, "{command}");
    }
    for command in ["check k.pto --target a5 --sarif", "run k.pto --target a5 --sarif"] {
        let o = soon(&folder, &format!("pto {command}"));
        let document: Value = serde_json::from_slice(&o.stdout).unwrap();
        assert_eq!(document["runs"][0]["results"].as_array().unwrap().len(), 250, "{command}");
    }
}
