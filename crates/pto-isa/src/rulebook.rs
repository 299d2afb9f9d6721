//! Whose word decides what is legal: the headers of the target, or the pages of the manual.

use std::fmt;

/// The rules a program is held to, where the sources differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rulebook {
    /// What the headers of the target accept.
    #[default]
    Device,
    /// What the page of the instruction says.
    Manual,
}

impl Rulebook {
    /// Both.
    pub const ALL: [Rulebook; 2] = [Rulebook::Device, Rulebook::Manual];

    /// `device` or `manual`.
    pub const fn name(self) -> &'static str {
        match self {
            Rulebook::Device => "device",
            Rulebook::Manual => "manual",
        }
    }

    /// By its name.
    pub fn parse(name: &str) -> Option<Rulebook> {
        Rulebook::ALL.into_iter().find(|r| r.name() == name)
    }

    /// The one it is not.
    pub const fn other(self) -> Rulebook {
        match self {
            Rulebook::Device => Rulebook::Manual,
            Rulebook::Manual => Rulebook::Device,
        }
    }

    /// Who speaks in it.
    pub const fn speaker(self) -> &'static str {
        match self {
            Rulebook::Device => "the target",
            Rulebook::Manual => "the page",
        }
    }
}

impl fmt::Display for Rulebook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The rulebooks that a rule stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandsIn {
    /// Both.
    Both,
    /// One alone.
    Only(Rulebook),
}

impl StandsIn {
    /// Whether it stands in this one.
    pub const fn includes(self, rules: Rulebook) -> bool {
        match self {
            StandsIn::Both => true,
            StandsIn::Only(one) => one as u8 == rules as u8,
        }
    }

    /// The only one it stands in.
    pub const fn only(self) -> Option<Rulebook> {
        match self {
            StandsIn::Both => None,
            StandsIn::Only(one) => Some(one),
        }
    }
}
