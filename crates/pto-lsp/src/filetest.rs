//! Filetests: programs that carry their expected findings. The notation, comparing, and writing what is found.
//!
//! A filetest is a `.pto` file of one or more sections, split by lines that are exactly `// -----`.
//!
//! | comment | meaning |
//! |---|---|
//! | `// check: cpu a2a3 a5` | the targets on which only findings for every target are expected; later sections without one take the first's |
//! | `//   ^^^^ error[E0203] a5: words` | under a line: a finding at these columns, on these targets only (they are checked too), whose message, label or help contains the words |
//! | `//<^^^^ warning[W0217]` | the same for a place that begins under the `//` itself |
//! | `// rules: manual` | the program is held to these rules; notes about what the other ones say count then |
//! | `// prove: sync` | what of the synchronisation is not proved is a finding, too, as `pto check --sync` has it |
//! | `// render: a5` | the whole output on this target is the block of <code>//&#124; </code> lines that ends the section |
//!
//! A finding without such a comment, or a comment without its finding, fails. Notes do not count.

use pto_ir::{Diagnostic, Lines, Module, Severity};
use pto_isa::order;
use pto_isa::{Rulebook, Target, code};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The line that splits sections.
pub const SPLIT: &str = "// -----";

/// One program of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its text, with the comments.
    pub text: String,
    /// Its first line in the file, from 1.
    pub line: usize,
    /// The targets of its header; `None` without a header.
    pub check: Option<Vec<Target>>,
    /// The target whose output is compared as a whole.
    pub render: Option<Target>,
}

/// Splits a file into sections and reads their headers. A header that cannot be read is an error.
pub fn sections(text: &str) -> Result<Vec<Section>, String> {
    let mut list: Vec<Section> = Vec::new();
    let mut start = 1;
    let mut lines: Vec<&str> = Vec::new();
    for (i, line) in text.lines().chain([SPLIT]).enumerate() {
        if line != SPLIT {
            lines.push(line);
            continue;
        }
        let joined: String = lines.iter().flat_map(|l| [*l, "\n"]).collect();
        let mut section = Section { text: joined, line: start, check: None, render: None };
        for (n, l) in lines.iter().enumerate() {
            let header = |name: &str| l.strip_prefix("// ")?.strip_prefix(name);
            let at = |e: String| format!("line {}: {e}", start + n);
            if let Some(names) = header("check:") {
                section.check = Some(targets(names).map_err(at)?);
            } else if let Some(names) = header("render:") {
                section.render = targets(names).map_err(at)?.first().copied();
            }
        }
        list.push(section);
        lines.clear();
        start = i + 2;
    }
    match list.first() {
        Some(s) if s.check.is_some() || s.render.is_some() => {}
        _ => return Err("the first section has no `// check:` or `// render:` header".into()),
    }
    let first = list[0].check.clone();
    for s in &mut list {
        // A section that only shows its output says so by having no other header.
        if s.check.is_none() && s.render.is_none() {
            s.check.clone_from(&first);
        }
    }
    Ok(list)
}

/// Reads target names.
pub fn targets(names: &str) -> Result<Vec<Target>, String> {
    let known = |n: &str| Target::ALL.into_iter().find(|t| t.name() == n);
    let read = |n: &str| known(n).ok_or_else(|| format!("`{n}` is not a target"));
    names.split_whitespace().map(read).collect()
}

/// The rules that a program is held to: those of its `// rules:` line, or the device's.
pub fn rules_of(text: &str) -> Rulebook {
    named_rules(text).unwrap_or_default()
}

fn named_rules(text: &str) -> Option<Rulebook> {
    text.lines().find_map(|l| Rulebook::parse(l.strip_prefix("// rules: ")?))
}

/// How a program is checked.
pub fn options_of(text: &str) -> pto_check::Options {
    pto_check::Options { rules: rules_of(text), ..Default::default() }
}

