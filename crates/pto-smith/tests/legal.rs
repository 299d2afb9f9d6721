//! Programs of every kind are legal, and every instruction that executes occurs in one of them.

use pto_isa::{Sem, Target};
use pto_smith::Kind;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Programs of each kind and target; `PTO_SMITH_SEEDS=N` draws more.
fn seeds() -> u64 {
    std::env::var("PTO_SMITH_SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(150)
}

#[test]
fn every_instruction_that_executes_occurs() {
    let mut seen: BTreeMap<&str, u64> = BTreeMap::new();
    let (mut programs, mut asked) = (0u64, 0u64);
    for (_, kind) in Kind::ALL {
        for target in Target::PROFILES.into_iter().filter(|t| kind.is_for(*t)) {
            for seed in 0..seeds() {
                asked += 1;
                let Some(text) = kind.program(seed, target, 24) else { continue };
                programs += 1;
                let (module, _) = pto_ir::parse(&text);
                for (_, node) in module.nodes() {
                    if let Some(def) = module.def(node) {
                        *seen.entry(def.name).or_default() += 1;
                    }
                }
            }
        }
    }
    let executes = |d: &&pto_isa::OpDef| !matches!(d.sem, Sem::Missing | Sem::Unpublished(_));
    let missing: BTreeSet<&str> =
        pto_isa::all().filter(executes).map(|d| d.name).filter(|n| !seen.contains_key(n)).collect();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/absent.txt");
    let listed = std::fs::read_to_string(&file).unwrap_or_default();
    let listed: BTreeSet<&str> = listed
        .lines()
        .filter(|l| !l.starts_with('#'))
        .filter_map(|l| l.split(':').next())
        .collect();
    println!("{programs} of {asked} programs, {} instructions, without {missing:?}", seen.len());
    assert!(programs * 100 >= asked * 95, "{programs} of {asked} seeds give a legal program");
    let unlisted: Vec<_> = missing.difference(&listed).collect();
    assert!(
        unlisted.is_empty(),
        "no program has {unlisted:?}, and tests/absent.txt does not say why"
    );
}
