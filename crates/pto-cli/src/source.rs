//! Reading input files, and what to say when that fails.

use std::io::{ErrorKind, Read};
use std::path::Path;

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

/// What is wrong with a file that could not be read or written, and what may have been meant.
pub fn describe(path: impl AsRef<Path>, error: &std::io::Error) -> (String, Option<String>) {
    let path = path.as_ref();
    let missing = path.parent().filter(|dir| *dir != Path::new("") && !dir.exists());
    let why = match error.kind() {
        ErrorKind::NotFound if let Some(dir) = missing => {
            format!("there is no directory `{}`", dir.display())
        }
        ErrorKind::NotFound => "there is no such file".into(),
        ErrorKind::IsADirectory => "it is a directory".into(),
        _ => plain(error),
    };
    let near = if error.kind() == ErrorKind::NotFound { nearest(path) } else { None };
    let hint = near.map(|near| format!("did you mean `{near}`?"));
    (format!("{}: {why}", path.display()), hint)
}

/// The words of the system, as part of a sentence and without their number.
pub fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    let words = text.split(" (os error").next().unwrap_or(&text);
    let mut letters = words.chars();
    letters.next().map(|c| c.to_ascii_lowercase()).into_iter().chain(letters).collect()
}

/// A file in the same directory whose name is almost the one that is not there.
fn nearest(path: &Path) -> Option<String> {
    let dir = path.parent()?;
    let wanted = path.file_name()?.to_str()?;
    let here = if dir == Path::new("") { Path::new(".") } else { dir };
    let names: Vec<String> = std::fs::read_dir(here)
        .ok()?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    let longer = format!("{wanted}.pto");
    let near = match names.iter().find(|n| **n == longer) {
        Some(name) => name.as_str(),
        None => pto_isa::ops::closest(wanted, names.iter().map(String::as_str))?,
    };
    Some(dir.join(near).display().to_string())
}
