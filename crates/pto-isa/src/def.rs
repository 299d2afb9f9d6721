//! The vocabulary an instruction is described in. Plain data; everything else reads it.

use crate::class::Class;
use crate::cost::Cost;
use crate::dtype::DType;
use crate::effect::{Effect, Extent};
use crate::issue_pipe::PipeSelector;
use crate::rule::{Args, AttrValue, Rule};
use crate::scratch::Scratch;
use crate::sem::Sem;
use crate::target::{Knowledge, Pipe, Rules, Target, Targets};

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
}

/// One operand.
#[derive(Debug)]
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

/// What an attribute may hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AttrKind {
    /// One of these words (compared without case and without the `CAST_`/`PIPE_`-like prefix rules: literally).
    Word(&'static [&'static str]),
    /// A pipe name.
    Pipe,
    /// An event id, `EVENT_ID0`...
    Event,
    /// An integer in a range.
    Int(i64, i64),
    /// `true`, `false`, or just its presence.
    Bool,
    /// A string.
    Text,
    /// A function name.
    Symbol,
    /// Not looked into.
    Any,
}

/// One attribute.
#[derive(Clone, Copy, Debug)]
pub struct AttrDef {
    /// Name in the attribute dictionary.
    pub name: &'static str,
    /// What it may hold.
    pub kind: AttrKind,
    /// Whether it must be there.
    pub required: bool,
    /// One line for the reference page.
    pub doc: &'static str,
}

impl AttrDef {
    const fn of(name: &'static str, kind: AttrKind) -> AttrDef {
        AttrDef { name, kind, required: false, doc: "" }
    }
    /// It must be there.
    pub const fn required(self) -> AttrDef {
        AttrDef { required: true, ..self }
    }
    /// What it means.
    pub const fn doc(self, doc: &'static str) -> AttrDef {
        AttrDef { doc, ..self }
    }
}

/// An attribute that is one of some words.
pub const fn word(name: &'static str, words: &'static [&'static str]) -> AttrDef {
    AttrDef::of(name, AttrKind::Word(words))
}
/// An integer attribute.
pub const fn int(name: &'static str, low: i64, high: i64) -> AttrDef {
    AttrDef::of(name, AttrKind::Int(low, high))
}
/// A truth value.
pub const fn flag(name: &'static str) -> AttrDef {
    AttrDef::of(name, AttrKind::Bool)
}
/// A pipe name.
pub const fn pipe_attr(name: &'static str) -> AttrDef {
    AttrDef::of(name, AttrKind::Pipe)
}
/// An event id.
pub const fn event_attr(name: &'static str) -> AttrDef {
    AttrDef::of(name, AttrKind::Event)
}
/// A string.
pub const fn text(name: &'static str) -> AttrDef {
    AttrDef::of(name, AttrKind::Text)
}
/// A function name.
pub const fn symbol(name: &'static str) -> AttrDef {
    AttrDef::of(name, AttrKind::Symbol)
}
/// An attribute that is kept and not looked into.
pub const fn any_attr(name: &'static str) -> AttrDef {
    AttrDef::of(name, AttrKind::Any)
}

/// The form the printer gives an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintForm {
    /// `pto.op ins(...) outs(...)`; tile instructions.
    Dps,
    /// `%r = pto.op %a, %b : T, T -> T`, or as the op's `syntax` says.
    Plain,
}

/// Element types one or several targets accept, and where we learned it.
#[derive(Debug)]
pub struct Support {
    /// The targets this speaks of.
    pub targets: Targets,
    /// The operands whose element types `types` lists, in order.
    pub key: &'static [u8],
    /// Accepted combinations of the key operands' element types.
    pub types: Types,
    /// Source of the claim we implement.
    pub cite: &'static str,
    /// Other sources that say otherwise.
    pub conflicting: &'static [ConflictingSource],
}

/// Accepted element types.
#[derive(Clone, Copy, Debug)]
pub enum Types {
    /// Not restricted.
    Any,
    /// Each key operand (they are bound together by rules) has one of these.
    OneOf(&'static [DType]),
    /// The key operands have, together, one of these combinations.
    Tuples(&'static [&'static [DType]]),
}

