//! Other names of instructions, and the words that attributes take.

use super::types::or_dash;
use pto_isa::OpDef;
use pto_isa::def::AttrKind;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// An instruction as a link from `docs/language`.
fn link(op: &OpDef) -> String {
    format!("[{}](../isa/{}/{}.md)", op.printed_name(), op.family, op.name)
}

/// Instructions that have more than one name.
pub fn instructions() -> String {
    let mut s = String::from("| instruction | also read |\n|---|---|\n");
    for op in pto_isa::all() {
        let printed = op.printed_name();
        let names = [op.name].into_iter().chain(op.aliases.iter().copied());
        let others: Vec<String> =
            names.filter(|n| *n != printed).map(|n| format!("`{n}`")).collect();
        if !others.is_empty() {
            let _ = writeln!(s, "| {} | {} |", link(op), or_dash(&others));
        }
    }
    s
}

/// Instructions of an attribute that are named; of more, the first ones.
const NAMED: usize = 3;

/// Attributes that are one of some words, by name.
pub fn attributes() -> String {
    let mut by_name: BTreeMap<(&str, &[&str]), Vec<&OpDef>> = BTreeMap::new();
    for op in pto_isa::all() {
        for attr in op.attrs {
            if let AttrKind::Word(words) = attr.kind {
                by_name.entry((attr.name, words)).or_default().push(op);
            }
        }
    }
    let mut s = String::from("| attribute | values | of |\n|---|---|---|\n");
    for ((name, words), ops) in by_name {
        let words: Vec<String> = words.iter().map(|w| format!("`{w}`")).collect();
        let mut links: Vec<String> = ops.iter().take(NAMED).map(|op| link(op)).collect();
        if ops.len() > NAMED {
            links.push(format!("and {} more", ops.len() - NAMED));
        }
        let _ = writeln!(s, "| `{name}` | {} | {} |", words.join(" "), links.join(", "));
    }
    s
}
