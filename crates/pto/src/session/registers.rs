//! Registers, predicates and pointers in a session: where they may be used, and how instructions are executed on them or
//! written down.

use super::current::{CURRENT, Current, State, other_core};
use super::eager::Eager;
use super::record::{Item, Made, Record};
use crate::call::{Call, What};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::side::Side;
use crate::value::{Content, KernelValue, Origin};
use pto_ir::{Diagnostic, Span};
use pto_isa::def::AllowedScope;
use pto_isa::ops::control;
use pto_isa::sem::{Arg, Numerics, PtrAt, RegAt, RegTy, Semantics};
use pto_isa::{DType, OpDef, Pipe, Space, Type, code};
use pto_sim::Registers;
use smallvec::SmallVec;
use std::panic::Location;

#[cold]
fn foreign() -> Error {
    let message = "this register or pointer belongs to another session: its contents are elsewhere";
    Error::one(code::OTHER_SESSION, message)
}

/// Whether a value may be used here and now.
pub(crate) fn check_value(value: &KernelValue) -> Result<()> {
    CURRENT.with_borrow(|c| c.check_value(value))
}

/// A pointer from a tile or another pointer, by an instruction that computes nothing else.
pub(crate) fn point(
    mut call: Call<'_>,
    slot: u8,
    ty: Type,
    moved: impl FnOnce(PtrAt) -> Option<PtrAt>,
) -> Result<KernelValue> {
    call.results.push((slot, ty));
    let at = call.at;
    let pointed = CURRENT.with_borrow_mut(|c| {
        c.check(&call)?;
        let origin = c.origin();
        match &mut c.state {
            State::Eager(e) => {
                let (from, tile) = match call.operands.first() {
                    Some((_, What::Tile(ty, handle))) => {
                        let at = e.place(ty, handle)?;
                        let addr = at.addr as i64;
                        (PtrAt { space: Space::Vec, buffer: 0, addr, dtype: ty.dtype }, *handle)
                    }
                    Some((
                        _,
                        What::Value(_, KernelValue { content: Content::Pointer(p), tile, .. }),
                    )) => (*p, tile.as_ref().ok_or_else(foreign)?),
                    _ => return Err(foreign()),
                };
                let far = || Error::one(code::OUT_OF_BOUNDS, "no memory reaches so far");
                let content = Content::Pointer(moved(from).ok_or_else(far)?);
                let tile = Some(tile.clone());
                Ok(KernelValue { origin, content, tile })
            }
            State::Record(r) => {
                r.write_registers(&mut call, origin)?;
                call.given.pop().ok_or_else(foreign)
            }
        }
    });
    pointed.map_err(|e| e.at(at))
}

/// Opens a vector scope.
pub(crate) fn enter_scope() -> Result<()> {
    CURRENT.with_borrow_mut(|c| {
        let def = &control::vecscope;
        if c.scope.is_some() {
            return Err(c.misplaced(def));
        }
        if let State::Record(record) = &mut c.state {
            record.enter_scope();
        }
        c.scope = Some(c.scopes);
        c.scopes += 1;
        Ok(())
    })
}

/// Closes the vector scope: one instruction of the vector pipe.
pub(crate) fn leave_scope(at: &'static Location<'static>) -> Event {
    CURRENT.with_borrow_mut(|c| {
        c.scope = None;
        if let State::Record(record) = &mut c.state {
            record.leave_scope(at);
        }
        c.event()
    })
}

impl Current {
    #[cold]
    fn misplaced(&self, def: &OpDef) -> Error {
        let name = def.printed_name();
        let d = if self.scope.is_some() {
            let message = format!("`pto.{name}` must not be inside a `pto.vecscope`");
            Diagnostic::error(code::NOT_IN_VECSCOPE, Span::default(), message)
                .help("move it out of the scope")
        } else {
            let message = format!("`pto.{name}` must be inside a `pto.vecscope`");
            Diagnostic::error(code::NEEDS_VECSCOPE, Span::default(), message)
                .help("wrap the register instructions in `vecscope(|| { ... })`")
        };
        Error::new(vec![d])
    }

