//! Nothing of a program or a file name moves a cursor, colours or reorders a terminal: no command prints a raw control
//! character, one of C1, or a mark that changes the direction of text.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a stranger may have written: the title of the window, red, a C1 sequence, backspaces, a return, overrides.
const HOSTILE: &str = "\u{1b}]0;title\u{7}\u{1b}[31mred\u{9b}32m\u{8}\u{8}\u{7f}\u{c}\u{b}\rover\u{202e}txt\u{2066}\u{200f}";

fn programs() -> Vec<String> {
    let body = |inside: &str| {
        format!(
            "module {{\n  func.func @\"f{HOSTILE}\"(%x: !pto.ptr<f32, gm>) {{ // {HOSTILE}\n{inside}\n    return\n  }}\n}}\n"
        )
    };
    let tile = "!pto.tile_buf<vec, 16x64xf32>";
    vec![
        // Names in findings of the parser and the checker, and the lines around them.
        body(&format!("    pto.\"{HOSTILE}\" ins(%x) // {HOSTILE}")),
        body(&format!("    pto.tadx ins(%a) // {HOSTILE}")),
        body(&format!("    %a = pto.alloc_tile : !pto.tile_buf<{HOSTILE}>")),
        body(&format!("    func.call @\"g{HOSTILE}\"() : () -> ()")),
        body(&format!("    \"{HOSTILE}\"() : () -> ()")),
        body(&format!("    %a = arith.constant {HOSTILE} : i32")),
        format!("{HOSTILE}\n"),
        // Programs without mistakes: what they print, their names in tables, what is lowered.
        body(
            "    %n = arith.constant 7 : i32\n    pto.print ins(\"\\1B[31m%d\\9B\\07\u{202e}\u{9b}\", %n : i32)",
        ),
        body(&format!(
            "    %a = pto.alloc_tile : {tile} // {HOSTILE}\n    %b = pto.alloc_tile : {tile}\n    pto.tabs ins(%a : {tile}) outs(%b : {tile}) {{note = \"{HOSTILE}\"}} loc(\"{HOSTILE}\":1:1)"
        )),
    ]
}

const COMMANDS: &[&[&str]] = &[
    &["check"],
    &["check", "--target", "all"],
    &["check", "--sync", "--target", "a5"],
    &["check", "--json"],
    &["check", "--sarif"],
    &["run", "--arg", "zeros:64xf32"],
    &["run", "--arg", "zeros:64xf32", "--check", "all"],
    &["run", "--arg", "zeros:64xf32", "--json"],
    &["run", "--entry", HOSTILE],
    &["cost", "--arg", "_"],
    &["cost", "--arg", "_", "--json"],
    &["cost", "--arg", "_", "--expand"],
    &["lower", "--target", "a5", "--map", "-"],
    &["emit", "--cpp", "--target", "a5", "-o", "out.cpp"],
    &["fmt", "--check"],
    &["fmt", "--form", HOSTILE],
];

/// A folder of this test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile_text").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The first character of an output that must not be there.
fn first_hidden(bytes: &[u8]) -> Option<char> {
    String::from_utf8_lossy(bytes).chars().find(|c| pto_ir::is_hidden(*c))
}

fn run(folder: &Path, args: &[&str]) {
    let done = Command::new(env!("CARGO_BIN_EXE_pto"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    for out in [&done.stdout, &done.stderr] {
        let hidden = first_hidden(out).map(u32::from);
        assert_eq!(hidden, None, "{args:?}: {}", pto_ir::visible(&String::from_utf8_lossy(out)));
    }
    let code = done.status.code();
    assert!(
        matches!(code, Some(0..=2)),
        "{args:?}: {code:?} {}",
        String::from_utf8_lossy(&done.stderr)
    );
}

#[test]
fn programs_cannot_speak_to_the_terminal() {
    let folder = folder("programs");
    for (i, program) in programs().iter().enumerate() {
        let file = format!("k{i}.pto");
        std::fs::write(folder.join(&file), program).unwrap();
        for command in COMMANDS {
            run(&folder, &[*command, &[file.as_str()]].concat());
        }
    }
}

#[test]
#[cfg(unix)]
fn names_of_files_cannot_speak_to_the_terminal() {
    let folder = folder("names");
    let file = format!("{HOSTILE}\nsecond line.pto").replace('/', "");
    std::fs::write(folder.join(&file), &programs()[1]).unwrap();
    for command in COMMANDS {
        run(&folder, &[*command, &[file.as_str()]].concat());
        run(&folder, &[*command, &["no such\u{1b}[31m file"]].concat());
    }
    run(&folder, &["check", "--target", HOSTILE]);
    run(&folder, &[HOSTILE]);
}

#[test]
fn pages_show_what_they_must_not_obey() {
    let folder = folder("pages");
    let program = programs().pop().unwrap();
    std::fs::write(folder.join("k.pto"), program).unwrap();
    run(&folder, &["trace", "k.pto", "--arg", "_", "--target", "a5", "-o", "page.html"]);
    run(&folder, &["trace", "k.pto", "--arg", "_", "--target", "a5", "-o", "trace.json"]);
    run(&folder, &["lower", "k.pto", "--target", "a5", "--map", "map.html", "-o", "lowered.pto"]);
    run(&folder, &["lower", "k.pto", "--target", "a5", "--map", "map.txt", "-o", "lowered.pto"]);
    for file in ["page.html", "trace.json", "map.html", "map.txt"] {
        let bytes = std::fs::read(folder.join(file)).unwrap();
        assert_eq!(first_hidden(&bytes), None, "{file}");
    }
}
