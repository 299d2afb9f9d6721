//! `deny.toml`, and what does not obey it: licences, sources, crates that occur twice, crates that must not occur,
//! versions and features that a manifest leaves open.

use super::packages::{Package, Packages};
use spdx::{Expression, ParseMode};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use toml::{Table, Value};

/// What is allowed.
pub struct Policy {
    licenses: Vec<String>,
    banned: Vec<String>,
    /// Crates that may occur in several versions.
    may_repeat: Vec<String>,
}

impl Policy {
    pub fn read(file: &Path) -> Result<Policy, String> {
        let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
        let policy = Policy::parse(&text);
        policy.map_err(|e| format!("{}: {e}", file.display()))
    }

    fn parse(text: &str) -> Result<Policy, String> {
        let table: Table = text.parse().map_err(|e: toml::de::Error| e.to_string())?;
        let section = |name: &str| table.get(name).and_then(Value::as_table);
        let licenses = section("licenses").ok_or("there is no [licenses]")?;
        let (bans, sources) = (section("bans"), section("sources"));
        let bans = bans.ok_or("there is no [bans]")?;
        let sources = sources.ok_or("there is no [sources]")?;
        // What is checked without asking must be what the file says.
        let must =
            [(bans, "multiple-versions"), (sources, "unknown-registry"), (sources, "unknown-git")];
        for (section, key) in must {
            if section.get(key).and_then(Value::as_str) != Some("deny") {
                return Err(format!("`{key}` must be \"deny\""));
            }
        }
        Ok(Policy {
            licenses: names(licenses, "allow"),
            banned: names(bans, "deny"),
            may_repeat: names(bans, "skip"),
        })
    }

    /// What is wrong, in words.
    pub fn check(&self, packages: &Packages) -> Vec<String> {
        let mut faults = Vec::new();
        let all = || packages.list.values();
        let registries: BTreeSet<&str> = all().filter_map(|p| p.source.as_deref()).collect();
        if registries.len() > 1 {
            faults.push(format!("crates come from {} places", registries.len()));
        }
        for p in all() {
            faults.extend(self.check_license(p));
            faults.extend(check_source(p));
            if self.banned.contains(&p.name) {
                faults.push(format!("{}: deny.toml forbids it", p.name));
            }
        }
        let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for p in all() {
            versions.entry(&p.name).or_default().push(&p.version);
        }
        for (name, versions) in versions {
            if versions.len() > 1 && !self.may_repeat.iter().any(|n| n == name) {
                faults.push(format!("{name}: locked as {}", versions.join(" and ")));
            }
        }
        for p in all().filter(|p| p.source.is_none()) {
            faults.extend(check_named(p, packages));
        }
        faults
    }

    fn check_license(&self, p: &Package) -> Option<String> {
        let Some(license) = &p.license else {
            return Some(format!("{}: states no licence", p.name));
        };
        let expression = match Expression::parse_mode(license, ParseMode::LAX) {
            Ok(expression) => expression,
            Err(e) => return Some(format!("{}: licence `{license}`: {}", p.name, e.reason)),
        };
        // An exception is part of the name, as cargo-deny has it.
        let is_allowed = expression.evaluate(|asked| self.licenses.contains(&asked.to_string()));
        (!is_allowed).then(|| format!("{}: licence `{license}` is not allowed", p.name))
    }
}

fn check_source(p: &Package) -> Option<String> {
    let source = p.source.as_deref()?;
    match source {
        _ if !source.starts_with("registry+") => {
            Some(format!("{}: comes from `{source}`, which is no registry", p.name))
        }
        _ if p.checksum.is_none() => Some(format!("{}: Cargo.lock has no checksum of it", p.name)),
        _ => None,
    }
}

/// Versions that are left open, and features that come along unasked.
fn check_named(p: &Package, packages: &Packages) -> Vec<String> {
    let mut faults = Vec::new();
    for d in p.named.iter().filter(|d| !d.is_from_here) {
        if d.requirement == "*" {
            faults.push(format!("{}: takes any version of {}", p.name, d.name));
        }
        let has_default =
            packages.list.values().any(|q| q.name == d.name && q.has_default_features);
        if d.takes_default_features && has_default && !d.is_for_tests {
            faults.push(format!(
                "{}: takes the default features of {}; write `default-features = false` and those it needs",
                p.name, d.name
            ));
        }
    }
    faults
}

