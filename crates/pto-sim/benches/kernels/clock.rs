//! The time that a thread spent on a processor: what else the machine does hardly counts.

/// Nanoseconds of processor time of this thread so far.
#[cfg(unix)]
pub fn thread_nanos() -> f64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    now.tv_sec as f64 * 1e9 + now.tv_nsec as f64
}

/// Nanoseconds since the first call, where threads have no clock.
#[cfg(not(unix))]
pub fn thread_nanos() -> f64 {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed().as_nanos() as f64
}
