//! Files that a command writes: all of them, or none.
//!
//! Each is written beside its place under a name of its own and brought to the disk; only when every one is there do
//! they take their places, each in one step. A full disk, a second output that cannot be written or a process that dies
//! leaves what was there, and so does a command that is interrupted, unless all of its files have begun to take their
//! places. What a dead process left beside a file, `.pto-PID-N.part`, goes away with the next file that is written
//! there; a living process holds a lock on its own.

use crate::arg_error::ArgError;
use crate::file::describe;
use crate::output::print_program;
use crate::parts::{Parts, remove};
use crate::stop;
use std::collections::{BTreeSet, VecDeque};
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Links that are followed one after another; more of them are a circle (as in Linux).
const MOST_LINKS: usize = 40;

/// Files that are prepared and not yet in their places.
#[derive(Default)]
pub struct Outputs {
    files: VecDeque<Prepared>,
}

struct Prepared {
    /// As the user has it.
    name: PathBuf,
    /// Where the bytes are.
    part: PathBuf,
    /// Keeps the lock that says that the part has an owner.
    _file: File,
    /// Where they go.
    place: PathBuf,
}

/// What is at the place of an output.
enum Place {
    /// Nothing, or a file with these permissions, to be replaced in one step.
    File(PathBuf, Option<Permissions>),
    /// A device or a pipe, which is written and stays what it is.
    Device,
}

/// Writes a text to a file, or to standard output for `-` and without a name.
pub fn write_text(path: Option<&str>, text: &str) -> Result<(), ArgError> {
    match path {
        None | Some("-") => print_program(text),
        Some(path) => write_file(path.as_ref(), &[text.as_bytes()])?,
    }
    Ok(())
}

/// Writes one file.
pub fn write_file(path: &Path, parts: &[&[u8]]) -> Result<(), ArgError> {
    let mut outputs = Outputs::default();
    outputs.add(path, parts)?;
    outputs.write()
}

/// Refuses a file that is named for two outputs: one would destroy the other.
pub fn check_distinct<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<(), ArgError> {
    let mut seen: Vec<PathBuf> = Vec::new();
    for path in paths {
        // What is wrong with a place is said when it is written.
        let Ok(Place::File(place, _)) = place_of(path) else { continue };
        if seen.contains(&place) {
            let message = format!("{}: two outputs cannot be the same file", path.display());
            return Err(ArgError::new(message).hint("name another file for one of them"));
        }
        seen.push(place);
    }
    Ok(())
}

/// Writes a new folder of files: all of it, or nothing.
pub fn write_folder(place: &Path, files: &[(String, impl AsRef<[u8]>)]) -> io::Result<()> {
    if fs::symlink_metadata(place).is_ok() {
        return Err(ErrorKind::AlreadyExists.into());
    }
    remove_abandoned(folder_of(place));
    let (part, _folder) = make_beside(place, |part| {
        fs::create_dir(part)?;
        File::open(part)
    })?;
    let written = files.iter().try_for_each(|(name, text)| {
        let mut file = File::create_new(part.join(name))?;
        file.write_all(text.as_ref())?;
        file.sync_all()
    });
    let mut parts = Parts::lock();
    let done = written.and_then(|()| fs::rename(&part, place));
    match &done {
        Ok(()) => parts.forget(&part),
        Err(_) => parts.remove(&part),
    }
    done
}

impl Outputs {
    /// Prepares a file of some parts. A device or a pipe is written at once.
    pub fn add(&mut self, path: &Path, parts: &[&[u8]]) -> Result<(), ArgError> {
        let places = self.files.iter().map(|f| f.name.as_path());
        check_distinct(places.chain([path]))?;
        let prepared = prepare(path, parts).map_err(|e| describe(path, &e))?;
        self.files.extend(prepared);
        Ok(())
    }

