//! The effects that the table declares are those that instructions have.
//!
//! Every instruction whose definition runs is run on random operands, and what it does to their memory is found by
//! changing that memory ([`observe`]). The table must declare whatever was seen, and whatever it declares must have
//! been seen. `--nocapture` shows what was covered; `PTO_CASE=tadd` shows one instruction.

mod forms;
mod mutants;
mod observe;
mod place;
mod second;
#[path = "../differential/wanted.rs"]
mod wanted;

use forms::Forms;
use observe::{Covers, Record, observe};
use place::Bytes;
use pto_isa::def::{AllowedScope, Kind, OperandDef};
use pto_isa::effect::{Access, Effect, Extent};
use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{OpDef, Role, Sem, Target};
use pto_smith::registers::draw;
use pto_smith::uses::{self, Use};
use pto_smith::{Choices, vary};
use second::{class_objections, objections, strangers};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use wanted::{hash, wanted};

/// Runs that end, of an instruction on a target, at least.
const RUNS: u32 = 6;
/// Attempts to get that many, and to see all that is declared.
const ATTEMPTS: u64 = 160;

/// Accesses that no run shows, and why: instruction, operand, access, reason.
const UNSEEN: &[(&str, &str, &str, &str)] = &[
    ("tfillpad_inplace", "src", "read", "the elements that it keeps are those of dst"),
    ("tmrgsort", "src2", "written", "the device writes it when it is the scratch"),
    ("tmrgsort", "src3", "written", "the device writes it when it is the scratch"),
    ("tquant", "src", "written", "A2/A3 does, which is not simulated"),
    ("vldas", "source", "read", "the state that it gives does not show the block that it holds"),
    ("valda", "source", "read", "the state that it gives does not show the block that it holds"),
];

/// Tiles of which some elements may stay as they were, although no run shows it, and why. Operand, then instructions.
const MAY_BE_LEFT: &[(&str, &[&str])] = &[
    // The extents of sources decide how much is written.
    (
        "dst",
        &[
            "tmatmul",
            "tmatmul_acc",
            "tmatmul_bias",
            "tmatmul_mx",
            "tmatmul.mx.acc",
            "tmatmul.mx.bias",
            "tgemv",
            "tgemv_bias",
            "tgemv_mx",
            "tgemv.mx.acc",
            "tgemv.mx.bias",
            "tpartmax",
            "tpartmin",
            "textract",
            "textract_fp",
            "timg2col",
            "tmov",
            "tmov_fp",
            "tpack",
            "tpairreducesum",
            "thistogram",
            "mgather",
            "tgatherb",
        ],
    ),
    ("dstVal", &["tcolargmin", "tcolargmax", "trowargmax"]),
    ("dst0", &["tinterleave", "tdeinterleave"]),
    ("cdst", &["tgather"]),
    ("exp_zz", &["tquant.mx"]),
    // Their definitions are functions, of which nothing but runs says that they write all.
    (
        "dst",
        &[
            "tadddeqrelu",
            "taddreluconv",
            "tsubreluconv",
            "tdequant",
            "tquant",
            "tci",
            "ttri",
            "trandom",
        ],
    ),
];

/// Instructions of which no run ends, and why. Their effects are compared with a second reading.
const NO_RUN: &[(&str, &str)] = &[
    ("set_img2col_padding", "its operand is a configuration, which no value stands for"),
    ("set_img2col_rpt", "its operand is a configuration, which no value stands for"),
    ("convert", "it works on numbers of a thread, of any type"),
];

/// Whether an operand can be memory or an address of it.
fn may_be_memory(o: &OperandDef) -> bool {
    o.kind.may_be_address() || matches!(o.kind, Kind::Tile | Kind::MultiTile | Kind::TileOrScalar)
}

/// Instructions whose definition runs by itself and that memory can be given to.
fn subjects() -> Vec<&'static OpDef> {
    let runs = |d: &&OpDef| !matches!(d.sem, Sem::Missing | Sem::Unpublished(_) | Sem::Machine);
    let known = |d: &&OpDef| !NO_RUN.iter().any(|n| n.0 == d.name);
    let memory = |d: &&OpDef| d.operands.iter().any(may_be_memory);
    pto_isa::all().filter(runs).filter(memory).filter(known).collect()
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
            let mut rng = Choices::seeded(hash(&[name, at as u64, attempt]));
            let wish =
                wishes.get(attempt as usize % wishes.len().max(1)).cloned().unwrap_or_default();
            let drawn = match (def.scope, uses) {
                (AllowedScope::Vecscope, _) => draw::draw(&mut rng, def, target, &wish),
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
            if record.runs >= most && complaints(def, &record).is_empty() {
                break;
            }
        }
    }
    record
}

