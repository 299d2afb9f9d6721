//! A random program of a campaign: what does not hold of it, made small, with the command that repeats it.

use super::distinct::pattern;
use crate::oracle::first_broken;
use pto_isa::Target;
use pto_smith::shrink::shrink;
use pto_smith::{Kind, is_legal};
use serde_json::{Map, Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The fields of the row of a seed.
pub(super) fn look_at(kind: Kind, seed: u64, target: Target, size: u32) -> Map<String, Value> {
    let repeat = format!(
        "pto smith --kind {} --seed {seed} --target {target} --size {size} --check",
        kind.name()
    );
    // Where panics unwind (in Python, and so on a cluster) one of them is a finding; elsewhere it ends the process, which
    // says so, and the shard is not written.
    let looked = catch_unwind(AssertUnwindSafe(|| look(kind, seed, target, size)));
    let mut fields = looked.unwrap_or_else(|_| {
        let program = kind.program(seed, target, size);
        let fields = [("finding", json!("panic")), ("program", json!(program))];
        fields.into_iter().map(|(k, v)| (k.to_string(), v)).collect()
    });
    if fields.contains_key("finding") {
        fields.insert("repeat".into(), json!(repeat));
    }
    fields
}

fn look(kind: Kind, seed: u64, target: Target, size: u32) -> Map<String, Value> {
    let Some(text) = kind.program(seed, target, size) else {
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
