//! Sessions: what an intrinsic does, on this thread, now.

mod calls;
mod current;
mod eager;
mod flags;
mod record;
mod recording;
mod registers;
mod write;

use crate::error::{Error, Result};
use current::{CURRENT, Current, State, within};
use eager::Eager;
use pto_ir::Diagnostic;
use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{Rulebook, Target, code};
use record::Record;

pub(crate) use calls::*;
pub use recording::Recording;
pub(crate) use registers::{check_value, enter_scope, leave_scope, point};

/// What happens to the instructions of a kernel.
///
/// Without a session they are executed at once, on a core of this thread, for the target `cpu`.
///
/// ```
/// use pto::prelude::*;
/// fn double(x: &GlobalTensor<f32>, y: &mut GlobalTensor<f32>) -> pto::Result<()> {
///     let mut t = Tile::<Vec, f32, 8, 64>::new();
///     let mut sum = Tile::<Vec, f32, 8, 64>::new();
///     tload(&mut t, x)?;
///     tadd(&mut sum, &t, &t)?;
///     tstore(y, &sum)?;
///     Ok(())
/// }
/// let x = vec![1.5f32; 512];
/// let mut y = vec![0.0; 512];
///
/// // Computed here and now, by the rules of A5.
/// Session::eager(Target::A5).run(|| {
///     double(&GlobalTensor::new(&x, [8, 64]), &mut GlobalTensor::new_mut(&mut y, [8, 64]))
/// })?;
/// assert_eq!(y, [3.0; 512]);
///
/// // The same code as a program.
/// let recording = Session::record(Target::A5, "double").run(|| {
///     double(&GlobalTensor::new(&x, [8, 64]), &mut GlobalTensor::new_mut(&mut y, [8, 64]))
/// })?;
/// assert!(recording.text().contains("pto.tadd ins("));
/// # Ok::<(), pto::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Session {
    numerics: Numerics,
    rules: Rulebook,
    blocks: usize,
}

/// A session that records; see [`Session::record`].
#[derive(Clone, Debug)]
pub struct RecordSession {
    target: Target,
    rules: Rulebook,
    name: String,
    blocks: usize,
}