/// What reading and checking a program finds on a target, in the order of the text.
pub fn findings(text: &str, target: Target) -> Vec<Diagnostic> {
    found_in(text, target, false, rules_of(text))
}

/// The same for a piece of a program, which lacks what stands around it, by some rules.
pub fn findings_in_part(text: &str, target: Target, rules: Rulebook) -> Vec<Diagnostic> {
    found_in(text, target, true, rules)
}

fn found_in(text: &str, target: Target, part: bool, rules: Rulebook) -> Vec<Diagnostic> {
    let (module, mut found) = pto_ir::parse(text);
    let partial = part || found.iter().any(Diagnostic::is_error);
    found.extend(pto_check::check(
        &module,
        target,
        &pto_check::Options { partial, rules, ..Default::default() },
    ));
    if text.lines().any(|l| l == "// prove: sync") && !found.iter().any(Diagnostic::is_error) {
        found.extend(unproved(text, module, target));
    }
    // A piece has no line that names rules, and whoever made it asks for both.
    let differ = part || named_rules(text).is_some();
    let counts =
        |d: &Diagnostic| d.severity != Severity::Note || differ && d.code == code::RULES_DIFFER;
    found.retain(counts);
    order::by_key(&mut found, |d| (d.primary.span.start, d.severity, d.code));
    found
}

/// What of the synchronisation is not proved; an error if nothing is there to be proved.
fn unproved(text: &str, module: Module, target: Target) -> Vec<Diagnostic> {
    let Ok((program, _)) = pto_check::verify(module, target, &options_of(text)) else {
        return Vec::new();
    };
    let proofs = pto_lower::prove_sync(&program, &Lines::new(text));
    if proofs.is_empty() {
        let message = "no function synchronises by hand";
        let d = Diagnostic::error(code::NOT_PROVED, pto_ir::Span::default(), message);
        return vec![d];
    }
    proofs.into_iter().flat_map(|p| p.unproved).collect()
}

/// One finding on one line: `12:5 error[E0203] message (what was found)`.
pub fn brief(text: &str, d: &Diagnostic) -> String {
    let (line, column) = Lines::new(text).position(text, d.primary.span.start);
    let found = match d.primary.text.as_str() {
        "" => String::new(),
        t => format!(" ({t})"),
    };
    let (severity, code) = (d.severity.name(), d.spelled_code());
    format!("{line}:{column} {severity}[{code}] {}{found}", d.message)
}

/// A finding with its place as carets show it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Seen {
    target: Target,
    /// Line in the section, from 0, and columns, from 1: the part on that line.
    line: usize,
    from: usize,
    to: usize,
    /// `error[E0203]`
    kind: String,
    /// The message, the labels' texts, and the help.
    texts: Vec<String>,
}

/// A caret comment.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Expected {
    /// The comment's line in the section, from 0.
    at: usize,
    /// The line it speaks of.
    line: usize,
    from: usize,
    to: usize,
    kind: String,
    targets: Vec<Target>,
    words: String,
}

impl Expected {
    fn matches(&self, s: &Seen) -> bool {
        let place = (self.line, self.from, self.to) == (s.line, s.from, s.to);
        place
            && self.kind == s.kind
            && self.targets.contains(&s.target)
            && s.texts.iter().any(|t| t.contains(&self.words))
    }
}

/// Whether a line is a caret comment.
fn is_caret_line(line: &str) -> bool {
    let Some(rest) = line.trim_start().strip_prefix("//") else { return false };
    rest.strip_prefix('<').unwrap_or(rest).trim_start().starts_with('^')
}

