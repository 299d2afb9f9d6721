//! Places in a source text, and places of operations that were never text.

use crate::lexer::mark_bytes;
use pto_isa::order;

/// A half-open range of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// From `start` to `end`.
    pub const fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }
    /// From the start of this one to the end of `other`.
    pub const fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end }
    }
    /// The smallest span around it that lies inside `text` and on whole characters.
    pub fn within(self, text: &str) -> Span {
        let start = text.floor_char_boundary(self.start as usize) as u32;
        let end = text.ceil_char_boundary(self.end as usize) as u32;
        Span { start, end: end.max(start) }
    }
    /// The place of an operation that was built, not read: after every text, which has less than 2 GB.
    pub(crate) const fn of_built(node: u32) -> Span {
        let start = BUILT | node;
        Span { start, end: start.saturating_add(1) }
    }
    /// The number of the operation it starts at, if that was built.
    pub const fn built(self) -> Option<u32> {
        if self.start >= BUILT { Some(self.start ^ BUILT) } else { None }
    }
    /// The bytes of `text` it covers; empty if it lies outside.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// Offsets from here on are numbers of built operations.
const BUILT: u32 = 1 << 31;

/// The longest text that is read: every offset in it, and its end, is less than those of built operations.
pub const MAX_TEXT_BYTES: usize = BUILT as usize - 1;

/// Line starts of a text, to turn offsets into lines and columns.
#[derive(Debug)]
pub struct Lines {
    starts: Vec<u32>,
    /// Characters before each block of the text, so that columns of long lines are not counted anew.
    before: Vec<u32>,
}

/// Bytes between two counts of characters.
const BLOCK: usize = 4096;

fn characters(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&b| (b & 0xc0) != 0x80).count() as u32
}

/// Adds the places after newlines to a list. Eight bytes are looked at together.
pub(crate) fn push_line_starts(bytes: &[u8], starts: &mut Vec<u32>) {
    const LOW: u64 = u64::from_le_bytes([0x7f; 8]);
    let (words, rest) = bytes.as_chunks::<8>();
    for (i, word) in words.iter().enumerate() {
        let other = u64::from_le_bytes(*word) ^ u64::from_le_bytes([b'\n'; 8]);
        // The highest bit of each byte that is a newline; no byte carries into the next.
        let mut found = !(((other & LOW) + LOW) | other | LOW);
        while found != 0 {
            starts.push((8 * i) as u32 + found.trailing_zeros() / 8 + 1);
            found &= found - 1;
        }
    }
    let after = (bytes.len() - rest.len()) as u32 + 1;
    let newlines = (after..).zip(rest).filter(|(_, b)| **b == b'\n');
    starts.extend(newlines.map(|(start, _)| start));
}

impl Lines {
    /// Scans a text, as far as it is read ([`MAX_TEXT_BYTES`]). Its first line starts after a byte order mark.
    pub fn new(text: &str) -> Lines {
        Lines::of_first(text, MAX_TEXT_BYTES)
    }

    /// Scans the first bytes of a text.
    fn of_first(text: &str, max: usize) -> Lines {
        let bytes = &text.as_bytes()[..text.len().min(max)];
        let mut starts = vec![mark_bytes(text) as u32];
        push_line_starts(bytes, &mut starts);
        let mut total = 0;
        let count = |block: &[u8]| {
            let before = total;
            total += characters(block);
            before
        };
        let before = bytes.chunks(BLOCK).map(count).collect();
        Lines { starts, before }
    }

    /// Characters before an offset.
    fn characters_before(&self, text: &str, offset: usize) -> u32 {
        let block = offset / BLOCK;
        match self.before.get(block) {
            Some(n) => n + characters(&text.as_bytes()[block * BLOCK..offset]),
            None => self.before.last().map_or(0, |n| {
                n + characters(&text.as_bytes()[(self.before.len() - 1) * BLOCK..offset])
            }),
        }
    }

    /// Line of an offset, from 1; of an operation that was built, its number.
    pub fn line(&self, offset: u32) -> usize {
        match Span::new(offset, offset).built() {
            Some(number) => number as usize,
            None => self.line_of_text(offset),
        }
    }

    fn line_of_text(&self, offset: u32) -> usize {
        self.starts.partition_point(|&s| s <= offset).max(1)
    }

    /// Bytes between the start of its line and an offset.
    pub fn offset_in_line(&self, offset: u32) -> usize {
        offset.saturating_sub(self.starts[self.line(offset) - 1]) as usize
    }

