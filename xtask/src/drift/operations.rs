//! Operations of the assembler's dialect, and what it verifies of them.

use super::cpp;
use super::fact::{Fact, Kind, normalise};
use super::tree::Tree;
use std::collections::{BTreeMap, BTreeSet};

/// Operations from the table-gen files, verifiers from the C++ beside them.
pub fn read(tree: &Tree) -> Vec<Fact> {
    let mut list = Vec::new();
    // The mnemonic of each C++ class.
    let mut mnemonics: BTreeMap<String, String> = BTreeMap::new();
    for (path, text) in &tree.files {
        if path.starts_with("include/PTO/IR/") && path.ends_with(".td") {
            read_operations(path, text, &mut list, &mut mnemonics);
        }
    }
    for (path, text) in &tree.files {
        if path.starts_with("lib/PTO/IR/") {
            read_verifiers(path, text, &mnemonics, &mut list);
        }
    }
    list
}

fn fact(kind: Kind, subject: &str, text: &str, place: String) -> Fact {
    Fact {
        kind,
        subject: subject.to_string(),
        target: String::new(),
        instructions: BTreeSet::from([subject.to_string()]),
        text: normalise(text),
        place,
    }
}

fn read_operations(
    path: &str,
    text: &str,
    list: &mut Vec<Fact>,
    mnemonics: &mut BTreeMap<String, String>,
) {
    let prefix = if path.ends_with("VMIOps.td") { "vmi." } else { "" };
    let text = cpp::strip(text);
    for (start, _) in
        text.match_indices("\ndef ").chain(text.starts_with("def ").then_some((0, "")))
    {
        let start = if start == 0 && text.starts_with("def ") { 0 } else { start + 1 };
        let end = text[start + 1..].find("\ndef ").map_or(text.len(), |n| n + start + 1);
        let entry = &text[start..end];
        let Some((head, _)) = entry.split_once(['{', ';']) else { continue };
        let Some((name, class)) = head["def ".len()..].split_once(':') else { continue };
        // `def AddOp : PTO_TOp<"tadd", [...]>`; types and predicates have other arguments.
        let Some(mnemonic) = class.split_once("Op<\"").and_then(|(_, m)| m.split('"').next())
        else {
            continue;
        };
        let subject = format!("{prefix}{mnemonic}");
        mnemonics.insert(name.trim().to_string(), subject.clone());
        let fields = ["arguments", "results", "assemblyFormat", "regions"];
        let stated: Vec<String> = fields.iter().filter_map(|f| field(entry, f)).collect();
        let line = cpp::line_of(&text, start);
        list.push(fact(Kind::Operation, &subject, &stated.join("; "), format!("{path}:{line}")));
    }
}

/// The value of `let name = ...;` in an entry.
fn field(entry: &str, name: &str) -> Option<String> {
    let at = entry.find(&format!("let {name} = "))?;
    let rest = &entry[at..];
    let end = match rest.find("[{") {
        Some(open) if rest[..open].find(';').is_none() => rest.find("}]")?,
        _ => rest.find(';')?,
    };
    Some(rest[..end].to_string())
}

fn read_verifiers(
    path: &str,
    text: &str,
    mnemonics: &BTreeMap<String, String>,
    list: &mut Vec<Fact>,
) {
    let text = cpp::strip(text);
    for definition in cpp::definitions(&text) {
        let Some(class) = definition.name.strip_suffix("::verify") else { continue };
        let class = class.rsplit("::").next().unwrap_or(class);
        let Some(subject) = mnemonics.get(class) else { continue };
        let line = cpp::line_of(&text, definition.body.start);
        list.push(fact(Kind::Verifier, subject, &text[definition.body], format!("{path}:{line}")));
    }
}
