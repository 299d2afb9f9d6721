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
pub enum Value {
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

impl Value {
    /// The code of a number; 0 for anything else, which a checked program does not ask for.
    pub const fn bits(&self) -> u64 {
        match self {
            Value::Scalar(b) => *b,
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
    fn get(&self, slots: &[Value], slot: Slot) -> i64 {
        // The type of nearly every loop.
        match (self.dtype, slots[slot as usize].bits()) {
            (DType::I64, bits) => bits as i64,
            (dtype, bits) => to_i64(dtype, bits),
        }
    }
    /// What the variable grows by.
    pub fn step(&self, slots: &[Value]) -> i64 {
        self.get(slots, self.step)
    }
    /// Whether the variable has reached the end.
    #[inline(always)]
    pub fn is_over(&self, slots: &[Value]) -> bool {
        let (var, end) = (self.get(slots, self.var), self.get(slots, self.end));
        if self.unsigned { var as u64 >= end as u64 } else { var >= end }
    }
    /// How many turns there are from here on, if the variable has not reached the end and the step is positive.
    pub fn turns(&self, slots: &[Value]) -> u64 {
        let (var, end) = (self.get(slots, self.var), self.get(slots, self.end));
        let distance = end.wrapping_sub(var) as u64;
        distance.div_ceil((self.step(slots) as u64).max(1))
    }
    /// The variable grows by steps that do not reach the end.
    pub fn skip(&self, slots: &mut Values, turns: u64) {
        let by = self.get(slots, self.step).wrapping_mul(turns as i64);
        let next = self.get(slots, self.var).wrapping_add(by);
        slots.set_number(self.var, next as u64 & all_ones(self.dtype));
    }
    /// The variable grows by a step, in the width of its type.
    #[inline(always)]
    pub fn advance(&self, slots: &mut Values) {
        let next = self.get(slots, self.var).wrapping_add(self.get(slots, self.step));
        slots.set_number(self.var, next as u64 & all_ones(self.dtype));
    }
}

/// The values of a core, by slot. It knows when one that is not a number has changed.
#[derive(Clone, Debug)]
pub struct Values {
    list: Vec<Value>,
    /// Counts the changes of each.
    changes: Vec<u64>,
}

impl Values {
    /// Values to begin with.
    pub fn new(list: &[Value]) -> Values {
        Values { list: list.to_vec(), changes: vec![0; list.len()] }
    }

    /// Gives a slot a value.
    pub fn set(&mut self, slot: Slot, value: Value) {
        if let Value::Scalar(bits) = value {
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
            Value::Scalar(old) => *old = bits,
            _ => {
                *old = Value::Scalar(bits);
                self.changes[slot as usize] += 1;
            }
        }
    }

    /// Copies a value to another slot.
    #[inline(always)]
    pub fn copy(&mut self, from: Slot, to: Slot) {
        // A number is much smaller than what a slot can hold.
        match self.list[from as usize] {
            Value::Scalar(bits) => self.set_number(to, bits),
            value => self.set(to, value),
        }
    }

    /// Exchanges the value of a slot.
    pub fn exchange(&mut self, slot: Slot, value: &mut Value) {
        let old = self.list[slot as usize];
        self.set(slot, std::mem::replace(value, old));
    }

    /// How often the value of a slot has changed. Of a slot that holds numbers this says nothing.
    #[inline(always)]
    pub fn changes(&self, slot: Slot) -> u64 {
        self.changes[slot as usize]
    }
}

impl std::ops::Deref for Values {
    type Target = [Value];
    fn deref(&self) -> &[Value] {
        &self.list
    }
}

impl From<Arg> for Value {
    fn from(arg: Arg) -> Value {
        match arg {
            Arg::Tile(t) => Value::Tile(t),
            Arg::Scalar(_, bits) => Value::Scalar(bits),
            Arg::Ptr(p) => Value::Ptr(p),
            Arg::View(v) => Value::View(v),
            Arg::Reg(r) => Value::Reg(r),
        }
    }
}
