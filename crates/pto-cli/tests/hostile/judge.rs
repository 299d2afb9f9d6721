//! One run: the command with its limits, and what was wrong with how it ended.

use crate::invocation::Invocation;
use crate::sandbox::Sandbox;
use std::fs::File;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use wait4::Wait4;

/// Processor time that a run may take.
const MOST_SECONDS: u32 = 10;
/// Memory that it may touch.
const MOST_BYTES: u64 = 2 << 30;
/// A process that waits is ended after this long. More than `MOST_SECONDS`: the machine may have other work.
const HANGS_AFTER_SECONDS: u32 = 60;
/// Addresses that it may ask for, in KiB: what keeps the machine from going down with it.
const ADDRESS_SPACE_KIB: u64 = 16 << 20;
/// What is not a finding about a program but about `pto`: panics, aborts, and a lowered program that does not hold.
const MISTAKES: [&str; 5] =
    ["mistake of pto itself", "panicked at", "[E0804]", "memory allocation of", "stack overflow"];
/// Commands that print programs and C++ as they are when nobody looks.
const PRINT_PROGRAMS: [&str; 4] = ["lower", "emit", "ptoas", "fmt"];

/// What standard output and standard error go to: files beside the folder of a run, with these endings.
pub const STREAMS: [&str; 2] = ["stdout", "stderr"];

/// How a run went.
pub struct Outcome {
    /// The exit code; none for a process that a signal ended.
    pub code: Option<i32>,
    /// Processor time.
    pub seconds: f64,
    /// The most memory it used.
    pub bytes: u64,
    /// What must not be.
    pub failure: Option<String>,
}

/// Runs a command in a folder; what it prints goes to files beside it.
pub fn run(
    binary: &Path,
    invocation: &Invocation,
    sandbox: &mut Sandbox,
) -> std::io::Result<Outcome> {
    let [out, err] = STREAMS.map(|name| beside(sandbox, name));
    // `timeout` ends what waits; the rest are limits of the system.
    let line = format!(
        "ulimit -c 0; ulimit -v {ADDRESS_SPACE_KIB}; ulimit -t {MOST_SECONDS}; \
         exec timeout -s KILL {HANGS_AFTER_SECONDS} env \"$@\""
    );
    let mut command = Command::new("sh");
    command.args(["-c", &line, "sh"]);
    for (name, value) in &invocation.environment {
        if value.is_none() {
            command.args(["-u", name]);
        }
    }
    for (name, value) in &invocation.environment {
        command.args(value.map(|value| format!("{name}={value}")));
    }
    command.arg(binary).args(&invocation.words).current_dir(&sandbox.folder);
    command.stdout(File::create(&out)?).stderr(File::create(&err)?);
    match invocation.input {
        Some(name) => command.stdin(File::open(sandbox.folder.join(name))?),
        None => command.stdin(Stdio::null()),
    };
    let uses_pipes = invocation.words.iter().any(|w| w.to_string_lossy().contains("pipe."));
    if uses_pipes {
        sandbox.serve_pipes();
    }
    let done = command.spawn()?.wait4()?;
    sandbox.close_pipes();
    let (said, printed) = (std::fs::read(&err)?, std::fs::read(&out)?);
    let seconds = (done.rusage.utime + done.rusage.stime).as_secs_f64();
    let bytes = done.rusage.maxrss;
    let code = done.status.code();
    let places = invocation.places();
    let failure = complain(done.status, seconds, bytes)
        .or_else(|| complain_about_text(invocation, &printed, &said, code))
        .or_else(|| {
            sandbox.unasked_changes(|name| places.iter().any(|place| leads_to(place, name)))
        });
    Ok(Outcome { code, seconds, bytes, failure })
}

fn beside(sandbox: &Sandbox, what: &str) -> PathBuf {
    sandbox.folder.with_extension(what)
}

