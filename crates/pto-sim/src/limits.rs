//! What a run may take: steps, time, memory, text, instructions that are kept.
//!
//! Programs come from strangers: one that never ends, or that asks for more than a machine has, is stopped with a finding
//! that names the limit. Everything but the time gives the same finding on every machine.

use pto_isa::code;
use pto_isa::rule::count;
use pto_isa::sem::Trap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// What a run may take. The defaults are far from what kernels take and near enough that a loop without an end is
/// found within seconds.
///
/// ```
/// use pto_sim::{Launch, Limits};
/// let launch = Launch { limits: Limits { steps: 1000, ..Limits::default() }, ..Launch::default() };
/// assert_eq!(launch.limits.memory_bytes, 16 << 30);
/// assert_eq!(Limits::NONE.steps, u64::MAX);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Steps of a block: instructions, scalar operations and jumps. 10^9 by default.
    pub steps: u64,
    /// Time of the run. None by default, so that findings are the same on every machine.
    pub time: Option<Duration>,
    /// Bytes of all buffers and of the memories of blocks that run at once, known before any of them is made. 16 GiB by
    /// default.
    pub memory_bytes: u64,
    /// Bytes of text that all blocks print, each the same part of it. 64 MiB by default.
    pub printed_bytes: u64,
    /// Instructions that are kept, for a timeline or to compare two runs. 5 million by default: the largest published kernels take half of that.
    pub kept_instructions: u64,
}

impl Limits {
    /// No limits.
    pub const NONE: Limits = Limits {
        steps: u64::MAX,
        time: None,
        memory_bytes: u64::MAX,
        printed_bytes: u64::MAX,
        kept_instructions: u64::MAX,
    };

    /// The default limits, and another number of steps.
    pub fn of_steps(steps: u64) -> Limits {
        Limits { steps, ..Limits::default() }
    }

    /// What one of some blocks may print.
    pub(crate) fn printed_bytes_of_block(&self, blocks: u32) -> u64 {
        self.printed_bytes / u64::from(blocks.max(1))
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 1_000_000_000,
            time: None,
            memory_bytes: 16 << 30,
            printed_bytes: 64 << 20,
            kept_instructions: 5_000_000,
        }
    }
}

/// Stops a run that keeps more instructions than it may.
pub fn too_many_kept(most: u64) -> Trap {
    Trap::new(format!("is instruction {most} and the run is not over"))
        .code(code::TOO_MANY_STEPS)
        .note("`--max-instructions N` sets the limit of instructions that are kept")
}

/// Stops a block that prints more than it may.
pub(crate) fn too_much_printed(most_bytes: u64, blocks: u32) -> Trap {
    let most = size_text(most_bytes);
    let shared = if blocks > 1 { format!(", shared by {blocks} blocks") } else { String::new() };
    Trap::new(format!("prints, and the block has printed {most}"))
        .code(code::TOO_MUCH_PRINTED)
        .note(format!("`--max-output SIZE` sets the limit{shared}"))
}

/// The clock of a run whose time is limited.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock<'a> {
    /// Goes up when the time is over.
    pub over: &'a AtomicBool,
    time: Duration,
}

impl Clock<'_> {
    /// Whether the time is over.
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Stops a run whose time is over.
    pub fn check(&self) -> Result<(), Trap> {
        match self.is_over() {
            false => Ok(()),
            true => {
                Err(Trap::new(format!("is reached after {:?} and the run is not over", self.time))
                    .code(code::TOO_MANY_STEPS)
                    .note("`--max-seconds N` sets the limit, 0 sets none"))
            }
        }
    }
}

/// Runs something under a clock, if its time is limited.
pub(crate) fn within<T>(time: Option<Duration>, run: impl FnOnce(Option<Clock<'_>>) -> T) -> T {
    let Some(time) = time else { return run(None) };
    let over = AtomicBool::new(false);
    let over = &over;
    let (alive, ended) = channel::<()>();
    std::thread::scope(|scope| {
        // Without a thread there is no clock: steps are counted all the same.
        let clock = std::thread::Builder::new().spawn_scoped(scope, move || {
            if ended.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                over.store(true, Ordering::Relaxed);
            }
        });
        let result = run(clock.is_ok().then_some(Clock { over, time }));
        drop(alive);
        result
    })
}

/// A number of bytes for people, rounded down.
pub fn size_text(bytes: u64) -> String {
    const UNITS: [(u32, &str); 3] = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    match UNITS.iter().find(|(shift, _)| bytes >> shift > 0) {
        Some((shift, unit)) => {
            let tenths = (u128::from(bytes) * 10) >> shift;
            format!("{}.{} {unit}", tenths / 10, tenths % 10)
        }
        None => count(bytes as u32, "byte"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        let sizes = [0, 1, 1023, 1024, 1536, 1 << 20, (1 << 34) + (1 << 29), u64::MAX];
        let texts = sizes.map(size_text);
        let want = ["0 bytes", "1 byte", "1023 bytes", "1.0 KiB", "1.5 KiB", "1.0 MiB", "16.5 GiB"];
        assert_eq!(texts[..7], want);
        assert_eq!(texts[7], "17179869183.9 GiB");
    }

    #[test]
    fn the_clock_stops_when_time_is_over() {
        assert!(within(None, |clock| clock.is_none()));
        assert!(within(Some(Duration::from_secs(3600)), |c| c.is_some_and(|c| c.check().is_ok())));
        let waits = |clock: Option<Clock<'_>>| {
            while clock.is_some_and(|c| !c.is_over()) {
                std::thread::yield_now();
            }
            clock.and_then(|c| c.check().err()).map(|trap| trap.message)
        };
        let message = within(Some(Duration::from_millis(2)), waits).unwrap();
        assert_eq!(message, "is reached after 2ms and the run is not over");
    }
}
