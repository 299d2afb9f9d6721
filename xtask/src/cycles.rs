//! Which modules of a crate depend on each other in a cycle: such modules can be understood only together.
//!
//! A module is a file or folder right under `src`; what is inside a folder belongs together. It depends on another one
//! if a path of its code leads there: `crate::other::..`, `super::other::..`, or a name that the crate's root has from
//! there. Tests do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Larger cycles are refused.
const MOST: usize = 3;

/// The modules of a crate, each with those it depends on.
type Graph = BTreeMap<String, BTreeSet<String>>;

pub fn run() -> ExitCode {
    let list = match measure() {
        Ok(list) => list,
        Err(e) => {
            eprintln!("error: {e}");
            return ExitCode::from(2);
        }
    };
    println!("{:<14} {:>7} {:>7}", "crate", "modules", "largest");
    let mut passed = true;
    for (name, graph) in &list {
        let cycle = largest_cycle(graph);
        passed &= cycle.len() <= MOST;
        println!("{name:<14} {:>7} {:>7}  {}", graph.len(), cycle.len(), cycle.join(", "));
    }
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// All crates with their modules.
fn measure() -> std::io::Result<Vec<(String, Graph)>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut crates: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(root.join("crates"))? {
        crates.push(entry?.path());
    }
    crates.push(root.join("xtask"));
    crates.sort();
    let mut list = Vec::new();
    for dir in crates.iter().filter(|d| d.join("src").is_dir()) {
        let name = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
        list.push((name, graph_of(&dir.join("src"))?));
    }
    Ok(list)
}

/// The files of a folder and those below it.
fn files_under(dir: &Path, list: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            files_under(&path, list)?;
        } else if path.extension().is_some_and(|e| e == "rs") {
            list.push(path);
        }
    }
    Ok(())
}

fn graph_of(src: &Path) -> std::io::Result<Graph> {
    let mut files = Vec::new();
    files_under(src, &mut files)?;
    let mut texts: Vec<(Vec<String>, String)> = Vec::new();
    for file in &files {
        let inside = file.strip_prefix(src).unwrap_or(file).with_extension("");
        let mut path: Vec<String> =
            inside.iter().map(|p| p.to_string_lossy().into_owned()).collect();
        if path.last().is_some_and(|l| matches!(l.as_str(), "mod" | "lib" | "main")) {
            path.pop();
        }
        if path.last().is_some_and(|l| l == "tests") {
            continue;
        }
        texts.push((path, code_of(&std::fs::read_to_string(file)?)));
    }
    Ok(graph(&texts))
}

/// The graph of modules by their paths and code.
fn graph(texts: &[(Vec<String>, String)]) -> Graph {
    let mut graph: Graph =
        texts.iter().filter_map(|t| t.0.first()).map(|m| (m.clone(), BTreeSet::new())).collect();
    // Names that the root has from a module.
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for (_, code) in texts.iter().filter(|t| t.0.is_empty()) {
        for path in uses(code) {
            let from = path.iter().find(|p| !matches!(p.as_str(), "self" | "crate"));
            if let (Some(from), Some(name)) = (from, path.last())
                && graph.contains_key(from)
            {
                names.insert(name.clone(), from.clone());
            }
        }
    }
    for (module, code) in texts {
        let Some(own) = module.first() else { continue };
        for path in uses(code).into_iter().chain(paths(code)) {
            let ups = path.iter().take_while(|p| *p == "super").count();
            let rest = match path.first().map(String::as_str) {
                Some("crate") => &path[1..],
                Some("super") if ups == module.len() => &path[ups..],
                _ => continue,
            };
            let Some(first) = rest.first() else { continue };
            let to = match graph.contains_key(first) {
                true => Some(first),
                false => names.get(first.trim_end_matches('!')),
            };
            if let Some(to) = to.filter(|to| *to != own)
                && let Some(list) = graph.get_mut(own)
            {
                list.insert(to.clone());
            }
        }
    }
    graph
}

/// A file without comments, strings and its tests.
fn code_of(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or("");
    let mut code = String::with_capacity(text.len());
    for line in text.lines() {
        let mut quoted = false;
        let mut before = ' ';
        let end = line.char_indices().find_map(|(i, c)| {
            if c == '"' && before != '\\' && before != '\'' {
                quoted = !quoted;
            }
            before = c;
            (!quoted && line[i..].starts_with("//")).then_some(i)
        });
        code.push_str(&line[..end.unwrap_or(line.len())]);
        code.push('\n');
    }
    code
}

