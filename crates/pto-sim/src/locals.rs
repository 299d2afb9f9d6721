//! Local arrays and structs: cells of a core outside its memories, one per number.
//!
//! They are variables of the C++ that the assembler writes: a declaration makes fresh ones whose contents are
//! undefined (all ones here, as in local memories), and a value of such a type stands for its storage, also as
//! an argument of a call. Places are known when the program is decoded, but for the indices of arrays.
//!
//! Source: PTOAS 0.60 docs/PTO_IR_manual.md:230-380, 10560-10640.

use crate::alu::to_i64;
use crate::core::Core;
use crate::decode::scalar_type;
use crate::program::Step;
use crate::value::Value;
use pto_isa::code;
use pto_isa::sem::Trap;
use pto_isa::sem::exec::all_ones;

/// The cells of all declarations of a program together: 32 MiB.
pub(crate) const MAX_CELLS: u64 = 1 << 22;

/// An operand that decoding adds: extents of an array, the place of a field, what a declaration sets aside.
pub(crate) const HIDDEN: u8 = u8::MAX;

/// The extents of an array type, outermost first.
pub(crate) fn array_extents(ty: &str) -> Option<Vec<u64>> {
    if let Some(count) = inside(ty, "!pto.eventid_array<") {
        return Some(vec![count.trim().parse().ok()?]);
    }
    let mut rest = inside(ty, "!pto.local_array<")?;
    let mut extents = Vec::new();
    while let Some((digits, after)) = rest.split_once('x') {
        let Ok(n) = digits.trim().parse() else { break };
        extents.push(n);
        rest = after;
    }
    (!extents.is_empty()).then_some(extents)
}

/// How many numbers a struct type holds, or a field: 1 if it is a number.
pub(crate) fn struct_cells(ty: &str) -> u64 {
    // Numbers are what commas stand between, at whatever depth.
    ty.matches(',').count() as u64 + 1
}

/// The cell of a field that is a number, by its path.
pub(crate) fn field_cell(ty: &str, path: &[u64]) -> Option<u64> {
    let (mut ty, mut cell) = (ty, 0);
    for &field in path {
        let list = fields(ty)?;
        let at = usize::try_from(field).ok()?;
        cell += list.iter().take(at).map(|f| struct_cells(f)).sum::<u64>();
        ty = list.get(at)?;
    }
    fields(ty).is_none().then_some(cell)
}

/// The types of the fields of a struct; nothing if it is none.
fn fields(ty: &str) -> Option<Vec<&str>> {
    let text = inside(ty, "!pto.struct<")?;
    let (mut list, mut depth, mut from) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            ',' if depth == 0 => {
                list.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    list.push(text[from..].trim());
    Some(list)
}

fn inside<'t>(ty: &'t str, prefix: &str) -> Option<&'t str> {
    ty.trim().strip_prefix(prefix)?.strip_suffix('>')
}

impl Core<'_, '_> {
    /// Sets fresh cells aside.
    pub(crate) fn declare_local(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let hidden: Vec<u64> = self.values(step, HIDDEN).map(|v| v.0.bits()).collect();
        let [first, count] = hidden[..] else { return Ok(()) };
        self.locals[first as usize..(first + count) as usize].fill(u64::MAX);
        self.put(step, Value::Scalar(first))
    }

    /// A number from its cell.
    pub(crate) fn get_local(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let bits = self.locals[self.cell(step)?];
        let dtype = scalar_type(self.result_type(step));
        self.put(step, Value::Scalar(dtype.map_or(bits, |d| bits & all_ones(d))))
    }

    /// A number into its cell.
    pub(crate) fn set_local(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let operand = step.def.slot("value").unwrap_or(HIDDEN);
        let Value::Scalar(bits) = self.value(step, operand) else {
            return Err(Trap::new("needs a number").at(operand));
        };
        let cell = self.cell(step)?;
        self.locals[cell] = bits;
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extents_end_at_the_element_type() {
        assert_eq!(array_extents("!pto.local_array<2x4xf32>"), Some(vec![2, 4]));
        assert_eq!(array_extents("!pto.local_array< 8 x i32 >"), Some(vec![8]));
        assert_eq!(array_extents("!pto.eventid_array<3>"), Some(vec![3]));
        assert_eq!(array_extents("!pto.struct<i32>"), None);
    }

    #[test]
    fn fields_lie_one_after_the_other() {
        let ty = "!pto.struct<i8, !pto.struct<f32, !pto.struct<i16, i16>>, i64>";
        assert_eq!(struct_cells(ty), 5);
        let cell = |path: &[u64]| field_cell(ty, path);
        assert_eq!(
            [cell(&[0]), cell(&[1, 0]), cell(&[1, 1, 1]), cell(&[2])],
            [0, 1, 3, 4].map(Some)
        );
        // A struct is no number, a number has no fields, and there is no fourth one.
        assert_eq!([cell(&[1]), cell(&[0, 0]), cell(&[3])], [None; 3]);
    }
}
