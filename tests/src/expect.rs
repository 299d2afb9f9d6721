//! Expected findings: reading the caret comments, comparing, and writing them.

use crate::{Section, brief, findings, render};
use pto_ir::{Diagnostic, Lines};
use pto_isa::Target;
use std::fmt::Write as _;

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

/// Whether a line belongs to the output block.
fn is_output_line(line: &str) -> bool {
    line.starts_with("//|")
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
            names => crate::targets(names).map_err(|e| bad(&e))?,
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

/// Compares a section with its comments. The error lists what differs.
pub fn compare(path: &str, section: &Section) -> Result<(), String> {
    let mut report = String::new();
    if let Some(checked) = &section.check {
        let expected = read_expected(section, checked)?;
        let found = all_seen(section, &all_targets(checked, &expected));
        for (s, text) in &found {
            if !expected.iter().any(|e| e.matches(s)) {
                let _ = writeln!(report, "  {}: not expected: {text}", s.target);
            }
        }
        for e in &expected {
            for t in &e.targets {
                if !found.iter().any(|(s, _)| s.target == *t && e.matches(s)) {
                    let line = section.line + e.line;
                    let (kind, words) = (&e.kind, &e.words);
                    let _ = writeln!(report, "  {t}: expected at line {line}: {kind} {words}");
                }
            }
        }
    }
    if let Some(target) = section.render {
        let (actual, expected) = (output(path, section, target), expected_output(section));
        if actual != expected {
            let _ = writeln!(report, "  {target}: the output is\n{actual}instead of\n{expected}");
        }
    }
    if report.is_empty() {
        return Ok(());
    }
    let numbered: String =
        section.text.lines().enumerate().map(|(i, l)| format!("  {:>4} | {l}\n", i + 1)).collect();
    Err(format!("section at line {} of {path}:\n{numbered}{report}", section.line))
}

fn output(path: &str, section: &Section, target: Target) -> String {
    render(path, &section.text, &findings(&section.text, target))
}

fn expected_output(section: &Section) -> String {
    let lines = section.text.lines().filter_map(|l| l.strip_prefix("//|"));
    lines.flat_map(|l| [l.strip_prefix(' ').unwrap_or(l), "\n"]).collect()
}

/// The section with comments that say what is found. Comments that still hold are kept.
pub fn bless(path: &str, section: &Section) -> Result<String, String> {
    let mut out = section.text.clone();
    if let Some(checked) = &section.check {
        out = bless_carets(section, checked)?;
    }
    if let Some(target) = section.render {
        let mut lines: Vec<&str> = out.lines().filter(|l| !is_output_line(l)).collect();
        while lines.last().is_some_and(|l| l.is_empty()) {
            lines.pop();
        }
        let kept: String = lines.iter().flat_map(|l| [*l, "\n"]).collect();
        let now = Section { text: kept.clone(), ..section.clone() };
        out = kept;
        for line in output(path, &now, target).lines() {
            out.push_str(format!("//| {line}").trim_end());
            out.push('\n');
        }
    }
    Ok(out)
}

fn bless_carets(section: &Section, checked: &[Target]) -> Result<String, String> {
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
    fn blessing_makes_a_section_pass_and_is_stable() {
        let section = |text: &str| crate::sections(text).unwrap().remove(0);
        assert!(compare("x", &section(BAD)).unwrap_err().contains("a2a3: not expected: 3:1"));
        let blessed = bless("x", &section(BAD)).unwrap();
        assert!(blessed.contains("//<^^ error[E0102] a2a3: `pto.tadd` does not take bf16"));
        assert_eq!(compare("x", &section(&blessed)), Ok(()));
        assert_eq!(bless("x", &section(&blessed)).unwrap(), blessed);
        let wrong = blessed.replace("//<^^ error[E0102]", "//<^^^ error[E0102]");
        assert_eq!(bless("x", &section(&wrong)).unwrap(), blessed);
    }

    #[test]
    fn the_whole_output_is_compared() {
        let text = BAD.replace("check: cpu a2a3 a5", "check: a5")
            + "// -----\n"
            + &BAD.replace("// check: cpu a2a3 a5", "// render: a2a3");
        let section = crate::sections(&text).unwrap().remove(1);
        assert!(compare("x", &section).is_err());
        let blessed = Section { text: bless("x", &section).unwrap(), ..section };
        assert!(blessed.text.contains("\n//| error[E0102]"));
        assert_eq!(compare("x", &blessed), Ok(()));
    }
}
