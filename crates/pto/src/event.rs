//! Events: an instruction has ended, and another one waits for that.

use crate::error::{Error, Result};
use crate::queue::Side;
use crate::session;
use pto_isa::code;
use std::panic::Location;

/// What an intrinsic returns: the end of its instruction.
///
/// Instructions of one session run in the order of the kernel, so an eager kernel may ignore events. A recorded
/// kernel that waits for one says by hand what waits for what, as C++ in manual mode does: a signal after the
/// instruction, and a wait of the pipe of the next instruction. A kernel that never waits is synchronised by the
/// tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    pub(crate) session: u64,
    /// Which instruction of the session.
    pub(crate) instruction: usize,
    /// The cores it runs on.
    pub(crate) side: Side,
}

impl Event {
    /// The next instruction waits for this one, as C++ `e.Wait()`.
    #[track_caller]
    pub fn wait(self) -> Result<()> {
        tsync(self)
    }
}

/// Several events.
pub trait Events {
    /// As a list.
    #[doc(hidden)]
    fn list(self) -> std::vec::Vec<Event>;
}

impl Events for Event {
    fn list(self) -> std::vec::Vec<Event> {
        vec![self]
    }
}
impl Events for () {
    fn list(self) -> std::vec::Vec<Event> {
        Vec::new()
    }
}
impl<const N: usize> Events for [Event; N] {
    fn list(self) -> std::vec::Vec<Event> {
        self.to_vec()
    }
}

macro_rules! tuples {
    ($(($($name:ident $i:tt),*);)*) => {$(
        impl Events for ($(tuples!(@event $name),)*) {
            fn list(self) -> std::vec::Vec<Event> {
                vec![$(self.$i),*]
            }
        }
    )*};
    (@event $name:ident) => { Event };
}

tuples! {
    (a 0);
    (a 0, b 1);
    (a 0, b 1, c 2);
    (a 0, b 1, c 2, d 3);
}

/// The next instruction waits for these events; without one, for everything. C++ `TSYNC(events...)`.
///
/// ```
/// use pto::prelude::*;
/// let mut a = Tile::<Vec, f32, 16, 16>::new();
/// let mut b = Tile::<Vec, f32, 16, 16>::new();
/// let e0 = texpands(&mut a, 1.0)?;
/// let e1 = texpands(&mut b, 2.0)?;
/// tsync((e0, e1))?;
/// let mut sum = Tile::<Vec, f32, 16, 16>::new();
/// tadd(&mut sum, &a, &b)?;
/// tsync(())?;
/// assert_eq!(sum.read()?[0], 3.0);
/// # Ok::<(), pto::Error>(())
/// ```
#[track_caller]
pub fn tsync(events: impl Events) -> Result<()> {
    let (events, at) = (events.list(), Location::caller());
    session::wait(&events, at).map_err(|e| e.at(at))
}

/// An event that belongs elsewhere.
#[cold]
pub(crate) fn foreign() -> Error {
    Error::one(code::OTHER_SESSION, "this event belongs to another session")
}