/// The paths of all `use` declarations, with their groups written out.
fn uses(code: &str) -> Vec<Vec<String>> {
    let mut list = Vec::new();
    for (at, word) in code.match_indices("use ") {
        let line = code[..at].rfind('\n').map_or(0, |i| i + 1);
        let before = code[line..at].trim();
        if before.is_empty() || before == "pub" || before.starts_with("pub(") {
            let part = &code[at + word.len()..];
            let end = part.find(';').unwrap_or(part.len());
            expand(&part[..end], &[], &mut list);
        }
    }
    list
}

/// `a::{b, c::d}` as paths.
fn expand(text: &str, prefix: &[String], list: &mut Vec<Vec<String>>) {
    let text = text.trim();
    let Some(open) = text.find('{') else {
        let name = text.split(" as ").next().unwrap_or("");
        let parts = name.split("::").map(|p| p.trim().to_string()).filter(|p| !p.is_empty());
        list.push(prefix.iter().cloned().chain(parts).collect());
        return;
    };
    let parts = text[..open].split("::").map(|p| p.trim().to_string()).filter(|p| !p.is_empty());
    let prefix: Vec<String> = prefix.iter().cloned().chain(parts).collect();
    let close = text.rfind('}').unwrap_or(text.len());
    let inner = text.get(open + 1..close).unwrap_or("");
    let (mut depth, mut from) = (0, 0);
    for (i, c) in inner.char_indices().chain([(inner.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if !inner[from..i].trim().is_empty() {
                    expand(&inner[from..i], &prefix, list);
                }
                from = i + 1;
            }
            _ => {}
        }
    }
}

/// Paths in the code that begin with `crate` or `super`.
fn paths(code: &str) -> Vec<Vec<String>> {
    let mut list = Vec::new();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            if code[..at].ends_with(is_word) || code[..at].ends_with("::") {
                continue;
            }
            let end = code[at..].find(|c: char| !is_word(c) && c != ':').unwrap_or(code.len() - at);
            // A macro keeps its mark: `crate::ops!` does not lead to a module `ops`.
            let end = if code[at + end..].starts_with('!') { end + 1 } else { end };
            let path = code[at..at + end].split("::").map(str::to_string);
            list.push(path.filter(|p| !p.is_empty()).collect());
        }
    }
    list
}

/// The members of the largest cycle; of none, nothing.
fn largest_cycle(graph: &Graph) -> Vec<&str> {
    let reach: BTreeMap<&str, BTreeSet<&str>> =
        graph.keys().map(|m| (m.as_str(), reachable(graph, m))).collect();
    let cycle = |m: &str| -> Vec<&str> {
        let both = |o: &&str| reach[m].contains(o) && reach[*o].contains(m);
        reach.keys().copied().filter(both).collect()
    };
    // The first of equals, by name.
    let cycles = reach.keys().map(|m| cycle(m));
    cycles.fold(Vec::new(), |best, c| if c.len() > best.len() { c } else { best })
}

fn reachable<'g>(graph: &'g Graph, from: &str) -> BTreeSet<&'g str> {
    let mut found = BTreeSet::new();
    let mut left: Vec<&str> = vec![from];
    while let Some(next) = left.pop() {
        for to in graph.get(next).into_iter().flatten() {
            if found.insert(to.as_str()) {
                left.push(to);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_crate_has_a_large_cycle_of_modules() {
        for (name, graph) in measure().unwrap() {
            let cycle = largest_cycle(&graph);
            assert!(cycle.len() <= MOST, "{name}: {}", cycle.join(", "));
        }
    }

    #[test]
    fn paths_of_all_kinds_are_followed() {
        let file = |path: &str, code: &str| {
            let path = path.split('/').filter(|p| !p.is_empty()).map(str::to_string).collect();
            (path, code_of(code))
        };
        let texts = [
            file("", "mod a; mod b; mod c; mod d;\npub use b::Name;"),
            file("a", "use crate::{Name as Other, d::{self, X}}; // use crate::c;\n"),
            file("b", "use super::c::Y;\n#[cfg(test)]\nmod tests { use crate::d; }"),
            file("c", "mod inner;"),
            file("c/inner", "fn f() { super::super::a::g(); super::h(); let s = \"crate::b\"; }"),
            file("d", "fn f() { crate::a!(); }"),
        ];
        let graph = graph(&texts);
        let to = |m: &str| graph[m].iter().map(String::as_str).collect::<Vec<_>>();
        assert_eq!(to("a"), ["b", "d"]);
        assert_eq!(to("b"), ["c"]);
        assert_eq!((to("d").len(), largest_cycle(&graph)), (0, vec!["a", "b", "c"]));
    }
}
