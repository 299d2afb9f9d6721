//! The text of a changed program: what was added goes on lines of its own, everything else stays as it is written.

use super::Rank;
use crate::module::{Module, NodeId, TypeId};
use crate::print::node_text_spelled;
use crate::span::Span;
use pto_isa::order;
use rustc_hash::FxHashMap;

/// The changes of one text.
pub(super) struct TextEdits<'a> {
    text: &'a str,
    module: &'a Module,
    spellings: &'a FxHashMap<TypeId, String>,
    /// Offset, rank, order of arrival, text.
    inserts: Vec<(u32, Rank, usize, String)>,
    replaced: Vec<(Span, String)>,
    /// A line was broken.
    broken: bool,
}

impl<'a> TextEdits<'a> {
    pub(super) fn new(
        text: &'a str,
        module: &'a Module,
        spellings: &'a FxHashMap<TypeId, String>,
    ) -> TextEdits<'a> {
        let (inserts, replaced) = (Vec::new(), Vec::new());
        TextEdits { text, module, spellings, inserts, replaced, broken: false }
    }

    fn print(&self, id: NodeId) -> String {
        node_text_spelled(self.module, id, self.spellings)
    }

    /// Puts an operation on the line before another.
    pub(super) fn before(&mut self, at: NodeId, rank: Rank, id: NodeId) {
        let start = self.module.node(at).span.start as usize;
        let (line, indent) = self.line_of(start);
        match start == line + indent.len() {
            true => self.insert(line, rank, indent, id),
            false => self.squeeze(start, rank, id),
        }
    }

    /// Puts an operation on the line after another; a remark at the end of the line stays with its statement.
    pub(super) fn after(&mut self, at: NodeId, rank: Rank, id: NodeId) {
        let span = self.module.node(at).span;
        let end = span.end as usize;
        let rest = self.text[end..].split('\n').next().unwrap_or("");
        let trimmed = rest.trim_start();
        let alone = trimmed.is_empty() || ["//", "--", "#"].iter().any(|c| trimmed.starts_with(c));
        let next = end + rest.len() + 1;
        match alone && next <= self.text.len() {
            true => self.insert(next, rank, self.line_of(span.start as usize).1, id),
            false => self.squeeze(end, rank, id),
        }
    }

    /// Where the line of an offset starts, and the blanks it starts with.
    fn line_of(&self, at: usize) -> (usize, &'a str) {
        let line = self.text[..at].rfind('\n').map_or(0, |i| i + 1);
        let rest = &self.text[line..at];
        (line, &rest[..rest.len() - rest.trim_start_matches([' ', '\t']).len()])
    }

    fn insert(&mut self, at: usize, rank: Rank, indent: &str, id: NodeId) {
        let statement = self.print(id);
        let mut words = String::with_capacity(indent.len() + statement.len() + 1);
        for line in statement.lines() {
            words.push_str(indent);
            words.push_str(line);
            words.push('\n');
        }
        self.inserts.push((at as u32, rank, self.inserts.len(), words));
    }

    /// A place in the middle of a line: the line is broken.
    fn squeeze(&mut self, at: usize, rank: Rank, id: NodeId) {
        self.broken = true;
        let words = format!("\n{}\n", self.print(id));
        self.inserts.push((at as u32, rank, self.inserts.len(), words));
    }

    /// Writes a statement anew, as the module has it.
    pub(super) fn rewrite(&mut self, id: NodeId) {
        self.replace(self.module.node(id).span, self.print(id));
    }

    pub(super) fn replace(&mut self, span: Span, words: String) {
        self.replaced.push((span, words));
    }

    /// The changed text. It is formatted only if lines were broken, or statements `reshaped`.
    pub(super) fn finish(self, reshaped: bool) -> String {
        let TextEdits { text, mut inserts, replaced, broken, .. } = self;
        order::by_key(&mut inserts, |e| (e.0, e.1, e.2));
        let mut edits: Vec<(Span, String)> = inserts
            .into_iter()
            .map(|(at, _, _, words)| (Span::new(at, at), words))
            .chain(replaced)
            .collect();
        // New statements come before changed words of the statement at the same place; of two that change the same
        // words, the one that covers more counts.
        order::by_key(&mut edits, |e| {
            (e.0.start, e.0.end != e.0.start, std::cmp::Reverse(e.0.end))
        });
        let added: usize = edits.iter().map(|e| e.1.len()).sum();
        let mut out = String::with_capacity(text.len() + added);
        let mut at = 0;
        for (span, words) in edits {
            let start = span.start as usize;
            // Words inside a statement that is written anew are gone.
            if start < at {
                continue;
            }
            out.push_str(&text[at..start]);
            out.push_str(&words);
            at = span.end as usize;
        }
        out.push_str(&text[at..]);
        if broken || reshaped { crate::fmt::format(&out) } else { out }
    }
}
