//! What a source states, and how two lists of statements differ.

use std::collections::{BTreeMap, BTreeSet};

/// What sort of statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A page of the manual.
    Page,
    /// A C++ function of an instruction.
    Overload,
    /// What a header asserts when it is compiled or run.
    Assertion,
    /// An operation of the dialect: operands, results and form.
    Operation,
    /// What the assembler verifies of an operation.
    Verifier,
}

impl Kind {
    pub const ALL: [Kind; 5] =
        [Kind::Page, Kind::Overload, Kind::Assertion, Kind::Operation, Kind::Verifier];

    /// The word of the table.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Page => "page",
            Kind::Overload => "overload",
            Kind::Assertion => "assertion",
            Kind::Operation => "operation",
            Kind::Verifier => "verifier",
        }
    }
}

/// One statement.
#[derive(Clone, Debug)]
pub struct Fact {
    pub kind: Kind,
    /// What it is about: a page, an instruction, a function of a header.
    pub subject: String,
    /// The target whose header states it; empty for all.
    pub target: String,
    /// Instructions it concerns, in small letters.
    pub instructions: BTreeSet<String>,
    /// The statement, blanks normalised.
    pub text: String,
    /// `path:line`.
    pub place: String,
}

/// How the statements about one subject differ.
#[derive(Debug)]
pub struct Change {
    pub kind: Kind,
    pub subject: String,
    pub target: String,
    pub instructions: BTreeSet<String>,
    pub new: Vec<Fact>,
    pub gone: Vec<Fact>,
    pub changed: Vec<(Fact, Fact)>,
}

impl Change {
    /// Where to look: in the new state, or in the old one for what is gone.
    pub fn place(&self) -> &str {
        let changed = self.changed.iter().map(|(_, new)| new);
        changed.chain(&self.new).chain(&self.gone).next().map_or("", |f| &f.place)
    }
}

/// Old and new statements of one subject.
type Sides = (Vec<Fact>, Vec<Fact>);

/// The subjects whose statements differ, in the order of kind, subject and target.
///
/// What is in both lists cancels. Of what is left over of a subject, old and new statements are taken in pairs as
/// changed ones.
pub fn compare(old: Vec<Fact>, new: Vec<Fact>) -> Vec<Change> {
    let mut groups: BTreeMap<(Kind, String, String), Sides> = BTreeMap::new();
    let key = |f: &Fact| (f.kind, f.subject.clone(), f.target.clone());
    for fact in old {
        groups.entry(key(&fact)).or_default().0.push(fact);
    }
    for fact in new {
        groups.entry(key(&fact)).or_default().1.push(fact);
    }
    let mut changes = Vec::new();
    for ((kind, subject, target), (old, mut new)) in groups {
        let mut gone = Vec::new();
        let mut instructions = BTreeSet::new();
        for fact in old.iter().chain(&new) {
            instructions.extend(fact.instructions.iter().cloned());
        }
        for fact in old {
            match new.iter().position(|f| f.text == fact.text) {
                Some(same) => drop(new.remove(same)),
                None => gone.push(fact),
            }
        }
        if gone.is_empty() && new.is_empty() {
            continue;
        }
        let pairs = gone.len().min(new.len());
        let changed = gone.drain(..pairs).zip(new.drain(..pairs)).collect();
        changes.push(Change { kind, subject, target, instructions, new, gone, changed });
    }
    changes
}

/// A text without differences of layout: runs of blanks are one, none stand beside a parenthesis or a comma, and
/// `T &x` is `T& x`.
pub fn normalise(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        let blank = c.is_whitespace();
        let tight = |c: char| "()<>,;:{}[]&*=|.`".contains(c);
        if blank {
            if !out.ends_with([' ']) && !out.chars().last().is_none_or(tight) {
                out.push(' ');
            }
            continue;
        }
        if tight(c) && out.ends_with(' ') {
            out.pop();
        }
        out.push(c);
    }
    out.trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layout_is_no_difference() {
        assert_eq!(normalise("f( A &a,\n   B b )"), normalise("f(A& a, B b)"));
        assert_ne!(normalise("a b"), normalise("ab"));
    }
}
