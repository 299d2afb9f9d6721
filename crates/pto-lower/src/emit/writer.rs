//! Lines with their indentation.

/// The text that was written so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Writer {
    pub text: String,
    depth: usize,
}

impl Writer {
    /// A line.
    pub fn line(&mut self, line: impl AsRef<str>) {
        for _ in 0..self.depth {
            self.text.push_str("  ");
        }
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }
    /// A line for the preprocessor, at the margin.
    pub fn directive(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }
    /// A line that opens a block.
    pub fn open(&mut self, line: impl AsRef<str>) {
        self.line(line);
        self.depth += 1;
    }
    /// A line that closes a block.
    pub fn close(&mut self, line: &str) {
        self.depth -= 1;
        self.line(line);
    }
    /// A line that closes a block and opens another.
    pub fn turn(&mut self, line: &str) {
        self.close(line);
        self.depth += 1;
    }
}
