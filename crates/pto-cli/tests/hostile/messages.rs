//! What somebody sends to a command that listens on standard input: messages of the protocols of editors and debuggers, with
//! mistakes, and lines as a person types them.

use crate::programs::{Programs, number, odd_text};
use fastrand::Rng;
use serde_json::{Value, json};

/// Requests and notifications of the language server protocol that concern a document.
const METHODS: &[&str] = &[
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/completion",
    "textDocument/documentSymbol",
    "textDocument/documentHighlight",
    "textDocument/codeAction",
    "textDocument/codeLens",
    "textDocument/formatting",
    "textDocument/rename",
    "textDocument/prepareRename",
    "textDocument/inlayHint",
    "textDocument/signatureHelp",
    "textDocument/semanticTokens/full",
    "textDocument/foldingRange",
    "textDocument/selectionRange",
    "textDocument/diagnostic",
    "textDocument/didChange",
    "textDocument/didSave",
    "textDocument/didClose",
    "workspace/symbol",
    "workspace/executeCommand",
    "workspace/didChangeConfiguration",
    "$/cancelRequest",
    "$/no such method",
    "shutdown",
];

/// Requests of the debug adapter protocol.
const REQUESTS: &[&str] = &[
    "setBreakpoints",
    "setDataBreakpoints",
    "setExceptionBreakpoints",
    "configurationDone",
    "threads",
    "stackTrace",
    "scopes",
    "variables",
    "evaluate",
    "readMemory",
    "continue",
    "next",
    "stepIn",
    "stepOut",
    "stepBack",
    "reverseContinue",
    "goto",
    "pause",
    "source",
    "restart",
    "disconnect",
    "no such request",
];

/// Words of a debugger that is talked to in a terminal.
const WORDS: &[&str] = &[
    "help",
    "break",
    "b",
    "continue",
    "c",
    "step",
    "s",
    "next",
    "n",
    "back",
    "print",
    "p",
    "watch",
    "info",
    "list",
    "x",
    "delete",
    "run",
    "until",
    "quit",
    "",
    "\t",
    "#",
    "{\"op\": \"step\"}",
];

/// A stream of messages, each with its length before it, most of them as they should be.
pub fn framed(programs: &Programs, rng: &mut Rng) -> Vec<u8> {
    let list = match rng.bool() {
        true => editor(programs, rng),
        false => debugger(rng),
    };
    let mut stream = Vec::new();
    for message in list {
        let body = match rng.u8(..30) {
            0 => "[".repeat(1 << rng.u32(..17)),
            1 => odd_text(rng).into(),
            2 => message.to_string().replacen('"', "", 1),
            3 => format!("[{message},{message}]"),
            4 => String::new(),
            _ => message.to_string(),
        };
        let length = match rng.u8(..40) {
            0 => number(rng),
            1 => (body.len() + rng.usize(..9)).to_string(),
            _ => body.len().to_string(),
        };
        let end = if rng.u8(..40) == 0 { "\n" } else { "\r\n\r\n" };
        stream.extend(format!("Content-Length: {length}{end}{body}").into_bytes());
    }
    if rng.u8(..8) == 0 {
        stream.truncate(rng.usize(..=stream.len()));
    }
    stream
}

