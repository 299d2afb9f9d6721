//! What a fast kernel asks about its instruction, in the words of the definitions.

use crate::memory::CoreMemory;
use pto_isa::sem::{Arg, Exec, Numerics, Trap};
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

impl Call<'_> {
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

    /// Whether a word attribute is given and satisfies `test`.
    pub fn has_word(&self, name: &str, test: impl Fn(&str) -> bool) -> bool {
        self.attrs.iter().any(|a| a.0 == name && matches!(a.1, AttrValue::Word(w) if test(w)))
    }
}
