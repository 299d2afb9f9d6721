//! Where the workspace has `unsafe` code: each use with the function it is in and whether its reason is given.

use std::path::{Path, PathBuf};

/// What kind of use it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnsafeKind {
    /// `unsafe { ... }`
    Block,
    /// `unsafe fn`, whose callers promise something.
    Function,
    /// `unsafe fn` of a trait, without a body.
    Declaration,
    /// `unsafe impl`
    Impl,
}

/// One `unsafe`.
#[derive(Clone, Debug)]
pub struct UnsafeUse {
    /// Path from the root of the repository.
    pub file: String,
    /// The function around it or of that name; the type of an `impl`.
    pub item: String,
    /// What it is.
    pub kind: UnsafeKind,
    /// Its lines, from 1: those of a block up to its end, otherwise one.
    pub lines: (usize, usize),
    /// A comment above it says why it is sound.
    pub has_reason: bool,
}

/// A text where comments and what is between quotes are blanks, so that only code is found in it.
fn code_only(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let blank = |out: &mut [u8], from: usize, to: usize| {
        out[from..to].iter_mut().filter(|b| **b != b'\n').for_each(|b| *b = b' ');
    };
    let find = |from: usize, what: &str| text[from..].find(what).map_or(text.len(), |i| from + i);
    let mut i = 0;
    while i < bytes.len() {
        let end = match &bytes[i..] {
            [b'/', b'/', ..] => find(i, "\n"),
            [b'/', b'*', ..] => (find(i + 2, "*/") + 2).min(bytes.len()),
            [b'r', b'#', b'"', ..] => (find(i + 3, "\"#") + 2).min(bytes.len()),
            [b'"', ..] => {
                let mut end = i + 1;
                while end < bytes.len() && bytes[end] != b'"' {
                    end += if bytes[end] == b'\\' { 2 } else { 1 };
                }
                (end + 1).min(bytes.len())
            }
            // A character, not a lifetime.
            [b'\'', b'\\', _, b'\'', ..] => i + 4,
            [b'\'', _, b'\'', ..] => i + 3,
            _ => {
                i += 1;
                continue;
            }
        };
        blank(&mut out, i, end);
        i = end;
    }
    out
}

/// The position after the brace that closes the one at or after `from`.
fn end_of_block(code: &str, from: usize) -> usize {
    let mut depth = 0;
    for (i, c) in code[from..].char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return from + i + 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    code.len()
}

/// Whether a function has a body: its head ends with a brace, not with a semicolon outside of brackets.
fn has_body(head: &str) -> bool {
    let mut depth = 0;
    for c in head.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            '{' => return true,
            ';' if depth == 0 => return false,
            _ => {}
        }
    }
    false
}

fn first_word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// The name of the last function that begins before a position, or that begins there.
fn function_around(code: &str, at: usize) -> String {
    let before = &code[..at];
    let starts = before.match_indices("fn ").map(|(i, _)| i);
    let named = |i: usize| first_word(&before[i + 3..]);
    let is_word = |i: usize| i == 0 || before[..i].ends_with(|c: char| c.is_whitespace());
    let last = starts.filter(|&i| is_word(i) && !named(i).is_empty()).last();
    last.map_or_else(|| "-".to_string(), |i| named(i).to_string())
}

/// Whether comments or documentation above a line, or above the statement that it belongs to, say why.
fn has_reason(lines: &[&str], line: usize, kind: UnsafeKind) -> bool {
    let is_function = matches!(kind, UnsafeKind::Function | UnsafeKind::Declaration);
    let word = if is_function { "# Safety" } else { "SAFETY:" };
    let mut in_comment = false;
    for above in lines[..line - 1].iter().rev().take(24) {
        let text = above.trim();
        if text.starts_with("//") {
            in_comment = true;
            if text.contains(word) {
                return true;
            }
        } else if in_comment || text.is_empty() || text.ends_with([';', '}']) {
            return false;
        }
    }
    false
}

/// Whether a line is inside `impl Trait for Type`, as `rustfmt` writes it.
fn is_in_trait_impl(lines: &[&str], line: usize) -> bool {
    let outer =
        |l: &&&str| l.starts_with("impl") || l.starts_with("unsafe impl") || l.starts_with('}');
    let start = lines[..line].iter().rev().find(outer);
    start.is_some_and(|l| !l.starts_with('}') && l.contains(" for "))
}

