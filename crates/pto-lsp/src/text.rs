//! The text of an open document: lines and UTF-16 columns as the protocol counts them, and its changes.

use gen_lsp_types::{Position, Range, TextDocumentContentChangeEvent, TextEdit};
use pto_ir::{Edit, Span};

/// Bytes between two counts of UTF-16 units.
const BLOCK: usize = 4096;

/// A text with its lines.
#[derive(Debug, Default)]
pub struct Text {
    text: String,
    /// Where lines start. `\n`, `\r\n` and a lone `\r` end one, as the protocol has it.
    starts: Vec<u32>,
    /// UTF-16 units before each block; empty where every byte is one unit.
    units: Vec<u32>,
}

/// UTF-16 units of bytes that start at a character: one for each character, two for those of four bytes.
fn units(bytes: &[u8]) -> u32 {
    bytes.iter().map(|&b| u32::from((b & 0xc0) != 0x80) + u32::from(b >= 0xf0)).sum()
}

impl Text {
    /// The lines of a text.
    pub fn new(text: String) -> Text {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        if text.contains('\r') {
            let ends = |(i, b): &(usize, &u8)| {
                **b == b'\n' || (**b == b'\r' && bytes.get(i + 1) != Some(&b'\n'))
            };
            starts.extend(bytes.iter().enumerate().filter(ends).map(|(i, _)| i as u32 + 1));
        } else {
            starts.extend(text.match_indices('\n').map(|(i, _)| i as u32 + 1));
        }
        let mut total = 0;
        let count = |block: &[u8]| {
            let before = total;
            total += units(block);
            before
        };
        let units =
            if text.is_ascii() { Vec::new() } else { bytes.chunks(BLOCK).map(count).collect() };
        Text { text, starts, units }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// How many lines there are.
    pub fn line_count(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The line of an offset, from 0.
    pub fn line(&self, offset: u32) -> u32 {
        self.starts.partition_point(|&s| s <= offset).max(1) as u32 - 1
    }

    /// Where a line starts, and where it ends without its line break.
    pub fn line_span(&self, line: u32) -> Span {
        let len = self.text.len() as u32;
        let start = self.starts.get(line as usize).copied().unwrap_or(len);
        let next = self.starts.get(line as usize + 1).copied().unwrap_or(len);
        let bytes = &self.text.as_bytes()[start as usize..next as usize];
        let ends = bytes.iter().rev().take_while(|b| matches!(b, b'\n' | b'\r')).count() as u32;
        Span::new(start, next - ends)
    }

    fn units_before(&self, offset: usize) -> u32 {
        let offset = self.text.floor_char_boundary(offset.min(self.text.len()));
        match self.units.get(offset / BLOCK).or(self.units.last()) {
            None => offset as u32,
            Some(&before) => {
                let block = (offset / BLOCK).min(self.units.len() - 1);
                before + units(&self.text.as_bytes()[block * BLOCK..offset])
            }
        }
    }

    /// Line and UTF-16 column of an offset.
    pub fn position(&self, offset: u32) -> Position {
        let offset = offset.min(self.text.len() as u32);
        let line = self.line(offset);
        let start = self.starts[line as usize] as usize;
        let character = self.units_before(offset as usize) - self.units_before(start);
        Position { line, character }
    }

    /// The lines and columns of a place.
    pub fn range(&self, span: Span) -> Range {
        let span = span.within(&self.text);
        Range { start: self.position(span.start), end: self.position(span.end) }
    }

    /// The offset of a line and a UTF-16 column. A column past the end of its line is that end, a line past the last one the end of
    /// the text.
    pub fn offset(&self, position: Position) -> u32 {
        if position.line >= self.line_count() {
            return self.text.len() as u32;
        }
        let span = self.line_span(position.line);
        if self.units.is_empty() {
            return span.end.min(span.start.saturating_add(position.character));
        }
        let mut left = position.character;
        let mut at = span.start;
        for c in span.of(&self.text).chars() {
            let units = c.len_utf16() as u32;
            if left < units {
                break;
            }
            left -= units;
            at += c.len_utf8() as u32;
        }
        at
    }

    /// The bytes of a range.
    pub fn span(&self, range: Range) -> Span {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        Span::new(start.min(end), end.max(start))
    }

    /// The text after some changes, each of which speaks of the text after the one before it.
    pub fn changed(self, changes: Vec<TextDocumentContentChangeEvent>) -> Text {
        let mut now = self;
        for change in changes {
            now = match change {
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
                    let span = now.span(part.range);
                    let mut text = std::mem::take(&mut now.text);
                    text.replace_range(span.start as usize..span.end as usize, &part.text);
                    Text::new(text)
                }
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
                    Text::new(whole.text)
                }
            };
        }
        now
    }

