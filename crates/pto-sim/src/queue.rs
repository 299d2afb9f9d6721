//! Queues between the cube core and the vector cores of a block: who may push, pop and release when.
//!
//! A queue runs one way and has slots. A push waits until its slot is free, a pop until its data is there.
//! A slot is free again when every core that takes from it has released it. Each core counts what it has
//! pushed and popped: its n-th push fills the n-th entry, in slot n modulo the number of slots. Halves that
//! two vector cores push are one entry, which is there when both have come.

use pto_isa::DType;
pub(crate) use pto_isa::class::{QueueOp, Way};
use pto_isa::sem::Trap;
use smallvec::SmallVec;
use std::collections::VecDeque;

/// Where the slots of a queue lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slots {
    /// A buffer of global memory and a byte in it.
    Global(u32, i64),
    /// An address in the consumer's local memory.
    Local(i64),
}

/// What makes two cores mean the same queue: its direction, the place of its slots, and how many queues the
/// core has opened there before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    pub way: Way,
    pub slots: Slots,
    pub nth: usize,
}

/// Elements of an entry: a stretch of rows and columns, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub dtype: DType,
    /// Its first row and column in the entry.
    pub at: (u32, u32),
    /// Rows and columns.
    pub shape: (u32, u32),
    pub bytes: Vec<u8>,
}

/// What passes through a slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entry {
    /// Cores that fill it, by bits; none before the first of them has pushed.
    needs: u8,
    has: u8,
    /// Cores that take from it, by bits.
    takers: u8,
    freed: u8,
    /// Nothing if it was pushed as a view.
    pub parts: SmallVec<[Part; 2]>,
}

impl Entry {
    const fn is_complete(&self) -> bool {
        self.needs != 0 && self.needs & !self.has == 0
    }
    const fn is_over(&self) -> bool {
        self.is_complete() && self.takers & !self.freed == 0
    }
    /// Rows and columns of what was pushed.
    pub fn shape(&self) -> (u32, u32) {
        self.parts.iter().fold((0, 0), |(r, c), p| {
            (r.max(p.at.0.saturating_add(p.shape.0)), c.max(p.at.1.saturating_add(p.shape.1)))
        })
    }
}

/// A queue that runs one way. Cores at an end are 0, or 0 and 1 for the vector cores.
#[derive(Clone, Debug)]
pub(crate) struct Queue {
    way: Way,
    pub slots: u64,
    pub slot_bytes: u64,
    entries: VecDeque<Entry>,
    /// The number of the first of the entries.
    first: u64,
    opened: [u64; 2],
    pushed: [u64; 2],
    popped: [u64; 2],
    freed: [u64; 2],
    /// The last pop has released its slot by itself.
    itself: [bool; 2],
}

impl Queue {
    pub fn new(way: Way, slots: u64, slot_bytes: u64) -> Queue {
        Queue {
            way,
            slots: slots.max(1),
            slot_bytes,
            entries: VecDeque::new(),
            first: 0,
            opened: [0; 2],
            pushed: [0; 2],
            popped: [0; 2],
            freed: [0; 2],
            itself: [false; 2],
        }
    }

    fn entry(&mut self, number: u64) -> Option<&mut Entry> {
        let at = number.checked_sub(self.first)?;
        self.entries.get_mut(usize::try_from(at).ok()?)
    }

    /// Opens a slot for a core; the number of the entry that goes there, or what the core waits for.
    pub fn open(&mut self, who: usize) -> Result<u64, String> {
        let number = self.opened[who];
        let at = number.saturating_sub(self.first);
        if at >= self.slots {
            return Err(self.no_room());
        }
        while (self.entries.len() as u64) <= at {
            self.entries.push_back(Entry::default());
        }
        self.opened[who] += 1;
        Ok(number)
    }

    /// Whether a core has slots open that it has not pushed.
    pub const fn is_open(&self, who: usize) -> bool {
        self.opened[who] > self.pushed[who]
    }

    /// The entry that a core's next push fills.
    pub const fn next_push(&self, who: usize) -> u64 {
        self.pushed[who]
    }
    /// The entry whose slot a core would release next, if it holds one.
    pub fn next_free(&self, who: usize) -> Option<u64> {
        self.is_held(who).then_some(self.freed[who])
    }

