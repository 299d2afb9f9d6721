//! Findings with their places in a text as a browser counts: in units of UTF-16.

use crate::json;
use crate::source_file::SourceFile;
use pto_ir::{Diagnostic, Span};
use serde_json::{Value, json};

/// Findings that a page shows; of a text that is no program at all there may be one per word.
const MOST: usize = 500;

/// Places of a text in units of UTF-16, asked for in any order.
struct Units<'a> {
    text: &'a str,
    /// Units before each block of bytes.
    before: Vec<u32>,
}

const BLOCK: usize = 1024;

fn units(text: &[u8]) -> u32 {
    // A character begins with a byte that goes on no other; those of four bytes are two units.
    text.iter().map(|b| u32::from((b & 0xC0) != 0x80) + u32::from(*b >= 0xF0)).sum()
}

impl Units<'_> {
    fn new(text: &str) -> Units<'_> {
        let mut before = vec![0];
        let mut sum = 0;
        for block in text.as_bytes().chunks(BLOCK) {
            sum += units(block);
            before.push(sum);
        }
        Units { text, before }
    }

    fn at(&self, offset: u32) -> u32 {
        let offset = (offset as usize).min(self.text.len());
        let block = offset / BLOCK;
        self.before[block] + units(&self.text.as_bytes()[block * BLOCK..offset])
    }

    fn of(&self, span: Span) -> [u32; 2] {
        [self.at(span.start), self.at(span.end)]
    }
}

/// Findings as documents, each once: several targets may say the same.
pub fn list(source: &SourceFile, found: &[Diagnostic]) -> Vec<Value> {
    let units = Units::new(&source.text);
    let one = |d: &Diagnostic| -> Value {
        let mut document = json::diagnostic(&source.path, &source.text, &source.lines, d);
        document["range"] = json!(units.of(d.primary.span));
        document["help"] = d.help.clone().into();
        let edit = |f: &pto_ir::Edit| json!({"range": units.of(f.span), "text": f.text});
        document["edits"] = d.fixes.iter().map(edit).collect();
        document
    };
    found.iter().take(MOST).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_as_a_browser_counts() {
        let text = "a你😀b".repeat(700);
        let units = Units::new(&text);
        for (at, _) in text.char_indices() {
            let want = text[..at].encode_utf16().count() as u32;
            assert_eq!(units.at(at as u32), want, "{at}");
        }
        assert_eq!(units.at(u32::MAX), text.encode_utf16().count() as u32);
    }
}
