//! Who read and wrote each byte last, pipe by pipe.

use pto_isa::Pipe;
use std::collections::BTreeMap;
use std::ops::Range;

/// Pipes that work, without `PIPE_ALL`.
pub(crate) const PIPES: usize = 7;

/// The pipes by their number.
pub(crate) const ALL: [Pipe; PIPES] =
    [Pipe::S, Pipe::V, Pipe::M, Pipe::Mte1, Pipe::Mte2, Pipe::Mte3, Pipe::Fix];

/// What each pipe knows: `clock[q][p]` is the time up to which all work of `p` is done before the next
/// work of `q` starts.
pub(crate) type Clock = [[u32; PIPES]; PIPES];

/// Takes the later of each time.
pub(crate) fn join(row: &mut [u32; PIPES], other: &[u32; PIPES]) {
    for (a, b) in row.iter_mut().zip(other) {
        *a = (*a).max(*b);
    }
}

/// The last access of one pipe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Last {
    /// When; 0 for never.
    pub time: u32,
    /// Pipes (as bits) that know it is done, if it happened at all.
    pub known: u8,
}

impl Last {
    /// Whether `q` need not wait for it.
    pub fn is_known(self, q: usize, p: usize, clock: &Clock) -> bool {
        self.time == 0 || self.known & (1 << q) != 0 || clock[q][p] >= self.time
    }
}

/// Some bytes with the same past.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    pub reads: [Last; PIPES],
    pub writes: [Last; PIPES],
}

/// A memory by number, and a stretch of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bytes {
    /// Memory, and core where a function has code for two kinds of them.
    pub memory: u8,
    pub range: Range<u64>,
}

/// The past of all bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    cells: BTreeMap<(u8, u64), (u64, Cell)>,
}

impl History {
    /// Every stretch, with its past.
    pub fn iter(&self) -> impl Iterator<Item = (Bytes, &Cell)> {
        self.cells
            .iter()
            .map(|(&(memory, start), (end, cell))| (Bytes { memory, range: start..*end }, cell))
    }

    /// The past of some bytes.
    pub fn over<'a>(&'a self, bytes: &'a Bytes) -> impl Iterator<Item = &'a Cell> {
        let Range { start, end } = bytes.range;
        let before = self.cells.range(..(bytes.memory, start)).next_back();
        let before = before.filter(move |(k, c)| k.0 == bytes.memory && c.0 > start);
        let inside = self.cells.range((bytes.memory, start)..(bytes.memory, end));
        before.into_iter().chain(inside).map(|(_, c)| &c.1)
    }

    /// Cuts cells at the ends of a stretch and fills its gaps, then changes all of it.
    pub fn change(&mut self, bytes: &Bytes, mut with: impl FnMut(&mut Cell)) {
        let Bytes { memory, range: Range { start, end } } = *bytes;
        if start >= end {
            return;
        }
        self.cut(memory, start);
        self.cut(memory, end);
        let mut at = start;
        let mut gaps = Vec::new();
        for (&(_, s), (e, cell)) in self.cells.range_mut((memory, start)..(memory, end)) {
            if at < s {
                gaps.push((at, s));
            }
            with(cell);
            at = *e;
        }
        if at < end {
            gaps.push((at, end));
        }
        for (s, e) in gaps {
            let mut cell = Cell::default();
            with(&mut cell);
            self.cells.insert((memory, s), (e, cell));
        }
    }

    fn cut(&mut self, memory: u8, at: u64) {
        let found = self.cells.range_mut(..(memory, at)).next_back();
        if let Some((key, (end, cell))) = found
            && key.0 == memory
            && *end > at
        {
            let (rest, copy) = (*end, *cell);
            *end = at;
            self.cells.insert((memory, at), (rest, copy));
        }
    }

    /// Forgets what happened to some bytes.
    pub fn forget(&mut self, bytes: &Bytes) {
        let Bytes { memory, range: Range { start, end } } = *bytes;
        if start >= end {
            return;
        }
        self.cut(memory, start);
        self.cut(memory, end);
        let keys: Vec<_> =
            self.cells.range((memory, start)..(memory, end)).map(|(k, _)| *k).collect();
        for k in keys {
            self.cells.remove(&k);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(range: Range<u64>) -> Bytes {
        Bytes { memory: 1, range }
    }

    #[test]
    fn stretches_are_cut_where_their_past_differs() {
        let mut h = History::default();
        h.change(&bytes(0..64), |c| c.writes[0].time = 1);
        h.change(&bytes(32..96), |c| c.reads[1].time = 2);
        let seen: Vec<_> =
            h.iter().map(|(b, c)| (b.range, c.writes[0].time, c.reads[1].time)).collect();
        assert_eq!(seen, [(0..32, 1, 0), (32..64, 1, 2), (64..96, 0, 2)]);
        assert_eq!(h.over(&bytes(40..48)).count(), 1);
        assert_eq!(h.over(&bytes(16..80)).count(), 3);
        h.forget(&bytes(16..80));
        assert_eq!(h.over(&bytes(16..80)).count(), 0);
        assert_eq!(h.over(&Bytes { memory: 2, range: 0..16 }).count(), 0);
    }
}