    /// Publishes the oldest slot a core has opened; it is there when all cores of `needs` have done so.
    pub fn push(
        &mut self,
        who: usize,
        needs: u8,
        takers: u8,
        part: Option<Part>,
    ) -> Result<(), Trap> {
        if !self.is_open(who) {
            return Err(Trap::new("publishes a slot that no `pto.talloc` has opened"));
        }
        let number = self.pushed[who];
        self.pushed[who] += 1;
        let Some(entry) = self.entry(number) else {
            return Err(Trap::new(format!(
                "pushes entry {number}, which has passed without this core's part"
            )));
        };
        entry.needs |= needs;
        entry.takers |= takers;
        entry.has |= 1 << who;
        entry.parts.extend(part);
        Ok(())
    }

    /// Counts a push of a core that has no part in it.
    pub fn skip_push(&mut self, who: usize) {
        self.opened[who] += 1;
        self.pushed[who] += 1;
    }

    /// The next entry for a core and its number, or what the core waits for.
    pub fn next(&mut self, who: usize) -> Result<(u64, &Entry), String> {
        let number = self.popped[who];
        let missing = self.no_data(who);
        match self.entry(number) {
            Some(e) if e.is_complete() && e.takers >> who & 1 == 1 => Ok((number, e)),
            _ => Err(missing),
        }
    }

    /// Takes the next entry; `itself`: and releases its slot.
    pub fn pop(&mut self, who: usize, itself: bool) {
        self.popped[who] += 1;
        self.itself[who] = itself;
        if itself {
            self.release(who);
        }
    }

    /// Counts a pop of a core that has no part in it.
    pub fn skip_pop(&mut self, who: usize) {
        self.popped[who] += 1;
    }

    /// Releases the oldest slot a core holds.
    pub fn free(&mut self, who: usize) -> Result<(), Trap> {
        if self.freed[who] < self.popped[who] {
            self.release(who);
            return Ok(());
        }
        if self.itself[who] {
            return Ok(());
        }
        Err(Trap::new(format!("releases a slot of the queue to {}, but holds none", self.way.to())))
    }

    /// Whether a core holds slots.
    pub const fn is_held(&self, who: usize) -> bool {
        self.freed[who] < self.popped[who]
    }

    fn release(&mut self, who: usize) {
        let number = self.freed[who];
        self.freed[who] += 1;
        if let Some(entry) = self.entry(number) {
            entry.freed |= 1 << who;
        }
        while self.entries.front().is_some_and(Entry::is_over) {
            self.entries.pop_front();
            self.first += 1;
        }
    }

    fn no_room(&self) -> String {
        let held = self.popped[0].max(self.popped[1]).saturating_sub(self.first);
        let state = match held {
            0 => "none of them popped".to_string(),
            1 => "1 of them popped but not released".to_string(),
            n => format!("{n} of them popped but not released"),
        };
        let (slots, to) = (self.slots, self.way.to());
        format!("a free slot of the queue to {to}: all {slots} are in use, {state}")
    }

    fn no_data(&mut self, who: usize) -> String {
        let (number, from) = (self.popped[who], self.way.from());
        let mut text = format!("entry {number} of the queue from {from}");
        if let Some(entry) = self.entry(number)
            && entry.needs & !entry.has != 0
            && entry.has != 0
        {
            let missing = (entry.needs & !entry.has).trailing_zeros();
            text.push_str(&format!(", of which vector core {missing} has not pushed its part"));
        }
        text
    }
}

/// The queues of a block.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queues {
    list: Vec<(Key, Queue)>,
}