/// What another source says.
#[derive(Debug)]
pub struct ConflictingSource {
    /// The source.
    pub cite: &'static str,
    /// Its claim.
    pub says: &'static str,
}

/// The instruction exists on these targets, according to `cite`.
pub const fn on(targets: Targets, cite: &'static str) -> Support {
    Support { targets, key: &[], types: Types::Any, cite, conflicting: &[] }
}

impl Support {
    /// Element types of one operand.
    pub const fn types(self, key: &'static [u8], types: &'static [DType]) -> Support {
        Support { key, types: Types::OneOf(types), ..self }
    }
    /// Combinations of element types of several operands.
    pub const fn tuples(self, key: &'static [u8], tuples: &'static [&'static [DType]]) -> Support {
        Support { key, types: Types::Tuples(tuples), ..self }
    }
    /// Sources that differ.
    pub const fn conflicting_sources(self, conflicting: &'static [ConflictingSource]) -> Support {
        Support { conflicting, ..self }
    }
}

/// A differing claim.
pub const fn other_source(cite: &'static str, says: &'static str) -> ConflictingSource {
    ConflictingSource { cite, says }
}

/// Where in a program an instruction may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllowedScope {
    /// Outside vector scopes.
    Core,
    /// Only inside a vector scope.
    Vecscope,
    /// Both.
    Anywhere,
}

/// Which core of a cluster an instruction belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Core {
    /// Either, or its operands decide.
    Any,
    /// The cube core: it stands in a cube function or section.
    Cube,
    /// A vector core: it stands in a vector function or section.
    Vector,
}

impl Core {
    /// `cube` or `vector`, as in `pto.section.cube`; `any` without a requirement.
    pub const fn name(self) -> &'static str {
        match self {
            Core::Any => "any",
            Core::Cube => "cube",
            Core::Vector => "vector",
        }
    }
}

/// Where an instruction is documented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A page of the manual, relative to the manual's root.
    Manual(&'static str),
    /// Only the assembler and programs know it.
    Assembler(&'static str),
}

/// A function body an instruction owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    /// None.
    None,
    /// One region that sees the values around it.
    Open,
    /// One region that sees only its block arguments.
    Isolated,
}

