//! What intrinsics ask of the session of their thread.

use super::current::{CURRENT, State, other_core, other_session};
use crate::call::{Call, Token, What};
use crate::error::{Error, Result};
use crate::event::{self, Event};
use crate::handle::{Handle, TileNumber};
use crate::side::Side;
use crate::value::Results;
use pto_isa::ops::tile_config;
use pto_isa::sem::TileAt;
use pto_isa::{TileTy, code};
use std::panic::Location;

/// A number for a tile.
pub(crate) fn new_tile() -> TileNumber {
    CURRENT.with_borrow_mut(|c| {
        c.tiles += 1;
        TileNumber { session: c.number, id: c.tiles - 1 }
    })
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
pub(crate) fn declare_tile(ty: &TileTy, handle: &Handle, at: &'static Location<'static>) {
    CURRENT.with_borrow_mut(|c| {
        if let State::Record(record) = &mut c.state {
            record.declare(ty, handle, at);
        }
    });
}

impl Call<'_> {
    /// Lets the session have it, and takes what it gives, in the order of the slots.
    pub fn gives<R: Results>(mut self, slots: &[u8]) -> Result<R> {
        self.results.extend(slots.iter().copied().zip(R::types()));
        self.submit()?;
        let at = self.at;
        R::take(&mut self.given.into_iter())
            .ok_or_else(|| Error::one(code::TRAP, "the instruction gave too few values").at(at))
    }

    /// Lets the session have it: it is executed or recorded.
    pub fn run(mut self) -> Result<Event> {
        self.submit()
    }

    fn submit(&mut self) -> Result<Event> {
        let at = self.at;
        let done = match self.refuse_attrs() {
            Some(e) => Err(e),
            None => CURRENT.with_borrow_mut(|c| c.run(self)),
        };
        done.map_err(|e| e.at(at))
    }

    /// Lets the session have it, and takes what it gives: a value of this type.
    pub(crate) fn make(mut self, ty: &'static str) -> Result<Token> {
        let at = self.at;
        let made = CURRENT.with_borrow_mut(|c| {
            c.check(&self)?;
            if let State::Eager(e) = &mut c.state {
                e.run(&mut self)?;
            }
            Ok(c.token(&self, ty))
        });
        made.map_err(|e: Error| e.at(at))
    }

    /// Takes what it gives, which nobody has to compute.
    pub(crate) fn declare(self, ty: &'static str) -> Result<Token> {
        let declared = CURRENT.with_borrow_mut(|c| {
            c.check(&self)?;
            Ok(c.token(&self, ty))
        });
        declared.map_err(|e: Error| e.at(self.at))
    }
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
pub(crate) fn with_bytes<R>(
    ty: &TileTy,
    handle: &Handle,
    f: impl FnOnce(&TileAt, &mut [u8]) -> R,
) -> Result<R> {
    CURRENT.with_borrow_mut(|c| {
        if handle.session != c.number {
            return Err(other_session());
        }
        c.check_type(ty, handle)?;
        let State::Eager(e) = &mut c.state else {
            let message = "there are no values while a kernel is recorded";
            return Err(Error::one(code::NO_VALUES, message));
        };
        let at = e.place(ty, handle)?;
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
pub(crate) fn derive<'a>(
    mut call: Call<'a>,
    slot: u8,
    ty: &TileTy,
    result: &'a Handle,
) -> Result<()> {
    CURRENT.with_borrow_mut(|c| {
        call.operands.push((slot, What::Tile(*ty, result)));
        c.check(&call)?;
        call.operands.pop();
        if let State::Record(record) = &mut c.state {
            record.derive(&call, ty, result);
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
