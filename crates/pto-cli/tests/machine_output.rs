//! What tools read: complaints about a command are JSON under `--json` for every command, and SARIF has the form of its
//! schema.

use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("machine_output").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn pto(folder: &Path, line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pto"))
        .args(line.split_whitespace())
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// The one document on standard output.
fn document(line: &str, o: &Output) -> Value {
    serde_json::from_slice(&o.stdout).unwrap_or_else(|e| {
        panic!("{line}: {e}\n{}", String::from_utf8_lossy(&o.stdout));
    })
}

const PROGRAM: &str = "module {
  func.func @f(%x: !pto.ptr<f32, gm>, %n: index) {
    return
  }
}
";

#[test]
fn complaints_are_json_in_every_command() {
    let folder = folder("complaints");
    std::fs::write(folder.join("k.pto"), PROGRAM).unwrap();
    std::fs::write(folder.join("bad.csv"), "no,such,row\n").unwrap();
    let lines = [
        // The command line itself.
        "frobnicate",
        "check",
        "check --frob k.pto",
        "check --target a9 k.pto",
        "check --sarif=yes k.pto",
        "check --target",
        "check k.pto --sarif",
        "run",
        "run k.pto --blocks 0",
        "run k.pto --blocks nine",
        "run k.pto k.pto",
        "run k.pto --check all --stats",
        "cost k.pto --gantt",
        "cost k.pto --csv",
        "trace k.pto",
        "lower k.pto",
        "lower",
        "emit k.pto",
        "emit",
        "ptoas --frob",
        "fmt",
        "fmt --form nothing k.pto",
        "new",
        "isa --frob",
        "explain --frob",
        "completions",
        "completions nosuchshell",
        "man --frob",
        "help frob",
        // Files.
        "check nothing.pto",
        "check nothing.pto k.pto",
        "run nothing.pto",
        "cost nothing.pto",
        "trace nothing.pto -o out.json",
        "lower nothing.pto --target a5",
        "emit --cpp nothing.pto --target a5",
        "fmt nothing.pto",
        // What only the command knows.
        "run k.pto",
        "run k.pto --arg zeros:64 --arg zeros:64",
        "run k.pto --arg nothing.npy --arg 4",
        "run k.pto --arg zeros:64 --arg 1.5",
        "run k.pto --arg zeros:4G --arg 4 --max-memory 1K",
        "run k.pto --arg zeros:64 --arg 4 --print a",
        "run k.pto --arg zeros:64 --arg 4 --compare a9",
        "run k.pto --arg zeros:64=no/such/folder --arg 4",
        "run k.pto --arg zeros:64 --arg 4 --mode auto",
        "cost k.pto",
        "cost k.pto --target cpu --arg 4",
        "cost k.pto --target a5 --arg 4 --cost-data bad.csv",
        "cost k.pto --target a5 --arg 4 --sweep n",
        "cost k.pto --target a5 --arg 4 --sweep nosuch=4",
        "cost k.pto --target a5 --sweep n=4 --shard 9/8",
        "isa nosuchinstruction",
        "explain E9999",
        "man nosuchcommand",
        "new k.pto/inside",
    ];
    for line in lines {
        let line = format!("{line} --json");
        let o = pto(&folder, &line);
        let said = String::from_utf8_lossy(&o.stderr).into_owned();
        let code = if line.starts_with("ptoas") { 1 } else { 2 };
        assert_eq!(o.status.code(), Some(code), "{line}: {said}");
        let document = document(&line, &o);
        let errors = document["errors"].as_array().unwrap_or_else(|| panic!("{line}: {document}"));
        assert!(!errors.is_empty(), "{line}");
        for error in errors {
            let message = error["message"].as_str().unwrap();
            assert!(!message.is_empty(), "{line}");
            assert!(said.contains(&format!("error: {message}")), "{line}: {message}\n{said}");
            for help in error["help"].as_array().unwrap() {
                assert!(
                    said.contains(&format!("= help: {}", help.as_str().unwrap())),
                    "{line}: {said}"
                );
            }
        }
    }
    // After `--` it is a name.
    let o = pto(&folder, "check -- --json");
    assert_eq!(o.stdout, b"");
}

#[test]
fn findings_are_json_where_there_is_a_document() {
    let folder = folder("findings");
    std::fs::write(folder.join("w.pto"), "module {\n  pto.frob\n}\n").unwrap();
    for line in [
        "check w.pto --json",
        "run w.pto --json",
        "cost w.pto --json",
        "cost w.pto --sweep n=1 --json",
    ] {
        let o = pto(&folder, line);
        assert_eq!(o.status.code(), Some(1), "{line}");
        assert_eq!(document(line, &o)["diagnostics"][0]["code"], "E0002", "{line}");
    }
}

