//! The folder that a command runs in: programs, data and everything else that a name can lead to; and what became of it.

use crate::programs::Programs;
use crate::{data, messages};
use fastrand::Rng;
use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

/// Programs that a command may be told to read.
pub const PROGRAMS: &[&str] =
    &["k.pto", "k.pto", "k.pto", "k.pto", "intact.pto", "other.pto", ODD_NAME];

/// What standard input may be: nothing, a file, or what an editor, a debugger or a person sends to whoever listens.
pub const STREAMS: &[Option<&str>] = &[
    None,
    Some("k.pto"),
    Some("intact.pto"),
    Some("x.npy"),
    Some("messages.txt"),
    Some("messages.txt"),
    Some("lines.txt"),
];

/// Everything that it may be told to read.
pub const INPUTS: &[&str] = &[
    "k.pto",
    "other.pto",
    "intact.pto",
    "-",
    "./k.pto",
    "dir/../k.pto",
    "link.pto",
    "empty.pto",
    "dir",
    "dir/",
    "pipe.in",
    "loop",
    "gone",
    "no such file",
    "no/such/folder/k.pto",
    "k.pto/k.pto",
    "x.npy",
    "y.npy",
    "costs.csv",
    "messages.txt",
    "/dev/null",
    "/dev/full",
    "",
    ".",
    "..",
    ODD_NAME,
];

/// Where a command may be told to write. Nothing outside of the folder changes by it.
pub const OUTPUTS: &[&str] = &[
    "out.pto",
    "out.cpp",
    "out.html",
    "out.json",
    "out.npy",
    "out.txt",
    "out",
    "-",
    "dir/out",
    "dir",
    "dir/",
    "k.pto",
    "intact.pto",
    "x.npy",
    "pipe.out",
    "loop",
    "gone",
    "link.pto",
    "no/such/folder/out",
    "/dev/null",
    "/dev/full",
    "/dev/stdout",
    "/proc/out",
    "",
    ".",
    ODD_NAME,
];

/// The name of a file that tries to speak to the terminal.
pub const ODD_NAME: &str = "\u{1b}]0;t\u{7}\u{9b}31m\n\u{202e} <b>&\"'.pto";

/// Contents of the folder, by name.
type Snapshot = BTreeMap<PathBuf, Content>;

#[derive(PartialEq, Eq)]
enum Content {
    Folder,
    File(Vec<u8>),
    Link(PathBuf),
    Other,
}

/// A folder for one run.
pub struct Sandbox {
    pub folder: PathBuf,
    before: Snapshot,
    pipes: Vec<JoinHandle<()>>,
}

impl Sandbox {
    /// Makes the folder anew.
    pub fn make(folder: &Path, programs: &Programs, rng: &mut Rng) -> std::io::Result<Sandbox> {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder.join("dir"))?;
        fs::write(folder.join("k.pto"), programs.draw(rng))?;
        fs::write(folder.join("other.pto"), programs.draw(rng))?;
        fs::write(folder.join("intact.pto"), programs.intact(rng))?;
        fs::write(folder.join("empty.pto"), "")?;
        fs::write(folder.join(ODD_NAME), programs.draw(rng))?;
        fs::write(folder.join("x.npy"), data::npy(rng))?;
        fs::write(folder.join("y.npy"), data::npy(rng))?;
        fs::write(folder.join("costs.csv"), data::costs(rng))?;
        fs::write(folder.join("messages.txt"), messages::framed(programs, rng))?;
        fs::write(folder.join("lines.txt"), messages::lines(rng))?;
        symlink("loop", folder.join("loop"))?;
        symlink("missing", folder.join("gone"))?;
        symlink("k.pto", folder.join("link.pto"))?;
        let pipes = [folder.join("pipe.in"), folder.join("pipe.out")];
        let made = std::process::Command::new("mkfifo").args(&pipes).status()?;
        assert!(made.success(), "mkfifo");
        Ok(Sandbox { folder: folder.to_path_buf(), before: snapshot(folder)?, pipes: Vec::new() })
    }

    /// Starts somebody who writes into the one pipe and reads the other.
    pub fn serve_pipes(&mut self) {
        let (from, into) = (self.folder.join("pipe.out"), self.folder.join("pipe.in"));
        let text = fs::read(self.folder.join("intact.pto")).unwrap_or_default();
        self.pipes.push(std::thread::spawn(move || {
            let _ =
                fs::OpenOptions::new().write(true).open(into).and_then(|mut f| f.write_all(&text));
        }));
        self.pipes.push(std::thread::spawn(move || {
            let _ = fs::File::open(from).and_then(|mut f| f.read_to_end(&mut Vec::new()));
        }));
    }

    /// Ends who still waits at a pipe.
    pub fn close_pipes(&mut self) {
        while self.pipes.iter().any(|p| !p.is_finished()) {
            // Open for both, a pipe waits for nobody; whoever waits to open it goes on, and meets its end.
            let open = |name| {
                let path = self.folder.join(name);
                let is_pipe = fs::symlink_metadata(&path).is_ok_and(|m| m.file_type().is_fifo());
                let opened = fs::OpenOptions::new().read(true).write(true).open(&path);
                opened.ok().filter(|_| is_pipe)
            };
            // A pipe that is gone is a failure of the run, and its thread waits for ever.
            let (Some(one), Some(other)) = (open("pipe.in"), open("pipe.out")) else { return };
            std::thread::sleep(std::time::Duration::from_micros(200));
            drop((one, other));
        }
        self.pipes.clear();
    }

    /// What is not as it was, in words, except where the command was told to write.
    pub fn unasked_changes(&self, may_change: impl Fn(&Path) -> bool) -> Option<String> {
        let after = match snapshot(&self.folder) {
            Ok(after) => after,
            Err(e) => return Some(format!("the folder cannot be read: {e}")),
        };
        let lost = self.before.keys().find(|name| !after.contains_key(*name) && !may_change(name));
        if let Some(name) = lost {
            return Some(format!("{} is gone", name.display()));
        }
        let of_own = |name: &Path| name.to_string_lossy().contains(".part");
        let changed = after
            .iter()
            .find(|(name, content)| {
                self.before.get(*name) != Some(content) && (of_own(name) || !may_change(name))
            })
            .map(|(name, _)| name);
        changed.map(|name| match self.before.contains_key(name) {
            true => format!("{name:?} was changed"),
            false => format!("{name:?} was left behind"),
        })
    }
}

fn snapshot(folder: &Path) -> std::io::Result<Snapshot> {
    let mut found = Snapshot::new();
    let mut left = vec![PathBuf::new()];
    while let Some(inner) = left.pop() {
        for entry in fs::read_dir(folder.join(&inner))? {
            let entry = entry?;
            let (name, kind) = (inner.join(entry.file_name()), entry.file_type()?);
            let content = if kind.is_dir() {
                left.push(name.clone());
                Content::Folder
            } else if kind.is_file() {
                Content::File(fs::read(entry.path())?)
            } else if kind.is_symlink() {
                Content::Link(fs::read_link(entry.path())?)
            } else {
                Content::Other
            };
            found.insert(name, content);
        }
    }
    Ok(found)
}
