//! Findings speak with one voice, whatever part of the tool they come from.
//!
//! A message, a help and a note begin with a small letter, a name in backticks or a number, and end without a full stop.
//! None of them shows what only a Rust programmer reads. Words that a native reader stumbles over are refused in findings,
//! codes, help, chapters of the book and comments of the crates.

use pto_ir::Diagnostic;
use pto_isa::Target;
use pto_isa::code::CODES;
use pto_tests::{SPLIT, filetests, findings, read, root, shown};
use std::path::{Path, PathBuf};

/// Words that are not used, and what is said instead.
const REFUSED: &[(&str, &str)] = &[
    ("behind", "after, past, under"),
    ("so many", "the number, or: this many"),
    ("who watches", "the observer"),
    ("somebody watches", "the observer"),
    ("nobody watches", "the observer"),
    ("in each round", ITERATION),
    ("in every round", ITERATION),
    ("each round of", ITERATION),
    ("every round of", ITERATION),
    ("round before", ITERATION),
    ("round to round", ITERATION),
    ("round of a loop", ITERATION),
    ("rounds of a loop", ITERATION),
    ("next round", ITERATION),
    ("last round", ITERATION),
    ("first round", ITERATION),
    ("later round", ITERATION),
    ("earlier round", ITERATION),
    ("turn of a loop", ITERATION),
    ("turns of a loop", ITERATION),
    ("each turn", ITERATION),
    ("every turn", ITERATION),
    ("next turn", ITERATION),
    ("last turn", ITERATION),
    ("loop turns", ITERATION),
];

const ITERATION: &str = "iteration";

/// Where a refused word is right.
const ALLOWED: &[&str] = &["leaves behind", "left behind"];

/// Refused words of a text, each with what stands around it. Lines count as one text, without the marks of comments.
fn refused(text: &str) -> Vec<String> {
    let mark =
        |l: &str| l.trim().trim_start_matches("//").trim_start_matches(['/', '!']).to_string();
    let text = text.lines().map(mark).collect::<Vec<_>>().join(" ").replace("  ", " ");
    let mut text = text.to_lowercase();
    for phrase in ALLOWED {
        text = text.replace(phrase, "");
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for (word, instead) in REFUSED {
        for (at, _) in text.match_indices(word) {
            let (before, after) = (&text[..at], &text[at + word.len()..]);
            if before.ends_with(is_word) || after.starts_with(is_word) {
                continue;
            }
            let from: String = before.chars().rev().take(30).collect();
            let from: String = from.chars().rev().collect();
            let to: String = after.chars().take(30).collect();
            found.push(format!("\"{from}{word}{to}\": say {instead}"));
        }
    }
    found
}

/// Files under a folder with this ending, at any depth or only directly in it.
fn files(folder: &Path, ending: &str, deep: bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()) {
        match path.is_dir() {
            true if deep && !path.ends_with("target") => found.extend(files(&path, ending, deep)),
            true => {}
            false if path.extension().is_some_and(|e| e == ending) => found.push(path),
            false => {}
        }
    }
    found.sort();
    found
}

#[test]
fn comments_help_and_chapters_have_no_refused_words() {
    let mut list = files(&root().join("crates"), "rs", true);
    list.extend(files(&root().join("docs"), "md", false));
    list.extend(["README.md", "CONTRIBUTING.md"].map(|f| root().join(f)));
    assert!(list.len() > 500, "{} files", list.len());
    let wrong: Vec<String> = list
        .iter()
        .flat_map(|p| {
            let found = refused(&read(p).unwrap());
            found.into_iter().map(move |f| format!("{}: {f}", shown(p)))
        })
        .collect();
    assert!(wrong.is_empty(), "{} places\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn refused_words_are_found_over_the_ends_of_lines() {
    assert_eq!(refused("/// It waits so\n    /// many times.").len(), 1);
    assert_eq!(refused("//! The next\n//! round.").len(), 1);
    assert!(refused("// What it leaves behind rounds to even; `is_behind` is a name.").is_empty());
}

/// What is wrong with a line that users read.
fn slip(line: &str) -> Option<&'static str> {
    let begins = |c: char| c.is_ascii_uppercase();
    // Names that are written in capitals: `PIPE_V`, `A5`, `EVENT_ID0`, `C++`, `PTOAS`.
    let name = |w: &str| w.chars().nth(1).is_none_or(|c| !c.is_ascii_lowercase());
    let debug = ["Some(", "None)", "Ok(", "Err(", "[]", "{ ", "::"];
    let first = line.split(' ').next().unwrap_or_default();
    match line {
        "" => Some("is empty"),
        l if l.ends_with('.') => Some("ends with a full stop"),
        l if l.contains("  ") || l.trim() != l => Some("has blanks too many"),
        l if first.starts_with(begins) && !name(l) => Some("begins with a capital letter"),
        // Code in backticks is the user's own language.
        l if l.split('`').step_by(2).any(|part| debug.iter().any(|d| part.contains(d))) => {
            Some("shows debug text")
        }
        l if !refused(l).is_empty() => Some("has a word that is not used"),
        _ => None,
    }
}

fn slips(d: &Diagnostic) -> Vec<String> {
    let found = (!d.primary.text.is_empty()).then_some(&d.primary.text);
    // Notes may quote a source, which has its own capitals.
    let lines = [Some(&d.message), d.help.as_ref(), found].into_iter().flatten();
    lines.filter_map(|l| Some(format!("{} {}: {l}", d.spelled_code(), slip(l)?))).collect()
}

#[test]
fn findings_of_all_programs_have_one_voice() {
    let mut wrong: Vec<String> = Vec::new();
    let mut looked_at = 0;
    for path in filetests() {
        let text = read(&path).unwrap();
        for section in text.split(&format!("{SPLIT}\n")) {
            for d in findings(section, Target::A5).iter().chain(&findings(section, Target::A2A3)) {
                looked_at += 1;
                wrong.extend(slips(d).iter().map(|s| format!("{}: {s}", shown(&path))));
            }
        }
    }
    assert!(looked_at > 1000, "{looked_at} findings");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn titles_and_explanations_have_one_voice() {
    for c in CODES {
        assert_eq!(slip(c.title), None, "{}: {}", c.code, c.title);
        let article = ["the ", "a ", "an "].iter().any(|a| c.title.starts_with(a));
        assert!(!article, "{} begins with an article: {}", c.code, c.title);
        let text = c.text.trim();
        assert_eq!(refused(text), [""; 0], "{}", c.code);
        assert!(text.ends_with('.'), "{} is no sentence: {text}", c.code);
        assert!(text.starts_with(|c: char| c.is_uppercase() || c == '`'), "{}: {text}", c.code);
    }
}
