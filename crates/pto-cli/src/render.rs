//! Diagnostics for people: the source line, a caret, what was found, what would pass.

use crate::output::{colors_stderr, print_error_with, print_styled_note};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet, renderer::DecorStyle};
use pto_ir::diag::{Diagnostic, Label, Severity};
use pto_ir::{Lines, Span, is_hidden, visible, visible_name};
use std::borrow::Cow;

/// Labels further away than this get a snippet of their own.
const NEAR_LINES: usize = 60;
/// More text than this is cut around the place of interest before it is shown.
const LONG_BYTES: usize = 20_000;

/// What stands for a character that must not reach a terminal; no such character has more bytes.
const REPLACEMENT: &str = "\u{fffd}";

/// Renders one diagnostic.
pub fn render(path: &str, text: &str, lines: &Lines, d: &Diagnostic, color: bool) -> String {
    let level = match d.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level.primary_title(visible(&d.message).into_owned()).id(d.spelled_code());
    let line_of = |s: Span| lines.line(s.start);
    let home = line_of(d.primary.span);
    let (near, far): (Vec<&Label>, Vec<&Label>) =
        d.others.iter().partition(|l| line_of(l.span).abs_diff(home) <= NEAR_LINES);
    let mut group = title.element(snippet(path, text, lines, Some(&d.primary), &near));
    for label in far {
        group = group.element(snippet(path, text, lines, None, &[label]));
    }
    group = notes(group, d);
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    renderer.decor_style(DecorStyle::Ascii).term_width(130).render(&[group])
}

/// Shows findings on standard error.
pub fn show<'a>(
    path: &str,
    text: &str,
    lines: &Lines,
    found: impl IntoIterator<Item = &'a Diagnostic>,
) {
    let color = colors_stderr();
    for d in found {
        // What does not belong to the text has no place in it.
        if d.primary.span == Span::default() && d.is_error() {
            print_error_with(&format!("[{}]", d.spelled_code()), &d.message, d.help.as_deref());
        } else {
            print_styled_note(&format!("{}\n", render(path, text, lines, d, color)));
        }
    }
}

fn notes<'a>(mut group: Group<'a>, d: &Diagnostic) -> Group<'a> {
    if let Some(help) = &d.help {
        group = group.element(Level::HELP.message(visible(help).into_owned()));
    }
    if let Some(t) = d.target {
        group = group.element(Level::NOTE.message(format!("on {t}")));
    }
    for n in &d.notes {
        group = group.element(Level::NOTE.message(visible(n).into_owned()));
    }
    group
}

/// The lines the labels stand on, with the labels.
fn snippet<'a>(
    path: &str,
    text: &'a str,
    lines: &Lines,
    primary: Option<&Label>,
    others: &[&Label],
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let all = || primary.into_iter().chain(others.iter().copied());
    let low = all().map(|l| l.span.start as usize).min().unwrap_or(0).min(text.len());
    let high = all().map(|l| l.span.end as usize).max().unwrap_or(0).min(text.len());
    let start = lines.bounds(text, low as u32).start as usize;
    let end = lines.bounds(text, high as u32).end as usize;
    // One runaway line (a binary file, say) must not be printed whole.
    let (start, end) = if end - start > LONG_BYTES {
        let high = high.min(low + LONG_BYTES);
        (floor(text, low.saturating_sub(80)), floor(text, high + 80))
    } else {
        (start, end)
    };
    let first_line = lines.line(start as u32);
    let source = &text[start..end];
    let shift = |l: &Label| {
        let at = |offset: u32| {
            let at = floor(text, (offset as usize).clamp(start, end)) - start;
            at + growth(&source[..at])
        };
        let (s, e) = (at(l.span.start), at(l.span.end));
        s..e.max(s)
    };
    let annotation = |kind: AnnotationKind, l: &Label| {
        let a = kind.span(shift(l));
        if l.text.is_empty() { a } else { a.label(visible(&l.text).into_owned()) }
    };
    let mut snippet = Snippet::source(replaced(source))
        .path(visible_name(path).into_owned())
        .line_start(first_line);
    if let Some(p) = primary {
        snippet = snippet.annotation(annotation(AnnotationKind::Primary, p));
    }
    snippet.annotations(others.iter().map(|l| annotation(AnnotationKind::Context, l)))
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