/// One instruction, whole.
#[derive(Debug)]
pub struct OpDef {
    /// Mnemonic without `pto.`, as the manual spells it.
    pub name: &'static str,
    /// What the printer writes, where it differs from `name`.
    pub print_as: &'static str,
    /// Other names that are read.
    pub aliases: &'static [&'static str],
    /// Chapter of the manual.
    pub family: &'static str,
    /// Title line, blank line, text.
    pub doc: &'static str,
    /// What it computes, one line of mathematics per line.
    pub formula: &'static str,
    /// Steps it becomes on the machine, where the page says.
    pub expansion: &'static str,
    /// Where it is documented.
    pub origin: Origin,
    /// C++ intrinsic and its argument order, e.g. `TADD(dst, src0, src1)`. Arguments have the names of operands
    /// and attributes; `[, tmp]` may be left out, `[, a | b]` is one of two, `key` is all of `key0`, `key1` ...,
    /// and forms are separated by `;`.
    pub cpp: &'static str,
    /// Names in Rust of the forms that `cpp` separates by `;`, where those made from the operands say too little.
    pub rust: &'static [&'static str],
    /// What sort of thing it is.
    pub class: Class,
    /// Operands in the order of the text.
    pub operands: &'static [OperandDef],
    /// Operands whose bytes the entry knows better than role and kind tell.
    pub extents: &'static [(u8, Extent)],
    /// Attributes.
    pub attrs: &'static [AttrDef],
    /// How it is printed.
    pub form: PrintForm,
    /// The plain form, where it is more than a list of operands. Names are operands and attributes of the
    /// entry, everything else is literal:
    ///
    /// | piece | text |
    /// |---|---|
    /// | `a, b` | `%a, %b` (an attribute prints its value: `"NORM"`, `<PIPE_V>`, `3`) |
    /// | `a[b]` | `%a[%b]`; `b` is not listed among the types |
    /// | `[a, b]` | `[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID0>]` |
    /// | `kw(a, b)` | a clause; left out when its operands are absent; `kw(a, b)*` repeats |
    /// | `kw=a`, `kw=[a]` | `addr = %a`, `shape = [%a, %b]`; left out when absent |
    /// | `kw[a]` | `sizes [%a, %b]` |
    /// | `<a>` | an attribute printed as a bare word: `nd2nz`, `sat`; a true flag prints its name |
    /// | `(a, b)` | parentheses with the types inside: `(%a, %b : T, T)` |
    /// | `{a, b}` | these attributes stand in braces in this order |
    /// | `: a, b` at the end | the operands whose types are listed, in this order |
    /// | `->` at the end | result types follow `->` even without operand types |
    pub syntax: &'static str,
    /// The type of a result the text does not state, e.g. `i64` of `get_block_idx`.
    pub result_type: &'static str,
    /// Region.
    pub body: Body,
    /// Where it may stand.
    pub scope: AllowedScope,
    /// The core it belongs to.
    pub core: Core,
    /// The pipe it runs on.
    pub pipe: PipeSelector,
    /// What its cycles grow with.
    pub cost: Cost,
    /// Legality, in the order it is reported.
    pub rules: &'static [Rule],
    /// What the scratch operand must hold.
    pub scratch: &'static [Scratch],
    /// Whether these operands make it use the reserved scratch (TMP_UB) of the target.
    pub uses_reserved_scratch: Option<fn(&Args<'_>) -> bool>,
    /// The input slot that holds the scratch, where the text lists it as the last of the inputs.
    pub scratch_as_input: Option<fn(&Args<'_>) -> Option<u8>>,
    /// Targets and element types.
    pub support: &'static [Support],
    /// What it computes.
    pub sem: Sem,
    /// Names of the quirks that change its behaviour.
    pub quirks: &'static [&'static str],
    /// Remarks for the reference page: decisions, silences of the manual.
    pub notes: &'static [&'static str],
}

impl OpDef {
    /// The base of every entry.
    pub const EMPTY: OpDef = OpDef {
        name: "",
        print_as: "",
        aliases: &[],
        family: "",
        doc: "",
        formula: "",
        expansion: "",
        origin: Origin::Assembler(""),
        cpp: "",
        rust: &[],
        class: Class::Compute,
        operands: &[],
        extents: &[],
        attrs: &[],
        form: PrintForm::Plain,
        syntax: "",
        result_type: "",
        body: Body::None,
        scope: AllowedScope::Core,
        core: Core::Any,
        pipe: PipeSelector::None("it only declares"),
        cost: Cost::Free,
        rules: &[],
        scratch: &[],
        uses_reserved_scratch: None,
        scratch_as_input: None,
        support: &[],
        sem: Sem::Missing,
        quirks: &[],
        notes: &[],
    };

    /// Base of tile instructions on the vector pipe. Each entry states its cost; no chain may be empty.
    pub const VECTOR_TILE: OpDef = OpDef {
        form: PrintForm::Dps,
        pipe: PipeSelector::Fixed(Pipe::V),
        cost: Cost::Unary(&[]),
        ..OpDef::EMPTY
    };

    /// Base of vector-register instructions.
    pub const REGISTER: OpDef = OpDef {
        scope: AllowedScope::Vecscope,
        pipe: PipeSelector::Fixed(Pipe::V),
        cost: Cost::Register,
        ..OpDef::EMPTY
    };

    /// Whether it is that one: `def.is(&ops::sync::set_flag)`. A name that is misspelt does not compile.
    pub fn is(&'static self, other: &'static OpDef) -> bool {
        std::ptr::eq(self, other)
    }

    /// The effect on an operand; none for a slot the instruction does not have.
    pub fn effect(&self, slot: u8) -> Effect {
        self.operands.get(slot as usize).map_or(Effect::NONE, |o| o.effect)
    }

