//! An open document: its text, what is known of it, and what was known when it last was a legal program.

use crate::analysis::Analysis;
use crate::settings::Settings;
use crate::text::Text;
use gen_lsp_types::{TextDocumentContentChangeEvent, Uri};
use pto_isa::Space;

/// An open document.
pub struct Document {
    /// Its name.
    pub uri: Uri,
    /// Which state of it the client has.
    pub version: i32,
    text: Text,
    analysis: Option<Analysis>,
    good: Option<Good>,
}

/// What lowering said when the document last was legal, by the text it had then.
#[derive(Default)]
pub struct Good {
    text: String,
    /// As in [`crate::lowered::LoweredFacts`].
    pub memory: Vec<(u32, Space, u64, Option<u64>)>,
    /// As in [`crate::lowered::LoweredFacts`].
    pub waits: Vec<(u32, String)>,
}

/// Where lines of a text are in a later one: those before and after everything that changed.
pub struct Moved {
    before: u32,
    /// First line of the old text after the change, and what is added to it.
    after: u32,
    shift: i64,
}

impl Moved {
    fn new(old: &str, new: &str) -> Moved {
        let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
        let before = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        let rest = old[before..].iter().rev().zip(new[before..].iter().rev());
        let tail = rest.take_while(|(a, b)| a == b).count();
        Moved {
            before: before as u32,
            after: (old.len() - tail) as u32,
            shift: new.len() as i64 - old.len() as i64,
        }
    }

    /// The line of the later text.
    pub fn line(&self, line: u32) -> Option<u32> {
        match line {
            l if l < self.before => Some(l),
            l if l >= self.after => u32::try_from(i64::from(l) + self.shift).ok(),
            _ => None,
        }
    }
}

/// What a feature is given: one state of a document.
#[derive(Clone, Copy)]
pub struct View<'d> {
    /// The name of the document.
    pub uri: &'d Uri,
    /// Its text.
    pub text: &'d Text,
    /// What is known of it.
    pub analysis: &'d Analysis,
    /// What was known when it last was legal.
    pub good: Option<&'d Good>,
    /// What the user has set.
    pub settings: &'d Settings,
}

impl View<'_> {
    /// What was known when the document last was legal, with the lines it has now.
    pub fn last_good(&self) -> Option<(&Good, Moved)> {
        let good = self.good?;
        Some((good, Moved::new(&good.text, self.text.as_str())))
    }
}

impl Document {
    /// A document as it is opened.
    pub fn new(uri: Uri, version: i32, text: String) -> Document {
        Document { uri, version, text: Text::new(text), analysis: None, good: None }
    }

    /// Makes changes; what is known of the text before is forgotten, but for the last good facts.
    pub fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        self.version = version;
        self.text = std::mem::take(&mut self.text).changed(changes);
        self.analysis = None;
    }

    /// Forgets what was found under other settings.
    pub fn forget(&mut self) {
        self.analysis = None;
        self.good = None;
    }

    /// The document as it is now. It is read and checked once per state, when somebody asks.
    pub fn view<'d>(&'d mut self, settings: &'d Settings) -> View<'d> {
        let Document { uri, text, analysis, good, .. } = self;
        let analysis = analysis.get_or_insert_with(|| Analysis::new(text.as_str(), settings));
        View { uri, text, analysis, good: good.as_ref(), settings }
    }

    /// Keeps what lowering says of a legal program, for when it is half typed.
    pub fn keep_good(&mut self, settings: &Settings) {
        let text = self.text.as_str();
        let Some(analysis) = &self.analysis else { return };
        if self.good.as_ref().is_some_and(|g| g.text == text) {
            return;
        }
        if let Some(facts) = analysis.lowered(text, settings) {
            let (memory, waits) = (facts.memory.clone(), facts.waits.clone());
            self.good = Some(Good { text: text.to_string(), memory, waits });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_around_a_change_keep_what_was_known() {
        let moved = Moved::new("a\nb\nc\nd\n", "a\nx\ny\nc\nd\n");
        let lines: Vec<_> = (0..4).map(|l| moved.line(l)).collect();
        assert_eq!(lines, [Some(0), None, Some(3), Some(4)]);
    }
}
