//! What a process has made beside the places of its outputs, so that it can go away whatever ends the process.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What this process has beside the places of its outputs. As long as this lives, nothing is made, takes its place or goes
/// away.
pub(crate) struct Parts(MutexGuard<'static, Vec<PathBuf>>);

static PARTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

impl Parts {
    /// Waits for those who change them.
    pub(crate) fn lock() -> Parts {
        Parts(PARTS.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Removes all of them: the process is about to end.
    pub(crate) fn discard() -> Parts {
        let mut parts = Parts::lock();
        parts.0.drain(..).for_each(|part| remove(&part));
        parts
    }

    /// Removes one.
    pub(crate) fn remove(&mut self, part: &Path) {
        remove(part);
        self.forget(part);
    }

    /// Takes note of one.
    pub(crate) fn remember(&mut self, part: PathBuf) {
        self.0.push(part);
    }

    /// It has taken its place.
    pub(crate) fn forget(&mut self, part: &Path) {
        self.0.retain(|p| p != part);
    }
}

/// Removes a part, a file or a folder.
pub(crate) fn remove(part: &Path) {
    let _ = match part.is_dir() {
        true => fs::remove_dir_all(part),
        false => fs::remove_file(part),
    };
}
