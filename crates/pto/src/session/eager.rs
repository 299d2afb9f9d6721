//! Instructions that are executed at once.

use super::Error;
use crate::call::{Call, What};
use crate::error::Result;
use crate::handle::Handle;
use pto_isa::sem::{Arg, Numerics, TileAt};
use pto_isa::{DType, Space, Target, TileTy, code};
use pto_sim::{EagerCore, POISON, Registers};
use smallvec::SmallVec;

/// Storage of tiles without an address is handed out in pieces of this many bytes.
const PIECE_BYTES: u64 = 512;

/// A core, and the room after its memories that belongs to tiles without an address. In auto mode the tools find
/// places when the whole program is known; here each tile has its own, and nobody has to find out which fit.
pub(super) struct Eager {
    pub core: EagerCore,
    pub(super) target: Target,
    /// The registers of the instruction that runs.
    pub(super) registers: Registers,
    arenas: [Arena; Space::ALL.len()],
}

/// The room after the end of one memory.
struct Arena {
    /// Where it begins: the memory's own bytes end here.
    start: u64,
    /// Where it ends so far.
    end: u64,
    /// Stretches that were given back: first byte and bytes, by address, none beside another.
    free: Vec<(u64, u64)>,
}

impl Arena {
    /// A place for this many bytes, and whether somebody was there before.
    fn take(&mut self, bytes: u64) -> (u64, bool) {
        if let Some(i) = self.free.iter().position(|f| f.1 >= bytes) {
            let (at, len) = self.free[i];
            match len == bytes {
                true => drop(self.free.remove(i)),
                false => self.free[i] = (at + bytes, len - bytes),
            }
            return (at, true);
        }
        self.end += bytes;
        (self.end - bytes, false)
    }

    fn give_back(&mut self, at: u64, bytes: u64) {
        let i = self.free.partition_point(|f| f.0 < at);
        self.free.insert(i, (at, bytes));
        for i in [i + 1, i] {
            if i > 0
                && i < self.free.len()
                && self.free[i - 1].0 + self.free[i - 1].1 == self.free[i].0
            {
                self.free[i - 1].1 += self.free[i].1;
                self.free.remove(i);
            }
        }
    }
}

fn pieces(ty: &TileTy) -> u64 {
    TileAt::new(*ty, (0, 0), 0).size_bytes().next_multiple_of(PIECE_BYTES)
}

impl Eager {
    pub fn new(numerics: Numerics) -> Eager {
        let arena = |space: Space| {
            let start = numerics.target.capacity_bytes(space).unwrap_or(0);
            Arena { start, end: start, free: Vec::new() }
        };
        let arenas = std::array::from_fn(|i| arena(Space::ALL[i]));
        Eager {
            core: EagerCore::new(numerics),
            target: numerics.target,
            registers: Registers::default(),
            arenas,
        }
    }

    pub fn release(&mut self, ty: &TileTy, addr: u64) {
        self.arenas[ty.space as usize].give_back(addr, pieces(ty));
    }

    /// The tile where it lies; one without a place gets one.
    pub fn place(&mut self, ty: &TileTy, handle: &Handle) -> Result<TileAt> {
        handle.known.set(true);
        handle.place_or_find(ty, |whole| self.find_place(whole))
    }

    fn find_place(&mut self, ty: &TileTy) -> Result<u64> {
        let bytes = pieces(ty);
        let arena = &mut self.arenas[ty.space as usize];
        let (addr, used) = arena.take(bytes);
        if !used {
            // Growing moves everything: each time, by as much again.
            let size = arena.start + (arena.end - arena.start).next_power_of_two();
            if !self.core.grow(ty.space, size) && !self.core.grow(ty.space, arena.end) {
                let message = format!("no arena for {bytes} more bytes in `{}`", ty.space);
                return Err(Error::one(code::NO_ROOM, message));
            }
        } else {
            let at = TileAt::new(*ty, (0, 0), addr);
            if let Ok(bytes) = self.core.bytes_mut(&at) {
                bytes.fill(POISON);
            }
        }
        Ok(addr)
    }

    pub fn run(&mut self, call: &mut Call<'_>) -> Result<()> {
        let mut args: SmallVec<[(u8, Arg); 6]> = SmallVec::new();
        for (slot, what) in &call.operands {
            let arg = match what {
                What::Tile(ty, handle) => Arg::Tile(self.place(ty, handle)?),
                What::Scalar(dtype, bits) => Arg::Scalar(*dtype, *bits),
                What::Index(n) => Arg::Scalar(DType::I64, *n as u64),
                What::View(dtype, window, buffer) => Arg::View(window.at(*buffer, *dtype)),
                What::Ptr(dtype, window, buffer) => Arg::Ptr(window.at(*buffer, *dtype).at),
                What::Counts | What::Token(_) | What::Value(..) => continue,
            };
            args.push((*slot, arg));
        }
        let done = self.core.run(call.def, &args, &call.attrs, &mut call.buffers);
        done.map_err(|trap| Error::trap(call.def, self.target, trap))?;
        if let Some((slot, counts)) = &mut call.counts {
            let word = self.core.result(*slot).unwrap_or(0);
            **counts = std::array::from_fn(|i| (word >> (16 * i)) as u16);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_that_was_given_back_is_used_again_and_joined() {
        let mut arena = Arena { start: 0, end: 0, free: Vec::new() };
        let list: Vec<u64> = (0..4).map(|_| arena.take(512).0).collect();
        assert_eq!(list, [0, 512, 1024, 1536]);
        arena.give_back(0, 512);
        arena.give_back(1024, 512);
        assert_eq!(arena.free, [(0, 512), (1024, 512)]);
        arena.give_back(512, 512);
        assert_eq!(arena.free, [(0, 1536)]);
        assert_eq!((arena.take(1024), arena.take(1024)), ((0, true), (2048, false)));
        assert_eq!(arena.free, [(1024, 512)]);
    }
}
