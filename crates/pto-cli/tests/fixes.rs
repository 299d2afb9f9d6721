//! The edits that findings carry in JSON and SARIF, made as a tool would make them: the programs of `tests/regressions` are
//! silent afterwards, or the findings say why they have none.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The commands a program of the folder ends with that find something with places.
fn commands(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("the program can be read");
    let all = text.lines().filter_map(|l| l.strip_prefix("//| $ pto "));
    all.filter(|c| c.starts_with("check ") || c.contains("--check ")).map(String::from).collect()
}

fn pto(arguments: &str, form: &str) -> Value {
    let done = Command::new(env!("CARGO_BIN_EXE_pto"))
        .args(arguments.split_whitespace())
        .arg(form)
        .current_dir(root())
        .output()
        .expect("the command starts");
    serde_json::from_slice(&done.stdout).expect("JSON on standard output")
}

/// Findings that are no notes.
fn findings(log: &Value) -> Vec<Value> {
    let all = log["diagnostics"].as_array().expect("findings").iter();
    all.filter(|d| d["severity"] != "note").cloned().collect()
}

/// The text with the edits of all findings, each once.
fn fixed(text: &str, findings: &[Value]) -> String {
    let of = |d: &Value| d["fixes"].as_array().expect("edits").clone();
    let mut edits: Vec<(usize, usize, String)> = Vec::new();
    for e in findings.iter().flat_map(of) {
        let number = |key: &str| e[key].as_u64().expect("an offset") as usize;
        let text = e["text"].as_str().expect("a text").to_string();
        let edit = (number("start_byte"), number("end_byte"), text);
        if !edits.contains(&edit) {
            edits.push(edit);
        }
    }
    // The last one first: offsets before it stay as they are.
    edits.sort_by_key(|e| (e.0, e.1));
    let mut out = text.to_string();
    for (start, end, words) in edits.into_iter().rev() {
        out.replace_range(start..end, &words);
    }
    out
}

fn programs() -> Vec<PathBuf> {
    let folder =
        std::fs::read_dir(root().join("tests/regressions")).expect("the folder can be read");
    let mut list: Vec<PathBuf> = folder.map(|e| e.expect("an entry").path()).collect();
    list.retain(|p| p.extension().is_some_and(|e| e == "pto"));
    list.sort();
    list
}

#[test]
fn fixed_programs_are_silent() {
    let (mut fixed_programs, mut wrong) = (0, Vec::new());
    for path in programs() {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        for command in commands(&path) {
            let found = findings(&pto(&command, "--json"));
            for d in found.iter().filter(|d| d["fixes"].as_array().is_some_and(Vec::is_empty)) {
                let why = d["no_fix"].as_str().unwrap_or_default();
                assert!(
                    !why.is_empty(),
                    "{name}: {} does not say why it has no edit",
                    d["message"]
                );
            }
            let open = |d: &&Value| d["fixes"].as_array().is_some_and(Vec::is_empty);
            let expected: Vec<&Value> = found.iter().filter(open).map(|d| &d["message"]).collect();
            if expected.len() == found.len() {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("the program can be read");
            let changed = std::env::temp_dir().join(format!("fixed-{}-{name}", std::process::id()));
            std::fs::write(&changed, fixed(&text, &found)).expect("it can be written");
            let again = command.replace(
                &format!("tests/regressions/{name}"),
                changed.to_str().expect("a path in UTF-8"),
            );
            let left = findings(&pto(&again, "--json"));
            let left: Vec<&Value> = left.iter().map(|d| &d["message"]).collect();
            if left != expected {
                wrong.push(format!("pto {command}: {left:?} in\n{}", fixed(&text, &found)));
            }
            fixed_programs += 1;
            std::fs::remove_file(&changed).expect("it can be removed");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(fixed_programs >= 6, "only {fixed_programs} programs were fixed");
}

#[test]
fn sarif_has_the_same_edits_as_json() {
    let path = root().join("tests/regressions/tilelang_ascend_1777.pto");
    let mut compared = 0;
    for command in commands(&path) {
        let (json, sarif) = (pto(&command, "--json"), pto(&command, "--sarif"));
        let results = sarif["runs"][0]["results"].as_array().expect("results");
        for d in findings(&json).iter().filter(|d| d["fixes"][0].is_object()) {
            let same = |r: &&Value| r["message"]["text"] == d["message"];
            let result = results.iter().find(same).expect("the same finding");
            let change = &result["fixes"][0]["artifactChanges"][0];
            let made = change["replacements"].as_array().expect("replacements");
            let edits = d["fixes"].as_array().expect("edits");
            assert_eq!(made.len(), edits.len());
            for (r, e) in made.iter().zip(edits) {
                assert_eq!(r["insertedContent"]["text"], e["text"]);
                assert_eq!(r["deletedRegion"]["startLine"], e["line"]);
                assert_eq!(r["deletedRegion"]["endColumn"], e["end_column"]);
                compared += 1;
            }
        }
    }
    assert!(compared >= 2, "only {compared} edits were compared");
}
