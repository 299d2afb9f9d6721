//! The crates that this repository is built from: whether they are what `deny.toml` allows, and the list of them that goes with
//! a release. Neither needs a network.

mod packages;
mod policy;
mod sbom;

use packages::Packages;
use policy::Policy;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// `cargo xtask supply`: checks every crate of `Cargo.lock`, on all platforms.
pub fn check(args: &[String]) -> ExitCode {
    if !args.is_empty() {
        eprintln!("usage: cargo xtask supply");
        return ExitCode::from(2);
    }
    let read = Packages::of_all_platforms(&root())
        .and_then(|packages| Ok((packages, Policy::read(&root().join("deny.toml"))?)));
    let (packages, policy) = match read {
        Ok(read) => read,
        Err(e) => {
            eprintln!("error: {e}");
            return ExitCode::from(2);
        }
    };
    let faults = policy.check(&packages);
    for fault in &faults {
        println!("{fault}");
    }
    println!("{}, {} against deny.toml", packages.summary(), counted(faults.len(), "fault"));
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// `cargo xtask sbom [--target TRIPLE]`: prints what the command is built from, as CycloneDX.
pub fn print_sbom(args: &[String]) -> ExitCode {
    let platform = match args {
        [] => None,
        [option, platform] if option == "--target" => Some(platform.as_str()),
        _ => {
            eprintln!("usage: cargo xtask sbom [--target TRIPLE]");
            return ExitCode::from(2);
        }
    };
    match Packages::of_platform(&root(), platform).and_then(|p| sbom::document(&p, "pto-cli")) {
        Ok(document) => {
            println!("{document:#}");
            ExitCode::SUCCESS
        }
        Err(e) => {
            eprintln!("error: {e}");
            ExitCode::from(2)
        }
    }
}

fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The crates of this machine's platform, which are there because this test was built.
    fn packages() -> Packages {
        Packages::of_platform(&root(), None).unwrap()
    }

    #[test]
    fn dependencies_are_what_the_policy_allows() {
        let policy = Policy::read(&root().join("deny.toml")).unwrap();
        assert_eq!(policy.check(&packages()), Vec::<String>::new());
    }

    #[test]
    fn a_release_lists_what_it_is_built_from() {
        let document = sbom::document(&packages(), "pto-cli").unwrap();
        let text = document.to_string();
        for part in ["pkg:cargo/clap@", "pkg:cargo/pto-isa@", "SHA-256"] {
            assert!(text.contains(part), "{part}");
        }
        // Tests are not part of the command.
        assert!(!text.contains("pkg:cargo/libtest-mimic@") && !text.contains("pkg:cargo/xtask@"));
        let of = |list: &str, key: &str| -> Vec<String> {
            let list = document[list].as_array().unwrap();
            list.iter().map(|c| c[key].as_str().unwrap().to_string()).collect()
        };
        let mut known = of("components", "bom-ref");
        known.push(document["metadata"]["component"]["bom-ref"].as_str().unwrap().to_string());
        assert_eq!(of("dependencies", "ref").len(), known.len());
        for list in document["dependencies"].as_array().unwrap() {
            for needed in list["dependsOn"].as_array().unwrap() {
                assert!(known.iter().any(|k| needed == k), "{needed}");
            }
        }
    }
}