    /// Instructions on registers stand in a vector scope, those on tiles do not.
    pub(super) fn check_place(&self, def: &OpDef) -> Result<()> {
        match (def.scope, self.scope) {
            (AllowedScope::Vecscope, None) | (AllowedScope::Core, Some(_)) => {
                Err(self.misplaced(def))
            }
            _ => Ok(()),
        }
    }

    /// Where values come from that are made now.
    fn origin(&self) -> Origin {
        Origin { session: self.number, scope: self.scope, side: self.side }
    }

    /// Executes or records an instruction on registers.
    pub(super) fn run_registers(&mut self, call: &mut Call<'_>) -> Result<()> {
        let origin = self.origin();
        match &mut self.state {
            State::Eager(e) => e.run_registers(call, origin),
            State::Record(r) => r.run_registers(call, origin),
        }
    }

    pub(super) fn check_value(&self, value: &KernelValue) -> Result<()> {
        let Origin { session, scope, side } = value.origin;
        if session != self.number {
            return Err(foreign());
        }
        if !side.reaches(self.side) {
            return Err(other_core("pointer"));
        }
        if scope.is_some() && scope != self.scope {
            let message = "this register or pointer was made in a vector scope that has ended";
            let d = Diagnostic::error(code::LEAVES_VECSCOPE, Span::default(), message)
                .help("keep it inside the scope; hand data over through a tile");
            return Err(Error::new(vec![d]));
        }
        Ok(())
    }
}

/// What a register of a type holds.
fn register_type(ty: &Type) -> Option<RegTy> {
    match ty {
        Type::Vreg { dtype, .. } => Some(RegTy::Vec(*dtype)),
        Type::Mask(width) => Some(RegTy::Mask(*width)),
        Type::Align => Some(RegTy::Align),
        _ => None,
    }
}

impl Eager {
    /// Executes an instruction on registers: each register that it takes or gives has a place in the file of this
    /// instruction, and values carry the bytes from one to the next.
    fn run_registers(&mut self, call: &mut Call<'_>, origin: Origin) -> Result<()> {
        self.registers.clear();
        let mut args: SmallVec<[(u8, Arg); 8]> = SmallVec::new();
        let mut pointed = None;
        for (slot, what) in &call.operands {
            let arg = match what {
                What::Value(_, KernelValue { content: Content::Pointer(p), tile, .. }) => {
                    pointed = pointed.or(tile.as_ref());
                    Arg::Ptr(*p)
                }
                What::Value(ty, KernelValue { content: Content::Bytes(bytes), .. }) => {
                    let Some(ty) = register_type(ty) else { continue };
                    let at = self.registers.add(ty);
                    self.registers.bytes_mut(&at).copy_from_slice(bytes);
                    Arg::Reg(at)
                }
                What::Scalar(dtype, bits) => Arg::Scalar(*dtype, *bits),
                What::Index(n) => Arg::Scalar(DType::I64, *n as u64),
                _ => continue,
            };
            args.push((*slot, arg));
        }
        let mut takes: SmallVec<[u8; 2]> = SmallVec::new();
        let mut given: SmallVec<[(u8, Option<RegAt>); 2]> = SmallVec::new();
        for (slot, ty) in &call.results {
            let register = register_type(ty).map(|ty| self.registers.add(ty));
            match register {
                Some(at) => args.push((*slot, Arg::Reg(at))),
                None => takes.push(*slot),
            }
            given.push((*slot, register));
        }
        let Eager { core, registers, target, .. } = self;
        let done = core.run_registers(call.def, &args, &call.attrs, registers, &takes);
        done.map_err(|trap| Error::trap(call.def, *target, trap))?;
        for (slot, register) in given {
            let (content, tile) = match (register, core.given(slot)) {
                (Some(at), _) => (Content::Bytes(registers.bytes(&at).into()), None),
                (None, Some(Arg::Ptr(p))) => (Content::Pointer(p), pointed.cloned()),
                (None, Some(Arg::Scalar(_, bits))) => (Content::Number(bits), None),
                _ => (Content::Number(0), None),
            };
            call.given.push(KernelValue { origin, content, tile });
        }
        Ok(())
    }
}

