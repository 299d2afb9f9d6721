//! What a kernel knows of its instruction besides memory.

use crate::memory::{CoreMemory, POISON};
use pto_isa::sem::{Arg, Exec, Numerics, SpecialRegs, TileAt, ViewAt};
use pto_isa::{AttrValue, OpDef};
use std::cell::Cell;

/// One execution of an instruction; the fields are those of [`Exec`].
pub struct Context<'a> {
    /// The instruction.
    pub def: &'static OpDef,
    /// The choices of the run.
    pub numerics: &'a Numerics,
    /// Operands with their slots.
    pub args: &'a [(u8, Arg)],
    /// Attributes.
    pub attrs: &'a [(&'a str, AttrValue<'a>)],
    /// Quirks that decided something.
    pub quirks: &'a Cell<u64>,
    /// State that instructions set.
    pub modes: &'a Cell<SpecialRegs>,
    /// Nobody reads the tile that the instruction copies to once its source has changed: the copy need not be made.
    pub forwards: bool,
}

impl<'a> Context<'a> {
    /// The value of an operand, if given.
    pub fn arg(&self, slot: u8) -> Option<&Arg> {
        self.args.iter().find(|a| a.0 == slot).map(|a| &a.1)
    }
    /// A tile operand.
    pub fn tile(&self, slot: u8) -> Option<&TileAt> {
        match self.arg(slot)? {
            Arg::Tile(t) => Some(t),
            _ => None,
        }
    }
    /// A view operand.
    pub fn view(&self, slot: u8) -> Option<&'a ViewAt> {
        self.args.iter().find(|a| a.0 == slot).and_then(|a| match &a.1 {
            Arg::View(v) => Some(v),
            _ => None,
        })
    }
    /// A tile operand where it is: kernels that only look at it need no copy.
    pub fn tile_ref(&self, slot: u8) -> Option<&'a TileAt> {
        self.args.iter().find(|a| a.0 == slot).and_then(|a| match &a.1 {
            Arg::Tile(t) => Some(t),
            _ => None,
        })
    }
    /// A word attribute.
    pub fn word(&self, name: &str) -> Option<&'a str> {
        match self.attrs.iter().find(|a| a.0 == name)?.1 {
            AttrValue::Word(w) => Some(w),
            _ => None,
        }
    }
    /// Asks the definition, which wants to see an execution.
    pub fn look<R>(&self, memory: &mut CoreMemory<'_>, ask: impl FnOnce(&Exec<'_>) -> R) -> R {
        let (mut results, mut printed) = (Vec::new(), Vec::new());
        ask(&Exec {
            operands: self.def.operands,
            numerics: self.numerics,
            args: self.args,
            attrs: self.attrs,
            memory,
            registers: &mut [],
            undefined: POISON,
            results: &mut results,
            printed: &mut printed,
            modes: self.modes,
            quirks: self.quirks,
        })
    }
}
