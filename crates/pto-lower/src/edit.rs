//! Changes of a program's text: statements before and after others, words inside them.

use pto_ir::intern::FreshNames;
use pto_ir::module::{Node, NodeId};
use pto_ir::{Module, Span};

/// Where a statement goes that is put between two others. The order is the order in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// Behind a loop: what its last round left.
    Drain,
    /// Behind the work it speaks of.
    Set,
    /// Before the work that has to wait.
    Wait,
    /// Before a loop: what its first round waits for.
    Prime,
}

/// The changes of one text.
pub struct Edits<'a> {
    text: &'a str,
    module: &'a Module,
    /// Offset, rank, order of arrival, text.
    inserts: Vec<(u32, Rank, usize, String)>,
    replaced: Vec<(Span, String)>,
    names: FreshNames,
    /// A line was broken.
    messy: bool,
}

impl<'a> Edits<'a> {
    pub fn new(text: &'a str, module: &'a Module) -> Edits<'a> {
        Edits {
            text,
            module,
            inserts: Vec::new(),
            replaced: Vec::new(),
            names: FreshNames::default(),
            messy: false,
        }
    }

    /// A name that the program does not use.
    pub fn fresh(&mut self, base: &str) -> String {
        self.names.like(base, &self.module.symbols)
    }

    /// Puts a statement on the line before another.
    pub fn before(&mut self, id: NodeId, rank: Rank, statement: &str) {
        let start = self.module.node(id).span.start as usize;
        let (line, indent) = self.line_of(start);
        match start == line + indent.len() {
            true => self.insert(line, rank, indent, statement),
            false => self.squeeze(start, rank, statement),
        }
    }

    /// Puts a statement on the line behind another; a remark at the end of the line stays with its statement.
    pub fn after(&mut self, id: NodeId, rank: Rank, statement: &str) {
        let span = self.module.node(id).span;
        let end = span.end as usize;
        let rest = self.text[end..].split('\n').next().unwrap_or("");
        let trimmed = rest.trim_start();
        let alone = trimmed.is_empty() || ["//", "--", "#"].iter().any(|c| trimmed.starts_with(c));
        let next = end + rest.len() + 1;
        match alone && next <= self.text.len() {
            true => self.insert(next, rank, self.line_of(span.start as usize).1, statement),
            false => self.squeeze(end, rank, statement),
        }
    }

    /// Where the line of an offset starts, and the blanks it starts with.
    fn line_of(&self, at: usize) -> (usize, &'a str) {
        let line = self.text[..at].rfind('\n').map_or(0, |i| i + 1);
        let rest = &self.text[line..at];
        (line, &rest[..rest.len() - rest.trim_start_matches([' ', '\t']).len()])
    }

    fn insert(&mut self, at: usize, rank: Rank, indent: &str, statement: &str) {
        let mut words = String::with_capacity(indent.len() + statement.len() + 1);
        for line in statement.lines() {
            words.push_str(indent);
            words.push_str(line);
            words.push('\n');
        }
        self.inserts.push((at as u32, rank, self.inserts.len(), words));
    }

    /// A place in the middle of a line: the line is broken.
    fn squeeze(&mut self, at: usize, rank: Rank, statement: &str) {
        self.messy = true;
        let words = format!("\n{statement}\n");
        self.inserts.push((at as u32, rank, self.inserts.len(), words));
    }

    /// Puts words behind the name of a statement.
    pub fn behind_name(&mut self, node: &Node, words: &str) {
        let at = node.name_span.end;
        self.replaced.push((Span::new(at, at), words.to_string()));
    }

    pub fn replace(&mut self, span: Span, words: String) {
        self.replaced.push((span, words));
    }

    /// The changed text. The rest of it stays as it was; it is formatted only if lines had to be broken.
    pub fn apply(self) -> String {
        let Edits { text, mut inserts, replaced, messy, .. } = self;
        inserts.sort_by_key(|e| (e.0, e.1, e.2));
        let mut edits: Vec<(Span, String)> = inserts
            .into_iter()
            .map(|(at, _, _, words)| (Span::new(at, at), words))
            .chain(replaced)
            .collect();
        // New statements come before changed words of the statement at the same place.
        edits.sort_by_key(|e| (e.0.start, e.0.end));
        let added: usize = edits.iter().map(|e| e.1.len()).sum();
        let mut out = String::with_capacity(text.len() + added);
        let mut at = 0;
        for (span, words) in edits {
            out.push_str(&text[at..span.start as usize]);
            out.push_str(&words);
            at = span.end as usize;
        }
        out.push_str(&text[at..]);
        if messy { pto_ir::format(&out) } else { out }
    }
}
