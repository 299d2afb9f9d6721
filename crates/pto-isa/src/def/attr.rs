//! The attributes of an instruction.

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
    /// The words that the page of the instruction has, where the devices have more.
    pub documented: Option<&'static [&'static str]>,
}

impl AttrDef {
    const fn of(name: &'static str, kind: AttrKind) -> AttrDef {
        AttrDef { name, kind, required: false, doc: "", documented: None }
    }
    /// It must be there.
    pub const fn required(self) -> AttrDef {
        AttrDef { required: true, ..self }
    }
    /// The page has these words only.
    pub const fn documented(self, words: &'static [&'static str]) -> AttrDef {
        AttrDef { documented: Some(words), ..self }
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