fn read_expected(section: &Section, checked: &[Target]) -> Result<Vec<Expected>, String> {
    let mut list = Vec::new();
    let mut previous = None;
    for (at, line) in section.text.lines().enumerate() {
        if !is_caret_line(line) {
            previous = Some(at);
            continue;
        }
        let bad = |what: &str| format!("line {}: {what}", section.line + at);
        let before = line.chars().take_while(|c| *c != '^').count();
        let carets = line.chars().skip(before).take_while(|c| *c == '^').count();
        let rest: String = line.chars().skip(before + carets).collect();
        // Under the slashes themselves a place begins in the first column.
        let from = if line.trim_start().starts_with("//<") { 1 } else { before + 1 };
        let to = from + carets;
        let (head, words) = match rest.split_once(':') {
            Some((head, words)) => (head.trim(), words.trim()),
            None => (rest.trim(), ""),
        };
        let (kind, names) = head.split_once(char::is_whitespace).unwrap_or((head, ""));
        let kinds = ["error[E", "warning[W", "note[W"];
        let is_kind = kinds.iter().any(|k| kind.starts_with(k)) && kind.ends_with(']');
        if !is_kind {
            return Err(bad("carets are followed by `error[E0000]` or `warning[W0000]`"));
        }
        let targets = match names.trim() {
            "" => checked.to_vec(),
            names => targets(names).map_err(|e| bad(&e))?,
        };
        let line = previous.ok_or_else(|| bad("carets without a line above"))?;
        let (kind, words) = (kind.to_string(), words.to_string());
        list.push(Expected { at, line, from, to, kind, targets, words });
    }
    Ok(list)
}

fn seen(text: &str, target: Target, d: &Diagnostic) -> Seen {
    let lines = Lines::new(text);
    let (line, from) = lines.position(text, d.primary.span.start);
    let (end_line, end) = lines.position(text, d.primary.span.end);
    let width = text.lines().nth(line - 1).map_or(0, |l| l.chars().count());
    // A place that spans lines is underlined to the end of its first.
    let to = if end_line == line { end } else { width + 1 }.max(from + 1);
    // What begins under the slashes of a comment counts as beginning in the first column.
    let (from, to) = if from < 3 { (1, to + 1 - from) } else { (from, to) };
    let labels = d.others.iter().map(|l| l.text.clone());
    let own = [d.message.clone(), d.primary.text.clone()].into_iter();
    let texts = own.chain(labels).chain(d.help.clone()).collect();
    let kind = format!("{}[{}]", d.severity.name(), d.spelled_code());
    Seen { target, line: line - 1, from, to, kind, texts }
}

/// The header's targets and those the comments name.
fn all_targets(header: &[Target], expected: &[Expected]) -> Vec<Target> {
    let named = |t: &Target| expected.iter().any(|e| e.targets.contains(t));
    Target::ALL.into_iter().filter(|t| header.contains(t) || named(t)).collect()
}

fn all_seen(section: &Section, checked: &[Target]) -> Vec<(Seen, String)> {
    let text = &section.text;
    let mut list = Vec::new();
    for &target in checked {
        let found = findings(text, target);
        list.extend(found.iter().map(|d| (seen(text, target, d), brief(text, d))));
    }
    list
}

/// What differs between what a section expects and what is found, one line each.
pub fn differences(section: &Section) -> Result<Vec<(usize, String)>, String> {
    let mut report = Vec::new();
    let Some(checked) = &section.check else { return Ok(report) };
    let expected = read_expected(section, checked)?;
    let found = all_seen(section, &all_targets(checked, &expected));
    for (s, text) in &found {
        if !expected.iter().any(|e| e.matches(s)) {
            report.push((section.line + s.line, format!("{}: not expected: {text}", s.target)));
        }
    }
    for e in &expected {
        for t in &e.targets {
            if !found.iter().any(|(s, _)| s.target == *t && e.matches(s)) {
                let line = section.line + e.line;
                let (kind, words) = (&e.kind, &e.words);
                report.push((line, format!("{t}: expected at line {line}: {kind} {words}")));
            }
        }
    }
    Ok(report)
}

