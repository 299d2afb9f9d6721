//! What a value of the program is while it runs.

use crate::program::Slot;
use pto_isa::sem::{Arg, PtrAt, RegAt, TileAt, ViewAt};

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

/// The values of a core, by slot. It knows when one that is not a number has changed.
#[derive(Clone, Debug)]
pub(crate) struct Values {
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