/// The parts of the SARIF 2.1.0 schema that are used, as facts of the objects: what may be there, and what must (`!`).
///
/// Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0, sections 3.13 to 3.57.
fn parts_in_use() -> Value {
    let object = |properties: Value| {
        let properties = properties.as_object().unwrap();
        let required: Vec<&str> = properties.keys().filter_map(|k| k.strip_suffix('!')).collect();
        let all: serde_json::Map<String, Value> = properties
            .iter()
            .map(|(k, v)| (k.trim_end_matches('!').to_string(), v.clone()))
            .collect();
        json!({"type": "object", "properties": all, "required": required, "additionalProperties": false})
    };
    let text = json!({"type": "string"});
    let place = json!({"type": "integer", "minimum": 1});
    let list = |of: Value| json!({"type": "array", "items": of});
    let message = object(json!({"text": text}));
    let region = object(json!({
        "startLine": place, "startColumn": place, "endLine": place, "endColumn": place,
    }));
    let artifact = object(json!({"uri": text}));
    let level = json!({"enum": ["none", "note", "warning", "error"]});
    let notification = object(json!({"level": level, "message!": message}));
    let described = object(json!({"text!": text}));
    let rule = object(json!({
        "id!": text, "name": text, "shortDescription": described, "fullDescription": described,
    }));
    let replacement =
        object(json!({"deletedRegion!": region, "insertedContent": object(json!({"text": text}))}));
    let change = object(json!({"artifactLocation!": artifact, "replacements!": list(replacement)}));
    let fix = object(json!({"description": message, "artifactChanges!": list(change)}));
    let physical = object(json!({"artifactLocation": artifact, "region": region}));
    let result = object(json!({
        "ruleId": text, "level": level, "message!": message,
        "locations": list(object(json!({"physicalLocation": physical}))),
        "fixes": list(fix),
        "properties": {"type": "object"},
    }));
    let driver = object(json!({"name!": text, "version": text, "rules": list(rule)}));
    let invocation = object(json!({
        "executionSuccessful!": {"type": "boolean"},
        "toolExecutionNotifications": list(notification),
    }));
    let run = object(json!({
        "tool!": object(json!({"driver!": driver})),
        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        "invocations": list(invocation),
        "results": list(result),
    }));
    object(json!({"$schema": text, "version!": {"enum": ["2.1.0"]}, "runs!": list(run)}))
}

/// What is wrong with a value by a schema: as much of JSON Schema as that of SARIF uses.
fn violations(root: &Value, schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    if let Some(place) = schema["$ref"].as_str() {
        let target =
            root.pointer(place.trim_start_matches('#')).expect("a reference leads somewhere");
        return violations(root, target, value, at, found);
    }
    let mut wrong = |what: String| found.push(format!("{at}: {what}"));
    let is = |name: &str| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        other => panic!("the schema has a type `{other}`"),
    };
    if let Some(name) = schema["type"].as_str()
        && !is(name)
    {
        return wrong(format!("is not of type {name}"));
    }
    if let Some(list) = schema["enum"].as_array()
        && !list.contains(value)
    {
        wrong(format!("{value} is none of {list:?}"));
    }
    if let (Some(least), Some(number)) = (schema["minimum"].as_f64(), value.as_f64())
        && number < least
    {
        wrong(format!("{number} is less than {least}"));
    }
    if let Some(object) = value.as_object() {
        for name in schema["required"].as_array().into_iter().flatten() {
            if !object.contains_key(name.as_str().unwrap()) {
                wrong(format!("lacks {name}"));
            }
        }
        for choice in ["anyOf", "oneOf"] {
            let Some(list) = schema[choice].as_array() else { continue };
            let fits = |s: &Value| {
                let mut none = Vec::new();
                violations(root, s, value, at, &mut none);
                none.is_empty()
            };
            if !list.iter().any(fits) {
                found.push(format!("{at}: fits none of {choice}"));
            }
        }
        for (name, inner) in object {
            let at = format!("{at}/{name}");
            match schema["properties"].get(name) {
                Some(schema) => violations(root, schema, inner, &at, found),
                None if schema["additionalProperties"] == false => {
                    found.push(format!("{at}: is not known"));
                }
                None => {}
            }
        }
    } else if let Some(list) = value.as_array() {
        if let Some(least) = schema["minItems"].as_u64()
            && (list.len() as u64) < least
        {
            wrong(format!("has less than {least} elements"));
        }
        if schema["uniqueItems"] == true && (1..list.len()).any(|i| list[..i].contains(&list[i])) {
            wrong("has an element twice".into());
        }
        for (i, inner) in list.iter().enumerate() {
            violations(root, &schema["items"], inner, &format!("{at}/{i}"), found);
        }
    }
}

