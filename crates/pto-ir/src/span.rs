//! Places in a source text.

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
    /// The bytes of `text` it covers; empty if it lies outside.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// Line starts of a text, to turn offsets into lines and columns.
#[derive(Debug)]
pub struct Lines {
    starts: Vec<u32>,
}

impl Lines {
    /// Scans a text.
    pub fn new(text: &str) -> Lines {
        let mut starts = vec![0];
        let newlines = text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
        starts.extend(newlines.map(|(i, _)| i as u32 + 1));
        Lines { starts }
    }

    /// Line and column of an offset, both from 1; the column counts characters.
    pub fn position(&self, text: &str, offset: u32) -> (usize, usize) {
        let line = self.starts.partition_point(|&s| s <= offset).max(1);
        let start = self.starts[line - 1] as usize;
        let end = (offset as usize).min(text.len());
        let column = text.get(start..end).map_or(end.saturating_sub(start), |t| t.chars().count());
        (line, column + 1)
    }
}
