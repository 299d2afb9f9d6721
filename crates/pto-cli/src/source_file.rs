//! The text of a program, with the name it is shown under.

use crate::arg_error::ArgError;
use crate::{file, render, stop};
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
    /// They are UTF-16 text, and none of it is kept.
    Utf16,
    /// There are more than are read, and none of them is kept.
    TooLong,
}

/// What to say of UTF-16 text, and what to do.
pub const UTF16: (&str, &str) = (
    "the file is UTF-16 text, and only UTF-8 is read",
    "save it as UTF-8, for example with `iconv -f UTF-16 -t UTF-8`",
);

/// Whether bytes are text of UTF-16: by their mark, or because every other of the first ones is zero.
fn is_utf16(bytes: &[u8]) -> bool {
    const LOOKED_AT: usize = 32;
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return true;
    }
    let first = &bytes[..bytes.len().min(LOOKED_AT)];
    let zeros = |from: usize| first.iter().skip(from).step_by(2).filter(|b| **b == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    first.len() >= 4 && (even, odd) != (0, 0) && even.abs_diff(odd) >= first.len() / 2
}

/// Reads at most `max_bytes`; `None` if there are more. As many as `expected` take one step.
fn read_up_to(max_bytes: usize, expected: usize, from: impl Read) -> io::Result<Option<Vec<u8>>> {
    // Room for one more shows that there is no more.
    let mut bytes = Vec::with_capacity(expected + 1);
    from.take(max_bytes as u64 + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() <= max_bytes).then_some(bytes))
}

/// What is read of a pipe or a device, which may have no end.
const MAX_STREAM_BYTES: usize = 256 << 20;

fn read_stream(from: impl Read) -> io::Result<Vec<u8>> {
    let too_long = || {
        let most = MAX_STREAM_BYTES >> 20;
        io::Error::other(format!("not a file, and not at its end after {most} MiB"))
    };
    read_up_to(MAX_STREAM_BYTES, 0, from)?.ok_or_else(too_long)
}

/// The bytes of a file; `None` if there are too many, which its length shows before any is read.
fn read_file(path: &str) -> io::Result<Option<Vec<u8>>> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() && !metadata.is_dir() {
        return read_stream(file).map(Some);
    }
    match usize::try_from(metadata.len()) {
        Ok(expected) if expected <= MAX_TEXT_BYTES => read_up_to(MAX_TEXT_BYTES, expected, file),
        _ => Ok(None),
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
        let waiting = stop::waiting();
        let bytes = match path {
            "-" => Some(read_stream(io::stdin())?),
            _ => read_file(path)?,
        };
        drop(waiting);
        let utf16 = bytes.as_deref().is_some_and(is_utf16);
        let (text, fault) = match bytes.map(String::from_utf8) {
            None => (String::new(), Some(Fault::TooLong)),
            Some(_) if utf16 => (String::new(), Some(Fault::Utf16)),
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
            Some(Fault::Utf16) => {
                return Err(ArgError::new(format!("{path}: {}", UTF16.0)).hint(UTF16.1));
            }
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
    fn utf16_is_recognised() {
        let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
        assert!(is_utf16(&wide("\u{feff}module {}")));
        assert!(is_utf16(&wide("module {}")));
        assert!(is_utf16(&wide("module {}").iter().rev().copied().collect::<Vec<_>>()));
        for text in ["", "a", "module {}", "\0\0\0\0\0\0", "mod\0ule {}", "\u{feff}module"] {
            assert!(!is_utf16(text.as_bytes()), "{text:?}");
        }
    }

    #[test]
    fn no_more_is_read_than_is_wanted() {
        assert_eq!(read_up_to(4, 0, &b"four"[..]).unwrap().as_deref(), Some(&b"four"[..]));
        assert_eq!(read_up_to(3, 4, &b"four"[..]).unwrap(), None);
        assert_eq!(read_up_to(9, 0, io::repeat(b'x')).unwrap(), None, "an endless input");
        let error = read_stream(io::repeat(b'x')).unwrap_err();
        assert_eq!(error.to_string(), "not a file, and not at its end after 256 MiB");
    }
}