#[test]
fn sarif_has_the_form_of_its_schema() {
    let folder = folder("sarif");
    let mut schemas = vec![parts_in_use()];
    match std::env::var_os("SARIF_SCHEMA") {
        Some(path) => schemas.push(serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()),
        None => {
            let line = "skipped: SARIF_SCHEMA names no file with the whole schema";
            let _ = writeln!(std::io::stderr(), "{line}");
        }
    }
    let tile = |of: &str| format!("!pto.tile_buf<vec, 16x64x{of}>");
    let race = "module attributes {pto.target_arch = \"a5\"} {\n  func.func @f(%x: !pto.ptr<f32, gm>) {\n    %a = pto.alloc_tile addr = %c : !pto.tile_buf<vec, 16x64xf32>\n    return\n  }\n}\n";
    let files = [
        ("ok.pto", PROGRAM.to_string()),
        ("empty.pto", String::new()),
        ("unknown.pto", "module {\n  pto.tadx ins(%a)\n  pto.frob\n}\n".into()),
        ("a b#%\u{e9}.pto", race.into()),
        (
            "types.pto",
            format!(
                "module {{\n  func.func @f(%a: {}, %b: {}) {{\n    pto.tabs ins(%a : {}) outs(%b : {})\n    return\n  }}\n}}\n",
                tile("f32"),
                tile("f16"),
                tile("f32"),
                tile("f16")
            ),
        ),
    ];
    for (name, text) in &files {
        std::fs::write(folder.join(name), text).unwrap();
    }
    std::fs::write(folder.join("wide.pto"), b"\xff\xfem\0").unwrap();
    std::fs::write(folder.join("noise.pto"), [0xC3u8, 0x28, 0x80, 0xFF]).unwrap();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let example = |name: &str| examples.join(name).display().to_string();
    let mut lines: Vec<Vec<String>> = Vec::new();
    for name in files.iter().map(|f| f.0).chain(["wide.pto", "noise.pto", "nothing.pto"]) {
        for more in [vec!["check", "--target", "all"], vec!["check", "--sync"], vec!["run"]] {
            lines.push(more.into_iter().chain(["--sarif", name]).map(String::from).collect());
        }
    }
    lines.push(["check", "--sarif", "ok.pto", "nothing.pto", "types.pto"].map(String::from).into());
    lines.push(
        ["check", "--sarif", "--target", "a2a3", &example("broken.pto")].map(String::from).into(),
    );
    let buffers = ["--arg", "zeros:64x128xf32"].repeat(3);
    let racy =
        [vec!["run", "--sarif", "--check", "all"], buffers, vec!["--arg", "64", "--arg", "128"]]
            .concat();
    lines.push(racy.into_iter().map(String::from).chain([example("add_manual.pto")]).collect());
    let mut results = 0;
    for line in lines {
        let o = Command::new(env!("CARGO_BIN_EXE_pto"))
            .args(&line)
            .current_dir(&folder)
            .output()
            .unwrap();
        let line = line.join(" ");
        let log = document(&line, &o);
        for schema in &schemas {
            let mut found = Vec::new();
            violations(schema, schema, &log, "", &mut found);
            assert_eq!(found, [""; 0], "{line}");
        }
        let run = &log["runs"][0];
        let rules: Vec<&str> = run["tool"]["driver"]["rules"]
            .as_array()
            .unwrap()
            .iter()
            .map(|r| r["id"].as_str().unwrap())
            .collect();
        for result in run["results"].as_array().unwrap() {
            results += 1;
            let id = result["ruleId"].as_str().unwrap();
            assert!(rules.contains(&id), "{line}: {id}");
            let uri = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
            assert!(
                uri.as_str().unwrap().is_ascii() && !uri.as_str().unwrap().contains([' ', '#']),
                "{uri}"
            );
        }
        let whole = o.status.code() != Some(2);
        assert_eq!(run["invocations"][0]["executionSuccessful"], whole, "{line}");
    }
    assert!(results >= 10, "{results} results are too few to say anything");
}

#[test]
fn the_validator_finds_what_is_wrong() {
    let schema = parts_in_use();
    let count = |log: Value| {
        let mut found = Vec::new();
        violations(&schema, &schema, &log, "", &mut found);
        found.len()
    };
    let run = json!({"tool": {"driver": {"name": "x"}}, "results": []});
    assert_eq!(count(json!({"version": "2.1.0", "runs": [run]})), 0);
    assert_eq!(count(json!({"version": "2.2.0", "runs": [run]})), 1);
    assert_eq!(count(json!({"runs": [run]})), 1);
    assert_eq!(count(json!({"version": "2.1.0", "runs": run})), 1);
    assert_eq!(count(json!({"version": "2.1.0", "runs": [{"tool": {}, "frob": 1}]})), 2);
    let region = |line: i64| json!({"locations": [{"physicalLocation": {"region": {"startLine": line}}}], "message": {}});
    let with = |result: Value| json!({"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, "results": [result]}]});
    assert_eq!(count(with(region(1))), 0);
    assert_eq!(count(with(region(0))), 1);
}