impl Queues {
    /// The queue of a key; made if no core has opened it before.
    pub fn open(&mut self, key: Key, slots: u64, slot_bytes: u64) -> Result<usize, Trap> {
        let Some(at) = self.list.iter().position(|q| q.0 == key) else {
            self.list.push((key, Queue::new(key.way, slots, slot_bytes)));
            return Ok(self.list.len() - 1);
        };
        let queue = &self.list[at].1;
        if (queue.slots, queue.slot_bytes) == (slots.max(1), slot_bytes) {
            return Ok(at);
        }
        Err(Trap::new(format!(
            "opens the queue to {} with {slots} slots of {slot_bytes} bytes, but another core with {} of {}",
            key.way.to(),
            queue.slots,
            queue.slot_bytes
        )))
    }
    pub fn get(&mut self, at: usize) -> Option<&mut Queue> {
        self.list.get_mut(at).map(|q| &mut q.1)
    }
    pub fn clear(&mut self) {
        self.list.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(way: Way, slots: u64) -> Queue {
        Queue::new(way, slots, 64)
    }
    fn push(q: &mut Queue, who: usize, needs: u8, takers: u8) -> bool {
        q.open(who).is_ok() && q.push(who, needs, takers, None).is_ok()
    }
    fn pop(q: &mut Queue, who: usize) -> Option<u64> {
        let number = q.next(who).ok()?.0;
        q.pop(who, false);
        Some(number)
    }

    #[test]
    fn a_push_waits_for_a_slot_that_every_taker_has_released() {
        let mut q = queue(Way::ToVector, 2);
        assert!(push(&mut q, 0, 1, 3) && push(&mut q, 0, 1, 3));
        assert!(q.open(0).unwrap_err().contains("all 2 are in use, none of them popped"));
        assert_eq!((pop(&mut q, 0), pop(&mut q, 1)), (Some(0), Some(0)));
        assert!(q.open(0).unwrap_err().contains("1 of them popped but not released"));
        q.free(0).unwrap();
        assert!(q.open(0).is_err(), "the other core still holds it");
        q.free(1).unwrap();
        assert!(push(&mut q, 0, 1, 3));
        assert!(!push(&mut q, 0, 1, 3));
    }

    #[test]
    fn halves_of_two_cores_are_one_entry() {
        let mut q = queue(Way::ToCube, 4);
        assert!(push(&mut q, 1, 3, 1) && push(&mut q, 1, 3, 1));
        assert!(q.next(0).unwrap_err().contains("vector core 0 has not pushed"));
        assert!(push(&mut q, 0, 3, 1));
        assert_eq!(pop(&mut q, 0), Some(0));
        assert!(q.next(0).is_err(), "the second half of entry 1 is missing");
    }

    #[test]
    fn a_pop_waits_for_data_meant_for_its_core() {
        let mut q = queue(Way::ToVector, 4);
        assert!(q.next(0).unwrap_err().contains("entry 0 of the queue from the cube core"));
        assert!(push(&mut q, 0, 1, 1) && push(&mut q, 0, 1, 3));
        assert_eq!(pop(&mut q, 1), None);
        q.skip_pop(1);
        assert_eq!((pop(&mut q, 1), pop(&mut q, 0), pop(&mut q, 0)), (Some(1), Some(0), Some(1)));
    }

    #[test]
    fn a_pop_that_releases_by_itself_leaves_nothing_for_tfree() {
        let mut q = queue(Way::ToVector, 1);
        assert!(q.free(0).unwrap_err().message.contains("holds none"));
        for _ in 0..3 {
            assert!(push(&mut q, 0, 1, 1));
            q.next(0).unwrap();
            q.pop(0, true);
            q.free(0).unwrap();
        }
        assert!(q.next(0).is_err());
    }

    #[test]
    fn an_open_slot_is_not_data_before_it_is_pushed() {
        let mut q = queue(Way::ToVector, 2);
        assert_eq!(q.open(0), Ok(0));
        assert_eq!(q.open(0), Ok(1));
        assert!(q.open(0).is_err() && q.next(0).is_err());
        q.push(0, 1, 1, None).unwrap();
        assert_eq!(pop(&mut q, 0), Some(0));
        q.push(0, 1, 1, None).unwrap();
        assert!(q.push(0, 1, 1, None).is_err());
    }

    #[test]
    fn slots_are_released_in_order_even_if_nobody_looks_at_the_order() {
        let mut q = queue(Way::ToVector, u64::MAX);
        assert!((0..5).all(|_| push(&mut q, 0, 1, 3)));
        (0..5).for_each(|_| assert!(pop(&mut q, 0).is_some()));
        (0..5).for_each(|_| q.free(0).unwrap());
        assert_eq!(q.entries.len(), 5);
        (0..5).for_each(|n| assert_eq!(pop(&mut q, 1), Some(n)));
        (0..5).for_each(|_| q.free(1).unwrap());
        assert_eq!((q.entries.len(), q.first), (0, 5));
    }

    #[test]
    fn two_cores_that_name_the_same_place_share_a_queue() {
        let mut all = Queues::default();
        let key = Key { way: Way::ToVector, slots: Slots::Local(0), nth: 0 };
        assert_eq!(all.open(key, 8, 64).unwrap(), 0);
        assert_eq!(all.open(key, 8, 64).unwrap(), 0);
        assert_eq!(all.open(Key { way: Way::ToCube, ..key }, 8, 64).unwrap(), 1);
        assert_eq!(all.open(Key { nth: 1, ..key }, 8, 64).unwrap(), 2);
        let trap = all.open(key, 4, 64).unwrap_err();
        assert!(trap.message.contains("4 slots of 64 bytes, but another core with 8 of 64"));
    }
}
