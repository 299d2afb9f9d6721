//! One instruction, whole: an entry of the op table. Plain data; everything else reads it.
//!
//! The words an entry is written in stand on their own (operands, effects, classes, pipes, rules, scratch, semantics) and
//! do not know what an entry is.

#[macro_use]
mod entry;
mod attr;
mod effects;
mod support;

pub use crate::operand::{Arity, Kind, OperandDef, Role, roles};
pub use crate::target::Core;
pub use attr::{AttrDef, AttrKind, any_attr, event_attr, flag, int, pipe_attr, symbol, text, word};
pub use effects::effect_of;
pub use entry::prelude;
pub use support::{ConflictingSource, Support, Types, documented, on, other_source, undocumented};

use crate::args::{Args, AttrValue};
use crate::class::Class;
use crate::cost::Cost;
use crate::effect::{Effect, Extent};
use crate::issue_pipe::{PipeSelector, Spaces};
use crate::rule::Rule;
use crate::rulebook::Rulebook;
use crate::scratch::Scratch;
use crate::sem::Sem;
use crate::target::{Knowledge, Pipe, Rules, Space, Target};

/// The form the printer gives an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintForm {
    /// `pto.op ins(...) outs(...)`; tile instructions.
    Dps,
    /// `%r = pto.op %a, %b : T, T -> T`, or as the op's `syntax` says.
    Plain,
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

/// Where an instruction is documented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A page of the manual, relative to the manual's root.
    Manual(&'static str),
    /// Another specification than the manual, with the place.
    Specification(&'static str),
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

    /// The pipe it runs on with these operands and attributes; `None` if it only declares or describes.
    pub fn pipe_of(
        &self,
        target: Target,
        spaces: &[Option<Space>],
        attrs: &[(&str, AttrValue<'_>)],
    ) -> Option<Pipe> {
        self.pipe.choose(&Spaces { operands: self.operands, target, of: spaces }, attrs)
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
                _ if self.support.iter().any(|s| s.targets.names(target)) => Knowledge::Rules,
                _ => Knowledge::Absent,
            },
        }
    }

    /// What the headers of `target` accept; `None` if the instruction does not exist there.
    pub fn support_on(&self, target: Target) -> Option<&'static Support> {
        self.support_by(target, Rulebook::Device)
    }

    /// What is accepted on `target` by a rulebook; `None` if the instruction does not exist there.
    ///
    /// A target that follows another one takes what that one accepts, as far as it is known to have the instruction.
    pub fn support_by(&self, target: Target, rules: Rulebook) -> Option<&'static Support> {
        if self.knowledge(target) != Knowledge::Rules {
            return None;
        }
        let claimed = |by: Rulebook| {
            self.support.iter().find(move |s| s.rules == by && s.targets.contains(target))
        };
        let own = claimed(rules).or_else(|| claimed(Rulebook::Device));
        own.filter(|s| !matches!(s.types, Types::Absent))
    }

    /// Whether page and headers differ about what is legal, on some target.
    pub fn is_disputed(&self) -> bool {
        self.support.iter().any(|s| s.rules == Rulebook::Manual)
            || self.rules.iter().any(|r| r.in_rules.only().is_some())
            || self.scratch.iter().any(|s| s.in_rules.only().is_some())
    }

    /// Whether the target takes a scratch operand and does not touch it.
    pub fn ignores_scratch(&self, target: Target) -> bool {
        let demand = self.scratch.iter().find(|s| s.applies(target, Rulebook::Device));
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
        !matches!(self.sem, Sem::Missing | Sem::Unpublished(_))
    }
}
