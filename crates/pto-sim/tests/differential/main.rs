//! Every tile instruction of the table gives the same by its fast kernel as by its definition: on every
//! target, with every element type, by manual and by silicon, on random operands.
//!
//! Operands come from the table and the filetests: `pto_smith::uses` reads legal uses, `vary` makes others of them,
//! `setting` puts them into memory. `--nocapture` shows what was covered. `PTO_CASE=tadd:123` repeats a
//! case and shows it; `PTO_CASE=tadd` runs the cases of one instruction; `PTO_ROUNDS=20` runs 20 times as many, and
//! `PTO_PER_CLASS=100000` as many as it takes for that many of every class of instructions.

mod setting;
mod wanted;

use pto_isa::def::Types;
use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{DType, OpDef, Sem, Target};
use pto_kernels::differential::{Case, VectorLevel, compare, set_level};
use pto_smith::uses::{self, Use};
use pto_smith::{Choices, vary};
use setting::Scene;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use wanted::{hash, wanted};

/// Cases of an instruction with given types on a target by one semantics.
const CASES: u32 = 4;
/// Attempts to get that many.
const ATTEMPTS: u32 = 40;
/// Fewer cases than this mean that something does not make them any more.
const ENOUGH: u32 = 20_000;

/// What was done for an instruction.
#[derive(Default)]
struct Tally {
    cases: u32,
    fast: u32,
    trapped: u32,
    refused: u32,
    /// Types no legal use was found for.
    without: Vec<String>,
    failures: Vec<String>,
}

/// A tile instruction with its uses.
type Subject = (&'static OpDef, Vec<Use>);

fn subjects() -> Vec<Subject> {
    let mut map: BTreeMap<&str, Subject> = BTreeMap::new();
    let filetests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/isa");
    for u in uses::read_all(&filetests) {
        if !matches!(u.def.sem, Sem::Missing | Sem::Unpublished(_) | Sem::Machine) {
            map.entry(u.def.name).or_insert((u.def, Vec::new())).1.push(u);
        }
    }
    map.into_values().collect()
}

/// The combinations of element types an instruction takes on a target, by operand.
fn type_choices(def: &OpDef, target: Target) -> Vec<Vec<(u8, DType)>> {
    let Some(support) = def.support_on(target) else { return Vec::new() };
    let key = support.key.iter().copied();
    match support.types {
        // What is left to the rules: try them all at the first operand.
        Types::Any | Types::Absent => {
            let any = DType::ALL.iter().filter(|d| **d != DType::I1);
            [Vec::new()].into_iter().chain(any.map(|&d| vec![(0, d)])).collect()
        }
        Types::OneOf(types) => {
            types.iter().map(|&d| key.clone().map(|k| (k, d)).collect()).collect()
        }
        Types::Tuples(list) => {
            list.iter().map(|t| key.clone().zip(t.iter().copied()).collect()).collect()
        }
    }
}

/// What kind of semantics an instruction has.
fn class(def: &OpDef) -> &'static str {
    match def.sem {
        Sem::Map(_) => "element-wise",
        Sem::Reduce(_) => "reductions",
        Sem::ArgReduce(_) => "places of extremes",
        Sem::Load(_) => "loads",
        Sem::Store(_) => "stores",
        Sem::Compare(_) => "comparisons",
        Sem::Select(_) => "selections",
        Sem::Convert(_) => "conversions",
        Sem::FillPad(_) => "padding",
        Sem::Part(_) | Sem::PartArg(_) => "partial operands",
        Sem::Move(_) => "moves",
        Sem::Matmul(_) | Sem::Mad(_) => "products",
        Sem::Custom(_) => "of their own",
        _ => "others",
    }
}

/// A number in a variable of the environment.
fn variable(name: &str) -> Option<u32> {
    std::env::var(name).ok()?.parse().ok()
}

fn test_one((def, uses): &Subject, only: Option<u64>, rounds: u32) -> Tally {
    let mut tally = Tally::default();
    let name = def.name.bytes().fold(0, |h, b| hash(&[h, b.into()]));
    for (at, target) in Target::PROFILES.into_iter().enumerate() {
        for (i, key) in type_choices(def, target).iter().enumerate() {
            let mut found = 0;
            for (s, semantics) in [Semantics::Manual, Semantics::Silicon].into_iter().enumerate() {
                let mut here = 0;
                for attempt in 0..ATTEMPTS * rounds {
                    let seed =
                        hash(&[name, at as u64, i as u64, s as u64, u64::from(attempt)]) >> 16;
                    if only.is_some_and(|o| o != seed) {
                        continue;
                    }
                    let numerics = Numerics::new(target, semantics);
                    match try_case(seed, uses, numerics, key, &mut tally, only.is_some()) {
                        true => here += 1,
                        false => tally.refused += 1,
                    }
                    if here == CASES * rounds {
                        break;
                    }
                }
                found += here;
            }
            let listed = !matches!(def.support_on(target).map(|s| s.types), Some(Types::Any));
            if found == 0 && only.is_none() && listed {
                let types: Vec<&str> = key.iter().map(|k| k.1.name()).collect();
                tally.without.push(format!("{} {target} ({})", def.name, types.join(", ")));
            }
        }
    }
    tally
}