/// The uses in one file.
pub fn uses_in(file: &str, text: &str) -> Vec<UnsafeUse> {
    let code = code_only(text);
    let Ok(code) = String::from_utf8(code) else { return Vec::new() };
    let lines: Vec<&str> = text.lines().collect();
    let line_of = |at: usize| 1 + code[..at].matches('\n').count();
    let mut found = Vec::new();
    for (at, _) in code.match_indices("unsafe") {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        if code[..at].ends_with(word) || code[at + 6..].starts_with(word) {
            continue;
        }
        let rest = code[at + 6..].trim_start();
        let (kind, item) = if rest.starts_with('{') {
            (UnsafeKind::Block, function_around(&code, at))
        } else if let Some(rest) = rest.strip_prefix("fn ") {
            let kind = if has_body(rest) { UnsafeKind::Function } else { UnsafeKind::Declaration };
            (kind, first_word(rest).to_string())
        } else if let Some(rest) = rest.strip_prefix("impl") {
            let name = rest.split(" for ").nth(1).unwrap_or(rest).trim_start();
            (UnsafeKind::Impl, first_word(name).to_string())
        } else {
            // `unsafe fn(...)` is the type of a pointer.
            continue;
        };
        let line = line_of(at);
        let end = if kind == UnsafeKind::Block { line_of(end_of_block(&code, at)) } else { line };
        // What callers promise to a function of a trait, the trait says.
        let of_trait = kind == UnsafeKind::Function && is_in_trait_impl(&lines, line);
        let has_reason = of_trait || has_reason(&lines, line, kind);
        found.push(UnsafeUse { file: file.into(), item, kind, lines: (line, end), has_reason });
    }
    found
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(|e| Some(e.ok()?.path())) {
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// All uses of the workspace, in the order of their files.
pub fn uses() -> Vec<UnsafeUse> {
    let root = crate::root();
    let mut files = Vec::new();
    for folder in ["crates", "xtask", "tests", "fuzz/fuzz_targets"] {
        rust_files(&root.join(folder), &mut files);
    }
    files.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        uses_in(&crate::shown(&path), &text)
    };
    files.into_iter().flat_map(read).collect()
}

/// A row of `tests/unsafe.txt`: an item, how many uses it has, and the test that executes all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Path from the root of the repository.
    pub file: String,
    /// The function or type.
    pub item: String,
    /// How many uses.
    pub count: usize,
    /// The package and the name of the test; `lib` are the tests inside the library. Where no test executes it, the
    /// package is `-` and the name the reason.
    pub test: (String, String),
}

/// The list, from its text.
pub fn rows(text: &str) -> Result<Vec<Row>, String> {
    let lines = text.lines().filter(|l| !l.starts_with('#') && !l.trim().is_empty());
    let row = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [file, item, count, package, test] = words[..] else {
            return Err(format!("`{line}` is not `file item uses package test`"));
        };
        let count = count.parse().map_err(|_| format!("`{count}` is not a number: {line}"))?;
        Ok(Row { file: file.into(), item: item.into(), count, test: (package.into(), test.into()) })
    };
    lines.map(row).collect()
}

/// Uses by file and item, in order, with how many there are.
pub fn items(uses: &[UnsafeUse]) -> Vec<(String, String, usize)> {
    let mut list: Vec<(String, String, usize)> = Vec::new();
    for u in uses {
        match list.iter_mut().find(|i| i.0 == u.file && i.1 == u.item) {
            Some(item) => item.2 += 1,
            None => list.push((u.file.clone(), u.item.clone(), 1)),
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "fn a() {\n    // SAFETY: it is.\n    unsafe { b(\"}\") }\n}\n\
        /// # Safety\n/// Nothing.\nunsafe fn b(x: &str) {}\n\
        type F = unsafe fn(u8);\n// unsafe { }\nunsafe impl Sync for C {}\n\
        fn d() {\n    let x = 1;\n    unsafe {\n        b(\"unsafe { }\")\n    }\n}\n";

    #[test]
    fn uses_are_found_with_their_places() {
        let found = uses_in("f.rs", TEXT);
        let seen: Vec<(&str, UnsafeKind, (usize, usize), bool)> =
            found.iter().map(|u| (u.item.as_str(), u.kind, u.lines, u.has_reason)).collect();
        let kind = |end: &str| uses_in("f.rs", &format!("unsafe fn e(x: [u8; 2]){end}\n"))[0].kind;
        assert_eq!((kind(";"), kind(" {}")), (UnsafeKind::Declaration, UnsafeKind::Function));
        let expected = [
            ("a", UnsafeKind::Block, (3, 3), true),
            ("b", UnsafeKind::Function, (7, 7), true),
            ("C", UnsafeKind::Impl, (10, 10), false),
            ("d", UnsafeKind::Block, (13, 15), false),
        ];
        assert_eq!(seen, expected);
    }

    #[test]
    fn a_row_that_is_not_one_is_refused() {
        assert!(rows("a b c d e\n").is_err());
        assert!(rows("a b 1 d\n").is_err());
        assert_eq!(rows("# head\na b 1 d e\n").map(|r| r.len()), Ok(1));
    }
}