    /// Where the line of an offset starts, and where it ends without its line break.
    pub fn bounds(&self, text: &str, offset: u32) -> Span {
        let line = self.line_of_text(offset);
        let end =
            self.starts.get(line).map_or(text.len().min(MAX_TEXT_BYTES) as u32, |next| next - 1);
        Span::new(self.starts[line - 1], end)
    }

    /// Line and column of an offset, both from 1; the column counts characters.
    pub fn position(&self, text: &str, offset: u32) -> (usize, usize) {
        let line = self.line_of_text(offset);
        let start = self.starts[line - 1] as usize;
        let end = (offset as usize).min(text.len());
        let before_line = self.characters_before(text, start.min(text.len()));
        let column = self.characters_before(text, end).saturating_sub(before_line);
        (line, column as usize + 1)
    }
}

/// A text with places of it replaced, which are in its order, and where the new words stand. `None` if two places overlap.
pub fn splice<'w>(
    text: &str,
    places: impl IntoIterator<Item = (Span, &'w str)>,
) -> Option<(String, Vec<Span>)> {
    let (mut out, mut at, mut made) = (String::with_capacity(text.len()), 0, Vec::new());
    for (span, words) in places {
        out.push_str(text.get(at..span.start as usize)?);
        let start = out.len() as u32;
        out.push_str(words);
        made.push(Span::new(start, out.len() as u32));
        at = span.end as usize;
    }
    out.push_str(text.get(at..)?);
    Some((out, made))
}

/// A part of a text with places of it replaced. A place inside one that is already replaced has nothing left to change.
pub(crate) fn replace(
    text: &str,
    part: std::ops::Range<usize>,
    mut edits: Vec<(Span, String)>,
) -> String {
    order::by_key(&mut edits, |e| (e.0.start, e.0.end));
    let mut out = String::with_capacity(2 * part.len());
    let mut at = part.start;
    for (span, words) in edits {
        if (span.start as usize) < at {
            continue;
        }
        out.push_str(&text[at..span.start as usize]);
        out.push_str(&words);
        at = span.end as usize;
    }
    out.push_str(&text[at.min(part.end)..part.end]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_start_after_newlines_and_nothing_else() {
        // Bytes next to a newline that differ from it by one bit, or by their highest one, in all positions.
        for length in 0..40 {
            for shift in 0..8 {
                let bytes: Vec<u8> = (0..length)
                    .map(|i| [b'\n', 0x0b, b'\n', b'\n', 0x8a, 0x09, 0xff, 0][(i + shift) % 8])
                    .collect();
                let mut starts = Vec::new();
                push_line_starts(&bytes, &mut starts);
                let newline = |&i: &u32| bytes[i as usize - 1] == b'\n';
                let expected: Vec<u32> = (1..=length as u32).filter(newline).collect();
                assert_eq!(starts, expected, "{bytes:?}");
            }
        }
    }

    #[test]
    fn columns_of_long_lines() {
        let text = format!("a\n{}\nb", "é".repeat(3 * BLOCK));
        let lines = Lines::new(&text);
        for chars in [0, 1, BLOCK / 2, BLOCK, 2 * BLOCK + 1, 3 * BLOCK] {
            assert_eq!(lines.position(&text, 2 + 2 * chars as u32), (2, chars + 1));
        }
        assert_eq!(lines.position(&text, text.len() as u32), (3, 2));
        assert_eq!(lines.position("", 0), (1, 1));
        assert_eq!(Lines::new("").position("", 7), (1, 1));
        let built = Span::of_built(7).start;
        assert_eq!((lines.line(built), lines.position(&text, built)), (7, (3, 2)));
        assert_eq!(lines.bounds(&text, built).of(&text), "b");
    }

    #[test]
    fn a_byte_order_mark_takes_no_column() {
        let text = "\u{feff}ab\ncd";
        let lines = Lines::new(text);
        assert_eq!(lines.position(text, 0), (1, 1));
        assert_eq!(lines.position(text, 3), (1, 1));
        assert_eq!(lines.position(text, 4), (1, 2));
        assert_eq!(lines.position(text, 6), (2, 1));
        assert_eq!(lines.bounds(text, 0).of(text), "ab");
        assert_eq!((lines.offset_in_line(0), lines.offset_in_line(4)), (0, 1));
    }

    #[test]
    fn lines_end_where_reading_ends() {
        let text = "ab\ncd\nef\n";
        let lines = Lines::of_first(text, 5);
        assert_eq!(lines.starts, [0, 3]);
        assert_eq!(lines.position(text, 4), (2, 2));
    }

    #[test]
    fn spans_grow_to_whole_characters() {
        assert_eq!(Span::new(1, 2).within("éa"), Span::new(0, 2));
        assert_eq!(Span::new(2, 9).within("éa"), Span::new(2, 3));
    }
}
