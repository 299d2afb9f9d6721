//! A block on one of several threads: it claims bytes of global memory, and what it overwrites can be put back.

use super::claim::{Access, ClaimTable};
use pto_isa::sem::Trap;
use std::cell::Cell;
use std::ops::Range;

/// No block. Every claim for it is refused.
const NO_BLOCK: u32 = u32::MAX;

/// What a block has overwritten, so that it can be put back.
#[derive(Default)]
pub(super) struct UndoLog {
    pub saved: Vec<(u32, Range<usize>)>,
    pub bytes: Vec<u8>,
}

impl UndoLog {
    /// Forgets everything and keeps the room.
    pub fn clear(&mut self) {
        self.saved.clear();
        self.bytes.clear();
    }
}

/// A block on one of several threads: its claims, and what it needs to be undone.
pub(super) struct Claimant<'g> {
    claims: &'g ClaimTable,
    /// [`NO_BLOCK`] before the first and after each: nothing is granted then.
    block: u32,
    /// The block that claims are made for before it runs.
    foreseen: u32,
    /// A claim was refused: what the block does is to be undone.
    refused: Cell<bool>,
    log: UndoLog,
}

impl<'g> Claimant<'g> {
    pub fn new(claims: &'g ClaimTable) -> Claimant<'g> {
        let (refused, log) = Default::default();
        Claimant { claims, block: NO_BLOCK, foreseen: NO_BLOCK, refused, log }
    }

    /// From now on for the next block, if there is one.
    pub fn begin(&mut self, log: UndoLog) -> Option<u32> {
        self.block = self.claims.take()?;
        self.refused.set(false);
        self.log = log;
        Some(self.block)
    }

    /// The block has ended: its number, what undoes it, and whether it must be undone.
    pub fn end(&mut self) -> (u32, UndoLog, bool) {
        let block = std::mem::replace(&mut self.block, NO_BLOCK);
        (block, std::mem::take(&mut self.log), self.refused.get())
    }

    /// From now on claims may be made for a block that is to run later.
    pub fn foresee(&mut self, block: u32) {
        self.foreseen = block;
    }

    /// Claims bytes that the foreseen block will touch. They are not to be touched now, and will not be saved.
    pub fn claim_ahead(&self, buffer: u32, bytes: Range<usize>, access: Access) -> bool {
        self.claims.claim(self.foreseen, buffer, bytes, access, |_| {})
    }

    /// The table, and the block, if there is one.
    pub fn stop_sign(&self) -> Option<StopSign<'g>> {
        let running = self.block != NO_BLOCK;
        running.then_some(StopSign { claims: self.claims, block: self.block })
    }

    /// Claims bytes to be read.
    pub fn read(&self, buffer: u32, bytes: Range<usize>) -> Result<(), Trap> {
        let granted = self.claims.claim(self.block, buffer, bytes, Access::Read, |_| {});
        self.grant(granted)
    }

    /// Claims bytes to be written, which `start` points to, and saves them.
    #[allow(unsafe_code)]
    pub fn write(
        &mut self,
        buffer: u32,
        bytes: Range<usize>,
        start: *const u8,
    ) -> Result<(), Trap> {
        let (first, log) = (bytes.start, &mut self.log);
        let save = |fresh: Range<usize>| {
            let from = start.wrapping_add(fresh.start - first);
            // SAFETY: they are among the bytes that `start` points to, and claimed for this block now: nobody
            // writes them.
            let old = unsafe { std::slice::from_raw_parts(from, fresh.len()) };
            log.bytes.extend_from_slice(old);
            log.saved.push((buffer, fresh));
        };
        let granted = self.claims.claim(self.block, buffer, bytes, Access::Write, save);
        self.grant(granted)
    }

    fn grant(&self, granted: bool) -> Result<(), Trap> {
        if granted {
            return Ok(());
        }
        self.refused.set(true);
        Err(stopped())
    }
}

/// Tells a block whether it need not go on.
#[derive(Clone, Copy)]
pub struct StopSign<'g> {
    claims: &'g ClaimTable,
    block: u32,
}

impl StopSign<'_> {
    /// Whether the block need not go on.
    pub fn is_up(&self) -> bool {
        self.claims.is_stopped(self.block)
    }
}

/// What stops a block that has to run again. Nobody reads it.
#[cold]
pub fn stopped() -> Trap {
    Trap::new("touches what another block has touched")
}
