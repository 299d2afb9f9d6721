//! What fuzzing begins with: the programs of the tests and examples, and what is stored under `fuzz/seeds`.

use crate::FuzzTarget;
use pto_smith::Choices;
use std::path::{Path, PathBuf};

/// Where the seeds of a target come from, beside the files of `fuzz/seeds/NAME`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seeds {
    /// The files of `fuzz/seeds/programs`, and every section of a `.pto` file of the repository that is short enough.
    Programs,
    /// Random bytes: they choose programs.
    Random,
    /// Nothing else.
    Stored,
}

/// Seeds of random bytes for a target that is told programs by choices.
const RANDOM: u64 = 48;

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files below a folder, in a fixed order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else { return found };
    for path in entries.filter_map(|e| Some(e.ok()?.path())) {
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => found.push(path),
        }
    }
    found.sort();
    found
}

/// The seeds that are stored as files, with their names.
pub fn stored(target: &FuzzTarget) -> Vec<(String, Vec<u8>)> {
    let mut list = folder(target.name);
    if target.seeds == Seeds::Programs {
        list.extend(folder("programs"));
    }
    list
}

/// The files of a folder of seeds.
fn folder(name: &str) -> Vec<(String, Vec<u8>)> {
    let read = |path: PathBuf| {
        let name = path.file_name()?.to_string_lossy().into_owned();
        Some((name, std::fs::read(&path).ok()?))
    };
    files(&root().join("fuzz/seeds").join(name)).into_iter().filter_map(read).collect()
}

/// What every build begins with: it depends on `fuzz/seeds` alone, so that a new test elsewhere changes nothing.
pub fn fixed(target: &FuzzTarget) -> Vec<(String, Vec<u8>)> {
    let mut list = stored(target);
    if target.seeds == Seeds::Random {
        list.extend(random(target.max_bytes));
    }
    list
}

/// The sections of the `.pto` files of the repository, up to a length.
fn programs(max_bytes: usize) -> Vec<(String, Vec<u8>)> {
    let mut list = Vec::new();
    let all = ["examples", "tests"].iter().flat_map(|f| files(&root().join(f)));
    for path in all.filter(|p| p.extension().is_some_and(|e| e == "pto")) {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for (i, section) in text.split("\n// -----\n").enumerate() {
            if section.len() <= max_bytes {
                list.push((format!("{name}-{i}"), section.as_bytes().to_vec()));
            }
        }
    }
    list
}

/// Random bytes of several lengths.
fn random(max_bytes: usize) -> Vec<(String, Vec<u8>)> {
    let one = |seed: u64| {
        let mut choices = Choices::seeded(seed);
        let length = 8 + choices.index(max_bytes.min(256));
        let bytes = (0..length).map(|_| choices.bits() as u8).collect();
        (format!("random-{seed}"), bytes)
    };
    (0..RANDOM).map(one).collect()
}

/// All seeds of a target with names; no two have the same.
pub fn all(target: &FuzzTarget) -> Vec<(String, Vec<u8>)> {
    let mut list = fixed(target);
    if target.seeds == Seeds::Programs {
        list.extend(programs(target.max_bytes));
    }
    for (i, seed) in list.iter_mut().enumerate() {
        seed.0 = format!("{i:05}-{}", seed.0);
    }
    list
}
