//! Local arrays and structs: cells of a core outside its memories, one per number.
//!
//! They are variables of the C++ that the assembler writes: a declaration makes fresh ones whose contents are
//! undefined (all ones here, as in local memories), and a value of such a type stands for its storage, also as
//! an argument of a call. Places are known when the program is decoded, but for the indices of arrays.
//!
//! Source: PTOAS 0.60 docs/PTO_IR_manual.md:230-380, 10560-10640.

use crate::cells::HIDDEN;
use crate::core::Core;
use crate::program::Step;
use pto_ir::dialect::to_i64;
use pto_isa::sem::exec::all_ones;
use pto_isa::sem::{Memory, PtrAt, Trap};
use pto_isa::{Type, code};
use pto_kernels::value::SlotValue;

/// Bytes of a field in a template.
const WORD: u64 = 8;
/// Fields of a session that is not looked into.
///
/// Source: PTOAS test/vpto/cases/async-comm/sdma_gm_gm.py.
const OPAQUE_FIELDS: u64 = 10;

impl Core<'_, '_> {
    /// Sets fresh cells aside.
    pub(crate) fn declare_local(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let hidden: Vec<u64> = self.values(step, HIDDEN).map(|v| v.0.bits()).collect();
        let [first, count] = hidden[..] else { return Ok(()) };
        self.locals[first as usize..(first + count) as usize].fill(u64::MAX);
        self.put(step, SlotValue::Scalar(first))
    }

    /// A number from its cell.
    pub(crate) fn get_local(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let bits = self.locals[self.cell(step)?];
        let dtype = self.result_type(step).and_then(Type::as_number);
        self.put(step, SlotValue::Scalar(dtype.map_or(bits, |d| bits & all_ones(d))))
    }

    /// A number into its cell.
    pub(crate) fn set_local(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let operand = step.def.slot("value").unwrap_or(HIDDEN);
        let SlotValue::Scalar(bits) = self.value(step, operand) else {
            return Err(Trap::new("needs a number").at(operand));
        };
        let cell = self.cell(step)?;
        self.locals[cell] = bits;
        Ok(())
    }

    /// A record from words of memory, one for each field; without a record a session that nobody looks into.
    pub(crate) fn fill_local(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let (at, len) = self.template(step)?;
        let slot = step.def.slot("template").unwrap_or(HIDDEN);
        let bytes = self.memory.bytes(at.space, at.buffer, at.addr, len);
        let bytes = bytes.map_err(|e| e.at(slot))?;
        let word = |w: &[u8]| u64::from_le_bytes(std::array::from_fn(|i| w[i]));
        let words: Vec<u64> = bytes.chunks_exact(WORD as usize).map(word).collect();
        let widths: Vec<u64> = self.values(step, HIDDEN).map(|v| v.0.bits()).collect();
        if widths.is_empty() {
            return self.put(step, SlotValue::Scalar(0));
        }
        let none = || Trap::new("needs a struct that was declared before").at(0);
        let first = usize::try_from(self.value(step, 0).bits()).map_err(|_| none())?;
        let end = first.checked_add(widths.len()).ok_or_else(none)?;
        let cells = self.locals.get_mut(first..end).ok_or_else(none)?;
        for ((cell, word), bits) in cells.iter_mut().zip(words).zip(widths) {
            *cell = word & (u64::MAX >> (64 - bits.clamp(1, 64)));
        }
        Ok(())
    }

    /// The words that a record is filled from.
    pub(crate) fn template(&self, step: &Step<'_>) -> Result<(PtrAt, u64), Trap> {
        let slot = step.def.slot("template").unwrap_or(HIDDEN);
        let SlotValue::Ptr(at) = self.value(step, slot) else {
            return Err(Trap::new("needs a pointer").at(slot));
        };
        let fields = match self.values(step, HIDDEN).count() {
            0 => OPAQUE_FIELDS,
            n => n as u64,
        };
        Ok((at, fields * WORD))
    }

    fn cell(&self, step: &Step<'_>) -> Result<usize, Trap> {
        let first = self.value(step, 0).bits();
        // A cast may make a handle of any number.
        let declared = |at: u64| {
            let cell = usize::try_from(first.checked_add(at)?).ok()?;
            (cell < self.locals.len()).then_some(cell)
        };
        let none = || Trap::new("needs an array or a struct that was declared before").at(0);
        let hidden = self.values(step, HIDDEN).map(|v| v.0.bits());
        let indices = step.def.slot("indices").or_else(|| step.def.slot("index"));
        let Some(indices) = indices else {
            return declared(hidden.sum()).ok_or_else(none);
        };
        let mut at = 0u64;
        for ((index, dtype), extent) in self.values(step, indices).zip(hidden) {
            let index = to_i64(dtype, index.bits());
            let Some(i) = u64::try_from(index).ok().filter(|&i| i < extent) else {
                let message = format!("has index {index} where there are {extent} elements");
                return Err(Trap::new(message).code(code::LOCAL_BOUNDS).at(indices));
            };
            at = at.saturating_mul(extent).saturating_add(i);
        }
        declared(at).ok_or_else(none)
    }
}
