//! Files as editors and other systems leave them: line ends, marks of byte order, UTF-16, NUL bytes.

use crate::{PROGRAM, folder, printed, said, sh};
use std::fs;

fn utf16(text: &str, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(order).collect()
}

#[test]
fn line_ends_and_a_mark_of_utf8_change_nothing() {
    let folder = folder("line_ends");
    let crlf = PROGRAM.replace('\n', "\r\n");
    let wrong = "module {\n  func.func @f() {\n    pto.frob\n    return\n  }\n}\n";
    for (name, text) in [
        ("crlf", crlf.clone()),
        ("bom", format!("\u{feff}{PROGRAM}")),
        ("both", format!("\u{feff}{crlf}")),
    ] {
        fs::write(folder.join("k.pto"), &text).unwrap();
        for command in [
            "pto check k.pto --target all",
            "pto run k.pto --arg zeros:64",
            "pto cost k.pto --target a5 --arg _",
            "pto lower k.pto --target a5 -o out.pto && pto check out.pto --target a5 --sync",
            "pto emit --cpp k.pto --target a5",
            "pto trace k.pto --target a5 --arg _ -o out.html",
        ] {
            let o = sh(&folder, command);
            assert_eq!(o.status.code(), Some(0), "{name}: {command}: {}", said(&o));
        }
    }
    // Places are those that an editor shows.
    for text in [wrong.to_string(), wrong.replace('\n', "\r\n"), format!("\u{feff}{wrong}")] {
        fs::write(folder.join("w.pto"), text).unwrap();
        let o = sh(&folder, "pto check w.pto");
        assert!(said(&o).contains("w.pto:3:5"), "{}", said(&o));
        assert!(!said(&o).contains('\r'));
    }
}

#[test]
fn utf16_is_refused_with_a_word_and_a_hint() {
    let folder = folder("utf16");
    let files = [
        ("le", utf16(&format!("\u{feff}{PROGRAM}"), u16::to_le_bytes)),
        ("be", utf16(&format!("\u{feff}{PROGRAM}"), u16::to_be_bytes)),
        ("le_bare", utf16(PROGRAM, u16::to_le_bytes)),
        ("be_bare", utf16(PROGRAM, u16::to_be_bytes)),
    ];
    for (name, bytes) in files {
        fs::write(folder.join("k.pto"), &bytes).unwrap();
        for (command, code) in [
            ("pto check k.pto", 1),
            ("pto run k.pto", 2),
            ("pto cost k.pto", 2),
            ("pto trace k.pto -o out.json", 2),
            ("pto lower k.pto --target a5", 2),
            ("pto emit --cpp k.pto --target a5", 2),
            ("pto ptoas k.pto", 1),
            ("pto fmt k.pto", 2),
        ] {
            let o = sh(&folder, command);
            assert_eq!(o.status.code(), Some(code), "{name}: {command}: {}", said(&o));
            let text = said(&o);
            assert!(
                text.contains("the file is UTF-16 text, and only UTF-8 is read"),
                "{command}: {text}"
            );
            assert!(text.contains("help: save it as UTF-8"), "{command}: {text}");
            assert!(text.lines().count() < 10, "{command}: {text}");
        }
        let o = sh(&folder, "pto check k.pto --json");
        let document: serde_json::Value = serde_json::from_slice(&o.stdout).unwrap();
        assert_eq!(document["diagnostics"].as_array().unwrap().len(), 1, "{}", printed(&o));
        assert_eq!(document["diagnostics"][0]["code"], "E0008");
        // The file is as it was.
        assert_eq!(fs::read(folder.join("k.pto")).unwrap(), bytes);
    }
}

#[test]
fn nul_bytes_are_findings() {
    let folder = folder("nul");
    let texts = [
        "\0".to_string(),
        "\0\0\0\0\0\0\0\0".to_string(),
        PROGRAM.replace("pto.tabs", "pto.\0tabs"),
        PROGRAM.replace("@f", "@\"f\0g\""),
        format!("{PROGRAM}\0"),
        PROGRAM.replace("    return", "    // a comment with \0 in it\n    return"),
    ];
    for text in texts {
        fs::write(folder.join("k.pto"), &text).unwrap();
        for command in [
            "pto check k.pto --target all",
            "pto check k.pto --json",
            "pto check k.pto --sarif",
            "pto run k.pto --arg zeros:64",
            "pto lower k.pto --target a5",
            "pto emit --cpp k.pto --target a5",
            "pto fmt --check k.pto",
            "pto cost k.pto --target a5 --arg _",
        ] {
            let o = sh(&folder, command);
            crate::assert_ended(command, &o);
            assert!(!said(&o).contains('\0'), "{command}: {text:?}");
        }
    }
}

#[test]
fn what_is_no_program_is_said() {
    let folder = folder("no_program");
    fs::create_dir(folder.join("dir.pto")).unwrap();
    for (file, words) in [
        ("dir.pto", "it is a directory"),
        ("none.pto", "there is no such file"),
        ("/dev/null", "holds no program"),
    ] {
        let o = sh(&folder, &format!("pto check {file}"));
        assert!(said(&o).contains(words), "{file}: {}", said(&o));
    }
    let o = sh(&folder, "head -c 4096 /dev/urandom > noise.pto; pto check noise.pto");
    crate::assert_ended("noise", &o);
    let o = sh(&folder, "pto run /dev/zero --max-seconds 5");
    crate::assert_ended("zeros", &o);
}
