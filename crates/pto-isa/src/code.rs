//! Diagnostic codes: a number, a title and an explanation each.

use std::fmt;

/// The number of a diagnostic. The letter in front (`E` or `W`) says how it was raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(pub u16);

impl Code {
    /// `E0204` or `W0204`.
    pub fn spelled(self, error: bool) -> String {
        format!("{}{:04}", if error { 'E' } else { 'W' }, self.0)
    }

    /// Title and explanation.
    pub fn info(self) -> Option<&'static CodeInfo> {
        CODES.iter().find(|c| c.code == self)
    }

    /// Reads `E0204`, `W0204`, `e204` or `204`.
    pub fn parse(text: &str) -> Option<Code> {
        let digits = text.trim_start_matches(['E', 'e', 'W', 'w']);
        let code = Code(digits.parse().ok()?);
        code.info().map(|_| code)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.0)
    }
}

/// What `pto explain` prints.
pub struct CodeInfo {
    /// The code.
    pub code: Code,
    /// The constant's name, for tables.
    pub name: &'static str,
    /// One line.
    pub title: &'static str,
    /// Why it is wrong, and what to do.
    pub text: &'static str,
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $name:ident = $n:literal, $title:literal;)*) => {
        $(#[doc = $title] pub const $name: Code = Code($n);)*
        /// Every code, by number.
        pub const CODES: &[CodeInfo] = &[$(CodeInfo {
            code: $name, name: stringify!($name), title: $title, text: concat!($($doc, "\n"),*),
        }),*];
    };
}

include!("codes.rs");

// Each number has one meaning, for ever.
const _: () = {
    let mut i = 1;
    while i < CODES.len() {
        assert!(CODES[i - 1].code.0 < CODES[i].code.0, "codes are in order, each once");
        i += 1;
    }
};
