//! The JSON that docs/command-line.md describes is the JSON that is printed: same keys, none more, none less.

use crate::typed::{pto, root, text};
use serde_json::Value;
use std::collections::BTreeSet;

/// A place in a document: keys, and `[]` for the elements of a list.
type Path = Vec<String>;

/// A command of the page, and the rows of its table.
struct Section {
    command: String,
    rows: Vec<(Path, String)>,
}

fn sections() -> Vec<Section> {
    let page = std::fs::read_to_string(root().join("docs/command-line.md")).expect("the page");
    let mut sections: Vec<Section> = Vec::new();
    for line in page.lines() {
        if let Some(command) = line.strip_prefix("### `pto ") {
            let command = command.trim_end_matches('`').to_string();
            sections.push(Section { command, rows: Vec::new() });
        } else if let (Some(row), Some(section)) = (line.strip_prefix("| `"), sections.last_mut()) {
            let (key, words) = row.split_once("` |").expect("a key and its words");
            section.rows.push((path(key), words.to_string()));
        }
    }
    sections
}

/// `a[].b` as keys.
fn path(key: &str) -> Path {
    key.replace("[]", ".[]").split('.').map(str::to_string).collect()
}

/// Every key of a document.
fn walk(value: &Value, at: &Path, found: &mut BTreeSet<Path>) {
    let mut step = |key: &str, inner: &Value, is_key: bool| {
        let mut next = at.clone();
        next.push(key.to_string());
        if is_key {
            found.insert(next.clone());
        }
        walk(inner, &next, found);
    };
    match value {
        Value::Object(map) => map.iter().for_each(|(key, inner)| step(key, inner, true)),
        Value::Array(list) => list.iter().for_each(|inner| step("[]", inner, false)),
        _ => {}
    }
}

/// Whether a described place is (the beginning of) a printed one.
fn begins(described: &[String], printed: &[String]) -> bool {
    described.len() <= printed.len()
        && described.iter().zip(printed).all(|(d, p)| d == "*" || d == p)
}

#[test]
fn documents_have_the_keys_that_are_described() {
    let sections = sections();
    assert!(sections.len() >= 6, "the page describes {} documents", sections.len());
    for Section { command, rows } in sections {
        let out = pto(&command.split(' ').collect::<Vec<_>>());
        let printed = text(&out.stdout);
        let value: Value = serde_json::from_str(&printed).expect(&command);
        let mut found = BTreeSet::new();
        walk(&value, &Vec::new(), &mut found);
        for (described, _) in &rows {
            let there = found.iter().any(|p| p.len() == described.len() && begins(described, p));
            assert!(there, "pto {command}: described but not printed: {}", described.join("."));
        }
        for place in &found {
            let described = rows.iter().any(|(row, words)| {
                // What is described elsewhere is not repeated; `x.*.y` stands for `x.*`, too.
                let whole = words.trim_start().starts_with("as ");
                begins(row, place) && (whole || row.len() == place.len())
                    || row.len() > place.len()
                        && row[place.len() - 1] == "*"
                        && begins(&row[..place.len()], place)
            });
            assert!(described, "pto {command}: printed but not described: {}", place.join("."));
        }
    }
}
