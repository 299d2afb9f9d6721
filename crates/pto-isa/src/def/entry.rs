//! How entries of the table are written: the macro, and the words it takes.

/// Describes the instructions of one family.
///
/// The first line names the base that every entry starts from; an entry is a doc comment, the
/// mnemonic, its operands (name, word for role and effect, kind) and the fields of [`OpDef`](crate::def::OpDef) that
/// differ from the base.
/// Operand names are constants inside the entry, so `same_dtype(&[dst, src])` is checked by rustc.
/// A mnemonic with a dot is written `sync_set = "sync.set"`.
///
/// An operand that may be an address says what happens to the memory it points to ([`roles`](crate::operand::roles)); this compiles,
///
/// ```
/// # mod m {
/// use pto_isa::{def::prelude::*, ops};
/// ops! {
///     base: OpDef::EMPTY;
///     /// Copies.
///     copy(dst: Stores Ptr, src: Loads Ptr) {}
/// }
/// # }
/// assert!(m::copy.effect(0).writes() && !m::copy.effect(0).reads());
/// ```
///
/// and an entry that leaves it open does not:
///
/// ```compile_fail
/// # mod m {
/// use pto_isa::{def::prelude::*, ops};
/// ops! {
///     base: OpDef::EMPTY;
///     /// Copies.
///     copy(dst: In Ptr, src: Loads Ptr) {}
/// }
/// # }
/// ```
#[macro_export]
macro_rules! ops {
    (base: $base:expr;
     $($(#[doc = $doc:literal])*
       $op:ident $(= $text:literal)? ( $($opd:ident : $role:ident $kind:ident),* $(,)? ) {
           $($field:ident : $value:expr),* $(,)?
       })*) => {
        $(#[allow(non_upper_case_globals, missing_docs)]
        $(#[doc = $doc])*
        pub static $op: $crate::def::OpDef = {
            #[allow(non_camel_case_types, dead_code, clippy::upper_case_acronyms)]
            enum Slot { $($opd),* }
            $(#[allow(dead_code, non_upper_case_globals)] const $opd: u8 = Slot::$opd as u8;)*
            // The entry without its operands, whose effects follow from it.
            const BLOCK: $crate::def::OpDef = $crate::def::OpDef { $($field: $value,)* ..$base };
            $crate::def::OpDef {
                name: $crate::ops!(@name $op $($text)?),
                doc: concat!($($doc, "\n"),*),
                operands: &[$({
                    const WORD: ($crate::def::Role, $crate::def::Arity, $crate::effect::Said) =
                        $crate::def::roles::$role;
                    $crate::def::OperandDef {
                        name: stringify!($opd),
                        role: WORD.0,
                        arity: WORD.1,
                        kind: $crate::def::Kind::$kind,
                        effect: $crate::def::effect_of(
                            &BLOCK, $opd, WORD.0, WORD.2, $crate::def::Kind::$kind,
                        ),
                    }
                }),*],
                ..BLOCK
            }
        };)*
        /// The instructions of this file.
        pub static ALL: &[&$crate::def::OpDef] = &[$(&$op),*];
    };
    (@name $op:ident) => { stringify!($op) };
    (@name $op:ident $text:literal) => { $text };
}

/// What an op file needs.
pub mod prelude {
    pub use super::super::{
        AllowedScope, AttrDef, Body, Core, OpDef, Origin, PrintForm, any_attr, documented,
        event_attr, flag, int, on, other_source, pipe_attr, symbol, text, undocumented, word,
    };
    pub use crate::class::{
        Alias, Allocate, Barrier, Buffer, Class, Ends, Event, Id, Local, LocalOp, Mode, Query,
        QueueOp, Region, ScalarMemory, Signal, Sync, Way,
    };
    pub use crate::cost::Cost;
    pub use crate::dtype::DType::*;
    pub use crate::effect::Extent;
    pub use crate::issue_pipe::*;
    pub use crate::rule::{LayoutIs::*, *};
    pub use crate::scratch::{Need, Scratch};
    pub use crate::sem::{
        ArgReduce, Axis, Compare, Concat, Convert, Dma, Elem, Exec, FillPad, Fold, Grid, GroupFold,
        LaneConvert, LaneFold, Load, Map, Matmul, Move, MovePart, Outcome, Part, PartArg, Reduce,
        RegLoad, RegStore, Select, Sem, Src, Start, Store, TableGather, TableScatter, Trap,
    };
    pub use crate::target::{Pipe, Space::*, Target, Targets};
    pub use crate::{col_expand, elementwise, lanes, row_expand};
}