    /// Puts every file in its place.
    pub fn write(mut self) -> Result<(), ArgError> {
        let mut parts = Parts::lock();
        let mut folders = BTreeSet::new();
        while let Some(f) = self.files.pop_front() {
            if let Err(e) = fs::rename(&f.part, &f.place) {
                let error = describe(&f.name, &e);
                self.files.push_front(f);
                return Err(error);
            }
            parts.forget(&f.part);
            folders.insert(folder_of(&f.place).to_path_buf());
        }
        drop(parts);
        // The names, too, are to survive a loss of power. Not every file system has this.
        for folder in folders {
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
        Ok(())
    }
}

impl Drop for Outputs {
    fn drop(&mut self) {
        let mut parts = Parts::lock();
        for f in &self.files {
            parts.remove(&f.part);
        }
    }
}

fn prepare(path: &Path, parts: &[&[u8]]) -> io::Result<Option<Prepared>> {
    let _waiting = stop::waiting();
    let (place, old) = match place_of(path)? {
        Place::File(place, old) => (place, old),
        Place::Device => {
            let mut file = OpenOptions::new().write(true).open(path)?;
            parts.iter().try_for_each(|part| file.write_all(part))?;
            return file.flush().map(|()| None);
        }
    };
    // Renaming asks only for a writable directory.
    if old.as_ref().is_some_and(Permissions::readonly) {
        return Err(io::Error::new(ErrorKind::PermissionDenied, "the file is read-only"));
    }
    remove_abandoned(folder_of(&place));
    let (part, mut file) = create_beside(&place)?;
    let done = parts
        .iter()
        .try_for_each(|bytes| file.write_all(bytes))
        .and_then(|()| old.map_or(Ok(()), |permissions| file.set_permissions(permissions)))
        .and_then(|()| file.sync_all());
    if let Err(e) = done {
        Parts::lock().remove(&part);
        return Err(e);
    }
    Ok(Some(Prepared { name: path.to_path_buf(), part, _file: file, place }))
}

/// Where an output goes: through links, also to a file that is not there yet.
fn place_of(path: &Path) -> io::Result<Place> {
    // `/dev/stdout` leads to a pipe that has no name to follow.
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return Ok(Place::Device);
    }
    let mut at = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::symlink_metadata(&at) {
            Ok(found) if found.is_symlink() => at = folder_of(&at).join(fs::read_link(&at)?),
            Ok(found) if found.is_dir() => return Err(ErrorKind::IsADirectory.into()),
            Ok(found) if found.is_file() => {
                return Ok(Place::File(fs::canonicalize(&at)?, Some(found.permissions())));
            }
            Ok(_) => return Ok(Place::Device),
            Err(e) if e.kind() == ErrorKind::NotFound => {
                let name = at.file_name().ok_or(e)?.to_os_string();
                return Ok(Place::File(fs::canonicalize(folder_of(&at))?.join(name), None));
            }
            Err(e) => return Err(e),
        }
    }
    Err(io::Error::other("its links lead in a circle"))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// A new file in the same folder, under a name that nothing has, locked.
fn create_beside(place: &Path) -> io::Result<(PathBuf, File)> {
    make_beside(place, |part| OpenOptions::new().write(true).create_new(true).open(part))
}

/// Something new in the same folder, under a name that nothing has, locked.
fn make_beside(
    place: &Path,
    make: impl Fn(&Path) -> io::Result<File>,
) -> io::Result<(PathBuf, File)> {
    stop::clean_up_on_signals();
    for attempt in 0..100 {
        let name = format!(".pto-{}-{attempt}.part", std::process::id());
        let part = place.with_file_name(name);
        let mut parts = Parts::lock();
        match make(&part) {
            Err(e) if e.kind() == ErrorKind::AlreadyExists => continue,
            Err(e) => return Err(e),
            Ok(file) => {
                parts.remember(part.clone());
                // A file system without locks has nobody who removes files by them.
                let _ = file.lock();
                // Somebody may have taken it for abandoned before it was locked.
                if part.exists() {
                    return Ok((part, file));
                }
                parts.forget(&part);
            }
        }
    }
    Err(io::Error::new(ErrorKind::AlreadyExists, "no free temporary name beside it"))
}

/// Removes what processes left in a folder that ended before they were done.
fn remove_abandoned(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_part = name.to_str().is_some_and(|n| n.starts_with(".pto-") && n.ends_with(".part"));
        if !is_part || !entry.file_type().is_ok_and(|t| t.is_file() || t.is_dir()) {
            continue;
        }
        // Whoever still writes it holds its lock.
        if let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            remove(&entry.path());
        }
    }
}
