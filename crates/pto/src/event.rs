//! The event that an instruction gives: its end.

use crate::error::Error;
use crate::side::Side;
use pto_isa::code;

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

/// An event that belongs elsewhere.
#[cold]
pub(crate) fn foreign() -> Error {
    Error::one(code::OTHER_SESSION, "this event belongs to another session")
}
