//! Programs of every kind are legal, and every instruction that executes occurs in one of them or is listed.

use pto_isa::{Sem, Target};
use pto_smith::Kind;
use std::collections::BTreeSet;
use std::path::Path;

/// Programs of each kind and target that are drawn in any case; `PTO_SMITH_SEEDS=N` draws more.
fn seeds() -> u64 {
    std::env::var("PTO_SMITH_SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(40)
}

/// This many are drawn at most, as long as an instruction is missing.
const MOST_SEEDS: u64 = 240;

#[test]
fn every_instruction_that_executes_occurs_or_is_listed() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/absent.txt");
    let listed = std::fs::read_to_string(&file).unwrap_or_default();
    let listed: BTreeSet<&str> = listed
        .lines()
        .filter(|l| !l.starts_with('#'))
        .filter_map(|l| l.split(": ").next())
        .collect();
    let executes = |d: &&pto_isa::OpDef| !matches!(d.sem, Sem::Missing | Sem::Unpublished(_));
    let names = pto_isa::all().filter(executes).map(|d| d.name);
    let mut missing: BTreeSet<&str> = names.filter(|n| !listed.contains(n)).collect();
    let (mut programs, mut asked) = (0u64, 0u64);
    for seed in 0..MOST_SEEDS {
        if seed >= seeds() && missing.is_empty() {
            break;
        }
        for (_, kind) in Kind::ALL {
            for target in Target::PROFILES.into_iter().filter(|t| kind.is_for(*t)) {
                asked += 1;
                let Some(text) = kind.program(seed, target, 24) else { continue };
                programs += 1;
                let (module, _) = pto_ir::parse(&text);
                for (_, node) in module.nodes() {
                    module.def(node).map(|def| missing.remove(def.name));
                }
            }
        }
    }
    println!("{programs} of {asked} seeds give a legal program");
    assert!(programs * 100 >= asked * 95, "{programs} of {asked} seeds give a legal program");
    assert!(
        missing.is_empty(),
        "no program has {missing:?}, and tests/absent.txt does not say why"
    );
}
