//! A request is answered by a process of its own: a mistake of pto itself ends that process, and the server goes on.

use crate::play::{self, Frame, Host};
use serde_json::json;
use std::io::{Read, Write};
use std::process::{Command, ExitCode, Output, Stdio};

/// Answers the request on standard input, on standard output.
pub fn answer_one(host: &Host) -> ExitCode {
    let mut request = Vec::new();
    let done = std::io::stdin().read_to_end(&mut request).and_then(|_| {
        let mut out = std::io::stdout();
        out.write_all(&play::answer(&request, host))?;
        out.flush()
    });
    if done.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Has a request answered; if it is not, the answer says why.
pub fn ask(request: &[u8], max_seconds: u64) -> Vec<u8> {
    let refused = |why: String| Frame::of(json!({ "refused": why })).bytes();
    match start(request, max_seconds) {
        Ok(out) if out.status.success() => out.stdout,
        Ok(out) => {
            let said = String::from_utf8_lossy(&out.stderr);
            let first = said.lines().next().unwrap_or_default();
            refused(format!("no answer, {}: {first}", out.status))
        }
        Err(e) => refused(format!("no answer: {e}")),
    }
}

fn start(request: &[u8], max_seconds: u64) -> std::io::Result<Output> {
    let mut child = Command::new(std::env::current_exe()?)
        .args(["--color=never", "serve", "--answer", "--max-seconds", &max_seconds.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(mut input) = child.stdin.take() {
        // A process that reads nothing more has ended; how, is told below.
        let _ = input.write_all(request);
    }
    child.wait_with_output()
}
