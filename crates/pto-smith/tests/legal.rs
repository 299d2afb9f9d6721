//! Programs of every kind are legal, and every instruction that executes occurs in one of them.
//!
//! `PTO_SMITH_SEEDS=N` draws N programs of each kind and target on all processors, `PTO_SMITH_SEEDS=A..B` those with these numbers; with
//! `--nocapture` it is shown how many there are:
//!
//! ```text
//! PTO_SMITH_SEEDS=6250 cargo test --release -p pto-smith --test legal -- --nocapture
//! ```

use pto_isa::Target;
use pto_smith::{Kind, fragments, is_legal, mixed};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Numbers of the programs of each kind and target that are drawn in any case.
fn seeds() -> Range<u64> {
    let asked = std::env::var("PTO_SMITH_SEEDS").unwrap_or_default();
    let (first, end) = asked.split_once("..").unwrap_or(("0", &asked));
    first.parse().unwrap_or(0)..end.parse().unwrap_or(20)
}

/// Instructions of a program, about.
const SIZE: u32 = 12;

/// What was drawn of a kind for a target.
#[derive(Clone, Copy, Default)]
struct Drawn {
    seeds: u64,
    programs: u64,
    operations: u64,
}

/// The instructions of a program, and how many operations it has; it must be legal.
fn look_at(text: &str, target: Target, what: &str) -> (BTreeSet<&'static str>, u64) {
    assert!(is_legal(text, target), "{what} is not legal:\n{text}");
    let (module, _) = pto_ir::parse(text);
    let names = module.nodes().filter_map(|(_, n)| module.def(n)).map(|d| d.name);
    (names.collect(), module.nodes().count() as u64)
}

#[test]
fn programs_are_legal_and_have_every_instruction_that_executes() {
    let seen = Mutex::new(BTreeSet::new());
    let drawn = Mutex::new(BTreeMap::<(String, &str), Drawn>::new());
    let Range { start: first, end } = seeds();
    let (next, start) = (AtomicU64::new(first), Instant::now());
    let draw = || {
        while let Some(seed) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|s| *s < end) {
            for (name, kind) in Kind::ALL {
                for target in Target::PROFILES.into_iter().filter(|t| kind.is_for(*t)) {
                    let text = kind.program(seed, target, SIZE);
                    let what = format!("{name} {seed} {target}");
                    let looked = text.map(|text| look_at(&text, target, &what));
                    let mut drawn = drawn.lock().unwrap();
                    let entry = drawn.entry((target.to_string(), name)).or_default();
                    entry.seeds += 1;
                    if let Some((names, operations)) = looked {
                        entry.programs += 1;
                        entry.operations += operations;
                        seen.lock().unwrap().extend(names);
                    }
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(draw);
        }
    });
    let drawn = drawn.into_inner().unwrap();
    println!("target kind       seeds programs operations");
    for ((target, kind), d) in &drawn {
        println!("{target:6} {kind:10} {:5} {:8} {:10}", d.seeds, d.programs, d.operations);
    }
    let sum = |of: fn(&Drawn) -> u64| drawn.values().map(of).sum::<u64>();
    let (programs, asked) = (sum(|d| d.programs), sum(|d| d.seeds));
    println!("{programs} of {asked} seeds give a legal program, in {:?}", start.elapsed());
    assert!(programs * 100 >= asked * 95, "{programs} of {asked} seeds give a legal program");

    // What chance left out is the first instruction of the program with its number.
    let mut seen = seen.into_inner().unwrap();
    for target in Target::PROFILES {
        for (seed, name) in mixed::instructions(target).into_iter().enumerate() {
            if !seen.contains(name)
                && let Some(text) = Kind::Mixed.program(seed as u64, target, 1)
            {
                seen.extend(look_at(&text, target, &format!("mixed {seed} {target}")).0);
            }
        }
    }
    // Tile and register instructions are drawn, and some are rare.
    let executes: Vec<&str> =
        pto_isa::all().filter(|d| fragments::executes(d)).map(|d| d.name).collect();
    let is_missing = |seen: &BTreeSet<&str>| executes.iter().any(|n| !seen.contains(n));
    for seed in end..end + 400 {
        if !is_missing(&seen) {
            break;
        }
        for kind in [Kind::Tiles, Kind::Registers, Kind::Vmi] {
            for target in Target::PROFILES {
                if let Some(text) = kind.program(seed, target, 24) {
                    seen.extend(look_at(&text, target, &format!("{kind:?} {seed} {target}")).0);
                }
            }
        }
    }
    let missing: Vec<&&str> = executes.iter().filter(|n| !seen.contains(**n)).collect();
    println!(
        "{} of {} instructions that execute occur",
        executes.len() - missing.len(),
        executes.len()
    );
    assert!(missing.is_empty(), "no program has {missing:?}");
}
