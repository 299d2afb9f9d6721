//! Every instruction on vector registers and predicates gives the same by its kernel as by its definition: on
//! every target, with every combination of element types and every word of its attributes that the table has,
//! by manual and by silicon, on special values and under all sorts of predicates.
//!
//! `pto_smith::registers::draw` makes legal uses from the table, `write` puts one into a program that loads its operands and stores
//! its results, `contents` fills memory. `--nocapture` shows what was covered. `PTO_CASE=vadd` runs the cases
//! of one instruction, `PTO_CASE=vadd:123` one case and shows it; `PTO_ROUNDS=20` runs 20 times as many (a
//! case of them is found again with the same number).

mod cube;
mod loops;
#[path = "../differential/wanted.rs"]
mod wanted;
mod words;

use pto_check::{Options, verify};
use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{OpDef, Sem, Target};
use pto_sim::{Launch, Limits, decode};
use pto_smith::Choices;
use pto_smith::registers::draw::Wish;
use pto_smith::registers::write::Writer;
use pto_smith::registers::{chain, contents, draw};
use pto_smith::uses::Setting;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use wanted::{hash, wanted};

/// Programs of an instruction with given types on a target by one semantics: with listed types, and with any.
const PROGRAMS: [usize; 2] = [2, 1];
/// The same for an instruction with words, which are taken one after another.
const PROGRAMS_WITH_WORDS: [usize; 2] = [3, 1];
/// Arguments each program runs with.
const RUNS: u32 = 2;
/// Fewer cases than this mean that something does not make them any more.
const ENOUGH: u32 = 20_000;
/// Programs of several instructions.
const CHAINS: u64 = 400;
/// Cases that a kernel must have done, of those where kernels are counted.
const ENOUGH_FAST: u32 = 2_500;
/// Instructions of a kind with kernels whose function has none.
const WITHOUT_KERNEL: [&str; 2] = ["vshl", "vshr"];

/// What was done for an instruction.
#[derive(Default)]
struct Tally {
    cases: u32,
    fast: u32,
    trapped: u32,
    /// Why runs were stopped, and how often.
    traps: BTreeMap<String, u32>,
    refused: u32,
    /// Words that were in a legal use.
    words: BTreeSet<(String, String)>,
    /// Types no legal use was found for.
    without: Vec<String>,
    failures: Vec<String>,
}