impl Session {
    /// Instructions are executed at once, on fresh memories of a core of `target`.
    pub fn eager(target: Target) -> Session {
        Session::with_numerics(Numerics::new(target, Semantics::Manual))
    }
    /// With other numeric choices.
    pub fn with_numerics(numerics: Numerics) -> Session {
        Session { numerics, rules: Rulebook::default(), blocks: 1 }
    }
    /// As the devices do where manual and devices differ.
    pub fn silicon(self) -> Session {
        Session { numerics: Numerics::new(self.numerics.target, Semantics::Silicon), ..self }
    }
    /// Whose rules decide what is legal: those of the headers, unless this says otherwise.
    ///
    /// ```
    /// # use pto::prelude::*;
    /// let add = || {
    ///     let (mut a, mut b) = (Tile::<Vec, bf16, 16, 16>::new(), Tile::<Vec, bf16, 16, 16>::new());
    ///     texpands(&mut a, bf16::from_f32(1.0))?;
    ///     tadd(&mut b, &a, &a)
    /// };
    /// let refused = Session::eager(Target::A2A3).run(add).unwrap_err();
    /// assert!(refused.to_string().contains("the page allows bf16 here: `--rules manual`"));
    /// assert!(Session::eager(Target::A2A3).rules(Rulebook::Manual).run(add).is_ok());
    /// ```
    pub fn rules(self, rules: Rulebook) -> Session {
        Session { rules, ..self }
    }
    /// The kernel runs on this many blocks, one after another, each on fresh memories of a core.
    ///
    /// ```
    /// # use pto::prelude::*;
    /// let mut y = vec![0; 32];
    /// Session::eager(Target::A5).blocks(4).run(|| {
    ///     let mut t = Tile::<Vec, i32, 1, 8>::new();
    ///     texpands(&mut t, 10 * block_num() as i32 + block_idx() as i32)?;
    ///     let mut y = GlobalTensor::new_mut(&mut y, [4, 8]);
    ///     tstore(&mut y.part_mut([block_idx(), 0], [1, 8]), &t)
    /// })?;
    /// assert_eq!((y[0], y[8], y[31]), (40, 41, 43));
    /// # Ok::<(), pto::Error>(())
    /// ```
    pub fn blocks(self, blocks: usize) -> Session {
        Session { blocks, ..self }
    }
    /// Instructions are written down, and become the function `name` of a program for `target`.
    pub fn record(target: Target, name: &str) -> RecordSession {
        RecordSession { target, rules: Rulebook::default(), name: name.to_string(), blocks: 1 }
    }
    /// Runs a kernel in this session, once for each block, and gives what it gave last. The session before it goes on
    /// afterwards.
    pub fn run<T>(&self, mut kernel: impl FnMut() -> Result<T>) -> Result<T> {
        let mut last = Err(no_block());
        for block in 0..self.blocks {
            let state =
                State::Eager(Box::new(Eager::new(Numerics { rules: self.rules, ..self.numerics })));
            let new = Current { rules: self.rules, ..Current::new(self.numerics.target, state) };
            last = Ok(within(Current { block: (block, self.blocks), ..new }, &mut kernel).0?);
        }
        last
    }
    /// The target of the session this thread is in.
    pub fn target() -> Target {
        CURRENT.with_borrow(|c| c.target)
    }
    /// Whether this thread records.
    pub fn is_recording() -> bool {
        CURRENT.with_borrow(|c| matches!(c.state, State::Record(_)))
    }
    /// Warnings of this session so far, each once.
    pub fn warnings() -> std::vec::Vec<Diagnostic> {
        CURRENT.with_borrow(|c| c.warnings.clone())
    }
    /// What instructions of this session have printed since this was asked last.
    pub fn printed() -> std::vec::Vec<String> {
        CURRENT.with_borrow_mut(|c| match &mut c.state {
            State::Eager(e) => e.core.take_printed(),
            State::Record(_) => Vec::new(),
        })
    }
}

impl RecordSession {
    /// Whose rules decide what is legal: those of the headers, unless this says otherwise.
    pub fn rules(self, rules: Rulebook) -> RecordSession {
        RecordSession { rules, ..self }
    }
    /// The kernel is written down for this many blocks: once for each, and the program chooses by the number of its block.
    /// Running it launches as many.
    pub fn blocks(self, blocks: usize) -> RecordSession {
        RecordSession { blocks, ..self }
    }
    /// Runs the code of a kernel, once for each block, and hands back the program it is.
    pub fn run<T>(&self, mut kernel: impl FnMut() -> Result<T>) -> Result<Recording> {
        let mut record = Box::new(Record::new(self.target, &self.name));
        let mut tiles = 0;
        for block in 0..self.blocks {
            let rules = self.rules;
            let new = Current { rules, ..Current::new(self.target, State::Record(record)) };
            let new = Current { block: (block, self.blocks), tiles, ..new };
            let (done, current) = within(new, &mut kernel);
            done?;
            let State::Record(so_far) = current.state else {
                return Err(Error::one(code::OTHER_SESSION, "the session was replaced"));
            };
            (record, tiles) = (so_far, current.tiles);
            record.end_block();
        }
        if self.blocks == 0 { Err(no_block()) } else { record.finish(self.rules) }
    }
}

#[cold]
fn no_block() -> Error {
    Error::one(code::KERNEL_ARGUMENT, "a kernel runs on at least one block")
}

/// The number of the block that the kernel runs on, as C++ `get_block_idx()`.
pub fn block_idx() -> usize {
    CURRENT.with_borrow(|c| c.block.0)
}

/// How many blocks the kernel runs on, as C++ `get_block_num()`.
pub fn block_num() -> usize {
    CURRENT.with_borrow(|c| c.block.1)
}