impl Record {
    /// What comes next stands in a vector scope.
    fn enter_scope(&mut self) {
        self.scope = Some(Vec::new());
    }

    /// The vector scope is an instruction of the vector pipe, which what was awaited holds up.
    fn leave_scope(&mut self, at: &'static Location<'static>) {
        let mut scope = Item::new(&control::vecscope, at);
        scope.body = self.scope.take().unwrap_or_default();
        scope.pipe = Some(Pipe::V);
        scope.waits = std::mem::take(&mut self.waits[self.side as usize]);
        let number = self.items().len();
        self.instructions.push(number);
        self.items().push(scope);
    }

    /// An instruction on registers. Those of a vector scope end with it.
    fn run_registers(&mut self, call: &mut Call<'_>, origin: Origin) -> Result<()> {
        if self.scope.is_none() {
            self.run(call);
            return Ok(());
        }
        let end = self.items().len();
        self.instructions.push(end);
        self.write_registers(call, origin)
    }

    /// Writes an instruction down that no pipe has to wait for.
    fn write_registers(&mut self, call: &mut Call<'_>, origin: Origin) -> Result<()> {
        let mut item = self.item(call);
        for (slot, ty) in &call.results {
            let value = self.new_value();
            let letter = match ty {
                Type::Vreg { .. } => 'r',
                Type::Mask(_) => 'm',
                Type::Align => 's',
                Type::Ptr { .. } => 'a',
                _ => 'n',
            };
            item.results.push(Made { value, name: (letter, value.0), ty: ty.clone() });
            let content = match ty {
                Type::Scalar(_) | Type::Index => Content::Number(self.given_number(call, *slot)?),
                _ => Content::Recorded(value.0),
            };
            call.given.push(KernelValue { origin, content, tile: None });
        }
        match &mut self.scope {
            Some(items) => items.push(item),
            None => self.items().push(item),
        }
        Ok(())
    }

    /// The number that an instruction gives. The kernel goes on with it, so it must not depend on what registers hold:
    /// here all of them are zero, and pointers lead to a core of its own.
    fn given_number(&mut self, call: &Call<'_>, slot: u8) -> Result<u64> {
        let numerics = Numerics::new(self.target, Semantics::Manual);
        let blank = self.blank.get_or_insert_with(|| Box::new(Eager::new(numerics)));
        let at_zero = |dtype: DType| PtrAt { space: Space::Vec, buffer: 0, addr: 0, dtype };
        let origin = Origin { session: 0, scope: None, side: Side::Both };
        let zeros = |ty: &Type| KernelValue {
            origin,
            content: match ty {
                Type::Ptr { dtype, .. } => Content::Pointer(at_zero(*dtype)),
                ty => {
                    let bytes = register_type(ty).map(|ty| Registers::default().add(ty).bytes);
                    Content::Bytes(vec![0; bytes.unwrap_or(0) as usize].into())
                }
            },
            tile: None,
        };
        let values: Vec<Option<(u8, Type, KernelValue)>> = (call.operands.iter())
            .map(|(slot, what)| match what {
                What::Value(ty, _) => Some((*slot, ty.clone(), zeros(ty))),
                _ => None,
            })
            .collect();
        let mut twin = Call { at: call.at, attrs: call.attrs.clone(), ..Call::new(call.def) };
        for ((slot, what), value) in call.operands.iter().zip(&values) {
            twin.operands.push(match (what, value) {
                (What::Scalar(dtype, bits), _) => (*slot, What::Scalar(*dtype, *bits)),
                (What::Index(n), _) => (*slot, What::Index(*n)),
                (_, Some((slot, ty, value))) => (*slot, What::Value(ty.clone(), value)),
                _ => continue,
            });
        }
        twin.results = call.results.clone();
        blank.run_registers(&mut twin, origin)?;
        let place = twin.results.iter().position(|r| r.0 == slot);
        match place.and_then(|i| twin.given.get(i)).map(|v| &v.content) {
            Some(Content::Number(bits)) => Ok(*bits),
            _ => Ok(0),
        }
    }
}
