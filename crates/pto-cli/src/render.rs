//! Diagnostics for people: the source line, a caret, what was found, what would pass.

use crate::limits_arg;
use crate::output::{colors_stderr, counted, print_error_with, print_note, print_styled_note};
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use pto_ir::diag::{Diagnostic, Label, Severity};
use pto_ir::{Lines, Span, is_hidden, visible, visible_name};
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Words of a message. A tab of the program in them would move what follows.
fn shown(text: &str) -> String {
    visible(text).replace('\t', "\\u0009")
}

/// Labels further away than this get a snippet of their own.
const NEAR_LINES: usize = 60;
/// More text than this is cut around the place of interest before it is shown.
const LONG_BYTES: usize = 20_000;
/// So much of a long line is shown before a place, and after it.
const AROUND_BYTES: usize = 80;
/// So much is shown of the place itself.
const SHOWN_BYTES: usize = 1_000;

/// What stands for a character that must not reach a terminal; no such character has more bytes.
const REPLACEMENT: &str = "\u{fffd}";

/// Renders one diagnostic.
pub fn render(path: &str, text: &str, lines: &Lines, d: &Diagnostic, color: bool) -> String {
    let level = match d.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level.primary_title(shown(&d.message)).id(d.spelled_code());
    let line_of = |s: Span| lines.line(s.start);
    let home = line_of(d.primary.span);
    let (near, far): (Vec<&Label>, Vec<&Label>) =
        d.others.iter().partition(|l| line_of(l.span).abs_diff(home) <= NEAR_LINES);
    let mut source = Source { path, text, lines, corrections: Vec::new() };
    let mut group = source.show(Group::with_title(title), Some(&d.primary), &near);
    for label in far {
        group = source.show(group, None, &[label]);
    }
    group = notes(group, d);
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let shown = renderer.decor_style(DecorStyle::Ascii).term_width(130).render(&[group]);
    source.correct(shown)
}

static MOST_FINDINGS: AtomicUsize = AtomicUsize::new(limits_arg::MOST_FINDINGS);

/// From here on this many findings of a text are shown; all of them for 0.
pub fn set_most_findings(most: usize) {
    MOST_FINDINGS.store(most, Ordering::Relaxed);
}

/// How many findings of a text are shown.
pub fn most_findings() -> usize {
    match MOST_FINDINGS.load(Ordering::Relaxed) {
        0 => usize::MAX,
        most => most,
    }
}

/// Notes that say the same at one place after another are shown this often.
const MOST_ALIKE: usize = 3;

/// Findings that are shown, in their order: errors before anything else where there are too many, and not all notes that say
/// the same. The line about the others, if there are any.
pub fn choose<'a>(
    found: impl IntoIterator<Item = &'a Diagnostic>,
) -> (Vec<&'a Diagnostic>, Option<String>) {
    let mut found: Vec<&Diagnostic> = found.into_iter().collect();
    let (most, all) = (most_findings(), found.len());
    if most < usize::MAX {
        let mut alike: HashMap<_, usize> = HashMap::new();
        found.retain(|d| {
            let count = alike.entry((d.code, d.message.as_str())).or_default();
            *count += 1;
            d.severity != Severity::Note || *count <= MOST_ALIKE
        });
    }
    let errors = found.iter().filter(|d| d.is_error()).count();
    let (mut errors_left, mut others_left) = (errors.min(most), most - errors.min(most));
    found.retain(|d| {
        let left = if d.is_error() { &mut errors_left } else { &mut others_left };
        let shown = *left > 0;
        *left -= usize::from(shown);
        shown
    });
    if found.len() == all {
        return (found, None);
    }
    let hidden = counted(all - found.len(), "more finding");
    let of_them = match errors.saturating_sub(most) {
        0 => String::new(),
        n => format!(", {}", counted(n, "error")),
    };
    (found, Some(format!("{hidden}{of_them}; `--max-findings 0` shows all of them")))
}

/// Shows findings on standard error.
pub fn show<'a>(
    path: &str,
    text: &str,
    lines: &Lines,
    found: impl IntoIterator<Item = &'a Diagnostic>,
) {
    let color = colors_stderr();
    let (found, more) = choose(found);
    for d in found {
        // What does not belong to the text has no place in it.
        if d.primary.span == Span::default() && d.is_error() {
            print_error_with(&format!("[{}]", d.spelled_code()), &d.message, d.help.as_deref());
        } else {
            print_styled_note(&format!("{}\n", render(path, text, lines, d, color)));
        }
    }
    if let Some(more) = more {
        print_note(&format!("{path}: {more}"));
    }
}

fn notes<'a>(mut group: Group<'a>, d: &Diagnostic) -> Group<'a> {
    if let Some(help) = &d.help {
        group = group.element(Level::HELP.message(shown(help)));
    }
    if let Some(t) = d.target {
        group = group.element(Level::NOTE.message(format!("on {t}")));
    }
    for n in &d.notes {
        group = group.element(Level::NOTE.message(shown(n)));
    }
    group
}

/// A text whose lines are shown.
struct Source<'a> {
    path: &'a str,
    text: &'a str,
    lines: &'a Lines,
    /// Places as the renderer sees them in lines that are cut, and as they are.
    corrections: Vec<(String, String)>,
}