fn test_one(def: &'static OpDef, only: Option<u64>) -> Tally {
    let mut tally = Tally::default();
    let rounds: usize = std::env::var("PTO_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let name = def.name.bytes().fold(0, |h, b| hash(&[h, b.into()]));
    let words = draw::words(def);
    let mut turns = [0; 2];
    for (at, target) in Target::PROFILES.into_iter().enumerate() {
        let mut here = 0;
        let choices = draw::type_choices(def, target);
        // All words occur by either semantics.
        let least = words.len().div_ceil(choices.len().max(1));
        for (i, wish) in choices.into_iter().enumerate() {
            let mut found = 0;
            for (s, semantics) in [Semantics::Manual, Semantics::Silicon].into_iter().enumerate() {
                let programs = if words.is_empty() { PROGRAMS } else { PROGRAMS_WITH_WORDS };
                let programs = programs[usize::from(wish.key.is_empty())].max(least) * rounds;
                for attempt in 0..programs {
                    let word = words.get(turns[s] % words.len().max(1)).copied();
                    turns[s] += 1;
                    let seed = hash(&[name, at as u64, i as u64, s as u64, attempt as u64]) >> 16;
                    if only.is_some_and(|o| o != seed) {
                        continue;
                    }
                    let wish = Wish { word, ..wish.clone() };
                    let numerics = Numerics::new(target, semantics);
                    match try_case(seed, def, numerics, &wish, &mut tally, only.is_some()) {
                        true => found += 1,
                        false => tally.refused += 1,
                    }
                }
            }
            here += found;
            if found == 0 && only.is_none() && !wish.key.is_empty() {
                let types: Vec<&str> = wish.key.iter().map(|k| k.1.name()).collect();
                tally.without.push(format!("{} {target} ({})", def.name, types.join(", ")));
            }
        }
        if here == 0 && only.is_none() && def.support_on(target).is_some() {
            tally.without.push(format!("{} {target}", def.name));
        }
    }
    tally
}

/// Runs a program; `false` if none was found that is legal.
fn try_case(
    seed: u64,
    def: &'static OpDef,
    numerics: Numerics,
    wish: &Wish,
    tally: &mut Tally,
    show: bool,
) -> bool {
    let mut rng = Choices::seeded(seed);
    let target = numerics.target;
    let Some(u) = draw::draw(&mut rng, def, target, wish) else { return false };
    let mut w = Writer::new(target);
    let results = w.instruction(&mut rng, &u);
    for (name, ty) in &results {
        w.keep(name, ty);
    }
    let text = w.text();
    let (module, syntax) = pto_ir::parse(&text);
    if let Some(d) = syntax.iter().find(|d| d.is_error()) {
        tally.failures.push(format!("does not parse: {}\n{text}", d.message));
        return true;
    }
    let verified = match verify(module, target, &Options::default()) {
        Ok((verified, _)) => verified,
        Err((_, found)) => {
            let errors: Vec<&str> =
                found.iter().filter(|d| d.is_error()).map(|d| d.message.as_str()).collect();
            tally.failures.push(format!("is refused: {}\n{text}", errors.join("; ")));
            return true;
        }
    };
    for (name, setting) in &u.attrs {
        if let Setting::Word(word) = setting {
            tally.words.insert((name.clone(), word.clone()));
        }
    }
    let program = match decode(&verified, None, numerics) {
        Ok(program) => program,
        Err(refusal) => {
            tally.failures.push(format!("cannot be decoded: {refusal:?}\n{text}"));
            return true;
        }
    };
    let kernel = format!("pto.{}", def.printed_name());
    for run in 0..RUNS {
        let args = contents::arguments(&mut rng, &w);
        let launch = Launch { limits: Limits::of_steps(1000), ..Launch::default() };
        // Kernels take another way when they are counted.
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            pto_smith::compare(&program, &args, &launch, run == 0)
        }));
        tally.cases += 1;
        let wrong = match outcome {
            Ok(Ok(same)) => {
                let ran = same.ops.iter().filter(|o| o.0 == kernel);
                tally.fast += ran.map(|o| o.1.fast as u32).sum::<u32>().min(1);
                if let Some(trap) = same.trap {
                    tally.trapped += 1;
                    *tally.traps.entry(trap).or_default() += 1;
                }
                None
            }
            Ok(Err(difference)) => Some(difference),
            Err(panic) => Some(match panic.downcast::<String>() {
                Ok(text) => format!("panic: {text}"),
                Err(_) => "panic".into(),
            }),
        };
        let described = || {
            let numbers = contents::show(&args, &w);
            format!("PTO_CASE={}:{seed} with {numerics:?} {numbers}\n{text}", def.name)
        };
        match wrong {
            Some(wrong) => tally.failures.push(format!("{wrong}\n{}", described())),
            None if show => println!("{}", described()),
            None => {}
        }
    }
    true
}

