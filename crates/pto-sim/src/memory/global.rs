//! Global memory: the buffers of a launch, which all blocks share.

use super::{PAGE, range};
use pto_isa::code;
use pto_isa::sem::Trap;
use std::sync::atomic::{AtomicBool, Ordering};

/// A buffer of global memory.
struct Buffer {
    start: *mut u8,
    bytes: usize,
    slack: usize,
}

/// A buffer of the host that global memory is laid over while an instruction runs.
#[derive(Debug)]
pub enum HostBuffer<'a> {
    /// Instructions only read it.
    Read(&'a [u8]),
    /// Instructions may write it.
    Write(&'a mut [u8]),
}

/// The buffers of a launch. All blocks see them.
///
/// Blocks run on several threads and write through raw pointers. That is sound as long as no block
/// touches bytes that another one writes; a kernel that does so has a race on the device too. Kernels
/// with atomic stores or waits between blocks run their blocks one after another.
pub struct GlobalMemory {
    buffers: Vec<Buffer>,
    /// Whether an access went past the end of a buffer, into the slack.
    overrun: AtomicBool,
}

// SAFETY: the pointers are to memory that outlives the value (see `GlobalMemory::new`), and what blocks
// write is disjoint or they run in sequence (see above).
#[allow(unsafe_code)]
unsafe impl Sync for GlobalMemory {}
// SAFETY: as for `Sync`.
#[allow(unsafe_code)]
unsafe impl Send for GlobalMemory {}

impl GlobalMemory {
    /// Global memory over these buffers; the last `slack` bytes of each lie behind its end. The caller
    /// keeps the buffers borrowed while the value lives.
    pub(crate) fn new(buffers: &mut [Vec<u8>], slack: usize) -> GlobalMemory {
        let buffers = buffers.iter_mut().map(|b| Buffer {
            start: b.as_mut_ptr(),
            bytes: b.len().saturating_sub(slack),
            slack: slack.min(b.len()),
        });
        GlobalMemory { buffers: buffers.collect(), overrun: AtomicBool::new(false) }
    }

    /// Global memory without buffers.
    pub(crate) const fn empty() -> GlobalMemory {
        GlobalMemory { buffers: Vec::new(), overrun: AtomicBool::new(false) }
    }

    /// Global memory over buffers of the host. The caller keeps them borrowed while the value lives, and sees to
    /// it that nothing is written to those that may only be read.
    pub(crate) fn of(buffers: &mut [HostBuffer<'_>]) -> GlobalMemory {
        let buffers = buffers.iter_mut().map(|b| {
            let (start, bytes) = match b {
                HostBuffer::Read(bytes) => (bytes.as_ptr().cast_mut(), bytes.len()),
                HostBuffer::Write(bytes) => (bytes.as_mut_ptr(), bytes.len()),
            };
            Buffer { start, bytes, slack: 0 }
        });
        GlobalMemory { buffers: buffers.collect(), overrun: AtomicBool::new(false) }
    }

    /// Where local memories are to begin in a page: far from where the first buffer does, so that copies
    /// between them do not read what seems to have been written just before. It depends on chance otherwise,
    /// and makes up to two fifths of the time of a copy.
    pub(super) fn half_a_page_on(&self) -> usize {
        let first = self.buffers.first().map_or(0, |b| b.start.addr());
        (first / 64 * 64 + PAGE / 2 + 64) % PAGE
    }

    /// Whether an access went past the end of a buffer, into the slack.
    pub fn overran(&self) -> bool {
        self.overrun.load(Ordering::Relaxed)
    }

    /// Where some bytes of a buffer are.
    pub(super) fn raw(&self, buffer: u32, addr: i64, len: u64) -> Result<*mut u8, Trap> {
        let Some(b) = self.buffers.get(buffer as usize) else {
            return Err(Trap::new("uses a pointer that points to no buffer").code(code::GM_BOUNDS));
        };
        if let Some(r) = range(addr, len, b.bytes) {
            return Ok(b.start.wrapping_add(r.start));
        }
        if let Some(r) = range(addr, len, b.bytes + b.slack) {
            self.overrun.store(true, Ordering::Relaxed);
            return Ok(b.start.wrapping_add(r.start));
        }
        Err(Trap::new(format!(
            "accesses bytes {addr}..{} of a buffer of {} bytes",
            i128::from(addr) + i128::from(len),
            b.bytes
        ))
        .code(code::GM_BOUNDS))
    }
}
