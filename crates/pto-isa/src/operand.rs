//! One operand of an instruction: what it is, how it is used, and what happens to its memory.

use crate::effect::{Effect, Through};

/// How an instruction uses an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Read.
    In,
    /// Written. In the SSA form it is a result.
    Out,
    /// Read and written.
    InOut,
    /// Scratch: contents before and after mean nothing.
    Scratch,
}

/// How many values an operand stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arity {
    /// Exactly one.
    One,
    /// One or none.
    Opt,
    /// Any number.
    Many,
}

/// What sort of value an operand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A tile.
    Tile,
    /// Several tiles under one name (`!pto.multi_tile_buf`).
    MultiTile,
    /// A vector register.
    Vreg,
    /// A predicate register.
    Mask,
    /// State of an unaligned stream.
    Align,
    /// Bytes from a pointer on, as the loops around an instruction give them.
    Vaddr,
    /// A pointer into some memory space.
    Ptr,
    /// A view on global memory: tensor view, partition, or memref.
    View,
    /// An integer or floating-point number (`index` too).
    Scalar,
    /// A number of type `index` (other integers are accepted).
    Index,
    /// A scalar or a register.
    ScalarOrVreg,
    /// A tile or a scalar.
    TileOrScalar,
    /// A tile, a view or a pointer.
    Memory,
    /// A handle of another type: pipe, group, event, session, array, struct ...
    Handle,
    /// Anything.
    Any,
}

impl Kind {
    /// The kind in words, for messages.
    pub const fn noun(self) -> &'static str {
        match self {
            Kind::Tile => "a tile",
            Kind::MultiTile => "a multi-buffer tile",
            Kind::Vreg => "a vector register",
            Kind::Mask => "a predicate",
            Kind::Align => "an align state",
            Kind::Vaddr => "a vector address",
            Kind::Ptr => "a pointer",
            Kind::View => "a view on global memory",
            Kind::Scalar => "a number",
            Kind::Index => "an index",
            Kind::ScalarOrVreg => "a number or a vector register",
            Kind::TileOrScalar => "a tile or a number",
            Kind::Memory => "a tile, a view or a pointer",
            Kind::Handle => "a handle",
            Kind::Any => "a value",
        }
    }

    /// Whether an operand of this kind may be an address, so that its role does not tell what happens to the memory it points to.
    pub const fn may_be_address(self) -> bool {
        matches!(self, Kind::Ptr | Kind::View | Kind::Memory | Kind::Any)
    }

    /// How an operand of this kind stands for memory.
    pub const fn through(self) -> Through {
        match self {
            Kind::Tile | Kind::MultiTile => Through::Itself,
            Kind::Ptr | Kind::View => Through::Pointer,
            Kind::TileOrScalar | Kind::Memory | Kind::Any => Through::Typed,
            _ => Through::Value,
        }
    }
}

/// One operand.
#[derive(Clone, Copy, Debug)]
pub struct OperandDef {
    /// Name in the manual.
    pub name: &'static str,
    /// How it is used.
    pub role: Role,
    /// How often it occurs.
    pub arity: Arity,
    /// What it is.
    pub kind: Kind,
    /// What happens to the memory that it is or points to.
    pub effect: Effect,
}

/// Role, arity and effect as written in [`ops!`](macro@crate::ops).
///
/// `In`, `Out`, `InOut` and `Scratch` say everything about tiles, numbers and registers. What may be an address
/// (a pointer, a view, memory, anything) takes one of the other words: `Addr` if the memory it points to is left
/// alone, `Loads`, `Stores`, `Updates` if it is read, written or both, `Atomics` if both in one step, `StoresAtomic`
/// if the core's atomic mode or an attribute makes a store such a step, `Value` if it is no address, `Result` for a
/// new value; `OutStores` and `OutAtomic` are destinations in the list of outputs.
#[allow(non_upper_case_globals, missing_docs)]
pub mod roles {
    use super::{Arity, Role};
    use crate::effect::{Access, Said};

    type Word = (Role, Arity, Said);
    const fn word(role: Role, arity: Arity) -> Word {
        (role, arity, Said::Nothing)
    }
    const fn says(role: Role, arity: Arity, access: Access) -> Word {
        (role, arity, Said::Access(access, false))
    }
    const fn atomic(role: Role, arity: Arity, access: Access) -> Word {
        (role, arity, Said::Access(access, true))
    }

    pub const In: Word = word(Role::In, Arity::One);
    pub const Out: Word = word(Role::Out, Arity::One);
    pub const InOut: Word = word(Role::InOut, Arity::One);
    pub const Scratch: Word = word(Role::Scratch, Arity::One);
    pub const OptIn: Word = word(Role::In, Arity::Opt);
    pub const OptInOut: Word = word(Role::InOut, Arity::Opt);
    pub const OptOut: Word = word(Role::Out, Arity::Opt);
    pub const OptScratch: Word = word(Role::Scratch, Arity::Opt);
    pub const ManyIn: Word = word(Role::In, Arity::Many);
    pub const ManyOut: Word = word(Role::Out, Arity::Many);

    pub const Addr: Word = says(Role::In, Arity::One, Access::None);
    pub const OptAddr: Word = says(Role::In, Arity::Opt, Access::None);
    pub const Loads: Word = says(Role::In, Arity::One, Access::Read);
    pub const OptLoads: Word = says(Role::In, Arity::Opt, Access::Read);
    pub const ManyLoads: Word = says(Role::In, Arity::Many, Access::Read);
    pub const Stores: Word = says(Role::In, Arity::One, Access::Write);
    pub const ManyStores: Word = says(Role::In, Arity::Many, Access::Write);
    pub const StoresAtomic: Word = atomic(Role::In, Arity::One, Access::Write);
    pub const Updates: Word = says(Role::In, Arity::One, Access::ReadWrite);
    pub const OptUpdates: Word = says(Role::In, Arity::Opt, Access::ReadWrite);
    pub const ManyUpdates: Word = says(Role::In, Arity::Many, Access::ReadWrite);
    pub const Atomics: Word = atomic(Role::In, Arity::One, Access::ReadWrite);
    pub const OptAtomics: Word = atomic(Role::In, Arity::Opt, Access::ReadWrite);
    pub const OutStores: Word = says(Role::Out, Arity::One, Access::Write);
    pub const OutAtomic: Word = atomic(Role::Out, Arity::One, Access::Write);

    pub const Value: Word = (Role::In, Arity::One, Said::Value);
    pub const ManyValues: Word = (Role::In, Arity::Many, Said::Value);
    pub const Result: Word = (Role::Out, Arity::One, Said::Value);
    pub const OptResult: Word = (Role::Out, Arity::Opt, Said::Value);
    pub const ManyResults: Word = (Role::Out, Arity::Many, Said::Value);
}
