//! The text of a program, with the name it is shown under.

use crate::arg_error::ArgError;
use crate::{file, render};
use pto_ir::Lines;
use pto_ir::diag::{Diagnostic, Severity};
use std::io::{self, Read};

/// A text and the name it is shown under.
pub struct SourceFile {
    /// The path as given, `-` for standard input.
    pub path: String,
    /// The text; bytes that are not UTF-8 are replaced.
    pub text: String,
    /// Where its lines are.
    pub lines: Lines,
    /// Offset of the first byte that is not UTF-8.
    pub bad_byte: Option<usize>,
}

impl SourceFile {
    /// A text that is shown under a name: that of the file it was made from.
    pub fn new(path: impl Into<String>, text: String) -> SourceFile {
        let lines = Lines::new(&text);
        SourceFile { path: path.into(), text, lines, bad_byte: None }
    }

    /// Reads a file, or standard input for `-`; what is not UTF-8 is replaced.
    pub fn read_lossy(path: &str) -> io::Result<SourceFile> {
        let bytes = if path == "-" {
            let mut bytes = Vec::new();
            io::stdin().read_to_end(&mut bytes)?;
            bytes
        } else {
            std::fs::read(path)?
        };
        let (text, bad_byte) = match String::from_utf8(bytes) {
            Ok(text) => (text, None),
            Err(e) => {
                let at = e.utf8_error().valid_up_to();
                (String::from_utf8_lossy(e.as_bytes()).into_owned(), Some(at))
            }
        };
        Ok(SourceFile { bad_byte, ..SourceFile::new(path, text) })
    }

    /// Reads a file, or standard input for `-`.
    pub fn read(path: &str) -> Result<SourceFile, ArgError> {
        let source = SourceFile::read_lossy(path).map_err(|e| file::describe(path, &e))?;
        match source.bad_byte {
            Some(_) => Err(ArgError::new(format!("{path}: not UTF-8 text"))),
            None => Ok(source),
        }
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