/// What an editor says about a document, and the end of it.
fn editor(programs: &Programs, rng: &mut Rng) -> Vec<Value> {
    let text = |rng: &mut Rng| {
        let mut bytes = programs.draw(rng);
        // The rest of the run is about what is in it, not about how much there is.
        bytes.truncate(20_000);
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let uri = ["file:///k.pto", "untitled:1", "file:///a%00b", "not a uri", "file:///other.pto"]
        [rng.usize(..5)];
    let open =
        json!({"uri": "file:///k.pto", "languageId": "pto", "version": 1, "text": text(rng)});
    let mut list = vec![
        json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"capabilities": {}}}),
        json!({"jsonrpc": "2.0", "method": "initialized", "params": {}}),
        json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": open}}),
    ];
    for id in 1..rng.usize(1..20) {
        let method = METHODS[rng.usize(..METHODS.len())];
        let range = json!({"start": position(rng), "end": position(rng)});
        let change = match rng.bool() {
            true => json!({"text": text(rng)}),
            false => json!({"range": range, "text": odd_text(rng)}),
        };
        let params = json!({
            "textDocument": {"uri": uri, "version": any_number(rng)},
            "position": position(rng),
            "positions": [position(rng)],
            "range": range,
            "context": {"diagnostics": [], "includeDeclaration": true},
            "contentChanges": [change],
            "options": {"tabSize": any_number(rng), "insertSpaces": true},
            "newName": odd_text(rng),
            "query": odd_text(rng),
            "command": odd_text(rng),
            "arguments": [uri, any_number(rng)],
            "id": any_number(rng),
        });
        list.push(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
    }
    list.push(json!({"jsonrpc": "2.0", "id": 99, "method": "shutdown"}));
    list.push(json!({"jsonrpc": "2.0", "method": "exit"}));
    list
}

/// What a debugger's window says about a program, and the end of it.
fn debugger(rng: &mut Rng) -> Vec<Value> {
    let program =
        ["k.pto", "intact.pto", "other.pto", "dir", "no such file", "/dev/null"][rng.usize(..6)];
    let launch = json!({
        "program": program, "target": "a5", "blocks": any_number(rng), "args": [any_number(rng), "zeros:64K"],
        "stopOnEntry": rng.bool(),
    });
    let mut list = vec![
        json!({"seq": 1, "type": "request", "command": "initialize", "arguments": {"adapterID": "pto"}}),
        json!({"seq": 2, "type": "request", "command": "launch", "arguments": launch}),
    ];
    for seq in 3..rng.usize(4..24) {
        let arguments = json!({
            "source": {"path": program, "sourceReference": any_number(rng)},
            "breakpoints": [{"line": any_number(rng), "condition": odd_text(rng)}],
            "lines": [any_number(rng)],
            "threadId": any_number(rng),
            "frameId": any_number(rng),
            "variablesReference": any_number(rng),
            "start": any_number(rng),
            "count": any_number(rng),
            "expression": odd_text(rng),
            "memoryReference": number(rng),
            "offset": any_number(rng),
            "filters": [odd_text(rng)],
        });
        let command = REQUESTS[rng.usize(..REQUESTS.len())];
        list.push(
            json!({"seq": seq, "type": "request", "command": command, "arguments": arguments}),
        );
    }
    list.push(json!({"seq": 99, "type": "request", "command": "disconnect"}));
    list
}

fn position(rng: &mut Rng) -> Value {
    json!({"line": any_number(rng), "character": any_number(rng)})
}

/// Mostly a small number, which may lie in a program; else one at an edge.
fn any_number(rng: &mut Rng) -> Value {
    match rng.u8(..6) {
        0 => json!(rng.i64(..)),
        1 => json!([u64::MAX, 1 << 31, 1 << 32, 1 << 63][rng.usize(..4)]),
        2 => json!([-1.5, 1e300, 0.1][rng.usize(..3)]),
        3 => json!(number(rng)),
        _ => json!(rng.u8(..40)),
    }
}

/// Lines as a person types them.
pub fn lines(rng: &mut Rng) -> Vec<u8> {
    let mut text = String::new();
    for _ in 0..rng.usize(1..30) {
        text.push_str(WORDS[rng.usize(..WORDS.len())]);
        for _ in 0..rng.usize(..3) {
            text.push(' ');
            match rng.u8(..4) {
                0 => text.push_str(odd_text(rng)),
                1 => text.push_str(&number(rng)),
                2 => text.push_str(["%a", "%0", "k.pto", "vec", "@f", "acc@3"][rng.usize(..6)]),
                _ => text.push_str(&rng.u8(..40).to_string()),
            }
        }
        text.push_str(["\n", "\n", "\n", "\r\n", "\0"][rng.usize(..5)]);
    }
    text.into_bytes()
}
