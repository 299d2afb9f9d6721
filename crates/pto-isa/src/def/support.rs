//! On which targets an instruction exists, with which element types, and where we learned it.

use crate::dtype::DType;
use crate::rulebook::Rulebook;
use crate::target::Targets;

/// Element types one or several targets accept, and where we learned it.
#[derive(Debug)]
pub struct Support {
    /// The targets this speaks of.
    pub targets: Targets,
    /// Whose claim it is. The page's replaces that of the headers under its rules; where it makes none, theirs holds.
    pub rules: Rulebook,
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
    /// The instruction does not exist.
    Absent,
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
    let rules = Rulebook::Device;
    Support { targets, rules, key: &[], types: Types::Any, cite, conflicting: &[] }
}

/// The page at `cite` says otherwise than the headers of these targets.
pub const fn documented(targets: Targets, cite: &'static str) -> Support {
    Support { rules: Rulebook::Manual, ..on(targets, cite) }
}

/// The page at `cite` leaves these targets out, which have the instruction.
pub const fn undocumented(targets: Targets, cite: &'static str) -> Support {
    Support { types: Types::Absent, ..documented(targets, cite) }
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
