//! Blocks on several threads, with the result of blocks one after another.
//!
//! Threads take blocks in order and run them at once, each under the claims of `memory/claim.rs`. A block is
//! committed once it and all blocks before it are done. The first one that is not, because it was refused a claim, is
//! undone with all blocks after it, and they run again. So the result is that of blocks in order whatever the kernel
//! does: values, text, the first failure, and what the blocks before it and the failed one itself have left in memory.

use pto_ir::diag::Diagnostic;
use pto_kernels::memory::{GlobalMemory, SharedMemory, UndoLog};
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Blocks that run at once. `T` is what is known of a block that is done.
pub(crate) struct Wave<'g, T> {
    pub shared: SharedMemory<'g>,
    blocks: Range<u32>,
    /// The block to be taken next.
    next: AtomicU32,
    ends: Mutex<Ends<T>>,
}

/// How blocks have ended, by their position in the wave.
struct Ends<T> {
    list: Vec<Option<End<T>>>,
    /// How many of them are committed.
    committed: usize,
    /// Logs of committed blocks, to be used again: their memory is in the cache.
    logs: Vec<UndoLog>,
}

/// How a block has ended.
struct End<T> {
    outcome: Result<T, Box<Diagnostic>>,
    log: UndoLog,
    /// It must run again.
    refused: bool,
}

/// What is left after a wave.
pub(crate) enum Rest {
    /// Nothing.
    Nothing,
    /// A block has failed; those before it are done.
    Failed(Box<Diagnostic>),
    /// The blocks from this one on.
    From(u32),
}

impl<'g, T: Send> Wave<'g, T> {
    /// Blocks that have not begun.
    pub fn new(gm: &'g GlobalMemory<'g>, blocks: Range<u32>) -> Wave<'g, T> {
        Wave {
            shared: SharedMemory::new(gm, blocks.start),
            next: AtomicU32::new(blocks.start),
            ends: Mutex::new(Ends {
                list: blocks.clone().map(|_| None).collect(),
                committed: 0,
                logs: Vec::new(),
            }),
            blocks,
        }
    }

    /// Lets threads work, this one among them, until no block is to be taken any more.
    pub fn run(&self, threads: usize, work: impl Fn() + Sync) {
        std::thread::scope(|scope| {
            for _ in 1..threads.min(self.blocks.len()) {
                // Where a thread cannot be had, the others do its work.
                if std::thread::Builder::new().spawn_scoped(scope, &work).is_err() {
                    break;
                }
            }
            work();
        });
    }

    /// A block to be run by whoever asks, and an empty log for it.
    pub fn take(&self) -> Option<(u32, UndoLog)> {
        let more =
            |b: u32| (b < self.blocks.end && !self.shared.claims.is_stopped(b)).then(|| b + 1);
        let block = self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).ok()?;
        Some((block, self.lock().logs.pop().unwrap_or_default()))
    }

    /// A block has ended.
    pub fn end(
        &self,
        block: u32,
        outcome: Result<T, Box<Diagnostic>>,
        log: UndoLog,
        refused: bool,
    ) {
        if refused || outcome.is_err() {
            self.shared.claims.stop(block);
        }
        let mut ends = self.lock();
        let at = (block - self.blocks.start) as usize;
        ends.list[at] = Some(End { outcome, log, refused });
        let before = ends.committed;
        while let Some(log) = ends.next_done() {
            ends.logs.push(log);
            ends.committed += 1;
        }
        if ends.committed > before {
            // What the committed blocks did happens before this: they have held the lock.
            self.shared.claims.commit_before(self.blocks.start + ends.committed as u32);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Ends<T>> {
        self.ends.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All threads have ended: undoes what is not to be, and gives the blocks that are done.
    pub fn settle(self, gm: &GlobalMemory<'_>) -> (Vec<T>, Rest) {
        let Ends { list, committed, .. } =
            self.ends.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut done = Vec::with_capacity(committed);
        let mut rest = Rest::Nothing;
        for (block, end) in self.blocks.zip(list) {
            match (end, &rest) {
                (Some(End { outcome: Ok(report), refused: false, .. }), Rest::Nothing) => {
                    done.push(report);
                }
                (Some(End { outcome: Err(d), refused: false, .. }), Rest::Nothing) => {
                    rest = Rest::Failed(d);
                }
                (None, Rest::Nothing) => rest = Rest::From(block),
                (None, _) => {}
                // Blocks that are not committed wrote different bytes: their order does not matter.
                (Some(end), _) => {
                    gm.restore(&end.log);
                    if matches!(rest, Rest::Nothing) {
                        rest = Rest::From(block);
                    }
                }
            }
        }
        (done, rest)
    }
}

impl<T> Ends<T> {
    /// The log of the next block to be committed, if it is done.
    fn next_done(&mut self) -> Option<UndoLog> {
        let end = self.list.get_mut(self.committed)?.as_mut()?;
        let done = end.outcome.is_ok() && !end.refused;
        done.then(|| {
            let mut log = std::mem::take(&mut end.log);
            log.clear();
            log
        })
    }
}
