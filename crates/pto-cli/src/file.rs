//! Writing files, and what to say of a file that cannot be read or written.

use crate::arg_error::ArgError;
use crate::output::{plain, print_program};
use pto_ir::visible_name;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Writes a text to a file, or to standard output for `-` and without a name.
pub fn write(path: Option<&str>, text: &str) -> Result<(), ArgError> {
    match path {
        None | Some("-") => print_program(text),
        Some(path) => fs::write(path, text).map_err(|e| describe(path, &e))?,
    }
    Ok(())
}

/// Makes a file of some parts, or replaces it in one step, so that a crash never leaves half a file.
pub fn replace(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    let old = match fs::metadata(path) {
        Ok(old) => Some(old.permissions()),
        Err(e) if e.kind() == ErrorKind::NotFound => None,
        Err(e) => return Err(e),
    };
    // Through a link, the file it names is replaced, not the link.
    let path = match old {
        Some(_) => fs::canonicalize(path)?,
        None => path.to_path_buf(),
    };
    let (part, mut file) = create_beside(&path)?;
    let done = parts
        .iter()
        .try_for_each(|bytes| file.write_all(bytes))
        .and_then(|()| file.sync_all())
        .and_then(|()| old.map_or(Ok(()), |permissions| file.set_permissions(permissions)))
        .and_then(|()| fs::rename(&part, &path));
    done.inspect_err(|_| {
        let _ = fs::remove_file(&part);
    })
}

/// A new file in the same directory, under a name that nothing has.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    for attempt in 0..100 {
        let name = format!(".pto-{}-{attempt}.part", std::process::id());
        let part = path.with_file_name(name);
        match OpenOptions::new().write(true).create_new(true).open(&part) {
            Err(e) if e.kind() == ErrorKind::AlreadyExists => continue,
            other => return other.map(|file| (part, file)),
        }
    }
    Err(io::Error::new(ErrorKind::AlreadyExists, "no free temporary name beside it"))
}

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
