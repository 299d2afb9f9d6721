//! The session of a thread, and what holds for every call in it.

use super::eager::Eager;
use super::record::Record;
use crate::call::{Call, Token, What};
use crate::error::{Error, Result, from_finding};
use crate::event::{self, Event};
use crate::handle::Handle;
use crate::side::Side;
use pto_check::FindingKind;
use pto_ir::Diagnostic;
use pto_isa::rule::{Args, Slot};
use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{Rulebook, Target, TileTy, Type, code};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

/// The session of a thread: what its intrinsics do.
pub(super) struct Current {
    pub number: u64,
    pub target: Target,
    pub rules: Rulebook,
    pub state: State,
    /// The number of the block, and how many there are.
    pub block: (usize, usize),
    /// The cores whose code this is.
    pub side: Side,
    /// Tiles made so far.
    pub tiles: u32,
    /// Instructions so far.
    pub instructions: usize,
    pub warnings: Vec<Diagnostic>,
    /// The vector scope that is open.
    pub scope: Option<u32>,
    /// Vector scopes so far.
    pub scopes: u32,
}

pub(super) enum State {
    Eager(Box<Eager>),
    Record(Box<Record>),
}

static SESSIONS: AtomicU64 = AtomicU64::new(0);

thread_local! {
    pub(super) static CURRENT: RefCell<Current> = {
        let numerics = Numerics::new(Target::CPU, Semantics::Manual);
        RefCell::new(Current::new(Target::CPU, State::Eager(Box::new(Eager::new(numerics)))))
    };
}

impl Current {
    /// A session that has not begun.
    pub fn new(target: Target, state: State) -> Current {
        let number = SESSIONS.fetch_add(1, Ordering::Relaxed);
        Current {
            number,
            target,
            rules: Rulebook::default(),
            state,
            block: (0, 1),
            side: Side::Both,
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

/// Runs a kernel in a session, and gives that back.
pub(super) fn within<T>(new: Current, kernel: impl FnOnce() -> Result<T>) -> (Result<T>, Current) {
    let mut before = Before(Some(CURRENT.with(|c| c.replace(new))));
    let done = kernel();
    let before = before.0.take().expect("nobody else takes it");
    (done, CURRENT.with(|c| c.replace(before)))
}

impl Current {
    /// What follows is code of these cores.
    pub fn enter(&mut self, side: Side) {
        self.side = side;
        if let State::Record(record) = &mut self.state {
            record.side = side;
        }
    }

    /// Executes or records an instruction.
    pub fn run(&mut self, call: &mut Call<'_>) -> Result<Event> {
        self.check(call)?;
        match &mut self.state {
            _ if self.scope.is_some() || call.is_of_registers() => self.run_registers(call)?,
            State::Eager(e) => e.run(call)?,
            State::Record(r) => r.run(call),
        }
        Ok(self.event())
    }

    /// The value that an instruction gives.
    pub fn token(&mut self, call: &Call<'_>, ty: &'static str) -> Token {
        let token = Token { session: self.number, id: self.tiles, ty, side: self.side };
        self.tiles += 1;
        self.instructions += 1;
        if let State::Record(record) = &mut self.state {
            record.make_token(call, &token);
        }
        token
    }

    /// The end of the instruction that was executed or recorded.
    pub fn event(&mut self) -> Event {
        self.instructions += 1;
        Event { session: self.number, instruction: self.instructions - 1, side: self.side }
    }

    /// The laws of a tile's type on this target, once for each tile.
    pub fn check_type(&mut self, ty: &TileTy, handle: &Handle) -> Result<()> {
        if handle.known.get() {
            return Ok(());
        }
        let found = pto_check::check_type("tile", &Type::Tile(*ty), self.target, self.rules);
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

    /// What the rules of a call have to say. Errors end it, warnings are kept.
    pub fn check(&mut self, call: &Call<'_>) -> Result<()> {
        self.check_place(call.def)?;
        for (_, what) in &call.operands {
            match what {
                What::Tile(_, handle) if handle.session != self.number => {
                    return Err(other_session());
                }
                What::Token(token) if token.session != self.number => {
                    return Err(event::foreign());
                }
                What::Token(token) if !token.side.reaches(self.side) => {
                    return Err(other_core("value"));
                }
                What::Tile(ty, handle) => {
                    let first = handle.side.get().unwrap_or(self.side);
                    if !first.reaches(self.side) {
                        return Err(other_core("tile"));
                    }
                    self.check_type(ty, handle)?;
                    handle.side.set(Some(first));
                }
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
            let place = &mut slots[*slot as usize];
            if place.present {
                place.add(constant);
            } else {
                *place = Slot::one(Some(ty), value, constant);
            }
        }
        for (i, (slot, ty)) in call.results.iter().enumerate() {
            let value = u32::MAX - (call.operands.len() + i) as u32;
            slots[*slot as usize] = Slot::one(Some(ty), value, None);
        }
        let args = Args { target: self.target, slots: &slots, attrs: &call.attrs };
        // What the other rulebook says is asked only of what this one does not like.
        if pto_check::breaches(call.def, &args, self.rules).is_empty() {
            return Ok(());
        }
        let mut found = pto_check::check_args(call.def, &args, self.rules);
        found.retain(|f| f.kind != FindingKind::Elsewhere);
        let found = found.into_iter().map(|f| from_finding(call.def, self.target, f));
        self.judge(found.collect())
    }
}

#[cold]
pub(super) fn other_core(what: &str) -> Error {
    let message = format!(
        "this {what} belongs to the other core of its block: tiles pass through a queue or global memory"
    );
    Error::one(code::MISPLACED, message)
}

#[cold]
pub(super) fn other_session() -> Error {
    let message = "this tile belongs to another session: its contents are elsewhere";
    Error::one(code::OTHER_SESSION, message)
}