    /// The name the printer writes, without `pto.`.
    pub const fn printed_name(&self) -> &'static str {
        if self.print_as.is_empty() { self.name } else { self.print_as }
    }

    /// The first line of the documentation.
    pub fn title(&self) -> &'static str {
        self.doc.trim_start().lines().next().unwrap_or("").trim()
    }

    /// The documentation after its first line, without the doc comments' leading blanks.
    pub fn body_text(&self) -> String {
        let lines: Vec<&str> =
            self.doc.lines().skip(1).map(|l| l.strip_prefix(' ').unwrap_or(l)).collect();
        lines.join("\n").trim().to_string()
    }

    /// What is known of it on a target.
    pub fn knowledge(&self, target: Target) -> Knowledge {
        match target.def().rules {
            Rules::Own => Knowledge::Rules,
            Rules::Follows { shared, separate, .. } => match self.pipe {
                PipeSelector::None(_) => Knowledge::Rules,
                _ if shared.contains(&self.name) => Knowledge::Rules,
                _ if separate.contains(&self.name) => Knowledge::NoRule,
                _ => Knowledge::Absent,
            },
        }
    }

    /// What `target` accepts; `None` if the instruction does not exist there.
    ///
    /// A target that follows another one takes what that one accepts, as far as it is known to have the instruction.
    pub fn support_on(&self, target: Target) -> Option<&'static Support> {
        match self.knowledge(target) {
            Knowledge::Rules => self.support.iter().find(|s| s.targets.contains(target)),
            Knowledge::NoRule | Knowledge::Absent => None,
        }
    }

    /// Whether the target takes a scratch operand and does not touch it.
    pub fn ignores_scratch(&self, target: Target) -> bool {
        let demand = self.scratch.iter().find(|s| s.on.contains(target));
        demand.is_some_and(|s| matches!(s.need, crate::scratch::Need::Ignored))
    }

    /// Whether the manual has a page for it.
    pub const fn is_documented(&self) -> bool {
        matches!(self.origin, Origin::Manual(_))
    }

    /// The slot of an operand by name.
    pub fn slot(&self, name: &str) -> Option<u8> {
        self.operands.iter().position(|o| o.name == name).map(|i| i as u8)
    }

    /// The value of an attribute with a word spelled as the table does: programs may write it in any case.
    pub fn spell<'a>(&self, attr: &str, value: AttrValue<'a>) -> AttrValue<'a> {
        let AttrValue::Word(word) = value else { return value };
        let words = self.attrs.iter().find(|a| a.name == attr).map(|a| a.kind);
        let Some(AttrKind::Word(words)) = words else { return value };
        if words.contains(&word) {
            return value;
        }
        let known = words.iter().find(|w| w.eq_ignore_ascii_case(word));
        AttrValue::Word(known.copied().unwrap_or(word))
    }

    /// Whether a simulator can run it.
    pub const fn is_executable(&self) -> bool {
        !matches!(self.sem, Sem::Missing)
    }
}

/// Describes the instructions of one family.
///
/// The first line names the base that every entry starts from; an entry is a doc comment, the
/// mnemonic, its operands (name, word for role and effect, kind) and the fields of [`OpDef`] that differ from the base.
/// Operand names are constants inside the entry, so `same_dtype(&[dst, src])` is checked by rustc.
/// A mnemonic with a dot is written `sync_set = "sync.set"`.
///
/// An operand that may be an address says what happens to the memory it points to ([`roles`](crate::def::roles)); this compiles,
///
/// ```
/// # mod m {
/// use pto_isa::def::prelude::*;
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
/// use pto_isa::def::prelude::*;
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
                        effect: $crate::effect::effect_of(
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
    pub use super::{
        AllowedScope, AttrDef, Body, Core, OpDef, Origin, PrintForm, any_attr, event_attr, flag,
        int, on, other_source, pipe_attr, symbol, text, word,
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
    pub use crate::{col_expand, elementwise, lanes, ops, row_expand};
}
