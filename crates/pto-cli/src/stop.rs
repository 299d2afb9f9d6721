//! The end of a command that does not come by itself: Ctrl-C, or its time is over.
//!
//! Either way no output is left half written: files take their places all at once (`outputs`), and what is beside them
//! goes away first. A thread of its own does this, so a command stops wherever it is.

use crate::output;
use crate::parts::Parts;
use std::process::exit;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The exit code of a command that was interrupted: 128 and the number of the signal, as shells count.
pub const INTERRUPTED: u8 = 130;

/// When the command is to stop.
struct Watch {
    /// How long it may work without a sign of life, and how much longer to wait for it to end by itself; `None` until a
    /// limit is set.
    limit: Option<(Duration, Duration)>,
    since: Option<Instant>,
    /// How many wait for somebody else at the moment: a reader, a writer, a disk.
    waiting: u32,
    /// The exit code of a command whose time is over.
    code: i32,
}

static WATCH: Mutex<Watch> = Mutex::new(Watch { limit: None, since: None, waiting: 0, code: 2 });
static CHANGED: Condvar = Condvar::new();

fn watch() -> MutexGuard<'static, Watch> {
    WATCH.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on the command stops once it has worked for so long without a sign of life, and did not end by itself in
/// the time it has for that.
pub fn after(limit: Duration, grace: Duration) {
    let mut watch = watch();
    let is_new = watch.limit.is_none();
    (watch.limit, watch.since) = (Some((limit, grace)), Some(Instant::now()));
    drop(watch);
    if is_new {
        // Without a thread nothing is limited.
        let _ = std::thread::Builder::new().spawn(keep_watch);
    }
}

/// A command whose time is over ends with another exit code than others.
pub fn end_with(code: i32) {
    watch().code = code;
}

/// A part of the work is done: the next may take as long again.
pub fn alive() {
    watch().since = Some(Instant::now());
}

/// As long as this lives the command waits for others, which takes none of its time.
pub struct Waiting(());

/// The command waits for others.
pub fn waiting() -> Waiting {
    watch().waiting += 1;
    Waiting(())
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut watch = watch();
        watch.waiting -= 1;
        watch.since = Some(Instant::now());
        drop(watch);
        CHANGED.notify_all();
    }
}

fn keep_watch() {
    let mut watch = watch();
    loop {
        let (Some((limit, grace)), Some(since)) = (watch.limit, watch.since) else { return };
        let left = limit.saturating_add(grace).saturating_sub(since.elapsed());
        watch = match (watch.waiting > 0, left.is_zero()) {
            (true, _) => CHANGED.wait(watch).unwrap_or_else(PoisonError::into_inner),
            (false, true) => break,
            (false, false) => {
                let woken = CHANGED.wait_timeout(watch, left);
                woken.unwrap_or_else(PoisonError::into_inner).0
            }
        };
    }
    let (seconds, code) = (watch.limit.unwrap_or_default().0.as_secs(), watch.code);
    drop(watch);
    let _parts = Parts::discard();
    output::print_error_with(
        &format!("[{}]", pto_isa::code::TOO_MANY_STEPS.spelled(true)),
        &format!("the command is not done after {seconds} s"),
        ["`--max-seconds N` sets the limit, 0 sets none"],
    );
    output::print_complaints();
    exit(code)
}

/// Ends the command on Ctrl-C, and when it is asked to terminate.
#[cfg(unix)]
pub fn on_signals() {
    use signal_hook::flag::register_conditional_shutdown;
    let ignored = ignored_signals();
    for signal in ENDING.into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0) {
        // Without this the system ends the process, and what it leaves goes away with the next file.
        let _ = register_conditional_shutdown(signal, 128 + signal, &LEAVES_NOTHING);
    }
}

/// From now on there may be files beside the places of outputs, which go away before the command ends.
#[cfg(unix)]
pub(crate) fn clean_up_on_signals() {
    use std::sync::atomic::Ordering::SeqCst;
    static STARTED: std::sync::Once = std::sync::Once::new();
    STARTED.call_once(|| {
        let ignored = ignored_signals();
        let heard = ENDING.into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
        let Ok(mut signals) = signal_hook::iterator::Signals::new(heard) else { return };
        let listens = std::thread::Builder::new().spawn(move || {
            if let Some(signal) = signals.forever().next() {
                let _parts = Parts::discard();
                exit(128 + signal)
            }
        });
        LEAVES_NOTHING.store(listens.is_err(), SeqCst);
    });
}

/// Signals that end a command.
#[cfg(unix)]
const ENDING: [i32; 3] = {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    [SIGINT, SIGTERM, SIGHUP]
};

/// Whether a command that ends at once leaves nothing to be removed; most never write a file, and need no thread for it.
#[cfg(unix)]
static LEAVES_NOTHING: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(true);

/// Interrupts end the process as the system does it.
#[cfg(not(unix))]
pub fn on_signals() {}

/// Interrupts end the process as the system does it.
#[cfg(not(unix))]
pub(crate) fn clean_up_on_signals() {}

/// The signals, as bits, that whoever started the process wants ignored, as `nohup` does. Systems without `/proc` do not
/// say.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|l| l.strip_prefix("SigIgn:"));
    mask.and_then(|m| u64::from_str_radix(m.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Set in the process that is to be stopped.
    const STOPPED: &str = "PTO_TEST_IS_STOPPED";

    #[test]
    fn a_command_is_stopped_unless_it_waits_or_shows_life() {
        if std::env::var_os(STOPPED).is_some() {
            let (limit, longer) = (Duration::from_secs(1), Duration::from_millis(700));
            after(limit, Duration::ZERO);
            let waiting = waiting();
            std::thread::sleep(2 * limit);
            drop(waiting);
            for _ in 0..3 {
                std::thread::sleep(longer);
                alive();
            }
            output::print_note("still here");
            std::thread::sleep(Duration::from_secs(30));
            return;
        }
        let this = std::env::current_exe().expect("the test has a name");
        let name = "stop::tests::a_command_is_stopped_unless_it_waits_or_shows_life";
        let out = std::process::Command::new(this)
            .args(["--exact", name, "--nocapture"])
            .env(STOPPED, "1")
            .output()
            .expect("the test starts again");
        let said = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{said}");
        let (_, end) = said.split_once("still here\n").expect("it has waited and gone on");
        assert!(end.starts_with("error[E0609]: the command is not done after 1 s\n"), "{said}");
        assert!(end.contains("`--max-seconds N` sets the limit"), "{said}");
    }
}
