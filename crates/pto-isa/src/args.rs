//! The operands and attributes of one instruction, as its rules, effects and demands see them.

use crate::dtype::DType;
use crate::target::{Space, Target};
use crate::ty::{TileTy, Type};

/// What a rule sees of one operand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slot<'a> {
    /// Its type; `None` if the operand is absent or its type unknown.
    pub ty: Option<&'a Type>,
    /// Whether the operand was given.
    pub present: bool,
    /// Identity of the value, to compare operands.
    pub value: u32,
    /// Its value, if it is a known integer; of several values the first.
    pub constant: Option<i64>,
    /// How many values were given for it.
    pub count: u32,
    /// The least and the greatest of its values that are known integers.
    pub range: Option<(i64, i64)>,
}

impl<'a> Slot<'a> {
    /// An operand with one value.
    pub fn one(ty: Option<&'a Type>, value: u32, constant: Option<i64>) -> Slot<'a> {
        let range = constant.map(|n| (n, n));
        Slot { ty, present: true, value, constant, count: 1, range }
    }

    /// Another value of the operand.
    pub fn add(&mut self, constant: Option<i64>) {
        self.count += 1;
        self.learn(constant);
    }

    /// One of its values has become known.
    pub fn learn(&mut self, constant: Option<i64>) {
        if let Some(n) = constant {
            let (low, high) = self.range.unwrap_or((n, n));
            self.range = Some((low.min(n), high.max(n)));
        }
    }
}

/// What a rule sees of an attribute.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AttrValue<'a> {
    /// An integer.
    Int(i64),
    /// A truth value or a unit attribute.
    Bool(bool),
    /// A word: an enum case or a string.
    Word(&'a str),
    /// A value that is kept as its text, such as `dense<1.0> : vector<64xf32>`.
    Text(&'a str),
    /// Something else.
    Other,
}

/// The operands and attributes of one instruction, as rules see them.
#[derive(Clone, Copy, Debug)]
pub struct Args<'a> {
    /// The target being checked.
    pub target: Target,
    /// By operand.
    pub slots: &'a [Slot<'a>],
    /// By name.
    pub attrs: &'a [(&'a str, AttrValue<'a>)],
}

impl<'a> Args<'a> {
    /// The type of an operand.
    pub fn ty(&self, slot: u8) -> Option<&'a Type> {
        self.slots.get(slot as usize)?.ty
    }
    /// The tile type of an operand.
    pub fn tile(&self, slot: u8) -> Option<&'a TileTy> {
        self.ty(slot)?.as_tile()
    }
    /// The element type of an operand, without explicit sign.
    pub fn dtype(&self, slot: u8) -> Option<DType> {
        let ty = self.ty(slot)?;
        Some(ty.dtype().or_else(|| Some(ty.as_memref()?.dtype))?.plain())
    }
    /// The memory an operand lies in, if its type says so. To a rule, a `memref` that names none may lie in any.
    pub fn space(&self, slot: u8) -> Option<Space> {
        let ty = self.ty(slot)?;
        ty.as_memref().map_or_else(|| ty.space(), |m| m.space)
    }
    /// Whether an operand was given.
    pub fn has(&self, slot: u8) -> bool {
        self.slots.get(slot as usize).is_some_and(|s| s.present)
    }
    /// The least and the greatest known value of an operand.
    pub fn range(&self, slot: u8) -> Option<(i64, i64)> {
        self.slots.get(slot as usize)?.range
    }
    /// An attribute.
    pub fn attr(&self, name: &str) -> Option<AttrValue<'a>> {
        self.attrs.iter().find(|a| a.0 == name).map(|a| a.1)
    }
    /// A word attribute.
    pub fn word(&self, name: &str) -> Option<&'a str> {
        match self.attr(name)? {
            AttrValue::Word(w) => Some(w),
            _ => None,
        }
    }
}
