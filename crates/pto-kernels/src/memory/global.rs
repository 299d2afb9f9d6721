//! Global memory: the buffers of a launch, which all blocks share.

use super::claim::{Access, ClaimTable};
use super::{PAGE, range};
use pto_isa::code;
use pto_isa::sem::Trap;
use std::cell::Cell;
use std::marker::PhantomData;
use std::ops::Range;

/// A buffer of global memory.
struct Buffer {
    start: *mut u8,
    bytes: usize,
    slack: usize,
    /// Whether instructions may write it.
    writable: bool,
}

/// A buffer of the host that global memory is laid over while an instruction runs.
#[derive(Debug)]
pub enum HostBuffer<'a> {
    /// Instructions only read it.
    Read(&'a [u8]),
    /// Instructions may write it.
    Write(&'a mut [u8]),
}

/// The buffers of a launch, which all blocks see: for one thread. [`SharedMemory`] is for several.
pub struct GlobalMemory<'b> {
    buffers: Vec<Buffer>,
    /// The buffers are borrowed for writing while it lives.
    borrowed: PhantomData<&'b mut [u8]>,
}

impl<'b> GlobalMemory<'b> {
    /// Global memory over these buffers; the last `slack` bytes of each lie behind its end.
    pub fn new(buffers: &'b mut [Vec<u8>], slack: usize) -> GlobalMemory<'b> {
        let buffers = buffers.iter_mut().map(|b| Buffer {
            start: b.as_mut_ptr(),
            bytes: b.len().saturating_sub(slack),
            slack: slack.min(b.len()),
            writable: true,
        });
        GlobalMemory { buffers: buffers.collect(), borrowed: PhantomData }
    }

    /// Global memory without buffers.
    pub const fn empty() -> GlobalMemory<'b> {
        GlobalMemory { buffers: Vec::new(), borrowed: PhantomData }
    }

    /// Global memory over buffers of the host.
    pub fn of(buffers: &'b mut [HostBuffer<'_>]) -> GlobalMemory<'b> {
        let buffers = buffers.iter_mut().map(|b| {
            let (start, bytes, writable) = match b {
                HostBuffer::Read(bytes) => (bytes.as_ptr().cast_mut(), bytes.len(), false),
                HostBuffer::Write(bytes) => (bytes.as_mut_ptr(), bytes.len(), true),
            };
            Buffer { start, bytes, slack: 0, writable }
        });
        GlobalMemory { buffers: buffers.collect(), borrowed: PhantomData }
    }

    /// Where local memories are to begin in a page: far from where the first buffer does, so that copies
    /// between them do not read what seems to have been written just before. It depends on chance otherwise,
    /// and makes up to two fifths of the time of a copy.
    pub(super) fn half_a_page_on(&self) -> usize {
        let first = self.buffers.first().map_or(0, |b| b.start.addr());
        (first / 64 * 64 + PAGE / 2 + 64) % PAGE
    }

    /// Where some bytes of a buffer are, and whether they reach past its end, into the slack.
    pub(super) fn find(
        &self,
        buffer: u32,
        addr: i64,
        len: u64,
        access: Access,
    ) -> Result<Found, Trap> {
        let Some(b) = self.buffers.get(buffer as usize) else {
            return Err(Trap::new("uses a pointer that points to no buffer").code(code::GM_BOUNDS));
        };
        if access == Access::Write && !b.writable {
            return Err(Trap::new("writes to a buffer that may only be read").code(code::GM_BOUNDS));
        }
        if let Some(range) = range(addr, len, b.bytes) {
            let start = b.start.wrapping_add(range.start);
            return Ok(Found { start, range, overruns: false });
        }
        if let Some(range) = range(addr, len, b.bytes + b.slack) {
            let start = b.start.wrapping_add(range.start);
            return Ok(Found { start, range, overruns: true });
        }
        Err(Trap::new(format!(
            "accesses bytes {addr}..{} of a buffer of {} bytes",
            i128::from(addr) + i128::from(len),
            b.bytes
        ))
        .code(code::GM_BOUNDS))
    }

    /// Puts back what a block has overwritten.
    #[allow(unsafe_code)]
    pub fn restore(&self, log: &UndoLog) {
        let mut end = log.bytes.len();
        // What was written first was saved first and counts.
        for (buffer, range) in log.saved.iter().rev() {
            let bytes = &log.bytes[end - range.len()..end];
            end -= range.len();
            let Ok(found) =
                self.find(*buffer, range.start as i64, range.len() as u64, Access::Write)
            else {
                continue;
            };
            // SAFETY: `find` checked the range. This is for one thread: no other has a reference to the bytes,
            // and this one has none while it is here.
            unsafe { found.start.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        }
    }
}

/// Bytes of a buffer.
pub(super) struct Found {
    pub start: *mut u8,
    /// In the buffer.
    pub range: Range<usize>,
    /// Whether they reach past the end, into the slack.
    pub overruns: bool,
}

/// What a block has overwritten, so that it can be put back.
#[derive(Default)]
pub struct UndoLog {
    saved: Vec<(u32, Range<usize>)>,
    bytes: Vec<u8>,
}

impl UndoLog {
    /// Forgets everything and keeps the room.
    pub fn clear(&mut self) {
        self.saved.clear();
        self.bytes.clear();
    }
}

/// Global memory while blocks run on several threads.
///
/// It hands out memories that claim every byte before they touch it (see [`ClaimTable`]).
pub struct SharedMemory<'g> {
    gm: &'g GlobalMemory<'g>,
    /// Who may touch what.
    pub claims: ClaimTable,
}

// SAFETY: global memory is not `Sync` because its bytes are read and written through pointers. Here it can be
// reached through `CoreMemory::claiming` only, whose accesses to it are claimed for a block first, each for what it
// does; two blocks get claims for the same bytes at the same time only if both read (`claim.rs`). A block runs on one
// thread. The list of buffers itself does not change.
#[allow(unsafe_code)]
unsafe impl Sync for SharedMemory<'_> {}

impl<'g> SharedMemory<'g> {
    /// Global memory for the blocks from `first` on.
    pub fn new(gm: &'g GlobalMemory<'g>, first: u32) -> SharedMemory<'g> {
        let sizes = gm.buffers.iter().map(|b| b.bytes + b.slack);
        SharedMemory { gm, claims: ClaimTable::new(sizes, first) }
    }

    pub(super) fn global(&self) -> &'g GlobalMemory<'g> {
        self.gm
    }
}

/// A block on one of several threads: its claims, and what it needs to be undone.
pub(super) struct Claimant<'g> {
    claims: &'g ClaimTable,
    block: u32,
    /// A claim was refused: what the block does is to be undone.
    refused: Cell<bool>,
    log: UndoLog,
}

impl<'g> Claimant<'g> {
    pub fn new(claims: &'g ClaimTable) -> Claimant<'g> {
        Claimant { claims, block: 0, refused: Cell::new(false), log: UndoLog::default() }
    }

    /// From now on for another block.
    pub fn begin(&mut self, block: u32, log: UndoLog) {
        self.block = block;
        self.refused.set(false);
        self.log = log;
    }

    /// The block has ended: what undoes it, and whether it must be undone.
    pub fn end(&mut self) -> (UndoLog, bool) {
        (std::mem::take(&mut self.log), self.refused.get())
    }

    /// The table, and the block.
    pub fn stop_sign(&self) -> StopSign<'g> {
        StopSign { claims: self.claims, block: self.block }
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
