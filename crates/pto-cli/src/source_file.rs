//! The text of a program, with the name it is shown under.

use crate::arg_error::ArgError;
use crate::{file, render};
use pto_ir::diag::{Diagnostic, Severity};
use pto_ir::{Lines, MAX_TEXT_BYTES};
use pto_isa::code;
use std::fs::File;
use std::io::{self, Read};

/// A text and the name it is shown under.
pub struct SourceFile {
    /// The path as given, `-` for standard input.
    pub path: String,
    /// The text; bytes that are not UTF-8 are replaced.
    pub text: String,
    /// Where its lines are.
    pub lines: Lines,
    /// What keeps its bytes from being the text of a program.
    pub fault: Option<Fault>,
}

/// What keeps the bytes of a file from being the text of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// They are not UTF-8 text.
    NotUtf8 {
        /// Offset of the first byte that is not.
        at: usize,
    },
    /// There are more than are read, and none of them is kept.
    TooLong,
}

/// Reads at most this many bytes; `None` if there are more.
fn read_up_to(max_bytes: usize, from: impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    from.take(max_bytes as u64 + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() <= max_bytes).then_some(bytes))
}

/// The bytes of a file; `None` if there are too many, which its length shows before any is read.
fn read_file(path: &str) -> io::Result<Option<Vec<u8>>> {
    let file = File::open(path)?;
    match file.metadata()?.len() > MAX_TEXT_BYTES as u64 {
        true => Ok(None),
        false => read_up_to(MAX_TEXT_BYTES, file),
    }
}

impl SourceFile {
    /// A text that is shown under a name: that of the file it was made from.
    pub fn new(path: impl Into<String>, text: String) -> SourceFile {
        let lines = Lines::new(&text);
        SourceFile { path: path.into(), text, lines, fault: None }
    }

    /// Reads a file, or standard input for `-`; what is not UTF-8 is replaced.
    pub fn read_lossy(path: &str) -> io::Result<SourceFile> {
        let bytes = match path {
            "-" => read_up_to(MAX_TEXT_BYTES, io::stdin())?,
            _ => read_file(path)?,
        };
        let (text, fault) = match bytes.map(String::from_utf8) {
            None => (String::new(), Some(Fault::TooLong)),
            Some(Ok(text)) => (text, None),
            Some(Err(e)) => {
                let at = e.utf8_error().valid_up_to();
                (String::from_utf8_lossy(e.as_bytes()).into_owned(), Some(Fault::NotUtf8 { at }))
            }
        };
        Ok(SourceFile { fault, ..SourceFile::new(path, text) })
    }

    /// Reads a file, or standard input for `-`.
    pub fn read(path: &str) -> Result<SourceFile, ArgError> {
        let source = SourceFile::read_lossy(path).map_err(|e| file::describe(path, &e))?;
        let why = match source.fault {
            None => return Ok(source),
            Some(Fault::NotUtf8 { .. }) => "not UTF-8 text".into(),
            Some(Fault::TooLong) => pto_ir::too_long().message,
        };
        let hint = format!("`pto explain E{}` says what is read", code::NOT_TEXT);
        Err(ArgError::new(format!("{path}: {why}")).hint(hint))
    }

    /// The line of an offset, from 1.
    pub fn line_of(&self, offset: u32) -> u32 {
        self.lines.position(&self.text, offset).0 as u32
    }

    /// Shows errors and warnings on standard error.
    pub fn show(&self, found: &[Diagnostic]) {
        self.show_all(found.iter().filter(|d| d.severity != Severity::Note));
    }

    /// Shows findings on standard error, notes as well.
    pub fn show_all<'a>(&self, found: impl IntoIterator<Item = &'a Diagnostic>) {
        render::show(&self.path, &self.text, &self.lines, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_read_than_is_wanted() {
        assert_eq!(read_up_to(4, &b"four"[..]).unwrap().as_deref(), Some(&b"four"[..]));
        assert_eq!(read_up_to(3, &b"four"[..]).unwrap(), None);
        assert_eq!(read_up_to(9, io::repeat(b'x')).unwrap(), None, "an endless input");
    }
}
