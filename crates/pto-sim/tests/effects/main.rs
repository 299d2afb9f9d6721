//! The effects that the table declares are those that instructions have.
//!
//! Every instruction whose definition runs is run on random operands, and what it does to their memory is found by
//! changing that memory ([`observe`]). The table must declare whatever was seen, and whatever it declares must have
//! been seen. `--nocapture` shows what was covered; `PTO_CASE=tadd` shows one instruction.

#[path = "../registers/draw.rs"]
#[allow(dead_code)]
mod draw;
mod observe;
mod place;
#[path = "../fast_gen/mod.rs"]
mod rng;
#[path = "../differential/uses.rs"]
#[allow(dead_code)]
mod uses;
#[path = "../differential/vary.rs"]
mod vary;
#[path = "../differential/wanted.rs"]
mod wanted;

use observe::{Record, observe};
use pto_isa::def::{Kind, OperandDef, Place};
use pto_isa::effect::{Access, Effect, Extent};
use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{OpDef, Role, Sem, Target};
use rng::Rng;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use uses::Use;
use wanted::{hash, wanted};

/// Runs that end, of an instruction on a target.
const RUNS: u32 = 12;
/// Attempts to get so many.
const ATTEMPTS: u64 = 150;

/// Whether an operand can be memory or an address of it.
fn may_be_memory(o: &OperandDef) -> bool {
    o.kind.may_be_address() || matches!(o.kind, Kind::Tile | Kind::MultiTile | Kind::TileOrScalar)
}

/// Instructions whose definition runs by itself and that memory can be given to.
fn subjects() -> Vec<&'static OpDef> {
    let runs = |d: &&OpDef| !matches!(d.sem, Sem::Missing | Sem::Machine);
    pto_isa::all().filter(runs).filter(|d| d.operands.iter().any(may_be_memory)).collect()
}

fn record_of(def: &'static OpDef, uses: &[Use]) -> Record {
    let mut record = Record::default();
    let name = def.name.bytes().fold(0, |h, b| hash(&[h, b.into()]));
    for (at, target) in Target::PROFILES.into_iter().enumerate() {
        if def.support_on(target).is_none() {
            continue;
        }
        let wishes = draw::type_choices(def, target);
        let most = record.runs + RUNS;
        for attempt in 0..ATTEMPTS {
            let mut rng = Rng::new(hash(&[name, at as u64, attempt]));
            let wish =
                wishes.get(attempt as usize % wishes.len().max(1)).cloned().unwrap_or_default();
            let drawn = match (def.place, uses) {
                (Place::Vecscope, _) => draw::draw(&mut rng, def, target, &wish),
                (_, []) => None,
                _ => {
                    let from = &uses[rng.below(uses.len() as u32) as usize];
                    let other = match from.given.is_empty() || rng.one_in(4) {
                        true => None,
                        false => vary::vary(&mut rng, from, target, &wish.key),
                    };
                    other.or_else(|| Some(from.clone()).filter(|u| u.is_legal(target)))
                }
            };
            let Some(u) = drawn else { continue };
            let semantics = rng.pick(&[Semantics::Manual, Semantics::Silicon]);
            let numerics = Numerics::new(target, semantics);
            let Some(scene) = place::place(&mut rng, &u, target) else { continue };
            let attrs: Vec<_> = u.attrs.iter().map(|(n, s)| (n.as_str(), s.value())).collect();
            observe(&scene, &numerics, &attrs, &mut record);
            if record.runs >= most {
                break;
            }
        }
    }
    record
}

/// What is wrong with a declared effect, given what was seen of the operand.
fn complaints(operand: &OperandDef, effect: &Effect, seen: Option<&observe::Seen>) -> Vec<String> {
    let mut list = Vec::new();
    let name = operand.name;
    let Some(seen) = seen.filter(|s| s.runs > 0) else {
        if effect.touches() && operand.role != Role::Scratch {
            list.push(format!("no run has `{name}`"));
        }
        return list;
    };
    let mut say = |wrong: bool, what: &str| {
        if wrong {
            list.push(format!("`{name}` {what}"));
        }
    };
    say(seen.read && !effect.reads(), "is read, which is not declared");
    say(seen.written && !effect.writes(), "is written, which is not declared");
    // A definition need not use its scratch.
    if operand.role != Role::Scratch {
        say(!seen.read && effect.reads(), "is declared as read and never is");
        say(!seen.written && effect.writes(), "is declared as written and never is");
    }
    say(matches!(effect.extent, Extent::All) && seen.left, "keeps some of its old elements");
    say(
        matches!(effect.access, Access::Read | Access::ReadWrite)
            && matches!(effect.extent, Extent::Nothing),
        "is accessed without bytes",
    );
    list
}

fn records() -> BTreeMap<&'static str, (&'static OpDef, Record)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/isa");
    let mut uses: BTreeMap<&str, Vec<Use>> = BTreeMap::new();
    for mut u in uses::read_legal(&folder) {
        // Every operand has memory of its own.
        (0..).zip(&mut u.given).for_each(|(n, g)| g.value = n);
        uses.entry(u.def.name).or_default().push(u);
    }
    let (name, _) = wanted();
    let mut subjects = subjects();
    if !name.is_empty() {
        subjects.retain(|d| d.name == name);
    }
    let next = AtomicUsize::new(0);
    let results: Mutex<BTreeMap<&str, (&OpDef, Record)>> = Mutex::default();
    let work = || {
        while let Some(&def) = subjects.get(next.fetch_add(1, Ordering::Relaxed)) {
            let record = record_of(def, uses.get(def.name).map_or(&[], |u| u));
            results.lock().unwrap().insert(def.name, (def, record));
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
fn declared_effects_are_those_that_runs_have() {
    let records = records();
    let mut wrong = Vec::new();
    for (name, (def, record)) in &records {
        let shown: Vec<String> = record
            .operands
            .iter()
            .map(|(s, o)| {
                let way = [(o.read, "r"), (o.written, "w"), (o.left, "-")];
                let way: String = way.iter().filter(|w| w.0).map(|w| w.1).collect();
                format!("{}:{way}", def.operands[*s as usize].name)
            })
            .collect();
        println!(
            "{name:<28}{:>6} runs {:>6} traps  {}",
            record.runs,
            record.traps,
            shown.join(" ")
        );
        if record.runs == 0 {
            wrong.push(format!("{name}: no run ends: {}", record.last_trap));
            continue;
        }
        for (slot, operand) in def.operands.iter().enumerate() {
            let seen = record.operands.get(&(slot as u8));
            wrong.extend(
                complaints(operand, &operand.effect, seen).iter().map(|c| format!("{name}: {c}")),
            );
        }
        wrong.extend(record.outside.iter().map(|o| format!("{name}: {o}")));
    }
    assert!(wrong.is_empty(), "{} complaints:\n{}", wrong.len(), wrong.join("\n"));
}
