//! What to say of a file that cannot be read or written.

use crate::arg_error::ArgError;
use crate::output::plain;
use pto_ir::visible_name;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::ExitCode;

/// Says what is wrong with a file.
pub fn print_error(path: impl AsRef<Path>, error: &io::Error) -> ExitCode {
    describe(path, error).report()
}

/// What is wrong with a file that could not be read or written, and what may have been meant.
pub fn describe(path: impl AsRef<Path>, error: &io::Error) -> ArgError {
    let path = path.as_ref();
    let missing = path.parent().filter(|dir| *dir != Path::new("") && !dir.exists());
    let why = match error.kind() {
        ErrorKind::NotFound if let Some(dir) = missing => {
            format!("there is no directory `{}`", visible_name(&dir.to_string_lossy()))
        }
        ErrorKind::NotFound => "there is no such file".into(),
        ErrorKind::IsADirectory => "it is a directory".into(),
        _ => plain(error),
    };
    let near = if error.kind() == ErrorKind::NotFound { nearest(path) } else { None };
    let hint = near.map(|near| format!("did you mean `{near}`?"));
    ArgError { hint, ..ArgError::new(format!("{}: {why}", visible_name(&path.to_string_lossy()))) }
}

/// A file in the same directory whose name is almost the one that is not there.
fn nearest(path: &Path) -> Option<String> {
    let dir = path.parent()?;
    let wanted = path.file_name()?.to_str()?;
    let here = if dir == Path::new("") { Path::new(".") } else { dir };
    let names: Vec<String> = fs::read_dir(here)
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
