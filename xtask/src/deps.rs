//! How many crates from outside each library needs: few, so that it can be built into anything.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;

/// The libraries, and the most crates from outside that one may name.
const LIBRARIES: [&str; 11] = [
    "pto-isa",
    "pto-ir",
    "pto-analysis",
    "pto-check",
    "pto-validate",
    "pto-kernels",
    "pto-sim",
    "pto-sanitize",
    "pto-debug",
    "pto-cost",
    "pto-lower",
];
const MOST: usize = 5;

/// What a library depends on when it is built without its tests.
struct Needs {
    /// Libraries of this repository that it names.
    own: usize,
    /// Crates from outside that it names.
    named: Vec<String>,
    /// All crates from outside, with what those and the libraries need.
    all: BTreeSet<String>,
}

pub fn run() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let needs = match count(&root) {
        Ok(needs) => needs,
        Err(e) => {
            eprintln!("error: {e}");
            return ExitCode::from(2);
        }
    };
    println!("{:<12} {:>4} {:>6} {:>5}", "library", "own", "others", "all");
    for (name, n) in &needs {
        let names = n.named.join(", ");
        println!("{name:<12} {:>4} {:>6} {:>5}  {names}", n.own, n.named.len(), n.all.len());
    }
    match needs.iter().any(|(_, n)| n.named.len() > MOST) {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    }
}

fn count(root: &Path) -> std::io::Result<Vec<(&'static str, Needs)>> {
    let locked = locked(&std::fs::read_to_string(root.join("Cargo.lock"))?);
    let mut list = Vec::new();
    for name in LIBRARIES {
        let manifest = std::fs::read_to_string(root.join("crates").join(name).join("Cargo.toml"))?;
        let (own, named): (Vec<String>, Vec<String>) =
            dependencies(&manifest).into_iter().partition(|d| LIBRARIES.contains(&d.as_str()));
        let mut all: BTreeSet<String> = named.iter().cloned().collect();
        // Libraries of this repository were counted before: dependencies point one way.
        for (_, needs) in list.iter().filter(|(n, _): &&(&str, Needs)| own.iter().any(|o| o == n)) {
            all.extend(needs.all.iter().cloned());
        }
        let mut left: Vec<String> = all.iter().cloned().collect();
        while let Some(next) = left.pop() {
            for d in locked.get(&next).into_iter().flatten() {
                if all.insert(d.clone()) {
                    left.push(d.clone());
                }
            }
        }
        list.push((name, Needs { own: own.len(), named, all }));
    }
    Ok(list)
}

/// The names under `[dependencies]` of a manifest.
fn dependencies(manifest: &str) -> Vec<String> {
    let lines = manifest.lines().skip_while(|l| *l != "[dependencies]").skip(1);
    let section = lines.take_while(|l| !l.starts_with('['));
    let name = |l: &str| l.split(['.', ' ', '=']).next().unwrap_or("").to_string();
    section.filter(|l| !l.is_empty() && !l.starts_with('#')).map(name).collect()
}

/// What each package of a lock file needs.
fn locked(lock: &str) -> BTreeMap<String, Vec<String>> {
    let mut packages: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut name = String::new();
    for line in lock.lines() {
        if let Some(text) = line.strip_prefix("name = ") {
            name = text.trim_matches('"').to_string();
        } else if let Some(text) = line.strip_prefix(" \"") {
            let needed = text.trim_end_matches(['"', ',']).split(' ').next().unwrap_or("");
            packages.entry(name.clone()).or_default().push(needed.to_string());
        }
    }
    packages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_need_few_crates() {
        let needs = count(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).unwrap();
        for (name, n) in &needs {
            assert!(n.named.len() <= MOST, "{name} names {:?}", n.named);
        }
        let (_, isa) = &needs[0];
        assert_eq!((isa.own, isa.named.as_slice()), (0, &["rustc-hash".to_string()][..]));
    }
}
