//! Sessions: what an intrinsic does, on this thread, now.

mod eager;
mod flags;
mod record;
mod recording;
mod registers;
mod write;

use crate::call::{Call, Token, What};
use crate::error::{Error, Result, from_finding};
use crate::event::{self, Event};
use crate::handle::Handle;
use crate::tile::AnyTile;
use eager::Eager;
use pto_ir::Diagnostic;
use pto_isa::ops::tile_config;
use pto_isa::rule::{Args, Slot};
use pto_isa::sem::{Numerics, Semantics, TileAt};
use pto_isa::{Target, TileTy, Type, code};
use record::Record;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::panic::Location;
use std::sync::atomic::{AtomicU64, Ordering};

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
    blocks: usize,
}

/// A session that records; see [`Session::record`].
#[derive(Clone, Debug)]
pub struct RecordSession {
    target: Target,
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
        Session { numerics, blocks: 1 }
    }
    /// As the devices do where manual and devices differ.
    pub fn silicon(self) -> Session {
        Session { numerics: Numerics::new(self.numerics.target, Semantics::Silicon), ..self }
    }
    /// The kernel runs on so many blocks, one after another, each on fresh memories of a core.
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
        RecordSession { target, name: name.to_string(), blocks: 1 }
    }
    /// Runs a kernel in this session, once for each block, and gives what it gave last. The session before it goes on
    /// afterwards.
    pub fn run<T>(&self, mut kernel: impl FnMut() -> Result<T>) -> Result<T> {
        let mut last = Err(no_block());
        for block in 0..self.blocks {
            let state = State::Eager(Box::new(Eager::new(self.numerics)));
            let new = Current::new(self.numerics.target, state);
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
    /// The kernel is written down for so many blocks: once for each, and the program chooses by the number of its block.
    /// Running it launches as many.
    pub fn blocks(self, blocks: usize) -> RecordSession {
        RecordSession { blocks, ..self }
    }
    /// Runs the code of a kernel, once for each block, and hands back the program it is.
    pub fn run<T>(&self, mut kernel: impl FnMut() -> Result<T>) -> Result<Recording> {
        let mut record = Box::new(Record::new(self.target, &self.name));
        let mut tiles = 0;
        for block in 0..self.blocks {
            let new = Current::new(self.target, State::Record(record));
            let new = Current { block: (block, self.blocks), tiles, ..new };
            let (done, current) = within(new, &mut kernel);
            done?;
            let State::Record(so_far) = current.state else {
                return Err(Error::one(code::OTHER_SESSION, "the session was replaced"));
            };
            (record, tiles) = (so_far, current.tiles);
            record.end_block();
        }
        if self.blocks == 0 { Err(no_block()) } else { record.finish() }
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

struct Current {
    number: u64,
    target: Target,
    state: State,
    /// The number of the block, and how many there are.
    block: (usize, usize),
    /// Tiles made so far.
    tiles: u32,
    /// Instructions so far.
    instructions: usize,
    warnings: Vec<Diagnostic>,
    /// The vector scope that is open.
    scope: Option<u32>,
    /// Vector scopes so far.
    scopes: u32,
}

enum State {
    Eager(Box<Eager>),
    Record(Box<Record>),
}

static SESSIONS: AtomicU64 = AtomicU64::new(0);
static BUFFERS: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static CURRENT: RefCell<Current> = {
        let numerics = Numerics::new(Target::Cpu, Semantics::Manual);
        RefCell::new(Current::new(Target::Cpu, State::Eager(Box::new(Eager::new(numerics)))))
    };
}

impl Current {
    fn new(target: Target, state: State) -> Current {
        let number = SESSIONS.fetch_add(1, Ordering::Relaxed);
        Current {
            number,
            target,
            state,
            block: (0, 1),
            tiles: 0,
            instructions: 0,
            warnings: Vec::new(),
            scope: None,
            scopes: 0,
        }
    }
}

/// Puts the session before back, also when a kernel panics.
struct Before(Option<Current>);

impl Drop for Before {
    fn drop(&mut self) {
        if let Some(before) = self.0.take() {
            CURRENT.with(|c| c.replace(before));
        }
    }
}

fn within<T>(new: Current, kernel: impl FnOnce() -> Result<T>) -> (Result<T>, Current) {
    let mut before = Before(Some(CURRENT.with(|c| c.replace(new))));
    let done = kernel();
    let before = before.0.take().expect("nobody else takes it");
    (done, CURRENT.with(|c| c.replace(before)))
}

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

#[cold]
fn other_session() -> Error {
    let message = "this tile belongs to another session: its contents are elsewhere";
    Error::one(code::OTHER_SESSION, message)
}

/// Executes or records an instruction.
pub(crate) fn run(call: &mut Call<'_>) -> Result<Event> {
    CURRENT.with_borrow_mut(|c| c.run(call))
}

/// Executes or records an instruction that gives a value.
pub(crate) fn make(call: &mut Call<'_>, ty: &'static str) -> Result<Token> {
    let (session, id) = new_tile();
    let token = Token { session, id, ty };
    CURRENT.with_borrow_mut(|c| {
        c.check(call)?;
        match &mut c.state {
            State::Eager(e) => e.run(call)?,
            State::Record(r) => r.make_token(call, &token),
        }
        c.instructions += 1;
        Ok(token)
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

impl Current {
    fn run(&mut self, call: &mut Call<'_>) -> Result<Event> {
        self.check(call)?;
        match &mut self.state {
            State::Eager(e) if call.is_of_registers() => {
                e.run_registers(call, self.number, self.scope)?;
            }
            State::Eager(e) => e.run(call)?,
            State::Record(r) if call.is_of_registers() => {
                r.run_registers(call, self.number, self.scope)?;
            }
            State::Record(r) => r.run(call),
        }
        let event = Event { session: self.number, instruction: self.instructions };
        self.instructions += 1;
        Ok(event)
    }

    /// The laws of a tile's type on this target, once for each tile.
    fn check_type(&mut self, ty: &TileTy, handle: &Handle) -> Result<()> {
        if handle.known.get() {
            return Ok(());
        }
        let found = pto_check::check_type("tile", &Type::Tile(*ty), self.target);
        self.judge(found)
    }

    fn judge(&mut self, found: Vec<Diagnostic>) -> Result<()> {
        if found.iter().any(Diagnostic::is_error) {
            return Err(Error::new(found));
        }
        for d in found {
            if !self.warnings.contains(&d) {
                self.warnings.push(d);
            }
        }
        Ok(())
    }

    fn check(&mut self, call: &Call<'_>) -> Result<()> {
        self.check_place(call.def)?;
        for (_, what) in &call.operands {
            match what {
                What::Tile(_, handle) if handle.session != self.number => {
                    return Err(other_session());
                }
                What::Token(token) if token.session != self.number => {
                    return Err(event::foreign());
                }
                What::Tile(ty, handle) => self.check_type(ty, handle)?,
                What::Value(_, value) => self.check_value(value)?,
                _ => {}
            }
        }
        let types: SmallVec<[Type; 6]> = call.operands.iter().map(|(_, w)| w.ty()).collect();
        let mut slots: SmallVec<[Slot<'_>; 8]> = SmallVec::new();
        slots.resize(call.def.operands.len(), Slot::default());
        for (i, ((slot, what), ty)) in call.operands.iter().zip(&types).enumerate() {
            let (value, constant) = match what {
                What::Tile(_, handle) => (handle.id, None),
                What::Index(n) => (u32::MAX - i as u32, i64::try_from(*n).ok()),
                What::Scalar(dtype, bits) if dtype.is_int() => {
                    let unused = 64 - dtype.bits();
                    (u32::MAX - i as u32, Some((*bits << unused) as i64 >> unused))
                }
                _ => (u32::MAX - i as u32, None),
            };
            slots[*slot as usize] = Slot { ty: Some(ty), present: true, value, constant };
        }
        for (i, (slot, ty)) in call.results.iter().enumerate() {
            let value = u32::MAX - (call.operands.len() + i) as u32;
            slots[*slot as usize] = Slot { ty: Some(ty), present: true, value, constant: None };
        }
        let args = Args { target: self.target, slots: &slots, attrs: &call.attrs };
        let found = pto_check::check_args(call.def, &args);
        if found.is_empty() {
            return Ok(());
        }
        let found = found.into_iter().map(|f| from_finding(call.def, self.target, f));
        self.judge(found.collect())
    }
}
