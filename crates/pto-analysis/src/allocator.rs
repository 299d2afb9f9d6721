//! Finds addresses in one memory for pieces that are in use at different times.

use pto_isa::Pipe;
use pto_isa::order;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::ops::Range;

/// A piece that needs an address.
#[derive(Clone, Copy, Debug)]
pub struct Interval {
    /// How large it is.
    pub bytes: u64,
    /// First position at which it is in use.
    pub start: u32,
    /// Last position at which it is in use.
    pub end: u32,
    /// The pipe of its first use.
    pub first_pipe: Option<Pipe>,
    /// The pipe of its last use.
    pub last_pipe: Option<Pipe>,
}

/// A memory.
#[derive(Clone, Debug)]
pub struct Arena<'a> {
    /// How large it is.
    pub bytes: u64,
    /// Addresses are multiples of this.
    pub align: u64,
    /// Stretches that are not to be used, in order, apart from each other.
    pub taken: &'a [Range<u64>],
}

/// Holes that are looked at for one that fits without a new dependency.
const CANDIDATES: usize = 16;
/// Holes that are searched for such a place from end to end.
const SEARCHED: usize = 2;
/// A memory is divided into this many parts to remember who used each last.
const PARTS: u64 = 1024;
/// With more pieces than this, the slow search for a denser layout is not tried.
const MAX_DENSE: usize = 3000;

/// An address for each piece; `None` if they do not fit.
///
/// If there is room for all of them side by side, none shares its place. Otherwise pieces whose times do not
/// meet share one, preferably with a piece that the same pipe used last, so that the pipe's own order is
/// enough.
pub fn allocate(wants: &[Interval], room: &Arena<'_>) -> Option<Vec<u64>> {
    no_overlap(wants, room).or_else(|| linear_scan(wants, room)).or_else(|| best_fit(wants, room))
}

/// One after another, around what is taken.
pub fn no_overlap(wants: &[Interval], room: &Arena<'_>) -> Option<Vec<u64>> {
    let mut taken = room.taken.iter().peekable();
    let mut at = 0u64;
    let mut places = Vec::with_capacity(wants.len());
    for w in wants {
        at = at.next_multiple_of(room.align);
        while let Some(t) = taken.peek()
            && t.start < at + w.bytes
        {
            at = at.max(t.end).next_multiple_of(room.align);
            taken.next();
        }
        places.push(at);
        at += w.bytes;
        if at > room.bytes {
            return None;
        }
    }
    Some(places)
}

/// Holes by address and by size.
#[derive(Default)]
struct Holes {
    by_start: BTreeMap<u64, u64>,
    by_size: BTreeSet<(u64, u64)>,
}

impl Holes {
    fn add(&mut self, range: Range<u64>) {
        if range.is_empty() {
            return;
        }
        let Range { mut start, mut end } = range;
        if let Some((&s, &e)) = self.by_start.range(..start).next_back()
            && e == start
        {
            self.drop(s);
            start = s;
        }
        if let Some(&e) = self.by_start.get(&end) {
            self.drop(end);
            end = e;
        }
        self.by_start.insert(start, end);
        self.by_size.insert((end - start, start));
    }

    fn drop(&mut self, start: u64) {
        if let Some(end) = self.by_start.remove(&start) {
            self.by_size.remove(&(end - start, start));
        }
    }

    /// Takes some bytes out of the hole that starts at `hole`.
    fn take(&mut self, hole: u64, range: Range<u64>) {
        let Some(&end) = self.by_start.get(&hole) else { return };
        self.drop(hole);
        self.add(hole..range.start);
        self.add(range.end..end);
    }
}

/// Which pipe used each part of a memory last: 0 is none, 255 several.
struct History {
    last: Vec<u8>,
    part_bytes: u64,
}

impl History {
    fn parts(&self, range: &Range<u64>) -> Range<usize> {
        let end = range.end.div_ceil(self.part_bytes) as usize;
        (range.start / self.part_bytes) as usize..end.min(self.last.len())
    }
    fn leave(&mut self, range: &Range<u64>, pipe: Option<Pipe>) {
        let parts = self.parts(range);
        self.last[parts].fill(pipe.map_or(255, |p| p as u8 + 1));
    }
    /// The first place inside a hole where only this pipe, or nobody, was before.
    fn search(&self, hole: Range<u64>, bytes: u64, align: u64, pipe: Option<Pipe>) -> Option<u64> {
        let own = pipe.map_or(0, |p| p as u8 + 1);
        let (mut from, mut end) = (hole.start, None);
        let parts = self.parts(&hole);
        let ends = (parts.start as u64 + 1..).map(|n| n * self.part_bytes);
        for (&last, part_end) in self.last[parts].iter().zip(ends) {
            if last != 0 && last != own {
                (from, end) = (from.max(part_end), None);
            } else if *end.get_or_insert_with(|| from.next_multiple_of(align) + bytes) <= part_end {
                break;
            }
        }
        let at = from.next_multiple_of(align);
        (at + bytes <= hole.end).then_some(at)
    }
    /// Whether only this pipe, or nobody, was there before.
    fn suits(&self, range: &Range<u64>, pipe: Option<Pipe>) -> bool {
        let own = pipe.map_or(0, |p| p as u8 + 1);
        self.last[self.parts(range)].iter().all(|&l| l == 0 || l == own)
    }
}