#[test]
fn register_kernels_equal_definitions() {
    let (name, only) = wanted();
    let mut subjects = draw::subjects();
    if !name.is_empty() {
        subjects.retain(|s| s.name == name);
    }
    let next = AtomicUsize::new(0);
    let results: Mutex<BTreeMap<&str, (&OpDef, Tally)>> = Mutex::default();
    let work = || {
        while let Some(&def) = subjects.get(next.fetch_add(1, Ordering::Relaxed)) {
            let tally = test_one(def, only);
            results.lock().unwrap().insert(def.name, (def, tally));
        }
    };
    std::thread::scope(|s| {
        let threads = std::thread::available_parallelism().map_or(2, usize::from).min(8);
        (0..threads).for_each(|_| {
            s.spawn(work);
        });
    });
    let results = results.into_inner().unwrap();
    println!("{:<20}{:>8}{:>8}{:>8}{:>8}", "instruction", "cases", "fast", "trap", "refused");
    let mut total = Tally::default();
    for (name, (_, t)) in &results {
        println!("{name:<20}{:>8}{:>8}{:>8}{:>8}", t.cases, t.fast, t.trapped, t.refused);
        if !wanted().0.is_empty() {
            println!("{:#?}", t.traps);
        }
        total.cases += t.cases;
        total.fast += t.fast;
        total.trapped += t.trapped;
        total.refused += t.refused;
    }
    let t = &total;
    println!("{:<20}{:>8}{:>8}{:>8}{:>8}", "all", t.cases, t.fast, t.trapped, t.refused);
    let failed = results.values().filter(|r| !r.1.failures.is_empty());
    let shown: Vec<String> = failed
        .map(|(def, t)| {
            let first: Vec<&str> = t.failures.iter().take(2).map(String::as_str).collect();
            format!("{} cases of {}:\n{}", t.failures.len(), def.name, first.join("\n"))
        })
        .collect();
    assert!(shown.is_empty(), "there are differences in\n{}", shown.join("\n"));
    let without: Vec<&str> =
        results.values().flat_map(|(_, t)| t.without.iter().map(String::as_str)).collect();
    assert!(without.is_empty(), "no legal operands for\n{}", without.join("\n"));
    assert!(total.cases > 0, "there is no such case");
    if !name.is_empty() {
        return;
    }
    assert!(total.cases >= ENOUGH, "only {} cases", total.cases);
    for (name, (def, t)) in &results {
        for (attr, word) in draw::words(def) {
            let seen = t.words.contains(&(attr.to_string(), word.to_string()));
            assert!(seen, "no legal use of {name} has {attr} = {word}");
        }
    }
    if has_kernels() {
        for (name, (def, t)) in &results {
            let expected = is_of_a_kind_with_kernels(def) && !WITHOUT_KERNEL.contains(name);
            assert!(t.fast > 0 || !expected, "{name} never ran by a kernel");
        }
        assert!(total.fast >= ENOUGH_FAST, "only {} cases ran by a kernel", total.fast);
    }
}

/// Programs of several instructions.
#[test]
fn chains_of_register_instructions_run_the_same_way() {
    let rounds: u64 = std::env::var("PTO_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let (mut ended, mut steps) = (0, 0);
    for seed in 0..CHAINS * rounds {
        let mut rng = Choices::seeded(seed);
        let target = rng.pick(&Target::PROFILES);
        let semantics = rng.pick(&[Semantics::Manual, Semantics::Silicon]);
        let w = chain::write_program(&mut rng, target, 16);
        let text = w.text();
        let (module, syntax) = pto_ir::parse(&text);
        assert!(!syntax.iter().any(|d| d.is_error()), "{syntax:#?}\n{text}");
        let verified = match verify(module, target, &Options::default()) {
            Ok((verified, _)) => verified,
            Err((_, found)) => panic!("{found:#?}\n{text}"),
        };
        let program = decode(&verified, None, Numerics::new(target, semantics)).unwrap();
        let args = contents::arguments(&mut rng, &w);
        let launch = Launch { limits: Limits::of_steps(2000), blocks: 2, ..Launch::default() };
        match pto_smith::compare(&program, &args, &launch, seed % 4 == 0) {
            Ok(same) => {
                ended += u64::from(same.trap.is_none());
                let kernel = |name: &str| {
                    let def = pto_isa::find(name.trim_start_matches("pto."));
                    def.is_some_and(is_of_a_kind_with_kernels)
                };
                let by_kernel = same.ops.iter().filter(|o| kernel(&o.0));
                steps += by_kernel.map(|o| o.1.fast).sum::<u64>();
            }
            Err(difference) => {
                let numbers = contents::show(&args, &w);
                panic!("{difference}\n{target} {} {numbers}\n{text}", semantics.name());
            }
        }
    }
    println!("{ended} programs ran to their end; {steps} instructions by kernels where counted");
    assert!(ended * 4 >= CHAINS, "only {ended} programs ran to their end");
    assert!(steps >= CHAINS || !has_kernels(), "only {steps} instructions ran by kernels");
}

/// Whether some instructions that compute in this way have a kernel.
fn is_of_a_kind_with_kernels(def: &OpDef) -> bool {
    use Sem::*;
    matches!(
        def.sem,
        Lanes(_)
            | RegLoad(_)
            | RegStore(_)
            | MaskCount(_)
            | MaskPattern(_)
            | LaneCompare(_)
            | LaneSelect(_)
            | Broadcast(_)
            | LaneFold(_)
    )
}

/// Whether this machine has kernels for registers.
fn has_kernels() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("bmi2");
    #[cfg(not(target_arch = "x86_64"))]
    true
}
