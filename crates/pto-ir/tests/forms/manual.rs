//! The forms that the manual prints, from a checkout of pto-isa that `PTO_MANUAL` names.
//!
//! A statement is taken from a block of code: its placeholders become types, and where it shows a choice, the first is
//! taken. `manual.tsv` lists those that are not read, with the reason.

use crate::placeholder;
use crate::statement::problems;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A statement of a page.
struct Printed {
    page: String,
    line: usize,
    text: String,
}

#[test]
fn forms_of_the_manual_are_read() {
    let Some(root) = std::env::var_os("PTO_MANUAL").map(PathBuf::from) else {
        eprintln!("skipped: PTO_MANUAL names no checkout of pto-isa");
        return;
    };
    let mut pages = Vec::new();
    pages_below(&root.join("docs/isa"), &mut pages);
    pages.sort();
    assert!(!pages.is_empty(), "no pages under {}", root.display());
    let mut refused = exceptions();
    let (mut report, mut read, mut elided) = (Vec::new(), 0, 0);
    for page in pages {
        let text = std::fs::read_to_string(&page).unwrap();
        let name = page.strip_prefix(root.join("docs/isa")).unwrap().to_string_lossy().to_string();
        for printed in printed(&name, &text) {
            let Some(text) = placeholder::manual(&printed.text) else {
                elided += 1;
                continue;
            };
            read += 1;
            let found = problems(&with_pointers(&text));
            let key = (printed.page.clone(), instruction(&text).to_string());
            match (found.is_empty(), refused.get_mut(&key)) {
                (false, Some(met)) => *met = true,
                (false, None) => report.push(format!(
                    "{}:{}: {text}\n    {}",
                    printed.page,
                    printed.line,
                    found.join("\n    ")
                )),
                (true, _) => {}
            }
        }
    }
    let unmet = refused.iter().filter(|r| !r.1).map(|r| format!("{} {}: is read", r.0.0, r.0.1));
    report.extend(unmet);
    eprintln!("{read} statements, {elided} more leave out operands");
    assert!(report.is_empty(), "{} of {read} statements:\n{}", report.len(), report.join("\n"));
}

fn pages_below(folder: &Path, list: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|e| e.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_string();
        if path.is_dir() {
            pages_below(&path, list);
        } else if name.ends_with(".md") && !name.ends_with("_zh.md") {
            list.push(path);
        }
    }
}

/// Plain assembly with the pointers of its page defined: what it defines itself comes first.
fn with_pointers(text: &str) -> String {
    if !text.starts_with("vlds ") && !text.starts_with("vsldb ") {
        return text.into();
    }
    let used = ["%source", "%ub_ptr"].into_iter().filter(|p| text.contains(p));
    let parameters: Vec<String> = used.map(|p| format!("{p}: !pto.ptr<f32, ub>")).collect();
    match parameters.is_empty() {
        true => text.into(),
        false => format!("func.func @f({}) {{\n{text}\nreturn\n}}", parameters.join(", ")),
    }
}

/// Page and instruction of the statements that are refused, with the reason in a third column; whether one was met.
fn exceptions() -> BTreeMap<(String, String), bool> {
    include_str!("manual.tsv")
        .lines()
        .filter(|l| !l.starts_with('#'))
        .map(|l| {
            let cells: Vec<&str> = l.split('\t').collect();
            assert!(cells.len() == 3 && !cells[2].is_empty(), "manual.tsv: {l}");
            ((cells[0].to_string(), cells[1].to_string()), false)
        })
        .collect()
}

/// The name of the instruction of a statement.
fn instruction(text: &str) -> &str {
    let (_, rest) = results(text);
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'));
    let name = &rest[..end.unwrap_or(rest.len())];
    name.strip_prefix("pto.").unwrap_or(name)
}

/// `%a, %b = ` and what follows.
fn results(text: &str) -> (&str, &str) {
    match text.split_once('=') {
        Some((names, rest)) if names.starts_with('%') && !names.contains(['[', '(', '<']) => {
            (names, rest.trim_start())
        }
        _ => ("", text),
    }
}

/// Whether a line begins a statement with an instruction.
fn begins(line: &str) -> bool {
    let (results, rest) = results(line.trim());
    let name = instruction(line.trim());
    let known = pto_isa::find(name).is_some();
    match rest.strip_prefix("pto.") {
        Some(_) => known,
        None => {
            let after = rest[name.len()..].trim_start();
            known && (!results.is_empty() || after.starts_with(['%', '#']))
        }
    }
}

/// Whether a line at the depth of the statement before it belongs to that statement.
fn goes_on(statement: &str, line: &str) -> bool {
    let count = |open: char| statement.matches(open).count();
    count('(') > count(')')
        || statement.ends_with("->")
        || ["outs(", "->", ":"].iter().any(|w| line.starts_with(w))
}

/// The statements in the blocks of code of a page.
fn printed(page: &str, text: &str) -> Vec<Printed> {
    let mut list: Vec<Printed> = Vec::new();
    let (mut open, mut indent) = (None, None::<usize>);
    for (i, line) in text.lines().enumerate() {
        if let Some(info) = line.trim_start().strip_prefix("```") {
            open = match open {
                None => Some(matches!(info.trim(), "" | "text" | "mlir" | "asm" | "assembly")),
                Some(_) => None,
            };
            indent = None;
            continue;
        }
        if open != Some(true) {
            continue;
        }
        let code = line.split(" // ").next().unwrap_or("").split(" -- ").next().unwrap_or("");
        let depth = line.len() - line.trim_start().len();
        let code = code.trim();
        if begins(code) {
            list.push(Printed { page: page.into(), line: i + 1, text: code.into() });
            indent = Some(depth);
        } else if let Some(n) = indent
            && let Some(last) = list.last_mut()
            && !(code.is_empty() || code.starts_with("//") || last.text.ends_with('{'))
            && (depth > n || goes_on(&last.text, code))
        {
            last.text.push(' ');
            last.text.push_str(code);
        } else {
            indent = None;
        }
    }
    list
}