/// In the order of time, into the smallest hole that fits.
fn linear_scan(wants: &[Interval], room: &Arena<'_>) -> Option<Vec<u64>> {
    let mut order: Vec<usize> = (0..wants.len()).collect();
    // The larger of two that start together finds its place first.
    order::by_key(&mut order, |&i| (wants[i].start, Reverse(wants[i].bytes), i));
    let mut holes = Holes::default();
    let mut at = 0;
    for t in room.taken {
        holes.add(at..t.start.min(room.bytes).max(at));
        at = at.max(t.end);
    }
    holes.add(at..room.bytes.max(at));
    let part_bytes = (room.bytes / PARTS).max(32);
    let parts = room.bytes.div_ceil(part_bytes) as usize;
    let mut history = History { last: vec![0; parts], part_bytes };
    let mut active: BinaryHeap<Reverse<(u32, u64, usize)>> = BinaryHeap::new();
    let mut places = vec![0; wants.len()];
    for i in order {
        let w = &wants[i];
        while let Some(&Reverse((end, at, j))) = active.peek()
            && end < w.start
        {
            active.pop();
            history.leave(&(at..at + wants[j].bytes), wants[j].last_pipe);
            holes.add(at..at + wants[j].bytes);
        }
        let fits = |&(size, start): &(u64, u64)| {
            let at = start.next_multiple_of(room.align);
            (at + w.bytes <= start + size).then_some((start, at))
        };
        let candidates = || holes.by_size.range((w.bytes, 0)..).filter_map(fits).take(CANDIDATES);
        let suits = |&(_, at): &(u64, u64)| history.suits(&(at..at + w.bytes), w.first_pipe);
        let inside = |(start, at): (u64, u64)| {
            let end = holes.by_start.get(&start).copied()?;
            let at = history.search(at..end, w.bytes, room.align, w.first_pipe)?;
            Some((start, at))
        };
        let (hole, at) = candidates()
            .find(suits)
            .or_else(|| candidates().take(SEARCHED).find_map(inside))
            .or_else(|| candidates().next())?;
        holes.take(hole, at..at + w.bytes);
        places[i] = at;
        active.push(Reverse((w.end, at, i)));
    }
    Some(places)
}

/// Largest first, each at the lowest address that is free during its time.
fn best_fit(wants: &[Interval], room: &Arena<'_>) -> Option<Vec<u64>> {
    if wants.len() > MAX_DENSE {
        return None;
    }
    let mut order: Vec<usize> = (0..wants.len()).collect();
    order::by_key(&mut order, |&i| (Reverse(wants[i].bytes), wants[i].start, i));
    let mut places = vec![0; wants.len()];
    let mut placed: Vec<usize> = Vec::new();
    for i in order {
        let w = &wants[i];
        let together = |j: &&usize| wants[**j].start <= w.end && w.start <= wants[**j].end;
        let mut busy: Vec<Range<u64>> = placed
            .iter()
            .filter(together)
            .map(|&j| places[j]..places[j] + wants[j].bytes)
            .chain(room.taken.iter().cloned())
            .collect();
        order::by_key(&mut busy, |r| r.start);
        let mut at = 0u64;
        for r in &busy {
            if r.start >= at + w.bytes {
                break;
            }
            at = at.max(r.end.next_multiple_of(room.align));
        }
        if at + w.bytes > room.bytes {
            return None;
        }
        places[i] = at;
        placed.push(i);
    }
    Some(places)
}

/// The position at which the most bytes are in use, and how many.
pub fn peak(wants: &[Interval]) -> (u32, u64) {
    let mut events: Vec<(u32, bool, u64)> = Vec::with_capacity(wants.len() * 2);
    for w in wants {
        events.push((w.start, false, w.bytes));
        events.push((w.end, true, w.bytes));
    }
    order::sort(&mut events);
    let (mut now, mut best) = (0u64, (0, 0));
    for (at, ends, bytes) in events {
        if ends {
            now -= bytes;
        } else {
            now += bytes;
            if now > best.1 {
                best = (at, now);
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn want(bytes: u64, start: u32, end: u32) -> Interval {
        Interval { bytes, start, end, first_pipe: None, last_pipe: None }
    }

    fn room(bytes: u64, taken: &[Range<u64>]) -> Arena<'_> {
        Arena { bytes, align: 32, taken }
    }

    #[test]
    fn nothing_is_shared_while_there_is_room() {
        let wants = [want(64, 0, 1), want(64, 2, 3)];
        assert_eq!(allocate(&wants, &room(128, &[])), Some(vec![0, 64]));
        assert_eq!(allocate(&wants, &room(64, &[])), Some(vec![0, 0]));
        assert_eq!(allocate(&wants, &room(160, &[32..64, 96..128])), None);
        let (hand, other) = (64..96, 160..192);
        assert_eq!(allocate(&wants, &room(192, &[hand, other])), Some(vec![0, 96]));
    }

    #[test]
    fn uses_that_touch_do_not_share() {
        assert_eq!(allocate(&[want(64, 0, 2), want(64, 2, 3)], &room(64, &[])), None);
    }

    #[test]
    fn the_place_of_the_same_pipe_is_preferred() {
        let of = |w: Interval, p: Pipe| Interval { first_pipe: Some(p), last_pipe: Some(p), ..w };
        let wants = [
            of(want(1024, 0, 1), Pipe::V),
            of(want(1024, 0, 1), Pipe::Mte2),
            of(want(1024, 2, 3), Pipe::Mte2),
            of(want(1024, 2, 3), Pipe::V),
        ];
        let places = allocate(&wants, &room(2048, &[])).unwrap();
        assert_eq!((places[0], places[1]), (places[3], places[2]));
    }

    #[test]
    fn the_peak_is_where_most_bytes_are_in_use() {
        assert_eq!(peak(&[want(10, 0, 5), want(20, 3, 4), want(5, 5, 9)]), (3, 30));
    }
}
