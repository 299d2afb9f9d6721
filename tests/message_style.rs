//! Findings speak with one voice, whatever part of the tool they come from.
//!
//! A message, a help and a note begin with a small letter, a name in backticks or a number, and end without a full stop.
//! None of them shows what only a Rust programmer reads.

use pto_ir::Diagnostic;
use pto_isa::Target;
use pto_isa::code::CODES;
use pto_tests::{SPLIT, filetests, findings, read, shown};

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
        assert!(text.ends_with('.'), "{} is no sentence: {text}", c.code);
        assert!(text.starts_with(|c: char| c.is_uppercase() || c == '`'), "{}: {text}", c.code);
    }
}
