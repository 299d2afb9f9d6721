//! Random programs by name: what a seed gives for a kind and a target is legal there, and the same on every machine.

use crate::{Choices, auto, mixed, numbers, registers, sync, tiles, vmi};
use pto_check::Options;
use pto_ir::Diagnostic;
use pto_isa::Target;

/// What a random program is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Chains of tile instructions.
    Tiles,
    /// Vector scopes.
    Registers,
    /// Vector scopes on registers of any length.
    Vmi,
    /// Kernels that leave synchronisation to the tool.
    Auto,
    /// Kernels that synchronise by hand.
    Sync,
    /// Numbers and control flow.
    Numbers,
    /// Any instructions that the others leave out.
    Mixed,
}

/// Programs that are drawn for one seed until one is legal.
const MOST_DRAWS: u32 = 64;

impl Kind {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Kind); 7] = [
        ("tiles", Kind::Tiles),
        ("registers", Kind::Registers),
        ("vmi", Kind::Vmi),
        ("auto", Kind::Auto),
        ("sync", Kind::Sync),
        ("numbers", Kind::Numbers),
        ("mixed", Kind::Mixed),
    ];

    /// The kind of a name.
    pub fn parse(name: &str) -> Option<Kind> {
        Kind::ALL.iter().find(|k| k.0 == name).map(|k| k.1)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Kind::ALL.iter().find(|k| k.1 == self).map_or("", |k| k.0)
    }

    /// Whether there are such programs for a target.
    pub fn is_for(self, target: Target) -> bool {
        match self {
            Kind::Tiles | Kind::Numbers | Kind::Mixed => true,
            Kind::Registers => target != Target::A2A3,
            Kind::Vmi => target == Target::A5,
            Kind::Auto | Kind::Sync => target == Target::A2A3 || target == Target::A5,
        }
    }

    /// The program of a seed, with about this many instructions, which the checker accepts on the target.
    ///
    /// ```
    /// use pto_isa::Target;
    /// use pto_smith::Kind;
    /// let text = Kind::Tiles.program(7, Target::A5, 8).unwrap();
    /// assert_eq!(Some(text), Kind::Tiles.program(7, Target::A5, 8));
    /// assert_eq!(Kind::Vmi.program(7, Target::A2A3, 8), None);
    /// ```
    pub fn program(self, seed: u64, target: Target, size: u32) -> Option<String> {
        self.first_legal(Choices::seeded(seed), target, size, seed)
    }

    /// The program that the bytes of a corpus choose, likewise: a small change of them is a small change of it, as far as the first
    /// program that they choose is legal.
    ///
    /// ```
    /// use pto_isa::Target;
    /// use pto_smith::Kind;
    /// let text = Kind::Numbers.program_of(&[0, 1, 2], Target::A5, 8).unwrap();
    /// assert_eq!(Some(text), Kind::Numbers.program_of(&[0, 1, 2], Target::A5, 8));
    /// ```
    pub fn program_of(self, bytes: &[u8], target: Target, size: u32) -> Option<String> {
        let mut choices = Choices::from_bytes(bytes);
        let first = u64::from(choices.below(1 << 16));
        self.first_legal(choices, target, size, first)
    }

    fn first_legal(
        self,
        mut choices: Choices,
        target: Target,
        size: u32,
        first: u64,
    ) -> Option<String> {
        if !self.is_for(target) {
            return None;
        }
        let mut draws =
            (0..MOST_DRAWS).map(|_| self.draw(&mut choices, target, size.max(1), first));
        draws.find(|text| is_legal(text, target))
    }

    fn draw(self, choices: &mut Choices, target: Target, size: u32, seed: u64) -> String {
        match self {
            Kind::Tiles => tiles::program(choices, target, size),
            Kind::Registers => registers::chain::write_program(choices, target, size).text(),
            Kind::Vmi => vmi::program(choices, size),
            Kind::Auto => auto::defined_program(choices, size as usize),
            Kind::Sync => sync::draw(choices).text(),
            Kind::Numbers => numbers::program(choices, size as usize),
            Kind::Mixed => mixed::program(choices, target, size, seed),
        }
    }
}

/// Whether the checker accepts a text on a target, and there is something in it.
pub fn is_legal(text: &str, target: Target) -> bool {
    let (module, found) = pto_ir::parse(text);
    !found.iter().any(Diagnostic::is_error)
        && module.defined_functions().next().is_some()
        && pto_check::verify(module, target, &Options::default()).is_ok()
}
