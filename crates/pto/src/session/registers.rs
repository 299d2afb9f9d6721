//! Registers, predicates and pointers in a session: where they may be used, and how instructions are executed on them.

use super::eager::Eager;
use super::{CURRENT, Current, State, other_session};
use crate::call::{Call, What};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::vector::value::{Content, Value};
use pto_ir::{Diagnostic, Span};
use pto_isa::def::Place;
use pto_isa::ops::control;
use pto_isa::sem::{Arg, PtrAt, RegAt, RegTy};
use pto_isa::{DType, OpDef, Space, Type, code};
use smallvec::SmallVec;

/// Whether a value may be used here and now.
pub(crate) fn check_value(value: &Value) -> Result<()> {
    CURRENT.with_borrow(|c| c.check_value(value))
}

/// A pointer from a tile or another pointer, by an instruction that computes nothing else.
pub(crate) fn point(
    mut call: Call<'_>,
    slot: u8,
    ty: Type,
    moved: impl FnOnce(PtrAt) -> Option<PtrAt>,
) -> Result<Value> {
    call.results.push((slot, ty));
    let at = call.at;
    let pointed = CURRENT.with_borrow_mut(|c| {
        c.check(&call)?;
        match &mut c.state {
            State::Eager(e) => {
                let (from, tile) = match call.operands.first() {
                    Some((_, What::Tile(ty, handle))) => {
                        let at = e.place(ty, handle)?;
                        let addr = at.addr as i64;
                        (PtrAt { space: Space::Vec, buffer: 0, addr, dtype: ty.dtype }, *handle)
                    }
                    Some((_, What::Value(_, Value { content: Content::Pointer(p), tile, .. }))) => {
                        (*p, tile.as_ref().ok_or_else(other_session)?)
                    }
                    _ => return Err(other_session()),
                };
                let far = || Error::one(code::OUT_OF_BOUNDS, "no memory reaches so far");
                let content = Content::Pointer(moved(from).ok_or_else(far)?);
                let (session, scope) = (c.number, c.scope);
                Ok(Value { session, scope, content, tile: Some(tile.clone()) })
            }
            State::Record(r) => {
                r.run_registers(&mut call, c.number, c.scope)?;
                call.given.pop().ok_or_else(other_session)
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
pub(crate) fn leave_scope() -> Event {
    CURRENT.with_borrow_mut(|c| {
        c.scope = None;
        if let State::Record(record) = &mut c.state {
            record.leave_scope();
        }
        let event = Event { session: c.number, instruction: c.instructions };
        c.instructions += 1;
        event
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
        match (def.place, self.scope) {
            (Place::Vecscope, None) | (Place::Core, Some(_)) => Err(self.misplaced(def)),
            _ => Ok(()),
        }
    }

    pub(super) fn check_value(&self, value: &Value) -> Result<()> {
        if value.session != self.number {
            return Err(other_session());
        }
        if value.scope.is_some() && value.scope != self.scope {
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
    pub fn run_registers(
        &mut self,
        call: &mut Call<'_>,
        session: u64,
        scope: Option<u32>,
    ) -> Result<()> {
        self.registers.clear();
        let mut args: SmallVec<[(u8, Arg); 8]> = SmallVec::new();
        let mut pointed = None;
        for (slot, what) in &call.operands {
            let arg = match what {
                What::Value(_, Value { content: Content::Pointer(p), tile, .. }) => {
                    pointed = pointed.or(tile.as_ref());
                    Arg::Ptr(*p)
                }
                What::Value(ty, Value { content: Content::Bytes(bytes), .. }) => {
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
            call.given.push(Value { session, scope, content, tile });
        }
        Ok(())
    }
}
