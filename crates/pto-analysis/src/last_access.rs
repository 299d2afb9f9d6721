//! Who read and wrote each byte last, pipe by pipe.

use pto_ir::interval::IntervalMap;
use pto_isa::Pipe;
use std::ops::Range;

/// Pipes that work, without `PIPE_ALL`.
pub const PIPES: usize = 7;

/// The pipes by their number.
pub const ALL: [Pipe; PIPES] =
    [Pipe::S, Pipe::V, Pipe::M, Pipe::Mte1, Pipe::Mte2, Pipe::Mte3, Pipe::Fix];

/// What each pipe knows: `clock[q][p]` is the time up to which all work of `p` is done before the next
/// work of `q` starts.
pub type Clock = [[u32; PIPES]; PIPES];

/// Takes the later of each time.
pub fn join(row: &mut [u32; PIPES], other: &[u32; PIPES]) {
    for (a, b) in row.iter_mut().zip(other) {
        *a = (*a).max(*b);
    }
}

/// The last access of one pipe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastAccess {
    /// When; 0 for never.
    pub time: u32,
    /// Pipes (as bits) that know it is done, if it happened at all.
    pub known: u8,
}

impl LastAccess {
    /// Whether `q` need not wait for it.
    pub fn is_known(self, q: usize, p: usize, clock: &Clock) -> bool {
        self.time == 0 || self.known & (1 << q) != 0 || clock[q][p] >= self.time
    }
}

/// Some bytes with the same past.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PipeAccesses {
    /// The last read of each pipe.
    pub reads: [LastAccess; PIPES],
    /// The last write of each pipe.
    pub writes: [LastAccess; PIPES],
}

/// A memory by number, and a stretch of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bytes {
    /// Memory, and core where a function has code for two kinds of them.
    pub memory: u8,
    /// First byte, one past the last.
    pub range: Range<u64>,
}

/// A byte: its memory by number, and its address.
type ByteAt = (u8, u64);

/// The past of all bytes.
pub type History = IntervalMap<ByteAt, PipeAccesses>;

impl Bytes {
    /// The same as a stretch of a [`History`].
    pub fn places(&self) -> Range<ByteAt> {
        (self.memory, self.range.start)..(self.memory, self.range.end)
    }
}

impl From<Range<ByteAt>> for Bytes {
    fn from(places: Range<ByteAt>) -> Bytes {
        Bytes { memory: places.start.0, range: places.start.1..places.end.1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_other_memories_have_another_past() {
        let bytes = Bytes { memory: 1, range: 16..80 };
        let mut history = History::default();
        history.change(bytes.places(), |_, cell| cell.writes[0].time = 1);
        assert_eq!(history.iter().map(|(at, _)| Bytes::from(at)).collect::<Vec<_>>(), [bytes]);
        let other = Bytes { memory: 2, range: 16..80 };
        assert_eq!(history.over(other.places()).count(), 0);
    }
}
