//! `pto lsp` over its standard input and output, as an editor sees it: random edits, hostile messages, cancelled requests.

use lsp_server::{Message, Notification, Request, RequestId};
use serde_json::{Value, json};
use std::io::{BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// An editor.
struct Editor {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    next: i32,
    /// The findings last told of each document, with the state they are about.
    found: Vec<(String, i64, Value)>,
}

impl Editor {
    fn start(options: Value) -> Editor {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pto"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut editor = Editor { child, input, output, next: 0, found: Vec::new() };
        let params = json!({"processId": null, "rootUri": null, "capabilities": {}, "initializationOptions": options});
        assert_eq!(editor.ask("initialize", params).unwrap()["serverInfo"]["name"], "pto");
        editor.tell("initialized", json!({}));
        editor
    }

    fn send(&mut self, message: impl Into<Message>) {
        message.into().write(self.input.as_mut().unwrap()).unwrap();
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(Notification { method: method.into(), params });
    }

    fn request(&mut self, method: &str, params: Value) -> RequestId {
        self.next += 1;
        let id: RequestId = self.next.into();
        self.send(Request { id: id.clone(), method: method.into(), params });
        id
    }

    /// Reads the next message; `None` if the server is gone.
    fn read(&mut self) -> Option<Message> {
        let message = Message::read(&mut self.output).unwrap()?;
        if let Message::Notification(n) = &message
            && n.method == "textDocument/publishDiagnostics"
        {
            let uri = n.params["uri"].as_str().unwrap().to_string();
            let version = n.params["version"].as_i64().unwrap_or(-1);
            self.found.retain(|f| f.0 != uri);
            self.found.push((uri, version, n.params["diagnostics"].clone()));
        }
        Some(message)
    }

    fn answer(&mut self, id: &RequestId) -> Result<Value, String> {
        loop {
            match self.read().expect("the server is gone") {
                Message::Response(r) if r.id == *id => {
                    return r.response_result.map_err(|e| e.message);
                }
                _ => {}
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        let id = self.request(method, params);
        self.answer(&id)
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "pto", "version": 0, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// The findings of a state of a document.
    fn findings(&mut self, uri: &str, version: i64) -> Value {
        loop {
            if let Some(f) = self.found.iter().find(|f| f.0 == uri && f.1 == version) {
                return f.2.clone();
            }
            self.read().expect("the server is gone");
        }
    }

    fn end(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Ok(Value::Null));
        self.tell("exit", Value::Null);
        drop(self.input.take());
        assert!(self.child.wait().unwrap().success());
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Programs of every sort, small enough that each state of them is checked in little time.
fn programs() -> Vec<(String, String)> {
    let mut list = Vec::new();
    for folder in ["examples", "examples/kernels", "tests/check", "tests/regressions", "tests/run"]
    {
        let Ok(entries) = std::fs::read_dir(root().join(folder)) else { continue };
        let mut paths: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
        paths.sort();
        for path in paths.into_iter().filter(|p| p.extension().is_some_and(|e| e == "pto")) {
            let text = std::fs::read_to_string(&path).unwrap();
            if text.len() < 6000 {
                list.push((path.file_name().unwrap().to_string_lossy().into_owned(), text));
            }
        }
    }
    assert!(list.len() > 40, "the programs are not where they were");
    list
}

/// The offset of a line and a UTF-16 column, as the protocol says it, by itself and slowly.
fn position(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let start = before.rfind('\n').map_or(0, |n| n + 1);
    let line = before.matches('\n').count();
    json!({"line": line, "character": before[start..].encode_utf16().count()})
}

/// A place between two characters.
fn boundary(rng: &mut fastrand::Rng, text: &str) -> usize {
    text.floor_char_boundary(rng.usize(0..=text.len()))
}

/// Edits like those of a person who types, cuts and pastes, and some that nobody makes.
fn edit(rng: &mut fastrand::Rng, text: &str) -> (usize, usize, String) {
    const PIECES: [&str; 16] = [
        "%",
        "pto.t",
        "{",
        "}",
        "(",
        ")",
        "\n",
        " ",
        "中文",
        "🙂",
        "\"",
        "!pto.tile_buf<vec, 8x8xf32>",
        "pto.tadd ins(",
        ", ",
        "// ",
        "<EVENT_ID",
    ];
    let at = boundary(rng, text);
    let end = text.ceil_char_boundary((at + rng.usize(0..12)).min(text.len()));
    match rng.u8(0..10) {
        0..=3 => (at, at, PIECES[rng.usize(0..PIECES.len())].to_string()),
        4..=6 => (at, end, String::new()),
        7 => (at, end, PIECES[rng.usize(0..PIECES.len())].to_string()),
        8 => {
            let from = boundary(rng, text);
            let to = text.ceil_char_boundary((from + rng.usize(0..200)).min(text.len()));
            (at, at, text[from..to].to_string())
        }
        _ => {
            let to = text.ceil_char_boundary((at + rng.usize(0..300)).min(text.len()));
            (at, to, String::new())
        }
    }
}

/// Some question about some place.
fn question(rng: &mut fastrand::Rng, uri: &str, text: &str) -> (&'static str, Value) {
    let document = json!({"uri": uri});
    let at = position(text, boundary(rng, text));
    let range = json!({"start": {"line": 0, "character": 0}, "end": position(text, text.len())});
    let here = json!({"textDocument": document, "position": at});
    match rng.u8(0..16) {
        0 => ("textDocument/hover", here),
        1 => ("textDocument/completion", here),
        2 => ("textDocument/signatureHelp", here),
        3 => ("textDocument/definition", here),
        4 => (
            "textDocument/references",
            json!({"textDocument": document, "position": at, "context": {"includeDeclaration": true}}),
        ),
        5 => (
            "textDocument/rename",
            json!({"textDocument": document, "position": at, "newName": "renamed"}),
        ),
        6 => ("textDocument/prepareRename", here),
        7 => ("textDocument/documentHighlight", here),
        8 => ("textDocument/documentSymbol", json!({"textDocument": document})),
        9 => ("textDocument/foldingRange", json!({"textDocument": document})),
        10 => ("textDocument/selectionRange", json!({"textDocument": document, "positions": [at]})),
        11 => ("textDocument/semanticTokens/full", json!({"textDocument": document})),
        12 => ("textDocument/inlayHint", json!({"textDocument": document, "range": range})),
        13 => ("textDocument/codeLens", json!({"textDocument": document})),
        14 => (
            "textDocument/formatting",
            json!({"textDocument": document, "options": {"tabSize": 2, "insertSpaces": true}}),
        ),
        _ => (
            "textDocument/codeAction",
            json!({"textDocument": document, "range": {"start": at, "end": at}, "context": {"diagnostics": []}}),
        ),
    }
}

/// Code, words, first and last place.
type Finding = (String, String, Value, Value);

/// What `pto check` finds, in the words and places of the server.
fn checked(text: &str) -> Vec<Finding> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pto"))
        .args(["check", "-", "--json", "--max-findings", "0"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let lines: Vec<&str> = text.split('\n').collect();
    // Lines and characters from 1, to lines and UTF-16 units from 0.
    let place = |line: &Value, column: &Value| {
        let (line, column) =
            (line.as_u64().unwrap() as usize - 1, column.as_u64().unwrap() as usize - 1);
        // A byte order mark takes no column of the tool, and one of the protocol.
        let mark = usize::from(lines[line].starts_with('\u{feff}'));
        let before: String = lines[line].chars().take(column + mark).collect();
        json!({"line": line, "character": before.encode_utf16().count()})
    };
    let mut list: Vec<_> = document["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|d| {
            (
                d["code"].as_str().unwrap().to_string(),
                d["message"].as_str().unwrap().to_string(),
                place(&d["line"], &d["column"]),
                place(&d["end_line"], &d["end_column"]),
            )
        })
        .collect();
    list.sort_by_key(|d| format!("{d:?}"));
    // The server shows one finding once.
    list.dedup();
    list
}

/// The findings of the server, likewise.
fn told(found: &Value) -> Vec<Finding> {
    let one = |d: &Value| {
        let words = d["message"].as_str().unwrap();
        let code = d["code"].as_str().unwrap().to_string();
        (code, words.to_string(), d["range"]["start"].clone(), d["range"]["end"].clone())
    };
    let mut list: Vec<_> = found.as_array().unwrap().iter().map(one).collect();
    list.sort_by_key(|d| format!("{d:?}"));
    // The server shows one finding once.
    list.dedup();
    list
}

/// How many edits are made; PTO_LSP_EDITS asks for more.
fn edits() -> usize {
    std::env::var("PTO_LSP_EDITS").ok().and_then(|n| n.parse().ok()).unwrap_or(1500)
}

#[test]
fn random_edits_never_end_it_and_it_finds_what_check_finds() {
    let programs = programs();
    let rng = &mut fastrand::Rng::with_seed(22);
    let mut editor = Editor::start(json!({}));
    let per_program = 50;
    let rounds = edits().div_ceil(per_program);
    for round in 0..rounds {
        let (name, original) = &programs[round % programs.len()];
        let uri = format!("file:///random/{round}/{name}");
        // Line ends of the protocol and of the tool differ where a lone carriage return stands.
        let mut text = original.replace('\r', "");
        editor.open(&uri, &text);
        for version in 1..=per_program {
            let (from, to, new) = edit(rng, &text);
            let range = json!({"start": position(&text, from), "end": position(&text, to)});
            text.replace_range(from..to, &new);
            editor.tell(
                "textDocument/didChange",
                json!({"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"range": range, "text": new}]}),
            );
            if version % 5 == 0 {
                let (method, params) = question(rng, &uri, &text);
                let _ = editor.ask(method, params);
            }
            // People undo what they broke.
            if text.len() > 12_000 || rng.u8(0..100) == 0 {
                text.clone_from(original);
                text.retain(|c| c != '\r');
                editor.tell(
                    "textDocument/didChange",
                    json!({"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]}),
                );
            }
        }
        // One more change, so that the state has a number of its own.
        let last = per_program + 1;
        editor.tell(
            "textDocument/didChange",
            json!({"textDocument": {"uri": uri, "version": last}, "contentChanges": []}),
        );
        let found = told(&editor.findings(&uri, last as i64));
        let expected = checked(&text);
        // What the server says goes on with what was found and what to do.
        let is = |f: &Finding, e: &Finding| {
            f.0 == e.0 && f.1.starts_with(&e.1) && f.2 == e.2 && f.3 == e.3
        };
        let same = found.len() == expected.len()
            && found.iter().all(|f| expected.iter().any(|e| is(f, e)))
            && expected.iter().all(|e| found.iter().any(|f| is(f, e)));
        assert!(same, "{uri}\n{found:#?}\nbut check finds\n{expected:#?}\nin\n{text}");
        editor.tell("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    }
    editor.end();
}

#[test]
fn odd_messages_are_refused_and_nothing_ends() {
    let mut editor = Editor::start(json!({"targets": ["a5", "mars"]}));
    let warned = editor.read().unwrap();
    let Message::Notification(n) = warned else { panic!("{warned:?}") };
    assert_eq!(n.method, "window/showMessage");
    assert!(n.params["message"].as_str().unwrap().contains("`mars` is not a target"));
    let at = json!({"line": 0, "character": 0});
    let unknown = json!({"textDocument": {"uri": "file:///no"}, "position": at});
    assert_eq!(editor.ask("textDocument/hover", unknown), Err("the document is not open".into()));
    assert!(editor.ask("textDocument/hover", json!({"position": 7})).is_err());
    assert!(editor.ask("pto/nothing", Value::Null).unwrap_err().contains("there is no"));
    editor.tell("textDocument/didOpen", json!({"textDocument": 3}));
    editor.tell("textDocument/didChange", json!([]));
    editor
        .tell("workspace/didChangeConfiguration", json!({"settings": {"pto": {"targets": "a5"}}}));
    for (uri, text) in [("file:///empty", ""), ("file:///nul", "\0\u{feff}\r\u{2028}🙂")] {
        editor.open(uri, text);
        editor.findings(uri, 0);
        let far = json!({"line": 4_000_000_000u32, "character": 4_000_000_000u32});
        let here = json!({"textDocument": {"uri": uri}, "position": far});
        for method in ["hover", "completion", "signatureHelp", "definition", "prepareRename"] {
            assert!(
                editor.ask(&format!("textDocument/{method}"), here.clone()).is_ok(),
                "{method}"
            );
        }
    }
    editor.end();
}

#[test]
fn a_request_that_is_cancelled_before_its_turn_is_not_worked_on() {
    let mut editor = Editor::start(json!({}));
    let text = std::fs::read_to_string(root().join("examples/softmax.pto")).unwrap();
    editor.open("file:///s.pto", &text.repeat(20));
    let params = json!({"textDocument": {"uri": "file:///s.pto"}});
    let ids: Vec<RequestId> = (0..20)
        .map(|_| editor.request("textDocument/semanticTokens/full", params.clone()))
        .collect();
    for id in &ids[1..] {
        editor.tell("$/cancelRequest", json!({"id": id}));
    }
    assert!(editor.answer(&ids[0]).is_ok());
    let cancelled =
        ids[1..].iter().filter(|id| editor.answer(id) == Err("cancelled".into())).count();
    assert!(cancelled > 0, "twenty answers, none of which was wanted");
    editor.end();
}

#[test]
fn what_is_no_protocol_is_told_so() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pto"))
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"check examples/add.pto\r\n\r\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("let an editor start `pto lsp`"), "{told}");
}