fn complain(status: std::process::ExitStatus, seconds: f64, bytes: u64) -> Option<String> {
    match (status.code(), status.signal()) {
        _ if seconds > f64::from(MOST_SECONDS) - 0.1 => Some(format!("took {seconds:.1} s")),
        _ if bytes > MOST_BYTES => Some(format!("used {} MB", bytes >> 20)),
        // `timeout` and the shell report a signal as 128 and its number.
        (None, signal) => Some(format!("ended by signal {signal:?}")),
        (Some(137), _) => Some(format!("not over after {HANGS_AFTER_SECONDS} s")),
        (Some(0..=3 | 130), _) => None,
        (Some(code), _) => Some(format!("exit code {code}")),
    }
}

fn complain_about_text(
    invocation: &Invocation,
    printed: &[u8],
    said: &[u8],
    code: Option<i32>,
) -> Option<String> {
    let words = || invocation.words.iter().map(|w| w.as_bytes());
    let about_itself = words().any(|w| [&b"explain"[..], b"isa", b"man"].contains(&w));
    for text in [printed, said].map(String::from_utf8_lossy) {
        if let Some(mistake) = MISTAKES.iter().find(|m| text.contains(**m) && !about_itself) {
            let line = text.lines().find(|l| l.contains(*mistake)).unwrap_or_default();
            return Some(line.chars().take(300).collect());
        }
    }
    let is = |w: &[u8], list: &[&str]| list.iter().any(|l| l.as_bytes() == w);
    let prints_program = words().any(|w| is(w, &PRINT_PROGRAMS)) || invocation.writes_to_stdout();
    // Messages of protocols begin with lines that end in CR LF.
    let speaks_to_programs = words().any(|w| is(w, &["lsp", "dap"]));
    let for_people = !prints_program && !speaks_to_programs;
    let streams = [("standard output", printed, for_people), ("standard error", said, true)];
    for (name, bytes, is_for_people) in streams {
        let text = String::from_utf8_lossy(bytes);
        let text =
            if invocation.is_coloured() { without_colours(&text) } else { text.into_owned() };
        if let Some(c) = text.chars().find(|c| pto_ir::is_hidden(*c)).filter(|_| is_for_people) {
            return Some(format!("U+{:04X} on {name}", u32::from(c)));
        }
    }
    if matches!(code, Some(1..)) && printed.is_empty() && said.is_empty() {
        return Some("failed without a word".into());
    }
    // After `--` it is the name of a file.
    let wants_json = words().take_while(|w| *w != b"--").any(|w| is(w, &["--json", "--sarif"]));
    if wants_json && !invocation.writes_to_stdout() && !printed.is_empty() {
        let documents =
            serde_json::Deserializer::from_slice(printed).into_iter::<serde_json::Value>();
        if let Some(Err(e)) = documents.last()
            // Help is not a document.
            && !words().any(|w| is(w, &["--help", "-h", "help"]))
        {
            return Some(format!("not JSON: {e}"));
        }
    }
    None
}

/// Colours of `pto` itself: what remains has no business there.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut rest = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_digit() && c != ';');
        match end.filter(|end| part[*end..].starts_with('m')) {
            Some(end) => rest.push_str(&part[end + 1..]),
            None => {
                rest.push_str("\u{1b}[");
                rest.push_str(part);
            }
        }
    }
    rest
}

/// Whether writing at a place may change a name: it is the place, what a link there leads to, a folder above it, or in a
/// folder that is made there.
fn leads_to(place: &Path, name: &Path) -> bool {
    let plain: PathBuf = place.components().filter(|c| c.as_os_str() != ".").collect();
    match plain.to_str() {
        Some("link.pto" | "dir/../k.pto") => name == "k.pto",
        Some("gone") => name == "missing",
        // Manual pages go into the folder itself.
        Some("") => name.extension().is_some_and(|e| e == "1"),
        _ => {
            let is_above = plain.starts_with(name) && name.extension().is_none();
            name.starts_with(&plain) || is_above
        }
    }
}