/// What is wrong with the declared effects of an instruction, given what was seen of it.
fn complaints(def: &OpDef, record: &Record) -> Vec<String> {
    let effects: Vec<Effect> = def.operands.iter().map(|o| o.effect).collect();
    complaints_about(def, &effects, record)
}

/// The same for effects that the table might declare.
fn complaints_about(def: &OpDef, effects: &[Effect], record: &Record) -> Vec<String> {
    let mut list: Vec<String> = record.outside.iter().cloned().collect();
    for ((slot, operand), effect) in (0u8..).zip(def.operands).zip(effects) {
        let seen = record.operands.get(&slot).copied().unwrap_or_default();
        let excused = |what: &str| {
            let excuse = (def.name, operand.name, what);
            UNSEEN.iter().any(|u| (u.0, u.1, u.2) == excuse)
        };
        let mut say = |wrong: bool, what: &str| {
            if wrong {
                list.push(format!("`{}` {what}", operand.name));
            }
        };
        say(seen.read && !effect.reads(), "is read, which is not declared");
        say(seen.written && !effect.writes(), "is written, which is not declared");
        // A definition need not use its scratch.
        let exact = operand.role != Role::Scratch;
        say(exact && !seen.read && effect.reads() && !excused("read"), "is never read");
        say(exact && !seen.written && effect.writes() && !excused("written"), "is never written");
        say(!exact && effect.reads(), "is scratch and has contents to be read");
        say(!exact && !effect.writes(), "is scratch and is not written");
        say(effect.replaces() && seen.left, "keeps some of its old elements");
        let result = operand.role == Role::Out && operand.kind == Kind::Tile;
        let all = result && seen.written && !seen.left && effect.access == Access::Write;
        let some = matches!(effect.extent, Extent::Within) && !effect.atomic;
        let listed = |l: &&(&str, &[&str])| l.0 == operand.name && l.1.contains(&def.name);
        let listed = MAY_BE_LEFT.iter().any(|l| listed(&l));
        say(all && some && !listed, "is all written in every run");
        say(effect.replaces() && listed, "may keep some of its old elements, by the reading");
        if let Extent::Element { offset } = effect.extent {
            let found = record.covers.get(&(slot, Bytes::Element { offset }));
            say(found.is_some_and(|c| c.leaves_out), "is more than one element");
        }
        if let Extent::Element { .. } | Extent::Bytes(_) = operand.effect.extent {
            say(!covers_exactly(record, slot, Bytes::AS_STATED), "has other bytes");
        }
    }
    list
}

/// Whether runs show that a pointer leads to these bytes and no others.
fn covers_exactly(record: &Record, slot: u8, bytes: Bytes) -> bool {
    record.covers.get(&(slot, bytes)).is_some_and(Covers::exactly)
}

/// What was seen of every instruction that runs.
static RECORDS: LazyLock<BTreeMap<&'static str, (&'static OpDef, Record)>> = LazyLock::new(records);

/// Uses of instructions in the test programs that are legal.
static USES: LazyLock<Vec<Use>> = LazyLock::new(|| {
    uses::read_legal(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/isa"))
});

/// What operands are in these programs.
static FORMS: LazyLock<BTreeMap<(&'static str, u8), Forms>> =
    LazyLock::new(|| forms::of_uses(&USES));

fn records() -> BTreeMap<&'static str, (&'static OpDef, Record)> {
    let mut uses: BTreeMap<&str, Vec<Use>> = BTreeMap::new();
    for mut u in USES.iter().cloned() {
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
    let mut wrong = Vec::new();
    for (name, (def, record)) in RECORDS.iter() {
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
        }
        wrong.extend(complaints(def, record).iter().map(|c| format!("{name}: {c}")));
    }
    assert!(wrong.is_empty(), "{} complaints:\n{}", wrong.len(), wrong.join("\n"));
}

/// The effects that the table declares for an instruction.
fn declared(def: &OpDef) -> Vec<Effect> {
    def.operands.iter().map(|o| o.effect).collect()
}

#[test]
fn what_no_run_shows_agrees_with_a_second_reading() {
    assert_eq!(strangers(), [""; 0], "read about instructions that there are not");
    let mut wrong = Vec::new();
    for def in pto_isa::all() {
        let record = RECORDS.get(def.name).map(|r| &r.1);
        let found = objections(def, &declared(def), record, &FORMS);
        wrong.extend(found.iter().map(|(e, c)| format!("{}: {c} ({e:?})", def.name)));
        let found = class_objections(def, def.class);
        wrong.extend(found.iter().map(|(e, c)| format!("{}: {c} ({e:?})", def.name)));
    }
    assert!(wrong.is_empty(), "{} complaints:\n{}", wrong.len(), wrong.join("\n"));
}
