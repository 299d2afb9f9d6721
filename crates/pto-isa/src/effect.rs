//! What an instruction does to the memory that an operand is or points to.
//!
//! Every operand has an [`Effect`]. It speaks of memory alone: numbers, registers and handles are values, and
//! reading one is no effect. For tiles the effect follows from the role and the class of the instruction. An operand
//! that may be an address can be read, written or only passed on, and nothing but the instruction's meaning tells
//! which: its entry says so with a keyword ([`crate::def::roles`]), and an entry that says nothing does not compile.

use crate::def::{Kind, OpDef, Role};
use crate::rule::Args;
use crate::sem::{ArgReduce, Axis, Reduce, Sem};
use crate::ty::{Dim, Type};
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
    /// be seen afterwards; [`OpDef::replaces`] knows more when it sees them.
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

impl OpDef {
    /// The effect on an operand beside these: an input that the text lists last may be the scratch.
    pub fn effect_with(&self, slot: u8, args: &Args<'_>) -> Effect {
        let effect = self.effect(slot);
        match self.scratch_as_input {
            Some(listed) if effect.through == Through::Itself && self.is_input(slot) => {
                let scratch = listed(args) == Some(slot);
                let access = if scratch { Access::Write } else { Access::Read };
                Effect { access, ..effect }
            }
            _ => effect,
        }
    }

    /// The bytes that may be accessed through a pointer, counted from it, where constant operands tell.
    pub fn pointed_bytes(&self, slot: u8, args: &Args<'_>) -> Option<Range<i64>> {
        match self.effect(slot).extent {
            Extent::Bytes(of) => of(args),
            Extent::Element { offset } => {
                let size = i64::from(args.dtype(slot)?.bytes());
                let start = elements(args, offset)?.checked_mul(size)?;
                Some(start..start.checked_add(size)?)
            }
            _ => None,
        }
    }

    fn is_input(&self, slot: u8) -> bool {
        self.operands.get(slot as usize).is_some_and(|o| o.role == Role::In)
    }

    /// Whether these operands, which keep the rules, make the instruction write every valid element of a tile that
    /// it only writes; `None` where extents decide that only a run shows.
    pub fn replaces(&self, slot: u8, args: &Args<'_>) -> Option<bool> {
        let effect = self.effect(slot);
        if !matches!(effect.access, Access::Write) || effect.atomic {
            return Some(false);
        }
        if effect.replaces() {
            return Some(true);
        }
        let to = args.tile(slot)?;
        let is = |dim: Dim, n: u32| dim.known().map(|d| d == n);
        let covers = |from: u8| {
            let from = args.tile(from)?;
            let (rows, cols) = (from.valid_rows.known()?, from.valid_cols.known()?);
            Some(rows >= to.valid_rows.known()? && cols >= to.valid_cols.known()?)
        };
        match self.sem {
            // A rule binds the other axis to the source's.
            Sem::Reduce(Reduce { axis: Axis::Row, .. })
            | Sem::ArgReduce(ArgReduce { axis: Axis::Row, .. }) => is(to.valid_cols, 1),
            Sem::Reduce(Reduce { axis: Axis::Col, .. })
            | Sem::ArgReduce(ArgReduce { axis: Axis::Col, .. }) => is(to.valid_rows, 1),
            Sem::Matmul(m) => {
                let (lhs, rhs) = (args.tile(m.lhs)?, args.tile(m.rhs)?);
                let rows = is(to.valid_rows, lhs.valid_rows.known()?)?;
                Some(rows && is(to.valid_cols, rhs.valid_cols.known()?)?)
            }
            Sem::Part(p) => Some(covers(p.src0)? || covers(p.src1)?),
            Sem::PartArg(p) => Some(covers(p.values[0])? || covers(p.values[1])?),
            _ => None,
        }
    }
}

/// A constant operand that counts elements.
fn elements(args: &Args<'_>, slot: u8) -> Option<i64> {
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

/// What the word of an operand says about memory ([`crate::def::roles`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Nothing: role, kind and class decide.
    Nothing,
    /// It is a value although its kind may be an address.
    Value,
    /// This access; atomic or not.
    Access(Access, bool),
}

impl Kind {
    /// Whether an operand of this kind may be an address, so that its role does not tell what happens to the memory it points to.
    pub const fn may_be_address(self) -> bool {
        matches!(self, Kind::Ptr | Kind::View | Kind::Memory | Kind::Any)
    }
    const fn through(self) -> Through {
        match self {
            Kind::Tile | Kind::MultiTile => Through::Itself,
            Kind::Ptr | Kind::View => Through::Pointer,
            Kind::TileOrScalar | Kind::Memory | Kind::Any => Through::Typed,
            _ => Through::Value,
        }
    }
}

/// The effect of the operand in `slot`, from its word, its role, its kind and the rest of its entry.
///
/// # Panics
/// At compile time, if an operand that may be an address says nothing in an instruction that works on memory, or if
/// an operand says something in one that does not.
pub const fn effect_of(def: &OpDef, slot: u8, role: Role, said: Said, kind: Kind) -> Effect {
    let works = def.class.works();
    let (access, atomic) = match said {
        Said::Access(access, atomic) => {
            assert!(works, "an instruction of this class does not access memory");
            (access, atomic)
        }
        Said::Value => {
            assert!(
                works && kind.may_be_address(),
                "only what may be an address must say that it is a value"
            );
            return Effect::NONE;
        }
        Said::Nothing if !works => return Effect::NONE,
        Said::Nothing => match kind {
            Kind::Tile | Kind::MultiTile | Kind::TileOrScalar => match role {
                Role::In => (Access::Read, false),
                Role::Out | Role::Scratch => (Access::Write, false),
                Role::InOut => (Access::ReadWrite, false),
            },
            _ if kind.may_be_address() => match role {
                Role::Scratch => (Access::Write, false),
                _ => panic!("say what happens to the memory this operand points to"),
            },
            _ => return Effect::NONE,
        },
    };
    let mut extent = match (access, kind) {
        (Access::None, _) => Extent::Nothing,
        (Access::Write, Kind::Tile) if def.sem.overwrites() && matches!(role, Role::Out) => {
            Extent::All
        }
        (_, Kind::Ptr | Kind::Any) => Extent::Unknown,
        _ => Extent::Within,
    };
    let mut i = 0;
    while i < def.extents.len() {
        if def.extents[i].0 == slot {
            assert!(
                !matches!(access, Access::None),
                "bytes of an operand whose memory is not accessed"
            );
            extent = def.extents[i].1;
        }
        i += 1;
    }
    Effect { access, through: kind.through(), extent, atomic }
}
