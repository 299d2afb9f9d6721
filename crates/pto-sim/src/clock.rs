//! How long something took.

use std::time::Duration;

/// A moment. WebAssembly by itself has no clock: there everything takes no time, and who calls measures.
#[derive(Clone, Copy, Debug)]
pub struct Moment(
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))] std::time::Instant,
);

impl Moment {
    /// This moment.
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    pub fn now() -> Moment {
        Moment(std::time::Instant::now())
    }

    /// What has passed since.
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    /// This moment.
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    pub fn now() -> Moment {
        Moment()
    }

    /// Nothing.
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    pub fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}
