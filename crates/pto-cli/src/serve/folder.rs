//! The files of one folder, and nothing else: whatever a name says, what it leads to must lie inside.

use super::http::Reply;
use crate::arg_error::ArgError;
use crate::{file, outputs};
use pto_isa::order;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Bytes of a file that is read or written.
const MOST_BYTES: u64 = 256 << 20;
/// Programs that are listed, and folders in which they are looked for.
const MOST_LISTED: usize = 500;
const MOST_DEPTH: usize = 4;

/// A folder, by the one path that has no link in it.
pub(super) struct Folder(PathBuf);

/// Why a file is not read or written.
pub(super) struct Refused {
    pub status: u16,
    pub why: String,
}

fn refuse(status: u16, why: impl Into<String>) -> Refused {
    Refused { status, why: why.into() }
}

impl Folder {
    /// A folder that is there.
    pub fn open(path: &str) -> Result<Folder, ArgError> {
        let folder = fs::canonicalize(path).map_err(|e| file::describe(path, &e))?;
        match folder.is_dir() {
            true => Ok(Folder(folder)),
            false => Err(ArgError::new(format!("{path}: not a folder"))),
        }
    }

    /// The path of a name as it stands in an address.
    fn path(&self, name: &str) -> Result<PathBuf, Refused> {
        let name = percent_decoded(name).ok_or_else(|| refuse(400, "not a name of a file"))?;
        let plain = |c: Component<'_>| matches!(c, Component::Normal(_));
        let hidden = name.split(['/', '\\']).any(|part| part.starts_with('.') || part.is_empty());
        if hidden || name.contains('\0') || !Path::new(&name).components().all(plain) {
            return Err(refuse(403, "only files of the folder are read and written"));
        }
        Ok(self.0.join(name))
    }

    /// A file of the folder as it is on the disk, links followed.
    fn find(&self, name: &str) -> Result<PathBuf, Refused> {
        let path = self.path(name)?;
        let found = fs::canonicalize(path).map_err(|_| refuse(404, "there is no such file"))?;
        if !found.starts_with(&self.0) {
            return Err(refuse(403, "only files of the folder are read and written"));
        }
        let known = fs::metadata(&found).map_err(|_| refuse(404, "there is no such file"))?;
        match known.is_file() {
            true if known.len() <= MOST_BYTES => Ok(found),
            true => Err(refuse(413, "the file is larger than 256 MiB")),
            false => Err(refuse(403, "not a file")),
        }
    }

    /// The bytes of a file.
    pub fn bytes(&self, name: &str) -> Result<Vec<u8>, Refused> {
        let found = self.find(name)?;
        fs::read(&found).map_err(|e| refuse(500, format!("{name}: {e}")))
    }

    /// A file as an answer.
    pub fn read(&self, name: &str) -> Result<Reply, Refused> {
        Ok(Reply::of("application/octet-stream", self.bytes(name)?))
    }

    /// Writes a program: in one step, and never through a link.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<Reply, Refused> {
        let path = self.path(name)?;
        if path.extension().is_none_or(|e| e != "pto") {
            return Err(refuse(403, "only programs, NAME.pto, are written"));
        }
        let parent = path.parent().and_then(|p| fs::canonicalize(p).ok());
        if !parent.is_some_and(|p| p.starts_with(&self.0)) {
            return Err(refuse(403, "only files of the folder are read and written"));
        }
        if fs::symlink_metadata(&path).is_ok_and(|known| !known.is_file()) {
            return Err(refuse(403, "not a file"));
        }
        outputs::write_file(&path, &[bytes]).map_err(|e| refuse(500, e.message))?;
        Ok(Reply::of("text/plain; charset=utf-8", b"saved".to_vec()))
    }

    /// The programs of the folder and of those below it, by name.
    pub fn programs(&self) -> Vec<String> {
        let mut names = Vec::new();
        list(&self.0, &self.0, MOST_DEPTH, &mut names);
        order::sort(&mut names);
        names
    }
}

fn list(root: &Path, folder: &Path, depth: usize, names: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (path, Ok(kind)) = (entry.path(), entry.file_type()) else { continue };
        let name =
            path.strip_prefix(root).ok().and_then(Path::to_str).map(|n| n.replace('\\', "/"));
        let Some(name) = name.filter(|n| {
            names.len() < MOST_LISTED && !n.split('/').any(|part| part.starts_with('.'))
        }) else {
            continue;
        };
        if kind.is_dir() && depth > 0 {
            list(root, &path, depth - 1, names);
        } else if kind.is_file() && name.ends_with(".pto") {
            names.push(name);
        }
    }
}

/// Text with `%41` for bytes that an address cannot hold.
fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        (rest, bytes) = match (first, tail) {
            (b'%', [high, low, tail @ ..]) => {
                let digit = |d: &u8| char::from(*d).to_digit(16);
                bytes.push((digit(high)? * 16 + digit(low)?) as u8);
                (tail, bytes)
            }
            (b'%', _) => return None,
            (byte, tail) => {
                bytes.push(*byte);
                (tail, bytes)
            }
        };
    }
    String::from_utf8(bytes).ok()
}
