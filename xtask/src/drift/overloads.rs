//! The C++ functions of instructions: what the public headers mark with `PTO_INST`.

use super::cpp;
use super::fact::{Fact, Kind, normalise};
use super::tree::Tree;
use std::collections::BTreeSet;

const MARK: &str = "PTO_INST";

/// The files that declare instructions.
fn declares(path: &str) -> bool {
    path.starts_with("include/pto/common/pto_instr")
        || path.starts_with("include/pto/comm/pto_comm_inst")
        || path.contains("_intrinsic.hpp")
}

/// One fact per function: its template parameters and parameters, without names of macros and bodies.
pub fn read(tree: &Tree) -> Vec<Fact> {
    let mut list = Vec::new();
    for (path, text) in tree.files.iter().filter(|(p, _)| declares(p)) {
        let text = cpp::strip(text);
        let mut from = 0;
        while let Some(mark) = text[from..].find(MARK).map(|n| n + from) {
            from = mark + MARK.len();
            let Some((name, end)) = function(&text, from) else { continue };
            let head = template_start(&text, mark);
            list.push(Fact {
                kind: Kind::Overload,
                instructions: BTreeSet::from([name.to_lowercase()]),
                subject: name,
                target: String::new(),
                text: normalise(&text[head..end]),
                place: format!("{path}:{}", cpp::line_of(&text, head)),
            });
        }
    }
    list
}

/// The name of the function declared after `from`, and the end of its parameters.
fn function(text: &str, from: usize) -> Option<(String, usize)> {
    let mut at = from;
    loop {
        let stop = text[at..].find(['(', '<', ';', '{']).map(|n| n + at)?;
        match text.as_bytes()[stop] {
            b'<' => at = cpp::closing(text, stop)? + 1,
            b'(' => {
                let name = cpp::names(&text[from..stop]).last()?.to_string();
                let end = cpp::closing(text, stop)? + 1;
                let is_instruction = name.chars().all(|c| !c.is_lowercase());
                return is_instruction.then_some((name, end));
            }
            _ => return None,
        }
    }
}

/// Where the declaration that has its mark at `mark` starts.
fn template_start(text: &str, mark: usize) -> usize {
    let before = text[..mark].rfind([';', '}', '{']).map_or(0, |n| n + 1);
    // Default arguments may have braces: the nearest `template` that leads up to the mark.
    let start = text[before..mark].find("template").map_or(mark, |n| n + before);
    start + text[start..].len() - text[start..].trim_start().len()
}
