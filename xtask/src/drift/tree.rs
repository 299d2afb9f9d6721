//! The files of one state of a source: a folder, or a revision of a git repository.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Error, Read, Result, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// What the facts are read from: pages, headers, the dialect and its verifiers.
const ROOTS: [&str; 4] = ["docs/isa/", "include/pto/", "include/PTO/IR/", "lib/PTO/IR/"];
const ENDINGS: [&str; 5] = [".md", ".hpp", ".h", ".td", ".cpp"];

/// The texts of a state, by path.
pub struct Tree {
    /// How the user called it.
    pub name: String,
    pub files: BTreeMap<String, String>,
}

fn is_read(path: &str) -> bool {
    ROOTS.iter().any(|r| path.starts_with(r)) && ENDINGS.iter().any(|e| path.ends_with(e))
}

impl Tree {
    /// A checkout.
    pub fn of_folder(folder: &str) -> Result<Tree> {
        let mut files = BTreeMap::new();
        for root in ROOTS {
            read_below(Path::new(folder), root.trim_end_matches('/'), &mut files)?;
        }
        Tree::filled(folder, files)
    }

    /// A revision of the git repository at `repo`.
    pub fn of_revision(repo: &str, revision: &str) -> Result<Tree> {
        let listing = Command::new("git")
            .args(["-C", repo, "ls-tree", "-r", "--name-only", revision])
            .output()?;
        if !listing.status.success() {
            let words = String::from_utf8_lossy(&listing.stderr).trim().to_string();
            return Err(Error::other(format!("{repo}: {words}")));
        }
        let names = String::from_utf8_lossy(&listing.stdout).into_owned();
        let paths: Vec<String> = names.lines().filter(|p| is_read(p)).map(String::from).collect();
        Tree::filled(revision, read_objects(repo, revision, paths)?)
    }

    /// A tree of a test.
    #[cfg(test)]
    pub fn of_files(name: &str, files: &[(&str, &str)]) -> Tree {
        let files = files.iter().map(|(p, t)| (p.to_string(), t.to_string())).collect();
        Tree { name: name.into(), files }
    }

    fn filled(name: &str, files: BTreeMap<String, String>) -> Result<Tree> {
        if files.is_empty() {
            return Err(Error::other(format!(
                "`{name}` has none of {}: give a checkout of pto-isa or of PTOAS",
                ROOTS.join(", ")
            )));
        }
        Ok(Tree { name: name.into(), files })
    }
}

fn read_below(root: &Path, path: &str, files: &mut BTreeMap<String, String>) -> Result<()> {
    let here = root.join(path);
    if !here.is_dir() {
        return Ok(());
    }
    for entry in std::fs::read_dir(here)? {
        let entry = entry?;
        let path = format!("{path}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            read_below(root, &path, files)?;
        } else if is_read(&path) {
            let bytes = std::fs::read(entry.path())?;
            files.insert(path, String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    Ok(())
}

/// Asks one `git cat-file` for all files.
fn read_objects(
    repo: &str,
    revision: &str,
    paths: Vec<String>,
) -> Result<BTreeMap<String, String>> {
    let mut git = Command::new("git")
        .args(["-C", repo, "cat-file", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let (Some(mut requests), Some(answers)) = (git.stdin.take(), git.stdout.take()) else {
        return Err(Error::other("git has no pipes"));
    };
    let lines: String = paths.iter().map(|p| format!("{revision}:{p}\n")).collect();
    // Git stops reading when nobody takes its answers.
    let writer = std::thread::spawn(move || requests.write_all(lines.as_bytes()));
    let mut answers = BufReader::new(answers);
    let mut files = BTreeMap::new();
    for path in paths {
        let mut head = String::new();
        answers.read_line(&mut head)?;
        let bytes = head.split_whitespace().nth(2).and_then(|n| n.parse::<usize>().ok());
        let bytes = bytes.ok_or_else(|| Error::other(format!("git said `{}`", head.trim())))?;
        // A line feed follows the object.
        let mut object = vec![0; bytes + 1];
        answers.read_exact(&mut object)?;
        object.pop();
        files.insert(path, String::from_utf8_lossy(&object).into_owned());
    }
    writer.join().map_err(|_| Error::other("git was not asked"))??;
    git.wait()?;
    Ok(files)
}
