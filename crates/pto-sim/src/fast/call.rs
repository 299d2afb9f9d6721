//! What a fast kernel asks about its instruction, in the words of the definitions.

use crate::memory::CoreMemory;
use pto_isa::sem::{Arg, Exec, Numerics, TileAt, Trap, ViewAt};
use pto_isa::{AttrValue, OpDef};

/// One execution of an instruction, without its memory.
#[derive(Clone, Copy)]
pub(super) struct Call<'a> {
    pub def: &'static OpDef,
    pub numerics: &'a Numerics,
    pub args: &'a [(u8, Arg)],
    pub attrs: &'a [(&'a str, AttrValue<'a>)],
    pub quirks: &'a std::cell::Cell<u64>,
}

impl<'a> Call<'a> {
    /// The value of an operand, if given.
    #[inline(always)]
    pub fn arg(&self, slot: u8) -> Option<&'a Arg> {
        self.args.iter().find(|a| a.0 == slot).map(|a| &a.1)
    }
    /// A tile operand.
    #[inline(always)]
    pub fn tile(&self, slot: u8) -> Option<&'a TileAt> {
        match self.arg(slot)? {
            Arg::Tile(t) => Some(t),
            _ => None,
        }
    }
    /// A view operand.
    #[inline(always)]
    pub fn view(&self, slot: u8) -> Option<&'a ViewAt> {
        match self.arg(slot)? {
            Arg::View(v) => Some(v),
            _ => None,
        }
    }
    /// A word attribute.
    #[inline(always)]
    pub fn word(&self, name: &str) -> Option<&'a str> {
        match self.attrs.iter().find(|a| a.0 == name)?.1 {
            AttrValue::Word(w) => Some(w),
            _ => None,
        }
    }

    /// An answer that the definition's own functions give. Where they trap there is none: the definition
    /// runs then and traps by itself.
    pub fn ask<T>(
        &self,
        memory: &mut CoreMemory<'_>,
        question: impl FnOnce(&Exec<'_>) -> Result<T, Trap>,
    ) -> Option<T> {
        let x = Exec {
            def: self.def,
            numerics: self.numerics,
            args: self.args,
            attrs: self.attrs,
            memory,
            results: &mut Vec::new(),
            printed: &mut Vec::new(),
            quirks: self.quirks,
        };
        question(&x).ok()
    }
}
