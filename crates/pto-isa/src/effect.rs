//! What an instruction does to the memory that an operand is or points to.
//!
//! Every operand has an [`Effect`]. It speaks of memory alone: numbers, registers and handles are values, and
//! reading one is no effect. For tiles the effect follows from the role and the class of the instruction. An operand
//! that may be an address can be read, written or only passed on, and nothing but the instruction's meaning tells
//! which: its entry says so with a keyword ([`crate::operand::roles`]), and an entry that says nothing does not compile.

use crate::args::Args;
use crate::ty::Type;
use std::fmt;
use std::ops::Range;

/// Which way memory is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Access {
    None,
    Read,
    Write,
    ReadWrite,
}

/// How an operand stands for memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Through {
    /// It is a value and stands for none.
    Value,
    /// It is the memory: a tile.
    Itself,
    /// It is an address that points to memory: a pointer, a view, a memref.
    Pointer,
    /// Its type says which: a tile is the memory, a number is a value, everything else is an address.
    Typed,
}

/// Which bytes are accessed, as far as the entry knows.
#[derive(Clone, Copy)]
pub enum Extent {
    /// None.
    Nothing,
    /// Every valid element of the tile, or every element of the view, and no byte outside the tile or the view.
    /// A write leaves nothing of what was valid before.
    All,
    /// Some bytes of the tile or the view, and none outside.
    Within,
    /// One element of the memory that a pointer points to, as many elements on as this operand says.
    Element {
        /// The operand with the distance.
        offset: u8,
    },
    /// Bytes that a pointer points to, counted from it, that constant operands tell; `None` while they are not constant.
    Bytes(fn(&Args<'_>) -> Option<Range<i64>>),
    /// Bytes that a pointer points to and only a run shows.
    Unknown,
}

/// What an instruction does to the memory of one operand.
#[derive(Clone, Copy, Debug)]
pub struct Effect {
    /// Which way.
    pub access: Access,
    /// Whether the operand is the memory or its address.
    pub through: Through,
    /// Which bytes.
    pub extent: Extent,
    /// The write may combine with what is there, in one step that nothing comes between: where an attribute or the
    /// atomic mode of the core says so, or always if `access` reads.
    pub atomic: bool,
}

impl Effect {
    /// A value: no memory.
    pub const NONE: Effect = Effect {
        access: Access::None,
        through: Through::Value,
        extent: Extent::Nothing,
        atomic: false,
    };

    /// Whether memory may be read. Atomic stores read what they combine with.
    pub const fn reads(&self) -> bool {
        matches!(self.access, Access::Read | Access::ReadWrite) || self.atomic
    }
    /// Whether memory may be written.
    pub const fn writes(&self) -> bool {
        matches!(self.access, Access::Write | Access::ReadWrite)
    }
    /// Whether memory is accessed at all.
    pub const fn touches(&self) -> bool {
        !matches!(self.access, Access::None)
    }
    /// Whether every valid element is written whatever the operands are, so that nothing that was valid before can
    /// be seen afterwards; [`crate::OpDef::replaces`] knows more when it sees them.
    pub const fn replaces(&self) -> bool {
        matches!(self.access, Access::Write) && matches!(self.extent, Extent::All) && !self.atomic
    }

    /// The effect in words, e.g. `writes, through the pointer`.
    pub fn explain(&self) -> String {
        let way = match (self.access, self.atomic) {
            (Access::None, _) if matches!(self.through, Through::Value) => return "-".into(),
            (Access::None, _) => return "none: only the address is used".into(),
            (Access::Read, _) => "reads",
            (Access::Write, false) => "writes",
            (Access::Write, true) => "writes, or combines with what is there",
            (Access::ReadWrite, false) => "reads and writes",
            (Access::ReadWrite, true) => "reads and writes in one step",
        };
        let through = match self.through {
            Through::Pointer => ", through the pointer",
            Through::Typed => ", itself or through the pointer",
            Through::Value | Through::Itself => "",
        };
        format!("{way}{through}")
    }
}

impl fmt::Debug for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Extent {
    /// In one word, for the reference.
    pub const fn name(&self) -> &'static str {
        match self {
            Extent::Nothing => "nothing",
            Extent::All => "all",
            Extent::Within => "within",
            Extent::Element { .. } => "element",
            Extent::Bytes(_) => "bytes",
            Extent::Unknown => "unknown",
        }
    }
}

/// A constant operand that counts elements.
pub(crate) fn elements(args: &Args<'_>, slot: u8) -> Option<i64> {
    args.slots.get(slot as usize)?.constant
}

/// The bytes that a vector register goes to or comes from: `times` its own size from the pointer on, moved by the
/// offset unless the form gives the moved pointer back.
pub(crate) fn register_bytes(
    args: &Args<'_>,
    [ptr, offset, register, moved]: [u8; 4],
    times: i64,
) -> Option<Range<i64>> {
    let Type::Vreg { lanes, dtype } = args.ty(register)? else { return None };
    let len = (i64::from(*lanes) * i64::from(dtype.bits()) / 8).checked_mul(times)?;
    let start = match args.has(moved) {
        true => 0,
        false => elements(args, offset)?.checked_mul(i64::from(args.dtype(ptr)?.bytes()))?,
    };
    Some(start..start.checked_add(len)?)
}

/// What the word of an operand says about memory ([`crate::operand::roles`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Nothing: role, kind and class decide.
    Nothing,
    /// It is a value although its kind may be an address.
    Value,
    /// This access; atomic or not.
    Access(Access, bool),
}
