//! A session of the Debug Adapter Protocol, as an editor has it: breakpoints, conditions, steps both ways, tiles.
//!
//! The client here knows the framing and nothing else. With `DAP_TESTSUPPORT=DIR`, a folder in which `npm install
//! @vscode/debugadapter-testsupport` was called, and `node`, the same session is driven by that library, too.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    sent: u64,
    events: Vec<Value>,
}

impl Client {
    fn start() -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pto"))
            .arg("dap")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Client { child, input, output: BufReader::new(output), sent: 0, events: Vec::new() }
    }

    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the adapter is gone");
            match line.trim_end().strip_prefix("Content-Length: ") {
                Some(n) => length = n.parse().unwrap(),
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).unwrap();
        serde_json::from_slice(&body).unwrap()
    }

    /// Sends a request and gives the whole answer.
    fn ask(&mut self, command: &str, arguments: Value) -> Value {
        self.sent += 1;
        let text = json!({"seq": self.sent, "type": "request", "command": command, "arguments": arguments})
            .to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.input.flush().unwrap();
        loop {
            let message = self.read();
            if message["type"] == "event" {
                self.events.push(message);
            } else {
                assert_eq!(message["request_seq"], self.sent);
                return message;
            }
        }
    }

    fn request(&mut self, command: &str, arguments: Value) -> Value {
        let answer = self.ask(command, arguments);
        assert_eq!(answer["success"], true, "{answer}");
        answer["body"].clone()
    }

    /// Waits for an event.
    fn wait(&mut self, name: &str) -> Value {
        loop {
            if let Some(i) = self.events.iter().position(|e| e["event"] == name) {
                return self.events.remove(i)["body"].clone();
            }
            let message = self.read();
            self.events.push(message);
        }
    }

    fn line(&mut self) -> u64 {
        let frames = self.request("stackTrace", json!({"threadId": 1}));
        frames["stackFrames"][0]["line"].as_u64().unwrap()
    }

    fn step(&mut self, command: &str) -> u64 {
        self.request(command, json!({"threadId": 1}));
        self.wait("stopped");
        self.line()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn softmax() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/softmax.pto")
}

fn launch() -> Value {
    let words = [
        "--arg",
        "zeros:20x2048xf32",
        "--arg",
        "zeros:20x2048xf32",
        "--arg",
        "20",
        "--target",
        "a5",
    ];
    json!({"program": softmax(), "args": words})
}

fn line_of(text: &str) -> u64 {
    let source = std::fs::read_to_string(softmax()).unwrap();
    source.lines().position(|l| l.contains(text)).unwrap() as u64 + 1
}

#[test]
fn a_session_goes_both_ways() {
    let (exp, sum) = (line_of("pto.texp"), line_of("pto.trowsum"));
    let mut client = Client::start();
    let capabilities = client.request("initialize", json!({"adapterID": "pto"}));
    assert_eq!(capabilities["supportsStepBack"], true);
    client.wait("initialized");
    client.request("launch", launch());
    let set =
        client.request("setBreakpoints", json!({"breakpoints": [{"line": exp}, {"line": 9999}]}));
    assert_eq!(set["breakpoints"][0], json!({"verified": true, "line": exp}));
    assert_eq!(set["breakpoints"][1]["verified"], false);
    client.request("configurationDone", json!({}));
    assert_eq!(client.wait("stopped")["reason"], "breakpoint");
    assert_eq!(client.line(), exp);

    let scopes = client.request("scopes", json!({"frameId": 1}));
    let tiles = &scopes["scopes"][0];
    assert_eq!(tiles["name"], "Tiles");
    let list =
        client.request("variables", json!({"variablesReference": tiles["variablesReference"]}));
    let x =
        list["variables"].as_array().unwrap().iter().find(|v| v["name"] == "%x").unwrap().clone();
    assert_eq!(x["value"], "8x2048 f32, 0 to 0 [0, 0, 0, 0, ...]");
    let rows = client.request("variables", json!({"variablesReference": x["variablesReference"]}));
    assert_eq!(rows["variables"].as_array().unwrap().len(), 8);
    let sums = client.request("evaluate", json!({"expression": "sum"}));
    assert_eq!(sums["result"], "8x1 f32, nothing is written there yet");

    assert_eq!(client.step("next"), sum);
    let one = client.request("evaluate", json!({"expression": "x[3,7]"}));
    assert_eq!(one["result"], "1");
    assert_eq!(client.step("stepBack"), exp);
    let zero = client.request("evaluate", json!({"expression": "x[3,7]"}));
    assert_eq!(zero["result"], "0");

    client.step("continue");
    let loops = client.request("variables", json!({"variablesReference": 3}));
    assert_eq!(loops["variables"][0]["value"], "8 (iteration 1)");
    client.step("reverseContinue");
    let loops = client.request("variables", json!({"variablesReference": 3}));
    assert_eq!(loops["variables"][0]["value"], "0 (iteration 0)");

    let who = client.request("evaluate", json!({"expression": "who max[2,0]"}));
    assert!(
        who["result"]
            .as_str()
            .unwrap()
            .starts_with(&format!("line {}, `pto.trowmax`", line_of("pto.trowmax")))
    );
    client.wait("stopped");
    assert_eq!(client.line(), line_of("pto.trowmax"));
    client.request("disconnect", json!({}));
    assert!(client.child.wait().unwrap().success());
}

