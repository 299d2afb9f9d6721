//! Global memory: the buffers of a launch, which all blocks share.

use super::claim::Access;
use super::claimant::UndoLog;
use super::{PAGE, range};
use pto_isa::code;
use pto_isa::sem::Trap;
use std::marker::PhantomData;
use std::ops::Range;

/// A buffer of global memory.
struct Buffer {
    start: Start,
    bytes: usize,
    slack: usize,
}

/// Where bytes of a buffer are. One that may only be read has no pointer to write through: what it was made of is a shared
/// reference.
#[derive(Clone, Copy)]
pub(super) enum Start {
    Shared(*const u8),
    Exclusive(*mut u8),
}

impl Start {
    /// To read through.
    pub fn read(self) -> *const u8 {
        match self {
            Start::Shared(start) => start,
            Start::Exclusive(start) => start,
        }
    }

    /// To write through, if that is allowed.
    pub fn write(self) -> Option<*mut u8> {
        match self {
            Start::Shared(_) => None,
            Start::Exclusive(start) => Some(start),
        }
    }

    fn on(self, bytes: usize) -> Start {
        match self {
            Start::Shared(start) => Start::Shared(start.wrapping_add(bytes)),
            Start::Exclusive(start) => Start::Exclusive(start.wrapping_add(bytes)),
        }
    }
}

/// A buffer of the host that global memory is laid over while an instruction runs.
#[derive(Debug)]
pub enum HostBuffer<'a> {
    /// Instructions only read it.
    Read(&'a [u8]),
    /// Instructions may write it.
    Write(&'a mut [u8]),
    /// Instructions may write it; its last bytes lie past its end, where an access is allowed and noticed.
    Padded {
        /// All of them.
        bytes: &'a mut [u8],
        /// How many lie past the end.
        slack_bytes: usize,
    },
}

impl HostBuffer<'_> {
    /// What is there.
    pub fn bytes(&self) -> &[u8] {
        match self {
            HostBuffer::Read(bytes) => bytes,
            HostBuffer::Write(bytes) | HostBuffer::Padded { bytes, .. } => bytes,
        }
    }

    /// What is there, to change it, if that is allowed.
    pub fn bytes_mut(&mut self) -> Option<&mut [u8]> {
        match self {
            HostBuffer::Read(_) => None,
            HostBuffer::Write(bytes) | HostBuffer::Padded { bytes, .. } => Some(bytes),
        }
    }

    /// The same buffer for a while.
    pub fn reborrow(&mut self) -> HostBuffer<'_> {
        match self {
            HostBuffer::Read(bytes) => HostBuffer::Read(bytes),
            HostBuffer::Write(bytes) => HostBuffer::Write(bytes),
            HostBuffer::Padded { bytes, slack_bytes } => {
                HostBuffer::Padded { bytes, slack_bytes: *slack_bytes }
            }
        }
    }
}

/// The buffers of a launch, which all blocks see. A [`CoreMemory`](super::CoreMemory) has it for itself, or shares it with
/// those of other threads ([`Wave`](super::Wave)).
pub struct GlobalMemory<'b> {
    buffers: Vec<Buffer>,
    /// The bytes of all of them.
    all_bytes: usize,
    /// The buffers are borrowed for writing while it lives.
    borrowed: PhantomData<&'b mut [u8]>,
}

impl<'b> GlobalMemory<'b> {
    /// Global memory over buffers of the host.
    pub fn of(buffers: &'b mut [HostBuffer<'_>]) -> GlobalMemory<'b> {
        let buffers = buffers.iter_mut().map(|b| {
            let (start, bytes, slack) = match b {
                HostBuffer::Read(bytes) => (Start::Shared(bytes.as_ptr()), bytes.len(), 0),
                HostBuffer::Write(bytes) => (Start::Exclusive(bytes.as_mut_ptr()), bytes.len(), 0),
                HostBuffer::Padded { bytes, slack_bytes } => {
                    let slack = (*slack_bytes).min(bytes.len());
                    (Start::Exclusive(bytes.as_mut_ptr()), bytes.len() - slack, slack)
                }
            };
            Buffer { start, bytes, slack }
        });
        let buffers: Vec<Buffer> = buffers.collect();
        let all_bytes = buffers.iter().map(|b| b.bytes).sum();
        GlobalMemory { buffers, all_bytes, borrowed: PhantomData }
    }

    /// The bytes of each buffer, without the slack.
    pub(super) fn lengths(&self) -> impl Iterator<Item = usize> {
        self.buffers.iter().map(|b| b.bytes)
    }

    /// The bytes of all buffers.
    pub(super) fn all_bytes(&self) -> usize {
        self.all_bytes
    }

    /// The bytes of each buffer, with the slack.
    pub(super) fn sizes(&self) -> impl Iterator<Item = usize> {
        self.buffers.iter().map(|b| b.bytes + b.slack)
    }

    /// Where local memories are to begin in a page: far from where the first buffer does, so that copies
    /// between them do not read what seems to have been written just before. It depends on chance otherwise,
    /// and makes up to two fifths of the time of a copy.
    pub(super) fn half_a_page_on(&self) -> usize {
        let first = self.buffers.first().map_or(0, |b| b.start.read().addr());
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
            return Err(no_buffer());
        };
        if access == Access::Write && b.start.write().is_none() {
            return Err(Trap::new("writes to a buffer that may only be read").code(code::GM_BOUNDS));
        }
        if let Some(range) = range(addr, len, b.bytes) {
            let start = b.start.on(range.start);
            return Ok(Found { start, range, overruns: false });
        }
        if let Some(range) = range(addr, len, b.bytes + b.slack) {
            let start = b.start.on(range.start);
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
    pub(super) fn restore(&mut self, log: &UndoLog) {
        let mut end = log.bytes.len();
        // What was written first was saved first and counts.
        for (buffer, range) in log.saved.iter().rev() {
            let bytes = &log.bytes[end - range.len()..end];
            end -= range.len();
            let found = self.find(*buffer, range.start as i64, range.len() as u64, Access::Write);
            let Some(start) = found.ok().and_then(|f| f.start.write()) else { continue };
            // SAFETY: `find` checked the range. Nobody sees global memory while it is borrowed for writing here.
            unsafe { start.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        }
    }
}

#[cold]
pub(super) fn no_buffer() -> Trap {
    Trap::new("uses a pointer that points to no buffer").code(code::GM_BOUNDS)
}

/// Bytes of a buffer.
pub(super) struct Found {
    pub start: Start,
    /// In the buffer.
    pub range: Range<usize>,
    /// Whether they reach past the end, into the slack.
    pub overruns: bool,
}
