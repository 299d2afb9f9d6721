//! What is wrong with how a program was built, and how to show a finding about a program without a text.

use crate::diag::Diagnostic;
use crate::module::Module;
use crate::print::node_text;
use crate::span::{Lines, Span};
use std::fmt;

/// A program that was not built as it should be.
///
/// It displays as its problems, each with its place.
pub struct Rejected {
    /// The program, as far as it can be shown.
    pub module: Box<Module>,
    /// What is wrong, in the order it was built.
    pub problems: Vec<Diagnostic>,
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problems.iter().try_for_each(|d| f.write_str(&d.describe(&self.module, "")))
    }
}

impl fmt::Debug for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Rejected {}

/// Longer statements are cut.
const MAX_SHOWN_BYTES: usize = 200;

impl Diagnostic {
    /// The finding as plain text, with its places.
    ///
    /// An operation that was read is shown by its line in `text`. One that was built is shown by what it was made
    /// from, such as `layer3/softmax:17`, and as it prints; `text` may then be empty.
    ///
    /// ```
    /// let text = "func.func @f() {\n  pto.frob\n  return\n}\n";
    /// let (module, found) = pto_ir::parse(text);
    /// assert_eq!(
    ///     found[0].describe(&module, text),
    ///     "error[E0002]: there is no instruction `pto.frob`\n --> 2:3\n  |   pto.frob\n  | unknown instruction\n",
    /// );
    /// ```
    pub fn describe(&self, module: &Module, text: &str) -> String {
        let lines = Lines::new(text);
        let mut out =
            format!("{}[{}]: {}\n", self.severity.name(), self.spelled_code(), self.message);
        let (place, statement) = place(module, text, &lines, self.primary.span);
        out.push_str(&format!(" --> {place}\n  | {statement}\n"));
        if !self.primary.text.is_empty() {
            out.push_str(&format!("  | {}\n", self.primary.text));
        }
        for label in &self.others {
            let (place, statement) = place_of_label(module, text, &lines, label.span, &statement);
            out.push_str(&format!(" ::: {place}: {}\n{statement}", label.text));
        }
        if let Some(help) = &self.help {
            out.push_str(&format!("  = help: {help}\n"));
        }
        if let Some(target) = self.target {
            out.push_str(&format!("  = note: on {target}\n"));
        }
        for note in &self.notes {
            out.push_str(&format!("  = note: {note}\n"));
        }
        out
    }
}

/// The statement of another place is shown if it is another statement.
fn place_of_label(
    module: &Module,
    text: &str,
    lines: &Lines,
    span: Span,
    shown: &str,
) -> (String, String) {
    let (place, statement) = place(module, text, lines, span);
    let statement = match statement == shown {
        true => String::new(),
        false => format!("  | {statement}\n"),
    };
    (place, statement)
}

/// A place, and the statement there.
fn place(module: &Module, text: &str, lines: &Lines, span: Span) -> (String, String) {
    if let Some(number) = span.built() {
        let Some((node, made_from)) = module.built_at(span) else {
            return ("the end of the program".into(), String::new());
        };
        let statement = node_text(module, node);
        let line = statement.lines().next().unwrap_or("");
        let place = made_from.map_or_else(|| format!("operation {number}"), str::to_string);
        return (place, cut(line));
    }
    let (line, column) = lines.position(text, span.start);
    (format!("{line}:{column}"), cut(lines.bounds(text, span.start).of(text)))
}

fn cut(line: &str) -> String {
    let end = line.floor_char_boundary(MAX_SHOWN_BYTES);
    format!("{}{}", &line[..end], if end < line.len() { "..." } else { "" })
}
