//! The named choices that decide a result where sources differ.

use crate::rulebook::Rulebook;
pub use crate::target::SummationOrder;
use crate::target::Target;

/// Whose word counts where the manual and published hardware evidence differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Semantics {
    /// The manual pages.
    #[default]
    Manual,
    /// Headers, public kernels and their expected results.
    Silicon,
}

impl Semantics {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Semantics::Manual => "manual",
            Semantics::Silicon => "silicon",
        }
    }
    /// Reads a name.
    pub fn parse(text: &str) -> Option<Semantics> {
        [Semantics::Manual, Semantics::Silicon].into_iter().find(|s| s.name() == text)
    }
}

/// What a lane outside the valid region of a source reads as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutsideValid {
    /// All-ones bytes: NaN, or -1. The tadd page says so.
    Ones,
    /// What the memory holds.
    Memory,
    /// Zero.
    Zero,
    /// The run stops.
    Trap,
}

impl OutsideValid {
    /// Every choice.
    pub const ALL: [OutsideValid; 4] =
        [OutsideValid::Ones, OutsideValid::Memory, OutsideValid::Zero, OutsideValid::Trap];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            OutsideValid::Ones => "ones",
            OutsideValid::Memory => "memory",
            OutsideValid::Zero => "zero",
            OutsideValid::Trap => "trap",
        }
    }
    /// Reads a name.
    pub fn parse(text: &str) -> Option<OutsideValid> {
        OutsideValid::ALL.into_iter().find(|o| o.name() == text)
    }
}

/// All choices of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Numerics {
    /// The machine.
    pub target: Target,
    /// Reference semantics.
    pub semantics: Semantics,
    /// Reads outside a valid region.
    pub outside_valid: OutsideValid,
    /// Order of sums and products.
    pub order: SummationOrder,
    /// The rules that the program was held to: a page may define what headers refuse.
    pub rules: Rulebook,
}

impl Numerics {
    /// The preset of a target and a semantics.
    pub const fn new(target: Target, semantics: Semantics) -> Numerics {
        Numerics {
            target,
            semantics,
            outside_valid: match semantics {
                Semantics::Manual => OutsideValid::Ones,
                Semantics::Silicon => OutsideValid::Trap,
            },
            order: target.def().sum_order,
            rules: Rulebook::Device,
        }
    }

    /// Whether maximum and minimum return their first operand when either is NaN or both are zeros, as
    /// `std::max(a, b)` in the CPU simulator does. The devices give NaN and order -0 below +0.
    ///
    /// Source: pto-isa@3186c381 include/pto/cpu/ElementOp.h:239-250, docs/isa/vector/ops/binary-vector-ops/vmax.md:68.
    pub const fn min_max_takes_first(&self) -> bool {
        !self.target.is_device()
    }

    /// The target whose semantics count.
    pub const fn profile(&self) -> Target {
        self.target.profile()
    }

    /// Whether the manual's reading counts.
    pub const fn is_manual(&self) -> bool {
        matches!(self.semantics, Semantics::Manual)
    }
}