/// Runs a case; `false` if its operands are not legal.
fn try_case(
    seed: u64,
    uses: &[Use],
    numerics: Numerics,
    key: &[(u8, DType)],
    tally: &mut Tally,
    show: bool,
) -> bool {
    let mut rng = Choices::seeded(seed);
    let from = &uses[rng.below(uses.len() as u32) as usize];
    let Some(u) = vary::vary(&mut rng, from, numerics.target, key) else { return false };
    let mut numerics = numerics;
    if rng.one_in(8) {
        numerics.outside_valid = rng.pick(&pto_isa::sem::OutsideValid::ALL);
    }
    let Some(scene) = setting::set_up(&mut rng, &u, numerics.target) else { return false };
    tally.cases += 1;
    let attrs: Vec<_> = u.attrs.iter().map(|(n, s)| (n.as_str(), s.value())).collect();
    let case = Case {
        def: u.def,
        numerics,
        args: &scene.args,
        attrs: &attrs,
        locals: &scene.locals,
        buffers: &scene.buffers,
    };
    set_level(rng.pick(&VectorLevel::ALL));
    let outcome = catch_unwind(AssertUnwindSafe(|| compare(&case)));
    let wrong = match outcome {
        Ok(Ok(same)) => {
            tally.fast += u32::from(same.fast);
            tally.trapped += u32::from(same.trapped);
            None
        }
        Ok(Err(difference)) => Some(difference),
        Err(panic) => Some(match panic.downcast::<String>() {
            Ok(text) => format!("panic: {text}"),
            Err(_) => "panic".into(),
        }),
    };
    if show || wrong.is_some() {
        let text = describe(seed, &u, numerics, &scene);
        match wrong {
            Some(wrong) => tally.failures.push(format!("{wrong}\n{text}")),
            None => println!("{text}"),
        }
    }
    true
}

/// The whole case in words.
fn describe(seed: u64, u: &Use, numerics: Numerics, scene: &Scene) -> String {
    use std::fmt::Write as _;
    let mut text = format!("  PTO_CASE={}:{seed} with {numerics:?}\n", u.def.name);
    for (name, setting) in &u.attrs {
        let _ = writeln!(text, "  {name} = {setting:?}");
    }
    let given = u.given.iter().filter(|g| !g.result || g.ty.as_tile().is_some());
    for (g, (_, arg)) in given.zip(&scene.args) {
        let name = u.def.operands[g.slot as usize].name;
        let at = match arg {
            pto_isa::sem::Arg::Tile(t) => {
                format!("at {} valid {:?} storage {:?}", t.addr, t.valid, t.storage)
            }
            other => format!("{other:?}"),
        };
        let _ = writeln!(text, "  {name}: {} {at}", g.ty);
    }
    text
}

/// Tests instructions on all processors, each as often as it is said.
fn test_all(
    subjects: &[Subject],
    only: Option<u64>,
    rounds: impl Fn(&OpDef) -> u32 + Sync,
) -> BTreeMap<&'static str, Tally> {
    let next = AtomicUsize::new(0);
    let results: Mutex<BTreeMap<&str, Tally>> = Mutex::default();
    let work = || {
        while let Some(subject) = subjects.get(next.fetch_add(1, Ordering::Relaxed)) {
            let tally = test_one(subject, only, rounds(subject.0));
            results.lock().unwrap().insert(subject.0.name, tally);
        }
    };
    std::thread::scope(|s| {
        let threads = std::thread::available_parallelism().map_or(2, usize::from).min(8);
        (0..threads).for_each(|_| {
            s.spawn(work);
        });
    });
    results.into_inner().unwrap()
}

#[test]
fn fast_kernels_equal_definitions() {
    let (name, only) = wanted();
    let mut subjects = subjects();
    if !name.is_empty() {
        subjects.retain(|s| s.0.name == name);
    }
    // A case to be repeated may be one of many draws.
    let rounds = variable("PTO_ROUNDS").unwrap_or(if only.is_some() { 1000 } else { 1 });
    let mut results = test_all(&subjects, only, |_| rounds);
    let of_class = |results: &BTreeMap<&str, Tally>| {
        let mut classes: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
        for (def, _) in &subjects {
            let (cases, fast) = classes.entry(class(def)).or_default();
            let tally = &results[def.name];
            (*cases, *fast) = (*cases + tally.cases, *fast + tally.fast);
        }
        classes
    };
    if let Some(wanted) = variable("PTO_PER_CLASS") {
        let classes = of_class(&results);
        results = test_all(&subjects, only, |def| {
            rounds * wanted.div_ceil(classes[class(def)].0.max(1)).max(1)
        });
    }
    println!("{:<20}{:>8}{:>8}", "class", "cases", "fast");
    for (class, (cases, fast)) in of_class(&results) {
        println!("{class:<20}{cases:>8}{fast:>8}");
    }
    println!("{:<20}{:>8}{:>8}{:>8}{:>8}", "instruction", "cases", "fast", "trap", "refused");
    let mut total = Tally::default();
    for (name, t) in &results {
        println!("{name:<20}{:>8}{:>8}{:>8}{:>8}", t.cases, t.fast, t.trapped, t.refused);
        total.cases += t.cases;
        total.fast += t.fast;
        total.refused += t.refused;
    }
    println!("{:<20}{:>8}{:>8}{:>16}", "all", total.cases, total.fast, total.refused);
    let list = |of: fn(&Tally) -> &Vec<String>| -> Vec<&str> {
        results.values().flat_map(|t| of(t).iter().map(String::as_str)).collect()
    };
    let (without, failures) = (list(|t| &t.without), list(|t| &t.failures));
    let shown: Vec<&str> = failures.iter().take(1000).copied().collect();
    assert!(failures.is_empty(), "{} cases differ:\n{}", failures.len(), shown.join("\n"));
    assert!(without.is_empty(), "no legal operands for\n{}", without.join("\n"));
    assert!(total.cases > 0, "there is no such case");
    assert!(!name.is_empty() || total.cases >= ENOUGH, "only {} cases", total.cases);
}
