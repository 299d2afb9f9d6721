//! What one command costs: processor time, the most memory it held, how it ended.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What a command took.
#[derive(Clone)]
pub struct Cost {
    /// Processor time of all threads, of the user and of the system. The system counts it in hundredths of a second.
    pub cpu_ms: u64,
    /// The most memory it held.
    pub peak_kb: u64,
    /// How it ended.
    pub end: End,
}

/// How a command ended.
#[derive(Clone, PartialEq)]
pub enum End {
    /// With this exit code, and the first code of a finding on standard error.
    Exit(i32, Option<String>),
    /// By a signal: a stack that overflowed, or an abort.
    Killed,
    /// It was ended after the time limit.
    TimedOut,
}

/// Linux reports processor time in these units to every program.
const MS_PER_TICK: u64 = 10;

/// Runs a command with `input` on its standard input, at most for `limit`.
pub fn measure(
    binary: &Path,
    words: &[String],
    input: &Path,
    limit: Duration,
) -> Result<Cost, String> {
    let fail = |e: std::io::Error| format!("{}: {e}", binary.display());
    let said = input.with_extension("err");
    let mut child = Command::new(binary)
        .args(words)
        .env("NO_COLOR", "1")
        .stdin(File::open(input).map_err(fail)?)
        .stdout(Stdio::null())
        .stderr(File::create(&said).map_err(fail)?)
        .spawn()
        .map_err(fail)?;
    let mut cost = watch(&mut child, limit).map_err(fail)?;
    if let End::Exit(_, code) = &mut cost.end {
        *code = first_code(&said);
    }
    Ok(cost)
}

/// Follows a process to its end. It stays a zombie, whose times can still be read, until it is waited for.
fn watch(child: &mut Child, limit: Duration) -> std::io::Result<Cost> {
    let (stat, status) =
        (format!("/proc/{}/stat", child.id()), format!("/proc/{}/status", child.id()));
    let begin = Instant::now();
    let mut cost = Cost { cpu_ms: 0, peak_kb: 0, end: End::TimedOut };
    loop {
        let text = fs::read_to_string(&stat)?;
        // The name of the program stands in brackets and may contain anything.
        let fields: Vec<&str> = text.rsplit(')').next().unwrap_or("").split_whitespace().collect();
        let ticks = |at: usize| fields.get(at).and_then(|f| f.parse::<u64>().ok()).unwrap_or(0);
        cost.cpu_ms = (ticks(11) + ticks(12)) * MS_PER_TICK;
        if matches!(fields.first(), Some(&"Z" | &"X")) {
            break;
        }
        let peak = fs::read_to_string(&status)?.lines().find_map(|l| {
            l.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.trim().parse().ok()
        });
        cost.peak_kb = cost.peak_kb.max(peak.unwrap_or(0));
        if begin.elapsed() > 20 * limit || cost.cpu_ms > limit.as_millis() as u64 {
            child.kill()?;
            child.wait()?;
            return Ok(cost);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    cost.end = match child.wait()?.code() {
        Some(code) => End::Exit(code, None),
        None => End::Killed,
    };
    Ok(cost)
}

/// The first `error[E0102]` of what was said.
fn first_code(said: &Path) -> Option<String> {
    let text = fs::read(said).ok()?;
    let text = String::from_utf8_lossy(&text[..text.len().min(100_000)]).into_owned();
    let from = text.find("error[")? + "error[".len();
    Some(text[from..].split(']').next()?.into())
}