impl<'a> Source<'a> {
    /// Adds the lines the labels stand on, with the labels.
    fn show(&mut self, group: Group<'a>, primary: Option<&Label>, others: &[&Label]) -> Group<'a> {
        let (text, lines) = (self.text, self.lines);
        let all = || primary.into_iter().chain(others.iter().copied());
        let low = all().map(|l| l.span.start as usize).min().unwrap_or(0).min(text.len());
        let high = all().map(|l| l.span.end as usize).max().unwrap_or(0).min(text.len());
        let start = lines.bounds(text, low as u32).start as usize;
        let end = lines.bounds(text, high as u32).end as usize;
        if end - start <= LONG_BYTES {
            return group.element(self.snippet(start..end, primary, others));
        }
        // One runaway line (a binary file, say) must not be printed whole: each label with what is around it.
        let Some(first) = primary.or(others.first().copied()) else { return group };
        let part = self.around(first);
        let is_inside = |l: &&Label| part.contains(&(l.span.start as usize));
        let others = others.iter().copied().filter(|l| !std::ptr::eq(*l, first));
        let (inside, outside): (Vec<&Label>, Vec<&Label>) = others.partition(is_inside);
        let mut group = match primary {
            Some(_) => group.element(self.cut(part, primary, &inside)),
            None => {
                let labels = [&[first], &inside[..]].concat();
                group.element(self.cut(part, None, &labels))
            }
        };
        for label in outside {
            group = self.show(group, None, &[label]);
        }
        group
    }

    /// The bytes around a label that are shown of a long line.
    fn around(&self, label: &Label) -> Range<usize> {
        let low = (label.span.start as usize).min(self.text.len());
        let high = (label.span.end as usize).clamp(low, low + SHOWN_BYTES);
        let end = (high + AROUND_BYTES).min(self.text.len());
        floor(self.text, low.saturating_sub(AROUND_BYTES))..floor(self.text, end)
    }

    /// A part of a long line. The renderer counts columns from where it starts, which is put right afterwards.
    fn cut(
        &mut self,
        part: Range<usize>,
        primary: Option<&Label>,
        others: &[&Label],
    ) -> Snippet<'a, Annotation<'a>> {
        let first = primary.or_else(|| others.iter().copied().min_by_key(|l| l.span.start));
        let at = floor(self.text, first.map_or(0, |l| l.span.start as usize).min(part.end));
        let line_start = self.lines.bounds(self.text, at as u32).start as usize;
        let (line, column) = self.lines.position(self.text, at as u32);
        let seen = self.text[line_start.max(part.start)..at].chars().count() + 1;
        let path = visible_name(self.path);
        self.corrections.push((format!("{path}:{line}:{seen}"), format!("{path}:{line}:{column}")));
        self.snippet(part, primary, others)
    }

    /// What was shown, with the places where they are.
    fn correct(self, shown: String) -> String {
        let (mut done, mut rest) = (String::new(), shown.as_str());
        for (seen, right) in &self.corrections {
            let Some(at) = rest.find(seen) else { continue };
            done.push_str(&rest[..at]);
            done.push_str(right);
            rest = &rest[at + seen.len()..];
        }
        done + rest
    }

    fn snippet(
        &self,
        part: Range<usize>,
        primary: Option<&Label>,
        others: &[&Label],
    ) -> Snippet<'a, Annotation<'a>> {
        let Range { start, end } = part;
        let source = &self.text[start..end];
        let shift = |l: &Label| {
            let at = |offset: u32| {
                let at = floor(self.text, (offset as usize).clamp(start, end)) - start;
                at + growth(&source[..at])
            };
            let (s, e) = (at(l.span.start), at(l.span.end));
            s..e.max(s)
        };
        let annotation = |kind: AnnotationKind, l: &Label| {
            let a = kind.span(shift(l));
            if l.text.is_empty() { a } else { a.label(shown(&l.text)) }
        };
        let first_line = self.lines.line(start as u32);
        let mut snippet = Snippet::source(replaced(source))
            .path(visible_name(self.path).into_owned())
            .line_start(first_line);
        if let Some(p) = primary {
            snippet = snippet.annotation(annotation(AnnotationKind::Primary, p));
        }
        snippet.annotations(others.iter().map(|l| annotation(AnnotationKind::Context, l)))
    }
}

/// Whether a hidden character is one that the renderer would print as it is. It shows the others by a picture.
fn is_printed(c: char) -> bool {
    let shown = c.is_ascii() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    is_hidden(c) && !shown
}

/// A source with a mark in place of each character that must not be printed.
fn replaced(source: &str) -> Cow<'_, str> {
    match source.contains(is_printed) {
        true => Cow::Owned(source.replace(is_printed, REPLACEMENT)),
        false => Cow::Borrowed(source),
    }
}

/// How many bytes longer a source is with those marks.
fn growth(source: &str) -> usize {
    source.chars().filter(|c| is_printed(*c)).map(|c| REPLACEMENT.len() - c.len_utf8()).sum()
}

/// The nearest character boundary at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pto_isa::code;

    #[test]
    fn places_in_a_long_line_keep_their_columns() {
        let text = format!("first\n{}here{}there", "é ".repeat(20_000), " x".repeat(20_000));
        let lines = Lines::new(&text);
        let span = |word: &str| {
            let at = text.find(word).unwrap() as u32;
            Span::new(at, at + word.len() as u32)
        };
        let d = Diagnostic::error(code::SYNTAX, span("here"), "wrong").label(span("there"), "why");
        let shown = render("k.pto", &text, &lines, &d, false);
        assert!(shown.contains("--> k.pto:2:40001\n"), "{shown}");
        assert!(shown.contains("::: k.pto:2:80005\n"), "{shown}");
        assert!(shown.contains("^^^^") && shown.contains("----- why"), "{shown}");
        assert!(shown.len() < 1_500, "{} bytes", shown.len());
    }
}
