//! What a value of the program is while it runs.

use pto_isa::sem::{Arg, PtrAt, RegAt, TileAt, ViewAt};

/// A value in a slot.
#[derive(Clone, Copy, Debug, Default)]
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

/// Copies a value to another slot.
#[inline(always)]
pub(crate) fn copy_value(slots: &mut [Value], from: u32, to: u32) {
    // A number is much smaller than what a slot can hold.
    match slots[from as usize] {
        Value::Scalar(bits) => slots[to as usize] = Value::Scalar(bits),
        value => slots[to as usize] = value,
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
