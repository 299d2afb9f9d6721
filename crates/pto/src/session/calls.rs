//! What intrinsics ask of the session of their thread.

use super::current::{CURRENT, State, other_core, other_session};
use crate::call::{Call, Token, What};
use crate::error::{Error, Result};
use crate::event::{self, Event};
use crate::handle::Handle;
use crate::queue::Side;
use crate::tile::AnyTile;
use pto_isa::ops::tile_config;
use pto_isa::sem::TileAt;
use pto_isa::{TileTy, code};
use std::panic::Location;
use std::sync::atomic::{AtomicU64, Ordering};

static BUFFERS: AtomicU64 = AtomicU64::new(0);

/// A number for a tile, and the session it belongs to.
pub(crate) fn new_tile() -> (u64, u32) {
    CURRENT.with_borrow_mut(|c| {
        c.tiles += 1;
        (c.number, c.tiles - 1)
    })
}

/// A number for a buffer.
pub(crate) fn new_buffer() -> u64 {
    BUFFERS.fetch_add(1, Ordering::Relaxed)
}

/// Storage is not needed any longer. Tiles may live as long as their thread, and longer than its session.
pub(crate) fn release(session: u64, ty: &TileTy, addr: u64) {
    let _ = CURRENT.try_with(|c| {
        if let Ok(mut c) = c.try_borrow_mut()
            && c.number == session
            && let State::Eager(e) = &mut c.state
        {
            e.release(ty, addr);
        }
    });
}

/// Runs the part of a kernel that is code of some cores.
pub(crate) fn on_cores<T>(side: Side, kernel: impl FnOnce() -> Result<T>) -> Result<T> {
    /// Goes back to the code of all cores, also when a kernel panics.
    struct Leave;
    impl Drop for Leave {
        fn drop(&mut self) {
            CURRENT.with_borrow_mut(|c| c.enter(Side::Both));
        }
    }
    let outside = CURRENT.with_borrow_mut(|c| {
        let outside = c.side == Side::Both;
        if outside {
            c.enter(side);
        }
        outside
    });
    if !outside {
        return Err(Error::one(code::MISPLACED, "a section stands inside another"));
    }
    let _leave = Leave;
    kernel()
}

/// The cores whose code this is.
pub(crate) fn side() -> Side {
    CURRENT.with_borrow(|c| c.side)
}

/// An instruction that a program has, and that somebody else executes eagerly.
pub(crate) fn note(call: &Call<'_>) -> Result<Event> {
    CURRENT.with_borrow_mut(|c| {
        c.check(call)?;
        if let State::Record(record) = &mut c.state {
            record.run(call);
        }
        Ok(c.event())
    })
}

/// A tile that a queue gives a place.
pub(crate) fn declare_tile<T: AnyTile>(tile: &T, at: &'static Location<'static>) {
    CURRENT.with_borrow_mut(|c| {
        if let State::Record(record) = &mut c.state {
            record.declare(&T::TY, tile.handle(), at);
        }
    });
}

/// Executes or records an instruction.
pub(crate) fn run(call: &mut Call<'_>) -> Result<Event> {
    CURRENT.with_borrow_mut(|c| c.run(call))
}

/// Executes or records an instruction that gives a value.
pub(crate) fn make(call: &mut Call<'_>, ty: &'static str) -> Result<Token> {
    CURRENT.with_borrow_mut(|c| {
        c.check(call)?;
        if let State::Eager(e) = &mut c.state {
            e.run(call)?;
        }
        Ok(c.token(call, ty))
    })
}

/// The same for a value that somebody else has eagerly.
pub(crate) fn declare_value(call: &Call<'_>, ty: &'static str) -> Result<Token> {
    CURRENT.with_borrow_mut(|c| {
        c.check(call)?;
        Ok(c.token(call, ty))
    })
}

/// The next instruction waits for these events.
pub(crate) fn wait(events: &[Event], at: &'static Location<'static>) -> Result<()> {
    CURRENT.with_borrow_mut(|c| {
        c.check_place(&tile_config::tsync)?;
        let known = |e: &Event| e.session == c.number && e.instruction < c.instructions;
        if !events.iter().all(known) {
            return Err(event::foreign());
        }
        if events.iter().any(|e| e.side != c.side) {
            return Err(other_core("event"));
        }
        if let State::Record(record) = &mut c.state {
            record.wait(events, at);
        }
        Ok(())
    })
}

/// Lets somebody see the bytes of a tile.
pub(crate) fn with_bytes<T: AnyTile, R>(
    tile: &T,
    f: impl FnOnce(&TileAt, &mut [u8]) -> R,
) -> Result<R> {
    CURRENT.with_borrow_mut(|c| {
        let handle = tile.handle();
        if handle.session != c.number {
            return Err(other_session());
        }
        c.check_type(&T::TY, handle)?;
        let State::Eager(e) = &mut c.state else {
            let message = "there are no values while a kernel is recorded";
            return Err(Error::one(code::NO_VALUES, message));
        };
        let at = e.place(&T::TY, handle)?;
        let bytes = e.core.bytes_mut(&at).map_err(|t| Error::one(t.code, t.message))?;
        Ok(f(&at, bytes))
    })
}

/// Changes the valid region of a tile, which `call` does in a program.
pub(crate) fn set_valid(call: &Call<'_>, handle: &Handle, rows: u32, cols: u32) -> Result<()> {
    CURRENT.with_borrow_mut(|c| {
        if handle.session != c.number {
            return Err(other_session());
        }
        // The program allocates a tile with the region it has when it is used first.
        if let (State::Record(record), true) = (&mut c.state, handle.known.get()) {
            record.configure(call);
        }
        handle.valid.set((rows, cols));
        Ok(())
    })
}

/// What the rules of a call have to say. Errors end it, warnings are kept.
pub(crate) fn check(call: &Call<'_>) -> Result<()> {
    CURRENT.with_borrow_mut(|c| c.check(call))
}

/// A tile is another name of bytes of a tile: the result of `call`, which is this operand of the instruction.
pub(crate) fn derive<'a, T: AnyTile>(mut call: Call<'a>, slot: u8, result: &'a T) -> Result<()> {
    CURRENT.with_borrow_mut(|c| {
        call.operands.push((slot, What::Tile(T::TY, result.handle())));
        c.check(&call)?;
        call.operands.pop();
        if let State::Record(record) = &mut c.state {
            record.derive(&call, &T::TY, result.handle());
        }
        Ok(())
    })
}

/// What changes what a tile is, and computes nothing: a program says it, an eager session has nothing to do.
pub(crate) fn configure(call: &Call<'_>) -> Result<()> {
    CURRENT.with_borrow_mut(|c| {
        c.check(call)?;
        if let State::Record(record) = &mut c.state {
            record.configure(call);
        }
        Ok(())
    })
}

/// A recorded tile is bound to an address that it did not have when it was used first.
pub(crate) fn rebind(call: &Call<'_>, handle: &Handle) {
    CURRENT.with_borrow_mut(|c| {
        if let (State::Record(record), true) = (&mut c.state, handle.known.get()) {
            record.configure(call);
        }
    });
}
