//! The software bill of materials of a release, as CycloneDX 1.6: every crate that is built into the command, with version, licence and
//! checksum, and what needs what. The same text for the same `Cargo.lock`: it has neither a time nor a number of its own.

use super::packages::{Package, Packages};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The document for one crate of this repository.
pub fn document(packages: &Packages, of: &str) -> Result<Value, String> {
    let is_root = |p: &Package| p.name == of && p.source.is_none();
    let root = packages.list.iter().find(|(_, p)| is_root(p));
    let (root_id, root) = root.ok_or_else(|| format!("there is no crate {of} here"))?;
    let mut seen = BTreeSet::from([root_id.as_str()]);
    let mut left = vec![root_id.as_str()];
    while let Some(id) = left.pop() {
        for needed in packages.needs.get(id).into_iter().flatten() {
            if seen.insert(needed) {
                left.push(needed);
            }
        }
    }
    let found = |id: &&str| packages.list.get(*id);
    let components = seen.iter().filter(|id| **id != root_id).filter_map(found);
    let dependencies = seen.iter().filter_map(|id| {
        let needs = packages.needs.get(*id)?;
        let needs = needs.iter().filter_map(|n| packages.list.get(n)).map(purl);
        Some(
            json!({ "ref": purl(packages.list.get(*id)?), "dependsOn": needs.collect::<Vec<_>>() }),
        )
    });
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": { "component": component(root, "application") },
        "components": components.map(|p| component(p, "library")).collect::<Vec<_>>(),
        "dependencies": dependencies.collect::<Vec<_>>(),
    }))
}

fn component(p: &Package, kind: &str) -> Value {
    let mut component = json!({
        "type": kind,
        "bom-ref": purl(p),
        "name": p.name,
        "version": p.version,
        "purl": purl(p),
    });
    if let Some(license) = &p.license {
        // The older way to write two licences is no expression.
        component["licenses"] = json!([{ "expression": license.replace('/', " OR ") }]);
    }
    if let Some(checksum) = &p.checksum {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
    }
    component
}

/// The name of a crate for other tools.
fn purl(p: &Package) -> String {
    format!("pkg:cargo/{}@{}", p.name, p.version)
}
