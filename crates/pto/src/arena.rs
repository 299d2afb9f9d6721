//! The room after the end of a memory, for tiles without an address: handed out, given back and used again.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

/// Stretches that nobody has: first byte and bytes, by address, none beside another.
type FreeList = RefCell<Vec<(u64, u64)>>;

/// The room after the end of one memory.
#[derive(Debug)]
pub(crate) struct Arena {
    /// Where it begins: the memory's own bytes end here.
    start: u64,
    /// Where it ends so far.
    end: u64,
    free: Rc<FreeList>,
}

/// Bytes of an arena. They are given back when this is dropped, if the arena still exists by then.
#[derive(Debug)]
pub(crate) struct Room {
    addr: u64,
    bytes: u64,
    free: Weak<FreeList>,
}

impl Arena {
    /// An arena with nothing in it, from a byte on.
    pub fn new(start: u64) -> Arena {
        Arena { start, end: start, free: Rc::default() }
    }

    /// Room that somebody had before and gave back.
    pub fn take_free(&mut self, bytes: u64) -> Option<Room> {
        let mut free = self.free.borrow_mut();
        let i = free.iter().position(|f| f.1 >= bytes)?;
        let (addr, len) = free[i];
        match len == bytes {
            true => drop(free.remove(i)),
            false => free[i] = (addr + bytes, len - bytes),
        }
        Some(self.room(addr, bytes))
    }

    /// Where the arena begins, and where it ends with this many bytes more.
    pub fn with_more(&self, bytes: u64) -> (u64, u64) {
        (self.start, self.end + bytes)
    }

    /// Room at the end that nobody has had.
    pub fn take_new(&mut self, bytes: u64) -> Room {
        self.end += bytes;
        self.room(self.end - bytes, bytes)
    }

    fn room(&self, addr: u64, bytes: u64) -> Room {
        Room { addr, bytes, free: Rc::downgrade(&self.free) }
    }
}

impl Room {
    /// Its first byte.
    pub fn addr(&self) -> u64 {
        self.addr
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let Some(free) = self.free.upgrade() else { return };
        let mut free = free.borrow_mut();
        let i = free.partition_point(|f| f.0 < self.addr);
        free.insert(i, (self.addr, self.bytes));
        for i in [i + 1, i] {
            if i > 0 && i < free.len() && free[i - 1].0 + free[i - 1].1 == free[i].0 {
                free[i - 1].1 += free[i].1;
                free.remove(i);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_that_was_given_back_is_used_again_and_joined() {
        let mut arena = Arena::new(0);
        let mut list: Vec<Room> = (0..4).map(|_| arena.take_new(512)).collect();
        assert_eq!(list.iter().map(Room::addr).collect::<Vec<_>>(), [0, 512, 1024, 1536]);
        list.remove(0);
        list.remove(1);
        assert_eq!(*arena.free.borrow(), [(0, 512), (1024, 512)]);
        list.remove(0);
        assert_eq!(*arena.free.borrow(), [(0, 1536)]);
        let again = arena.take_free(1024).unwrap();
        assert_eq!((again.addr(), arena.with_more(1024)), (0, (0, 3072)));
        assert!(arena.take_free(1024).is_none());
        assert_eq!(*arena.free.borrow(), [(1024, 512)]);
    }

    #[test]
    fn room_may_outlive_its_arena() {
        let room = Arena::new(256).take_new(512);
        assert_eq!(room.addr(), 256);
    }
}
