//! A random program of a campaign: what does not hold of it, made small, with the command that repeats it.

use super::distinct::pattern;
use crate::oracle::first_broken;
use pto_isa::Target;
use pto_smith::shrink::shrink;
use pto_smith::{Kind, is_legal};
use serde_json::{Map, Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a random program is drawn from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Origin<'a> {
    Seed(u64),
    /// Choices of a corpus.
    Bytes(&'a [u8]),
}

/// A random program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draw<'a> {
    pub kind: Kind,
    pub origin: Origin<'a>,
    pub target: Target,
    /// About how many instructions it has.
    pub size: u32,
}

impl Draw<'_> {
    pub fn program(&self) -> Option<String> {
        match self.origin {
            Origin::Seed(seed) => self.kind.program(seed, self.target, self.size),
            Origin::Bytes(bytes) => self.kind.program_of(bytes, self.target, self.size),
        }
    }

    /// The command that looks at it again.
    fn repeat(&self) -> String {
        let from = match self.origin {
            Origin::Seed(seed) => format!("--seed {seed}"),
            Origin::Bytes(bytes) => {
                let digits: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
                format!("--bytes {digits}")
            }
        };
        let (kind, target, size) = (self.kind.name(), self.target, self.size);
        format!("pto smith --kind {kind} {from} --target {target} --size {size} --check")
    }
}

/// The fields of the row of a random program.
pub(super) fn look_at(draw: Draw<'_>) -> Map<String, Value> {
    // Where panics unwind (in Python, and so on a cluster) one of them is a finding; elsewhere it ends the process, which
    // says so, and the shard is not written.
    let looked = catch_unwind(AssertUnwindSafe(|| look(draw)));
    let mut fields = looked.unwrap_or_else(|_| {
        let fields = [("finding", json!("panic")), ("program", json!(draw.program()))];
        fields.into_iter().map(|(k, v)| (k.to_string(), v)).collect()
    });
    if fields.contains_key("finding") {
        fields.insert("repeat".into(), json!(draw.repeat()));
    }
    fields
}

fn look(draw: Draw<'_>) -> Map<String, Value> {
    let target = draw.target;
    let Some(text) = draw.program() else {
        return Map::from_iter([("programs".to_string(), json!(0))]);
    };
    let Some((oracle, why)) = first_broken(&text, target) else {
        return Map::from_iter([("programs".to_string(), json!(1))]);
    };
    // A smaller program that shows something else is another finding.
    let sort = pattern(&why);
    let same = |why: String| pattern(&why) == sort;
    let shows = |t: &str| is_legal(t, target) && oracle.broken_by(t, target).is_some_and(same);
    let small = shrink(&text, &mut |t| shows(t));
    let why = oracle.broken_by(&small, target).unwrap_or(why);
    let fields = [
        ("programs", json!(1)),
        ("finding", json!(oracle.name())),
        ("message", json!(why)),
        ("program", json!(small)),
    ];
    fields.into_iter().map(|(k, v)| (k.to_string(), v)).collect()
}