    /// An edit as the protocol has it.
    pub fn edit(&self, edit: &Edit) -> TextEdit {
        TextEdit { range: self.range(edit.span), new_text: edit.text.clone() }
    }

    /// The edit that makes this text another one: what is the same at both ends stays.
    pub fn edit_to(&self, new: &str) -> Option<TextEdit> {
        if self.text == new {
            return None;
        }
        let (old, new_bytes) = (self.text.as_bytes(), new.as_bytes());
        let same = old.iter().zip(new_bytes).take_while(|(a, b)| a == b).count();
        let start = self.text.floor_char_boundary(same).min(new.floor_char_boundary(same));
        let rest = old[start..].iter().rev().zip(new_bytes[start..].iter().rev());
        let tail = rest.take_while(|(a, b)| a == b).count();
        let end = self.text.ceil_char_boundary(old.len() - tail);
        let kept = old.len() - end;
        let range = self.range(Span::new(start as u32, end as u32));
        Some(TextEdit { range, new_text: new[start..new.len() - kept].to_string() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gen_lsp_types::TextDocumentContentChangePartial;

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn columns_count_utf16_units() {
        let text = Text::new("a%x // 中文 🙂 b\r\né%y\rz".to_string());
        let of = |part: &str| text.as_str().find(part).unwrap() as u32;
        assert_eq!(text.position(of("中")), at(0, 7));
        assert_eq!(text.position(of("🙂")), at(0, 10));
        assert_eq!(text.position(of(" b")), at(0, 12));
        assert_eq!(text.position(of("%y")), at(1, 1));
        assert_eq!(text.position(of("z")), at(2, 0));
        for (i, _) in text.as_str().char_indices() {
            let i = i as u32;
            let inside_break = text.as_str()[..i as usize].ends_with('\r') && text.line(i) == 0;
            if !inside_break && text.line_span(text.line(i)).end >= i {
                assert_eq!(text.offset(text.position(i)), i);
            }
        }
        assert_eq!(text.offset(at(0, 11)), of("🙂"), "inside a surrogate pair");
        assert_eq!(text.offset(at(0, 99)), of("\r\n"), "past the end of a line");
        assert_eq!(text.offset(at(9, 0)), text.as_str().len() as u32);
    }

    #[test]
    fn columns_of_long_lines() {
        let text = Text::new(format!("é{}🙂{}x", "中".repeat(5000), "a".repeat(5000)));
        let of = |part: &str| text.as_str().find(part).unwrap() as u32;
        assert_eq!(text.position(of("🙂")), at(0, 5001));
        assert_eq!(text.position(of("x")), at(0, 10003));
        assert_eq!(text.offset(at(0, 10003)), of("x"));
    }

    #[test]
    fn changes_and_edits() {
        let part = |start, end, text: &str| {
            TextDocumentContentChangeEvent::TextDocumentContentChangePartial(
                TextDocumentContentChangePartial {
                    range: Range { start, end },
                    text: text.to_string(),
                    ..Default::default()
                },
            )
        };
        let text = Text::new("a🙂b\nc".to_string());
        let text = text.changed(vec![part(at(0, 1), at(0, 3), "中"), part(at(1, 0), at(1, 1), "")]);
        assert_eq!(text.as_str(), "a中b\n");
        for new in ["", "a中b\n", "a丮b\n", "a中中b\n", "中", "a中b\nb\n"] {
            let Some(edit) = text.edit_to(new) else {
                assert_eq!(new, text.as_str());
                continue;
            };
            let again = Text::new(text.as_str().to_string());
            let again = again.changed(vec![part(edit.range.start, edit.range.end, &edit.new_text)]);
            assert_eq!(again.as_str(), new);
        }
    }
}
