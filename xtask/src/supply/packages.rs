//! What Cargo says of the crates that are locked.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// A crate, of this repository or from elsewhere.
pub struct Package {
    pub name: String,
    pub version: String,
    /// As its manifest states it.
    pub license: Option<String>,
    /// Where it comes from; none for a crate of this repository.
    pub source: Option<String>,
    /// SHA-256 of its archive, as it is locked.
    pub checksum: Option<String>,
    /// Whether it has features that are on unless somebody says otherwise.
    pub has_default_features: bool,
    /// Whether its code runs while others are built.
    pub runs_at_build: bool,
    /// What its manifest names.
    pub named: Vec<Named>,
}

/// A dependency as a manifest has it.
pub struct Named {
    pub name: String,
    pub requirement: String,
    pub is_for_tests: bool,
    pub is_from_here: bool,
    pub takes_default_features: bool,
}

/// All crates, by their ids, and what each needs.
pub struct Packages {
    pub list: BTreeMap<String, Package>,
    /// What each needs to be built, without its tests.
    pub needs: BTreeMap<String, BTreeSet<String>>,
}

impl Packages {
    /// Those of every platform, which `cargo fetch --locked` brings.
    pub fn of_all_platforms(root: &Path) -> Result<Packages, String> {
        read(root, &[])
            .map_err(|e| format!("{e}\nhelp: `cargo fetch --locked` brings what is missing"))
    }

    /// Those of one platform; without a name, of this machine's.
    pub fn of_platform(root: &Path, platform: Option<&str>) -> Result<Packages, String> {
        let platform = match platform {
            Some(platform) => platform.to_string(),
            None => host()?,
        };
        read(root, &["--filter-platform", &platform])
    }

    pub fn summary(&self) -> String {
        let others = self.list.values().filter(|p| p.source.is_some());
        let at_build = others.clone().filter(|p| p.runs_at_build).count();
        format!(
            "{} crates from outside, {at_build} of them run code during the build",
            others.count()
        )
    }
}

/// The platform of the compiler.
fn host() -> Result<String, String> {
    let out = Command::new("rustc").arg("-vV").output().map_err(|e| format!("rustc: {e}"))?;
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let host = text.lines().find_map(|l| l.strip_prefix("host: "));
    host.map(str::to_string).ok_or_else(|| "rustc names no host".into())
}

fn read(root: &Path, more: &[&str]) -> Result<Packages, String> {
    let out = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--locked"])
        .args(more)
        .current_dir(root)
        .output()
        .map_err(|e| format!("cargo: {e}"))?;
    if !out.status.success() {
        return Err(String::from_utf8_lossy(&out.stderr).trim().to_string());
    }
    let metadata: Value = serde_json::from_slice(&out.stdout).map_err(|e| e.to_string())?;
    let lock = std::fs::read_to_string(root.join("Cargo.lock")).map_err(|e| e.to_string())?;
    let checksums = checksums(&lock);
    let mut list = BTreeMap::new();
    for p in elements(&metadata["packages"]) {
        list.insert(text(&p["id"]), package(p, &checksums));
    }
    let mut needs = BTreeMap::new();
    for node in elements(&metadata["resolve"]["nodes"]) {
        let built = elements(&node["deps"])
            .filter(|d| elements(&d["dep_kinds"]).any(|k| k["kind"] != "dev"));
        needs.insert(text(&node["id"]), built.map(|d| text(&d["pkg"])).collect());
    }
    // Crates of other platforms are described, but not resolved.
    list.retain(|id, _| needs.contains_key(id));
    Ok(Packages { list, needs })
}

fn package(p: &Value, checksums: &BTreeMap<(String, String), String>) -> Package {
    let (name, version) = (text(&p["name"]), text(&p["version"]));
    let kinds = || elements(&p["targets"]).flat_map(|t| elements(&t["kind"]));
    let named = elements(&p["dependencies"]).map(|d| Named {
        name: text(&d["name"]),
        requirement: text(&d["req"]),
        is_for_tests: d["kind"] == "dev",
        is_from_here: d["source"].is_null(),
        takes_default_features: d["uses_default_features"] == true,
    });
    Package {
        license: p["license"].as_str().map(str::to_string),
        source: p["source"].as_str().map(str::to_string),
        checksum: checksums.get(&(name.clone(), version.clone())).cloned(),
        has_default_features: elements(&p["features"]["default"]).next().is_some(),
        runs_at_build: kinds().any(|k| k == "custom-build" || k == "proc-macro"),
        named: named.collect(),
        name,
        version,
    }
}

fn elements(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_string()
}

/// The checksums of a lock file, by name and version.
fn checksums(lock: &str) -> BTreeMap<(String, String), String> {
    let mut found = BTreeMap::new();
    for block in lock.split("[[package]]") {
        let value = |key: &str| {
            let line = block.lines().find_map(|l| l.strip_prefix(key));
            line.map(|l| l.trim_matches('"').to_string())
        };
        if let (Some(name), Some(version), Some(sum)) =
            (value("name = "), value("version = "), value("checksum = "))
        {
            found.insert((name, version), sum);
        }
    }
    found
}