/// A list of names, or of tables with a name under `crate`.
fn names(table: &Table, key: &str) -> Vec<String> {
    let list = table.get(key).and_then(Value::as_array).into_iter().flatten();
    let name = |v: &Value| v.as_str().or_else(|| v.get("crate")?.as_str()).map(str::to_string);
    list.filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::super::packages::Named;
    use super::*;

    const POLICY: &str = "[licenses]\nallow = ['MIT']\n[bans]\nmultiple-versions = 'deny'\n\
        deny = [{ crate = 'curl' }]\n[sources]\nunknown-registry = 'deny'\nunknown-git = 'deny'\n";

    fn from_outside(name: &str, version: &str, license: &str) -> Package {
        Package {
            name: name.into(),
            version: version.into(),
            license: Some(license.into()),
            source: Some("registry+somewhere".into()),
            checksum: Some("00".into()),
            has_default_features: true,
            runs_at_build: false,
            named: Vec::new(),
        }
    }

    fn faults(list: Vec<Package>) -> Vec<String> {
        let list = list.into_iter().enumerate().map(|(i, p)| (i.to_string(), p)).collect();
        Policy::parse(POLICY).unwrap().check(&Packages { list, needs: BTreeMap::new() })
    }

    #[test]
    fn what_is_not_allowed_is_named() {
        let none: Vec<String> = Vec::new();
        assert_eq!(faults(vec![from_outside("a", "1.0.0", "Apache-2.0 OR MIT")]), none);
        let both = vec![from_outside("a", "1.0.0", "Apache-2.0 AND MIT")];
        assert_eq!(faults(both), ["a: licence `Apache-2.0 AND MIT` is not allowed"]);
        let with = vec![from_outside("a", "1.0.0", "GPL-3.0 WITH Classpath-exception-2.0")];
        assert!(faults(with)[0].contains("is not allowed"));
        let twice = vec![from_outside("a", "1.0.0", "MIT"), from_outside("a", "2.0.0", "MIT")];
        assert_eq!(faults(twice), ["a: locked as 1.0.0 and 2.0.0"]);
        assert_eq!(
            faults(vec![from_outside("curl", "1.0.0", "MIT")]),
            ["curl: deny.toml forbids it"]
        );
        let unlocked = Package { checksum: None, ..from_outside("a", "1.0.0", "MIT") };
        assert_eq!(faults(vec![unlocked]), ["a: Cargo.lock has no checksum of it"]);
        let git = Package { source: Some("git+x".into()), ..from_outside("a", "1.0.0", "MIT") };
        assert_eq!(faults(vec![git]), ["a: comes from `git+x`, which is no registry"]);
        let unlicensed = Package { license: None, ..from_outside("a", "1.0.0", "MIT") };
        assert_eq!(faults(vec![unlicensed]), ["a: states no licence"]);
    }

    #[test]
    fn manifests_leave_nothing_open() {
        let named = Named {
            name: "a".into(),
            requirement: "*".into(),
            is_for_tests: false,
            is_from_here: false,
            takes_default_features: true,
        };
        let own =
            Package { source: None, named: vec![named], ..from_outside("pto", "0.1.0", "MIT") };
        let found = faults(vec![from_outside("a", "1.0.0", "MIT"), own]);
        assert_eq!(found.len(), 2, "{found:?}");
        assert_eq!(found[0], "pto: takes any version of a");
        assert!(found[1].starts_with("pto: takes the default features of a;"), "{found:?}");
    }

    #[test]
    fn a_policy_that_allows_more_is_refused() {
        let lax = POLICY.replace("unknown-git = 'deny'", "unknown-git = 'allow'");
        assert_eq!(Policy::parse(&lax).err().as_deref(), Some("`unknown-git` must be \"deny\""));
    }
}
