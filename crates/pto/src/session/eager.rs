//! Instructions that are executed at once.

use crate::arena::{Arena, Room};
use crate::call::{Call, What};
use crate::error::{Error, Result};
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

fn pieces(ty: &TileTy) -> u64 {
    TileAt::new(*ty, (0, 0), 0).size_bytes().next_multiple_of(PIECE_BYTES)
}

impl Eager {
    pub fn new(numerics: Numerics) -> Eager {
        let start = |space: Space| numerics.target.capacity_bytes(space).unwrap_or(0);
        let arenas = std::array::from_fn(|i| Arena::new(start(Space::ALL[i])));
        Eager {
            core: EagerCore::new(numerics),
            target: numerics.target,
            registers: Registers::default(),
            arenas,
        }
    }

    /// The tile where it lies; one without a place gets one.
    pub fn place(&mut self, ty: &TileTy, handle: &Handle) -> Result<TileAt> {
        handle.known.set(true);
        handle.place_or_find(ty, |whole| self.find_place(whole))
    }

    fn find_place(&mut self, ty: &TileTy) -> Result<Room> {
        let bytes = pieces(ty);
        let arena = &mut self.arenas[ty.space as usize];
        if let Some(room) = arena.take_free(bytes) {
            let at = TileAt::new(*ty, (0, 0), room.addr());
            if let Ok(bytes) = self.core.bytes_mut(&at) {
                bytes.fill(POISON);
            }
            return Ok(room);
        }
        // Growing moves everything: each time, by as much again.
        let (start, end) = arena.with_more(bytes);
        let size = start + (end - start).next_power_of_two();
        if !self.core.grow(ty.space, size) && !self.core.grow(ty.space, end) {
            let message = format!("no arena for {bytes} more bytes in `{}`", ty.space);
            return Err(Error::one(code::NO_ROOM, message));
        }
        Ok(arena.take_new(bytes))
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
