//! A headless Chromium, driven through the pipe of its DevTools protocol.

#![allow(dead_code, reason = "every test file uses some of it")]

use serde_json::{Value, json};
use std::env;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long an answer may take; the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(90);
/// The window, in pixels.
pub const WINDOW: (u32, u32) = (1600, 900);

/// A page in a browser of its own.
pub struct Page {
    child: Child,
    commands: ChildStdin,
    messages: Receiver<Value>,
    session: String,
    directory: PathBuf,
    next_id: u64,
    /// What the browser reported besides answers.
    events: Vec<Value>,
    /// Workers and frames that have started and are not listened to yet.
    started: Vec<String>,
    /// Where the page and all that belongs to it comes from, if it comes from a server.
    origin: Option<String>,
}

/// The browser: `CHROMIUM`, or one of the usual names in `PATH`; none if `CHROMIUM` is empty.
fn find() -> Option<PathBuf> {
    if let Some(path) = env::var_os("CHROMIUM") {
        return (!path.is_empty()).then(|| path.into());
    }
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let directories: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    names.iter().flat_map(|n| directories.iter().map(move |d| d.join(n))).find(|p| p.is_file())
}

impl Page {
    /// Opens the page of a timeline and waits until it says that it is ready. `None`, and a line that says so, without a
    /// browser.
    pub fn open(name: &str, html: &str, scheme: &str) -> Option<Page> {
        let is_ready = "window.ptoTimeline !== undefined && window.ptoTimeline.ready";
        Page::open_until(is_ready, name, html, scheme)
    }

    /// Opens a page without a script.
    pub fn open_still(name: &str, html: &str) -> Option<Page> {
        Page::open_until("document.readyState === 'complete'", name, html, "light")
    }

    /// Visits a page of a server, and waits until an expression is true.
    pub fn visit(name: &str, origin: &str, path: &str, is_ready: &str) -> Option<Page> {
        let (program, directory) = Page::place(name)?;
        let mut page = Page::start(&program, directory);
        page.origin = Some(origin.to_string());
        page.prepare("light");
        page.listen_to_all();
        page.go(&format!("{origin}{path}"));
        page.until(is_ready);
        Some(page)
    }

    /// Goes to an address.
    pub fn go(&mut self, address: &str) {
        self.call("Page.navigate", json!({ "url": address }));
    }

    /// Also hears of workers and frames that have processes of their own.
    fn listen_to_all(&mut self) {
        let all = json!({ "autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true });
        self.call("Target.setAutoAttach", all);
    }

    /// The browser, and a directory for what a test leaves; `None`, and a line that says so, without a browser.
    fn place(name: &str) -> Option<(PathBuf, PathBuf)> {
        let Some(program) = find() else {
            // Past the capture of the test runner: who runs the tests should know.
            let _ = writeln!(
                io::stderr(),
                "skipped: {name} needs Chromium; put it in PATH or name it in CHROMIUM"
            );
            return None;
        };
        let directory =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&directory).expect("a directory for the page");
        Some((program, directory))
    }

    fn open_until(is_ready: &str, name: &str, html: &str, scheme: &str) -> Option<Page> {
        let (program, directory) = Page::place(name)?;
        let file = directory.join("page.html");
        fs::write(&file, html).expect("the page is written");
        let mut page = Page::start(&program, directory);
        page.prepare(scheme);
        let address = format!("file://{}", file.display());
        page.call("Page.navigate", json!({ "url": address }));
        page.until(is_ready);
        Some(page)
    }

    fn start(program: &Path, directory: PathBuf) -> Page {
        // Chromium reads commands from descriptor 3 and answers on 4.
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null"])
            .arg(program)
            .args(["--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu"])
            .args(["--no-first-run", "--disable-dev-shm-usage", "--disable-background-networking"])
            .arg(format!("--user-data-dir={}", directory.join("profile").display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the browser starts");
        let commands = child.stdin.take().expect("its input");
        let mut answers = BufReader::new(child.stdout.take().expect("its output"));
        let (send, messages) = channel();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            while answers.read_until(0, &mut bytes).is_ok_and(|n| n > 0) {
                bytes.pop();
                let Ok(message) = serde_json::from_slice(&bytes) else { break };
                if send.send(message).is_err() {
                    break;
                }
                bytes.clear();
            }
        });
        let session = String::new();
        let (events, started) = (Vec::new(), Vec::new());
        Page {
            child,
            commands,
            messages,
            session,
            directory,
            next_id: 1,
            events,
            started,
            origin: None,
        }
    }

    fn prepare(&mut self, scheme: &str) {
        let target = self.call("Target.createTarget", json!({ "url": "about:blank" }));
        let target = json!({ "targetId": target["targetId"], "flatten": true });
        let session = self.call("Target.attachToTarget", target);
        self.session = session["sessionId"].as_str().expect("a session").into();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            self.call(&format!("{domain}.enable"), json!({}));
        }
        self.resize(WINDOW);
        self.use_scheme(scheme);
    }

