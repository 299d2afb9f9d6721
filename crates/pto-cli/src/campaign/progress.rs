//! How far a campaign is: on a terminal, a line with the rate and the time that is left.

use pto_cost::grouped;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

/// Counts configurations, and shows them where somebody looks.
pub(super) struct Progress {
    done: Arc<AtomicU64>,
    shown: Option<(mpsc::Sender<()>, std::thread::JoinHandle<()>)>,
}

impl Progress {
    pub fn start(total: u64) -> Progress {
        let done = Arc::new(AtomicU64::new(0));
        if total == 0 || !std::io::stderr().is_terminal() {
            return Progress { done, shown: None };
        }
        let (tell, told) = mpsc::channel();
        let counted = Arc::clone(&done);
        let thread = std::thread::spawn(move || {
            let start = Instant::now();
            let wait = Duration::from_millis(500);
            while let Err(mpsc::RecvTimeoutError::Timeout) = told.recv_timeout(wait) {
                let line = line(counted.load(Ordering::Relaxed), total, start.elapsed());
                let _ = write!(std::io::stderr(), "\r{line:<79}");
            }
            let _ = write!(std::io::stderr(), "\r{:79}\r", "");
        });
        Progress { done, shown: Some((tell, thread)) }
    }

    pub fn count(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    pub fn stop(self) {
        if let Some((tell, thread)) = self.shown {
            let _ = tell.send(());
            let _ = thread.join();
        }
    }
}

fn line(done: u64, total: u64, elapsed: Duration) -> String {
    let rate = done as f64 / elapsed.as_secs_f64().max(1e-3);
    let percent = 100 * done / total.max(1);
    let left = (total - done.min(total)) as f64 / rate.max(1e-3);
    let left = if done == 0 { "?".into() } else { format!("{left:.0}") };
    format!(
        "{} of {} configurations ({percent} %), {rate:.0} per second, {left} s left",
        grouped(done),
        grouped(total)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_and_what_is_left_are_shown() {
        let shown = line(2000, 10_000, Duration::from_secs(4));
        assert_eq!(shown, "2,000 of 10,000 configurations (20 %), 500 per second, 16 s left");
        assert!(line(0, 10, Duration::ZERO).ends_with("? s left"));
    }
}
