//! Reading input files.

use std::io::Read;

/// A text with the name it is shown under.
pub struct Source {
    /// Path as given, `-` for standard input.
    pub path: String,
    /// The text; bytes that are not UTF-8 are replaced.
    pub text: String,
    /// Offset of the first byte that is not UTF-8.
    pub bad_byte: Option<usize>,
}

/// Reads a file, or standard input for `-`.
pub fn read(path: &str) -> std::io::Result<Source> {
    let bytes = if path == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes)?;
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
    Ok(Source { path: path.to_string(), text, bad_byte })
}

/// Replaces a file's text in one step, so that a crash never leaves half a file.
pub fn replace(path: &str, text: &str) -> std::io::Result<()> {
    // Through a link, the file it names is replaced, not the link.
    let path = std::fs::canonicalize(path)?;
    let mut part = path.clone().into_os_string();
    part.push(".pto-fmt");
    std::fs::write(&part, text)?;
    let permissions = std::fs::metadata(&path)?.permissions();
    std::fs::set_permissions(&part, permissions)?;
    std::fs::rename(&part, &path).inspect_err(|_| {
        let _ = std::fs::remove_file(&part);
    })
}
