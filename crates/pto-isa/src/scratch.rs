//! What a scratch (`tmp`) operand must hold, per target.

use crate::args::Args;
use crate::dtype::DType;
use crate::rulebook::{Rulebook, StandsIn};
use crate::target::{Target, Targets};
use std::fmt;

/// The demand on the scratch operand on some targets.
#[derive(Clone, Copy, Debug)]
pub struct Scratch {
    /// Where it applies.
    pub on: Targets,
    /// Whose demand it is.
    pub in_rules: StandsIn,
    /// What is needed.
    pub need: Need,
    /// A smaller tile is only worth a warning.
    pub warn: bool,
    /// Element type of a scratch tile the tool makes; `None` takes the first tile operand's.
    pub dtype: Option<DType>,
    /// A scratch tile the tool makes copies this operand's type instead of using the minimum.
    pub like: Option<u8>,
    /// Source.
    pub cite: &'static str,
}

/// How much scratch is needed.
#[derive(Clone, Copy)]
pub enum Need {
    /// The operand is accepted and not used.
    Ignored,
    /// At least this many bytes; `None` while an extent is unknown.
    Bytes {
        /// The formula in words.
        text: &'static str,
        /// The formula.
        of: fn(&Args<'_>) -> Option<u64>,
    },
}

impl fmt::Debug for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Need::Ignored => f.write_str("ignored"),
            Need::Bytes { text, .. } => f.write_str(text),
        }
    }
}

impl Scratch {
    /// Not used on these targets.
    pub const fn ignored(on: Targets, cite: &'static str) -> Scratch {
        Scratch { need: Need::Ignored, ..Scratch::bytes(on, "", |_| None, cite) }
    }
    /// At least this many bytes on these targets.
    pub const fn bytes(
        on: Targets,
        text: &'static str,
        of: fn(&Args<'_>) -> Option<u64>,
        cite: &'static str,
    ) -> Scratch {
        let need = Need::Bytes { text, of };
        let in_rules = StandsIn::Both;
        Scratch { on, in_rules, need, warn: false, dtype: None, like: None, cite }
    }
    /// Only headers demand it.
    pub const fn device_only(self) -> Scratch {
        Scratch { in_rules: StandsIn::Only(Rulebook::Device), ..self }
    }
    /// Only the page demands it.
    pub const fn manual_only(self) -> Scratch {
        Scratch { in_rules: StandsIn::Only(Rulebook::Manual), ..self }
    }
    /// Whether it is demanded on a target by a rulebook.
    pub fn applies(&self, target: Target, rules: Rulebook) -> bool {
        self.on.contains(target) && self.in_rules.includes(rules)
    }
    /// Too small is only a warning.
    pub const fn warn(self) -> Scratch {
        Scratch { warn: true, ..self }
    }
    /// A made scratch tile has this element type.
    pub const fn of_type(self, dtype: DType) -> Scratch {
        Scratch { dtype: Some(dtype), ..self }
    }
    /// A made scratch tile looks like this operand.
    pub const fn like(self, operand: u8) -> Scratch {
        Scratch { like: Some(operand), ..self }
    }
}
