//! Blocks on several threads, with the result of blocks one after another.
//!
//! Threads take blocks in order and run them at once, each under the claims of `claim.rs`. A block is
//! committed once it and all blocks before it are done. The first one that is not, because it was refused a claim, is
//! undone with all blocks after it, and they run again. So the result is that of blocks in order whatever the kernel
//! does: values, text, or the first failure.
//!
//! To save what is overwritten costs as much as to copy it. Where it is known before which bytes each block will touch,
//! claims are made before any block runs ([`Wave::foresee`]), and if none is refused nothing needs to be saved.

use super::claim::ClaimTable;
use super::claimant::{Claimant, UndoLog};
use super::{CoreMemory, GlobalMemory};
use pto_isa::Target;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Blocks that run at once. `T` is what is known of a block that is done, `E` of one that has failed.
pub struct Wave<'g, 'b, T, E> {
    gm: Shared<'g, 'b>,
    claims: ClaimTable,
    blocks: Range<u32>,
    ends: Mutex<Ends<T, E>>,
}

/// Global memory that several threads see.
struct Shared<'g, 'b>(&'g mut GlobalMemory<'b>);

// SAFETY: global memory is not `Sync` because its bytes are read and written through pointers. Threads get at it through
// `Wave::memory` only, as memories that claim bytes for a block before they touch them, each for what it does, and
// touch nothing without a block. No two of them have the same block at the same time (`ClaimTable::take`), and two
// blocks get claims for the same bytes at the same time only if both read (`claim.rs`). The list of buffers itself does
// not change.
#[allow(unsafe_code)]
unsafe impl Sync for Shared<'_, '_> {}

/// How blocks have ended, by their position in the wave.
struct Ends<T, E> {
    list: Vec<Option<End<T, E>>>,
    /// How many of them are committed.
    committed: usize,
    /// Logs of committed blocks, to be used again: their memory is in the cache.
    logs: Vec<UndoLog>,
}

/// How a block has ended.
struct End<T, E> {
    outcome: Result<T, E>,
    log: UndoLog,
    /// It must run again.
    refused: bool,
}

/// What is left after a wave.
pub enum Rest<E> {
    /// Nothing.
    Nothing,
    /// A block has failed; those before it are done.
    Failed(E),
    /// The blocks from this one on.
    From(u32),
}

impl<'g, 'b, T: Send, E: Send> Wave<'g, 'b, T, E> {
    /// Blocks that have not begun.
    pub fn new(gm: &'g mut GlobalMemory<'b>, blocks: Range<u32>) -> Wave<'g, 'b, T, E> {
        Wave {
            claims: ClaimTable::new(gm.sizes(), blocks.clone()),
            gm: Shared(gm),
            ends: Mutex::new(Ends {
                list: blocks.clone().map(|_| None).collect(),
                committed: 0,
                logs: Vec::new(),
            }),
            blocks,
        }
    }

    /// Fresh memories for one of the threads. They see global memory between [`Wave::begin`] and [`Wave::end`].
    pub fn memory(&self, target: Target) -> CoreMemory<'_> {
        CoreMemory::claiming(target, &*self.gm.0, Claimant::new(&self.claims))
    }

    /// From now on the memory, which has no block, makes claims for one that is to run later. What was claimed so is not
    /// saved when it is written: blocks may be foreseen only if they will touch nothing else, so that none is refused.
    pub fn foresee(&self, memory: &mut CoreMemory<'_>, block: u32) {
        if let Some(claimant) = memory.claimant() {
            claimant.foresee(block);
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

    /// A block to be run by whoever asks.
    pub fn begin(&self, memory: &mut CoreMemory<'_>) -> Option<u32> {
        let log = self.lock().logs.pop().unwrap_or_default();
        memory.claimant()?.begin(log)
    }

    /// The block of a memory has ended.
    pub fn end(&self, memory: &mut CoreMemory<'_>, outcome: Result<T, E>) {
        let Some((block, log, refused)) = memory.claimant().map(Claimant::end) else { return };
        if refused || outcome.is_err() {
            self.claims.stop(block);
        }
        let mut ends = self.lock();
        let at = block.wrapping_sub(self.blocks.start) as usize;
        let Some(end) = ends.list.get_mut(at) else { return };
        *end = Some(End { outcome, log, refused });
        let before = ends.committed;
        while let Some(log) = ends.next_done() {
            ends.logs.push(log);
            ends.committed += 1;
        }
        if ends.committed > before {
            // What the committed blocks did happens before this: they have held the lock.
            self.claims.commit_before(self.blocks.start + ends.committed as u32);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Ends<T, E>> {
        self.ends.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All threads have ended: undoes what is not to be, and gives the blocks that are done.
    pub fn settle(self) -> (Vec<T>, Rest<E>) {
        let gm = self.gm.0;
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
                // Nobody asks for the results.
                (_, Rest::Failed(_)) => {}
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

impl<T, E> Ends<T, E> {
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
