//! Changes of a program's text: statements before and after others, words inside them.

use pto_ir::module::{Node, NodeId};
use pto_ir::{Module, Span};
use rustc_hash::FxHashSet;

/// Where a statement goes that is put between two others. The order is the order in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
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
pub(crate) struct Edits<'a> {
    text: &'a str,
    module: &'a Module,
    /// Offset, rank, order of arrival, text.
    inserts: Vec<(u32, Rank, usize, String)>,
    replaced: Vec<(Span, String)>,
    taken: FxHashSet<String>,
}

impl<'a> Edits<'a> {
    pub fn new(text: &'a str, module: &'a Module) -> Edits<'a> {
        Edits {
            text,
            module,
            inserts: Vec::new(),
            replaced: Vec::new(),
            taken: FxHashSet::default(),
        }
    }

    /// A name that the program does not use.
    pub fn fresh(&mut self, base: &str) -> String {
        let mut name = base.to_string();
        let mut n = 0;
        while self.module.symbols.find(&name).is_some() || self.taken.contains(&name) {
            n += 1;
            name = format!("{base}_{n}");
        }
        self.taken.insert(name.clone());
        name
    }

    pub fn before(&mut self, id: NodeId, rank: Rank, statement: String) {
        let at = self.module.node(id).span.start;
        self.insert(at, rank, statement);
    }

    pub fn after(&mut self, id: NodeId, rank: Rank, statement: String) {
        let end = self.module.node(id).span.end as usize;
        // A remark at the end of the line stays with its statement.
        let rest = self.text[end..].split('\n').next().unwrap_or("");
        let trimmed = rest.trim_start();
        let alone = trimmed.is_empty() || ["//", "--", "#"].iter().any(|c| trimmed.starts_with(c));
        let at = if alone { end + rest.len() } else { end };
        self.insert(at as u32, rank, statement);
    }

    fn insert(&mut self, at: u32, rank: Rank, statement: String) {
        let order = self.inserts.len();
        self.inserts.push((at, rank, order, statement));
    }

    /// Puts words behind the name of a statement.
    pub fn behind_name(&mut self, node: &Node, words: &str) {
        let at = node.name_span.end;
        self.replaced.push((Span::new(at, at), words.to_string()));
    }

    pub fn replace(&mut self, span: Span, words: String) {
        self.replaced.push((span, words));
    }

    /// The changed text, formatted.
    pub fn apply(self) -> String {
        let Edits { text, mut inserts, replaced, .. } = self;
        if inserts.is_empty() && replaced.is_empty() {
            return pto_ir::format(text);
        }
        inserts.sort_by_key(|e| (e.0, e.1, e.2));
        // Statements go on lines of their own; at one place they come before changed words.
        let mut edits: Vec<(Span, String)> = Vec::with_capacity(inserts.len() + replaced.len());
        for (at, _, _, statement) in inserts {
            let span = Span::new(at, at);
            match edits.last_mut() {
                Some((s, words)) if *s == span => {
                    words.push_str(&statement);
                    words.push('\n');
                }
                _ => edits.push((span, format!("\n{statement}\n"))),
            }
        }
        edits.extend(replaced);
        edits.sort_by_key(|e| (e.0.start, e.0.end));
        let mut out = String::with_capacity(text.len() * 2);
        let mut at = 0;
        for (span, words) in edits {
            out.push_str(&text[at..span.start as usize]);
            // No empty lines beside a statement that stands alone.
            let alone = words.starts_with('\n');
            if alone {
                let start = out.trim_end_matches([' ', '\t']).len();
                out.truncate(start);
                let skip = usize::from(out.ends_with('\n') || out.is_empty());
                out.push_str(&words[skip..]);
            } else {
                out.push_str(&words);
            }
            at = span.end as usize;
            if alone && text[at..].starts_with('\n') {
                at += 1;
            }
        }
        out.push_str(&text[at..]);
        pto_ir::format(&out)
    }
}
