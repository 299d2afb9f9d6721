//! How long an editor waits: from a change to the findings, and from a question to its answer. Prints a table.
//!
//! `cargo bench -p pto-lsp` asks the server through a connection in memory. Each figure is a median of times on the processor, of all
//! threads: what else the machine does hardly counts. The last column is the time in reads of the same text.

use lsp_server::{Connection, Message, Notification, Request};
use serde_json::{Value, json};
use std::hint::black_box;
use std::time::{Duration, Instant};

struct Editor {
    client: Connection,
    next: i32,
    version: i32,
}

impl Editor {
    fn start() -> Editor {
        let (server, client) = Connection::memory();
        std::thread::spawn(move || {
            let _ = pto_lsp::serve(&server, std::sync::Arc::new(pto_lsp::NoRunner));
        });
        let mut editor = Editor { client, next: 0, version: 0 };
        editor.ask("initialize", json!({"processId": null, "rootUri": null, "capabilities": {}}));
        editor.tell("initialized", json!({}));
        editor
    }

    fn tell(&self, method: &str, params: Value) {
        let message = Notification { method: method.into(), params };
        self.client.sender.send(message.into()).expect("the server is there");
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let request = Request::new(self.next.into(), method.into(), params);
        self.client.sender.send(request.into()).expect("the server is there");
        loop {
            if let Message::Response(r) = self.client.receiver.recv().expect("the server is there")
                && r.id == self.next.into()
            {
                return r.response_result.expect("an answer");
            }
        }
    }

    /// Waits for the findings of the present state.
    fn findings(&self) {
        loop {
            if let Message::Notification(n) =
                self.client.receiver.recv().expect("the server is there")
                && n.method == "textDocument/publishDiagnostics"
                && n.params["version"] == self.version
            {
                return;
            }
        }
    }

    fn open(&mut self, text: &str) {
        self.version = 0;
        let document =
            json!({"uri": "file:///b.pto", "languageId": "pto", "version": 0, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
        self.findings();
    }

    /// Types a character in the middle, and takes it away the next time.
    fn type_at(&mut self, line: usize) {
        self.version += 1;
        let (from, to, text) = if self.version % 2 == 1 { (0, 0, " ") } else { (0, 1, "") };
        let range = json!({"start": {"line": line, "character": from}, "end": {"line": line, "character": to}});
        self.tell(
            "textDocument/didChange",
            json!({"textDocument": {"uri": "file:///b.pto", "version": self.version}, "contentChanges": [{"range": range, "text": text}]}),
        );
    }
}

/// Time on the processor so far, of all threads. Systems without `/proc` give that of a clock.
fn processor_time() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let start = START.get_or_init(Instant::now);
    // The time of a thread is brought up to date when it may be another's turn.
    std::thread::yield_now();
    let of = |task: std::fs::DirEntry| {
        let times = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
        times.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    };
    match std::fs::read_dir("/proc/self/task") {
        Ok(tasks) => tasks.flatten().filter_map(of).sum(),
        Err(_) => start.elapsed(),
    }
}

fn median(mut runs: Vec<Duration>) -> Duration {
    runs.sort_unstable();
    runs[runs.len() / 2]
}

fn measure(times: usize, mut run: impl FnMut()) -> Duration {
    let one = |run: &mut dyn FnMut()| {
        let start = processor_time();
        run();
        processor_time() - start
    };
    // Asking for the time takes some, too.
    let asking = median((0..times).map(|_| one(&mut || ())).collect());
    median((0..times).map(|_| one(&mut run).saturating_sub(asking)).collect())
}

/// The softmax example over and over, each time as a function of another name, until it is so long.
fn program(bytes: usize) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/softmax.pto");
    let example = std::fs::read_to_string(path).expect("the example is there");
    let (aliases, module) = example.split_once("module {").expect("it has a module");
    let body = module.trim_end().strip_suffix('}').expect("it ends").trim_end();
    let mut text = format!("{aliases}module {{\n");
    let mut n = 0;
    loop {
        text += &body.replace("@softmax", &format!("@softmax_{n}"));
        n += 1;
        if text.len() >= bytes {
            return text + "\n}\n";
        }
    }
}

fn main() {
    println!("| text | asked | median | reads of the text |");
    println!("|---|---|---|---|");
    let mut editor = Editor::start();
    for (name, bytes, times) in [("4 KB", 1, 101), ("100 KB", 100_000, 31), ("1 MB", 1_000_000, 15)]
    {
        let text = program(bytes);
        let read = measure(times, || {
            black_box(pto_ir::parse(&text));
        });
        let line = text.lines().count() / 2;
        let row = |what: &str, time: Duration| {
            let ms = time.as_secs_f64() * 1e3;
            println!(
                "| {name} | {what} | {ms:.2} ms | {:.1} |",
                time.as_secs_f64() / read.as_secs_f64()
            );
        };
        editor.open(&text);
        row("read alone, for comparison", read);
        let time = measure(times, || {
            editor.type_at(line);
            editor.findings();
        });
        row("findings after a change", time);
        let document = json!({"uri": "file:///b.pto"});
        let here = json!({"textDocument": document, "position": {"line": line, "character": 8}});
        let part = json!({"start": {"line": line, "character": 0}, "end": {"line": line + 60, "character": 0}});
        let shown = json!({"textDocument": document, "range": part});
        for (what, method, params) in [
            ("hover", "textDocument/hover", here.clone()),
            ("completion", "textDocument/completion", here.clone()),
            ("definition", "textDocument/definition", here),
            ("tokens of 60 lines", "textDocument/semanticTokens/range", shown.clone()),
            ("hints of 60 lines", "textDocument/inlayHint", shown),
        ] {
            let time = measure(times, || {
                black_box(editor.ask(method, params.clone()));
            });
            row(what, time);
        }
    }
}
