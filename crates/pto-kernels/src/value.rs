//! What a value of the program is while it runs.

use pto_isa::DType;
use pto_isa::format::decode_int;
use pto_isa::sem::exec::all_ones;
use pto_isa::sem::{Arg, PtrAt, RegAt, TileAt, ViewAt};

/// Position of a value among the slots of a core.
pub type Slot = u32;

/// An operand of an instruction, by the place of its value.
#[derive(Clone, Copy, Debug)]
pub struct StepArg {
    /// Which operand of the instruction it is.
    pub operand: u8,
    /// Where its value is.
    pub slot: Slot,
    /// The type of a number.
    pub dtype: DType,
}

/// A number as a signed 64-bit integer.
#[inline(always)]
pub fn to_i64(dtype: DType, bits: u64) -> i64 {
    // `index` and most counters.
    if dtype == DType::I64 {
        return bits as i64;
    }
    decode_int(dtype, bits).unwrap_or(0) as i64
}

/// A value in a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SlotValue {
    /// Not defined yet, or nothing that can be looked at (events, handles).
    #[default]
    Empty,
    /// A number by its code; `index` is 64 bits.
    Scalar(u64),
    /// A pointer.
    Ptr(PtrAt),
    /// A view on memory.
    View(ViewAt),
    /// A tile.
    Tile(TileAt),
    /// A vector register or predicate; every value has one of its own.
    Reg(RegAt),
}

impl SlotValue {
    /// The code of a number; 0 for anything else, which a checked program does not ask for.
    #[inline]
    pub const fn bits(&self) -> u64 {
        match self {
            SlotValue::Scalar(b) => *b,
            _ => 0,
        }
    }
}

/// How a loop counts.
#[derive(Clone, Copy, Debug)]
pub struct Counter {
    /// The variable.
    pub var: Slot,
    /// Where it ends.
    pub end: Slot,
    /// What the variable grows by.
    pub step: Slot,
    /// The type of all three.
    pub dtype: DType,
    /// Whether they are compared as unsigned numbers.
    pub unsigned: bool,
}

impl Counter {
    #[inline(always)]
    fn get(&self, slots: &[SlotValue], slot: Slot) -> i64 {
        // The type of nearly every loop.
        match (self.dtype, slots[slot as usize].bits()) {
            (DType::I64, bits) => bits as i64,
            (dtype, bits) => to_i64(dtype, bits),
        }
    }
    /// What the variable grows by.
    pub fn step(&self, slots: &[SlotValue]) -> i64 {
        self.get(slots, self.step)
    }
    /// Whether the variable has reached the end.
    #[inline(always)]
    pub fn is_over(&self, slots: &[SlotValue]) -> bool {
        let (var, end) = (self.get(slots, self.var), self.get(slots, self.end));
        if self.unsigned { var as u64 >= end as u64 } else { var >= end }
    }
    /// How many iterations there are from here on, if the variable has not reached the end and the step is positive.
    pub fn iterations(&self, slots: &[SlotValue]) -> u64 {
        let (var, end) = (self.get(slots, self.var), self.get(slots, self.end));
        let distance = end.wrapping_sub(var) as u64;
        distance.div_ceil((self.step(slots) as u64).max(1))
    }
    /// The variable grows by steps that do not reach the end.
    pub fn skip(&self, slots: &mut SlotValues, iterations: u64) {
        let by = self.get(slots, self.step).wrapping_mul(iterations as i64);
        let next = self.get(slots, self.var).wrapping_add(by);
        slots.set_number(self.var, next as u64 & all_ones(self.dtype));
    }
    /// The variable grows by a step, in the width of its type.
    #[inline(always)]
    pub fn advance(&self, slots: &mut SlotValues) {
        let next = self.get(slots, self.var).wrapping_add(self.get(slots, self.step));
        slots.set_number(self.var, next as u64 & all_ones(self.dtype));
    }
}

/// The values of a core, by slot. It knows when one that is not a number has changed.
#[derive(Clone, Debug)]
pub struct SlotValues {
    list: Vec<SlotValue>,
    /// Counts the changes of each.
    changes: Vec<u64>,
}

impl SlotValues {
    /// Values to begin with.
    pub fn new(list: &[SlotValue]) -> SlotValues {
        SlotValues { list: list.to_vec(), changes: vec![0; list.len()] }
    }

    /// Gives a slot a value.
    pub fn set(&mut self, slot: Slot, value: SlotValue) {
        if let SlotValue::Scalar(bits) = value {
            return self.set_number(slot, bits);
        }
        let old = &mut self.list[slot as usize];
        if *old != value {
            *old = value;
            self.changes[slot as usize] += 1;
        }
    }

    /// Gives a slot a number.
    #[inline(always)]
    pub fn set_number(&mut self, slot: Slot, bits: u64) {
        let old = &mut self.list[slot as usize];
        match old {
            SlotValue::Scalar(old) => *old = bits,
            _ => {
                *old = SlotValue::Scalar(bits);
                self.changes[slot as usize] += 1;
            }
        }
    }

    /// Copies a value to another slot.
    #[inline(always)]
    pub fn copy(&mut self, from: Slot, to: Slot) {
        // A number is much smaller than what a slot can hold.
        match self.list[from as usize] {
            SlotValue::Scalar(bits) => self.set_number(to, bits),
            value => self.set(to, value),
        }
    }

    /// Exchanges the value of a slot.
    pub fn exchange(&mut self, slot: Slot, value: &mut SlotValue) {
        let old = self.list[slot as usize];
        self.set(slot, std::mem::replace(value, old));
    }

    /// Gives the slots from one on these values.
    pub fn load(&mut self, first: Slot, values: &[SlotValue]) {
        let range = first as usize..first as usize + values.len();
        self.list[range.clone()].copy_from_slice(values);
        self.changes[range].iter_mut().for_each(|n| *n += 1);
    }

    /// How often the value of a slot has changed. Of a slot that holds numbers this says nothing.
    #[inline(always)]
    pub fn changes(&self, slot: Slot) -> u64 {
        self.changes[slot as usize]
    }
}

impl std::ops::Deref for SlotValues {
    type Target = [SlotValue];
    fn deref(&self) -> &[SlotValue] {
        &self.list
    }
}

impl From<Arg> for SlotValue {
    fn from(arg: Arg) -> SlotValue {
        match arg {
            Arg::Tile(t) => SlotValue::Tile(t),
            Arg::Scalar(_, bits) => SlotValue::Scalar(bits),
            Arg::Ptr(p) => SlotValue::Ptr(p),
            Arg::View(v) => SlotValue::View(v),
            Arg::Reg(r) => SlotValue::Reg(r),
        }
    }
}