    /// Gives the window another size, in pixels.
    pub fn resize(&mut self, (width, height): (u32, u32)) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", size);
        self.settle();
    }

    /// Prefers `light` or `dark`.
    pub fn use_scheme(&mut self, scheme: &str) {
        let feature = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.call("Emulation.setEmulatedMedia", feature);
    }

    fn call(&mut self, method: &str, params: Value) -> Value {
        let session = self.session.clone();
        let result = self.call_in(&session, method, params);
        while let Some(started) = self.started.pop() {
            for domain in ["Runtime", "Log", "Network"] {
                // Some workers have no log; one may be gone already.
                self.post(&started, &format!("{domain}.enable"), json!({}));
            }
        }
        result
    }

    fn post(&mut self, session: &str, method: &str, params: Value) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        let mut message = json!({ "id": id, "method": method, "params": params });
        if !session.is_empty() {
            message["sessionId"] = session.into();
        }
        let text = format!("{message}\0");
        self.commands.write_all(text.as_bytes()).expect("the browser listens");
        self.commands.flush().expect("the browser listens");
        id
    }

    fn call_in(&mut self, session: &str, method: &str, params: Value) -> Value {
        let id = self.post(session, method, params);
        loop {
            let message = self.messages.recv_timeout(PATIENCE);
            let mut message = message.unwrap_or_else(|e| panic!("no answer to {method}: {e}"));
            if message["id"] == id {
                assert!(message["error"].is_null(), "{method}: {message}");
                return message["result"].take();
            }
            if message["method"] == "Target.attachedToTarget" {
                self.started.extend(message["params"]["sessionId"].as_str().map(String::from));
            }
            self.events.push(message);
        }
    }

    /// The value of an expression.
    pub fn eval(&mut self, expression: &str) -> Value {
        let params =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let mut answer = self.call("Runtime.evaluate", params);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].take()
    }

    /// The value of an expression as a number.
    pub fn number(&mut self, expression: &str) -> f64 {
        let value = self.eval(expression);
        value.as_f64().unwrap_or_else(|| panic!("{expression} is {value}"))
    }

    /// Waits until an expression is true.
    pub fn until(&mut self, expression: &str) {
        let began = Instant::now();
        while self.eval(expression) != true {
            assert!(began.elapsed() < PATIENCE, "never: {expression}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits for the next two frames, so that what was asked for is drawn.
    pub fn settle(&mut self) {
        self.eval(
            "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(1))))",
        );
    }

    /// Types a text at once, as an input method does.
    pub fn type_text(&mut self, text: &str) {
        self.call("Input.insertText", json!({ "text": text }));
        self.settle();
    }

    /// Moves the mouse, or presses or releases its button: `mouseMoved`, `mousePressed`, `mouseReleased`.
    pub fn mouse(&mut self, kind: &str, (x, y): (f64, f64)) {
        let button = if kind == "mouseMoved" { "none" } else { "left" };
        let params = json!({ "type": kind, "x": x, "y": y, "button": button, "clickCount": 1 });
        self.call("Input.dispatchMouseEvent", params);
    }

    /// Moves there and clicks.
    pub fn click(&mut self, at: (f64, f64)) {
        self.mouse("mouseMoved", at);
        self.mouse("mousePressed", at);
        self.mouse("mouseReleased", at);
        self.settle();
    }

    /// Presses the button, moves, releases it.
    pub fn drag(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.drag_with(0, from, to);
    }

    /// The same with the shift key.
    pub fn measure(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.drag_with(8, from, to);
    }

    /// Drags with keys held down, as bits of the protocol.
    fn drag_with(&mut self, keys: u32, from: (f64, f64), to: (f64, f64)) {
        let mut send = |kind: &str, (x, y): (f64, f64)| {
            let mut params = json!({ "type": kind, "x": x, "y": y, "button": "left" });
            params["modifiers"] = keys.into();
            params["clickCount"] = u32::from(kind != "mouseMoved").into();
            params["buttons"] = u32::from(kind != "mouseReleased").into();
            self.call("Input.dispatchMouseEvent", params);
        };
        send("mousePressed", from);
        for step in 1..=4 {
            let part = f64::from(step) / 4.0;
            send("mouseMoved", (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part));
        }
        send("mouseReleased", to);
        self.settle();
    }

    /// Turns the wheel; down is positive.
    pub fn wheel(&mut self, (x, y): (f64, f64), delta: f64) {
        let params = json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": delta });
        self.call("Input.dispatchMouseEvent", params);
        self.settle();
    }

    /// Two fingers, at the same height, that move from and to these places.
    pub fn pinch(&mut self, y: f64, from: [f64; 2], to: [f64; 2]) {
        let points = |xs: [f64; 2]| {
            let point = |id: usize| json!({ "x": xs[id], "y": y, "id": id });
            json!([point(0), point(1)])
        };
        let mut send = |kind: &str, points: Value| {
            let params = json!({ "type": kind, "touchPoints": points });
            self.call("Input.dispatchTouchEvent", params);
        };
        send("touchStart", points(from));
        for step in 1..=4 {
            let part = f64::from(step) / 4.0;
            send("touchMove", points([0, 1].map(|i| from[i] + (to[i] - from[i]) * part)));
        }
        send("touchEnd", json!([]));
        self.settle();
    }

    /// Types a key.
    pub fn key(&mut self, key: &str) {
        let mut down = json!({ "type": "keyDown", "key": key });
        if key.chars().count() == 1 {
            down["text"] = key.into();
        }
        self.call("Input.dispatchKeyEvent", down);
        self.call("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": key }));
        self.settle();
    }

    /// Saves a picture of the page in the directory that `SCREENSHOTS` names, if it names one.
    pub fn screenshot(&mut self, name: &str) {
        let Some(directory) = env::var_os("SCREENSHOTS") else { return };
        self.settle();
        let answer = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        let bytes = from_base64(answer["data"].as_str().expect("a picture"));
        fs::write(Path::new(&directory).join(format!("{name}.png")), bytes)
            .expect("the picture is written");
    }

    /// Errors, warnings and exceptions of the page, and requests for anything but the page itself.
    pub fn complaints(&mut self) -> Vec<String> {
        self.settle();
        let bad = |e: &&Value| match e["method"].as_str().unwrap_or_default() {
            "Runtime.exceptionThrown"
            | "Log.entryAdded"
            | "Runtime.consoleAPICalled"
            | "Page.javascriptDialogOpening"
            | "Page.windowOpen" => true,
            "Network.requestWillBeSent" => {
                let url = e["params"]["request"]["url"].as_str().unwrap_or_default();
                let own = self.origin.as_deref().is_some_and(|o| url.starts_with(o));
                !(own
                    || url.starts_with("data:")
                    || url.starts_with("blob:")
                    || url.starts_with("about:")
                    || url.starts_with("file:") && url.ends_with("/page.html"))
            }
            _ => false,
        };
        self.events.iter().filter(bad).map(Value::to_string).collect()
    }

    /// How often the page itself was asked for: shows that requests are seen at all.
    pub fn page_requests(&self) -> usize {
        self.events.iter().filter(|e| e["method"] == "Network.requestWillBeSent").count()
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.directory);
    }
}

fn from_base64(text: &str) -> Vec<u8> {
    let value = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u8> = text.bytes().filter(|&c| c != b'=').map(value).collect();
    let bytes = digits.chunks(4).flat_map(|four| {
        let bits = four.iter().fold(0u32, |n, &d| n << 6 | u32::from(d)) << (6 * (4 - four.len()));
        bits.to_be_bytes()[1..four.len()].to_vec()
    });
    bytes.collect()
}