/// A section with comments that say what is found on its targets. Comments that still hold are kept.
pub fn bless_section(section: &Section) -> Result<String, String> {
    let Some(checked) = &section.check else { return Ok(section.text.clone()) };
    let expected = read_expected(section, checked)?;
    let found = all_seen(section, &all_targets(checked, &expected));
    let holds = |e: &Expected| {
        e.targets.iter().all(|t| found.iter().any(|(s, _)| s.target == *t && e.matches(s)))
    };
    let kept: Vec<&Expected> = expected.iter().filter(|e| holds(e)).collect();
    let missing = found.iter().map(|(s, _)| s).filter(|s| !kept.iter().any(|e| e.matches(s)));
    // One comment for all targets on which a finding reads the same.
    let mut new: Vec<(Seen, Vec<Target>)> = Vec::new();
    for s in missing {
        let same = |o: &Seen| Seen { target: s.target, ..o.clone() } == *s;
        match new.iter_mut().find(|(o, _)| same(o)) {
            Some((_, targets)) => targets.push(s.target),
            None => new.push((s.clone(), vec![s.target])),
        }
    }
    let mut out = String::new();
    for (i, line) in section.text.lines().enumerate() {
        if is_caret_line(line) {
            continue;
        }
        out.push_str(line);
        out.push('\n');
        let old = kept.iter().filter(|e| e.line == i);
        for text in old.filter_map(|e| section.text.lines().nth(e.at)) {
            out.push_str(text);
            out.push('\n');
        }
        for (s, targets) in new.iter().filter(|(s, _)| s.line == i) {
            out.push_str(&comment(s, if targets == checked { &[] } else { targets }));
        }
    }
    Ok(out)
}

fn comment(s: &Seen, targets: &[Target]) -> String {
    let carets = "^".repeat(s.to - s.from);
    let mut text = match s.from {
        1 => format!("//<{carets} {}", s.kind),
        n => format!("//{}{carets} {}", " ".repeat(n - 3), s.kind),
    };
    for t in targets {
        let _ = write!(text, " {t}");
    }
    let _ = writeln!(text, ": {}", s.texts[0]);
    text
}

/// Whether a text is a filetest.
pub fn is_filetest(text: &str) -> bool {
    text.lines().any(|l| l.starts_with("// check: "))
}

/// A file with comments that say what is found.
pub fn bless(text: &str) -> Result<String, String> {
    let blessed = sections(text)?.iter().map(bless_section).collect::<Result<Vec<_>, _>>()?;
    Ok(blessed.join(&format!("{SPLIT}\n")))
}

/// Each section of a file: its first line, and what differs from its expectations.
pub fn report(text: &str) -> Value {
    let list = match sections(text) {
        Ok(list) => list,
        Err(e) => return json!({"success": false, "errors": e, "sections": []}),
    };
    let one = |s: &Section| {
        let found = differences(s).unwrap_or_else(|e| vec![(s.line, e)]);
        let found: Vec<Value> =
            found.into_iter().map(|(line, text)| json!({"line": line, "text": text})).collect();
        json!({"line": s.line, "differences": found})
    };
    let sections: Vec<Value> = list.iter().map(one).collect();
    let fine = sections.iter().all(|s| s["differences"].as_array().is_some_and(Vec::is_empty));
    json!({"success": fine, "sections": sections})
}

#[cfg(test)]
mod tests {
    use super::*;

    const BAD: &str = "// check: cpu a2a3 a5
func.func @f(%a: !pto.tile_buf<vec, 16x16xbf16>) {
%b = pto.tadd %a, %a : !pto.tile_buf<vec, 16x16xbf16>, !pto.tile_buf<vec, 16x16xbf16> -> !pto.tile_buf<vec, 16x16xbf16>
  return
}
";

    #[test]
    fn what_is_found_is_written_and_then_holds() {
        assert_eq!(report(BAD)["success"], false);
        let blessed = bless(BAD).unwrap();
        assert!(blessed.contains("//<^^ error[E0102] a2a3: `pto.tadd` does not take bf16"));
        assert_eq!(report(&blessed)["success"], true);
        assert_eq!(bless(&blessed).unwrap(), blessed);
    }
}