#[test]
fn conditions_hold_where_it_stops() {
    let mut client = Client::start();
    client.request("initialize", json!({}));
    client.request("launch", launch());
    let exp = line_of("pto.texp");
    let condition = json!({"breakpoints": [{"line": exp, "condition": "row == 16"}]});
    client.request("setBreakpoints", condition);
    client.request("configurationDone", json!({}));
    client.wait("stopped");
    let loops = client.request("variables", json!({"variablesReference": 3}));
    assert_eq!(loops["variables"][0]["value"], "16 (iteration 2)");
    let wrong = json!({"breakpoints": [{"line": exp, "condition": "row ="}]});
    let answer = client.request("setBreakpoints", wrong);
    assert_eq!(answer["breakpoints"][0]["verified"], false);
    client.request("continue", json!({"threadId": 1}));
    let output = client.wait("output");
    assert!(output["output"].as_str().unwrap().starts_with("the run is over after"));
    client.wait("stopped");
    let end = client.request("stackTrace", json!({"threadId": 1}));
    let source = std::fs::read_to_string(softmax()).unwrap();
    assert_eq!(end["stackFrames"][0]["line"], source.trim_end().lines().count());
    assert!(client.step("stepBack") > 0);
}

/// A program that was recorded from a kernel in Python, and that kernel.
fn recorded(name: &str) -> (PathBuf, PathBuf) {
    let folder = std::env::temp_dir().join(format!("pto-dap-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (program, kernel) = (folder.join("recorded.pto"), folder.join("kernel.py"));
    let python = "import pto_tools as pto\n\n\n@pto.kernel\ndef double(x: pto.Tensor):\n    t = x.tile()\n    \
                  for _ in range(2):\n        pto.tadd(t, t, t)\n    pto.tabs(t, t)\n";
    std::fs::write(&kernel, python).unwrap();
    let t = "!pto.tile_buf<vec, 1x8xf32>";
    let text = format!(
        "module {{\n  func.func @double(%t: {t}) {{\n    \
         pto.tadd ins(%t, %t : {t}, {t}) outs(%t : {t}) loc(\"{0}\":8:0)\n    \
         pto.tadd ins(%t, %t : {t}, {t}) outs(%t : {t}) loc(\"{0}\":8:0)\n    \
         pto.tabs ins(%t : {t}) outs(%t : {t}) loc(\"{0}\":9:0)\n    return\n  }}\n}}\n",
        kernel.display()
    );
    std::fs::write(&program, text).unwrap();
    let ones: Vec<u8> = [1.0f32; 8].iter().flat_map(|v| v.to_le_bytes()).collect();
    std::fs::write(folder.join("ones.bin"), ones).unwrap();
    (program, kernel)
}

/// Its launch.
fn launch_recorded(program: &PathBuf) -> Value {
    let ones = program.with_file_name("ones.bin");
    json!({"program": program, "args": ["--arg", ones, "--target", "a2a3"]})
}

#[test]
fn a_recorded_program_stops_at_the_lines_it_was_recorded_from() {
    let (program, kernel) = recorded("lines");
    let mut client = Client::start();
    client.request("initialize", json!({}));
    client.request("launch", launch_recorded(&program));
    let set = json!({"source": {"path": kernel}, "breakpoints": [{"line": 7}, {"line": 30}]});
    let set = client.request("setBreakpoints", set);
    // The loop is not in the program; what it repeats is.
    assert_eq!(set["breakpoints"][0], json!({"verified": true, "line": 8}));
    assert_eq!(set["breakpoints"][1]["verified"], false);
    client.request("configurationDone", json!({}));
    assert_eq!(client.wait("stopped")["reason"], "breakpoint");
    let frames = client.request("stackTrace", json!({"threadId": 1}))["stackFrames"].clone();
    assert_eq!((frames[0]["line"].clone(), frames[1]["line"].clone()), (json!(8), json!(3)));
    assert_eq!(frames[0]["source"]["path"], kernel.to_string_lossy().as_ref());
    assert_eq!(frames[1]["source"]["name"], "recorded.pto");
    assert_eq!(client.step("next"), 9);
    let sum = client.request("evaluate", json!({"expression": "t[0,0]"}));
    assert_eq!(sum["result"], "4");
    assert_eq!(client.step("stepBack"), 8);
    client.request("disconnect", json!({}));
}

#[test]
fn device_instructions_are_shown_where_the_cost_model_knows_them() {
    let (program, _) = recorded("instructions");
    let mut client = Client::start();
    let capabilities = client.request("initialize", json!({}));
    assert_eq!(capabilities["supportsDisassembleRequest"], true);
    let mut launch = launch_recorded(&program);
    launch["stopOnEntry"] = true.into();
    client.request("launch", launch);
    client.request("configurationDone", json!({}));
    client.wait("stopped");
    let frames = client.request("stackTrace", json!({"threadId": 1}));
    let at = frames["stackFrames"][0]["instructionPointerReference"].clone();
    let ask = json!({"memoryReference": at, "instructionOffset": -1, "instructionCount": 6});
    let list = client.request("disassemble", ask)["instructions"].clone();
    assert_eq!(list[0]["presentationHint"], "invalid");
    let text = |i: usize| list[i]["instruction"].as_str().unwrap().to_string();
    assert!(text(1).starts_with("vadd 1 repeats"), "{list}");
    assert!(text(1).ends_with(" cycles, pto.tadd"), "{list}");
    assert_eq!(list[1]["address"], at);
    assert_eq!((list[1]["line"].clone(), list[3]["line"].clone()), (json!(3), json!(5)));
    assert!(text(3).starts_with("vabs 1 repeats"), "{list}");
    assert_eq!(list.as_array().unwrap().len(), 6);
    let wrong = client.ask("disassemble", json!({"memoryReference": "here"}));
    assert_eq!(wrong["message"], "`here` is no address");
}

#[test]
fn a_program_that_is_not_there_is_said_so() {
    let mut client = Client::start();
    client.request("initialize", json!({}));
    let answer = client.ask("launch", json!({"program": "nowhere.pto"}));
    assert_eq!(answer["success"], false);
    assert!(answer["message"].as_str().unwrap().contains("nowhere.pto"), "{answer}");
    let answer = client.ask("launch", json!({}));
    assert_eq!(answer["message"], "`launch` needs a `program`");
}

#[test]
fn a_client_library_drives_it() {
    let Ok(folder) = std::env::var("DAP_TESTSUPPORT") else {
        eprintln!("skipped: DAP_TESTSUPPORT names no folder with @vscode/debugadapter-testsupport");
        return;
    };
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/dap_client.js");
    let output = Command::new("node")
        .arg(script)
        .arg(env!("CARGO_BIN_EXE_pto"))
        .arg(softmax())
        .env("NODE_PATH", PathBuf::from(folder).join("node_modules"))
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(
        text.contains("breakpoint, step, step back, variables, condition, instructions: ok"),
        "{text}"
    );
}
